var Tx=Object.create;var po=Object.defineProperty;var Px=Object.getOwnPropertyDescriptor;var Rx=Object.getOwnPropertyNames;var Ix=Object.getPrototypeOf,$x=Object.prototype.hasOwnProperty;var qe=(t,e,n)=>()=>{if(n)throw n[0];try{return t&&(e=t(t=0)),e}catch(s){throw n=[s],s}};var O=(t,e)=>()=>{try{return e||t((e={exports:{}}).exports,e),e.exports}catch(n){throw e=0,n}},xa=(t,e)=>{for(var n in e)po(t,n,{get:e[n],enumerable:!0})},su=(t,e,n,s)=>{
if(e&&typeof e=="object"||typeof e=="function")for(let r of Rx(e))!$x.call(t,r)&&r!==n&&po(t,r,{get:()=>e[r],enumerable:!(s=Px(e,r))||s.enumerable});return t};var ru=(t,e,n)=>(n=t!=null?Tx(Ix(t)):{},su(e||!t||!t.__esModule?po(n,"default",{value:t,enumerable:!0}):n,t)),Nx=t=>su(po({},"__esModule",{value:!0}),t);var Z,je=qe(()=>{"use strict";Z=t=>Object.fromEntries(Object.entries(t).filter(([,e])=>e!==void 0))});var qt,Yn,Xn=qe(()=>{"use strict";qt={catastrophic:0,severe:1,risky:2},Yn=["workspace","strict"]});var cg=O(Ws=>{"use strict";Ws.__esModule=!0;Ws.distance=Ws.closest=void 0;var fn=new Uint32Array(65536),OT=function(t,e){for(var n=t.length,s=e.length,r=1<<n-1,
o=-1,i=0,a=n,c=n;c--;)fn[t.charCodeAt(c)]|=1<<c;for(c=0;c<s;c++){var l=fn[e.charCodeAt(c)],d=l|i;l|=(l&o)+o^o,i|=~(l|o),o&=l,i&r&&a++,o&r&&a--,i=i<<1|1,o=o<<1|~(d|
i),i&=d}for(c=n;c--;)fn[t.charCodeAt(c)]=0;return a},LT=function(t,e){for(var n=e.length,s=t.length,r=[],o=[],i=Math.ceil(n/32),a=Math.ceil(s/32),c=0;c<i;c++)o[c]=
-1,r[c]=0;for(var l=0;l<a-1;l++){for(var d=0,u=-1,p=l*32,f=Math.min(32,s)+p,h=p;h<f;h++)fn[t.charCodeAt(h)]|=1<<h;for(var c=0;c<n;c++){var m=fn[e.charCodeAt(c)],
g=o[c/32|0]>>>c&1,k=r[c/32|0]>>>c&1,x=m|d,E=((m|k)&u)+u^u|m|k,S=d|~(E|u),w=u&E;S>>>31^g&&(o[c/32|0]^=1<<c),w>>>31^k&&(r[c/32|0]^=1<<c),S=S<<1|g,w=w<<1|k,u=w|~(x|
S),d=S&x}for(var h=p;h<f;h++)fn[t.charCodeAt(h)]=0}for(var A=0,P=-1,C=l*32,N=Math.min(32,s-C)+C,h=C;h<N;h++)fn[t.charCodeAt(h)]|=1<<h;for(var V=s,c=0;c<n;c++){var m=fn[e.
charCodeAt(c)],g=o[c/32|0]>>>c&1,k=r[c/32|0]>>>c&1,x=m|A,E=((m|k)&P)+P^P|m|k,S=A|~(E|P),w=P&E;V+=S>>>s-1&1,V-=w>>>s-1&1,S>>>31^g&&(o[c/32|0]^=1<<c),w>>>31^k&&(r[c/
32|0]^=1<<c),S=S<<1|g,w=w<<1|k,P=w|~(x|S),A=S&x}for(var h=C;h<N;h++)fn[t.charCodeAt(h)]=0;return V},ag=function(t,e){if(t.length<e.length){var n=e;e=t,t=n}return e.
length===0?t.length:t.length<=32?OT(t,e):LT(t,e)};Ws.distance=ag;var WT=function(t,e){for(var n=1/0,s=0,r=0;r<e.length;r++){var o=ag(t,e[r]);o<n&&(n=o,s=r)}return e[s]};
Ws.closest=WT});function os(t){return t.replace(MT,e=>{let n=e.codePointAt(0);return e===`
`?"\\n":e==="\r"?"\\r":e==="	"?"\\t":n<256?`\\x${n.toString(16).padStart(2,"0")}`:n>65535?`\\u{${n.toString(16)}}`:`\\u${n.toString(16).padStart(4,"0")}`})}var DT,
MT,et,Ds=qe(()=>{"use strict";DT=ru(cg(),1),MT=/[\x00-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;
et=class extends Error{name="UserError";remedy;lines;constructor(e,n){let s=(typeof e=="string"?[e]:e).map(os);super(s.join(`
`)),this.lines=s,this.remedy=n===void 0?void 0:os(n)}get text(){return this.remedy?`${this.message}
  ${this.remedy}`:this.message}}});var se=O(Xe=>{"use strict";var bl=Symbol.for("yaml.alias"),Mg=Symbol.for("yaml.document"),xi=Symbol.for("yaml.map"),qg=Symbol.for("yaml.pair"),kl=Symbol.for("ya\
ml.scalar"),vi=Symbol.for("yaml.seq"),hn=Symbol.for("yaml.node.type"),CP=t=>!!t&&typeof t=="object"&&t[hn]===bl,_P=t=>!!t&&typeof t=="object"&&t[hn]===Mg,AP=t=>!!t&&
typeof t=="object"&&t[hn]===xi,TP=t=>!!t&&typeof t=="object"&&t[hn]===qg,jg=t=>!!t&&typeof t=="object"&&t[hn]===kl,PP=t=>!!t&&typeof t=="object"&&t[hn]===vi;function Fg(t){
if(t&&typeof t=="object")switch(t[hn]){case xi:case vi:return!0}return!1}function RP(t){if(t&&typeof t=="object")switch(t[hn]){case bl:case xi:case kl:case vi:return!0}
return!1}var IP=t=>(jg(t)||Fg(t))&&!!t.anchor;Xe.ALIAS=bl;Xe.DOC=Mg;Xe.MAP=xi;Xe.NODE_TYPE=hn;Xe.PAIR=qg;Xe.SCALAR=kl;Xe.SEQ=vi;Xe.hasAnchor=IP;Xe.isAlias=CP;Xe.
isCollection=Fg;Xe.isDocument=_P;Xe.isMap=AP;Xe.isNode=RP;Xe.isPair=TP;Xe.isScalar=jg;Xe.isSeq=PP});var Ir=O(xl=>{"use strict";var Ne=se(),ct=Symbol("break visit"),Hg=Symbol("skip children"),Jt=Symbol("remove node");function wi(t,e){let n=Vg(e);Ne.isDocument(t)?
Ms(null,t.contents,n,Object.freeze([t]))===Jt&&(t.contents=null):Ms(null,t,n,Object.freeze([]))}wi.BREAK=ct;wi.SKIP=Hg;wi.REMOVE=Jt;function Ms(t,e,n,s){let r=Ug(
t,e,n,s);if(Ne.isNode(r)||Ne.isPair(r))return Bg(t,s,r),Ms(t,r,n,s);if(typeof r!="symbol"){if(Ne.isCollection(e)){s=Object.freeze(s.concat(e));for(let o=0;o<e.items.
length;++o){let i=Ms(o,e.items[o],n,s);if(typeof i=="number")o=i-1;else{if(i===ct)return ct;i===Jt&&(e.items.splice(o,1),o-=1)}}}else if(Ne.isPair(e)){s=Object.
freeze(s.concat(e));let o=Ms("key",e.key,n,s);if(o===ct)return ct;o===Jt&&(e.key=null);let i=Ms("value",e.value,n,s);if(i===ct)return ct;i===Jt&&(e.value=null)}}
return r}async function Si(t,e){let n=Vg(e);Ne.isDocument(t)?await qs(null,t.contents,n,Object.freeze([t]))===Jt&&(t.contents=null):await qs(null,t,n,Object.freeze(
[]))}Si.BREAK=ct;Si.SKIP=Hg;Si.REMOVE=Jt;async function qs(t,e,n,s){let r=await Ug(t,e,n,s);if(Ne.isNode(r)||Ne.isPair(r))return Bg(t,s,r),qs(t,r,n,s);if(typeof r!=
"symbol"){if(Ne.isCollection(e)){s=Object.freeze(s.concat(e));for(let o=0;o<e.items.length;++o){let i=await qs(o,e.items[o],n,s);if(typeof i=="number")o=i-1;else{
if(i===ct)return ct;i===Jt&&(e.items.splice(o,1),o-=1)}}}else if(Ne.isPair(e)){s=Object.freeze(s.concat(e));let o=await qs("key",e.key,n,s);if(o===ct)return ct;
o===Jt&&(e.key=null);let i=await qs("value",e.value,n,s);if(i===ct)return ct;i===Jt&&(e.value=null)}}return r}function Vg(t){return typeof t=="object"&&(t.Collection||
t.Node||t.Value)?Object.assign({Alias:t.Node,Map:t.Node,Scalar:t.Node,Seq:t.Node},t.Value&&{Map:t.Value,Scalar:t.Value,Seq:t.Value},t.Collection&&{Map:t.Collection,
Seq:t.Collection},t):t}function Ug(t,e,n,s){if(typeof n=="function")return n(t,e,s);if(Ne.isMap(e))return n.Map?.(t,e,s);if(Ne.isSeq(e))return n.Seq?.(t,e,s);if(Ne.
isPair(e))return n.Pair?.(t,e,s);if(Ne.isScalar(e))return n.Scalar?.(t,e,s);if(Ne.isAlias(e))return n.Alias?.(t,e,s)}function Bg(t,e,n){let s=e[e.length-1];if(Ne.
isCollection(s))s.items[t]=n;else if(Ne.isPair(s))t==="key"?s.key=n:s.value=n;else if(Ne.isDocument(s))s.contents=n;else{let r=Ne.isAlias(s)?"alias":"scalar";throw new Error(
`Cannot replace node with ${r} parent`)}}xl.visit=wi;xl.visitAsync=Si});var vl=O(zg=>{"use strict";var Gg=se(),$P=Ir(),NP={"!":"%21",",":"%2C","[":"%5B","]":"%5D","{":"%7B","}":"%7D"},OP=t=>t.replace(/[!,[\]{}]/g,e=>NP[e]),$r=class t{constructor(e,n){
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
for(let[n,s]of Object.entries(this.tags))if(e.startsWith(s))return n+OP(e.substring(s.length));return e[0]==="!"?e:`!<${e}>`}toString(e){let n=this.yaml.explicit?
[`%YAML ${this.yaml.version||"1.2"}`]:[],s=Object.entries(this.tags),r;if(e&&s.length>0&&Gg.isNode(e.contents)){let o={};$P.visit(e.contents,(i,a)=>{Gg.isNode(a)&&
a.tag&&(o[a.tag]=!0)}),r=Object.keys(o)}else r=[];for(let[o,i]of s)o==="!!"&&i==="tag:yaml.org,2002:"||(!e||r.some(a=>a.startsWith(i)))&&n.push(`%TAG ${o} ${i}`);
return n.join(`
`)}};$r.defaultYaml={explicit:!1,version:"1.2"};$r.defaultTags={"!!":"tag:yaml.org,2002:"};zg.Directives=$r});var Ei=O(Nr=>{"use strict";var Kg=se(),LP=Ir();function WP(t){if(/[\x00-\x19\s,[\]{}]/.test(t)){let n=`Anchor must not contain whitespace or control characters:\
 ${JSON.stringify(t)}`;throw new Error(n)}return!0}function Yg(t){let e=new Set;return LP.visit(t,{Value(n,s){s.anchor&&e.add(s.anchor)}}),e}function Xg(t,e){for(let n=1;;++n){
let s=`${t}${n}`;if(!e.has(s))return s}}function DP(t,e){let n=[],s=new Map,r=null;return{onAnchor:o=>{n.push(o),r??(r=Yg(t));let i=Xg(e,r);return r.add(i),i},setAnchors:()=>{
for(let o of n){let i=s.get(o);if(typeof i=="object"&&i.anchor&&(Kg.isScalar(i.node)||Kg.isCollection(i.node)))i.node.anchor=i.anchor;else{let a=new Error("Fail\
ed to resolve repeated object (this should not happen)");throw a.source=o,a}}},sourceObjects:s}}Nr.anchorIsValid=WP;Nr.anchorNames=Yg;Nr.createNodeAnchors=DP;Nr.
findNewAnchor=Xg});var wl=O(Qg=>{"use strict";function Or(t,e,n,s){if(s&&typeof s=="object")if(Array.isArray(s))for(let r=0,o=s.length;r<o;++r){let i=s[r],a=Or(t,s,String(r),i);a===
void 0?delete s[r]:a!==i&&(s[r]=a)}else if(s instanceof Map)for(let r of Array.from(s.keys())){let o=s.get(r),i=Or(t,s,r,o);i===void 0?s.delete(r):i!==o&&s.set(
r,i)}else if(s instanceof Set)for(let r of Array.from(s)){let o=Or(t,s,r,r);o===void 0?s.delete(r):o!==r&&(s.delete(r),s.add(o))}else for(let[r,o]of Object.entries(
s)){let i=Or(t,s,r,o);i===void 0?delete s[r]:i!==o&&(s[r]=i)}return t.call(e,n,s)}Qg.applyReviver=Or});var Nn=O(Zg=>{"use strict";var MP=se();function Jg(t,e,n){if(Array.isArray(t))return t.map((s,r)=>Jg(s,String(r),n));if(t&&typeof t.toJSON=="function"){if(!n||!MP.
hasAnchor(t))return t.toJSON(e,n);let s={aliasCount:0,count:1,res:void 0};n.anchors.set(t,s),n.onCreate=o=>{s.res=o,delete n.onCreate};let r=t.toJSON(e,n);return n.
onCreate&&n.onCreate(r),r}return typeof t=="bigint"&&!n?.keep?Number(t):t}Zg.toJS=Jg});var Ci=O(ty=>{"use strict";var qP=wl(),ey=se(),jP=Nn(),Sl=class{constructor(e){Object.defineProperty(this,ey.NODE_TYPE,{value:e})}clone(){let e=Object.create(Object.
getPrototypeOf(this),Object.getOwnPropertyDescriptors(this));return this.range&&(e.range=this.range.slice()),e}toJS(e,{mapAsMap:n,maxAliasCount:s,onAnchor:r,reviver:o}={}){
if(!ey.isDocument(e))throw new TypeError("A document argument is required");let i={anchors:new Map,doc:e,keep:!0,mapAsMap:n===!0,mapKeyWarned:!1,maxAliasCount:typeof s==
"number"?s:100},a=jP.toJS(this,"",i);if(typeof r=="function")for(let{count:c,res:l}of i.anchors.values())r(l,c);return typeof o=="function"?qP.applyReviver(o,{"":a},
"",a):a}};ty.NodeBase=Sl});var Lr=O(ny=>{"use strict";var FP=Ei(),HP=Ir(),js=se(),VP=Ci(),UP=Nn(),El=class extends VP.NodeBase{constructor(e){super(js.ALIAS),this.source=e,Object.defineProperty(
this,"tag",{set(){throw new Error("Alias nodes cannot have tags")}})}resolve(e,n){if(n?.maxAliasCount===0)throw new ReferenceError("Alias resolution is disabled");
let s;n?.aliasResolveCache?s=n.aliasResolveCache:(s=[],HP.visit(e,{Node:(o,i)=>{(js.isAlias(i)||js.hasAnchor(i))&&s.push(i)}}),n&&(n.aliasResolveCache=s));let r;
for(let o of s){if(o===this)break;o.anchor===this.source&&(r=o)}if(r&&n){let{anchors:o,doc:i,maxAliasCount:a}=n,c=o.get(r);if(c||(UP.toJS(r,null,n),c=o.get(r)),
c?.res===void 0){let l="This should not happen: Alias anchor was not resolved?";throw new ReferenceError(l)}if(a>=0&&(c.count+=1,c.aliasCount===0&&(c.aliasCount=
_i(i,r,o)),c.count*c.aliasCount>a)){let l="Excessive alias count indicates a resource exhaustion attack";throw new ReferenceError(l)}}return r}toJSON(e,n){if(!n)
return{source:this.source};let s=this.resolve(n.doc,n);if(!s){let r=`Unresolved alias (the anchor must be set before the alias): ${this.source}`;throw new ReferenceError(
r)}return n.anchors.get(s).res}toString(e,n,s){let r=`*${this.source}`;if(e){if(FP.anchorIsValid(this.source),e.options.verifyAliasOrder&&!e.anchors.has(this.source)){
let o=`Unresolved alias (the anchor must be set before the alias): ${this.source}`;throw new Error(o)}if(e.implicitKey)return`${r} `}return r}};function _i(t,e,n){
if(js.isAlias(e)){let s=e.resolve(t),r=n&&s&&n.get(s);return r?r.count*r.aliasCount:0}else if(js.isCollection(e)){let s=0;for(let r of e.items){let o=_i(t,r,n);
o>s&&(s=o)}return s}else if(js.isPair(e)){let s=_i(t,e.key,n),r=_i(t,e.value,n);return Math.max(s,r)}return 1}ny.Alias=El});var Pe=O(Cl=>{"use strict";var BP=se(),GP=Ci(),zP=Nn(),KP=t=>!t||typeof t!="function"&&typeof t!="object",On=class extends GP.NodeBase{constructor(e){super(BP.SCALAR),
this.value=e}toJSON(e,n){return n?.keep?this.value:zP.toJS(this.value,e,n)}toString(){return String(this.value)}};On.BLOCK_FOLDED="BLOCK_FOLDED";On.BLOCK_LITERAL=
"BLOCK_LITERAL";On.PLAIN="PLAIN";On.QUOTE_DOUBLE="QUOTE_DOUBLE";On.QUOTE_SINGLE="QUOTE_SINGLE";Cl.Scalar=On;Cl.isScalarValue=KP});var Wr=O(ry=>{"use strict";var YP=Lr(),as=se(),sy=Pe(),XP="tag:yaml.org,2002:";function QP(t,e,n){if(e){let s=n.filter(o=>o.tag===e),r=s.find(o=>!o.format)??s[0];
if(!r)throw new Error(`Tag ${e} not found`);return r}return n.find(s=>s.identify?.(t)&&!s.format)}function JP(t,e,n){if(as.isDocument(t)&&(t=t.contents),as.isNode(
t))return t;if(as.isPair(t)){let u=n.schema[as.MAP].createNode?.(n.schema,null,n);return u.items.push(t),u}(t instanceof String||t instanceof Number||t instanceof
Boolean||typeof BigInt<"u"&&t instanceof BigInt)&&(t=t.valueOf());let{aliasDuplicateObjects:s,onAnchor:r,onTagObj:o,schema:i,sourceObjects:a}=n,c;if(s&&t&&typeof t==
"object"){if(c=a.get(t),c)return c.anchor??(c.anchor=r(t)),new YP.Alias(c.anchor);c={anchor:null,node:null},a.set(t,c)}e?.startsWith("!!")&&(e=XP+e.slice(2));let l=QP(
t,e,i.tags);if(!l){if(t&&typeof t.toJSON=="function"&&(t=t.toJSON()),!t||typeof t!="object"){let u=new sy.Scalar(t);return c&&(c.node=u),u}l=t instanceof Map?i[as.
MAP]:Symbol.iterator in Object(t)?i[as.SEQ]:i[as.MAP]}o&&(o(l),delete n.onTagObj);let d=l?.createNode?l.createNode(n.schema,t,n):typeof l?.nodeClass?.from=="fun\
ction"?l.nodeClass.from(n.schema,t,n):new sy.Scalar(t);return e?d.tag=e:l.default||(d.tag=l.tag),c&&(c.node=d),d}ry.createNode=JP});var Ti=O(Ai=>{"use strict";var ZP=Wr(),Zt=se(),eR=Ci();function _l(t,e,n){let s=n;for(let r=e.length-1;r>=0;--r){let o=e[r];if(typeof o=="number"&&Number.isInteger(
o)&&o>=0){let i=[];i[o]=s,s=i}else s=new Map([[o,s]])}return ZP.createNode(s,void 0,{aliasDuplicateObjects:!1,keepUndefined:!1,onAnchor:()=>{throw new Error("Th\
is should not happen, please report a bug.")},schema:t,sourceObjects:new Map})}var oy=t=>t==null||typeof t=="object"&&!!t[Symbol.iterator]().next().done,Al=class extends eR.
NodeBase{constructor(e,n){super(e),Object.defineProperty(this,"schema",{value:n,configurable:!0,enumerable:!1,writable:!0})}clone(e){let n=Object.create(Object.
getPrototypeOf(this),Object.getOwnPropertyDescriptors(this));return e&&(n.schema=e),n.items=n.items.map(s=>Zt.isNode(s)||Zt.isPair(s)?s.clone(e):s),this.range&&
(n.range=this.range.slice()),n}addIn(e,n){if(oy(e))this.add(n);else{let[s,...r]=e,o=this.get(s,!0);if(Zt.isCollection(o))o.addIn(r,n);else if(o===void 0&&this.schema)
this.set(s,_l(this.schema,r,n));else throw new Error(`Expected YAML collection at ${s}. Remaining path: ${r}`)}}deleteIn(e){let[n,...s]=e;if(s.length===0)return this.
delete(n);let r=this.get(n,!0);if(Zt.isCollection(r))return r.deleteIn(s);throw new Error(`Expected YAML collection at ${n}. Remaining path: ${s}`)}getIn(e,n){let[
s,...r]=e,o=this.get(s,!0);return r.length===0?!n&&Zt.isScalar(o)?o.value:o:Zt.isCollection(o)?o.getIn(r,n):void 0}hasAllNullValues(e){return this.items.every(n=>{
if(!Zt.isPair(n))return!1;let s=n.value;return s==null||e&&Zt.isScalar(s)&&s.value==null&&!s.commentBefore&&!s.comment&&!s.tag})}hasIn(e){let[n,...s]=e;if(s.length===
0)return this.has(n);let r=this.get(n,!0);return Zt.isCollection(r)?r.hasIn(s):!1}setIn(e,n){let[s,...r]=e;if(r.length===0)this.set(s,n);else{let o=this.get(s,!0);
if(Zt.isCollection(o))o.setIn(r,n);else if(o===void 0&&this.schema)this.set(s,_l(this.schema,r,n));else throw new Error(`Expected YAML collection at ${s}. Remai\
ning path: ${r}`)}}};Ai.Collection=Al;Ai.collectionFromPath=_l;Ai.isEmptyPath=oy});var Dr=O(Pi=>{"use strict";var tR=t=>t.replace(/^(?!$)(?: $)?/gm,"#");function Tl(t,e){return/^\n+$/.test(t)?t.substring(1):e?t.replace(/^(?! *$)/gm,e):t}var nR=(t,e,n)=>t.
endsWith(`
`)?Tl(n,e):n.includes(`
`)?`
`+Tl(n,e):(t.endsWith(" ")?"":" ")+n;Pi.indentComment=Tl;Pi.lineComment=nR;Pi.stringifyComment=tR});var ay=O(Mr=>{"use strict";var sR="flow",Pl="block",Ri="quoted";function rR(t,e,n="flow",{indentAtStart:s,lineWidth:r=80,minContentWidth:o=20,onFold:i,onOverflow:a}={}){
if(!r||r<0)return t;r<o&&(o=0);let c=Math.max(1+o,1+r-e.length);if(t.length<=c)return t;let l=[],d={},u=r-e.length;typeof s=="number"&&(s>r-Math.max(2,o)?l.push(
0):u=r-s);let p,f,h=!1,m=-1,g=-1,k=-1;n===Pl&&(m=iy(t,m,e.length),m!==-1&&(u=m+c));for(let E;E=t[m+=1];){if(n===Ri&&E==="\\"){switch(g=m,t[m+1]){case"x":m+=3;break;case"\
u":m+=5;break;case"U":m+=9;break;default:m+=1}k=m}if(E===`
`)n===Pl&&(m=iy(t,m,e.length)),u=m+e.length+c,p=void 0;else{if(E===" "&&f&&f!==" "&&f!==`
`&&f!=="	"){let S=t[m+1];S&&S!==" "&&S!==`
`&&S!=="	"&&(p=m)}if(m>=u)if(p)l.push(p),u=p+c,p=void 0;else if(n===Ri){for(;f===" "||f==="	";)f=E,E=t[m+=1],h=!0;let S=m>k+1?m-2:g-1;if(d[S])return t;l.push(S),
d[S]=!0,u=S+c,p=void 0}else h=!0}f=E}if(h&&a&&a(),l.length===0)return t;i&&i();let x=t.slice(0,l[0]);for(let E=0;E<l.length;++E){let S=l[E],w=l[E+1]||t.length;S===
0?x=`
${e}${t.slice(0,w)}`:(n===Ri&&d[S]&&(x+=`${t[S]}\\`),x+=`
${e}${t.slice(S+1,w)}`)}return x}function iy(t,e,n){let s=e,r=e+1,o=t[r];for(;o===" "||o==="	";)if(e<r+n)o=t[++e];else{do o=t[++e];while(o&&o!==`
`);s=e,r=e+1,o=t[r]}return s}Mr.FOLD_BLOCK=Pl;Mr.FOLD_FLOW=sR;Mr.FOLD_QUOTED=Ri;Mr.foldFlowLines=rR});var jr=O(cy=>{"use strict";var Nt=Pe(),Ln=ay(),$i=(t,e)=>({indentAtStart:e?t.indent.length:t.indentAtStart,lineWidth:t.options.lineWidth,minContentWidth:t.options.
minContentWidth}),Ni=t=>/^(%|---|\.\.\.)/m.test(t);function oR(t,e,n){if(!e||e<0)return!1;let s=e-n,r=t.length;if(r<=s)return!1;for(let o=0,i=0;o<r;++o)if(t[o]===
`
`){if(o-i>s)return!0;if(i=o+1,r-i<=s)return!1}return!0}function qr(t,e){let n=JSON.stringify(t);if(e.options.doubleQuotedAsJSON)return n;let{implicitKey:s}=e,r=e.
options.doubleQuotedMinMultiLineLength,o=e.indent||(Ni(t)?"  ":""),i="",a=0;for(let c=0,l=n[c];l;l=n[++c])if(l===" "&&n[c+1]==="\\"&&n[c+2]==="n"&&(i+=n.slice(a,
c)+"\\ ",c+=1,a=c,l="\\"),l==="\\")switch(n[c+1]){case"u":{i+=n.slice(a,c);let d=n.substr(c+2,4);switch(d){case"0000":i+="\\0";break;case"0007":i+="\\a";break;case"\
000b":i+="\\v";break;case"001b":i+="\\e";break;case"0085":i+="\\N";break;case"00a0":i+="\\_";break;case"2028":i+="\\L";break;case"2029":i+="\\P";break;default:d.
substr(0,2)==="00"?i+="\\x"+d.substr(2):i+=n.substr(c,6)}c+=5,a=c+1}break;case"n":if(s||n[c+2]==='"'||n.length<r)c+=1;else{for(i+=n.slice(a,c)+`

`;n[c+2]==="\\"&&n[c+3]==="n"&&n[c+4]!=='"';)i+=`
`,c+=2;i+=o,n[c+2]===" "&&(i+="\\"),c+=1,a=c+1}break;default:c+=1}return i=a?i+n.slice(a):n,s?i:Ln.foldFlowLines(i,o,Ln.FOLD_QUOTED,$i(e,!1))}function Rl(t,e){if(e.
options.singleQuote===!1||e.implicitKey&&t.includes(`
`)||/[ \t]\n|\n[ \t]/.test(t))return qr(t,e);let n=e.indent||(Ni(t)?"  ":""),s="'"+t.replace(/'/g,"''").replace(/\n+/g,`$&
${n}`)+"'";return e.implicitKey?s:Ln.foldFlowLines(s,n,Ln.FOLD_FLOW,$i(e,!1))}function Fs(t,e){let{singleQuote:n}=e.options,s;if(n===!1)s=qr;else{let r=t.includes(
'"'),o=t.includes("'");r&&!o?s=Rl:o&&!r?s=qr:s=n?Rl:qr}return s(t,e)}var Il;try{Il=new RegExp(`(^|(?<!
))
+(?!
|$)`,"g")}catch{Il=/\n+(?!\n|$)/g}function Ii({comment:t,type:e,value:n},s,r,o){let{blockQuote:i,commentString:a,lineWidth:c}=s.options;if(!i||/\n[\t ]+$/.test(
n))return Fs(n,s);let l=s.indent||(s.forceBlockIndent||Ni(n)?"  ":""),d=i==="literal"?!0:i==="folded"||e===Nt.Scalar.BLOCK_FOLDED?!1:e===Nt.Scalar.BLOCK_LITERAL?
!0:!oR(n,c,l.length);if(!n)return d?`|
`:`>
`;let u,p;for(p=n.length;p>0;--p){let w=n[p-1];if(w!==`
`&&w!=="	"&&w!==" ")break}let f=n.substring(p),h=f.indexOf(`
`);h===-1?u="-":n===f||h!==f.length-1?(u="+",o&&o()):u="",f&&(n=n.slice(0,-f.length),f[f.length-1]===`
`&&(f=f.slice(0,-1)),f=f.replace(Il,`$&${l}`));let m=!1,g,k=-1;for(g=0;g<n.length;++g){let w=n[g];if(w===" ")m=!0;else if(w===`
`)k=g;else break}let x=n.substring(0,k<g?k+1:g);x&&(n=n.substring(x.length),x=x.replace(/\n+/g,`$&${l}`));let S=(m?l?"2":"1":"")+u;if(t&&(S+=" "+a(t.replace(/ ?[\r\n]+/g,
" ")),r&&r()),!d){let w=n.replace(/\n+/g,`
$&`).replace(/(?:^|\n)([\t ].*)(?:([\n\t ]*)\n(?![\n\t ]))?/g,"$1$2").replace(/\n+/g,`$&${l}`),A=!1,P=$i(s,!0);i!=="folded"&&e!==Nt.Scalar.BLOCK_FOLDED&&(P.onOverflow=
()=>{A=!0});let C=Ln.foldFlowLines(`${x}${w}${f}`,l,Ln.FOLD_BLOCK,P);if(!A)return`>${S}
${l}${C}`}return n=n.replace(/\n+/g,`$&${l}`),`|${S}
${l}${x}${n}${f}`}function iR(t,e,n,s){let{type:r,value:o}=t,{actualString:i,implicitKey:a,indent:c,indentStep:l,inFlow:d}=e;if(a&&o.includes(`
`)||d&&/[[\]{},]/.test(o))return Fs(o,e);if(/^[\n\t ,[\]{}#&*!|>'"%@`]|^[?-]$|^[?-][ \t]|[\n:][ \t]|[ \t]\n|[\n\t ]#|[\n\t :]$/.test(o))return a||d||!o.includes(
`
`)?Fs(o,e):Ii(t,e,n,s);if(!a&&!d&&r!==Nt.Scalar.PLAIN&&o.includes(`
`))return Ii(t,e,n,s);if(Ni(o)){if(c==="")return e.forceBlockIndent=!0,Ii(t,e,n,s);if(a&&c===l)return Fs(o,e)}let u=o.replace(/\n+/g,`$&
${c}`);if(i){let p=m=>m.default&&m.tag!=="tag:yaml.org,2002:str"&&m.test?.test(u),{compat:f,tags:h}=e.doc.schema;if(h.some(p)||f?.some(p))return Fs(o,e)}return a?
u:Ln.foldFlowLines(u,c,Ln.FOLD_FLOW,$i(e,!1))}function aR(t,e,n,s){let{implicitKey:r,inFlow:o}=e,i=typeof t.value=="string"?t:Object.assign({},t,{value:String(t.
value)}),{type:a}=t;a!==Nt.Scalar.QUOTE_DOUBLE&&/[\x00-\x08\x0b-\x1f\x7f-\x9f\u{D800}-\u{DFFF}]/u.test(i.value)&&(a=Nt.Scalar.QUOTE_DOUBLE);let c=d=>{switch(d){case Nt.
Scalar.BLOCK_FOLDED:case Nt.Scalar.BLOCK_LITERAL:return r||o?Fs(i.value,e):Ii(i,e,n,s);case Nt.Scalar.QUOTE_DOUBLE:return qr(i.value,e);case Nt.Scalar.QUOTE_SINGLE:
return Rl(i.value,e);case Nt.Scalar.PLAIN:return iR(i,e,n,s);default:return null}},l=c(a);if(l===null){let{defaultKeyType:d,defaultStringType:u}=e.options,p=r&&
d||u;if(l=c(p),l===null)throw new Error(`Unsupported default string type ${p}`)}return l}cy.stringifyString=aR});var Fr=O($l=>{"use strict";var cR=Ei(),Wn=se(),lR=Dr(),dR=jr();function uR(t,e){let n=Object.assign({blockQuote:!0,commentString:lR.stringifyComment,defaultKeyType:null,
defaultStringType:"PLAIN",directives:null,doubleQuotedAsJSON:!1,doubleQuotedMinMultiLineLength:40,falseStr:"false",flowCollectionPadding:!0,indentSeq:!0,lineWidth:80,
minContentWidth:20,nullStr:"null",simpleKeys:!1,singleQuote:null,trailingComma:!1,trueStr:"true",verifyAliasOrder:!0},t.schema.toStringOptions,e),s;switch(n.collectionStyle){case"\
block":s=!1;break;case"flow":s=!0;break;default:s=null}return{anchors:new Set,doc:t,flowCollectionPadding:n.flowCollectionPadding?" ":"",indent:"",indentStep:typeof n.
indent=="number"?" ".repeat(n.indent):"  ",inFlow:s,options:n}}function pR(t,e){if(e.tag){let r=t.filter(o=>o.tag===e.tag);if(r.length>0)return r.find(o=>o.format===
e.format)??r[0]}let n,s;if(Wn.isScalar(e)){s=e.value;let r=t.filter(o=>o.identify?.(s));if(r.length>1){let o=r.filter(i=>i.test);o.length>0&&(r=o)}n=r.find(o=>o.
format===e.format)??r.find(o=>!o.format)}else s=e,n=t.find(r=>r.nodeClass&&s instanceof r.nodeClass);if(!n){let r=s?.constructor?.name??(s===null?"null":typeof s);
throw new Error(`Tag not resolved for ${r} value`)}return n}function fR(t,e,{anchors:n,doc:s}){if(!s.directives)return"";let r=[],o=(Wn.isScalar(t)||Wn.isCollection(
t))&&t.anchor;o&&cR.anchorIsValid(o)&&(n.add(o),r.push(`&${o}`));let i=t.tag??(e.default?null:e.tag);return i&&r.push(s.directives.tagString(i)),r.join(" ")}function hR(t,e,n,s){
if(Wn.isPair(t))return t.toString(e,n,s);if(Wn.isAlias(t)){if(e.doc.directives)return t.toString(e);if(e.resolvedAliases?.has(t))throw new TypeError("Cannot str\
ingify circular structure without alias nodes");e.resolvedAliases?e.resolvedAliases.add(t):e.resolvedAliases=new Set([t]),t=t.resolve(e.doc)}let r,o=Wn.isNode(t)?
t:e.doc.createNode(t,{onTagObj:c=>r=c});r??(r=pR(e.doc.schema.tags,o));let i=fR(o,r,e);i.length>0&&(e.indentAtStart=(e.indentAtStart??0)+i.length+1);let a=typeof r.
stringify=="function"?r.stringify(o,e,n,s):Wn.isScalar(o)?dR.stringifyString(o,e,n,s):o.toString(e,n,s);return i?Wn.isScalar(o)||a[0]==="{"||a[0]==="["?`${i} ${a}`:
`${i}
${e.indent}${a}`:a}$l.createStringifyContext=uR;$l.stringify=hR});var py=O(uy=>{"use strict";var mn=se(),ly=Pe(),dy=Fr(),Hr=Dr();function mR({key:t,value:e},n,s,r){let{allNullValues:o,doc:i,indent:a,indentStep:c,options:{commentString:l,
indentSeq:d,simpleKeys:u}}=n,p=mn.isNode(t)&&t.comment||null;if(u){if(p)throw new Error("With simple keys, key nodes cannot have comments");if(mn.isCollection(t)||
!mn.isNode(t)&&typeof t=="object"){let P="With simple keys, collection cannot be used as a key value";throw new Error(P)}}let f=!u&&(!t||p&&e==null&&!n.inFlow||
mn.isCollection(t)||(mn.isScalar(t)?t.type===ly.Scalar.BLOCK_FOLDED||t.type===ly.Scalar.BLOCK_LITERAL:typeof t=="object"));n=Object.assign({},n,{allNullValues:!1,
implicitKey:!f&&(u||!o),indent:a+c});let h=!1,m=!1,g=dy.stringify(t,n,()=>h=!0,()=>m=!0);if(!f&&!n.inFlow&&g.length>1024){if(u)throw new Error("With simple keys\
, single line scalar must not span more than 1024 characters");f=!0}if(n.inFlow){if(o||e==null)return h&&s&&s(),g===""?"?":f?`? ${g}`:g}else if(o&&!u||e==null&&
f)return g=`? ${g}`,p&&!h?g+=Hr.lineComment(g,n.indent,l(p)):m&&r&&r(),g;h&&(p=null),f?(p&&(g+=Hr.lineComment(g,n.indent,l(p))),g=`? ${g}
${a}:`):(g=`${g}:`,p&&(g+=Hr.lineComment(g,n.indent,l(p))));let k,x,E;mn.isNode(e)?(k=!!e.spaceBefore,x=e.commentBefore,E=e.comment):(k=!1,x=null,E=null,e&&typeof e==
"object"&&(e=i.createNode(e))),n.implicitKey=!1,!f&&!p&&mn.isScalar(e)&&(n.indentAtStart=g.length+1),m=!1,!d&&c.length>=2&&!n.inFlow&&!f&&mn.isSeq(e)&&!e.flow&&
!e.tag&&!e.anchor&&(n.indent=n.indent.substring(2));let S=!1,w=dy.stringify(e,n,()=>S=!0,()=>m=!0),A=" ";if(p||k||x){if(A=k?`
`:"",x){let P=l(x);A+=`
${Hr.indentComment(P,n.indent)}`}w===""&&!n.inFlow?A===`
`&&E&&(A=`

`):A+=`
${n.indent}`}else if(!f&&mn.isCollection(e)){let P=w[0],C=w.indexOf(`
`),N=C!==-1,V=n.inFlow??e.flow??e.items.length===0;if(N||!V){let te=!1;if(N&&(P==="&"||P==="!")){let D=w.indexOf(" ");P==="&"&&D!==-1&&D<C&&w[D+1]==="!"&&(D=w.indexOf(
" ",D+1)),(D===-1||C<D)&&(te=!0)}te||(A=`
${n.indent}`)}}else(w===""||w[0]===`
`)&&(A="");return g+=A+w,n.inFlow?S&&s&&s():E&&!S?g+=Hr.lineComment(g,n.indent,l(E)):m&&r&&r(),g}uy.stringifyPair=mR});var Ol=O(Nl=>{"use strict";var fy=require("process");function gR(t,...e){t==="debug"&&console.log(...e)}function yR(t,e){(t==="debug"||t==="warn")&&(typeof fy.emitWarning==
"function"?fy.emitWarning(e):console.warn(e))}Nl.debug=gR;Nl.warn=yR});var Mi=O(Di=>{"use strict";var Wi=se(),hy=Pe(),Oi="<<",Li={identify:t=>t===Oi||typeof t=="symbol"&&t.description===Oi,default:"key",tag:"tag:yaml.org,2002:merge",
test:/^<<$/,resolve:()=>Object.assign(new hy.Scalar(Symbol(Oi)),{addToJSMap:my}),stringify:()=>Oi},bR=(t,e)=>(Li.identify(e)||Wi.isScalar(e)&&(!e.type||e.type===
hy.Scalar.PLAIN)&&Li.identify(e.value))&&t?.doc.schema.tags.some(n=>n.tag===Li.tag&&n.default);function my(t,e,n){let s=gy(t,n);if(Wi.isSeq(s))for(let r of s.items)
Ll(t,e,r);else if(Array.isArray(s))for(let r of s)Ll(t,e,r);else Ll(t,e,s)}function Ll(t,e,n){let s=gy(t,n);if(!Wi.isMap(s))throw new Error("Merge sources must \
be maps or map aliases");let r=s.toJSON(null,t,Map);for(let[o,i]of r)e instanceof Map?e.has(o)||e.set(o,i):e instanceof Set?e.add(o):Object.prototype.hasOwnProperty.
call(e,o)||Object.defineProperty(e,o,{value:i,writable:!0,enumerable:!0,configurable:!0});return e}function gy(t,e){return t&&Wi.isAlias(e)?e.resolve(t.doc,t):e}
Di.addMergeToJSMap=my;Di.isMergeKey=bR;Di.merge=Li});var Dl=O(ky=>{"use strict";var kR=Ol(),yy=Mi(),xR=Fr(),by=se(),Wl=Nn();function vR(t,e,{key:n,value:s}){if(by.isNode(n)&&n.addToJSMap)n.addToJSMap(t,e,s);else if(yy.
isMergeKey(t,n))yy.addMergeToJSMap(t,e,s);else{let r=Wl.toJS(n,"",t);if(e instanceof Map)e.set(r,Wl.toJS(s,r,t));else if(e instanceof Set)e.add(r);else{let o=wR(
n,r,t),i=Wl.toJS(s,o,t);o in e?Object.defineProperty(e,o,{value:i,writable:!0,enumerable:!0,configurable:!0}):e[o]=i}}return e}function wR(t,e,n){if(e===null)return"";
if(typeof e!="object")return String(e);if(by.isNode(t)&&n?.doc){let s=xR.createStringifyContext(n.doc,{});s.anchors=new Set;for(let o of n.anchors.keys())s.anchors.
add(o.anchor);s.inFlow=!0,s.inStringifyKey=!0;let r=t.toString(s);if(!n.mapKeyWarned){let o=JSON.stringify(r);o.length>40&&(o=o.substring(0,36)+'..."'),kR.warn(
n.doc.options.logLevel,`Keys with collection values will be stringified due to JS Object restrictions: ${o}. Set mapAsMap: true to use object keys.`),n.mapKeyWarned=
!0}return r}return JSON.stringify(e)}ky.addPairToJSMap=vR});var Dn=O(Ml=>{"use strict";var xy=Wr(),SR=py(),ER=Dl(),qi=se();function CR(t,e,n){let s=xy.createNode(t,void 0,n),r=xy.createNode(e,void 0,n);return new ji(s,r)}
var ji=class t{constructor(e,n=null){Object.defineProperty(this,qi.NODE_TYPE,{value:qi.PAIR}),this.key=e,this.value=n}clone(e){let{key:n,value:s}=this;return qi.
isNode(n)&&(n=n.clone(e)),qi.isNode(s)&&(s=s.clone(e)),new t(n,s)}toJSON(e,n){let s=n?.mapAsMap?new Map:{};return ER.addPairToJSMap(n,s,this)}toString(e,n,s){return e?.
doc?SR.stringifyPair(this,e,n,s):JSON.stringify(this)}};Ml.Pair=ji;Ml.createPair=CR});var ql=O(wy=>{"use strict";var cs=se(),vy=Fr(),Fi=Dr();function _R(t,e,n){return(e.inFlow??t.flow?TR:AR)(t,e,n)}function AR({comment:t,items:e},n,{blockItemPrefix:s,
flowChars:r,itemIndent:o,onChompKeep:i,onComment:a}){let{indent:c,options:{commentString:l}}=n,d=Object.assign({},n,{indent:o,type:null}),u=!1,p=[];for(let h=0;h<
e.length;++h){let m=e[h],g=null;if(cs.isNode(m))!u&&m.spaceBefore&&p.push(""),Hi(n,p,m.commentBefore,u),m.comment&&(g=m.comment);else if(cs.isPair(m)){let x=cs.
isNode(m.key)?m.key:null;x&&(!u&&x.spaceBefore&&p.push(""),Hi(n,p,x.commentBefore,u))}u=!1;let k=vy.stringify(m,d,()=>g=null,()=>u=!0);g&&(k+=Fi.lineComment(k,o,
l(g))),u&&g&&(u=!1),p.push(s+k)}let f;if(p.length===0)f=r.start+r.end;else{f=p[0];for(let h=1;h<p.length;++h){let m=p[h];f+=m?`
${c}${m}`:`
`}}return t?(f+=`
`+Fi.indentComment(l(t),c),a&&a()):u&&i&&i(),f}function TR({items:t},e,{flowChars:n,itemIndent:s}){let{indent:r,indentStep:o,flowCollectionPadding:i,options:{commentString:a}}=e;
s+=o;let c=Object.assign({},e,{indent:s,inFlow:!0,type:null}),l=!1,d=0,u=[];for(let h=0;h<t.length;++h){let m=t[h],g=null;if(cs.isNode(m))m.spaceBefore&&u.push(
""),Hi(e,u,m.commentBefore,!1),m.comment&&(g=m.comment);else if(cs.isPair(m)){let x=cs.isNode(m.key)?m.key:null;x&&(x.spaceBefore&&u.push(""),Hi(e,u,x.commentBefore,
!1),x.comment&&(l=!0));let E=cs.isNode(m.value)?m.value:null;E?(E.comment&&(g=E.comment),E.commentBefore&&(l=!0)):m.value==null&&x?.comment&&(g=x.comment)}g&&(l=
!0);let k=vy.stringify(m,c,()=>g=null);l||(l=u.length>d||k.includes(`
`)),h<t.length-1?k+=",":e.options.trailingComma&&(e.options.lineWidth>0&&(l||(l=u.reduce((x,E)=>x+E.length+2,2)+(k.length+2)>e.options.lineWidth)),l&&(k+=",")),
g&&(k+=Fi.lineComment(k,s,a(g))),u.push(k),d=u.length}let{start:p,end:f}=n;if(u.length===0)return p+f;if(!l){let h=u.reduce((m,g)=>m+g.length+2,2);l=e.options.lineWidth>
0&&h>e.options.lineWidth}if(l){let h=p;for(let m of u)h+=m?`
${o}${r}${m}`:`
`;return`${h}
${r}${f}`}else return`${p}${i}${u.join(" ")}${i}${f}`}function Hi({indent:t,options:{commentString:e}},n,s,r){if(s&&r&&(s=s.replace(/^\n+/,"")),s){let o=Fi.indentComment(
e(s),t);n.push(o.trimStart())}}wy.stringifyCollection=_R});var qn=O(Fl=>{"use strict";var PR=ql(),RR=Dl(),IR=Ti(),Mn=se(),Vi=Dn(),$R=Pe();function Vr(t,e){let n=Mn.isScalar(e)?e.value:e;for(let s of t)if(Mn.isPair(s)&&(s.
key===e||s.key===n||Mn.isScalar(s.key)&&s.key.value===n))return s}var jl=class extends IR.Collection{static get tagName(){return"tag:yaml.org,2002:map"}constructor(e){
super(Mn.MAP,e),this.items=[]}static from(e,n,s){let{keepUndefined:r,replacer:o}=s,i=new this(e),a=(c,l)=>{if(typeof o=="function")l=o.call(n,c,l);else if(Array.
isArray(o)&&!o.includes(c))return;(l!==void 0||r)&&i.items.push(Vi.createPair(c,l,s))};if(n instanceof Map)for(let[c,l]of n)a(c,l);else if(n&&typeof n=="object")
for(let c of Object.keys(n))a(c,n[c]);return typeof e.sortMapEntries=="function"&&i.items.sort(e.sortMapEntries),i}add(e,n){let s;Mn.isPair(e)?s=e:!e||typeof e!=
"object"||!("key"in e)?s=new Vi.Pair(e,e?.value):s=new Vi.Pair(e.key,e.value);let r=Vr(this.items,s.key),o=this.schema?.sortMapEntries;if(r){if(!n)throw new Error(
`Key ${s.key} already set`);Mn.isScalar(r.value)&&$R.isScalarValue(s.value)?r.value.value=s.value:r.value=s.value}else if(o){let i=this.items.findIndex(a=>o(s,a)<
0);i===-1?this.items.push(s):this.items.splice(i,0,s)}else this.items.push(s)}delete(e){let n=Vr(this.items,e);return n?this.items.splice(this.items.indexOf(n),
1).length>0:!1}get(e,n){let r=Vr(this.items,e)?.value;return(!n&&Mn.isScalar(r)?r.value:r)??void 0}has(e){return!!Vr(this.items,e)}set(e,n){this.add(new Vi.Pair(
e,n),!0)}toJSON(e,n,s){let r=s?new s:n?.mapAsMap?new Map:{};n?.onCreate&&n.onCreate(r);for(let o of this.items)RR.addPairToJSMap(n,r,o);return r}toString(e,n,s){
if(!e)return JSON.stringify(this);for(let r of this.items)if(!Mn.isPair(r))throw new Error(`Map items must all be pairs; found ${JSON.stringify(r)} instead`);return!e.
allNullValues&&this.hasAllNullValues(!1)&&(e=Object.assign({},e,{allNullValues:!0})),PR.stringifyCollection(this,e,{blockItemPrefix:"",flowChars:{start:"{",end:"\
}"},itemIndent:e.indent||"",onChompKeep:s,onComment:n})}};Fl.YAMLMap=jl;Fl.findPair=Vr});var Hs=O(Ey=>{"use strict";var NR=se(),Sy=qn(),OR={collection:"map",default:!0,nodeClass:Sy.YAMLMap,tag:"tag:yaml.org,2002:map",resolve(t,e){return NR.isMap(t)||
e("Expected a mapping for this tag"),t},createNode:(t,e,n)=>Sy.YAMLMap.from(t,e,n)};Ey.map=OR});var jn=O(Cy=>{"use strict";var LR=Wr(),WR=ql(),DR=Ti(),Bi=se(),MR=Pe(),qR=Nn(),Hl=class extends DR.Collection{static get tagName(){return"tag:yaml.org,2002:seq"}constructor(e){
super(Bi.SEQ,e),this.items=[]}add(e){this.items.push(e)}delete(e){let n=Ui(e);return typeof n!="number"?!1:this.items.splice(n,1).length>0}get(e,n){let s=Ui(e);
if(typeof s!="number")return;let r=this.items[s];return!n&&Bi.isScalar(r)?r.value:r}has(e){let n=Ui(e);return typeof n=="number"&&n<this.items.length}set(e,n){let s=Ui(
e);if(typeof s!="number")throw new Error(`Expected a valid index, not ${e}.`);let r=this.items[s];Bi.isScalar(r)&&MR.isScalarValue(n)?r.value=n:this.items[s]=n}toJSON(e,n){
let s=[];n?.onCreate&&n.onCreate(s);let r=0;for(let o of this.items)s.push(qR.toJS(o,String(r++),n));return s}toString(e,n,s){return e?WR.stringifyCollection(this,
e,{blockItemPrefix:"- ",flowChars:{start:"[",end:"]"},itemIndent:(e.indent||"")+"  ",onChompKeep:s,onComment:n}):JSON.stringify(this)}static from(e,n,s){let{replacer:r}=s,
o=new this(e);if(n&&Symbol.iterator in Object(n)){let i=0;for(let a of n){if(typeof r=="function"){let c=n instanceof Set?a:String(i++);a=r.call(n,c,a)}o.items.
push(LR.createNode(a,void 0,s))}}return o}};function Ui(t){let e=Bi.isScalar(t)?t.value:t;return e&&typeof e=="string"&&(e=Number(e)),typeof e=="number"&&Number.
isInteger(e)&&e>=0?e:null}Cy.YAMLSeq=Hl});var Vs=O(Ay=>{"use strict";var jR=se(),_y=jn(),FR={collection:"seq",default:!0,nodeClass:_y.YAMLSeq,tag:"tag:yaml.org,2002:seq",resolve(t,e){return jR.isSeq(t)||
e("Expected a sequence for this tag"),t},createNode:(t,e,n)=>_y.YAMLSeq.from(t,e,n)};Ay.seq=FR});var Ur=O(Ty=>{"use strict";var HR=jr(),VR={identify:t=>typeof t=="string",default:!0,tag:"tag:yaml.org,2002:str",resolve:t=>t,stringify(t,e,n,s){return e=Object.
assign({actualString:!0},e),HR.stringifyString(t,e,n,s)}};Ty.string=VR});var Gi=O(Iy=>{"use strict";var Py=Pe(),Ry={identify:t=>t==null,createNode:()=>new Py.Scalar(null),default:!0,tag:"tag:yaml.org,2002:null",test:/^(?:~|[Nn]ull|NULL)?$/,
resolve:()=>new Py.Scalar(null),stringify:({source:t},e)=>typeof t=="string"&&Ry.test.test(t)?t:e.options.nullStr};Iy.nullTag=Ry});var Vl=O(Ny=>{"use strict";var UR=Pe(),$y={identify:t=>typeof t=="boolean",default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/,resolve:t=>new UR.
Scalar(t[0]==="t"||t[0]==="T"),stringify({source:t,value:e},n){if(t&&$y.test.test(t)){let s=t[0]==="t"||t[0]==="T";if(e===s)return t}return e?n.options.trueStr:
n.options.falseStr}};Ny.boolTag=$y});var Us=O(Oy=>{"use strict";function BR({format:t,minFractionDigits:e,tag:n,value:s}){if(typeof s=="bigint")return String(s);let r=typeof s=="number"?s:Number(s);
if(!isFinite(r))return isNaN(r)?".nan":r<0?"-.inf":".inf";let o=Object.is(s,-0)?"-0":JSON.stringify(s);if(!t&&e&&(!n||n==="tag:yaml.org,2002:float")&&/^-?\d/.test(
o)&&!o.includes("e")){let i=o.indexOf(".");i<0&&(i=o.length,o+=".");let a=e-(o.length-i-1);for(;a-- >0;)o+="0"}return o}Oy.stringifyNumber=BR});var Bl=O(zi=>{"use strict";var GR=Pe(),Ul=Us(),zR={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
resolve:t=>t.slice(-3).toLowerCase()==="nan"?NaN:t[0]==="-"?Number.NEGATIVE_INFINITY:Number.POSITIVE_INFINITY,stringify:Ul.stringifyNumber},KR={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"EXP",test:/^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+$/,resolve:t=>parseFloat(t),stringify(t){
let e=Number(t.value);return isFinite(e)?e.toExponential():Ul.stringifyNumber(t)}},YR={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)$/,
resolve(t){let e=new GR.Scalar(parseFloat(t)),n=t.indexOf(".");return n!==-1&&t[t.length-1]==="0"&&(e.minFractionDigits=t.length-n-1),e},stringify:Ul.stringifyNumber};
zi.float=YR;zi.floatExp=KR;zi.floatNaN=zR});var zl=O(Yi=>{"use strict";var Ly=Us(),Ki=t=>typeof t=="bigint"||Number.isInteger(t),Gl=(t,e,n,{intAsBigInt:s})=>s?BigInt(t):parseInt(t.substring(e),n);function Wy(t,e,n){
let{value:s}=t;return Ki(s)&&s>=0?n+s.toString(e):Ly.stringifyNumber(t)}var XR={identify:t=>Ki(t)&&t>=0,default:!0,tag:"tag:yaml.org,2002:int",format:"OCT",test:/^0o[0-7]+$/,
resolve:(t,e,n)=>Gl(t,2,8,n),stringify:t=>Wy(t,8,"0o")},QR={identify:Ki,default:!0,tag:"tag:yaml.org,2002:int",test:/^[-+]?[0-9]+$/,resolve:(t,e,n)=>Gl(t,0,10,n),
stringify:Ly.stringifyNumber},JR={identify:t=>Ki(t)&&t>=0,default:!0,tag:"tag:yaml.org,2002:int",format:"HEX",test:/^0x[0-9a-fA-F]+$/,resolve:(t,e,n)=>Gl(t,2,16,
n),stringify:t=>Wy(t,16,"0x")};Yi.int=QR;Yi.intHex=JR;Yi.intOct=XR});var My=O(Dy=>{"use strict";var ZR=Hs(),eI=Gi(),tI=Vs(),nI=Ur(),sI=Vl(),Kl=Bl(),Yl=zl(),rI=[ZR.map,tI.seq,nI.string,eI.nullTag,sI.boolTag,Yl.intOct,Yl.int,Yl.intHex,
Kl.floatNaN,Kl.floatExp,Kl.float];Dy.schema=rI});var Fy=O(jy=>{"use strict";var oI=Pe(),iI=Hs(),aI=Vs();function qy(t){return typeof t=="bigint"||Number.isInteger(t)}var Xi=({value:t})=>JSON.stringify(t),cI=[{
identify:t=>typeof t=="string",default:!0,tag:"tag:yaml.org,2002:str",resolve:t=>t,stringify:Xi},{identify:t=>t==null,createNode:()=>new oI.Scalar(null),default:!0,
tag:"tag:yaml.org,2002:null",test:/^null$/,resolve:()=>null,stringify:Xi},{identify:t=>typeof t=="boolean",default:!0,tag:"tag:yaml.org,2002:bool",test:/^true$|^false$/,
resolve:t=>t==="true",stringify:Xi},{identify:qy,default:!0,tag:"tag:yaml.org,2002:int",test:/^-?(?:0|[1-9][0-9]*)$/,resolve:(t,e,{intAsBigInt:n})=>n?BigInt(t):
parseInt(t,10),stringify:({value:t})=>qy(t)?t.toString():JSON.stringify(t)},{identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?$/,
resolve:t=>parseFloat(t),stringify:Xi}],lI={default:!0,tag:"",test:/^/,resolve(t,e){return e(`Unresolved plain scalar ${JSON.stringify(t)}`),t}},dI=[iI.map,aI.seq].
concat(cI,lI);jy.schema=dI});var Ql=O(Hy=>{"use strict";var Br=require("buffer"),Xl=Pe(),uI=jr(),pI={identify:t=>t instanceof Uint8Array,default:!1,tag:"tag:yaml.org,2002:binary",resolve(t,e){
if(typeof Br.Buffer=="function")return Br.Buffer.from(t,"base64");if(typeof atob=="function"){let n=atob(t.replace(/[\n\r]/g,"")),s=new Uint8Array(n.length);for(let r=0;r<
n.length;++r)s[r]=n.charCodeAt(r);return s}else return e("This environment does not support reading binary tags; either Buffer or atob is required"),t},stringify({
comment:t,type:e,value:n},s,r,o){if(!n)return"";let i=n,a;if(typeof Br.Buffer=="function")a=i instanceof Br.Buffer?i.toString("base64"):Br.Buffer.from(i.buffer).
toString("base64");else if(typeof btoa=="function"){let c="";for(let l=0;l<i.length;++l)c+=String.fromCharCode(i[l]);a=btoa(c)}else throw new Error("This enviro\
nment does not support writing binary tags; either Buffer or btoa is required");if(e??(e=Xl.Scalar.BLOCK_LITERAL),e!==Xl.Scalar.QUOTE_DOUBLE){let c=Math.max(s.options.
lineWidth-s.indent.length,s.options.minContentWidth),l=Math.ceil(a.length/c),d=new Array(l);for(let u=0,p=0;u<l;++u,p+=c)d[u]=a.substr(p,c);a=d.join(e===Xl.Scalar.
BLOCK_LITERAL?`
`:" ")}return uI.stringifyString({comment:t,type:e,value:a},s,r,o)}};Hy.binary=pI});var Zi=O(Ji=>{"use strict";var Qi=se(),Jl=Dn(),fI=Pe(),hI=jn();function Vy(t,e){if(Qi.isSeq(t))for(let n=0;n<t.items.length;++n){let s=t.items[n];if(!Qi.isPair(
s)){if(Qi.isMap(s)){s.items.length>1&&e("Each pair must have its own sequence indicator");let r=s.items[0]||new Jl.Pair(new fI.Scalar(null));if(s.commentBefore&&
(r.key.commentBefore=r.key.commentBefore?`${s.commentBefore}
${r.key.commentBefore}`:s.commentBefore),s.comment){let o=r.value??r.key;o.comment=o.comment?`${s.comment}
${o.comment}`:s.comment}s=r}t.items[n]=Qi.isPair(s)?s:new Jl.Pair(s)}}else e("Expected a sequence for this tag");return t}function Uy(t,e,n){let{replacer:s}=n,r=new hI.
YAMLSeq(t);r.tag="tag:yaml.org,2002:pairs";let o=0;if(e&&Symbol.iterator in Object(e))for(let i of e){typeof s=="function"&&(i=s.call(e,String(o++),i));let a,c;
if(Array.isArray(i))if(i.length===2)a=i[0],c=i[1];else throw new TypeError(`Expected [key, value] tuple: ${i}`);else if(i&&i instanceof Object){let l=Object.keys(
i);if(l.length===1)a=l[0],c=i[a];else throw new TypeError(`Expected tuple with one key, not ${l.length} keys`)}else a=i;r.items.push(Jl.createPair(a,c,n))}return r}
var mI={collection:"seq",default:!1,tag:"tag:yaml.org,2002:pairs",resolve:Vy,createNode:Uy};Ji.createPairs=Uy;Ji.pairs=mI;Ji.resolvePairs=Vy});var td=O(ed=>{"use strict";var By=se(),Zl=Nn(),Gr=qn(),gI=jn(),Gy=Zi(),ls=class t extends gI.YAMLSeq{constructor(){super(),this.add=Gr.YAMLMap.prototype.add.bind(
this),this.delete=Gr.YAMLMap.prototype.delete.bind(this),this.get=Gr.YAMLMap.prototype.get.bind(this),this.has=Gr.YAMLMap.prototype.has.bind(this),this.set=Gr.YAMLMap.
prototype.set.bind(this),this.tag=t.tag}toJSON(e,n){if(!n)return super.toJSON(e);let s=new Map;n?.onCreate&&n.onCreate(s);for(let r of this.items){let o,i;if(By.
isPair(r)?(o=Zl.toJS(r.key,"",n),i=Zl.toJS(r.value,o,n)):o=Zl.toJS(r,"",n),s.has(o))throw new Error("Ordered maps must not include duplicate keys");s.set(o,i)}return s}static from(e,n,s){
let r=Gy.createPairs(e,n,s),o=new this;return o.items=r.items,o}};ls.tag="tag:yaml.org,2002:omap";var yI={collection:"seq",identify:t=>t instanceof Map,nodeClass:ls,
default:!1,tag:"tag:yaml.org,2002:omap",resolve(t,e){let n=Gy.resolvePairs(t,e),s=[];for(let{key:r}of n.items)By.isScalar(r)&&(s.includes(r.value)?e(`Ordered ma\
ps must not include duplicate keys: ${r.value}`):s.push(r.value));return Object.assign(new ls,n)},createNode:(t,e,n)=>ls.from(t,e,n)};ed.YAMLOMap=ls;ed.omap=yI});var Qy=O(nd=>{"use strict";var zy=Pe();function Ky({value:t,source:e},n){return e&&(t?Yy:Xy).test.test(e)?e:t?n.options.trueStr:n.options.falseStr}var Yy={identify:t=>t===
!0,default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:Y|y|[Yy]es|YES|[Tt]rue|TRUE|[Oo]n|ON)$/,resolve:()=>new zy.Scalar(!0),stringify:Ky},Xy={identify:t=>t===!1,
default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:N|n|[Nn]o|NO|[Ff]alse|FALSE|[Oo]ff|OFF)$/,resolve:()=>new zy.Scalar(!1),stringify:Ky};nd.falseTag=Xy;nd.trueTag=
Yy});var Jy=O(ea=>{"use strict";var bI=Pe(),sd=Us(),kI={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
resolve:t=>t.slice(-3).toLowerCase()==="nan"?NaN:t[0]==="-"?Number.NEGATIVE_INFINITY:Number.POSITIVE_INFINITY,stringify:sd.stringifyNumber},xI={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"EXP",test:/^[-+]?(?:[0-9][0-9_]*)?(?:\.[0-9_]*)?[eE][-+]?[0-9]+$/,resolve:t=>parseFloat(t.replace(/_/g,
"")),stringify(t){let e=Number(t.value);return isFinite(e)?e.toExponential():sd.stringifyNumber(t)}},vI={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml\
.org,2002:float",test:/^[-+]?(?:[0-9][0-9_]*)?\.[0-9_]*$/,resolve(t){let e=new bI.Scalar(parseFloat(t.replace(/_/g,""))),n=t.indexOf(".");if(n!==-1){let s=t.substring(
n+1).replace(/_/g,"");s[s.length-1]==="0"&&(e.minFractionDigits=s.length)}return e},stringify:sd.stringifyNumber};ea.float=vI;ea.floatExp=xI;ea.floatNaN=kI});var eb=O(Kr=>{"use strict";var Zy=Us(),zr=t=>typeof t=="bigint"||Number.isInteger(t);function ta(t,e,n,{intAsBigInt:s}){let r=t[0];if((r==="-"||r==="+")&&(e+=1),
t=t.substring(e).replace(/_/g,""),s){switch(n){case 2:t=`0b${t}`;break;case 8:t=`0o${t}`;break;case 16:t=`0x${t}`;break}let i=BigInt(t);return r==="-"?BigInt(-1)*
i:i}let o=parseInt(t,n);return r==="-"?-1*o:o}function rd(t,e,n){let{value:s}=t;if(zr(s)){let r=s.toString(e);return s<0?"-"+n+r.substr(1):n+r}return Zy.stringifyNumber(
t)}var wI={identify:zr,default:!0,tag:"tag:yaml.org,2002:int",format:"BIN",test:/^[-+]?0b[0-1_]+$/,resolve:(t,e,n)=>ta(t,2,2,n),stringify:t=>rd(t,2,"0b")},SI={identify:zr,
default:!0,tag:"tag:yaml.org,2002:int",format:"OCT",test:/^[-+]?0[0-7_]+$/,resolve:(t,e,n)=>ta(t,1,8,n),stringify:t=>rd(t,8,"0")},EI={identify:zr,default:!0,tag:"\
tag:yaml.org,2002:int",test:/^[-+]?[0-9][0-9_]*$/,resolve:(t,e,n)=>ta(t,0,10,n),stringify:Zy.stringifyNumber},CI={identify:zr,default:!0,tag:"tag:yaml.org,2002:\
int",format:"HEX",test:/^[-+]?0x[0-9a-fA-F_]+$/,resolve:(t,e,n)=>ta(t,2,16,n),stringify:t=>rd(t,16,"0x")};Kr.int=EI;Kr.intBin=wI;Kr.intHex=CI;Kr.intOct=SI});var id=O(od=>{"use strict";var ra=se(),na=Dn(),sa=qn(),ds=class t extends sa.YAMLMap{constructor(e){super(e),this.tag=t.tag}add(e){let n;ra.isPair(e)?n=e:e&&typeof e==
"object"&&"key"in e&&"value"in e&&e.value===null?n=new na.Pair(e.key,null):n=new na.Pair(e,null),sa.findPair(this.items,n.key)||this.items.push(n)}get(e,n){let s=sa.
findPair(this.items,e);return!n&&ra.isPair(s)?ra.isScalar(s.key)?s.key.value:s.key:s}set(e,n){if(typeof n!="boolean")throw new Error(`Expected boolean value for\
 set(key, value) in a YAML set, not ${typeof n}`);let s=sa.findPair(this.items,e);s&&!n?this.items.splice(this.items.indexOf(s),1):!s&&n&&this.items.push(new na.
Pair(e))}toJSON(e,n){return super.toJSON(e,n,Set)}toString(e,n,s){if(!e)return JSON.stringify(this);if(this.hasAllNullValues(!0))return super.toString(Object.assign(
{},e,{allNullValues:!0}),n,s);throw new Error("Set items must all have null values")}static from(e,n,s){let{replacer:r}=s,o=new this(e);if(n&&Symbol.iterator in
Object(n))for(let i of n)typeof r=="function"&&(i=r.call(n,i,i)),o.items.push(na.createPair(i,null,s));return o}};ds.tag="tag:yaml.org,2002:set";var _I={collection:"\
map",identify:t=>t instanceof Set,nodeClass:ds,default:!1,tag:"tag:yaml.org,2002:set",createNode:(t,e,n)=>ds.from(t,e,n),resolve(t,e){if(ra.isMap(t)){if(t.hasAllNullValues(
!0))return Object.assign(new ds,t);e("Set items must all have null values")}else e("Expected a mapping for this tag");return t}};od.YAMLSet=ds;od.set=_I});var cd=O(oa=>{"use strict";var AI=Us();function ad(t,e){let n=t[0],s=n==="-"||n==="+"?t.substring(1):t,r=i=>e?BigInt(i):Number(i),o=s.replace(/_/g,"").split(":").
reduce((i,a)=>i*r(60)+r(a),r(0));return n==="-"?r(-1)*o:o}function tb(t){let{value:e}=t,n=i=>i;if(typeof e=="bigint")n=i=>BigInt(i);else if(isNaN(e)||!isFinite(
e))return AI.stringifyNumber(t);let s="";e<0&&(s="-",e*=n(-1));let r=n(60),o=[e%r];return e<60?o.unshift(0):(e=(e-o[0])/r,o.unshift(e%r),e>=60&&(e=(e-o[0])/r,o.
unshift(e))),s+o.map(i=>String(i).padStart(2,"0")).join(":").replace(/000000\d*$/,"")}var TI={identify:t=>typeof t=="bigint"||Number.isInteger(t),default:!0,tag:"\
tag:yaml.org,2002:int",format:"TIME",test:/^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+$/,resolve:(t,e,{intAsBigInt:n})=>ad(t,n),stringify:tb},PI={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"TIME",test:/^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*$/,resolve:t=>ad(t,!1),stringify:tb},nb={identify:t=>t instanceof
Date,default:!0,tag:"tag:yaml.org,2002:timestamp",test:RegExp("^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:(?:t|T|[ \\t]+)([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2}(\\.[0-\
9]+)?)(?:[ \\t]*(Z|[-+][012]?[0-9](?::[0-9]{2})?))?)?$"),resolve(t){let e=t.match(nb.test);if(!e)throw new Error("!!timestamp expects a date, starting with yyyy\
-mm-dd");let[,n,s,r,o,i,a]=e.map(Number),c=e[7]?Number((e[7]+"00").substr(1,3)):0,l=Date.UTC(n,s-1,r,o||0,i||0,a||0,c),d=e[8];if(d&&d!=="Z"){let u=ad(d,!1);Math.
abs(u)<30&&(u*=60),l-=6e4*u}return new Date(l)},stringify:({value:t})=>t?.toISOString().replace(/(T00:00:00)?\.000Z$/,"")??""};oa.floatTime=PI;oa.intTime=TI;oa.
timestamp=nb});var ob=O(rb=>{"use strict";var RI=Hs(),II=Gi(),$I=Vs(),NI=Ur(),OI=Ql(),sb=Qy(),ld=Jy(),ia=eb(),LI=Mi(),WI=td(),DI=Zi(),MI=id(),dd=cd(),qI=[RI.map,$I.seq,NI.string,
II.nullTag,sb.trueTag,sb.falseTag,ia.intBin,ia.intOct,ia.int,ia.intHex,ld.floatNaN,ld.floatExp,ld.float,OI.binary,LI.merge,WI.omap,DI.pairs,MI.set,dd.intTime,dd.
floatTime,dd.timestamp];rb.schema=qI});var mb=O(fd=>{"use strict";var lb=Hs(),jI=Gi(),db=Vs(),FI=Ur(),HI=Vl(),ud=Bl(),pd=zl(),VI=My(),UI=Fy(),ub=Ql(),Yr=Mi(),pb=td(),fb=Zi(),ib=ob(),hb=id(),aa=cd(),ab=new Map(
[["core",VI.schema],["failsafe",[lb.map,db.seq,FI.string]],["json",UI.schema],["yaml11",ib.schema],["yaml-1.1",ib.schema]]),cb={binary:ub.binary,bool:HI.boolTag,
float:ud.float,floatExp:ud.floatExp,floatNaN:ud.floatNaN,floatTime:aa.floatTime,int:pd.int,intHex:pd.intHex,intOct:pd.intOct,intTime:aa.intTime,map:lb.map,merge:Yr.
merge,null:jI.nullTag,omap:pb.omap,pairs:fb.pairs,seq:db.seq,set:hb.set,timestamp:aa.timestamp},BI={"tag:yaml.org,2002:binary":ub.binary,"tag:yaml.org,2002:merg\
e":Yr.merge,"tag:yaml.org,2002:omap":pb.omap,"tag:yaml.org,2002:pairs":fb.pairs,"tag:yaml.org,2002:set":hb.set,"tag:yaml.org,2002:timestamp":aa.timestamp};function GI(t,e,n){
let s=ab.get(e);if(s&&!t)return n&&!s.includes(Yr.merge)?s.concat(Yr.merge):s.slice();let r=s;if(!r)if(Array.isArray(t))r=[];else{let o=Array.from(ab.keys()).filter(
i=>i!=="yaml11").map(i=>JSON.stringify(i)).join(", ");throw new Error(`Unknown schema "${e}"; use one of ${o} or define customTags array`)}if(Array.isArray(t))for(let o of t)
r=r.concat(o);else typeof t=="function"&&(r=t(r.slice()));return n&&(r=r.concat(Yr.merge)),r.reduce((o,i)=>{let a=typeof i=="string"?cb[i]:i;if(!a){let c=JSON.stringify(
i),l=Object.keys(cb).map(d=>JSON.stringify(d)).join(", ");throw new Error(`Unknown custom tag ${c}; use one of ${l}`)}return o.includes(a)||o.push(a),o},[])}fd.
coreKnownTags=BI;fd.getTags=GI});var gd=O(gb=>{"use strict";var hd=se(),zI=Hs(),KI=Vs(),YI=Ur(),ca=mb(),XI=(t,e)=>t.key<e.key?-1:t.key>e.key?1:0,md=class t{constructor({compat:e,customTags:n,merge:s,
resolveKnownTags:r,schema:o,sortMapEntries:i,toStringDefaults:a}){this.compat=Array.isArray(e)?ca.getTags(e,"compat"):e?ca.getTags(null,e):null,this.name=typeof o==
"string"&&o||"core",this.knownTags=r?ca.coreKnownTags:{},this.tags=ca.getTags(n,this.name,s),this.toStringOptions=a??null,Object.defineProperty(this,hd.MAP,{value:zI.
map}),Object.defineProperty(this,hd.SCALAR,{value:YI.string}),Object.defineProperty(this,hd.SEQ,{value:KI.seq}),this.sortMapEntries=typeof i=="function"?i:i===!0?
XI:null}clone(){let e=Object.create(t.prototype,Object.getOwnPropertyDescriptors(this));return e.tags=this.tags.slice(),e}};gb.Schema=md});var bb=O(yb=>{"use strict";var QI=se(),yd=Fr(),Xr=Dr();function JI(t,e){let n=[],s=e.directives===!0;if(e.directives!==!1&&t.directives){let c=t.directives.toString(
t);c?(n.push(c),s=!0):t.directives.docStart&&(s=!0)}s&&n.push("---");let r=yd.createStringifyContext(t,e),{commentString:o}=r.options;if(t.commentBefore){n.length!==
1&&n.unshift("");let c=o(t.commentBefore);n.unshift(Xr.indentComment(c,""))}let i=!1,a=null;if(t.contents){if(QI.isNode(t.contents)){if(t.contents.spaceBefore&&
s&&n.push(""),t.contents.commentBefore){let d=o(t.contents.commentBefore);n.push(Xr.indentComment(d,""))}r.forceBlockIndent=!!t.comment,a=t.contents.comment}let c=a?
void 0:()=>i=!0,l=yd.stringify(t.contents,r,()=>a=null,c);a&&(l+=Xr.lineComment(l,"",o(a))),(l[0]==="|"||l[0]===">")&&n[n.length-1]==="---"?n[n.length-1]=`--- ${l}`:
n.push(l)}else n.push(yd.stringify(t.contents,r));if(t.directives?.docEnd)if(t.comment){let c=o(t.comment);c.includes(`
`)?(n.push("..."),n.push(Xr.indentComment(c,""))):n.push(`... ${c}`)}else n.push("...");else{let c=t.comment;c&&i&&(c=c.replace(/^\n+/,"")),c&&((!i||a)&&n[n.length-
1]!==""&&n.push(""),n.push(Xr.indentComment(o(c),"")))}return n.join(`
`)+`
`}yb.stringifyDocument=JI});var Qr=O(kb=>{"use strict";var ZI=Lr(),Bs=Ti(),Tt=se(),e$=Dn(),t$=Nn(),n$=gd(),s$=bb(),bd=Ei(),r$=wl(),o$=Wr(),kd=vl(),xd=class t{constructor(e,n,s){this.commentBefore=
null,this.comment=null,this.errors=[],this.warnings=[],Object.defineProperty(this,Tt.NODE_TYPE,{value:Tt.DOC});let r=null;typeof n=="function"||Array.isArray(n)?
r=n:s===void 0&&n&&(s=n,n=void 0);let o=Object.assign({intAsBigInt:!1,keepSourceTokens:!1,logLevel:"warn",prettyErrors:!0,strict:!0,stringKeys:!1,uniqueKeys:!0,
version:"1.2"},s);this.options=o;let{version:i}=o;s?._directives?(this.directives=s._directives.atDocument(),this.directives.yaml.explicit&&(i=this.directives.yaml.
version)):this.directives=new kd.Directives({version:i}),this.setSchema(i,s),this.contents=e===void 0?null:this.createNode(e,r,s)}clone(){let e=Object.create(t.
prototype,{[Tt.NODE_TYPE]:{value:Tt.DOC}});return e.commentBefore=this.commentBefore,e.comment=this.comment,e.errors=this.errors.slice(),e.warnings=this.warnings.
slice(),e.options=Object.assign({},this.options),this.directives&&(e.directives=this.directives.clone()),e.schema=this.schema.clone(),e.contents=Tt.isNode(this.
contents)?this.contents.clone(e.schema):this.contents,this.range&&(e.range=this.range.slice()),e}add(e){Gs(this.contents)&&this.contents.add(e)}addIn(e,n){Gs(this.
contents)&&this.contents.addIn(e,n)}createAlias(e,n){if(!e.anchor){let s=bd.anchorNames(this);e.anchor=!n||s.has(n)?bd.findNewAnchor(n||"a",s):n}return new ZI.Alias(
e.anchor)}createNode(e,n,s){let r;if(typeof n=="function")e=n.call({"":e},"",e),r=n;else if(Array.isArray(n)){let g=x=>typeof x=="number"||x instanceof String||
x instanceof Number,k=n.filter(g).map(String);k.length>0&&(n=n.concat(k)),r=n}else s===void 0&&n&&(s=n,n=void 0);let{aliasDuplicateObjects:o,anchorPrefix:i,flow:a,
keepUndefined:c,onTagObj:l,tag:d}=s??{},{onAnchor:u,setAnchors:p,sourceObjects:f}=bd.createNodeAnchors(this,i||"a"),h={aliasDuplicateObjects:o??!0,keepUndefined:c??
!1,onAnchor:u,onTagObj:l,replacer:r,schema:this.schema,sourceObjects:f},m=o$.createNode(e,d,h);return a&&Tt.isCollection(m)&&(m.flow=!0),p(),m}createPair(e,n,s={}){
let r=this.createNode(e,null,s),o=this.createNode(n,null,s);return new e$.Pair(r,o)}delete(e){return Gs(this.contents)?this.contents.delete(e):!1}deleteIn(e){return Bs.
isEmptyPath(e)?this.contents==null?!1:(this.contents=null,!0):Gs(this.contents)?this.contents.deleteIn(e):!1}get(e,n){return Tt.isCollection(this.contents)?this.
contents.get(e,n):void 0}getIn(e,n){return Bs.isEmptyPath(e)?!n&&Tt.isScalar(this.contents)?this.contents.value:this.contents:Tt.isCollection(this.contents)?this.
contents.getIn(e,n):void 0}has(e){return Tt.isCollection(this.contents)?this.contents.has(e):!1}hasIn(e){return Bs.isEmptyPath(e)?this.contents!==void 0:Tt.isCollection(
this.contents)?this.contents.hasIn(e):!1}set(e,n){this.contents==null?this.contents=Bs.collectionFromPath(this.schema,[e],n):Gs(this.contents)&&this.contents.set(
e,n)}setIn(e,n){Bs.isEmptyPath(e)?this.contents=n:this.contents==null?this.contents=Bs.collectionFromPath(this.schema,Array.from(e),n):Gs(this.contents)&&this.contents.
setIn(e,n)}setSchema(e,n={}){typeof e=="number"&&(e=String(e));let s;switch(e){case"1.1":this.directives?this.directives.yaml.version="1.1":this.directives=new kd.
Directives({version:"1.1"}),s={resolveKnownTags:!1,schema:"yaml-1.1"};break;case"1.2":case"next":this.directives?this.directives.yaml.version=e:this.directives=
new kd.Directives({version:e}),s={resolveKnownTags:!0,schema:"core"};break;case null:this.directives&&delete this.directives,s=null;break;default:{let r=JSON.stringify(
e);throw new Error(`Expected '1.1', '1.2' or null as first argument, but found: ${r}`)}}if(n.schema instanceof Object)this.schema=n.schema;else if(s)this.schema=
new n$.Schema(Object.assign(s,n));else throw new Error("With a null YAML version, the { schema: Schema } option is required")}toJS({json:e,jsonArg:n,mapAsMap:s,
maxAliasCount:r,onAnchor:o,reviver:i}={}){let a={anchors:new Map,doc:this,keep:!e,mapAsMap:s===!0,mapKeyWarned:!1,maxAliasCount:typeof r=="number"?r:100},c=t$.toJS(
this.contents,n??"",a);if(typeof o=="function")for(let{count:l,res:d}of a.anchors.values())o(d,l);return typeof i=="function"?r$.applyReviver(i,{"":c},"",c):c}toJSON(e,n){
return this.toJS({json:!0,jsonArg:e,mapAsMap:!1,onAnchor:n})}toString(e={}){if(this.errors.length>0)throw new Error("Document with errors cannot be stringified");
if("indent"in e&&(!Number.isInteger(e.indent)||Number(e.indent)<=0)){let n=JSON.stringify(e.indent);throw new Error(`"indent" option must be a positive integer,\
 not ${n}`)}return s$.stringifyDocument(this,e)}};function Gs(t){if(Tt.isCollection(t))return!0;throw new Error("Expected a YAML collection as document contents")}
kb.Document=xd});var eo=O(Zr=>{"use strict";var Jr=class extends Error{constructor(e,n,s,r){super(),this.name=e,this.code=s,this.message=r,this.pos=n}},vd=class extends Jr{constructor(e,n,s){
super("YAMLParseError",e,n,s)}},wd=class extends Jr{constructor(e,n,s){super("YAMLWarning",e,n,s)}},i$=(t,e)=>n=>{if(n.pos[0]===-1)return;n.linePos=n.pos.map(a=>e.
linePos(a));let{line:s,col:r}=n.linePos[0];n.message+=` at line ${s}, column ${r}`;let o=r-1,i=t.substring(e.lineStarts[s-1],e.lineStarts[s]).replace(/[\n\r]+$/,
"");if(o>=60&&i.length>80){let a=Math.min(o-39,i.length-79);i="\u2026"+i.substring(a),o-=a-1}if(i.length>80&&(i=i.substring(0,79)+"\u2026"),s>1&&/^ *$/.test(i.substring(
0,o))){let a=t.substring(e.lineStarts[s-2],e.lineStarts[s-1]);a.length>80&&(a=a.substring(0,79)+`\u2026
`),i=a+i}if(/[^ ]/.test(i)){let a=1,c=n.linePos[1];c?.line===s&&c.col>r&&(a=Math.max(1,Math.min(c.col-r,80-o)));let l=" ".repeat(o)+"^".repeat(a);n.message+=`:

${i}
${l}
`}};Zr.YAMLError=Jr;Zr.YAMLParseError=vd;Zr.YAMLWarning=wd;Zr.prettifyError=i$});var to=O(xb=>{"use strict";function a$(t,{flow:e,indicator:n,next:s,offset:r,onError:o,parentIndent:i,startOnNewline:a}){let c=!1,l=a,d=a,u="",p="",f=!1,h=!1,m=null,
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
start:w??P}}xb.resolveProps=a$});var la=O(vb=>{"use strict";function Sd(t){if(!t)return null;switch(t.type){case"alias":case"scalar":case"double-quoted-scalar":case"single-quoted-scalar":if(t.source.
includes(`
`))return!0;if(t.end){for(let e of t.end)if(e.type==="newline")return!0}return!1;case"flow-collection":for(let e of t.items){for(let n of e.start)if(n.type==="n\
ewline")return!0;if(e.sep){for(let n of e.sep)if(n.type==="newline")return!0}if(Sd(e.key)||Sd(e.value))return!0}return!1;default:return!0}}vb.containsNewline=Sd});var Ed=O(wb=>{"use strict";var c$=la();function l$(t,e,n){if(e?.type==="flow-collection"){let s=e.end[0];s.indent===t&&(s.source==="]"||s.source==="}")&&c$.containsNewline(
e)&&n(s,"BAD_INDENT","Flow end indicator should be more indented than parent",!0)}}wb.flowIndentCheck=l$});var Cd=O(Eb=>{"use strict";var Sb=se();function d$(t,e,n){let{uniqueKeys:s}=t.options;if(s===!1)return!1;let r=typeof s=="function"?s:(o,i)=>o===i||Sb.isScalar(
o)&&Sb.isScalar(i)&&o.value===i.value;return e.some(o=>r(o.key,n))}Eb.mapIncludes=d$});var Rb=O(Pb=>{"use strict";var Cb=Dn(),u$=qn(),_b=to(),p$=la(),Ab=Ed(),f$=Cd(),Tb="All mapping items must start at the same column";function h$({composeNode:t,composeEmptyNode:e},n,s,r,o){
let i=o?.nodeClass??u$.YAMLMap,a=new i(n.schema);n.atRoot&&(n.atRoot=!1);let c=s.offset,l=null;for(let d of s.items){let{start:u,key:p,sep:f,value:h}=d,m=_b.resolveProps(
u,{indicator:"explicit-key-ind",next:p??f?.[0],offset:c,onError:r,parentIndent:s.indent,startOnNewline:!0}),g=!m.found;if(g){if(p&&(p.type==="block-seq"?r(c,"BL\
OCK_AS_IMPLICIT_KEY","A block sequence may not be used as an implicit map key"):"indent"in p&&p.indent!==s.indent&&r(c,"BAD_INDENT",Tb)),!m.anchor&&!m.tag&&!f){
l=m.end,m.comment&&(a.comment?a.comment+=`
`+m.comment:a.comment=m.comment);continue}(m.newlineAfterProp||p$.containsNewline(p))&&r(p??u[u.length-1],"MULTILINE_IMPLICIT_KEY","Implicit keys need to be on \
a single line")}else m.found?.indent!==s.indent&&r(c,"BAD_INDENT",Tb);n.atKey=!0;let k=m.end,x=p?t(n,p,m,r):e(n,k,u,null,m,r);n.schema.compat&&Ab.flowIndentCheck(
s.indent,p,r),n.atKey=!1,f$.mapIncludes(n,a.items,x)&&r(k,"DUPLICATE_KEY","Map keys must be unique");let E=_b.resolveProps(f??[],{indicator:"map-value-ind",next:h,
offset:x.range[2],onError:r,parentIndent:s.indent,startOnNewline:!p||p.type==="block-scalar"});if(c=E.end,E.found){g&&(h?.type==="block-map"&&!E.hasNewline&&r(c,
"BLOCK_AS_IMPLICIT_KEY","Nested mappings are not allowed in compact mappings"),n.options.strict&&m.start<E.found.offset-1024&&r(x.range,"KEY_OVER_1024_CHARS","T\
he : indicator must be at most 1024 chars after the start of an implicit block mapping key"));let S=h?t(n,h,E,r):e(n,c,f,null,E,r);n.schema.compat&&Ab.flowIndentCheck(
s.indent,h,r),c=S.range[2];let w=new Cb.Pair(x,S);n.options.keepSourceTokens&&(w.srcToken=d),a.items.push(w)}else{g&&r(x.range,"MISSING_CHAR","Implicit map keys\
 need to be followed by map values"),E.comment&&(x.comment?x.comment+=`
`+E.comment:x.comment=E.comment);let S=new Cb.Pair(x);n.options.keepSourceTokens&&(S.srcToken=d),a.items.push(S)}}return l&&l<c&&r(l,"IMPOSSIBLE","Map comment w\
ith trailing content"),a.range=[s.offset,c,l??c],a}Pb.resolveBlockMap=h$});var $b=O(Ib=>{"use strict";var m$=jn(),g$=to(),y$=Ed();function b$({composeNode:t,composeEmptyNode:e},n,s,r,o){let i=o?.nodeClass??m$.YAMLSeq,a=new i(n.schema);
n.atRoot&&(n.atRoot=!1),n.atKey&&(n.atKey=!1);let c=s.offset,l=null;for(let{start:d,value:u}of s.items){let p=g$.resolveProps(d,{indicator:"seq-item-ind",next:u,
offset:c,onError:r,parentIndent:s.indent,startOnNewline:!0});if(!p.found)if(p.anchor||p.tag||u)u?.type==="block-seq"?r(p.end,"BAD_INDENT","All sequence items mu\
st start at the same column"):r(c,"MISSING_CHAR","Sequence item without - indicator");else{l=p.end,p.comment&&(a.comment=p.comment);continue}let f=u?t(n,u,p,r):
e(n,p.end,d,null,p,r);n.schema.compat&&y$.flowIndentCheck(s.indent,u,r),c=f.range[2],a.items.push(f)}return a.range=[s.offset,c,l??c],a}Ib.resolveBlockSeq=b$});var zs=O(Nb=>{"use strict";function k$(t,e,n,s){let r="";if(t){let o=!1,i="";for(let a of t){let{source:c,type:l}=a;switch(l){case"space":o=!0;break;case"commen\
t":{n&&!o&&s(a,"MISSING_CHAR","Comments must be separated from other tokens by white space characters");let d=c.substring(1)||" ";r?r+=i+d:r=d,i="";break}case"n\
ewline":r&&(i+=c),o=!0;break;default:s(a,"UNEXPECTED_TOKEN",`Unexpected ${l} at node end`)}e+=c.length}}return{comment:r,offset:e}}Nb.resolveEnd=k$});var Db=O(Wb=>{"use strict";var x$=se(),v$=Dn(),Ob=qn(),w$=jn(),S$=zs(),Lb=to(),E$=la(),C$=Cd(),_d="Block collections are not allowed within flow collections",Ad=t=>t&&
(t.type==="block-map"||t.type==="block-seq");function _$({composeNode:t,composeEmptyNode:e},n,s,r,o){let i=s.start.source==="{",a=i?"flow map":"flow sequence",c=o?.
nodeClass??(i?Ob.YAMLMap:w$.YAMLSeq),l=new c(n.schema);l.flow=!0;let d=n.atRoot;d&&(n.atRoot=!1),n.atKey&&(n.atKey=!1);let u=s.offset+s.start.source.length;for(let g=0;g<
s.items.length;++g){let k=s.items[g],{start:x,key:E,sep:S,value:w}=k,A=Lb.resolveProps(x,{flow:a,indicator:"explicit-key-ind",next:E??S?.[0],offset:u,onError:r,
parentIndent:s.indent,startOnNewline:!1});if(!A.found){if(!A.anchor&&!A.tag&&!S&&!w){g===0&&A.comma?r(A.comma,"UNEXPECTED_TOKEN",`Unexpected , in ${a}`):g<s.items.
length-1&&r(A.start,"UNEXPECTED_TOKEN",`Unexpected empty item in ${a}`),A.comment&&(l.comment?l.comment+=`
`+A.comment:l.comment=A.comment),u=A.end;continue}!i&&n.options.strict&&E$.containsNewline(E)&&r(E,"MULTILINE_IMPLICIT_KEY","Implicit keys of flow sequence pair\
s need to be on a single line")}if(g===0)A.comma&&r(A.comma,"UNEXPECTED_TOKEN",`Unexpected , in ${a}`);else if(A.comma||r(A.start,"MISSING_CHAR",`Missing , betw\
een ${a} items`),A.comment){let P="";e:for(let C of x)switch(C.type){case"comma":case"space":break;case"comment":P=C.source.substring(1);break e;default:break e}
if(P){let C=l.items[l.items.length-1];x$.isPair(C)&&(C=C.value??C.key),C.comment?C.comment+=`
`+P:C.comment=P,A.comment=A.comment.substring(P.length+1)}}if(!i&&!S&&!A.found){let P=w?t(n,w,A,r):e(n,A.end,S,null,A,r);l.items.push(P),u=P.range[2],Ad(w)&&r(P.
range,"BLOCK_IN_FLOW",_d)}else{n.atKey=!0;let P=A.end,C=E?t(n,E,A,r):e(n,P,x,null,A,r);Ad(E)&&r(C.range,"BLOCK_IN_FLOW",_d),n.atKey=!1;let N=Lb.resolveProps(S??
[],{flow:a,indicator:"map-value-ind",next:w,offset:C.range[2],onError:r,parentIndent:s.indent,startOnNewline:!1});if(N.found){if(!i&&!A.found&&n.options.strict){
if(S)for(let D of S){if(D===N.found)break;if(D.type==="newline"){r(D,"MULTILINE_IMPLICIT_KEY","Implicit keys of flow sequence pairs need to be on a single line");
break}}A.start<N.found.offset-1024&&r(N.found,"KEY_OVER_1024_CHARS","The : indicator must be at most 1024 chars after the start of an implicit flow sequence key")}}else
w&&("source"in w&&w.source?.[0]===":"?r(w,"MISSING_CHAR",`Missing space after : in ${a}`):r(N.start,"MISSING_CHAR",`Missing , or : between ${a} items`));let V=w?
t(n,w,N,r):N.found?e(n,N.end,S,null,N,r):null;V?Ad(w)&&r(V.range,"BLOCK_IN_FLOW",_d):N.comment&&(C.comment?C.comment+=`
`+N.comment:C.comment=N.comment);let te=new v$.Pair(C,V);if(n.options.keepSourceTokens&&(te.srcToken=k),i){let D=l;C$.mapIncludes(n,D.items,C)&&r(P,"DUPLICATE_K\
EY","Map keys must be unique"),D.items.push(te)}else{let D=new Ob.YAMLMap(n.schema);D.flow=!0,D.items.push(te);let ge=(V??C).range;D.range=[C.range[0],ge[1],ge[2]],
l.items.push(D)}u=V?V.range[2]:N.end}}let p=i?"}":"]",[f,...h]=s.end,m=u;if(f?.source===p)m=f.offset+f.source.length;else{let g=a[0].toUpperCase()+a.substring(1),
k=d?`${g} must end with a ${p}`:`${g} in block collection must be sufficiently indented and end with a ${p}`;r(u,d?"MISSING_CHAR":"BAD_INDENT",k),f&&f.source.length!==
1&&h.unshift(f)}if(h.length>0){let g=S$.resolveEnd(h,m,n.options.strict,r);g.comment&&(l.comment?l.comment+=`
`+g.comment:l.comment=g.comment),l.range=[s.offset,m,g.offset]}else l.range=[s.offset,m,m];return l}Wb.resolveFlowCollection=_$});var qb=O(Mb=>{"use strict";var A$=se(),T$=Pe(),P$=qn(),R$=jn(),I$=Rb(),$$=$b(),N$=Db();function Td(t,e,n,s,r,o){let i=n.type==="block-map"?I$.resolveBlockMap(t,
e,n,s,o):n.type==="block-seq"?$$.resolveBlockSeq(t,e,n,s,o):N$.resolveFlowCollection(t,e,n,s,o),a=i.constructor;return r==="!"||r===a.tagName?(i.tag=a.tagName,i):
(r&&(i.tag=r),i)}function O$(t,e,n,s,r){let o=s.tag,i=o?e.directives.tagName(o.source,p=>r(o,"TAG_RESOLVE_FAILED",p)):null;if(n.type==="block-seq"){let{anchor:p,
newlineAfterProp:f}=s,h=p&&o?p.offset>o.offset?p:o:p??o;h&&(!f||f.offset<h.offset)&&r(h,"MISSING_CHAR","Missing newline after block sequence props")}let a=n.type===
"block-map"?"map":n.type==="block-seq"?"seq":n.start.source==="{"?"map":"seq";if(!o||!i||i==="!"||i===P$.YAMLMap.tagName&&a==="map"||i===R$.YAMLSeq.tagName&&a===
"seq")return Td(t,e,n,r,i);let c=e.schema.tags.find(p=>p.tag===i&&p.collection===a);if(!c){let p=e.schema.knownTags[i];if(p?.collection===a)e.schema.tags.push(Object.
assign({},p,{default:!1})),c=p;else return p?r(o,"BAD_COLLECTION_TYPE",`${p.tag} used for ${a} collection, but expects ${p.collection??"scalar"}`,!0):r(o,"TAG_R\
ESOLVE_FAILED",`Unresolved tag: ${i}`,!0),Td(t,e,n,r,i)}let l=Td(t,e,n,r,i,c),d=c.resolve?.(l,p=>r(o,"TAG_RESOLVE_FAILED",p),e.options)??l,u=A$.isNode(d)?d:new T$.
Scalar(d);return u.range=l.range,u.tag=i,c?.format&&(u.format=c.format),u}Mb.composeCollection=O$});var Rd=O(jb=>{"use strict";var Pd=Pe();function L$(t,e,n){let s=e.offset,r=W$(e,t.options.strict,n);if(!r)return{value:"",type:null,comment:"",range:[s,s,s]};let o=r.
mode===">"?Pd.Scalar.BLOCK_FOLDED:Pd.Scalar.BLOCK_LITERAL,i=e.source?D$(e.source):[],a=i.length;for(let m=i.length-1;m>=0;--m){let g=i[m][1];if(g===""||g==="\r")
a=m;else break}if(a===0){let m=r.chomp==="+"&&i.length>0?`
`.repeat(Math.max(1,i.length-1)):"",g=s+r.length;return e.source&&(g+=e.source.length),{value:m,type:o,comment:r.comment,range:[s,g,g]}}let c=e.indent+r.indent,
l=e.offset+r.length,d=0;for(let m=0;m<a;++m){let[g,k]=i[m];if(k===""||k==="\r")r.indent===0&&g.length>c&&(c=g.length);else{g.length<c&&n(l+g.length,"MISSING_CHA\
R","Block scalars with more-indented leading empty lines must use an explicit indentation indicator"),r.indent===0&&(c=g.length),d=m,c===0&&!t.atRoot&&n(l,"BAD_\
INDENT","Block scalar values in collections must be indented");break}l+=g.length+k.length+1}for(let m=i.length-1;m>=a;--m)i[m][0].length>c&&(a=m+1);let u="",p="",
f=!1;for(let m=0;m<d;++m)u+=i[m][0].slice(c)+`
`;for(let m=d;m<a;++m){let[g,k]=i[m];l+=g.length+k.length+1;let x=k[k.length-1]==="\r";if(x&&(k=k.slice(0,-1)),k&&g.length<c){let S=`Block scalar lines must not\
 be less indented than their ${r.indent?"explicit indentation indicator":"first line"}`;n(l-k.length-(x?2:1),"BAD_INDENT",S),g=""}o===Pd.Scalar.BLOCK_LITERAL?(u+=
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
`}let h=s+r.length+e.source.length;return{value:u,type:o,comment:r.comment,range:[s,h,h]}}function W$({offset:t,props:e},n,s){if(e[0].type!=="block-scalar-heade\
r")return s(e[0],"IMPOSSIBLE","Block scalar header not found"),null;let{source:r}=e[0],o=r[0],i=0,a="",c=-1;for(let p=1;p<r.length;++p){let f=r[p];if(!a&&(f==="\
-"||f==="+"))a=f;else{let h=Number(f);!i&&h?i=h:c===-1&&(c=t+p)}}c!==-1&&s(c,"UNEXPECTED_TOKEN",`Block scalar header includes extra characters: ${r}`);let l=!1,
d="",u=r.length;for(let p=1;p<e.length;++p){let f=e[p];switch(f.type){case"space":l=!0;case"newline":u+=f.source.length;break;case"comment":n&&!l&&s(f,"MISSING_\
CHAR","Comments must be separated from other tokens by white space characters"),u+=f.source.length,d=f.source.substring(1);break;case"error":s(f,"UNEXPECTED_TOK\
EN",f.message),u+=f.source.length;break;default:{let h=`Unexpected token in block scalar header: ${f.type}`;s(f,"UNEXPECTED_TOKEN",h);let m=f.source;m&&typeof m==
"string"&&(u+=m.length)}}}return{mode:o,indent:i,chomp:a,comment:d,length:u}}function D$(t){let e=t.split(/\n( *)/),n=e[0],s=n.match(/^( *)/),o=[s?.[1]?[s[1],n.
slice(s[1].length)]:["",n]];for(let i=1;i<e.length;i+=2)o.push([e[i],e[i+1]]);return o}jb.resolveBlockScalar=L$});var $d=O(Hb=>{"use strict";var Id=Pe(),M$=zs();function q$(t,e,n){let{offset:s,type:r,source:o,end:i}=t,a,c,l=(p,f,h)=>n(s+p,f,h);switch(r){case"scalar":a=Id.Scalar.
PLAIN,c=j$(o,l);break;case"single-quoted-scalar":a=Id.Scalar.QUOTE_SINGLE,c=F$(o,l);break;case"double-quoted-scalar":a=Id.Scalar.QUOTE_DOUBLE,c=H$(o,l);break;default:
return n(t,"UNEXPECTED_TOKEN",`Expected a flow scalar value, but found: ${r}`),{value:"",type:null,comment:"",range:[s,s+o.length,s+o.length]}}let d=s+o.length,
u=M$.resolveEnd(i,d,e,n);return{value:c,type:a,comment:u.comment,range:[s,d,u.offset]}}function j$(t,e){let n="";switch(t[0]){case"	":n="a tab character";break;case"\
,":n="flow indicator character ,";break;case"%":n="directive indicator character %";break;case"|":case">":{n=`block scalar indicator ${t[0]}`;break}case"@":case"\
`":{n=`reserved character ${t[0]}`;break}}return n&&e(0,"BAD_SCALAR_START",`Plain value cannot start with ${n}`),Fb(t)}function F$(t,e){return(t[t.length-1]!=="\
'"||t.length===1)&&e(t.length,"MISSING_CHAR","Missing closing 'quote"),Fb(t.slice(1,-1)).replace(/''/g,"'")}function Fb(t){let e=/(.*?)\r?\n/sy,n=e.exec(t);if(!n)
return t;let s,r;try{s=new RegExp("(?<![ 	])[ 	]+$"),r=new RegExp("^[ 	]+|(?<![ 	])[ 	]+$","g")}catch{s=/[ \t]+$/,r=/^[ \t]+|[ \t]+$/g}let o=n[1].replace(s,""),
i=" ",a=e.lastIndex;for(;n=e.exec(t);){let l=n[1].replace(r,"");l===""?i===`
`?o+=i:i=`
`:(o+=i+l,i=" "),a=e.lastIndex}let c=/[ \t]*(.*)/sy;return c.lastIndex=a,n=c.exec(t),o+i+(n?.[1]??"")}function H$(t,e){let n="";for(let s=1;s<t.length-1;++s){let r=t[s];
if(!(r==="\r"&&t[s+1]===`
`))if(r===`
`){let{fold:o,offset:i}=V$(t,s);n+=o,s=i}else if(r==="\\"){let o=t[++s],i=U$[o];if(i)n+=i;else if(o===`
`)for(o=t[s+1];o===" "||o==="	";)o=t[++s+1];else if(o==="\r"&&t[s+1]===`
`)for(o=t[++s+1];o===" "||o==="	";)o=t[++s+1];else if(o==="x"||o==="u"||o==="U"){let a=o==="x"?2:o==="u"?4:8;n+=B$(t,s+1,a,e),s+=a}else{let a=t.substr(s-1,2);e(
s-1,"BAD_DQ_ESCAPE",`Invalid escape sequence ${a}`),n+=a}}else if(r===" "||r==="	"){let o=s,i=t[s+1];for(;i===" "||i==="	";)i=t[++s+1];i!==`
`&&!(i==="\r"&&t[s+2]===`
`)&&(n+=s>o?t.slice(o,s+1):r)}else n+=r}return(t[t.length-1]!=='"'||t.length===1)&&e(t.length,"MISSING_CHAR",'Missing closing "quote'),n}function V$(t,e){let n="",
s=t[e+1];for(;(s===" "||s==="	"||s===`
`||s==="\r")&&!(s==="\r"&&t[e+2]!==`
`);)s===`
`&&(n+=`
`),e+=1,s=t[e+1];return n||(n=" "),{fold:n,offset:e}}var U$={0:"\0",a:"\x07",b:"\b",e:"\x1B",f:"\f",n:`
`,r:"\r",t:"	",v:"\v",N:"\x85",_:"\xA0",L:"\u2028",P:"\u2029"," ":" ",'"':'"',"/":"/","\\":"\\","	":"	"};function B$(t,e,n,s){let r=t.substr(e,n),i=r.length===n&&
/^[0-9a-fA-F]+$/.test(r)?parseInt(r,16):NaN;try{return String.fromCodePoint(i)}catch{let a=t.substr(e-2,n+2);return s(e-2,"BAD_DQ_ESCAPE",`Invalid escape sequen\
ce ${a}`),a}}Hb.resolveFlowScalar=q$});var Bb=O(Ub=>{"use strict";var us=se(),Vb=Pe(),G$=Rd(),z$=$d();function K$(t,e,n,s){let{value:r,type:o,comment:i,range:a}=e.type==="block-scalar"?G$.resolveBlockScalar(
t,e,s):z$.resolveFlowScalar(e,t.options.strict,s),c=n?t.directives.tagName(n.source,u=>s(n,"TAG_RESOLVE_FAILED",u)):null,l;t.options.stringKeys&&t.atKey?l=t.schema[us.
SCALAR]:c?l=Y$(t.schema,r,c,n,s):e.type==="scalar"?l=X$(t,r,e,s):l=t.schema[us.SCALAR];let d;try{let u=l.resolve(r,p=>s(n??e,"TAG_RESOLVE_FAILED",p),t.options);
d=us.isScalar(u)?u:new Vb.Scalar(u)}catch(u){let p=u instanceof Error?u.message:String(u);s(n??e,"TAG_RESOLVE_FAILED",p),d=new Vb.Scalar(r)}return d.range=a,d.source=
r,o&&(d.type=o),c&&(d.tag=c),l.format&&(d.format=l.format),i&&(d.comment=i),d}function Y$(t,e,n,s,r){if(n==="!")return t[us.SCALAR];let o=[];for(let a of t.tags)
if(!a.collection&&a.tag===n)if(a.default&&a.test)o.push(a);else return a;for(let a of o)if(a.test?.test(e))return a;let i=t.knownTags[n];return i&&!i.collection?
(t.tags.push(Object.assign({},i,{default:!1,test:void 0})),i):(r(s,"TAG_RESOLVE_FAILED",`Unresolved tag: ${n}`,n!=="tag:yaml.org,2002:str"),t[us.SCALAR])}function X$({
atKey:t,directives:e,schema:n},s,r,o){let i=n.tags.find(a=>(a.default===!0||t&&a.default==="key")&&a.test?.test(s))||n[us.SCALAR];if(n.compat){let a=n.compat.find(
c=>c.default&&c.test?.test(s))??n[us.SCALAR];if(i.tag!==a.tag){let c=e.tagString(i.tag),l=e.tagString(a.tag),d=`Value may be parsed as either ${c} or ${l}`;o(r,
"TAG_RESOLVE_FAILED",d,!0)}}return i}Ub.composeScalar=K$});var zb=O(Gb=>{"use strict";function Q$(t,e,n){if(e){n??(n=e.length);for(let s=n-1;s>=0;--s){let r=e[s];switch(r.type){case"space":case"comment":case"newline":t-=
r.source.length;continue}for(r=e[++s];r?.type==="space";)t+=r.source.length,r=e[++s];break}}return t}Gb.emptyScalarPosition=Q$});var Xb=O(Od=>{"use strict";var J$=Lr(),Z$=se(),eN=qb(),Kb=Bb(),tN=zs(),nN=zb(),sN={composeNode:Yb,composeEmptyNode:Nd};function Yb(t,e,n,s){let r=t.atKey,{spaceBefore:o,
comment:i,anchor:a,tag:c}=n,l,d=!0;switch(e.type){case"alias":l=rN(t,e,s),(a||c)&&s(e,"ALIAS_PROPS","An alias node must not specify any properties");break;case"\
scalar":case"single-quoted-scalar":case"double-quoted-scalar":case"block-scalar":l=Kb.composeScalar(t,e,c,s),a&&(l.anchor=a.source.substring(1));break;case"bloc\
k-map":case"block-seq":case"flow-collection":try{l=eN.composeCollection(sN,t,e,n,s),a&&(l.anchor=a.source.substring(1))}catch(u){let p=u instanceof Error?u.message:
String(u);s(e,"RESOURCE_EXHAUSTION",p)}break;default:{let u=e.type==="error"?e.message:`Unsupported token (type: ${e.type})`;s(e,"UNEXPECTED_TOKEN",u),d=!1}}return l??
(l=Nd(t,e.offset,void 0,null,n,s)),a&&l.anchor===""&&s(a,"BAD_ALIAS","Anchor cannot be an empty string"),r&&t.options.stringKeys&&(!Z$.isScalar(l)||typeof l.value!=
"string"||l.tag&&l.tag!=="tag:yaml.org,2002:str")&&s(c??e,"NON_STRING_KEY","With stringKeys, all keys must be strings"),o&&(l.spaceBefore=!0),i&&(e.type==="scal\
ar"&&e.source===""?l.comment=i:l.commentBefore=i),t.options.keepSourceTokens&&d&&(l.srcToken=e),l}function Nd(t,e,n,s,{spaceBefore:r,comment:o,anchor:i,tag:a,end:c},l){
let d={type:"scalar",offset:nN.emptyScalarPosition(e,n,s),indent:-1,source:""},u=Kb.composeScalar(t,d,a,l);return i&&(u.anchor=i.source.substring(1),u.anchor===
""&&l(i,"BAD_ALIAS","Anchor cannot be an empty string")),r&&(u.spaceBefore=!0),o&&(u.comment=o,u.range[2]=c),u}function rN({options:t},{offset:e,source:n,end:s},r){
let o=new J$.Alias(n.substring(1));o.source===""&&r(e,"BAD_ALIAS","Alias cannot be an empty string"),o.source.endsWith(":")&&r(e+n.length-1,"BAD_ALIAS","Alias e\
nding in : is ambiguous",!0);let i=e+n.length,a=tN.resolveEnd(s,i,t.strict,r);return o.range=[e,i,a.offset],a.comment&&(o.comment=a.comment),o}Od.composeEmptyNode=
Nd;Od.composeNode=Yb});var Zb=O(Jb=>{"use strict";var oN=Qr(),Qb=Xb(),iN=zs(),aN=to();function cN(t,e,{offset:n,start:s,value:r,end:o},i){let a=Object.assign({_directives:e},t),c=new oN.
Document(void 0,a),l={atKey:!1,atRoot:!0,directives:c.directives,options:c.options,schema:c.schema},d=aN.resolveProps(s,{indicator:"doc-start",next:r??o?.[0],offset:n,
onError:i,parentIndent:0,startOnNewline:!0});d.found&&(c.directives.docStart=!0,r&&(r.type==="block-map"||r.type==="block-seq")&&!d.hasNewline&&i(d.end,"MISSING\
_CHAR","Block collection cannot start on same line with directives-end marker")),c.contents=r?Qb.composeNode(l,r,d,i):Qb.composeEmptyNode(l,d.end,s,null,d,i);let u=c.
contents.range[2],p=iN.resolveEnd(o,u,!1,i);return p.comment&&(c.comment=p.comment),c.range=[n,u,p.offset],c}Jb.composeDoc=cN});var Wd=O(nk=>{"use strict";var lN=require("process"),dN=vl(),uN=Qr(),no=eo(),ek=se(),pN=Zb(),fN=zs();function so(t){if(typeof t=="number")return[t,t+1];if(Array.
isArray(t))return t.length===2?t:[t[0],t[1]];let{offset:e,source:n}=t;return[e,e+(typeof n=="string"?n.length:1)]}function tk(t){let e="",n=!1,s=!1;for(let r=0;r<
t.length;++r){let o=t[r];switch(o[0]){case"#":e+=(e===""?"":s?`

`:`
`)+(o.substring(1)||" "),n=!0,s=!1;break;case"%":t[r+1]?.[0]!=="#"&&(r+=1),n=!1;break;default:n||(s=!0),n=!1}}return{comment:e,afterEmptyLine:s}}var Ld=class{constructor(e={}){
this.doc=null,this.atDirectives=!1,this.prelude=[],this.errors=[],this.warnings=[],this.onError=(n,s,r,o)=>{let i=so(n);o?this.warnings.push(new no.YAMLWarning(
i,s,r)):this.errors.push(new no.YAMLParseError(i,s,r))},this.directives=new dN.Directives({version:e.version||"1.2"}),this.options=e}decorate(e,n){let{comment:s,
afterEmptyLine:r}=tk(this.prelude);if(s){let o=e.contents;if(n)e.comment=e.comment?`${e.comment}
${s}`:s;else if(r||e.directives.docStart||!o)e.commentBefore=s;else if(ek.isCollection(o)&&!o.flow&&o.items.length>0){let i=o.items[0];ek.isPair(i)&&(i=i.key);let a=i.
commentBefore;i.commentBefore=a?`${s}
${a}`:s}else{let i=o.commentBefore;o.commentBefore=i?`${s}
${i}`:s}}if(n){for(let o=0;o<this.errors.length;++o)e.errors.push(this.errors[o]);for(let o=0;o<this.warnings.length;++o)e.warnings.push(this.warnings[o])}else e.
errors=this.errors,e.warnings=this.warnings;this.prelude=[],this.errors=[],this.warnings=[]}streamInfo(){return{comment:tk(this.prelude).comment,directives:this.
directives,errors:this.errors,warnings:this.warnings}}*compose(e,n=!1,s=-1){for(let r of e)yield*this.next(r);yield*this.end(n,s)}*next(e){switch(lN.env.LOG_STREAM&&
console.dir(e,{depth:null}),e.type){case"directive":this.directives.add(e.source,(n,s,r)=>{let o=so(e);o[0]+=n,this.onError(o,"BAD_DIRECTIVE",s,r)}),this.prelude.
push(e.source),this.atDirectives=!0;break;case"document":{let n=pN.composeDoc(this.options,this.directives,e,this.onError);this.atDirectives&&!n.directives.docStart&&
this.onError(e,"MISSING_CHAR","Missing directives-end/doc-start indicator line"),this.decorate(n,!1),this.doc&&(yield this.doc),this.doc=n,this.atDirectives=!1;
break}case"byte-order-mark":case"space":break;case"comment":case"newline":this.prelude.push(e.source);break;case"error":{let n=e.source?`${e.message}: ${JSON.stringify(
e.source)}`:e.message,s=new no.YAMLParseError(so(e),"UNEXPECTED_TOKEN",n);this.atDirectives||!this.doc?this.errors.push(s):this.doc.errors.push(s);break}case"do\
c-end":{if(!this.doc){let s="Unexpected doc-end without preceding document";this.errors.push(new no.YAMLParseError(so(e),"UNEXPECTED_TOKEN",s));break}this.doc.directives.
docEnd=!0;let n=fN.resolveEnd(e.end,e.offset+e.source.length,this.doc.options.strict,this.onError);if(this.decorate(this.doc,!0),n.comment){let s=this.doc.comment;
this.doc.comment=s?`${s}
${n.comment}`:n.comment}this.doc.range[2]=n.offset;break}default:this.errors.push(new no.YAMLParseError(so(e),"UNEXPECTED_TOKEN",`Unsupported token ${e.type}`))}}*end(e=!1,n=-1){
if(this.doc)this.decorate(this.doc,!0),yield this.doc,this.doc=null;else if(e){let s=Object.assign({_directives:this.directives},this.options),r=new uN.Document(
void 0,s);this.atDirectives&&this.onError(n,"MISSING_CHAR","Missing directives-end indicator line"),r.range=[0,n,n],this.decorate(r,!1),yield r}}};nk.Composer=Ld});var ok=O(da=>{"use strict";var hN=Rd(),mN=$d(),gN=eo(),sk=jr();function yN(t,e=!0,n){if(t){let s=(r,o,i)=>{let a=typeof r=="number"?r:Array.isArray(r)?r[0]:r.offset;
if(n)n(a,o,i);else throw new gN.YAMLParseError([a,a+1],o,i)};switch(t.type){case"scalar":case"single-quoted-scalar":case"double-quoted-scalar":return mN.resolveFlowScalar(
t,e,s);case"block-scalar":return hN.resolveBlockScalar({options:{strict:e}},t,s)}}return null}function bN(t,e){let{implicitKey:n=!1,indent:s,inFlow:r=!1,offset:o=-1,
type:i="PLAIN"}=e,a=sk.stringifyString({type:i,value:t},{implicitKey:n,indent:s>0?" ".repeat(s):"",inFlow:r,options:{blockQuote:!0,lineWidth:-1}}),c=e.end??[{type:"\
newline",offset:-1,indent:s,source:`
`}];switch(a[0]){case"|":case">":{let l=a.indexOf(`
`),d=a.substring(0,l),u=a.substring(l+1)+`
`,p=[{type:"block-scalar-header",offset:o,indent:s,source:d}];return rk(p,c)||p.push({type:"newline",offset:-1,indent:s,source:`
`}),{type:"block-scalar",offset:o,indent:s,props:p,source:u}}case'"':return{type:"double-quoted-scalar",offset:o,indent:s,source:a,end:c};case"'":return{type:"s\
ingle-quoted-scalar",offset:o,indent:s,source:a,end:c};default:return{type:"scalar",offset:o,indent:s,source:a,end:c}}}function kN(t,e,n={}){let{afterKey:s=!1,implicitKey:r=!1,
inFlow:o=!1,type:i}=n,a="indent"in t?t.indent:null;if(s&&typeof a=="number"&&(a+=2),!i)switch(t.type){case"single-quoted-scalar":i="QUOTE_SINGLE";break;case"dou\
ble-quoted-scalar":i="QUOTE_DOUBLE";break;case"block-scalar":{let l=t.props[0];if(l.type!=="block-scalar-header")throw new Error("Invalid block scalar header");
i=l.source[0]===">"?"BLOCK_FOLDED":"BLOCK_LITERAL";break}default:i="PLAIN"}let c=sk.stringifyString({type:i,value:e},{implicitKey:r||a===null,indent:a!==null&&a>
0?" ".repeat(a):"",inFlow:o,options:{blockQuote:!0,lineWidth:-1}});switch(c[0]){case"|":case">":xN(t,c);break;case'"':Dd(t,c,"double-quoted-scalar");break;case"\
'":Dd(t,c,"single-quoted-scalar");break;default:Dd(t,c,"scalar")}}function xN(t,e){let n=e.indexOf(`
`),s=e.substring(0,n),r=e.substring(n+1)+`
`;if(t.type==="block-scalar"){let o=t.props[0];if(o.type!=="block-scalar-header")throw new Error("Invalid block scalar header");o.source=s,t.source=r}else{let{offset:o}=t,
i="indent"in t?t.indent:-1,a=[{type:"block-scalar-header",offset:o,indent:i,source:s}];rk(a,"end"in t?t.end:void 0)||a.push({type:"newline",offset:-1,indent:i,source:`\

`});for(let c of Object.keys(t))c!=="type"&&c!=="offset"&&delete t[c];Object.assign(t,{type:"block-scalar",indent:i,props:a,source:r})}}function rk(t,e){if(e)for(let n of e)
switch(n.type){case"space":case"comment":t.push(n);break;case"newline":return t.push(n),!0}return!1}function Dd(t,e,n){switch(t.type){case"scalar":case"double-q\
uoted-scalar":case"single-quoted-scalar":t.type=n,t.source=e;break;case"block-scalar":{let s=t.props.slice(1),r=e.length;t.props[0].type==="block-scalar-header"&&
(r-=t.props[0].source.length);for(let o of s)o.offset+=r;delete t.props,Object.assign(t,{type:n,source:e,end:s});break}case"block-map":case"block-seq":{let r={type:"\
newline",offset:t.offset+e.length,indent:t.indent,source:`
`};delete t.items,Object.assign(t,{type:n,source:e,end:[r]});break}default:{let s="indent"in t?t.indent:-1,r="end"in t&&Array.isArray(t.end)?t.end.filter(o=>o.type===
"space"||o.type==="comment"||o.type==="newline"):[];for(let o of Object.keys(t))o!=="type"&&o!=="offset"&&delete t[o];Object.assign(t,{type:n,indent:s,source:e,
end:r})}}}da.createScalarToken=bN;da.resolveAsScalar=yN;da.setScalarValue=kN});var ak=O(ik=>{"use strict";var vN=t=>"type"in t?pa(t):ua(t);function pa(t){switch(t.type){case"block-scalar":{let e="";for(let n of t.props)e+=pa(n);return e+t.
source}case"block-map":case"block-seq":{let e="";for(let n of t.items)e+=ua(n);return e}case"flow-collection":{let e=t.start.source;for(let n of t.items)e+=ua(n);
for(let n of t.end)e+=n.source;return e}case"document":{let e=ua(t);if(t.end)for(let n of t.end)e+=n.source;return e}default:{let e=t.source;if("end"in t&&t.end)
for(let n of t.end)e+=n.source;return e}}}function ua({start:t,key:e,sep:n,value:s}){let r="";for(let o of t)r+=o.source;if(e&&(r+=pa(e)),n)for(let o of n)r+=o.
source;return s&&(r+=pa(s)),r}ik.stringify=vN});var uk=O(dk=>{"use strict";var Md=Symbol("break visit"),wN=Symbol("skip children"),ck=Symbol("remove item");function ps(t,e){"type"in t&&t.type==="document"&&(t=
{start:t.start,value:t.value}),lk(Object.freeze([]),t,e)}ps.BREAK=Md;ps.SKIP=wN;ps.REMOVE=ck;ps.itemAtPath=(t,e)=>{let n=t;for(let[s,r]of e){let o=n?.[s];if(o&&
"items"in o)n=o.items[r];else return}return n};ps.parentCollection=(t,e)=>{let n=ps.itemAtPath(t,e.slice(0,-1)),s=e[e.length-1][0],r=n?.[s];if(r&&"items"in r)return r;
throw new Error("Parent collection not found")};function lk(t,e,n){let s=n(e,t);if(typeof s=="symbol")return s;for(let r of["key","value"]){let o=e[r];if(o&&"it\
ems"in o){for(let i=0;i<o.items.length;++i){let a=lk(Object.freeze(t.concat([[r,i]])),o.items[i],n);if(typeof a=="number")i=a-1;else{if(a===Md)return Md;a===ck&&
(o.items.splice(i,1),i-=1)}}typeof s=="function"&&r==="key"&&(s=s(e,t))}}return typeof s=="function"?s(e,t):s}dk.visit=ps});var fa=O(lt=>{"use strict";var qd=ok(),SN=ak(),EN=uk(),jd="\uFEFF",Fd="",Hd="",Vd="",CN=t=>!!t&&"items"in t,_N=t=>!!t&&(t.type==="scalar"||t.type==="single-q\
uoted-scalar"||t.type==="double-quoted-scalar"||t.type==="block-scalar");function AN(t){switch(t){case jd:return"<BOM>";case Fd:return"<DOC>";case Hd:return"<FL\
OW_END>";case Vd:return"<SCALAR>";default:return JSON.stringify(t)}}function TN(t){switch(t){case jd:return"byte-order-mark";case Fd:return"doc-mode";case Hd:return"\
flow-error-end";case Vd:return"scalar";case"---":return"doc-start";case"...":return"doc-end";case"":case`
`:case`\r
`:return"newline";case"-":return"seq-item-ind";case"?":return"explicit-key-ind";case":":return"map-value-ind";case"{":return"flow-map-start";case"}":return"flow\
-map-end";case"[":return"flow-seq-start";case"]":return"flow-seq-end";case",":return"comma"}switch(t[0]){case" ":case"	":return"space";case"#":return"comment";case"\
%":return"directive-line";case"*":return"alias";case"&":return"anchor";case"!":return"tag";case"'":return"single-quoted-scalar";case'"':return"double-quoted-sca\
lar";case"|":case">":return"block-scalar-header"}return null}lt.createScalarToken=qd.createScalarToken;lt.resolveAsScalar=qd.resolveAsScalar;lt.setScalarValue=qd.
setScalarValue;lt.stringify=SN.stringify;lt.visit=EN.visit;lt.BOM=jd;lt.DOCUMENT=Fd;lt.FLOW_END=Hd;lt.SCALAR=Vd;lt.isCollection=CN;lt.isScalar=_N;lt.prettyToken=
AN;lt.tokenType=TN});var Gd=O(fk=>{"use strict";var ro=fa();function Ot(t){switch(t){case void 0:case" ":case`
`:case"\r":case"	":return!0;default:return!1}}var pk=new Set("0123456789ABCDEFabcdef"),PN=new Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxy\
z-#;/?:@&=+$_.!~*'()"),ha=new Set(",[]{}"),RN=new Set(` ,[]{}
\r	`),Ud=t=>!t||RN.has(t),Bd=class{constructor(){this.atEnd=!1,this.blockScalarIndent=-1,this.blockScalarKeep=!1,this.buffer="",this.flowKey=!1,this.flowLevel=0,
this.indentNext=0,this.indentValue=0,this.lineEndPos=null,this.next=null,this.pos=0}*lex(e,n=!1){if(e){if(typeof e!="string")throw TypeError("source is not a st\
ring");this.buffer=this.buffer?this.buffer+e:e,this.lineEndPos=null}this.atEnd=!n;let s=this.next??"stream";for(;s&&(n||this.hasChars(1));)s=yield*this.parseNext(
s)}atLineEnd(){let e=this.pos,n=this.buffer[e];for(;n===" "||n==="	";)n=this.buffer[++e];return!n||n==="#"||n===`
`?!0:n==="\r"?this.buffer[e+1]===`
`:!1}charAt(e){return this.buffer[this.pos+e]}continueScalar(e){let n=this.buffer[e];if(this.indentNext>0){let s=0;for(;n===" ";)n=this.buffer[++s+e];if(n==="\r"){
let r=this.buffer[s+e+1];if(r===`
`||!r&&!this.atEnd)return e+s+1}return n===`
`||s>=this.indentNext||!n&&!this.atEnd?e+s:-1}if(n==="-"||n==="."){let s=this.buffer.substr(e,3);if((s==="---"||s==="...")&&Ot(this.buffer[e+3]))return-1}return e}getLine(){
let e=this.lineEndPos;return(typeof e!="number"||e!==-1&&e<this.pos)&&(e=this.buffer.indexOf(`
`,this.pos),this.lineEndPos=e),e===-1?this.atEnd?this.buffer.substring(this.pos):null:(this.buffer[e-1]==="\r"&&(e-=1),this.buffer.substring(this.pos,e))}hasChars(e){
return this.pos+e<=this.buffer.length}setNext(e){return this.buffer=this.buffer.substring(this.pos),this.pos=0,this.lineEndPos=null,this.next=e,null}peek(e){return this.
buffer.substr(this.pos,e)}*parseNext(e){switch(e){case"stream":return yield*this.parseStream();case"line-start":return yield*this.parseLineStart();case"block-st\
art":return yield*this.parseBlockStart();case"doc":return yield*this.parseDocument();case"flow":return yield*this.parseFlowCollection();case"quoted-scalar":return yield*this.
parseQuotedScalar();case"block-scalar":return yield*this.parseBlockScalar();case"plain-scalar":return yield*this.parsePlainScalar()}}*parseStream(){let e=this.getLine();
if(e===null)return this.setNext("stream");if(e[0]===ro.BOM&&(yield*this.pushCount(1),e=e.substring(1)),e[0]==="%"){let n=e.length,s=e.indexOf("#");for(;s!==-1;){
let o=e[s-1];if(o===" "||o==="	"){n=s-1;break}else s=e.indexOf("#",s+1)}for(;;){let o=e[n-1];if(o===" "||o==="	")n-=1;else break}let r=(yield*this.pushCount(n))+
(yield*this.pushSpaces(!0));return yield*this.pushCount(e.length-r),this.pushNewline(),"stream"}if(this.atLineEnd()){let n=yield*this.pushSpaces(!0);return yield*this.
pushCount(e.length-n),yield*this.pushNewline(),"stream"}return yield ro.DOCUMENT,yield*this.parseLineStart()}*parseLineStart(){let e=this.charAt(0);if(!e&&!this.
atEnd)return this.setNext("line-start");if(e==="-"||e==="."){if(!this.atEnd&&!this.hasChars(4))return this.setNext("line-start");let n=this.peek(3);if((n==="---"||
n==="...")&&Ot(this.charAt(3)))return yield*this.pushCount(3),this.indentValue=0,this.indentNext=0,n==="---"?"doc":"stream"}return this.indentValue=yield*this.pushSpaces(
!1),this.indentNext>this.indentValue&&!Ot(this.charAt(1))&&(this.indentNext=this.indentValue),yield*this.parseBlockStart()}*parseBlockStart(){let[e,n]=this.peek(
2);if(!n&&!this.atEnd)return this.setNext("block-start");if((e==="-"||e==="?"||e===":")&&Ot(n)){let s=(yield*this.pushCount(1))+(yield*this.pushSpaces(!0));return this.
indentNext=this.indentValue+1,this.indentValue+=s,"block-start"}return"doc"}*parseDocument(){yield*this.pushSpaces(!0);let e=this.getLine();if(e===null)return this.
setNext("doc");let n=yield*this.pushIndicators();switch(e[n]){case"#":yield*this.pushCount(e.length-n);case void 0:return yield*this.pushNewline(),yield*this.parseLineStart();case"\
{":case"[":return yield*this.pushCount(1),this.flowKey=!1,this.flowLevel=1,"flow";case"}":case"]":return yield*this.pushCount(1),"doc";case"*":return yield*this.
pushUntil(Ud),"doc";case'"':case"'":return yield*this.parseQuotedScalar();case"|":case">":return n+=yield*this.parseBlockScalarHeader(),n+=yield*this.pushSpaces(
!0),yield*this.pushCount(e.length-n),yield*this.pushNewline(),yield*this.parseBlockScalar();default:return yield*this.parsePlainScalar()}}*parseFlowCollection(){
let e,n,s=-1;do e=yield*this.pushNewline(),e>0?(n=yield*this.pushSpaces(!1),this.indentValue=s=n):n=0,n+=yield*this.pushSpaces(!0);while(e+n>0);let r=this.getLine();
if(r===null)return this.setNext("flow");if((s!==-1&&s<this.indentNext&&r[0]!=="#"||s===0&&(r.startsWith("---")||r.startsWith("..."))&&Ot(r[3]))&&!(s===this.indentNext-
1&&this.flowLevel===1&&(r[0]==="]"||r[0]==="}")))return this.flowLevel=0,yield ro.FLOW_END,yield*this.parseLineStart();let o=0;for(;r[o]===",";)o+=yield*this.pushCount(
1),o+=yield*this.pushSpaces(!0),this.flowKey=!1;switch(o+=yield*this.pushIndicators(),r[o]){case void 0:return"flow";case"#":return yield*this.pushCount(r.length-
o),"flow";case"{":case"[":return yield*this.pushCount(1),this.flowKey=!1,this.flowLevel+=1,"flow";case"}":case"]":return yield*this.pushCount(1),this.flowKey=!0,
this.flowLevel-=1,this.flowLevel?"flow":"doc";case"*":return yield*this.pushUntil(Ud),"flow";case'"':case"'":return this.flowKey=!0,yield*this.parseQuotedScalar();case"\
:":{let i=this.charAt(1);if(this.flowKey||Ot(i)||i===",")return this.flowKey=!1,yield*this.pushCount(1),yield*this.pushSpaces(!0),"flow"}default:return this.flowKey=
!1,yield*this.parsePlainScalar()}}*parseQuotedScalar(){let e=this.charAt(0),n=this.buffer.indexOf(e,this.pos+1);if(e==="'")for(;n!==-1&&this.buffer[n+1]==="'";)
n=this.buffer.indexOf("'",n+2);else for(;n!==-1;){let o=0;for(;this.buffer[n-1-o]==="\\";)o+=1;if(o%2===0)break;n=this.buffer.indexOf('"',n+1)}let s=this.buffer.
substring(0,n),r=s.indexOf(`
`,this.pos);if(r!==-1){for(;r!==-1;){let o=this.continueScalar(r+1);if(o===-1)break;r=s.indexOf(`
`,o)}r!==-1&&(n=r-(s[r-1]==="\r"?2:1))}if(n===-1){if(!this.atEnd)return this.setNext("quoted-scalar");n=this.buffer.length}return yield*this.pushToIndex(n+1,!1),
this.flowLevel?"flow":"doc"}*parseBlockScalarHeader(){this.blockScalarIndent=-1,this.blockScalarKeep=!1;let e=this.pos;for(;;){let n=this.buffer[++e];if(n==="+")
this.blockScalarKeep=!0;else if(n>"0"&&n<="9")this.blockScalarIndent=Number(n)-1;else if(n!=="-")break}return yield*this.pushUntil(n=>Ot(n)||n==="#")}*parseBlockScalar(){
let e=this.pos-1,n=0,s;e:for(let o=this.pos;s=this.buffer[o];++o)switch(s){case" ":n+=1;break;case`
`:e=o,n=0;break;case"\r":{let i=this.buffer[o+1];if(!i&&!this.atEnd)return this.setNext("block-scalar");if(i===`
`)break}default:break e}if(!s&&!this.atEnd)return this.setNext("block-scalar");if(n>=this.indentNext){this.blockScalarIndent===-1?this.indentNext=n:this.indentNext=
this.blockScalarIndent+(this.indentNext===0?1:this.indentNext);do{let o=this.continueScalar(e+1);if(o===-1)break;e=this.buffer.indexOf(`
`,o)}while(e!==-1);if(e===-1){if(!this.atEnd)return this.setNext("block-scalar");e=this.buffer.length}}let r=e+1;for(s=this.buffer[r];s===" ";)s=this.buffer[++r];
if(s==="	"){for(;s==="	"||s===" "||s==="\r"||s===`
`;)s=this.buffer[++r];e=r-1}else if(!this.blockScalarKeep)do{let o=e-1,i=this.buffer[o];i==="\r"&&(i=this.buffer[--o]);let a=o;for(;i===" ";)i=this.buffer[--o];
if(i===`
`&&o>=this.pos&&o+1+n>a)e=o;else break}while(!0);return yield ro.SCALAR,yield*this.pushToIndex(e+1,!0),yield*this.parseLineStart()}*parsePlainScalar(){let e=this.
flowLevel>0,n=this.pos-1,s=this.pos-1,r;for(;r=this.buffer[++s];)if(r===":"){let o=this.buffer[s+1];if(Ot(o)||e&&ha.has(o))break;n=s}else if(Ot(r)){let o=this.buffer[s+
1];if(r==="\r"&&(o===`
`?(s+=1,r=`
`,o=this.buffer[s+1]):n=s),o==="#"||e&&ha.has(o))break;if(r===`
`){let i=this.continueScalar(s+1);if(i===-1)break;s=Math.max(s,i-2)}}else{if(e&&ha.has(r))break;n=s}return!r&&!this.atEnd?this.setNext("plain-scalar"):(yield ro.
SCALAR,yield*this.pushToIndex(n+1,!0),e?"flow":"doc")}*pushCount(e){return e>0?(yield this.buffer.substr(this.pos,e),this.pos+=e,e):0}*pushToIndex(e,n){let s=this.
buffer.slice(this.pos,e);return s?(yield s,this.pos+=s.length,s.length):(n&&(yield""),0)}*pushIndicators(){let e=0;e:for(;;){switch(this.charAt(0)){case"!":e+=yield*this.
pushTag(),e+=yield*this.pushSpaces(!0);continue e;case"&":e+=yield*this.pushUntil(Ud),e+=yield*this.pushSpaces(!0);continue e;case"-":case"?":case":":{let n=this.
flowLevel>0,s=this.charAt(1);if(Ot(s)||n&&ha.has(s)){n?this.flowKey&&(this.flowKey=!1):this.indentNext=this.indentValue+1,e+=yield*this.pushCount(1),e+=yield*this.
pushSpaces(!0);continue e}}}break e}return e}*pushTag(){if(this.charAt(1)==="<"){let e=this.pos+2,n=this.buffer[e];for(;!Ot(n)&&n!==">";)n=this.buffer[++e];return yield*this.
pushToIndex(n===">"?e+1:e,!1)}else{let e=this.pos+1,n=this.buffer[e];for(;n;)if(PN.has(n))n=this.buffer[++e];else if(n==="%"&&pk.has(this.buffer[e+1])&&pk.has(this.
buffer[e+2]))n=this.buffer[e+=3];else break;return yield*this.pushToIndex(e,!1)}}*pushNewline(){let e=this.buffer[this.pos];return e===`
`?yield*this.pushCount(1):e==="\r"&&this.charAt(1)===`
`?yield*this.pushCount(2):0}*pushSpaces(e){let n=this.pos-1,s;do s=this.buffer[++n];while(s===" "||e&&s==="	");let r=n-this.pos;return r>0&&(yield this.buffer.substr(
this.pos,r),this.pos=n),r}*pushUntil(e){let n=this.pos,s=this.buffer[n];for(;!e(s);)s=this.buffer[++n];return yield*this.pushToIndex(n,!1)}};fk.Lexer=Bd});var Kd=O(hk=>{"use strict";var zd=class{constructor(){this.lineStarts=[],this.addNewLine=e=>this.lineStarts.push(e),this.linePos=e=>{let n=0,s=this.lineStarts.length;
for(;n<s;){let o=n+s>>1;this.lineStarts[o]<e?n=o+1:s=o}if(this.lineStarts[n]===e)return{line:n+1,col:1};if(n===0)return{line:0,col:e};let r=this.lineStarts[n-1];
return{line:n,col:e-r+1}}}};hk.LineCounter=zd});var Xd=O(kk=>{"use strict";var IN=require("process"),mk=fa(),$N=Gd();function Fn(t,e){for(let n=0;n<t.length;++n)if(t[n].type===e)return!0;return!1}function gk(t){
for(let e=0;e<t.length;++e)switch(t[e].type){case"space":case"comment":case"newline":break;default:return e}return-1}function bk(t){switch(t?.type){case"alias":case"\
scalar":case"single-quoted-scalar":case"double-quoted-scalar":case"flow-collection":return!0;default:return!1}}function ma(t){switch(t.type){case"document":return t.
start;case"block-map":{let e=t.items[t.items.length-1];return e.sep??e.start}case"block-seq":return t.items[t.items.length-1].start;default:return[]}}function Ks(t){
if(t.length===0)return[];let e=t.length;e:for(;--e>=0;)switch(t[e].type){case"doc-start":case"explicit-key-ind":case"map-value-ind":case"seq-item-ind":case"newl\
ine":break e}for(;t[++e]?.type==="space";);return t.splice(e,t.length)}function ga(t,e){if(e.length<1e5)Array.prototype.push.apply(t,e);else for(let n=0;n<e.length;++n)
t.push(e[n])}function yk(t){if(t.start.type==="flow-seq-start")for(let e of t.items)e.sep&&!e.value&&!Fn(e.start,"explicit-key-ind")&&!Fn(e.sep,"map-value-ind")&&
(e.key&&(e.value=e.key),delete e.key,bk(e.value)?e.value.end?ga(e.value.end,e.sep):e.value.end=e.sep:ga(e.start,e.sep),delete e.sep)}var Yd=class{constructor(e){
this.atNewLine=!0,this.atScalar=!1,this.indent=0,this.offset=0,this.onKeyLine=!1,this.stack=[],this.source="",this.type="",this.lexer=new $N.Lexer,this.onNewLine=
e}*parse(e,n=!1){this.onNewLine&&this.offset===0&&this.onNewLine(0);for(let s of this.lexer.lex(e,n))yield*this.next(s);n||(yield*this.end())}*next(e){if(this.source=
e,IN.env.LOG_TOKENS&&console.log("|",mk.prettyToken(e)),this.atScalar){this.atScalar=!1,yield*this.step(),this.offset+=e.length;return}let n=mk.tokenType(e);if(n)
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
0),n.type==="flow-collection"&&yk(n),s.type){case"document":s.value=n;break;case"block-scalar":s.props.push(n);break;case"block-map":{let r=s.items[s.items.length-
1];if(r.value){s.items.push({start:[],key:n,sep:[]}),this.onKeyLine=!0;return}else if(r.sep)r.value=n;else{Object.assign(r,{key:n,sep:[]}),this.onKeyLine=!r.explicitKey;
return}break}case"block-seq":{let r=s.items[s.items.length-1];r.value?s.items.push({start:[],value:n}):r.value=n;break}case"flow-collection":{let r=s.items[s.items.
length-1];!r||r.value?s.items.push({start:[],key:n,sep:[]}):r.sep?r.value=n:Object.assign(r,{key:n,sep:[]});return}default:yield*this.pop(),yield*this.pop(n)}if((s.
type==="document"||s.type==="block-map"||s.type==="block-seq")&&(n.type==="block-map"||n.type==="block-seq")){let r=n.items[n.items.length-1];r&&!r.sep&&!r.value&&
r.start.length>0&&gk(r.start)===-1&&(n.indent===0||r.start.every(o=>o.type!=="comment"||o.indent<n.indent))&&(s.type==="document"?s.end=r.start:s.items.push({start:r.
start}),n.items.splice(-1,1))}}}*stream(){switch(this.type){case"directive-line":yield{type:"directive",offset:this.offset,source:this.source};return;case"byte-\
order-mark":case"space":case"comment":case"newline":yield this.sourceToken;return;case"doc-mode":case"doc-start":{let e={type:"document",offset:this.offset,start:[]};
this.type==="doc-start"&&e.start.push(this.sourceToken),this.stack.push(e);return}}yield{type:"error",offset:this.offset,message:`Unexpected ${this.type} token \
in YAML stream`,source:this.source}}*document(e){if(e.value)return yield*this.lineEnd(e);switch(this.type){case"doc-start":{gk(e.start)!==-1?(yield*this.pop(),yield*this.
step()):e.start.push(this.sourceToken);return}case"anchor":case"tag":case"space":case"comment":case"newline":e.start.push(this.sourceToken);return}let n=this.startBlockValue(
e);n?this.stack.push(n):yield{type:"error",offset:this.offset,message:`Unexpected ${this.type} token in YAML document`,source:this.source}}*scalar(e){if(this.type===
"map-value-ind"){let n=ma(this.peek(2)),s=Ks(n),r;e.end?(r=e.end,r.push(this.sourceToken),delete e.end):r=[this.sourceToken];let o={type:"block-map",offset:e.offset,
indent:e.indent,items:[{start:s,key:e,sep:r}]};this.onKeyLine=!0,this.stack[this.stack.length-1]=o}else yield*this.lineEnd(e)}*blockScalar(e){switch(this.type){case"\
space":case"comment":case"newline":e.props.push(this.sourceToken);return;case"scalar":if(e.source=this.source,this.atNewLine=!0,this.indent=0,this.onNewLine){let n=this.
source.indexOf(`
`)+1;for(;n!==0;)this.onNewLine(this.offset+n),n=this.source.indexOf(`
`,n)+1}yield*this.pop();break;default:yield*this.pop(),yield*this.step()}}*blockMap(e){let n=e.items[e.items.length-1];switch(this.type){case"newline":if(this.onKeyLine=
!1,n.value){let s="end"in n.value?n.value.end:void 0;(Array.isArray(s)?s[s.length-1]:void 0)?.type==="comment"?s?.push(this.sourceToken):e.items.push({start:[this.
sourceToken]})}else n.sep?n.sep.push(this.sourceToken):n.start.push(this.sourceToken);return;case"space":case"comment":if(n.value)e.items.push({start:[this.sourceToken]});else if(n.
sep)n.sep.push(this.sourceToken);else{if(this.atIndentedComment(n.start,e.indent)){let r=e.items[e.items.length-2]?.value?.end;if(Array.isArray(r)){ga(r,n.start),
r.push(this.sourceToken),e.items.pop();return}}n.start.push(this.sourceToken)}return}if(this.indent>=e.indent){let s=!this.onKeyLine&&this.indent===e.indent,r=s&&
(n.sep||n.explicitKey)&&this.type!=="seq-item-ind",o=[];if(r&&n.sep&&!n.value){let i=[];for(let a=0;a<n.sep.length;++a){let c=n.sep[a];switch(c.type){case"newli\
ne":i.push(a);break;case"space":break;case"comment":c.indent>e.indent&&(i.length=0);break;default:i.length=0}}i.length>=2&&(o=n.sep.splice(i[1]))}switch(this.type){case"\
anchor":case"tag":r||n.value?(o.push(this.sourceToken),e.items.push({start:o}),this.onKeyLine=!0):n.sep?n.sep.push(this.sourceToken):n.start.push(this.sourceToken);
return;case"explicit-key-ind":!n.sep&&!n.explicitKey?(n.start.push(this.sourceToken),n.explicitKey=!0):r||n.value?(o.push(this.sourceToken),e.items.push({start:o,
explicitKey:!0})):this.stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:[this.sourceToken],explicitKey:!0}]}),this.onKeyLine=!0;
return;case"map-value-ind":if(n.explicitKey)if(n.sep)if(n.value)e.items.push({start:[],key:null,sep:[this.sourceToken]});else if(Fn(n.sep,"map-value-ind"))this.
stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:o,key:null,sep:[this.sourceToken]}]});else if(bk(n.key)&&!Fn(n.sep,"newline")){
let i=Ks(n.start),a=n.key,c=n.sep;c.push(this.sourceToken),delete n.key,delete n.sep,this.stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[
{start:i,key:a,sep:c}]})}else o.length>0?n.sep=n.sep.concat(o,this.sourceToken):n.sep.push(this.sourceToken);else if(Fn(n.start,"newline"))Object.assign(n,{key:null,
sep:[this.sourceToken]});else{let i=Ks(n.start);this.stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:i,key:null,sep:[this.sourceToken]}]})}else
n.sep?n.value||r?e.items.push({start:o,key:null,sep:[this.sourceToken]}):Fn(n.sep,"map-value-ind")?this.stack.push({type:"block-map",offset:this.offset,indent:this.
indent,items:[{start:[],key:null,sep:[this.sourceToken]}]}):n.sep.push(this.sourceToken):Object.assign(n,{key:null,sep:[this.sourceToken]});this.onKeyLine=!0;return;case"\
alias":case"scalar":case"single-quoted-scalar":case"double-quoted-scalar":{let i=this.flowScalar(this.type);r||n.value?(e.items.push({start:o,key:i,sep:[]}),this.
onKeyLine=!0):n.sep?this.stack.push(i):(Object.assign(n,{key:i,sep:[]}),this.onKeyLine=!0);return}default:{let i=this.startBlockValue(e);if(i){if(i.type==="bloc\
k-seq"){if(!n.explicitKey&&n.sep&&!Fn(n.sep,"newline")){yield*this.pop({type:"error",offset:this.offset,message:"Unexpected block-seq-ind on same line with key",
source:this.source});return}}else s&&e.items.push({start:o});this.stack.push(i);return}}}}yield*this.pop(),yield*this.step()}*blockSequence(e){let n=e.items[e.items.
length-1];switch(this.type){case"newline":if(n.value){let s="end"in n.value?n.value.end:void 0;(Array.isArray(s)?s[s.length-1]:void 0)?.type==="comment"?s?.push(
this.sourceToken):e.items.push({start:[this.sourceToken]})}else n.start.push(this.sourceToken);return;case"space":case"comment":if(n.value)e.items.push({start:[
this.sourceToken]});else{if(this.atIndentedComment(n.start,e.indent)){let r=e.items[e.items.length-2]?.value?.end;if(Array.isArray(r)){ga(r,n.start),r.push(this.
sourceToken),e.items.pop();return}}n.start.push(this.sourceToken)}return;case"anchor":case"tag":if(n.value||this.indent<=e.indent)break;n.start.push(this.sourceToken);
return;case"seq-item-ind":if(this.indent!==e.indent)break;n.value||Fn(n.start,"seq-item-ind")?e.items.push({start:[this.sourceToken]}):n.start.push(this.sourceToken);
return}if(this.indent>e.indent){let s=this.startBlockValue(e);if(s){this.stack.push(s);return}}yield*this.pop(),yield*this.step()}*flowCollection(e){let n=e.items[e.
items.length-1];if(this.type==="flow-error-end"){let s;do yield*this.pop(),s=this.peek(1);while(s?.type==="flow-collection")}else if(e.end.length===0){switch(this.
type){case"comma":case"explicit-key-ind":!n||n.sep?e.items.push({start:[this.sourceToken]}):n.start.push(this.sourceToken);return;case"map-value-ind":!n||n.value?
e.items.push({start:[],key:null,sep:[this.sourceToken]}):n.sep?n.sep.push(this.sourceToken):Object.assign(n,{key:null,sep:[this.sourceToken]});return;case"space":case"\
comment":case"newline":case"anchor":case"tag":!n||n.value?e.items.push({start:[this.sourceToken]}):n.sep?n.sep.push(this.sourceToken):n.start.push(this.sourceToken);
return;case"alias":case"scalar":case"single-quoted-scalar":case"double-quoted-scalar":{let r=this.flowScalar(this.type);!n||n.value?e.items.push({start:[],key:r,
sep:[]}):n.sep?this.stack.push(r):Object.assign(n,{key:r,sep:[]});return}case"flow-map-end":case"flow-seq-end":e.end.push(this.sourceToken);return}let s=this.startBlockValue(
e);s?this.stack.push(s):(yield*this.pop(),yield*this.step())}else{let s=this.peek(2);if(s.type==="block-map"&&(this.type==="map-value-ind"&&s.indent===e.indent||
this.type==="newline"&&!s.items[s.items.length-1].sep))yield*this.pop(),yield*this.step();else if(this.type==="map-value-ind"&&s.type!=="flow-collection"){let r=ma(
s),o=Ks(r);yk(e);let i=e.end.splice(1,e.end.length);i.push(this.sourceToken);let a={type:"block-map",offset:e.offset,indent:e.indent,items:[{start:o,key:e,sep:i}]};
this.onKeyLine=!0,this.stack[this.stack.length-1]=a}else yield*this.lineEnd(e)}}flowScalar(e){if(this.onNewLine){let n=this.source.indexOf(`
`)+1;for(;n!==0;)this.onNewLine(this.offset+n),n=this.source.indexOf(`
`,n)+1}return{type:e,offset:this.offset,indent:this.indent,source:this.source}}startBlockValue(e){switch(this.type){case"alias":case"scalar":case"single-quoted-\
scalar":case"double-quoted-scalar":return this.flowScalar(this.type);case"block-scalar-header":return{type:"block-scalar",offset:this.offset,indent:this.indent,
props:[this.sourceToken],source:""};case"flow-map-start":case"flow-seq-start":return{type:"flow-collection",offset:this.offset,indent:this.indent,start:this.sourceToken,
items:[],end:[]};case"seq-item-ind":return{type:"block-seq",offset:this.offset,indent:this.indent,items:[{start:[this.sourceToken]}]};case"explicit-key-ind":{this.
onKeyLine=!0;let n=ma(e),s=Ks(n);return s.push(this.sourceToken),{type:"block-map",offset:this.offset,indent:this.indent,items:[{start:s,explicitKey:!0}]}}case"\
map-value-ind":{this.onKeyLine=!0;let n=ma(e),s=Ks(n);return{type:"block-map",offset:this.offset,indent:this.indent,items:[{start:s,key:null,sep:[this.sourceToken]}]}}}
return null}atIndentedComment(e,n){return this.type!=="comment"||this.indent<=n?!1:e.every(s=>s.type==="newline"||s.type==="space")}*documentEnd(e){this.type!==
"doc-mode"&&(e.end?e.end.push(this.sourceToken):e.end=[this.sourceToken],this.type==="newline"&&(yield*this.pop()))}*lineEnd(e){switch(this.type){case"comma":case"\
doc-start":case"doc-end":case"flow-seq-end":case"flow-map-end":case"map-value-ind":yield*this.pop(),yield*this.step();break;case"newline":this.onKeyLine=!1;default:
e.end?e.end.push(this.sourceToken):e.end=[this.sourceToken],this.type==="newline"&&(yield*this.pop())}}};kk.Parser=Yd});var Ek=O(io=>{"use strict";var xk=Wd(),NN=Qr(),oo=eo(),ON=Ol(),LN=se(),WN=Kd(),vk=Xd();function wk(t){let e=t.prettyErrors!==!1;return{lineCounter:t.lineCounter||
e&&new WN.LineCounter||null,prettyErrors:e}}function DN(t,e={}){let{lineCounter:n,prettyErrors:s}=wk(e),r=new vk.Parser(n?.addNewLine),o=new xk.Composer(e),i=Array.
from(o.compose(r.parse(t)));if(s&&n)for(let a of i)a.errors.forEach(oo.prettifyError(t,n)),a.warnings.forEach(oo.prettifyError(t,n));return i.length>0?i:Object.
assign([],{empty:!0},o.streamInfo())}function Sk(t,e={}){let{lineCounter:n,prettyErrors:s}=wk(e),r=new vk.Parser(n?.addNewLine),o=new xk.Composer(e),i=null;for(let a of o.
compose(r.parse(t),!0,t.length))if(!i)i=a;else if(i.options.logLevel!=="silent"){i.errors.push(new oo.YAMLParseError(a.range.slice(0,2),"MULTIPLE_DOCS","Source \
contains multiple documents; please use YAML.parseAllDocuments()"));break}return s&&n&&(i.errors.forEach(oo.prettifyError(t,n)),i.warnings.forEach(oo.prettifyError(
t,n))),i}function MN(t,e,n){let s;typeof e=="function"?s=e:n===void 0&&e&&typeof e=="object"&&(n=e);let r=Sk(t,n);if(!r)return null;if(r.warnings.forEach(o=>ON.
warn(r.options.logLevel,o)),r.errors.length>0){if(r.options.logLevel!=="silent")throw r.errors[0];r.errors=[]}return r.toJS(Object.assign({reviver:s},n))}function qN(t,e,n){
let s=null;if(typeof e=="function"||Array.isArray(e)?s=e:n===void 0&&e&&(n=e),typeof n=="string"&&(n=n.length),typeof n=="number"){let r=Math.round(n);n=r<1?void 0:
r>8?{indent:8}:{indent:r}}if(t===void 0){let{keepUndefined:r}=n??e??{};if(!r)return}return LN.isDocument(t)&&!s?t.toString(n):new NN.Document(t,s,n).toString(n)}
io.parse=MN;io.parseAllDocuments=DN;io.parseDocument=Sk;io.stringify=qN});var _k=O(ce=>{"use strict";var jN=Wd(),FN=Qr(),HN=gd(),Qd=eo(),VN=Lr(),Hn=se(),UN=Dn(),BN=Pe(),GN=qn(),zN=jn(),KN=fa(),YN=Gd(),XN=Kd(),QN=Xd(),ya=Ek(),Ck=Ir();ce.
Composer=jN.Composer;ce.Document=FN.Document;ce.Schema=HN.Schema;ce.YAMLError=Qd.YAMLError;ce.YAMLParseError=Qd.YAMLParseError;ce.YAMLWarning=Qd.YAMLWarning;ce.
Alias=VN.Alias;ce.isAlias=Hn.isAlias;ce.isCollection=Hn.isCollection;ce.isDocument=Hn.isDocument;ce.isMap=Hn.isMap;ce.isNode=Hn.isNode;ce.isPair=Hn.isPair;ce.isScalar=
Hn.isScalar;ce.isSeq=Hn.isSeq;ce.Pair=UN.Pair;ce.Scalar=BN.Scalar;ce.YAMLMap=GN.YAMLMap;ce.YAMLSeq=zN.YAMLSeq;ce.CST=KN;ce.Lexer=YN.Lexer;ce.LineCounter=XN.LineCounter;
ce.Parser=QN.Parser;ce.parse=ya.parse;ce.parseAllDocuments=ya.parseAllDocuments;ce.parseDocument=ya.parseDocument;ce.stringify=ya.stringify;ce.visit=Ck.visit;ce.
visitAsync=Ck.visitAsync});var Rk={};xa(Rk,{checkGuardFile:()=>ZN,readGuardFile:()=>JN});function JN(t,e){let n=new yt.LineCounter,s=f=>{let{line:h,col:m}=n.linePos(f);return`${e}:${h}:${m}`},
r=(0,yt.parseDocument)(t,{lineCounter:n,prettyErrors:!1,strict:!0,uniqueKeys:!0}),o=r.errors[0]??r.warnings[0];if(o)throw new et(`${s(o.pos[0])}  ${o.message.split(
`
`)[0]}`);let i=(f,h)=>{throw new et(`${s(f?.range?.[0]??0)}  ${h}`)},a=r.contents;if(!(0,yt.isMap)(a))return i(a,'must be a map with "schema: 1"');let c=new Map;
for(let{key:f,value:h}of a.items){let m=(0,yt.isScalar)(f)?String(f.value):"";Ak.includes(m)||i(f,`unknown key "${m}"; there are ${Ak.join(", ")}`),c.set(m,h)}let l=c.
get("schema");(!(0,yt.isScalar)(l)||l.value!==1)&&i(l??a,'must say "schema: 1"');let d=f=>{let h=c.get(f);return h===void 0?[]:(0,yt.isSeq)(h)?(h.items.length>Tk&&
i(h,`${f}: has more than ${Tk} entries`),h.items.map(m=>!(0,yt.isScalar)(m)||typeof m.value!="string"?i(m,`${f}: must hold texts`):{name:m.value,place:s(m.range?.[0]??
0)})):i(h,`${f}: must be a list`)},u=c.get("level"),p=Yn.find(f=>(0,yt.isScalar)(u)&&u.value===f);return u!==void 0&&p===void 0&&i(u,`level: must be one of ${Yn.
join(", ")}`),{level:p,allow:d("allow"),deny:d("deny"),rules:d("rules")}}function ZN({allow:t,deny:e},n){let s=new Map(n.map(r=>[r.id,r]));for(let{name:r,place:o}of[
...t,...e])if(!s.has(r)&&!Pk.includes(r))throw new et(`${o}  there is no rule "${r}"`,"`gatebench guard --list` prints the rules.");for(let{name:r,place:o}of t){
if(s.get(r)?.severity==="catastrophic")throw new et(`${o}  the rule "${r}" is catastrophic and cannot be allowed`);if(Pk.includes(r))throw new et(`${o}  "${r}" \
cannot be allowed: what was not read may be catastrophic`);if(e.some(i=>i.name===r))throw new et(`${o}  the rule "${r}" is both allowed and denied`)}}var yt,Ak,
Tk,Pk,Ik=qe(()=>{"use strict";yt=ru(_k(),1);Ds();Xn();Ak=["schema","level","allow","deny","rules"],Tk=500,Pk=["unreadable-command","unverifiable-command","unpar\
sed-command"]});function eO(t){for(let e=0;e<t.length;e++){let n=t.charCodeAt(e);if(n>=55296&&n<=56319){if(e===t.length-1)return!0;let s=t.charCodeAt(e+1);if(!(s>=56320&&s<=57343))
return!0;e++}else if(n>=56320&&n<=57343)return!0}return!1}function fs(t,e=new Set){if(typeof t=="number"&&isNaN(t))throw new Error("NaN is not allowed");if(typeof t==
"number"&&!isFinite(t))throw new Error("Infinity is not allowed");if(typeof t=="string"&&eO(t))throw new Error("Lone surrogate is not allowed");if(t===null||typeof t!=
"object")return JSON.stringify(t);if(typeof t.toJSON=="function"){if(e.has(t))throw new Error("Circular reference detected");e.add(t);let s=fs(t.toJSON(),e);return e.
delete(t),s}if(e.has(t))throw new Error("Circular reference detected");e.add(t);let n;if(Array.isArray(t))n=`[${t.map(r=>fs(r===void 0||typeof r=="symbol"?null:
r,e)).join(",")}]`;else{let s=[];for(let r of Object.keys(t).sort())t[r]===void 0||typeof t[r]=="symbol"||s.push(`${fs(r)}:${fs(t[r],e)}`);n=`{${s.join(",")}}`}
return e.delete(t),n}var $k=qe(()=>{});function Zd(t){if(Jd(t))return JSON.stringify(t);if(Lk(t))return tO(t);if(Array.isArray(t))return`[${t.map(n=>Ok(n)?"null":Zd(n)).join(",")}]`;let e=fs(t);if(e===
void 0)throw new Error("value has no JSON form");return e}function tO(t){let e="";for(let n of Object.keys(t).sort()){let s=t[n];if(!Ok(s)){if(!n.isWellFormed())
throw new Error("Lone surrogate is not allowed");e+=`${e===""?"{":","}${JSON.stringify(n)}:${Zd(s)}`}}return e===""?"{}":`${e}}`}function Jd(t){switch(typeof t){case"\
string":return t.isWellFormed();case"number":return Number.isFinite(t);case"boolean":return!0;case"object":{if(t===null)return!0;if(Array.isArray(t))return t.every(
Jd);if(!Lk(t))return!1;let e;for(let n of Object.keys(t)){if(e!==void 0&&n<e||!n.isWellFormed()||!Jd(t[n]))return!1;e=n}return!0}default:return!1}}function Lk(t){
if(typeof t!="object"||t===null||"toJSON"in t)return!1;let e=Object.getPrototypeOf(t);return e===Object.prototype||e===null}function eu(t){return(0,Nk.hash)("sh\
a256",t)}function Wk(t){return eu(Zd(t))}var Nk,Ok,Dk=qe(()=>{"use strict";Nk=require("node:crypto");$k();Ok=t=>t===void 0||typeof t=="symbol"});var tu,Mk=qe(()=>{"use strict";tu=({id:t,placeholder:e=`[redacted:${t}#{n}]`},n)=>e.replace("{n}",String(n))});var nO,sO,qk,jk=qe(()=>{"use strict";nO="q8Zr2LmX9vKd4TbN7wYc1HsJ6pGf3QeR5aUiOx0B",sO="9f86d081884c7d659a2feaa0c55ad015",qk=t=>t.replace(/\{(random|RANDOM|hex) (\d+)\}/g,
(e,n,s)=>{let r=(n==="hex"?sO:nO).repeat(3).slice(0,Number(s));return n==="RANDOM"?r.toUpperCase():r})});var rO,oO,iO,Fk,Hk=qe(()=>{"use strict";rO=new Set(["agent app admin build builder circleci codespace coder dev developer docker git jenkins linuxbrew me","name\
 node nobody oracle public root runner runneradmin runner-admin shared default ubuntu user","username users vagrant vscode work workspace you your-name yourname\
 youruser your_user_name"].flatMap(t=>t.split(" "))),oO=/\.(?:png|jpe?g|gif|svg|webp|avif|ico|css|s[ac]ss|less|[cm]?[jt]sx?|json|html?|map|ya?ml|toml|lock|txt|log|xml|service|socket|timer|target|mount|path|plist|tar|gz|tgz|zip|whl|jar|patch|diff|class|java|kt|cpp|hpp)$/i,
iO=/(?:^|[.])(?:example(?:\.(?:com|org|net|edu))?|test|invalid|localhost|local)$/i,Fk=[{id:"email",pattern:/(?<![\w.+%-])[A-Za-z0-9_][\w.+%-]{0,63}@(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,5}[A-Za-z]{2,24}(?![\w@-])/g,
hints:["@"],reach:65,accepts:t=>{let[e,n]=t.split("@");return e===""||/^(?:git|noreply|no-reply|this|super|return|break|continue|root|user|you|name|email|someone)$/i.
test(e)||n==="users.noreply.github.com"||iO.test(n)||oO.test(n)?!1:!/^v?\d{1,9}\.\d/.test(n)&&/\.(?:[a-z]+|[A-Z]+)$/.test(n)},examples:{"Ada <ada.lovelace+x@ana\
lytical.engine.org>,":"Ada <[redacted:email#1]>,","mailto:ada@engine.org?subject=x":"mailto:[redacted:email#1]?subject=x","git@github.com:a/b.git":"git@github.c\
om:a/b.git",'"import pytest\\n@pytest.mark\\ndef"':'"import pytest\\n@pytest.mark\\ndef"',"pkg@1.0.0-beta.rc @scope/pkg icon@2x.png getty@tty1.service this@Oute\
r.run x@example.com":"pkg@1.0.0-beta.rc @scope/pkg icon@2x.png getty@tty1.service this@Outer.run x@example.com"}},{id:"home-user",pattern:/(?:(?<![\w.~-])\/(?:home|Users)\/|\b[A-Za-z]:(?:\\{1,4}|\/)Users(?:\\{1,4}|\/))([A-Za-z0-9_][\w.-]{0,63})(?![\w.-]|\*)/g,
hints:["/home/","/Users/","Users\\",":/Users"],reach:6,accepts:t=>!rO.has(t.toLowerCase()),examples:{"/home/ada/project/a.ts":"/home/[redacted:home-user#1]/proj\
ect/a.ts","at file:///Users/ada.l/x":"at file:///Users/[redacted:home-user#1]/x","C:\\Users\\Ada\\x, C:\\\\Users\\\\Ada\\\\x":"C:\\Users\\[redacted:home-user#1]\\x\
, C:\\\\Users\\\\[redacted:home-user#1]\\\\x","/home/agent/x /home/runner/y src/home/page.ts GET /api/Users/7":"/home/agent/x /home/runner/y src/home/page.ts GE\
T /api/Users/7"}},{id:"ip-address",optional:!0,pattern:/(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w.]*\d)|(?<![\w:.])(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}(?![\w:.])/g,
accepts:t=>!/^(?:127\.|0\.0\.0\.0$|255\.255|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.)/.test(t),examples:{"from 10.20.30.40:443":"from [redacted:ip-address#1]:44\
3","2a00:1450:4001:81b:0:0:0:200e":"[redacted:ip-address#1]","127.0.0.1 1.2.3.4.5 v1.2.3":"127.0.0.1 1.2.3.4.5 v1.2.3"}}]});function Vk(t){let e=new Map;for(let s of t)e.set(s,(e.get(s)??0)+1);let n=0;for(let s of e.values())n-=s/t.length*Math.log2(s/t.length);return n}function Uk(t){
let{least_entropy:e,entropy_above:n,has:s=[],not:r=[],no_end:o}=t;return(i,a)=>o!==void 0&&i.endsWith(o)||r.includes("placeholder")&&cO.test(i)||e!==void 0&&Vk(
i)<e||n!==void 0&&Vk(i)<=n||!s.every(c=>aO[c].test(i))||r.includes("words")&&lO.test(i)?!1:!(r.includes("local-address")&&dO.test(a))}var aO,cO,lO,dO,Bk=qe(()=>{
"use strict";aO={digit:/\d/,letter:/[A-Za-z]/},cO=/^(?:x{3,}|\*{3,}|\.{3,}|0+|1234567\d*|changeme|change_me|password|passwd|secret|token|none|null|undefined|true|false|example|dummy|test(?:ing)?|fake|sample|placeholder|redacted|your[_-].*|my[_-].*|<.*>|\$\{.*\}|\{\{.*\}\}|\$[A-Z_]+|%\(?.*\)?s?|process\.env.*|os\.environ.*|env\..*)$/i,
lO=/^(?:[$<{%]|https?:\/\/|(?:\.{0,2}|~)\/(?:[\w.-]{1,100}\/)+[\w.-]*$|process\.|os\.|env\.|(?:your|my|test|fake|dummy|example|sample|xxx)[_-])|^[./~@#]{0,3}(?:[A-Za-z]{1,40}|v?\d{1,4})(?:[-_./:@ ]{1,2}(?:[A-Za-z]{1,40}\d{0,4}|v?\d{1,4})){0,30}$/i,
dO=/^[^@]*@(?:localhost|127\.0\.0\.1|\[::1\]|(?:[\w-]+\.){0,20}(?:example(?:\.com|\.org|\.net)?|test|invalid|local))\.?(?![\w.-]|:\/\/)/i});var Gk,zk=qe(()=>{"use strict";Gk=JSON.parse(`[{"id":"private-key","patches":"high","pattern":"-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----[A-\
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
":["SORT_KEY=created_at_desc","MAX_TOKENS=128000"]}}]`)});var Kk,Yk=qe(()=>{"use strict";je();Bk();zk();Kk=Gk.map(({pattern:t,flags:e="",accepts:n,...s})=>({...s,pattern:new RegExp(t,`g${e}`),...Z({accepts:n&&Uk(n)})}))});var uO,Xk,Qk=qe(()=>{"use strict";je();jk();Hk();Yk();uO=Kk.flatMap(({id:t,pattern:e,accepts:n,texts:s,examples:r})=>{if(!s)return[];let{field:o,...i}=s,{redacts:a={},
leaves:c=[]}=r,l=[...Object.entries(a),...c.map(d=>[d,d])];return[{id:t,pattern:e,...i,...Z({accepts:n,field:o===void 0?void 0:new RegExp(o,"i")}),examples:Object.
fromEntries(l.map(d=>d.map(qk)))}]}),Xk=[...uO,...Fk]});function Zk(t){let e=new Uint8Array(nu+1),n=new Map,s=Array.from({length:128},()=>[]);for(let o of t)if(o.text.length===1)for(let i of ex(o,o.text))s[i].push({hint:o,
back:0});else for(let[i,a]of fO(o))e[i]=1,n.set(i,[...n.get(i)??[],{hint:o,back:a}]);let r=Uint8Array.from(s,o=>+(o.length>0));return(o,i)=>{let a=Jk,c=(d,u)=>{
for(let{hint:p,back:f}of d){let h=u-f;if(h<0||!hO(o,h,p))continue;if(i.left<=0)return!1;i.left-=1,a===Jk&&(a=new Map);let m=a.get(p.rule);m?m.at(-1)!==h&&m.push(
h):a.set(p.rule,[h])}return!0},l=0;for(let d=0;d<o.length;d++){let u=o.charCodeAt(d)&127;if(l=(l<<6^u)&nu,e[l]!==0&&!c(n.get(l),d)||r[u]!==0&&!c(s[u],d))return}
return a}}function*fO({text:t,fold:e}){let n=[...t.slice(0,3)],s=n.map(c=>ex({fold:e},c));for(;s.length<3;)s.unshift(Array.from({length:128},(c,l)=>l));let r=new Set,
[o=[],i=[],a=[]]=s;for(let c of o)for(let l of i)for(let d of a){let u=((c<<6^l)<<6^d)&nu;r.has(u)||(yield[u,n.length-1]),r.add(u)}}function ex({fold:t},e){let n=e.
charCodeAt(0);return t&&n>=97&&n<=122?[n,n-32]:[n&127]}function hO(t,e,{text:n,fold:s}){return s?t.slice(e,e+n.length).toLowerCase()===n:t.startsWith(n,e)}var Jk,
pO,nu,tx=qe(()=>{"use strict";Jk=new Map,pO=18,nu=2**pO-1});function sx(t,e){let n=t.map(a=>{let c=[...new Set([...a.pattern.flags.replace(/[gy]/g,""),"d"])].join(""),l=`(${a.pattern.source})`,d=`[^]{0,${a.reach??0}}?${l}`;
return{rule:a,near:new RegExp(d,`${c}y`),next:new RegExp(l,`${c}g`)}}),s=({hints:a=[],fold:c=!1},l)=>a.map(d=>({text:d,fold:c,rule:l})),r=Zk(t.flatMap(s)),o=t.findIndex(
({hints:a})=>!a),i=o<0?t.length:o;return(a,c)=>{let l=r(a,c);if(!l)return;let d=[],u;for(let p=l.size>0?0:i;p<n.length;p++){let f=n[p],h=f.rule.hints&&l.get(p);
if(f.rule.hints&&!h)continue;let m=h?gO(f,a,h,e):yO(f,a,e);for(let g of m)u??=new Uint8Array(a.length),!u.subarray(g.from,g.to).includes(1)&&(u.fill(1,g.from,g.
to),d.push(g))}return d.sort((p,f)=>p.from-f.from)}}function gO({rule:t,near:e},n,s,r){let o=[],i=0;for(let a of s){if(a<i)continue;e.lastIndex=Math.max(i,a-(t.
reach??0));let c=e.exec(n);if(!c)continue;let l=rx(t,n,c,i,r);l&&(o.push(l),i=l.to)}return o}function yO({rule:t,next:e},n,s){let r=[];e.lastIndex=0;for(let o=e.
exec(n);o;o=e.exec(n)){o[0]===""&&e.lastIndex++;let i=rx(t,n,o,r.at(-1)?.to??0,s);i&&r.push(i)}return r}function rx(t,e,n,s,r){let[o,i]=n.indices[2]??n.indices[1],
a=t.quotes?-1:e.slice(o,i).indexOf('"'),c=bO(e,Math.max(s,o),a===-1?i:o+a),l=e.slice(c.from,c.to);if(!(l===""||ox(l,r)||t.accepts&&!t.accepts(l,n[1])))return{rule:t,
...c}}function ox(t,e){let n=t.replace(e,"");return n.length<t.length&&n.length<nx}function ix({field:t,accepts:e},n,s,r){return!t||s.length<nx||s.length>mO?!1:
!/\s/.test(s)&&t.test(n)&&!ox(s,r)&&(!e||e(s,s))}function bO(t,e,n){let s=kO(t,e),r=n,o=/\\+u[0-9a-fA-F]{0,3}$/.exec(t.slice(Math.max(s,r-16),r));for(o&&ax.test(
t[r]??"")&&(r-=o[0].length);r>s&&t[r-1]==="\\";)r--;return cx(t,r-1)&&lx(t,r)&&r--,{from:s,to:Math.max(s,r)}}function kO(t,e){let n=e;if(t[n-1]==="\\"){for(;t[n]===
"\\";)n++;return/^u[0-9a-fA-F]{4}$/.test(t.slice(n,n+5))?n+5:'"/bfnrtu'.includes(t[n]??" ")?n+1:n}let s=/\\u([0-9a-fA-F]{0,3})$/.exec(t.slice(Math.max(0,n-5),n));
for(let r=s?4-s[1].length:0;r>0&&ax.test(t[n]??"");r--)n++;return lx(t,n)&&cx(t,n-1)&&n++,n}var nx,mO,ax,cx,lx,dx=qe(()=>{"use strict";tx();nx=12,mO=300;ax=/^[0-9a-fA-F]$/;
cx=(t,e)=>(t.charCodeAt(e)&64512)===55296,lx=(t,e)=>(t.charCodeAt(e)&64512)===56320});function hx(t=AO,e=EO){let n=$O(t),s=sx(t,n),r=Wk([xO,t.map(i=>[i.id,i.pattern.source,i.pattern.flags,i.placeholder??null])]),o=()=>({...TO(t,s,n,e),sha256:r,begin:o});
return o()}function TO(t,e,n,s){let r={left:s},o=PO(),i=(d,u,p)=>{let f=d,h=p==="facts"&&d.length<=CO?{left:4*d.length}:r;for(let m=0;m<vO;m++){let g=e(f,h);if(!g)
return u["too-dense"]=(u["too-dense"]??0)+1,fx;if(g.length===0)return f;f=IO(f,g,(k,x)=>(u[k.id]=(u[k.id]??0)+1,p==="patch"?RO(x,E=>o(k,E)):o(k,x)))}return f},a=(d,u)=>d.
split("/").map(p=>{let f={},h=i(p,f,"facts");if(h===p||ux(h.replace(n,""))!==ux(p))return p;for(let[m,g]of Object.entries(f))u[m]=(u[m]??0)+g;return h}).join("/"),
c=(d,u,p,f)=>typeof d=="string"?i(d,u,f):typeof d!="object"||d===null?d:p>SO?(u["too-deep"]=(u["too-deep"]??0)+1,px):Array.isArray(d)?d.map(h=>c(h,u,p+1,f)):Object.
fromEntries(Object.entries(d).map(([h,m])=>{let g=i(h,u,f);if(f==="facts"&&typeof m=="string"&&_O.has(h))return[g,a(m,u)];let k=c(m,u,p+1,f),x=typeof m=="string"&&
k===m&&t.find(E=>ix(E,h,m,n));return x?(u[x.id]=(u[x.id]??0)+1,[g,o(x,m)]):[g,k]})),l=d=>{let u={};return{value:d(u),found:u}};return{text:(d,u)=>l(p=>i(d,p,u)),
json:(d,u)=>l(p=>c(d,p,0,u))}}function PO(){let t=new Map;return(e,n)=>{let s=t.get(e.id)??new Map;t.set(e.id,s);let r=n.length>64?eu(n):n,o=s.get(r);return o===
void 0&&(o=s.size<wO?s.size+1:0,o>0&&s.set(r,o)),tu(e,o)}}function RO(t,e){let[n="",...s]=t.split(`
`),r=e([n,...s.map(o=>o.slice(1))].join(`
`));return[n===""?"":r,...s.map(o=>`${o.slice(0,1)}${o.length>1?r:""}`)].join(`
`)}function IO(t,e,n){let s=[],r=0;for(let{rule:o,from:i,to:a}of e)s.push(t.slice(r,i),n(o,t.slice(i,a))),r=a;return s.join("")+t.slice(r)}function $O(t){let n=[
...t.map(s=>tu(s,Number.NaN)),px,fx].map(s=>s.replace(/[\\^$.*+?()[\]{}|/-]/g,"\\$&").replace("NaN","\\d{1,9}"));return new RegExp(n.join("|"),"g")}var xO,vO,wO,
SO,px,EO,fx,CO,_O,AO,ux,mx=qe(()=>{"use strict";Dk();Mk();Qk();dx();xO=2,vO=20,wO=2e5,SO=500,px="[redacted:too-deep]",EO=2e6,fx="[redacted:too-dense]",CO=8192,_O=
new Set(["path","old_path"]),AO=Xk.filter(({optional:t})=>!t);ux=t=>t.replace(/[A-Za-z0-9_-]/g,"")});var bx={};xa(bx,{appendLogLine:()=>WO,formatLogLine:()=>yx});function yx({time:t,client:e,verdict:n,rule:s,subject:r}){let{value:o}=hx().text(r.slice(0,NO)),i=o.
length>gx?`${o.slice(0,gx)} \u2026`:o,a=LO.reduce((c,l)=>c.replace(l,"$1[redacted]"),i);return`${t.toISOString()} ${e} ${n} ${s||"-"} ${os(a)}`}function WO(t,e){
let n=`${yx(e)}
`,s=(0,dt.openSync)(t,OO,384);try{if(!(0,dt.fstatSync)(s).isFile())throw Object.assign(new Error(`${t} is not a file`),{code:"not a file"});(0,dt.writeSync)(s,n)}finally{
(0,dt.closeSync)(s)}}var dt,NO,gx,OO,LO,kx=qe(()=>{"use strict";dt=require("node:fs");Ds();mx();NO=64*1024,gx=2e3,OO=dt.constants.O_WRONLY|dt.constants.O_CREAT|
dt.constants.O_APPEND|dt.constants.O_NOFOLLOW|dt.constants.O_NONBLOCK,LO=[/(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@"']*:)[^\s/@"']+(?=@)/gi,/((?:^|\s)(?:-u|-U|--user|--proxy-user)[ =]?["']?[^\s:"'/]+:)[^\s"']+/g,
/((?:^|[\s;&?"'{,])-{0,2}[\w-]*(?:password|passwd|passphrase|secret|token|api[-_]?key)["']?\s*[=: ]\s*["']?)[^\s"'&;$]+/gi,/(\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump|sshpass)\b[^|;&]*?\s-p ?["']?)[^\s"'-][^\s"']*/g]});var QO={};xa(QO,{GuardrailSuite:()=>gi,NON_EMPTY_VALUE:()=>Sa,SEVERITY_ORDER:()=>qt,UNKNOWN_VALUE:()=>b,UNREAD_VALUE:()=>q,codeLanguages:()=>qx,createGuard:()=>Tn,
createShellInvocation:()=>Lt,createShippedGuard:()=>NT,findAffectedPaths:()=>xs,findOriginalPaths:()=>tc,getFindPatterns:()=>zn,guardLevels:()=>Yn,hasFlag:()=>K,
hasKnownShortOptions:()=>wa,hasPathEffects:()=>sc,hasUnreadValue:()=>xe,isDeletingFind:()=>or,isKnownWord:()=>tt,isRemotePath:()=>rr,parseProgramArguments:()=>le,
pathClasses:()=>Ox,pathEffects:()=>Ys,phraseRules:()=>fi,readCode:()=>Ro,readCommand:()=>di,replaceWithUnevaluated:()=>de,replaceWithUnknown:()=>Re,resolveFoundPaths:()=>Kn,
runHook:()=>VO,shippedGuardRules:()=>mi,vocabulary:()=>I});module.exports=Nx(QO);var Q=JSON.parse(`{"arguments":{"grammars":{"git":{"long":["git-dir","work-tree","namespace","exec-path","config-env"]},"git commit":{"short":"mFcCt","long":["m\
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
"]},"http":{"short":"oaA","long":["output","auth","auth-type"]},"ssh":{"short":"iplFoLRDJEbcmWw"},"scp":{"short":"iPFoJclS"},"sftp":{"short":"iPFoJb"},"rsync":{\
"short":"efTBM","long":["rsh","exclude","include","exclude-from","filter","files-from","bwlimit","chmod","chown","backup-dir"]},"ssh-keygen":{"short":"tbCfNPmIV\
nsRF"},"ssh-copy-id":{"short":"ipo"},"nc":{"short":"pwsXxeciqIO","long":["exec","sh-exec","source-port","wait"]},"ncat":{"short":"pwsecigm","long":["exec","sh-e\
xec","lua-exec","proxy"]},"netcat":{"short":"pwsXxeciqIO"},"docker":{"short":"Hcl","long":["host","context","config","log-level"]},"docker run":{"short":"vepulw\
hmc","long":["volume","env","env-file","publish","user","label","workdir","hostname","memory","mount","network","net","name","entrypoint","platform","pid","ipc"\
,"uts","userns","cap-add","cap-drop","security-opt","device","tmpfs","restart","add-host","cpus","gpus","shm-size","volumes-from","cgroupns"]},"docker create":{\
"short":"vepulwhmc","long":["volume","env","env-file","publish","user","label","workdir","hostname","memory","mount","network","net","name","entrypoint","platfo\
rm","pid","ipc","uts","userns","cap-add","cap-drop","security-opt","device","tmpfs","restart","add-host","cpus","gpus","shm-size","volumes-from","cgroupns"]},"p\
odman run":{"short":"vepulwhmc","long":["volume","env","env-file","publish","user","label","workdir","hostname","memory","mount","network","net","name","entrypo\
int","platform","pid","ipc","uts","userns","cap-add","cap-drop","security-opt","device","tmpfs","restart","add-host","cpus","gpus","shm-size","volumes-from","cg\
roupns"]},"podman":{"long":["connection","url","root","log-level"]},"docker compose":{"short":"fp","long":["file","project-name","env-file","profile","project-d\
irectory"]},"docker-compose":{"short":"fp","long":["file","project-name","env-file","profile","project-directory"]},"kubectl":{"short":"nsflocv","long":["namesp\
ace","context","cluster","kubeconfig","user","server","token","as","filename","selector","output","field-selector","grace-period","timeout","container","replica\
s","type","patch"]},"kubectl patch":{"short":"nsflocvp"},"oc patch":{"short":"nsflocvp"},"oc":{"short":"nsflo","long":["namespace","context","cluster","kubeconf\
ig","user","server","token","as","filename","selector","output","field-selector","grace-period","timeout","container","replicas","type","patch"]},"helm":{"short\
":"nfo","long":["namespace","kube-context","kubeconfig","values","set","version","output"]},"aws":{"long":["profile","region","output","endpoint-url","query","c\
li-input-json","ca-bundle"]},"gcloud":{"long":["project","account","configuration","format","region","zone","impersonate-service-account"]},"gsutil":{"short":"o\
h"},"az":{"short":"gnocf","long":["subscription","resource-group","name","output","query","file","container-name","account-name"]},"http.server":{"short":"db","\
long":["directory","bind"]},"b2":{"short":"cm","long":["config","path"]},"s3cmd":{"short":"cm","long":["config","path"]},"s5cmd":{"short":"cm","long":["config",\
"path"]},"megaput":{"short":"cm","long":["config","path"]},"gdrive":{"short":"cm","long":["config","path"]},"storj":{"short":"cm","long":["config","path"]},"upl\
ink":{"short":"cm","long":["config","path"]},"gh":{"short":"RtbFfHXq","long":["repo","branch","title","body","body-file","notes","notes-file","field","raw-field\
","header","method","jq","template","visibility"]},"doctl":{"short":"tc","long":["access-token","context"]},"terraform":{"long":["chdir","target","var","var-fil\
e","state","out"],"single":true},"tofu":{"long":["chdir","target","var","var-file","state","out"],"single":true},"openssl":{"long":["in","out","key","keyout","c\
ert","inkey","passin","passout","pass","CAfile","CA","CAkey","days","subj","newkey","addext","config","extensions","k","K","iv","connect"],"single":true},"find"\
:{"single":true},"go":{"single":true},"vault":{"single":true},"java":{"long":["jar","cp","classpath"],"single":true},"psql":{"short":"hpUdcfovLPRFT","long":["ho\
st","port","username","dbname","command","file","output","variable"]},"dropdb":{"short":"hpU","long":["host","port","username","maintenance-db"]},"mysql":{"shor\
t":"hPuDeS","long":["host","port","user","database","execute","socket"]},"mysqladmin":{"short":"hPuS","long":["host","port","user","socket"]},"redis-cli":{"shor\
t":"hpanu","long":["user","pass"]},"mongosh":{"long":["host","port","eval","username","password","authenticationDatabase","file"]},"npm":{"short":"w","long":["p\
refix","workspace","registry","tag","otp","access","scope","userconfig","loglevel","cache"]},"pnpm":{"short":"CF","long":["dir","filter","registry","tag","otp"]\
},"yarn":{"long":["cwd","registry","tag"]},"cargo":{"short":"pFZj","long":["manifest-path","package","features","target","target-dir","token","registry","color"\
,"jobs"]},"twine":{"short":"urp","long":["username","password","repository","repository-url","config-file"]},"pip":{"short":"ir","long":["index-url","extra-inde\
x-url","target","prefix"]},"sed":{"short":"efl","long":["expression","file"]},"grep":{"short":"efmABCdD","long":["regexp","file","max-count","include","exclude"\
,"exclude-dir","context","color","label"]},"rg":{"short":"efgtTmABCjr","long":["regexp","file","glob","type","max-count","context","replace"]},"awk":{"short":"v\
fF"},"jq":{"long":["indent"]},"tar":{"short":"fCTXI","long":["file","directory","files-from","exclude","exclude-from","use-compress-program","transform"]},"zip"\
:{"short":"xiPt"},"unzip":{"short":"dxP"},"head":{"short":"nc","long":["lines","bytes"]},"tail":{"short":"nc","long":["lines","bytes","pid"]},"cut":{"short":"df\
cb","long":["delimiter","fields","characters","bytes"]},"sort":{"short":"koStT","long":["key","output","field-separator"]},"base64":{"short":"w","long":["wrap"]\
},"xxd":{"short":"lscg"},"od":{"short":"AtNjw"},"split":{"short":"bnla"},"truncate":{"short":"sr","long":["size","reference"]},"cp":{"short":"tS","long":["targe\
t-directory","suffix"]},"mv":{"short":"tS","long":["target-directory","suffix"]},"ln":{"short":"tS","long":["target-directory","suffix"]},"install":{"short":"mo\
gtS","long":["mode","owner","group","target-directory","suffix"]},"shred":{"short":"ns","long":["iterations","size","random-source"]},"chmod":{"long":["referenc\
e"]},"chown":{"long":["reference","from"]},"kill":{"long":["s"],"single":true},"pkill":{"short":"gGPtuUF","long":["signal","parent","euid","uid","group","pgroup\
","session","terminal"],"whole":"signal"},"killall":{"short":"suoyn","long":["signal","user"],"whole":"signal"},"skill":{"short":"tucp","whole":"signal"},"pgrep\
":{"short":"gGPtuUFds","long":["delimiter","parent","euid","uid","group","pgroup","session","terminal","pidfile"],"whole":"signal"},"pidof":{"short":"oS"},"star\
t-stop-daemon":{"short":"xpnusaNRcgrdIkTO","long":["exec","pidfile","name","user","signal","startas","nicelevel","retry","chuid","group","chroot","chdir"]},"use\
radd":{"short":"bcdefgGkKpsuR","long":["groups","gid","shell","home-dir","password","uid","comment"]},"usermod":{"short":"cdefgGlpsuR","long":["groups","gid","s\
hell","home","login","password","uid"]},"systemctl":{"short":"tHMps","long":["host","machine","type","state","signal","kill-who"]},"mount":{"short":"toLU","long\
":["types","options","bind"]},"mkfs":{"short":"tLbN"},"crontab":{"short":"u"},"xargs":{"short":"IndPLsEa"},"gpg":{"short":"oru","long":["output","recipient","lo\
cal-user","passphrase","batch-file"]},"mail":{"short":"sacbrA","long":["subject","attach"]},"mailx":{"short":"sacbrA","long":["subject","attach"]},"s-nail":{"sh\
ort":"sacbrA","long":["subject","attach"]},"mutt":{"short":"sacbeFi"},"neomutt":{"short":"sacbeFi"},"certutil":{"short":"dntis"},"osascript":{"short":"el"},"pin\
g":{"short":"cpisWIt"},"fallocate":{"short":"lo","long":["length","offset"]},"gdb":{"short":"pcx","long":["pid","core","ex","eval-command","command","ix"],"sing\
le":true},"strace":{"short":"peosaPuEI"},"ltrace":{"short":"peosaPuEI"},"ansible":{"short":"aimMulefbt","long":["args","inventory","module-name","user","limit",\
"extra-vars"]},"rclone":{"short":"f","long":["config","transfers","filter"]},"restic":{"short":"rpolHdwmyg","long":["repo","password-file","option","host","tag"\
,"keep-last","keep-tag"]},"borg":{"short":"PaeCcdwmyHo","long":["prefix","glob-archives","exclude","keep-daily","keep-weekly","keep-monthly","keep-last"]},"make\
":{"short":"CfIjloWEO","long":["directory","file","makefile","include-dir","old-file","what-if","eval"]},"gsutil rsync":{"short":"x"},"semantic-release":{"short\
":"brtpe","long":["branches","repository-url","tag-format","plugins","extends"]},"release-it":{"short":"ic","long":["increment","config"]},"etcdctl":{"long":["e\
ndpoints","user","cacert","cert","key"]},"nats":{"short":"s","long":["server","user","password","context","creds"]},"rabbitmqadmin":{"short":"HPVupcN","long":["\
host","port","vhost","username","password","config","node"]},"celery":{"short":"AbQ","long":["app","broker","queues"]},"mke2fs":{"short":"bCdeEfgGiIJLmMNoOrtTUz\
"},"mkfs.ext2":{"short":"bCdeEfgGiIJLmMNoOrtTUz"},"mkfs.ext3":{"short":"bCdeEfgGiIJLmMNoOrtTUz"},"mkfs.ext4":{"short":"bCdeEfgGiIJLmMNoOrtTUz"},"iptables":{"sho\
rt":"tpsdjio","long":["table","protocol","source","destination","jump","dport","sport"]},"client":{"short":"acCgnpotT","long":["app","account","api-key","api-ur\
l","branch","cluster","config","context","email","endpoint","env","environment","format","group","host","hostname","id","key","namespace","org","organization","\
output","owner","password","path","port","profile","project","query","region","repo","repository","resource-group","role","scope","server","service","site","spa\
ce","stack","stage","store","subscription","team","template","timeout","token","url","user","username","version","workspace","zone"]}},"aliases":{"egrep":"grep"\
,"fgrep":"grep","ggrep":"grep","gsed":"sed","gawk":"awk","mawk":"awk","bsdtar":"tar","gtar":"tar","k":"kubectl","mariadb":"mysql","mongo":"mongosh","https":"htt\
p","tofu":"terraform","pip3":"pip","gmake":"make","bao":"vault"},"git_options":{"apply":["exclude","include","stat","binary","numstat","summary","check","index"\
,"intent-to-add","cached","unsafe-paths","apply","3way","whitespace","ignore-space-change","ignore-whitespace","reverse","unidiff-zero","reject","allow-overlap"\
,"verbose","quiet","recount","directory","allow-empty"],"branch":["verbose","quiet","track","set-upstream-to","unset-upstream","color","remotes","contains","wit\
h","without","abbrev","all","delete","move","copy","list","show-current","create-reflog","edit-description","force","merged","column","sort","points-at","ignore\
-case","recurse-submodules","format"],"checkout":["guess","overlay","quiet","recurse-submodules","progress","merge","conflict","detach","track","force","orphan"\
,"overwrite-ignore","ignore-other-worktrees","ours","theirs","patch","ignore-skip-worktree-bits","pathspec-from-file","pathspec-file-nul"],"checkout-index":["al\
l","ignore-skip-worktree-bits","force","quiet","index","stdin","temp","prefix","stage","create"],"clean":["quiet","dry-run","force","interactive","exclude"],"pu\
sh":["verbose","quiet","repo","all","mirror","delete","tags","dry-run","porcelain","force","force-with-lease","force-if-includes","recurse-submodules","thin","r\
eceive-pack","exec","set-upstream","progress","prune","follow-tags","signed","atomic","push-option","ipv4","ipv6","verify"],"read-tree":["index-output","empty",\
"verbose","trivial","aggressive","reset","prefix","exclude-per-directory","dry-run","debug-unpack","recurse-submodules","quiet","sparse-checkout"],"reset":["qui\
et","mixed","soft","hard","merge","keep","recurse-submodules","patch","intent-to-add","pathspec-from-file","pathspec-file-nul","refresh"],"restore":["source","s\
taged","worktree","ignore-unmerged","overlay","quiet","recurse-submodules","progress","merge","conflict","ours","theirs","patch","ignore-skip-worktree-bits","pa\
thspec-from-file","pathspec-file-nul"],"rm":["dry-run","quiet","cached","force","ignore-unmatch","sparse","pathspec-from-file","pathspec-file-nul"],"switch":["c\
reate","force-create","guess","discard-changes","quiet","recurse-submodules","progress","merge","conflict","detach","track","force","orphan","overwrite-ignore",\
"ignore-other-worktrees"]},"dry_runs":{"git push":{"flags":["-n","--dry-run"]},"git clean":{"flags":["-n","--dry-run"]},"git rm":{"flags":["-n","--dry-run"]},"g\
it mv":{"flags":["-n","--dry-run"]},"git add":{"flags":["-n","--dry-run"]},"git prune":{"flags":["-n","--dry-run"]},"git read-tree":{"flags":["-n","--dry-run"]}\
,"git reflog expire":{"flags":["-n","--dry-run"]},"git reflog delete":{"flags":["-n","--dry-run"]},"git worktree prune":{"flags":["-n","--dry-run"]},"git remote\
 prune":{"flags":["-n","--dry-run"]},"git notes prune":{"flags":["-n","--dry-run"]},"rsync":{"flags":["-n","--dry-run"]},"rclone":{"flags":["-n","--dry-run"]},"\
restic forget":{"flags":["-n","--dry-run"]},"restic prune":{"flags":["-n","--dry-run"]},"restic backup":{"flags":["-n","--dry-run"]},"restic rewrite":{"flags":[\
"-n","--dry-run"]},"borg delete":{"flags":["-n","--dry-run"]},"borg prune":{"flags":["-n","--dry-run"]},"borg create":{"flags":["-n","--dry-run"]},"borg extract\
":{"flags":["-n","--dry-run"]},"s3cmd":{"flags":["-n","--dry-run"]},"cargo publish":{"flags":["-n","--dry-run"]},"git commit":{"flags":["--dry-run"]},"git fetch\
":{"flags":["--dry-run"]},"git pull":{"flags":["--dry-run"]},"git send-pack":{"flags":["--dry-run"]},"git filter-repo":{"flags":["--dry-run"]},"duplicity":{"fla\
gs":["--dry-run"]},"pgbackrest expire":{"flags":["--dry-run"]},"aws ec2":{"flags":["--dry-run"]},"gcloud storage":{"flags":["--dry-run"]},"s5cmd":{"flags":["--d\
ry-run"]},"azcopy":{"flags":["--dry-run"]},"b2 sync":{"flags":["--dry-run"]},"mc mirror":{"flags":["--dry-run"]},"kubectl":{"flags":["--dry-run"]},"oc":{"flags"\
:["--dry-run"]},"helm":{"flags":["--dry-run"]},"docker compose":{"flags":["--dry-run"]},"docker-compose":{"flags":["--dry-run"]},"podman-compose":{"flags":["--d\
ry-run"]},"npm publish":{"flags":["--dry-run"]},"npm unpublish":{"flags":["--dry-run"]},"pnpm publish":{"flags":["--dry-run"]},"yarn publish":{"flags":["--dry-r\
un"]},"yarn npm publish":{"flags":["--dry-run"]},"bun publish":{"flags":["--dry-run"]},"npm pub":{"flags":["--dry-run"]},"npm stage publish":{"flags":["--dry-ru\
n"]},"deno publish":{"flags":["--dry-run"]},"jsr publish":{"flags":["--dry-run"]},"rush publish":{"flags":["--dry-run"]},"nx release":{"flags":["--dry-run"]},"a\
uto shipit":{"flags":["--dry-run"]},"poetry publish":{"flags":["--dry-run"]},"uv publish":{"flags":["--dry-run"]},"flutter pub publish":{"flags":["--dry-run"]},\
"dart pub publish":{"flags":["--dry-run"]},"goreleaser release":{"flags":["--dry-run"]},"systemctl poweroff":{"flags":["--dry-run"]},"systemctl reboot":{"flags"\
:["--dry-run"]},"systemctl halt":{"flags":["--dry-run"]},"systemctl kexec":{"flags":["--dry-run"]},"client":{"flags":["--dry-run","--dryrun","--what-if","--prev\
iew-only"]},"git apply":{"flags":["--check","--stat","--numstat","--summary"]},"make":{"flags":["-n","--dry-run","--just-print","--recon"]},"gmake":{"flags":["-\
n","--dry-run","--just-print","--recon"]},"duplicacy prune":{"flags":["-dry-run"]},"zfs destroy":{"flags":["-n"]},"mke2fs":{"flags":["-n"]},"mkfs.ext2":{"flags"\
:["-n"]},"mkfs.ext3":{"flags":["-n"]},"mkfs.ext4":{"flags":["-n"]},"gsutil rsync":{"flags":["-n"]},"aws s3":{"flags":["--dryrun"]},"semantic-release":{"flags":[\
"-d","--dry-run"]},"release-it":{"flags":["-d","--dry-run"]},"pulumi destroy":{"flags":["--preview-only"]},"pulumi up":{"flags":["--preview-only"]},"pulumi upda\
te":{"flags":["--preview-only"]}},"switches":["--force","--force-with-lease","--delete","--delete-before","--delete-after","--delete-during","--delete-excluded"\
,"--del","--archive","--recursive","--verbose","--quiet","--all","--mirror","--tags","--follow-tags","--prune","--yes","--no-verify","--atomic","--set-upstream"\
,"--allow-dirty","--interactive","--list","--checksum","--update","--compress","--partial","--inplace","--ignore-not-found","--now","--volumes","--remove-orphan\
s","--cascade","--wait","--provenance","--no-git-checks","--stats","--progress","--keep-history","--dry-run","--dryrun"],"roles":{"cat":{"each":"reads"},"tac":{\
"each":"reads"},"nl":{"each":"reads"},"head":{"each":"reads"},"tail":{"each":"reads"},"less":{"each":"reads"},"more":{"each":"reads"},"most":{"each":"reads"},"b\
at":{"each":"reads"},"batcat":{"each":"reads"},"view":{"each":"reads"},"xxd":{"each":"reads"},"hexdump":{"each":"reads"},"hd":{"each":"reads"},"od":{"each":"rea\
ds"},"strings":{"each":"reads"},"base64":{"each":"reads"},"base32":{"each":"reads"},"basenc":{"each":"reads"},"rev":{"each":"reads"},"uniq":{"each":"reads"},"cu\
t":{"each":"reads"},"paste":{"each":"reads"},"join":{"each":"reads"},"fold":{"each":"reads"},"fmt":{"each":"reads"},"pr":{"each":"reads"},"column":{"each":"read\
s"},"expand":{"each":"reads"},"comm":{"each":"reads"},"diff":{"each":"reads"},"colordiff":{"each":"reads"},"cmp":{"each":"reads"},"sdiff":{"each":"reads"},"vimd\
iff":{"each":"reads"},"delta":{"each":"reads"},"gzip":{"each":"reads"},"bzip2":{"each":"reads"},"xz":{"each":"reads"},"zstd":{"each":"reads"},"gunzip":{"each":"\
reads"},"zcat":{"each":"reads"},"bzcat":{"each":"reads"},"xzcat":{"each":"reads"},"uuencode":{"each":"reads"},"split":{"each":"reads"},"csplit":{"each":"reads"}\
,"look":{"each":"reads"},"source":{"each":"reads"},".":{"each":"reads"},"pandoc":{"each":"reads"},"highlight":{"each":"reads"},"glow":{"each":"reads"},"xclip":{\
"each":"reads"},"pbcopy":{"each":"reads"},"dotenv":{"each":"reads"},"sops":{"each":"reads"},"age":{"each":"reads"},"shuf":{"each":"reads"},"iconv":{"each":"read\
s"},"dos2unix":{"each":"reads"},"ccat":{"each":"reads"},"mdcat":{"each":"reads"},"lolcat":{"each":"reads"},"open":{"each":"reads"},"xdg-open":{"each":"reads"},"\
kcat":{"each":"reads"},"hexyl":{"each":"reads"},"jless":{"each":"reads"},"fx":{"each":"reads"},"yq":{"each":"reads"},"tomlq":{"each":"reads"},"xq":{"each":"read\
s"},"dasel":{"each":"reads"},"plutil":{"each":"reads"},"rclone":{"each":"reads"},"python3-dotenv":{"each":"reads"},"ssh-keygen":{"each":"reads"},"json.tool":{"e\
ach":"reads"},"awk":{"each":"reads"},"gawk":{"each":"reads"},"mawk":{"each":"reads"},"nawk":{"each":"reads"},"sqlite3":{"each":"reads"},"sqlite":{"each":"reads"\
},"duckdb":{"each":"reads"},"zip":{"each":"reads"},"git add":{"each":"reads"},"git hash-object":{"each":"reads"},"git diff":{"each":"reads"},"git show":{"each":\
"reads"},"git blame":{"each":"reads"},"mail":{"options":{"-a":"reads","-A":"reads","--attach":"reads","-i":"reads"}},"mailx":{"options":{"-a":"reads","-A":"read\
s","--attach":"reads","-i":"reads"}},"s-nail":{"options":{"-a":"reads","-A":"reads","--attach":"reads","-i":"reads"}},"mutt":{"options":{"-a":"reads","-A":"read\
s","--attach":"reads","-i":"reads"}},"neomutt":{"options":{"-a":"reads","-A":"reads","--attach":"reads","-i":"reads"}},"croc send":{"each":"reads"},"wormhole se\
nd":{"each":"reads"},"magic-wormhole send":{"each":"reads"},"ffsend upload":{"each":"reads"},"sendme send":{"each":"reads"},"gh gist":{"each":"reads"},"sort":{"\
each":"reads","options":{"-o":"writes","--output":"writes"}},"grep":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":\
"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"egrep":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","\
--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"fgrep":{"each":"reads","skip"\
:1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"read\
s"}},"rg":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"re\
ads","-f":"reads","--file":"reads"}},"ag":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","\
--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"ack":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options"\
:{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"zgrep":{"each":"reads","skip":1,"unless":["-e","-f","--re\
gexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"ugrep":{"each":"reads"\
,"skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file\
":"reads"}},"ggrep":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--in\
clude":"reads","-f":"reads","--file":"reads"}},"jq":{"each":"reads","skip":1,"unless":["-f","--from-file"],"options":{"--slurpfile":"reads","--rawfile":"reads"}\
},"sed":{"each":"reads","skip":1,"unless":["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-place","-pi","-i.bak"],"each":"writes"}]},"gsed":{\
"each":"reads","skip":1,"unless":["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-place","-pi","-i.bak"],"each":"writes"}]},"perl":{"each":"r\
eads","skip":1,"unless":["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-place","-pi","-i.bak"],"each":"writes"}]},"ruby":{"each":"reads","sk\
ip":1,"unless":["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-place","-pi","-i.bak"],"each":"writes"}]},"vi":{"each":"writes"},"vim":{"each\
":"writes"},"nvim":{"each":"writes"},"nano":{"each":"writes"},"emacs":{"each":"writes"},"code":{"each":"writes"},"subl":{"each":"writes"},"ed":{"each":"writes"}\
,"ex":{"each":"writes"},"pico":{"each":"writes"},"micro":{"each":"writes"},"gedit":{"each":"writes"},"kate":{"each":"writes"},"joe":{"each":"writes"},"mcedit":{\
"each":"writes"},"helix":{"each":"writes"},"hx":{"each":"writes"},"visudo":{"each":"writes"},"sponge":{"each":"writes"},"tee":{"each":"writes"},"truncate":{"eac\
h":"writes"},"mkfifo":{"each":"writes"},"patch":{"each":"writes"},"git checkout":{"each":"writes"},"rm":{"each":"deletes"},"unlink":{"each":"deletes"},"shred":{\
"each":"deletes"},"srm":{"each":"deletes"},"wipe":{"each":"deletes"},"trash":{"each":"deletes"},"trash-put":{"each":"deletes"},"rimraf":{"each":"deletes"},"del"\
:{"each":"deletes"},"erase":{"each":"deletes"},"rd":{"each":"deletes"},"remove-item":{"each":"deletes"},"cp":{"each":"reads","last":"writes","options":{"-t":"wr\
ites","--target-directory":"writes"},"with":[{"flags":["-n","--no-clobber"],"each":"none"}]},"mv":{"each":"moves","last":"writes","options":{"-t":"writes","--ta\
rget-directory":"writes"}},"install":{"each":"reads","last":"writes","options":{"-t":"writes","--target-directory":"writes"},"with":[{"flags":["-d","--directory\
"],"each":"none"}]},"ln":{"each":"reads","last":"writes","options":{"-t":"writes","--target-directory":"writes"}},"scp":{"each":"reads","last":"writes"},"rsync"\
:{"each":"reads","last":"writes"},"docker cp":{"each":"reads","last":"writes"},"kubectl cp":{"each":"reads","last":"writes"},"podman cp":{"each":"reads","last":\
"writes"},"gsutil cp":{"each":"reads","last":"writes"},"dd":{"keyed":{"if=":"reads","of=":"writes"}},"chown":{"each":"changes","skip":1,"unless":["--reference"]\
},"chgrp":{"each":"changes","skip":1,"unless":["--reference"]},"setfacl":{"each":"changes","skip":1,"unless":["--reference"]},"chcon":{"each":"changes","skip":1\
,"unless":["--reference"]},"chmod":{"each":"changes","skip":1,"unless":["--reference","-x","-w","-s","-t","-a","-i"]},"chattr":{"each":"changes","skip":1,"unles\
s":["--reference","-x","-w","-s","-t","-a","-i"]},"tar":{"each":"reads","options":{"-C":"writes"},"with":[{"flags":["--remove-files"],"each":"deletes"},{"flags"\
:["-x","-t","--extract","--list","--get","-xf","-tf"],"each":"none"}]},"7z":{"each":"reads","skip":1},"7za":{"each":"reads","skip":1},"rar":{"each":"reads","ski\
p":1},"git cat-file":{"each":"reads","skip":1},"git grep":{"each":"reads","skip":1},"curl":{"options":{"-o":"writes","--output":"writes","-T":"reads","--upload-\
file":"reads","-K":"reads","--config":"reads"}},"wget":{"options":{"-O":"writes","--output-document":"writes","--post-file":"reads","--body-file":"reads"}},"ope\
nssl":{"options":{"-in":"reads"}},"openssl x509":{},"openssl crl":{},"openssl verify":{},"openssl s_client":{},"busybox":{},"gpg":{"each":"reads","with":[{"flag\
s":["--list-keys","--list-secret-keys","-k","-K"],"each":"none"}]},"aws s3":{"each":"reads","last":"writes","skip":1},"gcloud storage":{"each":"reads","last":"w\
rites","skip":1},"az storage":{"options":{"--file":"reads","-f":"reads"}},"unzip":{"options":{"-d":"writes"}},"http.server":{"options":{"--directory":"reads","-\
d":"reads"}},"b2 upload-file":{"each":"reads"},"b2 file":{"each":"reads"},"s3cmd put":{"each":"reads"},"s3cmd sync":{"each":"reads"},"s5cmd cp":{"each":"reads"}\
,"gdrive upload":{"each":"reads"},"uplink cp":{"each":"reads"},"mc cp":{"each":"reads"},"azcopy copy":{"each":"reads"},"megaput":{"each":"reads"},"gh release":{\
"each":"reads","skip":2},"git restore":{"each":"writes","with":[{"flags":["--staged","-S"],"each":"none"}]},"git clean":{"each":"changes"},"git mv":{"each":"mov\
es","last":"writes"},"git rm":{"each":"moves","with":[{"flags":["--cached"],"each":"none"}]},"mysqldump":{"options":{"--result-file":"writes","-r":"writes"}},"s\
sh":{"options":{"-F":"reads"}}}},"clients":{"destroys":["delete","del","destroy","remove","rm","rmi","rmdir","purge","terminate","drop","wipe","prune","teardown\
","tear-down","erase","nuke","unregister","deregister","decommission","deprovision","undeploy","unpublish","revoke","reset","clear","uninstall","unset","unsubsc\
ribe","trash","empty","shred","obliterate","dismantle","deletion","permanent-delete","close-account","leave-organization"],"others":["run-","submit-","execute-"\
,"tag-","describe-","list-","get-","put-","create-","update-","add-","set-","start-","show-","search-","query-","modify-","head-","copy-","import-","export-","a\
ttach-","enable-","register-","associate-","send-","publish-","invoke-","test-","filter-","lookup-","estimate-","validate-","list","ls","show","get","describe",\
"status","check","view","info","inspect","logs","log","diff","plan","validate","lint","verify","version","help","completion","create","add","new","init","set","\
put","update","edit","patch","apply","deploy","up","start","restart","run","exec","execute","ssh","open","login","logout","import","export","pull","push","clone\
","sync","copy","cp","mv","move","scale","tail","follow","watch","wait","serve","dev","build","test","publish","pub","subscribe","sub","send","enqueue","produce\
","consume","query","search","find","select","use","switch","connect","attach","invoke","call","trigger","generate","gen","migrate","rollback","promote","upload\
","download","cat","head","stat","whoami","enable","tag","label","annotate","rename","restore","fork","merge","approve","comment","close","reopen","retry","reru\
n","cancel","pause","resume","top","ps","events","history","tree","explain","render","template","preview","print","dump","read","write","unseal","seal","tunnel"\
,"proxy","port-forward","checkout","link","lookup","search-replace","scaffold","make","seed","co","browse","checkout"],"local":["cache","caches","config","confi\
gs","configuration","configurations","context","contexts","profile","profiles","plugin","plugins","alias","aliases","extension","extensions","telemetry","emulat\
or","emulators","completion","auth","history","krew","transient","session","sessions","settings"],"project":["magento","drush","drupal","wp","typo3","n98-mageru\
n2","moosh"],"own":{"endpoints":["endpoint-url","endpoint","endpoints","address","addr","server","api-url","s","AWS_ENDPOINT_URL","VAULT_ADDR","NOMAD_ADDR","CON\
SUL_HTTP_ADDR","ETCDCTL_ENDPOINTS"],"environments":["RAILS_ENV","RACK_ENV","HANAMI_ENV","NODE_ENV","APP_ENV","DJANGO_ENV","DJANGO_SETTINGS_MODULE","FLASK_ENV","\
MIX_ENV","SYMFONY_ENV","ADONIS_ENV","env","environment","settings"],"stages":["test","testing","*.test","*.test.*","*.testing","*.settings_test","*.test_setting\
s","*.tests.settings"],"databases":["d","D","dbname","database"]},"clients":{"aws":{"nouns":["logs","config","deploy","events","connect","session","sessions"],"\
spares":["configure"],"words":2},"gcloud":{"verbs":["reset-windows-password"],"nouns":["run","deploy","builds","logs","logging","events","config","contexts"],"s\
pares":["config unset","config configurations delete","auth revoke","components remove"]},"az":{"verbs":["deallocate"],"nouns":["events","config"],"spares":["ac\
count clear","cache purge","cache delete","config unset","extension remove"]},"oci":{"nouns":["config","tag"]},"doctl":{"nouns":["config","tag"]},"hcloud":{"nou\
ns":["config","tag"]},"linode-cli":{"nouns":["config","tag"]},"vultr-cli":{"nouns":["config","tag"]},"scw":{"nouns":["config","tag"]},"exo":{"nouns":["config","\
tag"]},"ibmcloud":{"nouns":["config","tag"]},"ovhai":{"nouns":["config","tag"]},"ovhcloud":{"nouns":["config","tag"]},"civo":{"nouns":["config","tag"]},"opensta\
ck":{"nouns":["config","tag"]},"upctl":{"nouns":["config","tag"]},"yc":{"nouns":["config","tag"]},"ionosctl":{"nouns":["config","tag"]},"gridscale":{"nouns":["c\
onfig","tag"]},"stackit":{"nouns":["config","tag"]},"aliyun":{"nouns":["config","tag"]},"tccli":{"nouns":["config","tag"]},"runpodctl":{"nouns":["config","tag"]\
},"vastai":{"nouns":["config","tag"]},"cherryctl":{"nouns":["config","tag"]},"paperspace":{"nouns":["config","tag"]},"nova":{"nouns":["config","tag"]},"ecs-cli"\
:{"nouns":["config","tag"]},"copilot":{"nouns":["config","tag"]},"eksctl":{"nouns":["config","tag"]},"triton":{"nouns":["config","tag"]},"heroku":{"nouns":["con\
fig"],"spares":["plugins:uninstall","plugins:unlink","auth:logout","accounts:remove"]},"fly":{"verbs":["detach"],"nouns":["image"],"spares":["auth logout"]},"fl\
yctl":{"verbs":["detach"],"nouns":["image"],"spares":["auth logout"]},"vercel":{"nouns":["dev"]},"now":{"nouns":["dev"]},"netlify":{"nouns":["dev"]},"ntl":{"nou\
ns":["dev"]},"railway":{"verbs":["down"],"nouns":["environment"]},"render":{"nouns":["config"]},"koyeb":{"nouns":["config"]},"northflank":{"nouns":["config"]},"\
clever":{"nouns":["config"]},"scalingo":{"nouns":["config"]},"platform":{"nouns":["config"]},"upsun":{"nouns":["config"]},"gigalixir":{"nouns":["config"]},"apti\
ble":{"nouns":["config"]},"qovery":{"nouns":["config"]},"cloud66":{"nouns":["config"]},"terminus":{"nouns":["config"]},"acli":{"nouns":["config"]},"lagoon":{"no\
uns":["config"]},"fastly":{"nouns":["config"]},"zeabur":{"nouns":["config"]},"deta":{"nouns":["config"]},"genezio":{"nouns":["config"]},"wrangler":{"nouns":["de\
ploy","tail"]},"supabase":{"spares":["migration new"]},"firebase":{"verbs":["disable"],"spares":["target:clear","target:remove"]},"appwrite":{"nouns":["config"]\
},"nhost":{"nouns":["config"]},"xata":{"nouns":["config"]},"convex":{"nouns":["config"]},"amplify":{"nouns":["config"]},"ampx":{"nouns":["config"]},"hasura":{"n\
ouns":["config"]},"eb":{"nouns":["config"]},"cf":{"nouns":["config"]},"cf7":{"nouns":["config"]},"cf8":{"nouns":["config"]},"dokku":{"nouns":["config","plugin"]\
,"spares":["config show"]},"caprover":{"nouns":["config","plugin"],"spares":["config show"]},"kamal":{"nouns":["config","plugin"],"spares":["config show"]},"pik\
u":{"nouns":["config","plugin"],"spares":["config show"]},"surge":{"nouns":["deploy"]},"deployctl":{"nouns":["deploy"]},"neonctl":{"nouns":["run","runs","config\
","tag"]},"neon":{"nouns":["run","runs","config","tag"]},"pscale":{"nouns":["run","runs","config","tag"]},"planetscale":{"nouns":["run","runs","config","tag"]},\
"turso":{"nouns":["run","runs","config","tag"]},"tembo":{"nouns":["run","runs","config","tag"]},"aiven":{"nouns":["run","runs","config","tag"]},"avn":{"nouns":[\
"run","runs","config","tag"]},"ccloud":{"nouns":["run","runs","config","tag"]},"confluent":{"nouns":["run","runs","config","tag"]},"atlas":{"nouns":["run","runs\
","config","tag"]},"mongocli":{"nouns":["run","runs","config","tag"]},"realm-cli":{"nouns":["run","runs","config","tag"]},"astra":{"nouns":["run","runs","config\
","tag"]},"upstash":{"nouns":["run","runs","config","tag"]},"fauna":{"nouns":["run","runs","config","tag"]},"tb":{"nouns":["run","runs","config","tag"]},"ticlou\
d":{"nouns":["run","runs","config","tag"]},"databricks":{"nouns":["run","runs","config","tag"]},"dbfs":{"nouns":["run","runs","config","tag"]},"dbt-cloud":{"nou\
ns":["run","runs","config","tag"]},"motherduck":{"nouns":["run","runs","config","tag"]},"gh":{"nouns":["run","label","release","cache","status","events","tag"],\
"spares":["alias delete","extension remove","auth logout"]},"glab":{"nouns":["run","label","release","cache","status","events","tag"],"spares":["alias delete","\
extension remove","auth logout"]},"hub":{"nouns":["run","label","release","cache","status","events","tag"],"spares":["alias delete","extension remove","auth log\
out"]},"tea":{"nouns":["run","label","release","cache","status","events","tag"],"spares":["alias delete","extension remove","auth logout"]},"circleci":{"verbs":\
["remove-secret"],"nouns":["context","contexts","config","run"]},"gitlab-runner":{"nouns":["run"]},"travis":{"verbs":["disable"],"nouns":["env","cache","setting\
s"]},"drone":{"nouns":["log","build","cron","info","plugins"]},"woodpecker-cli":{"nouns":["log","build","cron","info","plugins"]},"buildkite-agent":{"nouns":["b\
uild","pipeline"]},"bk":{"nouns":["build","pipeline"]},"jenkins-cli":{"verbs":["quiet-down","safe-restart","safe-shutdown","shutdown","disable-job","disable-nod\
e"],"nouns":["build","config","plugin"]},"jcli":{"verbs":["quiet-down","safe-restart","safe-shutdown","shutdown","disable-job","disable-node"],"nouns":["build",\
"config","plugin"]},"jenkins-jobs":{"verbs":["quiet-down","safe-restart","safe-shutdown","shutdown","disable-job","disable-node"],"nouns":["build","config","plu\
gin"]},"tkn":{"nouns":["archive"],"spares":["context delete"]},"argo":{"nouns":["archive"],"spares":["context delete"]},"argocd":{"nouns":["archive"],"spares":[\
"context delete"]},"flux":{"nouns":["archive"],"spares":["context delete"]},"kargo":{"nouns":["archive"],"spares":["context delete"]},"harness":{"nouns":["archi\
ve"],"spares":["context delete"]},"codefresh":{"nouns":["archive"],"spares":["context delete"]},"sem":{"nouns":["archive"],"spares":["context delete"]},"teamcit\
y":{"nouns":["archive"],"spares":["context delete"]},"appveyor":{"nouns":["archive"],"spares":["context delete"]},"bitrise":{"nouns":["archive"],"spares":["cont\
ext delete"]},"codemagic":{"nouns":["archive"],"spares":["context delete"]},"cirrus":{"nouns":["archive"],"spares":["context delete"]},"werf":{"nouns":["archive\
"],"spares":["context delete"]},"octopus":{"nouns":["archive"],"spares":["context delete"]},"depot":{"nouns":["archive"],"spares":["context delete"]},"rancher":\
{"nouns":["run","config"]},"rke":{"nouns":["run","config"]},"rosa":{"nouns":["run","config"]},"ocm":{"nouns":["run","config"]},"tsh":{"nouns":["run","config"]},\
"tctl":{"nouns":["run","config"]},"k0sctl":{"nouns":["run","config"]},"talosctl":{"nouns":["run","config"]},"omnictl":{"nouns":["run","config"]},"kops":{"nouns"\
:["run","config"]},"clusterctl":{"nouns":["run","config"]},"karmadactl":{"nouns":["run","config"]},"vcluster":{"nouns":["run","config"]},"tanzu":{"nouns":["run"\
,"config"]},"cilium":{"nouns":["run","config"]},"linkerd":{"nouns":["run","config"]},"istioctl":{"nouns":["run","config"]},"consul-k8s":{"nouns":["run","config"\
]},"kumactl":{"nouns":["run","config"]},"kn":{"nouns":["run","config"]},"faas-cli":{"nouns":["run","config"]},"nuctl":{"nouns":["run","config"]},"velero":{"noun\
s":["run","config"]},"pxctl":{"nouns":["run","config"]},"lxc":{"nouns":["image","config","profile"]},"incus":{"nouns":["image","config","profile"]},"multipass":\
{"nouns":["image","config","profile"]},"govc":{"nouns":["image","config","profile"]},"pvesh":{"nouns":["image","config","profile"]},"pveum":{"nouns":["image","c\
onfig","profile"]},"xe":{"nouns":["image","config","profile"]},"onevm":{"nouns":["image","config","profile"]},"maas":{"nouns":["image","config","profile"]},"ham\
mer":{"nouns":["image","config","profile"]},"juju":{"nouns":["image","config","profile"]},"crane":{"nouns":["tag","repo","image","export","config"],"spares":["c\
onfig remove","config rm"]},"gcrane":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"skopeo":{"nouns":["tag","repo","\
image","export","config"],"spares":["config remove","config rm"]},"regctl":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config r\
m"]},"oras":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"notation":{"nouns":["tag","repo","image","export","config\
"],"spares":["config remove","config rm"]},"cosign":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"harbor-cli":{"nou\
ns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"jf":{"nouns":["tag","repo","image","export","config"],"spares":["config re\
move","config rm"]},"jfrog":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"cloudsmith":{"nouns":["tag","repo","image\
","export","config"],"spares":["config remove","config rm"]},"packagecloud":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config \
rm"]},"pulp":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"spacectl":{"spares":["plugin"]},"tfc":{"spares":["plugin\
"]},"esc":{"spares":["plugin"]},"sceptre":{"spares":["plugin"]},"sst":{"spares":["plugin"]},"serverless":{"spares":["plugin"]},"sls":{"spares":["plugin"]},"sam"\
:{"spares":["plugin"]},"chalice":{"spares":["plugin"]},"zappa":{"spares":["plugin"]},"cdk":{"spares":["plugin"]},"cdktf":{"spares":["plugin"]},"pulumi":{"spares\
":["plugin"]},"rabbitmqctl":{"verbs":["force_reset","stop_app","forget_cluster_node"]},"rabbitmqadmin":{"nouns":["context","export","import"],"spares":["context\
 rm"]},"nats":{"nouns":["context","export","import"],"spares":["context rm"]},"nsc":{"nouns":["context","export","import"],"spares":["context rm"]},"pulsar-admi\
n":{"verbs":["skip-all","skip-messages","expire-messages"]},"pulsarctl":{"verbs":["skip-all","skip-messages","expire-messages"]},"rpk":{"nouns":["consume","conf\
ig"],"spares":["profile delete"]},"kafkactl":{"nouns":["consume","config"],"spares":["profile delete"]},"kaf":{"nouns":["consume","config"],"spares":["profile d\
elete"]},"kcctl":{"nouns":["consume","config"],"spares":["profile delete"]},"etcdctl":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events","co\
nnect","session","sessions"]},"consul":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"nomad":{"verbs":\
["disable","force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"vault":{"verbs":["disable","force-leave"],"nouns":["config","plu\
gin","events","connect","session","sessions"]},"bao":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"bo\
undary":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"influx":{"nouns":["config","query"],"spares":["\
config rm"]},"influxdb3":{"nouns":["config","query"],"spares":["config rm"]},"promtool":{"nouns":["config","query"],"spares":["config rm"]},"amtool":{"nouns":["\
config","query"],"spares":["config rm"]},"mimirtool":{"nouns":["config","query"],"spares":["config rm"]},"cortextool":{"nouns":["config","query"],"spares":["con\
fig rm"]},"logcli":{"nouns":["config","query"],"spares":["config rm"]},"grafanactl":{"nouns":["config","query"],"spares":["config rm"]},"meilisearch":{},"algoli\
a":{},"typesense-cli":{},"esctl":{},"ecctl":{},"qdrant":{},"weaviate":{},"pinecone":{},"milvus_cli":{},"vespa":{},"s4cmd":{"nouns":["link"]},"storj":{"nouns":["\
link"]},"uplink":{"nouns":["link"]},"w3":{"nouns":["link"]},"dbxcli":{"nouns":["link"]},"gdrive":{"nouns":["link"]},"mega-rm":{"nouns":["link"]},"stripe":{"verb\
s":["cancel","void","void_invoice"],"nouns":["events"],"spares":["config"]},"twilio":{"nouns":["config"],"spares":["config:remove","profiles:remove","plugins:re\
move","plugins:uninstall"]},"sendgrid":{"nouns":["config"],"spares":["config:remove","profiles:remove","plugins:remove","plugins:uninstall"]},"plivo":{"nouns":[\
"config"],"spares":["config:remove","profiles:remove","plugins:remove","plugins:uninstall"]},"vonage":{"nouns":["config"],"spares":["config:remove","profiles:re\
move","plugins:remove","plugins:uninstall"]},"telnyx":{"nouns":["config"],"spares":["config:remove","profiles:remove","plugins:remove","plugins:uninstall"]},"sh\
opify":{"nouns":["config","space","extension"]},"contentful":{"nouns":["config","space","extension"]},"sanity":{"nouns":["config","space","extension"]},"prismic\
":{"nouns":["config","space","extension"]},"storyblok":{"nouns":["config","space","extension"]},"datocms":{"nouns":["config","space","extension"]},"hygraph":{"n\
ouns":["config","space","extension"]},"commercetools":{"nouns":["config","space","extension"]},"saleor":{"nouns":["config","space","extension"]},"webflow":{"nou\
ns":["config","space","extension"]},"bigcommerce":{"nouns":["config","space","extension"]},"sentry-cli":{"verbs":["disable"],"nouns":["events","files","config",\
"tail","search"]},"rollbar-cli":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"bugsnag-cli":{"verbs":["disable"],"nouns":["events","\
files","config","tail","search"]},"datadog-ci":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"snyk":{"verbs":["disable"],"nouns":["e\
vents","files","config","tail","search"]},"pagerduty":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"dog":{"verbs":["disable"],"noun\
s":["events","files","config","tail","search"]},"newrelic":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"pd":{"verbs":["disable"],"\
nouns":["events","files","config","tail","search"]},"opsgenie":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"honeycomb":{"verbs":["\
disable"],"nouns":["events","files","config","tail","search"]},"axiom":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"checkly":{"ver\
bs":["disable"],"nouns":["events","files","config","tail","search"]},"papertrail":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"lac\
ework":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"snyk-api-import":{"verbs":["disable"],"nouns":["events","files","config","tail\
","search"]},"splunk":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"auth0":{"verbs":["user-del","group-del","host-del"],"nouns":["l\
ogs"]},"okta":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"clerk":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"workos":{"v\
erbs":["user-del","group-del","host-del"],"nouns":["logs"]},"zitadel":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"ory":{"verbs":["user-del",\
"group-del","host-del"],"nouns":["logs"]},"kcadm":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"kcadm.sh":{"verbs":["user-del","group-del","ho\
st-del"],"nouns":["logs"]},"keycloak-cli":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"fusionauth":{"verbs":["user-del","group-del","host-del\
"],"nouns":["logs"]},"ipa":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"samba-tool":{"verbs":["user-del","group-del","host-del"],"nouns":["lo\
gs"]},"jumpcloud":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"op":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"sp\
ares":["config"]},"bw":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"bws":{"verbs":["suspend"],"nouns":["config",\
"configs","settings","history"],"spares":["config"]},"lpass":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"rbw":{\
"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"doppler":{"verbs":["suspend"],"nouns":["config","configs","settings"\
,"history"],"spares":["config"]},"infisical":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"chamber":{"verbs":["su\
spend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"credstash":{"verbs":["suspend"],"nouns":["config","configs","settings","history"\
],"spares":["config"]},"berglas":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"akeyless":{"verbs":["suspend"],"no\
uns":["config","configs","settings","history"],"spares":["config"]},"conjur":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["c\
onfig"]},"keeper":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"dcli":{"verbs":["suspend"],"nouns":["config","con\
figs","settings","history"],"spares":["config"]},"dotenv-vault":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"ldc\
li":{"nouns":["config"]},"launchdarkly":{"nouns":["config"]},"flagsmith":{"nouns":["config"]},"configcat":{"nouns":["config"]},"statsig":{"nouns":["config"]},"n\
grok":{"verbs":["cleanup"],"nouns":["tunnel","config"],"spares":["config"]},"tailscale":{"verbs":["cleanup"],"nouns":["tunnel","config"],"spares":["config"]},"c\
loudflared":{"verbs":["cleanup"],"nouns":["tunnel","config"],"spares":["config"]},"zerotier-cli":{"verbs":["cleanup"],"nouns":["tunnel","config"],"spares":["con\
fig"]},"netbird":{"verbs":["cleanup"],"nouns":["tunnel","config"],"spares":["config"]},"headscale":{"verbs":["cleanup"],"nouns":["tunnel","config"],"spares":["c\
onfig"]},"flarectl":{"verbs":["cleanup"],"nouns":["tunnel","config"],"spares":["config"]},"cli4":{"verbs":["cleanup"],"nouns":["tunnel","config"],"spares":["con\
fig"]},"cli53":{"verbs":["cleanup"],"nouns":["tunnel","config"],"spares":["config"]},"dnscontrol":{"verbs":["cleanup"],"nouns":["tunnel","config"],"spares":["co\
nfig"]},"octodns-sync":{"verbs":["cleanup"],"nouns":["tunnel","config"],"spares":["config"]},"pdnsutil":{"verbs":["cleanup"],"nouns":["tunnel","config"],"spares\
":["config"]},"akamai":{"verbs":["cleanup"],"nouns":["tunnel","config"],"spares":["config"]},"linear":{"nouns":["workflow","env","config","connections"]},"jira"\
:{"nouns":["workflow","env","config","connections"]},"airtable":{"nouns":["workflow","env","config","connections"]},"m365":{"nouns":["workflow","env","config","\
connections"]},"o365":{"nouns":["workflow","env","config","connections"]},"gam":{"nouns":["workflow","env","config","connections"]},"temporal":{"nouns":["workfl\
ow","env","config","connections"]},"zbctl":{"nouns":["workflow","env","config","connections"]},"prefect":{"nouns":["workflow","env","config","connections"]},"da\
gster-cloud":{"nouns":["workflow","env","config","connections"]},"astro":{"nouns":["workflow","env","config","connections"]},"airflow":{"nouns":["workflow","env\
","config","connections"]},"fivetran":{"nouns":["workflow","env","config","connections"]},"octavia":{"nouns":["workflow","env","config","connections"]},"posthog\
":{"nouns":["workflow","env","config","connections"]},"trello":{"nouns":["workflow","env","config","connections"]},"huggingface-cli":{"nouns":["run"],"spares":[\
"delete-cache","cache prune","cache rm"]},"hf":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"modal":{"nouns":["run"],"spares":["delete-c\
ache","cache prune","cache rm"]},"replicate":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"wandb":{"nouns":["run"],"spares":["delete-cac\
he","cache prune","cache rm"]},"clearml":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"mlflow":{"nouns":["run"],"spares":["delete-cache"\
,"cache prune","cache rm"]},"kaggle":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"truss":{"nouns":["run"],"spares":["delete-cache","cac\
he prune","cache rm"]},"anyscale":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"sky":{"nouns":["run"],"spares":["delete-cache","cache pr\
une","cache rm"]},"eas":{"nouns":["build"]},"appcenter":{"nouns":["build"]},"code-push":{"nouns":["build"]},"saucectl":{"nouns":["build"]},"wp":{"verbs":["clean\
"],"nouns":["plugin","config"],"spares":["cache","transient","rewrite","package uninstall"]},"wp-cli":{"verbs":["clean"],"nouns":["plugin","config"],"spares":["\
cache","transient","rewrite","package uninstall"]},"wp-cli.phar":{"verbs":["clean"],"nouns":["plugin","config"],"spares":["cache","transient","rewrite","package\
 uninstall"]},"drush":{"verbs":["cancel","sql-drop"],"nouns":["config"],"spares":["cache:clear","cache-clear","state:delete"]},"drush.phar":{"verbs":["cancel","\
sql-drop"],"nouns":["config"],"spares":["cache:clear","cache-clear","state:delete"]},"drupal":{"verbs":["cancel","sql-drop"],"nouns":["config"],"spares":["cache\
:clear","cache-clear","state:delete"]},"prisma":{"nouns":["migrate"]},"drizzle-kit":{"nouns":["migrate"]},"ghost":{"nouns":["config","plugin"],"spares":["indexe\
r:reset"]},"magento":{"nouns":["config","plugin"],"spares":["indexer:reset"]},"bin/magento":{"nouns":["config","plugin"],"spares":["indexer:reset"]},"n98-mageru\
n2":{"nouns":["config","plugin"],"spares":["indexer:reset"]},"typo3":{"nouns":["config","plugin"],"spares":["indexer:reset"]},"moosh":{"nouns":["config","plugin\
"],"spares":["indexer:reset"]}}},"languages":{"languages":{"python":{"lexer":{"comment":["#"],"sigils":"","interpolation":"f-string","triple":true,"single_escap\
es":true,"quoting":"none","patterns":false,"lines":"indent"},"blocks":"indent","member_operators":["."],"concatenation_operators":[],"bare_calls":false,"functio\
n_keywords":["def"],"homes":["os.environ"],"sdks":["boto3.","botocore.","google.cloud.","googleapiclient.","azure.","kubernetes.","digitalocean.","hcloud."],"te\
xts":{"os.sep":"/","os.curdir":".","os.pardir":"..","__file__":"./program.py","string.ascii_lowercase":"abcdefghijklmnopqrstuvwxyz"},"aliases":{"posix.system":"\
os.system","nt.system":"os.system","io.open":"open","codecs.open":"open","Path":"pathlib.Path","subprocess.os.system":"os.system","urllib2.urlopen":"urllib.requ\
est.urlopen","urllib.urlopen":"urllib.request.urlopen","urllib.urlretrieve":"urllib.request.urlretrieve","pd.read_csv":"pandas.read_csv"},"functions":{"print":"\
do print","sys.stdout.write":"print-text","input":"input","raw_input":"input","open":"open $0:file $1:mode","os.remove":"run rm $0:path","os.unlink":"run rm $0:\
path","os.rmdir":"run rmdir $0:path","os.removedirs":"run rmdir -p $0:name","shutil.rmtree":"run rm -rf $0:path","send2trash.send2trash":"run rm -rf $0","os.ren\
ame":"run mv $0:src $1:dst","os.replace":"run mv $0:src $1:dst","os.renames":"run mv $0:src $1:dst","shutil.move":"run mv $0:src $1:dst","shutil.copy":"run cp $\
0:src $1:dst","shutil.copy2":"run cp $0:src $1:dst","shutil.copyfile":"run cp $0:src $1:dst","shutil.copytree":"run cp -r $0:src $1:dst","os.link":"run ln $0 $1\
","os.symlink":"run ln -s $0 $1","os.truncate":"run truncate -s 0 $0","os.mkfifo":"run mkfifo $0","os.mknod":"run mknod $0","os.chmod":"chmod $0:path $1:mode","\
os.chown":"chown $0:path $1:uid:user","os.lchown":"chown $0:path $1:uid:user","shutil.chown":"chown $0:path $1:uid:user","os.open":"do open-descriptor","os.syst\
em":"shell $0:command:cmd","os.popen":"shell $0:command:cmd","commands.getoutput":"shell $0:command:cmd","asyncio.create_subprocess_shell":"shell $0:command:cmd\
","asyncio.create_subprocess_exec":"program","pty.spawn":"do spawn-terminal","pexpect.spawn":"start $0:args:command:cmd","pexpect.run":"start $0:args:command:cm\
d","subprocess.run":"start $0:args:command:cmd","subprocess.call":"start $0:args:command:cmd","subprocess.check_call":"start $0:args:command:cmd","subprocess.ch\
eck_output":"start $0:args:command:cmd","subprocess.Popen":"start $0:args:command:cmd","subprocess.getoutput":"start $0:args:command:cmd","subprocess.getstatuso\
utput":"start $0:args:command:cmd","os.execl":"do execute l","os.execlp":"do execute l","os.execle":"do execute l","os.execlpe":"do execute l","os.execv":"do ex\
ecute v","os.execvp":"do execute v","os.execve":"do execute v","os.execvpe":"do execute v","os.posix_spawn":"do execute v","os.spawnl":"do spawn l","os.spawnlp"\
:"do spawn l","os.spawnle":"do spawn l","os.spawnlpe":"do spawn l","os.spawnv":"do spawn v","os.spawnvp":"do spawn v","os.spawnve":"do spawn v","os.spawnvpe":"d\
o spawn v","sh.Command":"made program","os.dup2":"do duplicate-descriptor","os.kill":"kill $0 $1","os.killpg":"do kill-group","psutil.Process":"made psutil.Proc\
ess","psutil.process_iter":"do any-process","psutil.pids":"entries","os.listdir":"entries","os.fork":"run fork","os.setuid":"run setuid $last","os.seteuid":"run\
 setuid $last","os.setresuid":"run setuid $last","os.setgid":"run setgid $last","os.chroot":"run chroot $0","ctypes.CDLL":"made library","exec":"eval $0","eval"\
:"eval $0","execfile":"read $0","fileinput.input":"read $0","linecache.getlines":"read $0","numpy.loadtxt":"read $0","pandas.read_csv":"read $0","pandas.read_js\
on":"read $0","runpy.run_path":"run python3 $0","__import__":"module $0","importlib.import_module":"module $0","getattr":"do attribute","operator.attrgetter":"v\
alue","globals":"name builtins","vars":"value $0","os.path.expanduser":"value $0","os.path.join":"join","pathlib.Path":"join","pathlib.PosixPath":"join","pathli\
b.Path.home":"value ~","pathlib.Path.cwd":"value .","os.getcwd":"value .","os.getenv":"do environment","os.environ.get":"do environment","os.environ.copy":"do e\
nvironment","os.walk":"do walk","os.scandir":"do scan","glob.glob":"glob $0","glob.iglob":"glob $0","codecs.decode":"do decode","shutil.make_archive":"run tar -\
cf $0 $2:root_dir","socket.create_connection":"connect","socket.socket":"made socket","socket.gethostbyname":"run nslookup $0","smtplib.SMTP":"made connection",\
"smtplib.SMTP_SSL":"made connection","ftplib.FTP":"made connection","paramiko.SSHClient":"made ssh","http.client.HTTPSConnection":"made http","http.client.HTTPC\
onnection":"made http","urllib.request.urlopen":"do open-url","urllib.request.Request":"do request-object","urllib.request.urlretrieve":"do retrieve","requests.\
request":"do request","requests.get":"do request GET","httpx.get":"do request GET","requests.post":"do request POST","httpx.post":"do request POST","requests.pu\
t":"do request PUT","httpx.put":"do request PUT","requests.patch":"do request PATCH","httpx.patch":"do request PATCH","requests.delete":"do request DELETE","htt\
px.delete":"do request DELETE","requests.head":"do request HEAD","httpx.head":"do request HEAD","requests.Session":"name requests","requests.session":"name requ\
ests","aiohttp.ClientSession":"name requests","winreg.DeleteKey":"run reg delete $1","numpy.save":"write $1","torch.save":"write $1","joblib.dump":"write $1"},"\
methods":{"unlink":"run rm $self","rmdir":"run rmdir $self","rmtree":"run rm -rf $self","read_text":"read $self","read_bytes":"read $self","write_text":"write $\
self $0:data","write_bytes":"write $self $0:data","chmod":"chmod $self $0:mode","touch":"if-text run touch $self","rename":"if-text run mv $self $0","replace":"\
do replace-path","symlink_to":"run ln -s $0 $self","open":"if-text open $self $0:mode","write":"send $0","writelines":"send $0","send":"send $0","sendall":"send\
 $0","sendfile":"send $0","read":"do joined-lines","readlines":"value $self","communicate":"value $self","expanduser":"value $self","resolve":"value $self","abs\
olute":"value $self","as_posix":"value $self","readline":"do any-line","glob":"do glob-below","rglob":"do glob-below **","iterdir":"do entries-below","connect":\
"do connect","connect_ex":"connect","sendto":"do send-to","sendmail":"transfer sendmail $2","send_message":"transfer sendmail $0","storbinary":"transfer ftp $1"\
,"request":"do request-over","exec_command":"shell $0","system":"do library-call","kill":"do end-process KILL","terminate":"do end-process TERM","execute":"sql \
$0","executescript":"sql $0","executemany":"sql $0","get":"do get"}},"javascript":{"lexer":{"comment":["//"],"block_comment":["/*","*/"],"sigils":"$#","interpol\
ation":"template","triple":false,"single_escapes":true,"quoting":"none","patterns":true,"lines":"statements"},"blocks":"braces","member_operators":[".","?."],"c\
oncatenation_operators":[],"bare_calls":false,"function_keywords":["function"],"homes":["process.env","Bun.env"],"unknown":["process.pid"],"sdks":["aws-sdk.","a\
ws-sdk/","@aws-sdk/","@google-cloud/","@azure/","@kubernetes/"],"texts":{"__dirname":".","__filename":"./program.js","path.sep":"/"},"functions":{"console.log":\
"print","console.info":"print","process.stdout.write":"print","require":"module $0","import":"module $0","process.getBuiltinModule":"module $0","process.binding\
":"module $0","createRequire":"name require","module.createRequire":"name require","eval":"eval $0","vm.runInThisContext":"eval $0","vm.runInNewContext":"eval $\
0","vm.runInContext":"eval $0","vm.Script":"eval $0","Function":"eval $last","setTimeout":"do evaluate-text","child_process.exec":"shell $0","execa.execaCommand\
":"shell $0","shelljs.exec":"shell $0","$":"shell $0","Bun.$":"shell $0","child_process.spawn":"do spawn","child_process.execFile":"do spawn","execa":"do spawn"\
,"execa.execa":"do spawn","Deno.Command":"do spawn","child_process.fork":"run node $0","shelljs.rm":"run rm $all","Bun.spawn":"start $0:cmd","Deno.run":"start $\
0:cmd","Bun.write":"write $0 $1","Deno.writeTextFile":"write $0 $1","fs.writeFile":"write $0 $1","fs.outputFile":"write $0 $1","fs.appendFile":"append $0 $1","D\
eno.readTextFile":"read $0","fs.createReadStream":"read $0","Deno.remove":"do remove","fs.rm":"do remove","fs.unlink":"run rm $0","fs.rmdir":"do remove-folder",\
"fs.remove":"run rm -rf $0","fs.emptyDir":"run rm -rf $0","fs-extra.remove":"run rm -rf $0","fs-extra.emptyDir":"run rm -rf $0","rimraf.rimraf":"run rm -rf $0",\
"rimraf":"run rm -rf $0","del":"run rm -rf $0","rimraf.sync":"run rm -rf $0","fs.createWriteStream":"create $0","fs.open":"open $0 $1","fs.readFile":"do read-fi\
le","fs.truncate":"run truncate -s 0 $0","fs.rename":"run mv $0 $1","fs.move":"run mv $0 $1","fs.copyFile":"run cp $0 $1","fs.cp":"run cp -r $0 $1","fs.copy":"r\
un cp -r $0 $1","fs.symlink":"run ln -s $0 $1","fs.link":"run ln $0 $1","fs.chmod":"chmod $0 $1","fs.chown":"chown $0 $1","fs.lchown":"chown $0 $1","fs.readdir"\
:"do read-folder","fs.glob":"glob $0","glob.sync":"glob $0","process.kill":"kill $0 $1","process.setuid":"run setuid $0","process.setgid":"run setgid $0","proce\
ss.cwd":"value .","os.homedir":"value ~","Deno.env.get":"environment $0","path.join":"do join-parts","path.posix.join":"do join-parts","path.resolve":"join","fe\
tch":"do request","http.request":"do request","https.request":"do request","axios":"do request","got":"do request","ky":"do request","node-fetch":"do request","\
request":"do request","undici.fetch":"do request","undici.request":"do request","axios.request":"do request","http.get":"do request-callback","https.get":"do re\
quest-callback","axios.get":"do request GET","got.get":"do request GET","ky.get":"do request GET","superagent.get":"do request GET","needle.get":"do request GET\
","$.get":"do request GET","axios.post":"do request POST","got.post":"do request POST","ky.post":"do request POST","superagent.post":"do request POST","needle.p\
ost":"do request POST","$.post":"do request POST","axios.put":"do request PUT","got.put":"do request PUT","ky.put":"do request PUT","superagent.put":"do request\
 PUT","needle.put":"do request PUT","$.put":"do request PUT","axios.patch":"do request PATCH","got.patch":"do request PATCH","ky.patch":"do request PATCH","supe\
ragent.patch":"do request PATCH","needle.patch":"do request PATCH","$.patch":"do request PATCH","axios.delete":"do request DELETE","got.delete":"do request DELE\
TE","ky.delete":"do request DELETE","superagent.delete":"do request DELETE","needle.delete":"do request DELETE","$.delete":"do request DELETE","net.connect":"do\
 connect","net.createConnection":"do connect","tls.connect":"do connect","net.Socket":"made client","Buffer.from":"do buffer","Buffer":"do buffer","dns.lookup":\
"run nslookup $0","db.dropDatabase":"sql-deed drop-database db","Reflect":"value","Reflect.apply":"do apply"},"methods":{"write":"send $0 append","end":"do end"\
,"connect":"do connect-client","pipe":"do pipe","pipeTo":"do pipe","on":"do listen","then":"do then","finally":"do then","toString":"value $self","text":"value \
$self","json":"value $self","unref":"value $self","dropDatabase":"sql-deed drop-database $owner","drop":"do drop-collection","deleteMany":"do delete-all","remov\
e":"do delete-all database","flushall":"sql-deed flush FLUSHALL","flushdb":"sql-deed flush FLUSHDB","query":"do statement","execute":"do statement","$executeRaw\
Unsafe":"do statement","run":"do statement"}},"perl":{"lexer":{"comment":["#"],"sigils":"$@%","interpolation":"dollar","triple":false,"single_escapes":false,"qu\
oting":"q","heredoc":"<<~?(?:\\"(\\\\w+)\\"|'(\\\\w+)'|([A-Z_]\\\\w*))","patterns":true,"lines":"none"},"blocks":"braces","member_operators":["->","::"],"concatenation_\
operators":[".","x"],"bare_calls":true,"function_keywords":["sub"],"homes":["%ENV","$ENV"],"unknown":["STDIN"],"texts":{"$ENV.HOME":"~","$0":"./program.pl"},"fu\
nctions":{"shift":"do take","pop":"do take","print":"print-text","say":"print-line","readline":"input","system":"command $all","exec":"command $all","CORE.syste\
m":"command $all","CORE.exec":"command $all","readpipe":"command $all","eval":"eval $0","unlink":"run rm $all","rmdir":"run rmdir $all","rmtree":"run rm -rf $0"\
,"File.Path.rmtree":"run rm -rf $0","remove_tree":"run rm -rf $all","File.Path.remove_tree":"run rm -rf $all","rename":"run mv $0 $1","move":"run mv $0 $1","cop\
y":"run cp $0 $1","symlink":"run ln -s $0 $1","link":"run ln $0 $1","truncate":"run truncate -s 0 $0","chmod":"chmod $1.. $0","chown":"chown $2.. $0","kill":"ki\
ll $1.. $0","fork":"run fork","open":"do open","find":"do find","finddepth":"do find","File.Find.find":"do find","File.Find.finddepth":"do find","do":"do run-fi\
le","glob":"glob $0","LWP.Simple.get":"get $0","get":"get $0","IO.Socket.INET.new":"do connect","POSIX.setuid":"run setuid $0","pack":"do pack"},"methods":{"do"\
:"sql $0","prepare":"sql $0","execute":"sql $0"}},"php":{"lexer":{"comment":["//","#"],"block_comment":["/*","*/"],"sigils":"$","interpolation":"dollar","triple\
":false,"single_escapes":false,"quoting":"none","heredoc":"<<<[ \\\\t]*(?:\\"(\\\\w+)\\"|'(\\\\w+)'|(\\\\w+))","patterns":false,"lines":"none"},"blocks":"braces","member_\
operators":["->","::","?->"],"concatenation_operators":["."],"bare_calls":false,"function_keywords":["function"],"texts":{"__DIR__":".","__FILE__":"./program.ph\
p"},"functions":{"eval":"eval $0","assert":"do evaluate-text","create_function":"eval $1","include":"do include","require":"do include","include_once":"do inclu\
de","require_once":"do include","system":"shell $0","exec":"shell $0","shell_exec":"shell $0","passthru":"shell $0","popen":"shell $0","proc_open":"shell $0","p\
cntl_system":"shell $0","unlink":"run rm $0","rmdir":"run rmdir $0","rename":"run mv $0 $1","copy":"run cp $0 $1","symlink":"run ln -s $0 $1","link":"run ln $0 \
$1","chmod":"chmod $0 $1","chown":"chown $0 $1","file_get_contents":"do read","file":"read $0","readfile":"read $0","show_source":"read $0","highlight_file":"re\
ad $0","file_put_contents":"do put-contents","fopen":"do open","fwrite":"do write","posix_kill":"kill $0 $1","posix_setuid":"run setuid $0","pcntl_fork":"run fo\
rk","pcntl_exec":"do execute","mail":"run sendmail $0","fsockopen":"connect","curl_init":"made request $0","curl_exec":"do request","curl_setopt":"do request-op\
tion","call_user_func":"do call","call_user_func_array":"do call-list","array_map":"do map","getenv":"environment $0","fgets":"input","stream_get_contents":"inp\
ut","readline":"input","glob":"glob $0","scandir":"entries","mysqli_query":"sql $1"},"methods":{"query":"sql $0","exec":"if-object sql $0"}},"ruby":{"lexer":{"c\
omment":["#"],"sigils":"$@","interpolation":"hash","triple":false,"single_escapes":false,"quoting":"percent","heredoc":"<<[~-]?(?:\\"(\\\\w+)\\"|'(\\\\w+)'|([A-Z_]\\\\w\
*))","patterns":true,"lines":"statements"},"blocks":"end","member_operators":[".","::","&."],"concatenation_operators":["<<"],"bare_calls":true,"function_keywor\
ds":["def"],"homes":["ENV"],"sdks":["Aws.","Google.Cloud.","Azure."],"texts":{"__FILE__":"./program.rb","__dir__":"."},"aliases":{"rm_f":"FileUtils.rm_f","rm_r"\
:"FileUtils.rm_r","rm_rf":"FileUtils.rm_rf","rmtree":"FileUtils.rmtree","remove_dir":"FileUtils.remove_dir","remove_entry":"FileUtils.remove_entry","cp_r":"File\
Utils.cp_r","remove_entry_secure":"FileUtils.remove_entry_secure","chmod_R":"FileUtils.chmod_R","chown_R":"FileUtils.chown_R"},"functions":{"puts":"print-line",\
"p":"print-line","print":"print-text","gets":"input","readlines":"input","send":"do message","public_send":"do message","__send__":"do message","system":"comman\
d $all","exec":"command $all","spawn":"command $all","IO.popen":"command $all","Open3.capture2":"command $all","Open3.capture2e":"command $all","Open3.capture3"\
:"command $all","Open3.popen3":"command $all","PTY.spawn":"command $all","eval":"eval $0","instance_eval":"eval $0","open":"do open","File.open":"do open","File\
.new":"do open","URI.open":"get $0","Net.HTTP.get":"get $0","Net.HTTP.post":"post $0 $1","Net.HTTP.post_form":"post $0 $1","URI":"value $0","URI.parse":"value $\
0","File.expand_path":"value $0","File.read":"read $0","IO.read":"read $0","File.readlines":"read $0","File.foreach":"read $0","File.binread":"read $0","File.wr\
ite":"write $0 $1","IO.write":"write $0 $1","File.delete":"run rm $all","File.unlink":"run rm $all","FileUtils.rm":"run rm $all","FileUtils.remove":"run rm $all\
","Dir.rmdir":"run rmdir $0","Dir.delete":"run rmdir $0","Dir.unlink":"run rmdir $0","FileUtils.rm_f":"run rm -f $all","FileUtils.rm_r":"run rm -r $all","FileUt\
ils.rm_rf":"run rm -rf $all","FileUtils.rmtree":"run rm -rf $all","FileUtils.remove_dir":"run rm -rf $all","FileUtils.remove_entry":"run rm -rf $all","FileUtils\
.remove_entry_secure":"run rm -rf $all","FileUtils.mv":"run mv $0 $1","File.rename":"run mv $0 $1","FileUtils.cp":"run cp $0 $1","FileUtils.cp_r":"run cp -r $0 \
$1","FileUtils.ln_s":"run ln -s $0 $1","File.symlink":"run ln -s $0 $1","FileUtils.chmod":"chmod $1 $0","FileUtils.chmod_R":"run chmod -R $0 $1","FileUtils.chow\
n_R":"run chown -R $0 $2","File.chmod":"chmod $1.. $0","File.chown":"chown $2.. $0","File.truncate":"run truncate -s 0 $0","File.join":"join","Dir.home":"value \
~","Dir.pwd":"value .","Dir.glob":"do glob","Process.kill":"kill $1.. $0","Process.uid":"value","fork":"run fork","TCPSocket.new":"connect","TCPSocket.open":"co\
nnect"},"methods":{"write":"send $0","execute":"do execute","puts":"if-object send $0","read":"do joined-lines","gets":"do any-line","shift":"do any","first":"d\
o first","last":"do last","fetch":"do fetch","each":"do each"}}},"awk":{"comment":["#"],"sigils":"","interpolation":"none","triple":false,"single_escapes":true,\
"quoting":"none","patterns":true,"lines":"statements"},"shared":{"functions":{"chr":"do characters","fromCharCode":"do characters","fromCodePoint":"do character\
s","bytes":"do bytes","bytearray":"do bytes","ord":"do code-point","int":"do integer","str":"value $0","String":"value $0","strval":"value $0","list":"value $0"\
,"sorted":"value $0","tuple":"value $0","iter":"value $0","scalar":"value $0","expanduser":"value $0","abspath":"value $0","realpath":"value $0","normpath":"val\
ue $0","fspath":"value $0","compile":"value $0","b64decode":"fold base64 $0","decodebytes":"fold base64 $0","a2b_base64":"fold base64 $0","base64_decode":"fold \
base64 $0","decode_base64":"fold base64 $0","decode64":"fold base64 $0","strict_decode64":"fold base64 $0","urlsafe_decode64":"fold base64 $0","atob":"fold base\
64 $0","urlsafe_b64decode":"fold base64url $0","b16decode":"fold hex $0","unhexlify":"fold hex $0","a2b_hex":"fold hex $0","fromhex":"fold hex $0","hex2bin":"fo\
ld hex $0","decompress":"fold zlib $0","gzinflate":"fold zlib $0","gzuncompress":"fold zlib $0","gzdecode":"fold zlib $0","inflateSync":"fold zlib $0","gunzipSy\
nc":"fold zlib $0","str_rot13":"fold rot13 $0","strrev":"fold reverse $0","reversed":"do reversed","reverse":"do reverse","strtolower":"fold lower $0","lc":"fol\
d lower $0","strtoupper":"fold upper $0","uc":"fold upper $0","trim":"fold trim $0","unescape":"fold url $0","unquote":"fold url $0","urldecode":"fold url $0","\
rawurldecode":"fold url $0","decodeURIComponent":"fold url $0","decodeURI":"fold url $0","expandvars":"fold home $0","join":"do join-texts","implode":"do join-t\
exts","sprintf":"do format","map":"do map"},"methods":{"join":"do join","split":"do split","replace":"do replace-two","replaceAll":"do replace","gsub":"do repla\
ce","lower":"if-text fold lower $self","downcase":"if-text fold lower $self","toLowerCase":"if-text fold lower $self","upper":"if-text fold upper $self","upcase\
":"if-text fold upper $self","toUpperCase":"if-text fold upper $self","strip":"if-text fold trim $self","chomp":"if-text fold trim $self","trim":"if-text fold t\
rim $self","rstrip":"if-text fold trim-end $self","lstrip":"if-text fold trim-start $self","reverse":"do reverse-self","decode":"do decode","encode":"do itself"\
,"to_s":"do itself","to_str":"do itself","to_sym":"do itself","bytes":"do itself","toString":"do to-string","chars":"do letters","concat":"do concatenate","form\
at":"do format-self","pack":"do pack","unpack1":"do unpack","charCodeAt":"do letter-code","slice":"do slice","joinpath":"do join-path","hexdigest":"value","call\
":"do call","apply":"do apply","bind":"value $self","send":"do message"}}},"paths":{"classes":{"root":"\`/\` itself, or everything in it.","system":"Folders of th\
e operating system and their contents.","system-tree":"Such a folder itself, or one of its main parts: /etc/ssl, /usr/lib, /var/lib.","local-system":"Parts of t\
he system for local additions: /usr/local, /opt, package sources.","home":"A home folder itself, or all of several.","personal":"Direct child of a home, or of a\
 folder of personal files.","outside":"Deeper in a home, or anywhere else outside the workspace.","workspace":"The workspace itself, everything in it, or a fold\
er above it.","source":"Near the top of the workspace, and not produced by a build.","source-folder":"Of these, a folder by whose name projects keep what people\
 wrote; others may be what the agent made itself.","inner":"Deeper in the workspace, and not produced by a build.","disposable":"Produced anew by a build, test \
or package manager.","temp":"Inside a folder for temporary files.","temp-root":"Such a folder itself, or everything in it.","vcs":"Store of a version control sy\
stem: \`.git\`.","vcs-config":"Hooks and configuration of version control.","credentials":"Secrets: keys, tokens, passwords.","credentials-by-name":"\\"credentials\
\\" in the name of source code or a text: protected from edit tools alone.","handed-over":"Secrets in \`.env\` that the shell hands to programs: \`source .env\`.","f\
rom-template":"The same, as a copy of the template beside it.","accounts":"Users and permissions: passwd, sudoers, PAM.","account-secrets":"Of these, all but th\
e list of names that every program reads: /etc/passwd.","authorized-keys":"Keys that may log in.","startup":"Read by shells, desktops and interpreters at start-\
up.","schedule":"Cron, timers, services.","device":"Disks.","kernel":"Switches and memory of the kernel.","socket":"Sockets that control a machine.","connection\
":"\`/dev/tcp/\\u2026\`: a connection to another machine.","local-connection":"The same to this machine, or to a container beside it.","nowhere":"\`/dev/null\`.","en\
dless":"Devices without an end: \`/dev/zero\`.","data":"Dumps, backups, databases, lists of people.","logs":"Evidence kept by the system: logs, histories.","unkno\
wn":"Unknown before the command runs.","unknown-folder":"Everything in a folder whose name is unknown, and may be empty: all of the machine then."},"system_fold\
ers":["bin","boot","dev","etc","lib","lib32","lib64","libx32","opt","proc","root","run","sbin","srv","sys","usr","var","system","library","applications","snap",\
"nix","lost+found"],"credentials":[".netrc","_netrc",".npmrc",".pypirc",".pgpass",".my.cnf",".mylogin.cnf",".git-credentials",".htpasswd",".dockercfg",".s3cfg",\
".boto",".vault-token",".envrc",".terraformrc",".yarnrc.token","kubeconfig","master.key","wallet.dat","login.keychain-db","key4.db","logins.json","shadow","gsha\
dow","shadow-","gshadow-","environ","admin.conf","secring.gpg",".bash_history",".zsh_history",".python_history",".psql_history",".mysql_history",".node_repl_his\
tory","tnsnames.ora",".secrets",".secret",".passwd-s3fs","rclone.conf",".credentials"],"credential_stores":[".gnupg",".aws",".azure",".password-store",".oci",".\
aliyun",".kube/config",".kube/cache",".docker/config.json",".config/gcloud",".config/gh",".config/hub",".config/doctl",".config/rclone",".config/op",".config/so\
ps",".config/glab-cli",".config/hcloud",".config/scw",".config/linode-cli",".config/fly",".fly/config.yml",".config/netlify",".netlify/config.json",".config/con\
figstore",".heroku/netrc",".config/stripe",".config/ngrok",".ngrok2",".config/github-copilot",".config/solana",".config/filezilla",".filezilla",".config/compose\
r/auth.json",".composer/auth.json",".config/pip/pip.conf",".pip/pip.conf",".config/railway",".railway/config.json",".config/vercel","com.vercel.cli/auth.json","\
.supabase/access-token",".pulumi/credentials.json",".circleci/cli.yml",".travis/config.yml",".sentryclirc",".twilio-cli",".auth0",".lpass",".jira.d",".mc/config\
.json",".rancher/cli2.json",".config/argocd/config",".okta/okta.yaml",".exoscale",".bluemix",".snowflake",".databrickscfg",".kaggle/kaggle.json",".huggingface/t\
oken",".cache/huggingface/token",".codex/auth.json",".claude/.credentials.json",".gemini/oauth_creds.json",".cargo/credentials*",".gem/credentials",".terraform.\
d/credentials*",".m2/settings.xml",".m2/settings-security.xml",".gradle/gradle.properties",".local/share/keyrings",".local/share/kwalletd","library/keychains","\
.mozilla/firefox",".thunderbird","google-chrome*/default","google-chrome*/profile*","chrome/default","chrome/profile*","chromium/default","chromium/profile*","b\
rave-browser/default","microsoft-edge*/default",".purple/accounts.xml",".subversion/auth",".ethereum/keystore",".bitcoin",".electrum",".vnc/passwd",".rediscli_a\
uth",".wpa_supplicant","run/secrets","etc/ssl/private","etc/ssh/ssh_host_*_key","etc/kubernetes/admin.conf","etc/kubernetes/pki","etc/krb5.keytab","etc/wpa_supp\
licant","etc/networkmanager/system-connections","etc/letsencrypt/live/*/privkey*.pem","etc/letsencrypt/archive","var/lib/sss/db","tmp/krb5cc_*","etc/master.pass\
wd","etc/security/opasswd"],"credential_samples":[".env",".env.local",".env.production","credentials","credentials.json","secrets.yml","id_rsa","id_ed25519",".n\
etrc",".npmrc",".pypirc",".pgpass",".git-credentials","shadow"],"disposable":["node_modules","bower_components","jspm_packages","dist","dist-ssr","build","build\
s","_build","out","output","outputs","target","bin","obj","coverage","htmlcov",".nyc_output",".next",".nuxt",".output",".svelte-kit",".turbo",".cache","cache","\
caches",".parcel-cache",".vite",".angular",".gradle",".venv","venv","env","virtualenv",".virtualenv","__pycache__",".pytest_cache",".mypy_cache",".ruff_cache","\
.tox",".nox",".eggs",".hypothesis",".ipynb_checkpoints",".terraform",".serverless",".vercel",".netlify",".docusaurus",".eslintcache",".stylelintcache",".coverag\
e","storybook-static","public/build","vendor","vendor/bundle","tmp","temp",".tmp",".temp","logs","log","generated","gen",".generated","__generated__","artifacts\
","artifact","reports","report","test-results","test-reports","test-output","test_output","playwright-report","allure-results","allure-report","junit.xml","deps\
",".bundle","cmake-build-debug","cmake-build-release","cmakefiles","cmakecache.txt","debug","release",".stack-work","dist-newstyle",".dart_tool","deriveddata","\
pods",".build",".swiftpm","elm-stuff","zig-out","zig-cache",".zig-cache","scratch",".scratch","_site",".jekyll-cache",".sass-cache","bench-results",".pnpm-store\
","package-lock.json","yarn.lock","pnpm-lock.yaml","poetry.lock",".ds_store","thumbs.db","nohup.out","a.out","lib-cov","typings","wheelhouse",".aws-sam","cdk.ou\
t",".yarn/cache",".rpt2_cache",".fusebox",".dynamodb",".nx","lerna-debug.log",".phpunit.result.cache",".phpunit.cache",".direnv","mlruns","wandb","lightning_log\
s","runs","checkpoints/tmp","snapshots","__snapshots__","__image_snapshots__","screenshots"],"source_folders":["src","source","sources","lib","libs","app","apps\
","test","tests","spec","specs","__tests__","e2e","integration","doc","docs","documentation","packages","modules","module","components","pages","routes","server\
","client","clients","api","backend","frontend","web","www","site","core","internal","cmd","pkg","pkgs","script","scripts","config","configs","configuration","s\
ettings","public","static","assets","images","img","media","data","dataset","datasets","db","database","databases","migrations","models","model","views","contro\
llers","services","service","utils","util","helpers","common","shared","include","bin","tool","tools","examples","samples","templates","styles","css","resources\
","i18n","locale","locales","fixtures","plugins","plugin","extensions","themes","infra","infrastructure","terraform","deploy","deployment","k8s","kubernetes","c\
harts","helm","ansible","docker","ci",".github",".gitlab",".circleci",".vscode",".idea",".husky","notebooks","crates","contracts","proto","protos","schema","sch\
emas","android","ios","macos","windows","linux","functions","lambdas","middleware","hooks","stores","types","interfaces","main","java","kotlin","resources","ben\
ches","benchmarks","bench","vendor","third_party","native","engine","kernel","drivers","firmware","game","content","posts","blog","articles","book","wiki"]},"pr\
ograms":{"interpreters":{"python":{"short":"cmWXQ","long":["check-hash-based-pycs"],"language":"python","code":["c"],"module":["m"]},"node":{"short":"eprC","lon\
g":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","\
openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","tes\
t-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"]},"nodej\
s":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","config","input-type","\
title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-reject\
ions","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p",\
"eval","print"]},"bun":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","co\
nfig","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-limi\
t","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascri\
pt","code":["e","p","eval","print"]},"tsx":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env\
-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-hea\
p","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p",\
"language":"javascript","code":["e","p","eval","print"]},"ts-node":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","con\
ditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","repo\
rt-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","p\
reload"],"optional":"p","language":"javascript","code":["e","p","eval","print"]},"deno":{"short":"eprC","long":["eval","print","require","import","loader","expe\
rimental-loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","re\
port-directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-desti\
nation","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"]},"perl":{"short":"eEIMm","language":"perl","code":["e","E"]\
},"ruby":{"short":"eIrEC","long":["encoding","external-encoding","internal-encoding","enable","disable","dump","parser"],"language":"ruby","code":["e"]},"php":{\
"short":"rBREFfdczS","long":["run","file","process-begin","process-code","process-end","process-file","define","php-ini","server","docroot"],"language":"php","c\
ode":["r","run","B","R","E","process-begin","process-code","process-end"],"files":["f","F","file"]},"awk":{"short":"fFvieEl","long":["file","field-separator","a\
ssign","source","include","load","exec"],"language":"awk","code":["e","source"],"files":["f","file","E","exec"],"operands":"code"},"gawk":{"short":"fFvieEl","lo\
ng":["file","field-separator","assign","source","include","load","exec"],"language":"awk","code":["e","source"],"files":["f","file","E","exec"],"operands":"code\
"},"mawk":{"short":"fFvieEl","long":["file","field-separator","assign","source","include","load","exec"],"language":"awk","code":["e","source"],"files":["f","fi\
le","E","exec"],"operands":"code"},"nawk":{"short":"fFvieEl","long":["file","field-separator","assign","source","include","load","exec"],"language":"awk","code"\
:["e","source"],"files":["f","file","E","exec"],"operands":"code"},"psql":{"short":"cdfhpUvLoPRTF","long":["command","host","port","user","username","dbname","d\
atabase","file","set","variable"],"permuted":true,"language":"sql","code":["c","command"],"files":["f","file"],"operands":"no code"},"mysql":{"short":"ehPuDS","\
long":["execute","init-command","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["e","execu\
te","init-command"],"operands":"no code"},"mariadb":{"short":"ehPuDS","long":["execute","init-command","host","port","user","username","dbname","database","file\
","set","variable"],"permuted":true,"language":"sql","code":["e","execute","init-command"],"operands":"no code"},"sqlite3":{"long":["cmd","init","separator","ne\
wline","nullvalue"],"permuted":true,"language":"sql","code":["cmd"],"files":["init"],"operands":"database then code"},"sqlite":{"permuted":true,"language":"sql"\
,"operands":"database then code"},"duckdb":{"short":"cs","long":["cmd","host","port","user","username","dbname","database","file","set","variable"],"permuted":t\
rue,"language":"sql","code":["c","s","cmd"],"operands":"database then code"},"influx":{"long":["execute","host","port","user","username","dbname","database","fi\
le","set","variable"],"permuted":true,"language":"sql","code":["execute"],"operands":"no code"},"snowsql":{"short":"qf","long":["query","host","port","user","us\
ername","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["q","query"],"files":["f"],"operands":"no code"},"bq":{"long":["ho\
st","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","operands":"database then code"},"sqlcmd":{"short":"Q\
qSUPdi","long":["host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["Q","q"],"files":["i"],"op\
erands":"no code"},"clickhouse-client":{"short":"qhud","long":["query","host","port","user","username","dbname","database","file","set","variable"],"permuted":t\
rue,"language":"sql","code":["q","query"],"operands":"no code"},"cockroach":{"short":"eu","long":["execute","host","port","user","username","dbname","database",\
"file","set","variable"],"permuted":true,"language":"sql","code":["e","execute"],"operands":"no code"},"cqlsh":{"short":"efukp","long":["execute","host","port",\
"user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["e","execute"],"files":["f"],"operands":"no code"},"sqlp\
lus":{"long":["host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","operands":"no code"},"mongo":{"long\
":["eval","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["eval"],"operands":"no code"},"m\
ongosh":{"long":["eval","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["eval"],"operands"\
:"no code"},"redis-cli":{"short":"hpsanurt","language":"sql","operands":"code"}},"wrappers":{"sudo":{"short":"ugpCDRTrthU","long":["user","group","prompt","chdi\
r","chroot","role","type","host","other-user","close-from","command-timeout"],"assigns":true,"folder":["D","chdir"]},"doas":{"short":"uC","assigns":true},"pkexe\
c":{"long":["user"]},"run0":{"short":"uD","long":["user","chdir","property","setenv","unit"],"folder":["D","chdir"]},"gosu":{"skip":1},"su-exec":{"skip":1},"tas\
kset":{"skip":1},"setpriv":{"long":["reuid","regid","groups","inh-caps","bounding-set","securebits","pdeathsig"]},"runcon":{"short":"utrl","skip":1},"env":{"sho\
rt":"uCS","long":["unset","chdir","split-string"],"assigns":true,"folder":["C","chdir"],"code":["S","split-string"]},"cross-env":{"assigns":true},"dotenv":{"sho\
rt":"ef"},"nohup":{},"setsid":{},"disown":{},"prlimit":{},"unbuffer":{},"valgrind":{},"catchsegv":{},"entr":{},"firejail":{},"torsocks":{},"ddev":{},"lando":{},\
"eatmydata":{},"ccache":{},"winpty":{},"busybox":{},"toybox":{},"noglob":{},"nocorrect":{},"bunx":{},"pnpx":{},"nice":{"short":"n","long":["adjustment"]},"ionic\
e":{"short":"cnpPu","long":["class","classdata"]},"chrt":{"short":"TPD","skip":1},"numactl":{"short":"NmCipP"},"timeout":{"short":"sk","long":["signal","kill-af\
ter"],"skip":1},"stdbuf":{"short":"ioe","long":["input","output","error"]},"time":{"short":"fo","long":["format","output"]},"strace":{"short":"eopsPuXaIbOESU"},\
"ltrace":{"short":"eopsnaAuSlwF"},"hyperfine":{"short":"wrnmMpcSLDsu","long":["warmup","runs","prepare","cleanup","shell","export-json","export-markdown"],"code\
":["p","c","prepare","cleanup"],"joined":true},"watch":{"short":"nq","long":["interval","equexit"],"joined":true},"flock":{"short":"wEc","long":["wait","timeout\
","conflict-exit-code","command"],"skip":1,"code":["c","command"]},"script":{"short":"cEIOBTomt","long":["command"],"permuted":true,"skip":99,"code":["c","comma\
nd"]},"chroot":{"long":["userspec","groups"],"skip":1,"own":true},"unshare":{"short":"SGRw","long":["setuid","setgid","root","wd"],"folder":["w","wd"],"own":tru\
e},"nsenter":{"short":"tSGrw","long":["target","setuid","setgid"],"own":true},"fakeroot":{"short":"lsib"},"proot":{"short":"rbwqk"},"proxychains":{"short":"f"},\
"proxychains4":{"short":"f"},"tini":{"short":"pe"},"dumb-init":{"short":"r"},"xvfb-run":{"short":"nesfpw"},"dbus-run-session":{"long":["config-file","dbus-daemo\
n"]},"systemd-run":{"short":"pEMHtu","long":["property","setenv","unit","description","slice","uid","gid","working-directory","on-active","on-calendar","on-boot\
"],"own":true},"systemd-inhibit":{"long":["what","who","why","mode"]},"caffeinate":{"short":"tw"},"npx":{"short":"pc","long":["package","call"],"code":["c","cal\
l"]},"uvx":{"long":["from","with","python"]},"su":{"short":"cgGsw","long":["command","group","shell","session-command"],"permuted":true,"skip":99,"code":["c","c\
ommand","session-command"]},"runuser":{"short":"cgGswu","long":["command","group","shell","session-command","user"],"code":["c","command","session-command"]},"s\
g":{"short":"c","permuted":true,"skip":99,"code":["c"]}},"runners":{"npm":{"after":["exec","x","explore"],"code":["c","call"],"values":["package","workspace","p\
refix"]},"pnpm":{"after":["exec","dlx"],"values":["package","filter","dir"]},"yarn":{"after":["dlx","exec"],"values":["package","cwd","include","exclude","from"\
,"since","jobs","j","p"]},"bun":{"after":["x","exec"]},"lerna":{"after":["exec"],"values":["scope","ignore","concurrency"]},"nx":{"after":["exec"]},"bundle":{"a\
fter":["exec"]},"rbenv":{"after":["exec"]},"pyenv":{"after":["exec"]},"asdf":{"after":["exec"]},"composer":{"after":["exec"]},"volta":{"after":["run"],"values":\
["node","npm","yarn"]},"fnm":{"after":["exec"],"values":["using"]},"corepack":{},"flatpak-spawn":{},"pipx":{"after":["run"],"values":["spec"]},"uv":{"after":["r\
un"],"values":["with","python","project","directory","extra","group","env-file"]},"poetry":{"after":["run"]},"pipenv":{"after":["run"]},"pdm":{"after":["run"]},\
"rye":{"after":["run"]},"hatch":{"after":["run"]},"op":{"after":["run"]},"doppler":{"after":["run"]},"infisical":{"after":["run"]},"railway":{"after":["run"]},"\
dotenv-vault":{"after":["run"]},"heroku":{"after":["run","run:detached"],"values":["a","app","r","remote","e","env","s","size"]},"conda":{"after":["run"],"value\
s":["n","name","p","prefix"]},"nvm":{"after":["exec"],"skip":1},"direnv":{"after":["exec"],"skip":1},"lxc":{"after":["exec"],"skip":1},"mise":{"after":["exec","\
x"]},"rustup":{"after":["run"],"skip":1},"nix":{"after":["develop","shell","run"]},"vagrant":{"after":["ssh"],"code":["c","command"]}},"package_verbs":["access"\
,"add","approve-builds","audit","autoclean","bin","cache","cat-file","cat-index","check","ci","completion","config","constraints","create","dedupe","deploy","dl\
x","doctor","env","exec","explain","fetch","find-hash","foreach","generate-lock-entry","global","help","i","ignored-builds","import","info","init","install","in\
stall-test","it","licenses","link","list","ln","login","logout","ls","m","multi","node","npm","outdated","owner","pack","patch","patch-commit","patch-remove","p\
lugin","policies","profile","prune","publish","rb","rebuild","recursive","remove","rm","root","run","run-script","search","self-update","selfupdate","server","s\
et","setup","stage","start","stop","store","tag","team","test","t","un","uninstall","unlink","unplug","up","update","upgrade","upgrade-interactive","version","v\
ersions","view","whoami","why","with","workspace","workspaces"],"small_languages":{"lua":{"code":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\\\\(?\\\\s*([\\"'])\
(.*?)\\\\1","deletes":"\\\\bos\\\\.remove\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1"},"Rscript":{"code":["e"],"runs":"\\\\b(?:system2?|shell)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b\
(?:unlink|file\\\\.remove)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1"},"julia":{"code":["e","E","eval","print"],"runs":"\\\\brun\\\\s*\\\\(\\\\s*()\`(.*?)\`","deletes":"\\\\brm\\\\s*\\\\(\\\\s*([\\\
"'])(.*?)\\\\1"},"tclsh":{"runs":"(?:^|[\\\\n;[{])\\\\s*()exec\\\\s+([^\\\\n;\\\\]}]+)","deletes":"(?:^|[\\\\n;[{])\\\\s*()file\\\\s+delete\\\\s+(?:-force\\\\s+)?([^\\\\n;\\\\]}\\\\s]+)"},\
"expect":{"code":["c"],"runs":"(?:^|[\\\\n;[{])\\\\s*()(?:spawn|exec|system)\\\\s+([^\\\\n;\\\\]}]+)"},"emacs":{"code":["eval","e"],"runs":"\\\\((?:async-)?shell-command(?:\
-to-string)?\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-directory|delete-file)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"elixir":{"code":["\
e","eval"],"runs":"\\\\b(?:System\\\\.shell|:os\\\\.cmd)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\bFile\\\\.(?:rm|rmdir|rm_rf)!?\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1"},"iex":{"co\
de":["e","eval"],"runs":"\\\\b(?:System\\\\.shell|:os\\\\.cmd)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\bFile\\\\.(?:rm|rmdir|rm_rf)!?\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1"},"erl\
":{"code":["eval"],"runs":"\\\\bos:cmd\\\\s*\\\\(\\\\s*()\\"(.*?)\\"","deletes":"\\\\bfile:(?:delete|del_dir|del_dir_r|delete_r)\\\\s*\\\\(\\\\s*()\\"(.*?)\\""},"guile":{"code":["c\
","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\
\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"racket":{"code":["c","e","eval"\
,"x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-\
file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"sbcl":{"code":["c","e","eval","x"],"runs":"\
\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-di\
rectory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"ecl":{"code":["c","e","eval","x"],"runs":"\\\\((?:system|sh\
ell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/fi\
les)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"clisp":{"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-progr\
am|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop\
:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"chicken":{"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shel\
l-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-d\
irectory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"csi":{"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:ui\
op:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\
\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"gosh":{"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-progr\
am|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"\
((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"scala":{"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.?\\\\s*!"},"scala-cli":{"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\
\\\\.?\\\\s*!"},"amm":{"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.?\\\\s*!"},"kotlin":{"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.?\\\\s*!"},"jshell":{"code\
":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.?\\\\s*!"},"octave":{"code":["eval","batch","r"],"runs":"\\\\b(?:system|shell_cmd|unix|dos)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1","\
deletes":"\\\\b(?:delete|unlink|rmdir|confirm_recursive_rmdir)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1"},"octave-cli":{"code":["eval","batch","r"],"runs":"\\\\b(?:system|shell_cm\
d|unix|dos)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:delete|unlink|rmdir|confirm_recursive_rmdir)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1"},"matlab":{"code":["eval","batch\
","r"],"runs":"\\\\b(?:system|shell_cmd|unix|dos)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:delete|unlink|rmdir|confirm_recursive_rmdir)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\
\\1"},"nim":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:removeDir|\
removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"ghc":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|system|callC\
ommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:removeDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"ru\
nghc":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:removeDir|remov\
eFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"stack":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|system|callComm\
and|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:removeDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"cryst\
al":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:removeDir|removeF\
ile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"swift":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|system|callComman\
d|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:removeDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"groovy"\
:{"code":["e"],"runs":"([\\"'])(.*?)\\\\1\\\\.execute\\\\s*\\\\("},"pwsh":{"code":["c","Command","command"],"runs":"\\\\b(?:Invoke-Expression|iex)\\\\s+([\\"'])(.*?)\\\\1","del\
etes":"\\\\b(?:Remove-Item|rmdir|ri|rm|rd|del)\\\\b(?:\\\\s+-\\\\w+)*(?:\\\\s+([\\"']?)([^\\\\s\\"'$;|-][^\\\\s\\"'$;|]*)\\\\1)?"},"powershell":{"code":["c","Command","command"],"\
runs":"\\\\b(?:Invoke-Expression|iex)\\\\s+([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:Remove-Item|rmdir|ri|rm|rd|del)\\\\b(?:\\\\s+-\\\\w+)*(?:\\\\s+([\\"']?)([^\\\\s\\"'$;|-][^\\\\s\\"'$;\
|]*)\\\\1)?"}},"code_variables":{"man":{"variables":["MANPAGER","PAGER"]},"apropos":{"variables":["MANPAGER","PAGER"]},"whatis":{"variables":["MANPAGER","PAGER"]}\
,"less":{"variables":["LESSOPEN","LESSCLOSE","LESSEDIT","VISUAL","EDITOR"]},"zless":{"variables":["LESSOPEN","LESSCLOSE","LESSEDIT","VISUAL","EDITOR"]},"lesspip\
e":{"variables":["LESSOPEN","LESSCLOSE","LESSEDIT","VISUAL","EDITOR"]},"journalctl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"]},"systemctl":{"varia\
bles":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"]},"loginctl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"]},"timedatectl":{"variables":["SYSTEMD_PAGER\
","SYSTEMD_EDITOR","PAGER"]},"crontab":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"visudo":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"vipw":{"variabl\
es":["SUDO_EDITOR","VISUAL","EDITOR"]},"vigr":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"sudo":{"variables":["SUDO_EDITOR","SUDO_ASKPASS","VISUAL","EDITOR\
"]},"sudoedit":{"variables":["SUDO_EDITOR","SUDO_ASKPASS","VISUAL","EDITOR"]},"kubectl":{"variables":["KUBE_EDITOR","EDITOR"]},"oc":{"variables":["KUBE_EDITOR",\
"EDITOR"]},"k":{"variables":["KUBE_EDITOR","EDITOR"]},"gh":{"variables":["GH_PAGER","GH_EDITOR","GH_BROWSER","PAGER","EDITOR","VISUAL","BROWSER","GIT_EDITOR"]},\
"glab":{"variables":["GH_PAGER","GH_EDITOR","GH_BROWSER","PAGER","EDITOR","VISUAL","BROWSER","GIT_EDITOR"]},"psql":{"variables":["PSQL_PAGER","PSQL_EDITOR","PAG\
ER","EDITOR","VISUAL"]},"mysql":{"variables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"mariadb":{"variables":["PSQL_PAGER","PSQL_EDITOR","PAGER",\
"EDITOR","VISUAL"]},"sqlite3":{"variables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"hg":{"variables":["HGEDITOR","PAGER","EDITOR","VISUAL"]},"sv\
n":{"variables":["SVN_SSH","SVN_EDITOR","EDITOR","VISUAL"]},"bat":{"variables":["BAT_PAGER","DELTA_PAGER","PAGER"]},"delta":{"variables":["BAT_PAGER","DELTA_PAG\
ER","PAGER"]},"ssh":{"variables":["SSH_ASKPASS"]},"scp":{"variables":["SSH_ASKPASS"]},"sftp":{"variables":["SSH_ASKPASS"]},"ssh-add":{"variables":["SSH_ASKPASS"\
]},"aws":{"variables":["AWS_PAGER","PAGER"]},"rsync":{"variables":["RSYNC_RSH"]},"cvs":{"variables":["CVS_RSH","CVSEDITOR","EDITOR"]}},"git_variables":["GIT_SSH\
_COMMAND","GIT_SSH","GIT_EXTERNAL_DIFF","GIT_EDITOR","GIT_SEQUENCE_EDITOR","GIT_PAGER","GIT_ASKPASS","GIT_PROXY_COMMAND","EDITOR","VISUAL","PAGER","SSH_ASKPASS"\
],"git_code":{"rebase":{"options":["x","exec"]},"filter-branch":{"options":["tree-filter","index-filter","env-filter","msg-filter","parent-filter","commit-filte\
r","tag-name-filter","setup"]},"difftool":{"options":["x","extcmd"]},"fetch":{"options":["upload-pack"]},"pull":{"options":["upload-pack"]},"clone":{"options":[\
"u","upload-pack"]},"ls-remote":{"options":["upload-pack","exec"]},"push":{"options":["receive-pack","exec"]},"archive":{"options":["exec"]},"grep":{"options":[\
"open-files-in-pager"]}},"code_options":{"rsync":{"short":"efBM","long":["rsh","rsync-path"],"code":["e","rsh","rsync-path"]},"scp":{"short":"cFiJloPS","code":[\
"S"]},"zip":{"long":["TT","unzip-command"],"code":["TT","unzip-command"]},"man":{"short":"PHLm","long":["pager","html"],"code":["P","pager","H","html"]},"ansibl\
e":{"short":"aimuf","long":["args","module-name","inventory","user"],"code":["a","args"]},"nodemon":{"short":"x","long":["exec"],"code":["x","exec"]},"nix-shell\
":{"short":"pAI","long":["run","command"],"code":["run","command"]}},"getopt":{"tar":{"short":"IF","long":["checkpoint-action","to-command","use-compress-progra\
m","rsh-command","info-script","new-volume-script"],"permuted":true},"find":{"long":["name","iname","path","ipath","wholename","iwholename","regex","iregex","ln\
ame","ilname","type","xtype","size","mtime","atime","ctime","mmin","amin","cmin","used","newer","anewer","cnewer","user","group","uid","gid","perm","links","inu\
m","samefile","context","fstype","maxdepth","mindepth","regextype","printf","fprint","fprint0","fls","files0-from"]},"editor":{"short":"cS","long":["cmd"],"perm\
uted":true},"gdb":{"short":"x","long":["ex","eval-command"],"permuted":true},"osascript":{"short":"el","permuted":true},"ssh":{"short":"bBcDEeFIiJLlmOopQRSWw"},\
"container":{"short":"aceghlmpuvwfHnq","long":["env","env-file","user","workdir","detach-keys","name","volume","mount","network","publish","label","entrypoint",\
"add-host","cap-add","cap-drop","cpus","cpuset-cpus","device","dns","expose","gpus","group-add","hostname","ip","ipc","link","log-driver","log-opt","memory","pi\
d","platform","pull","restart","runtime","security-opt","shm-size","stop-signal","tmpfs","ulimit","userns","volumes-from","cgroupns","host","context","config","\
file","project-name","profile","project-directory","namespace","container","index","kubeconfig","cluster","as","image","target"]},"copy":{"short":"tSgmo","long"\
:["target-directory","suffix","mode","owner","group"],"permuted":true},"wget":{"short":"OPoUeTtwQdnxsj","long":["output","output-document","out","dir","director\
y-prefix","header","data","request","user-agent","form","user","output-dir","url"],"permuted":true},"curl":{"short":"oHdXAFuTebKCmxEywzU","long":["output","outp\
ut-document","out","dir","directory-prefix","header","data","request","user-agent","form","user","output-dir","url"],"permuted":true},"request":{"short":"oHdXAF\
uTebKCmxEywzU","long":["d","data","data-raw","data-binary","data-urlencode","data-ascii","json","post-data","body-data","header","request","user","output","form\
","url","user-agent"],"permuted":true},"tmux":{"short":"LSfcT"},"tmux-command":{"short":"stncxyeFlp"},"screen":{"short":"SscehpTt"},"concurrently":{"short":"ncp\
m","long":["names","prefix"]},"git":{"short":"Cc","long":["git-dir","work-tree","namespace","exec-path","config-env","super-prefix","attr-source","list-cmds"]},\
"sed":{"short":"efl","long":["expression","file","line-length"],"permuted":true},"xargs":{"short":"aEILnPsd","long":["arg-file","delimiter","max-lines","max-arg\
s","max-procs","max-chars","process-slot-var"]},"parallel":{"short":"jNnLSIaCEPsd","long":["jobs","max-args","max-lines","max-replace-args","sshlogin","sshlogin\
file","arg-file","colsep","delay","timeout","joblog","results","retries","workdir","wd","tmpdir","replace","delimiter","header","halt","nice","load","memfree","\
basefile","return","trc","env","profile","tagstring","tmux","block","recstart","recend","shuf","limit","term-seq","arg-sep","arg-file-sep","rpl","max-chars","ma\
x-procs"]},"shell":{"short":"oO","long":["rcfile","init-file","emulate"]},"fish":{"short":"cCdDfop","long":["command","init-command","features","debug","debug-l\
evel","debug-output","profile","profile-startup"]},"make":{"short":"fCIjlo","long":["file","makefile","directory","eval","jobs"],"permuted":true},"just":{"short\
":"fd","long":["justfile","working-directory","set"]},"transfer":{"short":"BbcDFiJloPRSsXepu","long":["rcfile"],"permuted":true},"grep":{"short":"efmABC","long"\
:["regexp","file","max-count","include","exclude","exclude-dir","color","context"],"permuted":true}},"silent":["[","test","true","false",":","rm","mkdir","touch\
","chmod","chown","kill","sleep","wait","exit","return","cp","mv","ln"],"risky":["rm","rmdir","unlink","shred","srm","wipe","dd","mkfs","mkfs.ext4","mkfs.xfs","\
mkfs.btrfs","mkswap","wipefs","fdisk","sfdisk","parted","blkdiscard","truncate","mv","cp","chmod","chown","chgrp","chattr","setfacl","ln","tee","cat","curl","wg\
et","nc","ncat","socat","scp","rsync","sftp","ftp","ssh","git","find","xargs","sh","bash","dash","zsh","ksh","sudo","su","doas","env","eval","python","python3",\
"perl","ruby","node","php","kill","killall","pkill","shutdown","reboot","halt","poweroff","init","systemctl","service","crontab","at","useradd","userdel","userm\
od","passwd","visudo","iptables","nft","ufw","mount","umount","docker","kubectl","helm","terraform","aws","gcloud","az","psql","mysql","dropdb","base64","gpg","\
openssl","rimraf","trash","insmod","modprobe","sysctl"],"non_runners":["echo","printf","cat","less","more","head","tail","grep","egrep","fgrep","rg","ag","ack",\
"sed","awk","cut","sort","uniq","wc","tr","diff","cmp","comm","patch","ls","ll","tree","stat","file","touch","mkdir","rmdir","rm","cp","mv","ln","chmod","chown"\
,"chgrp","which","whereis","type","whatis","man","info","help","apropos","tldr","hash","test","[","[[","true","false",":","cd","pwd","pushd","popd","dirs","exit\
","return","break","continue","export","unset","set","shift","read","local","declare","alias","unalias","git","hg","svn","gh","glab","npm","pnpm","yarn","bun","\
pip","pip3","pipx","poetry","cargo","rustc","rustup","go","gem","bundle","composer","mvn","gradle","make","cmake","ninja","bazel","apt","apt-get","aptitude","dp\
kg","dnf","yum","rpm","pacman","apk","brew","snap","flatpak","zypper","emerge","port","nix","docker","podman","kubectl","helm","terraform","aws","gcloud","az","\
curl","wget","http","https","nc","ncat","ssh","scp","sftp","rsync","ftp","tar","zip","unzip","gzip","gunzip","bzip2","xz","7z","ar","cpio","jest","mocha","vites\
t","pytest","tsc","eslint","biome","prettier","vim","vi","nvim","nano","emacs","code","ed","ex","jq","yq","xmllint","python","python2","python3","node","deno","\
ruby","perl","php","java","javac","gcc","g++","clang","lua","Rscript","date","cal","uptime","uname","hostname","whoami","id","groups","who","w","ps","top","htop\
","kill","killall","pkill","pgrep","jobs","fg","bg","wait","sleep","seq","yes","basename","dirname","realpath","readlink","mktemp","tee","cksum","md5sum","sha1s\
um","sha256sum","base64","base32","xxd","od","hexdump","strings","column","fold","fmt","nl","paste","join","split","expand","rev","tac","shuf","gpg","openssl","\
ssh-keygen","ssh-add","systemctl","service","journalctl","dmesg","mount","umount","df","du","free","lsof","ss","netstat","ip","ifconfig","ping","dig","nslookup"\
,"host","traceroute","useradd","userdel","usermod","passwd","crontab","dd","mkfs","truncate","shred","notify-send","say","logger","write","wall","mail","psql","\
mysql","sqlite3","redis-cli","mongosh","sh","bash","dash","zsh","ksh","eval","source",".","trap","fork-bomb","compgen","complete","getent","locate","updatedb","\
apt-cache","apt-file","command","builtin","fzf","bat","exa","eza","fd","dropdb","createdb","shellcheck","shfmt","checkbashisms","hadolint"],"filters":["yq","fol\
d","fmt","nl","column","paste","join","expand","unexpand","iconv","basenc","uudecode","uuencode","qprint","openssl","gunzip","zcat","bzcat","xzcat","gzip","bzip\
2","bunzip2","xz","unxz","zstd","unzstd","lz4","m4","cpp","envsubst","recode","rot13","pr","csplit","od","hexdump","hd","ul","colrm","col","ascii2uni","uni2asci\
i","perl","ruby","pv","mbuffer","bc","dc","shuf","look","comm","tsort","ptx","nkf","cut"]},"sentences":{"before_order":["please","then","next","now","first","se\
cond","third","finally","lastly","also","just","simply","and","so","ok","okay","well","afterwards","afterward","after","that","immediately","quickly","silently"\
,"quietly","permanently","completely","forcefully","forcibly","recursively","always","go","ahead","kindly","step","todo","task","goal","plan","objective","instr\
uction","instructions:","->","=>","-","*","once","done","from","here","on","to","be","safe","start","by","begin","in","order","bitte","erst","dann","danach","je\
tzt","nun","zuerst","zun\\u00e4chst","anschlie\\u00dfend","schlie\\u00dflich","puis","ensuite","maintenant","luego","ahora","primero","despu\\u00e9s","por","favor"]\
,"between":["just","then","also","now","first","simply","really","definitely","quickly","completely","permanently","forcefully","forcibly","recursively","immedi\
ately","silently","quietly","safely","manually","please","go","ahead","and","finally","probably","simply","again","all"],"denials":["not","don't","dont","never"\
,"no","nor","without","avoid","cannot","can't","cant","won't","wont","shouldn't","mustn't","doesn't","didn't","wouldn't","couldn't","isn't","aren't","refuse","r\
efuses","refusing","prevent","prevents","preventing","forbid","forbids","forbidden","prohibit","prohibits","prohibited","disallow","disallowed","block","blocks"\
,"blocking","blocked","stop","stops","protect","protects","against","unless","warn","warns","rather","instead","neither","hardly","nothing","nobody","ne"],"ends\
_denial":["but","instead","just","rather","simply","only"],"speech_verbs":["explain","explains","document","documents","describe","describes","discuss","mention\
","mentions","note","notes","review","reviews","summarize","summarise","clarify","investigate","analyze","analyse","research","check","verify","confirm","ask","\
consider","compare","evaluate","test","tests","cover","fix","fixes","rename","refactor","detect","detects","reject","rejects","report","reports","flag","flags",\
"catch","catches","grep","search","look","find","understand","teach","highlight","reword","rewrite-docs","translate","list","suggests","assert","handle","handle\
s"],"predicates":["is","are","was","were","isn't","aren't","wasn't","can","can't","may","might","would","could","should","has","had","does","doesn't","returns",\
"fails","failed","throws","breaks","broke","causes","caused","shows","requires","takes","works","happens","leads","means","seems","appears","crashes","crashed",\
"hangs","deletes","removes","looks","becomes","gets"],"subjects":["the","this","that","these","those","it","a","an","users","they","he","she","there","some","if\
","when"],"relative":["that","which","what","who","someone","somebody","anyone","anybody","where","it","there","they","we","i","you","whatever","everything"],"c\
reation_verbs":["create","write","make","build","generate","develop","craft","prepare","produce"],"program":["script","program","command","one-liner","code","fu\
nction","file","process","tool","job","playbook"],"passes_on":["post","posting","send","sending","upload","uploading","mail","email","share","publish","leak","f\
orward","paste","push","copy","dump","transmit","exfiltrate"],"doubled":["drop","zip","wget","put","set","shut","rm","get","plug","ship","scrub","dump","grab","\
cat","log","strip","zap","stop","commit","reset","run","submit"]}}`);var Ys=["reads","writes","deletes","moves","changes"],Ox=Object.keys(Q.paths.classes),ut=t=>new Map(Object.entries(t)),I={grammars:ut(Q.arguments.grammars),grammarAliases:ut(
Q.arguments.aliases),gitOptions:ut(Q.arguments.git_options),dryRuns:ut(Q.arguments.dry_runs),switches:new Set(Q.arguments.switches),roles:ut(Q.arguments.roles),
interpreters:ut(Q.programs.interpreters),wrappers:ut(Q.programs.wrappers),runners:ut(Q.programs.runners),packageVerbs:new Set(Q.programs.package_verbs),smallLanguages:ut(
Q.programs.small_languages),codeVariables:ut(Q.programs.code_variables),gitVariables:Q.programs.git_variables,gitCode:ut(Q.programs.git_code),codeOptions:ut(Q.programs.
code_options),getopt:Q.programs.getopt,silent:new Set(Q.programs.silent),risky:new Set(Q.programs.risky),nonRunners:new Set(Q.programs.non_runners),filters:new Set(
Q.programs.filters),clients:ut(Q.clients.clients),projectClients:new Set(Q.clients.project),ownData:Q.clients.own,destroyingVerbs:new Set(Q.clients.destroys),otherVerbs:new Set(
Q.clients.others),localNouns:new Set(Q.clients.local),languages:Q.languages.languages,awkLexer:Q.languages.awk,sharedCalls:Q.languages.shared,sentences:Q.sentences,
systemFolders:Q.paths.system_folders,credentials:new Set(Q.paths.credentials),credentialStores:Q.paths.credential_stores,credentialSamples:Q.paths.credential_samples,
disposable:new Set(Q.paths.disposable),sourceFolders:new Set(Q.paths.source_folders)};var Lx=/^-(\d+|(SIG)?(HUP|INT|QUIT|ILL|TRAP|ABRT|BUS|FPE|KILL|USR[12]|SEGV|PIPE|ALRM|TERM|CHLD|CONT|STOP|TSTP))$/i,{grammars:va,grammarAliases:ou,gitOptions:Wx}=I;
function wa(t){return va.get(ou.get(t)??t)?.short!==void 0}function le(t,e){let n=ou.get(t)??t,s=va.get(n)??{},r=[],o=[],i=[],a=!1;for(let c=0;c<e.length;c+=1){
let l=e[c],{text:d}=l,u=(f,h)=>o.push({flag:f,value:{text:h,glob:l.glob}}),p=f=>{c+1>=e.length||(c+=1,o.push({flag:f,value:e[c]}))};if(a||!/^-./.test(d)){i.push(
l);let f=i.length===1?`${n} ${d}`:void 0;f&&(s={...s,...va.get(f)})}else if(d==="--")a=!0;else if(s.whole&&Lx.test(d))r.push(d);else if(d.startsWith("--")||s.single){
let f=d.indexOf("="),h=f===-1?d:d.slice(0,f),m=n==="git"?Mx(i[0]?.text,h):h;r.push(m),f!==-1?u(m,d.slice(f+1)):s.long?.includes(m.replace(/^-+/,""))&&p(m)}else{
for(let f=1;f<d.length;f+=1){let h=`-${d[f]}`;if(r.push(h),!!s.short?.includes(d[f])){f+1<d.length?u(h,d.slice(f+1).replace(/^=/,"")):p(h);break}}d.length>2&&r.
push(d)}}return{flags:r,options:o,operands:i}}function K(t,e){return t.some(n=>n===e||e.startsWith("--")&&n.length>=5&&n.startsWith("--")&&e.startsWith(n))}var Dx=new Map(
[...Wx].map(([t,e])=>{let n=e.map(s=>`--${s}`);return[t,[...n,...n.map(s=>s.replace("--","--no-"))]]}));function Mx(t,e){let n=Dx.get(t??"");if(!n||n.includes(e))
return e;let s=n.filter(r=>r.startsWith(e));return s.length===1?s[0]:e}je();je();var b="\uFFFC",iu="\uFFFB",q=`${b}${iu}`,Sa=`${b}\u2026`,xe=t=>t.includes(iu),Re=t=>xe(t)?q:b,de=t=>t.includes(b)&&!xe(t)?b:q,tt=({text:t})=>!t.includes(b),
qx=["shell","python","javascript","perl","ruby","php","awk","sql"],Lt=(t,e,n=[],s)=>({program:t,path:t,args:e,redirects:n,environment:{},wrappers:[],language:"s\
hell",...Z({folder:s})});je();var Xs=32,jx=65536,_={kind:"unknown"},M=(...t)=>({kind:"text",of:t}),gn=t=>({kind:"number",number:t}),F=t=>({kind:"list",items:t}),Ae=(t,e)=>({kind:"name",path:t,
...Z({self:e})}),Te=(t,...e)=>({kind:"made",by:t,args:e});function $(t){switch(t?.kind){case"text":return t.of;case"number":return[String(t.number)];case"list":
return[b];default:return[b]}}var Wt=t=>$(t).every(e=>!e.includes(b));function it(t){let e=[...new Set(t)];return e.length>Xs&&e.splice(Xs,e.length,b),{kind:"tex\
t",of:e.length>0?e:[b]}}function Ee(t,e=""){let n,s=!1;for(let i of t){s||=i.kind==="text"&&i.glob===!0;let a=$(i),c=n;n=c?c.flatMap(l=>a.map(d=>au(l+e+d))):[...a],
n.length>Xs&&(n=[b])}let r=Fe(t.filter(i=>i.kind==="content"));if(r.kind==="content")return r;let o=it(n??[""]);return s&&o.kind==="text"?{...o,glob:s}:o}var au=t=>t.
length>jx?b:t;function bt(t,e){return t.kind==="content"?t:it($(t).map(n=>n.includes(b)?b:au(e(n))))}function Fe(t){let e=t.filter(o=>o.kind!=="unknown"),[n]=e;
if(!n)return _;if(t.length===1)return n;if(e.every(o=>o.kind==="text"||o.kind==="number")){let o=it([...e.flatMap($),...e.length<t.length?[b]:[]]);return e.some(
i=>i.kind==="text"&&i.glob)?{...o,glob:!0}:o}let s=e.filter(o=>o.kind==="content");if(s.length>0)return{kind:"content",files:[...new Set(s.flatMap(o=>o.files))].
slice(0,Xs),from:[...new Set(s.flatMap(o=>o.from))].slice(0,Xs)};let r=e.filter(o=>o.kind==="list");return r.length===e.length&&r.every(o=>o.items.length===r[0].
items.length)?F(r[0].items.map((o,i)=>Fe(r.map(a=>a.items[i])))):n}function Ce(t){return t.kind==="list"?t.items:t.kind==="map"?[...t.entries.keys()].map(e=>M(e)):
t.kind==="text"&&!t.glob&&t.of.length===1&&!t.of[0].includes(b)?Array.from(t.of[0],e=>M(e)):[t.kind==="text"&&t.glob||t.kind==="content"||t.kind==="made"?t:_]}var yn=t=>t.
flatMap(e=>e.kind==="list"?e.items:[e]);function kt(t,e=0){if(e>4)return;let n=t.slice(0,256).flatMap(r=>{if(r.kind==="content")return[r];let o=r.kind==="list"?
r.items:r.kind==="map"?[...r.entries.values()]:r.kind==="made"?r.args:[],i=o.length>0?kt(o,e+1):void 0;return i?[i]:[]}),s=Fe(n);return s.kind==="content"?s:void 0}
var hs=class{constructor(e){this.outer=e}outer;values=new Map;get(e){return this.values.get(e)??this.outer?.get(e)}set(e,n){let s=this;for(;!s.values.has(e)&&s.
outer;)s=s.outer;(s.values.has(e)?s:this).values.set(e,n)}declare(e,n){this.values.set(e,n)}};var Fx=65536;function fo(t,e,n,s){return t==="||"||t==="or"||t==="??"?e.kind==="unknown"?n:e:e.kind==="number"&&n.kind==="number"?Hx(t,e.number,n.number):t==="+"||
s.includes(t)?e.kind==="list"&&n.kind==="list"?F([...e.items,...n.items]):Ee([e,n]):t==="/"&&e.kind==="text"?Dt([e,n]):t==="%"&&e.kind==="text"?ho(e,n.kind==="l\
ist"?n.items:[n]):(t==="*"||t==="x")&&n.kind==="number"?lu(e,n.number):t==="*"&&e.kind==="number"?lu(n,e.number):kt([e,n])??_}var cu={"+":(t,e)=>t+e,"-":(t,e)=>t-
e,"*":(t,e)=>t*e,"/":(t,e)=>t/e,"%":(t,e)=>(t%e+e)%e,"^":(t,e)=>t^e,"|":(t,e)=>t|e,"&":(t,e)=>t&e,"<<":(t,e)=>t<<e,">>":(t,e)=>t>>e};function Hx(t,e,n){return t===
"."?M(`${e}${n}`):Object.hasOwn(cu,t)?gn(cu[t](e,n)):_}function lu(t,e){let n=Math.max(0,Math.trunc(e));return t.kind==="list"?t.items.length*n>1024?_:F(Array.from(
{length:n},()=>t.items).flat()):M(...$(t).map(s=>s.length*n>Fx?b:s.repeat(n)))}function Dt(t){return t.reduce((e,n)=>{if($(n).every(o=>o.startsWith("/")||o.startsWith(
"~")))return n;let s=M(...$(e).map(o=>o.length>1?o.replace(/\/$/,""):o));if($(s).every(o=>o==="/"||o===""))return Ee([s,n]);let r=Ee([s,n],"/");return n.kind===
"text"&&n.glob&&r.kind==="text"?{...r,glob:!0}:r})}function ho(t,e,n){let[s]=$(t);if(s===void 0||s.includes(b))return _;let r=0,o=s.split(/(%[-+ 0#\d.*]{0,8}[sdrifxXcu]|\{\w{0,20}(?:![rsa])?(?::[^{}]{0,20})?\})/).
slice(0,256).map((i,a)=>{if(a%2===0)return M(i.replaceAll("%%","%"));let c=i.startsWith("{")?/\w+/.exec(i)?.[0]:void 0;if(c!==void 0)return n?.get(c)??e[Number(
c)]??_;let l=e[r++];return i.endsWith("c")&&l?.kind==="number"?M(String.fromCodePoint(l.number&65535)):l??_});return Ee(o)}je();var mo={args:[],environment:{},variables:new Map},Vx=16,Ea={args:/arg|shift|\$[1-9*@]/i,environment:/env/i,input:/stdin|input|gets|readline|<>|\$_|\$<|readfile|read\(|argf|ARGV|\$\d|getline|print/i},
Vn=({text:t,glob:e})=>({kind:"text",of:[t],...Z({glob:e||void 0})}),du=({args:t})=>F(t.map(Vn)),go=({environment:t},e)=>e!==void 0&&Object.hasOwn(t,e)?Vn(t[e]):
void 0,uu=({input:t=""})=>t.replace(/\n$/,"").split(`
`).slice(0,Vx);function tn(t){if(t.input!==void 0)return it([t.input.replace(/\n$/,""),...uu(t)])}function pu(t,{args:e,environment:n,input:s}){let r=({text:o})=>o!==
""&&!o.includes(b);return e.some(r)&&Ea.args.test(t)||s!==void 0&&!s.includes(b)&&s!==""&&Ea.input.test(t)||Object.values(n).some(r)&&Ea.environment.test(t)}function fu(t,e,n){
let s=n.args.map(Vn),r=n.script===void 0?[]:[M(n.script)],o=new Map([["HOME",M("~")]]);for(let[f,h]of Object.entries(n.environment))o.set(f,Vn(h));let i={kind:"\
map",entries:o},a=tn(n),c=a&&F(uu(n).map(f=>M(f))),l=(...f)=>F([...f,...s]),d=f=>r.length>0?r:[M(f)],u=l(...d("-")),p={python:{"sys.argv":l(...d("-c")),"os.envi\
ron":i,"sys.stdin":c},javascript:{"process.argv":l(M("node"),...r),"Bun.argv":l(M("node"),...r),"Deno.args":F(s),"process.env":i,"Bun.env":i,"process.stdin":a},
perl:{"@ARGV":F(s),$ARGV:F(s),'"@ARGV"':M(n.args.map(({text:f})=>f).join(" ")),...Object.fromEntries(s.map((f,h)=>[`$ARGV.${h}`,f])),$ENV:i,"%ENV":i,...Object.fromEntries(
[...o].map(([f,h])=>[`$ENV.${f}`,h])),$_:a,STDIN:a},ruby:{ARGV:F(s),"$*":F(s),ENV:i,$_:a,STDIN:c,$stdin:c,ARGF:c},php:{$argv:u,$_SERVER:{kind:"map",entries:new Map(
[...o,["argv",u]])},$_ENV:i}};for(let[f,h]of Object.entries(p[t]??{}))h&&e.declare(f,h)}var hu=(...t)=>require("node:zlib").gunzipSync(...t),mu=(...t)=>require("node:zlib").inflateRawSync(...t),gu=(...t)=>require("node:zlib").inflateSync(...t);var Ux=65536;function Ca(t){let e=t.toString("utf8");return e.includes("\uFFFD")?t.toString("latin1"):e}var yu=t=>Ca(Buffer.from(t,"base64"));function Bx(t){return t.
replace(/[a-z]/gi,e=>{let n=e<="Z"?65:97;return String.fromCharCode((e.charCodeAt(0)-n+13)%26+n)})}function Gx(t){try{return decodeURIComponent(t)}catch{return b}}
function zx(t){let e=Buffer.from(t,"latin1");for(let n of[gu,hu,mu])try{return Ca(n(e,{maxOutputLength:Ux}))}catch{}return b}var nt={base64:yu,base64url:t=>yu(t.
replaceAll("-","+").replaceAll("_","/")),hex:t=>Ca(Buffer.from(t.replace(/\s/g,""),"hex")),rot13:Bx,zlib:zx,url:Gx,reverse:t=>Array.from(t).reverse().join(""),lower:t=>t.
toLowerCase(),upper:t=>t.toUpperCase(),trim:t=>t.trim(),"trim-end":t=>t.trimEnd(),"trim-start":t=>t.trimStart(),home:t=>t.replace(/^\$\{?HOME\}?/,"~")};var Kx=/[\p{L}_@#$][\p{L}\p{N}_$#]*|\d[\w.]*/uy,Yx=/(?:\\!|\.shell|\.system|system)[ \t]+(.*)|\\(?:copy|o|w|g)[ \t]*\|?[ \t]*(.*)/y,Xx=/\/\*!\d*/y,bu=/\$(\w*)\$/y;
function ku(t){let e=[],n=[],s=()=>{n.length>0&&e.push(n),n=[]},r=(o,i)=>(o.lastIndex=i,o.exec(t));for(let o=0;o<t.length;){let i=t[o];if(i==="\\"||(i==="."||i===
"s")&&n.length===0){let a=r(Yx,o);if(a){s(),a[1]!==void 0&&e.push([{kind:"shell",text:a[1]}]),o+=a[0].length;let c=a[2];if(c!==void 0){let l=/^\\\w+[ \t]*\|/.test(
a[0])?c:void 0,d=/\bprogram[ \t]+'((?:[^']|'')*)'/i.exec(c.slice(0,4e3))?.[1];(l!==void 0||d!==void 0)&&e.push([{kind:"shell",text:l??d.replaceAll("''","'")}])}
continue}}if(t.startsWith("--",o)||i==="#"&&/\s/.test(t[o+1]??`
`)){let a=t.indexOf(`
`,o);o=a<0?t.length:a}else if(t.startsWith("/*",o)){let a=r(Xx,o)?.[0],c=a===void 0?t.indexOf("*/",o+2):0;o=a!==void 0?o+a.length:c<0?t.length:c+2}else if(t.startsWith(
"*/",o))o+=2;else if(i===";")s(),o+=1;else if(i==="'"||i==='"'||i==="`"||i==="["){let a=i==="["?"]":i,c="",l=o+1;for(;;){let d=t.indexOf(a,l),u=d<0?t.length:d;if(c+=
t.slice(l,u),o=u+1,d<0||t[o]!==a||a==="]")break;c+=a,l=o+1}n.push({kind:i==="'"?"text":"word",text:c}),i==='"'&&/[\s/]/.test(c)&&(n[n.length-1]={kind:"text",text:c})}else if(i===
"$"&&r(bu,o)){let a=r(bu,o)[0],c=t.indexOf(a,o+a.length),l=c<0?t.length:c;n.push({kind:"text",text:t.slice(o+a.length,l)}),o=l+a.length}else{let a=r(Kx,o)?.[0];
a!==void 0?(n.length===1&&/^go$/i.test(a)&&t[o-1]===`
`?s():n.push({kind:"word",text:a}),o+=a.length):(/\s/.test(i)||n.push({kind:"mark",text:i}),o+=1)}}return s(),e}var Qx=8,Jx=/^(?:\(* *)(?:1|true|'?(\w+)'? *= *'?\1'?|1 *< *2|not false)(?: *\)*)$/i,Su=new RegExp("^(?:DATABASE|SCHEMA|TABLE|VIEW|INDEX|USER|ROLE|FUNCTION|PROC\
EDURE|TRIGGER|SEQUENCE|TYPE|EXTENSION|KEYSPACE|TABLESPACE|COLUMN|CONSTRAINT|POLICY|OWNED|COLLECTION|STREAM|BUCKET)$"),Zx=["IF","EXISTS","NOT","ONLY","CONCURRENT\
LY","CASCADE","LOW_PRIORITY","QUICK","IGNORE"],ev=["AS","BEGIN","THEN","ANALYZE","EXPLAIN","DO"],tv=/^(?:LOAD_FILE|PG_READ_FILE|PG_READ_BINARY_FILE|LO_IMPORT|READFILE|READ_TEXT|INFILE)$/,
nv=/^(?:OUTFILE|DUMPFILE|WRITEFILE|LO_EXPORT)$/;function Qs(t,e,n=0){if(n>Qx){e.fail("too-deep","SQL in SQL is nested too deeply");return}for(let s of ku(t)){if(!e.
step(1+s.length))return;let[r]=s;r?.kind==="shell"?e.runShellLine(M(r.text)):sv(new Aa(s,e,n))}}var Aa=class{constructor(e,n,s){this.tokens=e;this.collector=n;this.
depth=s;this.words=e.map(r=>r.kind==="word"?r.text.toUpperCase():"")}tokens;collector;depth;words;report(...e){this.collector.addInvocation("sql",e,{language:"s\
ql"})}word(e){return this.words[e]??""}name(e){let n=e;for(;n<this.tokens.length&&(Zx.includes(this.word(n))||this.word(n)==="TABLE"&&n===e);)n+=1;let s=this.tokens[n]?.
text??"";for(;this.tokens[n+1]?.text==="."&&this.tokens[n+2];n+=2)s+=`.${this.tokens[n+2].text}`;return s}textAfter(e){return e<0?void 0:this.tokens.slice(e+1,e+
6).find(({kind:n})=>n==="text")?.text}valueAfter(e){return M(this.textAfter(e)??b)}isUnlimited(e){let n=this.words.indexOf("WHERE",e);if(n<0)return!this.words.includes(
"LIMIT",e);let s=this.tokens.slice(n+1).map(({text:r})=>r);return s.join(" ").length<200&&Jx.test(s.join(" ").trim())}readInner(e){let n=this.tokens.slice(e+1).
find(({kind:s})=>s==="text");n&&Qs(n.text,this.collector,this.depth+1)}};function sv(t){let{words:e,tokens:n,collector:s}=t;for(let[r,o]of e.entries()){let i=n[r-
1],a=i?.kind==="mark"&&i.text==="(";if(r===0||a||ev.includes(e[r-1])){if(!s.step(Math.ceil((e.length-r)/16)))return;Object.hasOwn(wu,o)&&wu[o](t,r)}/^(?:XP_CMDSHELL|SYS_EXEC|SYS_EVAL)$/.
test(o)?s.runShellLine(t.valueAfter(r)):tv.test(o)?s.readFile(t.valueAfter(r)):nv.test(o)&&s.recordWrite(t.valueAfter(r),void 0)}}var Eu=t=>/^(?:USER|ROLE|LOGIN)$/.
test(t);function rv(t,e){let{words:n,tokens:s}=t,r=/^TEMP(?:ORARY)?$/.test(t.word(e+1))||s[e+2]?.text.startsWith("#"),o=n.slice(e+1,e+5).find(i=>Su.test(i));o&&
t.report(`drop-${r?"temporary-":""}${o.toLowerCase()}`,t.name(n.indexOf(o,e)+1))}function ov(t,e){let{words:n}=t;if(Eu(t.word(e+1)))t.report("alter-user",t.name(
e+2));else if(n[e+1]==="SYSTEM")t.report("set-global",t.name(e+3));else for(let s=n.indexOf("DROP",e+2);s>0;s=n.indexOf("DROP",s+1)){let r=Su.test(t.word(s+1)),
o=r?n[s+1].toLowerCase():"column";t.report(`drop-${o}`,t.name(e+2),t.name(s+(r?2:1)))}}function iv(t,e){let[n,s,r]=["PROGRAM","TO","FROM"].map(i=>t.words.indexOf(
i,e));if(n>0){t.collector.runShellLine(t.valueAfter(n));return}let o=t.textAfter(s>0?s:r);o!==void 0&&(s>0?t.collector.recordWrite(M(o),void 0):t.collector.readFile(
M(o)))}function av(t,e){let n=t.tokens.slice(e+1).map(({text:r})=>r),s=n.join(" ").slice(0,400);n.includes("dropDatabase")?t.report("drop-database","db"):n.includes(
"drop")?t.report("drop-collection",n[1]??""):/deleteMany|remove/.test(s)&&/\{ \}|\( \)/.test(s)&&t.report("delete-all",n[1]??"")}var xu=(t,e)=>t.report(t.word(e).
toLowerCase(),t.words.slice(e+1,e+12).join(" ").trim()),_a=(t,e)=>{t.word(e+1)!=="XP_CMDSHELL"&&t.readInner(e)},vu=(t,e)=>t.report("flush",t.word(e)),wu={DROP:rv,
TRUNCATE:(t,e)=>{t.tokens[e+1]&&t.report("truncate",t.name(t.word(e+1)==="TABLE"?e+2:e+1))},DELETE:(t,e)=>{let n=t.words.indexOf("FROM",e);t.report(t.isUnlimited(
e)?"delete-all":"delete-some",t.name((n<0?e:n)+1))},UPDATE:(t,e)=>{t.words.includes("SET",e)&&t.report(t.isUnlimited(e)?"update-all":"update-some",t.name(e+1))},
ALTER:ov,CREATE:(t,e)=>{Eu(t.word(e+1))&&t.report("create-user",t.name(e+2))},GRANT:xu,REVOKE:xu,COPY:iv,EXECUTE:_a,EXEC:_a,PREPARE:_a,DO:(t,e)=>t.readInner(e),
SHUTDOWN:t=>t.report("shutdown"),KILL:(t,e)=>t.report("kill",t.name(e+1)),SET:(t,e)=>{/^(?:GLOBAL|PERSIST)$/.test(t.word(e+1))&&t.report("set-global",t.name(e+2))},
FLUSHALL:vu,FLUSHDB:vu,DB:av,PRAGMA:(t,e)=>{t.word(e+1)==="WRITABLE_SCHEMA"&&t.report("set-global","writable_schema")}};var cv=new Set(["POST","PUT","PATCH","DELETE"]);function He({collector:t},e,n,s){let r=s.filter(d=>d!==void 0),o=kt(r),i=o&&o.from.length>0?{input:{kind:"pipe",
from:t.listSources(o)}}:{},a=o?[...o.files.map(d=>`@${d}`),...o.from.length>0?["@-"]:[]]:r.map(d=>Wt(d)?$(d)[0]:b),c=r.length>0&&e==="GET"?"POST":e,l=[...cv.has(
c)||c===b?["-X",c]:[],...a.flatMap(d=>["-d",d]),n??_];return{kind:"content",files:[],from:[t.addInvocation("curl",l,i)]}}function yo({collector:t},e,n,s="nc"){let r=kt(
[n??_]),[o,i]=e?.kind==="made"?e.args:[];return t.addInvocation(s,[o??_,i],r?{input:{kind:"pipe",from:t.listSources(r)}}:{}),_}function pt({args:t,named:e},n){let s=t.
find(r=>r.kind==="map");return e.get(n)??(s?.kind==="map"?s.entries.get(n):void 0)}var Js=({receiver:t})=>t?.kind==="name"?t.path:b;function lv(t){let[,e,n,s]=/^\$(self|owner|all|last|\d*)(\.\.)?((?::\w+)*)$/.
exec(t)??[];if(e===void 0)return()=>M(t);if(e==="self")return({receiver:i})=>i;if(e==="owner")return i=>M(Js(i));if(e==="all")return({args:i})=>F(yn(i));if(e===
"last")return({args:i})=>i.at(-1);let r=Number(e);if(n)return({args:i})=>F(i.slice(r));let o=s.split(":").slice(1);return i=>i.args[r]??o.map(a=>pt(i,a)).find(a=>a!==
void 0)}var bn=t=>(e,n)=>s=>(t(s,e.map(r=>r(s)),n),_),ke=t=>(e,n)=>s=>t(s,e.map(r=>r(s)),n),Ta=(t,e)=>bn(({args:n,collector:s})=>s.recordPrint(n,t,e)),dv=t=>t?.
kind==="number"?t.number.toString(8):$(t)[0]?.replace(/^0o?/,"")??b;function bo({collector:t},e,n){let s=n===void 0?"r":$(n)[0];return/[waxc+]/.test(s)?(t.recordWrite(
e,void 0,s.includes("a")),Te(s.includes("a")?"appended":"written",e??_)):t.readFile(e)}function Pa({collector:t},[e,n]){return t.addInvocation("nc",[e??_,n]),Te(
"connection",e??_,...n?[n]:[])}var ms=t=>t?.kind==="text"?{...t,glob:!0}:_;function Zs({collector:t},e){if(e?.kind==="text")return Qs($(e)[0],t),_}var uv=({collector:t},e)=>e?.
kind==="list"?t.runProgram(e.items):t.runShellLine(e),pv={run:bn(({collector:t},[,...e],[n])=>t.addInvocation(n,e.map(s=>s??_))),"sql-deed":bn(({collector:t},e)=>t.
addInvocation("sql",e,{language:"sql"})),chmod:bn(({collector:t},[e,n])=>t.addInvocation("chmod",[dv(n),e??_])),chown:bn(({collector:t},[e,n])=>t.addInvocation(
"chown",[n??_,e??_])),kill:bn((t,[e,n])=>Ra(t,e,n)),read:ke(({collector:t},[e])=>t.readFile(e)),write:bn(({collector:t},[e,n])=>t.recordWrite(e,n)),append:bn(({
collector:t},[e,n])=>t.recordWrite(e,n,!0)),create:ke(({collector:t},[e])=>(t.recordWrite(e,void 0),Te("written",e??_))),open:ke((t,[e,n])=>bo(t,e,n)),shell:ke(
({collector:t},[e])=>t.runShellLine(e)),program:ke(({args:t,collector:e})=>e.runProgram(t)),start:ke((t,[e])=>uv(t,e)),command:ke(({collector:t},[e])=>{let n=e?.
kind==="list"?e.items:[];return n.length>1?t.runProgram(n):t.runShellLine(n[0])}),eval:ke(({evaluateCode:t},[e])=>t(e)),get:ke((t,[e])=>He(t,"GET",e,[])),post:ke(
(t,[e,n])=>He(t,"POST",e,[n])),connect:ke(t=>Pa(t,t.args[0]?.kind==="list"?t.args[0].items:t.args)),send:ke((t,[e],n)=>gs(t,t.receiver,e,n.includes("append"))),
transfer:ke((t,[,e],[n])=>t.receiver?.kind==="made"?yo(t,t.receiver,e,n):void 0),sql:ke((t,[e])=>Zs(t,e)),print:Ta(" ",`
`),"print-text":Ta("",""),"print-line":Ta("",`
`),input:ke(({collector:t})=>tn(t.input)),environment:ke(({collector:t},[e])=>go(t.input,$(e)[0])??($(e)[0]==="HOME"?M("~"):_)),value:ke((t,[e])=>e??_),entries:ke(
()=>F([_])),name:ke((t,e,[n])=>Ae(n)),module:ke((t,[e])=>Ae($(e)[0].replace(/^node:/,""))),made:ke(({args:t},[,e],[n])=>Te(n,...e?[e]:t)),glob:ke((t,[e])=>ms(e)),
join:ke(({args:t})=>t.length>0?Dt(yn(t)):M(".")),fold:ke((t,[,e],[n])=>bt(e??_,nt[n]))};function Ra({collector:t},e,n){let s=n?.kind==="name"?n.path.slice(n.path.
lastIndexOf(".")+1):void 0,r=n===void 0?"TERM":s??$(n)[0];return t.addInvocation("kill",[`-${r.replace(/^(?:SIG|:)/,"")}`,e??_]),_}function gs(t,e,n,s=!1){if(e?.
kind==="made")return e.by==="written"||e.by==="appended"?t.collector.recordWrite(e.args[0],n,s||e.by==="appended"):e.by==="request"?He(t,"POST",e.args[0],[n]):(e.
by==="connection"||e.by==="client")&&yo(t,e,n),_}function Ia(t,e){let[n,...s]=t.split(" ");if(n==="if-text"||n==="if-object"){let i=Ia(s.join(" "),e);return a=>(n===
"if-text"?a.receiver?.kind==="text":a.receiver)?i(a):void 0}if(n!=="do")return pv[n](s.map(lv),s);let[r,...o]=s;return i=>e[r](i,...o)}var Cu={"(":")","[":"]","{":"}"};function _u(t){let e=[];for(let[n,s]of t.entries()){if(s.kind==="name"&&s.text==="for"){let r=e.at(-1);r&&r.loop===void 0&&(r.loop=
n)}if(s.kind==="mark"){if(Object.hasOwn(Cu,s.text))s.close=t.length,e.push(s);else if(s.text===")"||s.text==="]"||s.text==="}"){let r=e.at(-1);r&&Cu[r.text]===s.
text&&(r.close=n,e.pop())}}}return t}var T=(t,...e)=>t?.kind==="mark"&&e.includes(t.text),z=(t,...e)=>t?.kind==="name"&&(e.length===0||e.includes(t.text));var fv=48,hv=["=",":=","+=",".=","||=","??=","&&="];function $a({tokens:t,at:e,end:n},s){let r=e;for(let o=0;r<n&&o<fv;o++){let i=t[r];if(i.kind==="newline")return;
if(i.kind==="mark"){if(hv.includes(i.text))return r;if(i.text===","&&!s||i.text===";"||i.text==="=>"||i.text===")"||i.text==="}")return;i.close!==void 0&&(r=Math.
max(r,i.close))}r+=1}}function nn(t,e,n,s){let{tokens:r,scope:o}=t,i=e;for(;i<n&&mv(r[i]);)i+=1;let a=r[i];if(a?.kind==="mark"&&a.close!==void 0&&["(","[","{"].
includes(a.text)){a.text==="{"?yv(t,i+1,Math.min(a.close,n),s):Au(t,i+1,Math.min(a.close,n),s);return}if(gv(r,i,n)){Au(t,i,n,s);return}let c="";for(let l=i;l<n;l++){
let d=r[l];if(d.kind==="name")c+=c!==""&&!c.endsWith(".")?"":d.text;else if(T(d,".","->","::","?."))c+=".";else break}c!==""&&o.set(c,s)}var mv=t=>t?.kind==="na\
me"&&["const","let","var","my","our","local","await","static","async"].includes(t.text);function gv(t,e,n){for(let s=e;s<n;s++){let r=t[s];if(T(r,","))return!0;
r.kind==="mark"&&r.close!==void 0&&(s=Math.max(s,r.close))}return!1}function Au(t,e,n,s){let r=e,o=0;for(let i=e;i<=n;i++){let a=t.tokens[i];if(i===n||T(a,",")){
let c=s.kind==="list"?s.items[o]??_:s.kind==="content"?s:_;i>r&&nn(t,r,i,c),r=i+1,o+=1}else a?.kind==="mark"&&a.close!==void 0&&(i=Math.max(i,Math.min(a.close,n-
1)))}}function yv(t,e,n,s){for(let r=e;r<n;r++){let o=t.tokens[r];if(o.kind!=="name")continue;let a=T(t.tokens[r+1],":","=>")&&t.tokens[r+2]?.kind==="name"?t.tokens[r+
2].text:o.text,c=s.kind==="map"?s.entries.get(o.text)??_:s.kind==="name"&&!s.self?t.scope.get(`${s.path}.${o.text}`)??{kind:"name",path:`${s.path}.${o.text}`}:_;
for(t.scope.set(a,c);r<n&&!T(t.tokens[r],",");)r+=1}}var Un=t=>{let e=Ce(t);return e.length>64?Fe(e.slice(0,64)):e.length===0?F([]):Fe(e)};var ft=(t,e,n=0,s=e.length)=>({...t,tokens:e,at:n,end:Math.min(s,e.length),depth:t.depth+1});function ys({scope:t,language:e},n){return t.get(n)??e.constants.get(
e.canonicalize(n))??Ae(n)}var bv=60,kv=4096,xv=["map","forEach","flatMap","filter","each","each_with_index","collect","select","find"];function ko(t,e,n){if(e.kind==="function")return Bn(
t,e.definition,n.args,n.named);if(e.kind==="content")return e;if(e.kind==="text"){let[l]=$(e);return t.language.bare_calls||t.language.member_operators.includes(
"->")?ko(t,Ae(l),n):_}if(e.kind!=="name")return Na(t,void 0,n);let s=Ev(t,e,n);if(s)return s;let r=vv(t,e.path),o=e.self?t.scope.get(e.path):void 0;if(o?.kind===
"function")return Bn(t,o.definition,wv(o.definition,n.args),n.named);let i={...n,receiver:e.self,collector:t.collector,evaluateCode:l=>Cv(t,l),invoke:(l,d)=>ko(
t,l,{args:d,named:new Map})},{language:a}=t,c=e.self?[a.methods.get(r),a.sharedMethods.get(r)]:[a.functions.get(r),a.methods.get(r.includes(".")?xo(r):""),a.sharedFunctions.
get(xo(r))];for(let l of c){let d=l===c[1]&&!e.self?Ae(r.slice(0,r.lastIndexOf("."))):e.self,u=l?.({...i,receiver:d});if(u)return u}return Na(t,e,n)}function vv({
language:t,scope:e},n){let s=t.canonicalize(n);if(n.includes(".")||t.functions.has(s))return s;let r=$(e.get("*")).find(o=>t.functions.has(`${o}.${n}`));return r===
void 0?s:`${r}.${n}`}var xo=t=>t.slice(t.lastIndexOf(".")+1),wv=({parameters:t},e)=>t[0]==="self"||t[0]==="cls"?[_,...e]:e,Sv=/^(?:batch_?)?(?:delete|terminate|destroy|purge|drop)(?=[_A-Z]|$)/i;
function Ev(t,e,n){let{collector:s,language:r}=t,o=e.self;for(;o?.kind==="name";)o=o.self;let i=r.canonicalize(e.path),a=o?.kind==="made"&&o.by==="sdk"?o:void 0;
if(!a&&(e.self||!r.sdks.some(f=>i.startsWith(f))))return;let c=pt(n,"endpoint_url")??pt(n,"endpoint"),l=c?[M("--endpoint-url"),c]:a?.args??[],d=xo(i);if(!a&&d.endsWith(
"Command"))return Te("sdk-command",M(d));let u=n.args.flatMap(f=>f.kind==="made"&&f.by==="sdk-command"?$(f.args[0]):[]);for(let f of[d,...u])Sv.test(f)&&s.addInvocation(
"cloud-sdk",[f,...l]);let p=Na(t,e,n);return p.kind==="content"?p:Te("sdk",...l)}function Na(t,e,{args:n,named:s}){let r=e?.kind==="name"?e.self:void 0,o=e?.kind===
"name"?xo(e.path):"",i=[...n,...s.values()],a=i.filter(l=>l.kind==="function"),c=a.flatMap(l=>{if(!r||!xv.includes(o))return[Bn(t,l.definition,r?.kind==="conten\
t"?[r,r]:[])];let d=Ce(r).slice(0,kv);return o==="map"&&d.length>0&&d.every(Wt)?d.map(u=>Bn(t,l.definition,[u])):[Bn(t,l.definition,[Un(r)])]});return r&&a.length===
1&&o==="map"?F(c):kt([...r?[r]:[],...i])??_}function Bn(t,e,n,s){if(e.called=!0,t.depth>bv||t.activeFunctions.has(e))return _;let r=new hs(e.scope);e.parameters.
forEach((i,a)=>{i!==""&&r.declare(i,s?.get(i)??n[a]??_)});for(let i of["@_","@ARGV"])t.language.bare_calls&&r.declare(i,F(n));let o={...ft(t,e.tokens,e.from,e.to),
scope:r,returnValues:[]};return o.activeFunctions=new Set([...t.activeFunctions,e]),e.expression?t.functions.evaluate(o):(t.functions.block(o),Fe(o.returnValues))}
function Cv(t,e){let n=e&&kt([e]),{collector:s}=t;if(n){let i=s.source==="javascript"?"node":s.source==="python"?"python3":s.source;return n.from.length===0&&n.
files.length>0?s.addInvocation(i,[...n.files],{}):s.addInvocation(i,[],{input:{kind:"pipe",from:s.listSources(n)}}),_}let r=$(e).filter(i=>Wt({kind:"text",of:[i]}));
$(e).some(xe)&&s.fail("too-much","the code runs code that cannot be read to its end"),r.length===0&&s.addInvocation("eval",[e]);let o=_;for(let i of r)o=t.functions.
code(t,i);return o}je();function Tu(t){let e=t.at;for(;t.at<t.end&&!T(t.tokens[t.at],":");)t.at+=1;let n=rn(t.tokens,e,t.at),s=t.at+1;t.at=s;let r=s;for(;r<t.end&&!T(t.tokens[r],",",")",
"]","}")&&t.tokens[r]?.kind!=="newline";)r=Math.max(r,bs(t.tokens[r],r))+1;return t.at=Math.min(r,t.end),t.collector.step(t.at-s),sn(t,n,s,t.at,!0)}var bs=(t,e)=>t?.
kind==="mark"&&t.close!==void 0?t.close:e;function vo(t,e,n){let s=t.tokens[n];if(t.at=n,T(s,"{")){let o=Math.min(bs(s,n),t.end);return t.at=Math.min(o+1,t.end),
sn(t,e,n+1,o,!1)}let r=n;for(;r<t.end&&!T(t.tokens[r],",",")","]","}",";")&&t.tokens[r]?.kind!=="newline";)r=Math.max(r,bs(t.tokens[r],r))+1;return t.at=Math.min(
r,t.end),t.collector.step(t.at-n),sn(t,e,n,t.at,!0)}function er(t){let e=t.at;T(t.tokens[e],"*","&")&&(e+=1);let n=t.tokens[e],s=n?.kind==="name"?n.text:void 0;
s!==void 0&&(e+=1);let r=[],o=t.tokens[e];if(T(o,"(")){let l=bs(o,e);r=rn(t.tokens,e+1,l),e=l+1}for(;e<t.end&&e<t.at+400&&!T(t.tokens[e],"{",";")&&!T(t.tokens[e],
"=>");)e+=1;let i=t.tokens[e];if(T(i,"=>"))return vo(t,r,e+1);if(!T(i,"{"))return;let a=Math.min(bs(i,e),t.end);t.at=Math.min(a+1,t.end);let c=sn(t,r,e+1,a,!1,s);
return s!==void 0&&t.scope.declare(s,c),c}function rn(t,e,n){let s=[],r=!0;for(let o=e;o<n&&s.length<64;o++){let i=t[o];if(T(i,","))r=!0;else if(r&&i?.kind==="n\
ame"){let a=t[o+1];s.push(a?.kind==="name"&&a.text.startsWith("$")?a.text:i.text),r=!1}else r&&T(i,"{","[")&&(s.push(""),r=!1);o=Math.max(o,bs(i,o))}return s}function sn(t,e,n,s,r,o){
let i={parameters:e,tokens:t.tokens,from:n,to:s,expression:r,called:!1,scope:t.scope,...Z({name:o})};return t.definitions.push(i),{kind:"function",definition:i}}var _v=new Set("if unless while until do and or end then rescue ensure in else elsif for foreach x eq ne cmp lt gt le ge".split(" ")),Av=64;function Pu(t){let e=t.
at<t.end?t.tokens[t.at]:void 0;return e?e.kind==="name"?!_v.has(e.text):T(e,":")?z(t.tokens[t.at+1])&&t.language.blocks==="end":e.kind==="text"||e.kind==="numbe\
r"||e.kind==="words"||e.kind==="shell"||T(e,"->"):!1}function Ru(t){let e=[],n=new Map;for(;t.at<t.end&&e.length<Av&&t.collector.step();){let s=t.tokens[t.at];if(s.
kind==="name"&&T(t.tokens[t.at+1],":")&&t.language.blocks==="end"?(t.at+=2,n.set(s.text,t.functions.evaluate(t,1))):e.push(t.functions.evaluate(t,1)),!T(t.tokens[t.
at],",","=>")||t.at>=t.end)break;t.at+=1}return{args:e,named:n}}var Tv=["do","def","class","module","begin","case"],Pv=["if","unless","while","until","for"];function Oa({
tokens:t,end:e,collector:n},s){let r=1;for(let o=s;o<e;o++){let i=t[o];if(i.kind!=="name")continue;let a=t[o-1];if(T(a,"."))continue;let c=!a||a.kind==="newline"||
T(a,";","=");if(Tv.includes(i.text)||c&&Pv.includes(i.text))r+=1;else if(i.text==="end"&&(r-=1,r===0))return n.step(Math.ceil((o-s)/8)),o}return n.step(Math.ceil(
(e-s)/8)),e}function La(t){if(t.language.blocks!=="end"||t.at>=t.end)return;let e=t.tokens[t.at];if(!z(e,"do")&&!T(e,"{"))return;let n=t.at+1,s=[];if(T(t.tokens[n],
"|")){let o=n+1;for(;o<t.end&&o<n+32&&!T(t.tokens[o],"|");)o+=1;s=rn(t.tokens,n+1,o),n=o+1}let r=e?.kind==="mark"?Math.min(e.close??t.end,t.end):Oa(t,n);return t.
at=Math.min(r+1,t.end),sn(t,s,n,r,!1)}var Rv=4096;function Wa(t,e,n){if(n!==void 0&&n<e&&t.language.blocks==="indent")return Iu(t,n,e);let s=ft(t,t.tokens,t.at,
e),r=[];for(;s.at<s.end&&t.collector.problem===void 0;){let o=s.at,i=T(s.tokens[o],"*","...");if(s.tokens[o]?.kind!=="newline"){let a=t.functions.evaluate(s);i?
r.push(...Ce(a)):r.push(a)}if(T(s.tokens[s.at],",","=>")||s.at===o)s.at+=1;else for(;s.at<s.end&&!T(s.tokens[s.at],",","=>");)Da(s)}return t.at=Math.min(e+1,t.end),
r}function Da(t){let e=t.at;t.functions.evaluate(t),t.at===e&&(t.at+=1)}function Iu(t,e,n){let s=$u(t,{element:t.at,end:e,close:n},e);return t.at=Math.min(n+1,t.
end),s}function $u(t,e,n){let{element:s,end:r,close:o}=e,i=ft(t,t.tokens,n+1,o),a=i.at;for(;i.at<i.end&&!z(i.tokens[i.at],"in");)i.at+=1;let c=i.at;i.at+=1;let l=t.
functions.evaluate(i,1);for(;i.at<i.end&&!z(i.tokens[i.at],"for");)Da(i);let d=[];for(let u of Ce(l).slice(0,Rv)){let p=ft(t,t.tokens,s,r);if(nn(p,a,c,u),i.at<i.
end?d.push(...$u(t,e,i.at)):d.push(t.functions.evaluate(p)),t.collector.problem!==void 0)break}return d}function Nu(t,e){let n=ft(t,t.tokens,t.at,e),s=new Map;for(;n.
at<n.end&&t.collector.problem===void 0;){let r=n.at,o=n.tokens[r];if(o.kind==="newline"||T(o,",",";")){n.at+=1;continue}let i=n.tokens[r+1];if(o.kind==="name"&&
T(i,"(")&&i?.kind==="mark"&&T(n.tokens[(i.close??0)+1],"{")){n.at=r+1;let l=n.tokens[(i.close??0)+1],d=Math.min(l.close??n.end,n.end),u=sn(n,rn(n.tokens,r+2,i.close??
n.end),(i.close??0)+2,d,!1);s.set(o.text,u),n.at=d+1;continue}let a=o.kind==="name"&&T(i,":","=>",",","}")?o.text:void 0,c=a!==void 0?void 0:t.functions.evaluate(
n);a!==void 0&&(n.at+=1),T(n.tokens[n.at],":","=>")&&n.at<n.end?(n.at+=1,s.set(a??$(c)[0],t.functions.evaluate(n))):a!==void 0?s.set(a,ys(t,a)):c&&s.set(`${b}${s.
size}`,c),n.at===r&&(n.at+=1)}return t.at=Math.min(e+1,t.end),{kind:"map",entries:s}}function Ou(t,e,n){let s=new Map;if(n!==void 0&&n<e&&t.language.blocks==="i\
ndent")return{args:[F(Iu(t,n,e))],named:s};let r=ft(t,t.tokens,t.at,e),o=[];for(;r.at<r.end&&t.collector.problem===void 0;){let i=r.at,a=r.tokens[i],c=r.tokens[i+
1];a.kind==="newline"?r.at+=1:a.kind==="name"&&T(c,t.language.blocks==="indent"?"=":":")&&c?(r.at+=2,s.set(a.text,t.functions.evaluate(r))):T(a,"*","...")?(r.at+=
1,o.push(...Ce(t.functions.evaluate(r)))):o.push(t.functions.evaluate(r)),T(r.tokens[r.at],"=")&&r.at<r.end?r.at+=1:r.at<r.end&&!T(r.tokens[r.at],",")&&Da(r),(T(
r.tokens[r.at],",","=>")||r.at===i)&&(r.at+=1)}return t.at=Math.min(e+1,t.end),{args:o,named:s}}var Iv=96,$v=200,Lu={"||":1,"??":1,or:1,"&&":2,and:2,"==":3,"!=":3,"===":3,"!==":3,"<":3,">":3,"<=":3,">=":3,"=~":3,in:3,is:3,"|":4,"^":5,"&":6,"<<":7,">>":7,"+":8,
"-":8,".":8,"*":9,"/":9,"%":9,"//":9,x:9,"**":10,"..":3};function ht(t,e=0){if(t.depth>Iv&&(t.collector.fail("too-deep","expressions are nested too deeply"),t.at=
t.end),!t.collector.step())return t.at=t.end,_;t.depth+=1;let n=Wv(t,Du(t));for(;;){let s=Oe(t),r=s?.kind==="mark"||s?.kind==="name"?s.text:void 0,o=r===void 0?
void 0:Object.hasOwn(Lu,r)?Lu[r]:void 0;if(r==="?"&&e===0){t.at+=1;let i=ht(t,1);T(Oe(t),":")&&(t.at+=1),n=Fe([i,ht(t)])}else if(r==="if"&&e===0&&t.language.blocks===
"indent"){if(t.at+=1,ht(t,1),!z(Oe(t),"else"))break;t.at+=1,n=Fe([n,ht(t)])}else{if(o===void 0||o<=e||!Nv(r,t))break;t.at+=1,n=fo(r,n,ht(t,o),t.language.concatenation_operators),
n.kind==="text"&&t.collector.step(n.of.reduce((i,a)=>i+(a.length>>5),0))}if(!t.collector.step())break}return t.depth-=1,n}var Nv=(t,{language:e})=>t==="."?e.concatenation_operators.
includes("."):t!=="x"||e.concatenation_operators.includes("x"),Oe=({at:t,end:e,tokens:n})=>t<e?n[t]:void 0;function Du(t){let e=Oe(t);if(!e||e.kind==="newline")
return _;switch(t.at+=1,e.kind){case"number":return gn(e.number);case"words":return F(e.words.map(n=>M(n)));case"shell":return t.collector.runShellLine(wo(t,e.pieces));case"\
text":{let n=wo(t,e.pieces);for(;Oe(t)?.kind==="text"&&t.language.blocks==="indent";){let s=Oe(t);t.at+=1,n=Ee([n,wo(t,s.pieces)])}return n}case"mark":return Ov(
t,e);case"name":return Lv(t,e.text)}}function wo(t,e){return e.length===1&&typeof e[0]=="string"?M(e[0]):Ee(e.slice(0,64).map(n=>typeof n=="string"?M(n):ht(ft(t,
n))))}function Ov(t,e){let n=t.at,s=Math.min(e.close??t.end,t.end);switch(e.text){case"(":{if(T(t.tokens[s+1],"=>"))return vo(t,rn(t.tokens,n,s),s+2);let r=Wa(t,
s,e.loop);return r.length===1&&!T(t.tokens[s-1],",")?r[0]:F(r)}case"[":return F(Wa(t,s,e.loop));case"{":return Nu(t,s);case"-":{let r=ht(t,9);return r.kind==="n\
umber"?gn(-r.number):r}case"+":case"!":case"~":case"*":case"**":case"...":case"&":case"\\":case"++":case"--":case"@":case"$":return ht(t,9);case"<":{let r=T(Oe(
t),">")?t.at:t.at+1;return!t.language.concatenation_operators.includes("x")||!T(t.tokens[r],">")||r>=t.end?_:(t.at=r+1,tn(t.collector.input)??_)}case":":{let r=Oe(
t);return t.language.blocks!=="end"||r?.kind!=="name"?(t.at-=1,_):(t.at+=1,M(r.text))}case"->":return T(Oe(t),"(","{")?Du(t):_;default:return[")","]","}",",",";",
"=>"].includes(e.text)&&(t.at-=1),_}}function Lv(t,e){let{language:n}=t,s=Oe(t);if(T(s,"=>")&&n.blocks==="braces"&&!e.startsWith("$"))return vo(t,[e],t.at+1);switch(e){case"\
new":case"await":case"not":case"typeof":case"void":case"defined":case"yield":case"async":case"return":case"throw":case"clone":return ht(t,9);case"lambda":if(n.blocks===
"indent")return Tu(t);break;case"my":case"our":case"local":if(n.bare_calls)return ht(t,9);break}if(n.function_keywords.includes(e)||e==="function"||e==="fn"){let r=er(
t);if(r)return r}return ys(t,e)}function Wv(t,e){let n=e;for(;t.collector.step();){let s=t.language.bare_calls?Dv(t,n):void 0;if(s){n=s;continue}let r=Oe(t);if(r?.
kind==="text"&&n.kind==="name"&&t.language.member_operators.includes("?.")){t.at+=1,n=t.functions.call(t,n,{args:[wo(t,r.pieces)],named:new Map});continue}if(r?.
kind!=="mark")break;let o=t.tokens[t.at+1],i=Math.min(r.close??t.end,t.end);if(t.language.member_operators.includes(r.text)&&o?.kind==="name")t.at+=2,n=Mu(t,n,o.
text);else if(r.text==="("||t.language.member_operators.includes(r.text)&&T(o,"(")){t.at+=r.text==="("?1:2;let a=r.text==="("?r:o;n=Ma(t,n,Ou(t,Math.min(a.close??
t.end,t.end),a.loop))}else if(r.text==="["&&!(t.language.bare_calls&&n.kind==="name"&&!n.self))t.at+=1,n=Wu(t,n,i);else if(r.text==="->"||r.text==="?.")t.at+=1;else if(r.
text==="{"&&t.language.bare_calls&&t.language.blocks==="braces"&&(n.kind==="map"||n.kind==="name"&&/^[$%]/.test(n.path)))t.at+=1,n=Wu(t,n,i,!0);else break}return n}
function Ma(t,e,n){let s=La(t);return t.functions.call(t,e,s?{...n,args:[...n.args,s]}:n)}function Dv(t,e){if(e.kind!=="name"||/^[$@%]/.test(e.path))return;let n=t.
language.functions;if(T(Oe(t),"*")&&t.language.blocks==="end"&&n.has(e.path)||Pu(t))return Ma(t,e,Ru(t));if(z(Oe(t),"while","until","if","unless","or","and")||T(
Oe(t),";",",")||t.at>=t.end)return n.has(e.path)?Ma(t,e,{args:[],named:new Map}):void 0;if(t.language.blocks!=="end"||T(Oe(t),"(")||/^[A-Z]/.test(e.path)&&!e.self&&
t.language.member_operators.some(i=>T(Oe(t),i)))return;let r=La(t);return r!==void 0||e.self!==void 0||n.has(e.path)?t.functions.call(t,e,{args:r?[r]:[],named:new Map}):
void 0}function Mu(t,e,n){if(e.kind==="map")return e.entries.get(n)??Ae(n,e);if(e.kind==="name"&&!e.self){let s=`${e.path}.${n}`;return s.length>$v?_:t.scope.get(
s)??t.language.constants.get(t.language.canonicalize(s))??Ae(s)}return e.kind==="content"&&["text","content","stdout","body","data"].includes(n)?e:Ae(n,e)}function Wu(t,e,n,s=!1){
let r=t.at,o=ft(t,t.tokens,r,n),i=[];for(;o.at<o.end&&i.length<3&&t.collector.problem===void 0&&(i.push(T(Oe(o),":")?void 0:ht(o)),T(Oe(o),":",".."));){o.at+=1;
o.at>=o.end&&i.push(void 0)}if(t.at=Math.min(n+1,t.end),i.length>1)return Mv(e,i);let[a]=i;if(e.kind==="list"&&a?.kind==="number")return e.items.at(a.number)??_;
let c=s&&o.end-r===1?o.tokens[r]:void 0,l=c?.kind==="name"&&/^\w/.test(c.text)?c.text:$(a)[0];return e.kind==="map"?e.entries.get(l)??_:e.kind==="name"&&l!==void 0&&
!l.includes(b)?Mu(t,e,l):e.kind==="name"&&e.path==="args"?M(b):e.kind==="text"&&a?.kind==="number"?Ee([M(...e.of.map(d=>d.includes(b)?b:d.at(a.number)??""))]):e.
kind==="content"||e.kind==="made"?e:_}function Mv(t,[e,n,s]){let r=e?.kind==="number"?e.number:void 0,o=n?.kind==="number"?n.number:void 0,i=s?.kind==="number"&&
s.number===-1;if(t.kind==="list"){let a=t.items.slice(r,o);return F(i?a.reverse():a)}return t.kind!=="text"?t:M(...t.of.map(a=>{if(a.includes(b))return b;let c=Array.
from(a).slice(r,o);return(i?c.reverse():c).join("")}))}var qu=new Set(`if elif else elsif unless while until do try except catch finally begin rescue ensure then end and or in case
   when switch default break continue pass next last redo raise throw export public private protected static
   final abstract async use package echo`.split(/\s+/)),qv=[";","{","}",")","]",",",":","=>"];function So(t){let e=_;for(;t.at<t.end&&t.collector.step();){let n=t.
at,s=t.tokens[n];s.kind==="newline"||T(s,...qv)?t.at+=1:e=jv(t,s)??e,t.at===n&&(t.at+=1)}return e}function jv(t,e){if(e.kind!=="name")return tr(t);let n=e.text,
{language:s,tokens:r}=t;if(!(s.function_keywords.includes(n)&&Uv(t))){switch(n){case"import":case"from":if(s.blocks==="indent")Yv(t,n);else if(s.member_operators.
includes("?."))Xv(t);else return tr(t);return;case"return":t.at+=1,r[t.at]?.kind!=="newline"&&t.returnValues.push(tr(t));return;case"for":case"foreach":t.at+=1,
Gv(t);return;case"with":case"using":t.at+=1,zv(t);return;case"class":case"module":case"interface":case"namespace":for(;t.at<t.end&&!T(r[t.at],"{",":",";")&&r[t.
at]?.kind!=="newline";)t.at+=1;s.member_operators.includes("?.")&&T(r[t.at],"{")&&Kv(t);return}if(n==="echo"){Fv(t);return}if(qu.has(n)){t.at+=1;return}return tr(
t)}}function Fv(t){let e=[];do t.at+=1,e.push(t.functions.evaluate(t));while(T(t.tokens[t.at],",")&&t.at<t.end&&e.length<64);t.collector.recordPrint(e,"","")}function tr(t){
let e=[],n=t.language.blocks!=="braces";for(let r=$a(t,n);r!==void 0&&!(e.length>8);r=$a(t,!1))e.push([t.at,r,t.tokens[r].text]),t.at=r+1;let s=Hv(t);for(let[r,
o,i]of e.reverse()){if(i==="+="||i===".="){let a=t.tokens[r],c=a?.kind==="name"?ys(t,a.text):_;s=fo("+",c,s,["+"])}nn(t,r,Vv(t,r,o),s)}return s}function Hv(t){let e=t.
functions.evaluate(t);if(!T(t.tokens[t.at],",")||t.language.blocks==="braces")return e;let n=[e];for(;T(t.tokens[t.at],",")&&t.at<t.end&&n.length<64;)t.at+=1,n.
push(t.functions.evaluate(t));return F(n)}function Vv({tokens:t},e,n){for(let s=e;s<n;s++)if(T(t[s],":"))return s;return n}function Uv(t){let{tokens:e,language:n}=t;
if(n.blocks==="braces")return t.at+=1,er(t)?!0:(t.at-=1,!1);if(e[t.at+1]?.kind!=="name")return!1;let r=t.at+2;T(e[r],".")&&z(e[r+1])&&(r+=2);let o=e[r-1].text,i=[],
a=e[r];if(a?.kind==="mark"&&a.text==="("){let d=Math.min(a.close??t.end,t.end);i=rn(e,r+1,d),r=d+1}let c=r,l=n.blocks==="indent"?Bv(t,r):Oa(t,r);return t.scope.
declare(o,sn(t,i,c,l,!1,o)),t.at=l,!0}function Bv({tokens:t,end:e,at:n},s){let r=0;for(let i=n;i>=0;i--){let a=t[i];if(a.kind==="newline"){r=a.indent;break}}let o=s;
for(;o<e&&t[o]?.kind!=="newline"&&!T(t[o],":");)o+=1;if(T(t[o],":")&&t[o+1]&&t[o+1].kind!=="newline"){for(;o<e&&t[o].kind!=="newline";)o+=1;return o}for(;o<e;o++){
let i=t[o],a=t[o+1];if(i.kind==="newline"&&i.indent<=r&&a&&a.kind!=="newline")return o}return e}function Gv(t){let{tokens:e}=t,n=e[t.at],s=n?.kind==="mark"&&n.text===
"(",r=s?t.at+1:t.at,o=Math.min(s?n.close??t.end:t.end,r+24,t.end);for(let i=r;i<o;i++){if(z(e[i],"in","of")){t.at=i+1,nn(t,r,i,Un(t.functions.evaluate(t)));return}
if(s&&z(e[i],"as")){t.at=r;let a=Un(t.functions.evaluate(t)),c=T(e[i+2],"=>")?i+3:i+1;nn(t,c,Math.min(n.close??t.end,t.end),a);return}if(!s&&T(e[i],"(")&&i>r){t.
at=i;let a=t.functions.evaluate(t);nn(t,r,i,Un(a.kind==="list"?a:F([a])));return}if(T(e[i],";","{")||e[i]?.kind==="newline")break}if(s&&t.language.bare_calls){let i=t.
functions.evaluate(t);t.scope.set("$_",Un(i.kind==="list"?i:F([i])))}else s&&(t.at=r)}function zv(t){T(t.tokens[t.at],"(")&&t.language.blocks==="indent"&&(t.at+=
1);for(let e=0;e<16;e++){let n=t.functions.evaluate(t);if(z(t.tokens[t.at],"as")){let s=t.at+1,r=s;for(;r<t.end&&!T(t.tokens[r],",",":",")")&&t.tokens[r]?.kind!==
"newline";)r+=1;nn(t,s,r,n),t.at=r}if(!T(t.tokens[t.at],","))return;t.at+=1}}function Kv(t){let e=t.tokens[t.at],n=Math.min(e.close??t.end,t.end);for(t.at+=1;t.
at<n&&t.collector.step();){let s=t.tokens[t.at],r=t.tokens[t.at+1];s?.kind==="name"&&T(r,"(")&&!qu.has(s.text)&&er(t)||(t.at+=1)}}function Yv(t,e){let{tokens:n,
scope:s}=t,r=t.at+1,o=()=>{let a="";for(;r<t.end&&(z(n[r])||T(n[r],"."));){let c=n[r];if(c.text==="import"||c.text==="as"||c.text!=="."&&a!==""&&!a.endsWith("."))
break;a+=c.text,r+=1}return a},i=e==="from"?o():"";for(e==="from"&&(r+=1);r<t.end&&n[r].kind!=="newline"&&!T(n[r],";");){if(T(n[r],"*")){s.set("*",it([...s.get(
"*")?$(s.get("*")):[],i])),r+=1;continue}let a=o();if(a===""){r+=1;continue}let c=i===""?a:`${i}.${a}`;z(n[r],"as")&&z(n[r+1])?(s.set(n[r+1].text,{kind:"name",path:c}),
r+=2):i!==""&&s.set(a,s.get(c)??{kind:"name",path:c})}t.at=r}function Xv(t){let{tokens:e,scope:n}=t;if(T(e[t.at+1],"(")){tr(t);return}let s=t.at+1,r=s;for(;s<t.
end&&s<r+200&&!z(e[s],"from")&&e[s].kind!=="text"&&!T(e[s],";");)s+=1;let o=e[z(e[s],"from")?s+1:s],i=o?.kind==="text"&&typeof o.pieces[0]=="string"?o.pieces[0].
replace(/^node:/,""):void 0,a=!1;for(let c=r;c<s&&i!==void 0;c++){let l=e[c];if(T(l,"{")&&(a=!0),l.kind!=="name"||l.text==="as"||l.text==="type")continue;let d=z(
e[c+1],"as")&&z(e[c+2]),u=d?e[c+2].text:l.text,p=a?`${i}.${l.text}`:i;n.set(u,n.get(p)??{kind:"name",path:p}),d&&(c+=2)}t.at=s+(z(e[s],"from")?2:1)}var qa=t=>t!==void 0&&!(t.kind==="name"&&t.path==="false"),Eo=({args:t})=>t.find(e=>e.kind==="function");function ju(t){let e=["recursive","force"].map(n=>qa(pt(
t,n))?n[0]:"").join("");return t.collector.addInvocation("rm",[e===""?void 0:`-${e}`,t.args[0]??_]),_}function Fu(t,e){let[n]=t.args,s=n?.kind==="map"?n.entries.
get("url")??n.entries.get("hostname")??n.entries.get("host")??_:n,r=pt(t,"method"),o=e??(r?$(r)[0].toUpperCase():"GET"),i=["body","data","json"].map(c=>pt(t,c)),
a=He(t,o,s,[...i,e&&e!=="GET"?t.args[1]:void 0]);return o==="GET"?a:Te("request",s??_)}function Uu(t){let[e,n]=t.args,s=e?.kind==="map"?e.entries:void 0,r=s?.get(
"port")??e??_,o=s?.get("host")??n??M("localhost");t.collector.addInvocation("nc",[o,r]);for(let i of t.args)i.kind==="function"&&t.invoke(i,[]);return Te("conne\
ction",o,r)}function Qv(t,e){if(!t)return _;if(t.kind==="list"){let s=t.items.flatMap(r=>r.kind==="number"?[r.number&65535]:[]);return M(s.length===t.items.length?
String.fromCodePoint(...s.slice(0,4096)):b)}let n=$(e)[0];return n==="base64"||n==="base64url"?bt(t,nt.base64):n==="hex"?bt(t,nt.hex):t}function Hu({collector:t},...e){
return t.addInvocation("sql",e,{language:"sql"}),_}var Vu=t=>/^db\b|collection|\bdb$/i.test(Js(t)),Jv=t=>t===void 0||t.kind==="map"&&t.entries.size===0,Zv={"eva\
luate-text":t=>t.args[0]?.kind==="text"?t.evaluateCode(t.args[0]):void 0,spawn:t=>{let[e=_,n]=t.args,s=n?.kind==="map"?pt(t,"args"):n,r=s?.kind==="list"?s.items:
s?.kind==="unknown"?[_]:[];return qa(pt(t,"shell"))?t.collector.runShellLine(M([e,...r].flatMap($).join(" "))):t.collector.runProgram([e,...r])},remove:ju,"remo\
ve-folder":t=>qa(pt(t,"recursive"))?ju(t):(t.collector.addInvocation("rmdir",[t.args[0]??_]),_),"read-file":t=>{let e=t.collector.readFile(t.args[0]),n=Eo(t);return n&&
t.invoke(n,[_,e]),e},"read-folder":t=>{let e=Eo(t);return e&&t.invoke(e,[_,F([_])]),F([_])},"join-parts":({args:t})=>t.length===0?_:Dt(t.map((e,n)=>n===0||e.kind!==
"text"?e:{...e,of:e.of.map(s=>s.replace(/^\/+/,""))})),request:Fu,"request-callback":t=>{let e=Fu(t,"GET"),n=Eo(t);return n&&t.invoke(n,[e]),e},connect:Uu,buffer:({
args:[t,e]})=>Qv(t,e),apply:({args:[t,,e],invoke:n})=>t?n(t,Ce(e??_)):_},ew={end:t=>t.args[0]?gs(t,t.receiver,t.args[0],!0):void 0,"connect-client":t=>t.receiver?.
kind==="made"&&t.receiver.by==="client"?Uu(t):void 0,pipe:t=>{let{receiver:e,collector:n}=t,[s]=t.args;if(s?.kind==="made"&&(s.by==="connection"||s.by==="client")){
let r=e?.kind==="content"&&e.from.length>0,i=n.invocations.find(({program:a})=>a==="nc")?.args.map(a=>a.text)??[_];n.addInvocation("nc",[...r?["-e","/bin/sh"]:[],
...i])}else gs(t,s,e,!0);return s??_},listen:t=>{let{receiver:e}=t,n=Eo(t);return n&&(e?.kind==="content"||e?.kind==="text")&&t.invoke(n,[e]),e},then:({receiver:t,
args:[e],invoke:n})=>e?.kind==="function"||e?.kind==="name"&&!e.self?n(e,[t??_]):t,"drop-collection":t=>Vu(t)?Hu(t,"drop-collection",Js(t)):void 0,"delete-all":(t,e)=>(!e||
Vu(t))&&Jv(t.args[0])?Hu(t,"delete-all",Js(t)):void 0,statement:t=>/\s/.test($(t.args[0])[0])?Zs(t,t.args[0]):void 0},Bu={functions:Zv,methods:ew};var Gu={base64:nt.base64,hex:nt.hex,rot13:nt.rot13,zlib:nt.zlib};function Fa(t,e){let n=e.toLowerCase().replace(/[-_]/g,"");return Object.hasOwn(Gu,n)?bt(t,Gu[n]):
t}var Co=({receiver:t})=>t?.kind==="list"?Ee(t.items,`
`):t,ja=t=>Ee(t.map(e=>{if(e.kind!=="number")return _;let n=e.number>=0&&e.number<=1114111;return it([n?String.fromCodePoint(e.number):b])})),Ku=t=>Number.isNaN(
t)?_:gn(t);function Yu(t){return t?.kind==="list"?F([...t.items].reverse()):t&&bt(t,nt.reverse)}var tw={characters:({args:t})=>ja(t),bytes:({args:[t]})=>t?.kind===
"list"?ja(t.items):t,"code-point":({args:[t]})=>{let[e]=$(t);return Wt(t)&&e?gn(e.codePointAt(0)):_},integer:({args:[t,e]})=>Ku(Number.parseInt($(t)[0],e?Number(
$(e)[0]):10)),reversed:({args:[t=_]})=>F([...Ce(t)].reverse()),reverse:({args:t})=>Yu(t[0])??_,"join-texts":({args:[t,...e]})=>Ee(yn(e),$(t)[0]),format:({args:[
t=_,...e]})=>ho(t,e),map:({args:[t,e],invoke:n})=>{if(!t||!e)return;let s=Ce(e).slice(0,4096);return F(s.map(r=>n(t,[r])))}},zu=({receiver:t,args:e})=>{if(t?.kind!==
"text")return;let[n,s=""]=e.map(r=>$(r)[0]);return bt(t,r=>n===void 0||n.includes(b)?b:r.replaceAll(n,s))},nw={join:({receiver:t,args:[e]})=>t?.kind==="list"?Ee(
t.items,e?$(e)[0]:""):t?.kind==="text"?Ee(Ce(e??_),$(t)[0]):void 0,split:({receiver:t,args:e})=>{if(t?.kind!=="text"||!Wt(t))return;let n=$(t)[0],s=e[0]?$(e[0])[0]:
void 0;if(s?.includes(b))return F([_]);let r=s===void 0?n.trim().split(/\s+/):n.split(s);return F(r.slice(0,4096).map(o=>it([o])))},"replace-two":t=>t.args.length>=
2?zu(t):void 0,replace:zu,"reverse-self":({receiver:t})=>t?.kind==="list"||t?.kind==="text"?Yu(t):void 0,decode:({receiver:t,args:[e]})=>t?.kind==="text"?Fa(t,e?
$(e)[0]:""):t,itself:({receiver:t})=>t?.kind==="text"||t?.kind==="list"?t:void 0,"to-string":({receiver:t})=>t?.kind==="text"||t?.kind==="content"?t:void 0,letters:({
receiver:t})=>t?.kind==="text"?F(Ce(t)):void 0,concatenate:({receiver:t,args:e})=>t?.kind==="list"?F([...t.items,...yn(e)]):t?.kind==="text"?Ee([t,...e]):void 0,
"format-self":({receiver:t,args:e,named:n})=>t?.kind==="text"?ho(t,e,n):void 0,pack:({receiver:t,args:e})=>{let n=$(e[0])[0];if(t?.kind==="list")return n.startsWith(
"H")?bt(t.items[0]??_,nt.hex):/^[cCU]/.test(n)?ja(t.items):void 0},unpack:({receiver:t,args:e})=>$(e[0])[0]==="m"&&t?bt(t,nt.base64):void 0,"letter-code":({receiver:t,
args:[e]})=>Ku(Wt(t)?$(t)[0].charCodeAt(e?.kind==="number"?e.number:0):Number.NaN),slice:({receiver:t,args:e})=>{let[n,s]=e.map(r=>r.kind==="number"?r.number:void 0);
return t?.kind==="list"?F(t.items.slice(n,s)):t?.kind==="text"?bt(t,r=>r.slice(n,s)):void 0},"join-path":({receiver:t,args:e})=>t&&Dt([t,...e]),call:({receiver:t,
args:e,invoke:n})=>t&&n(t,e),apply:({receiver:t,args:e,invoke:n})=>t&&n(t,Ce(e[1]??_)),message:({receiver:t,args:[e,...n],invoke:s})=>e?.kind==="text"&&Wt(e)?s(
Ae($(e)[0],t?.kind==="name"?void 0:t),n):void 0},Ha={functions:tw,methods:nw};var Va=t=>Dt([t??M("."),M(b)]);function Xu([t,...e],n){let[s]=e,r=n==="v"?s?.kind==="list"?s.items:[_,_]:e;return[t??_,...r.slice(1)]}function Ju({args:[t],collector:e}){
let[n]=$(t),s=go(e.input,n);return s||(n==="HOME"?M("~"):n==="USER"||n==="LOGNAME"?_:{kind:"content",files:[],from:[e.createInvocation("printenv",t?[t]:[])]})}function Qu({
collector:t},e){let n=t.invocations.find(({program:s,args:r})=>s==="nc"&&(e!=="/bin/sh"||r[0]?.text!=="-e"));n&&t.addInvocation("nc",["-e",e,...n.args.map(s=>s.
text)])}var sw={print:({args:t,named:e,collector:n})=>{let[s,r]=["sep","end"].map(o=>e.has(o)?$(e.get(o))[0]:void 0);return e.has("file")||n.recordPrint(t,s,r),
_},"open-descriptor":({args:[t,e],collector:n})=>e?.kind==="unknown"||e?.kind==="name"&&/WRONLY|RDWR|CREAT|TRUNC|APPEND/.test(e.path)?(n.recordWrite(t,void 0),Te(
"written",t??_)):n.readFile(t),"spawn-terminal":t=>{let[e]=t.args,n=e?.kind==="list"?e.items:[e??_];return Qu(t,n[0]??_),t.collector.runProgram(n)},"duplicate-d\
escriptor":t=>(t.collector.invocations.some(({args:e})=>e[0]?.text==="-e")||Qu(t,"/bin/sh"),_),execute:({args:t,collector:e},n)=>e.runProgram(Xu(t,n)),spawn:({args:t,
collector:e},n)=>e.runProgram(Xu(t.slice(1),n)),"kill-group":t=>Ra(t,Ee([M("-"),t.args[0]??_]),t.args[1]),"any-process":()=>F([Te("any-process")]),attribute:({args:[
t,e]})=>t?.kind==="name"&&e?Ae(`${t.path}.${$(e)[0]}`):_,environment:Ju,walk:({args:[t],collector:e})=>{if(e.chooses||t?.kind!=="text")return F([F([Va(t),F([_]),
F([_])])]);let n=F([ms(M("**"))]);return F([F([t,n,n])])},scan:({args:[t]})=>F([Va(t)]),decode:({args:[t,e]})=>t?Fa(t,$(e)[0]):_,"open-url":t=>{let e=t.args[0]??
t.named.get("url");return e?.kind==="made"?He(t,"GET",e.args[0],e.args.slice(1)):He(t,"GET",e,[t.args[1]??t.named.get("data")])},"request-object":({args:t,named:e})=>{
let n=t[1]??e.get("data");return Te("request",t[0]??e.get("url")??_,...n?[n]:[])},retrieve:t=>{let[e,n]=t.args,s=He(t,"GET",e,[]);return n&&t.collector.recordWrite(
n,s),n},request:(t,e)=>{let{args:n,named:s}=t,r=(e?n[0]:n[1])??s.get("url"),o=["data","json","files","content",...e?["params"]:[]].map(i=>s.get(i));return e?He(
t,e,r,[...e==="GET"?[]:[n[1]],...o]):He(t,$(n[0])[0].toUpperCase(),r,o)}},rw={"replace-path":({receiver:t,args:[e,n],collector:s})=>{if(!(t?.kind!=="text"||!e||
n))return s.addInvocation("mv",[t,e]),_},"joined-lines":Co,"any-line":({receiver:t})=>t?.kind==="list"?Fe(t.items):t,"glob-below":({receiver:t,args:[e=_]},n)=>t?
ms(Dt([t,...n?[M(n)]:[],e])):_,"entries-below":({receiver:t})=>F([Va(t)]),connect:t=>{let{receiver:e,args:n}=t;if(e?.kind==="made")return e.by==="ssh"?Te("conne\
ction",n[0]??_):Pa(t,n[0]?.kind==="list"?n[0].items:n)},"send-to":t=>{let[e,n]=t.args,s=n?.kind==="list"?n.items:[_];return yo(t,Te("connection",...s),e)},"requ\
est-over":t=>{let{receiver:e,args:n}=t,s=e?.kind==="made"?Ee([e.args[0]??_,n[1]??_]):n[1],r=n[2]??["body","data","json"].map(o=>pt(t,o)).find(Boolean);return He(
t,$(n[0])[0],s,[r])},"library-call":({receiver:t,args:e,collector:n})=>t?.kind==="made"&&t.by==="library"?n.runShellLine(e[0]):void 0,"end-process":({receiver:t,
collector:e},n)=>{if(t?.kind==="made")return t.by==="any-process"?e.addInvocation("pkill",[`-${n}`,_]):t.by==="psutil.Process"&&e.addInvocation("kill",[`-${n}`,
t.args[0]??_]),_},get:t=>{let{receiver:e,args:n}=t;return e?.kind==="map"?e.entries.get($(n[0])[0])??Ju(t):e?.kind==="made"&&e.by==="http"?He(t,"GET",n[0],[]):void 0}},
Zu={functions:sw,methods:rw};var ow=16,iw={take:({args:[t],collector:e})=>{let n=t?.kind==="list"?t:du(e.input);return n.kind==="list"&&n.items.length>0?Fe(n.items):_},open:({args:t,collector:e})=>{
let n=$(t[1])[0],s=/^\s*(\+?[<>]{1,2}|\||-\||\|-)/.exec(n)?.[1],r=n.replace(/^\s*(\+?[<>]{1,2}|\|)\s*/,"");if(s==="|"&&t.length<3)return e.runShellLine(M(r));if(s===
"-|"||s==="|-"){let i=yn(t.slice(2));return i.length>1?e.runProgram(i):e.runShellLine(i[0])}if(t.length<3&&/\|\s*$/.test(n))return e.runShellLine(M(n.replace(/\|\s*$/,
"")));let o=t[2]??M(r);return s?.includes(">")?(e.recordWrite(o,void 0,s===">>"),Te("written",o)):e.readFile(o)},find:({args:[t,...e],invoke:n})=>{let s=t?.kind===
"map"?t.entries.get("wanted"):t;if(s?.kind!=="function")return;let r={...s,definition:{...s.definition,parameters:["$_"]}};for(let o of e.slice(0,ow))for(let i of $(
o))n(r,[M(`${i.replace(/\/+$/,"")}/${b}`)]);return _},"run-file":({args:[t],collector:e})=>t?.kind==="text"?e.readFile(t):void 0,connect:({args:t,collector:e})=>{
let[n,s]=["PeerAddr","PeerPort"].map(r=>t[t.findIndex(o=>$(o)[0]===r||o.kind==="name"&&o.path===r)+1]??_);return e.addInvocation("nc",[n,s]),Te("connection",n)},
pack:({args:[t=_,...e],invoke:n})=>n(Ae("pack",F(e)),[t])},ep=t=>/^(?:https?|ftp):/i.test($(t)[0]),Ua=t=>ep(t.args[0])?He(t,"GET",t.args[0],[]):t.collector.readFile(
t.args[0]),Ba=t=>t?.kind==="text"?Ae($(t)[0]):t??_,aw={"evaluate-text":t=>t.args[0]?.kind==="text"?t.evaluateCode(t.args[0]):void 0,include:t=>t.evaluateCode(Ua(
t)),read:Ua,"put-contents":({args:[t,e,n],collector:s})=>(s.recordWrite(t,e,$(n)[0]==="8"||n?.kind==="name"),_),open:t=>ep(t.args[0])?Ua(t):bo(t,t.args[0],t.args[1]),
write:t=>gs(t,t.args[0],t.args[1])??_,execute:({args:[t=_,e],collector:n})=>n.runProgram([t,...Ce(e??F([]))]),request:t=>t.args[0]?.kind==="made"?He(t,"GET",t.args[0].
args[0],[]):void 0,"request-option":t=>{let[e,n,s]=t.args;return n?.kind==="name"&&n.path==="CURLOPT_POSTFIELDS"&&e?.kind==="made"&&He(t,"POST",e.args[0],[s]),_},
call:({args:[t,...e],invoke:n})=>n(Ba(t),e),"call-list":({args:[t,e=_],invoke:n})=>n(Ba(t),Ce(e)),map:({args:[t,e=_],invoke:n})=>{let s=Ce(e).slice(0,256);return F(
s.map(r=>n(Ba(t),[r])))}},cw={message:({args:[t,...e],invoke:n})=>t?.kind==="text"?n(Ae($(t)[0]),e):_,open:t=>{let e=t.args.find(i=>i.kind==="function"),[n,s]=t.
args.filter(i=>i.kind!=="function"),[,r]=/^\s*\|([\s\S]*)$/.exec($(n)[0])??[],o=r===void 0?bo(t,n,s):t.collector.runShellLine(M(r));return e&&t.invoke(e,[o]),o},
glob:({args:[t,e],invoke:n})=>{let s=ms(t);return e?.kind==="function"&&n(e,[s]),s}},lw={execute:t=>{if(!t.receiver)return t.collector.runShellLine(t.args[0]);Zs(
t,t.args[0])},"joined-lines":Co,"any-line":({receiver:t})=>t?.kind==="list"?Fe(t.items):void 0,any:({receiver:t})=>t?.kind==="list"&&t.items.length>0?Fe(t.items):
void 0,first:({receiver:t})=>t?.kind==="list"?t.items[0]:void 0,last:({receiver:t})=>t?.kind==="list"?t.items.at(-1):void 0,fetch:({receiver:t,args:[e]})=>t?.kind===
"map"?t.entries.get($(e)[0])??_:void 0,each:({receiver:t,args:[e],invoke:n})=>{if(!(e?.kind!=="function"||!t)){for(let s of Ce(t).slice(0,64))n(e,[s]);return t}}},
tp={perl:{functions:iw},php:{functions:aw},ruby:{functions:cw,methods:lw}};function _o(t,e={}){let n=s=>{let r;return o=>(r??=Ia(s,e),r(o))};return new Map(Object.entries(t).map(([s,r])=>[s,n(r)]))}var dw=/^(?:builtins|__builtins__|os\.sys\.modules|sys\.modules|six\.moves)\.|\.__dict__|\.__call__$/g,
np=new RegExp(String.raw`^(?:globalThis|global|window|self|module|process\.mainModule|this|process)\.`+"(?=globalThis|global|process|require|module|constructor|\
eval|Function|mainModule|fetch)"),uw={python:t=>{let e=t.replace(dw,"");return I.languages.python.aliases?.[e]??e.replace(/^Path(?=\.)/,"pathlib.Path")},javascript:t=>{
let e=t.replace(/\.(?:promises|default)(?=\.|$)/g,"").replace(/^fs\/promises/,"fs");for(let n=0;n<6&&np.test(e);n++)e=e.replace(np,"");return e=e.replace(/^(fs|child_process|fs-extra|rimraf|Deno)\.(\w+?)Sync$/,
"$1.$2").replace(/^(?:bun|zx|execa|dax)\.\$$/,"$").replace(/^fs-extra\.(?!remove|emptyDir)/,"fs."),/(?:^|\.)constructor\.constructor$|^(?:Async|Generator)Function$/.
test(e)?"Function":e},perl:t=>t.replace(/^&/,""),php:t=>t.replace(/^\\/,"").toLowerCase().replace(/^curlopt_\w+$/,e=>e.toUpperCase()),ruby:t=>{let e=t.replace(/^(?:Kernel|Object|self)\./,
"");return I.languages.ruby.aliases?.[e]??e}},sp={python:Zu,javascript:Bu,...tp},pw={kind:"map",entries:new Map([["HOME",M("~")]])},Ga;function fw(t){let{lexer:e,
homes:n=[],unknown:s=[],texts:r={},sdks:o=[],functions:i,methods:a,...c}=I.languages[t];return Ga??={functions:_o(I.sharedCalls.functions,Ha.functions),methods:_o(
I.sharedCalls.methods,Ha.methods)},{...c,sdks:o,lexer:{...e,heredoc:e.heredoc===void 0?void 0:new RegExp(e.heredoc,"y")},functions:_o(i,sp[t].functions),methods:_o(
a,sp[t].methods),sharedFunctions:Ga.functions,sharedMethods:Ga.methods,constants:new Map([...n.map(l=>[l,pw]),...s.map(l=>[l,_]),...Object.entries(r).map(([l,d])=>[
l,M(d)])]),canonicalize:uw[t]}}var rp=new Map;function op(t){let e=rp.get(t)??fw(t);return rp.set(t,e),e}je();var hw=/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|([0-7]{1,3})|(\n)|(.))/gsu,mw={n:`
`,t:"	",r:"\r",e:"\x1B",a:"\x07",b:"\b",f:"\f",v:"\v"};function za(t){return t.includes("\\")?t.replace(hw,(e,n,s,r,o,i,a)=>{if(i!==void 0)return"";if(o!==void 0)
return String.fromCharCode(Number.parseInt(o,8));let c=n??s??r;if(c===void 0)return mw[a]??a;let l=Number.parseInt(c,16);return l>1114111?"":String.fromCodePoint(
l)}):t}var ip=/([rbfuRBFUtT]{0,2})('''|"""|'|")/y,ap=/(qq|qx|qw|qr|q|m|tr|y|s)([^\w\s,;=>)]|\s+[{([<|/!])/y,cp=/%([wWiIqQxr]?)([({[<|!/])/y,gw=300,lp={"(":")","\
[":"]","{":"}","<":">"};function pp(t,e,n,s){let r=t[e];if(n.triple){ip.lastIndex=e;let o=ip.exec(t);if(!o)return;let i=o[1].toLowerCase();return ks(t,e+o[0].length,
o[2],"text",s,{escapes:!i.includes("r"),...Z({interpolation:i.includes("f")?"f-string":void 0})})}if(r==="'")return ks(t,e+1,"'","text",s,{escapes:n.single_escapes});
if(r==='"')return ks(t,e+1,'"',"text",s,{escapes:!0,...Z({interpolation:n.interpolation==="template"?void 0:n.interpolation})});if(r==="`")return ks(t,e+1,"`",n.
interpolation==="template"?"text":"shell",s,{escapes:!0,interpolation:n.interpolation});if(n.patterns&&r==="/"&&s.value)return bw(t,e);if(n.heredoc&&r==="<")return kw(
t,e,n,s);if(n.quoting==="q"&&!/[\w$@%&>]/.test(t[e-1]??" ")){ap.lastIndex=e;let o=ap.exec(t);return o?up(t,e+o[0].length,o[1],o[2].trim(),n,s):void 0}if(n.quoting===
"percent"&&r==="%"&&s.value){cp.lastIndex=e;let o=cp.exec(t);return o?up(t,e+o[0].length,`%${o[1]}`,o[2],n,s):void 0}}function ks(t,e,n,s,{within:r},{escapes:o,
interpolation:i}){let a=[],c="",l=e,d=e,u=f=>{let h=t.slice(d,f);c+=o?za(h):h.replace(/\\(['\\])/g,"$1")},p=f=>{c!==""&&a.push(c),c="",a.push(f)};for(;l<t.length&&
!t.startsWith(n,l);){let f=t[l];if(f==="\\"){l+=2;continue}if(f===`
`&&(n==="'"||n==='"')&&i==="f-string")break;let h=i&&r?yw(t,l,i):void 0;if(!h){l+=i==="f-string"&&(t.startsWith("{{",l)||t.startsWith("}}",l))?2:1;continue}if(u(
l),h.name!==void 0)p([{kind:"name",text:h.name}]),l+=h.length;else{let m=r(l+h.length);p(m.tokens),l=m.end+1}d=l}return u(Math.min(l,t.length)),(c!==""||a.length===
0)&&a.push(c),{token:{kind:s,pieces:a},end:Math.min(t.length,l+n.length)}}var dp=/\$(?:\{(\w+)\}|(\w+)(?:->\w+)?)/y;function yw(t,e,n){let s=t[e];if(n==="none")
return;if(n==="f-string")return s==="{"&&t[e+1]!=="{"?{length:1}:void 0;if(n==="template")return t.startsWith("${",e)?{length:2}:void 0;if(n==="hash")return t.startsWith(
"#{",e)?{length:2}:void 0;if(s==="{"&&t[e+1]==="$")return{length:1};if(t.startsWith("@{[",e))return{length:2};if(t.startsWith("@ARGV",e))return{length:5,name:'"\
@ARGV"'};if(s!=="$")return;dp.lastIndex=e;let r=dp.exec(t);if(!r)return;let o=/^(?:\[[^\]\n]{0,40}\]|\{[^}\n]{0,40}\})/.exec(t.slice(e+r[0].length,e+r[0].length+
42)),i=o?`$${r[2]}.${o[0].replace(/[^\w]/g,"")}`:`$${r[1]??r[2]}`;return{length:r[0].length+(o?.[0].length??0),name:o&&r[2]!=="ENV"&&r[2]!=="ARGV"?b:i}}function bw(t,e){
let n=!1,s=Math.min(t.length,e+gw);for(let r=e+1;r<s&&t[r]!==`
`;r++){let o=t[r];if(o==="\\")r+=1;else if(o==="[")n=!0;else if(o==="]")n=!1;else if(o==="/"&&!n){let i=/[a-z]*/y;return i.lastIndex=r+1,{token:{kind:"text",pieces:[
b]},end:r+1+(i.exec(t)?.[0].length??0)}}}}function up(t,e,n,s,r,{within:o}){let i=lp[s]??s,a=1,c=e;for(;c<t.length;c++)if(t[c]==="\\")c+=1;else if(t[c]===i){if(a-=
1,a===0)break}else t[c]===s&&(a+=1);let l=t.slice(e,c),d=Math.min(t.length,c+1);if(["qw","%w","%W","%i","%I"].includes(n))return{token:{kind:"words",words:l.split(
/\s+/).filter(h=>h!=="")},end:d};if(["m","tr","y","s","qr","%r"].includes(n)){let h=["tr","y","s"].includes(n)?t.indexOf(i,d+(lp[s]?1:0)):c;return{token:{kind:"\
text",pieces:[b]},end:h<0?t.length:h+1}}let u=["q","%q"].includes(n)?{escapes:!1}:{escapes:!0,interpolation:r.interpolation},p=["qx","%x"].includes(n)?"shell":"\
text";return{token:ks(t.slice(0,c),e,"\0",p,{within:o&&(h=>o(h))},u).token,end:d}}function kw(t,e,n,{within:s,heredocs:r}){let o=n.heredoc;o.lastIndex=e;let i=o.
exec(t);if(!i)return;let a=i[1]??i[2]??i[3],c=[];return r.push(l=>{let d=new RegExp(`^[ \\t]*${a}\\b`,"m"),u=t.slice(l),p=d.exec(u),f=p?p.index:u.length,h=i[2]?
{escapes:!1}:{escapes:!0,interpolation:n.interpolation},m=ks(t.slice(0,l+f),l,"\0","text",{within:s},h);return m.token.kind==="text"&&c.push(...m.token.pieces),
p?l+p.index+p[0].length:t.length}),{token:{kind:"text",pieces:c},end:e+i[0].length}}var xw=12,Ao=16e3,vw=/[ \t\r\f\v\\\u00a0]+/y,fp=/[\p{L}_][\p{L}\p{N}_]*[?!]?/uy,ww=/0[xX][\da-fA-F_]+|0[oO]?[0-7_]+(?![.\d])|0[bB][01_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?/y,
Sw=new RegExp([String.raw`\*\*=|\.\.\.|===|!==|<=>|<<=|>>=|\|\|=|&&=|\?\?=|=>|->|::|:=|\+=|-=|\*=|\/=|\.=|%=|\|=|&=|\^=|==|!=|`,String.raw`=~|<=|>=|&&|\|\||\?\?|\?\.|\+\+|--|<<|>>|\*\*|\.\.|[^\s]`].
join(""),"uy"),Ew=/^(?:[.,+*/%&|=<>?:([{-]|=>|->|\?\.|&&|\|\||\?\?|\+=|\.\.\.|==|===|::)$/,Cw=/^(?:\.|\?\.|->|&&|\|\||\?\?|\+|\?|:|\.\.\.)$/;function nr(t,e){return hp(
t,0,e,0).tokens}function hp(t,e,n,s){let r=[],o=e,i=0,a=0,c=[],l=u=>(u.lastIndex=o,u.exec(t)?.[0]),d=u=>hp(t,u,n,s+1);for(;o<t.length&&r.length<Ao;){let u=t[o];
if(u===`
`){o+=1;for(let E of c.splice(0))o=E(o);let x=l(/[ \t]*/y)?.length??0;n.lines!=="none"&&i===0&&(n.lines==="statements"||a===0)&&r.push({kind:"newline",indent:x});
continue}let p=l(vw);if(p!==void 0){o+=p.length;continue}if(n.comment.some(x=>t.startsWith(x,o))){let x=t.indexOf(`
`,o);o=x<0?t.length:x;continue}if(n.block_comment&&t.startsWith(n.block_comment[0],o)){let x=t.indexOf(n.block_comment[1],o+2);o=x<0?t.length:x+2;continue}let f=pp(
t,o,n,{value:Tw(r.at(-1)),within:s<xw?d:void 0,heredocs:c});if(f){r.push(f.token),o=f.end;continue}let h=_w(t,o,n);if(h!==void 0){r.push({kind:"name",text:h}),o+=
h.length;continue}let m=l(ww);if(m!==void 0){r.push({kind:"number",number:Aw(m)}),o+=m.length;continue}let g=l(Sw)??u,k=g==="::"&&n.lines==="indent"?":":g;if((k===
"("||k==="[")&&(i+=1),(k===")"||k==="]")&&i>0&&(i-=1),k==="{"&&(a+=1),k==="}"){if(a===0&&s>0)break;a=Math.max(0,a-1)}r.push({kind:"mark",text:k}),o+=k.length}return{
tokens:_u(n.lines==="statements"?Pw(r):r),end:o}}function _w(t,e,n){let s=e;for(;s-e<2&&n.sigils.includes(t[s]??" ");)s+=1;fp.lastIndex=s;let r=fp.exec(t)?.[0];
if(r!==void 0){let i=s+r.length,a=/[?!]$/.test(r)&&(n.interpolation!=="hash"||t[i]==="=")?i-1:i;return t.slice(e,a)}return s>e&&/[_!@0&\d]/.test(t[s]??"")&&n.interpolation===
"dollar"?t.slice(e,s+1):s>e&&t[e]==="$"&&n.lines!=="none"?"$":void 0}function Aw(t){let e=t.replaceAll("_","");return/^0[0-7]+$/.test(e)?Number.parseInt(e,8):Number(
e)}function Tw(t){return!t||t.kind==="newline"?!0:t.kind==="mark"?![")","]","}"].includes(t.text):t.kind==="name"?/^(?:return|typeof|case|in|of|and|or|not|if|unless|split|grep|when)$/.
test(t.text):!1}function Pw(t){return t.filter((e,n)=>{if(e.kind!=="newline")return!0;let s=t[n+1],r=t[n-1];return r?.kind==="newline"||s?.kind==="mark"&&Cw.test(
s.text)?!1:!(r?.kind==="mark"&&Ew.test(r.text)&&!T(r,"{"))})}var Rw=9,gp=64;function yp(t,e){let n=nr(t,I.awkLexer),s=$w(e.input),r=i=>mp(n,i,s),o=-1;for(let i=0;i<n.length&&e.step();i++){let a=n[i],c=n[i+1];if(a.kind==="\
name"&&T(c,"=")&&s.set(a.text,r(i+2)),z(a,"print","printf"))o=i,e.recordPrint([r(i+1)]);else if(a.kind==="newline"||T(a,";","}","{"))o=-1;else if(z(a,"system")&&
T(c,"("))e.runShellLine(r(i+2));else if(o>=0&&T(a,">",">>"))e.recordWrite(r(i+1),void 0,T(a,">>"));else if(T(a,"|","|&")){if(o>=0){let l=r(i+1);e.runShellLine(l),
/^(?:\S*\/)?(?:ba|da|z|k)?sh$/.test($(l)[0])&&e.runShellLine(r(o+1))}else if(z(c,"getline")){let l=i;for(;i-l<gp&&Iw(n[l-1]);)l-=1;e.runShellLine(mp(n.slice(0,i),
l,s))}}else if(z(a,"getline")){let l=n.slice(i+1,i+4).findIndex(d=>T(d,"<"));l>=0&&e.readFile(r(i+2+l))}}}var Iw=t=>/^(?:text|name|number)$/.test(t?.kind??"")||
T(t,"$");function $w(t){let e=new Map;for(let[o,i]of t.variables)e.set(o,M(za(i)));for(let[o,i]of t.args.entries())e.set(`ARGV[${o+1}]`,Vn(i));for(let[o,i]of Object.
entries(t.environment))e.set(`ENVIRON[${o}]`,Vn(i));let n=tn(t);if(!n)return e;let s=$(n),{separator:r=" "}=t;if(e.set("$0",it(s)),/^[^\\.*+?[\]^$|()]$/.test(r)){
let o=s.map(i=>r===" "?i.trim().split(/\s+/):i.split(r));for(let i=1;i<=Rw;i+=1)e.set(`$${i}`,it(o.map(a=>a[i-1]??"")));e.set("$NF",it(o.map(i=>i.at(-1)??"")))}
return e.set("$",M(s.some(o=>!o.includes(b))?q:b)),e}var Ka=t=>t?.kind==="text"?typeof t.pieces[0]=="string"?t.pieces[0]:"":t?.kind==="number"?String(t.number):
t?.kind==="name"||t?.kind==="mark"?t.text:"";function mp(t,e,n){let s=[];for(let r=e;r<Math.min(t.length,e+gp);r++){let o=t[r];if(o.kind==="text")s.push(M(Ka(o)));else if(o.
kind==="name"){let i=T(t[r+1],"[")&&T(t[r+3],"]"),a=i?`${o.text}[${Ka(t[r+2])}]`:o.text;s.push(n.get(a)??M(b)),i&&(r+=3)}else if(T(o,"$")){let i=n.get(`$${Ka(t[r+
1])}`);s.push(i??n.get("$")??M(b)),r+=1}else if(!T(o,"(")||s.length>0)break}return s.length===0?M(b):Ee(s)}var bp=new Set(`spawn fork vfork Popen posix_spawn pcntl_fork proc_open popen execFile Worker Process create_subprocess_exec
   create_subprocess_shell`.split(/\s+/)),Nw=new Set(`break return exit wait waitpid wait4 join communicate sleep usleep await throw raise die last readline inp\
ut
   gets recv accept get poll Queue`.split(/\s+/)),Ow=new Set("execPath argv0 __filename __FILE__ $0 argv executable $PROGRAM_NAME __file__".split(" ")),sr=1e3,kp=64,
Lw=3,Ww=10;function xp(t){if(!t.some(s=>s.kind==="name"&&(bp.has(s.text)||vp(s.text))))return!1;let e=jw(t),n=0;return t.some((s,r)=>{if(s.kind!=="name"||n>=kp)
return!1;let o=Dw(t,r)??Mw(t,r)??qw(t,r);return o!==void 0&&(n+=1),o!==void 0&&(Ya(t,o)||Fw(t,o,e))&&!wp(t,o)})}var vp=t=>/^(?:system|exec|shell_exec|popen|execSync|os)$/.
test(t);function Dw(t,e){let n=t[e],s=t[e+1];if(z(n,"loop")&&(T(s,"{")||z(s,"do")))return Gn(t,e+1);if(z(n,"for")&&T(s,"(")&&T(t[e+2],";")&&T(t[e+3],";"))return Gn(
t,Mt(t,e+1)+1);if(!z(n,"while","until"))return;let r=T(s,"("),o=t[r?e+2:e+1],i=r?Mt(t,e+1)+1:e+2;if(r&&Mt(t,e+1)!==e+3||!(z(n,"while")?z(o,"true","True")||o?.kind===
"number"&&o.number!==0:z(o,"false")))return;let c=t[i];return c===void 0||T(c,";","}")?[Math.max(0,Hw(t,e)),e]:Gn(t,i)}function Mw(t,e){if(!z(t[e],"setInterval",
"setImmediate")||!T(t[e+1],"("))return;let n=Mt(t,e+1),s=t[n-1];return(s?.kind==="number"?s.number>Ww:!T(s,")","}"))||z(t[e],"setImmediate")?void 0:[e+2,n]}function qw(t,e){
let n=t[e+1];if(!z(t[e],"function","def","sub")||n?.kind!=="name")return;let s=e+2;T(t[s],"(")&&(s=Mt(t,s)+1);let r=Gn(t,s),o=t.slice(r[0],Math.min(r[1],r[0]+sr)),
i=o.some((c,l)=>z(c,n.text)&&T(o[l+1],"(")),a=o.some(c=>z(c,"if","unless","case","switch")||T(c,"?","&&","||"));return i&&!a?r:void 0}function jw(t){let e=new Set;
for(let s=0;s<t.length&&e.size<kp;s++){let r=t[s+1],o=t[s];if(o?.kind==="name"){if(z(o,"function","def","sub")&&r?.kind==="name"){let i=T(t[s+2],"(")?Mt(t,s+2)+
1:s+2;n(r.text,Gn(t,i))}else if(T(r,"=")){let i=z(t[s+2],"async")?s+3:s+2,a=T(t[i],"(")?Mt(t,i)+1:i+1;if(z(t[i],"function")){let c=t.findIndex((l,d)=>d>i&&d<i+Lw&&
T(l,"("));c>0&&n(o.text,Gn(t,Mt(t,c)+1))}else T(t[a],"=>")&&n(o.text,Gn(t,a+1))}}}return e;function n(s,r){Ya(t,r)&&!wp(t,[r[0],r[1]])&&e.add(s)}}var Fw=(t,[e,n],s)=>s.
size>0&&t.slice(e,n).some((r,o)=>z(r)&&s.has(r.text)&&T(t[e+o+1],"("));function Ya(t,[e,n]){for(let s=e;s<n;s++){let r=t[s];if(r?.kind!=="name")continue;if(bp.has(
r.text))return!0;let o=vp(r.text)?t.slice(s+1,s+5).find(a=>a.kind==="text"):void 0,i=o?.kind==="text"?o.pieces.at(-1):void 0;if(typeof i=="string"&&/&\s*$/.test(
i))return!0}return!1}function wp(t,[e,n]){let s=t.slice(e,n);return s.some((r,o)=>z(r)&&Ow.has(r.text)&&Ya(s,[Math.max(0,o-6),o]))?!1:s.some(r=>r.kind==="name"&&
Nw.has(r.text))}function Gn(t,e){if(T(t[e],"{"))return[e+1,Mt(t,e)];if(z(t[e],"do"))return[e+1,t.length];if(T(t[e],":")){let s=0;for(let o=e;o>=Math.max(0,e-sr);o--){
let i=t[o];if(i.kind==="newline"){s=i.indent;break}}let r=Math.min(t.length,e+sr);for(let o=e+1;o<r;o++){let i=t[o];if(i.kind==="newline"&&i.indent<=s&&o>e+1)return[
e+1,o]}return[e+1,r]}let n=Math.min(t.length,e+sr);for(let s=e;s<n;s++){if(T(t[s],";")||t[s].kind==="newline")return[e,s];s=Math.max(s,T(t[s],"(","[","{")?Mt(t,
s):s)}return[e,n]}function Hw(t,e){for(let n=e-1;n>=Math.max(0,e-sr);n--)if(T(t[n],";","{")||t[n].kind==="newline")return n+1;return 0}function Mt(t,e){let n=t[e];
return n?.kind==="mark"&&n.close!==void 0?Math.min(n.close,t.length):e}je();var Vw=4e4,Sp=512,Uw=/^(?:0|-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0|php:\/\/stdin)$/,Bw=new Set(["rm","rmdir","eval","truncate","mv","chmod","chown"]),Po=class{constructor(e,n,s=""){
this.source=e;this.context=n;this.mayHideInput=pu(s,this.input),this.chooses=/\b(?:if|filter|fnmatch)\b/.test(s)}source;context;invocations=[];problem;remainingSteps=Vw;mayHideInput;chooses;get input(){
return this.context.input??mo}recordPrint(e,n=" ",s=`
`){if(!this.context.onPrint)return;let r=e.map(o=>{let i=o.kind==="list"?o.items.flatMap($):$(o),a=o.kind==="text"&&o.glob===!0;return i.map(c=>this.markUnread(
a?c.replaceAll("*",b):c)).join(`
`)});this.context.onPrint(r.join(n)+s)}markUnread(e){return this.mayHideInput&&e===b?q:e}step(e=1){return this.remainingSteps-=e,this.remainingSteps<0&&this.fail(
"too-much","the code takes too many steps to read"),this.problem===void 0}fail(e,n){this.problem??={kind:e,detail:n}}addInvocation(e,n,s={}){let r=this.createInvocation(
e,n,s);return this.mayHideInput&&Bw.has(e)&&(r.args=r.args.map(o=>({...o,text:this.markUnread(o.text)}))),this.add(r),r}createInvocation(e,n,s={}){return{program:e,
path:e,args:n.filter(r=>r!==void 0).flatMap(To),redirects:[],environment:{},wrappers:[],language:this.source,...s}}readFile(e){if(e?.kind==="content"||e?.kind===
"made")return e;let n=e&&$(e).every(r=>Uw.test(r))?tn(this.input):void 0;if(n)return n;let s=$(e);return this.addInvocation("cat",[e??_],{redirects:To(e??_).map(
Xa("read"))}),{kind:"content",files:s,from:[]}}recordWrite(e,n,s=!1){let r=n&&kt([n]),[o]=$(n);this.addInvocation("printf",["%s",n??_],{redirects:To(e??_).map(Xa(
s?"append":"write")),...Z({input:r&&{kind:"pipe",from:this.listSources(r)}})});let[i]=$(e);i!==void 0&&o!==void 0&&!i.includes(b)&&!o.includes(b)&&this.context.
onWrite?.(i,o)}listSources(e){let n=e.files.map(r=>({text:r,glob:!1})),s=this.createInvocation("cat",[],{args:n,redirects:n.map(Xa("read"))});return[...n.length>
0?[s]:[],...e.from]}runShellLine(e){let n=e&&kt([e]);return n?this.createOutput([this.addInvocation("sh",[],{input:{kind:"pipe",from:this.listSources(n)}})]):this.
createOutput($(e).flatMap(s=>this.readCommand(this.markUnread(s))))}runProgram(e){let n=e.flatMap(s=>$(s).map(Gw)).join(" ");return this.createOutput(this.readCommand(
n))}readCommand(e){if(!this.step(8))return[];let{invocations:n,problem:s}=this.context.readCommand(e);s&&(this.problem??=s);for(let r of n)this.add(r);return n}createOutput(e){
return{kind:"content",files:[],from:e}}add(e){this.invocations.length>=Sp?this.fail("too-much",`the code does more than ${Sp} things`):this.invocations.push(e)}};
function To(t){return typeof t=="string"?[{text:t,glob:!1}]:t.kind==="content"&&t.files.length>0?t.files.map(e=>({text:`@${e}`,glob:!1})):t.kind==="list"?t.items.
flatMap(To):$(t).map(e=>({text:e,glob:t.kind==="text"&&t.glob===!0}))}var Xa=t=>e=>({kind:t,path:e}),Gw=t=>/^[\w@%+=:,./-]+$/.test(t)?t:`'${t.replaceAll("'","'\\\
''")}'`;var Ep=65536,zw={evaluate:ht,call:ko,block:So,code:(t,e)=>t.depth>40?Xw(t):So(ft(t,Yw(t,e)))};function Ro(t,e,n){if(e.length>Ep)return{invocations:[],problem:{kind:"\
too-long",detail:`the ${t} code is longer than ${Ep} characters`}};let s=new Po(t,n,e);return t==="sql"?Qs(e,s):t==="awk"?yp(e,s):Kw(op(t),e,s),{invocations:s.invocations,
...Z({problem:s.problem||void 0})}}function Kw(t,e,n){let s=[],r=nr(e,t.lexer);if(r.length>=Ao){n.fail("too-much",`the code has more than ${Ao} words`);return}xp(
r)&&n.addInvocation("fork-bomb",[]);let o=new hs;fu(n.source,o,n.input);let i={language:t,collector:n,scope:o,tokens:r,at:0,end:r.length,depth:0,definitions:s,returnValues:[],
activeFunctions:new Set,functions:zw},a=So(i);n.input.printsLast&&n.recordPrint([a]);let c=new Map;for(let l of r)l.kind==="name"&&c.set(l.text,(c.get(l.text)??
0)+1);for(let l=0;l<s.length&&n.problem===void 0;l++){let d=s[l];!d.called&&(d.name===void 0||(c.get(d.name)??0)>1||d.parameters[0]==="self")&&Bn(i,d,[])}}function Yw(t,e){
return t.collector.step(Math.ceil(e.length/4)),nr(e,t.language.lexer)}function Xw(t){return t.collector.fail("too-deep","code in code is nested too deeply"),{kind:"\
unknown"}}var Qa="/work";var ID=new Set("bin boot dev etc lib lib32 lib64 libx32 proc run sbin sys tmp usr world".split(" ").map(t=>`/${t}`));function _p(t){let e=t.trim();return e.length>65536||!/^[[{][\s\S]*[\]}]$/.test(e)?!1:Cp(e)||e.split(`
`).every(n=>n.trim()===""||Cp(n))}function Cp(t){try{let e=JSON.parse(t);return typeof e=="object"&&e!==null}catch{return!1}}var Qw=[[/^\s*<(!doctype|\?xml|[a-z][\w-]*(\s[^>]*)?>)/i,
"XML or HTML"],[/^\s*(```|#{1,6} \S|\||[-*] \S)|\n```/,"Markdown"],[/^\s*(\[?\d{4}-\d\d-\d\d[T ]|Traceback \(most recent|\w*Error: )|\n\s+at \S+ \(/,"a log"],[new RegExp(
"^\\s*\\p{Lu}[\\p{L}'\u2019]*[, ]\\s*\\p{L}[^\\n]*[.!?:)](\\s|$)","u"),"a sentence"]];function Ap(t){let e=t.slice(0,2e3);return Qw.find(([n])=>n.test(e))?.[1]}var Jw=20,$o=2e3;function Pp(t){let{program:e}=t;return/^(([efg]|gg)?(grep|rg)|ag|ack|ugrep)$/.test(e)?Zw(t):e==="sed"||e==="gsed"?t0(t):/^[gmn]?awk$/.test(e)?n0(
t.filter?.code??""):e==="head"||e==="tail"?s0(t):e==="fzf"}function Zw({args:t}){let{flags:e,options:n,operands:s}=le("grep",t);if(K(e,"-v")||K(e,"--invert-matc\
h"))return!1;let r=n.filter(({flag:i})=>i==="-e"||i==="--regexp").map(({value:i})=>i),o=r.length>0?r:s.slice(0,1);return o.length>0&&o.every(({text:i})=>Io(i))}
var e0=/^(root|pid|usr|bin|sbin|lib)$/i;function Io(t){return t.length>$o||/\)(?:[*?]|\{0|\{,)/.test(t)?!1:t.split(/\\?\|/).every(e=>{let n=e.replace(/\[\[:\w+:\]\]|\[([^\]^])\]/g,
"$1").replace(/\[[^\]]*\]|\\[a-zA-Z<>]/g," ").replace(/\\?.(?:[*?]|\\\?|\\?\{(?:0|,)[^}]*\})/g," ").replace(/\\?[(){}^$+]|\\/g,"");return n.includes(b)||/\w\w/.
test(n)&&!e0.test(n.trim())})}function t0({args:t}){let{flags:e,options:n,operands:s}=le("sed",t),r=n.filter(({flag:d})=>d==="-e"||d==="--expression").map(({value:d})=>d),
o=(r.length>0?r:s.slice(0,1)).map(({text:d})=>d.trim()).join(`
`);if(o.length>$o)return!1;let i=K(e,"-n")||K(e,"--quiet")||K(e,"--silent"),[,a,c]=/^\/((?:[^/\\]|\\.)*)\/\s*(!d|p)/.exec(o)??[];if(a!==void 0)return(c==="!d"||
i)&&!/p[\n;]|\}/.test(o)&&Io(a);if(!i)return/^\d{1,2}!d$/.test(o);let[,l]=/^s([/|#,])?((?:(?!\1)[^\\\n]|\\.)*)\1.*p$/.exec(o)?.slice(1)??[];return l!==void 0?Io(
l):/^\d{1,2}p$/.test(o)}function n0(t){return t===""||t.length>$o||/\|\||\}\s*(?:\{|1|;)|;\s*1\b|^\s*\{(?!\s*if\b)/.test(t.replace(/\bBEGIN\s*\{[^}]*\}/g,""))?!1:
Ja(t).some(Io)?!0:/(?:\$\w+|\bNR)\s*==\s*(?:"[^"\n]{2,}"|\d+|[A-Za-z]\w*|\u{FFFC})|\bindex\(\s*\$\w+\s*,\s*"[^"\n]{2,}"/u.test(t)}function Ja(t){return t.length>
$o?[]:[...t.matchAll(/(!~?\s*)?(?:\/((?:[^/\\\n]|\\.)+)\/|~\s*"([^"\n]+)")/g)].flatMap(([,n,s,r])=>n===void 0?s??r??[]:[])}function s0({program:t,args:e}){let{options:n}=le(
t,e),s=n.filter(({flag:o})=>/^(-n|--lines)$/.test(o)).map(({value:o})=>o.text),r=e.flatMap(({text:o})=>/^-(\d+)$/.exec(o)?.slice(1)??[]);return[...s,...r].every(
o=>o.includes(b)?!0:/^-?\d+$/.test(o)&&!(t==="head"&&o.startsWith("-"))&&Math.abs(Number(o))<=Jw)}var r0=/^(tee|sponge|read|mapfile|readarray|dd|split|cp|install)$/;
function Rp({input:t},e){let n=t?.kind==="pipe"?t.from:[];return n.some(Op)?$p(n).length>0:n.some(s=>Np(s).length>0&&Pp(s))?!1:o0(e).length>0}var Tp=new WeakMap;
function o0(t){let e=Tp.get(t);if(e)return e;let n=$p(t),s=new Set(n.length===0?[]:t.filter(i0).flatMap(({input:o})=>o?.kind==="pipe"?o.from:[])),r=n.filter(o=>o.
captured||o.language!=="shell"||Ip(o)||s.has(o));return Tp.set(t,r),r}var Ip=({redirects:t})=>t.some(({kind:e})=>e!=="read"),i0=t=>r0.test(t.program)||Ip(t);function $p(t){
let e=t.filter(Op);if(e.length===0)return e;let n=new Set;for(let s of t){if(s.program==="ps")continue;let r=Np(s);if(r.length>0&&Pp(s))for(let o of r)n.add(o)}
return e.filter(s=>!n.has(s))}var Np=({input:t,filter:e})=>e?.from??(t?.kind==="pipe"?t.from:[]),a0=/^-\w*[pq](?:[\d\u{FFFC}]|$)|^-C|^--(?:p?pid|quick-pid)(?:=|$)|^\d+(?:,\d+)*$|^\u{FFFC}/u,
c0=/^-[aefFlAjwHTLcy]*[eA]|^a?u?x/,Op=({program:t,args:e})=>t==="ps"&&(e.some(({text:n})=>c0.test(n))||!e.some(({text:n})=>a0.test(n)));var Za=JSON.parse('{"names":["systemd*","init","sshd","ssh","dockerd","docker","containerd","kubelet","cron","crond","rsyslogd","auditd","NetworkManager","dbus*\
","Xorg","gnome-shell","explorer.exe","Finder","loginwindow","launchd","WindowServer","mysqld","mariadbd","postgres*","nginx","apache2","httpd","mongod","redis-\
server","udevd","login","firefox","chrome","google-chrome","supervisord","php-fpm","haproxy","named","ntpd","polkitd"],"ports":{"22":"sshd","53":"named","2375":\
"dockerd","2376":"dockerd","10250":"kubelet","ssh":"sshd","domain":"named"}}');var l0=Za.names.map(t=>t.replace("*","")),Lp=Za.ports,qp=t=>Object.hasOwn(Lp,t)?[Lp[t]]:[],d0=60,u0=4;function jp(t){if(t.length>d0||!/\w/.test(t)||/[\s/]|\\\d/.
test(t))return[];let e=t.replace(/\)(?:[*+?]|\{\d*,?\d*\})+/g,")");if((e.match(/[*+?{]/g)??[]).length>u0)return[];let n=p0(e);return n===void 0?[]:l0.filter(s=>{
let r=n.exec(s);if(r===null)return!1;let o=r[0].length*2;return o>s.length||r.index===0&&o===s.length})}function p0(t){try{return new RegExp(t)}catch{return}}var f0=200,
h0="init",No="*",m0=new Set(["pkill","killall","skill","slay","taskkill","Stop-Process"]);function Fp(t,e){let n=new Set(t.flatMap(y0)),s=t.filter(i=>i.program===
"kill"&&i.args.some(g0)&&!Hp(i));s.some(i=>Rp(i,e))&&n.add(No);for(let{input:i}of s){if(i?.kind==="file")for(let a of Oo(i.path.text))n.add(a);if(i?.kind==="pip\
e")for(let a of Wp(i.from,f0))n.add(a)}let o=s.some(({input:i})=>i===void 0||i.kind==="text")?e:e.filter(({captured:i})=>i);if(s.length>0)for(let i of Wp(o))n.add(
i);return n}var g0=({text:t})=>t.includes(b);function Hp({program:t,args:e}){let{flags:n,options:s}=le(t,e),o=[...s.filter(({flag:i})=>/^(-s|--signal)$/.test(i)).
map(({value:i})=>i.text),...n.filter(i=>/^-(\d+|[A-Z]{3,})$/.test(i)).map(i=>i.slice(1))];return o.length>0&&o.every(i=>i==="0")}function y0({program:t,path:e,args:n}){
return e.startsWith("/etc/init.d/")&&n[0]?.text==="stop"?[t]:m0.has(t)?Hp({program:t,args:n})?[]:Vp(t,le(t,n)):t==="fuser"?v0(le(t,n)):t==="start-stop-daemon"?x0(
le(t,n)):/^(nginx|httpd|apachectl|apache2ctl)$/.test(t)?n.some(({text:s})=>/^(stop|quit|graceful-stop)$/.test(s))?[t.replace(/ctl$/,"2")]:[]:[]}function Vp(t,{flags:e,
options:n,operands:s}){let r=t!=="killall"&&K(e,"-f"),o=/^p(kill|grep)$/.test(t)&&!K(e,"-x")&&!K(e,"--exact"),i=n.filter(({flag:a})=>a==="-F"||a==="--pidfile");
return[...s.flatMap(({text:a})=>ec(a,r)),...o?s.flatMap(({text:a})=>b0(a)):[],...i.flatMap(({value:a})=>Oo(a.text))]}var b0=t=>/^\w$/.test(t)?[No]:jp(t),k0=/^\/(?:usr\/)?(?:local\/)?(?:sbin|lib(?:exec)?)\//;
function ec(t,e){return t.length>200?[]:t.split("|").flatMap(n=>{let s=n.replace(/\[(.)\]/g,"$1").replace(/\\[b<>]|[\^$()\\]/g,"").replace(/^\.\*|\.\*$/g,"").trim(),
[r="",...o]=s.split(/\s+/);if(e&&o.length>0&&!r.endsWith(":")&&!k0.test(r))return[];let i=r.replace(/:$/,"").replace(/^.*\//,"").replace(/\.exe$/i,"");return i===
""?[]:[i]})}function Oo(t){let e=/^\/(?:var\/)?run\/(?:.*\/)?([\w.-]+?)\.pid$/.exec(t)?.[1];return e===void 0?[]:[e]}function x0({flags:t,options:e}){return!K(t,
"-K")&&!K(t,"--stop")?[]:e.flatMap(({flag:n,value:s})=>/^(-n|--name|-x|--exec)$/.test(n)?ec(s.text,!1):/^(-p|--pidfile)$/.test(n)?Oo(s.text):[])}function v0({flags:t,
operands:e}){return!K(t,"-k")&&!K(t,"--kill")?[]:K(t,"-m")||K(t,"-M")||K(t,"-c")||K(t,"--mount")?[No]:e.flatMap(({text:n})=>/^\/+[\w.-]*\/*$|^~\/*$/.test(n)?[No]:
qp(n.replace(/\/(tcp|udp|sctp)$/,"")))}function Wp(t,e=Number.POSITIVE_INFINITY){if(t.length>e)return[h0];let n=t.some(({program:s})=>s==="ps");return t.flatMap(
s=>w0(s,n))}function w0({program:t,args:e,input:n,redirects:s,filter:r},o){if(t==="pgrep"||t==="pidof")return Vp(t,le(t,e));if(t==="cat"||t==="head"||t===":")return[
...e,...s.filter(({kind:u})=>u==="read").map(({path:u})=>u)].flatMap(({text:u})=>Oo(u));if(t==="ps")return Mp(e,"-C");if(t==="lsof")return[...Mp(e,"-c"),...e.flatMap(
({text:d})=>S0(d))];if(t==="systemctl")return E0(le(t,e));if(o&&/^[gmn]?awk$/.test(t))return Ja(r?.code??"").flatMap(Dp);if(!o||n?.kind!=="pipe"||!/^(e|f)?grep$|^rg$/.
test(t))return[];let{flags:i,options:a,operands:c}=le("grep",e);if(K(i,"-v")||K(i,"--invert-match"))return[];let l=a.find(({flag:d})=>d==="-e"||d==="--regexp")?.
value??c[0];return l===void 0?[]:Dp(l.text)}var Dp=t=>[...ec(t,!0),...jp(t)],S0=t=>{let[,e]=/^(?:-\w*i)?(?:[46]?(?:tcp|udp))?(?:@[\w.-]+)?:(\w+)$/i.exec(t)??[];
return e===void 0?[]:qp(e)};function E0({operands:t}){let[e,...n]=t.map(({text:r})=>r);return(e==="show"?n:n.filter(r=>r.endsWith(".service"))).map(r=>r.replace(
/\.service$/,""))}function Mp(t,e){return t.flatMap(({text:n},s)=>n===e?t.slice(s+1,s+2).flatMap(r=>r.text.split(",")):n.startsWith(e)?n.slice(e.length).split("\
,"):[])}var C0=200;function tc(t,e,n){if(t.length===0||n.length>C0)return t;let s=n.slice(0,Math.max(0,n.indexOf(e))).filter(({program:o})=>o==="mv");if(s.length===0)return t;
let r=s.flatMap(({args:o})=>{let i=o.filter(({text:c})=>!c.startsWith("-")),a=i.at(-1);return a&&i.length>1&&t.some(({text:c})=>Up(a.text,c)||Up(c,a.text))?i.slice(
0,-1):[]});return[...t,...r]}function Up(t,e){let n=e.replace(/\/\*?$/,"");return t===n||t.startsWith(`${n}/`)}var _0=new Set(I.getopt.find.long.map(t=>`-${t}`)),
A0=/^-(name|iname|path|ipath|wholename|iwholename|regex|iregex)$/,T0=/^-([acm](time|min)|newer\w*|anewer|cnewer|user|uid|samefile|used)$/,P0=/^-(exec|execdir|ok|okdir)$/,
R0=/^(.*\/)?(rm|unlink|shred|rimraf|srm)$/,I0=/^\/(private\/)?(tmp|var\/tmp|dev\/shm)\/*$/,Bp=()=>({names:[],empty:!1,byProperty:!1,deletes:!1});function Kp(t){
let e=[],n=[Bp()],s=!1,r=0,o=!1;for(let i=0;i<t.length;i+=1){let{text:a}=t[i],c=n.at(-1),l=()=>{c.deletes=!0,r>0&&o&&(c.names=["*"])};a==="("?r+=1:a===")"?r=Math.
max(0,r-1):/^(-o|-or|,)$/.test(a)?(o=!0,r===0&&n.push(Bp())):P0.test(a)?(R0.test(t[i+1]?.text??"")&&l(),i=$0(t,i)):a==="-delete"?l():a==="!"||a==="-not"?s=!0:A0.
test(a)?(s||c.names.push(t[i+1]?.text??"*"),s=!1,i+=1):a==="-fprintf"?i+=2:_0.has(a)||/^-newer[aBcm][aBcmt]$/.test(a)?(c.byProperty||=T0.test(a),s=!1,i+=1):a===
"-empty"?c.empty=!0:!a.startsWith("-")&&n.every(({names:d})=>d.length===0)&&e.push(t[i])}return{starts:e,branches:n}}function $0(t,e){for(let n=e+1;n<t.length;n+=
1)if(t[n].text===";"||t[n].text==="+"&&/\{\}|\u{FFFC}/u.test(t[n-1].text))return n;return t.length}function zn(t){let e=Gp.get(t);if(e)return e;let n=N0(t);return Gp.
set(t,n),n}var Gp=new WeakMap;function N0(t){let{starts:e,branches:n}=Kp(t),s=e.length>0?e:[{text:".",glob:!1}],r=n.filter(({deletes:o})=>o);return s.flatMap(({
text:o})=>(r.length>0?r.flatMap(a=>Yp(a,o)):O0(n,o)).map(a=>({text:`${o.replace(/\/$/,"")||""}/${a.replace(/^\.?\/?\*\/|^\.\//,"")}`,glob:!0})))}function Yp({names:t,
empty:e,byProperty:n},s){return t.length>0?t:e?["tmp"]:[n&&I0.test(s)?b:"*"]}function O0(t,e){let n=t.flatMap(s=>s.names);return n.length>0?n:Yp({...t.at(-1),empty:t.
some(({empty:s})=>s)},e)}var or=t=>Kp(t).branches.some(({deletes:e})=>e);function L0({args:t}){let e=t.findIndex(({text:o})=>o==="-e"||o==="--extension"),n=t.filter(
({text:o},i)=>!o.startsWith("-")&&(e===-1||i!==e+1)),s=e===-1?`${n[0]?.text??"*"}`:`*.${t[e+1]?.text??"*"}`;return[{text:`${n[1]?.text??"."}/${/^[.^$]*$/.test(s)?
"*":s}`,glob:!0}]}var nc=/^(g?xargs|find|fd|parallel)$/;function Kn(t,e){if(!t.wrappers.some(o=>nc.test(o)))return t.args;let n=D0(t,e);if(!n)return t.args;let s=n.
program==="find"?zn(n.args):M0(n);if(s.length===0)return t.args;let r=W0(t)?`/${b}`:b;return t.args.some(({text:o})=>o.includes(r))?t.args.flatMap(o=>{if(!o.text.
includes(r)||o.text.startsWith("-"))return[o];let[i=""]=/^[^\u{FFFC}]*[@=]/u.exec(o.text)??[];return s.map(({text:a,glob:c})=>({text:i+a,glob:c}))}):t.args}var W0=({
wrappers:t})=>t.findLast(e=>nc.test(e))==="find";function D0(t,e){let{input:n}=t,s=t.wrappers.findLast(r=>nc.test(r));if(s==="find")return zp(t,e,({program:r})=>r===
"find");if(s==="fd")return zp(t,e,({program:r})=>r==="fd"||r==="fdfind");if(n?.kind==="pipe")return n.from.find(({program:r})=>/^(find|ls|git|fd|fdfind)$/.test(
r))}function zp(t,e,n){return e.slice(0,e.indexOf(t)).findLast(n)??e.find(n)}function M0(t){let e=t.args.filter(({text:n})=>!n.startsWith("-"));return t.program===
"fd"||t.program==="fdfind"?L0(t):t.program==="ls"?(e.length>0?e:[{text:".",glob:!1}]).map(s=>s.glob?s:{text:`${s.text.replace(/\/$/,"")}/*`,glob:!0}):t.program===
"git"&&e[0]?.text==="ls-files"&&e.length===1?[{text:"./*",glob:!0}]:[]}var sc=t=>I.roles.has(t);function xs(t,{flags:e,options:n,operands:s}){let r={reads:[],writes:[],
deletes:[],moves:[],changes:[]},o=`${t} ${s[0]?.text??""}`,i=I.roles.has(o),a=I.roles.get(i?o:t);if((t==="kubectl"||t==="oc")&&r.reads.push(...H0(n)),!a)return r;
let c=a.unless?.some(f=>K(e,f)),l=s.slice((i?1:0)+(c?0:a.skip??0)),d=a.with?.find(f=>f.flags.some(h=>K(e,h)))?.each??a.each,u=n.some(({flag:f})=>a.options?.[f]===
"writes"),p=a.last!==void 0&&l.length>1&&!u&&d!=="none";l.forEach((f,h)=>{let m=p&&h===l.length-1?a.last:d,g=Object.entries(a.keyed??{}).find(([k])=>f.text.startsWith(
k));g?r[g[1]].push({text:f.text.slice(g[0].length),glob:f.glob}):m&&m!=="none"&&r[m].push(f)});for(let{flag:f,value:h}of n){let m=a.options?.[f];m&&r[m].push(h)}
return t==="git"&&(r.reads=r.reads.map(j0)),(t==="curl"||t==="http"||t==="https")&&r.reads.push(...F0(n,s)),t==="tar"&&!q0(e,s)&&(r.writes=[]),(t==="scp"||t==="\
rsync")&&(r.reads=r.reads.filter(({text:f})=>!rr(f)),r.writes=r.writes.filter(({text:f})=>!rr(f))),r}var q0=(t,e)=>/^[a-zA-Z]*x[a-zA-Z]*$/.test(e[0]?.text??"")||
!["-c","-t","-r","-u","--create","--list","--append","--update"].some(n=>K(t,n))&&!/^[a-zA-Z]*[ctru][a-zA-Z]*$/.test(e[0]?.text??""),rr=t=>/^([\w.-]+@)?[\w.\-[\]:]{2,}:|^(rsync|s3|gs|ftp|sftp|https?):\/\//.
test(t)&&!t.startsWith("/"),j0=t=>/^[\w./~^@{}-]*:[^:]/.test(t.text)?{...t,text:t.text.slice(t.text.indexOf(":")+1)}:t;function F0(t,e){let n=t.filter(({flag:r})=>/^(-d|-F|-b|--data.*|--json|--form|--url-query|-H|--header)$/.
test(r)).flatMap(({value:r})=>{let o=/^@|=@|=</.exec(r.text);return o?[{...r,text:r.text.slice(o.index+o[0].length).replace(/[;,].*$/,"")}]:[]}),s=e.flatMap(r=>{
if(r.text.startsWith("file://"))return[r];let o=/^[\w.-]*:?[@=]@/.exec(r.text)??/^@/.exec(r.text);return o?[{...r,text:r.text.slice(o[0].length)}]:[]});return[...n,
...s]}var H0=t=>t.filter(({flag:e})=>e==="--from-file"||e==="--from-env-file").map(({value:e})=>e);var V0=/^(gradlew|mvnw|configure|makefile|gnumakefile|justfile|dockerfile|gemfile|rakefile|procfile|version|license|readme|codeowners)$/,U0=/(^|\/)(bin|sbin|scripts|script|hooks|\.husky|tools|ci)$/,
Lo={text:".",glob:!1};function B0(t,e,n){let s={paths:[],files:[]},[r]=t.args;if(r?.text!=="checkout"&&r?.text!=="restore")return s;let o=Kn(t,e),{flags:i,options:a,
operands:c}=le("git",o);if((K(i,"-p")||K(i,"--patch"))&&t.input===void 0)return s;let l=r.text==="restore",d=K(i,"--staged")||K(i,"-S");if(l&&d&&!K(i,"--worktre\
e")&&!K(i,"-W"))return s;if(a.some(({flag:h})=>h==="--pathspec-from-file"))return{...s,paths:[Lo]};let u=c.slice(1);if(["-b","-B","-t","--track","--orphan"].some(
h=>K(i,h))&&!l)return s;let f=(l?u:z0(u,o)).flatMap(h=>h.text===b?n()?[Lo]:[]:[K0(h)]);return{paths:f.filter(Xp),files:f.filter(h=>!Xp(h))}}var G0=/\.(tsx?|[mc]?jsx?|[mc]ts|jsonc?|mdx?|py|rb|go|rs|[ch]|cc|cpp|hpp|java|kts?|swift|php|sh|ya?ml|toml|lock|txt|s?css|html?|vue|svelte|sql|xml|ini|cfg|conf|csv|tf|proto|exs?|scala|cs|lua|ipynb|snap|svg|gradle|mod|sum)$/i;
function z0(t,e){let n=e.findIndex(({text:o})=>o==="--");if(n!==-1)return e.slice(n+1);let[s,...r]=t;return s&&r.length===0&&G0.test(s.text)||s&&(s.glob||s.text===
b||/^\.{0,2}\/|^\.{1,2}$|\/$|[*?[]|^:/.test(s.text))?t:r}function K0({text:t,glob:e}){if(/^:(\([^)]*exclude[^)]*\)|[!^])/.test(t))return Lo;let n=t.replace(/^:(\([^)]*\)|\/|:)?/,
"").replace(/\*\*.*$/s,"");return n===""?Lo:{text:n,glob:e}}function Xp({text:t,glob:e}){if(e||/\/$|[*?[]/.test(t))return!0;let[,n="",s=t]=/^(?:(.*)\/)?([^/]*)$/.
exec(t)??[];return s==="."||s===".."||s===""?!0:/^[a-z][a-z0-9_-]*$/.test(s)&&!V0.test(s)&&!U0.test(n)}function Y0({program:t,args:e}){if(t!=="git"||e.some(({text:r})=>r===
"--"))return!1;let[n,...s]=e.map(({text:r})=>r);return n==="ls-files"?s.every(r=>r.startsWith("-")):n==="status"?s.every(r=>r.startsWith("-")):n==="diff"&&s.some(
r=>r==="--name-only"||r==="--name-status")}var X0=(t,e)=>t.captured===!0||t.redirects.length>0||e.some(({input:n})=>n?.kind==="pipe"&&n.from.includes(t)),Q0=["",
"-before","-after","-during","-delay","-excluded"].map(t=>`--delete${t}`);function Qp(t,e){let n=Fp(t,e),s,r=()=>(s??=e.some(o=>Y0(o)&&X0(o,e)),s);return[...n.size>
0?[Lt("end-process",[...n].map(Z0))]:[],...t.flatMap(o=>{if(o.program!=="git")return[];let{paths:i,files:a}=B0(o,e,r);return[...i.length>0?[Lt("git-discard",i,[],
o.folder)]:[],...a.length>0?[Lt("git-discard-file",a,[],o.folder)]:[]]}),...t.flatMap(o=>o.program==="rsync"?J0(o):[])]}function J0(t){let{flags:e,operands:n}=le(
"rsync",t.args),s=n.at(-1),r=[...Q0,"--del"].some(o=>K(e,o));return s&&n.length>1&&rr(s.text)&&r?[Lt("sync-away",[s],[],t.folder)]:[]}var Z0=t=>({text:t,glob:!1});var Jp=require("node:path");var eS=/^(localhost|127\.[\d.]+|0\.0\.0\.0|\[?::1\]?|host\.docker\.internal|10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|[a-z][\w-]*|.*\.(local|localhost|test|internal|svc))$/,
tS=/(^|\.)(transfer\.sh|file\.io|0x0\.st|termbin\.com|pastebin\.com|paste\.ee|hastebin\.com|ix\.io|sprunge\.us|dpaste\.(org|com)|webhook\.site|requestbin\.(com|net)|requestcatcher\.com|pipedream\.net|beeceptor\.com|interact\.sh|oast\.\w+|burpcollaborator\.net|ngrok(-free)?\.(io|app|dev)|trycloudflare\.com|serveo\.net|localtunnel\.me|loca\.lt|anonfiles\.com|gofile\.io|bashupload\.com|temp\.sh|catbox\.moe|filebin\.net|oshi\.at|wetransfer\.com|discord(app)?\.com|hooks\.slack\.com|api\.telegram\.org|dnslog\.cn|canarytokens\.com)$|^\d{1,3}(\.\d{1,3}){3}$|(^|[.-])(evil|attack(er)?|exfil\w*|malicious|malware|c2|hacker|phish\w*|leak\w*|collect(or)?|drop|steal\w*|bad(actor|guy)?|rogue|sink)([.-]|\d|$)/i,
nS=/^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/@\s]*@)?(\[[0-9a-f:]+\]|[A-Za-z0-9.-]+)(?::\d+)?(?:[/?#:].*)?$/;function sS({text:t}){let e=nS.exec(t.slice(0,2048))?.[1]?.
toLowerCase();if(e!==void 0)return t.includes("://")||e.includes(".")||e==="localhost"||/@|:/.test(t)?e:void 0}function Wo(t){let e=sS(t);if(e!==void 0)return eS.
test(e)?"local":tS.test(e)?"drop":"remote"}var Zp=/^(curl|wget|aria2c|http|https|xh|fetch|axel|wget2|Invoke-WebRequest|iwr|Invoke-RestMethod|irm)$/,rS=/^(dig|nslookup|host|drill|kdig|nc|ncat|netcat|socat|telnet|lynx|w3m|links|elinks|ftp|tftp|lftp|lwp-request|GET|wget2|lwp-download)$/,
oS=500,Do=class{paths=new Set;constructor(e=[]){for(let n of e)this.paths.add(n)}record(e){for(let r of iS(e)){let o=rc(r.text,e.folder);o!==void 0&&(this.paths.
add(o),this.paths.size>oS&&this.paths.delete(this.paths.values().next().value))}let[n,s]=aS(e);n&&s&&this.has(n.text,e.folder)&&this.paths.add(rc(s.text,e.folder)??
"")}has(e,n){let s=rc(e,n);return s!==void 0&&this.paths.has(s)}},vs=({program:t})=>Zp.test(t),ef=({program:t})=>Zp.test(t)||rS.test(t);function iS(t){let e=t.redirects.
filter(({kind:l})=>l!=="read").map(({path:l})=>l);if(!vs(t)){let l=t.input?.kind==="pipe"&&t.input.from.some(vs);return l&&t.program==="tee"?t.args.filter(({text:d})=>!d.
startsWith("-")):l?e:[]}let{flags:n,options:s,operands:r}=le(t.program,t.args),o=r.filter(l=>l.text.includes(b)||(Wo(l)??"local")!=="local");if(o.length===0)return[];
let i=s.filter(({flag:l})=>/^(-o|-O|--output|--output-document|--out|-OutFile)$/.test(l)).map(({value:l})=>l).filter(({text:l})=>l!=="-"),a=/^(wget2?|aria2c|axel)$/.
test(t.program)||n.includes("-O")||n.includes("--remote-name"),c=o.map(({text:l})=>({text:l.replace(/[?#].*$/,"").replace(/\/$/,"").split("/").at(-1),glob:!1}));
return[...e,...i,...a&&i.length===0?c:[]]}function aS({program:t,args:e}){return/^(cp|mv|ln|install)$/.test(t)?e.filter(({text:n})=>!n.startsWith("-")):[]}function rc(t,e){
let n=/^[/~]/.test(t)||e===void 0?t:`${e.text}/${t}`;return t===""||t.includes(b)?void 0:Jp.posix.normalize(n)}Xn();var cS=/^g?(rm|rmdir|unlink|shred|srm|chmod|chown|chgrp|chflags|chattr|mv|cp|ln|dd|truncate)$/,oc=({environment:t})=>t.POSIXLY_CORRECT!==void 0;function ic(t,e,n){
let[s]=e.operands,r=s?n.slice(0,n.indexOf(s)):n,{flags:o,options:i}=le(t,r);return{parsed:{flags:o,options:i,operands:e.operands},words:r.map(({text:a})=>a)}}function nf(t,e,n,s){
let r=s.findIndex(({text:i})=>i==="--");if(!(r===-1?s:s.slice(0,r)).some(({text:i,bare:a})=>a&&i.startsWith(b)))return cS.test(t)||oc(e)?ic(t,n,s):{parsed:n,words:s.
map(({text:i})=>i)}}var tf=/^(client|server|true|t|1|yes)$/i,lS=/^(false|f|0|no|none|off)$/i;function sf(t,{parsed:e,words:n}){let s=pS(t,e);return!s||e.flags.filter(
o=>s.includes(o)).length===0||e.flags.some(o=>/^--no-(d|n$)/.test(o)||t==="git"&&o==="--apply")||e.options.some(({flag:o,value:i})=>s.includes(o)&&!tf.test(i.text))?
!1:n.every((o,i)=>{if(!dS(o,s))return!0;let[,a]=/^-\w+=(.*)$/s.exec(o)??[];return a!==void 0&&!tf.test(a)?!1:!rf(t,n,i)&&!lS.test(n[i+1]??"")})}function dS(t,e){
return t.startsWith("--")?e.includes(t.split("=")[0]):/^-\w/.test(t)&&(e.includes(t)||e.some(n=>/^-\w$/.test(n)&&t.includes(n[1])))}var uS=/^-\w*[rvqayzR]$/;function rf(t,e,n){
let s=e[n-1]??"";return t==="git"||!s.startsWith("-")||s.includes("=")?!1:s.startsWith("--")?s.length>2&&!I.switches.has(s):!wa(t)&&!uS.test(s)}function pS(t,{operands:e}){
let n=[t,...e.slice(0,3).map(({text:s})=>s)];for(let s=n.length;s>0;s-=1){let r=I.dryRuns.get(n.slice(0,s).join(" "));if(r)return r.flags}return I.clients.has(t)?
I.dryRuns.get("client")?.flags:void 0}var fS=/^(kill|eval|exec|find|dd|echo|printf|(ba|da|z|k)?sh|python|node|perl|ruby|php|source|\.|xargs|env|sudo)$/,hS=/^(git|hg|svn|jj|npm|pnpm|yarn|bun|deno|npx|cargo|rustup|go|pip|poetry|uv|hatch|pdm|gem|bundle|mix|composer|dotnet|brew|docker|podman|nerdctl|docker-compose|kubectl|oc|helm|kind|k3d|minikube|terraform|tofu|terragrunt|gsutil|bq|rclone|restic|borg|kopia|goreleaser|zfs|zpool|btrfs|cryptsetup|systemctl|rails|artisan)$/,
mS=/^(terraform|tofu|terragrunt|packer|vault|bao|consul|nomad|go|java|ffmpeg|openssl|find|gradle|ant)$/;function of(t,{parsed:{flags:e,operands:n},words:s}){if(fS.
test(t)||s.some(i=>/^--?help=/.test(i)))return!1;if(e.some(i=>i==="--help"||i==="-help"&&mS.test(t)))return s.some((i,a)=>/^--?help$/.test(i)&&!rf(t,s,a));if(s.
length===1&&s[0]==="--version")return!0;if(!hS.test(t)&&!I.clients.has(t))return!1;let[r,o]=n.map(({text:i})=>i);return r==="completion"&&/^(bash|zsh|fish|powershell|pwsh)$/.
test(o??"")?!0:r==="help"||t==="aws"&&n.at(-1)?.text==="help"}var af=/[._-](example|sample|template|dist|tpl|tmpl|defaults?)$/,gS=[/^id_(rsa|dsa|ecdsa|ed25519)(_sk)?([._-].*)?(?<!\.pub)$/,/\.(p12|pfx|jks|keystore|kdbx|ppk|keychain|keychain-db|key)$/,
/^(?!.*(cert|chain|\bca\b|bundle|public|\bpub\b|\bcrt\b|dhparam|roots?)).*\.pem$/,/^(app|prod|production|staging|dev|db|my)?[-_.]?(secrets?|passwords?|passwd|tokens?|api[-_]?keys?|access[-_]?keys?)(\.(prod|production|staging|dev|local|enc))?\.(json|ya?ml|toml|ini|txt|env|csv|cfg|conf|properties|xml|db|sqlite)$/,
/^(service[-_]?account|client[-_]?secrets?|gcp[-_]?key|sa[-_]?key|firebase-adminsdk).*\.json$/,/(^|[-_.])(api|secret|private|access|auth)[-_]?(key|token)s?(\.(json|txt|ya?ml|pem|key|env))?$/,
/^vault[-_]pass(word)?(\.txt)?$|^\.vault[-_]pass.*/,/\.kubeconfig$/],yS=[...new Set(I.credentialStores.map(t=>/^[^/*]+/.exec(t)[0]))],cf,bS=t=>new RegExp(`(^|/)\
(${t.map(e=>e.replaceAll(".","\\.").replaceAll("*","[^/]*")).join("|")})(/|$)`);function kS(t){return yS.some(e=>t.startsWith(e)||t.includes(`/${e}`))?(cf??=bS(
I.credentialStores),cf.test(t)):!1}var xS=/(^|\/)\.ssh(\/|$)/,vS=/\/(config|known_hosts[^/]*|authorized_keys2?|[^/]+\.pub|environment|rc)$/,wS=/^\/proc\/[^/]+\/mem$|^\/dev\/k?mem$|^\/proc\/kcore$/,
SS=/\.(tsx?|jsx?|mjs|cjs|mts|cts|py|pyi|go|rs|java|kt|kts|rb|php|cs|c|cc|cpp|h|hpp|swift|scala|exs?|erl|clj|lua|dart|vue|svelte|css|scss|html?|mdx?|rst|adoc|snap|sql|sh|bats|proto|graphql|tf|feature|png|svg)$/;
function Mo(t){let e=t.slice(t.lastIndexOf("/")+1);return/^\.env([.\-_].*)?$/.test(e)||/^[^.*]+\.env$/.test(e)?!af.test(e):I.credentials.has(e)?e!=="environ"||t.
startsWith("/proc/"):kS(t)||wS.test(t)||xS.test(t)&&!vS.test(t)?!0:/credentials?(?![a-z])/.test(e)?!SS.test(e)&&!af.test(e.replace(/\.\w+$/,"")):gS.some(n=>n.test(
e))?!ES(t,e):/[*?[]/.test(e)&&_S(e)}var ES=(t,e)=>/(^|\/)(fixtures?|__fixtures__|testdata|test[-_]data|test[-_]fixtures)\//.test(t)&&/^(fake|dummy|mock|example|sample|test|invalid|expired|self[-_]?signed|server|client|localhost|leaf|agent\d)/.
test(e);function lf(t){return t.slice(t.lastIndexOf("/")+1).includes("credentials")}var CS=6;function _S(t){if(t.length>64)return!1;let e=t.replace(/\[[^\]]*\]|[*?]/g,
"");if(!(/^[*]/.test(t)?e.replace(/^\.\w+$/,"").length>=3:e.length>=2)&&!(t===".*"||/^\.[?[]/.test(t)))return!1;let s=t.replace(/[\\$.+(){}|]|(?<!\[)\^/g,"\\$&").
replace(/\[!/g,"[^"),r=s.match(/\*+/g)?.length??0,o=AS(`^${s.replace(/\*+/g,".*").replace(/\?/g,".")}$`),i=I.credentialSamples.filter(a=>!a.startsWith(".")||/^[.[]/.
test(t));return r>CS||i.some(a=>o?.test(a))}function AS(t){try{return new RegExp(t)}catch{return}}var ac=new Set(I.systemFolders),TS=new Set(["boot","dev","etc","proc","root","sys","usr"]),PS=new RegExp(`^${b}+`,"u"),RS=/^(\*+|\.\*|\?\*|\.\[[!^]\.\]\*?|\.\?\?\*|\{\*,\.\*\}|\*\.\*)$/;
function cc(t,{workspace:e,folder:n}){let s=t.replace(/^file:\/\/(localhost)?/,"").replace(/^([A-Za-z]):[\\/]/,"/$1:/").replaceAll("\\","/");if(n!==void 0&&!/^[/~]/.
test(s)&&!s.startsWith(b)&&n!==".")return cc(n.endsWith("/")?`${n}${s}`:`${n}/${s}`,{workspace:e});let r="workspace",o=s;/^~/.test(s)?(r="home",o=s.replace(/^~[^/]*/,
"")):s.startsWith(b)?(r="unknown",o=s.replace(PS,""),o!==""&&!o.startsWith("/")&&(o=`${b}${o}`)):s.startsWith("/")&&(r="slash");let i=[],a=0;for(let l of o.split(
"/"))l===""||l==="."||(l!==".."?i.push(l):i.length>0?i.pop():(r==="workspace"||r==="home")&&(r=r==="home"?"slash":"above"),l===".."&&r==="above"&&(a+=1));if(r===
"above"&&IS(a,i[0])&&(r="slash"),r==="slash"){let l=`/${i.join("/")}`;if(l===e||l.startsWith(`${e}/`))r="workspace",i.splice(0,e.split("/").filter(Boolean).length);else{
let d=/^\/(root|(home|Users)(\/[^/]+)?)(\/|$)/.exec(l);d&&(r="home",i.splice(0,d[1].split("/").length))}}let c=!1;for(;i.length>0&&RS.test(i.at(-1));)i.pop(),c=
!0;return{from:r,parts:i,whole:c,inside:r==="unknown"&&o.startsWith("/")}}function IS(t,e=""){let n=e.toLowerCase();return TS.has(n)?t>=2:t>=4&&(ac.has(n)||n===
"home")}var $S=/^(documents|desktop|pictures|downloads|music|videos|movies|photos|library|\.config|\.local|\.mozilla)$/,lc=/^\/(tmp|var\/tmp|var\/folders|private\/tmp|private\/var\/folders|dev\/shm|run\/user\/\d+)(\/|$)/,
NS=/^\/var\/(cache|lib\/apt\/lists)\//,OS=/^\/([^/]+|(usr|var|etc|system|library)\/[^/]+|usr\/lib(32|64)?\/[^/]+-linux-gnu[^/]*|var\/lib\/(dpkg|rpm|pacman|apt))$/,
LS=/^\/(usr\/local|usr\/src|opt|srv|var\/www|etc\/apt\/(sources\.list\.d|keyrings|trusted\.gpg\.d|preferences\.d|apt\.conf\.d)|usr\/share\/keyrings)(\/|$)/,WS=/^(tmp|temp|test|scratch|demo|dummy|build|dist|out|cmake-build|cache|bazel)[-_.].+$|.+[-_.](tmp|temp|cache|build|dist|out|output|bak|results?|coverage|artifacts?|generated)$|.+\.(egg-info|dist-info|pyc|pyo|o|obj|a|so|class|log|tmp|temp|bak|orig|rej|swp|swo|tsbuildinfo|gcda|gcno|profraw|prof|out|pid|lock|d|map|cache|snap|tgz|whl|dll|dylib|exe|wasm|min\.js|min\.css|test\.db)$|.+~$|^\.#.*|^core\.\d+$|^test[_-]?repo.*|^my[-_]?test.*/,
DS=/^\/dev\/(tcp|udp)\/(localhost|127\.[\d.]+|0\.0\.0\.0|\[?::1\]?|[a-z][\w-]*)\//,df=new Set;function hf(t,e){if(t.text===""||t.text.length>4096)return df;let n=new Set,
{from:s,parts:r,whole:o,inside:i}=cc(t.text,e),a=r.map(d=>d.toLowerCase()),c=a.join("/"),l=s==="slash"?`/${c}`:c;return jS(s==="slash"||a.length===0?l:`${s==="h\
ome"?"~/":""}${c}`,n),/^\/dev\/(tcp|udp)\//.test(l)?new Set([DS.test(l)?"local-connection":"connection"]):/^\/dev\/(stdin|stdout|stderr|tty|fd(\/.*)?|pts\/.*)$/.
test(l)?df:/^\/dev\/(null|zero|full|random|urandom)$/.test(l)?new Set(/(zero|full|random)$/.test(l)?["nowhere","endless"]:["nowhere"]):(US(s,l,a,n),s==="slash"&&
lc.test(l)?(n.add(/^\/(private\/)?(tmp|var\/tmp|dev\/shm)$/.test(l)?"temp-root":"temp"),n):s==="unknown"?(qo(a)?n.add("disposable"):r.length===0&&n.add(i?"unkno\
wn-folder":"unknown"),n):(s==="slash"?r.length===0?n.add("root"):NS.test(`${l}${o?"/":""}`)?n.add("disposable"):LS.test(l)?n.add("local-system"):ac.has(a[0])||/[*?[{]/.
test(a[0])||/^([a-z]:|program files.*|windows)$/.test(a[0])?n.add("system").add(OS.test(qS(a))?"system-tree":"system"):uf("slash",a,o,n):uf(s,a,o,n),n))}function uf(t,e,n,s){
if(qo(e)){s.add("disposable");return}let r=e.length===1&&e[0]===b;t==="home"?e.length===0?s.add("home"):e.length===1||$S.test(e[0])?s.add("personal"):s.add("out\
side"):t==="above"?e.length===0?s.add("workspace"):s.add(e.length===1?"personal":"outside"):t==="slash"?(e.length===1?s.add("workspace"):s.add("outside"),e.length<=
3&&s.add("source")):e.length===0||r&&n?s.add("workspace"):r?s.add("unknown"):e.length>2?s.add("inner"):(s.add("source"),MS(e[0])&&s.add("source-folder"))}var MS=t=>I.
sourceFolders.has(t)||/[*?[{\u{FFFC}]/u.test(t);function qS(t){let e=t.findLastIndex(n=>!/[*?[{\u{FFFC}]/u.test(n));return`/${t.slice(0,Math.max(1,e+1)).join("/")}`}
function qo(t){return t.includes(".git")?/\.(lock|sample)$/.test(t.at(-1))||qo(t.slice(0,t.indexOf(".git"))):t.some((e,n)=>I.disposable.has(e)||WS.test(e)||n>0&&
I.disposable.has(`${t[n-1]}/${e}`)||/^\.(npm|yarn|pnpm|cargo|rustup|m2|gradle|nuget|cache|node-gyp|electron|cypress|conda)$/.test(e)&&t.length>n+1)}function jS(t,e){
Mo(t)&&e.add("credentials"),lf(t)&&e.add("credentials-by-name")}var pf=/^(~\/)?\.(bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|zlogout|kshrc|cshrc|tcshrc|login|xprofile|xinitrc|xsession|xsessionrc|shrc|mkshrc|bash_env|inputrc|pam_environment)$|^~\/\.config\/(fish\/|autostart(\/|$)|environment\.d(\/|$)|nvim\/init\.|plasma-workspace\/env)|^~\/\.(vimrc|emacs|pythonrc|pythonstartup|gdbinit|tmux\.conf|ssh\/rc|ssh\/environment|ssh\/config|oh-my-zsh\/|local\/lib\/python[^/]*\/site-packages\/.*(\.pth|sitecustomize\.py|usercustomize\.py))|^\/etc\/(profile(\.d(\/.*)?)?|bash\.bashrc|bashrc|zsh(\/.*|rc|env)|environment|ld\.so\.(preload|conf)(\.d\/.*)?|rc\.local|xdg\/autostart\/.*|skel\/.*|fish\/.*|update-motd\.d\/.*|inputrc)$|(^|\/)(sitecustomize|usercustomize)\.py$|\/(site|dist)-packages\/[^/]+\.pth$/,
ff=/^\/etc\/(cron[^/]*(\/.*)?|anacrontab|systemd\/.*|init\.d(\/.*)?|rc\d?\.d(\/.*)?|inittab|init\/.*)$|^\/var\/spool\/(cron|at)|^(\/usr)?\/lib\/systemd\/|^\/run\/systemd\/|^~\/\.config\/systemd(\/|$)|^~?\/library\/launch(agents|daemons)(\/|$)|^\/library\/launch|^~\/\.config\/cron|^\/usr\/local\/etc\/rc\.d\/|^(\/usr)?(\/lib|\/etc)\/udev\/rules\.d\/|^\/etc\/polkit-1\//,
FS=/^\/dev\/((sd|hd|vd|xvd)[a-z*?]\d*|sd\*|nvme\d.*|mmcblk.*|disk\d?.*|rdisk.*|md\d+|dm-\d+|mapper\/.*|loop\d+|nbd\d+|mem|kmem|port|disk\/.*|vg\w*\/.*)$/,HS=/(^|[-_./])(dumps?|backups?|customers?|users|clients|payroll|salar(y|ies)|patients?|employees|database|production[-_]?data|private|confidential|secrets?|prod)([-_./]|$)|\.(sql|sql\.gz|dump|sqlite3?|db|bak|mdb|rdb|pst|mbox|kdbx)$/;
function VS(t,e){let n=e.findIndex(s=>/^\.\w/.test(s));return n===-1||lc.test(t)?"":`~/${e.slice(n).join("/")}`}function US(t,e,n,s){let r=t==="home"?`~/${e}`:e,
o=t==="slash"||t==="unknown"?VS(e,n):r;(pf.test(r)||pf.test(o))&&s.add("startup"),(ff.test(r)||ff.test(o))&&s.add("schedule"),(/(^|\/)\.ssh\/authorized_keys2?$/.
test(r)||/^\/etc\/ssh\/(sshd_config|authorized_keys)/.test(r))&&s.add("authorized-keys"),/^(\/usr\/local)?\/etc\/(passwd-?|master\.passwd|shadow-?|gshadow-?|sudoers(\.d(\/.*)?)?|pam\.d(\/.*)?|security\/.*|doas\.conf|login\.defs|subuid|subgid|pass\S*[*?]\S*)$/.
test(r)&&s.add("accounts").add(r==="/etc/passwd"?"accounts":"account-secrets"),FS.test(r)&&s.add("device"),/^\/(proc\/(sys|sysrq-trigger|kcore|\d+\/mem|kmsg)|sys\/|boot\/)/.
test(r)&&s.add("kernel"),/(^|\/)(docker|containerd|podman|crio)\.sock$/.test(r)&&s.add("socket");let i=n.findIndex(c=>c===".git"||c===".hg"||c===".svn"),a=t==="\
slash"&&lc.test(e)||qo(n.slice(0,i));i!==-1&&!a&&!/\.(lock|sample)$/.test(n.at(-1))&&(s.add("vcs"),/^(hooks|config|info|modules|config\.worktree)$/.test(n[i+1]??
"")&&s.add("vcs-config")),/^(~\/\.gitconfig|~\/\.config\/git\/|\/etc\/gitconfig)/.test(r)&&s.add("vcs-config"),HS.test(r)&&s.add("data"),/^\/var\/(log|audit)(\/|$)|(^|\/)\.(bash|zsh|sh|python|mysql|psql|node_repl)_history$|^\/run\/log/.
test(r)&&s.add("logs")}var BS=/^(sudo|doas|su|pkexec|run0|runuser|gosu|please)$/,kn=class t{constructor(e,n){this.invocation=e;this.context=n;let s=e.program.startsWith("python")&&e.args[0]?.
text==="-m"?e.args[1]?.text:void 0;this.program=s?.replace(/^awscli$/,"aws")??YS(e);let r=Kn(e,n.invocations);this.isSupplied=r!==e.args;let o=s===void 0?r:r.slice(
2);this.words=o;let{flags:i,options:a,operands:c}=le(this.program,o);this.flags=i,this.options=a,this.operands=c}invocation;context;program;flags;options;operands;classCache={};affected;feeders;isSupplied;words;get recursive(){
return this.isSupplied||JS(this.program,this)||this.operands.some(GS)}get root(){return this.invocation.wrappers.some(e=>BS.test(e))}get downloaded(){return ZS(
this.program,this.invocation,this,this.context)}get heard(){return nf(this.program,this.invocation,this,this.words)}get harmlessFlags(){return oc(this.invocation)?
ic(this.program,this,this.words).parsed.flags:this.flags}get isHelpRequest(){return this.heard!==void 0&&of(this.program,this.heard)}get isDryRun(){return this.
heard!==void 0&&sf(this.program,this.heard)}get redirections(){let{redirects:e,language:n,folder:s}=this.invocation,r=Lt(":",[],e,s);return new t({...r,language:n},
this.context)}get line(){return this.context.invocations}get from(){let{input:e}=this.invocation;return this.feeders??=e?.kind==="pipe"?e.from.map(n=>new t(n,this.
context)):[],this.feeders}get hasUnreadPath(){this.affected??=xs(this.program,this);let{affected:e}=this,{folder:n}=this.invocation;return Ys.some(s=>{let r=yf(
s,this.invocation,this,e,this.context.invocations);return r.some(({text:o})=>xe(o))||r.length>0&&xe(n?.text??"")})}nameHandedOver(e,n){let[s="",r="",o]=this.operands.
map(({text:l})=>l),i=e==="reads"&&/^(?:source|\.)$/.test(this.program)&&mf.test(s),a=e==="writes"&&this.program==="cp"&&zS.test(s)&&mf.test(r);if(!(i||a)||o!==void 0||
!n.has("credentials"))return n;let c=[...n].filter(l=>l!=="credentials");return new Set([...c,i?"handed-over":"from-template"])}getPathClasses(e){let n=this.classCache[e];
if(n)return n;this.affected??=xs(this.program,this);let{workspace:s,folder:r}=this.context,o={workspace:s,folder:this.invocation.folder?.text??r},i=yf(e,this.invocation,
this,this.affected,this.context.invocations),a=this.nameHandedOver(e,QS(i,o));return this.classCache[e]=a,a}},GS=({text:t,glob:e})=>e&&/(?:^|\/)\*\*(?:\/|$)/.test(
t),mf=/^(?:\.\/)?(?:[\w-]+\/)*\.env(?:\.[\w-]+)*$/,zS=/^(?:\.\/)?(?:[\w-]+\/)*\.?env[\w.-]*[._-](?:example|sample|template|tpl|dist|defaults?)$/,KS=/^(format|halt|init|poweroff|reboot|scrub|shutdown|telinit|transfer|wipe)$/,
gf=/^(npx|bunx|pnpx|uvx|npm|pnpm|yarn|bun)$/;function YS({program:t,path:e,wrappers:n}){return t==="k"?"kubectl":KS.test(t)&&(/^[^/~]+\//.test(e)||gf.test(n.at(
-1)??""))?`./${t}`:(gf.test(n.at(-1)??"")?t.replace(/(?<=.)@[\w.^~-]+$/,""):t).replace(/\.exe$/i,"").replace(/^(python|pip|ruby|perl|php|node|lua)[\d.]+$/,"$1")}
function yf(t,e,{operands:n},s,r){let o=e.redirects.filter(({kind:c})=>c!=="read").map(({path:c})=>c);if(t==="redirected")return o;if(t==="names")return e.program===
"find"?zn(e.args):n;if(t==="writes")return[...s.writes,...o];if(t==="deletes"&&e.program==="find")return or(e.args)?zn(e.args):[];if(t==="deletes")return tc(s.deletes,
e,r);if(t!=="reads")return s[t];let i=e.redirects.filter(({kind:c})=>c==="read").map(({path:c})=>c),a=e.input?.kind==="file"?[e.input.path]:[];return[...s.reads,
...i,...a]}var XS=new Set;function QS(t,e){if(t.length===0)return XS;let n=new Set;for(let s of t)for(let r of hf(s,e))n.add(r);return n}function JS(t,{flags:e}){
return t==="find"||t==="rimraf"||t==="rsync"||t==="tar"||t==="zip"?!0:K(e,"-r")||K(e,"-R")||K(e,"--recursive")||K(e,"-Recurse")}var bf=/^(ba|da|k|z|a|fi)?sh$|^(python|perl|ruby|node|php|source|\.|lua|deno|bun|tclsh|rscript)$/i;
function ZS(t,e,n,{downloads:s,fetched:r}){let{path:o,folder:i,wrappers:a,input:c}=e;if(o.includes("://")||o.includes("/")&&s.has(o,i))return!0;let l=bf.test(t);
if(l&&n.operands.slice(0,1).some(({text:p})=>s.has(p,i)))return!0;let d=c?.kind==="pipe"&&c.from.some(ef);return!(r||d)||vs(e)?!1:t===b?a.some(p=>bf.test(p)||p===
"eval"):!l&&t!=="eval"?!1:[...n.operands,...n.options.map(({value:p})=>p)].some(({text:p})=>p.trim()===b||p.startsWith("/dev/fd/"))||c?.kind==="text"&&c.text.includes(
b)&&n.operands.length===0}var eE=[{program:"rm",only:["delete-machine","delete-system-file","delete-workspace","delete-vcs"]},{program:"chmod",only:["change-rights-of-machine"]},{program:"\
dd",only:["overwrite-disk"]},{program:"git"},{program:"kubectl"},{program:"terraform"},{program:"docker"},{program:"aws"}];function kf(t,e,n){if(!(!t.program.includes(
b)||t.args.length===0))for(let{program:s,only:r}of eE){if(s==="rm"&&!t.args.some(({text:i})=>/^-\w*[rRf]|^--recursive|^--force/.test(i)))continue;let o=n(new kn(
{...t,program:s,path:s},e));if(o&&(!r||r.includes(o.id)))return o}}function xf(t,e,n){let{program:s,path:r,args:o,redirects:i,folder:a}=t;if(xe(r))return!0;let c=o.
some(({text:p})=>xe(p));if(!c&&!i.some(p=>xe(p.path.text))&&!xe(a?.text??""))return!1;let l=new kn(t,e);if(l.hasUnreadPath)return!0;if(!c)return!1;let d=l.operands.
some(({text:p})=>xe(p));if(d&&sc(l.program))return!0;let u=l.options.some(({value:p})=>xe(p.text));return s.includes(b)||n(l,u&&!d?"values":"any")}je();function ir(t,e){if(!e.includes("*"))return t===e;let n=e.replaceAll("\\*","\0").split("*"),[s,...r]=n.map(c=>c.replaceAll("\0","*"));if(r.length===0)return t===
s;let o=r.pop();if(t.length<s.length+o.length||!t.startsWith(s)||!t.endsWith(o))return!1;let i=t.length-o.length,a=s.length;for(let c of r){let l=t.indexOf(c,a);
if(l===-1||l+c.length>i)return!1;a=l+c.length}return!0}var mt=(t,e)=>e.some(n=>ir(t,n));var{ownData:jo,interpreters:tE,clients:nE}=I,vf=/^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^@/\s]*@)?(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?:\/|$)/,wf=/^(?:.*[/_-])?(?:test|tests|testing|scratch|tmp)(?:[_-][\w-]*)?\d*(?:\.(?:db|sqlite3?))?(?:\?.*)?$/,
sE=/^(?::memory:$|\/(?:tmp|var\/tmp|dev\/shm)\/(?!.*\.\.))/,rE=/^(?:curl|wget|https?|xhs?)$/,oE=/^(?:drop-database|drop-tablespace|drop-owned|shutdown|flush)$/;
function Sf(t){let{program:e,operands:n,invocation:s}=t,{args:r,client:o,environment:i}=s;if(e==="sql")return o!==void 0&&aE(o,n[0]?.text??"");if(rE.test(e)){let u=n.
filter(({text:p})=>/[/:]/.test(p));return u.length>0&&u.every(({text:p})=>vf.test(p)&&wf.test(p))}let a=[...iE(r),...Object.entries(i).map(([u,{text:p}])=>[u,p])],
c=u=>a.flatMap(([p,f])=>u.includes(p)&&f!==void 0?[f]:[]),l=(u,p)=>u.length>0&&u.every(p);return l(c(jo.endpoints),u=>vf.test(u))?!0:!(nE.has(e)||e==="gsutil")&&
l(c(jo.environments),u=>mt(u,jo.stages))}var iE=t=>t.flatMap(({text:e},n)=>{let[,s,r,o]=/^(--?)?([A-Za-z][\w-]*)(?:=([\s\S]*))?$/.exec(e)??[];return r===void 0||
s===void 0&&o===void 0?[]:[[r,o??t[n+1]?.text??""]]});function aE({program:t,args:e},n){let{language:s,operands:r}=tE.get(t)??{};if(s!=="sql")return!1;let{options:o,
operands:i}=le(t,e),c=[...o.flatMap(({flag:d,value:u})=>jo.databases.includes(d.replace(/^-+/,""))?[u.text]:[]),...i.slice(0,1).map(({text:d})=>d)];if(c.length===
0)return!1;let l=r==="database then code";return c.every(d=>l&&sE.test(d)||!oE.test(n)&&wf.test(d))}Xn();var{clients:cE,projectClients:lE,destroyingVerbs:Ef,otherVerbs:Cf,localNouns:dE}=I,uE=6,pE=/^(?![~/])(?!.*(?:node_modules|vendor|env)\/).*\//,fE=/^[a-zA-Z][\w:.-]*$/;
function _f(t,{path:e,args:n}){let s=cE.get(t);if(!s||pE.test(e)&&!lE.has(t))return!1;let r=I.grammars.has(I.grammarAliases.get(t)??t)?t:"client",o=le(r,n).operands.
slice(0,s.words??uE).map(({text:a})=>a),i=o.join(" ");if(s.spares?.some(a=>i===a||i.startsWith(`${a} `)))return!1;for(let a of o){if(!fE.test(a))return!1;if(s.verbs?.
some(d=>a===d||a.endsWith(`:${d}`)))return!0;let c=hE(a);if(Cf.has(a)||c.length>1&&Cf.has(`${c[0]}-`)||dE.has(a)){if(!s.nouns?.includes(a))return!1}else if(Ef.has(
c[0])||Ef.has(c.at(-1)))return!0}return!1}var hE=t=>t.replace(/([a-z])([A-Z])/g,"$1-$2").toLowerCase().split(/[:.]/).at(-1).split(/[-_]/);var mE=["reads","writes","deletes","moves","changes","names"];function Pf(t,e){let{program:n,subcommand:s,flags:r,options:o,args:i,recursive:a,root:c,via:l,environment:d,
language:u}=e;if(n&&!mt(t.program,n)||u&&!u.includes(t.invocation.language)||a!==void 0&&t.recursive!==a||c!==void 0&&t.root!==c||l&&!t.invocation.wrappers.some(
f=>mt(f,l)))return!1;let p=s?gE(t,s):0;if(p===void 0||r&&!kE(t,r)||o&&!Object.entries(o).every(([f,h])=>vE(t,f,h))||i&&!xE(t.operands.slice(p),i)||d&&!Object.entries(
d).every(([f,h])=>wE(t,f,h)))return!1;for(let f of mE){let h=e[f];if(h&&!dc(t.getPathClasses(f),h))return!1}if(e.redirected!==void 0){let f=t.getPathClasses("re\
directed");if((e.writes?dc(f,e.writes):f.size>0)!==e.redirected)return!1}return e.to&&!_E(t,e.to)||e.service_verb&&!_f(t.program,t.invocation)||e.downloaded&&!t.
downloaded||e.from&&!SE(t,e.from)?!1:!e.line||EE(t.line,e.line)}var dc=(t,e)=>e.some(n=>t.has(n)),Af=new Map;function Rf(t){let e=Af.get(t)??t.split(" ");return Af.
set(t,e),e}function gE({operands:t},e){for(let n of e){let s=Rf(n);if(t.length>=s.length&&s.every((r,o)=>ir(t[o].text,r)))return s.length}}var yE=["subcommand",
"flags","options","args","names","to"],bE=["options","to"];function If({program:t,operands:e},n,s){return!n.program||!mt(t,n.program)||!(s==="any"?yE:bE).some(r=>n[r]!==
void 0)?!1:(n.subcommand??[""]).some(r=>Rf(r).every((o,i)=>{let a=e[i];return o===""||a===void 0||a.text.includes(b)||ir(a.text,o)}))}function kE({flags:t,harmlessFlags:e},{
any:n,all:s,none:r}){return n&&!n.some(o=>K(t,o))||s&&!s.every(o=>K(t,o))?!1:!r?.some(o=>K(e,o))}function xE(t,{any:e,none:n,at_least:s,at_most:r}){return s!==void 0&&
t.length<s||r!==void 0&&t.length>r||e&&!t.some(({text:o})=>mt(o,e))?!1:!n||!t.some(({text:o})=>mt(o,n))}var vE=({options:t},e,n)=>t.some(({flag:s,value:r})=>K([
s],e)&&mt(r.text,n));function wE({invocation:t},e,n){return Object.entries(t.environment).some(([s,{text:r}])=>ir(s,e)&&mt(r,n))}function SE({from:t},{program:e,
reads:n,without:s,operands_at_most:r=Number.POSITIVE_INFINITY}){return s&&t.some(o=>mt(o.program,s))?!1:t.some(o=>mt(o.program,e)&&o.operands.length<=r&&(!n||dc(
o.getPathClasses("reads"),n)))}var Tf=new WeakMap;function EE(t,e){let n=Tf.get(t)??new Map;Tf.set(t,n);let s=n.get(e);if(s!==void 0)return s;let r=c=>t.some(l=>mt(
CE(l),c)),{any:o,none:i}=e,a=(!o||r(o))&&!(i&&r(i));return n.set(e,a),a}var CE=({program:t,args:e})=>[t,...e.map(({text:n})=>n)].join(" ").slice(0,2e3);function _E(t,e){
return[...t.operands,...t.options.filter(({flag:s})=>/^--(?:(?:extra-)?index-)?url$|^--registry$/.test(s)).map(({value:s})=>s)].some(s=>{let r=Wo(s);return r===
e||e==="remote"&&r==="drop"})}var Fo=class{rules;byProgram=new Map;byEffect=new Map;others=[];phrased=new Map;constructor(e){this.rules=[...e].sort((n,s)=>qt[n.severity]-qt[s.severity]),this.
rules.forEach((n,s)=>{for(let r of n.match??[])this.enter({rule:n,condition:r,at:s})})}canBreak(e,n,s){let r=o=>uc(o,s)&&If(e,o.condition,n);return this.byProgram.
get(e.program)?.some(r)===!0||[...this.byEffect.values(),this.others].some(o=>o.some(r))}findBrokenRule(e,n){let s=this.first(e,n);if(!s||!(e.isHelpRequest||e.isDryRun))
return s;let r=e.invocation.redirects.length>0?this.first(e.redirections,n):void 0;return this.selectWorse(r,e.isHelpRequest?void 0:this.first(e,n,AE))}first(e,n,s=()=>!0){
let r,o=(i=[])=>{for(let a of i)r&&a.at>=r.at||uc(a,n)&&(!s(a.rule)||!Pf(e,a.condition)||a.rule.spares&&Sf(e)||(r=a))};o(this.byProgram.get(e.program)),o(this.others);
for(let[i,a]of this.byEffect)e.getPathClasses(i).size>0&&o(a);return r?.rule}getPhraseRules(e){let n=`${e.trust} ${e.level}`,s=this.phrased.get(n);if(s)return s;
let r=this.rules.flatMap(({phrases:o,trust:i,level:a,...c})=>o&&uc({rule:{trust:i,level:a}},e)?[{...c,phrases:o.map(TE)}]:[]);return this.phrased.set(n,r),r}selectWorse(e,n){
return!e||!n?e??n:this.rules.indexOf(n)<this.rules.indexOf(e)?n:e}enter(e){let{program:n}=e.condition;if(n&&!n.some(r=>r.includes("*"))){for(let r of new Set(n))
$f(this.byProgram,r).push(e);return}let s=[...Ys,"names"].find(r=>e.condition[r]!==void 0);(s?$f(this.byEffect,s):this.others).push(e)}};function uc({rule:t,condition:e},{
trust:n,level:s}){return t.trust!==void 0&&n>=t.trust?!1:s==="strict"||t.level!=="strict"&&e?.level!=="strict"}var AE=({code:t,category:e})=>t==="credential_fil\
e_protected"||e==="remote-code";function $f(t,e){let n=t.get(e)??[];return t.set(e,n),n}var TE=({with:t,...e})=>({...e,...Z({with:t})});var Nf=JSON.parse('[{"code":"destructive_operation_blocked","id":"startup-file","category":"persistence","severity":"severe","explanation":"This changes what ru\
ns when somebody logs in or starts a program. Set variables for the one command that needs them.","trust":4,"match":[{"writes":["startup"]},{"moves":["startup"]\
}]},{"code":"destructive_operation_blocked","id":"schedule","category":"persistence","severity":"severe","explanation":"This makes something run later by itself\
. Run what is needed now.","trust":4,"match":[{"writes":["schedule"]},{"program":["crontab"],"flags":{"none":["-l","-h","--help","-V"]}},{"program":["at","batch\
","atrm"],"flags":{"none":["-l","-V"]}},{"program":["systemctl"],"subcommand":["enable","link","edit","add-wants","set-default","set-environment","reenable"]},{\
"program":["systemd-run"],"flags":{"none":["--scope","--pipe","-P","--pty","-t","--wait","--help","--version"]}},{"program":["systemd-run"],"flags":{"any":["--o\
n-active","--on-calendar","--on-boot","--on-startup","--on-unit-active","--path-property"]}},{"program":["launchctl"],"subcommand":["load","bootstrap","submit",\
"enable"]},{"program":["update-rc.d","chkconfig","rc-update","insserv"]},{"program":["loginctl"],"subcommand":["enable-linger"]},{"program":["pm2"],"subcommand"\
:["startup"]},{"program":["osascript"],"options":{"-e":["*make login item*","*make new login item*"]}},{"program":["schtasks"],"args":{"any":["/create","/CREATE\
","/Create"]}},{"program":["reg","Set-ItemProperty","New-ItemProperty"],"args":{"any":["*CurrentVersion\\\\Run*","*Winlogon*"]}},{"program":["Register-ScheduledTa\
sk","New-Service"]}]},{"code":"destructive_operation_blocked","id":"login-key","category":"persistence","severity":"severe","explanation":"This decides who may \
log in. Ask the person whose account it is.","match":[{"writes":["authorized-keys"]},{"program":["ssh-copy-id","ssh-import-id"]}]},{"code":"destructive_operatio\
n_blocked","id":"vcs-hook","category":"persistence","severity":"severe","explanation":"This changes what git runs or whom it believes, for everybody who uses th\
e repository after you.","trust":4,"match":[{"writes":["vcs-config"]},{"program":["git"],"subcommand":["config"],"args":{"any":["core.hooksPath","core.hookspath\
"],"none":[".husky*",".githooks*","./*","hooks*","scripts/*","git-hooks*",".hooks*"],"at_least":2},"flags":{"none":["--get","--unset"]}},{"program":["git"],"sub\
command":["config"],"args":{"any":["core.fsmonitor","core.fsMonitor","core.sshCommand","core.sshcommand","core.gitProxy","core.askPass","credential.helper","cre\
dential.*.helper","include.path","includeIf.*","url.*.insteadOf","url.*.insteadof","filter.*.*","init.templateDir","http.proxy","gpg.program","uploadpack.packOb\
jectsHook"],"at_least":2,"none":["true","false",".git*","git-lfs*"]},"flags":{"none":["--get","--unset","--unset-all","--get-all"]}},{"program":["git"],"subcomm\
and":["config"],"args":{"any":["http.sslVerify","http.sslverify"],"at_least":2,"none":["true"]},"flags":{"none":["--get","--unset","--unset-all","--get-all"]}},\
{"program":["git"],"subcommand":["config"],"args":{"any":["!*"],"at_least":2}},{"program":["git"],"subcommand":["config"],"args":{"any":["core.pager","core.edit\
or","sequence.editor","diff.external","pager.*"],"at_least":2,"none":["less*","delta*","cat","vi*","nvim*","nano*","code*","more*","diff-so-fancy*","most","emac\
s*","true","false","bat*","subl*","difft*"]},"flags":{"none":["--get","--unset"]}},{"program":["git"],"subcommand":["config set"],"args":{"any":["core.hooksPath\
","core.fsmonitor","core.sshCommand","credential.helper","include.path","http.proxy"],"none":["true","false"]}}]},{"code":"destructive_operation_blocked","id":"\
preloaded-code","category":"persistence","severity":"severe","explanation":"This loads code of yours into programs that are not yours. Run the program as it is.\
","trust":4,"match":[{"environment":{"LD_PRELOAD":["/tmp/*","/var/tmp/*","/dev/shm/*","./*","*evil*","*hook*"]}},{"environment":{"LD_AUDIT":["/*","./*"]}},{"env\
ironment":{"DYLD_INSERT_LIBRARIES":["/*","./*"]}},{"environment":{"BASH_ENV":["/tmp/*","/dev/*","/var/tmp/*"]}},{"environment":{"PYTHONSTARTUP":["/tmp/*","/var/\
tmp/*"]}},{"environment":{"PROMPT_COMMAND":["*"]}},{"program":["export","declare","typeset"],"args":{"any":["PATH=/tmp/*","PATH=/var/tmp/*","LD_LIBRARY_PATH=/tm\
p/*","PYTHONPATH=/tmp/*"]}},{"program":["ldconfig"],"args":{"any":["/tmp/*","/var/tmp/*","/dev/shm/*"]}},{"program":["alias"],"args":{"any":["sudo=*","su=*","do\
as=*","ssh=*"],"none":["sudo=sudo *","ssh=ssh *"]}},{"program":["git"],"environment":{"GIT_SSH*":["./*","../*","/tmp/*","/var/tmp/*","/dev/shm/*","sh *","bash *\
","python*","node *","perl *"]}},{"program":["git"],"environment":{"GIT_PROXY_COMMAND":["./*","../*","/tmp/*","/var/tmp/*","/dev/shm/*","sh *","bash *","python*\
","node *","perl *"]}},{"program":["git"],"environment":{"GIT_CONFIG_KEY_*":["core.sshCommand","core.sshcommand","core.gitProxy","core.askPass"],"GIT_CONFIG_VAL\
UE_*":["./*","../*","/tmp/*","/var/tmp/*","/dev/shm/*","sh *","bash *","python*","node *","perl *"]}}]},{"code":"destructive_operation_blocked","id":"package-ma\
nager-settings","category":"persistence","severity":"risky","explanation":"This changes where packages come from, or what runs with them, for all that follows. \
Name the registry for the one command.","trust":3,"match":[{"program":["npm","pnpm","yarn"],"subcommand":["config set"],"args":{"any":["registry*","script-shell\
*","//*","prefix*","*:registry*","strict-ssl*","proxy*","https-proxy*","cafile*"]}},{"program":["pip"],"subcommand":["config set"],"args":{"any":["global.*index\
*","global.trusted-host","install.trusted-host","site.*index*"]}},{"program":["defaults"],"subcommand":["write"],"args":{"any":["*loginwindow*","*LoginHook*","/\
Library/*"]}}]},{"code":"destructive_operation_blocked","id":"root-shell","category":"privilege","severity":"severe","explanation":"This opens a session of anot\
her user in which nothing is checked. Run the one command that needs it.","trust":4,"match":[{"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh\
","tcsh",".","source","eval"],"via":["unshare"],"args":{"at_most":0},"flags":{"none":["-c"]}},{"program":["sudo","doas","please","run0"],"flags":{"any":["-i","-\
s","--login","--shell"]}},{"program":["su"],"flags":{"none":["--help","--version"]}},{"program":["sh","bash","zsh","dash","ksh","fish"],"root":true,"args":{"at_\
most":0},"flags":{"none":["-c","-s","--version","--help"]}},{"program":["pkexec","machinectl"],"args":{"any":["*sh","shell"]}},{"program":["sh","bash","zsh","da\
sh","ksh","ash","fish","mksh","csh","tcsh",".","source","eval"],"via":["vim","vi","nvim","view","ex","ed","less","more","man","find","gdb","awk","gawk","mawk","\
git"],"args":{"at_most":0},"flags":{"none":["-c","-s","--version","--help"]}},{"program":["nsenter","newgrp"]},{"program":["sg"],"args":{"none":["scan","run","t\
est","new","lsp","completions"]},"flags":{"none":["-p","--pattern","-l","--lang","-r","--rewrite","--help","--version"]}},{"via":["nsenter"]}]},{"code":"destruc\
tive_operation_blocked","id":"grant-rights","category":"privilege","severity":"severe","explanation":"This gives rights to users or programs. Ask the person who\
 runs the machine.","trust":4,"match":[{"program":["chmod"],"args":{"any":["u+s*","g+s*","g+xs*","ug+s*","gu+s*","+s*","a+s*","*,u+s*","*,+s*","u+xs*","u+rs*","\
+xs*","u=*s*","4755","4777","4711","4750","4555","4775","4700","6755","6777","04755","06755","04777","2755","2711","2555","2751","02755"]}},{"program":["install\
","mkdir"],"options":{"-m":["4755","4777","4711","4555","6755","6777","u+s*","04755"]}},{"program":["install","mkdir"],"options":{"--mode":["4755","4777","4711"\
,"4555","6755","6777","u+s*","04755"]}},{"program":["setcap"],"flags":{"none":["-v"]}},{"program":["gpasswd","adduser","addgroup"],"args":{"any":["*sudo*","*whe\
el*","*admin*","*root*","*docker*","*lxd*","*disk*","*shadow*","*libvirt*","*adm","*adm,*"]}},{"program":["usermod"],"options":{"-G":["*sudo*","*wheel*","*admin\
*","*root*","*docker*","*lxd*","*disk*","*shadow*","*libvirt*","*adm","*adm,*"]}},{"program":["usermod"],"options":{"--groups":["*sudo*","*wheel*","*admin*","*r\
oot*","*docker*","*lxd*","*disk*","*shadow*","*libvirt*","*adm","*adm,*"]}},{"program":["usermod"],"flags":{"none":["-G","--groups","--help","--version"]}},{"pr\
ogram":["gpasswd"],"flags":{"any":["-A","-M","-r","-R","-d","--administrators","--members"]}},{"program":["chsh"],"args":{"at_least":2}},{"program":["chsh"],"ar\
gs":{"any":["./*","../*","/tmp/*","/var/tmp/*","/dev/shm/*","sh *","bash *","python*","node *","perl *"]}},{"program":["useradd","adduser","userdel","deluser","\
groupdel","groupmod","chpasswd","newusers","chage","passwd","vipw","vigr","dscl","pwconv","delgroup"],"flags":{"none":["--help","-S","--status","-l","--version"\
]}},{"program":["faillock"],"flags":{"any":["--reset"]}},{"program":["visudo"],"flags":{"none":["--help","-c","--check","-V","--version"]}},{"writes":["accounts\
"]},{"program":["net"],"subcommand":["user","localgroup"],"args":{"at_least":1}}]},{"code":"destructive_operation_blocked","id":"switch-protection-off","categor\
y":"privilege","severity":"severe","explanation":"This switches a protection or the keeping of evidence off. Work with it, and say what it stands in the way of.\
","trust":4,"match":[{"program":["xhost"],"args":{"any":["+"]}},{"program":["setenforce"],"args":{"any":["0","Permissive","permissive"]}},{"program":["ufw"],"su\
bcommand":["disable","reset","default allow","--force"]},{"program":["iptables","ip6tables","ebtables"],"flags":{"any":["-F","--flush","-X","-P","--policy","-D"\
]}},{"program":["nft"],"subcommand":["flush","delete"]},{"program":["firewall-cmd"],"flags":{"any":["--panic-on","--remove-service","--add-port","--add-rich-rul\
e","--set-default-zone"]}},{"program":["pfctl"],"flags":{"any":["-d","-F"]}},{"program":["systemctl","service","rc-service"],"args":{"any":["ufw*","firewalld*",\
"apparmor*","auditd*","fail2ban*","iptables*","nftables*","rsyslog*","syslog*","falco*","clamav*","crowdstrike*","falcon-sensor*","selinux*","systemd-journald*"\
,"osqueryd*"],"none":["status","is-active","show","is-enabled","start","cat"]}},{"program":["aa-disable","aa-teardown","aa-complain","spctl","csrutil"],"args":{\
"none":["status","--status"]}},{"program":["capsh"],"flags":{"any":["--caps","--addamb","--uid","--user"]}},{"program":["set"],"subcommand":["+o history"]},{"pr\
ogram":["xattr"],"flags":{"any":["-d","-c"]},"args":{"any":["com.apple.quarantine"]}},{"program":["update-ca-certificates","update-ca-trust"],"line":{"any":["cp\
 *","mv *","curl *","wget *","tee *","install *","ln *"]}},{"program":["trust"],"subcommand":["anchor"]},{"program":["security"],"subcommand":["add-trusted-cert\
"]},{"program":["certutil"],"flags":{"all":["-A"]},"options":{"-t":["*C*","*T*"]}},{"program":["update-alternatives"],"flags":{"any":["--install","--set"]},"arg\
s":{"any":["*/sudo","*/ssh","*/su","/tmp/*"]}},{"program":["apparmor_parser"],"flags":{"any":["-R","--remove","-C","--Complain"]}},{"program":["auditctl"],"flag\
s":{"any":["-D"]}},{"program":["auditctl"],"options":{"-e":["0"]}},{"program":["auditctl"],"args":{"any":["0"]}},{"program":["sysctl"],"flags":{"any":["-w","--w\
rite","-p","--load","--system"]}},{"program":["sysctl"],"args":{"any":["*=*"]}},{"program":["insmod","modprobe","rmmod","kmod","kexec","kldload","kextload"]},{"\
program":["history"],"flags":{"any":["-c","-d"]}},{"program":["unset"],"args":{"any":["HISTFILE"]}},{"program":["export","declare"],"args":{"any":["HISTFILE=/de\
v/null","HISTSIZE=0","HISTFILESIZE=0"]}},{"program":["journalctl"],"flags":{"any":["--vacuum-time","--vacuum-size","--vacuum-files","--rotate"]}},{"program":["d\
mesg"],"flags":{"any":["-C","--clear","-c"]}},{"program":["wevtutil","Clear-EventLog"]},{"program":["Set-ExecutionPolicy","Set-MpPreference","Add-MpPreference",\
"Disable-WindowsOptionalFeature","netsh","bcdedit","vssadmin"]},{"program":["tc","ip"],"subcommand":["link set * down","route flush","route del","addr flush","l\
ink delete","rule flush"]},{"program":["ifconfig","ifdown","nmcli"],"args":{"any":["down","off"]}}]},{"code":"destructive_operation_blocked","id":"change-root",\
"category":"privilege","severity":"severe","explanation":"This leaves the file system that you were given. Stay in it.","trust":4,"match":[{"program":["chroot",\
"pivot_root","switch_root"]},{"via":["chroot"]}]},{"code":"destructive_operation_blocked","id":"delete-machine","category":"files","severity":"catastrophic","ex\
planation":"This deletes the file system, the operating system, or somebody\'s home. Delete by name inside the workspace.","match":[{"deletes":["root","home"]},{\
"deletes":["system-tree"],"recursive":true},{"program":["rsync"],"flags":{"any":["--delete","--delete-after","--delete-before","--delete-during","--delete-delay\
","--delete-excluded","--del"]},"writes":["root","home","system-tree"]},{"program":["rm","rimraf"],"flags":{"any":["--no-preserve-root"]}}]},{"code":"destructiv\
e_operation_blocked","id":"delete-system-file","category":"files","severity":"severe","explanation":"This deletes a file of the system. What lies outside the wo\
rkspace is not yours to delete.","trust":4,"match":[{"deletes":["system","accounts","schedule","kernel","device","socket"]},{"deletes":["local-system"],"recursi\
ve":true}]},{"code":"destructive_operation_blocked","id":"delete-temporary-folder","category":"files","severity":"severe","explanation":"This deletes the tempor\
ary files of everybody on the machine. Delete your own, by name.","match":[{"deletes":["temp-root"]},{"program":["rsync"],"flags":{"any":["--delete","--delete-a\
fter","--delete-before","--delete-during","--delete-delay","--delete-excluded","--del"]},"writes":["temp-root"]}]},{"code":"destructive_operation_blocked","id":\
"delete-workspace","category":"files","severity":"severe","explanation":"This deletes the whole workspace or a folder around it. Name what is meant, one by one.\
","trust":4,"match":[{"deletes":["workspace"]}]},{"code":"destructive_operation_blocked","id":"delete-source","category":"files","severity":"severe","explanatio\
n":"This deletes a folder that no build makes anew. Use git rm -r, which keeps what is not committed, or name the files.","trust":3,"match":[{"deletes":["source\
-folder","personal","outside"],"recursive":true},{"deletes":["source","inner"],"recursive":true,"level":"strict"},{"program":["rm","unlink","del"],"args":{"any"\
:["*/\\\\*","*\\\\*.ts","*\\\\*.tsx","*\\\\*.js","*\\\\*.py","*\\\\*.go","*\\\\*.rs","*\\\\*.java","*\\\\*.rb","*\\\\*.c","*\\\\*.cpp","*\\\\*.h","*\\\\*.php","*\\\\*.cs","*\\\\*.kt","*\\\\*.s\
wift","*\\\\*.md"]},"deletes":["source","inner"],"level":"strict"},{"program":["zip"],"flags":{"any":["-m","--move"]},"level":"strict"},{"program":["7z","7za","7z\
z"],"flags":{"any":["-sdel"]},"level":"strict"},{"program":["cmd"],"line":{"any":["cmd*/c *del */s*","cmd*/c *rd */s*","cmd*/c *rmdir */s*","cmd*/C *del */s*","\
cmd*/C *rd */s*"]}},{"deletes":["personal","startup","logs"]}]},{"code":"destructive_operation_blocked","id":"delete-unknown","category":"files","severity":"sev\
ere","explanation":"Where this variable is empty, everything is deleted. Write ${NAME:?}, which stops there, or name the folder.","trust":4,"match":[{"deletes":\
["unknown-folder"]},{"moves":["unknown-folder"]},{"changes":["unknown-folder"],"recursive":true},{"program":["rm","shred","rimraf"],"via":["xargs","gxargs"],"re\
cursive":true,"args":{"any":["\\ufffc"]}}]},{"code":"destructive_operation_blocked","id":"delete-vcs","category":"files","severity":"severe","explanation":"This \
deletes the repository with its history. Leave .git alone.","trust":4,"match":[{"deletes":["vcs"]},{"moves":["vcs"]}]},{"code":"destructive_operation_blocked","\
id":"shred-files","category":"files","severity":"severe","explanation":"What is shredded cannot be brought back. Delete it in the ordinary way.","trust":3,"matc\
h":[{"program":["shred","srm","wipe","scrub"],"names":["root","system","home","personal","outside","workspace","source","data","logs","device","unknown"]}]},{"c\
ode":"destructive_operation_blocked","id":"empty-files","category":"files","severity":"severe","explanation":"This empties files; their content is gone. Edit th\
em, or delete what is disposable.","trust":3,"match":[{"program":["truncate"],"options":{"--size":["0","0*","-*"]},"writes":["system","local-system","home","per\
sonal","outside","workspace","source","data","logs","vcs"]},{"program":["truncate"],"options":{"-s":["0","0*","-*","=0"]},"writes":["system","local-system","hom\
e","personal","outside","workspace","source","data","logs","vcs"]},{"program":["cp","dd","cat","mv"],"reads":["nowhere"],"writes":["system","personal","vcs","da\
ta","logs"]},{"program":["cp"],"reads":["nowhere"],"writes":["source","inner"],"level":"strict"},{"program":["sed"],"flags":{"any":["-i"]},"args":{"any":["d","1\
,$d"]},"writes":["source","inner"],"level":"strict"}]},{"code":"destructive_operation_blocked","id":"move-away","category":"files","severity":"severe","explanat\
ion":"This moves away what others rely on, or throws it away. Copy it, or name what is meant.","trust":4,"match":[{"moves":["root","home","system","workspace"]}\
,{"program":["mv"],"writes":["nowhere"]}]},{"code":"destructive_operation_blocked","id":"write-system-file","category":"files","severity":"severe","explanation"\
:"This writes a file of the operating system. Keep to the workspace; use the package manager for tools.","trust":4,"match":[{"writes":["root","kernel"]},{"write\
s":["system","accounts"]},{"program":["curl","wget"],"writes":["local-system"]},{"program":["tar","unzip","bsdtar"],"args":{"any":["x*"]},"writes":["root","syst\
em"]}]},{"code":"destructive_operation_blocked","id":"change-rights-of-machine","category":"files","severity":"catastrophic","explanation":"This changes owner o\
r rights of the system or of a home. The machine may not start again.","match":[{"changes":["root"],"recursive":true},{"program":["chmod"],"changes":["root"],"a\
rgs":{"none":["755","0755","555","0555","+x","a+x","+rx","a+rx"]}},{"changes":["system-tree","accounts"],"recursive":true},{"program":["chmod","chgrp","chattr",\
"setfacl","chcon"],"changes":["home"],"recursive":true},{"program":["chown"],"changes":["home"],"recursive":true,"args":{"none":["\\ufffc*"]}}]},{"code":"destruc\
tive_operation_blocked","id":"change-rights-of-system-file","category":"files","severity":"severe","explanation":"This changes owner or rights of a file of the \
system. Keep to the workspace.","trust":4,"match":[{"changes":["system","accounts","device","kernel","socket","schedule"]},{"program":["chown","chgrp","setfacl"\
],"changes":["root"]}]},{"code":"destructive_operation_blocked","id":"open-rights-widely","category":"files","severity":"severe","explanation":"This opens a who\
le tree to everybody, or closes it to its owner. Change the one file that needs it.","trust":3,"match":[{"program":["chmod"],"recursive":true,"args":{"any":["77\
7","0777","666","0666","000","0","0000","a+rwx","ugo+rwx","a=rwx","o+w","a+w","o+rwx","a-rwx","*-rwx"]},"changes":["workspace","source","personal","outside","ho\
me","local-system","unknown","vcs","data"]},{"program":["chmod"],"args":{"any":["777","0777","666","0666","644","0644","755","0755","000","0","*o+*","*a+r*","*g\
+r*","+r","*a=r*"]},"changes":["credentials","authorized-keys"]},{"program":["chmod"],"args":{"any":["777","0777","666","0666","000","0","0000","a+rwx","ugo+rwx\
","o+w","a+w","o+rwx","*-rwx"]},"changes":["home"]},{"program":["chown","chgrp"],"recursive":true,"changes":["personal"]}]},{"code":"destructive_operation_block\
ed","id":"remove-system-package","category":"files","severity":"severe","explanation":"This removes a package that the machine or others on it need. Leave insta\
lled packages alone.","trust":4,"match":[{"program":["apt","apt-get","aptitude","yum","dnf","microdnf","zypper","apk"],"subcommand":["remove","purge","erase","a\
utopurge","del"],"args":{"any":["libc6","libc6:*","glibc","musl","linux-image*","linux-headers*","linux","kernel","kernel-*","systemd","base","base-*","python3"\
,"python3.*","python3-minimal","bash","coreutils","dpkg","rpm","apt","util-linux","busybox","openssl","libssl3","init","sudo","openssh-server"]}},{"program":["p\
acman"],"flags":{"any":["-R"]},"args":{"any":["libc6","libc6:*","glibc","musl","linux-image*","linux-headers*","linux","kernel","kernel-*","systemd","base","bas\
e-*","python3","python3.*","python3-minimal","bash","coreutils","dpkg","rpm","apt","util-linux","busybox","openssl","libssl3","init","sudo","openssh-server"]}},\
{"program":["dpkg","rpm"],"flags":{"any":["--purge","--remove","-r","-P","-e","--erase"]},"args":{"any":["libc6","libc6:*","glibc","musl","linux-image*","linux-\
headers*","linux","kernel","kernel-*","systemd","base","base-*","python3","python3.*","python3-minimal","bash","coreutils","dpkg","rpm","apt","util-linux","busy\
box","openssl","libssl3","init","sudo","openssh-server"]}},{"program":["dpkg"],"flags":{"any":["--force-all"]}},{"program":["rpm"],"flags":{"all":["-e","--nodep\
s"]}},{"program":["brew"],"subcommand":["uninstall","remove","rm"],"args":{"any":["*\\ufffc*"]},"line":{"any":["brew list*","brew leaves*"]}},{"program":["apt","\
apt-get","aptitude","yum","dnf","microdnf","zypper","apk"],"subcommand":["remove","purge","erase","autopurge","del"],"level":"strict"},{"program":["pacman"],"fl\
ags":{"any":["-R"]},"level":"strict"},{"program":["dpkg"],"flags":{"any":["--purge","--remove","-r","-P"]},"level":"strict"}]},{"code":"destructive_operation_bl\
ocked","id":"sync-with-deletion","category":"files","severity":"severe","explanation":"This deletes at the goal what the source does not have. Leave --delete ou\
t, or name a folder that is yours.","trust":4,"match":[{"program":["robocopy"],"args":{"any":["/MIR","/mir","/PURGE","/purge"]}},{"program":["rsync","robocopy"]\
,"flags":{"any":["--delete","--delete-after","--delete-before","--delete-during","--delete-delay","--delete-excluded","--del","--remove-source-files"]},"writes"\
:["local-system","personal","outside","workspace","vcs","unknown-folder"]},{"program":["sync-away"]}]},{"code":"destructive_operation_blocked","id":"git-force-p\
ush","category":"git","severity":"severe","explanation":"A forced push overwrites what others have pushed. Push a new branch, or a commit that reverts.","trust"\
:3,"match":[{"program":["git"],"subcommand":["push"],"flags":{"any":["-f","--force","--force-with-lease","--force-if-includes"]}},{"program":["git"],"subcommand\
":["push","send-pack"],"args":{"any":["+*"]}},{"program":["git"],"subcommand":["send-pack"],"flags":{"any":["--force","-f"]}},{"program":["git"],"subcommand":["\
push"],"flags":{"any":["--mirror"]}},{"program":["git"],"subcommand":["config remote.*.mirror true","config remote.*.mirror 1","config remote.*.push +*","config\
 set remote.*.mirror true","config set remote.*.push +*","config remote.*.push :*"]},{"program":["git"],"subcommand":["remote add"],"flags":{"any":["--mirror"]}\
,"line":{"any":["git push*"]}},{"program":["git"],"subcommand":["push"],"environment":{"GIT_CONFIG_VALUE_*":["+*"]}},{"program":["git"],"subcommand":["push"],"e\
nvironment":{"GIT_CONFIG_KEY_*":["remote.*.mirror","remote.*.push"]}}]},{"code":"destructive_operation_blocked","id":"git-delete-remote-ref","category":"git","s\
everity":"severe","explanation":"This deletes branches or tags of the remote, which others may need. Leave it to the person who owns them.","trust":3,"match":[{\
"program":["git"],"subcommand":["push"],"flags":{"any":["-d","--delete","--prune"]}},{"program":["svn"],"subcommand":["delete","del","rm","remove"],"args":{"any\
":["*://*"]}},{"program":["git"],"subcommand":["push","send-pack"],"args":{"any":[":*"],"none":[":"]}}]},{"code":"destructive_operation_blocked","id":"git-reset\
-hard","category":"git","severity":"severe","explanation":"git reset --hard and --merge throw uncommitted changes away. Use git stash, or git restore for one fi\
le.","trust":3,"match":[{"program":["git"],"subcommand":["reset"],"flags":{"any":["--hard","--merge"]}}]},{"code":"destructive_operation_blocked","id":"git-clea\
n","category":"git","severity":"severe","explanation":"git clean deletes files that git has never seen. Look with git clean -n, then delete by name.","trust":3,\
"match":[{"program":["git"],"subcommand":["clean"],"flags":{"any":["-f","--force"]},"args":{"at_most":0}},{"program":["git"],"subcommand":["clean"],"flags":{"an\
y":["-f","--force"]},"changes":["workspace","source","inner","personal","outside","home","root","system","local-system","temp-root","unknown","unknown-folder","\
vcs"]},{"program":["git"],"subcommand":["clean"],"environment":{"GIT_CONFIG_VALUE_*":["false"]}}]},{"code":"destructive_operation_blocked","id":"git-delete-bran\
ch","category":"git","severity":"severe","explanation":"This deletes a branch even if its commits are nowhere else. git branch -d deletes merged ones.","trust":\
3,"match":[{"program":["git"],"subcommand":["branch"],"flags":{"any":["-D"]}},{"program":["git"],"subcommand":["branch"],"flags":{"all":["-d","-f"]}},{"program"\
:["git"],"subcommand":["branch"],"flags":{"all":["--delete","--force"]}},{"program":["git"],"subcommand":["branch"],"flags":{"all":["-d","--force"]}},{"program"\
:["git"],"subcommand":["branch"],"flags":{"all":["--delete","-f"]}}]},{"code":"destructive_operation_blocked","id":"git-discard-changes","category":"git","sever\
ity":"severe","explanation":"This throws uncommitted changes of many files away. Use git stash, or name the files that are meant.","trust":3,"match":[{"program"\
:["git"],"subcommand":["checkout"],"flags":{"any":["-f","--force"]}},{"program":["git"],"subcommand":["switch"],"flags":{"any":["-f","--force","--discard-change\
s"]}},{"program":["git-discard"],"names":["workspace","source","personal","home","root"]},{"program":["git"],"subcommand":["checkout-index"],"flags":{"all":["-f\
","-a"]}},{"program":["git"],"subcommand":["checkout-index"],"flags":{"all":["-f","--all"]}},{"program":["git"],"subcommand":["checkout-index"],"flags":{"all":[\
"--force","-a"]}},{"program":["git"],"subcommand":["checkout-index"],"flags":{"all":["--force","--all"]}},{"program":["git"],"subcommand":["read-tree"],"flags":\
{"any":["--reset"],"all":["-u"]}},{"program":["git"],"subcommand":["submodule deinit"],"flags":{"any":["-f","--force","--all"]}},{"program":["git"],"subcommand"\
:["submodule update"],"flags":{"any":["-f","--force"]}},{"program":["git"],"subcommand":["apply"],"flags":{"any":["-R","--reverse"]},"from":{"program":["git"]},\
"line":{"any":["git diff","git diff HEAD","git diff -*"]}}]},{"code":"destructive_operation_blocked","id":"git-discard-file","category":"git","severity":"severe\
","explanation":"This throws the uncommitted changes of a file away. Use git stash push FILE, or ask the person.","trust":3,"level":"strict","match":[{"program"\
:["git-discard-file"],"names":["workspace","source","inner","personal","outside","home","unknown"]},{"program":["git"],"subcommand":["rm"],"flags":{"any":["-f",\
"--force"],"none":["--cached"]}},{"program":["git"],"subcommand":["update-index"],"flags":{"any":["--force-remove"]}},{"program":["svn","hg"],"subcommand":["rev\
ert"]}]},{"code":"destructive_operation_blocked","id":"git-abort","category":"git","severity":"severe","explanation":"This throws away how conflicts were resolv\
ed, and what was not committed before. Ask the person.","trust":3,"level":"strict","match":[{"program":["git"],"subcommand":["merge","rebase","cherry-pick","rev\
ert","am"],"flags":{"any":["--abort"]}}]},{"code":"destructive_operation_blocked","id":"git-delete-tag","category":"git","severity":"severe","explanation":"A de\
leted or moved tag is gone, with its message and signature. Ask the person.","trust":3,"level":"strict","match":[{"program":["git"],"subcommand":["tag"],"flags"\
:{"any":["-d","--delete","-f","--force"]}}]},{"code":"destructive_operation_blocked","id":"git-drop-stash","category":"git","severity":"severe","explanation":"A\
 dropped stash is gone. Leave it; it costs nothing.","trust":3,"match":[{"program":["git"],"subcommand":["stash drop","stash clear"]}]},{"code":"destructive_ope\
ration_blocked","id":"git-rewrite-history","category":"git","severity":"severe","explanation":"This rewrites the history of the whole repository. Make a commit \
that changes what has to change.","trust":4,"match":[{"program":["git"],"subcommand":["filter-branch","filter-repo","replace"],"flags":{"none":["-l","--list","-\
-analyze"]}},{"program":["git-filter-repo","git-filter-branch","bfg"],"flags":{"none":["--help","--analyze"]}},{"program":["java"],"options":{"-jar":["*bfg*.jar\
"]}},{"program":["git"],"subcommand":["rebase"],"flags":{"any":["--root"]}},{"program":["git"],"subcommand":["fast-import"],"flags":{"any":["--force"]}},{"progr\
am":["hg"],"subcommand":["strip","histedit","convert"]}]},{"code":"destructive_operation_blocked","id":"git-expire-objects","category":"git","severity":"severe"\
,"explanation":"This deletes what could still bring commits back. git gc without options keeps it for two weeks.","trust":4,"match":[{"program":["git"],"subcomm\
and":["reflog delete"]},{"program":["git"],"subcommand":["reflog expire"],"level":"strict"},{"program":["git"],"subcommand":["reflog expire"],"options":{"--expi\
re":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}},{"program":["git"],"subcommand":["reflog expire"],"options":{"--expire-unreachabl\
e":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}},{"program":["git"],"subcommand":["gc"],"options":{"--prune":["-*","now","all","*.n\
ow","0*","today","*second*","*minute*","*\\ufffc*"]}},{"program":["git"],"subcommand":["prune"],"flags":{"none":["--expire"]}},{"program":["git"],"subcommand":["\
prune"],"options":{"--expire":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}}]},{"code":"destructive_operation_blocked","id":"git-del\
ete-ref","category":"git","severity":"severe","explanation":"This deletes a reference by hand, below what git checks. Use git branch -d or git tag -d.","trust":\
4,"match":[{"program":["git"],"subcommand":["update-ref","symbolic-ref"],"flags":{"any":["-d","--delete","--stdin"]}}]},{"code":"destructive_operation_blocked",\
"id":"git-remove-worktree","category":"git","severity":"severe","explanation":"This removes a worktree with its uncommitted changes. Without --force git refuses\
 while there are any.","trust":3,"match":[{"program":["git"],"subcommand":["worktree remove"],"flags":{"any":["-f","--force"]}}]},{"code":"destructive_operation\
_blocked","id":"git-remove-tracked","category":"git","severity":"severe","explanation":"This deletes tracked files in whole folders, changed ones too. Name the \
files, without -f.","trust":3,"match":[{"program":["git"],"subcommand":["rm"],"flags":{"none":["--cached"]},"moves":["workspace","root","home"]},{"program":["gi\
t"],"subcommand":["rm"],"flags":{"any":["-f","--force"],"none":["--cached"]},"recursive":true,"moves":["source"]}]},{"code":"destructive_operation_blocked","id"\
:"other-vcs-discard","category":"git","severity":"severe","explanation":"This throws uncommitted changes of the whole working copy away. Name the file that is m\
eant.","trust":3,"match":[{"program":["hg"],"subcommand":["update","up","checkout"],"flags":{"any":["-C","--clean"]}},{"program":["hg"],"subcommand":["purge","c\
lean"]},{"program":["hg"],"subcommand":["revert"],"flags":{"any":["--all","-a"]}},{"program":["svn"],"subcommand":["revert"],"recursive":true},{"program":["svn"\
],"subcommand":["cleanup"],"flags":{"any":["--remove-unversioned"]}},{"program":["jj"],"subcommand":["abandon","op abandon"]},{"program":["p4"],"subcommand":["o\
bliterate"]}]},{"code":"destructive_operation_blocked","id":"hosting-delete","category":"git","severity":"severe","explanation":"This deletes or exposes somethi\
ng on the hosting service for everybody. Ask the person who owns it.","trust":4,"match":[{"program":["gh","glab","hub","tea"],"subcommand":["repo delete","relea\
se delete","release delete-asset","secret delete","secret remove","secret set","variable delete","workflow disable","repo rename","repo archive","ssh-key add","\
gpg-key add","repo deploy-key add"]},{"program":["gh","glab"],"subcommand":["api"],"options":{"-X":["DELETE","delete"]}},{"program":["gh","glab"],"subcommand":[\
"api"],"options":{"--method":["DELETE","delete"]}},{"program":["gh","glab"],"subcommand":["api"],"options":{"-X":["PATCH","patch","PUT","put"]},"args":{"any":["\
*/git/refs/*","*/collaborators/*","*/memberships/*","*/protection*","*/hooks*"]}},{"program":["gh","glab"],"subcommand":["api"],"options":{"--method":["PATCH","\
patch","PUT","put"]},"args":{"any":["*/git/refs/*","*/collaborators/*","*/memberships/*","*/protection*","*/hooks*"]}},{"program":["gh"],"subcommand":["api grap\
hql"],"options":{"-f":["query=*mutation*delete*","query=*mutation*updateRef*"]}},{"program":["java"],"options":{"-jar":["*jenkins-cli.jar"]},"args":{"any":["del\
ete-*","disable-*","quiet-down","safe-*","restart","shutdown"],"none":["get-*","list-*","build"]}},{"program":["curl","wget","http","xh"],"args":{"any":["*/doDe\
lete","*/doDelete?*","*/doWipeOutWorkspace*"]}},{"program":["gh"],"subcommand":["repo edit"],"options":{"--visibility":["public"]}},{"program":["gh"],"subcomman\
d":["pr merge"],"flags":{"any":["--admin"]}}]},{"code":"credential_file_protected","id":"credential-file","category":"credentials","severity":"severe","explanat\
ion":"This file holds secrets. Ask a person for what you need of it; names without values stand in the template beside it.","match":[{"reads":["credentials"]},{\
"writes":["credentials"]},{"writes":["from-template"],"level":"strict"},{"reads":["handed-over"],"level":"strict"},{"reads":["handed-over"],"line":{"any":["echo\
 *\\ufffc*","printf *\\ufffc*","env","env | *","printenv*","set","export","export -p","declare -[px]*","curl *","wget *","nc *","ncat *","http *"]}},{"deletes":["\
credentials"]},{"moves":["credentials"]}]},{"code":"credential_file_protected","id":"credential-named-file","category":"credentials","severity":"severe","explan\
ation":"Files with \\"credentials\\" in their name are not edited by tools. Ask a person to make this change.","match":[{"program":["edit-tool"],"writes":["creden\
tials-by-name"]}]},{"code":"credential_file_protected","id":"read-accounts","category":"credentials","severity":"risky","explanation":"This reads the accounts o\
f the machine. id and whoami tell about yourself.","match":[{"reads":["account-secrets"]},{"reads":["accounts"],"to":"remote"},{"reads":["accounts"],"line":{"an\
y":["curl *","wget *","nc *","ncat *","scp *","ssh *","mail *","http *"]}},{"program":["curl","http","https","wget","xh","xhs","nc","ncat","netcat","socat","tel\
net","openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp","sftp","lftp","websocat","pastebinit","scp","rsync","gh"],"reads":["accounts"]},{"program":["\
getent"],"args":{"any":["shadow","gshadow"]}}]},{"code":"credential_file_protected","id":"secret-store","category":"credentials","severity":"severe","explanatio\
n":"This prints a secret out of its store. Programs that need it can be given it without you seeing it.","match":[{"program":["docker","podman","nerdctl"],"subc\
ommand":["inspect"],"line":{"any":["*inspect*.Config.Env*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["exec"],"args":{"any":["env","printenv"],"a\
t_most":2}},{"program":["aws"],"subcommand":["secretsmanager get-secret-value","secretsmanager batch-get-secret-value","configure get","configure export-credent\
ials","sts get-session-token","sts assume-role","ecr get-login-password","iam create-access-key"]},{"program":["aws"],"subcommand":["ssm get-parameter*"],"flags\
":{"any":["--with-decryption"]}},{"program":["gcloud"],"subcommand":["secrets versions access","auth print-*","auth application-default print-*","iam service-ac\
counts keys create"]},{"program":["az"],"subcommand":["keyvault secret show","keyvault secret download","account get-access-token","* keys list","* * keys list"\
,"ad sp create*"]},{"program":["vault","bao"],"subcommand":["kv get","read","token lookup","token create","operator *"]},{"program":["kubectl","oc"],"subcommand\
":["get secret*","get *,secret*","describe secret*"],"flags":{"any":["-o","--output","--template"]}},{"program":["kubectl","oc"],"subcommand":["config view"],"f\
lags":{"any":["--raw"]}},{"program":["kubectl","oc"],"subcommand":["create token"]},{"program":["ssh-keygen"],"flags":{"any":["-y","-p","-e"]}},{"program":["gh"\
],"subcommand":["auth token"]},{"program":["gh"],"subcommand":["auth status"],"flags":{"any":["-t","--show-token"]}},{"program":["op"],"subcommand":["read","ite\
m get","document get"]},{"program":["pass","gopass"],"subcommand":["show","grep"]},{"program":["bw"],"subcommand":["get","export","list"]},{"program":["lpass","\
rbw","dcli","bws"],"subcommand":["show","export","get","read","note","password","secret get","secret list"]},{"program":["keepassxc-cli"],"subcommand":["show","\
export","clip"]},{"program":["chamber","berglas","akeyless","infisical","conjur"],"subcommand":["read","export","access","get-secret-value","secrets","secrets g\
et","variable get"]},{"program":["ps"],"args":{"any":["auxe*","axe*","eww*","auxwwe*","axewww*"]}},{"program":["grep","egrep","fgrep","rg"],"from":{"program":["\
env","printenv","set","export","declare","history"]},"args":{"any":["*pass*","*secret*","*token*","*credential*","*PASS*","*SECRET*","*TOKEN*","*CREDENTIAL*"]}}\
,{"program":["kwallet-query"],"flags":{"any":["-r","--read-password"]}},{"program":["klist"],"flags":{"any":["-K"]}},{"program":["nmcli"],"flags":{"any":["-s","\
--show-secrets"]}},{"program":["keytool"],"flags":{"any":["-importkeystore"]}},{"program":["fly","flyctl"],"subcommand":["auth token","tokens create"]},{"progra\
m":["glab"],"subcommand":["auth status"],"flags":{"any":["-t","--show-token"]}},{"program":["netlify","ntl"],"subcommand":["env:list","env:get"]},{"program":["r\
ailway"],"subcommand":["variables","variable list"]},{"program":["heroku"],"subcommand":["pg:credentials:url","redis:credentials"]},{"program":["pulumi"],"subco\
mmand":["config"],"flags":{"any":["--show-secrets","--show"]}},{"program":["terraform","tofu","terragrunt"],"subcommand":["output"],"args":{"any":["*password*",\
"*secret*","*token*","*_key","*credential*"]}},{"program":["age","rage"],"flags":{"any":["-d","--decrypt"]}},{"program":["gpg","gpg2"],"flags":{"any":["-d","--d\
ecrypt"]},"args":{"any":["*secret*","*pass*","*.env*","*cred*","*key*","*token*"]}},{"program":["rclone"],"subcommand":["config show","config dump","config file\
"]},{"program":["security"],"subcommand":["find-*-password","dump-keychain","export"]},{"program":["secret-tool"],"subcommand":["lookup","search"]},{"program":[\
"gpg","gpg2"],"flags":{"any":["--export-secret-keys","--export-secret-subkeys"],"none":["--export"]}},{"program":["git"],"subcommand":["credential fill","creden\
tial-store get","credential-cache get"]},{"program":["git-credential-*","docker-credential-*"],"subcommand":["get","list","fill"]},{"program":["npm"],"subcomman\
d":["token create","token list","config get *authToken*","config get //*"]},{"program":["heroku"],"subcommand":["auth:token","config","config:get"]},{"program":\
["doppler"],"subcommand":["secrets","secrets get","secrets download"]},{"program":["vercel"],"subcommand":["env pull"]},{"program":["sops","ansible-vault"],"sub\
command":["decrypt","view","edit"]},{"program":["sops"],"flags":{"any":["-d","--decrypt"]}},{"program":["printenv"],"args":{"any":["*TOKEN*","*SECRET*","*PASSWO\
RD*","*PASSWD*","*_KEY","*CREDENTIAL*","DATABASE_URL"]}},{"program":["curl","wget","http"],"args":{"any":["*169.254.169.254*","*metadata.google.internal*","*169\
.254.170.2*","*fd00:ec2::254*"]}},{"program":["mimikatz","lazagne","hashdump","unshadow","trufflehog-dump"]},{"program":["john","hashcat","hydra"],"flags":{"non\
e":["--list","--help","-h","--version","-V","-I","--backend-info","--example-hashes","-U"]}}]},{"code":"credential_file_protected","id":"read-memory","category"\
:"credentials","severity":"severe","explanation":"The memory of another process holds its secrets. Debug the program that you started, or a core of it.","match"\
:[{"program":["gcore","procdump","minidump","lsassy","pypykatz"]},{"program":["gdb"],"options":{"-ex":["generate-core*","gcore*","dump *","*dump memory*","x/*s \
*"]},"flags":{"any":["-p","-pid","--pid"]}},{"program":["strace","ltrace"],"flags":{"any":["-p","--attach"]},"line":{"any":["* -e read*","* -e write*","* -e tra\
ce=read*","* -e trace=write*","* trace=*read*","* -s *"]}},{"program":["jmap"],"args":{"any":["*dump*"]}},{"program":["jmap"],"line":{"any":["jmap *-dump*"]}},{\
"program":["jcmd"],"args":{"any":["GC.heap_dump"]}}]},{"code":"credential_file_protected","id":"destroy-secret","category":"credentials","severity":"severe","ex\
planation":"This deletes or replaces a secret, or deletes the store that keeps it; what uses it stops working. The person who owns it does that.","spares":"own-\
data","match":[{"program":["vault","bao"],"subcommand":["delete","kv delete","kv destroy","kv metadata delete","secrets disable","auth disable","lease revoke","\
policy delete","transit delete"]},{"program":["op"],"subcommand":["* delete","* rm","* remove","user suspend"]},{"program":["doppler"],"subcommand":["* delete",\
"configs tokens revoke"]},{"program":["pass","gopass","lpass"],"subcommand":["rm","remove","delete"]},{"program":["bw"],"subcommand":["delete","purge"]},{"progr\
am":["keepassxc-cli"],"subcommand":["rm","rmdir","db-remove"]},{"program":["security"],"subcommand":["delete-*"]},{"program":["secret-tool"],"subcommand":["clea\
r"]},{"program":["keyctl"],"subcommand":["revoke","unlink","clear","purge","invalidate"]},{"program":["cmdkey"],"args":{"any":["/delete*"]}},{"program":["gpg","\
gpg2"],"flags":{"any":["--delete-secret-keys","--delete-secret-and-public-key","--delete-secret-key"]}},{"program":["infisical","chamber","credstash","berglas"]\
,"subcommand":["delete","secrets delete","deleteall"]},{"program":["aws"],"subcommand":["secretsmanager delete-*","secretsmanager update-secret","ssm delete-par\
ameter*","kms schedule-key-deletion","kms delete-*"]},{"program":["gcloud"],"subcommand":["secrets delete","secrets versions destroy","kms keys versions destroy\
"]},{"program":["az"],"subcommand":["keyvault delete","keyvault purge","keyvault * delete","keyvault * purge","keyvault * delete-*"]},{"program":["kubectl","oc"\
],"subcommand":["delete secret*","delete *,secret*"]},{"program":["docker","podman"],"subcommand":["secret rm","secret remove"]},{"program":["gh","glab"],"subco\
mmand":["secret delete","secret remove","variable delete"]},{"program":["heroku"],"subcommand":["config:unset","config:remove"]},{"program":["fly","flyctl"],"su\
bcommand":["secrets unset"]},{"program":["vercel","now"],"subcommand":["env rm","env remove"]},{"program":["netlify"],"subcommand":["env:unset"]},{"program":["r\
ailway"],"subcommand":["variables delete","variable delete"]},{"program":["wrangler"],"subcommand":["secret delete","secret bulk delete"]},{"program":["supabase\
"],"subcommand":["secrets unset"]},{"program":["firebase"],"subcommand":["functions:secrets:destroy"]},{"program":["curl","http","xh"],"args":{"any":["*:8200/v1\
/*","*/v1/secret/*"]},"options":{"-X":["DELETE"]}},{"program":["curl","http","xh"],"args":{"any":["*:8200/v1/*","*/v1/secret/*"]},"options":{"--request":["DELET\
E"]}}]},{"code":"credential_file_protected","id":"search-for-secrets","category":"credentials","severity":"severe","explanation":"This searches homes or the who\
le machine for secrets, or copies them. Keep to the workspace.","match":[{"program":["grep","egrep","fgrep","rg","ag","ack","zgrep","ugrep"],"args":{"any":["*pa\
ssw*","*secret*","*token*","*credential*","*api*key*","*private*key*","*access*key*","*AKIA*","*ghp_*","*BEGIN *","*PASSW*","*SECRET*","*TOKEN*","*CREDENTIAL*",\
"*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"reads":["root","home"]},{"program":["grep","egrep","fgrep","rg","ugrep"],"options":\
{"-e":["*passw*","*secret*","*token*","*credential*","*api*key*","*private*key*","*access*key*","*AKIA*","*ghp_*","*BEGIN *","*PASSW*","*SECRET*","*TOKEN*","*CR\
EDENTIAL*","*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"reads":["root","home"]},{"program":["grep","egrep","fgrep","rg","ugrep"]\
,"options":{"--regexp":["*passw*","*secret*","*token*","*credential*","*api*key*","*private*key*","*access*key*","*AKIA*","*ghp_*","*BEGIN *","*PASSW*","*SECRET\
*","*TOKEN*","*CREDENTIAL*","*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"reads":["root","home"]},{"program":["grep","egrep","fgr\
ep","rg","ugrep"],"args":{"any":["*passw*","*secret*","*token*","*credential*","*api*key*","*private*key*","*access*key*","*AKIA*","*ghp_*","*BEGIN *","*PASSW*"\
,"*SECRET*","*TOKEN*","*CREDENTIAL*","*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"recursive":true,"reads":["system"]},{"program"\
:["locate","plocate","mlocate","mdfind"],"names":["credentials"]},{"program":["trufflehog","gitleaks"],"names":["root","home"]},{"program":["tar","zip","7z","rs\
ync","scp","bsdtar"],"reads":["root","home"]},{"program":["cp"],"recursive":true,"reads":["root","home"]},{"program":["find","fd","locate"],"names":["credential\
s"],"args":{"any":["/","~","~/*","/home*","/root*","/etc*","/var*","/Users*","/opt*"]}}]},{"code":"destructive_operation_blocked","id":"destroy-backup","categor\
y":"backups","severity":"severe","explanation":"This deletes backups or snapshots, which is what others fall back on. Look with --dry-run; the person who owns t\
hem deletes them.","match":[{"program":["borg","attic"],"subcommand":["delete","prune","rdelete","repo-delete"]},{"program":["borgmatic"],"subcommand":["prune",\
"delete","repo-delete"]},{"program":["restic","rustic"],"subcommand":["forget","prune"]},{"program":["restic","rustic"],"subcommand":["rewrite"],"flags":{"any":\
["--forget"]}},{"program":["duplicity"],"args":{"any":["remove-older-than","remove-all-but-n-full","remove-all-inc-of-but-n-full","cleanup"]},"flags":{"any":["-\
-force"]}},{"program":["duplicacy"],"subcommand":["prune"]},{"program":["kopia"],"subcommand":["snapshot delete","snapshot expire"],"flags":{"any":["--delete"]}\
},{"program":["tarsnap"],"flags":{"any":["-d","--nuke"]}},{"program":["bup"],"subcommand":["rm","gc","prune-older"]},{"program":["rdiff-backup"],"flags":{"any":\
["--remove-older-than"]}},{"program":["rdiff-backup"],"args":{"any":["remove"]}},{"program":["proxmox-backup-client"],"subcommand":["snapshot forget","prune"]},\
{"program":["wal-g"],"subcommand":["delete"],"flags":{"any":["--confirm"]}},{"program":["wal-e"],"subcommand":["delete"],"flags":{"any":["--confirm"]}},{"progra\
m":["pgbackrest"],"subcommand":["expire","stanza-delete"]},{"program":["pgbackrest"],"args":{"any":["expire","stanza-delete"]}},{"program":["barman"],"subcomman\
d":["delete"]},{"program":["pbm"],"subcommand":["delete-backup","delete-pitr","cleanup"]},{"program":["velero"],"subcommand":["backup delete","delete backup","b\
ackup-location delete"]},{"program":["snapper"],"args":{"any":["delete","rm","remove"]}},{"program":["timeshift"],"flags":{"any":["--delete","--delete-all"]}},{\
"program":["tmutil"],"subcommand":["delete","deletelocalsnapshots","thinlocalsnapshots","removedestination"]},{"program":["vssadmin"],"subcommand":["delete shad\
ows","Delete Shadows","resize shadowstorage"]},{"program":["wbadmin"],"subcommand":["delete *","disable backup"]},{"program":["wmic"],"subcommand":["shadowcopy \
delete"]},{"program":["virsh"],"subcommand":["snapshot-delete","checkpoint-delete"]},{"program":["qm","pct"],"subcommand":["delsnapshot"]},{"program":["nodetool\
"],"subcommand":["clearsnapshot"]},{"program":["aws"],"subcommand":["backup delete-*","* delete-*snapshot*","* delete-*backup*"]},{"program":["gcloud"],"subcomm\
and":["* snapshots delete","* backups delete","* * snapshots delete","* * backups delete"]},{"program":["az"],"subcommand":["snapshot delete","backup * delete",\
"backup protection disable","* * *backup delete"]},{"program":["heroku"],"subcommand":["pg:backups:delete"]},{"program":["doctl"],"subcommand":["compute snapsho\
t delete","databases backups delete"]},{"program":["openstack"],"subcommand":["volume snapshot delete","volume backup delete"]},{"program":["kubectl","oc"],"sub\
command":["delete volumesnapshot*","delete backup*","delete vs"]}]},{"code":"destructive_operation_blocked","id":"kill-everything","category":"processes","sever\
ity":"catastrophic","explanation":"This ends all processes, or the first one, on which all others rest. End the process that you started, by its id.","match":[{\
"program":["kill"],"args":{"any":["-1","1"]},"flags":{"none":["-0","-l","-L","-HUP","-SIGHUP","-USR1","-USR2","-CONT","-WINCH"]},"line":{"none":["docker *","pod\
man *","kubectl *","nerdctl *"]}},{"program":["kill"],"flags":{"all":["-9","-1"]}},{"program":["kill"],"flags":{"all":["-KILL","-1"]}},{"program":["kill"],"flag\
s":{"all":["-SIGKILL","-1"]}},{"program":["kill"],"flags":{"all":["-15","-1"]}},{"program":["kill"],"flags":{"all":["-TERM","-1"]}},{"program":["kill"],"flags":\
{"all":["-1","-s"]}},{"program":["kill"],"flags":{"all":["-1"]},"args":{"at_most":0}},{"program":["killall5"]},{"program":["end-process"],"args":{"any":["\\\\*"]}\
},{"program":["loginctl"],"subcommand":["terminate-*","kill-*"]},{"program":["kill"],"args":{"any":["*\\\\**","/proc/*"]}},{"program":["kill"],"args":{"any":["*\\u\
fffc*"]},"line":{"any":["pgrep .","pgrep -? .","pgrep -f ","pgrep ","pgrep -* .","pgrep .\\\\*","pgrep -* .\\\\*","pgrep ^","pgrep -* ^","pgrep -v *","pgrep -u root\
","pgrep -U root","pgrep -U 0","pgrep -u \\ufffc","pgrep -U \\ufffc","ls /proc","ls /proc/","ls -* /proc","ls -* /proc/","ls /proc/[*","ls -* /proc/[*","ls /proc/\
\\\\*","ls -* /proc/\\\\*","find /proc*"]}},{"program":["kill"],"via":["xargs","parallel"],"line":{"any":["pgrep .","pgrep -? .","pgrep -f ","pgrep ","pgrep -* .","\
pgrep .\\\\*","pgrep -* .\\\\*","pgrep ^","pgrep -* ^","pgrep -v *","pgrep -u root","pgrep -U root","pgrep -U 0","pgrep -u \\ufffc","pgrep -U \\ufffc","ls /proc","ls \
/proc/","ls -* /proc","ls -* /proc/","ls /proc/[*","ls -* /proc/[*","ls /proc/\\\\*","ls -* /proc/\\\\*","find /proc*"]}},{"program":["pkill","killall","skill","sla\
y"],"flags":{"any":["-u","-U","--euid","--uid","--user"]},"args":{"at_most":0}},{"program":["pkill"],"args":{"any":[".",".\\\\*","","^","^.\\\\*",".+","[a-z]","/"]}\
},{"program":["killall"],"args":{"any":["-r"]}},{"program":["killall"],"flags":{"any":["-r","--regexp"]},"args":{"any":[".",".*"]}}]},{"code":"destructive_opera\
tion_blocked","id":"kill-service","category":"processes","severity":"severe","explanation":"This ends a service that others rely on. End the process that you st\
arted, by its id.","trust":4,"match":[{"program":["end-process"],"args":{"any":["systemd*","init","sshd","ssh","dockerd","docker","containerd","kubelet","cron",\
"crond","rsyslogd","auditd","NetworkManager","dbus*","Xorg","gnome-shell","explorer.exe","Finder","loginwindow","launchd","WindowServer","mysqld","mariadbd","po\
stgres*","nginx","apache2","httpd","mongod","redis-server","udevd","login","firefox","chrome","google-chrome","supervisord","php-fpm","haproxy","named","ntpd","\
polkitd"]}},{"program":["systemctl","rc-service","initctl"],"subcommand":["stop","kill","mask","disable","isolate","suspend","hibernate"]},{"program":["service"\
],"args":{"any":["stop"]}},{"program":["launchctl"],"subcommand":["unload","bootout","remove","kill"]},{"program":["tmux","screen"],"subcommand":["kill-server"]\
},{"program":["tmux"],"subcommand":["kill-session"],"flags":{"any":["-a"]}},{"program":["sc","net"],"subcommand":["stop","delete"]}]},{"code":"destructive_opera\
tion_blocked","id":"kill-unnamed","category":"processes","severity":"severe","explanation":"Nobody can say before which processes this ends. End the process tha\
t you started, by its id.","trust":3,"match":[{"program":["pkill","killall"],"args":{"any":["\\ufffc"]},"language":["python","javascript","perl","ruby","php"]}]}\
,{"code":"destructive_operation_blocked","id":"turn-off-machine","category":"processes","severity":"catastrophic","explanation":"This turns the machine off or s\
tarts it anew, for everybody on it.","match":[{"program":["shutdown","reboot","halt","poweroff","Stop-Computer","Restart-Computer"],"flags":{"none":["--help","-\
c","--version","--show"]}},{"program":["init","telinit"],"args":{"any":["0","6","1","s","S"]}},{"program":["systemctl","loginctl"],"subcommand":["reboot","power\
off","halt","rescue","emergency","kexec","soft-reboot"]}]},{"code":"destructive_operation_blocked","id":"fork-bomb","category":"fork-bombs","severity":"catastro\
phic","explanation":"This starts processes without end until the machine stands still.","match":[{"program":["fork-bomb"]}]},{"code":"destructive_operation_bloc\
ked","id":"fork-in-code","category":"fork-bombs","severity":"severe","explanation":"Nobody can say before it runs how many processes this code starts. Start the\
m by the shell or a pool.","trust":3,"match":[{"program":["fork"],"language":["python","perl","ruby","php"]}]},{"code":"destructive_operation_blocked","id":"fil\
l-disk-or-memory","category":"fork-bombs","severity":"severe","explanation":"This writes or reads without end until disk or memory are full. Say how much.","tru\
st":4,"match":[{"program":["yes"],"redirected":true,"writes":["root","system","local-system","home","personal","outside","workspace","source","disposable","temp\
","data","unknown"],"flags":{"none":["--help"]}},{"program":["cat","dd"],"reads":["endless"],"redirected":true,"language":["shell"]},{"program":["tail","sort","\
tac","sponge","shuf","column"],"reads":["endless"]},{"program":["tail","sort","tac","sponge","shuf","column"],"from":{"program":["cat","tr","base64"],"reads":["\
endless"],"without":["head","timeout","cut","sed"]}},{"program":["tail","sort","tac","sponge","shuf","column"],"from":{"program":["dd"],"reads":["endless"],"wit\
hout":["head","timeout","cut","sed"],"operands_at_most":1}},{"program":["tail","sort","tac","sponge","shuf","column"],"from":{"program":["yes"],"without":["head\
","timeout","sed","awk"]}},{"program":["dd"],"reads":["nowhere"],"writes":["workspace","root","home"]},{"program":["fallocate"],"names":["workspace","root","hom\
e"]},{"program":["fallocate","truncate"],"options":{"-l":["*T","*TB","*TiB","*P","*E"]}},{"program":["fallocate","truncate"],"options":{"-s":["*T","*TB","*TiB",\
"*P","*E"]}}]},{"code":"destructive_operation_blocked","id":"overwrite-disk","category":"disks","severity":"catastrophic","explanation":"This writes to a disk b\
elow its file system; everything on it is lost. Use a file in the workspace as an image.","match":[{"writes":["device"]},{"program":["shred","wipe","blkdiscard"\
],"names":["device"]},{"program":["badblocks"],"names":["device"],"flags":{"any":["-w"]}},{"program":["wipefs"],"names":["device"],"flags":{"any":["-a","--all",\
"-o","--offset"],"none":["-n","--no-act"]}},{"program":["hdparm"],"names":["device"],"flags":{"any":["--security-erase","--security-erase-enhanced","--security-\
set-pass","--write-sector","--make-bad-sector","--repair-sector","--trim-sector-ranges","--fwdownload","--dco-restore"]}},{"program":["mkfs","mkfs.*","mkswap","\
newfs","mkfs_*"],"names":["device"],"flags":{"none":["--help","-V","-h","--version"]}},{"program":["Format-Volume","Clear-Disk"]},{"program":["mke2fs"],"names":\
["device"],"flags":{"none":["--help","-V","-h","-n"]}},{"program":["format","format.com"],"args":{"any":["*:","*:/","*:\\\\\\\\","/dev/*"]}},{"program":["nvme"],"su\
bcommand":["format","sanitize"]}]},{"code":"destructive_operation_blocked","id":"repair-disk","category":"disks","severity":"severe","explanation":"This changes\
 a file system, or makes one, where others may have data. Use a file in the workspace.","trust":4,"match":[{"program":["debugfs"],"names":["device"],"flags":{"a\
ny":["-w"]}},{"program":["tune2fs"],"names":["device"],"flags":{"none":["-l"]}},{"program":["resize2fs"],"names":["device"],"flags":{"none":["-P"]}},{"program":\
["e2fsck","fsck*","xfs_repair"],"names":["device"],"flags":{"none":["-n","-N","-V","--version"]}},{"program":["mkfs","mkfs.*","mke2fs","mkswap","newfs","mkfs_*"\
],"names":["system","unknown","home"]},{"program":["parted","fdisk","cfdisk","gdisk","sfdisk","sgdisk"],"names":["unknown"],"flags":{"none":["-l","--list","-J",\
"--json","-d","--dump","-p","--print","-s","-x","--verify","-V"]},"args":{"none":["print"]}},{"program":["mdadm"],"flags":{"any":["--stop","-S"]}}]},{"code":"de\
structive_operation_blocked","id":"change-partitions","category":"disks","severity":"catastrophic","explanation":"This changes partitions or volumes; what is on\
 them may be lost.","match":[{"program":["diskpart"]},{"program":["parted"],"names":["device"],"flags":{"none":["-l","--list","-h","--help","-v","--version"]},"\
args":{"none":["print"]}},{"program":["fdisk","cfdisk","gdisk"],"names":["device"],"flags":{"none":["-l","--list","-x","--list-details","-s","-h","--help","-v",\
"-V","--version"]},"args":{"none":["print"]}},{"program":["sfdisk"],"names":["device"],"flags":{"none":["-l","--list","-d","--dump","-J","--json","-F","--list-f\
ree","-s","--show-size","-g","--show-geometry","-V","--verify","-n","--no-act","-h","--help","-v","--version"]}},{"program":["sgdisk"],"names":["device"],"flags\
":{"none":["-p","--print","-i","--info","-v","--verify","-V","--version","-h","--help"]}},{"program":["lvremove","vgremove","pvremove","lvreduce","vgreduce","pv\
create"],"flags":{"none":["-t","--test","--help","--version"]}},{"program":["lvm"],"subcommand":["lvremove","vgremove","pvremove"],"flags":{"none":["-t","--test\
"]}},{"program":["zpool","zfs"],"subcommand":["destroy","labelclear","rollback"]},{"program":["btrfs"],"subcommand":["subvolume delete","device delete","device \
remove"]},{"program":["mdadm"],"flags":{"any":["--zero-superblock","--fail","--remove","-f","-r"]}},{"program":["cryptsetup"],"args":{"any":["luksFormat","erase\
","luksErase","luksRemoveKey","luksKillSlot","reencrypt"],"none":["*.img","*.luks"]}},{"program":["diskutil"],"subcommand":["erase*","partitionDisk","secureEras\
e","zeroDisk","apfs delete*","reformat","unmountDisk"]},{"program":["grub-install"],"args":{"at_least":1}},{"program":["efibootmgr"],"flags":{"any":["-B","--del\
ete-bootnum","-c","--create","-o","--bootorder"]}},{"program":["dmsetup"],"subcommand":["remove*","wipe_table","create","load","reload","suspend","rename","mess\
age"]}]},{"code":"destructive_operation_blocked","id":"change-mounts","category":"disks","severity":"severe","explanation":"This changes what is mounted for eve\
rybody on the machine.","trust":4,"match":[{"program":["umount"],"flags":{"any":["-a","--all","-l","--lazy","-f","--force","-R"]}},{"program":["umount","mount"]\
,"names":["root","system","home","device","workspace"]},{"program":["mount"],"flags":{"any":["--bind","--rbind","--move","-M","-B","-R"]}},{"program":["mount"],\
"options":{"-o":["*remount*","*bind*"]}},{"program":["swapoff"],"flags":{"any":["-a","--all"]}},{"program":["swapoff","swapon"],"args":{"at_least":1}}]},{"code"\
:"destructive_operation_blocked","id":"prune-containers","category":"containers","severity":"severe","explanation":"This removes containers, images, or volumes \
that others may need. Remove yours by name.","trust":3,"match":[{"program":["docker","podman","nerdctl"],"subcommand":["system prune","volume prune","container \
prune","network prune","pod prune","system reset","swarm leave","machine rm"],"flags":{"none":["--filter"]}},{"program":["docker","podman","nerdctl"],"subcomman\
d":["image prune"],"flags":{"any":["-a","--all"]}},{"program":["docker","podman","nerdctl"],"subcommand":["volume rm","volume remove","stack rm","stack remove",\
"service rm","secret rm","config rm","node rm","context rm"]},{"program":["docker","podman","nerdctl"],"subcommand":["rm","rmi","kill","stop","container rm","co\
ntainer kill","container stop","image rm","container remove"],"args":{"any":["*\\ufffc*"]},"line":{"none":["* --filter *","* -f name*","* --filter=*","* -f statu\
s*","* -f label*","* -f ancestor*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["rm","rmi","kill","stop","container rm","container stop","image rm"\
],"flags":{"any":["-a","--all"]}},{"program":["docker","podman","nerdctl"],"subcommand":["compose down","compose rm"],"flags":{"any":["-v","--volumes"]}},{"prog\
ram":["docker-compose","podman-compose"],"subcommand":["down","rm"],"flags":{"any":["-v","--volumes"]}},{"program":["docker","podman","nerdctl"],"subcommand":["\
compose down"],"options":{"--rmi":["all"]}},{"program":["docker","podman","nerdctl"],"subcommand":["compose down"],"flags":{"any":["--rmi"]}},{"program":["docke\
r-compose","podman-compose"],"subcommand":["down"],"flags":{"any":["--rmi"]}},{"program":["crictl"],"subcommand":["rmi","rm","rmp"],"flags":{"any":["--prune","-\
a","--all","-f"]}},{"program":["ctr"],"subcommand":["* rm","* delete","images rm"]}]},{"code":"destructive_operation_blocked","id":"container-escape","category"\
:"containers","severity":"severe","explanation":"This gives a container power over the host. Mount the folder that it needs, without extra rights.","trust":4,"m\
atch":[{"program":["docker","podman","nerdctl"],"subcommand":["run","create","container run","exec"],"flags":{"any":["--privileged"]}},{"program":["docker","pod\
man","nerdctl"],"subcommand":["run","create","container run"],"options":{"-v":["/:*","/etc*","/root*","/home:*","/var/run/docker.sock*","/run/docker.sock*","/va\
r:*","/usr:*","/boot*","/dev:*","/proc*","/sys*","~:*","~/.ssh*","~/.aws*","*containerd.sock*","/var/lib/docker*","*docker.sock:*"]}},{"program":["docker","podm\
an","nerdctl"],"subcommand":["run","create","container run"],"options":{"--volume":["/:*","/etc*","/root*","/home:*","/var/run/docker.sock*","/run/docker.sock*"\
,"/var:*","/usr:*","/boot*","/dev:*","/proc*","/sys*","~:*","~/.ssh*","~/.aws*","*containerd.sock*","/var/lib/docker*","*docker.sock:*"]}},{"program":["docker",\
"podman","nerdctl"],"subcommand":["run","create"],"options":{"--mount":["*source=/,*","*src=/,*","*source=/etc*","*src=/etc*","*docker.sock*","*src=/root*","*so\
urce=/root*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--pid":["host"]}},{"program":["docker","podman","nerdctl"],"s\
ubcommand":["run","create"],"options":{"--ipc":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--userns":["host"]}\
},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--uts":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["r\
un","create"],"options":{"--cgroupns":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--cap-add":["ALL","all","SYS\
_ADMIN","CAP_SYS_ADMIN","SYS_PTRACE","SYS_MODULE","DAC_READ_SEARCH"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--devi\
ce":["/dev/sd*","/dev/nvme*","/dev/mem*","/dev/vd*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--security-opt":["*unc\
onfined*","*disable*"]}},{"program":["curl","socat","nc"],"options":{"--unix-socket":["*docker.sock","*containerd.sock","*podman.sock"]}}]},{"code":"destructive\
_operation_blocked","id":"cluster-delete","category":"containers","severity":"severe","explanation":"This deletes or stops what runs in a cluster. Ask the perso\
n who runs it.","trust":4,"match":[{"program":["kubectl","oc"],"subcommand":["patch"],"options":{"-p":["*finalizers*null*","*finalizers*[]*"]}},{"program":["kub\
ectl","oc"],"subcommand":["patch"],"options":{"--patch":["*finalizers*null*","*finalizers*[]*"]}},{"program":["kubectl","oc","microk8s.kubectl","k3s kubectl"],"\
subcommand":["delete","drain","cordon","taint"]},{"program":["kubectl","oc"],"subcommand":["replace"],"flags":{"any":["--force"]}},{"program":["kubectl","oc"],"\
subcommand":["scale"],"options":{"--replicas":["0"]}},{"program":["kubectl","oc"],"subcommand":["apply"],"flags":{"any":["--prune"]}},{"program":["kubectl","oc"\
],"subcommand":["create clusterrolebinding","create rolebinding","adm policy *","adm *"]},{"program":["kubectl","oc"],"subcommand":["patch"],"options":{"-p":["*\
finalizers*","*cluster-admin*","*privileged*"]}},{"program":["kubectl"],"subcommand":["run"],"flags":{"any":["--privileged"]}},{"program":["kubectl","oc"],"subc\
ommand":["run","debug"],"options":{"--overrides":["*hostPID*","*privileged*","*hostPath*"]}},{"program":["kubectl","oc"],"subcommand":["debug node/*"]},{"progra\
m":["helm"],"subcommand":["uninstall","delete","del","un"]},{"program":["kubeadm","k3s-uninstall.sh","rke2-uninstall.sh"],"subcommand":["reset"]},{"program":["k\
3s-uninstall.sh","rke2-uninstall.sh"]},{"program":["minikube"],"subcommand":["delete"],"flags":{"any":["--all","--purge"]}},{"program":["kind","k3d"],"subcomman\
d":["delete clusters","cluster delete"],"flags":{"any":["--all","-a","-A"]}},{"program":["kops","eksctl","rosa","talosctl"],"subcommand":["delete","delete *","r\
eset"]},{"program":["nomad"],"subcommand":["job stop","stop","system gc","namespace delete","volume delete"]},{"program":["argocd"],"subcommand":["app delete","\
cluster rm","proj delete"]},{"program":["flux"],"subcommand":["uninstall","delete"]},{"program":["istioctl"],"subcommand":["uninstall"]},{"program":["velero"],"\
subcommand":["schedule delete"]},{"program":["etcdctl"],"subcommand":["del","defrag","member remove","snapshot restore","user delete"]},{"program":["consul"],"s\
ubcommand":["kv delete","leave","force-leave"]},{"program":["k9s"],"flags":{"any":["--write"]}}]},{"code":"destructive_operation_blocked","id":"cloud-delete","c\
ategory":"clouds","severity":"severe","explanation":"This deletes or stops resources of a cloud account. Ask the person who runs it.","trust":4,"spares":"own-da\
ta","match":[{"program":["cloud-sdk"]},{"program":["aws"],"subcommand":["s3 rb"]},{"program":["aws"],"subcommand":["s3 rm","s3 mv"],"recursive":true},{"program"\
:["aws"],"subcommand":["s3 rm"]},{"program":["aws"],"subcommand":["s3 sync"],"flags":{"any":["--delete"]}},{"program":["aws"],"subcommand":["* delete-*","* term\
inate-*","* deregister-*","* batch-delete-*","* purge-*","* schedule-key-deletion","* remove-*","* stop-*","* disable-*","* release-*","* reboot-*","* destroy-*\
","* revoke-*","* leave-organization","* close-account","* unsubscribe","* cancel-*","* detach-*","* unregister-*","* batch-write-item"]},{"program":["gsutil"],\
"subcommand":["rm","rb"]},{"program":["gsutil"],"subcommand":["rsync"],"flags":{"any":["-d"]}},{"program":["gcloud","bq"],"args":{"any":["delete","destroy","res\
et-windows-password","purge"]}},{"program":["gcloud"],"subcommand":["storage rm","storage buckets delete","compute instances stop","compute instances reset"]},{\
"program":["bq"],"subcommand":["rm"]},{"program":["az"],"args":{"any":["delete","purge","delete-batch","deallocate","delete-many"]}},{"program":["wrangler"],"su\
bcommand":["d1 execute"],"flags":{"none":["--local"]}},{"program":["heroku"],"subcommand":["ps:stop"]},{"program":["rclone"],"subcommand":["delete","purge","syn\
c","deletefile","cleanup","rmdirs","move"]},{"program":["mc"],"subcommand":["rb","rm","mirror"],"flags":{"any":["--force","--recursive","-r","--remove","--dange\
rous"]}},{"program":["s3cmd","s5cmd","b2","azcopy","swift"],"subcommand":["rb","del","rm","delete*","remove","bucket delete","file delete","key delete"]},{"prog\
ram":["dvc"],"subcommand":["gc"],"flags":{"any":["-c","--cloud"]}},{"program":["modal"],"subcommand":["app stop"]},{"program":["heroku"],"subcommand":["pg:psql"\
],"args":{"any":["*DROP *","*drop *","*TRUNCATE *","*truncate *"]}},{"program":["docker","podman"],"subcommand":["run"],"args":{"any":["*/aws-cli","*/aws-cli:*"\
,"*/cloud-sdk*","*/google-cloud-cli*","*/azure-cli*"]},"line":{"any":["* s3 rb *","* s3 rm *--recursive*","* delete-*","* terminate-*","* delete *"]}}]},{"code"\
:"destructive_operation_blocked","id":"cloud-rights","category":"clouds","severity":"severe","explanation":"This gives rights in a cloud account, or opens somet\
hing of it to everybody. Ask the person who runs it.","trust":4,"match":[{"program":["aws"],"subcommand":["iam create-user","iam create-login-profile","iam atta\
ch-*","iam put-*","iam add-user-to-group","iam update-*","iam create-policy*","iam create-role","* authorize-security-group-ingress","s3api put-bucket-policy","\
s3api put-bucket-acl","s3api put-object-acl","s3api put-public-access-block","lambda add-permission","kms put-key-policy","* modify-image-attribute","* modify-s\
napshot-attribute","ec2 create-key-pair"]},{"program":["aws"],"subcommand":["s3 cp","s3 sync","s3 mv"],"options":{"--acl":["public-*"]}},{"program":["aws"],"fla\
gs":{"any":["--acl"]},"args":{"any":["public-read","public-read-write"]}},{"program":["gcloud"],"args":{"any":["add-iam-policy-binding","set-iam-policy","remove\
-iam-policy-binding"]}},{"program":["gsutil"],"subcommand":["iam ch","acl ch","acl set","iam set","defacl ch","defacl set"]},{"program":["az"],"subcommand":["ro\
le assignment create","ad user create","ad app credential reset"]}]},{"code":"destructive_operation_blocked","id":"infrastructure-destroy","category":"clouds","\
severity":"severe","explanation":"This destroys or changes real infrastructure without anybody looking at it. Make a plan and show it.","trust":4,"match":[{"pro\
gram":["terraform","tofu","terragrunt"],"subcommand":["destroy","run-all destroy","state rm","workspace delete","force-unlock","taint","state push","destroy-all\
"]},{"program":["terraform","tofu","terragrunt"],"subcommand":["apply","run-all apply"],"flags":{"any":["-auto-approve","--auto-approve","-destroy","--destroy",\
"--terragrunt-non-interactive"]}},{"program":["terraform","tofu","terragrunt"],"subcommand":["apply"],"line":{"any":["terraform *plan*-destroy*","tofu *plan*-de\
stroy*","terragrunt *plan*-destroy*"]}},{"program":["pulumi"],"subcommand":["destroy","stack rm","state delete","down"]},{"program":["pulumi"],"subcommand":["up\
","update"],"flags":{"any":["-y","--yes","-f","--skip-preview"]}},{"program":["cdk","sam","serverless","sls","sst","eb","copilot","amplify","kamal","cdktf","up"\
,"chalice","zappa","terraform-destroy"],"subcommand":["destroy","delete","remove","terminate","undeploy","app delete","env delete","svc delete"]},{"program":["v\
agrant"],"subcommand":["destroy"],"flags":{"any":["-f","--force"]}},{"program":["ansible"],"options":{"-a":["*rm -*","*shutdown*","*reboot*","*mkfs*","*dd if*",\
"*state=absent*","*curl*|*sh*","*systemctl stop*"]}},{"program":["virsh"],"subcommand":["destroy","undefine","vol-delete","pool-delete"]},{"program":["VBoxManag\
e","vboxmanage"],"subcommand":["unregistervm"]},{"program":["qm","pct"],"subcommand":["destroy"]}]},{"code":"destructive_operation_blocked","id":"service-delete\
","category":"clouds","severity":"severe","explanation":"This deletes what a remote service keeps, for everybody who uses it. Ask the person who owns it.","trus\
t":4,"spares":"own-data","match":[{"service_verb":"destroys"},{"program":["curl","http","https","wget","xh","xhs"],"options":{"-X":["PURGE"]}},{"program":["curl\
","http","https","wget","xh","xhs"],"options":{"--request":["PURGE"]}}]},{"code":"destructive_operation_blocked","id":"drop-database","category":"databases","se\
verity":"severe","explanation":"This drops a database or all that is in it. Make one of your own for the test and drop that.","trust":4,"spares":"own-data","mat\
ch":[{"program":["sql"],"subcommand":["drop-database","drop-schema","flush","drop-owned","drop-keyspace","drop-tablespace","shutdown"],"args":{"none":["test","*\
_test","test_*","*_test_*","*-test","tmp_*","*_tmp","*_ci","ci_*","scratch*"]}},{"program":["dropdb"],"args":{"none":["test","*_test","test_*","*_test_*","*-tes\
t","tmp_*","*_tmp","*_ci","ci_*","scratch*"]},"flags":{"none":["--help"]}},{"program":["mysqladmin"],"args":{"any":["drop","shutdown","flush-*"]}},{"program":["\
redis-cli","valkey-cli","keydb-cli"],"subcommand":["FLUSHALL","flushall","FLUSHDB","flushdb","FlushAll","FlushDB","SHUTDOWN","shutdown"]},{"program":["redis-cli\
","valkey-cli"],"subcommand":["del","unlink","DEL","UNLINK"],"args":{"any":["\\ufffc","\\\\*"]}},{"program":["redis-cli","valkey-cli"],"subcommand":["eval","EVAL",\
"Eval"],"args":{"any":["*flush*","*FLUSH*","*del*","*DEL*"]}},{"program":["redis-cli","valkey-cli"],"subcommand":["config set","CONFIG SET"],"args":{"any":["dir\
","dbfilename"]}},{"program":["pg_dropcluster","dropuser","cassandra-nodetool"]},{"program":["nodetool"],"subcommand":["decommission","removenode","assassinate"\
]},{"program":["kafka-topics","kafka-topics.sh","kafka-delete-records*"],"flags":{"any":["--delete","--offset-json-file"]}},{"program":["curl","http","https","w\
get","xh","xhs"],"args":{"any":["*:9200/*","*:9200","*:5984/*","*:8086/*","*:15672/api/*","*:8500/v1/kv*","*elastic*","*opensearch*","*:7700/indexes*","*:6333/c\
ollections*","*:8108/collections*","*:8983/solr*","*:8080/v1/schema*","*:19530/*","*:5000/api/v1/db*","*:5000/v2/*"]},"options":{"-X":["DELETE"]}},{"program":["\
curl","http","https","wget","xh","xhs"],"args":{"any":["*:9200/*","*:9200","*:5984/*","*:8086/*","*:15672/api/*","*:8500/v1/kv*","*elastic*","*opensearch*","*:7\
700/indexes*","*:6333/collections*","*:8108/collections*","*:8983/solr*","*:8080/v1/schema*","*:19530/*","*:5000/api/v1/db*","*:5000/v2/*"]},"options":{"--reque\
st":["DELETE"]}},{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*:9200/*","*:9200","*:5984/*","*:8086/*","*:15672/api/*","*:8500/v1/kv*","\
*elastic*","*opensearch*","*:7700/indexes*","*:6333/collections*","*:8108/collections*","*:8983/solr*","*:8080/v1/schema*","*:19530/*","*:5000/api/v1/db*","*:50\
00/v2/*"]},"options":{"--method":["DELETE"]}},{"program":["http","https","xh","xhs"],"subcommand":["DELETE"],"args":{"any":["*:9200/*","*:9200","*:5984/*"]}},{"\
program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*/_delete_by_query*","*/tsdb/delete_series*"]}},{"program":["curl","http","https","wget","xh"\
,"xhs"],"options":{"--url":["*/_delete_by_query*"]}}]},{"code":"destructive_operation_blocked","id":"destroy-messages","category":"databases","severity":"severe\
","explanation":"This deletes queues, topics or the messages in them. Make one of your own for the test and delete that.","trust":4,"spares":"own-data","match":\
[{"program":["kafka-acls*"],"flags":{"any":["--remove"]}},{"program":["kafka-consumer-groups*"],"flags":{"any":["--delete","--delete-offsets","--execute"]}},{"p\
rogram":["kafka-configs*"],"flags":{"any":["--delete-config"]}},{"program":["rpk"],"subcommand":["topic trim-prefix"]},{"program":["celery"],"subcommand":["purg\
e","amqp queue.purge","amqp queue.delete"]},{"program":["rq"],"subcommand":["empty"]}]},{"code":"destructive_operation_blocked","id":"destroy-rows","category":"\
databases","severity":"severe","explanation":"This destroys or changes a whole table. Write a WHERE, or a migration that can be undone.","trust":4,"spares":"own\
-data","match":[{"program":["sql"],"subcommand":["drop-table","drop-collection","drop-column","drop-bucket","drop-stream","truncate","delete-all","update-all"],\
"args":{"none":["test","*_test","test_*","*_test_*","*-test","tmp_*","*_tmp","*_ci","ci_*","scratch*"]}}]},{"code":"destructive_operation_blocked","id":"databas\
e-rights","category":"databases","severity":"severe","explanation":"This gives or takes rights in a database, or changes how it runs. Ask the person who runs it\
.","trust":4,"match":[{"program":["sql"],"subcommand":["grant","revoke","create-user","create-role","alter-user","drop-user","drop-role","set-global","kill"]}]}\
,{"code":"destructive_operation_blocked","id":"reset-application-data","category":"databases","severity":"severe","explanation":"This throws away what the appli\
cation has stored. Use a database made for the test.","trust":3,"spares":"own-data","match":[{"program":["rails","rake","bin/rails","hanami"],"args":{"any":["db\
:drop*","db:reset*","db:purge*","db:schema:load","db:migrate:reset","db:truncate_all","db:setup:force"]},"environment":{"RAILS_ENV":["prod*","staging","dev*"]}}\
,{"program":["rails","rake","hanami"],"args":{"any":["db:drop*","db:reset*","db:purge*","db:migrate:reset","db:truncate_all"],"none":["*RAILS_ENV=test*"]},"envi\
ronment":{"*":["prod*","production","staging"]}},{"program":["rails","rake"],"args":{"any":["db:drop:all","db:drop","db:purge","db:truncate_all","db:reset","db:\
migrate:reset","DISABLE_DATABASE_ENVIRONMENT_CHECK=1"],"none":["RAILS_ENV=test"]}},{"program":["manage.py","django-admin"],"subcommand":["flush","reset_db","sql\
flush"]},{"program":["python"],"subcommand":["manage.py flush","manage.py reset_db","./manage.py flush","*/manage.py flush","manage.py migrate * zero","*/manage\
.py reset_db"]},{"program":["prisma"],"subcommand":["db push"],"flags":{"any":["--force-reset","--accept-data-loss"]}},{"program":["php","artisan","sail"],"args\
":{"any":["migrate:fresh","migrate:reset","db:wipe","migrate:refresh","doctrine:database:drop","doctrine:schema:drop","d:d:d"]}},{"program":["sequelize","sequel\
ize-cli","typeorm","mikro-orm","knex","dbmate","mix","sqlx","diesel","goose","migrate","ecto","refinery","flyway","liquibase","atlas"],"subcommand":["db:drop*",\
"schema:drop","db:migrate:undo:all","database:drop","drop","ecto.drop","ecto.reset","database drop","database reset","clean","drop-all","reset","dropAll","schem\
a clean","down-to 0","db:reset"]},{"program":["drizzle-kit"],"subcommand":["push*"],"flags":{"any":["--force"]}},{"program":["php"],"subcommand":["*wp-cli.phar \
db reset","*wp-cli.phar db drop","*wp-cli.phar site empty"]},{"program":["drush","drush.phar"],"subcommand":["@* sql-drop","@* sql:drop"]},{"program":["console"\
,"symfony"],"args":{"any":["doctrine:database:drop","doctrine:schema:drop","d:d:d"]},"flags":{"any":["--force","-f"]}},{"program":["convex"],"subcommand":["impo\
rt"],"flags":{"any":["--replace","--replace-all"]}},{"program":["supabase"],"subcommand":["migration down"]},{"program":["magento","bin/magento"],"subcommand":[\
"setup:uninstall","setup:db-schema:drop"]},{"program":["hasura"],"subcommand":["metadata clear","migrate delete","database drop"]},{"program":["directus"],"subc\
ommand":["database drop"]},{"program":["strapi"],"subcommand":["import","transfer"],"flags":{"any":["--force"]}},{"program":["medusa"],"subcommand":["db:drop","\
db:reset"]},{"program":["payload"],"subcommand":["migrate:fresh","migrate:reset","migrate:refresh"]},{"program":["adonis","ace"],"subcommand":["db:wipe","migrat\
ion:fresh","migration:reset","migration:refresh"]},{"program":["node"],"args":{"any":["db:wipe","migration:fresh","migration:reset","migration:refresh"]}},{"pro\
gram":["bench"],"subcommand":["reinstall","drop-site"]},{"program":["bench"],"args":{"any":["reinstall","drop-site"]},"flags":{"any":["--site"]}},{"program":["k\
nex"],"subcommand":["migrate:rollback"],"flags":{"any":["--all"]}},{"program":["alembic"],"subcommand":["downgrade base"]},{"program":["flask"],"subcommand":["d\
b downgrade base"]},{"program":["pg_restore"],"flags":{"any":["-c","--clean"]}},{"program":["mongorestore"],"flags":{"any":["--drop"]}},{"program":["dotnet"],"s\
ubcommand":["ef database drop"]}]},{"code":"destructive_operation_blocked","id":"publish-package","category":"publishing","severity":"severe","explanation":"Wha\
t is published cannot be taken back. Build the package; a person publishes it.","trust":3,"match":[{"program":["npm","pnpm","bun","jsr","deno","npmpub","np","ru\
sh"],"subcommand":["publish","pub","stage publish"]},{"program":["yarn"],"subcommand":["publish","npm publish","workspaces foreach npm publish"]},{"program":["n\
p","semantic-release","release-it","standard-version-publish"],"flags":{"none":["--help","--version","--preview"]}},{"program":["lerna","changeset","auto","nx",\
"beachball"],"subcommand":["publish","shipit","release publish","release"]},{"program":["cargo"],"subcommand":["publish","yank","owner","release"],"flags":{"non\
e":["--list","-l","--help"]}},{"program":["twine"],"subcommand":["upload"],"args":{"none":["testpypi"]}},{"program":["poetry","flit","hatch","pdm","uv","maturin\
"],"subcommand":["publish","upload"]},{"program":["python"],"args":{"any":["upload"]},"subcommand":["setup.py"]},{"program":["gem"],"subcommand":["push","yank",\
"owner"]},{"program":["rake","bundle"],"args":{"any":["release","release:rubygem_push"]}},{"program":["mvn","mvnw"],"args":{"any":["deploy","release:perform","d\
eploy:deploy*","nexus-staging:release"]}},{"program":["gradle","gradlew"],"args":{"any":["publish","*:publish","publishAllPublications*","publishPlugins","uploa\
dArchives","publishTo*Repository","closeAndRelease*","publishAndRelease*"],"none":["publishToMavenLocal"]}},{"program":["sbt"],"args":{"any":["publish","publish\
Signed","sonatype*"]}},{"program":["dotnet","nuget"],"subcommand":["nuget push","push","nuget delete","delete"]},{"program":["pod"],"subcommand":["trunk push","\
repo push","trunk delete"]},{"program":["vsce","ovsx"],"subcommand":["publish","unpublish"]},{"program":["goreleaser"],"subcommand":["release"],"flags":{"none":\
["--snapshot","--skip-publish","--skip"]}},{"program":["mix"],"subcommand":["hex.publish"]},{"program":["dart","flutter"],"subcommand":["pub publish"]},{"progra\
m":["anaconda","conda"],"subcommand":["upload"]},{"program":["clojure","lein","cabal","stack","opam","luarocks","cpan-upload","elm","conan"],"subcommand":["depl\
oy","upload","publish"]},{"program":["snapcraft","charmcraft"],"subcommand":["upload","push","release"]},{"program":["wasm-pack"],"subcommand":["publish"]},{"pr\
ogram":["gh","glab"],"subcommand":["release create","release upload","release edit"],"flags":{"none":["--draft","-d"]}}]},{"code":"destructive_operation_blocked\
","id":"unpublish-package","category":"publishing","severity":"severe","explanation":"This takes away or redirects what others install. Ask the person who owns \
the package.","trust":4,"match":[{"program":["npm","pnpm","yarn"],"subcommand":["unpublish","deprecate","owner add","owner rm","access public","access restricte\
d","access grant","access revoke","access set","access edit","access 2fa-*","dist-tag rm","dist-tag add * latest","team create","team destroy","team add","team \
rm","npm tag add","hook add","hook rm","hook update","org set","org rm"]}]},{"code":"destructive_operation_blocked","id":"push-image","category":"publishing","s\
everity":"severe","explanation":"This publishes an image. Build it; a person or the pipeline pushes it.","trust":3,"match":[{"program":["docker","podman","nerdc\
tl","buildah","img"],"subcommand":["push","image push","manifest push","compose push"],"args":{"none":["localhost*","127.0.0.1*","*.local*","registry:5000*"]}},\
{"program":["docker"],"subcommand":["buildx build","build","buildx bake"],"flags":{"any":["--push"]}},{"program":["docker-compose"],"subcommand":["push"]},{"pro\
gram":["helm","oras","crane","regctl","ko","cosign"],"subcommand":["push","cm-push","copy"]},{"program":["skopeo"],"subcommand":["copy * docker://*","sync * doc\
ker://*"]}]},{"code":"destructive_operation_blocked","id":"remote-code","category":"remote-code","severity":"severe","explanation":"This runs code from elsewher\
e that nobody has looked at. Download it, read it, then install it by the package manager if you can.","trust":4,"match":[{"program":["pip","uv","npm","pnpm","y\
arn"],"subcommand":["install","i","add","ci","download","pip install"],"to":"drop"},{"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",\
".","source","eval"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","\
scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"args":{"at_most":0},"flags":{"none":["-c"]}},{"program":["sh","bash","zsh",\
"dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","net\
cat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"flags":{"any":["-s"]}},{"prog\
ram":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","node","php","deno","bun","lua","osascript","tc\
lsh","pwsh","powershell","Invoke-Expression","iex"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ft\
p","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"args":{"any":["-","/dev/*","/proc/*"]}},{"pr\
ogram":["python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"from":{"program":["curl","wge\
t","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod",\
"ssh","dig","nslookup","socat"]},"args":{"at_most":0},"flags":{"none":["-c","-m","-e","-p","-n","-r","--eval","--print"]}},{"program":["sh","bash","zsh","dash",\
"ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invok\
e-Expression","iex"],"from":{"program":["base64","base32","basenc","xxd","openssl","uudecode","gunzip","zcat","gzip","rev","tr","gpg"]},"args":{"at_most":0},"fl\
ags":{"none":["-c","-m","-e","-p","-n","-r","--eval","--print"]}},{"program":["pip","npm","npx","gem","pnpm","yarn","uv","pipx","cargo","go"],"to":"drop"},{"pro\
gram":["pip","npm","npx","gem","pnpm","yarn","uv","pipx"],"args":{"any":["http://*"]}},{"program":["sudo","env","xargs","tee"],"from":{"program":["curl","wget",\
"fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ss\
h","dig","nslookup","socat"]},"args":{"any":["sh","bash"]}},{"downloaded":true},{"program":["awk","gawk","mawk","sed","gsed","jq","bc","gnuplot"],"from":{"progr\
am":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Inv\
oke-RestMethod","ssh","dig","nslookup","socat"]},"options":{"-f":["-","/dev/stdin","/dev/fd/0"]}},{"program":["sed","gsed"],"from":{"program":["curl","wget","fe\
tch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh",\
"dig","nslookup","socat"]},"options":{"--file":["-","/dev/stdin"]}},{"program":["pip"],"options":{"--index-url":["http://*"]}},{"program":["pip"],"options":{"--\
extra-index-url":["http://*"]}},{"program":["pip"],"options":{"-i":["http://*"]}},{"program":["deno","bun"],"subcommand":["run"],"args":{"any":["http://*","http\
s://*"]}},{"program":["mshta","rundll32","regsvr32","certutil","bitsadmin"],"args":{"any":["*http://*","*https://*"]}},{"program":["ansible-pull"]},{"program":[\
"crontab","at","batch","psql","mysql","awk","make"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ft\
p","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]}}]},{"code":"destructive_operation_blocked","i\
d":"run-made-code","category":"remote-code","severity":"severe","explanation":"Nobody can say before it runs which commands this program prints for the shell. P\
rint them to a file, read it, then run it.","trust":3,"match":[{"program":["sh","bash","zsh","dash","ksh","ash","fish"],"from":{"program":["perl","python","ruby\
","node","php","deno","bun","lua","awk","gawk","mawk","tclsh"]},"args":{"at_most":0},"flags":{"none":["-c"]}}]},{"code":"destructive_operation_blocked","id":"re\
verse-shell","category":"exfiltration","severity":"catastrophic","explanation":"This gives somebody elsewhere a shell on this machine.","match":[{"writes":["con\
nection","local-connection"],"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","node","php",\
"deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"args":{"at_most":0}},{"reads":["connection","local-connection"],"program"\
:["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh"\
,"pwsh","powershell","Invoke-Expression","iex"],"args":{"at_most":0}},{"writes":["connection"],"program":["exec","nc"],"line":{"any":["sh","sh *","bash","bash *\
","zsh","dash","\\ufffc*"]}},{"program":["nc","ncat","netcat","nc.traditional","nc.openbsd"],"flags":{"any":["-e","--exec","--sh-exec","--lua-exec"]}},{"program"\
:["nc","ncat","netcat","nc.traditional"],"options":{"-c":["*sh","*sh *","*.exe","\\ufffc*"]}},{"program":["socat"],"args":{"any":["*exec:*","*EXEC:*","*system:*"\
,"*SYSTEM:*"],"none":["-","stdio*","STDIO*","pty*","PTY*","unix*","UNIX*","file:*","FILE:*","stdin*","STDIN*","exec:./*","EXEC:./*"]}},{"program":["sh","bash","\
zsh","dash"],"from":{"program":["nc","ncat","netcat","socat","telnet","mkfifo"]}},{"program":["sh","bash","zsh","dash"],"from":{"program":["openssl"]},"line":{"\
any":["openssl s_client*"]}},{"program":["nc","ncat","netcat","telnet","socat"],"from":{"program":["sh","bash","zsh","dash"],"operands_at_most":0}},{"program":[\
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
","outside","temp","disposable"],"to":"remote"},{"program":["curl","http","xh"],"reads":["source","workspace","outside","temp","vcs"],"flags":{"any":["--data-bi\
nary","--data-urlencode"]},"to":"remote"},{"program":["rsync","scp"],"reads":["workspace","source","vcs","personal","home","data","outside"],"args":{"any":["*:*\
"],"none":["localhost:*","127.0.0.1:*","*@localhost:*","*@127.0.0.1:*","*://localhost*","*://127.0.0.1*","*://*@localhost*"]}},{"program":["ssh"],"from":{"progr\
am":["*"],"reads":["workspace","source","vcs","personal","home","data","outside"]},"line":{"none":["bash -s","sh -s","bash -s --","sh -s --","python3 -","python\
 -"]},"to":"remote"},{"program":["ssh"],"reads":["workspace","source","vcs","personal","home","data","outside"],"line":{"none":["bash -s","sh -s","bash -s --","\
sh -s --","python3 -","python -"]},"to":"remote"},{"program":["git"],"subcommand":["push","send-pack"],"args":{"any":["*://*","*@*:*","*.*:*.git"],"none":["loca\
lhost:*","127.0.0.1:*","*@localhost:*","*@127.0.0.1:*","*://localhost*","*://127.0.0.1*","*://*@localhost*","file://*"]}},{"program":["git"],"subcommand":["push\
"],"line":{"any":["git remote add * *://*","git remote add * *@*:*","git remote set-url * *://*","git remote set-url * *@*:*"]}},{"program":["socat"],"from":{"p\
rogram":["*"]},"args":{"any":["TCP*:*.*","tcp*:*.*","OPENSSL:*.*","UDP*:*.*","udp*:*.*"],"none":["*127.0.0.1*"]}},{"program":["openssl"],"from":{"program":["*"]\
,"reads":["source","outside","data","workspace","personal","home","logs"]},"options":{"-connect":["*.*"]}},{"program":["http.server"],"reads":["root","home","sy\
stem","credentials"]},{"program":["php"],"flags":{"any":["-S"]},"options":{"-t":["/","~","~/","/home*","/etc*","/root*"]}},{"program":["socat"],"args":{"any":["\
FILE:*","OPEN:*","file:*","open:*"]}},{"program":["aws"],"subcommand":["s3 cp","s3 sync","s3 mv"],"reads":["credentials","workspace","data","home","system","acc\
ounts","vcs"],"args":{"any":["s3://*"]}},{"program":["gsutil","gcloud","rclone","azcopy","mc","az","b2","s3cmd","s5cmd","megaput","gdrive","storj","uplink"],"re\
ads":["credentials","home","system","accounts","data","workspace"]},{"program":["transfer","transfer.sh","pastebinit","gist","wetransfer"],"flags":{"none":["--h\
elp","-h","--version"]}},{"program":["gh"],"subcommand":["gist create"],"reads":["credentials","home","personal","startup","system","accounts","logs"]},{"progra\
m":["writes","cat","echo","printf","tar","dd","base64","exec",":","sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","\
perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"writes":["connection"]}]},{"code":"destructive_\
operation_blocked","id":"smuggle-data","category":"exfiltration","severity":"severe","explanation":"This puts what a command finds into an address that another \
host sees.","trust":4,"match":[{"program":["dig","nslookup","host","drill","kdig","doggo","ping","getent"],"args":{"any":["*\\ufffc*.*","*\\ufffc.*"]}},{"program"\
:["ping"],"options":{"-p":["*\\ufffc*"]}},{"program":["dig","nslookup","host","drill","kdig","doggo"],"args":{"any":["*.*.*"]},"line":{"any":["base64*","base32*"\
,"xxd*","od *","hexdump*","whoami","hostname","id"]}},{"program":["curl","wget","http","https","xh"],"to":"drop","args":{"any":["*\\ufffc*"]}},{"program":["curl"\
,"wget","xh"],"options":{"-H":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{\
"program":["curl","wget","xh"],"options":{"--header":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen\
 -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"-A":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","dec\
lare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"--user-agent":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","e\
xport -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"-b":["*\\ufffc*"]},"line":{"any":["env","printenv",\
"set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"--cookie":["*\\ufffc*"]},"line":{"\
any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"-e":["*\\uf\
ffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"opti\
ons":{"--referer":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["\
curl","wget","xh"],"options":{"-u":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remot\
e"},{"program":["curl","wget","xh"],"options":{"-d":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen \
-v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"--data":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","\
declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"-F":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -\
p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","http","xh"],"args":{"any":["*\\ufffc*"]},"line":{"any":["env","printenv","s\
et","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"args":{"any":["*\\ufffc*"]},"line":{"any":["bas\
e64*","base32*","xxd*","whoami"]},"to":"remote"},{"program":["ssh"],"flags":{"any":["-R","-D","-w"]}},{"program":["ssh"],"options":{"-L":["0.0.0.0:*","\\\\*:*"]}}\
,{"program":["ngrok","cloudflared","localtunnel","lt","bore","frpc","serveo","tailscale","zrok","iodine","dnscat","dnscat2"],"flags":{"none":["--help","--versio\
n"]},"args":{"none":["version","help","status","completion","list","info","verify","ip","netcheck","ping","whois","config"]}}]},{"code":"destructive_operation_b\
locked","id":"delete-over-http","category":"exfiltration","severity":"risky","explanation":"This deletes something of another service. Ask the person who owns i\
t.","trust":3,"match":[{"program":["curl","wget"],"options":{"-X":["DELETE","delete"]},"to":"remote"},{"program":["curl","wget"],"options":{"--request":["DELETE\
","delete"]},"to":"remote"},{"program":["curl","wget"],"options":{"--method":["DELETE","delete"]},"to":"remote"},{"program":["http","https","xh","xhs"],"subcomm\
and":["DELETE","delete"],"to":"remote"}]}]');var Wf=require("node:path");var PE=1e3,RE=1e4,Of=1024*1024,IE=20,$E={text:q,from:[]},ws=class{files=new Map;forgotten=new Set;characters=0;version=0;write(e,n,s,r=[]){let o=Lf(e,s);if(o===
void 0)return;this.version+=1;let i=o.includes(b)?this.files.get(o)?.text??"":"";this.forget(o),this.forgotten.delete(o);let a=i.length+n.length>Of?q:i+n;this.files.
set(o,{text:a,from:r}),this.characters+=a.length;for(let c of this.files.keys()){if(this.files.size<=PE&&this.characters<=Of)break;this.forget(c),this.forgotten.
add(c),this.forgotten.size>RE&&this.forgotten.delete(this.forgotten.values().next().value)}}append(e,n,s,r=[]){let o=this.written(e,s),i=e.includes(b)?n:(o?.text??
"")+n;this.write(e,i,s,[...o?.from??[],...r].slice(-IE))}read(e,n){return this.written(e,n)?.text}written(e,n){let s=Lf(e,n);if(s!==void 0)return this.files.get(
s)??(this.forgotten.has(s)?$E:void 0)}forget(e){this.characters-=this.files.get(e)?.text.length??0,this.files.delete(e)}};function Lf(t,e=""){let n=/^[/~]/.test(
t)||e===""?t:`${e}/${t}`;return t===""||t===b?void 0:Wf.posix.normalize(n)}var Ho=class{problem;steps=0;depth=0;invocations=0;spend(e=1){return this.steps+=e,this.steps>1e4&&this.fail("too-much","takes more than 10000 steps to read"),this.
steps<=1e4}spendInvocation(){return this.invocations+=1,this.invocations>1e3&&this.fail("too-much","more than 1000 commands"),this.invocations<=1e3}descend(e,n){
if(this.depth>=32)return this.fail("too-deep","commands are nested more than 32 deep"),n;this.depth+=1;let s=this.spend()?e():n;return this.depth-=1,s}fail(e,n){
this.problem??={kind:e,detail:n}}};je();var Qe=class{constructor(e){this.text=e}text;at=0;readRest(){let e=this.text.slice(this.at);return this.at=this.text.length,e}get remaining(){return this.text.slice(
this.at)}readLine(){if(this.isAtEnd)return this.text.includes(b)?Re(this.text):void 0;let e=this.text.indexOf(`
`,this.at),n=this.text.slice(this.at,e===-1?void 0:e);return this.at=e===-1?this.text.length:e+1,n}get isAtEnd(){return this.at>=this.text.length}get lineCount(){
return this.text.slice(this.at).replace(/\n$/,"").split(`
`).length}},R=(t,e=!1)=>({text:t,glob:e});function on(t,e){if(t.length<=e)return t;let n=t.slice(e).every(({text:s})=>/^\d{1,9}$/.test(s));return[...t.slice(0,e),
R(n?b:q)]}var B=(t,e)=>({...t,wrappers:[...t.wrappers,e]}),jt=({text:t,glob:e})=>e||/^[\w@%+=:,./-]+$/.test(t)?t:`'${t.replaceAll("'","'\\''")}'`,Vo=({text:t})=>/[\s{};|&<>()$'"`]/.
test(t),Qn=t=>t.map(jt).join(" "),ie=({program:t,scope:e,context:n},s=[R(t)])=>e.child(s,n.environment),xt=t=>({...t,input:void 0,stdin:new Qe("")}),ar=(t,e)=>({
...t,context:{...t.context,input:{kind:"pipe",from:e}}}),Jn=(t,e,{substituted:n})=>e.trimStart().startsWith(b)&&n.length>0?ar(t,[...n]):t,Zn=t=>({...t,context:{
...t.context,input:void 0}});function pc({program:t,words:e,args:n,scope:s,context:r,filter:o}){return{program:t,path:e[0].text,args:n,redirects:r.redirects,environment:{
...NE(s),...s.exported(),...r.environment},...Z({input:r.input}),wrappers:r.wrappers,language:"shell",...Z({filter:o,captured:r.captured||void 0,folder:s.folder===
void 0?void 0:R(s.folder)})}}function NE(t){let[e]=t.get("POSIXLY_CORRECT")?.words??[];return e?{POSIXLY_CORRECT:e}:{}}function an(t,e){e.budget.spendInvocation()&&
e.invocations.push(pc({...t,program:"fork-bomb",words:[R("fork-bomb")],args:[]}))}var OE=/^(npx|bunx|pnpx|uvx|npm|pnpm|yarn|bun)$/,Uo=t=>OE.test(t)?`${t} -c`:t;var Df=12,cr={words:[{text:b,glob:!1}],exported:!1},Mf={HOME:"~",IFS:` 	
`,SHELL:"/bin/bash",BASH:"/bin/bash",TMPDIR:"/tmp","?":"0","!":"%%"},Go=class t{constructor(e){this.budget=e}budget;variables=new Map;references=new Map;functions=new Map;aliases=new Map;folder;arguments=[
{text:"bash",glob:!1}];last="";hasAlternatives=!1;fixed=new Set;environment;get(e){return this.variables.get(this.resolveName(e))}addReference(e,n){e!==n&&(this.
references=new Map(this.references).set(e,n))}resolveName(e){return this.references.get(e)??e}value(e){let n=this.resolveName(e),s=this.variables.get(n);return s?
s.words[0]?.text??"":n==="PWD"?this.folder??".":n==="_"?this.last:Object.hasOwn(Mf,n)?Mf[n]:b}set(e,n,s=this.get(e)?.exported??!1){let r=this.resolveName(e);this.
fixed.has(r)?this.variables.set(r,{...cr,exported:s}):this.variables.set(r,{words:n,exported:s}),s&&(this.environment=void 0)}export(e){let n=this.variables.get(
e);n&&this.set(e,n.words,!0)}fix(e){this.fixed=new Set([...this.fixed,e])}exported(){if(this.environment)return this.environment;this.budget.spend(this.variables.
size>>3);let e={};for(let[n,{words:[s],exported:r}]of this.variables)r&&s&&(e[n]=s);return this.environment=e,e}define(e,n){let r=this.functions.get(e)?.bodies??
[];this.functions.set(e,{bodies:r.includes(n)?r:[...r,n],certain:!0})}alias(e,n){this.aliases.set(e,[...this.aliases.get(e)??[],n])}copy(){this.budget.spend(1+(this.
variables.size>>3));let e=new t(this.budget);for(let[n,s]of this.variables)e.variables.set(n,s);for(let[n,{bodies:s,certain:r}]of this.functions)e.functions.set(
n,{bodies:s,certain:r});for(let[n,s]of this.aliases)e.aliases.set(n,s);return e.folder=this.folder,e.arguments=this.arguments,e.last=this.last,e.hasAlternatives=
this.hasAlternatives,e.environment=this.environment,e.fixed=this.fixed,e.references=this.references,e}child(e,n={}){let s=this.copy();for(let[r,{exported:o}]of this.
variables)o||s.variables.set(r,cr);for(let r of s.functions.values())r.certain=!1;for(let[r,o]of Object.entries(n))s.set(r,[o],!0);return s.aliases.clear(),s.arguments=
e,s}same(e){if(this.variables.size!==e.variables.size)return!1;for(let[n,s]of this.variables){let r=e.variables.get(n);if(s!==r&&Bo(s)!==Bo(r))return!1}return!0}mayBe(e,n){
let s=this.variables.get(e)??cr,r=s.alternatives??[];if(r.some(i=>lr(i)===lr(n)))return;this.hasAlternatives=!0;let o=r.length<Df?n:[{text:q,glob:!1}];r.length<=
Df&&this.variables.set(e,{...s,alternatives:[...r,o]})}join(e){for(let n of new Set([...this.variables.keys(),...e.variables.keys()])){let[s,r]=[this.variables.
get(n),e.variables.get(n)];if(s===r)continue;Bo(s)!==Bo(r)&&this.set(n,cr.words,(s?.exported||r?.exported)??!1);let o=LE([s,r]);if(o.length>1||this.variables.get(
n)?.words===cr.words)for(let i of o)this.mayBe(n,i)}lr(e.arguments)!==lr(this.arguments)&&e.arguments.length>=this.arguments.length&&(this.arguments=e.arguments);
for(let[n,{bodies:s,certain:r}]of e.functions){let o=this.functions.get(n);o?o.bodies.length<s.length&&this.functions.set(n,{bodies:s,certain:o.certain&&r}):this.
functions.set(n,{bodies:s,certain:!1})}for(let[n,s]of this.functions)e.functions.has(n)||this.functions.set(n,{...s,certain:!1});for(let[n,s]of e.aliases)(this.
aliases.get(n)?.length??0)<s.length&&this.aliases.set(n,s);this.folder!==e.folder&&(this.folder=b)}},lr=t=>t.map(({text:e})=>e).join("\0"),Bo=t=>t&&lr(t.words),
LE=t=>t.flatMap(e=>e?[e.words,...e.alternatives??[]]:[]).filter(e=>e.some(({text:n})=>n!==""&&(!n.includes(b)||xe(n))));var WE={a:"\x07",b:"\b",e:"\x1B",E:"\x1B",f:"\f",n:`
`,r:"\r",t:"	",v:"\v"},vt=t=>t.map(e=>`${e}
`).join("");function at(t){return t.replace(/\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|0?([0-7]{1,3})|([\s\S]))/g,(e,n,s,r,o,i)=>{if(i!==void 0)
return WE[i]??(i==="\\"?"\\":`\\${i}`);let a=o===void 0?Number.parseInt(n??s??r,16):Number.parseInt(o,8);return a<=1114111?String.fromCodePoint(a):""})}function dr([
t="",...e]){if(t==="--")return dr(e);if(t.startsWith("-v"))return"";let n="",s=0;do{let r=s;if(n+=ME(t,()=>e[s++]??""),s===r)break}while(s<e.length&&n.length<=65536);
return n}var DE=new RegExp([String.raw`%%|%([-+ #0]*)(\d*|\*)(?:\.(\d+|\*))?([a-zA-Z])|\\(?:x[\da-fA-F]{1,2}|u[\da-fA-F]{1,4}|`,String.raw`U[\da-fA-F]{1,8}|[0-7]{1,3}|[\s\S])`].
join(""),"g");function ME(t,e){return t.replace(DE,(n,s,r,o,i)=>{if(n==="%%")return"%";if(i===void 0)return at(n);r==="*"&&e(),o==="*"&&e();let a=e();if(a.includes(
b))return a;if(i==="b")return at(a);if(i==="c")return a.slice(0,1);if(i==="s")return/^\d+$/.test(o??"")?a.slice(0,Number(o)):a;let c=/^['"]/.test(a)?a.codePointAt(
1)??0:Number(a||0);return Number.isSafeInteger(c)?i==="x"||i==="X"||i==="o"?c.toString(i==="o"?8:16):"diu".includes(i)?String(c):b:b})}function L(t,e){let n=[],s=[],r=0;for(;r<t.length;r+=1){let o=t[r],{text:i}=o;if(i==="--"){r+=1;break}if(i.startsWith("--"))r=qE(t,r,e,n);else if(i.length>1&&i.
startsWith("-"))r=jE(t,r,e,n);else if(e.permuted)s.push(o);else break}return s.push(...t.slice(r)),{options:n,operands:s}}function qE(t,e,n,s){let{text:r,glob:o}=t[e],
i=r.indexOf("=");if(i!==-1)return s.push({name:qf(r.slice(2,i),n),value:{text:r.slice(i+1),glob:o}}),e;let a=qf(r.slice(2),n),c=n.long?.includes(a)?t[e+1]:void 0;
return s.push(c?{name:a,value:c}:{name:a}),c?e+1:e}var qf=(t,{long:e=[]})=>{let n=e.filter(s=>s.startsWith(t));return e.includes(t)||n.length!==1?t:n[0]};function jE(t,e,{
short:n="",long:s=[],optional:r=""},o){let{text:i,glob:a}=t[e];if(s.includes(i.slice(1))&&i.length>2){let c=t[e+1];return o.push(c?{name:i.slice(1),value:c}:{name:i.
slice(1)}),e+1}for(let c=1;c<i.length;c+=1){let l=i[c];if(!n.includes(l)){o.push({name:l});continue}let d=i.slice(c+1);if(r.includes(l)&&(d!==""||t[e+1]?.text.startsWith(
"-")!==!1)){o.push({name:l});continue}let u=d===""?t[e+1]:{text:d,glob:a};return o.push(u?{name:l,value:u}:{name:l}),d===""?e+1:e}return e}var G=(t,...e)=>t.some(
({name:n})=>e.includes(n)),W=(t,...e)=>t.flatMap(({name:n,value:s})=>e.includes(n)&&s?[s]:[]);var FE=new RegExp([String.raw`(?:[!=<>]=\s*|\[\s*|\.\s*|(?:test|startswith|endswith|contains|inside|has|split|index|rindex|match|`,"capture|scan|ltrimstr|rtrims\
tr|error|getpath|del|input_filename|strptime|",String.raw`strftime)\s*\(\s*)"(?:[^"\\]|\\.)*"`].join(""),"g"),HE=/"((?:[^"\\]|\\[\s\S])*)"/g,VE=/\b(?:implode|fromjson|ltrimstr|rtrimstr|ascii_downcase|ascii_upcase|gsub|sub|reverse|tojson|input)\b|@base\d+d|@uri/;
function jf(t){let e="";for(let n=0;n<t.length;n+=1)if(t[n]!=="\\")e+=t[n];else if(t[n+1]!=="(")n+=1,e+={n:`
`,t:"	",'"':'"',"/":"/","\\":"\\"}[t[n]??""]??q;else{let s=0;for(n+=1;n<t.length&&(t[n]==="("?s+=1:t[n]===")"&&(s-=1),s!==0);n+=1);e+=b}return e}var UE=({args:t,
context:e})=>{let n=[],s=[];for(let f=0;f<t.length;f+=1)/^--(?:arg|argjson|slurpfile|rawfile)$/.test(t[f].text)?(t[f+2]&&n.push(t[f+2]),f+=2):s.push(t[f]);let{options:r,
operands:o}=L(s,{short:"fL",long:["from-file","indent"],permuted:!0}),a=W(r,"f","from-file").length>0?void 0:o[0],c=r.some(({name:f})=>f==="args"||f==="jsonargs")?
o.slice(1):[];if(a===void 0)return de(e.stdin?.remaining||b);let l=a.text.trim(),[,d]=/^(?:[^"]*\|\s*)?"((?:[^"\\]|\\[\s\S])*)"$/.exec(l)??[];if(d!==void 0&&!/"/.
test(d))return`${jf(d)}
`;let u=l.replace(FE,"").replace(/(?:[!=<>]=\s*|\[\s*)\$\w+/g,"");if(/\$/.test(u)&&[...n,...c].some(tt))return q;if(/\benv\b|\$ENV/.test(u)&&Object.values(e.environment).
some(tt))return q;let p=[...u.matchAll(HE)].map(([,f])=>jf(f).replaceAll(b,""));return p.some(f=>!/^[\w.@:=, -]*$|^[\n\t/]$/.test(f))?q:VE.test(u)&&(p.length>0||
/\bimplode\b/.test(u))?q:de(e.stdin?.remaining||b)},BE=({args:t})=>{let e=t.filter((s,r)=>t[r-1]?.text!==":"&&t[0]?.text!=="length"&&t[0]?.text!=="index"),n=e.filter(
({text:s})=>!/^(?:-?\d+|[-+*/%:()|&<>=!]{1,2}|substr|match|length|index)$/.test(s));return e.some(({text:s},r)=>/^[|&/]$/.test(s)&&(r===0||r===e.length-1))?q:n.
some(s=>de(s.text)===q)?q:b},GE=({args:t,context:e})=>{let{options:n}=L(t,{short:"d",long:["format","suffix","from","to"],permuted:!0});return W(n,"format","suf\
fix","invalid").some(({text:r})=>/[^\w%.'+-]/.test(r))?q:de(e.stdin?.remaining||b)},Ff={jq:UE,expr:BE,numfmt:GE};function cn(t,e,n){return n.length===0?t.context.stdin?.readRest()??b:n.map(({text:s})=>s==="-"||s==="/dev/stdin"?t.context.stdin?.readRest()??b:e.sources.get(s)?.
text??e.files.read(s,t.scope.folder)??b).join("")}var Pt=(t,{scope:e},{sources:n,files:s})=>n.get(t)?.text??s.read(t,e.folder),zE=({args:t},e)=>t.find(({text:n})=>n.
startsWith(`${e}=`))?.text.slice(e.length+1),KE=(t,e)=>t.length===0?b:t.map(({text:n})=>`${n.replaceAll("*",b)}${e?`/${b}`:""}
`).join("");function ur(t,e,n,{files:s},r=!1){let{input:o}=n.context,i=e.includes(b)&&o?.kind==="pipe"?o.from:[];s[r?"append":"write"](t,e,n.scope.folder,i)}var Hf={
tee:(t,e)=>{let{options:n,operands:s}=L(t.args,{permuted:!0}),r=t.context.stdin?.readRest()??b;for(let{text:o}of s)ur(o,r,t,e,G(n,"a","append"));return r},grep:(t,e)=>{
let{options:n,operands:s}=L(t.args,I.getopt.grep);if(G(n,"c","count","q","quiet"))return b;let r=G(n,"e","regexp","f","file")?s:s.slice(1),o=G(n,"r","R","recurs\
ive");return G(n,"l","L","files-with-matches","files-without-match")?KE(r,o):o?b:G(n,"o","only-matching","n","H","b","v","invert-match")?G(n,"v","invert-match")?
cn(t,e,r):de(cn(t,e,r)):cn(t,e,r)},dd:(t,e)=>{let[n,s]=["if","of"].map(i=>zE(t,i)),r=n===void 0?t.context.stdin?.readRest()??b:Pt(n,t,e)??b,o=t.args.some(({text:i})=>/^(?:skip|count|conv|bs|ibs)=/.
test(i))?de(r):r;return s===void 0?o:(ur(s,o,t,e),"")},sponge:(t,e)=>{let{options:n,operands:s}=L(t.args,{permuted:!0}),r=t.context.stdin?.readRest()??b;for(let{
text:o}of s)ur(o,r,t,e,G(n,"a"));return s.length>0?"":r}};var Ss=(t,e,n=()=>{})=>t.replace(e,s=>s==="%%"?"%":n(s)??b),YE=/%%|%[-_0^#+]*\d*[EO]?:{0,3}[A-Za-z]/g,XE=/%%|%[-+ #0']*\d*(?:\.\d*)?[HL]?[A-Za-z]/g,QE=/%%|%[-+ #0']*\d*(?:\.\d*)?[a-zA-Z]/g,
JE=/%%|%x[\da-fA-F]{2}|%[<>|]+\([^)]*\)|%[-+ ]?(?:\([^)]*\)|C\([^)]*\)|w\([^)]*\)|[acgGCd][A-Za-z]{0,6}|[A-Za-z])/g,ZE=/%%|%[\da-fA-F]{2}|%\([^)]*\)/g,eC=/^(?:oneline|short|medium|full|fuller|reference|email|mboxrd|raw|[\w-]*)$/,
Uf={"%n":`
`,"%t":"	"},tC=({args:t})=>{let e=t.find(({text:n})=>n.startsWith("+"))?.text.slice(1);return e===void 0?b:`${Ss(e,YE,n=>Uf[n])}
`},nC=({args:t})=>{let{options:e,operands:n}=L(t,{short:"cft",long:["format","printf"],permuted:!0}),[s]=W(e,"c","f","t","format","printf");return s?(n.length>0?
n:[s]).map(({text:o,glob:i})=>{let a=i?o.replaceAll("*",b):o;return Ss(at(s.text),XE,c=>/[nN]$/.test(c)?a:void 0)}).map(o=>`${o}
`).join(""):b},sC=t=>{let[,e]=/^%x?([\da-fA-F]{2})$/.exec(t)??[];return e===void 0?Uf[t]:String.fromCharCode(Number.parseInt(e,16))},rC=["stripspace","column","\
interpret-trailers","mailinfo","fmt-merge-msg"],oC=({args:t,context:e})=>{let[n,s]=t.map(({text:a})=>a);if(n==="rev-parse"&&s==="--show-toplevel")return`.
`;if(n==="rev-parse"&&s==="--sq-quote")return q;if(rC.includes(n??""))return de(e.stdin?.remaining||b);let{options:r}=L(t,{long:["format","pretty"],permuted:!0}),
o=W(r,"format","pretty").at(-1)?.text;if(o===void 0||eC.test(o))return b;let i=/^(?:for-each-ref|branch|tag|ls-files|ls-tree|cat-file)$/.test(n??"");return`${Ss(
o.replace(/^t?format:/,""),i?ZE:JE,sC)}
`},iC=({args:t})=>{let{options:e}=L(t,{short:"woXHdFuAebcT",long:["write-out","output"],permuted:!0}),n=W(e,"w","write-out").at(-1)?.text;return n===void 0?b:(W(
e,"o","output").length>0?"":b)+Ss(at(n),/%%|%\{[^}]*\}/g)},aC=({args:t})=>{let{options:e}=L(t,{short:"oOpCuUgGts",permuted:!0}),n=W(e,"o","O","format").flatMap(
({text:s})=>/=([\s\S]*[^\w,=%:][\s\S]*)$/.exec(s)?.[1]??[]);return n.length>0?`${n.join(" ")}
${b}`:b},cC=({args:t})=>{let e=t.map(({text:f})=>f),n=[],s,r=`
`;for(let f=0;f<e.length;f+=1){let[,h,m]=/^(?:-([fs])|--(?:format|separator)=?)([\s\S]*)$/.exec(e[f])??[];if(m===void 0){/^-(?:w|-equal-width)$/.test(e[f])||n.push(
Number(e[f]));continue}let g=m===""?e[++f]??"":m;h==="s"||e[f].startsWith("--s")?r=at(g):s=g}let[o=Number.NaN,i,a]=n,[c,l,d]=a!==void 0?[o,i,a]:i!==void 0?[o,1,
i]:[1,1,o],u=Math.floor((d-c)/l)+1,p=f=>s===void 0?f:Ss(s,QE,()=>f);return!(u<=100)||![c,l].every(Number.isSafeInteger)?s===void 0&&r===`
`?b:`${p(b)}${r}${p(b)}
`:`${Array.from({length:Math.max(0,u)},(f,h)=>p(`${c+h*l}`)).join(r)}
`},Bf=t=>t.replace(/\{\{[^}]*\}\}/g,e=>/^\{\{-?\s*(?:print(?:f|ln)?\s*)?["`]/.test(e)&&!/^\{\{-?\s*"(?:\\[nt]|[\w,:. ])*"\s*-?\}\}$/.test(e)?q:b),Vf=({args:t})=>{
let{options:e}=L(t,{short:"f",long:["format"],permuted:!0}),n=t.some(({text:r})=>r==="inspect")?["format","f"]:["format"],s=W(e,...n).at(-1)?.text;return s===void 0||
/^(?:json|table\b.*|raw)$/.test(s)?b:`${Bf(s)}
`},lC=({args:t})=>{let{options:e}=L(t,{short:"on",long:["output","namespace"],permuted:!0}),n=W(e,"o","output").at(-1)?.text.replace(/^=/,""),[,s,r]=/^(jsonpath|go-template)(?:-as-json)?=([\s\S]*)$/.
exec(n??"")??[];return r===void 0?b:s==="go-template"?Bf(r):r.replace(/\{([^}]*)\}/g,(o,i)=>{let[,,a]=/^(["'])(.*)\1$/.exec(i)??[];return a===void 0?b:at(a)})},
Gf={date:tC,stat:nC,git:oC,curl:iC,ps:aC,seq:cC,docker:Vf,kubectl:lC,podman:Vf},dC=/%%|%[-+ #0]*\d*(?:\.\d*)?(?:[ABCT][\w@+]|[A-Za-z])/g;function zf(t,e,n,s){let r=e.
map(i=>`${i}
`).join(""),o=[];for(let[i,{text:a}]of t.entries()){let[c,l]=t.slice(i+1,i+3).map(u=>u.text);if(c===void 0)continue;let d=u=>e.map(p=>uC(u,p,n)).join("");a==="-\
printf"?o.push(d(c)):a==="-fprintf"?s(c,d(l??"")):/^-f(?:print0?|ls)$/.test(a)&&s(c,r)}return o.length>0?o.join(""):r}var uC=(t,e,n)=>Ss(at(t),dC,s=>s==="%p"?e:
s==="%H"?n:void 0);var zo=require("node:path");var fc=(t,e)=>zo.posix.normalize(/^[/~]/.test(t)||t.startsWith(b)?t:`${e}/${t}`).replace(/(?<=[^/])\/+$/,""),Kf=({args:t,scope:e})=>{let{options:n,operands:s}=L(
t,{long:["relative-to","relative-base"],permuted:!0}),r=e.value("PWD"),[o]=W(n,"relative-to","relative-base");return o?tt(o)?vt(s.map(i=>tt(i)?zo.posix.relative(
fc(o.text,r),fc(i.text,r))||".":Re(i.text))):Re(o.text):vt(s.map(({text:i})=>fc(i,r)))},pC=(t,e)=>{let{options:n}=L(t.args,{permuted:!0});return G(n,"f","e","m",
"canonicalize","canonicalize-existing","canonicalize-missing")?Kf(t,e):b};function fC(t,e){let n=t.replace(/\/+$/,"");if(n==="")return t===""?"":"/";let s=n.slice(
n.lastIndexOf("/")+1);return s!==e&&s.endsWith(e)?s.slice(0,s.length-e.length):s}var hC=({args:t})=>{let{options:e,operands:n}=L(t,{short:"s",long:["suffix"]}),
[s]=W(e,"s","suffix"),r=s!==void 0||G(e,"a","multiple"),o=s??(r?void 0:n[1]),i=r?n:n.slice(0,1);return o&&!tt(o)?vt(i.map(({text:a})=>de(a))):vt(i.map(({text:a})=>fC(
a,o?.text??"")))},mC=({args:t})=>{let{operands:e}=L(t,{permuted:!0});return vt(e.map(n=>tt(n)?zo.posix.dirname(n.text):Re(n.text)))},Yf={realpath:Kf,readlink:pC,
basename:hC,dirname:mC};var gC={"[:upper:]":"A-Z","[:lower:]":"a-z","[:digit:]":"0-9","[:alpha:]":"A-Za-z","[:alnum:]":"A-Za-z0-9","[:space:]":" \\t\\n\\r\\f\\v"};function Xf(t,e){let n=e.
filter(i=>/^-[cCdst]+$/.test(i)).join(""),[s,r]=e.filter(i=>!/^-[cCdst]+$/.test(i)).map(yC);if(s===void 0||/[cCs]/.test(n))return;if(n.includes("d"))return[...t].
filter(i=>!s.includes(i)).join("");if(r===void 0||r.length===0)return;let o=new Map(s.map((i,a)=>[i,r[Math.min(a,r.length-1)]]));return[...t].map(i=>o.get(i)??i).
join("")}function yC(t){let e=at(t.replace(/\[:\w+:\]/g,r=>gC[r]??"")),n=[],s=[...e];for(let r=0;r<s.length&&n.length<1024;r+=1){let[o,i]=[s[r].codePointAt(0),s[r+
2]?.codePointAt(0)];if(s[r+1]==="-"&&i!==void 0&&i>=o&&i-o<256){for(let a=o;a<=i;a+=1)n.push(String.fromCodePoint(a));r+=2}else n.push(s[r])}return n}function Ko(t,e){let n=Object.hasOwn(Zf,t.program)?Zf[t.program]:void 0,s=n?n(t,e):I.filters.has(t.program)?eh(t,e):I.silent.has(t.program)?"":b;return s.length>
65536?q:(e.budget.spend(s.length>>6),s)}var bC=16,pr=({args:t})=>t.map(({text:e})=>e),xn=(t,e="",n=Re)=>(s,r)=>{let o=L(s.args,{short:e,permuted:!0}),i=cn(s,r,o.
operands);return i.includes(b)?n(i):t(i,o)??q},mc=(t,e="")=>xn(t,e,n=>n);function kC(t){let e=pr(t),n=0;for(;/^-[neE]+$/.test(e[n]??"");)n+=1;let s=e.slice(0,n).
join(""),r=e.slice(n).join(" ");return(s.includes("e")?at(r):r)+(s.includes("n")?"":`
`)}var gc=(t,e)=>{let n=e.replace(/\s+/g,"");return(t==="hex"?/^[\da-f]*$/i:/^[\w+/=-]*$/).test(n)?Buffer.from(n,t).toString("utf8"):q},xC=xn((t,{options:e})=>G(
e,"d","D","decode")?gc("base64",t):`${Buffer.from(t).toString("base64")}
`,"w"),vC=xn((t,{options:e})=>{if(!G(e,"d","decode"))return;let s=[...t.replace(/[\s=]/g,"")].map(r=>"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(r).toString(2).padStart(
5,"0")).join("").match(/[01]{8}/g)??[];return Buffer.from(s.map(r=>Number.parseInt(r,2))).toString("utf8")}),Es=t=>t.replace(/\n$/,"").split(`
`),Qf=t=>mc((e,{options:n})=>{let s=n.map(({name:l})=>l).join(""),r=l=>/^\d{1,6}$/.test(l??"")?Number(l):void 0,o=W(n,"c","bytes")[0]?.text;if(o!==void 0){let l=r(
o);return l===void 0?void 0:t?e.slice(-l):e.slice(0,l)}let i=W(n,"n","lines")[0]?.text??(/^\d+$/.test(s)?s:"10"),a=Es(e);if(t&&/^\+\d+$/.test(i))return vt(a.slice(
Number(i)-1));let c=r(i);return c===void 0?void 0:vt(t?a.slice(-c):a.slice(0,c))},"cn"),wC=xn((t,{options:e})=>{let[n]=W(e,"c","b","f"),s=/^(\d*)(-?)(\d*)$/.exec(
n?.text??"");if(!s)return;let r=Math.max(1,Number(s[1]||1)),o=s[2]===""?r:Number(s[3]||65536),i=W(e,"d")[0]?.text??"	",a=G(e,"f"),c=l=>a?l.split(i).slice(r-1,o).
join(i):l.slice(r-1,o);return vt(Es(t).map(c))},"cbfd");function SC(t,{options:e}){if(e.some(({name:s})=>!/^(?:[unro]|unique|numeric-sort|reverse|output)$/.test(
s)))return;let n=Es(t);return G(e,"n","numeric-sort")?n.sort((s,r)=>(Number.parseFloat(s)||0)-(Number.parseFloat(r)||0)):n.sort(),G(e,"r","reverse")&&n.reverse(),
`${(G(e,"u","unique")?[...new Set(n)]:n).join(`
`)}
`}var Jf={short:"oktST",long:["output"],permuted:!0},hc=(t,e)=>{let n=t.context.stdin?.remaining??"",{options:s,operands:r}=L(t.args,{short:"Fv"}),o=/^\s*\{\s*print\s*(?:\$(\d|NF))?\s*;?\s*\}\s*$/.
exec(r[0]?.text??""),i=W(s,"F")[0]?.text,a=r.length===1&&(i===void 0||/^[^\\.*+?[\]^$|()]$/.test(i));if(n===""||n.includes(b)||!a||!o)return eh(t,e);let c=o[1];
return Es(n).map(l=>{let d=i===void 0||i===" "?l.trim().split(/\s+/):l.split(i),u=c==="NF"?d.length:Number(c??0);return`${u===0?l:d[u-1]??""}
`}).join("")},EC=({args:t})=>{let{operands:e}=L(t,{permuted:!0});return e.map(({text:n})=>n.includes("/")?n:`/usr/bin/${n}`).join(`
`)};function eh(t,e){let s=L(t.args,{permuted:!0}).operands.slice(0,bC).map(({text:o})=>Pt(o,t,e)??"");return[t.context.stdin?.remaining??"",...s].filter(o=>o!==
"").some(o=>de(o)===q)?q:b}var Zf={echo:kC,printf:t=>dr(pr(t)),cat:(t,e)=>cn(t,e,L(t.args,{permuted:!0}).operands),base64:xC,base32:vC,openssl:(t,e)=>{let[n,...s]=pr(
t),o=(n==="base64"||n==="enc"&&s.some(i=>/^-(base64|a)$/.test(i)))&&s.includes("-d")?cn(t,e,[]):b;return o.includes(b)?Re(o):gc("base64",o)},xxd:xn((t,{options:e})=>G(
e,"r")&&G(e,"p","ps")?gc("hex",t):void 0),rev:xn(t=>vt(Es(t).map(e=>[...e].reverse().join("")))),tac:xn(t=>vt(Es(t).reverse())),tr:t=>{let e=t.context.stdin?.readRest()??
b;return e.includes(b)?Re(e):Xf(e,pr(t))??q},head:Qf(!1),tail:Qf(!0),cut:wC,sort:(t,e)=>{let{options:n}=L(t.args,Jf),s=mc(SC,Jf.short)(t,e),[r]=W(n,"o","output");
return r&&ur(r.text,s,t,e),r?"":s},uniq:mc((t,{options:e})=>G(e,"c","count","f","s","w")?void 0:t),awk:hc,gawk:hc,mawk:hc,mktemp:({args:t})=>{let{options:e,operands:n}=L(
t,{short:"p",long:["suffix"],permuted:!0}),[s]=W(e,"p","tmpdir"),r=n[0]?n[0].text.replace(/X{3,}/,b):`tmp.${b}`,o=s?.text??(n[0]&&!G(e,"t","tmpdir")?void 0:"/tm\
p");return`${o===void 0?r:`${o}/${r}`}
`},strings:xn(t=>t),ls:({args:t})=>{let{options:e,operands:n}=L(t,{permuted:!0});return!G(e,"d","directory")||G(e,"l")||n.length===0?b:n.map(({text:s})=>`${s.replaceAll(
"*",b)}
`).join("")},yes:t=>`${pr(t).join(" ")||"y"}
`.repeat(10),pwd:({scope:t})=>`${t.value("PWD")}
`,which:EC,...Hf,...Gf,...Yf,...Ff};var nh=require("node:path");var th={"git-dir":"GIT_DIR","work-tree":"GIT_WORK_TREE",namespace:"GIT_NAMESPACE","exec-path":"GIT_EXEC_PATH"},CC=new RegExp([String.raw`^(core\.(sshcommand|editor|pager|askpass|fsmonitor|gitproxy|alternaterefscommand)|sequence\.editor|`,
String.raw`diff\.external|gpg(\..+)?\.program|pager\..+|credential(\..*)?\.helper|(diff|merge|filter|difftool|`,String.raw`mergetool)\..+\.(cmd|command|textconv|driver|clean|smudge|process|path)|uploadpack\.packobjectshook|`,
String.raw`sendemail\.(tocmd|cccmd|headercmd))$`].join(""),"i"),sh=(t,e)=>{let{options:n,operands:s}=L(t.args,I.getopt.git),r={...t.context.environment},o=_C(n,
r,t);for(let{name:u,value:p}of n)th[u]&&p&&(r[th[u]]=p);let i=t.scope.copy();for(let{text:u}of W(n,"C"))i.folder=/^[/~]/.test(u)||i.folder===void 0?u:nh.posix.normalize(
`${i.folder}/${u}`);let a={...t,args:s,scope:i,context:{...t.context,environment:r}},c=B(a.context,"git"),l=u=>{e.runScript(u,ie(a),c)};for(let[u,p]of o)CC.test(
u)&&l(p.replace(/^!/,""));let d=t.context.wrappers.includes("git")?{}:{...t.scope.exported(),...r};for(let u of I.gitVariables)d[u]!==void 0&&l(d[u].text);return rh(
a,o,e,0)};function _C(t,e,{scope:n}){let s=[],r=Number(e.GIT_CONFIG_COUNT?.text??n.exported().GIT_CONFIG_COUNT?.text??0)||0,o=n.exported();for(let a=0;a<Math.min(
r,50);a+=1){let[c,l]=["KEY","VALUE"].map(d=>(e[`GIT_CONFIG_${d}_${a}`]??o[`GIT_CONFIG_${d}_${a}`])?.text);c!==void 0&&s.push([c,l??b])}let i=(e.GIT_CONFIG_PARAMETERS??
o.GIT_CONFIG_PARAMETERS)?.text??"";for(let[,a,c]of i.matchAll(/'([^'=]+)'?='?([^']*)'/g))s.push([a,c]);for(let{text:a}of W(t,"c")){let[,c=a,l="true"]=/^([^=]+)=([\s\S]*)$/.
exec(a)??[];s.push([c,l]),e[`GIT_CONFIG_KEY_${r}`]=R(c),e[`GIT_CONFIG_VALUE_${r}`]=R(l),r+=1,e.GIT_CONFIG_COUNT=R(String(r))}for(let{text:a}of W(t,"config-env")){
let[c="",l=""]=a.split("=");s.push([c,(e[l]??n.get(l)?.words[0])?.text??b])}return s}var AC=8;function rh(t,e,n,s){let[r,...o]=t.args;if(r===void 0)return n.addInvocation(
t);let i=e.findLast(([c])=>c.toLowerCase()===`alias.${r.text.toLowerCase()}`)?.[1]??n.gitAliases.get(r.text);if(i!==void 0&&s<AC){if(i.startsWith("!"))return n.
runScript(`${i.slice(1)} "$@"`,ie(t,[R("git"),...o]),B(t.context,"git"));let c=i.trim().split(/\s+/).map(l=>R(l.replace(/^(["'])(.*)\1$/,"$2")));return rh({...t,
args:[...c,...o]},e,n,s+1)}let a=n.addInvocation(t);return TC(r.text,o,t,n),a}function TC(t,e,n,s){let r=B(n.context,"git"),o=l=>{s.runScript(l,ie(n),r)},i=I.gitCode.
get(t)?.options??[],{options:a,operands:c}=L(e,{short:i.filter(l=>l.length===1).join(""),long:i.filter(l=>l.length>1),permuted:!0});for(let{text:l}of W(a,...i))
o(l);if(t==="bisect"&&e[0]?.text==="run"&&s.runWords(e.slice(1),n.scope,r),t==="submodule"){let l=e.findIndex(({text:u})=>u==="foreach"),d=e.slice(l+1).filter(({
text:u},p,f)=>p>0||!/^(--recursive|-q|--quiet)$/.test(u)||f.length===1);l!==-1&&o(d.map(({text:u})=>u).join(" "))}for(let{text:l}of c)l.startsWith("ext::")&&o(l.
slice(5).replaceAll("% ","\\ "));t==="config"&&PC(e,s)}function PC(t,{gitAliases:e}){let n=t.findIndex(({text:r})=>/^alias\./i.test(r)),s=t[n+1];n!==-1&&s&&e.set(
t[n].text.slice(6),s.text)}je();var RC=16,IC=/^([A-Za-z_]\w*)=([\s\S]*)$/;function $C({args:t,scope:e,context:n},{language:s},{options:r,operands:o,code:i,files:a,reads:c},{sources:l,files:d}){
let u=o[0],p=u!==void 0&&(a.includes(u)||i.includes(u)||c&&u.text==="-"),f=s==="python"?t.findIndex(S=>i.includes(S)):-1,h=f>=0?t.slice(f+1):p?o.slice(1):o,m=NC(
s,r)?h.slice(0,RC).map(({text:S})=>l.get(S)?.text??d.read(S,e.folder)).filter(S=>S!==void 0):[],g=c?void 0:n.stdin?.remaining,k=m.length>0?m.join(""):g===b||g===
""?void 0:g,x=new Map,E=s==="awk"?W(r,"F","field-separator")[0]?.text:void 0;if(s==="awk")for(let{text:S}of[...W(r,"v","assign"),...h]){let[,w,A]=IC.exec(S)??[];
w!==void 0&&x.set(w,A)}return{args:h,environment:{...e.exported(),...n.environment},variables:x,...Z({script:p&&u&&a.includes(u)?u.text:void 0,input:k,separator:E,
printsLast:s==="javascript"&&G(r,"p","print")||void 0})}}var NC=(t,e)=>t==="awk"||(t==="perl"||t==="ruby")&&G(e,"n","p"),{interpreters:ih}=I;function yc(t){let e=ah(
t.slice(t.lastIndexOf("/")+1));return/^(ba|da|z|k|a|mk)?sh$/.test(e)?"shell":ih.get(e)?.language}var ah=t=>t.replace(/\.exe$/i,"").replace(/^(python|pypy|perl|ruby|php|lua)[\d.]+$/,
"$1").replace(/^pypy$/,"python");function Yo(t,e){let n=ah(t.program),s=ih.get(n);if(!s)return;let r=s.language==="awk",o={...t,context:B(t.context,t.program)},
{options:i,operands:a}=L(MC(n,t.args),s),c=W(i,...s.code??[]),l=[...OC(t.args,a,s),...LC(i)],d=W(i,...s.files??[]),{scope:u,context:p}=t;s.operands==="code"&&c.
length===0&&d.length===0&&c.push(...n==="redis-cli"&&a.length>0?[oh(a)]:a.slice(0,1)),s.operands==="database then code"&&c.push(...a.slice(1));let[f]=W(i,...s.module??
[]);f&&DC(f.text,a,c,d);let h=s.operands===void 0&&c.length===0&&!G(i,...s.module??[]);h&&a[0]&&a[0].text!=="-"&&d.push(a[0]);let g=d.some(({text:te})=>/^(?:-|\/dev\/stdin|\/dev\/fd\/0)$/.
test(te))||c.length===0&&d.length===0&&(h||s.operands!==void 0),k=Jn(g?t:Zn(t),c[0]?.text??"",e),[x]=d.map(({text:te})=>(e.sources.get(te)??e.files.written(te,u.
folder))?.from??[]),E=r?Ko(t,e):void 0,S=x?.length?ar(k,x):k,w=r&&p.input?.kind==="pipe"?p.input:void 0,A=e.addInvocation({...S,args:t.args.filter(te=>!c.includes(
te)||te.text.includes(b)),...Z({filter:w&&{code:oh(c).text,from:w.from}})}),P=$C(t,s,{options:i,operands:a,code:c,files:d,reads:g},e),C=[];for(let{text:te}of[...c,
...l])C.push(es(s.language,te,o,e,P));for(let{text:te}of d){let D=e.sources.get(te)?.text??e.files.read(te,u.folder);D!==void 0&&C.push(es(s.language,D,o,e,P))}
let N=g?p.stdin?.readRest():void 0;N!==void 0&&C.push(es(s.language,N,{...o,context:xt(o.context)},e,P));let V=C.join("");return E!==void 0?E===b&&V!==""?V:E:V!==
""&&s.language!=="sql"?G(i,"p")&&n!=="node"?A:V:s.language==="sql"?WC(c)??A:A}function OC(t,e,n){let[s,...r]=e;if(!s||n.operands==="no code")return[];let o=t[t.
indexOf(s)-1]?.text??"",i=n.operands===void 0&&/[(;`\n]/.test(s.text)?[s]:[];if(!/^-./.test(o))return i;let{options:a,operands:c}=L(r,n),l=W(a,...n.code??[]);return[
...i,...l,...n.operands==="code"?c.slice(0,1):[]]}var LC=t=>W(t,"import","loader","experimental-loader","r","require").flatMap(({text:e})=>{let[,n,s]=/^data:[^,;]*(?:;(?!base64)[^,;]*)*(;base64)?,([\s\S]*)$/.
exec(e)??[];return s===void 0?[]:[R(n?Buffer.from(s,"base64").toString("utf8"):nt.url(s))]});function WC(t){let e=t.flatMap(({text:n})=>/^\s*(?:select|with)\b/i.
test(n)?[...n.slice(0,1e4).matchAll(/'\s*((?:drop|truncate|delete|alter|revoke|grant)\s[^']*)'/gi)].map(([,s])=>`${s}${b};
`):[]);return e.length>0?e.join(""):void 0}function DC(t,e,n,s){t==="timeit"?n.push(...e.filter(({text:r})=>!/^-\w*[nru]?\d*$/.test(r))):/^(?:cProfile|profile|pdb|trace|runpy|coverage|asyncio)$/.
test(t)&&s.push(...e.filter(({text:r})=>r.endsWith(".py")).slice(0,1))}var oh=t=>R(t.map(({text:e})=>e).join(" "));function MC(t,e){let[n,...s]=e;return t==="de\
no"&&n?.text==="eval"?[R("-e"),...s]:(t==="deno"||t==="bun")&&n?.text==="run"?s:e}function es(t,e,n,s,r=mo){let{scope:o,context:i}=n;xe(e)&&s.budget.fail("too-m\
uch",`${n.program} runs code that cannot be read to its end`);let a="";if(!s.readCode)return a;let c=t==="sql"?qC(e.replace(/^\s*\.(?!shell|system)\w+.*$/gm,""),
n):e;return s.budget.descend(()=>{s.budget.spend(e.length>>8);let{invocations:l,problem:d}=s.readCode(t,c,{readCommand:u=>jC(u,n,s),onWrite:(u,p)=>s.files.write(
u,p,o.folder),input:r,onPrint:u=>{a=a.length+u.length>65536?q:a+u}});d&&s.budget.fail(d.kind,d.detail);for(let u of l)s.budget.spendInvocation()&&s.invocations.
push(FC(u,n,i))},void 0),a}var qC=(t,{program:e})=>/^mongo(?:sh)?$/.test(e)?t.replace(/^[ \t]*(use[ \t]+[^;\s]+)[ \t]*$/gim,"$1;").replace(/\n(?=[ \t]*db[.[])/g,
`;
`):t;function jC(t,e,n){let{context:s}=e,r=n.invocations.length;return n.runScript(t,ie(e),{...s,wrappers:[],redirects:[],captured:!0}),{invocations:n.invocations.
splice(r)}}var FC=(t,{scope:e,program:n,args:s},{wrappers:r,redirects:o,input:i})=>({...t,wrappers:[...r,...t.wrappers],redirects:[...o,...t.redirects],...t.program===
"sql"&&{client:{program:n,args:s}},...Z({input:t.input??i,folder:t.folder??(e.folder===void 0?void 0:R(e.folder))})});function ch(t){if(t.length>1e4)return;let e=[],n=0;for(;n<t.length;)if(/[\s;{}!]/.test(t[n]))n+=1;else if(t[n]==="#")n=fr(t,n);else{let s=HC(t,n);if(s===void 0)
return;if(s>n){n=s;continue}let r=VC(t,n);if(!r)return;e.push(r.command),n=r.end}return e}function fr(t,e){let n=t.indexOf(`
`,e);return n===-1?t.length:n}function HC(t,e){let n=/^(?:\d+(?:~\d+)?|\$|,\s*[+~]?|I(?=[\s,!a-z]))/.exec(t.slice(e,e+40));return n?e+n[0].length:t[e]==="/"?bc(
t,e+1,"/"):t[e]==="\\"&&e+1<t.length?bc(t,e+2,t[e+1]):e}function bc(t,e,n){for(let s=e;s<t.length;s+=1)if(t[s]==="\\")s+=1;else if(t[s]==="[")s+=(/^\[\^?\]?(?:\[:\w+:\]|[^\]\n])*\]/.
exec(t.slice(s,s+300))?.[0].length??1)-1;else if(t[s]===n)return s+1}function kc(t,e,n){for(let s=e;s<t.length;s+=1)if(t[s]==="\\")s+=1;else if(t[s]===n)return s+
1}function VC(t,e){let n=t[e],s=fr(t,e),r=t.slice(e+1,s).trim();if(n==="s")return BC(t,e);if(n==="y"){let o=kc(t,e+2,t[e+1]??""),i=o===void 0?void 0:kc(t,o,t[e+
1]);return i===void 0?void 0:{command:{kind:"other"},end:i}}if(n==="e")return{command:{kind:"execute",command:r},end:s};if(n==="w"||n==="W")return{command:{kind:"\
write",file:r},end:s};if(n==="r"||n==="R")return{command:{kind:"read",file:r},end:s};if(/[aic]/.test(n))return{command:{kind:"other"},end:UC(t,e)};if(/[pPdDnNqQ=l]/.
test(n)){let o=/^[qQlL]?\s*\d*/.exec(t.slice(e,e+12))[0].length;return{command:{kind:/[pdnqQPD]/.test(n)?"select":"other"},end:e+Math.max(1,/[qQl]/.test(n)?o:1)}}
if(/[:btTv]/.test(n)){let o=/^[^;\n}]*/.exec(t.slice(e+1))[0].length;return{command:{kind:"other"},end:e+1+o}}return/[gGhHxzF]/.test(n)?{command:{kind:"other"},
end:e+1}:void 0}function UC(t,e){let n=fr(t,e);for(;n<t.length&&t[n-1]==="\\";)n=fr(t,n+1);return n}function BC(t,e){let n=t[e+1];if(n===void 0||/[\s\\\w]/.test(
n))return;let s=bc(t,e+2,n),r=s===void 0?void 0:kc(t,s,n);if(s===void 0||r===void 0)return;let o=/^[gpeimIM\d]*/.exec(t.slice(r))[0],i={kind:"replace",pattern:t.
slice(e+2,s-1),replacement:t.slice(s,r-1),flags:o,delimiter:n},a=r+o.length;if(t[a]!=="w")return{command:i,end:a};let c=fr(t,a);return{command:{...i,file:t.slice(
a+1,c).trim()},end:c}}var GC=200,zC=2,KC=3e5,YC=128;function XC(t,e,n,s){let{pattern:r,replacement:o,flags:i}=e;if(t.includes(b)||r.includes(b))return de(t+r);if(!/^[gpeI]*$/i.test(i)||
o.length>GC||t.length>65536)return de("");let a=m=>m.replaceAll(`\\${e.delimiter}`,()=>e.delimiter),c=ZC(a(r),n),l=c&&JC(a(o)),d=c&&QC(c.source,i);if(!d||!l)return de(
"");let u=t.split(`
`),p=u.reduce((m,g)=>m+g.length**(c.repeated+1),0);if(p>KC||!s.spend(Math.ceil(p/YC)))return de("");let f=u.at(-1)===""&&u.length>1?u.pop():void 0;return[...u.map(
m=>m.replace(d,(...g)=>l.map(k=>typeof k=="number"?g[k]??"":k).join(""))),...f===void 0?[]:[f]].join(`
`)}function QC(t,e){try{return new RegExp(t,`${e.includes("g")?"g":""}${/i/i.test(e)?"i":""}`)}catch{return}}function JC(t){if(!/\\[a-zA-Z]/.test(t.replaceAll("\
\\n","").replaceAll("\\t","")))return[...t.matchAll(/\\([\s\S])|(&)|([^\\&]+)/g)].map(([,e,n,s])=>n!==void 0?0:e===void 0?s:/\d/.test(e)?Number(e):e==="n"?`
`:e==="t"?"	":e)}var lh={alpha:"A-Za-z",digit:"0-9",alnum:"A-Za-z0-9",upper:"A-Z",lower:"a-z",space:" \\t\\r\\f\\v",blank:" \\t"};function ZC(t,e){let n=0,s=!0,
r=t.replace(/\\([\s\S])|\[(\^?)(\]?(?:\[:\w+:\]|[^\]])*)\]|[\s\S]/g,(i,a,c,l,d)=>{if(l!==void 0){let u=l.replace(/\[:(\w+):\]/g,(p,f)=>(Object.hasOwn(lh,f)||(s=
!1),lh[f]??p));return`[${c??""}${u.replace(/\\(?![trfv])|\]/g,"\\$&")}]`}if(a!==void 0){if(a==="n"||a==="t"||a==="s"||a==="S"||a==="w")return i;let u=/[(){}|+?]/.
test(a);return/[\w<>\x60']/.test(a)&&(s=!1),u?e?`\\${a}`:o(a):`\\${a}`}return i==="*"?d===0||!e&&t[d-1]==="^"?"\\*":o("*"):/[(){}|+?]/.test(i)?e?o(i):`\\${i}`:i===
"^"&&d>0&&!/[(|]/.test(t[d-1])?e?"^":"\\^":i==="$"&&d<t.length-1&&!e&&t[d+1]!=="\\"?"\\$":/[/\]]/.test(i)?`\\${i}`:i});function o(i){return i==="{"&&(s=!1),/[*+?]/.
test(i)&&(n+=1),i}if(!(!s||n>zC||/\)[*+]/.test(r)||r===""))return{source:r,repeated:n}}var e1=8,ph=/^\/dev\/(?:stdout|stderr|fd\/[12])$/,fh=(t,e)=>{let{options:n,
operands:s}=L(t.args,I.getopt.sed),r=W(n,"e","expression").map(({text:h})=>h),o=W(n,"f","file").map(({text:h})=>s1(h,t,e));r.length===0&&o.length===0&&r.push(s.
shift()?.text??"");let i=[...r,...o].join(`
`),a=ch(i);e.budget.spend(e1*(a?.length??0));let c=(a??[]).flatMap(h=>{let m="file"in h&&h.file!==void 0&&!ph.test(h.file)?h.file:"";return m===""?[]:[{kind:h.kind===
"read"?"read":"write",path:R(m)}]}),l={...t.context,redirects:[...t.context.redirects,...c]};e.addInvocation({...t,context:l});let d=G(n,"i","in-place"),u=d?b:cn(
t,e,s);if(a===void 0)return i.includes(b)||e.budget.fail("unparsable","its sed script cannot be parsed"),de(u);let p=G(n,"E","r","regexp-extended"),f=u;for(let h of a)
f=t1(h,{text:f,extended:p,operands:s},t,e);return d?"":f.length>65536?q:f};function t1(t,{text:e,extended:n,operands:s},r,o){let i=B(r.context,r.program);switch(t.
kind){case"select":return e;case"other":return de(e);case"read":return e.includes(b)?Re(e):b;case"write":return dh(t.file,e,r,o),e;case"execute":return t.command!==
""?(o.runScript(t.command,ie(r),i),e.includes(b)?Re(e):b):uh(e,s,r,o);default:{let a=XC(e,t,n,o.budget);return t.flags.includes("e")?(a.includes(b)&&o.runScript(
n1(t),ie(r),i),(!a.includes(b)||s.length===0)&&uh(a,[],r,o),b):(t.file!==void 0&&dh(t.file,a,r,o),a)}}}var dh=(t,e,{scope:n},{files:s})=>{ph.test(t)||s.write(t,
e,n.folder)};function uh(t,e,n,s){let r=ie(n),o=B(n.context,n.program);if(t!==b)for(let i of t.split(`
`))s.runScript(i,r,xt(o));else if(e.length>0)for(let i of e)s.runWords([R("sh"),i],r,o);else s.runWords([R("sh")],r,{...o,stdin:new Qe(t)});return b}var n1=({replacement:t})=>t.
replace(/\\([\s\S])|&/g,(e,n)=>e==="&"||/\d/.test(n??"")?b:n==="n"?`
`:n??""),s1=(t,e,n)=>(t==="-"?e.context.stdin?.readRest():void 0)??Pt(t,e,n)??b;var r1=["sh","bash","dash","zsh","ksh","mksh","ash","rbash","fish","csh","tcsh","yash"],o1=(t,e)=>{let{args:n,context:s}=t,{options:r,operands:o}=L(n.map(c1),I.
getopt.shell);if(t.program==="fish")return i1(t,e);let i=B(s,t.program);for(let{name:d,value:u}of r)u&&(d==="rcfile"||d==="init-file")&&xc(u,{...t,args:[u]},e);
let[a,...c]=o;if(a1(t.args,r))return e.addInvocation({...Zn(t),args:[]});if(G(r,"c","command")){if(a===void 0)return e.addInvocation(t);let d=c[0]??R(t.program);
return e.addInvocation({...Jn(Zn(t),a.text,e),args:l1(n,a)}),e.runScript(a.text,ie(t,[d,...c.slice(1)]),i)}return a===void 0||G(r,"s")||a.text==="-"||/^\/(dev\/stdin|proc\/self\/fd\/0|dev\/fd\/0)$/.
test(a.text)?ts(t,e,ie(t,[R(t.program),...o])):xc(a,{...t,args:o},e)};function i1(t,e){let{options:n,operands:s}=L(t.args,I.getopt.fish),r=W(n,"c","command","C",
"init-command"),[o]=s;if(r.length===0&&o)return xc(o,{...t,args:s},e);if(r.length===0)return ts(t,e,ie(t));e.addInvocation({...Zn(t),args:t.args.filter(i=>!r.includes(
i))});for(let{text:i}of r)e.runScript(i,ie(t),B(t.context,t.program));return b}var a1=(t,e)=>G(e,"n","no-execute")&&!G(e,"i")&&!t.some(({text:n})=>n.startsWith(
"+")),c1=t=>/^\+[a-zA-Z]/.test(t.text)?{...t,text:`-${t.text.slice(1)}`}:t,l1=(t,e)=>e.text.includes(b)?t:t.filter(n=>n!==e);function ts(t,e,n=t.scope){let{context:s}=t,
r=s.stdin?.readRest();return r===void 0?e.addInvocation(t):(!r.includes(b)&&!d1(s)?e.addInvocation({...t,context:{...s,input:{kind:"text",text:r}}}):e.addInvocation(
s.input?.kind==="text"?Jn(t,r,e):t),e.runScript(r,n,xt(B(s,t.program))))}var d1=({input:t})=>{let e=t?.kind==="pipe"?t.from.at(-1)?.path:void 0;return e!==void 0&&
/^(?:python|javascript|perl|ruby|php|awk)$/.test(yc(e)??"")};function xc(t,e,n){let{scope:s,context:r}=e,o=n.sources.get(t.text);if(o){let a={...r,input:{kind:"\
pipe",from:o.from},stdin:new Qe(o.text)};return ts({...e,context:a},n,ie(e,e.args))}let i=n.files.written(t.text,s.folder);return e.context.isConcurrent&&t.text===
s.arguments[0]?.text&&an(e,n),n.addInvocation(vc(Zn(e),i?.from)),i===void 0?b:mh(t,i.text,e,n)}var vc=(t,e=[])=>e.length===0?t:ar(t,e);function mh(t,e,n,s){let[
,r]=/^#!\s*(\S.*)/.exec(e)??[],o=r&&yc(r.split(/\s+/).at(r.includes("env ")?-1:0)),i=B(n.context,n.program),a=`file ${t.text}
${e}`;if(s.activeScripts.includes(a))return n.context.isConcurrent&&an(n,s),b;s.activeScripts.push(a);let c=b;return o&&o!=="shell"?es(o,e,{...n,context:i},s):c=
s.runScript(e,ie(n,[t,...n.args.slice(1)]),{...i,isConcurrent:!1}),s.activeScripts.pop(),c}function gh(t,e){let[n]=t.words,s=n.text.includes("/")?e.files.written(
n.text,t.scope.folder):void 0;if(s!==void 0)return e.addInvocation(vc(t,s.from)),mh(n,s.text,{...t,args:t.words},e)}var hh=(t,e)=>{let[n,...s]=t.args;if(n===void 0)
return e.addInvocation(t);if(n.text==="/dev/stdin"||n.text==="-")return ts(t,e);let r=e.sources.get(n.text),o=r?{...t.context,input:{kind:"pipe",from:r.from},stdin:new Qe(
r.text)}:t.context;if(r)return ts({...t,context:o},e);let i=e.files.written(n.text,t.scope.folder);return e.addInvocation(vc(t,i?.from)),i===void 0?b:(s.length>
0&&(t.scope.arguments=[n,...s]),e.runScript(i.text,t.scope,B(o,t.program)))},yh=[...r1.map(t=>[t,o1]),["source",hh],[".",hh]];var u1=4,hr=4096,p1=65536,mr=(t,e,n)=>n.runScript(t,ie(e),B(e.context,e.program)),bh=(t,e)=>{e.addInvocation(t);let{options:n}=L(t.args,I.getopt.make),s=W(n,"f",
"file","makefile").map(({text:i})=>i),r=W(n,"eval","E").map(({text:i})=>i);for(let i of s.length>0?s:["Makefile","makefile","GNUmakefile"])r.push((i==="-"?t.context.
stdin?.readRest():Pt(i,t,e))??"");let o=t.args.flatMap(({text:i})=>/^([\w.]+)=([\s\S]*)$/.exec(i)?.slice(1,3)??[]);o.includes("SHELL")&&mr(o[o.indexOf("SHELL")+
1],t,e);for(let i of r){let a=f1(i);for(let l=0;l<o.length;l+=2)a.set(o[l],o[l+1]);for(let[,l]of i.matchAll(/\$\(shell\s+((?:[^()]|\([^()]*\))*)\)/g))mr(kh(l,a),
t,e);let c=i.replaceAll(`\\
`," ").split(`
`).filter(l=>/^\t|^[^\t=#:]+:[^=;]*;/.test(l)).map(l=>l.replace(/^[^\t]*?;/,"").replace(/^[\t ]*[@+-]*/,""));for(let l of c)l.length>hr?e.budget.fail("too-long",
`a recipe is longer than ${hr} characters`):mr(kh(l,a),t,e)}return b};function f1(t){let e=new Map([["HOME","~"],["RM","rm -f"],["MAKE","make"],["CURDIR","."],[
"PWD","."]]);for(let[,n,s]of t.matchAll(/^(?:export |override )?([\w.]+)[ \t]*(?::{0,3}|[?+])=[ \t]*([^\n]*)$/gm))e.set(n,s);return e}function kh(t,e){let n=t,s=0;
for(let r=0;r<u1&&n.length<hr;r+=1){let o=n;if(n=n.replace(/(?<!\$)\$(?:\(([\w.]+)\)|\{([\w.]+)\})/g,(i,a,c)=>{let l=a??c;return s+=e.get(l)?.length??0,s>hr?"":
e.get(l)??(a===void 0?i:`\${${l.replaceAll(".","_")}}`)}),n===o)break}return(s>hr?n+b:n).replaceAll("$$","$")}var h1=(t,e)=>{e.addInvocation(t);let{options:n}=L(
t.args,I.getopt.just),[s]=W(n,"f","justfile").map(({text:r})=>r);for(let r of s===void 0?["justfile","Justfile",".justfile"]:[s]){let o=(Pt(r,t,e)??"").split(`
`);for(let i of o.filter(a=>/^[ \t]+\S/.test(a)))mr(i.replace(/^[ \t]*[@-]*/,"").replace(/\{\{[^}]*\}\}/g,b),t,e)}return b};function xh(t,e){let[n,s]=t.args.filter(
({text:a})=>!a.startsWith("-")).map(({text:a})=>a),r=/^(?:run|run-script|rum|urn)$/.test(n??"")?s:m1[n??""]??n,o=r===void 0?void 0:Pt("package.json",t,e);if(o===
void 0||o.length>p1)return;let i=g1(o);for(let a of[`pre${r}`,r,`post${r}`]){let c=i.get(a);c!==void 0&&!e.activeScripts.includes(`script ${a}`)&&(e.activeScripts.
push(`script ${a}`),mr(c,t,e),e.activeScripts.pop())}}var m1={t:"test",i:"install",ci:"install",add:"install"};function g1(t){let e;try{e=JSON.parse(t)}catch{return new Map}
let n=typeof e=="object"&&e!==null&&"scripts"in e?e.scripts:void 0;return typeof n!="object"||n===null?new Map:new Map(Object.entries(n).filter(s=>typeof s[1]==
"string"))}var vh=[["make",bh],["gmake",bh],["just",h1]];var y1=new RegExp([String.raw`^\s*(?:DROP\s+(?:DATABASE|TABLE|SCHEMA|USER|MEASUREMENT|SERIES|VIEW|COLUMN)\b|TRUNCATE\s+\S|`,String.raw`DELETE\s+FROM\s|ALTER\s+TABLE\s|UPDATE\s+\S+\s+SET\s|GRANT\s|REVOKE\s)`].
join(""),"i"),b1=/(?:^|[?&])(?:query|q|sql|statement|stmt)=([^&#]*)/gi,k1=/"(?:query|q|sql|statement|stmt)"\s*:\s*"((?:[^"\\]|\\.){1,4000})"/gi,wh=16384;function x1(t,e){
let{options:n,operands:s}=L(t.args,I.getopt.request),r=n.filter(({name:a})=>a==="d"||/^(?:data(?:-\w+)?|json|(?:post|body)-data)$/.test(a)).flatMap(({value:a})=>a?
[a.text.slice(0,wh)]:[]),i=[...r,...W(n,"url").concat(s).map(({text:a})=>a.slice(0,wh))].flatMap(a=>[...[...a.matchAll(b1)].map(c=>v1(c[1])),...[...a.matchAll(k1)].
map(c=>c[1].replace(/\\n/g,`
`).replace(/\\(.)/g,"$1"))]);for(let a of[...r,...i])y1.test(a)&&es("sql",a,t,e)}function v1(t){let e=t.replaceAll("+"," ");try{return decodeURIComponent(e)}catch{
return e}}var w1=/^\s*-?(?:put|mput|reput|send|append|mirror\s+(?:-\w*R\w*|--reverse))\s+(.*)$/,S1=100,E1=(t,e)=>{let{options:n,operands:s}=L(t.args,I.getopt.transfer),
r=t.context.stdin?.readRest()??"",[o]=W(n,"b"),i=o&&e.files.written(o.text,t.scope.folder)?.text,a=t.program==="lftp"?W(n,"e","c").map(p=>p.text):[],c=e.addInvocation(
t),l=[r,i??"",...a].join(`
`).split(/[\n;]/),d=l.flatMap(p=>/^\s*open\s+(?:-\S+\s+)*(\S+)/.exec(p)?.[1]??[]),u=(s[0]?.text??d[0]??"").replace(/^[a-z]+:\/\//,"").replace(/[:/].*$/,"");for(let p of l.
slice(0,S1)){let[,f]=w1.exec(p)??[],h=f?.split(/\s+/).filter(k=>k!==""&&!k.startsWith("-"))??[],m=h.length>1&&!/mput/.test(p)?h.slice(0,-1):h;if(m.length===0)continue;
let g=["scp","-r",...m,`${u||"unknown"}:`].map(k=>R(k,/[*?[]/.test(k)));e.runWords(g,t.scope,B(t.context,t.program))}return c},{getopt:Ue}=I,wc=t=>t.map(({text:e})=>e).
join(" "),Cs=(t,e,n)=>n.runScript(t,ie(e),B(e.context,Uo(e.program))),vn=t=>(e,n)=>{let s=n.addInvocation(e);for(let r of t(e.args))Cs(r,e,n);return s},Xo=(t,...e)=>n=>W(
L(n,{...t,permuted:!0}).options,...e).map(({text:s})=>s),C1=vn(t=>{let{options:e}=L(t,Ue.tar),n=W(e,"checkpoint-action").map(({text:r})=>r),s=["I",...Ue.tar.long.
filter(r=>r!=="checkpoint-action"),"F"];return[...n.flatMap(r=>r.startsWith("exec=")?[r.slice(5)]:[]),...W(e,...s).map(({text:r})=>r)]}),_1=new RegExp([String.raw`^\s*:?\s*(?:[\d,.$%]*!|r\s*!|w\s*!|silent!?\s*!|term(?:inal)?\s+|call\s+system\(["']|`,
String.raw`lua\s+os\.execute\(["'])\s*(.+?)(?:["']\))?$`].join("")),A1=/^\s*:?\s*(?:sh(?:ell)?|term(?:inal)?)!?\s*$/,T1=(t,e)=>{e.addInvocation(t);let n=Xo(Ue.editor,
"c","cmd")(t.args),s=t.args.flatMap(({text:o})=>o.startsWith("+")?[o.slice(1)]:[]),r=/^(ex|ed|vi|vim|nvim)$/.test(t.program)&&t.context.stdin?t.context.stdin.readRest().
split(`
`):[];for(let o of[...n,...s,...r]){let i=A1.test(o)?"sh":_1.exec(o)?.[1];i!==void 0&&Cs(i,t,e)}return b},P1=(t,e)=>{let{options:n,operands:s}=L(t.args,Ue.ssh),
[r,...o]=s,{options:i,operands:a}=L(o,Ue.ssh);n.push(...i);let c=a[0]?.text==="--"?a.slice(1):a,l=c.length===0&&r!==void 0&&t.context.stdin!==void 0;l||e.addInvocation(
{...t,args:t.args.filter(d=>!c.includes(d))});for(let{text:d}of W(n,"o")){let[,u]=/^(?:ProxyCommand|LocalCommand|KnownHostsCommand)[= ]\s*(.*)/i.exec(d)??[];u!==
void 0&&Cs(u,t,e)}return c.length>0?Cs(wc(c),t,e):l?ts({...t,scope:ie(t)},e):b},R1=(t,e)=>{let n=e.addInvocation(t),{operands:s}=L(t.args,Ue.container);(s[0]?.text===
"compose"||s[0]?.text==="container")&&({operands:s}=L(s.slice(1),Ue.container));let[r,...o]=s;if(!/^(exec|run|debug)$/.test(r?.text??""))return n;let i=o.findIndex(
({text:c})=>c==="--"),a=i===-1?I1(o):o.slice(i+1);return a.length>0?e.runWords(a,t.scope,$1(t)):b},I1=t=>{let{options:e,operands:n}=L(t,Ue.container);return[...W(
e,"entrypoint"),...n.slice(1)]},$1=t=>B(t.context,t.program),N1=(t,e)=>{let{after:n=[],code:s=[],values:r=[],skip:o=0}=I.runners.get(t.program),i={short:[...r,...s].
filter(g=>g.length===1).join(""),long:[...r,...s].filter(g=>g.length>1)},{operands:a}=L(t.args,i);if(/^(npm|pnpm|yarn|bun)$/.test(t.program)&&xh(t,e),t.program===
"yarn"&&a[0]?.text==="node")return e.runWords(a,t.scope,B(t.context,t.program));let[c]=a;if(/^(?:pnpm|yarn)$/.test(t.program)&&a.length>1&&!I.packageVerbs.has(c.
text))return e.addInvocation(t),e.runWords(a,t.scope,B(t.context,t.program));let d=/^(?:workspaces?|foreach|recursive|multi|m)$/.test(a[0]?.text??"")?a.slice(0,
10).findIndex(({text:g})=>n.includes(g)):0;if(n.length>0&&!n.includes(a[d]?.text??""))return Yo(t,e)??e.addInvocation(t);let u=e.addInvocation(t),{options:p,operands:f}=L(
a.slice(n.length>0?d+1:0),i);for(let{text:g}of W(p,...s))Cs(g,t,e);let h=f.findIndex(({text:g})=>g==="--"),m=h===-1?f.slice(o):f.slice(h+1);return m.length>0?O1(
m,t,e):u};function O1(t,e,n){return t.length===1&&Vo(t[0])?Cs(t[0].text,e,n):n.runWords(t,e.scope,B(e.context,e.program))}var L1=(t,e)=>{e.addInvocation(t);let n=t.
context.stdin?.readRest();return n===void 0?b:e.runScript(n,ie(t),xt(B(t.context,t.program)))},W1=(t,e)=>{let n=e.addInvocation(t),{options:s,operands:r}=L(t.args,
Ue.copy),{files:o}=e,{folder:i}=t.scope,[a]=W(s,"t","target-directory"),c=a??r.at(-1);for(let{text:l}of a?r:r.slice(0,-1)){let d=/^\/(usr\/(local\/)?)?s?bin\/[\w.-]+$/.
test(l)?{text:`${l} "$@"`,from:[]}:void 0,u=e.sources.get(l)??o.written(l,i)??d;u===void 0||!c||(o.write(c.text,u.text,i,u.from),o.write(`${c.text}/${l.slice(l.
lastIndexOf("/")+1)}`,u.text,i,u.from))}return n},D1=(t,e)=>{let n=e.invocations.length,s=e.addInvocation(t);x1(t,e);let r=t.program!=="curl",{options:o,operands:i}=L(
t.args,r?Ue.wget:Ue.curl),a=W(o,...M1[t.program]??["o","output","out"]).map(({text:d})=>d),l=(r?a.length===0:G(o,"O","remote-name","J"))?i.map(({text:d})=>d.replace(
/[?#].*$/,"").replace(/^.*\//,"")):[];for(let d of[...a,...l])d!=="-"&&e.files.write(d,b,t.scope.folder,e.invocations.slice(n));return s},M1={wget:["O","output-\
document"],wget2:["O","output-document"]},q1=(t,e)=>e.addInvocation(t.args[0]?.text.startsWith("+")?{...t,args:t.args.slice(1)}:t);function j1(t){let{operands:e}=L(
t,Ue.tmux),[n,...s]=e,{operands:r}=L(s,Ue["tmux-command"]),o=r.filter(({text:i})=>!/^(Enter|C-m|KPEnter)$/.test(i));return/^(new|neww|new-session|new-window|split-window|splitw|run|run-shell|respawn-pane|send|send-keys)$/.
test(n?.text??"")?[wc(o)]:[]}var F1={gdb:vn(t=>Xo(Ue.gdb,"ex","eval-command")(t).flatMap(e=>/^\s*(?:shell|!)\s*(.+)/.exec(e)?.slice(1)??[])),osascript:vn(t=>Xo(
Ue.osascript,"e")(t).flatMap(e=>[...e.matchAll(/do shell script "((?:[^"\\]|\\.)*)"/g)].map(([,n])=>n.replace(/\\(.)/g,"$1")))),tmux:vn(j1),screen:vn(t=>{let{options:e,
operands:n}=L(t,Ue.screen);return[e.some(({name:s})=>s==="X")?wc(n):Qn(n)]}),capsh:vn(t=>{let e=t.findIndex(({text:n})=>n==="--");return e===-1?[]:[`bash ${Qn(t.
slice(e+1))}`]}),concurrently:vn(t=>L(t,Ue.concurrently).operands.map(({text:e})=>e)),cargo:q1},H1=[["tar bsdtar gtar",C1],["vim vi nvim view ex ed less more",T1],
["sed gsed",fh],["ssh",P1],["sftp ftp lftp",E1],["docker docker-compose podman nerdctl kubectl oc",R1],["curl wget wget2 aria2c axel",D1],["at batch",L1],["cp m\
v install ln",W1]],Sh=[...Object.entries(F1),...H1.flatMap(([t,e])=>t.split(" ").map(n=>[n,e])),...[...I.codeOptions].map(([t,{code:e,...n}])=>[t,vn(Xo(n,...e))]),
...[...I.runners.keys()].map(t=>[t,N1])];var V1=/^(?:ba|da|z|k|mk|a|rba|ya)?sh$/,U1=["BASH_ENV","ENV"];function Eh(t,e){let{program:n,scope:s,context:r}=t,o=I.codeVariables.get(n)?.variables??[],i=V1.test(
n);if(o.length===0&&!i||r.wrappers.includes(n))return;let a={...s.exported(),...r.environment},c=B({...r,input:void 0,stdin:void 0},n),l=d=>{e.runScript(d,ie(t),
c)};for(let d of o)a[d]&&l(B1(d,a[d].text));i&&G1(t,a,l,d=>z1(d,t,c,e))}var B1=(t,e)=>t==="LESSOPEN"?e.replace(/^\|{0,2}-?\s*/,""):e;function G1({program:t,args:e},n,s,r){
let o=e.some(({text:c})=>/^-\w*i/.test(c)),i=U1[/^(?:r?ba|z)sh$/.test(t)?o?1:0:1],a=n[i];a&&(i==="BASH_ENV"||o)&&r(a),o&&n.PROMPT_COMMAND&&s(n.PROMPT_COMMAND.text);
for(let c of[i,"PS4",...o?["PS1"]:[]]){let l=n[c]?.text??"";/\$\(|`/.test(l)&&s(`: "${l}"`)}}function z1(t,e,n,s){s.runWords([R("."),t],ie(e),n)}function gr(t,e=!1){if(!(t.length>200||(t.match(/\*/g)?.length??0)>2))return t.replace(/\\(.)|\[(!|\^)?(\]?[^\]]*)\]|\*+|[\s\S]/g,(n,s,r,o)=>s!==void 0?Ch(s):o!==
void 0?`[${r?"^":""}${o.replace(/[\\\]^]/g,"\\$&")}]`:n[0]==="*"?e?"[^]*?":"[^]*":n==="?"?"[^]":Ch(n))}var Ch=t=>t.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&");var K1=t=>!I.nonRunners.has(t),Y1=8;function X1(t){let e=Math.min(Y1,t.length-1);for(let n=0;n<e;n+=1){let{text:s}=t[n];if(I.risky.has(s.slice(s.lastIndexOf("/")+
1))&&/^[-/~.*]|=|\//.test(t[n+1].text)||s==="git"&&t.length>n+2)return n}return-1}function Q1(t){let e=t.includes(b)?void 0:gr(t);if(e===void 0)return[];let n=J1(
e);return n?[...I.risky].filter(s=>n.test(s)).slice(0,3):[]}function J1(t){try{return new RegExp(`^(?:${t})$`)}catch{return}}function Ah(t,e){let{program:n}=t,s=I.
wrappers.get(n);return s?_h(t,s,e):/^ld(-linux.*)?\.so/.test(n)?_h(t,{long:["library-path","preload","argv0"]},e):n_(t,e)}function _h(t,e,n){let{skip:s=0}=e,{options:r,
operands:o}=L(t.args,e),i=L(o.slice(s),s>0?e:{short:""}),a=i.options.length>0&&s>0?i.operands:o.slice(s);s>0&&r.push(...i.options);let c={...B(t.context,t.program),
environment:{...t.context.environment}},l=e_(t.scope,r,e),d=W(r,...e.code??[]),u=n.invocations.length;e.own&&n.addInvocation(t);let p="";e.assigns&&t_(a,c);let f={
...c,wrappers:B(t.context,Uo(t.program)).wrappers};for(let{text:m}of d)p=n.runScript(m+Z1(a,e),l.child([R("sh"),...a],c.environment),f);let h=e.joined&&!G(r,"x",
"exec")||a.length===1&&Vo(a[0]);return d.length===0&&h&&a.length>0?p=n.runScript(a.map(({text:m})=>m).join(" "),l.child([R("sh")],c.environment),f):d.length===0&&
a.length>0&&(p=n.runWords(a,l,c)),n.invocations.length===u?n.addInvocation(t):p}var Z1=(t,{assigns:e})=>e?` ${t.map(({text:n})=>n).join(" ")}`:"";function e_(t,e,{
folder:n=[]}){let[s]=W(e,...n);if(!s)return t;let r=t.copy();return r.folder=s.text,r}function t_(t,e){let n={...e.environment};for(;;){let[,s,r]=/^([A-Za-z_]\w*)=([\s\S]*)$/.
exec(t[0]?.text??"")??[];if(s===void 0)break;n[s]={text:r,glob:t[0].glob},t.shift()}e.environment=n}function n_(t,e){let{program:n,words:s,args:r,scope:o,context:i}=t,
a=s[0].glob?Q1(n):[n.replaceAll(b,"")];for(let l of a)l!==""&&l!==n&&e.runWords([R(l),...r],o,B(i,n));let c=K1(n)?X1(r):-1;c!==-1&&e.runWords(r.slice(c),o,B(i,n))}var s_=new Set("wait sleep usleep break exit return read inotifywait fswatch select wait4 flock nc curl wget timeout".split(" ")),r_=12;function Ec(t,e){if(!(t.
type==="ArithmeticFor"?t.test===void 0:o_(t)||i_(t,e)))return!1;let n=Qo(t.body.commands,0);return n.starts&&!n.holds}function o_({kind:t,clause:e}){let[n]=e.commands;
if(e.commands.length!==1||n===void 0)return!1;let{command:s}=n;if(s.type==="ArithmeticCommand")return t==="while"&&/^\s*[1-9]\d*\s*$/.test(s.body);if(s.type!=="\
Command")return!1;let r=[s.name?.text??"",...s.args.map(({text:o})=>o)].join(" ");return t==="while"?/^(?:(?:\/usr)?(?:\/bin\/)?true|:|\[ (?:1|true|x) \]|test 1|echo.*)$/.
test(r):/^(?:\/bin\/)?false$/.test(r)}var i_=({kind:t,clause:e},n)=>t==="while"&&Cc(n)&&e.commands.length>0,Cc=t=>t?.kind==="pipe"&&a_(t.from.at(-1)),a_=t=>t!==
void 0&&!t.wrappers.includes("timeout")&&(t.program==="yes"||/^(cat|dd|tr|base64|xxd|od)$/.test(t.program)&&[...t.args,...t.redirects.map(({path:e})=>e)].some(({
text:e})=>/\/dev\/(?:zero|u?random|full)$/.test(e))&&!t.args.some(({text:e})=>/^count=/.test(e)));function Qo(t,e){let n={starts:!1,holds:!1};if(e>r_)return n;for(let{
command:s,background:r}of t){let o=Sc(s,e+1);n.starts||=r===!0||o.starts,n.holds||=!r&&o.holds}return n}function Sc(t,e){switch(t.type){case"Command":return{starts:!1,
holds:s_.has(t.name?.text??"")};case"Pipeline":case"AndOr":return Th(t.commands.map(n=>Sc(n,e+1)));case"Subshell":case"BraceGroup":return Qo(t.body.commands,e);case"\
Redirected":return Sc(t.command,e);case"If":return Th([t.then,...t.else?[t.else]:[]].map(({commands:n})=>Qo(n,e)));case"For":case"While":return Qo(t.body.commands,
e);default:return{starts:!1,holds:!1}}}var Th=t=>({starts:t.some(({starts:e})=>e),holds:t.some(({holds:e})=>e)});var c_=256,$h=64,Ph=(t,e)=>{let{args:n,scope:s,context:r}=t,o=n.findIndex(({text:f},h)=>/^(-(?![HLPOD])|[(!])/.test(f)&&!/^-[HLP]$|^-O\d/.test(f)&&h>=0),i=n.slice(
0,o===-1?void 0:o).filter(({text:f})=>!/^-[HLPOD]/.test(f)),a=o===-1?[]:n.slice(o),c=l_(i.length>0?i:[R(".")],a),l=a.flatMap(({text:f},h)=>/^-f(print0?|ls|printf)$/.
test(f)&&a[h+1]?[a[h+1]]:[]);e.addInvocation({...t,context:{...r,redirects:[...r.redirects,...l.map(f=>({kind:"write",path:f}))]}});let d=[];a.forEach(({text:f},h)=>{
if(!/^-(exec|execdir|ok|okdir)$/.test(f))return;let m=a.findIndex((E,S)=>S>h&&(E.text===";"||E.text==="+"&&a[S-1]?.text==="{}")),k=a.slice(h+1,m===-1?void 0:m).
flatMap(E=>E.text==="{}"?c:[_c(E,"{}",c[0])]),x=e.runWords(k,s,xt(B(r,"find")));x!==b&&d.push(x)});let u=c.map(({text:f})=>f);return zf(a,u,i[0]?.text??".",(f,h)=>e.
files.write(f,h,s.folder))+d.join("")};function l_(t,e){let n=e.flatMap(({text:s},r)=>{let o=e[r-1]?.text==="!"||e[r-1]?.text==="-not",i=e[r+1];return!/^-i?(name|path|wholename)$/.
test(s)||o||!i?[]:[i.text.slice(i.text.lastIndexOf("/")+1)]});return t.flatMap(({text:s,glob:r})=>{let o=`${s.replace(/\/+$/,"")}/${b}`;return n.length===0?[{text:o,
glob:r}]:n.slice(0,8).map(i=>({text:`${o}/${i}`,glob:r||/[*?[]/.test(i)}))})}var _c=(t,e,{text:n,glob:s})=>({text:t.text.replaceAll(e,()=>n),glob:t.glob||s&&t.text.
includes(e)}),Rh=(t,e)=>{e.addInvocation(t);let n=t.args.findIndex(({text:o})=>/^(-x|-X|--exec|--exec-batch)$/.test(o));if(n===-1)return b;let s=t.args.slice(n+
1).map(o=>_c(o,"{}",R(b))),r=t.args.slice(n+1).some(({text:o})=>o.includes("{"));return e.runWords(r?s:[...s,R(b)],t.scope,B(t.context,t.program)),b},Ih=(t,e)=>{
let{options:n,operands:s}=L(t.args,I.getopt.xargs),{scope:r,context:o}=t;Cc(o.input)&&/^0+$/.test(W(n,"P","max-procs")[0]?.text??"")&&an(t,e);let[i]=W(n,"a","ar\
g-file"),a=i?e.files.read(i.text,r.folder)??b:o.stdin?.readRest()??b,[c]=W(n,"d","delimiter"),l=G(n,"0","null"),d=W(n,"I","replace")[0]?.text??(G(n,"i","replace")?
"{}":void 0),u=l?a.includes("\0")?"\0":`
`:c?c.text.replace("\\n",`
`):d!==void 0?`
`:void 0,p=Nh(a,u),f=s.length>0?s:[R("echo")],m={...xt(B({...o},"xargs")),input:o.input};return e.budget.spend(p.length>>2),d===void 0?e.runWords([...f,...on(p,
c_)],r,m):on(p,$h).map(({text:g,glob:k})=>R(g.trimStart(),k)).map(g=>e.runWords(f.map(k=>_c(k,d,g)),r,m)).join("")};function Nh(t,e){return(e===void 0?t.match(/"[^"\n]*"|'[^'\n]*'|\S+/g)??
[]:t.split(e)).filter(r=>r!=="").map(r=>R(e===void 0?r.replace(/^(["'])(.*)\1$/,"$2"):r))}var d_=(t,e)=>{let{options:n,operands:s}=L(t.args,I.getopt.parallel),{
scope:r,context:o}=t,i=s.findIndex(({text:g})=>/^:::{1,2}\+?$/.test(g)),a=i===-1?s:s.slice(0,i),c=G(n,"q","quote"),l=c?Qn(a):a.map(({text:g})=>g).join(" "),d=W(
n,"I","replace").find(({text:g})=>g!=="")?.text??"{}",u=[],p=W(n,"a","arg-file").map(({text:g})=>e.files.read(g,r.folder)??b),f=!1;for(let g of i===-1?[]:s.slice(
i))/^:::{1,2}\+?$/.test(g.text)?f=g.text.startsWith("::::"):f?p.push(g.text==="-"?o.stdin?.readRest()??b:Pt(g.text,t,e)??b):u.push(g);i===-1&&p.length===0&&p.push(
o.stdin?.readRest()??b);for(let g of p)u.push(...Nh(g,`
`));let h=B(o,"parallel"),m=l.includes(d)||/\{[^{}\s]*\}/.test(l);for(let g of on(u,$h)){let k=c?g.text:jt(g),x=l===""?g.text:m?l.replaceAll(d,()=>k).replaceAll(
/\{[/.#%\d:+\w]*\}/g,E=>u_(E,g,k)):`${l} ${jt(g)}`;e.runScript(x,ie(t),xt(h))}return b},u_=(t,{text:e},n)=>/^\{-?\d*\}$/.test(t)?n:t==="{//}"?jt(R(e.includes("/")?
e.replace(/\/[^/]*$/,"")||"/":".")):t==="{/}"?jt(R(e.replace(/^.*\//,""))):/^\{[#%]\}$/.test(t)?"1":/^\{\d*[/.]+\}$/.test(t)?n:t,Oh=[["find",Ph],["gfind",Ph],["\
fd",Rh],["fdfind",Rh],["xargs",Ih],["gxargs",Ih],["parallel",d_]];var Dh=require("node:path");var Mh=[["cd",Ac],["pushd",Ac],["popd",(t,e)=>Ac({...t,args:[R("-")]},e)],["export",yr],["declare",yr],["typeset",yr],["local",yr],["readonly",yr],["unset",h_],
["set",m_],["shift",g_],["read",y_],["mapfile",Lh],["readarray",Lh],["printf",x_],["alias",v_],["hash",f_],["unalias",(t,e)=>e.addInvocation(t)],["eval",w_],["t\
rap",S_],["command",(t,e)=>Wh(t,e)],["builtin",(t,e)=>Wh(t,e)],["type",qh],["exec",E_]],Tc=t=>t.filter(({text:e})=>!/^-./.test(e));function Ac(t,e){let{scope:n}=t,
[s]=Tc(t.args.filter(({text:o})=>o!=="--"));e.addInvocation(t);let r=s?.text??"~";return r==="-"?n.folder=b:n.folder=/^[/~]/.test(r)||r.startsWith(b)||n.folder===
void 0?r:Dh.posix.normalize(`${n.folder}/${r}`),""}function yr(t,e){let{scope:n,args:s,program:r}=t,o=s.filter(({text:a})=>/^-[A-Za-z]+$/.test(a)).map(({text:a})=>a).
join(""),i=r==="export"||o.includes("x");for(let{text:a,glob:c}of s){let[,l,d,u]=/^([A-Za-z_]\w*)(\+?)=([\s\S]*)$/.exec(a)??[];if(l===void 0){i&&/^\w+$/.test(a)&&
n.export(a);continue}let p=n.get(l),f=p!==void 0&&p.words.length>1&&p.words.map(({text:g})=>g).join(" ")===u,h=p_((d?n.value(l):"")+u,o),m=f?p.words:[{text:h,glob:c}];
o.includes("n")?n.addReference(l,u):n.set(l,m,i||p?.exported),(r==="readonly"||o.includes("r"))&&n.fix(l)}return e.addInvocation(t)}function p_(t,e){return e.includes(
"l")?t.toLowerCase():e.includes("u")?t.toUpperCase():t}function f_(t,e){let[n,s,r]=t.args;return n?.text==="-p"&&s&&r&&t.scope.alias(r.text,s.text),e.addInvocation(
t)}function h_(t,e){let n=t.args.some(({text:s})=>s==="-f");for(let{text:s}of Tc(t.args)){let r=t.scope.functions.get(s);r&&(n||t.scope.get(s)===void 0)&&(r.certain=
!1),n||t.scope.set(s,[])}return e.addInvocation(t)}function m_(t,e){let{args:n,scope:s}=t,r=n.findIndex(({text:i})=>i==="--"),o=r===-1?n.findIndex(({text:i})=>!/^[-+]/.
test(i)):r+1;return o!==-1&&!(r===-1&&/^[-+]\w*o$/.test(n[o-1]?.text??""))&&(s.arguments=[s.arguments[0]??R("bash"),...n.slice(o)]),e.addInvocation(t)}function g_({
args:[t],scope:e}){let[n,...s]=e.arguments;return e.arguments=[n,...s.slice(Number(t?.text??1)||1)],""}function y_(t,e){let{args:n,scope:s,context:r}=t,o=/^-\w*[dinNptu]$/,
i=n.filter(({text:p},f)=>/^[A-Za-z_]\w*$/.test(p)&&!o.test(n[f-1]?.text??"")),a=n.find((p,f)=>/^-\w*a$/.test(n[f-1]?.text??"")),c=r.stdin?r.stdin.readLine()??"":
b,l=r.environment.IFS?.text??s.value("IFS"),d=b_(c.trim(),l);if(r.redirects.length>0&&e.addInvocation(t),a)return s.set(a.text,d.map(p=>R(p))),"";let u=i.length>
0?i:[R("REPLY")];return u.forEach(({text:p},f)=>{let h=f<u.length-1?d[f]??"":d.slice(f).join(l[0]??" ");s.set(p,[R(c===b||c===q?c:f===0&&u.length===1?c.trim():h)])}),
""}function b_(t,e){let n=[""];for(let s of t)e.includes(s)?n.at(-1)!==""&&n.push(""):n[n.length-1]+=s;return n}function Lh(t,e){let{args:n,scope:s,context:r}=t;
r.redirects.length>0&&e.addInvocation(t);let o=/^-\w*[CcdnOsu]$/,a=n.filter(({text:u},p)=>!/^-./.test(u)&&!o.test(n[p-1]?.text??"")).at(-1)?.text??"MAPFILE",c=n.
find((u,p)=>/^-\w*C$/.test(n[p-1]?.text??""));c&&e.runScript(`${c.text} 0 line`,s,B(r,t.program));let d=(r.stdin?.readRest()??b).replace(/\n$/,"").split(`
`);return s.set(a,on(d.map(u=>R(u)),k_)),""}var k_=1e3;function x_(t,e){let[n,s,...r]=t.args;return n?.text==="-v"&&s&&t.scope.set(s.text,[R(dr(r.map(({text:o})=>o)))]),
e.addInvocation(t)}function v_(t,e){for(let{text:n}of t.args){let[,s,r]=/^([^=\s]+)=([\s\S]*)$/.exec(n)??[];s!==void 0&&t.scope.alias(s,r)}return e.addInvocation(
t)}function w_(t,e){let n=t.args.map(({text:s})=>s).join(" ");return n.includes(b)&&e.addInvocation(Jn(t,n,e)),n.trim()===""?"":e.runScript(n,t.scope,B(t.context,
"eval"))}function S_(t,e){let[n,...s]=t.args.filter(({text:r})=>r!=="--");return e.addInvocation(t),n&&s.length>0&&!/^-/.test(n.text)&&e.runScript(n.text,t.scope.
copy(),B(t.context,"trap")),""}function Wh(t,e){let n=0;for(;/^-[pvV]+$/.test(t.args[n]?.text??"");n+=1)if(/[vV]/.test(t.args[n].text))return qh({...t,args:t.args.
slice(n+1)},e);t.args[n]?.text==="--"&&(n+=1);let s=t.args.slice(n);return s.length===0?e.addInvocation(t):e.runWords(s,t.scope,B(t.context,t.program))}function qh(t,e){
return e.addInvocation({...t,args:t.args}),Tc(t.args).map(({text:n})=>n.includes("/")?n:`/usr/bin/${n}`).join(`
`)}function E_(t,e){let n=0;for(;/^-[acl]+$/.test(t.args[n]?.text??"");n+=1)/a$/.test(t.args[n].text)&&(n+=1);let s=t.args.slice(n);return s.length===0?e.addInvocation(
t):e.runWords(s,t.scope,B(t.context,"exec"))}var C_=2e4,__=20,{smallLanguages:Hh}=I,A_=(t,e)=>{let{code:n=[],runs:s,deletes:r}=Hh.get(t.program==="R"?"Rscript":t.program),o=t.args.map(u=>/^-(?:eval|batch|load|[Cc]ommand)$/.
test(u.text)?R(`-${u.text}`):u),{options:i,operands:a}=L(o,{short:n.filter(u=>u.length===1).join(""),long:n.filter(u=>u.length>1),permuted:!0}),c=e.addInvocation(
t),l=W(i,...n).map(({text:u})=>u),d=a[0]&&e.files.read(a[0].text,t.scope.folder);d!==void 0&&l.push(d),l.length===0&&a.length===0&&l.push(t.context.stdin?.readRest()??
"");for(let u of l.map(R_)){for(let p of new Set([...jh(u,s),...T_(u)]))Fh(p,t,e);for(let p of r?jh(u,r):[])Fh(`rm -r ${jt(R(p))}`,t,e)}return c},T_=t=>[...t.slice(
0,C_).matchAll(/(["'])((?:sudo\s+)?(?:rm|dd|shred|mkfs\S*|git|chmod|chown|curl|wget)\s(?:(?!\1)[^\\\n]){1,500})\1/g)].slice(0,__).map(e=>e[2]),P_=new RegExp([String.
raw`\bhomedir\(\)|\bENV\[["']HOME["']\]|\b(?:os\.getenv|Sys\.getenv|System\.getenv|`,String.raw`getenv)\s*\(?\s*["']HOME["']\s*\)|\b(?:path\.expand|expanduser|`,
String.raw`expand-file-name)\s*\(?\s*["']~["']\s*\)`].join(""),"g"),R_=t=>t.replace(P_,'"~"'),jh=(t,e)=>[...t.matchAll(new RegExp(e,"g"))].map(n=>n.at(-1)??b),Fh=(t,e,n)=>n.
runScript(t,ie(e),B(e.context,e.program)),Vh=["R",...Hh.keys()].map(t=>[t,A_]);je();function Pc(t,e){switch(t.type){case"Script":case"CompoundList":case"AndOr":for(let n of t.commands)e(n);return;case"Statement":e(t.command);return;case"Command":
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
ted syntax node: ${n}`)}}}function Uh(t){return t>=48&&t<=55}function Gh(t){return t>=48&&t<=57||t>=65&&t<=70||t>=97&&t<=102}function I_(t,e){try{return String.fromCodePoint(t)}catch{return e}}
var $_=new TextDecoder("utf-8",{ignoreBOM:!0});function Bh(t){return $_.decode(new Uint8Array(t))}function N_(t,e,n){if(t.charCodeAt(e)!==92||e+2>n)return;let s=t.
charCodeAt(e+1),r=e+2,o=r;if(s===120){for(;o<n&&o-r<2&&Gh(t.charCodeAt(o));)o++;return o===r?void 0:{value:Number.parseInt(t.slice(r,o),16),end:o}}if(Uh(s)){for(;o<
n&&o-r<2&&Uh(t.charCodeAt(o));)o++;return{value:Number.parseInt(t.slice(e+1,o),8)&255,end:o}}}function br(t,e,n){let s=e,r="",o=[],i=-1;for(;s<n&&t.charCodeAt(s)!==
39;){let c=s,l=N_(t,s,n);if(l&&l.value>=128){o.push(l.value),s=l.end;continue}if(o.length>0&&(r+=Bh(o),o=[]),l){l.value===0&&i===-1&&(i=r.length),r+=String.fromCharCode(
l.value),s=l.end;continue}if(t.charCodeAt(s)!==92||s+1>=n){let u=s;for(;s<n;){let p=t.charCodeAt(s);if(p===39||p===92&&s+1<n)break;s++}r+=t.slice(u,s);continue}
s++;let d=t[s++];switch(d){case"a":r+="\x07";break;case"b":r+="\b";break;case"e":case"E":r+="\x1B";break;case"f":r+="\f";break;case"n":r+=`
`;break;case"r":r+="\r";break;case"t":r+="	";break;case"v":r+="\v";break;case"\\":r+="\\";break;case"'":r+="'";break;case'"':r+='"';break;case"?":r+="?";break;case`\

`:break;case"c":{let u=s<n?t.charCodeAt(s):39;if(u===39){r+=t.slice(c,s);break}if(s++,u===92){let f=s<n&&t.charCodeAt(s)===92;f&&s++,r+="",!f&&s<n&&(r+=t[s],s++);
break}let p=u===63?127:u&31;p===0&&u<128&&i===-1&&(i=r.length),r+=String.fromCharCode(p);break}case"u":case"U":{let u=s,p=d==="u"?4:8;for(;s<n&&s-u<p&&Gh(t.charCodeAt(
s));)s++;if(s===u){r+=`\\${d}`;break}let f=t.slice(c,s),h=Number.parseInt(t.slice(u,s),16);h===0&&i===-1&&(i=r.length),r+=I_(h,f);break}default:r+=`\\${d}`;break}}
o.length>0&&(r+=Bh(o)),i!==-1&&(r=r.slice(0,i));let a=s<n;return a&&s++,{value:r,end:s,closed:a}}var wt=class t{static _resolveScript;type;pos;end;text;#e;#t=void 0;constructor(e,n,s,r,o){this.type=e,this.pos=n,this.end=s,this.text=r,this.#e=o}get script(){
let e=this.#e;if(e!==void 0){let n=t._resolveScript(e.source,e.start,e.end,e.depth,e.parenBoundary,e.context);e.context===void 0&&(n.source=e.source),this.script=
n}return this.#t}set script(e){this.#t=e,this.#e=void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,script:this.script}}},Jo=class extends wt{operator;constructor(e,n,s,r,o){
super("ProcessSubstitution",e,n,s,o),this.operator=r}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,operator:this.operator,script:this.
script}}},_s=class t{static _resolveExpression;type="ArithmeticExpansion";pos;end;text;#e;#t=void 0;constructor(e,n,s,r){this.pos=e,this.end=n,this.text=s,this.#e=
r}get expression(){let e=this.#e;return e!==void 0&&(this.expression=t._resolveExpression(e.body,e.offset,e.source,e.depth,e.context,e.depth+1)),this.#t}set expression(e){
this.#t=e,this.#e=void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,expression:this.expression}}};function O_(t){let e="";for(let n of t)e+=n.type==="Literal"?n.value:n.text;return e}function Zo(t){let e=t.indexOf("\\");if(e===-1)return t;let n="",s=0;for(let r=e;r<
t.length;r++)if(t.charCodeAt(r)===92){if(n+=t.slice(s,r),r++,r>=t.length){n+="\\",s=r;break}t.charCodeAt(r)!==10&&(n+=t[r]),s=r+1}return n+t.slice(s)}function zh(t){
let e=1;for(;t[e]==="\\"&&t[e+1]===`
`;)e+=2;return e===1||t[e]!=="("?t:t[0]+t.slice(e)}function ei(t){let e="";for(let n of t)switch(n.type){case"Literal":case"Glob":case"SingleQuoted":case"AnsiCQ\
uoted":e+=n.value;break;case"DoubleQuoted":case"LocaleString":e+=O_(n.parts);break;case"CommandExpansion":e+=n.text[0]==="$"?zh(n.text):n.text;break;case"Extend\
edGlob":e+=zh(n.text);break;default:e+=n.text;break}return e}var Le=class{type="Word";text;pos;end;#e;#t;#s;#n;#r=null;constructor(e,n,s,r,o,i=0){this.text=e,this.pos=n,this.end=s,this.#e=r,this.#t=o,this.#s=i,this.#n=o===
void 0?void 0:null}get value(){if(this.#r===null){let e=this.#e===void 0&&this.#n===null?void 0:this.parts;this.#r=e?ei(e):Zo(this.text)}return this.#r}get parts(){
return this.#n===null&&(this.#n=this.#t?.(this.#e??"",this,this.#s)??void 0),this.#n}set parts(e){this.#n=e??void 0}toJSON(){return{type:this.type,text:this.text,
pos:this.pos,end:this.end,parts:this.parts,value:this.value}}};function As(t){return{boundaries:t===void 0?void 0:Rc(t),wordParts:void 0,embeddedParts:void 0,arrayParts:void 0}}function Rc(t){return t.boundaries??(t.boundaries=
new Map)}function st(t,e,n){for(;e+1<n&&t.charCodeAt(e)===92&&t.charCodeAt(e+1)===10;)e+=2;return e}function En(t){return/[*?[]/.test(t)}var Ft=new Uint8Array(128);Ft[33]=1;Ft[94]=1;Ft[91]=1;Ft[93]=1;Ft[58]=1;Ft[46]=1;Ft[61]=1;Ft[45]=1;Ft[92]=1;function L_(t,e,n,s,r){
let o=n-1;for(;o>e&&t.charCodeAt(o)!==93;)o--;if(o===e)return null;let i=[],a=[],c=[],l=0,d=!1;for(let k=e;k<n;k++){for(;s&&l<s.length&&s[l].end<=k+r;)l++;let x=s?.[l],
E=k,S=0;if(x&&x.pos<=k+r&&x.type!=="Literal")k=x.end-r-1;else{if(S=t.charCodeAt(k),S===92&&k+1<n&&t.charCodeAt(k+1)===10){k++;continue}(S>=128||!Ft[S])&&(S=0)}let w=a.
length-1;if(S===0&&w>=0&&a[w]===0){c[w]++;continue}w>=0&&a[w]===91&&(S===58||S===61||S===46)&&(d=!0),i.push(E),a.push(S),c.push(1)}let u=a.length,p;if(d){p=new Int32Array(
u).fill(-1);let k=-1,x=-1,E=-1,S=-1;for(let w=u-1;w>=0;w--){let A=a[w+2];if(A===93?k=w+2:a[w+3]===93&&(A===58?x=w+2:A===61?E=w+2:A===46&&(S=w+2)),a[w]!==91)continue;
let P=a[w+1],C=P===58?x:P===61?E:P===46?S:-1;C!==-1&&(P===46||k===-1||k>C)&&(p[w]=C+2)}}let f=k=>p===void 0?-1:p[k],h=new Int32Array(u+2).fill(-1),m=(k,x)=>{if(k>=
u)return-1;if(x&&a[k]===45&&k+1<u&&a[k+1]!==93){let E=k+1;if(a[E]===92){if(E+1>=u)return-1;E++}let S=E+1;if(a[E]===91&&a[E+1]===46){let w=f(E);w!==-1&&(S=w)}else if(a[E]===
0&&c[E]>1)return h[E];return S>=u?-1:a[S]===93?S+1:h[S]}return a[k]===93?k+1:h[k]};for(let k=u-1;k>=0;k--){let x=a[k],E=k+1,S=!0;if(x===92){if(k+1>=u)continue;E=
k+2}else if(x===91){let w=a[k+1];if(w===58||w===61||w===46){let A=f(k);A!==-1&&(E=A,S=w===46)}}h[k]=m(E,S)}let g=new Map;for(let k=0;k<u;k++){if(a[k]!==91)continue;
let x=k+1;if((a[x]===33||a[x]===94)&&x++,x>=u)continue;let E=a[x]===93?m(x+1,!0):h[x];E!==-1&&g.set(i[k],i[E-1]+1)}return g}function Ic(t,e,n,s,r,o,i){for(;e<n;){
for(;s&&r<s.length&&s[r].end<=e+o;)r++;let a=s?.[r];if(a&&a.pos===e+o&&a.end<=n+o){i.push(a),e=a.end-o,r++;continue}let c=a?Math.min(n,(a.pos>e+o?a.pos:a.end)-o):
n,l=t.slice(e,c);i.push({type:"Literal",pos:e+o,end:c+o,text:l,value:Zo(l)}),e=c}return r}function Ht(t,e,n,s,r=0){let o,i,a=0,c=0,l=e;for(let d=e;d<n;d++){for(;s&&
a<s.length&&s[a].end<=d+r;)a++;let u=s?.[a];if(u&&u.pos<=d+r&&u.type!=="Literal"){d=u.end-r-1;continue}let p=t.charCodeAt(d);if(p===92){d++;continue}let f;if(p===
42||p===63){let g=u?Math.min(n,u.end-r):n,k=st(t,d+1,g);if(k<g&&t.charCodeAt(k)===40)continue;if(f=d+1,p===42)for(;f<g&&t.charCodeAt(f)===42;){let x=st(t,f+1,g);
if(x<g&&t.charCodeAt(x)===40)break;f++}}else if(p===91){i===void 0&&(i=L_(t,d,n,s,r));let g=i?.get(d);if(g===void 0)continue;f=g}else continue;o||(o=[]),c=Ic(t,
l,d,s,c,r,o);let h=t.slice(d,f),m;if(p===91){let g=[];c=Ic(t,d+1,f-1,s,c,r,g),m={type:"Glob",kind:"bracket",pos:d+r,end:f+r,text:h,value:"["+ei(g)+"]",parts:g}}else
m={type:"Glob",kind:p===42?"star":"question",pos:d+r,end:f+r,text:h,value:h,parts:void 0};o.push(m),l=f,d=f-1}return o?(Ic(t,l,n,s,c,r,o),o):s??void 0}var y={Word:0,Assignment:1,Semi:2,Newline:3,Pipe:4,And:5,Or:6,Amp:7,LParen:8,RParen:9,LBrace:10,RBrace:11,Bang:12,If:13,Then:14,Else:15,Elif:16,Fi:17,Do:18,Done:19,
For:20,While:21,Until:22,In:23,Case:24,Esac:25,Function:26,DoubleSemi:27,SemiAmp:28,DoubleSemiAmp:29,Select:30,DblLBracket:31,DblRBracket:32,EOF:33,ArithCmd:34,
Coproc:35,Redirect:36},ti=class{token=y.EOF;_value="";_owner;pos=0;end=0;fileDescriptor=void 0;variableName=void 0;descriptorEnd=0;delimiterQuoted=!1;content=void 0;targetPos=0;targetEnd=0;assignmentOperatorPos=-1;raw=!1;keywordEligible=!1;constructor(e=null){
this._owner=e}get value(){return this._value??(this._value=this._owner===null?"":this._owner._tokenValue(this.pos,this.end,this.raw))}set value(e){this._value=e}reset(){
this.token=y.EOF,this._value="",this.pos=0,this.end=0,this.fileDescriptor=void 0,this.variableName=void 0,this.descriptorEnd=0,this.delimiterQuoted=!1,this.content=
void 0,this.targetPos=0,this.targetEnd=0,this.assignmentOperatorPos=-1,this.raw=!1,this.keywordEligible=!1}copyFrom(e){this.token=e.token,this._value=e._value,this.
pos=e.pos,this.end=e.end,this.fileDescriptor=e.fileDescriptor,this.variableName=e.variableName,this.descriptorEnd=e.descriptorEnd,this.delimiterQuoted=e.delimiterQuoted,
this.content=e.content,this.targetPos=e.targetPos,this.targetEnd=e.targetEnd,this.assignmentOperatorPos=e.assignmentOperatorPos,this.raw=e.raw,this.keywordEligible=
e.keywordEligible}},Kh=new Map([["if",y.If],["then",y.Then],["else",y.Else],["elif",y.Elif],["fi",y.Fi],["do",y.Do],["done",y.Done],["for",y.For],["while",y.While],
["until",y.Until],["in",y.In],["case",y.Case],["esac",y.Esac],["function",y.Function],["select",y.Select],["coproc",y.Coproc],["!",y.Bang],["{",y.LBrace],["}",y.
RBrace]]);var ae=new Uint8Array(128);ae[124]=1;ae[38]=1;ae[59]=1;ae[40]=1;ae[41]=1;ae[60]=1;ae[62]=1;ae[32]=1;ae[9]=1;ae[10]=1;ae[92]=2;ae[39]=2;ae[34]=2;ae[36]=2;ae[96]=
2;ae[123]=2;function kr(t,e,n){for(;e<n;){let s=t.charCodeAt(e);if(s===32||s===9)e++;else if(s===92&&e+1<n&&t.charCodeAt(e+1)===10)e+=2;else break}return e}var sm=new Uint8Array(
128);for(let t of[9,10,32,33,37,38,40,41,42,43,44,45,47,58,60,61,62,63,94,124])sm[t]=1;function Is(t,e,n){for(let s=e;s<n;s++){let r=t.charCodeAt(s);if(r===92||
r===39||r===34||r===36||r===96||(r===60||r===62)&&s+1<n&&t.charCodeAt(s+1)===40)return!0}return!1}function Yh(t,e,n=!1,s){let r=0,o=0;for(let i=0;i<t.length;i++){
let a=t.charCodeAt(i);if(a===92){i++;continue}if(a===123){r++;continue}if(a===125){r>0&&r--;continue}if(a===39){for(i++;i<t.length&&t.charCodeAt(i)!==39;)i++;continue}
if(a===34){for(i++;i<t.length;){let l=t.charCodeAt(i);if(l===34)break;if(l===92){i+=2;continue}let d=s?.(i,!0)??i;if(d>i){i=d;continue}i++}continue}let c=s?.(i,
!1)??i;if(c>i){i=c-1;continue}if(n&&r===0){if(a===63){o++;continue}if(a===58&&o>0){o--;continue}}if(a===e&&r===0)return i}return-1}var dn=new Uint8Array(128);for(let t=97;t<=
122;t++)dn[t]=3;for(let t=65;t<=90;t++)dn[t]=3;for(let t=48;t<=57;t++)dn[t]=2;dn[95]=3;var un=new Uint8Array(128);un[63]=1;un[64]=1;un[42]=1;un[43]=1;un[33]=1;un[61]=
1;function Xh(t){return t<128&&t!==61&&un[t]===1}var W_={63:"?",64:"@",42:"*",43:"+",33:"!"};function Qh(t){let e=t.type;return e==="Literal"||e==="SimpleExpans\
ion"||e==="ParameterExpansion"||e==="CommandExpansion"||e==="ArithmeticExpansion"}function D_(t,e,n){for(let s=e;s<n;s++){let r=t.charCodeAt(s);if(r<48||r>57)return!1}
return n>e}var Et=-1,Nc=0,Jh=1,Oc=2,Zh=3,Ge=4;function M_(t,e){let n=t[t.length-1],s=e[0],r=0;n?.type==="Literal"&&s?.type==="Literal"&&n.end===s.pos&&(t[t.length-
1]={type:"Literal",pos:n.pos,end:s.end,text:n.text+s.text,value:n.value+s.value},r=1);for(let o=r;o<e.length;o++)t.push(e[o]);return t}function em(t){return t<Et}
function tm(t){return-t-2}function $c(t,e,n,s){let r=s;for(let o=e;o<n&&r>=0;o++){let i=t.charCodeAt(o);if(r>=Ge)i===91?r++:i===93&&--r===Ge&&(r=Oc);else if(r===
Nc)r=i<128&&dn[i]&1?Jh:Et;else if(r===Jh){if(i<128&&dn[i]&2)continue;i===91?r=Ge+1:i===43?r=Zh:r=i===61?-o-2:Et}else r===Oc?i===43?r=Zh:r=i===61?-o-2:Et:r=i===61?
-o-2:Et}return r}function ve(t,e,n,s=0,r=0){t.token=e,t._value=n,t.pos=s,t.end=r,t.fileDescriptor=void 0,t.variableName=void 0,t.descriptorEnd=0,t.delimiterQuoted=
!1,t.content=void 0,t.assignmentOperatorPos=-1,t.raw=!1,t.keywordEligible=!1}function Cn(t,e,n,s,r){t.token=e,t._value=null,t.pos=n,t.end=s,t.fileDescriptor=void 0,
t.variableName=void 0,t.descriptorEnd=0,t.delimiterQuoted=!1,t.content=void 0,t.assignmentOperatorPos=-1,t.raw=r,t.keywordEligible=!1}function nm(t,e,n){switch(t.
charCodeAt(e)){case 33:return n===1?y.Bang:void 0;case 123:return n===1?y.LBrace:void 0;case 125:return n===1?y.RBrace:void 0;case 105:{if(n!==2)return;let s=t.
charCodeAt(e+1);return s===102?y.If:s===110?y.In:void 0}case 102:return n===2?t.charCodeAt(e+1)===105?y.Fi:void 0:n===3?t.startsWith("for",e)?y.For:void 0:n===8&&
t.startsWith("function",e)?y.Function:void 0;case 116:return n===4&&t.startsWith("then",e)?y.Then:void 0;case 101:return n!==4?void 0:t.startsWith("else",e)?y.Else:
t.startsWith("elif",e)?y.Elif:t.startsWith("esac",e)?y.Esac:void 0;case 100:return n===2?t.charCodeAt(e+1)===111?y.Do:void 0:n===4&&t.startsWith("done",e)?y.Done:
void 0;case 99:return n===4?t.startsWith("case",e)?y.Case:void 0:n===6&&t.startsWith("coproc",e)?y.Coproc:void 0;case 119:return n===5&&t.startsWith("while",e)?
y.While:void 0;case 117:return n===5&&t.startsWith("until",e)?y.Until:void 0;case 115:return n===6&&t.startsWith("select",e)?y.Select:void 0;default:return}}var v={
Normal:0,CommandStart:1,TestMode:2,CommandPrefix:3,Declaration:4,ArrayElement:5,FunctionName:6,CasePattern:7,EvalArgument:8};function q_(t){return t===32||t===9||
t===10||t===124}var ot=class t{static _findSubstitutionEnd;src;srcEnd;parenBoundary;pos;current;nextState;hasPeek;pendingHereDocs;substitutionContext;_errors=null;_buildParts=!1;_buildValue=!1;_nestingDepth=0;constructor(e,n=0,s=e.
length,r=!1,o=As()){if(this.src=e,this.srcEnd=s,this.parenBoundary=r,this.pos=n,this.current=new ti(this),this.nextState=new ti(this),this.hasPeek=!1,this.pendingHereDocs=
null,this.substitutionContext=o,n===0&&e.charCodeAt(0)===35&&e.charCodeAt(1)===33){let i=e.indexOf(`
`);this.pos=i===-1?this.srcEnd:i+1}}getSource(){return this.src}fork(e,n,s=!1){let r=new t(this.src,e,n,s,this.substitutionContext);return r._nestingDepth=this.
_nestingDepth,r}getSubstitutionContext(){return this.substitutionContext}get errors(){return this._errors??(this._errors=[])}commandExpansion(e,n,s,r,o=!1){let i=this.
scriptWindow(this.src,s,s+r.length,o);return new wt("CommandExpansion",e,this.pos,n,i)}decodedCommandExpansion(e,n,s){let r=this.scriptWindow(s,0,s.length,!1,!0);
return new wt("CommandExpansion",e,this.pos,n,r)}processSubstitution(e,n,s,r){let o=this.scriptWindow(this.src,e+2,e+2+r.length,!this._unbalanced);return new Jo(
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
this.pos+1)===40){this.pos+=2,this.extractBalanced();continue}if(e<128&&sm[e])break;this.pos++}return this.pos}findClosingShellDelimiter(e,n,s,r=!1,o=!0,i,a){let c=this.
pos,l=this.srcEnd,d=this._bracketWindow,u=this._arithmeticBracketWindow,p=this._unbalanced;this.srcEnd=Math.min(n,this.srcEnd);let f=[s];i?.push([]);let h=a?[e]:
void 0,m=e,g=!0,k=-1;for(;m<this.srcEnd;){let x=f[f.length-1];i&&x===93&&i[i.length-1].push(m);let E=this.src.charCodeAt(m);if(E===92){m+1<this.srcEnd&&this.src.
charCodeAt(m+1)!==10&&(g=!1),m+=2;continue}if(E===35&&r&&f.length===1&&g){for(;m<this.srcEnd&&this.src.charCodeAt(m)!==10;)m++;continue}if(E===39){this.pos=m+1,
this.skipSQ(),m=this.pos,g=!1;continue}if(E===34){this.pos=m+1,this.skipDQ(),m=this.pos,g=!1;continue}if(E===96){for(m++;m<this.srcEnd&&this.src.charCodeAt(m)!==
96;)this.src.charCodeAt(m)===92&&m++,m++;m<this.srcEnd&&m++,g=!1;continue}if(E===36&&m+1<this.srcEnd&&this.src.charCodeAt(m+1)===40||(E===60||E===62)&&m+1<this.
srcEnd&&this.src.charCodeAt(m+1)===40){this.pos=m+2,this.extractBalanced(),m=this.pos,g=!1;continue}if(E===36&&m+1<this.srcEnd){let S=this.src.charCodeAt(m+1);if(S===
39){m=br(this.src,m+2,this.srcEnd).end,g=!1;continue}if(S===36){m+=2,g=!1;continue}if(S===123&&o){f.push(125),i?.push([]),m+=2,g=!1;continue}}if(r&&f.length===1&&
(E===91&&g?(f.push(93),i?.push([])):k===-1&&(E===59||E===38||E===124||E===60||E===62||E===40&&!Xh(this.src.charCodeAt(m-1)))&&(k=m)),x===93&&E===91)f.push(93),i?.
push([]),h?.push(m+1);else if(x===41&&E===40)f.push(41),i?.push([]);else if(E===x){if(f.pop(),h?.pop(),i?.pop(),f.length===0)return this.pos=c,this.srcEnd=l,this.
_bracketWindow=d,this._arithmeticBracketWindow=u,this._unbalanced=p,k!==-1&&this.errors.push({message:`unexpected '${this.src[k]}' in array assignment`,pos:k}),
m;g=!1,m++;continue}g=E<128&&(ae[E]&1)!==0,m++}if(h)for(let x of h)a.add(x);return this.pos=c,this.srcEnd=l,this._bracketWindow=d,this._arithmeticBracketWindow=
u,this._unbalanced=p,-1}scanBraceExpansion(e,n){let s=this.src,r=this.srcEnd,o=n.get(e);if(o!==void 0)return o;let i=this.pos,a=this._unbalanced,c=this._errors===
null?0:this._errors.length,l=[e,0],d=e+1;for(;d<r;){let u=s.charCodeAt(d),p=u<128?ae[u]:0;if(p===0){if(d++,u===125){let h=l.pop();if(n.set(l.pop(),h?d:-1),l.length===
0)break}else(u===44||u===46&&s.charCodeAt(d)===46)&&(l[l.length-1]=1);continue}let f=d+1<r?s.charCodeAt(d+1):0;if(p&1)if(f===40&&(u===60||u===62))this.pos=d+2,this.
extractBalanced(),d=this.pos;else if(u===40&&Xh(s.charCodeAt(d-1))){let h=this.findClosingShellDelimiter(d+1,r,41);if(h===-1)break;d=h+1}else break;else if(u===
92)d+=2;else if(u===39)this.pos=d+1,this.skipSQ(),d=this.pos;else if(u===34)this.pos=d+1,this.skipDQ(),d=this.pos;else if(u===96){for(d++;d<r&&s.charCodeAt(d)!==
96;)d+=s.charCodeAt(d)===92?2:1;d++}else if(u===123)l.push(d,0),d++;else if(f===39)d=br(s,d+2,r).end;else if(f===123){let h=this.findClosingBrace(d+2,r);if(h===
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
_buildParts=!0;let r=Is(s,e,n+1)?this.parseSubFieldWord(e,n+1,"embedded"):void 0;this.pos=n+1,this.readWordText(!1,v.ArrayElement);let o=this.pos,i=st(s,n+1,o),
a=s.charCodeAt(i),c=a===61||a===43&&s.charCodeAt(i+1)===61,l=r?.parts,d=this._wordParts;if(c&&(d=Ht(s,n+1,o,d)??d),!l&&!d)return c?null:Ht(s,e,o,void 0)??null;let u=s.
slice(e,n+1);l||(l=[{type:"Literal",pos:e,end:n+1,text:u,value:r?.value??u}]),d||(d=o>n+1?[{type:"Literal",pos:n+1,end:o,text:s.slice(n+1,o),value:this._wordText}]:
[]);let p=M_(l,d);return c||(p=Ht(s,e,o,p)??p),p.length>1||p[0].type!=="Literal"?p:null}buildHereDocParts(e,n){this._buildParts=!0;let s=this.src,r=[],o=!1,i="",
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
let s=this.src,r=this.srcEnd,o=this.pos;for(;;){if(o=kr(s,o,r),n===v.TestMode)for(;o<r&&s.charCodeAt(o)===10;)o=kr(s,o+1,r);if(o>=r||s.charCodeAt(o)!==35)break;
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
_wordRaw||o!==60&&o!==62){Cn(e,y.Word,s,this.pos,this._wordRaw),e.keywordEligible=this._wordKeywordEligible;return}}this.classifyWord(e,n,s,r)}isRedirectVariable(e,n){
let s=this.src;for(let r=e;r<n;r++){let o=s.charCodeAt(r);if(o===91&&r>e)return r+2<n&&s.charCodeAt(n-1)===93&&this.findClosingShellDelimiter(r+1,n,93)===n-1;if(o>=
128||!(dn[o]&(r===e?1:2)))return!1}return n>e}readArrayElement(e,n){let s=this.findClosingBracket(n+1);return s===-1?!1:(this.pos=s+1,this.readWordText(),Cn(e,y.
Word,n,this.pos,!0),!0)}classifyWord(e,n,s,r){let o=this.src,i=this._wordRaw,a=this._wordHasExpansions,c=this._wordQuoted,l=this._wordKeywordEligible,d=this._wordAssignmentState,
u=this.pos,p=u-s;if(n===v.CasePattern){let h=y.Word;if(l){let m=i?nm(o,s,p):Kh.get(this.wordValueOf(s,u));m===y.Esac&&(h=m)}Cn(e,h,s,u,i),e.keywordEligible=l;return}
let f=null;if(!i&&!a&&l&&(n===v.CommandStart||n===v.TestMode)){let h=u<this.srcEnd?o.charCodeAt(u):0;(!c&&p<=16||h===60||h===62)&&(f=this.wordValueOf(s,u))}if(n===
v.CommandStart&&l){if(i){if(p<=8){let h=nm(o,s,p);if(h!==void 0){Cn(e,h,s,u,!0);return}}if(p===2&&o.charCodeAt(s)===91&&o.charCodeAt(s+1)===91){Cn(e,y.DblLBracket,
s,u,!0);return}}else if(f!==null&&f.length>0){let h=f.charCodeAt(0);if(h>=97&&h<=122&&f.length<=8||h===33||h===123||h===125){let m=Kh.get(f);if(m!==void 0){ve(e,
m,f,s,u);return}}if(h===91&&f==="[["){ve(e,y.DblLBracket,f,s,u);return}}}if(n===v.CommandStart||n===v.CommandPrefix||n===v.Declaration){if(d===void 0){let h=-1,
m=!1;for(let g=s+1;g<u;g++){let k=o.charCodeAt(g);if(k===61){h=g;break}k===91&&(m=!0)}(h!==-1||n!==v.Declaration&&m)&&(d=$c(o,s,u,Nc))}if(d!==void 0){if(n!==v.Declaration&&
d>=Ge){if(u<this.srcEnd&&(this._errors!==null&&(this._errors.length=r),this.pos=s,this.readWordText(!0,n,!0),this.pos>u)){this.classifyWord(e,n,s,r);return}(this.
_errors===null||this._errors.length===r)&&this.errors.push({message:"unterminated array subscript",pos:o.indexOf("[",s)})}if(em(d)){Cn(e,y.Assignment,s,u,i),f!==
null&&(e._value=f),e.assignmentOperatorPos=tm(d);return}}}if((n===v.CommandStart||n===v.TestMode)&&l){if(i){if(p===2&&o.charCodeAt(s)===93&&o.charCodeAt(s+1)===
93){Cn(e,y.DblRBracket,s,u,!0);return}}else if(f==="]]"){ve(e,y.DblRBracket,f,s,u);return}}if(!a&&this.pos<this.srcEnd){let h=o.charCodeAt(this.pos);if((h===60||
h===62)&&i){let m=o.charCodeAt(s);if(m>=48&&m<=57&&D_(o,s,u)){let g=Number.parseInt(o.slice(s,u),10);if(this.readRedirection(e,s)){e.fileDescriptor=g,e.descriptorEnd=
u;return}}if(m===123&&o.charCodeAt(u-1)===125&&this.isRedirectVariable(s+1,u-1)){let g=o.slice(s+1,u-1);if(this.readRedirection(e,s)){e.variableName=g,e.descriptorEnd=
u;return}}}}Cn(e,y.Word,s,u,i),f!==null&&(e._value=f),e.keywordEligible=l}readWordText(e=!1,n=v.Normal,s=!1){let r=this.src,o=this.srcEnd,i=this.pos,a=i,c=0;for(;i<
o;){let P=r.charCodeAt(i);if(P<128&&ae[P]){c=P;break}i++}if(i>=o||ae[c]&1&&!(c===40&&i>a&&un[r.charCodeAt(i-1)])&&!e){this.pos=i,this._wordText=(this._buildParts||
this._buildValue)&&i>a?r.slice(a,i):"",this._wordRaw=!0,this._wordQuoted=!1,this._wordHasExpansions=!1,this._wordKeywordEligible=!0,this._wordAssignmentState=void 0,
this._buildParts&&(this._wordParts=En(this._wordText)&&n!==v.ArrayElement?Ht(r,a,i,void 0)??null:null);return}let l=this._buildParts,d=l||this._buildValue,u=d&&
i>a?r.slice(a,i):"",p=!1,f=!1,h=!0,m=!0,g=i>a?r.charCodeAt(i-1):0,k=$c(r,a,i,Nc),x,E="",S=0,w=!1,A;for(l&&(x=[],E=u,S=a,w=u.length>0&&En(u));i<o;){let P=r.charCodeAt(
i);if(P>=128||!ae[P]){let C=i;for(i++;i<o;){let N=r.charCodeAt(i);if(N<128&&ae[N])break;i++}if(g=r.charCodeAt(i-1),k=$c(r,C,i,k),d){let N=r.slice(C,i);u+=N,l&&(E+=
N,w=w||En(N))}continue}if(ae[P]&1){if(e&&k>=Ge){let C=this.findClosingBracket(i);if(C!==-1){let N=C+1;if(k=k===Ge+1?Oc:k-1,g=r.charCodeAt(C),d){let V=r.slice(i,
N);u+=V,l&&(E+=V,w=w||En(V))}i=N;continue}}if(P===40&&g<128&&un[g]){if(n===v.FunctionName||k>=Ge&&(n===v.CommandStart||n===v.CommandPrefix)||n===v.CommandStart&&
g===33&&h&&r.charCodeAt(a)===33&&st(r,a+1,o)===i)break;let C=g;if(C===61&&s&&!((n===v.CommandStart||n===v.CommandPrefix||n===v.Declaration||n===v.EvalArgument)&&
em(k)&&st(r,tm(k)+1,o)===i))break;let N=i+1,V=this.findClosingShellDelimiter(N,o,41,C===61);if(V===-1&&!s&&!e&&k>=Ge||n===v.CommandStart&&C!==61&&V!==-1&&kr(r,N,
V)===V)break;h=!1;let te=V===-1?o:V;if(i=V===-1?o:V+1,V===-1&&this.errors.push({message:"unterminated extended glob",pos:N-2}),g=r.charCodeAt(i-1),d){let D="("+
r.slice(N,i);if(u+=D,l&&C!==61){let ge=N-2;for(;r.charCodeAt(ge)===10&&r.charCodeAt(ge-1)===92;)ge-=2;if(E.length>0){let re=E.slice(0,-1);ge>S&&x.push({type:"Li\
teral",pos:S,end:ge,value:re,text:r.slice(S,ge)}),E=""}let H=W_[C];x.push({type:"ExtendedGlob",pos:ge,end:i,text:r.slice(ge,i),operator:H,pattern:r.slice(N,te),
parts:this.subFieldParts(N,te)}),S=i}else l&&(E+=D,w=w||En(D))}continue}break}if(P===92){i++,i<o?r.charCodeAt(i)===10?(i++,m=!1):(k>=0&&k<Ge&&(k=Et),p=!0,h=!1,m=
!1,g=r.charCodeAt(i),d&&(u+=r[i],l&&(E+=r[i])),i++):(k>=0&&k<Ge&&(k=Et),p=!0,h=!1,g=92,d&&(u+="\\",l&&(E+="\\")));continue}if(P===39){let C=i;k>=0&&k<Ge&&(k=Et),
p=!0,h=!1,m=!1,i++;let N=i;for(;i<o&&r.charCodeAt(i)!==39;)i++;i>N&&(g=r.charCodeAt(i-1));let V=d?r.slice(N,i):"";d&&(u+=V),i<o?i++:this.errors.push({message:"u\
nterminated single quote",pos:N-1}),l&&(C>S&&(x.push({type:"Literal",pos:S,end:C,value:E,text:r.slice(S,C)}),E=""),x.push({type:"SingleQuoted",pos:C,end:i,value:V,
text:r.slice(C,i)}),S=i);continue}if(P===34){let C=i;if(k>=0&&k<Ge&&(k=Et),p=!0,h=!1,m=!1,i++,this.pos=i,this.readDoubleQuoted(),i=this.pos,this._dqEnd>C+1&&(g=
r.charCodeAt(this._dqEnd-1)),this._dqHasExpansions&&(f=!0),d&&(u+=this._dqText),l){C>S&&(x.push({type:"Literal",pos:S,end:C,value:E,text:r.slice(S,C)}),E="");let N=r.
slice(C,i);x.push({type:"DoubleQuoted",pos:C,end:i,text:N,parts:this._dqParts??[{type:"Literal",pos:C+1,end:this._dqEnd,value:this._dqText,text:r.slice(C+1,this.
_dqEnd)}]}),S=i}continue}if(P===36){h=!1;let C=i;k>=0&&k<Ge&&(k=Et);let N=i+1<o?r.charCodeAt(i+1):0;(N===39||N===34)&&(p=!0),this.pos=i,this.readDollar(),i=this.
pos,this._resultIsRaw||(m=!1),i>C&&(g=r.charCodeAt(i-1)),this._resultHasExpansion&&(f=!0),d&&(u+=this._resultText),l&&(this._resultPart?(C>S&&(x.push({type:"Lit\
eral",pos:S,end:C,value:E,text:r.slice(S,C)}),E=""),x.push(this._resultPart),S=i):E+=this._resultText);continue}if(P===96){h=!1;let C=i;k>=0&&k<Ge&&(k=Et),this.
pos=i,this.readBacktickExpansion(),i=this.pos,m=!1,g=r.charCodeAt(i-1),f=!0,d&&(u+=this._resultText),l&&(C>S&&(x.push({type:"Literal",pos:S,end:C,value:E,text:r.
slice(S,C)}),E=""),x.push(this._resultPart),S=i);continue}if(P===123){k>=0&&k<Ge&&(k=Et);let C=i+1<o?r.charCodeAt(i+1):0,N=C<=32||C===125?-1:this.scanBraceExpansion(
i,A??(A=new Map));if(N>0){if(h=!1,g=r.charCodeAt(N-1),d){let V=r.slice(i,N);u+=V,l&&(i>S&&(x.push({type:"Literal",pos:S,end:i,value:E,text:r.slice(S,i)}),E=""),
x.push({type:"BraceExpansion",pos:i,end:N,text:V,parts:this.subFieldParts(i+1,N-1)}),S=N)}i=N;continue}g=123,d&&(u+="{",l&&(E+="{")),i++;continue}i++}l&&i>S&&x.
push({type:"Literal",pos:S,end:i,value:E,text:r.slice(S,i)}),this.pos=i,this._wordText=u,this._wordRaw=m,this._wordQuoted=p,this._wordHasExpansions=f,this._wordKeywordEligible=
h,this._wordAssignmentState=k,l&&(this._wordParts=x.length>1||x.length===1&&x[0].type!=="Literal"?x:null,w&&n!==v.ArrayElement&&(this._wordParts=Ht(r,a,i,this._wordParts)??
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
!1,this._wordKeywordEligible=!1,l&&(this._wordParts=d.length>1||d.length===1&&(d[0].type!=="Literal"||f)?d:null,h&&(this._wordParts=Ht(r,a,i,this._wordParts)??null))}subFieldParts(e,n){
if(!(this._nestingDepth>=256))return Is(this.src,e,n)?this.parseSubFieldWord(e,n).parts:Ht(this.src,e,n,void 0)}parseSubFieldWord(e,n,s="word",r=!1){if(e>=n)return new Le(
"",e,e);if(this._nestingDepth>=256)return new Le(this.src.slice(e,n),e,n);this._nestingDepth++;let o=this.srcEnd,i=this._bracketWindow,a=this._arithmeticBracketWindow,
c=this.pos,l=this._wordText,d=this._wordParts,u=this._wordQuoted,p=this._wordKeywordEligible;this.srcEnd=n,this.pos=e,this.readInnerWordText(s==="quoted",r,s===
"word");let f=new Le(this.src.slice(e,n),e,n);return this._buildParts&&(f.parts=this._wordParts??void 0),this.srcEnd=o,this._bracketWindow=i,this._arithmeticBracketWindow=
a,this.pos=c,this._wordText=l,this._wordParts=d,this._wordQuoted=u,this._wordKeywordEligible=p,this._nestingDepth--,f}skipSQ(){for(;this.pos<this.srcEnd&&this.src.
charCodeAt(this.pos)!==39;)this.pos++;this.pos<this.srcEnd&&this.pos++}skipAnsiCQuoted(){let e=this.pos-1,n=br(this.src,this.pos,this.srcEnd);this.pos=n.end,n.closed||
this.errors.push({message:"unterminated ANSI-C quote",pos:e})}skipDQ(){let e=this.src,n=this.srcEnd;if(this._unbalanced=!1,this._nestingDepth<256)for(;this.pos<
n;){let s=e.charCodeAt(this.pos);if(s===34){this.pos++;return}if(s===92){this.pos=Math.min(this.pos+2,n);continue}if(s===96)break;if(s===36){let r=e.charCodeAt(
this.pos+1);if(r===40||r===123||r===36)break}this.pos++}this.extractBalanced(!0,!0)}skipSpacesAndTabs(){this.pos=kr(this.src,this.pos,this.srcEnd)}readDoubleQuoted(e=!1){
let n=this.src,s=this.srcEnd,r=this.pos,o=!1,i=this._buildParts,a=i||this._buildValue;if(!i){let p=this.pos;for(;p<s;){let f=n.charCodeAt(p);if(f===34){this._dqText=
a?n.slice(r,p):"",this._dqEnd=p,this.pos=p+1,this._dqHasExpansions=!1,this._dqParts=null;return}if(f===36||f===96||f===92)break;p++}}let c="",l=null,d="",u=i?this.
pos:0;for(;this.pos<s&&n.charCodeAt(this.pos)!==34;){let p=this.pos;for(;this.pos<s;){let h=n.charCodeAt(this.pos);if(h===34||h===92||h===36||h===96)break;this.
pos++}if(a&&this.pos>p){let h=n.slice(p,this.pos);c+=h,i&&(d+=h)}if(this.pos>=s||n.charCodeAt(this.pos)===34)break;let f=n.charCodeAt(this.pos);if(f===92){if(this.
pos++,this.pos<s){let h=n.charCodeAt(this.pos);if(h===10){this.pos++;continue}if(a)if(e||h===36||h===96||h===34||h===92){let m=n[this.pos];c+=m,i&&(d+=m)}else{let m="\
\\"+n[this.pos];c+=m,i&&(d+=m)}this.pos++}continue}if(f===36){let h=this.pos+1<s?n.charCodeAt(this.pos+1):0;if(h===34||h===39){a&&(c+="$",i&&(d+="$")),this.pos++;
continue}let m=this.pos;if(this.readDollar(!0),a&&(c+=this._resultText),this._resultHasExpansion&&(o=!0),i){let g=this._resultPart;g&&Qh(g)?(l||(l=[]),m>u&&(l.push(
{type:"Literal",pos:u,end:m,value:d,text:n.slice(u,m)}),d=""),l.push(g),u=this.pos):d+=this._resultText}continue}if(f===96){let h=this.pos;this.readBacktickExpansion(
!0),a&&(c+=this._resultText),o=!0,i&&this._resultPart&&Qh(this._resultPart)&&(l||(l=[]),h>u&&(l.push({type:"Literal",pos:u,end:h,value:d,text:n.slice(u,h)}),d=""),
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
!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?{type:"SimpleExpansion",pos:n,end:this.pos,text:c}:void 0;return}if(a<128&&dn[a]&1){let c=this.
pos-1;for(;this.pos<r;){let d=s.charCodeAt(this.pos);if(d<128&&dn[d]&2)this.pos++;else break}let l=o?s.slice(c,this.pos):"";this._resultText=l,this._resultIsRaw=
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
!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?this.arithmeticExpansion(e,r,s,n):void 0}arithmeticExpansion(e,n,s,r){return new _s(e,this.pos,
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
uoted":"word")},o}if(f===58){l++;let g=s+l,k=Yh(n.slice(l),58,!0,(x,E)=>this.findNestedShellEnd(g+x,p,E)-g);return o.operation={type:"Slice",pos:u,end:p,operatorEnd:g,
operator:":",offset:a(l,k===-1?i:l+k,"embedded"),length:k===-1?void 0:a(l+k+1,i,"embedded")},o}if(f===35||f===37){let g=h===f,k=f===35?g?"##":"#":g?"%%":"%",x=l+
(g?2:1);return o.operation={type:"Remove",pos:u,end:p,operatorEnd:s+x,operator:k,operand:a(x,i)},o}if(f===47){l++;let g="/";(h===47||h===35||h===37)&&(g=h===47?
"//":h===35?"/#":"/%",l++);let k=l;h===47&&(k=st(n,l,i),n.charCodeAt(k)===47&&k++);let x=Yh(n.slice(k),47),E=x===-1?i:k+x;return o.operation={type:"Replace",pos:u,
end:p,operatorEnd:s+l,operator:g,pattern:a(l,E),replacement:a(x===-1?i:E+1,i)},o}if(f===94||f===44){let g=h===f,k=f===94?g?"^^":"^":g?",,":",",x=l+(g?2:1);return o.
operation={type:"CaseModification",pos:u,end:p,operatorEnd:s+x,operator:k,operand:x===i?void 0:a(x,i)},o}return o.prefix==="!"&&o.index===void 0&&l+1===i&&(f===
64||f===42)?(o.operation={type:"Names",pos:u,end:p,operatorEnd:p,operator:f===64?"@":"*"},o):f===64?(o.operation={type:"Transform",pos:u,end:p,operatorEnd:u+1,operator:"\
@",operand:a(l+1,i)},o):(o.operation={type:"Unknown",pos:u,end:p,operatorEnd:p,operator:n.slice(l)},o)}findNestedShellEnd(e,n,s){let r=this.src.charCodeAt(e);if(r===
96){let i=e+1;for(;i<n;){let a=this.src.charCodeAt(i);if(a===92){i+=2;continue}if(i++,a===96)return i}return n}let o;if(r===36){let i=e+1;if(i<n&&this.src.charCodeAt(
i)===123)o=this.findClosingBrace(i+1,n);else{let a=st(this.src,i,n);if(a>=n||this.src.charCodeAt(a)!==40)return e;o=this.findClosingParenthesis(a+1,n)}}else{let i=e+
1;if(s||r!==60&&r!==62||i>=n||this.src.charCodeAt(i)!==40)return e;o=this.findClosingParenthesis(i+1,n)}return o===-1?n:o+1}scanParamName(e,n){let s=n;if(s>=e.length)
return s;let r=e.charCodeAt(s);if(r===64||r===42||r===35||r===63||r===45||r===36||r===33)return s+1;if(r>=48&&r<=57){for(;s<e.length&&e.charCodeAt(s)>=48&&e.charCodeAt(
s)<=57;)s++;return s}if(r>=97&&r<=122||r>=65&&r<=90||r===95)for(s++;s<e.length;){let o=e.charCodeAt(s);if(o>=97&&o<=122||o>=65&&o<=90||o>=48&&o<=57||o===95)s++;else
break}return s}readAnsiCQuoted(){let e=this.pos-1,n=br(this.src,this.pos,this.srcEnd);return this.pos=n.end,n.closed||this.errors.push({message:"unterminated AN\
SI-C quote",pos:e}),n.value}extractBalanced(e=!0,n=!1){let s=this.src,r=this.srcEnd,o=this._buildParts||this._buildValue,i=n?0:1,a=this.pos;this._unbalanced=!1;
let c=e&&!n?this.substitutionContext.boundaries?.get(a):void 0;if(c!==void 0&&c<=r&&this._nestingDepth<256)return this.pos=c,o?s.slice(a,c-1):"";let l=!0;for(;!n&&
this.pos<r;){let D=s.charCodeAt(this.pos);if(D===41){let ge=o?s.slice(a,this.pos):"";return this.pos++,ge}else{if(D===40||D===92||D===39||D===34||D===96||D===36&&
(s.charCodeAt(this.pos+1)===39||s.charCodeAt(this.pos+1)===36||s.charCodeAt(this.pos+1)===123))break;if(D===60&&this.pos+1<r&&s.charCodeAt(this.pos+1)===60)break;
if(D===35&&l)break;if(D===99&&l&&this.pos+3<r&&s.charCodeAt(this.pos+1)===97&&s.charCodeAt(this.pos+2)===115&&s.charCodeAt(this.pos+3)===101&&(this.pos+4>=r||s.
charCodeAt(this.pos+4)<128&&ae[s.charCodeAt(this.pos+4)]&1))break;l=D<128&&(ae[D]&1)!==0,this.pos++}}let d=0,u=0,p=[],f=null,h,m=-1,g=a>=2&&s.charCodeAt(a)===40&&
s.charCodeAt(a-1)===40&&s.charCodeAt(a-2)===36,k=0,x=!1,E=n?[{close:34,depth:0}]:[],S=n?1:0,w=0,A,P=-1,C=-1,N=-1,V=-1,te=!1;for(;this.pos<r&&(i>0||E.length>0);){
let D=s.charCodeAt(this.pos),ge=E.length===0?void 0:E[E.length-1];if(ge!==void 0&&ge.depth===i){let H=!1;if(D===92){this.pos=Math.min(this.pos+2,r);continue}if(D===
ge.close){if(E.pop(),D===34?S--:w--,this.pos++,n&&i===0&&E.length===0)return"";continue}if(D===34)E.push({close:34,depth:i}),S++;else if(D===39&&ge.close===125){
this.pos++,this.skipSQ();continue}else if(D===96){for(this.pos++;this.pos<r&&s.charCodeAt(this.pos)!==96;)s.charCodeAt(this.pos)===92&&this.pos++,this.pos<r&&this.
pos++;this.pos<r&&this.pos++;continue}else if(D===36){let re=s.charCodeAt(this.pos+1);if(re===39&&ge.close===125){this.pos+=2,this.skipAnsiCQuoted();continue}if(re===
123)E.push({close:125,depth:i}),w++,this.pos++;else if(re===40)this.pos++,D=40,H=!0;else if(re===36){this.pos+=s.charCodeAt(this.pos+2)===40?1:2;continue}}if(!x&&
this._nestingDepth+Math.max(S,w)>256&&(this.errors.push({message:"maximum word nesting depth exceeded",pos:this.pos}),x=!0),!H){for(this.pos++;this.pos<r;){let re=s.
charCodeAt(this.pos);if(re===92||re===34||re===36||re===96||re===125||re===39)break;this.pos++}continue}}if(D===35&&V!==-1&&!g&&m<0&&e&&!te&&this._nestingDepth+
(h?.length??0)<256&&kr(s,V,r)===this.pos){te=!0;let H=h?.[h.length-1],re=this.findSubstitutionEnd(H?.start??a,r,this._nestingDepth+(h?.length??0)+1);if(re!==-1){
if(H===void 0)return this.pos=re,o?s.slice(a,re-1):"";this.pos=re-1,i=H.depth+1,d=0,u=0,p.length=H.parens+1,D=41}}if(D===40){let H=this.pos>a&&this.pos!==N?s.charCodeAt(
this.pos-1):0,re=H===36?this.pos-1:this.pos===C?P:-1,uo=re!==-1||H===60||H===62||H===61||H===64||H===63||H===42||H===43||H===33||H===40&&p[p.length-1]===!1||g&&
this.pos===a,ka=re!==-1&&s.charCodeAt(this.pos+1)!==40||(H===60||H===62)&&m<0&&!g;ka&&((h??(h=[])).push({start:this.pos+1,dollar:re,depth:i,parens:p.length,caseDepth:d,
caseParens:u,arithBase:m,arithExtent:g,substitutions:k,checkedGrammar:te,pendingDelims:f}),d=0,u=0,m=-1,g=!1,te=!1,f=null),p.push(!uo),l=!0,!ka&&m<0&&this.pos+1<
r&&s.charCodeAt(this.pos+1)===40&&(m=i),re!==-1&&(ka?k++:(A??(A=[])).push(i),k+(A?.length??0)+this._nestingDepth+(n?0:1)>256&&!x&&(this.errors.push({message:"ma\
ximum command substitution nesting depth exceeded",pos:re}),x=!0)),P=-1,C=-1,i++,d>0&&u++,this.pos++}else if(D===41){if(d>0&&u===0)this.pos++,l=!0;else{if(d>0&&
u--,i--,i===0&&!n){let re=o?s.slice(a,this.pos):"";return this.pos++,re}if(i<=m&&(m=-1),A!==void 0)for(;A.length>0&&A[A.length-1]>=i;)A.pop();l=p.pop()??!0,this.
pos++;let H=h?.[h.length-1];H!==void 0&&H.depth===i&&(h.pop(),d=H.caseDepth,u=H.caseParens,m=H.arithBase,g=H.arithExtent,k=H.substitutions,te=H.checkedGrammar,f=
H.pendingDelims)}V=this.pos}else if(D===92){if(this.pos>a&&s.charCodeAt(this.pos-1)===36){let H=st(s,this.pos,r);H>this.pos&&s.charCodeAt(H)===40&&s.charCodeAt(
H+1)!==40&&(P=this.pos-1,C=H)}this.pos++,this.pos<r&&(s.charCodeAt(this.pos)!==10&&(l=!1),this.pos++),N=this.pos}else if(D===36){let H=s.charCodeAt(++this.pos);
H===39?(this.pos++,this.skipAnsiCQuoted()):H===36?this.pos++:H===123&&!q_(s.charCodeAt(this.pos+1))&&(E.push({close:125,depth:i}),w++,this.pos++),l=!1}else if(D===
39)this.pos++,this.skipSQ(),l=!1;else if(D===34)E.push({close:34,depth:i}),S++,this.pos++,l=!1;else if(D===96){for(this.pos++;this.pos<r&&s.charCodeAt(this.pos)!==
96;)s.charCodeAt(this.pos)===92&&this.pos++,this.pos<r&&this.pos++;this.pos<r&&this.pos++,l=!1}else if(D===60&&m<0&&this.pos+1<r&&s.charCodeAt(this.pos+1)===60){
if(this.pos+2<r&&s.charCodeAt(this.pos+2)===60)this.pos+=3;else{this.pos+=2;let H=this.pos<r&&s.charCodeAt(this.pos)===45;H&&this.pos++,this.skipSpacesAndTabs(),
this.readHereDocDelimiter(),(this._hereDelim||this._hereQuoted)&&(f??(f=[])).push({delimiter:this._hereDelim,strip:H,quoted:this._hereQuoted})}l=!1}else if(D===
10&&f){this.pos++;for(let H of f)this.skipHereDocBody(H.delimiter,H.strip,!0,H.quoted);f=null,l=!0}else if(D===35&&m<0&&!g&&l)for(;this.pos<r&&s.charCodeAt(this.
pos)!==10;)this.pos++;else{let H=this.pos;for(;this.pos<r;){let re=s.charCodeAt(this.pos);if(re<128&&ae[re])break;this.pos++}if(this.pos>H){if(this.pos-H===4&&l&&
m<0&&!g){let uo=s.charCodeAt(H);uo===99&&s.charCodeAt(H+1)===97&&s.charCodeAt(H+2)===115&&s.charCodeAt(H+3)===101?d++:uo===101&&s.charCodeAt(H+1)===115&&s.charCodeAt(
H+2)===97&&s.charCodeAt(H+3)===99&&d>0&&(d--,d===0&&(u=0))}l=!1}else{let re=s.charCodeAt(this.pos);l=re<128&&(ae[re]&1)!==0,this.pos++}}}return this._unbalanced=
!0,n&&h!==void 0&&h.length>0&&this.errors.push({message:"unterminated command substitution",pos:h[0].dollar}),o?s.slice(a,this.pos):""}};function Lc(t){switch(t){case",":return 1;case"=":case"+=":case"-=":case"*=":case"/=":case"%=":case"<<=":case">>=":case"&=":case"|=":case"^=":return 2;case"||":
return 4;case"&&":return 5;case"|":return 6;case"^":return 7;case"&":return 8;case"==":case"!=":return 9;case"<":case"<=":case">":case">=":return 10;case"<<":case"\
>>":return 11;case"+":case"-":return 12;case"*":case"/":case"%":return 13;case"**":return 14;case"?":return 3;default:return-1}}function om(t,e,n){for(;n>e;){let s=t.
charCodeAt(n-1);if(s!==32&&s!==9&&s!==10)break;n--}return n}function j_(t){switch(t){case"=":case"+=":case"-=":case"*=":case"/=":case"%=":case"<<=":case">>=":case"\
&=":case"|=":case"^=":case"**":return!0;default:return!1}}function Wc(t,e=0,n,s=0){let r=0,o=t.length,i=n?.embeddedWords.length??0;function a(S,w,A=!1){let P={type:"\
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
let C=r,N=l();if(N===null||P===0&&Lc(N)<S){r=C;break}N==="?"&&P++}return n&&(n.embeddedWords.length=A),a(w,om(t,w,r))}function p(S,w){if(w>256)return u(S);let A=f(
w);for(;c(),!(r>=o);){let P=r,C=l();if(!C)break;if(C==="?"){if(Lc(C)<S){r=P;break}let D=p(1,w+1);c(),r<o&&t.charCodeAt(r)===58&&r++;let ge=p(3,w+1);A={type:"Ari\
thmeticTernary",pos:A.pos,end:ge.end,test:A,consequent:D,alternate:ge};continue}let N=Lc(C);if(N<S){r=P;break}let V=j_(C)?N:N+1,te=p(V,w+1);A={type:"ArithmeticB\
inary",pos:A.pos,end:te.end,operator:C,left:A,right:te}}return A}function f(S){if(c(),S>256)return u(15);if(r>=o)return a(r,r);let w=r,A=t.charCodeAt(r),P=r+1<o?
t.charCodeAt(r+1):0;if(A===43&&P===43){r+=2;let C=f(S+1);return{type:"ArithmeticUnary",pos:w+e,end:C.end,operator:"++",operand:C,prefix:!0}}if(A===45&&P===45){r+=
2;let C=f(S+1);return{type:"ArithmeticUnary",pos:w+e,end:C.end,operator:"--",operand:C,prefix:!0}}if(A===33){r++;let C=f(S+1);return{type:"ArithmeticUnary",pos:w+
e,end:C.end,operator:"!",operand:C,prefix:!0}}if(A===126){r++;let C=f(S+1);return{type:"ArithmeticUnary",pos:w+e,end:C.end,operator:"~",operand:C,prefix:!0}}if(A===
43&&P!==43&&P!==61){r++;let C=f(S+1);return{type:"ArithmeticUnary",pos:w+e,end:C.end,operator:"+",operand:C,prefix:!0}}if(A===45&&P!==45&&P!==61){r++;let C=f(S+
1);return{type:"ArithmeticUnary",pos:w+e,end:C.end,operator:"-",operand:C,prefix:!0}}return h(S)}function h(S){let w=m(S);if(c(),r+1<o){let A=t.charCodeAt(r),P=t.
charCodeAt(r+1);if(A===43&&P===43)return r+=2,{type:"ArithmeticUnary",pos:w.pos,end:r+e,operator:"++",operand:w,prefix:!1};if(A===45&&P===45)return r+=2,{type:"\
ArithmeticUnary",pos:w.pos,end:r+e,operator:"--",operand:w,prefix:!1}}return w}function m(S){if(c(),r>=o)return a(r,r);let w=t.charCodeAt(r);if(w===40){let V=r;
r++;let te=p(0,S+1);return c(),r<o&&t.charCodeAt(r)===41&&r++,{type:"ArithmeticGroup",pos:V+e,end:r+e,expression:te}}if(w===36){let V=r,te=n?.embeddedWords.length??
0,D=g(),ge=n?.findArithmeticWordEnd?.(V+e,e+o)??r+e;return ge>r+e?(n&&(n.embeddedWords.length=te),r=ge-e,a(V,r,!0)):D}if(w===96||w===34||w===39){let V=r;return r=
(n?.findArithmeticWordEnd?.(V+e,e+o)??V+e+1)-e,a(V,r,!0)}let A=r,P=n?.embeddedWords.length??0,C=k(),N=n?.findArithmeticWordEnd?.(A+e,e+o)??r+e;return N>r+e?(n&&
(n.embeddedWords.length=P),r=N-e,a(A,r,!0)):C}function g(){let S=r;if(r++,r>=o)return a(S,r);let w=t.charCodeAt(r);if(w===40)if(r+1<o&&t.charCodeAt(r+1)===40){let A=n?.
findArithmeticExpansionEnd(S+e,e+o)??-1;if(A!==-1)r=A-e;else{r+=2;let P=1;for(;r<o&&P>0;)t.charCodeAt(r)===40&&t.charCodeAt(r+1)===40?(P++,r+=2):t.charCodeAt(r)===
41&&t.charCodeAt(r+1)===41?(P--,r+=2):r++}}else{r++;let A=n?.findClosingParenthesis(r+e,e+o)??-1;if(A!==-1)r=A-e+1;else{let C=1;for(;r<o&&C>0;){let N=t.charCodeAt(
r++);N===40?C++:N===41&&C--}}let P=t.slice(S,r);return n?n.commandExpansion(S+e,r+e,P):new wt("ArithmeticCommandExpansion",S+e,r+e,P)}else if(w===123){let A=n?.
findClosingBrace(r+e+1,e+o)??-1;if(A!==-1)r=A-e+1;else{r++;let P=1;for(;r<o&&P>0;){let C=t.charCodeAt(r++);C===123?P++:C===125&&P--}}}else for(;r<o;){let A=t.charCodeAt(
r);if(A>=97&&A<=122||A>=65&&A<=90||A>=48&&A<=57||A===95)r++;else break}return a(S,r,w===40||w===123)}function k(){let S=r;for(;r<o;){let w=t.charCodeAt(r);if(w>=
48&&w<=57||w>=65&&w<=90||w>=97&&w<=122||w===95||w===35)r++;else break}if(r>S&&r<o&&t.charCodeAt(r)===91){let w=n?.findClosingBracket?.(r+e+1,e+o)??-1;if(w!==-1)
r=w-e+1;else{r++;let A=1;for(;r<o&&A>0;){let P=t.charCodeAt(r);P===91?A++:P===93&&A--,r++}}return a(S,r,!0)}return r===S&&r++,a(S,r)}if(c(),r>=o)return null;let x=r,
E=p(0,s);return c(),r<o?(n&&(n.embeddedWords.length=i),a(x,om(t,x,o),n!==void 0)):E}var si=(t,e)=>En(e.text)?Ht(e.text,0,e.text.length,void 0,e.pos):void 0;function rs(t){return t.wordParts??(t.wordParts=(e,n,s)=>F_(e,n,s,t))}function ri(t){return t.
embeddedParts??(t.embeddedParts=(e,n,s)=>Dc(e,n,s,t))}function im(t){return t.arrayParts??(t.arrayParts=(e,n,s)=>H_(e,n,s,t))}function F_(t,e,n=0,s=As()){let r=new ot(
t,e.pos,e.end,!1,s);return r._nestingDepth=n,r.buildWordParts(e.pos)??void 0}function Dc(t,e,n=0,s,r=!1){if(!Is(t,e.pos,e.end))return;let o=new ot(t,e.pos,e.end,
!1,s);return o._nestingDepth=n,o.buildEmbeddedWordParts(e.pos,r)??void 0}function H_(t,e,n=0,s){let r=new ot(t,e.pos,e.end,!1,s);return r._nestingDepth=n,r.buildArrayElementParts(
e.pos)??void 0}function am(t,e,n=0,s){let r=new ot(t,e.pos,e.end,!1,s);return r._nestingDepth=n,r.buildHereDocParts(e.pos,e.end)??void 0}function $s(t,e,n,s,r,o=s){if(!Is(n,e,e+t.length))return Wc(t,e,void 0,s)??void 0;let i=[],a=new ot(n,0,n.length,!1,r);a._nestingDepth=s;let c=Wc(t,e,{embeddedWords:i,
commandExpansion:(l,d,u)=>new wt("ArithmeticCommandExpansion",l,d,u,{source:n,start:l+2,end:d-1,depth:s+1,parenBoundary:!0,context:r}),findClosingBracket:(l,d)=>a.
findClosingBracket(l,d),findClosingBrace:(l,d)=>a.findClosingBrace(l,d),findClosingParenthesis:(l,d)=>a.findClosingParenthesis(l,d),findArithmeticExpansionEnd:(l,d)=>a.
findArithmeticExpansionEnd(l,d),findArithmeticWordEnd:(l,d)=>a.findArithmeticWordEnd(l,d)},s)??void 0;if(o<=256)for(let l of i)l.parts=Dc(n,l,o,r,!0);return c}var Mc=class{type="ArrayValue";pos;end;#e;#t;#s;#n;constructor(e,n,s,r,o){this.pos=n,this.end=s,this.#e=e,this.#t=r,this.#s=o}get elements(){if(this.#n)return this.#n;
let e=new ot(this.#e,this.pos+1,this.end-1,!1,this.#s);e._nestingDepth=this.#t;let n=[];for(;e.peek(v.ArrayElement).token!==y.EOF;){let s=e.next(v.ArrayElement);
if(s.token!==y.Word&&s.token!==y.Assignment)continue;let r=s.raw?s.value:this.#e.slice(s.pos,s.end),o=r.charCodeAt(0)===91,i=e.getSubstitutionContext(),a=!o&&s.
raw&&s.keywordEligible?void 0:this.#e,c=a===void 0?si:o?im(i):rs(i);n.push(new Le(r,s.pos,s.end,a,c,this.#t))}return this.#n=n,n}toJSON(){return{type:this.type,
pos:this.pos,end:this.end,elements:this.elements}}},oi=class{type="Assignment";pos;end;text;#e;#t;#s;#n;#r=null;#a;#i;#o=null;constructor(e,n,s,r,o,i,a){this.pos=
n,this.end=s,this.text=e,this.#e=r,this.#n=o,this.#t=i,this.#s=a}get name(){return this.#r??this.resolveTarget()}get append(){return this.#r===null&&this.resolveTarget(),
this.#a}get index(){return this.#r===null&&this.resolveTarget(),this.#i}get value(){if(this.#o!==null)return this.#o;let e=this.#n+1,n=st(this.#e,e,this.end);return this.#o=
this.#e.charCodeAt(n)===40&&this.#e.charCodeAt(this.end-1)===41?new Mc(this.#e,n,this.end,this.#t,this.#s):new Le(this.#e.slice(e,this.end),e,this.end,this.#e,rs(
this.#s),this.#t),this.#o}resolveTarget(){let e=this.#n-this.pos,n=e,s=e;for(;s>=2&&this.text.charCodeAt(s-2)===92&&this.text.charCodeAt(s-1)===10;)s-=2;this.text.
charCodeAt(s-1)===43&&(this.#a=!0,n=s-1);let r=this.text.indexOf("[");if(r>0&&r<n){let i=this.text.lastIndexOf("]",e);if(i>r){let a=this.pos+r+1,c=this.pos+i;this.#i=
new Le(this.#e.slice(a,c),a,c,this.#e,ri(this.#s),this.#t),n=r}}let o=this.text.slice(0,n);return this.#r=o.includes(`\\
`)?o.split(`\\
`).join(""):o}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,name:this.name,append:this.append,index:this.index,value:this.value}}};var qc=t=>t.type==="Word"||t.type==="Assignment",wr=class{type="Command";pos;end;name;prefix;suffix;#e;#t;constructor(e,n,s,r,o){this.pos=e,this.end=n,this.name=
s,this.prefix=r,this.suffix=o}get args(){if(this.#e===void 0){let e=this.suffix;this.#e=e.every(qc)?e:e.filter(qc)}return this.#e}get redirects(){if(this.#t===void 0){
let e=[];for(let n of this.prefix)n.type!=="Assignment"&&e.push(n);for(let n of this.suffix)qc(n)||e.push(n);this.#t=e}return this.#t}toJSON(){return{type:this.
type,pos:this.pos,end:this.end,name:this.name,prefix:this.prefix,suffix:this.suffix}}};var ii=class{type="HereDocBody";pos;end;text="";#e;#t;#s;#n;constructor(e,n,s,r,o){this.pos=n,this.end=n,this.#e=e,this.#t=r,this.#s=o,this.#n=s?void 0:null}get parts(){
return this.#n===null&&(this.#n=am(this.#e,this,this.#t,this.#s)),this.#n}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,parts:this.parts}}};ot._findSubstitutionEnd=X_;wt._resolveScript=Y_;_s._resolveExpression=$s;function V_(t){switch(t.length){case 5:return t==="local"||t==="alias";case 6:return t===
"export";case 7:return t==="declare"||t==="typeset";case 8:return t==="readonly";default:return!1}}var Fc=class{type="ArithmeticCommand";pos;end;body;#e;#t;#s;#n=null;constructor(e,n,s,r,o,i){
this.pos=e,this.end=n,this.body=s,this.#e=r,this.#t=o,this.#s=i}get expression(){return this.#n===null&&(this.#n=$s(this.body,this.pos+2,this.#e,this.#t,this.#s)),
this.#n}set expression(e){this.#n=e??void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,expression:this.expression,body:this.body}}},Sr=class{type="\
ArithmeticFor";pos;end;body;#e;#t;#s;#n;#r;#a;#i;#o;#u;#c=null;#l=null;#d=null;constructor(e,n,s,r,o,i,a,c,l,d,u,p){this.pos=e,this.end=n,this.body=s,this.#e=r,
this.#t=o,this.#s=i,this.#n=a,this.#r=c,this.#a=l,this.#i=d,this.#o=u,this.#u=p}get initialize(){return this.#c===null&&(this.#e?this.#c=$s(this.#e,this.#n,this.#i,
this.#o,this.#u):this.#c=void 0),this.#c}set initialize(e){this.#c=e??void 0}get test(){return this.#l===null&&(this.#t?this.#l=$s(this.#t,this.#r,this.#i,this.#o,
this.#u):this.#l=void 0),this.#l}set test(e){this.#l=e??void 0}get update(){return this.#d===null&&(this.#s?this.#d=$s(this.#s,this.#a,this.#i,this.#o,this.#u):
this.#d=void 0),this.#d}set update(e){this.#d=e??void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,initialize:this.initialize,test:this.test,update:this.
update,body:this.body}}},U_={[y.DoubleSemi]:";;",[y.SemiAmp]:";&",[y.DoubleSemiAmp]:";;&"},B_={">":">",">>":">>","<":"<","<>":"<>","<&":"<&",">&":">&",">|":">|",
"&>":"&>","&>>":"&>>"},Ze=new Uint8Array(37);Ze[y.EOF]=1;Ze[y.RParen]=1;Ze[y.RBrace]=1;Ze[y.Then]=1;Ze[y.Else]=1;Ze[y.Elif]=1;Ze[y.Fi]=1;Ze[y.Do]=1;Ze[y.Done]=1;
Ze[y.Esac]=1;Ze[y.DoubleSemi]=1;Ze[y.SemiAmp]=1;Ze[y.DoubleSemiAmp]=1;var pn=new Uint8Array(37);pn[y.RParen]=1;pn[y.RBrace]=1;pn[y.DblRBracket]=1;pn[y.Fi]=1;pn[y.
Done]=1;pn[y.Esac]=1;pn[y.ArithCmd]=1;function cm(t){return t.token===y.Word&&t.keywordEligible&&t.value==="!"}var Me=new Uint8Array(37);Me[y.Word]=1;Me[y.Assignment]=
1;Me[y.Bang]=1;Me[y.LParen]=1;Me[y.LBrace]=1;Me[y.DblLBracket]=1;Me[y.If]=1;Me[y.For]=1;Me[y.While]=1;Me[y.Until]=1;Me[y.Case]=1;Me[y.Function]=1;Me[y.Select]=1;
Me[y.ArithCmd]=1;Me[y.Coproc]=1;Me[y.Redirect]=1;var G_={"-a":1,"-b":1,"-c":1,"-d":1,"-e":1,"-f":1,"-g":1,"-h":1,"-k":1,"-p":1,"-r":1,"-s":1,"-t":1,"-u":1,"-v":1,
"-w":1,"-x":1,"-z":1,"-n":1,"-o":1,"-N":1,"-S":1,"-L":1,"-G":1,"-O":1,"-R":1},z_={"==":1,"!=":1,"=~":1,"=":1,"-eq":1,"-ne":1,"-lt":1,"-le":1,"-gt":1,"-ge":1,"-n\
t":1,"-ot":1,"-ef":1,"<":1,">":1},lm=[],K_=[],jc=[];function dm(t){return new Er(t,0,t.length).run()}function Y_(t,e,n,s=0,r=!1,o){return new Er(t,e,n,s,r,void 0,
o).run()}var Hc=class t extends ot{boundaries;pending;context;constructor(e,n,s,r,o,i=!0){super(e,n.start,n.end,i,o),this._nestingDepth=n.depth,this.boundaries=
s,this.pending=r,this.context=o}fork(e,n,s=!1){return new t(this.getSource(),{start:e,end:n,depth:this._nestingDepth},this.boundaries,this.pending,this.context,
s)}findSubstitutionEnd(e,n,s=this._nestingDepth+1){let r=this.context.boundaries?.get(e);if(r!==void 0)return r<=n?r:-1;let o=this.boundaries.get(e);return o!==
void 0?o<=n?o:-1:(this.boundaries.has(e)||(this.boundaries.set(e,void 0),this.pending.push({start:e,end:n,depth:s})),-1)}};function X_(t,e,n,s,r){let o=new Map(
[[e,void 0]]),i=[{start:e,end:n,depth:s}];for(;i.length>0;){let a=i.length,c=i[a-1],l=new Hc(t,c,o,i,r),d=new Er(t,c.start,c.end,c.depth,!0,l).findSubstitutionEnd();
i.length===a&&(o.set(c.start,d),d!==-1&&Rc(r).set(c.start,d),i.pop())}return o.get(e)??-1}var Er=class{tok;source;start;end;depth;errors=null;syntaxDepth=0;constructor(e,n,s,r=0,o=!1,i,a){
this.tok=i??new ot(e,n,s,o,As(a)),this.tok._nestingDepth=r,this.source=e,this.start=n,this.end=s,this.depth=r}run(){let e=this.start;this.depth>256&&this.error(
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
pn).token,!(n!==y.Semi&&n!==y.Newline&&n!==y.Amp);){let r=n===y.Amp,o=this.tok.next(v.Normal).end;if(r){let a=e[e.length-1];a.background=!0,a.end=o}if(this.skipNewlines(
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
a)}return n.length===1?n[0]:{type:"Pipeline",pos:e.pos,end:n[n.length-1].end,prefixes:K_,commands:n,operators:s}}command(){let e;switch(this.tok.peek(v.CommandStart).
token){case y.LParen:e=this.subshell();break;case y.LBrace:e=this.braceGroup();break;case y.If:e=this.ifClause();break;case y.For:e=this.forClause();break;case y.
While:e=this.whileClause();break;case y.Until:e=this.untilClause();break;case y.Case:e=this.caseClause();break;case y.Function:return this.functionDef();case y.
Select:e=this.selectClause();break;case y.DblLBracket:e=this.testCommand();break;case y.ArithCmd:e=this.arithCommand();break;case y.Coproc:return this.coprocCommand();case y.
Word:case y.Assignment:case y.Redirect:return this.simpleCommandOrFunction(!1);default:return null}return this.withRedirects(e)}collectTrailingRedirects(){let e=lm;
for(;this.tok.peekFollow(pn).token===y.Redirect;)e===lm&&(e=[]),e.push(this.readRedirect(v.Normal));return e}arithCommand(){let e=this.tok.next(v.CommandStart);
return new Fc(e.pos,e.end,e.value,this.source,this.depth,this.tok.getSubstitutionContext())}coprocCommand(){let e=this.tok.next(v.CommandStart),n=e.pos,s=this.tok.
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
f'",this.tok.getPos());let i=o>=0?o:e;return{type:"If",pos:e,end:i,clause:this.makeCompoundList([]),then:this.makeCompoundList([]),elif:jc,else:void 0}}this.syntaxDepth++;
let n,s=e;for(;;){let o=this.list(),i=this.emptyListPos(o),a=this.makeCompoundList(o);this.skipSemi();let c=this.accept(y.Then,v.CommandStart);c?i>=0&&this.error(
`expected command after '${s===e?"if":"elif"}'`,i):this.error("expected 'then'",this.tok.getPos());let l=this.list(),d=this.makeCompoundList(l);c&&l.length===0&&
(this.error("expected command after 'then'",this.tok.peek(v.CommandStart).pos),d.pos=c.end,d.end=c.end),n?(n.elif===jc&&(n.elif=[]),n.elif.push({type:"Elif",pos:s,
end:d.end,clause:a,then:d})):n={type:"If",pos:e,end:e,clause:a,then:d,elif:jc,else:void 0},this.skipSemi();let u=this.accept(y.Elif,v.CommandStart);if(!u)break;
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
y.Semi&&this.tok.next(v.CommandStart),this.skipNewlines(v.CommandStart),this.tok.peek(v.CommandStart).token===y.LBrace){let p=this.braceGroup();return new Sr(e,
p.end,p.body,n,s,r,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}let c=this.accept(y.Do,v.CommandStart)!==null;if(c||this.error("expected 'do'",
this.tok.getPos()),this.syntaxDepth>=256){this.error("maximum for nesting depth exceeded",e);let p=this.tok.skipCompoundBody(y.Done);p<0&&this.error("expected '\
done' to close 'for'",this.tok.getPos());let f=p>=0?p:e;return new Sr(e,f,this.makeCompoundList([]),n,s,r,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}
this.syntaxDepth++;let l=this.doBody(c);this.syntaxDepth--;let d=this.acceptEnd(y.Done,v.CommandStart);d<0&&this.error("expected 'done' to close 'for'",this.tok.
getPos());let u=d>=0?d:e;return new Sr(e,u,this.makeCompoundList(l),n,s,r,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}whileClause(){return this.
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
let x=this.tok.next(v.CommandStart);g.terminator=U_[x.token],g.end=x.end}else o!==y.Esac&&o!==y.EOF&&!r&&(this.unexpectedToken(k),r=!0);s.push(g),this.skipNewlines(
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
And);return{type:"TestLogical",pos:e.pos,end:n[n.length-1].end,operator:"&&",operands:n}}parseTestNot(){let e=this.tok.peek(v.TestMode);if(!cm(e))return this.parseTestPrimary();
let n=[];for(;cm(e);){let r=this.tok.next(v.TestMode);n.push({type:"Negation",pos:r.pos,end:r.end}),e=this.tok.peek(v.TestMode)}let s=this.parseTestPrimary();return{
type:"TestNot",pos:n[0].pos,end:s.end,negations:n,operand:s}}parseTestPrimary(){if(this.tok.peek(v.TestMode).token===y.LParen){let a=this.tok.next(v.TestMode).pos;
if(this.syntaxDepth>=256){this.error("maximum test group nesting depth exceeded",a);let u=this.tok.skipTestGroup();u<0&&this.error("expected ')' to close test g\
roup",this.tok.getPos());let p=u>=0?u:a,f=new Le("",a,a);return{type:"TestGroup",pos:a,end:p,expression:{type:"TestUnary",pos:a,end:a,operator:"-n",operand:f}}}
this.syntaxDepth++;let c=this.parseTestOr();this.syntaxDepth--;let l=this.acceptEnd(y.RParen,v.TestMode);l<0&&this.error("expected ')' to close test group",this.
tok.getPos());let d=l>=0?l:a;return{type:"TestGroup",pos:a,end:d,expression:c}}let e=this.tok.next(v.TestMode);(e.token===y.And||e.token===y.Or)&&this.unexpectedToken(
e);let n=e.value,s=e.pos,r=e.end;if(e.keywordEligible&&G_[n]===1){if(this.tok.peek(v.TestMode).token===y.Word){let c=this.readTestOperand();return{type:"TestUna\
ry",pos:s,end:c.end,operator:n,operand:c}}this.error("expected operand after unary test operator",r);let a=new Le("",r,r);return{type:"TestUnary",pos:s,end:r,operator:n,
operand:a}}let o=this.tok.peek(v.TestMode);if(o.token===y.Word&&o.keywordEligible&&z_[o.value]===1){let a=this.tok.next(v.TestMode).value,c;if(a==="=~"){let d=this.
tok.readTestRegexWord();c=new Le(this.source.slice(d.pos,d.end),d.pos,d.end,this.source,ri(this.tok.getSubstitutionContext()),this.depth)}else c=this.readTestOperand();
let l=this.toWordFromPosEnd(e,s,r);return{type:"TestBinary",pos:s,end:c.end,operator:a,left:l,right:c}}let i=this.toWordFromPosEnd(e,s,r);return{type:"TestUnary",
pos:s,end:i.end,operator:"-n",operand:i}}readTestOperand(){let e=this.tok.next(v.TestMode);return e.keywordEligible&&(e.value==="<"||e.value===">")&&this.error(
`unexpected argument '${e.value}' to conditional operator`,e.pos),this.toWord(e)}functionDef(){let e=this.tok.next(v.CommandStart).pos,n=this.readWord(v.FunctionName),
s;if(this.tok.peek(v.CommandStart).token===y.LParen){let r=this.tok.next(v.CommandStart).pos;this.tok.peek(v.CommandStart).token===y.RParen?(this.tok.next(v.CommandStart),
this.skipNewlines(v.CommandStart),s=this.commandAsBody()):s=this.withRedirects(this.subshellBody(r))}else this.skipNewlines(v.CommandStart),s=this.commandAsBody();
return{type:"Function",pos:e,end:s.end,name:n,body:s}}simpleCommandOrFunction(e){let n=[],s=this.tok.peek(v.CommandStart).pos,r=s,o=v.CommandStart;for(;;){let d=this.
tok.peek(o).token;if(d===y.Assignment){let u=this.tok.next(o);r=u.end,n.push(this.parseAssignment(u))}else if(d===y.Redirect){let u=this.readRedirect(o);n.push(
u),r=u.end}else break;o=v.CommandPrefix}if(this.tok.peek(v.Normal).token!==y.Word)return new wr(s,r,void 0,n,[]);let i=this.tok.next(v.Normal),a=i.keywordEligible?
i.value:"",c=this.toWord(i);o=V_(a)?v.Declaration:a==="eval"||a==="let"?v.EvalArgument:v.Normal,r=c.end;let l=[];if(e)for(;this.tok.peek(v.CommandPrefix).token===
y.Assignment;){let d=this.tok.next(v.CommandPrefix),u=o===v.Declaration?this.parseAssignment(d):this.toWord(d);l.push(u),r=u.end}if(this.tok.peek(o).token===y.LParen&&
l.length===0&&(this.tok.next(v.Normal),this.tok.peek(v.Normal).token===y.RParen)){this.tok.next(v.Normal),this.skipNewlines(v.CommandStart);let d=this.commandAsBody();
return{type:"Function",pos:c.pos,end:d.end,name:c,body:d}}for(;;){let d=this.tok.peek(o).token;if(d===y.Word||d===y.Assignment){let u=this.tok.next(o),p=d===y.Assignment?
this.parseAssignment(u):this.toWord(u);l.push(p),r=p.end}else if(d===y.Redirect){let u=this.readRedirect(o);l.push(u),r=u.end}else break}return new wr(s,r,c,n,l)}readRedirect(e){
let n=this.tok.next(e),s=n.pos,r=n.end,o=n.fileDescriptor!==void 0?{type:"FileDescriptor",pos:s,end:n.descriptorEnd,value:n.fileDescriptor}:n.variableName!==void 0?
{type:"FileDescriptorVariable",pos:s,end:n.descriptorEnd,name:n.variableName}:void 0,i=n.targetEnd>n.targetPos;if(i||this.error("expected redirect target",n.targetPos),
n.value==="<<"||n.value==="<<-"){let c={type:"HereDoc",pos:s,end:r,operator:n.value,descriptor:o,delimiter:i?{type:"HereDocDelimiter",pos:n.targetPos,end:n.targetEnd,
text:this.source.slice(n.targetPos,n.targetEnd),value:n.content??"",quoted:n.delimiterQuoted}:void 0,body:new ii(this.source,r,n.delimiterQuoted,this.depth,this.
tok.getSubstitutionContext()),closing:void 0};return i&&this.tok.registerHereDocTarget(c),c}let a=i?new Le(this.source.slice(n.targetPos,n.targetEnd),n.targetPos,
n.targetEnd,this.source,rs(this.tok.getSubstitutionContext()),this.depth):void 0;return n.value==="<<<"?{type:"HereString",pos:s,end:r,operator:"<<<",descriptor:o,
target:a}:{type:"Redirect",pos:s,end:r,operator:B_[n.value]??">",descriptor:o,target:a}}commandAsBody(){let e=this.command();return e&&e.type!=="Command"&&e.type!==
"Function"&&e.type!=="Coproc"?e:(this.error("expected compound command as function body",e?.pos??this.tok.getPos()),this.makeCompoundList(e?[this.makeStatement(
e)]:[]))}readWord(e){return this.toWord(this.tok.next(e))}readRequiredWord(e){let n=this.tok.peek(v.Normal);return n.token===y.Word?this.toWord(this.tok.next(v.
Normal)):(n.token!==y.EOF&&this.error(`expected word after '${e}'`,n.pos),new Le("",n.pos,n.pos))}toWord(e){let n=e.raw?e.value:this.source.slice(e.pos,e.end),s=e.
raw&&e.keywordEligible?void 0:this.source;return new Le(n,e.pos,e.end,s,s===void 0?si:rs(this.tok.getSubstitutionContext()),this.depth)}toWordFromPosEnd(e,n,s){
return e.pos===n&&e.end===s?this.toWord(e):new Le(this.source.slice(n,s),n,s,this.source,rs(this.tok.getSubstitutionContext()),this.depth)}parseAssignment(e){let n=e.
raw?e.value:this.source.slice(e.pos,e.end);return new oi(n,e.pos,e.end,this.source,e.assignmentOperatorPos,this.depth,this.tok.getSubstitutionContext())}makeCompoundList(e){
let n=this.tok.getPos(),s=e.length>0?e[0].pos:n,r=e.length>0?e[e.length-1].end:n;return{type:"CompoundList",pos:s,end:r,commands:e}}};var um=48,pm=1e3,ai={separators:3e3,quotes:4e3,backticks:200,words:6e3};function Ns(t,e){let n=t.length>65536?void 0:J_(t);if(t.length>65536)e.fail("too-long",`\
longer than ${65536} characters`);else if(Q_(t)>um)e.fail("too-deep",`more than ${um} brackets are open at once`);else if(Z_(t,"<<")>pm)e.fail("too-much",`more \
than ${pm} here-documents`);else if(n!==void 0)e.fail("too-much",n);else{e.spend(t.length>>10);try{let s=dm(t);return Vc(s,e),s}catch(s){e.fail("too-deep",`cann\
ot be parsed: ${s.message}`)}}}function Vc(t,e){let[n]=t.errors??[];n&&e.fail("unparsable",`cannot be parsed: ${n.message} at character ${n.pos}`)}function Q_(t){
let e=0,n=0;for(let s=0;s<t.length;s+=1){let r=t.charCodeAt(s);r===40||r===123||r===91?(e+=1,e>n&&(n=e)):(r===41||r===125||r===93)&&e>0&&(e-=1)}return n}function J_(t){
if(t.length<ai.backticks)return;let e={separators:0,quotes:0,backticks:0,words:0},n=t.length>4096&&t.includes("<<")?Uc(t):t,s=!0;for(let i=0;i<n.length;i+=1){let a=n.
charCodeAt(i);a===10||a===59||a===124||a===38?e.separators+=1:a===34||a===39?e.quotes+=1:a===96&&(e.backticks+=1);let c=a===32||a===9||a===10;s&&!c&&(e.words+=1),
s=c}let o=Object.keys(ai).find(i=>e[i]>ai[i]);return o&&`more than ${ai[o]} ${o}`}function Uc(t){let e=[],n=[];for(let s of t.split(`
`)){if(n.length>0){s.trim()===n[0]&&n.shift();continue}e.push(s);for(let[,r]of s.matchAll(/<<-?[ \t]*(?:\\|'|")?(\w+)/g))n.push(r)}return e.join(`
`)}function Z_(t,e){let n=0;for(let s=t.indexOf(e);s!==-1;s=t.indexOf(e,s+e.length))n+=1;return n}function bm(t,e){if(!t)return q;_r(t,e);let n=$t(t,e,0);return typeof n=="number"?String(n):n}function km(t,e){_r(t,e),$t(t,e,0)}function Cr(t,e){if(t.trim()===
"")return 0;if(/^\s*-?(?:0|[1-9]\d{0,8})\s*$/.test(t))return Number(t);if(!e.interpreter.budget.spend(eA))return;let n=Ns(`: $((${t}))`,e.interpreter.budget)?.commands[0]?.
command,[s]=n?.type==="Command"?n.suffix:[],[r]=s?.type==="Word"?s.parts??[]:[];if(r?.type!=="ArithmeticExpansion"||!r.expression)return;let o=$t(r.expression,e,
0);return typeof o=="number"?o:void 0}function _r(t,{interpreter:e,scope:n,context:s}){let r=[t];for(let o=r.pop();o&&e.budget.spend();o=r.pop())o.type==="Comma\
ndExpansion"||o.type==="ProcessSubstitution"||o.type==="ArithmeticCommandExpansion"?e.runSubstitution(o.script,n.copy(),{...s,redirects:[],environment:{}}):Pc(o,
i=>{r.push(i)})}var eA=32,xm=50;function $t(t,e,n){if(n>xm)return q;switch(t.type){case"ArithmeticWord":return vm(t.value,e,n);case"ArithmeticGroup":return $t(t.
expression,e,n+1);case"ArithmeticUnary":{let s=$t(t.operand,e,n+1);if(t.operator==="++"||t.operator==="--"){let o=Bc(t.operator[0],s,1);return fm(t.operand,o,e),
t.prefix?o:s}let r=Object.hasOwn(mm,t.operator)?mm[t.operator]:void 0;return typeof s!="number"?s:r?r(s):q}case"ArithmeticBinary":if(/^(?:[-+*/%&|^]|<<|>>)?=$/.
test(t.operator)){let s=$t(t.right,e,n+1),r=t.operator==="="?s:$t(t.left,e,n+1),o=t.operator==="="?s:Bc(t.operator.slice(0,-1),r,s);return fm(t.left,o,e),o}return Bc(
t.operator,$t(t.left,e,n+1),$t(t.right,e,n+1));case"ArithmeticTernary":{let s=$t(t.test,e,n+1);return typeof s!="number"?s:$t(s===0?t.alternate:t.consequent,e,n+
1)}case"ArithmeticCommandExpansion":return b;default:return q}}function fm(t,e,{scope:n}){t.type==="ArithmeticWord"&&/^[A-Za-z_]\w*$/.test(t.value)&&n.set(t.value,
[{text:String(e),glob:!1}])}function vm(t,e,n){let s=hm(t);if(s!==void 0)return s;let r=/^(?:\$?([A-Za-z_]\w*)|\$\{([A-Za-z_]\w*)\}|\$(\d)|\$\{(\d+)\})$/.exec(t);
if(!r)return q;let o=r[3]??r[4],i=o===void 0?e.scope.value(r[1]??r[2]):tA(e,Number(o));if(i.trim()==="")return 0;if(i.includes(b))return xe(i)?q:b;let a=hm(i.trim());
return a!==void 0?a:n<xm&&/^[A-Za-z_]\w*$/.test(i)?vm(i,e,n+10):q}var tA=({scope:t},e)=>t.arguments[e]?.text??"";function hm(t){let[,e="",n,s=""]=/^(-?)(?:(\d{1,2})#|(?=0[xX]?))?([\da-zA-Z]{1,12})$/.
exec(t)??[];if(/^-?(?:0|[1-9]\d{0,11})$/.test(t))return Number(t);if(/^-?0[xX][\da-fA-F]{1,8}$/.test(t))return Number(s)*(e?-1:1);let r=n===void 0?s.startsWith(
"0")?8:Number.NaN:Number(n);if(!(r>=2&&r<=36))return;let o="0123456789abcdefghijklmnopqrstuvwxyz".slice(0,r);if([...s.toLowerCase()].every(i=>o.includes(i)))return Number.
parseInt(s,r)*(e?-1:1)}var mm={"-":t=>-t,"+":t=>t,"!":t=>+(t===0),"~":t=>-t-1};function Bc(t,e,n){if(typeof e!="number")return e;if(typeof n!="number")return n;
let r=(Object.hasOwn(ym,t)?ym[t]:void 0)?.(BigInt(e),BigInt(n));return r===void 0||r<-gm||r>gm?q:Number(r)}var gm=2n**52n,An=t=>t?1n:0n,Gc=t=>t>=0n&&t<=64n,ym={
"+":(t,e)=>t+e,"-":(t,e)=>t-e,"*":(t,e)=>t*e,"/":(t,e)=>e===0n?void 0:t/e,"%":(t,e)=>e===0n?void 0:t%e,"**":(t,e)=>Gc(e)?t**e:void 0,"<<":(t,e)=>Gc(e)?t<<e:void 0,
">>":(t,e)=>Gc(e)?t>>e:void 0,"&":(t,e)=>t&e,"|":(t,e)=>t|e,"^":(t,e)=>t^e,"<":(t,e)=>An(t<e),">":(t,e)=>An(t>e),"<=":(t,e)=>An(t<=e),">=":(t,e)=>An(t>=e),"==":(t,e)=>An(
t===e),"!=":(t,e)=>An(t!==e),"&&":(t,e)=>An(t!==0n&&e!==0n),"||":(t,e)=>An(t!==0n||e!==0n),",":(t,e)=>e};function wm(t){let e={remaining:5e3};return{words:Sm(t,e),work:5e3-e.remaining}}function Sm(t,e){let n=[""],s=0;for(;s<t.length;){let r=t[s]==="{"?sA(t,s,e):void 0,
o=r?r.alternatives:[t.slice(s,zc(t,s))];if(s=r?r.end:zc(t,s),o===void 0)return;let i=nA(n,o,e);if(i===void 0)return;n=i}return n}var Em=t=>/^\{-?\d{1,9}\.\.-?\d{1,9}(?:\.\.-?\d{1,6})?\}$/.
test(t);function nA(t,e,n){let s=t.length*e.length<=512,[r,o]=s?[t,e]:[[...new Set(t)],[...new Set(e)]];if(n.remaining-=r.length*o.length,n.remaining<0)return;let i=r.
flatMap(c=>o.map(l=>c+l));if(s)return i;let a=new Set(i);return a.size>512?void 0:[...a]}function sA(t,e,n){let s=[],r=e+1,o=0;for(let i=r;i<t.length;i=t[i]==="\
{"||t[i]==="}"||t[i]===","?i+1:zc(t,i)){let a=t[i];if(a==="{")o+=1;else if(a===","&&o===0)s.push(t.slice(r,i)),r=i+1;else if(a==="}"&&o>0)o-=1;else if(a==="}"){
let c=i+1;if(s.length===0){let d=rA(t.slice(e+1,i));return d&&{alternatives:d.length>512?void 0:d,end:c}}s.push(t.slice(r,i));let l=s.map(d=>Sm(d,n));return{alternatives:l.
includes(void 0)?void 0:l.flat(),end:c}}}}function rA(t){let[,e="",n="",s="1"]=/^(-?\d{1,9}|[A-Za-z])\.\.(-?\d{1,9}|[A-Za-z])(?:\.\.-?(\d{1,6}))?$/.exec(t)??[];
if(e==="")return;let r=/[A-Za-z]/.test(e);if(r!==/[A-Za-z]/.test(n))return;let o=/^-?0\d/.test(e)||/^-?0\d/.test(n)?Math.max(e.length,n.length):0,[i,a]=r?[e.charCodeAt(
0),n.charCodeAt(0)]:[Number(e),Number(n)],c=Math.max(1,Number(s)),l=[];for(let d=i;l.length<=512&&(i<=a?d<=a:d>=a);d+=i<=a?c:-c)l.push(r?String.fromCharCode(d):
oA(d,o));return l}var oA=(t,e)=>t<0?`-${String(-t).padStart(e-1,"0")}`:String(t).padStart(e,"0");function zc(t,e){let n=t[e];if(n==="\\")return Math.min(e+2,t.length);
if(n==="'"||n==='"'||n==="`"){let o=e+1;for(;o<t.length&&t[o]!==n;)o+=n!=="'"&&t[o]==="\\"?2:1;return Math.min(o+1,t.length)}let s=n==="$"?t[e+1]:void 0;if(s!==
"{"&&s!=="(")return e+1;let r=0;for(let o=e+1;o<t.length;o+=1)if(t[o]==="\\")o+=1;else if(t[o]===s)r+=1;else if(t[o]===(s==="{"?"}":")")&&(r-=1,r===0))return o+
1;return t.length}function Kc(t,e,n,s){let{scope:r}=n;if(e?.prefix==="!"&&e.operation?.type==="Names")return{words:[R(q)],list:!1};let o=e?.prefix==="!"?r.value(t):t,i=e?.index&&
s(e.index,n).text,a=t==="@"||i==="@",c=iA(o,i,n);if(e?.prefix==="#"){let d=a||t==="*"||i==="*"?c.length:c[0]?.text.length,u=c.every(tt)&&!_m(t,n);return{words:[
R(u?String(d??0):b)],list:!1}}let l=e?.operation;return l===void 0?{words:c,list:a}:l.type==="Default"?{words:aA(o,c,l,n,s),list:a}:l.type==="Slice"&&a?{words:cA(
c,l,n,s),list:a}:{words:c.map(d=>uA(o,d,l,n,s)),list:a}}function iA(t,e,{scope:n}){if(t==="@"||t==="*")return n.arguments.slice(1);if(t==="#")return[R(String(n.
arguments.length-1))];if(/^\d+$/.test(t))return n.arguments.slice(Number(t),Number(t)+1);let s=n.get(t);if(e===void 0)return s?s.words.slice(0,1):[R(n.value(t))];
if(e==="@"||e==="*")return s?.words??[R(b)];let r=Number(e);if(!s||!Number.isInteger(r))return[R(b)];let o=s.words.at(r);return o?[o]:[]}function aA(t,e,{operator:n,
operand:s},r,o){let i=e.length>0&&(e[0].text!==""||!n.includes(":")),a=r.scope.get(t)!==void 0||e.every(tt),c=()=>[o(s,r)];if(n.endsWith("+"))return i?c():[];if(n.
endsWith("?")){if(c(),n!==":?"||e.length!==1||e[0].text!==b)return e;let d=[R(Sa)];return/^\w+$/.test(t)&&r.scope.set(t,d),d}if(i&&a)return c(),e;let[l]=c();return l.
text===""&&!a?e:(n.endsWith("=")&&/^\w+$/.test(t)&&r.scope.set(t,[l]),[l])}function cA(t,{offset:e,length:n},s,r){let[o,i]=[r(e,s).text,n&&r(n,s).text],a=Cr(o,s),
c=i===void 0?t.length:Cr(i,s);return a!==void 0&&c!==void 0&&a>=0&&c>=0?t.slice(Math.max(0,a-1),Math.max(0,a-1)+c):[R(de(o+(i??"")))]}var lA=new Set(["HOME","PW\
D","PATH","OLDPWD","SHELL","BASH"]),_m=(t,{scope:e})=>lA.has(t)&&!e.get(t);function dA(t,e,n){return e==="##"&&n==="*/"?b:e==="%"&&n==="/*"?`${t}/..`:e==="%"&&n===
"/"?t:q}function uA(t,e,n,s,r){let o=_m(t,s),{text:i}=e,a=!o&&!i.includes(b),c=o?q:Re(i);switch(n.type){case"Remove":{let l=r(n.operand,s).text;return o?R(dA(i,
n.operator,l)):R(a?fA(i,n.operator,l,s):c)}case"Replace":{let l=r(n.pattern,s).text,d=r(n.replacement,s).text;return R(a?hA(i,n.operator,l,d,s):c)}case"Slice":{
let[l,d]=[n.offset,n.length].map(h=>h&&r(h,s).text),u=Cr(l,s),p=d===void 0?void 0:Cr(d,s);if(o&&u===0&&p===1)return R("/");if(!a)return R(c);if(u===void 0||d!==
void 0&&p===void 0)return R(de(l+(d??"")));let f=u<0?i.length+u:u;return R(f<0?"":i.slice(f,p===void 0||p<0?p:f+p))}case"CaseModification":return R(a?n.operand?
q:pA(i,n.operator):c);case"Transform":{let l=r(n.operand,s).text;return a?l==="U"?R(i.toUpperCase()):l==="L"?R(i.toLowerCase()):l==="u"?R(i.slice(0,1).toUpperCase()+
i.slice(1)):l==="E"?R(at(i)):(l==="P"&&s.interpreter.runScript(`: "${i}"`,s.scope.copy(),s.context),R(l==="Q"?jt(e):q)):R(c)}case"Names":case"Unknown":return R(
q);default:return n}}var Am=100,pA=(t,e)=>{let n=s=>e[0]==="^"?s.toUpperCase():s.toLowerCase();return e.length===2?n(t):n(t.slice(0,1))+t.slice(1)};function fA(t,e,n,{
interpreter:s}){s.budget.spend(Am);let r=gr(n,e.length===1);if(r===void 0||t.length>128||n.includes(b))return de(n);if(e[0]==="#")return t.replace(new RegExp(`^\
(?:${r})`),"");let o=new RegExp(`^(?:${r})$`),a=Array.from({length:t.length+1},(c,l)=>e==="%"?t.length-l:l).find(c=>o.test(t.slice(c)));return a===void 0?t:t.slice(
0,a)}function hA(t,e,n,s,{interpreter:r}){r.budget.spend(Am);let o=gr(n);if(n==="")return t;if(o===void 0||t.length>128||n.includes(b))return de(n);let i=e==="/\
#"?`^(?:${o})`:e==="/%"?`(?:${o})$`:o;return t.replace(new RegExp(i,e==="//"?"g":""),()=>s)}function Os(t,e){if(!e.interpreter.budget.spend(1+(t.text.length>>6)))return[R(q)];if(t.parts===void 0)return[t.text.startsWith(b)?{...R(t.value),bare:!0}:R(t.value)];
if(!t.parts.some(({type:r})=>r==="BraceExpansion"))return Tm(t.parts,e);let{words:n,work:s}=wm(t.text);return e.interpreter.budget.spend((n?.length??0)+(s>>3)+(t.
text.length>>2)),n===void 0?Em(t.text)?[R("1"),R(b)]:[R(q,!0)]:n.flatMap(r=>{if(/^[\w@%+=:,./-]*$/.test(r))return[R(r)];let o=e.interpreter.budget.spend(4)?mA(r,
e):void 0;return o===void 0?[R(r)]:Tm(o,e)})}function Bt(t,e){return t.parts===void 0?R(t.value):Qc(t.parts,e)}function Qc(t,e){let n=new ci;for(let r of t)Jc(r,
e,n,!0);let s=n.end();return R(s.map(({text:r})=>r).join(" "),s.some(({glob:r})=>r)||t.some(({type:r})=>r==="Glob"||r==="ExtendedGlob"))}function mA(t,{interpreter:e}){
let n=Ns(`: ${t}`,e.budget)?.commands[0]?.command,[s]=n?.type==="Command"?n.suffix:[];return s?.type==="Word"?s.parts?.filter(({type:r})=>r!=="BraceExpansion")??
void 0:void 0}function Tm(t,e){let n=new ci;for(let s of t)Jc(s,e,n,!1);return n.end()}var ci=class{done=[];text;glob=!1;bare=!1;add(e,n=!1){let s=(this.text??"")+
e;this.text=s.length>65536?q:s,n&&(this.glob=!0)}split(e,n,s){let r=0;for(let o=0;o<=e.length;o+=1){if(o<e.length&&!n.includes(e[o]))continue;let i=e.slice(r,o);
i!==""&&this.add(i,s&&/[*?[]/.test(i)),i.includes(b)&&(this.bare=!0),o<e.length&&this.close(),r=o+1}}close(){this.text!==void 0&&this.done.push({text:this.text,
glob:this.glob,...Z({bare:this.bare||void 0})}),this.text=void 0,this.glob=!1,this.bare=!1}end(){return this.close(),this.done}};function Jc(t,e,n,s){if(!e.interpreter.
budget.spend()){n.add(b);return}switch(t.type){case"Literal":case"SingleQuoted":case"AnsiCQuoted":n.add(t.value);break;case"Glob":case"ExtendedGlob":n.add(t.text,
!0);break;case"DoubleQuoted":case"LocaleString":(t.parts.length!==1||!/^\$(@|\{@|\{\w+\[@\])/.test(t.parts[0].text))&&n.add("");for(let r of t.parts)Jc(r,e,n,!0);
break;case"SimpleExpansion":Yc(Kc(t.text.slice(1),void 0,e,Bt),e,n,s);break;case"ParameterExpansion":Yc(Kc(t.parameter,t,e,Bt),e,n,s);break;case"CommandExpansio\
n":{let{interpreter:r,scope:o,context:i}=e,a=r.invocations.length,c={...i,redirects:[],environment:{},captured:!0},l=r.runSubstitution(t.script,o.copy(),c);l.includes(
b)&&gA(r,a),Yc({words:[R(l.replace(/\n+$/,""))],list:!1},e,n,s);break}case"ArithmeticExpansion":n.add(bm(t.expression,e));break;case"ProcessSubstitution":n.add(
yA(t,e));break;case"BraceExpansion":n.add(t.text);break;default:}}function Yc({words:t,list:e},n,s,r){if(n.interpreter.budget.spend(t.reduce((o,{text:i})=>o+i.length,
0)>>6),r&&!e){s.add(t.map(({text:o})=>o).join(" "),t.some(({glob:o})=>o));return}t.forEach(({text:o,glob:i},a)=>{a>0&&s.close(),r?s.add(o,i):s.split(o,n.scope.value(
"IFS"),!0)})}var Xc=20;function gA({substituted:t,invocations:e},n){t.push(...e.slice(n).slice(-Xc)),t.length>Xc&&t.splice(0,t.length-Xc)}function yA(t,{interpreter:e,
scope:n,context:s,sinks:r}){let o=`/dev/fd/${63+e.sources.size+r.length}`;if(t.operator===">")return r.push({name:o,script:t.script}),o;let i=e.invocations.length,
a=e.runSubstitution(t.script,n.copy(),{...s,redirects:[],environment:{},captured:!0,isConcurrent:!0});return e.sources.set(o,{text:a,from:e.invocations.slice(i)}),
o}function Zc(t,e){let s=t.map(o=>o&&"text"in o?o.text:"").flatMap(o=>[...o.matchAll(/\$\{?[!#]?([A-Za-z_]\w*)/g)]);return[...new Set(s.map(([,o])=>o))].flatMap(o=>(e.
get(o)?.alternatives??[]).map(i=>{let a=e.copy();return a.set(o,i),a}))}function Pm({name:t,append:e,index:n,value:s},r,o){let i=e||n?o.get(t)?.words??[]:[];n?o.
set(t,bA(i,n.value,r)):s.type==="ArrayValue"?o.set(t,[...i,...r]):o.set(t,e?[R((i[0]?.text??"")+r[0].text,r[0].glob)]:r)}function bA(t,e,[n]){let s=/^\d{1,3}$/.
test(e)?Number(e):0,r=Array.from({length:Math.max(t.length,s+1)},(o,i)=>t[i]??R(""));return r[s]=n??R(""),r}function el({value:t,index:e},n){return e&&Bt(e,n),t.
type==="ArrayValue"?t.elements.flatMap(s=>Os(s,n)):[Bt(t,n)]}function Rm(t,e){let n=el(t,e),s=`${t.name}${t.append?"+":""}=`;return t.value.type==="ArrayValue"&&
e.scope.set(t.name,n),R(s+n.map(({text:r})=>r).join(" "),n.some(({glob:r})=>r))}var tl=(t,e)=>t?.type==="Assignment"&&e?.type==="Word"&&t.end===e.pos;function $m({name:t,prefix:e,args:n}){let s=e.at(-1);if(!tl(s,t))return n.some((d,u)=>tl(n[u-
1],d))?{name:t,prefix:e,args:Im(n)}:{name:t,prefix:e,args:n};let r=Im([s,t,...n]),o=r.findIndex(({type:l})=>l!=="Assignment"),i=o===-1?r:r.slice(0,o),[a,...c]=o===
-1?[]:r.slice(o);return{name:a,prefix:[...e.slice(0,-1),...i],args:c}}var kA=({type:t,pos:e,end:n,text:s,name:r,append:o,index:i},a)=>({type:t,pos:e,end:n,text:s,
name:r,append:o,index:i,value:a});function Im(t){let e=[];for(let[n,s]of t.entries()){let r=e.at(-1);r?.type==="Assignment"&&s.type==="Word"&&tl(t[n-1],s)?e[e.length-
1]=kA(r,s):e.push(s)}return e}var nl=32,li=class{constructor(e,n){this.machine=e;this.run=n}machine;run;list(e,n,s){let r="";for(let{command:o,background:i}of e){if(!this.machine.budget.spend())
break;let a=this.node(o,n,i?{...s,isConcurrent:!0}:s);r=sl(r,a)}return r}node(e,n,s){return this.machine.budget.descend(()=>{switch(e.type){case"Command":return n.
hasAlternatives?this.alternatives(e,n,s):this.command(e,n,s);case"Pipeline":return this.pipeline(e,n,s);case"AndOr":return this.andOr(e,n,s);case"CompoundList":
return this.list(e.commands,n,s);case"Subshell":return this.list(e.body.commands,n.copy(),s);case"BraceGroup":return this.list(e.body.commands,n,s);case"If":return this.
choice([e.clause,...e.elif.map(({clause:r})=>r)],[e.then,...e.elif.map(({then:r})=>r),...e.else?[e.else]:[]],n,s);case"Case":return this.inCase(e,n,s);case"For":case"\
Select":return this.forEach(e,n,s);case"While":return Ec(e,s.input)&&this.bomb(n,s),this.repeat(e,n,s);case"ArithmeticFor":Ec(e,s.input)&&this.bomb(n,s);for(let r of[
e.initialize,e.test,e.update])r&&_r(r,this.site(n,s));return this.maybe(n,r=>this.list(e.body.commands,r,s));case"ArithmeticCommand":return e.expression&&km(e.expression,
this.site(n,s)),"";case"TestCommand":return e.expression&&_r(e.expression,this.site(n,s)),"";case"Redirected":return this.redirected(e,n,s);case"Function":return n.
define(e.name.value,e.body),"";case"Coproc":return this.node(e.body,n.copy(),{...s,isConcurrent:!0});default:return e}},b)}body(e,n,s){return this.node(e,n,s)}pipeline({
commands:e,prefixes:n},s,r){let o=n.some(({type:c})=>c==="Time")?B(r,"time"):r;if(e.length===1)return this.node(e[0],s,o);let i=this.machine.invocations.length,
a="";for(let[c,l]of e.entries()){let d=this.machine.invocations.slice(i);if(!this.machine.budget.spend(1+(d.length>>4)))break;let u=c===0?o:{...o,input:{kind:"p\
ipe",from:d},stdin:new Qe(a)};a=this.node(l,s.copy(),{...u,isConcurrent:!0})}return a}andOr({commands:e,operators:n},s,r){let o="",i=[s.copy()];for(let[a,c]of e.
entries()){if(!this.machine.budget.spend())break;let l=this.node(c,s,r);o=n[a-1]==="||"?o===""||o===l?l:b:o+l,a<e.length-1&&!(n[a]==="&&"&&vA(c))&&i.push(s.copy())}
for(let a of i.slice(1))s.join(a);return o}choice(e,n,s,r){for(let a of e)this.list(a.commands,s,r);let o=[],i=n.map(a=>{let c=s.copy();return o.push(c),this.list(
a.commands,c,r)});for(let a of o)s.join(a);return i.every(a=>a==="")?"":b}inCase(e,n,s){let r=this.site(n,s);Bt(e.word,r);for(let{pattern:o}of e.items)for(let i of o)
Bt(i,r);return this.choice([],e.items.map(({body:o})=>o),n,s)}forEach(e,n,s){let r=e.wordlist,o=c=>r?r.flatMap(l=>Os(l,this.site(c,s))):c.arguments.slice(1),i=n.
hasAlternatives&&r?Zc(r,n):[],a=[...o(n),...i.flatMap(c=>o(c))];return this.maybe(n,c=>{let l="",d=on(a,nl);for(let u of d){if(!this.machine.budget.spend())break;
c.set(e.name.value,[u]),l=sl(l,this.list(e.body.commands,c,s))}return a.length>nl?Re(l):l})}repeat(e,n,s){let r=n.copy(),o=Math.min(nl,Math.max(2,s.stdin?.lineCount??
0)),i="",a=c=>{this.list(e.clause.commands,n,c),i=sl(i,this.list(e.body.commands,n,c))};for(let c=0;c<o&&this.machine.budget.spend()&&(a(s),!(s.stdin?.isAtEnd||
n.same(r)));c+=1);if(s.stdin&&!s.stdin.isAtEnd&&!n.same(r)){let[c]=on(s.stdin.readRest().split(`
`).filter(Boolean).map(l=>R(l)),0);c&&a({...s,stdin:new Qe(c.text)})}return n.join(r),i===""?"":Re(i)}maybe(e,n){let s=e.copy(),r=n(e);return e.join(s),r}bomb(e,n){
an({program:"while",words:[R("while")],args:[],scope:e,context:n},this.machine)}redirected({command:e,redirects:n},s,r){let o=this.site(s,r),i=this.redirect(n,o),
a=this.machine.invocations.length,c=this.node(e,s,i);return this.machine.invocations.length===a&&n.length>0&&this.run([R(":")],s,i,!1),this.settle(c,i,r,o)}alternatives(e,n,s){
let r=e.redirects.map(c=>"target"in c?c.target:void 0),o=Zc([e.name,...e.args,...e.prefix,...r],n),i=s.stdin?.remaining,a=this.command(e,n,s);for(let c of o){if(!this.
machine.budget.spend(4))break;this.command(e,c,i===void 0?s:{...s,stdin:new Qe(i)});for(let l of e.name?[]:e.prefix){let d=l.type==="Assignment"?c.get(l.name)?.
words:void 0;d&&n.mayBe(l.name,d)}}return a}command(e,n,s){let r=this.site(n,s),o=$m(e),i=o.prefix.filter(g=>g.type==="Assignment"),a=this.machine.invocations.length,
c=i.map(g=>({assignment:g,words:el(g,r)})),l=o.name?Os(o.name,r):[],d=o.args.flatMap(g=>g.type==="Assignment"?[Rm(g,r)]:Os(g,r)),u=[...l,...d],p=this.redirect(e.
redirects,r);if(u.length===0){for(let{assignment:x,words:E}of c)Pm(x,E,n);p.redirects.length>s.redirects.length&&this.run([R(":")],n,p,!1);let k=(p.stdin!==s.stdin?
p.stdin?.readRest():void 0)??(this.machine.invocations.length>a&&o.name?b:"");return this.settle(k,p,s,r)}let f={...s.environment};for(let{assignment:g,words:k}of c)
f[g.name]=k[0]??R("");let h=o.name?.parts===void 0&&o.name?.text===o.name?.value,m=this.run(u,n,{...p,environment:f},h);return n.last=u.at(-1).text,this.settle(
m,p,s,r)}redirect(e,n){let s=n.context;for(let r of e){if(!this.machine.budget.spend(1+(s.redirects.length>>3)))break;if(r.type==="HereDoc"){let{body:o}=r,i=o.parts?
Qc(o.parts,n).text:o.text;s=Nm(s,r.operator==="<<-"?i.replace(/^\t+/gm,""):i)}else{if(r.target===void 0)continue;r.type==="HereString"?s=Nm(s,`${Bt(r.target,n).
text}
`):s=this.redirectedTo(r,Bt(r.target,n),n,s)}}return s}redirectedTo({operator:e,descriptor:n},s,r,o){if(/^[<>]&$/.test(e)&&/^(\d+-?|-)$/.test(s.text))return o;if(e===
"<"||e==="<&"){let l=[...o.redirects,{kind:"read",path:s}],d=this.machine.sources.get(s.text);if(d)return{...o,redirects:l,input:{kind:"pipe",from:d.from},stdin:new Qe(
d.text)};let u=this.machine.files.read(s.text,r.scope.folder)??b;return n===void 0||n.type==="FileDescriptor"&&n.value===0?{...o,redirects:l,input:{kind:"file",
path:s},stdin:new Qe(u)}:{...o,redirects:l}}let i=e.endsWith(">>")?"append":"write",a=n===void 0||n.type==="FileDescriptor"&&n.value===1,c=[...o.redirects,{kind:i,
path:s}];return a?{...o,redirects:c,outputFile:{kind:i,path:s}}:{...o,redirects:c}}settle(e,n,s,{scope:r,sinks:o}){let{machine:i}=this;for(let{script:l}of o){let d=i.
invocations.slice(-1),u={...s,redirects:[],environment:{},input:{kind:"pipe",from:d},stdin:new Qe(e)};i.runSubstitution(l,r.copy(),u)}let a=n.outputFile===s.outputFile?
void 0:n.outputFile;if(a===void 0)return e;let c=n.input?.kind==="pipe"?[...n.input.from,...i.invocations.slice(-1)]:i.invocations.slice(-1);return i.files[a.kind](
a.path.text,e,r.folder,e.includes(b)?c:[]),""}site(e,n){return{interpreter:this.machine,scope:e,context:n,sinks:[]}}},sl=(t,e)=>t.length+e.length>65536?q:t+e,Nm=(t,e)=>({
...t,input:{kind:"text",text:e},stdin:new Qe(e)}),xA=new Set([":","true","echo","printf","export","declare","local","set","alias"]),vA=t=>t.type==="Function"||t.
type==="Command"&&(t.name===void 0||xA.has(t.name.value));var wA=3,SA=new Map([...Mh,...yh,...Oh,...Sh,...Vh,...vh,["git",sh]]);function di(t,e={}){let n=new rl(e),s=new Go(n.budget);s.folder=e.folder;try{n.runScript(t,
s,{wrappers:[],redirects:[],environment:{},isConcurrent:!1})}catch(i){if(!(i instanceof RangeError))throw i;n.budget.fail("too-deep",`cannot be parsed: ${i.message}`)}
let{invocations:r,budget:o}=n;return o.problem?{invocations:r,problem:o.problem}:{invocations:r}}var rl=class{budget=new Ho;invocations=[];files;readCode;sources=new Map;activeScripts=[];bodies=[];gitAliases=new Map;substituted=[];walk=new li(
this,(e,n,s,r)=>this.run(e,n,s,r));constructor({files:e,readCode:n}){this.files=e??new ws,this.readCode=n}runScript(e,n,s){return xe(e)&&this.budget.fail("too-m\
uch","it runs code that cannot be read to its end"),e.replaceAll(b,"").trim()===""?b:this.budget.descend(()=>{let r=Ns(e,this.budget);return r?this.walk.list(r.
commands,n,s):b},b)}runSubstitution(e,n,s){return e?this.budget.descend(()=>(Vc(e,this.budget),this.walk.list(e.commands,n,s)),b):b}run(e,n,s,r){let o=e[0].text,
i=[],a=r?n.aliases.get(o)??[]:[];for(let l of a){let d=n.copy();d.aliases.delete(o),i.push(this.runScript(`${l} ${Qn(e.slice(1))}`,d,s))}let c=n.functions.get(o);
for(let l of c?.bodies??[])i.push(this.call(o,l,e,n,s));return c?.certain||i.push(this.runWords(e,n,s)),i.length===1?i[0]:b}call(e,n,s,r,o){let i=this.bodies.filter(
u=>u===n).length;if(i>0&&o.isConcurrent&&an({program:e,words:s,args:[],scope:r,context:o},this),i>=wA||i>0&&o.isConcurrent)return b;this.bodies.push(n);let a=r.
arguments;r.arguments=[a[0]??R("bash"),...s.slice(1)];let c=r.copy(),l=this.invocations.length,d=this.walk.body(n,r,{...o,isConcurrent:!1});return this.invocations.
slice(l).some(({program:u})=>u==="return")&&r.join(c),r.arguments=a,this.bodies.pop(),d}runWords(e,n,s){let[r]=e;return r===void 0?"":r.text.startsWith("-")&&s.
wrappers.at(-1)==="time"?this.runWords([R("time"),...e],n,{...s,wrappers:s.wrappers.slice(0,-1)}):this.budget.descend(()=>{let o=r.text.slice(r.text.lastIndexOf(
"/")+1),i={program:o,words:e,args:e.slice(1),scope:n,context:s};Eh(i,this);let a=SA.get(o);return a?a(i,this):Yo(i,this)??Ah(i,this)??gh(i,this)??this.addInvocation(
i)},b)}addInvocation(e){return this.budget.spendInvocation()&&this.invocations.push(pc(e)),Ko(e,this)}};var EA=256*1024,ol={characters:16*1024,commands:90};function*Om(t){let e=new Set,n=[],s=0;for(let r of AA(PA(Uc(t.slice(0,EA)))))r===""||r.length>ol.characters||
e.has(r)||(e.add(r),(n.length===ol.commands||s+r.length>ol.characters)&&(yield n,n=[],s=0),n.push(r),s+=r.length+1);n.length>0&&(yield n)}var CA=/^(?:(?:if|then|elif|else|do|while|until|time|!|\{)\s+|\(\s*)+/,
_A=/^[A-Za-z_./~\\$"'][\w./~+"'{}-]*(?:\s|$)/;function*AA(t){for(let e of t){let n=e.trim().replace(CA,""),s=TA(n);if(s===-1)yield n;else for(let r of[n.slice(0,
s).trim(),n.slice(s+1).trim()])_A.test(r)&&(yield r)}}var Lm=String.raw`\\[\s\S]|'[^']*(?:'|$)|"(?:\\[\s\S]|[^"\\])*(?:"|$)`;function TA(t){let e=0;for(let{0:n,
index:s}of t.matchAll(new RegExp(`${Lm}|[()]`,"g")))if(n==="(")e+=1;else if(n===")"&&--e<0)return s;return-1}function*PA(t){let e=0;for(let{0:n,index:s}of t.matchAll(
new RegExp(`${Lm}|(?<![^\\s])#.*|[\\n;]|(?<!>)&(?!>)`,"g"))){if(/^(?:'[^']*|"(?:\\[\s\S]|[^"\\])*)$/.test(n))return;/^[\\'"]/.test(n)||(yield t.slice(e,s),e=s+n.
length)}yield t.slice(e)}var ui={root:t=>/^\/\*?$/.test(t),home:t=>/^(?:~|\$home|\$\{home\}|\/root|\/home|\/users)(?:\/(?:[^/\s]*|\*)?)?$/i.test(t),"system-path":t=>/^\/(?:etc|usr|bin|sbin|boot|lib(?:32|64)?|var|sys|proc|dev|root|home|opt|srv|mnt|media)(?:\/|$)|^[a-z]:\\(?:windows|users|program files)|^c:\\?$/i.
test(t)&&!/^\/(?:var\/tmp|dev\/(?:null|shm|stdout|stderr|stdin))/.test(t),device:t=>/^\/dev\/(?:sd|nvme|vd|hd|xvd|mmcblk|disk|mapper|md)\w*/.test(t),credential:t=>/[./~]|id_/.
test(t)&&!/[*'’]/.test(t)&&Mo(t.toLowerCase()),"startup-file":t=>/(?:^|\/)\.(?:bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|zlogin|kshrc|cshrc|xinitrc|xprofile|inputrc)$|config\.fish$|^\/etc\/(?:profile|rc\.local|cron|init\.d|systemd|ld\.so\.preload|sudoers|environment)/i.
test(t),url:t=>/^(?:https?|ftp|s3|wss?|scp|sftp):\/\/|^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?|^[\w-]+(?:\.[\w-]+)*\.(?:com|net|io|org|sh|dev|xyz|ru|cc|me|example|site|info|app|onion)(?:[:/]|$)|^[\w.-]+@[\w-]+\.[\w.-]+$/i.
test(t)},RA={send:"sent",put:"put",set:"set",shut:"shut",write:"written",give:"given",tear:"torn",blow:"blown",get:"got",read:"read",take:"taken",steal:"stolen",
make:"made",overwrite:"overwritten",rewrite:"rewritten",bring:"brought","force-push":"force-pushed"},IA=new Set(I.sentences.doubled);function $A(t){let n=t.endsWith(
"e")&&!t.endsWith("ee")?t.slice(0,-1):IA.has(t)&&t!=="dump"?t+t.at(-1):t,s=/(?:s|x|z|ch|sh)$/.test(t),r=/[^aeiou]y$/.test(t),o=s?`${t}es`:r?`${t.slice(0,-1)}ies`:
`${t}s`;return[[RA[t]??(r?`${t.slice(0,-1)}ied`:`${n}ed`),"past"],[t,"base"],[`${n}ing`,"ing"],[o,"third"]]}var Wm=24,NA=40,OA=3;function Mm(t){let e=new Map;for(let n of t)
for(let s of n.phrases){let r,o=()=>r??=LA(s);for(let i of s.verbs){let[a,...c]=i.split(" ");for(let[l,d]of $A(a)){let u=e.get(l)??[];u.push({form:l===a?"base":
d,rest:c,rule:n,trust:s.trust,compile:o}),e.set(l,u)}}}return e}var LA=({objects:t,with:e,without:n})=>({objects:t.length===0?void 0:il(t),with:e&&il(e),without:il(
n??[])});function il(t){let e=new Map,n=[];for(let s of t){let r=s.split(" "),o=r.map(WA),[i]=r;/^<.*>$|.\*$/.test(i)?n.push(o):e.set(i,[...e.get(i)??[],o])}return{
literal:e,others:n}}function WA(t){let e=/^<([\w-]+)>$/.exec(t)?.[1];if(e!==void 0)return DA(e);if(t.endsWith("*")&&t.length>1){let n=t.slice(0,-1);return({text:s})=>s.
startsWith(n)}return({text:n})=>n===t}var Dm=new WeakMap;function DA(t){let e=Object.hasOwn(ui,t)?ui[t]:()=>!1;return n=>{let s=Dm.get(n)??new Map;Dm.set(n,s);let r=s.
get(t);if(r!==void 0)return r;let{text:o,kind:i}=n,a=o.length<1e3&&(e(i==="plain"?o.replace(/[.,'"]{1,4}$|^['"]{1,4}/g,""):o)||i!=="plain"&&o.split(/\s+/).some(
e));return s.set(t,a),a}}function Ar(t,e,n=0){let s=MA(e),r=[];for(let[o,i]of s.entries()){if(i.kind!=="plain")continue;let a=new Set;for(let c of t.get(i.text)??
[]){if(a.has(c.rule)||c.trust!==void 0&&n>=c.trust)continue;let l=qA(s,o,c);l!==void 0&&(a.add(c.rule),r.push({rule:c.rule,form:c.form,at:o,end:l}))}}return r}function MA(t){
return t.map((e,n)=>{let s=t[n+1];return e.text==="force"&&s?.kind==="plain"&&/^push/.test(s.text)&&e.stop===void 0?{...e,text:`force-${s.text}`}:e})}function qA(t,e,{
form:n,rest:s,compile:r}){let o=e;for(let p of s){let f=t.slice(o+1,e+7).findIndex(h=>h.text===p);if(f<0)return;o+=1+f}let i=r(),a={from:e+1,to:Math.min(t.length,
e+1+Wm)},c=n==="past"?{from:Math.max(0,e-Wm),to:e}:a,l=jA(t,c,n==="past");if(i.with&&al(t,i.with,l.from,Math.min(t.length,e+NA))<0)return;let d=i.objects?al(t,i.
objects,l.from,l.to):o;if(d<0)return;let u=Math.min(l.to,Math.max(o,d)+1+OA);if(!(al(t,i.without,l.from,u)>=0))return n==="past"?e:Math.max(o,d)}function jA(t,{
from:e,to:n},s){if(s)return{from:e,to:n};for(let r=e;r<n;r++){let{stop:o,text:i}=t[r];if(r>e&&(i==="then"||i==="because"||i==="but"))return{from:e,to:r};if(o===
";"||o==="\u2014")return{from:e,to:r+1}}return{from:e,to:n}}function al(t,{literal:e,others:n},s,r){for(let o=s;o<r;o++){let i=t[o],a=l=>o+l.length<=r&&l.every(
(d,u)=>d(t[o+u])),c=e.get(i.text)?.find(a)??n.find(a);if(c)return o+c.length-1}return-1}var qm=new Set(I.sentences.before_order),FA=new Set(I.sentences.between),Vm=/(?:^|\s)(?:(?:i|we|you|agent|the agent|then) (?:will|shall|must|should|can|could|am going to|are going to|plan to|intend to|want to|would like to|need to|have to|ought to|am about to|are about to|'ll)|i'll|we'll|you'll|i'd like to|we'd like to|i'm going to|we're going to|i'm about to|we're about to|i'm gonna|we're gonna|i'd|let's|lets|let me|let us|gonna|going to|about to|need to|needs to|need you to|want you to|like you to|have to|got to|gotta|can you|could you|would you|will you|please|(?:plan|goal|task|idea|step|approach|next|solution|fix|strategy|aim|objective|job|thing|way|option|move) is to|try to|proceed to|continue to|make sure to|be sure to|remember to|don't forget to|do not forget to|don't hesitate to|do not hesitate to|feel free to|time to|best to|easiest to|simplest to|(?:then|now|next|first|finally|so|and) (?:we|i)|start by|begin by|by|i am|i'm|we are|we're|currently|now|ich|wir|je vais|nous allons|il faut|je dois|voy a|vamos a|hay que)$/,
HA=/\b(?:i'll|we'll|let me|let's|i'm going to|we're going to|(?:i|we) (?:will|need to|have to|must|am going to|are going to))\b/,cl=new Set(I.sentences.denials),
VA=new Set(I.sentences.ends_denial),Um=new Set(I.sentences.speech_verbs),Bm=new Set(I.sentences.predicates),UA=new Set(I.sentences.subjects),jm=24,BA=new Set(I.
sentences.relative),GA=new Set(I.sentences.creation_verbs),zA=new Set(I.sentences.program);function Gm({words:t,question:e,heading:n}){let s=t.slice(0,4).map(r=>r.
text).join(" ");return/^(?:how|why|what|when|whether|where|who|which|does|do you|did|is it|are there|should)\b/.test(s)&&(e||n||/^(?:how|why|what) /.test(s))?!/^what (?:we|i) (?:will|need)/.
test(s):e?!/^(?:(?:ok|okay|so|and|hey|hi|please|now|then)[ ]?)*(?:can|could|would|will|please|mind)\b/.test(s):!1}function zm({words:t}){return t.some(({text:e,
kind:n})=>n==="plain"&&(cl.has(e)||/^(?:dangerous|destructive|harmful|unsafe|bad|examples?|e\.g|denied|disallowed|risky|don'ts|banned|anti-patterns?|errors?|logs?|output|diff|changelog|tests?|cases?|documents?|documentation|docs|reported|reports|says|said|bug|steps to reproduce|reproduce|repro|expected|actual|observed|quote)$/.
test(e)))}function Ls(t,e,n){let{words:s}=t,r=KA(s,e),o=s.slice(r,e);if(XA(s,r,e,n))return!1;if(n==="third")return Hm(s,e);if(n==="past")return QA(o);if(o.length===
0&&/^(?:and|&)$/.test(s[e-1]?.text??""))return YA(s,e-1);let i=o.map(u=>u.kind==="plain"?u.text:"\uFFFC"),a=i.findLastIndex((u,p)=>Um.has(u)&&JA(i,p));if(a>=0&&
!HA.test(i.slice(a+1).join(" "))||/\bhow to$|\bwhen$|\bbefore$|\bif (?:i|we|you|they)$|\bafter$|\bwhile$|\bwhether to$/.test(i.join(" ")))return!1;let c=i.findLastIndex(
u=>!FA.has(u)&&!/ly$/.test(u)),l=i.slice(Math.max(0,c-7),c+1).join(" "),d=Vm.test(l);return n==="ing"?d&&/(?:by|i am|i'm|we are|we're|currently|now|start|starting)$/.
test(l)||i.every(u=>qm.has(u))&&!Fm(s,e):d&&!/(?:by|i am|i'm|we are|we're|currently)$/.test(l)||Hm(s,e)?!0:i.every(u=>qm.has(u)||/ly$/.test(u)||/^\d+[.)]?$/.test(
u))?!Fm(s,e):!1}function KA(t,e){for(let n=e;n>Math.max(0,e-jm);n--){let s=t[n-1];if(s.stop!==void 0||s.kind==="plain"&&/^(?:then|but|so|afterwards)$/.test(s.text)&&
!/^(?:we|i)$/.test(t[n].text)||s.kind==="plain"&&(s.text==="and"||s.text==="&")&&n===e||s.text==="->"||s.text==="\u2192"||s.text==="-"||s.text==="\u2013")return n}
return Math.max(0,e-jm)}function YA(t,e){let n=e;for(;n>0&&n>e-24&&t[n-1].stop===void 0;)n-=1;let s=t.slice(n,e).map(r=>r.kind==="plain"?r.text:"\uFFFC");return s.
some((r,o)=>Vm.test(s.slice(Math.max(0,o-7),o+1).join(" "))&&r!=="by")?!0:!s.some(r=>Bm.has(r))&&!UA.has(s[0]??"")&&!Um.has(s[0]??"")}function XA(t,e,n,s){let r=u=>u.
kind==="plain"&&cl.has(u.text),o=t.slice(e,n),i=o.findLastIndex(r);if(i>=0){let u=o.slice(i+1).map(f=>f.text);if(/^(?:hesitate|forget|only|fail|worry)/.test(u[0]??
""))return!1;let p=s==="third"||/^(?:can|may|must|should|could|will|ever|to)$/.test(u.at(-1)??"");return!(o[i].text==="no"&&u.length>3&&!p)&&!u.includes("but")}
let a=t.slice(Math.max(0,e-60),e),c=a.findLastIndex(r);if(c<0)return!1;let l=a.slice(c+1);if(/^(?:rather|instead|without|unless|no)$/.test(a[c].text)&&l.some(u=>u.
stop!==void 0)||/^(?:hesitate|forget|only|fail|worry|ask|wait|need|bother)/.test(l[0]?.text??"")||l.some(u=>u.stop===";"||u.stop==="\u2014"||VA.has(u.text)))return!1;
let d=t[n-1];return d?.kind==="plain"&&(d.text==="or"||d.text==="nor"||d.text==="and")?!0:t.slice(n,n+40).some(u=>u.kind==="plain"&&u.text==="or")&&l.every(u=>u.
text!=="then")}var QA=t=>/(?:needs? to|should|must|has to|have to|(?:is|are) to) be(?: \w+ly)?$/.test(t.slice(-6).map(e=>e.text).join(" "));function Fm(t,e){for(let n=e+
1;n<Math.min(t.length,e+14);n++){let s=t[n],r=t[n-1];if(r.stop!==void 0&&r.stop!=="("||s.kind==="plain"&&/^(?:so|because|until|since)$/.test(s.text))return!1;if(s.
kind==="plain"&&Bm.has(s.text))return!BA.has(r.text)&&n>e}return!1}function Hm(t,e){let n=t.slice(Math.max(0,e-24),e),s=n.findIndex((o,i)=>o.kind==="plain"&&GA.
has(o.text)&&n[i+1]?.text!=="sure");if(s<0||!n.slice(s).some(o=>zA.has(o.text)))return!1;let r=o=>o.kind==="plain"&&(o.text==="execute"||o.text==="run");return n.
slice(0,s).some(o=>cl.has(o.text))?!1:n.slice(s).some(r)||t.slice(e,e+24).some(r)}var JA=(t,e)=>e===0||/^(?:to|will|and|please|should|let's|i'll|we'll|me|us|then|must|can|now|next|also|just|or)$/.
test(t[e-1])||/^(?:tests?|docs?|notes?)$/.test(t[e]);var ZA=/^[ \t]*(?:[-*+•–]|\(?\d{1,3}[.):]|\(?[a-z][.)]|\[[ x]\]|step \d{1,3}[:.)-]?)[ \t]+(?:\[[ x]\][ \t]+)?/i,Km=/^[ \t]{0,3}#{1,6}[ \t]+/,eT=/^[ \t]*(`{3,}|~{3,})[ \t]*([\w+-]*)/,
tT=/^[ \t]*(?:\$|>|%)[ \t]+(?=\S)/,pi=/(`{1,2})([^`\n]{1,2000}?)\1|(?<![\w])["“]([^"”\n]{1,400})["”]|(?<![\w])'([^'\n]{1,200})'(?!\w)|[^\s`"“”,;:()!?—]+(?:[:!?][^\s`"“”,;()!?—]+)*|[,;:()!?—]/gu;var nT=(t,e)=>t.trim().length<60&&new RegExp("^\\s*\\p{Lu}","u").test(e),sT=(t,e)=>t.lastIndexOf(`
`,e-1)+1;function Ym(t){let e=[],n,s=!1,r=!1,o=()=>{if(n)for(let i of rT(t,n,s,r))e.push({kind:"sentence",sentence:i});n=void 0};for(let i=0;i<t.length;){let a=t.
indexOf(`
`,i),c=a<0?t.length:a,l=t.slice(i,c),d=eT.exec(l);if(d){o();let f=t.indexOf(`
${d[1]}`,c),h=f<0?t.length:f,m=Math.min(c+1,h);e.push({kind:"fence",fence:{start:m,end:h,language:d[2].toLowerCase(),code:t.slice(m,h)}});let g=f<0?t.length:t.indexOf(
`
`,f+1);i=g<0?t.length:g+1;continue}let u=tT.exec(l),p=ZA.exec(l)??Km.exec(l);u&&l[u[0].trim().length]!==void 0&&l.trim().startsWith("$")?(o(),e.push({kind:"prom\
pt",prompt:{start:i+u[0].length,end:c,command:l.slice(u[0].length)}})):l.trim()===""?o():p?(o(),r=Km.test(l),s=!r,n={start:i+p[0].length,end:c},r&&o()):n&&!nT(t.
slice(sT(t,n.end),n.end),l)?n.end=c:(o(),s=!1,r=!1,n={start:i,end:c}),n&&/[:.!?]\s*$/.test(l)&&o(),i=c+1}return o(),e}function rT(t,{start:e,end:n},s,r){let o=[],
i=[],a=(c,l)=>{let[d]=i;if(d){let u=i.at(-1).stop===":";o.push({start:d.start,end:c,words:i,question:l,leads:u,item:s,heading:r})}i=[]};pi.lastIndex=e;for(let c=pi.
exec(t);c&&c.index<n;c=pi.exec(t)){let l=c.index,d=pi.lastIndex,u=c[2],p=c[3]??c[4];if(u!==void 0||p!==void 0){i.push({start:l,end:d,text:u??p,kind:u===void 0?"\
quoted":"code"}),t[d]==="."&&/\s|$/.test(t[d+1]??" ")&&a(d,!1);continue}let f=c[0];if(/^[,;:()!?—]$/u.test(f)){let g=i.at(-1);g&&(g.stop=f),(f==="!"||f==="?")&&
a(d,f==="?");continue}let h=/[.…]+$/.test(f)&&!/^(?:\.+|e\.g\.|i\.e\.|etc\.|vs\.)$/i.test(f),m=f.toLowerCase().replace(/’/g,"'").replace(/^[*_[\]{}<>]+|[*_[\]{}<>]+$/g,
"").replace(/(?<=.)[.…]+$/,"");m!==""&&i.push({start:l,end:d,text:m,kind:"plain"}),h&&a(d,!1)}return a(n,!1),o}je();var oT=new Set(["it","them"]),iT=/^(?:(?:private|ssh) keys?|api keys|all secrets|the secrets|stored (?:secrets|passwords)|saved passwords|(?:my |user |stored |saved |the )?credentials|\.env file|the remote)$/,
aT=new Set(["each","every"]),cT=new Set(I.sentences.passes_on),lT=new Set(["overwrite","overwriting","clobber","replace"]),dT=new Set(["key","secret","credentia\
l","password","one"]);function Xm(t,e){let n=e,s,r=[];for(let[o,i]of t.words.entries()){let a=t.words[o-1];if(n&&uT(t.words,o,n)){let{start:c,end:l,stop:d}=i;for(let[
u,{text:p,kind:f}]of n.entries()){let h=u===n.length-1?d:void 0;r.push({start:c,end:l,text:p,kind:f,...Z({stop:h})})}continue}r.push(i),s=pT(i,a)??s,n=s??n}return{
sentence:{...t,words:r},...Z({named:s})}}function uT(t,e,n){let s=t[e];if(s.kind!=="plain")return!1;let r=dT.has(s.text)&&aT.has(t[e-1]?.text??"");if(!r&&!oT.has(
s.text))return!1;let o=t[e-(r?2:1)]?.text??"";return n.at(-1).text==="remote"?lT.has(o):cT.has(o)}function pT(t,e){if(ui.credential(t.text))return[t];if(!(t.kind!==
"plain"||!e||e.stop!==void 0))return iT.test(`${e.text} ${t.text}`)?[e,t]:void 0}var Qm=JSON.parse(`[{"code":"credential_file_protected","id":"text-take-credentials","category":"credentials","severity":"severe","explanation":"says that a fil\
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
","build"]},{"verbs":["run","apply"],"objects":["terraform destroy","kubectl delete","docker system prune"]}]}]`);var fi=Qm;var fT=64,hT=65536,mT=5e3,gT=1500,Jm=120,yT="run execute use do invoke call type issue launch try start perform enter apply".split(" "),ll=[{...fi[0],id:"run",phrases:[
{verbs:[...yT,"finish with"],objects:[]}]}],bT=new Set(["","sh","bash","zsh","shell","console","terminal","shell-session","shellscript"]),kT={python:"python3 -c",
py:"python3 -c",js:"node -e",javascript:"node -e",sql:"psql -c"},Zm=new WeakMap;function eg(t,e=[],n=0){if(t.length>hT)return{findings:[],commands:[],problem:"t\
oo-long"};let s=0,r=[],o=[],i=Tr(fi),a=[i,...e.length>0?[Tr(e)]:[]],c=!1,l=!0,d,u=Ym(t);if(u.length>mT)return{findings:r,commands:o,problem:"too-much"};for(let p of u){
if(r.length>=fT)break;if(p.kind==="prompt"){c||o.push({command:p.prompt.command,span:p.prompt});continue}if(p.kind==="fence"){!c&&l&&o.push(...PT(p.fence));continue}
let{sentence:f,named:h}=Xm(p.sentence,d);d=h;let m=c&&f.item;if((f.heading||!f.item)&&(c=(f.leads||f.heading)&&zm(f)),m||f.heading)continue;let g=Gm(f);if(l=!g&&
(f.leads?!c:TT(f)),!g){if(s+=f.words.filter(({text:k})=>i.has(k)).length,s>gT)return{findings:r,commands:o,problem:"too-much"};for(let k of a)for(let x of Ar(k,
f.words,n)){if(!Ls(f,x.at,x.form))continue;let E={start:f.words[x.at].start,end:f.words[x.end].end};r.push({rule:x.rule,what:xT(t.slice(E.start,E.end)),span:E})}
o.push(...vT(f),...CT(t,f))}}return{findings:r,commands:o}}function Tr(t){let e=Zm.get(t)??Mm(t);return Zm.set(t,e),e}var xT=t=>{let e=t.replace(/\s+/g," ");return e.
length>Jm?`${e.slice(0,Jm-1)}\u2026`:e};function vT(t){let{words:e}=t,n=Ar(Tr(ll),e).filter(s=>Ls(t,s.at,s.form));return e.flatMap((s,r)=>{if(s.kind!=="code")return[];
let o=n.findLast(({at:a})=>a<r);return!(e.length===1)&&(!o||!AT(e,o.at,r))?[]:[{command:s.text,span:{start:s.start,end:s.end}}]})}var wT=/^(?:git|rm|sudo|curl|wget|chmod|chown|dd|mkfs(?:\.\w+)?|kubectl|docker|terraform|psql|mysql|redis-cli|npm|pip|cargo|gem|twine|aws|gcloud|az|systemctl|iptables|ufw|crontab|ssh|scp|rsync|nc|kill|pkill|killall|shred|truncate|shutdown|reboot|find|tar|cat|mv|cp|bash|sh|python3?|node|helm|gh|useradd|passwd|mount|umount|eval|openssl|gpg)$/,
ST=/^(?:-{1,2}[\w-]|[/~.$]|\+|[\w-]+[/.=:]|[a-z][a-z0-9]*-[a-z])/,ET=/^(?:push|reset|clean|checkout|restore|branch|stash|rebase|filter-branch|filter-repo|reflog|gc|clone|pull|fetch|commit|delete|apply|scale|drain|exec|destroy|system|volume|rmi|run|publish|unpublish|yank|upload|stop|disable|mask|s3|ec2|rds|rm|prune|flushall|uninstall|release|repo|-[a-z]+)$/;
function CT(t,e){let{words:n}=e;return n.flatMap((s,r)=>{let o=n[r+1];if(s.kind!=="plain"||!wT.test(s.text)||s.stop!==void 0||o?.kind!=="plain")return[];if(!ST.
test(o.text)&&!ET.test(o.text))return[];if(!(r>0&&_T(e,r-1))&&!Ls(e,r,"base"))return[];let a=r+1;for(;a+1<n.length&&n[a].stop===void 0&&!/^(?:and|then|to|so|because|which|in|for|on|but|with|before|after|\d+[.)])$/.
test(n[a+1].text);)a+=1;let c={start:s.start,end:n[a].end};return[{command:t.slice(c.start,c.end).replace(/(?<=\w)[.!]+$/,""),span:c}]})}var _T=(t,e)=>Ar(Tr(ll),
t.words.slice(e,e+1)).some(({form:n})=>Ls(t,e,n));function AT(t,e,n){let s=t.slice(e+1,n);return s.length<24&&!s.some(({text:r,kind:o})=>o==="plain"&&/^(?:not|never|instead|without|than|avoid|don't|about|whether|why)$/.
test(r))}var TT=t=>Ar(Tr(ll),t.words).some(e=>Ls(t,e.at,e.form));function PT({language:t,code:e,start:n,end:s}){let r=kT[t];if(r)return[{command:`${r} '${e.replaceAll(
"'","'\\''")}'`,span:{start:n,end:s}}];if(!bT.has(t))return[];let o=e.split(`
`),i=o.filter(c=>/^\s*\$ /.test(c)).map(c=>c.replace(/^\s*\$ /,"")),a=(i.length>0?i:o).join(`
`).trim();return a===""?[]:[{command:a,span:{start:n,end:s}}]}var mi=Nf,RT=100,tg=50,ig="unreadable-command";function Tn(t=mi){let e=new dl(IT(t));return{judge(n,s){if("command"in n){let r={principal:s,folder:n.folder,format:"\
code"};return e.judgeCommand(n.command,r,n.reading)}return"write"in n?e.judgeWrite(n,s):e.judgeText(n.text,s)},parse:(n,s)=>e.read(n,s)}}var dl=class{constructor(e){
this.book=e}book;files=new ws;downloads=new Do;latest;read(e,n){let{latest:s,files:r}=this;if(s?.line===e&&s.folder===n&&s.version===r.version)return s.reading;
let o=di(e,{files:r,readCode:Ro,folder:n});return this.latest={line:e,folder:n,version:r.version,reading:o},o}judgeCommand(e,n,s=this.read(e,n.folder)){let{format:r}=n,
o=this.judgeReading(s,n),{problem:i}=s;if(i&&i.kind!=="unparsable"&&!ng(o)){let a=this.judgeParts(e,n);if(a)return a}if(o.verdict==="deny"&&o.rule===ig&&i?.kind===
"unparsable"){let a=Ap(e),c=i.detail.replace(/^cannot be parsed: /,"");return og(a===void 0?c:`${c}; it looks like ${a}`,r)}return o.verdict==="allow"&&r==="cod\
e"&&_p(e)?og("it is JSON",r):o}judgeParts(e,n){let s=r=>di(r,{readCode:Ro,folder:n.folder});for(let r of Om(e)){let o=s(r.join(`
`));for(let{invocations:i,problem:a}of o.problem?r.map(s):[o]){if(a?.kind==="unparsable")continue;let c=this.judgeReading({invocations:i},n);if(ng(c))return c}}}judgeReading({
invocations:e,problem:n},s){let{principal:r,folder:o,format:i}=s,a={workspace:r.workspace??Qa,folder:o,invocations:e,downloads:this.downloads,fetched:e.some(vs)},
c=n?e.slice(0,RT):e,{worst:l,guess:d,unknown:u,undecided:p}=this.examine(c,a,r);if(l)return ul(l,i);if(n)return rg(`is too much to read: ${n.detail}`,i);if(p){let m=`\
what ${p.program.includes(b)?"a program":p.program.slice(0,40)} is given, or where it runs, is not known`;return rg(`cannot be read to its end: ${m}`,i)}return!d&&
u<=tg?{verdict:"allow",format:i}:hi("unverifiable-command",`Nobody can say before it runs which program this is, and it may be a dangerous one. ${d?.explanation??
"Write the names of programs."}`,i)}examine(e,n,s){let{book:r}=this,o,i,a,c=0,l=[];for(let d of e){let u=new kn(d,n);if(o=r.selectWorse(o,r.findBrokenRule(u,s)),
!u.isHelpRequest&&!u.isDryRun&&l.push(d),!i&&d.program.includes(b)&&(c+=1,c<=tg&&(i=kf(d,n,p=>r.findBrokenRule(p,s)))),xf(d,n,(p,f)=>r.canBreak(p,f,s))&&(a??=d),
this.downloads.record(d),o?.severity==="catastrophic")break}if(o?.severity!=="catastrophic")for(let d of Qp(l,n.invocations))o=r.selectWorse(o,r.findBrokenRule(
new kn(d,n),s));return{worst:o,guess:i,unknown:c,undecided:a}}judgeWrite(e,n){let{write:s,content:r,replaces:o}=e,i=Lt("edit-tool",[],[{kind:"write",path:{text:s,
glob:!1}}]),a=this.judgeReading({invocations:[i]},{principal:n,folder:void 0,format:"code"});if(a.verdict==="deny"||r===void 0)return a;let{workspace:c=Qa}=n,l=s.
startsWith(`${c}/`)?s.slice(c.length+1):s,{files:d}=this;for(let u of new Set([s,l,`${c}/${l}`])){let p=o===void 0?void 0:d.read(u);o===void 0?d.write(u,r):o!==
""&&p?.includes(o)?d.write(u,p.replace(o,()=>r)):d.append(u,`
${r}
`)}return a}judgeText(e,n){let s="natural_text",r=this.book.getPhraseRules(n),{findings:o,commands:i,problem:a}=eg(e,r,n.trust),c=d=>r.some(u=>u.id===d)?0:1,l=o.
map(({rule:d})=>ul(d,s)).sort((d,u)=>c(d.rule)-c(u.rule));for(let{command:d}of i){let u=this.judgeCommand(d,{principal:n,folder:void 0,format:s});u.verdict==="d\
eny"&&l.push(u)}return l.length>0?l.reduce((d,u)=>qt[u.severity]<qt[d.severity]?u:d):a===void 0?{verdict:"allow",format:s}:hi("unreadable-text","The text is too\
 long to be judged. Say it in parts.",s)}},ng=t=>t.verdict==="deny"&&t.severity==="catastrophic",sg=new WeakMap;function IT(t){let e=sg.get(t)??new Fo(t);return sg.
set(t,e),e}var hi=(t,e,n,s="unreadable")=>ul({id:t,category:s,severity:"severe",code:"destructive_operation_blocked",explanation:e},n),rg=(t,e)=>hi(ig,`The comm\
and ${t}. Write it plainly, or in several steps.`,e),og=(t,e)=>hi("unparsed-command",`No shell reads this: ${t}. Give the command alone; what is no command belo\
ngs in a file or an answer.`,e,"unparsed"),ul=({id:t,category:e,severity:n,code:s,explanation:r},o)=>({verdict:"deny",rule:t,category:e,severity:n,code:s,reason:r.
replace(/\s+/g," ").trim(),format:o});Xn();var gi=class{principal;constructor({trust:e=2,workspace:n}={}){if(!Number.isInteger(e)||e<0||e>4)throw new RangeError(`trust is ${e}, not 0 to 4`);this.principal=
n===void 0?{trust:e}:{trust:e,workspace:n}}check_all(e){if(!Array.isArray(e))throw new RangeError("the acts of a run are a list");let n=Tn(),s=e.map((o,i)=>n.judge(
$T(o,i),this.principal)),r=s.filter(({verdict:o})=>o==="deny").length;return{verdicts:s,guardrail_checks:s.length,guardrail_blocks:r,guardrail_block_rate:s.length===
0?0:r/s.length}}};function $T(t,e){let n=t??{};if(["command","write","text"].some(s=>typeof n[s]=="string"))return t;throw new RangeError(`act ${e} has no comma\
nd, write or text`)}var NT=()=>Tn();var lo=require("node:path");Ds();Xn();Ds();var Gt={stdout:"",stderr:"",exit_code:0},zt=t=>({stdout:"",stderr:`${t}
`,exit_code:2}),ze=t=>({stdout:`${JSON.stringify(t)}
`,stderr:"",exit_code:0}),Pn=(t,e)=>e===""?t:{...t,stderr:`${e}
${t.stderr}`};var lg=require("node:path");je();var be=class extends Error{name="HookInputError"},Rn=t=>typeof t=="object"&&t!==null&&!Array.isArray(t);function Kt(t,e){let n=t[e];
if(!Rn(n))throw new be(`"${e}" is no object`);return n}function _e(t,...e){let n=e.find(r=>t[r]!==void 0&&t[r]!==null);if(n===void 0)return;let s=t[n];if(typeof s!=
"string")throw new be(`"${n}" is no text`);return s}function me(t,...e){let n=_e(t,...e);if(n===void 0||n.trim()==="")throw new be(`"${e[0]}" is missing`);return n}
function Yt(t,...e){let n=me(t,"hook_event_name");if(!e.includes(n))throw new be(`the event "${n.slice(0,60)}" is unknown`);return n}var Xt=(t,e)=>t===void 0?e:
lg.posix.resolve(t,e),Ke=(t,e)=>e===void 0?{command:t}:{command:t,folder:e};function Ye(t,e,n){let s=Xt(e,me(t,...n.path)),r=_e(t,...n.content),o=n.replaces&&_e(
t,...n.replaces);return{write:s,...Z({content:r,replaces:o})}}function yi(t){let e;try{e=JSON.parse(new TextDecoder("utf-8",{fatal:!0}).decode(t))}catch{throw new be(
"the input is not JSON")}if(!Rn(e))throw new be("the input is no object of JSON");return e}var qT=["command","cmd","script"];function pl(t){return typeof t=="st\
ring"?t.trim()===""?void 0:t:Array.isArray(t)&&t.length>0&&t.every(n=>typeof n=="string")?t.map(Pr).join(" "):void 0}function _t(t,e){let n=t.workdir,s=typeof n==
"string"&&n!==""?Xt(e,n):e;return qT.flatMap(r=>{let o=pl(t[r]);return o===void 0?[]:[Ke(o,s)]})}var Pr=t=>`'${t.replaceAll("'","'\\''")}'`,At=t=>t.trim().toLowerCase();var dg={can_ask:!0,project_variable:"CLAUDE_PROJECT_DIR",readCall(t){Yt(t,"PreToolUse");let e=_e(t,"cwd");return{folder:e,requests:jT(me(t,"tool_name"),Kt(t,"to\
ol_input"),e)}},formatAnswer({decision:t,message:e}){return t!=="none"?fl(t,e):e===""?Gt:ze({systemMessage:e})},formatRefusal:zt},fl=(t,e)=>ze({hookSpecificOutput:{
hookEventName:"PreToolUse",permissionDecision:t,permissionDecisionReason:e}});function jT(t,e,n){switch(At(t)){case"bash":case"powershell":return[Ke(me(e,"comma\
nd"),n)];case"monitor":return Rn(e.ws)&&e.command===void 0?[]:[Ke(me(e,"command"),n)];case"write":return[Ye(e,n,{path:["file_path"],content:["content"]})];case"\
edit":return[Ye(e,n,ug)];case"multiedit":return FT(e,n);case"notebookedit":return[Ye(e,n,{path:["notebook_path"],content:["new_source"]})];default:return _t(e,n)}}
var ug={path:["file_path"],content:["new_string"],replaces:["old_string"]};function FT(t,e){let{edits:n}=t,s=me(t,"file_path");if(!Array.isArray(n)||n.length===
0||!n.every(Rn))throw new be('"edits" is no list of edits');return n.map(r=>Ye({...r,file_path:s},e,ug))}var HT=/^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/,VT=/^\*\*\* (Begin Patch|End Patch|End of File)$/,UT=/^\*{3}|^\s*\*{3}\s*[a-z]/i,BT=/^[\s\u0085]+|[\s\u0085]+$/g;
function In(t,e){let n=[],s,r=()=>{let o=n.at(-1);s&&o&&"write"in o&&(o.content=`${s.join(`
`)}
`),s=void 0};for(let o of t.split(/\r?\n/)){let i=o.replace(BT,""),[,a,c]=HT.exec(i)??[];if(a===void 0||c===void 0){if(o.startsWith("+"))s?.push(o.slice(1));else if(UT.
test(o)&&!VT.test(i))throw new be(`the line "${i.slice(0,60)}" of the patch is not understood`);continue}r();let l=Xt(e,c.trim());a==="Delete File"?n.push({command:`\
rm -f -- ${Pr(l)}`}):n.push({write:l}),a==="Add File"&&(s=[])}if(r(),n.length===0)throw new be("the patch names no file");return n}var fg={can_ask:!1,readCall(t){Yt(t,"PreToolUse");let e=_e(t,"cwd");return{folder:e,requests:GT(me(t,"tool_name"),Kt(t,"tool_input"),e)}},formatAnswer({decision:t,
message:e}){return t!=="none"?fl("deny",e):e===""?Gt:ze({systemMessage:e})},formatRefusal:zt};function GT(t,e,n){switch(At(t)){case"bash":case"shell":case"local\
_shell":case"exec_command":return[Ke(zT(e),pg(e,n))];case"apply_patch":return In(me(e,"command","input","patch"),pg(e,n));default:return _t(e,n)}}function pg(t,e){
let n=_e(t,"workdir");return n===void 0||n===""?e:Xt(e,n)}function zT(t){let{command:e}=t;if(!Array.isArray(e))return me(t,"command","cmd");let n=pl(e);if(n===void 0)
throw new be('"command" is no list of words');return n}var mg={can_ask:!0,project_variable:"COPILOT_PROJECT_DIR",readCall(t){let e=_e(t,"cwd"),n=me(t,"toolName");return{folder:e,requests:KT(n,t.toolArgs,e)}},formatAnswer({
decision:t,message:e}){return t==="none"?Pn(Gt,e):ze({permissionDecision:t,permissionDecisionReason:e})},formatRefusal:t=>Pn(ze({permissionDecision:"deny",permissionDecisionReason:t}),
t)};function KT(t,e,n){switch(At(t)){case"bash":case"powershell":case"local_shell":return[Ke(me(is(e),"command"),n)];case"write_bash":case"write_powershell":{let s=_e(
is(e),"input")??"";return s.trim()===""?[]:[Ke(s,n)]}case"create":return[Ye(is(e),n,{path:["path"],content:["file_text"]})];case"edit":case"str_replace":case"in\
sert":return[Ye(is(e),n,hg)];case"str_replace_editor":{let s=is(e);return s.command==="view"?[]:[Ye(s,n,hg)]}case"apply_patch":return In(YT(e),n);default:return Rn(
e)||gg(e)?_t(is(e),n):[]}}var hg={path:["path"],content:["new_str","file_text","insert_text"],replaces:["old_str"]};function is(t){if(typeof t=="string")return yi(
Buffer.from(t));if(!Rn(t))throw new be('"toolArgs" is no object');return t}var YT=t=>typeof t=="string"&&!gg(t)?t:me(is(t),"input","patch"),gg=t=>typeof t=="str\
ing"&&t.trimStart().startsWith("{");var kg={can_ask:!1,project_variable:"CURSOR_PROJECT_DIR",readCall(t){let e=Yt(t,"beforeShellExecution","preToolUse"),[n]=Array.isArray(t.workspace_roots)?t.workspace_roots:
[],s=typeof n=="string"?n:void 0,r=_e(t,"cwd")||s,o=e==="preToolUse"?XT(me(t,"tool_name"),Kt(t,"tool_input"),r):[Ke(me(t,"command"),r)];return{folder:r,project:s,
requests:o}},formatAnswer:({decision:t,message:e})=>t==="none"?Pn(ze({}),e):yg(e),formatRefusal:t=>({...Pn(yg(t),t),exit_code:2})},yg=t=>ze({permission:"deny",user_message:t,
agent_message:t});function XT(t,e,n){switch(At(t)){case"shell":return[Ke(me(e,"command"),_e(e,"working_directory")||n)];case"write":case"edit":case"multiedit":case"\
strreplace":case"notebookedit":return[Ye(e,n,bg)];case"delete":{let s=me(e,...bg.path);return[Ke(`rm -f -- ${Pr(s)}`,n)]}default:return _t(e,n)}}var bg={path:["\
file_path","path","target_file","notebook_path","target_notebook"],content:["content","contents","new_string","file_text"],replaces:["old_string"]};var xg={can_ask:!0,project_variable:"GEMINI_PROJECT_DIR",readCall(t){Yt(t,"BeforeTool");let e=_e(t,"cwd");return{folder:e,requests:QT(me(t,"tool_name"),Kt(t,"to\
ol_input"),e)}},formatAnswer({decision:t,message:e}){return t==="deny"?ze({decision:t,reason:e}):t==="ask"?ze({decision:t,reason:e,systemMessage:e}):e===""?Gt:ze(
{systemMessage:e})},formatRefusal:zt};function QT(t,e,n){switch(At(t)){case"run_shell_command":{let s=_e(e,"dir_path","directory"),r=s===void 0?n:Xt(n,s);return[
Ke(me(e,"command"),r)]}case"write_file":return[Ye(e,n,{path:["file_path"],content:["content"]})];case"replace":case"edit":return[Ye(e,n,{path:["file_path"],content:[
"new_string"],replaces:["old_string"]})];default:return _t(e,n)}}var vg={can_ask:!1,readCall(t){Yt(t,"tool.execute.before");let e=_e(t,"directory"),n=me(t,"tool"),s=_e(t,"worktree");return{folder:e,project:s==="/"?e:s,requests:JT(
n,Kt(t,"args"),e)}},formatAnswer({decision:t,message:e}){return t==="none"?Pn(Gt,e):ze({deny:e})},formatRefusal:zt};function JT(t,e,n){switch(At(t)){case"bash":{
let s=_e(e,"workdir"),r=s===void 0?n:Xt(n,s);return[Ke(me(e,"command"),r)]}case"write":return[Ye(e,n,{path:["filePath"],content:["content"]})];case"edit":case"m\
ultiedit":return[Ye(e,n,{path:["filePath"],content:["newString"],replaces:["oldString"]})];case"patch":case"apply_patch":return In(me(e,"patchText","patch","inp\
ut"),n);default:return _t(e,n)}}var Qt={"claude-code":dg,codex:fg,gemini:xg,copilot:mg,opencode:vg,cursor:kg},wg=Object.keys(Qt),hl=t=>t!==void 0&&Object.hasOwn(Qt,t);je();Xn();var ki=require("node:path");var bi=require("node:path");var Sg={rm:"all",unlink:"all",rmdir:"all",mkdir:"all",patch:"all",shred:"all",truncate:"all",touch:"all",tee:"all",mv:"all",cp:"last",install:"last",ln:"last",rsync:"\
last",chmod:"all-but-first",chown:"all-but-first",chgrp:"all-but-first",sed:"in-place",perl:"in-place",ruby:"in-place",dd:"dd",git:"git",tar:"unpack",unzip:"unp\
ack"},ZT=new Set(["rm","mv","checkout","restore"]),eP=new Set(["-C","--directory","-d"]),tP=new Set(["rm","mv","chmod","chown","chgrp","cp","rsync","shred","git",
"find"]),nP=5e3;function ml(t,e){return t.flatMap(n=>sP(n,t,e)).slice(0,nP)}function sP(t,e,n){let s=t.folder&&tt(t.folder)?bi.posix.resolve(n,t.folder.text):n,
r=(l,d)=>{if(!tt(l)||l.text.startsWith("~"))return[];let u=bi.posix.relative(n,bi.posix.resolve(s,l.text));return u===".."||u.startsWith("../")?[]:[{path:u,below:d,
glob:l.glob}]},o=t.redirects.filter(({kind:l})=>l!=="read").flatMap(({path:l})=>r(l,!1)),i=tP.has(t.program),a=Kn(t,e),c=[...oP({program:t.program,args:a}),...rP(
{program:t.program,args:a})];return[...o,...c.flatMap(l=>r(l,i))]}function rP({program:t,args:e}){if(t==="find")return or(e)?zn(e):[];let{writes:n,deletes:s,moves:r,
changes:o}=xs(t,le(t,e));return[...n,...s,...r,...o]}function oP({program:t,args:e}){let n=Object.hasOwn(Sg,t)?Sg[t]:void 0,s=e.findIndex(({text:o})=>o==="--"),
r=e.filter(({text:o},i)=>s>=0&&i>s||!o.startsWith("-"));switch(n){case void 0:return[];case"all":return r;case"last":{let o=e.findIndex(({text:i})=>i==="-t"||i===
"--target-directory");return o>=0?e.slice(o+1,o+2):r.slice(-1)}case"all-but-first":return r.slice(1);case"in-place":return e.some(({text:o})=>/^(-[a-zA-Z]*i|--in-place)/.
test(o))?r:[];case"dd":return e.filter(({text:o})=>o.startsWith("of=")).map(o=>({...o,text:o.text.slice(3)}));case"git":return ZT.has(r[0]?.text??"")?r.slice(1):
[];case"unpack":return e.filter((o,i)=>eP.has(e[i-1]?.text??""));default:return n}}var $n=".gatebench/guard.yml",gl=(t="strict")=>({level:t,rules:mi,allow:new Set,ignored:new Set,deny:new Set,files:[]}),Eg=(t,e)=>t==="strict"?t:e??t??"strict";var iP=[$n,".claude/settings.json",".claude/settings.local.json",".codex/hooks.json",".codex/config.toml",".gemini/settings.json",".cursor/hooks.json",".github/\
hooks/gatebench-guard.json",".copilot/hooks/gatebench-guard.json",".opencode/plugins/gatebench-guard.js",".config/opencode/plugins/gatebench-guard.js"].map(t=>t.
split("/")),aP=new Set([".github",".config"]);function Tg(t,{folder:e,home:n},s,r){if("write"in t)return Cg(ki.posix.resolve("/",t.write),s,{});if(!("command"in
t))return;if(r.some(uP))return"gatebench guard";let o=r.map(c=>hP(c,t.folder??e??"/",n)),i=ml(o.filter(pP),"/").map(({path:c})=>c),a=o.some(({program:c,wrappers:l})=>[
c,...l].some(d=>cP.has(d)));for(let{path:c,below:l,glob:d}of ml(o,"/")){let u=Cg(`/${c}`,s,{below:l,glob:d,copied:i.includes(c),deep:d&&a});if(u!==void 0)return u}}
function Pg({folder:t},e,n){if(!t)return e;let s=Ig(t.text,n);if(!(s.includes(b)||s.startsWith("~")))return ki.posix.resolve(e??"/",s)}var cP=new Set(["find","f\
d","fdfind"]),Rg=new Set(["npm","pnpm","yarn","bun"]),lP=new Set([...Rg,"gatebench","npx","pnpx","bunx","node","deno"]),dP=new Set(["uninstall","un","unlink","r\
emove","rm","r"]);function uP({program:t,path:e,args:n}){let s=n.map(({text:a})=>a.toLowerCase()),r=t.toLowerCase().replace(/\.(exe|cmd|ps1)$/,"");if(Rg.has(r)&&
s.some(a=>dP.has(a))&&s.some(a=>/^(@[^/]+\/)?gatebench(@|$)/.test(a)))return!0;let o=s.indexOf("guard");return o!==-1&&s.slice(o).some(a=>a==="install"||a==="un\
install")&&(lP.has(r)||e.toLowerCase().includes("gatebench"))}var pP=({program:t,args:e})=>t==="cp"&&!e.some(({text:n})=>/^-[a-z]*[rRa]|^--(recursive|archive)/.
test(n));function Cg(t,e,{below:n,glob:s,copied:r,deep:o}){let i=_g(t),a=i.map(h=>Ag(h,s===!0)),c=(h,m)=>a.slice(m,m+h.length).every((g,k)=>g(h[k])),l=n===!0||s===
!0,d=i.findIndex(h=>/[*?[]/.test(h)),u=o===!0&&d!==-1?d:Number.POSITIVE_INFINITY,p=i.at(-1)??"",f=Ag(p,!0,!0);for(let h of e){let m=_g(h),g=l&&r!==!0&&i.length<
m.length&&c(m.slice(0,i.length),0),k=u<m.length&&c(m.slice(0,u),0)&&f(m.at(-1));if(g||k||i.length>=m.length&&c(m,0))return h}for(let h of iP){let m=h.join("/");
if(i.length>=h.length&&c(h,i.length-h.length)||u<i.length&&!/^\*+(\.\w+)?$/.test(p)&&f(h.at(-1)))return m;for(let k=1;k<h.length;k+=1){let x=h.slice(0,k);if(aP.
has(x.at(-1)))continue;if((x[0]===".gatebench"||l)&&i.length>=k&&c(x,i.length-k)||u>=k&&u<i.length&&c(x,u-k)&&f(h.at(-1)))return m}}}var _g=t=>t.toLowerCase().split(
"/").filter(e=>e!=="");function Ag(t,e,n=!1){if(!e||!/[*?[]/.test(t))return o=>o===t;let s=t.split(/(\*+|\?|\[[^\]]*\])/).map(o=>/^\*+$/.test(o)?".*":o==="?"||o.
startsWith("[")?".":o.replace(/[\\^$.*+?()[\]{}|]/g,"\\$&"));if(s.length>fP)return()=>!0;let r=new RegExp(`^${s.join("")}$`,"s");return o=>(n||!o.startsWith(".")||
!/^[*?]/.test(t))&&r.test(o)}var fP=16,Ig=(t,e)=>e===void 0?t:t.replace(/^(~|\$HOME|\$\{HOME\})(?=\/|$)/,()=>e);function hP(t,e,n){let s=o=>{let i=Ig(o.text,n);
return i===o.text?o:{...o,text:i}},r=t.folder&&s(t.folder).text;return{...t,args:t.args.map(s),redirects:t.redirects.map(o=>({...o,path:s(o.path)})),folder:{text:r===
void 0?e:ki.posix.resolve(e,r),glob:!1}}}var mP=500,gP=2,$g={deny:0,ask:1,none:2};function Og({folder:t,requests:e},n,{top:s,home:r,own_files:o,variables:i,isLate:a}){let c={trust:gP,workspace:s,level:n.
level},l=Tn(bP(n)),d=n.allow.size>0?Tn(n.rules):void 0,u=[...n.files,...o];Ng(e.length);let p=e.flatMap(xP(l,{folder:t,home:r}));return Ng(p.length),p.flatMap(h=>{
if(a())throw new be("judging it takes too long");let m="command"in h?yP(l,h,i):[];return[wP(h,{guard:l,plain:d,principal:c,settings:n}),...EP(h,m,{folder:t,home:r,
files:u})]}).reduce((h,m)=>h&&$g[h.decision]<=$g[m.decision]?h:m,void 0)}function Ng(t){if(t>mP)throw new be("too many edits in one call")}function yP(t,{command:e,
folder:n},s){let r=e.replace(/\$(?:(\w+)|\{(\w+)\})/g,(i,a,c)=>{let l=s.get(a??c);return l!==void 0&&/^[\w./@+-]+$/.test(l)?l:i}),{invocations:o}=t.parse(e,n);return r===
e?o:[...o,...t.parse(r,n).invocations]}function bP({rules:t,allow:e,deny:n}){return e.size===0&&n.size===0?t:t.filter(({id:s,severity:r})=>r==="catastrophic"||!e.
has(s)).map(s=>n.has(s.id)?kP(s):s)}function kP({trust:t,...e}){let{level:n,match:s,...r}=e,o=s?.map(i=>{let{level:a,...c}=i;return c});return{...r,...Z({match:o})}}
var xP=(t,{folder:e,home:n})=>s=>{if(!("command"in s))return[s];let r=t.parse(s.command,s.folder).invocations.flatMap(o=>{let{program:i,input:a,args:c}=o;if(i!==
"apply_patch"&&i!=="applypatch")return[];let l=a?.kind==="text"?a.text:c[0]?.text??"";if(!l.includes("*** Begin Patch"))return[];let d=Pg(o,s.folder??e,n);if(d===
void 0)throw new be("the folder of the patch is unknown");return In(l,d)});return[s,...r]},vP=`${$n} would allow it, which counts after "gatebench guard install\
 CLIENT --trust-project-settings"`;function wP(t,{guard:e,plain:n,principal:s,settings:r}){let o=e.judge(t,s);if(o.verdict==="deny"){let c=r.deny.has(o.rule),l=r.
ignored.has(o.rule)?`; ${vP}`:"",d=c?`; denied by ${$n}`:l,u=`${o.reason} (gatebench guard: ${o.rule}${d})`;return{decision:c?"deny":SP(o),rule:o.rule,message:u,
request:t}}let i=n?.judge(t,s);if(i?.verdict!=="deny")return{decision:"none",rule:"",message:"",request:t};let a=`gatebench guard: ${i.rule} is allowed by ${$n}`;
return{decision:"none",rule:i.rule,message:a,request:t}}function SP({severity:t,category:e}){return e==="unreadable"||e==="unparsed"?"ask":qt[t]<=qt.severe?"den\
y":"ask"}function EP(t,e,{folder:n,home:s,files:r}){let o=Tg(t,{folder:n,home:s},r,e);return o===void 0?[]:[{decision:"ask",rule:"guard-settings",message:`${`${o}\
 decides what this agent may do. Ask the person to change it.`} (gatebench guard: guard-settings)`,request:t}]}var Rr=4*1024*1024;function Lg(t,e){if(e.length>Rr)throw new be(`the input is larger than ${Rr} bytes`);return Qt[t].readCall(yi(e))}function Wg(t,e,n){let s=Qt[t],
{settings:r,...o}=n,i=Og(e,r,o);if(!i)return{output:yl(t)};let a=i.decision==="ask"&&!s.can_ask?"deny":i.decision,c=os(i.message);return{output:s.formatAnswer({
decision:a,message:c}),judgement:{...i,decision:a}}}var yl=t=>Qt[t].formatAnswer({decision:"none",message:""}),Dg=(t,e)=>Qt[t].formatRefusal(os(`gatebench guard\
: the call was not judged, so it is refused: ${e}`));var DO=async()=>(await(await __import("../engine/index.js")).bundle.engine.guard()).hookParts,ao={settings:()=>Promise.resolve().then(()=>(Ik(),Rk)),rules:async()=>(await DO()).
rules(),log:()=>Promise.resolve().then(()=>(kx(),bx))};var co=require("node:fs"),en=require("node:path");Ds();var ba=require("node:fs"),BB=16*2**20,GB=256*2**20;function xx(t,e=Number.POSITIVE_INFINITY){let n=(0,ba.statSync)(t);if(!n.isFile())throw Object.assign(new Error(
`${t} is not a file`),{code:"not a file"});if(n.size>e){let s=`larger than ${e/1048576} MiB`;throw Object.assign(new Error(`${t} is ${s}`),{code:s})}return(0,ba.readFileSync)(
t)}var MO=64*1024;function vx(t,e){let n=wx(t),s=n.findIndex(c=>(0,co.existsSync)((0,en.join)(c,".git"))),r=s===-1?void 0:n[s],o=r!==void 0&&(e===void 0||!qO(e,r)),
a=(o?n.slice(0,s+1):[t]).map(c=>(0,en.join)(c,$n)).find(c=>(0,co.existsSync)(c));return{top:o?r:t,guard_file:a}}function wx(t){let e=(0,en.dirname)(t);return e===
t?[t]:[t,...wx(e)]}var qO=(t,e)=>t===e||t.startsWith(e.endsWith("/")?e:`${e}/`);async function Sx({top:t,guard_file:e},{level:n,trusted:s}){if(e===void 0)return gl(
n);let r=(0,en.relative)(t,e),o=FO(e,r),{readGuardFile:i,checkGuardFile:a}=await ao.settings(),c=i(o,r),l=(0,en.dirname)(e),d=c.rules.map(({name:f})=>(0,en.join)(
l,f)),u=d.length===0?gl().rules:await jO(d,t);a(c,u);let p=c.allow.map(({name:f})=>f);return{level:Eg(n,s||c.level==="strict"?c.level:void 0),rules:u,allow:new Set(
s?p:[]),ignored:new Set(s?[]:p),deny:new Set(c.deny.map(({name:f})=>f)),files:[e,...d].flatMap(f=>[f,(0,co.realpathSync)(f)])}}async function jO(t,e){let{combineRules:n,
readRulesFile:s}=await ao.rules();return n(t.map(r=>s((0,en.relative)(e,r),e)))}function FO(t,e){try{return xx(t,MO).toString("utf8")}catch(n){throw new et(`${e}\
: cannot be read (${n.code})`)}}var HO=5e3;async function VO(t,e){let n;try{n=YO(t)}catch(s){let r=t.find((i,a)=>t[a-1]==="--hook"),o=`gatebench guard: ${_x(s)}`;return hl(r)?Qt[r].formatRefusal(
o):zt(o)}try{let{output:s,judgement:r}=await UO(n,e),o=r&&await Ex(n,e,r);return o===void 0?s:Cx(s,o)}catch(s){let r=_x(s),o=await Ex(n,e,{decision:"error",rule:"",
request:{text:r}}),i=Dg(n.client,r);return o===void 0?i:Cx(i,o)}}async function UO({client:t,level:e,trusted:n},s){let r=s.now().getTime(),o=Lg(t,await GO(s.input));
if(o.requests.length===0)return{output:yl(t)};let{project_variable:i}=Qt[t],a=s.variable("HOME"),c=i&&s.variable(i)||o.project||s.cwd,l=vx(c,a),d=o.folder??c,u=()=>s.
now().getTime()-r>HO,p={settings:await Sx(l,{level:e,trusted:n}),top:l.top,home:a,...BO(s,a),isLate:u};return Wg(t,{...o,folder:d},p)}function BO({variable:t,program_folders:e=[]},n){
let s=["CLAUDE_CONFIG_DIR","CODEX_HOME","XDG_CONFIG_HOME","XDG_CACHE_HOME"],r=new Map(s.map(a=>[a,t(a)??""])),o=(a,...c)=>{let l=r.get(a);return l===void 0||!(0,lo.isAbsolute)(
l)?[]:c.map(d=>(0,lo.join)(l,d))};return{own_files:[...e,...o("CLAUDE_CONFIG_DIR","settings.json","settings.local.json"),...o("CODEX_HOME","hooks.json","config.\
toml"),...o("XDG_CONFIG_HOME","opencode/plugins/gatebench-guard.js"),...o("XDG_CACHE_HOME","gatebench-code"),...n===void 0?[]:[(0,lo.join)(n,".cache/gatebench-c\
ode")]],variables:r}}async function GO(t){let e=[],n=0;for await(let s of t){let r=typeof s=="string"?Buffer.from(s):s;if(n+=r.length,n>Rr)throw new be(`the inp\
ut is larger than ${Rr} bytes`);e.push(r)}return Buffer.concat(e)}async function Ex({client:t,log:e},{now:n},{decision:s,rule:r,request:o}){if(e!==void 0)try{let{
appendLogLine:i}=await ao.log(),a=s==="none"?"pass":s;i(e,{time:n(),client:t,verdict:a,rule:r,subject:zO(o)});return}catch(i){return`gatebench guard: the log ca\
nnot be written (${i.code??"error"})`}}function zO(t){return"command"in t?t.command:"write"in t?`write ${t.write}`:t.text}var Cx=(t,e)=>({...t,stderr:`${t.stderr}${e}\

`}),_x=t=>t instanceof Error?t.message:String(t),Ax="--project-settings",KO=["--hook","--level","--log"];function YO(t){let e=new Map,n=t.values();for(let i of n){
if(i===Ax){e.set(i,i);continue}let[a,c]=XO(i);if(!KO.includes(a))throw new et(`unknown argument "${i}" beside --hook`);let l=c??n.next().value;if(l===void 0||l===
"")throw new et(`${a} has no value`);e.set(a,l)}let s=e.get("--hook");if(!hl(s))throw new et(`--hook must be one of ${wg.join(", ")}`);let r=e.get("--level"),o=Yn.
find(i=>i===r);if(r!==void 0&&o===void 0)throw new et(`--level must be one of ${Yn.join(", ")}`);return{client:s,level:o,trusted:e.has(Ax),log:e.get("--log")}}function XO(t){
let e=t.startsWith("--")?t.indexOf("="):-1;return e===-1?[t,void 0]:[t.slice(0,e),t.slice(e+1)]}0&&(module.exports={GuardrailSuite,NON_EMPTY_VALUE,SEVERITY_ORDER,UNKNOWN_VALUE,UNREAD_VALUE,codeLanguages,createGuard,createShellInvocation,createShippedGuard,
findAffectedPaths,findOriginalPaths,getFindPatterns,guardLevels,hasFlag,hasKnownShortOptions,hasPathEffects,hasUnreadValue,isDeletingFind,isKnownWord,isRemotePath,
parseProgramArguments,pathClasses,pathEffects,phraseRules,readCode,readCommand,replaceWithUnevaluated,replaceWithUnknown,resolveFoundPaths,runHook,shippedGuardRules,
vocabulary});
