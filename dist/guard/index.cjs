var Qk=Object.create;var Jr=Object.defineProperty;var Jk=Object.getOwnPropertyDescriptor;var Zk=Object.getOwnPropertyNames;var ev=Object.getPrototypeOf,tv=Object.prototype.hasOwnProperty;var qe=(t,e,s)=>()=>{if(s)throw s[0];try{return t&&(e=t(t=0)),e}catch(n){throw s=[n],n}};var N=(t,e)=>()=>{try{return e||t((e={exports:{}}).exports,e),e.exports}catch(s){throw e=0,s}},ua=(t,e)=>{for(var s in e)Jr(t,s,{get:e[s],enumerable:!0})},eu=(t,e,s,n)=>{
if(e&&typeof e=="object"||typeof e=="function")for(let r of Zk(e))!tv.call(t,r)&&r!==s&&Jr(t,r,{get:()=>e[r],enumerable:!(n=Jk(e,r))||n.enumerable});return t};var tu=(t,e,s)=>(s=t!=null?Qk(ev(t)):{},eu(e||!t||!t.__esModule?Jr(s,"default",{value:t,enumerable:!0}):s,t)),sv=t=>eu(Jr({},"__esModule",{value:!0}),t);var ne,Je=qe(()=>{"use strict";ne=t=>Object.fromEntries(Object.entries(t).filter(([,e])=>e!==void 0))});var Dt,zs,Ks=qe(()=>{"use strict";Dt={catastrophic:0,severe:1,risky:2},zs=["workspace","strict"]});var Rm=N($n=>{"use strict";$n.__esModule=!0;$n.distance=$n.closest=void 0;var cs=new Uint32Array(65536),RA=function(t,e){for(var s=t.length,n=e.length,r=1<<s-1,
o=-1,i=0,a=s,c=s;c--;)cs[t.charCodeAt(c)]|=1<<c;for(c=0;c<n;c++){var l=cs[e.charCodeAt(c)],d=l|i;l|=(l&o)+o^o,i|=~(l|o),o&=l,i&r&&a++,o&r&&a--,i=i<<1|1,o=o<<1|~(d|
i),i&=d}for(c=s;c--;)cs[t.charCodeAt(c)]=0;return a},IA=function(t,e){for(var s=e.length,n=t.length,r=[],o=[],i=Math.ceil(s/32),a=Math.ceil(n/32),c=0;c<i;c++)o[c]=
-1,r[c]=0;for(var l=0;l<a-1;l++){for(var d=0,u=-1,p=l*32,f=Math.min(32,n)+p,m=p;m<f;m++)cs[t.charCodeAt(m)]|=1<<m;for(var c=0;c<s;c++){var h=cs[e.charCodeAt(c)],
g=o[c/32|0]>>>c&1,b=r[c/32|0]>>>c&1,v=h|d,E=((h|b)&u)+u^u|h|b,S=d|~(E|u),x=u&E;S>>>31^g&&(o[c/32|0]^=1<<c),x>>>31^b&&(r[c/32|0]^=1<<c),S=S<<1|g,x=x<<1|b,u=x|~(v|
S),d=S&v}for(var m=p;m<f;m++)cs[t.charCodeAt(m)]=0}for(var A=0,T=-1,C=l*32,R=Math.min(32,n-C)+C,m=C;m<R;m++)cs[t.charCodeAt(m)]|=1<<m;for(var U=n,c=0;c<s;c++){var h=cs[e.
charCodeAt(c)],g=o[c/32|0]>>>c&1,b=r[c/32|0]>>>c&1,v=h|A,E=((h|b)&T)+T^T|h|b,S=A|~(E|T),x=T&E;U+=S>>>n-1&1,U-=x>>>n-1&1,S>>>31^g&&(o[c/32|0]^=1<<c),x>>>31^b&&(r[c/
32|0]^=1<<c),S=S<<1|g,x=x<<1|b,T=x|~(v|S),A=S&v}for(var m=C;m<R;m++)cs[t.charCodeAt(m)]=0;return U},Pm=function(t,e){if(t.length<e.length){var s=e;e=t,t=s}return e.
length===0?t.length:t.length<=32?RA(t,e):IA(t,e)};$n.distance=Pm;var NA=function(t,e){for(var s=1/0,n=0,r=0;r<e.length;r++){var o=Pm(t,e[r]);o<s&&(s=o,n=r)}return e[n]};
$n.closest=NA});function nn(t){return t.replace(LA,e=>{let s=e.codePointAt(0);return e===`
`?"\\n":e==="\r"?"\\r":e==="	"?"\\t":s<256?`\\x${s.toString(16).padStart(2,"0")}`:s>65535?`\\u{${s.toString(16)}}`:`\\u${s.toString(16).padStart(4,"0")}`})}var OA,
LA,Qe,Tn=qe(()=>{"use strict";OA=tu(Rm(),1),LA=/[\x00-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;
Qe=class extends Error{name="UserError";remedy;lines;constructor(e,s){let n=(typeof e=="string"?[e]:e).map(nn);super(n.join(`
`)),this.lines=n,this.remedy=s===void 0?void 0:nn(s)}get text(){return this.remedy?`${this.message}
  ${this.remedy}`:this.message}}});var ee=N(ze=>{"use strict";var ml=Symbol.for("yaml.alias"),ag=Symbol.for("yaml.document"),ui=Symbol.for("yaml.map"),cg=Symbol.for("yaml.pair"),gl=Symbol.for("ya\
ml.scalar"),pi=Symbol.for("yaml.seq"),ls=Symbol.for("yaml.node.type"),x$=t=>!!t&&typeof t=="object"&&t[ls]===ml,S$=t=>!!t&&typeof t=="object"&&t[ls]===ag,E$=t=>!!t&&
typeof t=="object"&&t[ls]===ui,C$=t=>!!t&&typeof t=="object"&&t[ls]===cg,lg=t=>!!t&&typeof t=="object"&&t[ls]===gl,_$=t=>!!t&&typeof t=="object"&&t[ls]===pi;function dg(t){
if(t&&typeof t=="object")switch(t[ls]){case ui:case pi:return!0}return!1}function A$(t){if(t&&typeof t=="object")switch(t[ls]){case ml:case ui:case gl:case pi:return!0}
return!1}var $$=t=>(lg(t)||dg(t))&&!!t.anchor;ze.ALIAS=ml;ze.DOC=ag;ze.MAP=ui;ze.NODE_TYPE=ls;ze.PAIR=cg;ze.SCALAR=gl;ze.SEQ=pi;ze.hasAnchor=$$;ze.isAlias=x$;ze.
isCollection=dg;ze.isDocument=S$;ze.isMap=E$;ze.isNode=A$;ze.isPair=C$;ze.isScalar=lg;ze.isSeq=_$});var br=N(yl=>{"use strict";var Te=ee(),at=Symbol("break visit"),ug=Symbol("skip children"),Yt=Symbol("remove node");function fi(t,e){let s=pg(e);Te.isDocument(t)?
Pn(null,t.contents,s,Object.freeze([t]))===Yt&&(t.contents=null):Pn(null,t,s,Object.freeze([]))}fi.BREAK=at;fi.SKIP=ug;fi.REMOVE=Yt;function Pn(t,e,s,n){let r=fg(
t,e,s,n);if(Te.isNode(r)||Te.isPair(r))return hg(t,n,r),Pn(t,r,s,n);if(typeof r!="symbol"){if(Te.isCollection(e)){n=Object.freeze(n.concat(e));for(let o=0;o<e.items.
length;++o){let i=Pn(o,e.items[o],s,n);if(typeof i=="number")o=i-1;else{if(i===at)return at;i===Yt&&(e.items.splice(o,1),o-=1)}}}else if(Te.isPair(e)){n=Object.
freeze(n.concat(e));let o=Pn("key",e.key,s,n);if(o===at)return at;o===Yt&&(e.key=null);let i=Pn("value",e.value,s,n);if(i===at)return at;i===Yt&&(e.value=null)}}
return r}async function hi(t,e){let s=pg(e);Te.isDocument(t)?await Rn(null,t.contents,s,Object.freeze([t]))===Yt&&(t.contents=null):await Rn(null,t,s,Object.freeze(
[]))}hi.BREAK=at;hi.SKIP=ug;hi.REMOVE=Yt;async function Rn(t,e,s,n){let r=await fg(t,e,s,n);if(Te.isNode(r)||Te.isPair(r))return hg(t,n,r),Rn(t,r,s,n);if(typeof r!=
"symbol"){if(Te.isCollection(e)){n=Object.freeze(n.concat(e));for(let o=0;o<e.items.length;++o){let i=await Rn(o,e.items[o],s,n);if(typeof i=="number")o=i-1;else{
if(i===at)return at;i===Yt&&(e.items.splice(o,1),o-=1)}}}else if(Te.isPair(e)){n=Object.freeze(n.concat(e));let o=await Rn("key",e.key,s,n);if(o===at)return at;
o===Yt&&(e.key=null);let i=await Rn("value",e.value,s,n);if(i===at)return at;i===Yt&&(e.value=null)}}return r}function pg(t){return typeof t=="object"&&(t.Collection||
t.Node||t.Value)?Object.assign({Alias:t.Node,Map:t.Node,Scalar:t.Node,Seq:t.Node},t.Value&&{Map:t.Value,Scalar:t.Value,Seq:t.Value},t.Collection&&{Map:t.Collection,
Seq:t.Collection},t):t}function fg(t,e,s,n){if(typeof s=="function")return s(t,e,n);if(Te.isMap(e))return s.Map?.(t,e,n);if(Te.isSeq(e))return s.Seq?.(t,e,n);if(Te.
isPair(e))return s.Pair?.(t,e,n);if(Te.isScalar(e))return s.Scalar?.(t,e,n);if(Te.isAlias(e))return s.Alias?.(t,e,n)}function hg(t,e,s){let n=e[e.length-1];if(Te.
isCollection(n))n.items[t]=s;else if(Te.isPair(n))t==="key"?n.key=s:n.value=s;else if(Te.isDocument(n))n.contents=s;else{let r=Te.isAlias(n)?"alias":"scalar";throw new Error(
`Cannot replace node with ${r} parent`)}}yl.visit=fi;yl.visitAsync=hi});var bl=N(gg=>{"use strict";var mg=ee(),T$=br(),P$={"!":"%21",",":"%2C","[":"%5B","]":"%5D","{":"%7B","}":"%7D"},R$=t=>t.replace(/[!,[\]{}]/g,e=>P$[e]),kr=class t{constructor(e,s){
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
for(let[s,n]of Object.entries(this.tags))if(e.startsWith(n))return s+R$(e.substring(n.length));return e[0]==="!"?e:`!<${e}>`}toString(e){let s=this.yaml.explicit?
[`%YAML ${this.yaml.version||"1.2"}`]:[],n=Object.entries(this.tags),r;if(e&&n.length>0&&mg.isNode(e.contents)){let o={};T$.visit(e.contents,(i,a)=>{mg.isNode(a)&&
a.tag&&(o[a.tag]=!0)}),r=Object.keys(o)}else r=[];for(let[o,i]of n)o==="!!"&&i==="tag:yaml.org,2002:"||(!e||r.some(a=>a.startsWith(i)))&&s.push(`%TAG ${o} ${i}`);
return s.join(`
`)}};kr.defaultYaml={explicit:!1,version:"1.2"};kr.defaultTags={"!!":"tag:yaml.org,2002:"};gg.Directives=kr});var mi=N(vr=>{"use strict";var yg=ee(),I$=br();function N$(t){if(/[\x00-\x19\s,[\]{}]/.test(t)){let s=`Anchor must not contain whitespace or control characters:\
 ${JSON.stringify(t)}`;throw new Error(s)}return!0}function bg(t){let e=new Set;return I$.visit(t,{Value(s,n){n.anchor&&e.add(n.anchor)}}),e}function kg(t,e){for(let s=1;;++s){
let n=`${t}${s}`;if(!e.has(n))return n}}function O$(t,e){let s=[],n=new Map,r=null;return{onAnchor:o=>{s.push(o),r??(r=bg(t));let i=kg(e,r);return r.add(i),i},setAnchors:()=>{
for(let o of s){let i=n.get(o);if(typeof i=="object"&&i.anchor&&(yg.isScalar(i.node)||yg.isCollection(i.node)))i.node.anchor=i.anchor;else{let a=new Error("Fail\
ed to resolve repeated object (this should not happen)");throw a.source=o,a}}},sourceObjects:n}}vr.anchorIsValid=N$;vr.anchorNames=bg;vr.createNodeAnchors=O$;vr.
findNewAnchor=kg});var kl=N(vg=>{"use strict";function wr(t,e,s,n){if(n&&typeof n=="object")if(Array.isArray(n))for(let r=0,o=n.length;r<o;++r){let i=n[r],a=wr(t,n,String(r),i);a===
void 0?delete n[r]:a!==i&&(n[r]=a)}else if(n instanceof Map)for(let r of Array.from(n.keys())){let o=n.get(r),i=wr(t,n,r,o);i===void 0?n.delete(r):i!==o&&n.set(
r,i)}else if(n instanceof Set)for(let r of Array.from(n)){let o=wr(t,n,r,r);o===void 0?n.delete(r):o!==r&&(n.delete(r),n.add(o))}else for(let[r,o]of Object.entries(
n)){let i=wr(t,n,r,o);i===void 0?delete n[r]:i!==o&&(n[r]=i)}return t.call(e,s,n)}vg.applyReviver=wr});var Ts=N(xg=>{"use strict";var L$=ee();function wg(t,e,s){if(Array.isArray(t))return t.map((n,r)=>wg(n,String(r),s));if(t&&typeof t.toJSON=="function"){if(!s||!L$.
hasAnchor(t))return t.toJSON(e,s);let n={aliasCount:0,count:1,res:void 0};s.anchors.set(t,n),s.onCreate=o=>{n.res=o,delete s.onCreate};let r=t.toJSON(e,s);return s.
onCreate&&s.onCreate(r),r}return typeof t=="bigint"&&!s?.keep?Number(t):t}xg.toJS=wg});var gi=N(Eg=>{"use strict";var D$=kl(),Sg=ee(),M$=Ts(),vl=class{constructor(e){Object.defineProperty(this,Sg.NODE_TYPE,{value:e})}clone(){let e=Object.create(Object.
getPrototypeOf(this),Object.getOwnPropertyDescriptors(this));return this.range&&(e.range=this.range.slice()),e}toJS(e,{mapAsMap:s,maxAliasCount:n,onAnchor:r,reviver:o}={}){
if(!Sg.isDocument(e))throw new TypeError("A document argument is required");let i={anchors:new Map,doc:e,keep:!0,mapAsMap:s===!0,mapKeyWarned:!1,maxAliasCount:typeof n==
"number"?n:100},a=M$.toJS(this,"",i);if(typeof r=="function")for(let{count:c,res:l}of i.anchors.values())r(l,c);return typeof o=="function"?D$.applyReviver(o,{"":a},
"",a):a}};Eg.NodeBase=vl});var xr=N(Cg=>{"use strict";var W$=mi(),q$=br(),In=ee(),j$=gi(),F$=Ts(),wl=class extends j$.NodeBase{constructor(e){super(In.ALIAS),this.source=e,Object.defineProperty(
this,"tag",{set(){throw new Error("Alias nodes cannot have tags")}})}resolve(e,s){if(s?.maxAliasCount===0)throw new ReferenceError("Alias resolution is disabled");
let n;s?.aliasResolveCache?n=s.aliasResolveCache:(n=[],q$.visit(e,{Node:(o,i)=>{(In.isAlias(i)||In.hasAnchor(i))&&n.push(i)}}),s&&(s.aliasResolveCache=n));let r;
for(let o of n){if(o===this)break;o.anchor===this.source&&(r=o)}if(r&&s){let{anchors:o,doc:i,maxAliasCount:a}=s,c=o.get(r);if(c||(F$.toJS(r,null,s),c=o.get(r)),
c?.res===void 0){let l="This should not happen: Alias anchor was not resolved?";throw new ReferenceError(l)}if(a>=0&&(c.count+=1,c.aliasCount===0&&(c.aliasCount=
yi(i,r,o)),c.count*c.aliasCount>a)){let l="Excessive alias count indicates a resource exhaustion attack";throw new ReferenceError(l)}}return r}toJSON(e,s){if(!s)
return{source:this.source};let n=this.resolve(s.doc,s);if(!n){let r=`Unresolved alias (the anchor must be set before the alias): ${this.source}`;throw new ReferenceError(
r)}return s.anchors.get(n).res}toString(e,s,n){let r=`*${this.source}`;if(e){if(W$.anchorIsValid(this.source),e.options.verifyAliasOrder&&!e.anchors.has(this.source)){
let o=`Unresolved alias (the anchor must be set before the alias): ${this.source}`;throw new Error(o)}if(e.implicitKey)return`${r} `}return r}};function yi(t,e,s){
if(In.isAlias(e)){let n=e.resolve(t),r=s&&n&&s.get(n);return r?r.count*r.aliasCount:0}else if(In.isCollection(e)){let n=0;for(let r of e.items){let o=yi(t,r,s);
o>n&&(n=o)}return n}else if(In.isPair(e)){let n=yi(t,e.key,s),r=yi(t,e.value,s);return Math.max(n,r)}return 1}Cg.Alias=wl});var Ee=N(xl=>{"use strict";var H$=ee(),V$=gi(),U$=Ts(),B$=t=>!t||typeof t!="function"&&typeof t!="object",Ps=class extends V$.NodeBase{constructor(e){super(H$.SCALAR),
this.value=e}toJSON(e,s){return s?.keep?this.value:U$.toJS(this.value,e,s)}toString(){return String(this.value)}};Ps.BLOCK_FOLDED="BLOCK_FOLDED";Ps.BLOCK_LITERAL=
"BLOCK_LITERAL";Ps.PLAIN="PLAIN";Ps.QUOTE_DOUBLE="QUOTE_DOUBLE";Ps.QUOTE_SINGLE="QUOTE_SINGLE";xl.Scalar=Ps;xl.isScalarValue=B$});var Sr=N(Ag=>{"use strict";var G$=xr(),on=ee(),_g=Ee(),z$="tag:yaml.org,2002:";function K$(t,e,s){if(e){let n=s.filter(o=>o.tag===e),r=n.find(o=>!o.format)??n[0];
if(!r)throw new Error(`Tag ${e} not found`);return r}return s.find(n=>n.identify?.(t)&&!n.format)}function Y$(t,e,s){if(on.isDocument(t)&&(t=t.contents),on.isNode(
t))return t;if(on.isPair(t)){let u=s.schema[on.MAP].createNode?.(s.schema,null,s);return u.items.push(t),u}(t instanceof String||t instanceof Number||t instanceof
Boolean||typeof BigInt<"u"&&t instanceof BigInt)&&(t=t.valueOf());let{aliasDuplicateObjects:n,onAnchor:r,onTagObj:o,schema:i,sourceObjects:a}=s,c;if(n&&t&&typeof t==
"object"){if(c=a.get(t),c)return c.anchor??(c.anchor=r(t)),new G$.Alias(c.anchor);c={anchor:null,node:null},a.set(t,c)}e?.startsWith("!!")&&(e=z$+e.slice(2));let l=K$(
t,e,i.tags);if(!l){if(t&&typeof t.toJSON=="function"&&(t=t.toJSON()),!t||typeof t!="object"){let u=new _g.Scalar(t);return c&&(c.node=u),u}l=t instanceof Map?i[on.
MAP]:Symbol.iterator in Object(t)?i[on.SEQ]:i[on.MAP]}o&&(o(l),delete s.onTagObj);let d=l?.createNode?l.createNode(s.schema,t,s):typeof l?.nodeClass?.from=="fun\
ction"?l.nodeClass.from(s.schema,t,s):new _g.Scalar(t);return e?d.tag=e:l.default||(d.tag=l.tag),c&&(c.node=d),d}Ag.createNode=Y$});var ki=N(bi=>{"use strict";var X$=Sr(),Xt=ee(),Q$=gi();function Sl(t,e,s){let n=s;for(let r=e.length-1;r>=0;--r){let o=e[r];if(typeof o=="number"&&Number.isInteger(
o)&&o>=0){let i=[];i[o]=n,n=i}else n=new Map([[o,n]])}return X$.createNode(n,void 0,{aliasDuplicateObjects:!1,keepUndefined:!1,onAnchor:()=>{throw new Error("Th\
is should not happen, please report a bug.")},schema:t,sourceObjects:new Map})}var $g=t=>t==null||typeof t=="object"&&!!t[Symbol.iterator]().next().done,El=class extends Q$.
NodeBase{constructor(e,s){super(e),Object.defineProperty(this,"schema",{value:s,configurable:!0,enumerable:!1,writable:!0})}clone(e){let s=Object.create(Object.
getPrototypeOf(this),Object.getOwnPropertyDescriptors(this));return e&&(s.schema=e),s.items=s.items.map(n=>Xt.isNode(n)||Xt.isPair(n)?n.clone(e):n),this.range&&
(s.range=this.range.slice()),s}addIn(e,s){if($g(e))this.add(s);else{let[n,...r]=e,o=this.get(n,!0);if(Xt.isCollection(o))o.addIn(r,s);else if(o===void 0&&this.schema)
this.set(n,Sl(this.schema,r,s));else throw new Error(`Expected YAML collection at ${n}. Remaining path: ${r}`)}}deleteIn(e){let[s,...n]=e;if(n.length===0)return this.
delete(s);let r=this.get(s,!0);if(Xt.isCollection(r))return r.deleteIn(n);throw new Error(`Expected YAML collection at ${s}. Remaining path: ${n}`)}getIn(e,s){let[
n,...r]=e,o=this.get(n,!0);return r.length===0?!s&&Xt.isScalar(o)?o.value:o:Xt.isCollection(o)?o.getIn(r,s):void 0}hasAllNullValues(e){return this.items.every(s=>{
if(!Xt.isPair(s))return!1;let n=s.value;return n==null||e&&Xt.isScalar(n)&&n.value==null&&!n.commentBefore&&!n.comment&&!n.tag})}hasIn(e){let[s,...n]=e;if(n.length===
0)return this.has(s);let r=this.get(s,!0);return Xt.isCollection(r)?r.hasIn(n):!1}setIn(e,s){let[n,...r]=e;if(r.length===0)this.set(n,s);else{let o=this.get(n,!0);
if(Xt.isCollection(o))o.setIn(r,s);else if(o===void 0&&this.schema)this.set(n,Sl(this.schema,r,s));else throw new Error(`Expected YAML collection at ${n}. Remai\
ning path: ${r}`)}}};bi.Collection=El;bi.collectionFromPath=Sl;bi.isEmptyPath=$g});var Er=N(vi=>{"use strict";var J$=t=>t.replace(/^(?!$)(?: $)?/gm,"#");function Cl(t,e){return/^\n+$/.test(t)?t.substring(1):e?t.replace(/^(?! *$)/gm,e):t}var Z$=(t,e,s)=>t.
endsWith(`
`)?Cl(s,e):s.includes(`
`)?`
`+Cl(s,e):(t.endsWith(" ")?"":" ")+s;vi.indentComment=Cl;vi.lineComment=Z$;vi.stringifyComment=J$});var Pg=N(Cr=>{"use strict";var eT="flow",_l="block",wi="quoted";function tT(t,e,s="flow",{indentAtStart:n,lineWidth:r=80,minContentWidth:o=20,onFold:i,onOverflow:a}={}){
if(!r||r<0)return t;r<o&&(o=0);let c=Math.max(1+o,1+r-e.length);if(t.length<=c)return t;let l=[],d={},u=r-e.length;typeof n=="number"&&(n>r-Math.max(2,o)?l.push(
0):u=r-n);let p,f,m=!1,h=-1,g=-1,b=-1;s===_l&&(h=Tg(t,h,e.length),h!==-1&&(u=h+c));for(let E;E=t[h+=1];){if(s===wi&&E==="\\"){switch(g=h,t[h+1]){case"x":h+=3;break;case"\
u":h+=5;break;case"U":h+=9;break;default:h+=1}b=h}if(E===`
`)s===_l&&(h=Tg(t,h,e.length)),u=h+e.length+c,p=void 0;else{if(E===" "&&f&&f!==" "&&f!==`
`&&f!=="	"){let S=t[h+1];S&&S!==" "&&S!==`
`&&S!=="	"&&(p=h)}if(h>=u)if(p)l.push(p),u=p+c,p=void 0;else if(s===wi){for(;f===" "||f==="	";)f=E,E=t[h+=1],m=!0;let S=h>b+1?h-2:g-1;if(d[S])return t;l.push(S),
d[S]=!0,u=S+c,p=void 0}else m=!0}f=E}if(m&&a&&a(),l.length===0)return t;i&&i();let v=t.slice(0,l[0]);for(let E=0;E<l.length;++E){let S=l[E],x=l[E+1]||t.length;S===
0?v=`
${e}${t.slice(0,x)}`:(s===wi&&d[S]&&(v+=`${t[S]}\\`),v+=`
${e}${t.slice(S+1,x)}`)}return v}function Tg(t,e,s){let n=e,r=e+1,o=t[r];for(;o===" "||o==="	";)if(e<r+s)o=t[++e];else{do o=t[++e];while(o&&o!==`
`);n=e,r=e+1,o=t[r]}return n}Cr.FOLD_BLOCK=_l;Cr.FOLD_FLOW=eT;Cr.FOLD_QUOTED=wi;Cr.foldFlowLines=tT});var Ar=N(Rg=>{"use strict";var It=Ee(),Rs=Pg(),Si=(t,e)=>({indentAtStart:e?t.indent.length:t.indentAtStart,lineWidth:t.options.lineWidth,minContentWidth:t.options.
minContentWidth}),Ei=t=>/^(%|---|\.\.\.)/m.test(t);function sT(t,e,s){if(!e||e<0)return!1;let n=e-s,r=t.length;if(r<=n)return!1;for(let o=0,i=0;o<r;++o)if(t[o]===
`
`){if(o-i>n)return!0;if(i=o+1,r-i<=n)return!1}return!0}function _r(t,e){let s=JSON.stringify(t);if(e.options.doubleQuotedAsJSON)return s;let{implicitKey:n}=e,r=e.
options.doubleQuotedMinMultiLineLength,o=e.indent||(Ei(t)?"  ":""),i="",a=0;for(let c=0,l=s[c];l;l=s[++c])if(l===" "&&s[c+1]==="\\"&&s[c+2]==="n"&&(i+=s.slice(a,
c)+"\\ ",c+=1,a=c,l="\\"),l==="\\")switch(s[c+1]){case"u":{i+=s.slice(a,c);let d=s.substr(c+2,4);switch(d){case"0000":i+="\\0";break;case"0007":i+="\\a";break;case"\
000b":i+="\\v";break;case"001b":i+="\\e";break;case"0085":i+="\\N";break;case"00a0":i+="\\_";break;case"2028":i+="\\L";break;case"2029":i+="\\P";break;default:d.
substr(0,2)==="00"?i+="\\x"+d.substr(2):i+=s.substr(c,6)}c+=5,a=c+1}break;case"n":if(n||s[c+2]==='"'||s.length<r)c+=1;else{for(i+=s.slice(a,c)+`

`;s[c+2]==="\\"&&s[c+3]==="n"&&s[c+4]!=='"';)i+=`
`,c+=2;i+=o,s[c+2]===" "&&(i+="\\"),c+=1,a=c+1}break;default:c+=1}return i=a?i+s.slice(a):s,n?i:Rs.foldFlowLines(i,o,Rs.FOLD_QUOTED,Si(e,!1))}function Al(t,e){if(e.
options.singleQuote===!1||e.implicitKey&&t.includes(`
`)||/[ \t]\n|\n[ \t]/.test(t))return _r(t,e);let s=e.indent||(Ei(t)?"  ":""),n="'"+t.replace(/'/g,"''").replace(/\n+/g,`$&
${s}`)+"'";return e.implicitKey?n:Rs.foldFlowLines(n,s,Rs.FOLD_FLOW,Si(e,!1))}function Nn(t,e){let{singleQuote:s}=e.options,n;if(s===!1)n=_r;else{let r=t.includes(
'"'),o=t.includes("'");r&&!o?n=Al:o&&!r?n=_r:n=s?Al:_r}return n(t,e)}var $l;try{$l=new RegExp(`(^|(?<!
))
+(?!
|$)`,"g")}catch{$l=/\n+(?!\n|$)/g}function xi({comment:t,type:e,value:s},n,r,o){let{blockQuote:i,commentString:a,lineWidth:c}=n.options;if(!i||/\n[\t ]+$/.test(
s))return Nn(s,n);let l=n.indent||(n.forceBlockIndent||Ei(s)?"  ":""),d=i==="literal"?!0:i==="folded"||e===It.Scalar.BLOCK_FOLDED?!1:e===It.Scalar.BLOCK_LITERAL?
!0:!sT(s,c,l.length);if(!s)return d?`|
`:`>
`;let u,p;for(p=s.length;p>0;--p){let x=s[p-1];if(x!==`
`&&x!=="	"&&x!==" ")break}let f=s.substring(p),m=f.indexOf(`
`);m===-1?u="-":s===f||m!==f.length-1?(u="+",o&&o()):u="",f&&(s=s.slice(0,-f.length),f[f.length-1]===`
`&&(f=f.slice(0,-1)),f=f.replace($l,`$&${l}`));let h=!1,g,b=-1;for(g=0;g<s.length;++g){let x=s[g];if(x===" ")h=!0;else if(x===`
`)b=g;else break}let v=s.substring(0,b<g?b+1:g);v&&(s=s.substring(v.length),v=v.replace(/\n+/g,`$&${l}`));let S=(h?l?"2":"1":"")+u;if(t&&(S+=" "+a(t.replace(/ ?[\r\n]+/g,
" ")),r&&r()),!d){let x=s.replace(/\n+/g,`
$&`).replace(/(?:^|\n)([\t ].*)(?:([\n\t ]*)\n(?![\n\t ]))?/g,"$1$2").replace(/\n+/g,`$&${l}`),A=!1,T=Si(n,!0);i!=="folded"&&e!==It.Scalar.BLOCK_FOLDED&&(T.onOverflow=
()=>{A=!0});let C=Rs.foldFlowLines(`${v}${x}${f}`,l,Rs.FOLD_BLOCK,T);if(!A)return`>${S}
${l}${C}`}return s=s.replace(/\n+/g,`$&${l}`),`|${S}
${l}${v}${s}${f}`}function nT(t,e,s,n){let{type:r,value:o}=t,{actualString:i,implicitKey:a,indent:c,indentStep:l,inFlow:d}=e;if(a&&o.includes(`
`)||d&&/[[\]{},]/.test(o))return Nn(o,e);if(/^[\n\t ,[\]{}#&*!|>'"%@`]|^[?-]$|^[?-][ \t]|[\n:][ \t]|[ \t]\n|[\n\t ]#|[\n\t :]$/.test(o))return a||d||!o.includes(
`
`)?Nn(o,e):xi(t,e,s,n);if(!a&&!d&&r!==It.Scalar.PLAIN&&o.includes(`
`))return xi(t,e,s,n);if(Ei(o)){if(c==="")return e.forceBlockIndent=!0,xi(t,e,s,n);if(a&&c===l)return Nn(o,e)}let u=o.replace(/\n+/g,`$&
${c}`);if(i){let p=h=>h.default&&h.tag!=="tag:yaml.org,2002:str"&&h.test?.test(u),{compat:f,tags:m}=e.doc.schema;if(m.some(p)||f?.some(p))return Nn(o,e)}return a?
u:Rs.foldFlowLines(u,c,Rs.FOLD_FLOW,Si(e,!1))}function rT(t,e,s,n){let{implicitKey:r,inFlow:o}=e,i=typeof t.value=="string"?t:Object.assign({},t,{value:String(t.
value)}),{type:a}=t;a!==It.Scalar.QUOTE_DOUBLE&&/[\x00-\x08\x0b-\x1f\x7f-\x9f\u{D800}-\u{DFFF}]/u.test(i.value)&&(a=It.Scalar.QUOTE_DOUBLE);let c=d=>{switch(d){case It.
Scalar.BLOCK_FOLDED:case It.Scalar.BLOCK_LITERAL:return r||o?Nn(i.value,e):xi(i,e,s,n);case It.Scalar.QUOTE_DOUBLE:return _r(i.value,e);case It.Scalar.QUOTE_SINGLE:
return Al(i.value,e);case It.Scalar.PLAIN:return nT(i,e,s,n);default:return null}},l=c(a);if(l===null){let{defaultKeyType:d,defaultStringType:u}=e.options,p=r&&
d||u;if(l=c(p),l===null)throw new Error(`Unsupported default string type ${p}`)}return l}Rg.stringifyString=rT});var $r=N(Tl=>{"use strict";var oT=mi(),Is=ee(),iT=Er(),aT=Ar();function cT(t,e){let s=Object.assign({blockQuote:!0,commentString:iT.stringifyComment,defaultKeyType:null,
defaultStringType:"PLAIN",directives:null,doubleQuotedAsJSON:!1,doubleQuotedMinMultiLineLength:40,falseStr:"false",flowCollectionPadding:!0,indentSeq:!0,lineWidth:80,
minContentWidth:20,nullStr:"null",simpleKeys:!1,singleQuote:null,trailingComma:!1,trueStr:"true",verifyAliasOrder:!0},t.schema.toStringOptions,e),n;switch(s.collectionStyle){case"\
block":n=!1;break;case"flow":n=!0;break;default:n=null}return{anchors:new Set,doc:t,flowCollectionPadding:s.flowCollectionPadding?" ":"",indent:"",indentStep:typeof s.
indent=="number"?" ".repeat(s.indent):"  ",inFlow:n,options:s}}function lT(t,e){if(e.tag){let r=t.filter(o=>o.tag===e.tag);if(r.length>0)return r.find(o=>o.format===
e.format)??r[0]}let s,n;if(Is.isScalar(e)){n=e.value;let r=t.filter(o=>o.identify?.(n));if(r.length>1){let o=r.filter(i=>i.test);o.length>0&&(r=o)}s=r.find(o=>o.
format===e.format)??r.find(o=>!o.format)}else n=e,s=t.find(r=>r.nodeClass&&n instanceof r.nodeClass);if(!s){let r=n?.constructor?.name??(n===null?"null":typeof n);
throw new Error(`Tag not resolved for ${r} value`)}return s}function dT(t,e,{anchors:s,doc:n}){if(!n.directives)return"";let r=[],o=(Is.isScalar(t)||Is.isCollection(
t))&&t.anchor;o&&oT.anchorIsValid(o)&&(s.add(o),r.push(`&${o}`));let i=t.tag??(e.default?null:e.tag);return i&&r.push(n.directives.tagString(i)),r.join(" ")}function uT(t,e,s,n){
if(Is.isPair(t))return t.toString(e,s,n);if(Is.isAlias(t)){if(e.doc.directives)return t.toString(e);if(e.resolvedAliases?.has(t))throw new TypeError("Cannot str\
ingify circular structure without alias nodes");e.resolvedAliases?e.resolvedAliases.add(t):e.resolvedAliases=new Set([t]),t=t.resolve(e.doc)}let r,o=Is.isNode(t)?
t:e.doc.createNode(t,{onTagObj:c=>r=c});r??(r=lT(e.doc.schema.tags,o));let i=dT(o,r,e);i.length>0&&(e.indentAtStart=(e.indentAtStart??0)+i.length+1);let a=typeof r.
stringify=="function"?r.stringify(o,e,s,n):Is.isScalar(o)?aT.stringifyString(o,e,s,n):o.toString(e,s,n);return i?Is.isScalar(o)||a[0]==="{"||a[0]==="["?`${i} ${a}`:
`${i}
${e.indent}${a}`:a}Tl.createStringifyContext=cT;Tl.stringify=uT});var Lg=N(Og=>{"use strict";var ds=ee(),Ig=Ee(),Ng=$r(),Tr=Er();function pT({key:t,value:e},s,n,r){let{allNullValues:o,doc:i,indent:a,indentStep:c,options:{commentString:l,
indentSeq:d,simpleKeys:u}}=s,p=ds.isNode(t)&&t.comment||null;if(u){if(p)throw new Error("With simple keys, key nodes cannot have comments");if(ds.isCollection(t)||
!ds.isNode(t)&&typeof t=="object"){let T="With simple keys, collection cannot be used as a key value";throw new Error(T)}}let f=!u&&(!t||p&&e==null&&!s.inFlow||
ds.isCollection(t)||(ds.isScalar(t)?t.type===Ig.Scalar.BLOCK_FOLDED||t.type===Ig.Scalar.BLOCK_LITERAL:typeof t=="object"));s=Object.assign({},s,{allNullValues:!1,
implicitKey:!f&&(u||!o),indent:a+c});let m=!1,h=!1,g=Ng.stringify(t,s,()=>m=!0,()=>h=!0);if(!f&&!s.inFlow&&g.length>1024){if(u)throw new Error("With simple keys\
, single line scalar must not span more than 1024 characters");f=!0}if(s.inFlow){if(o||e==null)return m&&n&&n(),g===""?"?":f?`? ${g}`:g}else if(o&&!u||e==null&&
f)return g=`? ${g}`,p&&!m?g+=Tr.lineComment(g,s.indent,l(p)):h&&r&&r(),g;m&&(p=null),f?(p&&(g+=Tr.lineComment(g,s.indent,l(p))),g=`? ${g}
${a}:`):(g=`${g}:`,p&&(g+=Tr.lineComment(g,s.indent,l(p))));let b,v,E;ds.isNode(e)?(b=!!e.spaceBefore,v=e.commentBefore,E=e.comment):(b=!1,v=null,E=null,e&&typeof e==
"object"&&(e=i.createNode(e))),s.implicitKey=!1,!f&&!p&&ds.isScalar(e)&&(s.indentAtStart=g.length+1),h=!1,!d&&c.length>=2&&!s.inFlow&&!f&&ds.isSeq(e)&&!e.flow&&
!e.tag&&!e.anchor&&(s.indent=s.indent.substring(2));let S=!1,x=Ng.stringify(e,s,()=>S=!0,()=>h=!0),A=" ";if(p||b||v){if(A=b?`
`:"",v){let T=l(v);A+=`
${Tr.indentComment(T,s.indent)}`}x===""&&!s.inFlow?A===`
`&&E&&(A=`

`):A+=`
${s.indent}`}else if(!f&&ds.isCollection(e)){let T=x[0],C=x.indexOf(`
`),R=C!==-1,U=s.inFlow??e.flow??e.items.length===0;if(R||!U){let ve=!1;if(R&&(T==="&"||T==="!")){let q=x.indexOf(" ");T==="&"&&q!==-1&&q<C&&x[q+1]==="!"&&(q=x.indexOf(
" ",q+1)),(q===-1||C<q)&&(ve=!0)}ve||(A=`
${s.indent}`)}}else(x===""||x[0]===`
`)&&(A="");return g+=A+x,s.inFlow?S&&n&&n():E&&!S?g+=Tr.lineComment(g,s.indent,l(E)):h&&r&&r(),g}Og.stringifyPair=pT});var Rl=N(Pl=>{"use strict";var Dg=require("process");function fT(t,...e){t==="debug"&&console.log(...e)}function hT(t,e){(t==="debug"||t==="warn")&&(typeof Dg.emitWarning==
"function"?Dg.emitWarning(e):console.warn(e))}Pl.debug=fT;Pl.warn=hT});var Ti=N($i=>{"use strict";var Ai=ee(),Mg=Ee(),Ci="<<",_i={identify:t=>t===Ci||typeof t=="symbol"&&t.description===Ci,default:"key",tag:"tag:yaml.org,2002:merge",
test:/^<<$/,resolve:()=>Object.assign(new Mg.Scalar(Symbol(Ci)),{addToJSMap:Wg}),stringify:()=>Ci},mT=(t,e)=>(_i.identify(e)||Ai.isScalar(e)&&(!e.type||e.type===
Mg.Scalar.PLAIN)&&_i.identify(e.value))&&t?.doc.schema.tags.some(s=>s.tag===_i.tag&&s.default);function Wg(t,e,s){let n=qg(t,s);if(Ai.isSeq(n))for(let r of n.items)
Il(t,e,r);else if(Array.isArray(n))for(let r of n)Il(t,e,r);else Il(t,e,n)}function Il(t,e,s){let n=qg(t,s);if(!Ai.isMap(n))throw new Error("Merge sources must \
be maps or map aliases");let r=n.toJSON(null,t,Map);for(let[o,i]of r)e instanceof Map?e.has(o)||e.set(o,i):e instanceof Set?e.add(o):Object.prototype.hasOwnProperty.
call(e,o)||Object.defineProperty(e,o,{value:i,writable:!0,enumerable:!0,configurable:!0});return e}function qg(t,e){return t&&Ai.isAlias(e)?e.resolve(t.doc,t):e}
$i.addMergeToJSMap=Wg;$i.isMergeKey=mT;$i.merge=_i});var Ol=N(Hg=>{"use strict";var gT=Rl(),jg=Ti(),yT=$r(),Fg=ee(),Nl=Ts();function bT(t,e,{key:s,value:n}){if(Fg.isNode(s)&&s.addToJSMap)s.addToJSMap(t,e,n);else if(jg.
isMergeKey(t,s))jg.addMergeToJSMap(t,e,n);else{let r=Nl.toJS(s,"",t);if(e instanceof Map)e.set(r,Nl.toJS(n,r,t));else if(e instanceof Set)e.add(r);else{let o=kT(
s,r,t),i=Nl.toJS(n,o,t);o in e?Object.defineProperty(e,o,{value:i,writable:!0,enumerable:!0,configurable:!0}):e[o]=i}}return e}function kT(t,e,s){if(e===null)return"";
if(typeof e!="object")return String(e);if(Fg.isNode(t)&&s?.doc){let n=yT.createStringifyContext(s.doc,{});n.anchors=new Set;for(let o of s.anchors.keys())n.anchors.
add(o.anchor);n.inFlow=!0,n.inStringifyKey=!0;let r=t.toString(n);if(!s.mapKeyWarned){let o=JSON.stringify(r);o.length>40&&(o=o.substring(0,36)+'..."'),gT.warn(
s.doc.options.logLevel,`Keys with collection values will be stringified due to JS Object restrictions: ${o}. Set mapAsMap: true to use object keys.`),s.mapKeyWarned=
!0}return r}return JSON.stringify(e)}Hg.addPairToJSMap=bT});var Ns=N(Ll=>{"use strict";var Vg=Sr(),vT=Lg(),wT=Ol(),Pi=ee();function xT(t,e,s){let n=Vg.createNode(t,void 0,s),r=Vg.createNode(e,void 0,s);return new Ri(n,r)}
var Ri=class t{constructor(e,s=null){Object.defineProperty(this,Pi.NODE_TYPE,{value:Pi.PAIR}),this.key=e,this.value=s}clone(e){let{key:s,value:n}=this;return Pi.
isNode(s)&&(s=s.clone(e)),Pi.isNode(n)&&(n=n.clone(e)),new t(s,n)}toJSON(e,s){let n=s?.mapAsMap?new Map:{};return wT.addPairToJSMap(s,n,this)}toString(e,s,n){return e?.
doc?vT.stringifyPair(this,e,s,n):JSON.stringify(this)}};Ll.Pair=Ri;Ll.createPair=xT});var Dl=N(Bg=>{"use strict";var an=ee(),Ug=$r(),Ii=Er();function ST(t,e,s){return(e.inFlow??t.flow?CT:ET)(t,e,s)}function ET({comment:t,items:e},s,{blockItemPrefix:n,
flowChars:r,itemIndent:o,onChompKeep:i,onComment:a}){let{indent:c,options:{commentString:l}}=s,d=Object.assign({},s,{indent:o,type:null}),u=!1,p=[];for(let m=0;m<
e.length;++m){let h=e[m],g=null;if(an.isNode(h))!u&&h.spaceBefore&&p.push(""),Ni(s,p,h.commentBefore,u),h.comment&&(g=h.comment);else if(an.isPair(h)){let v=an.
isNode(h.key)?h.key:null;v&&(!u&&v.spaceBefore&&p.push(""),Ni(s,p,v.commentBefore,u))}u=!1;let b=Ug.stringify(h,d,()=>g=null,()=>u=!0);g&&(b+=Ii.lineComment(b,o,
l(g))),u&&g&&(u=!1),p.push(n+b)}let f;if(p.length===0)f=r.start+r.end;else{f=p[0];for(let m=1;m<p.length;++m){let h=p[m];f+=h?`
${c}${h}`:`
`}}return t?(f+=`
`+Ii.indentComment(l(t),c),a&&a()):u&&i&&i(),f}function CT({items:t},e,{flowChars:s,itemIndent:n}){let{indent:r,indentStep:o,flowCollectionPadding:i,options:{commentString:a}}=e;
n+=o;let c=Object.assign({},e,{indent:n,inFlow:!0,type:null}),l=!1,d=0,u=[];for(let m=0;m<t.length;++m){let h=t[m],g=null;if(an.isNode(h))h.spaceBefore&&u.push(
""),Ni(e,u,h.commentBefore,!1),h.comment&&(g=h.comment);else if(an.isPair(h)){let v=an.isNode(h.key)?h.key:null;v&&(v.spaceBefore&&u.push(""),Ni(e,u,v.commentBefore,
!1),v.comment&&(l=!0));let E=an.isNode(h.value)?h.value:null;E?(E.comment&&(g=E.comment),E.commentBefore&&(l=!0)):h.value==null&&v?.comment&&(g=v.comment)}g&&(l=
!0);let b=Ug.stringify(h,c,()=>g=null);l||(l=u.length>d||b.includes(`
`)),m<t.length-1?b+=",":e.options.trailingComma&&(e.options.lineWidth>0&&(l||(l=u.reduce((v,E)=>v+E.length+2,2)+(b.length+2)>e.options.lineWidth)),l&&(b+=",")),
g&&(b+=Ii.lineComment(b,n,a(g))),u.push(b),d=u.length}let{start:p,end:f}=s;if(u.length===0)return p+f;if(!l){let m=u.reduce((h,g)=>h+g.length+2,2);l=e.options.lineWidth>
0&&m>e.options.lineWidth}if(l){let m=p;for(let h of u)m+=h?`
${o}${r}${h}`:`
`;return`${m}
${r}${f}`}else return`${p}${i}${u.join(" ")}${i}${f}`}function Ni({indent:t,options:{commentString:e}},s,n,r){if(n&&r&&(n=n.replace(/^\n+/,"")),n){let o=Ii.indentComment(
e(n),t);s.push(o.trimStart())}}Bg.stringifyCollection=ST});var Ls=N(Wl=>{"use strict";var _T=Dl(),AT=Ol(),$T=ki(),Os=ee(),Oi=Ns(),TT=Ee();function Pr(t,e){let s=Os.isScalar(e)?e.value:e;for(let n of t)if(Os.isPair(n)&&(n.
key===e||n.key===s||Os.isScalar(n.key)&&n.key.value===s))return n}var Ml=class extends $T.Collection{static get tagName(){return"tag:yaml.org,2002:map"}constructor(e){
super(Os.MAP,e),this.items=[]}static from(e,s,n){let{keepUndefined:r,replacer:o}=n,i=new this(e),a=(c,l)=>{if(typeof o=="function")l=o.call(s,c,l);else if(Array.
isArray(o)&&!o.includes(c))return;(l!==void 0||r)&&i.items.push(Oi.createPair(c,l,n))};if(s instanceof Map)for(let[c,l]of s)a(c,l);else if(s&&typeof s=="object")
for(let c of Object.keys(s))a(c,s[c]);return typeof e.sortMapEntries=="function"&&i.items.sort(e.sortMapEntries),i}add(e,s){let n;Os.isPair(e)?n=e:!e||typeof e!=
"object"||!("key"in e)?n=new Oi.Pair(e,e?.value):n=new Oi.Pair(e.key,e.value);let r=Pr(this.items,n.key),o=this.schema?.sortMapEntries;if(r){if(!s)throw new Error(
`Key ${n.key} already set`);Os.isScalar(r.value)&&TT.isScalarValue(n.value)?r.value.value=n.value:r.value=n.value}else if(o){let i=this.items.findIndex(a=>o(n,a)<
0);i===-1?this.items.push(n):this.items.splice(i,0,n)}else this.items.push(n)}delete(e){let s=Pr(this.items,e);return s?this.items.splice(this.items.indexOf(s),
1).length>0:!1}get(e,s){let r=Pr(this.items,e)?.value;return(!s&&Os.isScalar(r)?r.value:r)??void 0}has(e){return!!Pr(this.items,e)}set(e,s){this.add(new Oi.Pair(
e,s),!0)}toJSON(e,s,n){let r=n?new n:s?.mapAsMap?new Map:{};s?.onCreate&&s.onCreate(r);for(let o of this.items)AT.addPairToJSMap(s,r,o);return r}toString(e,s,n){
if(!e)return JSON.stringify(this);for(let r of this.items)if(!Os.isPair(r))throw new Error(`Map items must all be pairs; found ${JSON.stringify(r)} instead`);return!e.
allNullValues&&this.hasAllNullValues(!1)&&(e=Object.assign({},e,{allNullValues:!0})),_T.stringifyCollection(this,e,{blockItemPrefix:"",flowChars:{start:"{",end:"\
}"},itemIndent:e.indent||"",onChompKeep:n,onComment:s})}};Wl.YAMLMap=Ml;Wl.findPair=Pr});var On=N(zg=>{"use strict";var PT=ee(),Gg=Ls(),RT={collection:"map",default:!0,nodeClass:Gg.YAMLMap,tag:"tag:yaml.org,2002:map",resolve(t,e){return PT.isMap(t)||
e("Expected a mapping for this tag"),t},createNode:(t,e,s)=>Gg.YAMLMap.from(t,e,s)};zg.map=RT});var Ds=N(Kg=>{"use strict";var IT=Sr(),NT=Dl(),OT=ki(),Di=ee(),LT=Ee(),DT=Ts(),ql=class extends OT.Collection{static get tagName(){return"tag:yaml.org,2002:seq"}constructor(e){
super(Di.SEQ,e),this.items=[]}add(e){this.items.push(e)}delete(e){let s=Li(e);return typeof s!="number"?!1:this.items.splice(s,1).length>0}get(e,s){let n=Li(e);
if(typeof n!="number")return;let r=this.items[n];return!s&&Di.isScalar(r)?r.value:r}has(e){let s=Li(e);return typeof s=="number"&&s<this.items.length}set(e,s){let n=Li(
e);if(typeof n!="number")throw new Error(`Expected a valid index, not ${e}.`);let r=this.items[n];Di.isScalar(r)&&LT.isScalarValue(s)?r.value=s:this.items[n]=s}toJSON(e,s){
let n=[];s?.onCreate&&s.onCreate(n);let r=0;for(let o of this.items)n.push(DT.toJS(o,String(r++),s));return n}toString(e,s,n){return e?NT.stringifyCollection(this,
e,{blockItemPrefix:"- ",flowChars:{start:"[",end:"]"},itemIndent:(e.indent||"")+"  ",onChompKeep:n,onComment:s}):JSON.stringify(this)}static from(e,s,n){let{replacer:r}=n,
o=new this(e);if(s&&Symbol.iterator in Object(s)){let i=0;for(let a of s){if(typeof r=="function"){let c=s instanceof Set?a:String(i++);a=r.call(s,c,a)}o.items.
push(IT.createNode(a,void 0,n))}}return o}};function Li(t){let e=Di.isScalar(t)?t.value:t;return e&&typeof e=="string"&&(e=Number(e)),typeof e=="number"&&Number.
isInteger(e)&&e>=0?e:null}Kg.YAMLSeq=ql});var Ln=N(Xg=>{"use strict";var MT=ee(),Yg=Ds(),WT={collection:"seq",default:!0,nodeClass:Yg.YAMLSeq,tag:"tag:yaml.org,2002:seq",resolve(t,e){return MT.isSeq(t)||
e("Expected a sequence for this tag"),t},createNode:(t,e,s)=>Yg.YAMLSeq.from(t,e,s)};Xg.seq=WT});var Rr=N(Qg=>{"use strict";var qT=Ar(),jT={identify:t=>typeof t=="string",default:!0,tag:"tag:yaml.org,2002:str",resolve:t=>t,stringify(t,e,s,n){return e=Object.
assign({actualString:!0},e),qT.stringifyString(t,e,s,n)}};Qg.string=jT});var Mi=N(ey=>{"use strict";var Jg=Ee(),Zg={identify:t=>t==null,createNode:()=>new Jg.Scalar(null),default:!0,tag:"tag:yaml.org,2002:null",test:/^(?:~|[Nn]ull|NULL)?$/,
resolve:()=>new Jg.Scalar(null),stringify:({source:t},e)=>typeof t=="string"&&Zg.test.test(t)?t:e.options.nullStr};ey.nullTag=Zg});var jl=N(sy=>{"use strict";var FT=Ee(),ty={identify:t=>typeof t=="boolean",default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/,resolve:t=>new FT.
Scalar(t[0]==="t"||t[0]==="T"),stringify({source:t,value:e},s){if(t&&ty.test.test(t)){let n=t[0]==="t"||t[0]==="T";if(e===n)return t}return e?s.options.trueStr:
s.options.falseStr}};sy.boolTag=ty});var Dn=N(ny=>{"use strict";function HT({format:t,minFractionDigits:e,tag:s,value:n}){if(typeof n=="bigint")return String(n);let r=typeof n=="number"?n:Number(n);
if(!isFinite(r))return isNaN(r)?".nan":r<0?"-.inf":".inf";let o=Object.is(n,-0)?"-0":JSON.stringify(n);if(!t&&e&&(!s||s==="tag:yaml.org,2002:float")&&/^-?\d/.test(
o)&&!o.includes("e")){let i=o.indexOf(".");i<0&&(i=o.length,o+=".");let a=e-(o.length-i-1);for(;a-- >0;)o+="0"}return o}ny.stringifyNumber=HT});var Hl=N(Wi=>{"use strict";var VT=Ee(),Fl=Dn(),UT={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
resolve:t=>t.slice(-3).toLowerCase()==="nan"?NaN:t[0]==="-"?Number.NEGATIVE_INFINITY:Number.POSITIVE_INFINITY,stringify:Fl.stringifyNumber},BT={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"EXP",test:/^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+$/,resolve:t=>parseFloat(t),stringify(t){
let e=Number(t.value);return isFinite(e)?e.toExponential():Fl.stringifyNumber(t)}},GT={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)$/,
resolve(t){let e=new VT.Scalar(parseFloat(t)),s=t.indexOf(".");return s!==-1&&t[t.length-1]==="0"&&(e.minFractionDigits=t.length-s-1),e},stringify:Fl.stringifyNumber};
Wi.float=GT;Wi.floatExp=BT;Wi.floatNaN=UT});var Ul=N(ji=>{"use strict";var ry=Dn(),qi=t=>typeof t=="bigint"||Number.isInteger(t),Vl=(t,e,s,{intAsBigInt:n})=>n?BigInt(t):parseInt(t.substring(e),s);function oy(t,e,s){
let{value:n}=t;return qi(n)&&n>=0?s+n.toString(e):ry.stringifyNumber(t)}var zT={identify:t=>qi(t)&&t>=0,default:!0,tag:"tag:yaml.org,2002:int",format:"OCT",test:/^0o[0-7]+$/,
resolve:(t,e,s)=>Vl(t,2,8,s),stringify:t=>oy(t,8,"0o")},KT={identify:qi,default:!0,tag:"tag:yaml.org,2002:int",test:/^[-+]?[0-9]+$/,resolve:(t,e,s)=>Vl(t,0,10,s),
stringify:ry.stringifyNumber},YT={identify:t=>qi(t)&&t>=0,default:!0,tag:"tag:yaml.org,2002:int",format:"HEX",test:/^0x[0-9a-fA-F]+$/,resolve:(t,e,s)=>Vl(t,2,16,
s),stringify:t=>oy(t,16,"0x")};ji.int=KT;ji.intHex=YT;ji.intOct=zT});var ay=N(iy=>{"use strict";var XT=On(),QT=Mi(),JT=Ln(),ZT=Rr(),eP=jl(),Bl=Hl(),Gl=Ul(),tP=[XT.map,JT.seq,ZT.string,QT.nullTag,eP.boolTag,Gl.intOct,Gl.int,Gl.intHex,
Bl.floatNaN,Bl.floatExp,Bl.float];iy.schema=tP});var dy=N(ly=>{"use strict";var sP=Ee(),nP=On(),rP=Ln();function cy(t){return typeof t=="bigint"||Number.isInteger(t)}var Fi=({value:t})=>JSON.stringify(t),oP=[{
identify:t=>typeof t=="string",default:!0,tag:"tag:yaml.org,2002:str",resolve:t=>t,stringify:Fi},{identify:t=>t==null,createNode:()=>new sP.Scalar(null),default:!0,
tag:"tag:yaml.org,2002:null",test:/^null$/,resolve:()=>null,stringify:Fi},{identify:t=>typeof t=="boolean",default:!0,tag:"tag:yaml.org,2002:bool",test:/^true$|^false$/,
resolve:t=>t==="true",stringify:Fi},{identify:cy,default:!0,tag:"tag:yaml.org,2002:int",test:/^-?(?:0|[1-9][0-9]*)$/,resolve:(t,e,{intAsBigInt:s})=>s?BigInt(t):
parseInt(t,10),stringify:({value:t})=>cy(t)?t.toString():JSON.stringify(t)},{identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?$/,
resolve:t=>parseFloat(t),stringify:Fi}],iP={default:!0,tag:"",test:/^/,resolve(t,e){return e(`Unresolved plain scalar ${JSON.stringify(t)}`),t}},aP=[nP.map,rP.seq].
concat(oP,iP);ly.schema=aP});var Kl=N(uy=>{"use strict";var Ir=require("buffer"),zl=Ee(),cP=Ar(),lP={identify:t=>t instanceof Uint8Array,default:!1,tag:"tag:yaml.org,2002:binary",resolve(t,e){
if(typeof Ir.Buffer=="function")return Ir.Buffer.from(t,"base64");if(typeof atob=="function"){let s=atob(t.replace(/[\n\r]/g,"")),n=new Uint8Array(s.length);for(let r=0;r<
s.length;++r)n[r]=s.charCodeAt(r);return n}else return e("This environment does not support reading binary tags; either Buffer or atob is required"),t},stringify({
comment:t,type:e,value:s},n,r,o){if(!s)return"";let i=s,a;if(typeof Ir.Buffer=="function")a=i instanceof Ir.Buffer?i.toString("base64"):Ir.Buffer.from(i.buffer).
toString("base64");else if(typeof btoa=="function"){let c="";for(let l=0;l<i.length;++l)c+=String.fromCharCode(i[l]);a=btoa(c)}else throw new Error("This enviro\
nment does not support writing binary tags; either Buffer or btoa is required");if(e??(e=zl.Scalar.BLOCK_LITERAL),e!==zl.Scalar.QUOTE_DOUBLE){let c=Math.max(n.options.
lineWidth-n.indent.length,n.options.minContentWidth),l=Math.ceil(a.length/c),d=new Array(l);for(let u=0,p=0;u<l;++u,p+=c)d[u]=a.substr(p,c);a=d.join(e===zl.Scalar.
BLOCK_LITERAL?`
`:" ")}return cP.stringifyString({comment:t,type:e,value:a},n,r,o)}};uy.binary=lP});var Ui=N(Vi=>{"use strict";var Hi=ee(),Yl=Ns(),dP=Ee(),uP=Ds();function py(t,e){if(Hi.isSeq(t))for(let s=0;s<t.items.length;++s){let n=t.items[s];if(!Hi.isPair(
n)){if(Hi.isMap(n)){n.items.length>1&&e("Each pair must have its own sequence indicator");let r=n.items[0]||new Yl.Pair(new dP.Scalar(null));if(n.commentBefore&&
(r.key.commentBefore=r.key.commentBefore?`${n.commentBefore}
${r.key.commentBefore}`:n.commentBefore),n.comment){let o=r.value??r.key;o.comment=o.comment?`${n.comment}
${o.comment}`:n.comment}n=r}t.items[s]=Hi.isPair(n)?n:new Yl.Pair(n)}}else e("Expected a sequence for this tag");return t}function fy(t,e,s){let{replacer:n}=s,r=new uP.
YAMLSeq(t);r.tag="tag:yaml.org,2002:pairs";let o=0;if(e&&Symbol.iterator in Object(e))for(let i of e){typeof n=="function"&&(i=n.call(e,String(o++),i));let a,c;
if(Array.isArray(i))if(i.length===2)a=i[0],c=i[1];else throw new TypeError(`Expected [key, value] tuple: ${i}`);else if(i&&i instanceof Object){let l=Object.keys(
i);if(l.length===1)a=l[0],c=i[a];else throw new TypeError(`Expected tuple with one key, not ${l.length} keys`)}else a=i;r.items.push(Yl.createPair(a,c,s))}return r}
var pP={collection:"seq",default:!1,tag:"tag:yaml.org,2002:pairs",resolve:py,createNode:fy};Vi.createPairs=fy;Vi.pairs=pP;Vi.resolvePairs=py});var Jl=N(Ql=>{"use strict";var hy=ee(),Xl=Ts(),Nr=Ls(),fP=Ds(),my=Ui(),cn=class t extends fP.YAMLSeq{constructor(){super(),this.add=Nr.YAMLMap.prototype.add.bind(
this),this.delete=Nr.YAMLMap.prototype.delete.bind(this),this.get=Nr.YAMLMap.prototype.get.bind(this),this.has=Nr.YAMLMap.prototype.has.bind(this),this.set=Nr.YAMLMap.
prototype.set.bind(this),this.tag=t.tag}toJSON(e,s){if(!s)return super.toJSON(e);let n=new Map;s?.onCreate&&s.onCreate(n);for(let r of this.items){let o,i;if(hy.
isPair(r)?(o=Xl.toJS(r.key,"",s),i=Xl.toJS(r.value,o,s)):o=Xl.toJS(r,"",s),n.has(o))throw new Error("Ordered maps must not include duplicate keys");n.set(o,i)}return n}static from(e,s,n){
let r=my.createPairs(e,s,n),o=new this;return o.items=r.items,o}};cn.tag="tag:yaml.org,2002:omap";var hP={collection:"seq",identify:t=>t instanceof Map,nodeClass:cn,
default:!1,tag:"tag:yaml.org,2002:omap",resolve(t,e){let s=my.resolvePairs(t,e),n=[];for(let{key:r}of s.items)hy.isScalar(r)&&(n.includes(r.value)?e(`Ordered ma\
ps must not include duplicate keys: ${r.value}`):n.push(r.value));return Object.assign(new cn,s)},createNode:(t,e,s)=>cn.from(t,e,s)};Ql.YAMLOMap=cn;Ql.omap=hP});var vy=N(Zl=>{"use strict";var gy=Ee();function yy({value:t,source:e},s){return e&&(t?by:ky).test.test(e)?e:t?s.options.trueStr:s.options.falseStr}var by={identify:t=>t===
!0,default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:Y|y|[Yy]es|YES|[Tt]rue|TRUE|[Oo]n|ON)$/,resolve:()=>new gy.Scalar(!0),stringify:yy},ky={identify:t=>t===!1,
default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:N|n|[Nn]o|NO|[Ff]alse|FALSE|[Oo]ff|OFF)$/,resolve:()=>new gy.Scalar(!1),stringify:yy};Zl.falseTag=ky;Zl.trueTag=
by});var wy=N(Bi=>{"use strict";var mP=Ee(),ed=Dn(),gP={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
resolve:t=>t.slice(-3).toLowerCase()==="nan"?NaN:t[0]==="-"?Number.NEGATIVE_INFINITY:Number.POSITIVE_INFINITY,stringify:ed.stringifyNumber},yP={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"EXP",test:/^[-+]?(?:[0-9][0-9_]*)?(?:\.[0-9_]*)?[eE][-+]?[0-9]+$/,resolve:t=>parseFloat(t.replace(/_/g,
"")),stringify(t){let e=Number(t.value);return isFinite(e)?e.toExponential():ed.stringifyNumber(t)}},bP={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml\
.org,2002:float",test:/^[-+]?(?:[0-9][0-9_]*)?\.[0-9_]*$/,resolve(t){let e=new mP.Scalar(parseFloat(t.replace(/_/g,""))),s=t.indexOf(".");if(s!==-1){let n=t.substring(
s+1).replace(/_/g,"");n[n.length-1]==="0"&&(e.minFractionDigits=n.length)}return e},stringify:ed.stringifyNumber};Bi.float=bP;Bi.floatExp=yP;Bi.floatNaN=gP});var Sy=N(Lr=>{"use strict";var xy=Dn(),Or=t=>typeof t=="bigint"||Number.isInteger(t);function Gi(t,e,s,{intAsBigInt:n}){let r=t[0];if((r==="-"||r==="+")&&(e+=1),
t=t.substring(e).replace(/_/g,""),n){switch(s){case 2:t=`0b${t}`;break;case 8:t=`0o${t}`;break;case 16:t=`0x${t}`;break}let i=BigInt(t);return r==="-"?BigInt(-1)*
i:i}let o=parseInt(t,s);return r==="-"?-1*o:o}function td(t,e,s){let{value:n}=t;if(Or(n)){let r=n.toString(e);return n<0?"-"+s+r.substr(1):s+r}return xy.stringifyNumber(
t)}var kP={identify:Or,default:!0,tag:"tag:yaml.org,2002:int",format:"BIN",test:/^[-+]?0b[0-1_]+$/,resolve:(t,e,s)=>Gi(t,2,2,s),stringify:t=>td(t,2,"0b")},vP={identify:Or,
default:!0,tag:"tag:yaml.org,2002:int",format:"OCT",test:/^[-+]?0[0-7_]+$/,resolve:(t,e,s)=>Gi(t,1,8,s),stringify:t=>td(t,8,"0")},wP={identify:Or,default:!0,tag:"\
tag:yaml.org,2002:int",test:/^[-+]?[0-9][0-9_]*$/,resolve:(t,e,s)=>Gi(t,0,10,s),stringify:xy.stringifyNumber},xP={identify:Or,default:!0,tag:"tag:yaml.org,2002:\
int",format:"HEX",test:/^[-+]?0x[0-9a-fA-F_]+$/,resolve:(t,e,s)=>Gi(t,2,16,s),stringify:t=>td(t,16,"0x")};Lr.int=wP;Lr.intBin=kP;Lr.intHex=xP;Lr.intOct=vP});var nd=N(sd=>{"use strict";var Yi=ee(),zi=Ns(),Ki=Ls(),ln=class t extends Ki.YAMLMap{constructor(e){super(e),this.tag=t.tag}add(e){let s;Yi.isPair(e)?s=e:e&&typeof e==
"object"&&"key"in e&&"value"in e&&e.value===null?s=new zi.Pair(e.key,null):s=new zi.Pair(e,null),Ki.findPair(this.items,s.key)||this.items.push(s)}get(e,s){let n=Ki.
findPair(this.items,e);return!s&&Yi.isPair(n)?Yi.isScalar(n.key)?n.key.value:n.key:n}set(e,s){if(typeof s!="boolean")throw new Error(`Expected boolean value for\
 set(key, value) in a YAML set, not ${typeof s}`);let n=Ki.findPair(this.items,e);n&&!s?this.items.splice(this.items.indexOf(n),1):!n&&s&&this.items.push(new zi.
Pair(e))}toJSON(e,s){return super.toJSON(e,s,Set)}toString(e,s,n){if(!e)return JSON.stringify(this);if(this.hasAllNullValues(!0))return super.toString(Object.assign(
{},e,{allNullValues:!0}),s,n);throw new Error("Set items must all have null values")}static from(e,s,n){let{replacer:r}=n,o=new this(e);if(s&&Symbol.iterator in
Object(s))for(let i of s)typeof r=="function"&&(i=r.call(s,i,i)),o.items.push(zi.createPair(i,null,n));return o}};ln.tag="tag:yaml.org,2002:set";var SP={collection:"\
map",identify:t=>t instanceof Set,nodeClass:ln,default:!1,tag:"tag:yaml.org,2002:set",createNode:(t,e,s)=>ln.from(t,e,s),resolve(t,e){if(Yi.isMap(t)){if(t.hasAllNullValues(
!0))return Object.assign(new ln,t);e("Set items must all have null values")}else e("Expected a mapping for this tag");return t}};sd.YAMLSet=ln;sd.set=SP});var od=N(Xi=>{"use strict";var EP=Dn();function rd(t,e){let s=t[0],n=s==="-"||s==="+"?t.substring(1):t,r=i=>e?BigInt(i):Number(i),o=n.replace(/_/g,"").split(":").
reduce((i,a)=>i*r(60)+r(a),r(0));return s==="-"?r(-1)*o:o}function Ey(t){let{value:e}=t,s=i=>i;if(typeof e=="bigint")s=i=>BigInt(i);else if(isNaN(e)||!isFinite(
e))return EP.stringifyNumber(t);let n="";e<0&&(n="-",e*=s(-1));let r=s(60),o=[e%r];return e<60?o.unshift(0):(e=(e-o[0])/r,o.unshift(e%r),e>=60&&(e=(e-o[0])/r,o.
unshift(e))),n+o.map(i=>String(i).padStart(2,"0")).join(":").replace(/000000\d*$/,"")}var CP={identify:t=>typeof t=="bigint"||Number.isInteger(t),default:!0,tag:"\
tag:yaml.org,2002:int",format:"TIME",test:/^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+$/,resolve:(t,e,{intAsBigInt:s})=>rd(t,s),stringify:Ey},_P={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"TIME",test:/^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*$/,resolve:t=>rd(t,!1),stringify:Ey},Cy={identify:t=>t instanceof
Date,default:!0,tag:"tag:yaml.org,2002:timestamp",test:RegExp("^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:(?:t|T|[ \\t]+)([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2}(\\.[0-\
9]+)?)(?:[ \\t]*(Z|[-+][012]?[0-9](?::[0-9]{2})?))?)?$"),resolve(t){let e=t.match(Cy.test);if(!e)throw new Error("!!timestamp expects a date, starting with yyyy\
-mm-dd");let[,s,n,r,o,i,a]=e.map(Number),c=e[7]?Number((e[7]+"00").substr(1,3)):0,l=Date.UTC(s,n-1,r,o||0,i||0,a||0,c),d=e[8];if(d&&d!=="Z"){let u=rd(d,!1);Math.
abs(u)<30&&(u*=60),l-=6e4*u}return new Date(l)},stringify:({value:t})=>t?.toISOString().replace(/(T00:00:00)?\.000Z$/,"")??""};Xi.floatTime=_P;Xi.intTime=CP;Xi.
timestamp=Cy});var $y=N(Ay=>{"use strict";var AP=On(),$P=Mi(),TP=Ln(),PP=Rr(),RP=Kl(),_y=vy(),id=wy(),Qi=Sy(),IP=Ti(),NP=Jl(),OP=Ui(),LP=nd(),ad=od(),DP=[AP.map,TP.seq,PP.string,
$P.nullTag,_y.trueTag,_y.falseTag,Qi.intBin,Qi.intOct,Qi.int,Qi.intHex,id.floatNaN,id.floatExp,id.float,RP.binary,IP.merge,NP.omap,OP.pairs,LP.set,ad.intTime,ad.
floatTime,ad.timestamp];Ay.schema=DP});var Wy=N(dd=>{"use strict";var Iy=On(),MP=Mi(),Ny=Ln(),WP=Rr(),qP=jl(),cd=Hl(),ld=Ul(),jP=ay(),FP=dy(),Oy=Kl(),Dr=Ti(),Ly=Jl(),Dy=Ui(),Ty=$y(),My=nd(),Ji=od(),Py=new Map(
[["core",jP.schema],["failsafe",[Iy.map,Ny.seq,WP.string]],["json",FP.schema],["yaml11",Ty.schema],["yaml-1.1",Ty.schema]]),Ry={binary:Oy.binary,bool:qP.boolTag,
float:cd.float,floatExp:cd.floatExp,floatNaN:cd.floatNaN,floatTime:Ji.floatTime,int:ld.int,intHex:ld.intHex,intOct:ld.intOct,intTime:Ji.intTime,map:Iy.map,merge:Dr.
merge,null:MP.nullTag,omap:Ly.omap,pairs:Dy.pairs,seq:Ny.seq,set:My.set,timestamp:Ji.timestamp},HP={"tag:yaml.org,2002:binary":Oy.binary,"tag:yaml.org,2002:merg\
e":Dr.merge,"tag:yaml.org,2002:omap":Ly.omap,"tag:yaml.org,2002:pairs":Dy.pairs,"tag:yaml.org,2002:set":My.set,"tag:yaml.org,2002:timestamp":Ji.timestamp};function VP(t,e,s){
let n=Py.get(e);if(n&&!t)return s&&!n.includes(Dr.merge)?n.concat(Dr.merge):n.slice();let r=n;if(!r)if(Array.isArray(t))r=[];else{let o=Array.from(Py.keys()).filter(
i=>i!=="yaml11").map(i=>JSON.stringify(i)).join(", ");throw new Error(`Unknown schema "${e}"; use one of ${o} or define customTags array`)}if(Array.isArray(t))for(let o of t)
r=r.concat(o);else typeof t=="function"&&(r=t(r.slice()));return s&&(r=r.concat(Dr.merge)),r.reduce((o,i)=>{let a=typeof i=="string"?Ry[i]:i;if(!a){let c=JSON.stringify(
i),l=Object.keys(Ry).map(d=>JSON.stringify(d)).join(", ");throw new Error(`Unknown custom tag ${c}; use one of ${l}`)}return o.includes(a)||o.push(a),o},[])}dd.
coreKnownTags=HP;dd.getTags=VP});var fd=N(qy=>{"use strict";var ud=ee(),UP=On(),BP=Ln(),GP=Rr(),Zi=Wy(),zP=(t,e)=>t.key<e.key?-1:t.key>e.key?1:0,pd=class t{constructor({compat:e,customTags:s,merge:n,
resolveKnownTags:r,schema:o,sortMapEntries:i,toStringDefaults:a}){this.compat=Array.isArray(e)?Zi.getTags(e,"compat"):e?Zi.getTags(null,e):null,this.name=typeof o==
"string"&&o||"core",this.knownTags=r?Zi.coreKnownTags:{},this.tags=Zi.getTags(s,this.name,n),this.toStringOptions=a??null,Object.defineProperty(this,ud.MAP,{value:UP.
map}),Object.defineProperty(this,ud.SCALAR,{value:GP.string}),Object.defineProperty(this,ud.SEQ,{value:BP.seq}),this.sortMapEntries=typeof i=="function"?i:i===!0?
zP:null}clone(){let e=Object.create(t.prototype,Object.getOwnPropertyDescriptors(this));return e.tags=this.tags.slice(),e}};qy.Schema=pd});var Fy=N(jy=>{"use strict";var KP=ee(),hd=$r(),Mr=Er();function YP(t,e){let s=[],n=e.directives===!0;if(e.directives!==!1&&t.directives){let c=t.directives.toString(
t);c?(s.push(c),n=!0):t.directives.docStart&&(n=!0)}n&&s.push("---");let r=hd.createStringifyContext(t,e),{commentString:o}=r.options;if(t.commentBefore){s.length!==
1&&s.unshift("");let c=o(t.commentBefore);s.unshift(Mr.indentComment(c,""))}let i=!1,a=null;if(t.contents){if(KP.isNode(t.contents)){if(t.contents.spaceBefore&&
n&&s.push(""),t.contents.commentBefore){let d=o(t.contents.commentBefore);s.push(Mr.indentComment(d,""))}r.forceBlockIndent=!!t.comment,a=t.contents.comment}let c=a?
void 0:()=>i=!0,l=hd.stringify(t.contents,r,()=>a=null,c);a&&(l+=Mr.lineComment(l,"",o(a))),(l[0]==="|"||l[0]===">")&&s[s.length-1]==="---"?s[s.length-1]=`--- ${l}`:
s.push(l)}else s.push(hd.stringify(t.contents,r));if(t.directives?.docEnd)if(t.comment){let c=o(t.comment);c.includes(`
`)?(s.push("..."),s.push(Mr.indentComment(c,""))):s.push(`... ${c}`)}else s.push("...");else{let c=t.comment;c&&i&&(c=c.replace(/^\n+/,"")),c&&((!i||a)&&s[s.length-
1]!==""&&s.push(""),s.push(Mr.indentComment(o(c),"")))}return s.join(`
`)+`
`}jy.stringifyDocument=YP});var Wr=N(Hy=>{"use strict";var XP=xr(),Mn=ki(),At=ee(),QP=Ns(),JP=Ts(),ZP=fd(),eR=Fy(),md=mi(),tR=kl(),sR=Sr(),gd=bl(),yd=class t{constructor(e,s,n){this.commentBefore=
null,this.comment=null,this.errors=[],this.warnings=[],Object.defineProperty(this,At.NODE_TYPE,{value:At.DOC});let r=null;typeof s=="function"||Array.isArray(s)?
r=s:n===void 0&&s&&(n=s,s=void 0);let o=Object.assign({intAsBigInt:!1,keepSourceTokens:!1,logLevel:"warn",prettyErrors:!0,strict:!0,stringKeys:!1,uniqueKeys:!0,
version:"1.2"},n);this.options=o;let{version:i}=o;n?._directives?(this.directives=n._directives.atDocument(),this.directives.yaml.explicit&&(i=this.directives.yaml.
version)):this.directives=new gd.Directives({version:i}),this.setSchema(i,n),this.contents=e===void 0?null:this.createNode(e,r,n)}clone(){let e=Object.create(t.
prototype,{[At.NODE_TYPE]:{value:At.DOC}});return e.commentBefore=this.commentBefore,e.comment=this.comment,e.errors=this.errors.slice(),e.warnings=this.warnings.
slice(),e.options=Object.assign({},this.options),this.directives&&(e.directives=this.directives.clone()),e.schema=this.schema.clone(),e.contents=At.isNode(this.
contents)?this.contents.clone(e.schema):this.contents,this.range&&(e.range=this.range.slice()),e}add(e){Wn(this.contents)&&this.contents.add(e)}addIn(e,s){Wn(this.
contents)&&this.contents.addIn(e,s)}createAlias(e,s){if(!e.anchor){let n=md.anchorNames(this);e.anchor=!s||n.has(s)?md.findNewAnchor(s||"a",n):s}return new XP.Alias(
e.anchor)}createNode(e,s,n){let r;if(typeof s=="function")e=s.call({"":e},"",e),r=s;else if(Array.isArray(s)){let g=v=>typeof v=="number"||v instanceof String||
v instanceof Number,b=s.filter(g).map(String);b.length>0&&(s=s.concat(b)),r=s}else n===void 0&&s&&(n=s,s=void 0);let{aliasDuplicateObjects:o,anchorPrefix:i,flow:a,
keepUndefined:c,onTagObj:l,tag:d}=n??{},{onAnchor:u,setAnchors:p,sourceObjects:f}=md.createNodeAnchors(this,i||"a"),m={aliasDuplicateObjects:o??!0,keepUndefined:c??
!1,onAnchor:u,onTagObj:l,replacer:r,schema:this.schema,sourceObjects:f},h=sR.createNode(e,d,m);return a&&At.isCollection(h)&&(h.flow=!0),p(),h}createPair(e,s,n={}){
let r=this.createNode(e,null,n),o=this.createNode(s,null,n);return new QP.Pair(r,o)}delete(e){return Wn(this.contents)?this.contents.delete(e):!1}deleteIn(e){return Mn.
isEmptyPath(e)?this.contents==null?!1:(this.contents=null,!0):Wn(this.contents)?this.contents.deleteIn(e):!1}get(e,s){return At.isCollection(this.contents)?this.
contents.get(e,s):void 0}getIn(e,s){return Mn.isEmptyPath(e)?!s&&At.isScalar(this.contents)?this.contents.value:this.contents:At.isCollection(this.contents)?this.
contents.getIn(e,s):void 0}has(e){return At.isCollection(this.contents)?this.contents.has(e):!1}hasIn(e){return Mn.isEmptyPath(e)?this.contents!==void 0:At.isCollection(
this.contents)?this.contents.hasIn(e):!1}set(e,s){this.contents==null?this.contents=Mn.collectionFromPath(this.schema,[e],s):Wn(this.contents)&&this.contents.set(
e,s)}setIn(e,s){Mn.isEmptyPath(e)?this.contents=s:this.contents==null?this.contents=Mn.collectionFromPath(this.schema,Array.from(e),s):Wn(this.contents)&&this.contents.
setIn(e,s)}setSchema(e,s={}){typeof e=="number"&&(e=String(e));let n;switch(e){case"1.1":this.directives?this.directives.yaml.version="1.1":this.directives=new gd.
Directives({version:"1.1"}),n={resolveKnownTags:!1,schema:"yaml-1.1"};break;case"1.2":case"next":this.directives?this.directives.yaml.version=e:this.directives=
new gd.Directives({version:e}),n={resolveKnownTags:!0,schema:"core"};break;case null:this.directives&&delete this.directives,n=null;break;default:{let r=JSON.stringify(
e);throw new Error(`Expected '1.1', '1.2' or null as first argument, but found: ${r}`)}}if(s.schema instanceof Object)this.schema=s.schema;else if(n)this.schema=
new ZP.Schema(Object.assign(n,s));else throw new Error("With a null YAML version, the { schema: Schema } option is required")}toJS({json:e,jsonArg:s,mapAsMap:n,
maxAliasCount:r,onAnchor:o,reviver:i}={}){let a={anchors:new Map,doc:this,keep:!e,mapAsMap:n===!0,mapKeyWarned:!1,maxAliasCount:typeof r=="number"?r:100},c=JP.toJS(
this.contents,s??"",a);if(typeof o=="function")for(let{count:l,res:d}of a.anchors.values())o(d,l);return typeof i=="function"?tR.applyReviver(i,{"":c},"",c):c}toJSON(e,s){
return this.toJS({json:!0,jsonArg:e,mapAsMap:!1,onAnchor:s})}toString(e={}){if(this.errors.length>0)throw new Error("Document with errors cannot be stringified");
if("indent"in e&&(!Number.isInteger(e.indent)||Number(e.indent)<=0)){let s=JSON.stringify(e.indent);throw new Error(`"indent" option must be a positive integer,\
 not ${s}`)}return eR.stringifyDocument(this,e)}};function Wn(t){if(At.isCollection(t))return!0;throw new Error("Expected a YAML collection as document contents")}
Hy.Document=yd});var Fr=N(jr=>{"use strict";var qr=class extends Error{constructor(e,s,n,r){super(),this.name=e,this.code=n,this.message=r,this.pos=s}},bd=class extends qr{constructor(e,s,n){
super("YAMLParseError",e,s,n)}},kd=class extends qr{constructor(e,s,n){super("YAMLWarning",e,s,n)}},nR=(t,e)=>s=>{if(s.pos[0]===-1)return;s.linePos=s.pos.map(a=>e.
linePos(a));let{line:n,col:r}=s.linePos[0];s.message+=` at line ${n}, column ${r}`;let o=r-1,i=t.substring(e.lineStarts[n-1],e.lineStarts[n]).replace(/[\n\r]+$/,
"");if(o>=60&&i.length>80){let a=Math.min(o-39,i.length-79);i="\u2026"+i.substring(a),o-=a-1}if(i.length>80&&(i=i.substring(0,79)+"\u2026"),n>1&&/^ *$/.test(i.substring(
0,o))){let a=t.substring(e.lineStarts[n-2],e.lineStarts[n-1]);a.length>80&&(a=a.substring(0,79)+`\u2026
`),i=a+i}if(/[^ ]/.test(i)){let a=1,c=s.linePos[1];c?.line===n&&c.col>r&&(a=Math.max(1,Math.min(c.col-r,80-o)));let l=" ".repeat(o)+"^".repeat(a);s.message+=`:

${i}
${l}
`}};jr.YAMLError=qr;jr.YAMLParseError=bd;jr.YAMLWarning=kd;jr.prettifyError=nR});var Hr=N(Vy=>{"use strict";function rR(t,{flow:e,indicator:s,next:n,offset:r,onError:o,parentIndent:i,startOnNewline:a}){let c=!1,l=a,d=a,u="",p="",f=!1,m=!1,h=null,
g=null,b=null,v=null,E=null,S=null,x=null;for(let C of t)switch(m&&(C.type!=="space"&&C.type!=="newline"&&C.type!=="comma"&&o(C.offset,"MISSING_CHAR","Tags and \
anchors must be separated from the next token by white space"),m=!1),h&&(l&&C.type!=="comment"&&C.type!=="newline"&&o(h,"TAB_AS_INDENT","Tabs are not allowed as\
 indentation"),h=null),C.type){case"space":!e&&(s!=="doc-start"||n?.type!=="flow-collection")&&C.source.includes("	")&&(h=C),d=!0;break;case"comment":{d||o(C,"M\
ISSING_CHAR","Comments must be separated from other tokens by white space characters");let R=C.source.substring(1)||" ";u?u+=p+R:u=R,p="",l=!1;break}case"newlin\
e":l?u?u+=C.source:(!S||s!=="seq-item-ind")&&(c=!0):p+=C.source,l=!0,f=!0,(g||b)&&(v=C),d=!0;break;case"anchor":g&&o(C,"MULTIPLE_ANCHORS","A node can have at mo\
st one anchor"),C.source.endsWith(":")&&o(C.offset+C.source.length-1,"BAD_ALIAS","Anchor ending in : is ambiguous",!0),g=C,x??(x=C.offset),l=!1,d=!1,m=!0;break;case"\
tag":{b&&o(C,"MULTIPLE_TAGS","A node can have at most one tag"),b=C,x??(x=C.offset),l=!1,d=!1,m=!0;break}case s:(g||b)&&o(C,"BAD_PROP_ORDER",`Anchors and tags m\
ust be after the ${C.source} indicator`),S&&o(C,"UNEXPECTED_TOKEN",`Unexpected ${C.source} in ${e??"collection"}`),S=C,l=s==="seq-item-ind"||s==="explicit-key-i\
nd",d=!1;break;case"comma":if(e){E&&o(C,"UNEXPECTED_TOKEN",`Unexpected , in ${e}`),E=C,l=!1,d=!1;break}default:o(C,"UNEXPECTED_TOKEN",`Unexpected ${C.type} toke\
n`),l=!1,d=!1}let A=t[t.length-1],T=A?A.offset+A.source.length:r;return m&&n&&n.type!=="space"&&n.type!=="newline"&&n.type!=="comma"&&(n.type!=="scalar"||n.source!==
"")&&o(n.offset,"MISSING_CHAR","Tags and anchors must be separated from the next token by white space"),h&&(l&&h.indent<=i||n?.type==="block-map"||n?.type==="bl\
ock-seq")&&o(h,"TAB_AS_INDENT","Tabs are not allowed as indentation"),{comma:E,found:S,spaceBefore:c,comment:u,hasNewline:f,anchor:g,tag:b,newlineAfterProp:v,end:T,
start:x??T}}Vy.resolveProps=rR});var ea=N(Uy=>{"use strict";function vd(t){if(!t)return null;switch(t.type){case"alias":case"scalar":case"double-quoted-scalar":case"single-quoted-scalar":if(t.source.
includes(`
`))return!0;if(t.end){for(let e of t.end)if(e.type==="newline")return!0}return!1;case"flow-collection":for(let e of t.items){for(let s of e.start)if(s.type==="n\
ewline")return!0;if(e.sep){for(let s of e.sep)if(s.type==="newline")return!0}if(vd(e.key)||vd(e.value))return!0}return!1;default:return!0}}Uy.containsNewline=vd});var wd=N(By=>{"use strict";var oR=ea();function iR(t,e,s){if(e?.type==="flow-collection"){let n=e.end[0];n.indent===t&&(n.source==="]"||n.source==="}")&&oR.containsNewline(
e)&&s(n,"BAD_INDENT","Flow end indicator should be more indented than parent",!0)}}By.flowIndentCheck=iR});var xd=N(zy=>{"use strict";var Gy=ee();function aR(t,e,s){let{uniqueKeys:n}=t.options;if(n===!1)return!1;let r=typeof n=="function"?n:(o,i)=>o===i||Gy.isScalar(
o)&&Gy.isScalar(i)&&o.value===i.value;return e.some(o=>r(o.key,s))}zy.mapIncludes=aR});var Zy=N(Jy=>{"use strict";var Ky=Ns(),cR=Ls(),Yy=Hr(),lR=ea(),Xy=wd(),dR=xd(),Qy="All mapping items must start at the same column";function uR({composeNode:t,composeEmptyNode:e},s,n,r,o){
let i=o?.nodeClass??cR.YAMLMap,a=new i(s.schema);s.atRoot&&(s.atRoot=!1);let c=n.offset,l=null;for(let d of n.items){let{start:u,key:p,sep:f,value:m}=d,h=Yy.resolveProps(
u,{indicator:"explicit-key-ind",next:p??f?.[0],offset:c,onError:r,parentIndent:n.indent,startOnNewline:!0}),g=!h.found;if(g){if(p&&(p.type==="block-seq"?r(c,"BL\
OCK_AS_IMPLICIT_KEY","A block sequence may not be used as an implicit map key"):"indent"in p&&p.indent!==n.indent&&r(c,"BAD_INDENT",Qy)),!h.anchor&&!h.tag&&!f){
l=h.end,h.comment&&(a.comment?a.comment+=`
`+h.comment:a.comment=h.comment);continue}(h.newlineAfterProp||lR.containsNewline(p))&&r(p??u[u.length-1],"MULTILINE_IMPLICIT_KEY","Implicit keys need to be on \
a single line")}else h.found?.indent!==n.indent&&r(c,"BAD_INDENT",Qy);s.atKey=!0;let b=h.end,v=p?t(s,p,h,r):e(s,b,u,null,h,r);s.schema.compat&&Xy.flowIndentCheck(
n.indent,p,r),s.atKey=!1,dR.mapIncludes(s,a.items,v)&&r(b,"DUPLICATE_KEY","Map keys must be unique");let E=Yy.resolveProps(f??[],{indicator:"map-value-ind",next:m,
offset:v.range[2],onError:r,parentIndent:n.indent,startOnNewline:!p||p.type==="block-scalar"});if(c=E.end,E.found){g&&(m?.type==="block-map"&&!E.hasNewline&&r(c,
"BLOCK_AS_IMPLICIT_KEY","Nested mappings are not allowed in compact mappings"),s.options.strict&&h.start<E.found.offset-1024&&r(v.range,"KEY_OVER_1024_CHARS","T\
he : indicator must be at most 1024 chars after the start of an implicit block mapping key"));let S=m?t(s,m,E,r):e(s,c,f,null,E,r);s.schema.compat&&Xy.flowIndentCheck(
n.indent,m,r),c=S.range[2];let x=new Ky.Pair(v,S);s.options.keepSourceTokens&&(x.srcToken=d),a.items.push(x)}else{g&&r(v.range,"MISSING_CHAR","Implicit map keys\
 need to be followed by map values"),E.comment&&(v.comment?v.comment+=`
`+E.comment:v.comment=E.comment);let S=new Ky.Pair(v);s.options.keepSourceTokens&&(S.srcToken=d),a.items.push(S)}}return l&&l<c&&r(l,"IMPOSSIBLE","Map comment w\
ith trailing content"),a.range=[n.offset,c,l??c],a}Jy.resolveBlockMap=uR});var tb=N(eb=>{"use strict";var pR=Ds(),fR=Hr(),hR=wd();function mR({composeNode:t,composeEmptyNode:e},s,n,r,o){let i=o?.nodeClass??pR.YAMLSeq,a=new i(s.schema);
s.atRoot&&(s.atRoot=!1),s.atKey&&(s.atKey=!1);let c=n.offset,l=null;for(let{start:d,value:u}of n.items){let p=fR.resolveProps(d,{indicator:"seq-item-ind",next:u,
offset:c,onError:r,parentIndent:n.indent,startOnNewline:!0});if(!p.found)if(p.anchor||p.tag||u)u?.type==="block-seq"?r(p.end,"BAD_INDENT","All sequence items mu\
st start at the same column"):r(c,"MISSING_CHAR","Sequence item without - indicator");else{l=p.end,p.comment&&(a.comment=p.comment);continue}let f=u?t(s,u,p,r):
e(s,p.end,d,null,p,r);s.schema.compat&&hR.flowIndentCheck(n.indent,u,r),c=f.range[2],a.items.push(f)}return a.range=[n.offset,c,l??c],a}eb.resolveBlockSeq=mR});var qn=N(sb=>{"use strict";function gR(t,e,s,n){let r="";if(t){let o=!1,i="";for(let a of t){let{source:c,type:l}=a;switch(l){case"space":o=!0;break;case"commen\
t":{s&&!o&&n(a,"MISSING_CHAR","Comments must be separated from other tokens by white space characters");let d=c.substring(1)||" ";r?r+=i+d:r=d,i="";break}case"n\
ewline":r&&(i+=c),o=!0;break;default:n(a,"UNEXPECTED_TOKEN",`Unexpected ${l} at node end`)}e+=c.length}}return{comment:r,offset:e}}sb.resolveEnd=gR});var ib=N(ob=>{"use strict";var yR=ee(),bR=Ns(),nb=Ls(),kR=Ds(),vR=qn(),rb=Hr(),wR=ea(),xR=xd(),Sd="Block collections are not allowed within flow collections",Ed=t=>t&&
(t.type==="block-map"||t.type==="block-seq");function SR({composeNode:t,composeEmptyNode:e},s,n,r,o){let i=n.start.source==="{",a=i?"flow map":"flow sequence",c=o?.
nodeClass??(i?nb.YAMLMap:kR.YAMLSeq),l=new c(s.schema);l.flow=!0;let d=s.atRoot;d&&(s.atRoot=!1),s.atKey&&(s.atKey=!1);let u=n.offset+n.start.source.length;for(let g=0;g<
n.items.length;++g){let b=n.items[g],{start:v,key:E,sep:S,value:x}=b,A=rb.resolveProps(v,{flow:a,indicator:"explicit-key-ind",next:E??S?.[0],offset:u,onError:r,
parentIndent:n.indent,startOnNewline:!1});if(!A.found){if(!A.anchor&&!A.tag&&!S&&!x){g===0&&A.comma?r(A.comma,"UNEXPECTED_TOKEN",`Unexpected , in ${a}`):g<n.items.
length-1&&r(A.start,"UNEXPECTED_TOKEN",`Unexpected empty item in ${a}`),A.comment&&(l.comment?l.comment+=`
`+A.comment:l.comment=A.comment),u=A.end;continue}!i&&s.options.strict&&wR.containsNewline(E)&&r(E,"MULTILINE_IMPLICIT_KEY","Implicit keys of flow sequence pair\
s need to be on a single line")}if(g===0)A.comma&&r(A.comma,"UNEXPECTED_TOKEN",`Unexpected , in ${a}`);else if(A.comma||r(A.start,"MISSING_CHAR",`Missing , betw\
een ${a} items`),A.comment){let T="";e:for(let C of v)switch(C.type){case"comma":case"space":break;case"comment":T=C.source.substring(1);break e;default:break e}
if(T){let C=l.items[l.items.length-1];yR.isPair(C)&&(C=C.value??C.key),C.comment?C.comment+=`
`+T:C.comment=T,A.comment=A.comment.substring(T.length+1)}}if(!i&&!S&&!A.found){let T=x?t(s,x,A,r):e(s,A.end,S,null,A,r);l.items.push(T),u=T.range[2],Ed(x)&&r(T.
range,"BLOCK_IN_FLOW",Sd)}else{s.atKey=!0;let T=A.end,C=E?t(s,E,A,r):e(s,T,v,null,A,r);Ed(E)&&r(C.range,"BLOCK_IN_FLOW",Sd),s.atKey=!1;let R=rb.resolveProps(S??
[],{flow:a,indicator:"map-value-ind",next:x,offset:C.range[2],onError:r,parentIndent:n.indent,startOnNewline:!1});if(R.found){if(!i&&!A.found&&s.options.strict){
if(S)for(let q of S){if(q===R.found)break;if(q.type==="newline"){r(q,"MULTILINE_IMPLICIT_KEY","Implicit keys of flow sequence pairs need to be on a single line");
break}}A.start<R.found.offset-1024&&r(R.found,"KEY_OVER_1024_CHARS","The : indicator must be at most 1024 chars after the start of an implicit flow sequence key")}}else
x&&("source"in x&&x.source?.[0]===":"?r(x,"MISSING_CHAR",`Missing space after : in ${a}`):r(R.start,"MISSING_CHAR",`Missing , or : between ${a} items`));let U=x?
t(s,x,R,r):R.found?e(s,R.end,S,null,R,r):null;U?Ed(x)&&r(U.range,"BLOCK_IN_FLOW",Sd):R.comment&&(C.comment?C.comment+=`
`+R.comment:C.comment=R.comment);let ve=new bR.Pair(C,U);if(s.options.keepSourceTokens&&(ve.srcToken=b),i){let q=l;xR.mapIncludes(s,q.items,C)&&r(T,"DUPLICATE_K\
EY","Map keys must be unique"),q.items.push(ve)}else{let q=new nb.YAMLMap(s.schema);q.flow=!0,q.items.push(ve);let he=(U??C).range;q.range=[C.range[0],he[1],he[2]],
l.items.push(q)}u=U?U.range[2]:R.end}}let p=i?"}":"]",[f,...m]=n.end,h=u;if(f?.source===p)h=f.offset+f.source.length;else{let g=a[0].toUpperCase()+a.substring(1),
b=d?`${g} must end with a ${p}`:`${g} in block collection must be sufficiently indented and end with a ${p}`;r(u,d?"MISSING_CHAR":"BAD_INDENT",b),f&&f.source.length!==
1&&m.unshift(f)}if(m.length>0){let g=vR.resolveEnd(m,h,s.options.strict,r);g.comment&&(l.comment?l.comment+=`
`+g.comment:l.comment=g.comment),l.range=[n.offset,h,g.offset]}else l.range=[n.offset,h,h];return l}ob.resolveFlowCollection=SR});var cb=N(ab=>{"use strict";var ER=ee(),CR=Ee(),_R=Ls(),AR=Ds(),$R=Zy(),TR=tb(),PR=ib();function Cd(t,e,s,n,r,o){let i=s.type==="block-map"?$R.resolveBlockMap(t,
e,s,n,o):s.type==="block-seq"?TR.resolveBlockSeq(t,e,s,n,o):PR.resolveFlowCollection(t,e,s,n,o),a=i.constructor;return r==="!"||r===a.tagName?(i.tag=a.tagName,i):
(r&&(i.tag=r),i)}function RR(t,e,s,n,r){let o=n.tag,i=o?e.directives.tagName(o.source,p=>r(o,"TAG_RESOLVE_FAILED",p)):null;if(s.type==="block-seq"){let{anchor:p,
newlineAfterProp:f}=n,m=p&&o?p.offset>o.offset?p:o:p??o;m&&(!f||f.offset<m.offset)&&r(m,"MISSING_CHAR","Missing newline after block sequence props")}let a=s.type===
"block-map"?"map":s.type==="block-seq"?"seq":s.start.source==="{"?"map":"seq";if(!o||!i||i==="!"||i===_R.YAMLMap.tagName&&a==="map"||i===AR.YAMLSeq.tagName&&a===
"seq")return Cd(t,e,s,r,i);let c=e.schema.tags.find(p=>p.tag===i&&p.collection===a);if(!c){let p=e.schema.knownTags[i];if(p?.collection===a)e.schema.tags.push(Object.
assign({},p,{default:!1})),c=p;else return p?r(o,"BAD_COLLECTION_TYPE",`${p.tag} used for ${a} collection, but expects ${p.collection??"scalar"}`,!0):r(o,"TAG_R\
ESOLVE_FAILED",`Unresolved tag: ${i}`,!0),Cd(t,e,s,r,i)}let l=Cd(t,e,s,r,i,c),d=c.resolve?.(l,p=>r(o,"TAG_RESOLVE_FAILED",p),e.options)??l,u=ER.isNode(d)?d:new CR.
Scalar(d);return u.range=l.range,u.tag=i,c?.format&&(u.format=c.format),u}ab.composeCollection=RR});var Ad=N(lb=>{"use strict";var _d=Ee();function IR(t,e,s){let n=e.offset,r=NR(e,t.options.strict,s);if(!r)return{value:"",type:null,comment:"",range:[n,n,n]};let o=r.
mode===">"?_d.Scalar.BLOCK_FOLDED:_d.Scalar.BLOCK_LITERAL,i=e.source?OR(e.source):[],a=i.length;for(let h=i.length-1;h>=0;--h){let g=i[h][1];if(g===""||g==="\r")
a=h;else break}if(a===0){let h=r.chomp==="+"&&i.length>0?`
`.repeat(Math.max(1,i.length-1)):"",g=n+r.length;return e.source&&(g+=e.source.length),{value:h,type:o,comment:r.comment,range:[n,g,g]}}let c=e.indent+r.indent,
l=e.offset+r.length,d=0;for(let h=0;h<a;++h){let[g,b]=i[h];if(b===""||b==="\r")r.indent===0&&g.length>c&&(c=g.length);else{g.length<c&&s(l+g.length,"MISSING_CHA\
R","Block scalars with more-indented leading empty lines must use an explicit indentation indicator"),r.indent===0&&(c=g.length),d=h,c===0&&!t.atRoot&&s(l,"BAD_\
INDENT","Block scalar values in collections must be indented");break}l+=g.length+b.length+1}for(let h=i.length-1;h>=a;--h)i[h][0].length>c&&(a=h+1);let u="",p="",
f=!1;for(let h=0;h<d;++h)u+=i[h][0].slice(c)+`
`;for(let h=d;h<a;++h){let[g,b]=i[h];l+=g.length+b.length+1;let v=b[b.length-1]==="\r";if(v&&(b=b.slice(0,-1)),b&&g.length<c){let S=`Block scalar lines must not\
 be less indented than their ${r.indent?"explicit indentation indicator":"first line"}`;s(l-b.length-(v?2:1),"BAD_INDENT",S),g=""}o===_d.Scalar.BLOCK_LITERAL?(u+=
p+g.slice(c)+b,p=`
`):g.length>c||b[0]==="	"?(p===" "?p=`
`:!f&&p===`
`&&(p=`

`),u+=p+g.slice(c)+b,p=`
`,f=!0):b===""?p===`
`?u+=`
`:p=`
`:(u+=p+b,p=" ",f=!1)}switch(r.chomp){case"-":break;case"+":for(let h=a;h<i.length;++h)u+=`
`+i[h][0].slice(c);u[u.length-1]!==`
`&&(u+=`
`);break;default:u+=`
`}let m=n+r.length+e.source.length;return{value:u,type:o,comment:r.comment,range:[n,m,m]}}function NR({offset:t,props:e},s,n){if(e[0].type!=="block-scalar-heade\
r")return n(e[0],"IMPOSSIBLE","Block scalar header not found"),null;let{source:r}=e[0],o=r[0],i=0,a="",c=-1;for(let p=1;p<r.length;++p){let f=r[p];if(!a&&(f==="\
-"||f==="+"))a=f;else{let m=Number(f);!i&&m?i=m:c===-1&&(c=t+p)}}c!==-1&&n(c,"UNEXPECTED_TOKEN",`Block scalar header includes extra characters: ${r}`);let l=!1,
d="",u=r.length;for(let p=1;p<e.length;++p){let f=e[p];switch(f.type){case"space":l=!0;case"newline":u+=f.source.length;break;case"comment":s&&!l&&n(f,"MISSING_\
CHAR","Comments must be separated from other tokens by white space characters"),u+=f.source.length,d=f.source.substring(1);break;case"error":n(f,"UNEXPECTED_TOK\
EN",f.message),u+=f.source.length;break;default:{let m=`Unexpected token in block scalar header: ${f.type}`;n(f,"UNEXPECTED_TOKEN",m);let h=f.source;h&&typeof h==
"string"&&(u+=h.length)}}}return{mode:o,indent:i,chomp:a,comment:d,length:u}}function OR(t){let e=t.split(/\n( *)/),s=e[0],n=s.match(/^( *)/),o=[n?.[1]?[n[1],s.
slice(n[1].length)]:["",s]];for(let i=1;i<e.length;i+=2)o.push([e[i],e[i+1]]);return o}lb.resolveBlockScalar=IR});var Td=N(ub=>{"use strict";var $d=Ee(),LR=qn();function DR(t,e,s){let{offset:n,type:r,source:o,end:i}=t,a,c,l=(p,f,m)=>s(n+p,f,m);switch(r){case"scalar":a=$d.Scalar.
PLAIN,c=MR(o,l);break;case"single-quoted-scalar":a=$d.Scalar.QUOTE_SINGLE,c=WR(o,l);break;case"double-quoted-scalar":a=$d.Scalar.QUOTE_DOUBLE,c=qR(o,l);break;default:
return s(t,"UNEXPECTED_TOKEN",`Expected a flow scalar value, but found: ${r}`),{value:"",type:null,comment:"",range:[n,n+o.length,n+o.length]}}let d=n+o.length,
u=LR.resolveEnd(i,d,e,s);return{value:c,type:a,comment:u.comment,range:[n,d,u.offset]}}function MR(t,e){let s="";switch(t[0]){case"	":s="a tab character";break;case"\
,":s="flow indicator character ,";break;case"%":s="directive indicator character %";break;case"|":case">":{s=`block scalar indicator ${t[0]}`;break}case"@":case"\
`":{s=`reserved character ${t[0]}`;break}}return s&&e(0,"BAD_SCALAR_START",`Plain value cannot start with ${s}`),db(t)}function WR(t,e){return(t[t.length-1]!=="\
'"||t.length===1)&&e(t.length,"MISSING_CHAR","Missing closing 'quote"),db(t.slice(1,-1)).replace(/''/g,"'")}function db(t){let e=/(.*?)\r?\n/sy,s=e.exec(t);if(!s)
return t;let n,r;try{n=new RegExp("(?<![ 	])[ 	]+$"),r=new RegExp("^[ 	]+|(?<![ 	])[ 	]+$","g")}catch{n=/[ \t]+$/,r=/^[ \t]+|[ \t]+$/g}let o=s[1].replace(n,""),
i=" ",a=e.lastIndex;for(;s=e.exec(t);){let l=s[1].replace(r,"");l===""?i===`
`?o+=i:i=`
`:(o+=i+l,i=" "),a=e.lastIndex}let c=/[ \t]*(.*)/sy;return c.lastIndex=a,s=c.exec(t),o+i+(s?.[1]??"")}function qR(t,e){let s="";for(let n=1;n<t.length-1;++n){let r=t[n];
if(!(r==="\r"&&t[n+1]===`
`))if(r===`
`){let{fold:o,offset:i}=jR(t,n);s+=o,n=i}else if(r==="\\"){let o=t[++n],i=FR[o];if(i)s+=i;else if(o===`
`)for(o=t[n+1];o===" "||o==="	";)o=t[++n+1];else if(o==="\r"&&t[n+1]===`
`)for(o=t[++n+1];o===" "||o==="	";)o=t[++n+1];else if(o==="x"||o==="u"||o==="U"){let a=o==="x"?2:o==="u"?4:8;s+=HR(t,n+1,a,e),n+=a}else{let a=t.substr(n-1,2);e(
n-1,"BAD_DQ_ESCAPE",`Invalid escape sequence ${a}`),s+=a}}else if(r===" "||r==="	"){let o=n,i=t[n+1];for(;i===" "||i==="	";)i=t[++n+1];i!==`
`&&!(i==="\r"&&t[n+2]===`
`)&&(s+=n>o?t.slice(o,n+1):r)}else s+=r}return(t[t.length-1]!=='"'||t.length===1)&&e(t.length,"MISSING_CHAR",'Missing closing "quote'),s}function jR(t,e){let s="",
n=t[e+1];for(;(n===" "||n==="	"||n===`
`||n==="\r")&&!(n==="\r"&&t[e+2]!==`
`);)n===`
`&&(s+=`
`),e+=1,n=t[e+1];return s||(s=" "),{fold:s,offset:e}}var FR={0:"\0",a:"\x07",b:"\b",e:"\x1B",f:"\f",n:`
`,r:"\r",t:"	",v:"\v",N:"\x85",_:"\xA0",L:"\u2028",P:"\u2029"," ":" ",'"':'"',"/":"/","\\":"\\","	":"	"};function HR(t,e,s,n){let r=t.substr(e,s),i=r.length===s&&
/^[0-9a-fA-F]+$/.test(r)?parseInt(r,16):NaN;try{return String.fromCodePoint(i)}catch{let a=t.substr(e-2,s+2);return n(e-2,"BAD_DQ_ESCAPE",`Invalid escape sequen\
ce ${a}`),a}}ub.resolveFlowScalar=DR});var hb=N(fb=>{"use strict";var dn=ee(),pb=Ee(),VR=Ad(),UR=Td();function BR(t,e,s,n){let{value:r,type:o,comment:i,range:a}=e.type==="block-scalar"?VR.resolveBlockScalar(
t,e,n):UR.resolveFlowScalar(e,t.options.strict,n),c=s?t.directives.tagName(s.source,u=>n(s,"TAG_RESOLVE_FAILED",u)):null,l;t.options.stringKeys&&t.atKey?l=t.schema[dn.
SCALAR]:c?l=GR(t.schema,r,c,s,n):e.type==="scalar"?l=zR(t,r,e,n):l=t.schema[dn.SCALAR];let d;try{let u=l.resolve(r,p=>n(s??e,"TAG_RESOLVE_FAILED",p),t.options);
d=dn.isScalar(u)?u:new pb.Scalar(u)}catch(u){let p=u instanceof Error?u.message:String(u);n(s??e,"TAG_RESOLVE_FAILED",p),d=new pb.Scalar(r)}return d.range=a,d.source=
r,o&&(d.type=o),c&&(d.tag=c),l.format&&(d.format=l.format),i&&(d.comment=i),d}function GR(t,e,s,n,r){if(s==="!")return t[dn.SCALAR];let o=[];for(let a of t.tags)
if(!a.collection&&a.tag===s)if(a.default&&a.test)o.push(a);else return a;for(let a of o)if(a.test?.test(e))return a;let i=t.knownTags[s];return i&&!i.collection?
(t.tags.push(Object.assign({},i,{default:!1,test:void 0})),i):(r(n,"TAG_RESOLVE_FAILED",`Unresolved tag: ${s}`,s!=="tag:yaml.org,2002:str"),t[dn.SCALAR])}function zR({
atKey:t,directives:e,schema:s},n,r,o){let i=s.tags.find(a=>(a.default===!0||t&&a.default==="key")&&a.test?.test(n))||s[dn.SCALAR];if(s.compat){let a=s.compat.find(
c=>c.default&&c.test?.test(n))??s[dn.SCALAR];if(i.tag!==a.tag){let c=e.tagString(i.tag),l=e.tagString(a.tag),d=`Value may be parsed as either ${c} or ${l}`;o(r,
"TAG_RESOLVE_FAILED",d,!0)}}return i}fb.composeScalar=BR});var gb=N(mb=>{"use strict";function KR(t,e,s){if(e){s??(s=e.length);for(let n=s-1;n>=0;--n){let r=e[n];switch(r.type){case"space":case"comment":case"newline":t-=
r.source.length;continue}for(r=e[++n];r?.type==="space";)t+=r.source.length,r=e[++n];break}}return t}mb.emptyScalarPosition=KR});var kb=N(Rd=>{"use strict";var YR=xr(),XR=ee(),QR=cb(),yb=hb(),JR=qn(),ZR=gb(),eI={composeNode:bb,composeEmptyNode:Pd};function bb(t,e,s,n){let r=t.atKey,{spaceBefore:o,
comment:i,anchor:a,tag:c}=s,l,d=!0;switch(e.type){case"alias":l=tI(t,e,n),(a||c)&&n(e,"ALIAS_PROPS","An alias node must not specify any properties");break;case"\
scalar":case"single-quoted-scalar":case"double-quoted-scalar":case"block-scalar":l=yb.composeScalar(t,e,c,n),a&&(l.anchor=a.source.substring(1));break;case"bloc\
k-map":case"block-seq":case"flow-collection":try{l=QR.composeCollection(eI,t,e,s,n),a&&(l.anchor=a.source.substring(1))}catch(u){let p=u instanceof Error?u.message:
String(u);n(e,"RESOURCE_EXHAUSTION",p)}break;default:{let u=e.type==="error"?e.message:`Unsupported token (type: ${e.type})`;n(e,"UNEXPECTED_TOKEN",u),d=!1}}return l??
(l=Pd(t,e.offset,void 0,null,s,n)),a&&l.anchor===""&&n(a,"BAD_ALIAS","Anchor cannot be an empty string"),r&&t.options.stringKeys&&(!XR.isScalar(l)||typeof l.value!=
"string"||l.tag&&l.tag!=="tag:yaml.org,2002:str")&&n(c??e,"NON_STRING_KEY","With stringKeys, all keys must be strings"),o&&(l.spaceBefore=!0),i&&(e.type==="scal\
ar"&&e.source===""?l.comment=i:l.commentBefore=i),t.options.keepSourceTokens&&d&&(l.srcToken=e),l}function Pd(t,e,s,n,{spaceBefore:r,comment:o,anchor:i,tag:a,end:c},l){
let d={type:"scalar",offset:ZR.emptyScalarPosition(e,s,n),indent:-1,source:""},u=yb.composeScalar(t,d,a,l);return i&&(u.anchor=i.source.substring(1),u.anchor===
""&&l(i,"BAD_ALIAS","Anchor cannot be an empty string")),r&&(u.spaceBefore=!0),o&&(u.comment=o,u.range[2]=c),u}function tI({options:t},{offset:e,source:s,end:n},r){
let o=new YR.Alias(s.substring(1));o.source===""&&r(e,"BAD_ALIAS","Alias cannot be an empty string"),o.source.endsWith(":")&&r(e+s.length-1,"BAD_ALIAS","Alias e\
nding in : is ambiguous",!0);let i=e+s.length,a=JR.resolveEnd(n,i,t.strict,r);return o.range=[e,i,a.offset],a.comment&&(o.comment=a.comment),o}Rd.composeEmptyNode=
Pd;Rd.composeNode=bb});var xb=N(wb=>{"use strict";var sI=Wr(),vb=kb(),nI=qn(),rI=Hr();function oI(t,e,{offset:s,start:n,value:r,end:o},i){let a=Object.assign({_directives:e},t),c=new sI.
Document(void 0,a),l={atKey:!1,atRoot:!0,directives:c.directives,options:c.options,schema:c.schema},d=rI.resolveProps(n,{indicator:"doc-start",next:r??o?.[0],offset:s,
onError:i,parentIndent:0,startOnNewline:!0});d.found&&(c.directives.docStart=!0,r&&(r.type==="block-map"||r.type==="block-seq")&&!d.hasNewline&&i(d.end,"MISSING\
_CHAR","Block collection cannot start on same line with directives-end marker")),c.contents=r?vb.composeNode(l,r,d,i):vb.composeEmptyNode(l,d.end,n,null,d,i);let u=c.
contents.range[2],p=nI.resolveEnd(o,u,!1,i);return p.comment&&(c.comment=p.comment),c.range=[s,u,p.offset],c}wb.composeDoc=oI});var Nd=N(Cb=>{"use strict";var iI=require("process"),aI=bl(),cI=Wr(),Vr=Fr(),Sb=ee(),lI=xb(),dI=qn();function Ur(t){if(typeof t=="number")return[t,t+1];if(Array.
isArray(t))return t.length===2?t:[t[0],t[1]];let{offset:e,source:s}=t;return[e,e+(typeof s=="string"?s.length:1)]}function Eb(t){let e="",s=!1,n=!1;for(let r=0;r<
t.length;++r){let o=t[r];switch(o[0]){case"#":e+=(e===""?"":n?`

`:`
`)+(o.substring(1)||" "),s=!0,n=!1;break;case"%":t[r+1]?.[0]!=="#"&&(r+=1),s=!1;break;default:s||(n=!0),s=!1}}return{comment:e,afterEmptyLine:n}}var Id=class{constructor(e={}){
this.doc=null,this.atDirectives=!1,this.prelude=[],this.errors=[],this.warnings=[],this.onError=(s,n,r,o)=>{let i=Ur(s);o?this.warnings.push(new Vr.YAMLWarning(
i,n,r)):this.errors.push(new Vr.YAMLParseError(i,n,r))},this.directives=new aI.Directives({version:e.version||"1.2"}),this.options=e}decorate(e,s){let{comment:n,
afterEmptyLine:r}=Eb(this.prelude);if(n){let o=e.contents;if(s)e.comment=e.comment?`${e.comment}
${n}`:n;else if(r||e.directives.docStart||!o)e.commentBefore=n;else if(Sb.isCollection(o)&&!o.flow&&o.items.length>0){let i=o.items[0];Sb.isPair(i)&&(i=i.key);let a=i.
commentBefore;i.commentBefore=a?`${n}
${a}`:n}else{let i=o.commentBefore;o.commentBefore=i?`${n}
${i}`:n}}if(s){for(let o=0;o<this.errors.length;++o)e.errors.push(this.errors[o]);for(let o=0;o<this.warnings.length;++o)e.warnings.push(this.warnings[o])}else e.
errors=this.errors,e.warnings=this.warnings;this.prelude=[],this.errors=[],this.warnings=[]}streamInfo(){return{comment:Eb(this.prelude).comment,directives:this.
directives,errors:this.errors,warnings:this.warnings}}*compose(e,s=!1,n=-1){for(let r of e)yield*this.next(r);yield*this.end(s,n)}*next(e){switch(iI.env.LOG_STREAM&&
console.dir(e,{depth:null}),e.type){case"directive":this.directives.add(e.source,(s,n,r)=>{let o=Ur(e);o[0]+=s,this.onError(o,"BAD_DIRECTIVE",n,r)}),this.prelude.
push(e.source),this.atDirectives=!0;break;case"document":{let s=lI.composeDoc(this.options,this.directives,e,this.onError);this.atDirectives&&!s.directives.docStart&&
this.onError(e,"MISSING_CHAR","Missing directives-end/doc-start indicator line"),this.decorate(s,!1),this.doc&&(yield this.doc),this.doc=s,this.atDirectives=!1;
break}case"byte-order-mark":case"space":break;case"comment":case"newline":this.prelude.push(e.source);break;case"error":{let s=e.source?`${e.message}: ${JSON.stringify(
e.source)}`:e.message,n=new Vr.YAMLParseError(Ur(e),"UNEXPECTED_TOKEN",s);this.atDirectives||!this.doc?this.errors.push(n):this.doc.errors.push(n);break}case"do\
c-end":{if(!this.doc){let n="Unexpected doc-end without preceding document";this.errors.push(new Vr.YAMLParseError(Ur(e),"UNEXPECTED_TOKEN",n));break}this.doc.directives.
docEnd=!0;let s=dI.resolveEnd(e.end,e.offset+e.source.length,this.doc.options.strict,this.onError);if(this.decorate(this.doc,!0),s.comment){let n=this.doc.comment;
this.doc.comment=n?`${n}
${s.comment}`:s.comment}this.doc.range[2]=s.offset;break}default:this.errors.push(new Vr.YAMLParseError(Ur(e),"UNEXPECTED_TOKEN",`Unsupported token ${e.type}`))}}*end(e=!1,s=-1){
if(this.doc)this.decorate(this.doc,!0),yield this.doc,this.doc=null;else if(e){let n=Object.assign({_directives:this.directives},this.options),r=new cI.Document(
void 0,n);this.atDirectives&&this.onError(s,"MISSING_CHAR","Missing directives-end indicator line"),r.range=[0,s,s],this.decorate(r,!1),yield r}}};Cb.Composer=Id});var $b=N(ta=>{"use strict";var uI=Ad(),pI=Td(),fI=Fr(),_b=Ar();function hI(t,e=!0,s){if(t){let n=(r,o,i)=>{let a=typeof r=="number"?r:Array.isArray(r)?r[0]:r.offset;
if(s)s(a,o,i);else throw new fI.YAMLParseError([a,a+1],o,i)};switch(t.type){case"scalar":case"single-quoted-scalar":case"double-quoted-scalar":return pI.resolveFlowScalar(
t,e,n);case"block-scalar":return uI.resolveBlockScalar({options:{strict:e}},t,n)}}return null}function mI(t,e){let{implicitKey:s=!1,indent:n,inFlow:r=!1,offset:o=-1,
type:i="PLAIN"}=e,a=_b.stringifyString({type:i,value:t},{implicitKey:s,indent:n>0?" ".repeat(n):"",inFlow:r,options:{blockQuote:!0,lineWidth:-1}}),c=e.end??[{type:"\
newline",offset:-1,indent:n,source:`
`}];switch(a[0]){case"|":case">":{let l=a.indexOf(`
`),d=a.substring(0,l),u=a.substring(l+1)+`
`,p=[{type:"block-scalar-header",offset:o,indent:n,source:d}];return Ab(p,c)||p.push({type:"newline",offset:-1,indent:n,source:`
`}),{type:"block-scalar",offset:o,indent:n,props:p,source:u}}case'"':return{type:"double-quoted-scalar",offset:o,indent:n,source:a,end:c};case"'":return{type:"s\
ingle-quoted-scalar",offset:o,indent:n,source:a,end:c};default:return{type:"scalar",offset:o,indent:n,source:a,end:c}}}function gI(t,e,s={}){let{afterKey:n=!1,implicitKey:r=!1,
inFlow:o=!1,type:i}=s,a="indent"in t?t.indent:null;if(n&&typeof a=="number"&&(a+=2),!i)switch(t.type){case"single-quoted-scalar":i="QUOTE_SINGLE";break;case"dou\
ble-quoted-scalar":i="QUOTE_DOUBLE";break;case"block-scalar":{let l=t.props[0];if(l.type!=="block-scalar-header")throw new Error("Invalid block scalar header");
i=l.source[0]===">"?"BLOCK_FOLDED":"BLOCK_LITERAL";break}default:i="PLAIN"}let c=_b.stringifyString({type:i,value:e},{implicitKey:r||a===null,indent:a!==null&&a>
0?" ".repeat(a):"",inFlow:o,options:{blockQuote:!0,lineWidth:-1}});switch(c[0]){case"|":case">":yI(t,c);break;case'"':Od(t,c,"double-quoted-scalar");break;case"\
'":Od(t,c,"single-quoted-scalar");break;default:Od(t,c,"scalar")}}function yI(t,e){let s=e.indexOf(`
`),n=e.substring(0,s),r=e.substring(s+1)+`
`;if(t.type==="block-scalar"){let o=t.props[0];if(o.type!=="block-scalar-header")throw new Error("Invalid block scalar header");o.source=n,t.source=r}else{let{offset:o}=t,
i="indent"in t?t.indent:-1,a=[{type:"block-scalar-header",offset:o,indent:i,source:n}];Ab(a,"end"in t?t.end:void 0)||a.push({type:"newline",offset:-1,indent:i,source:`\

`});for(let c of Object.keys(t))c!=="type"&&c!=="offset"&&delete t[c];Object.assign(t,{type:"block-scalar",indent:i,props:a,source:r})}}function Ab(t,e){if(e)for(let s of e)
switch(s.type){case"space":case"comment":t.push(s);break;case"newline":return t.push(s),!0}return!1}function Od(t,e,s){switch(t.type){case"scalar":case"double-q\
uoted-scalar":case"single-quoted-scalar":t.type=s,t.source=e;break;case"block-scalar":{let n=t.props.slice(1),r=e.length;t.props[0].type==="block-scalar-header"&&
(r-=t.props[0].source.length);for(let o of n)o.offset+=r;delete t.props,Object.assign(t,{type:s,source:e,end:n});break}case"block-map":case"block-seq":{let r={type:"\
newline",offset:t.offset+e.length,indent:t.indent,source:`
`};delete t.items,Object.assign(t,{type:s,source:e,end:[r]});break}default:{let n="indent"in t?t.indent:-1,r="end"in t&&Array.isArray(t.end)?t.end.filter(o=>o.type===
"space"||o.type==="comment"||o.type==="newline"):[];for(let o of Object.keys(t))o!=="type"&&o!=="offset"&&delete t[o];Object.assign(t,{type:s,indent:n,source:e,
end:r})}}}ta.createScalarToken=mI;ta.resolveAsScalar=hI;ta.setScalarValue=gI});var Pb=N(Tb=>{"use strict";var bI=t=>"type"in t?na(t):sa(t);function na(t){switch(t.type){case"block-scalar":{let e="";for(let s of t.props)e+=na(s);return e+t.
source}case"block-map":case"block-seq":{let e="";for(let s of t.items)e+=sa(s);return e}case"flow-collection":{let e=t.start.source;for(let s of t.items)e+=sa(s);
for(let s of t.end)e+=s.source;return e}case"document":{let e=sa(t);if(t.end)for(let s of t.end)e+=s.source;return e}default:{let e=t.source;if("end"in t&&t.end)
for(let s of t.end)e+=s.source;return e}}}function sa({start:t,key:e,sep:s,value:n}){let r="";for(let o of t)r+=o.source;if(e&&(r+=na(e)),s)for(let o of s)r+=o.
source;return n&&(r+=na(n)),r}Tb.stringify=bI});var Ob=N(Nb=>{"use strict";var Ld=Symbol("break visit"),kI=Symbol("skip children"),Rb=Symbol("remove item");function un(t,e){"type"in t&&t.type==="document"&&(t=
{start:t.start,value:t.value}),Ib(Object.freeze([]),t,e)}un.BREAK=Ld;un.SKIP=kI;un.REMOVE=Rb;un.itemAtPath=(t,e)=>{let s=t;for(let[n,r]of e){let o=s?.[n];if(o&&
"items"in o)s=o.items[r];else return}return s};un.parentCollection=(t,e)=>{let s=un.itemAtPath(t,e.slice(0,-1)),n=e[e.length-1][0],r=s?.[n];if(r&&"items"in r)return r;
throw new Error("Parent collection not found")};function Ib(t,e,s){let n=s(e,t);if(typeof n=="symbol")return n;for(let r of["key","value"]){let o=e[r];if(o&&"it\
ems"in o){for(let i=0;i<o.items.length;++i){let a=Ib(Object.freeze(t.concat([[r,i]])),o.items[i],s);if(typeof a=="number")i=a-1;else{if(a===Ld)return Ld;a===Rb&&
(o.items.splice(i,1),i-=1)}}typeof n=="function"&&r==="key"&&(n=n(e,t))}}return typeof n=="function"?n(e,t):n}Nb.visit=un});var ra=N(ct=>{"use strict";var Dd=$b(),vI=Pb(),wI=Ob(),Md="\uFEFF",Wd="",qd="",jd="",xI=t=>!!t&&"items"in t,SI=t=>!!t&&(t.type==="scalar"||t.type==="single-q\
uoted-scalar"||t.type==="double-quoted-scalar"||t.type==="block-scalar");function EI(t){switch(t){case Md:return"<BOM>";case Wd:return"<DOC>";case qd:return"<FL\
OW_END>";case jd:return"<SCALAR>";default:return JSON.stringify(t)}}function CI(t){switch(t){case Md:return"byte-order-mark";case Wd:return"doc-mode";case qd:return"\
flow-error-end";case jd:return"scalar";case"---":return"doc-start";case"...":return"doc-end";case"":case`
`:case`\r
`:return"newline";case"-":return"seq-item-ind";case"?":return"explicit-key-ind";case":":return"map-value-ind";case"{":return"flow-map-start";case"}":return"flow\
-map-end";case"[":return"flow-seq-start";case"]":return"flow-seq-end";case",":return"comma"}switch(t[0]){case" ":case"	":return"space";case"#":return"comment";case"\
%":return"directive-line";case"*":return"alias";case"&":return"anchor";case"!":return"tag";case"'":return"single-quoted-scalar";case'"':return"double-quoted-sca\
lar";case"|":case">":return"block-scalar-header"}return null}ct.createScalarToken=Dd.createScalarToken;ct.resolveAsScalar=Dd.resolveAsScalar;ct.setScalarValue=Dd.
setScalarValue;ct.stringify=vI.stringify;ct.visit=wI.visit;ct.BOM=Md;ct.DOCUMENT=Wd;ct.FLOW_END=qd;ct.SCALAR=jd;ct.isCollection=xI;ct.isScalar=SI;ct.prettyToken=
EI;ct.tokenType=CI});var Vd=N(Db=>{"use strict";var Br=ra();function Nt(t){switch(t){case void 0:case" ":case`
`:case"\r":case"	":return!0;default:return!1}}var Lb=new Set("0123456789ABCDEFabcdef"),_I=new Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxy\
z-#;/?:@&=+$_.!~*'()"),oa=new Set(",[]{}"),AI=new Set(` ,[]{}
\r	`),Fd=t=>!t||AI.has(t),Hd=class{constructor(){this.atEnd=!1,this.blockScalarIndent=-1,this.blockScalarKeep=!1,this.buffer="",this.flowKey=!1,this.flowLevel=0,
this.indentNext=0,this.indentValue=0,this.lineEndPos=null,this.next=null,this.pos=0}*lex(e,s=!1){if(e){if(typeof e!="string")throw TypeError("source is not a st\
ring");this.buffer=this.buffer?this.buffer+e:e,this.lineEndPos=null}this.atEnd=!s;let n=this.next??"stream";for(;n&&(s||this.hasChars(1));)n=yield*this.parseNext(
n)}atLineEnd(){let e=this.pos,s=this.buffer[e];for(;s===" "||s==="	";)s=this.buffer[++e];return!s||s==="#"||s===`
`?!0:s==="\r"?this.buffer[e+1]===`
`:!1}charAt(e){return this.buffer[this.pos+e]}continueScalar(e){let s=this.buffer[e];if(this.indentNext>0){let n=0;for(;s===" ";)s=this.buffer[++n+e];if(s==="\r"){
let r=this.buffer[n+e+1];if(r===`
`||!r&&!this.atEnd)return e+n+1}return s===`
`||n>=this.indentNext||!s&&!this.atEnd?e+n:-1}if(s==="-"||s==="."){let n=this.buffer.substr(e,3);if((n==="---"||n==="...")&&Nt(this.buffer[e+3]))return-1}return e}getLine(){
let e=this.lineEndPos;return(typeof e!="number"||e!==-1&&e<this.pos)&&(e=this.buffer.indexOf(`
`,this.pos),this.lineEndPos=e),e===-1?this.atEnd?this.buffer.substring(this.pos):null:(this.buffer[e-1]==="\r"&&(e-=1),this.buffer.substring(this.pos,e))}hasChars(e){
return this.pos+e<=this.buffer.length}setNext(e){return this.buffer=this.buffer.substring(this.pos),this.pos=0,this.lineEndPos=null,this.next=e,null}peek(e){return this.
buffer.substr(this.pos,e)}*parseNext(e){switch(e){case"stream":return yield*this.parseStream();case"line-start":return yield*this.parseLineStart();case"block-st\
art":return yield*this.parseBlockStart();case"doc":return yield*this.parseDocument();case"flow":return yield*this.parseFlowCollection();case"quoted-scalar":return yield*this.
parseQuotedScalar();case"block-scalar":return yield*this.parseBlockScalar();case"plain-scalar":return yield*this.parsePlainScalar()}}*parseStream(){let e=this.getLine();
if(e===null)return this.setNext("stream");if(e[0]===Br.BOM&&(yield*this.pushCount(1),e=e.substring(1)),e[0]==="%"){let s=e.length,n=e.indexOf("#");for(;n!==-1;){
let o=e[n-1];if(o===" "||o==="	"){s=n-1;break}else n=e.indexOf("#",n+1)}for(;;){let o=e[s-1];if(o===" "||o==="	")s-=1;else break}let r=(yield*this.pushCount(s))+
(yield*this.pushSpaces(!0));return yield*this.pushCount(e.length-r),this.pushNewline(),"stream"}if(this.atLineEnd()){let s=yield*this.pushSpaces(!0);return yield*this.
pushCount(e.length-s),yield*this.pushNewline(),"stream"}return yield Br.DOCUMENT,yield*this.parseLineStart()}*parseLineStart(){let e=this.charAt(0);if(!e&&!this.
atEnd)return this.setNext("line-start");if(e==="-"||e==="."){if(!this.atEnd&&!this.hasChars(4))return this.setNext("line-start");let s=this.peek(3);if((s==="---"||
s==="...")&&Nt(this.charAt(3)))return yield*this.pushCount(3),this.indentValue=0,this.indentNext=0,s==="---"?"doc":"stream"}return this.indentValue=yield*this.pushSpaces(
!1),this.indentNext>this.indentValue&&!Nt(this.charAt(1))&&(this.indentNext=this.indentValue),yield*this.parseBlockStart()}*parseBlockStart(){let[e,s]=this.peek(
2);if(!s&&!this.atEnd)return this.setNext("block-start");if((e==="-"||e==="?"||e===":")&&Nt(s)){let n=(yield*this.pushCount(1))+(yield*this.pushSpaces(!0));return this.
indentNext=this.indentValue+1,this.indentValue+=n,"block-start"}return"doc"}*parseDocument(){yield*this.pushSpaces(!0);let e=this.getLine();if(e===null)return this.
setNext("doc");let s=yield*this.pushIndicators();switch(e[s]){case"#":yield*this.pushCount(e.length-s);case void 0:return yield*this.pushNewline(),yield*this.parseLineStart();case"\
{":case"[":return yield*this.pushCount(1),this.flowKey=!1,this.flowLevel=1,"flow";case"}":case"]":return yield*this.pushCount(1),"doc";case"*":return yield*this.
pushUntil(Fd),"doc";case'"':case"'":return yield*this.parseQuotedScalar();case"|":case">":return s+=yield*this.parseBlockScalarHeader(),s+=yield*this.pushSpaces(
!0),yield*this.pushCount(e.length-s),yield*this.pushNewline(),yield*this.parseBlockScalar();default:return yield*this.parsePlainScalar()}}*parseFlowCollection(){
let e,s,n=-1;do e=yield*this.pushNewline(),e>0?(s=yield*this.pushSpaces(!1),this.indentValue=n=s):s=0,s+=yield*this.pushSpaces(!0);while(e+s>0);let r=this.getLine();
if(r===null)return this.setNext("flow");if((n!==-1&&n<this.indentNext&&r[0]!=="#"||n===0&&(r.startsWith("---")||r.startsWith("..."))&&Nt(r[3]))&&!(n===this.indentNext-
1&&this.flowLevel===1&&(r[0]==="]"||r[0]==="}")))return this.flowLevel=0,yield Br.FLOW_END,yield*this.parseLineStart();let o=0;for(;r[o]===",";)o+=yield*this.pushCount(
1),o+=yield*this.pushSpaces(!0),this.flowKey=!1;switch(o+=yield*this.pushIndicators(),r[o]){case void 0:return"flow";case"#":return yield*this.pushCount(r.length-
o),"flow";case"{":case"[":return yield*this.pushCount(1),this.flowKey=!1,this.flowLevel+=1,"flow";case"}":case"]":return yield*this.pushCount(1),this.flowKey=!0,
this.flowLevel-=1,this.flowLevel?"flow":"doc";case"*":return yield*this.pushUntil(Fd),"flow";case'"':case"'":return this.flowKey=!0,yield*this.parseQuotedScalar();case"\
:":{let i=this.charAt(1);if(this.flowKey||Nt(i)||i===",")return this.flowKey=!1,yield*this.pushCount(1),yield*this.pushSpaces(!0),"flow"}default:return this.flowKey=
!1,yield*this.parsePlainScalar()}}*parseQuotedScalar(){let e=this.charAt(0),s=this.buffer.indexOf(e,this.pos+1);if(e==="'")for(;s!==-1&&this.buffer[s+1]==="'";)
s=this.buffer.indexOf("'",s+2);else for(;s!==-1;){let o=0;for(;this.buffer[s-1-o]==="\\";)o+=1;if(o%2===0)break;s=this.buffer.indexOf('"',s+1)}let n=this.buffer.
substring(0,s),r=n.indexOf(`
`,this.pos);if(r!==-1){for(;r!==-1;){let o=this.continueScalar(r+1);if(o===-1)break;r=n.indexOf(`
`,o)}r!==-1&&(s=r-(n[r-1]==="\r"?2:1))}if(s===-1){if(!this.atEnd)return this.setNext("quoted-scalar");s=this.buffer.length}return yield*this.pushToIndex(s+1,!1),
this.flowLevel?"flow":"doc"}*parseBlockScalarHeader(){this.blockScalarIndent=-1,this.blockScalarKeep=!1;let e=this.pos;for(;;){let s=this.buffer[++e];if(s==="+")
this.blockScalarKeep=!0;else if(s>"0"&&s<="9")this.blockScalarIndent=Number(s)-1;else if(s!=="-")break}return yield*this.pushUntil(s=>Nt(s)||s==="#")}*parseBlockScalar(){
let e=this.pos-1,s=0,n;e:for(let o=this.pos;n=this.buffer[o];++o)switch(n){case" ":s+=1;break;case`
`:e=o,s=0;break;case"\r":{let i=this.buffer[o+1];if(!i&&!this.atEnd)return this.setNext("block-scalar");if(i===`
`)break}default:break e}if(!n&&!this.atEnd)return this.setNext("block-scalar");if(s>=this.indentNext){this.blockScalarIndent===-1?this.indentNext=s:this.indentNext=
this.blockScalarIndent+(this.indentNext===0?1:this.indentNext);do{let o=this.continueScalar(e+1);if(o===-1)break;e=this.buffer.indexOf(`
`,o)}while(e!==-1);if(e===-1){if(!this.atEnd)return this.setNext("block-scalar");e=this.buffer.length}}let r=e+1;for(n=this.buffer[r];n===" ";)n=this.buffer[++r];
if(n==="	"){for(;n==="	"||n===" "||n==="\r"||n===`
`;)n=this.buffer[++r];e=r-1}else if(!this.blockScalarKeep)do{let o=e-1,i=this.buffer[o];i==="\r"&&(i=this.buffer[--o]);let a=o;for(;i===" ";)i=this.buffer[--o];
if(i===`
`&&o>=this.pos&&o+1+s>a)e=o;else break}while(!0);return yield Br.SCALAR,yield*this.pushToIndex(e+1,!0),yield*this.parseLineStart()}*parsePlainScalar(){let e=this.
flowLevel>0,s=this.pos-1,n=this.pos-1,r;for(;r=this.buffer[++n];)if(r===":"){let o=this.buffer[n+1];if(Nt(o)||e&&oa.has(o))break;s=n}else if(Nt(r)){let o=this.buffer[n+
1];if(r==="\r"&&(o===`
`?(n+=1,r=`
`,o=this.buffer[n+1]):s=n),o==="#"||e&&oa.has(o))break;if(r===`
`){let i=this.continueScalar(n+1);if(i===-1)break;n=Math.max(n,i-2)}}else{if(e&&oa.has(r))break;s=n}return!r&&!this.atEnd?this.setNext("plain-scalar"):(yield Br.
SCALAR,yield*this.pushToIndex(s+1,!0),e?"flow":"doc")}*pushCount(e){return e>0?(yield this.buffer.substr(this.pos,e),this.pos+=e,e):0}*pushToIndex(e,s){let n=this.
buffer.slice(this.pos,e);return n?(yield n,this.pos+=n.length,n.length):(s&&(yield""),0)}*pushIndicators(){let e=0;e:for(;;){switch(this.charAt(0)){case"!":e+=yield*this.
pushTag(),e+=yield*this.pushSpaces(!0);continue e;case"&":e+=yield*this.pushUntil(Fd),e+=yield*this.pushSpaces(!0);continue e;case"-":case"?":case":":{let s=this.
flowLevel>0,n=this.charAt(1);if(Nt(n)||s&&oa.has(n)){s?this.flowKey&&(this.flowKey=!1):this.indentNext=this.indentValue+1,e+=yield*this.pushCount(1),e+=yield*this.
pushSpaces(!0);continue e}}}break e}return e}*pushTag(){if(this.charAt(1)==="<"){let e=this.pos+2,s=this.buffer[e];for(;!Nt(s)&&s!==">";)s=this.buffer[++e];return yield*this.
pushToIndex(s===">"?e+1:e,!1)}else{let e=this.pos+1,s=this.buffer[e];for(;s;)if(_I.has(s))s=this.buffer[++e];else if(s==="%"&&Lb.has(this.buffer[e+1])&&Lb.has(this.
buffer[e+2]))s=this.buffer[e+=3];else break;return yield*this.pushToIndex(e,!1)}}*pushNewline(){let e=this.buffer[this.pos];return e===`
`?yield*this.pushCount(1):e==="\r"&&this.charAt(1)===`
`?yield*this.pushCount(2):0}*pushSpaces(e){let s=this.pos-1,n;do n=this.buffer[++s];while(n===" "||e&&n==="	");let r=s-this.pos;return r>0&&(yield this.buffer.substr(
this.pos,r),this.pos=s),r}*pushUntil(e){let s=this.pos,n=this.buffer[s];for(;!e(n);)n=this.buffer[++s];return yield*this.pushToIndex(s,!1)}};Db.Lexer=Hd});var Bd=N(Mb=>{"use strict";var Ud=class{constructor(){this.lineStarts=[],this.addNewLine=e=>this.lineStarts.push(e),this.linePos=e=>{let s=0,n=this.lineStarts.length;
for(;s<n;){let o=s+n>>1;this.lineStarts[o]<e?s=o+1:n=o}if(this.lineStarts[s]===e)return{line:s+1,col:1};if(s===0)return{line:0,col:e};let r=this.lineStarts[s-1];
return{line:s,col:e-r+1}}}};Mb.LineCounter=Ud});var zd=N(Hb=>{"use strict";var $I=require("process"),Wb=ra(),TI=Vd();function Ms(t,e){for(let s=0;s<t.length;++s)if(t[s].type===e)return!0;return!1}function qb(t){
for(let e=0;e<t.length;++e)switch(t[e].type){case"space":case"comment":case"newline":break;default:return e}return-1}function Fb(t){switch(t?.type){case"alias":case"\
scalar":case"single-quoted-scalar":case"double-quoted-scalar":case"flow-collection":return!0;default:return!1}}function ia(t){switch(t.type){case"document":return t.
start;case"block-map":{let e=t.items[t.items.length-1];return e.sep??e.start}case"block-seq":return t.items[t.items.length-1].start;default:return[]}}function jn(t){
if(t.length===0)return[];let e=t.length;e:for(;--e>=0;)switch(t[e].type){case"doc-start":case"explicit-key-ind":case"map-value-ind":case"seq-item-ind":case"newl\
ine":break e}for(;t[++e]?.type==="space";);return t.splice(e,t.length)}function aa(t,e){if(e.length<1e5)Array.prototype.push.apply(t,e);else for(let s=0;s<e.length;++s)
t.push(e[s])}function jb(t){if(t.start.type==="flow-seq-start")for(let e of t.items)e.sep&&!e.value&&!Ms(e.start,"explicit-key-ind")&&!Ms(e.sep,"map-value-ind")&&
(e.key&&(e.value=e.key),delete e.key,Fb(e.value)?e.value.end?aa(e.value.end,e.sep):e.value.end=e.sep:aa(e.start,e.sep),delete e.sep)}var Gd=class{constructor(e){
this.atNewLine=!0,this.atScalar=!1,this.indent=0,this.offset=0,this.onKeyLine=!1,this.stack=[],this.source="",this.type="",this.lexer=new TI.Lexer,this.onNewLine=
e}*parse(e,s=!1){this.onNewLine&&this.offset===0&&this.onNewLine(0);for(let n of this.lexer.lex(e,s))yield*this.next(n);s||(yield*this.end())}*next(e){if(this.source=
e,$I.env.LOG_TOKENS&&console.log("|",Wb.prettyToken(e)),this.atScalar){this.atScalar=!1,yield*this.step(),this.offset+=e.length;return}let s=Wb.tokenType(e);if(s)
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
0),s.type==="flow-collection"&&jb(s),n.type){case"document":n.value=s;break;case"block-scalar":n.props.push(s);break;case"block-map":{let r=n.items[n.items.length-
1];if(r.value){n.items.push({start:[],key:s,sep:[]}),this.onKeyLine=!0;return}else if(r.sep)r.value=s;else{Object.assign(r,{key:s,sep:[]}),this.onKeyLine=!r.explicitKey;
return}break}case"block-seq":{let r=n.items[n.items.length-1];r.value?n.items.push({start:[],value:s}):r.value=s;break}case"flow-collection":{let r=n.items[n.items.
length-1];!r||r.value?n.items.push({start:[],key:s,sep:[]}):r.sep?r.value=s:Object.assign(r,{key:s,sep:[]});return}default:yield*this.pop(),yield*this.pop(s)}if((n.
type==="document"||n.type==="block-map"||n.type==="block-seq")&&(s.type==="block-map"||s.type==="block-seq")){let r=s.items[s.items.length-1];r&&!r.sep&&!r.value&&
r.start.length>0&&qb(r.start)===-1&&(s.indent===0||r.start.every(o=>o.type!=="comment"||o.indent<s.indent))&&(n.type==="document"?n.end=r.start:n.items.push({start:r.
start}),s.items.splice(-1,1))}}}*stream(){switch(this.type){case"directive-line":yield{type:"directive",offset:this.offset,source:this.source};return;case"byte-\
order-mark":case"space":case"comment":case"newline":yield this.sourceToken;return;case"doc-mode":case"doc-start":{let e={type:"document",offset:this.offset,start:[]};
this.type==="doc-start"&&e.start.push(this.sourceToken),this.stack.push(e);return}}yield{type:"error",offset:this.offset,message:`Unexpected ${this.type} token \
in YAML stream`,source:this.source}}*document(e){if(e.value)return yield*this.lineEnd(e);switch(this.type){case"doc-start":{qb(e.start)!==-1?(yield*this.pop(),yield*this.
step()):e.start.push(this.sourceToken);return}case"anchor":case"tag":case"space":case"comment":case"newline":e.start.push(this.sourceToken);return}let s=this.startBlockValue(
e);s?this.stack.push(s):yield{type:"error",offset:this.offset,message:`Unexpected ${this.type} token in YAML document`,source:this.source}}*scalar(e){if(this.type===
"map-value-ind"){let s=ia(this.peek(2)),n=jn(s),r;e.end?(r=e.end,r.push(this.sourceToken),delete e.end):r=[this.sourceToken];let o={type:"block-map",offset:e.offset,
indent:e.indent,items:[{start:n,key:e,sep:r}]};this.onKeyLine=!0,this.stack[this.stack.length-1]=o}else yield*this.lineEnd(e)}*blockScalar(e){switch(this.type){case"\
space":case"comment":case"newline":e.props.push(this.sourceToken);return;case"scalar":if(e.source=this.source,this.atNewLine=!0,this.indent=0,this.onNewLine){let s=this.
source.indexOf(`
`)+1;for(;s!==0;)this.onNewLine(this.offset+s),s=this.source.indexOf(`
`,s)+1}yield*this.pop();break;default:yield*this.pop(),yield*this.step()}}*blockMap(e){let s=e.items[e.items.length-1];switch(this.type){case"newline":if(this.onKeyLine=
!1,s.value){let n="end"in s.value?s.value.end:void 0;(Array.isArray(n)?n[n.length-1]:void 0)?.type==="comment"?n?.push(this.sourceToken):e.items.push({start:[this.
sourceToken]})}else s.sep?s.sep.push(this.sourceToken):s.start.push(this.sourceToken);return;case"space":case"comment":if(s.value)e.items.push({start:[this.sourceToken]});else if(s.
sep)s.sep.push(this.sourceToken);else{if(this.atIndentedComment(s.start,e.indent)){let r=e.items[e.items.length-2]?.value?.end;if(Array.isArray(r)){aa(r,s.start),
r.push(this.sourceToken),e.items.pop();return}}s.start.push(this.sourceToken)}return}if(this.indent>=e.indent){let n=!this.onKeyLine&&this.indent===e.indent,r=n&&
(s.sep||s.explicitKey)&&this.type!=="seq-item-ind",o=[];if(r&&s.sep&&!s.value){let i=[];for(let a=0;a<s.sep.length;++a){let c=s.sep[a];switch(c.type){case"newli\
ne":i.push(a);break;case"space":break;case"comment":c.indent>e.indent&&(i.length=0);break;default:i.length=0}}i.length>=2&&(o=s.sep.splice(i[1]))}switch(this.type){case"\
anchor":case"tag":r||s.value?(o.push(this.sourceToken),e.items.push({start:o}),this.onKeyLine=!0):s.sep?s.sep.push(this.sourceToken):s.start.push(this.sourceToken);
return;case"explicit-key-ind":!s.sep&&!s.explicitKey?(s.start.push(this.sourceToken),s.explicitKey=!0):r||s.value?(o.push(this.sourceToken),e.items.push({start:o,
explicitKey:!0})):this.stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:[this.sourceToken],explicitKey:!0}]}),this.onKeyLine=!0;
return;case"map-value-ind":if(s.explicitKey)if(s.sep)if(s.value)e.items.push({start:[],key:null,sep:[this.sourceToken]});else if(Ms(s.sep,"map-value-ind"))this.
stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:o,key:null,sep:[this.sourceToken]}]});else if(Fb(s.key)&&!Ms(s.sep,"newline")){
let i=jn(s.start),a=s.key,c=s.sep;c.push(this.sourceToken),delete s.key,delete s.sep,this.stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[
{start:i,key:a,sep:c}]})}else o.length>0?s.sep=s.sep.concat(o,this.sourceToken):s.sep.push(this.sourceToken);else if(Ms(s.start,"newline"))Object.assign(s,{key:null,
sep:[this.sourceToken]});else{let i=jn(s.start);this.stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:i,key:null,sep:[this.sourceToken]}]})}else
s.sep?s.value||r?e.items.push({start:o,key:null,sep:[this.sourceToken]}):Ms(s.sep,"map-value-ind")?this.stack.push({type:"block-map",offset:this.offset,indent:this.
indent,items:[{start:[],key:null,sep:[this.sourceToken]}]}):s.sep.push(this.sourceToken):Object.assign(s,{key:null,sep:[this.sourceToken]});this.onKeyLine=!0;return;case"\
alias":case"scalar":case"single-quoted-scalar":case"double-quoted-scalar":{let i=this.flowScalar(this.type);r||s.value?(e.items.push({start:o,key:i,sep:[]}),this.
onKeyLine=!0):s.sep?this.stack.push(i):(Object.assign(s,{key:i,sep:[]}),this.onKeyLine=!0);return}default:{let i=this.startBlockValue(e);if(i){if(i.type==="bloc\
k-seq"){if(!s.explicitKey&&s.sep&&!Ms(s.sep,"newline")){yield*this.pop({type:"error",offset:this.offset,message:"Unexpected block-seq-ind on same line with key",
source:this.source});return}}else n&&e.items.push({start:o});this.stack.push(i);return}}}}yield*this.pop(),yield*this.step()}*blockSequence(e){let s=e.items[e.items.
length-1];switch(this.type){case"newline":if(s.value){let n="end"in s.value?s.value.end:void 0;(Array.isArray(n)?n[n.length-1]:void 0)?.type==="comment"?n?.push(
this.sourceToken):e.items.push({start:[this.sourceToken]})}else s.start.push(this.sourceToken);return;case"space":case"comment":if(s.value)e.items.push({start:[
this.sourceToken]});else{if(this.atIndentedComment(s.start,e.indent)){let r=e.items[e.items.length-2]?.value?.end;if(Array.isArray(r)){aa(r,s.start),r.push(this.
sourceToken),e.items.pop();return}}s.start.push(this.sourceToken)}return;case"anchor":case"tag":if(s.value||this.indent<=e.indent)break;s.start.push(this.sourceToken);
return;case"seq-item-ind":if(this.indent!==e.indent)break;s.value||Ms(s.start,"seq-item-ind")?e.items.push({start:[this.sourceToken]}):s.start.push(this.sourceToken);
return}if(this.indent>e.indent){let n=this.startBlockValue(e);if(n){this.stack.push(n);return}}yield*this.pop(),yield*this.step()}*flowCollection(e){let s=e.items[e.
items.length-1];if(this.type==="flow-error-end"){let n;do yield*this.pop(),n=this.peek(1);while(n?.type==="flow-collection")}else if(e.end.length===0){switch(this.
type){case"comma":case"explicit-key-ind":!s||s.sep?e.items.push({start:[this.sourceToken]}):s.start.push(this.sourceToken);return;case"map-value-ind":!s||s.value?
e.items.push({start:[],key:null,sep:[this.sourceToken]}):s.sep?s.sep.push(this.sourceToken):Object.assign(s,{key:null,sep:[this.sourceToken]});return;case"space":case"\
comment":case"newline":case"anchor":case"tag":!s||s.value?e.items.push({start:[this.sourceToken]}):s.sep?s.sep.push(this.sourceToken):s.start.push(this.sourceToken);
return;case"alias":case"scalar":case"single-quoted-scalar":case"double-quoted-scalar":{let r=this.flowScalar(this.type);!s||s.value?e.items.push({start:[],key:r,
sep:[]}):s.sep?this.stack.push(r):Object.assign(s,{key:r,sep:[]});return}case"flow-map-end":case"flow-seq-end":e.end.push(this.sourceToken);return}let n=this.startBlockValue(
e);n?this.stack.push(n):(yield*this.pop(),yield*this.step())}else{let n=this.peek(2);if(n.type==="block-map"&&(this.type==="map-value-ind"&&n.indent===e.indent||
this.type==="newline"&&!n.items[n.items.length-1].sep))yield*this.pop(),yield*this.step();else if(this.type==="map-value-ind"&&n.type!=="flow-collection"){let r=ia(
n),o=jn(r);jb(e);let i=e.end.splice(1,e.end.length);i.push(this.sourceToken);let a={type:"block-map",offset:e.offset,indent:e.indent,items:[{start:o,key:e,sep:i}]};
this.onKeyLine=!0,this.stack[this.stack.length-1]=a}else yield*this.lineEnd(e)}}flowScalar(e){if(this.onNewLine){let s=this.source.indexOf(`
`)+1;for(;s!==0;)this.onNewLine(this.offset+s),s=this.source.indexOf(`
`,s)+1}return{type:e,offset:this.offset,indent:this.indent,source:this.source}}startBlockValue(e){switch(this.type){case"alias":case"scalar":case"single-quoted-\
scalar":case"double-quoted-scalar":return this.flowScalar(this.type);case"block-scalar-header":return{type:"block-scalar",offset:this.offset,indent:this.indent,
props:[this.sourceToken],source:""};case"flow-map-start":case"flow-seq-start":return{type:"flow-collection",offset:this.offset,indent:this.indent,start:this.sourceToken,
items:[],end:[]};case"seq-item-ind":return{type:"block-seq",offset:this.offset,indent:this.indent,items:[{start:[this.sourceToken]}]};case"explicit-key-ind":{this.
onKeyLine=!0;let s=ia(e),n=jn(s);return n.push(this.sourceToken),{type:"block-map",offset:this.offset,indent:this.indent,items:[{start:n,explicitKey:!0}]}}case"\
map-value-ind":{this.onKeyLine=!0;let s=ia(e),n=jn(s);return{type:"block-map",offset:this.offset,indent:this.indent,items:[{start:n,key:null,sep:[this.sourceToken]}]}}}
return null}atIndentedComment(e,s){return this.type!=="comment"||this.indent<=s?!1:e.every(n=>n.type==="newline"||n.type==="space")}*documentEnd(e){this.type!==
"doc-mode"&&(e.end?e.end.push(this.sourceToken):e.end=[this.sourceToken],this.type==="newline"&&(yield*this.pop()))}*lineEnd(e){switch(this.type){case"comma":case"\
doc-start":case"doc-end":case"flow-seq-end":case"flow-map-end":case"map-value-ind":yield*this.pop(),yield*this.step();break;case"newline":this.onKeyLine=!1;default:
e.end?e.end.push(this.sourceToken):e.end=[this.sourceToken],this.type==="newline"&&(yield*this.pop())}}};Hb.Parser=Gd});var zb=N(zr=>{"use strict";var Vb=Nd(),PI=Wr(),Gr=Fr(),RI=Rl(),II=ee(),NI=Bd(),Ub=zd();function Bb(t){let e=t.prettyErrors!==!1;return{lineCounter:t.lineCounter||
e&&new NI.LineCounter||null,prettyErrors:e}}function OI(t,e={}){let{lineCounter:s,prettyErrors:n}=Bb(e),r=new Ub.Parser(s?.addNewLine),o=new Vb.Composer(e),i=Array.
from(o.compose(r.parse(t)));if(n&&s)for(let a of i)a.errors.forEach(Gr.prettifyError(t,s)),a.warnings.forEach(Gr.prettifyError(t,s));return i.length>0?i:Object.
assign([],{empty:!0},o.streamInfo())}function Gb(t,e={}){let{lineCounter:s,prettyErrors:n}=Bb(e),r=new Ub.Parser(s?.addNewLine),o=new Vb.Composer(e),i=null;for(let a of o.
compose(r.parse(t),!0,t.length))if(!i)i=a;else if(i.options.logLevel!=="silent"){i.errors.push(new Gr.YAMLParseError(a.range.slice(0,2),"MULTIPLE_DOCS","Source \
contains multiple documents; please use YAML.parseAllDocuments()"));break}return n&&s&&(i.errors.forEach(Gr.prettifyError(t,s)),i.warnings.forEach(Gr.prettifyError(
t,s))),i}function LI(t,e,s){let n;typeof e=="function"?n=e:s===void 0&&e&&typeof e=="object"&&(s=e);let r=Gb(t,s);if(!r)return null;if(r.warnings.forEach(o=>RI.
warn(r.options.logLevel,o)),r.errors.length>0){if(r.options.logLevel!=="silent")throw r.errors[0];r.errors=[]}return r.toJS(Object.assign({reviver:n},s))}function DI(t,e,s){
let n=null;if(typeof e=="function"||Array.isArray(e)?n=e:s===void 0&&e&&(s=e),typeof s=="string"&&(s=s.length),typeof s=="number"){let r=Math.round(s);s=r<1?void 0:
r>8?{indent:8}:{indent:r}}if(t===void 0){let{keepUndefined:r}=s??e??{};if(!r)return}return II.isDocument(t)&&!n?t.toString(s):new PI.Document(t,n,s).toString(s)}
zr.parse=LI;zr.parseAllDocuments=OI;zr.parseDocument=Gb;zr.stringify=DI});var Yb=N(ae=>{"use strict";var MI=Nd(),WI=Wr(),qI=fd(),Kd=Fr(),jI=xr(),Ws=ee(),FI=Ns(),HI=Ee(),VI=Ls(),UI=Ds(),BI=ra(),GI=Vd(),zI=Bd(),KI=zd(),ca=zb(),Kb=br();ae.
Composer=MI.Composer;ae.Document=WI.Document;ae.Schema=qI.Schema;ae.YAMLError=Kd.YAMLError;ae.YAMLParseError=Kd.YAMLParseError;ae.YAMLWarning=Kd.YAMLWarning;ae.
Alias=jI.Alias;ae.isAlias=Ws.isAlias;ae.isCollection=Ws.isCollection;ae.isDocument=Ws.isDocument;ae.isMap=Ws.isMap;ae.isNode=Ws.isNode;ae.isPair=Ws.isPair;ae.isScalar=
Ws.isScalar;ae.isSeq=Ws.isSeq;ae.Pair=FI.Pair;ae.Scalar=HI.Scalar;ae.YAMLMap=VI.YAMLMap;ae.YAMLSeq=UI.YAMLSeq;ae.CST=BI;ae.Lexer=GI.Lexer;ae.LineCounter=zI.LineCounter;
ae.Parser=KI.Parser;ae.parse=ca.parse;ae.parseAllDocuments=ca.parseAllDocuments;ae.parseDocument=ca.parseDocument;ae.stringify=ca.stringify;ae.visit=Kb.visit;ae.
visitAsync=Kb.visitAsync});var Zb={};ua(Zb,{checkGuardFile:()=>XI,readGuardFile:()=>YI});function YI(t,e){let s=new pt.LineCounter,n=f=>{let{line:m,col:h}=s.linePos(f);return`${e}:${m}:${h}`},
r=(0,pt.parseDocument)(t,{lineCounter:s,prettyErrors:!1,strict:!0,uniqueKeys:!0}),o=r.errors[0]??r.warnings[0];if(o)throw new Qe(`${n(o.pos[0])}  ${o.message.split(
`
`)[0]}`);let i=(f,m)=>{throw new Qe(`${n(f?.range?.[0]??0)}  ${m}`)},a=r.contents;if(!(0,pt.isMap)(a))return i(a,'must be a map with "schema: 1"');let c=new Map;
for(let{key:f,value:m}of a.items){let h=(0,pt.isScalar)(f)?String(f.value):"";Xb.includes(h)||i(f,`unknown key "${h}"; there are ${Xb.join(", ")}`),c.set(h,m)}let l=c.
get("schema");(!(0,pt.isScalar)(l)||l.value!==1)&&i(l??a,'must say "schema: 1"');let d=f=>{let m=c.get(f);return m===void 0?[]:(0,pt.isSeq)(m)?(m.items.length>Qb&&
i(m,`${f}: has more than ${Qb} entries`),m.items.map(h=>!(0,pt.isScalar)(h)||typeof h.value!="string"?i(h,`${f}: must hold texts`):{name:h.value,place:n(h.range?.[0]??
0)})):i(m,`${f}: must be a list`)},u=c.get("level"),p=zs.find(f=>(0,pt.isScalar)(u)&&u.value===f);return u!==void 0&&p===void 0&&i(u,`level: must be one of ${zs.
join(", ")}`),{level:p,allow:d("allow"),deny:d("deny"),rules:d("rules")}}function XI({allow:t,deny:e},s){let n=new Map(s.map(r=>[r.id,r]));for(let{name:r,place:o}of[
...t,...e])if(!n.has(r)&&!Jb.includes(r))throw new Qe(`${o}  there is no rule "${r}"`,"`gatebench guard --list` prints the rules.");for(let{name:r,place:o}of t){
if(n.get(r)?.severity==="catastrophic")throw new Qe(`${o}  the rule "${r}" is catastrophic and cannot be allowed`);if(Jb.includes(r))throw new Qe(`${o}  "${r}" \
cannot be allowed: what was not read may be catastrophic`);if(e.some(i=>i.name===r))throw new Qe(`${o}  the rule "${r}" is both allowed and denied`)}}var pt,Xb,
Qb,Jb,ek=qe(()=>{"use strict";pt=tu(Yb(),1);Tn();Ks();Xb=["schema","level","allow","deny","rules"],Qb=500,Jb=["unreadable-command","unverifiable-command","unpar\
sed-command"]});function QI(t){for(let e=0;e<t.length;e++){let s=t.charCodeAt(e);if(s>=55296&&s<=56319){if(e===t.length-1)return!0;let n=t.charCodeAt(e+1);if(!(n>=56320&&n<=57343))
return!0;e++}else if(s>=56320&&s<=57343)return!0}return!1}function pn(t,e=new Set){if(typeof t=="number"&&isNaN(t))throw new Error("NaN is not allowed");if(typeof t==
"number"&&!isFinite(t))throw new Error("Infinity is not allowed");if(typeof t=="string"&&QI(t))throw new Error("Lone surrogate is not allowed");if(t===null||typeof t!=
"object")return JSON.stringify(t);if(typeof t.toJSON=="function"){if(e.has(t))throw new Error("Circular reference detected");e.add(t);let n=pn(t.toJSON(),e);return e.
delete(t),n}if(e.has(t))throw new Error("Circular reference detected");e.add(t);let s;if(Array.isArray(t))s=`[${t.map(r=>pn(r===void 0||typeof r=="symbol"?null:
r,e)).join(",")}]`;else{let n=[];for(let r of Object.keys(t).sort())t[r]===void 0||typeof t[r]=="symbol"||n.push(`${pn(r)}:${pn(t[r],e)}`);s=`{${n.join(",")}}`}
return e.delete(t),s}var tk=qe(()=>{});function Xd(t){if(Yd(t))return JSON.stringify(t);if(rk(t))return JI(t);if(Array.isArray(t))return`[${t.map(s=>nk(s)?"null":Xd(s)).join(",")}]`;let e=pn(t);if(e===
void 0)throw new Error("value has no JSON form");return e}function JI(t){let e="";for(let s of Object.keys(t).sort()){let n=t[s];if(!nk(n)){if(!s.isWellFormed())
throw new Error("Lone surrogate is not allowed");e+=`${e===""?"{":","}${JSON.stringify(s)}:${Xd(n)}`}}return e===""?"{}":`${e}}`}function Yd(t){switch(typeof t){case"\
string":return t.isWellFormed();case"number":return Number.isFinite(t);case"boolean":return!0;case"object":{if(t===null)return!0;if(Array.isArray(t))return t.every(
Yd);if(!rk(t))return!1;let e;for(let s of Object.keys(t)){if(e!==void 0&&s<e||!s.isWellFormed()||!Yd(t[s]))return!1;e=s}return!0}default:return!1}}function rk(t){
if(typeof t!="object"||t===null||"toJSON"in t)return!1;let e=Object.getPrototypeOf(t);return e===Object.prototype||e===null}function Qd(t){return(0,sk.hash)("sh\
a256",t)}function ok(t){return Qd(Xd(t))}var sk,nk,ik=qe(()=>{"use strict";sk=require("node:crypto");tk();nk=t=>t===void 0||typeof t=="symbol"});var Jd,ak=qe(()=>{"use strict";Jd=({id:t,placeholder:e=`[redacted:${t}#{n}]`},s)=>e.replace("{n}",String(s))});var ZI,eN,ck,lk=qe(()=>{"use strict";ZI="q8Zr2LmX9vKd4TbN7wYc1HsJ6pGf3QeR5aUiOx0B",eN="9f86d081884c7d659a2feaa0c55ad015",ck=t=>t.replace(/\{(random|RANDOM|hex) (\d+)\}/g,
(e,s,n)=>{let r=(s==="hex"?eN:ZI).repeat(3).slice(0,Number(n));return s==="RANDOM"?r.toUpperCase():r})});var tN,sN,nN,dk,uk=qe(()=>{"use strict";tN=new Set(["agent app admin build builder circleci codespace coder dev developer docker git jenkins linuxbrew me","name\
 node nobody oracle public root runner runneradmin runner-admin shared default ubuntu user","username users vagrant vscode work workspace you your-name yourname\
 youruser your_user_name"].flatMap(t=>t.split(" "))),sN=/\.(?:png|jpe?g|gif|svg|webp|avif|ico|css|s[ac]ss|less|[cm]?[jt]sx?|json|html?|map|ya?ml|toml|lock|txt|log|xml|service|socket|timer|target|mount|path|plist|tar|gz|tgz|zip|whl|jar|patch|diff|class|java|kt|cpp|hpp)$/i,
nN=/(?:^|[.])(?:example(?:\.(?:com|org|net|edu))?|test|invalid|localhost|local)$/i,dk=[{id:"email",pattern:/(?<![\w.+%-])[A-Za-z0-9_][\w.+%-]{0,63}@(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,5}[A-Za-z]{2,24}(?![\w@-])/g,
hints:["@"],reach:65,accepts:t=>{let[e,s]=t.split("@");return e===""||/^(?:git|noreply|no-reply|this|super|return|break|continue|root|user|you|name|email|someone)$/i.
test(e)||s==="users.noreply.github.com"||nN.test(s)||sN.test(s)?!1:!/^v?\d{1,9}\.\d/.test(s)&&/\.(?:[a-z]+|[A-Z]+)$/.test(s)},examples:{"Ada <ada.lovelace+x@ana\
lytical.engine.org>,":"Ada <[redacted:email#1]>,","mailto:ada@engine.org?subject=x":"mailto:[redacted:email#1]?subject=x","git@github.com:a/b.git":"git@github.c\
om:a/b.git",'"import pytest\\n@pytest.mark\\ndef"':'"import pytest\\n@pytest.mark\\ndef"',"pkg@1.0.0-beta.rc @scope/pkg icon@2x.png getty@tty1.service this@Oute\
r.run x@example.com":"pkg@1.0.0-beta.rc @scope/pkg icon@2x.png getty@tty1.service this@Outer.run x@example.com"}},{id:"home-user",pattern:/(?:(?<![\w.~-])\/(?:home|Users)\/|\b[A-Za-z]:(?:\\{1,4}|\/)Users(?:\\{1,4}|\/))([A-Za-z0-9_][\w.-]{0,63})(?![\w.-]|\*)/g,
hints:["/home/","/Users/","Users\\",":/Users"],reach:6,accepts:t=>!tN.has(t.toLowerCase()),examples:{"/home/ada/project/a.ts":"/home/[redacted:home-user#1]/proj\
ect/a.ts","at file:///Users/ada.l/x":"at file:///Users/[redacted:home-user#1]/x","C:\\Users\\Ada\\x, C:\\\\Users\\\\Ada\\\\x":"C:\\Users\\[redacted:home-user#1]\\x\
, C:\\\\Users\\\\[redacted:home-user#1]\\\\x","/home/agent/x /home/runner/y src/home/page.ts GET /api/Users/7":"/home/agent/x /home/runner/y src/home/page.ts GE\
T /api/Users/7"}},{id:"ip-address",optional:!0,pattern:/(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w.]*\d)|(?<![\w:.])(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}(?![\w:.])/g,
accepts:t=>!/^(?:127\.|0\.0\.0\.0$|255\.255|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.)/.test(t),examples:{"from 10.20.30.40:443":"from [redacted:ip-address#1]:44\
3","2a00:1450:4001:81b:0:0:0:200e":"[redacted:ip-address#1]","127.0.0.1 1.2.3.4.5 v1.2.3":"127.0.0.1 1.2.3.4.5 v1.2.3"}}]});function pk(t){let e=new Map;for(let n of t)e.set(n,(e.get(n)??0)+1);let s=0;for(let n of e.values())s-=n/t.length*Math.log2(n/t.length);return s}function fk(t){
let{least_entropy:e,entropy_above:s,has:n=[],not:r=[],no_end:o}=t;return(i,a)=>o!==void 0&&i.endsWith(o)||r.includes("placeholder")&&oN.test(i)||e!==void 0&&pk(
i)<e||s!==void 0&&pk(i)<=s||!n.every(c=>rN[c].test(i))||r.includes("words")&&iN.test(i)?!1:!(r.includes("local-address")&&aN.test(a))}var rN,oN,iN,aN,hk=qe(()=>{
"use strict";rN={digit:/\d/,letter:/[A-Za-z]/},oN=/^(?:x{3,}|\*{3,}|\.{3,}|0+|1234567\d*|changeme|change_me|password|passwd|secret|token|none|null|undefined|true|false|example|dummy|test(?:ing)?|fake|sample|placeholder|redacted|your[_-].*|my[_-].*|<.*>|\$\{.*\}|\{\{.*\}\}|\$[A-Z_]+|%\(?.*\)?s?|process\.env.*|os\.environ.*|env\..*)$/i,
iN=/^(?:[$<{%]|https?:\/\/|(?:\.{0,2}|~)\/(?:[\w.-]{1,100}\/)+[\w.-]*$|process\.|os\.|env\.|(?:your|my|test|fake|dummy|example|sample|xxx)[_-])|^[./~@#]{0,3}(?:[A-Za-z]{1,40}|v?\d{1,4})(?:[-_./:@ ]{1,2}(?:[A-Za-z]{1,40}\d{0,4}|v?\d{1,4})){0,30}$/i,
aN=/^[^@]*@(?:localhost|127\.0\.0\.1|\[::1\]|(?:[\w-]+\.){0,20}(?:example(?:\.com|\.org|\.net)?|test|invalid|local))\.?(?![\w.-]|:\/\/)/i});var mk,gk=qe(()=>{"use strict";mk=JSON.parse(`[{"id":"private-key","patches":"high","pattern":"-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----[A-\
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
":["SORT_KEY=created_at_desc","MAX_TOKENS=128000"]}}]`)});var yk,bk=qe(()=>{"use strict";Je();hk();gk();yk=mk.map(({pattern:t,flags:e="",accepts:s,...n})=>({...n,pattern:new RegExp(t,`g${e}`),...ne({accepts:s&&fk(s)})}))});var cN,kk,vk=qe(()=>{"use strict";Je();lk();uk();bk();cN=yk.flatMap(({id:t,pattern:e,accepts:s,texts:n,examples:r})=>{if(!n)return[];let{field:o,...i}=n,{redacts:a={},
leaves:c=[]}=r,l=[...Object.entries(a),...c.map(d=>[d,d])];return[{id:t,pattern:e,...i,...ne({accepts:s,field:o===void 0?void 0:new RegExp(o,"i")}),examples:Object.
fromEntries(l.map(d=>d.map(ck)))}]}),kk=[...cN,...dk]});function xk(t){let e=new Uint8Array(Zd+1),s=new Map,n=Array.from({length:128},()=>[]);for(let o of t)if(o.text.length===1)for(let i of Sk(o,o.text))n[i].push({hint:o,
back:0});else for(let[i,a]of dN(o))e[i]=1,s.set(i,[...s.get(i)??[],{hint:o,back:a}]);let r=Uint8Array.from(n,o=>+(o.length>0));return(o,i)=>{let a=wk,c=(d,u)=>{
for(let{hint:p,back:f}of d){let m=u-f;if(m<0||!uN(o,m,p))continue;if(i.left<=0)return!1;i.left-=1,a===wk&&(a=new Map);let h=a.get(p.rule);h?h.at(-1)!==m&&h.push(
m):a.set(p.rule,[m])}return!0},l=0;for(let d=0;d<o.length;d++){let u=o.charCodeAt(d)&127;if(l=(l<<6^u)&Zd,e[l]!==0&&!c(s.get(l),d)||r[u]!==0&&!c(n[u],d))return}
return a}}function*dN({text:t,fold:e}){let s=[...t.slice(0,3)],n=s.map(c=>Sk({fold:e},c));for(;n.length<3;)n.unshift(Array.from({length:128},(c,l)=>l));let r=new Set,
[o=[],i=[],a=[]]=n;for(let c of o)for(let l of i)for(let d of a){let u=((c<<6^l)<<6^d)&Zd;r.has(u)||(yield[u,s.length-1]),r.add(u)}}function Sk({fold:t},e){let s=e.
charCodeAt(0);return t&&s>=97&&s<=122?[s,s-32]:[s&127]}function uN(t,e,{text:s,fold:n}){return n?t.slice(e,e+s.length).toLowerCase()===s:t.startsWith(s,e)}var wk,
lN,Zd,Ek=qe(()=>{"use strict";wk=new Map,lN=18,Zd=2**lN-1});function _k(t,e){let s=t.map(a=>{let c=[...new Set([...a.pattern.flags.replace(/[gy]/g,""),"d"])].join(""),l=`(${a.pattern.source})`,d=`[^]{0,${a.reach??0}}?${l}`;
return{rule:a,near:new RegExp(d,`${c}y`),next:new RegExp(l,`${c}g`)}}),n=({hints:a=[],fold:c=!1},l)=>a.map(d=>({text:d,fold:c,rule:l})),r=xk(t.flatMap(n)),o=t.findIndex(
({hints:a})=>!a),i=o<0?t.length:o;return(a,c)=>{let l=r(a,c);if(!l)return;let d=[],u;for(let p=l.size>0?0:i;p<s.length;p++){let f=s[p],m=f.rule.hints&&l.get(p);
if(f.rule.hints&&!m)continue;let h=m?fN(f,a,m,e):hN(f,a,e);for(let g of h)u??=new Uint8Array(a.length),!u.subarray(g.from,g.to).includes(1)&&(u.fill(1,g.from,g.
to),d.push(g))}return d.sort((p,f)=>p.from-f.from)}}function fN({rule:t,near:e},s,n,r){let o=[],i=0;for(let a of n){if(a<i)continue;e.lastIndex=Math.max(i,a-(t.
reach??0));let c=e.exec(s);if(!c)continue;let l=Ak(t,s,c,i,r);l&&(o.push(l),i=l.to)}return o}function hN({rule:t,next:e},s,n){let r=[];e.lastIndex=0;for(let o=e.
exec(s);o;o=e.exec(s)){o[0]===""&&e.lastIndex++;let i=Ak(t,s,o,r.at(-1)?.to??0,n);i&&r.push(i)}return r}function Ak(t,e,s,n,r){let[o,i]=s.indices[2]??s.indices[1],
a=t.quotes?-1:e.slice(o,i).indexOf('"'),c=mN(e,Math.max(n,o),a===-1?i:o+a),l=e.slice(c.from,c.to);if(!(l===""||$k(l,r)||t.accepts&&!t.accepts(l,s[1])))return{rule:t,
...c}}function $k(t,e){let s=t.replace(e,"");return s.length<t.length&&s.length<Ck}function Tk({field:t,accepts:e},s,n,r){return!t||n.length<Ck||n.length>pN?!1:
!/\s/.test(n)&&t.test(s)&&!$k(n,r)&&(!e||e(n,n))}function mN(t,e,s){let n=gN(t,e),r=s,o=/\\+u[0-9a-fA-F]{0,3}$/.exec(t.slice(Math.max(n,r-16),r));for(o&&Pk.test(
t[r]??"")&&(r-=o[0].length);r>n&&t[r-1]==="\\";)r--;return Rk(t,r-1)&&Ik(t,r)&&r--,{from:n,to:Math.max(n,r)}}function gN(t,e){let s=e;if(t[s-1]==="\\"){for(;t[s]===
"\\";)s++;return/^u[0-9a-fA-F]{4}$/.test(t.slice(s,s+5))?s+5:'"/bfnrtu'.includes(t[s]??" ")?s+1:s}let n=/\\u([0-9a-fA-F]{0,3})$/.exec(t.slice(Math.max(0,s-5),s));
for(let r=n?4-n[1].length:0;r>0&&Pk.test(t[s]??"");r--)s++;return Ik(t,s)&&Rk(t,s-1)&&s++,s}var Ck,pN,Pk,Rk,Ik,Nk=qe(()=>{"use strict";Ek();Ck=12,pN=300;Pk=/^[0-9a-fA-F]$/;
Rk=(t,e)=>(t.charCodeAt(e)&64512)===55296,Ik=(t,e)=>(t.charCodeAt(e)&64512)===56320});function Mk(t=EN,e=wN){let s=TN(t),n=_k(t,s),r=ok([yN,t.map(i=>[i.id,i.pattern.source,i.pattern.flags,i.placeholder??null])]),o=()=>({...CN(t,n,s,e),sha256:r,begin:o});
return o()}function CN(t,e,s,n){let r={left:n},o=_N(),i=(d,u,p)=>{let f=d,m=p==="facts"&&d.length<=xN?{left:4*d.length}:r;for(let h=0;h<bN;h++){let g=e(f,m);if(!g)
return u["too-dense"]=(u["too-dense"]??0)+1,Dk;if(g.length===0)return f;f=$N(f,g,(b,v)=>(u[b.id]=(u[b.id]??0)+1,p==="patch"?AN(v,E=>o(b,E)):o(b,v)))}return f},a=(d,u)=>d.
split("/").map(p=>{let f={},m=i(p,f,"facts");if(m===p||Ok(m.replace(s,""))!==Ok(p))return p;for(let[h,g]of Object.entries(f))u[h]=(u[h]??0)+g;return m}).join("/"),
c=(d,u,p,f)=>typeof d=="string"?i(d,u,f):typeof d!="object"||d===null?d:p>vN?(u["too-deep"]=(u["too-deep"]??0)+1,Lk):Array.isArray(d)?d.map(m=>c(m,u,p+1,f)):Object.
fromEntries(Object.entries(d).map(([m,h])=>{let g=i(m,u,f);if(f==="facts"&&typeof h=="string"&&SN.has(m))return[g,a(h,u)];let b=c(h,u,p+1,f),v=typeof h=="string"&&
b===h&&t.find(E=>Tk(E,m,h,s));return v?(u[v.id]=(u[v.id]??0)+1,[g,o(v,h)]):[g,b]})),l=d=>{let u={};return{value:d(u),found:u}};return{text:(d,u)=>l(p=>i(d,p,u)),
json:(d,u)=>l(p=>c(d,p,0,u))}}function _N(){let t=new Map;return(e,s)=>{let n=t.get(e.id)??new Map;t.set(e.id,n);let r=s.length>64?Qd(s):s,o=n.get(r);return o===
void 0&&(o=n.size<kN?n.size+1:0,o>0&&n.set(r,o)),Jd(e,o)}}function AN(t,e){let[s="",...n]=t.split(`
`),r=e([s,...n.map(o=>o.slice(1))].join(`
`));return[s===""?"":r,...n.map(o=>`${o.slice(0,1)}${o.length>1?r:""}`)].join(`
`)}function $N(t,e,s){let n=[],r=0;for(let{rule:o,from:i,to:a}of e)n.push(t.slice(r,i),s(o,t.slice(i,a))),r=a;return n.join("")+t.slice(r)}function TN(t){let s=[
...t.map(n=>Jd(n,Number.NaN)),Lk,Dk].map(n=>n.replace(/[\\^$.*+?()[\]{}|/-]/g,"\\$&").replace("NaN","\\d{1,9}"));return new RegExp(s.join("|"),"g")}var yN,bN,kN,
vN,Lk,wN,Dk,xN,SN,EN,Ok,Wk=qe(()=>{"use strict";ik();ak();vk();Nk();yN=2,bN=20,kN=2e5,vN=500,Lk="[redacted:too-deep]",wN=2e6,Dk="[redacted:too-dense]",xN=8192,SN=
new Set(["path","old_path"]),EN=kk.filter(({optional:t})=>!t);Ok=t=>t.replace(/[A-Za-z0-9_-]/g,"")});var Fk={};ua(Fk,{appendLogLine:()=>NN,formatLogLine:()=>jk});function jk({time:t,client:e,verdict:s,rule:n,subject:r}){let{value:o}=Mk().text(r.slice(0,PN)),i=o.
length>qk?`${o.slice(0,qk)} \u2026`:o,a=IN.reduce((c,l)=>c.replace(l,"$1[redacted]"),i);return`${t.toISOString()} ${e} ${s} ${n||"-"} ${nn(a)}`}function NN(t,e){
let s=`${jk(e)}
`,n=(0,lt.openSync)(t,RN,384);try{if(!(0,lt.fstatSync)(n).isFile())throw Object.assign(new Error(`${t} is not a file`),{code:"not a file"});(0,lt.writeSync)(n,s)}finally{
(0,lt.closeSync)(n)}}var lt,PN,qk,RN,IN,Hk=qe(()=>{"use strict";lt=require("node:fs");Tn();Wk();PN=64*1024,qk=2e3,RN=lt.constants.O_WRONLY|lt.constants.O_CREAT|
lt.constants.O_APPEND|lt.constants.O_NOFOLLOW|lt.constants.O_NONBLOCK,IN=[/(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@"']*:)[^\s/@"']+(?=@)/gi,/((?:^|\s)(?:-u|-U|--user|--proxy-user)[ =]?["']?[^\s:"'/]+:)[^\s"']+/g,
/((?:^|[\s;&?"'{,])-{0,2}[\w-]*(?:password|passwd|passphrase|secret|token|api[-_]?key)["']?\s*[=: ]\s*["']?)[^\s"'&;$]+/gi,/(\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump|sshpass)\b[^|;&]*?\s-p ?["']?)[^\s"'-][^\s"']*/g]});var KN={};ua(KN,{CLOSED_CONTAINER:()=>Fn,GuardrailSuite:()=>ai,NON_EMPTY_VALUE:()=>ha,SEVERITY_ORDER:()=>Dt,UNKNOWN_VALUE:()=>k,UNREAD_VALUE:()=>D,codeLanguages:()=>cv,
createGuard:()=>Es,createShellInvocation:()=>Jt,createShippedGuard:()=>PA,findAffectedPaths:()=>er,findOriginalPaths:()=>Ya,getFindPatterns:()=>Bs,guardLevels:()=>zs,
hasFlag:()=>se,hasKnownShortOptions:()=>fa,hasPathEffects:()=>Qa,hasUnreadValue:()=>ye,isDeletingFind:()=>Zn,isKnownWord:()=>ft,isRemotePath:()=>Jn,parseProgramArguments:()=>fe,
pathClasses:()=>nv,pathEffects:()=>qs,phraseRules:()=>ri,readCode:()=>wo,readCommand:()=>ti,replaceWithUnevaluated:()=>Ce,replaceWithUnknown:()=>je,resolveFoundPaths:()=>Gs,
runHook:()=>jN,shippedGuardRules:()=>ii,vocabulary:()=>_});module.exports=sv(KN);var V=JSON.parse(`{"arguments":{"grammars":{"git":{"long":["git-dir","work-tree","namespace","exec-path","config-env"]},"git commit":{"short":"mFcCt","long":["m\
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
":"writes","skip":1},"az storage":{"options":{"--file":"reads","-f":"reads"}},"unzip":{"options":{"-d":"writes"},"with":[{"flags":["-p"],"each":"reads"}]},"http\
.server":{"options":{"--directory":"reads","-d":"reads"}},"b2 upload-file":{"each":"reads"},"b2 file":{"each":"reads"},"s3cmd put":{"each":"reads"},"s3cmd sync"\
:{"each":"reads"},"s5cmd cp":{"each":"reads"},"gdrive upload":{"each":"reads"},"uplink cp":{"each":"reads"},"mc cp":{"each":"reads"},"azcopy copy":{"each":"read\
s"},"megaput":{"each":"reads"},"gh release":{"each":"reads","skip":2},"git restore":{"each":"writes","with":[{"flags":["--staged","-S"],"each":"none"}]},"git cl\
ean":{"each":"changes"},"git mv":{"each":"moves","last":"writes"},"git rm":{"each":"moves","with":[{"flags":["--cached"],"each":"none"}]},"mysqldump":{"options"\
:{"--result-file":"writes","-r":"writes"}},"ssh":{"options":{"-F":"reads"}}}},"clients":{"destroys":["delete","del","destroy","remove","rm","rmi","rmdir","purge\
","terminate","drop","wipe","prune","teardown","tear-down","erase","nuke","unregister","deregister","decommission","deprovision","undeploy","unpublish","revoke"\
,"reset","clear","uninstall","unset","unsubscribe","trash","empty","shred","obliterate","dismantle","deletion","permanent-delete","close-account","leave-organiz\
ation"],"others":["run-","submit-","execute-","tag-","describe-","list-","get-","put-","create-","update-","add-","set-","start-","show-","search-","query-","mo\
dify-","head-","copy-","import-","export-","attach-","enable-","register-","associate-","send-","publish-","invoke-","test-","filter-","lookup-","estimate-","va\
lidate-","list","ls","show","get","describe","status","check","view","info","inspect","logs","log","diff","plan","validate","lint","verify","version","help","co\
mpletion","create","add","new","init","set","put","update","edit","patch","apply","deploy","up","start","restart","run","exec","execute","ssh","open","login","l\
ogout","import","export","pull","push","clone","sync","copy","cp","mv","move","scale","tail","follow","watch","wait","serve","dev","build","test","publish","pub\
","subscribe","sub","send","enqueue","produce","consume","query","search","find","select","use","switch","connect","attach","invoke","call","trigger","generate"\
,"gen","migrate","rollback","promote","upload","download","cat","head","stat","whoami","enable","tag","label","annotate","rename","restore","fork","merge","appr\
ove","comment","close","reopen","retry","rerun","cancel","pause","resume","top","ps","events","history","tree","explain","render","template","preview","print","\
dump","read","write","unseal","seal","tunnel","proxy","port-forward","checkout","link","lookup","search-replace","scaffold","make","seed","co","browse","checkou\
t"],"local":["cache","caches","config","configs","configuration","configurations","context","contexts","profile","profiles","plugin","plugins","alias","aliases"\
,"extension","extensions","telemetry","emulator","emulators","completion","auth","history","krew","transient","session","sessions","settings"],"project":["magen\
to","drush","drupal","wp","typo3","n98-magerun2","moosh"],"own":{"endpoints":["endpoint-url","endpoint","endpoints","address","addr","server","api-url","s","AWS\
_ENDPOINT_URL","VAULT_ADDR","NOMAD_ADDR","CONSUL_HTTP_ADDR","ETCDCTL_ENDPOINTS"],"environments":["RAILS_ENV","RACK_ENV","HANAMI_ENV","NODE_ENV","APP_ENV","DJANG\
O_ENV","DJANGO_SETTINGS_MODULE","FLASK_ENV","MIX_ENV","SYMFONY_ENV","ADONIS_ENV","env","environment","settings"],"stages":["test","testing","*.test","*.test.*",\
"*.testing","*.settings_test","*.test_settings","*.tests.settings"],"databases":["d","D","dbname","database"],"creates":["create","add","new","init","run","up",\
"apply","start","launch","make","make-bucket","mb"],"names":["name","cluster-name","bucket","db-instance-identifier","p","project-name"],"kinds":["ns","namespac\
e","namespaces","pod","pods","deploy","deployment","service","svc","secret","configmap","cm","job","cluster","clusters","volume","network","container","image","\
database","db","bucket","user","compose","down"]},"clients":{"aws":{"nouns":["logs","config","deploy","events","connect","session","sessions"],"spares":["config\
ure"],"words":2},"gcloud":{"verbs":["reset-windows-password"],"nouns":["run","deploy","builds","logs","logging","events","config","contexts"],"spares":["config \
unset","config configurations delete","auth revoke","components remove"]},"az":{"verbs":["deallocate"],"nouns":["events","config"],"spares":["account clear","ca\
che purge","cache delete","config unset","extension remove"]},"oci":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"doctl":{"verbs":["rebuild","rein\
stall"],"nouns":["config","tag"]},"hcloud":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"linode-cli":{"verbs":["rebuild","reinstall"],"nouns":["co\
nfig","tag"]},"vultr-cli":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"scw":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"exo":{"ve\
rbs":["rebuild","reinstall"],"nouns":["config","tag"]},"ibmcloud":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"ovhai":{"verbs":["rebuild","reinst\
all"],"nouns":["config","tag"]},"ovhcloud":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"civo":{"verbs":["rebuild","reinstall"],"nouns":["config",\
"tag"]},"openstack":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"upctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"yc":{"verbs":\
["rebuild","reinstall"],"nouns":["config","tag"]},"ionosctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"gridscale":{"verbs":["rebuild","reinsta\
ll"],"nouns":["config","tag"]},"stackit":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"aliyun":{"verbs":["rebuild","reinstall"],"nouns":["config",\
"tag"]},"tccli":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"runpodctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"vastai":{"ver\
bs":["rebuild","reinstall"],"nouns":["config","tag"]},"cherryctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"paperspace":{"verbs":["rebuild","r\
einstall"],"nouns":["config","tag"]},"nova":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"ecs-cli":{"verbs":["rebuild","reinstall"],"nouns":["conf\
ig","tag"]},"copilot":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"eksctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"triton":{"\
verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"heroku":{"nouns":["config"],"spares":["plugins:uninstall","plugins:unlink","auth:logout","accounts:rem\
ove"]},"fly":{"verbs":["detach"],"nouns":["image"],"spares":["auth logout"]},"flyctl":{"verbs":["detach"],"nouns":["image"],"spares":["auth logout"]},"vercel":{\
"nouns":["dev"]},"now":{"nouns":["dev"]},"netlify":{"nouns":["dev"]},"ntl":{"nouns":["dev"]},"railway":{"verbs":["down"],"nouns":["environment"]},"render":{"nou\
ns":["config"]},"koyeb":{"nouns":["config"]},"northflank":{"nouns":["config"]},"clever":{"nouns":["config"]},"scalingo":{"nouns":["config"]},"platform":{"nouns"\
:["config"]},"upsun":{"nouns":["config"]},"gigalixir":{"nouns":["config"]},"aptible":{"nouns":["config"]},"qovery":{"nouns":["config"]},"cloud66":{"nouns":["con\
fig"]},"terminus":{"nouns":["config"]},"acli":{"nouns":["config"]},"lagoon":{"nouns":["config"]},"fastly":{"nouns":["config"]},"zeabur":{"nouns":["config"]},"de\
ta":{"nouns":["config"]},"genezio":{"nouns":["config"]},"wrangler":{"nouns":["deploy","tail"]},"supabase":{"spares":["migration new"]},"firebase":{"verbs":["dis\
able"],"spares":["target:clear","target:remove"]},"appwrite":{"nouns":["config"]},"nhost":{"nouns":["config"]},"xata":{"nouns":["config"]},"convex":{"nouns":["c\
onfig"]},"amplify":{"nouns":["config"]},"ampx":{"nouns":["config"]},"hasura":{"nouns":["config"]},"eb":{"nouns":["config"]},"cf":{"nouns":["config"]},"cf7":{"no\
uns":["config"]},"cf8":{"nouns":["config"]},"dokku":{"nouns":["config","plugin"],"spares":["config show"]},"caprover":{"nouns":["config","plugin"],"spares":["co\
nfig show"]},"kamal":{"nouns":["config","plugin"],"spares":["config show"]},"piku":{"nouns":["config","plugin"],"spares":["config show"]},"surge":{"nouns":["dep\
loy"]},"deployctl":{"nouns":["deploy"]},"neonctl":{"nouns":["run","runs","config","tag"]},"neon":{"nouns":["run","runs","config","tag"]},"pscale":{"nouns":["run\
","runs","config","tag"]},"planetscale":{"nouns":["run","runs","config","tag"]},"turso":{"nouns":["run","runs","config","tag"]},"tembo":{"nouns":["run","runs","\
config","tag"]},"aiven":{"nouns":["run","runs","config","tag"]},"avn":{"nouns":["run","runs","config","tag"]},"ccloud":{"nouns":["run","runs","config","tag"]},"\
confluent":{"nouns":["run","runs","config","tag"]},"atlas":{"nouns":["run","runs","config","tag"]},"mongocli":{"nouns":["run","runs","config","tag"]},"realm-cli\
":{"nouns":["run","runs","config","tag"]},"astra":{"nouns":["run","runs","config","tag"]},"upstash":{"nouns":["run","runs","config","tag"]},"fauna":{"nouns":["r\
un","runs","config","tag"]},"tb":{"nouns":["run","runs","config","tag"]},"ticloud":{"nouns":["run","runs","config","tag"]},"databricks":{"nouns":["run","runs","\
config","tag"]},"dbfs":{"nouns":["run","runs","config","tag"]},"dbt-cloud":{"nouns":["run","runs","config","tag"]},"motherduck":{"nouns":["run","runs","config",\
"tag"]},"gh":{"nouns":["run","label","release","cache","status","events","tag"],"spares":["alias delete","extension remove","auth logout"]},"glab":{"nouns":["ru\
n","label","release","cache","status","events","tag"],"spares":["alias delete","extension remove","auth logout"]},"hub":{"nouns":["run","label","release","cache\
","status","events","tag"],"spares":["alias delete","extension remove","auth logout"]},"tea":{"nouns":["run","label","release","cache","status","events","tag"],\
"spares":["alias delete","extension remove","auth logout"]},"circleci":{"verbs":["remove-secret"],"nouns":["context","contexts","config","run"]},"gitlab-runner"\
:{"nouns":["run"]},"travis":{"verbs":["disable"],"nouns":["env","cache","settings"]},"drone":{"nouns":["log","build","cron","info","plugins"]},"woodpecker-cli":\
{"nouns":["log","build","cron","info","plugins"]},"buildkite-agent":{"nouns":["build","pipeline"]},"bk":{"nouns":["build","pipeline"]},"jenkins-cli":{"verbs":["\
quiet-down","safe-restart","safe-shutdown","shutdown","disable-job","disable-node"],"nouns":["build","config","plugin"]},"jcli":{"verbs":["quiet-down","safe-res\
tart","safe-shutdown","shutdown","disable-job","disable-node"],"nouns":["build","config","plugin"]},"jenkins-jobs":{"verbs":["quiet-down","safe-restart","safe-s\
hutdown","shutdown","disable-job","disable-node"],"nouns":["build","config","plugin"]},"tkn":{"nouns":["archive"],"spares":["context delete"]},"argo":{"nouns":[\
"archive"],"spares":["context delete"]},"argocd":{"nouns":["archive"],"spares":["context delete"]},"flux":{"nouns":["archive"],"spares":["context delete"]},"kar\
go":{"nouns":["archive"],"spares":["context delete"]},"harness":{"nouns":["archive"],"spares":["context delete"]},"codefresh":{"nouns":["archive"],"spares":["co\
ntext delete"]},"sem":{"nouns":["archive"],"spares":["context delete"]},"teamcity":{"nouns":["archive"],"spares":["context delete"]},"appveyor":{"nouns":["archi\
ve"],"spares":["context delete"]},"bitrise":{"nouns":["archive"],"spares":["context delete"]},"codemagic":{"nouns":["archive"],"spares":["context delete"]},"cir\
rus":{"nouns":["archive"],"spares":["context delete"]},"werf":{"nouns":["archive"],"spares":["context delete"]},"octopus":{"nouns":["archive"],"spares":["contex\
t delete"]},"depot":{"nouns":["archive"],"spares":["context delete"]},"rancher":{"nouns":["run","config"]},"rke":{"nouns":["run","config"]},"rosa":{"nouns":["ru\
n","config"]},"ocm":{"nouns":["run","config"]},"tsh":{"nouns":["run","config"]},"tctl":{"nouns":["run","config"]},"k0sctl":{"nouns":["run","config"]},"talosctl"\
:{"nouns":["run","config"]},"omnictl":{"nouns":["run","config"]},"kops":{"nouns":["run","config"]},"clusterctl":{"nouns":["run","config"]},"karmadactl":{"nouns"\
:["run","config"]},"vcluster":{"nouns":["run","config"]},"tanzu":{"nouns":["run","config"]},"cilium":{"nouns":["run","config"]},"linkerd":{"nouns":["run","confi\
g"]},"istioctl":{"nouns":["run","config"]},"consul-k8s":{"nouns":["run","config"]},"kumactl":{"nouns":["run","config"]},"kn":{"nouns":["run","config"]},"faas-cl\
i":{"nouns":["run","config"]},"nuctl":{"nouns":["run","config"]},"velero":{"nouns":["run","config"]},"pxctl":{"nouns":["run","config"]},"kind":{"verbs":["deluse\
r","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"minikube":{"verbs":["deluser","uni\
nit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"k3d":{"verbs":["deluser","uninit"],"nouns\
":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"limactl":{"verbs":["deluser","uninit"],"nouns":["conf\
ig","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"colima":{"verbs":["deluser","uninit"],"nouns":["config","imag\
e"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"lando":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spare\
s":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"ddev":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapsh\
ot delete","image rm","image remove","cache delete","cache clear"]},"nixos-container":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapsh\
ot delete","image rm","image remove","cache delete","cache clear"]},"vagrant":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delet\
e","image rm","image remove","cache delete","cache clear"]},"helmfile":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","ima\
ge rm","image remove","cache delete","cache clear"]},"machinectl":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm\
","image remove","cache delete","cache clear"]},"distrobox":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","ima\
ge remove","cache delete","cache clear"]},"toolbox":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remov\
e","cache delete","cache clear"]},"orb":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache de\
lete","cache clear"]},"loft":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cach\
e clear"]},"stratis":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"\
]},"apptainer":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"si\
ngularity":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"prosod\
yctl":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"ejabberdctl\
":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"ykman":{"verbs"\
:["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"etckeeper":{"verbs":["del\
user","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"gluster":{"nouns":["image","con\
fig","profile"]},"ceph":{"nouns":["image","config","profile"]},"rados":{"nouns":["image","config","profile"]},"rbd":{"nouns":["image","config","profile"]},"lxc"\
:{"nouns":["image","config","profile"]},"incus":{"nouns":["image","config","profile"]},"multipass":{"nouns":["image","config","profile"]},"govc":{"nouns":["imag\
e","config","profile"]},"pvesh":{"nouns":["image","config","profile"]},"pveum":{"nouns":["image","config","profile"]},"xe":{"nouns":["image","config","profile"]\
},"onevm":{"nouns":["image","config","profile"]},"maas":{"nouns":["image","config","profile"]},"hammer":{"nouns":["image","config","profile"]},"juju":{"nouns":[\
"image","config","profile"]},"crane":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"gcrane":{"nouns":["tag","repo","\
image","export","config"],"spares":["config remove","config rm"]},"skopeo":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config r\
m"]},"regctl":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"oras":{"nouns":["tag","repo","image","export","config"]\
,"spares":["config remove","config rm"]},"notation":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"cosign":{"nouns":\
["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"harbor-cli":{"nouns":["tag","repo","image","export","config"],"spares":["confi\
g remove","config rm"]},"jf":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"jfrog":{"nouns":["tag","repo","image","e\
xport","config"],"spares":["config remove","config rm"]},"cloudsmith":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},\
"packagecloud":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"pulp":{"nouns":["tag","repo","image","export","config"\
],"spares":["config remove","config rm"]},"spacectl":{"spares":["plugin"]},"tfc":{"spares":["plugin"]},"esc":{"spares":["plugin"]},"sceptre":{"spares":["plugin"\
]},"sst":{"spares":["plugin"]},"serverless":{"spares":["plugin"]},"sls":{"spares":["plugin"]},"sam":{"spares":["plugin"]},"chalice":{"spares":["plugin"]},"zappa\
":{"spares":["plugin"]},"cdk":{"spares":["plugin"]},"cdktf":{"spares":["plugin"]},"pulumi":{"spares":["plugin"]},"rabbitmqctl":{"verbs":["force_reset","stop_app\
","forget_cluster_node"]},"rabbitmqadmin":{"nouns":["context","export","import"],"spares":["context rm"]},"nats":{"nouns":["context","export","import"],"spares"\
:["context rm"]},"nsc":{"nouns":["context","export","import"],"spares":["context rm"]},"pulsar-admin":{"verbs":["skip-all","skip-messages","expire-messages"]},"\
pulsarctl":{"verbs":["skip-all","skip-messages","expire-messages"]},"rpk":{"nouns":["consume","config"],"spares":["profile delete"]},"kafkactl":{"nouns":["consu\
me","config"],"spares":["profile delete"]},"kaf":{"nouns":["consume","config"],"spares":["profile delete"]},"kcctl":{"nouns":["consume","config"],"spares":["pro\
file delete"]},"etcdctl":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"consul":{"verbs":["disable","f\
orce-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"nomad":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events"\
,"connect","session","sessions"]},"vault":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"bao":{"verbs"\
:["disable","force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"boundary":{"verbs":["disable","force-leave"],"nouns":["config",\
"plugin","events","connect","session","sessions"]},"influx":{"nouns":["config","query"],"spares":["config rm"]},"influxdb3":{"nouns":["config","query"],"spares"\
:["config rm"]},"promtool":{"nouns":["config","query"],"spares":["config rm"]},"amtool":{"nouns":["config","query"],"spares":["config rm"]},"mimirtool":{"nouns"\
:["config","query"],"spares":["config rm"]},"cortextool":{"nouns":["config","query"],"spares":["config rm"]},"logcli":{"nouns":["config","query"],"spares":["con\
fig rm"]},"grafanactl":{"nouns":["config","query"],"spares":["config rm"]},"meilisearch":{},"algolia":{},"typesense-cli":{},"esctl":{},"ecctl":{},"qdrant":{},"w\
eaviate":{},"pinecone":{},"milvus_cli":{},"vespa":{},"s4cmd":{"nouns":["link"]},"storj":{"nouns":["link"]},"uplink":{"nouns":["link"]},"w3":{"nouns":["link"]},"\
dbxcli":{"nouns":["link"]},"gdrive":{"nouns":["link"]},"mega-rm":{"nouns":["link"]},"stripe":{"verbs":["cancel","void","void_invoice"],"nouns":["events"],"spare\
s":["config"]},"twilio":{"nouns":["config"],"spares":["config:remove","profiles:remove","plugins:remove","plugins:uninstall"]},"sendgrid":{"nouns":["config"],"s\
pares":["config:remove","profiles:remove","plugins:remove","plugins:uninstall"]},"plivo":{"nouns":["config"],"spares":["config:remove","profiles:remove","plugin\
s:remove","plugins:uninstall"]},"vonage":{"nouns":["config"],"spares":["config:remove","profiles:remove","plugins:remove","plugins:uninstall"]},"telnyx":{"nouns\
":["config"],"spares":["config:remove","profiles:remove","plugins:remove","plugins:uninstall"]},"shopify":{"nouns":["config","space","extension"]},"contentful":\
{"nouns":["config","space","extension"]},"sanity":{"nouns":["config","space","extension"]},"prismic":{"nouns":["config","space","extension"]},"storyblok":{"noun\
s":["config","space","extension"]},"datocms":{"nouns":["config","space","extension"]},"hygraph":{"nouns":["config","space","extension"]},"commercetools":{"nouns\
":["config","space","extension"]},"saleor":{"nouns":["config","space","extension"]},"webflow":{"nouns":["config","space","extension"]},"bigcommerce":{"nouns":["\
config","space","extension"]},"sentry-cli":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"rollbar-cli":{"verbs":["disable"],"nouns":\
["events","files","config","tail","search"]},"bugsnag-cli":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"datadog-ci":{"verbs":["dis\
able"],"nouns":["events","files","config","tail","search"]},"snyk":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"pagerduty":{"verbs\
":["disable"],"nouns":["events","files","config","tail","search"]},"dog":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"newrelic":{"\
verbs":["disable"],"nouns":["events","files","config","tail","search"]},"pd":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"opsgenie\
":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"honeycomb":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]\
},"axiom":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"checkly":{"verbs":["disable"],"nouns":["events","files","config","tail","se\
arch"]},"papertrail":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"lacework":{"verbs":["disable"],"nouns":["events","files","config\
","tail","search"]},"snyk-api-import":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"splunk":{"verbs":["disable"],"nouns":["events",\
"files","config","tail","search"]},"auth0":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"okta":{"verbs":["user-del","group-del","host-del"],"n\
ouns":["logs"]},"clerk":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"workos":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"\
zitadel":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"ory":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"kcadm":{"verbs":["\
user-del","group-del","host-del"],"nouns":["logs"]},"kcadm.sh":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"keycloak-cli":{"verbs":["user-del\
","group-del","host-del"],"nouns":["logs"]},"fusionauth":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"ipa":{"verbs":["user-del","group-del","\
host-del"],"nouns":["logs"]},"samba-tool":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"jumpcloud":{"verbs":["user-del","group-del","host-del"\
],"nouns":["logs"]},"op":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"bw":{"verbs":["suspend"],"nouns":["config"\
,"configs","settings","history"],"spares":["config"]},"bws":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"lpass":\
{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"rbw":{"verbs":["suspend"],"nouns":["config","configs","settings","h\
istory"],"spares":["config"]},"doppler":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"infisical":{"verbs":["suspe\
nd"],"nouns":["config","configs","settings","history"],"spares":["config"]},"chamber":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"sp\
ares":["config"]},"credstash":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"berglas":{"verbs":["suspend"],"nouns"\
:["config","configs","settings","history"],"spares":["config"]},"akeyless":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["con\
fig"]},"conjur":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"keeper":{"verbs":["suspend"],"nouns":["config","con\
figs","settings","history"],"spares":["config"]},"dcli":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"dotenv-vaul\
t":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"keybase":{"verbs":["suspend"],"nouns":["config","configs","setti\
ngs","history"],"spares":["config"]},"ldcli":{"nouns":["config"]},"launchdarkly":{"nouns":["config"]},"flagsmith":{"nouns":["config"]},"configcat":{"nouns":["co\
nfig"]},"statsig":{"nouns":["config"]},"ngrok":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"tailscale":{"verbs":[\
"cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"cloudflared":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","conf\
ig"],"spares":["config"]},"zerotier-cli":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"netbird":{"verbs":["cleanup\
","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"headscale":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spar\
es":["config"]},"flarectl":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"cli4":{"verbs":["cleanup","rrdelete","rrp\
urge"],"nouns":["tunnel","config"],"spares":["config"]},"cli53":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"dnsc\
ontrol":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"octodns-sync":{"verbs":["cleanup","rrdelete","rrpurge"],"nou\
ns":["tunnel","config"],"spares":["config"]},"pdnsutil":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"akamai":{"ve\
rbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"linear":{"nouns":["workflow","env","config","connections"]},"jira":{"nou\
ns":["workflow","env","config","connections"]},"airtable":{"nouns":["workflow","env","config","connections"]},"m365":{"nouns":["workflow","env","config","connec\
tions"]},"o365":{"nouns":["workflow","env","config","connections"]},"gam":{"nouns":["workflow","env","config","connections"]},"temporal":{"nouns":["workflow","e\
nv","config","connections"]},"zbctl":{"nouns":["workflow","env","config","connections"]},"prefect":{"nouns":["workflow","env","config","connections"]},"dagster-\
cloud":{"nouns":["workflow","env","config","connections"]},"astro":{"nouns":["workflow","env","config","connections"]},"airflow":{"nouns":["workflow","env","con\
fig","connections"]},"fivetran":{"nouns":["workflow","env","config","connections"]},"octavia":{"nouns":["workflow","env","config","connections"]},"posthog":{"no\
uns":["workflow","env","config","connections"]},"trello":{"nouns":["workflow","env","config","connections"]},"huggingface-cli":{"nouns":["run"],"spares":["delet\
e-cache","cache prune","cache rm"]},"hf":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"modal":{"nouns":["run"],"spares":["delete-cache",\
"cache prune","cache rm"]},"replicate":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"wandb":{"nouns":["run"],"spares":["delete-cache","c\
ache prune","cache rm"]},"clearml":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"mlflow":{"nouns":["run"],"spares":["delete-cache","cach\
e prune","cache rm"]},"kaggle":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"truss":{"nouns":["run"],"spares":["delete-cache","cache pru\
ne","cache rm"]},"anyscale":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"sky":{"nouns":["run"],"spares":["delete-cache","cache prune","\
cache rm"]},"eas":{"nouns":["build"]},"appcenter":{"nouns":["build"]},"code-push":{"nouns":["build"]},"saucectl":{"nouns":["build"]},"wp":{"verbs":["clean"],"no\
uns":["plugin","config"],"spares":["cache","transient","rewrite","package uninstall"]},"wp-cli":{"verbs":["clean"],"nouns":["plugin","config"],"spares":["cache"\
,"transient","rewrite","package uninstall"]},"wp-cli.phar":{"verbs":["clean"],"nouns":["plugin","config"],"spares":["cache","transient","rewrite","package unins\
tall"]},"drush":{"verbs":["cancel","sql-drop"],"nouns":["config"],"spares":["cache:clear","cache-clear","state:delete"]},"drush.phar":{"verbs":["cancel","sql-dr\
op"],"nouns":["config"],"spares":["cache:clear","cache-clear","state:delete"]},"drupal":{"verbs":["cancel","sql-drop"],"nouns":["config"],"spares":["cache:clear\
","cache-clear","state:delete"]},"prisma":{"nouns":["migrate"]},"drizzle-kit":{"nouns":["migrate"]},"ghost":{"nouns":["config","plugin"],"spares":["indexer:rese\
t"]},"magento":{"nouns":["config","plugin"],"spares":["indexer:reset"]},"bin/magento":{"nouns":["config","plugin"],"spares":["indexer:reset"]},"n98-magerun2":{"\
nouns":["config","plugin"],"spares":["indexer:reset"]},"typo3":{"nouns":["config","plugin"],"spares":["indexer:reset"]},"moosh":{"nouns":["config","plugin"],"sp\
ares":["indexer:reset"]}}},"languages":{"languages":{"python":{"lexer":{"comment":["#"],"sigils":"","interpolation":"f-string","triple":true,"single_escapes":tr\
ue,"quoting":"none","patterns":false,"lines":"indent"},"blocks":"indent","member_operators":["."],"concatenation_operators":[],"bare_calls":false,"function_keyw\
ords":["def"],"inputs":{"sys.argv":"argv","os.environ":"environment","sys.stdin":"lines"},"sdks":["boto3.","botocore.","google.cloud.","googleapiclient.","azure\
.","kubernetes.","digitalocean.","hcloud."],"texts":{"os.sep":"/","os.curdir":".","os.pardir":"..","__file__":"./program.py","string.ascii_lowercase":"abcdefghi\
jklmnopqrstuvwxyz"},"aliases":{"posix.system":"os.system","nt.system":"os.system","io.open":"open","codecs.open":"open","Path":"pathlib.Path","subprocess.os.sys\
tem":"os.system","urllib2.urlopen":"urllib.request.urlopen","urllib.urlopen":"urllib.request.urlopen","urllib.urlretrieve":"urllib.request.urlretrieve","pd.read\
_csv":"pandas.read_csv"},"rewrites":[["^(?:builtins|__builtins__|os\\\\.sys\\\\.modules|sys\\\\.modules|six\\\\.moves)\\\\.|\\\\.__dict__|\\\\.__call__$",""],["^Path(?=\\\\.)",\
"pathlib.Path"]],"functions":{"print":"print","sys.stdout.write":"print-text","input":"input","raw_input":"input","open":"open $0:file $1:mode","os.remove":"run\
 rm $0:path","os.unlink":"run rm $0:path","os.rmdir":"run rmdir $0:path","os.removedirs":"run rmdir -p $0:name","shutil.rmtree":"run rm -rf $0:path","send2trash\
.send2trash":"run rm -rf $0","os.rename":"run mv $0:src $1:dst","os.replace":"run mv $0:src $1:dst","os.renames":"run mv $0:src $1:dst","shutil.move":"run mv $0\
:src $1:dst","shutil.copy":"run cp $0:src $1:dst","shutil.copy2":"run cp $0:src $1:dst","shutil.copyfile":"run cp $0:src $1:dst","shutil.copytree":"run cp -r $0\
:src $1:dst","os.link":"run ln $0 $1","os.symlink":"run ln -s $0 $1","os.truncate":"run truncate -s 0 $0","os.mkfifo":"run mkfifo $0","os.mknod":"run mknod $0",\
"os.chmod":"chmod $0:path $1:mode","os.chown":"chown $0:path $1:uid:user","os.lchown":"chown $0:path $1:uid:user","shutil.chown":"chown $0:path $1:uid:user","os\
.open":"open $0 $1 flags","os.system":"shell $0:command:cmd","os.popen":"shell $0:command:cmd","commands.getoutput":"shell $0:command:cmd","asyncio.create_subpr\
ocess_shell":"shell $0:command:cmd","asyncio.create_subprocess_exec":"program $all","pty.spawn":"spawn-terminal $0","pexpect.spawn":"shell $0:args:command:cmd",\
"pexpect.run":"shell $0:args:command:cmd","subprocess.run":"shell $0:args:command:cmd","subprocess.call":"shell $0:args:command:cmd","subprocess.check_call":"sh\
ell $0:args:command:cmd","subprocess.check_output":"shell $0:args:command:cmd","subprocess.Popen":"shell $0:args:command:cmd","subprocess.getoutput":"shell $0:a\
rgs:command:cmd","subprocess.getstatusoutput":"shell $0:args:command:cmd","os.execl":"execute $0 $1..","os.execlp":"execute $0 $1..","os.execle":"execute $0 $1.\
.","os.execlpe":"execute $0 $1..","os.execv":"execute $0 $1..","os.execvp":"execute $0 $1..","os.execve":"execute $0 $1..","os.execvpe":"execute $0 $1..","os.po\
six_spawn":"execute $0 $1..","os.spawnl":"execute $1 $2..","os.spawnlp":"execute $1 $2..","os.spawnle":"execute $1 $2..","os.spawnlpe":"execute $1 $2..","os.spa\
wnv":"execute $1 $2..","os.spawnvp":"execute $1 $2..","os.spawnve":"execute $1 $2..","os.spawnvpe":"execute $1 $2..","sh.Command":"made program","os.dup2":"dupl\
icate-descriptor","os.kill":"kill $0 $1","os.killpg":"kill $0 $1 group","psutil.Process":"made psutil.Process","psutil.process_iter":"entries any-process","psut\
il.pids":"entries","os.listdir":"names $0","os.fork":"run fork","os.setuid":"run setuid $last","os.seteuid":"run setuid $last","os.setresuid":"run setuid $last"\
,"os.setgid":"run setgid $last","os.chroot":"run chroot $0","ctypes.CDLL":"made library","exec":"eval $0","eval":"eval $0","execfile":"read $0","fileinput.input\
":"read $0","linecache.getlines":"read $0","numpy.loadtxt":"read $0","pandas.read_csv":"read $0","pandas.read_json":"read $0","dotenv.dotenv_values":"read $0","\
runpy.run_path":"run python3 $0","__import__":"module $0","importlib.import_module":"module $0","getattr":"attribute $0 $1","operator.attrgetter":"value","globa\
ls":"name builtins","vars":"value $0","os.path.expanduser":"value $0","text":"value $0","sqlalchemy.text":"value $0","os.path.join":"join $all","pathlib.Path":"\
join $all","pathlib.PosixPath":"join $all","pathlib.Path.home":"value ~","pathlib.Path.cwd":"value .","os.getcwd":"value .","os.getenv":"environment $0","os.env\
iron.get":"environment $0","os.environ.copy":"environment $0","os.walk":"walk $0","os.scandir":"folder $0","glob.glob":"glob $0","glob.iglob":"glob $0","codecs.\
decode":"decode $0 $1","shutil.make_archive":"run tar -cf $0 $2:root_dir","socket.create_connection":"connect $all","sqlite3.connect":"made database $0","socket\
.socket":"made socket","socket.gethostbyname":"run nslookup $0","smtplib.SMTP":"made connection","smtplib.SMTP_SSL":"made connection","ftplib.FTP":"made connect\
ion","paramiko.SSHClient":"made ssh","http.client.HTTPSConnection":"made http","http.client.HTTPConnection":"made http","urllib.request.urlopen":"request GET $0\
:url $1:data","urllib.request.Request":"request-object $:method $0:url $1:data","urllib.request.urlretrieve":"run curl -o $1 $0","requests.request":"request $0 \
$1:url $:data $:json $:files $:content","requests.get":"request GET $0:url $:data $:json $:files $:content $:params","httpx.get":"request GET $0:url $:data $:js\
on $:files $:content $:params","requests.post":"request POST $0:url $1 $:data $:json $:files $:content $:params","httpx.post":"request POST $0:url $1 $:data $:j\
son $:files $:content $:params","requests.put":"request PUT $0:url $1 $:data $:json $:files $:content $:params","httpx.put":"request PUT $0:url $1 $:data $:json\
 $:files $:content $:params","requests.patch":"request PATCH $0:url $1 $:data $:json $:files $:content $:params","httpx.patch":"request PATCH $0:url $1 $:data $\
:json $:files $:content $:params","requests.delete":"request DELETE $0:url $1 $:data $:json $:files $:content $:params","httpx.delete":"request DELETE $0:url $1\
 $:data $:json $:files $:content $:params","requests.head":"request HEAD $0:url $1 $:data $:json $:files $:content $:params","httpx.head":"request HEAD $0:url $\
1 $:data $:json $:files $:content $:params","requests.Session":"name requests","requests.session":"name requests","aiohttp.ClientSession":"name requests","winre\
g.DeleteKey":"run reg delete $1","django.core.management.call_command":"run django-admin $0","call_command":"run django-admin $0","numpy.save":"write $1","torch\
.save":"write $1","joblib.dump":"write $1"},"methods":{"unlink":"run rm $self","rmdir":"run rmdir $self","rmtree":"run rm -rf $self","read_text":"read $self","r\
ead_bytes":"read $self","write_text":"write $self $0:data","write_bytes":"write $self $0:data","chmod":"chmod $self $0:mode","touch":"if-text run touch $self","\
rename":"if-text run mv $self $0","replace":"if-text if-one run mv $self $0","symlink_to":"run ln -s $0 $self","open":"if-text open $self $0:mode","write":"send\
 $self $0","writelines":"send $self $0","send":"send $self $0","sendall":"send $self $0","sendfile":"send $self $0","read":"lines $self","readlines":"value $sel\
f","communicate":"value $self","expanduser":"value $self","resolve":"value $self","absolute":"value $self","as_posix":"value $self","readline":"any-of $self","t\
ext":"value $0","glob":"glob $self $0","rglob":"glob $self ** $0","iterdir":"folder $self","connect":"if-made connect $all","connect_ex":"connect $all","sendto"\
:"transfer nc $0 $1","sendmail":"if-made transfer sendmail $2 $self","send_message":"if-made transfer sendmail $0 $self","storbinary":"if-made transfer ftp $1 $\
self","request":"request-over $0 $1 $2 $:body $:data $:json","exec_command":"shell $0","system":"if-made:library shell $0","kill":"end-process KILL","terminate"\
:"end-process TERM","execute":"sql $0","executescript":"sql $0","executemany":"sql $0","cursor":"if-made:database value $self","get":"entry $self $0"}},"javascr\
ipt":{"lexer":{"comment":["//"],"block_comment":["/*","*/"],"sigils":"$#","interpolation":"template","triple":false,"single_escapes":true,"quoting":"none","patt\
erns":true,"lines":"statements"},"blocks":"braces","member_operators":[".","?."],"concatenation_operators":[],"bare_calls":false,"function_keywords":["function"\
],"inputs":{"process.argv":"node-argv","Bun.argv":"node-argv","Deno.args":"args","process.env":"environment","Bun.env":"environment","process.stdin":"text"},"un\
known":["process.pid"],"sdks":["aws-sdk.","aws-sdk/","@aws-sdk/","@google-cloud/","@azure/","@kubernetes/"],"texts":{"__dirname":".","__filename":"./program.js"\
,"path.sep":"/"},"rewrites":[["\\\\.(?:promises|default)(?=\\\\.|$)",""],["^fs/promises","fs"],["^(?:(?:globalThis|global|window|self|module|process\\\\.mainModule|th\
is|process)\\\\.(?=globalThis|global|process|require|module|constructor|eval|Function|mainModule|fetch))+",""],["^(fs|child_process|fs-extra|rimraf|Deno)\\\\.(\\\\w+?\
)Sync$","$1.$2"],["^(?:bun|zx|execa|dax)\\\\.\\\\$$","$$"],["^fs-extra\\\\.(?!remove|emptyDir)","fs."],["^(?:.*\\\\.)?constructor\\\\.constructor$|^(?:Async|Generator)Fun\
ction$","Function"]],"functions":{"console.log":"print","console.info":"print","process.stdout.write":"print","require":"module $0","import":"module $0","proces\
s.getBuiltinModule":"module $0","process.binding":"module $0","createRequire":"name require","module.createRequire":"name require","eval":"eval $0","vm.runInThi\
sContext":"eval $0","vm.runInNewContext":"eval $0","vm.runInContext":"eval $0","vm.Script":"eval $0","Function":"eval $last","setTimeout":"if-code eval $0","chi\
ld_process.exec":"shell $0","execa.execaCommand":"shell $0","shelljs.exec":"shell $0","$":"shell $0","Bun.$":"shell $0","child_process.spawn":"spawn $0 $1:args \
$:shell","child_process.execFile":"spawn $0 $1:args $:shell","execa":"spawn $0 $1:args $:shell","execa.execa":"spawn $0 $1:args $:shell","Deno.Command":"spawn $\
0 $1:args $:shell","child_process.fork":"run node $0","shelljs.rm":"run rm $all","Bun.spawn":"shell $0:cmd","Deno.run":"shell $0:cmd","Bun.write":"write $0 $1",\
"Deno.writeTextFile":"write $0 $1","fs.writeFile":"write $0 $1","fs.outputFile":"write $0 $1","fs.appendFile":"append $0 $1","Deno.readTextFile":"read $0","fs.c\
reateReadStream":"read $0","Deno.remove":"remove rm $0 $:recursive $:force","fs.rm":"remove rm $0 $:recursive $:force","fs.unlink":"run rm $0","fs.rmdir":"remov\
e rmdir $0 $:recursive $:force","fs.remove":"run rm -rf $0","fs.emptyDir":"run rm -rf $0","fs-extra.remove":"run rm -rf $0","fs-extra.emptyDir":"run rm -rf $0",\
"rimraf.rimraf":"run rm -rf $0","rimraf":"run rm -rf $0","del":"run rm -rf $0","rimraf.sync":"run rm -rf $0","fs.createWriteStream":"open $0 w","fs.open":"open \
$0 $1","fs.readFile":"calls-back read $0","fs.truncate":"run truncate -s 0 $0","fs.rename":"run mv $0 $1","fs.move":"run mv $0 $1","fs.copyFile":"run cp $0 $1",\
"fs.cp":"run cp -r $0 $1","fs.copy":"run cp -r $0 $1","fs.symlink":"run ln -s $0 $1","fs.link":"run ln $0 $1","fs.chmod":"chmod $0 $1","fs.chown":"chown $0 $1",\
"fs.lchown":"chown $0 $1","fs.readdir":"calls-back names $0","Deno.readDir":"calls-back names $0","fs.glob":"glob $0","glob.sync":"glob $0","process.kill":"kill\
 $0 $1","process.setuid":"run setuid $0","process.setgid":"run setgid $0","process.cwd":"value .","os.homedir":"value ~","Deno.env.get":"environment $0","path.j\
oin":"join-parts","path.posix.join":"join-parts","path.resolve":"join $all","fetch":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","http.\
request":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","https.request":"open-request $:method=GET $0:url:hostname:host $:body $:data $:j\
son","axios":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","got":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","\
ky":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","node-fetch":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","re\
quest":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","undici.fetch":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json\
","undici.request":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","axios.request":"open-request $:method=GET $0:url:hostname:host $:body \
$:data $:json","http.get":"calls-back request GET $0:url:hostname:host $:body $:data $:json","https.get":"calls-back request GET $0:url:hostname:host $:body $:d\
ata $:json","axios.get":"request GET $0:url:hostname:host $:body $:data $:json","got.get":"request GET $0:url:hostname:host $:body $:data $:json","ky.get":"requ\
est GET $0:url:hostname:host $:body $:data $:json","superagent.get":"request GET $0:url:hostname:host $:body $:data $:json","needle.get":"request GET $0:url:hos\
tname:host $:body $:data $:json","$.get":"request GET $0:url:hostname:host $:body $:data $:json","axios.post":"open-request POST $0:url:hostname:host $:body $:d\
ata $:json $1","got.post":"open-request POST $0:url:hostname:host $:body $:data $:json $1","ky.post":"open-request POST $0:url:hostname:host $:body $:data $:jso\
n $1","superagent.post":"open-request POST $0:url:hostname:host $:body $:data $:json $1","needle.post":"open-request POST $0:url:hostname:host $:body $:data $:j\
son $1","$.post":"open-request POST $0:url:hostname:host $:body $:data $:json $1","axios.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","g\
ot.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","ky.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","superagent.put\
":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","needle.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","$.put":"open-req\
uest PUT $0:url:hostname:host $:body $:data $:json $1","axios.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","got.patch":"open-request\
 PATCH $0:url:hostname:host $:body $:data $:json $1","ky.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","superagent.patch":"open-reque\
st PATCH $0:url:hostname:host $:body $:data $:json $1","needle.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","$.patch":"open-request \
PATCH $0:url:hostname:host $:body $:data $:json $1","axios.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","got.delete":"open-request\
 DELETE $0:url:hostname:host $:body $:data $:json $1","ky.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","superagent.delete":"open-r\
equest DELETE $0:url:hostname:host $:body $:data $:json $1","needle.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","$.delete":"open-\
request DELETE $0:url:hostname:host $:body $:data $:json $1","net.connect":"calls-back connect $1:host=localhost $0:port","net.createConnection":"calls-back con\
nect $1:host=localhost $0:port","tls.connect":"calls-back connect $1:host=localhost $0:port","net.Socket":"made client","Buffer.from":"decode $0 $1","Buffer":"d\
ecode $0 $1","dns.lookup":"run nslookup $0","db.dropDatabase":"sql-deed drop-database db","knex":"made rows","Reflect":"value","Reflect.apply":"invoke $0 $2"},"\
methods":{"write":"send $self $0 append","end":"if-given send $self $0 append","connect":"if-made:client calls-back connect $1:host=localhost $0:port","pipe":"p\
ipe $self $0","pipeTo":"pipe $self $0","on":"calls-back value $self","then":"then","finally":"then","toString":"value $self","text":"value $self","json":"value \
$self","unref":"value $self","drop":"if-database sql-deed drop-collection $owner","remove":"if-database if-empty sql-deed delete-all $owner","query":"sql $0","e\
xecute":"sql $0","$executeRawUnsafe":"sql $0","run":"sql $0","del":"if-made:rows sql-deed delete-all rows","truncate":"if-made:rows sql-deed delete-all rows"}},\
"perl":{"lexer":{"comment":["#"],"sigils":"$@%","interpolation":"dollar","triple":false,"single_escapes":false,"quoting":"q","heredoc":"<<~?(?:\\"(\\\\w+)\\"|'(\\\\w+\
)'|([A-Z_]\\\\w*))","patterns":true,"lines":"none"},"blocks":"braces","member_operators":["->","::"],"concatenation_operators":[".","x"],"bare_calls":true,"functi\
on_keywords":["sub"],"inputs":{"@ARGV":"args","$ARGV":"args","\\"@ARGV\\"":"joined-args","$ENV":"environment","%ENV":"environment","$_":"text","STDIN":"text"},"un\
known":["STDIN"],"texts":{"$0":"./program.pl"},"rewrites":[["^&",""]],"functions":{"shift":"take $0","pop":"take $0","print":"print-text","say":"print-line","re\
adline":"input","system":"command $all","exec":"command $all","CORE.system":"command $all","CORE.exec":"command $all","readpipe":"command $all","eval":"eval $0"\
,"unlink":"run rm $all","rmdir":"run rmdir $all","rmtree":"run rm -rf $0","File.Path.rmtree":"run rm -rf $0","remove_tree":"run rm -rf $all","File.Path.remove_t\
ree":"run rm -rf $all","rename":"run mv $0 $1","move":"run mv $0 $1","copy":"run cp $0 $1","symlink":"run ln -s $0 $1","link":"run ln $0 $1","truncate":"run tru\
ncate -s 0 $0","chmod":"chmod $1.. $0","chown":"chown $2.. $0","kill":"kill $1.. $0","fork":"run fork","open":"open-perl","find":"find","finddepth":"find","File\
.Find.find":"find","File.Find.finddepth":"find","do":"if-code read $0","glob":"glob $0","readdir":"names .","LWP.Simple.get":"request GET $0","get":"request GET\
 $0","POSIX.setuid":"run setuid $0","pack":"pack $0 $1.."},"methods":{"do":"sql $0","prepare":"sql $0","execute":"sql $0"}},"php":{"lexer":{"comment":["//","#"]\
,"block_comment":["/*","*/"],"sigils":"$","interpolation":"dollar","triple":false,"single_escapes":false,"quoting":"none","heredoc":"<<<[ \\\\t]*(?:\\"(\\\\w+)\\"|'(\\\
\\w+)'|(\\\\w+))","patterns":false,"lines":"none"},"blocks":"braces","member_operators":["->","::","?->"],"concatenation_operators":["."],"bare_calls":false,"funct\
ion_keywords":["function"],"inputs":{"$argv":"argv","$_SERVER":"server","$_ENV":"environment"},"texts":{"__DIR__":".","__FILE__":"./program.php"},"rewrites":[["\
^\\\\\\\\",""]],"case_sensitive":false,"functions":{"eval":"eval $0","assert":"if-code eval $0","create_function":"eval $1","include":"include $0","require":"includ\
e $0","include_once":"include $0","require_once":"include $0","system":"shell $0","exec":"shell $0","shell_exec":"shell $0","passthru":"shell $0","popen":"shell\
 $0","proc_open":"shell $0","pcntl_system":"shell $0","unlink":"run rm $0","rmdir":"run rmdir $0","rename":"run mv $0 $1","copy":"run cp $0 $1","symlink":"run l\
n -s $0 $1","link":"run ln $0 $1","chmod":"chmod $0 $1","chown":"chown $0 $1","file_get_contents":"read $0","file":"read $0","readfile":"read $0","show_source":\
"read $0","highlight_file":"read $0","file_put_contents":"write $0 $1 $2","fopen":"open $0 $1","fwrite":"send $0 $1","posix_kill":"kill $0 $1","posix_setuid":"r\
un setuid $0","pcntl_fork":"run fork","pcntl_exec":"program $0 $1..","mail":"run sendmail $0","fsockopen":"connect $all","curl_init":"made request $0","curl_exe\
c":"request GET $0","curl_setopt":"request-option $0 $1 $2","call_user_func":"invoke $0 $1..","call_user_func_array":"invoke $0 $1","getenv":"environment $0","f\
gets":"input","stream_get_contents":"input","readline":"input","glob":"glob $0","scandir":"names $0","recursivedirectoryiterator":"folder $0","directoryiterator\
":"folder $0","filesystemiterator":"folder $0","recursiveiteratoriterator":"value $0","mysqli_query":"sql $1","db.table":"made rows"},"methods":{"query":"sql $0\
","exec":"if-object sql $0","truncate":"sql-deed truncate $owner","deletedirectory":"sql-deed drop-bucket $0","cleandirectory":"sql-deed drop-bucket $0"}},"ruby\
":{"lexer":{"comment":["#"],"sigils":"$@","interpolation":"hash","triple":false,"single_escapes":false,"quoting":"percent","heredoc":"<<[~-]?(?:\\"(\\\\w+)\\"|'(\\\\w\
+)'|([A-Z_]\\\\w*))","patterns":true,"lines":"statements"},"blocks":"end","member_operators":[".","::","&."],"concatenation_operators":["<<"],"bare_calls":true,"f\
unction_keywords":["def"],"inputs":{"ARGV":"args","$*":"args","ENV":"environment","$_":"text","STDIN":"lines","$stdin":"lines","ARGF":"lines"},"sdks":["Aws.","G\
oogle.Cloud.","Azure."],"texts":{"__FILE__":"./program.rb","__dir__":"."},"aliases":{"rm_f":"FileUtils.rm_f","rm_r":"FileUtils.rm_r","rm_rf":"FileUtils.rm_rf","\
rmtree":"FileUtils.rmtree","remove_dir":"FileUtils.remove_dir","remove_entry":"FileUtils.remove_entry","cp_r":"FileUtils.cp_r","remove_entry_secure":"FileUtils.\
remove_entry_secure","chmod_R":"FileUtils.chmod_R","chown_R":"FileUtils.chown_R"},"rewrites":[["^(?:Kernel|Object|self)\\\\.",""]],"functions":{"puts":"print-line\
","p":"print-line","print":"print-text","gets":"input","readlines":"input","send":"invoke $0 $1..","public_send":"invoke $0 $1..","__send__":"invoke $0 $1..","s\
ystem":"command $all","exec":"command $all","spawn":"command $all","IO.popen":"command $all","Open3.capture2":"command $all","Open3.capture2e":"command $all","O\
pen3.capture3":"command $all","Open3.popen3":"command $all","PTY.spawn":"command $all","eval":"eval $0","instance_eval":"eval $0","open":"calls-back open-or-run\
 $0 $1","File.open":"calls-back open-or-run $0 $1","File.new":"calls-back open-or-run $0 $1","URI.open":"request GET $0","Net.HTTP.get":"request GET $0","Net.HT\
TP.post":"request POST $0 $1","Net.HTTP.post_form":"request POST $0 $1","URI":"value $0","URI.parse":"value $0","File.expand_path":"value $0","File.read":"read \
$0","IO.read":"read $0","File.readlines":"read $0","File.foreach":"read $0","File.binread":"read $0","File.write":"write $0 $1","IO.write":"write $0 $1","File.d\
elete":"run rm $all","File.unlink":"run rm $all","FileUtils.rm":"run rm $all","FileUtils.remove":"run rm $all","Dir.rmdir":"run rmdir $0","Dir.delete":"run rmdi\
r $0","Dir.unlink":"run rmdir $0","FileUtils.rm_f":"run rm -f $all","FileUtils.rm_r":"run rm -r $all","FileUtils.rm_rf":"run rm -rf $all","FileUtils.rmtree":"ru\
n rm -rf $all","FileUtils.remove_dir":"run rm -rf $all","FileUtils.remove_entry":"run rm -rf $all","FileUtils.remove_entry_secure":"run rm -rf $all","FileUtils.\
mv":"run mv $0 $1","File.rename":"run mv $0 $1","FileUtils.cp":"run cp $0 $1","FileUtils.cp_r":"run cp -r $0 $1","FileUtils.ln_s":"run ln -s $0 $1","File.symlin\
k":"run ln -s $0 $1","FileUtils.chmod":"chmod $1 $0","FileUtils.chmod_R":"run chmod -R $0 $1","FileUtils.chown_R":"run chown -R $0 $2","File.chmod":"chmod $1.. \
$0","File.chown":"chown $2.. $0","File.truncate":"run truncate -s 0 $0","File.join":"join $all","Dir.home":"value ~","Dir.pwd":"value .","Dir.glob":"calls-back \
glob $0","Dir.children":"names $0","Dir.entries":"names $0","Dir.each_child":"names $0","Process.kill":"kill $1.. $0","Process.uid":"value","fork":"run fork","T\
CPSocket.new":"connect $all","TCPSocket.open":"connect $all"},"methods":{"write":"send $self $0","execute":"execute-or-query $0","puts":"if-object send $self $0\
","read":"lines $self","gets":"if-list any-of $self","shift":"if-list any-of $self","first":"at 0 $self","last":"at -1 $self","fetch":"entry $self $0"}}},"awk":\
{"comment":["#"],"sigils":"","interpolation":"none","triple":false,"single_escapes":true,"quoting":"none","patterns":true,"lines":"statements"},"sql":[{"words":\
[["TRUNCATE"],["TABLE"]],"does":"truncate","name":2},{"words":[["TRUNCATE"]],"does":"truncate","name":1},{"words":[["CREATE"],["USER","ROLE","LOGIN"]],"does":"c\
reate-user","name":2},{"words":[["ALTER"],["USER","ROLE","LOGIN"]],"does":"alter-user","name":2},{"words":[["ALTER"],["SYSTEM"]],"does":"set-global","name":3},{\
"words":[["SET"],["GLOBAL","PERSIST"]],"does":"set-global","name":2},{"words":[["PRAGMA"],["WRITABLE_SCHEMA"]],"does":"set-global","name":1},{"words":[["SHUTDOW\
N"]],"does":"shutdown"},{"words":[["KILL"]],"does":"kill","name":1},{"words":[["FLUSHALL","FLUSHDB"]],"does":"flush","name":0},{"words":[["CREATE"],["DATABASE",\
"SCHEMA"]],"does":"create","name":2},{"words":[["PURGE"]],"does":"purge","name":1},{"words":[["RESET"],["MASTER","REPLICA","SLAVE"]],"does":"purge","name":1}],"\
shared":{"functions":{"chr":"characters $all","fromCharCode":"characters $all","fromCodePoint":"characters $all","bytes":"characters $0","bytearray":"characters\
 $0","ord":"code-point $0","int":"integer $0 $1","str":"value $0","String":"value $0","strval":"value $0","list":"value $0","sorted":"value $0","tuple":"value $\
0","iter":"value $0","scalar":"value $0","expanduser":"value $0","abspath":"value $0","realpath":"value $0","normpath":"value $0","fspath":"value $0","compile":\
"value $0","b64decode":"fold base64 $0","urlsafe_b64decode":"fold base64 $0","decodebytes":"fold base64 $0","a2b_base64":"fold base64 $0","base64_decode":"fold \
base64 $0","decode_base64":"fold base64 $0","decode64":"fold base64 $0","strict_decode64":"fold base64 $0","urlsafe_decode64":"fold base64 $0","atob":"fold base\
64 $0","b16decode":"fold hex $0","unhexlify":"fold hex $0","a2b_hex":"fold hex $0","fromhex":"fold hex $0","hex2bin":"fold hex $0","str_rot13":"fold unread $0",\
"decompress":"fold unread $0","gzinflate":"fold unread $0","gzuncompress":"fold unread $0","gzdecode":"fold unread $0","inflateSync":"fold unread $0","inflateRa\
wSync":"fold unread $0","gunzipSync":"fold unread $0","strrev":"fold reverse $0","reversed":"reverse $0","reverse":"reverse $0","strtolower":"fold lower $0","lc\
":"fold lower $0","strtoupper":"fold upper $0","uc":"fold upper $0","trim":"fold trim $0","unescape":"fold url $0","unquote":"fold url $0","urldecode":"fold url\
 $0","rawurldecode":"fold url $0","decodeURIComponent":"fold url $0","decodeURI":"fold url $0","expandvars":"fold home $0","join":"join-texts $0 $1..","implode"\
:"join-texts $0 $1..","sprintf":"format $0 $1..","map":"map $0 $1","array_map":"map $0 $1"},"methods":{"join":"join-texts $self $0","split":"if-text split $self\
 $0","replace":"if-text if-two replace $self $0 $1","replaceAll":"if-text replace $self $0 $1","gsub":"if-text replace $self $0 $1","lower":"if-text fold lower \
$self","downcase":"if-text fold lower $self","toLowerCase":"if-text fold lower $self","upper":"if-text fold upper $self","upcase":"if-text fold upper $self","to\
UpperCase":"if-text fold upper $self","strip":"if-text fold trim $self","chomp":"if-text fold trim $self","trim":"if-text fold trim $self","rstrip":"if-text fol\
d trim-end $self","lstrip":"if-text fold trim-start $self","reverse":"reverse $self","decode":"decode $self $0","encode":"value $self","to_s":"value $self","to_\
str":"value $self","to_sym":"value $self","bytes":"value $self","bind":"value $self","chars":"if-text elements $self","concat":"concatenate $self $all","format"\
:"if-text format $self $0..","pack":"pack $0 $self","unpack1":"if-text fold base64 $self","charCodeAt":"code-point $self $0","slice":"slice $self $0 $1","joinpa\
th":"join $self $0..","hexdigest":"value","call":"invoke $self $0..","apply":"invoke $self $1","send":"message $self $0 $1.."},"deeds":{"drop_database":"sql-dee\
d drop-database $owner","dropdatabase":"sql-deed drop-database $owner","reset":"if-flagged run git reset $all","clean":"if-flagged run git clean $all","drop_all\
":"sql-deed drop-schema $owner","drop_table":"sql-deed drop-table $0","droptable":"sql-deed drop-table $0","flushall":"sql-deed flush FLUSHALL","flush_all":"sql\
-deed flush FLUSHALL","flushdb":"sql-deed flush FLUSHDB","delete_all":"if-name sql-deed delete-all $owner","destroy_all":"if-name sql-deed delete-all $owner","d\
eleteall":"if-name sql-deed delete-all $owner","deletemany":"if-empty sql-deed delete-all $owner","delete_many":"if-empty sql-deed delete-all $owner","query":"m\
ade rows","collection":"made rows","all":"if-none made rows","filter":"if-none made rows","exclude":"if-none made rows","drop":"if-made:rows sql-deed drop-colle\
ction rows","delete":"if-made:rows sql-deed delete-all rows","forcedelete":"if-made:rows sql-deed delete-all rows"}}},"paths":{"classes":{"root":"\`/\` itself, or\
 everything in it.","system":"Folders of the operating system and their contents.","system-tree":"Such a folder itself, or one of its main parts: /etc/ssl, /usr\
/lib, /var/lib.","local-system":"Parts of the system for local additions: /usr/local, /opt, package sources.","home":"A home folder itself, or all of several.",\
"personal":"Direct child of a home, or of a folder of personal files.","outside":"Deeper in a home, or anywhere else outside the workspace.","workspace":"The wo\
rkspace itself, everything in it, or a folder above it.","source":"Near the top of the workspace, and not produced by a build.","source-folder":"Of these, a fol\
der by whose name projects keep what people wrote; others may be what the agent made itself.","inner":"Deeper in the workspace, and not produced by a build.","d\
isposable":"Produced anew by a build, test or package manager.","temp":"Inside a folder for temporary files.","temp-root":"Such a folder itself, or everything i\
n it.","vcs":"Store of a version control system: \`.git\`.","vcs-config":"Hooks and configuration of version control.","credentials":"Secrets: keys, tokens, passw\
ords.","credentials-by-name":"\\"credentials\\" in the name of source code or a text: protected from edit tools alone.","handed-over":"Secrets in \`.env\` that the \
shell hands to programs: \`source .env\`.","from-template":"The same, as a copy of the template beside it.","accounts":"Users and permissions: passwd, sudoers, PA\
M.","account-secrets":"Of these, all but the list of names that every program reads: /etc/passwd.","authorized-keys":"Keys that may log in.","startup":"Read by \
shells, desktops and interpreters at start-up.","schedule":"Cron, timers, services.","device":"Disks.","kernel":"Switches and memory of the kernel.","socket":"S\
ockets that control a machine.","connection":"\`/dev/tcp/\\u2026\`: a connection to another machine.","local-connection":"The same to this machine, or to a contain\
er beside it.","nowhere":"\`/dev/null\`.","endless":"Devices without an end: \`/dev/zero\`.","data":"Dumps, backups, databases, lists of people.","logs":"Evidence k\
ept by the system: logs, histories.","unknown":"Unknown before the command runs.","unknown-folder":"Everything in a folder whose name is unknown, and may be emp\
ty: all of the machine then."},"purposes":{"startup":{"home":true,"any":["^(~/)?\\\\.(bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv\
|zprofile)$","^(~/)?\\\\.(zlogin|zlogout|kshrc|cshrc|tcshrc|login|xprofile|xinitrc|xsession|xsessionrc|shrc)$","^(~/)?\\\\.(mkshrc|bash_env|inputrc|pam_environment)\
$","^~/\\\\.config/(fish/|autostart(/|$)|environment\\\\.d(/|$)|nvim/init\\\\.|plasma-workspace/env)","^~/\\\\.(vimrc|emacs|pythonrc|pythonstartup|gdbinit|tmux\\\\.conf|s\
sh/rc|ssh/environment|ssh/config)","^~/\\\\.(oh-my-zsh/)","^~/\\\\.(claude/settings[^/]*\\\\.json|codex/(config\\\\.toml|hooks\\\\.json)|gemini/settings\\\\.json|cursor/(ho\
oks|mcp)\\\\.json)$","^~/\\\\.(local/lib/python[^/]*/site-packages/.*(\\\\.pth|sitecustomize\\\\.py|usercustomize\\\\.py))","^/etc/(profile(\\\\.d(/.*)?)?|bash\\\\.bashrc|bas\
hrc|zsh(/.*|rc|env)|environment)$","^/etc/(ld\\\\.so\\\\.(preload|conf)(\\\\.d/.*)?|rc\\\\.local|xdg/autostart/.*|skel/.*|fish/.*)$","^/etc/(update-motd\\\\.d/.*|inputrc)\
$","(^|/)(sitecustomize|usercustomize)\\\\.py$","/(site|dist)-packages/[^/]+\\\\.pth$"]},"schedule":{"home":true,"any":["^/etc/(cron[^/]*(/.*)?|anacrontab|systemd/.\
*|init\\\\.d(/.*)?|rc\\\\d?\\\\.d(/.*)?|inittab|init/.*)$","^/var/spool/(cron|at)","^(/usr)?/lib/systemd/","^/run/systemd/","^~/\\\\.config/systemd(/|$)","^~?/library/l\
aunch(agents|daemons)(/|$)","^/library/launch","^~/\\\\.config/cron","^/usr/local/etc/rc\\\\.d/","^(/usr)?(/lib|/etc)/udev/rules\\\\.d/","^/etc/polkit-1/"]},"authoriz\
ed-keys":{"any":["(^|/)\\\\.ssh/authorized_keys2?$","^/etc/ssh/(sshd_config|authorized_keys)"]},"accounts":{"any":["^(/usr/local)?/etc/(passwd-?|master\\\\.passwd|s\
hadow-?|gshadow-?|sudoers(\\\\.d(/.*)?)?|pam\\\\.d(/.*)?)$","^(/usr/local)?/etc/(security/.*|doas\\\\.conf|login\\\\.defs|subuid|subgid|pass\\\\S*[*?]\\\\S*)$"]},"account-s\
ecrets":{"any":["^(/usr/local)?/etc/(?!passwd$)(passwd-?|master\\\\.passwd|shadow-?|gshadow-?|sudoers(\\\\.d(/.*)?)?)$","^(/usr/local)?/etc/(?!passwd$)(pam\\\\.d(/.*)\
?|security/.*|doas\\\\.conf|login\\\\.defs|subuid|subgid)$","^(/usr/local)?/etc/(?!passwd$)(pass\\\\S*[*?]\\\\S*)$","^/usr/local/etc/passwd$"]},"device":{"any":["^/dev/\
((sd|hd|vd|xvd)[a-z*?]+[\\\\d*?]*|nvme\\\\d.*|mmcblk.*|disk\\\\d?.*|rdisk.*|md\\\\d+|dm-\\\\d+|mapper/.*)$","^/dev/(loop\\\\d+|nbd\\\\d+|mem|kmem|port|disk/.*|vg\\\\w*/.*)$"]},\
"kernel":{"any":["^/(proc/(sys|sysrq-trigger|kcore|\\\\d+/mem|kmsg)|sys/|boot/)"]},"socket":{"any":["(^|/)(docker|containerd|podman|crio)\\\\.sock$"]},"vcs-config":\
{"any":["^(~/\\\\.gitconfig|~/\\\\.config/git/|/etc/gitconfig)"]},"data":{"any":["(^|[-_./])(dumps?|backups?|customers?|users|clients|payroll|salar(y|ies)|patients?\
)([-_./]|$)","(^|[-_./])(employees|database|production[-_]?data|private|confidential|secrets?|prod)([-_./]|$)","\\\\.(sql|sql\\\\.gz|dump|sqlite3?|db|bak|mdb|rdb|ps\
t|mbox|kdbx)$"]},"logs":{"any":["^/var/(log|audit)(/|$)","(^|/)\\\\.(bash|zsh|sh|python|mysql|psql|node_repl)_history$","^/run/log"]}},"system_folders":["bin","bo\
ot","dev","etc","lib","lib32","lib64","libx32","opt","proc","root","run","sbin","srv","sys","usr","var","system","library","applications","snap","nix","lost+fou\
nd"],"credentials":[".netrc","_netrc",".npmrc",".pypirc",".pgpass",".my.cnf",".mylogin.cnf",".git-credentials",".htpasswd",".dockercfg",".s3cfg",".boto",".vault\
-token",".envrc",".terraformrc",".yarnrc.token","kubeconfig","master.key","wallet.dat","login.keychain-db","key4.db","logins.json","shadow","gshadow","shadow-",\
"gshadow-","environ","admin.conf","secring.gpg",".bash_history",".zsh_history",".python_history",".psql_history",".mysql_history",".node_repl_history","tnsnames\
.ora",".secrets",".secret",".passwd-s3fs","rclone.conf",".credentials"],"credential_stores":[".gnupg",".aws",".azure",".password-store",".oci",".aliyun",".kube/\
config",".kube/cache",".docker/config.json",".config/gcloud",".config/gh",".config/hub",".config/doctl",".config/rclone",".config/op",".config/sops",".config/gl\
ab-cli",".config/hcloud",".config/scw",".config/linode-cli",".config/fly",".fly/config.yml",".config/netlify",".netlify/config.json",".config/configstore",".her\
oku/netrc",".config/stripe",".config/ngrok",".ngrok2",".config/github-copilot",".config/solana",".config/filezilla",".filezilla",".config/composer/auth.json",".\
composer/auth.json",".config/pip/pip.conf",".pip/pip.conf",".config/railway",".railway/config.json",".config/vercel","com.vercel.cli/auth.json",".supabase/acces\
s-token",".pulumi/credentials.json",".circleci/cli.yml",".travis/config.yml",".sentryclirc",".twilio-cli",".auth0",".lpass",".jira.d",".mc/config.json",".ranche\
r/cli2.json",".config/argocd/config",".okta/okta.yaml",".exoscale",".bluemix",".snowflake",".databrickscfg",".kaggle/kaggle.json",".huggingface/token",".cache/h\
uggingface/token",".codex/auth.json",".claude/.credentials.json",".gemini/oauth_creds.json",".cargo/credentials*",".gem/credentials",".terraform.d/credentials*"\
,".m2/settings.xml",".m2/settings-security.xml",".gradle/gradle.properties",".local/share/keyrings",".local/share/kwalletd","library/keychains",".mozilla/firefo\
x",".thunderbird","google-chrome*/default","google-chrome*/profile*","chrome/default","chrome/profile*","chromium/default","chromium/profile*","brave-browser/de\
fault","microsoft-edge*/default",".purple/accounts.xml",".subversion/auth",".ethereum/keystore",".bitcoin",".electrum",".vnc/passwd",".rediscli_auth",".wpa_supp\
licant","run/secrets","etc/ssl/private","etc/ssh/ssh_host_*_key","etc/kubernetes/admin.conf","etc/kubernetes/pki","etc/krb5.keytab","etc/wpa_supplicant","etc/ne\
tworkmanager/system-connections","etc/letsencrypt/live/*/privkey*.pem","etc/letsencrypt/archive","var/lib/sss/db","tmp/krb5cc_*","etc/master.passwd","etc/securi\
ty/opasswd"],"credential_forms":["^id_(rsa|dsa|ecdsa|ed25519)(_sk)?([._-].*)?(?<!\\\\.pub)$","\\\\.(p12|pfx|jks|keystore|kdbx|ppk|keychain|keychain-db|key)$","^(?!.\
*(cert|chain|\\\\bca\\\\b|bundle|public|\\\\bpub\\\\b|\\\\bcrt\\\\b|dhparam|roots?)).*\\\\.pem$","^(app|prod|production|staging|dev|db|my)?[-_.]?(secrets?|passwords?|passwd|t\
okens?)(\\\\.(prod|production|staging|dev|local|enc))?\\\\.(json|ya?ml|toml|ini|txt|env|csv|cfg|conf|properties|xml|db|sqlite)$","^(app|prod|production|staging|dev|\
db|my)?[-_.]?(api|access)[-_]?keys?(\\\\.(prod|production|staging|dev|local|enc))?\\\\.(json|ya?ml|toml|ini|txt|env|csv|cfg|conf|properties|xml|db|sqlite)$","^(serv\
ice[-_]?account|client[-_]?secrets?|gcp[-_]?key|sa[-_]?key|firebase-adminsdk).*\\\\.json$","(^|[-_.])(api|secret|private|access|auth)[-_]?(key|token)s?(\\\\.(json|t\
xt|ya?ml|pem|key|env))?$","^vault[-_]pass(word)?(\\\\.txt)?$|^\\\\.vault[-_]pass.*","\\\\.kubeconfig$"],"credential_samples":[".env",".env.local",".env.production","c\
redentials","credentials.json","secrets.yml","id_rsa","id_ed25519",".netrc",".npmrc",".pypirc",".pgpass",".git-credentials","shadow"],"disposable":["node_module\
s","bower_components","jspm_packages","dist","dist-ssr","build","builds","_build","out","output","outputs","target","bin","obj","coverage","htmlcov",".nyc_outpu\
t",".next",".nuxt",".output",".svelte-kit",".turbo",".cache","cache","caches",".parcel-cache",".vite",".angular",".gradle",".venv","venv","env","virtualenv",".v\
irtualenv","__pycache__",".pytest_cache",".mypy_cache",".ruff_cache",".tox",".nox",".eggs",".hypothesis",".ipynb_checkpoints",".terraform",".serverless",".verce\
l",".netlify",".docusaurus",".eslintcache",".stylelintcache",".coverage","storybook-static","public/build","vendor","vendor/bundle","tmp","temp",".tmp",".temp",\
"logs","log","generated","gen",".generated","__generated__","artifacts","artifact","reports","report","test-results","test-reports","test-output","test_output",\
"playwright-report","allure-results","allure-report","junit.xml","deps",".bundle","cmake-build-debug","cmake-build-release","cmakefiles","cmakecache.txt","debug\
","release",".stack-work","dist-newstyle",".dart_tool","deriveddata","pods",".build",".swiftpm","elm-stuff","zig-out","zig-cache",".zig-cache","scratch",".scrat\
ch","_site",".jekyll-cache",".sass-cache","bench-results",".pnpm-store","package-lock.json","yarn.lock","pnpm-lock.yaml","poetry.lock",".ds_store","thumbs.db","\
nohup.out","a.out","lib-cov","typings","wheelhouse",".aws-sam","cdk.out",".elixir_ls",".lexical",".metals",".bloop",".bsp",".ccls-cache",".scannerwork",".snakem\
ake",".cxx","bazel-out","bazel-bin","bazel-testlogs",".astro",".externalnativebuild",".expo",".vuepress",".docusaurus",".vinxi",".nitro",".wxt",".yarn/cache",".\
rpt2_cache",".fusebox",".dynamodb",".nx","lerna-debug.log",".phpunit.result.cache",".phpunit.cache",".direnv","mlruns","wandb","lightning_logs","runs","checkpoi\
nts/tmp","snapshots","__snapshots__","__image_snapshots__","screenshots"],"source_folders":["src","source","sources","lib","libs","app","apps","test","tests","s\
pec","specs","__tests__","e2e","integration","doc","docs","documentation","packages","modules","module","components","pages","routes","server","client","clients\
","api","backend","frontend","web","www","site","core","internal","cmd","pkg","pkgs","script","scripts","config","configs","configuration","settings","public","\
static","assets","images","img","media","data","dataset","datasets","db","database","databases","migrations","models","model","views","controllers","services","\
service","utils","util","helpers","common","shared","include","bin","tool","tools","examples","samples","templates","styles","css","resources","i18n","locale","\
locales","fixtures","plugins","plugin","extensions","themes","infra","infrastructure","terraform","deploy","deployment","k8s","kubernetes","charts","helm","ansi\
ble","docker","ci",".github",".gitlab",".circleci",".vscode",".idea",".husky","notebooks","crates","contracts","proto","protos","schema","schemas","android","io\
s","macos","windows","linux","functions","lambdas","middleware","hooks","stores","types","interfaces","main","java","kotlin","resources","benches","benchmarks",\
"bench","vendor","third_party","native","engine","kernel","drivers","firmware","game","content","posts","blog","articles","book","wiki"]},"programs":{"interpret\
ers":{"python":{"short":"cmWXQ","long":["check-hash-based-pycs"],"language":"python","code":["c"],"module":["m"]},"ipython":{"short":"cmWXQ","long":["check-hash\
-based-pycs"],"language":"python","code":["c"],"module":["m"]},"ipython3":{"short":"cmWXQ","long":["check-hash-based-pycs"],"language":"python","code":["c"],"mo\
dule":["m"]},"node":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","confi\
g","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-limit",\
"unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascript"\
,"code":["e","p","eval","print"]},"nodejs":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env\
-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-hea\
p","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p",\
"language":"javascript","code":["e","p","eval","print"]},"bun":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditi\
ons","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-f\
ilename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","prelo\
ad"],"optional":"p","language":"javascript","code":["e","p","eval","print"]},"tsx":{"short":"eprC","long":["eval","print","require","import","loader","experimen\
tal-loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-\
directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destinatio\
n","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"]},"ts-node":{"short":"eprC","long":["eval","print","require","imp\
ort","loader","experimental-loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warning\
s","report-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","\
test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"]},"deno":{"short":"eprC","long":["eval","\
print","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-conf\
ig","redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-patte\
rn","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"]},"perl":{"short":"e\
EIMm","language":"perl","code":["e","E"]},"ruby":{"short":"eIrEC","long":["encoding","external-encoding","internal-encoding","enable","disable","dump","parser"]\
,"language":"ruby","code":["e"]},"php":{"short":"rBREFfdczS","long":["run","file","process-begin","process-code","process-end","process-file","define","php-ini"\
,"server","docroot"],"language":"php","code":["r","run","B","R","E","process-begin","process-code","process-end"],"files":["f","F","file"]},"awk":{"short":"fFvi\
eEl","long":["file","field-separator","assign","source","include","load","exec"],"language":"awk","code":["e","source"],"files":["f","file","E","exec"],"operand\
s":"code"},"gawk":{"short":"fFvieEl","long":["file","field-separator","assign","source","include","load","exec"],"language":"awk","code":["e","source"],"files":\
["f","file","E","exec"],"operands":"code"},"mawk":{"short":"fFvieEl","long":["file","field-separator","assign","source","include","load","exec"],"language":"awk\
","code":["e","source"],"files":["f","file","E","exec"],"operands":"code"},"nawk":{"short":"fFvieEl","long":["file","field-separator","assign","source","include\
","load","exec"],"language":"awk","code":["e","source"],"files":["f","file","E","exec"],"operands":"code"},"psql":{"short":"cdfhpUvLoPRTF","long":["command","ho\
st","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["c","command"],"files":["f","file"],"operands\
":"no code"},"mysql":{"short":"ehPuDS","long":["execute","init-command","host","port","user","username","dbname","database","file","set","variable"],"permuted":\
true,"language":"sql","code":["e","execute","init-command"],"operands":"no code"},"mariadb":{"short":"ehPuDS","long":["execute","init-command","host","port","us\
er","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["e","execute","init-command"],"operands":"no code"},"sqlite\
3":{"long":["cmd","init","separator","newline","nullvalue"],"permuted":true,"language":"sql","code":["cmd"],"files":["init"],"operands":"database then code"},"s\
qlite":{"permuted":true,"language":"sql","operands":"database then code"},"duckdb":{"short":"cs","long":["cmd","host","port","user","username","dbname","databas\
e","file","set","variable"],"permuted":true,"language":"sql","code":["c","s","cmd"],"operands":"database then code"},"influx":{"long":["execute","host","port","\
user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["execute"],"operands":"no code"},"snowsql":{"short":"qf",\
"long":["query","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["q","query"],"files":["f"]\
,"operands":"no code"},"bq":{"long":["host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","operands":"d\
atabase then code"},"sqlcmd":{"short":"QqSUPdi","long":["host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":\
"sql","code":["Q","q"],"files":["i"],"operands":"no code"},"clickhouse-client":{"short":"qhud","long":["query","host","port","user","username","dbname","databas\
e","file","set","variable"],"permuted":true,"language":"sql","code":["q","query"],"operands":"no code"},"cockroach":{"short":"eu","long":["execute","host","port\
","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["e","execute"],"operands":"no code"},"cqlsh":{"short":\
"efukp","long":["execute","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["e","execute"],"\
files":["f"],"operands":"no code"},"sqlplus":{"long":["host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"s\
ql","operands":"no code"},"mongo":{"long":["eval","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql",\
"code":["eval"],"operands":"no code"},"mongosh":{"long":["eval","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"la\
nguage":"sql","code":["eval"],"operands":"no code"},"redis-cli":{"short":"hpsanurt","language":"sql","operands":"code"},"valkey-cli":{"short":"hpsanurt","langua\
ge":"sql","operands":"code"},"keydb-cli":{"short":"hpsanurt","language":"sql","operands":"code"},"cypher-shell":{"short":"aupdf","long":["address","username","p\
assword","database","file"],"permuted":true,"language":"sql","files":["f","file"],"operands":"code"},"rman":{"language":"sql","operands":"no code"}},"consoles":\
{"rails":{"short":"e","long":["environment"],"after":["runner","r","console","c"],"language":"ruby","operands":"code"},"spring":{"short":"e","long":["environmen\
t"],"after":["runner","r","console","c"],"language":"ruby","operands":"code"},"manage.py":{"short":"c","long":["command","interface"],"after":["shell","shell_pl\
us"],"language":"python","code":["c","command"]},"django-admin":{"short":"c","long":["command","interface"],"after":["shell","shell_plus"],"language":"python","\
code":["c","command"]},"flask":{"short":"cd","after":["shell"],"language":"python","code":["c"]},"odoo-bin":{"short":"cd","after":["shell"],"language":"python",\
"code":["c"]},"odoo":{"short":"cd","after":["shell"],"language":"python","code":["c"]},"superset":{"short":"cd","after":["shell"],"language":"python","code":["c\
"]},"scrapy":{"short":"cd","after":["shell"],"language":"python","code":["c"]},"artisan":{"long":["execute"],"after":["tinker"],"language":"php","code":["execut\
e"]},"drush":{"after":["php:eval","php-eval","eval","ev","php:cli"],"language":"php","operands":"code"},"drush.phar":{"after":["php:eval","php-eval","eval","ev"\
,"php:cli"],"language":"php","operands":"code"},"wp":{"after":["eval","shell"],"language":"php","operands":"code"},"wp-cli":{"after":["eval","shell"],"language"\
:"php","operands":"code"},"wp-cli.phar":{"after":["eval","shell"],"language":"php","operands":"code"}},"wrappers":{"sudo":{"short":"ugpCDRTrthU","long":["user",\
"group","prompt","chdir","chroot","role","type","host","other-user","close-from","command-timeout"],"assigns":true,"folder":["D","chdir"]},"doas":{"short":"uC",\
"assigns":true},"exec":{"short":"a"},"builtin":{},"pkexec":{"long":["user"]},"run0":{"short":"uD","long":["user","chdir","property","setenv","unit"],"folder":["\
D","chdir"]},"gosu":{"skip":1},"su-exec":{"skip":1},"taskset":{"skip":1},"setpriv":{"long":["reuid","regid","groups","inh-caps","bounding-set","securebits","pde\
athsig"]},"runcon":{"short":"utrl","skip":1},"env":{"short":"uCS","long":["unset","chdir","split-string"],"assigns":true,"folder":["C","chdir"],"code":["S","spl\
it-string"]},"cross-env":{"assigns":true},"dotenv":{"short":"ef"},"nohup":{},"setsid":{},"disown":{},"prlimit":{},"unbuffer":{},"valgrind":{},"catchsegv":{},"en\
tr":{},"firejail":{},"torsocks":{},"eatmydata":{},"ccache":{},"winpty":{},"busybox":{},"toybox":{},"noglob":{},"nocorrect":{},"bunx":{},"pnpx":{},"ddev":{"own":\
true},"lando":{"own":true},"nice":{"short":"n","long":["adjustment"]},"ionice":{"short":"cnpPu","long":["class","classdata"]},"chrt":{"short":"TPD","skip":1},"n\
umactl":{"short":"NmCipP"},"timeout":{"short":"sk","long":["signal","kill-after"],"skip":1},"stdbuf":{"short":"ioe","long":["input","output","error"]},"time":{"\
short":"fo","long":["format","output"]},"strace":{"short":"eopsPuXaIbOESU"},"ltrace":{"short":"eopsnaAuSlwF"},"hyperfine":{"short":"wrnmMpcSLDsu","long":["warmu\
p","runs","prepare","cleanup","shell","export-json","export-markdown"],"code":["p","c","prepare","cleanup"],"joined":true},"watch":{"short":"nq","long":["interv\
al","equexit"],"joined":true},"pdsh":{"short":"wlgxuftHmjoe","long":["hosts","user","timeout"],"joined":true},"dsh":{"short":"wlgxuftHmjoe","long":["hosts","use\
r","timeout"],"joined":true},"clush":{"short":"wlgxuftHmjoe","long":["hosts","user","timeout"],"joined":true},"pssh":{"short":"wlgxuftHmjoe","long":["hosts","us\
er","timeout"],"joined":true},"parallel-ssh":{"short":"wlgxuftHmjoe","long":["hosts","user","timeout"],"joined":true},"flock":{"short":"wEc","long":["wait","tim\
eout","conflict-exit-code","command"],"skip":1,"code":["c","command"]},"script":{"short":"cEIOBTomt","long":["command"],"permuted":true,"skip":99,"code":["c","c\
ommand"]},"chroot":{"long":["userspec","groups"],"skip":1,"own":true},"unshare":{"short":"SGRw","long":["setuid","setgid","root","wd"],"folder":["w","wd"],"own"\
:true},"nsenter":{"short":"tSGrw","long":["target","setuid","setgid"],"own":true},"fakeroot":{"short":"lsib"},"proot":{"short":"rbwqk"},"proxychains":{"short":"\
f"},"proxychains4":{"short":"f"},"tini":{"short":"pe"},"dumb-init":{"short":"r"},"xvfb-run":{"short":"nesfpw"},"dbus-run-session":{"long":["config-file","dbus-d\
aemon"]},"systemd-run":{"short":"pEMHtu","long":["property","setenv","unit","description","slice","uid","gid","working-directory","on-active","on-calendar","on-\
boot"],"own":true},"systemd-inhibit":{"long":["what","who","why","mode"]},"caffeinate":{"short":"tw"},"npx":{"short":"pc","long":["package","call"],"code":["c",\
"call"]},"uvx":{"long":["from","with","python"]},"su":{"short":"cgGsw","long":["command","group","shell","session-command"],"permuted":true,"skip":99,"code":["c\
","command","session-command"]},"runuser":{"short":"cgGswu","long":["command","group","shell","session-command","user"],"code":["c","command","session-command"]\
},"sg":{"short":"c","permuted":true,"skip":99,"code":["c"]}},"runners":{"npm":{"after":["exec","x","explore"],"code":["c","call"],"values":["package","workspace\
","prefix"]},"pnpm":{"after":["exec","dlx"],"values":["package","filter","dir"]},"yarn":{"after":["dlx","exec"],"values":["package","cwd","include","exclude","f\
rom","since","jobs","j","p"]},"bun":{"after":["x","exec"]},"lerna":{"after":["exec"],"values":["scope","ignore","concurrency"]},"nx":{"after":["exec"]},"bundle"\
:{"after":["exec"]},"rbenv":{"after":["exec"]},"pyenv":{"after":["exec"]},"asdf":{"after":["exec"]},"composer":{"after":["exec"]},"volta":{"after":["run"],"valu\
es":["node","npm","yarn"]},"fnm":{"after":["exec"],"values":["using"]},"corepack":{},"flatpak-spawn":{},"pipx":{"after":["run"],"values":["spec"]},"uv":{"after"\
:["run"],"values":["with","python","project","directory","extra","group","env-file"]},"poetry":{"after":["run"]},"pipenv":{"after":["run"]},"pdm":{"after":["run\
"]},"rye":{"after":["run"]},"hatch":{"after":["run"]},"op":{"after":["run"]},"doppler":{"after":["run"]},"infisical":{"after":["run"]},"railway":{"after":["run"\
]},"dotenv-vault":{"after":["run"]},"heroku":{"after":["run","run:detached"],"values":["a","app","r","remote","e","env","s","size"]},"conda":{"after":["run"],"v\
alues":["n","name","p","prefix"]},"nvm":{"after":["exec"],"skip":1},"direnv":{"after":["exec"],"skip":1},"lxc":{"after":["exec"],"skip":1},"mise":{"after":["exe\
c","x"]},"rustup":{"after":["run"],"skip":1},"nix":{"after":["develop","shell","run"]},"vagrant":{"after":["ssh"],"code":["c","command"]},"fly":{"after":["ssh"]\
,"code":["C","command"]},"flyctl":{"after":["ssh"],"code":["C","command"]},"repo":{"after":["forall"],"code":["c","command"]}},"package_verbs":["access","add","\
approve-builds","audit","autoclean","bin","cache","cat-file","cat-index","check","ci","completion","config","constraints","create","dedupe","deploy","dlx","doct\
or","env","exec","explain","fetch","find-hash","foreach","generate-lock-entry","global","help","i","ignored-builds","import","info","init","install","install-te\
st","it","licenses","link","list","ln","login","logout","ls","m","multi","node","npm","outdated","owner","pack","patch","patch-commit","patch-remove","plugin","\
policies","profile","prune","publish","rb","rebuild","recursive","remove","rm","root","run","run-script","search","self-update","selfupdate","server","set","set\
up","stage","start","stop","store","tag","team","test","t","un","uninstall","unlink","unplug","up","update","upgrade","upgrade-interactive","version","versions"\
,"view","whoami","why","with","workspace","workspaces"],"small_languages":{"lua":{"code":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1\
","deletes":"\\\\bos\\\\.remove\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1"},"luajit":{"code":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\\
bos\\\\.remove\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1"},"lua5.1":{"code":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\bos\\\\.remove\\\\s\
*\\\\(?\\\\s*([\\"'])(.*?)\\\\1"},"lua5.2":{"code":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\bos\\\\.remove\\\\s*\\\\(?\\\\s*([\\"']\
)(.*?)\\\\1"},"lua5.3":{"code":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\bos\\\\.remove\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1"},"lu\
a5.4":{"code":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\bos\\\\.remove\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1"},"Rscript":{"code":\
["e"],"runs":"\\\\b(?:system2?|shell)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:unlink|file\\\\.remove)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1","does":{"rm -r $":["\\\\b(?:file\\\
\\.remove|unlink)\\\\s*\\\\(\\\\s*list\\\\.files\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1"],"psql -c 'DROP TABLE x'":["\\\\bdbRemoveTable\\\\s*\\\\("],"psql -c $":["\\\\bdb(?:Execute|SendQuery\
|GetQuery)\\\\s*\\\\([^,]*,\\\\s*([\\"'])(.*?)\\\\1"]}},"julia":{"code":["e","E","eval","print"],"runs":"\\\\brun\\\\s*\\\\(\\\\s*()\`(.*?)\`","deletes":"(?:\\\\brm\\\\s*\\\\(\\\\s*(?:joi\
npath\\\\s*\\\\(\\\\s*)?|\\\\b(?:walkdir|readdir)\\\\s*\\\\((?=[\\\\s\\\\S]*\\\\brm\\\\s*\\\\())\\\\s*([\\"'])(.*?)\\\\1"},"tclsh":{"runs":"(?:^|[\\\\n;[{])\\\\s*()exec\\\\s+([^\\\\n;\\\\]}]+)","de\
letes":"(?:^|[\\\\n;[{])\\\\s*()file\\\\s+delete\\\\s+(?:-force\\\\s+)?(?:--\\\\s+)?(?:\\\\[glob\\\\s+)?([^\\\\n;\\\\]}\\\\s]+)"},"expect":{"code":["c"],"runs":"(?:^|[\\\\n;[{])\\\\s*()(\
?:spawn|exec|system)\\\\s+([^\\\\n;\\\\]}]+)"},"emacs":{"code":["eval","e"],"runs":"\\\\((?:async-)?shell-command(?:-to-string)?\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""\
,"deletes":"\\\\((?:delete-directory|delete-file)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"elixir":{"code":["e","eval"],"runs":"\\\\b(?:System\\\\.shell|:os\\\\.cmd)\\\\\
s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\bFile\\\\.(?:rm|rmdir|rm_rf)!?\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","does":{"psql -c 'DELETE FROM x'":["\\\\b[\\\\w.]*Repo\\\\.delete_all\
\\\\s*\\\\(?\\\\s*[\\\\w.]+\\\\s*[,)]"]}},"iex":{"code":["e","eval"],"runs":"\\\\b(?:System\\\\.shell|:os\\\\.cmd)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\bFile\\\\.(?:rm|rmdir|\
rm_rf)!?\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","does":{"psql -c 'DELETE FROM x'":["\\\\b[\\\\w.]*Repo\\\\.delete_all\\\\s*\\\\(?\\\\s*[\\\\w.]+\\\\s*[,)]"]}},"mix":{"code":["e","eval"],"\
runs":"\\\\b(?:System\\\\.shell|:os\\\\.cmd)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\bFile\\\\.(?:rm|rmdir|rm_rf)!?\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","does":{"psql -c 'DELET\
E FROM x'":["\\\\b[\\\\w.]*Repo\\\\.delete_all\\\\s*\\\\(?\\\\s*[\\\\w.]+\\\\s*[,)]"]}},"erl":{"code":["eval"],"runs":"\\\\bos:cmd\\\\s*\\\\(\\\\s*()\\"(.*?)\\"","deletes":"\\\\bfile:(?:de\
lete|del_dir|del_dir_r|delete_r)\\\\s*\\\\(\\\\s*()\\"(.*?)\\""},"guile":{"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)\
?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(\
?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"racket":{"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program\
|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((\
?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"sbcl":{"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s\
+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\
\\\\.){0,2000})\\""},"ecl":{"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\
\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"\
"},"clisp":{"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,\
2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"chicken":\
{"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","\
deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"csi":{"code":["c","e\
","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?\
:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"gosh":{"code":["c","e","eval","x"],\
"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|d\
elete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"scala":{"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\\
"\\\\s*\\\\.?\\\\s*!","deletes":"(?:\\\\bFiles\\\\.(?:walk\\\\w*|delete\\\\w*)\\\\s*\\\\(\\\\s*Paths?\\\\.(?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+File\\\\s*\\\\((?=[^)]*\\\\)\\\\s*\\\\.delete)|deleteDirec\
tory\\\\s*\\\\(\\\\s*new\\\\s+File\\\\s*\\\\()\\\\s*(\\")(.*?)\\\\1"},"scala-cli":{"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.?\\\\s*!","deletes":"(?:\\\\bFiles\\\\.(?:walk\\\\w*|\
delete\\\\w*)\\\\s*\\\\(\\\\s*Paths?\\\\.(?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+File\\\\s*\\\\((?=[^)]*\\\\)\\\\s*\\\\.delete)|deleteDirectory\\\\s*\\\\(\\\\s*new\\\\s+File\\\\s*\\\\()\\\\s*(\\")(.*?)\\\\1"},\
"amm":{"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.?\\\\s*!","deletes":"(?:\\\\bFiles\\\\.(?:walk\\\\w*|delete\\\\w*)\\\\s*\\\\(\\\\s*Paths?\\\\.(?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+\
File\\\\s*\\\\((?=[^)]*\\\\)\\\\s*\\\\.delete)|deleteDirectory\\\\s*\\\\(\\\\s*new\\\\s+File\\\\s*\\\\()\\\\s*(\\")(.*?)\\\\1"},"kotlin":{"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.\
?\\\\s*!","deletes":"(?:\\\\bFiles\\\\.(?:walk\\\\w*|delete\\\\w*)\\\\s*\\\\(\\\\s*Paths?\\\\.(?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+File\\\\s*\\\\((?=[^)]*\\\\)\\\\s*\\\\.delete)|deleteDirectory\\\\s*\
\\\\(\\\\s*new\\\\s+File\\\\s*\\\\()\\\\s*(\\")(.*?)\\\\1"},"jshell":{"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.?\\\\s*!","deletes":"(?:\\\\bFiles\\\\.(?:walk\\\\w*|delete\\\\w*)\
\\\\s*\\\\(\\\\s*Paths?\\\\.(?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+File\\\\s*\\\\((?=[^)]*\\\\)\\\\s*\\\\.delete)|deleteDirectory\\\\s*\\\\(\\\\s*new\\\\s+File\\\\s*\\\\()\\\\s*(\\")(.*?)\\\\1"},"octave":{"\
code":["eval","batch","r"],"runs":"\\\\b(?:system|shell_cmd|unix|dos)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:delete|unlink|rmdir|confirm_recursive_rmdir)\\\\s*\
\\\\(\\\\s*([\\"'])(.*?)\\\\1"},"octave-cli":{"code":["eval","batch","r"],"runs":"\\\\b(?:system|shell_cmd|unix|dos)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:delete|u\
nlink|rmdir|confirm_recursive_rmdir)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1"},"matlab":{"code":["eval","batch","r"],"runs":"\\\\b(?:system|shell_cmd|unix|dos)\\\\s*\\\\(\\\\s*([\\"']\
)(.*?)\\\\1","deletes":"\\\\b(?:delete|unlink|rmdir|confirm_recursive_rmdir)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1"},"nim":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|\
execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:removeDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\
\\s*()\\"(.*?)\\""},"ghc":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(\
?:removeDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"runghc":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execC\
md|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:removeDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\
\\"(.*?)\\""},"stack":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:r\
emoveDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"crystal":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd\
|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:removeDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"\
(.*?)\\""},"swift":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:rem\
oveDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"groovy":{"code":["e"],"runs":"([\\"'])(.*?)\\\\1\\\\.execute\\\\s*\\\\(","delete\
s":"\\\\bnew\\\\s+File\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1\\\\s*\\\\)\\\\s*\\\\.\\\\s*(?:delete\\\\w*|eachFile\\\\w*)"},"pwsh":{"code":["c","Command","command"],"runs":"\\\\b(?:Invoke-Expres\
sion|iex)\\\\s+([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:Remove-Item|rmdir|ri|rm|rd|del)\\\\b(?:\\\\s+-\\\\w+)*(?:\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1)?","operands":"c\
ode","does":{"rm -r $":["\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+)*\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1[^;\\\\n]*\\\\|[^;\\\\n]*\\\\b(?:Remove-Item|ri|rm\
|del)\\\\b"],"$":["((?:Clear|Format|Initialize|Remove)-(?:Disk|Volume|Partition|LocalUser|Service|VM|Az\\\\w+|EC2\\\\w+|S3\\\\w+|AD\\\\w+|Mg\\\\w+)\\\\b[^;|\\\\n]*)","((?:Stop-\
Computer|Restart-Computer|Get-StoredCredential|Get-Secret|Clear-EventLog|Clear-RecycleBin|Set-MpPreference|Set-ExecutionPolicy|Register-ScheduledTask|New-Servic\
e|Stop-Service)\\\\b[^;|\\\\n]*)"],"curl x | sh":["(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\|\\\\s*(?:iex|Invoke-Expression)\\\\b","(\
?:iex|Invoke-Expression)\\\\b[\\\\s\\\\S]*(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b"],"printenv API_KEY":["(?:Get-ChildItem|gci|ls|dir)\\\\s+Env\
:[\\\\s\\\\S]*(?:KEY|TOKEN|SECRET|PASS)"]}},"powershell":{"code":["c","Command","command"],"runs":"\\\\b(?:Invoke-Expression|iex)\\\\s+([\\"'])(.*?)\\\\1","deletes":"\\\\b(?\
:Remove-Item|rmdir|ri|rm|rd|del)\\\\b(?:\\\\s+-\\\\w+)*(?:\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1)?","operands":"code","does":{"rm -r $":["\\\\b(?:Get-ChildItem|g\
ci|ls|dir)\\\\b(?:\\\\s+-\\\\w+)*\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1[^;\\\\n]*\\\\|[^;\\\\n]*\\\\b(?:Remove-Item|ri|rm|del)\\\\b"],"$":["((?:Clear|Format|Initialize|R\
emove)-(?:Disk|Volume|Partition|LocalUser|Service|VM|Az\\\\w+|EC2\\\\w+|S3\\\\w+|AD\\\\w+|Mg\\\\w+)\\\\b[^;|\\\\n]*)","((?:Stop-Computer|Restart-Computer|Get-StoredCredential\
|Get-Secret|Clear-EventLog|Clear-RecycleBin|Set-MpPreference|Set-ExecutionPolicy|Register-ScheduledTask|New-Service|Stop-Service)\\\\b[^;|\\\\n]*)"],"curl x | sh":[\
"(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\|\\\\s*(?:iex|Invoke-Expression)\\\\b","(?:iex|Invoke-Expression)\\\\b[\\\\s\\\\S]*(?:iwr|irm\
|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b"],"printenv API_KEY":["(?:Get-ChildItem|gci|ls|dir)\\\\s+Env:[\\\\s\\\\S]*(?:KEY|TOKEN|SECRET|PASS)"]}},"power\
shell.exe":{"code":["c","Command","command"],"runs":"\\\\b(?:Invoke-Expression|iex)\\\\s+([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:Remove-Item|rmdir|ri|rm|rd|del)\\\\b(?:\\\\s+\
-\\\\w+)*(?:\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1)?","operands":"code","does":{"rm -r $":["\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+)*\\\\s+([\\"']?)([^\
\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1[^;\\\\n]*\\\\|[^;\\\\n]*\\\\b(?:Remove-Item|ri|rm|del)\\\\b"],"$":["((?:Clear|Format|Initialize|Remove)-(?:Disk|Volume|Partition|LocalUser|\
Service|VM|Az\\\\w+|EC2\\\\w+|S3\\\\w+|AD\\\\w+|Mg\\\\w+)\\\\b[^;|\\\\n]*)","((?:Stop-Computer|Restart-Computer|Get-StoredCredential|Get-Secret|Clear-EventLog|Clear-RecycleBi\
n|Set-MpPreference|Set-ExecutionPolicy|Register-ScheduledTask|New-Service|Stop-Service)\\\\b[^;|\\\\n]*)"],"curl x | sh":["(?:iwr|irm|Invoke-WebRequest|Invoke-RestM\
ethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\|\\\\s*(?:iex|Invoke-Expression)\\\\b","(?:iex|Invoke-Expression)\\\\b[\\\\s\\\\S]*(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|Downl\
oadString)\\\\b"],"printenv API_KEY":["(?:Get-ChildItem|gci|ls|dir)\\\\s+Env:[\\\\s\\\\S]*(?:KEY|TOKEN|SECRET|PASS)"]}}},"code_variables":{"man":{"variables":["MANPAGER\
","PAGER"]},"apropos":{"variables":["MANPAGER","PAGER"]},"whatis":{"variables":["MANPAGER","PAGER"]},"less":{"variables":["LESSOPEN","LESSCLOSE","LESSEDIT","VIS\
UAL","EDITOR"]},"zless":{"variables":["LESSOPEN","LESSCLOSE","LESSEDIT","VISUAL","EDITOR"]},"lesspipe":{"variables":["LESSOPEN","LESSCLOSE","LESSEDIT","VISUAL",\
"EDITOR"]},"journalctl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"]},"systemctl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"]},"loginctl"\
:{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"]},"timedatectl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"]},"crontab":{"variables":["SUDO_E\
DITOR","VISUAL","EDITOR"]},"visudo":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"vipw":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"vigr":{"variables":[\
"SUDO_EDITOR","VISUAL","EDITOR"]},"sudo":{"variables":["SUDO_EDITOR","SUDO_ASKPASS","VISUAL","EDITOR"]},"sudoedit":{"variables":["SUDO_EDITOR","SUDO_ASKPASS","V\
ISUAL","EDITOR"]},"kubectl":{"variables":["KUBE_EDITOR","EDITOR"]},"oc":{"variables":["KUBE_EDITOR","EDITOR"]},"k":{"variables":["KUBE_EDITOR","EDITOR"]},"gh":{\
"variables":["GH_PAGER","GH_EDITOR","GH_BROWSER","PAGER","EDITOR","VISUAL","BROWSER","GIT_EDITOR"]},"glab":{"variables":["GH_PAGER","GH_EDITOR","GH_BROWSER","PA\
GER","EDITOR","VISUAL","BROWSER","GIT_EDITOR"]},"psql":{"variables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"mysql":{"variables":["PSQL_PAGER","\
PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"mariadb":{"variables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"sqlite3":{"variables":["PSQL_PAGER","PS\
QL_EDITOR","PAGER","EDITOR","VISUAL"]},"hg":{"variables":["HGEDITOR","PAGER","EDITOR","VISUAL"]},"svn":{"variables":["SVN_SSH","SVN_EDITOR","EDITOR","VISUAL"]},\
"bat":{"variables":["BAT_PAGER","DELTA_PAGER","PAGER"]},"delta":{"variables":["BAT_PAGER","DELTA_PAGER","PAGER"]},"ssh":{"variables":["SSH_ASKPASS"]},"scp":{"va\
riables":["SSH_ASKPASS"]},"sftp":{"variables":["SSH_ASKPASS"]},"ssh-add":{"variables":["SSH_ASKPASS"]},"aws":{"variables":["AWS_PAGER","PAGER"]},"rsync":{"varia\
bles":["RSYNC_RSH"]},"cvs":{"variables":["CVS_RSH","CVSEDITOR","EDITOR"]}},"git_variables":["GIT_SSH_COMMAND","GIT_SSH","GIT_EXTERNAL_DIFF","GIT_EDITOR","GIT_SE\
QUENCE_EDITOR","GIT_PAGER","GIT_ASKPASS","GIT_PROXY_COMMAND","EDITOR","VISUAL","PAGER","SSH_ASKPASS"],"git_code":{"rebase":{"options":["x","exec"]},"filter-bran\
ch":{"options":["tree-filter","index-filter","env-filter","msg-filter","parent-filter","commit-filter","tag-name-filter","setup"]},"difftool":{"options":["x","e\
xtcmd"]},"fetch":{"options":["upload-pack"]},"pull":{"options":["upload-pack"]},"clone":{"options":["u","upload-pack"]},"ls-remote":{"options":["upload-pack","e\
xec"]},"push":{"options":["receive-pack","exec"]},"archive":{"options":["exec"]},"grep":{"options":["open-files-in-pager"]}},"code_options":{"tar":{"short":"IF"\
,"long":["checkpoint-action","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"code":["I","F","checkpoint-action","to-comman\
d","use-compress-program","rsh-command","info-script","new-volume-script"],"pattern":"^(?:exec=)?([\\\\s\\\\S]+)$"},"bsdtar":{"short":"IF","long":["checkpoint-actio\
n","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"code":["I","F","checkpoint-action","to-command","use-compress-program",\
"rsh-command","info-script","new-volume-script"],"pattern":"^(?:exec=)?([\\\\s\\\\S]+)$"},"gtar":{"short":"IF","long":["checkpoint-action","to-command","use-compres\
s-program","rsh-command","info-script","new-volume-script"],"code":["I","F","checkpoint-action","to-command","use-compress-program","rsh-command","info-script",\
"new-volume-script"],"pattern":"^(?:exec=)?([\\\\s\\\\S]+)$"},"gdb":{"short":"x","long":["ex","eval-command"],"code":["ex","eval-command"],"pattern":"^\\\\s*(?:shell|\
!)\\\\s*(.+)"},"osascript":{"short":"el","code":["e"],"pattern":"do shell script \\"((?:[^\\"\\\\\\\\]|\\\\\\\\.)*)\\""},"concurrently":{"short":"ncpm","long":["names","pref\
ix"],"operands":"code"},"rsync":{"short":"efBM","long":["rsh","rsync-path"],"code":["e","rsh","rsync-path"]},"scp":{"short":"cFiJloPS","code":["S"]},"zip":{"lon\
g":["TT","unzip-command"],"code":["TT","unzip-command"]},"man":{"short":"PHLm","long":["pager","html"],"code":["P","pager","H","html"]},"ansible":{"short":"aimu\
f","long":["args","module-name","inventory","user"],"code":["a","args"]},"nodemon":{"short":"x","long":["exec"],"code":["x","exec"]},"nix-shell":{"short":"pAI",\
"long":["run","command"],"code":["run","command"]}},"formats":{"date":{"prefix":"+"},"git":{"long":["format","pretty"],"names":["format","pretty"]},"curl":{"sho\
rt":"woXHdFuAebcT","long":["write-out","output"],"names":["w","write-out"]},"ps":{"short":"oOpCuUgGts","names":["o","O","format"],"unread":"=[\\\\s\\\\S]*[^\\\\w,=%:]\
"},"numfmt":{"short":"d","long":["format","suffix","from","to"],"names":["format","suffix","invalid"],"unread":"[^\\\\w%.'+-]"},"expr":{"unread":"^(?!(?:(?:-?\\\\d+\
|\\\\uFFFC+|[-+*/%()|&<>=!]{1,2}|:\\\\s\\\\S+|match|length|index)(?:\\\\s+|$))*$)"},"docker":{"short":"f","long":["format"],"names":["f","format"],"unread":"^(?!(?:json\
|raw|table\\\\b.*|[\\\\w.-]+=[\\\\w./:-]*)$)(?!(?:\\\\{\\\\{(?!-?\\\\s*(?:print(?:f|ln)?\\\\s*)?[\\"\`])[^}]*\\\\}\\\\}|[\\\\s,:=|-])*$)"},"podman":{"short":"f","long":["format"],"na\
mes":["f","format"],"unread":"^(?!(?:json|raw|table\\\\b.*|[\\\\w.-]+=[\\\\w./:-]*)$)(?!(?:\\\\{\\\\{(?!-?\\\\s*(?:print(?:f|ln)?\\\\s*)?[\\"\`])[^}]*\\\\}\\\\}|[\\\\s,:=|-])*$)"},"k\
ubectl":{"short":"on","long":["output","namespace"],"names":["o","output"],"unread":"^=?(?:jsonpath|go-template)[\\\\w-]*=(?!(?:\\\\{+(?:\\"(?:\\\\\\\\[nt]|[,:. ])*\\"|[^\
\\"'{}]*)\\\\}+|[\\\\s,:=-])*$)"}},"getopt":{"find":{"long":["name","iname","path","ipath","wholename","iwholename","regex","iregex","lname","ilname","type","xtype",\
"size","mtime","atime","ctime","mmin","amin","cmin","used","newer","anewer","cnewer","user","group","uid","gid","perm","links","inum","samefile","context","fsty\
pe","maxdepth","mindepth","regextype","printf","fprint","fprint0","fls","files0-from"]},"editor":{"short":"cS","long":["cmd"],"permuted":true},"ssh":{"short":"b\
BcDEeFIiJLlmOopQRSWw"},"container":{"short":"aceghlmpuvwfHnq","long":["env","env-file","user","workdir","detach-keys","name","volume","mount","network","publish\
","label","entrypoint","add-host","cap-add","cap-drop","cpus","cpuset-cpus","device","dns","expose","gpus","group-add","hostname","ip","ipc","link","log-driver"\
,"log-opt","memory","pid","platform","pull","restart","runtime","security-opt","shm-size","stop-signal","tmpfs","ulimit","userns","volumes-from","cgroupns","hos\
t","context","config","file","project-name","profile","project-directory","namespace","container","index","kubeconfig","cluster","as","image","target"]},"copy":\
{"short":"tSgmo","long":["target-directory","suffix","mode","owner","group"],"permuted":true},"wget":{"short":"OPoUeTtwQdnxsj","long":["output","output-document\
","out","dir","directory-prefix","header","data","request","user-agent","form","user","output-dir","url"],"permuted":true},"curl":{"short":"oHdXAFuTebKCmxEywzU"\
,"long":["output","output-document","out","dir","directory-prefix","header","data","request","user-agent","form","user","output-dir","url"],"permuted":true},"re\
quest":{"short":"oHdXAFuTebKCmxEywzU","long":["d","data","data-raw","data-binary","data-urlencode","data-ascii","json","post-data","body-data","header","request\
","user","output","form","url","user-agent"],"permuted":true},"tmux":{"short":"LSfcT"},"tmux-command":{"short":"stncxyeFlp"},"screen":{"short":"SscehpTt"},"git"\
:{"short":"Cc","long":["git-dir","work-tree","namespace","exec-path","config-env","super-prefix","attr-source","list-cmds"]},"sed":{"short":"efl","long":["expre\
ssion","file","line-length"],"permuted":true},"xargs":{"short":"aEILnPsd","long":["arg-file","delimiter","max-lines","max-args","max-procs","max-chars","process\
-slot-var"]},"parallel":{"short":"jNnLSIaCEPsd","long":["jobs","max-args","max-lines","max-replace-args","sshlogin","sshloginfile","arg-file","colsep","delay","\
timeout","joblog","results","retries","workdir","wd","tmpdir","replace","delimiter","header","halt","nice","load","memfree","basefile","return","trc","env","pro\
file","tagstring","tmux","block","recstart","recend","shuf","limit","term-seq","arg-sep","arg-file-sep","rpl","max-chars","max-procs"]},"shell":{"short":"oO","l\
ong":["rcfile","init-file","emulate"]},"fish":{"short":"cCdDfop","long":["command","init-command","features","debug","debug-level","profile"]},"make":{"short":"\
fCIjlo","long":["file","makefile","directory","eval","jobs"],"permuted":true},"just":{"short":"fd","long":["justfile","working-directory","set"]},"transfer":{"s\
hort":"BbcDFiJloPRSsXepu","long":["rcfile"],"permuted":true},"grep":{"short":"efmABC","long":["regexp","file","max-count","include","exclude","exclude-dir","col\
or","context"],"permuted":true}},"patterns":{"git_settings":["^core\\\\.(sshcommand|editor|pager|askpass|fsmonitor|gitproxy|alternaterefscommand)$","^(sequence\\\\.\
editor|diff\\\\.external|gpg(\\\\..+)?\\\\.program|pager\\\\..+|credential(\\\\..*)?\\\\.helper)$","^(diff|merge|filter|difftool|mergetool)\\\\..+\\\\.(cmd|command|textconv|dri\
ver|clean|smudge|process|path)$","^(uploadpack\\\\.packobjectshook|sendemail\\\\.(tocmd|cccmd|headercmd))$"],"request_statement":["^\\\\s*DROP\\\\s+(DATABASE|TABLE|SCHE\
MA|USER|MEASUREMENT|SERIES|VIEW|COLUMN)\\\\b","^\\\\s*(TRUNCATE\\\\s+\\\\S|DELETE\\\\s+FROM\\\\s|ALTER\\\\s+TABLE\\\\s|UPDATE\\\\s+\\\\S+\\\\s+SET\\\\s|GRANT\\\\s|REVOKE\\\\s)"],"request_f\
ields":["(?:^|[?&])(?:query|q|sql|statement|stmt)=([^&#]*)","\\"(?:query|q|sql|statement|stmt)\\"\\\\s*:\\\\s*\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){1,4000})\\""],"jq_making":["\\\\b(?:\
implode|fromjson|ltrimstr|rtrimstr|ascii_downcase|ascii_upcase|gsub|sub|reverse|tojson|input)\\\\b","@base\\\\d+d|@uri"],"editor_shell":["^\\\\s*:?\\\\s*(?:[\\\\d,.$%]*!|\
[rw]\\\\s*!|silent!?\\\\s*!|term(?:inal)?\\\\s+|call\\\\s+system\\\\([\\"']|lua\\\\s+os\\\\.execute\\\\([\\"'])\\\\s*(.+?)(?:[\\"']\\\\))?$","^\\\\s*:?\\\\s*(?:sh(?:ell)?|term(?:inal)?)!?\
\\\\s*$"],"home_lookup":["\\\\b(?:System\\\\.)?(?:homedir|user_home!?)\\\\(\\\\)|\\\\$(?:HOME|env:USERPROFILE|env:HOME)\\\\b|\\\\bENV\\\\[[\\"']HOME[\\"']\\\\]","\\\\b(?:(?:os\\\\.|Sys\\\\\
.|System\\\\.)?getenv)\\\\s*\\\\(?\\\\s*[\\"']HOME[\\"']\\\\s*\\\\)","\\\\b(?:path\\\\.expand|expanduser|expand-file-name)\\\\s*\\\\(?\\\\s*[\\"']~[\\"']\\\\s*\\\\)"],"jq_choosing":["(?:[!=<\
>]=\\\\s*|\\\\[\\\\s*)\\\\$\\\\w+","(?:[!=<>]=\\\\s*|\\\\[\\\\s*|\\\\.\\\\s*)\\"(?:[^\\"\\\\\\\\]|\\\\\\\\.)*\\"","(?:test|startswith|endswith|contains|inside|has|split|r?index|match|capture|\
scan|[lr]trimstr|error|getpath|del)\\\\s*\\\\(\\\\s*\\"(?:[^\\"\\\\\\\\]|\\\\\\\\.)*\\"","(?:input_filename|str[pf]time)\\\\s*\\\\(\\\\s*\\"(?:[^\\"\\\\\\\\]|\\\\\\\\.)*\\""]},"shell_variables":\
{"HOME":"~","IFS":" \\t\\n","SHELL":"/bin/bash","BASH":"/bin/bash","TMPDIR":"/tmp","?":"0","!":"%%"},"make_variables":{"HOME":"~","RM":"rm -f","MAKE":"make","CURD\
IR":".","PWD":"."},"escapes":{"a":"\\u0007","b":"\\b","e":"\\u001b","E":"\\u001b","f":"\\f","n":"\\n","r":"\\r","t":"\\t","v":"\\u000b"},"character_classes":{"upper":"A-\
Z","lower":"a-z","digit":"0-9","alpha":"A-Za-z","alnum":"A-Za-z0-9","space":" \\\\t\\\\n\\\\r\\\\f\\\\v"},"candidates":{"rm":{"only":["delete-machine","delete-system-file\
","delete-workspace","delete-vcs"]},"chmod":{"only":["change-rights-of-machine"]},"dd":{"only":["overwrite-disk"]},"git":{},"kubectl":{},"terraform":{},"docker"\
:{},"aws":{}},"silent":["[","test","true","false",":","rm","mkdir","touch","chmod","chown","kill","sleep","wait","exit","return","cp","mv","ln"],"risky":["rm","\
rmdir","unlink","shred","srm","wipe","dd","mkfs","mkfs.ext4","mkfs.xfs","mkfs.btrfs","mkswap","wipefs","fdisk","sfdisk","parted","blkdiscard","truncate","mv","c\
p","chmod","chown","chgrp","chattr","setfacl","ln","tee","cat","curl","wget","nc","ncat","socat","scp","rsync","sftp","ftp","ssh","git","find","xargs","sh","bas\
h","dash","zsh","ksh","sudo","su","doas","env","eval","python","python3","perl","ruby","node","php","kill","killall","pkill","shutdown","reboot","halt","powerof\
f","init","systemctl","service","crontab","at","useradd","userdel","usermod","passwd","visudo","iptables","nft","ufw","mount","umount","docker","kubectl","helm"\
,"terraform","aws","gcloud","az","psql","mysql","dropdb","base64","gpg","openssl","rimraf","trash","insmod","modprobe","sysctl"],"non_runners":["echo","printf",\
"cat","less","more","head","tail","grep","egrep","fgrep","rg","ag","ack","sed","awk","cut","sort","uniq","wc","tr","diff","cmp","comm","patch","ls","ll","tree",\
"stat","file","touch","mkdir","rmdir","rm","cp","mv","ln","chmod","chown","chgrp","which","whereis","type","whatis","man","info","help","apropos","tldr","hash",\
"test","[","[[","true","false",":","cd","pwd","pushd","popd","dirs","exit","return","break","continue","export","unset","set","shift","read","local","declare","\
alias","unalias","git","hg","svn","gh","glab","npm","pnpm","yarn","bun","pip","pip3","pipx","poetry","cargo","rustc","rustup","go","gem","bundle","composer","mv\
n","gradle","make","cmake","ninja","bazel","apt","apt-get","aptitude","dpkg","dnf","yum","rpm","pacman","apk","brew","snap","flatpak","zypper","emerge","port","\
nix","docker","podman","kubectl","helm","terraform","aws","gcloud","az","curl","wget","http","https","nc","ncat","ssh","scp","sftp","rsync","ftp","tar","zip","u\
nzip","gzip","gunzip","bzip2","xz","7z","ar","cpio","jest","mocha","vitest","pytest","tsc","eslint","biome","prettier","vim","vi","nvim","nano","emacs","code","\
ed","ex","jq","yq","xmllint","python","python2","python3","node","deno","ruby","perl","php","java","javac","gcc","g++","clang","lua","Rscript","date","cal","upt\
ime","uname","hostname","whoami","id","groups","who","w","ps","top","htop","kill","killall","pkill","pgrep","jobs","fg","bg","wait","sleep","seq","yes","basenam\
e","dirname","realpath","readlink","mktemp","tee","cksum","md5sum","sha1sum","sha256sum","base64","base32","xxd","od","hexdump","strings","column","fold","fmt",\
"nl","paste","join","split","expand","rev","tac","shuf","gpg","openssl","ssh-keygen","ssh-add","systemctl","service","journalctl","dmesg","mount","umount","df",\
"du","free","lsof","ss","netstat","ip","ifconfig","ping","dig","nslookup","host","traceroute","useradd","userdel","usermod","passwd","crontab","dd","mkfs","trun\
cate","shred","notify-send","say","logger","write","wall","mail","psql","mysql","sqlite3","redis-cli","mongosh","sh","bash","dash","zsh","ksh","eval","source","\
.","trap","fork-bomb","compgen","complete","getent","locate","updatedb","apt-cache","apt-file","command","builtin","fzf","bat","exa","eza","fd","dropdb","create\
db","shellcheck","shfmt","checkbashisms","hadolint"],"filters":["yq","fold","fmt","nl","column","paste","join","expand","unexpand","iconv","basenc","uudecode","\
uuencode","qprint","openssl","gunzip","zcat","bzcat","xzcat","gzip","bzip2","bunzip2","xz","unxz","zstd","unzstd","lz4","m4","cpp","envsubst","recode","rot13","\
pr","csplit","od","hexdump","hd","ul","colrm","col","ascii2uni","uni2ascii","perl","ruby","pv","mbuffer","bc","dc","shuf","look","comm","tsort","ptx","nkf","cut\
"]},"sentences":{"before_order":["please","then","next","now","first","second","third","finally","lastly","also","just","simply","and","so","ok","okay","well","\
afterwards","afterward","after","that","immediately","quickly","silently","quietly","permanently","completely","forcefully","forcibly","recursively","always","g\
o","ahead","kindly","step","todo","task","goal","plan","objective","instruction","instructions:","->","=>","-","*","once","done","from","here","on","to","be","s\
afe","start","by","begin","in","order","bitte","erst","dann","danach","jetzt","nun","zuerst","zun\\u00e4chst","anschlie\\u00dfend","schlie\\u00dflich","puis","ensu\
ite","maintenant","luego","ahora","primero","despu\\u00e9s","por","favor"],"between":["just","then","also","now","first","simply","really","definitely","quickly"\
,"completely","permanently","forcefully","forcibly","recursively","immediately","silently","quietly","safely","manually","please","go","ahead","and","finally","\
probably","simply","again","all"],"denials":["not","don't","dont","never","no","nor","without","avoid","cannot","can't","cant","won't","wont","shouldn't","mustn\
't","doesn't","didn't","wouldn't","couldn't","isn't","aren't","refuse","refuses","refusing","prevent","prevents","preventing","forbid","forbids","forbidden","pr\
ohibit","prohibits","prohibited","disallow","disallowed","block","blocks","blocking","blocked","stop","stops","protect","protects","against","unless","warn","wa\
rns","rather","instead","neither","hardly","nothing","nobody","ne"],"ends_denial":["but","instead","just","rather","simply","only"],"speech_verbs":["explain","e\
xplains","document","documents","describe","describes","discuss","mention","mentions","note","notes","review","reviews","summarize","summarise","clarify","inves\
tigate","analyze","analyse","research","check","verify","confirm","ask","consider","compare","evaluate","test","tests","cover","fix","fixes","rename","refactor"\
,"detect","detects","reject","rejects","report","reports","flag","flags","catch","catches","grep","search","look","find","understand","teach","highlight","rewor\
d","rewrite-docs","translate","list","suggests","assert","handle","handles"],"predicates":["is","are","was","were","isn't","aren't","wasn't","can","can't","may"\
,"might","would","could","should","has","had","does","doesn't","returns","fails","failed","throws","breaks","broke","causes","caused","shows","requires","takes"\
,"works","happens","leads","means","seems","appears","crashes","crashed","hangs","deletes","removes","looks","becomes","gets"],"subjects":["the","this","that","\
these","those","it","a","an","users","they","he","she","there","some","if","when"],"relative":["that","which","what","who","someone","somebody","anyone","anybod\
y","where","it","there","they","we","i","you","whatever","everything"],"creation_verbs":["create","write","make","build","generate","develop","craft","prepare",\
"produce"],"program":["script","program","command","one-liner","code","function","file","process","tool","job","playbook"],"passes_on":["post","posting","send",\
"sending","upload","uploading","mail","email","share","publish","leak","forward","paste","push","copy","dump","transmit","exfiltrate"],"doubled":["drop","zip","\
wget","put","set","shut","rm","get","plug","ship","scrub","grab","cat","log","strip","zap","stop","commit","reset","run","submit"],"command_names":["git","rm","\
sudo","curl","wget","chmod","chown","dd","mkfs","kubectl","docker","terraform","psql","mysql","redis-cli","npm","pip","cargo","gem","twine","aws","gcloud","az",\
"systemctl","iptables","ufw","crontab","ssh","scp","rsync","nc","kill","pkill","killall","shred","truncate","shutdown","reboot","find","tar","cat","mv","cp","ba\
sh","sh","python","python3","node","helm","gh","useradd","passwd","mount","umount","eval","openssl","gpg"],"command_verbs":["push","reset","clean","checkout","r\
estore","branch","stash","rebase","filter-branch","filter-repo","reflog","gc","clone","pull","fetch","commit","delete","apply","scale","drain","exec","destroy",\
"system","volume","rmi","run","publish","unpublish","yank","upload","stop","disable","mask","s3","ec2","rds","rm","prune","flushall","uninstall","release","repo\
"],"irregular":{"send":"sent","put":"put","set":"set","shut":"shut","write":"written","give":"given","tear":"torn","blow":"blown","get":"got","read":"read","tak\
e":"taken","steal":"stolen","make":"made","overwrite":"overwritten","rewrite":"rewritten","bring":"brought","force-push":"force-pushed"},"classes":{"root":"^/\\\\\
*?$","home":"^(?:~|\\\\$home|\\\\$\\\\{home\\\\}|/root|/home|/users)(?:/(?:[^/\\\\s]*|\\\\*)?)?$","system-path":"^(?!/(?:var/tmp|dev/(?:null|shm|stdout|stderr|stdin)))/(?:e\
tc|usr|bin|sbin|boot|lib(?:32|64)?|var|sys|proc|dev|root|home|opt|srv|mnt|media)(?:/|$)|^[a-z]:\\\\\\\\(?:windows|users|program files)|^c:\\\\\\\\?$","device":"^/dev/(?\
:sd|nvme|vd|hd|xvd|mmcblk|disk|mapper|md)\\\\w*","startup-file":"(?:^|/)\\\\.(?:bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|zlogin|kshr\
c|cshrc|xinitrc|xprofile|inputrc)$|config\\\\.fish$|^/etc/(?:profile|rc\\\\.local|cron|init\\\\.d|systemd|ld\\\\.so\\\\.preload|sudoers|environment)","url":"^(?:https?|ft\
p|s3|wss?|scp|sftp)://|^\\\\d{1,3}(?:\\\\.\\\\d{1,3}){3}(?::\\\\d+)?|^[\\\\w-]+(?:\\\\.[\\\\w-]+)*\\\\.(?:com|net|io|org|sh|dev|xyz|ru|cc|me|example|site|info|app|onion)(?:[:/]\
|$)|^[\\\\w.-]+@[\\\\w-]+\\\\.[\\\\w.-]+$"}}}`);var qs=["reads","writes","deletes","moves","changes"],nv=Object.keys(V.paths.classes),Pe=t=>new Map(Object.entries(t)),_={grammars:Pe(V.arguments.grammars),grammarAliases:Pe(
V.arguments.aliases),gitOptions:Pe(V.arguments.git_options),dryRuns:Pe(V.arguments.dry_runs),switches:new Set(V.arguments.switches),roles:Pe(V.arguments.roles),
interpreters:Pe(V.programs.interpreters),consoles:Pe(V.programs.consoles),wrappers:Pe(V.programs.wrappers),runners:Pe(V.programs.runners),packageVerbs:new Set(V.
programs.package_verbs),smallLanguages:Pe(V.programs.small_languages),codeVariables:Pe(V.programs.code_variables),gitVariables:V.programs.git_variables,gitCode:Pe(
V.programs.git_code),codeOptions:Pe(V.programs.code_options),formats:Pe(V.programs.formats),getopt:V.programs.getopt,patterns:V.programs.patterns,shellVariables:V.
programs.shell_variables,makeVariables:V.programs.make_variables,escapes:V.programs.escapes,characterClasses:V.programs.character_classes,candidates:Pe(V.programs.
candidates),silent:new Set(V.programs.silent),risky:new Set(V.programs.risky),nonRunners:new Set(V.programs.non_runners),filters:new Set(V.programs.filters),clients:Pe(
V.clients.clients),projectClients:new Set(V.clients.project),ownData:V.clients.own,destroyingVerbs:new Set(V.clients.destroys),otherVerbs:new Set(V.clients.others),
localNouns:new Set(V.clients.local),languages:V.languages.languages,awkLexer:V.languages.awk,sqlStatements:V.languages.sql,sharedCalls:V.languages.shared,sentences:V.
sentences,irregularVerbs:Pe(V.sentences.irregular),objectClasses:Pe(V.sentences.classes),purposes:V.paths.purposes,systemFolders:V.paths.system_folders,credentials:new Set(
V.paths.credentials),credentialStores:V.paths.credential_stores,credentialForms:V.paths.credential_forms,credentialSamples:V.paths.credential_samples,disposable:new Set(
V.paths.disposable),sourceFolders:new Set(V.paths.source_folders)};var rv=/^-(\d+|(SIG)?(HUP|INT|QUIT|ILL|TRAP|ABRT|BUS|FPE|KILL|USR[12]|SEGV|PIPE|ALRM|TERM|CHLD|CONT|STOP|TSTP))$/i,{grammars:pa,grammarAliases:su,gitOptions:ov}=_;
function fa(t){return pa.get(su.get(t)??t)?.short!==void 0}function fe(t,e){let s=su.get(t)??t,n=pa.get(s)??{},r=[],o=[],i=[],a=!1;for(let c=0;c<e.length;c+=1){
let l=e[c],{text:d}=l,u=(f,m)=>o.push({flag:f,value:{text:m,glob:l.glob}}),p=f=>{c+1>=e.length||(c+=1,o.push({flag:f,value:e[c]}))};if(a||!/^-./.test(d)){i.push(
l);let f=i.length===1?`${s} ${d}`:void 0;f&&(n={...n,...pa.get(f)})}else if(d==="--")a=!0;else if(n.whole&&rv.test(d))r.push(d);else if(d.startsWith("--")||n.single){
let f=d.indexOf("="),m=f===-1?d:d.slice(0,f),h=s==="git"?av(i[0]?.text,m):m;r.push(h),f!==-1?u(h,d.slice(f+1)):n.long?.includes(h.replace(/^-+/,""))&&p(h)}else{
for(let f=1;f<d.length;f+=1){let m=`-${d[f]}`;if(r.push(m),!!n.short?.includes(d[f])){f+1<d.length?u(m,d.slice(f+1).replace(/^=/,"")):p(m);break}}d.length>2&&r.
push(d)}}return{flags:r,options:o,operands:i}}function se(t,e){return t.some(s=>s===e||e.startsWith("--")&&s.length>=5&&s.startsWith("--")&&e.startsWith(s))}var iv=new Map(
[...ov].map(([t,e])=>{let s=e.map(n=>`--${n}`);return[t,[...s,...s.map(n=>n.replace("--","--no-"))]]}));function av(t,e){let s=iv.get(t??"");if(!s||s.includes(e))
return e;let n=s.filter(r=>r.startsWith(e));return n.length===1?n[0]:e}Je();Je();var k="\uFFFC",nu="\uFFFB",D=`${k}${nu}`,ha=`${k}\u2026`,ye=t=>t.includes(nu),je=t=>ye(t)?D:k,Ce=t=>t.includes(k)&&!ye(t)?k:D,ft=({text:t})=>!t.includes(k),
cv=["shell","python","javascript","perl","ruby","php","awk","sql"],Fn="closed-container",Jt=(t,e,s=[],n)=>({program:t,path:t,args:e,redirects:s,environment:{},wrappers:[],
language:"shell",...ne({folder:n})});Je();var Hn=32,lv=65536,Ot=`${k}\uFFF9`,$={kind:"unknown"},F=(...t)=>({kind:"text",of:t}),js=t=>({kind:"number",number:t}),B=t=>({kind:"list",items:t}),Re=(t,e)=>({kind:"\
name",path:t,...ne({self:e})}),ht=(t,...e)=>({kind:"made",by:t,args:e}),us=(t,e=[])=>({kind:"content",files:e,from:t});function O(t){return t?.kind==="text"?t.of:
[t?.kind==="number"?String(t.number):k]}var Lt=t=>O(t).every(e=>!e.includes(k));function rt(t){let e=[...new Set(t)];return e.length>Hn&&e.splice(Hn,e.length,k),
{kind:"text",of:e.length>0?e:[k]}}function _e(t,e=""){let s,n=!1;for(let i of t){n||=i.kind==="text"&&i.glob===!0;let a=O(i),c=s;s=c?c.flatMap(l=>a.map(d=>ru(l+
e+d))):[...a],s.length>Hn&&(s=[k])}let r=ot(t.filter(i=>i.kind==="content"));if(r.kind==="content")return r;let o=rt(s??[""]);return n&&o.kind==="text"?{...o,glob:n}:
o}var ru=t=>t.length>lv?k:t;function $t(t,e){return t.kind==="content"?t:rt(O(t).map(s=>s.includes(k)?k:ru(e(s))))}function ot(t){let e=t.filter(o=>o.kind!=="un\
known"),[s]=e;if(!s)return $;if(t.length===1)return s;if(e.every(o=>o.kind==="text"||o.kind==="number")){let o=rt([...e.flatMap(O),...e.length<t.length?[k]:[]]);
return e.some(i=>i.kind==="text"&&i.glob)?{...o,glob:!0}:o}let n=e.filter(o=>o.kind==="content");if(n.length>0)return{kind:"content",files:[...new Set(n.flatMap(
o=>o.files))].slice(0,Hn),from:[...new Set(n.flatMap(o=>o.from))].slice(0,Hn)};let r=e.filter(o=>o.kind==="list");return r.length===e.length&&r.every(o=>o.items.
length===r[0].items.length)?B(r[0].items.map((o,i)=>ot(r.map(a=>a.items[i])))):s}function Ke(t){return t.kind==="list"?t.items:t.kind==="map"?[...t.entries.keys()].
map(s=>F(s)):t.kind==="text"&&!t.glob&&t.of.length===1&&!t.of[0].includes(k)?Array.from(t.of[0],s=>F(s)):[t.kind==="content"||t.kind==="made"||t.kind==="text"&&
t.glob?t:$]}var Tt=t=>t.flatMap(e=>e.kind==="list"?e.items:[e]);function mt(t,e=0){if(e>4)return;let s=ot(t.slice(0,256).flatMap(n=>{if(n.kind==="content")return[
n];let r=n.kind==="map"?[...n.entries.values()]:n.kind==="made"?n.args:[];return[mt(n.kind==="list"?n.items:r,e+1)??$]}));return s.kind==="content"?s:void 0}var fn=class{constructor(e){
this.outer=e}outer;values=new Map;get(e){return this.values.get(e)??this.outer?.get(e)}set(e,s){let n=this;for(;!n.values.has(e)&&n.outer;)n=n.outer;(n.values.has(
e)?n:this).values.set(e,s)}declare(e,s){this.values.set(e,s)}};var dv=65536;function Zr(t,e,s,n){return t==="||"||t==="or"||t==="??"?e.kind==="unknown"?s:e:e.kind==="number"&&s.kind==="number"?uv(t,e.number,s.number):t==="+"||
n.includes(t)?e.kind==="list"&&s.kind==="list"?B([...e.items,...s.items]):_e([e,s]):t==="/"&&e.kind==="text"?Zt([e,s]):t==="%"&&e.kind==="text"?ma(e,s.kind==="l\
ist"?s.items:[s]):(t==="*"||t==="x")&&s.kind==="number"?iu(e,s.number):t==="*"&&e.kind==="number"?iu(s,e.number):mt([e,s])??$}var ou={"+":(t,e)=>t+e,"-":(t,e)=>t-
e,"*":(t,e)=>t*e,"/":(t,e)=>t/e,"%":(t,e)=>(t%e+e)%e,"^":(t,e)=>t^e,"|":(t,e)=>t|e,"&":(t,e)=>t&e,"<<":(t,e)=>t<<e,">>":(t,e)=>t>>e};function uv(t,e,s){return t===
"."?F(`${e}${s}`):Object.hasOwn(ou,t)?js(ou[t](e,s)):$}function iu(t,e){let s=Math.max(0,Math.trunc(e));return t.kind==="list"?t.items.length*s>1024?$:B(Array.from(
{length:s},()=>t.items).flat()):F(...O(t).map(n=>n.length*s>dv?k:n.repeat(s)))}function Zt(t){return t.reduce((e,s)=>{if(O(s).every(o=>o.startsWith("/")||o.startsWith(
"~")))return s;let n=F(...O(e).map(o=>o.length>1?o.replace(/\/$/,""):o));if(O(n).every(o=>o==="/"||o===""))return _e([n,s]);let r=_e([n,s],"/");return s.kind===
"text"&&s.glob&&r.kind==="text"?{...r,glob:!0}:r})}function ma(t,e,s){let[n]=O(t);if(n===void 0||n.includes(k))return $;let r=0,o=n.split(/(%[-+ 0#\d.*]{0,8}[sdrifxXu]|\{\w{0,20}(?:![rsa])?(?::[^{}]{0,20})?\})/).
slice(0,256).map((i,a)=>{if(a%2===0)return F(i.replaceAll("%%","%"));let c=i.startsWith("{")?/\w+/.exec(i)?.[0]:void 0;return c!==void 0?s?.get(c)??e[Number(c)]??
$:e[r++]??$});return _e(o)}function eo(t,[e,s,n]){let r=e?.kind==="number"?e.number:void 0,o=s?.kind==="number"?s.number:void 0,i=n?.kind==="number"&&n.number===
-1;if(t.kind==="list"){let a=t.items.slice(r,o);return B(i?a.reverse():a)}return t.kind!=="text"?t:$t(t,a=>{let c=Array.from(a).slice(r,o);return(i?c.reverse():
c).join("")})}Je();var to={args:[],environment:{},variables:new Map},pv=16,ga={args:/arg|shift|\$[1-9*@]/i,environment:/env/i,input:/stdin|input|gets|readline|<>|\$_|\$<|readfile|read\(|argf|ARGV|\$\d|getline|print/i},
ps=({text:t,glob:e})=>({kind:"text",of:[t],...ne({glob:e||void 0})}),au=({environment:t},e)=>e!==void 0&&Object.hasOwn(t,e)?ps(t[e]):void 0,cu=({input:t=""})=>t.
replace(/\n$/,"").split(`
`).slice(0,pv);function es(t){if(t.input!==void 0)return rt([t.input.replace(/\n$/,""),...cu(t)])}function lu(t,{args:e,environment:s,input:n}){let r=({text:o})=>o!==
""&&!o.includes(k);return e.some(r)&&ga.args.test(t)||n!==void 0&&!n.includes(k)&&n!==""&&ga.input.test(t)||Object.values(s).some(r)&&ga.environment.test(t)}function du(t,e,s){
let n=s.args.map(ps),r=s.script===void 0?[]:[F(s.script)],o=B([r[0]??F("-"),...n]),i=new Map([["HOME",F("~")]]);for(let[l,d]of Object.entries(s.environment))i.set(
l,ps(d));let a=es(s),c={args:B(n),argv:o,"node-argv":B([F("node"),...r,...n]),"joined-args":F(s.args.map(l=>l.text).join(" ")),environment:{kind:"map",entries:i},
server:{kind:"map",entries:new Map([...i,["argv",o]])},text:a,lines:a&&B(cu(s).map(l=>F(l)))};for(let[l,d]of Object.entries(t)){let u=c[d];if(!u)continue;e.declare(
l,u);let p=u.kind==="map"?u.entries:u.kind==="list"?u.items.entries():[];for(let[f,m]of p)e.declare(`${l}.${f}`,m)}}var fv=/[\p{L}_@#$][\p{L}\p{N}_$#]*|\d[\w.]*/uy,hv=/(?:\\!|\.shell|\.system|system)[ \t]+(.*)|\\(?:copy|o|w|g)[ \t]*\|?[ \t]*(.*)/y,mv=/\s+|--[^\n]*|#(?=\s|$)[^\n]*|\/\*!\d*|\/\*[\s\S]*?(?:\*\/|$)|\*\//y,
gv=/'[^']*(?:''[^']*)*'?|"[^"]*(?:""[^"]*)*"?|`[^`]*(?:``[^`]*)*`?|\[[^\]]*\]?/y,uu=/\$(\w*)\$/y;function pu(t){let e=[],s=[],n=()=>{s.length>0&&e.push(s),s=[]},
r=(o,i)=>(o.lastIndex=i,o.exec(t));for(let o=0;o<t.length;){let i=t[o];if(i==="\\"||(i==="."||i==="s")&&s.length===0){let l=r(hv,o);if(l){n(),l[1]!==void 0&&e.push(
[{kind:"shell",text:l[1]}]),o+=l[0].length;let d=l[2];if(d!==void 0){let u=/^\\\w+[ \t]*\|/.test(l[0])?d:void 0,p=/\bprogram[ \t]+'((?:[^']|'')*)'/i.exec(d.slice(
0,4e3))?.[1];(u!==void 0||p!==void 0)&&e.push([{kind:"shell",text:u??p.replaceAll("''","'")}])}continue}}let a=r(mv,o)?.[0],c=r(gv,o)?.[0];if(a!==void 0)o+=a.length;else if(i===
";")n(),o+=1;else if(c!==void 0){let l=i==="["?"]":i,d=c.slice(1,c.endsWith(l)&&c.length>1?-1:void 0),u=i==="'"||i==='"'&&/[\s/]/.test(d);s.push({kind:u?"text":
"word",text:d.replaceAll(l+l,l)}),o+=c.length}else if(i==="$"&&r(uu,o)){let l=r(uu,o)[0],d=t.indexOf(l,o+l.length),u=d<0?t.length:d;s.push({kind:"text",text:t.slice(
o+l.length,u)}),o=u+l.length}else{let l=r(fv,o)?.[0];l!==void 0?(s.length===1&&/^go$/i.test(l)&&t[o-1]===`
`?n():s.push({kind:"word",text:l}),o+=l.length):(s.push({kind:"mark",text:i}),o+=1)}}return n(),e}var yv=8,bv=/^(?:\(* *)(?:1|true|'?(\w+)'? *= *'?\1'?|1 *< *2|not false)(?: *\)*)$/i,mu=new RegExp("^(?:DATABASE|SCHEMA|TABLE|VIEW|INDEX|USER|ROLE|FUNCTION|PROC\
EDURE|TRIGGER|SEQUENCE|TYPE|EXTENSION|KEYSPACE|TABLESPACE|COLUMN|CONSTRAINT|POLICY|OWNED|COLLECTION|STREAM|BUCKET)$"),kv=["IF","EXISTS","NOT","ONLY","CONCURRENT\
LY","CASCADE","LOW_PRIORITY","QUICK","IGNORE"],vv=["AS","BEGIN","THEN","ANALYZE","EXPLAIN","DO","DETACH","LOOP","ELSE"],wv=/^(?:LOAD_FILE|PG_READ_FILE|PG_READ_BINARY_FILE|LO_IMPORT|READFILE|READ_TEXT|INFILE)$/,
xv=/^(?:OUTFILE|DUMPFILE|WRITEFILE|LO_EXPORT)$/;function Vn(t,e,s=0){if(s>yv){e.fail("too-deep","SQL in SQL is nested too deeply");return}let n=pu(t),r=Ev(n);for(let o of n){
if(!e.step(1+o.length))return;let[i]=o;r&&/^(?:DELETE|UPDATE)$/i.test(i?.text??"")||(i?.kind==="shell"?e.runShellLine(F(i.text)):Cv(new ya(o,e,s)))}}var Sv=/^(?:COMMIT|END|DROP|ALTER|CREATE|TRUNCATE|GRANT|REVOKE|DO|CALL|EXEC)/i;
function Ev(t){let e=t.map(([s])=>s?.text??"");return/^(?:BEGIN|START)$/i.test(e[0]??"")&&/^ROLLBACK$/i.test(e.at(-1)??"")&&!e.some(s=>Sv.test(s))}var ya=class{constructor(e,s,n){
this.tokens=e;this.collector=s;this.depth=n;this.words=e.map(r=>r.kind==="word"?r.text.toUpperCase():"")}tokens;collector;depth;words;report(...e){this.collector.
addInvocation("sql",e,{language:"sql"})}word(e){return this.words[e]??""}name(e){let s=this.word(e)==="TABLE"?e+1:e;for(;kv.includes(this.word(s));)s+=1;let n=this.
tokens[s]?.text??"";for(;this.tokens[s+1]?.text==="."&&this.tokens[s+2];s+=2)n+=`.${this.tokens[s+2].text}`;return n}textAfter(e){return e<0?void 0:this.tokens.
slice(e+1,e+6).find(({kind:s})=>s==="text")?.text}valueAfter(e){return F(this.textAfter(e)??k)}isUnlimited(e){let s=this.words.indexOf("WHERE",e);if(s<0)return!this.
words.includes("LIMIT",e);let n=this.tokens.slice(s+1).map(({text:r})=>r);return n.join(" ").length<200&&bv.test(n.join(" ").trim())}readInner(e){let s=this.tokens.
findIndex(({kind:r},o)=>o>e&&r==="text");if(s===-1)return;let n=this.tokens[s+1]?.text.startsWith("|")?k:"";Vn(`${this.tokens[s].text}${n}`,this.collector,this.
depth+1)}};function Cv(t){let{words:e,tokens:s,collector:n}=t;for(let[r,o]of e.entries()){let i=s[r-1],a=i?.kind==="mark"&&i.text==="(";if(r===0||a||vv.includes(
e[r-1])){if(!n.step(Math.ceil((e.length-r)/16)))return;Object.hasOwn(hu,o)?hu[o](t,r):gu(t,r)}/^(?:XP_CMDSHELL|SYS_EXEC|SYS_EVAL)$/.test(o)?n.runShellLine(t.valueAfter(
r)):wv.test(o)?n.readFile(t.valueAfter(r)):xv.test(o)&&n.recordWrite(t.valueAfter(r),void 0)}}function gu(t,e){let s=_.sqlStatements.find(({words:n})=>n.every((r,o)=>r.
includes(t.word(e+o))));s&&t.report(s.does,...s.name===void 0?[]:[t.name(e+s.name)])}function _v(t,e){let{words:s,tokens:n}=t,r=/^TEMP(?:ORARY)?$/.test(t.word(e+
1))||n[e+2]?.text.startsWith("#"),o=s.slice(e+1,e+5).find(i=>mu.test(i));o&&t.report(`drop-${r?"temporary-":""}${o.toLowerCase()}`,t.name(s.indexOf(o,e)+1))}function Av(t,e){
let{words:s}=t;for(let n=s.indexOf("DROP",e+2);n>0;n=s.indexOf("DROP",n+1)){let r=mu.test(t.word(n+1)),o=r?s[n+1].toLowerCase():"column";t.report(`drop-${o}`,t.
name(e+2),t.name(n+(r?2:1)))}gu(t,e)}function $v(t,e){let[s,n,r]=["PROGRAM","TO","FROM"].map(i=>t.words.indexOf(i,e)),{collector:o}=t;s>0?o.runShellLine(t.valueAfter(
s)):n>0&&t.textAfter(n)?o.recordWrite(t.valueAfter(n),void 0):t.textAfter(r)&&o.readFile(t.valueAfter(r))}function Tv(t,e){let s=t.tokens.slice(e+1).map(({text:r})=>r),
n=s.join(" ").slice(0,400);s.includes("dropDatabase")?t.report("drop-database","db"):s.includes("drop")?t.report("drop-collection",s[1]??""):/deleteMany|remove/.
test(n)&&/\{ \}|\( \)/.test(n)&&t.report("delete-all",s[1]??"")}var fu=(t,e)=>{let s=t.words.slice(e+1,e+12);t.report(t.word(e).toLowerCase(),s.join(" ").trim())},
so=(t,e)=>{t.word(e+1)!=="XP_CMDSHELL"&&t.readInner(e)},hu={DROP:_v,DELETE:(t,e)=>{let s=Math.max(e,t.words.indexOf("FROM",e)),n=t.word(0)==="MATCH",o=!(n&&t.tokens.
some(({text:i})=>i==="{"))&&t.isUnlimited(n?0:e);t.report(o?"delete-all":"delete-some",t.name(s+1))},UPDATE:(t,e)=>{t.words.includes("SET",e)&&t.report(t.isUnlimited(
e)?"update-all":"update-some",t.name(e+1))},ALTER:Av,GRANT:fu,REVOKE:fu,COPY:$v,EXECUTE:so,EXEC:so,PREPARE:so,DO:so,DB:Tv};var Pv=/^(?::memory:$|\/(?:tmp|var\/tmp|dev\/shm)\/(?!.*\.\.))/,Rv=new Set(["POST","PUT","PATCH","DELETE"]);function va({collector:t},e,s,n){let[r,...o]=s?.kind===
"made"?s.args:[s??$],i=[...n,...o].filter(p=>p!==void 0),a=mt(i),c=a&&a.from.length>0?{input:{kind:"pipe",from:t.listSources(a)}}:{},l=a?[...a.files.map(p=>`@${p}`),
...a.from.length>0?["@-"]:[]]:i.map(p=>Lt(p)?O(p)[0]:k),d=i.length>0&&e==="GET"?"POST":e,u=[...Rv.has(d)||d===k?["-X",d]:[],...l.flatMap(p=>["-d",p]),r];return us(
[t.addInvocation("curl",u,c)])}function ku({collector:t},e,s,n){let r=mt([s??$]),[o=$,i]=n?.kind==="made"?n.args:n?.kind==="list"?n.items:[],a=r?{input:{kind:"p\
ipe",from:t.listSources(r)}}:{};t.addInvocation(e,[o,i],a)}function wa(t,e,s,n){return e?.kind!=="made"?!1:(e.by==="written"||e.by==="appended"?t.collector.recordWrite(
e.args[0],s,n||e.by==="appended"):e.by==="request"?va(t,"POST",e.args[0],[s]):(e.by==="connection"||e.by==="client")&&ku(t,"nc",s,e),!0)}var Iv=t=>t?.kind==="nu\
mber"?t.number.toString(8):O(t)[0]?.replace(/^0o?/,"")??k,ba=(t,e)=>({args:s,named:n,collector:r})=>{let o=i=>n.has(i)?O(n.get(i))[0]:void 0;n.has("file")||r.recordPrint(
s,o("sep")??t,o("end")??e)},vu={run:({collector:t},[,...e],[s])=>{t.addInvocation(s,e.map(n=>n??$))},"sql-deed":({collector:t},e)=>{t.isInMemory||t.addInvocation(
"sql",e,{language:"sql"})},chmod:({collector:t},[e=$,s])=>{t.addInvocation("chmod",[Iv(s),e])},chown:({collector:t},[e=$,s=$])=>{t.addInvocation("chown",[s,e])},
kill:({collector:t},[e=$,s],n)=>{let r=s?.kind==="name"?s.path.slice(s.path.lastIndexOf(".")+1):void 0,o=s===void 0?"TERM":r??O(s)[0],i=n.includes("group")?_e([
F("-"),e]):e;t.addInvocation("kill",[`-${o.replace(/^(?:SIG|:)/,"")}`,i])},write:({collector:t},[e,s,n])=>t.recordWrite(e,s,n?.kind==="name"||O(n)[0]==="8"),append:({
collector:t},[e,s])=>t.recordWrite(e,s,!0),transfer:(t,[,e,s],[n])=>ku(t,n,e,s),print:ba(" ",`
`),"print-text":ba("",""),"print-line":ba("",`
`)},xa=(t,[e=$,s],n)=>{let r=s===void 0?"r":O(s)[0],o=s?.kind==="name"?s.path:s?.kind==="unknown"&&n.includes("flags")?"CREAT":"";return!/[waxc+]/.test(r)&&!/WRONLY|RDWR|CREAT|TRUNC|APPEND/.
test(o)?ka(t,e):(t.collector.recordWrite(e,void 0,r.includes("a")),ht(r.includes("a")?"appended":"written",e))},ka=(t,e)=>/^(?:https?|ftp):/i.test(O(e)[0])?va(t,
"GET",e,[]):t.collector.readFile(e);function Sa({collector:t,receiver:e},s){if(s?.kind!=="text"||!/\s/.test(s.of[0]))return;let n=e?.kind==="made"&&e.by==="data\
base"?O(e.args[0])[0]:"";return Pv.test(n)||Vn(s.of[0],t),$}var yu=(t,[e,s,...n])=>va(t,O(e)[0].toUpperCase(),s,n),bu=({chooses:t})=>F(t?k:Ot),Fs={read:(t,[e])=>ka(
t,e),open:xa,shell:({collector:t},[e])=>e?.kind==="list"?t.runProgram(e.items):t.runShellLine(e),program:({collector:t},e)=>t.runProgram(Tt(e.map(s=>s??$))),command:({
collector:t},[e])=>{let s=e?.kind==="list"?e.items:[];return s.length>1?t.runProgram(s):t.runShellLine(s[0])},execute:({collector:t},[e=$,s])=>{let n=s?.kind===
"list"?s.items:[],[r]=n,o=n.length!==1||r?.kind==="text",i=r?.kind==="list"?r.items:o?n:[$,$];return t.runProgram([e,...i.slice(1)])},eval:({evaluateCode:t},[e])=>t(
e),include:(t,[e])=>t.evaluateCode(ka(t,e)),request:yu,"open-request":(t,e,s)=>{let n=yu(t,e,s);return/^get$/i.test(O(e[0])[0])?n:ht("request",e[1]??$)},connect:({
receiver:t,collector:e},s)=>{let[n=$,r]=Tt(s.filter(o=>o!==void 0));return(t?.kind!=="made"||t.by!=="ssh")&&e.addInvocation("nc",[n,r]),ht("connection",n,...r?[
r]:[])},send:(t,[e,s],n)=>wa(t,e,s,n.includes("append"))?$:void 0,sql:(t,[e])=>Sa(t,e),input:({collector:t})=>es(t.input),environment:({collector:t},[e])=>{let[
s]=O(e),n=au(t.input,s);return n||(s==="HOME"?F("~"):s==="USER"||s==="LOGNAME"?$:us([t.createInvocation("printenv",e?[e]:[])]))},value:(t,[e])=>e??$,entries:(t,e,[
s])=>B([s===void 0?$:ht(s)]),name:(t,e,[s])=>Re(s),module:(t,[e])=>Re(O(e)[0].replace(/^node:/,"")),made:({args:t},[,...e],[s])=>ht(s,...e.length>0?e.filter(n=>n!==
void 0):t),glob:(t,e)=>{let s=Zt(e.map(n=>n??$));return s.kind==="text"?{...s,glob:!0}:$},join:(t,e)=>{let s=Tt(e.filter(n=>n!==void 0));return s.length>0?Zt(s):
F(".")},folder:({collector:t},[e=F(".")])=>B([Zt([e,bu(t)])]),names:({collector:t},[e])=>B([e===void 0||Lt(e)?bu(t):$])};var wu={kind:"text",of:["**"],glob:!0},no=t=>t!==void 0&&!(t.kind==="name"&&t.path==="false");function Ea({collector:t},e){let s=t.invocations.find(({program:n,
args:r})=>n==="nc"&&(e!=="/bin/sh"||r[0]?.text!=="-e"));s&&t.addInvocation("nc",["-e",e,...s.args.map(n=>n.text)])}var Nv=({args:[,t,...e],collector:s})=>{let[,
n="<",r="",o]=/^\s*(\+?[<>]{1,2}|\|-?|-\|)?\s*([\s\S]*?)\s*(\|?)\s*$/.exec(O(t)[0])??[],i=Tt(e),[a=F(r)]=i;return n.includes("|")||o&&i.length===0?i.length>1?s.
runProgram(i):s.runShellLine(a):n.includes(">")?(s.recordWrite(a,void 0,n===">>"),ht("written",a)):s.readFile(a)},xu={"spawn-terminal":(t,[e=$])=>{let s=e.kind===
"list"?e.items:[e];return Ea(t,s[0]??$),t.collector.runProgram(s)},"duplicate-descriptor":t=>(t.collector.invocations.some(({args:e})=>e[0]?.text==="-e")||Ea(t,
"/bin/sh"),$),attribute:(t,[e,s])=>e?.kind==="name"&&s?Re(`${e.path}.${O(s)[0]}`):$,walk:({collector:t},[e=F(".")])=>{let s=B([$]),n=B([wu]);return t.chooses||e.
kind!=="text"?B([B([Zt([e,F(k)]),s,s])]):B([B([e,n,n])])},"request-over":(t,[e,s=$,...n],r)=>{let o=t.receiver?.kind==="made"?t.receiver.args[0]??$:F("");return Fs.
request(t,[e,_e([o,s]),n.find(i=>i)],r)},"end-process":({receiver:t,collector:e},s,[n])=>{if(t?.kind==="made")return t.by==="any-process"?e.addInvocation("pkill",
[`-${n}`,$]):t.by==="psutil.Process"&&e.addInvocation("kill",[`-${n}`,t.args[0]??$]),$},entry:(t,[e,s],n)=>e?.kind==="map"?e.entries.get(O(s)[0])??Fs.environment(
t,[s],n):void 0,spawn:({collector:t},[e=$,s,n])=>{let r=s?.kind==="list"?s.items:s?.kind==="unknown"?[$]:[];return no(n)?t.runShellLine(F([e,...r].flatMap(O).join(
" "))):t.runProgram([e,...r])},remove:({collector:t},[,e=$,s,n],[r])=>{let o=`${no(s)?"r":""}${no(n)?"f":""}`;return r==="rmdir"&&!no(s)?t.addInvocation("rmdir",
[e]):t.addInvocation("rm",[o===""?void 0:`-${o}`,e]),$},"join-parts":({args:[t=$,...e]})=>Zt([t,...e.map(s=>s.kind==="text"?{...s,of:s.of.map(n=>n.replace(/^\/+/,
""))}:s)]),pipe:(t,[e,s=$])=>(s.kind==="made"&&(s.by==="connection"||s.by==="client")&&e?.kind==="content"&&e.from.length>0?Ea(t,"/bin/sh"):wa(t,s,e,!0),s),then:({
receiver:t,args:[e],invoke:s})=>e?.kind==="function"||e?.kind==="name"&&!e.self?s(e,[t??$]):t,"request-object":(t,[e,s=$,n],r)=>e===void 0||/^(?:GET|POST)$/i.test(
O(e)[0])?ht("request",s,...n?[n]:[]):Fs["open-request"](t,[e,s,n],r),"request-option":(t,[e,s,n],r)=>(s?.kind==="name"&&s.path==="CURLOPT_POSTFIELDS"&&e?.kind===
"made"&&Fs.request(t,[F("POST"),e.args[0],n],r),$),take:({collector:{input:t}},[e])=>ot(e?.kind==="list"?e.items:t.args.map(ps)),"open-perl":Nv,find:({args:[t,...e],
collector:s,invoke:n})=>{let r=t?.kind==="map"?t.entries.get("wanted"):t;if(r?.kind!=="function")return;let o={...r,definition:{...r.definition,parameters:["$_"]}},
i=s.chooses?F(k):wu;for(let a of e.flatMap(O))n(o,[Zt([F(a),i])]);return $},"open-or-run":(t,[e,s],n)=>{let[,r]=/^\s*\|([\s\S]*)$/.exec(O(e)[0])??[];return r===
void 0?xa(t,[e,s],n):t.collector.runShellLine(F(r))},"execute-or-query":(t,[e])=>{if(!t.receiver)return t.collector.runShellLine(e);Sa(t,e)}};function Ov(t){try{return decodeURIComponent(t)}catch{return k}}var fs={base64:t=>Buffer.from(t,"base64").toString("utf8"),hex:t=>Buffer.from(t.replace(/\s/g,""),
"hex").toString("utf8"),unread:()=>D,url:Ov,reverse:t=>Array.from(t).reverse().join(""),lower:t=>t.toLowerCase(),upper:t=>t.toUpperCase(),trim:t=>t.trim(),"trim\
-end":t=>t.trimEnd(),"trim-start":t=>t.trimStart(),home:t=>t.replace(/^\$\{?HOME\}?/,"~")};var Su=4096,Lv=/^(base64|hex)(?:url)?$/,Dv=/^(?:rot13|zlib|zip|bz2|uu)$/,Ca=t=>_e(t.map(e=>{if(e.kind!=="number")return $;let s=e.number>=0&&e.number<=1114111;return rt(
[s?String.fromCodePoint(e.number):k])})),Eu=t=>Number.isNaN(t)?$:js(t),Cu={fold:(t,[,e=$],[s])=>$t(e,fs[s]),characters:(t,[e])=>e?.kind==="list"?Ca(e.items):e,decode:(t,[
e=$,s])=>{if(e.kind==="list")return Ca(e.items);let n=O(s)[0].toLowerCase().replace(/[-_]/g,"");if(Dv.test(n))return $t(e,fs.unread);let r=Lv.exec(n)?.[1];return r===
void 0?e:$t(e,fs[r])},"code-point":(t,[e,s])=>{let n=s?.kind==="number"?s.number:0;return Eu(Lt(e)?O(e)[0].codePointAt(n)??Number.NaN:Number.NaN)},integer:(t,[e,
s])=>Eu(Number.parseInt(O(e)[0],s?Number(O(s)[0]):10)),reverse:(t,[e])=>e?.kind==="list"?B([...e.items].reverse()):e&&$t(e,fs.reverse),"join-texts":(t,[e,s])=>{
let[n=$,r]=e?.kind==="list"?[e,s]:[s,e];if(!(e?.kind!=="list"&&e?.kind!=="text"))return _e(Tt(Ke(n)),r&&O(r)[0])},format:({named:t},[e=$,s=$])=>ma(e,Ke(s),t),map:({
invoke:t},[e,s])=>e&&s&&B(Ke(s).slice(0,Su).map(n=>t(e,[n]))),split:(t,[e,s])=>{if(e?.kind!=="text"||!Lt(e))return;let n=O(e)[0],r=s&&O(s)[0];if(r?.includes(k))
return B([$]);let o=r===void 0?n.trim().split(/\s+/):n.split(r);return B(o.slice(0,Su).map(i=>rt([i])))},replace:(t,[e=$,...s])=>{let[n,r=""]=s.map(o=>o&&O(o)[0]);
return $t(e,o=>n===void 0||n.includes(k)?k:o.replaceAll(n,r))},elements:(t,[e=$])=>B(Ke(e)),concatenate:(t,[e,s=$])=>e?.kind==="list"?B([...e.items,...Ke(s)]):e?.
kind==="text"?_e([e,...Ke(s)]):void 0,pack:(t,[e,s])=>{let n=O(e)[0];if(s?.kind==="list")return n.startsWith("H")?$t(s.items[0]??$,fs.hex):/^[cCU]/.test(n)?Ca(s.
items):void 0},slice:(t,[e,s,n])=>e&&eo(e,[s,n]),at:(t,[e,s])=>s?.kind==="list"?s.items.at(Number(O(e)[0])):void 0,"any-of":(t,[e=$])=>e.kind==="list"?ot(e.items):
e,lines:(t,[e])=>e?.kind==="list"?_e(e.items,`
`):e,invoke:({invoke:t},[e,s])=>e&&t(e,Ke(s??$)),message:({invoke:t},[e,s,n=$])=>s?.kind==="text"&&Lt(s)?t(Re(s.of[0],e?.kind==="name"?void 0:e),Ke(n)):void 0};var Mv={...Fs,...Cu,...xu};function oo({args:t,named:e},s){let n=t.find(r=>r.kind==="map");return e.get(s)??(n?.kind==="map"?n.entries.get(s):void 0)}function Wv(t,e,s){
let n=e===void 0?void 0:t.args[e],r=n?.kind==="map"?s.map(i=>n.entries.get(i)):[],o=n===void 0?s.map(i=>oo(t,i)):[];return[...r,n,...o].find(i=>i!==void 0)}function qv(t){
let[,e,s,n,r]=/^\$(self|owner|all|last|\d*)(\.\.)?((?::\w+)*)(?:=(.+))?$/.exec(t)??[];if(e===void 0)return()=>F(t);if(e==="self")return({receiver:a})=>a;if(e===
"owner")return a=>F(_u(a));if(e==="all")return({args:a})=>B(Tt(a));if(e==="last")return({args:a})=>a.at(-1);let o=e===""?void 0:Number(e);if(s)return({args:a})=>B(
a.slice(o));let i=n.split(":").slice(1);return a=>Wv(a,o,i)??(r===void 0?void 0:F(r))}var _u=({receiver:t})=>t?.kind==="name"?t.path:k,jv={object:({receiver:t})=>t!==
void 0,none:({args:t})=>t.length===0,given:({args:t})=>t.length>0,one:({args:t})=>t.length===1,two:({args:t})=>t.length>1,code:({args:[t]})=>t?.kind==="text",flagged:({
args:t})=>Tt(t).some(e=>O(e)[0].startsWith("-")),empty:({args:[t]})=>t===void 0||t.kind==="map"&&t.entries.size===0,database:t=>/^db\b|collection|\bdb$/i.test(_u(
t))},Fv=({receiver:t},e,s)=>t?.kind===e&&(s===void 0||t.kind==="made"&&t.by===s),Hv=t=>e=>{let s=t({...e,args:e.args.filter(({kind:r})=>r!=="function")}),n=e.args.
find(({kind:r})=>r==="function");return s&&n&&e.invoke(n,[s,s]),s};function ro(t){let[e,...s]=t.split(" ");if(e==="calls-back")return Hv(ro(s.join(" ")));if(e.startsWith(
"if-")){let[i,a]=e.slice(3).split(":"),c=ro(s.join(" ")),l=jv[i]??(d=>Fv(d,i,a));return d=>l(d)?c(d):void 0}let n=s.map(qv),r=i=>n.map(a=>a(i)),o=vu[e];return o?
i=>(o(i,r(i),s),$):i=>Mv[e](i,r(i),s)}var Au={"(":")","[":"]","{":"}"};function $u(t){let e=[];for(let[s,n]of t.entries()){if(n.kind==="name"&&n.text==="for"){let r=e.at(-1);r&&r.loop===void 0&&(r.loop=
s)}if(n.kind==="mark"){if(Object.hasOwn(Au,n.text))n.close=t.length,e.push(n);else if(n.text===")"||n.text==="]"||n.text==="}"){let r=e.at(-1);r&&Au[r.text]===n.
text&&(r.close=s,e.pop())}}}return t}var P=(t,...e)=>t?.kind==="mark"&&e.includes(t.text);function we(t,e,s=t.length){let n=t[e];return n?.kind==="mark"&&n.close!==
void 0?Math.min(n.close,s):e}function Ie(t,e,s,n,r=!0){let o=e;for(;o<s&&!P(t[o],...n)&&!(r&&t[o]?.kind==="newline");)o=we(t,o,s)+1;return Math.min(o,s)}function io(t,e,s,n){
let r=e;for(;r>=0&&t[r].kind!=="newline";)r-=1;let o=t[r],i=o?.kind==="newline"?o.indent:0,a=Ie(t,s,n,[":"]),c=t[a+1];if(P(t[a],":")&&c&&c.kind!=="newline")return Ie(
t,a,n,[]);for(let l=a;l<n;l++){let d=t[l],u=t[l+1];if(d.kind==="newline"&&d.indent<=i&&u&&u.kind!=="newline")return l}return n}var J=(t,...e)=>t?.kind==="name"&&
(e.length===0||e.includes(t.text));var Vv=200,it=(t,e,s=0,n=e.length)=>({...t,tokens:e,at:s,end:Math.min(n,e.length),depth:t.depth+1});function Hs({scope:t,language:e},s){let n=t.get(s);if(n)return n;
let r=e.canonicalize(s);return(r===s?void 0:t.get(r))??e.constants.get(r)??Re(s)}function Un(t,e,s){if(e.kind==="map")return e.entries.get(s)??Re(s,e);if(e.kind===
"text"&&/^(?:name|path)$/.test(s)&&e.of.some(n=>n.includes(Ot)))return e;if(e.kind==="name"&&!e.self){let n=`${e.path}.${s}`;return n.length>Vv?$:Hs(t,n)}return e.
kind==="content"&&["text","content","stdout","body","data"].includes(s)?e:Re(s,e)}var Bn=({sharedDeeds:t},e)=>t.get(e.slice(e.lastIndexOf(".")+1).toLowerCase());var Uv=48,Bv=64,Gv=["=",":=","+=",".=","||=","??=","&&="];function _a({tokens:t,at:e,end:s},n){let r=e;for(let o=0;r<s&&o<Uv;o++){let i=t[r];if(i.kind==="newlin\
e")return;if(i.kind==="mark"){if(Gv.includes(i.text))return r;if(i.text===","&&!n||i.text===";"||i.text==="=>"||i.text===")"||i.text==="}")return}r=we(t,r)+1}}function Vs(t,e,s,n){
let{tokens:r,scope:o}=t,i=e;for(;i<s&&zv(r[i]);)i+=1;let a=r[i];if(a?.kind==="mark"&&a.close!==void 0&&["(","[","{"].includes(a.text)){a.text==="{"?Kv(t,i+1,Math.
min(a.close,s),n):Tu(t,i+1,Math.min(a.close,s),n);return}if(Ie(r,i,s,[","],!1)<s){Tu(t,i,s,n);return}let c="";for(let l=i;l<s;l++){let d=r[l];if(d.kind==="name")
c+=c!==""&&!c.endsWith(".")?"":d.text;else if(P(d,".","->","::","?."))c+=".";else break}c!==""&&o.set(c,n)}var zv=t=>t?.kind==="name"&&["const","let","var","my",
"our","local","await","static","async"].includes(t.text);function Tu(t,e,s,n){let r=e,o=0;for(let i=e;i<=s;i++){let a=t.tokens[i];if(i===s||P(a,",")){let c=n.kind===
"list"?n.items[o]:n.kind==="content"?n:void 0;i>r&&Vs(t,r,i,c??$),r=i+1,o+=1}else i=we(t.tokens,i,s-1)}}function Kv(t,e,s,n){for(let r=e;r<s;r++){let o=t.tokens[r];
if(o.kind!=="name")continue;let i=P(t.tokens[r+1],":","=>")?t.tokens[r+2]:void 0;t.scope.set(i?.kind==="name"?i.text:o.text,Un(t,n,o.text)),r=Ie(t.tokens,r,s,["\
,"],!1)}}var Gn=t=>{let e=Ke(t).slice(0,Bv);return e.length===0?B([]):ot(e)};var Yv=60,Xv=4096,Qv=["map","forEach","flatMap","filter","each","each_with_index","collect","select","find"],Jv=["filter","select","reject","sort","toSorted","f\
ind_all","grep"];function ao(t,e,s){if(e.kind==="function")return Us(t,e.definition,s.args,s.named);if(e.kind==="content")return e;if(e.kind==="text"){let[l]=O(
e);return t.language.bare_calls||t.language.member_operators.includes("->")?ao(t,Re(l),s):$}if(e.kind!=="name")return Aa(t,void 0,s);let n=sw(t,e,s);if(n)return n;
let r=Zv(t,e.path),o=e.self?t.scope.get(e.path):void 0;if(o?.kind==="function")return Us(t,o.definition,ew(o.definition,s.args),s.named);let i={...s,receiver:e.
self,collector:t.collector,evaluateCode:l=>nw(t,l),invoke:(l,d)=>ao(t,l,{args:d,named:new Map})},{language:a}=t,c=e.self?[a.methods.get(r),a.sharedMethods.get(r),
Bn(a,r)]:[a.functions.get(r),a.methods.get(r.includes(".")?co(r):""),r.includes(".")?Bn(a,r):void 0,a.sharedFunctions.get(co(r))];for(let[l,d]of c.entries()){let u=(l===
1||l===2)&&!e.self?Re(r.slice(0,r.lastIndexOf("."))):e.self,p=d?.({...i,receiver:u});if(p)return p}return Aa(t,e,s)}function Zv({language:t,scope:e},s){let n=t.
canonicalize(s);if(s.includes(".")||t.functions.has(n))return n;let r=O(e.get("*")).find(o=>t.functions.has(`${o}.${s}`));return r===void 0?n:`${r}.${s}`}var co=t=>t.
slice(t.lastIndexOf(".")+1),ew=({parameters:t},e)=>t[0]==="self"||t[0]==="cls"?[$,...e]:e,tw=/^(?:batch_?)?(?:delete|terminate|destroy|purge|drop|clear)(?=[_A-Z!]|$)/i;
function sw(t,e,s){let{collector:n,language:r}=t,o=e.self;for(;o?.kind==="name";)o=o.self;let i=r.canonicalize(e.path),a=o?.kind==="made"&&o.by==="sdk"?o:void 0;
if(!a&&(e.self||!r.sdks.some(f=>i.startsWith(f))))return;let c=oo(s,"endpoint_url")??oo(s,"endpoint"),l=c?[F("--endpoint-url"),c]:a?.args??[],d=co(i);if(!a&&d.endsWith(
"Command"))return ht("sdk-command",F(d));let u=s.args.flatMap(f=>f.kind==="made"&&f.by==="sdk-command"?O(f.args[0]):[]);for(let f of[d,...u])tw.test(f)&&n.addInvocation(
"cloud-sdk",[f,...l]);let p=Aa(t,e,s);return p.kind==="content"?p:ht("sdk",...l)}function Aa(t,e,{args:s,named:n}){let r=e?.kind==="name"?e.self:void 0,o=e?.kind===
"name"?co(e.path):"",i=[...s,...n.values()],a=i.filter(l=>l.kind==="function"),c=a.flatMap(l=>{if(!r||!Qv.includes(o))return[Us(t,l.definition,r?.kind==="conten\
t"?[r,r]:[])];let d=Ke(r).slice(0,Xv);return o==="map"&&d.length>0&&d.every(Lt)?d.map(u=>Us(t,l.definition,[u])):[Us(t,l.definition,[Gn(r)])]});return r&&a.length===
1&&o==="map"?B(c):r&&a.length===1&&Jv.includes(o)?r:mt([...r?[r]:[],...i])??$}function Us(t,e,s,n){if(e.called=!0,t.depth>Yv||t.activeFunctions.has(e))return $;
let r=new fn(e.scope);e.parameters.forEach((i,a)=>{i!==""&&r.declare(i,n?.get(i)??s[a]??$)});for(let i of["@_","@ARGV"])t.language.bare_calls&&r.declare(i,B(s));
let o={...it(t,e.tokens,e.from,e.to),scope:r,returnValues:[]};return o.activeFunctions=new Set([...t.activeFunctions,e]),e.expression?t.functions.evaluate(o):(t.
functions.block(o),ot(o.returnValues))}function nw(t,e){let s=e&&mt([e]),{collector:n}=t;if(s){let i={javascript:"node",python:"python3"}[n.source]??n.source;return s.
from.length===0&&s.files.length>0?n.addInvocation(i,s.files):n.addInvocation(i,[],{input:{kind:"pipe",from:n.listSources(s)}}),$}let r=O(e).filter(i=>Lt({kind:"\
text",of:[i]}));O(e).some(ye)&&n.fail("too-much","the code runs code that cannot be read to its end"),r.length===0&&n.addInvocation("eval",[e]);let o=$;for(let i of r)
o=t.functions.code(t,i);return o}Je();var rw=400;function Pu(t){let e=Ie(t.tokens,t.at,t.end,[":"],!1),s=ts(t.tokens,t.at,e);return Ru(t,s,e+1,[",",")","]","}"])}function Ru(t,e,s,n){return t.at=Ie(
t.tokens,s,t.end,n),t.collector.step(t.at-s),hn(t,e,s,t.at,!0)}function lo(t,e,s,n){let r=we(t.tokens,s,t.end);return t.at=Math.min(r+1,t.end),hn(t,e,s+1,r,!1,n)}
var uo=(t,e,s)=>P(t.tokens[s],"{")?lo(t,e,s):Ru(t,e,s,[",",")","]","}",";"]);function zn(t){let{tokens:e}=t,s=t.at;P(e[s],"*","&")&&(s+=1);let n=e[s],r=n?.kind===
"name"?n.text:void 0;r!==void 0&&(s+=1);let o=[];if(P(e[s],"(")){let a=we(e,s);o=ts(e,s+1,a),s=a+1}if(s=Ie(e,s,Math.min(t.end,s+rw),["{",";","=>"],!1),P(e[s],"=\
>"))return uo(t,o,s+1);if(!P(e[s],"{"))return;let i=lo(t,o,s,r);return r!==void 0&&t.scope.declare(r,i),i}function ts(t,e,s){let n=[],r=!0;for(let o=e;o<s&&n.length<
64;o++){let i=t[o];if(P(i,","))r=!0;else if(r&&i?.kind==="name"){let a=t[o+1];n.push(a?.kind==="name"&&a.text.startsWith("$")?a.text:i.text),r=!1}else r&&P(i,"{",
"[")&&(n.push(""),r=!1);o=we(t,o)}return n}function hn(t,e,s,n,r,o){let i={parameters:e,tokens:t.tokens,from:s,to:n,expression:r,called:!1,scope:t.scope,...ne({
name:o})};return t.definitions.push(i),{kind:"function",definition:i}}var ow=new Set("if unless while until do and or end then rescue ensure in else elsif for foreach x eq ne cmp lt gt le ge".split(" ")),iw=64;function Iu(t){let e=t.
at<t.end?t.tokens[t.at]:void 0;return e?e.kind==="name"?!ow.has(e.text):P(e,":")?J(t.tokens[t.at+1])&&t.language.blocks==="end":e.kind==="text"||e.kind==="numbe\
r"||e.kind==="words"||e.kind==="shell"||P(e,"->"):!1}function po(t){let e=[],s=new Map;for(;t.at<t.end&&e.length<iw&&t.collector.step();){let n=t.tokens[t.at];if(n.
kind==="name"&&P(t.tokens[t.at+1],":")&&t.language.blocks==="end"?(t.at+=2,s.set(n.text,t.functions.evaluate(t,1))):e.push(t.functions.evaluate(t)),!P(t.tokens[t.
at],",","=>")||t.at>=t.end)break;t.at+=1}return{args:e,named:s}}var aw=["do","def","class","module","begin","case"],cw=["if","unless","while","until","for"];function $a({
tokens:t,end:e,collector:s},n){let r=1,o=n;for(;o<e;o++){let i=t[o];if(i.kind!=="name")continue;let a=t[o-1];if(P(a,"."))continue;let c=!a||a.kind==="newline"||
P(a,";","=");if(aw.includes(i.text)||c&&cw.includes(i.text)?r+=1:i.text==="end"&&(r-=1),r===0)break}return s.step(Math.ceil((o-n)/8)),o}function Ta(t){if(t.language.
blocks!=="end"||t.at>=t.end)return;let e=t.tokens[t.at];if(!J(e,"do")&&!P(e,"{"))return;let s=t.at+1,n=[];if(P(t.tokens[s],"|")){let o=Ie(t.tokens,s+1,Math.min(
t.end,s+32),["|"],!1);n=ts(t.tokens,s+1,o),s=o+1}let r=e?.kind==="mark"?we(t.tokens,t.at,t.end):$a(t,s);return t.at=Math.min(r+1,t.end),hn(t,n,s,r,!1)}var lw=4096;
function Pa(t,e,s){if(Nu(t,e,s))return Ra(t,s,e);let{args:n,named:r}=Ia(t,e);return[...n,...r.values()]}var Nu=(t,e,s)=>s!==void 0&&s<e&&t.language.blocks==="in\
dent";function Ou(t){let e=t.at;t.functions.evaluate(t),t.at===e&&(t.at+=1)}function Ra(t,e,s,n=e){let r=t.at,o=it(t,t.tokens,n+1,s),i=o.at;for(;o.at<o.end&&!J(
o.tokens[o.at],"in");)o.at+=1;let a=o.at;o.at+=1;let c=t.functions.evaluate(o,1);for(;o.at<o.end&&!J(o.tokens[o.at],"for");)Ou(o);let l=[];for(let d of Ke(c).slice(
0,lw)){let u=it(t,t.tokens,r,e);if(Vs(u,i,a,d),o.at<o.end?l.push(...Ra({...u,end:t.end},e,s,o.at)):l.push(t.functions.evaluate(u)),t.collector.problem!==void 0)
break}return t.at=Math.min(s+1,t.end),l}function Lu(t,e){let s=it(t,t.tokens,t.at,e),n=new Map;for(;s.at<s.end&&t.collector.problem===void 0;){let r=s.at,o=s.tokens[r];
if(o.kind==="newline"||P(o,",",";")){s.at+=1;continue}let i=s.tokens[r+1],a=we(s.tokens,r+1)+1;if(o.kind==="name"&&P(i,"(")&&P(s.tokens[a],"{")){n.set(o.text,lo(
s,ts(s.tokens,r+2,a-1),a));continue}let c=o.kind==="name"&&P(i,":","=>",",","}")?o.text:void 0,l=c!==void 0?void 0:t.functions.evaluate(s);c!==void 0&&(s.at+=1),
P(s.tokens[s.at],":","=>")&&s.at<s.end?(s.at+=1,n.set(c??O(l)[0],t.functions.evaluate(s))):c!==void 0?n.set(c,Hs(t,c)):l&&n.set(`${k}${n.size}`,l),s.at===r&&(s.
at+=1)}return t.at=Math.min(e+1,t.end),{kind:"map",entries:n}}function Ia(t,e,s){let n=new Map;if(Nu(t,e,s))return{args:[B(Ra(t,s,e))],named:n};let r=it(t,t.tokens,
t.at,e),o=[];for(;r.at<r.end&&t.collector.problem===void 0;){let i=r.at,a=r.tokens[i],c=r.tokens[i+1];a.kind==="newline"?r.at+=1:a.kind==="name"&&P(c,t.language.
blocks==="indent"?"=":":")&&c?(r.at+=2,n.set(a.text,t.functions.evaluate(r))):P(a,"*","...")?(r.at+=1,o.push(...Ke(t.functions.evaluate(r)))):o.push(t.functions.
evaluate(r)),P(r.tokens[r.at],"=")&&r.at<r.end?r.at+=1:r.at<r.end&&!P(r.tokens[r.at],",")&&Ou(r),(P(r.tokens[r.at],",","=>")||r.at===i)&&(r.at+=1)}return t.at=Math.
min(e+1,t.end),{args:o,named:n}}var dw=96,Du={"||":1,"??":1,or:1,"&&":2,and:2,"==":3,"!=":3,"===":3,"!==":3,"<":3,">":3,"<=":3,">=":3,"=~":3,in:3,is:3,"|":4,"^":5,"&":6,"<<":7,">>":7,"+":8,"-":8,
".":8,"*":9,"/":9,"%":9,"//":9,x:9,"**":10,"..":3},uw=new Set("+ ! ~ * ** ... & \\ ++ -- @ $".split(" ")),pw=new Set("new await not typeof void defined yield as\
ync return throw clone".split(" ")),fw=new Set(["my","our","local"]);function gt(t,e=0){if(t.depth>dw&&(t.collector.fail("too-deep","expressions are nested too \
deeply"),t.at=t.end),!t.collector.step())return t.at=t.end,$;t.depth+=1;let s=yw(t,Wu(t));for(;;){let n=Ne(t),r=n?.kind==="mark"||n?.kind==="name"?n.text:void 0,
o=r!==void 0&&Object.hasOwn(Du,r)?Du[r]:void 0;if(r==="?"&&e===0){t.at+=1;let i=gt(t,1);P(Ne(t),":")&&(t.at+=1),s=ot([i,gt(t)])}else if(r==="if"&&e===0&&t.language.
blocks==="indent"){if(t.at+=1,gt(t,1),!J(Ne(t),"else"))break;t.at+=1,s=ot([s,gt(t)])}else{if(o===void 0||o<=e||!hw(r,t))break;t.at+=1,s=Zr(r,s,gt(t,o),t.language.
concatenation_operators),s.kind==="text"&&t.collector.step(s.of.reduce((i,a)=>i+(a.length>>5),0))}if(!t.collector.step())break}return t.depth-=1,s}var hw=(t,{language:e})=>t===
"."?e.concatenation_operators.includes("."):t!=="x"||e.concatenation_operators.includes("x"),Ne=({at:t,end:e,tokens:s})=>t<e?s[t]:void 0;function Wu(t){let e=Ne(
t);if(!e||e.kind==="newline")return $;switch(t.at+=1,e.kind){case"number":return js(e.number);case"words":return B(e.words.map(s=>F(s)));case"shell":return t.collector.
runShellLine(fo(t,e.pieces));case"text":{let s=fo(t,e.pieces);for(let n=Ne(t);n?.kind==="text"&&t.language.blocks==="indent";n=Ne(t))t.at+=1,s=_e([s,fo(t,n.pieces)]);
return s}case"mark":return mw(t,e);case"name":return gw(t,e.text)}}function fo(t,e){return e.length===1&&typeof e[0]=="string"?F(e[0]):_e(e.slice(0,64).map(s=>typeof s==
"string"?F(s):gt(it(t,s))))}function mw(t,e){let s=t.at,n=Math.min(e.close??t.end,t.end);switch(e.text){case"(":{if(P(t.tokens[n+1],"=>"))return uo(t,ts(t.tokens,
s,n),n+2);let r=Pa(t,n,e.loop);return r.length===1&&!P(t.tokens[n-1],",")?r[0]:B(r)}case"[":return B(Pa(t,n,e.loop));case"{":return Lu(t,n);case"-":{let r=gt(t,
9);return r.kind==="number"?js(-r.number):r}case"<":{let r=P(Ne(t),">")?t.at:t.at+1;return!P(t.tokens[r],">")||r>=t.end?$:(t.at=r+1,es(t.collector.input)??$)}case"\
:":{let r=Ne(t);return t.language.blocks!=="end"||r?.kind!=="name"?(t.at-=1,$):(t.at+=1,F(r.text))}case"->":return P(Ne(t),"(","{")?Wu(t):$;default:return uw.has(
e.text)?gt(t,9):([")","]","}",",",";","=>"].includes(e.text)&&(t.at-=1),$)}}function gw(t,e){let{language:s}=t,n=Ne(t);if(P(n,"=>")&&s.blocks==="braces"&&!e.startsWith(
"$"))return uo(t,[e],t.at+1);if(pw.has(e)||fw.has(e)&&s.bare_calls)return gt(t,9);if(e==="lambda"&&s.blocks==="indent")return Pu(t);if(s.function_keywords.includes(
e)||e==="function"||e==="fn"){let r=zn(t);if(r)return r}return Hs(t,e)}function yw(t,e){let s=e;for(;t.collector.step();){let n=t.language.bare_calls?kw(t,s):void 0;
if(n){s=n;continue}let r=Ne(t);if(r?.kind==="text"&&s.kind==="name"&&t.language.member_operators.includes("?.")){t.at+=1,s=t.functions.call(t,s,{args:[fo(t,r.pieces)],
named:new Map});continue}if(r?.kind!=="mark")break;let o=t.tokens[t.at+1],i=Math.min(r.close??t.end,t.end);if(t.language.member_operators.includes(r.text)&&o?.kind===
"name")t.at+=2,s=Un(t,s,o.text);else if(r.text==="("||t.language.member_operators.includes(r.text)&&P(o,"(")){let a=r.text==="("?r:o;t.at+=a===r?1:2;let c=Ia(t,
we(t.tokens,t.at-1,t.end),a.loop);s=Na(t,s,c)}else if(r.text==="["&&!(t.language.bare_calls&&s.kind==="name"&&!s.self))t.at+=1,s=Mu(t,s,i);else if(r.text==="->"||
r.text==="?.")t.at+=1;else if(r.text==="{"&&t.language.bare_calls&&t.language.blocks==="braces"&&(s.kind==="map"||s.kind==="name"&&/^[$%]/.test(s.path)))t.at+=1,
s=Mu(t,s,i,!0);else break}return bw(t,s)?t.functions.call(t,s,{args:[],named:new Map}):s}var bw=({language:t},e)=>e.kind==="name"&&t.blocks==="end"&&(e.self!==void 0||
e.path.includes("."))&&Bn(t,e.path)!==void 0;function Na(t,e,s){let n=Ta(t);return t.functions.call(t,e,n?{...s,args:[...s.args,n]}:s)}function kw(t,e){if(e.kind!==
"name"||/^[$@%]/.test(e.path))return;let s=t.language.functions;if(P(Ne(t),"*")&&t.language.blocks==="end"&&s.has(e.path)||Iu(t))return Na(t,e,po(t));if(J(Ne(t),
"while","until","if","unless","or","and","for","foreach")||P(Ne(t),";",",",":")||t.at>=t.end)return s.has(e.path)||t.language.blocks==="end"&&e.self!==void 0?Na(
t,e,{args:vw(t),named:new Map}):void 0;if(t.language.blocks!=="end"||P(Ne(t),"(")||P(Ne(t),...t.language.member_operators)&&/^[A-Z]/.test(e.path)&&!e.self)return;
let o=Ta(t);return o!==void 0||e.self!==void 0||s.has(e.path)?t.functions.call(t,e,{args:o?[o]:[],named:new Map}):void 0}function vw({language:t,scope:e}){let s=t.
blocks==="braces"?e.get("$_"):void 0;return s?[s]:[]}function Mu(t,e,s,n=!1){let r=t.at,o=it(t,t.tokens,r,s),i=[];for(;o.at<o.end&&i.length<3&&t.collector.problem===
void 0&&(i.push(P(Ne(o),":")?void 0:gt(o)),P(Ne(o),":",".."));){o.at+=1;o.at>=o.end&&i.push(void 0)}if(t.at=Math.min(s+1,t.end),i.length>1)return eo(e,i);let[a]=i;
if(e.kind==="list"&&a?.kind==="number")return e.items.at(a.number)??$;let c=n&&o.end-r===1?o.tokens[r]:void 0,l=c?.kind==="name"&&/^\w/.test(c.text)?c.text:O(a)[0];
return e.kind==="map"?e.entries.get(l)??$:e.kind==="name"&&l!==void 0&&!l.includes(k)?Un(t,e,l):e.kind==="name"&&e.path==="args"?F(k):e.kind==="text"&&a?.kind===
"number"?$t(e,d=>d.at(a.number)??""):e.kind==="content"||e.kind==="made"?e:$}var Vu=new Set(`if elif else elsif unless while until do try except catch finally begin rescue ensure then end and or in case
   when switch default break continue pass next last redo raise throw export public private protected static
   final abstract async use package`.split(/\s+/)),ww=24,xw=200,Sw=[";","{","}",")","]",",",":","=>"];function go(t){let e=$;for(;t.at<t.end&&t.collector.step();){
let s=t.at,n=t.tokens[s];n.kind==="newline"||P(n,...Sw)?t.at+=1:e=Ew(t,n)??e,t.at===s&&(t.at+=1)}return e}function Ew(t,e){if(e.kind!=="name")return qu(t)??mo(t);
let{language:s}=t;if(s.function_keywords.includes(e.text)&&_w(t))return;let n=Object.hasOwn(ju,e.text)?ju[e.text]:void 0,r=e.text==="import"||e.text==="from";if(r&&
s.blocks==="indent")$w(t,e.text);else if(r&&Uu(t))Tw(t);else if(n||Vu.has(e.text))t.at+=1,n?.(t);else return qu(t)??mo(t)}function qu(t){let{tokens:e,language:s,
at:n}=t;if(!s.bare_calls||s.blocks!=="braces")return;let r=n;for(;r<t.end&&!P(e[r],";","{","}")&&!J(e[r],"for","foreach");){let i=e[r];r=i.kind==="mark"&&i.close!==
void 0?i.close+1:r+1}if(r===n||r>=t.end||!J(e[r],"for","foreach"))return;t.at=r+1;let o=t.functions.evaluate(t);return t.scope.set("$_",Gn(o.kind==="list"?o:B([
o]))),t.functions.block(it(t,e,n,r)),$}var Uu=({language:t})=>t.member_operators.includes("?."),ju={return:t=>{t.tokens[t.at]?.kind!=="newline"&&t.returnValues.
push(mo(t))},echo:t=>t.collector.recordPrint(po(t).args,"",""),for:Fu,foreach:Fu,with:Hu,using:Hu,class:ho,module:ho,interface:ho,namespace:ho};function mo(t){let e=[],
s=t.language.blocks!=="braces";for(let r=_a(t,s);r!==void 0&&!(e.length>8);r=_a(t,!1))e.push([t.at,r,t.tokens[r].text]),t.at=r+1;let n=Cw(t);for(let[r,o,i]of e.
reverse()){if(i==="+="||i===".="){let a=t.tokens[r],c=a?.kind==="name"?Hs(t,a.text):$;n=Zr("+",c,n,["+"])}Vs(t,r,Ie(t.tokens,r,o,[":"],!1),n)}return n}function Cw(t){
let e=[t.functions.evaluate(t)],s=t.language.blocks!=="braces";for(;s&&P(t.tokens[t.at],",")&&t.at<t.end&&e.length<64;)t.at+=1,e.push(t.functions.evaluate(t));return e.
length===1?e[0]:B(e)}function _w(t){let{tokens:e,language:s}=t;if(s.blocks==="braces")return t.at+=1,zn(t)?!0:(t.at-=1,!1);if(e[t.at+1]?.kind!=="name")return!1;
let r=t.at+2;P(e[r],".")&&J(e[r+1])&&(r+=2);let o=e[r-1].text,i=[];if(P(e[r],"(")){let l=we(e,r,t.end);i=ts(e,r+1,l),r=l+1}let a=r,c=s.blocks==="indent"?io(e,t.
at,r,t.end):$a(t,r);return t.scope.declare(o,hn(t,i,a,c,!1,o)),t.at=c,!0}function Fu(t){let e=P(t.tokens[t.at],"("),s=Aw(t,e);if(!s){e&&(t.at+=1);return}let[n,r,
o]=s;t.at=n;let i=t.functions.evaluate(t),a=Gn(t.language.bare_calls&&i.kind==="text"?B([i]):i);r<o?Vs(t,r,o,a):t.scope.set("$_",a)}function Aw({tokens:t,at:e,end:s,
language:n},r){let o=r?e+1:e,i=r?we(t,e,s):s;for(let a=o;a<Math.min(i,o+ww);a++){if(J(t[a],"in","of"))return[a+1,o,a];if(r&&J(t[a],"as"))return[o,P(t[a+2],"=>")?
a+3:a+1,i];if(!r&&P(t[a],"(")&&a>o)return[a,o,a];if(P(t[a],";","{")||t[a]?.kind==="newline")break}return r&&n.bare_calls?[e,e,e]:void 0}function Hu(t){P(t.tokens[t.
at],"(")&&t.language.blocks==="indent"&&(t.at+=1);for(let e=0;e<16;e++){let s=t.functions.evaluate(t);if(J(t.tokens[t.at],"as")){let n=t.at+1,r=Ie(t.tokens,n,t.
end,[",",":",")"]);Vs(t,n,r,s),t.at=r}if(!P(t.tokens[t.at],","))return;t.at+=1}}function ho(t){if(t.at=Ie(t.tokens,t.at,t.end,["{",":",";"]),!Uu(t)||!P(t.tokens[t.
at],"{"))return;let e=we(t.tokens,t.at,t.end);for(t.at+=1;t.at<e&&t.collector.step();){let s=t.tokens[t.at],n=t.tokens[t.at+1];(!(s?.kind==="name"&&P(n,"(")&&!Vu.
has(s.text))||!zn(t))&&(t.at+=1)}}function $w(t,e){let{tokens:s,scope:n}=t,r=Ie(s,t.at,t.end,[";"]);t.at+=1;let o=()=>{let a="";for(;t.at<r&&(a===""||a.endsWith(
".")||P(s[t.at],"."));){let c=s[t.at],l=c.kind==="name"||P(c,".")?c.text:"";if(l===""||l==="import"||l==="as")break;a+=l,t.at+=1}return a},i=e==="from"?`${o()}.`:
"";for(;t.at<r;t.at++){if(P(s[t.at],"*")){let d=n.get("*");n.set("*",rt([...d?O(d):[],i.slice(0,-1)]));continue}let a=o();if(a==="")continue;let c=`${i}${a}`,l=J(
s[t.at],"as")?s[t.at+1]:void 0;l?.kind==="name"?(n.set(l.text,Re(c)),t.at+=1):i!==""&&n.set(a,n.get(c)??Re(c))}t.at=r}function Tw(t){let{tokens:e,scope:s,at:n}=t;
if(P(e[n+1],"(")){mo(t);return}let r=n+1,o=Math.min(t.end,n+xw);for(;r<o&&e[r].kind!=="text"&&!P(e[r],";");)r+=1;t.at=r+1;let i=e[r];if(i?.kind!=="text"||typeof i.
pieces[0]!="string")return;let a=i.pieces[0].replace(/^node:/,""),c=!1;for(let l=n+1;l<r;l++){let d=e[l];if(P(d,"{")&&(c=!0),d.kind!=="name"||["as","type","from"].
includes(d.text))continue;let u=c?`${a}.${d.text}`:a,p=J(e[l+1],"as")?e[l+2]:void 0;s.set(p?.kind==="name"?p.text:d.text,s.get(u)??Re(u)),p&&(l+=2)}}function Kn(t){let e=s=>{let n;return r=>(n??=ro(s),n(r))};return new Map(Object.entries(t).map(([s,n])=>[s,e(n)]))}function Pw(t){let{rewrites:e,aliases:s={},case_sensitive:n=!0}=_.
languages[t],r=new Map(Object.entries(s)),o=e.map(([i,a])=>[new RegExp(i,"g"),a]);return i=>{let a=n?i:i.toLowerCase(),c=o.reduce((l,[d,u])=>l.replace(d,u),a);return r.
get(c)??c}}var Bu;function Rw(t){let{unknown:e=[],texts:s={},sdks:n=[],...r}=_.languages[t],{lexer:o}=r;return Bu??={sharedFunctions:Kn(_.sharedCalls.functions),
sharedMethods:Kn(_.sharedCalls.methods),sharedDeeds:Kn(_.sharedCalls.deeds)},{...r,...Bu,sdks:n,lexer:{...o,heredoc:o.heredoc===void 0?void 0:new RegExp(o.heredoc,
"y")},functions:Kn(r.functions),methods:Kn(r.methods),constants:new Map([...e.map(i=>[i,$]),...Object.entries(s).map(([i,a])=>[i,F(a)])]),canonicalize:Pw(t)}}var Gu=new Map;
function zu(t){let e=Gu.get(t)??Rw(t);return Gu.set(t,e),e}var Iw=/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|([0-7]{1,3})|(\n)|(.))/gsu,Nw={n:`
`,t:"	",r:"\r",e:"\x1B",a:"\x07",b:"\b",f:"\f",v:"\v"};function Oa(t){return t.includes("\\")?t.replace(Iw,(e,s,n,r,o,i,a)=>{if(i!==void 0)return"";if(o!==void 0)
return String.fromCharCode(Number.parseInt(o,8));let c=s??n??r;if(c===void 0)return Nw[a]??a;let l=Number.parseInt(c,16);return l>1114111?"":String.fromCodePoint(
l)}):t}var Ow=/([rbfuRBFUtT]{0,2})('''|"""|'|")/y,Lw=/(qq|qx|qw|qr|q|m|tr|y|s)([^\w\s,;=>)]|\s+[{([<|/!])/y,Dw=/%([wWiIqQxr]?)([({[<|!/])/y,Mw=300,Ku={"(":")","\
[":"]","{":"}","<":">"};function Yn(t,e,s){return t.lastIndex=s,t.exec(e)??void 0}function Xu(t,e,s,n){let r=t[e];if(s.triple){let o=Yn(Ow,t,e);if(!o)return;let i=o[1].
toLowerCase();return Xn(t,e+o[0].length,o[2],"text",n,{escapes:!i.includes("r"),interpolation:i.includes("f")?"f-string":void 0})}if(r==="'")return Xn(t,e+1,r,"\
text",n,{escapes:s.single_escapes});if(r==='"'||r==="`"){let o=s.interpolation==="template",i=r==='"'&&o?void 0:s.interpolation,a=r==='"'||o?"text":"shell";return Xn(
t,e+1,r,a,n,{escapes:!0,interpolation:i})}if(s.patterns&&r==="/"&&n.value)return jw(t,e);if(s.heredoc&&r==="<")return Fw(t,e,s,n);if(s.quoting==="q"&&!/[\w$@%&>]/.
test(t[e-1]??" ")){let o=Yn(Lw,t,e);return o&&Yu(t,e+o[0].length,o[1],o[2].trim(),s,n)}if(s.quoting==="percent"&&r==="%"&&n.value){let o=Yn(Dw,t,e);return o&&Yu(
t,e+o[0].length,`%${o[1]}`,o[2],s,n)}}function Xn(t,e,s,n,{within:r},{escapes:o,interpolation:i}){let a=[],c="",l=e,d=e,u=f=>{let m=t.slice(d,f);c+=o?Oa(m):m.replace(
/\\(['\\])/g,"$1")},p=f=>{c!==""&&a.push(c),c="",a.push(f)};for(;l<t.length&&!t.startsWith(s,l);){let f=t[l];if(f==="\\"){l+=2;continue}if(f===`
`&&(s==="'"||s==='"')&&i==="f-string")break;let m=i&&r?qw(t,l,i):void 0;if(!m){l+=i==="f-string"&&(t.startsWith("{{",l)||t.startsWith("}}",l))?2:1;continue}if(u(
l),m.name!==void 0)p([{kind:"name",text:m.name}]),l+=m.length;else{let h=r(l+m.length);p(h.tokens),l=h.end+1}d=l}return u(Math.min(l,t.length)),(c!==""||a.length===
0)&&a.push(c),{token:{kind:n,pieces:a},end:Math.min(t.length,l+s.length)}}var Ww=/\$(?:\{(\w+)\}|(\w+)(?:->\w+)?)/y;function qw(t,e,s){let n=t[e];if(s==="none")
return;if(s==="f-string")return n==="{"&&t[e+1]!=="{"?{length:1}:void 0;if(s==="template")return t.startsWith("${",e)?{length:2}:void 0;if(s==="hash")return t.startsWith(
"#{",e)?{length:2}:void 0;if(n==="{"&&t[e+1]==="$")return{length:1};if(t.startsWith("@{[",e))return{length:2};if(t.startsWith("@ARGV",e))return{length:5,name:'"\
@ARGV"'};if(n!=="$")return;let r=Yn(Ww,t,e);if(!r)return;let o=/^(?:\[[^\]\n]{0,40}\]|\{[^}\n]{0,40}\})/.exec(t.slice(e+r[0].length,e+r[0].length+42)),i=o?`$${r[2]}\
.${o[0].replace(/[^\w]/g,"")}`:`$${r[1]??r[2]}`;return{length:r[0].length+(o?.[0].length??0),name:o&&r[2]!=="ENV"&&r[2]!=="ARGV"?k:i}}function jw(t,e){let s=!1,
n=Math.min(t.length,e+Mw);for(let r=e+1;r<n&&t[r]!==`
`;r++){let o=t[r];if(o==="\\")r+=1;else if(o==="[")s=!0;else if(o==="]")s=!1;else if(o==="/"&&!s){let i=/[a-z]*/y;return i.lastIndex=r+1,{token:{kind:"text",pieces:[
k]},end:r+1+(i.exec(t)?.[0].length??0)}}}}function Yu(t,e,s,n,r,{within:o}){let i=Ku[n]??n,a=1,c=e;for(;c<t.length;c++)if(t[c]==="\\")c+=1;else if(t[c]===i){if(a-=
1,a===0)break}else t[c]===n&&(a+=1);let l=t.slice(e,c),d=Math.min(t.length,c+1);if(["qw","%w","%W","%i","%I"].includes(s))return{token:{kind:"words",words:l.split(
/\s+/).filter(f=>f!=="")},end:d};if(["m","tr","y","s","qr","%r"].includes(s)){let f=["tr","y","s"].includes(s)?t.indexOf(i,d+(Ku[n]?1:0)):c;return{token:{kind:"\
text",pieces:[k]},end:f<0?t.length:f+1}}let u=["q","%q"].includes(s)?{escapes:!1}:{escapes:!0,interpolation:r.interpolation},p=["qx","%x"].includes(s)?"shell":"\
text";return{...Xn(t.slice(0,c),e,"\0",p,{within:o},u),end:d}}function Fw(t,e,s,n){let r=Yn(s.heredoc,t,e);if(!r)return;let o=t.indexOf(`
`,e),i=Math.max(n.heredocEnd,o<0?t.length:o+1),a=new RegExp(`^[ \\t]*${r[1]??r[2]??r[3]}\\b`,"m").exec(t.slice(i)),c=i+(a?.index??t.length),l=r[2]?{escapes:!1}:
{escapes:!0,interpolation:s.interpolation},{token:d}=Xn(t.slice(0,c),i,"\0","text",n,l);return{token:d,end:e+r[0].length,heredocEnd:c+(a?.[0].length??0)}}var Hw=12,yo=16e3,Vw=/[ \t\r\f\v\\\u00a0]+/y,Qu=/[\p{L}_][\p{L}\p{N}_]*[?!]?/uy,Uw=/0[xX][\da-fA-F_]+|0[oO]?[0-7_]+(?![.\d])|0[bB][01_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?/y,
Bw=new RegExp([String.raw`\*\*=|\.\.\.|===|!==|<=>|<<=|>>=|\|\|=|&&=|\?\?=|=>|->|::|:=|\+=|-=|\*=|\/=|\.=|%=|\|=|&=|\^=|==|!=|`,String.raw`=~|<=|>=|&&|\|\||\?\?|\?\.|\+\+|--|<<|>>|\*\*|\.\.|[^\s]`].
join(""),"uy"),Gw=/^(?:[.,+*/%&|=<>?:([{-]|=>|->|\?\.|&&|\|\||\?\?|\+=|\.\.\.|==|===|::)$/,zw=/^(?:\.|\?\.|->|&&|\|\||\?\?|\+|\?|:|\.\.\.)$/;function Qn(t,e){return Ju(
t,0,e,0).tokens}function Ju(t,e,s,n){let r=[],o=e,i=0,a=0,c=0,l=u=>(u.lastIndex=o,u.exec(t)?.[0]),d=u=>Ju(t,u,s,n+1);for(;o<t.length&&r.length<yo;){let u=t[o];if(u===
`
`){o=Math.max(o+1,c),c=0;let v=l(/[ \t]*/y)?.length??0;s.lines!=="none"&&i===0&&(s.lines==="statements"||a===0)&&r.push({kind:"newline",indent:v});continue}let p=l(
Vw);if(p!==void 0){o+=p.length;continue}if(s.comment.some(v=>t.startsWith(v,o))){let v=t.indexOf(`
`,o);o=v<0?t.length:v;continue}if(s.block_comment&&t.startsWith(s.block_comment[0],o)){let v=t.indexOf(s.block_comment[1],o+2);o=v<0?t.length:v+2;continue}let f=Xu(
t,o,s,{value:Xw(r.at(-1)),within:n<Hw?d:void 0,heredocEnd:c});if(f){r.push(f.token),o=f.end,c=f.heredocEnd??c;continue}let m=Kw(t,o,s);if(m!==void 0){r.push({kind:"\
name",text:m}),o+=m.length;continue}let h=l(Uw);if(h!==void 0){r.push({kind:"number",number:Yw(h)}),o+=h.length;continue}let g=l(Bw)??u,b=g==="::"&&s.lines==="i\
ndent"?":":g;if((b==="("||b==="[")&&(i+=1),(b===")"||b==="]")&&i>0&&(i-=1),b==="{"&&(a+=1),b==="}"){if(a===0&&n>0)break;a=Math.max(0,a-1)}r.push({kind:"mark",text:b}),
o+=b.length}return{tokens:$u(s.lines==="statements"?Qw(r):r),end:o}}function Kw(t,e,s){let n=e;for(;n-e<2&&s.sigils.includes(t[n]??" ");)n+=1;Qu.lastIndex=n;let r=Qu.
exec(t)?.[0];if(r!==void 0){let i=n+r.length,a=/[?!]$/.test(r)&&(s.interpolation!=="hash"||t[i]==="=")?i-1:i;return t.slice(e,a)}return n>e&&/[_!@0&\d]/.test(t[n]??
"")&&s.interpolation==="dollar"?t.slice(e,n+1):n>e&&t[e]==="$"&&s.lines!=="none"?"$":void 0}function Yw(t){let e=t.replaceAll("_","");return/^0[0-7]+$/.test(e)?
Number.parseInt(e,8):Number(e)}function Xw(t){return!t||t.kind==="newline"?!0:t.kind==="mark"?![")","]","}"].includes(t.text):t.kind==="name"?/^(?:return|typeof|case|in|of|and|or|not|if|unless|split|grep|when)$/.
test(t.text):!1}function Qw(t){return t.filter((e,s)=>{if(e.kind!=="newline")return!0;let n=t[s+1],r=t[s-1];return r?.kind==="newline"||n?.kind==="mark"&&zw.test(
n.text)?!1:!(r?.kind==="mark"&&Gw.test(r.text)&&!P(r,"{"))})}var Jw=9,ep=64;function tp(t,e){let s=Qn(t,_.awkLexer),n=ex(e.input),r=i=>Zu(s,i,n),o=-1;for(let i=0;i<s.length&&e.step();i++){let a=s[i],c=s[i+1];if(a.kind==="\
name"&&P(c,"=")&&n.set(a.text,r(i+2)),J(a,"print","printf"))o=i,e.recordPrint([r(i+1)]);else if(a.kind==="newline"||P(a,";","}","{"))o=-1;else if(J(a,"system")&&
P(c,"("))e.runShellLine(r(i+2));else if(o>=0&&P(a,">",">>"))e.recordWrite(r(i+1),void 0,P(a,">>"));else if(P(a,"|","|&")){if(o>=0){let l=r(i+1);e.runShellLine(l),
/^(?:\S*\/)?(?:ba|da|z|k)?sh$/.test(O(l)[0])&&e.runShellLine(r(o+1))}else if(J(c,"getline")){let l=i;for(;i-l<ep&&Zw(s[l-1]);)l-=1;e.runShellLine(Zu(s.slice(0,i),
l,n))}}else if(J(a,"getline")){let l=s.slice(i+1,i+4).findIndex(d=>P(d,"<"));l>=0&&e.readFile(r(i+2+l))}}}var Zw=t=>/^(?:text|name|number)$/.test(t?.kind??"")||
P(t,"$");function ex(t){let e=new Map;for(let[o,i]of t.variables)e.set(o,F(Oa(i)));for(let[o,i]of t.args.entries())e.set(`ARGV[${o+1}]`,ps(i));for(let[o,i]of Object.
entries(t.environment))e.set(`ENVIRON[${o}]`,ps(i));let s=es(t);if(!s)return e;let n=O(s),{separator:r=" "}=t;if(e.set("$0",rt(n)),/^[^\\.*+?[\]^$|()]$/.test(r)){
let o=n.map(i=>r===" "?i.trim().split(/\s+/):i.split(r));for(let i=1;i<=Jw;i+=1)e.set(`$${i}`,rt(o.map(a=>a[i-1]??"")));e.set("$NF",rt(o.map(i=>i.at(-1)??"")))}
return e.set("$",F(n.some(o=>!o.includes(k))?D:k)),e}var La=t=>t?.kind==="text"?typeof t.pieces[0]=="string"?t.pieces[0]:"":t?.kind==="number"?String(t.number):
t?.kind==="name"||t?.kind==="mark"?t.text:"";function Zu(t,e,s){let n=[];for(let r=e;r<Math.min(t.length,e+ep);r++){let o=t[r];if(o.kind==="text")n.push(F(La(o)));else if(o.
kind==="name"){let i=P(t[r+1],"[")&&P(t[r+3],"]"),a=i?`${o.text}[${La(t[r+2])}]`:o.text;n.push(s.get(a)??F(k)),i&&(r+=3)}else if(P(o,"$")){let i=s.get(`$${La(t[r+
1])}`);n.push(i??s.get("$")??F(k)),r+=1}else if(!P(o,"(")||n.length>0)break}return n.length===0?F(k):_e(n)}var tx=new Set(`spawn fork vfork Popen posix_spawn pcntl_fork proc_open popen execFile Worker Process create_subprocess_exec
   create_subprocess_shell`.split(/\s+/)),sx=new Set("system exec shell_exec popen execSync os".split(" ")),nx=new Set(`break return exit wait waitpid wait4 joi\
n communicate sleep usleep await throw raise die last readline input
   gets recv accept get poll Queue`.split(/\s+/)),Ma=1e3,rx=64,ox=10;function rp(t){if(!Da(t))return!1;let e=[],s=[];for(let n=0;n<t.length&&e.length+s.length<rx;n++){
let r=ix(t,n)??ax(t,n);r&&e.push(t.slice(...r));let o=cx(t,n);if(!o)continue;let[i,a]=o.span,c=t.slice(i,Math.min(a,i+Ma));Da(c)&&!np(c)&&s.push(o.name),sp(c,[o.
name])&&!lx(c)&&e.push(c)}return e.some(n=>(Da(n)||sp(n,s))&&!np(n))}function ix(t,e){let s=t[e],n=t[e+1];if(J(s,"loop")&&(P(n,"{")||J(n,"do")))return bo(t,e+1);
let r=P(n,"("),o=r?we(t,e+1)+1:e+2;if(J(s,"for")&&r&&t.slice(e+2,e+4).every(u=>P(u,";")))return bo(t,o);if(!J(s,"while","until")||r&&o!==e+4)return;let i=t[r?e+
2:e+1];if(!(J(s,"while")?J(i,"true","True")||i?.kind==="number"&&i.number!==0:J(i,"false")))return;let c=t[o];if(c!==void 0&&!P(c,";","}"))return bo(t,o);let l=Math.
max(0,e-Ma),d=u=>P(u,";","{")||u.kind==="newline";return[l+t.slice(l,e).findLastIndex(d)+1,e]}function ax(t,e){if(!J(t[e],"setInterval")||!P(t[e+1],"("))return;
let s=we(t,e+1),n=t[s-1];return(n?.kind==="number"?n.number>ox:!P(n,")","}"))?void 0:[e+2,s]}function cx(t,e){let s=J(t[e],"function","def","sub"),n=t[s?e+1:e];
if(n?.kind!=="name"||!(s||P(t[e+1],"=")))return;let r=e+2;for(;!s&&J(t[r])&&r<e+4;)r+=1;P(t[r],"(")&&(r=we(t,r)+1);let o=P(t[r],"=>");if(!(!s&&!o&&!J(t[e+2],"fu\
nction")))return{name:n.text,span:bo(t,o?r+1:r)}}var sp=(t,e)=>t.some((s,n)=>s.kind==="name"&&e.includes(s.text)&&P(t[n+1],"(")),lx=t=>t.some(e=>J(e,"if","unles\
s","case","switch")||P(e,"?","&&","||")),np=t=>t.some(e=>e.kind==="name"&&nx.has(e.text)),Da=t=>t.some((e,s)=>{if(e.kind!=="name")return!1;if(tx.has(e.text))return!0;
if(!sx.has(e.text))return!1;let n=t.slice(s+1,s+5).find(r=>r.kind==="text")?.pieces.at(-1);return typeof n=="string"&&/&\s*$/.test(n)});function bo(t,e){let s=Math.
min(t.length,e+Ma);return P(t[e],"{")?[e+1,we(t,e)]:J(t[e],"do")?[e+1,t.length]:P(t[e],":")?[e+1,io(t,e,e,s)]:[e,Ie(t,e,s,[";"])]}Je();var dx=/\b(?:if|elif|unless|filter|fnmatch|grep|select|reject|when)\b([^\n;{]{0,300})/g,ux=/is_?(?:dir|file|link|symlink)|isDirectory|isFile|isSymbolicLink|exists|(?:directory|file|exist)\?|-[dfel]\b/i,
px=/[=!<>]=|[<>]|\b(?:in|and|or|match)\b|&&|\|\||=~|\b(?:endswith|startswith|includes|test)\b/,fx=/\bnot\b|!=|!~|!\s*\(?[\w.]+|\bunless\b|\breject\b/,hx=/\b(?:continue|next|return)\b/;
function op(t){let e=hx.test(t);return[...t.matchAll(dx)].some(([s,n=""])=>ux.test(n)&&!px.test(n.replace(/=>|->/g,""))?!1:fx.test(s)===e)}var mx=4e4,ip=512,gx=/^(?:0|-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0|php:\/\/stdin)$/,yx=new Set(["rm","rmdir","eval","truncate","mv","chmod","chown"]),vo=class{constructor(e,s,n=""){
this.source=e;this.context=s;this.mayHideInput=lu(n,this.input),this.chooses=op(n),this.isInMemory=/['"](?:sqlite:\/\/\/?)?:memory:['"]|['"]sqlite:\/\/['"]/.test(
n)}source;context;invocations=[];problem;remainingSteps=mx;mayHideInput;chooses;isInMemory;get input(){return this.context.input??to}recordPrint(e,s=" ",n=`
`){if(!this.context.onPrint)return;let r=e.map(o=>{let i=o.kind==="list"?o.items.flatMap(O):O(o),a=o.kind==="text"&&o.glob===!0;return i.map(qa).map(c=>this.markUnread(
a?c.replaceAll("*",k):c)).join(`
`)});this.context.onPrint(r.join(s)+n)}markUnread(e){return this.mayHideInput&&e===k?D:e}step(e=1){return this.remainingSteps-=e,this.remainingSteps<0&&this.fail(
"too-much","the code takes too many steps to read"),this.problem===void 0}fail(e,s){this.problem??={kind:e,detail:s}}addInvocation(e,s,n={}){let r=this.createInvocation(
e,s,n);return this.mayHideInput&&yx.has(e)&&(r.args=r.args.map(o=>({...o,text:this.markUnread(o.text)}))),this.add(r),r}createInvocation(e,s,n={}){let r=s.filter(
o=>o!==void 0).flatMap(o=>ko(o,bx.has(e)));return{...Jt(e,r),language:this.source,...n}}readFile(e){if(e?.kind==="content"||e?.kind==="made")return e;let s=e&&O(
e).every(r=>gx.test(r))?es(this.input):void 0;if(s)return s;let n=O(e);return this.addInvocation("cat",[e??$],{redirects:ko(e??$,!1).map(Wa("read"))}),us([],n)}recordWrite(e,s,n=!1){
let r=s&&mt([s]),[o]=O(s);if(e?.kind==="text"&&(e.glob||e.of.some(c=>c.includes(Ot)))&&o===""&&!n){this.addInvocation("truncate",["-s","0",e]);return}this.addInvocation(
"printf",["%s",s??$],{redirects:ko(e??$,!1).map(Wa(n?"append":"write")),...ne({input:r&&{kind:"pipe",from:this.listSources(r)}})});let[a]=O(e);a!==void 0&&o!==void 0&&
!a.includes(k)&&!o.includes(k)&&this.context.onWrite?.(a,o)}listSources(e){let s=e.files.map(r=>({text:r,glob:!1})),n=this.createInvocation("cat",[],{args:s,redirects:s.
map(Wa("read"))});return[...s.length>0?[n]:[],...e.from]}runShellLine(e){let s=e&&mt([e]);return s?us([this.addInvocation("sh",[],{input:{kind:"pipe",from:this.
listSources(s)}})]):us(O(e).flatMap(n=>this.readCommand(this.markUnread(ap(n)))))}runProgram(e){let s=ap(e.flatMap(n=>O(n).map(vx)).join(" "));return us(this.readCommand(
s))}readCommand(e){if(!this.step(8))return[];let{invocations:s,problem:n}=this.context.readCommand(e);n&&(this.problem??=n);for(let r of s)this.add(r);return s}add(e){
this.invocations.length>=ip?this.fail("too-much",`the code does more than ${ip} things`):this.invocations.push(e)}},bx=new Set(["rm","truncate","shred"]),kx=/^\s*(?:sudo\s+)?(?:rm|truncate|shred)\s/,
qa=t=>t.replaceAll(Ot,k),ap=t=>kx.test(t)?t.replaceAll(Ot,"*").replace(/'([^'\s]*\*)'/g,"$1"):qa(t);function ko(t,e){if(typeof t=="string")return[{text:t,glob:!1}];
if(t.kind==="content"&&t.files.length>0)return t.files.map(n=>({text:`@${n}`,glob:!1}));if(t.kind==="list")return t.items.flatMap(n=>ko(n,e));let s=t.kind==="te\
xt"&&t.glob===!0;return O(t).map(n=>e&&n.includes(Ot)?{text:n.replaceAll(Ot,"*"),glob:!0}:{text:qa(n),glob:s})}var Wa=t=>e=>({kind:t,path:e}),vx=t=>/^[\w@%+=:,./-]+$/.
test(t)?t:`'${t.replaceAll("'","'\\''")}'`;var cp=65536,wx=40,xx={evaluate:gt,call:ao,block:go,code:(t,e)=>(t.depth>wx&&t.collector.fail("too-deep","code in code is nested too deeply"),t.collector.step(Math.
ceil(e.length/4)),go(it(t,Qn(e,t.language.lexer))))};function wo(t,e,s){if(e.length>cp)return{invocations:[],problem:{kind:"too-long",detail:`the ${t} code is l\
onger than ${cp} characters`}};let n=new vo(t,s,e);return t==="sql"?Vn(e,n):t==="awk"?tp(e,n):Sx(zu(t),e,n),{invocations:n.invocations,...ne({problem:n.problem||
void 0})}}function Sx(t,e,s){let n=[],r=Qn(e,t.lexer);if(r.length>=yo){s.fail("too-much",`the code has more than ${yo} words`);return}rp(r)&&s.addInvocation("fo\
rk-bomb",[]);let o=new fn;du(t.inputs,o,s.input);let i={language:t,collector:s,scope:o,tokens:r,at:0,end:r.length,depth:0,definitions:n,returnValues:[],activeFunctions:new Set,
functions:xx},a=go(i);s.input.printsLast&&s.recordPrint([a]);let c=new Map;for(let l of r)l.kind==="name"&&c.set(l.text,(c.get(l.text)??0)+1);for(let l=0;l<n.length&&
s.problem===void 0;l++){let d=n[l];!d.called&&(d.name===void 0||(c.get(d.name)??0)>1||d.parameters[0]==="self")&&Us(i,d,[])}}var ja="/work";var yD=new Set("bin boot dev etc lib lib32 lib64 libx32 proc run sbin sys tmp usr world".split(" ").map(t=>`/${t}`));function dp(t){let e=t.trim();return e.length>65536||!/^[[{][\s\S]*[\]}]$/.test(e)?!1:lp(e)||e.split(`
`).every(s=>s.trim()===""||lp(s))}function lp(t){try{let e=JSON.parse(t);return typeof e=="object"&&e!==null}catch{return!1}}var Ex=[[/^\s*<(!doctype|\?xml|[a-z][\w-]*(\s[^>]*)?>)/i,
"XML or HTML"],[/^\s*(```|#{1,6} \S|\||[-*] \S)|\n```/,"Markdown"],[/^\s*(\[?\d{4}-\d\d-\d\d[T ]|Traceback \(most recent|\w*Error: )|\n\s+at \S+ \(/,"a log"],[new RegExp(
"^\\s*\\p{Lu}[\\p{L}'\u2019]*[, ]\\s*\\p{L}[^\\n]*[.!?:)](\\s|$)","u"),"a sentence"]];function up(t){let e=t.slice(0,2e3);return Ex.find(([s])=>s.test(e))?.[1]}function hs(t,e=""){try{return new RegExp(t,e)}catch{return}}var Ze=(t,e="")=>new RegExp(t.join("|"),e);var Va=2e3,Cx=/^(?:-(?:n ?|-lines[= ])?(?:1?\d|20|\u{FFFC}.*))?$/u,_x=/^(?:-n \d{1,2}p|\d{1,2}!d)$/,Ax=Ze([String.raw`^(?:-n )?\/((?:[^/\\]|\\.)*)\/\s*!d$`,String.
raw`^(?:-n|--quiet|--silent) (?:\/((?:[^/\\]|\\.)*)\/\s*p|s([/|#,])((?:(?!\3)[^\\\n]|\\.)*)\3.*p)$`]);function pp({program:t,args:e,filter:s}){let n=e.map(r=>r.
text).join(" ");if(n.length>Va)return!1;if(/^(([efg]|gg)?(grep|rg)|ag|ack|ugrep)$/.test(t)){let r=Ua(e);return r.length>0&&r.every(Fa)}if(/^g?sed$/.test(t)){let[
,r,o,,i]=Ax.exec(n)??[];return _x.test(n)||Fa(r??o??i??"")}return/^[gmn]?awk$/.test(t)?Tx(s?.code??""):t==="head"||t==="tail"?Cx.test(n):t==="fzf"}function Ua(t){
let{flags:e,options:s,operands:n}=fe("grep",t);if(se(e,"-v")||se(e,"--invert-match"))return[];let r=s.filter(({flag:o})=>o==="-e"||o==="--regexp").map(({value:o})=>o);
return(r.length>0?r:n.slice(0,1)).map(({text:o})=>o)}var $x=/^(root|pid|usr|bin|sbin|lib)$/i;function Fa(t){return/\)(?:[*?]|\{0|\{,)/.test(t)?!1:t.split(/\\?\|/).
every(e=>{let s=e.replace(/\[\[:\w+:\]\]|\[([^\]^])\]/g,"$1").replace(/\[[^\]]*\]|\\[a-zA-Z<>]/g," ").replace(/\\?.(?:[*?]|\\\?|\\?\{(?:0|,)[^}]*\})/g," ").replace(
/\\?[(){}^$+]|\\/g,"");return s.includes(k)||/\w\w/.test(s)&&!$x.test(s.trim())})}function Tx(t){return t.length>Va||/\|\||\}\s*(?:\{|1|;)|;\s*1\b|^\s*\{(?!\s*if\b)/.
test(t.replace(/\bBEGIN\s*\{[^}]*\}/g,""))?!1:Ba(t).some(Fa)?!0:/(?:\$\w+|\bNR)\s*==\s*(?:"[^"\n]{2,}"|\d+|[A-Za-z]\w*|\u{FFFC})|\bindex\(\s*\$\w+\s*,\s*"[^"\n]{2,}"/u.
test(t)}function Ba(t){return t.length>Va?[]:[...t.matchAll(/(!~?\s*)?(?:\/((?:[^/\\\n]|\\.)+)\/|~\s*"([^"\n]+)")/g)].flatMap(([,s,n,r])=>s===void 0?n??r??[]:[])}
var Px=/^(tee|sponge|read|mapfile|readarray|dd|split|cp|install)$/;function fp({input:t},e){let s=t?.kind==="pipe"?t.from:[];return s.some(gp)?mp(s).length>0:s.
some(n=>Ha(n).length>0&&pp(n))?!1:Rx(e).length>0}function Rx(t){let e=mp(t);if(e.length===0)return[];let s=new Set(t.filter(Ix).flatMap(({input:n})=>n?.kind==="\
pipe"?n.from:[]));return e.filter(n=>n.captured||n.language!=="shell"||hp(n)||s.has(n))}var hp=({redirects:t})=>t.some(({kind:e})=>e!=="read"),Ix=t=>Px.test(t.program)||
hp(t);function mp(t){let e=t.filter(gp);if(e.length===0)return e;let s=t.filter(r=>Ha(r).length>0&&pp(r)),n=new Set(s.flatMap(Ha));return e.filter(r=>!n.has(r))}
var Ha=({input:t,filter:e})=>e?.from??(t?.kind==="pipe"?t.from:[]),Nx=/^-\w*[pq](?:[\d\u{FFFC}]|$)|^-C|^--(?:p?pid|quick-pid)(?:=|$)|^\d+(?:,\d+)*$|^\u{FFFC}/u,
Ox=/^-[aefFlAjwHTLcy]*[eA]|^a?u?x/,gp=({program:t,args:e})=>t==="ps"&&(e.some(({text:s})=>Ox.test(s))||!e.some(({text:s})=>Nx.test(s)));var Ga=JSON.parse('{"names":["systemd*","init","sshd","ssh","dockerd","docker","containerd","kubelet","cron","crond","rsyslogd","auditd","NetworkManager","dbus*\
","Xorg","gnome-shell","explorer.exe","Finder","loginwindow","launchd","WindowServer","mysqld","mariadbd","postgres*","nginx","apache2","httpd","mongod","redis-\
server","udevd","login","firefox","chrome","google-chrome","supervisord","php-fpm","haproxy","named","ntpd","polkitd"],"ports":{"22":"sshd","53":"named","2375":\
"dockerd","2376":"dockerd","10250":"kubelet","ssh":"sshd","domain":"named"}}');var Lx=Ga.names.map(t=>t.replace("*","")),yp=Ga.ports,wp=t=>Object.hasOwn(yp,t)?[yp[t]]:[],Dx=60,Mx=4;function xp(t){if(t.length>Dx||!/\w/.test(t)||/[\s/]|\\\d/.
test(t))return[];let e=t.replace(/\)(?:[*+?]|\{\d*,?\d*\})+/g,")");if((e.match(/[*+?{]/g)??[]).length>Mx)return[];let s=hs(e);return s===void 0?[]:Lx.filter(n=>{
let r=s.exec(n);if(r===null)return!1;let o=r[0].length*2;return o>n.length||r.index===0&&o===n.length})}var Wx=200,qx="init",xo="*",jx=new Set(["pkill","killall",
"skill","slay","taskkill","Stop-Process","fuser","start-stop-daemon"]);function Sp(t,e){let s=new Set(t.flatMap(Hx)),n=t.filter(i=>i.program==="kill"&&i.args.some(
Fx)&&!Ep(i));n.some(i=>fp(i,e))&&s.add(xo);for(let{input:i}of n){if(i?.kind==="file")for(let a of So(i.path.text))s.add(a);if(i?.kind==="pipe")for(let a of bp(i.
from,Wx))s.add(a)}let o=n.some(({input:i})=>i===void 0||i.kind==="text")?e:e.filter(({captured:i})=>i);if(n.length>0)for(let i of bp(o))s.add(i);return s}var Fx=({
text:t})=>t.includes(k);function Ep({program:t,args:e}){let{flags:s,options:n}=fe(t,e),o=[...n.filter(({flag:i})=>/^(-s|--signal)$/.test(i)).map(({value:i})=>i.
text),...s.filter(i=>/^-(\d+|[A-Z]{3,})$/.test(i)).map(i=>i.slice(1))];return o.length>0&&o.every(i=>i==="0")}function Hx({program:t,path:e,args:s}){if(e.startsWith(
"/etc/init.d/")&&s[0]?.text==="stop")return[t];if(/^(nginx|httpd|apachectl|apache2ctl)$/.test(t))return s.some(({text:r})=>/^(stop|quit|graceful-stop)$/.test(r))?
[t.replace(/ctl$/,"2")]:[];if(!jx.has(t))return[];let n=fe(t,s);return t==="fuser"?Gx(n):t==="start-stop-daemon"?Bx(n):Ep({program:t,args:s})?[]:Cp(t,n)}function Cp(t,{
flags:e,options:s,operands:n}){let r=t!=="killall"&&se(e,"-f"),o=/^p(kill|grep)$/.test(t)&&!se(e,"-x")&&!se(e,"--exact");return[...n.flatMap(({text:i})=>[...za(
i,r),...o?/^\w$/.test(i)?[xo]:xp(i):[]]),...s.flatMap(({value:i})=>So(i.text))]}var Vx=200,Ux=/^\/(?:usr\/)?(?:local\/)?(?:sbin|lib(?:exec)?)\//;function za(t,e){
return t.slice(0,Vx).split("|").flatMap(n=>{let r=n.replace(/\[(.)\]/g,"$1").replace(/\\[b<>]|[\^$()\\]|^\.\*|\.\*$/g,""),[o="",...i]=r.trim().split(/\s+/);if(e&&
i.length>0&&!o.endsWith(":")&&!Ux.test(o))return[];let a=o.replace(/:$/,"").replace(/^.*\//,"");return a===""?[]:[a.replace(/\.exe$/i,"")]})}function So(t){let e=/^\/(?:var\/)?run\/(?:.*\/)?([\w.-]+?)\.pid$/.
exec(t)?.[1];return e===void 0?[]:[e]}function Bx({flags:t,options:e}){return!se(t,"-K")&&!se(t,"--stop")?[]:e.flatMap(({flag:s,value:n})=>/^(-n|--name|-x|--exec)$/.
test(s)?za(n.text,!1):So(n.text))}function Gx({flags:t,operands:e}){return!se(t,"-k")&&!se(t,"--kill")?[]:["-m","-M","-c","--mount"].some(s=>se(t,s))?[xo]:e.flatMap(
({text:s})=>/^\/+[\w.-]*\/*$|^~\/*$/.test(s)?[xo]:wp(s.replace(/\/(tcp|udp|sctp)$/,"")))}function bp(t,e=Number.POSITIVE_INFINITY){if(t.length>e)return[qx];let s=t.
some(({program:n})=>n==="ps");return t.flatMap(n=>zx(n,s))}function zx({program:t,args:e,redirects:s,filter:n},r){switch(t){case"pgrep":case"pidof":return Cp(t,
fe(t,e));case"cat":case"head":case":":return[...e,...s.map(({path:o})=>o)].flatMap(({text:o})=>So(o));case"ps":return vp(e,"-C");case"lsof":return[...vp(e,"-c"),
...e.flatMap(({text:o})=>Kx(o))];case"systemctl":return Yx(fe(t,e));default:return r?/^[gmn]?awk$/.test(t)?Ba(n?.code??"").flatMap(kp):/^(e|f)?grep$|^rg$/.test(
t)?Ua(e).flatMap(kp):[]:[]}}var kp=t=>[...za(t,!0),...xp(t)],Kx=t=>{let[,e]=/^(?:-\w*i)?(?:[46]?(?:tcp|udp))?(?:@[\w.-]+)?:(\w+)$/i.exec(t)??[];return e===void 0?
[]:wp(e)};function Yx({operands:t}){let[e,...s]=t.map(({text:r})=>r);return(e==="show"?s:s.filter(r=>r.endsWith(".service"))).map(r=>r.replace(/\.service$/,""))}
function vp(t,e){return t.flatMap(({text:s},n)=>s===e?t.slice(n+1,n+2).flatMap(r=>r.text.split(",")):s.startsWith(e)?s.slice(e.length).split(","):[])}function L(t,e){let s=[],n=[],r=0;for(;r<t.length;r+=1){let o=t[r],{text:i}=o;if(i==="--"){r+=1;break}if(i.startsWith("--"))r=Xx(t,r,e,s);else if(i.length>1&&i.
startsWith("-"))r=Jx(t,r,e,s);else if(e.permuted)n.push(o);else break}return n.push(...t.slice(r)),{options:s,operands:n}}var Ka=(t,e,s,n,r)=>{let o=e[s+1];return r.
push(o?{name:t,value:o}:{name:t}),o?s+1:s},Xx=(t,e,s,n)=>{let{text:r,glob:o}=t[e],[,i="",a]=/^--([^=]*)(?:=([\s\S]*))?$/.exec(r),c=Qx(i,s);return a===void 0&&s.
long?.includes(c)?Ka(c,t,e,s,n):(n.push(a===void 0?{name:c}:{name:c,value:{text:a,glob:o}}),e)},Qx=(t,{long:e=[]})=>{let s=e.filter(n=>n.startsWith(t));return e.
includes(t)||s.length!==1?t:s[0]},Jx=(t,e,s,n)=>{let{short:r="",long:o=[],optional:i=""}=s,{text:a,glob:c}=t[e];if(o.includes(a.slice(1))&&a.length>2)return Ka(
a.slice(1),t,e,s,n);for(let l=1;l<a.length;l+=1){let d=a[l],u=a.slice(l+1),p=i.includes(d)&&(u!==""||t[e+1]?.text.startsWith("-")!==!1);if(!r.includes(d)||p)n.push(
{name:d});else{if(u==="")return Ka(d,t,e,s,n);n.push({name:d,value:{text:u,glob:c}});break}}return e},G=(t,...e)=>t.some(({name:s})=>e.includes(s)),M=(t,...e)=>t.
flatMap(({name:s,value:n})=>e.includes(s)&&n?[n]:[]);var Zx=200;function Ya(t,e,s){if(t.length===0||s.length>Zx)return t;let n=s.slice(0,Math.max(0,s.indexOf(e))).filter(({program:o})=>o==="mv");if(n.length===0)return t;
let r=n.flatMap(({args:o})=>{let i=o.filter(({text:c})=>!c.startsWith("-")),a=i.at(-1);return a&&i.length>1&&t.some(({text:c})=>_p(a.text,c)||_p(c,a.text))?i.slice(
0,-1):[]});return[...t,...r]}function _p(t,e){let s=e.replace(/\/\*?$/,"");return t===s||t.startsWith(`${s}/`)}var e0=new Set(_.getopt.find.long.map(t=>`-${t}`)),
t0=/^-(name|iname|path|ipath|wholename|iwholename|regex|iregex)$/,s0=/^-([acm](time|min)|newer\w*|anewer|cnewer|user|uid|samefile|used)$/,n0=/^-(exec|execdir|ok|okdir)$/,
r0=/^(.*\/)?(rm|unlink|shred|rimraf|srm)$/,o0=/^\/(private\/)?(tmp|var\/tmp|dev\/shm)\/*$/,Ap=()=>({names:[],empty:!1,byProperty:!1,deletes:!1});function Pp(t){
let e=[],s=[Ap()],n=!1,r=0,o=!1;for(let i=0;i<t.length;i+=1){let{text:a}=t[i],c=s.at(-1),l=()=>{c.deletes=!0,r>0&&o&&(c.names=["*"])};a==="("?r+=1:a===")"?r=Math.
max(0,r-1):/^(-o|-or|,)$/.test(a)?(o=!0,r===0&&s.push(Ap())):n0.test(a)?(r0.test(t[i+1]?.text??"")&&l(),i=i0(t,i)):a==="-delete"?l():a==="!"||a==="-not"?n=!0:t0.
test(a)?(n||c.names.push(t[i+1]?.text??"*"),n=!1,i+=1):a==="-fprintf"?i+=2:e0.has(a)||/^-newer[aBcm][aBcmt]$/.test(a)?(c.byProperty||=s0.test(a),n=!1,i+=1):a===
"-empty"?c.empty=!0:!a.startsWith("-")&&s.every(({names:d})=>d.length===0)&&e.push(t[i])}return{starts:e,branches:s}}function i0(t,e){for(let s=e+1;s<t.length;s+=
1)if(t[s].text===";"||t[s].text==="+"&&/\{\}|\u{FFFC}/u.test(t[s-1].text))return s;return t.length}function Bs(t){let e=$p.get(t)??a0(t);return $p.set(t,e),e}var $p=new WeakMap;
function a0(t){let{starts:e,branches:s}=Pp(t),n=e.length>0?e:[{text:".",glob:!1}],r=s.filter(({deletes:o})=>o);return n.flatMap(({text:o})=>(r.length>0?r.flatMap(
a=>Rp(a,o)):c0(s,o)).map(a=>({text:`${o.replace(/\/$/,"")||""}/${a.replace(/^\.?\/?\*\/|^\.\//,"")}`,glob:!0})))}function Rp({names:t,empty:e,byProperty:s},n){return t.
length>0?t:e?["tmp"]:[s&&o0.test(n)?k:"*"]}function c0(t,e){let s=t.flatMap(n=>n.names);return Rp({...t.at(-1),names:s,empty:t.some(({empty:n})=>n)},e)}var Zn=t=>Pp(
t).branches.some(({deletes:e})=>e);function l0({args:t}){let{options:e,operands:s}=L(t,{short:"e",long:["extension"],permuted:!0}),[n]=M(e,"e","extension"),r=n?
`*.${n.text}`:s[0]?.text??"*";return[{text:`${s[1]?.text??"."}/${/^[.^$]*$/.test(r)?"*":r}`,glob:!0}]}var Xa=/^(g?xargs|find|fd|parallel)$/,Ip=/^fd(find)?$/;function Gs(t,e){
if(!t.wrappers.some(o=>Xa.test(o)))return t.args;let s=u0(t,e);if(!s)return t.args;let n=s.program==="find"?Bs(s.args):p0(s);if(n.length===0)return t.args;let r=d0(
t)?`/${k}`:k;return t.args.some(({text:o})=>o.includes(r))?t.args.flatMap(o=>{if(!o.text.includes(r)||o.text.startsWith("-"))return[o];let[i=""]=/^[^\u{FFFC}]*[@=]/u.
exec(o.text)??[];return n.map(({text:a,glob:c})=>({text:i+a,glob:c}))}):t.args}var d0=({wrappers:t})=>t.findLast(e=>Xa.test(e))==="find";function u0(t,e){let{input:s}=t,
n=t.wrappers.findLast(r=>Xa.test(r));return n==="find"?Tp(t,e,({program:r})=>r==="find"):n==="fd"?Tp(t,e,({program:r})=>Ip.test(r)):s?.kind==="pipe"?s.from.find(
({program:r})=>/^(find|ls|git|fd|fdfind)$/.test(r)):void 0}function Tp(t,e,s){return e.slice(0,e.indexOf(t)).findLast(s)??e.find(s)}function p0(t){let e=t.args.
filter(({text:s})=>!s.startsWith("-"));return Ip.test(t.program)?l0(t):t.program==="ls"?(e.length>0?e:[{text:".",glob:!1}]).map(({text:n,glob:r})=>({text:r?n:`${n.
replace(/\/$/,"")}/*`,glob:!0})):t.program==="git"&&e[0]?.text==="ls-files"&&e.length===1?[{text:"./*",glob:!0}]:[]}var Qa=t=>_.roles.has(t);function er(t,{flags:e,
options:s,operands:n}){let r={reads:[],writes:[],deletes:[],moves:[],changes:[]},o=`${t} ${n[0]?.text??""}`,i=_.roles.has(o),a=_.roles.get(i?o:t);if(!a)return r;
let c=a.unless?.some(f=>se(e,f)),l=n.slice((i?1:0)+(c?0:a.skip??0)),d=a.with?.find(f=>f.flags.some(m=>se(e,m)))?.each??a.each,u=s.some(({flag:f})=>a.options?.[f]===
"writes"),p=a.last!==void 0&&l.length>1&&!u&&d!=="none";l.forEach((f,m)=>{let h=p&&m===l.length-1?a.last:d,g=Object.entries(a.keyed??{}).find(([b])=>f.text.startsWith(
b));g?r[g[1]].push({text:f.text.slice(g[0].length),glob:f.glob}):h&&h!=="none"&&r[h].push(f)});for(let{flag:f,value:m}of s){let h=a.options?.[f];h&&r[h].push(m)}
return t==="git"&&(r.reads=r.reads.map(h0)),(t==="curl"||t==="http"||t==="https")&&r.reads.push(...m0(s,n)),t==="tar"&&!f0(e,n)&&(r.writes=[]),(t==="scp"||t==="\
rsync")&&(r.reads=r.reads.filter(({text:f})=>!Jn(f)),r.writes=r.writes.filter(({text:f})=>!Jn(f))),r}var f0=(t,e)=>{let s=/^[a-zA-Z]*$/.exec(e[0]?.text??"")?.[0]??
"";return/[xctru]/.test(s)?s.includes("x"):!["-c","-t","-r","-u","--create","--list","--append","--update"].some(n=>se(t,n))},Jn=t=>/^([\w.-]+@)?[\w.\-[\]:]{2,}:|^(rsync|s3|gs|ftp|sftp|https?):\/\//.
test(t)&&!t.startsWith("/"),h0=t=>/^[\w./~^@{}-]*:[^:]/.test(t.text)?{...t,text:t.text.slice(t.text.indexOf(":")+1)}:t;function m0(t,e){let s=t.flatMap(({flag:r,
value:o})=>{let i=/^(-d|-F|-b|--data.*|--json|--form|--url-query|-H|--header)$/.test(r),[,a]=i&&/(?:^@|=@|=<)([^;,]*)/.exec(o.text)||[];return a===void 0?[]:[{...o,
text:a}]}),n=e.flatMap(r=>{if(r.text.startsWith("file://"))return[r];let o=/^[\w.-]*:?[@=]@/.exec(r.text)??/^@/.exec(r.text);return o?[{...r,text:r.text.slice(o[0].
length)}]:[]});return[...s,...n]}var g0=/^(gradlew|mvnw|configure|makefile|gnumakefile|justfile|dockerfile|gemfile|rakefile|procfile|version|license|readme|codeowners)$/,y0=/(^|\/)(bin|sbin|scripts|script|hooks|\.husky|tools|ci)$/,
Eo={text:".",glob:!1};function b0(t,e,s){let n={paths:[],files:[]},[r]=t.args;if(r?.text!=="checkout"&&r?.text!=="restore")return n;let o=Gs(t,e),{flags:i,options:a,
operands:c}=fe("git",o);if((se(i,"-p")||se(i,"--patch"))&&t.input===void 0)return n;let l=r.text==="restore",d=se(i,"--staged")||se(i,"-S");if(l&&d&&!se(i,"--wo\
rktree")&&!se(i,"-W"))return n;if(a.some(({flag:m})=>m==="--pathspec-from-file"))return{...n,paths:[Eo]};let u=c.slice(1);if(["-b","-B","-t","--track","--orphan"].
some(m=>se(i,m))&&!l)return n;let f=(l?u:v0(u,o)).flatMap(m=>m.text===k?s()?[Eo]:[]:[w0(m)]);return{paths:f.filter(Np),files:f.filter(m=>!Np(m))}}var k0=/\.(tsx?|[mc]?jsx?|[mc]ts|jsonc?|mdx?|py|rb|go|rs|[ch]|cc|cpp|hpp|java|kts?|swift|php|sh|ya?ml|toml|lock|txt|s?css|html?|vue|svelte|sql|xml|ini|cfg|conf|csv|tf|proto|exs?|scala|cs|lua|ipynb|snap|svg|gradle|mod|sum)$/i;
function v0(t,e){let s=e.findIndex(({text:o})=>o==="--");if(s!==-1)return e.slice(s+1);let[n,...r]=t;return n&&r.length===0&&k0.test(n.text)||n&&(n.glob||n.text===
k||/^\.{0,2}\/|^\.{1,2}$|\/$|[*?[]|^:/.test(n.text))?t:r}function w0({text:t,glob:e}){if(/^:(\([^)]*exclude[^)]*\)|[!^])/.test(t))return Eo;let s=t.replace(/^:(\([^)]*\)|\/|:)?/,
"").replace(/\*\*.*$/s,"");return s===""?Eo:{text:s,glob:e}}function Np({text:t,glob:e}){if(e||/\/$|[*?[]/.test(t))return!0;let[,s="",n=t]=/^(?:(.*)\/)?([^/]*)$/.
exec(t)??[];return n==="."||n===".."||n===""?!0:/^[a-z][a-z0-9_-]*$/.test(n)&&!g0.test(n)&&!y0.test(s)}function x0({program:t,args:e}){if(t!=="git"||e.some(({text:r})=>r===
"--"))return!1;let[s="",...n]=e.map(({text:r})=>r);return/^(ls-files|status)$/.test(s)?n.every(r=>r.startsWith("-")):s==="diff"&&n.some(r=>r==="--name-only"||r===
"--name-status")}var S0=(t,e)=>t.captured===!0||t.redirects.length>0||e.some(({input:s})=>s?.kind==="pipe"&&s.from.includes(t)),E0=["","-before","-after","-duri\
ng","-delay","-excluded"].map(t=>`--delete${t}`);function Op(t,e){let s=Sp(t,e),n,r=()=>(n??=e.some(i=>x0(i)&&S0(i,e)),n),o=(i,a,c)=>a.length>0?[Jt(i,a,[],c)]:[];
return[...o("end-process",[...s].map(i=>({text:i,glob:!1}))),...t.flatMap(i=>{let{program:a,folder:c}=i;if(a==="rsync")return o("sync-away",C0(i),c);if(a!=="git")
return[];let{paths:l,files:d}=b0(i,e,r);return[...o("git-discard",l,c),...o("git-discard-file",d,c)]})]}function C0({args:t}){let{flags:e,operands:s}=fe("rsync",
t);return[...E0,"--del"].some(r=>se(e,r))&&s.length>1?s.slice(-1).filter(({text:r})=>Jn(r)):[]}var Ja=require("node:path");var _0=/^(localhost|127\.[\d.]+|0\.0\.0\.0|\[?::1\]?|host\.docker\.internal|10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|[a-z][\w-]*|.*\.(local|localhost|test|internal|svc))$/,
A0=/(^|\.)(transfer\.sh|file\.io|0x0\.st|termbin\.com|pastebin\.com|paste\.ee|hastebin\.com|ix\.io|sprunge\.us|dpaste\.(org|com)|webhook\.site|requestbin\.(com|net)|requestcatcher\.com|pipedream\.net|beeceptor\.com|interact\.sh|oast\.\w+|burpcollaborator\.net|ngrok(-free)?\.(io|app|dev)|trycloudflare\.com|serveo\.net|localtunnel\.me|loca\.lt|anonfiles\.com|gofile\.io|bashupload\.com|temp\.sh|catbox\.moe|filebin\.net|oshi\.at|wetransfer\.com|discord(app)?\.com|hooks\.slack\.com|api\.telegram\.org|dnslog\.cn|canarytokens\.com)$|^\d{1,3}(\.\d{1,3}){3}$|(^|[.-])(evil|attack(er)?|exfil\w*|malicious|malware|c2|hacker|phish\w*|leak\w*|collect(or)?|drop|steal\w*|bad(actor|guy)?|rogue|sink)([.-]|\d|$)/i,
$0=/^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/@\s]*@)?(\[[0-9a-f:]+\]|[A-Za-z0-9.-]+)(?::\d+)?(?:[/?#:].*)?$/;function T0({text:t}){let e=$0.exec(t.slice(0,2048))?.[1]?.
toLowerCase();if(e!==void 0)return t.includes("://")||e.includes(".")||e==="localhost"||/@|:/.test(t)?e:void 0}function Co(t){let e=T0(t);if(e!==void 0)return _0.
test(e)?"local":A0.test(e)?"drop":"remote"}var Dp=/^(curl|wget|aria2c|http|https|xh|fetch|axel|wget2|Invoke-WebRequest|iwr|Invoke-RestMethod|irm)$/,P0=/^(dig|nslookup|host|drill|kdig|nc|ncat|netcat|socat|telnet|lynx|w3m|links|elinks|ftp|tftp|lftp|lwp-request|GET|wget2|lwp-download)$/,
R0=/^(cp|mv|ln|install)$/,I0=500,_o=class{paths=new Set;constructor(e=[]){for(let s of e)this.paths.add(s)}record(e){let{program:s,args:n,folder:r}=e,[o,i]=R0.test(
s)?n.filter(({text:c})=>!c.startsWith("-")):[],a=o&&i&&this.has(o.text,r)?[i]:[];for(let{text:c}of[...N0(e),...a]){let l=Lp(c,r);l!==void 0&&this.paths.add(l),this.
paths.size>I0&&this.paths.delete(this.paths.values().next().value)}}has(e,s){let n=Lp(e,s);return n!==void 0&&this.paths.has(n)}},mn=({program:t})=>Dp.test(t),Mp=({
program:t})=>Dp.test(t)||P0.test(t);function N0(t){let e=t.redirects.filter(({kind:l})=>l!=="read").map(({path:l})=>l);if(!mn(t))return t.input?.kind!=="pipe"||
!t.input.from.some(mn)?[]:t.program==="tee"?t.args.filter(({text:l})=>!l.startsWith("-")):e;let{flags:s,options:n,operands:r}=fe(t.program,t.args),o=r.filter(l=>l.
text.includes(k)||(Co(l)??"local")!=="local");if(o.length===0)return[];let i=n.flatMap(({flag:l,value:d})=>/^(-o|-O|--output|--output-document|--out|-OutFile)$/.
test(l)&&d.text!=="-"?[d]:[]),a=/^(wget2?|aria2c|axel)$/.test(t.program)||s.includes("-O")||s.includes("--remote-name"),c=o.map(({text:l})=>({text:Ja.posix.basename(
l.replace(/[?#].*$/,"")),glob:!1}));return[...e,...i,...a&&i.length===0?c:[]]}function Lp(t,e){let s=/^[/~]/.test(t)||e===void 0?t:`${e.text}/${t}`;return t===""||
t.includes(k)?void 0:Ja.posix.normalize(s)}Ks();var O0=/^g?(rm|rmdir|unlink|shred|srm|chmod|chown|chgrp|chflags|chattr|mv|cp|ln|dd|truncate)$/,Za=({environment:t})=>t.POSIXLY_CORRECT!==void 0;function ec(t,e,s){
let[n]=e.operands,r=n?s.slice(0,s.indexOf(n)):s,{flags:o,options:i}=fe(t,r);return{parsed:{flags:o,options:i,operands:e.operands},words:r.map(({text:a})=>a)}}function qp(t,e,s,n){
let r=n.findIndex(({text:i})=>i==="--");if(!(r===-1?n:n.slice(0,r)).some(({text:i,bare:a})=>a&&i.startsWith(k)))return O0.test(t)||Za(e)?ec(t,s,n):{parsed:s,words:n.
map(({text:i})=>i)}}var Wp=/^(client|server|true|t|1|yes)$/i,L0=/^(false|f|0|no|none|off)$/i;function jp(t,{parsed:e,words:s}){let n=W0(t,e);return!n||e.flags.filter(
o=>n.includes(o)).length===0||e.flags.some(o=>/^--no-(d|n$)/.test(o)||t==="git"&&o==="--apply")||e.options.some(({flag:o,value:i})=>n.includes(o)&&!Wp.test(i.text))?
!1:s.every((o,i)=>{if(!D0(o,n))return!0;let[,a]=/^-\w+=(.*)$/s.exec(o)??[];return a!==void 0&&!Wp.test(a)?!1:!Fp(t,s,i)&&!L0.test(s[i+1]??"")})}function D0(t,e){
return t.startsWith("--")?e.includes(t.split("=")[0]):/^-\w/.test(t)&&(e.includes(t)||e.some(s=>/^-\w$/.test(s)&&t.includes(s[1])))}var M0=/^-\w*[rvqayzR]$/;function Fp(t,e,s){
let n=e[s-1]??"";return t==="git"||!n.startsWith("-")||n.includes("=")?!1:n.startsWith("--")?n.length>2&&!_.switches.has(n):!fa(t)&&!M0.test(n)}function W0(t,{operands:e}){
let s=[t,...e.slice(0,3).map(({text:n})=>n)];for(let n=s.length;n>0;n-=1){let r=_.dryRuns.get(s.slice(0,n).join(" "));if(r)return r.flags}return _.clients.has(t)?
_.dryRuns.get("client")?.flags:void 0}var q0=/^(kill|eval|exec|find|dd|echo|printf|(ba|da|z|k)?sh|python|node|perl|ruby|php|source|\.|xargs|env|sudo)$/,j0=/^(git|hg|svn|jj|npm|pnpm|yarn|bun|deno|npx|cargo|rustup|go|pip|poetry|uv|hatch|pdm|gem|bundle|mix|composer|dotnet|brew|docker|podman|nerdctl|docker-compose|kubectl|oc|helm|kind|k3d|minikube|terraform|tofu|terragrunt|gsutil|bq|rclone|restic|borg|kopia|goreleaser|zfs|zpool|btrfs|cryptsetup|systemctl|rails|artisan)$/,
F0=/^(terraform|tofu|terragrunt|packer|vault|bao|consul|nomad|go|java|ffmpeg|openssl|find|gradle|ant)$/;function Hp(t,{parsed:{flags:e,operands:s},words:n}){if(q0.
test(t)||n.some(i=>/^--?help=/.test(i)))return!1;if(e.some(i=>i==="--help"||i==="-help"&&F0.test(t)))return n.some((i,a)=>/^--?help$/.test(i)&&!Fp(t,n,a));if(n.
length===1&&n[0]==="--version")return!0;if(!j0.test(t)&&!_.clients.has(t))return!1;let[r,o]=s.map(({text:i})=>i);return r==="completion"&&/^(bash|zsh|fish|powershell|pwsh)$/.
test(o??"")?!0:r==="help"||t==="aws"&&s.at(-1)?.text==="help"}var Vp=/[._-](example|sample|template|dist|tpl|tmpl|defaults?)$/,H0=Ze(_.credentialForms),V0=_.credentialStores.map(t=>({head:/^[^*]+/.exec(t)[0],store:t}));function U0(t){
return V0.some(({head:e,store:s})=>(t.startsWith(e)||t.includes(`/${e}`))&&B0(s).test(t))}var B0=t=>new RegExp(`(^|/)${t.replaceAll(".","\\.").replaceAll("*","[\
^/]*")}(/|$)`),G0=/(^|\/)\.ssh(\/|$)/,z0=/\/(config|known_hosts[^/]*|authorized_keys2?|[^/]+\.pub|environment|rc)$/,K0=/^\/proc\/[^/]+\/mem$|^\/dev\/k?mem$|^\/proc\/kcore$/,
Y0=/\.(tsx?|jsx?|mjs|cjs|mts|cts|py|pyi|go|rs|java|kt|kts|rb|php|cs|c|cc|cpp|h|hpp|swift|scala|exs?|erl|clj|lua|dart|vue|svelte|css|scss|html?|mdx?|rst|adoc|snap|sql|sh|bats|proto|graphql|tf|feature|png|svg)$/;
function Ao(t){let e=t.slice(t.lastIndexOf("/")+1);return/^\.env([.\-_].*)?$/.test(e)||/^[^.*]+\.env$/.test(e)?!Vp.test(e):_.credentials.has(e)?e!=="environ"||t.
startsWith("/proc/"):U0(t)||K0.test(t)||G0.test(t)&&!z0.test(t)?!0:/credentials?(?![a-z])/.test(e)?!Y0.test(e)&&!Vp.test(e.replace(/\.\w+$/,"")):H0.test(e)?!X0(
t,e):/[*?[]/.test(e)&&J0(e)}var X0=(t,e)=>/(^|\/)(fixtures?|__fixtures__|testdata|test[-_]data|test[-_]fixtures)\//.test(t)&&/^(fake|dummy|mock|example|sample|test|invalid|expired|self[-_]?signed|server|client|localhost|leaf|agent\d)/.
test(e);function Up(t){return t.slice(t.lastIndexOf("/")+1).includes("credentials")}var Q0=6;function J0(t){if(t.length>64)return!1;let e=t.replace(/\[[^\]]*\]|[*?]/g,
"");if(!(/^[*]/.test(t)?e.replace(/^\.\w+$/,"").length>=3:e.length>=2)&&!(t===".*"||/^\.[?[]/.test(t)))return!1;let n=t.replace(/[\\$.+(){}|]|(?<!\[)\^/g,"\\$&").
replace(/\[!/g,"[^"),r=n.match(/\*+/g)?.length??0,o=hs(`^${n.replace(/\*+/g,".*").replace(/\?/g,".")}$`),i=_.credentialSamples.filter(a=>!a.startsWith(".")||/^[.[]/.
test(t));return r>Q0||i.some(a=>o?.test(a))}var $o=new Set(_.systemFolders),Z0=new Set(["boot","dev","etc","proc","root","sys","usr"]),eS=new RegExp(`^${k}+`,"u"),tS=/^(\*+|\.\*|\?\*|\.\[[!^]\.\]\*?|\.\?\?\*|\{\*,\.\*\}|\*\.\*|!\(.*\))$/;
function tc(t,{workspace:e,folder:s}){let n=t.replace(/^file:\/\/(localhost)?/,"").replace(/^([A-Za-z]):[\\/]/,"/$1:/").replaceAll("\\","/");if(s!==void 0&&!/^[/~]/.
test(n)&&!n.startsWith(k)&&s!==".")return tc(s.endsWith("/")?`${s}${n}`:`${s}/${n}`,{workspace:e});let r="workspace",o=n;/^~/.test(n)?(r="home",o=n.replace(/^~[^/]*/,
"")):n.startsWith(k)?(r="unknown",o=n.replace(eS,""),o!==""&&!o.startsWith("/")&&(o=`${k}${o}`)):n.startsWith("/")&&(r="slash");let i=[],a=0;for(let l of o.split(
"/"))l===""||l==="."||(l!==".."?i.push(l):i.length>0?i.pop():(r==="workspace"||r==="home")&&(r=r==="home"?"slash":"above"),l===".."&&r==="above"&&(a+=1));if(r===
"above"&&sS(a,i[0])&&(r="slash"),r==="slash"){let l=`/${i.join("/")}`;if(l===e||l.startsWith(`${e}/`))r="workspace",i.splice(0,e.split("/").filter(Boolean).length);else{
let d=/^\/(root|(home|Users)(\/[^/]+)?)(\/|$)/.exec(l);d&&(r="home",i.splice(0,d[1].split("/").length))}}let c=!1;for(;i.length>0&&tS.test(i.at(-1));)i.pop(),c=
!0;return{from:r,parts:i,whole:c,inside:r==="unknown"&&o.startsWith("/")}}function sS(t,e=""){let s=e.toLowerCase();return Z0.has(s)?t>=2:t>=4&&($o.has(s)||s===
"home")}var nS=/^(documents|desktop|pictures|downloads|music|videos|movies|photos|library|\.config|\.local|\.mozilla)$/,nc=/^\/(tmp|var\/tmp|var\/folders|private\/tmp|private\/var\/folders|dev\/shm|run\/user\/\d+)(\/|$)/,
rS=/^\/var\/(cache|lib\/apt\/lists)\//,oS=/^\/([^/]+|(usr|var|etc|system|library)\/[^/]+|usr\/lib(32|64)?\/[^/]+-linux-gnu[^/]*|var\/lib\/(dpkg|rpm|pacman|apt))$/,
iS=/^\/(usr\/local|usr\/src|opt|srv|var\/www|etc\/apt\/(sources\.list\.d|keyrings|trusted\.gpg\.d|preferences\.d|apt\.conf\.d)|usr\/share\/keyrings)(\/|$)/,aS=/^(tmp|temp|test|scratch|demo|dummy|build|dist|out|cmake-build|cache|bazel)[-_.].+$|.+[-_.](tmp|temp|cache|build|dist|out|output|bak|results?|coverage|artifacts?|generated)$|.+\.(egg-info|dist-info|pyc|pyo|o|obj|a|so|class|log|tmp|temp|bak|orig|rej|swp|swo|tsbuildinfo|gcda|gcno|profraw|prof|out|pid|lock|d|map|cache|snap|tgz|whl|dll|dylib|exe|wasm|min\.js|min\.css|test\.db)$|.+~$|^\.#.*|^core\.\d+$|^test[_-]?repo.*|^my[-_]?test.*/,
cS=/^\/dev\/(tcp|udp)\/(localhost|127\.[\d.]+|0\.0\.0\.0|\[?::1\]?|[a-z][\w-]*)\//,Bp=new Set;function Kp(t,e){if(t.text===""||t.text.length>4096)return Bp;let s=new Set,
{from:n,parts:r,whole:o,inside:i}=tc(t.text,e),a=r.map(d=>d.toLowerCase()),c=a.join("/"),l=n==="slash"?`/${c}`:c;return uS(n==="slash"||a.length===0?l:`${n==="h\
ome"?"~/":""}${c}`,s),/^\/dev\/(tcp|udp)\//.test(l)?new Set([cS.test(l)?"local-connection":"connection"]):/^\/dev\/(stdin|stdout|stderr|tty|fd(\/.*)?|pts\/.*)$/.
test(l)?Bp:/^\/dev\/(null|zero|full|random|urandom)$/.test(l)?new Set(/(zero|full|random)$/.test(l)?["nowhere","endless"]:["nowhere"]):(mS(n,l,a,s),n==="slash"&&
nc.test(l)?(s.add(/^\/(private\/)?(tmp|var\/tmp|dev\/shm)$/.test(l)?"temp-root":"temp"),s):n==="unknown"?(To(a)?s.add("disposable"):r.length===0&&s.add(i?"unkno\
wn-folder":"unknown"),s):(n==="slash"?r.length===0?s.add("root"):rS.test(`${l}${o?"/":""}`)?s.add("disposable"):iS.test(l)?s.add("local-system"):$o.has(a[0])||/[*?[{]/.
test(a[0])||/^([a-z]:|program files.*|windows)$/.test(a[0])?s.add("system").add(oS.test(dS(a))?"system-tree":"system"):Gp("slash",a,o,s):Gp(n,a,o,s),s))}function Gp(t,e,s,n){
if(To(e)){n.add("disposable");return}let r=e.length===1&&e[0]===k;if(t==="home"||t==="above"){let o=e.length===1||t==="home"&&nS.test(e[0]);e.length===0?n.add(t===
"home"?"home":"workspace"):n.add(o?"personal":"outside")}else t==="slash"?(n.add(e.length===1?"workspace":"outside"),e.length<=3&&n.add("source")):e.length===0||
r&&s?n.add("workspace"):r?n.add("unknown"):e.length>2?n.add("inner"):(n.add("source"),lS(e[0])&&n.add("source-folder"))}var lS=t=>_.sourceFolders.has(t)||/[*?[{\u{FFFC}]/u.
test(t);function dS(t){let e=t.findLastIndex(s=>!/[*?[{\u{FFFC}]/u.test(s));return`/${t.slice(0,Math.max(1,e+1)).join("/")}`}function To(t){return t.includes(".\
git")?/\.(lock|sample)$/.test(t.at(-1))||To(t.slice(0,t.indexOf(".git"))):t.some((e,s)=>_.disposable.has(e)||aS.test(e)||s>0&&_.disposable.has(`${t[s-1]}/${e}`)||
/^\.(npm|yarn|pnpm|cargo|rustup|m2|gradle|nuget|cache|node-gyp|electron|cypress|conda)$/.test(e)&&t.length>s+1)}function uS(t,e){Ao(t)&&e.add("credentials"),Up(
t)&&e.add("credentials-by-name")}var zp=new Map;function sc(t,e){let s=zp.get(t)??new RegExp(_.purposes[t].any.join("|"));return zp.set(t,s),s.test(e)}function pS(t,e){
let s=e.findIndex(n=>/^\.\w/.test(n));return s===-1||nc.test(t)?"":`~/${e.slice(s).join("/")}`}var fS=/\.(py|pth|sock)$/,hS=(t,e)=>t==="home"||t==="slash"&&$o.has(
e[0]??"")||e.some(s=>s.startsWith("."))||fS.test(e.at(-1)??"");function mS(t,e,s,n){if(sc("data",e)&&n.add("data"),!hS(t,s))return;let r=t==="home"?`~/${e}`:e,o=t===
"slash"||t==="unknown"?pS(e,s):r;for(let[c,{home:l}]of Object.entries(_.purposes))(sc(c,r)||l&&sc(c,o))&&n.add(c);let i=s.findIndex(c=>c===".git"||c===".hg"||c===
".svn"),a=()=>t==="slash"&&nc.test(e)||To(s.slice(0,i));i!==-1&&!/\.(lock|sample)$/.test(s.at(-1))&&!a()&&(n.add("vcs"),/^(hooks|config|info|modules|config\.worktree)$/.
test(s[i+1]??"")&&n.add("vcs-config"))}Je();var yt=class{constructor(e){this.text=e}text;at=0;readRest(){let e=this.text.slice(this.at);return this.at=this.text.length,e}get remaining(){return this.text.slice(
this.at)}readLine(){if(this.isAtEnd)return this.text.includes(k)?je(this.text):void 0;let e=this.text.indexOf(`
`,this.at),s=this.text.slice(this.at,e===-1?void 0:e);return this.at=e===-1?this.text.length:e+1,s}get isAtEnd(){return this.at>=this.text.length}get lineCount(){
return this.text.slice(this.at).replace(/\n$/,"").split(`
`).length}},I=(t,e=!1)=>({text:t,glob:e});function ss(t,e){if(t.length<=e)return t;let s=t.slice(e).every(({text:n})=>/^\d{1,9}$/.test(n));return[...t.slice(0,e),
I(s?k:D)]}var Y=(t,e)=>({...t,wrappers:[...t.wrappers,e]}),Ys=({text:t,glob:e})=>e||/^[\w@%+=:,./-]+$/.test(t)?t:`'${t.replaceAll("'","'\\''")}'`,rc=({text:t})=>/[\s{};|&<>()$'"`]/.
test(t),gn=t=>t.map(Ys).join(" "),Fe=({program:t,scope:e,context:s},n=[I(t)])=>e.child(n,s.environment),bt=t=>({...t,input:void 0,stdin:new yt("")}),Xs=(t,{text:e,
from:s})=>({...t,input:{kind:"pipe",from:s},stdin:new yt(e)}),Qs=(t,e=[])=>e.length===0?t:{...t,context:{...t.context,input:{kind:"pipe",from:e}}},Js=(t,e,{substituted:s})=>e.
trimStart().startsWith(k)?Qs(t,[...s]):t,yn=t=>({...t,context:{...t.context,input:void 0}});function oc({program:t,words:e,args:s,scope:n,context:r,filter:o}){let[
i]=n.get("POSIXLY_CORRECT")?.words??[];return{program:t,path:e[0].text,args:s,redirects:r.redirects,environment:{...ne({POSIXLY_CORRECT:i}),...n.exported(),...r.
environment},...ne({input:r.input}),wrappers:r.wrappers,language:"shell",...ne({filter:o,captured:r.captured||void 0,folder:n.folder===void 0?void 0:I(n.folder)})}}
function ns(t,e){e.budget.spendInvocation()&&e.invocations.push(oc({...t,program:"fork-bomb",words:[I("fork-bomb")],args:[]}))}var Po=/^(npx|bunx|pnpx|uvx|npm|pnpm|yarn|bun)$/,
ic=t=>Po.test(t)?`${t} -c`:t,oe=(t,e,s)=>s.runScript(t,Fe(e),Y(e.context,ic(e.program)));function tr(t,e,s){return t.length===1&&rc(t[0])?oe(t[0].text,e,s):s.runWords(
t,e.scope,Y(e.context,e.program))}var gS=/^(sudo|doas|su|pkexec|run0|runuser|gosu|please)$/,ms=class t{constructor(e,s){this.invocation=e;this.context=s;let{program:n,args:r}=e,o=n.startsWith("p\
ython")&&r[0]?.text==="-m"?r[1]?.text:void 0;this.program=o?.replace(/^awscli$/,"aws")??vS(e);let i=Gs(e,s.invocations);this.isSupplied=i!==r,this.words=o===void 0?
i:i.slice(2);let{flags:a,options:c,operands:l}=fe(this.program,this.words);this.flags=a,this.options=c,this.operands=l}invocation;context;program;flags;options;operands;classCache={};affected;feeders;isSupplied;words;get recursive(){
return this.isSupplied||xS(this.program,this)||this.operands.some(yS)}get isContained(){return this.invocation.wrappers.includes(Fn)}get root(){return this.invocation.
wrappers.some(e=>gS.test(e))}get downloaded(){return SS(this.program,this.invocation,this,this.context)}get heard(){return qp(this.program,this.invocation,this,
this.words)}get harmlessFlags(){return Za(this.invocation)?ec(this.program,this,this.words).parsed.flags:this.flags}get isHelpRequest(){return this.heard!==void 0&&
Hp(this.program,this.heard)}get isDryRun(){return this.heard!==void 0&&jp(this.program,this.heard)}get redirections(){let{redirects:e,language:s,folder:n}=this.
invocation,r=Jt(":",[],e,n);return new t({...r,language:s},this.context)}get base(){return this.context}get line(){return this.context.invocations}get from(){let{
input:e}=this.invocation;return this.feeders??=e?.kind==="pipe"?e.from.map(s=>new t(s,this.context)):[],this.feeders}get hasUnreadPath(){let e=ye(this.invocation.
folder?.text??"");return qs.some(s=>this.selectPaths(s).some(({text:n})=>e||ye(n)))}nameHandedOver(e,s){let[n="",r="",o]=this.operands.map(({text:l})=>l),i=e===
"reads"&&/^(?:source|\.)$/.test(this.program)&&Yp.test(n),a=e==="writes"&&this.program==="cp"&&bS.test(n)&&Yp.test(r);if(!(i||a)||o!==void 0||!s.has("credential\
s"))return s;let c=[...s].filter(l=>l!=="credentials");return new Set([...c,i?"handed-over":"from-template"])}getPathClasses(e){let s=this.classCache[e];if(s)return s;
if(this.isContained)return Qp;let{workspace:n,folder:r}=this.context,o={workspace:n,folder:this.invocation.folder?.text??r},i=this.nameHandedOver(e,wS(this.selectPaths(
e),o));return this.classCache[e]=i,i}selectPaths(e){let{program:s,args:n,redirects:r,input:o}=this.invocation,i=r.flatMap(({kind:l,path:d})=>l==="read"?[]:[d]);
if(e==="redirected")return i;if(e==="names")return s==="find"?Bs(n):this.operands;this.affected??=er(this.program,this);let a=this.affected[e];if(e==="writes")return[
...a,...i];if(e==="deletes"&&s==="find")return Zn(n)?Bs(n):[];if(e==="deletes")return Ya(a,this.invocation,this.context.invocations);if(e!=="reads")return a;let c=r.
flatMap(({kind:l,path:d})=>l==="read"?[d]:[]);return[...a,...c,...o?.kind==="file"?[o.path]:[]]}},yS=({text:t,glob:e})=>e&&/(?:^|\/)\*\*(?:\/|$)/.test(t),Yp=/^(?:\.\/)?(?:[\w-]+\/)*\.env(?:\.[\w-]+)*$/,
bS=/^(?:\.\/)?(?:[\w-]+\/)*\.?env[\w.-]*[._-](?:example|sample|template|tpl|dist|defaults?)$/,kS=/^(format|halt|init|poweroff|reboot|scrub|shutdown|telinit|transfer|wipe)$/;
function vS({program:t,path:e,wrappers:s}){return t==="k"?"kubectl":kS.test(t)&&(/^[^/~]+\//.test(e)||Po.test(s.at(-1)??""))?`./${t}`:(Po.test(s.at(-1)??"")?t.replace(
/(?<=.)@[\w.^~-]+$/,""):t).replace(/\.exe$/i,"").replace(/^(python|pip|ruby|perl|php|node|lua)[\d.]+$/,"$1")}var Qp=new Set,wS=(t,e)=>t.length===0?Qp:new Set(t.
flatMap(s=>[...Kp(s,e)]));function xS(t,{flags:e}){return/^(find|rimraf|rsync|tar|zip)$/.test(t)?!0:["-r","-R","--recursive","-Recurse"].some(s=>se(e,s))}var Xp=/^(ba|da|k|z|a|fi)?sh$|^(python|perl|ruby|node|php|source|\.|lua|deno|bun|tclsh|rscript)$/i;
function SS(t,e,s,{downloads:n,fetched:r}){let{path:o,folder:i,wrappers:a,input:c}=e;if(o.includes("://")||o.includes("/")&&n.has(o,i))return!0;let l=Xp.test(t);
if(l&&s.operands.slice(0,1).some(({text:p})=>n.has(p,i)))return!0;let d=c?.kind==="pipe"&&c.from.some(Mp);return!(r||d)||mn(e)?!1:t===k?a.some(p=>Xp.test(p)||p===
"eval"):!l&&t!=="eval"?!1:[...s.operands,...s.options.map(({value:p})=>p)].some(({text:p})=>p.trim()===k||p.startsWith("/dev/fd/"))||c?.kind==="text"&&c.text.includes(
k)&&s.operands.length===0}function Jp(t,e,s){if(!(!t.program.includes(k)||t.args.length===0))for(let[n,{only:r}]of _.candidates){if(n==="rm"&&!t.args.some(({text:i})=>/^-\w*[rRf]|^--recursive|^--force/.
test(i)))continue;let o=s(new ms({...t,program:n,path:n},e));if(o&&(!r||r.includes(o.id)))return o}}function Zp(t,e,s){let{program:n,path:r,args:o,redirects:i,folder:a}=t;
if(ye(r))return!0;let c=o.some(({text:p})=>ye(p));if(!c&&!i.some(p=>ye(p.path.text))&&!ye(a?.text??""))return!1;let l=new ms(t,e);if(l.hasUnreadPath)return!0;if(!c)
return!1;let d=l.operands.some(({text:p})=>ye(p));if(d&&Qa(l.program))return!0;let u=l.options.some(({value:p})=>ye(p.text));return n.includes(k)||s(l,u&&!d?"va\
lues":"any")}Je();var{ownData:Ro,destroyingVerbs:ef}=_,ES=/(?:^|[-_./])(?:tmp|temp|tests?|testing|scratch|throwaway|demo|probe|trial|try|dummy|sandbox|wip|foo|bar|ci|e2e|smoke|t)(?:[-_./]|\d|$)/i,
tf=/^\/(?:tmp|var\/tmp|dev\/shm)\/(?!.*\.\.).+/,CS={dropdb:"createdb",dropuser:"createuser"};function sf(t){if(t.program==="git"&&_S(t))return!0;let e=TS(t);if(e.
length===0||!e.every(r=>ES.test(r)))return!1;let s=CS[t.program]??t.program,n=nf(t).filter(({program:r,args:o})=>r===s&&(s!==t.program||$S(r,o))).flatMap(({args:r})=>r.
map(({text:o})=>o.replace(/^--[\w-]+=/,"")));return e.every(r=>n.includes(r))}var nf=({line:t,invocation:e})=>{let s=t.indexOf(e);return s===-1?t:t.slice(0,s)};
function _S(t){let{environment:e,folder:s}=t.invocation;if(s===void 0||"GIT_DIR"in e||"GIT_WORK_TREE"in e)return!1;if(t.operands[0]?.text==="push")return ac(s.text,
t,tf);let{base:n}=t;return[n.workspace,n.folder??n.workspace].some(o=>cc(s.text,o)||cc(o,s.text))?ac(s.text,t):tf.test(s.text)||ac(s.text,t)}function ac(t,e,s=/(?:)/){
return!t.includes(k)&&nf(e).some(n=>n.program==="git"&&cc(t,AS(n,s)))}var cc=(t,e)=>e!==void 0&&(t===e||t.startsWith(`${e}/`));function AS({args:t,folder:e},s){
let[n,r,o]=fe("git",t).operands.map(({text:a})=>a);if(n!=="clone"||r===void 0||!s.test(r))return;let i=o??r.replace(/\/$/,"").replace(/\.git$/,"").split(/[/:]/).
at(-1);return i.startsWith("/")||e===void 0?i:`${e.text}/${i.replace(/^\.\//,"")}`}function $S(t,e){let{operands:s,flags:n}=fe(t,e),[r="",...o]=s.slice(0,4).map(
({text:i})=>i);return t!=="git"?[r,...o].some(i=>Ro.creates.includes(i)||Ro.creates.includes(i.split("-")[0])):r==="checkout"||r==="switch"?n.some(i=>/^(?:-[bc]|--create)$/.
test(i)):r==="worktree"?o[0]==="add":(r==="branch"||r==="tag")&&!n.some(i=>/^-(?:[dDmMfl]|-)/.test(i))}function TS({program:t,operands:e,options:s}){let n=e.map(
({text:a})=>a),r=n.findIndex(a=>ef.has(a)||ef.has(a.split("-")[0])),o=t==="git"&&n[0]!=="worktree"?1:r+1,i=s.flatMap(({flag:a,value:c})=>Ro.names.includes(a.replace(
/^-+/,""))?[c.text]:[]);return[...n.slice(o).filter(a=>!Ro.kinds.includes(a)),...i]}function sr(t,e){if(!e.includes("*"))return t===e;let s=e.replaceAll("\\*","\0").split("*"),[n,...r]=s.map(c=>c.replaceAll("\0","*"));if(r.length===0)return t===
n;let o=r.pop();if(t.length<n.length+o.length||!t.startsWith(n)||!t.endsWith(o))return!1;let i=t.length-o.length,a=n.length;for(let c of r){let l=t.indexOf(c,a);
if(l===-1||l+c.length>i)return!1;a=l+c.length}return!0}var dt=(t,e)=>e.some(s=>sr(t,s));var{ownData:Io,interpreters:PS,clients:RS}=_,rf=/^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^@/\s]*@)?(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?:\/|$)/,cf=/^(?:.*[/_-])?(?:test|tests|testing|scratch|tmp)(?:[_-][\w-]*)?\d*(?:\.(?:db|sqlite3?))?(?:\?.*)?$/,
IS=/^(?::memory:$|\/(?:tmp|var\/tmp|dev\/shm)\/(?!.*\.\.))/,NS=/^(?:curl|wget|https?|xhs?)$/,OS=/^(?:drop-database|drop-tablespace|drop-owned|shutdown|flush)$/;
function lf(t){let{program:e,operands:s,invocation:n}=t,{client:r}=n;if(e==="sql")return r!==void 0&&(LS(r,s[0]?.text??"")||of(af(r)));if(NS.test(e)){let a=s.filter(
({text:c})=>/[/:]/.test(c));return a.length>0&&a.every(({text:c})=>rf.test(c)&&cf.test(c))}let o=af(n);return df(o,Io.endpoints,a=>rf.test(a))?!0:!(RS.has(e)||e===
"gsutil")&&of(o)}function df(t,e,s){let n=t.flatMap(([r,o])=>e.includes(r)?[o]:[]);return n.length>0&&n.every(s)}var of=t=>df(t,Io.environments,e=>dt(e,Io.stages));
function af({args:t,environment:e}){return[...t.flatMap(({text:n},r)=>{let[,o,i,a]=/^(--?)?([A-Za-z][\w-]*)(?:=([\s\S]*))?$/.exec(n)??[];return i===void 0||o===
void 0&&a===void 0?[]:[[i,a??t[r+1]?.text??""]]}),...Object.entries(e).map(([n,{text:r}])=>[n,r])]}function LS({program:t,args:e},s){let{language:n,operands:r}=PS.
get(t)??{};if(n!=="sql")return!1;let{options:o,operands:i}=fe(t,e),c=[...o.flatMap(({flag:d,value:u})=>Io.databases.includes(d.replace(/^-+/,""))?[u.text]:[]),...i.
slice(0,1).map(({text:d})=>d)];if(c.length===0)return!1;let l=r==="database then code";return c.every(d=>l&&IS.test(d)||!OS.test(s)&&cf.test(d))}Ks();var{clients:DS,projectClients:MS,destroyingVerbs:uf,otherVerbs:pf,localNouns:WS}=_,qS=6,jS=/^(?![~/])(?!.*(?:node_modules|vendor|env)\/).*\//,FS=/^[a-zA-Z][\w:.-]*$/;
function ff(t,{path:e,args:s}){let n=DS.get(t);if(!n||jS.test(e)&&!MS.has(t))return!1;let r=_.grammars.has(_.grammarAliases.get(t)??t)?t:"client",o=fe(r,s).operands.
slice(0,n.words??qS).map(({text:a})=>a),i=o.join(" ");if(n.spares?.some(a=>i===a||i.startsWith(`${a} `)))return!1;for(let a of o){if(!FS.test(a))return!1;if(n.verbs?.
some(d=>a===d||a.endsWith(`:${d}`)))return!0;let c=HS(a);if(pf.has(a)||c.length>1&&pf.has(`${c[0]}-`)||WS.has(a)){if(!n.nouns?.includes(a))return!1}else if(uf.has(
c[0])||uf.has(c.at(-1)))return!0}return!1}var HS=t=>t.replace(/([a-z])([A-Z])/g,"$1-$2").toLowerCase().split(/[:.]/).at(-1).split(/[-_]/);var VS=[...qs,"names"];function gf(t,e){let{program:s,subcommand:n,flags:r,options:o,args:i,recursive:a,root:c,via:l,environment:d,language:u}=e;if(s&&!dt(t.program,
s)||u&&!u.includes(t.invocation.language)||a!==void 0&&t.recursive!==a||c!==void 0&&t.root!==c||l&&!t.invocation.wrappers.some(f=>dt(f,l)))return!1;let p=n?US(t,
n):0;if(p===void 0||r&&!zS(t,r)||o&&!Object.entries(o).every(([f,m])=>YS(t,f,m))||i&&!KS(t.operands.slice(p),i)||d&&!Object.entries(d).every(([f,m])=>XS(t,f,m)))
return!1;for(let f of VS){let m=e[f];if(m&&!lc(t.getPathClasses(f),m))return!1}return e.redirected!==void 0&&yf(t,e)!==e.redirected||e.to&&!eE(t,e.to)||e.service_verb&&
!ff(t.program,t.invocation)||e.downloaded&&!t.downloaded||e.from&&!QS(t,e.from)?!1:!e.line||JS(t.line,e.line)}function yf(t,{writes:e}){let s=t.getPathClasses("\
redirected");return e?lc(s,e):s.size>0}var lc=(t,e)=>e.some(s=>t.has(s)),hf=new Map;function bf(t){let e=hf.get(t)??t.split(" ");return hf.set(t,e),e}function US({
operands:t},e){for(let s of e){let n=bf(s);if(t.length>=n.length&&n.every((r,o)=>sr(t[o].text,r)))return n.length}}var BS=["subcommand","flags","options","args",
"names","to"],GS=["options","to"];function kf(t,e,s){let{program:n,operands:r}=t;return!e.program||!dt(n,e.program)||e.redirected===!0&&!yf(t,e)||!(s==="any"?BS:
GS).some(o=>e[o]!==void 0)?!1:(e.subcommand??[""]).some(o=>bf(o).every((i,a)=>{let c=r[a];return i===""||c===void 0||c.text.includes(k)||sr(c.text,i)}))}function zS({
flags:t,harmlessFlags:e},{any:s,all:n,none:r}){return s&&!s.some(o=>se(t,o))||n&&!n.every(o=>se(t,o))?!1:!r?.some(o=>se(e,o))}function KS(t,{any:e,none:s,at_least:n,
at_most:r}){return n!==void 0&&t.length<n||r!==void 0&&t.length>r||e&&!t.some(({text:o})=>dt(o,e))?!1:!s||!t.some(({text:o})=>dt(o,s))}var YS=({options:t},e,s)=>t.
some(({flag:n,value:r})=>se([n],e)&&dt(r.text,s));function XS({invocation:t},e,s){return Object.entries(t.environment).some(([n,{text:r}])=>sr(n,e)&&dt(r,s))}function QS({
from:t},{program:e,reads:s,without:n,operands_at_most:r=Number.POSITIVE_INFINITY}){return n&&t.some(o=>dt(o.program,n))?!1:t.some(o=>dt(o.program,e)&&o.operands.
length<=r&&(!s||lc(o.getPathClasses("reads"),s)))}var mf=new WeakMap;function JS(t,e){let s=mf.get(t)??new Map;mf.set(t,s);let n=a=>t.some(c=>dt(ZS(c),a)),{any:r,
none:o}=e,i=s.get(e)??((!r||n(r))&&!(o&&n(o)));return s.set(e,i),i}var ZS=({program:t,args:e})=>[t,...e.map(({text:s})=>s)].join(" ").slice(0,2e3);function eE(t,e){
return[...t.operands,...t.options.filter(({flag:n})=>/^--(?:(?:extra-)?index-)?url$|^--registry$/.test(n)).map(({value:n})=>n)].some(n=>{let r=Co(n);return r===
e||e==="remote"&&r==="drop"})}var No=class{rules;byProgram=new Map;byEffect=new Map;others=[];phrased=new Map;constructor(e){this.rules=[...e].sort((s,n)=>Dt[s.severity]-Dt[n.severity]),this.
rules.forEach((s,n)=>{for(let r of s.match??[])this.enter({rule:s,condition:r,at:n})})}canBreak(e,s,n){let r=o=>dc(o,n)&&kf(e,o.condition,s);return this.byProgram.
get(e.program)?.some(r)===!0||[...this.byEffect.values(),this.others].some(o=>o.some(r))}findBrokenRule(e,s){let n=this.first(e,s);if(!n||!(e.isHelpRequest||e.isDryRun))
return n;let{redirects:r}=e.invocation,o=r.length>0?this.first(e.redirections,s):void 0,i=e.isHelpRequest?void 0:this.first(e,s,nE);return this.selectWorse(o,i)}first(e,s,n=()=>!0){
let r,o=(i=[])=>{for(let a of i)r&&a.at>=r.at||!dc(a,s)||!n(a.rule)||!gf(e,a.condition)||sE(a.rule,e)||(r=a)};o(this.byProgram.get(e.program)),o(this.others);for(let[
i,a]of this.byEffect)e.getPathClasses(i).size>0&&o(a);return r?.rule}getPhraseRules(e){let s=`${e.trust} ${e.level}`,n=this.phrased.get(s)??this.rules.flatMap(({
phrases:r,trust:o,level:i,...a})=>r&&dc({rule:{trust:o,level:i}},e)?[{...a,phrases:r.map(rE)}]:[]);return this.phrased.set(s,n),n}selectWorse(e,s){return!e||!s?
e??s:this.rules.indexOf(s)<this.rules.indexOf(e)?s:e}enter(e){let{program:s}=e.condition;if(s&&!s.some(r=>r.includes("*"))){for(let r of new Set(s))vf(this.byProgram,
r).push(e);return}let n=[...qs,"names"].find(r=>e.condition[r]!==void 0);(n?vf(this.byEffect,n):this.others).push(e)}};function dc({rule:t,condition:e},{trust:s,
level:n}){return t.trust!==void 0&&s>=t.trust?!1:n==="strict"||t.level!=="strict"&&e?.level!=="strict"}var tE=["files","privilege","persistence","processes","di\
sks"],sE=({spares:t,category:e},s)=>t==="own-data"&&lf(s)||t!==void 0&&sf(s)||s.isContained&&tE.includes(e),nE=({code:t,category:e})=>t==="credential_file_prote\
cted"||e==="remote-code";function vf(t,e){let s=t.get(e)??[];return t.set(e,s),s}var rE=({with:t,...e})=>({...e,...ne({with:t})});var wf=JSON.parse('[{"code":"destructive_operation_blocked","id":"startup-file","category":"persistence","severity":"severe","explanation":"This changes what ru\
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
"options":{"-s":["0","0*","-*","=0"]},"writes":["system","local-system","home","personal","outside","workspace","source","data","logs","vcs"]},{"program":["trun\
cate"],"args":{"any":["*\\\\**"]},"writes":["inner","outside"]},{"program":["cp","dd","cat","mv"],"reads":["nowhere"],"writes":["system","personal","vcs","data","\
logs"]},{"program":["echo","printf",":","true"],"redirected":true,"args":{"at_most":0},"writes":["personal"]},{"program":[":","true"],"redirected":true,"args":{\
"at_most":0},"writes":["data"]},{"program":["cp"],"reads":["nowhere"],"writes":["source","inner"],"level":"strict"},{"program":["sed"],"flags":{"any":["-i"]},"a\
rgs":{"any":["d","1,$d"]},"writes":["source","inner"],"level":"strict"}]},{"code":"destructive_operation_blocked","id":"move-away","category":"files","severity"\
:"severe","explanation":"This moves away what others rely on, or throws it away. Copy it, or name what is meant.","trust":4,"match":[{"moves":["root","home","sy\
stem","workspace"]},{"program":["mv"],"writes":["nowhere"]}]},{"code":"destructive_operation_blocked","id":"write-system-file","category":"files","severity":"se\
vere","explanation":"This writes a file of the operating system. Keep to the workspace; use the package manager for tools.","trust":4,"match":[{"writes":["root"\
,"kernel"]},{"writes":["system","accounts"]},{"program":["curl","wget"],"writes":["local-system"]},{"program":["tar","unzip","bsdtar"],"args":{"any":["x*"]},"wr\
ites":["root","system"]}]},{"code":"destructive_operation_blocked","id":"change-rights-of-machine","category":"files","severity":"catastrophic","explanation":"T\
his changes owner or rights of the system or of a home. The machine may not start again.","match":[{"changes":["root"],"recursive":true},{"program":["chmod"],"c\
hanges":["root"],"args":{"none":["755","0755","555","0555","+x","a+x","+rx","a+rx"]}},{"changes":["system-tree","accounts"],"recursive":true},{"program":["chmod\
","chgrp","chattr","setfacl","chcon"],"changes":["home"],"recursive":true},{"program":["chown"],"changes":["home"],"recursive":true,"args":{"none":["\\ufffc*"]}}\
]},{"code":"destructive_operation_blocked","id":"change-rights-of-system-file","category":"files","severity":"severe","explanation":"This changes owner or right\
s of a file of the system. Keep to the workspace.","trust":4,"match":[{"changes":["system","accounts","device","kernel","socket","schedule"]},{"program":["setfa\
cl"],"flags":{"any":["-b","--remove-all"]},"recursive":true,"changes":["local-system","outside","personal"]},{"program":["chown","chgrp","setfacl"],"changes":["\
root"]}]},{"code":"destructive_operation_blocked","id":"open-rights-widely","category":"files","severity":"severe","explanation":"This opens a whole tree to eve\
rybody, or closes it to its owner. Change the one file that needs it.","trust":3,"match":[{"program":["chmod"],"recursive":true,"args":{"any":["777","0777","666\
","0666","000","0","0000","a+rwx","ugo+rwx","a=rwx","o+w","a+w","o+rwx","a-rwx","*-rwx"]},"changes":["workspace","source","personal","outside","home","local-sys\
tem","unknown","vcs","data"]},{"program":["chmod"],"args":{"any":["777","0777","666","0666","644","0644","755","0755","000","0","*o+*","*a+r*","*g+r*","+r","*a=\
r*"]},"changes":["credentials","authorized-keys"]},{"program":["chmod"],"args":{"any":["777","0777","666","0666","000","0","0000","a+rwx","ugo+rwx","o+w","a+w",\
"o+rwx","*-rwx"]},"changes":["home"]},{"program":["chown","chgrp"],"recursive":true,"changes":["personal"]}]},{"code":"destructive_operation_blocked","id":"remo\
ve-system-package","category":"files","severity":"severe","explanation":"This removes a package that the machine or others on it need. Leave installed packages \
alone.","trust":4,"match":[{"program":["apt","apt-get","aptitude","yum","dnf","microdnf","zypper","apk"],"subcommand":["remove","purge","erase","autopurge","del\
"],"args":{"any":["libc6","libc6:*","glibc","musl","linux-image*","linux-headers*","linux","kernel","kernel-*","systemd","base","base-*","python3","python3.*","\
python3-minimal","bash","coreutils","dpkg","rpm","apt","util-linux","busybox","openssl","libssl3","init","sudo","openssh-server"]}},{"program":["pacman"],"flags\
":{"any":["-R"]},"args":{"any":["libc6","libc6:*","glibc","musl","linux-image*","linux-headers*","linux","kernel","kernel-*","systemd","base","base-*","python3"\
,"python3.*","python3-minimal","bash","coreutils","dpkg","rpm","apt","util-linux","busybox","openssl","libssl3","init","sudo","openssh-server"]}},{"program":["d\
pkg","rpm"],"flags":{"any":["--purge","--remove","-r","-P","-e","--erase"]},"args":{"any":["libc6","libc6:*","glibc","musl","linux-image*","linux-headers*","lin\
ux","kernel","kernel-*","systemd","base","base-*","python3","python3.*","python3-minimal","bash","coreutils","dpkg","rpm","apt","util-linux","busybox","openssl"\
,"libssl3","init","sudo","openssh-server"]}},{"program":["dpkg"],"flags":{"any":["--force-all"]}},{"program":["rpm"],"flags":{"all":["-e","--nodeps"]}},{"progra\
m":["brew"],"subcommand":["uninstall","remove","rm"],"args":{"any":["*\\ufffc*"]},"line":{"any":["brew list*","brew leaves*"]}},{"program":["apt","apt-get","apti\
tude","yum","dnf","microdnf","zypper","apk"],"subcommand":["remove","purge","erase","autopurge","del"],"level":"strict"},{"program":["pacman"],"flags":{"any":["\
-R"]},"level":"strict"},{"program":["dpkg"],"flags":{"any":["--purge","--remove","-r","-P"]},"level":"strict"}]},{"code":"destructive_operation_blocked","id":"s\
ync-with-deletion","category":"files","severity":"severe","explanation":"This deletes at the goal what the source does not have. Leave --delete out, or name a f\
older that is yours.","trust":4,"match":[{"program":["robocopy"],"args":{"any":["/MIR","/mir","/PURGE","/purge"]}},{"program":["rsync","robocopy"],"flags":{"any\
":["--delete","--delete-after","--delete-before","--delete-during","--delete-delay","--delete-excluded","--del","--remove-source-files"]},"writes":["local-syste\
m","personal","outside","workspace","vcs","unknown-folder"]},{"program":["sync-away"]}]},{"code":"destructive_operation_blocked","id":"git-force-push","category\
":"git","severity":"severe","explanation":"A forced push overwrites what others have pushed. Push a new branch, or a commit that reverts.","trust":3,"spares":"o\
wn-act","match":[{"program":["git"],"subcommand":["push"],"flags":{"any":["-f","--force","--force-with-lease","--force-if-includes"]}},{"program":["git"],"subco\
mmand":["push","send-pack"],"args":{"any":["+*"]}},{"program":["git"],"subcommand":["send-pack"],"flags":{"any":["--force","-f"]}},{"program":["git"],"subcomman\
d":["push"],"flags":{"any":["--mirror"]}},{"program":["git"],"subcommand":["config remote.*.mirror true","config remote.*.mirror 1","config remote.*.push +*","c\
onfig set remote.*.mirror true","config set remote.*.push +*","config remote.*.push :*"]},{"program":["git"],"subcommand":["remote add"],"flags":{"any":["--mirr\
or"]},"line":{"any":["git push*"]}},{"program":["git"],"subcommand":["push"],"environment":{"GIT_CONFIG_VALUE_*":["+*"]}},{"program":["git"],"subcommand":["push\
"],"environment":{"GIT_CONFIG_KEY_*":["remote.*.mirror","remote.*.push"]}}]},{"code":"destructive_operation_blocked","id":"git-delete-remote-ref","category":"gi\
t","severity":"severe","explanation":"This deletes branches or tags of the remote, which others may need. Leave it to the person who owns them.","trust":3,"spar\
es":"own-act","match":[{"program":["git"],"subcommand":["push"],"flags":{"any":["-d","--delete","--prune"]}},{"program":["svn"],"subcommand":["delete","del","rm\
","remove"],"args":{"any":["*://*"]}},{"program":["jj"],"subcommand":["git push"],"flags":{"any":["--deleted"]}},{"program":["git"],"subcommand":["push","send-p\
ack"],"args":{"any":[":*"],"none":[":"]}}]},{"code":"destructive_operation_blocked","id":"git-reset-hard","category":"git","severity":"severe","explanation":"gi\
t reset --hard and --merge throw uncommitted changes away. Use git stash, or git restore for one file.","trust":3,"spares":"own-act","match":[{"program":["git"]\
,"subcommand":["reset"],"flags":{"any":["--hard","--merge"]}}]},{"code":"destructive_operation_blocked","id":"git-clean","category":"git","severity":"severe","e\
xplanation":"git clean deletes files that git has never seen. Look with git clean -n, then delete by name.","trust":3,"spares":"own-act","match":[{"program":["g\
it"],"subcommand":["clean"],"flags":{"any":["-f","--force"]},"args":{"at_most":0}},{"program":["git"],"subcommand":["clean"],"flags":{"any":["-f","--force"]},"c\
hanges":["workspace","source","inner","personal","outside","home","root","system","local-system","temp-root","unknown","unknown-folder","vcs"]},{"program":["git\
"],"subcommand":["clean"],"environment":{"GIT_CONFIG_VALUE_*":["false"]}}]},{"code":"destructive_operation_blocked","id":"git-delete-branch","category":"git","s\
everity":"severe","explanation":"This deletes a branch even if its commits are nowhere else. git branch -d deletes merged ones.","trust":3,"spares":"own-act","m\
atch":[{"program":["git"],"subcommand":["branch"],"flags":{"any":["-D"]}},{"program":["git"],"subcommand":["branch"],"flags":{"all":["-d","-f"]}},{"program":["g\
it"],"subcommand":["branch"],"flags":{"all":["--delete","--force"]}},{"program":["git"],"subcommand":["branch"],"flags":{"all":["-d","--force"]}},{"program":["g\
it"],"subcommand":["branch"],"flags":{"all":["--delete","-f"]}}]},{"code":"destructive_operation_blocked","id":"git-discard-changes","category":"git","severity"\
:"severe","explanation":"This throws uncommitted changes of many files away. Use git stash, or name the files that are meant.","trust":3,"spares":"own-act","mat\
ch":[{"program":["git"],"subcommand":["checkout"],"flags":{"any":["-f","--force"]}},{"program":["git"],"subcommand":["switch"],"flags":{"any":["-f","--force","-\
-discard-changes"]}},{"program":["git-discard"],"names":["workspace","source","personal","home","root"]},{"program":["git"],"subcommand":["checkout-index"],"fla\
gs":{"all":["-f","-a"]}},{"program":["git"],"subcommand":["checkout-index"],"flags":{"all":["-f","--all"]}},{"program":["git"],"subcommand":["checkout-index"],"\
flags":{"all":["--force","-a"]}},{"program":["git"],"subcommand":["checkout-index"],"flags":{"all":["--force","--all"]}},{"program":["git"],"subcommand":["read-\
tree"],"flags":{"any":["--reset"],"all":["-u"]}},{"program":["git"],"subcommand":["submodule deinit"],"flags":{"any":["-f","--force","--all"]}},{"program":["git\
"],"subcommand":["submodule update"],"flags":{"any":["-f","--force"]}},{"program":["git"],"subcommand":["apply"],"flags":{"any":["-R","--reverse"]},"from":{"pro\
gram":["git"]},"line":{"any":["git diff","git diff HEAD","git diff -*"]}}]},{"code":"destructive_operation_blocked","id":"git-discard-file","category":"git","se\
verity":"severe","explanation":"This throws the uncommitted changes of a file away. Use git stash push FILE, or ask the person.","trust":3,"level":"strict","spa\
res":"own-act","match":[{"program":["git-discard-file"],"names":["workspace","source","inner","personal","outside","home","unknown"]},{"program":["git"],"subcom\
mand":["rm"],"flags":{"any":["-f","--force"],"none":["--cached"]}},{"program":["git"],"subcommand":["update-index"],"flags":{"any":["--force-remove"]}},{"progra\
m":["svn","hg"],"subcommand":["revert"]}]},{"code":"destructive_operation_blocked","id":"git-abort","category":"git","severity":"severe","explanation":"This thr\
ows away how conflicts were resolved, and what was not committed before. Ask the person.","trust":3,"level":"strict","spares":"own-act","match":[{"program":["gi\
t"],"subcommand":["merge","rebase","cherry-pick","revert","am"],"flags":{"any":["--abort"]}}]},{"code":"destructive_operation_blocked","id":"git-delete-tag","ca\
tegory":"git","severity":"severe","explanation":"A deleted or moved tag is gone, with its message and signature. Ask the person.","trust":3,"level":"strict","sp\
ares":"own-act","match":[{"program":["git"],"subcommand":["tag"],"flags":{"any":["-d","--delete","-f","--force"]}}]},{"code":"destructive_operation_blocked","id\
":"git-drop-stash","category":"git","severity":"severe","explanation":"A dropped stash is gone. Leave it; it costs nothing.","trust":3,"spares":"own-act","match\
":[{"program":["git"],"subcommand":["stash drop","stash clear"]}]},{"code":"destructive_operation_blocked","id":"git-rewrite-history","category":"git","severity\
":"severe","explanation":"This rewrites the history of the whole repository. Make a commit that changes what has to change.","trust":4,"spares":"own-act","match\
":[{"program":["git"],"subcommand":["filter-branch","filter-repo","replace"],"flags":{"none":["-l","--list","--analyze"]}},{"program":["git-filter-repo","git-fi\
lter-branch","bfg"],"flags":{"none":["--help","--analyze"]}},{"program":["java"],"options":{"-jar":["*bfg*.jar"]}},{"program":["git"],"subcommand":["rebase"],"f\
lags":{"any":["--root"]}},{"program":["git"],"subcommand":["fast-import"],"flags":{"any":["--force"]}},{"program":["hg"],"subcommand":["strip","histedit","conve\
rt"]}]},{"code":"destructive_operation_blocked","id":"git-expire-objects","category":"git","severity":"severe","explanation":"This deletes what could still brin\
g commits back. git gc without options keeps it for two weeks.","trust":4,"spares":"own-act","match":[{"program":["git"],"subcommand":["reflog delete"]},{"progr\
am":["git"],"subcommand":["reflog expire"],"level":"strict"},{"program":["git"],"subcommand":["reflog expire"],"options":{"--expire":["-*","now","all","*.now","\
0*","today","*second*","*minute*","*\\ufffc*"]}},{"program":["git"],"subcommand":["reflog expire"],"options":{"--expire-unreachable":["-*","now","all","*.now","0\
*","today","*second*","*minute*","*\\ufffc*"]}},{"program":["git"],"subcommand":["gc"],"options":{"--prune":["-*","now","all","*.now","0*","today","*second*","*m\
inute*","*\\ufffc*"]}},{"program":["git"],"subcommand":["prune"],"flags":{"none":["--expire"]}},{"program":["git"],"subcommand":["prune"],"options":{"--expire":[\
"-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}},{"program":["jj"],"subcommand":["util gc"],"options":{"--expire":["-*","now","all","*.\
now","0*","today","*second*","*minute*","*\\ufffc*"]}}]},{"code":"destructive_operation_blocked","id":"git-delete-ref","category":"git","severity":"severe","expl\
anation":"This deletes a reference by hand, below what git checks. Use git branch -d or git tag -d.","trust":4,"spares":"own-act","match":[{"program":["git"],"s\
ubcommand":["update-ref","symbolic-ref"],"flags":{"any":["-d","--delete","--stdin"]}}]},{"code":"destructive_operation_blocked","id":"git-remove-worktree","cate\
gory":"git","severity":"severe","explanation":"This removes a worktree with its uncommitted changes. Without --force git refuses while there are any.","trust":3\
,"spares":"own-act","match":[{"program":["git"],"subcommand":["worktree remove"],"flags":{"any":["-f","--force"]}}]},{"code":"destructive_operation_blocked","id\
":"git-remove-tracked","category":"git","severity":"severe","explanation":"This deletes tracked files in whole folders, changed ones too. Name the files, withou\
t -f.","trust":3,"spares":"own-act","match":[{"program":["git"],"subcommand":["rm"],"flags":{"none":["--cached"]},"moves":["workspace","root","home"]},{"program\
":["git"],"subcommand":["rm"],"flags":{"any":["-f","--force"],"none":["--cached"]},"recursive":true,"moves":["source"]}]},{"code":"destructive_operation_blocked\
","id":"other-vcs-discard","category":"git","severity":"severe","explanation":"This throws uncommitted changes of the whole working copy away. Name the file tha\
t is meant.","trust":3,"match":[{"program":["hg"],"subcommand":["update","up","checkout"],"flags":{"any":["-C","--clean"]}},{"program":["hg"],"subcommand":["pur\
ge","clean"]},{"program":["hg"],"subcommand":["revert"],"flags":{"any":["--all","-a"]}},{"program":["svn"],"subcommand":["revert"],"recursive":true},{"program":\
["svn"],"subcommand":["cleanup"],"flags":{"any":["--remove-unversioned"]}},{"program":["jj"],"subcommand":["abandon","op abandon"]},{"program":["jj"],"subcomman\
d":["restore"],"args":{"any":["."]}},{"program":["jj"],"subcommand":["restore"],"args":{"at_most":0}},{"program":["git"],"subcommand":["annex drop"],"flags":{"a\
ny":["--force"]}},{"program":["p4"],"subcommand":["obliterate","clean"]},{"program":["p4"],"subcommand":["revert"],"args":{"any":["*...","*...#*"]}},{"program":\
["bzr","brz"],"subcommand":["revert"],"args":{"at_most":0}},{"program":["bzr","brz"],"subcommand":["clean-tree"],"flags":{"any":["--force"]}},{"program":["fossi\
l"],"subcommand":["revert"],"args":{"at_most":0}},{"program":["fossil"],"subcommand":["clean"],"flags":{"any":["--force","-f","--extra","-x","--emptydirs"]}},{"\
program":["darcs"],"subcommand":["revert","obliterate"],"flags":{"any":["-a","--all"]}}]},{"code":"destructive_operation_blocked","id":"hosting-delete","categor\
y":"git","severity":"severe","explanation":"This deletes or exposes something on the hosting service for everybody. Ask the person who owns it.","trust":4,"matc\
h":[{"program":["gh","glab","hub","tea"],"subcommand":["repo delete","release delete","release delete-asset","secret delete","secret remove","secret set","varia\
ble delete","workflow disable","repo rename","repo archive","ssh-key add","gpg-key add","repo deploy-key add"]},{"program":["gh","glab"],"subcommand":["api"],"o\
ptions":{"-X":["DELETE","delete"]}},{"program":["gh","glab"],"subcommand":["api"],"options":{"--method":["DELETE","delete"]}},{"program":["gh","glab"],"subcomma\
nd":["api"],"options":{"-X":["PATCH","patch","PUT","put"]},"args":{"any":["*/git/refs/*","*/collaborators/*","*/memberships/*","*/protection*","*/hooks*"]}},{"p\
rogram":["gh","glab"],"subcommand":["api"],"options":{"--method":["PATCH","patch","PUT","put"]},"args":{"any":["*/git/refs/*","*/collaborators/*","*/memberships\
/*","*/protection*","*/hooks*"]}},{"program":["gh"],"subcommand":["api graphql"],"options":{"-f":["query=*mutation*delete*","query=*mutation*updateRef*"]}},{"pr\
ogram":["java"],"options":{"-jar":["*jenkins-cli.jar"]},"args":{"any":["delete-*","disable-*","quiet-down","safe-*","restart","shutdown"],"none":["get-*","list-\
*","build"]}},{"program":["curl","wget","http","xh"],"args":{"any":["*/doDelete","*/doDelete?*","*/doWipeOutWorkspace*"]}},{"program":["gh"],"subcommand":["repo\
 edit"],"options":{"--visibility":["public"]}},{"program":["gh"],"subcommand":["pr merge"],"flags":{"any":["--admin"]}}]},{"code":"credential_file_protected","i\
d":"credential-file","category":"credentials","severity":"severe","explanation":"This file holds secrets. Ask a person for what you need of it; names without va\
lues stand in the template beside it.","match":[{"reads":["credentials"]},{"writes":["credentials"]},{"writes":["from-template"],"level":"strict"},{"reads":["ha\
nded-over"],"level":"strict"},{"reads":["handed-over"],"line":{"any":["echo *\\ufffc*","printf *\\ufffc*","env","env | *","printenv*","set","export","export -p","\
declare -[px]*","curl *","wget *","nc *","ncat *","http *"]}},{"deletes":["credentials"]},{"moves":["credentials"]}]},{"code":"credential_file_protected","id":"\
credential-named-file","category":"credentials","severity":"severe","explanation":"Files with \\"credentials\\" in their name are not edited by tools. Ask a perso\
n to make this change.","match":[{"program":["edit-tool"],"writes":["credentials-by-name"]}]},{"code":"credential_file_protected","id":"read-accounts","category\
":"credentials","severity":"risky","explanation":"This reads the accounts of the machine. id and whoami tell about yourself.","match":[{"reads":["account-secret\
s"]},{"reads":["accounts"],"to":"remote"},{"reads":["accounts"],"line":{"any":["curl *","wget *","nc *","ncat *","scp *","ssh *","mail *","http *"]}},{"program"\
:["curl","http","https","wget","xh","xhs","nc","ncat","netcat","socat","telnet","openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp","sftp","lftp","web\
socat","pastebinit","scp","rsync","gh"],"reads":["accounts"]},{"program":["getent"],"args":{"any":["shadow","gshadow"]}}]},{"code":"credential_file_protected","\
id":"secret-store","category":"credentials","severity":"severe","explanation":"This prints a secret out of its store. Programs that need it can be given it with\
out you seeing it.","match":[{"program":["docker","podman","nerdctl"],"subcommand":["inspect"],"line":{"any":["*inspect*.Config.Env*"]}},{"program":["docker","p\
odman","nerdctl"],"subcommand":["exec"],"args":{"any":["env","printenv"],"at_most":2}},{"program":["aws"],"subcommand":["secretsmanager get-secret-value","secre\
tsmanager batch-get-secret-value","configure get","configure export-credentials","sso get-role-credentials","sts get-session-token","sts assume-role","ecr get-l\
ogin-password","iam create-access-key"]},{"program":["aws"],"subcommand":["apigateway get-api-key*"],"flags":{"any":["--include-value","--include-values"]}},{"p\
rogram":["aws"],"subcommand":["ssm get-parameter*"],"flags":{"any":["--with-decryption"]}},{"program":["gcloud"],"subcommand":["secrets versions access","auth p\
rint-*","auth application-default print-*","iam service-accounts keys create"]},{"program":["az"],"subcommand":["keyvault secret show","keyvault secret download\
","account get-access-token","* keys list","* * keys list","ad sp create*"]},{"program":["vault","bao"],"subcommand":["kv get","read","token lookup","token crea\
te","operator *"]},{"program":["kubectl","oc"],"subcommand":["get secret*","get *,secret*","describe secret*"],"options":{"-o":["yaml","json*","go-template*","c\
ustom-columns*","template*"]}},{"program":["kubectl","oc"],"subcommand":["get secret*","get *,secret*","describe secret*"],"options":{"--output":["yaml","json*"\
,"go-template*","custom-columns*","template*"]}},{"program":["kubectl","oc"],"subcommand":["get secret*","get *,secret*","describe secret*"],"flags":{"any":["--\
template"]}},{"program":["kubectl","oc"],"subcommand":["config view"],"flags":{"any":["--raw"]}},{"program":["kubectl","oc"],"subcommand":["create token"]},{"pr\
ogram":["ssh-keygen"],"flags":{"any":["-y","-p","-e"]}},{"program":["gh"],"subcommand":["auth token"]},{"program":["gh"],"subcommand":["auth status"],"flags":{"\
any":["-t","--show-token"]}},{"program":["op"],"subcommand":["read","item get","document get"]},{"program":["pass","gopass"],"subcommand":["show","grep"]},{"pro\
gram":["bw"],"subcommand":["get","export","list"]},{"program":["lpass","rbw","dcli","bws"],"subcommand":["show","export","get","read","note","password","secret \
get","secret list"]},{"program":["keepassxc-cli"],"subcommand":["show","export","clip"]},{"program":["chamber","berglas","akeyless","infisical","conjur"],"subco\
mmand":["read","export","access","get-secret-value","secrets","secrets get","variable get"]},{"program":["ps"],"args":{"any":["auxe*","axe*","eww*","auxwwe*","a\
xewww*"]}},{"program":["grep","egrep","fgrep","rg"],"from":{"program":["env","printenv","set","export","declare","history"]},"args":{"any":["*pass*","*secret*",\
"*token*","*credential*","*PASS*","*SECRET*","*TOKEN*","*CREDENTIAL*","*api_key*","*API_KEY*","*apikey*","*_KEY*","*access_key*"]}},{"program":["Get-StoredCrede\
ntial","Get-Secret"]},{"program":["wp","wp-cli","wp-cli.phar"],"subcommand":["config get"],"args":{"any":["*PASSWORD*","*_KEY","*_SALT"]}},{"program":["rails","\
bin/rails"],"subcommand":["credentials:show","credentials:edit","encrypted:show","encrypted:edit"]},{"program":["reg"],"subcommand":["save"],"args":{"any":["*SA\
M","*SECURITY","*SYSTEM","*sam","*security"]}},{"program":["aws"],"subcommand":["lambda get-function-configuration","lambda get-function"],"options":{"--query":\
["*Environment*"]}},{"program":["terraform","tofu"],"subcommand":["state pull"],"line":{"any":["jq *password*","jq *secret*","grep *pass*","grep *secret*"]}},{"\
program":["systemd-creds"],"subcommand":["decrypt","cat"]},{"program":["secrethub"],"subcommand":["read","inject"]},{"program":["kwallet-query"],"flags":{"any":\
["-r","--read-password"]}},{"program":["klist"],"flags":{"any":["-K"]}},{"program":["nmcli"],"flags":{"any":["-s","--show-secrets"]}},{"program":["keytool"],"fl\
ags":{"any":["-importkeystore"]}},{"program":["fly","flyctl"],"subcommand":["auth token","tokens create"]},{"program":["glab"],"subcommand":["auth status"],"fla\
gs":{"any":["-t","--show-token"]}},{"program":["netlify","ntl"],"subcommand":["env:list","env:get"]},{"program":["railway"],"subcommand":["variables","variable \
list"]},{"program":["heroku"],"subcommand":["pg:credentials:url","redis:credentials"]},{"program":["pulumi"],"subcommand":["config","stack"],"flags":{"any":["--\
show-secrets","--show"]}},{"program":["convex"],"subcommand":["env list","env get"]},{"program":["yadm","git-crypt","transcrypt"],"subcommand":["decrypt","unloc\
k"]},{"program":["terraform","tofu","terragrunt"],"subcommand":["output"],"args":{"any":["*password*","*secret*","*token*","*_key","*credential*"]}},{"program":\
["age","rage"],"flags":{"any":["-d","--decrypt"]}},{"program":["gpg","gpg2"],"flags":{"any":["-d","--decrypt"]},"args":{"any":["*secret*","*pass*","*.env*","*cr\
ed*","*key*","*token*"]}},{"program":["rclone"],"subcommand":["config show","config dump","config file"]},{"program":["security"],"subcommand":["find-*-password\
","dump-keychain","export","import"]},{"program":["secret-tool"],"subcommand":["lookup","search"]},{"program":["gpg","gpg2"],"flags":{"any":["--export-secret-ke\
ys","--export-secret-subkeys"],"none":["--export"]}},{"program":["git"],"subcommand":["credential fill","credential-store get","credential-cache get"]},{"progra\
m":["git-credential-*","docker-credential-*"],"subcommand":["get","list","fill"]},{"program":["npm"],"subcommand":["token create","token list","config get *auth\
Token*","config get //*"]},{"program":["heroku"],"subcommand":["auth:token","config","config:get"]},{"program":["doppler"],"subcommand":["secrets","secrets get"\
,"secrets download"]},{"program":["vercel"],"subcommand":["env pull"]},{"program":["sops","ansible-vault"],"subcommand":["decrypt","view","edit"]},{"program":["\
sops"],"flags":{"any":["-d","--decrypt"]}},{"program":["printenv"],"args":{"any":["*TOKEN*","*SECRET*","*PASSWORD*","*PASSWD*","*_KEY","*CREDENTIAL*","DATABASE_\
URL"]}},{"program":["curl","wget","http"],"args":{"any":["*169.254.169.254*","*metadata.google.internal*","*169.254.170.2*","*fd00:ec2::254*"]}},{"program":["mi\
mikatz","lazagne","hashdump","unshadow","trufflehog-dump"]},{"program":["python"],"args":{"any":["*laZagne*","*lazagne*","*mimipenguin*","*LinEnum*","*secretsdu\
mp*"]}},{"program":["john","hashcat","hydra"],"flags":{"none":["--list","--help","-h","--version","-V","-I","--backend-info","--example-hashes","-U"]}}]},{"code\
":"credential_file_protected","id":"read-memory","category":"credentials","severity":"severe","explanation":"The memory of another process holds its secrets. De\
bug the program that you started, or a core of it.","match":[{"program":["gcore","procdump","minidump","lsassy","pypykatz"]},{"program":["gdb"],"options":{"-ex"\
:["generate-core*","gcore*","dump *","*dump memory*","x/*s *"]},"flags":{"any":["-p","-pid","--pid"]}},{"program":["strace","ltrace"],"flags":{"any":["-p","--at\
tach"]},"line":{"any":["* -e read*","* -e write*","* -e trace=read*","* -e trace=write*","* trace=*read*","* -s *"]}},{"program":["jmap"],"args":{"any":["*dump*\
"]}},{"program":["jmap"],"line":{"any":["jmap *-dump*"]}},{"program":["jcmd"],"args":{"any":["GC.heap_dump"]}}]},{"code":"credential_file_protected","id":"destr\
oy-secret","category":"credentials","severity":"severe","explanation":"This deletes or replaces a secret, or deletes the store that keeps it; what uses it stops\
 working. The person who owns it does that.","spares":"own-data","match":[{"program":["vault","bao"],"subcommand":["delete","kv delete","kv destroy","kv metadat\
a delete","secrets disable","auth disable","lease revoke","policy delete","transit delete"]},{"program":["op"],"subcommand":["* delete","* rm","* remove","user \
suspend"]},{"program":["doppler"],"subcommand":["* delete","configs tokens revoke"]},{"program":["pass","gopass","lpass"],"subcommand":["rm","remove","delete"]}\
,{"program":["bw"],"subcommand":["delete","purge"]},{"program":["keepassxc-cli"],"subcommand":["rm","rmdir","db-remove"]},{"program":["security"],"subcommand":[\
"delete-*"]},{"program":["secret-tool"],"subcommand":["clear"]},{"program":["keyctl"],"subcommand":["revoke","unlink","clear","purge","invalidate"]},{"program":\
["cmdkey"],"args":{"any":["/delete*"]}},{"program":["gpg","gpg2"],"flags":{"any":["--delete-secret-keys","--delete-secret-and-public-key","--delete-secret-key"]\
}},{"program":["infisical","chamber","credstash","berglas"],"subcommand":["delete","secrets delete","deleteall"]},{"program":["aws"],"subcommand":["secretsmanag\
er delete-*","secretsmanager update-secret","ssm delete-parameter*","kms schedule-key-deletion","kms delete-*","configure set aws_*"]},{"program":["gcloud"],"su\
bcommand":["secrets delete","secrets versions destroy","kms keys versions destroy"]},{"program":["az"],"subcommand":["keyvault delete","keyvault purge","keyvaul\
t * delete","keyvault * purge","keyvault * delete-*"]},{"program":["kubectl","oc"],"subcommand":["delete secret*","delete *,secret*"]},{"program":["docker","pod\
man"],"subcommand":["secret rm","secret remove"]},{"program":["gh","glab"],"subcommand":["secret delete","secret remove","variable delete"]},{"program":["heroku\
"],"subcommand":["config:unset","config:remove"]},{"program":["fly","flyctl"],"subcommand":["secrets unset"]},{"program":["vercel","now"],"subcommand":["env rm"\
,"env remove"]},{"program":["netlify"],"subcommand":["env:unset"]},{"program":["railway"],"subcommand":["variables delete","variable delete"]},{"program":["wran\
gler"],"subcommand":["secret delete","secret bulk delete"]},{"program":["supabase"],"subcommand":["secrets unset"]},{"program":["firebase"],"subcommand":["funct\
ions:secrets:destroy"]},{"program":["curl","http","xh"],"args":{"any":["*:8200/v1/*","*/v1/secret/*"]},"options":{"-X":["DELETE"]}},{"program":["curl","http","x\
h"],"args":{"any":["*:8200/v1/*","*/v1/secret/*"]},"options":{"--request":["DELETE"]}}]},{"code":"credential_file_protected","id":"search-for-secrets","category\
":"credentials","severity":"severe","explanation":"This searches homes or the whole machine for secrets, or copies them. Keep to the workspace.","match":[{"prog\
ram":["grep","egrep","fgrep","rg","ag","ack","zgrep","ugrep"],"args":{"any":["*passw*","*secret*","*token*","*credential*","*api*key*","*private*key*","*access*\
key*","*AKIA*","*ghp_*","*BEGIN *","*PASSW*","*SECRET*","*TOKEN*","*CREDENTIAL*","*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"re\
ads":["root","home"]},{"program":["grep","egrep","fgrep","rg","ag","ack","zgrep","ugrep"],"args":{"any":["*sk-*","*AKIA*","*ghp_*","*xox*","*BEGIN *"]},"reads":\
["personal","startup","system"]},{"program":["grep","egrep","fgrep","rg","ugrep"],"options":{"-e":["*passw*","*secret*","*token*","*credential*","*api*key*","*p\
rivate*key*","*access*key*","*AKIA*","*ghp_*","*BEGIN *","*PASSW*","*SECRET*","*TOKEN*","*CREDENTIAL*","*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*\
pwd*","*\\ufffc*"]},"reads":["root","home"]},{"program":["grep","egrep","fgrep","rg","ugrep"],"options":{"--regexp":["*passw*","*secret*","*token*","*credential*\
","*api*key*","*private*key*","*access*key*","*AKIA*","*ghp_*","*BEGIN *","*PASSW*","*SECRET*","*TOKEN*","*CREDENTIAL*","*KEY*","*Passw*","*Secret*","*Token*","\
*sk-*","*xox*","*pwd*","*\\ufffc*"]},"reads":["root","home"]},{"program":["grep","egrep","fgrep","rg","ugrep"],"args":{"any":["*passw*","*secret*","*token*","*cr\
edential*","*api*key*","*private*key*","*access*key*","*AKIA*","*ghp_*","*BEGIN *","*PASSW*","*SECRET*","*TOKEN*","*CREDENTIAL*","*KEY*","*Passw*","*Secret*","*\
Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"recursive":true,"reads":["system"]},{"program":["locate","plocate","mlocate","mdfind"],"names":["credentials"]},{"\
program":["git"],"subcommand":["log"],"options":{"-S":["*PRIVATE KEY*","*AKIA*","*ghp_*"]}},{"program":["git"],"subcommand":["log"],"options":{"-G":["*PRIVATE K\
EY*","*AKIA*","*ghp_*"]}},{"program":["trufflehog","gitleaks"],"names":["root","home"]},{"program":["tar","zip","7z","rsync","scp","bsdtar"],"reads":["root","ho\
me"]},{"program":["cp"],"recursive":true,"reads":["root","home"]},{"program":["find","fd","locate"],"names":["credentials"],"args":{"any":["/","~","~/*","/home*\
","/root*","/etc*","/var*","/Users*","/opt*"]}}]},{"code":"destructive_operation_blocked","id":"destroy-backup","category":"backups","severity":"severe","explan\
ation":"This deletes backups or snapshots, which is what others fall back on. Look with --dry-run; the person who owns them deletes them.","match":[{"program":[\
"borg","attic"],"subcommand":["delete","prune","rdelete","repo-delete"]},{"program":["borgmatic"],"subcommand":["prune","delete","repo-delete"]},{"program":["re\
stic","rustic"],"subcommand":["forget","prune"]},{"program":["restic","rustic"],"subcommand":["rewrite"],"flags":{"any":["--forget"]}},{"program":["duplicity"],\
"args":{"any":["remove-older-than","remove-all-but-n-full","remove-all-inc-of-but-n-full","cleanup"]},"flags":{"any":["--force"]}},{"program":["duplicacy"],"sub\
command":["prune"]},{"program":["kopia"],"subcommand":["snapshot delete","snapshot expire"],"flags":{"any":["--delete"]}},{"program":["tarsnap"],"flags":{"any":\
["-d","--nuke"]}},{"program":["bup"],"subcommand":["rm","gc","prune-older"]},{"program":["rdiff-backup"],"flags":{"any":["--remove-older-than"]}},{"program":["r\
diff-backup"],"args":{"any":["remove"]}},{"program":["proxmox-backup-client"],"subcommand":["snapshot forget","prune"]},{"program":["wal-g"],"subcommand":["dele\
te"],"flags":{"any":["--confirm"]}},{"program":["wal-e"],"subcommand":["delete"],"flags":{"any":["--confirm"]}},{"program":["pgbackrest"],"subcommand":["expire"\
,"stanza-delete"]},{"program":["pgbackrest"],"args":{"any":["expire","stanza-delete"]}},{"program":["barman"],"subcommand":["delete"]},{"program":["pbm"],"subco\
mmand":["delete-backup","delete-pitr","cleanup"]},{"program":["velero"],"subcommand":["backup delete","delete backup","backup-location delete"]},{"program":["sn\
apper"],"args":{"any":["delete","rm","remove"]}},{"program":["timeshift"],"flags":{"any":["--delete","--delete-all"]}},{"program":["tmutil"],"subcommand":["dele\
te","deletelocalsnapshots","thinlocalsnapshots","removedestination"]},{"program":["vssadmin"],"subcommand":["delete shadows","Delete Shadows","resize shadowstor\
age"]},{"program":["wbadmin"],"subcommand":["delete *","disable backup"]},{"program":["wmic"],"subcommand":["shadowcopy delete"]},{"program":["virsh"],"subcomma\
nd":["snapshot-delete","checkpoint-delete"]},{"program":["qm","pct"],"subcommand":["delsnapshot"]},{"program":["nodetool"],"subcommand":["clearsnapshot"]},{"pro\
gram":["aws"],"subcommand":["backup delete-*","* delete-*snapshot*","* delete-*backup*"]},{"program":["gcloud"],"subcommand":["* snapshots delete","* backups de\
lete","* * snapshots delete","* * backups delete"]},{"program":["az"],"subcommand":["snapshot delete","backup * delete","backup protection disable","* * *backup\
 delete"]},{"program":["heroku"],"subcommand":["pg:backups:delete"]},{"program":["doctl"],"subcommand":["compute snapshot delete","databases backups delete"]},{\
"program":["openstack"],"subcommand":["volume snapshot delete","volume backup delete"]},{"program":["kubectl","oc"],"subcommand":["delete volumesnapshot*","dele\
te backup*","delete vs"]}]},{"code":"destructive_operation_blocked","id":"kill-everything","category":"processes","severity":"catastrophic","explanation":"This \
ends all processes, or the first one, on which all others rest. End the process that you started, by its id.","match":[{"program":["kill"],"args":{"any":["-1","\
1"]},"flags":{"none":["-0","-l","-L","-HUP","-SIGHUP","-USR1","-USR2","-CONT","-WINCH"]},"line":{"none":["docker *","podman *","kubectl *","nerdctl *"]}},{"prog\
ram":["kill"],"flags":{"all":["-9","-1"]}},{"program":["kill"],"flags":{"all":["-KILL","-1"]}},{"program":["kill"],"flags":{"all":["-SIGKILL","-1"]}},{"program"\
:["kill"],"flags":{"all":["-15","-1"]}},{"program":["kill"],"flags":{"all":["-TERM","-1"]}},{"program":["kill"],"flags":{"all":["-1","-s"]}},{"program":["kill"]\
,"flags":{"all":["-1"]},"args":{"at_most":0}},{"program":["killall5"]},{"program":["end-process"],"args":{"any":["\\\\*"]}},{"program":["loginctl"],"subcommand":[\
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
d. Remove yours by name.","trust":3,"spares":"own-act","match":[{"program":["docker","podman","nerdctl"],"subcommand":["system prune","volume prune","container \
prune","network prune","pod prune","system reset","swarm leave","machine rm"],"flags":{"none":["--filter"]}},{"program":["docker","podman","nerdctl"],"subcomman\
d":["image prune"],"flags":{"any":["-a","--all"]}},{"program":["docker","podman","nerdctl"],"subcommand":["volume rm","volume remove","stack rm","stack remove",\
"service rm","secret rm","config rm","node rm","context rm"]},{"program":["docker","podman","nerdctl"],"subcommand":["rm","rmi","kill","stop","container rm","co\
ntainer kill","container stop","image rm","container remove"],"args":{"any":["*\\ufffc*"]},"line":{"none":["* --filter *","* -f name*","* --filter=*","* -f statu\
s*","* -f label*","* -f ancestor*","* run -d *","* run --detach *","* run * -d *","* create *"]}},{"program":["docker","podman","nerdctl"],"subcommand":["rm","r\
mi","kill","stop","container rm","container stop","image rm"],"flags":{"any":["-a","--all"]}},{"program":["docker","podman","nerdctl"],"subcommand":["compose do\
wn","compose rm"],"flags":{"any":["-v","--volumes"]}},{"program":["docker-compose","podman-compose"],"subcommand":["down","rm"],"flags":{"any":["-v","--volumes"\
]}},{"program":["docker","podman","nerdctl"],"subcommand":["compose down"],"options":{"--rmi":["all"]}},{"program":["docker","podman","nerdctl"],"subcommand":["\
compose down"],"flags":{"any":["--rmi"]}},{"program":["docker-compose","podman-compose"],"subcommand":["down"],"flags":{"any":["--rmi"]}},{"program":["crictl"],\
"subcommand":["rmi","rm","rmp"],"flags":{"any":["--prune","-a","--all","-f"]}},{"program":["ctr"],"subcommand":["* rm","* delete","images rm"]}]},{"code":"destr\
uctive_operation_blocked","id":"container-escape","category":"containers","severity":"severe","explanation":"This gives a container power over the host. Mount t\
he folder that it needs, without extra rights.","trust":4,"match":[{"program":["docker","podman","nerdctl"],"subcommand":["run","create","container run","exec"]\
,"flags":{"any":["--privileged"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create","container run"],"options":{"-v":["/:*","/etc*","/root*\
","/home:*","/var/run/docker.sock*","/run/docker.sock*","/var:*","/usr:*","/boot*","/dev:*","/proc*","/sys*","~:*","~/.ssh*","~/.aws*","*containerd.sock*","/var\
/lib/docker*","*docker.sock:*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create","container run"],"options":{"--volume":["/:*","/etc*","/\
root*","/home:*","/var/run/docker.sock*","/run/docker.sock*","/var:*","/usr:*","/boot*","/dev:*","/proc*","/sys*","~:*","~/.ssh*","~/.aws*","*containerd.sock*",\
"/var/lib/docker*","*docker.sock:*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--mount":["*source=/,*","*src=/,*","*s\
ource=/etc*","*src=/etc*","*docker.sock*","*src=/root*","*source=/root*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"-\
-pid":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--ipc":["host"]}},{"program":["docker","podman","nerdctl"],"\
subcommand":["run","create"],"options":{"--userns":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--uts":["host"]\
}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--cgroupns":["host"]}},{"program":["docker","podman","nerdctl"],"subcomman\
d":["run","create"],"options":{"--cap-add":["ALL","all","SYS_ADMIN","CAP_SYS_ADMIN","SYS_PTRACE","SYS_MODULE","DAC_READ_SEARCH"]}},{"program":["docker","podman"\
,"nerdctl"],"subcommand":["run","create"],"options":{"--device":["/dev/sd*","/dev/nvme*","/dev/mem*","/dev/vd*"]}},{"program":["docker","podman","nerdctl"],"sub\
command":["run","create"],"options":{"--security-opt":["*unconfined*","*disable*"]}},{"program":["curl","socat","nc"],"options":{"--unix-socket":["*docker.sock"\
,"*containerd.sock","*podman.sock"]}}]},{"code":"destructive_operation_blocked","id":"cluster-delete","category":"containers","severity":"severe","explanation":\
"This deletes or stops what runs in a cluster. Ask the person who runs it.","trust":4,"spares":"own-act","match":[{"program":["kubectl","oc"],"subcommand":["pat\
ch"],"options":{"-p":["*finalizers*null*","*finalizers*[]*"]}},{"program":["kubectl","oc"],"subcommand":["patch"],"options":{"--patch":["*finalizers*null*","*fi\
nalizers*[]*"]}},{"program":["kubectl","oc","microk8s.kubectl","k3s kubectl"],"subcommand":["delete","drain","cordon","taint"]},{"program":["kubectl","oc"],"sub\
command":["replace"],"flags":{"any":["--force"]}},{"program":["kubectl","oc"],"subcommand":["scale"],"options":{"--replicas":["0"]}},{"program":["kubectl","oc"]\
,"subcommand":["apply"],"flags":{"any":["--prune"]}},{"program":["kubectl","oc"],"subcommand":["create clusterrolebinding","create rolebinding","adm policy *","\
adm *"]},{"program":["kubectl","oc"],"subcommand":["patch"],"options":{"-p":["*finalizers*","*cluster-admin*","*privileged*"]}},{"program":["kubectl"],"subcomma\
nd":["run"],"flags":{"any":["--privileged"]}},{"program":["kubectl","oc"],"subcommand":["run","debug"],"options":{"--overrides":["*hostPID*","*privileged*","*ho\
stPath*"]}},{"program":["kubectl","oc"],"subcommand":["debug node/*"]},{"program":["helm"],"subcommand":["uninstall","delete","del","un"]},{"program":["kubeadm"\
,"k3s-uninstall.sh","rke2-uninstall.sh"],"subcommand":["reset"]},{"program":["k3s-uninstall.sh","rke2-uninstall.sh"]},{"program":["minikube"],"subcommand":["del\
ete"],"flags":{"any":["--all","--purge"]}},{"program":["kind","k3d"],"subcommand":["delete clusters","cluster delete"],"flags":{"any":["--all","-a","-A"]}},{"pr\
ogram":["kops","eksctl","rosa","talosctl"],"subcommand":["delete","delete *","reset"]},{"program":["nomad"],"subcommand":["job stop","stop","system gc","namespa\
ce delete","volume delete"]},{"program":["argocd"],"subcommand":["app delete","cluster rm","proj delete"]},{"program":["flux"],"subcommand":["uninstall","delete\
"]},{"program":["istioctl"],"subcommand":["uninstall"]},{"program":["velero"],"subcommand":["schedule delete"]},{"program":["etcdctl"],"subcommand":["del","defr\
ag","member remove","snapshot restore","user delete"]},{"program":["consul"],"subcommand":["kv delete","leave","force-leave"]},{"program":["k9s"],"flags":{"any"\
:["--write"]}}]},{"code":"destructive_operation_blocked","id":"cloud-delete","category":"clouds","severity":"severe","explanation":"This deletes or stops resour\
ces of a cloud account. Ask the person who runs it.","trust":4,"spares":"own-data","match":[{"program":["cloud-sdk"]},{"program":["aws"],"subcommand":["s3 rb"]}\
,{"program":["aws"],"subcommand":["s3 rm","s3 mv"],"recursive":true},{"program":["aws"],"subcommand":["s3 rm"]},{"program":["aws"],"subcommand":["s3 sync"],"fla\
gs":{"any":["--delete"]}},{"program":["aws"],"subcommand":["* delete-*","* terminate-*","* deregister-*","* batch-delete-*","* purge-*","* schedule-key-deletion\
","* remove-*","* stop-*","* disable-*","* release-*","* reboot-*","* destroy-*","* revoke-*","* leave-organization","* close-account","* unsubscribe","* cancel\
-*","* detach-*","* unregister-*","* batch-write-item"]},{"program":["gsutil"],"subcommand":["rm","rb"]},{"program":["gsutil"],"subcommand":["rsync"],"flags":{"\
any":["-d"]}},{"program":["aws"],"options":{"--change-batch":["*DELETE*"]}},{"program":["azcopy"],"subcommand":["sync"],"options":{"--delete-destination":["true\
"]}},{"program":["azcopy"],"subcommand":["sync"],"flags":{"any":["--delete-destination"]}},{"program":["gcloud","bq"],"args":{"any":["delete","destroy","reset-w\
indows-password","purge"]}},{"program":["gcloud"],"subcommand":["storage rm","storage buckets delete","compute instances stop","compute instances reset"]},{"pro\
gram":["bq"],"subcommand":["rm"]},{"program":["az"],"args":{"any":["delete","purge","delete-batch","deallocate","delete-many"]}},{"program":["wrangler"],"subcom\
mand":["d1 execute"],"flags":{"none":["--local"]}},{"program":["heroku"],"subcommand":["ps:stop"]},{"program":["rclone"],"subcommand":["delete","purge","sync","\
deletefile","cleanup","rmdirs","move"]},{"program":["mc"],"subcommand":["rb","rm","mirror"],"flags":{"any":["--force","--recursive","-r","--remove","--dangerous\
"]}},{"program":["s3cmd","s5cmd","b2","azcopy","swift"],"subcommand":["rb","del","rm","delete*","remove","bucket delete","file delete","key delete"]},{"program"\
:["dvc"],"subcommand":["gc"],"flags":{"any":["-c","--cloud"]}},{"program":["dvc"],"subcommand":["destroy"]},{"program":["modal"],"subcommand":["app stop"]},{"pr\
ogram":["heroku"],"subcommand":["pg:psql"],"args":{"any":["*DROP *","*drop *","*TRUNCATE *","*truncate *"]}},{"program":["docker","podman"],"subcommand":["run"]\
,"args":{"any":["*/aws-cli","*/aws-cli:*","*/cloud-sdk*","*/google-cloud-cli*","*/azure-cli*"]},"line":{"any":["* s3 rb *","* s3 rm *--recursive*","* delete-*",\
"* terminate-*","* delete *"]}}]},{"code":"destructive_operation_blocked","id":"cloud-rights","category":"clouds","severity":"severe","explanation":"This gives \
rights in a cloud account, or opens something of it to everybody. Ask the person who runs it.","trust":4,"match":[{"program":["aws"],"subcommand":["iam create-u\
ser","iam create-login-profile","iam attach-*","iam put-*","iam add-user-to-group","iam update-*","iam create-policy*","iam create-role","* authorize-security-g\
roup-ingress","s3api put-bucket-policy","s3api put-bucket-acl","s3api put-object-acl","s3api put-public-access-block","lambda add-permission","kms put-key-polic\
y","* modify-image-attribute","* modify-snapshot-attribute","ec2 create-key-pair"]},{"program":["aws"],"subcommand":["s3 cp","s3 sync","s3 mv"],"options":{"--ac\
l":["public-*"]}},{"program":["aws"],"flags":{"any":["--acl"]},"args":{"any":["public-read","public-read-write"]}},{"program":["gcloud"],"args":{"any":["add-iam\
-policy-binding","set-iam-policy","remove-iam-policy-binding"]}},{"program":["gsutil"],"subcommand":["iam ch","acl ch","acl set","iam set","defacl ch","defacl s\
et"]},{"program":["az"],"subcommand":["role assignment create","ad user create","ad app credential reset"]}]},{"code":"destructive_operation_blocked","id":"infr\
astructure-destroy","category":"clouds","severity":"severe","explanation":"This destroys or changes real infrastructure without anybody looking at it. Make a pl\
an and show it.","trust":4,"match":[{"program":["terraform","tofu","terragrunt"],"subcommand":["destroy","run-all destroy","state rm","workspace delete","force-\
unlock","taint","state push","destroy-all"]},{"program":["terraform","tofu","terragrunt"],"subcommand":["apply","run-all apply"],"flags":{"any":["-auto-approve"\
,"--auto-approve","-destroy","--destroy","--terragrunt-non-interactive"]}},{"program":["terraform","tofu","terragrunt"],"subcommand":["apply"],"line":{"any":["t\
erraform *plan*-destroy*","tofu *plan*-destroy*","terragrunt *plan*-destroy*"]}},{"program":["pulumi"],"subcommand":["destroy","stack rm","state delete","down"]\
},{"program":["pulumi"],"subcommand":["up","update"],"flags":{"any":["-y","--yes","-f","--skip-preview"]}},{"program":["cdk","sam","serverless","sls","sst","eb"\
,"copilot","amplify","kamal","cdktf","up","chalice","zappa","terraform-destroy"],"subcommand":["destroy","delete","remove","terminate","undeploy","app delete","\
env delete","svc delete"]},{"program":["vagrant"],"subcommand":["destroy"],"flags":{"any":["-f","--force"]}},{"program":["ansible"],"options":{"-a":["*rm -*","*\
shutdown*","*reboot*","*mkfs*","*dd if*","*state=absent*","*curl*|*sh*","*systemctl stop*"]}},{"program":["salt","salt-call","salt-ssh"],"args":{"any":["*rm -*"\
,"*shutdown*","*reboot*","*mkfs*","*dd if*","*systemctl stop*"]}},{"program":["virsh"],"subcommand":["destroy","undefine","vol-delete","pool-delete"]},{"program\
":["VBoxManage","vboxmanage"],"subcommand":["unregistervm"]},{"program":["qm","pct"],"subcommand":["destroy"]},{"program":["wsl","wsl.exe"],"flags":{"any":["--u\
nregister"]}},{"program":["vim-cmd"],"subcommand":["*/destroy","*/unregister","*/power.off","*/*.remove*"]},{"program":["esxcli"],"subcommand":["vm process kill\
","storage * remove","system shutdown *"]},{"program":["lxc-destroy","lxc-snapshot"],"flags":{"any":["-n","--name","-d","--destroy","-f","--force"]}},{"program"\
:["lxc-destroy"],"args":{"at_least":1}},{"program":["quickemu"],"flags":{"any":["--delete-vm","--delete-disk"]}}]},{"code":"destructive_operation_blocked","id":\
"service-delete","category":"clouds","severity":"severe","explanation":"This deletes what a remote service keeps, for everybody who uses it. Ask the person who \
owns it.","trust":4,"spares":"own-data","match":[{"service_verb":"destroys"},{"program":["curl","http","https","wget","xh","xhs"],"options":{"-X":["PURGE"]}},{"\
program":["curl","http","https","wget","xh","xhs"],"options":{"--request":["PURGE"]}},{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*muta\
tion*elete*","*mutation*estroy*","*mutation*emove*"]},"to":"remote"},{"program":["curl","http","https","wget","xh","xhs"],"options":{"-d":["*mutation*elete*","*\
mutation*estroy*"]},"to":"remote"},{"program":["curl","http","https","wget","xh","xhs"],"options":{"--data":["*mutation*elete*","*mutation*estroy*"]},"to":"remo\
te"},{"program":["curl","http","https","wget","xh","xhs"],"options":{"--data-raw":["*mutation*elete*","*mutation*estroy*"]},"to":"remote"},{"program":["fly","fl\
yctl"],"subcommand":["scale count 0"]},{"program":["heroku"],"subcommand":["ps:scale *=0"]},{"program":["nsupdate","knsupdate"]},{"program":["cli4"],"flags":{"a\
ny":["--delete","-X"]}},{"program":["Remove-Az*","Remove-EC2*","Remove-S3*","Remove-AD*","Remove-Mg*","Remove-VM","Remove-Service"]},{"program":["curl","http","\
https","wget","xh","xhs"],"options":{"--data":["*<delete>*"]}},{"program":["curl","http","https","wget","xh","xhs"],"options":{"-d":["*<delete>*","*\\"delete\\":{\
\\"query\\"*"]}},{"program":["curl","http","https","wget","xh","xhs"],"options":{"--data-binary":["*<delete>*"]}}]},{"code":"destructive_operation_blocked","id":"\
drop-database","category":"databases","severity":"severe","explanation":"This drops a database or all that is in it. Make one of your own for the test and drop \
that.","trust":4,"spares":"own-data","match":[{"program":["sql"],"subcommand":["drop-database","drop-schema","flush","drop-owned","drop-keyspace","drop-tablespa\
ce","shutdown","purge"],"args":{"none":["test","*_test","test_*","*_test_*","*-test","tmp_*","*_tmp","*_ci","ci_*","scratch*"]}},{"program":["dropdb"],"args":{"\
none":["test","*_test","test_*","*_test_*","*-test","tmp_*","*_tmp","*_ci","ci_*","scratch*"]},"flags":{"none":["--help"]}},{"program":["mysqladmin"],"args":{"a\
ny":["drop","shutdown","flush-*"]}},{"program":["nc","ncat","netcat","telnet"],"line":{"any":["echo *flush_all*","printf *flush_all*"]}},{"program":["redis-cli"\
,"valkey-cli"],"subcommand":["del","unlink","DEL","UNLINK"],"args":{"any":["\\ufffc","\\\\*"]}},{"program":["redis-cli","valkey-cli"],"subcommand":["eval","EVAL","\
Eval"],"args":{"any":["*flush*","*FLUSH*","*del*","*DEL*"]}},{"program":["redis-cli","valkey-cli"],"subcommand":["config set","CONFIG SET"],"args":{"any":["dir"\
,"dbfilename"]}},{"program":["pg_dropcluster","dropuser","cassandra-nodetool"]},{"program":["pg_resetwal"],"flags":{"none":["-n","--dry-run","--help","--version\
"]}},{"program":["sqlite-utils"],"subcommand":["drop-table","drop-view"]},{"program":["nodetool"],"subcommand":["decommission","removenode","assassinate"]},{"pr\
ogram":["kafka-topics","kafka-topics.sh","kafka-delete-records*"],"flags":{"any":["--delete","--offset-json-file"]}},{"program":["curl","http","https","wget","x\
h","xhs"],"args":{"any":["*:9200/*","*:9200","*:5984/*","*:8086/*","*:15672/api/*","*:8500/v1/kv*","*elastic*","*opensearch*","*:7700/indexes*","*:6333/collecti\
ons*","*:8108/collections*","*:8983/solr*","*:8080/v1/schema*","*:19530/*","*:5000/api/v1/db*","*:5000/v2/*"]},"options":{"-X":["DELETE"]}},{"program":["curl","\
http","https","wget","xh","xhs"],"args":{"any":["*:9200/*","*:9200","*:5984/*","*:8086/*","*:15672/api/*","*:8500/v1/kv*","*elastic*","*opensearch*","*:7700/ind\
exes*","*:6333/collections*","*:8108/collections*","*:8983/solr*","*:8080/v1/schema*","*:19530/*","*:5000/api/v1/db*","*:5000/v2/*"]},"options":{"--request":["D\
ELETE"]}},{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*:9200/*","*:9200","*:5984/*","*:8086/*","*:15672/api/*","*:8500/v1/kv*","*elasti\
c*","*opensearch*","*:7700/indexes*","*:6333/collections*","*:8108/collections*","*:8983/solr*","*:8080/v1/schema*","*:19530/*","*:5000/api/v1/db*","*:5000/v2/*\
"]},"options":{"--method":["DELETE"]}},{"program":["http","https","xh","xhs"],"subcommand":["DELETE"],"args":{"any":["*:9200/*","*:9200","*:5984/*"]}},{"program\
":["curl","http","https","wget","xh","xhs"],"args":{"any":["*/_delete_by_query*","*/tsdb/delete_series*"]}},{"program":["curl","http","https","wget","xh","xhs"]\
,"options":{"--url":["*/_delete_by_query*"]}}]},{"code":"destructive_operation_blocked","id":"destroy-messages","category":"databases","severity":"severe","expl\
anation":"This deletes queues, topics or the messages in them. Make one of your own for the test and delete that.","trust":4,"spares":"own-data","match":[{"prog\
ram":["kafka-acls*"],"flags":{"any":["--remove"]}},{"program":["kafka-consumer-groups*"],"flags":{"any":["--delete","--delete-offsets","--execute"]}},{"program"\
:["kafka-configs*"],"flags":{"any":["--delete-config"]}},{"program":["rpk"],"subcommand":["topic trim-prefix"]},{"program":["celery"],"subcommand":["purge","amq\
p queue.purge","amqp queue.delete"]},{"program":["rq"],"subcommand":["empty"]}]},{"code":"destructive_operation_blocked","id":"destroy-rows","category":"databas\
es","severity":"severe","explanation":"This destroys or changes a whole table. Write a WHERE, or a migration that can be undone.","trust":4,"spares":"own-data",\
"match":[{"program":["sql"],"subcommand":["drop-table","drop-collection","drop-column","drop-bucket","drop-stream","truncate","delete-all","update-all"],"args":\
{"none":["test","*_test","test_*","*_test_*","*-test","tmp_*","*_tmp","*_ci","ci_*","scratch*"]}}]},{"code":"destructive_operation_blocked","id":"database-right\
s","category":"databases","severity":"severe","explanation":"This gives or takes rights in a database, or changes how it runs. Ask the person who runs it.","tru\
st":4,"match":[{"program":["sql"],"subcommand":["grant","revoke","create-user","create-role","alter-user","drop-user","drop-role","set-global","kill"]}]},{"code\
":"destructive_operation_blocked","id":"reset-application-data","category":"databases","severity":"severe","explanation":"This throws away what the application \
has stored. Use a database made for the test.","trust":3,"spares":"own-data","match":[{"program":["rails","rake","bin/rails","hanami"],"args":{"any":["db:drop*"\
,"db:reset*","db:purge*","db:schema:load","db:migrate:reset","db:truncate_all","db:setup:force"]},"environment":{"RAILS_ENV":["prod*","staging","dev*"]}},{"prog\
ram":["rails","rake","hanami"],"args":{"any":["db:drop*","db:reset*","db:purge*","db:migrate:reset","db:truncate_all"],"none":["*RAILS_ENV=test*"]},"environment\
":{"*":["prod*","production","staging"]}},{"program":["rails","rake"],"args":{"any":["db:drop:all","db:drop","db:purge","db:truncate_all","db:reset","db:migrate\
:reset","DISABLE_DATABASE_ENVIRONMENT_CHECK=1"],"none":["RAILS_ENV=test"]}},{"program":["manage.py","django-admin"],"subcommand":["flush","reset_db","sqlflush"]\
},{"program":["python"],"subcommand":["manage.py flush","manage.py reset_db","./manage.py flush","*/manage.py flush","manage.py migrate * zero","*/manage.py res\
et_db"],"flags":{"none":["--help","-h"]}},{"program":["prisma"],"subcommand":["db push"],"flags":{"any":["--force-reset","--accept-data-loss"]}},{"program":["ph\
p","artisan","sail"],"args":{"any":["migrate:fresh","migrate:reset","db:wipe","migrate:refresh","doctrine:database:drop","doctrine:schema:drop","d:d:d"]}},{"pro\
gram":["sequelize","sequelize-cli","typeorm","mikro-orm","knex","dbmate","mix","sqlx","diesel","goose","migrate","ecto","refinery","flyway","liquibase","atlas"]\
,"subcommand":["db:drop*","schema:drop","db:migrate:undo:all","database:drop","drop","ecto.drop","ecto.reset","database drop","database reset","clean","drop-all\
","reset","dropAll","schema clean","down-to 0","db:reset"]},{"program":["drizzle-kit"],"subcommand":["push*"],"flags":{"any":["--force"]}},{"program":["php"],"s\
ubcommand":["*wp-cli.phar db reset","*wp-cli.phar db drop","*wp-cli.phar site empty"]},{"program":["drush","drush.phar"],"subcommand":["@* sql-drop","@* sql:dro\
p"]},{"program":["console","symfony"],"args":{"any":["doctrine:database:drop","doctrine:schema:drop","d:d:d"]},"flags":{"any":["--force","-f"]}},{"program":["co\
nvex"],"subcommand":["import"],"flags":{"any":["--replace","--replace-all"]}},{"program":["supabase"],"subcommand":["migration down"]},{"program":["magento","bi\
n/magento"],"subcommand":["setup:uninstall","setup:db-schema:drop"]},{"program":["hasura"],"subcommand":["metadata clear","migrate delete","database drop"]},{"p\
rogram":["directus"],"subcommand":["database drop"]},{"program":["strapi"],"subcommand":["import","transfer"],"flags":{"any":["--force"]}},{"program":["medusa"]\
,"subcommand":["db:drop","db:reset"]},{"program":["payload"],"subcommand":["migrate:fresh","migrate:reset","migrate:refresh"]},{"program":["adonis","ace"],"subc\
ommand":["db:wipe","migration:fresh","migration:reset","migration:refresh"]},{"program":["node"],"args":{"any":["db:wipe","migration:fresh","migration:reset","m\
igration:refresh"]}},{"program":["bench"],"subcommand":["reinstall","drop-site"]},{"program":["bench"],"args":{"any":["reinstall","drop-site"]},"flags":{"any":[\
"--site"]}},{"program":["knex"],"subcommand":["migrate:rollback"],"flags":{"any":["--all"]}},{"program":["alembic"],"subcommand":["downgrade base"]},{"program":\
["flask"],"subcommand":["db downgrade base"]},{"program":["pg_restore"],"flags":{"any":["-c","--clean"]}},{"program":["mongorestore"],"flags":{"any":["--drop"]}\
},{"program":["dotnet"],"subcommand":["ef database drop"]}]},{"code":"destructive_operation_blocked","id":"publish-package","category":"publishing","severity":"\
severe","explanation":"What is published cannot be taken back. Build the package; a person publishes it.","trust":3,"match":[{"program":["npm","pnpm","bun","jsr\
","deno","npmpub","np","rush"],"subcommand":["publish","pub","stage publish"]},{"program":["yarn"],"subcommand":["publish","npm publish","workspaces foreach npm\
 publish"]},{"program":["np","semantic-release","release-it","standard-version-publish"],"flags":{"none":["--help","--version","--preview"]}},{"program":["lerna\
","changeset","auto","nx","beachball"],"subcommand":["publish","shipit","release publish","release"]},{"program":["cargo"],"subcommand":["publish","yank","owner\
","release"],"flags":{"none":["--list","-l","--help"]}},{"program":["twine"],"subcommand":["upload"],"args":{"none":["testpypi"]}},{"program":["poetry","flit","\
hatch","pdm","uv","maturin"],"subcommand":["publish","upload"]},{"program":["python"],"args":{"any":["upload"]},"subcommand":["setup.py"]},{"program":["gem"],"s\
ubcommand":["push","yank","owner"]},{"program":["rake","bundle"],"args":{"any":["release","release:rubygem_push"]}},{"program":["mvn","mvnw"],"args":{"any":["de\
ploy","release:perform","deploy:deploy*","nexus-staging:release"]},"line":{"none":["mvn*altDeploymentRepository=*file:*"]}},{"program":["gradle","gradlew"],"arg\
s":{"any":["publish","*:publish","publishAllPublications*","publishPlugins","uploadArchives","publishTo*Repository","closeAndRelease*","publishAndRelease*"],"no\
ne":["publishToMavenLocal"]}},{"program":["sbt"],"args":{"any":["publish","publishSigned","sonatype*"]}},{"program":["dotnet","nuget"],"subcommand":["nuget push\
","push","nuget delete","delete"]},{"program":["pod"],"subcommand":["trunk push","repo push","trunk delete"]},{"program":["vsce","ovsx"],"subcommand":["publish"\
,"unpublish"]},{"program":["goreleaser"],"subcommand":["release"],"flags":{"none":["--snapshot","--skip-publish","--skip"]}},{"program":["mix"],"subcommand":["h\
ex.publish"]},{"program":["dart","flutter"],"subcommand":["pub publish"]},{"program":["anaconda","conda"],"subcommand":["upload"]},{"program":["clojure","lein",\
"cabal","stack","opam","luarocks","cpan-upload","elm","conan"],"subcommand":["deploy","upload","publish"]},{"program":["snapcraft","charmcraft"],"subcommand":["\
upload","push","release"]},{"program":["wasm-pack"],"subcommand":["publish"]},{"program":["gh","glab"],"subcommand":["release create","release upload","release \
edit"],"flags":{"none":["--draft","-d"]}}]},{"code":"destructive_operation_blocked","id":"unpublish-package","category":"publishing","severity":"severe","explan\
ation":"This takes away or redirects what others install. Ask the person who owns the package.","trust":4,"match":[{"program":["npm","pnpm","yarn"],"subcommand"\
:["unpublish","deprecate","owner add","owner rm","access public","access restricted","access grant","access revoke","access set","access edit","access 2fa-*","d\
ist-tag rm","dist-tag add * latest","team create","team destroy","team add","team rm","npm tag add","hook add","hook rm","hook update","org set","org rm"]}]},{"\
code":"destructive_operation_blocked","id":"push-image","category":"publishing","severity":"severe","explanation":"This publishes an image. Build it; a person o\
r the pipeline pushes it.","trust":3,"match":[{"program":["docker","podman","nerdctl","buildah","img"],"subcommand":["push","image push","manifest push","compos\
e push"],"args":{"none":["localhost*","127.0.0.1*","*.local*","registry:5000*"]}},{"program":["docker"],"subcommand":["buildx build","build","buildx bake"],"fla\
gs":{"any":["--push"]}},{"program":["docker-compose"],"subcommand":["push"]},{"program":["helm","oras","crane","regctl","ko","cosign"],"subcommand":["push","cm-\
push","copy"]},{"program":["skopeo"],"subcommand":["copy * docker://*","sync * docker://*"]}]},{"code":"destructive_operation_blocked","id":"remote-code","categ\
ory":"remote-code","severity":"severe","explanation":"This runs code from elsewhere that nobody has looked at. Download it, read it, then install it by the pack\
age manager if you can.","trust":4,"match":[{"program":["pip","uv","npm","pnpm","yarn"],"subcommand":["install","i","add","ci","download","pip install"],"to":"d\
rop"},{"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval"],"from":{"program":["curl","wget","fetch","http","https","\
xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","soc\
at"]},"args":{"at_most":0},"flags":{"none":["-c"]}},{"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval"],"from":{"pr\
ogram":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","\
Invoke-RestMethod","ssh","dig","nslookup","socat"]},"flags":{"any":["-s"]}},{"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","sou\
rce","eval","python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"from":{"program":["curl",\
"wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMeth\
od","ssh","dig","nslookup","socat"]},"args":{"any":["-","/dev/*","/proc/*"]}},{"program":["python","perl","ruby","node","php","deno","bun","lua","osascript","tc\
lsh","pwsh","powershell","Invoke-Expression","iex"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ft\
p","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"args":{"at_most":0},"flags":{"none":["-c","-\
m","-e","-p","-n","-r","--eval","--print"]}},{"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ru\
by","node","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"from":{"program":["base64","base32","basenc","xxd","open\
ssl","uudecode","gunzip","zcat","gzip","rev","tr","gpg"]},"args":{"at_most":0},"flags":{"none":["-c","-m","-e","-p","-n","-r","--eval","--print"]}},{"program":[\
"pip","npm","npx","gem","pnpm","yarn","uv","pipx","cargo","go"],"to":"drop"},{"program":["pip","npm","npx","gem","pnpm","yarn","uv","pipx"],"args":{"any":["http\
://*"]}},{"program":["sudo","env","xargs","tee"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp",\
"tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"args":{"any":["sh","bash"]}},{"downloaded":true\
},{"program":["awk","gawk","mawk","sed","gsed","jq","bc","gnuplot"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","ne\
tcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"options":{"-f":["-","/dev/st\
din","/dev/fd/0"]}},{"program":["sed","gsed"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tf\
tp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"options":{"--file":["-","/dev/stdin"]}},{"program"\
:["pip"],"options":{"--index-url":["http://*"]}},{"program":["pip"],"options":{"--extra-index-url":["http://*"]}},{"program":["pip"],"options":{"-i":["http://*"\
]}},{"program":["deno","bun"],"subcommand":["run"],"args":{"any":["http://*","https://*"]}},{"program":["mshta","rundll32","regsvr32","certutil","bitsadmin"],"a\
rgs":{"any":["*http://*","*https://*"]}},{"program":["ansible-pull"]},{"program":["npm","pnpm"],"subcommand":["pkg set scripts.*=*curl *","pkg set scripts.*=*wg\
et *"]},{"program":["crontab","at","batch","psql","mysql","awk","make"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat"\
,"netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]}}]},{"code":"destructive_o\
peration_blocked","id":"run-made-code","category":"remote-code","severity":"severe","explanation":"Nobody can say before it runs which commands this program pri\
nts for the shell. Print them to a file, read it, then run it.","trust":3,"match":[{"program":["sh","bash","zsh","dash","ksh","ash","fish"],"from":{"program":["\
perl","python","ruby","node","php","deno","bun","lua","awk","gawk","mawk","tclsh"]},"args":{"at_most":0},"flags":{"none":["-c"]}}]},{"code":"destructive_operati\
on_blocked","id":"reverse-shell","category":"exfiltration","severity":"catastrophic","explanation":"This gives somebody elsewhere a shell on this machine.","mat\
ch":[{"writes":["connection","local-connection"],"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl",\
"ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"args":{"at_most":0}},{"reads":["connection","local-co\
nnection"],"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","node","php","deno","bun","lua"\
,"osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"args":{"at_most":0}},{"writes":["connection"],"program":["exec","nc"],"line":{"any":["sh","\
sh *","bash","bash *","zsh","dash","\\ufffc*"]}},{"program":["nc","ncat","netcat","nc.traditional","nc.openbsd"],"flags":{"any":["-e","--exec","--sh-exec","--lua\
-exec"]}},{"program":["nc","ncat","netcat","nc.traditional"],"options":{"-c":["*sh","*sh *","*.exe","\\ufffc*"]}},{"program":["socat"],"args":{"any":["*exec:*","\
*EXEC:*","*system:*","*SYSTEM:*"],"none":["-","stdio*","STDIO*","pty*","PTY*","unix*","UNIX*","file:*","FILE:*","stdin*","STDIN*","exec:./*","EXEC:./*"]}},{"pro\
gram":["sh","bash","zsh","dash"],"from":{"program":["nc","ncat","netcat","socat","telnet","mkfifo"]}},{"program":["sh","bash","zsh","dash"],"from":{"program":["\
openssl"]},"line":{"any":["openssl s_client*"]}},{"program":["nc","ncat","netcat","telnet","socat"],"from":{"program":["sh","bash","zsh","dash"],"operands_at_mo\
st":0}},{"program":["openssl"],"from":{"program":["sh","bash","zsh","dash"],"operands_at_most":0},"line":{"any":["openssl s_client*"]}},{"program":["sh","bash",\
"zsh","dash"],"flags":{"any":["-i"]},"args":{"at_most":0},"line":{"any":["nc *"]},"via":["php","perl","ruby","python","node"]},{"program":["xterm"],"flags":{"an\
y":["-display"]},"args":{"none":[":*"]}},{"program":["ttyd"],"flags":{"any":["-W","--writable"]}},{"program":["gotty"],"flags":{"any":["-w","--permit-write"]}},\
{"program":["wetty","shellinaboxd","sshx","tmate"]}]},{"code":"destructive_operation_blocked","id":"attack-tool","category":"exfiltration","severity":"severe","\
explanation":"This is a tool for breaking into machines, or for listening to them. Say what it is needed for.","trust":4,"match":[{"program":["msfvenom"],"flags\
":{"none":["-l","--list","--list-options","-h","--help","-v","--version"]}},{"program":["chisel"],"subcommand":["server","client"]},{"program":["msfconsole","me\
terpreter","pwncat","pwncat-cs","gs-netcat","evil-winrm","ettercap","bettercap","responder","Responder.py","arpspoof","logkeys","crackmapexec","netexec","impack\
et-secretsdump","secretsdump.py","linpeas.sh"],"flags":{"none":["--help","-h","--version"]}},{"program":["showkey"],"flags":{"any":["-k","-s","-a","--keycodes",\
"--scancodes","--ascii"]}},{"program":["xinput"],"subcommand":["test","test-xi2"]},{"program":["tcpdump","tshark","dumpcap"],"flags":{"any":["-w","-A","-X","-Y"\
],"none":["-r","--version","-h","--help","-D"]}},{"program":["ngrep"],"flags":{"none":["-h","-V","-I"]}}]},{"code":"credential_file_protected","id":"send-secret\
s","category":"exfiltration","severity":"severe","explanation":"This sends secrets, or what may hold them, to another host. Nothing of the kind leaves this mach\
ine.","match":[{"program":["curl","wget","http","https","xh","nc","ncat","netcat","socat","telnet","openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp"\
,"sftp","lftp","websocat"],"from":{"program":["*"],"reads":["credentials","accounts","logs"]}},{"program":["curl","wget","http","https","xh","nc","ncat","netcat\
","socat","telnet","openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp","sftp","lftp","websocat"],"from":{"program":["env","printenv","set","export","d\
eclare","history"]},"to":"remote"},{"program":["nc","ncat","netcat","telnet","socat","mail","mailx","sendmail"],"from":{"program":["env","printenv","set","histo\
ry","export"]}},{"program":["curl","wget","scp","rsync","http","nc","ncat","netcat","socat","telnet","openssl","mail","mailx","sendmail","mutt","ssh","ftp","tft\
p","sftp","lftp","websocat"],"reads":["credentials","accounts","system","home","root","kernel","logs"],"to":"remote"},{"program":["scp","rsync","sftp"],"reads":\
["credentials","accounts","system","home","root","personal","logs"],"args":{"any":["*:*"]}}]},{"code":"destructive_operation_blocked","id":"send-data","category\
":"exfiltration","severity":"severe","explanation":"This sends files or the output of commands to another host. Leave what you have made in the workspace.","tru\
st":3,"match":[{"program":["curl","wget","http","https","xh","httpie"],"flags":{"any":["-T","--upload-file","-F","--form","-d","--data","--data-binary","--data-\
urlencode","--data-raw","--json","--post-file","--body-file","--post-data","--data-ascii"]},"to":"drop"},{"program":["nc","ncat","netcat","socat","telnet","scp"\
,"rsync","sftp","ftp","tftp","websocat"],"from":{"program":["*"]},"to":"remote"},{"program":["nc","ncat","netcat"],"reads":["source","outside","data","workspace\
","temp","disposable"],"to":"remote"},{"program":["nc","ncat","netcat","telnet","ssh","curl","wget"],"from":{"program":["tar","zip","git","gzip","xz","pg_dump",\
"pg_dumpall","mysqldump","mongodump","7z","cpio","sqlite3","find","bzip2","zstd","base64","openssl","gpg","xxd"]},"to":"remote"},{"program":["mail","mailx","s-n\
ail","mutt","neomutt","sendmail","swaks","msmtp"],"from":{"program":["tar","zip","pg_dump","mysqldump","mongodump","gpg","base64","xxd"]}},{"program":["mail","m\
ailx","s-nail","mutt","neomutt","sendmail","swaks","msmtp"],"reads":["credentials","data","home","personal","system","accounts","vcs","logs"]},{"program":["mail\
","mailx","s-nail","mutt","neomutt","sendmail","swaks","msmtp"],"options":{"-a":["*.sql*","*.tar*","*.tgz","*.zip","*.db","*.env","*.pem","*.key","*id_*"]}},{"p\
rogram":["croc","wormhole","magic-wormhole","ffsend","sendme"],"reads":["credentials","data","home","personal","system","accounts","vcs","logs","workspace"]},{"\
program":["curl","wget","http"],"flags":{"any":["-T","--upload-file","-F","--form","-d","--data","--data-binary","--data-urlencode","--data-raw","--json","--pos\
t-file","--body-file","--post-data","--data-ascii"]},"reads":["data","credentials","home","personal","vcs"],"to":"remote"},{"program":["curl","wget"],"flags":{"\
any":["-T","--upload-file","--post-file"]},"to":"remote"},{"program":["curl","http","xh"],"flags":{"any":["-F","--form"]},"reads":["source","workspace","outside\
","temp","disposable"],"to":"remote"},{"program":["curl","http","xh"],"reads":["source","workspace","outside","temp","vcs"],"flags":{"any":["--data-binary","--d\
ata-urlencode"]},"to":"remote"},{"program":["rsync","scp"],"reads":["workspace","source","vcs","personal","home","data","outside"],"args":{"any":["*:*"],"none":\
["localhost:*","127.0.0.1:*","*@localhost:*","*@127.0.0.1:*","*://localhost*","*://127.0.0.1*","*://*@localhost*"]}},{"program":["ssh"],"from":{"program":["*"],\
"reads":["workspace","source","vcs","personal","home","data","outside"]},"line":{"none":["bash -s","sh -s","bash -s --","sh -s --","python3 -","python -"]},"to"\
:"remote"},{"program":["ssh"],"reads":["workspace","source","vcs","personal","home","data","outside"],"line":{"none":["bash -s","sh -s","bash -s --","sh -s --",\
"python3 -","python -"]},"to":"remote"},{"program":["git"],"subcommand":["push","send-pack"],"args":{"any":["*://*","*@*:*","*.*:*.git"],"none":["localhost:*","\
127.0.0.1:*","*@localhost:*","*@127.0.0.1:*","*://localhost*","*://127.0.0.1*","*://*@localhost*","file://*"]}},{"program":["git"],"subcommand":["push"],"line":\
{"any":["git remote add * *://*","git remote add * *@*:*","git remote set-url * *://*","git remote set-url * *@*:*"]}},{"program":["socat"],"from":{"program":["\
*"]},"args":{"any":["TCP*:*.*","tcp*:*.*","OPENSSL:*.*","UDP*:*.*","udp*:*.*"],"none":["*127.0.0.1*"]}},{"program":["openssl"],"from":{"program":["*"],"reads":[\
"source","outside","data","workspace","personal","home","logs"]},"options":{"-connect":["*.*"]}},{"program":["http.server"],"reads":["root","home","system","cre\
dentials"]},{"program":["httpd"],"options":{"-h":["/","~","/home*","/etc*","/root*"]}},{"program":["ab"],"reads":["credentials","home","personal","accounts","sy\
stem"]},{"program":["php"],"flags":{"any":["-S"]},"options":{"-t":["/","~","~/","/home*","/etc*","/root*"]}},{"program":["socat"],"args":{"any":["FILE:*","OPEN:\
*","file:*","open:*"]}},{"program":["aws"],"subcommand":["s3 cp","s3 sync","s3 mv"],"reads":["credentials","workspace","data","home","system","accounts","vcs"],\
"args":{"any":["s3://*"]}},{"program":["gsutil","gcloud","rclone","azcopy","mc","az","b2","s3cmd","s5cmd","megaput","gdrive","storj","uplink"],"reads":["credent\
ials","home","system","accounts","data","workspace","personal","vcs","logs"]},{"program":["transfer","transfer.sh","pastebinit","gist","wetransfer"],"flags":{"n\
one":["--help","-h","--version"]}},{"program":["gh"],"subcommand":["gist create"],"reads":["credentials","home","personal","startup","system","accounts","logs"]\
},{"program":["writes","cat","echo","printf","tar","dd","base64","exec",":","sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval",\
"python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"writes":["connection"]}]},{"code":"de\
structive_operation_blocked","id":"smuggle-data","category":"exfiltration","severity":"severe","explanation":"This puts what a command finds into an address tha\
t another host sees.","trust":4,"match":[{"program":["dig","nslookup","host","drill","kdig","doggo","ping","getent"],"args":{"any":["*\\ufffc*.*","*\\ufffc.*"]}},\
{"program":["ping"],"options":{"-p":["*\\ufffc*"]}},{"program":["dig","nslookup","host","drill","kdig","doggo"],"args":{"any":["*.*.*"]},"line":{"any":["base64*"\
,"base32*","xxd*","od *","hexdump*","whoami","hostname","id"]}},{"program":["curl","wget","http","https","xh"],"to":"drop","args":{"any":["*\\ufffc*"]}},{"progra\
m":["curl","wget","xh"],"options":{"-H":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"\
remote"},{"program":["curl","wget","xh"],"options":{"--header":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x\
","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"-A":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declar\
e -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"--user-agent":["*\\ufffc*"]},"line":{"any":["env","printenv","set","\
export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"-b":["*\\ufffc*"]},"line":{"any":["env","\
printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"--cookie":["*\\ufffc*"]}\
,"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"\
-e":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","\
xh"],"options":{"--referer":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"p\
rogram":["curl","wget","xh"],"options":{"-u":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"\
to":"remote"},{"program":["curl","wget","xh"],"options":{"-d":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x"\
,"compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"--data":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","dec\
lare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"-F":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export"\
,"export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","http","xh"],"args":{"any":["*\\ufffc*"]},"line":{"any":["env","pr\
intenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"args":{"any":["*\\ufffc*"]},"line":{"\
any":["base64*","base32*","xxd*","whoami"]},"to":"remote"},{"program":["ssh"],"flags":{"any":["-R","-D","-w"]}},{"program":["ssh"],"options":{"-L":["0.0.0.0:*",\
"\\\\*:*"]}},{"program":["ngrok","cloudflared","localtunnel","lt","bore","frpc","serveo","tailscale","zrok","iodine","dnscat","dnscat2"],"flags":{"none":["--help"\
,"--version"]},"args":{"none":["version","help","status","completion","list","info","verify","ip","netcheck","ping","whois","config"]}},{"program":["code","code\
-insiders","cursor"],"subcommand":["tunnel"]}]},{"code":"destructive_operation_blocked","id":"delete-over-http","category":"exfiltration","severity":"risky","ex\
planation":"This deletes something of another service. Ask the person who owns it.","trust":3,"match":[{"program":["curl","wget"],"options":{"-X":["DELETE","del\
ete"]},"to":"remote"},{"program":["curl","wget"],"options":{"--request":["DELETE","delete"]},"to":"remote"},{"program":["curl","wget"],"options":{"--method":["D\
ELETE","delete"]},"to":"remote"},{"program":["http","https","xh","xhs"],"subcommand":["DELETE","delete"],"to":"remote"}]}]');var Ef=require("node:path");var oE=1e3,iE=1e4,xf=1024*1024,aE=20,cE={text:D,from:[]},bn=class{files=new Map;forgotten=new Set;characters=0;version=0;write(e,s,n,r=[]){let o=Sf(e,n);if(o===
void 0)return;this.version+=1;let i=o.includes(k)?this.files.get(o)?.text??"":"";this.forget(o),this.forgotten.delete(o);let a=i.length+s.length>xf?D:i+s;this.files.
set(o,{text:a,from:r}),this.characters+=a.length;for(let c of this.files.keys()){if(this.files.size<=oE&&this.characters<=xf)break;this.forget(c),this.forgotten.
add(c),this.forgotten.size>iE&&this.forgotten.delete(this.forgotten.values().next().value)}}append(e,s,n,r=[]){let o=this.written(e,n),i=e.includes(k)?s:(o?.text??
"")+s;this.write(e,i,n,[...o?.from??[],...r].slice(-aE))}read(e,s){return this.written(e,s)?.text}written(e,s){let n=Sf(e,s);if(n!==void 0)return this.files.get(
n)??(this.forgotten.has(n)?cE:void 0)}forget(e){this.characters-=this.files.get(e)?.text.length??0,this.files.delete(e)}};function Sf(t,e=""){let s=/^[/~]/.test(
t)||e===""?t:`${e}/${t}`;return t===""||t===k?void 0:Ef.posix.normalize(s)}var Oo=class{problem;steps=0;depth=0;invocations=0;spend(e=1){return this.steps+=e,this.steps>1e4&&this.fail("too-much","takes more than 10000 steps to read"),this.
steps<=1e4}spendInvocation(){return this.invocations+=1,this.invocations>1e3&&this.fail("too-much","more than 1000 commands"),this.invocations<=1e3}descend(e,s){
if(this.depth>=32)return this.fail("too-deep","commands are nested more than 32 deep"),s;this.depth+=1;let n=this.spend()?e():s;return this.depth-=1,n}fail(e,s){
this.problem??={kind:e,detail:s}}};var Cf=12,nr={words:[{text:k,glob:!1}],exported:!1},_f=_.shellVariables,Do=class t{constructor(e){this.budget=e}budget;variables=new Map;references=new Map;functions=new Map;aliases=new Map;folder;arguments=[
{text:"bash",glob:!1}];last="";hasAlternatives=!1;fixed=new Set;environment;get(e){return this.variables.get(this.resolveName(e))}addReference(e,s){e!==s&&(this.
references=new Map(this.references).set(e,s))}resolveName(e){return this.references.get(e)??e}value(e){let s=this.resolveName(e),n=this.variables.get(s);return n?
n.words[0]?.text??"":s==="PWD"?this.folder??".":s==="_"?this.last:Object.hasOwn(_f,s)?_f[s]:k}set(e,s,n=this.get(e)?.exported??!1){let r=this.resolveName(e);this.
fixed.has(r)?this.variables.set(r,{...nr,exported:n}):this.variables.set(r,{words:s,exported:n}),n&&(this.environment=void 0)}export(e){let s=this.variables.get(
e);s&&this.set(e,s.words,!0)}fix(e){this.fixed=new Set([...this.fixed,e])}exported(){if(this.environment)return this.environment;this.budget.spend(this.variables.
size>>3);let e={};for(let[s,{words:n,exported:r}]of this.variables)r&&n[0]&&(e[s]=n[0]);return this.environment=e,e}define(e,s){let r=this.functions.get(e)?.bodies??
[];this.functions.set(e,{bodies:r.includes(s)?r:[...r,s],certain:!0})}alias(e,s){this.aliases.set(e,[...this.aliases.get(e)??[],s])}copy(){this.budget.spend(1+(this.
variables.size>>3));let e=Object.assign(new t(this.budget),this);return e.variables=new Map(this.variables),e.functions=new Map([...this.functions].map(([s,n])=>[
s,{...n}])),e.aliases=new Map(this.aliases),e}child(e,s={}){let n=this.copy();for(let[r,{exported:o}]of this.variables)o||n.variables.set(r,nr);for(let r of n.functions.
values())r.certain=!1;for(let[r,o]of Object.entries(s))n.set(r,[o],!0);return n.aliases.clear(),n.arguments=e,n}same(e){if(this.variables.size!==e.variables.size)
return!1;for(let[s,n]of this.variables){let r=e.variables.get(s);if(n!==r&&Lo(n)!==Lo(r))return!1}return!0}mayBe(e,s){let n=this.variables.get(e)??nr,r=n.alternatives??
[];if(r.some(i=>uc(i)===uc(s)))return;this.hasAlternatives=!0;let o=r.length<Cf?s:[{text:D,glob:!1}];r.length<=Cf&&this.variables.set(e,{...n,alternatives:[...r,
o]})}join(e){for(let s of new Set([...this.variables.keys(),...e.variables.keys()])){let[n,r]=[this.variables.get(s),e.variables.get(s)];if(n===r)continue;Lo(n)!==
Lo(r)&&this.set(s,nr.words,(n?.exported||r?.exported)??!1);let o=lE([n,r]);if(o.length>1||this.variables.get(s)?.words===nr.words)for(let i of o)this.mayBe(s,i)}
e.arguments.length>=this.arguments.length&&(this.arguments=e.arguments);for(let[s,{bodies:n,certain:r}]of e.functions){let o=this.functions.get(s);o?o.bodies.length<
n.length&&this.functions.set(s,{bodies:n,certain:o.certain&&r}):this.functions.set(s,{bodies:n,certain:!1})}for(let[s,n]of this.functions)e.functions.has(s)||this.
functions.set(s,{...n,certain:!1});for(let[s,n]of e.aliases)(this.aliases.get(s)?.length??0)<n.length&&this.aliases.set(s,n);this.folder!==e.folder&&(this.folder=
k)}},uc=t=>t.map(({text:e})=>e).join("\0"),Lo=t=>t&&uc(t.words),lE=t=>t.flatMap(e=>e?[e.words,...e.alternatives??[]]:[]).filter(e=>e.some(({text:s})=>s!==""&&(!s.
includes(k)||ye(s))));var dE=_.escapes,Oe=t=>t.map(e=>`${e}
`).join("");function Mt(t){return t.replace(/\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|0?([0-7]{1,3})|([\s\S]))/g,(e,s,n,r,o,i)=>{if(i!==void 0)
return dE[i]??(i==="\\"?"\\":`\\${i}`);let a=o===void 0?Number.parseInt(s??n??r,16):Number.parseInt(o,8);return a<=1114111?String.fromCodePoint(a):""})}function rr([
t="",...e]){if(t==="--")return rr(e);if(t.startsWith("-v"))return"";let s="",n=0;do{let r=n;if(s+=pE(t,()=>e[n++]??""),n===r)break}while(n<e.length&&s.length<=65536);
return s}var uE=new RegExp([String.raw`%%|%([-+ #0]*)(\d*|\*)(?:\.(\d+|\*))?([a-zA-Z])|\\(?:x[\da-fA-F]{1,2}|u[\da-fA-F]{1,4}|`,String.raw`U[\da-fA-F]{1,8}|[0-7]{1,3}|[\s\S])`].
join(""),"g");function pE(t,e){return t.replace(uE,(s,n,r,o,i)=>{if(s==="%%")return"%";if(i===void 0)return Mt(s);r==="*"&&e(),o==="*"&&e();let a=e();if(a.includes(
k))return a;if(i==="b")return Mt(a);if(i==="c")return a.slice(0,1);if(i==="s")return/^\d+$/.test(o??"")?a.slice(0,Number(o)):a;let c=/^['"]/.test(a)?a.codePointAt(
1)??0:Number(a||0);return Number.isSafeInteger(c)?i==="x"||i==="X"||i==="o"?c.toString(i==="o"?8:16):"diu".includes(i)?String(c):k:k})}function gs(t,e,s){return s.length===0?t.context.stdin?.readRest()??k:s.map(({text:n})=>n==="-"||n==="/dev/stdin"?t.context.stdin?.readRest()??k:e.sources.get(n)?.
text??e.files.read(n,t.scope.folder)??k).join("")}var kt=(t,{scope:e},{sources:s,files:n})=>s.get(t)?.text??n.read(t,e.folder),fE=({args:t},e)=>t.find(({text:s})=>s.
startsWith(`${e}=`))?.text.slice(e.length+1),hE=(t,e)=>t.map(({text:s})=>`${s.replaceAll("*",k)}${e?`/${k}`:""}
`).join("")||k;function Mo(t,e,s,{files:n},r=!1){let{input:o}=s.context,i=e.includes(k)&&o?.kind==="pipe"?o.from:[];n[r?"append":"write"](t,e,s.scope.folder,i)}
function Af(t,e){let{options:s,operands:n}=L(t.args,{permuted:!0}),r=t.context.stdin?.readRest()??k;for(let{text:o}of n)Mo(o,r,t,e,G(s,"a","append"));return r}var $f={
tee:(t,e)=>Af(t,e),sponge:(t,e)=>{let s=Af(t,e);return t.args.length>0?"":s},grep:(t,e)=>{let{options:s,operands:n}=L(t.args,_.getopt.grep);if(G(s,"c","count","\
q","quiet"))return k;let r=G(s,"e","regexp","f","file")?n:n.slice(1),o=G(s,"r","R","recursive");if(G(s,"l","L","files-with-matches","files-without-match"))return hE(
r,o);if(o)return k;let i=gs(t,e,r);return G(s,"o","only-matching","n","H","b")?Ce(i):i},dd:(t,e)=>{let[s,n]=["if","of"].map(i=>fE(t,i)),r=s===void 0?t.context.stdin?.
readRest()??k:kt(s,t,e)??k,o=t.args.some(({text:i})=>/^(?:skip|count|conv|bs|ibs)=/.test(i))?Ce(r):r;return n===void 0?o:(Mo(n,o,t,e),"")}};var mE=Ze(_.patterns.jq_choosing,"g"),gE=/"((?:[^"\\]|\\[\s\S])*)"/g,yE=/\\\((?:[^()]|\([^()]*\))*\)/g,bE=/^[\w\u{FFFC}][\w\u{FFFC}.@:=,-]*$|^(?:[\s,:=@]|\\[nt])?$/u,
kE=Ze(_.patterns.jq_making),Tf=({args:t,context:e})=>{let{options:s,operands:n}=L(t,{short:"fL",long:["from-file","indent"],permuted:!0}),r=s.some(({name:u})=>/^(?:(?:json)?args|arg(?:json)?|slurpfile|rawfile)$/.
test(u)),o=r?n.findIndex(({text:u})=>/[.$"[|]/.test(u)):0,a=((M(s,"f","from-file").length>0?void 0:n[Math.max(0,o)])?.text??"").replace(mE,""),c=[...a.matchAll(
gE)].map(([,u])=>u.replace(yE,k)),l=kE.test(a)&&(c.length>0||/\bimplode\b/.test(a)),d=/\benv\b|\$ENV/.test(a)&&Object.values(e.environment).some(ft);return l||d||
r&&/\$/.test(a)||!c.every(u=>bE.test(u))?D:Ce(e.stdin?.remaining||k)};var or=require("node:path");var vE=/%%|%(?!x|\d[\da-f])[-+ #0'^:_<>|\d.]*(?:[Cw]?\([^)]*\)|\{[^}]*\}|[acCGg]?[A-Za-z])|%/g,wE={"%%":"%","%n":`
`,"%t":"	"},pc=(t,e=wE)=>t.replace(vE,s=>e[s]??(s.length===1?D:k));function fc({program:t,args:e}){let{prefix:s,names:n,unread:r,...o}=_.formats.get(t),{options:i}=L(
e,{...o,permuted:!0}),a=s?e.find(({text:c})=>c.startsWith(s))?.text.slice(s.length):n?M(i,...n).at(-1)?.text:e.map(({text:c})=>c).join(" ");return a===void 0?k:
r?new RegExp(r).test(a)?D:k:/^[\w-]+$/.test(a)?k:`${pc(Mt(a.replace(/^t?format:/,"")))}
`}var xE=({args:t})=>{let{options:e,operands:s}=L(t,{short:"cft",long:["format","printf"],permuted:!0}),[n]=M(e,"c","f","t","format","printf");if(!n)return k;let r=s.
map(({text:i,glob:a})=>a?i.replaceAll("*",k):i),o=Mt(n.text);return Oe(r.map(i=>pc(o,{"%%":"%","%n":i,"%N":i})))},SE=/^(?:stripspace|column|interpret-trailers|mailinfo|fmt-merge-msg)$/,
EE=t=>{let[e="",s]=t.args.map(({text:n})=>n);return e==="rev-parse"&&s==="--show-toplevel"?`.
`:e==="rev-parse"&&s==="--sq-quote"?D:SE.test(e)?Ce(t.context.stdin?.remaining||k):fc(t)},CE=({args:t})=>{let{options:e,operands:s}=L(t,{short:"fs",long:["forma\
t","separator"]});if(M(e,"f","s","format","separator").length>0)return D;let n=s.map(({text:c})=>Number(c)),[r,o,i]=n.length===3?n:n.length===2?[n[0],1,n[1]]:[1,
1,n[0]],a=Math.floor((i-r)/o)+1;return!(a<=100)||![r,o].every(Number.isSafeInteger)?k:Oe(Array.from({length:Math.max(0,a)},(c,l)=>`${r+l*o}`))},_E=(t,e)=>or.posix.
normalize(/^[/~]/.test(t)||t.startsWith(k)?t:`${e}/${t}`).replace(/(?<=[^/])\/+$/,""),Pf=({args:t,scope:e})=>{let{options:s,operands:n}=L(t,{long:["relative-to",
"relative-base"],permuted:!0}),r=e.value("PWD");return M(s,"relative-to","relative-base").length===0?Oe(n.map(({text:o})=>_E(o,r))):Oe(n.map(({text:o})=>o))},AE=(t,e)=>{
let{options:s}=L(t.args,{permuted:!0});return G(s,"f","e","m","canonicalize","canonicalize-existing","canonicalize-missing")?Pf(t,e):k},$E=(t,e)=>or.posix.basename(
t,e)||or.posix.basename(t)||(t===""?"":"/"),TE=({args:t})=>{let{options:e,operands:s}=L(t,{short:"s",long:["suffix"]}),[n]=M(e,"s","suffix"),r=n!==void 0||G(e,"\
a","multiple"),o=n??(r?void 0:s[1]),i=r?s:s.slice(0,1);return o&&!ft(o)?Oe(i.map(({text:a})=>Ce(a))):Oe(i.map(({text:a})=>$E(a,o?.text)))},PE=({args:t})=>{let{operands:e}=L(
t,{permuted:!0});return Oe(e.map(s=>ft(s)?or.posix.dirname(s.text):je(s.text)))},Rf={stat:xE,git:EE,seq:CE,realpath:Pf,readlink:AE,basename:TE,dirname:PE};function If(t,e,s,n){
let r=[];for(let[o,{text:i}]of t.entries()){let[a,c]=t.slice(o+1,o+3).map(d=>d.text);if(a===void 0)continue;let l=d=>e.map(u=>pc(Mt(d),{"%%":"%","%p":u,"%H":s})).
join("");i==="-printf"?r.push(l(a)):i==="-fprintf"?n(a,l(c??"")):/^-f(?:print0?|ls)$/.test(i)&&n(a,Oe(e))}return r.length>0?r.join(""):Oe(e)}var RE=_.characterClasses;function Nf(t,e){let s=e.filter(i=>/^-[cCdst]+$/.test(i)).join(""),[n,r]=e.filter(i=>!/^-[cCdst]+$/.test(i)).map(IE);if(n===void 0||/[cCs]/.
test(s))return;if(s.includes("d"))return[...t].filter(i=>!n.includes(i)).join("");if(r===void 0||r.length===0)return;let o=new Map(n.map((i,a)=>[i,r[Math.min(a,
r.length-1)]]));return[...t].map(i=>o.get(i)??i).join("")}function IE(t){let e=Mt(t.replace(/\[:(\w+):\]/g,(r,o)=>RE[o]??"")),s=[],n=[...e];for(let r=0;r<n.length&&
s.length<1024;r+=1){let[o,i]=[n[r].codePointAt(0),n[r+2]?.codePointAt(0)];if(n[r+1]==="-"&&i!==void 0&&i>=o&&i-o<256){for(let a=o;a<=i;a+=1)s.push(String.fromCodePoint(
a));r+=2}else s.push(n[r])}return s}function Wo(t,e){let n=((Object.hasOwn(Mf,t.program)?Mf[t.program]:void 0)??NE(t.program))(t,e);return n.length>65536?D:(e.budget.spend(n.length>>6),n)}var NE=t=>_.
filters.has(t)?Wf:_.formats.has(t)?fc:()=>_.silent.has(t)?"":k,OE=16,ir=({args:t})=>t.map(({text:e})=>e),ys=(t,e="",s=je)=>(n,r)=>{let o=L(n.args,{short:e,permuted:!0}),
i=gs(n,r,o.operands);return i.includes(k)?s(i):t(i,o)??D},mc=(t,e="")=>ys(t,e,s=>s);function LE(t){let e=ir(t),s=0;for(;/^-[neE]+$/.test(e[s]??"");)s+=1;let n=e.
slice(0,s).join(""),r=e.slice(s).join(" ");return(n.includes("e")?Mt(r):r)+(n.includes("n")?"":`
`)}var gc=(t,e)=>{let s=e.replace(/\s+/g,"");return(t==="hex"?/^[\da-f]*$/i:/^[\w+/=-]*$/).test(s)?Buffer.from(s,t).toString("utf8"):D},DE=ys((t,{options:e})=>G(
e,"d","D","decode")?gc("base64",t):`${Buffer.from(t).toString("base64")}
`,"w"),ME=ys((t,{options:e})=>{if(!G(e,"d","decode"))return;let n=[...t.replace(/[\s=]/g,"")].map(r=>"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(r).toString(2).padStart(
5,"0")).join("").match(/[01]{8}/g)??[];return Buffer.from(n.map(r=>Number.parseInt(r,2))).toString("utf8")}),kn=t=>t.replace(/\n$/,"").split(`
`),Of=t=>mc((e,{options:s})=>{let n=s.map(({name:i})=>i).join(""),r=M(s,"n","lines")[0]?.text??(/^\d+$/.test(n)?n:"10"),o=kn(e);if(t&&/^\+\d+$/.test(r))return Oe(
o.slice(Number(r)-1));if(!(!/^\d{1,6}$/.test(r)||G(s,"c","bytes")))return Oe(t?o.slice(-Number(r)):o.slice(0,Number(r)))},"cn"),WE=ys((t,{options:e})=>{let[s]=M(
e,"c","b","f"),n=/^(\d*)(-?)(\d*)$/.exec(s?.text??"");if(!n)return;let r=Math.max(1,Number(n[1]||1)),o=n[2]===""?r:Number(n[3]||65536),i=M(e,"d")[0]?.text??"	",
a=G(e,"f"),c=l=>(a?l.split(i):[...l]).slice(r-1,o).join(a?i:"");return Oe(kn(t).map(c))},"cbfd");function qE(t,{options:e}){if(e.some(({name:n})=>!/^(?:[uro]|unique|reverse|output)$/.
test(n)))return;let s=kn(t).sort();return G(e,"r","reverse")&&s.reverse(),Oe(G(e,"u","unique")?[...new Set(s)]:s)}var Lf={short:"oktST",long:["output"],permuted:!0},
hc=(t,e)=>{let s=t.context.stdin?.remaining??"",{options:n,operands:r}=L(t.args,{short:"Fv"}),o=/^\s*\{\s*print\s*(?:\$(\d|NF))?\s*;?\s*\}\s*$/.exec(r[0]?.text??
""),i=M(n,"F")[0]?.text,a=r.length===1&&(i===void 0||/^[^\\.*+?[\]^$|()]$/.test(i));if(s===""||s.includes(k)||!a||!o)return Wf(t,e);let c=kn(s).map(l=>{let d=i===
void 0||i===" "?l.trim().split(/\s+/):l.split(i),u=o[1]==="NF"?d.length:Number(o[1]??0);return u===0?l:d[u-1]??""});return Oe(c)},Df=({args:t})=>{let{operands:e}=L(
t,{permuted:!0});return e.map(({text:s})=>s.includes("/")?s:`/usr/bin/${s}`).join(`
`)};function Wf(t,e){let n=L(t.args,{permuted:!0}).operands.slice(0,OE).map(({text:o})=>kt(o,t,e)??"");return[t.context.stdin?.remaining??"",...n].filter(o=>o!==
"").some(o=>Ce(o)===D)?D:k}var Mf={echo:LE,printf:t=>rr(ir(t)),cat:(t,e)=>gs(t,e,L(t.args,{permuted:!0}).operands),base64:DE,base32:ME,openssl:(t,e)=>{let[s,...n]=ir(
t),o=(s==="base64"||s==="enc"&&n.some(i=>/^-(base64|a)$/.test(i)))&&n.includes("-d")?gs(t,e,[]):k;return o.includes(k)?je(o):gc("base64",o)},xxd:ys((t,{options:e})=>G(
e,"r")&&G(e,"p","ps")?gc("hex",t):void 0),rev:ys(t=>Oe(kn(t).map(e=>[...e].reverse().join("")))),tac:ys(t=>Oe(kn(t).reverse())),tr:t=>{let e=t.context.stdin?.readRest()??
k;return e.includes(k)?je(e):Nf(e,ir(t))??D},head:Of(!1),tail:Of(!0),cut:WE,sort:(t,e)=>{let{options:s}=L(t.args,Lf),n=mc(qE,Lf.short)(t,e),[r]=M(s,"o","output");
return r&&Mo(r.text,n,t,e),r?"":n},uniq:mc((t,{options:e})=>G(e,"c","count","f","s","w")?void 0:t),awk:hc,gawk:hc,mawk:hc,mktemp:({args:t})=>{let{options:e,operands:s}=L(
t,{short:"p",long:["suffix"],permuted:!0}),[n]=M(e,"p","tmpdir"),r=s[0]?s[0].text.replace(/X{3,}/,k):`tmp.${k}`,o=n?.text??(s[0]&&!G(e,"t","tmpdir")?void 0:"/tm\
p");return`${o===void 0?r:`${o}/${r}`}
`},strings:ys(t=>t),ls:({args:t})=>{let{options:e,operands:s}=L(t,{permuted:!0});return!G(e,"d","directory")||G(e,"l")||s.length===0?k:s.map(({text:n})=>`${n.replaceAll(
"*",k)}
`).join("")},yes:t=>`${ir(t).join(" ")||"y"}
`.repeat(10),pwd:({scope:t})=>`${t.value("PWD")}
`,which:Df,type:Df,...$f,...Rf,jq:Tf};Je();var jE=16,FE=/^([A-Za-z_]\w*)=([\s\S]*)$/g;function HE(t,e,{options:s,operands:n,code:r,files:o,reads:i},a){let{args:c,scope:l,context:d}=t,[u]=n,p=u!==void 0&&
(o.includes(u)||r.includes(u)||i&&u.text==="-"),f=e==="python"?c.findIndex(S=>r.includes(S)):-1,m=f>=0?c.slice(f+1):p?n.slice(1):n,g=(VE(e,s)?m.slice(0,jE):[]).
flatMap(({text:S})=>kt(S,t,a)??[]),b=i?void 0:d.stdin?.remaining,v=e==="awk",E=v?[...M(s,"v","assign"),...m]:[];return{args:m,environment:{...l.exported(),...d.
environment},variables:new Map(E.flatMap(({text:S})=>[...S.matchAll(FE)].map(([,x,A])=>[x,A]))),...ne({script:p&&o.includes(u)?u.text:void 0,input:g.length>0?g.
join(""):b===k||b===""?void 0:b,separator:v?M(s,"F","field-separator")[0]?.text:void 0,printsLast:e==="javascript"&&G(s,"p","print")||void 0})}}var VE=(t,e)=>t===
"awk"||(t==="perl"||t==="ruby")&&G(e,"n","p"),{interpreters:jf}=_;function ar(t){let e=Ff(t.slice(t.lastIndexOf("/")+1));return/^(ba|da|z|k|a|mk)?sh$/.test(e)?"\
shell":jf.get(e)?.language}var Ff=t=>t.replace(/\.exe$/i,"").replace(/^(python|pypy|perl|ruby|php|lua)[\d.]+$/,"$1").replace(/^pypy$/,"python");function qo(t,e){
let s=Ff(t.program),n=jf.get(s);if(!n)return;let r=n.language==="awk",o={...t,context:Y(t.context,t.program)},{options:i,operands:a}=L(zE(s,t.args),n),c=M(i,...n.
code??[]),l=M(i,...n.files??[]);n.operands==="code"&&c.length===0&&l.length===0&&c.push(...s==="redis-cli"&&a.length>0?[qf(a)]:a.slice(0,1)),n.operands==="datab\
ase then code"&&c.push(...a.slice(1)),i.some(({value:R})=>R?.text.startsWith("data:"))&&e.budget.fail("too-much","code in an address is not followed");let[d]=M(
i,...n.module??[]);d?.text==="timeit"&&c.push(...a.filter(({text:R})=>!/^-\w*[nru]?\d*$/.test(R)));let u=n.operands===void 0&&c.length===0&&!G(i,...n.module??[]);
u&&a[0]&&a[0].text!=="-"&&l.push(a[0]);let f=l.some(({text:R})=>/^(?:-|\/dev\/stdin|\/dev\/fd\/0)$/.test(R))||c.length===0&&l.length===0&&(u||n.operands!==void 0),
m=Js(f?t:yn(t),c[0]?.text??"",e),[h]=l.map(({text:R})=>UE(R,t,e)),g=r?Wo(t,e):void 0,b=r&&t.context.input?.kind==="pipe"?t.context.input:void 0,v=e.addInvocation(
{...Qs(m,h),args:t.args.filter(R=>!c.includes(R)||R.text.includes(k)),...ne({filter:b&&{code:qf(c).text,from:b.from}})}),E=HE(t,n.language,{options:i,operands:a,
code:c,files:l,reads:f},e),S=[...[...c,...BE(t.args,a,n)].map(({text:R})=>R),...l.flatMap(({text:R})=>kt(R,t,e)??[])],x=(R,U)=>bs(n.language,R,U,e,E),A=S.map(R=>x(
R,o)),T=f?t.context.stdin?.readRest():void 0;T!==void 0&&A.push(x(T,{...o,context:bt(o.context)}));let C=A.join("");return g!==void 0?g===k&&C!==""?C:g:n.language===
"sql"?GE(c)??v:C===""||G(i,"p")&&s!=="node"?v:C}var UE=(t,{scope:e},{sources:s,files:n})=>(s.get(t)??n.written(t,e.folder))?.from??[];function BE(t,[e,...s],n){
if(!e||n.operands==="no code")return[];let r=n.operands===void 0&&/[(;`\n]/.test(e.text)?[e]:[];if(!/^-./.test(t[t.indexOf(e)-1]?.text??""))return r;let{options:o,
operands:i}=L(s,n),a=M(o,...n.code??[]);return[...r,...a,...n.operands==="code"?i.slice(0,1):[]]}function GE(t){let e=t.flatMap(({text:s})=>/^\s*(?:select|with)\b/i.
test(s)?[...s.slice(0,1e4).matchAll(/'\s*((?:drop|truncate|delete|alter|revoke|grant)\s[^']*)'/gi)].map(([,n])=>`${n}${k};
`):[]);return e.length>0?e.join(""):void 0}var qf=t=>I(t.map(({text:e})=>e).join(" "));function zE(t,e){let[s,...n]=e;return t==="deno"&&s?.text==="eval"?[I("-e"),
...n]:(t==="deno"||t==="bun")&&s?.text==="run"?n:e}function bs(t,e,s,n,r=to){let{scope:o,context:i}=s;ye(e)&&n.budget.fail("too-much",`${s.program} runs code th\
at cannot be read to its end`);let a="";if(!n.readCode)return a;let c=t==="sql"?KE(e.replace(/^\s*\.(?!shell|system)\w+.*$/gm,""),s):e;return n.budget.descend(()=>{
n.budget.spend(e.length>>8);let{invocations:l,problem:d}=n.readCode(t,c,{readCommand:u=>YE(u,s,n),onWrite:(u,p)=>n.files.write(u,p,o.folder),input:r,onPrint:u=>{
a=a.length+u.length>65536?D:a+u}});d&&n.budget.fail(d.kind,d.detail);for(let u of l)n.budget.spendInvocation()&&n.invocations.push(XE(u,s,i))},void 0),a}var KE=(t,{
program:e})=>/^mongo(?:sh)?$/.test(e)?t.replace(/^[ \t]*(use[ \t]+[^;\s]+)[ \t]*$/gim,"$1;").replace(/\n(?=[ \t]*db[.[])/g,`;
`):t;function YE(t,e,s){let{context:n}=e,r=s.invocations.length;return s.runScript(t,Fe(e),{...n,wrappers:[],redirects:[],captured:!0}),{invocations:s.invocations.
splice(r)}}var XE=(t,{scope:e,program:s,args:n},{wrappers:r,redirects:o,input:i,environment:a})=>({...t,wrappers:[...r,...t.wrappers],redirects:[...o,...t.redirects],
...t.program==="sql"&&{client:{program:s,args:n,environment:{...e.exported(),...a}}},...ne({input:t.input??i,folder:t.folder??(e.folder===void 0?void 0:I(e.folder))})});function Hf(t,e){let[s,n]=QE(t),r=_.consoles.get(s),[o,...i]=n.slice(n.findIndex(({text:p})=>!p.startsWith("-")));if(!r||!o||!r.after.includes(o.text))return;let{
options:a,operands:c}=L(i,{...r,permuted:!0}),l=M(a,...r.code??[]);r.operands==="code"&&l.length===0&&l.push(...c.slice(0,1).filter(({text:p})=>p!=="-"));let d={
...t,context:Y(t.context,s)};for(let{text:p}of l)bs(r.language,p,d,e);let u=l.length===0?t.context.stdin?.readRest():void 0;u!==void 0&&bs(r.language,u,{...d,context:bt(
d.context)},e)}function QE({program:t,args:e}){let s=ar(t)?e.findIndex(({text:r})=>!r.startsWith("-")):-1;if(s===-1)return[t,e];let{text:n}=e[s];return[n.slice(
n.lastIndexOf("/")+1),e.slice(s+1)]}var Uf=require("node:path");var Vf={"git-dir":"GIT_DIR","work-tree":"GIT_WORK_TREE"},JE=Ze(_.patterns.git_settings,"i"),Bf=(t,e)=>{let{options:s,operands:n}=L(t.args,_.getopt.git),r={...t.
context.environment},o=ZE(s,r,t);for(let{name:d,value:u}of s)Vf[d]&&u&&(r[Vf[d]]=u);let i=t.scope.copy();for(let{text:d}of M(s,"C"))i.folder=/^[/~]/.test(d)||i.
folder===void 0?d:Uf.posix.normalize(`${i.folder}/${d}`);let a={...t,args:n,scope:i,context:{...t.context,environment:r}},c=d=>{oe(d,a,e)};for(let[d,u]of o)JE.test(
d)&&c(u.replace(/^!/,""));let l=t.context.wrappers.includes("git")?{}:{...t.scope.exported(),...r};for(let d of _.gitVariables)l[d]!==void 0&&c(l[d].text);return Gf(
a,o,e,0)};function ZE(t,e,{scope:s}){let n=[],r=s.exported(),o=a=>(e[a]??r[a])?.text,i=Number(o("GIT_CONFIG_COUNT")??0)||0;for(let a=0;a<Math.min(i,50);a+=1)n.push(
[o(`GIT_CONFIG_KEY_${a}`)??"",o(`GIT_CONFIG_VALUE_${a}`)??k]);for(let[,a,c]of(o("GIT_CONFIG_PARAMETERS")??"").matchAll(/'([^'=]+)'?='?([^']*)'/g))n.push([a,c]);
for(let{text:a}of M(t,"c")){let[,c=a,l="true"]=/^([^=]+)=([\s\S]*)$/.exec(a)??[];n.push([c,l]),e[`GIT_CONFIG_KEY_${i}`]=I(c),e[`GIT_CONFIG_VALUE_${i}`]=I(l),i+=
1,e.GIT_CONFIG_COUNT=I(String(i))}for(let{text:a}of M(t,"config-env")){let[c="",l=""]=a.split("=");n.push([c,(e[l]??s.get(l)?.words[0])?.text??k])}return n}var eC=8;
function Gf(t,e,s,n){let[r,...o]=t.args;if(r===void 0)return s.addInvocation(t);let i=e.findLast(([c])=>c.toLowerCase()===`alias.${r.text.toLowerCase()}`)?.[1]??
s.gitAliases.get(r.text);if(i!==void 0&&n<eC){if(i.startsWith("!"))return s.runScript(`${i.slice(1)} "$@"`,Fe(t,[I("git"),...o]),Y(t.context,"git"));let c=i.trim().
split(/\s+/).map(l=>I(l.replace(/^(["'])(.*)\1$/,"$2")));return Gf({...t,args:[...c,...o]},e,s,n+1)}let a=s.addInvocation(t);return tC(r.text,o,t,s),a}function tC(t,e,s,n){
let r=u=>{oe(u,s,n)},o=_.gitCode.get(t)?.options??[],{options:i,operands:a}=L(e,{short:o.filter(u=>u.length===1).join(""),long:o.filter(u=>u.length>1),permuted:!0});
for(let{text:u}of M(i,...o))r(u);t==="bisect"&&e[0]?.text==="run"&&tr(e.slice(1),s,n);let c=t==="submodule"?e.findIndex(({text:u})=>u==="foreach"):-1;if(c!==-1){
let u=e.slice(c+1).map(({text:p})=>p);r(u.slice(/^(--recursive|-q|--quiet)$/.test(u[0]??"")?1:0).join(" "))}for(let{text:u}of a)u.startsWith("ext::")&&r(u.slice(
5).replaceAll("% ","\\ "));let l=t==="config"?e.findIndex(({text:u})=>/^alias\./i.test(u)):-1,d=e[l+1]?.text;l!==-1&&d!==void 0&&n.gitAliases.set(e[l].text.slice(
6),d)}var zf=t=>String.raw`(?:\\[\s\S]|\[\^?\]?(?:\[:\w+:\]|[^\]\n])*\]|(?!\k<${t}>)[^\\[])*\k<${t}>`,yc=t=>String.raw`(?:\\[\s\S]|(?!\k<${t}>)[^\\])*\k<${t}>`,bc=new RegExp(
[String.raw`[\s;{}!]+|#.*|\d+(?:~\d+)?|\$|,\s*[+~]?|I(?=[\s,!a-z])`,String.raw`(?:(?=\/)|\\)(?<quote>[\s\S])${zf("quote")}`,String.raw`s(?<delimiter>[^\w\s\\])(?<pattern>${zf(
"delimiter")})`+String.raw`(?<replacement>${yc("delimiter")})(?<flags>[gpeimIM\d]*)(?:w(?<target>.*))?`,String.raw`(?<other>y(?<mark>[^\w\s\\])${yc("mark")}${yc(
"mark")}`,String.raw`[aic](?:\\\n|.)*|[N=gGhHxzF]|l\s*\d*|[:btTv][^;\n}]*)`,String.raw`e(?<command>.*)|[wW](?<written>.*)|[rR](?<read>.*)|(?<select>[pdnPD]|[qQ]\s*\d*)`].
join("|"),"y");function Kf(t){if(t.length>1e4)return;let e=[];for(let s=0;s<t.length;s=bc.lastIndex){bc.lastIndex=s;let n=bc.exec(t)?.groups;if(!n)return;let r=sC(
n);r&&e.push(r)}return e}function sC(t){let{pattern:e,replacement:s,flags:n="",target:r,delimiter:o="",command:i,written:a,read:c}=t;if(e!==void 0){let l={kind:"\
replace",pattern:e.slice(0,-1),replacement:s.slice(0,-1),flags:n,delimiter:o};return r===void 0?l:{...l,file:r.trim()}}return i!==void 0?{kind:"execute",command:i.
trim()}:a!==void 0?{kind:"write",file:a.trim()}:c!==void 0?{kind:"read",file:c.trim()}:t.select!==void 0?{kind:"select"}:t.other===void 0?void 0:{kind:"other"}}var nC=2,rC=3e5,oC=128;function iC(t,e,s,n){let{pattern:r,replacement:o,flags:i,delimiter:a}=e;if(t.includes(k))return Ce(t);let c=h=>h.replaceAll(`\\${a}`,()=>a),
l=r.match(/\*/g)?.length??0,d=/^[gpeI]*$/i.test(i)?aC(c(r),i,s):void 0,u=t.replace(/\n$/,"").split(`
`),p=u.reduce((h,g)=>h+g.length**(l+1),0),f=l<=nC&&p<=rC&&n.spend(Math.ceil(p/oC));if(!d||!f||/\\\w/.test(o))return D;let m=c(o).replace(/\\([\s\S])|[$&]/g,(h,g)=>g??
(h==="&"?"$&":"$$"));return u.map(h=>h.replace(d,m)).join(`
`)+(t.endsWith(`
`)?`
`:"")}function aC(t,e,s){if(/\\[\w(){}|+?<>'\x60]|\[[:.=]/.test(t)||s&&/[(){}|+?]/.test(t))return;let n=t.replace(/\\([\s\S])|\[(\^?)(\]?[^\]]*)\]|(?<=^\^?)\*|(?<!^)\^|\$(?!$)|[(){}|+?\]]/g,
(r,o,i,a)=>a!==void 0?`[${i}${a.replace(/[\\\]]/g,"\\$&")}]`:r.length===2?r:`\\${r}`);return hs(n,`${e.includes("g")?"g":""}${/i/i.test(e)?"i":""}`)}var cC=8,Xf=/^\/dev\/(?:stdout|stderr|fd\/[12])$/,
Qf=(t,e)=>{let{options:s,operands:n}=L(t.args,_.getopt.sed),r=M(s,"e","expression").map(({text:m})=>m),o=M(s,"f","file").map(m=>gs(t,e,[m]));r.length===0&&o.length===
0&&r.push(n.shift()?.text??"");let i=[...r,...o].join(`
`),a=Kf(i);e.budget.spend(cC*(a?.length??0));let c=(a??[]).flatMap(m=>{let h="file"in m&&m.file!==void 0&&!Xf.test(m.file)?m.file:"";return h===""?[]:[{kind:m.kind===
"read"?"read":"write",path:I(h)}]}),l={...t.context,redirects:[...t.context.redirects,...c]};e.addInvocation({...t,context:l});let d=G(s,"i","in-place"),u=d?k:gs(
t,e,n);if(a===void 0)return i.includes(k)||e.budget.fail("unparsable","its sed script cannot be parsed"),Ce(u);let p=G(s,"E","r","regexp-extended"),f=u;for(let m of a)
m.kind==="replace"&&(f=iC(f,m,p,e.budget)),f=lC(m,f,n,t,e);return d?"":f.length>65536?D:f};function lC(t,e,s,n,r){switch(t.kind){case"select":return e;case"othe\
r":return Ce(e);case"read":return je(e);case"execute":return t.command===""?Yf(e,s,n,r):(oe(t.command,n,r),je(e));case"replace":if(t.flags.includes("e"))return e.
includes(k)&&oe(dC(t),n,r),e.includes(k)&&s.length>0?k:Yf(e,[],n,r);break;default:}let{file:o}=t;return o!==void 0&&!Xf.test(o)&&r.files.write(o,e,n.scope.folder),
e}function Yf(t,e,s,n){let r=Fe(s),o=Y(s.context,s.program);if(t!==k)for(let i of t.split(`
`))n.runScript(i,r,bt(o));else n.runWords([I("sh"),...e],r,{...o,stdin:new yt(t)});return k}var dC=({replacement:t})=>t.replace(/\\\d|&/g,k).replace(/\\([\s\S])/g,
"$1");var uC=(t,e)=>{let{args:s,context:n}=t,{options:r,operands:o}=L(s.map(fC),_.getopt[t.program==="fish"?"fish":"shell"]),i=Y(n,t.program);for(let{name:u,value:p}of r)
p&&(u==="rcfile"||u==="init-file")&&Jf(p,{...t,args:[p]},e);let a=M(r,"c","command","C","init-command").map(({text:u})=>u),[c,...l]=a.length>0?[I(a.join(`
`)),...o]:o;if(pC(t.args,r))return e.addInvocation({...yn(t),args:[]});if(G(r,"c","command")||a.length>0){if(c===void 0)return e.addInvocation(t);let u=l[0]??I(
t.program);return e.addInvocation({...Js(yn(t),c.text,e),args:hC(s,c)}),e.runScript(c.text,Fe(t,[u,...l.slice(1)]),i)}return c===void 0||G(r,"s")||c.text==="-"||
/^\/(dev\/stdin|proc\/self\/fd\/0|dev\/fd\/0)$/.test(c.text)?Zs(t,e,Fe(t,[I(t.program),...o])):Jf(c,{...t,args:o},e)},pC=(t,e)=>G(e,"n","no-execute")&&!G(e,"i")&&
!t.some(({text:s})=>s.startsWith("+")),fC=t=>/^\+[a-zA-Z]/.test(t.text)?{...t,text:`-${t.text.slice(1)}`}:t,hC=(t,e)=>e.text.includes(k)?t:t.filter(s=>s!==e);function Zs(t,e,s=t.
scope){let{context:n}=t,r=n.stdin?.readRest();return r===void 0?e.addInvocation(t):(!r.includes(k)&&!mC(n)?e.addInvocation({...t,context:{...n,input:{kind:"text",
text:r}}}):e.addInvocation(n.input?.kind==="text"?Js(t,r,e):t),e.runScript(r,s,bt(Y(n,t.program))))}var mC=({input:t})=>{let e=t?.kind==="pipe"?t.from.at(-1)?.path:
void 0;return e!==void 0&&/^(?:python|javascript|perl|ruby|php|awk)$/.test(ar(e)??"")};function Jf(t,e,s){let{scope:n}=e,r=s.sources.get(t.text);if(r){let i={...e,
context:Xs(e.context,r)};return Zs(i,s,Fe(e,e.args))}let o=s.files.written(t.text,n.folder);return e.context.isConcurrent&&t.text===n.arguments[0]?.text&&ns(e,s),
s.addInvocation(Qs(yn(e),o?.from)),o===void 0?k:Zf(t,o.text,e,s)}function Zf(t,e,s,n){let[,r]=/^#!\s*(\S.*)/.exec(e)??[],o=r&&ar(r.split(/\s+/).at(r.includes("e\
nv ")?-1:0)),i=Y(s.context,s.program),a=`file ${t.text}
${e}`;if(n.activeScripts.includes(a))return s.context.isConcurrent&&ns(s,n),k;n.activeScripts.push(a);let c=k,l=Fe(s,[t,...s.args.slice(1)]);return o&&o!=="shel\
l"?bs(o,e,{...s,context:i},n):c=n.runScript(e,l,{...i,isConcurrent:!1}),n.activeScripts.pop(),c}function eh(t,e){let[s]=t.words,n=s.text.includes("/")?e.files.written(
s.text,t.scope.folder):void 0;if(n!==void 0)return e.addInvocation(Qs(t,n.from)),Zf(s,n.text,{...t,args:t.words},e)}var gC=(t,e)=>{let[s,...n]=t.args;if(s===void 0)
return e.addInvocation(t);if(s.text==="/dev/stdin"||s.text==="-")return Zs(t,e);let r=e.sources.get(s.text);if(r)return Zs({...t,context:Xs(t.context,r)},e);let o=e.
files.written(s.text,t.scope.folder);return e.addInvocation(Qs(t,o?.from)),o===void 0?k:(n.length>0&&(t.scope.arguments=[s,...n]),e.runScript(o.text,t.scope,Y(t.
context,t.program)))},th={"sh bash dash zsh ksh mksh ash rbash fish csh tcsh yash":uC,"source .":gC};var yC=4,sh=4096,bC=(t,e)=>{e.addInvocation(t);let{options:s}=L(t.args,_.getopt.make),n=M(s,"f","file","makefile").map(({text:i})=>i),r=M(s,"eval","E").map(({text:i})=>i);
for(let i of n.length>0?n:["Makefile","makefile","GNUmakefile"])r.push((i==="-"?t.context.stdin?.readRest():kt(i,t,e))??"");let o=t.args.flatMap(({text:i})=>/^([\w.]+)=([\s\S]*)$/.
exec(i)?.slice(1,3)??[]);o.includes("SHELL")&&oe(o[o.indexOf("SHELL")+1],t,e);for(let i of r){let a=kC(i);for(let c=0;c<o.length;c+=2)a.set(o[c],o[c+1]);for(let[
,c]of i.matchAll(/\$\(shell\s+((?:[^()]|\([^()]*\))*)\)/g))oe(nh(c,a),t,e);for(let c of i.replaceAll(`\\
`," ").split(`
`)){let[,l]=/^(?:\t|[^\t=#:]+:[^=;]*;)[\t ]*[@+-]*(.*)/.exec(c)??[];l!==void 0&&oe(nh(l,a),t,e)}}return k};function kC(t){let e=new Map(Object.entries(_.makeVariables));
for(let[,s,n]of t.matchAll(/^(?:export |override )?([\w.]+)[ \t]*(?::{0,3}|[?+])=[ \t]*([^\n]*)$/gm))e.set(s,n);return e}function nh(t,e){let s=t;for(let n=0;n<
yC&&s.length<sh;n+=1)s=s.replace(/(?<!\$)\$(?:\(([\w.]+)\)|\{([\w.]+)\})/g,(r,o,i)=>e.get(o??i)??(i===void 0?r:`\${${i.replaceAll(".","_")}}`));return s.length<
sh?s.replaceAll("$$","$"):D}var vC=(t,e)=>{e.addInvocation(t);let{options:s}=L(t.args,_.getopt.just),[n]=M(s,"f","justfile").map(({text:i})=>i),o=(n===void 0?["\
justfile","Justfile",".justfile"]:[n]).map(i=>kt(i,t,e)??"").join(`
`);for(let[,i]of o.matchAll(/^[ \t]+[@-]*(\S.*)/gm))oe(i.replace(/\{\{[^}]*\}\}/g,k),t,e);return k};function rh(t,e){let s=kt("package.json",t,e);if(s===void 0)
return;let[n="",r]=t.args.filter(({text:a})=>!a.startsWith("-")).map(({text:a})=>a),o=/^(?:run|run-script|rum|urn)$/.test(n)?r:wC[n]??n,i=xC(s);for(let a of[`pr\
e${o}`,o,`post${o}`]){let c=i?.[a];typeof c!="string"||e.activeScripts.includes(`script ${a}`)||(e.activeScripts.push(`script ${a}`),oe(c,t,e),e.activeScripts.pop())}}
var wC={t:"test",i:"install",ci:"install",add:"install"};function xC(t){try{return JSON.parse(t)?.scripts}catch{return}}var oh={"make gmake":bC,just:vC};var SC=Ze(_.patterns.request_statement,"i"),EC=Ze(_.patterns.request_fields,"gi"),ih=16384,CC=/^(?:https?:\/\/)?(?:localhost|127\.\d+\.\d+\.\d+)(?::(?!8123|8086|9000|9200|7474|8529|4200)\d+)?(?:\/|$)/;
function _C(t,e){let{options:s,operands:n}=L(t.args,_.getopt.request),r=l=>l==="d"||/^(?:data(?:-\w+)?|json|(?:post|body)-data)$/.test(l),o=s.flatMap(({name:l,value:d})=>d&&
r(l)?[d]:[]),i=[...M(s,"url"),...n];if(i.length>0&&i.every(({text:l})=>CC.test(l)))return;let c=[...o,...i].flatMap(({text:l})=>[...l.slice(0,ih).matchAll(EC)].
map(([,d,u])=>d===void 0?u.replace(/\\n/g,`
`).replace(/\\(.)/g,"$1"):AC(d)));for(let l of[...o.map(({text:d})=>d.slice(0,ih)),...c])SC.test(l)&&bs("sql",l,t,e)}var AC=t=>{let e=t.replaceAll("+"," "),s=fs.
url(e);return s===k?e:s},$C=/^\s*-?(?:put|mput|reput|send|append|mirror\s+(?:-\w*R\w*|--reverse))\s+(.*)$/,TC=100,PC=(t,e)=>{let{options:s,operands:n}=L(t.args,
_.getopt.transfer),r=t.context.stdin?.readRest()??"",[o]=M(s,"b"),i=o&&e.files.written(o.text,t.scope.folder)?.text,a=t.program==="lftp"?M(s,"e","c").map(p=>p.text):
[],c=e.addInvocation(t),l=[r,i??"",...a].join(`
`).split(/[\n;]/),d=l.flatMap(p=>/^\s*open\s+(?:-\S+\s+)*(\S+)/.exec(p)?.[1]??[]),u=(n[0]?.text??d[0]??"").replace(/^[a-z]+:\/\//,"").replace(/[:/].*$/,"");for(let p of l.
slice(0,TC)){let[,f]=$C.exec(p)??[],m=f?.split(/\s+/).filter(b=>b!==""&&!b.startsWith("-"))??[],h=m.length>1&&!/mput/.test(p)?m.slice(0,-1):m,g=["scp","-r",...h,
`${u||"unknown"}:`].map(b=>I(b,/[*?[]/.test(b)));h.length>0&&tr(g,t,e)}return c},{getopt:vt}=_,kc=t=>t.map(({text:e})=>e).join(" "),RC=({code:t=[],pattern:e,operands:s,
...n})=>(r,o)=>{let i=o.addInvocation(r),{options:a,operands:c}=L(r.args,{permuted:!0,...n});for(let{text:l}of[...M(a,...t),...s==="code"?c:[]])for(let d of e===
void 0?[l]:IC(l,e))oe(d,r,o);return i},IC=(t,e)=>[...t.matchAll(new RegExp(e,"g"))].map(s=>s.at(-1).replace(/\\(["\\])/g,"$1")),NC=Ze(_.patterns.editor_shell),OC=(t,e)=>{
e.addInvocation(t);let{options:s,operands:n}=L(t.args,vt.editor),r=M(s,"c","cmd").map(({text:a})=>a),o=n.flatMap(({text:a})=>a.startsWith("+")?[a.slice(1)]:[]),
i=/^(ex|ed|vi|vim|nvim)$/.test(t.program)?t.context.stdin?.readRest().split(`
`)??[]:[];for(let a of[...r,...o,...i]){let c=NC.exec(a);c&&oe(c[1]??"sh",t,e)}return k},LC=(t,e)=>{let{options:s,operands:n}=L(t.args,vt.ssh),[r,...o]=n,{options:i,
operands:a}=L(o,vt.ssh);s.push(...i);let c=a[0]?.text==="--"?a.slice(1):a,l=c.length===0&&r!==void 0&&t.context.stdin!==void 0;l||e.addInvocation({...t,args:t.args.
filter(d=>!c.includes(d))});for(let{text:d}of M(s,"o")){let[,u]=/^(?:ProxyCommand|LocalCommand|KnownHostsCommand)[= ]\s*(.*)/i.exec(d)??[];u!==void 0&&oe(u,t,e)}
return c.length>0?oe(kc(c),t,e):l?Zs({...t,scope:Fe(t)},e):k},DC=(t,e)=>{let s=e.addInvocation(t),{operands:n}=L(t.args,vt.container);(n[0]?.text==="compose"||n[0]?.
text==="container")&&({operands:n}=L(n.slice(1),vt.container));let[r,...o]=n;if(!/^(exec|run|debug)$/.test(r?.text??""))return s;let i=o.findIndex(({text:p})=>p===
"--"),{options:a,operands:c}=L(o,vt.container),l=i===-1?[...M(a,"entrypoint"),...c.slice(1)]:o.slice(i+1);if(l.length===0)return k;let d=Y(t.context,t.program),
u=WC(t)?Y(d,Fn):d;return e.runWords(l,t.scope,u)},MC=/^(?:-[a-zA-Z]*v|--(?:volume|volumes-from|mount|device|privileged|pid|ipc|userns|uts|cgroupns|cap-add|security-opt|rootfs)(?:=|$))/,
WC=({program:t,args:e})=>/^(?:docker|podman|nerdctl)$/.test(t)&&e.find(({text:s})=>!s.startsWith("-")&&s!=="container")?.text==="run"&&!e.some(({text:s})=>MC.test(
s)||s.includes(k)),qC=(t,e)=>{let{after:s=[],code:n=[],values:r=[],skip:o=0}=_.runners.get(t.program),i={short:[...r,...n].filter(g=>g.length===1).join(""),long:[
...r,...n].filter(g=>g.length>1)},{operands:a}=L(t.args,i);if(/^(npm|pnpm|yarn|bun)$/.test(t.program)&&rh(t,e),t.program==="yarn"&&a[0]?.text==="node")return e.
runWords(a,t.scope,Y(t.context,t.program));let[c]=a;if(/^(?:pnpm|yarn)$/.test(t.program)&&a.length>1&&!_.packageVerbs.has(c.text))return e.addInvocation(t),e.runWords(
a,t.scope,Y(t.context,t.program));let d=/^(?:workspaces?|foreach|recursive|multi|m)$/.test(a[0]?.text??"")?a.slice(0,10).findIndex(({text:g})=>s.includes(g)):0;
if(s.length>0&&!s.includes(a[d]?.text??""))return qo(t,e)??e.addInvocation(t);let u=e.addInvocation(t),{options:p,operands:f}=L(a.slice(s.length>0?d+1:0),i);for(let{
text:g}of M(p,...n))oe(g,t,e);let m=f.findIndex(({text:g})=>g==="--"),h=m===-1?f.slice(o):f.slice(m+1);return h.length>0?tr(h,t,e):u},jC=(t,e)=>Zs(t,e,Fe(t)),FC=(t,e)=>{
let s=e.addInvocation(t),{options:n,operands:r}=L(t.args,vt.copy),{files:o}=e,{folder:i}=t.scope,[a]=M(n,"t","target-directory"),c=a??r.at(-1);for(let{text:l}of a?
r:r.slice(0,-1)){let u=/^\/(usr\/(local\/)?)?s?bin\/[\w.-]+$/.test(l)?{text:`${l} "$@"`,from:[]}:void 0,p=e.sources.get(l)??o.written(l,i)??u;p===void 0||!c||(o.
write(c.text,p.text,i,p.from),o.write(`${c.text}/${l.slice(l.lastIndexOf("/")+1)}`,p.text,i,p.from))}return s},HC=(t,e)=>{let s=e.invocations.length,n=e.addInvocation(
t);_C(t,e);let r=t.program!=="curl",{options:o,operands:i}=L(t.args,r?vt.wget:vt.curl),a=t.program.startsWith("wget")?["O","output-document"]:["o","output","out"],
c=M(o,...a).map(({text:u})=>u),d=(r?c.length===0:G(o,"O","remote-name","J"))?i.map(({text:u})=>u.replace(/[?#].*$/,"").replace(/^.*\//,"")):[];for(let u of[...c,
...d])u!=="-"&&e.files.write(u,k,t.scope.folder,e.invocations.slice(s));return n},VC=(t,e)=>e.addInvocation(t.args[0]?.text.startsWith("+")?{...t,args:t.args.slice(
1)}:t),UC=(t,e)=>{let s=e.addInvocation(t),[n,...r]=L(t.args,vt.tmux).operands,{operands:o}=L(r,vt["tmux-command"]);return/^(neww?|(new|split)-\w+|splitw|run|run-shell|respawn-pane|send|send-keys)$/.
test(n?.text??"")&&oe(kc(o.filter(({text:i})=>!/^(Enter|C-m|KPEnter)$/.test(i))),t,e),s},BC=(t,e)=>{let s=e.addInvocation(t),{options:n,operands:r}=L(t.args,vt.
screen);return oe(G(n,"X")?kc(r):gn(r),t,e),s},ah={"vim vi nvim view ex ed less more":OC,"sed gsed":Qf,ssh:LC,"sftp ftp lftp":PC,"docker docker-compose podman n\
erdctl kubectl oc":DC,"curl wget wget2 aria2c axel":HC,"at batch":jC,"cp mv install ln":FC,tmux:UC,screen:BC,cargo:VC,...Object.fromEntries([..._.codeOptions].map(
([t,e])=>[t,RC(e)])),[[..._.runners.keys()].join(" ")]:qC};var GC=/^(?:ba|da|z|k|mk|a|rba|ya)?sh$/;function ch(t,e){let{program:s,scope:n,context:r}=t,o=_.codeVariables.get(s)?.variables??[],i=GC.test(s);if(o.length===0&&
!i||r.wrappers.includes(s))return;let a={...n.exported(),...r.environment},{input:c,stdin:l,...d}=r,u={...t,context:d};for(let p of o)a[p]&&oe(a[p].text.replace(
/^\|{0,2}-?\s*/,""),u,e);i&&zC(u,a,e)}function zC(t,e,s){let n=t.args.some(({text:i})=>/^-\w*i/.test(i)),r=/^(?:r?ba|z)sh$/.test(t.program)&&!n?"BASH_ENV":"ENV",
o=e[r];o&&(r==="BASH_ENV"||n)&&s.runWords([I("."),o],Fe(t),Y(t.context,t.program)),n&&e.PROMPT_COMMAND&&oe(e.PROMPT_COMMAND.text,t,s);for(let i of[r,"PS4",...n?
["PS1"]:[]]){let a=e[i]?.text??"";/\$\(|`/.test(a)&&oe(`: "${a}"`,t,s)}}function jo(t,e=!1){if(!(t.length>200||(t.match(/\*/g)?.length??0)>2))return t.replace(/\\(.)|\[(!|\^)?(\]?[^\]]*)\]|\*+|[\s\S]/g,(s,n,r,o)=>n!==void 0?lh(n):o!==
void 0?`[${r?"^":""}${o.replace(/[\\\]^]/g,"\\$&")}]`:s[0]==="*"?e?"[^]*?":"[^]*":s==="?"?"[^]":lh(s))}var lh=t=>t.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&");var KC=8;function YC(t){let e=Math.min(KC,t.length-1);for(let s=0;s<e;s+=1){let{text:n}=t[s];if(_.risky.has(n.slice(n.lastIndexOf("/")+1))&&/^[-/~.*]|=|\//.test(
t[s+1].text)||n==="git"&&t.length>s+2)return s}return-1}function XC(t){let e=t.includes(k)?void 0:jo(t),s=e===void 0?void 0:hs(`^(?:${e})$`);return s?[..._.risky].
filter(n=>s.test(n)).slice(0,3):[]}function uh(t,e){let{program:s}=t,n=_.wrappers.get(s);return n?dh(t,n,e):/^ld(-linux.*)?\.so/.test(s)?dh(t,{long:["library-pa\
th","preload","argv0"]},e):ZC(t,e)}function dh(t,e,s){let{skip:n=0}=e,{options:r,operands:o}=L(t.args,e),i=L(o.slice(n),n>0?e:{short:""}),a=i.options.length>0&&
n>0?i.operands:o.slice(n);n>0&&r.push(...i.options);let c={...Y(t.context,t.program),environment:{...t.context.environment}},l=QC(t.scope,r,e),d=M(r,...e.code??
[]),u=s.invocations.length;e.own&&s.addInvocation(t);let p="";e.assigns&&JC(a,c);let f={...c,wrappers:Y(t.context,ic(t.program)).wrappers},m=(b,v)=>s.runScript(
b,l.child([I("sh"),...v],c.environment),f),h=a.map(({text:b})=>b).join(" ");for(let{text:b}of d)p=m(e.assigns?`${b} ${h}`:b,a);let g=e.joined&&!G(r,"x","exec")||
a.length===1&&rc(a[0]);return d.length===0&&a.length>0&&(p=g?m(h,[]):s.runWords(a,l,c)),s.invocations.length===u?s.addInvocation(t):p}function QC(t,e,{folder:s=[]}){
let[n]=M(e,...s);if(!n)return t;let r=t.copy();return r.folder=n.text,r}function JC(t,e){let s={...e.environment};for(;;){let[,n,r]=/^([A-Za-z_]\w*)=([\s\S]*)$/.
exec(t[0]?.text??"")??[];if(n===void 0)break;s[n]={text:r,glob:t[0].glob},t.shift()}e.environment=s}function ZC(t,e){let{program:s,words:n,args:r,scope:o,context:i}=t,
a=n[0].glob?XC(s):[s.replaceAll(k,"")];for(let l of a)l!==""&&l!==s&&e.runWords([I(l),...r],o,Y(i,s));let c=_.nonRunners.has(s)?-1:YC(r);c!==-1&&e.runWords(r.slice(
c),o,Y(i,s))}function cr(t,e){switch(t.type){case"Script":case"CompoundList":case"AndOr":for(let s of t.commands)e(s);return;case"Statement":e(t.command);return;case"Command":
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
ted syntax node: ${s}`)}}}function ph(t){return t>=48&&t<=55}function hh(t){return t>=48&&t<=57||t>=65&&t<=70||t>=97&&t<=102}function e_(t,e){try{return String.fromCodePoint(t)}catch{return e}}
var t_=new TextDecoder("utf-8",{ignoreBOM:!0});function fh(t){return t_.decode(new Uint8Array(t))}function s_(t,e,s){if(t.charCodeAt(e)!==92||e+2>s)return;let n=t.
charCodeAt(e+1),r=e+2,o=r;if(n===120){for(;o<s&&o-r<2&&hh(t.charCodeAt(o));)o++;return o===r?void 0:{value:Number.parseInt(t.slice(r,o),16),end:o}}if(ph(n)){for(;o<
s&&o-r<2&&ph(t.charCodeAt(o));)o++;return{value:Number.parseInt(t.slice(e+1,o),8)&255,end:o}}}function lr(t,e,s){let n=e,r="",o=[],i=-1;for(;n<s&&t.charCodeAt(n)!==
39;){let c=n,l=s_(t,n,s);if(l&&l.value>=128){o.push(l.value),n=l.end;continue}if(o.length>0&&(r+=fh(o),o=[]),l){l.value===0&&i===-1&&(i=r.length),r+=String.fromCharCode(
l.value),n=l.end;continue}if(t.charCodeAt(n)!==92||n+1>=s){let u=n;for(;n<s;){let p=t.charCodeAt(n);if(p===39||p===92&&n+1<s)break;n++}r+=t.slice(u,n);continue}
n++;let d=t[n++];switch(d){case"a":r+="\x07";break;case"b":r+="\b";break;case"e":case"E":r+="\x1B";break;case"f":r+="\f";break;case"n":r+=`
`;break;case"r":r+="\r";break;case"t":r+="	";break;case"v":r+="\v";break;case"\\":r+="\\";break;case"'":r+="'";break;case'"':r+='"';break;case"?":r+="?";break;case`\

`:break;case"c":{let u=n<s?t.charCodeAt(n):39;if(u===39){r+=t.slice(c,n);break}if(n++,u===92){let f=n<s&&t.charCodeAt(n)===92;f&&n++,r+="",!f&&n<s&&(r+=t[n],n++);
break}let p=u===63?127:u&31;p===0&&u<128&&i===-1&&(i=r.length),r+=String.fromCharCode(p);break}case"u":case"U":{let u=n,p=d==="u"?4:8;for(;n<s&&n-u<p&&hh(t.charCodeAt(
n));)n++;if(n===u){r+=`\\${d}`;break}let f=t.slice(c,n),m=Number.parseInt(t.slice(u,n),16);m===0&&i===-1&&(i=r.length),r+=e_(m,f);break}default:r+=`\\${d}`;break}}
o.length>0&&(r+=fh(o)),i!==-1&&(r=r.slice(0,i));let a=n<s;return a&&n++,{value:r,end:n,closed:a}}var wt=class t{static _resolveScript;type;pos;end;text;#e;#t=void 0;constructor(e,s,n,r,o){this.type=e,this.pos=s,this.end=n,this.text=r,this.#e=o}get script(){
let e=this.#e;if(e!==void 0){let s=t._resolveScript(e.source,e.start,e.end,e.depth,e.parenBoundary,e.context);e.context===void 0&&(s.source=e.source),this.script=
s}return this.#t}set script(e){this.#t=e,this.#e=void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,script:this.script}}},Fo=class extends wt{operator;constructor(e,s,n,r,o){
super("ProcessSubstitution",e,s,n,o),this.operator=r}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,operator:this.operator,script:this.
script}}},vn=class t{static _resolveExpression;type="ArithmeticExpansion";pos;end;text;#e;#t=void 0;constructor(e,s,n,r){this.pos=e,this.end=s,this.text=n,this.#e=
r}get expression(){let e=this.#e;return e!==void 0&&(this.expression=t._resolveExpression(e.body,e.offset,e.source,e.depth,e.context,e.depth+1)),this.#t}set expression(e){
this.#t=e,this.#e=void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,expression:this.expression}}};function n_(t){let e="";for(let s of t)e+=s.type==="Literal"?s.value:s.text;return e}function Ho(t){let e=t.indexOf("\\");if(e===-1)return t;let s="",n=0;for(let r=e;r<
t.length;r++)if(t.charCodeAt(r)===92){if(s+=t.slice(n,r),r++,r>=t.length){s+="\\",n=r;break}t.charCodeAt(r)!==10&&(s+=t[r]),n=r+1}return s+t.slice(n)}function mh(t){
let e=1;for(;t[e]==="\\"&&t[e+1]===`
`;)e+=2;return e===1||t[e]!=="("?t:t[0]+t.slice(e)}function Vo(t){let e="";for(let s of t)switch(s.type){case"Literal":case"Glob":case"SingleQuoted":case"AnsiCQ\
uoted":e+=s.value;break;case"DoubleQuoted":case"LocaleString":e+=n_(s.parts);break;case"CommandExpansion":e+=s.text[0]==="$"?mh(s.text):s.text;break;case"Extend\
edGlob":e+=mh(s.text);break;default:e+=s.text;break}return e}var Le=class{type="Word";text;pos;end;#e;#t;#n;#s;#r=null;constructor(e,s,n,r,o,i=0){this.text=e,this.pos=s,this.end=n,this.#e=r,this.#t=o,this.#n=i,this.#s=o===
void 0?void 0:null}get value(){if(this.#r===null){let e=this.#e===void 0&&this.#s===null?void 0:this.parts;this.#r=e?Vo(e):Ho(this.text)}return this.#r}get parts(){
return this.#s===null&&(this.#s=this.#t?.(this.#e??"",this,this.#n)??void 0),this.#s}set parts(e){this.#s=e??void 0}toJSON(){return{type:this.type,text:this.text,
pos:this.pos,end:this.end,parts:this.parts,value:this.value}}};function wn(t){return{boundaries:t===void 0?void 0:vc(t),wordParts:void 0,embeddedParts:void 0,arrayParts:void 0}}function vc(t){return t.boundaries??(t.boundaries=
new Map)}function tt(t,e,s){for(;e+1<s&&t.charCodeAt(e)===92&&t.charCodeAt(e+1)===10;)e+=2;return e}function ws(t){return/[*?[]/.test(t)}var Wt=new Uint8Array(128);Wt[33]=1;Wt[94]=1;Wt[91]=1;Wt[93]=1;Wt[58]=1;Wt[46]=1;Wt[61]=1;Wt[45]=1;Wt[92]=1;function r_(t,e,s,n,r){
let o=s-1;for(;o>e&&t.charCodeAt(o)!==93;)o--;if(o===e)return null;let i=[],a=[],c=[],l=0,d=!1;for(let b=e;b<s;b++){for(;n&&l<n.length&&n[l].end<=b+r;)l++;let v=n?.[l],
E=b,S=0;if(v&&v.pos<=b+r&&v.type!=="Literal")b=v.end-r-1;else{if(S=t.charCodeAt(b),S===92&&b+1<s&&t.charCodeAt(b+1)===10){b++;continue}(S>=128||!Wt[S])&&(S=0)}let x=a.
length-1;if(S===0&&x>=0&&a[x]===0){c[x]++;continue}x>=0&&a[x]===91&&(S===58||S===61||S===46)&&(d=!0),i.push(E),a.push(S),c.push(1)}let u=a.length,p;if(d){p=new Int32Array(
u).fill(-1);let b=-1,v=-1,E=-1,S=-1;for(let x=u-1;x>=0;x--){let A=a[x+2];if(A===93?b=x+2:a[x+3]===93&&(A===58?v=x+2:A===61?E=x+2:A===46&&(S=x+2)),a[x]!==91)continue;
let T=a[x+1],C=T===58?v:T===61?E:T===46?S:-1;C!==-1&&(T===46||b===-1||b>C)&&(p[x]=C+2)}}let f=b=>p===void 0?-1:p[b],m=new Int32Array(u+2).fill(-1),h=(b,v)=>{if(b>=
u)return-1;if(v&&a[b]===45&&b+1<u&&a[b+1]!==93){let E=b+1;if(a[E]===92){if(E+1>=u)return-1;E++}let S=E+1;if(a[E]===91&&a[E+1]===46){let x=f(E);x!==-1&&(S=x)}else if(a[E]===
0&&c[E]>1)return m[E];return S>=u?-1:a[S]===93?S+1:m[S]}return a[b]===93?b+1:m[b]};for(let b=u-1;b>=0;b--){let v=a[b],E=b+1,S=!0;if(v===92){if(b+1>=u)continue;E=
b+2}else if(v===91){let x=a[b+1];if(x===58||x===61||x===46){let A=f(b);A!==-1&&(E=A,S=x===46)}}m[b]=h(E,S)}let g=new Map;for(let b=0;b<u;b++){if(a[b]!==91)continue;
let v=b+1;if((a[v]===33||a[v]===94)&&v++,v>=u)continue;let E=a[v]===93?h(v+1,!0):m[v];E!==-1&&g.set(i[b],i[E-1]+1)}return g}function wc(t,e,s,n,r,o,i){for(;e<s;){
for(;n&&r<n.length&&n[r].end<=e+o;)r++;let a=n?.[r];if(a&&a.pos===e+o&&a.end<=s+o){i.push(a),e=a.end-o,r++;continue}let c=a?Math.min(s,(a.pos>e+o?a.pos:a.end)-o):
s,l=t.slice(e,c);i.push({type:"Literal",pos:e+o,end:c+o,text:l,value:Ho(l)}),e=c}return r}function qt(t,e,s,n,r=0){let o,i,a=0,c=0,l=e;for(let d=e;d<s;d++){for(;n&&
a<n.length&&n[a].end<=d+r;)a++;let u=n?.[a];if(u&&u.pos<=d+r&&u.type!=="Literal"){d=u.end-r-1;continue}let p=t.charCodeAt(d);if(p===92){d++;continue}let f;if(p===
42||p===63){let g=u?Math.min(s,u.end-r):s,b=tt(t,d+1,g);if(b<g&&t.charCodeAt(b)===40)continue;if(f=d+1,p===42)for(;f<g&&t.charCodeAt(f)===42;){let v=tt(t,f+1,g);
if(v<g&&t.charCodeAt(v)===40)break;f++}}else if(p===91){i===void 0&&(i=r_(t,d,s,n,r));let g=i?.get(d);if(g===void 0)continue;f=g}else continue;o||(o=[]),c=wc(t,
l,d,n,c,r,o);let m=t.slice(d,f),h;if(p===91){let g=[];c=wc(t,d+1,f-1,n,c,r,g),h={type:"Glob",kind:"bracket",pos:d+r,end:f+r,text:m,value:"["+Vo(g)+"]",parts:g}}else
h={type:"Glob",kind:p===42?"star":"question",pos:d+r,end:f+r,text:m,value:m,parts:void 0};o.push(h),l=f,d=f-1}return o?(wc(t,l,s,n,c,r,o),o):n??void 0}var y={Word:0,Assignment:1,Semi:2,Newline:3,Pipe:4,And:5,Or:6,Amp:7,LParen:8,RParen:9,LBrace:10,RBrace:11,Bang:12,If:13,Then:14,Else:15,Elif:16,Fi:17,Do:18,Done:19,
For:20,While:21,Until:22,In:23,Case:24,Esac:25,Function:26,DoubleSemi:27,SemiAmp:28,DoubleSemiAmp:29,Select:30,DblLBracket:31,DblRBracket:32,EOF:33,ArithCmd:34,
Coproc:35,Redirect:36},Uo=class{token=y.EOF;_value="";_owner;pos=0;end=0;fileDescriptor=void 0;variableName=void 0;descriptorEnd=0;delimiterQuoted=!1;content=void 0;targetPos=0;targetEnd=0;assignmentOperatorPos=-1;raw=!1;keywordEligible=!1;constructor(e=null){
this._owner=e}get value(){return this._value??(this._value=this._owner===null?"":this._owner._tokenValue(this.pos,this.end,this.raw))}set value(e){this._value=e}reset(){
this.token=y.EOF,this._value="",this.pos=0,this.end=0,this.fileDescriptor=void 0,this.variableName=void 0,this.descriptorEnd=0,this.delimiterQuoted=!1,this.content=
void 0,this.targetPos=0,this.targetEnd=0,this.assignmentOperatorPos=-1,this.raw=!1,this.keywordEligible=!1}copyFrom(e){this.token=e.token,this._value=e._value,this.
pos=e.pos,this.end=e.end,this.fileDescriptor=e.fileDescriptor,this.variableName=e.variableName,this.descriptorEnd=e.descriptorEnd,this.delimiterQuoted=e.delimiterQuoted,
this.content=e.content,this.targetPos=e.targetPos,this.targetEnd=e.targetEnd,this.assignmentOperatorPos=e.assignmentOperatorPos,this.raw=e.raw,this.keywordEligible=
e.keywordEligible}},gh=new Map([["if",y.If],["then",y.Then],["else",y.Else],["elif",y.Elif],["fi",y.Fi],["do",y.Do],["done",y.Done],["for",y.For],["while",y.While],
["until",y.Until],["in",y.In],["case",y.Case],["esac",y.Esac],["function",y.Function],["select",y.Select],["coproc",y.Coproc],["!",y.Bang],["{",y.LBrace],["}",y.
RBrace]]);var ie=new Uint8Array(128);ie[124]=1;ie[38]=1;ie[59]=1;ie[40]=1;ie[41]=1;ie[60]=1;ie[62]=1;ie[32]=1;ie[9]=1;ie[10]=1;ie[92]=2;ie[39]=2;ie[34]=2;ie[36]=2;ie[96]=
2;ie[123]=2;function dr(t,e,s){for(;e<s;){let n=t.charCodeAt(e);if(n===32||n===9)e++;else if(n===92&&e+1<s&&t.charCodeAt(e+1)===10)e+=2;else break}return e}var Ch=new Uint8Array(
128);for(let t of[9,10,32,33,37,38,40,41,42,43,44,45,47,58,60,61,62,63,94,124])Ch[t]=1;function Cn(t,e,s){for(let n=e;n<s;n++){let r=t.charCodeAt(n);if(r===92||
r===39||r===34||r===36||r===96||(r===60||r===62)&&n+1<s&&t.charCodeAt(n+1)===40)return!0}return!1}function yh(t,e,s=!1,n){let r=0,o=0;for(let i=0;i<t.length;i++){
let a=t.charCodeAt(i);if(a===92){i++;continue}if(a===123){r++;continue}if(a===125){r>0&&r--;continue}if(a===39){for(i++;i<t.length&&t.charCodeAt(i)!==39;)i++;continue}
if(a===34){for(i++;i<t.length;){let l=t.charCodeAt(i);if(l===34)break;if(l===92){i+=2;continue}let d=n?.(i,!0)??i;if(d>i){i=d;continue}i++}continue}let c=n?.(i,
!1)??i;if(c>i){i=c-1;continue}if(s&&r===0){if(a===63){o++;continue}if(a===58&&o>0){o--;continue}}if(a===e&&r===0)return i}return-1}var os=new Uint8Array(128);for(let t=97;t<=
122;t++)os[t]=3;for(let t=65;t<=90;t++)os[t]=3;for(let t=48;t<=57;t++)os[t]=2;os[95]=3;var is=new Uint8Array(128);is[63]=1;is[64]=1;is[42]=1;is[43]=1;is[33]=1;is[61]=
1;function bh(t){return t<128&&t!==61&&is[t]===1}var o_={63:"?",64:"@",42:"*",43:"+",33:"!"};function kh(t){let e=t.type;return e==="Literal"||e==="SimpleExpans\
ion"||e==="ParameterExpansion"||e==="CommandExpansion"||e==="ArithmeticExpansion"}function i_(t,e,s){for(let n=e;n<s;n++){let r=t.charCodeAt(n);if(r<48||r>57)return!1}
return s>e}var St=-1,Sc=0,vh=1,Ec=2,wh=3,Ve=4;function a_(t,e){let s=t[t.length-1],n=e[0],r=0;s?.type==="Literal"&&n?.type==="Literal"&&s.end===n.pos&&(t[t.length-
1]={type:"Literal",pos:s.pos,end:n.end,text:s.text+n.text,value:s.value+n.value},r=1);for(let o=r;o<e.length;o++)t.push(e[o]);return t}function xh(t){return t<St}
function Sh(t){return-t-2}function xc(t,e,s,n){let r=n;for(let o=e;o<s&&r>=0;o++){let i=t.charCodeAt(o);if(r>=Ve)i===91?r++:i===93&&--r===Ve&&(r=Ec);else if(r===
Sc)r=i<128&&os[i]&1?vh:St;else if(r===vh){if(i<128&&os[i]&2)continue;i===91?r=Ve+1:i===43?r=wh:r=i===61?-o-2:St}else r===Ec?i===43?r=wh:r=i===61?-o-2:St:r=i===61?
-o-2:St}return r}function be(t,e,s,n=0,r=0){t.token=e,t._value=s,t.pos=n,t.end=r,t.fileDescriptor=void 0,t.variableName=void 0,t.descriptorEnd=0,t.delimiterQuoted=
!1,t.content=void 0,t.assignmentOperatorPos=-1,t.raw=!1,t.keywordEligible=!1}function xs(t,e,s,n,r){t.token=e,t._value=null,t.pos=s,t.end=n,t.fileDescriptor=void 0,
t.variableName=void 0,t.descriptorEnd=0,t.delimiterQuoted=!1,t.content=void 0,t.assignmentOperatorPos=-1,t.raw=r,t.keywordEligible=!1}function Eh(t,e,s){switch(t.
charCodeAt(e)){case 33:return s===1?y.Bang:void 0;case 123:return s===1?y.LBrace:void 0;case 125:return s===1?y.RBrace:void 0;case 105:{if(s!==2)return;let n=t.
charCodeAt(e+1);return n===102?y.If:n===110?y.In:void 0}case 102:return s===2?t.charCodeAt(e+1)===105?y.Fi:void 0:s===3?t.startsWith("for",e)?y.For:void 0:s===8&&
t.startsWith("function",e)?y.Function:void 0;case 116:return s===4&&t.startsWith("then",e)?y.Then:void 0;case 101:return s!==4?void 0:t.startsWith("else",e)?y.Else:
t.startsWith("elif",e)?y.Elif:t.startsWith("esac",e)?y.Esac:void 0;case 100:return s===2?t.charCodeAt(e+1)===111?y.Do:void 0:s===4&&t.startsWith("done",e)?y.Done:
void 0;case 99:return s===4?t.startsWith("case",e)?y.Case:void 0:s===6&&t.startsWith("coproc",e)?y.Coproc:void 0;case 119:return s===5&&t.startsWith("while",e)?
y.While:void 0;case 117:return s===5&&t.startsWith("until",e)?y.Until:void 0;case 115:return s===6&&t.startsWith("select",e)?y.Select:void 0;default:return}}var w={
Normal:0,CommandStart:1,TestMode:2,CommandPrefix:3,Declaration:4,ArrayElement:5,FunctionName:6,CasePattern:7,EvalArgument:8};function c_(t){return t===32||t===9||
t===10||t===124}var nt=class t{static _findSubstitutionEnd;src;srcEnd;parenBoundary;pos;current;nextState;hasPeek;pendingHereDocs;substitutionContext;_errors=null;_buildParts=!1;_buildValue=!1;_nestingDepth=0;constructor(e,s=0,n=e.
length,r=!1,o=wn()){if(this.src=e,this.srcEnd=n,this.parenBoundary=r,this.pos=s,this.current=new Uo(this),this.nextState=new Uo(this),this.hasPeek=!1,this.pendingHereDocs=
null,this.substitutionContext=o,s===0&&e.charCodeAt(0)===35&&e.charCodeAt(1)===33){let i=e.indexOf(`
`);this.pos=i===-1?this.srcEnd:i+1}}getSource(){return this.src}fork(e,s,n=!1){let r=new t(this.src,e,s,n,this.substitutionContext);return r._nestingDepth=this.
_nestingDepth,r}getSubstitutionContext(){return this.substitutionContext}get errors(){return this._errors??(this._errors=[])}commandExpansion(e,s,n,r,o=!1){let i=this.
scriptWindow(this.src,n,n+r.length,o);return new wt("CommandExpansion",e,this.pos,s,i)}decodedCommandExpansion(e,s,n){let r=this.scriptWindow(n,0,n.length,!1,!0);
return new wt("CommandExpansion",e,this.pos,s,r)}processSubstitution(e,s,n,r){let o=this.scriptWindow(this.src,e+2,e+2+r.length,!this._unbalanced);return new Fo(
e,this.pos,s,n,o)}scriptWindow(e,s,n,r,o=!1){if(this._nestingDepth>256)return;let i=o?void 0:this.substitutionContext;return{source:e,start:s,end:n,depth:this._nestingDepth+
1,parenBoundary:r,context:i}}getPos(){return this.pos}findSubstitutionEnd(e,s,n=this._nestingDepth+1){return t._findSubstitutionEnd===void 0?-1:t._findSubstitutionEnd(
this.src,e,s,n,this.substitutionContext)}_tokenValue(e,s,n){return n?this.src.slice(e,s):this.wordValueOf(e,s)}wordValueOf(e,s){let n=this.pos,r=this.srcEnd,o=this.
_bracketWindow,i=this._arithmeticBracketWindow,a=this._buildValue,c=this._unbalanced,l=this._errors===null?0:this._errors.length;this.pos=e,this.srcEnd=s,this._buildValue=
!0,this.readWordText(),this.pos<s&&this._wordAssignmentState!==void 0&&this._wordAssignmentState>=Ve&&(this.pos=e,this.readWordText(!0));let d=this._wordText;return this.
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
this.pos+1)===40){this.pos+=2,this.extractBalanced();continue}if(e<128&&Ch[e])break;this.pos++}return this.pos}findClosingShellDelimiter(e,s,n,r=!1,o=!0,i,a){let c=this.
pos,l=this.srcEnd,d=this._bracketWindow,u=this._arithmeticBracketWindow,p=this._unbalanced;this.srcEnd=Math.min(s,this.srcEnd);let f=[n];i?.push([]);let m=a?[e]:
void 0,h=e,g=!0,b=-1;for(;h<this.srcEnd;){let v=f[f.length-1];i&&v===93&&i[i.length-1].push(h);let E=this.src.charCodeAt(h);if(E===92){h+1<this.srcEnd&&this.src.
charCodeAt(h+1)!==10&&(g=!1),h+=2;continue}if(E===35&&r&&f.length===1&&g){for(;h<this.srcEnd&&this.src.charCodeAt(h)!==10;)h++;continue}if(E===39){this.pos=h+1,
this.skipSQ(),h=this.pos,g=!1;continue}if(E===34){this.pos=h+1,this.skipDQ(),h=this.pos,g=!1;continue}if(E===96){for(h++;h<this.srcEnd&&this.src.charCodeAt(h)!==
96;)this.src.charCodeAt(h)===92&&h++,h++;h<this.srcEnd&&h++,g=!1;continue}if(E===36&&h+1<this.srcEnd&&this.src.charCodeAt(h+1)===40||(E===60||E===62)&&h+1<this.
srcEnd&&this.src.charCodeAt(h+1)===40){this.pos=h+2,this.extractBalanced(),h=this.pos,g=!1;continue}if(E===36&&h+1<this.srcEnd){let S=this.src.charCodeAt(h+1);if(S===
39){h=lr(this.src,h+2,this.srcEnd).end,g=!1;continue}if(S===36){h+=2,g=!1;continue}if(S===123&&o){f.push(125),i?.push([]),h+=2,g=!1;continue}}if(r&&f.length===1&&
(E===91&&g?(f.push(93),i?.push([])):b===-1&&(E===59||E===38||E===124||E===60||E===62||E===40&&!bh(this.src.charCodeAt(h-1)))&&(b=h)),v===93&&E===91)f.push(93),i?.
push([]),m?.push(h+1);else if(v===41&&E===40)f.push(41),i?.push([]);else if(E===v){if(f.pop(),m?.pop(),i?.pop(),f.length===0)return this.pos=c,this.srcEnd=l,this.
_bracketWindow=d,this._arithmeticBracketWindow=u,this._unbalanced=p,b!==-1&&this.errors.push({message:`unexpected '${this.src[b]}' in array assignment`,pos:b}),
h;g=!1,h++;continue}g=E<128&&(ie[E]&1)!==0,h++}if(m)for(let v of m)a.add(v);return this.pos=c,this.srcEnd=l,this._bracketWindow=d,this._arithmeticBracketWindow=
u,this._unbalanced=p,-1}scanBraceExpansion(e,s){let n=this.src,r=this.srcEnd,o=s.get(e);if(o!==void 0)return o;let i=this.pos,a=this._unbalanced,c=this._errors===
null?0:this._errors.length,l=[e,0],d=e+1;for(;d<r;){let u=n.charCodeAt(d),p=u<128?ie[u]:0;if(p===0){if(d++,u===125){let m=l.pop();if(s.set(l.pop(),m?d:-1),l.length===
0)break}else(u===44||u===46&&n.charCodeAt(d)===46)&&(l[l.length-1]=1);continue}let f=d+1<r?n.charCodeAt(d+1):0;if(p&1)if(f===40&&(u===60||u===62))this.pos=d+2,this.
extractBalanced(),d=this.pos;else if(u===40&&bh(n.charCodeAt(d-1))){let m=this.findClosingShellDelimiter(d+1,r,41);if(m===-1)break;d=m+1}else break;else if(u===
92)d+=2;else if(u===39)this.pos=d+1,this.skipSQ(),d=this.pos;else if(u===34)this.pos=d+1,this.skipDQ(),d=this.pos;else if(u===96){for(d++;d<r&&n.charCodeAt(d)!==
96;)d+=n.charCodeAt(d)===92?2:1;d++}else if(u===123)l.push(d,0),d++;else if(f===39)d=lr(n,d+2,r).end;else if(f===123){let m=this.findClosingBrace(d+2,r);if(m===
-1)break;d=m+1}else f===40?(this.pos=d+2,this.extractBalanced(),d=this.pos):d++}this.pos=i,this._unbalanced=a,this._errors!==null&&(this._errors.length=c);for(let u=0;u<
l.length;u+=2)s.set(l[u],-1);return s.get(e)}skipSubshellBody(){return this.extractBalanced(!1),this._unbalanced?-1:this.pos}skipCompoundBody(e){let s=[{close:e,
phase:e===y.Esac?"case-pattern":"commands"}],n=!0;for(;;){let r=s[s.length-1].phase,o=n?w.CommandStart:w.Normal;r==="function-name"?o=w.FunctionName:r==="case-p\
attern"&&n&&(o=w.CasePattern);let i=this.next(o),a=i.token;if(a===y.EOF)return-1;let c=s.length-1,l=s[c];if(l.phase==="function-name"){if(a===y.Newline)continue;
l.phase="function-body",n=!0;continue}else if(l.phase==="function-body"){if(a===y.Newline)continue;if(l.phase="commands",n=!0,a===y.LParen&&this.peek(w.Normal).
token===y.RParen){this.next(w.Normal),l.phase="function-body";continue}}else if(l.phase==="coproc-command"){if(a===y.Newline)continue;if(a===y.Word){l.phase="co\
proc-body",n=!0;continue}l.phase="commands",n=!0}else if(l.phase==="coproc-body"){if(a===y.Newline||(l.phase=a===y.Word&&i.keywordEligible&&i.value==="time"?"ti\
me-command":"commands",n=!0,l.phase==="time-command"))continue}else if(l.phase==="time-command"){if(a===y.Word&&i.keywordEligible&&i.value==="-p"){l.phase="time\
-command-after-p";continue}if(a===y.Word&&i.keywordEligible&&i.value==="--"){l.phase="commands";continue}l.phase="commands",n=!0}else if(l.phase==="time-command\
-after-p"){if(a===y.Word&&i.keywordEligible&&i.value==="--"){l.phase="commands";continue}l.phase="commands",n=!0}else if(l.phase==="for-header"){if(a===y.ArithCmd||
a===y.Semi||a===y.Newline){n=!0;continue}if(a===y.Do||a===y.LBrace){l.close=a===y.Do?y.Done:y.RBrace,l.phase="commands",n=!0;continue}}else if(l.phase==="case-w\
ord"){if(a===y.Newline)continue;l.phase="case-in",n=!1;continue}else if(l.phase==="case-in"){if(a===y.Newline){n=!0;continue}l.phase="case-pattern",n=!0;continue}else if(l.
phase==="case-pattern"){if(a===y.Esac&&n){if(s.pop(),s.length===0)return i.end;n=!1;continue}a===y.RParen?(l.phase="commands",n=!0):n=a===y.Newline;continue}if(a===
l.close){if(s.pop(),s.length===0)return i.end;n=!1;continue}if(n)switch(a){case y.LParen:s.push({close:y.RParen,phase:"commands"});break;case y.LBrace:s.push({close:y.
RBrace,phase:"commands"});break;case y.If:s.push({close:y.Fi,phase:"commands"});break;case y.For:s.push({close:y.Done,phase:"for-header"});break;case y.While:case y.
Until:case y.Select:s.push({close:y.Done,phase:"commands"});break;case y.Case:s.push({close:y.Esac,phase:"case-word"});break;case y.DblLBracket:if(!this.skipTestCommandBody())
return-1;n=!1;continue;case y.Assignment:case y.Redirect:case y.Bang:case y.Then:case y.Else:case y.Elif:case y.Do:case y.In:break;case y.Semi:case y.Newline:case y.
Pipe:case y.And:case y.Or:case y.Amp:case y.DoubleSemi:case y.SemiAmp:case y.DoubleSemiAmp:break;case y.Function:l.phase="function-name";break;case y.Coproc:l.phase=
"coproc-command";break;default:a===y.Word&&i.keywordEligible&&i.value==="time"?(l.phase="time-command",n=!0):n=!1;continue}switch(a){case y.Semi:case y.Newline:case y.
Pipe:case y.And:case y.Or:case y.Amp:n=!0;break;case y.DoubleSemi:case y.SemiAmp:case y.DoubleSemiAmp:l.close===y.Esac&&(l.phase="case-pattern"),n=!0;break;case y.
RParen:n=!0;break}}}skipTestGroup(){let e=1;for(;;){let s=this.next(w.TestMode);if(s.token===y.EOF)return-1;if(s.token===y.DblRBracket)return this.unshift(s),-1;
if(s.token===y.LParen)e++;else if(s.token===y.RParen&&--e===0)return s.end}}skipTestCommandBody(){for(;;){let e=this.next(w.TestMode).token;if(e===y.DblRBracket)
return!0;if(e===y.EOF)return!1}}buildWordParts(e){this._buildParts=!0,this.pos=e;let s=this.src.charCodeAt(e);if((s===60||s===62)&&e+1<this.srcEnd&&this.src.charCodeAt(
e+1)===40){this.pos=e+2;let n=this.extractBalanced(),r=this.src.slice(e,this.pos),o=this.processSubstitution(e,r,s===60?"<":">",n);this.pos<this.srcEnd?(this.readWordText(),
this._wordParts?this._wordParts.unshift(o):this._wordParts=[o]):this._wordParts=[o]}else this.readWordText(),this.pos<this.srcEnd&&this._wordAssignmentState!==void 0&&
this._wordAssignmentState>=Ve&&(this.pos=e,this.readWordText(!0));return this._wordParts}buildEmbeddedWordParts(e,s=!1){return this._buildParts=!0,this.pos=e,this.
readInnerWordText(!1,s),this._wordParts}buildArrayElementParts(e){let s=this.findClosingBracket(e+1);if(s===-1)return this.buildWordParts(e);let n=this.src;this.
_buildParts=!0;let r=Cn(n,e,s+1)?this.parseSubFieldWord(e,s+1,"embedded"):void 0;this.pos=s+1,this.readWordText(!1,w.ArrayElement);let o=this.pos,i=tt(n,s+1,o),
a=n.charCodeAt(i),c=a===61||a===43&&n.charCodeAt(i+1)===61,l=r?.parts,d=this._wordParts;if(c&&(d=qt(n,s+1,o,d)??d),!l&&!d)return c?null:qt(n,e,o,void 0)??null;let u=n.
slice(e,s+1);l||(l=[{type:"Literal",pos:e,end:s+1,text:u,value:r?.value??u}]),d||(d=o>s+1?[{type:"Literal",pos:s+1,end:o,text:n.slice(s+1,o),value:this._wordText}]:
[]);let p=a_(l,d);return c||(p=qt(n,e,o,p)??p),p.length>1||p[0].type!=="Literal"?p:null}buildHereDocParts(e,s){this._buildParts=!0;let n=this.src,r=[],o=!1,i="",
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
this.errors.push({message:"unterminated process substitution",pos:i});continue}if(o<128&&ie[o]&1&&o!==124)break;this.pos++}return be(this.current,y.Word,e.slice(
n,this.pos),n,this.pos),this.current}readCStyleForExprs(){this.hasPeek=!1;let e=this.src,s=this.srcEnd;for(;this.pos<s&&(e.charCodeAt(this.pos)===32||e.charCodeAt(
this.pos)===9);)this.pos++;let n=this.pos;this.pos<s&&e.charCodeAt(this.pos)===40&&this.pos++;let r=[this.pos,0,0],o=["","","",0,0,0],i=0,a=1,c=this.pos,l=!1,d=u=>{
let p=e.slice(c,u);o[i]=p.trim(),o[3+i]=r[i]+p.length-p.trimStart().length};for(;this.pos<s&&a>0;){let u=e.charCodeAt(this.pos);if(u===40)a++,this.pos++;else if(u===
41){if(a--,a===0){for(l||d(this.pos),i<2&&this.errors.push({message:"expected three arithmetic expressions in for header",pos:this.pos}),this.pos++;this.pos<s&&
(e.charCodeAt(this.pos)===32||e.charCodeAt(this.pos)===9);)this.pos++;this.pos<s&&e.charCodeAt(this.pos)===41&&this.pos++;break}this.pos++}else if(u===59&&a===1){
if(i===2){l||(d(this.pos),this.errors.push({message:"expected three arithmetic expressions in for header",pos:this.pos})),l=!0,this.pos++;continue}d(this.pos),i++,
this.pos++,c=this.pos,r[i]=c}else u===36?this.readDollar():u===96?this.readBacktickExpansion():u===92?this.pos+=this.pos+1<s?2:1:u===39?(this.pos++,this.skipSQ()):
u===34?(this.pos++,this.skipDQ()):this.pos++}return a>0&&(l||d(this.pos),this.errors.push({message:"unterminated arithmetic for header",pos:n})),o}peek(e=w.Normal){
return this.hasPeek||(this.readNext(this.nextState,e),this.hasPeek=!0),this.nextState}peekFollow(e){if(!this.hasPeek){let s=e[this.current.token]?w.CommandStart:
w.Normal;this.readNext(this.nextState,s),this.hasPeek=!0}return this.nextState}next(e=w.Normal){if(this.hasPeek){this.hasPeek=!1;let s=this.current;return this.
current=this.nextState,this.nextState=s,this.current}return this.readNext(this.current,e),this.current}unshift(e){this.nextState.copyFrom(e),this.hasPeek=!0}readNext(e,s){
let n=this.src,r=this.srcEnd,o=this.pos;for(;;){if(o=dr(n,o,r),s===w.TestMode)for(;o<r&&n.charCodeAt(o)===10;)o=dr(n,o+1,r);if(o>=r||n.charCodeAt(o)!==35)break;
for(;o<r&&n.charCodeAt(o)!==10;)o++}if(this.pos=o,o>=r){this.consumePendingHereDocs(),be(e,y.EOF,"",o,o);return}let i=o,a=n.charCodeAt(o);if(a===10){this.pos++,
this.consumePendingHereDocs(),be(e,y.Newline,`
`,i,this.pos);return}if(s===w.TestMode&&(a===60||a===62)&&!(this.pos+1<this.srcEnd&&n.charCodeAt(this.pos+1)===40)){this.pos++,be(e,y.Word,a===60?"<":">",i,this.
pos),e.keywordEligible=!0;return}a<128&&ie[a]&1&&this.tryReadOperator(e,a,s,i)||a===91&&s===w.ArrayElement&&this.readArrayElement(e,i)||this.readWord(e,s,i)}tryReadOperator(e,s,n,r){
let o=this.src,i=this.pos,a=i+1<this.srcEnd?o.charCodeAt(i+1):0;switch(s){case 59:return a===59?i+2<this.srcEnd&&o.charCodeAt(i+2)===38?(this.pos+=3,be(e,y.DoubleSemiAmp,
";;&",r,this.pos),!0):(this.pos+=2,be(e,y.DoubleSemi,";;",r,this.pos),!0):a===38?(this.pos+=2,be(e,y.SemiAmp,";&",r,this.pos),!0):(this.pos++,be(e,y.Semi,";",r,
this.pos),!0);case 124:return a===124?(this.pos+=2,be(e,y.Or,"||",r,this.pos),!0):a===38?(this.pos+=2,be(e,y.Pipe,"|&",r,this.pos),!0):(this.pos++,be(e,y.Pipe,"\
|",r,this.pos),!0);case 38:if(a===38)return this.pos+=2,be(e,y.And,"&&",r,this.pos),!0;if(a===62){this.pos+=2;let c=this.pos<this.srcEnd&&o.charCodeAt(this.pos)===
62;return c&&this.pos++,this.readRedirectTarget(e,c?"&>>":"&>",r)}return this.pos++,be(e,y.Amp,"&",r,this.pos),!0;case 40:if(n===w.CommandStart&&a===40){let c=this.
errors.length;if(this.readArithmeticCommand(e,r),!this._notArithmetic)return!0;this.errors.length=c,this.pos=r}return this.pos++,be(e,y.LParen,"(",r,this.pos),!0;case 41:
return this.pos++,be(e,y.RParen,")",r,this.pos),!0;case 60:case 62:return this.readRedirection(e,r);default:return!1}}readRedirection(e,s){let n=this.src,r=n.charCodeAt(
this.pos),o="";if(r===60){this.pos++;let i=this.pos<this.srcEnd?n.charCodeAt(this.pos):0;if(i===60){this.pos++;let a=this.pos<this.srcEnd?n.charCodeAt(this.pos):
0;if(a===60)this.pos++,o="<<<";else{let c=a===45;c&&this.pos++,this.skipSpacesAndTabs();let l=this.pos;(this.pos>=this.srcEnd||n.charCodeAt(this.pos)!==35)&&this.
readHereDocDelimiter();let d=this.pos>l;return d&&(this.pendingHereDocs??(this.pendingHereDocs=[])).push({delimiter:this._hereDelim,strip:c,quoted:this._hereQuoted}),
be(e,y.Redirect,c?"<<-":"<<",s,this.pos),e.content=d?this._hereDelim:void 0,e.delimiterQuoted=d&&this._hereQuoted,e.targetPos=l,e.targetEnd=d?this.pos:l,!0}}else{
if(i===40)return this.readProcessSubstitution(e,"<",s),!0;i===62?(o="<>",this.pos++):i===38?(o="<&",this.pos++):o="<"}}else if(r===62){this.pos++;let i=this.pos<
this.srcEnd?n.charCodeAt(this.pos):0;if(i===40)return this.readProcessSubstitution(e,">",s),!0;i===62?(o=">>",this.pos++):i===38?(o=">&",this.pos++):i===124?(o=
">|",this.pos++):o=">"}return this.readRedirectTarget(e,o,s)}readRedirectTarget(e,s,n){let r=this.src;if(this.skipSpacesAndTabs(),this.pos<this.srcEnd){let o=r.
charCodeAt(this.pos);if((o===60||o===62)&&this.pos+1<this.srcEnd&&r.charCodeAt(this.pos+1)===40){let a=this.pos;this.pos+=2,this.extractBalanced(),this._unbalanced&&
this.errors.push({message:"unterminated process substitution",pos:a});let c=r.slice(a,this.pos);return be(e,y.Redirect,s,n,this.pos),e.content=c,e.targetPos=a,e.
targetEnd=this.pos,!0}let i=this.pos;return o!==10&&o!==35&&this.readRedirectTargetText(),this.redirectToken(e,s,n,i),!0}return this.redirectToken(e,s,n,this.pos),
!0}readRedirectTargetText(){let e=this._buildValue;this._buildValue=!0,this.readWordText(),this._buildValue=e}redirectToken(e,s,n,r){let o=this.pos>r&&(this._wordText.
length>0||this._wordQuoted);be(e,y.Redirect,s,n,this.pos),e.content=o?this._wordText:void 0,e.targetPos=r,e.targetEnd=o?this.pos:r}readProcessSubstitution(e,s,n){
this.pos++,this.extractBalanced(),this._unbalanced&&this.errors.push({message:"unterminated process substitution",pos:n});let r=this.src.slice(n,this.pos);be(e,
y.Word,r,n,this.pos)}readHereDocDelimiter(){let e=this.src,s=this.srcEnd,n=this._buildValue;this._buildValue=!0;let r="",o=!1;for(;this.pos<s;){let i=e.charCodeAt(
this.pos);if(i===39){for(o=!0,this.pos++;this.pos<s&&e.charCodeAt(this.pos)!==39;)r+=e[this.pos],this.pos++;this.pos<s&&this.pos++}else if(i===34){for(o=!0,this.
pos++;this.pos<s&&e.charCodeAt(this.pos)!==34;){if(e.charCodeAt(this.pos)===92&&this.pos+1<s){let a=e.charCodeAt(this.pos+1);if(a===10){this.pos+=2;continue}(a===
36||a===96||a===34||a===92)&&this.pos++}r+=e[this.pos],this.pos++}this.pos<s&&this.pos++}else if(i===92){if(this.pos+1<s&&e.charCodeAt(this.pos+1)===10){this.pos+=
2;continue}o=!0,this.pos++,this.pos<s?(r+=e[this.pos],this.pos++):r+="\\"}else if(i===96){let a=this.pos;for(this.pos++;this.pos<s&&e.charCodeAt(this.pos)!==96;)
e.charCodeAt(this.pos)===92&&this.pos++,this.pos++;this.pos<s&&this.pos++,r+=e.slice(a,this.pos)}else if(i===36){let a=this.pos+1<s?e.charCodeAt(this.pos+1):0;(a===
39||a===34)&&(o=!0),this.readDollar(),r+=this._resultText}else{if(i<128&&ie[i]&1)break;r+=e[this.pos],this.pos++}}this._buildValue=n,this._hereDelim=r,this._hereQuoted=
o}consumePendingHereDocs(){let e=this.pendingHereDocs;if(!(e===null||e.length===0)){for(let s of e){let n=this.pos,r=this.skipHereDocBody(s.delimiter,s.strip,this.
parenBoundary,s.quoted);s.target&&(s.target.body.pos=n,s.target.body.end=r,s.target.body.text=this.src.slice(n,r),this.hereDocClosingPos!==-1&&(s.target.closing=
{pos:this.hereDocClosingPos,end:this.hereDocClosingEnd}))}e.length=0}}hereDocClosingPos=-1;hereDocClosingEnd=-1;matchHereDocDelimiter(e,s,n,r){let o=this.src,i=s;
for(let a=0;a<e.length;){if(r&&o.charCodeAt(i)===92&&i+1<n&&o.charCodeAt(i+1)===10){i+=2;continue}if(i>=n||o.charCodeAt(i)!==e.charCodeAt(a))return-1;i++,a++}return i}logicalLineEnd(e,s,n){
let r=this.src,o=r.indexOf(`
`,e);for(;o!==-1&&o<s;){if(!n)return o;let i=o;for(;i>e&&r.charCodeAt(i-1)===92;)i--;if((o-i)%2===0)return o;e=o+1,o=r.indexOf(`
`,e)}return s}skipHereDocBody(e,s,n=!1,r=!1){this.hereDocClosingPos=-1,this.hereDocClosingEnd=-1;let o=this.src,i=this.srcEnd;for(;this.pos<i;){let a=this.pos,c=this.
logicalLineEnd(a,i,!r);for(;;){let d=a;if(s)for(;a<c&&o.charCodeAt(a)===9;)a++;if(r||(a=tt(o,a,c)),a===d)break}let l=this.matchHereDocDelimiter(e,a,c,!r);if(l!==
-1&&!r&&(l=tt(o,l,c)),l===c){let d=this.pos;return(!n||!this.parenBoundary||c!==i)&&(this.hereDocClosingPos=a,this.hereDocClosingEnd=c),this.pos=c<i?c+1:c,d}if(n&&
l!==-1){let d=l;for(;d<c&&o.charCodeAt(d)!==41;)d++;if(d<c||this.parenBoundary&&c===i){let u=this.pos;return this.pos=l,u}}this.pos=c<i?c+1:c}return this.pos}_wordText="";_wordRaw=!1;_wordQuoted=!1;_wordHasExpansions=!1;_wordKeywordEligible=!1;_wordAssignmentState;_bracketWindow;_arithmeticBracketWindow;_wordParts=null;_resultText="";_resultIsRaw=!0;_resultHasExpansion=!1;_resultPart;_unbalanced=!1;_notArithmetic=!1;_arithUnterminated=!1;_dqText="";_dqHasExpansions=!1;_dqParts=null;_dqEnd=0;_hereDelim="";_hereQuoted=!1;readWord(e,s,n=0){
let r=this._errors===null?0:this._errors.length;if(this.readWordText(!1,s,!0),s===w.Normal){let o=this.pos<this.srcEnd?this.src.charCodeAt(this.pos):0;if(!this.
_wordRaw||o!==60&&o!==62){xs(e,y.Word,n,this.pos,this._wordRaw),e.keywordEligible=this._wordKeywordEligible;return}}this.classifyWord(e,s,n,r)}isRedirectVariable(e,s){
let n=this.src;for(let r=e;r<s;r++){let o=n.charCodeAt(r);if(o===91&&r>e)return r+2<s&&n.charCodeAt(s-1)===93&&this.findClosingShellDelimiter(r+1,s,93)===s-1;if(o>=
128||!(os[o]&(r===e?1:2)))return!1}return s>e}readArrayElement(e,s){let n=this.findClosingBracket(s+1);return n===-1?!1:(this.pos=n+1,this.readWordText(),xs(e,y.
Word,s,this.pos,!0),!0)}classifyWord(e,s,n,r){let o=this.src,i=this._wordRaw,a=this._wordHasExpansions,c=this._wordQuoted,l=this._wordKeywordEligible,d=this._wordAssignmentState,
u=this.pos,p=u-n;if(s===w.CasePattern){let m=y.Word;if(l){let h=i?Eh(o,n,p):gh.get(this.wordValueOf(n,u));h===y.Esac&&(m=h)}xs(e,m,n,u,i),e.keywordEligible=l;return}
let f=null;if(!i&&!a&&l&&(s===w.CommandStart||s===w.TestMode)){let m=u<this.srcEnd?o.charCodeAt(u):0;(!c&&p<=16||m===60||m===62)&&(f=this.wordValueOf(n,u))}if(s===
w.CommandStart&&l){if(i){if(p<=8){let m=Eh(o,n,p);if(m!==void 0){xs(e,m,n,u,!0);return}}if(p===2&&o.charCodeAt(n)===91&&o.charCodeAt(n+1)===91){xs(e,y.DblLBracket,
n,u,!0);return}}else if(f!==null&&f.length>0){let m=f.charCodeAt(0);if(m>=97&&m<=122&&f.length<=8||m===33||m===123||m===125){let h=gh.get(f);if(h!==void 0){be(e,
h,f,n,u);return}}if(m===91&&f==="[["){be(e,y.DblLBracket,f,n,u);return}}}if(s===w.CommandStart||s===w.CommandPrefix||s===w.Declaration){if(d===void 0){let m=-1,
h=!1;for(let g=n+1;g<u;g++){let b=o.charCodeAt(g);if(b===61){m=g;break}b===91&&(h=!0)}(m!==-1||s!==w.Declaration&&h)&&(d=xc(o,n,u,Sc))}if(d!==void 0){if(s!==w.Declaration&&
d>=Ve){if(u<this.srcEnd&&(this._errors!==null&&(this._errors.length=r),this.pos=n,this.readWordText(!0,s,!0),this.pos>u)){this.classifyWord(e,s,n,r);return}(this.
_errors===null||this._errors.length===r)&&this.errors.push({message:"unterminated array subscript",pos:o.indexOf("[",n)})}if(xh(d)){xs(e,y.Assignment,n,u,i),f!==
null&&(e._value=f),e.assignmentOperatorPos=Sh(d);return}}}if((s===w.CommandStart||s===w.TestMode)&&l){if(i){if(p===2&&o.charCodeAt(n)===93&&o.charCodeAt(n+1)===
93){xs(e,y.DblRBracket,n,u,!0);return}}else if(f==="]]"){be(e,y.DblRBracket,f,n,u);return}}if(!a&&this.pos<this.srcEnd){let m=o.charCodeAt(this.pos);if((m===60||
m===62)&&i){let h=o.charCodeAt(n);if(h>=48&&h<=57&&i_(o,n,u)){let g=Number.parseInt(o.slice(n,u),10);if(this.readRedirection(e,n)){e.fileDescriptor=g,e.descriptorEnd=
u;return}}if(h===123&&o.charCodeAt(u-1)===125&&this.isRedirectVariable(n+1,u-1)){let g=o.slice(n+1,u-1);if(this.readRedirection(e,n)){e.variableName=g,e.descriptorEnd=
u;return}}}}xs(e,y.Word,n,u,i),f!==null&&(e._value=f),e.keywordEligible=l}readWordText(e=!1,s=w.Normal,n=!1){let r=this.src,o=this.srcEnd,i=this.pos,a=i,c=0;for(;i<
o;){let T=r.charCodeAt(i);if(T<128&&ie[T]){c=T;break}i++}if(i>=o||ie[c]&1&&!(c===40&&i>a&&is[r.charCodeAt(i-1)])&&!e){this.pos=i,this._wordText=(this._buildParts||
this._buildValue)&&i>a?r.slice(a,i):"",this._wordRaw=!0,this._wordQuoted=!1,this._wordHasExpansions=!1,this._wordKeywordEligible=!0,this._wordAssignmentState=void 0,
this._buildParts&&(this._wordParts=ws(this._wordText)&&s!==w.ArrayElement?qt(r,a,i,void 0)??null:null);return}let l=this._buildParts,d=l||this._buildValue,u=d&&
i>a?r.slice(a,i):"",p=!1,f=!1,m=!0,h=!0,g=i>a?r.charCodeAt(i-1):0,b=xc(r,a,i,Sc),v,E="",S=0,x=!1,A;for(l&&(v=[],E=u,S=a,x=u.length>0&&ws(u));i<o;){let T=r.charCodeAt(
i);if(T>=128||!ie[T]){let C=i;for(i++;i<o;){let R=r.charCodeAt(i);if(R<128&&ie[R])break;i++}if(g=r.charCodeAt(i-1),b=xc(r,C,i,b),d){let R=r.slice(C,i);u+=R,l&&(E+=
R,x=x||ws(R))}continue}if(ie[T]&1){if(e&&b>=Ve){let C=this.findClosingBracket(i);if(C!==-1){let R=C+1;if(b=b===Ve+1?Ec:b-1,g=r.charCodeAt(C),d){let U=r.slice(i,
R);u+=U,l&&(E+=U,x=x||ws(U))}i=R;continue}}if(T===40&&g<128&&is[g]){if(s===w.FunctionName||b>=Ve&&(s===w.CommandStart||s===w.CommandPrefix)||s===w.CommandStart&&
g===33&&m&&r.charCodeAt(a)===33&&tt(r,a+1,o)===i)break;let C=g;if(C===61&&n&&!((s===w.CommandStart||s===w.CommandPrefix||s===w.Declaration||s===w.EvalArgument)&&
xh(b)&&tt(r,Sh(b)+1,o)===i))break;let R=i+1,U=this.findClosingShellDelimiter(R,o,41,C===61);if(U===-1&&!n&&!e&&b>=Ve||s===w.CommandStart&&C!==61&&U!==-1&&dr(r,R,
U)===U)break;m=!1;let ve=U===-1?o:U;if(i=U===-1?o:U+1,U===-1&&this.errors.push({message:"unterminated extended glob",pos:R-2}),g=r.charCodeAt(i-1),d){let q="("+
r.slice(R,i);if(u+=q,l&&C!==61){let he=R-2;for(;r.charCodeAt(he)===10&&r.charCodeAt(he-1)===92;)he-=2;if(E.length>0){let te=E.slice(0,-1);he>S&&v.push({type:"Li\
teral",pos:S,end:he,value:te,text:r.slice(S,he)}),E=""}let j=o_[C];v.push({type:"ExtendedGlob",pos:he,end:i,text:r.slice(he,i),operator:j,pattern:r.slice(R,ve),
parts:this.subFieldParts(R,ve)}),S=i}else l&&(E+=q,x=x||ws(q))}continue}break}if(T===92){i++,i<o?r.charCodeAt(i)===10?(i++,h=!1):(b>=0&&b<Ve&&(b=St),p=!0,m=!1,h=
!1,g=r.charCodeAt(i),d&&(u+=r[i],l&&(E+=r[i])),i++):(b>=0&&b<Ve&&(b=St),p=!0,m=!1,g=92,d&&(u+="\\",l&&(E+="\\")));continue}if(T===39){let C=i;b>=0&&b<Ve&&(b=St),
p=!0,m=!1,h=!1,i++;let R=i;for(;i<o&&r.charCodeAt(i)!==39;)i++;i>R&&(g=r.charCodeAt(i-1));let U=d?r.slice(R,i):"";d&&(u+=U),i<o?i++:this.errors.push({message:"u\
nterminated single quote",pos:R-1}),l&&(C>S&&(v.push({type:"Literal",pos:S,end:C,value:E,text:r.slice(S,C)}),E=""),v.push({type:"SingleQuoted",pos:C,end:i,value:U,
text:r.slice(C,i)}),S=i);continue}if(T===34){let C=i;if(b>=0&&b<Ve&&(b=St),p=!0,m=!1,h=!1,i++,this.pos=i,this.readDoubleQuoted(),i=this.pos,this._dqEnd>C+1&&(g=
r.charCodeAt(this._dqEnd-1)),this._dqHasExpansions&&(f=!0),d&&(u+=this._dqText),l){C>S&&(v.push({type:"Literal",pos:S,end:C,value:E,text:r.slice(S,C)}),E="");let R=r.
slice(C,i);v.push({type:"DoubleQuoted",pos:C,end:i,text:R,parts:this._dqParts??[{type:"Literal",pos:C+1,end:this._dqEnd,value:this._dqText,text:r.slice(C+1,this.
_dqEnd)}]}),S=i}continue}if(T===36){m=!1;let C=i;b>=0&&b<Ve&&(b=St);let R=i+1<o?r.charCodeAt(i+1):0;(R===39||R===34)&&(p=!0),this.pos=i,this.readDollar(),i=this.
pos,this._resultIsRaw||(h=!1),i>C&&(g=r.charCodeAt(i-1)),this._resultHasExpansion&&(f=!0),d&&(u+=this._resultText),l&&(this._resultPart?(C>S&&(v.push({type:"Lit\
eral",pos:S,end:C,value:E,text:r.slice(S,C)}),E=""),v.push(this._resultPart),S=i):E+=this._resultText);continue}if(T===96){m=!1;let C=i;b>=0&&b<Ve&&(b=St),this.
pos=i,this.readBacktickExpansion(),i=this.pos,h=!1,g=r.charCodeAt(i-1),f=!0,d&&(u+=this._resultText),l&&(C>S&&(v.push({type:"Literal",pos:S,end:C,value:E,text:r.
slice(S,C)}),E=""),v.push(this._resultPart),S=i);continue}if(T===123){b>=0&&b<Ve&&(b=St);let C=i+1<o?r.charCodeAt(i+1):0,R=C<=32||C===125?-1:this.scanBraceExpansion(
i,A??(A=new Map));if(R>0){if(m=!1,g=r.charCodeAt(R-1),d){let U=r.slice(i,R);u+=U,l&&(i>S&&(v.push({type:"Literal",pos:S,end:i,value:E,text:r.slice(S,i)}),E=""),
v.push({type:"BraceExpansion",pos:i,end:R,text:U,parts:this.subFieldParts(i+1,R-1)}),S=R)}i=R;continue}g=123,d&&(u+="{",l&&(E+="{")),i++;continue}i++}l&&i>S&&v.
push({type:"Literal",pos:S,end:i,value:E,text:r.slice(S,i)}),this.pos=i,this._wordText=u,this._wordRaw=h,this._wordQuoted=p,this._wordHasExpansions=f,this._wordKeywordEligible=
m,this._wordAssignmentState=b,l&&(this._wordParts=v.length>1||v.length===1&&v[0].type!=="Literal"?v:null,x&&s!==w.ArrayElement&&(this._wordParts=qt(r,a,i,this._wordParts)??
null))}readInnerWordText(e=!1,s=!1,n=!1){let r=this.src,o=this.srcEnd,i=this.pos,a=i,c="",l=this._buildParts,d,u="",p=0,f=!1,m=!1;for(l&&(d=[],p=i);i<o;){let h=r.
charCodeAt(i);if(h===92){if(i++,i<o)if(r.charCodeAt(i)===10)i++;else{let g=r.charCodeAt(i);e&&g!==36&&g!==96&&g!==34&&g!==92&&g!==125&&(c+="\\",l&&(u+="\\"),f=!0);
let b=r[i++];c+=b,l&&(u+=b)}continue}if(h===39&&!e){let g=i;i++;let b=i;for(;i<o&&r.charCodeAt(i)!==39;)i++;let v=r.slice(b,i);c+=v,i<o&&i++,l&&(g>p&&(d.push({type:"\
Literal",pos:p,end:g,value:u,text:r.slice(p,g)}),u=""),d.push({type:"SingleQuoted",pos:g,end:i,value:v,text:r.slice(g,i)}),p=i);continue}if(h===34){let g=i;if(i++,
this.pos=i,this.readDoubleQuoted(e),i=this.pos,c+=this._dqText,l){g>p&&(d.push({type:"Literal",pos:p,end:g,value:u,text:r.slice(p,g)}),u="");let b=r.slice(g,i);
d.push({type:"DoubleQuoted",pos:g,end:i,text:b,parts:this._dqParts??[{type:"Literal",pos:g+1,end:this._dqEnd,value:this._dqText,text:r.slice(g+1,this._dqEnd)}]}),
p=i}continue}if(h===36){let g=i;this.pos=i,this.readDollar(e),i=this.pos,c+=this._resultText,l&&(this._resultPart?(g>p&&(d.push({type:"Literal",pos:p,end:g,value:u,
text:r.slice(p,g)}),u=""),d.push(this._resultPart),p=i):u+=this._resultText);continue}if(h===96){let g=i;this.pos=i,this.readBacktickExpansion(e),i=this.pos,c+=
this._resultText,l&&(g>p&&(d.push({type:"Literal",pos:p,end:g,value:u,text:r.slice(p,g)}),u=""),d.push(this._resultPart),p=i);continue}if(!e&&!s&&(h===60||h===62)&&
i+1<o&&r.charCodeAt(i+1)===40){let g=i;this.pos=i+2;let b=this.extractBalanced();i=this.pos;let v=r.slice(g,i);c+=v,l&&(g>p&&(d.push({type:"Literal",pos:p,end:g,
value:u,text:r.slice(p,g)}),u=""),d.push(this.processSubstitution(g,v,h===60?"<":">",b)),p=i);continue}c+=r[i],l&&(u+=r[i],n&&(h===42||h===63||h===91)&&(m=!0)),
i++}l&&i>p&&d.push({type:"Literal",pos:p,end:i,value:u,text:r.slice(p,i)}),this.pos=i,this._wordText=c,this._wordRaw=!1,this._wordQuoted=!1,this._wordHasExpansions=
!1,this._wordKeywordEligible=!1,l&&(this._wordParts=d.length>1||d.length===1&&(d[0].type!=="Literal"||f)?d:null,m&&(this._wordParts=qt(r,a,i,this._wordParts)??null))}subFieldParts(e,s){
if(!(this._nestingDepth>=256))return Cn(this.src,e,s)?this.parseSubFieldWord(e,s).parts:qt(this.src,e,s,void 0)}parseSubFieldWord(e,s,n="word",r=!1){if(e>=s)return new Le(
"",e,e);if(this._nestingDepth>=256)return new Le(this.src.slice(e,s),e,s);this._nestingDepth++;let o=this.srcEnd,i=this._bracketWindow,a=this._arithmeticBracketWindow,
c=this.pos,l=this._wordText,d=this._wordParts,u=this._wordQuoted,p=this._wordKeywordEligible;this.srcEnd=s,this.pos=e,this.readInnerWordText(n==="quoted",r,n===
"word");let f=new Le(this.src.slice(e,s),e,s);return this._buildParts&&(f.parts=this._wordParts??void 0),this.srcEnd=o,this._bracketWindow=i,this._arithmeticBracketWindow=
a,this.pos=c,this._wordText=l,this._wordParts=d,this._wordQuoted=u,this._wordKeywordEligible=p,this._nestingDepth--,f}skipSQ(){for(;this.pos<this.srcEnd&&this.src.
charCodeAt(this.pos)!==39;)this.pos++;this.pos<this.srcEnd&&this.pos++}skipAnsiCQuoted(){let e=this.pos-1,s=lr(this.src,this.pos,this.srcEnd);this.pos=s.end,s.closed||
this.errors.push({message:"unterminated ANSI-C quote",pos:e})}skipDQ(){let e=this.src,s=this.srcEnd;if(this._unbalanced=!1,this._nestingDepth<256)for(;this.pos<
s;){let n=e.charCodeAt(this.pos);if(n===34){this.pos++;return}if(n===92){this.pos=Math.min(this.pos+2,s);continue}if(n===96)break;if(n===36){let r=e.charCodeAt(
this.pos+1);if(r===40||r===123||r===36)break}this.pos++}this.extractBalanced(!0,!0)}skipSpacesAndTabs(){this.pos=dr(this.src,this.pos,this.srcEnd)}readDoubleQuoted(e=!1){
let s=this.src,n=this.srcEnd,r=this.pos,o=!1,i=this._buildParts,a=i||this._buildValue;if(!i){let p=this.pos;for(;p<n;){let f=s.charCodeAt(p);if(f===34){this._dqText=
a?s.slice(r,p):"",this._dqEnd=p,this.pos=p+1,this._dqHasExpansions=!1,this._dqParts=null;return}if(f===36||f===96||f===92)break;p++}}let c="",l=null,d="",u=i?this.
pos:0;for(;this.pos<n&&s.charCodeAt(this.pos)!==34;){let p=this.pos;for(;this.pos<n;){let m=s.charCodeAt(this.pos);if(m===34||m===92||m===36||m===96)break;this.
pos++}if(a&&this.pos>p){let m=s.slice(p,this.pos);c+=m,i&&(d+=m)}if(this.pos>=n||s.charCodeAt(this.pos)===34)break;let f=s.charCodeAt(this.pos);if(f===92){if(this.
pos++,this.pos<n){let m=s.charCodeAt(this.pos);if(m===10){this.pos++;continue}if(a)if(e||m===36||m===96||m===34||m===92){let h=s[this.pos];c+=h,i&&(d+=h)}else{let h="\
\\"+s[this.pos];c+=h,i&&(d+=h)}this.pos++}continue}if(f===36){let m=this.pos+1<n?s.charCodeAt(this.pos+1):0;if(m===34||m===39){a&&(c+="$",i&&(d+="$")),this.pos++;
continue}let h=this.pos;if(this.readDollar(!0),a&&(c+=this._resultText),this._resultHasExpansion&&(o=!0),i){let g=this._resultPart;g&&kh(g)?(l||(l=[]),h>u&&(l.push(
{type:"Literal",pos:u,end:h,value:d,text:s.slice(u,h)}),d=""),l.push(g),u=this.pos):d+=this._resultText}continue}if(f===96){let m=this.pos;this.readBacktickExpansion(
!0),a&&(c+=this._resultText),o=!0,i&&this._resultPart&&kh(this._resultPart)&&(l||(l=[]),m>u&&(l.push({type:"Literal",pos:u,end:m,value:d,text:s.slice(u,m)}),d=""),
l.push(this._resultPart),u=this.pos);continue}}i&&l&&this.pos>u&&l.push({type:"Literal",pos:u,end:this.pos,value:d,text:s.slice(u,this.pos)}),this._dqEnd=this.pos,
this.pos<n?this.pos++:this.errors.push({message:"unterminated double quote",pos:r-1}),this._dqText=c,this._dqHasExpansions=o,this._dqParts=l}readDollar(e=!1){let s=this.
pos;this.pos++;let n=this.src,r=this.srcEnd,o=this._buildParts||this._buildValue;if(this.pos>=r){this._resultText="$",this._resultIsRaw=!0,this._resultHasExpansion=
!1,this._resultPart=void 0;return}let i=tt(n,this.pos,r);i>this.pos&&n.charCodeAt(i)===40&&n.charCodeAt(i+1)!==40&&(this.pos=i);let a=n.charCodeAt(this.pos);if(a===
40){if(this.pos+1<r&&n.charCodeAt(this.pos+1)===40){let c=this.pos,l=this.errors.length;if(this.readArithmeticExpansion(s),!this._notArithmetic)return;this.errors.
length=l,this.pos=c}this.readCommandSubstitution(s);return}if(a===123){let c=this.pos+1<r?n.charCodeAt(this.pos+1):0;if(c===32||c===9||c===10){this.readBraceCommandSubstitution();
return}if(c===124){this.readValueSubstitution();return}this.readParameterExpansion(e);return}if(a===39){if(this.pos++,o){let c=this.readAnsiCQuoted();this._resultText=
c,this._resultPart=this._buildParts?{type:"AnsiCQuoted",pos:s,end:this.pos,text:n.slice(s,this.pos),value:c}:void 0}else this.skipAnsiCQuoted(),this._resultText=
"",this._resultPart=void 0;this._resultIsRaw=!1,this._resultHasExpansion=!1;return}if(a===34){if(this.pos++,this.readDoubleQuoted(e),this._resultText=this._dqText,
this._resultIsRaw=!1,this._resultHasExpansion=this._dqHasExpansions,this._buildParts){let c=n.slice(s,this.pos);this._resultPart={type:"LocaleString",pos:s,end:this.
pos,text:c,parts:this._dqParts??[{type:"Literal",pos:s+2,end:this._dqEnd,value:this._dqText,text:n.slice(s+2,this._dqEnd)}]}}else this._resultPart=void 0;return}
if(a===64||a===42||a===35||a===63||a===45||a===36||a===33||a>=48&&a<=57){this.pos++;let c=o?n.slice(this.pos-2,this.pos):"";this._resultText=c,this._resultIsRaw=
!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?{type:"SimpleExpansion",pos:s,end:this.pos,text:c}:void 0;return}if(a<128&&os[a]&1){let c=this.
pos-1;for(;this.pos<r;){let d=n.charCodeAt(this.pos);if(d<128&&os[d]&2)this.pos++;else break}let l=o?n.slice(c,this.pos):"";this._resultText=l,this._resultIsRaw=
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
!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?this.arithmeticExpansion(e,r,n,s):void 0}arithmeticExpansion(e,s,n,r){return new vn(e,this.pos,
s,{source:this.src,body:n,offset:r,depth:this._nestingDepth,context:this.substitutionContext})}readArithmeticCommand(e,s){let n=this._buildValue;this._buildValue=
!0;let r=this.scanArithmeticBody();this._buildValue=n,this._arithUnterminated&&this.errors.push({message:"unterminated arithmetic command",pos:s}),be(e,y.ArithCmd,
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
parameterPos:n,parameterEnd:n,prefix:void 0,index:void 0,operation:void 0},i=s.length;if(i===0)return o;let a=(g,b,v="word")=>this.parseSubFieldWord(n+g,n+b,v),
c=g=>{let b=this.findClosingBracket(n+g,n+i);return b===-1?-1:b-n},l=0;if(i>1&&s.charCodeAt(0)===33&&(o.prefix="!",l=1),i>1&&s.charCodeAt(0)===35){let g=this.scanParamName(
s,1),b=g,v=-1;if(b<i&&s.charCodeAt(b)===91&&(v=c(b+1),v!==-1&&(b=v+1)),g>1&&b===i)return o.prefix="#",o.parameter=s.slice(1,g),o.parameterPos=n+1,o.parameterEnd=
n+g,v!==-1&&(o.index=a(g+1,v,"embedded")),o}let d=l;if(l=this.scanParamName(s,l),o.parameter=s.slice(d,l),o.parameterPos=n+d,o.parameterEnd=n+l,l<i&&s.charCodeAt(
l)===91){let g=c(l+1);g!==-1&&(o.index=a(l+1,g,"embedded"),l=g+1)}if(l>=i)return o;let u=n+l,p=n+i,f=s.charCodeAt(l),m=s.charCodeAt(l+1),h=s[f===58?l+1:l];if(h===
"-"||h==="="||h==="+"||h==="?"){let g=l+(f===58?2:1);return o.operation={type:"Default",pos:u,end:p,operatorEnd:n+g,operator:f===58?`:${h}`:h,operand:a(g,i,r?"q\
uoted":"word")},o}if(f===58){l++;let g=n+l,b=yh(s.slice(l),58,!0,(v,E)=>this.findNestedShellEnd(g+v,p,E)-g);return o.operation={type:"Slice",pos:u,end:p,operatorEnd:g,
operator:":",offset:a(l,b===-1?i:l+b,"embedded"),length:b===-1?void 0:a(l+b+1,i,"embedded")},o}if(f===35||f===37){let g=m===f,b=f===35?g?"##":"#":g?"%%":"%",v=l+
(g?2:1);return o.operation={type:"Remove",pos:u,end:p,operatorEnd:n+v,operator:b,operand:a(v,i)},o}if(f===47){l++;let g="/";(m===47||m===35||m===37)&&(g=m===47?
"//":m===35?"/#":"/%",l++);let b=l;m===47&&(b=tt(s,l,i),s.charCodeAt(b)===47&&b++);let v=yh(s.slice(b),47),E=v===-1?i:b+v;return o.operation={type:"Replace",pos:u,
end:p,operatorEnd:n+l,operator:g,pattern:a(l,E),replacement:a(v===-1?i:E+1,i)},o}if(f===94||f===44){let g=m===f,b=f===94?g?"^^":"^":g?",,":",",v=l+(g?2:1);return o.
operation={type:"CaseModification",pos:u,end:p,operatorEnd:n+v,operator:b,operand:v===i?void 0:a(v,i)},o}return o.prefix==="!"&&o.index===void 0&&l+1===i&&(f===
64||f===42)?(o.operation={type:"Names",pos:u,end:p,operatorEnd:p,operator:f===64?"@":"*"},o):f===64?(o.operation={type:"Transform",pos:u,end:p,operatorEnd:u+1,operator:"\
@",operand:a(l+1,i)},o):(o.operation={type:"Unknown",pos:u,end:p,operatorEnd:p,operator:s.slice(l)},o)}findNestedShellEnd(e,s,n){let r=this.src.charCodeAt(e);if(r===
96){let i=e+1;for(;i<s;){let a=this.src.charCodeAt(i);if(a===92){i+=2;continue}if(i++,a===96)return i}return s}let o;if(r===36){let i=e+1;if(i<s&&this.src.charCodeAt(
i)===123)o=this.findClosingBrace(i+1,s);else{let a=tt(this.src,i,s);if(a>=s||this.src.charCodeAt(a)!==40)return e;o=this.findClosingParenthesis(a+1,s)}}else{let i=e+
1;if(n||r!==60&&r!==62||i>=s||this.src.charCodeAt(i)!==40)return e;o=this.findClosingParenthesis(i+1,s)}return o===-1?s:o+1}scanParamName(e,s){let n=s;if(n>=e.length)
return n;let r=e.charCodeAt(n);if(r===64||r===42||r===35||r===63||r===45||r===36||r===33)return n+1;if(r>=48&&r<=57){for(;n<e.length&&e.charCodeAt(n)>=48&&e.charCodeAt(
n)<=57;)n++;return n}if(r>=97&&r<=122||r>=65&&r<=90||r===95)for(n++;n<e.length;){let o=e.charCodeAt(n);if(o>=97&&o<=122||o>=65&&o<=90||o>=48&&o<=57||o===95)n++;else
break}return n}readAnsiCQuoted(){let e=this.pos-1,s=lr(this.src,this.pos,this.srcEnd);return this.pos=s.end,s.closed||this.errors.push({message:"unterminated AN\
SI-C quote",pos:e}),s.value}extractBalanced(e=!0,s=!1){let n=this.src,r=this.srcEnd,o=this._buildParts||this._buildValue,i=s?0:1,a=this.pos;this._unbalanced=!1;
let c=e&&!s?this.substitutionContext.boundaries?.get(a):void 0;if(c!==void 0&&c<=r&&this._nestingDepth<256)return this.pos=c,o?n.slice(a,c-1):"";let l=!0;for(;!s&&
this.pos<r;){let q=n.charCodeAt(this.pos);if(q===41){let he=o?n.slice(a,this.pos):"";return this.pos++,he}else{if(q===40||q===92||q===39||q===34||q===96||q===36&&
(n.charCodeAt(this.pos+1)===39||n.charCodeAt(this.pos+1)===36||n.charCodeAt(this.pos+1)===123))break;if(q===60&&this.pos+1<r&&n.charCodeAt(this.pos+1)===60)break;
if(q===35&&l)break;if(q===99&&l&&this.pos+3<r&&n.charCodeAt(this.pos+1)===97&&n.charCodeAt(this.pos+2)===115&&n.charCodeAt(this.pos+3)===101&&(this.pos+4>=r||n.
charCodeAt(this.pos+4)<128&&ie[n.charCodeAt(this.pos+4)]&1))break;l=q<128&&(ie[q]&1)!==0,this.pos++}}let d=0,u=0,p=[],f=null,m,h=-1,g=a>=2&&n.charCodeAt(a)===40&&
n.charCodeAt(a-1)===40&&n.charCodeAt(a-2)===36,b=0,v=!1,E=s?[{close:34,depth:0}]:[],S=s?1:0,x=0,A,T=-1,C=-1,R=-1,U=-1,ve=!1;for(;this.pos<r&&(i>0||E.length>0);){
let q=n.charCodeAt(this.pos),he=E.length===0?void 0:E[E.length-1];if(he!==void 0&&he.depth===i){let j=!1;if(q===92){this.pos=Math.min(this.pos+2,r);continue}if(q===
he.close){if(E.pop(),q===34?S--:x--,this.pos++,s&&i===0&&E.length===0)return"";continue}if(q===34)E.push({close:34,depth:i}),S++;else if(q===39&&he.close===125){
this.pos++,this.skipSQ();continue}else if(q===96){for(this.pos++;this.pos<r&&n.charCodeAt(this.pos)!==96;)n.charCodeAt(this.pos)===92&&this.pos++,this.pos<r&&this.
pos++;this.pos<r&&this.pos++;continue}else if(q===36){let te=n.charCodeAt(this.pos+1);if(te===39&&he.close===125){this.pos+=2,this.skipAnsiCQuoted();continue}if(te===
123)E.push({close:125,depth:i}),x++,this.pos++;else if(te===40)this.pos++,q=40,j=!0;else if(te===36){this.pos+=n.charCodeAt(this.pos+2)===40?1:2;continue}}if(!v&&
this._nestingDepth+Math.max(S,x)>256&&(this.errors.push({message:"maximum word nesting depth exceeded",pos:this.pos}),v=!0),!j){for(this.pos++;this.pos<r;){let te=n.
charCodeAt(this.pos);if(te===92||te===34||te===36||te===96||te===125||te===39)break;this.pos++}continue}}if(q===35&&U!==-1&&!g&&h<0&&e&&!ve&&this._nestingDepth+
(m?.length??0)<256&&dr(n,U,r)===this.pos){ve=!0;let j=m?.[m.length-1],te=this.findSubstitutionEnd(j?.start??a,r,this._nestingDepth+(m?.length??0)+1);if(te!==-1){
if(j===void 0)return this.pos=te,o?n.slice(a,te-1):"";this.pos=te-1,i=j.depth+1,d=0,u=0,p.length=j.parens+1,q=41}}if(q===40){let j=this.pos>a&&this.pos!==R?n.charCodeAt(
this.pos-1):0,te=j===36?this.pos-1:this.pos===C?T:-1,Qr=te!==-1||j===60||j===62||j===61||j===64||j===63||j===42||j===43||j===33||j===40&&p[p.length-1]===!1||g&&
this.pos===a,da=te!==-1&&n.charCodeAt(this.pos+1)!==40||(j===60||j===62)&&h<0&&!g;da&&((m??(m=[])).push({start:this.pos+1,dollar:te,depth:i,parens:p.length,caseDepth:d,
caseParens:u,arithBase:h,arithExtent:g,substitutions:b,checkedGrammar:ve,pendingDelims:f}),d=0,u=0,h=-1,g=!1,ve=!1,f=null),p.push(!Qr),l=!0,!da&&h<0&&this.pos+1<
r&&n.charCodeAt(this.pos+1)===40&&(h=i),te!==-1&&(da?b++:(A??(A=[])).push(i),b+(A?.length??0)+this._nestingDepth+(s?0:1)>256&&!v&&(this.errors.push({message:"ma\
ximum command substitution nesting depth exceeded",pos:te}),v=!0)),T=-1,C=-1,i++,d>0&&u++,this.pos++}else if(q===41){if(d>0&&u===0)this.pos++,l=!0;else{if(d>0&&
u--,i--,i===0&&!s){let te=o?n.slice(a,this.pos):"";return this.pos++,te}if(i<=h&&(h=-1),A!==void 0)for(;A.length>0&&A[A.length-1]>=i;)A.pop();l=p.pop()??!0,this.
pos++;let j=m?.[m.length-1];j!==void 0&&j.depth===i&&(m.pop(),d=j.caseDepth,u=j.caseParens,h=j.arithBase,g=j.arithExtent,b=j.substitutions,ve=j.checkedGrammar,f=
j.pendingDelims)}U=this.pos}else if(q===92){if(this.pos>a&&n.charCodeAt(this.pos-1)===36){let j=tt(n,this.pos,r);j>this.pos&&n.charCodeAt(j)===40&&n.charCodeAt(
j+1)!==40&&(T=this.pos-1,C=j)}this.pos++,this.pos<r&&(n.charCodeAt(this.pos)!==10&&(l=!1),this.pos++),R=this.pos}else if(q===36){let j=n.charCodeAt(++this.pos);
j===39?(this.pos++,this.skipAnsiCQuoted()):j===36?this.pos++:j===123&&!c_(n.charCodeAt(this.pos+1))&&(E.push({close:125,depth:i}),x++,this.pos++),l=!1}else if(q===
39)this.pos++,this.skipSQ(),l=!1;else if(q===34)E.push({close:34,depth:i}),S++,this.pos++,l=!1;else if(q===96){for(this.pos++;this.pos<r&&n.charCodeAt(this.pos)!==
96;)n.charCodeAt(this.pos)===92&&this.pos++,this.pos<r&&this.pos++;this.pos<r&&this.pos++,l=!1}else if(q===60&&h<0&&this.pos+1<r&&n.charCodeAt(this.pos+1)===60){
if(this.pos+2<r&&n.charCodeAt(this.pos+2)===60)this.pos+=3;else{this.pos+=2;let j=this.pos<r&&n.charCodeAt(this.pos)===45;j&&this.pos++,this.skipSpacesAndTabs(),
this.readHereDocDelimiter(),(this._hereDelim||this._hereQuoted)&&(f??(f=[])).push({delimiter:this._hereDelim,strip:j,quoted:this._hereQuoted})}l=!1}else if(q===
10&&f){this.pos++;for(let j of f)this.skipHereDocBody(j.delimiter,j.strip,!0,j.quoted);f=null,l=!0}else if(q===35&&h<0&&!g&&l)for(;this.pos<r&&n.charCodeAt(this.
pos)!==10;)this.pos++;else{let j=this.pos;for(;this.pos<r;){let te=n.charCodeAt(this.pos);if(te<128&&ie[te])break;this.pos++}if(this.pos>j){if(this.pos-j===4&&l&&
h<0&&!g){let Qr=n.charCodeAt(j);Qr===99&&n.charCodeAt(j+1)===97&&n.charCodeAt(j+2)===115&&n.charCodeAt(j+3)===101?d++:Qr===101&&n.charCodeAt(j+1)===115&&n.charCodeAt(
j+2)===97&&n.charCodeAt(j+3)===99&&d>0&&(d--,d===0&&(u=0))}l=!1}else{let te=n.charCodeAt(this.pos);l=te<128&&(ie[te]&1)!==0,this.pos++}}}return this._unbalanced=
!0,s&&m!==void 0&&m.length>0&&this.errors.push({message:"unterminated command substitution",pos:m[0].dollar}),o?n.slice(a,this.pos):""}};function Cc(t){switch(t){case",":return 1;case"=":case"+=":case"-=":case"*=":case"/=":case"%=":case"<<=":case">>=":case"&=":case"|=":case"^=":return 2;case"||":
return 4;case"&&":return 5;case"|":return 6;case"^":return 7;case"&":return 8;case"==":case"!=":return 9;case"<":case"<=":case">":case">=":return 10;case"<<":case"\
>>":return 11;case"+":case"-":return 12;case"*":case"/":case"%":return 13;case"**":return 14;case"?":return 3;default:return-1}}function Ah(t,e,s){for(;s>e;){let n=t.
charCodeAt(s-1);if(n!==32&&n!==9&&n!==10)break;s--}return s}function l_(t){switch(t){case"=":case"+=":case"-=":case"*=":case"/=":case"%=":case"<<=":case">>=":case"\
&=":case"|=":case"^=":case"**":return!0;default:return!1}}function _c(t,e=0,s,n=0){let r=0,o=t.length,i=s?.embeddedWords.length??0;function a(S,x,A=!1){let T={type:"\
ArithmeticWord",pos:S+e,end:x+e,value:t.slice(S,x),parts:void 0};return A&&s?.embeddedWords.push(T),T}function c(){for(;r<o;){let S=t.charCodeAt(r);if(S===32||S===
9||S===10)r++;else break}}function l(){if(r>=o)return null;let S=t.charCodeAt(r),x=r+1<o?t.charCodeAt(r+1):0,A=r+2<o?t.charCodeAt(r+2):0;switch(S){case 44:return r++,
",";case 61:return x===61?(r+=2,"=="):(r++,"=");case 33:return x===61?(r+=2,"!="):null;case 60:return x===60?A===61?(r+=3,"<<="):(r+=2,"<<"):x===61?(r+=2,"<="):
(r++,"<");case 62:return x===62?A===61?(r+=3,">>="):(r+=2,">>"):x===61?(r+=2,">="):(r++,">");case 43:return x===61?(r+=2,"+="):x===43?null:(r++,"+");case 45:return x===
61?(r+=2,"-="):x===45?null:(r++,"-");case 42:return x===42?(r+=2,"**"):x===61?(r+=2,"*="):(r++,"*");case 47:return x===61?(r+=2,"/="):(r++,"/");case 37:return x===
61?(r+=2,"%="):(r++,"%");case 124:return x===124?(r+=2,"||"):x===61?(r+=2,"|="):(r++,"|");case 38:return x===38?(r+=2,"&&"):x===61?(r+=2,"&="):(r++,"&");case 94:
return x===61?(r+=2,"^="):(r++,"^");case 63:return r++,"?";default:return null}}function d(){for(c();r<o;){let x=t.charCodeAt(r);if(x!==33&&x!==126&&x!==43&&x!==
45||t.charCodeAt(r+1)===61)break;r++,c()}if(t.charCodeAt(r)===40){let x=1;for(r++;r<o&&x>0;){let A=s?.findArithmeticWordEnd?.(r+e,e+o)??r+e;if(A>r+e){r=A-e;continue}
let T=t.charCodeAt(r++);T===40?x++:T===41&&x--}}else r<o&&t.charCodeAt(r)!==41&&t.charCodeAt(r)!==58&&h(0);c();let S=t.charCodeAt(r);(S===43||S===45)&&t.charCodeAt(
r+1)===S&&(r+=2)}function u(S){c();let x=r;if(x===o)return a(x,x);let A=s?.embeddedWords.length??0,T=0;for(;;){if(d(),c(),t.charCodeAt(r)===58&&T>0){T--,r++;continue}
let C=r,R=l();if(R===null||T===0&&Cc(R)<S){r=C;break}R==="?"&&T++}return s&&(s.embeddedWords.length=A),a(x,Ah(t,x,r))}function p(S,x){if(x>256)return u(S);let A=f(
x);for(;c(),!(r>=o);){let T=r,C=l();if(!C)break;if(C==="?"){if(Cc(C)<S){r=T;break}let q=p(1,x+1);c(),r<o&&t.charCodeAt(r)===58&&r++;let he=p(3,x+1);A={type:"Ari\
thmeticTernary",pos:A.pos,end:he.end,test:A,consequent:q,alternate:he};continue}let R=Cc(C);if(R<S){r=T;break}let U=l_(C)?R:R+1,ve=p(U,x+1);A={type:"ArithmeticB\
inary",pos:A.pos,end:ve.end,operator:C,left:A,right:ve}}return A}function f(S){if(c(),S>256)return u(15);if(r>=o)return a(r,r);let x=r,A=t.charCodeAt(r),T=r+1<o?
t.charCodeAt(r+1):0;if(A===43&&T===43){r+=2;let C=f(S+1);return{type:"ArithmeticUnary",pos:x+e,end:C.end,operator:"++",operand:C,prefix:!0}}if(A===45&&T===45){r+=
2;let C=f(S+1);return{type:"ArithmeticUnary",pos:x+e,end:C.end,operator:"--",operand:C,prefix:!0}}if(A===33){r++;let C=f(S+1);return{type:"ArithmeticUnary",pos:x+
e,end:C.end,operator:"!",operand:C,prefix:!0}}if(A===126){r++;let C=f(S+1);return{type:"ArithmeticUnary",pos:x+e,end:C.end,operator:"~",operand:C,prefix:!0}}if(A===
43&&T!==43&&T!==61){r++;let C=f(S+1);return{type:"ArithmeticUnary",pos:x+e,end:C.end,operator:"+",operand:C,prefix:!0}}if(A===45&&T!==45&&T!==61){r++;let C=f(S+
1);return{type:"ArithmeticUnary",pos:x+e,end:C.end,operator:"-",operand:C,prefix:!0}}return m(S)}function m(S){let x=h(S);if(c(),r+1<o){let A=t.charCodeAt(r),T=t.
charCodeAt(r+1);if(A===43&&T===43)return r+=2,{type:"ArithmeticUnary",pos:x.pos,end:r+e,operator:"++",operand:x,prefix:!1};if(A===45&&T===45)return r+=2,{type:"\
ArithmeticUnary",pos:x.pos,end:r+e,operator:"--",operand:x,prefix:!1}}return x}function h(S){if(c(),r>=o)return a(r,r);let x=t.charCodeAt(r);if(x===40){let U=r;
r++;let ve=p(0,S+1);return c(),r<o&&t.charCodeAt(r)===41&&r++,{type:"ArithmeticGroup",pos:U+e,end:r+e,expression:ve}}if(x===36){let U=r,ve=s?.embeddedWords.length??
0,q=g(),he=s?.findArithmeticWordEnd?.(U+e,e+o)??r+e;return he>r+e?(s&&(s.embeddedWords.length=ve),r=he-e,a(U,r,!0)):q}if(x===96||x===34||x===39){let U=r;return r=
(s?.findArithmeticWordEnd?.(U+e,e+o)??U+e+1)-e,a(U,r,!0)}let A=r,T=s?.embeddedWords.length??0,C=b(),R=s?.findArithmeticWordEnd?.(A+e,e+o)??r+e;return R>r+e?(s&&
(s.embeddedWords.length=T),r=R-e,a(A,r,!0)):C}function g(){let S=r;if(r++,r>=o)return a(S,r);let x=t.charCodeAt(r);if(x===40)if(r+1<o&&t.charCodeAt(r+1)===40){let A=s?.
findArithmeticExpansionEnd(S+e,e+o)??-1;if(A!==-1)r=A-e;else{r+=2;let T=1;for(;r<o&&T>0;)t.charCodeAt(r)===40&&t.charCodeAt(r+1)===40?(T++,r+=2):t.charCodeAt(r)===
41&&t.charCodeAt(r+1)===41?(T--,r+=2):r++}}else{r++;let A=s?.findClosingParenthesis(r+e,e+o)??-1;if(A!==-1)r=A-e+1;else{let C=1;for(;r<o&&C>0;){let R=t.charCodeAt(
r++);R===40?C++:R===41&&C--}}let T=t.slice(S,r);return s?s.commandExpansion(S+e,r+e,T):new wt("ArithmeticCommandExpansion",S+e,r+e,T)}else if(x===123){let A=s?.
findClosingBrace(r+e+1,e+o)??-1;if(A!==-1)r=A-e+1;else{r++;let T=1;for(;r<o&&T>0;){let C=t.charCodeAt(r++);C===123?T++:C===125&&T--}}}else for(;r<o;){let A=t.charCodeAt(
r);if(A>=97&&A<=122||A>=65&&A<=90||A>=48&&A<=57||A===95)r++;else break}return a(S,r,x===40||x===123)}function b(){let S=r;for(;r<o;){let x=t.charCodeAt(r);if(x>=
48&&x<=57||x>=65&&x<=90||x>=97&&x<=122||x===95||x===35)r++;else break}if(r>S&&r<o&&t.charCodeAt(r)===91){let x=s?.findClosingBracket?.(r+e+1,e+o)??-1;if(x!==-1)
r=x-e+1;else{r++;let A=1;for(;r<o&&A>0;){let T=t.charCodeAt(r);T===91?A++:T===93&&A--,r++}}return a(S,r,!0)}return r===S&&r++,a(S,r)}if(c(),r>=o)return null;let v=r,
E=p(0,n);return c(),r<o?(s&&(s.embeddedWords.length=i),a(v,Ah(t,v,o),s!==void 0)):E}var Go=(t,e)=>ws(e.text)?qt(e.text,0,e.text.length,void 0,e.pos):void 0;function sn(t){return t.wordParts??(t.wordParts=(e,s,n)=>d_(e,s,n,t))}function zo(t){return t.
embeddedParts??(t.embeddedParts=(e,s,n)=>Ac(e,s,n,t))}function $h(t){return t.arrayParts??(t.arrayParts=(e,s,n)=>u_(e,s,n,t))}function d_(t,e,s=0,n=wn()){let r=new nt(
t,e.pos,e.end,!1,n);return r._nestingDepth=s,r.buildWordParts(e.pos)??void 0}function Ac(t,e,s=0,n,r=!1){if(!Cn(t,e.pos,e.end))return;let o=new nt(t,e.pos,e.end,
!1,n);return o._nestingDepth=s,o.buildEmbeddedWordParts(e.pos,r)??void 0}function u_(t,e,s=0,n){let r=new nt(t,e.pos,e.end,!1,n);return r._nestingDepth=s,r.buildArrayElementParts(
e.pos)??void 0}function Th(t,e,s=0,n){let r=new nt(t,e.pos,e.end,!1,n);return r._nestingDepth=s,r.buildHereDocParts(e.pos,e.end)??void 0}function _n(t,e,s,n,r,o=n){if(!Cn(s,e,e+t.length))return _c(t,e,void 0,n)??void 0;let i=[],a=new nt(s,0,s.length,!1,r);a._nestingDepth=n;let c=_c(t,e,{embeddedWords:i,
commandExpansion:(l,d,u)=>new wt("ArithmeticCommandExpansion",l,d,u,{source:s,start:l+2,end:d-1,depth:n+1,parenBoundary:!0,context:r}),findClosingBracket:(l,d)=>a.
findClosingBracket(l,d),findClosingBrace:(l,d)=>a.findClosingBrace(l,d),findClosingParenthesis:(l,d)=>a.findClosingParenthesis(l,d),findArithmeticExpansionEnd:(l,d)=>a.
findArithmeticExpansionEnd(l,d),findArithmeticWordEnd:(l,d)=>a.findArithmeticWordEnd(l,d)},n)??void 0;if(o<=256)for(let l of i)l.parts=Ac(s,l,o,r,!0);return c}var $c=class{type="ArrayValue";pos;end;#e;#t;#n;#s;constructor(e,s,n,r,o){this.pos=s,this.end=n,this.#e=e,this.#t=r,this.#n=o}get elements(){if(this.#s)return this.#s;
let e=new nt(this.#e,this.pos+1,this.end-1,!1,this.#n);e._nestingDepth=this.#t;let s=[];for(;e.peek(w.ArrayElement).token!==y.EOF;){let n=e.next(w.ArrayElement);
if(n.token!==y.Word&&n.token!==y.Assignment)continue;let r=n.raw?n.value:this.#e.slice(n.pos,n.end),o=r.charCodeAt(0)===91,i=e.getSubstitutionContext(),a=!o&&n.
raw&&n.keywordEligible?void 0:this.#e,c=a===void 0?Go:o?$h(i):sn(i);s.push(new Le(r,n.pos,n.end,a,c,this.#t))}return this.#s=s,s}toJSON(){return{type:this.type,
pos:this.pos,end:this.end,elements:this.elements}}},Ko=class{type="Assignment";pos;end;text;#e;#t;#n;#s;#r=null;#a;#i;#o=null;constructor(e,s,n,r,o,i,a){this.pos=
s,this.end=n,this.text=e,this.#e=r,this.#s=o,this.#t=i,this.#n=a}get name(){return this.#r??this.resolveTarget()}get append(){return this.#r===null&&this.resolveTarget(),
this.#a}get index(){return this.#r===null&&this.resolveTarget(),this.#i}get value(){if(this.#o!==null)return this.#o;let e=this.#s+1,s=tt(this.#e,e,this.end);return this.#o=
this.#e.charCodeAt(s)===40&&this.#e.charCodeAt(this.end-1)===41?new $c(this.#e,s,this.end,this.#t,this.#n):new Le(this.#e.slice(e,this.end),e,this.end,this.#e,sn(
this.#n),this.#t),this.#o}resolveTarget(){let e=this.#s-this.pos,s=e,n=e;for(;n>=2&&this.text.charCodeAt(n-2)===92&&this.text.charCodeAt(n-1)===10;)n-=2;this.text.
charCodeAt(n-1)===43&&(this.#a=!0,s=n-1);let r=this.text.indexOf("[");if(r>0&&r<s){let i=this.text.lastIndexOf("]",e);if(i>r){let a=this.pos+r+1,c=this.pos+i;this.#i=
new Le(this.#e.slice(a,c),a,c,this.#e,zo(this.#n),this.#t),s=r}}let o=this.text.slice(0,s);return this.#r=o.includes(`\\
`)?o.split(`\\
`).join(""):o}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,name:this.name,append:this.append,index:this.index,value:this.value}}};var Tc=t=>t.type==="Word"||t.type==="Assignment",fr=class{type="Command";pos;end;name;prefix;suffix;#e;#t;constructor(e,s,n,r,o){this.pos=e,this.end=s,this.name=
n,this.prefix=r,this.suffix=o}get args(){if(this.#e===void 0){let e=this.suffix;this.#e=e.every(Tc)?e:e.filter(Tc)}return this.#e}get redirects(){if(this.#t===void 0){
let e=[];for(let s of this.prefix)s.type!=="Assignment"&&e.push(s);for(let s of this.suffix)Tc(s)||e.push(s);this.#t=e}return this.#t}toJSON(){return{type:this.
type,pos:this.pos,end:this.end,name:this.name,prefix:this.prefix,suffix:this.suffix}}};var Yo=class{type="HereDocBody";pos;end;text="";#e;#t;#n;#s;constructor(e,s,n,r,o){this.pos=s,this.end=s,this.#e=e,this.#t=r,this.#n=o,this.#s=n?void 0:null}get parts(){
return this.#s===null&&(this.#s=Th(this.#e,this,this.#t,this.#n)),this.#s}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,parts:this.parts}}};nt._findSubstitutionEnd=k_;wt._resolveScript=b_;vn._resolveExpression=_n;function p_(t){switch(t.length){case 5:return t==="local"||t==="alias";case 6:return t===
"export";case 7:return t==="declare"||t==="typeset";case 8:return t==="readonly";default:return!1}}var Rc=class{type="ArithmeticCommand";pos;end;body;#e;#t;#n;#s=null;constructor(e,s,n,r,o,i){
this.pos=e,this.end=s,this.body=n,this.#e=r,this.#t=o,this.#n=i}get expression(){return this.#s===null&&(this.#s=_n(this.body,this.pos+2,this.#e,this.#t,this.#n)),
this.#s}set expression(e){this.#s=e??void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,expression:this.expression,body:this.body}}},hr=class{type="\
ArithmeticFor";pos;end;body;#e;#t;#n;#s;#r;#a;#i;#o;#u;#c=null;#l=null;#d=null;constructor(e,s,n,r,o,i,a,c,l,d,u,p){this.pos=e,this.end=s,this.body=n,this.#e=r,
this.#t=o,this.#n=i,this.#s=a,this.#r=c,this.#a=l,this.#i=d,this.#o=u,this.#u=p}get initialize(){return this.#c===null&&(this.#e?this.#c=_n(this.#e,this.#s,this.#i,
this.#o,this.#u):this.#c=void 0),this.#c}set initialize(e){this.#c=e??void 0}get test(){return this.#l===null&&(this.#t?this.#l=_n(this.#t,this.#r,this.#i,this.#o,
this.#u):this.#l=void 0),this.#l}set test(e){this.#l=e??void 0}get update(){return this.#d===null&&(this.#n?this.#d=_n(this.#n,this.#a,this.#i,this.#o,this.#u):
this.#d=void 0),this.#d}set update(e){this.#d=e??void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,initialize:this.initialize,test:this.test,update:this.
update,body:this.body}}},f_={[y.DoubleSemi]:";;",[y.SemiAmp]:";&",[y.DoubleSemiAmp]:";;&"},h_={">":">",">>":">>","<":"<","<>":"<>","<&":"<&",">&":">&",">|":">|",
"&>":"&>","&>>":"&>>"},Xe=new Uint8Array(37);Xe[y.EOF]=1;Xe[y.RParen]=1;Xe[y.RBrace]=1;Xe[y.Then]=1;Xe[y.Else]=1;Xe[y.Elif]=1;Xe[y.Fi]=1;Xe[y.Do]=1;Xe[y.Done]=1;
Xe[y.Esac]=1;Xe[y.DoubleSemi]=1;Xe[y.SemiAmp]=1;Xe[y.DoubleSemiAmp]=1;var as=new Uint8Array(37);as[y.RParen]=1;as[y.RBrace]=1;as[y.DblRBracket]=1;as[y.Fi]=1;as[y.
Done]=1;as[y.Esac]=1;as[y.ArithCmd]=1;function Ph(t){return t.token===y.Word&&t.keywordEligible&&t.value==="!"}var We=new Uint8Array(37);We[y.Word]=1;We[y.Assignment]=
1;We[y.Bang]=1;We[y.LParen]=1;We[y.LBrace]=1;We[y.DblLBracket]=1;We[y.If]=1;We[y.For]=1;We[y.While]=1;We[y.Until]=1;We[y.Case]=1;We[y.Function]=1;We[y.Select]=1;
We[y.ArithCmd]=1;We[y.Coproc]=1;We[y.Redirect]=1;var m_={"-a":1,"-b":1,"-c":1,"-d":1,"-e":1,"-f":1,"-g":1,"-h":1,"-k":1,"-p":1,"-r":1,"-s":1,"-t":1,"-u":1,"-v":1,
"-w":1,"-x":1,"-z":1,"-n":1,"-o":1,"-N":1,"-S":1,"-L":1,"-G":1,"-O":1,"-R":1},g_={"==":1,"!=":1,"=~":1,"=":1,"-eq":1,"-ne":1,"-lt":1,"-le":1,"-gt":1,"-ge":1,"-n\
t":1,"-ot":1,"-ef":1,"<":1,">":1},Rh=[],y_=[],Pc=[];function Ih(t){return new mr(t,0,t.length).run()}function b_(t,e,s,n=0,r=!1,o){return new mr(t,e,s,n,r,void 0,
o).run()}var Ic=class t extends nt{boundaries;pending;context;constructor(e,s,n,r,o,i=!0){super(e,s.start,s.end,i,o),this._nestingDepth=s.depth,this.boundaries=
n,this.pending=r,this.context=o}fork(e,s,n=!1){return new t(this.getSource(),{start:e,end:s,depth:this._nestingDepth},this.boundaries,this.pending,this.context,
n)}findSubstitutionEnd(e,s,n=this._nestingDepth+1){let r=this.context.boundaries?.get(e);if(r!==void 0)return r<=s?r:-1;let o=this.boundaries.get(e);return o!==
void 0?o<=s?o:-1:(this.boundaries.has(e)||(this.boundaries.set(e,void 0),this.pending.push({start:e,end:s,depth:n})),-1)}};function k_(t,e,s,n,r){let o=new Map(
[[e,void 0]]),i=[{start:e,end:s,depth:n}];for(;i.length>0;){let a=i.length,c=i[a-1],l=new Ic(t,c,o,i,r),d=new mr(t,c.start,c.end,c.depth,!0,l).findSubstitutionEnd();
i.length===a&&(o.set(c.start,d),d!==-1&&vc(r).set(c.start,d),i.pop())}return o.get(e)??-1}var mr=class{tok;source;start;end;depth;errors=null;syntaxDepth=0;constructor(e,s,n,r=0,o=!1,i,a){
this.tok=i??new nt(e,s,n,o,wn(a)),this.tok._nestingDepth=r,this.source=e,this.start=s,this.end=n,this.depth=r}run(){let e=this.start;this.depth>256&&this.error(
"maximum substitution nesting depth exceeded",e);let s;if(e===0&&this.source.charCodeAt(0)===35&&this.source.charCodeAt(1)===33){let o=this.source.indexOf(`
`);s=o===-1?this.source:this.source.slice(0,o)}let n=this.list();for(;;){let o=this.tok.peek(w.CommandStart);if(o.token===y.EOF||(this.unexpectedToken(o),!Xe[o.
token]&&o.token!==y.In))break;this.tok.next(w.CommandStart);let i=this.tok.peek(w.CommandStart).token;if(i!==y.Semi&&i!==y.Newline&&i!==y.Amp)break;for(;i===y.Semi||
i===y.Newline||i===y.Amp;)this.tok.next(w.CommandStart),i=this.tok.peek(w.CommandStart).token;let a=this.list();for(let c=0;c<a.length;c++)n.push(a[c])}let r=this.
tok._errors;if(r!==null&&r.length>0){let o=this.errors??(this.errors=[]);for(let i=0;i<r.length;i++)o.push(r[i])}return this.errors!==null&&this.errors.length>1&&
this.errors.sort((o,i)=>o.pos-i.pos),{type:"Script",pos:e,end:this.end,shebang:s,commands:n,errors:this.errors??void 0}}error(e,s){(this.errors??(this.errors=[])).
push({message:e,pos:s})}unexpectedToken(e){this.error(`unexpected token '${e.token===y.Newline?"newline":e.value}'`,e.pos)}findSubstitutionEnd(){return this.list(),
this.acceptEnd(y.RParen)}skipSemi(){this.tok.peek(w.Normal).token===y.Semi&&this.tok.next(w.Normal)}accept(e,s=w.Normal){return this.tok.peek(s).token===e?this.
tok.next(s):null}acceptEnd(e,s=w.Normal){return this.tok.peek(s).token===e?this.tok.next(s).end:-1}skipNewlines(e=w.Normal){for(;this.tok.peek(e).token===y.Newline;)
this.tok.next(e)}doBody(e){let s=this.list(),n=e?this.emptyListPos(s):-1;return n>=0&&this.error("expected command after 'do'",n),s}emptyListPos(e){return e.length===
0?this.tok.peek(w.CommandStart).pos:-1}makeStatement(e){return{type:"Statement",pos:e.pos,end:e.end,command:e,background:void 0}}list(){let e=[];this.skipNewlines(
w.CommandStart);let s=this.tok.peek(w.CommandStart).token;if(Xe[s]||!We[s])return e;let n=this.andOr();for(n&&e.push(this.makeStatement(n));s=this.tok.peekFollow(
as).token,!(s!==y.Semi&&s!==y.Newline&&s!==y.Amp);){let r=s===y.Amp,o=this.tok.next(w.Normal).end;if(r){let a=e[e.length-1];a.background=!0,a.end=o}if(this.skipNewlines(
w.CommandStart),s=this.tok.peek(w.CommandStart).token,Xe[s]||!We[s])break;let i=this.andOr();i&&e.push(this.makeStatement(i))}return e}andOr(){let e=this.pipeline();
if(!e)return null;let s=this.tok.peek(w.Normal).token;if(s!==y.And&&s!==y.Or)return e;let n=[e],r=[];do{let o=this.tok.next(w.Normal),i=o.token===y.And?"&&":"||";
this.skipNewlines(w.CommandStart);let a=this.pipeline();if(!a){this.error(`expected command after '${i}'`,o.end);break}r.push(i),n.push(a),s=this.tok.peek(w.Normal).
token}while(s===y.And||s===y.Or);return{type:"AndOr",pos:e.pos,end:n[n.length-1].end,commands:n,operators:r}}withRedirects(e){let s=this.collectTrailingRedirects();
return s.length===0?e:{type:"Redirected",pos:e.pos,end:s[s.length-1].end,command:e,redirects:s}}pipeline(){let e;for(;;){let r=this.tok.peek(w.CommandStart),o=r.
token===y.Word&&r.keywordEligible&&r.value==="time";if(r.token!==y.Bang&&!o)break;let i=this.tok.next(w.CommandStart),a=i.pos,c=i.end,l,d;if(o){let u=this.tok.peek(
w.CommandStart);u.token===y.Word&&u.keywordEligible&&u.value==="-p"&&(this.tok.next(w.CommandStart),l={pos:u.pos,end:u.end},u=this.tok.peek(w.CommandStart)),u.token===
y.Word&&u.keywordEligible&&u.value==="--"&&(this.tok.next(w.CommandStart),d={pos:u.pos,end:u.end})}e===void 0&&(e=[]),e.push(o?{type:"Time",pos:a,end:d?.end??l?.
end??c,keywordEnd:c,posix:l,endOfOptions:d}:{type:"Negation",pos:a,end:c})}let s=this.pipelineCommands();if(!e)return s;let n=e[0].pos;return s?.type==="Pipelin\
e"?(s.prefixes=e,s.pos=n,s):{type:"Pipeline",pos:n,end:s?s.end:e[e.length-1].end,prefixes:e,commands:s?[s]:[],operators:[]}}pipelineCommands(){let e=this.command();
if(!e)return null;if(this.tok.peek(w.Normal).token!==y.Pipe)return e;let s=[e],n=[];for(;this.tok.peek(w.Normal).token===y.Pipe;){let o=this.tok.next(w.Normal),
i=o.value==="|&"?"|&":"|";this.skipNewlines(w.CommandStart);let a=this.command();if(!a){this.error(`expected command after '${i}'`,o.end);break}n.push(i),s.push(
a)}return s.length===1?s[0]:{type:"Pipeline",pos:e.pos,end:s[s.length-1].end,prefixes:y_,commands:s,operators:n}}command(){let e;switch(this.tok.peek(w.CommandStart).
token){case y.LParen:e=this.subshell();break;case y.LBrace:e=this.braceGroup();break;case y.If:e=this.ifClause();break;case y.For:e=this.forClause();break;case y.
While:e=this.whileClause();break;case y.Until:e=this.untilClause();break;case y.Case:e=this.caseClause();break;case y.Function:return this.functionDef();case y.
Select:e=this.selectClause();break;case y.DblLBracket:e=this.testCommand();break;case y.ArithCmd:e=this.arithCommand();break;case y.Coproc:return this.coprocCommand();case y.
Word:case y.Assignment:case y.Redirect:return this.simpleCommandOrFunction(!1);default:return null}return this.withRedirects(e)}collectTrailingRedirects(){let e=Rh;
for(;this.tok.peekFollow(as).token===y.Redirect;)e===Rh&&(e=[]),e.push(this.readRedirect(w.Normal));return e}arithCommand(){let e=this.tok.next(w.CommandStart);
return new Rc(e.pos,e.end,e.value,this.source,this.depth,this.tok.getSubstitutionContext())}coprocCommand(){let e=this.tok.next(w.CommandStart),s=e.pos,n=this.tok.
peek(w.CommandStart),r;if(n.token===y.Word){let a=this.tok.fork(n.end,this.end);switch(a.peek(w.CommandStart).token){case y.LParen:a.next(w.CommandStart),a.peek(
w.Normal).token!==y.RParen&&(r=this.readWord(w.CommandStart));break;case y.LBrace:case y.If:case y.For:case y.While:case y.Until:case y.Case:case y.Select:case y.
DblLBracket:case y.ArithCmd:r=this.readWord(w.CommandStart)}}let o=n.token===y.Word&&r===void 0?this.simpleCommandOrFunction(!0):this.command();if(o&&o.type!=="\
Function"&&o.type!=="Coproc")return{type:"Coproc",pos:s,end:o.end,name:r,body:o};this.error("expected command after 'coproc'",o?.pos??e.end);let i=o?this.makeCompoundList(
[this.makeStatement(o)]):{type:"CompoundList",pos:e.end,end:e.end,commands:[]};return{type:"Coproc",pos:s,end:i.end,name:r,body:i}}subshell(){return this.subshellBody(
this.tok.next(w.CommandStart).pos)}subshellBody(e){if(this.syntaxDepth>=256){this.error("maximum subshell nesting depth exceeded",e);let o=this.tok.skipSubshellBody();
o<0&&this.error("expected ')' to close subshell",this.tok.getPos());let i=o>=0?o:e;return{type:"Subshell",pos:e,end:i,body:this.makeCompoundList([])}}this.syntaxDepth++;
let s=this.list();this.syntaxDepth--,s.length===0&&this.error("expected command in subshell",e);let n=this.acceptEnd(y.RParen,w.Normal);n<0&&this.error("expecte\
d ')' to close subshell",this.tok.getPos());let r=n>=0?n:e;return{type:"Subshell",pos:e,end:r,body:this.makeCompoundList(s)}}braceGroup(){let e=this.tok.next(w.
CommandStart).pos;if(this.syntaxDepth>=256){this.error("maximum brace group nesting depth exceeded",e);let o=this.tok.skipCompoundBody(y.RBrace);o<0&&this.error(
"expected '}' to close brace group",this.tok.getPos());let i=o>=0?o:e;return{type:"BraceGroup",pos:e,end:i,body:this.makeCompoundList([])}}this.syntaxDepth++;let s=this.
list();this.syntaxDepth--,s.length===0&&this.error("expected command in brace group",e);let n=this.acceptEnd(y.RBrace,w.Normal);n<0&&this.error("expected '}' to\
 close brace group",this.tok.getPos());let r=n>=0?n:e;return{type:"BraceGroup",pos:e,end:r,body:this.makeCompoundList(s)}}ifClause(){let e=this.tok.next(w.CommandStart).
pos;if(this.syntaxDepth>=256){this.error("maximum if nesting depth exceeded",e);let o=this.tok.skipCompoundBody(y.Fi);o<0&&this.error("expected 'fi' to close 'i\
f'",this.tok.getPos());let i=o>=0?o:e;return{type:"If",pos:e,end:i,clause:this.makeCompoundList([]),then:this.makeCompoundList([]),elif:Pc,else:void 0}}this.syntaxDepth++;
let s,n=e;for(;;){let o=this.list(),i=this.emptyListPos(o),a=this.makeCompoundList(o);this.skipSemi();let c=this.accept(y.Then,w.CommandStart);c?i>=0&&this.error(
`expected command after '${n===e?"if":"elif"}'`,i):this.error("expected 'then'",this.tok.getPos());let l=this.list(),d=this.makeCompoundList(l);c&&l.length===0&&
(this.error("expected command after 'then'",this.tok.peek(w.CommandStart).pos),d.pos=c.end,d.end=c.end),s?(s.elif===Pc&&(s.elif=[]),s.elif.push({type:"Elif",pos:n,
end:d.end,clause:a,then:d})):s={type:"If",pos:e,end:e,clause:a,then:d,elif:Pc,else:void 0},this.skipSemi();let u=this.accept(y.Elif,w.CommandStart);if(!u)break;
n=u.pos}if(this.accept(y.Else,w.CommandStart)){let o=this.list(),i=this.emptyListPos(o);i>=0&&this.error("expected command after 'else'",i),s.else=this.makeCompoundList(
o),this.skipSemi()}let r=this.acceptEnd(y.Fi,w.CommandStart);return r<0&&this.error("expected 'fi' to close 'if'",this.tok.getPos()),s.end=r>=0?r:n,this.syntaxDepth--,
s}forClause(){let e=this.tok.next(w.CommandStart).pos;if(this.tok.peek(w.Normal).token===y.LParen)return this.cStyleFor(e);let s=this.readRequiredWord("for"),n;
if(this.skipNewlines(w.CommandStart),this.tok.peek(w.CommandStart).token===y.In)for(this.tok.next(w.CommandStart),n=[];this.tok.peek(w.Normal).token===y.Word;)n.
push(this.readWord(w.Normal));if(this.skipSemi(),this.skipNewlines(w.CommandStart),this.tok.peek(w.CommandStart).token===y.LBrace){let c=this.braceGroup();return{
type:"For",pos:e,end:c.end,name:s,wordlist:n,body:c.body}}let r=this.accept(y.Do,w.CommandStart)!==null;if(r||this.error("expected 'do'",this.tok.getPos()),this.
syntaxDepth>=256){this.error("maximum for nesting depth exceeded",e);let c=this.tok.skipCompoundBody(y.Done);c<0&&this.error("expected 'done' to close 'for'",this.
tok.getPos());let l=c>=0?c:e;return{type:"For",pos:e,end:l,name:s,wordlist:n,body:this.makeCompoundList([])}}this.syntaxDepth++;let o=this.doBody(r);this.syntaxDepth--,
this.skipSemi();let i=this.acceptEnd(y.Done,w.CommandStart);i<0&&this.error("expected 'done' to close 'for'",this.tok.getPos());let a=i>=0?i:e;return{type:"For",
pos:e,end:a,name:s,wordlist:n,body:this.makeCompoundList(o)}}cStyleFor(e){let[s,n,r,o,i,a]=this.tok.readCStyleForExprs();if(this.tok.peek(w.CommandStart).token===
y.Semi&&this.tok.next(w.CommandStart),this.skipNewlines(w.CommandStart),this.tok.peek(w.CommandStart).token===y.LBrace){let p=this.braceGroup();return new hr(e,
p.end,p.body,s,n,r,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}let c=this.accept(y.Do,w.CommandStart)!==null;if(c||this.error("expected 'do'",
this.tok.getPos()),this.syntaxDepth>=256){this.error("maximum for nesting depth exceeded",e);let p=this.tok.skipCompoundBody(y.Done);p<0&&this.error("expected '\
done' to close 'for'",this.tok.getPos());let f=p>=0?p:e;return new hr(e,f,this.makeCompoundList([]),s,n,r,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}
this.syntaxDepth++;let l=this.doBody(c);this.syntaxDepth--;let d=this.acceptEnd(y.Done,w.CommandStart);d<0&&this.error("expected 'done' to close 'for'",this.tok.
getPos());let u=d>=0?d:e;return new hr(e,u,this.makeCompoundList(l),s,n,r,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}whileClause(){return this.
whileOrUntil("while")}untilClause(){return this.whileOrUntil("until")}whileOrUntil(e){let s=this.tok.next(w.CommandStart).pos;if(this.syntaxDepth>=256){this.error(
`maximum ${e} nesting depth exceeded`,s);let d=this.tok.skipCompoundBody(y.Done);d<0&&this.error(`expected 'done' to close '${e}'`,this.tok.getPos());let u=d>=0?
d:s;return{type:"While",pos:s,end:u,kind:e,clause:this.makeCompoundList([]),body:this.makeCompoundList([])}}this.syntaxDepth++;let n=this.list(),r=this.emptyListPos(
n),o=this.makeCompoundList(n);this.skipSemi();let i=this.accept(y.Do,w.CommandStart)!==null;i?r>=0&&this.error(`expected command after '${e}'`,r):this.error("ex\
pected 'do'",this.tok.getPos());let a=this.doBody(i);this.skipSemi();let c=this.acceptEnd(y.Done,w.CommandStart);c<0&&this.error(`expected 'done' to close '${e}\
'`,this.tok.getPos());let l=c>=0?c:s;return this.syntaxDepth--,{type:"While",pos:s,end:l,kind:e,clause:o,body:this.makeCompoundList(a)}}caseClause(){let e=this.
tok.next(w.CommandStart).pos,s=this.readRequiredWord("case");if(this.skipNewlines(w.CommandStart),this.accept(y.In,w.CommandStart)||this.error("expected 'in' af\
ter 'case' word",this.tok.getPos()),this.skipNewlines(w.CasePattern),this.syntaxDepth>=256){this.error("maximum case nesting depth exceeded",e);let c=this.tok.skipCompoundBody(
y.Esac);c<0&&this.error("expected 'esac' to close 'case'",this.tok.getPos());let l=c>=0?c:e;return{type:"Case",pos:e,end:l,word:s,items:[]}}this.syntaxDepth++;let n=[],
r=!1,o=this.tok.peek(w.CasePattern).token;for(;o!==y.Esac&&o!==y.EOF;){let c=this.tok.peek(w.Normal).pos;this.accept(y.LParen,w.Normal);let l=[],d=!0,u=this.tok.
peek(w.Normal);for(;u.token!==y.RParen&&u.token!==y.EOF;){u.token===(d?y.Word:y.Pipe)?d=!d:r||(this.unexpectedToken(u),r=!0);let E=this.tok.next(w.Normal);E.token===
y.Word&&l.push(this.toWord(E)),u=this.tok.peek(w.Normal)}d&&u.token===y.RParen&&!r&&(this.unexpectedToken(u),r=!0);let p=this.acceptEnd(y.RParen,w.Normal),f=this.
list(),m=p>=0?p:l.length>0?l[l.length-1].end:c,h=f.length>0?f[f.length-1].end:m,g={type:"CaseItem",pos:c,end:h,pattern:l,body:f.length>0?this.makeCompoundList(f):
{type:"CompoundList",pos:m,end:m,commands:[]},terminator:void 0},b=this.tok.peek(w.CommandStart);if(o=b.token,o===y.DoubleSemi||o===y.SemiAmp||o===y.DoubleSemiAmp){
let v=this.tok.next(w.CommandStart);g.terminator=f_[v.token],g.end=v.end}else o!==y.Esac&&o!==y.EOF&&!r&&(this.unexpectedToken(b),r=!0);n.push(g),this.skipNewlines(
w.CasePattern),o=this.tok.peek(w.CasePattern).token}let i=this.acceptEnd(y.Esac,w.CommandStart);i<0&&this.error("expected 'esac' to close 'case'",this.tok.getPos());
let a=i>=0?i:e;return this.syntaxDepth--,{type:"Case",pos:e,end:a,word:s,items:n}}selectClause(){let e=this.tok.next(w.CommandStart).pos,s=this.readRequiredWord(
"select"),n;if(this.skipNewlines(w.CommandStart),this.tok.peek(w.CommandStart).token===y.In)for(this.tok.next(w.CommandStart),n=[];this.tok.peek(w.Normal).token===
y.Word;)n.push(this.readWord(w.Normal));if(this.skipSemi(),this.skipNewlines(w.CommandStart),this.tok.peek(w.CommandStart).token===y.LBrace){let c=this.braceGroup();
return{type:"Select",pos:e,end:c.end,name:s,wordlist:n,body:c.body}}let r=this.accept(y.Do,w.CommandStart)!==null;if(r||this.error("expected 'do'",this.tok.getPos()),
this.syntaxDepth>=256){this.error("maximum select nesting depth exceeded",e);let c=this.tok.skipCompoundBody(y.Done);c<0&&this.error("expected 'done' to close '\
select'",this.tok.getPos());let l=c>=0?c:e;return{type:"Select",pos:e,end:l,name:s,wordlist:n,body:this.makeCompoundList([])}}this.syntaxDepth++;let o=this.doBody(
r);this.syntaxDepth--,this.skipSemi();let i=this.acceptEnd(y.Done,w.CommandStart);i<0&&this.error("expected 'done' to close 'select'",this.tok.getPos());let a=i>=
0?i:e;return{type:"Select",pos:e,end:a,name:s,wordlist:n,body:this.makeCompoundList(o)}}testCommand(){let e=this.tok.next(w.CommandStart).pos,s=this.parseTestOr(),
n=this.acceptEnd(y.DblRBracket,w.TestMode);n<0&&this.error("expected ']]' to close '[['",this.tok.getPos());let r=n>=0?n:e;return{type:"TestCommand",pos:e,end:r,
expression:s}}parseTestOr(){let e=this.parseTestAnd();if(this.tok.peek(w.TestMode).token!==y.Or)return e;let s=[e];do this.tok.next(w.TestMode),s.push(this.parseTestAnd());while(this.
tok.peek(w.TestMode).token===y.Or);return{type:"TestLogical",pos:e.pos,end:s[s.length-1].end,operator:"||",operands:s}}parseTestAnd(){let e=this.parseTestNot();
if(this.tok.peek(w.TestMode).token!==y.And)return e;let s=[e];do this.tok.next(w.TestMode),s.push(this.parseTestNot());while(this.tok.peek(w.TestMode).token===y.
And);return{type:"TestLogical",pos:e.pos,end:s[s.length-1].end,operator:"&&",operands:s}}parseTestNot(){let e=this.tok.peek(w.TestMode);if(!Ph(e))return this.parseTestPrimary();
let s=[];for(;Ph(e);){let r=this.tok.next(w.TestMode);s.push({type:"Negation",pos:r.pos,end:r.end}),e=this.tok.peek(w.TestMode)}let n=this.parseTestPrimary();return{
type:"TestNot",pos:s[0].pos,end:n.end,negations:s,operand:n}}parseTestPrimary(){if(this.tok.peek(w.TestMode).token===y.LParen){let a=this.tok.next(w.TestMode).pos;
if(this.syntaxDepth>=256){this.error("maximum test group nesting depth exceeded",a);let u=this.tok.skipTestGroup();u<0&&this.error("expected ')' to close test g\
roup",this.tok.getPos());let p=u>=0?u:a,f=new Le("",a,a);return{type:"TestGroup",pos:a,end:p,expression:{type:"TestUnary",pos:a,end:a,operator:"-n",operand:f}}}
this.syntaxDepth++;let c=this.parseTestOr();this.syntaxDepth--;let l=this.acceptEnd(y.RParen,w.TestMode);l<0&&this.error("expected ')' to close test group",this.
tok.getPos());let d=l>=0?l:a;return{type:"TestGroup",pos:a,end:d,expression:c}}let e=this.tok.next(w.TestMode);(e.token===y.And||e.token===y.Or)&&this.unexpectedToken(
e);let s=e.value,n=e.pos,r=e.end;if(e.keywordEligible&&m_[s]===1){if(this.tok.peek(w.TestMode).token===y.Word){let c=this.readTestOperand();return{type:"TestUna\
ry",pos:n,end:c.end,operator:s,operand:c}}this.error("expected operand after unary test operator",r);let a=new Le("",r,r);return{type:"TestUnary",pos:n,end:r,operator:s,
operand:a}}let o=this.tok.peek(w.TestMode);if(o.token===y.Word&&o.keywordEligible&&g_[o.value]===1){let a=this.tok.next(w.TestMode).value,c;if(a==="=~"){let d=this.
tok.readTestRegexWord();c=new Le(this.source.slice(d.pos,d.end),d.pos,d.end,this.source,zo(this.tok.getSubstitutionContext()),this.depth)}else c=this.readTestOperand();
let l=this.toWordFromPosEnd(e,n,r);return{type:"TestBinary",pos:n,end:c.end,operator:a,left:l,right:c}}let i=this.toWordFromPosEnd(e,n,r);return{type:"TestUnary",
pos:n,end:i.end,operator:"-n",operand:i}}readTestOperand(){let e=this.tok.next(w.TestMode);return e.keywordEligible&&(e.value==="<"||e.value===">")&&this.error(
`unexpected argument '${e.value}' to conditional operator`,e.pos),this.toWord(e)}functionDef(){let e=this.tok.next(w.CommandStart).pos,s=this.readWord(w.FunctionName),
n;if(this.tok.peek(w.CommandStart).token===y.LParen){let r=this.tok.next(w.CommandStart).pos;this.tok.peek(w.CommandStart).token===y.RParen?(this.tok.next(w.CommandStart),
this.skipNewlines(w.CommandStart),n=this.commandAsBody()):n=this.withRedirects(this.subshellBody(r))}else this.skipNewlines(w.CommandStart),n=this.commandAsBody();
return{type:"Function",pos:e,end:n.end,name:s,body:n}}simpleCommandOrFunction(e){let s=[],n=this.tok.peek(w.CommandStart).pos,r=n,o=w.CommandStart;for(;;){let d=this.
tok.peek(o).token;if(d===y.Assignment){let u=this.tok.next(o);r=u.end,s.push(this.parseAssignment(u))}else if(d===y.Redirect){let u=this.readRedirect(o);s.push(
u),r=u.end}else break;o=w.CommandPrefix}if(this.tok.peek(w.Normal).token!==y.Word)return new fr(n,r,void 0,s,[]);let i=this.tok.next(w.Normal),a=i.keywordEligible?
i.value:"",c=this.toWord(i);o=p_(a)?w.Declaration:a==="eval"||a==="let"?w.EvalArgument:w.Normal,r=c.end;let l=[];if(e)for(;this.tok.peek(w.CommandPrefix).token===
y.Assignment;){let d=this.tok.next(w.CommandPrefix),u=o===w.Declaration?this.parseAssignment(d):this.toWord(d);l.push(u),r=u.end}if(this.tok.peek(o).token===y.LParen&&
l.length===0&&(this.tok.next(w.Normal),this.tok.peek(w.Normal).token===y.RParen)){this.tok.next(w.Normal),this.skipNewlines(w.CommandStart);let d=this.commandAsBody();
return{type:"Function",pos:c.pos,end:d.end,name:c,body:d}}for(;;){let d=this.tok.peek(o).token;if(d===y.Word||d===y.Assignment){let u=this.tok.next(o),p=d===y.Assignment?
this.parseAssignment(u):this.toWord(u);l.push(p),r=p.end}else if(d===y.Redirect){let u=this.readRedirect(o);l.push(u),r=u.end}else break}return new fr(n,r,c,s,l)}readRedirect(e){
let s=this.tok.next(e),n=s.pos,r=s.end,o=s.fileDescriptor!==void 0?{type:"FileDescriptor",pos:n,end:s.descriptorEnd,value:s.fileDescriptor}:s.variableName!==void 0?
{type:"FileDescriptorVariable",pos:n,end:s.descriptorEnd,name:s.variableName}:void 0,i=s.targetEnd>s.targetPos;if(i||this.error("expected redirect target",s.targetPos),
s.value==="<<"||s.value==="<<-"){let c={type:"HereDoc",pos:n,end:r,operator:s.value,descriptor:o,delimiter:i?{type:"HereDocDelimiter",pos:s.targetPos,end:s.targetEnd,
text:this.source.slice(s.targetPos,s.targetEnd),value:s.content??"",quoted:s.delimiterQuoted}:void 0,body:new Yo(this.source,r,s.delimiterQuoted,this.depth,this.
tok.getSubstitutionContext()),closing:void 0};return i&&this.tok.registerHereDocTarget(c),c}let a=i?new Le(this.source.slice(s.targetPos,s.targetEnd),s.targetPos,
s.targetEnd,this.source,sn(this.tok.getSubstitutionContext()),this.depth):void 0;return s.value==="<<<"?{type:"HereString",pos:n,end:r,operator:"<<<",descriptor:o,
target:a}:{type:"Redirect",pos:n,end:r,operator:h_[s.value]??">",descriptor:o,target:a}}commandAsBody(){let e=this.command();return e&&e.type!=="Command"&&e.type!==
"Function"&&e.type!=="Coproc"?e:(this.error("expected compound command as function body",e?.pos??this.tok.getPos()),this.makeCompoundList(e?[this.makeStatement(
e)]:[]))}readWord(e){return this.toWord(this.tok.next(e))}readRequiredWord(e){let s=this.tok.peek(w.Normal);return s.token===y.Word?this.toWord(this.tok.next(w.
Normal)):(s.token!==y.EOF&&this.error(`expected word after '${e}'`,s.pos),new Le("",s.pos,s.pos))}toWord(e){let s=e.raw?e.value:this.source.slice(e.pos,e.end),n=e.
raw&&e.keywordEligible?void 0:this.source;return new Le(s,e.pos,e.end,n,n===void 0?Go:sn(this.tok.getSubstitutionContext()),this.depth)}toWordFromPosEnd(e,s,n){
return e.pos===s&&e.end===n?this.toWord(e):new Le(this.source.slice(s,n),s,n,this.source,sn(this.tok.getSubstitutionContext()),this.depth)}parseAssignment(e){let s=e.
raw?e.value:this.source.slice(e.pos,e.end);return new Ko(s,e.pos,e.end,this.source,e.assignmentOperatorPos,this.depth,this.tok.getSubstitutionContext())}makeCompoundList(e){
let s=this.tok.getPos(),n=e.length>0?e[0].pos:s,r=e.length>0?e[e.length-1].end:s;return{type:"CompoundList",pos:n,end:r,commands:e}}};var v_=new Set("wait sleep usleep break exit return read inotifywait fswatch select wait4 flock nc curl wget timeout".split(" "));function Nh(t,e){return(t.type===
"ArithmeticFor"?t.test===void 0:w_(t)||t.kind==="while"&&Nc(e))&&Lh(t.body)&&!Dh(t.body)}function Oh(t,e){let s=!1;return cr(t,n=>{s||=e(n)}),s}var Lh=t=>t.type===
"Statement"&&t.background===!0||t.type!=="Function"&&Oh(t,Lh),Dh=t=>t.type==="Command"&&v_.has(t.name?.text??"")||t.type!=="Function"&&!(t.type==="Statement"&&t.
background)&&Oh(t,Dh);function w_({kind:t,clause:e}){let[s]=e.commands;if(e.commands.length!==1||s===void 0)return!1;let{command:n}=s;if(n.type==="ArithmeticCom\
mand")return t==="while"&&/^\s*[1-9]\d*\s*$/.test(n.body);if(n.type!=="Command")return!1;let r=[n.name?.text??"",...n.args.map(({text:o})=>o)].join(" ");return t===
"while"?/^(?:(?:\/usr)?(?:\/bin\/)?true|:|\[ (?:1|true|x) \]|test 1|echo.*)$/.test(r):/^(?:\/bin\/)?false$/.test(r)}var Nc=t=>t?.kind==="pipe"&&x_(t.from.at(-1)),
x_=t=>t!==void 0&&!t.wrappers.includes("timeout")&&(t.program==="yes"||/^(cat|dd|tr|base64|xxd|od)$/.test(t.program)&&[...t.args,...t.redirects.map(({path:e})=>e)].
some(({text:e})=>/\/dev\/(?:zero|u?random|full)$/.test(e))&&!t.args.some(({text:e})=>/^count=/.test(e)));var S_=256,Mh=64,E_=(t,e)=>{let{args:s,scope:n,context:r}=t,o=s.findIndex(({text:f})=>/^(-(?![HLPOD])|[(!])/.test(f)),i=s.slice(0,o===-1?void 0:o).filter(({text:f})=>!/^-[HLPOD]/.
test(f)),a=o===-1?[]:s.slice(o),c=C_(i.length>0?i:[I(".")],a),l=a.flatMap(({text:f},m)=>/^-f(print0?|ls|printf)$/.test(f)&&a[m+1]?[a[m+1]]:[]);e.addInvocation({
...t,context:{...r,redirects:[...r.redirects,...l.map(f=>({kind:"write",path:f}))]}});let d=[];a.forEach(({text:f},m)=>{if(!/^-(exec|execdir|ok|okdir)$/.test(f))
return;let h=a.findIndex((E,S)=>S>m&&(E.text===";"||E.text==="+"&&a[S-1]?.text==="{}")),b=a.slice(m+1,h===-1?void 0:h).flatMap(E=>E.text==="{}"?c:[Oc(E,"{}",c[0])]),
v=e.runWords(b,n,bt(Y(r,"find")));v!==k&&d.push(v)});let u=c.map(({text:f})=>f);return If(a,u,i[0]?.text??".",(f,m)=>e.files.write(f,m,n.folder))+d.join("")};function C_(t,e){
let s=e.flatMap(({text:n},r)=>{let o=/^(?:!|-not)$/.test(e[r-1]?.text??""),i=/^-i?(name|path|wholename)$/.test(n)&&!o?e[r+1]?.text:void 0;return i===void 0?[]:[
i.slice(i.lastIndexOf("/")+1)]});return t.flatMap(({text:n,glob:r})=>{let o=`${n.replace(/\/+$/,"")}/${k}`;return s.length===0?[{text:o,glob:r}]:s.slice(0,8).map(
i=>({text:`${o}/${i}`,glob:r||/[*?[]/.test(i)}))})}var Oc=(t,e,{text:s,glob:n})=>({text:t.text.replaceAll(e,()=>s),glob:t.glob||n&&t.text.includes(e)}),__=(t,e)=>{
e.addInvocation(t);let s=t.args.findIndex(({text:a})=>/^(-x|-X|--exec|--exec-batch)$/.test(a));if(s===-1)return k;let n=I(k),r=t.args.slice(s+1),i=r.some(({text:a})=>a.
includes("{"))?r.map(a=>Oc(a,"{}",n)):[...r,n];return e.runWords(i,t.scope,Y(t.context,t.program)),k},A_=(t,e)=>{let{options:s,operands:n}=L(t.args,_.getopt.xargs),
{scope:r,context:o}=t;Nc(o.input)&&/^0+$/.test(M(s,"P","max-procs")[0]?.text??"")&&ns(t,e);let[i]=M(s,"a","arg-file"),a=i?e.files.read(i.text,r.folder)??k:o.stdin?.
readRest()??k,[c]=M(s,"d","delimiter"),l=G(s,"0","null"),d=M(s,"I","replace")[0]?.text??(G(s,"i","replace")?"{}":void 0),u=l?a.includes("\0")?"\0":`
`:c?.text.replace("\\n",`
`)??(d===void 0?void 0:`
`),p=Wh(a,u),f=n.length>0?n:[I("echo")],h={...bt(Y({...o},"xargs")),input:o.input};return e.budget.spend(p.length>>2),d===void 0?e.runWords([...f,...ss(p,S_)],r,
h):ss(p,Mh).map(({text:g,glob:b})=>I(g.trimStart(),b)).map(g=>e.runWords(f.map(b=>Oc(b,d,g)),r,h)).join("")};function Wh(t,e){return(e===void 0?t.match(/"[^"\n]*"|'[^'\n]*'|\S+/g)??
[]:t.split(e)).filter(n=>n!=="").map(n=>I(e===void 0?n.replace(/^(["'])(.*)\1$/,"$2"):n))}var $_=(t,e)=>{let{options:s,operands:n}=L(t.args,_.getopt.parallel),r=n.
findIndex(({text:f})=>/^:::{1,2}\+?$/.test(f)),o=r===-1?n:n.slice(0,r),i=G(s,"q","quote"),a=i?gn(o):o.map(({text:f})=>f).join(" "),c=M(s,"I","replace").find(({text:f})=>f!==
"")?.text??"{}",l=[],d=M(s,"a","arg-file"),u=l;for(let f of r===-1?[]:n.slice(r))/^:::{1,2}\+?$/.test(f.text)?u=f.text.startsWith("::::")?d:l:u.push(f);r===-1&&
d.length===0&&d.push(I("-"));for(let{text:f}of d){let m=f==="-"?t.context.stdin?.readRest():kt(f,t,e);l.push(...Wh(m??k,`
`))}let p=a.includes(c)||/\{[^{}\s]*\}/.test(a);for(let f of ss(l,Mh)){let m=i?f.text:Ys(f),h=a.replaceAll(c,()=>m).replaceAll(/\{(?:-?\d+|\/\/|[#%]|\d*[/.]+)\}/g,
()=>m),g=a===""?f.text:p?h:`${a} ${Ys(f)}`;oe(g,{...t,context:bt(t.context)},e)}return k},qh={"find gfind":E_,"fd fdfind":__,"xargs gxargs":A_,parallel:$_};var Fh=require("node:path");var Hh={"cd pushd":jh,popd:(t,e)=>jh({...t,args:[I("-")]},e),"export declare typeset local readonly":T_,unset:R_,set:I_,shift:N_,read:O_,"mapfile readarray":D_,
printf:W_,alias:q_,hash:P_,unalias:(t,e)=>e.addInvocation(t),eval:j_,trap:F_,command:H_},Vh=t=>t.filter(({text:e})=>!/^-./.test(e));function jh(t,e){let{scope:s}=t,
[n]=Vh(t.args.filter(({text:i})=>i!=="--"));e.addInvocation(t);let r=n?.text??"~",o=!/^[/~]/.test(r)&&!r.startsWith(k)&&s.folder!==void 0;return s.folder=r==="-"?
k:o?Fh.posix.normalize(`${s.folder}/${r}`):r,""}function T_(t,e){let{scope:s,args:n,program:r}=t,o=n.flatMap(({text:a})=>/^-[A-Za-z]+$/.test(a)?[a.slice(1)]:[]).
join(""),i=r==="export"||o.includes("x");for(let{text:a,glob:c}of n){let[,l,d,u]=/^([A-Za-z_]\w*)(\+?)=([\s\S]*)$/.exec(a)??[];if(l===void 0){i&&s.export(a);continue}
let p=s.get(l),f=p!==void 0&&p.words.length>1&&p.words.map(({text:h})=>h).join(" ")===u,m=/[lu]/.test(o)?D:(d?s.value(l):"")+u;o.includes("n")?s.addReference(l,
u):s.set(l,f?p.words:[{text:m,glob:c}],i||p?.exported),(r==="readonly"||o.includes("r"))&&s.fix(l)}return e.addInvocation(t)}function P_(t,e){let[s,n,r]=t.args;
return s?.text==="-p"&&n&&r&&t.scope.alias(r.text,n.text),e.addInvocation(t)}function R_(t,e){let s=t.args.some(({text:n})=>n==="-f");for(let{text:n}of Vh(t.args)){
let r=t.scope.functions.get(n);r&&(s||t.scope.get(n)===void 0)&&(r.certain=!1),s||t.scope.set(n,[])}return e.addInvocation(t)}function I_(t,e){let{args:s,scope:n}=t,
r=s.findIndex(({text:i})=>i==="--"),o=r===-1?s.findIndex(({text:i})=>!/^[-+]/.test(i)):r+1;return o!==-1&&!(r===-1&&/^[-+]\w*o$/.test(s[o-1]?.text??""))&&(n.arguments=
[n.arguments[0]??I("bash"),...s.slice(o)]),e.addInvocation(t)}function N_({args:[t],scope:e}){let[s,...n]=e.arguments;return e.arguments=[s,...n.slice(Number(t?.
text??1)||1)],""}function O_(t,e){let{args:s,scope:n,context:r}=t,o=/^-\w*[dinNptu]$/,i=s.filter(({text:f},m)=>/^[A-Za-z_]\w*$/.test(f)&&!o.test(s[m-1]?.text??"")),
a=s.find((f,m)=>/^-\w*a$/.test(s[m-1]?.text??"")),c=r.stdin?r.stdin.readLine()??"":k,l=r.environment.IFS?.text??n.value("IFS"),d=L_(c.trim(),l);if(r.redirects.length>
0&&e.addInvocation(t),a)return n.set(a.text,d.map(f=>I(f))),"";let u=i.length>0?i:[I("REPLY")],p=c===k||c===D;return u.forEach(({text:f},m)=>{let h=d.slice(m).join(
l[0]??" "),g=m<u.length-1?d[m]??"":u.length===1?c.trim():h;n.set(f,[I(p?c:g)])}),""}function L_(t,e){let s=[""];for(let n of t)e.includes(n)?s.at(-1)!==""&&s.push(
""):s[s.length-1]+=n;return s}function D_(t,e){let{args:s,scope:n,context:r}=t;r.redirects.length>0&&e.addInvocation(t);let o=/^-\w*[CcdnOsu]$/,a=s.filter(({text:u},p)=>!/^-./.
test(u)&&!o.test(s[p-1]?.text??"")).at(-1)?.text??"MAPFILE",c=s.find((u,p)=>/^-\w*C$/.test(s[p-1]?.text??""));c&&e.runScript(`${c.text} 0 line`,n,Y(r,t.program));
let d=(r.stdin?.readRest()??k).replace(/\n$/,"").split(`
`);return n.set(a,ss(d.map(u=>I(u)),M_)),""}var M_=1e3;function W_(t,e){let[s,n,...r]=t.args;return s?.text==="-v"&&n&&t.scope.set(n.text,[I(rr(r.map(({text:o})=>o)))]),
e.addInvocation(t)}function q_(t,e){for(let{text:s}of t.args){let[,n,r]=/^([^=\s]+)=([\s\S]*)$/.exec(s)??[];n!==void 0&&t.scope.alias(n,r)}return e.addInvocation(
t)}function j_(t,e){let s=t.args.map(({text:n})=>n).join(" ");return s.includes(k)&&e.addInvocation(Js(t,s,e)),s.trim()===""?"":e.runScript(s,t.scope,Y(t.context,
"eval"))}function F_(t,e){let[s,...n]=t.args.filter(({text:r})=>r!=="--");return e.addInvocation(t),s&&n.length>0&&!/^-/.test(s.text)&&e.runScript(s.text,t.scope.
copy(),Y(t.context,"trap")),""}function H_(t,e){let s=t.args.findIndex(({text:r})=>!/^-[pvV]+$/.test(r)),n=t.args.slice(s===-1?t.args.length:s);return t.args.slice(
0,s).some(({text:r})=>/[vV]/.test(r))?e.addInvocation({...t,program:"type",args:n}):(n[0]?.text==="--"&&n.shift(),n.length===0?e.addInvocation(t):e.runWords(n,t.
scope,Y(t.context,t.program)))}var V_=2e4,U_=20,{smallLanguages:Uh}=_,B_=(t,e)=>{let{code:s=[],operands:n,runs:r,deletes:o,does:i={}}=Uh.get(t.program==="R"?"Rscript":t.program),a=t.args.map(
f=>/^-(?:eval|batch|load|[Cc]ommand)$/.test(f.text)?I(`-${f.text}`):f),{options:c,operands:l}=L(a,{short:s.filter(f=>f.length===1).join(""),long:s.filter(f=>f.length>
1),permuted:!0}),d=e.addInvocation(t),u=M(c,...s).map(({text:f})=>f),p=l[0]&&e.files.read(l[0].text,t.scope.folder);p!==void 0&&u.push(p),n==="code"&&u.length===
0&&u.push(l.map(({text:f})=>f).join(" ")),u.length===0&&l.every(({text:f})=>f==="-")&&u.push(t.context.stdin?.readRest()??"");for(let f of u.map(K_)){for(let m of new Set(
[...Lc(f,r),...G_(f)]))oe(m,t,e);for(let m of o?Lc(f,o):[])oe(`rm -r ${Ys(I(m))}`,t,e);for(let[m,h]of Object.entries(i))for(let g of h.flatMap(b=>Lc(f,b)))oe(m===
"$"?g:m.replace("$",()=>Ys(I(g))),t,e)}return d},G_=t=>[...t.slice(0,V_).matchAll(/(["'])((?:sudo\s+)?(?:rm|dd|shred|mkfs\S*|git|chmod|chown|curl|wget)\s(?:(?!\1)[^\\\n]){1,500})\1/g)].
slice(0,U_).map(e=>e[2]),z_=Ze(_.patterns.home_lookup,"g"),K_=t=>t.replace(z_,'"~"'),Lc=(t,e)=>[...t.matchAll(new RegExp(e,"gi"))].map(s=>s.at(-1)??k),Bh={[["R",
...Uh.keys()].join(" ")]:B_};Je();var Gh=48,zh=1e3;function Dc(t,e){if(t.length>65536)e.fail("too-long",`longer than ${65536} characters`);else if(Y_(t)>Gh)e.fail("too-deep",`more than ${Gh} bra\
ckets are open at once`);else if(t.split("<<").length>zh)e.fail("too-much",`more than ${zh} here-documents`);else{e.spend(t.length>>10);try{let s=Ih(t);return Mc(
s,e),s}catch(s){e.fail("too-deep",`cannot be parsed: ${s.message}`)}}}function Xo(t,e){let s=Dc(`: ${t}`,e)?.commands[0]?.command,[n]=s?.type==="Command"?s.suffix:
[];return n?.type==="Word"?n:void 0}function Mc(t,e){let[s]=t.errors??[];s&&e.fail("unparsable",`cannot be parsed: ${s.message} at character ${s.pos}`)}function Y_(t){
let e=0,s=0;for(let[n]of t.matchAll(/[[\](){}]/g))e="([{".includes(n)?e+1:Math.max(0,e-1),s=Math.max(s,e);return s}function Qo(t,e){return t?(Jo(t,e),String(Vc(t,e,0))):D}function Hc(t,e){if(t.trim()===""||Fc.test(t.trim()))return Number(t);if(!e.interpreter.budget.spend(X_))
return;let[s]=Xo(`$((${t}))`,e.interpreter.budget)?.parts??[];if(s?.type!=="ArithmeticExpansion"||!s.expression)return;let n=Vc(s.expression,e,0);return typeof n==
"number"?n:void 0}function Jo(t,{interpreter:e,scope:s,context:n}){let r=[t];for(let o=r.pop();o&&e.budget.spend();o=r.pop())o.type==="CommandExpansion"||o.type===
"ProcessSubstitution"||o.type==="ArithmeticCommandExpansion"?e.runSubstitution(o.script,s.copy(),{...n,redirects:[],environment:{}}):cr(o,i=>{r.push(i)})}var X_=32,
Q_=50,Fc=/^-?(?:0|[1-9]\d{0,8})$/;function Vc(t,e,s){if(s>Q_)return D;let n=r=>Vc(r,e,s+1);switch(t.type){case"ArithmeticWord":return J_(t.value,e);case"Arithme\
ticGroup":return n(t.expression);case"ArithmeticUnary":{let r=n(t.operand);if(t.operator==="-")return qc("-",0,r);if(t.operator!=="++"&&t.operator!=="--")return D;
let o=Wc(t.operand,qc(t.operator[0],r,1),e);return t.prefix?o:r}case"ArithmeticBinary":{let r=n(t.right);if(t.operator==="=")return Wc(t.left,r,e);let[,o=t.operator]=/^([-+*/%&|^]|<<|>>)=$/.
exec(t.operator)??[],i=qc(o,n(t.left),r);return o===t.operator?i:Wc(t.left,i,e)}case"ArithmeticCommandExpansion":return k;default:return D}}function Wc(t,e,{scope:s}){
return t.type==="ArithmeticWord"&&/^[A-Za-z_]\w*$/.test(t.value)&&s.set(t.value,[{text:String(e),glob:!1}]),e}function J_(t,{scope:e}){if(Fc.test(t))return Number(
t);let[,s,n,r]=/^(?:\$?([A-Za-z_]\w*)|\$\{([A-Za-z_]\w*)\}|\$\{?(\d+)\}?)$/.exec(t)??[];if(s===void 0&&n===void 0&&r===void 0)return D;let o=r===void 0?e.value(
s??n):e.arguments[Number(r)]?.text??"";return o.includes(k)?ye(o)?D:k:o.trim()===""||Fc.test(o.trim())?Number(o):D}function qc(t,e,s){if(typeof e!="number")return e;
if(typeof s!="number")return s;let n=Object.hasOwn(Kh,t)?Kh[t](e,s):Number.NaN;return Number.isSafeInteger(n)?n:D}var jc=t=>(e,s)=>Math.max(Math.abs(e),Math.abs(
s))<2**31?t(e,s):Number.NaN,Kh={"+":(t,e)=>t+e,"-":(t,e)=>t-e,"*":(t,e)=>t*e,"/":(t,e)=>Math.trunc(t/e),"%":(t,e)=>t%e,"<<":(t,e)=>e<0?Number.NaN:t*2**e,">>":(t,e)=>e<
0?Number.NaN:Math.floor(t/2**e),"&":jc((t,e)=>t&e),"|":jc((t,e)=>t|e),"^":jc((t,e)=>t^e)};var Xh=t=>/^\{-?\d{1,9}\.\.-?\d{1,9}(?:\.\.-?\d{1,6})?\}$/.test(t);function Uc(t){let e=[""];for(let s=0;s<t.length;){let n=t[s]==="{"?Z_(t,s):void 0,r=n?.end??
Qh(t,s),o=n?n.alternatives:[t.slice(s,r)],i=e.length*(o?.length??0);if(o===void 0||i>512||i*t.length>2e5)return;e=e.flatMap(a=>o.map(c=>a+c)),s=r}return e}function Z_(t,e){
let s=[],n=e+1,r=0;for(let o=n;o<t.length;o=Qh(t,o)){let i=t[o];if(i==="{"?r+=1:i==="}"&&r>0?r-=1:(i===","&&r===0||i==="}")&&(s.push(t.slice(n,o)),n=o+1),i!=="}"||
n!==o+1)continue;let a=s.length===1?t1(s[0]):e1(s);return a==="none"?void 0:{alternatives:a,end:n}}}function e1(t){let e=t.map(Uc);return e.includes(void 0)?void 0:
e.flat()}function t1(t){let e=/^(?:(-?\d{1,9})\.\.(-?\d{1,9})|([A-Za-z])\.\.([A-Za-z]))(?:\.\.-?(\d{1,6}))?$/.exec(t);if(!e)return"none";let[,s="",n="",r,o,i="1"]=e,
a=/^-?0\d/.test(s)||/^-?0\d/.test(n)?Math.max(s.length,n.length):0,[c,l]=r===void 0?[Number(s),Number(n)]:[r.charCodeAt(0),o.charCodeAt(0)],d=Math.max(1,Number(
i)),u=Math.floor(Math.abs(l-c)/d)+1;if(!(u>512))return Array.from({length:u},(p,f)=>{let m=c+(c<=l?d:-d)*f,h=m<0?`-${String(-m).padStart(a-1,"0")}`:String(m).padStart(
a,"0");return r===void 0?h:String.fromCharCode(m)})}var Yh=new RegExp([String.raw`\\[\s\S]?|'[^']*'?|"(?:\\[\s\S]|[^"\\])*"?|\x60(?:\\[\s\S]|[^\x60\\])*\x60?`,String.
raw`\$\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}|\$\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`,String.raw`[^\\'"\x60$\x7b\x7d,]+|[\s\S]`].join("|"),"y");function Qh(t,e){
return Yh.lastIndex=e,e+Yh.exec(t)[0].length}function Bc(t,e,s,n){let{scope:r}=s;if(e?.prefix==="!"&&e.operation?.type==="Names")return{words:[I(D)],list:!1};let o=e?.prefix==="!"?r.value(t):t,i=e?.index&&
n(e.index,s).text,a=t==="@"||i==="@",c=n1(o,i,s);if(e?.prefix==="#"){let d=a||t==="*"||i==="*"?c.length:c[0]?.text.length,u=c.every(ft)&&!Jh(t,s);return{words:[
I(u?String(d??0):k)],list:!1}}let l=e?.operation;return l===void 0?{words:c,list:a}:l.type==="Default"?{words:r1(o,c,l,s,n),list:a}:l.type==="Slice"&&a?{words:[
I(D)],list:a}:{words:c.map(d=>a1(o,d,l,s,n)),list:a}}function n1(t,e,{scope:s}){if(t==="@"||t==="*")return s.arguments.slice(1);if(t==="#")return[I(String(s.arguments.
length-1))];if(/^\d+$/.test(t))return s.arguments.slice(Number(t),Number(t)+1);let n=s.get(t);if(e===void 0)return n?n.words.slice(0,1):[I(s.value(t))];if(e==="\
@"||e==="*")return n?.words??[I(k)];let r=Number(e);if(!n||!Number.isInteger(r))return[I(k)];let o=n.words.at(r);return o?[o]:[]}function r1(t,e,{operator:s,operand:n},r,o){
let i=e.length>0&&(e[0].text!==""||!s.includes(":")),a=r.scope.get(t)!==void 0||e.every(ft),c=s.endsWith("+")&&!i?void 0:o(n,r);if(s.endsWith("+"))return c?[c]:
[];if(s.endsWith("?")){if(s!==":?"||e.length!==1||e[0].text!==k)return e;let l=[I(ha)];return/^\w+$/.test(t)&&r.scope.set(t,l),l}return(a?i:c.text==="")?e:(s.endsWith(
"=")&&/^\w+$/.test(t)&&r.scope.set(t,[c]),[c])}var o1=new Set(["HOME","PWD","PATH","OLDPWD","SHELL","BASH"]),Jh=(t,{scope:e})=>o1.has(t)&&!e.get(t);function i1(t,e,s){
return e==="##"&&s==="*/"?k:e==="%"&&s==="/*"?`${t}/..`:e==="%"&&s==="/"?t:D}function a1(t,e,s,n,r){let o=Jh(t,n),{text:i}=e,a=!o&&!i.includes(k),c=o?D:je(i);switch(s.
type){case"Remove":{let l=r(s.operand,n).text;return o?I(i1(i,s.operator,l)):I(a?d1(i,s.operator,l,n):c)}case"Replace":{let l=r(s.pattern,n).text,d=r(s.replacement,
n).text;return I(a?u1(i,s.operator,l,d,n):c)}case"Slice":{let[l,d]=[s.offset,s.length].map(m=>m&&r(m,n).text),u=Hc(l,n),p=d===void 0?void 0:Hc(d,n);if(o&&u===0&&
p===1)return I("/");if(!a)return I(c);if(u===void 0||d!==void 0&&p===void 0)return I(Ce(l+(d??"")));let f=u<0?i.length+u:u;return I(f<0?"":i.slice(f,p===void 0||
p<0?p:f+p))}case"CaseModification":return I(a?s.operand?D:l1(i,s.operator):c);case"Transform":case"Names":case"Unknown":return I(D);default:return s}}var c1=100,
l1=(t,e)=>{let s=n=>e[0]==="^"?n.toUpperCase():n.toLowerCase();return e.length===2?s(t):s(t.slice(0,1))+t.slice(1)};function Zh(t,e,s,n){return n.interpreter.budget.
spend(c1),t.length>128||e.includes(k)?void 0:jo(e,s)}function d1(t,e,s,n){let r=Zh(t,s,e.length===1,n);if(r===void 0)return Ce(s);if(e[0]==="#")return t.replace(
new RegExp(`^(?:${r})`),"");let o=new RegExp(`^(?:${r})$`),i=Array.from({length:t.length+1},(c,l)=>l),a=c=>o.test(t.slice(c));return t.slice(0,e==="%"?i.findLast(
a):i.find(a))}function u1(t,e,s,n,r){if(s==="")return t;let o=Zh(t,s,!1,r);if(o===void 0)return Ce(s);let i=e==="/#"?`^(?:${o})`:e==="/%"?`(?:${o})$`:o;return t.
replace(new RegExp(i,e==="//"?"g":""),()=>n)}function An(t,e){if(!e.interpreter.budget.spend(1+(t.text.length>>6)))return[I(D)];if(t.parts===void 0)return[t.text.startsWith(k)?{...I(t.value),bare:!0}:I(t.value)];
if(!t.parts.some(({type:n})=>n==="BraceExpansion"))return em(t.parts,e);let s=Uc(t.text);return e.interpreter.budget.spend(2*(s?.length??0)+(t.text.length>>2)),
s===void 0?Xh(t.text)?[I("1"),I(k)]:[I(D,!0)]:s.flatMap(n=>{if(/^[\w@%+=:,./-]*$/.test(n))return[I(n)];let{budget:r}=e.interpreter,o=r.spend(4)?Xo(n,r)?.parts:void 0;
return o===void 0?[I(n)]:em(o.filter(({type:i})=>i!=="BraceExpansion"),e)})}function Ht(t,e){return t.parts===void 0?I(t.value):zc(t.parts,e)}function zc(t,e){let s=new Zo;
for(let r of t)Kc(r,e,s,!0);let n=s.end();return I(n.map(({text:r})=>r).join(" "),n.some(({glob:r})=>r)||t.some(({type:r})=>r==="Glob"||r==="ExtendedGlob"))}function em(t,e){
let s=new Zo;for(let n of t)Kc(n,e,s,!1);return s.end()}var Zo=class{done=[];text;glob=!1;bare=!1;add(e,s=!1){let n=(this.text??"")+e;this.text=n.length>65536?D:
n,s&&(this.glob=!0)}split(e,s,n){let r=0;for(let o=0;o<=e.length;o+=1){if(o<e.length&&!s.includes(e[o]))continue;let i=e.slice(r,o);i!==""&&this.add(i,n&&/[*?[]/.
test(i)),i.includes(k)&&(this.bare=!0),o<e.length&&this.close(),r=o+1}}close(){this.text!==void 0&&this.done.push({text:this.text,glob:this.glob,...ne({bare:this.
bare||void 0})}),this.text=void 0,this.glob=!1,this.bare=!1}end(){return this.close(),this.done}};function Kc(t,e,s,n){if(!e.interpreter.budget.spend()){s.add(k);
return}switch(t.type){case"Literal":case"SingleQuoted":case"AnsiCQuoted":s.add(t.value);break;case"Glob":case"ExtendedGlob":s.add(t.text,!0);break;case"DoubleQu\
oted":case"LocaleString":(t.parts.length!==1||!/^\$(@|\{@|\{\w+\[@\])/.test(t.parts[0].text))&&s.add("");for(let r of t.parts)Kc(r,e,s,!0);break;case"SimpleExpa\
nsion":Gc(Bc(t.text.slice(1),void 0,e,Ht),e,s,n);break;case"ParameterExpansion":Gc(Bc(t.parameter,t,e,Ht),e,s,n);break;case"CommandExpansion":{let{interpreter:r,
scope:o,context:i}=e,a=r.invocations.length,c={...i,redirects:[],environment:{},captured:!0},l=r.runSubstitution(t.script,o.copy(),c);l.includes(k)&&f1(r,a),Gc(
{words:[I(l.replace(/\n+$/,""))],list:!1},e,s,n);break}case"ArithmeticExpansion":s.add(Qo(t.expression,e));break;case"ProcessSubstitution":s.add(h1(t,e));break;case"\
BraceExpansion":s.add(t.text);break;default:}}function Gc({words:t,list:e},s,n,r){if(s.interpreter.budget.spend(t.reduce((o,{text:i})=>o+i.length,0)>>6),r&&!e){
n.add(t.map(({text:o})=>o).join(" "),t.some(({glob:o})=>o));return}t.forEach(({text:o,glob:i},a)=>{a>0&&n.close(),r?n.add(o,i):n.split(o,s.scope.value("IFS"),!0)})}
var p1=20;function f1({substituted:t,invocations:e},s){let n=[...t,...e.slice(s)].slice(-p1);t.splice(0,t.length,...n)}function h1(t,{interpreter:e,scope:s,context:n}){
let r=`/dev/fd/${63+e.sources.size}`,o=e.invocations.length,i={...n,redirects:[],environment:{},captured:!0,isConcurrent:!0},a=t.operator===">"?Xs(i,{text:D,from:[]}):
i,c=e.runSubstitution(t.script,s.copy(),a);return t.operator!==">"&&e.sources.set(r,{text:c,from:e.invocations.slice(o)}),r}function Yc(t,e){let n=t.map(o=>o&&"text"in o?o.text:"").flatMap(o=>[...o.matchAll(/\$\{?[!#]?([A-Za-z_]\w*)/g)]);return[...new Set(n.map(([,o])=>o))].flatMap(o=>(e.
get(o)?.alternatives??[]).map(i=>{let a=e.copy();return a.set(o,i),a}))}function tm({name:t,append:e,index:s,value:n},r,o){let i=e||s?o.get(t)?.words??[]:[];s?o.
set(t,m1(i,s.value,r)):n.type==="ArrayValue"?o.set(t,[...i,...r]):o.set(t,e?[I((i[0]?.text??"")+r[0].text,r[0].glob)]:r)}function m1(t,e,[s]){let n=/^\d{1,3}$/.
test(e)?Number(e):0,r=[...t];for(;r.length<=n;)r.push(I(""));return r[n]=s??I(""),r}function Xc({value:t,index:e},s){return e&&Ht(e,s),t.type==="ArrayValue"?t.elements.
flatMap(n=>An(n,s)):[Ht(t,s)]}function sm(t,e){let s=Xc(t,e),n=`${t.name}${t.append?"+":""}=`;return t.value.type==="ArrayValue"&&e.scope.set(t.name,s),I(n+s.map(
({text:r})=>r).join(" "),s.some(({glob:r})=>r))}var Qc=32,ei=class{constructor(e,s){this.machine=e;this.run=s}machine;run;list(e,s,n){let r="";for(let{command:o,background:i}of e){if(!this.machine.budget.spend())
break;let a=this.node(o,s,i?{...n,isConcurrent:!0}:n);r=Jc(r,a)}return r}node(e,s,n){return this.machine.budget.descend(()=>{switch(e.type){case"Command":return s.
hasAlternatives?this.alternatives(e,s,n):this.command(e,s,n);case"Pipeline":return this.pipeline(e,s,n);case"AndOr":return this.andOr(e,s,n);case"CompoundList":
return this.list(e.commands,s,n);case"Subshell":return this.list(e.body.commands,s.copy(),n);case"BraceGroup":return this.list(e.body.commands,s,n);case"If":return this.
choice([e.clause,...e.elif.map(({clause:r})=>r)],[e.then,...e.elif.map(({then:r})=>r),...e.else?[e.else]:[]],s,n);case"Case":return this.inCase(e,s,n);case"For":case"\
Select":return this.forEach(e,s,n);case"While":return this.reportBomb(e,s,n),this.repeat(e,s,n);case"ArithmeticFor":this.reportBomb(e,s,n);for(let r of[e.initialize,
e.test,e.update])r&&Jo(r,this.site(s,n));return this.maybe(s,r=>this.list(e.body.commands,r,n));case"ArithmeticCommand":return e.expression&&Qo(e.expression,this.
site(s,n)),"";case"TestCommand":return e.expression&&Jo(e.expression,this.site(s,n)),"";case"Redirected":return this.redirected(e,s,n);case"Function":return s.define(
e.name.value,e.body),"";case"Coproc":return this.node(e.body,s.copy(),{...n,isConcurrent:!0});default:return e}},k)}pipeline({commands:e,prefixes:s},n,r){let o=s.
some(({type:c})=>c==="Time")?Y(r,"time"):r;if(e.length===1)return this.node(e[0],n,o);let i=this.machine.invocations.length,a="";for(let[c,l]of e.entries()){let d=this.
machine.invocations.slice(i);if(!this.machine.budget.spend(1+(d.length>>4)))break;let u=c===0?o:{...o,input:{kind:"pipe",from:d},stdin:new yt(a)};a=this.node(l,
n.copy(),{...u,isConcurrent:!0})}return a}andOr({commands:e,operators:s},n,r){let o="",i=[n.copy()];for(let[a,c]of e.entries()){if(!this.machine.budget.spend())
break;let l=this.node(c,n,r);s[a-1]!=="||"?o+=l:o=o===""||o===l?l:k,a<e.length-1&&!(s[a]==="&&"&&b1(c))&&i.push(n.copy())}for(let a of i.slice(1))n.join(a);return o}choice(e,s,n,r){
for(let a of e)this.list(a.commands,n,r);let o=[],i=s.map(a=>{let c=n.copy();return o.push(c),this.list(a.commands,c,r)});for(let a of o)n.join(a);return i.every(
a=>a==="")?"":k}inCase(e,s,n){let r=this.site(s,n);Ht(e.word,r);for(let{pattern:o}of e.items)for(let i of o)Ht(i,r);return this.choice([],e.items.map(({body:o})=>o),
s,n)}forEach(e,s,n){let r=e.wordlist,o=c=>r?r.flatMap(l=>An(l,this.site(c,n))):c.arguments.slice(1),i=s.hasAlternatives&&r?Yc(r,s):[],a=[...o(s),...i.flatMap(c=>o(
c))];return this.maybe(s,c=>{let l="",d=ss(a,Qc);for(let u of d){if(!this.machine.budget.spend())break;c.set(e.name.value,[u]),l=Jc(l,this.list(e.body.commands,
c,n))}return a.length>Qc?je(l):l})}repeat(e,s,n){let r=s.copy(),o=Math.min(Qc,Math.max(2,n.stdin?.lineCount??0)),i="",a=c=>{this.list(e.clause.commands,s,c),i=Jc(
i,this.list(e.body.commands,s,c))};for(let c=0;c<o&&this.machine.budget.spend()&&(a(n),!(n.stdin?.isAtEnd||s.same(r)));c+=1);if(n.stdin&&!n.stdin.isAtEnd&&!s.same(
r)){let c=n.stdin.readRest().split(`
`).filter(Boolean),[l]=ss(c.map(d=>I(d)),0);l&&a({...n,stdin:new yt(l.text)})}return s.join(r),i===""?"":je(i)}maybe(e,s){let n=e.copy(),r=s(e);return e.join(n),
r}reportBomb(e,s,n){let r={program:"while",words:[I("while")],args:[],scope:s,context:n};Nh(e,n.input)&&ns(r,this.machine)}redirected({command:e,redirects:s},n,r){
let o=this.site(n,r),i=this.redirect(s,o),a=this.machine.invocations.length,c=this.node(e,n,i);return this.machine.invocations.length===a&&s.length>0&&this.run(
[I(":")],n,i,!1),this.settle(c,i,r,o)}alternatives(e,s,n){let r=e.redirects.map(c=>"target"in c?c.target:void 0),o=Yc([e.name,...e.args,...e.prefix,...r],s),i=n.
stdin?.remaining,a=this.command(e,s,n);for(let c of o){if(!this.machine.budget.spend(4))break;if(this.command(e,c,i===void 0?n:{...n,stdin:new yt(i)}),!e.name)for(let{
name:l}of e.prefix.filter(d=>d.type==="Assignment"))s.mayBe(l,c.get(l)?.words??[])}return a}command(e,s,n){let r=this.site(s,n),o=e.prefix.filter(h=>h.type==="A\
ssignment");g1(e)&&this.machine.budget.fail("too-much","a substitution behind an assignment is not followed");let i=this.machine.invocations.length,a=o.map(h=>({
assignment:h,words:Xc(h,r)})),c=e.name?An(e.name,r):[],l=e.args.flatMap(h=>h.type==="Assignment"?[sm(h,r)]:An(h,r)),d=[...c,...l],u=this.redirect(e.redirects,r);
if(d.length===0){for(let{assignment:b,words:v}of a)tm(b,v,s);u.redirects.length>n.redirects.length&&this.run([I(":")],s,u,!1);let g=(u.stdin!==n.stdin?u.stdin?.
readRest():void 0)??(this.machine.invocations.length>i&&e.name?k:"");return this.settle(g,u,n,r)}let p={...n.environment};for(let{assignment:h,words:g}of a)p[h.
name]=g[0]??I("");let f=e.name?.parts===void 0&&e.name?.text===e.name?.value,m=this.run(d,s,{...u,environment:p},f);return s.last=d.at(-1).text,this.settle(m,u,
n,r)}redirect(e,s){let n=s.context;for(let r of e){if(!this.machine.budget.spend(1+(n.redirects.length>>3)))break;if(r.type==="HereDoc"){let{body:o}=r,i=o.parts?
zc(o.parts,s).text:o.text;n=nm(n,r.operator==="<<-"?i.replace(/^\t+/gm,""):i)}else{if(r.target===void 0)continue;r.type==="HereString"?n=nm(n,`${Ht(r.target,s).
text}
`):n=this.redirectedTo(r,Ht(r.target,s),s,n)}}return n}redirectedTo({operator:e,descriptor:s},n,r,o){if(/^[<>]&$/.test(e)&&/^(\d+-?|-)$/.test(n.text))return o;let i=/^<&?$/.
test(e)?"read":e.endsWith(">>")?"append":"write",a={...o,redirects:[...o.redirects,{kind:i,path:n}]},c=i==="read"?0:1,l=s?.type==="FileDescriptor"?s.value===c:s===
void 0;if(i!=="read")return l?{...a,outputFile:{kind:i,path:n}}:a;let d=this.machine.sources.get(n.text);if(d)return Xs(a,d);let u=this.machine.files.read(n.text,
r.scope.folder)??k;return l?{...a,input:{kind:"file",path:n},stdin:new yt(u)}:a}settle(e,s,n,{scope:r}){let{machine:o}=this,i=s.outputFile===n.outputFile?void 0:
s.outputFile;if(i===void 0)return e;let c=[...s.input?.kind==="pipe"?s.input.from:[],...o.invocations.slice(-1)];return o.files[i.kind](i.path.text,e,r.folder,e.
includes(k)?c:[]),""}site(e,s){return{interpreter:this.machine,scope:e,context:s}}},g1=({prefix:t,name:e,args:s})=>{let n=[...t,...e?[e]:[],...s];return n.some(
({type:r,pos:o},i)=>{let a=n[i-1];return r==="Word"&&a?.type==="Assignment"&&a.end===o})},Jc=(t,e)=>t.length+e.length>65536?D:t+e,nm=(t,e)=>({...t,input:{kind:"\
text",text:e},stdin:new yt(e)}),y1=new Set([":","true","echo","printf","export","declare","local","set","alias"]),b1=t=>t.type==="Function"||t.type==="Command"&&
(t.name===void 0||y1.has(t.name.value));var k1=3,v1={...Hh,...th,...qh,...ah,...Bh,...oh,git:Bf},w1=new Map(Object.entries(v1).flatMap(([t,e])=>t.split(" ").map(s=>[s,e])));function ti(t,e={}){let s=new Zc(
e),n=new Do(s.budget);n.folder=e.folder;try{s.runScript(t,n,{wrappers:[],redirects:[],environment:{},isConcurrent:!1})}catch(i){if(!(i instanceof RangeError))throw i;
s.budget.fail("too-deep",`cannot be parsed: ${i.message}`)}let{invocations:r,budget:o}=s;return o.problem?{invocations:r,problem:o.problem}:{invocations:r}}var Zc=class{budget=new Oo;invocations=[];files;readCode;sources=new Map;activeScripts=[];bodies=[];gitAliases=new Map;substituted=[];walk=new ei(
this,(e,s,n,r)=>this.run(e,s,n,r));constructor({files:e,readCode:s}){this.files=e??new bn,this.readCode=s}runScript(e,s,n){return ye(e)&&this.budget.fail("too-m\
uch","it runs code that cannot be read to its end"),e.replaceAll(k,"").trim()===""?k:this.budget.descend(()=>{let r=Dc(e,this.budget);return r?this.walk.list(r.
commands,s,n):k},k)}runSubstitution(e,s,n){return e?this.budget.descend(()=>(Mc(e,this.budget),this.walk.list(e.commands,s,n)),k):k}run(e,s,n,r){let o=e[0].text,
i=[],a=r?s.aliases.get(o)??[]:[];for(let l of a){let d=s.copy();d.aliases.delete(o),i.push(this.runScript(`${l} ${gn(e.slice(1))}`,d,n))}let c=s.functions.get(o);
for(let l of c?.bodies??[])i.push(this.call(o,l,e,s,n));return c?.certain||i.push(this.runWords(e,s,n)),i.length===1?i[0]:k}call(e,s,n,r,o){let i=this.bodies.filter(
u=>u===s).length;if(i>0&&o.isConcurrent&&ns({program:e,words:n,args:[],scope:r,context:o},this),i>=k1||i>0&&o.isConcurrent)return k;this.bodies.push(s);let a=r.
arguments;r.arguments=[a[0]??I("bash"),...n.slice(1)];let c=r.copy(),l=this.invocations.length,d=this.walk.node(s,r,{...o,isConcurrent:!1});return this.invocations.
slice(l).some(({program:u})=>u==="return")&&r.join(c),r.arguments=a,this.bodies.pop(),d}runWords(e,s,n){let[r]=e;if(r===void 0)return"";if(r.text.startsWith("-")&&
n.wrappers.at(-1)==="time"){let o=n.wrappers.slice(0,-1);return this.runWords([I("time"),...e],s,{...n,wrappers:o})}return this.budget.descend(()=>{let o=r.text.
slice(r.text.lastIndexOf("/")+1),i={program:o,words:e,args:e.slice(1),scope:s,context:n};ch(i,this),Hf(i,this);let a=w1.get(o);return a?a(i,this):qo(i,this)??uh(
i,this)??eh(i,this)??this.addInvocation(i)},k)}addInvocation(e){return this.budget.spendInvocation()&&this.invocations.push(oc(e)),Wo(e,this)}};var el={characters:16384,commands:90};function*rm(t){let e=new Set,s=[],n=0;for(let r of E1(_1($1(t.slice(0,262144)))))r===""||r.length>el.characters||e.has(r)||
(e.add(r),(s.length===el.commands||n+r.length>el.characters)&&(yield s,s=[],n=0),s.push(r),n+=r.length+1);s.length>0&&(yield s)}var x1=/^(?:(?:if|then|elif|else|do|while|until|time|!|\{)\s+|\(\s*)+/,
S1=/^[A-Za-z_./~\\$"'][\w./~+"'{}-]*(?:\s|$)/;function*E1(t){for(let e of t){let s=e.trim().replace(x1,""),n=C1(s);if(n===-1)yield s;else for(let r of[s.slice(0,
n).trim(),s.slice(n+1).trim()])S1.test(r)&&(yield r)}}var om=String.raw`\\[\s\S]|'[^']*(?:'|$)|"(?:\\[\s\S]|[^"\\])*(?:"|$)`;function C1(t){let e=0;for(let{0:s,
index:n}of t.matchAll(new RegExp(`${om}|[()]`,"g")))if(s==="(")e+=1;else if(s===")"&&--e<0)return n;return-1}function*_1(t){let e=0;for(let{0:s,index:n}of t.matchAll(
new RegExp(`${om}|(?<![^\\s])#.*|[\\n;]|(?<!>)&(?!>)`,"g"))){if(/^(?:'[^']*|"(?:\\[\s\S]|[^"\\])*)$/.test(s))return;/^[\\'"]/.test(s)||(yield t.slice(e,n),e=n+s.
length)}yield t.slice(e)}var A1=/(<<-?[ \t]*(?:\\|'|")?(\w+)[^\n]*)\n(?:(?:[\s\S]*?\n)?[ \t]*\2[ \t]*(?=\n|$)|[\s\S]*)/g,$1=t=>t.replace(A1,"$1");var T1=new Set(_.sentences.doubled);function nl(t){if(t==="credential")return n=>/[./~]|id_/.test(n)&&!/[*'’]/.test(n)&&Ao(n.toLowerCase());let e=_.objectClasses.
get(t),s=new RegExp(e??"","i");return e===void 0?void 0:n=>s.test(n)}function P1(t){let s=t.endsWith("e")&&!t.endsWith("ee")?t.slice(0,-1):T1.has(t)?t+t.at(-1):
t,n=/(?:s|x|z|ch|sh)$/.test(t),r=/[^aeiou]y$/.test(t),o=n?`${t}es`:r?`${t.slice(0,-1)}ies`:`${t}s`;return[[_.irregularVerbs.get(t)??(r?`${t.slice(0,-1)}ied`:`${s}\
ed`),"past"],[t,"base"],[`${s}ing`,"ing"],[o,"third"]]}var am=24,R1=40,I1=3;function cm(t){let e=new Map;for(let s of t)for(let n of s.phrases){let r,o=()=>r??=
N1(n);for(let i of n.verbs){let[a,...c]=i.split(" ");for(let[l,d]of P1(a)){let u=e.get(l)??[];u.push({form:l===a?"base":d,rest:c,rule:s,trust:n.trust,compile:o}),
e.set(l,u)}}}return e}var N1=({objects:t,with:e,without:s})=>({objects:t.length===0?void 0:tl(t),with:e&&tl(e),without:tl(s??[])});function tl(t){let e=new Map,
s=[];for(let n of t){let r=n.split(" "),o=r.map(O1),[i]=r;/^<.*>$|.\*$/.test(i)?s.push(o):e.set(i,[...e.get(i)??[],o])}return{literal:e,others:s}}function O1(t){
let e=/^<([\w-]+)>$/.exec(t)?.[1];if(e!==void 0)return L1(e);if(t.endsWith("*")&&t.length>1){let s=t.slice(0,-1);return({text:n})=>n.startsWith(s)}return({text:s})=>s===
t}var im=new WeakMap;function L1(t){let e=nl(t)??(()=>!1);return s=>{let n=im.get(s)??new Map;im.set(s,n);let r=n.get(t);if(r!==void 0)return r;let{text:o,kind:i}=s,
a=o.length<1e3&&(e(i==="plain"?o.replace(/[.,'"]{1,4}$|^['"]{1,4}/g,""):o)||i!=="plain"&&o.split(/\s+/).some(e));return n.set(t,a),a}}function rl(t,e,s=0){let n=D1(
e),r=[];for(let[o,i]of n.entries()){if(i.kind!=="plain")continue;let a=new Set;for(let c of t.get(i.text)??[])a.has(c.rule)||c.trust!==void 0&&s>=c.trust||M1(n,
o,c)&&(a.add(c.rule),r.push({rule:c.rule,form:c.form,at:o}))}return r}function D1(t){return t.map((e,s)=>{let n=t[s+1];return e.text==="force"&&n?.kind==="plain"&&
/^push/.test(n.text)&&e.stop===void 0?{...e,text:`force-${n.text}`}:e})}function M1(t,e,{form:s,rest:n,compile:r}){let o=e;for(let d of n){let u=t.slice(o+1,e+7).
findIndex(p=>p.text===d);if(u<0)return!1;o+=1+u}let i=r(),a=s==="past"?Math.max(0,e-am):e+1,c=s==="past"?e:W1(t,a);if(i.with&&sl(t,i.with,a,Math.min(t.length,e+
R1))<0)return!1;let l=i.objects?sl(t,i.objects,a,c):o;return l<0?!1:sl(t,i.without,a,Math.min(c,Math.max(o,l)+1+I1))<0}function W1(t,e){let s=Math.min(t.length,
e+am);for(let n=e;n<s;n++){let{stop:r,text:o}=t[n];if(n>e&&(o==="then"||o==="because"||o==="but"))return n;if(r===";"||r==="\u2014")return n+1}return s}function sl(t,{
literal:e,others:s},n,r){for(let o=n;o<r;o++){let i=t[o],a=l=>o+l.length<=r&&l.every((d,u)=>d(t[o+u])),c=e.get(i.text)?.find(a)??s.find(a);if(c)return o+c.length-
1}return-1}var lm=new Set(_.sentences.before_order),q1=new Set(_.sentences.between),fm=/(?:^|\s)(?:(?:i|we|you|agent|the agent|then) (?:will|shall|must|should|can|could|am going to|are going to|plan to|intend to|want to|would like to|need to|have to|ought to|am about to|are about to|'ll)|i'll|we'll|you'll|i'd like to|we'd like to|i'm going to|we're going to|i'm about to|we're about to|i'm gonna|we're gonna|i'd|let's|lets|let me|let us|gonna|going to|about to|need to|needs to|need you to|want you to|like you to|have to|got to|gotta|can you|could you|would you|will you|please|(?:plan|goal|task|idea|step|approach|next|solution|fix|strategy|aim|objective|job|thing|way|option|move) is to|try to|proceed to|continue to|make sure to|be sure to|remember to|don't forget to|do not forget to|don't hesitate to|do not hesitate to|feel free to|time to|best to|easiest to|simplest to|(?:then|now|next|first|finally|so|and) (?:we|i)|start by|begin by|by|i am|i'm|we are|we're|currently|now|ich|wir|je vais|nous allons|il faut|je dois|voy a|vamos a|hay que)$/,
j1=/\b(?:i'll|we'll|let me|let's|i'm going to|we're going to|(?:i|we) (?:will|need to|have to|must|am going to|are going to))\b/,ol=new Set(_.sentences.denials),
F1=new Set(_.sentences.ends_denial),hm=new Set(_.sentences.speech_verbs),mm=new Set(_.sentences.predicates),H1=new Set(_.sentences.subjects),dm=24,V1=new Set(_.
sentences.relative),U1=new Set(_.sentences.creation_verbs),B1=new Set(_.sentences.program);function gm({words:t,question:e,heading:s}){let n=t.slice(0,4).map(r=>r.
text).join(" ");return/^(?:how|why|what|when|whether|where|who|which|does|do you|did|is it|are there|should)\b/.test(n)&&(e||s||/^(?:how|why|what) /.test(n))?!/^what (?:we|i) (?:will|need)/.
test(n):e?!/^(?:(?:ok|okay|so|and|hey|hi|please|now|then)[ ]?)*(?:can|could|would|will|please|mind)\b/.test(n):!1}function ym({words:t}){return t.some(({text:e,
kind:s})=>s==="plain"&&(ol.has(e)||/^(?:dangerous|destructive|harmful|unsafe|bad|examples?|e\.g|denied|disallowed|risky|don'ts|banned|anti-patterns?|errors?|logs?|output|diff|changelog|tests?|cases?|documents?|documentation|docs|reported|reports|says|said|bug|steps to reproduce|reproduce|repro|expected|actual|observed|quote)$/.
test(e)))}function si(t,e,s){let{words:n}=t,r=G1(n,e),o=n.slice(r,e);if(K1(n,r,e,s))return!1;if(s==="third")return pm(n,e);if(s==="past")return Y1(o);if(o.length===
0&&/^(?:and|&)$/.test(n[e-1]?.text??""))return z1(n,e-1);let i=o.map(u=>u.kind==="plain"?u.text:"\uFFFC"),a=i.findLastIndex((u,p)=>hm.has(u)&&X1(i,p));if(a>=0&&
!j1.test(i.slice(a+1).join(" "))||/\bhow to$|\bwhen$|\bbefore$|\bif (?:i|we|you|they)$|\bafter$|\bwhile$|\bwhether to$/.test(i.join(" ")))return!1;let c=i.findLastIndex(
u=>!q1.has(u)&&!/ly$/.test(u)),l=i.slice(Math.max(0,c-7),c+1).join(" "),d=fm.test(l);return s==="ing"?d&&/(?:by|i am|i'm|we are|we're|currently|now|start|starting)$/.
test(l)||i.every(u=>lm.has(u))&&!um(n,e):d&&!/(?:by|i am|i'm|we are|we're|currently)$/.test(l)||pm(n,e)?!0:i.every(u=>lm.has(u)||/ly$/.test(u)||/^\d+[.)]?$/.test(
u))?!um(n,e):!1}function G1(t,e){for(let s=e;s>Math.max(0,e-dm);s--){let n=t[s-1];if(n.stop!==void 0||n.kind==="plain"&&/^(?:then|but|so|afterwards)$/.test(n.text)&&
!/^(?:we|i)$/.test(t[s].text)||n.kind==="plain"&&(n.text==="and"||n.text==="&")&&s===e||n.text==="->"||n.text==="\u2192"||n.text==="-"||n.text==="\u2013")return s}
return Math.max(0,e-dm)}function z1(t,e){let s=e;for(;s>0&&s>e-24&&t[s-1].stop===void 0;)s-=1;let n=t.slice(s,e).map(r=>r.kind==="plain"?r.text:"\uFFFC");return n.
some((r,o)=>fm.test(n.slice(Math.max(0,o-7),o+1).join(" "))&&r!=="by")?!0:!n.some(r=>mm.has(r))&&!H1.has(n[0]??"")&&!hm.has(n[0]??"")}function K1(t,e,s,n){let r=u=>u.
kind==="plain"&&ol.has(u.text),o=t.slice(e,s),i=o.findLastIndex(r);if(i>=0){let u=o.slice(i+1).map(f=>f.text);if(/^(?:hesitate|forget|only|fail|worry)/.test(u[0]??
""))return!1;let p=n==="third"||/^(?:can|may|must|should|could|will|ever|to)$/.test(u.at(-1)??"");return!(o[i].text==="no"&&u.length>3&&!p)&&!u.includes("but")}
let a=t.slice(Math.max(0,e-60),e),c=a.findLastIndex(r);if(c<0)return!1;let l=a.slice(c+1);if(/^(?:rather|instead|without|unless|no)$/.test(a[c].text)&&l.some(u=>u.
stop!==void 0)||/^(?:hesitate|forget|only|fail|worry|ask|wait|need|bother)/.test(l[0]?.text??"")||l.some(u=>u.stop===";"||u.stop==="\u2014"||F1.has(u.text)))return!1;
let d=t[s-1];return d?.kind==="plain"&&(d.text==="or"||d.text==="nor"||d.text==="and")?!0:t.slice(s,s+40).some(u=>u.kind==="plain"&&u.text==="or")&&l.every(u=>u.
text!=="then")}var Y1=t=>/(?:needs? to|should|must|has to|have to|(?:is|are) to) be(?: \w+ly)?$/.test(t.slice(-6).map(e=>e.text).join(" "));function um(t,e){for(let s=e+
1;s<Math.min(t.length,e+14);s++){let n=t[s],r=t[s-1];if(r.stop!==void 0&&r.stop!=="("||n.kind==="plain"&&/^(?:so|because|until|since)$/.test(n.text))return!1;if(n.
kind==="plain"&&mm.has(n.text))return!V1.has(r.text)&&s>e}return!1}function pm(t,e){let s=t.slice(Math.max(0,e-24),e),n=s.findIndex((o,i)=>o.kind==="plain"&&U1.
has(o.text)&&s[i+1]?.text!=="sure");if(n<0||!s.slice(n).some(o=>B1.has(o.text)))return!1;let r=o=>o.kind==="plain"&&(o.text==="execute"||o.text==="run");return s.
slice(0,n).some(o=>ol.has(o.text))?!1:s.slice(n).some(r)||t.slice(e,e+24).some(r)}var X1=(t,e)=>e===0||/^(?:to|will|and|please|should|let's|i'll|we'll|me|us|then|must|can|now|next|also|just|or)$/.
test(t[e-1])||/^(?:tests?|docs?|notes?)$/.test(t[e]);var Q1=/^[ \t]*(?:[-*+•–]|\(?\d{1,3}[.):]|\(?[a-z][.)]|\[[ x]\]|step \d{1,3}[:.)-]?)[ \t]+(?:\[[ x]\][ \t]+)?/i,bm=/^[ \t]{0,3}#{1,6}[ \t]+/,J1=/^[ \t]*(`{3,}|~{3,})[ \t]*([\w+-]*)/,
Z1=/^[ \t]*\$[ \t]+(?=\S)/,ni=/(`{1,2})([^`\n]{1,2000}?)\1|(?<![\w])["“]([^"”\n]{1,400})["”]|(?<![\w])'([^'\n]{1,200})'(?!\w)|[^\s`"“”,;:()!?—]+(?:[:!?][^\s`"“”,;()!?—]+)*|[,;:()!?—]/gu;var eA=(t,e)=>t.trim().length<60&&new RegExp("^\\s*\\p{Lu}","u").test(e);function km(t){let e=[],s,n=!1,r=!1,o=()=>{if(s)for(let i of tA(t,s,n,r))e.push({kind:"\
sentence",sentence:i});s=void 0};for(let i=0;i<t.length;){let a=t.indexOf(`
`,i),c=a<0?t.length:a,l=t.slice(i,c),d=J1.exec(l);if(d){o();let f=t.indexOf(`
${d[1]}`,c),m=f<0?t.length:f,h=Math.min(c+1,m);e.push({kind:"fence",fence:{language:d[2].toLowerCase(),code:t.slice(h,m)}});let g=f<0?t.length:t.indexOf(`
`,f+1);i=g<0?t.length:g+1;continue}let u=Z1.exec(l),p=Q1.exec(l)??bm.exec(l);u?(o(),e.push({kind:"prompt",command:l.slice(u[0].length)})):l.trim()===""?o():p?(o(),
r=bm.test(l),n=!r,s={start:i+p[0].length,end:c},r&&o()):s&&!eA(t.slice(t.lastIndexOf(`
`,s.end-1)+1,s.end),l)?s.end=c:(o(),n=!1,r=!1,s={start:i,end:c}),s&&/[:.!?]\s*$/.test(l)&&o(),i=c+1}return o(),e}function tA(t,{start:e,end:s},n,r){let o=[],i=[],
a=c=>{i.length>0&&o.push({words:i,question:c,leads:i.at(-1).stop===":",item:n,heading:r}),i=[]};ni.lastIndex=e;for(let c=ni.exec(t);c&&c.index<s;c=ni.exec(t)){let l=c.
index,d=ni.lastIndex,u=c[2],p=c[3]??c[4];if(u!==void 0||p!==void 0){i.push({start:l,end:d,text:u??p,kind:u===void 0?"quoted":"code"}),t[d]==="."&&/\s|$/.test(t[d+
1]??" ")&&a(!1);continue}let f=c[0];if(/^[,;:()!?—]$/u.test(f)){let g=i.at(-1);g&&(g.stop=f),(f==="!"||f==="?")&&a(f==="?");continue}let m=/[.…]+$/.test(f)&&
!/^(?:\.+|e\.g\.|i\.e\.|etc\.|vs\.)$/i.test(f),h=f.toLowerCase().replace(/’/g,"'").replace(/^[*_[\]{}<>]+|[*_[\]{}<>]+$/g,"").replace(/(?<=.)[.…]+$/,"");h!==
""&&i.push({start:l,end:d,text:h,kind:"plain"}),m&&a(!1)}return a(!1),o}var sA=new Set(["it","them"]),nA=/^(?:(?:private|ssh) keys?|api keys|all secrets|the secrets|stored (?:secrets|passwords)|saved passwords|(?:my |user |stored |saved |the )?credentials|\.env file|the remote)$/,
rA=new Set(["each","every"]),oA=new Set(_.sentences.passes_on),iA=new Set(["overwrite","overwriting","clobber","replace"]),aA=nl("credential"),cA=new Set(["key",
"secret","credential","password","one"]);function vm(t,e){let s=e,n,r=[];for(let[o,i]of t.words.entries()){let a=t.words[o-1];if(s&&lA(t.words,o,s)){let{start:c,
end:l,stop:d}=i;r.push(...s.map(({text:u,kind:p})=>({start:c,end:l,text:u,kind:p}))),d!==void 0&&(r.at(-1).stop=d);continue}r.push(i),n=dA(i,a)??n,s=n??s}return{
sentence:{...t,words:r},named:n}}function lA(t,e,s){let n=t[e];if(n.kind!=="plain")return!1;let r=cA.has(n.text)&&rA.has(t[e-1]?.text??"");if(!r&&!sA.has(n.text))
return!1;let o=t[e-(r?2:1)]?.text??"";return s.at(-1).text==="remote"?iA.has(o):oA.has(o)}function dA(t,e){if(aA(t.text))return[t];if(!(t.kind!=="plain"||!e||e.
stop!==void 0))return nA.test(`${e.text} ${t.text}`)?[e,t]:void 0}var wm=JSON.parse(`[{"code":"credential_file_protected","id":"text-take-credentials","category":"credentials","severity":"severe","explanation":"says that a fil\
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
","build"]},{"verbs":["run","apply"],"objects":["terraform destroy","kubectl delete","docker system prune"]}]}]`);var ri=wm;var uA=64,pA=65536,fA=5e3,hA=1500,mA="run execute use do invoke call type issue launch try start perform enter apply".split(" "),gA=[{...ri[0],id:"run",phrases:[
{verbs:[...mA,"finish with"],objects:[]}]}],yA=new Set(["","sh","bash","zsh","shell","console","terminal","shell-session","shellscript"]),bA={python:"python3 -c",
py:"python3 -c",js:"node -e",javascript:"node -e",sql:"psql -c"},xm=new WeakMap;function Sm(t,e=[],s=0){if(t.length>pA)return{findings:[],commands:[],problem:"t\
oo-long"};let n=0,r=[],o=[],i=il(ri),a=[i,...e.length>0?[il(e)]:[]],c=!1,l=!0,d,u=km(t);if(u.length>fA)return{findings:r,commands:o,problem:"too-much"};for(let p of u){
if(r.length>=uA)break;if(p.kind==="prompt"){c||o.push(p.command);continue}if(p.kind==="fence"){!c&&l&&o.push(..._A(p.fence));continue}let{sentence:f,named:m}=vm(
p.sentence,d);d=m;let h=c&&f.item;if((f.heading||!f.item)&&(c=(f.leads||f.heading)&&ym(f)),h||f.heading)continue;let g=gm(f),b=g?[]:vA(f);if(l=!g&&(f.leads?!c:b.
length>0),!g){if(n+=f.words.filter(({text:v})=>i.has(v)).length,n>hA)return{findings:r,commands:o,problem:"too-much"};for(let v of a)for(let{rule:E,at:S,form:x}of rl(
v,f.words,s))si(f,S,x)&&r.push(E);o.push(...kA(f.words,b),...EA(t,f,b))}}return{findings:r,commands:o}}function il(t){let e=xm.get(t)??cm(t);return xm.set(t,e),
e}function kA(t,e){return t.flatMap((s,n)=>{if(s.kind!=="code")return[];let r=e.findLast(i=>i<n);return t.length===1||r!==void 0&&CA(t,r,n)?[s.text]:[]})}var vA=t=>rl(
il(gA),t.words).filter(({at:e,form:s})=>si(t,e,s)).map(({at:e})=>e),wA=new Set(_.sentences.command_names),xA=new Set(_.sentences.command_verbs),SA=/^(?:-{1,2}[\w-]|[/~.$]|\+|[\w-]+[/.=:]|[a-z][a-z0-9]*-[a-z])/;
function EA(t,e,s){let{words:n}=e;return n.flatMap((r,o)=>{let i=n[o+1];if(r.kind!=="plain"||!wA.has(r.text.replace(/^mkfs\..*/,"mkfs"))||r.stop!==void 0||i?.kind!==
"plain")return[];if(!SA.test(i.text)&&!xA.has(i.text))return[];if(!s.includes(o-1)&&!si(e,o,"base"))return[];let c=o+1;for(;c+1<n.length&&n[c].stop===void 0&&!/^(?:and|then|to|so|because|which|in|for|on|but|with|before|after|\d+[.)])$/.
test(n[c+1].text);)c+=1;return[t.slice(r.start,n[c].end).replace(/(?<=\w)[.!]+$/,"")]})}function CA(t,e,s){let n=t.slice(e+1,s);return n.length<24&&!n.some(({text:r,
kind:o})=>o==="plain"&&/^(?:not|never|instead|without|than|avoid|don't|about|whether|why)$/.test(r))}function _A({language:t,code:e}){let s=bA[t];if(s)return[`${s}\
 '${e.replaceAll("'","'\\''")}'`];if(!yA.has(t))return[];let n=e.split(`
`),r=n.filter(i=>/^\s*\$ /.test(i)).map(i=>i.replace(/^\s*\$ /,"")),o=(r.length>0?r:n).join(`
`).trim();return o===""?[]:[o]}var ii=wf,AA=100,Em=50,Tm="unreadable-command";function Es(t=ii){let e=new al($A(t));return{judge(s,n){if("command"in s){let r={principal:n,folder:s.folder,format:"\
code"};return e.judgeCommand(s.command,r,s.reading)}return"write"in s?e.judgeWrite(s,n):e.judgeText(s.text,n)},parse:(s,n)=>e.read(s,n)}}var al=class{constructor(e){
this.book=e}book;files=new bn;downloads=new _o;latest;read(e,s){let{latest:n,files:r}=this;if(n?.line===e&&n.folder===s&&n.version===r.version)return n.reading;
let o=ti(e,{files:r,readCode:wo,folder:s});return this.latest={line:e,folder:s,version:r.version,reading:o},o}judgeCommand(e,s,n=this.read(e,s.folder)){let{format:r}=s,
o=this.judgeReading(n,s),{problem:i}=n;if(i&&i.kind!=="unparsable"&&!Cm(o)){let a=this.judgeParts(e,s);if(a)return a}if(o.verdict==="deny"&&o.rule===Tm&&i?.kind===
"unparsable"){let a=up(e),c=i.detail.replace(/^cannot be parsed: /,"");return $m(a===void 0?c:`${c}; it looks like ${a}`,r)}return o.verdict==="allow"&&r==="cod\
e"&&dp(e)?$m("it is JSON",r):o}judgeParts(e,s){let n=r=>ti(r,{readCode:wo,folder:s.folder});for(let r of rm(e)){let o=n(r.join(`
`));for(let{invocations:i,problem:a}of o.problem?r.map(n):[o]){if(a?.kind==="unparsable")continue;let c=this.judgeReading({invocations:i},s);if(Cm(c))return c}}}judgeReading({
invocations:e,problem:s},n){let{principal:r,folder:o,format:i}=n,a={workspace:r.workspace??ja,folder:o,invocations:e,downloads:this.downloads,fetched:e.some(mn)},
c=s?e.slice(0,AA):e,{worst:l,guess:d,unknown:u,undecided:p}=this.examine(c,a,r);if(l)return cl(l,i);if(s)return Am(`is too much to read: ${s.detail}`,i);if(p){let h=`\
what ${p.program.includes(k)?"a program":p.program.slice(0,40)} is given, or where it runs, is not known`;return Am(`cannot be read to its end: ${h}`,i)}return!d&&
u<=Em?{verdict:"allow",format:i}:oi("unverifiable-command",`Nobody can say before it runs which program this is, and it may be a dangerous one. ${d?.explanation??
"Write the names of programs."}`,i)}examine(e,s,n){let{book:r}=this,o,i,a,c=0,l=[];for(let d of e){let u=new ms(d,s);if(o=r.selectWorse(o,r.findBrokenRule(u,n)),
!u.isHelpRequest&&!u.isDryRun&&l.push(d),!i&&d.program.includes(k)&&(c+=1,c<=Em&&(i=Jp(d,s,p=>r.findBrokenRule(p,n)))),Zp(d,s,(p,f)=>r.canBreak(p,f,n))&&(a??=d),
this.downloads.record(d),o?.severity==="catastrophic")break}if(o?.severity!=="catastrophic")for(let d of Op(l,s.invocations))o=r.selectWorse(o,r.findBrokenRule(
new ms(d,s),n));return{worst:o,guess:i,unknown:c,undecided:a}}judgeWrite(e,s){let{write:n,content:r,replaces:o}=e,i=Jt("edit-tool",[],[{kind:"write",path:{text:n,
glob:!1}}]),a=this.judgeReading({invocations:[i]},{principal:s,folder:void 0,format:"code"});if(a.verdict==="deny"||r===void 0)return a;let{workspace:c=ja}=s,l=n.
startsWith(`${c}/`)?n.slice(c.length+1):n,{files:d}=this;for(let u of new Set([n,l,`${c}/${l}`])){let p=o===void 0?void 0:d.read(u);o===void 0?d.write(u,r):o!==
""&&p?.includes(o)?d.write(u,p.replace(o,()=>r)):d.append(u,`
${r}
`)}return a}judgeText(e,s){let n="natural_text",r=this.book.getPhraseRules(s),{findings:o,commands:i,problem:a}=Sm(e,r,s.trust),c=d=>r.some(u=>u.id===d)?0:1,l=o.
map(d=>cl(d,n)).sort((d,u)=>c(d.rule)-c(u.rule));for(let d of i){let u=this.judgeCommand(d,{principal:s,folder:void 0,format:n});u.verdict==="deny"&&l.push(u)}return l.
length>0?l.reduce((d,u)=>Dt[u.severity]<Dt[d.severity]?u:d):a===void 0?{verdict:"allow",format:n}:oi("unreadable-text","The text is too long to be judged. Say i\
t in parts.",n)}},Cm=t=>t.verdict==="deny"&&t.severity==="catastrophic",_m=new WeakMap;function $A(t){let e=_m.get(t)??new No(t);return _m.set(t,e),e}var oi=(t,e,s,n="\
unreadable")=>cl({id:t,category:n,severity:"severe",code:"destructive_operation_blocked",explanation:e},s),Am=(t,e)=>oi(Tm,`The command ${t}. Write it plainly, \
or in several steps.`,e),$m=(t,e)=>oi("unparsed-command",`No shell reads this: ${t}. Give the command alone; what is no command belongs in a file or an answer.`,
e,"unparsed"),cl=({id:t,category:e,severity:s,code:n,explanation:r},o)=>({verdict:"deny",rule:t,category:e,severity:s,code:n,reason:r.replace(/\s+/g," ").trim(),
format:o});Ks();var ai=class{principal;constructor({trust:e=2,workspace:s}={}){if(!Number.isInteger(e)||e<0||e>4)throw new RangeError(`trust is ${e}, not 0 to 4`);this.principal=
s===void 0?{trust:e}:{trust:e,workspace:s}}check_all(e){if(!Array.isArray(e))throw new RangeError("the acts of a run are a list");let s=Es(),n=e.map((o,i)=>s.judge(
TA(o,i),this.principal)),r=n.filter(({verdict:o})=>o==="deny").length;return{verdicts:n,guardrail_checks:n.length,guardrail_blocks:r,guardrail_block_rate:n.length===
0?0:r/n.length}}};function TA(t,e){let s=t??{};if(["command","write","text"].some(n=>typeof s[n]=="string"))return t;throw new RangeError(`act ${e} has no comma\
nd, write or text`)}var PA=()=>Es();var Xr=require("node:path");Tn();Ks();Tn();var Vt={stdout:"",stderr:"",exit_code:0},Ut=t=>({stdout:"",stderr:`${t}
`,exit_code:2}),Ue=t=>({stdout:`${JSON.stringify(t)}
`,stderr:"",exit_code:0}),Cs=(t,e)=>e===""?t:{...t,stderr:`${e}
${t.stderr}`};var Im=require("node:path");Je();var ge=class extends Error{name="HookInputError"},_s=t=>typeof t=="object"&&t!==null&&!Array.isArray(t);function Bt(t,e){let s=t[e];
if(!_s(s))throw new ge(`"${e}" is no object`);return s}function Se(t,...e){let s=e.find(r=>t[r]!==void 0&&t[r]!==null);if(s===void 0)return;let n=t[s];if(typeof n!=
"string")throw new ge(`"${s}" is no text`);return n}function pe(t,...e){let s=Se(t,...e);if(s===void 0||s.trim()==="")throw new ge(`"${e[0]}" is missing`);return s}
function Gt(t,...e){let s=pe(t,"hook_event_name");if(!e.includes(s))throw new ge(`the event "${s.slice(0,60)}" is unknown`);return s}var zt=(t,e)=>t===void 0?e:
Im.posix.resolve(t,e),Be=(t,e)=>e===void 0?{command:t}:{command:t,folder:e};function Ge(t,e,s){let n=zt(e,pe(t,...s.path)),r=Se(t,...s.content),o=s.replaces&&Se(
t,...s.replaces);return{write:n,...ne({content:r,replaces:o})}}function ci(t){let e;try{e=JSON.parse(new TextDecoder("utf-8",{fatal:!0}).decode(t))}catch{throw new ge(
"the input is not JSON")}if(!_s(e))throw new ge("the input is no object of JSON");return e}var DA=["command","cmd","script"];function ll(t){return typeof t=="st\
ring"?t.trim()===""?void 0:t:Array.isArray(t)&&t.length>0&&t.every(s=>typeof s=="string")?t.map(gr).join(" "):void 0}function Ct(t,e){let s=t.workdir,n=typeof s==
"string"&&s!==""?zt(e,s):e;return DA.flatMap(r=>{let o=ll(t[r]);return o===void 0?[]:[Be(o,n)]})}var gr=t=>`'${t.replaceAll("'","'\\''")}'`,_t=t=>t.trim().toLowerCase();var Nm={can_ask:!0,project_variable:"CLAUDE_PROJECT_DIR",readCall(t){Gt(t,"PreToolUse");let e=Se(t,"cwd");return{folder:e,requests:MA(pe(t,"tool_name"),Bt(t,"to\
ol_input"),e)}},formatAnswer({decision:t,message:e}){return t!=="none"?dl(t,e):e===""?Vt:Ue({systemMessage:e})},formatRefusal:Ut},dl=(t,e)=>Ue({hookSpecificOutput:{
hookEventName:"PreToolUse",permissionDecision:t,permissionDecisionReason:e}});function MA(t,e,s){switch(_t(t)){case"bash":case"powershell":return[Be(pe(e,"comma\
nd"),s)];case"monitor":return _s(e.ws)&&e.command===void 0?[]:[Be(pe(e,"command"),s)];case"write":return[Ge(e,s,{path:["file_path"],content:["content"]})];case"\
edit":return[Ge(e,s,Om)];case"multiedit":return WA(e,s);case"notebookedit":return[Ge(e,s,{path:["notebook_path"],content:["new_source"]})];default:return Ct(e,s)}}
var Om={path:["file_path"],content:["new_string"],replaces:["old_string"]};function WA(t,e){let{edits:s}=t,n=pe(t,"file_path");if(!Array.isArray(s)||s.length===
0||!s.every(_s))throw new ge('"edits" is no list of edits');return s.map(r=>Ge({...r,file_path:n},e,Om))}var qA=/^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/,jA=/^\*\*\* (Begin Patch|End Patch|End of File)$/,FA=/^\*{3}|^\s*\*{3}\s*[a-z]/i,HA=/^[\s\u0085]+|[\s\u0085]+$/g;
function As(t,e){let s=[],n,r=()=>{let o=s.at(-1);n&&o&&"write"in o&&(o.content=`${n.join(`
`)}
`),n=void 0};for(let o of t.split(/\r?\n/)){let i=o.replace(HA,""),[,a,c]=qA.exec(i)??[];if(a===void 0||c===void 0){if(o.startsWith("+"))n?.push(o.slice(1));else if(FA.
test(o)&&!jA.test(i))throw new ge(`the line "${i.slice(0,60)}" of the patch is not understood`);continue}r();let l=zt(e,c.trim());a==="Delete File"?s.push({command:`\
rm -f -- ${gr(l)}`}):s.push({write:l}),a==="Add File"&&(n=[])}if(r(),s.length===0)throw new ge("the patch names no file");return s}var Dm={can_ask:!1,readCall(t){Gt(t,"PreToolUse");let e=Se(t,"cwd");return{folder:e,requests:VA(pe(t,"tool_name"),Bt(t,"tool_input"),e)}},formatAnswer({decision:t,
message:e}){return t!=="none"?dl("deny",e):e===""?Vt:Ue({systemMessage:e})},formatRefusal:Ut};function VA(t,e,s){switch(_t(t)){case"bash":case"shell":case"local\
_shell":case"exec_command":return[Be(UA(e),Lm(e,s))];case"apply_patch":return As(pe(e,"command","input","patch"),Lm(e,s));default:return Ct(e,s)}}function Lm(t,e){
let s=Se(t,"workdir");return s===void 0||s===""?e:zt(e,s)}function UA(t){let{command:e}=t;if(!Array.isArray(e))return pe(t,"command","cmd");let s=ll(e);if(s===void 0)
throw new ge('"command" is no list of words');return s}var Wm={can_ask:!0,project_variable:"COPILOT_PROJECT_DIR",readCall(t){let e=Se(t,"cwd"),s=pe(t,"toolName");return{folder:e,requests:BA(s,t.toolArgs,e)}},formatAnswer({
decision:t,message:e}){return t==="none"?Cs(Vt,e):Ue({permissionDecision:t,permissionDecisionReason:e})},formatRefusal:t=>Cs(Ue({permissionDecision:"deny",permissionDecisionReason:t}),
t)};function BA(t,e,s){switch(_t(t)){case"bash":case"powershell":case"local_shell":return[Be(pe(rn(e),"command"),s)];case"write_bash":case"write_powershell":{let n=Se(
rn(e),"input")??"";return n.trim()===""?[]:[Be(n,s)]}case"create":return[Ge(rn(e),s,{path:["path"],content:["file_text"]})];case"edit":case"str_replace":case"in\
sert":return[Ge(rn(e),s,Mm)];case"str_replace_editor":{let n=rn(e);return n.command==="view"?[]:[Ge(n,s,Mm)]}case"apply_patch":return As(GA(e),s);default:return _s(
e)||qm(e)?Ct(rn(e),s):[]}}var Mm={path:["path"],content:["new_str","file_text","insert_text"],replaces:["old_str"]};function rn(t){if(typeof t=="string")return ci(
Buffer.from(t));if(!_s(t))throw new ge('"toolArgs" is no object');return t}var GA=t=>typeof t=="string"&&!qm(t)?t:pe(rn(t),"input","patch"),qm=t=>typeof t=="str\
ing"&&t.trimStart().startsWith("{");var Hm={can_ask:!1,project_variable:"CURSOR_PROJECT_DIR",readCall(t){let e=Gt(t,"beforeShellExecution","preToolUse"),[s]=Array.isArray(t.workspace_roots)?t.workspace_roots:
[],n=typeof s=="string"?s:void 0,r=Se(t,"cwd")||n,o=e==="preToolUse"?zA(pe(t,"tool_name"),Bt(t,"tool_input"),r):[Be(pe(t,"command"),r)];return{folder:r,project:n,
requests:o}},formatAnswer:({decision:t,message:e})=>t==="none"?Cs(Ue({}),e):jm(e),formatRefusal:t=>({...Cs(jm(t),t),exit_code:2})},jm=t=>Ue({permission:"deny",user_message:t,
agent_message:t});function zA(t,e,s){switch(_t(t)){case"shell":return[Be(pe(e,"command"),Se(e,"working_directory")||s)];case"write":case"edit":case"multiedit":case"\
strreplace":case"notebookedit":return[Ge(e,s,Fm)];case"delete":{let n=pe(e,...Fm.path);return[Be(`rm -f -- ${gr(n)}`,s)]}default:return Ct(e,s)}}var Fm={path:["\
file_path","path","target_file","notebook_path","target_notebook"],content:["content","contents","new_string","file_text"],replaces:["old_string"]};var Vm={can_ask:!0,project_variable:"GEMINI_PROJECT_DIR",readCall(t){Gt(t,"BeforeTool");let e=Se(t,"cwd");return{folder:e,requests:KA(pe(t,"tool_name"),Bt(t,"to\
ol_input"),e)}},formatAnswer({decision:t,message:e}){return t==="deny"?Ue({decision:t,reason:e}):t==="ask"?Ue({decision:t,reason:e,systemMessage:e}):e===""?Vt:Ue(
{systemMessage:e})},formatRefusal:Ut};function KA(t,e,s){switch(_t(t)){case"run_shell_command":{let n=Se(e,"dir_path","directory"),r=n===void 0?s:zt(s,n);return[
Be(pe(e,"command"),r)]}case"write_file":return[Ge(e,s,{path:["file_path"],content:["content"]})];case"replace":case"edit":return[Ge(e,s,{path:["file_path"],content:[
"new_string"],replaces:["old_string"]})];default:return Ct(e,s)}}var Um={can_ask:!1,readCall(t){Gt(t,"tool.execute.before");let e=Se(t,"directory"),s=pe(t,"tool"),n=Se(t,"worktree");return{folder:e,project:n==="/"?e:n,requests:YA(
s,Bt(t,"args"),e)}},formatAnswer({decision:t,message:e}){return t==="none"?Cs(Vt,e):Ue({deny:e})},formatRefusal:Ut};function YA(t,e,s){switch(_t(t)){case"bash":{
let n=Se(e,"workdir"),r=n===void 0?s:zt(s,n);return[Be(pe(e,"command"),r)]}case"write":return[Ge(e,s,{path:["filePath"],content:["content"]})];case"edit":case"m\
ultiedit":return[Ge(e,s,{path:["filePath"],content:["newString"],replaces:["oldString"]})];case"patch":case"apply_patch":return As(pe(e,"patchText","patch","inp\
ut"),s);default:return Ct(e,s)}}var Kt={"claude-code":Nm,codex:Dm,gemini:Vm,copilot:Wm,opencode:Um,cursor:Hm},Bm=Object.keys(Kt),ul=t=>t!==void 0&&Object.hasOwn(Kt,t);Je();Ks();var di=require("node:path");var li=require("node:path");var Gm={rm:"all",unlink:"all",rmdir:"all",mkdir:"all",patch:"all",shred:"all",truncate:"all",touch:"all",tee:"all",mv:"all",cp:"last",install:"last",ln:"last",rsync:"\
last",chmod:"all-but-first",chown:"all-but-first",chgrp:"all-but-first",sed:"in-place",perl:"in-place",ruby:"in-place",dd:"dd",git:"git",tar:"unpack",unzip:"unp\
ack"},XA=new Set(["rm","mv","checkout","restore"]),QA=new Set(["-C","--directory","-d"]),JA=new Set(["rm","mv","chmod","chown","chgrp","cp","rsync","shred","git",
"find"]),ZA=5e3;function pl(t,e){return t.flatMap(s=>e$(s,t,e)).slice(0,ZA)}function e$(t,e,s){let n=t.folder&&ft(t.folder)?li.posix.resolve(s,t.folder.text):s,
r=(l,d)=>{if(!ft(l)||l.text.startsWith("~"))return[];let u=li.posix.relative(s,li.posix.resolve(n,l.text));return u===".."||u.startsWith("../")?[]:[{path:u,below:d,
glob:l.glob}]},o=t.redirects.filter(({kind:l})=>l!=="read").flatMap(({path:l})=>r(l,!1)),i=JA.has(t.program),a=Gs(t,e),c=[...s$({program:t.program,args:a}),...t$(
{program:t.program,args:a})];return[...o,...c.flatMap(l=>r(l,i))]}function t$({program:t,args:e}){if(t==="find")return Zn(e)?Bs(e):[];let{writes:s,deletes:n,moves:r,
changes:o}=er(t,fe(t,e));return[...s,...n,...r,...o]}function s$({program:t,args:e}){let s=Object.hasOwn(Gm,t)?Gm[t]:void 0,n=e.findIndex(({text:o})=>o==="--"),
r=e.filter(({text:o},i)=>n>=0&&i>n||!o.startsWith("-"));switch(s){case void 0:return[];case"all":return r;case"last":{let o=e.findIndex(({text:i})=>i==="-t"||i===
"--target-directory");return o>=0?e.slice(o+1,o+2):r.slice(-1)}case"all-but-first":return r.slice(1);case"in-place":return e.some(({text:o})=>/^(-[a-zA-Z]*i|--in-place)/.
test(o))?r:[];case"dd":return e.filter(({text:o})=>o.startsWith("of=")).map(o=>({...o,text:o.text.slice(3)}));case"git":return XA.has(r[0]?.text??"")?r.slice(1):
[];case"unpack":return e.filter((o,i)=>QA.has(e[i-1]?.text??""));default:return s}}var $s=".gatebench/guard.yml",fl=(t="strict")=>({level:t,rules:ii,allow:new Set,ignored:new Set,deny:new Set,files:[]}),zm=(t,e)=>t==="strict"?t:e??t??"strict";var n$=[$s,".claude/settings.json",".claude/settings.local.json",".codex/hooks.json",".codex/config.toml",".gemini/settings.json",".cursor/hooks.json",".github/\
hooks/gatebench-guard.json",".copilot/hooks/gatebench-guard.json",".opencode/plugins/gatebench-guard.js",".config/opencode/plugins/gatebench-guard.js"].map(t=>t.
split("/")),r$=new Set([".github",".config"]);function Qm(t,{folder:e,home:s},n,r){if("write"in t)return Km(di.posix.resolve("/",t.write),n,{});if(!("command"in
t))return;if(r.some(c$))return"gatebench guard";let o=r.map(c=>u$(c,t.folder??e??"/",s)),i=pl(o.filter(l$),"/").map(({path:c})=>c),a=o.some(({program:c,wrappers:l})=>[
c,...l].some(d=>o$.has(d)));for(let{path:c,below:l,glob:d}of pl(o,"/")){let u=Km(`/${c}`,n,{below:l,glob:d,copied:i.includes(c),deep:d&&a});if(u!==void 0)return u}}
function Jm({folder:t},e,s){if(!t)return e;let n=eg(t.text,s);if(!(n.includes(k)||n.startsWith("~")))return di.posix.resolve(e??"/",n)}var o$=new Set(["find","f\
d","fdfind"]),Zm=new Set(["npm","pnpm","yarn","bun"]),i$=new Set([...Zm,"gatebench","npx","pnpx","bunx","node","deno"]),a$=new Set(["uninstall","un","unlink","r\
emove","rm","r"]);function c$({program:t,path:e,args:s}){let n=s.map(({text:a})=>a.toLowerCase()),r=t.toLowerCase().replace(/\.(exe|cmd|ps1)$/,"");if(Zm.has(r)&&
n.some(a=>a$.has(a))&&n.some(a=>/^(@[^/]+\/)?gatebench(@|$)/.test(a)))return!0;let o=n.indexOf("guard");return o!==-1&&n.slice(o).some(a=>a==="install"||a==="un\
install")&&(i$.has(r)||e.toLowerCase().includes("gatebench"))}var l$=({program:t,args:e})=>t==="cp"&&!e.some(({text:s})=>/^-[a-z]*[rRa]|^--(recursive|archive)/.
test(s));function Km(t,e,{below:s,glob:n,copied:r,deep:o}){let i=Ym(t),a=i.map(m=>Xm(m,n===!0)),c=(m,h)=>a.slice(h,h+m.length).every((g,b)=>g(m[b])),l=s===!0||n===
!0,d=i.findIndex(m=>/[*?[]/.test(m)),u=o===!0&&d!==-1?d:Number.POSITIVE_INFINITY,p=i.at(-1)??"",f=Xm(p,!0,!0);for(let m of e){let h=Ym(m),g=l&&r!==!0&&i.length<
h.length&&c(h.slice(0,i.length),0),b=u<h.length&&c(h.slice(0,u),0)&&f(h.at(-1));if(g||b||i.length>=h.length&&c(h,0))return m}for(let m of n$){let h=m.join("/");
if(i.length>=m.length&&c(m,i.length-m.length)||u<i.length&&!/^\*+(\.\w+)?$/.test(p)&&f(m.at(-1)))return h;for(let b=1;b<m.length;b+=1){let v=m.slice(0,b);if(r$.
has(v.at(-1)))continue;if((v[0]===".gatebench"||l)&&i.length>=b&&c(v,i.length-b)||u>=b&&u<i.length&&c(v,u-b)&&f(m.at(-1)))return h}}}var Ym=t=>t.toLowerCase().split(
"/").filter(e=>e!=="");function Xm(t,e,s=!1){if(!e||!/[*?[]/.test(t))return o=>o===t;let n=t.split(/(\*+|\?|\[[^\]]*\])/).map(o=>/^\*+$/.test(o)?".*":o==="?"||o.
startsWith("[")?".":o.replace(/[\\^$.*+?()[\]{}|]/g,"\\$&"));if(n.length>d$)return()=>!0;let r=new RegExp(`^${n.join("")}$`,"s");return o=>(s||!o.startsWith(".")||
!/^[*?]/.test(t))&&r.test(o)}var d$=16,eg=(t,e)=>e===void 0?t:t.replace(/^(~|\$HOME|\$\{HOME\})(?=\/|$)/,()=>e);function u$(t,e,s){let n=o=>{let i=eg(o.text,s);
return i===o.text?o:{...o,text:i}},r=t.folder&&n(t.folder).text;return{...t,args:t.args.map(n),redirects:t.redirects.map(o=>({...o,path:n(o.path)})),folder:{text:r===
void 0?e:di.posix.resolve(e,r),glob:!1}}}var p$=500,f$=2,tg={deny:0,ask:1,none:2};function ng({folder:t,requests:e},s,{top:n,home:r,own_files:o,variables:i,isLate:a}){let c={trust:f$,workspace:n,level:s.
level},l=Es(m$(s)),d=s.allow.size>0?Es(s.rules):void 0,u=[...s.files,...o];sg(e.length);let p=e.flatMap(y$(l,{folder:t,home:r}));return sg(p.length),p.flatMap(m=>{
if(a())throw new ge("judging it takes too long");let h="command"in m?h$(l,m,i):[];return[k$(m,{guard:l,plain:d,principal:c,settings:s}),...w$(m,h,{folder:t,home:r,
files:u})]}).reduce((m,h)=>m&&tg[m.decision]<=tg[h.decision]?m:h,void 0)}function sg(t){if(t>p$)throw new ge("too many edits in one call")}function h$(t,{command:e,
folder:s},n){let r=e.replace(/\$(?:(\w+)|\{(\w+)\})/g,(i,a,c)=>{let l=n.get(a??c);return l!==void 0&&/^[\w./@+-]+$/.test(l)?l:i}),{invocations:o}=t.parse(e,s);return r===
e?o:[...o,...t.parse(r,s).invocations]}function m$({rules:t,allow:e,deny:s}){return e.size===0&&s.size===0?t:t.filter(({id:n,severity:r})=>r==="catastrophic"||!e.
has(n)).map(n=>s.has(n.id)?g$(n):n)}function g$({trust:t,...e}){let{level:s,match:n,...r}=e,o=n?.map(i=>{let{level:a,...c}=i;return c});return{...r,...ne({match:o})}}
var y$=(t,{folder:e,home:s})=>n=>{if(!("command"in n))return[n];let r=t.parse(n.command,n.folder).invocations.flatMap(o=>{let{program:i,input:a,args:c}=o;if(i!==
"apply_patch"&&i!=="applypatch")return[];let l=a?.kind==="text"?a.text:c[0]?.text??"";if(!l.includes("*** Begin Patch"))return[];let d=Jm(o,n.folder??e,s);if(d===
void 0)throw new ge("the folder of the patch is unknown");return As(l,d)});return[n,...r]},b$=`${$s} would allow it, which counts after "gatebench guard install\
 CLIENT --trust-project-settings"`;function k$(t,{guard:e,plain:s,principal:n,settings:r}){let o=e.judge(t,n);if(o.verdict==="deny"){let c=r.deny.has(o.rule),l=r.
ignored.has(o.rule)?`; ${b$}`:"",d=c?`; denied by ${$s}`:l,u=`${o.reason} (gatebench guard: ${o.rule}${d})`;return{decision:c?"deny":v$(o),rule:o.rule,message:u,
request:t}}let i=s?.judge(t,n);if(i?.verdict!=="deny")return{decision:"none",rule:"",message:"",request:t};let a=`gatebench guard: ${i.rule} is allowed by ${$s}`;
return{decision:"none",rule:i.rule,message:a,request:t}}function v$({severity:t,category:e}){return e==="unreadable"||e==="unparsed"?"ask":Dt[t]<=Dt.severe?"den\
y":"ask"}function w$(t,e,{folder:s,home:n,files:r}){let o=Qm(t,{folder:s,home:n},r,e);return o===void 0?[]:[{decision:"ask",rule:"guard-settings",message:`${`${o}\
 decides what this agent may do. Ask the person to change it.`} (gatebench guard: guard-settings)`,request:t}]}var yr=4*1024*1024;function rg(t,e){if(e.length>yr)throw new ge(`the input is larger than ${yr} bytes`);return Kt[t].readCall(ci(e))}function og(t,e,s){let n=Kt[t],
{settings:r,...o}=s,i=ng(e,r,o);if(!i)return{output:hl(t)};let a=i.decision==="ask"&&!n.can_ask?"deny":i.decision,c=nn(i.message);return{output:n.formatAnswer({
decision:a,message:c}),judgement:{...i,decision:a}}}var hl=t=>Kt[t].formatAnswer({decision:"none",message:""}),ig=(t,e)=>Kt[t].formatRefusal(nn(`gatebench guard\
: the call was not judged, so it is refused: ${e}`));var ON=async()=>(await(await __import("../engine/index.js")).bundle.engine.guard()).hookParts,Kr={settings:()=>Promise.resolve().then(()=>(ek(),Zb)),rules:async()=>(await ON()).
rules(),log:()=>Promise.resolve().then(()=>(Hk(),Fk))};var Yr=require("node:fs"),Qt=require("node:path");Tn();var la=require("node:fs"),eB=16*2**20,tB=256*2**20;function Vk(t,e=Number.POSITIVE_INFINITY){let s=(0,la.statSync)(t);if(!s.isFile())throw Object.assign(new Error(
`${t} is not a file`),{code:"not a file"});if(s.size>e){let n=`larger than ${e/1048576} MiB`;throw Object.assign(new Error(`${t} is ${n}`),{code:n})}return(0,la.readFileSync)(
t)}var LN=64*1024;function Uk(t,e){let s=Bk(t),n=s.findIndex(c=>(0,Yr.existsSync)((0,Qt.join)(c,".git"))),r=n===-1?void 0:s[n],o=r!==void 0&&(e===void 0||!DN(e,r)),
a=(o?s.slice(0,n+1):[t]).map(c=>(0,Qt.join)(c,$s)).find(c=>(0,Yr.existsSync)(c));return{top:o?r:t,guard_file:a}}function Bk(t){let e=(0,Qt.dirname)(t);return e===
t?[t]:[t,...Bk(e)]}var DN=(t,e)=>t===e||t.startsWith(e.endsWith("/")?e:`${e}/`);async function Gk({top:t,guard_file:e},{level:s,trusted:n}){if(e===void 0)return fl(
s);let r=(0,Qt.relative)(t,e),o=WN(e,r),{readGuardFile:i,checkGuardFile:a}=await Kr.settings(),c=i(o,r),l=(0,Qt.dirname)(e),d=c.rules.map(({name:f})=>(0,Qt.join)(
l,f)),u=d.length===0?fl().rules:await MN(d,t);a(c,u);let p=c.allow.map(({name:f})=>f);return{level:zm(s,n||c.level==="strict"?c.level:void 0),rules:u,allow:new Set(
n?p:[]),ignored:new Set(n?[]:p),deny:new Set(c.deny.map(({name:f})=>f)),files:[e,...d].flatMap(f=>[f,(0,Yr.realpathSync)(f)])}}async function MN(t,e){let{combineRules:s,
readRulesFile:n}=await Kr.rules();return s(t.map(r=>n((0,Qt.relative)(e,r),e)))}function WN(t,e){try{return Vk(t,LN).toString("utf8")}catch(s){throw new Qe(`${e}\
: cannot be read (${s.code})`)}}var qN=5e3;async function jN(t,e){let s;try{s=GN(t)}catch(n){let r=t.find((i,a)=>t[a-1]==="--hook"),o=`gatebench guard: ${Yk(n)}`;return ul(r)?Kt[r].formatRefusal(
o):Ut(o)}try{let{output:n,judgement:r}=await FN(s,e),o=r&&await zk(s,e,r);return o===void 0?n:Kk(n,o)}catch(n){let r=Yk(n),o=await zk(s,e,{decision:"error",rule:"",
request:{text:r}}),i=ig(s.client,r);return o===void 0?i:Kk(i,o)}}async function FN({client:t,level:e,trusted:s},n){let r=n.now().getTime(),o=rg(t,await VN(n.input));
if(o.requests.length===0)return{output:hl(t)};let{project_variable:i}=Kt[t],a=n.variable("HOME"),c=i&&n.variable(i)||o.project||n.cwd,l=Uk(c,a),d=o.folder??c,u=()=>n.
now().getTime()-r>qN,p={settings:await Gk(l,{level:e,trusted:s}),top:l.top,home:a,...HN(n,a),isLate:u};return og(t,{...o,folder:d},p)}function HN({variable:t,program_folders:e=[]},s){
let n=["CLAUDE_CONFIG_DIR","CODEX_HOME","XDG_CONFIG_HOME","XDG_CACHE_HOME"],r=new Map(n.map(a=>[a,t(a)??""])),o=(a,...c)=>{let l=r.get(a);return l===void 0||!(0,Xr.isAbsolute)(
l)?[]:c.map(d=>(0,Xr.join)(l,d))};return{own_files:[...e,...o("CLAUDE_CONFIG_DIR","settings.json","settings.local.json"),...o("CODEX_HOME","hooks.json","config.\
toml"),...o("XDG_CONFIG_HOME","opencode/plugins/gatebench-guard.js"),...o("XDG_CACHE_HOME","gatebench-code"),...s===void 0?[]:[(0,Xr.join)(s,".cache/gatebench-c\
ode")]],variables:r}}async function VN(t){let e=[],s=0;for await(let n of t){let r=typeof n=="string"?Buffer.from(n):n;if(s+=r.length,s>yr)throw new ge(`the inp\
ut is larger than ${yr} bytes`);e.push(r)}return Buffer.concat(e)}async function zk({client:t,log:e},{now:s},{decision:n,rule:r,request:o}){if(e!==void 0)try{let{
appendLogLine:i}=await Kr.log(),a=n==="none"?"pass":n;i(e,{time:s(),client:t,verdict:a,rule:r,subject:UN(o)});return}catch(i){return`gatebench guard: the log ca\
nnot be written (${i.code??"error"})`}}function UN(t){return"command"in t?t.command:"write"in t?`write ${t.write}`:t.text}var Kk=(t,e)=>({...t,stderr:`${t.stderr}${e}\

`}),Yk=t=>t instanceof Error?t.message:String(t),Xk="--project-settings",BN=["--hook","--level","--log"];function GN(t){let e=new Map,s=t.values();for(let i of s){
if(i===Xk){e.set(i,i);continue}let[a,c]=zN(i);if(!BN.includes(a))throw new Qe(`unknown argument "${i}" beside --hook`);let l=c??s.next().value;if(l===void 0||l===
"")throw new Qe(`${a} has no value`);e.set(a,l)}let n=e.get("--hook");if(!ul(n))throw new Qe(`--hook must be one of ${Bm.join(", ")}`);let r=e.get("--level"),o=zs.
find(i=>i===r);if(r!==void 0&&o===void 0)throw new Qe(`--level must be one of ${zs.join(", ")}`);return{client:n,level:o,trusted:e.has(Xk),log:e.get("--log")}}function zN(t){
let e=t.startsWith("--")?t.indexOf("="):-1;return e===-1?[t,void 0]:[t.slice(0,e),t.slice(e+1)]}0&&(module.exports={CLOSED_CONTAINER,GuardrailSuite,NON_EMPTY_VALUE,SEVERITY_ORDER,UNKNOWN_VALUE,UNREAD_VALUE,codeLanguages,createGuard,createShellInvocation,createShippedGuard,
findAffectedPaths,findOriginalPaths,getFindPatterns,guardLevels,hasFlag,hasKnownShortOptions,hasPathEffects,hasUnreadValue,isDeletingFind,isKnownWord,isRemotePath,
parseProgramArguments,pathClasses,pathEffects,phraseRules,readCode,readCommand,replaceWithUnevaluated,replaceWithUnknown,resolveFoundPaths,runHook,shippedGuardRules,
vocabulary});
