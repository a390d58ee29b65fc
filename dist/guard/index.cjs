var dv=Object.create;var So=Object.defineProperty;var uv=Object.getOwnPropertyDescriptor;var pv=Object.getOwnPropertyNames;var mv=Object.getPrototypeOf,fv=Object.prototype.hasOwnProperty;var Ke=(t,e,s)=>()=>{if(s)throw s[0];try{return t&&(e=t(t=0)),e}catch(r){throw s=[r],r}};var N=(t,e)=>()=>{try{return e||t((e={exports:{}}).exports,e),e.exports}catch(s){throw e=0,s}},Va=(t,e)=>{for(var s in e)So(t,s,{get:e[s],enumerable:!0})},Du=(t,e,s,r)=>{
if(e&&typeof e=="object"||typeof e=="function")for(let n of pv(e))!fv.call(t,n)&&n!==s&&So(t,n,{get:()=>e[n],enumerable:!(r=uv(e,n))||r.enumerable});return t};var qu=(t,e,s)=>(s=t!=null?dv(mv(t)):{},Du(e||!t||!t.__esModule?So(s,"default",{value:t,enumerable:!0}):s,t)),hv=t=>Du(So({},"__esModule",{value:!0}),t);var we,Wt=Ke(()=>{"use strict";we=t=>Object.fromEntries(Object.entries(t).filter(([,e])=>e!==void 0))});var Xt,lr,cr=Ke(()=>{"use strict";Xt={catastrophic:0,severe:1,risky:2},lr=["workspace","strict"]});var Uh=N(tn=>{"use strict";tn.__esModule=!0;tn.distance=tn.closest=void 0;var Ss=new Uint32Array(65536),lA=function(t,e){for(var s=t.length,r=e.length,n=1<<s-1,
o=-1,i=0,a=s,l=s;l--;)Ss[t.charCodeAt(l)]|=1<<l;for(l=0;l<r;l++){var c=Ss[e.charCodeAt(l)],d=c|i;c|=(c&o)+o^o,i|=~(c|o),o&=c,i&n&&a++,o&n&&a--,i=i<<1|1,o=o<<1|~(d|
i),i&=d}for(l=s;l--;)Ss[t.charCodeAt(l)]=0;return a},cA=function(t,e){for(var s=e.length,r=t.length,n=[],o=[],i=Math.ceil(s/32),a=Math.ceil(r/32),l=0;l<i;l++)o[l]=
-1,n[l]=0;for(var c=0;c<a-1;c++){for(var d=0,u=-1,p=c*32,m=Math.min(32,r)+p,h=p;h<m;h++)Ss[t.charCodeAt(h)]|=1<<h;for(var l=0;l<s;l++){var f=Ss[e.charCodeAt(l)],
g=o[l/32|0]>>>l&1,y=n[l/32|0]>>>l&1,v=f|d,x=((f|y)&u)+u^u|f|y,_=d|~(x|u),w=u&x;_>>>31^g&&(o[l/32|0]^=1<<l),w>>>31^y&&(n[l/32|0]^=1<<l),_=_<<1|g,w=w<<1|y,u=w|~(v|
_),d=_&v}for(var h=p;h<m;h++)Ss[t.charCodeAt(h)]=0}for(var A=0,P=-1,E=c*32,I=Math.min(32,r-E)+E,h=E;h<I;h++)Ss[t.charCodeAt(h)]|=1<<h;for(var z=r,l=0;l<s;l++){var f=Ss[e.
charCodeAt(l)],g=o[l/32|0]>>>l&1,y=n[l/32|0]>>>l&1,v=f|A,x=((f|y)&P)+P^P|f|y,_=A|~(x|P),w=P&x;z+=_>>>r-1&1,z-=w>>>r-1&1,_>>>31^g&&(o[l/32|0]^=1<<l),w>>>31^y&&(n[l/
32|0]^=1<<l),_=_<<1|g,w=w<<1|y,P=w|~(v|_),A=_&v}for(var h=E;h<I;h++)Ss[t.charCodeAt(h)]=0;return z},Hh=function(t,e){if(t.length<e.length){var s=e;e=t,t=s}return e.
length===0?t.length:t.length<=32?lA(t,e):cA(t,e)};tn.distance=Hh;var dA=function(t,e){for(var s=1/0,r=0,n=0;n<e.length;n++){var o=Hh(t,e[n]);o<s&&(s=o,r=n)}return e[r]};
tn.closest=dA});function wr(t){return t.replace(pA,e=>{let s=e.codePointAt(0);return e===`
`?"\\n":e==="\r"?"\\r":e==="	"?"\\t":s<256?`\\x${s.toString(16).padStart(2,"0")}`:s>65535?`\\u{${s.toString(16)}}`:`\\u${s.toString(16).padStart(4,"0")}`})}var uA,
pA,at,sn=Ke(()=>{"use strict";uA=qu(Uh(),1),pA=/[\x00-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;
at=class extends Error{name="UserError";remedy;lines;constructor(e,s){let r=(typeof e=="string"?[e]:e).map(wr);super(r.join(`
`)),this.lines=r,this.remedy=s===void 0?void 0:wr(s)}get text(){return this.remedy?`${this.message}
  ${this.remedy}`:this.message}}});var se=N(st=>{"use strict";var Jc=Symbol.for("yaml.alias"),vg=Symbol.for("yaml.document"),Vi=Symbol.for("yaml.map"),wg=Symbol.for("yaml.pair"),Qc=Symbol.for("ya\
ml.scalar"),Hi=Symbol.for("yaml.seq"),_s=Symbol.for("yaml.node.type"),ZA=t=>!!t&&typeof t=="object"&&t[_s]===Jc,e$=t=>!!t&&typeof t=="object"&&t[_s]===vg,t$=t=>!!t&&
typeof t=="object"&&t[_s]===Vi,s$=t=>!!t&&typeof t=="object"&&t[_s]===wg,xg=t=>!!t&&typeof t=="object"&&t[_s]===Qc,r$=t=>!!t&&typeof t=="object"&&t[_s]===Hi;function Sg(t){
if(t&&typeof t=="object")switch(t[_s]){case Vi:case Hi:return!0}return!1}function n$(t){if(t&&typeof t=="object")switch(t[_s]){case Jc:case Vi:case Qc:case Hi:return!0}
return!1}var o$=t=>(xg(t)||Sg(t))&&!!t.anchor;st.ALIAS=Jc;st.DOC=vg;st.MAP=Vi;st.NODE_TYPE=_s;st.PAIR=wg;st.SCALAR=Qc;st.SEQ=Hi;st.hasAnchor=o$;st.isAlias=ZA;st.
isCollection=Sg;st.isDocument=e$;st.isMap=t$;st.isNode=n$;st.isPair=s$;st.isScalar=xg;st.isSeq=r$});var Vn=N(Zc=>{"use strict";var je=se(),vt=Symbol("break visit"),_g=Symbol("skip children"),cs=Symbol("remove node");function Ui(t,e){let s=Eg(e);je.isDocument(t)?
rn(null,t.contents,s,Object.freeze([t]))===cs&&(t.contents=null):rn(null,t,s,Object.freeze([]))}Ui.BREAK=vt;Ui.SKIP=_g;Ui.REMOVE=cs;function rn(t,e,s,r){let n=Cg(
t,e,s,r);if(je.isNode(n)||je.isPair(n))return Ag(t,r,n),rn(t,n,s,r);if(typeof n!="symbol"){if(je.isCollection(e)){r=Object.freeze(r.concat(e));for(let o=0;o<e.items.
length;++o){let i=rn(o,e.items[o],s,r);if(typeof i=="number")o=i-1;else{if(i===vt)return vt;i===cs&&(e.items.splice(o,1),o-=1)}}}else if(je.isPair(e)){r=Object.
freeze(r.concat(e));let o=rn("key",e.key,s,r);if(o===vt)return vt;o===cs&&(e.key=null);let i=rn("value",e.value,s,r);if(i===vt)return vt;i===cs&&(e.value=null)}}
return n}async function Bi(t,e){let s=Eg(e);je.isDocument(t)?await nn(null,t.contents,s,Object.freeze([t]))===cs&&(t.contents=null):await nn(null,t,s,Object.freeze(
[]))}Bi.BREAK=vt;Bi.SKIP=_g;Bi.REMOVE=cs;async function nn(t,e,s,r){let n=await Cg(t,e,s,r);if(je.isNode(n)||je.isPair(n))return Ag(t,r,n),nn(t,n,s,r);if(typeof n!=
"symbol"){if(je.isCollection(e)){r=Object.freeze(r.concat(e));for(let o=0;o<e.items.length;++o){let i=await nn(o,e.items[o],s,r);if(typeof i=="number")o=i-1;else{
if(i===vt)return vt;i===cs&&(e.items.splice(o,1),o-=1)}}}else if(je.isPair(e)){r=Object.freeze(r.concat(e));let o=await nn("key",e.key,s,r);if(o===vt)return vt;
o===cs&&(e.key=null);let i=await nn("value",e.value,s,r);if(i===vt)return vt;i===cs&&(e.value=null)}}return n}function Eg(t){return typeof t=="object"&&(t.Collection||
t.Node||t.Value)?Object.assign({Alias:t.Node,Map:t.Node,Scalar:t.Node,Seq:t.Node},t.Value&&{Map:t.Value,Scalar:t.Value,Seq:t.Value},t.Collection&&{Map:t.Collection,
Seq:t.Collection},t):t}function Cg(t,e,s,r){if(typeof s=="function")return s(t,e,r);if(je.isMap(e))return s.Map?.(t,e,r);if(je.isSeq(e))return s.Seq?.(t,e,r);if(je.
isPair(e))return s.Pair?.(t,e,r);if(je.isScalar(e))return s.Scalar?.(t,e,r);if(je.isAlias(e))return s.Alias?.(t,e,r)}function Ag(t,e,s){let r=e[e.length-1];if(je.
isCollection(r))r.items[t]=s;else if(je.isPair(r))t==="key"?r.key=s:r.value=s;else if(je.isDocument(r))r.contents=s;else{let n=je.isAlias(r)?"alias":"scalar";throw new Error(
`Cannot replace node with ${n} parent`)}}Zc.visit=Ui;Zc.visitAsync=Bi});var ed=N(Tg=>{"use strict";var $g=se(),i$=Vn(),a$={"!":"%21",",":"%2C","[":"%5B","]":"%5D","{":"%7B","}":"%7D"},l$=t=>t.replace(/[!,[\]{}]/g,e=>a$[e]),Hn=class t{constructor(e,s){
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
for(let[s,r]of Object.entries(this.tags))if(e.startsWith(r))return s+l$(e.substring(r.length));return e[0]==="!"?e:`!<${e}>`}toString(e){let s=this.yaml.explicit?
[`%YAML ${this.yaml.version||"1.2"}`]:[],r=Object.entries(this.tags),n;if(e&&r.length>0&&$g.isNode(e.contents)){let o={};i$.visit(e.contents,(i,a)=>{$g.isNode(a)&&
a.tag&&(o[a.tag]=!0)}),n=Object.keys(o)}else n=[];for(let[o,i]of r)o==="!!"&&i==="tag:yaml.org,2002:"||(!e||n.some(a=>a.startsWith(i)))&&s.push(`%TAG ${o} ${i}`);
return s.join(`
`)}};Hn.defaultYaml={explicit:!1,version:"1.2"};Hn.defaultTags={"!!":"tag:yaml.org,2002:"};Tg.Directives=Hn});var Gi=N(Un=>{"use strict";var Rg=se(),c$=Vn();function d$(t){if(/[\x00-\x19\s,[\]{}]/.test(t)){let s=`Anchor must not contain whitespace or control characters:\
 ${JSON.stringify(t)}`;throw new Error(s)}return!0}function Pg(t){let e=new Set;return c$.visit(t,{Value(s,r){r.anchor&&e.add(r.anchor)}}),e}function Ig(t,e){for(let s=1;;++s){
let r=`${t}${s}`;if(!e.has(r))return r}}function u$(t,e){let s=[],r=new Map,n=null;return{onAnchor:o=>{s.push(o),n??(n=Pg(t));let i=Ig(e,n);return n.add(i),i},setAnchors:()=>{
for(let o of s){let i=r.get(o);if(typeof i=="object"&&i.anchor&&(Rg.isScalar(i.node)||Rg.isCollection(i.node)))i.node.anchor=i.anchor;else{let a=new Error("Fail\
ed to resolve repeated object (this should not happen)");throw a.source=o,a}}},sourceObjects:r}}Un.anchorIsValid=d$;Un.anchorNames=Pg;Un.createNodeAnchors=u$;Un.
findNewAnchor=Ig});var td=N(Ng=>{"use strict";function Bn(t,e,s,r){if(r&&typeof r=="object")if(Array.isArray(r))for(let n=0,o=r.length;n<o;++n){let i=r[n],a=Bn(t,r,String(n),i);a===
void 0?delete r[n]:a!==i&&(r[n]=a)}else if(r instanceof Map)for(let n of Array.from(r.keys())){let o=r.get(n),i=Bn(t,r,n,o);i===void 0?r.delete(n):i!==o&&r.set(
n,i)}else if(r instanceof Set)for(let n of Array.from(r)){let o=Bn(t,r,n,n);o===void 0?r.delete(n):o!==n&&(r.delete(n),r.add(o))}else for(let[n,o]of Object.entries(
r)){let i=Bn(t,r,n,o);i===void 0?delete r[n]:i!==o&&(r[n]=i)}return t.call(e,s,r)}Ng.applyReviver=Bn});var js=N(Lg=>{"use strict";var p$=se();function Og(t,e,s){if(Array.isArray(t))return t.map((r,n)=>Og(r,String(n),s));if(t&&typeof t.toJSON=="function"){if(!s||!p$.
hasAnchor(t))return t.toJSON(e,s);let r={aliasCount:0,count:1,res:void 0};s.anchors.set(t,r),s.onCreate=o=>{r.res=o,delete s.onCreate};let n=t.toJSON(e,s);return s.
onCreate&&s.onCreate(n),n}return typeof t=="bigint"&&!s?.keep?Number(t):t}Lg.toJS=Og});var zi=N(qg=>{"use strict";var m$=td(),Dg=se(),f$=js(),sd=class{constructor(e){Object.defineProperty(this,Dg.NODE_TYPE,{value:e})}clone(){let e=Object.create(Object.
getPrototypeOf(this),Object.getOwnPropertyDescriptors(this));return this.range&&(e.range=this.range.slice()),e}toJS(e,{mapAsMap:s,maxAliasCount:r,onAnchor:n,reviver:o}={}){
if(!Dg.isDocument(e))throw new TypeError("A document argument is required");let i={anchors:new Map,doc:e,keep:!0,mapAsMap:s===!0,mapKeyWarned:!1,maxAliasCount:typeof r==
"number"?r:100},a=f$.toJS(this,"",i);if(typeof n=="function")for(let{count:l,res:c}of i.anchors.values())n(c,l);return typeof o=="function"?m$.applyReviver(o,{"":a},
"",a):a}};qg.NodeBase=sd});var Gn=N(Wg=>{"use strict";var h$=Gi(),g$=Vn(),on=se(),b$=zi(),y$=js(),rd=class extends b$.NodeBase{constructor(e){super(on.ALIAS),this.source=e,Object.defineProperty(
this,"tag",{set(){throw new Error("Alias nodes cannot have tags")}})}resolve(e,s){if(s?.maxAliasCount===0)throw new ReferenceError("Alias resolution is disabled");
let r;s?.aliasResolveCache?r=s.aliasResolveCache:(r=[],g$.visit(e,{Node:(o,i)=>{(on.isAlias(i)||on.hasAnchor(i))&&r.push(i)}}),s&&(s.aliasResolveCache=r));let n;
for(let o of r){if(o===this)break;o.anchor===this.source&&(n=o)}if(n&&s){let{anchors:o,doc:i,maxAliasCount:a}=s,l=o.get(n);if(l||(y$.toJS(n,null,s),l=o.get(n)),
l?.res===void 0){let c="This should not happen: Alias anchor was not resolved?";throw new ReferenceError(c)}if(a>=0&&(l.count+=1,l.aliasCount===0&&(l.aliasCount=
Ki(i,n,o)),l.count*l.aliasCount>a)){let c="Excessive alias count indicates a resource exhaustion attack";throw new ReferenceError(c)}}return n}toJSON(e,s){if(!s)
return{source:this.source};let r=this.resolve(s.doc,s);if(!r){let n=`Unresolved alias (the anchor must be set before the alias): ${this.source}`;throw new ReferenceError(
n)}return s.anchors.get(r).res}toString(e,s,r){let n=`*${this.source}`;if(e){if(h$.anchorIsValid(this.source),e.options.verifyAliasOrder&&!e.anchors.has(this.source)){
let o=`Unresolved alias (the anchor must be set before the alias): ${this.source}`;throw new Error(o)}if(e.implicitKey)return`${n} `}return n}};function Ki(t,e,s){
if(on.isAlias(e)){let r=e.resolve(t),n=s&&r&&s.get(r);return n?n.count*n.aliasCount:0}else if(on.isCollection(e)){let r=0;for(let n of e.items){let o=Ki(t,n,s);
o>r&&(r=o)}return r}else if(on.isPair(e)){let r=Ki(t,e.key,s),n=Ki(t,e.value,s);return Math.max(r,n)}return 1}Wg.Alias=rd});var qe=N(nd=>{"use strict";var k$=se(),v$=zi(),w$=js(),x$=t=>!t||typeof t!="function"&&typeof t!="object",Fs=class extends v$.NodeBase{constructor(e){super(k$.SCALAR),
this.value=e}toJSON(e,s){return s?.keep?this.value:w$.toJS(this.value,e,s)}toString(){return String(this.value)}};Fs.BLOCK_FOLDED="BLOCK_FOLDED";Fs.BLOCK_LITERAL=
"BLOCK_LITERAL";Fs.PLAIN="PLAIN";Fs.QUOTE_DOUBLE="QUOTE_DOUBLE";Fs.QUOTE_SINGLE="QUOTE_SINGLE";nd.Scalar=Fs;nd.isScalarValue=x$});var zn=N(jg=>{"use strict";var S$=Gn(),Sr=se(),Mg=qe(),_$="tag:yaml.org,2002:";function E$(t,e,s){if(e){let r=s.filter(o=>o.tag===e),n=r.find(o=>!o.format)??r[0];
if(!n)throw new Error(`Tag ${e} not found`);return n}return s.find(r=>r.identify?.(t)&&!r.format)}function C$(t,e,s){if(Sr.isDocument(t)&&(t=t.contents),Sr.isNode(
t))return t;if(Sr.isPair(t)){let u=s.schema[Sr.MAP].createNode?.(s.schema,null,s);return u.items.push(t),u}(t instanceof String||t instanceof Number||t instanceof
Boolean||typeof BigInt<"u"&&t instanceof BigInt)&&(t=t.valueOf());let{aliasDuplicateObjects:r,onAnchor:n,onTagObj:o,schema:i,sourceObjects:a}=s,l;if(r&&t&&typeof t==
"object"){if(l=a.get(t),l)return l.anchor??(l.anchor=n(t)),new S$.Alias(l.anchor);l={anchor:null,node:null},a.set(t,l)}e?.startsWith("!!")&&(e=_$+e.slice(2));let c=E$(
t,e,i.tags);if(!c){if(t&&typeof t.toJSON=="function"&&(t=t.toJSON()),!t||typeof t!="object"){let u=new Mg.Scalar(t);return l&&(l.node=u),u}c=t instanceof Map?i[Sr.
MAP]:Symbol.iterator in Object(t)?i[Sr.SEQ]:i[Sr.MAP]}o&&(o(c),delete s.onTagObj);let d=c?.createNode?c.createNode(s.schema,t,s):typeof c?.nodeClass?.from=="fun\
ction"?c.nodeClass.from(s.schema,t,s):new Mg.Scalar(t);return e?d.tag=e:c.default||(d.tag=c.tag),l&&(l.node=d),d}jg.createNode=C$});var Xi=N(Yi=>{"use strict";var A$=zn(),ds=se(),$$=zi();function od(t,e,s){let r=s;for(let n=e.length-1;n>=0;--n){let o=e[n];if(typeof o=="number"&&Number.isInteger(
o)&&o>=0){let i=[];i[o]=r,r=i}else r=new Map([[o,r]])}return A$.createNode(r,void 0,{aliasDuplicateObjects:!1,keepUndefined:!1,onAnchor:()=>{throw new Error("Th\
is should not happen, please report a bug.")},schema:t,sourceObjects:new Map})}var Fg=t=>t==null||typeof t=="object"&&!!t[Symbol.iterator]().next().done,id=class extends $$.
NodeBase{constructor(e,s){super(e),Object.defineProperty(this,"schema",{value:s,configurable:!0,enumerable:!1,writable:!0})}clone(e){let s=Object.create(Object.
getPrototypeOf(this),Object.getOwnPropertyDescriptors(this));return e&&(s.schema=e),s.items=s.items.map(r=>ds.isNode(r)||ds.isPair(r)?r.clone(e):r),this.range&&
(s.range=this.range.slice()),s}addIn(e,s){if(Fg(e))this.add(s);else{let[r,...n]=e,o=this.get(r,!0);if(ds.isCollection(o))o.addIn(n,s);else if(o===void 0&&this.schema)
this.set(r,od(this.schema,n,s));else throw new Error(`Expected YAML collection at ${r}. Remaining path: ${n}`)}}deleteIn(e){let[s,...r]=e;if(r.length===0)return this.
delete(s);let n=this.get(s,!0);if(ds.isCollection(n))return n.deleteIn(r);throw new Error(`Expected YAML collection at ${s}. Remaining path: ${r}`)}getIn(e,s){let[
r,...n]=e,o=this.get(r,!0);return n.length===0?!s&&ds.isScalar(o)?o.value:o:ds.isCollection(o)?o.getIn(n,s):void 0}hasAllNullValues(e){return this.items.every(s=>{
if(!ds.isPair(s))return!1;let r=s.value;return r==null||e&&ds.isScalar(r)&&r.value==null&&!r.commentBefore&&!r.comment&&!r.tag})}hasIn(e){let[s,...r]=e;if(r.length===
0)return this.has(s);let n=this.get(s,!0);return ds.isCollection(n)?n.hasIn(r):!1}setIn(e,s){let[r,...n]=e;if(n.length===0)this.set(r,s);else{let o=this.get(r,!0);
if(ds.isCollection(o))o.setIn(n,s);else if(o===void 0&&this.schema)this.set(r,od(this.schema,n,s));else throw new Error(`Expected YAML collection at ${r}. Remai\
ning path: ${n}`)}}};Yi.Collection=id;Yi.collectionFromPath=od;Yi.isEmptyPath=Fg});var Kn=N(Ji=>{"use strict";var T$=t=>t.replace(/^(?!$)(?: $)?/gm,"#");function ad(t,e){return/^\n+$/.test(t)?t.substring(1):e?t.replace(/^(?! *$)/gm,e):t}var R$=(t,e,s)=>t.
endsWith(`
`)?ad(s,e):s.includes(`
`)?`
`+ad(s,e):(t.endsWith(" ")?"":" ")+s;Ji.indentComment=ad;Ji.lineComment=R$;Ji.stringifyComment=T$});var Hg=N(Yn=>{"use strict";var P$="flow",ld="block",Qi="quoted";function I$(t,e,s="flow",{indentAtStart:r,lineWidth:n=80,minContentWidth:o=20,onFold:i,onOverflow:a}={}){
if(!n||n<0)return t;n<o&&(o=0);let l=Math.max(1+o,1+n-e.length);if(t.length<=l)return t;let c=[],d={},u=n-e.length;typeof r=="number"&&(r>n-Math.max(2,o)?c.push(
0):u=n-r);let p,m,h=!1,f=-1,g=-1,y=-1;s===ld&&(f=Vg(t,f,e.length),f!==-1&&(u=f+l));for(let x;x=t[f+=1];){if(s===Qi&&x==="\\"){switch(g=f,t[f+1]){case"x":f+=3;break;case"\
u":f+=5;break;case"U":f+=9;break;default:f+=1}y=f}if(x===`
`)s===ld&&(f=Vg(t,f,e.length)),u=f+e.length+l,p=void 0;else{if(x===" "&&m&&m!==" "&&m!==`
`&&m!=="	"){let _=t[f+1];_&&_!==" "&&_!==`
`&&_!=="	"&&(p=f)}if(f>=u)if(p)c.push(p),u=p+l,p=void 0;else if(s===Qi){for(;m===" "||m==="	";)m=x,x=t[f+=1],h=!0;let _=f>y+1?f-2:g-1;if(d[_])return t;c.push(_),
d[_]=!0,u=_+l,p=void 0}else h=!0}m=x}if(h&&a&&a(),c.length===0)return t;i&&i();let v=t.slice(0,c[0]);for(let x=0;x<c.length;++x){let _=c[x],w=c[x+1]||t.length;_===
0?v=`
${e}${t.slice(0,w)}`:(s===Qi&&d[_]&&(v+=`${t[_]}\\`),v+=`
${e}${t.slice(_+1,w)}`)}return v}function Vg(t,e,s){let r=e,n=e+1,o=t[n];for(;o===" "||o==="	";)if(e<n+s)o=t[++e];else{do o=t[++e];while(o&&o!==`
`);r=e,n=e+1,o=t[n]}return r}Yn.FOLD_BLOCK=ld;Yn.FOLD_FLOW=P$;Yn.FOLD_QUOTED=Qi;Yn.foldFlowLines=I$});var Jn=N(Ug=>{"use strict";var Vt=qe(),Vs=Hg(),ea=(t,e)=>({indentAtStart:e?t.indent.length:t.indentAtStart,lineWidth:t.options.lineWidth,minContentWidth:t.options.
minContentWidth}),ta=t=>/^(%|---|\.\.\.)/m.test(t);function N$(t,e,s){if(!e||e<0)return!1;let r=e-s,n=t.length;if(n<=r)return!1;for(let o=0,i=0;o<n;++o)if(t[o]===
`
`){if(o-i>r)return!0;if(i=o+1,n-i<=r)return!1}return!0}function Xn(t,e){let s=JSON.stringify(t);if(e.options.doubleQuotedAsJSON)return s;let{implicitKey:r}=e,n=e.
options.doubleQuotedMinMultiLineLength,o=e.indent||(ta(t)?"  ":""),i="",a=0;for(let l=0,c=s[l];c;c=s[++l])if(c===" "&&s[l+1]==="\\"&&s[l+2]==="n"&&(i+=s.slice(a,
l)+"\\ ",l+=1,a=l,c="\\"),c==="\\")switch(s[l+1]){case"u":{i+=s.slice(a,l);let d=s.substr(l+2,4);switch(d){case"0000":i+="\\0";break;case"0007":i+="\\a";break;case"\
000b":i+="\\v";break;case"001b":i+="\\e";break;case"0085":i+="\\N";break;case"00a0":i+="\\_";break;case"2028":i+="\\L";break;case"2029":i+="\\P";break;default:d.
substr(0,2)==="00"?i+="\\x"+d.substr(2):i+=s.substr(l,6)}l+=5,a=l+1}break;case"n":if(r||s[l+2]==='"'||s.length<n)l+=1;else{for(i+=s.slice(a,l)+`

`;s[l+2]==="\\"&&s[l+3]==="n"&&s[l+4]!=='"';)i+=`
`,l+=2;i+=o,s[l+2]===" "&&(i+="\\"),l+=1,a=l+1}break;default:l+=1}return i=a?i+s.slice(a):s,r?i:Vs.foldFlowLines(i,o,Vs.FOLD_QUOTED,ea(e,!1))}function cd(t,e){if(e.
options.singleQuote===!1||e.implicitKey&&t.includes(`
`)||/[ \t]\n|\n[ \t]/.test(t))return Xn(t,e);let s=e.indent||(ta(t)?"  ":""),r="'"+t.replace(/'/g,"''").replace(/\n+/g,`$&
${s}`)+"'";return e.implicitKey?r:Vs.foldFlowLines(r,s,Vs.FOLD_FLOW,ea(e,!1))}function an(t,e){let{singleQuote:s}=e.options,r;if(s===!1)r=Xn;else{let n=t.includes(
'"'),o=t.includes("'");n&&!o?r=cd:o&&!n?r=Xn:r=s?cd:Xn}return r(t,e)}var dd;try{dd=new RegExp(`(^|(?<!
))
+(?!
|$)`,"g")}catch{dd=/\n+(?!\n|$)/g}function Zi({comment:t,type:e,value:s},r,n,o){let{blockQuote:i,commentString:a,lineWidth:l}=r.options;if(!i||/\n[\t ]+$/.test(
s))return an(s,r);let c=r.indent||(r.forceBlockIndent||ta(s)?"  ":""),d=i==="literal"?!0:i==="folded"||e===Vt.Scalar.BLOCK_FOLDED?!1:e===Vt.Scalar.BLOCK_LITERAL?
!0:!N$(s,l,c.length);if(!s)return d?`|
`:`>
`;let u,p;for(p=s.length;p>0;--p){let w=s[p-1];if(w!==`
`&&w!=="	"&&w!==" ")break}let m=s.substring(p),h=m.indexOf(`
`);h===-1?u="-":s===m||h!==m.length-1?(u="+",o&&o()):u="",m&&(s=s.slice(0,-m.length),m[m.length-1]===`
`&&(m=m.slice(0,-1)),m=m.replace(dd,`$&${c}`));let f=!1,g,y=-1;for(g=0;g<s.length;++g){let w=s[g];if(w===" ")f=!0;else if(w===`
`)y=g;else break}let v=s.substring(0,y<g?y+1:g);v&&(s=s.substring(v.length),v=v.replace(/\n+/g,`$&${c}`));let _=(f?c?"2":"1":"")+u;if(t&&(_+=" "+a(t.replace(/ ?[\r\n]+/g,
" ")),n&&n()),!d){let w=s.replace(/\n+/g,`
$&`).replace(/(?:^|\n)([\t ].*)(?:([\n\t ]*)\n(?![\n\t ]))?/g,"$1$2").replace(/\n+/g,`$&${c}`),A=!1,P=ea(r,!0);i!=="folded"&&e!==Vt.Scalar.BLOCK_FOLDED&&(P.onOverflow=
()=>{A=!0});let E=Vs.foldFlowLines(`${v}${w}${m}`,c,Vs.FOLD_BLOCK,P);if(!A)return`>${_}
${c}${E}`}return s=s.replace(/\n+/g,`$&${c}`),`|${_}
${c}${v}${s}${m}`}function O$(t,e,s,r){let{type:n,value:o}=t,{actualString:i,implicitKey:a,indent:l,indentStep:c,inFlow:d}=e;if(a&&o.includes(`
`)||d&&/[[\]{},]/.test(o))return an(o,e);if(/^[\n\t ,[\]{}#&*!|>'"%@`]|^[?-]$|^[?-][ \t]|[\n:][ \t]|[ \t]\n|[\n\t ]#|[\n\t :]$/.test(o))return a||d||!o.includes(
`
`)?an(o,e):Zi(t,e,s,r);if(!a&&!d&&n!==Vt.Scalar.PLAIN&&o.includes(`
`))return Zi(t,e,s,r);if(ta(o)){if(l==="")return e.forceBlockIndent=!0,Zi(t,e,s,r);if(a&&l===c)return an(o,e)}let u=o.replace(/\n+/g,`$&
${l}`);if(i){let p=f=>f.default&&f.tag!=="tag:yaml.org,2002:str"&&f.test?.test(u),{compat:m,tags:h}=e.doc.schema;if(h.some(p)||m?.some(p))return an(o,e)}return a?
u:Vs.foldFlowLines(u,l,Vs.FOLD_FLOW,ea(e,!1))}function L$(t,e,s,r){let{implicitKey:n,inFlow:o}=e,i=typeof t.value=="string"?t:Object.assign({},t,{value:String(t.
value)}),{type:a}=t;a!==Vt.Scalar.QUOTE_DOUBLE&&/[\x00-\x08\x0b-\x1f\x7f-\x9f\u{D800}-\u{DFFF}]/u.test(i.value)&&(a=Vt.Scalar.QUOTE_DOUBLE);let l=d=>{switch(d){case Vt.
Scalar.BLOCK_FOLDED:case Vt.Scalar.BLOCK_LITERAL:return n||o?an(i.value,e):Zi(i,e,s,r);case Vt.Scalar.QUOTE_DOUBLE:return Xn(i.value,e);case Vt.Scalar.QUOTE_SINGLE:
return cd(i.value,e);case Vt.Scalar.PLAIN:return O$(i,e,s,r);default:return null}},c=l(a);if(c===null){let{defaultKeyType:d,defaultStringType:u}=e.options,p=n&&
d||u;if(c=l(p),c===null)throw new Error(`Unsupported default string type ${p}`)}return c}Ug.stringifyString=L$});var Qn=N(ud=>{"use strict";var D$=Gi(),Hs=se(),q$=Kn(),W$=Jn();function M$(t,e){let s=Object.assign({blockQuote:!0,commentString:q$.stringifyComment,defaultKeyType:null,
defaultStringType:"PLAIN",directives:null,doubleQuotedAsJSON:!1,doubleQuotedMinMultiLineLength:40,falseStr:"false",flowCollectionPadding:!0,indentSeq:!0,lineWidth:80,
minContentWidth:20,nullStr:"null",simpleKeys:!1,singleQuote:null,trailingComma:!1,trueStr:"true",verifyAliasOrder:!0},t.schema.toStringOptions,e),r;switch(s.collectionStyle){case"\
block":r=!1;break;case"flow":r=!0;break;default:r=null}return{anchors:new Set,doc:t,flowCollectionPadding:s.flowCollectionPadding?" ":"",indent:"",indentStep:typeof s.
indent=="number"?" ".repeat(s.indent):"  ",inFlow:r,options:s}}function j$(t,e){if(e.tag){let n=t.filter(o=>o.tag===e.tag);if(n.length>0)return n.find(o=>o.format===
e.format)??n[0]}let s,r;if(Hs.isScalar(e)){r=e.value;let n=t.filter(o=>o.identify?.(r));if(n.length>1){let o=n.filter(i=>i.test);o.length>0&&(n=o)}s=n.find(o=>o.
format===e.format)??n.find(o=>!o.format)}else r=e,s=t.find(n=>n.nodeClass&&r instanceof n.nodeClass);if(!s){let n=r?.constructor?.name??(r===null?"null":typeof r);
throw new Error(`Tag not resolved for ${n} value`)}return s}function F$(t,e,{anchors:s,doc:r}){if(!r.directives)return"";let n=[],o=(Hs.isScalar(t)||Hs.isCollection(
t))&&t.anchor;o&&D$.anchorIsValid(o)&&(s.add(o),n.push(`&${o}`));let i=t.tag??(e.default?null:e.tag);return i&&n.push(r.directives.tagString(i)),n.join(" ")}function V$(t,e,s,r){
if(Hs.isPair(t))return t.toString(e,s,r);if(Hs.isAlias(t)){if(e.doc.directives)return t.toString(e);if(e.resolvedAliases?.has(t))throw new TypeError("Cannot str\
ingify circular structure without alias nodes");e.resolvedAliases?e.resolvedAliases.add(t):e.resolvedAliases=new Set([t]),t=t.resolve(e.doc)}let n,o=Hs.isNode(t)?
t:e.doc.createNode(t,{onTagObj:l=>n=l});n??(n=j$(e.doc.schema.tags,o));let i=F$(o,n,e);i.length>0&&(e.indentAtStart=(e.indentAtStart??0)+i.length+1);let a=typeof n.
stringify=="function"?n.stringify(o,e,s,r):Hs.isScalar(o)?W$.stringifyString(o,e,s,r):o.toString(e,s,r);return i?Hs.isScalar(o)||a[0]==="{"||a[0]==="["?`${i} ${a}`:
`${i}
${e.indent}${a}`:a}ud.createStringifyContext=M$;ud.stringify=V$});var Kg=N(zg=>{"use strict";var Es=se(),Bg=qe(),Gg=Qn(),Zn=Kn();function H$({key:t,value:e},s,r,n){let{allNullValues:o,doc:i,indent:a,indentStep:l,options:{commentString:c,
indentSeq:d,simpleKeys:u}}=s,p=Es.isNode(t)&&t.comment||null;if(u){if(p)throw new Error("With simple keys, key nodes cannot have comments");if(Es.isCollection(t)||
!Es.isNode(t)&&typeof t=="object"){let P="With simple keys, collection cannot be used as a key value";throw new Error(P)}}let m=!u&&(!t||p&&e==null&&!s.inFlow||
Es.isCollection(t)||(Es.isScalar(t)?t.type===Bg.Scalar.BLOCK_FOLDED||t.type===Bg.Scalar.BLOCK_LITERAL:typeof t=="object"));s=Object.assign({},s,{allNullValues:!1,
implicitKey:!m&&(u||!o),indent:a+l});let h=!1,f=!1,g=Gg.stringify(t,s,()=>h=!0,()=>f=!0);if(!m&&!s.inFlow&&g.length>1024){if(u)throw new Error("With simple keys\
, single line scalar must not span more than 1024 characters");m=!0}if(s.inFlow){if(o||e==null)return h&&r&&r(),g===""?"?":m?`? ${g}`:g}else if(o&&!u||e==null&&
m)return g=`? ${g}`,p&&!h?g+=Zn.lineComment(g,s.indent,c(p)):f&&n&&n(),g;h&&(p=null),m?(p&&(g+=Zn.lineComment(g,s.indent,c(p))),g=`? ${g}
${a}:`):(g=`${g}:`,p&&(g+=Zn.lineComment(g,s.indent,c(p))));let y,v,x;Es.isNode(e)?(y=!!e.spaceBefore,v=e.commentBefore,x=e.comment):(y=!1,v=null,x=null,e&&typeof e==
"object"&&(e=i.createNode(e))),s.implicitKey=!1,!m&&!p&&Es.isScalar(e)&&(s.indentAtStart=g.length+1),f=!1,!d&&l.length>=2&&!s.inFlow&&!m&&Es.isSeq(e)&&!e.flow&&
!e.tag&&!e.anchor&&(s.indent=s.indent.substring(2));let _=!1,w=Gg.stringify(e,s,()=>_=!0,()=>f=!0),A=" ";if(p||y||v){if(A=y?`
`:"",v){let P=c(v);A+=`
${Zn.indentComment(P,s.indent)}`}w===""&&!s.inFlow?A===`
`&&x&&(A=`

`):A+=`
${s.indent}`}else if(!m&&Es.isCollection(e)){let P=w[0],E=w.indexOf(`
`),I=E!==-1,z=s.inFlow??e.flow??e.items.length===0;if(I||!z){let _e=!1;if(I&&(P==="&"||P==="!")){let W=w.indexOf(" ");P==="&"&&W!==-1&&W<E&&w[W+1]==="!"&&(W=w.indexOf(
" ",W+1)),(W===-1||E<W)&&(_e=!0)}_e||(A=`
${s.indent}`)}}else(w===""||w[0]===`
`)&&(A="");return g+=A+w,s.inFlow?_&&r&&r():x&&!_?g+=Zn.lineComment(g,s.indent,c(x)):f&&n&&n(),g}zg.stringifyPair=H$});var md=N(pd=>{"use strict";var Yg=require("process");function U$(t,...e){t==="debug"&&console.log(...e)}function B$(t,e){(t==="debug"||t==="warn")&&(typeof Yg.emitWarning==
"function"?Yg.emitWarning(e):console.warn(e))}pd.debug=U$;pd.warn=B$});var ia=N(oa=>{"use strict";var na=se(),Xg=qe(),sa="<<",ra={identify:t=>t===sa||typeof t=="symbol"&&t.description===sa,default:"key",tag:"tag:yaml.org,2002:merge",
test:/^<<$/,resolve:()=>Object.assign(new Xg.Scalar(Symbol(sa)),{addToJSMap:Jg}),stringify:()=>sa},G$=(t,e)=>(ra.identify(e)||na.isScalar(e)&&(!e.type||e.type===
Xg.Scalar.PLAIN)&&ra.identify(e.value))&&t?.doc.schema.tags.some(s=>s.tag===ra.tag&&s.default);function Jg(t,e,s){let r=Qg(t,s);if(na.isSeq(r))for(let n of r.items)
fd(t,e,n);else if(Array.isArray(r))for(let n of r)fd(t,e,n);else fd(t,e,r)}function fd(t,e,s){let r=Qg(t,s);if(!na.isMap(r))throw new Error("Merge sources must \
be maps or map aliases");let n=r.toJSON(null,t,Map);for(let[o,i]of n)e instanceof Map?e.has(o)||e.set(o,i):e instanceof Set?e.add(o):Object.prototype.hasOwnProperty.
call(e,o)||Object.defineProperty(e,o,{value:i,writable:!0,enumerable:!0,configurable:!0});return e}function Qg(t,e){return t&&na.isAlias(e)?e.resolve(t.doc,t):e}
oa.addMergeToJSMap=Jg;oa.isMergeKey=G$;oa.merge=ra});var gd=N(tb=>{"use strict";var z$=md(),Zg=ia(),K$=Qn(),eb=se(),hd=js();function Y$(t,e,{key:s,value:r}){if(eb.isNode(s)&&s.addToJSMap)s.addToJSMap(t,e,r);else if(Zg.
isMergeKey(t,s))Zg.addMergeToJSMap(t,e,r);else{let n=hd.toJS(s,"",t);if(e instanceof Map)e.set(n,hd.toJS(r,n,t));else if(e instanceof Set)e.add(n);else{let o=X$(
s,n,t),i=hd.toJS(r,o,t);o in e?Object.defineProperty(e,o,{value:i,writable:!0,enumerable:!0,configurable:!0}):e[o]=i}}return e}function X$(t,e,s){if(e===null)return"";
if(typeof e!="object")return String(e);if(eb.isNode(t)&&s?.doc){let r=K$.createStringifyContext(s.doc,{});r.anchors=new Set;for(let o of s.anchors.keys())r.anchors.
add(o.anchor);r.inFlow=!0,r.inStringifyKey=!0;let n=t.toString(r);if(!s.mapKeyWarned){let o=JSON.stringify(n);o.length>40&&(o=o.substring(0,36)+'..."'),z$.warn(
s.doc.options.logLevel,`Keys with collection values will be stringified due to JS Object restrictions: ${o}. Set mapAsMap: true to use object keys.`),s.mapKeyWarned=
!0}return n}return JSON.stringify(e)}tb.addPairToJSMap=Y$});var Us=N(bd=>{"use strict";var sb=zn(),J$=Kg(),Q$=gd(),aa=se();function Z$(t,e,s){let r=sb.createNode(t,void 0,s),n=sb.createNode(e,void 0,s);return new la(r,n)}
var la=class t{constructor(e,s=null){Object.defineProperty(this,aa.NODE_TYPE,{value:aa.PAIR}),this.key=e,this.value=s}clone(e){let{key:s,value:r}=this;return aa.
isNode(s)&&(s=s.clone(e)),aa.isNode(r)&&(r=r.clone(e)),new t(s,r)}toJSON(e,s){let r=s?.mapAsMap?new Map:{};return Q$.addPairToJSMap(s,r,this)}toString(e,s,r){return e?.
doc?J$.stringifyPair(this,e,s,r):JSON.stringify(this)}};bd.Pair=la;bd.createPair=Z$});var yd=N(nb=>{"use strict";var _r=se(),rb=Qn(),ca=Kn();function eT(t,e,s){return(e.inFlow??t.flow?sT:tT)(t,e,s)}function tT({comment:t,items:e},s,{blockItemPrefix:r,
flowChars:n,itemIndent:o,onChompKeep:i,onComment:a}){let{indent:l,options:{commentString:c}}=s,d=Object.assign({},s,{indent:o,type:null}),u=!1,p=[];for(let h=0;h<
e.length;++h){let f=e[h],g=null;if(_r.isNode(f))!u&&f.spaceBefore&&p.push(""),da(s,p,f.commentBefore,u),f.comment&&(g=f.comment);else if(_r.isPair(f)){let v=_r.
isNode(f.key)?f.key:null;v&&(!u&&v.spaceBefore&&p.push(""),da(s,p,v.commentBefore,u))}u=!1;let y=rb.stringify(f,d,()=>g=null,()=>u=!0);g&&(y+=ca.lineComment(y,o,
c(g))),u&&g&&(u=!1),p.push(r+y)}let m;if(p.length===0)m=n.start+n.end;else{m=p[0];for(let h=1;h<p.length;++h){let f=p[h];m+=f?`
${l}${f}`:`
`}}return t?(m+=`
`+ca.indentComment(c(t),l),a&&a()):u&&i&&i(),m}function sT({items:t},e,{flowChars:s,itemIndent:r}){let{indent:n,indentStep:o,flowCollectionPadding:i,options:{commentString:a}}=e;
r+=o;let l=Object.assign({},e,{indent:r,inFlow:!0,type:null}),c=!1,d=0,u=[];for(let h=0;h<t.length;++h){let f=t[h],g=null;if(_r.isNode(f))f.spaceBefore&&u.push(
""),da(e,u,f.commentBefore,!1),f.comment&&(g=f.comment);else if(_r.isPair(f)){let v=_r.isNode(f.key)?f.key:null;v&&(v.spaceBefore&&u.push(""),da(e,u,v.commentBefore,
!1),v.comment&&(c=!0));let x=_r.isNode(f.value)?f.value:null;x?(x.comment&&(g=x.comment),x.commentBefore&&(c=!0)):f.value==null&&v?.comment&&(g=v.comment)}g&&(c=
!0);let y=rb.stringify(f,l,()=>g=null);c||(c=u.length>d||y.includes(`
`)),h<t.length-1?y+=",":e.options.trailingComma&&(e.options.lineWidth>0&&(c||(c=u.reduce((v,x)=>v+x.length+2,2)+(y.length+2)>e.options.lineWidth)),c&&(y+=",")),
g&&(y+=ca.lineComment(y,r,a(g))),u.push(y),d=u.length}let{start:p,end:m}=s;if(u.length===0)return p+m;if(!c){let h=u.reduce((f,g)=>f+g.length+2,2);c=e.options.lineWidth>
0&&h>e.options.lineWidth}if(c){let h=p;for(let f of u)h+=f?`
${o}${n}${f}`:`
`;return`${h}
${n}${m}`}else return`${p}${i}${u.join(" ")}${i}${m}`}function da({indent:t,options:{commentString:e}},s,r,n){if(r&&n&&(r=r.replace(/^\n+/,"")),r){let o=ca.indentComment(
e(r),t);s.push(o.trimStart())}}nb.stringifyCollection=eT});var Gs=N(vd=>{"use strict";var rT=yd(),nT=gd(),oT=Xi(),Bs=se(),ua=Us(),iT=qe();function eo(t,e){let s=Bs.isScalar(e)?e.value:e;for(let r of t)if(Bs.isPair(r)&&(r.
key===e||r.key===s||Bs.isScalar(r.key)&&r.key.value===s))return r}var kd=class extends oT.Collection{static get tagName(){return"tag:yaml.org,2002:map"}constructor(e){
super(Bs.MAP,e),this.items=[]}static from(e,s,r){let{keepUndefined:n,replacer:o}=r,i=new this(e),a=(l,c)=>{if(typeof o=="function")c=o.call(s,l,c);else if(Array.
isArray(o)&&!o.includes(l))return;(c!==void 0||n)&&i.items.push(ua.createPair(l,c,r))};if(s instanceof Map)for(let[l,c]of s)a(l,c);else if(s&&typeof s=="object")
for(let l of Object.keys(s))a(l,s[l]);return typeof e.sortMapEntries=="function"&&i.items.sort(e.sortMapEntries),i}add(e,s){let r;Bs.isPair(e)?r=e:!e||typeof e!=
"object"||!("key"in e)?r=new ua.Pair(e,e?.value):r=new ua.Pair(e.key,e.value);let n=eo(this.items,r.key),o=this.schema?.sortMapEntries;if(n){if(!s)throw new Error(
`Key ${r.key} already set`);Bs.isScalar(n.value)&&iT.isScalarValue(r.value)?n.value.value=r.value:n.value=r.value}else if(o){let i=this.items.findIndex(a=>o(r,a)<
0);i===-1?this.items.push(r):this.items.splice(i,0,r)}else this.items.push(r)}delete(e){let s=eo(this.items,e);return s?this.items.splice(this.items.indexOf(s),
1).length>0:!1}get(e,s){let n=eo(this.items,e)?.value;return(!s&&Bs.isScalar(n)?n.value:n)??void 0}has(e){return!!eo(this.items,e)}set(e,s){this.add(new ua.Pair(
e,s),!0)}toJSON(e,s,r){let n=r?new r:s?.mapAsMap?new Map:{};s?.onCreate&&s.onCreate(n);for(let o of this.items)nT.addPairToJSMap(s,n,o);return n}toString(e,s,r){
if(!e)return JSON.stringify(this);for(let n of this.items)if(!Bs.isPair(n))throw new Error(`Map items must all be pairs; found ${JSON.stringify(n)} instead`);return!e.
allNullValues&&this.hasAllNullValues(!1)&&(e=Object.assign({},e,{allNullValues:!0})),rT.stringifyCollection(this,e,{blockItemPrefix:"",flowChars:{start:"{",end:"\
}"},itemIndent:e.indent||"",onChompKeep:r,onComment:s})}};vd.YAMLMap=kd;vd.findPair=eo});var ln=N(ib=>{"use strict";var aT=se(),ob=Gs(),lT={collection:"map",default:!0,nodeClass:ob.YAMLMap,tag:"tag:yaml.org,2002:map",resolve(t,e){return aT.isMap(t)||
e("Expected a mapping for this tag"),t},createNode:(t,e,s)=>ob.YAMLMap.from(t,e,s)};ib.map=lT});var zs=N(ab=>{"use strict";var cT=zn(),dT=yd(),uT=Xi(),ma=se(),pT=qe(),mT=js(),wd=class extends uT.Collection{static get tagName(){return"tag:yaml.org,2002:seq"}constructor(e){
super(ma.SEQ,e),this.items=[]}add(e){this.items.push(e)}delete(e){let s=pa(e);return typeof s!="number"?!1:this.items.splice(s,1).length>0}get(e,s){let r=pa(e);
if(typeof r!="number")return;let n=this.items[r];return!s&&ma.isScalar(n)?n.value:n}has(e){let s=pa(e);return typeof s=="number"&&s<this.items.length}set(e,s){let r=pa(
e);if(typeof r!="number")throw new Error(`Expected a valid index, not ${e}.`);let n=this.items[r];ma.isScalar(n)&&pT.isScalarValue(s)?n.value=s:this.items[r]=s}toJSON(e,s){
let r=[];s?.onCreate&&s.onCreate(r);let n=0;for(let o of this.items)r.push(mT.toJS(o,String(n++),s));return r}toString(e,s,r){return e?dT.stringifyCollection(this,
e,{blockItemPrefix:"- ",flowChars:{start:"[",end:"]"},itemIndent:(e.indent||"")+"  ",onChompKeep:r,onComment:s}):JSON.stringify(this)}static from(e,s,r){let{replacer:n}=r,
o=new this(e);if(s&&Symbol.iterator in Object(s)){let i=0;for(let a of s){if(typeof n=="function"){let l=s instanceof Set?a:String(i++);a=n.call(s,l,a)}o.items.
push(cT.createNode(a,void 0,r))}}return o}};function pa(t){let e=ma.isScalar(t)?t.value:t;return e&&typeof e=="string"&&(e=Number(e)),typeof e=="number"&&Number.
isInteger(e)&&e>=0?e:null}ab.YAMLSeq=wd});var cn=N(cb=>{"use strict";var fT=se(),lb=zs(),hT={collection:"seq",default:!0,nodeClass:lb.YAMLSeq,tag:"tag:yaml.org,2002:seq",resolve(t,e){return fT.isSeq(t)||
e("Expected a sequence for this tag"),t},createNode:(t,e,s)=>lb.YAMLSeq.from(t,e,s)};cb.seq=hT});var to=N(db=>{"use strict";var gT=Jn(),bT={identify:t=>typeof t=="string",default:!0,tag:"tag:yaml.org,2002:str",resolve:t=>t,stringify(t,e,s,r){return e=Object.
assign({actualString:!0},e),gT.stringifyString(t,e,s,r)}};db.string=bT});var fa=N(mb=>{"use strict";var ub=qe(),pb={identify:t=>t==null,createNode:()=>new ub.Scalar(null),default:!0,tag:"tag:yaml.org,2002:null",test:/^(?:~|[Nn]ull|NULL)?$/,
resolve:()=>new ub.Scalar(null),stringify:({source:t},e)=>typeof t=="string"&&pb.test.test(t)?t:e.options.nullStr};mb.nullTag=pb});var xd=N(hb=>{"use strict";var yT=qe(),fb={identify:t=>typeof t=="boolean",default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/,resolve:t=>new yT.
Scalar(t[0]==="t"||t[0]==="T"),stringify({source:t,value:e},s){if(t&&fb.test.test(t)){let r=t[0]==="t"||t[0]==="T";if(e===r)return t}return e?s.options.trueStr:
s.options.falseStr}};hb.boolTag=fb});var dn=N(gb=>{"use strict";function kT({format:t,minFractionDigits:e,tag:s,value:r}){if(typeof r=="bigint")return String(r);let n=typeof r=="number"?r:Number(r);
if(!isFinite(n))return isNaN(n)?".nan":n<0?"-.inf":".inf";let o=Object.is(r,-0)?"-0":JSON.stringify(r);if(!t&&e&&(!s||s==="tag:yaml.org,2002:float")&&/^-?\d/.test(
o)&&!o.includes("e")){let i=o.indexOf(".");i<0&&(i=o.length,o+=".");let a=e-(o.length-i-1);for(;a-- >0;)o+="0"}return o}gb.stringifyNumber=kT});var _d=N(ha=>{"use strict";var vT=qe(),Sd=dn(),wT={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
resolve:t=>t.slice(-3).toLowerCase()==="nan"?NaN:t[0]==="-"?Number.NEGATIVE_INFINITY:Number.POSITIVE_INFINITY,stringify:Sd.stringifyNumber},xT={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"EXP",test:/^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+$/,resolve:t=>parseFloat(t),stringify(t){
let e=Number(t.value);return isFinite(e)?e.toExponential():Sd.stringifyNumber(t)}},ST={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)$/,
resolve(t){let e=new vT.Scalar(parseFloat(t)),s=t.indexOf(".");return s!==-1&&t[t.length-1]==="0"&&(e.minFractionDigits=t.length-s-1),e},stringify:Sd.stringifyNumber};
ha.float=ST;ha.floatExp=xT;ha.floatNaN=wT});var Cd=N(ba=>{"use strict";var bb=dn(),ga=t=>typeof t=="bigint"||Number.isInteger(t),Ed=(t,e,s,{intAsBigInt:r})=>r?BigInt(t):parseInt(t.substring(e),s);function yb(t,e,s){
let{value:r}=t;return ga(r)&&r>=0?s+r.toString(e):bb.stringifyNumber(t)}var _T={identify:t=>ga(t)&&t>=0,default:!0,tag:"tag:yaml.org,2002:int",format:"OCT",test:/^0o[0-7]+$/,
resolve:(t,e,s)=>Ed(t,2,8,s),stringify:t=>yb(t,8,"0o")},ET={identify:ga,default:!0,tag:"tag:yaml.org,2002:int",test:/^[-+]?[0-9]+$/,resolve:(t,e,s)=>Ed(t,0,10,s),
stringify:bb.stringifyNumber},CT={identify:t=>ga(t)&&t>=0,default:!0,tag:"tag:yaml.org,2002:int",format:"HEX",test:/^0x[0-9a-fA-F]+$/,resolve:(t,e,s)=>Ed(t,2,16,
s),stringify:t=>yb(t,16,"0x")};ba.int=ET;ba.intHex=CT;ba.intOct=_T});var vb=N(kb=>{"use strict";var AT=ln(),$T=fa(),TT=cn(),RT=to(),PT=xd(),Ad=_d(),$d=Cd(),IT=[AT.map,TT.seq,RT.string,$T.nullTag,PT.boolTag,$d.intOct,$d.int,$d.intHex,
Ad.floatNaN,Ad.floatExp,Ad.float];kb.schema=IT});var Sb=N(xb=>{"use strict";var NT=qe(),OT=ln(),LT=cn();function wb(t){return typeof t=="bigint"||Number.isInteger(t)}var ya=({value:t})=>JSON.stringify(t),DT=[{
identify:t=>typeof t=="string",default:!0,tag:"tag:yaml.org,2002:str",resolve:t=>t,stringify:ya},{identify:t=>t==null,createNode:()=>new NT.Scalar(null),default:!0,
tag:"tag:yaml.org,2002:null",test:/^null$/,resolve:()=>null,stringify:ya},{identify:t=>typeof t=="boolean",default:!0,tag:"tag:yaml.org,2002:bool",test:/^true$|^false$/,
resolve:t=>t==="true",stringify:ya},{identify:wb,default:!0,tag:"tag:yaml.org,2002:int",test:/^-?(?:0|[1-9][0-9]*)$/,resolve:(t,e,{intAsBigInt:s})=>s?BigInt(t):
parseInt(t,10),stringify:({value:t})=>wb(t)?t.toString():JSON.stringify(t)},{identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?$/,
resolve:t=>parseFloat(t),stringify:ya}],qT={default:!0,tag:"",test:/^/,resolve(t,e){return e(`Unresolved plain scalar ${JSON.stringify(t)}`),t}},WT=[OT.map,LT.seq].
concat(DT,qT);xb.schema=WT});var Rd=N(_b=>{"use strict";var so=require("buffer"),Td=qe(),MT=Jn(),jT={identify:t=>t instanceof Uint8Array,default:!1,tag:"tag:yaml.org,2002:binary",resolve(t,e){
if(typeof so.Buffer=="function")return so.Buffer.from(t,"base64");if(typeof atob=="function"){let s=atob(t.replace(/[\n\r]/g,"")),r=new Uint8Array(s.length);for(let n=0;n<
s.length;++n)r[n]=s.charCodeAt(n);return r}else return e("This environment does not support reading binary tags; either Buffer or atob is required"),t},stringify({
comment:t,type:e,value:s},r,n,o){if(!s)return"";let i=s,a;if(typeof so.Buffer=="function")a=i instanceof so.Buffer?i.toString("base64"):so.Buffer.from(i.buffer).
toString("base64");else if(typeof btoa=="function"){let l="";for(let c=0;c<i.length;++c)l+=String.fromCharCode(i[c]);a=btoa(l)}else throw new Error("This enviro\
nment does not support writing binary tags; either Buffer or btoa is required");if(e??(e=Td.Scalar.BLOCK_LITERAL),e!==Td.Scalar.QUOTE_DOUBLE){let l=Math.max(r.options.
lineWidth-r.indent.length,r.options.minContentWidth),c=Math.ceil(a.length/l),d=new Array(c);for(let u=0,p=0;u<c;++u,p+=l)d[u]=a.substr(p,l);a=d.join(e===Td.Scalar.
BLOCK_LITERAL?`
`:" ")}return MT.stringifyString({comment:t,type:e,value:a},r,n,o)}};_b.binary=jT});var wa=N(va=>{"use strict";var ka=se(),Pd=Us(),FT=qe(),VT=zs();function Eb(t,e){if(ka.isSeq(t))for(let s=0;s<t.items.length;++s){let r=t.items[s];if(!ka.isPair(
r)){if(ka.isMap(r)){r.items.length>1&&e("Each pair must have its own sequence indicator");let n=r.items[0]||new Pd.Pair(new FT.Scalar(null));if(r.commentBefore&&
(n.key.commentBefore=n.key.commentBefore?`${r.commentBefore}
${n.key.commentBefore}`:r.commentBefore),r.comment){let o=n.value??n.key;o.comment=o.comment?`${r.comment}
${o.comment}`:r.comment}r=n}t.items[s]=ka.isPair(r)?r:new Pd.Pair(r)}}else e("Expected a sequence for this tag");return t}function Cb(t,e,s){let{replacer:r}=s,n=new VT.
YAMLSeq(t);n.tag="tag:yaml.org,2002:pairs";let o=0;if(e&&Symbol.iterator in Object(e))for(let i of e){typeof r=="function"&&(i=r.call(e,String(o++),i));let a,l;
if(Array.isArray(i))if(i.length===2)a=i[0],l=i[1];else throw new TypeError(`Expected [key, value] tuple: ${i}`);else if(i&&i instanceof Object){let c=Object.keys(
i);if(c.length===1)a=c[0],l=i[a];else throw new TypeError(`Expected tuple with one key, not ${c.length} keys`)}else a=i;n.items.push(Pd.createPair(a,l,s))}return n}
var HT={collection:"seq",default:!1,tag:"tag:yaml.org,2002:pairs",resolve:Eb,createNode:Cb};va.createPairs=Cb;va.pairs=HT;va.resolvePairs=Eb});var Od=N(Nd=>{"use strict";var Ab=se(),Id=js(),ro=Gs(),UT=zs(),$b=wa(),Er=class t extends UT.YAMLSeq{constructor(){super(),this.add=ro.YAMLMap.prototype.add.bind(
this),this.delete=ro.YAMLMap.prototype.delete.bind(this),this.get=ro.YAMLMap.prototype.get.bind(this),this.has=ro.YAMLMap.prototype.has.bind(this),this.set=ro.YAMLMap.
prototype.set.bind(this),this.tag=t.tag}toJSON(e,s){if(!s)return super.toJSON(e);let r=new Map;s?.onCreate&&s.onCreate(r);for(let n of this.items){let o,i;if(Ab.
isPair(n)?(o=Id.toJS(n.key,"",s),i=Id.toJS(n.value,o,s)):o=Id.toJS(n,"",s),r.has(o))throw new Error("Ordered maps must not include duplicate keys");r.set(o,i)}return r}static from(e,s,r){
let n=$b.createPairs(e,s,r),o=new this;return o.items=n.items,o}};Er.tag="tag:yaml.org,2002:omap";var BT={collection:"seq",identify:t=>t instanceof Map,nodeClass:Er,
default:!1,tag:"tag:yaml.org,2002:omap",resolve(t,e){let s=$b.resolvePairs(t,e),r=[];for(let{key:n}of s.items)Ab.isScalar(n)&&(r.includes(n.value)?e(`Ordered ma\
ps must not include duplicate keys: ${n.value}`):r.push(n.value));return Object.assign(new Er,s)},createNode:(t,e,s)=>Er.from(t,e,s)};Nd.YAMLOMap=Er;Nd.omap=BT});var Nb=N(Ld=>{"use strict";var Tb=qe();function Rb({value:t,source:e},s){return e&&(t?Pb:Ib).test.test(e)?e:t?s.options.trueStr:s.options.falseStr}var Pb={identify:t=>t===
!0,default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:Y|y|[Yy]es|YES|[Tt]rue|TRUE|[Oo]n|ON)$/,resolve:()=>new Tb.Scalar(!0),stringify:Rb},Ib={identify:t=>t===!1,
default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:N|n|[Nn]o|NO|[Ff]alse|FALSE|[Oo]ff|OFF)$/,resolve:()=>new Tb.Scalar(!1),stringify:Rb};Ld.falseTag=Ib;Ld.trueTag=
Pb});var Ob=N(xa=>{"use strict";var GT=qe(),Dd=dn(),zT={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
resolve:t=>t.slice(-3).toLowerCase()==="nan"?NaN:t[0]==="-"?Number.NEGATIVE_INFINITY:Number.POSITIVE_INFINITY,stringify:Dd.stringifyNumber},KT={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"EXP",test:/^[-+]?(?:[0-9][0-9_]*)?(?:\.[0-9_]*)?[eE][-+]?[0-9]+$/,resolve:t=>parseFloat(t.replace(/_/g,
"")),stringify(t){let e=Number(t.value);return isFinite(e)?e.toExponential():Dd.stringifyNumber(t)}},YT={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml\
.org,2002:float",test:/^[-+]?(?:[0-9][0-9_]*)?\.[0-9_]*$/,resolve(t){let e=new GT.Scalar(parseFloat(t.replace(/_/g,""))),s=t.indexOf(".");if(s!==-1){let r=t.substring(
s+1).replace(/_/g,"");r[r.length-1]==="0"&&(e.minFractionDigits=r.length)}return e},stringify:Dd.stringifyNumber};xa.float=YT;xa.floatExp=KT;xa.floatNaN=zT});var Db=N(oo=>{"use strict";var Lb=dn(),no=t=>typeof t=="bigint"||Number.isInteger(t);function Sa(t,e,s,{intAsBigInt:r}){let n=t[0];if((n==="-"||n==="+")&&(e+=1),
t=t.substring(e).replace(/_/g,""),r){switch(s){case 2:t=`0b${t}`;break;case 8:t=`0o${t}`;break;case 16:t=`0x${t}`;break}let i=BigInt(t);return n==="-"?BigInt(-1)*
i:i}let o=parseInt(t,s);return n==="-"?-1*o:o}function qd(t,e,s){let{value:r}=t;if(no(r)){let n=r.toString(e);return r<0?"-"+s+n.substr(1):s+n}return Lb.stringifyNumber(
t)}var XT={identify:no,default:!0,tag:"tag:yaml.org,2002:int",format:"BIN",test:/^[-+]?0b[0-1_]+$/,resolve:(t,e,s)=>Sa(t,2,2,s),stringify:t=>qd(t,2,"0b")},JT={identify:no,
default:!0,tag:"tag:yaml.org,2002:int",format:"OCT",test:/^[-+]?0[0-7_]+$/,resolve:(t,e,s)=>Sa(t,1,8,s),stringify:t=>qd(t,8,"0")},QT={identify:no,default:!0,tag:"\
tag:yaml.org,2002:int",test:/^[-+]?[0-9][0-9_]*$/,resolve:(t,e,s)=>Sa(t,0,10,s),stringify:Lb.stringifyNumber},ZT={identify:no,default:!0,tag:"tag:yaml.org,2002:\
int",format:"HEX",test:/^[-+]?0x[0-9a-fA-F_]+$/,resolve:(t,e,s)=>Sa(t,2,16,s),stringify:t=>qd(t,16,"0x")};oo.int=QT;oo.intBin=XT;oo.intHex=ZT;oo.intOct=JT});var Md=N(Wd=>{"use strict";var Ca=se(),_a=Us(),Ea=Gs(),Cr=class t extends Ea.YAMLMap{constructor(e){super(e),this.tag=t.tag}add(e){let s;Ca.isPair(e)?s=e:e&&typeof e==
"object"&&"key"in e&&"value"in e&&e.value===null?s=new _a.Pair(e.key,null):s=new _a.Pair(e,null),Ea.findPair(this.items,s.key)||this.items.push(s)}get(e,s){let r=Ea.
findPair(this.items,e);return!s&&Ca.isPair(r)?Ca.isScalar(r.key)?r.key.value:r.key:r}set(e,s){if(typeof s!="boolean")throw new Error(`Expected boolean value for\
 set(key, value) in a YAML set, not ${typeof s}`);let r=Ea.findPair(this.items,e);r&&!s?this.items.splice(this.items.indexOf(r),1):!r&&s&&this.items.push(new _a.
Pair(e))}toJSON(e,s){return super.toJSON(e,s,Set)}toString(e,s,r){if(!e)return JSON.stringify(this);if(this.hasAllNullValues(!0))return super.toString(Object.assign(
{},e,{allNullValues:!0}),s,r);throw new Error("Set items must all have null values")}static from(e,s,r){let{replacer:n}=r,o=new this(e);if(s&&Symbol.iterator in
Object(s))for(let i of s)typeof n=="function"&&(i=n.call(s,i,i)),o.items.push(_a.createPair(i,null,r));return o}};Cr.tag="tag:yaml.org,2002:set";var eR={collection:"\
map",identify:t=>t instanceof Set,nodeClass:Cr,default:!1,tag:"tag:yaml.org,2002:set",createNode:(t,e,s)=>Cr.from(t,e,s),resolve(t,e){if(Ca.isMap(t)){if(t.hasAllNullValues(
!0))return Object.assign(new Cr,t);e("Set items must all have null values")}else e("Expected a mapping for this tag");return t}};Wd.YAMLSet=Cr;Wd.set=eR});var Fd=N(Aa=>{"use strict";var tR=dn();function jd(t,e){let s=t[0],r=s==="-"||s==="+"?t.substring(1):t,n=i=>e?BigInt(i):Number(i),o=r.replace(/_/g,"").split(":").
reduce((i,a)=>i*n(60)+n(a),n(0));return s==="-"?n(-1)*o:o}function qb(t){let{value:e}=t,s=i=>i;if(typeof e=="bigint")s=i=>BigInt(i);else if(isNaN(e)||!isFinite(
e))return tR.stringifyNumber(t);let r="";e<0&&(r="-",e*=s(-1));let n=s(60),o=[e%n];return e<60?o.unshift(0):(e=(e-o[0])/n,o.unshift(e%n),e>=60&&(e=(e-o[0])/n,o.
unshift(e))),r+o.map(i=>String(i).padStart(2,"0")).join(":").replace(/000000\d*$/,"")}var sR={identify:t=>typeof t=="bigint"||Number.isInteger(t),default:!0,tag:"\
tag:yaml.org,2002:int",format:"TIME",test:/^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+$/,resolve:(t,e,{intAsBigInt:s})=>jd(t,s),stringify:qb},rR={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"TIME",test:/^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*$/,resolve:t=>jd(t,!1),stringify:qb},Wb={identify:t=>t instanceof
Date,default:!0,tag:"tag:yaml.org,2002:timestamp",test:RegExp("^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:(?:t|T|[ \\t]+)([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2}(\\.[0-\
9]+)?)(?:[ \\t]*(Z|[-+][012]?[0-9](?::[0-9]{2})?))?)?$"),resolve(t){let e=t.match(Wb.test);if(!e)throw new Error("!!timestamp expects a date, starting with yyyy\
-mm-dd");let[,s,r,n,o,i,a]=e.map(Number),l=e[7]?Number((e[7]+"00").substr(1,3)):0,c=Date.UTC(s,r-1,n,o||0,i||0,a||0,l),d=e[8];if(d&&d!=="Z"){let u=jd(d,!1);Math.
abs(u)<30&&(u*=60),c-=6e4*u}return new Date(c)},stringify:({value:t})=>t?.toISOString().replace(/(T00:00:00)?\.000Z$/,"")??""};Aa.floatTime=rR;Aa.intTime=sR;Aa.
timestamp=Wb});var Fb=N(jb=>{"use strict";var nR=ln(),oR=fa(),iR=cn(),aR=to(),lR=Rd(),Mb=Nb(),Vd=Ob(),$a=Db(),cR=ia(),dR=Od(),uR=wa(),pR=Md(),Hd=Fd(),mR=[nR.map,iR.seq,aR.string,
oR.nullTag,Mb.trueTag,Mb.falseTag,$a.intBin,$a.intOct,$a.int,$a.intHex,Vd.floatNaN,Vd.floatExp,Vd.float,lR.binary,cR.merge,dR.omap,uR.pairs,pR.set,Hd.intTime,Hd.
floatTime,Hd.timestamp];jb.schema=mR});var Jb=N(Gd=>{"use strict";var Bb=ln(),fR=fa(),Gb=cn(),hR=to(),gR=xd(),Ud=_d(),Bd=Cd(),bR=vb(),yR=Sb(),zb=Rd(),io=ia(),Kb=Od(),Yb=wa(),Vb=Fb(),Xb=Md(),Ta=Fd(),Hb=new Map(
[["core",bR.schema],["failsafe",[Bb.map,Gb.seq,hR.string]],["json",yR.schema],["yaml11",Vb.schema],["yaml-1.1",Vb.schema]]),Ub={binary:zb.binary,bool:gR.boolTag,
float:Ud.float,floatExp:Ud.floatExp,floatNaN:Ud.floatNaN,floatTime:Ta.floatTime,int:Bd.int,intHex:Bd.intHex,intOct:Bd.intOct,intTime:Ta.intTime,map:Bb.map,merge:io.
merge,null:fR.nullTag,omap:Kb.omap,pairs:Yb.pairs,seq:Gb.seq,set:Xb.set,timestamp:Ta.timestamp},kR={"tag:yaml.org,2002:binary":zb.binary,"tag:yaml.org,2002:merg\
e":io.merge,"tag:yaml.org,2002:omap":Kb.omap,"tag:yaml.org,2002:pairs":Yb.pairs,"tag:yaml.org,2002:set":Xb.set,"tag:yaml.org,2002:timestamp":Ta.timestamp};function vR(t,e,s){
let r=Hb.get(e);if(r&&!t)return s&&!r.includes(io.merge)?r.concat(io.merge):r.slice();let n=r;if(!n)if(Array.isArray(t))n=[];else{let o=Array.from(Hb.keys()).filter(
i=>i!=="yaml11").map(i=>JSON.stringify(i)).join(", ");throw new Error(`Unknown schema "${e}"; use one of ${o} or define customTags array`)}if(Array.isArray(t))for(let o of t)
n=n.concat(o);else typeof t=="function"&&(n=t(n.slice()));return s&&(n=n.concat(io.merge)),n.reduce((o,i)=>{let a=typeof i=="string"?Ub[i]:i;if(!a){let l=JSON.stringify(
i),c=Object.keys(Ub).map(d=>JSON.stringify(d)).join(", ");throw new Error(`Unknown custom tag ${l}; use one of ${c}`)}return o.includes(a)||o.push(a),o},[])}Gd.
coreKnownTags=kR;Gd.getTags=vR});var Yd=N(Qb=>{"use strict";var zd=se(),wR=ln(),xR=cn(),SR=to(),Ra=Jb(),_R=(t,e)=>t.key<e.key?-1:t.key>e.key?1:0,Kd=class t{constructor({compat:e,customTags:s,merge:r,
resolveKnownTags:n,schema:o,sortMapEntries:i,toStringDefaults:a}){this.compat=Array.isArray(e)?Ra.getTags(e,"compat"):e?Ra.getTags(null,e):null,this.name=typeof o==
"string"&&o||"core",this.knownTags=n?Ra.coreKnownTags:{},this.tags=Ra.getTags(s,this.name,r),this.toStringOptions=a??null,Object.defineProperty(this,zd.MAP,{value:wR.
map}),Object.defineProperty(this,zd.SCALAR,{value:SR.string}),Object.defineProperty(this,zd.SEQ,{value:xR.seq}),this.sortMapEntries=typeof i=="function"?i:i===!0?
_R:null}clone(){let e=Object.create(t.prototype,Object.getOwnPropertyDescriptors(this));return e.tags=this.tags.slice(),e}};Qb.Schema=Kd});var ey=N(Zb=>{"use strict";var ER=se(),Xd=Qn(),ao=Kn();function CR(t,e){let s=[],r=e.directives===!0;if(e.directives!==!1&&t.directives){let l=t.directives.toString(
t);l?(s.push(l),r=!0):t.directives.docStart&&(r=!0)}r&&s.push("---");let n=Xd.createStringifyContext(t,e),{commentString:o}=n.options;if(t.commentBefore){s.length!==
1&&s.unshift("");let l=o(t.commentBefore);s.unshift(ao.indentComment(l,""))}let i=!1,a=null;if(t.contents){if(ER.isNode(t.contents)){if(t.contents.spaceBefore&&
r&&s.push(""),t.contents.commentBefore){let d=o(t.contents.commentBefore);s.push(ao.indentComment(d,""))}n.forceBlockIndent=!!t.comment,a=t.contents.comment}let l=a?
void 0:()=>i=!0,c=Xd.stringify(t.contents,n,()=>a=null,l);a&&(c+=ao.lineComment(c,"",o(a))),(c[0]==="|"||c[0]===">")&&s[s.length-1]==="---"?s[s.length-1]=`--- ${c}`:
s.push(c)}else s.push(Xd.stringify(t.contents,n));if(t.directives?.docEnd)if(t.comment){let l=o(t.comment);l.includes(`
`)?(s.push("..."),s.push(ao.indentComment(l,""))):s.push(`... ${l}`)}else s.push("...");else{let l=t.comment;l&&i&&(l=l.replace(/^\n+/,"")),l&&((!i||a)&&s[s.length-
1]!==""&&s.push(""),s.push(ao.indentComment(o(l),"")))}return s.join(`
`)+`
`}Zb.stringifyDocument=CR});var lo=N(ty=>{"use strict";var AR=Gn(),un=Xi(),Dt=se(),$R=Us(),TR=js(),RR=Yd(),PR=ey(),Jd=Gi(),IR=td(),NR=zn(),Qd=ed(),Zd=class t{constructor(e,s,r){this.commentBefore=
null,this.comment=null,this.errors=[],this.warnings=[],Object.defineProperty(this,Dt.NODE_TYPE,{value:Dt.DOC});let n=null;typeof s=="function"||Array.isArray(s)?
n=s:r===void 0&&s&&(r=s,s=void 0);let o=Object.assign({intAsBigInt:!1,keepSourceTokens:!1,logLevel:"warn",prettyErrors:!0,strict:!0,stringKeys:!1,uniqueKeys:!0,
version:"1.2"},r);this.options=o;let{version:i}=o;r?._directives?(this.directives=r._directives.atDocument(),this.directives.yaml.explicit&&(i=this.directives.yaml.
version)):this.directives=new Qd.Directives({version:i}),this.setSchema(i,r),this.contents=e===void 0?null:this.createNode(e,n,r)}clone(){let e=Object.create(t.
prototype,{[Dt.NODE_TYPE]:{value:Dt.DOC}});return e.commentBefore=this.commentBefore,e.comment=this.comment,e.errors=this.errors.slice(),e.warnings=this.warnings.
slice(),e.options=Object.assign({},this.options),this.directives&&(e.directives=this.directives.clone()),e.schema=this.schema.clone(),e.contents=Dt.isNode(this.
contents)?this.contents.clone(e.schema):this.contents,this.range&&(e.range=this.range.slice()),e}add(e){pn(this.contents)&&this.contents.add(e)}addIn(e,s){pn(this.
contents)&&this.contents.addIn(e,s)}createAlias(e,s){if(!e.anchor){let r=Jd.anchorNames(this);e.anchor=!s||r.has(s)?Jd.findNewAnchor(s||"a",r):s}return new AR.Alias(
e.anchor)}createNode(e,s,r){let n;if(typeof s=="function")e=s.call({"":e},"",e),n=s;else if(Array.isArray(s)){let g=v=>typeof v=="number"||v instanceof String||
v instanceof Number,y=s.filter(g).map(String);y.length>0&&(s=s.concat(y)),n=s}else r===void 0&&s&&(r=s,s=void 0);let{aliasDuplicateObjects:o,anchorPrefix:i,flow:a,
keepUndefined:l,onTagObj:c,tag:d}=r??{},{onAnchor:u,setAnchors:p,sourceObjects:m}=Jd.createNodeAnchors(this,i||"a"),h={aliasDuplicateObjects:o??!0,keepUndefined:l??
!1,onAnchor:u,onTagObj:c,replacer:n,schema:this.schema,sourceObjects:m},f=NR.createNode(e,d,h);return a&&Dt.isCollection(f)&&(f.flow=!0),p(),f}createPair(e,s,r={}){
let n=this.createNode(e,null,r),o=this.createNode(s,null,r);return new $R.Pair(n,o)}delete(e){return pn(this.contents)?this.contents.delete(e):!1}deleteIn(e){return un.
isEmptyPath(e)?this.contents==null?!1:(this.contents=null,!0):pn(this.contents)?this.contents.deleteIn(e):!1}get(e,s){return Dt.isCollection(this.contents)?this.
contents.get(e,s):void 0}getIn(e,s){return un.isEmptyPath(e)?!s&&Dt.isScalar(this.contents)?this.contents.value:this.contents:Dt.isCollection(this.contents)?this.
contents.getIn(e,s):void 0}has(e){return Dt.isCollection(this.contents)?this.contents.has(e):!1}hasIn(e){return un.isEmptyPath(e)?this.contents!==void 0:Dt.isCollection(
this.contents)?this.contents.hasIn(e):!1}set(e,s){this.contents==null?this.contents=un.collectionFromPath(this.schema,[e],s):pn(this.contents)&&this.contents.set(
e,s)}setIn(e,s){un.isEmptyPath(e)?this.contents=s:this.contents==null?this.contents=un.collectionFromPath(this.schema,Array.from(e),s):pn(this.contents)&&this.contents.
setIn(e,s)}setSchema(e,s={}){typeof e=="number"&&(e=String(e));let r;switch(e){case"1.1":this.directives?this.directives.yaml.version="1.1":this.directives=new Qd.
Directives({version:"1.1"}),r={resolveKnownTags:!1,schema:"yaml-1.1"};break;case"1.2":case"next":this.directives?this.directives.yaml.version=e:this.directives=
new Qd.Directives({version:e}),r={resolveKnownTags:!0,schema:"core"};break;case null:this.directives&&delete this.directives,r=null;break;default:{let n=JSON.stringify(
e);throw new Error(`Expected '1.1', '1.2' or null as first argument, but found: ${n}`)}}if(s.schema instanceof Object)this.schema=s.schema;else if(r)this.schema=
new RR.Schema(Object.assign(r,s));else throw new Error("With a null YAML version, the { schema: Schema } option is required")}toJS({json:e,jsonArg:s,mapAsMap:r,
maxAliasCount:n,onAnchor:o,reviver:i}={}){let a={anchors:new Map,doc:this,keep:!e,mapAsMap:r===!0,mapKeyWarned:!1,maxAliasCount:typeof n=="number"?n:100},l=TR.toJS(
this.contents,s??"",a);if(typeof o=="function")for(let{count:c,res:d}of a.anchors.values())o(d,c);return typeof i=="function"?IR.applyReviver(i,{"":l},"",l):l}toJSON(e,s){
return this.toJS({json:!0,jsonArg:e,mapAsMap:!1,onAnchor:s})}toString(e={}){if(this.errors.length>0)throw new Error("Document with errors cannot be stringified");
if("indent"in e&&(!Number.isInteger(e.indent)||Number(e.indent)<=0)){let s=JSON.stringify(e.indent);throw new Error(`"indent" option must be a positive integer,\
 not ${s}`)}return PR.stringifyDocument(this,e)}};function pn(t){if(Dt.isCollection(t))return!0;throw new Error("Expected a YAML collection as document contents")}
ty.Document=Zd});var po=N(uo=>{"use strict";var co=class extends Error{constructor(e,s,r,n){super(),this.name=e,this.code=r,this.message=n,this.pos=s}},eu=class extends co{constructor(e,s,r){
super("YAMLParseError",e,s,r)}},tu=class extends co{constructor(e,s,r){super("YAMLWarning",e,s,r)}},OR=(t,e)=>s=>{if(s.pos[0]===-1)return;s.linePos=s.pos.map(a=>e.
linePos(a));let{line:r,col:n}=s.linePos[0];s.message+=` at line ${r}, column ${n}`;let o=n-1,i=t.substring(e.lineStarts[r-1],e.lineStarts[r]).replace(/[\n\r]+$/,
"");if(o>=60&&i.length>80){let a=Math.min(o-39,i.length-79);i="\u2026"+i.substring(a),o-=a-1}if(i.length>80&&(i=i.substring(0,79)+"\u2026"),r>1&&/^ *$/.test(i.substring(
0,o))){let a=t.substring(e.lineStarts[r-2],e.lineStarts[r-1]);a.length>80&&(a=a.substring(0,79)+`\u2026
`),i=a+i}if(/[^ ]/.test(i)){let a=1,l=s.linePos[1];l?.line===r&&l.col>n&&(a=Math.max(1,Math.min(l.col-n,80-o)));let c=" ".repeat(o)+"^".repeat(a);s.message+=`:

${i}
${c}
`}};uo.YAMLError=co;uo.YAMLParseError=eu;uo.YAMLWarning=tu;uo.prettifyError=OR});var mo=N(sy=>{"use strict";function LR(t,{flow:e,indicator:s,next:r,offset:n,onError:o,parentIndent:i,startOnNewline:a}){let l=!1,c=a,d=a,u="",p="",m=!1,h=!1,f=null,
g=null,y=null,v=null,x=null,_=null,w=null;for(let E of t)switch(h&&(E.type!=="space"&&E.type!=="newline"&&E.type!=="comma"&&o(E.offset,"MISSING_CHAR","Tags and \
anchors must be separated from the next token by white space"),h=!1),f&&(c&&E.type!=="comment"&&E.type!=="newline"&&o(f,"TAB_AS_INDENT","Tabs are not allowed as\
 indentation"),f=null),E.type){case"space":!e&&(s!=="doc-start"||r?.type!=="flow-collection")&&E.source.includes("	")&&(f=E),d=!0;break;case"comment":{d||o(E,"M\
ISSING_CHAR","Comments must be separated from other tokens by white space characters");let I=E.source.substring(1)||" ";u?u+=p+I:u=I,p="",c=!1;break}case"newlin\
e":c?u?u+=E.source:(!_||s!=="seq-item-ind")&&(l=!0):p+=E.source,c=!0,m=!0,(g||y)&&(v=E),d=!0;break;case"anchor":g&&o(E,"MULTIPLE_ANCHORS","A node can have at mo\
st one anchor"),E.source.endsWith(":")&&o(E.offset+E.source.length-1,"BAD_ALIAS","Anchor ending in : is ambiguous",!0),g=E,w??(w=E.offset),c=!1,d=!1,h=!0;break;case"\
tag":{y&&o(E,"MULTIPLE_TAGS","A node can have at most one tag"),y=E,w??(w=E.offset),c=!1,d=!1,h=!0;break}case s:(g||y)&&o(E,"BAD_PROP_ORDER",`Anchors and tags m\
ust be after the ${E.source} indicator`),_&&o(E,"UNEXPECTED_TOKEN",`Unexpected ${E.source} in ${e??"collection"}`),_=E,c=s==="seq-item-ind"||s==="explicit-key-i\
nd",d=!1;break;case"comma":if(e){x&&o(E,"UNEXPECTED_TOKEN",`Unexpected , in ${e}`),x=E,c=!1,d=!1;break}default:o(E,"UNEXPECTED_TOKEN",`Unexpected ${E.type} toke\
n`),c=!1,d=!1}let A=t[t.length-1],P=A?A.offset+A.source.length:n;return h&&r&&r.type!=="space"&&r.type!=="newline"&&r.type!=="comma"&&(r.type!=="scalar"||r.source!==
"")&&o(r.offset,"MISSING_CHAR","Tags and anchors must be separated from the next token by white space"),f&&(c&&f.indent<=i||r?.type==="block-map"||r?.type==="bl\
ock-seq")&&o(f,"TAB_AS_INDENT","Tabs are not allowed as indentation"),{comma:x,found:_,spaceBefore:l,comment:u,hasNewline:m,anchor:g,tag:y,newlineAfterProp:v,end:P,
start:w??P}}sy.resolveProps=LR});var Pa=N(ry=>{"use strict";function su(t){if(!t)return null;switch(t.type){case"alias":case"scalar":case"double-quoted-scalar":case"single-quoted-scalar":if(t.source.
includes(`
`))return!0;if(t.end){for(let e of t.end)if(e.type==="newline")return!0}return!1;case"flow-collection":for(let e of t.items){for(let s of e.start)if(s.type==="n\
ewline")return!0;if(e.sep){for(let s of e.sep)if(s.type==="newline")return!0}if(su(e.key)||su(e.value))return!0}return!1;default:return!0}}ry.containsNewline=su});var ru=N(ny=>{"use strict";var DR=Pa();function qR(t,e,s){if(e?.type==="flow-collection"){let r=e.end[0];r.indent===t&&(r.source==="]"||r.source==="}")&&DR.containsNewline(
e)&&s(r,"BAD_INDENT","Flow end indicator should be more indented than parent",!0)}}ny.flowIndentCheck=qR});var nu=N(iy=>{"use strict";var oy=se();function WR(t,e,s){let{uniqueKeys:r}=t.options;if(r===!1)return!1;let n=typeof r=="function"?r:(o,i)=>o===i||oy.isScalar(
o)&&oy.isScalar(i)&&o.value===i.value;return e.some(o=>n(o.key,s))}iy.mapIncludes=WR});var py=N(uy=>{"use strict";var ay=Us(),MR=Gs(),ly=mo(),jR=Pa(),cy=ru(),FR=nu(),dy="All mapping items must start at the same column";function VR({composeNode:t,composeEmptyNode:e},s,r,n,o){
let i=o?.nodeClass??MR.YAMLMap,a=new i(s.schema);s.atRoot&&(s.atRoot=!1);let l=r.offset,c=null;for(let d of r.items){let{start:u,key:p,sep:m,value:h}=d,f=ly.resolveProps(
u,{indicator:"explicit-key-ind",next:p??m?.[0],offset:l,onError:n,parentIndent:r.indent,startOnNewline:!0}),g=!f.found;if(g){if(p&&(p.type==="block-seq"?n(l,"BL\
OCK_AS_IMPLICIT_KEY","A block sequence may not be used as an implicit map key"):"indent"in p&&p.indent!==r.indent&&n(l,"BAD_INDENT",dy)),!f.anchor&&!f.tag&&!m){
c=f.end,f.comment&&(a.comment?a.comment+=`
`+f.comment:a.comment=f.comment);continue}(f.newlineAfterProp||jR.containsNewline(p))&&n(p??u[u.length-1],"MULTILINE_IMPLICIT_KEY","Implicit keys need to be on \
a single line")}else f.found?.indent!==r.indent&&n(l,"BAD_INDENT",dy);s.atKey=!0;let y=f.end,v=p?t(s,p,f,n):e(s,y,u,null,f,n);s.schema.compat&&cy.flowIndentCheck(
r.indent,p,n),s.atKey=!1,FR.mapIncludes(s,a.items,v)&&n(y,"DUPLICATE_KEY","Map keys must be unique");let x=ly.resolveProps(m??[],{indicator:"map-value-ind",next:h,
offset:v.range[2],onError:n,parentIndent:r.indent,startOnNewline:!p||p.type==="block-scalar"});if(l=x.end,x.found){g&&(h?.type==="block-map"&&!x.hasNewline&&n(l,
"BLOCK_AS_IMPLICIT_KEY","Nested mappings are not allowed in compact mappings"),s.options.strict&&f.start<x.found.offset-1024&&n(v.range,"KEY_OVER_1024_CHARS","T\
he : indicator must be at most 1024 chars after the start of an implicit block mapping key"));let _=h?t(s,h,x,n):e(s,l,m,null,x,n);s.schema.compat&&cy.flowIndentCheck(
r.indent,h,n),l=_.range[2];let w=new ay.Pair(v,_);s.options.keepSourceTokens&&(w.srcToken=d),a.items.push(w)}else{g&&n(v.range,"MISSING_CHAR","Implicit map keys\
 need to be followed by map values"),x.comment&&(v.comment?v.comment+=`
`+x.comment:v.comment=x.comment);let _=new ay.Pair(v);s.options.keepSourceTokens&&(_.srcToken=d),a.items.push(_)}}return c&&c<l&&n(c,"IMPOSSIBLE","Map comment w\
ith trailing content"),a.range=[r.offset,l,c??l],a}uy.resolveBlockMap=VR});var fy=N(my=>{"use strict";var HR=zs(),UR=mo(),BR=ru();function GR({composeNode:t,composeEmptyNode:e},s,r,n,o){let i=o?.nodeClass??HR.YAMLSeq,a=new i(s.schema);
s.atRoot&&(s.atRoot=!1),s.atKey&&(s.atKey=!1);let l=r.offset,c=null;for(let{start:d,value:u}of r.items){let p=UR.resolveProps(d,{indicator:"seq-item-ind",next:u,
offset:l,onError:n,parentIndent:r.indent,startOnNewline:!0});if(!p.found)if(p.anchor||p.tag||u)u?.type==="block-seq"?n(p.end,"BAD_INDENT","All sequence items mu\
st start at the same column"):n(l,"MISSING_CHAR","Sequence item without - indicator");else{c=p.end,p.comment&&(a.comment=p.comment);continue}let m=u?t(s,u,p,n):
e(s,p.end,d,null,p,n);s.schema.compat&&BR.flowIndentCheck(r.indent,u,n),l=m.range[2],a.items.push(m)}return a.range=[r.offset,l,c??l],a}my.resolveBlockSeq=GR});var mn=N(hy=>{"use strict";function zR(t,e,s,r){let n="";if(t){let o=!1,i="";for(let a of t){let{source:l,type:c}=a;switch(c){case"space":o=!0;break;case"commen\
t":{s&&!o&&r(a,"MISSING_CHAR","Comments must be separated from other tokens by white space characters");let d=l.substring(1)||" ";n?n+=i+d:n=d,i="";break}case"n\
ewline":n&&(i+=l),o=!0;break;default:r(a,"UNEXPECTED_TOKEN",`Unexpected ${c} at node end`)}e+=l.length}}return{comment:n,offset:e}}hy.resolveEnd=zR});var ky=N(yy=>{"use strict";var KR=se(),YR=Us(),gy=Gs(),XR=zs(),JR=mn(),by=mo(),QR=Pa(),ZR=nu(),ou="Block collections are not allowed within flow collections",iu=t=>t&&
(t.type==="block-map"||t.type==="block-seq");function eP({composeNode:t,composeEmptyNode:e},s,r,n,o){let i=r.start.source==="{",a=i?"flow map":"flow sequence",l=o?.
nodeClass??(i?gy.YAMLMap:XR.YAMLSeq),c=new l(s.schema);c.flow=!0;let d=s.atRoot;d&&(s.atRoot=!1),s.atKey&&(s.atKey=!1);let u=r.offset+r.start.source.length;for(let g=0;g<
r.items.length;++g){let y=r.items[g],{start:v,key:x,sep:_,value:w}=y,A=by.resolveProps(v,{flow:a,indicator:"explicit-key-ind",next:x??_?.[0],offset:u,onError:n,
parentIndent:r.indent,startOnNewline:!1});if(!A.found){if(!A.anchor&&!A.tag&&!_&&!w){g===0&&A.comma?n(A.comma,"UNEXPECTED_TOKEN",`Unexpected , in ${a}`):g<r.items.
length-1&&n(A.start,"UNEXPECTED_TOKEN",`Unexpected empty item in ${a}`),A.comment&&(c.comment?c.comment+=`
`+A.comment:c.comment=A.comment),u=A.end;continue}!i&&s.options.strict&&QR.containsNewline(x)&&n(x,"MULTILINE_IMPLICIT_KEY","Implicit keys of flow sequence pair\
s need to be on a single line")}if(g===0)A.comma&&n(A.comma,"UNEXPECTED_TOKEN",`Unexpected , in ${a}`);else if(A.comma||n(A.start,"MISSING_CHAR",`Missing , betw\
een ${a} items`),A.comment){let P="";e:for(let E of v)switch(E.type){case"comma":case"space":break;case"comment":P=E.source.substring(1);break e;default:break e}
if(P){let E=c.items[c.items.length-1];KR.isPair(E)&&(E=E.value??E.key),E.comment?E.comment+=`
`+P:E.comment=P,A.comment=A.comment.substring(P.length+1)}}if(!i&&!_&&!A.found){let P=w?t(s,w,A,n):e(s,A.end,_,null,A,n);c.items.push(P),u=P.range[2],iu(w)&&n(P.
range,"BLOCK_IN_FLOW",ou)}else{s.atKey=!0;let P=A.end,E=x?t(s,x,A,n):e(s,P,v,null,A,n);iu(x)&&n(E.range,"BLOCK_IN_FLOW",ou),s.atKey=!1;let I=by.resolveProps(_??
[],{flow:a,indicator:"map-value-ind",next:w,offset:E.range[2],onError:n,parentIndent:r.indent,startOnNewline:!1});if(I.found){if(!i&&!A.found&&s.options.strict){
if(_)for(let W of _){if(W===I.found)break;if(W.type==="newline"){n(W,"MULTILINE_IMPLICIT_KEY","Implicit keys of flow sequence pairs need to be on a single line");
break}}A.start<I.found.offset-1024&&n(I.found,"KEY_OVER_1024_CHARS","The : indicator must be at most 1024 chars after the start of an implicit flow sequence key")}}else
w&&("source"in w&&w.source?.[0]===":"?n(w,"MISSING_CHAR",`Missing space after : in ${a}`):n(I.start,"MISSING_CHAR",`Missing , or : between ${a} items`));let z=w?
t(s,w,I,n):I.found?e(s,I.end,_,null,I,n):null;z?iu(w)&&n(z.range,"BLOCK_IN_FLOW",ou):I.comment&&(E.comment?E.comment+=`
`+I.comment:E.comment=I.comment);let _e=new YR.Pair(E,z);if(s.options.keepSourceTokens&&(_e.srcToken=y),i){let W=c;ZR.mapIncludes(s,W.items,E)&&n(P,"DUPLICATE_K\
EY","Map keys must be unique"),W.items.push(_e)}else{let W=new gy.YAMLMap(s.schema);W.flow=!0,W.items.push(_e);let he=(z??E).range;W.range=[E.range[0],he[1],he[2]],
c.items.push(W)}u=z?z.range[2]:I.end}}let p=i?"}":"]",[m,...h]=r.end,f=u;if(m?.source===p)f=m.offset+m.source.length;else{let g=a[0].toUpperCase()+a.substring(1),
y=d?`${g} must end with a ${p}`:`${g} in block collection must be sufficiently indented and end with a ${p}`;n(u,d?"MISSING_CHAR":"BAD_INDENT",y),m&&m.source.length!==
1&&h.unshift(m)}if(h.length>0){let g=JR.resolveEnd(h,f,s.options.strict,n);g.comment&&(c.comment?c.comment+=`
`+g.comment:c.comment=g.comment),c.range=[r.offset,f,g.offset]}else c.range=[r.offset,f,f];return c}yy.resolveFlowCollection=eP});var wy=N(vy=>{"use strict";var tP=se(),sP=qe(),rP=Gs(),nP=zs(),oP=py(),iP=fy(),aP=ky();function au(t,e,s,r,n,o){let i=s.type==="block-map"?oP.resolveBlockMap(t,
e,s,r,o):s.type==="block-seq"?iP.resolveBlockSeq(t,e,s,r,o):aP.resolveFlowCollection(t,e,s,r,o),a=i.constructor;return n==="!"||n===a.tagName?(i.tag=a.tagName,i):
(n&&(i.tag=n),i)}function lP(t,e,s,r,n){let o=r.tag,i=o?e.directives.tagName(o.source,p=>n(o,"TAG_RESOLVE_FAILED",p)):null;if(s.type==="block-seq"){let{anchor:p,
newlineAfterProp:m}=r,h=p&&o?p.offset>o.offset?p:o:p??o;h&&(!m||m.offset<h.offset)&&n(h,"MISSING_CHAR","Missing newline after block sequence props")}let a=s.type===
"block-map"?"map":s.type==="block-seq"?"seq":s.start.source==="{"?"map":"seq";if(!o||!i||i==="!"||i===rP.YAMLMap.tagName&&a==="map"||i===nP.YAMLSeq.tagName&&a===
"seq")return au(t,e,s,n,i);let l=e.schema.tags.find(p=>p.tag===i&&p.collection===a);if(!l){let p=e.schema.knownTags[i];if(p?.collection===a)e.schema.tags.push(Object.
assign({},p,{default:!1})),l=p;else return p?n(o,"BAD_COLLECTION_TYPE",`${p.tag} used for ${a} collection, but expects ${p.collection??"scalar"}`,!0):n(o,"TAG_R\
ESOLVE_FAILED",`Unresolved tag: ${i}`,!0),au(t,e,s,n,i)}let c=au(t,e,s,n,i,l),d=l.resolve?.(c,p=>n(o,"TAG_RESOLVE_FAILED",p),e.options)??c,u=tP.isNode(d)?d:new sP.
Scalar(d);return u.range=c.range,u.tag=i,l?.format&&(u.format=l.format),u}vy.composeCollection=lP});var cu=N(xy=>{"use strict";var lu=qe();function cP(t,e,s){let r=e.offset,n=dP(e,t.options.strict,s);if(!n)return{value:"",type:null,comment:"",range:[r,r,r]};let o=n.
mode===">"?lu.Scalar.BLOCK_FOLDED:lu.Scalar.BLOCK_LITERAL,i=e.source?uP(e.source):[],a=i.length;for(let f=i.length-1;f>=0;--f){let g=i[f][1];if(g===""||g==="\r")
a=f;else break}if(a===0){let f=n.chomp==="+"&&i.length>0?`
`.repeat(Math.max(1,i.length-1)):"",g=r+n.length;return e.source&&(g+=e.source.length),{value:f,type:o,comment:n.comment,range:[r,g,g]}}let l=e.indent+n.indent,
c=e.offset+n.length,d=0;for(let f=0;f<a;++f){let[g,y]=i[f];if(y===""||y==="\r")n.indent===0&&g.length>l&&(l=g.length);else{g.length<l&&s(c+g.length,"MISSING_CHA\
R","Block scalars with more-indented leading empty lines must use an explicit indentation indicator"),n.indent===0&&(l=g.length),d=f,l===0&&!t.atRoot&&s(c,"BAD_\
INDENT","Block scalar values in collections must be indented");break}c+=g.length+y.length+1}for(let f=i.length-1;f>=a;--f)i[f][0].length>l&&(a=f+1);let u="",p="",
m=!1;for(let f=0;f<d;++f)u+=i[f][0].slice(l)+`
`;for(let f=d;f<a;++f){let[g,y]=i[f];c+=g.length+y.length+1;let v=y[y.length-1]==="\r";if(v&&(y=y.slice(0,-1)),y&&g.length<l){let _=`Block scalar lines must not\
 be less indented than their ${n.indent?"explicit indentation indicator":"first line"}`;s(c-y.length-(v?2:1),"BAD_INDENT",_),g=""}o===lu.Scalar.BLOCK_LITERAL?(u+=
p+g.slice(l)+y,p=`
`):g.length>l||y[0]==="	"?(p===" "?p=`
`:!m&&p===`
`&&(p=`

`),u+=p+g.slice(l)+y,p=`
`,m=!0):y===""?p===`
`?u+=`
`:p=`
`:(u+=p+y,p=" ",m=!1)}switch(n.chomp){case"-":break;case"+":for(let f=a;f<i.length;++f)u+=`
`+i[f][0].slice(l);u[u.length-1]!==`
`&&(u+=`
`);break;default:u+=`
`}let h=r+n.length+e.source.length;return{value:u,type:o,comment:n.comment,range:[r,h,h]}}function dP({offset:t,props:e},s,r){if(e[0].type!=="block-scalar-heade\
r")return r(e[0],"IMPOSSIBLE","Block scalar header not found"),null;let{source:n}=e[0],o=n[0],i=0,a="",l=-1;for(let p=1;p<n.length;++p){let m=n[p];if(!a&&(m==="\
-"||m==="+"))a=m;else{let h=Number(m);!i&&h?i=h:l===-1&&(l=t+p)}}l!==-1&&r(l,"UNEXPECTED_TOKEN",`Block scalar header includes extra characters: ${n}`);let c=!1,
d="",u=n.length;for(let p=1;p<e.length;++p){let m=e[p];switch(m.type){case"space":c=!0;case"newline":u+=m.source.length;break;case"comment":s&&!c&&r(m,"MISSING_\
CHAR","Comments must be separated from other tokens by white space characters"),u+=m.source.length,d=m.source.substring(1);break;case"error":r(m,"UNEXPECTED_TOK\
EN",m.message),u+=m.source.length;break;default:{let h=`Unexpected token in block scalar header: ${m.type}`;r(m,"UNEXPECTED_TOKEN",h);let f=m.source;f&&typeof f==
"string"&&(u+=f.length)}}}return{mode:o,indent:i,chomp:a,comment:d,length:u}}function uP(t){let e=t.split(/\n( *)/),s=e[0],r=s.match(/^( *)/),o=[r?.[1]?[r[1],s.
slice(r[1].length)]:["",s]];for(let i=1;i<e.length;i+=2)o.push([e[i],e[i+1]]);return o}xy.resolveBlockScalar=cP});var uu=N(_y=>{"use strict";var du=qe(),pP=mn();function mP(t,e,s){let{offset:r,type:n,source:o,end:i}=t,a,l,c=(p,m,h)=>s(r+p,m,h);switch(n){case"scalar":a=du.Scalar.
PLAIN,l=fP(o,c);break;case"single-quoted-scalar":a=du.Scalar.QUOTE_SINGLE,l=hP(o,c);break;case"double-quoted-scalar":a=du.Scalar.QUOTE_DOUBLE,l=gP(o,c);break;default:
return s(t,"UNEXPECTED_TOKEN",`Expected a flow scalar value, but found: ${n}`),{value:"",type:null,comment:"",range:[r,r+o.length,r+o.length]}}let d=r+o.length,
u=pP.resolveEnd(i,d,e,s);return{value:l,type:a,comment:u.comment,range:[r,d,u.offset]}}function fP(t,e){let s="";switch(t[0]){case"	":s="a tab character";break;case"\
,":s="flow indicator character ,";break;case"%":s="directive indicator character %";break;case"|":case">":{s=`block scalar indicator ${t[0]}`;break}case"@":case"\
`":{s=`reserved character ${t[0]}`;break}}return s&&e(0,"BAD_SCALAR_START",`Plain value cannot start with ${s}`),Sy(t)}function hP(t,e){return(t[t.length-1]!=="\
'"||t.length===1)&&e(t.length,"MISSING_CHAR","Missing closing 'quote"),Sy(t.slice(1,-1)).replace(/''/g,"'")}function Sy(t){let e=/(.*?)\r?\n/sy,s=e.exec(t);if(!s)
return t;let r,n;try{r=new RegExp("(?<![ 	])[ 	]+$"),n=new RegExp("^[ 	]+|(?<![ 	])[ 	]+$","g")}catch{r=/[ \t]+$/,n=/^[ \t]+|[ \t]+$/g}let o=s[1].replace(r,""),
i=" ",a=e.lastIndex;for(;s=e.exec(t);){let c=s[1].replace(n,"");c===""?i===`
`?o+=i:i=`
`:(o+=i+c,i=" "),a=e.lastIndex}let l=/[ \t]*(.*)/sy;return l.lastIndex=a,s=l.exec(t),o+i+(s?.[1]??"")}function gP(t,e){let s="";for(let r=1;r<t.length-1;++r){let n=t[r];
if(!(n==="\r"&&t[r+1]===`
`))if(n===`
`){let{fold:o,offset:i}=bP(t,r);s+=o,r=i}else if(n==="\\"){let o=t[++r],i=yP[o];if(i)s+=i;else if(o===`
`)for(o=t[r+1];o===" "||o==="	";)o=t[++r+1];else if(o==="\r"&&t[r+1]===`
`)for(o=t[++r+1];o===" "||o==="	";)o=t[++r+1];else if(o==="x"||o==="u"||o==="U"){let a=o==="x"?2:o==="u"?4:8;s+=kP(t,r+1,a,e),r+=a}else{let a=t.substr(r-1,2);e(
r-1,"BAD_DQ_ESCAPE",`Invalid escape sequence ${a}`),s+=a}}else if(n===" "||n==="	"){let o=r,i=t[r+1];for(;i===" "||i==="	";)i=t[++r+1];i!==`
`&&!(i==="\r"&&t[r+2]===`
`)&&(s+=r>o?t.slice(o,r+1):n)}else s+=n}return(t[t.length-1]!=='"'||t.length===1)&&e(t.length,"MISSING_CHAR",'Missing closing "quote'),s}function bP(t,e){let s="",
r=t[e+1];for(;(r===" "||r==="	"||r===`
`||r==="\r")&&!(r==="\r"&&t[e+2]!==`
`);)r===`
`&&(s+=`
`),e+=1,r=t[e+1];return s||(s=" "),{fold:s,offset:e}}var yP={0:"\0",a:"\x07",b:"\b",e:"\x1B",f:"\f",n:`
`,r:"\r",t:"	",v:"\v",N:"\x85",_:"\xA0",L:"\u2028",P:"\u2029"," ":" ",'"':'"',"/":"/","\\":"\\","	":"	"};function kP(t,e,s,r){let n=t.substr(e,s),i=n.length===s&&
/^[0-9a-fA-F]+$/.test(n)?parseInt(n,16):NaN;try{return String.fromCodePoint(i)}catch{let a=t.substr(e-2,s+2);return r(e-2,"BAD_DQ_ESCAPE",`Invalid escape sequen\
ce ${a}`),a}}_y.resolveFlowScalar=mP});var Ay=N(Cy=>{"use strict";var Ar=se(),Ey=qe(),vP=cu(),wP=uu();function xP(t,e,s,r){let{value:n,type:o,comment:i,range:a}=e.type==="block-scalar"?vP.resolveBlockScalar(
t,e,r):wP.resolveFlowScalar(e,t.options.strict,r),l=s?t.directives.tagName(s.source,u=>r(s,"TAG_RESOLVE_FAILED",u)):null,c;t.options.stringKeys&&t.atKey?c=t.schema[Ar.
SCALAR]:l?c=SP(t.schema,n,l,s,r):e.type==="scalar"?c=_P(t,n,e,r):c=t.schema[Ar.SCALAR];let d;try{let u=c.resolve(n,p=>r(s??e,"TAG_RESOLVE_FAILED",p),t.options);
d=Ar.isScalar(u)?u:new Ey.Scalar(u)}catch(u){let p=u instanceof Error?u.message:String(u);r(s??e,"TAG_RESOLVE_FAILED",p),d=new Ey.Scalar(n)}return d.range=a,d.source=
n,o&&(d.type=o),l&&(d.tag=l),c.format&&(d.format=c.format),i&&(d.comment=i),d}function SP(t,e,s,r,n){if(s==="!")return t[Ar.SCALAR];let o=[];for(let a of t.tags)
if(!a.collection&&a.tag===s)if(a.default&&a.test)o.push(a);else return a;for(let a of o)if(a.test?.test(e))return a;let i=t.knownTags[s];return i&&!i.collection?
(t.tags.push(Object.assign({},i,{default:!1,test:void 0})),i):(n(r,"TAG_RESOLVE_FAILED",`Unresolved tag: ${s}`,s!=="tag:yaml.org,2002:str"),t[Ar.SCALAR])}function _P({
atKey:t,directives:e,schema:s},r,n,o){let i=s.tags.find(a=>(a.default===!0||t&&a.default==="key")&&a.test?.test(r))||s[Ar.SCALAR];if(s.compat){let a=s.compat.find(
l=>l.default&&l.test?.test(r))??s[Ar.SCALAR];if(i.tag!==a.tag){let l=e.tagString(i.tag),c=e.tagString(a.tag),d=`Value may be parsed as either ${l} or ${c}`;o(n,
"TAG_RESOLVE_FAILED",d,!0)}}return i}Cy.composeScalar=xP});var Ty=N($y=>{"use strict";function EP(t,e,s){if(e){s??(s=e.length);for(let r=s-1;r>=0;--r){let n=e[r];switch(n.type){case"space":case"comment":case"newline":t-=
n.source.length;continue}for(n=e[++r];n?.type==="space";)t+=n.source.length,n=e[++r];break}}return t}$y.emptyScalarPosition=EP});var Iy=N(mu=>{"use strict";var CP=Gn(),AP=se(),$P=wy(),Ry=Ay(),TP=mn(),RP=Ty(),PP={composeNode:Py,composeEmptyNode:pu};function Py(t,e,s,r){let n=t.atKey,{spaceBefore:o,
comment:i,anchor:a,tag:l}=s,c,d=!0;switch(e.type){case"alias":c=IP(t,e,r),(a||l)&&r(e,"ALIAS_PROPS","An alias node must not specify any properties");break;case"\
scalar":case"single-quoted-scalar":case"double-quoted-scalar":case"block-scalar":c=Ry.composeScalar(t,e,l,r),a&&(c.anchor=a.source.substring(1));break;case"bloc\
k-map":case"block-seq":case"flow-collection":try{c=$P.composeCollection(PP,t,e,s,r),a&&(c.anchor=a.source.substring(1))}catch(u){let p=u instanceof Error?u.message:
String(u);r(e,"RESOURCE_EXHAUSTION",p)}break;default:{let u=e.type==="error"?e.message:`Unsupported token (type: ${e.type})`;r(e,"UNEXPECTED_TOKEN",u),d=!1}}return c??
(c=pu(t,e.offset,void 0,null,s,r)),a&&c.anchor===""&&r(a,"BAD_ALIAS","Anchor cannot be an empty string"),n&&t.options.stringKeys&&(!AP.isScalar(c)||typeof c.value!=
"string"||c.tag&&c.tag!=="tag:yaml.org,2002:str")&&r(l??e,"NON_STRING_KEY","With stringKeys, all keys must be strings"),o&&(c.spaceBefore=!0),i&&(e.type==="scal\
ar"&&e.source===""?c.comment=i:c.commentBefore=i),t.options.keepSourceTokens&&d&&(c.srcToken=e),c}function pu(t,e,s,r,{spaceBefore:n,comment:o,anchor:i,tag:a,end:l},c){
let d={type:"scalar",offset:RP.emptyScalarPosition(e,s,r),indent:-1,source:""},u=Ry.composeScalar(t,d,a,c);return i&&(u.anchor=i.source.substring(1),u.anchor===
""&&c(i,"BAD_ALIAS","Anchor cannot be an empty string")),n&&(u.spaceBefore=!0),o&&(u.comment=o,u.range[2]=l),u}function IP({options:t},{offset:e,source:s,end:r},n){
let o=new CP.Alias(s.substring(1));o.source===""&&n(e,"BAD_ALIAS","Alias cannot be an empty string"),o.source.endsWith(":")&&n(e+s.length-1,"BAD_ALIAS","Alias e\
nding in : is ambiguous",!0);let i=e+s.length,a=TP.resolveEnd(r,i,t.strict,n);return o.range=[e,i,a.offset],a.comment&&(o.comment=a.comment),o}mu.composeEmptyNode=
pu;mu.composeNode=Py});var Ly=N(Oy=>{"use strict";var NP=lo(),Ny=Iy(),OP=mn(),LP=mo();function DP(t,e,{offset:s,start:r,value:n,end:o},i){let a=Object.assign({_directives:e},t),l=new NP.
Document(void 0,a),c={atKey:!1,atRoot:!0,directives:l.directives,options:l.options,schema:l.schema},d=LP.resolveProps(r,{indicator:"doc-start",next:n??o?.[0],offset:s,
onError:i,parentIndent:0,startOnNewline:!0});d.found&&(l.directives.docStart=!0,n&&(n.type==="block-map"||n.type==="block-seq")&&!d.hasNewline&&i(d.end,"MISSING\
_CHAR","Block collection cannot start on same line with directives-end marker")),l.contents=n?Ny.composeNode(c,n,d,i):Ny.composeEmptyNode(c,d.end,r,null,d,i);let u=l.
contents.range[2],p=OP.resolveEnd(o,u,!1,i);return p.comment&&(l.comment=p.comment),l.range=[s,u,p.offset],l}Oy.composeDoc=DP});var hu=N(Wy=>{"use strict";var qP=require("process"),WP=ed(),MP=lo(),fo=po(),Dy=se(),jP=Ly(),FP=mn();function ho(t){if(typeof t=="number")return[t,t+1];if(Array.
isArray(t))return t.length===2?t:[t[0],t[1]];let{offset:e,source:s}=t;return[e,e+(typeof s=="string"?s.length:1)]}function qy(t){let e="",s=!1,r=!1;for(let n=0;n<
t.length;++n){let o=t[n];switch(o[0]){case"#":e+=(e===""?"":r?`

`:`
`)+(o.substring(1)||" "),s=!0,r=!1;break;case"%":t[n+1]?.[0]!=="#"&&(n+=1),s=!1;break;default:s||(r=!0),s=!1}}return{comment:e,afterEmptyLine:r}}var fu=class{constructor(e={}){
this.doc=null,this.atDirectives=!1,this.prelude=[],this.errors=[],this.warnings=[],this.onError=(s,r,n,o)=>{let i=ho(s);o?this.warnings.push(new fo.YAMLWarning(
i,r,n)):this.errors.push(new fo.YAMLParseError(i,r,n))},this.directives=new WP.Directives({version:e.version||"1.2"}),this.options=e}decorate(e,s){let{comment:r,
afterEmptyLine:n}=qy(this.prelude);if(r){let o=e.contents;if(s)e.comment=e.comment?`${e.comment}
${r}`:r;else if(n||e.directives.docStart||!o)e.commentBefore=r;else if(Dy.isCollection(o)&&!o.flow&&o.items.length>0){let i=o.items[0];Dy.isPair(i)&&(i=i.key);let a=i.
commentBefore;i.commentBefore=a?`${r}
${a}`:r}else{let i=o.commentBefore;o.commentBefore=i?`${r}
${i}`:r}}if(s){for(let o=0;o<this.errors.length;++o)e.errors.push(this.errors[o]);for(let o=0;o<this.warnings.length;++o)e.warnings.push(this.warnings[o])}else e.
errors=this.errors,e.warnings=this.warnings;this.prelude=[],this.errors=[],this.warnings=[]}streamInfo(){return{comment:qy(this.prelude).comment,directives:this.
directives,errors:this.errors,warnings:this.warnings}}*compose(e,s=!1,r=-1){for(let n of e)yield*this.next(n);yield*this.end(s,r)}*next(e){switch(qP.env.LOG_STREAM&&
console.dir(e,{depth:null}),e.type){case"directive":this.directives.add(e.source,(s,r,n)=>{let o=ho(e);o[0]+=s,this.onError(o,"BAD_DIRECTIVE",r,n)}),this.prelude.
push(e.source),this.atDirectives=!0;break;case"document":{let s=jP.composeDoc(this.options,this.directives,e,this.onError);this.atDirectives&&!s.directives.docStart&&
this.onError(e,"MISSING_CHAR","Missing directives-end/doc-start indicator line"),this.decorate(s,!1),this.doc&&(yield this.doc),this.doc=s,this.atDirectives=!1;
break}case"byte-order-mark":case"space":break;case"comment":case"newline":this.prelude.push(e.source);break;case"error":{let s=e.source?`${e.message}: ${JSON.stringify(
e.source)}`:e.message,r=new fo.YAMLParseError(ho(e),"UNEXPECTED_TOKEN",s);this.atDirectives||!this.doc?this.errors.push(r):this.doc.errors.push(r);break}case"do\
c-end":{if(!this.doc){let r="Unexpected doc-end without preceding document";this.errors.push(new fo.YAMLParseError(ho(e),"UNEXPECTED_TOKEN",r));break}this.doc.directives.
docEnd=!0;let s=FP.resolveEnd(e.end,e.offset+e.source.length,this.doc.options.strict,this.onError);if(this.decorate(this.doc,!0),s.comment){let r=this.doc.comment;
this.doc.comment=r?`${r}
${s.comment}`:s.comment}this.doc.range[2]=s.offset;break}default:this.errors.push(new fo.YAMLParseError(ho(e),"UNEXPECTED_TOKEN",`Unsupported token ${e.type}`))}}*end(e=!1,s=-1){
if(this.doc)this.decorate(this.doc,!0),yield this.doc,this.doc=null;else if(e){let r=Object.assign({_directives:this.directives},this.options),n=new MP.Document(
void 0,r);this.atDirectives&&this.onError(s,"MISSING_CHAR","Missing directives-end indicator line"),n.range=[0,s,s],this.decorate(n,!1),yield n}}};Wy.Composer=fu});var Fy=N(Ia=>{"use strict";var VP=cu(),HP=uu(),UP=po(),My=Jn();function BP(t,e=!0,s){if(t){let r=(n,o,i)=>{let a=typeof n=="number"?n:Array.isArray(n)?n[0]:n.offset;
if(s)s(a,o,i);else throw new UP.YAMLParseError([a,a+1],o,i)};switch(t.type){case"scalar":case"single-quoted-scalar":case"double-quoted-scalar":return HP.resolveFlowScalar(
t,e,r);case"block-scalar":return VP.resolveBlockScalar({options:{strict:e}},t,r)}}return null}function GP(t,e){let{implicitKey:s=!1,indent:r,inFlow:n=!1,offset:o=-1,
type:i="PLAIN"}=e,a=My.stringifyString({type:i,value:t},{implicitKey:s,indent:r>0?" ".repeat(r):"",inFlow:n,options:{blockQuote:!0,lineWidth:-1}}),l=e.end??[{type:"\
newline",offset:-1,indent:r,source:`
`}];switch(a[0]){case"|":case">":{let c=a.indexOf(`
`),d=a.substring(0,c),u=a.substring(c+1)+`
`,p=[{type:"block-scalar-header",offset:o,indent:r,source:d}];return jy(p,l)||p.push({type:"newline",offset:-1,indent:r,source:`
`}),{type:"block-scalar",offset:o,indent:r,props:p,source:u}}case'"':return{type:"double-quoted-scalar",offset:o,indent:r,source:a,end:l};case"'":return{type:"s\
ingle-quoted-scalar",offset:o,indent:r,source:a,end:l};default:return{type:"scalar",offset:o,indent:r,source:a,end:l}}}function zP(t,e,s={}){let{afterKey:r=!1,implicitKey:n=!1,
inFlow:o=!1,type:i}=s,a="indent"in t?t.indent:null;if(r&&typeof a=="number"&&(a+=2),!i)switch(t.type){case"single-quoted-scalar":i="QUOTE_SINGLE";break;case"dou\
ble-quoted-scalar":i="QUOTE_DOUBLE";break;case"block-scalar":{let c=t.props[0];if(c.type!=="block-scalar-header")throw new Error("Invalid block scalar header");
i=c.source[0]===">"?"BLOCK_FOLDED":"BLOCK_LITERAL";break}default:i="PLAIN"}let l=My.stringifyString({type:i,value:e},{implicitKey:n||a===null,indent:a!==null&&a>
0?" ".repeat(a):"",inFlow:o,options:{blockQuote:!0,lineWidth:-1}});switch(l[0]){case"|":case">":KP(t,l);break;case'"':gu(t,l,"double-quoted-scalar");break;case"\
'":gu(t,l,"single-quoted-scalar");break;default:gu(t,l,"scalar")}}function KP(t,e){let s=e.indexOf(`
`),r=e.substring(0,s),n=e.substring(s+1)+`
`;if(t.type==="block-scalar"){let o=t.props[0];if(o.type!=="block-scalar-header")throw new Error("Invalid block scalar header");o.source=r,t.source=n}else{let{offset:o}=t,
i="indent"in t?t.indent:-1,a=[{type:"block-scalar-header",offset:o,indent:i,source:r}];jy(a,"end"in t?t.end:void 0)||a.push({type:"newline",offset:-1,indent:i,source:`\

`});for(let l of Object.keys(t))l!=="type"&&l!=="offset"&&delete t[l];Object.assign(t,{type:"block-scalar",indent:i,props:a,source:n})}}function jy(t,e){if(e)for(let s of e)
switch(s.type){case"space":case"comment":t.push(s);break;case"newline":return t.push(s),!0}return!1}function gu(t,e,s){switch(t.type){case"scalar":case"double-q\
uoted-scalar":case"single-quoted-scalar":t.type=s,t.source=e;break;case"block-scalar":{let r=t.props.slice(1),n=e.length;t.props[0].type==="block-scalar-header"&&
(n-=t.props[0].source.length);for(let o of r)o.offset+=n;delete t.props,Object.assign(t,{type:s,source:e,end:r});break}case"block-map":case"block-seq":{let n={type:"\
newline",offset:t.offset+e.length,indent:t.indent,source:`
`};delete t.items,Object.assign(t,{type:s,source:e,end:[n]});break}default:{let r="indent"in t?t.indent:-1,n="end"in t&&Array.isArray(t.end)?t.end.filter(o=>o.type===
"space"||o.type==="comment"||o.type==="newline"):[];for(let o of Object.keys(t))o!=="type"&&o!=="offset"&&delete t[o];Object.assign(t,{type:s,indent:r,source:e,
end:n})}}}Ia.createScalarToken=GP;Ia.resolveAsScalar=BP;Ia.setScalarValue=zP});var Hy=N(Vy=>{"use strict";var YP=t=>"type"in t?Oa(t):Na(t);function Oa(t){switch(t.type){case"block-scalar":{let e="";for(let s of t.props)e+=Oa(s);return e+t.
source}case"block-map":case"block-seq":{let e="";for(let s of t.items)e+=Na(s);return e}case"flow-collection":{let e=t.start.source;for(let s of t.items)e+=Na(s);
for(let s of t.end)e+=s.source;return e}case"document":{let e=Na(t);if(t.end)for(let s of t.end)e+=s.source;return e}default:{let e=t.source;if("end"in t&&t.end)
for(let s of t.end)e+=s.source;return e}}}function Na({start:t,key:e,sep:s,value:r}){let n="";for(let o of t)n+=o.source;if(e&&(n+=Oa(e)),s)for(let o of s)n+=o.
source;return r&&(n+=Oa(r)),n}Vy.stringify=YP});var zy=N(Gy=>{"use strict";var bu=Symbol("break visit"),XP=Symbol("skip children"),Uy=Symbol("remove item");function $r(t,e){"type"in t&&t.type==="document"&&(t=
{start:t.start,value:t.value}),By(Object.freeze([]),t,e)}$r.BREAK=bu;$r.SKIP=XP;$r.REMOVE=Uy;$r.itemAtPath=(t,e)=>{let s=t;for(let[r,n]of e){let o=s?.[r];if(o&&
"items"in o)s=o.items[n];else return}return s};$r.parentCollection=(t,e)=>{let s=$r.itemAtPath(t,e.slice(0,-1)),r=e[e.length-1][0],n=s?.[r];if(n&&"items"in n)return n;
throw new Error("Parent collection not found")};function By(t,e,s){let r=s(e,t);if(typeof r=="symbol")return r;for(let n of["key","value"]){let o=e[n];if(o&&"it\
ems"in o){for(let i=0;i<o.items.length;++i){let a=By(Object.freeze(t.concat([[n,i]])),o.items[i],s);if(typeof a=="number")i=a-1;else{if(a===bu)return bu;a===Uy&&
(o.items.splice(i,1),i-=1)}}typeof r=="function"&&n==="key"&&(r=r(e,t))}}return typeof r=="function"?r(e,t):r}Gy.visit=$r});var La=N(wt=>{"use strict";var yu=Fy(),JP=Hy(),QP=zy(),ku="\uFEFF",vu="",wu="",xu="",ZP=t=>!!t&&"items"in t,eI=t=>!!t&&(t.type==="scalar"||t.type==="single-q\
uoted-scalar"||t.type==="double-quoted-scalar"||t.type==="block-scalar");function tI(t){switch(t){case ku:return"<BOM>";case vu:return"<DOC>";case wu:return"<FL\
OW_END>";case xu:return"<SCALAR>";default:return JSON.stringify(t)}}function sI(t){switch(t){case ku:return"byte-order-mark";case vu:return"doc-mode";case wu:return"\
flow-error-end";case xu:return"scalar";case"---":return"doc-start";case"...":return"doc-end";case"":case`
`:case`\r
`:return"newline";case"-":return"seq-item-ind";case"?":return"explicit-key-ind";case":":return"map-value-ind";case"{":return"flow-map-start";case"}":return"flow\
-map-end";case"[":return"flow-seq-start";case"]":return"flow-seq-end";case",":return"comma"}switch(t[0]){case" ":case"	":return"space";case"#":return"comment";case"\
%":return"directive-line";case"*":return"alias";case"&":return"anchor";case"!":return"tag";case"'":return"single-quoted-scalar";case'"':return"double-quoted-sca\
lar";case"|":case">":return"block-scalar-header"}return null}wt.createScalarToken=yu.createScalarToken;wt.resolveAsScalar=yu.resolveAsScalar;wt.setScalarValue=yu.
setScalarValue;wt.stringify=JP.stringify;wt.visit=QP.visit;wt.BOM=ku;wt.DOCUMENT=vu;wt.FLOW_END=wu;wt.SCALAR=xu;wt.isCollection=ZP;wt.isScalar=eI;wt.prettyToken=
tI;wt.tokenType=sI});var Eu=N(Yy=>{"use strict";var go=La();function Ht(t){switch(t){case void 0:case" ":case`
`:case"\r":case"	":return!0;default:return!1}}var Ky=new Set("0123456789ABCDEFabcdef"),rI=new Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxy\
z-#;/?:@&=+$_.!~*'()"),Da=new Set(",[]{}"),nI=new Set(` ,[]{}
\r	`),Su=t=>!t||nI.has(t),_u=class{constructor(){this.atEnd=!1,this.blockScalarIndent=-1,this.blockScalarKeep=!1,this.buffer="",this.flowKey=!1,this.flowLevel=0,
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
if(e===null)return this.setNext("stream");if(e[0]===go.BOM&&(yield*this.pushCount(1),e=e.substring(1)),e[0]==="%"){let s=e.length,r=e.indexOf("#");for(;r!==-1;){
let o=e[r-1];if(o===" "||o==="	"){s=r-1;break}else r=e.indexOf("#",r+1)}for(;;){let o=e[s-1];if(o===" "||o==="	")s-=1;else break}let n=(yield*this.pushCount(s))+
(yield*this.pushSpaces(!0));return yield*this.pushCount(e.length-n),this.pushNewline(),"stream"}if(this.atLineEnd()){let s=yield*this.pushSpaces(!0);return yield*this.
pushCount(e.length-s),yield*this.pushNewline(),"stream"}return yield go.DOCUMENT,yield*this.parseLineStart()}*parseLineStart(){let e=this.charAt(0);if(!e&&!this.
atEnd)return this.setNext("line-start");if(e==="-"||e==="."){if(!this.atEnd&&!this.hasChars(4))return this.setNext("line-start");let s=this.peek(3);if((s==="---"||
s==="...")&&Ht(this.charAt(3)))return yield*this.pushCount(3),this.indentValue=0,this.indentNext=0,s==="---"?"doc":"stream"}return this.indentValue=yield*this.pushSpaces(
!1),this.indentNext>this.indentValue&&!Ht(this.charAt(1))&&(this.indentNext=this.indentValue),yield*this.parseBlockStart()}*parseBlockStart(){let[e,s]=this.peek(
2);if(!s&&!this.atEnd)return this.setNext("block-start");if((e==="-"||e==="?"||e===":")&&Ht(s)){let r=(yield*this.pushCount(1))+(yield*this.pushSpaces(!0));return this.
indentNext=this.indentValue+1,this.indentValue+=r,"block-start"}return"doc"}*parseDocument(){yield*this.pushSpaces(!0);let e=this.getLine();if(e===null)return this.
setNext("doc");let s=yield*this.pushIndicators();switch(e[s]){case"#":yield*this.pushCount(e.length-s);case void 0:return yield*this.pushNewline(),yield*this.parseLineStart();case"\
{":case"[":return yield*this.pushCount(1),this.flowKey=!1,this.flowLevel=1,"flow";case"}":case"]":return yield*this.pushCount(1),"doc";case"*":return yield*this.
pushUntil(Su),"doc";case'"':case"'":return yield*this.parseQuotedScalar();case"|":case">":return s+=yield*this.parseBlockScalarHeader(),s+=yield*this.pushSpaces(
!0),yield*this.pushCount(e.length-s),yield*this.pushNewline(),yield*this.parseBlockScalar();default:return yield*this.parsePlainScalar()}}*parseFlowCollection(){
let e,s,r=-1;do e=yield*this.pushNewline(),e>0?(s=yield*this.pushSpaces(!1),this.indentValue=r=s):s=0,s+=yield*this.pushSpaces(!0);while(e+s>0);let n=this.getLine();
if(n===null)return this.setNext("flow");if((r!==-1&&r<this.indentNext&&n[0]!=="#"||r===0&&(n.startsWith("---")||n.startsWith("..."))&&Ht(n[3]))&&!(r===this.indentNext-
1&&this.flowLevel===1&&(n[0]==="]"||n[0]==="}")))return this.flowLevel=0,yield go.FLOW_END,yield*this.parseLineStart();let o=0;for(;n[o]===",";)o+=yield*this.pushCount(
1),o+=yield*this.pushSpaces(!0),this.flowKey=!1;switch(o+=yield*this.pushIndicators(),n[o]){case void 0:return"flow";case"#":return yield*this.pushCount(n.length-
o),"flow";case"{":case"[":return yield*this.pushCount(1),this.flowKey=!1,this.flowLevel+=1,"flow";case"}":case"]":return yield*this.pushCount(1),this.flowKey=!0,
this.flowLevel-=1,this.flowLevel?"flow":"doc";case"*":return yield*this.pushUntil(Su),"flow";case'"':case"'":return this.flowKey=!0,yield*this.parseQuotedScalar();case"\
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
`&&o>=this.pos&&o+1+s>a)e=o;else break}while(!0);return yield go.SCALAR,yield*this.pushToIndex(e+1,!0),yield*this.parseLineStart()}*parsePlainScalar(){let e=this.
flowLevel>0,s=this.pos-1,r=this.pos-1,n;for(;n=this.buffer[++r];)if(n===":"){let o=this.buffer[r+1];if(Ht(o)||e&&Da.has(o))break;s=r}else if(Ht(n)){let o=this.buffer[r+
1];if(n==="\r"&&(o===`
`?(r+=1,n=`
`,o=this.buffer[r+1]):s=r),o==="#"||e&&Da.has(o))break;if(n===`
`){let i=this.continueScalar(r+1);if(i===-1)break;r=Math.max(r,i-2)}}else{if(e&&Da.has(n))break;s=r}return!n&&!this.atEnd?this.setNext("plain-scalar"):(yield go.
SCALAR,yield*this.pushToIndex(s+1,!0),e?"flow":"doc")}*pushCount(e){return e>0?(yield this.buffer.substr(this.pos,e),this.pos+=e,e):0}*pushToIndex(e,s){let r=this.
buffer.slice(this.pos,e);return r?(yield r,this.pos+=r.length,r.length):(s&&(yield""),0)}*pushIndicators(){let e=0;e:for(;;){switch(this.charAt(0)){case"!":e+=yield*this.
pushTag(),e+=yield*this.pushSpaces(!0);continue e;case"&":e+=yield*this.pushUntil(Su),e+=yield*this.pushSpaces(!0);continue e;case"-":case"?":case":":{let s=this.
flowLevel>0,r=this.charAt(1);if(Ht(r)||s&&Da.has(r)){s?this.flowKey&&(this.flowKey=!1):this.indentNext=this.indentValue+1,e+=yield*this.pushCount(1),e+=yield*this.
pushSpaces(!0);continue e}}}break e}return e}*pushTag(){if(this.charAt(1)==="<"){let e=this.pos+2,s=this.buffer[e];for(;!Ht(s)&&s!==">";)s=this.buffer[++e];return yield*this.
pushToIndex(s===">"?e+1:e,!1)}else{let e=this.pos+1,s=this.buffer[e];for(;s;)if(rI.has(s))s=this.buffer[++e];else if(s==="%"&&Ky.has(this.buffer[e+1])&&Ky.has(this.
buffer[e+2]))s=this.buffer[e+=3];else break;return yield*this.pushToIndex(e,!1)}}*pushNewline(){let e=this.buffer[this.pos];return e===`
`?yield*this.pushCount(1):e==="\r"&&this.charAt(1)===`
`?yield*this.pushCount(2):0}*pushSpaces(e){let s=this.pos-1,r;do r=this.buffer[++s];while(r===" "||e&&r==="	");let n=s-this.pos;return n>0&&(yield this.buffer.substr(
this.pos,n),this.pos=s),n}*pushUntil(e){let s=this.pos,r=this.buffer[s];for(;!e(r);)r=this.buffer[++s];return yield*this.pushToIndex(s,!1)}};Yy.Lexer=_u});var Au=N(Xy=>{"use strict";var Cu=class{constructor(){this.lineStarts=[],this.addNewLine=e=>this.lineStarts.push(e),this.linePos=e=>{let s=0,r=this.lineStarts.length;
for(;s<r;){let o=s+r>>1;this.lineStarts[o]<e?s=o+1:r=o}if(this.lineStarts[s]===e)return{line:s+1,col:1};if(s===0)return{line:0,col:e};let n=this.lineStarts[s-1];
return{line:s,col:e-n+1}}}};Xy.LineCounter=Cu});var Tu=N(tk=>{"use strict";var oI=require("process"),Jy=La(),iI=Eu();function Ks(t,e){for(let s=0;s<t.length;++s)if(t[s].type===e)return!0;return!1}function Qy(t){
for(let e=0;e<t.length;++e)switch(t[e].type){case"space":case"comment":case"newline":break;default:return e}return-1}function ek(t){switch(t?.type){case"alias":case"\
scalar":case"single-quoted-scalar":case"double-quoted-scalar":case"flow-collection":return!0;default:return!1}}function qa(t){switch(t.type){case"document":return t.
start;case"block-map":{let e=t.items[t.items.length-1];return e.sep??e.start}case"block-seq":return t.items[t.items.length-1].start;default:return[]}}function fn(t){
if(t.length===0)return[];let e=t.length;e:for(;--e>=0;)switch(t[e].type){case"doc-start":case"explicit-key-ind":case"map-value-ind":case"seq-item-ind":case"newl\
ine":break e}for(;t[++e]?.type==="space";);return t.splice(e,t.length)}function Wa(t,e){if(e.length<1e5)Array.prototype.push.apply(t,e);else for(let s=0;s<e.length;++s)
t.push(e[s])}function Zy(t){if(t.start.type==="flow-seq-start")for(let e of t.items)e.sep&&!e.value&&!Ks(e.start,"explicit-key-ind")&&!Ks(e.sep,"map-value-ind")&&
(e.key&&(e.value=e.key),delete e.key,ek(e.value)?e.value.end?Wa(e.value.end,e.sep):e.value.end=e.sep:Wa(e.start,e.sep),delete e.sep)}var $u=class{constructor(e){
this.atNewLine=!0,this.atScalar=!1,this.indent=0,this.offset=0,this.onKeyLine=!1,this.stack=[],this.source="",this.type="",this.lexer=new iI.Lexer,this.onNewLine=
e}*parse(e,s=!1){this.onNewLine&&this.offset===0&&this.onNewLine(0);for(let r of this.lexer.lex(e,s))yield*this.next(r);s||(yield*this.end())}*next(e){if(this.source=
e,oI.env.LOG_TOKENS&&console.log("|",Jy.prettyToken(e)),this.atScalar){this.atScalar=!1,yield*this.step(),this.offset+=e.length;return}let s=Jy.tokenType(e);if(s)
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
0),s.type==="flow-collection"&&Zy(s),r.type){case"document":r.value=s;break;case"block-scalar":r.props.push(s);break;case"block-map":{let n=r.items[r.items.length-
1];if(n.value){r.items.push({start:[],key:s,sep:[]}),this.onKeyLine=!0;return}else if(n.sep)n.value=s;else{Object.assign(n,{key:s,sep:[]}),this.onKeyLine=!n.explicitKey;
return}break}case"block-seq":{let n=r.items[r.items.length-1];n.value?r.items.push({start:[],value:s}):n.value=s;break}case"flow-collection":{let n=r.items[r.items.
length-1];!n||n.value?r.items.push({start:[],key:s,sep:[]}):n.sep?n.value=s:Object.assign(n,{key:s,sep:[]});return}default:yield*this.pop(),yield*this.pop(s)}if((r.
type==="document"||r.type==="block-map"||r.type==="block-seq")&&(s.type==="block-map"||s.type==="block-seq")){let n=s.items[s.items.length-1];n&&!n.sep&&!n.value&&
n.start.length>0&&Qy(n.start)===-1&&(s.indent===0||n.start.every(o=>o.type!=="comment"||o.indent<s.indent))&&(r.type==="document"?r.end=n.start:r.items.push({start:n.
start}),s.items.splice(-1,1))}}}*stream(){switch(this.type){case"directive-line":yield{type:"directive",offset:this.offset,source:this.source};return;case"byte-\
order-mark":case"space":case"comment":case"newline":yield this.sourceToken;return;case"doc-mode":case"doc-start":{let e={type:"document",offset:this.offset,start:[]};
this.type==="doc-start"&&e.start.push(this.sourceToken),this.stack.push(e);return}}yield{type:"error",offset:this.offset,message:`Unexpected ${this.type} token \
in YAML stream`,source:this.source}}*document(e){if(e.value)return yield*this.lineEnd(e);switch(this.type){case"doc-start":{Qy(e.start)!==-1?(yield*this.pop(),yield*this.
step()):e.start.push(this.sourceToken);return}case"anchor":case"tag":case"space":case"comment":case"newline":e.start.push(this.sourceToken);return}let s=this.startBlockValue(
e);s?this.stack.push(s):yield{type:"error",offset:this.offset,message:`Unexpected ${this.type} token in YAML document`,source:this.source}}*scalar(e){if(this.type===
"map-value-ind"){let s=qa(this.peek(2)),r=fn(s),n;e.end?(n=e.end,n.push(this.sourceToken),delete e.end):n=[this.sourceToken];let o={type:"block-map",offset:e.offset,
indent:e.indent,items:[{start:r,key:e,sep:n}]};this.onKeyLine=!0,this.stack[this.stack.length-1]=o}else yield*this.lineEnd(e)}*blockScalar(e){switch(this.type){case"\
space":case"comment":case"newline":e.props.push(this.sourceToken);return;case"scalar":if(e.source=this.source,this.atNewLine=!0,this.indent=0,this.onNewLine){let s=this.
source.indexOf(`
`)+1;for(;s!==0;)this.onNewLine(this.offset+s),s=this.source.indexOf(`
`,s)+1}yield*this.pop();break;default:yield*this.pop(),yield*this.step()}}*blockMap(e){let s=e.items[e.items.length-1];switch(this.type){case"newline":if(this.onKeyLine=
!1,s.value){let r="end"in s.value?s.value.end:void 0;(Array.isArray(r)?r[r.length-1]:void 0)?.type==="comment"?r?.push(this.sourceToken):e.items.push({start:[this.
sourceToken]})}else s.sep?s.sep.push(this.sourceToken):s.start.push(this.sourceToken);return;case"space":case"comment":if(s.value)e.items.push({start:[this.sourceToken]});else if(s.
sep)s.sep.push(this.sourceToken);else{if(this.atIndentedComment(s.start,e.indent)){let n=e.items[e.items.length-2]?.value?.end;if(Array.isArray(n)){Wa(n,s.start),
n.push(this.sourceToken),e.items.pop();return}}s.start.push(this.sourceToken)}return}if(this.indent>=e.indent){let r=!this.onKeyLine&&this.indent===e.indent,n=r&&
(s.sep||s.explicitKey)&&this.type!=="seq-item-ind",o=[];if(n&&s.sep&&!s.value){let i=[];for(let a=0;a<s.sep.length;++a){let l=s.sep[a];switch(l.type){case"newli\
ne":i.push(a);break;case"space":break;case"comment":l.indent>e.indent&&(i.length=0);break;default:i.length=0}}i.length>=2&&(o=s.sep.splice(i[1]))}switch(this.type){case"\
anchor":case"tag":n||s.value?(o.push(this.sourceToken),e.items.push({start:o}),this.onKeyLine=!0):s.sep?s.sep.push(this.sourceToken):s.start.push(this.sourceToken);
return;case"explicit-key-ind":!s.sep&&!s.explicitKey?(s.start.push(this.sourceToken),s.explicitKey=!0):n||s.value?(o.push(this.sourceToken),e.items.push({start:o,
explicitKey:!0})):this.stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:[this.sourceToken],explicitKey:!0}]}),this.onKeyLine=!0;
return;case"map-value-ind":if(s.explicitKey)if(s.sep)if(s.value)e.items.push({start:[],key:null,sep:[this.sourceToken]});else if(Ks(s.sep,"map-value-ind"))this.
stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:o,key:null,sep:[this.sourceToken]}]});else if(ek(s.key)&&!Ks(s.sep,"newline")){
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
this.sourceToken]});else{if(this.atIndentedComment(s.start,e.indent)){let n=e.items[e.items.length-2]?.value?.end;if(Array.isArray(n)){Wa(n,s.start),n.push(this.
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
this.type==="newline"&&!r.items[r.items.length-1].sep))yield*this.pop(),yield*this.step();else if(this.type==="map-value-ind"&&r.type!=="flow-collection"){let n=qa(
r),o=fn(n);Zy(e);let i=e.end.splice(1,e.end.length);i.push(this.sourceToken);let a={type:"block-map",offset:e.offset,indent:e.indent,items:[{start:o,key:e,sep:i}]};
this.onKeyLine=!0,this.stack[this.stack.length-1]=a}else yield*this.lineEnd(e)}}flowScalar(e){if(this.onNewLine){let s=this.source.indexOf(`
`)+1;for(;s!==0;)this.onNewLine(this.offset+s),s=this.source.indexOf(`
`,s)+1}return{type:e,offset:this.offset,indent:this.indent,source:this.source}}startBlockValue(e){switch(this.type){case"alias":case"scalar":case"single-quoted-\
scalar":case"double-quoted-scalar":return this.flowScalar(this.type);case"block-scalar-header":return{type:"block-scalar",offset:this.offset,indent:this.indent,
props:[this.sourceToken],source:""};case"flow-map-start":case"flow-seq-start":return{type:"flow-collection",offset:this.offset,indent:this.indent,start:this.sourceToken,
items:[],end:[]};case"seq-item-ind":return{type:"block-seq",offset:this.offset,indent:this.indent,items:[{start:[this.sourceToken]}]};case"explicit-key-ind":{this.
onKeyLine=!0;let s=qa(e),r=fn(s);return r.push(this.sourceToken),{type:"block-map",offset:this.offset,indent:this.indent,items:[{start:r,explicitKey:!0}]}}case"\
map-value-ind":{this.onKeyLine=!0;let s=qa(e),r=fn(s);return{type:"block-map",offset:this.offset,indent:this.indent,items:[{start:r,key:null,sep:[this.sourceToken]}]}}}
return null}atIndentedComment(e,s){return this.type!=="comment"||this.indent<=s?!1:e.every(r=>r.type==="newline"||r.type==="space")}*documentEnd(e){this.type!==
"doc-mode"&&(e.end?e.end.push(this.sourceToken):e.end=[this.sourceToken],this.type==="newline"&&(yield*this.pop()))}*lineEnd(e){switch(this.type){case"comma":case"\
doc-start":case"doc-end":case"flow-seq-end":case"flow-map-end":case"map-value-ind":yield*this.pop(),yield*this.step();break;case"newline":this.onKeyLine=!1;default:
e.end?e.end.push(this.sourceToken):e.end=[this.sourceToken],this.type==="newline"&&(yield*this.pop())}}};tk.Parser=$u});var ik=N(yo=>{"use strict";var sk=hu(),aI=lo(),bo=po(),lI=md(),cI=se(),dI=Au(),rk=Tu();function nk(t){let e=t.prettyErrors!==!1;return{lineCounter:t.lineCounter||
e&&new dI.LineCounter||null,prettyErrors:e}}function uI(t,e={}){let{lineCounter:s,prettyErrors:r}=nk(e),n=new rk.Parser(s?.addNewLine),o=new sk.Composer(e),i=Array.
from(o.compose(n.parse(t)));if(r&&s)for(let a of i)a.errors.forEach(bo.prettifyError(t,s)),a.warnings.forEach(bo.prettifyError(t,s));return i.length>0?i:Object.
assign([],{empty:!0},o.streamInfo())}function ok(t,e={}){let{lineCounter:s,prettyErrors:r}=nk(e),n=new rk.Parser(s?.addNewLine),o=new sk.Composer(e),i=null;for(let a of o.
compose(n.parse(t),!0,t.length))if(!i)i=a;else if(i.options.logLevel!=="silent"){i.errors.push(new bo.YAMLParseError(a.range.slice(0,2),"MULTIPLE_DOCS","Source \
contains multiple documents; please use YAML.parseAllDocuments()"));break}return r&&s&&(i.errors.forEach(bo.prettifyError(t,s)),i.warnings.forEach(bo.prettifyError(
t,s))),i}function pI(t,e,s){let r;typeof e=="function"?r=e:s===void 0&&e&&typeof e=="object"&&(s=e);let n=ok(t,s);if(!n)return null;if(n.warnings.forEach(o=>lI.
warn(n.options.logLevel,o)),n.errors.length>0){if(n.options.logLevel!=="silent")throw n.errors[0];n.errors=[]}return n.toJS(Object.assign({reviver:r},s))}function mI(t,e,s){
let r=null;if(typeof e=="function"||Array.isArray(e)?r=e:s===void 0&&e&&(s=e),typeof s=="string"&&(s=s.length),typeof s=="number"){let n=Math.round(s);s=n<1?void 0:
n>8?{indent:8}:{indent:n}}if(t===void 0){let{keepUndefined:n}=s??e??{};if(!n)return}return cI.isDocument(t)&&!r?t.toString(s):new aI.Document(t,r,s).toString(s)}
yo.parse=pI;yo.parseAllDocuments=uI;yo.parseDocument=ok;yo.stringify=mI});var lk=N(ae=>{"use strict";var fI=hu(),hI=lo(),gI=Yd(),Ru=po(),bI=Gn(),Ys=se(),yI=Us(),kI=qe(),vI=Gs(),wI=zs(),xI=La(),SI=Eu(),_I=Au(),EI=Tu(),Ma=ik(),ak=Vn();ae.
Composer=fI.Composer;ae.Document=hI.Document;ae.Schema=gI.Schema;ae.YAMLError=Ru.YAMLError;ae.YAMLParseError=Ru.YAMLParseError;ae.YAMLWarning=Ru.YAMLWarning;ae.
Alias=bI.Alias;ae.isAlias=Ys.isAlias;ae.isCollection=Ys.isCollection;ae.isDocument=Ys.isDocument;ae.isMap=Ys.isMap;ae.isNode=Ys.isNode;ae.isPair=Ys.isPair;ae.isScalar=
Ys.isScalar;ae.isSeq=Ys.isSeq;ae.Pair=yI.Pair;ae.Scalar=kI.Scalar;ae.YAMLMap=vI.YAMLMap;ae.YAMLSeq=wI.YAMLSeq;ae.CST=xI;ae.Lexer=SI.Lexer;ae.LineCounter=_I.LineCounter;
ae.Parser=EI.Parser;ae.parse=Ma.parse;ae.parseAllDocuments=Ma.parseAllDocuments;ae.parseDocument=Ma.parseDocument;ae.stringify=Ma.stringify;ae.visit=ak.visit;ae.
visitAsync=ak.visitAsync});var pk={};Va(pk,{checkGuardFile:()=>AI,readGuardFile:()=>CI});function CI(t,e){let s=new At.LineCounter,r=m=>{let{line:h,col:f}=s.linePos(m);return`${e}:${h}:${f}`},
n=(0,At.parseDocument)(t,{lineCounter:s,prettyErrors:!1,strict:!0,uniqueKeys:!0}),o=n.errors[0]??n.warnings[0];if(o)throw new at(`${r(o.pos[0])}  ${o.message.split(
`
`)[0]}`);let i=(m,h)=>{throw new at(`${r(m?.range?.[0]??0)}  ${h}`)},a=n.contents;if(!(0,At.isMap)(a))return i(a,'must be a map with "schema: 1"');let l=new Map;
for(let{key:m,value:h}of a.items){let f=(0,At.isScalar)(m)?String(m.value):"";ck.includes(f)||i(m,`unknown key "${f}"; there are ${ck.join(", ")}`),l.set(f,h)}let c=l.
get("schema");(!(0,At.isScalar)(c)||c.value!==1)&&i(c??a,'must say "schema: 1"');let d=m=>{let h=l.get(m);return h===void 0?[]:(0,At.isSeq)(h)?(h.items.length>dk&&
i(h,`${m}: has more than ${dk} entries`),h.items.map(f=>!(0,At.isScalar)(f)||typeof f.value!="string"?i(f,`${m}: must hold texts`):{name:f.value,place:r(f.range?.[0]??
0)})):i(h,`${m}: must be a list`)},u=l.get("level"),p=lr.find(m=>(0,At.isScalar)(u)&&u.value===m);return u!==void 0&&p===void 0&&i(u,`level: must be one of ${lr.
join(", ")}`),{level:p,allow:d("allow"),deny:d("deny"),rules:d("rules")}}function AI({allow:t,deny:e},s){let r=new Map(s.map(n=>[n.id,n]));for(let{name:n,place:o}of[
...t,...e])if(!r.has(n)&&!uk.includes(n))throw new at(`${o}  there is no rule "${n}"`,"`gatebench guard --list` prints the rules.");for(let{name:n,place:o}of t){
if(r.get(n)?.severity==="catastrophic")throw new at(`${o}  the rule "${n}" is catastrophic and cannot be allowed`);if(uk.includes(n))throw new at(`${o}  "${n}" \
cannot be allowed: what was not read may be catastrophic`);if(e.some(i=>i.name===n))throw new at(`${o}  the rule "${n}" is both allowed and denied`)}}var At,ck,
dk,uk,mk=Ke(()=>{"use strict";At=qu(lk(),1);sn();cr();ck=["schema","level","allow","deny","rules"],dk=500,uk=["unreadable-command","unverifiable-command","unpar\
sed-command"]});function $I(t){for(let e=0;e<t.length;e++){let s=t.charCodeAt(e);if(s>=55296&&s<=56319){if(e===t.length-1)return!0;let r=t.charCodeAt(e+1);if(!(r>=56320&&r<=57343))
return!0;e++}else if(s>=56320&&s<=57343)return!0}return!1}function Tr(t,e=new Set){if(typeof t=="number"&&isNaN(t))throw new Error("NaN is not allowed");if(typeof t==
"number"&&!isFinite(t))throw new Error("Infinity is not allowed");if(typeof t=="string"&&$I(t))throw new Error("Lone surrogate is not allowed");if(t===null||typeof t!=
"object")return JSON.stringify(t);if(typeof t.toJSON=="function"){if(e.has(t))throw new Error("Circular reference detected");e.add(t);let r=Tr(t.toJSON(),e);return e.
delete(t),r}if(e.has(t))throw new Error("Circular reference detected");e.add(t);let s;if(Array.isArray(t))s=`[${t.map(n=>Tr(n===void 0||typeof n=="symbol"?null:
n,e)).join(",")}]`;else{let r=[];for(let n of Object.keys(t).sort())t[n]===void 0||typeof t[n]=="symbol"||r.push(`${Tr(n)}:${Tr(t[n],e)}`);s=`{${r.join(",")}}`}
return e.delete(t),s}var fk=Ke(()=>{});function Iu(t){if(Pu(t))return JSON.stringify(t);if(bk(t))return TI(t);if(Array.isArray(t))return`[${t.map(s=>gk(s)?"null":Iu(s)).join(",")}]`;let e=Tr(t);if(e===
void 0)throw new Error("value has no JSON form");return e}function TI(t){let e="";for(let s of Object.keys(t).sort()){let r=t[s];if(!gk(r)){if(!s.isWellFormed())
throw new Error("Lone surrogate is not allowed");e+=`${e===""?"{":","}${JSON.stringify(s)}:${Iu(r)}`}}return e===""?"{}":`${e}}`}function Pu(t){switch(typeof t){case"\
string":return t.isWellFormed();case"number":return Number.isFinite(t);case"boolean":return!0;case"object":{if(t===null)return!0;if(Array.isArray(t))return t.every(
Pu);if(!bk(t))return!1;let e;for(let s of Object.keys(t)){if(e!==void 0&&s<e||!s.isWellFormed()||!Pu(t[s]))return!1;e=s}return!0}default:return!1}}function bk(t){
if(typeof t!="object"||t===null||"toJSON"in t)return!1;let e=Object.getPrototypeOf(t);return e===Object.prototype||e===null}function Nu(t){return(0,hk.hash)("sh\
a256",t)}function yk(t){return Nu(Iu(t))}var hk,gk,kk=Ke(()=>{"use strict";hk=require("node:crypto");fk();gk=t=>t===void 0||typeof t=="symbol"});var Ou,vk=Ke(()=>{"use strict";Ou=({id:t,placeholder:e=`[redacted:${t}#{n}]`},s)=>e.replace("{n}",String(s))});var RI,PI,wk,xk=Ke(()=>{"use strict";RI="q8Zr2LmX9vKd4TbN7wYc1HsJ6pGf3QeR5aUiOx0B",PI="9f86d081884c7d659a2feaa0c55ad015",wk=t=>t.replace(/\{(random|RANDOM|hex) (\d+)\}/g,
(e,s,r)=>{let n=(s==="hex"?PI:RI).repeat(3).slice(0,Number(r));return s==="RANDOM"?n.toUpperCase():n})});var II,NI,OI,Sk,_k=Ke(()=>{"use strict";II=new Set(["agent app admin build builder circleci codespace coder dev developer docker git jenkins linuxbrew me","name\
 node nobody oracle public root runner runneradmin runner-admin shared default ubuntu user","username users vagrant vscode work workspace you your-name yourname\
 youruser your_user_name"].flatMap(t=>t.split(" "))),NI=/\.(?:png|jpe?g|gif|svg|webp|avif|ico|css|s[ac]ss|less|[cm]?[jt]sx?|json|html?|map|ya?ml|toml|lock|txt|log|xml|service|socket|timer|target|mount|path|plist|tar|gz|tgz|zip|whl|jar|patch|diff|class|java|kt|cpp|hpp)$/i,
OI=/(?:^|[.])(?:example(?:\.(?:com|org|net|edu))?|test|invalid|localhost|local)$/i,Sk=[{id:"email",pattern:/(?<![\w.+%-])[A-Za-z0-9_][\w.+%-]{0,63}@(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,5}[A-Za-z]{2,24}(?![\w@-])/g,
hints:["@"],reach:65,accepts:t=>{let[e,s]=t.split("@");return e===""||/^(?:git|noreply|no-reply|this|super|return|break|continue|root|user|you|name|email|someone)$/i.
test(e)||s==="users.noreply.github.com"||OI.test(s)||NI.test(s)?!1:!/^v?\d{1,9}\.\d/.test(s)&&/\.(?:[a-z]+|[A-Z]+)$/.test(s)},examples:{"Ada <ada.lovelace+x@ana\
lytical.engine.org>,":"Ada <[redacted:email#1]>,","mailto:ada@engine.org?subject=x":"mailto:[redacted:email#1]?subject=x","git@github.com:a/b.git":"git@github.c\
om:a/b.git",'"import pytest\\n@pytest.mark\\ndef"':'"import pytest\\n@pytest.mark\\ndef"',"pkg@1.0.0-beta.rc @scope/pkg icon@2x.png getty@tty1.service this@Oute\
r.run x@example.com":"pkg@1.0.0-beta.rc @scope/pkg icon@2x.png getty@tty1.service this@Outer.run x@example.com"}},{id:"home-user",pattern:/(?:(?<![\w.~-])\/(?:home|Users)\/|\b[A-Za-z]:(?:\\{1,4}|\/)Users(?:\\{1,4}|\/))([A-Za-z0-9_][\w.-]{0,63})(?![\w.-]|\*)/g,
hints:["/home/","/Users/","Users\\",":/Users"],reach:6,accepts:t=>!II.has(t.toLowerCase()),examples:{"/home/ada/project/a.ts":"/home/[redacted:home-user#1]/proj\
ect/a.ts","at file:///Users/ada.l/x":"at file:///Users/[redacted:home-user#1]/x","C:\\Users\\Ada\\x, C:\\\\Users\\\\Ada\\\\x":"C:\\Users\\[redacted:home-user#1]\\x\
, C:\\\\Users\\\\[redacted:home-user#1]\\\\x","/home/agent/x /home/runner/y src/home/page.ts GET /api/Users/7":"/home/agent/x /home/runner/y src/home/page.ts GE\
T /api/Users/7"}},{id:"ip-address",optional:!0,pattern:/(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w.]*\d)|(?<![\w:.])(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}(?![\w:.])/g,
accepts:t=>!/^(?:127\.|0\.0\.0\.0$|255\.255|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.)/.test(t),examples:{"from 10.20.30.40:443":"from [redacted:ip-address#1]:44\
3","2a00:1450:4001:81b:0:0:0:200e":"[redacted:ip-address#1]","127.0.0.1 1.2.3.4.5 v1.2.3":"127.0.0.1 1.2.3.4.5 v1.2.3"}}]});function Ek(t){let e=new Map;for(let r of t)e.set(r,(e.get(r)??0)+1);let s=0;for(let r of e.values())s-=r/t.length*Math.log2(r/t.length);return s}function Ck(t){
let{least_entropy:e,entropy_above:s,has:r=[],not:n=[],no_end:o}=t;return(i,a)=>o!==void 0&&i.endsWith(o)||n.includes("placeholder")&&DI.test(i)||e!==void 0&&Ek(
i)<e||s!==void 0&&Ek(i)<=s||!r.every(l=>LI[l].test(i))||n.includes("words")&&qI.test(i)?!1:!(n.includes("local-address")&&WI.test(a))}var LI,DI,qI,WI,Ak=Ke(()=>{
"use strict";LI={digit:/\d/,letter:/[A-Za-z]/},DI=/^(?:x{3,}|\*{3,}|\.{3,}|0+|1234567\d*|changeme|change_me|password|passwd|secret|token|none|null|undefined|true|false|example|dummy|test(?:ing)?|fake|sample|placeholder|redacted|your[_-].*|my[_-].*|<.*>|\$\{.*\}|\{\{.*\}\}|\$[A-Z_]+|%\(?.*\)?s?|process\.env.*|os\.environ.*|env\..*)$/i,
qI=/^(?:[$<{%]|https?:\/\/|(?:\.{0,2}|~)\/(?:[\w.-]{1,100}\/)+[\w.-]*$|process\.|os\.|env\.|(?:your|my|test|fake|dummy|example|sample|xxx)[_-])|^[./~@#]{0,3}(?:[A-Za-z]{1,40}|v?\d{1,4})(?:[-_./:@ ]{1,2}(?:[A-Za-z]{1,40}\d{0,4}|v?\d{1,4})){0,30}$/i,
WI=/^[^@]*@(?:localhost|127\.0\.0\.1|\[::1\]|(?:[\w-]+\.){0,20}(?:example(?:\.com|\.org|\.net)?|test|invalid|local))\.?(?![\w.-]|:\/\/)/i});var $k,Tk=Ke(()=>{"use strict";$k=JSON.parse(`[{"id":"private-key","patches":"high","pattern":"-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----[A-\
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
":["SORT_KEY=created_at_desc","MAX_TOKENS=128000"]}}]`)});var Rk,Pk=Ke(()=>{"use strict";Wt();Ak();Tk();Rk=$k.map(({pattern:t,flags:e="",accepts:s,...r})=>({...r,pattern:new RegExp(t,`g${e}`),...we({accepts:s&&Ck(s)})}))});var MI,Ik,Nk=Ke(()=>{"use strict";Wt();xk();_k();Pk();MI=Rk.flatMap(({id:t,pattern:e,accepts:s,texts:r,examples:n})=>{if(!r)return[];let{field:o,...i}=r,{redacts:a={},
leaves:l=[]}=n,c=[...Object.entries(a),...l.map(d=>[d,d])];return[{id:t,pattern:e,...i,...we({accepts:s,field:o===void 0?void 0:new RegExp(o,"i")}),examples:Object.
fromEntries(c.map(d=>d.map(wk)))}]}),Ik=[...MI,...Sk]});function Lk(t){let e=new Uint8Array(Lu+1),s=new Map,r=Array.from({length:128},()=>[]);for(let o of t)if(o.text.length===1)for(let i of Dk(o,o.text))r[i].push({hint:o,
back:0});else for(let[i,a]of FI(o))e[i]=1,s.set(i,[...s.get(i)??[],{hint:o,back:a}]);let n=Uint8Array.from(r,o=>+(o.length>0));return(o,i)=>{let a=Ok,l=(d,u)=>{
for(let{hint:p,back:m}of d){let h=u-m;if(h<0||!VI(o,h,p))continue;if(i.left<=0)return!1;i.left-=1,a===Ok&&(a=new Map);let f=a.get(p.rule);f?f.at(-1)!==h&&f.push(
h):a.set(p.rule,[h])}return!0},c=0;for(let d=0;d<o.length;d++){let u=o.charCodeAt(d)&127;if(c=(c<<6^u)&Lu,e[c]!==0&&!l(s.get(c),d)||n[u]!==0&&!l(r[u],d))return}
return a}}function*FI({text:t,fold:e}){let s=[...t.slice(0,3)],r=s.map(l=>Dk({fold:e},l));for(;r.length<3;)r.unshift(Array.from({length:128},(l,c)=>c));let n=new Set,
[o=[],i=[],a=[]]=r;for(let l of o)for(let c of i)for(let d of a){let u=((l<<6^c)<<6^d)&Lu;n.has(u)||(yield[u,s.length-1]),n.add(u)}}function Dk({fold:t},e){let s=e.
charCodeAt(0);return t&&s>=97&&s<=122?[s,s-32]:[s&127]}function VI(t,e,{text:s,fold:r}){return r?t.slice(e,e+s.length).toLowerCase()===s:t.startsWith(s,e)}var Ok,
jI,Lu,qk=Ke(()=>{"use strict";Ok=new Map,jI=18,Lu=2**jI-1});function Mk(t,e){let s=t.map(a=>{let l=[...new Set([...a.pattern.flags.replace(/[gy]/g,""),"d"])].join(""),c=`(${a.pattern.source})`,d=`[^]{0,${a.reach??0}}?${c}`;
return{rule:a,near:new RegExp(d,`${l}y`),next:new RegExp(c,`${l}g`)}}),r=({hints:a=[],fold:l=!1},c)=>a.map(d=>({text:d,fold:l,rule:c})),n=Lk(t.flatMap(r)),o=t.findIndex(
({hints:a})=>!a),i=o<0?t.length:o;return(a,l)=>{let c=n(a,l);if(!c)return;let d=[],u;for(let p=c.size>0?0:i;p<s.length;p++){let m=s[p],h=m.rule.hints&&c.get(p);
if(m.rule.hints&&!h)continue;let f=h?UI(m,a,h,e):BI(m,a,e);for(let g of f)u??=new Uint8Array(a.length),!u.subarray(g.from,g.to).includes(1)&&(u.fill(1,g.from,g.
to),d.push(g))}return d.sort((p,m)=>p.from-m.from)}}function UI({rule:t,near:e},s,r,n){let o=[],i=0;for(let a of r){if(a<i)continue;e.lastIndex=Math.max(i,a-(t.
reach??0));let l=e.exec(s);if(!l)continue;let c=jk(t,s,l,i,n);c&&(o.push(c),i=c.to)}return o}function BI({rule:t,next:e},s,r){let n=[];e.lastIndex=0;for(let o=e.
exec(s);o;o=e.exec(s)){o[0]===""&&e.lastIndex++;let i=jk(t,s,o,n.at(-1)?.to??0,r);i&&n.push(i)}return n}function jk(t,e,s,r,n){let[o,i]=s.indices[2]??s.indices[1],
a=t.quotes?-1:e.slice(o,i).indexOf('"'),l=GI(e,Math.max(r,o),a===-1?i:o+a),c=e.slice(l.from,l.to);if(!(c===""||Fk(c,n)||t.accepts&&!t.accepts(c,s[1])))return{rule:t,
...l}}function Fk(t,e){let s=t.replace(e,"");return s.length<t.length&&s.length<Wk}function Vk({field:t,accepts:e},s,r,n){return!t||r.length<Wk||r.length>HI?!1:
!/\s/.test(r)&&t.test(s)&&!Fk(r,n)&&(!e||e(r,r))}function GI(t,e,s){let r=zI(t,e),n=s,o=/\\+u[0-9a-fA-F]{0,3}$/.exec(t.slice(Math.max(r,n-16),n));for(o&&Hk.test(
t[n]??"")&&(n-=o[0].length);n>r&&t[n-1]==="\\";)n--;return Uk(t,n-1)&&Bk(t,n)&&n--,{from:r,to:Math.max(r,n)}}function zI(t,e){let s=e;if(t[s-1]==="\\"){for(;t[s]===
"\\";)s++;return/^u[0-9a-fA-F]{4}$/.test(t.slice(s,s+5))?s+5:'"/bfnrtu'.includes(t[s]??" ")?s+1:s}let r=/\\u([0-9a-fA-F]{0,3})$/.exec(t.slice(Math.max(0,s-5),s));
for(let n=r?4-r[1].length:0;n>0&&Hk.test(t[s]??"");n--)s++;return Bk(t,s)&&Uk(t,s-1)&&s++,s}var Wk,HI,Hk,Uk,Bk,Gk=Ke(()=>{"use strict";qk();Wk=12,HI=300;Hk=/^[0-9a-fA-F]$/;
Uk=(t,e)=>(t.charCodeAt(e)&64512)===55296,Bk=(t,e)=>(t.charCodeAt(e)&64512)===56320});function Xk(t=tN,e=QI){let s=iN(t),r=Mk(t,s),n=yk([KI,t.map(i=>[i.id,i.pattern.source,i.pattern.flags,i.placeholder??null])]),o=()=>({...sN(t,r,s,e),sha256:n,begin:o});
return o()}function sN(t,e,s,r){let n={left:r},o=rN(),i=(d,u,p)=>{let m=d,h=p==="facts"&&d.length<=ZI?{left:4*d.length}:n;for(let f=0;f<YI;f++){let g=e(m,h);if(!g)
return u["too-dense"]=(u["too-dense"]??0)+1,Yk;if(g.length===0)return m;m=oN(m,g,(y,v)=>(u[y.id]=(u[y.id]??0)+1,p==="patch"?nN(v,x=>o(y,x)):o(y,v)))}return m},a=(d,u)=>d.
split("/").map(p=>{let m={},h=i(p,m,"facts");if(h===p||zk(h.replace(s,""))!==zk(p))return p;for(let[f,g]of Object.entries(m))u[f]=(u[f]??0)+g;return h}).join("/"),
l=(d,u,p,m)=>typeof d=="string"?i(d,u,m):typeof d!="object"||d===null?d:p>JI?(u["too-deep"]=(u["too-deep"]??0)+1,Kk):Array.isArray(d)?d.map(h=>l(h,u,p+1,m)):Object.
fromEntries(Object.entries(d).map(([h,f])=>{let g=i(h,u,m);if(m==="facts"&&typeof f=="string"&&eN.has(h))return[g,a(f,u)];let y=l(f,u,p+1,m),v=typeof f=="string"&&
y===f&&t.find(x=>Vk(x,h,f,s));return v?(u[v.id]=(u[v.id]??0)+1,[g,o(v,f)]):[g,y]})),c=d=>{let u={};return{value:d(u),found:u}};return{text:(d,u)=>c(p=>i(d,p,u)),
json:(d,u)=>c(p=>l(d,p,0,u))}}function rN(){let t=new Map;return(e,s)=>{let r=t.get(e.id)??new Map;t.set(e.id,r);let n=s.length>64?Nu(s):s,o=r.get(n);return o===
void 0&&(o=r.size<XI?r.size+1:0,o>0&&r.set(n,o)),Ou(e,o)}}function nN(t,e){let[s="",...r]=t.split(`
`),n=e([s,...r.map(o=>o.slice(1))].join(`
`));return[s===""?"":n,...r.map(o=>`${o.slice(0,1)}${o.length>1?n:""}`)].join(`
`)}function oN(t,e,s){let r=[],n=0;for(let{rule:o,from:i,to:a}of e)r.push(t.slice(n,i),s(o,t.slice(i,a))),n=a;return r.join("")+t.slice(n)}function iN(t){let s=[
...t.map(r=>Ou(r,Number.NaN)),Kk,Yk].map(r=>r.replace(/[\\^$.*+?()[\]{}|/-]/g,"\\$&").replace("NaN","\\d{1,9}"));return new RegExp(s.join("|"),"g")}var KI,YI,XI,
JI,Kk,QI,Yk,ZI,eN,tN,zk,Jk=Ke(()=>{"use strict";kk();vk();Nk();Gk();KI=2,YI=20,XI=2e5,JI=500,Kk="[redacted:too-deep]",QI=2e6,Yk="[redacted:too-dense]",ZI=8192,eN=
new Set(["path","old_path"]),tN=Ik.filter(({optional:t})=>!t);zk=t=>t.replace(/[A-Za-z0-9_-]/g,"")});var ev={};Va(ev,{appendLogLine:()=>dN,formatLogLine:()=>Zk});function Zk({time:t,client:e,verdict:s,rule:r,subject:n}){let{value:o}=Xk().text(n.slice(0,aN)),i=o.
length>Qk?`${o.slice(0,Qk)} \u2026`:o,a=cN.reduce((l,c)=>l.replace(c,"$1[redacted]"),i);return`${t.toISOString()} ${e} ${s} ${r||"-"} ${wr(a)}`}function dN(t,e){
let s=`${Zk(e)}
`,r=(0,xt.openSync)(t,lN,384);try{if(!(0,xt.fstatSync)(r).isFile())throw Object.assign(new Error(`${t} is not a file`),{code:"not a file"});(0,xt.writeSync)(r,s)}finally{
(0,xt.closeSync)(r)}}var xt,aN,Qk,lN,cN,tv=Ke(()=>{"use strict";xt=require("node:fs");sn();Jk();aN=64*1024,Qk=2e3,lN=xt.constants.O_WRONLY|xt.constants.O_CREAT|
xt.constants.O_APPEND|xt.constants.O_NOFOLLOW|xt.constants.O_NONBLOCK,cN=[/(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@"']*:)[^\s/@"']+(?=@)/gi,/((?:^|\s)(?:-u|-U|--user|--proxy-user)[ =]?["']?[^\s:"'/]+:)[^\s"']+/g,
/((?:^|[\s;&?"'{,])-{0,2}[\w-]*(?:password|passwd|passphrase|secret|token|api[-_]?key)["']?\s*[=: ]\s*["']?)[^\s"'&;$]+/gi,/(\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump|sshpass)\b[^|;&]*?\s-p ?["']?)[^\s"'-][^\s"']*/g]});var EN={};Va(EN,{CLOSED_CONTAINER:()=>Rr,GuardrailSuite:()=>Wi,NON_EMPTY_VALUE:()=>Wu,OWN_CONTAINER:()=>Pr,SEVERITY_ORDER:()=>Xt,UNKNOWN_VALUE:()=>k,UNREAD_VALUE:()=>j,
codeLanguages:()=>gv,completeName:()=>_o,concatenateWords:()=>le,createGuard:()=>Ls,createShellInvocation:()=>qt,createShippedGuard:()=>aA,createWord:()=>T,createWords:()=>Ie,
findAffectedPaths:()=>Cn,findOriginalPaths:()=>Ol,getFindPatterns:()=>ir,getGrammar:()=>Nr,guardLevels:()=>lr,hasFlag:()=>fe,hasUnreadValue:()=>Ee,isDeletingFind:()=>En,
isKnownWord:()=>lt,isRemotePath:()=>Xo,parseProgramArguments:()=>Ae,pathClasses:()=>bv,pathEffects:()=>hn,phraseRules:()=>Di,readCode:()=>zo,readCommand:()=>Ni,
replaceWithUnevaluated:()=>Pe,replaceWithUnknown:()=>Ut,resolveFoundPaths:()=>ar,runHook:()=>bN,shippedGuardRules:()=>qi,vocabulary:()=>C});module.exports=hv(EN);var k="\uFFFC";var j="\uFFFC\uFFFB",Wu="\uFFFC\u2026",Ee=t=>t.includes("\uFFFB"),Ut=t=>Ee(t)?"\uFFFC\uFFFB":"\uFFFC",Pe=t=>t.includes("\uFFFC")&&!Ee(t)?"\uFFFC":"\uFFFC\uFFFB",
T=(t,e=!1)=>({text:t,glob:e}),Ie=t=>t.map(e=>T(e)),le=t=>T(t.map(({text:e})=>e).join(" "),t.some(({glob:e})=>e)),lt=({text:t})=>!t.includes("\uFFFC"),gv=["shell",
"python","javascript","perl","ruby","php","awk","sql"],Rr="closed-container",Pr="own-container",qt=(t,e,s=[],r)=>({program:t,path:t,args:e,redirects:s,environment:{},
wrappers:[],language:"shell",folder:r});var G=JSON.parse(`{"arguments":{"grammars":{"git":{"long":["git-dir","work-tree","namespace","exec-path","config-env"]},"git commit":{"short":"mFcCt","long":["m\
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
ve-orphans","--cascade","--wait","--provenance","--no-git-checks","--stats","--progress","--keep-history","--dry-run","--dryrun"],"help":{"leading":["rm","rmdir\
","unlink","shred","srm","chmod","chown","chgrp","chflags","chattr","mv","cp","ln","truncate"],"none":["kill","eval","exec","find","dd","echo","printf","sh","ba\
sh","dash","zsh","ksh","python","node","perl","ruby","php","source",".","xargs","env","sudo"],"verbs":["git","hg","svn","jj","npm","pnpm","yarn","bun","deno","n\
px","cargo","rustup","go","pip","poetry","uv","hatch","pdm","gem","bundle","mix","composer","dotnet","brew","docker","podman","nerdctl","docker-compose","kubect\
l","oc","helm","kind","k3d","minikube","terraform","tofu","terragrunt","gsutil","bq","rclone","restic","borg","kopia","goreleaser","zfs","zpool","btrfs","crypts\
etup","systemctl","rails","artisan"],"one_dash":["terraform","tofu","terragrunt","packer","vault","bao","consul","nomad","go","java","ffmpeg","openssl","find","\
gradle","ant"]},"roles":{"cat":{"each":"reads"},"tac":{"each":"reads"},"nl":{"each":"reads"},"head":{"each":"reads"},"tail":{"each":"reads"},"less":{"each":"rea\
ds"},"more":{"each":"reads"},"most":{"each":"reads"},"bat":{"each":"reads"},"batcat":{"each":"reads"},"view":{"each":"reads"},"xxd":{"each":"reads"},"hexdump":{\
"each":"reads"},"hd":{"each":"reads"},"od":{"each":"reads"},"strings":{"each":"reads"},"base64":{"each":"reads"},"base32":{"each":"reads"},"basenc":{"each":"rea\
ds"},"rev":{"each":"reads"},"uniq":{"each":"reads"},"cut":{"each":"reads"},"paste":{"each":"reads"},"join":{"each":"reads"},"fold":{"each":"reads"},"fmt":{"each\
":"reads"},"pr":{"each":"reads"},"column":{"each":"reads"},"expand":{"each":"reads"},"comm":{"each":"reads"},"diff":{"each":"reads"},"colordiff":{"each":"reads"\
},"cmp":{"each":"reads"},"sdiff":{"each":"reads"},"vimdiff":{"each":"reads"},"delta":{"each":"reads"},"gzip":{"each":"reads"},"bzip2":{"each":"reads"},"xz":{"ea\
ch":"reads"},"zstd":{"each":"reads"},"gunzip":{"each":"reads"},"zcat":{"each":"reads"},"bzcat":{"each":"reads"},"xzcat":{"each":"reads"},"uuencode":{"each":"rea\
ds"},"split":{"each":"reads"},"csplit":{"each":"reads"},"look":{"each":"reads"},"source":{"each":"reads"},".":{"each":"reads"},"pandoc":{"each":"reads"},"highli\
ght":{"each":"reads"},"glow":{"each":"reads"},"xclip":{"each":"reads"},"pbcopy":{"each":"reads"},"dotenv":{"each":"reads"},"sops":{"each":"reads"},"age":{"each"\
:"reads"},"shuf":{"each":"reads"},"iconv":{"each":"reads"},"dos2unix":{"each":"reads"},"ccat":{"each":"reads"},"mdcat":{"each":"reads"},"lolcat":{"each":"reads"\
},"open":{"each":"reads"},"xdg-open":{"each":"reads"},"kcat":{"each":"reads"},"hexyl":{"each":"reads"},"jless":{"each":"reads"},"fx":{"each":"reads"},"yq":{"eac\
h":"reads"},"tomlq":{"each":"reads"},"xq":{"each":"reads"},"dasel":{"each":"reads"},"plutil":{"each":"reads"},"rclone":{"each":"reads"},"python3-dotenv":{"each"\
:"reads"},"ssh-keygen":{"each":"reads"},"json.tool":{"each":"reads"},"awk":{"each":"reads"},"gawk":{"each":"reads"},"mawk":{"each":"reads"},"nawk":{"each":"read\
s"},"sqlite3":{"each":"reads"},"sqlite":{"each":"reads"},"duckdb":{"each":"reads"},"git add":{"each":"reads"},"git hash-object":{"each":"reads"},"git diff":{"ea\
ch":"reads"},"git show":{"each":"reads"},"git blame":{"each":"reads"},"mail":{"options":{"-a":"reads","-A":"reads","--attach":"reads","-i":"reads"}},"mailx":{"o\
ptions":{"-a":"reads","-A":"reads","--attach":"reads","-i":"reads"}},"s-nail":{"options":{"-a":"reads","-A":"reads","--attach":"reads","-i":"reads"}},"mutt":{"o\
ptions":{"-a":"reads","-A":"reads","--attach":"reads","-i":"reads"}},"neomutt":{"options":{"-a":"reads","-A":"reads","--attach":"reads","-i":"reads"}},"croc sen\
d":{"each":"reads"},"wormhole send":{"each":"reads"},"magic-wormhole send":{"each":"reads"},"ffsend upload":{"each":"reads"},"sendme send":{"each":"reads"},"gh \
gist":{"each":"reads"},"sort":{"each":"reads","options":{"-o":"writes","--output":"writes"}},"grep":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--f\
ile","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"egrep":{"each":"reads","skip":1,\
"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}\
},"fgrep":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"re\
ads","-f":"reads","--file":"reads"}},"rg":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","\
--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"ag":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":\
{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"ack":{"each":"reads","skip":1,"unless":["-e","-f","--regex\
p","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"zgrep":{"each":"reads","s\
kip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"\
reads"}},"ugrep":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--inclu\
de":"reads","-f":"reads","--file":"reads"}},"ggrep":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob"\
:"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"jq":{"each":"reads","skip":1,"unless":["-f","--from-file"],"options":{"--slurpfi\
le":"reads","--rawfile":"reads"}},"sed":{"each":"reads","skip":1,"unless":["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-place","-pi","-i.b\
ak"],"each":"writes"}]},"gsed":{"each":"reads","skip":1,"unless":["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-place","-pi","-i.bak"],"eac\
h":"writes"}]},"perl":{"each":"reads","skip":1,"unless":["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-place","-pi","-i.bak"],"each":"write\
s"}]},"ruby":{"each":"reads","skip":1,"unless":["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-place","-pi","-i.bak"],"each":"writes"}]},"vi\
":{"each":"writes"},"vim":{"each":"writes"},"nvim":{"each":"writes"},"nano":{"each":"writes"},"emacs":{"each":"writes"},"code":{"each":"writes"},"subl":{"each":\
"writes"},"ed":{"each":"writes"},"ex":{"each":"writes"},"pico":{"each":"writes"},"micro":{"each":"writes"},"gedit":{"each":"writes"},"kate":{"each":"writes"},"j\
oe":{"each":"writes"},"mcedit":{"each":"writes"},"helix":{"each":"writes"},"hx":{"each":"writes"},"visudo":{"each":"writes"},"sponge":{"each":"writes"},"tee":{"\
each":"writes"},"truncate":{"each":"writes"},"mkfifo":{"each":"writes"},"patch":{"each":"writes"},"git checkout":{"each":"writes"},"rm":{"each":"deletes"},"unli\
nk":{"each":"deletes"},"shred":{"each":"deletes"},"srm":{"each":"deletes"},"wipe":{"each":"deletes"},"trash":{"each":"deletes"},"trash-put":{"each":"deletes"},"\
rimraf":{"each":"deletes"},"del":{"each":"deletes"},"del-cli":{"each":"deletes"},"rimraf-cli":{"each":"deletes"},"erase":{"each":"deletes"},"rd":{"each":"delete\
s"},"remove-item":{"each":"deletes"},"cp":{"each":"reads","last":"writes","options":{"-t":"writes","--target-directory":"writes"},"with":[{"flags":["-n","--no-c\
lobber"],"each":"none"}]},"mv":{"each":"moves","last":"writes","options":{"-t":"writes","--target-directory":"writes"}},"install":{"each":"reads","last":"writes\
","options":{"-t":"writes","--target-directory":"writes"},"with":[{"flags":["-d","--directory"],"each":"none"}]},"ln":{"each":"reads","last":"writes","options":\
{"-t":"writes","--target-directory":"writes"}},"kubectl":{"options":{"--from-file":"reads","--from-env-file":"reads"}},"oc":{"options":{"--from-file":"reads","-\
-from-env-file":"reads"}},"scp":{"each":"reads","last":"writes"},"rsync":{"each":"reads","last":"writes"},"docker cp":{"each":"reads","last":"writes"},"kubectl \
cp":{"each":"reads","last":"writes"},"podman cp":{"each":"reads","last":"writes"},"gsutil cp":{"each":"reads","last":"writes"},"zip":{"each":"reads","skip":1,"w\
ith":[{"flags":["-m","--move"],"each":"moves"}]},"git log":{"with":[{"flags":["-p","--patch","-u"],"each":"reads"}]},"dd":{"keyed":{"if=":"reads","of=":"writes"\
}},"dcfldd":{"keyed":{"if=":"reads","of=":"writes"}},"dc3dd":{"keyed":{"if=":"reads","of=":"writes"}},"ddrescue":{"keyed":{"if=":"reads","of=":"writes"}},"fdupe\
s":{"each":"changes"},"jdupes":{"each":"changes"},"rdfind":{"each":"changes"},"ditto":{"each":"reads","last":"writes"},"restic backup":{"each":"reads","skip":1}\
,"setfacl":{"each":"changes"},"chown":{"each":"changes","skip":1,"unless":["--reference"]},"chgrp":{"each":"changes","skip":1,"unless":["--reference"]},"chcon":\
{"each":"changes","skip":1,"unless":["--reference"]},"chmod":{"each":"changes","skip":1,"unless":["--reference","-x","-w","-s","-t","-a","-i"]},"chattr":{"each"\
:"changes","skip":1,"unless":["--reference","-x","-w","-s","-t","-a","-i"]},"tar":{"each":"reads","options":{"-C":"writes"},"with":[{"flags":["--remove-files"],\
"each":"deletes"},{"flags":["-x","-t","--extract","--list","--get","-xf","-tf"],"each":"none"}]},"7z":{"each":"reads","skip":1},"7za":{"each":"reads","skip":1},\
"rar":{"each":"reads","skip":1},"git cat-file":{"each":"reads","skip":1},"git grep":{"each":"reads","skip":1},"curl":{"options":{"-o":"writes","--output":"write\
s","-T":"reads","--upload-file":"reads","-K":"reads","--config":"reads"}},"wget":{"options":{"-O":"writes","--output-document":"writes","--post-file":"reads","-\
-body-file":"reads"}},"openssl":{"options":{"-in":"reads"}},"ab":{"options":{"-p":"reads","-u":"reads"}},"openssl x509":{},"openssl crl":{},"openssl verify":{},\
"openssl s_client":{},"busybox":{},"gpg":{"each":"reads","with":[{"flags":["--list-keys","--list-secret-keys","-k","-K"],"each":"none"}]},"aws s3":{"each":"read\
s","last":"writes","skip":1},"gcloud storage":{"each":"reads","last":"writes","skip":1},"az storage":{"options":{"--file":"reads","-f":"reads"}},"unzip":{"optio\
ns":{"-d":"writes"},"with":[{"flags":["-p"],"each":"reads"}]},"http.server":{"options":{"--directory":"reads","-d":"reads"}},"b2 upload-file":{"each":"reads"},"\
b2 file":{"each":"reads"},"s3cmd put":{"each":"reads"},"s3cmd sync":{"each":"reads"},"s5cmd cp":{"each":"reads"},"gdrive upload":{"each":"reads"},"uplink cp":{"\
each":"reads"},"mc cp":{"each":"reads"},"azcopy copy":{"each":"reads"},"megaput":{"each":"reads"},"gh release":{"each":"reads","skip":2},"git restore":{"each":"\
writes","with":[{"flags":["--staged","-S"],"each":"none"}]},"git clean":{"each":"changes"},"git mv":{"each":"moves","last":"writes"},"git rm":{"each":"moves","w\
ith":[{"flags":["--cached"],"each":"none"}]},"mysqldump":{"options":{"--result-file":"writes","-r":"writes"}},"ssh":{"options":{"-F":"reads"}}}},"clients":{"cre\
ations":{"git":{"destroys":"^(?:branch -[dD]|branch --delete|tag -d|worktree remove(?: -f| --force)?) (\\\\S+)$","maker":"git","makes":"^(?:branch|tag|worktree ad\
d(?: --detach| -f| --force| -q| -b \\\\S+)*|checkout -b|switch -c) (?!-)(\\\\S+)(?: (?!-)\\\\S+)?$"},"dropdb":{"destroys":"^(\\\\S+)$","maker":"createdb","makes":"^(\\\\S\
+)$"},"sql":{"destroys":"^drop-(?:database|schema) (\\\\S+)$","maker":"sql","makes":"^create (\\\\S+)$"},"kubectl":{"destroys":"^delete (?:ns|namespace) (\\\\S+)$","m\
aker":"kubectl","makes":"^create (?:ns|namespace) (\\\\S+)$"},"kind":{"destroys":"^delete cluster (\\\\S+)$","maker":"kind","makes":"^create cluster (\\\\S+)$"},"k3d"\
:{"destroys":"^cluster delete (\\\\S+)$","maker":"k3d","makes":"^cluster create (\\\\S+)$"}},"words":{"destroys":["delete","del","destroy","remove","rm","rmi","rmdi\
r","purge","terminate","drop","wipe","prune","teardown","tear-down","erase","nuke","unregister","deregister","decommission","deprovision","undeploy","unpublish"\
,"revoke","reset","clear","uninstall","unset","unsubscribe","trash","empty","shred","obliterate","dismantle","deletion","permanent-delete","close-account","leav\
e-organization"],"others":["run-","submit-","execute-","tag-","describe-","list-","get-","put-","create-","update-","add-","set-","start-","show-","search-","qu\
ery-","modify-","head-","copy-","import-","export-","attach-","enable-","register-","associate-","send-","publish-","invoke-","test-","filter-","lookup-","estim\
ate-","validate-","list","ls","show","get","describe","status","check","view","info","inspect","logs","log","diff","plan","validate","lint","verify","version","\
help","completion","create","add","new","init","set","put","update","edit","patch","apply","deploy","up","start","restart","run","exec","execute","ssh","open","\
login","logout","import","export","pull","push","clone","sync","copy","cp","mv","move","scale","tail","follow","watch","wait","serve","dev","build","test","publ\
ish","pub","subscribe","sub","send","enqueue","produce","consume","query","search","find","select","use","switch","connect","attach","invoke","call","trigger","\
generate","gen","migrate","rollback","promote","upload","download","cat","head","stat","whoami","enable","tag","label","annotate","rename","restore","fork","mer\
ge","approve","comment","close","reopen","retry","rerun","cancel","pause","resume","top","ps","events","history","tree","explain","render","template","preview",\
"print","dump","read","write","unseal","seal","tunnel","proxy","port-forward","checkout","link","lookup","search-replace","scaffold","make","seed","co","browse"\
,"checkout"],"local":["cache","caches","config","configs","configuration","configurations","context","contexts","profile","profiles","plugin","plugins","alias",\
"aliases","extension","extensions","telemetry","emulator","emulators","completion","auth","history","krew","transient","session","sessions","settings"],"project\
":["magento","drush","drupal","wp","typo3","n98-magerun2","moosh"]},"own":{"endpoints":["endpoint-url","endpoint","endpoints","address","addr","server","api-url\
","s","AWS_ENDPOINT_URL","VAULT_ADDR","NOMAD_ADDR","CONSUL_HTTP_ADDR","ETCDCTL_ENDPOINTS"],"environments":["RAILS_ENV","RACK_ENV","HANAMI_ENV","NODE_ENV","APP_E\
NV","DJANGO_ENV","DJANGO_SETTINGS_MODULE","FLASK_ENV","MIX_ENV","SYMFONY_ENV","ADONIS_ENV","env","environment","settings"],"stages":["test","testing","*.test","\
*.test.*","*.testing","*.settings_test","*.test_settings","*.tests.settings"],"databases":["d","D","dbname","database"]},"clients":{"aws":{"nouns":["logs","conf\
ig","deploy","events","connect","session","sessions"],"spares":["configure"],"words":2},"gcloud":{"verbs":["reset-windows-password"],"nouns":["run","deploy","bu\
ilds","logs","logging","events","config","contexts"],"spares":["config unset","config configurations delete","auth revoke","components remove"]},"az":{"verbs":[\
"deallocate"],"nouns":["events","config"],"spares":["account clear","cache purge","cache delete","config unset","extension remove"]},"oci":{"verbs":["rebuild","\
reinstall"],"nouns":["config","tag"]},"doctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"hcloud":{"verbs":["rebuild","reinstall"],"nouns":["con\
fig","tag"]},"linode-cli":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"vultr-cli":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"scw\
":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"exo":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"ibmcloud":{"verbs":["rebuild","re\
install"],"nouns":["config","tag"]},"ovhai":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"ovhcloud":{"verbs":["rebuild","reinstall"],"nouns":["con\
fig","tag"]},"civo":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"openstack":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"upctl":{"\
verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"yc":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"ionosctl":{"verbs":["rebuild","reinsta\
ll"],"nouns":["config","tag"]},"gridscale":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"stackit":{"verbs":["rebuild","reinstall"],"nouns":["confi\
g","tag"]},"aliyun":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"tccli":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"runpodctl":{"\
verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"vastai":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"cherryctl":{"verbs":["rebuild","re\
install"],"nouns":["config","tag"]},"paperspace":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"nova":{"verbs":["rebuild","reinstall"],"nouns":["co\
nfig","tag"]},"ecs-cli":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"copilot":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"eksctl"\
:{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"triton":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"heroku":{"nouns":["config"],"sp\
ares":["plugins:uninstall","plugins:unlink","auth:logout","accounts:remove"]},"fly":{"verbs":["detach"],"nouns":["image"],"spares":["auth logout"]},"flyctl":{"v\
erbs":["detach"],"nouns":["image"],"spares":["auth logout"]},"vercel":{"nouns":["dev"]},"now":{"nouns":["dev"]},"netlify":{"nouns":["dev"]},"ntl":{"nouns":["dev\
"]},"railway":{"verbs":["down"],"nouns":["environment"]},"render":{"nouns":["config"]},"koyeb":{"nouns":["config"]},"northflank":{"nouns":["config"]},"clever":{\
"nouns":["config"]},"scalingo":{"nouns":["config"]},"platform":{"nouns":["config"]},"upsun":{"nouns":["config"]},"gigalixir":{"nouns":["config"]},"aptible":{"no\
uns":["config"]},"qovery":{"nouns":["config"]},"cloud66":{"nouns":["config"]},"terminus":{"nouns":["config"]},"acli":{"nouns":["config"]},"lagoon":{"nouns":["co\
nfig"]},"fastly":{"nouns":["config"]},"zeabur":{"nouns":["config"]},"deta":{"nouns":["config"]},"genezio":{"nouns":["config"]},"wrangler":{"nouns":["deploy","ta\
il"]},"supabase":{"spares":["migration new"]},"firebase":{"verbs":["disable"],"spares":["target:clear","target:remove"]},"appwrite":{"nouns":["config"]},"nhost"\
:{"nouns":["config"]},"xata":{"nouns":["config"]},"convex":{"nouns":["config"]},"amplify":{"nouns":["config"]},"ampx":{"nouns":["config"]},"hasura":{"nouns":["c\
onfig"]},"eb":{"nouns":["config"]},"cf":{"nouns":["config"]},"cf7":{"nouns":["config"]},"cf8":{"nouns":["config"]},"dokku":{"nouns":["config","plugin"],"spares"\
:["config show"]},"caprover":{"nouns":["config","plugin"],"spares":["config show"]},"kamal":{"nouns":["config","plugin"],"spares":["config show"]},"piku":{"noun\
s":["config","plugin"],"spares":["config show"]},"surge":{"nouns":["deploy"]},"deployctl":{"nouns":["deploy"]},"neonctl":{"nouns":["run","runs","config","tag"]}\
,"neon":{"nouns":["run","runs","config","tag"]},"pscale":{"nouns":["run","runs","config","tag"]},"planetscale":{"nouns":["run","runs","config","tag"]},"turso":{\
"nouns":["run","runs","config","tag"]},"tembo":{"nouns":["run","runs","config","tag"]},"aiven":{"nouns":["run","runs","config","tag"]},"avn":{"nouns":["run","ru\
ns","config","tag"]},"ccloud":{"nouns":["run","runs","config","tag"]},"confluent":{"nouns":["run","runs","config","tag"]},"atlas":{"nouns":["run","runs","config\
","tag"]},"mongocli":{"nouns":["run","runs","config","tag"]},"realm-cli":{"nouns":["run","runs","config","tag"]},"astra":{"nouns":["run","runs","config","tag"]}\
,"upstash":{"nouns":["run","runs","config","tag"]},"fauna":{"nouns":["run","runs","config","tag"]},"tb":{"nouns":["run","runs","config","tag"]},"ticloud":{"noun\
s":["run","runs","config","tag"]},"databricks":{"nouns":["run","runs","config","tag"]},"dbfs":{"nouns":["run","runs","config","tag"]},"dbt-cloud":{"nouns":["run\
","runs","config","tag"]},"motherduck":{"nouns":["run","runs","config","tag"]},"gh":{"nouns":["run","label","release","cache","status","events","tag"],"spares":\
["alias delete","extension remove","auth logout"]},"glab":{"nouns":["run","label","release","cache","status","events","tag"],"spares":["alias delete","extension\
 remove","auth logout"]},"hub":{"nouns":["run","label","release","cache","status","events","tag"],"spares":["alias delete","extension remove","auth logout"]},"t\
ea":{"nouns":["run","label","release","cache","status","events","tag"],"spares":["alias delete","extension remove","auth logout"]},"circleci":{"verbs":["remove-\
secret"],"nouns":["context","contexts","config","run"]},"gitlab-runner":{"nouns":["run"]},"travis":{"verbs":["disable"],"nouns":["env","cache","settings"]},"dro\
ne":{"nouns":["log","build","cron","info","plugins"]},"woodpecker-cli":{"nouns":["log","build","cron","info","plugins"]},"buildkite-agent":{"nouns":["build","pi\
peline"]},"bk":{"nouns":["build","pipeline"]},"jenkins-cli":{"verbs":["quiet-down","safe-restart","safe-shutdown","shutdown","disable-job","disable-node"],"noun\
s":["build","config","plugin"]},"jcli":{"verbs":["quiet-down","safe-restart","safe-shutdown","shutdown","disable-job","disable-node"],"nouns":["build","config",\
"plugin"]},"jenkins-jobs":{"verbs":["quiet-down","safe-restart","safe-shutdown","shutdown","disable-job","disable-node"],"nouns":["build","config","plugin"]},"t\
kn":{"nouns":["archive"],"spares":["context delete"]},"argo":{"nouns":["archive"],"spares":["context delete"]},"argocd":{"nouns":["archive"],"spares":["context \
delete"]},"flux":{"nouns":["archive"],"spares":["context delete"]},"kargo":{"nouns":["archive"],"spares":["context delete"]},"harness":{"nouns":["archive"],"spa\
res":["context delete"]},"codefresh":{"nouns":["archive"],"spares":["context delete"]},"sem":{"nouns":["archive"],"spares":["context delete"]},"teamcity":{"noun\
s":["archive"],"spares":["context delete"]},"appveyor":{"nouns":["archive"],"spares":["context delete"]},"bitrise":{"nouns":["archive"],"spares":["context delet\
e"]},"codemagic":{"nouns":["archive"],"spares":["context delete"]},"cirrus":{"nouns":["archive"],"spares":["context delete"]},"werf":{"nouns":["archive"],"spare\
s":["context delete"]},"octopus":{"nouns":["archive"],"spares":["context delete"]},"depot":{"nouns":["archive"],"spares":["context delete"]},"rancher":{"nouns":\
["run","config"]},"rke":{"nouns":["run","config"]},"rosa":{"nouns":["run","config"]},"ocm":{"nouns":["run","config"]},"tsh":{"nouns":["run","config"]},"tctl":{"\
nouns":["run","config"]},"k0sctl":{"nouns":["run","config"]},"talosctl":{"nouns":["run","config"]},"omnictl":{"nouns":["run","config"]},"kops":{"nouns":["run","\
config"]},"clusterctl":{"nouns":["run","config"]},"karmadactl":{"nouns":["run","config"]},"vcluster":{"nouns":["run","config"]},"tanzu":{"nouns":["run","config"\
]},"cilium":{"nouns":["run","config"]},"linkerd":{"nouns":["run","config"]},"istioctl":{"nouns":["run","config"]},"consul-k8s":{"nouns":["run","config"]},"kumac\
tl":{"nouns":["run","config"]},"kn":{"nouns":["run","config"]},"faas-cli":{"nouns":["run","config"]},"nuctl":{"nouns":["run","config"]},"velero":{"nouns":["run"\
,"config"]},"pxctl":{"nouns":["run","config"]},"nixos-container":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"helmfile":{"verbs":["deluser","unini\
t"],"nouns":["config","image"]},"machinectl":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"loft":{"verbs":["deluser","uninit"],"nouns":["config","i\
mage"]},"stratis":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"apptainer":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"singularity":\
{"verbs":["deluser","uninit"],"nouns":["config","image"]},"prosodyctl":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"ejabberdctl":{"verbs":["deluse\
r","uninit"],"nouns":["config","image"]},"ykman":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"etckeeper":{"verbs":["deluser","uninit"],"nouns":["c\
onfig","image"]},"gluster":{"nouns":["image","config","profile"]},"ceph":{"nouns":["image","config","profile"]},"rados":{"nouns":["image","config","profile"]},"\
rbd":{"nouns":["image","config","profile"]},"lxc":{"nouns":["image","config","profile"]},"incus":{"nouns":["image","config","profile"]},"multipass":{"nouns":["i\
mage","config","profile"]},"govc":{"nouns":["image","config","profile"]},"pvesh":{"nouns":["image","config","profile"]},"pveum":{"nouns":["image","config","prof\
ile"]},"xe":{"nouns":["image","config","profile"]},"onevm":{"nouns":["image","config","profile"]},"maas":{"nouns":["image","config","profile"]},"hammer":{"nouns\
":["image","config","profile"]},"juju":{"nouns":["image","config","profile"]},"crane":{"nouns":["tag","repo","image","export","config"],"spares":["config remove\
","config rm"]},"gcrane":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"skopeo":{"nouns":["tag","repo","image","expo\
rt","config"],"spares":["config remove","config rm"]},"regctl":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"oras":\
{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"notation":{"nouns":["tag","repo","image","export","config"],"spares":\
["config remove","config rm"]},"cosign":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"harbor-cli":{"nouns":["tag","\
repo","image","export","config"],"spares":["config remove","config rm"]},"jf":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","confi\
g rm"]},"jfrog":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"cloudsmith":{"nouns":["tag","repo","image","export","\
config"],"spares":["config remove","config rm"]},"packagecloud":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"pulp"\
:{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"spacectl":{"spares":["plugin"]},"tfc":{"spares":["plugin"]},"esc":{"\
spares":["plugin"]},"sceptre":{"spares":["plugin"]},"sst":{"spares":["plugin"]},"serverless":{"spares":["plugin"]},"sls":{"spares":["plugin"]},"sam":{"spares":[\
"plugin"]},"chalice":{"spares":["plugin"]},"zappa":{"spares":["plugin"]},"cdk":{"spares":["plugin"]},"cdktf":{"spares":["plugin"]},"pulumi":{"spares":["plugin"]\
},"rabbitmqctl":{"verbs":["force_reset","stop_app","forget_cluster_node"]},"rabbitmqadmin":{"nouns":["context","export","import"],"spares":["context rm"]},"nats\
":{"nouns":["context","export","import"],"spares":["context rm"]},"nsc":{"nouns":["context","export","import"],"spares":["context rm"]},"pulsar-admin":{"verbs":\
["skip-all","skip-messages","expire-messages"]},"pulsarctl":{"verbs":["skip-all","skip-messages","expire-messages"]},"rpk":{"nouns":["consume","config"],"spares\
":["profile delete"]},"kafkactl":{"nouns":["consume","config"],"spares":["profile delete"]},"kaf":{"nouns":["consume","config"],"spares":["profile delete"]},"kc\
ctl":{"nouns":["consume","config"],"spares":["profile delete"]},"etcdctl":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events","connect","sess\
ion","sessions"]},"consul":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"nomad":{"verbs":["disable","\
force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"vault":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events\
","connect","session","sessions"]},"bao":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"boundary":{"ve\
rbs":["disable","force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"influx":{"nouns":["config","query"],"spares":["config rm"]}\
,"influxdb3":{"nouns":["config","query"],"spares":["config rm"]},"promtool":{"nouns":["config","query"],"spares":["config rm"]},"amtool":{"nouns":["config","que\
ry"],"spares":["config rm"]},"mimirtool":{"nouns":["config","query"],"spares":["config rm"]},"cortextool":{"nouns":["config","query"],"spares":["config rm"]},"l\
ogcli":{"nouns":["config","query"],"spares":["config rm"]},"grafanactl":{"nouns":["config","query"],"spares":["config rm"]},"meilisearch":{},"algolia":{},"types\
ense-cli":{},"esctl":{},"ecctl":{},"qdrant":{},"weaviate":{},"pinecone":{},"milvus_cli":{},"vespa":{},"s4cmd":{"nouns":["link"]},"storj":{"nouns":["link"]},"upl\
ink":{"nouns":["link"]},"w3":{"nouns":["link"]},"dbxcli":{"nouns":["link"]},"gdrive":{"nouns":["link"]},"mega-rm":{"nouns":["link"]},"stripe":{"verbs":["cancel"\
,"void","void_invoice"],"nouns":["events"],"spares":["config"]},"twilio":{"nouns":["config"],"spares":["config:remove","profiles:remove","plugins:remove","plugi\
ns:uninstall"]},"sendgrid":{"nouns":["config"],"spares":["config:remove","profiles:remove","plugins:remove","plugins:uninstall"]},"plivo":{"nouns":["config"],"s\
pares":["config:remove","profiles:remove","plugins:remove","plugins:uninstall"]},"vonage":{"nouns":["config"],"spares":["config:remove","profiles:remove","plugi\
ns:remove","plugins:uninstall"]},"telnyx":{"nouns":["config"],"spares":["config:remove","profiles:remove","plugins:remove","plugins:uninstall"]},"shopify":{"nou\
ns":["config","space","extension"]},"contentful":{"nouns":["config","space","extension"]},"sanity":{"nouns":["config","space","extension"]},"prismic":{"nouns":[\
"config","space","extension"]},"storyblok":{"nouns":["config","space","extension"]},"datocms":{"nouns":["config","space","extension"]},"hygraph":{"nouns":["conf\
ig","space","extension"]},"commercetools":{"nouns":["config","space","extension"]},"saleor":{"nouns":["config","space","extension"]},"webflow":{"nouns":["config\
","space","extension"]},"bigcommerce":{"nouns":["config","space","extension"]},"sentry-cli":{"verbs":["disable"],"nouns":["events","files","config","tail","sear\
ch"]},"rollbar-cli":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"bugsnag-cli":{"verbs":["disable"],"nouns":["events","files","conf\
ig","tail","search"]},"datadog-ci":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"snyk":{"verbs":["disable"],"nouns":["events","file\
s","config","tail","search"]},"pagerduty":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"dog":{"verbs":["disable"],"nouns":["events"\
,"files","config","tail","search"]},"newrelic":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"pd":{"verbs":["disable"],"nouns":["eve\
nts","files","config","tail","search"]},"opsgenie":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"honeycomb":{"verbs":["disable"],"n\
ouns":["events","files","config","tail","search"]},"axiom":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"checkly":{"verbs":["disabl\
e"],"nouns":["events","files","config","tail","search"]},"papertrail":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"lacework":{"ver\
bs":["disable"],"nouns":["events","files","config","tail","search"]},"snyk-api-import":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]}\
,"splunk":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"auth0":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"okta\
":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"clerk":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"workos":{"verbs":["user\
-del","group-del","host-del"],"nouns":["logs"]},"zitadel":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"ory":{"verbs":["user-del","group-del",\
"host-del"],"nouns":["logs"]},"kcadm":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"kcadm.sh":{"verbs":["user-del","group-del","host-del"],"no\
uns":["logs"]},"keycloak-cli":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"fusionauth":{"verbs":["user-del","group-del","host-del"],"nouns":[\
"logs"]},"ipa":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"samba-tool":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"jumpc\
loud":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"op":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["conf\
ig"]},"bw":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"bws":{"verbs":["suspend"],"nouns":["config","configs","s\
ettings","history"],"spares":["config"]},"lpass":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"rbw":{"verbs":["su\
spend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"doppler":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],\
"spares":["config"]},"infisical":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"chamber":{"verbs":["suspend"],"nou\
ns":["config","configs","settings","history"],"spares":["config"]},"credstash":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":[\
"config"]},"berglas":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"akeyless":{"verbs":["suspend"],"nouns":["confi\
g","configs","settings","history"],"spares":["config"]},"conjur":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"ke\
eper":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"dcli":{"verbs":["suspend"],"nouns":["config","configs","setti\
ngs","history"],"spares":["config"]},"dotenv-vault":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"keybase":{"verb\
s":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"ldcli":{"nouns":["config"]},"launchdarkly":{"nouns":["config"]},"flagsmit\
h":{"nouns":["config"]},"configcat":{"nouns":["config"]},"statsig":{"nouns":["config"]},"ngrok":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","con\
fig"],"spares":["config"]},"tailscale":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"cloudflared":{"verbs":["clean\
up","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"zerotier-cli":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],\
"spares":["config"]},"netbird":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"headscale":{"verbs":["cleanup","rrdel\
ete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"flarectl":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["con\
fig"]},"cli4":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"cli53":{"verbs":["cleanup","rrdelete","rrpurge"],"noun\
s":["tunnel","config"],"spares":["config"]},"dnscontrol":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"octodns-syn\
c":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"pdnsutil":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tun\
nel","config"],"spares":["config"]},"akamai":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"linear":{"nouns":["work\
flow","env","config","connections"]},"jira":{"nouns":["workflow","env","config","connections"]},"airtable":{"nouns":["workflow","env","config","connections"]},"\
m365":{"nouns":["workflow","env","config","connections"]},"o365":{"nouns":["workflow","env","config","connections"]},"gam":{"nouns":["workflow","env","config","\
connections"]},"temporal":{"nouns":["workflow","env","config","connections"]},"zbctl":{"nouns":["workflow","env","config","connections"]},"prefect":{"nouns":["w\
orkflow","env","config","connections"]},"dagster-cloud":{"nouns":["workflow","env","config","connections"]},"astro":{"nouns":["workflow","env","config","connect\
ions"]},"airflow":{"nouns":["workflow","env","config","connections"]},"fivetran":{"nouns":["workflow","env","config","connections"]},"octavia":{"nouns":["workfl\
ow","env","config","connections"]},"posthog":{"nouns":["workflow","env","config","connections"]},"trello":{"nouns":["workflow","env","config","connections"]},"h\
uggingface-cli":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"hf":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"\
modal":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"replicate":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"wa\
ndb":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"clearml":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"mlflow\
":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"kaggle":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"truss":{"n\
ouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"anyscale":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"sky":{"nouns"\
:["run"],"spares":["delete-cache","cache prune","cache rm"]},"eas":{"nouns":["build"]},"appcenter":{"nouns":["build"]},"code-push":{"nouns":["build"]},"saucectl\
":{"nouns":["build"]},"wp":{"verbs":["clean"],"nouns":["plugin","config"],"spares":["cache","transient","rewrite","package uninstall"]},"wp-cli":{"verbs":["clea\
n"],"nouns":["plugin","config"],"spares":["cache","transient","rewrite","package uninstall"]},"wp-cli.phar":{"verbs":["clean"],"nouns":["plugin","config"],"spar\
es":["cache","transient","rewrite","package uninstall"]},"drush":{"verbs":["cancel","sql-drop"],"nouns":["config"],"spares":["cache:clear","cache-clear","state:\
delete"]},"drush.phar":{"verbs":["cancel","sql-drop"],"nouns":["config"],"spares":["cache:clear","cache-clear","state:delete"]},"drupal":{"verbs":["cancel","sql\
-drop"],"nouns":["config"],"spares":["cache:clear","cache-clear","state:delete"]},"prisma":{"nouns":["migrate"]},"drizzle-kit":{"nouns":["migrate"]},"ghost":{"n\
ouns":["config","plugin"],"spares":["indexer:reset"]},"magento":{"nouns":["config","plugin"],"spares":["indexer:reset"]},"bin/magento":{"nouns":["config","plugi\
n"],"spares":["indexer:reset"]},"n98-magerun2":{"nouns":["config","plugin"],"spares":["indexer:reset"]},"typo3":{"nouns":["config","plugin"],"spares":["indexer:\
reset"]},"moosh":{"nouns":["config","plugin"],"spares":["indexer:reset"]}}},"languages":{"languages":{"python":{"lexer":{"comment":["#"],"sigils":"","interpolat\
ion":"f-string","triple":true,"single_escapes":true,"quoting":"none","patterns":false,"lines":"indent"},"blocks":"indent","member_operators":["."],"concatenatio\
n_operators":[],"bare_calls":false,"function_keywords":["def"],"inputs":{"sys.argv":"argv","os.environ":"environment","sys.stdin":"lines"},"sdks":["boto3.","bot\
ocore.","aiobotocore.","aioboto3.","google.cloud.","googleapiclient.","firebase_admin.","azure.","kubernetes.","openshift.","digitalocean.","pydo.","hcloud.","l\
inode_api4.","oci.","openstack.","libcloud.","stripe.","github.Github","gitlab.","heroku3.","cloudflare.","CloudFlare.","elasticsearch.","opensearchpy.","minio.\
","hvac.","pinecone.","qdrant_client.","weaviate.","pymilvus.","algoliasearch.","meilisearch.","typesense.","confluent_kafka.","kafka.","pulsar.","auth0.","okta\
.","shopify.","twilio.","sendgrid.","supabase.","appwrite.","contentful_management.","huggingface_hub.","wandb.","mlflow.","comet_ml.","slack_sdk.","slack.","py\
Vmomi.","proxmoxer.","vercel.","netlify.","tencentcloud.","aliyunsdk","alibabacloud"],"texts":{"sys.executable":"python3","os.sep":"/","os.curdir":".","os.pardi\
r":"..","__file__":"./program.py","string.ascii_lowercase":"abcdefghijklmnopqrstuvwxyz"},"aliases":{"posix.system":"os.system","nt.system":"os.system","io.open"\
:"open","codecs.open":"open","Path":"pathlib.Path","subprocess.os.system":"os.system","urllib2.urlopen":"urllib.request.urlopen","urllib.urlopen":"urllib.reques\
t.urlopen","urllib.urlretrieve":"urllib.request.urlretrieve","pd.read_csv":"pandas.read_csv"},"rewrites":[["^(?:builtins|__builtins__|os\\\\.sys\\\\.modules|sys\\\\.m\
odules|six\\\\.moves)\\\\.|\\\\.__dict__|\\\\.__call__$",""],["^Path(?=\\\\.)","pathlib.Path"]],"functions":{"print":"print","sys.stdout.write":"print-text","input":"inpu\
t","raw_input":"input","open":"open $0:file $1:mode","os.remove":"run rm $0:path","os.unlink":"run rm $0:path","pathlib.Path.unlink":"run rm $0:path","os.rmdir"\
:"run rmdir $0:path","pathlib.Path.rmdir":"run rmdir $0:path","os.removedirs":"run rmdir -p $0:name","shutil.rmtree":"run rm -rf $0:path","send2trash.send2trash\
":"run rm -rf $0","os.rename":"run mv $0:src $1:dst","os.replace":"run mv $0:src $1:dst","os.renames":"run mv $0:src $1:dst","shutil.move":"run mv $0:src $1:dst\
","shutil.copy":"run cp $0:src $1:dst","shutil.copy2":"run cp $0:src $1:dst","shutil.copyfile":"run cp $0:src $1:dst","shutil.copytree":"run cp -r $0:src $1:dst\
","os.link":"run ln $0 $1","os.symlink":"run ln -s $0 $1","os.truncate":"run truncate -s 0 $0","os.mkfifo":"run mkfifo $0","os.mknod":"run mknod $0","os.chmod":\
"chmod $0:path $1:mode","os.chown":"run chown $1:uid:user $0:path","os.lchown":"run chown $1:uid:user $0:path","shutil.chown":"run chown $1:uid:user $0:path","o\
s.open":"open $0 $1 flags","tempfile.NamedTemporaryFile":"made written /tmp/temporary","os.system":"shell $0:command:cmd","os.popen":"shell $0:command:cmd","com\
mands.getoutput":"shell $0:command:cmd","asyncio.create_subprocess_shell":"shell $0:command:cmd","asyncio.create_subprocess_exec":"program $all","pty.spawn":"sp\
awn-terminal $0","pexpect.spawn":"shell $0:args:command:cmd","pexpect.run":"shell $0:args:command:cmd","subprocess.run":"shell $0:args:command:cmd","subprocess.\
call":"shell $0:args:command:cmd","subprocess.check_call":"shell $0:args:command:cmd","subprocess.check_output":"shell $0:args:command:cmd","subprocess.Popen":"\
shell $0:args:command:cmd","subprocess.getoutput":"shell $0:args:command:cmd","subprocess.getstatusoutput":"shell $0:args:command:cmd","os.execl":"execute $0 $1\
..","os.execlp":"execute $0 $1..","os.execle":"execute $0 $1..","os.execlpe":"execute $0 $1..","os.execv":"execute $0 $1..","os.execvp":"execute $0 $1..","os.ex\
ecve":"execute $0 $1..","os.execvpe":"execute $0 $1..","os.posix_spawn":"execute $0 $1..","os.spawnl":"execute $1 $2..","os.spawnlp":"execute $1 $2..","os.spawn\
le":"execute $1 $2..","os.spawnlpe":"execute $1 $2..","os.spawnv":"execute $1 $2..","os.spawnvp":"execute $1 $2..","os.spawnve":"execute $1 $2..","os.spawnvpe":\
"execute $1 $2..","sh.Command":"made program","os.dup2":"duplicate-descriptor","os.kill":"kill $0 $1","os.killpg":"kill $0 $1 group","psutil.Process":"made psut\
il.Process","psutil.process_iter":"entries any-process","psutil.pids":"entries","os.listdir":"names $0","os.fork":"run fork","os.setuid":"run setuid $last","os.\
seteuid":"run setuid $last","os.setresuid":"run setuid $last","os.setgid":"run setgid $last","os.chroot":"run chroot $0","ctypes.CDLL":"made library","exec":"ev\
al $0","eval":"eval $0","execfile":"read $0","fileinput.input":"read $0","linecache.getlines":"read $0","numpy.loadtxt":"read $0","pandas.read_csv":"read $0","p\
andas.read_json":"read $0","dotenv.dotenv_values":"read $0","runpy.run_path":"run python3 $0","__import__":"module $0","importlib.import_module":"module $0","ge\
tattr":"attribute $0 $1","operator.attrgetter":"value","globals":"name builtins","vars":"value $0","os.path.expanduser":"value $0","text":"value $0","sqlalchemy\
.text":"value $0","functools.partial":"made bound $0 $1..","git.Repo":"made git","git.repo.Repo":"made git","pygit2.Repository":"made git","shlex.split":"split \
$0","json.loads":"parse-json $0","tempfile.mkdtemp":"temporary","tempfile.TemporaryDirectory":"temporary","sqlalchemy.delete":"made whole","sqlalchemy.sql.delet\
e":"made whole","sqlalchemy.sql.expression.delete":"made whole","alembic.command.downgrade":"run alembic downgrade $1:revision","invoke.run":"shell $0","os.path\
.join":"join $all","pathlib.Path":"join $all","pathlib.PosixPath":"join $all","pathlib.Path.home":"value ~","pathlib.Path.cwd":"value .","os.getcwd":"value .","\
os.getenv":"environment $0 $1:default","os.environ.get":"environment $0 $1:default","os.environ.copy":"environment $0 $1:default","os.path.dirname":"dirname $0"\
,"tempfile.mkstemp":"temporary-pair","os.walk":"walk $0","os.scandir":"folder $0","glob.glob":"glob $0","glob.iglob":"glob $0","codecs.decode":"decode $0 $1","s\
hutil.make_archive":"run tar -cf $0 $2:root_dir","socket.create_connection":"connect $all","sqlite3.connect":"made database $0","socket.socket":"made socket","s\
ocket.gethostbyname":"run nslookup $0","smtplib.SMTP":"made connection","smtplib.SMTP_SSL":"made connection","ftplib.FTP":"made connection","ftplib.FTP_TLS":"ma\
de connection","httpx.Client":"made rest $:base_url","httpx.AsyncClient":"made rest $:base_url","paramiko.SSHClient":"made ssh","fabric.Connection":"made ssh","\
fabric.SerialGroup":"made ssh","fabric.ThreadingGroup":"made ssh","invoke.Context":"made ssh","http.client.HTTPSConnection":"made http","http.client.HTTPConnect\
ion":"made http","urllib.request.urlopen":"request GET $0:url $1:data","urllib.request.Request":"request-object $:method $0:url $1:data","urllib.request.urlretr\
ieve":"run curl -o $1 $0","requests.request":"request $0 $1:url $:data $:json $:files $:content","requests.get":"request GET $0:url $:data $:json $:files $:cont\
ent $:params","httpx.get":"request GET $0:url $:data $:json $:files $:content $:params","requests.post":"request POST $0:url $1 $:data $:json $:files $:content \
$:params","httpx.post":"request POST $0:url $1 $:data $:json $:files $:content $:params","requests.put":"request PUT $0:url $1 $:data $:json $:files $:content $\
:params","httpx.put":"request PUT $0:url $1 $:data $:json $:files $:content $:params","requests.patch":"request PATCH $0:url $1 $:data $:json $:files $:content \
$:params","httpx.patch":"request PATCH $0:url $1 $:data $:json $:files $:content $:params","requests.delete":"request DELETE $0:url $1 $:data $:json $:files $:c\
ontent $:params","httpx.delete":"request DELETE $0:url $1 $:data $:json $:files $:content $:params","requests.head":"request HEAD $0:url $1 $:data $:json $:file\
s $:content $:params","httpx.head":"request HEAD $0:url $1 $:data $:json $:files $:content $:params","requests.Session":"name requests","requests.session":"name\
 requests","aiohttp.ClientSession":"name requests","winreg.DeleteKey":"run reg delete $1","django.core.management.call_command":"run django-admin $0","call_comm\
and":"run django-admin $0","numpy.save":"write $1","torch.save":"write $1","joblib.dump":"write $1"},"methods":{"splitlines":"if-text split $self \\n","reset":"i\
f-made:git if-hard run git reset --hard","to_sql":"if-kept if-served if-option:if_exists=replace run sql drop-table $0","push":"if-option:refspec run git push o\
rigin $:refspec","delete":"if-gets:keys run sql flush FLUSHDB | if-made:connection run cloud-sdk delete | if-made:rest request-over DELETE $0","unlink":"if-gets\
:keys run sql flush FLUSHDB | if-made:sftp run cloud-sdk delete | run rm $self","remove":"if-made:sftp run cloud-sdk delete | if-made:docker-volume run docker v\
olume rm $self","rmdir":"if-made:sftp run cloud-sdk delete | run rmdir $self","rmd":"if-made:connection run cloud-sdk delete","open_sftp":"if-made:ssh made sftp\
","rm":"if-option:recursive=True run cloud-sdk delete","run":"if-made:ssh shell $0","sudo":"if-made:ssh shell $0","scan_iter":"if-stored entries keys","keys":"i\
f-stored entries keys","scan":"if-stored entries keys","rmtree":"run rm -rf $self","read_text":"read $self","read_bytes":"read $self","write_text":"write $self \
$0:data","write_bytes":"write $self $0:data","chmod":"chmod $self $0:mode","touch":"if-text run touch $self","rename":"if-text run mv $self $0","replace":"if-te\
xt if-one run mv $self $0","symlink_to":"run ln -s $0 $self","open":"if-text open $self $0:mode","write":"send $self $0","writelines":"send $self $0","send":"se\
nd $self $0","sendall":"send $self $0","sendfile":"send $self $0","read":"lines $self","readlines":"value $self","communicate":"value $self","expanduser":"value\
 $self","resolve":"value $self","absolute":"value $self","as_posix":"value $self","readline":"any-of $self","text":"value $0","glob":"glob $self $0","rglob":"gl\
ob $self ** $0","iterdir":"folder $self","connect":"if-made connect $all","connect_ex":"connect $all","sendto":"transfer nc $0 $1","sendmail":"if-made transfer \
sendmail $2 $self","send_message":"if-made transfer sendmail $0 $self","storbinary":"if-made transfer ftp $1 $self","request":"request-over $0 $1 $2 $:body $:da\
ta $:json","exec_command":"shell $0","system":"if-made:library shell $0","kill":"if-made:any-process run pkill -KILL $:pid | if-made:psutil.Process run kill -KI\
LL $origin","terminate":"if-made:any-process run pkill -TERM $:pid | if-made:psutil.Process run kill -TERM $origin","execute":"sql $0","executescript":"sql $0",\
"executemany":"sql $0","execute_query":"sql $0","cursor":"if-made:database value $self","get":"entry $self $0 $1","items":"if-map pairs $self","values":"if-map \
values $self","add_argument":"declare-option $:default","parse_args":"options","parse_known_args":"options","list":"if-name:volumes entries docker-volume","prun\
e":"if-name:volumes run docker volume prune -af"}},"javascript":{"lexer":{"comment":["//"],"block_comment":["/*","*/"],"sigils":"$#","interpolation":"template",\
"triple":false,"single_escapes":true,"quoting":"none","patterns":true,"lines":"statements"},"blocks":"braces","member_operators":[".","?."],"concatenation_opera\
tors":[],"bare_calls":false,"function_keywords":["function"],"inputs":{"process.argv":"node-argv","Bun.argv":"node-argv","Deno.args":"args","process.env":"envir\
onment","Bun.env":"environment","process.stdin":"text"},"unknown":["process.pid"],"sdks":["aws-sdk.","aws-sdk/","@aws-sdk/","@google-cloud/","googleapis","fireb\
ase-admin","@azure/","@kubernetes/","stripe","@octokit/","octokit","@slack/","@gitbeaker/","heroku-client","cloudflare","@vercel/","@netlify/","netlify","@elast\
ic/","@opensearch-project/","minio","@pinecone-database/","@qdrant/","weaviate","algoliasearch","meilisearch","typesense","kafkajs","auth0","@okta/","@shopify/"\
,"twilio","@sendgrid/","@supabase/","node-appwrite","dots-wrapper","contentful-management","@digitalocean/","hcloud-js","@linode/","oci-","@alicloud/","tencentc\
loud-sdk"],"texts":{"__dirname":".","__filename":"./program.js","path.sep":"/","process.execPath":"node"},"rewrites":[["\\\\.(?:promises|default)(?=\\\\.|$)",""],["\
^fs/promises","fs"],["^(?:(?:globalThis|global|window|self|module|process\\\\.mainModule|this|process)\\\\.(?=globalThis|global|process|require|module|constructor|e\
val|Function|mainModule|fetch))+",""],["^(fs|child_process|fs-extra|rimraf|Deno|Bun)\\\\.(\\\\w+?)Sync$","$1.$2"],["^(?:bun|zx|execa|dax)\\\\.\\\\$$","$$"],["^fs-extra\\\
\\.(?!remove|emptyDir)","fs."],["^\\\\.{1,2}/(?:[\\\\w./-]*[./])?(?:db|knex)$","knex"],["^drizzle-orm/[\\\\w-]+\\\\.drizzle$","drizzle"],["^(?:jsr:)?@std/fs(?:@[\\\\w.^]+)\
?(?:/[\\\\w-]+)?\\\\.","std."],["^(?:.*\\\\.)?constructor\\\\.constructor$|^(?:Async|Generator)Function$","Function"]],"functions":{"console.log":"print","console.info"\
:"print","process.stdout.write":"print","require":"module $0","import":"module $0","process.getBuiltinModule":"module $0","process.binding":"module $0","createR\
equire":"name require","module.createRequire":"name require","eval":"eval $0","vm.runInThisContext":"eval $0","vm.runInNewContext":"eval $0","vm.runInContext":"\
eval $0","vm.Script":"eval $0","Function":"eval $last","setTimeout":"if-arg:text eval $0","child_process.exec":"shell $0","execa.execaCommand":"shell $0","shell\
js.exec":"shell $0","$":"shell $0","Bun.$":"shell $0","child_process.spawn":"spawn $0 $1:args $:shell","child_process.execFile":"spawn $0 $1:args $:shell","exec\
a":"spawn $0 $1:args $:shell","execa.execa":"spawn $0 $1:args $:shell","Deno.Command":"spawn $0 $1:args $:shell","child_process.fork":"run node $0","shelljs.rm"\
:"run rm $all","Bun.spawn":"shell $0:cmd","Deno.run":"shell $0:cmd","Bun.write":"write $0 $1","Deno.writeTextFile":"write $0 $1","fs.writeFile":"write $0 $1","f\
s.outputFile":"write $0 $1","fs.appendFile":"write $0 $1 append","Deno.readTextFile":"read $0","fs.createReadStream":"read $0","Deno.remove":"remove rm $0 $:rec\
ursive $:force","fs.rm":"remove rm $0 $:recursive $:force","fs.unlink":"run rm $0","fs.rmdir":"remove rmdir $0 $:recursive $:force","fs.remove":"run rm -rf $0",\
"fs.emptyDir":"run rm -rf $0","fs-extra.remove":"run rm -rf $0","fs-extra.emptyDir":"run rm -rf $0","fs.createWriteStream":"open $0 w","fs.open":"open $0 $1","f\
s.readFile":"calls-back read $0","fs.truncate":"run truncate -s 0 $0","Deno.truncate":"run truncate -s 0 $0","del.deleteAsync":"remove-matches $0 $:dryRun","del\
.deleteSync":"remove-matches $0 $:dryRun","del.del":"remove-matches $0 $:dryRun","del":"remove-matches $0 $:dryRun","trash":"remove-matches $0","rimraf.rimraf":\
"remove-matches $0","rimraf.sync":"remove-matches $0","rimraf":"remove-matches $0","fs.mkdtemp":"temporary","Deno.makeTempDir":"temporary","os.tmpdir":"value /t\
mp","simple-git.simpleGit":"made git","simple-git":"made git","simple-git.default":"made git","fs.rename":"run mv $0 $1","fs.move":"run mv $0 $1","fs.copyFile":\
"run cp $0 $1","fs.cp":"run cp -r $0 $1","fs.copy":"run cp -r $0 $1","fs.symlink":"run ln -s $0 $1","fs.link":"run ln $0 $1","fs.chmod":"chmod $0 $1","fs.chown"\
:"run chown $1 $0","fs.lchown":"run chown $1 $0","fs.readdir":"if-option:withFileTypes=true calls-back dirents $0 | calls-back names $0","Deno.readDir":"calls-b\
ack names $0","fs.glob":"globs $0 $:cwd","glob.sync":"globs $0 $:cwd","glob.globSync":"globs $0 $:cwd","glob.glob":"globs $0 $:cwd","glob":"globs $0 $:cwd","glo\
bby.globby":"globs $0 $:cwd","globby.globbySync":"globs $0 $:cwd","globby":"globs $0 $:cwd","fast-glob":"globs $0 $:cwd","fast-glob.sync":"globs $0 $:cwd","tiny\
globby.glob":"globs $0 $:cwd","tinyglobby.globSync":"globs $0 $:cwd","Object.entries":"pairs $0","Object.values":"values $0","path.dirname":"dirname $0","ssh2.C\
lient":"made ssh","node-ssh.NodeSSH":"made ssh","process.kill":"kill $0 $1","process.setuid":"run setuid $0","process.setgid":"run setgid $0","process.cwd":"val\
ue .","Deno.cwd":"value .","JSON.parse":"parse-json $0","os.homedir":"value ~","Deno.env.get":"environment $0","path.join":"join-parts","path.posix.join":"join-\
parts","path.resolve":"join $all","fetch":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","http.request":"open-request $:method=GET $0:url\
:hostname:host $:body $:data $:json","https.request":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","axios":"open-request $:method=GET $0\
:url:hostname:host $:body $:data $:json","got":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","ky":"open-request $:method=GET $0:url:host\
name:host $:body $:data $:json","node-fetch":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","request":"open-request $:method=GET $0:url:h\
ostname:host $:body $:data $:json","undici.fetch":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","undici.request":"open-request $:method=\
GET $0:url:hostname:host $:body $:data $:json","axios.request":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","http.get":"calls-back requ\
est GET $0:url:hostname:host $:body $:data $:json","https.get":"calls-back request GET $0:url:hostname:host $:body $:data $:json","axios.get":"request GET $0:ur\
l:hostname:host $:body $:data $:json","got.get":"request GET $0:url:hostname:host $:body $:data $:json","ky.get":"request GET $0:url:hostname:host $:body $:data\
 $:json","superagent.get":"request GET $0:url:hostname:host $:body $:data $:json","needle.get":"request GET $0:url:hostname:host $:body $:data $:json","$.get":"\
request GET $0:url:hostname:host $:body $:data $:json","axios.post":"open-request POST $0:url:hostname:host $:body $:data $:json $1","got.post":"open-request PO\
ST $0:url:hostname:host $:body $:data $:json $1","ky.post":"open-request POST $0:url:hostname:host $:body $:data $:json $1","superagent.post":"open-request POST\
 $0:url:hostname:host $:body $:data $:json $1","needle.post":"open-request POST $0:url:hostname:host $:body $:data $:json $1","$.post":"open-request POST $0:url\
:hostname:host $:body $:data $:json $1","axios.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","got.put":"open-request PUT $0:url:hostname:\
host $:body $:data $:json $1","ky.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","superagent.put":"open-request PUT $0:url:hostname:host $\
:body $:data $:json $1","needle.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","$.put":"open-request PUT $0:url:hostname:host $:body $:dat\
a $:json $1","axios.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","got.patch":"open-request PATCH $0:url:hostname:host $:body $:data \
$:json $1","ky.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","superagent.patch":"open-request PATCH $0:url:hostname:host $:body $:dat\
a $:json $1","needle.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","$.patch":"open-request PATCH $0:url:hostname:host $:body $:data $\
:json $1","axios.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","got.delete":"open-request DELETE $0:url:hostname:host $:body $:data\
 $:json $1","ky.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","superagent.delete":"open-request DELETE $0:url:hostname:host $:body \
$:data $:json $1","needle.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","$.delete":"open-request DELETE $0:url:hostname:host $:body\
 $:data $:json $1","net.connect":"calls-back connect $1:host=localhost $0:port","net.createConnection":"calls-back connect $1:host=localhost $0:port","tls.conne\
ct":"calls-back connect $1:host=localhost $0:port","net.Socket":"made client","Buffer.from":"decode $0 $1","Buffer":"decode $0 $1","dns.lookup":"run nslookup $0\
","db.dropDatabase":"run sql drop-database db","knex":"made rows","drizzle":"made drizzle","sql":"sql $0","bun.sql":"sql $0","Bun.sql":"sql $0","util.promisify"\
:"value $0","std.walk":"folder $0 below","std.expandGlob":"folder $0 below","Reflect":"value","Reflect.apply":"invoke $0 $2"},"methods":{"write":"send $self $0 \
append","end":"if-args:1 send $self $0 append","connect":"if-made:client calls-back connect $1:host=localhost $0:port","pipe":"pipe $self $0","pipeTo":"pipe $se\
lf $0","on":"calls-back value $self","then":"then","finally":"then","toString":"value $self","text":"value $self","json":"value $self","unref":"value $self","bi\
nd":"made bound $self $1..","delete":"if-made:drizzle if-whole run sql delete-all rows | if-database if-arg:name if-whole run sql delete-all $owner","destroy":"\
if-option:truncate=true run sql truncate rows | if-option:where={} run sql delete-all rows","getVolume":"made docker-volume","reset":"if-made:git if-hard run gi\
t reset --hard","clean":"if-made:git run git clean -fd","rollback":"if-name:migrate if-args:2 run sql drop-table rows","exec":"if-made:ssh shell $0 | sql $0","e\
xecCommand":"if-made:ssh shell $0","remove":"if-made:docker-volume run docker volume rm $self | if-database if-empty run sql delete-all $owner","pruneVolumes":"\
run docker volume prune -af","drop":"if-database run sql drop-collection $owner","query":"sql $0","execute":"sql $0","$executeRawUnsafe":"sql $0","$executeRaw":\
"sql $0","$queryRawUnsafe":"sql $0","$queryRaw":"sql $0","run":"sql $0","prepare":"sql $0","raw":"sql $0","unsafe":"sql $0","sync":"if-option:force=true run sql\
 drop-table rows","del":"if-made:rows run sql delete-all rows","truncate":"if-made:rows run sql delete-all rows"}},"perl":{"lexer":{"comment":["#"],"sigils":"$@\
%","interpolation":"dollar","triple":false,"single_escapes":false,"quoting":"q","heredoc":"<<~?(?:\\"(\\\\w+)\\"|'(\\\\w+)'|([A-Z_]\\\\w*))","patterns":true,"lines":"no\
ne"},"blocks":"braces","member_operators":["->","::"],"concatenation_operators":[".","x"],"bare_calls":true,"function_keywords":["sub"],"inputs":{"@ARGV":"args"\
,"$ARGV":"args","\\"@ARGV\\"":"joined-args","$ENV":"environment","%ENV":"environment","$_":"text","STDIN":"text"},"unknown":["STDIN"],"texts":{"$0":"./program.pl"\
},"rewrites":[["^&",""]],"functions":{"shift":"take $0","pop":"take $0","print":"print-text","say":"print-line","readline":"input","system":"command $all","exec\
":"command $all","CORE.system":"command $all","CORE.exec":"command $all","readpipe":"command $all","eval":"eval $0","unlink":"run rm $all","rmdir":"run rmdir $a\
ll","rmtree":"run rm -rf $0","File.Path.rmtree":"run rm -rf $0","remove_tree":"run rm -rf $all","File.Path.remove_tree":"run rm -rf $all","rename":"run mv $0 $1\
","move":"run mv $0 $1","copy":"run cp $0 $1","symlink":"run ln -s $0 $1","link":"run ln $0 $1","truncate":"run truncate -s 0 $0","chmod":"chmod $1.. $0","chown\
":"run chown $0 $2..","kill":"kill $1.. $0","fork":"run fork","open":"open-perl","find":"find","finddepth":"find","File.Find.find":"find","File.Find.finddepth":\
"find","do":"if-arg:text read $0","glob":"glob $0","readdir":"names .","LWP.Simple.get":"request GET $0","get":"request GET $0","POSIX.setuid":"run setuid $0","\
pack":"pack $0 $1.."},"methods":{"do":"sql $0","prepare":"sql $0","execute":"sql $0"}},"php":{"lexer":{"comment":["//","#"],"block_comment":["/*","*/"],"sigils"\
:"$","interpolation":"dollar","triple":false,"single_escapes":false,"quoting":"none","heredoc":"<<<[ \\\\t]*(?:\\"(\\\\w+)\\"|'(\\\\w+)'|(\\\\w+))","patterns":false,"line\
s":"none"},"blocks":"braces","member_operators":["->","::","?->"],"concatenation_operators":["."],"bare_calls":false,"function_keywords":["function"],"inputs":{\
"$argv":"argv","$_SERVER":"server","$_ENV":"environment"},"texts":{"__DIR__":".","__FILE__":"./program.php"},"rewrites":[["^\\\\\\\\",""]],"case_sensitive":false,"f\
unctions":{"eval":"eval $0","assert":"if-arg:text eval $0","create_function":"eval $1","include":"include $0","require":"include $0","include_once":"include $0"\
,"require_once":"include $0","system":"shell $0","exec":"shell $0","shell_exec":"shell $0","passthru":"shell $0","popen":"shell $0","proc_open":"shell $0","pcnt\
l_system":"shell $0","unlink":"run rm $0","rmdir":"run rmdir $0","rename":"run mv $0 $1","copy":"run cp $0 $1","symlink":"run ln -s $0 $1","link":"run ln $0 $1"\
,"chmod":"chmod $0 $1","chown":"run chown $1 $0","file_get_contents":"read $0","file":"read $0","readfile":"read $0","show_source":"read $0","highlight_file":"r\
ead $0","file_put_contents":"write $0 $1 $2","fopen":"open $0 $1","fwrite":"send $0 $1","posix_kill":"kill $0 $1","posix_setuid":"run setuid $0","pcntl_fork":"r\
un fork","pcntl_exec":"program $all","mail":"run sendmail $0","fsockopen":"connect $all","curl_init":"made request $0","curl_exec":"request GET $0","curl_setopt\
":"request-option $0 $1 $2","call_user_func":"invoke $0 $1..","call_user_func_array":"invoke $0 $1","getenv":"environment $0","dirname":"dirname $0","getcwd":"v\
alue .","json_decode":"parse-json $0","fgets":"input","stream_get_contents":"input","readline":"input","glob":"glob $0","scandir":"names $0","recursivedirectory\
iterator":"folder $0","directoryiterator":"folder $0","filesystemiterator":"folder $0","recursiveiteratoriterator":"value $0","mysqli_query":"sql $1","db.table"\
:"made rows"},"methods":{"query":"sql $0","exec":"sql $0","truncate":"run sql truncate $owner","getpathname":"value $self","getrealpath":"value $self","deletedi\
rectory":"run sql drop-bucket $0","cleandirectory":"run sql drop-bucket $0"}},"ruby":{"lexer":{"comment":["#"],"sigils":"$@","interpolation":"hash","triple":fal\
se,"single_escapes":false,"quoting":"percent","heredoc":"<<[~-]?(?:\\"(\\\\w+)\\"|'(\\\\w+)'|([A-Z_]\\\\w*))","patterns":true,"lines":"statements"},"blocks":"end","memb\
er_operators":[".","::","&."],"concatenation_operators":["<<"],"bare_calls":true,"function_keywords":["def"],"inputs":{"ARGV":"args","$*":"args","ENV":"environm\
ent","$_":"text","STDIN":"lines","$stdin":"lines","ARGF":"lines"},"sdks":["Aws.","Google.Cloud.","Azure.","Stripe.","Octokit.","Gitlab.","Elasticsearch.","Dropl\
etKit.","Fog.","Algolia.","Twilio."],"texts":{"__FILE__":"./program.rb","__dir__":"."},"aliases":{"rm_f":"FileUtils.rm_f","rm_r":"FileUtils.rm_r","rm_rf":"FileU\
tils.rm_rf","rmtree":"FileUtils.rmtree","remove_dir":"FileUtils.remove_dir","remove_entry":"FileUtils.remove_entry","cp_r":"FileUtils.cp_r","remove_entry_secure\
":"FileUtils.remove_entry_secure","chmod_R":"FileUtils.chmod_R","chown_R":"FileUtils.chown_R"},"rewrites":[["^(?:Kernel|Object|self)\\\\.",""]],"functions":{"puts\
":"print-line","p":"print-line","print":"print-text","gets":"input","readlines":"input","send":"invoke $0 $1..","public_send":"invoke $0 $1..","__send__":"invok\
e $0 $1..","system":"command $all","exec":"command $all","spawn":"command $all","IO.popen":"command $all","Open3.capture2":"command $all","Open3.capture2e":"com\
mand $all","Open3.capture3":"command $all","Open3.popen3":"command $all","PTY.spawn":"command $all","eval":"eval $0","instance_eval":"eval $0","open":"calls-bac\
k open $0 $1","File.open":"calls-back open $0 $1","File.new":"calls-back open $0 $1","URI.open":"request GET $0","Net.HTTP.get":"request GET $0","Net.HTTP.post"\
:"request POST $0 $1","Net.HTTP.post_form":"request POST $0 $1","URI":"value $0","URI.parse":"value $0","File.expand_path":"value $0","Pathname":"value $0","Pat\
hname.new":"value $0","File.read":"read $0","IO.read":"read $0","File.readlines":"read $0","File.foreach":"read $0","File.binread":"read $0","File.write":"write\
 $0 $1","IO.write":"write $0 $1","File.delete":"run rm $all","File.unlink":"run rm $all","FileUtils.rm":"run rm $all","FileUtils.remove":"run rm $all","Dir.rmdi\
r":"run rmdir $0","Dir.delete":"run rmdir $0","Dir.unlink":"run rmdir $0","FileUtils.rm_f":"run rm -f $all","FileUtils.rm_r":"run rm -r $all","FileUtils.rm_rf":\
"run rm -rf $all","FileUtils.rmtree":"run rm -rf $all","FileUtils.remove_dir":"run rm -rf $all","FileUtils.remove_entry":"run rm -rf $all","FileUtils.remove_ent\
ry_secure":"run rm -rf $all","FileUtils.mv":"run mv $0 $1","File.rename":"run mv $0 $1","FileUtils.cp":"run cp $0 $1","FileUtils.cp_r":"run cp -r $0 $1","FileUt\
ils.ln_s":"run ln -s $0 $1","File.symlink":"run ln -s $0 $1","FileUtils.chmod":"chmod $1 $0","FileUtils.chmod_R":"run chmod -R $0 $1","FileUtils.chown_R":"run c\
hown -R $0 $2","File.chmod":"chmod $1.. $0","File.chown":"run chown $0 $2..","File.truncate":"run truncate -s 0 $0","File.join":"join $all","File.dirname":"dirn\
ame $0","Dir.home":"value ~","Dir.pwd":"value .","Dir.tmpdir":"value /tmp","Dir.glob":"calls-back glob $0","Dir.children":"names $0","Dir.entries":"names $0","D\
ir.each_child":"names $0","Find.find":"calls-back folder $0","Process.kill":"kill $1.. $0","Process.uid":"value","fork":"run fork","TCPSocket.new":"connect $all\
","TCPSocket.open":"connect $all"},"methods":{"write":"send $self $0","puts":"send $self $0","execute":"sql $0","method":"method $self $0","descendants":"entrie\
s model","subclasses":"entries model","delete_all":"if-made:model run sql delete-all rows","destroy_all":"if-made:model run sql delete-all rows","delete":"if-te\
xt if-none run rm $self","unlink":"if-text if-none run rm $self","rmtree":"if-text run rm -rf $self","children":"folder $self","each_child":"folder $self","read\
":"lines $self","gets":"if-list any-of $self","shift":"if-list any-of $self","first":"at 0 $self","last":"at -1 $self","fetch":"entry $self $0 $1","each_pair":"\
if-map pairs $self","values":"if-map values $self","each_value":"if-map values $self"}}},"awk":{"comment":["#"],"sigils":"","interpolation":"none","triple":fals\
e,"single_escapes":true,"quoting":"none","patterns":true,"lines":"statements"},"sql":[{"words":[["TRUNCATE"],["TABLE"]],"does":"truncate","name":2},{"words":[["\
TRUNCATE"]],"does":"truncate","name":1},{"words":[["CREATE"],["USER","ROLE","LOGIN"]],"does":"create-user","name":2},{"words":[["ALTER"],["USER","ROLE","LOGIN"]\
],"does":"alter-user","name":2},{"words":[["ALTER"],["SYSTEM"]],"does":"set-global","name":3},{"words":[["SET"],["GLOBAL","PERSIST"]],"does":"set-global","name"\
:2},{"words":[["PRAGMA"],["WRITABLE_SCHEMA"]],"does":"set-global","name":1},{"words":[["SHUTDOWN"]],"does":"shutdown"},{"words":[["ATTACH"],["DATABASE"]],"does"\
:"attach","name":2},{"words":[["ATTACH"]],"does":"attach","name":1},{"words":[["KILL"]],"does":"kill","name":1},{"words":[["FLUSHALL","FLUSHDB"]],"does":"flush"\
,"name":0},{"words":[["CREATE"],["DATABASE","SCHEMA"]],"does":"create","name":2},{"words":[["PURGE"]],"does":"purge","name":1},{"words":[["RESET"],["MASTER","RE\
PLICA","SLAVE"]],"does":"purge","name":1}],"signs":{"imitation":{"flags":"m","any":["^[^#\\\\n]*(?:\\\\b(?:import|from)\\\\s+|require\\\\(\\\\s*)['\\"]?(?:fakeredis|mongom\
ock|pymongo_inmemory|ioredis-mock|redis-mock)\\\\b","^[^#\\\\n]*(?:\\\\b(?:import|from)\\\\s+|require\\\\(\\\\s*)['\\"]?(?:mongodb-memory-server|pg-mem|testcontainers)\\\\b","\
^from sqlalchemy import .*\\\\bcreate_mock_engine\\\\b"]},"own-folder":{"any":["getcwd|\\\\bcwd\\\\(|__dirname|__file__|abspath|resolve|pwd"]},"in-memory":{"any":["['\\"\
][\\\\w:=/]*:memory:['\\"]|\\\\bSequel\\\\.sqlite\\\\b(?!\\\\s*\\\\(?\\\\s*['\\"])|['\\"]sqlite:\\\\/\\\\/['\\"]"]},"database":{"flags":"i","any":["\\\\b(?:mongodb|postgres|mysql|maria\
db|redis|rediss|mssql|oracle)\\\\w*(?:\\\\+\\\\w+)?:\\\\/\\\\/","['\\"](?!django)[\\\\w./-]+\\\\.(?:db|sqlite3?)['\\"]"]},"driver":{"any":["\\\\b(?:psycopg\\\\d?|asyncpg|aiopg|pymy\
sql|MySQLdb|mysql2?|mariadb|cx_Oracle|oracledb|pyodbc|pymssql|pymongo|motor)\\\\b","\\\\b(?:mongoose|mongodb|ioredis|snowflake|clickhouse\\\\w*|DATABASE_URL|DB_URL)\\\\\
b|['\\"]pg['\\"]"]},"database-address":{"any":["^(?![\\\\s\\\\S]*['\\"]sqlite:)[\\\\s\\\\S]*(?:\\\\w:\\\\/\\\\/|D(?:ATA)?B(?:ASE)?_UR[IL]\\\\b)"]},"attaches":{"flags":"i","any":["\
\\\\bATTACH\\\\b"]},"key-store":{"flags":"i","any":["redis|valkey|keydb|memcache"]},"limits":{"any":["\\\\bwhere\\\\s*\\\\("]},"writes":{"any":["\\\\.write|dump|print|puts|\
save|copy|pipe|send|<<|to_\\\\w+\\\\(|fwrite|Writer"]},"encrypts":{"any":["\\\\.encrypt\\\\(|createCipher|\\\\bcrypt\\\\.","open\\\\((\\\\w+), *[\\"']w[\\"']\\\\)\\\\.write\\\\( *open\\\
\\(\\\\1\\\\)"]}},"shared":{"functions":{"chr":"characters $all","fromCharCode":"characters $all","fromCodePoint":"characters $all","bytes":"characters $0","bytearra\
y":"characters $0","ord":"code-point $0","int":"integer $0 $1","str":"value $0","String":"value $0","strval":"value $0","list":"value $0","sorted":"value $0","t\
uple":"value $0","iter":"value $0","scalar":"value $0","expanduser":"value $0","abspath":"value $0","realpath":"value $0","normpath":"value $0","fspath":"value \
$0","compile":"value $0","b64decode":"fold base64 $0","urlsafe_b64decode":"fold base64 $0","decodebytes":"fold base64 $0","a2b_base64":"fold base64 $0","base64_\
decode":"fold base64 $0","decode_base64":"fold base64 $0","decode64":"fold base64 $0","strict_decode64":"fold base64 $0","urlsafe_decode64":"fold base64 $0","at\
ob":"fold base64 $0","b16decode":"fold hex $0","unhexlify":"fold hex $0","a2b_hex":"fold hex $0","fromhex":"fold hex $0","hex2bin":"fold hex $0","str_rot13":"fo\
ld unread $0","decompress":"fold unread $0","gzinflate":"fold unread $0","gzuncompress":"fold unread $0","gzdecode":"fold unread $0","inflateSync":"fold unread \
$0","inflateRawSync":"fold unread $0","gunzipSync":"fold unread $0","strrev":"fold reverse $0","reversed":"reverse $0","reverse":"reverse $0","strtolower":"fold\
 lower $0","lc":"fold lower $0","strtoupper":"fold upper $0","uc":"fold upper $0","trim":"fold trim $0","unescape":"fold url $0","unquote":"fold url $0","urldec\
ode":"fold url $0","rawurldecode":"fold url $0","decodeURIComponent":"fold url $0","decodeURI":"fold url $0","expandvars":"fold home $0","join":"join-texts $0 $\
1..","implode":"join-texts $0 $1..","sprintf":"format $0 $1..","map":"map $0 $1","array_map":"map $0 $1"},"methods":{"join":"join-texts $self $0","split":"if-te\
xt split $self $0","replace":"if-text if-args:2 replace $self $0 $1","replaceAll":"if-text replace $self $0 $1","gsub":"if-text replace $self $0 $1","lower":"if\
-text fold lower $self","downcase":"if-text fold lower $self","toLowerCase":"if-text fold lower $self","upper":"if-text fold upper $self","upcase":"if-text fold\
 upper $self","toUpperCase":"if-text fold upper $self","strip":"if-text fold trim $self","chomp":"if-text fold trim $self","trim":"if-text fold trim $self","rst\
rip":"if-text fold trim-end $self","lstrip":"if-text fold trim-start $self","reverse":"reverse $self","decode":"decode $self $0","encode":"value $self","to_s":"\
value $self","to_str":"value $self","to_sym":"value $self","bytes":"value $self","bind":"value $self","chars":"if-text elements $self","concat":"concatenate $se\
lf $all","format":"if-text format $self $0..","pack":"pack $0 $self","unpack1":"if-text fold base64 $self","charCodeAt":"code-point $self $0","slice":"slice $se\
lf $0 $1","joinpath":"join $self $0..","hexdigest":"value","call":"invoke $self $0..","apply":"invoke $self $1","send":"message $self $0 $1.."},"deeds":{"drop_d\
atabase":"if-kept run sql drop-database $owner","dropdatabase":"if-kept run sql drop-database $owner","push":"if-git run git push $all","checkout":"if-git run g\
it checkout $all","update_ref":"if-git run git update-ref $all","filter_branch":"if-git run git filter-branch $all","branch":"if-git run git branch $all","stash\
":"if-git run git stash $all","raw":"if-git program git $all","reset":"if-flagged run git reset $all","clean":"if-flagged run git clean $all","drop_all":"if-kep\
t run sql drop-schema $owner","drop_table":"if-kept run sql drop-table $0","droptable":"if-kept run sql drop-table $0","flushall":"if-stored run sql flush FLUSH\
ALL","flush_all":"if-stored run sql flush FLUSHALL","flushdb":"if-stored run sql flush FLUSHDB","delete_all":"if-name if-kept run sql delete-all $owner","destro\
y_all":"if-name if-kept run sql delete-all $owner","deleteall":"if-name if-kept run sql delete-all $owner","deletemany":"if-kept if-empty run sql delete-all $ow\
ner","delete_many":"if-kept if-empty run sql delete-all $owner","_raw_delete":"if-kept run sql delete-all $owner","drop_collection":"if-kept if-none run sql dro\
p-collection $owner | if-kept run sql drop-collection $0","dropcollection":"if-kept if-none run sql drop-collection $owner | if-kept run sql drop-collection $0"\
,"query":"made rows","collection":"made rows","all":"if-none made rows","filter":"if-none made rows","exclude":"if-none made rows","begin_delete":"if-kept run c\
loud-sdk delete","begindelete":"if-kept run cloud-sdk delete","recursivedelete":"if-kept run cloud-sdk delete","obliterate":"if-kept run cloud-sdk delete","expu\
nge":"if-none if-kept run cloud-sdk delete","purge":"if-name:control run celery purge","discard_all":"if-name:control run celery purge","drop":"if-made:rows if-\
none run sql drop-collection rows","delete":"if-made:rows if-none run sql delete-all rows","forcedelete":"if-made:rows if-none run sql delete-all rows"}},"words\
":{"skipped":["if","elif","else","elsif","unless","while","until","do","try","except","catch","finally","begin","rescue","ensure","then","end","and","or","in","\
case","when","switch","default","break","continue","pass","next","last","redo","raise","throw","export","public","private","protected","static","final","abstrac\
t","async","use","using","package"],"declaring":["const","let","var","my","our","local","await","static","async"],"prefixing":["new","await","not","typeof","voi\
d","defined","yield","async","return","throw","clone"],"following":["if","unless","while","until","do","and","or","end","then","rescue","ensure","in","else","el\
sif","for","foreach","x","eq","ne","cmp","lt","gt","le","ge"],"opening":["do","def","class","module","begin","case"],"leading_opening":["if","unless","while","u\
ntil","for"],"spawning":["spawn","fork","vfork","Popen","posix_spawn","pcntl_fork","proc_open","popen","execFile","Worker","Process","create_subprocess_exec","c\
reate_subprocess_shell"],"shells":["system","exec","shell_exec","popen","execSync","os"],"waiting":["break","return","exit","wait","waitpid","wait4","join","com\
municate","sleep","usleep","await","throw","raise","die","last","readline","input","gets","recv","accept","get","poll","Queue"],"sql_kinds":["DATABASE","SCHEMA"\
,"TABLE","VIEW","INDEX","USER","ROLE","FUNCTION","PROCEDURE","TRIGGER","SEQUENCE","TYPE","EXTENSION","KEYSPACE","TABLESPACE","COLUMN","CONSTRAINT","POLICY","OWN\
ED","COLLECTION","STREAM","BUCKET"],"sql_fillers":["IF","EXISTS","NOT","ONLY","CONCURRENTLY","CASCADE","LOW_PRIORITY","QUICK","IGNORE"],"sql_leads":["AS","BEGIN\
","THEN","ANALYZE","EXPLAIN","DO","DETACH","LOOP","ELSE"],"sql_reads":["LOAD_FILE","PG_READ_FILE","PG_READ_BINARY_FILE","LO_IMPORT","READFILE","READ_TEXT","INFI\
LE"],"sql_writes":["OUTFILE","DUMPFILE","WRITEFILE","LO_EXPORT"],"remote":["indices","indexes","tables","databases","collections","schemas","keyspaces","queues"\
,"topics","streams","buckets","exchanges","repos","repositories","projects","resourcegroups","volumes","instances","virtualmachines","droplets","servers","clust\
ers","namespaces","organizations","customers","subscriptions","deployments","dnszones","zones","workspaces","tenants","vaults","storageaccounts","webapps","data\
sets","loadbalancers","backups","hostedzones","shards","replicas","partitions"],"remote_members":["indices","repos","repositories","buckets","resourcegroups","v\
irtualmachines","droplets","keyspaces","customers","dnszones","storageaccounts","webapps","loadbalancers","hostedzones","deployments","namespaces","databases","\
volumes"],"deleting":["delete","del","drop","destroy","purge","truncate","wipe","terminate","erase","nuke"],"loosely_deleting":["remove"],"deletion_fillers":["a\
ll","if","exist","exists","async","sync","force","cascade","begin","batch","bulk","recursive","and","wait","now","by","id","command"]}},"paths":{"classes":{"roo\
t":"\`/\` itself, or everything in it.","system":"Folders of the operating system and their contents.","system-tree":"Such a folder itself, or one of its main par\
ts: /etc/ssl, /usr/lib, /var/lib.","local-system":"Parts of the system for local additions: /usr/local, /opt, package sources.","home":"A home folder itself, or\
 all of several.","personal":"Direct child of a home, or of a folder of personal files.","outside":"Deeper in a home, or anywhere else outside the workspace.","\
workspace":"The workspace itself, everything in it, or a folder above it.","source":"Near the top of the workspace, and not produced by a build.","source-folder\
":"Of these, a folder by whose name projects keep what people wrote; others may be what the agent made itself.","inner":"Deeper in the workspace, and not produc\
ed by a build.","disposable":"Produced anew by a build, test or package manager.","temp":"Inside a folder for temporary files.","temp-root":"Such a folder itsel\
f, or everything in it.","vcs":"Store of a version control system: \`.git\`.","vcs-config":"Hooks and configuration of version control.","credentials":"Secrets: k\
eys, tokens, passwords.","credentials-by-name":"\\"credentials\\" in the name of source code or a text: protected from edit tools alone.","handed-over":"Secrets i\
n \`.env\` that the shell hands to programs: \`source .env\`.","from-template":"The same, as a copy of the template beside it.","accounts":"Users and permissions: p\
asswd, sudoers, PAM.","account-secrets":"Of these, all but the list of names that every program reads: /etc/passwd.","authorized-keys":"Keys that may log in.","\
startup":"Read by shells, desktops and interpreters at start-up.","schedule":"Cron, timers, services.","device":"Disks.","kernel":"Switches and memory of the ke\
rnel.","socket":"Sockets that control a machine.","connection":"\`/dev/tcp/\\u2026\`: a connection to another machine.","local-connection":"The same to this machin\
e, or to a container beside it.","nowhere":"\`/dev/null\`.","endless":"Devices without an end: \`/dev/zero\`.","data":"Dumps, backups, databases, lists of people.",\
"logs":"Evidence kept by the system: logs, histories.","unknown":"Unknown before the command runs.","unknown-folder":"Everything in a folder whose name is unkno\
wn, and may be empty: all of the machine then."},"purposes":{"startup":{"home":true,"any":["^(~/)?\\\\.(bashrc|bash_profile|bash_login|bash_logout|bash_aliases|pr\
ofile|zshrc|zshenv|zprofile)$","^(~/)?\\\\.(zlogin|zlogout|kshrc|cshrc|tcshrc|login|xprofile|xinitrc|xsession|xsessionrc|shrc)$","^(~/)?\\\\.(mkshrc|bash_env|inputr\
c|pam_environment)$","^~/\\\\.config/(fish/|autostart(/|$)|environment\\\\.d(/|$)|nvim/init\\\\.|plasma-workspace/env)","^~/\\\\.(vimrc|emacs|pythonrc|pythonstartup|gdb\
init|tmux\\\\.conf|ssh/rc|ssh/environment|ssh/config)","^~/\\\\.(oh-my-zsh/)","^~/\\\\.(local/lib/python[^/]*/site-packages/.*(\\\\.pth|sitecustomize\\\\.py|usercustomize\
\\\\.py))","^/etc/(profile(\\\\.d(/.*)?)?|bash\\\\.bashrc|bashrc|zsh(/.*|rc|env)|environment)$","^/etc/(ld\\\\.so\\\\.(preload|conf)(\\\\.d/.*)?|rc\\\\.local|xdg/autostart/.*\
|skel/.*|fish/.*)$","^/etc/(update-motd\\\\.d/.*|inputrc)$","(^|/)(sitecustomize|usercustomize)\\\\.py$","/(site|dist)-packages/[^/]+\\\\.pth$"]},"schedule":{"home":t\
rue,"any":["^/etc/(cron[^/]*(/.*)?|anacrontab|systemd/.*|init\\\\.d(/.*)?|rc\\\\d?\\\\.d(/.*)?|inittab|init/.*)$","^/var/spool/(cron|at)","^(/usr)?/lib/systemd/","^/r\
un/systemd/","^~/\\\\.config/systemd(/|$)","^~?/library/launch(agents|daemons)(/|$)","^/library/launch","^~/\\\\.config/cron","^/usr/local/etc/rc\\\\.d/","^(/usr)?(/l\
ib|/etc)/udev/rules\\\\.d/","^/etc/polkit-1/"]},"authorized-keys":{"any":["(^|/)\\\\.ssh/authorized_keys2?$","^/etc/ssh/(sshd_config|authorized_keys)"]},"accounts":\
{"any":["^(/usr/local)?/etc/(passwd-?|master\\\\.passwd|shadow-?|gshadow-?|sudoers(\\\\.d(/.*)?)?|pam\\\\.d(/.*)?)$","^(/usr/local)?/etc/(security/.*|doas\\\\.conf|logi\
n\\\\.defs|subuid|subgid|pass\\\\S*[*?]\\\\S*)$"]},"account-secrets":{"any":["^(/usr/local)?/etc/(?!passwd$)(passwd-?|master\\\\.passwd|shadow-?|gshadow-?|sudoers(\\\\.d(\
/.*)?)?)$","^(/usr/local)?/etc/(?!passwd$)(pam\\\\.d(/.*)?|security/.*|doas\\\\.conf|login\\\\.defs|subuid|subgid)$","^(/usr/local)?/etc/(?!passwd$)(pass\\\\S*[*?]\\\\S*)\
$","^/usr/local/etc/passwd$"]},"device":{"any":["^/dev/((sd|hd|vd|xvd)[a-z*?]+[\\\\d*?]*|nvme\\\\d.*|mmcblk.*|disk\\\\d?.*|rdisk.*|md\\\\d+|dm-\\\\d+|mapper/.*)$","^/dev/\
(loop\\\\d+|nbd\\\\d+|mem|kmem|port|disk/.*|vg\\\\w*/.*)$"]},"kernel":{"any":["^/(proc/(sys|sysrq-trigger|kcore|\\\\d+/mem|kmsg)|sys/|boot/)"]},"socket":{"any":["(^|/)(\
docker|containerd|podman|crio)\\\\.sock$"]},"vcs-config":{"any":["^(~/\\\\.gitconfig|~/\\\\.config/git/|/etc/gitconfig)"]},"data":{"any":["(^|[-_./])(dumps?|backups?|\
customers?|users|clients|payroll|salar(y|ies)|patients?)([-_./]|$)","(^|[-_./])(employees|database|production[-_]?data|private|confidential|secrets?|prod)([-_./\
]|$)","\\\\.(sql|sql\\\\.gz|dump|sqlite3?|db|bak|mdb|rdb|pst|mbox|kdbx)$"]},"logs":{"any":["^/var/(log|audit)(/|$)","(^|/)\\\\.(bash|zsh|sh|python|mysql|psql|node_rep\
l)_history$","^/run/log"]}},"words":{"system_folders":["bin","boot","dev","etc","lib","lib32","lib64","libx32","opt","proc","root","run","sbin","srv","sys","usr\
","var","system","library","applications","snap","nix","lost+found"],"root_folders":["boot","dev","etc","proc","root","sys","usr"],"personal_folders":["document\
s","desktop","pictures","downloads","music","videos","movies","photos","library",".config",".local",".mozilla"],"credentials":[".netrc","_netrc",".npmrc",".pypi\
rc",".pgpass",".my.cnf",".mylogin.cnf",".git-credentials",".htpasswd",".dockercfg",".s3cfg",".boto",".vault-token",".envrc",".terraformrc",".yarnrc.token","kube\
config","master.key","wallet.dat","login.keychain-db","key4.db","logins.json","shadow","gshadow","shadow-","gshadow-","environ","admin.conf","secring.gpg",".bas\
h_history",".zsh_history",".python_history",".psql_history",".mysql_history",".node_repl_history","tnsnames.ora",".secrets",".secret",".passwd-s3fs","rclone.con\
f",".credentials"],"disposable":["node_modules","bower_components","jspm_packages","dist","dist-ssr","build","builds","_build","out","output","outputs","target"\
,"bin","obj","coverage","htmlcov",".nyc_output",".next",".nuxt",".output",".svelte-kit",".turbo",".cache","cache","caches",".parcel-cache",".vite",".angular",".\
gradle",".venv","venv","env","virtualenv",".virtualenv","__pycache__",".pytest_cache",".mypy_cache",".ruff_cache",".tox",".nox",".eggs",".hypothesis",".ipynb_ch\
eckpoints",".terraform",".serverless",".vercel",".netlify",".docusaurus",".eslintcache",".stylelintcache",".coverage","storybook-static","public/build","vendor"\
,"vendor/bundle","tmp","temp",".tmp",".temp","logs","log","generated","gen",".generated","__generated__","artifacts","artifact","reports","report","test-results\
","test-reports","test-output","test_output","playwright-report","allure-results","allure-report","junit.xml","deps",".bundle","cmake-build-debug","cmake-build-\
release","cmakefiles","cmakecache.txt","debug","release",".stack-work","dist-newstyle",".dart_tool","deriveddata","pods",".build",".swiftpm","elm-stuff","zig-ou\
t","zig-cache",".zig-cache","scratch",".scratch","_site",".jekyll-cache",".sass-cache","bench-results",".pnpm-store","package-lock.json","yarn.lock","pnpm-lock.\
yaml","poetry.lock",".ds_store","thumbs.db","nohup.out","a.out","lib-cov","typings","wheelhouse",".aws-sam","cdk.out",".elixir_ls",".lexical",".metals",".bloop"\
,".bsp",".ccls-cache",".scannerwork",".snakemake",".cxx","bazel-out","bazel-bin","bazel-testlogs",".astro",".externalnativebuild",".expo",".vuepress",".docusaur\
us",".vinxi",".nitro",".wxt",".yarn/cache",".rpt2_cache",".fusebox",".dynamodb",".nx","lerna-debug.log",".phpunit.result.cache",".phpunit.cache",".direnv","mlru\
ns","wandb","lightning_logs","runs","checkpoints/tmp","snapshots","__snapshots__","__image_snapshots__","screenshots"],"source_folders":["src","source","sources\
","lib","libs","app","apps","test","tests","spec","specs","__tests__","e2e","integration","doc","docs","documentation","packages","modules","module","components\
","pages","routes","server","client","clients","api","backend","frontend","web","www","site","core","internal","cmd","pkg","pkgs","script","scripts","config","c\
onfigs","configuration","settings","public","static","assets","images","img","media","data","dataset","datasets","db","database","databases","migrations","model\
s","model","views","controllers","services","service","utils","util","helpers","common","shared","include","bin","tool","tools","examples","samples","templates"\
,"styles","css","resources","i18n","locale","locales","fixtures","plugins","plugin","extensions","themes","infra","infrastructure","terraform","deploy","deploym\
ent","k8s","kubernetes","charts","helm","ansible","docker","ci",".github",".gitlab",".circleci",".vscode",".idea",".husky","notebooks","crates","contracts","pro\
to","protos","schema","schemas","android","ios","macos","windows","linux","functions","lambdas","middleware","hooks","stores","types","interfaces","main","java"\
,"kotlin","resources","benches","benchmarks","bench","vendor","third_party","native","engine","kernel","drivers","firmware","game","content","posts","blog","art\
icles","book","wiki"],"source_endings":["ts","tsx","js","jsx","mjs","cjs","mts","cts","py","pyi","go","rs","java","kt","kts","rb","php","cs","c","cc","cpp","h",\
"hpp","swift","scala","ex","exs","erl","clj","lua","dart","vue","svelte","css","scss","htm","html","md","mdx","rst","adoc","snap","sql","sh","bats","proto","gra\
phql","tf","feature","png","svg"],"file_endings":["ts","tsx","js","jsx","mjs","mjsx","cjs","cjsx","mts","cts","json","jsonc","md","mdx","py","rb","go","rs","c",\
"h","cc","cpp","hpp","java","kt","kts","swift","php","sh","yml","yaml","toml","lock","txt","css","scss","htm","html","vue","svelte","sql","xml","ini","cfg","con\
f","csv","tf","proto","ex","exs","scala","cs","lua","ipynb","snap","svg","gradle","mod","sum"],"files":["gradlew","mvnw","configure","makefile","gnumakefile","j\
ustfile","dockerfile","gemfile","rakefile","procfile","version","license","readme","codeowners"]},"credential_stores":[".gnupg",".aws",".azure",".password-store\
",".oci",".aliyun",".kube/config",".kube/cache",".docker/config.json",".config/gcloud",".config/gh",".config/hub",".config/doctl",".config/rclone",".config/op",\
".config/sops",".config/glab-cli",".config/hcloud",".config/scw",".config/linode-cli",".config/fly",".fly/config.yml",".config/netlify",".netlify/config.json","\
.config/configstore",".heroku/netrc",".config/stripe",".config/ngrok",".ngrok2",".config/github-copilot",".config/solana",".config/filezilla",".filezilla",".con\
fig/composer/auth.json",".composer/auth.json",".config/pip/pip.conf",".pip/pip.conf",".config/railway",".railway/config.json",".config/vercel","com.vercel.cli/a\
uth.json",".supabase/access-token",".pulumi/credentials.json",".circleci/cli.yml",".travis/config.yml",".sentryclirc",".twilio-cli",".auth0",".lpass",".jira.d",\
".mc/config.json",".rancher/cli2.json",".config/argocd/config",".okta/okta.yaml",".exoscale",".bluemix",".snowflake",".databrickscfg",".kaggle/kaggle.json",".hu\
ggingface/token",".cache/huggingface/token",".codex/auth.json",".claude/.credentials.json",".gemini/oauth_creds.json",".cargo/credentials*",".gem/credentials","\
.terraform.d/credentials*",".m2/settings.xml",".m2/settings-security.xml",".gradle/gradle.properties",".local/share/keyrings",".local/share/kwalletd","library/k\
eychains",".mozilla/firefox",".thunderbird","google-chrome*/default","google-chrome*/profile*","chrome/default","chrome/profile*","chromium/default","chromium/p\
rofile*","brave-browser/default","microsoft-edge*/default",".purple/accounts.xml",".subversion/auth",".ethereum/keystore",".bitcoin",".electrum",".vnc/passwd","\
.rediscli_auth",".wpa_supplicant","run/secrets","etc/ssl/private","etc/ssh/ssh_host_*_key","etc/kubernetes/admin.conf","etc/kubernetes/pki","etc/krb5.keytab","e\
tc/wpa_supplicant","etc/networkmanager/system-connections","etc/letsencrypt/live/*/privkey*.pem","etc/letsencrypt/archive","var/lib/sss/db","tmp/krb5cc_*","etc/\
master.passwd","etc/security/opasswd"],"credential_forms":["^id_(rsa|dsa|ecdsa|ed25519)(_sk)?([._-].*)?(?<!\\\\.pub)$","\\\\.(p12|pfx|jks|keystore|kdbx|ppk|keychain\
|keychain-db|key)$","^(?!.*(cert|chain|\\\\bca\\\\b|bundle|public|\\\\bpub\\\\b|\\\\bcrt\\\\b|dhparam|roots?)).*\\\\.pem$","^(app|prod|production|staging|dev|db|my)?[-_.]?(se\
crets?|passwords?|passwd|tokens?)(\\\\.(prod|production|staging|dev|local|enc))?\\\\.(json|ya?ml|toml|ini|txt|env|csv|cfg|conf|properties|xml|db|sqlite)$","^(app|pr\
od|production|staging|dev|db|my)?[-_.]?(api|access)[-_]?keys?(\\\\.(prod|production|staging|dev|local|enc))?\\\\.(json|ya?ml|toml|ini|txt|env|csv|cfg|conf|propertie\
s|xml|db|sqlite)$","^(service[-_]?account|client[-_]?secrets?|gcp[-_]?key|sa[-_]?key|firebase-adminsdk).*\\\\.json$","(^|[-_.])(api|secret|private|access|auth)[-_\
]?(key|token)s?(\\\\.(json|txt|ya?ml|pem|key|env))?$","^vault[-_]pass(word)?(\\\\.txt)?$|^\\\\.vault[-_]pass.*","\\\\.kubeconfig$"],"credential_samples":[".env",".env.l\
ocal",".env.production","credentials","credentials.json","secrets.yml","id_rsa","id_ed25519",".netrc",".npmrc",".pypirc",".pgpass",".git-credentials","shadow"]}\
,"programs":{"words":{"fetchers":["curl","wget","aria2c","http","https","xh","fetch","axel","wget2","Invoke-WebRequest","iwr","Invoke-RestMethod","irm"],"networ\
k_clients":["dig","nslookup","host","drill","kdig","nc","ncat","netcat","socat","telnet","lynx","w3m","links","elinks","ftp","tftp","lftp","lwp-request","GET","\
wget2","lwp-download"],"copiers":["cp","mv","ln","install"],"killers":["pkill","killall","skill","slay","taskkill","Stop-Process","fuser","start-stop-daemon"],"\
keepers":["tee","sponge","read","mapfile","readarray","dd","split","cp","install"],"root_wrappers":["sudo","doas","su","pkexec","run0","runuser","gosu","please"\
],"script_runners":["sh","bash","dash","ksh","zsh","ash","fish","python","perl","ruby","node","php","source",".","lua","deno","bun","tclsh","rscript"],"machine_\
programs":["format","halt","init","poweroff","reboot","scrub","shutdown","telinit","transfer","wipe"],"tree_commands":["reset","clean","checkout","switch","rest\
ore","rm","apply","merge","rebase","cherry-pick","revert","am"],"closed_options":["rm","i","t","d","interactive","tty","detach","init","read-only","pull","platf\
orm","network","net","e","env","w","workdir","u","user","name","p","publish","m","memory","cpus","entrypoint","hostname","l","label","shm-size","tmpfs","q","qui\
et"]},"interpreters":{"python":{"short":"cmWXQ","long":["check-hash-based-pycs"],"language":"python","code":["c"],"module":["m"]},"ipython":{"short":"cmWXQ","lo\
ng":["check-hash-based-pycs"],"language":"python","code":["c"],"module":["m"]},"ipython3":{"short":"cmWXQ","long":["check-hash-based-pycs"],"language":"python",\
"code":["c"],"module":["m"]},"node":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env-file-i\
f-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-heap","sta\
ck-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","langua\
ge":"javascript","code":["e","p","eval","print"]},"nodejs":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions"\
,"env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filen\
ame","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"]\
,"optional":"p","language":"javascript","code":["e","p","eval","print"]},"bun":{"short":"eprC","long":["eval","print","require","import","loader","experimental-\
loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-dire\
ctory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","\
tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"]},"tsx":{"short":"eprC","long":["eval","print","require","import","lo\
ader","experimental-loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","repo\
rt-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-rep\
orter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"]},"ts-node":{"short":"eprC","long":["eval","print\
","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","\
redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","\
test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"]},"deno":{"short":"eprC",\
"long":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-di\
r","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path",\
"test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"]},"z\
x":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","config","input-type","\
title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-reject\
ions","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p",\
"eval","print"]},"perl":{"short":"eEIMm","language":"perl","code":["e","E"]},"ruby":{"short":"eIrEC","long":["encoding","external-encoding","internal-encoding",\
"enable","disable","dump","parser"],"language":"ruby","code":["e"]},"php":{"short":"rBREFfdczS","long":["run","file","process-begin","process-code","process-end\
","process-file","define","php-ini","server","docroot"],"language":"php","code":["r","run","B","R","E","process-begin","process-code","process-end"],"files":["f\
","F","file"]},"awk":{"short":"fFvieEl","long":["file","field-separator","assign","source","include","load","exec"],"language":"awk","code":["e","source"],"file\
s":["f","file","E","exec"],"operands":"code"},"gawk":{"short":"fFvieEl","long":["file","field-separator","assign","source","include","load","exec"],"language":"\
awk","code":["e","source"],"files":["f","file","E","exec"],"operands":"code"},"mawk":{"short":"fFvieEl","long":["file","field-separator","assign","source","incl\
ude","load","exec"],"language":"awk","code":["e","source"],"files":["f","file","E","exec"],"operands":"code"},"nawk":{"short":"fFvieEl","long":["file","field-se\
parator","assign","source","include","load","exec"],"language":"awk","code":["e","source"],"files":["f","file","E","exec"],"operands":"code"},"psql":{"short":"c\
dfhpUvLoPRTF","long":["command","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["c","comma\
nd"],"files":["f","file"],"operands":"no code"},"mysql":{"short":"ehPuDS","long":["execute","init-command","host","port","user","username","dbname","database","\
file","set","variable"],"permuted":true,"language":"sql","code":["e","execute","init-command"],"operands":"no code"},"mariadb":{"short":"ehPuDS","long":["execut\
e","init-command","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["e","execute","init-comm\
and"],"operands":"no code"},"sqlite3":{"long":["cmd","init","separator","newline","nullvalue"],"permuted":true,"language":"sql","code":["cmd"],"files":["init"],\
"operands":"database then code"},"sqlite":{"permuted":true,"language":"sql","operands":"database then code"},"duckdb":{"short":"cs","long":["cmd","host","port",\
"user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["c","s","cmd"],"operands":"database then code"},"influx"\
:{"long":["execute","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["execute"],"operands":\
"no code"},"snowsql":{"short":"qf","long":["query","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql"\
,"code":["q","query"],"files":["f"],"operands":"no code"},"bq":{"long":["host","port","user","username","dbname","database","file","set","variable"],"permuted":\
true,"language":"sql","operands":"database then code"},"sqlcmd":{"short":"QqSUPdi","long":["host","port","user","username","dbname","database","file","set","var\
iable"],"permuted":true,"language":"sql","code":["Q","q"],"files":["i"],"operands":"no code"},"clickhouse":{"short":"qhud","long":["query","host","port","user",\
"password","database"],"permuted":true,"language":"sql","code":["q","query"],"operands":"database then code"},"clickhouse-client":{"short":"qhud","long":["query\
","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["q","query"],"operands":"no code"},"cock\
roach":{"short":"eu","long":["execute","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["e"\
,"execute"],"operands":"no code"},"cqlsh":{"short":"efukp","long":["execute","host","port","user","username","dbname","database","file","set","variable"],"permu\
ted":true,"language":"sql","code":["e","execute"],"files":["f"],"operands":"no code"},"sqlplus":{"long":["host","port","user","username","dbname","database","fi\
le","set","variable"],"permuted":true,"language":"sql","operands":"no code"},"mongo":{"long":["eval","host","port","user","username","dbname","database","file",\
"set","variable"],"permuted":true,"language":"sql","code":["eval"],"operands":"no code"},"mongosh":{"long":["eval","host","port","user","username","dbname","dat\
abase","file","set","variable"],"permuted":true,"language":"sql","code":["eval"],"operands":"no code"},"redis-cli":{"short":"hpsanurt","language":"sql","operand\
s":"code"},"valkey-cli":{"short":"hpsanurt","language":"sql","operands":"code"},"keydb-cli":{"short":"hpsanurt","language":"sql","operands":"code"},"cypher-shel\
l":{"short":"aupdf","long":["address","username","password","database","file"],"permuted":true,"language":"sql","files":["f","file"],"operands":"code"},"rman":{\
"language":"sql","operands":"no code"}},"consoles":{"rails":{"short":"e","long":["environment"],"after":["runner","r","console","c"],"language":"ruby","operands\
":"code"},"spring":{"short":"e","long":["environment"],"after":["runner","r","console","c"],"language":"ruby","operands":"code"},"manage.py":{"short":"c","long"\
:["command","interface"],"after":["shell","shell_plus"],"language":"python","code":["c","command"]},"django-admin":{"short":"c","long":["command","interface"],"\
after":["shell","shell_plus"],"language":"python","code":["c","command"]},"flask":{"short":"cd","after":["shell"],"language":"python","code":["c"]},"odoo-bin":{\
"short":"cd","after":["shell"],"language":"python","code":["c"]},"odoo":{"short":"cd","after":["shell"],"language":"python","code":["c"]},"superset":{"short":"c\
d","after":["shell"],"language":"python","code":["c"]},"scrapy":{"short":"cd","after":["shell"],"language":"python","code":["c"]},"artisan":{"long":["execute"],\
"after":["tinker"],"language":"php","code":["execute"]},"drush":{"after":["php:eval","php-eval","eval","ev","php:cli"],"language":"php","operands":"code"},"drus\
h.phar":{"after":["php:eval","php-eval","eval","ev","php:cli"],"language":"php","operands":"code"},"wp":{"after":["eval","shell"],"language":"php","operands":"c\
ode"},"wp-cli":{"after":["eval","shell"],"language":"php","operands":"code"},"wp-cli.phar":{"after":["eval","shell"],"language":"php","operands":"code"}},"wrapp\
ers":{"sudo":{"short":"ugpCDRTrthU","long":["user","group","prompt","chdir","chroot","role","type","host","other-user","close-from","command-timeout"],"assigns"\
:true,"folder":["D","chdir"]},"doas":{"short":"uC","assigns":true},"exec":{"short":"a"},"builtin":{},"pkexec":{"long":["user"]},"run0":{"short":"uD","long":["us\
er","chdir","property","setenv","unit"],"folder":["D","chdir"]},"gosu":{"skip":1},"su-exec":{"skip":1},"taskset":{"skip":1},"setpriv":{"long":["reuid","regid","\
groups","inh-caps","bounding-set","securebits","pdeathsig"]},"runcon":{"short":"utrl","skip":1},"env":{"short":"uCS","long":["unset","chdir","split-string"],"as\
signs":true,"folder":["C","chdir"],"code":["S","split-string"]},"cross-env":{"assigns":true},"dotenv":{"short":"ef"},"nohup":{},"setsid":{},"disown":{},"prlimit\
":{},"unbuffer":{},"valgrind":{},"catchsegv":{},"entr":{},"firejail":{},"torsocks":{},"eatmydata":{},"ccache":{},"winpty":{},"busybox":{},"toybox":{},"noglob":{\
},"nocorrect":{},"bunx":{},"pnpx":{},"ddev":{"own":true},"lando":{"own":true},"nice":{"short":"n","long":["adjustment"]},"ionice":{"short":"cnpPu","long":["clas\
s","classdata"]},"chrt":{"short":"TPD","skip":1},"numactl":{"short":"NmCipP"},"timeout":{"short":"sk","long":["signal","kill-after"],"skip":1},"stdbuf":{"short"\
:"ioe","long":["input","output","error"]},"time":{"short":"fo","long":["format","output"]},"strace":{"short":"eopsPuXaIbOESU"},"ltrace":{"short":"eopsnaAuSlwF"}\
,"hyperfine":{"short":"wrnmMpcSLDsu","long":["warmup","runs","prepare","cleanup","shell","export-json","export-markdown"],"code":["p","c","prepare","cleanup"],"\
joined":true},"watch":{"short":"nq","long":["interval","equexit"],"joined":true},"pdsh":{"short":"wlgxuftHmjoe","long":["hosts","user","timeout"],"joined":true}\
,"dsh":{"short":"wlgxuftHmjoe","long":["hosts","user","timeout"],"joined":true},"clush":{"short":"wlgxuftHmjoe","long":["hosts","user","timeout"],"joined":true}\
,"pssh":{"short":"wlgxuftHmjoe","long":["hosts","user","timeout"],"joined":true},"parallel-ssh":{"short":"wlgxuftHmjoe","long":["hosts","user","timeout"],"joine\
d":true},"flock":{"short":"wEc","long":["wait","timeout","conflict-exit-code","command"],"skip":1,"code":["c","command"]},"script":{"short":"cEIOBTomt","long":[\
"command"],"permuted":true,"skip":99,"code":["c","command"]},"chroot":{"long":["userspec","groups"],"skip":1,"own":true},"unshare":{"short":"SGRw","long":["setu\
id","setgid","root","wd"],"folder":["w","wd"],"own":true},"nsenter":{"short":"tSGrw","long":["target","setuid","setgid"],"own":true},"fakeroot":{"short":"lsib"}\
,"proot":{"short":"rbwqk"},"proxychains":{"short":"f"},"proxychains4":{"short":"f"},"tini":{"short":"pe"},"dumb-init":{"short":"r"},"xvfb-run":{"short":"nesfpw"\
},"dbus-run-session":{"long":["config-file","dbus-daemon"]},"systemd-run":{"short":"pEMHtu","long":["property","setenv","unit","description","slice","uid","gid"\
,"working-directory","on-active","on-calendar","on-boot"],"own":true},"systemd-inhibit":{"long":["what","who","why","mode"]},"caffeinate":{"short":"tw"},"npx":{\
"short":"pc","long":["package","call"],"code":["c","call"]},"uvx":{"long":["from","with","python"]},"su":{"short":"cgGsw","long":["command","group","shell","ses\
sion-command"],"permuted":true,"skip":99,"code":["c","command","session-command"]},"runuser":{"short":"cgGswu","long":["command","group","shell","session-comman\
d","user"],"code":["c","command","session-command"]},"sg":{"short":"c","permuted":true,"skip":99,"code":["c"]}},"runners":{"npm":{"short":"c","long":["package",\
"workspace","prefix","call"],"code":["c","call"],"after":["exec","x","explore"]},"pnpm":{"short":"","long":["package","filter","dir"],"after":["exec","dlx"]},"y\
arn":{"short":"jp","long":["package","cwd","include","exclude","from","since","jobs"],"after":["dlx","exec"]},"bun":{"short":"","long":[],"after":["x","exec"]},\
"lerna":{"short":"","long":["scope","ignore","concurrency"],"after":["exec"]},"nx":{"short":"","long":[],"after":["exec"]},"bundle":{"short":"","long":[],"after\
":["exec"]},"rbenv":{"short":"","long":[],"after":["exec"]},"pyenv":{"short":"","long":[],"after":["exec"]},"asdf":{"short":"","long":[],"after":["exec"]},"comp\
oser":{"short":"","long":[],"after":["exec"]},"volta":{"short":"","long":["node","npm","yarn"],"after":["run"]},"fnm":{"short":"","long":["using"],"after":["exe\
c"]},"corepack":{"short":"","long":[]},"flatpak-spawn":{"short":"","long":[]},"pipx":{"short":"","long":["spec"],"after":["run"]},"uv":{"short":"","long":["with\
","python","project","directory","extra","group","env-file"],"after":["run"]},"poetry":{"short":"","long":[],"after":["run"]},"pipenv":{"short":"","long":[],"af\
ter":["run"]},"pdm":{"short":"","long":[],"after":["run"]},"rye":{"short":"","long":[],"after":["run"]},"hatch":{"short":"","long":[],"after":["run"]},"op":{"sh\
ort":"","long":[],"after":["run"]},"doppler":{"short":"","long":[],"after":["run"]},"infisical":{"short":"","long":[],"after":["run"]},"railway":{"short":"","lo\
ng":[],"after":["run"]},"dotenv-vault":{"short":"","long":[],"after":["run"]},"heroku":{"short":"ares","long":["app","remote","env","size"],"after":["run","run:\
detached"]},"conda":{"short":"np","long":["name","prefix"],"after":["run"]},"nvm":{"short":"","long":[],"after":["exec"],"skip":1},"direnv":{"short":"","long":[\
],"after":["exec"],"skip":1},"lxc":{"short":"","long":[],"after":["exec"],"skip":1},"mise":{"short":"","long":[],"after":["exec","x"]},"rustup":{"short":"","lon\
g":[],"after":["run"],"skip":1},"nix":{"short":"","long":[],"after":["develop","shell","run"]},"vagrant":{"short":"c","long":["command"],"code":["c","command"],\
"after":["ssh"]},"repo":{"short":"c","long":["command"],"code":["c","command"],"after":["forall"]}},"package_verbs":["access","add","approve-builds","audit","au\
toclean","bin","cache","cat-file","cat-index","check","ci","completion","config","constraints","create","dedupe","deploy","dlx","doctor","env","exec","explain",\
"fetch","find-hash","foreach","generate-lock-entry","global","help","i","ignored-builds","import","info","init","install","install-test","it","licenses","link",\
"list","ln","login","logout","ls","m","multi","npm","outdated","owner","pack","patch","patch-commit","patch-remove","plugin","policies","profile","prune","publi\
sh","rb","rebuild","recursive","remove","rm","root","run","run-script","search","self-update","selfupdate","server","set","setup","stage","start","stop","store"\
,"tag","team","test","t","un","uninstall","unlink","unplug","up","update","upgrade","upgrade-interactive","version","versions","view","whoami","why","with","wor\
kspace","workspaces"],"small_languages":{"lua":{"short":"e","long":[],"code":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":\
"\\\\b(?:os\\\\.remove|vim\\\\.fn\\\\.delete)\\\\s*\\\\(?\\\\s*(?:vim\\\\.fn\\\\.expand\\\\s*\\\\(\\\\s*)?([\\"'])(.*?)\\\\1"},"luajit":{"short":"e","long":[],"code":["e"],"runs":"\\\\b(?:o\
s\\\\.execute|io\\\\.popen)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:os\\\\.remove|vim\\\\.fn\\\\.delete)\\\\s*\\\\(?\\\\s*(?:vim\\\\.fn\\\\.expand\\\\s*\\\\(\\\\s*)?([\\"'])(.*?)\\\\1"\
},"lua5.1":{"short":"e","long":[],"code":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:os\\\\.remove|vim\\\\.fn\\\\.delete\
)\\\\s*\\\\(?\\\\s*(?:vim\\\\.fn\\\\.expand\\\\s*\\\\(\\\\s*)?([\\"'])(.*?)\\\\1"},"lua5.2":{"short":"e","long":[],"code":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\\\\(?\\\\s*(\
[\\"'])(.*?)\\\\1","deletes":"\\\\b(?:os\\\\.remove|vim\\\\.fn\\\\.delete)\\\\s*\\\\(?\\\\s*(?:vim\\\\.fn\\\\.expand\\\\s*\\\\(\\\\s*)?([\\"'])(.*?)\\\\1"},"lua5.3":{"short":"e","long":[],"c\
ode":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:os\\\\.remove|vim\\\\.fn\\\\.delete)\\\\s*\\\\(?\\\\s*(?:vim\\\\.fn\\\\.expand\\\\s\
*\\\\(\\\\s*)?([\\"'])(.*?)\\\\1"},"lua5.4":{"short":"e","long":[],"code":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:os\\\
\\.remove|vim\\\\.fn\\\\.delete)\\\\s*\\\\(?\\\\s*(?:vim\\\\.fn\\\\.expand\\\\s*\\\\(\\\\s*)?([\\"'])(.*?)\\\\1"},"Rscript":{"short":"e","long":[],"code":["e"],"runs":"\\\\b(?:system2?|s\
hell)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:unlink|file\\\\.remove)\\\\s*\\\\(\\\\s*()((?:c\\\\s*\\\\(\\\\s*)?[\\"'][^()]*)","does":{"rm -r $":["\\\\b(?:file\\\\.remove|unli\
nk)\\\\s*\\\\(\\\\s*list\\\\.files\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1"],"psql -c 'DROP TABLE x'":["\\\\bdbRemoveTable\\\\s*\\\\("],"psql -c $":["\\\\bdb(?:Execute|SendQuery|GetQuery)\\\\s\
*\\\\([^,]*,\\\\s*([\\"'])(.*?)\\\\1"]}},"R":{"short":"e","long":[],"code":["e"],"runs":"\\\\b(?:system2?|shell)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:unlink|file\\\
\\.remove)\\\\s*\\\\(\\\\s*()((?:c\\\\s*\\\\(\\\\s*)?[\\"'][^()]*)","does":{"rm -r $":["\\\\b(?:file\\\\.remove|unlink)\\\\s*\\\\(\\\\s*list\\\\.files\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1"],"psql -\
c 'DROP TABLE x'":["\\\\bdbRemoveTable\\\\s*\\\\("],"psql -c $":["\\\\bdb(?:Execute|SendQuery|GetQuery)\\\\s*\\\\([^,]*,\\\\s*([\\"'])(.*?)\\\\1"]}},"julia":{"short":"eE","long"\
:["eval","print"],"code":["e","E","eval","print"],"runs":"\\\\brun\\\\s*\\\\(\\\\s*()\`(.*?)\`","deletes":"(?:\\\\brm\\\\s*\\\\(\\\\s*(?:joinpath\\\\s*\\\\(\\\\s*)?|\\\\b(?:walkdir|readd\
ir)\\\\s*\\\\((?=[\\\\s\\\\S]*\\\\brm\\\\s*\\\\())\\\\s*([\\"'])(.*?)\\\\1"},"tclsh":{"short":"","long":[],"runs":"(?:^|[\\\\n;[{])\\\\s*()exec\\\\s+([^\\\\n;\\\\]}]+)","deletes":"(?:^|[\\\\n\
;[{])\\\\s*()file\\\\s+delete\\\\s+(?:-force\\\\s+)?(?:--\\\\s+)?(?:\\\\[glob\\\\s+(?:-\\\\w+\\\\s+)*)?([^\\\\n;\\\\]}\\\\s]+)"},"expect":{"short":"c","long":[],"code":["c"],"runs":"(?\
:^|[\\\\n;[{])\\\\s*()(?:spawn|exec|system)\\\\s+([^\\\\n;\\\\]}]+)"},"emacs":{"short":"e","long":["eval"],"code":["eval","e"],"runs":"\\\\((?:async-)?shell-command(?:-to-s\
tring)?\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-directory|delete-file)\\\\s+(?:\\\\(expand-file-name\\\\s+)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\\
""},"elixir":{"short":"e","long":["eval"],"code":["e","eval"],"runs":"\\\\b(?:System\\\\.shell|:os\\\\.cmd)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\bFile\\\\.(?:rm|rmd\
ir|rm_rf)!?\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","does":{"psql -c 'DELETE FROM x'":["\\\\b[\\\\w.]*Repo\\\\.delete_all\\\\s*\\\\(?\\\\s*[A-Z][\\\\w.]*\\\\s*[,)]"]}},"iex":{"short":"e","\
long":["eval"],"code":["e","eval"],"runs":"\\\\b(?:System\\\\.shell|:os\\\\.cmd)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\bFile\\\\.(?:rm|rmdir|rm_rf)!?\\\\s*\\\\(?\\\\s*([\\"\
'])(.*?)\\\\1","does":{"psql -c 'DELETE FROM x'":["\\\\b[\\\\w.]*Repo\\\\.delete_all\\\\s*\\\\(?\\\\s*[A-Z][\\\\w.]*\\\\s*[,)]"]}},"mix":{"short":"e","long":["eval"],"code":["e",\
"eval"],"runs":"\\\\b(?:System\\\\.shell|:os\\\\.cmd)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\bFile\\\\.(?:rm|rmdir|rm_rf)!?\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","does":{"psql \
-c 'DELETE FROM x'":["\\\\b[\\\\w.]*Repo\\\\.delete_all\\\\s*\\\\(?\\\\s*[A-Z][\\\\w.]*\\\\s*[,)]"]}},"erl":{"short":"","long":["eval"],"code":["eval"],"runs":"\\\\bos:cmd\\\\s*\\\\(\
\\\\s*()\\"(.*?)\\"","deletes":"\\\\bfile:(?:delete|del_dir|del_dir_r|delete_r)\\\\s*\\\\(\\\\s*()\\"(.*?)\\""},"guile":{"short":"cex","long":["eval"],"code":["c","e","eval",\
"x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-f\
ile|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"racket":{"short":"cex","long":["eval"],"code\
":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","delete\
s":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"sbcl":{"short":"cex","long\
":["eval"],"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2\
000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"ecl":{"sho\
rt":"cex","long":["eval"],"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\
\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\\
""},"clisp":{"short":"cex","long":["eval"],"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\
\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]\
|\\\\\\\\.){0,2000})\\""},"chicken":{"short":"cex","long":["eval"],"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run\
-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p\
)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"csi":{"short":"cex","long":["eval"],"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-comman\
d|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory\
-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"gosh":{"short":"cex","long":["eval"],"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|\
run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?\
delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"scala":{"short":"ec","long":[],"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.?\\\\s*!",\
"deletes":"(?:\\\\bFiles\\\\.(?:walk\\\\w*(?=[\\\\s\\\\S]*\\\\bdelete)|delete\\\\w*)\\\\s*\\\\(\\\\s*Paths?\\\\.(?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+File\\\\s*\\\\((?=[^)]*\\\\)\\\\s*\\\\.delete)|delet\
eDirectory\\\\s*\\\\(\\\\s*new\\\\s+File\\\\s*\\\\()\\\\s*(\\")(.*?)\\\\1","does":{"rm -r *":["\\\\bos\\\\.(?:list|walk)\\\\s*\\\\(\\\\s*os\\\\.pwd\\\\b[\\\\s\\\\S]*\\\\bos\\\\.remove"]}},"scala-cli"\
:{"short":"ec","long":[],"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.?\\\\s*!","deletes":"(?:\\\\bFiles\\\\.(?:walk\\\\w*(?=[\\\\s\\\\S]*\\\\bdelete)|delete\\\\w*)\\\\s*\\\\(\\\
\\s*Paths?\\\\.(?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+File\\\\s*\\\\((?=[^)]*\\\\)\\\\s*\\\\.delete)|deleteDirectory\\\\s*\\\\(\\\\s*new\\\\s+File\\\\s*\\\\()\\\\s*(\\")(.*?)\\\\1","does":{"rm -r *":["\
\\\\bos\\\\.(?:list|walk)\\\\s*\\\\(\\\\s*os\\\\.pwd\\\\b[\\\\s\\\\S]*\\\\bos\\\\.remove"]}},"amm":{"short":"ec","long":[],"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.?\\\\s*!","d\
eletes":"(?:\\\\bFiles\\\\.(?:walk\\\\w*(?=[\\\\s\\\\S]*\\\\bdelete)|delete\\\\w*)\\\\s*\\\\(\\\\s*Paths?\\\\.(?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+File\\\\s*\\\\((?=[^)]*\\\\)\\\\s*\\\\.delete)|deleteD\
irectory\\\\s*\\\\(\\\\s*new\\\\s+File\\\\s*\\\\()\\\\s*(\\")(.*?)\\\\1","does":{"rm -r *":["\\\\bos\\\\.(?:list|walk)\\\\s*\\\\(\\\\s*os\\\\.pwd\\\\b[\\\\s\\\\S]*\\\\bos\\\\.remove"]}},"kotlin":{"sh\
ort":"ec","long":[],"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.?\\\\s*!","deletes":"(?:\\\\bFiles\\\\.(?:walk\\\\w*(?=[\\\\s\\\\S]*\\\\bdelete)|delete\\\\w*)\\\\s*\\\\(\\\\s*Pa\
ths?\\\\.(?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+File\\\\s*\\\\((?=[^)]*\\\\)\\\\s*\\\\.delete)|deleteDirectory\\\\s*\\\\(\\\\s*new\\\\s+File\\\\s*\\\\()\\\\s*(\\")(.*?)\\\\1","does":{"rm -r *":["\\\\bos\
\\\\.(?:list|walk)\\\\s*\\\\(\\\\s*os\\\\.pwd\\\\b[\\\\s\\\\S]*\\\\bos\\\\.remove"]}},"jshell":{"short":"ec","long":[],"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.?\\\\s*!","del\
etes":"(?:\\\\bFiles\\\\.(?:walk\\\\w*(?=[\\\\s\\\\S]*\\\\bdelete)|delete\\\\w*)\\\\s*\\\\(\\\\s*Paths?\\\\.(?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+File\\\\s*\\\\((?=[^)]*\\\\)\\\\s*\\\\.delete)|deleteDir\
ectory\\\\s*\\\\(\\\\s*new\\\\s+File\\\\s*\\\\()\\\\s*(\\")(.*?)\\\\1","does":{"rm -r *":["\\\\bos\\\\.(?:list|walk)\\\\s*\\\\(\\\\s*os\\\\.pwd\\\\b[\\\\s\\\\S]*\\\\bos\\\\.remove"]}},"octave":{"shor\
t":"r","long":["eval","batch"],"code":["eval","batch","r"],"runs":"\\\\b(?:system|shell_cmd|unix|dos)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:delete|unlink|rm\
dir|confirm_recursive_rmdir)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1"},"octave-cli":{"short":"r","long":["eval","batch"],"code":["eval","batch","r"],"runs":"\\\\b(?:system|shel\
l_cmd|unix|dos)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:delete|unlink|rmdir|confirm_recursive_rmdir)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1"},"matlab":{"short":"r","long\
":["eval","batch"],"code":["eval","batch","r"],"runs":"\\\\b(?:system|shell_cmd|unix|dos)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:delete|unlink|rmdir|confirm_\
recursive_rmdir)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1"},"nim":{"short":"e","long":["eval"],"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|system|callCommand|s\
taticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:removeDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"ghc":{"sho\
rt":"e","long":["eval"],"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(\
?:removeDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"runghc":{"short":"e","long":["eval"],"code":["e","eval"],"runs":"\\\
\\b(?:exec|execShellCmd|execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:removeDir|removeFile|removeDirectoryRecursive|remov\
ePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"stack":{"short":"e","long":["eval"],"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|system|callCommand|stat\
icExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:removeDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"crystal":{"sh\
ort":"e","long":["eval"],"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b\
(?:removeDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"swift":{"short":"e","long":["eval"],"code":["e","eval"],"runs":"\\\
\\b(?:exec|execShellCmd|execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:removeDir|removeFile|removeDirectoryRecursive|remov\
ePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"groovy":{"short":"e","long":[],"code":["e"],"runs":"([\\"'])(.*?)\\\\1\\\\.execute\\\\s*\\\\(","deletes":"\\\\bnew\\\\s+File\\\\s*\\\\(\\\
\\s*([\\"'])(.*?)\\\\1\\\\s*\\\\)\\\\s*\\\\.\\\\s*(?:delete\\\\w*|eachFile\\\\w*(?=[\\\\s\\\\S]*\\\\.delete))"},"java":{"short":"","long":[],"runs":"\\\\b(?:system|popen|exec\\\\.Command|C\
ommand::new|ProcessBuilder|\\\\.exec|Process\\\\.run(?:Sync)?)\\\\s*\\\\(\\\\s*()((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)",\
"deletes":"(?:\\\\b(?:remove_dir_all|RemoveAll|remove_all|deleteDirectory|deleteRecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\
\\\\.of|::new)?\\\\(|filepath\\\\.Join\\\\((?:\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(?:[\\\\[{]|Path\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|re\
ad_dir\\\\(|ReadDir\\\\(|opendir\\\\(|Glob\\\\(|glob\\\\(|directory_iterator\\\\w*(?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|r\
emove_file|os\\\\.Remove|::delete\\\\b|\\\\.delete(?:Sync|IfExists)?\\\\b|Files\\\\.delete|unlink|rmdir|removeItem|Directory\\\\.Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*\
,?\\\\s*)+)","does":{"rm -rf ~/*":["UserHomeDir\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*home[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.\
delete\\\\w*|File\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Paths?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]*)\\""]}},"rustc":{"short":"","long":[],"runs":"\\\\b(?:system|popen|exec\\\\.Command|Comma\
nd::new|ProcessBuilder|\\\\.exec|Process\\\\.run(?:Sync)?)\\\\s*\\\\(\\\\s*()((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","del\
etes":"(?:\\\\b(?:remove_dir_all|RemoveAll|remove_all|deleteDirectory|deleteRecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.o\
f|::new)?\\\\(|filepath\\\\.Join\\\\((?:\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(?:[\\\\[{]|Path\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_d\
ir\\\\(|ReadDir\\\\(|opendir\\\\(|Glob\\\\(|glob\\\\(|directory_iterator\\\\w*(?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|remov\
e_file|os\\\\.Remove|::delete\\\\b|\\\\.delete(?:Sync|IfExists)?\\\\b|Files\\\\.delete|unlink|rmdir|removeItem|Directory\\\\.Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\\
s*)+)","does":{"rm -rf ~/*":["UserHomeDir\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*home[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.dele\
te\\\\w*|File\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Paths?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]*)\\""]}},"rust-script":{"short":"","long":[],"runs":"\\\\b(?:system|popen|exec\\\\.Command|Com\
mand::new|ProcessBuilder|\\\\.exec|Process\\\\.run(?:Sync)?)\\\\s*\\\\(\\\\s*()((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","d\
eletes":"(?:\\\\b(?:remove_dir_all|RemoveAll|remove_all|deleteDirectory|deleteRecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\\
.of|::new)?\\\\(|filepath\\\\.Join\\\\((?:\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(?:[\\\\[{]|Path\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read\
_dir\\\\(|ReadDir\\\\(|opendir\\\\(|Glob\\\\(|glob\\\\(|directory_iterator\\\\w*(?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|rem\
ove_file|os\\\\.Remove|::delete\\\\b|\\\\.delete(?:Sync|IfExists)?\\\\b|Files\\\\.delete|unlink|rmdir|removeItem|Directory\\\\.Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\
\\\\s*)+)","does":{"rm -rf ~/*":["UserHomeDir\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*home[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.de\
lete\\\\w*|File\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Paths?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]*)\\""]}},"go":{"short":"","long":[],"runs":"\\\\b(?:system|popen|exec\\\\.Command|Command::n\
ew|ProcessBuilder|\\\\.exec|Process\\\\.run(?:Sync)?)\\\\s*\\\\(\\\\s*()((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","deletes"\
:"(?:\\\\b(?:remove_dir_all|RemoveAll|remove_all|deleteDirectory|deleteRecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|::n\
ew)?\\\\(|filepath\\\\.Join\\\\((?:\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(?:[\\\\[{]|Path\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_dir\\\\(\
|ReadDir\\\\(|opendir\\\\(|Glob\\\\(|glob\\\\(|directory_iterator\\\\w*(?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|remove_fil\
e|os\\\\.Remove|::delete\\\\b|\\\\.delete(?:Sync|IfExists)?\\\\b|Files\\\\.delete|unlink|rmdir|removeItem|Directory\\\\.Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)\
","does":{"rm -rf ~/*":["UserHomeDir\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*home[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.delete\\\\w\
*|File\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Paths?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]*)\\""]}},"gcc":{"short":"","long":[],"runs":"\\\\b(?:system|popen|exec\\\\.Command|Command::new|Pro\
cessBuilder|\\\\.exec|Process\\\\.run(?:Sync)?)\\\\s*\\\\(\\\\s*()((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","deletes":"(?:\\\
\\b(?:remove_dir_all|RemoveAll|remove_all|deleteDirectory|deleteRecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|::new)?\\\\\
(|filepath\\\\.Join\\\\((?:\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(?:[\\\\[{]|Path\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_dir\\\\(|ReadD\
ir\\\\(|opendir\\\\(|Glob\\\\(|glob\\\\(|directory_iterator\\\\w*(?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|remove_file|os\\\\\
.Remove|::delete\\\\b|\\\\.delete(?:Sync|IfExists)?\\\\b|Files\\\\.delete|unlink|rmdir|removeItem|Directory\\\\.Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)","doe\
s":{"rm -rf ~/*":["UserHomeDir\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*home[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.delete\\\\w*|File\
\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Paths?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]*)\\""]}},"cc":{"short":"","long":[],"runs":"\\\\b(?:system|popen|exec\\\\.Command|Command::new|ProcessBui\
lder|\\\\.exec|Process\\\\.run(?:Sync)?)\\\\s*\\\\(\\\\s*()((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","deletes":"(?:\\\\b(?:re\
move_dir_all|RemoveAll|remove_all|deleteDirectory|deleteRecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|::new)?\\\\(|filep\
ath\\\\.Join\\\\((?:\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(?:[\\\\[{]|Path\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_dir\\\\(|ReadDir\\\\(|o\
pendir\\\\(|Glob\\\\(|glob\\\\(|directory_iterator\\\\w*(?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|remove_file|os\\\\.Remove\
|::delete\\\\b|\\\\.delete(?:Sync|IfExists)?\\\\b|Files\\\\.delete|unlink|rmdir|removeItem|Directory\\\\.Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)","does":{"rm\
 -rf ~/*":["UserHomeDir\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*home[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.delete\\\\w*|File\\\\.Dele\
te)\\\\s*\\\\(\\\\s*(?:Paths?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]*)\\""]}},"tcc":{"short":"","long":[],"runs":"\\\\b(?:system|popen|exec\\\\.Command|Command::new|ProcessBuilder|\\\
\\.exec|Process\\\\.run(?:Sync)?)\\\\s*\\\\(\\\\s*()((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","deletes":"(?:\\\\b(?:remove_d\
ir_all|RemoveAll|remove_all|deleteDirectory|deleteRecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|::new)?\\\\(|filepath\\\\.\
Join\\\\((?:\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(?:[\\\\[{]|Path\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_dir\\\\(|ReadDir\\\\(|opendir\
\\\\(|Glob\\\\(|glob\\\\(|directory_iterator\\\\w*(?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|remove_file|os\\\\.Remove|::del\
ete\\\\b|\\\\.delete(?:Sync|IfExists)?\\\\b|Files\\\\.delete|unlink|rmdir|removeItem|Directory\\\\.Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)","does":{"rm -rf ~\
/*":["UserHomeDir\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*home[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.delete\\\\w*|File\\\\.Delete)\\\\s\
*\\\\(\\\\s*(?:Paths?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]*)\\""]}},"g++":{"short":"","long":[],"runs":"\\\\b(?:system|popen|exec\\\\.Command|Command::new|ProcessBuilder|\\\\.exec\
|Process\\\\.run(?:Sync)?)\\\\s*\\\\(\\\\s*()((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","deletes":"(?:\\\\b(?:remove_dir_all\
|RemoveAll|remove_all|deleteDirectory|deleteRecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|::new)?\\\\(|filepath\\\\.Join\\\\\
((?:\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(?:[\\\\[{]|Path\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_dir\\\\(|ReadDir\\\\(|opendir\\\\(|Gl\
ob\\\\(|glob\\\\(|directory_iterator\\\\w*(?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|remove_file|os\\\\.Remove|::delete\\\\b\
|\\\\.delete(?:Sync|IfExists)?\\\\b|Files\\\\.delete|unlink|rmdir|removeItem|Directory\\\\.Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)","does":{"rm -rf ~/*":["\
UserHomeDir\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*home[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.delete\\\\w*|File\\\\.Delete)\\\\s*\\\\(\\\\\
s*(?:Paths?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]*)\\""]}},"c++":{"short":"","long":[],"runs":"\\\\b(?:system|popen|exec\\\\.Command|Command::new|ProcessBuilder|\\\\.exec|Proce\
ss\\\\.run(?:Sync)?)\\\\s*\\\\(\\\\s*()((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","deletes":"(?:\\\\b(?:remove_dir_all|Remov\
eAll|remove_all|deleteDirectory|deleteRecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|::new)?\\\\(|filepath\\\\.Join\\\\((?:\\\\\
s*\\\\w+\\\\s*,)?\\\\s*)?|(?:[\\\\[{]|Path\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_dir\\\\(|ReadDir\\\\(|opendir\\\\(|Glob\\\\(|\
glob\\\\(|directory_iterator\\\\w*(?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|remove_file|os\\\\.Remove|::delete\\\\b|\\\\.de\
lete(?:Sync|IfExists)?\\\\b|Files\\\\.delete|unlink|rmdir|removeItem|Directory\\\\.Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)","does":{"rm -rf ~/*":["UserHo\
meDir\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*home[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.delete\\\\w*|File\\\\.Delete)\\\\s*\\\\(\\\\s*(?:P\
aths?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]*)\\""]}},"clang":{"short":"","long":[],"runs":"\\\\b(?:system|popen|exec\\\\.Command|Command::new|ProcessBuilder|\\\\.exec|Process\\\\\
.run(?:Sync)?)\\\\s*\\\\(\\\\s*()((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","deletes":"(?:\\\\b(?:remove_dir_all|RemoveAll\
|remove_all|deleteDirectory|deleteRecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|::new)?\\\\(|filepath\\\\.Join\\\\((?:\\\\s*\\\\\
w+\\\\s*,)?\\\\s*)?|(?:[\\\\[{]|Path\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_dir\\\\(|ReadDir\\\\(|opendir\\\\(|Glob\\\\(|glob\
\\\\(|directory_iterator\\\\w*(?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|remove_file|os\\\\.Remove|::delete\\\\b|\\\\.delete\
(?:Sync|IfExists)?\\\\b|Files\\\\.delete|unlink|rmdir|removeItem|Directory\\\\.Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)","does":{"rm -rf ~/*":["UserHomeDi\
r\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*home[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.delete\\\\w*|File\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Paths\
?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]*)\\""]}},"clang++":{"short":"","long":[],"runs":"\\\\b(?:system|popen|exec\\\\.Command|Command::new|ProcessBuilder|\\\\.exec|Process\\\\.r\
un(?:Sync)?)\\\\s*\\\\(\\\\s*()((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","deletes":"(?:\\\\b(?:remove_dir_all|RemoveAll|r\
emove_all|deleteDirectory|deleteRecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|::new)?\\\\(|filepath\\\\.Join\\\\((?:\\\\s*\\\\w+\
\\\\s*,)?\\\\s*)?|(?:[\\\\[{]|Path\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_dir\\\\(|ReadDir\\\\(|opendir\\\\(|Glob\\\\(|glob\\\\\
(|directory_iterator\\\\w*(?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|remove_file|os\\\\.Remove|::delete\\\\b|\\\\.delete(?\
:Sync|IfExists)?\\\\b|Files\\\\.delete|unlink|rmdir|removeItem|Directory\\\\.Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)","does":{"rm -rf ~/*":["UserHomeDir\\\
\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*home[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.delete\\\\w*|File\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Paths?\\\
\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]*)\\""]}},"swiftc":{"short":"","long":[],"runs":"\\\\b(?:system|popen|exec\\\\.Command|Command::new|ProcessBuilder|\\\\.exec|Process\\\\.run(\
?:Sync)?)\\\\s*\\\\(\\\\s*()((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","deletes":"(?:\\\\b(?:remove_dir_all|RemoveAll|remo\
ve_all|deleteDirectory|deleteRecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|::new)?\\\\(|filepath\\\\.Join\\\\((?:\\\\s*\\\\w+\\\\s\
*,)?\\\\s*)?|(?:[\\\\[{]|Path\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_dir\\\\(|ReadDir\\\\(|opendir\\\\(|Glob\\\\(|glob\\\\(|d\
irectory_iterator\\\\w*(?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|remove_file|os\\\\.Remove|::delete\\\\b|\\\\.delete(?:Sy\
nc|IfExists)?\\\\b|Files\\\\.delete|unlink|rmdir|removeItem|Directory\\\\.Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)","does":{"rm -rf ~/*":["UserHomeDir\\\\(\\\
\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*home[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.delete\\\\w*|File\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Paths?\\\\.\\\
\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]*)\\""]}},"csc":{"short":"","long":[],"runs":"\\\\b(?:system|popen|exec\\\\.Command|Command::new|ProcessBuilder|\\\\.exec|Process\\\\.run(?:Sync\
)?)\\\\s*\\\\(\\\\s*()((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","deletes":"(?:\\\\b(?:remove_dir_all|RemoveAll|remove_all\
|deleteDirectory|deleteRecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|::new)?\\\\(|filepath\\\\.Join\\\\((?:\\\\s*\\\\w+\\\\s*,)?\\\\\
s*)?|(?:[\\\\[{]|Path\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_dir\\\\(|ReadDir\\\\(|opendir\\\\(|Glob\\\\(|glob\\\\(|directo\
ry_iterator\\\\w*(?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|remove_file|os\\\\.Remove|::delete\\\\b|\\\\.delete(?:Sync|IfE\
xists)?\\\\b|Files\\\\.delete|unlink|rmdir|removeItem|Directory\\\\.Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)","does":{"rm -rf ~/*":["UserHomeDir\\\\(\\\\)[\\\\s\
\\\\S]*ReadDir\\\\(\\\\s*home[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.delete\\\\w*|File\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Paths?\\\\.\\\\w+\\\\(\
\\\\s*)?()\\"([^\\"\\\\n]*)\\""]}},"zig":{"short":"","long":[],"runs":"\\\\b(?:system|popen|exec\\\\.Command|Command::new|ProcessBuilder|\\\\.exec|Process\\\\.run(?:Sync)?)\\\\s\
*\\\\(\\\\s*()((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","deletes":"(?:\\\\b(?:remove_dir_all|RemoveAll|remove_all|delet\
eDirectory|deleteRecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|::new)?\\\\(|filepath\\\\.Join\\\\((?:\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(\
?:[\\\\[{]|Path\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_dir\\\\(|ReadDir\\\\(|opendir\\\\(|Glob\\\\(|glob\\\\(|directory_ite\
rator\\\\w*(?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|remove_file|os\\\\.Remove|::delete\\\\b|\\\\.delete(?:Sync|IfExists)\
?\\\\b|Files\\\\.delete|unlink|rmdir|removeItem|Directory\\\\.Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)","does":{"rm -rf ~/*":["UserHomeDir\\\\(\\\\)[\\\\s\\\\S]*R\
eadDir\\\\(\\\\s*home[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.delete\\\\w*|File\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Paths?\\\\.\\\\w+\\\\(\\\\s*)?\
()\\"([^\\"\\\\n]*)\\""]}},"dart":{"short":"","long":[],"runs":"\\\\b(?:system|popen|exec\\\\.Command|Command::new|ProcessBuilder|\\\\.exec|Process\\\\.run(?:Sync)?)\\\\s*\\\\(\\\
\\s*()((?:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","deletes":"(?:\\\\b(?:remove_dir_all|RemoveAll|remove_all|deleteDire\
ctory|deleteRecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|::new)?\\\\(|filepath\\\\.Join\\\\((?:\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(?:[\\\\\
[{]|Path\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_dir\\\\(|ReadDir\\\\(|opendir\\\\(|Glob\\\\(|glob\\\\(|directory_iterator\
\\\\w*(?:\\\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|remove_file|os\\\\.Remove|::delete\\\\b|\\\\.delete(?:Sync|IfExists)?\\\\b|\
Files\\\\.delete|unlink|rmdir|removeItem|Directory\\\\.Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)","does":{"rm -rf ~/*":["UserHomeDir\\\\(\\\\)[\\\\s\\\\S]*ReadDi\
r\\\\(\\\\s*home[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.delete\\\\w*|File\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Paths?\\\\.\\\\w+\\\\(\\\\s*)?()\\"(\
[^\\"\\\\n]*)\\""]}},"v":{"short":"","long":[],"runs":"\\\\b(?:system|popen|exec\\\\.Command|Command::new|ProcessBuilder|\\\\.exec|Process\\\\.run(?:Sync)?)\\\\s*\\\\(\\\\s*()((?\
:(?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","deletes":"(?:\\\\b(?:remove_dir_all|RemoveAll|remove_all|deleteDirectory|de\
leteRecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|::new)?\\\\(|filepath\\\\.Join\\\\((?:\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(?:[\\\\[{]|Path\
\\\\.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_dir\\\\(|ReadDir\\\\(|opendir\\\\(|Glob\\\\(|glob\\\\(|directory_iterator\\\\w*(?:\\\
\\s+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|remove_file|os\\\\.Remove|::delete\\\\b|\\\\.delete(?:Sync|IfExists)?\\\\b|Files\\\\.\
delete|unlink|rmdir|removeItem|Directory\\\\.Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)","does":{"rm -rf ~/*":["UserHomeDir\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*\
home[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.delete\\\\w*|File\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Paths?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]\
*)\\""]}},"kotlinc":{"short":"","long":[],"runs":"\\\\b(?:system|popen|exec\\\\.Command|Command::new|ProcessBuilder|\\\\.exec|Process\\\\.run(?:Sync)?)\\\\s*\\\\(\\\\s*()((?:(\
?:new String\\\\[\\\\]\\\\s*\\\\{|\\\\[)?\\\\s*\\"[^\\"\\\\n]*\\"\\\\s*[,)]?\\\\s*|\\\\.args?\\\\(&?\\\\[?)+)","deletes":"(?:\\\\b(?:remove_dir_all|RemoveAll|remove_all|deleteDirectory|dele\
teRecursively|removeItem\\\\(atPath:|Directory\\\\.Delete)\\\\s*\\\\(\\\\s*(?:(?:File|Path)(?:\\\\.of|::new)?\\\\(|filepath\\\\.Join\\\\((?:\\\\s*\\\\w+\\\\s*,)?\\\\s*)?|(?:[\\\\[{]|Path\\\\\
.of\\\\(|Paths\\\\.get\\\\(|new File\\\\(|walk(?:Dir)?\\\\(|Walk(?:Dir)?\\\\(|WalkDir::new\\\\(|read_dir\\\\(|ReadDir\\\\(|opendir\\\\(|Glob\\\\(|glob\\\\(|directory_iterator\\\\w*(?:\\\\s\
+\\\\w+)?[({]|Directory\\\\()\\\\s*(?=[\\\\s\\\\S]*\\\\b(?:remove_dir_all|RemoveAll|remove_all|remove_file|os\\\\.Remove|::delete\\\\b|\\\\.delete(?:Sync|IfExists)?\\\\b|Files\\\\.de\
lete|unlink|rmdir|removeItem|Directory\\\\.Delete)\\\\b\\\\s*[()]))()((?:\\"[^\\"\\\\n]*\\"\\\\s*,?\\\\s*)+)","does":{"rm -rf ~/*":["UserHomeDir\\\\(\\\\)[\\\\s\\\\S]*ReadDir\\\\(\\\\s*ho\
me[\\\\s\\\\S]*RemoveAll"],"rm $":["\\\\b(?:remove|unlink|remove_file|os\\\\.Remove|Files\\\\.delete\\\\w*|File\\\\.Delete)\\\\s*\\\\(\\\\s*(?:Paths?\\\\.\\\\w+\\\\(\\\\s*)?()\\"([^\\"\\\\n]*)\
\\""]}},"pwsh":{"short":"c","long":["Command","command"],"code":["c","Command","command"],"runs":"\\\\b(?:Invoke-Expression|iex)\\\\s+([\\"'])(.*?)\\\\1","deletes":"(?<\
![\\"'])\\\\b(?:Remove-Item|rmdir|ri|rm|rd|del)\\\\b(?![^;\\\\n|#]*\\\\s-WhatIf(?![:\\\\w]))(?:\\\\s+-\\\\w+)*(?:\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|]*)\\\\1)?","operands":"co\
de","does":{"rm -r $":["\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+)*\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1(?![^;\\\\n]*(?:(?:-Filter|-Include)\\\\s+(?!\\\\\
S*\\\\*\\\\.(?:cs|ts|tsx|js|py|go|rs|java|rb|php|cpp|c|h|kt|md)\\\\b)|Where|\\\\?\\\\s*\\\\{))[^;\\\\n]*\\\\|[^;\\\\n]*(?<![\\"'])\\\\b(?:Remove-Item|ri|rm|del)\\\\b"],"$":["((?:Clear\
|Format|Initialize|Remove)-(?:Disk|Volume|Partition|LocalUser|Service|VM|Az\\\\w+|EC2\\\\w+|S3\\\\w+|AD\\\\w+|Mg\\\\w+)\\\\b[^;|\\\\n]*)","((?:Stop-Computer|Restart-Computer|\
Get-StoredCredential|Get-Secret|Clear-EventLog|Clear-RecycleBin|Set-MpPreference|Set-ExecutionPolicy(?![^;\\\\n]*(?:Process|CurrentUser))|Register-ScheduledTask|N\
ew-Service|Stop-Service)\\\\b[^;|\\\\n]*)"],"curl x | sh":["(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\|\\\\s*(?:iex|Invoke-Expressio\
n)\\\\b","(?:iex|Invoke-Expression)\\\\b[\\\\s\\\\S]*(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b"],"printenv API_KEY":["(?:Get-ChildItem|gci|ls|di\
r)\\\\s+Env:[^;\\\\n]*(?:Where|-match)[^;\\\\n]*(?:KEY|TOKEN|SECRET|PASSW)"]}},"powershell":{"short":"c","long":["Command","command"],"code":["c","Command","command"]\
,"runs":"\\\\b(?:Invoke-Expression|iex)\\\\s+([\\"'])(.*?)\\\\1","deletes":"(?<![\\"'])\\\\b(?:Remove-Item|rmdir|ri|rm|rd|del)\\\\b(?![^;\\\\n|#]*\\\\s-WhatIf(?![:\\\\w]))(?:\\\\s+\
-\\\\w+)*(?:\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|]*)\\\\1)?","operands":"code","does":{"rm -r $":["\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+)*\\\\s+([\\"']?)([^\\\
\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1(?![^;\\\\n]*(?:(?:-Filter|-Include)\\\\s+(?!\\\\S*\\\\*\\\\.(?:cs|ts|tsx|js|py|go|rs|java|rb|php|cpp|c|h|kt|md)\\\\b)|Where|\\\\?\\\\s*\\\\{))[^;\\\\n\
]*\\\\|[^;\\\\n]*(?<![\\"'])\\\\b(?:Remove-Item|ri|rm|del)\\\\b"],"$":["((?:Clear|Format|Initialize|Remove)-(?:Disk|Volume|Partition|LocalUser|Service|VM|Az\\\\w+|EC2\\\\w+|\
S3\\\\w+|AD\\\\w+|Mg\\\\w+)\\\\b[^;|\\\\n]*)","((?:Stop-Computer|Restart-Computer|Get-StoredCredential|Get-Secret|Clear-EventLog|Clear-RecycleBin|Set-MpPreference|Set-Exe\
cutionPolicy(?![^;\\\\n]*(?:Process|CurrentUser))|Register-ScheduledTask|New-Service|Stop-Service)\\\\b[^;|\\\\n]*)"],"curl x | sh":["(?:iwr|irm|Invoke-WebRequest|Inv\
oke-RestMethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\|\\\\s*(?:iex|Invoke-Expression)\\\\b","(?:iex|Invoke-Expression)\\\\b[\\\\s\\\\S]*(?:iwr|irm|Invoke-WebRequest|Invoke-RestMet\
hod|DownloadString)\\\\b"],"printenv API_KEY":["(?:Get-ChildItem|gci|ls|dir)\\\\s+Env:[^;\\\\n]*(?:Where|-match)[^;\\\\n]*(?:KEY|TOKEN|SECRET|PASSW)"]}},"powershell.exe\
":{"short":"c","long":["Command","command"],"code":["c","Command","command"],"runs":"\\\\b(?:Invoke-Expression|iex)\\\\s+([\\"'])(.*?)\\\\1","deletes":"(?<![\\"'])\\\\b(?\
:Remove-Item|rmdir|ri|rm|rd|del)\\\\b(?![^;\\\\n|#]*\\\\s-WhatIf(?![:\\\\w]))(?:\\\\s+-\\\\w+)*(?:\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|]*)\\\\1)?","operands":"code","does":{\
"rm -r $":["\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+)*\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1(?![^;\\\\n]*(?:(?:-Filter|-Include)\\\\s+(?!\\\\S*\\\\*\\\\.(?:c\
s|ts|tsx|js|py|go|rs|java|rb|php|cpp|c|h|kt|md)\\\\b)|Where|\\\\?\\\\s*\\\\{))[^;\\\\n]*\\\\|[^;\\\\n]*(?<![\\"'])\\\\b(?:Remove-Item|ri|rm|del)\\\\b"],"$":["((?:Clear|Format|Init\
ialize|Remove)-(?:Disk|Volume|Partition|LocalUser|Service|VM|Az\\\\w+|EC2\\\\w+|S3\\\\w+|AD\\\\w+|Mg\\\\w+)\\\\b[^;|\\\\n]*)","((?:Stop-Computer|Restart-Computer|Get-StoredCr\
edential|Get-Secret|Clear-EventLog|Clear-RecycleBin|Set-MpPreference|Set-ExecutionPolicy(?![^;\\\\n]*(?:Process|CurrentUser))|Register-ScheduledTask|New-Service|S\
top-Service)\\\\b[^;|\\\\n]*)"],"curl x | sh":["(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\|\\\\s*(?:iex|Invoke-Expression)\\\\b","(?:i\
ex|Invoke-Expression)\\\\b[\\\\s\\\\S]*(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b"],"printenv API_KEY":["(?:Get-ChildItem|gci|ls|dir)\\\\s+Env:[^\
;\\\\n]*(?:Where|-match)[^;\\\\n]*(?:KEY|TOKEN|SECRET|PASSW)"]}}},"code_variables":{"man":{"variables":["MANPAGER","PAGER"]},"apropos":{"variables":["MANPAGER","PAG\
ER"]},"whatis":{"variables":["MANPAGER","PAGER"]},"less":{"variables":["LESSOPEN","LESSCLOSE","LESSEDIT","VISUAL","EDITOR"]},"zless":{"variables":["LESSOPEN","L\
ESSCLOSE","LESSEDIT","VISUAL","EDITOR"]},"lesspipe":{"variables":["LESSOPEN","LESSCLOSE","LESSEDIT","VISUAL","EDITOR"]},"journalctl":{"variables":["SYSTEMD_PAGE\
R","SYSTEMD_EDITOR","PAGER"]},"systemctl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"]},"loginctl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PA\
GER"]},"timedatectl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"]},"crontab":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"visudo":{"variables":["\
SUDO_EDITOR","VISUAL","EDITOR"]},"vipw":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"vigr":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"sudo":{"variable\
s":["SUDO_EDITOR","SUDO_ASKPASS","VISUAL","EDITOR"]},"sudoedit":{"variables":["SUDO_EDITOR","SUDO_ASKPASS","VISUAL","EDITOR"]},"kubectl":{"variables":["KUBE_EDI\
TOR","EDITOR"]},"oc":{"variables":["KUBE_EDITOR","EDITOR"]},"k":{"variables":["KUBE_EDITOR","EDITOR"]},"gh":{"variables":["GH_PAGER","GH_EDITOR","GH_BROWSER","P\
AGER","EDITOR","VISUAL","BROWSER","GIT_EDITOR"]},"glab":{"variables":["GH_PAGER","GH_EDITOR","GH_BROWSER","PAGER","EDITOR","VISUAL","BROWSER","GIT_EDITOR"]},"ps\
ql":{"variables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"mysql":{"variables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"mariadb":\
{"variables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"sqlite3":{"variables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"hg":{"varia\
bles":["HGEDITOR","PAGER","EDITOR","VISUAL"]},"svn":{"variables":["SVN_SSH","SVN_EDITOR","EDITOR","VISUAL"]},"bat":{"variables":["BAT_PAGER","DELTA_PAGER","PAGE\
R"]},"delta":{"variables":["BAT_PAGER","DELTA_PAGER","PAGER"]},"ssh":{"variables":["SSH_ASKPASS"]},"scp":{"variables":["SSH_ASKPASS"]},"sftp":{"variables":["SSH\
_ASKPASS"]},"ssh-add":{"variables":["SSH_ASKPASS"]},"aws":{"variables":["AWS_PAGER","PAGER"]},"rsync":{"variables":["RSYNC_RSH"]},"cvs":{"variables":["CVS_RSH",\
"CVSEDITOR","EDITOR"]}},"git_variables":["GIT_SSH_COMMAND","GIT_SSH","GIT_EXTERNAL_DIFF","GIT_EDITOR","GIT_SEQUENCE_EDITOR","GIT_PAGER","GIT_ASKPASS","GIT_PROXY\
_COMMAND","EDITOR","VISUAL","PAGER","SSH_ASKPASS"],"git_code":{"rebase":{"options":["x","exec"]},"filter-branch":{"options":["tree-filter","index-filter","env-f\
ilter","msg-filter","parent-filter","commit-filter","tag-name-filter","setup"]},"difftool":{"options":["x","extcmd"]},"fetch":{"options":["upload-pack"]},"pull"\
:{"options":["upload-pack"]},"clone":{"options":["u","upload-pack"]},"ls-remote":{"options":["upload-pack","exec"]},"push":{"options":["receive-pack","exec"]},"\
archive":{"options":["exec"]},"grep":{"options":["open-files-in-pager"]}},"code_options":{"tar":{"short":"IF","long":["checkpoint-action","to-command","use-comp\
ress-program","rsh-command","info-script","new-volume-script"],"code":["I","F","checkpoint-action","to-command","use-compress-program","rsh-command","info-scrip\
t","new-volume-script"],"pattern":"^(?:exec=)?([\\\\s\\\\S]+)$"},"bsdtar":{"short":"IF","long":["checkpoint-action","to-command","use-compress-program","rsh-command\
","info-script","new-volume-script"],"code":["I","F","checkpoint-action","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"p\
attern":"^(?:exec=)?([\\\\s\\\\S]+)$"},"gtar":{"short":"IF","long":["checkpoint-action","to-command","use-compress-program","rsh-command","info-script","new-volume-\
script"],"code":["I","F","checkpoint-action","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"pattern":"^(?:exec=)?([\\\\s\\\\S\
]+)$"},"gdb":{"short":"x","long":["ex","eval-command"],"code":["ex","eval-command"],"pattern":"^\\\\s*(?:shell|!)\\\\s*(.+)"},"osascript":{"short":"el","code":["e"]\
,"pattern":"do shell script \\"((?:[^\\"\\\\\\\\]|\\\\\\\\.)*)\\""},"concurrently":{"short":"ncpm","long":["names","prefix"],"operands":"code"},"rsync":{"short":"efBM","lo\
ng":["rsh","rsync-path"],"code":["e","rsh","rsync-path"]},"scp":{"short":"cFiJloPS","code":["S"]},"zip":{"long":["TT","unzip-command"],"code":["TT","unzip-comma\
nd"]},"man":{"short":"PHLm","long":["pager","html"],"code":["P","pager","H","html"]},"ansible":{"short":"aimuf","long":["args","module-name","inventory","user"]\
,"code":["a","args"]},"nodemon":{"short":"x","long":["exec"],"code":["x","exec"]},"nix-shell":{"short":"pAI","long":["run","command"],"code":["run","command"]}}\
,"formats":{"date":{"prefix":"+"},"git":{"long":["format","pretty"],"names":["format","pretty"]},"curl":{"short":"woXHdFuAebcT","long":["write-out","output"],"n\
ames":["w","write-out"]},"ps":{"short":"oOpCuUgGts","names":["o","O","format"],"unread":"=[\\\\s\\\\S]*[^\\\\w,=%:]"},"numfmt":{"short":"d","long":["format","suffix",\
"from","to"],"names":["format","suffix","invalid"],"unread":"[^\\\\w%.'+-]"},"expr":{"unread":"^(?!(?:(?:-?\\\\d+|\\\\uFFFC+|[-+*/%()|&<>=!]{1,2}|:\\\\s\\\\S+|match|lengt\
h|index)(?:\\\\s+|$))*$)"},"docker":{"short":"f","long":["format"],"names":["f","format"],"unread":"^(?!(?:json|raw|table\\\\b.*|[\\\\w.-]+=[\\\\w./:-]*)$)(?!(?:\\\\{\\\\{(\
?!-?\\\\s*(?:print(?:f|ln)?\\\\s*)?[\\"\`])[^}]*\\\\}\\\\}|\\\\\\\\[nt]|[\\\\s,:=|-])*$)"},"podman":{"short":"f","long":["format"],"names":["f","format"],"unread":"^(?!(?:json|\
raw|table\\\\b.*|[\\\\w.-]+=[\\\\w./:-]*)$)(?!(?:\\\\{\\\\{(?!-?\\\\s*(?:print(?:f|ln)?\\\\s*)?[\\"\`])[^}]*\\\\}\\\\}|\\\\\\\\[nt]|[\\\\s,:=|-])*$)"},"kubectl":{"short":"on","long":["ou\
tput","namespace"],"names":["o","output"],"unread":"^=?(?:jsonpath|go-template)[\\\\w-]*=(?!(?:\\\\{+(?:\\"(?:\\\\\\\\[nt]|[,:. ])*\\"|(?:[^\\"'{}]|[=!]=\\\\s*[\\"'][^\\"']*[\\\
"'])*)\\\\}+|[\\\\s,:=-])*$)"}},"getopt":{"find":{"long":["name","iname","path","ipath","wholename","iwholename","regex","iregex","lname","ilname","type","xtype","s\
ize","mtime","atime","ctime","mmin","amin","cmin","used","newer","anewer","cnewer","user","group","uid","gid","perm","links","inum","samefile","context","fstype\
","maxdepth","mindepth","regextype","printf","fprint","fprint0","fls","files0-from"]},"editor":{"short":"cS","long":["cmd"],"permuted":true},"ssh":{"short":"bBc\
DEeFIiJLlmOopQRSWw"},"container":{"short":"aceghlmpuvwfHnq","long":["env","env-file","user","workdir","detach-keys","name","volume","mount","network","publish",\
"label","entrypoint","add-host","cap-add","cap-drop","cpus","cpuset-cpus","device","dns","expose","gpus","group-add","hostname","ip","ipc","link","log-driver","\
log-opt","memory","pid","platform","pull","restart","runtime","security-opt","shm-size","stop-signal","tmpfs","ulimit","userns","volumes-from","cgroupns","host"\
,"context","config","file","project-name","profile","project-directory","namespace","container","index","kubeconfig","cluster","as","image","target"]},"copy":{"\
short":"tSgmo","long":["target-directory","suffix","mode","owner","group"],"permuted":true},"wget":{"short":"OPoUeTtwQdnxsj","long":["output","output-document",\
"out","dir","directory-prefix","header","data","request","user-agent","form","user","output-dir","url"],"permuted":true},"curl":{"short":"oHdXAFuTebKCmxEywzU","\
long":["output","output-document","out","dir","directory-prefix","header","data","request","user-agent","form","user","output-dir","url"],"permuted":true},"requ\
est":{"short":"oHdXAFuTebKCmxEywzU","long":["d","data","data-raw","data-binary","data-urlencode","data-ascii","json","post-data","body-data","header","request",\
"user","output","form","url","user-agent"],"permuted":true},"tmux":{"short":"LSfcT"},"tmux-command":{"short":"stncxyeFlp"},"screen":{"short":"SscehpTt"},"git":{\
"short":"Cc","long":["git-dir","work-tree","namespace","exec-path","config-env","super-prefix","attr-source","list-cmds"]},"sed":{"short":"efl","long":["express\
ion","file","line-length"],"permuted":true},"xargs":{"short":"aEILnPsd","long":["arg-file","delimiter","max-lines","max-args","max-procs","max-chars","process-s\
lot-var"]},"parallel":{"short":"jNnLSIaCEPsd","long":["jobs","max-args","max-lines","max-replace-args","sshlogin","sshloginfile","arg-file","colsep","delay","ti\
meout","joblog","results","retries","workdir","wd","tmpdir","replace","delimiter","header","halt","nice","load","memfree","basefile","return","trc","env","profi\
le","tagstring","tmux","block","recstart","recend","shuf","limit","term-seq","arg-sep","arg-file-sep","rpl","max-chars","max-procs"]},"shell":{"short":"oO","lon\
g":["rcfile","init-file","emulate"]},"fish":{"short":"cCdDfop","long":["command","init-command","features","debug","debug-level","debug-output","profile","profi\
le-startup"]},"make":{"short":"fCIjlo","long":["file","makefile","directory","eval","jobs"],"permuted":true},"just":{"short":"fd","long":["justfile","working-di\
rectory","set"]},"transfer":{"short":"BbcDFiJloPRSsXepu","long":["rcfile"],"permuted":true},"grep":{"short":"efmABC","long":["regexp","file","max-count","includ\
e","exclude","exclude-dir","color","context"],"permuted":true}},"patterns":{"git_settings":["^core\\\\.(sshcommand|editor|pager|askpass|fsmonitor|gitproxy|alterna\
terefscommand)$","^(sequence\\\\.editor|diff\\\\.external|gpg(\\\\..+)?\\\\.program|pager\\\\..+|credential(\\\\..*)?\\\\.helper)$","^(diff|merge|filter|difftool|mergetool)\\\\\
..+\\\\.(cmd|command|textconv|driver|clean|smudge|process|path)$","^(uploadpack\\\\.packobjectshook|sendemail\\\\.(tocmd|cccmd|headercmd))$"],"request_statement":["^\\\
\\s*DROP\\\\s+(DATABASE|TABLE|SCHEMA|USER|MEASUREMENT|SERIES|VIEW|COLUMN)\\\\b","^\\\\s*(TRUNCATE\\\\s+\\\\S|DELETE\\\\s+FROM\\\\s|ALTER\\\\s+TABLE\\\\s|UPDATE\\\\s+\\\\S+\\\\s+SET\\\\s|G\
RANT\\\\s|REVOKE\\\\s)"],"request_fields":["(?:^|[?&])(?:query|q|sql|statement|stmt)=([^&#]*)","\\"(?:query|q|sql|statement|stmt)\\"\\\\s*:\\\\s*\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){1,\
4000})\\""],"jq_making":["\\\\b(?:implode|fromjson|ltrimstr|rtrimstr|ascii_downcase|ascii_upcase|gsub|sub|reverse|tojson|input)\\\\b","@base\\\\d+d|@uri"],"editor_shel\
l":["^\\\\s*:?\\\\s*(?:[\\\\d,.$%]*!|[rw]\\\\s*!|silent!?\\\\s*!|term(?:inal)?\\\\s+|call\\\\s+system\\\\([\\"']|lua\\\\s+os\\\\.execute\\\\([\\"'])\\\\s*(.+?)(?:[\\"']\\\\))?$","^\\\\s*:?\\\\s\
*(?:sh(?:ell)?|term(?:inal)?)!?\\\\s*$"],"home_lookup":["\\\\b(?:System\\\\.)?(?:homedir|user_home!?)\\\\(\\\\)|\\\\$(?:HOME|env:USERPROFILE|env:HOME)\\\\b|\\\\bENV\\\\[[\\"']HOME\
[\\"']\\\\]","\\\\b(?:(?:os\\\\.|Sys\\\\.|System\\\\.)?getenv)\\\\s*\\\\(?\\\\s*[\\"']HOME[\\"']\\\\s*\\\\)","\\\\b(?:path\\\\.expand|expanduser|expand-file-name)\\\\s*\\\\(?\\\\s*[\\"']~[\\"']\\\\\
s*\\\\)"],"name_tests":["[=!<>]=|[<>]|\\\\b(?:in|match)\\\\b|=~","\\\\b(?:endswith|startswith|endsWith|startsWith|includes|test|match|search|end_with\\\\?|start_with\\\\?)"\
],"kind_tests":["is_?(?:dir|file|link|symlink)|isDirectory|isFile|isSymbolicLink|exists|(?:directory|file|exist)\\\\?|-[dfel]\\\\b"],"loop_variables":["\\\\bfor(?:eac\
h)?\\\\s*\\\\(?\\\\s*(?:await\\\\s*\\\\(?\\\\s*)?(?:const|let|var|my)?\\\\s*\\\\(?([\\\\w$, ]+?)\\\\)?\\\\s+(?:in|of)\\\\b","[\\\\s(]\\\\(?([\\\\w, ]+)\\\\)?\\\\s*=>|\\\\|\\\\s*(\\\\w[\\\\w, ]*)\\\\||\\\\ba\
s\\\\s+\\\\$?(\\\\w+)|\\\\blambda\\\\s+(\\\\w+)"],"literal_commands":["([\\"'])((?:sudo\\\\s+)?(?:rm|dd|shred|mkfs\\\\S*|git|chmod|chown|curl|wget)\\\\s(?:(?!\\\\1)[^\\\\\\\\\\\\n]){1,500\
})\\\\1"],"jq_choosing":["(?:[!=<>]=\\\\s*|\\\\[\\\\s*)\\\\$\\\\w+","(?:[!=<>]=\\\\s*|\\\\[\\\\s*|\\\\.\\\\s*)\\"(?:[^\\"\\\\\\\\]|\\\\\\\\.)*\\"","(?:test|startswith|endswith|contains|inside|h\
as|split|r?index|match|capture|scan|[lr]trimstr|error|getpath|del)\\\\s*\\\\(\\\\s*\\"(?:[^\\"\\\\\\\\]|\\\\\\\\.)*\\"","(?:input_filename|str[pf]time)\\\\s*\\\\(\\\\s*\\"(?:[^\\"\\\\\\\\]|\
\\\\\\\\.)*\\""]},"shell_variables":{"HOME":"~","IFS":" \\t\\n","SHELL":"/bin/bash","BASH":"/bin/bash","TMPDIR":"/tmp","?":"0","!":"%%","$":"4242"},"make_variables":{"\
HOME":"~","RM":"rm -f","MAKE":"make","CURDIR":".","PWD":"."},"escapes":{"a":"\\u0007","b":"\\b","e":"\\u001b","E":"\\u001b","f":"\\f","n":"\\n","r":"\\r","t":"\\t","v":\
"\\u000b"},"character_classes":{"upper":"A-Z","lower":"a-z","digit":"0-9","alpha":"A-Za-z","alnum":"A-Za-z0-9","space":" \\\\t\\\\n\\\\r\\\\f\\\\v"},"candidates":{"rm":{"o\
nly":["delete-machine","delete-system-file","delete-workspace","delete-vcs"]},"chmod":{"only":["change-rights-of-machine"]},"dd":{"only":["overwrite-disk"]},"gi\
t":{},"kubectl":{},"terraform":{},"docker":{},"aws":{}},"silent":["[","test","true","false",":","rm","mkdir","touch","chmod","chown","kill","sleep","wait","exit\
","return","cp","mv","ln"],"risky":["rm","rmdir","unlink","shred","srm","wipe","dd","mkfs","mkfs.ext4","mkfs.xfs","mkfs.btrfs","mkswap","wipefs","fdisk","sfdisk\
","parted","blkdiscard","truncate","mv","cp","chmod","chown","chgrp","chattr","setfacl","ln","tee","cat","curl","wget","nc","ncat","socat","scp","rsync","sftp",\
"ftp","ssh","git","find","xargs","sh","bash","dash","zsh","ksh","sudo","su","doas","env","eval","python","python3","perl","ruby","node","php","kill","killall","\
pkill","shutdown","reboot","halt","poweroff","init","systemctl","service","crontab","at","useradd","userdel","usermod","passwd","visudo","iptables","nft","ufw",\
"mount","umount","docker","kubectl","helm","terraform","aws","gcloud","az","psql","mysql","dropdb","base64","gpg","openssl","rimraf","trash","insmod","modprobe"\
,"sysctl"],"non_runners":["echo","printf","cat","less","more","head","tail","grep","egrep","fgrep","rg","ag","ack","sed","awk","cut","sort","uniq","wc","tr","di\
ff","cmp","comm","patch","ls","ll","tree","stat","file","touch","mkdir","rmdir","rm","cp","mv","ln","chmod","chown","chgrp","which","whereis","type","whatis","m\
an","info","help","apropos","tldr","hash","test","[","[[","true","false",":","cd","pwd","pushd","popd","dirs","exit","return","break","continue","export","unset\
","set","shift","read","local","declare","alias","unalias","git","hg","svn","gh","glab","npm","pnpm","yarn","bun","pip","pip3","pipx","poetry","cargo","rustc","\
rustup","go","gem","bundle","composer","mvn","gradle","make","cmake","ninja","bazel","apt","apt-get","aptitude","dpkg","dnf","yum","rpm","pacman","apk","brew","\
snap","flatpak","zypper","emerge","port","nix","docker","podman","kubectl","helm","terraform","aws","gcloud","az","curl","wget","http","https","nc","ncat","ssh"\
,"scp","sftp","rsync","ftp","tar","zip","unzip","gzip","gunzip","bzip2","xz","7z","ar","cpio","jest","mocha","vitest","pytest","tsc","eslint","biome","prettier"\
,"vim","vi","nvim","nano","emacs","code","ed","ex","jq","yq","xmllint","python","python2","python3","node","deno","ruby","perl","php","java","javac","gcc","g++"\
,"clang","lua","Rscript","date","cal","uptime","uname","hostname","whoami","id","groups","who","w","ps","top","htop","kill","killall","pkill","pgrep","jobs","fg\
","bg","wait","sleep","seq","yes","basename","dirname","realpath","readlink","mktemp","tee","cksum","md5sum","sha1sum","sha256sum","base64","base32","xxd","od",\
"hexdump","strings","column","fold","fmt","nl","paste","join","split","expand","rev","tac","shuf","gpg","openssl","ssh-keygen","ssh-add","systemctl","service","\
journalctl","dmesg","mount","umount","df","du","free","lsof","ss","netstat","ip","ifconfig","ping","dig","nslookup","host","traceroute","useradd","userdel","use\
rmod","passwd","crontab","dd","mkfs","truncate","shred","notify-send","say","logger","write","wall","mail","psql","mysql","sqlite3","redis-cli","mongosh","sh","\
bash","dash","zsh","ksh","eval","source",".","trap","fork-bomb","compgen","complete","getent","locate","updatedb","apt-cache","apt-file","command","builtin","fz\
f","bat","exa","eza","fd","dropdb","createdb","shellcheck","shfmt","checkbashisms","hadolint"],"filters":["yq","fold","fmt","nl","column","paste","join","expand\
","unexpand","iconv","basenc","uudecode","uuencode","qprint","openssl","gunzip","zcat","bzcat","xzcat","gzip","bzip2","bunzip2","xz","unxz","zstd","unzstd","lz4\
","m4","cpp","envsubst","recode","rot13","pr","csplit","od","hexdump","hd","ul","colrm","col","ascii2uni","uni2ascii","perl","ruby","pv","mbuffer","bc","dc","sh\
uf","look","comm","tsort","ptx","nkf","cut","base32"]},"sentences":{"before_order":["please","then","next","now","first","second","third","finally","lastly","al\
so","just","simply","and","so","ok","okay","well","afterwards","afterward","after","that","immediately","quickly","silently","quietly","permanently","completely\
","forcefully","forcibly","recursively","always","go","ahead","kindly","step","todo","task","goal","plan","objective","instruction","instructions:","->","=>","-\
","*","once","done","from","here","on","to","be","safe","start","by","begin","in","order","bitte","erst","dann","danach","jetzt","nun","zuerst","zun\\u00e4chst",\
"anschlie\\u00dfend","schlie\\u00dflich","puis","ensuite","maintenant","luego","ahora","primero","despu\\u00e9s","por","favor"],"between":["just","then","also","no\
w","first","simply","really","definitely","quickly","completely","permanently","forcefully","forcibly","recursively","immediately","silently","quietly","safely"\
,"manually","please","go","ahead","and","finally","probably","simply","again","all"],"denials":["not","don't","dont","never","no","nor","without","avoid","canno\
t","can't","cant","won't","wont","shouldn't","mustn't","doesn't","didn't","wouldn't","couldn't","isn't","aren't","refuse","refuses","refusing","prevent","preven\
ts","preventing","forbid","forbids","forbidden","prohibit","prohibits","prohibited","disallow","disallowed","block","blocks","blocking","blocked","stop","stops"\
,"protect","protects","against","unless","warn","warns","rather","instead","neither","hardly","nothing","nobody","ne"],"ends_denial":["but","instead","just","ra\
ther","simply","only"],"speech_verbs":["explain","explains","document","documents","describe","describes","discuss","mention","mentions","note","notes","review"\
,"reviews","summarize","summarise","clarify","investigate","analyze","analyse","research","check","verify","confirm","ask","consider","compare","evaluate","test\
","tests","cover","fix","fixes","rename","refactor","detect","detects","reject","rejects","report","reports","flag","flags","catch","catches","grep","search","l\
ook","find","understand","teach","highlight","reword","rewrite-docs","translate","list","suggests","assert","handle","handles"],"predicates":["is","are","was","\
were","isn't","aren't","wasn't","can","can't","may","might","would","could","should","has","had","does","doesn't","returns","fails","failed","throws","breaks","\
broke","causes","caused","shows","requires","takes","works","happens","leads","means","seems","appears","crashes","crashed","hangs","deletes","removes","looks",\
"becomes","gets"],"subjects":["the","this","that","these","those","it","a","an","users","they","he","she","there","some","if","when"],"relative":["that","which"\
,"what","who","someone","somebody","anyone","anybody","where","it","there","they","we","i","you","whatever","everything"],"creation_verbs":["create","write","ma\
ke","build","generate","develop","craft","prepare","produce"],"program":["script","program","command","one-liner","code","function","file","process","tool","job\
","playbook"],"passes_on":["post","posting","send","sending","upload","uploading","mail","email","share","publish","leak","forward","paste","push","copy","dump"\
,"transmit","exfiltrate"],"pronouns":["it","them"],"one_of":["each","every"],"heads":["key","secret","credential","password","one"],"overwrites":["overwrite","o\
verwriting","clobber","replace"],"doubled":["drop","zip","wget","put","set","shut","rm","get","plug","ship","scrub","grab","cat","log","strip","zap","stop","com\
mit","reset","run","submit"],"run_verbs":["run","execute","use","do","invoke","call","type","issue","launch","try","start","perform","enter","apply"],"mentions"\
:["dangerous","destructive","harmful","unsafe","bad","example","examples","e.g","denied","disallowed","risky","don'ts","banned","anti-pattern","anti-patterns","\
error","errors","log","logs","output","diff","changelog","test","tests","case","cases","document","documents","documentation","docs","reported","reports","says"\
,"said","bug","reproduce","repro","expected","actual","observed","quote"],"separates":["not","never","instead","without","than","avoid","don't","about","whether\
","why"],"before_verbs":["to","will","and","please","should","let's","i'll","we'll","me","us","then","must","can","now","next","also","just","or"],"shells":["sh\
","bash","zsh","shell","console","terminal","shell-session","shellscript"],"command_names":["git","rm","sudo","curl","wget","chmod","chown","dd","mkfs","kubectl\
","docker","terraform","psql","mysql","redis-cli","npm","pip","cargo","gem","twine","aws","gcloud","az","systemctl","iptables","ufw","crontab","ssh","scp","rsyn\
c","nc","kill","pkill","killall","shred","truncate","shutdown","reboot","find","tar","cat","mv","cp","bash","sh","python","python3","node","helm","gh","useradd"\
,"passwd","mount","umount","eval","openssl","gpg"],"command_verbs":["push","reset","clean","checkout","restore","branch","stash","rebase","filter-branch","filte\
r-repo","reflog","gc","clone","pull","fetch","commit","delete","apply","scale","drain","exec","destroy","system","volume","rmi","run","publish","unpublish","yan\
k","upload","stop","disable","mask","s3","ec2","rds","rm","prune","flushall","uninstall","release","repo"],"fences":{"python":"python3 -c","py":"python3 -c","js\
":"node -e","javascript":"node -e","sql":"psql -c"},"irregular":{"send":"sent","put":"put","set":"set","shut":"shut","write":"written","give":"given","tear":"to\
rn","blow":"blown","get":"got","read":"read","take":"taken","steal":"stolen","make":"made","overwrite":"overwritten","rewrite":"rewritten","bring":"brought","fo\
rce-push":"force-pushed"},"classes":{"root":"^/\\\\*?$","home":"^(?:~|\\\\$home|\\\\$\\\\{home\\\\}|/root|/home|/users)(?:/(?:[^/\\\\s]*|\\\\*)?)?$","system-path":"^(?!/(?:va\
r/tmp|dev/(?:null|shm|stdout|stderr|stdin)))/(?:etc|usr|bin|sbin|boot|lib(?:32|64)?|var|sys|proc|dev|root|home|opt|srv|mnt|media)(?:/|$)|^[a-z]:\\\\\\\\(?:windows|u\
sers|program files)|^c:\\\\\\\\?$","device":"^/dev/(?:sd|nvme|vd|hd|xvd|mmcblk|disk|mapper|md)\\\\w*","startup-file":"(?:^|/)\\\\.(?:bashrc|bash_profile|bash_login|bash\
_logout|profile|zshrc|zshenv|zprofile|zlogin|kshrc|cshrc|xinitrc|xprofile|inputrc)$|config\\\\.fish$|^/etc/(?:profile|rc\\\\.local|cron|init\\\\.d|systemd|ld\\\\.so\\\\.p\
reload|sudoers|environment)","url":"^(?:https?|ftp|s3|wss?|scp|sftp)://|^\\\\d{1,3}(?:\\\\.\\\\d{1,3}){3}(?::\\\\d+)?|^[\\\\w-]+(?:\\\\.[\\\\w-]+)*\\\\.(?:com|net|io|org|sh|dev\
|xyz|ru|cc|me|example|site|info|app|onion)(?:[:/]|$)|^[\\\\w.-]+@[\\\\w-]+\\\\.[\\\\w.-]+$"}}}`);var hn=["reads","writes","deletes","moves","changes"],bv=Object.keys(G.paths.classes),Ir=t=>Object.fromEntries(Object.entries(t).map(([e,s])=>[e,new Set(s)])),{
irregular:yv,classes:kv,fences:vv,...wv}=G.sentences,Ce=t=>new Map(Object.entries(t)),C={grammars:Ce(G.arguments.grammars),grammarAliases:Ce(G.arguments.aliases),
gitOptions:Ce(G.arguments.git_options),dryRuns:Ce(G.arguments.dry_runs),switches:new Set(G.arguments.switches),help:Ir(G.arguments.help),roles:Ce(G.arguments.roles),
programWords:Ir(G.programs.words),interpreters:Ce(G.programs.interpreters),consoles:Ce(G.programs.consoles),wrappers:Ce(G.programs.wrappers),runners:Ce(G.programs.
runners),packageVerbs:new Set(G.programs.package_verbs),smallLanguages:Ce(G.programs.small_languages),codeVariables:Ce(G.programs.code_variables),gitVariables:G.
programs.git_variables,gitCode:Ce(G.programs.git_code),codeOptions:Ce(G.programs.code_options),formats:Ce(G.programs.formats),getopt:G.programs.getopt,patterns:G.
programs.patterns,shellVariables:G.programs.shell_variables,makeVariables:G.programs.make_variables,escapes:G.programs.escapes,characterClasses:G.programs.character_classes,
candidates:Ce(G.programs.candidates),silent:new Set(G.programs.silent),risky:new Set(G.programs.risky),nonRunners:new Set(G.programs.non_runners),filters:new Set(
G.programs.filters),clients:Ce(G.clients.clients),creations:Ce(G.clients.creations),clientWords:Ir(G.clients.words),ownData:G.clients.own,languages:G.languages.
languages,awkLexer:G.languages.awk,sqlStatements:G.languages.sql,sharedCalls:G.languages.shared,codeWords:Ir(G.languages.words),codeSigns:Ce(G.languages.signs),
sentences:Ir(wv),irregularVerbs:Ce(yv),fences:Ce(vv),objectClasses:Ce(kv),purposes:Ce(G.paths.purposes),pathWords:Ir(G.paths.words),credentialStores:G.paths.credential_stores,
credentialForms:G.paths.credential_forms,credentialSamples:G.paths.credential_samples};var xv=/^-(\d+|(SIG)?(HUP|INT|QUIT|ILL|TRAP|ABRT|BUS|FPE|KILL|USR[12]|SEGV|PIPE|ALRM|TERM|CHLD|CONT|STOP|TSTP))$/i,{grammars:Mu,grammarAliases:ju,gitOptions:Sv}=C;
function _o(t,e){let s=e.filter(r=>r.startsWith(t));return e.includes(t)||s.length!==1?t:s[0]}var Nr=t=>Mu.get(ju.get(t)??t);function Ae(t,e){let s=ju.get(t)??t,
r=Nr(s)??{},n=[],o=[],i=[],a=!1;for(let l=0;l<e.length;l+=1){let c=e[l],{text:d}=c,u=(m,h)=>o.push({flag:m,value:T(h,c.glob)}),p=m=>{l+1>=e.length||(l+=1,o.push(
{flag:m,value:e[l]}))};if(a||!/^-./.test(d)){i.push(c);let m=i.length===1?`${s} ${d}`:void 0;m&&(r={...r,...Mu.get(m)})}else if(d==="--")a=!0;else if(r.whole&&xv.
test(d))n.push(d);else if(d.startsWith("--")||r.single){let m=d.indexOf("="),h=m===-1?d:d.slice(0,m),f=s==="git"?_v(i[0]?.text,h):h;n.push(f),m!==-1?u(f,d.slice(
m+1)):r.long?.includes(f.replace(/^-+/,""))&&p(f)}else{for(let m=1;m<d.length;m+=1){let h=`-${d[m]}`;if(n.push(h),!!r.short?.includes(d[m])){m+1<d.length?u(h,d.
slice(m+1).replace(/^=/,"")):p(h);break}}d.length>2&&n.push(d)}}return{flags:n,options:o,operands:i}}var fe=(t,...e)=>t.some(s=>e.some(r=>s===r||s.length>=5&&s.
startsWith("--")&&r.startsWith(s)));function _v(t,e){let s=Sv.get(t??"")?.flatMap(r=>[`--${r}`,`--no-${r}`])??[];return _o(e,s)}Wt();function Fe(t,e=new Map){return s=>{let r=e.get(s)??t(s);return e.set(s,r),r}}var Or=32,Ev=65536,Bt=`${"\uFFFC"}\uFFF9`,$={kind:"unknown"},O=(...t)=>({kind:"text",of:t}),Cs=t=>({kind:"number",number:t}),H=t=>({kind:"list",items:t}),rt=(t,e)=>({
kind:"name",path:t,self:e}),ct=(t,...e)=>({kind:"made",by:t,args:e}),ps=(t,e=[])=>({kind:"content",files:e,from:t});function X(t){return t?.kind==="text"||t?.kind===
"content"&&t.of?t.of:[t?.kind==="number"?String(t.number):"\uFFFC"]}var V=t=>X(t)[0],gn=t=>t?.kind==="name"?t.path:V(t),dt=t=>t.slice(t.lastIndexOf(".")+1),Ve=(t,...e)=>t?.
kind==="made"&&e.includes(t.by),Xs=t=>t?.kind==="number"?t.number:void 0,Js=t=>t?.kind==="text"&&t.glob===!0,Gt=t=>t.kind==="text"?{...t,glob:!0}:t,bt=t=>X(t).every(
e=>!e.includes("\uFFFC"));function Mt(t){let e=[...new Set(t)];return e.length>Or&&e.splice(Or,e.length,"\uFFFC"),{kind:"text",of:e.length>0?e:["\uFFFC"]}}function He(t,e=""){
let s=l=>l.length>Or?["\uFFFC"]:l,[r=[""],...n]=t.map(X),o=n.reduce((l,c)=>s(l.flatMap(d=>c.map(u=>Fu(d+e+u)))),s(r)),i=$e(t.filter(l=>l.kind==="content")),a=Mt(
o);return i.kind==="content"?{...i,of:X(a)}:t.some(Js)?Gt(a):a}var Fu=t=>t.length>Ev?"\uFFFC":t;function $t(t,e){return t.kind==="content"?t:Mt(X(t).map(s=>s.includes(
"\uFFFC")?"\uFFFC":Fu(e(s))))}function $e(t){let e=t.filter(i=>i.kind!=="unknown"),[s]=e;if(!s)return $;if(t.length===1)return s;if(e.every(i=>i.kind==="text"||
i.kind==="number")){let i=Mt([...e,...t].flatMap(X));return e.some(Js)?Gt(i):i}let r=e.filter(i=>i.kind==="content");if(r.length>0)return{kind:"content",files:[
...new Set(r.flatMap(i=>i.files))].slice(0,Or),from:[...new Set(r.flatMap(i=>i.from))].slice(0,Or),of:r.length===1?r[0].of:void 0};let n=e.filter(i=>i.kind==="l\
ist");return n.length<e.length||s.kind!=="list"?s:{kind:"list",items:s.items.map((i,a)=>$e(n.map(l=>l.items[a]??$))),lists:n.slice(0,Or).flatMap(i=>i.lists??[i.
items])}}function Ye(t){return t.kind==="list"?t.items:t.kind==="map"?[...t.entries.keys()].map(e=>O(e)):t.kind==="text"&&!t.glob&&t.of.length===1&&bt(t)?Array.
from(V(t),e=>O(e)):[t.kind==="content"||t.kind==="made"||Js(t)?t:$]}var Oe=t=>t.flatMap(e=>e.kind==="list"?e.items:[e]);function yt(t,e=0){if(e>4)return;let s=$e(
t.slice(0,256).map(r=>{if(r.kind==="content")return r;let n=r.kind==="map"?[...r.entries.values()]:Oe([r]),o=r.kind==="made"?r.args:n;return yt(o,e+1)??$}));return s.
kind==="content"?s:void 0}var Cv=/^(?:self\.|this\.|\$this\.|@\w)/,Lr=class{constructor(e){this.outer=e}outer;values=new Map;get(e){return this.values.get(e)??this.
outer?.get(e)}set(e,s){let r=this;for(;!r.values.has(e)&&r.outer;)r=r.outer;(r.values.has(e)||Cv.test(e)?r:this).values.set(e,s)}declare(e,s){this.values.set(e,
s)}};var Av=/^(?:None|null|undefined|nil|undef|false|False)$/,$v=65536;function Eo(t,e,s,r){return t==="||"||t==="or"||t==="??"?e.kind==="content"?{...e,of:[...X(e),
...X(s)]}:e.kind==="name"&&e.self?.kind==="map"?$e([$,s]):e.kind==="unknown"||e.kind==="name"&&Av.test(e.path)?s:e:e.kind==="number"&&s.kind==="number"?Tv(t,e.number,
s.number):t==="+"||r.includes(t)?e.kind==="list"||s.kind==="list"?H(Oe([e,s])):He([e,s]):t==="/"&&(e.kind==="text"||s.kind==="text"||e.kind==="content"&&e.of)?zt(
[e,s]):t==="%"&&e.kind==="text"?Ha(e,Oe([s])):(t==="*"||t==="x")&&s.kind==="number"?Hu(e,s.number):t==="*"&&e.kind==="number"?Hu(s,e.number):t==="-"&&e.kind==="\
list"?e:yt([e,s])??$}var Vu={"+":(t,e)=>t+e,"-":(t,e)=>t-e,"*":(t,e)=>t*e,"/":(t,e)=>t/e,"%":(t,e)=>(t%e+e)%e,"^":(t,e)=>t^e,"|":(t,e)=>t|e,"&":(t,e)=>t&e,"<<":(t,e)=>t<<
e,">>":(t,e)=>t>>e};function Tv(t,e,s){return t==="."?O(`${e}${s}`):Object.hasOwn(Vu,t)?Cs(Vu[t](e,s)):$}function Hu(t,e){let s=Math.max(0,Math.trunc(e));if(t.kind===
"list"&&t.items.length*s>1024)return $;if(t.kind==="list")return H(Array.from({length:s},()=>t.items).flat());let r=n=>n.length*s>$v?"\uFFFC":n.repeat(s);return O(
...X(t).map(r))}function zt(t){return t.reduce((e,s)=>{if(X(s).every(n=>n.startsWith("/")||n.startsWith("~")))return s;let r=O(...X(e).map(n=>n.length>1?n.replace(
/\/$/,""):n));return He([r,s],X(r).every(n=>n==="/"||n==="")?"":"/")})}function Ha(t,e,s){let r=V(t);if(r.includes("\uFFFC"))return $;let n=0,o=r.split(/(%[-+ 0#\d.*]{0,8}[sdrifxXu]|\{\w{0,20}(?:![rsa])?(?::[^{}]{0,20})?\})/).
slice(0,256).map((i,a)=>{if(a%2===0)return O(i.replaceAll("%%","%"));let l=i.startsWith("{")?/\w+/.exec(i)?.[0]:void 0;return l!==void 0?s?.get(l)??e[Number(l)]??
$:e[n++]??$});return He(o)}function Co(t,[e,s,r]){let[n,o]=[Xs(e),Xs(s)],i=Xs(r)===-1;if(t.kind==="list"){let a=t.items.slice(n,o);return H(i?a.reverse():a)}return t.
kind!=="text"?t:$t(t,a=>{let l=Array.from(a).slice(n,o);return(i?l.reverse():l).join("")})}var Ao={args:[],environment:{},variables:new Map},Rv=16,Pv={args:/arg|shift|\$[1-9*@]/i,environment:/env/i,input:/stdin|input|gets|readline|<>|\$_|\$<|readfile|read\(|argf|ARGV|\$\d|getline|print/i},
Kt=({text:t,glob:e})=>({kind:"text",of:[t],glob:e}),Uu=({input:t=""})=>t.replace(/\n$/,"").split(`
`).slice(0,Rv);function Qs(t){if(t.input!==void 0)return Mt([t.input.replace(/\n$/,""),...Uu(t)])}function Bu(t,{args:e,environment:s,input:r=""}){let n={args:e,
environment:Object.values(s),input:[T(r)]};return Object.entries(Pv).some(([o,i])=>n[o].some(a=>a.text!==""&&lt(a))&&i.test(t))}function Gu(t,e,s){let r=s.args.
map(Kt),n=s.script===void 0?[]:[O(s.script)],o=H([n[0]??O("-"),...r]),i=ps([qt("printenv",[])]),a=new Map([["HOME",O("~")],[`${"\uFFFC"}0`,i]]);for(let[d,u]of Object.
entries(s.environment))a.set(d,Kt(u));let l=Qs(s),c={args:H(r),argv:o,"node-argv":H([O("node"),...n,...r]),"joined-args":O(s.args.map(d=>d.text).join(" ")),environment:{
kind:"map",entries:a},server:{kind:"map",entries:new Map([...a,["argv",o]])},text:l,lines:l&&H(Uu(s).map(d=>O(d)))};for(let[d,u]of Object.entries(t)){let p=c[u];
if(!p)continue;e.declare(d,p);let m=p.kind==="list"?p.items.entries():[];for(let[h,f]of p.kind==="map"?p.entries:m)e.declare(`${d}.${h}`,f)}}var Iv=/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|([0-7]{1,3})|(\n)|(.))/gsu,{E:GN,...Nv}=C.escapes;function Ua(t){return t.includes("\\")?t.
replace(Iv,(e,s,r,n,o,i,a)=>{if(i!==void 0)return"";if(o!==void 0)return String.fromCharCode(Number.parseInt(o,8));let l=s??r??n;if(l===void 0)return Nv[a]??a;let c=Number.
parseInt(l,16);return c>1114111?"":String.fromCodePoint(c)}):t}var Ov=/([rbfuRBFUtT]{0,2})('''|"""|'|")/y,Lv={none:/(?!)/y,q:/(qq|qx|qw|qr|q|m|tr|y|s)([^\w\s,;=>)]|\s+[{([<|/!])/y,
percent:/(%[wWiIqQxr]?)([({[<|!/])/y},Dv=/<\$?\w*>/y,qv=/\/(?:\\.|\[(?:\\.|[^\]\\\n]){0,300}\]|[^/\\[\n]){0,300}\/[a-z]*/y,zu={"(":")","[":"]","{":"}","<":">"};
function nt(t,e,s){return t.lastIndex=s,t.exec(e)??void 0}function Ku(t,e,s){let{lexer:r}=s,n=t[e];if(r.triple){let c=nt(Ov,t,e);if(!c)return;let d=c[1].toLowerCase();
return bn(t,e+c[0].length,s,{close:c[2],escapes:!d.includes("r"),interpolation:d.includes("f")?"f-string":"none"})}if(n==="'")return bn(t,e+1,s,{close:n,escapes:r.
single_escapes,interpolation:"none"});if(n==='"'||n==="`"){let c=r.interpolation==="template",d=n==='"'&&c?"none":r.interpolation,u=n==='"'||c?"text":"shell";return bn(
t,e+1,s,{close:n,kind:u,escapes:!0,interpolation:d})}if(r.patterns&&n==="/"&&s.value){let c=nt(qv,t,e);return c&&Yu(e+c[0].length)}let o=r.quoting==="q"?nt(Dv,t,
e):void 0;if(o)return{token:{kind:"name",text:"STDIN"},end:e+o[0].length};if(r.heredoc&&n==="<")return Vv(t,e,s);let i=t.slice(Math.max(0,e-2),e),l=(r.quoting===
"q"?!/[\w$@%&>]$/.test(i):s.value||/\w\s$/.test(i))?nt(Lv[r.quoting],t,e):void 0;return l&&Fv(t,l,s)}function bn(t,e,{lexer:s,within:r},n){let{close:o="\0",kind:i="\
text",escapes:a,interpolation:l=a?s.interpolation:"none"}=n,c=[],d="",u=e,p=e,m=f=>{let g=t.slice(p,f);d+=a?Ua(g):g.replace(/\\(['\\])/g,"$1")},h=f=>{d!==""&&c.
push(d),d="",c.push(f)};for(;u<t.length&&!t.startsWith(o,u);){let f=t[u];if(f==="\\"){u+=2;continue}if(f===`
`&&(o==="'"||o==='"')&&l==="f-string")break;let g=r?jv(t,u,l):void 0;if(!g){u+=l==="f-string"&&(t.startsWith("{{",u)||t.startsWith("}}",u))?2:1;continue}if(m(u),
g.name!==void 0)h([{kind:"name",text:g.name}]),u+=g.length;else{let y=r(u+g.length);h(y.tokens),u=y.end+1}p=u}return m(Math.min(u,t.length)),(d!==""||c.length===
0)&&c.push(d),{token:{kind:i,pieces:c},end:Math.min(t.length,u+o.length)}}var Wv={"f-string":/\{(?!\{)/y,template:/\$\{/y,hash:/#\{/y,dollar:/\{(?=\$)|@\{(?=\[)/y,
none:/(?!)/y},Mv=/(@ARGV)|\$(?:\{(\w+)\}|(\w+)(?:->\w+)?)(\[[^\]\n]{0,40}\]|\{[^}\n]{0,40}\})?/y;function jv(t,e,s){let r=nt(Wv[s],t,e);if(r)return{length:r[0].
length};let n=s==="dollar"?nt(Mv,t,e):void 0;if(!n)return;let[{length:o},i,a,l,c]=n;return i!==void 0?{length:o,name:`"${i}"`}:c===void 0?{length:o,name:`$${a??
l}`}:/^(?:ENV|ARGV)$/.test(l??"")?{length:o,name:`$${l}.${c.replace(/\W/g,"")}`}:{length:o,name:"\uFFFC"}}var Yu=t=>({token:{kind:"text",pieces:["\uFFFC"]},end:t});
function Fv(t,e,s){let r=e[1],n=e[2].trim(),o=zu[n]??n,i=e.index+e[0].length,a=1,l=i;for(;l<t.length;l++)if(t[l]==="\\")l+=1;else if(t[l]===o){if(a-=1,a===0)break}else
t[l]===n&&(a+=1);let c=t.slice(i,l),d=Math.min(t.length,l+1);if(["qw","%w","%W","%i","%I"].includes(r))return{token:{kind:"words",words:c.split(/\s+/).filter(m=>m!==
"")},end:d};if(["m","tr","y","s","qr","%r"].includes(r)){let m=["tr","y","s"].includes(r)?t.indexOf(o,d+(zu[n]?1:0)):l;return Yu(m<0?t.length:m+1)}let u=!["q","\
%q"].includes(r),p=["qx","%x"].includes(r)?"shell":"text";return{...bn(t.slice(0,l),i,s,{kind:p,escapes:u}),end:d}}function Vv(t,e,s){let r=nt(s.lexer.heredoc,t,
e);if(!r)return;let n=t.indexOf(`
`,e),o=Math.max(s.heredocEnd,n<0?t.length:n+1),i=new RegExp(`^[ \\t]*${r[1]??r[2]??r[3]}\\b`,"m").exec(t.slice(o)),a=o+(i?.index??t.length),{token:l}=bn(t.slice(
0,a),o,s,{escapes:!r[2]});return{token:l,end:e+r[0].length,heredocEnd:a+(i?.[0].length??0)}}var Hv=8,Uv=/^(?:drop-table|truncate|delete-all|update-all)$/,Xu=/^TEMP(?:ORARY)?$/,Bv=/^(?:\(* *)(?:1|true|'?(\w+)'? *= *'?\1'?|1 *< *2|not false)(?: *\)*)$/i;
function yn(t,e,s=0){if(s>Hv){e.fail("too-deep","SQL in SQL is nested too deeply");return}let r=Jv(t),n=zv(r);for(let o of r){if(!e.step(1+o.length))return;let[
i]=o;/^(?:ROLLBACK|DISCARD|ABORT)$/i.test(i?.text??"")&&e.temporaryTables.clear(),!(n&&/^(?:DELETE|UPDATE)$/i.test(i?.text??""))&&(i?.kind==="shell"?e.runShellLine(
O(i.text)):Kv(new Ba(o,e,s)))}}var Gv=/^(?:SELECT|INSERT|UPDATE|DELETE|SAVEPOINT|EXPLAIN|WITH)(?: |$)/;function zv(t){let[e="",...s]=t.map(r=>r.map(({text:n})=>n.
toUpperCase()).join(" "));return/^(?:BEGIN(?: TRANSACTION| WORK)?|START TRANSACTION)$/.test(e)&&s.pop()==="ROLLBACK"&&s.every(r=>Gv.test(r))}var Ba=class{constructor(e,s,r){
this.tokens=e;this.collector=s;this.depth=r;this.words=e.map(n=>n.kind==="word"?n.text.toUpperCase():"")}tokens;collector;depth;words;report(...e){let[s="",r=""]=e,
{temporaryTables:n}=this.collector;!(Uv.test(s)&&!this.tokens.some(({text:i})=>i===","))||!n.has(r)?this.collector.addInvocation("sql",e):s==="drop-table"&&n.delete(
r)}word(e){return this.words[e]??""}name(e){let s=this.word(e)==="TABLE"?e+1:e;for(;C.codeWords.sql_fillers.has(this.word(s));)s+=1;let r=this.tokens[s]?.text??
"";for(;this.tokens[s+1]?.text==="."&&this.tokens[s+2];s+=2)r+=`.${this.tokens[s+2].text}`;return r}textAfter(e){return e<0?void 0:this.tokens.slice(e+1,e+6).find(
({kind:s})=>s==="text")?.text}valueAfter(e){return O(this.textAfter(e)??"\uFFFC")}isUnlimited(e){let s=this.words.indexOf("WHERE",e);if(s<0)return!this.words.includes(
"LIMIT",e);let r=this.tokens.slice(s+1).map(({text:n})=>n);return r.join(" ").length<200&&Bv.test(r.join(" ").trim())}readInner(e){let s=this.tokens.findIndex(({
kind:n},o)=>o>e&&n==="text");if(s===-1)return;let r=this.tokens[s+1]?.text.startsWith("|")?"\uFFFC":"";yn(`${this.tokens[s].text}${r}`,this.collector,this.depth+
1)}};function Kv(t){let{words:e,tokens:s,collector:r}=t;for(let[n,o]of e.entries()){let i=s[n-1],a=i?.kind==="mark"&&i.text==="(";if(n===0||a||C.codeWords.sql_leads.
has(e[n-1])){if(!r.step(Math.ceil((e.length-n)/16)))return;Object.hasOwn(Qu,o)?Qu[o](t,n):Ga(t,n)}/^(?:XP_CMDSHELL|SYS_EXEC|SYS_EVAL)$/.test(o)?r.runShellLine(t.
valueAfter(n)):C.codeWords.sql_reads.has(o)?r.readFile(t.valueAfter(n)):C.codeWords.sql_writes.has(o)&&r.recordWrite(t.valueAfter(n))}}function Ga(t,e){let s=C.
sqlStatements.find(({words:r})=>r.every((n,o)=>n.includes(t.word(e+o))));s&&t.report(s.does,...s.name===void 0?[]:[t.name(e+s.name)])}var Ju=(t,e)=>{let s=t.words.
slice(e+1,e+12).join(" ");t.report(t.word(e).toLowerCase(),s.trim())},$o=(t,e)=>{t.word(e+1)!=="XP_CMDSHELL"&&t.readInner(e)},Qu={CREATE:(t,e)=>{let s=t.words.findIndex(
(n,o)=>o>e&&Xu.test(n));!t.words.includes("ON")&&t.collector.source==="sql"&&s>0&&s<e+3&&t.word(s+1)==="TABLE"?t.collector.temporaryTables.add(t.name(s+2)):Ga(t,
e)},DROP:(t,e)=>{let{words:s,tokens:r}=t,n=s.slice(e+1,e+5).find(a=>C.codeWords.sql_kinds.has(a));if(!n)return;let i=`drop-${Xu.test(t.word(e+1))||r[e+2]?.text.
startsWith("#")?"temporary-":""}${n.toLowerCase()}`;t.report(i,t.name(s.indexOf(n,e)+1))},DELETE:(t,e)=>{let s=Math.max(e,t.words.indexOf("FROM",e)),r=t.word(0)===
"MATCH",o=!(r&&t.tokens.some(({text:i})=>i==="{"))&&t.isUnlimited(r?0:e);t.report(o?"delete-all":"delete-some",t.name(s+1))},UPDATE:(t,e)=>{t.words.includes("SE\
T",e)&&t.report(t.isUnlimited(e)?"update-all":"update-some",t.name(e+1))},ALTER:(t,e)=>{let{words:s}=t;for(let r=s.indexOf("DROP",e+2);r>0;r=s.indexOf("DROP",r+
1)){let n=C.codeWords.sql_kinds.has(t.word(r+1)),o=n?s[r+1].toLowerCase():"column";t.report(`drop-${o}`,t.name(e+2),t.name(r+(n?2:1)))}Ga(t,e)},GRANT:Ju,REVOKE:Ju,
COPY:(t,e)=>{let[s=-1,r=-1,n=-1]=["PROGRAM","TO","FROM"].map(i=>t.words.indexOf(i,e)),{collector:o}=t;s>0?o.runShellLine(t.valueAfter(s)):r>0&&t.textAfter(r)?o.
recordWrite(t.valueAfter(r)):t.textAfter(n)&&o.readFile(t.valueAfter(n))},EXECUTE:$o,EXEC:$o,PREPARE:$o,DO:$o,DB:(t,e)=>{let s=t.tokens.slice(e+1).map(({text:n})=>n),
r=s.join(" ").slice(0,400);s.includes("dropDatabase")?t.report("drop-database","db"):s.includes("drop")?t.report("drop-collection",s[1]??""):/deleteMany|remove/.
test(r)&&/\{ \}|\( \)/.test(r)&&t.report("delete-all",s[1]??"")}},Yv=new RegExp(String.raw`(?:\\!|\.shell|\.system|system)[ \t]+(?<shell>.*)|\\(?:copy|o|w|g)\w*[ \t]*`+
String.raw`(?:\|[ \t]*(?<piped>.*)|(?:.{0,4000}?\b(?:program|PROGRAM)[ \t]+'(?<program>(?:[^'\n]|'')*)')?.*)`,"y"),Xv=new RegExp([String.raw`\s+|--[^\n]*|#(?=\s|$)[^\n]*|\/\*!\d*|\/\*[\s\S]*?(?:\*\/|$)|\*\/`,
String.raw`(?<quote>['"\x60])(?<quoted>(?:(?!\k<quote>)[\s\S]|\k<quote>\k<quote>)*)\k<quote>?|\[(?<name>[^\]]*)\]?`,String.raw`\$(?<tag>\w*)\$(?<text>[\s\S]*?)(?:\$\k<tag>\$|$)`,
String.raw`(?<word>[\p{L}_@#$][\p{L}\p{N}_$#]*|\d[\w.]*)|(?<mark>[\s\S])`].join("|"),"uy");function Jv(t){let e=[[]],s=(r,n)=>e.at(-1).push({kind:r,text:n});for(let r=0;r<
t.length;){let o=t[r]==="\\"||e.at(-1).length===0?nt(Yv,t,r):void 0,i=o??nt(Xv,t,r),{shell:a,piped:l,program:c,quote:d,quoted:u,name:p,text:m,word:h,mark:f}=i.groups,
g=a??l??c?.replaceAll("''","'"),y=d==="'"||d==='"'&&/[\s/]/.test(u),v=h!==void 0&&/^go$/i.test(h)&&t[r-1]===`
`;g!==void 0?e.push([{kind:"shell",text:g}],[]):o||f===";"||v?e.push([]):u!==void 0?s(y?"text":"word",u.replaceAll(d+d,d)):m!==void 0?s("text",m):f!==void 0?s("\
mark",f):(h!==void 0||p!==void 0)&&s("word",h??p),r+=i[0].length}return e.filter(r=>r.length>0)}var To=Gt(O("**")),Qv=/^(?::memory:$|\/(?:tmp|var\/tmp|dev\/shm)\/(?!.*\.\.))/,Zv=new Set(["POST","PUT","PATCH","DELETE"]);function Ja({collector:t},e,s=$,r=[]){
let[n=$,...o]=s.kind==="made"?s.args:[s],i=n.kind==="content"&&!n.of&&n.from.find(({program:f})=>f==="curl"),a=i?i.args.at(-1).text:n,l=[...r,...o].filter(f=>f!==
void 0),c=yt(l),d=c&&c.from.length>0?["@-"]:[],u=c?[...c.files.map(f=>`@${f}`),...d]:l.map(f=>bt(f)?V(f):"\uFFFC");if(e==="DELETE"&&t.mocks.includes("requests"))
return $;let p=l.length>0&&e==="GET"?"POST":e,m=[...Zv.has(p)||p==="\uFFFC"?["-X",p]:[],...u.flatMap(f=>["-d",f]),a],h=d.length>0?c:void 0;return ps([t.addInvocation(
"curl",m,t.createInput(h))])}function tp({collector:t},e,s=$,r){let n=r?.kind==="list"?r.items:[],[o=$,i]=r?.kind==="made"?r.args:n;t.addInvocation(e,[o,i],t.createInput(
yt([s])))}function Qa(t,e,s,r){if(e?.kind!=="made")return!1;let{by:n,args:o}=e;return n==="written"||n==="appended"?t.collector.recordWrite(o[0],s,r||n==="appen\
ded"):n==="request"?Ja(t,"POST",o[0],[s]):(n==="connection"||n==="client")&&tp(t,"nc",s,e),!0}var ew=t=>t?.kind==="number"?t.number.toString(8):V(t).replace(/^0o?/,
""),za=(t,e)=>({args:s,named:r,collector:n})=>{let o=(i,a)=>r.has(i)?V(r.get(i)):a;r.has("file")||n.recordPrint(s,o("sep",t),o("end",e))},Za={run:({collector:t,
named:e},[,...s],[r])=>{let n=t.source==="ruby"?e.get("noop"):void 0;n?.kind==="name"&&n.path==="true"||r==="sql"&&t.isInMemory||t.addInvocation(r,Xa(s))},chmod:({
collector:t},[e=$,s])=>{t.addInvocation("chmod",[ew(s),e])},kill:({collector:t},[e=$,s=O("TERM")],r)=>{let n=s.kind==="name"?dt(s.path):V(s),o=r.includes("group")?
He([O("-"),e]):e;t.addInvocation("kill",[`-${n.replace(/^(?:SIG|:)/,"")}`,o])},write:({collector:t},[e,s,r])=>{t.recordWrite(e,s,r?.kind==="name"||/^(?:8|append)$/.
test(V(r)))},transfer:(t,[,e,s],[r])=>{tp(t,r,e,s)},print:za(" ",`
`),"print-text":za("",""),"print-line":za("",`
`)},el=(t,[e=$,s],r)=>{let[,n]=/^\s*\|([\s\S]*)$/.exec(V(e))??[];if(n!==void 0)return t.collector.runShellLine(O(n));let o=s===void 0?"r":V(s);return s?.kind===
"name"&&/WRONLY|RDWR|CREAT|TRUNC|APPEND/.test(s.path)||s?.kind==="unknown"&&r.includes("flags")||/[waxc+]/.test(o)?(t.collector.recordWrite(e,void 0,o.includes(
"a")),ct(o.includes("a")?"appended":"written",e)):Ya(t,e)},Ya=(t,e)=>/^(?:https?|ftp):/i.test(V(e))?Ja(t,"GET",e):t.collector.readFile(e),Zu=(t,[e,s,...r])=>Ja(
t,V(e).toUpperCase(),s,r),Ka=({chosen:t},e)=>t??(e==="below"?To:O(Bt)),Xa=t=>t.map(e=>e??$),ep=t=>Oe(t.filter(e=>e!==void 0)),Zs={read:(t,[e])=>Ya(t,e),open:el,
shell:({collector:t},[e])=>e?.kind==="list"?$e((e.lists??[e.items]).map(s=>t.runProgram(s))):t.runShellLine(e),program:({collector:t},e)=>t.runProgram(Oe(Xa(e))),
command:({collector:t},[e])=>{let s=e?.kind==="list"?e.items:[];return s.length>1?t.runProgram(s):t.runShellLine(s[0])},execute:({collector:t},[e=$,s])=>{let r=s?.
kind==="list"?s.items:[],[n]=r,o=n?.kind==="list"?n.items:r,i=r.length===1&&n?.kind!=="list"&&n?.kind!=="text";return t.runProgram([e,...i?[$]:o.slice(1)])},eval:({
evaluateCode:t},[e])=>t(e),include:(t,[e])=>t.evaluateCode(Ya(t,e)),request:Zu,"open-request":(t,e,s)=>{let r=Zu(t,e,s);return/^get$/i.test(V(e[0]))?r:ct("reque\
st",e[1]??$)},connect:({receiver:t,collector:e},s)=>{let[r=$,n]=ep(s);return Ve(t,"ssh")||e.addInvocation("nc",[r,n]),ct("connection",r,...n?[n]:[])},send:(t,[e,
s],r)=>Qa(t,e,s,r.includes("append"))?$:void 0,sql:({collector:t,receiver:e},[s])=>{if(t.isInMemory||t.isMocked)return $;Ve(s,"whole")&&t.addInvocation("sql",["\
delete-all","rows"]);let r=V(s);return/\w\s/.test(r)?((!(Ve(e,"database")?X(e.args[0]):[""]).every(o=>Qv.test(o))||t.signs.has("attaches"))&&yn(r,t),$):void 0},
input:({collector:t})=>Qs(t.input),environment:({collector:t},[e,s])=>{let r=V(e),{environment:n}=t.input;if(Object.hasOwn(n,r))return Kt(n[r]);if(r==="HOME")return O(
"~");if(r==="USER"||r==="LOGNAME")return $;let o=ps([t.createInvocation("printenv",e?[e]:[])]);return s?{...o,of:["\uFFFC",...X(s)]}:o},value:(t,[e])=>e??$,entries:(t,e,[
s])=>H([s===void 0?$:ct(s)]),name:(t,e,[s])=>rt(s),module:(t,[e])=>rt(V(e).replace(/^node:/,"")),made:({args:t},[,...e],[s])=>ct(s,...e.length>0?e.filter(r=>r!==
void 0):t),glob:(t,e)=>{let s=zt(Xa(e));return s.kind==="text"?Gt(s):$},join:(t,e)=>{let s=ep(e);return s.length>0?zt(s):O(".")},folder:({collector:t},[e=O(".")],[
,s])=>H([zt([e,Ka(t,s)])]),dirents:({collector:t},[e=O(".")])=>H([ct("dirent",e,Ka(t))]),names:({collector:t},[e])=>H([e===void 0||bt(e)?Ka(t):$])};var sp=t=>Oe([t]).filter(e=>!V(e).startsWith("!")),kn=t=>t!==void 0&&!(t.kind==="name"&&t.path==="false");function tl({collector:t},e){let s=t.invocations.find(
({program:r,args:n})=>r==="nc"&&(e!=="/bin/sh"||n[0]?.text!=="-e"));s&&t.addInvocation("nc",["-e",e,...s.args.map(r=>r.text)])}var tw=t=>{let{args:[,e,...s],collector:r}=t,
[,n="<",o="",i]=/^\s*(\+?[<>]{1,2}|\|-?|-\|)?\s*([\s\S]*?)\s*(\|?)\s*$/.exec(V(e))??[],a=Oe(s),[l=O(o)]=a;if(n.includes("|")||i&&a.length===0)return a.length>1?
r.runProgram(a):r.runShellLine(l);let c=n.includes(">")?"w":"r";return el(t,[l,O(n===">>"?"a":c)],[])},sl={"spawn-terminal":(t,[e=$])=>{let s=e.kind==="list"?e.
items:[e];return tl(t,s[0]??$),t.collector.runProgram(s)},"duplicate-descriptor":t=>(t.collector.invocations.some(({args:e})=>e[0]?.text==="-e")||tl(t,"/bin/sh"),
$),attribute:(t,[e,s])=>e?.kind==="name"&&s?rt(`${e.path}.${V(s)}`):$,method:(t,e)=>ct("bound",sl.attribute(t,e,[])??$,H([])),walk:({collector:{chosen:t}},[e=O(
".")])=>{let s=!t&&e.kind==="text",r=H([s?To:t??$]);return H([H([s?e:zt([e,O("\uFFFC")]),r,r])])},"remove-matches":({collector:t},[e=$,s])=>{for(let r of kn(s)?
[]:sp(e))t.addInvocation("rm",["-rf",Gt(r)]);return $},"declare-option":({collector:t,args:e},[s=$])=>{let{options:r,input:n}=t,o=e.map(V),i=n.args.findIndex(({
text:c})=>c.startsWith("-")&&o.includes(c)),a=i===-1?void 0:n.args[i+1],l=a?Kt(a):n.args.length>0?$e([s,$]):s;for(let c of o)r.set(c.replace(/^-+/,"").replaceAll(
"-","_"),l);return $},options:({collector:t})=>({kind:"map",entries:t.options}),globs:(t,[e=$,s])=>H(sp(e).map(r=>Gt(s?zt([s,r]):r))),"temporary-pair":()=>H([$,
O(`/tmp/${"\uFFFC"}`)]),temporary:()=>O(`/tmp/${"\uFFFC"}`),"request-over":(t,[e,s=$,...r],n)=>{let o=t.receiver?.kind==="made"?t.receiver.args[0]??$:O("");return Zs.
request(t,[e,He([o,s]),r.find(i=>i)],n)},entry:(t,[e,s,r],n)=>e?.kind==="map"?e.entries.get(V(s))??Zs.environment(t,[s,r],n):void 0,spawn:({collector:t},[e=$,s,
r])=>{let n=s?.kind==="list"||s?.kind==="unknown"?Oe([s]):[],o=(s?.kind==="list"?s.lists:void 0)??[n];return kn(r)?t.runShellLine(O([e,...n].flatMap(X).join(" "))):
$e(o.map(i=>t.runProgram([e,...i])))},remove:({collector:t},[,e=$,s,r],[n])=>{let o=`${kn(s)?"r":""}${kn(r)?"f":""}`;return n==="rmdir"&&!kn(s)?t.addInvocation(
"rmdir",[e]):t.addInvocation("rm",[o===""?void 0:`-${o}`,e]),$},"join-parts":({args:[t=$,...e]})=>zt([t,...e.map(s=>s.kind==="text"?{...s,of:s.of.map(r=>r.replace(
/^\/+/,""))}:s)]),pipe:(t,[e,s=$])=>(Ve(s,"connection","client")&&e?.kind==="content"&&e.from.length>0?tl(t,"/bin/sh"):Qa(t,s,e,!0),s),then:({receiver:t,args:[e],
invoke:s})=>e?.kind==="function"||e?.kind==="name"&&!e.self?s(e,[t??$]):t,"request-object":(t,[e,s=$,r],n)=>e===void 0||/^(?:GET|POST)$/i.test(V(e))?ct("request",
s,...r?[r]:[]):Zs["open-request"](t,[e,s,r],n),"request-option":(t,[e,s,r],n)=>(s?.kind==="name"&&s.path==="CURLOPT_POSTFIELDS"&&e?.kind==="made"&&Zs.request(t,
[O("POST"),e.args[0],r],n),$),take:({collector:{input:t}},[e])=>$e(e?.kind==="list"?e.items:t.args.map(Kt)),"open-perl":tw,find:({args:[t,...e],collector:s,invoke:r})=>{
let n=t?.kind==="map"?t.entries.get("wanted"):t;if(n?.kind!=="function")return;n.definition.called=!0;let o={...n,definition:{...n.definition,parameters:[{name:"\
$_"},{name:"$File.Find.name"}]}},i=s.chosen??To;for(let a of e.flatMap(X)){let l=zt([O(a),i]);r(o,[l,l])}return $}};var np=require("node:path");function sw(t){try{return decodeURIComponent(t)}catch{return"\uFFFC"}}var As={base64:t=>Buffer.from(t,"base64").toString("utf8"),hex:t=>Buffer.from(t.replace(/\s/g,
""),"hex").toString("utf8"),unread:()=>"\uFFFC\uFFFB",url:sw,reverse:t=>Array.from(t).reverse().join(""),lower:t=>t.toLowerCase(),upper:t=>t.toUpperCase(),trim:t=>t.
trim(),"trim-end":t=>t.trimEnd(),"trim-start":t=>t.trimStart(),home:t=>t.replace(/^\$\{?HOME\}?/,"~")};var nl=4096,rw=/^(base64|hex)(?:url)?$/,nw=/^(?:rot13|zlib|zip|bz2|uu)$/,rl=t=>He(t.map(e=>{let s=Xs(e)??-1;return O(s>=0&&s<=1114111?String.fromCodePoint(s):"\uFFFC")})),
rp=(t=Number.NaN)=>Number.isNaN(t)?$:Cs(t),il=t=>$t(t,e=>/^\.?\/?$/.test(e)?"..":np.posix.dirname(e));function ol(t){return typeof t=="string"?O(t):typeof t=="n\
umber"?Cs(t):Array.isArray(t)?H(t.slice(0,nl).map(ol)):t===null||typeof t!="object"?$:{kind:"map",entries:new Map(Object.entries(t).map(([e,s])=>[e,ol(s)]))}}var op={
fold:(t,[,e=$],[s])=>$t(e,As[s]),characters:(t,[e])=>e?.kind==="list"?rl(e.items):e,"parse-json":(t,[e])=>{try{return bt(e)?ol(JSON.parse(V(e))):void 0}catch{return}},
dirname:(t,[e])=>e&&il(e),pairs:(t,[e])=>e?.kind==="map"?H([...e.entries].map(([s,r])=>H([O(s),r]))):void 0,values:(t,[e])=>e?.kind==="map"?H([...e.entries.values()]):
void 0,decode:(t,[e=$,s])=>{if(e.kind==="list")return rl(e.items);let r=V(s).toLowerCase().replace(/[-_]/g,"");if(nw.test(r))return $t(e,As.unread);let n=rw.exec(
r)?.[1];return n===void 0?e:$t(e,As[n])},"code-point":(t,[e,s])=>rp(bt(e)?V(e).codePointAt(Xs(s)??0):void 0),integer:(t,[e,s])=>rp(Number.parseInt(V(e),s?Number(
V(s)):10)),reverse:(t,[e])=>e?.kind==="list"?H([...e.items].reverse()):e&&$t(e,As.reverse),"join-texts":(t,[e,s])=>{let[r=$,n]=e?.kind==="list"?[e,s]:[s,e];if(!(e?.
kind!=="list"&&e?.kind!=="text"))return He(Oe(Ye(r)),n&&V(n))},format:({named:t},[e=$,s=$])=>Ha(e,Ye(s),t),map:({invoke:t},[e,s])=>{let r=s&&Ye(s).slice(0,nl);return e&&
r&&H(r.map(n=>t(e,[n])))},split:(t,[e,s])=>{if(e?.kind!=="text"||!bt(e))return;let r=V(e),n=s&&V(s);if(n?.includes("\uFFFC"))return H([$]);let o=n===void 0?r.trim().
split(/\s+/):r.split(n);return H(o.slice(0,nl).map(i=>O(i)))},replace:(t,[e=$,...s])=>{let[r="\uFFFC",n=""]=s.map(o=>o&&V(o));return $t(e,o=>r.includes("\uFFFC")?
"\uFFFC":o.replaceAll(r,n))},elements:(t,[e=$])=>H(Ye(e)),concatenate:(t,[e,s=$])=>e?.kind==="list"?H([...e.items,...Ye(s)]):e?.kind==="text"?He([e,...Ye(s)]):void 0,
pack:(t,[e,s])=>{let r=V(e);if(s?.kind==="list")return r.startsWith("H")?$t(s.items[0]??$,As.hex):/^[cCU]/.test(r)?rl(s.items):void 0},slice:(t,[e,s,r])=>e&&Co(
e,[s,r]),at:(t,[e,s])=>s?.kind==="list"?s.items.at(Number(V(e))):void 0,"any-of":(t,[e=$])=>$e(Oe([e])),lines:(t,[e])=>e?.kind==="list"?He(e.items,`
`):e,invoke:({invoke:t},[e,s=$])=>e&&t(e,Ye(s)),message:({invoke:t},[e,s,r=$])=>s?.kind==="text"&&bt(s)?t(rt(V(s),e?.kind==="name"?void 0:e),Ye(r)):void 0};var ow={...Za,...Zs,...op,...sl},ms=({args:t,named:e},s)=>e.get(s)??t.find(r=>r.kind==="map")?.entries.get(s),Po=(t,e)=>/^(?:true|All)$/i.test(gn(ms(t,e)));function iw(t,e,s){
let r=e===void 0?void 0:t.args[e],n=r?.kind==="map"?s.map(i=>r.entries.get(i)):[],o=r===void 0?s.map(i=>ms(t,i)):[];return[...n,r,...o].find(i=>i!==void 0)}function aw(t){
let[,e,s,r,n]=/^\$(self|owner|origin|all|last|\d*)(\.\.)?((?::\w+)*)(?:=(.+))?$/.exec(t)??[];if(e===void 0)return()=>O(t);if(e==="self")return({receiver:a})=>a;
if(e==="owner")return a=>O(ll(a));if(e==="origin")return({receiver:a})=>a?.kind==="made"?a.args[0]:void 0;if(e==="all")return({args:a})=>H(Oe(a));if(e==="last")
return({args:a})=>a.at(-1);let o=e===""?void 0:Number(e);if(s)return({args:a})=>H(a.slice(o));let i=r.split(":").slice(1);return a=>iw(a,o,i)??(n===void 0?void 0:
O(n))}var ll=({receiver:t})=>t?.kind==="name"?t.path:"\uFFFC",lw={none:({args:t,named:e})=>t.length===0&&e.size===0,args:({args:t},e)=>t.length>=Number(e),one:({
args:t})=>t.length===1,arg:({args:[t]},e)=>t?.kind===e,whole:({collector:t})=>!t.signs.has("limits"),gets:({args:t},e)=>Oe(t).some(s=>Ve(s,e)),option:(t,e="")=>{
let[s,r]=e.split("="),n=ms(t,s);return r===void 0?n!==void 0:gn(n)===r||r==="{}"&&ip(n)},kept:t=>!/cache|log|trac|schedul|queue|set|map|mock|fake/i.test(ll(t))&&
!t.collector.isMocked,stored:({collector:t})=>t.signs.has("key-store")&&!t.isMocked,flagged:({args:t})=>Oe(t).some(e=>V(e).startsWith("-")),hard:({args:t})=>t.some(
e=>/hard$/i.test(gn(e))),served:({collector:t})=>t.signs.has("database-address"),empty:({args:[t]})=>t===void 0||ip(t),git:t=>cl(t,"made","git")||cl(t,"name","g\
it"),database:t=>/^db\b|collection|\bdb$/i.test(ll(t))},ip=t=>t?.kind==="map"&&t.entries.size===0,cl=({receiver:t},e,s)=>t?.kind===e&&(s===void 0||s===(t.kind===
"made"?t.by:dt(gn(t)))),cw=t=>e=>{let s=t({...e,args:e.args.filter(({kind:n})=>n!=="function")}),r=e.args.find(({kind:n})=>n==="function");return s&&r&&e.invoke(
r,[s,s]),s};function Ro(t){let e=t.split(" | ");if(e.length>1){let i=e.map(Ro);return a=>i.reduce((l,c)=>l??c(a),void 0)}let[s="",...r]=t.split(" ");if(s==="cal\
ls-back")return cw(Ro(r.join(" ")));if(s.startsWith("if-")){let[i,a]=s.slice(3).split(":"),l=Ro(r.join(" ")),c=lw[i]??(d=>cl(d,i,a));return d=>c(d,a)?l(d):void 0}
let n=r.map(aw),o=Object.hasOwn(Za,s);return i=>{let a=n.map(c=>c(i)),l=ow[s](i,a,r);return o?$:l}}var dw=Fe(Ro),vn=t=>new Map(Object.entries(t).map(([e,s])=>[e,
r=>dw(s)(r)])),{sharedCalls:al}=C,uw={sharedFunctions:vn(al.functions),sharedMethods:vn(al.methods),sharedDeeds:vn(al.deeds)},ap=Fe(t=>{let{unknown:e=[],texts:s={},
aliases:r={},sdks:n=[],lexer:o,...i}=C.languages[t],a=new Map(Object.entries(r)),l=i.rewrites.map(([c,d])=>[new RegExp(c,"g"),d]);return{...i,...uw,sdks:n,lexer:{
...o,heredoc:o.heredoc===void 0?void 0:new RegExp(o.heredoc,"y")},functions:vn(i.functions),methods:vn(i.methods),constants:new Map([...e.map(c=>[c,$]),...Object.
entries(s).map(([c,d])=>[c,O(d)])]),canonicalize:c=>{let d=i.case_sensitive===!1?c.toLowerCase():c,u=l.reduce((p,[m,h])=>p.replace(m,h),d);return a.get(u)??u}}});var lp={"(":")","[":"]","{":"}"};function cp(t){let e=[];for(let[s,r]of t.entries()){let n=e.at(-1);n&&K(r,"for")&&(n.loop??=s),r.kind==="mark"&&(Object.hasOwn(
lp,r.text)?(r.close=t.length,e.push(r)):n&&lp[n.text]===r.text&&(n.close=s,e.pop()))}return t}var R=(t,...e)=>t?.kind==="mark"&&e.includes(t.text);function ge(t,e,s=t.
length){let r=t[e];return r?.kind==="mark"&&r.close!==void 0?Math.min(r.close,s):e}function Le(t,e,s,r,n=!0){let o=e;for(;o<s&&!R(t[o],...r)&&!(n&&t[o]?.kind===
"newline");)o=ge(t,o,s)+1;return Math.min(o,s)}function Io(t,e,s,r){let n=e;for(;n>=0&&t[n].kind!=="newline";)n-=1;let o=t[n],i=o?.kind==="newline"?o.indent:0,a=Le(
t,s,r,[":"]),l=t[a+1];if(R(t[a],":")&&l&&l.kind!=="newline")return Le(t,a,r,[]);for(let c=a;c<r;c++){let d=t[c],u=t[c+1];if(d.kind==="newline"&&d.indent<=i&&u&&
u.kind!=="newline")return c}return r}var K=(t,...e)=>t?.kind==="name"&&(e.length===0||e.includes(t.text));var pw=200,mw=/^(?:self|cls|this|[A-Z]\w*)$/,fs=(...t)=>({args:t,named:new Map}),kt=(t,e,s=0,r=e.length)=>({...t,tokens:e,at:s,end:Math.min(r,e.length),depth:t.
depth+1}),ke=({at:t,end:e,tokens:s})=>t<e?s[t]:void 0;function er({scope:t,language:e},s){let r=t.get(s);if(r)return r;let n=e.canonicalize(s);return(n===s?void 0:
t.get(n))??e.constants.get(n)??rt(s)}function tr(t,e,s){if(e.kind==="map")return e.entries.get(s)??rt(s,e);if(e.kind==="text"&&(e.glob||e.of.some(n=>n.includes(
Bt)))&&/^(?:name|path)$/.test(s))return e;if(e.kind==="name"&&!e.self){let n=`${e.path}.${s}`;if(n.length>pw)return $;let o=mw.test(e.path)&&!t.scope.get(n)?t.scope.
get(s):void 0;return o&&o.kind!=="function"?o:er(t,n)}return Ve(e,"written")&&s==="name"?e.args[0]??$:Ve(e,"dirent")&&/^(?:name|path|parentPath)$/.test(s)?e.args[s===
"name"?1:0]??$:e.kind==="text"&&s==="parent"?il(e):e.kind==="content"&&["text","content","stdout","body","data"].includes(s)?e:rt(s,e)}var sr=({sharedDeeds:t},e)=>t.
get(dt(e).toLowerCase());var fw=48,hw=64,gw=["=",":=","+=",".=","||=","??=","&&="];function dl({tokens:t,at:e,end:s},r){let n=[";","=>",")","}",...r?[]:[","]],o=e;for(let i=0;o<s&&i<fw;i++){
let a=t[o];if(R(a,...gw))return o;if(a.kind==="newline"||R(a,...n))return;o=ge(t,o)+1}}function Yt(t,e,s,r){let{tokens:n,scope:o}=t,i=e;for(;i<s&&K(n[i],...C.codeWords.
declaring);)i+=1;let a=n[i];if(a?.kind==="mark"&&a.close!==void 0)(a.text==="{"?bw:dp)(t,i+1,Math.min(a.close,s),r);else if(Le(n,i,s,[","],!1)<s)dp(t,i,s,r);else{
let l="";for(let c=i;c<s;c++){let d=n[c];if(d.kind==="name")l+=l!==""&&!l.endsWith(".")?"":d.text;else if(R(d,".","->","::","?."))l+=".";else break}l!==""&&o.set(
l,r)}}function dp(t,e,s,r){let n=r.kind==="list"?r.items:[],o=e,i=0;for(let a=e;a<=s;a++)if(a===s||R(t.tokens[a],",")){let l=r.kind==="content"?r:n[i]??$;a>o&&Yt(
t,o,a,l),o=a+1,i+=1}else a=ge(t.tokens,a,s-1)}function bw(t,e,s,r){for(let n=e;n<s;n++){let o=t.tokens[n];if(o.kind!=="name")continue;let i=R(t.tokens[n+1],":",
"=>")?t.tokens[n+2]:void 0;t.scope.set(i?.kind==="name"?i.text:o.text,tr(t,r,o.text)),n=Le(t.tokens,n,s,[","],!1)}}var Dr=t=>{let e=Ye(t).slice(0,hw);return e.length===
0?H([]):$e(e)};var{codeWords:wn}=C,up="https://sdk.example",yw=/gist|upload|put_?object|comment|send|post/i;function pp({collector:t,language:e,tokens:s,at:r},n,o){let i=n.self;
for(;i?.kind==="name";)i=i.self;let a=e.canonicalize(n.path),l=dt(a),c=Ve(i,"sdk")?i:void 0,d=o.args.some(x=>V(x)===":memory:");if(d||!c&&(n.self||!e.sdks.some(
x=>a.startsWith(x)))){let x=K(s[r+1],"toString","toSQL")||t.isMocked||t.isInMemory;!d&&!x&&kw(n,a,sr(e,l)!==void 0)&&t.addInvocation("cloud-sdk",[l]);return}let u=ms(
o,"endpoint_url")??ms(o,"endpoint"),p=u?[O("--endpoint-url"),u]:c?.args??[],m=/instance|volume|snapshot|image|vpc|subnet|security_?group|key_?pair/i.test(l)?Po(
o,"DryRun"):/namespace|_node\b/.test(l)&&Po(o,"dry_run");if(!c&&l.endsWith("Command"))return ct("sdk-command",O(m?"":l));let h=o.args.flatMap(x=>Ve(x,"sdk-comma\
nd")||l==="request"?X(Ve(x,"sdk-command")?x.args[0]:x):[]),f=m||t.mocks.includes("services"),g=n.self?.kind==="name"?dt(n.self.path):"";for(let x of f?[]:[l,...h])
(/^DELETE /.test(x)||vw(x)||x==="cancel"&&g==="subscriptions")&&t.addInvocation("cloud-sdk",[x,...p]);/^update_?ref$/i.test(l)&&Po(o,"force")&&t.addInvocation("\
git",["push","--force"]);let y=c&&yw.test(l)?yt([...o.args,...o.named.values()]):void 0;y&&y.from.length>0&&t.addInvocation("curl",["-X","POST","-d","@-",up],t.
createInput(y));let v=y?.files??(c&&/^upload/i.test(l)?X(o.args[0]):[]);for(let x of v)t.addInvocation("curl",["-X","POST","-d",`@${x}`,up]);return ct("sdk",...p)}
function kw({self:t,path:e},s,r){let n=dt(s),o=t?.kind==="name"?t.path:s.slice(0,-n.length-1);if(t===void 0&&o===""||/^(?:this|self)\b/.test(o))return!1;if(No(n,
!1)&&wn.remote_members.has(dt(o).toLowerCase().replaceAll("_","")))return!0;let i=dt(e),a=t===void 0&&/^[A-Z]/.test(i),l=(r||a?void 0:No(i,!1))??[];return l.length>
0&&(l.every(ul)||ul(l.join("")))}var ul=t=>[t,`${t}s`,`${t}es`].some(e=>wn.remote.has(e)),vw=t=>No(t,!1)!==void 0||No(t,!0)?.some(ul)===!0;function No(t,e){let s=t.
replace(/([a-z])([A-Z])/g,"$1_$2").toLowerCase().split(/[_!?]+/),r=s.filter(i=>i!==""&&!wn.deletion_fillers.has(i)),n=(i="")=>wn.deleting.has(i)||e&&wn.loosely_deleting.
has(i);return!n(r[0])&&!n(r.at(-1))||s.some(i=>/^(?:from|tags?|labels?)$/.test(i))?void 0:r.filter(i=>!n(i))}var ww=60,xw=4096,Sw=["map","forEach","flatMap","filter","each","each_with_index","collect","select","find"],_w=["filter","select","reject","sort","toSorted","f\
ind_all","grep"];function rr(t,e,s){if(e.kind==="function")return Oo(t,e.definition,mp(e.definition,s.args),s.named);if(e.kind==="content")return e;if(e.kind===
"text")return t.language.bare_calls||t.language.member_operators.includes("->")?rr(t,rt(V(e)),s):$;if(e.kind==="made")return Ew(t,e,s);if(e.kind!=="name")return xn(
t,void 0,s);let[,r]=Aw.exec(e.self?"":t.language.canonicalize(e.path))??[];if(r&&t.language.blocks==="indent")return t.collector.runProgram([O(r),...s.args]);let n=pp(
t,e,s);if(n){let g=xn(t,e,s);return e.self&&g.kind==="content"?g:n}let o=fp(t,e.path),i=Cw.test(o),a=g=>g===o||g==="files"&&i;if(t.collector.mocks.some(a))return $;
let l=e.self?e.path:$w.exec(e.path)?.[1],c=l===void 0?void 0:t.scope.get(l);if(c?.kind==="function"&&!t.activeFunctions.has(c.definition))return Oo(t,c.definition,
mp(c.definition,s.args),s.named);let d={...s,collector:t.collector,evaluateCode:g=>Pw(t,g),invoke:(g,y)=>rr(t,g,fs(...y))},{language:u}=t;t.collector.enter(V(ms(
s,"cwd")??ms(s,"chdir")));let p=dt(o),m=(g,y=e.self)=>g?.({...d,receiver:y});if(e.self)return m(u.methods.get(e.path)??u.methods.get(o))??m(u.sharedMethods.get(
o))??m(sr(u,o))??xn(t,e,s);let h=/^[A-Z]/.test(p)?void 0:sr(u,o),f=o.includes(".")?rt(o.slice(0,-p.length-1)):void 0;return m(u.functions.get(o))??(f&&(m(u.methods.
get(p),f)??m(h,f)))??m(u.sharedFunctions.get(p))??xn(t,e,s)}function Ew(t,e,s){let[r=$,n=$]=e.args;if(e.by==="bound")return rr(t,r,{...s,args:[...Ye(n),...s.args]});
let[o=$,...i]=s.args;return e.by==="message"?rr(t,tr(t,o,V(r)),{...s,args:i}):e.by==="rows"?e:xn(t,void 0,s)}var Cw=/^(?:os\.(?:remove|unlink|rmdir|removedirs|rename|replace|truncate)|shutil\.\w+|pathlib\.\w+)$/,
Aw=/^(?:sh|plumbum\.cmd)\.(\w+)(?:\.bake)?$/,$w=/^(?:self|this|\$this)\.(\w+)$/;function fp({language:t,scope:e},s){let r=t.canonicalize(s);if(s.includes(".")||
t.functions.has(r))return r;let n=X(e.get("*")).find(o=>t.functions.has(`${o}.${s}`));return n===void 0?r:`${n}.${s}`}var mp=({parameters:t},e)=>t[0]?.name==="s\
elf"||t[0]?.name==="cls"?[$,...e]:e;function xn(t,e,{args:s,named:r}){let n=e?.kind==="name"?e.self:void 0,o=e?.kind==="name"?dt(e.path):"",i=[...s,...r.values()],
a=i.filter(d=>Rw(t,d)),l=(d,u)=>rr(t,d,fs(...u)),c=a.flatMap(d=>{let u=n&&Sw.includes(o)&&s[0]===d?n:void 0,p=u?Ye(u).slice(0,xw):[],f=(o==="map"&&p.length>0&&p.
every(bt)||!u?p:[Dr(u)]).map(x=>l(d,[x])),g=i.slice(i.indexOf(d)+1),y=g.map(x=>x.kind==="list"?Dr(x):x);if(d.kind==="name"?g.length>0:Ve(d,"bound")&&!u||g.some(
Tw))return[...f,l(d,y)];let v=n?.kind==="content"||n?.kind==="made"?[n,n]:[];return u||d.kind==="name"?f:[l(d,v)]});return n&&a.length===1&&o==="map"&&c.length>
0?H(c):n&&a.length===1&&_w.includes(o)?n:yt([...n?[n]:[],...i])??$}var Tw=t=>t.kind==="list"||X(t).some(e=>e.includes("/")),Rw=(t,e)=>e.kind==="function"||Ve(e,
"bound","message")||e.kind==="name"&&t.language.functions.has(fp(t,e.path));function Oo(t,e,s,r){if(e.called=!0,t.depth>ww||t.activeFunctions.has(e))return $;let n=new Lr(
e.scope);for(let a of["@_","@ARGV"])t.language.bare_calls&&n.declare(a,H(s));let i={...kt(t,e.tokens,e.from,e.to),scope:n,returnValues:[]};for(let[a,{name:l,pattern:c,
rest:d,usual:u}]of e.parameters.entries()){if(l==="self")continue;let p=()=>u===void 0?$:t.functions.evaluate({...i,at:u,end:i.tokens.length}),m=r?.get(l)??s[a]??
p();c!==void 0?Yt(i,c,ge(i.tokens,c)+1,m):n.declare(l,d?H(s.length>a?s.slice(a):[$]):m)}return i.activeFunctions=new Set([...t.activeFunctions,e]),e.expression?
t.functions.evaluate(i):(t.functions.block(i),$e(i.returnValues))}function Pw(t,e){let s=e&&yt([e]),{collector:r}=t;if(s){let i={javascript:"node",python:"pytho\
n3"}[r.source]??r.source;return s.from.length===0&&s.files.length>0?r.addInvocation(i,s.files):r.addInvocation(i,[],r.createInput(s)),$}let n=X(e).filter(i=>bt(
{kind:"text",of:[i]}));X(e).some(Ee)&&r.fail("too-much","the code runs code that cannot be read to its end"),n.length===0&&r.addInvocation("eval",[e]);let o=$;for(let i of n)
o=t.functions.code(t,i);return o}var Iw=400;function hp(t){let e=Le(t.tokens,t.at,t.end,[":"],!1),s=nr(t.tokens,t.at,e);return gp(t,s,e+1,[",",")","]","}"])}function gp(t,e,s,r){return t.at=Le(
t.tokens,s,t.end,r),t.collector.step(t.at-s),or(t,e,s,t.at,!0)}function qr(t,e,s,r){let n=ge(t.tokens,s,t.end);return t.at=Math.min(n+1,t.end),or(t,e,s+1,n,!1,r)}
var Lo=(t,e,s)=>R(t.tokens[s],"{")?qr(t,e,s):gp(t,e,s,[",",")","]","}",";"]);function Do(t){let{tokens:e}=t,s=t.at;R(e[s],"*","&")&&(s+=1);let r=e[s],n=r?.kind===
"name"?r.text:void 0;n!==void 0&&(s+=1);let[o,i]=qo(e,s);if(s=Le(e,i,Math.min(t.end,i+Iw),["{",";","=>"],!1),R(e[s],"=>"))return Lo(t,o,s+1);if(!R(e[s],"{"))return;
let a=qr(t,o,s,n);return n!==void 0&&t.scope.declare(n,a),a}function qo(t,e,s){if(!R(t[e],"("))return[[],e];let r=ge(t,e,s);return[nr(t,e+1,r),r+1]}function nr(t,e,s){
let r=[],n=!0,o=!1;for(let i=e;i<s&&r.length<64;i++){let a=t[i];if(R(a,","))n=!0,o=!1;else if(n&&R(a,"*","..."))o=!0;else if(n&&a?.kind==="name"){let c=t[i+1],d=c?.
kind==="name"&&c.text.startsWith("$")?c.text:a.text;r.push({name:d,rest:o}),n=!1}else n&&R(a,"{","[","(")&&(r.push({name:"",pattern:i}),n=!1);let l=r.at(-1);l&&
!n&&R(a,"=",":=")&&(l.usual??=i+1),i=ge(t,i)}return r}function or(t,e,s,r,n,o){let{tokens:i,scope:a}=t,l={parameters:e,tokens:i,from:s,to:r,expression:n,called:!1,
scope:a,name:o};return t.definitions.push(l),{kind:"function",definition:l}}var pl=C.codeWords,Nw=64;function bp(t){let e=ke(t);return e?e.kind==="name"?!pl.following.has(e.text):R(e,":")?K(t.tokens[t.at+1])&&t.language.blocks==="end":/^(?:text|number|words|shell)$/.
test(e.kind)||R(e,"->"):!1}function Wo(t){let e=[],s=new Map;for(;t.at<t.end&&e.length<Nw&&t.collector.step();){let r=t.tokens[t.at];if(r.kind==="name"&&R(t.tokens[t.
at+1],":")&&t.language.blocks==="end"?(t.at+=2,s.set(r.text,t.functions.evaluate(t,1))):e.push(t.functions.evaluate(t)),!R(ke(t),",","=>"))break;t.at+=1}return{
args:e,named:s}}function ml({tokens:t,end:e,collector:s},r){let n=1,o=r;for(;o<e;o++){let i=t[o],a=t[o-1];if(i.kind!=="name"||R(a,"."))continue;let l=!a||a.kind===
"newline"||R(a,";","=");if(pl.opening.has(i.text)||l&&pl.leading_opening.has(i.text)?n+=1:i.text==="end"&&(n-=1),n===0)break}return s.step(Math.ceil((o-r)/8)),o}
function fl(t){let e=ke(t);if(t.language.blocks!=="end"||!(K(e,"do")||R(e,"{")))return;let s=t.at+1,r=[];if(R(t.tokens[s],"|")){let o=Le(t.tokens,s+1,Math.min(t.
end,s+32),["|"],!1);r=nr(t.tokens,s+1,o),s=o+1}let n=e?.kind==="mark"?ge(t.tokens,t.at,t.end):ml(t,s);return t.at=Math.min(n+1,t.end),or(t,r,s,n,!1)}var Ow=4096;
function hl(t,e,s){if(gl(t,e,s))return Mo(t,s,e);let{args:r,named:n}=bl(t,e);return[...r,...n.values()]}var gl=(t,e,s)=>s!==void 0&&s<e&&t.language.blocks==="in\
dent";function yp(t){let e=t.at;t.functions.evaluate(t),t.at===e&&(t.at+=1)}function Mo(t,e,s,r=e){let n=t.at,o=kt(t,t.tokens,r+1,s),i=o.at;for(;o.at<o.end&&!K(
o.tokens[o.at],"in");)o.at+=1;let a=o.at;o.at+=1;let l=t.functions.evaluate(o,1);for(;o.at<o.end&&!K(o.tokens[o.at],"for");)yp(o);let c=[];for(let d of Ye(l).slice(
0,Ow)){let u=kt(t,t.tokens,n,e);if(Yt(u,i,a,d),o.at<o.end?c.push(...Mo({...u,end:t.end},e,s,o.at)):c.push(t.functions.evaluate(u)),t.collector.problem!==void 0)
break}return t.at=Math.min(s+1,t.end),c}function kp(t,e,s){if(gl(t,e,s)){let o=Le(t.tokens,t.at,s,[":"],!1);return o<s&&(t.at=o+1),H(Mo(t,s,e))}let r=kt(t,t.tokens,
t.at,e),n=new Map;for(;r.at<r.end&&t.collector.problem===void 0;){let o=r.at,i=r.tokens[o];if(i.kind==="newline"||R(i,",",";")){r.at+=1;continue}let a=r.tokens[o+
1],l=ge(r.tokens,o+1)+1;if(i.kind==="name"&&R(a,"(")&&R(r.tokens[l],"{")){n.set(i.text,qr(r,nr(r.tokens,o+2,l-1),l));continue}let c=i.kind==="name"&&R(a,":","=>",
",","}")?i.text:void 0,d=c!==void 0?void 0:t.functions.evaluate(r);c!==void 0&&(r.at+=1),R(ke(r),":","=>")?(r.at+=1,n.set(c??V(d),t.functions.evaluate(r))):c!==
void 0?n.set(c,er(t,c)):d&&n.set(`${"\uFFFC"}${n.size}`,d),r.at===o&&(r.at+=1)}return t.at=Math.min(e+1,t.end),{kind:"map",entries:n}}function bl(t,e,s){let r=new Map;
if(gl(t,e,s))return{args:[H(Mo(t,s,e))],named:r};let n=kt(t,t.tokens,t.at,e),o=[];for(;n.at<n.end&&t.collector.problem===void 0;){let i=n.at,a=n.tokens[i],l=n.tokens[i+
1];if(a.kind==="newline"?n.at+=1:a.kind==="name"&&R(l,t.language.blocks==="indent"?"=":":")&&l?(n.at+=2,r.set(a.text,t.functions.evaluate(n))):R(a,"*","...")?(n.
at+=1,o.push(...Ye(t.functions.evaluate(n)))):o.push(t.functions.evaluate(n)),R(ke(n),"=",":=")){let c=n.at;n.at+=1;let d=t.functions.evaluate(n);Yt(n,i,c,d),o.
splice(-1,1,d)}else n.at<n.end&&!R(n.tokens[n.at],",")&&yp(n);(R(n.tokens[n.at],",","=>")||n.at===i)&&(n.at+=1)}return t.at=Math.min(e+1,t.end),{args:o,named:r}}var Lw=96,vp={"||":1,"??":1,or:1,"&&":2,and:2,"==":3,"!=":3,"===":3,"!==":3,"<":3,">":3,"<=":3,">=":3,"=~":3,in:3,is:3,"|":4,"^":5,"&":6,"<<":7,">>":7,"+":8,"-":8,
".":8,"*":9,"/":9,"%":9,"//":9,x:9,"**":10,"..":3},Dw=new Set("+ ! ~ * ** ... & \\ ++ -- @ $".split(" ")),qw=new Set(["my","our","local"]);function St(t,e=0){if(t.
depth>Lw&&(t.collector.fail("too-deep","expressions are nested too deeply"),t.at=t.end),!t.collector.step())return t.at=t.end,$;t.depth+=1;let s=Fw(t,xp(t));for(;;){
let r=ke(t),n=r?.kind==="mark"||r?.kind==="name"?r.text:void 0,o=n!==void 0&&Object.hasOwn(vp,n)?vp[n]:void 0;if(n==="?"&&e===0){t.at+=1;let i=St(t,1);R(ke(t),"\
:")&&(t.at+=1),s=$e([i,St(t)])}else if(n==="if"&&e===0&&t.language.blocks==="indent"){if(t.at+=1,St(t,1),!K(ke(t),"else"))break;t.at+=1,s=$e([s,St(t)])}else{if(o===
void 0||o<=e||!Ww(n,t))break;{t.at+=1;let i=St(t,o);s=Eo(n,s,i,t.language.concatenation_operators),s.kind==="text"&&t.collector.step(s.of.reduce((a,l)=>a+(l.length>>
5),0))}}if(!t.collector.step())break}return t.depth-=1,s}var Ww=(t,{language:e})=>t!=="."&&t!=="x"||e.concatenation_operators.includes(t);function xp(t){let e=ke(
t);if(!e||e.kind==="newline")return $;switch(t.at+=1,e.kind){case"number":return Cs(e.number);case"words":return H(e.words.map(s=>O(s)));case"shell":return t.collector.
runShellLine(jo(t,e.pieces));case"text":{let s=jo(t,e.pieces),r=t.language.blocks==="indent";for(let n=ke(t);r&&n?.kind==="text";n=ke(t))t.at+=1,s=He([s,jo(t,n.
pieces)]);return s}case"mark":return Mw(t,e);case"name":return jw(t,e.text)}}function jo(t,e){let s=r=>typeof r=="string"?O(r):St(kt(t,r));return He(e.slice(0,64).
map(s))}function Mw(t,e){let s=t.at,r=Math.min(e.close??t.end,t.end);switch(e.text){case"(":{if(R(t.tokens[r+1],"=>"))return Lo(t,nr(t.tokens,s,r),r+2);let n=hl(
t,r,e.loop);return n.length===1&&!R(t.tokens[r-1],",")?n[0]:H(n)}case"[":return H(hl(t,r,e.loop));case"{":return kp(t,r,e.loop);case"-":{let n=St(t,9);return n.
kind==="number"?Cs(-n.number):n}case":":{let n=t.language.blocks==="end"?ke(t):void 0;return t.at+=n?.kind==="name"?1:-1,n?.kind==="name"?O(n.text):$}case"->":return R(
ke(t),"(","{")?xp(t):$;case"&":{let n=St(t,9);return n.kind==="text"&&t.language.blocks==="end"?ct("message",n):n}default:return Dw.has(e.text)?St(t,9):([")","]",
"}",",",";","=>"].includes(e.text)&&(t.at-=1),$)}}function jw(t,e){let{language:s}=t,r=ke(t);if(R(r,"=>")&&s.blocks==="braces"&&!e.startsWith("$"))return Lo(t,[
{name:e}],t.at+1);if(C.codeWords.prefixing.has(e)||qw.has(e)&&s.bare_calls)return St(t,9);if(e==="lambda"&&s.blocks==="indent")return hp(t);if(s.function_keywords.
includes(e)||e==="function"||e==="fn"){let n=Do(t);if(n)return n}return er(t,e)}function Fw(t,e){let s=e;for(;t.collector.step();){let r=t.language.bare_calls?Hw(
t,s):void 0;if(r){s=r;continue}let n=ke(t);if(n?.kind==="text"&&s.kind==="name"&&t.language.member_operators.includes("?.")){t.at+=1,s=t.functions.call(t,s,fs(jo(
t,n.pieces)));continue}if(n?.kind!=="mark")break;let o=t.tokens[t.at+1],i=Math.min(n.close??t.end,t.end),a=t.language.member_operators.includes(n.text);if(a&&o?.
kind==="name")t.at+=2,s=tr(t,s,o.text);else if(n.text==="("||a&&R(o,"(")){let l=n.text==="("?n:o;t.at+=l===n?1:2;let c=bl(t,ge(t.tokens,t.at-1,t.end),l.loop);s=
yl(t,s,c)}else if(n.text==="["&&!(t.language.bare_calls&&s.kind==="name"&&!s.self))t.at+=1,s=wp(t,s,i);else if(n.text==="->"||n.text==="?.")t.at+=1;else if(n.text===
"{"&&t.language.bare_calls&&t.language.blocks==="braces"&&(s.kind==="map"||s.kind==="name"&&/^[$%]/.test(s.path)))t.at+=1,s=wp(t,s,i,!0);else break}return Vw(t,
s)?t.functions.call(t,s,fs()):s}var Vw=({language:t},e)=>e.kind==="name"&&t.blocks==="end"&&(e.self!==void 0||e.path.includes("."))&&sr(t,e.path)!==void 0;function yl(t,e,s){
let r=fl(t);return t.functions.call(t,e,r?{...s,args:[...s.args,r]}:s)}function Hw(t,e){if(e.kind!=="name"||/^[$@%]/.test(e.path))return;let s=t.language.functions;
if(R(ke(t),"*")&&t.language.blocks==="end"&&s.has(e.path)||bp(t))return yl(t,e,Wo(t));if(K(ke(t),"while","until","if","unless","or","and","for","foreach")||R(ke(
t),";",",",":")||t.at>=t.end){let a=t.language.blocks==="braces"?t.scope.get("$_"):void 0;return s.has(e.path)||t.language.blocks==="end"&&e.self!==void 0?yl(t,
e,a?fs(a):fs()):void 0}if(t.language.blocks!=="end"||R(ke(t),"("))return;let n=R(ke(t),...t.language.member_operators);if(n&&/(?:^|\.)[A-Z]\w*$/.test(e.path)&&!e.
self)return;let o=fl(t);return o!==void 0||e.self!==void 0||n&&e.path.includes(".")||s.has(e.path)?t.functions.call(t,e,fs(...o?[o]:[])):void 0}function wp(t,e,s,r=!1){
let n=t.at,o=kt(t,t.tokens,n,s),i=[];for(;o.at<o.end&&i.length<3&&t.collector.problem===void 0&&(i.push(R(ke(o),":")?void 0:St(o)),!!R(ke(o),":",".."));)o.at+=1,
o.at>=o.end&&i.push(void 0);if(t.at=Math.min(s+1,t.end),i.length>1)return Co(e,i);let[a]=i;if(e.kind==="list"&&a?.kind==="number")return e.items.at(a.number)??$;
let l=r&&o.end-n===1?o.tokens[n]:void 0,c=l?.kind==="name"&&/^\w/.test(l.text)?l.text:V(a);return e.kind==="map"?e.entries.get(c)??$:e.kind==="name"&&!c.includes(
"\uFFFC")?tr(t,e,c):e.kind==="name"&&e.path==="args"?O("\uFFFC"):e.kind==="text"&&a?.kind==="number"?$t(e,d=>d.at(a.number)??""):e.kind==="content"||e.kind==="m\
ade"?e:$}var Uw=24,Bw=[";","{","}",")","]",",",":","=>"];function Vo(t){let e=$;for(;t.at<t.end&&t.collector.step();){let s=t.at,r=t.tokens[s],n=R(r,"{")&&R(t.tokens[ge(
t.tokens,s)+1],"=");r.kind==="newline"||R(r,...Bw)&&!n?t.at+=1:e=Gw(t,r)??e,t.at===s&&(t.at+=1)}return e}function Gw(t,e){if(e.kind!=="name")return Sp(t)??Sn(t);
let{language:s}=t;if(s.blocks!=="braces"&&s.function_keywords.includes(e.text)&&Kw(t))return;let r=Object.hasOwn(_p,e.text)?_p[e.text]:void 0,n=e.text==="import"||
e.text==="from",o=R(t.tokens[t.at+1],"(");if(n&&!o&&(s.blocks==="indent"||Cp(t)))Zw(t,e.text);else if(r||C.codeWords.skipped.has(e.text))t.at+=1,r?.(t);else return Sp(
t)??Sn(t)}function Sp(t){let{tokens:e,language:s,at:r}=t;if(!s.bare_calls||s.blocks!=="braces")return;let n=a=>K(e[a],"for","foreach"),o=r;for(;o<t.end&&!R(e[o],
";","{","}")&&!n(o);)o=ge(e,o)+1;if(o===r||o>=t.end||!n(o))return;t.at=o+1;let i=t.functions.evaluate(t);return t.scope.set("$_",Dr(i.kind==="list"?i:H([i]))),t.
functions.block(kt(t,e,r,o)),$}var Cp=({language:t})=>t.member_operators.includes("?."),_p={return:t=>{t.tokens[t.at]?.kind!=="newline"&&t.returnValues.push(Sn(
t))},yield:t=>{let e=K(t.tokens[t.at],"from")||R(t.tokens[t.at],"*");e&&(t.at+=1);let s=Sn(t);t.returnValues.push(e?s:H([s]))},echo:t=>t.collector.recordPrint(Wo(
t).args,"",""),for:Ep,foreach:Ep,with:t=>{R(t.tokens[t.at],"(")&&t.language.blocks==="indent"&&(t.at+=1)},class:Fo,module:Fo,interface:Fo,namespace:Fo};function Sn(t){
let e=[],s=t.language.blocks!=="braces";for(let n=dl(t,s);n!==void 0&&!(e.length>8);n=dl(t,!1))e.push([t.at,n,t.tokens[n].text]),t.at=n+1;let r=zw(t);for(let[n,
o,i]of e.reverse()){if(i==="+="||i===".="){let a=t.tokens[n],l=a?.kind==="name"?er(t,a.text):$;r=Eo("+",l,r,["+"])}Yt(t,n,Le(t.tokens,n,o,[":"],!1),r)}if(K(t.tokens[t.
at],"as")&&t.language.blocks==="indent"){let n=t.at+1;t.at=Le(t.tokens,n,t.end,[",",":",")"]),Yt(t,n,t.at,r)}return r}function zw(t){let e=[t.functions.evaluate(
t)],s=t.language.blocks!=="braces";for(;s&&R(t.tokens[t.at],",")&&t.at<t.end&&e.length<64;)t.at+=1,e.push(t.functions.evaluate(t));return e.length===1?e[0]:H(e)}
function Kw(t){let{tokens:e}=t;if(!K(e[t.at+1]))return!1;let s=t.at+2;R(e[s],".")&&K(e[s+1])&&(s+=2);let r=e[s-1].text,[n,o]=qo(e,s,t.end),i=Ap(t,t.at,o);return t.
scope.declare(r,or(t,n,o,i,!1,r)),t.at=i,!0}var Ap=(t,e,s)=>t.language.blocks==="indent"?Io(t.tokens,e,s,t.end):ml(t,s);function Ep(t){K(t.tokens[t.at],"await")&&
(t.at+=1);let e=R(t.tokens[t.at],"("),s=Yw(t,e);if(!s){e&&(t.at+=1);return}let[r,n,o]=s;t.at=r;let i=t.functions.evaluate(t),a=Dr(t.language.bare_calls&&i.kind===
"text"?H([i]):i);n<o?Yt(t,n,o,a):t.scope.set("$_",a)}function Yw({tokens:t,at:e,end:s,language:r},n){let o=n?e+1:e,i=n?ge(t,e,s):s;for(let a=o;a<Math.min(i,o+Uw);a++){
if(K(t[a],"in","of"))return[a+1,o,a];if(n&&K(t[a],"as"))return[o,R(t[a+2],"=>")?a+3:a+1,i];if(!n&&R(t[a],"(")&&a>o)return[a,o,a];if(R(t[a],";","{")||t[a]?.kind===
"newline")break}return n&&r.bare_calls?[e,e,e]:void 0}var Xw=["__init__","constructor","initialize","__construct"],Jw=4e3;function Qw(t,e){let{tokens:s,language:r}=t,
n=Math.min(t.end,t.at+Jw),o=t.at+1;for(;o<n&&!K(s[o],...Xw);){if(K(s[o],"class"))return;o+=1}if(o>=n||!R(s[o+1],"("))return;let[i,a]=qo(s,o+1,t.end),l=r.blocks===
"braces"?qr({...t},i,Le(s,a,t.end,["{"],!1),e):or(t,i,a,Ap(t,o-1,a),!1,e);t.scope.declare(e,l),r.blocks==="end"&&t.scope.declare(`${e}.new`,l)}function Fo(t){let e=t.
tokens[t.at];if(e?.kind==="name"&&Qw(t,e.text),t.at=Le(t.tokens,t.at,t.end,["{",":",";"]),!Cp(t)||!R(t.tokens[t.at],"{"))return;let s=ge(t.tokens,t.at,t.end);for(t.
at+=1;t.at<s&&t.collector.step();){let r=t.tokens[t.at],n=t.tokens[t.at+1],o=r?.kind==="name"&&R(n,"(")&&!C.codeWords.skipped.has(r.text);r?.kind==="name"&&R(n,
"=")?Sn(t):(!o||!Do(t))&&(t.at+=1)}}function Zw(t,e){let{tokens:s,scope:r}=t,n=Le(s,t.at+1,t.end,[";"]),o=s.slice(t.at,n).find(({kind:c})=>c==="text"),i=o?.kind===
"text"?String(o.pieces[0]).replace(/^node:/,""):void 0;t.at+=1;let a=()=>{let c="";for(;t.at<n&&(c===""||c.endsWith(".")||R(s[t.at],"."));){let d=s[t.at],u=d.kind===
"name"||R(d,".")?d.text:"";if(["","import","as","from"].includes(u))break;c+=u,t.at+=1}return c},l=e==="from"?`${a()}.`:"";for(;t.at<n;t.at++){let c=R(s[t.at],"\
*");if(R(s[t.at],"{")&&(l=`${i}.`),c&&i===void 0){let h=r.get("*");r.set("*",Mt([...h?X(h):[],l.slice(0,-1)]));continue}c&&(t.at+=1);let d=a();if(d===""&&!c)continue;
let u=l===""&&i!==void 0?i:`${l}${d}`,p=K(s[t.at],"as")?s[t.at+1]:void 0,m=p?.kind==="name"?p.text:d;m!==u&&r.set(m,r.get(u)??rt(u)),p&&(t.at+=1)}t.at=n}var ex=12,Ho=16e3,tx=/[ \t\r\f\v\\\u00a0]+/y,sx=/[\p{L}_][\p{L}\p{N}_]*[?!]?/uy,rx=/0[xX][\da-fA-F_]+|0[oO]?[0-7_]+(?![.\d])|0[bB][01_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?/y,
nx=/\.\.\.|[=!]==|<=>|(?:\*\*|<<|>>|\|\||&&|\?\?|[-+*/.%|&^=!<>:])=|[-=]>|=~|\?\.|([:&|?+<>*.-])\1|\S/uy,ox=/^(?:[.,+*/%&|=<>?:([-]|=>|->|\?\.|&&|\|\||\?\?|\+=|\.\.\.|==|===|::)$/,
ix=/^(?:\.|\?\.|->|&&|\|\||\?\?|\+|\?|:|\.\.\.)$/;function _n(t,e){return $p(t,0,e,0).tokens}function $p(t,e,s,r){let n=[],o=e,i=0,a=0,l=0,c=u=>$p(t,u,s,r+1),d=r<
ex?c:void 0;for(;o<t.length&&n.length<Ho;){if(t[o]===`
`){o=Math.max(o+1,l),l=0;let f=nt(/[ \t]*/y,t,o)?.[0].length??0;s.lines!=="none"&&i===0&&(s.lines==="statements"||a===0)&&n.push({kind:"newline",indent:f});continue}
let u=ax(t,o,s);if(u!==void 0){o=u;continue}let p={lexer:s,value:dx(n.at(-1)),within:d,heredocEnd:l},m=Ku(t,o,p)??lx(t,o,s),{token:h}=m;if(R(h,"(","[")&&(i+=1),
R(h,")","]")&&(i=Math.max(0,i-1)),R(h,"{")&&(a+=1),R(h,"}")){if(a===0&&r>0)break;a=Math.max(0,a-1)}n.push(h),o=m.end,l=m.heredocEnd??l}return{tokens:cp(s.lines===
"statements"?ux(n):n),end:o}}function ax(t,e,{comment:s,block_comment:r}){let n=nt(tx,t,e);if(n)return e+n[0].length;let o=s.some(a=>t.startsWith(a,e));if(!o&&!(r&&
t.startsWith(r[0],e)))return;let i=o?t.indexOf(`
`,e):t.indexOf(r[1],e+2);return i<0?t.length:i+(o?0:2)}function lx(t,e,s){let r=cx(t,e,s);if(r!==void 0)return{token:{kind:"name",text:r},end:e+r.length};let n=nt(
rx,t,e)?.[0];if(n!==void 0){let a=n.replaceAll("_","");return{token:{kind:"number",number:/^0[0-7]+$/.test(a)?Number.parseInt(a,8):Number(a)},end:e+n.length}}let o=nt(
nx,t,e)?.[0]??t[e],i=o==="::"&&s.lines==="indent"?":":o;return{token:{kind:"mark",text:i},end:e+i.length}}function cx(t,e,s){let r=e;for(;r-e<2&&s.sigils.includes(
t[r]??" ");)r+=1;let n=nt(sx,t,r)?.[0];if(n!==void 0){let o=r+n.length,i=/[?!]$/.test(n)&&(s.interpolation!=="hash"||t[o]==="=")?o-1:o;return t.slice(e,i)}if(r!==
e)return s.interpolation==="dollar"&&/[_!@0&\d]/.test(t[r]??"")?t.slice(e,r+1):t[e]==="$"&&s.lines!=="none"?"$":void 0}function dx(t){return!t||t.kind==="newlin\
e"?!0:t.kind==="mark"?![")","]","}"].includes(t.text):t.kind==="name"?/^(?:return|typeof|case|in|of|and|or|not|if|unless|split|grep|when)$/.test(t.text):!1}function ux(t){
return t.filter((e,s)=>{if(e.kind!=="newline")return!0;let r=t[s+1],n=t[s-1];return n?.kind==="newline"||r?.kind==="mark"&&ix.test(r.text)?!1:!(n?.kind==="mark"&&
ox.test(n.text))})}var px=9,Rp=64;function Pp(t,e){let s=_n(t,C.awkLexer),r=fx(e.input),n=i=>Tp(s,i,r),o=-1;for(let i=0;i<s.length&&e.step();i++){let a=s[i],l=s[i+1];if(a.kind==="\
name"&&R(l,"=")&&r.set(a.text,n(i+2)),K(a,"print","printf"))o=i,e.recordPrint([n(i+1)]);else if(a.kind==="newline"||R(a,";","}","{"))o=-1;else if(K(a,"system")&&
R(l,"("))e.runShellLine(n(i+2));else if(o>=0&&R(a,">",">>"))e.recordWrite(n(i+1),void 0,R(a,">>"));else if(R(a,"|","|&")){if(o>=0){let c=n(i+1);e.runShellLine(c),
/^(?:\S*\/)?(?:ba|da|z|k)?sh$/.test(X(c)[0])&&e.runShellLine(n(o+1))}else if(K(l,"getline")){let c=i;for(;i-c<Rp&&mx(s[c-1]);)c-=1;e.runShellLine(Tp(s.slice(0,i),
c,r))}}else if(K(a,"getline")){let c=s.slice(i+1,i+4).findIndex(d=>R(d,"<"));c>=0&&e.readFile(n(i+2+c))}}}var mx=t=>/^(?:text|name|number)$/.test(t?.kind??"")||
R(t,"$");function fx(t){let e=new Map,{args:s,environment:r,separator:n=" "}=t;for(let[a,l]of t.variables)e.set(a,O(Ua(l)));for(let[a,l]of s.entries())e.set(`AR\
GV[${a+1}]`,Kt(l));for(let[a,l]of Object.entries(r))e.set(`ENVIRON[${a}]`,Kt(l));let o=Qs(t);if(!o)return e;let i=X(o);if(e.set("$0",Mt(i)),/^[^\\.*+?[\]^$|()]$/.
test(n)){let a=i.map(l=>n===" "?l.trim().split(/\s+/):l.split(n));for(let l=1;l<=px;l+=1)e.set(`$${l}`,Mt(a.map(c=>c[l-1]??"")));e.set("$NF",Mt(a.map(l=>l.at(-1)??
"")))}return e.set("$",O(i.some(a=>!a.includes("\uFFFC"))?"\uFFFC\uFFFB":"\uFFFC")),e}var kl=t=>t?.kind==="text"?typeof t.pieces[0]=="string"?t.pieces[0]:"":t?.
kind==="number"?String(t.number):t?.kind==="name"||t?.kind==="mark"?t.text:"";function Tp(t,e,s){let r=[];for(let n=e;n<Math.min(t.length,e+Rp);n++){let o=t[n];
if(o.kind==="text")r.push(O(kl(o)));else if(o.kind==="name"){let i=R(t[n+1],"[")&&R(t[n+3],"]"),a=i?`${o.text}[${kl(t[n+2])}]`:o.text;r.push(s.get(a)??O("\uFFFC")),
i&&(n+=3)}else if(R(o,"$")){let i=s.get(`$${kl(t[n+1])}`);r.push(i??s.get("$")??O("\uFFFC")),n+=1}else if(!R(o,"(")||r.length>0)break}return r.length===0?O("\uFFFC"):
He(r)}var wl=C.codeWords,xl=1e3,hx=64,gx=10;function Op(t){if(!vl(t))return!1;let e=[],s=[];for(let r=0;r<t.length&&e.length+s.length<hx;r++){let n=bx(t,r)??yx(t,r);n&&
e.push(t.slice(...n));let o=kx(t,r);if(!o)continue;let[i,a]=o.span,l=t.slice(i,Math.min(a,i+xl));vl(l)&&!Np(l)&&s.push(o.name),Ip(l,[o.name])&&!vx(l)&&e.push(l)}
return e.some(r=>(vl(r)||Ip(r,s))&&!Np(r))}function bx(t,e){let s=t[e],r=t[e+1];if(K(s,"loop")&&(R(r,"{")||K(r,"do")))return Uo(t,e+1);let n=R(r,"("),o=n?ge(t,e+
1)+1:e+2;if(K(s,"for")&&n&&t.slice(e+2,e+4).every(u=>R(u,";")))return Uo(t,o);if(!K(s,"while","until")||n&&o!==e+4)return;let i=t[n?e+2:e+1];if(!(K(s,"while")?K(
i,"true","True")||i?.kind==="number"&&i.number!==0:K(i,"false")))return;let l=t[o];if(l!==void 0&&!R(l,";","}"))return Uo(t,o);let c=Math.max(0,e-xl),d=u=>R(u,"\
;","{")||u.kind==="newline";return[c+t.slice(c,e).findLastIndex(d)+1,e]}function yx(t,e){if(!K(t[e],"setInterval")||!R(t[e+1],"("))return;let s=ge(t,e+1),r=t[s-
1];return(r?.kind==="number"?r.number>gx:!R(r,")","}"))?void 0:[e+2,s]}function kx(t,e){let s=K(t[e],"function","def","sub"),r=t[s?e+1:e];if(r?.kind!=="name"||!(s||
R(t[e+1],"=")))return;let n=e+2;for(;!s&&K(t[n])&&n<e+4;)n+=1;R(t[n],"(")&&(n=ge(t,n)+1);let o=R(t[n],"=>");if(!(!s&&!o&&!K(t[e+2],"function")))return{name:r.text,
span:Uo(t,o?n+1:n)}}var Ip=(t,e)=>t.some((s,r)=>s.kind==="name"&&e.includes(s.text)&&R(t[r+1],"(")),vx=t=>t.some(e=>K(e,"if","unless","case","switch")||R(e,"?",
"&&","||")),Np=t=>t.some(e=>e.kind==="name"&&wl.waiting.has(e.text)),vl=t=>t.some((e,s)=>{if(e.kind!=="name")return!1;if(wl.spawning.has(e.text))return!0;if(!wl.
shells.has(e.text))return!1;let n=t.slice(s+1,s+5).find(o=>o.kind==="text")?.pieces.at(-1);return typeof n=="string"&&/&\s*$/.test(n)});function Uo(t,e){let s=Math.
min(t.length,e+xl);return R(t[e],"{")?[e+1,ge(t,e)]:K(t[e],"do")?[e+1,t.length]:R(t[e],":")?[e+1,Io(t,e,e,s)]:[e,Le(t,e,s,[";"])]}function $s(t,e=""){try{return new RegExp(t,e)}catch{return}}var ve=(t,e="")=>new RegExp(t.join("|"),e);var Dp=/\b(?:if|elif|unless|filter|fnmatch|grep|select|reject|when)\b([^\n;{]{0,300})/g,{loop_variables:wx,kind_tests:xx,name_tests:Sx}=C.patterns,_x=ve(wx,"g"),
Ex=ve(xx,"i"),Cx=ve(Sx),Lp=/\bnot\b|!=|!~|!\s*\(?[\w.]+|\bunless\b|\breject\b/,Ax=/\b(?:continue|next|return)\b/;function qp(t){let e=[...t.matchAll(Dp)];if(e.length===
0)return!1;let s=Mp(t),r=o=>o.includes("$_")||Sl(o).some(i=>s.has(i)),n=Ax.test(t);return e.some(([o,i=""])=>r(i)?i.split(/\band\b|&&/).filter(l=>Cx.test(l.replace(
/=>|->/g,""))||!Ex.test(l)).some(l=>Lp.test(`${/^(?:unless|reject)/.exec(o)?.[0]??""} ${l}`)===n):/^(?:fnmatch|grep|select|filter)\b/.test(o)&&!Lp.test(o))}var $x=/["'](\.[\w.]{1,12})["']|\\\.(?:\(\??:?)?([\w|.\\]{1,60})\)?\$/g,
Tx=/(\w+)(?:\.name)?\s*={2,3}\s*["']([\w.-]+)["']/g;function Wp(t){let e=Mp(t),s=[...t.matchAll(Dp)].flatMap(([r])=>[...[...r.matchAll(Tx)].flatMap(([,n,o])=>e.
has(n)?[o]:[]),...[...r.matchAll($x)].flatMap(([,n,o])=>n===void 0?o.split("|").map(i=>`*.${i.replaceAll("\\","")}`):[`*${n}`])]);return Gt(O(...new Set(s),"\uFFFC"))}
var Sl=t=>t.match(/\w+/g)??[];function Mp(t){let e=new Set([...t.matchAll(_x)].flatMap(s=>Sl(s.slice(1).join(" "))));for(let[,s,r]of t.matchAll(/(\w+)\s*=(?![=>])([^\n;]{1,200})/g))
Sl(r).some(n=>e.has(n))&&e.add(s);return e}var Rx=[["moto","mock_\\w+","services",/^(?:import|from) (?!boto|moto|os\b|sys\b|json\b|re\b|pytest\b|datetime\b)/m],["responses","responses\\.activate","reques\
ts",/\b(?:httpx|aiohttp|urllib\d?|http\.client|pycurl|socket)\b/],["pyfakefs[\\w.]*","Patcher","files",/^(?:import|from) (?:posix|nt|ctypes|_)/m]],jp=/^with\s+(?:mock\.)?patch\(\s*['"]([\w.]+)['"]\s*\)(?:\s+as\s+\w+)?\s*:[ \t]*$/m,
Px=/^(?:from unittest\.mock import .*\bpatch\b|from unittest import .*\bmock\b)/m,Ix=/^(?:import [\w., ]+|from [\w.]+ import [\w, ]+|#.*|print\(["'][^"'(]*["']\)|test_\w+\(\)|check\(\)|main\(\)|)$/;
function Vp(t){for(let[r,n,o,i]of Rx){let a=`^(?:with\\s+${n}\\(\\)(?:\\s+as\\s+\\w+)?|@${n}(?:\\(\\))?[ \\t]*\\n\\s*def\\s+\\w+\\([^)]*\\))\\s*:[ \\t]*$`;if(new RegExp(
`^(?:from|import) (?:[\\w., ]+, )?${r}\\b`,"m").test(t)&&!i.test(t)&&Fp(t,new RegExp(a,"m"))&&!/pause|passthrough|add_real|add_passthru|resume/.test(t))return[o]}
let e=Px.test(t)?jp.exec(t)?.[1]:void 0;return e===void 0||!Fp(t,jp)?[]:new RegExp(`^from .*\\b${e.slice(e.lastIndexOf(".")+1)}\\b`,"m").test(t)?[]:[e]}function Fp(t,e){
let s=e.exec(t);if(!s)return!1;let r=t.slice(s.index+s[0].length),[n]=/^(?:\n(?:[ \t]+[^\n]*|(?=\n|$)))*/.exec(r);return`${t.slice(0,s.index)}${r.slice(n.length)}`.
split(`
`).every(i=>Ix.test(i.trimEnd()))}var Nx=4e4,Hp=512,Ox=/(?:^|[;&|\n(`{!]\s*|\b(?:sudo|doas|env|exec|eval|then|do|else|time|nohup|nice|xargs|\w*sh|-c)\s+|\w=\S*\s+)['"]?\u{FFFC}/u,Lx=/^(?:0|-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0|php:\/\/stdin)$/,
Dx=new Set(["rm","rmdir","eval","truncate","mv","chmod","chown"]),qx=[...C.codeSigns].map(([t,{any:e,flags:s}])=>[t,ve(e,s)]),Go=class{constructor(e,s,r=""){this.
source=e;this.context=s;this.mayHideInput=Bu(r,this.input),this.chosen=qp(r)?Wp(r):void 0,this.mocks=Vp(r),this.signs=new Set(qx.flatMap(([n,o])=>o.test(r)?[n]:
[]))}source;context;invocations=[];options=new Map;temporaryTables=new Set;problem;folder;remainingSteps=Nx;mayHideInput;chosen;mocks;signs;get isMocked(){return this.
signs.has("imitation")&&!this.signs.has("database")}get isInMemory(){return this.signs.has("in-memory")&&!["database","driver","attaches"].some(e=>this.signs.has(
e))}enter(e){this.folder=/^[\w./~-]/.test(e)&&!this.signs.has("own-folder")?e:void 0}get input(){return this.context.input??Ao}recordPrint(e,s=" ",r=`
`){if(!this.context.onPrint)return;let n=e.map(o=>Oe([o]).flatMap(X).map(El).map(a=>this.markUnread(Js(o)?a.replaceAll("*","\uFFFC"):a)).join(`
`));this.context.onPrint(n.join(s)+r)}markUnread(e){return this.mayHideInput&&e==="\uFFFC"?"\uFFFC\uFFFB":e}step(e=1){return this.remainingSteps-=e,this.remainingSteps<
0&&this.fail("too-much","the code takes too many steps to read"),this.problem===void 0}fail(e,s){this.problem??={kind:e,detail:s}}addInvocation(e,s,r={}){let n=this.
createInvocation(e,s,r);return this.mayHideInput&&Dx.has(e)&&(n.args=n.args.map(o=>({...o,text:this.markUnread(o.text)}))),this.add(n),n}createInvocation(e,s,r={}){
let n=s.filter(i=>i!==void 0).flatMap(i=>Bo(i,Wx.has(e))),o=e==="sql"?"sql":this.source;return{...qt(e,n),language:o,...r}}readFile(e=$){if(e.kind==="content"||
e.kind==="made")return e;let s=X(e),r=s.every(n=>Lx.test(n))?Qs(this.input):void 0;return r||(this.addInvocation("cat",[e],{redirects:Bo(e,!1).map(_l("read"))}),
ps([],s))}recordWrite(e=$,s,r=!1){let n=s&&yt([s]),o=this.signs.has("encrypts")||(s===void 0?!this.signs.has("writes"):bt(s)&&!n),a=(s===void 0||V(s)==="")&&X(e).
every(d=>/\.(?:sqlite3?|db)$/.test(d));if(o&&!r&&(jx(e)||a)){this.addInvocation("truncate",["-s","0",e]);return}this.addInvocation("printf",["%s",s??$],{redirects:Bo(
e,!1).map(_l(r?"append":"write")),...this.createInput(n)});let[l,c]=[V(e),V(s)];[l,c].some(d=>d.includes("\uFFFC"))||this.context.onWrite?.(l,c)}createInput(e){
if(!e)return{};let s=Ie(e.files).map(_l("read"));return{input:{kind:"pipe",from:[...s.length>0?[this.createInvocation("cat",e.files,{redirects:s})]:[],...e.from]}}}runShellLine(e){
let s=e&&yt([e]),r=e?.kind==="content"&&e.of?.every(n=>/^\s*[\w./-]/.test(n)&&!Ox.test(n));return s&&!r?ps([this.addInvocation("sh",[],this.createInput(s))]):$e(
X(e).map(n=>this.readCommand(this.markUnread(Up(n)))))}runProgram(e){return this.readCommand(Up(e.flatMap(X).map(Fx).join(" ")))}readCommand(e){if(!this.step(8))
return ps([]);let{invocations:s,problem:r,output:n}=this.context.readCommand(e,this.folder);this.problem??=r;for(let o of s)this.add(o);return{kind:"content",files:[],
from:s,of:n?[n.trimEnd()]:void 0}}add(e){this.invocations.length>=Hp?this.fail("too-much",`the code does more than ${Hp} things`):this.invocations.push(e)}},Wx=new Set(
["rm","truncate","shred"]),Mx=/^\s*(?:sudo\s+)?(?:rm|truncate|shred)\s/,jx=t=>X(t).some(e=>/[*\u{FFF9}][^/]*$/u.test(e)&&(t.kind==="content"||Js(t)||e.includes(
Bt))),El=t=>t.replaceAll(Bt,"\uFFFC"),Up=t=>Mx.test(t)?t.replaceAll(Bt,"*").replace(/'([^'\s]*\*)'/g,"$1"):El(t);function Bo(t,e){if(typeof t=="string")return[T(
t)];if(t.kind==="content"&&t.files.length>0)return Ie(t.files.map(r=>`@${r}`));if(t.kind==="list")return t.items.flatMap(r=>Bo(r,e));let s=Js(t)||t.kind==="cont\
ent"&&V(t).includes("*");return X(t).map(r=>e&&r.includes(Bt)?T(r.replaceAll(Bt,"*"),!0):T(El(r),s))}var _l=t=>e=>({kind:t,path:e}),Fx=t=>/^[\w@%+=:,./-]+$/.test(
t)?t:`'${t.replaceAll("'","'\\''")}'`;var Bp=65536,Vx=40,Hx={evaluate:St,call:rr,block:Vo,code:(t,e)=>(t.depth>Vx&&t.collector.fail("too-deep","code in code is nested too deeply"),t.collector.step(Math.
ceil(e.length/4)),Vo(kt(t,_n(e,t.language.lexer))))};function zo(t,e,s){if(e.length>Bp)return{invocations:[],problem:{kind:"too-long",detail:`the ${t} code is l\
onger than ${Bp} characters`}};let r=new Go(t,s,e);return t==="sql"?yn(e,r):t==="awk"?Pp(e,r):Ux(ap(t),t==="php"?e.replace(/<\?(?:php\b|=)/g,";"):e,r),{invocations:r.
invocations,...we({problem:r.problem||void 0})}}function Ux(t,e,s){let r=[],n=_n(e,t.lexer);if(n.length>=Ho){s.fail("too-much",`the code has more than ${Ho} wor\
ds`);return}Op(n)&&s.addInvocation("fork-bomb",[]);let o=new Lr;Gu(t.inputs,o,s.input);let i={language:t,collector:s,scope:o,tokens:n,at:0,end:n.length,depth:0,
definitions:r,returnValues:[],activeFunctions:new Set,functions:Hx},a=Vo(i);s.input.printsLast&&s.recordPrint([a]);let l=new Map;for(let c of n)c.kind==="name"&&
l.set(c.text,(l.get(c.text)??0)+1);for(let c=0;c<r.length&&s.problem===void 0;c++){let d=r[c],{name:u,parameters:p}=d,m=u===void 0||(l.get(u)??0)>1||p[0]?.name===
"self";!d.called&&m&&Oo(i,d,[])}}var Cl="/work";var pD=new Set("bin boot dev etc lib lib32 lib64 libx32 proc run sbin sys tmp usr world".split(" ").map(t=>`/${t}`));function zp(t){let e=t.trim();return e.length>65536||!/^[[{][\s\S]*[\]}]$/.test(e)?!1:Gp(e)||e.split(`
`).every(s=>s.trim()===""||Gp(s))}function Gp(t){try{let e=JSON.parse(t);return typeof e=="object"&&e!==null}catch{return!1}}var Bx=[[/^\s*<(!doctype|\?xml|[a-z][\w-]*(\s[^>]*)?>)/i,
"XML or HTML"],[/^\s*(```|#{1,6} \S|\||[-*] \S)|\n```/,"Markdown"],[/^\s*(\[?\d{4}-\d\d-\d\d[T ]|Traceback \(most recent|\w*Error: )|\n\s+at \S+ \(/,"a log"],[new RegExp(
"^\\s*\\p{Lu}[\\p{L}'\u2019]*[, ]\\s*\\p{L}[^\\n]*[.!?:)](\\s|$)","u"),"a sentence"]];function Kp(t){let e=t.slice(0,2e3);return Bx.find(([s])=>s.test(e))?.[1]}var{programWords:Gx}=C,Tl=2e3,zx=/^(?:-(?:n ?|-lines[= ])?(?:1?\d|20|\u{FFFC}.*))?$/u,Kx=/^(?:-n \d{1,2}p|\d{1,2}!d)$/,Yx=ve([String.raw`^(?:-n )?\/((?:[^/\\]|\\.)*)\/\s*!d$`,
String.raw`^(?:-n|--quiet|--silent) (?:\/((?:[^/\\]|\\.)*)\/\s*p|s([/|#,])((?:(?!\3)[^\\\n]|\\.)*)\3.*p)$`]);function Xp({program:t,args:e,filter:s}){let r=e.map(
n=>n.text).join(" ");if(r.length>Tl)return!1;if(/^(([efg]|gg)?(grep|rg)|ag|ack|ugrep)$/.test(t)){let n=Rl(e);return n.length>0&&n.every(Al)}if(/^g?sed$/.test(t)){
let[,n,o,,i]=Yx.exec(r)??[];return Kx.test(r)||Al(n??o??i??"")}return/^[gmn]?awk$/.test(t)?Jx(s?.code??""):t==="head"||t==="tail"?zx.test(r):t==="fzf"}function Rl(t){
let{flags:e,options:s,operands:r}=Ae("grep",t);if(fe(e,"-v","--invert-match"))return[];let n=s.filter(({flag:o})=>o==="-e"||o==="--regexp").map(({value:o})=>o);
return(n.length>0?n:r.slice(0,1)).map(({text:o})=>o)}var Xx=/^(root|pid|usr|bin|sbin|lib)$/i;function Al(t){return/\)(?:[*?]|\{0|\{,)/.test(t)?!1:t.split(/\\?\|/).
every(e=>{let s=e.replace(/\[\[:\w+:\]\]|\[([^\]^])\]/g,"$1").replace(/\[[^\]]*\]|\\[a-zA-Z<>]/g," ").replace(/\\?.(?:[*?]|\\\?|\\?\{(?:0|,)[^}]*\})/g," ").replace(
/\\?[(){}^$+]|\\/g,"");return s.includes("\uFFFC")||/\w\w/.test(s)&&!Xx.test(s.trim())})}function Jx(t){return t.length>Tl||/\|\||\}\s*(?:\{|1|;)|;\s*1\b|^\s*\{(?!\s*if\b)/.
test(t.replace(/\bBEGIN\s*\{[^}]*\}/g,""))?!1:Pl(t).some(Al)?!0:/(?:\$\w+|\bNR)\s*==\s*(?:"[^"\n]{2,}"|\d+|[A-Za-z]\w*|\u{FFFC})|\bindex\(\s*\$\w+\s*,\s*"[^"\n]{2,}"/u.
test(t)}function Pl(t){return t.length>Tl?[]:[...t.matchAll(/(!~?\s*)?(?:\/((?:[^/\\\n]|\\.)+)\/|~\s*"([^"\n]+)")/g)].flatMap(([,s,r,n])=>s===void 0?r??n??[]:[])}
function Jp({input:t},e){let s=t?.kind==="pipe"?t.from:[];return s.some(Zp)?Qp(s).length>0:s.some(r=>$l(r).length>0&&Xp(r))?!1:Qx(e)}function Qx(t){let e=t.filter(
n=>Gx.keepers.has(n.program)||Yp(n)),s=new Set(e.flatMap(({input:n})=>n?.kind==="pipe"?n.from:[])),r=n=>n.captured||n.language!=="shell"||Yp(n)||s.has(n);return Qp(
t).some(r)}var Yp=({redirects:t})=>t.some(({kind:e})=>e!=="read");function Qp(t){let e=t.filter(Zp);if(e.length===0)return e;let s=t.filter(n=>$l(n).length>0&&Xp(
n)),r=new Set(s.flatMap($l));return e.filter(n=>!r.has(n))}var $l=({input:t,filter:e})=>e?.from??(t?.kind==="pipe"?t.from:[]),Zx=/^-\w*[pq](?:[\d\u{FFFC}]|$)|^-C|^--(?:p?pid|quick-pid)(?:=|$)|^\d+(?:,\d+)*$|^\u{FFFC}/u,
e0=/^-[aefFlAjwHTLcy]*[eA]|^a?u?x/,Zp=({program:t,args:e})=>t==="ps"&&(e.some(({text:s})=>e0.test(s))||!e.some(({text:s})=>Zx.test(s)));var Il=JSON.parse('{"names":["systemd*","init","sshd","ssh","dockerd","docker","containerd","kubelet","cron","crond","rsyslogd","auditd","NetworkManager","dbus*\
","Xorg","gnome-shell","explorer.exe","Finder","loginwindow","launchd","WindowServer","mysqld","mariadbd","postgres*","nginx","apache2","httpd","mongod","redis-\
server","udevd","login","firefox","chrome","google-chrome","supervisord","php-fpm","haproxy","named","ntpd","polkitd"],"ports":{"22":"sshd","53":"named","2375":\
"dockerd","2376":"dockerd","10250":"kubelet","ssh":"sshd","domain":"named"}}');var t0=Il.names.map(t=>t.replace("*","")),rm=new Map(Object.entries(Il.ports)),s0=60,r0=4;function nm(t){if(t.length>s0||!/\w/.test(t)||/[\s/]|\\\d/.test(t))return[];
let e=t.replace(/\)(?:[*+?]|\{\d*,?\d*\})+/g,")");if((e.match(/[*+?{]/g)??[]).length>r0)return[];let s=$s(e);return s===void 0?[]:t0.filter(r=>{let n=s.exec(r);
if(n===null)return!1;let o=n[0].length*2;return o>r.length||n.index===0&&o===r.length})}var n0=200,Ko="*";function om(t,e){let s=t.filter(i=>i.program==="kill"&&
i.args.some(o0)&&!im(i)),n=s.some(({input:i})=>i===void 0||i.kind==="text")?e:e.filter(({captured:i})=>i),o=[...t.flatMap(i0),...s.some(i=>Jp(i,e))?[Ko]:[],...s.
flatMap(({input:i})=>i?.kind==="file"?Yo(i.path.text):i?.kind==="pipe"?em(i.from,n0):[]),...s.length>0?em(n):[]];return[...new Set(o)]}var o0=({text:t})=>t.includes(
"\uFFFC");function im({program:t,args:e}){let{flags:s,options:r}=Ae(t,e),o=[...r.filter(({flag:i})=>/^(-s|--signal)$/.test(i)).map(({value:i})=>i.text),...s.filter(
i=>/^-(\d+|[A-Z]{3,})$/.test(i)).map(i=>i.slice(1))];return o.length>0&&o.every(i=>i==="0")}function i0({program:t,path:e,args:s}){if(e.startsWith("/etc/init.d/")&&
s[0]?.text==="stop")return[t];if(/^(nginx|httpd|apachectl|apache2ctl)$/.test(t))return s.some(({text:n})=>/^(stop|quit|graceful-stop)$/.test(n))?[t.replace(/ctl$/,
"2")]:[];if(!C.programWords.killers.has(t))return[];let r=Ae(t,s);return t==="fuser"?d0(r):t==="start-stop-daemon"?c0(r):im({program:t,args:s})?[]:am(t,r)}function am(t,{
flags:e,options:s,operands:r}){let n=t!=="killall"&&fe(e,"-f"),o=/^p(kill|grep)$/.test(t)&&!fe(e,"-x","--exact");return[...r.flatMap(({text:i})=>[...Nl(i,n),...o?
/^\w$/.test(i)?[Ko]:nm(i):[]]),...s.flatMap(({value:i})=>Yo(i.text))]}var a0=200,l0=/^\/(?:usr\/)?(?:local\/)?(?:sbin|lib(?:exec)?)\//;function Nl(t,e){return t.
slice(0,a0).split("|").flatMap(r=>{let n=r.replace(/\[(.)\]/g,"$1").replace(/\\[b<>]|[\^$()\\]|^\.\*|\.\*$/g,""),[o="",...i]=n.trim().split(/\s+/);if(e&&i.length>
0&&!o.endsWith(":")&&!l0.test(o))return[];let a=o.replace(/:$/,"").replace(/^.*\//,"");return a===""?[]:[a.replace(/\.exe$/i,"")]})}function Yo(t){let e=/^\/(?:var\/)?run\/(?:.*\/)?([\w.-]+?)\.pid$/.
exec(t)?.[1];return e===void 0?[]:[e]}function c0({flags:t,options:e}){return fe(t,"-K","--stop")?e.flatMap(({flag:s,value:r})=>/^(-n|--name|-x|--exec)$/.test(s)?
Nl(r.text,!1):Yo(r.text)):[]}function d0({flags:t,operands:e}){return fe(t,"-k","--kill")?fe(t,"-m","-M","-c","--mount")?[Ko]:e.flatMap(({text:s})=>/^\/+[\w.-]*\/*$|^~\/*$/.
test(s)?[Ko]:rm.get(s.replace(/\/(tcp|udp|sctp)$/,""))??[]):[]}function em(t,e=Number.POSITIVE_INFINITY){if(t.length>e)return["init"];let s=t.some(({program:r})=>r===
"ps");return t.flatMap(r=>u0(r,s))}function u0({program:t,args:e,redirects:s,filter:r},n){switch(t){case"pgrep":case"pidof":return am(t,Ae(t,e));case"cat":case"\
head":case":":return[...e,...s.map(({path:o})=>o)].flatMap(({text:o})=>Yo(o));case"ps":return sm(e,"-C");case"lsof":return[...sm(e,"-c"),...e.flatMap(({text:o})=>rm.
get(p0.exec(o)?.[1]??"")??[])];case"systemctl":{let[o,...i]=Ae(t,e).operands.map(({text:a})=>a);return i.flatMap(a=>/^(.*)\.service$/.exec(a)?.[1]??(o==="show"?
a:[]))}default:return n?/^[gmn]?awk$/.test(t)?Pl(r?.code??"").flatMap(tm):/^(e|f)?grep$|^rg$/.test(t)?Rl(e).flatMap(tm):[]:[]}}var tm=t=>[...Nl(t,!0),...nm(t)],
p0=/^(?:-\w*i)?(?:[46]?(?:tcp|udp))?(?:@[\w.-]+)?:(\w+)$/i;function sm(t,e){return t.flatMap(({text:s},r)=>s===e?t.slice(r+1,r+2).flatMap(n=>n.text.split(",")):
s.startsWith(e)?s.slice(e.length).split(","):[])}function L(t,{short:e="",long:s=[],optional:r="",permuted:n}){let o=[],i=[],a=0,l=u=>{let p=t[a+1];o.push(p?{name:u,value:p}:{name:u}),p&&(a+=1)},c=({text:u,glob:p})=>{
let[,m="",h]=/^--([^=]*)(?:=([\s\S]*))?$/.exec(u),f=_o(m,s);h!==void 0?o.push({name:f,value:{text:h,glob:p}}):s.includes(f)?l(f):o.push({name:f})},d=({text:u,glob:p})=>{
for(let m=1;m<u.length;m+=1){let h=u[m],f=u.slice(m+1),g=r.includes(h)&&(f!==""||t[a+1]?.text.startsWith("-")!==!1);if(!e.includes(h)||g)o.push({name:h});else return f===
""?l(h):void o.push({name:h,value:{text:f,glob:p}})}};for(;a<t.length&&t[a].text!=="--";a+=1){let u=t[a],p=u.text.length>1&&u.text.startsWith("-");if(u.text.startsWith(
"--"))c(u);else if(p&&u.text.length>2&&s.includes(u.text.slice(1)))l(u.text.slice(1));else if(p)d(u);else if(n)i.push(u);else break}return i.push(...t.slice(t[a]?.
text==="--"?a+1:a)),{options:o,operands:i}}var B=(t,...e)=>t.some(({name:s})=>e.includes(s)),D=(t,...e)=>t.flatMap(({name:s,value:r})=>e.includes(s)&&r?[r]:[]);var m0=200;function Ol(t,e,s){if(t.length===0||s.length>m0)return t;let n=s.slice(0,Math.max(0,s.indexOf(e))).filter(({program:o})=>o==="mv").flatMap(({args:o})=>{
let i=o.filter(({text:l})=>!l.startsWith("-")),a=i.at(-1);return a&&i.length>1&&t.some(({text:l})=>lm(a.text,l)||lm(l,a.text))?i.slice(0,-1):[]});return[...t,...n]}
var lm=(t,e)=>`${t}/`.startsWith(`${e.replace(/\/\*?$/,"")}/`),f0=new Set(C.getopt.find.long.map(t=>`-${t}`)),h0=/^-(name|iname|path|ipath|wholename|iwholename|regex|iregex)$/,
g0=/^-([acm](time|min)|newer\w*|anewer|cnewer|user|uid|samefile|used)$/,b0=/^-(exec|execdir|ok|okdir)$/,y0=/^(.*\/)?(rm|unlink|shred|rimraf|srm)$/,k0=/^\/(private\/)?(tmp|var\/tmp|dev\/shm)\/*$/,
cm=()=>({names:[],empty:!1,byProperty:!1,deletes:!1});function dm(t){let e=[],s=[cm()],r=!1,n=0,o=!1;for(let i=0;i<t.length;i+=1){let{text:a}=t[i],l=s.at(-1),c=()=>{
l.deletes=!0,n>0&&o&&(l.names=["*"])};a==="("?n+=1:a===")"?n=Math.max(0,n-1):/^(-o|-or|,)$/.test(a)?(o=!0,n===0&&s.push(cm())):b0.test(a)?(y0.test(t[i+1]?.text??
"")&&c(),i=v0(t,i)):a==="-delete"?c():a==="!"||a==="-not"?r=!0:h0.test(a)?(r||l.names.push(t[i+1]?.text??"*"),r=!1,i+=1):a==="-fprintf"?i+=2:f0.has(a)||/^-newer[aBcm][aBcmt]$/.
test(a)?(l.byProperty||=g0.test(a),r=!1,i+=1):a==="-empty"?l.empty=!0:!a.startsWith("-")&&s.every(({names:d})=>d.length===0)&&e.push(t[i])}return{starts:e,branches:s}}
function v0(t,e){for(let s=e+1;s<t.length;s+=1)if(t[s].text===";"||t[s].text==="+"&&/\{\}|\u{FFFC}/u.test(t[s-1].text))return s;return t.length}var ir=Fe(t=>{let{
starts:e,branches:s}=dm(t),r=s.filter(({deletes:i})=>i),n=s.flatMap(i=>i.names),o={...s.at(-1),names:n,empty:s.some(({empty:i})=>i)};return(e.length>0?e:[T(".")]).
flatMap(({text:i})=>(r.length>0?r:[o]).flatMap(a=>w0(a,i)).map(a=>T(`${i.replace(/\/$/,"")}/${a.replace(/^\.?\/?\*\/|^\.\//,"")}`,!0)))},new WeakMap);function w0({
names:t,empty:e,byProperty:s},r){return t.length>0?t:e?["tmp"]:[s&&k0.test(r)?"\uFFFC":"*"]}var En=t=>dm(t).branches.some(({deletes:e})=>e);function x0({args:t}){
let{options:e,operands:s}=L(t,{short:"e",long:["extension"],permuted:!0}),[r]=D(e,"e","extension"),n=r?`*.${r.text}`:s[0]?.text??"*",[,o]=/^\^?\(([\w.\\|]+)\)\$?$/.
exec(n)??[];return(o?.replaceAll("\\","").split("|")??[/^[.^$]*$/.test(n)?"*":n]).map(a=>T(`${s[1]?.text??"."}/${a}`,!0))}var S0=/^(g?xargs|find|fd|parallel|[gm]?awk)$/,
um=/^fd(find)?$/,_0=/^(find|ls|git|fd|fdfind)$/;function ar(t,e){let s=t.wrappers.findLast(i=>S0.test(i)),r=s&&E0(s,t,e);if(!r)return t.args;let n=C0(t,r)??A0(r);
if(n.length===0)return t.args;let o=s==="find"?`/${"\uFFFC"}`:"\uFFFC";return t.args.some(({text:i})=>i.includes(o))?t.args.flatMap(i=>{if(!i.text.includes(o)||
i.text.startsWith("-"))return[i];let[a=""]=/^[^\u{FFFC}]*[@=]/u.exec(i.text)??[];return n.map(({text:l,glob:c})=>({text:a+l,glob:c}))}):t.args}function E0(t,e,s){
let{input:r}=e;if(t!=="find"&&t!=="fd")return r?.kind==="pipe"?r.from.find(({program:o})=>_0.test(o)):void 0;let n=({program:o})=>t==="find"?o==="find":um.test(
o);return s.slice(0,s.indexOf(e)).findLast(n)??s.find(n)}function C0({input:t},e){let{program:s,args:r}=t?.kind==="pipe"&&t.from.at(-1)||e,[,n]=/^[ef]?grep (?:-E )?\\\.\(?([\w|]+)\)?\$$/.
exec(`${s} ${le(r).text}`)??[];return e.args.every(({text:i})=>/^(?:-|ls-files$|\.$|[fd]$)/.test(i))?n?.split("|").map(i=>T(`./*.${i}`,!0)):void 0}function A0(t){
if(t.program==="find")return ir(t.args);if(um.test(t.program))return x0(t);let e=t.args.filter(({text:n})=>!n.startsWith("-"));if(t.program==="ls")return(e.length>
0?e:[T(".")]).map(({text:n,glob:o})=>T(o?n:`${n.replace(/\/$/,"")}/*`,!0));let[s,...r]=e;return t.program!=="git"||s?.text!=="ls-files"?[]:(r.length>0?r:[T("*")]).
map(({text:n})=>T(`./${n}`,!0))}function Cn(t,{flags:e,options:s,operands:r}){let n={reads:[],writes:[],deletes:[],moves:[],changes:[]},o=`${t} ${r[0]?.text??""}`,
i=C.roles.has(o),a=C.roles.get(i?o:t);if(!a)return n;let l=fe(e,...a.unless??[]),c=r.slice((i?1:0)+(l?0:a.skip??0)),d=a.with?.find(m=>fe(e,...m.flags))?.each??a.
each,u=s.some(({flag:m})=>a.options?.[m]==="writes"),p=a.last!==void 0&&c.length>1&&!u&&d!=="none";c.forEach((m,h)=>{let f=p&&h===c.length-1?a.last:d,g=Object.entries(
a.keyed??{}).find(([y])=>m.text.startsWith(y));g?n[g[1]].push({text:m.text.slice(g[0].length),glob:m.glob}):f&&f!=="none"&&n[f].push(m)});for(let{flag:m,value:h}of s){
let f=a.options?.[m];f&&n[f].push(h)}if(t==="git"&&(n.reads=n.reads.map(T0)),(t==="curl"||t==="http"||t==="https")&&n.reads.push(...R0(s,r)),t==="tar"&&!$0(e,r)&&
(n.writes=[]),t==="scp"||t==="rsync")for(let m of["reads","writes"])n[m]=n[m].filter(({text:h})=>!Xo(h));return n}var $0=(t,e)=>{let s=/^[a-zA-Z]*$/.exec(e[0]?.
text??"")?.[0]??"";return/[xctru]/.test(s)?s.includes("x"):!fe(t,"-c","-t","-r","-u","--create","--list","--append","--update")},Xo=t=>/^([\w.-]+@)?[\w.\-[\]:]{2,}:|^(rsync|s3|gs|ftp|sftp|https?):\/\//.
test(t)&&!t.startsWith("/"),T0=t=>/^[\w./~^@{}-]*:[^:]/.test(t.text)?{...t,text:t.text.slice(t.text.indexOf(":")+1)}:t;function R0(t,e){let s=t.flatMap(({flag:n,
value:o})=>{let i=/^(-d|-F|-b|--data.*|--json|--form|--url-query|-H|--header)$/.test(n),a=/(?:^@|=@|=<)([^;,]*)/.exec(o.text)?.[1];return i&&a!==void 0?[{...o,text:a}]:
[]}),r=e.flatMap(n=>{if(n.text.startsWith("file://"))return[n];let o=/^[\w.-]*:?[@=]@/.exec(n.text)??/^@/.exec(n.text);return o?[{...n,text:n.text.slice(o[0].length)}]:
[]});return[...s,...r]}var P0=/(^|\/)(bin|sbin|scripts|script|hooks|\.husky|tools|ci)$/,Jo=T(".");function I0(t,e){let[s]=t.args;if(s?.text!=="checkout"&&s?.text!=="restore")return[];
let r=ar(t,e),{flags:n,options:o,operands:i}=Ae("git",r);if(fe(n,"-p","--patch")&&t.input===void 0)return[];let a=s.text==="restore",l=fe(n,"--staged","-S");if(a&&
l&&!fe(n,"--worktree","-W"))return[];if(o.some(({flag:u})=>u==="--pathspec-from-file"))return[Jo];let c=i.slice(1);return fe(n,"-b","-B","-t","--track","--orpha\
n")&&!a?[]:(a?c:N0(c,r)).flatMap(u=>u.text==="\uFFFC"?D0(e)?[Jo]:[]:[O0(u)])}function N0(t,e){let s=e.findIndex(({text:i})=>i==="--");if(s!==-1)return e.slice(s+
1);let[r,...n]=t,[,o=""]=/\.(\w+)$/.exec(r?.text??"")??[];return n.length===0&&C.pathWords.file_endings.has(o.toLowerCase())||r&&(r.glob||r.text==="\uFFFC"||/^\.{0,2}\/|^\.{1,2}$|\/$|[*?[]|^:/.
test(r.text))?t:n}function O0({text:t,glob:e}){if(/^:(\([^)]*exclude[^)]*\)|[!^])/.test(t))return Jo;let s=t.replace(/^:(\([^)]*\)|\/|:)?/,"").replace(/\*\*.*$/s,
"");return s===""?Jo:T(s,e)}function pm({text:t,glob:e}){if(e||/\/$|[*?[]/.test(t))return!0;let[,s="",r=t]=/^(?:(.*)\/)?([^/]*)$/.exec(t)??[];return r==="."||r===
".."||r===""?!0:/^[a-z][a-z0-9_-]*$/.test(r)&&!C.pathWords.files.has(r)&&!P0.test(s)}function L0({program:t,args:e}){if(t!=="git"||e.some(({text:n})=>n==="--"))
return!1;let[s="",...r]=e.map(({text:n})=>n);return/^(ls-files|status)$/.test(s)?r.every(n=>n.startsWith("-")):s==="diff"&&r.some(n=>n==="--name-only"||n==="--n\
ame-status")}var D0=Fe(t=>{let e=s=>t.some(({input:r})=>r?.kind==="pipe"&&r.from.includes(s));return t.some(s=>L0(s)&&(s.captured===!0||s.redirects.length>0||e(
s)))},new WeakMap),q0="--del --delete --delete-before --delete-after --delete-during --delete-delay --delete-excluded".split(" ");function mm(t,e){let s=(r,n,o)=>n.
length>0?[qt(r,n,[],o)]:[];return[...s("end-process",Ie(om(t,e))),...t.flatMap(r=>{let{program:n,folder:o}=r;if(n==="rsync")return s("sync-away",W0(r),o);if(n!==
"git")return[];let i=I0(r,e),a=i.filter(l=>!pm(l));return[...s("git-discard",i.filter(pm),o),...s("git-discard-file",a,o)]})]}function W0({args:t}){let{flags:e,
operands:s}=Ae("rsync",t);return fe(e,...q0)&&s.length>1?s.slice(-1).filter(({text:n})=>Xo(n)):[]}var bm=require("node:path");var hm=require("node:path");var M0=1e3,j0=1e4,fm=1024*1024,F0=20,Wr=class{files=new Map;forgotten=new Set;characters=0;version=0;write(e,s,r,n=[]){let o=Qo(e,r);if(o===void 0)return;this.version+=
1;let i=o.includes("\uFFFC")?this.files.get(o)?.text??"":"";this.forget(o),this.forgotten.delete(o);let a=i.length+s.length>fm?"\uFFFC\uFFFB":i+s;this.files.set(
o,{text:a,from:n}),this.characters+=a.length;for(let l of this.files.keys()){if(this.files.size<=M0&&this.characters<=fm)break;this.forget(l),this.forgotten.add(
l),this.forgotten.size>j0&&this.forgotten.delete(this.forgotten.values().next().value)}}append(e,s,r,n=[]){let o=this.written(e,r),i=e.includes("\uFFFC")?s:(o?.
text??"")+s;this.write(e,i,r,[...o?.from??[],...n].slice(-F0))}read(e,s){return this.written(e,s)?.text}written(e,s){let r=Qo(e,s);if(r!==void 0)return this.files.
get(r)??(this.forgotten.has(r)?{text:"\uFFFC\uFFFB",from:[]}:void 0)}forget(e){this.characters-=this.files.get(e)?.text.length??0,this.files.delete(e)}};function Qo(t,e=""){
let s=/^[/~]/.test(t)||e===""?t:`${e}/${t}`;return t===""||t==="\uFFFC"?void 0:hm.posix.normalize(s)}var V0=/^(localhost|127\.[\d.]+|0\.0\.0\.0|\[?::1\]?|host\.docker\.internal|10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|[a-z][\w-]*|.*\.(local|localhost|test|internal|svc))$/,
H0=/(^|\.)(transfer\.sh|file\.io|0x0\.st|termbin\.com|pastebin\.com|paste\.ee|hastebin\.com|ix\.io|sprunge\.us|dpaste\.(org|com)|webhook\.site|requestbin\.(com|net)|requestcatcher\.com|pipedream\.net|beeceptor\.com|interact\.sh|oast\.\w+|burpcollaborator\.net|ngrok(-free)?\.(io|app|dev)|trycloudflare\.com|serveo\.net|localtunnel\.me|loca\.lt|anonfiles\.com|gofile\.io|bashupload\.com|temp\.sh|catbox\.moe|filebin\.net|oshi\.at|wetransfer\.com|discord(app)?\.com|hooks\.slack\.com|api\.telegram\.org|dnslog\.cn|canarytokens\.com)$|^\d{1,3}(\.\d{1,3}){3}$|(^|[.-])(evil|attack(er)?|exfil\w*|malicious|malware|c2|hacker|phish\w*|leak\w*|collect(or)?|drop|steal\w*|bad(actor|guy)?|rogue|sink)([.-]|\d|$)/i,
U0=/^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/@\s]*@)?(\[[0-9a-f:]+\]|[A-Za-z0-9.-]+)(?::\d+)?(?:[/?#:].*)?$/;function B0({text:t}){let e=U0.exec(t.slice(0,2048))?.[1]?.
toLowerCase();if(e!==void 0)return t.includes("://")||e.includes(".")||e==="localhost"||/@|:/.test(t)?e:void 0}function Zo(t){let e=B0(t);if(e!==void 0)return V0.
test(e)?"local":H0.test(e)?"drop":"remote"}var{fetchers:ym,network_clients:G0,copiers:z0}=C.programWords,K0=500,ei=class{paths=new Set;record(e){let{program:s,args:r,folder:n}=e,[o,i]=z0.has(s)?r.filter(
({text:l})=>!l.startsWith("-")):[],a=o&&i&&this.has(o.text,n)?[i]:[];for(let{text:l}of[...Y0(e),...a]){let c=gm(l,n);c!==void 0&&this.paths.add(c),this.paths.size>
K0&&this.paths.delete(this.paths.values().next().value)}}has(e,s){let r=gm(e,s);return r!==void 0&&this.paths.has(r)}},Mr=({program:t})=>ym.has(t),km=({program:t})=>ym.
has(t)||G0.has(t);function Y0(t){let e=t.redirects.filter(({kind:c})=>c!=="read").map(({path:c})=>c);if(!Mr(t))return t.input?.kind!=="pipe"||!t.input.from.some(
Mr)?[]:t.program==="tee"?t.args.filter(({text:c})=>!c.startsWith("-")):e;let{flags:s,options:r,operands:n}=Ae(t.program,t.args),o=n.filter(c=>c.text.includes("\uFFFC")||
(Zo(c)??"local")!=="local");if(o.length===0)return[];let i=r.flatMap(({flag:c,value:d})=>/^(-o|-O|--output|--output-document|--out|-OutFile)$/.test(c)&&d.text!==
"-"?[d]:[]),a=/^(wget2?|aria2c|axel)$/.test(t.program)||s.includes("-O")||s.includes("--remote-name"),l=o.map(({text:c})=>T(bm.posix.basename(c.replace(/[?#].*$/,
""))));return[...e,...i,...a&&i.length===0?l:[]]}function gm(t,e){return t.includes("\uFFFC")?void 0:Qo(t,e?.text)}cr();var Ll=({environment:t})=>t.POSIXLY_CORRECT!==void 0;function wm(t,e){let s=e.findIndex(({text:n})=>n==="--"),r=e.slice(0,s===-1?void 0:s);return!Ll(t)&&!r.some(
({text:n,bare:o})=>o&&n.startsWith("\uFFFC"))}var vm=/^(client|server|true|t|1|yes)$/i,X0=/^(false|f|0|no|none|off)$/i;function xm(t,e,s){let r=Z0(t,e);return!e.
flags.some(n=>r.includes(n))||e.flags.some(n=>/^--no-(d|n$)/.test(n)||t==="git"&&n==="--apply")||e.options.some(({flag:n,value:o})=>r.includes(n)&&!vm.test(o.text))?
!1:s.every((n,o)=>{if(!J0(n,r))return!0;let[,i]=/^-\w+=(.*)$/s.exec(n)??[];return i!==void 0&&!vm.test(i)?!1:!Sm(t,s,o)&&!X0.test(s[o+1]??"")})}function J0(t,e){
return t.startsWith("--")?e.includes(t.split("=")[0]):/^-\w/.test(t)&&(e.includes(t)||e.some(s=>/^-\w$/.test(s)&&t.includes(s[1])))}var Q0=/^-\w*[rvqayzR]$/;function Sm(t,e,s){
let r=e[s-1]??"";return t==="git"||!r.startsWith("-")||r.includes("=")?!1:r.startsWith("--")?r.length>2&&!C.switches.has(r):Nr(t)?.short===void 0&&!Q0.test(r)}function Z0(t,{
operands:e}){let s=[t,...e.slice(0,3).map(({text:n})=>n)],r=[...C.clients.has(t)?["client"]:[],...s.map((n,o)=>s.slice(0,o+1).join(" "))];return C.dryRuns.get(r.
findLast(n=>C.dryRuns.has(n))??"")?.flags??[]}function _m(t,e,s){let{flags:r,operands:n}=e,o=C.help;if(o.leading.has(t.replace(/^g/,"")))return/^--(?:help|version)$/.
test(s[0]??"");if(o.none.has(t)||s.some(c=>/^--?help=/.test(c)))return!1;let i=o.one_dash.has(t)?/^(?:--?help|-h)$/:/^--help$/;if(r.some(c=>i.test(c)))return s.
some((c,d)=>i.test(c)&&!Sm(t,s,d));if(s.length===1&&s[0]==="--version")return!0;if(!o.verbs.has(t)&&!C.clients.has(t))return!1;let[a,l]=n.map(({text:c})=>c);return a===
"completion"&&/^(bash|zsh|fish|powershell|pwsh)$/.test(l??"")?!0:a==="help"||t==="aws"&&n.at(-1)?.text==="help"}var Em=/[._-](example|sample|template|dist|tpl|tmpl|defaults?)$/,eS=ve(C.credentialForms),tS=new RegExp(`(^|/)(${C.credentialStores.join("|").replaceAll(".","\\.").
replaceAll("*","[^/]*")})(/|$)`),sS=/(^|\/)\.ssh(\/|$)/,rS=/\/(config|known_hosts[^/]*|authorized_keys2?|[^/]+\.pub|environment|rc)$/,nS=/^\/proc\/[^/]+\/mem$|^\/dev\/k?mem$|^\/proc\/kcore$/,
oS=t=>C.pathWords.source_endings.has(/\.(\w+)$/.exec(t)?.[1]??"");function ti(t){let e=t.slice(t.lastIndexOf("/")+1);return/^\.env([.\-_].*)?$/.test(e)||/^[^.*]+\.env$/.
test(e)?!Em.test(e):C.pathWords.credentials.has(e)?e!=="environ"||t.startsWith("/proc/"):tS.test(t)||nS.test(t)||sS.test(t)&&!rS.test(t)?!0:/credentials?(?![a-z])/.
test(e)?!oS(e)&&!Em.test(e.replace(/\.\w+$/,"")):eS.test(e)?!iS(t,e):/[*?[]/.test(e)&&lS(e)}var iS=(t,e)=>/(^|\/)(fixtures?|__fixtures__|testdata|test[-_]data|test[-_]fixtures)\//.
test(t)&&/^(fake|dummy|mock|example|sample|test|invalid|expired|self[-_]?signed|server|client|localhost|leaf|agent\d)/.test(e),aS=6;function lS(t){if(t.length>64)
return!1;let e=t.replace(/\[[^\]]*\]|[*?]/g,"");if(!(/^[*]/.test(t)?e.replace(/^\.\w+$/,"").length>=3:e.length>=2)&&!(t===".*"||/^\.[?[]/.test(t)))return!1;let r=t.
replace(/[\\$.+(){}|]|(?<!\[)\^/g,"\\$&").replace(/\[!/g,"[^"),n=r.match(/\*+/g)?.length??0,o=$s(`^${r.replace(/\*+/g,".*").replace(/\?/g,".")}$`),i=C.credentialSamples.
filter(a=>!a.startsWith(".")||/^[.[]/.test(t));return n>aS||i.some(a=>o?.test(a))}var cS=new RegExp(`^${"\uFFFC"}+`,"u"),dS=/^(\*+|\.\*|\?\*|\.\[[!^]\.\]\*?|\.\?\?\*|\{\*,\.\*\}|\*\.\*|!\(.*\))$/;function Dl(t,{workspace:e,folder:s}){let r=t.
replace(/^file:\/\/(localhost)?/,"").replace(/^([A-Za-z]):[\\/]/,"/$1:/").replaceAll("\\","/");if(s!==void 0&&!/^[/~]/.test(r)&&!r.startsWith("\uFFFC")&&s!==".")
return Dl(s.endsWith("/")?`${s}${r}`:`${s}/${r}`,{workspace:e});let n="workspace",o=r;/^~/.test(r)?(n="home",o=r.replace(/^~[^/]*/,"")):r.startsWith("\uFFFC")?(n=
"unknown",o=r.replace(cS,""),o!==""&&!o.startsWith("/")&&(o=`${"\uFFFC"}${o}`)):r.startsWith("/")&&(n="slash");let i=[],a=0;for(let c of o.split("/"))c===""||c===
"."||(c!==".."?i.push(c):i.length>0?i.pop():(n==="workspace"||n==="home")&&(n=n==="home"?"slash":"above"),c===".."&&n==="above"&&(a+=1));if(n==="above"&&uS(a,i[0])&&
(n="slash"),n==="slash"){let c=`/${i.join("/")}`;if(c===e||c.startsWith(`${e}/`))n="workspace",i.splice(0,e.split("/").filter(Boolean).length);else{let d=/^\/(root|(home|Users)(\/[^/]+)?)(\/|$)/.
exec(c);d&&(n="home",i.splice(0,d[1].split("/").length))}}let l=!1;for(;i.length>0&&dS.test(i.at(-1));)i.pop(),l=!0;return{from:n,parts:i,whole:l,inside:n==="un\
known"&&o.startsWith("/")}}function uS(t,e=""){let s=e.toLowerCase(),{root_folders:r,system_folders:n}=C.pathWords;return r.has(s)?t>=2:t>=4&&(n.has(s)||s==="ho\
me")}var{pathWords:An,purposes:pS}=C,ql=/^\/(tmp|var\/tmp|var\/folders|private\/tmp|private\/var\/folders|dev\/shm|run\/user\/\d+)(\/|$)/,mS=/^\/var\/(cache|lib\/apt\/lists)\//,
fS=/^\/([^/]+|(usr|var|etc|system|library)\/[^/]+|usr\/lib(32|64)?\/[^/]+-linux-gnu[^/]*|var\/lib\/(dpkg|rpm|pacman|apt))$/,hS=/^\/(usr\/local|usr\/src|opt|srv|var\/www|etc\/apt\/(sources\.list\.d|keyrings|trusted\.gpg\.d|preferences\.d|apt\.conf\.d)|usr\/share\/keyrings)(\/|$)/,
gS=/^(tmp|temp|test|scratch|demo|dummy|build|dist|out|cmake-build|cache|bazel)[-_.].+$|.+[-_.](tmp|temp|cache|build|dist|out|output|bak|results?|coverage|artifacts?|generated)$|.+\.(egg-info|dist-info|pyc|pyo|o|obj|a|so|class|log|tmp|temp|bak|orig|rej|swp|swo|tsbuildinfo|gcda|gcno|profraw|prof|out|pid|lock|d|map|cache|snap|tgz|whl|dll|dylib|exe|wasm|min\.js|min\.css|test\.db)$|.+~$|^\.#.*|^core\.\d+$|^test[_-]?repo.*|^my[-_]?test.*/,
bS=/^\/dev\/(tcp|udp)\/(localhost|127\.[\d.]+|0\.0\.0\.0|\[?::1\]?|[a-z][\w-]*)\//;function Cm(t,e){if(t.text===""||t.text.length>4096)return new Set;let s=Dl(t.
text,e),r=s.parts.map(i=>i.toLowerCase()),n=`${s.from==="slash"?"/":""}${r.join("/")}`;if(/^\/dev\/(tcp|udp)\//.test(n))return new Set([bS.test(n)?"local-connec\
tion":"connection"]);if(/^\/dev\/(stdin|stdout|stderr|tty|fd(\/.*)?|pts\/.*)$/.test(n))return new Set;if(/^\/dev\/(null|zero|full|random|urandom)$/.test(n))return new Set(
/(zero|full|random)$/.test(n)?["nowhere","endless"]:["nowhere"]);let o=new Set([..._S(s.from,n,r),...yS(s,n,r)]);return ti(s.from==="home"&&r.length>0?`~/${n}`:
n)&&o.add("credentials"),r.at(-1)?.includes("credentials")&&o.add("credentials-by-name"),o}function yS({from:t,whole:e,inside:s},r,n){let[o=""]=n;if(t==="slash"){
if(ql.test(r))return[/^\/(private\/)?(tmp|var\/tmp|dev\/shm)$/.test(r)?"temp-root":"temp"];if(n.length===0)return["root"];if(mS.test(`${r}${e?"/":""}`))return["\
disposable"];if(hS.test(r))return["local-system"];if(An.system_folders.has(o)||/[*?[{]|^([a-z]:|program files.*|windows)$/.test(o))return fS.test(vS(n))?["syste\
m","system-tree"]:["system"]}return Wl(n)?["disposable"]:t==="unknown"?n.length>0?[]:[s?"unknown-folder":"unknown"]:t==="slash"?[n.length===1?"workspace":"outsi\
de",...n.length<=3?["source"]:[]]:n.length===0?[t==="home"?"home":"workspace"]:t==="home"||t==="above"?[n.length===1||t==="home"&&An.personal_folders.has(o)?"pe\
rsonal":"outside"]:n.length===1&&o==="\uFFFC"?[e?"workspace":"unknown"]:n.length>2?["inner"]:kS(o)?["source","source-folder"]:["source"]}var kS=t=>An.source_folders.
has(t)||/[*?[{\u{FFFC}]/u.test(t);function vS(t){let e=t.findLastIndex(s=>!/[*?[{\u{FFFC}]/u.test(s));return`/${t.slice(0,Math.max(1,e+1)).join("/")}`}function wS(t){
let[e,s]=/\[(\w{1,8})\]/.exec(t)??[];return e===void 0?[t]:[...s].map(r=>t.replace(e,r))}function Wl(t){return t.includes(".git")?/\.(lock|sample)$/.test(t.at(-1))||
Wl(t.slice(0,t.indexOf(".git"))):t.some((e,s)=>An.disposable.has(e)||wS(e).every(r=>gS.test(r))||s>0&&An.disposable.has(`${t[s-1]}/${e}`)||/^\.(npm|yarn|pnpm|cargo|rustup|m2|gradle|nuget|cache|node-gyp|electron|cypress|conda)$/.
test(e)&&t.length>s+1)}var xS=[...pS].map(([t,{any:e,home:s}])=>({name:t,home:s,form:ve(e)}));function SS(t,e){let s=e.findIndex(r=>/^\.\w/.test(r));return s===
-1||ql.test(t)?"":`~/${e.slice(s).join("/")}`}function _S(t,e,s){let r=t==="home"?`~/${e}`:e,n=t==="slash"||t==="unknown"?SS(e,s):r,o=xS.filter(({home:c,form:d})=>d.
test(r)||c&&d.test(n)).map(({name:c})=>c),i=s.findIndex(c=>c===".git"||c===".hg"||c===".svn"),a=()=>t==="slash"&&ql.test(e)||Wl(s.slice(0,i));return i===-1||/\.(lock|sample)$/.
test(s.at(-1))||a()?o:/^(hooks|config|info|modules|config\.worktree)$/.test(s[i+1]??"")?[...o,"vcs","vcs-config"]:[...o,"vcs"]}Wt();var Tt=class{constructor(e){this.text=e;this.remaining=e}text;remaining;readRest(){let e=this.remaining;return this.remaining="",e}readLine(){if(this.isAtEnd)return this.
text.includes("\uFFFC")?Ut(this.text):void 0;let[e=""]=this.remaining.split(`
`,1);return this.remaining=this.remaining.slice(e.length+1),e}get isAtEnd(){return this.remaining===""}get lineCount(){return this.remaining.replace(/\n$/,"").split(
`
`).length}},ee=(t,e)=>({...t,wrappers:[...t.wrappers,e]}),jr=(t,e)=>({...t,redirects:[...t.redirects,...e]}),Jt=t=>({...t,input:void 0,stdin:new Tt("")}),dr=(t,{
text:e,from:s})=>({...t,input:{kind:"pipe",from:s},stdin:new Tt(e)});function hs(t,e){if(t.length<=e)return t;let s=t.slice(e).every(({text:r})=>/^\d{1,9}$/.test(r));return[...t.slice(0,e),T(s?"\uFFFC":"\uFFFC\uFFFB")]}var ur=({text:t,
glob:e})=>e||/^[\w@%+=:,./-]+$/.test(t)?t:`'${t.replaceAll("'","'\\''")}'`,si=({text:t})=>/[\s{};|&<>()$'"`]/.test(t),Fr=t=>t.map(ur).join(" ");var ri=class{problem;steps=0;depth=0;invocations=0;spend(e=1){return this.steps+=e,this.steps>1e4&&this.fail("too-much","takes more than 10000 steps to read"),this.
steps<=1e4}spendInvocation(){return this.invocations+=1,this.invocations>1e3&&this.fail("too-much","more than 1000 commands"),this.invocations<=1e3}descend(e,s){
if(this.depth>=32)return this.fail("too-deep","commands are nested more than 32 deep"),s;this.depth+=1;let r=this.spend()?e():s;return this.depth-=1,r}fail(e,s){
this.problem??={kind:e,detail:s}}};var ni=class{constructor(e,s){this.files=e;this.readCode=s}files;readCode;budget=new ri;invocations=[];sources=new Map;activeScripts=[];gitAliases=new Map;substituted=[]},
oi=t=>new Map(Object.entries(t).flatMap(([e,s])=>e.split(" ").map(r=>[r,s]))),_t=(t,e=[T(t.program)])=>t.scope.child(e,t.context.environment),pr=(t,e=[])=>e.length===
0?t:{...t,context:{...t.context,input:{kind:"pipe",from:e}}},mr=(t,e)=>e.trimStart().startsWith("\uFFFC")?pr(t,t.interpreter.substituted):t,Vr=t=>({...t,context:{
...t.context,input:void 0}}),De=(t,{interpreter:e,scope:s})=>e.sources.get(t)??e.files.written(t,s.folder);function Ml({program:t,words:e,args:s,scope:r,context:n,
filter:o}){let[i]=r.get("POSIXLY_CORRECT")?.words??[];return{program:t,path:e[0].text,args:s,redirects:n.redirects,environment:{...we({POSIXLY_CORRECT:i}),...r.
exported(),...n.environment},wrappers:n.wrappers,language:"shell",...we({input:n.input,filter:o,needs:n.needs,captured:n.captured,folder:r.folder===void 0?void 0:
T(r.folder)})}}var F=t=>t.interpreter.addInvocation(t);function jl(t){t.interpreter.budget.spendInvocation()&&t.interpreter.invocations.push(Ml(t))}var gs=t=>jl(
{...t,program:"fork-bomb",words:[T("fork-bomb")],args:[]}),Fl=/^(npx|bunx|pnpx|uvx|npm|pnpm|yarn|bun)$/,Vl=t=>Fl.test(t)?`${t} -c`:t;function ne(t,e,s){let r=ee(
e.context,Vl(e.program));return e.interpreter.runScript(t,_t(e,s),r)}function Hr(t,e){return t.length===1&&si(t[0])?ne(t[0].text,e):e.interpreter.runWords(t,e.scope,
ee(e.context,e.program))}var{programWords:Hl}=C,ES=/^(?:-h|-u$|--host|--login-path|\w*(?:HOST|URL|SERVICE)\w*=)|^\S*[.:@=]\S*$|\b(?:host|hostaddr|service)=/,CS=/^(?:(?:ba|da|z|a)?sh|env|timeout|nohup|nice|time|xargs|find|awk|python[\d.]*|node|perl|ruby|php|sudo|su)$/,
Am=t=>t.every(e=>CS.test(e)),Ts=class t{constructor(e,s){this.invocation=e;this.context=s;let{program:r,args:n}=e,o=r.startsWith("python")&&n[0]?.text==="-m"?n[1]?.
text:void 0;this.program=o?.replace(/^awscli$/,"aws")??RS(e);let i=ar(e,s.invocations);this.isSupplied=i!==n,this.words=o===void 0?i:i.slice(2);let{flags:a,options:l,
operands:c}=Ae(this.program,this.words);this.flags=a,this.options=l,this.operands=c}invocation;context;program;flags;options;operands;classCache={};affected;feeders;isSupplied;words;get recursive(){
return this.isSupplied||/^(find|rimraf|rsync|tar|zip)$/.test(this.program)||fe(this.flags,"-r","-R","--recursive","-Recurse")||this.operands.some(AS)}get isContained(){
let{wrappers:e}=this.invocation,s=e.lastIndexOf(Rr);return s!==-1&&Am(e.slice(s+1))}get isInOwnContainer(){let{wrappers:e,args:s,client:r,environment:n}=this.invocation;
if(!e.includes(Pr))return!1;let i=[...Object.keys(r?.environment??n).map(l=>`${l}=`),...[...s,...r?.args??[]].map(({text:l})=>l)],a=e.slice(e.lastIndexOf(Pr)+1).
filter(l=>l!==Rr&&C.interpreters.get(l)?.language!=="sql");return Am(a)&&!i.some(l=>ES.test(l))}get root(){return this.invocation.wrappers.some(e=>Hl.root_wrappers.
has(e))}get downloaded(){let{program:e,operands:s,invocation:r}=this,{path:n,folder:o,wrappers:i,input:a}=r,{downloads:l,fetched:c}=this.context;if(n.includes("\
://")||n.includes("/")&&l.has(n,o))return!0;let d=$m(e);if(d&&s.slice(0,1).some(({text:m})=>l.has(m,o)))return!0;let u=a?.kind==="pipe"&&a.from.some(km);return!(c||
u)||Mr(r)?!1:e==="\uFFFC"?i.some(m=>$m(m)||m==="eval"):!d&&e!=="eval"?!1:[...s,...this.options.map(({value:m})=>m)].some(({text:m})=>m.trim()==="\uFFFC"||m.startsWith(
"/dev/fd/"))||a?.kind==="text"&&a.text.includes("\uFFFC")&&s.length===0}get purpose(){if(!wm(this.invocation,this.words))return;let e=this.words.map(({text:s})=>s);
return _m(this.program,this,e)?"help":xm(this.program,this,e)?"dry-run":void 0}get redirections(){let{redirects:e,language:s,folder:r}=this.invocation,n=qt(":",
[],e,r);return new t({...n,language:s},this.context)}get from(){let{input:e}=this.invocation;this.feeders??=e?.kind==="pipe"?e.from.map(o=>new t(o,this.context)):
[];let s=this.feeders.findLastIndex(o=>o.program==="cut"&&o.printsNames),r=this.feeders[s]?.invocation.input;return r?.kind==="pipe"&&this.feeders.slice(0,s).every(
o=>r.from.includes(o.invocation))?this.feeders.slice(s):this.feeders}get hasUnreadPath(){let e=this.invocation.folder?.text??"";return hn.some(s=>this.selectPaths(
s).some(({text:r})=>Ee(e+r)))}get printsNames(){let e=this.words.map(({text:s})=>s).join(" ");return this.program==="sed"?/^(?:-E )?s(.)=\.\*\1=?[^&\\]*\1 (?:\S*\/)?\.env(?:\.\w+)?$/.
test(e):this.program==="cut"?/^(?:-d ?= -f ?1|-f ?1 -d ?=)(?: (?:\S*\/)?\.env(?:\.\w+)?)?$/.test(e):this.program==="grep"&&this.flags.some(s=>/^(?:-q|-c|--quiet|--count)$/.
test(s))}nameHandedOver(e,s){if(!s.has("credentials"))return s;let r=[...s].filter(o=>o!=="credentials");if(e==="reads"&&this.printsNames)return new Set(r);let n=`${e}\
 ${this.program} ${this.operands.map(({text:o})=>o).join(" ")}`;return $S.test(n)?new Set([...r,"handed-over"]):TS.test(n)?new Set([...r,"from-template"]):s}getPathClasses(e){
let s=this.classCache[e];if(s)return s;let{workspace:r,folder:n}=this.context,o={workspace:r,folder:this.invocation.folder?.text??n},i=this.selectPaths(e).flatMap(
c=>[...Cm(c,o)]),a=this.isContained?i.filter(c=>c==="credentials"):i,l=this.nameHandedOver(e,new Set(a));return this.classCache[e]=l,l}selectPaths(e){let{program:s,
args:r,redirects:n,input:o}=this.invocation,i=n.flatMap(({kind:c,path:d})=>c==="read"?[]:[d]);if(e==="redirected")return i;if(e==="names")return s==="find"?ir(r):
this.operands;this.affected??=Cn(this.program,this);let a=this.affected[e];if(e==="writes")return[...a,...i];if(e==="deletes"&&s==="find")return En(r)?ir(r):[];
if(e==="deletes")return Ol(a,this.invocation,this.context.invocations);if(e!=="reads")return a;let l=n.flatMap(({kind:c,path:d})=>c==="read"?[d]:[]);return[...a,
...l,...o?.kind==="file"?[o.path]:[]]}},AS=({text:t,glob:e})=>e&&/(?:^|\/)\*\*(?:\/|$)/.test(t),Tm=String.raw`(?:\./)?(?:[\w-]+/)*`,Rm=String.raw`${Tm}\.env(?:\.[\w-]+)*$`,
$S=new RegExp(String.raw`^reads (?:source|\.) ${Rm}`),TS=new RegExp(String.raw`^writes cp ${Tm}\.?env[\w.-]*[._-](?:example|sample|template|tpl|dist|defaults?) ${Rm}`);
function RS({program:t,path:e,wrappers:s}){if(t==="k")return"kubectl";let r=Fl.test(s.at(-1)??"");return Hl.machine_programs.has(t)&&(r||/^[^/~]+\//.test(e))?`.\
/${t}`:(r?t.replace(/(?<=.)@[\w.^~-]+$/,""):t).replace(/\.exe$/i,"").replace(/^(python|pip|ruby|perl|php|node|lua)[\d.]+$/,"$1")}var $m=t=>Hl.script_runners.has(
t.toLowerCase());function Pm(t,e,s){if(!(!t.program.includes("\uFFFC")||t.args.length===0))for(let[r,{only:n}]of C.candidates){if(r==="rm"&&!t.args.some(({text:i})=>/^-\w*[rRf]|^--recursive|^--force/.
test(i)))continue;let o=s(new Ts({...t,program:r,path:r},e));if(o&&(!n||n.includes(o.id)))return o}}function Im(t,e,s){let{program:r,path:n,args:o,redirects:i,folder:a}=t;
if(Ee(n))return!0;let l=o.some(({text:p})=>Ee(p));if(!l&&!i.some(p=>Ee(p.path.text))&&!Ee(a?.text??""))return!1;let c=new Ts(t,e);if(c.hasUnreadPath)return!0;if(!l)
return!1;let d=c.operands.some(({text:p})=>Ee(p));if(d&&C.roles.has(c.program))return!0;let u=c.options.some(({value:p})=>Ee(p.text));return r.includes("\uFFFC")||
s(c,u&&!d?"values":"any")}var PS=/(?:^|[-_./])(?:tmp|temp|tests?|testing|scratch|throwaway|demo|probe|trial|dummy|sandbox|wip|foo|bar|e2e|smoke|ci|t\d+)(?:[-_./]|\d|$)/i,IS=/prod|live|main|master|stag|release|data|backup|company/i,
ii=/^\/(?:tmp|var\/tmp|dev\/shm)\/(?!.*\.\.).+/;function Om(t){return t.program==="git"&&OS(t)||NS(t)}function NS({program:t,invocation:e,context:{invocations:s}}){
let r=C.creations.get(t);if(!r)return!1;let[n,o]=Nm(e),[,i]=new RegExp(r.destroys).exec(n)??[],a=e.wrappers.some(d=>!/^(?:(?:ba)?sh|sudo|env|time|timeout|psql|mysql|mariadb)$/.
test(d));if(i===void 0||i.includes("\uFFFC")||a)return!1;let l=PS.test(i)&&!IS.test(i)||ii.test(i),c=new RegExp(r.makes);return s.slice(0,Math.max(0,s.indexOf(e))).
some(d=>{let[u,p]=Nm(d),m=l||t==="dropdb"&&e.needs?.includes(d),h=d.program===r.maker&&c.exec(u)?.[1]===i;return m&&h&&p===o})}function Nm(t){let{program:e,args:s,
folder:r,environment:n,client:o,wrappers:i}=t,a=s.map(({text:h})=>h),{operands:l,options:c}=Ae(e,s),d=c.filter(({flag:h})=>h==="--name").map(({value:h})=>h.text),
u=e==="git"?a:[...l.map(({text:h})=>h),...d],p=a.filter(h=>!u.includes(h)&&h!=="--name"),m=o?.args.flatMap(({text:h})=>/\s/.test(h)?[]:[h]);return[u.join(" "),JSON.
stringify([e==="git"?[]:p,r?.text,n,m,i])]}function OS(t){let{environment:e,folder:s,args:r}=t.invocation,[n=""]=t.operands.map(({text:o})=>o);return n==="push"?
LS(t):s===void 0||!Lm(s.text,t)||"GIT_DIR"in e||"GIT_WORK_TREE"in e||t.context.invocations.some(o=>/core\.worktree|^-\S*s\S* .* \/tmp\//i.test(le(o.args).text))||
Object.values(e).some(({text:o})=>/core\.worktree/i.test(o))?!1:C.programWords.tree_commands.has(n)?!r.some(({text:o})=>/^[/~]/.test(o)):Dm(s.text,t)}function Lm(t,{
context:{workspace:e,folder:s=e}}){let r=[e,s].some(n=>Ul(t,n)||Ul(n,t));return ii.test(t)&&!r}function LS(t){let{operands:e,invocation:s,context:r}=t,[,n="orig\
in"]=e.map(({text:a})=>a);if(ii.test(n))return!0;let o=r.invocations.some(a=>a.program==="git"&&/(?:^|\s)remote(?:\.\w| add| set-url)/.test(le(a.args).text)),i=s.
folder?.text??"";return n==="origin"&&!o&&Lm(i,t)&&Dm(i,t,ii)}var Dm=(t,{context:e},s=/(?:)/)=>e.invocations.some(r=>r.program==="git"&&Ul(t,DS(r,s))),Ul=(t,e)=>e!==
void 0&&`${t}/`.startsWith(`${e}/`);function DS({args:t,folder:e},s){let[r,n="",o]=Ae("git",t).operands.map(({text:i})=>i);if(!(r!=="clone"||o===void 0||!s.test(
n)))return o.startsWith("/")||e===void 0?o:`${e.text}/${o}`}function $n(t,e){if(!e.includes("*"))return t===e;let s=e.replaceAll("\\*","\0").split("*"),[r,...n]=s.map(l=>l.replaceAll("\0","*"));if(n.length===0)return t===
r;let o=n.pop();if(t.length<r.length+o.length||!t.startsWith(r)||!t.endsWith(o))return!1;let i=t.length-o.length,a=r.length;for(let l of n){let c=t.indexOf(l,a);
if(c===-1||c+l.length>i)return!1;a=c+l.length}return!0}var Et=(t,e)=>e.some(s=>$n(t,s));var{ownData:ai,interpreters:qS,clients:WS}=C,qm=/^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^@/\s]*@)?(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?:\/|$)/,Mm=/^(?:.*[/_-])?(?:test|tests|testing|scratch|tmp)(?:[_-][\w-]*)?\d*(?:\.(?:db|sqlite3?))?(?:\?.*)?$/,
MS=/^(?::memory:$|\/(?:tmp|var\/tmp|dev\/shm)\/(?!.*\.\.))/,jS=/^(?:sqlite3?|duckdb)$/,FS=/^(?:curl|wget|https?|xhs?)$/,VS=/^(?:drop-database|drop-tablespace|drop-owned|shutdown|flush)$/;
function jm(t){let{program:e,operands:s,invocation:r}=t,{client:n}=r;if(e==="sql")return n!==void 0&&(HS(t,n)||Wm(n));if(FS.test(e)){let o=s.filter(({text:i})=>/[/:]/.
test(i));return o.length>0&&o.every(({text:i})=>qm.test(i)&&Mm.test(i))}return Fm(r,ai.endpoints,o=>qm.test(o))?!0:!WS.has(e)&&e!=="gsutil"&&Wm(r)}function Fm({
args:t,environment:e},s,r){let o=[...t.flatMap(({text:i},a)=>{let[,l,c="",d]=/^(--?)?([A-Za-z][\w-]*)(?:=([\s\S]*))?$/.exec(i)??[];return s.includes(c)&&(l!==void 0||
d!==void 0)?[d??t[a+1]?.text??""]:[]}),...s.flatMap(i=>e[i]?.text??[])];return o.length>0&&o.every(r)}var Wm=t=>Fm(t,ai.environments,e=>Et(e,ai.stages));function HS({
operands:[t],context:e},{program:s,args:r}){let n=qS.get(s);if(n?.language!=="sql")return!1;if(s==="clickhouse"&&r[0]?.text==="local"||s==="bq"&&r.some(({text:h})=>h===
"--dry_run"))return!0;let{options:o,operands:i}=L(r,n),a=D(o,...ai.databases).map(({text:h})=>h),l=e.invocations.flatMap(h=>h.program==="sql"&&h.args[0]?.text===
"attach"?[h.args[1]?.text??""]:[]),c=jS.test(s),d=i.slice(0,1).map(({text:h})=>h),u=[...a,...d.length>0||!c?d:[":memory:"],...l];if(u.length===0)return!1;let m=(!s.
startsWith("mongo")||r.some(({text:h})=>/sibling|\buse\b|connect|mongo\(/i.test(h)))&&VS.test(t?.text??"");return u.every(h=>c&&MS.test(h)||!m&&Mm.test(h))}cr();var{clients:US,clientWords:Ur}=C,BS=6,GS=/^(?![~/])(?!.*(?:node_modules|vendor|env)\/).*\//,zS=/^[a-zA-Z][\w:.-]*$/;function Vm(t,{path:e,args:s}){let r=US.get(
t);if(!r||GS.test(e)&&!Ur.project.has(t))return!1;let n=Ae(Nr(t)?t:"client",s).operands.slice(0,r.words??BS).map(({text:i})=>i),o=n.join(" ");if(r.spares?.some(
i=>o===i||o.startsWith(`${i} `)))return!1;for(let i of n){if(!zS.test(i))return!1;if(r.verbs?.some(c=>i===c||i.endsWith(`:${c}`)))return!0;let a=KS(i);if(Ur.others.
has(i)||a.length>1&&Ur.others.has(`${a[0]}-`)||Ur.local.has(i)){if(!r.nouns?.includes(i))return!1}else if(Ur.destroys.has(a[0])||Ur.destroys.has(a.at(-1)))return!0}
return!1}var KS=t=>t.replace(/([a-z])([A-Z])/g,"$1-$2").toLowerCase().split(/[:.]/).at(-1).split(/[-_]/);var Bl=[...hn,"names"];function Hm(t,e){let{program:s,subcommand:r,flags:n,options:o,args:i,recursive:a,root:l,via:c,environment:d,language:u}=e;if(s&&!Et(t.program,
s)||u&&!u.includes(t.invocation.language)||a!==void 0&&t.recursive!==a||l!==void 0&&t.root!==l||c&&!t.invocation.wrappers.some(m=>Et(m,c)))return!1;let p=r?YS(t,
r):0;if(p===void 0||n&&!QS(t,n)||o&&!Object.entries(o).every(([m,h])=>e_(t,m,h))||i&&!ZS(t.operands.slice(p),i)||d&&!Object.entries(d).every(([m,h])=>t_(t,m,h)))
return!1;for(let m of Bl){let h=e[m];if(h&&!Gl(t.getPathClasses(m),h))return!1}return e.redirected!==void 0&&Um(t,e)!==e.redirected||e.to&&!o_(t,e.to)||e.service_verb&&
!Vm(t.program,t.invocation)||e.downloaded&&!t.downloaded||e.from&&!s_(t,e.from)?!1:!e.line||r_(t.context.invocations)(e.line)}function Um(t,{writes:e}){let s=t.
getPathClasses("redirected");return e?Gl(s,e):s.size>0}var Gl=(t,e)=>e.some(s=>t.has(s));function YS({operands:t},e){for(let s of e){let r=s.split(" ");if(t.length>=
r.length&&r.every((n,o)=>$n(t[o].text,n)))return r.length}}var XS=["subcommand","flags","options","args","names","to"],JS=["options","to"];function Bm(t,e,s){let{
program:r,operands:n}=t;return!e.program||!Et(r,e.program)||e.redirected===!0&&!Um(t,e)||!(s==="any"?XS:JS).some(o=>e[o]!==void 0)?!1:(e.subcommand??[""]).some(
o=>o.split(" ").every((i,a)=>{let l=n[a];return i===""||l===void 0||l.text.includes("\uFFFC")||$n(l.text,i)}))}function QS({flags:t,invocation:e},{any:s,all:r,none:n}){
return s&&!fe(t,...s)||r&&!r.every(o=>fe(t,o))?!1:!n||Ll(e)||!fe(t,...n)}function ZS(t,{any:e,none:s,at_least:r,at_most:n}){return r!==void 0&&t.length<r||n!==void 0&&
t.length>n||e&&!t.some(({text:o})=>Et(o,e))?!1:!s||!t.some(({text:o})=>Et(o,s))}var e_=({options:t},e,s)=>t.some(({flag:r,value:n})=>fe([r],e)&&Et(n.text,s)),t_=({
invocation:t},e,s)=>Object.entries(t.environment).some(([r,{text:n}])=>$n(r,e)&&Et(n,s));function s_({from:t},{program:e,reads:s,without:r,operands_at_most:n=Number.
POSITIVE_INFINITY}){return r&&t.some(o=>Et(o.program,r))?!1:t.some(o=>Et(o.program,e)&&o.operands.length<=n&&(!s||Gl(o.getPathClasses("reads"),s)))}var r_=Fe(t=>{
let e=t.map(n_),s=r=>e.some(n=>Et(n,r));return Fe(({any:r,none:n})=>(!r||s(r))&&!(n&&s(n)))},new WeakMap),n_=({program:t,args:e})=>[t,...e.map(({text:s})=>s)].join(
" ").slice(0,2e3);function o_(t,e){return[...t.operands,...t.options.filter(({flag:r})=>/^--(?:(?:extra-)?index-)?url$|^--registry$/.test(r)).map(({value:r})=>r)].
some(r=>{let n=Zo(r);return n===e||e==="remote"&&n==="drop"})}var li=class{rules;byProgram=new Map;byEffect=new Map;phrased=new Map;constructor(e){this.rules=[...e].sort((s,r)=>Xt[s.severity]-Xt[r.severity]),this.rules.forEach(
(s,r)=>{for(let n of s.match??[])this.enter({rule:s,condition:n,at:r})})}canBreak(e,s,r){return[this.byProgram.get(e.program)??[],...this.byEffect.values()].flat().
some(o=>zl(o,r)&&Bm(e,o.condition,s))}findBrokenRule(e,s){let r=this.first(e,s);if(!r||e.purpose===void 0)return r;let{redirects:n}=e.invocation,o=n.length>0?this.
first(e.redirections,s):void 0,i=e.purpose==="help"?void 0:this.first(e,s,l_);return this.selectWorse(o,i)}first(e,s,r=n=>!0){let n,o=[...this.byEffect].map(([i,
a])=>i===void 0||e.getPathClasses(i).size>0?a:[]);for(let i of[this.byProgram.get(e.program)??[],...o].flat())n&&i.at>=n.at||!zl(i,s)||!r(i.rule)||!Hm(e,i.condition)||
a_(i.rule,e)||(n=i);return n?.rule}getPhraseRules(e){let s=`${e.trust} ${e.level}`,r=this.phrased.get(s)??this.rules.filter(n=>n.phrases!==void 0&&zl({rule:n},e));
return this.phrased.set(s,r),r}selectWorse(e,s){return!e||!s?e??s:this.rules.indexOf(s)<this.rules.indexOf(e)?s:e}enter(e){let{program:s}=e.condition,r=Bl.find(
n=>e.condition[n]!==void 0);if(!s||s.some(n=>n.includes("*")))Gm(this.byEffect,r,e);else for(let n of new Set(s))Gm(this.byProgram,n,e)}};function zl({rule:t,condition:e},{
trust:s,level:r}){return t.trust!==void 0&&s>=t.trust?!1:r==="strict"||t.level!=="strict"&&e?.level!=="strict"}var i_=["files","privilege","persistence","proces\
ses","disks"];function a_({spares:t,category:e},s){let r=i_.includes(e)||e==="git"&&s.operands[0]?.text!=="push";return s.isContained&&r||e==="databases"&&s.isInOwnContainer||
t?.includes("own-data")===!0&&jm(s)||t?.includes("own-act")===!0&&Om(s)}var l_=({code:t,category:e})=>t==="credential_file_protected"||e==="remote-code";function Gm(t,e,s){
t.set(e,[...t.get(e)??[],s])}var zm=JSON.parse('[{"code":"destructive_operation_blocked","id":"startup-file","category":"persistence","severity":"severe","explanation":"This changes what ru\
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
ove","stack rm","stack remove","service rm","secret rm","config rm","node rm","context rm"]},{"program":["docker","podman","nerdctl"],"subcommand":["rm","rmi","\
kill","stop","container rm","container kill","container stop","image rm","container remove"],"args":{"any":["\\ufffc*"]},"line":{"none":["* --filter *","* -f nam\
e*","* --filter=*","* -f status*","* -f label*","* -f ancestor*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["rm","rmi","kill","stop","container r\
m","container stop","image rm"],"flags":{"any":["-a","--all"]}},{"program":["docker","podman","nerdctl"],"subcommand":["compose down","compose rm"],"flags":{"an\
y":["-v","--volumes"]}},{"program":["docker-compose","podman-compose"],"subcommand":["down","rm"],"flags":{"any":["-v","--volumes"]}},{"program":["docker","podm\
an","nerdctl"],"subcommand":["compose down"],"options":{"--rmi":["all"]}},{"program":["docker","podman","nerdctl"],"subcommand":["compose down"],"flags":{"any":\
["--rmi"]}},{"program":["docker-compose","podman-compose"],"subcommand":["down"],"flags":{"any":["--rmi"]}},{"program":["crictl"],"subcommand":["rmi","rm","rmp"\
],"flags":{"any":["--prune","-a","--all","-f"]}},{"program":["ctr"],"subcommand":["* rm","* delete","images rm"]}]},{"code":"destructive_operation_blocked","id"\
:"container-escape","category":"containers","severity":"severe","explanation":"This gives a container power over the host. Mount the folder that it needs, witho\
ut extra rights.","trust":4,"match":[{"program":["docker","podman","nerdctl"],"subcommand":["run","create","container run","exec"],"flags":{"any":["--privileged\
"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create","container run"],"options":{"-v":["/:*","/etc*","/root*","/home:*","/var/run/docker.s\
ock*","/run/docker.sock*","/var:*","/usr:*","/boot*","/dev:*","/proc*","/sys*","~:*","~/.ssh*","~/.aws*","*containerd.sock*","/var/lib/docker*","*docker.sock:*"\
]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create","container run"],"options":{"--volume":["/:*","/etc*","/root*","/home:*","/var/run/doc\
ker.sock*","/run/docker.sock*","/var:*","/usr:*","/boot*","/dev:*","/proc*","/sys*","~:*","~/.ssh*","~/.aws*","*containerd.sock*","/var/lib/docker*","*docker.so\
ck:*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--mount":["*source=/,*","*src=/,*","*source=/etc*","*src=/etc*","*do\
cker.sock*","*src=/root*","*source=/root*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--pid":["host"]}},{"program":["\
docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--ipc":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"\
options":{"--userns":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--uts":["host"]}},{"program":["docker","podma\
n","nerdctl"],"subcommand":["run","create"],"options":{"--cgroupns":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":\
{"--cap-add":["ALL","all","SYS_ADMIN","CAP_SYS_ADMIN","SYS_PTRACE","SYS_MODULE","DAC_READ_SEARCH"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run\
","create"],"options":{"--device":["/dev/sd*","/dev/nvme*","/dev/mem*","/dev/vd*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"opt\
ions":{"--security-opt":["*unconfined*","*disable*"]}},{"program":["curl","socat","nc"],"options":{"--unix-socket":["*docker.sock","*containerd.sock","*podman.s\
ock"]}}]},{"code":"destructive_operation_blocked","id":"cluster-delete","category":"containers","severity":"severe","explanation":"This deletes or stops what ru\
ns in a cluster. Ask the person who runs it.","trust":4,"spares":["own-act"],"match":[{"program":["kubectl","oc"],"subcommand":["patch"],"options":{"-p":["*fina\
lizers*null*","*finalizers*[]*"]}},{"program":["kubectl","oc"],"subcommand":["patch"],"options":{"--patch":["*finalizers*null*","*finalizers*[]*"]}},{"program":\
["kubectl","oc","microk8s.kubectl","k3s kubectl"],"subcommand":["delete","drain","cordon","taint"]},{"program":["kubectl","oc"],"subcommand":["replace"],"flags"\
:{"any":["--force"]}},{"program":["kubectl","oc"],"subcommand":["scale"],"options":{"--replicas":["0"]}},{"program":["kubectl","oc"],"subcommand":["apply"],"fla\
gs":{"any":["--prune"]}},{"program":["kubectl","oc"],"subcommand":["create clusterrolebinding","create rolebinding","adm policy *","adm *"]},{"program":["kubect\
l","oc"],"subcommand":["patch"],"options":{"-p":["*finalizers*","*cluster-admin*","*privileged*"]}},{"program":["kubectl"],"subcommand":["run"],"flags":{"any":[\
"--privileged"]}},{"program":["kubectl","oc"],"subcommand":["run","debug"],"options":{"--overrides":["*hostPID*","*privileged*","*hostPath*"]}},{"program":["kub\
ectl","oc"],"subcommand":["debug node/*"]},{"program":["helm"],"subcommand":["uninstall","delete","del","un"]},{"program":["kubeadm","k3s-uninstall.sh","rke2-un\
install.sh"],"subcommand":["reset"]},{"program":["k3s-uninstall.sh","rke2-uninstall.sh"]},{"program":["minikube"],"subcommand":["delete"],"flags":{"any":["--all\
","--purge"]}},{"program":["kind","k3d"],"subcommand":["delete clusters","cluster delete"],"flags":{"any":["--all","-a","-A"]}},{"program":["kops","eksctl","ros\
a","talosctl"],"subcommand":["delete","delete *","reset"]},{"program":["nomad"],"subcommand":["job stop","stop","system gc","namespace delete","volume delete"]}\
,{"program":["argocd"],"subcommand":["app delete","cluster rm","proj delete"]},{"program":["flux"],"subcommand":["uninstall","delete"]},{"program":["istioctl"],\
"subcommand":["uninstall"]},{"program":["velero"],"subcommand":["schedule delete"]},{"program":["etcdctl"],"subcommand":["del","defrag","member remove","snapsho\
t restore","user delete"]},{"program":["consul"],"subcommand":["kv delete","leave","force-leave"]},{"program":["k9s"],"flags":{"any":["--write"]}}]},{"code":"de\
structive_operation_blocked","id":"local-machine-delete","category":"containers","severity":"severe","explanation":"This deletes a machine or a cluster on this \
machine, with what is in it. Make one of your own and delete that.","trust":4,"level":"strict","spares":["own-act"],"match":[{"program":["kind","minikube","k3d"\
,"limactl","colima","lando","ddev","distrobox","toolbox","orb","multipass"],"subcommand":["delete","destroy","rm","remove","* delete","* rm","* destroy","delete\
 clusters"]},{"program":["vagrant"],"subcommand":["destroy"]}]},{"code":"destructive_operation_blocked","id":"cloud-delete","category":"clouds","severity":"seve\
re","explanation":"This deletes or stops resources of a cloud account. Ask the person who runs it.","trust":4,"spares":["own-data"],"match":[{"program":["cloud-\
sdk"]},{"program":["aws"],"subcommand":["s3 rb"]},{"program":["aws"],"subcommand":["s3 rm","s3 mv"],"recursive":true},{"program":["aws"],"subcommand":["s3 rm"]}\
,{"program":["aws"],"subcommand":["s3 sync"],"flags":{"any":["--delete"]}},{"program":["aws"],"subcommand":["* delete-*","* terminate-*","* deregister-*","* bat\
ch-delete-*","* purge-*","* schedule-key-deletion","* remove-*","* stop-*","* disable-*","* release-*","* reboot-*","* destroy-*","* revoke-*","* leave-organiza\
tion","* close-account","* unsubscribe","* cancel-*","* detach-*","* unregister-*","* batch-write-item"]},{"program":["gsutil"],"subcommand":["rm","rb"]},{"prog\
ram":["gsutil"],"subcommand":["rsync"],"flags":{"any":["-d"]}},{"program":["aws"],"options":{"--change-batch":["*DELETE*"]}},{"program":["azcopy"],"subcommand":\
["sync"],"options":{"--delete-destination":["true"]}},{"program":["azcopy"],"subcommand":["sync"],"flags":{"any":["--delete-destination"]}},{"program":["gcloud"\
,"bq"],"args":{"any":["delete","destroy","reset-windows-password","purge"]}},{"program":["gcloud"],"subcommand":["storage rm","storage buckets delete","compute \
instances stop","compute instances reset"]},{"program":["bq"],"subcommand":["rm"]},{"program":["az"],"args":{"any":["delete","purge","delete-batch","deallocate"\
,"delete-many"]}},{"program":["wrangler"],"subcommand":["d1 execute"],"flags":{"none":["--local"]}},{"program":["heroku"],"subcommand":["ps:stop"]},{"program":[\
"rclone"],"subcommand":["delete","purge","sync","deletefile","cleanup","rmdirs","move"]},{"program":["mc"],"subcommand":["rb","rm","mirror"],"flags":{"any":["--\
force","--recursive","-r","--remove","--dangerous"]}},{"program":["s3cmd","s5cmd","b2","azcopy","swift"],"subcommand":["rb","del","rm","delete*","remove","bucke\
t delete","file delete","key delete"]},{"program":["dvc"],"subcommand":["gc"],"flags":{"any":["-c","--cloud"]}},{"program":["dvc"],"subcommand":["destroy"]},{"p\
rogram":["modal"],"subcommand":["app stop"]},{"program":["heroku"],"subcommand":["pg:psql"],"args":{"any":["*DROP *","*drop *","*TRUNCATE *","*truncate *"]}},{"\
program":["docker","podman"],"subcommand":["run"],"args":{"any":["*/aws-cli","*/aws-cli:*","*/cloud-sdk*","*/google-cloud-cli*","*/azure-cli*"]},"line":{"any":[\
"* s3 rb *","* s3 rm *--recursive*","* delete-*","* terminate-*","* delete *"]}}]},{"code":"destructive_operation_blocked","id":"cloud-rights","category":"cloud\
s","severity":"severe","explanation":"This gives rights in a cloud account, or opens something of it to everybody. Ask the person who runs it.","trust":4,"match\
":[{"program":["aws"],"subcommand":["iam create-user","iam create-login-profile","iam attach-*","iam put-*","iam add-user-to-group","iam update-*","iam create-p\
olicy*","iam create-role","* authorize-security-group-ingress","s3api put-bucket-policy","s3api put-bucket-acl","s3api put-object-acl","s3api put-public-access-\
block","lambda add-permission","kms put-key-policy","* modify-image-attribute","* modify-snapshot-attribute","ec2 create-key-pair"]},{"program":["aws"],"subcomm\
and":["s3 cp","s3 sync","s3 mv"],"options":{"--acl":["public-*"]}},{"program":["aws"],"flags":{"any":["--acl"]},"args":{"any":["public-read","public-read-write"\
]}},{"program":["gcloud"],"args":{"any":["add-iam-policy-binding","set-iam-policy","remove-iam-policy-binding"]}},{"program":["gsutil"],"subcommand":["iam ch","\
acl ch","acl set","iam set","defacl ch","defacl set"]},{"program":["az"],"subcommand":["role assignment create","ad user create","ad app credential reset"]}]},{\
"code":"destructive_operation_blocked","id":"infrastructure-destroy","category":"clouds","severity":"severe","explanation":"This destroys or changes real infras\
tructure without anybody looking at it. Make a plan and show it.","trust":4,"match":[{"program":["terraform","tofu","terragrunt"],"subcommand":["destroy","run-a\
ll destroy","state rm","workspace delete","force-unlock","taint","state push","destroy-all"]},{"program":["terraform","tofu","terragrunt"],"subcommand":["apply"\
,"run-all apply"],"flags":{"any":["-auto-approve","--auto-approve","-destroy","--destroy","--terragrunt-non-interactive"]}},{"program":["terraform","tofu","terr\
agrunt"],"subcommand":["apply"],"line":{"any":["terraform *plan*-destroy*","tofu *plan*-destroy*","terragrunt *plan*-destroy*"]}},{"program":["pulumi"],"subcomm\
and":["destroy","stack rm","state delete","down"]},{"program":["pulumi"],"subcommand":["up","update"],"flags":{"any":["-y","--yes","-f","--skip-preview"]}},{"pr\
ogram":["cdk","sam","serverless","sls","sst","eb","copilot","amplify","kamal","cdktf","up","chalice","zappa","terraform-destroy"],"subcommand":["destroy","delet\
e","remove","terminate","undeploy","app delete","env delete","svc delete"]},{"program":["vagrant"],"subcommand":["destroy"],"flags":{"any":["-f","--force"]}},{"\
program":["ansible"],"options":{"-a":["*rm -*","*shutdown*","*reboot*","*mkfs*","*dd if*","*state=absent*","*curl*|*sh*","*systemctl stop*"]}},{"program":["salt\
","salt-call","salt-ssh"],"args":{"any":["*rm -*","*shutdown*","*reboot*","*mkfs*","*dd if*","*systemctl stop*"]}},{"program":["virsh"],"subcommand":["destroy",\
"undefine","vol-delete","pool-delete"]},{"program":["VBoxManage","vboxmanage"],"subcommand":["unregistervm"]},{"program":["qm","pct"],"subcommand":["destroy"]},\
{"program":["wsl","wsl.exe"],"flags":{"any":["--unregister"]}},{"program":["vim-cmd"],"subcommand":["*/destroy","*/unregister","*/power.off","*/*.remove*"]},{"p\
rogram":["esxcli"],"subcommand":["vm process kill","storage * remove","system shutdown *"]},{"program":["lxc-destroy","lxc-snapshot"],"flags":{"any":["-n","--na\
me","-d","--destroy","-f","--force"]}},{"program":["lxc-destroy"],"args":{"at_least":1}},{"program":["quickemu"],"flags":{"any":["--delete-vm","--delete-disk"]}\
}]},{"code":"destructive_operation_blocked","id":"service-delete","category":"clouds","severity":"severe","explanation":"This deletes what a remote service keep\
s, for everybody who uses it. Ask the person who owns it.","trust":4,"spares":["own-data"],"match":[{"service_verb":"destroys"},{"program":["curl","http","https\
","wget","xh","xhs"],"options":{"-X":["PURGE"]}},{"program":["curl","http","https","wget","xh","xhs"],"options":{"--request":["PURGE"]}},{"program":["curl","htt\
p","https","wget","xh","xhs"],"args":{"any":["*mutation*{*delete*(*","*mutation*{*Delete(*","*mutation*{*destroy*(*","*mutation*{*Destroy(*","*mutation*{*remove\
*(*"]},"to":"remote"},{"program":["curl","http","https","wget","xh","xhs"],"options":{"-d":["*mutation*{*delete*(*","*mutation*{*Delete(*","*mutation*{*destroy*\
(*","*mutation*{*Destroy(*","*mutation*{*remove*(*"]},"to":"remote"},{"program":["curl","http","https","wget","xh","xhs"],"options":{"--data":["*mutation*{*dele\
te*(*","*mutation*{*Delete(*","*mutation*{*destroy*(*","*mutation*{*Destroy(*","*mutation*{*remove*(*"]},"to":"remote"},{"program":["curl","http","https","wget"\
,"xh","xhs"],"options":{"--data-raw":["*mutation*{*delete*(*","*mutation*{*Delete(*","*mutation*{*destroy*(*","*mutation*{*Destroy(*","*mutation*{*remove*(*"]},\
"to":"remote"},{"program":["fly","flyctl"],"subcommand":["scale count 0"]},{"program":["heroku"],"subcommand":["ps:scale *=0"]},{"program":["nsupdate","knsupdat\
e"],"flags":{"none":["-h","-V","--help","--version"]}},{"program":["cli4"],"flags":{"any":["--delete","-X"]}},{"program":["cli4"],"flags":{"any":["--delete","-X\
"]}},{"program":["Remove-Az*","Remove-EC2*","Remove-S3*","Remove-AD*","Remove-Mg*","Remove-VM","Remove-Service"]},{"program":["curl","http","https","wget","xh",\
"xhs"],"options":{"--data":["*<delete>*"]},"args":{"any":["*/update*"],"none":["localhost:*","127.0.0.1:*","*@localhost:*","*@127.0.0.1:*","*://localhost*","*:/\
/127.0.0.1*","*://*@localhost*","localhost*"]}},{"program":["curl","http","https","wget","xh","xhs"],"options":{"-d":["*<delete>*","*\\"delete\\":{\\"query\\"*"]},"\
args":{"any":["*/update*"],"none":["localhost:*","127.0.0.1:*","*@localhost:*","*@127.0.0.1:*","*://localhost*","*://127.0.0.1*","*://*@localhost*","localhost*"\
]}},{"program":["Remove-Az*","Remove-EC2*","Remove-S3*","Remove-AD*","Remove-Mg*","Remove-VM","Remove-Service"]}]},{"code":"destructive_operation_blocked","id":\
"drop-database","category":"databases","severity":"severe","explanation":"This drops a database or all that is in it. Make one of your own for the test and drop\
 that.","trust":4,"spares":["own-data","own-act"],"match":[{"program":["sql"],"subcommand":["drop-database","drop-schema","flush","drop-owned","drop-keyspace","\
drop-tablespace","shutdown","purge"],"args":{"none":["test","*_test","test_*","*_test_*","*-test","tmp_*","*_tmp","*_ci","ci_*","scratch*"]}},{"program":["dropd\
b"],"args":{"none":["test","*_test","test_*","*_test_*","*-test","tmp_*","*_tmp","*_ci","ci_*","scratch*"]},"flags":{"none":["--help"]}},{"program":["mysqladmin\
"],"args":{"any":["drop","shutdown","flush-*"]}},{"program":["nc","ncat","netcat","telnet"],"line":{"any":["echo *flush_all*","printf *flush_all*"]}},{"program"\
:["redis-cli","valkey-cli"],"subcommand":["del","unlink","DEL","UNLINK"],"args":{"any":["\\ufffc","\\\\*"]}},{"program":["redis-cli","valkey-cli"],"subcommand":["e\
val","EVAL","Eval"],"args":{"any":["*flush*","*FLUSH*","*del*","*DEL*"]}},{"program":["redis-cli","valkey-cli"],"subcommand":["config set","CONFIG SET"],"args":\
{"any":["dir","dbfilename"]}},{"program":["pg_dropcluster","dropuser","cassandra-nodetool"]},{"program":["pg_resetwal"],"flags":{"none":["-n","--dry-run","--hel\
p","--version"]}},{"program":["sqlite-utils"],"subcommand":["drop-table","drop-view"]},{"program":["nodetool"],"subcommand":["decommission","removenode","assass\
inate"]},{"program":["kafka-topics","kafka-topics.sh","kafka-delete-records*"],"flags":{"any":["--delete","--offset-json-file"]}},{"program":["curl","http","htt\
ps","wget","xh","xhs"],"args":{"any":["*:9200/*","*:9200","*:5984/*","*:8086/*","*:15672/api/*","*:8500/v1/kv*","*elastic*","*opensearch*","*:7700/indexes*","*:\
6333/collections*","*:8108/collections*","*:8983/solr*","*:8080/v1/schema*","*:19530/*","*:5000/api/v1/db*","*:5000/v2/*"]},"options":{"-X":["DELETE"]}},{"progr\
am":["curl","http","https","wget","xh","xhs"],"args":{"any":["*:9200/*","*:9200","*:5984/*","*:8086/*","*:15672/api/*","*:8500/v1/kv*","*elastic*","*opensearch*\
","*:7700/indexes*","*:6333/collections*","*:8108/collections*","*:8983/solr*","*:8080/v1/schema*","*:19530/*","*:5000/api/v1/db*","*:5000/v2/*"]},"options":{"-\
-request":["DELETE"]}},{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*:9200/*","*:9200","*:5984/*","*:8086/*","*:15672/api/*","*:8500/v1/\
kv*","*elastic*","*opensearch*","*:7700/indexes*","*:6333/collections*","*:8108/collections*","*:8983/solr*","*:8080/v1/schema*","*:19530/*","*:5000/api/v1/db*"\
,"*:5000/v2/*"]},"options":{"--method":["DELETE"]}},{"program":["http","https","xh","xhs"],"subcommand":["DELETE"],"args":{"any":["*:9200/*","*:9200","*:5984/*"\
]}},{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*/_delete_by_query*","*/tsdb/delete_series*"]}},{"program":["curl","http","https","wget\
","xh","xhs"],"options":{"--url":["*/_delete_by_query*"]}}]},{"code":"destructive_operation_blocked","id":"destroy-messages","category":"databases","severity":"\
severe","explanation":"This deletes queues, topics or the messages in them. Make one of your own for the test and delete that.","trust":4,"spares":["own-data"],\
"match":[{"program":["kafka-acls*"],"flags":{"any":["--remove"]}},{"program":["kafka-consumer-groups*"],"flags":{"any":["--delete","--delete-offsets","--execute\
"]}},{"program":["kafka-configs*"],"flags":{"any":["--delete-config"]}},{"program":["rpk"],"subcommand":["topic trim-prefix"]},{"program":["celery"],"subcommand\
":["purge","amqp queue.purge","amqp queue.delete"]},{"program":["rq"],"subcommand":["empty"]}]},{"code":"destructive_operation_blocked","id":"destroy-rows","cat\
egory":"databases","severity":"severe","explanation":"This destroys or changes a whole table. Write a WHERE, or a migration that can be undone.","trust":4,"spar\
es":["own-data"],"match":[{"program":["sql"],"subcommand":["drop-table","drop-collection","drop-column","drop-bucket","drop-stream","truncate","delete-all","upd\
ate-all"],"args":{"none":["test","*_test","test_*","*_test_*","*-test","tmp_*","*_tmp","*_ci","ci_*","scratch*"]}},{"program":["sql"],"subcommand":["delete-prod\
uction","update-production"],"level":"strict"}]},{"code":"destructive_operation_blocked","id":"database-rights","category":"databases","severity":"severe","expl\
anation":"This gives or takes rights in a database, or changes how it runs. Ask the person who runs it.","trust":4,"match":[{"program":["sql"],"subcommand":["gr\
ant","revoke","create-user","create-role","alter-user","drop-user","drop-role","set-global","kill"]}]},{"code":"destructive_operation_blocked","id":"reset-appli\
cation-data","category":"databases","severity":"severe","explanation":"This throws away what the application has stored. Use a database made for the test.","tru\
st":3,"spares":["own-data"],"match":[{"program":["rails","rake","bin/rails","hanami"],"args":{"any":["db:drop*","db:reset*","db:purge*","db:schema:load","db:mig\
rate:reset","db:truncate_all","db:setup:force"]},"environment":{"RAILS_ENV":["prod*","staging","dev*"]}},{"program":["rails","rake","hanami"],"args":{"any":["db\
:drop*","db:reset*","db:purge*","db:migrate:reset","db:truncate_all"],"none":["*RAILS_ENV=test*"]},"environment":{"*":["prod*","production","staging"]}},{"progr\
am":["rails","rake"],"args":{"any":["db:drop:all","db:drop","db:purge","db:truncate_all","db:reset","db:migrate:reset","DISABLE_DATABASE_ENVIRONMENT_CHECK=1"],"\
none":["RAILS_ENV=test"]}},{"program":["manage.py","django-admin"],"subcommand":["flush","reset_db","sqlflush"]},{"program":["python"],"subcommand":["manage.py \
flush","manage.py reset_db","./manage.py flush","*/manage.py flush","manage.py migrate * zero","*/manage.py reset_db"],"flags":{"none":["--help","-h"]}},{"progr\
am":["prisma"],"subcommand":["db push"],"flags":{"any":["--force-reset","--accept-data-loss"]}},{"program":["php","artisan","sail"],"args":{"any":["migrate:fres\
h","migrate:reset","db:wipe","migrate:refresh","doctrine:database:drop","doctrine:schema:drop","d:d:d"]}},{"program":["sequelize","sequelize-cli","typeorm","mik\
ro-orm","knex","dbmate","mix","sqlx","diesel","goose","migrate","ecto","refinery","flyway","liquibase","atlas"],"subcommand":["db:drop*","schema:drop","db:migra\
te:undo:all","database:drop","drop","ecto.drop","ecto.reset","database drop","database reset","clean","drop-all","reset","dropAll","schema clean","down-to 0","d\
b:reset"]},{"program":["drizzle-kit"],"subcommand":["push*"],"flags":{"any":["--force"]}},{"program":["php"],"subcommand":["*wp-cli.phar db reset","*wp-cli.phar\
 db drop","*wp-cli.phar site empty"]},{"program":["drush","drush.phar"],"subcommand":["@* sql-drop","@* sql:drop"]},{"program":["console","symfony"],"args":{"an\
y":["doctrine:database:drop","doctrine:schema:drop","d:d:d"]},"flags":{"any":["--force","-f"]}},{"program":["convex"],"subcommand":["import"],"flags":{"any":["-\
-replace","--replace-all"]}},{"program":["supabase"],"subcommand":["migration down"]},{"program":["magento","bin/magento"],"subcommand":["setup:uninstall","setu\
p:db-schema:drop"]},{"program":["hasura"],"subcommand":["metadata clear","migrate delete","database drop"]},{"program":["directus"],"subcommand":["database drop\
"]},{"program":["strapi"],"subcommand":["import","transfer"],"flags":{"any":["--force"]}},{"program":["medusa"],"subcommand":["db:drop","db:reset"]},{"program":\
["payload"],"subcommand":["migrate:fresh","migrate:reset","migrate:refresh"]},{"program":["adonis","ace"],"subcommand":["db:wipe","migration:fresh","migration:r\
eset","migration:refresh"]},{"program":["node"],"args":{"any":["db:wipe","migration:fresh","migration:reset","migration:refresh"]}},{"program":["bench"],"subcom\
mand":["reinstall","drop-site"]},{"program":["bench"],"args":{"any":["reinstall","drop-site"]},"flags":{"any":["--site"]}},{"program":["knex"],"subcommand":["mi\
grate:rollback"],"flags":{"any":["--all"]}},{"program":["alembic"],"subcommand":["downgrade base"]},{"program":["flask"],"subcommand":["db downgrade base"]},{"p\
rogram":["pg_restore"],"flags":{"any":["-c","--clean"],"none":["-f","--file","-l","--list"]}},{"program":["mongorestore"],"flags":{"any":["--drop"]}},{"program"\
:["dotnet"],"subcommand":["ef database drop"]}]},{"code":"destructive_operation_blocked","id":"publish-package","category":"publishing","severity":"severe","exp\
lanation":"What is published cannot be taken back. Build the package; a person publishes it.","trust":3,"match":[{"program":["npm","pnpm","bun","jsr","deno","np\
mpub","np","rush"],"subcommand":["publish","pub","stage publish"]},{"program":["yarn"],"subcommand":["publish","npm publish","workspaces foreach npm publish"]},\
{"program":["np","semantic-release","release-it","standard-version-publish"],"flags":{"none":["--help","--version","--preview"]}},{"program":["lerna","changeset\
","auto","nx","beachball"],"subcommand":["publish","shipit","release publish","release"]},{"program":["cargo"],"subcommand":["publish","yank","owner","release"]\
,"flags":{"none":["--list","-l","--help"]}},{"program":["twine"],"subcommand":["upload"],"args":{"none":["testpypi"]}},{"program":["poetry","flit","hatch","pdm"\
,"uv","maturin"],"subcommand":["publish","upload"]},{"program":["python"],"args":{"any":["upload"]},"subcommand":["setup.py"]},{"program":["gem"],"subcommand":[\
"push","yank","owner"]},{"program":["rake","bundle"],"args":{"any":["release","release:rubygem_push"]}},{"program":["mvn","mvnw"],"args":{"any":["deploy","relea\
se:perform","deploy:deploy*","nexus-staging:release"]},"line":{"none":["mvn *altDeploymentRepository=*::file:*"]}},{"program":["gradle","gradlew"],"args":{"any"\
:["publish","*:publish","publishAllPublications*","publishPlugins","uploadArchives","publishTo*Repository","closeAndRelease*","publishAndRelease*"],"none":["pub\
lishToMavenLocal"]}},{"program":["sbt"],"args":{"any":["publish","publishSigned","sonatype*"]}},{"program":["dotnet","nuget"],"subcommand":["nuget push","push",\
"nuget delete","delete"]},{"program":["pod"],"subcommand":["trunk push","repo push","trunk delete"]},{"program":["vsce","ovsx"],"subcommand":["publish","unpubli\
sh"]},{"program":["goreleaser"],"subcommand":["release"],"flags":{"none":["--snapshot","--skip-publish","--skip"]}},{"program":["mix"],"subcommand":["hex.publis\
h"]},{"program":["dart","flutter"],"subcommand":["pub publish"]},{"program":["anaconda","conda"],"subcommand":["upload"]},{"program":["clojure","lein","cabal","\
stack","opam","luarocks","cpan-upload","elm","conan"],"subcommand":["deploy","upload","publish"]},{"program":["snapcraft","charmcraft"],"subcommand":["upload","\
push","release"]},{"program":["wasm-pack"],"subcommand":["publish"]},{"program":["gh","glab"],"subcommand":["release create","release upload","release edit"],"f\
lags":{"none":["--draft","-d"]}}]},{"code":"destructive_operation_blocked","id":"unpublish-package","category":"publishing","severity":"severe","explanation":"T\
his takes away or redirects what others install. Ask the person who owns the package.","trust":4,"match":[{"program":["npm","pnpm","yarn"],"subcommand":["unpubl\
ish","deprecate","owner add","owner rm","access public","access restricted","access grant","access revoke","access set","access edit","access 2fa-*","dist-tag r\
m","dist-tag add * latest","team create","team destroy","team add","team rm","npm tag add","hook add","hook rm","hook update","org set","org rm"]}]},{"code":"de\
structive_operation_blocked","id":"push-image","category":"publishing","severity":"severe","explanation":"This publishes an image. Build it; a person or the pip\
eline pushes it.","trust":3,"match":[{"program":["docker","podman","nerdctl","buildah","img"],"subcommand":["push","image push","manifest push","compose push"],\
"args":{"none":["localhost*","127.0.0.1*","*.local*","registry:5000*"]}},{"program":["docker"],"subcommand":["buildx build","build","buildx bake"],"flags":{"any\
":["--push"]}},{"program":["docker-compose"],"subcommand":["push"]},{"program":["helm","oras","crane","regctl","ko","cosign"],"subcommand":["push","cm-push","co\
py"]},{"program":["skopeo"],"subcommand":["copy * docker://*","sync * docker://*"]}]},{"code":"destructive_operation_blocked","id":"remote-code","category":"rem\
ote-code","severity":"severe","explanation":"This runs code from elsewhere that nobody has looked at. Download it, read it, then install it by the package manag\
er if you can.","trust":4,"match":[{"program":["pip","uv","npm","pnpm","yarn"],"subcommand":["install","i","add","ci","download","pip install"],"to":"drop"},{"p\
rogram":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval"],"from":{"program":["curl","wget","fetch","http","https","xh","aria\
2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"ar\
gs":{"at_most":0},"flags":{"none":["-c"]}},{"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval"],"from":{"program":["\
curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-Re\
stMethod","ssh","dig","nslookup","socat"]},"flags":{"any":["-s"]}},{"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eva\
l","python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"from":{"program":["curl","wget","f\
etch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh"\
,"dig","nslookup","socat"]},"args":{"any":["-","/dev/*","/proc/*"]}},{"program":["python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pws\
h","powershell","Invoke-Expression","iex"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp"\
,"lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"args":{"at_most":0},"flags":{"none":["-c","-m","-e","\
-p","-n","-r","--eval","--print"]}},{"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","node\
","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"from":{"program":["base64","base32","basenc","xxd","openssl","uud\
ecode","gunzip","zcat","gzip","rev","tr","gpg"]},"args":{"at_most":0},"flags":{"none":["-c","-m","-e","-p","-n","-r","--eval","--print"]}},{"program":["pip","np\
m","npx","gem","pnpm","yarn","uv","pipx","cargo","go"],"to":"drop"},{"program":["pip","npm","npx","gem","pnpm","yarn","uv","pipx"],"args":{"any":["http://*"]}},\
{"program":["sudo","env","xargs","tee"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","l\
wp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"args":{"any":["sh","bash"]}},{"downloaded":true},{"progr\
am":["awk","gawk","mawk","sed","gsed","jq","bc","gnuplot"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","ax\
el","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"options":{"-f":["-","/dev/stdin","/de\
v/fd/0"]}},{"program":["sed","gsed"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-\
request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"options":{"--file":["-","/dev/stdin"]}},{"program":["pip"],\
"options":{"--index-url":["http://*"]}},{"program":["pip"],"options":{"--extra-index-url":["http://*"]}},{"program":["pip"],"options":{"-i":["http://*"]}},{"pro\
gram":["deno","bun"],"subcommand":["run"],"args":{"any":["http://*","https://*"]}},{"program":["mshta","rundll32","regsvr32","certutil","bitsadmin"],"args":{"an\
y":["*http://*","*https://*"]}},{"program":["ansible-pull"]},{"program":["npm","pnpm"],"subcommand":["pkg set scripts.*=*curl *","pkg set scripts.*=*wget *"]},{\
"program":["crontab","at","batch","psql","mysql","awk","make"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat"\
,"axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]}}]},{"code":"destructive_operation_\
blocked","id":"run-made-code","category":"remote-code","severity":"severe","explanation":"Nobody can say before it runs which commands this program prints for t\
he shell. Print them to a file, read it, then run it.","trust":3,"match":[{"program":["sh","bash","zsh","dash","ksh","ash","fish"],"from":{"program":["perl","py\
thon","ruby","node","php","deno","bun","lua","awk","gawk","mawk","tclsh"]},"args":{"at_most":0},"flags":{"none":["-c"]}}]},{"code":"destructive_operation_blocke\
d","id":"reverse-shell","category":"exfiltration","severity":"catastrophic","explanation":"This gives somebody elsewhere a shell on this machine.","match":[{"wr\
ites":["connection","local-connection"],"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","n\
ode","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"args":{"at_most":0}},{"reads":["connection","local-connection"\
],"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","node","php","deno","bun","lua","osascri\
pt","tclsh","pwsh","powershell","Invoke-Expression","iex"],"args":{"at_most":0}},{"writes":["connection"],"program":["exec","nc"],"line":{"any":["sh","sh *","ba\
sh","bash *","zsh","dash","\\ufffc*"]}},{"program":["nc","ncat","netcat","nc.traditional","nc.openbsd"],"flags":{"any":["-e","--exec","--sh-exec","--lua-exec"]}}\
,{"program":["nc","ncat","netcat","nc.traditional"],"options":{"-c":["*sh","*sh *","*.exe","\\ufffc*"]}},{"program":["socat"],"args":{"any":["*exec:*","*EXEC:*",\
"*system:*","*SYSTEM:*"],"none":["-","stdio*","STDIO*","pty*","PTY*","unix*","UNIX*","file:*","FILE:*","stdin*","STDIN*","exec:./*","EXEC:./*"]}},{"program":["s\
h","bash","zsh","dash"],"from":{"program":["nc","ncat","netcat","socat","telnet","mkfifo"]}},{"program":["sh","bash","zsh","dash"],"from":{"program":["openssl"]\
},"line":{"any":["openssl s_client*"]}},{"program":["nc","ncat","netcat","telnet","socat"],"from":{"program":["sh","bash","zsh","dash"],"operands_at_most":0}},{\
"program":["openssl"],"from":{"program":["sh","bash","zsh","dash"],"operands_at_most":0},"line":{"any":["openssl s_client*"]}},{"program":["sh","bash","zsh","da\
sh"],"flags":{"any":["-i"]},"args":{"at_most":0},"line":{"any":["nc *"]},"via":["php","perl","ruby","python","node"]},{"program":["xterm"],"flags":{"any":["-dis\
play"]},"args":{"none":[":*"]}}]},{"code":"destructive_operation_blocked","id":"attack-tool","category":"exfiltration","severity":"severe","explanation":"This i\
s a tool for breaking into machines, or for listening to them. Say what it is needed for.","trust":4,"match":[{"program":["msfvenom"],"flags":{"none":["-l","--l\
ist","--list-options","-h","--help","-v","--version"]}},{"program":["chisel"],"subcommand":["server","client"]},{"program":["msfconsole","meterpreter","pwncat",\
"pwncat-cs","gs-netcat","evil-winrm","ettercap","bettercap","responder","Responder.py","arpspoof","logkeys","crackmapexec","netexec","impacket-secretsdump","sec\
retsdump.py","linpeas.sh"],"flags":{"none":["--help","-h","--version"]}},{"program":["showkey"],"flags":{"any":["-k","-s","-a","--keycodes","--scancodes","--asc\
ii"]}},{"program":["xinput"],"subcommand":["test","test-xi2"]},{"program":["tcpdump","tshark","dumpcap"],"flags":{"any":["-w","-A","-X","-Y"],"none":["-r","--ve\
rsion","-h","--help","-D"]}},{"program":["ngrep"],"flags":{"none":["-h","-V","-I"]}}]},{"code":"credential_file_protected","id":"send-secrets","category":"exfil\
tration","severity":"severe","explanation":"This sends secrets, or what may hold them, to another host. Nothing of the kind leaves this machine.","match":[{"pro\
gram":["curl","wget","http","https","xh","nc","ncat","netcat","socat","telnet","openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp","sftp","lftp","webs\
ocat"],"from":{"program":["*"],"reads":["credentials","accounts","logs"]}},{"program":["curl","wget","http","https","xh","nc","ncat","netcat","socat","telnet","\
openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp","sftp","lftp","websocat"],"from":{"program":["env","printenv","set","export","declare","history"]},\
"to":"remote"},{"program":["nc","ncat","netcat","telnet","socat","mail","mailx","sendmail"],"from":{"program":["env","printenv","set","history","export"]}},{"pr\
ogram":["curl","wget","scp","rsync","http","nc","ncat","netcat","socat","telnet","openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp","sftp","lftp","we\
bsocat"],"reads":["credentials","accounts","system","home","root","kernel","logs"],"to":"remote"},{"program":["scp","rsync","sftp"],"reads":["credentials","acco\
unts","system","home","root","personal","logs"],"args":{"any":["*:*"]}}]},{"code":"destructive_operation_blocked","id":"send-data","category":"exfiltration","se\
verity":"severe","explanation":"This sends files or the output of commands to another host. Leave what you have made in the workspace.","trust":3,"match":[{"pro\
gram":["curl","wget","http","https","xh","httpie"],"flags":{"any":["-T","--upload-file","-F","--form","-d","--data","--data-binary","--data-urlencode","--data-r\
aw","--json","--post-file","--body-file","--post-data","--data-ascii"]},"to":"drop"},{"program":["nc","ncat","netcat","socat","telnet","scp","rsync","sftp","ftp\
","tftp","websocat"],"from":{"program":["*"]},"to":"remote"},{"program":["nc","ncat","netcat"],"reads":["source","outside","data","workspace","temp","disposable\
"],"to":"remote"},{"program":["nc","ncat","netcat","telnet","ssh","curl","wget"],"from":{"program":["tar","zip","git","gzip","xz","pg_dump","pg_dumpall","mysqld\
ump","mongodump","7z","cpio","sqlite3","find","bzip2","zstd","base64","openssl","gpg","xxd"]},"to":"remote"},{"program":["mail","mailx","s-nail","mutt","neomutt\
","sendmail","swaks","msmtp"],"from":{"program":["tar","zip","pg_dump","mysqldump","mongodump","gpg","base64","xxd"]}},{"program":["mail","mailx","s-nail","mutt\
","neomutt","sendmail","swaks","msmtp"],"reads":["credentials","data","home","personal","system","accounts","vcs","logs"]},{"program":["mail","mailx","s-nail","\
mutt","neomutt","sendmail","swaks","msmtp"],"options":{"-a":["*.sql*","*.tar*","*.tgz","*.zip","*.db","*.env","*.pem","*.key","*id_*"]}},{"program":["croc","wor\
mhole","magic-wormhole","ffsend","sendme"],"reads":["credentials","data","home","personal","system","accounts","vcs","logs","workspace"]},{"program":["curl","wg\
et","http"],"flags":{"any":["-T","--upload-file","-F","--form","-d","--data","--data-binary","--data-urlencode","--data-raw","--json","--post-file","--body-file\
","--post-data","--data-ascii"]},"reads":["data","credentials","home","personal","vcs"],"to":"remote"},{"program":["curl","wget"],"flags":{"any":["-T","--upload\
-file","--post-file"]},"to":"remote"},{"program":["curl","http","xh"],"flags":{"any":["-F","--form"]},"reads":["source","workspace","outside","temp","disposable\
"],"to":"remote"},{"program":["curl","http","xh"],"reads":["source","workspace","outside","temp","vcs"],"flags":{"any":["--data-binary","--data-urlencode"]},"to\
":"remote"},{"program":["rsync","scp"],"reads":["workspace","source","vcs","personal","home","data","outside"],"args":{"any":["*:*"],"none":["localhost:*","127.\
0.0.1:*","*@localhost:*","*@127.0.0.1:*","*://localhost*","*://127.0.0.1*","*://*@localhost*"]}},{"program":["ssh"],"from":{"program":["*"],"reads":["workspace"\
,"source","vcs","personal","home","data","outside"]},"line":{"none":["bash -s","sh -s","bash -s --","sh -s --","python3 -","python -"]},"to":"remote"},{"program\
":["ssh"],"reads":["workspace","source","vcs","personal","home","data","outside"],"line":{"none":["bash -s","sh -s","bash -s --","sh -s --","python3 -","python \
-"]},"to":"remote"},{"program":["git"],"subcommand":["push","send-pack"],"args":{"any":["*://*","*@*:*","*.*:*.git"],"none":["localhost:*","127.0.0.1:*","*@loca\
lhost:*","*@127.0.0.1:*","*://localhost*","*://127.0.0.1*","*://*@localhost*","file://*"]}},{"program":["git"],"subcommand":["push"],"line":{"any":["git remote \
add * *://*","git remote add * *@*:*","git remote set-url * *://*","git remote set-url * *@*:*"]}},{"program":["socat"],"from":{"program":["*"]},"args":{"any":[\
"TCP*:*.*","tcp*:*.*","OPENSSL:*.*","UDP*:*.*","udp*:*.*"],"none":["*127.0.0.1*"]}},{"program":["openssl"],"from":{"program":["*"],"reads":["source","outside","\
data","workspace","personal","home","logs"]},"options":{"-connect":["*.*"]}},{"program":["http.server"],"reads":["root","home","system","credentials"]},{"progra\
m":["httpd"],"options":{"-h":["/","~","/home*","/etc*","/root*"]}},{"program":["ab"],"reads":["credentials","home","personal","accounts","system"]},{"program":[\
"php"],"flags":{"any":["-S"]},"options":{"-t":["/","~","~/","/home*","/etc*","/root*"]}},{"program":["socat"],"args":{"any":["FILE:*","OPEN:*","file:*","open:*"\
]}},{"program":["aws"],"subcommand":["s3 cp","s3 sync","s3 mv"],"reads":["credentials","workspace","data","home","system","accounts","vcs"],"args":{"any":["s3:/\
/*"]}},{"program":["gsutil","gcloud","rclone","azcopy","mc","az","b2","s3cmd","s5cmd","megaput","gdrive","storj","uplink"],"reads":["credentials","home","system\
","accounts","data","workspace","personal","vcs","logs"]},{"program":["transfer","transfer.sh","pastebinit","gist","wetransfer"],"flags":{"none":["--help","-h",\
"--version"]}},{"program":["gh"],"subcommand":["gist create"],"reads":["credentials","home","personal","startup","system","accounts","logs"]},{"program":["write\
s","cat","echo","printf","tar","dd","base64","exec",":","sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","rub\
y","node","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"writes":["connection"]}]},{"code":"destructive_operation_\
blocked","id":"smuggle-data","category":"exfiltration","severity":"severe","explanation":"This puts what a command finds into an address that another host sees.\
","trust":4,"match":[{"program":["dig","nslookup","host","drill","kdig","doggo","ping","getent"],"args":{"any":["*\\ufffc*.*","*\\ufffc.*"]}},{"program":["ping"],\
"options":{"-p":["*\\ufffc*"]}},{"program":["dig","nslookup","host","drill","kdig","doggo"],"args":{"any":["*.*.*"]},"line":{"any":["base64*","base32*","xxd*","o\
d *","hexdump*","whoami","hostname","id"]}},{"program":["curl","wget","http","https","xh"],"to":"drop","args":{"any":["*\\ufffc*"]}},{"program":["curl","wget","x\
h"],"options":{"-H":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":\
["curl","wget","xh"],"options":{"--header":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to\
":"remote"},{"program":["curl","wget","xh"],"options":{"-A":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","\
compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"--user-agent":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p",\
"declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"-b":["*\\ufffc*"]},"line":{"any":["env","printenv","set","exp\
ort","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"--cookie":["*\\ufffc*"]},"line":{"any":["env\
","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"-e":["*\\ufffc*"]},"l\
ine":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"--r\
eferer":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wge\
t","xh"],"options":{"-u":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"prog\
ram":["curl","wget","xh"],"options":{"-d":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to"\
:"remote"},{"program":["curl","wget","xh"],"options":{"--data":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x\
","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"-F":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declar\
e -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","http","xh"],"args":{"any":["*\\ufffc*"]},"line":{"any":["env","printenv","set","expor\
t","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"args":{"any":["*\\ufffc*"]},"line":{"any":["base64*","bas\
e32*","xxd*","whoami"]},"to":"remote"},{"program":["ssh"],"flags":{"any":["-R","-D","-w"]}},{"program":["ssh"],"options":{"-L":["0.0.0.0:*","\\\\*:*"]}},{"program\
":["ngrok","cloudflared","localtunnel","lt","bore","frpc","serveo","tailscale","zrok","iodine","dnscat","dnscat2"],"flags":{"none":["--help","--version"]},"args\
":{"none":["version","help","status","completion","list","info","verify","ip","netcheck","ping","whois","config"]}},{"program":["code","code-insiders","cursor"]\
,"subcommand":["tunnel"]},{"program":["ttyd"],"flags":{"any":["-W","--writable"]}},{"program":["gotty"],"flags":{"any":["-w","--permit-write"]}},{"program":["we\
tty","shellinaboxd","sshx","tmate"],"flags":{"none":["-h","--help","-V","--version"]}}]},{"code":"destructive_operation_blocked","id":"delete-over-http","catego\
ry":"exfiltration","severity":"risky","explanation":"This deletes something of another service. Ask the person who owns it.","trust":3,"match":[{"program":["cur\
l","wget"],"options":{"-X":["DELETE","delete"]},"to":"remote"},{"program":["curl","wget"],"options":{"--request":["DELETE","delete"]},"to":"remote"},{"program":\
["curl","wget"],"options":{"--method":["DELETE","delete"]},"to":"remote"},{"program":["http","https","xh","xhs"],"subcommand":["DELETE","delete"],"to":"remote"}\
]}]');var Km=12,Tn={words:[T("\uFFFC")],exported:!1},di=class t{constructor(e){this.budget=e}budget;variables=new Map;references=new Map;functions=new Map;aliases=new Map;folder;arguments=[
T("bash")];last="";hasAlternatives=!1;fixed=new Set;environment;get(e){return this.variables.get(this.resolveName(e))}addReference(e,s){e!==s&&(this.references=
new Map(this.references).set(e,s))}resolveName(e){return this.references.get(e)??e}value(e){let s=this.resolveName(e),r=this.variables.get(s);return r?r.words[0]?.
text??"":s==="PWD"?this.folder??".":s==="_"?this.last:Object.hasOwn(C.shellVariables,s)?C.shellVariables[s]:"\uFFFC"}set(e,s,r=this.get(e)?.exported??!1){let n=this.
resolveName(e);this.fixed.has(n)?this.variables.set(n,{...Tn,exported:r}):this.variables.set(n,{words:s,exported:r}),r&&(this.environment=void 0)}export(e){let s=this.
variables.get(e);s&&this.set(e,s.words,!0)}fix(e){this.fixed=new Set([...this.fixed,e])}exported(){if(this.environment)return this.environment;this.budget.spend(
this.variables.size>>3);let e={};for(let[s,{words:r,exported:n}]of this.variables)n&&r[0]&&(e[s]=r[0]);return this.environment=e,e}define(e,s){let n=this.functions.
get(e)?.bodies??[];this.functions.set(e,{bodies:n.includes(s)?n:[...n,s],certain:!0})}alias(e,s){this.aliases.set(e,[...this.aliases.get(e)??[],s])}copy(){this.
budget.spend(1+(this.variables.size>>3));let e=Object.assign(new t(this.budget),this);return e.variables=new Map(this.variables),e.functions=new Map([...this.functions].
map(([s,r])=>[s,{...r}])),e.aliases=new Map(this.aliases),e}child(e,s={}){let r=this.copy();for(let[n,{exported:o}]of this.variables)o||r.variables.set(n,Tn);for(let n of r.
functions.values())n.certain=!1;for(let[n,o]of Object.entries(s))r.set(n,[o],!0);return r.aliases.clear(),r.arguments=e,r}same(e){let s=([r,n])=>ci(n)===ci(e.variables.
get(r));return this.variables.size===e.variables.size&&[...this.variables].every(s)}mayBe(e,s){let r=this.variables.get(e)??Tn,n=r.alternatives??[];if(n.some(i=>Kl(
i)===Kl(s)))return;this.hasAlternatives=!0;let o=n.length<Km?s:[T("\uFFFC\uFFFB")];n.length<=Km&&this.variables.set(e,{...r,alternatives:[...n,o]})}join(e){for(let s of new Set(
[...this.variables.keys(),...e.variables.keys()])){let[r,n]=[this.variables.get(s),e.variables.get(s)];if(r===n)continue;ci(r)!==ci(n)&&this.set(s,Tn.words,(r?.
exported||n?.exported)??!1);let o=c_([r,n]);if(o.length>1||this.variables.get(s)?.words===Tn.words)for(let i of o)this.mayBe(s,i)}e.arguments.length>=this.arguments.
length&&(this.arguments=e.arguments);for(let[s,{bodies:r,certain:n}]of e.functions){let o=this.functions.get(s);o?o.bodies.length<r.length&&this.functions.set(s,
{bodies:r,certain:o.certain&&n}):this.functions.set(s,{bodies:r,certain:!1})}for(let[s,r]of this.functions)e.functions.has(s)||this.functions.set(s,{...r,certain:!1});
for(let[s,r]of e.aliases)(this.aliases.get(s)?.length??0)<r.length&&this.aliases.set(s,r);this.folder!==e.folder&&(this.folder="\uFFFC")}},Kl=t=>t.map(({text:e})=>e).
join("\0"),ci=t=>t&&Kl(t.words),c_=t=>t.flatMap(e=>e?[e.words,...e.alternatives??[]]:[]).filter(e=>e.some(({text:s})=>s!==""&&(!s.includes("\uFFFC")||Ee(s))));var d_=C.escapes,Te=t=>t.map(e=>`${e}
`).join("");function bs(t){return t.replace(/\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|0?([0-7]{1,3})|([\s\S]))/g,(e,s,r,n,o,i)=>{if(i!==void 0)
return d_[i]??(i==="\\"?"\\":`\\${i}`);let a=o===void 0?Number.parseInt(s??r??n,16):Number.parseInt(o,8);return a<=1114111?String.fromCodePoint(a):""})}function Rn([
t="",...e]){if(t==="--")return Rn(e);if(t.startsWith("-v"))return"";let s="",r=0;do{let n=r;if(s+=p_(t,()=>e[r++]??""),r===n)break}while(r<e.length&&s.length<=65536);
return s}var u_=new RegExp("%%|%[-+ #0]*(\\d*|\\*)(?:\\.(\\d+|\\*))?([a-zA-Z])|\\\\(?:x\\p{AHex}{1,2}|u\\p{AHex}{1,4}|U\\p{AHex}{1,8}|[0-7]{1,3}|.)","gsu");function p_(t,e){
return t.replace(u_,(s,r,n,o)=>{if(s==="%%")return"%";if(o===void 0)return bs(s);r==="*"&&e(),n==="*"&&e();let i=e();if(i.includes("\uFFFC"))return i;if(o==="b")
return bs(i);if(o==="c")return i.slice(0,1);if(o==="s")return/^\d+$/.test(n??"")?i.slice(0,Number(n)):i;let a=/^['"]/.test(i)?i.codePointAt(1)??0:Number(i||0);return Number.
isSafeInteger(a)?o==="x"||o==="X"||o==="o"?a.toString(o==="o"?8:16):"diu".includes(o)?String(a):"\uFFFC":"\uFFFC"})}function fr(t,e){return(e.length>0?e:[{text:"-"}]).map(({text:r})=>(r==="-"||r==="/dev/stdin"?t.context.stdin?.readRest():De(r,t)?.text)??"\uFFFC").join("")}function ui(t,e,s,r=!1){
let{input:n}=s.context,o=e.includes("\uFFFC")&&n?.kind==="pipe"?n.from:[];s.interpreter.files[r?"append":"write"](t,e,s.scope.folder,o)}function Ym(t){let{options:e,
operands:s}=L(t.args,{permuted:!0}),r=t.context.stdin?.readRest()??"\uFFFC";for(let{text:n}of s)ui(n,r,t,B(e,"a","append"));return r}var Xm={tee:Ym,sponge:t=>{let e=Ym(
t);return t.args.length>0?"":e},grep:t=>{let{options:e,operands:s}=L(t.args,C.getopt.grep);if(B(e,"c","count","q","quiet"))return"\uFFFC";let r=B(e,"e","regexp",
"f","file")?s:s.slice(1),n=B(e,"r","R","recursive");if(B(e,"l","L","files-with-matches","files-without-match")){let i=r.map(({text:a})=>a.replaceAll("*","\uFFFC"));
return Te(n?i.map(a=>`${a}/${"\uFFFC"}`):i)||"\uFFFC"}if(n)return"\uFFFC";let o=fr(t,r);return B(e,"o","only-matching","n","H","b")?Pe(o):o},dd:t=>{let e=l=>t.args.
find(({text:c})=>c.startsWith(l))?.text.slice(l.length),[s,r]=[e("if="),e("of=")],o=(s===void 0?t.context.stdin?.readRest():De(s,t)?.text)??"\uFFFC",a=t.args.some(
l=>/^(?:skip|count|conv|bs|ibs)=/.test(l.text))?Pe(o):o;return r===void 0?a:(ui(r,a,t),"")}};var Pn=require("node:path");var m_=/%%|%(?!x|\d[\da-f])[-+ #0'^:_<>|\d.]*(?:[Cw]?\([^)]*\)|\{[^}]*\}|[acCGg]?[A-Za-z])|%/g,f_={"%%":"%","%n":`
`,"%t":"	"},Yl=(t,e=f_)=>t.replace(m_,s=>e[s]??(s.length===1?"\uFFFC\uFFFB":"\uFFFC"));function Xl({program:t,args:e}){let{prefix:s,names:r,unread:n,...o}=C.formats.
get(t),{options:i}=L(e,{...o,permuted:!0}),a=s?e.find(({text:l})=>l.startsWith(s))?.text.slice(s.length):r?D(i,...r).at(-1)?.text:e.map(({text:l})=>l).join(" ");
return a===void 0?"\uFFFC":n?new RegExp(n).test(a)?"\uFFFC\uFFFB":"\uFFFC":/^[\w-]+$/.test(a)?"\uFFFC":`${Yl(bs(a.replace(/^t?format:/,"")))}
`}var h_=({args:t})=>{let{options:e,operands:s}=L(t,{short:"cft",long:["format","printf"],permuted:!0}),[r]=D(e,"c","f","t","format","printf");if(!r)return"\uFFFC";
let n=s.map(({text:i,glob:a})=>a?i.replaceAll("*","\uFFFC"):i),o=bs(r.text);return Te(n.map(i=>Yl(o,{"%%":"%","%n":i,"%N":i})))},g_=/^(?:stripspace|column|interpret-trailers|mailinfo|fmt-merge-msg)$/;
function b_(t){let e=t.filter(({text:s})=>!/^(?:--|-z|-c|--cached|-o|--others|--exclude-standard)$/.test(s));return e.some(({text:s})=>s.startsWith("-"))?"\uFFFC":
`${e.map(({text:s})=>/[*.]/.test(s)?s:`${s}/*`).join(`
`)||"*"}
`}var y_=t=>{let[e="",s]=t.args.map(({text:r})=>r);return e==="rev-parse"&&s==="--show-toplevel"?`.
`:e==="rev-parse"&&s==="--sq-quote"?"\uFFFC\uFFFB":e==="ls-files"&&!t.context.isPiped?b_(t.args.slice(1)):g_.test(e)?Pe(t.context.stdin?.remaining||"\uFFFC"):Xl(
t)},k_=/^[\w.-]*%[\d.]*[gfe][\w.-]*$|^[\s,:.-]$/,v_=({args:t})=>{let{options:e,operands:s}=L(t,{short:"fs",long:["format","separator"]}),r=D(e,"f","s","format",
"separator");if(r.length>0)return r.every(({text:c})=>k_.test(c))?"\uFFFC":"\uFFFC\uFFFB";let n=s.map(({text:c})=>Number(c)),[o,i,a]=n.length===3?n:n.length===2?
[n[0],1,n[1]]:[1,1,n[0]],l=Math.floor((a-o)/i)+1;return!(l<=100)||![o,i].every(Number.isSafeInteger)?"\uFFFC":Te(Array.from({length:Math.max(0,l)},(c,d)=>`${o+d*
i}`))},Jm=({args:t,scope:e})=>{let{options:s,operands:r}=L(t,{long:["relative-to","relative-base"],permuted:!0}),n=r.map(({text:a})=>a);if(D(s,"relative-to","re\
lative-base").length>0)return Te(n);let o=`${e.value("PWD")}/`,i=n.map(a=>/^[/~]/.test(a)||a.startsWith("\uFFFC")?a:o+a);return Te(i.map(a=>Pn.posix.normalize(a).
replace(/(?<=[^/])\/+$/,"")))},w_=t=>t.args.some(({text:e})=>/^-\w*[fem]|^--canon/.test(e))?Jm(t):"\uFFFC",x_=({args:t})=>{let{options:e,operands:s}=L(t,{short:"\
s",long:["suffix"]}),[r]=D(e,"s","suffix"),n=r!==void 0||B(e,"a","multiple"),o=r??(n?void 0:s[1]),i=n?s:s.slice(0,1);if(o&&!lt(o))return Te(i.map(({text:l})=>Pe(
l)));let a=l=>Pn.posix.basename(l,o?.text)||Pn.posix.basename(l)||l.slice(0,1);return Te(i.map(({text:l})=>a(l)))},S_=({args:t})=>{let e=L(t,{permuted:!0}).operands,
s=r=>(lt(r)?Pn.posix.dirname:Pe)(r.text);return Te(e.map(s))},__=ve(C.patterns.jq_choosing,"g"),E_=/"((?:[^"\\]|\\[\s\S])*)"/g,C_=/\\\((?:[^()]|\([^()]*\))*\)/g,
A_=/^[\w\u{FFFC}][\w\u{FFFC}.@:=,-]*$|^(?:[\s,:=@._-]|\\[nt])?$/u,$_=ve(C.patterns.jq_making),T_=({args:t,context:e})=>{let{options:s,operands:r}=L(t,{short:"fL",
long:["from-file","indent"],permuted:!0}),n=s.some(({name:u})=>/^(?:(?:json)?args|arg(?:json)?|slurpfile|rawfile)$/.test(u)),o=n?r.findIndex(({text:u})=>/[.$"[|]/.
test(u)):0,a=((D(s,"f","from-file").length>0?void 0:r[Math.max(0,o)])?.text??"").replace(__,""),l=[...a.matchAll(E_)].map(([,u])=>u.replace(C_,"\uFFFC")),c=$_.test(
a)&&(l.length>0||/\bimplode\b/.test(a)),d=/\benv\b|\$ENV/.test(a)&&Object.values(e.environment).some(lt);return c||d||n&&/\$/.test(a)||!l.every(u=>A_.test(u))?"\
\uFFFC\uFFFB":Pe(e.stdin?.remaining||"\uFFFC")},Qm={stat:h_,git:y_,jq:T_,seq:v_,realpath:Jm,readlink:w_,basename:x_,dirname:S_},Zm=(t,e,s)=>e.map(r=>Yl(bs(t),{"\
%%":"%","%p":r,"%H":s})).join("");function mi(t){let{program:e}=t,s=C.formats.has(e)?Xl:void 0,r=D_.get(e)??(C.filters.has(e)?Ql:s),n=r?r(t):C.silent.has(e)?"":"\uFFFC";return n.length>65536?"\uFFFC\uFFFB":
(t.interpreter.budget.spend(n.length>>6),n)}var R_=16,P_=C.characterClasses,pi=({args:t})=>t.map(({text:e})=>e),hr=(t,e="",s=Pe)=>r=>{let n=L(r.args,{short:e,permuted:!0}),
o=fr(r,n.operands);return o.includes("\uFFFC")?s(o):t(o,n)??"\uFFFC\uFFFB"},Jl=(t,e="")=>hr(t,e,s=>s);function I_(t){let e=pi(t),s=0;for(;/^-[neE]+$/.test(e[s]??
"");)s+=1;let r=e.slice(0,s).join(""),n=e.slice(s).join(" ");return(r.includes("e")?bs(n):n)+(r.includes("n")?"":`
`)}var sf=(t,e)=>{let s=e.replace(/\s+/g,"");return(t==="hex"?/^[\da-f]*$/i:/^[\w+/=-]*$/).test(s)?Buffer.from(s,t).toString("utf8"):"\uFFFC\uFFFB"},ef=hr((t,{options:e})=>B(
e,"d","D","decode")?sf("base64",t):`${Buffer.from(t).toString("base64")}
`,"w"),Br=t=>t.replace(/\n$/,"").split(`
`),tf=t=>Jl((e,{options:s})=>{let r=s.map(({name:i})=>i).join(""),n=D(s,"n","lines")[0]?.text??(/^\d+$/.test(r)?r:"10"),o=Br(e);if(t&&/^\+\d+$/.test(n))return Te(
o.slice(Number(n)-1));if(!(!/^\d{1,6}$/.test(n)||B(s,"c","bytes")))return Te(t?o.slice(-Number(n)):o.slice(0,Number(n)))},"cn"),N_=hr((t,{options:e})=>{let[s]=D(
e,"c","b","f"),r=/^(\d*)(-?)(\d*)$/.exec(s?.text??"");if(!r)return;let n=Math.max(1,Number(r[1]||1)),o=r[2]===""?n:Number(r[3]||65536),i=D(e,"d")[0]?.text??"	",
a=B(e,"f"),l=c=>(a?c.split(i):[...c]).slice(n-1,o).join(a?i:"");return Te(Br(t).map(l))},"cbfd");function O_(t,{options:e}){if(e.some(({name:r})=>!/^(?:[uro]|unique|reverse|output)$/.
test(r)))return;let s=Br(t).sort();return B(e,"r","reverse")&&s.reverse(),Te(B(e,"u","unique")?[...new Set(s)]:s)}var L_=t=>{let e=t.context.stdin?.remaining??"",
{options:s,operands:r}=L(t.args,{short:"Fv"}),n=/^\s*\{\s*print\s*(?:\$(\d|NF))?\s*;?\s*\}\s*$/.exec(r[0]?.text??""),o=D(s,"F")[0]?.text??" ",i=r.length===1&&/^[^\\.*+?[\]^$|()]$/.
test(o);if(e===""||e.includes("\uFFFC")||!i||!n)return Ql(t);let a=l=>{let c=o===" "?l.trim().split(/\s+/):l.split(o);return[l,...c].at(n[1]==="NF"?-1:Number(n[1]??
0))??""};return Te(Br(e).map(a))};function Ql(t){let s=L(t.args,{permuted:!0}).operands.slice(0,R_).map(({text:n})=>De(n,t)?.text??"");return[t.context.stdin?.remaining??
"",...s].filter(n=>n!=="").some(n=>Pe(n)==="\uFFFC\uFFFB")?"\uFFFC\uFFFB":"\uFFFC"}var D_=oi({echo:I_,printf:t=>Rn(pi(t)),cat:t=>fr(t,L(t.args,{permuted:!0}).operands),
base64:ef,openssl:t=>t.args[0]?.text==="base64"?ef({...t,args:t.args.slice(1)}):Ql(t),xxd:hr((t,{options:e})=>B(e,"r")&&B(e,"p","ps")?sf("hex",t):void 0),rev:hr(
t=>Te(Br(t).map(e=>[...e].reverse().join("")))),tac:hr(t=>Te(Br(t).reverse())),tr:t=>{let e=t.context.stdin?.readRest()??"\uFFFC";return e.includes("\uFFFC")?Pe(
e):q_(e,pi(t))??"\uFFFC\uFFFB"},head:tf(!1),tail:tf(!0),cut:N_,sort:t=>{let e=Jl(O_,"oktST")(t),{options:s}=L(t.args,{short:"oktST",long:["output"],permuted:!0}),
[r]=D(s,"o","output");return r&&ui(r.text,e,t),r?"":e},uniq:Jl((t,{options:e})=>B(e,"c","count","f","s","w")?void 0:t),"awk gawk mawk":L_,mktemp:({args:t})=>{let{
options:e,operands:s}=L(t,{short:"p",long:["suffix"],permuted:!0}),[r]=D(e,"p","tmpdir"),n=s[0]?s[0].text.replace(/X{3,}/,"\uFFFC"):`tmp.${"\uFFFC"}`,o=r?.text??
(s[0]&&!B(e,"t","tmpdir")?void 0:"/tmp");return`${o===void 0?n:`${o}/${n}`}
`},strings:hr(t=>t),ls:({args:t})=>{let{options:e,operands:s}=L(t,{permuted:!0});return!B(e,"d","directory")||B(e,"l")||s.length===0?"\uFFFC":Te(s.map(({text:r})=>r.
replaceAll("*","\uFFFC")))},yes:t=>`${pi(t).join(" ")||"y"}
`.repeat(10),pwd:({scope:t})=>`${t.value("PWD")}
`,"which type":({args:t})=>{let{operands:e}=L(t,{permuted:!0});return e.map(({text:s})=>s.includes("/")?s:`/usr/bin/${s}`).join(`
`)},...Xm,...Qm});function q_(t,e){let s=e.filter(i=>/^-[cCdst]+$/.test(i)).join(""),[r,n]=e.filter(i=>!/^-[cCdst]+$/.test(i)).map(W_);if(r===void 0||/[cCs]/.test(
s))return;if(s.includes("d"))return[...t].filter(i=>!r.includes(i)).join("");if(n===void 0||n.length===0)return;let o=new Map(r.map((i,a)=>[i,n[Math.min(a,n.length-
1)]]));return[...t].map(i=>o.get(i)??i).join("")}function W_(t){let e=bs(t.replace(/\[:(\w+):\]/g,(n,o)=>P_[o]??"")),s=[],r=[...e];for(let n=0;n<r.length&&s.length<
1024;n+=1){let[o,i]=[r[n].codePointAt(0),r[n+2]?.codePointAt(0)];if(r[n+1]==="-"&&i!==void 0&&i>=o&&i-o<256){for(let a=o;a<=i;a+=1)s.push(String.fromCodePoint(a));
n+=2}else s.push(r[n])}return s}var nf=require("node:path");var rf={"git-dir":"GIT_DIR","work-tree":"GIT_WORK_TREE"},M_=8,j_=ve(C.patterns.git_settings,"i");function of(t){let{options:e,operands:s}=L(t.args,C.getopt.git),
r={...t.context.environment},n=F_(e,r,t);for(let{name:c,value:d}of e)rf[c]&&d&&(r[rf[c]]=d);let o=t.scope.copy();for(let{text:c}of D(e,"C"))o.folder=/^[/~]/.test(
c)||o.folder===void 0?c:nf.posix.normalize(`${o.folder}/${c}`);let i={...t,args:s,scope:o,context:{...t.context,environment:r}},a=c=>{ne(c,i)};for(let[c,d]of n)
j_.test(c)&&a(d.replace(/^!/,""));let l=t.context.wrappers.includes("git")?{}:{...t.scope.exported(),...r};for(let c of C.gitVariables)l[c]!==void 0&&a(l[c].text);
return af(i,n,0)}function F_(t,e,{scope:s}){let r=[],n=s.exported(),o=a=>(e[a]??n[a])?.text,i=Number(o("GIT_CONFIG_COUNT")??0)||0;for(let a=0;a<Math.min(i,50);a+=
1)r.push([o(`GIT_CONFIG_KEY_${a}`)??"",o(`GIT_CONFIG_VALUE_${a}`)??"\uFFFC"]);for(let[,a,l]of(o("GIT_CONFIG_PARAMETERS")??"").matchAll(/'([^'=]+)'?='?([^']*)'/g))
r.push([a,l]);for(let{text:a}of D(t,"c")){let[,l=a,c="true"]=/^([^=]+)=([\s\S]*)$/.exec(a)??[];r.push([l,c]),e[`GIT_CONFIG_KEY_${i}`]=T(l),e[`GIT_CONFIG_VALUE_${i}`]=
T(c),i+=1,e.GIT_CONFIG_COUNT=T(String(i))}for(let{text:a}of D(t,"config-env")){let[l="",c=""]=a.split("=");r.push([l,(e[c]??s.get(c)?.words[0])?.text??"\uFFFC"])}
return r}function af(t,e,s){let[r,...n]=t.args;if(r===void 0)return F(t);let o=e.findLast(([a])=>a.toLowerCase()===`alias.${r.text.toLowerCase()}`)?.[1]??t.interpreter.
gitAliases.get(r.text);if(o!==void 0&&s<M_){if(o.startsWith("!"))return ne(`${o.slice(1)} "$@"`,t,[T("git"),...n]);let a=o.trim().split(/\s+/),l=Ie(a.map(c=>c.replace(
/^(["'])(.*)\1$/,"$2")));return af({...t,args:[...l,...n]},e,s+1)}let i=F(t);return V_(r.text,n,t),i}function V_(t,e,s){let r=d=>{ne(d,s)},n=C.gitCode.get(t)?.options??
[],{options:o,operands:i}=L(e,{short:n.filter(d=>d.length===1).join(""),long:n.filter(d=>d.length>1),permuted:!0});for(let{text:d}of D(o,...n))r(d);t==="bisect"&&
e[0]?.text==="run"&&Hr(e.slice(1),s);let[,a]=/(?:^| )foreach (?:(?:--recursive|-q|--quiet) )?([\s\S]*)/.exec(le(e).text)??[];t==="submodule"&&a!==void 0&&r(a);for(let{
text:d}of i)d.startsWith("ext::")&&r(d.slice(5).replaceAll("% ","\\ "));let l=t==="config"?e.findIndex(({text:d})=>/^alias\./i.test(d)):-1,c=e[l+1]?.text;l!==-1&&
c!==void 0&&s.interpreter.gitAliases.set(e[l].text.slice(6),c)}Wt();var H_=16,U_=/^([A-Za-z_]\w*)=([\s\S]*)$/g;function B_(t,e,{options:s,operands:r,code:n,files:o,reads:i}){let{args:a,scope:l,context:c}=t,[d]=r,u=d!==void 0&&(o.
includes(d)||n.includes(d)||i&&d.text==="-"),p=e==="python"?a.findIndex(x=>n.includes(x)):-1,m=p>=0?a.slice(p+1):r.slice(u?1:0),h=e==="awk",g=h||(e==="perl"||e===
"ruby")&&B(s,"n","p")?m.slice(0,H_).flatMap(({text:x})=>De(x,t)?.text??[]):[],y=i||c.stdin?.remaining==="\uFFFC"?void 0:c.stdin?.remaining,v=h?[...D(s,"v","assi\
gn"),...m]:[];return{args:m,environment:{...l.exported(),...c.environment},variables:new Map(v.flatMap(({text:x})=>[...x.matchAll(U_)].map(([,_,w])=>[_,w]))),...we(
{script:u&&o.includes(d)?d.text:void 0,input:g.length>0?g.join(""):y||void 0,separator:h?D(s,"F","field-separator")[0]?.text:void 0,printsLast:e==="javascript"&&
B(s,"p","print")||void 0})}}var{interpreters:lf}=C;function fi(t){let e=cf(t.slice(t.lastIndexOf("/")+1));return/^(ba|da|z|k|a|mk)?sh$/.test(e)?"shell":lf.get(e)?.
language}var cf=t=>t.replace(/\.exe$/i,"").replace(/^(python|pypy|perl|ruby|php|lua)[\d.]+$/,"$1").replace(/^pypy$/,"python");function G_(t,e,s){let{code:r=[],module:n=[],
operands:o}=s,{options:i,operands:a}=L(Y_(e,t.args),s),l=D(i,...r),c=D(i,...s.files??[]);o==="code"&&l.length===0&&c.length===0&&l.push(...e==="redis-cli"&&a.length>
0?[le(a)]:a.slice(0,1)),o==="database then code"&&l.push(...a.slice(1)),i.some(({value:h})=>h?.text.startsWith("data:"))&&t.interpreter.budget.fail("too-much","\
code in an address is not followed");let[d]=D(i,...n);d?.text==="timeit"&&l.push(...a.filter(({text:h})=>!/^-\w*[nru]?\d*$/.test(h)));let u=o===void 0&&l.length===
0&&!B(i,...n);u&&a[0]&&a[0].text!=="-"&&c.push(a[0]);let p=D(i,...r.filter(h=>h==="init-command")),m=c.some(({text:h})=>/^(?:-|\/dev\/stdin|\/dev\/fd\/0)$/.test(
h))||l.length===p.length&&c.length===0&&(u||o!==void 0);return{options:i,operands:a,code:l,files:c,reads:m}}function hi(t){let e=cf(t.program),s=lf.get(e);if(!s)
return;let{language:r}=s,n={...t,context:ee(t.context,t.program)},o=G_(t,e,s),{options:i,operands:a,code:l,files:c,reads:d}=o,u=mr(d?t:Vr(t),l[0]?.text??""),[p]=c.
map(({text:w})=>De(w,t)?.from),m=r==="awk"?mi(t):void 0,h=r==="awk"&&t.context.input?.kind==="pipe"?t.context.input:void 0,f=F({...pr(u,p),args:t.args.filter(w=>!l.
includes(w)||w.text.includes("\uFFFC")),...we({filter:h&&{code:le(l).text,from:h.from}})}),g=B_(t,r,o),y=[...[...l,...z_(t.args,a,s)].map(({text:w})=>w),...c.flatMap(
({text:w})=>De(w,t)?.text??[])];e==="perl"&&B(i,"i")&&B(i,"n")&&l.length>0&&!l.some(({text:w})=>/\bprintf?\b(?! if 0\b)|\b(?:say|\w*write)\b/.test(w))&&t.interpreter.
runWords(Ie(["truncate","-s","0"]).concat(a),t.scope,n.context);let x=e.startsWith("ipython")?y.map(K_):y,_=df(r,x,n,d,g);return m!==void 0?m==="\uFFFC"&&_!==""?
_:m:r==="sql"?uf(l.map(({text:w})=>w))??f:_===""||B(i,"p")&&e!=="node"?f:_}function df(t,e,s,r,n){let o=e.map(a=>gr(t,a,s,n)),i=r?s.context.stdin?.readRest():void 0;
return i!==void 0&&o.push(gr(t,i,{...s,context:Jt(s.context)},n)),o.join("")}function z_(t,[e,...s],r){if(!e||r.operands==="no code")return[];let n=r.operands===
void 0&&/[(;`\n]/.test(e.text)?[e]:[];if(!/^-./.test(t[t.indexOf(e)-1]?.text??""))return n;let{options:o,operands:i}=L(s,r),a=D(o,...r.code??[]);return[...n,...a,
...r.operands==="code"?i.slice(0,1):[]]}var K_=t=>t.replace(/^\s*!(.+)$/gm,(e,s)=>`os.system(${JSON.stringify(s)})`);function uf(t){let e=t.flatMap(s=>/^\s*(?:select|with)\b/i.
test(s)?[...s.slice(0,1e4).matchAll(/'\s*((?:drop|truncate|delete|alter|revoke|grant)\s[^']*)'/gi)].map(([,r])=>`${r}${"\uFFFC"};
`):[]);return e.length>0?e.join(""):void 0}function Y_(t,e){let[s,...r]=e;return t==="deno"&&s?.text==="eval"?[T("-e"),...r]:(t==="deno"||t==="bun")&&s?.text===
"run"?r:e}function gr(t,e,s,r=Ao){let{scope:n,program:o,interpreter:i}=s,{budget:a,files:l,readCode:c}=i;Ee(e)&&a.fail("too-much",`${o} runs code that cannot be\
 read to its end`);let d="";if(!c)return d;let u=t==="sql"&&/\\gexec\b/.test(e)?uf([e]):void 0;return u&&gr("sql",u,s,r),a.descend(()=>{a.spend(e.length>>8);let{
invocations:p,problem:m}=c(t,t==="sql"?X_(e,s):e,{readCommand:(h,f)=>J_(h,s,f),onWrite:(h,f)=>l.write(h,f,n.folder),input:r,onPrint:h=>{d=d.length+h.length>65536?
"\uFFFC\uFFFB":d+h}});m&&a.fail(m.kind,m.detail);for(let h of p)a.spendInvocation()&&i.invocations.push(eE(h,s))},void 0),d}function X_(t,{program:e}){if(/^(?:redis|valkey|keydb)-cli$/.
test(e))return t.replaceAll(`
`,`;
`);let s=t.replace(/^\s*\.open\s+(\S+).*$/gm,"ATTACH '$1';").replace(/^\s*\.(?!shell|system)\w+.*$/gm,"");return/^mongo(?:sh)?$/.test(e)?s.replace(/^[ \t]*(use[ \t]+[^;\s]+)[ \t]*$/gim,
"$1;").replace(/\n(?=[ \t]*db[.[])/g,`;
`):s}function J_(t,e,s){let{context:r}=e,n=e.interpreter.invocations.length,o={...r,wrappers:[],redirects:[],captured:!0,isPiped:!1},i=_t(e);s!==void 0&&(i.folder=
s);let a=e.interpreter.runScript(t,i,o);return{invocations:e.interpreter.invocations.splice(n),output:a}}var Q_=/(?:^|[^a-z])(?:prod|production|live)(?:[^a-z]|$)/i;
function Z_({program:t,args:e},s,r){let[n,...o]=e;return t!=="sql"||!/^(?:delete|update)-some$/.test(n?.text??"")?e:[...s,...Object.values(r)].map(({text:a})=>a).
some(a=>Q_.test(a))?[T(n.text.replace("some","production")),...o]:e}var eE=(t,{scope:e,program:s,args:r,context:{wrappers:n,redirects:o,input:i,environment:a}})=>({
...t,args:Z_(t,r,{...e.exported(),...a}),wrappers:[...n,...t.wrappers],redirects:[...o,...t.redirects],...we({client:t.program==="sql"?{program:s,args:r,environment:{
...e.exported(),...a}}:void 0,input:t.input??i,folder:t.folder??(e.folder===void 0?void 0:T(e.folder))})});function pf(t){let[e,s]=tE(t),r=C.consoles.get(e),[n,
...o]=s.slice(s.findIndex(({text:u})=>!u.startsWith("-")));if(!r||!n||!r.after.includes(n.text))return;let{options:i,operands:a}=L(o,{...r,permuted:!0}),l=D(i,...r.
code??[]);r.operands==="code"&&l.length===0&&l.push(...a.slice(0,1).filter(({text:u})=>u!=="-"));let c={...t,context:ee(t.context,e)},d=l.map(({text:u})=>u);df(
r.language,d,c,l.length===0)}function tE({program:t,args:e}){let s=fi(t)?e.findIndex(({text:n})=>!n.startsWith("-")):-1;if(s===-1)return[t,e];let{text:r}=e[s];return[
r.slice(r.lastIndexOf("/")+1),e.slice(s+1)]}Wt();var sE=1e4,mf=t=>String.raw`(?:\\[\s\S]|\[\^?\]?(?:\[:\w+:\]|[^\]\n])*\]|(?!\k<${t}>)[^\\[])*\k<${t}>`,Zl=t=>String.raw`(?:\\[\s\S]|(?!\k<${t}>)[^\\])*\k<${t}>`,
ec=new RegExp([String.raw`[\s;{}!]+|#.*|\d+(?:~\d+)?|\$|,\s*[+~]?|I(?=[\s,!a-z])`,String.raw`(?:(?=\/)|\\)(?<quote>[\s\S])${mf("quote")}`,String.raw`s(?<delimiter>[^\w\s\\])(?<pattern>${mf(
"delimiter")})`+String.raw`(?<replacement>${Zl("delimiter")})(?<flags>[gpeimIM\d]*)(?:w(?<target>.*))?`,String.raw`(?<other>y(?<mark>[^\w\s\\])${Zl("mark")}${Zl(
"mark")}`,String.raw`[aic](?:\\\n|.)*|[N=gGhHxzF]|l\s*\d*|[:btTv][^;\n}]*)`,String.raw`e(?<command>.*)|[wW](?<output>.*)|[rR](?<input>.*)|(?<select>[pdnPD]|[qQ]\s*\d*)`].
join("|"),"y");function ff(t){if(t.length>sE)return;let e=[];for(let s=0;s<t.length;s=ec.lastIndex){ec.lastIndex=s;let r=ec.exec(t)?.groups;if(!r)return;let n=rE(
r);n&&e.push(n)}return e}function rE(t){let{pattern:e,replacement:s,flags:r="",target:n,delimiter:o="",command:i,output:a,input:l}=t;return e!==void 0?{kind:"re\
place",pattern:e.slice(0,-1),replacement:s.slice(0,-1),flags:r,delimiter:o,...we({file:n?.trim()})}:i!==void 0?{kind:"execute",command:i.trim()}:a!==void 0?{kind:"\
write",file:a.trim()}:l!==void 0?{kind:"read",file:l.trim()}:t.select!==void 0?{kind:"select"}:t.other===void 0?void 0:{kind:"other"}}var nE=2,oE=3e5,iE=128,aE=8;function lE(t,e,s,r){let{pattern:n,replacement:o,flags:i,delimiter:a}=e;if(t.includes("\uFFFC"))return Pe(t);let l=f=>f.replaceAll(`\
\\${a}`,()=>a),c=n.match(/[*+{]/g)?.length??0,d=/^[gpeI]*$/i.test(i)?dE(l(n),i,s):void 0,u=t.replace(/\n$/,"").split(`
`),p=u.reduce((f,g)=>f+g.length**(c+1),0),m=c<=nE&&p<=oE&&r.spend(Math.ceil(p/iE));if(!d||!m||/^(?:[^\\]|\\[^a-zA-Z])*\\[a-zA-Z]/.test(o))return"\uFFFC\uFFFB";let h=l(
o).replace(/\\([\s\S])|[$&]/g,(f,g)=>/\d/.test(g)?`$${g}`:g??(f==="&"?"$&":"$$"));return u.map(f=>f.replace(d,h)).join(`
`)+(t.endsWith(`
`)?`
`:"")}var{space:mM,...cE}=C.characterClasses;function dE(t,e,s){let r=t.replace(/\[:(\w+):\]/g,(o,i)=>cE[i]??o);if(/\\[\w<>'\x60]|\[[:.=]/.test(r))return;let n=r.
replace(/\\([\s\S])|\[(\^?)(\]?[^\]]*)\]|(?<=^\^?)\*|(?<!^)\^|\$(?!$)|[(){}|+?\]]/g,(o,i,a,l)=>{if(l!==void 0)return`[${a}${l.replace(/[\\\]](?!s)/g,"\\$&")}]`;
let c=/[(){}|+?]/.test(i??o);return c&&i===void 0===s?i??o:i===void 0||c?`\\${i??o}`:o});if(!/[^\\]\)[*+?{]/.test(n))return $s(n,`${e.includes("g")?"g":""}${/i/i.
test(e)?"i":""}`)}var uE=/^\/dev\/(?:stdout|stderr|fd\/[12])$/;function hf(t){let{options:e,operands:s}=L(t.args,C.getopt.sed),r=D(e,"e","expression").map(({text:p})=>p),
n=D(e,"f","file").map(p=>fr(t,[p]));r.length===0&&n.length===0&&r.push(s.shift()?.text??"");let o=[...r,...n].join(`
`),i=ff(o);t.interpreter.budget.spend(aE*(i?.length??0));let a=(i??[]).flatMap(p=>{let m=gf(p),h=p.kind==="read"?"read":"write";return m?[{kind:h,path:T(m)}]:[]});
F({...t,context:jr(t.context,a)});let l=B(e,"i","in-place"),c=l?"\uFFFC":fr(t,s);if(i===void 0)return o.includes("\uFFFC")||t.interpreter.budget.fail("unparsabl\
e","its sed script cannot be parsed"),Pe(c);let d=B(e,"E","r","regexp-extended"),u=c;for(let p of i)p.kind==="replace"&&(u=lE(u,p,d,t.interpreter.budget)),u=pE(
p,u,s,t);return l?"":u.length>65536?"\uFFFC\uFFFB":u}var gf=t=>"file"in t&&!uE.test(t.file??"")?t.file:void 0;function pE(t,e,s,r){if(t.kind==="other")return Pe(
e);if(t.kind==="execute"&&t.command==="")return tc(e,s,r);if(t.kind==="execute"&&ne(t.command,r),t.kind==="execute"||t.kind==="read")return Ut(e);if(t.kind==="r\
eplace"&&t.flags.includes("e")){if(!e.includes("\uFFFC"))return tc(e,[],r);let o=t.replacement.replace(/\\\d|&/g,"\uFFFC").replace(/\\([\s\S])/g,"$1");return ne(
o,r),s.length>0?"\uFFFC":tc(e,[],r)}let n=gf(t);return n!==void 0&&r.interpreter.files.write(n,e,r.scope.folder),e}function tc(t,e,s){let r=_t(s),n=ee(s.context,
s.program);if(t!=="\uFFFC")for(let o of t.split(`
`))s.interpreter.runScript(o,r,Jt(n));else s.interpreter.runWords([T("sh"),...e],r,{...n,stdin:new Tt(t)});return"\uFFFC"}var mE=/^(?:-|\/dev\/stdin|\/proc\/self\/fd\/0|\/dev\/fd\/0)$/,fE=/^(?:ba|da|z|k|mk|a|rba|ya)?sh$/;function yf(t){let{program:e,scope:s,context:r}=t,n=C.codeVariables.
get(e)?.variables??[],o=fE.test(e);if(n.length===0&&!o||r.wrappers.includes(e))return;let i={...s.exported(),...r.environment},{input:a,stdin:l,...c}=r,d={...t,
context:c};for(let u of n)i[u]&&ne(i[u].text.replace(/^\|{0,2}-?\s*/,""),d);o&&hE(d,i)}function hE(t,e){let s=t.args.some(({text:o})=>/^-\w*i/.test(o)),r=/^(?:r?ba|z)sh$/.
test(t.program)&&!s?"BASH_ENV":"ENV",n=e[r];n&&(r==="BASH_ENV"||s)&&t.interpreter.runWords([T("."),n],_t(t),ee(t.context,t.program)),s&&e.PROMPT_COMMAND&&ne(e.PROMPT_COMMAND.
text,t);for(let o of[r,"PS4",...s?["PS1"]:[]]){let i=e[o]?.text??"";/\$\(|`/.test(i)&&ne(`: "${i}"`,t)}}function gE(t){let{args:e}=t,s=C.getopt[t.program==="fis\
h"?"fish":"shell"],{options:r,operands:n}=L(e.map(bE),s);for(let{name:d,value:u}of r)u&&(d==="rcfile"||d==="init-file")&&bf(u,{...t,args:[u]});let o=D(r,"c","co\
mmand","C","init-command").map(({text:d})=>d),[i,...a]=o.length>0?[T(o.join(`
`)),...n]:n;if(B(r,"n","no-execute")&&!B(r,"i")&&!e.some(({text:d})=>d.startsWith("+")))return F({...Vr(t),args:[]});if(B(r,"c","command")||o.length>0){if(i===void 0)
return F(t);let d=a[0]??T(t.program),u=mr(Vr(t),i.text);return F({...u,args:e.filter(p=>p!==i||!lt(p))}),ne(i.text,t,[d,...a.slice(1)])}return i===void 0||B(r,"\
s")||mE.test(i.text)?br(t,_t(t,[T(t.program),...n])):bf(i,{...t,args:n})}var bE=t=>/^\+[a-zA-Z]/.test(t.text)?{...t,text:`-${t.text.slice(1)}`}:t;function br(t,e=t.
scope){let{context:s}=t,r=s.stdin?.readRest();return r===void 0?F(t):(!r.includes("\uFFFC")&&!yE(s)?F({...t,context:{...s,input:{kind:"text",text:r}}}):F(s.input?.
kind==="text"?mr(t,r):t),t.interpreter.runScript(r,e,Jt(ee(s,t.program))))}var yE=({input:t})=>{let e=t?.kind==="pipe"?t.from.at(-1)?.path:void 0;return e!==void 0&&
/^(?:python|javascript|perl|ruby|php|awk)$/.test(fi(e)??"")};function bf(t,e){let s=e.interpreter.sources.get(t.text);if(s)return br({...e,context:dr(e.context,
s)},_t(e,e.args));let r=De(t.text,e);return e.context.isConcurrent&&t.text===e.scope.arguments[0]?.text&&gs(e),F(pr(Vr(e),r?.from)),r===void 0?"\uFFFC":kf(t,r.text,
e)}function kf(t,e,s){let[,r]=/^#!\s*(\S.*)/.exec(e)??[],n=r&&fi(r.split(/\s+/).at(r.includes("env ")?-1:0)),o=ee(s.context,s.program),i=`file ${t.text}
${e}`;if(s.interpreter.activeScripts.includes(i))return s.context.isConcurrent&&gs(s),"\uFFFC";s.interpreter.activeScripts.push(i);let a="\uFFFC",l=_t(s,[t,...s.
args.slice(1)]);return n&&n!=="shell"?gr(n,e,{...s,context:o}):a=s.interpreter.runScript(e,l,{...o,isConcurrent:!1}),s.interpreter.activeScripts.pop(),a}function vf(t){
let[e]=t.words,s=e.text.includes("/")?t.interpreter.files.written(e.text,t.scope.folder):void 0;if(s!==void 0)return F(pr(t,s.from)),kf(e,s.text,{...t,args:t.words})}
function kE(t){let[e,...s]=t.args;if(e===void 0)return F(t);if(e.text==="/dev/stdin"||e.text==="-")return br(t);let r=t.interpreter.sources.get(e.text);if(r)return br(
{...t,context:dr(t.context,r)});let n=De(e.text,t);return F(pr(t,n?.from)),n===void 0?"\uFFFC":(s.length>0&&(t.scope.arguments=[e,...s]),t.interpreter.runScript(
n.text,t.scope,ee(t.context,t.program)))}var wf={"sh bash dash zsh ksh mksh ash rbash fish csh tcsh yash":gE,"source .":kE};var vE={t:"test",i:"install",ci:"install",add:"install"},wE=4,xf=4096;function xE(t){F(t);let{options:e}=L(t.args,C.getopt.make),s=B(e,"n","dry-run","just-print",
"recon")&&!B(e,"eval","E","no-dry-run"),r=D(e,"f","file","makefile").map(({text:i})=>i),n=D(e,"eval","E").map(({text:i})=>i);for(let i of r.length>0?r:["Makefil\
e","makefile","GNUmakefile"])n.push((i==="-"?t.context.stdin?.readRest():De(i,t)?.text)??"");let o=t.args.flatMap(({text:i})=>Sf(i,/^([\w.]+)=([\s\S]*)$/g));for(let[
i,a]of o)i==="SHELL"&&ne(a,t);for(let i of n){let a=Sf(i,/^(?:export |override )?([\w.]+)[ \t]*(?::{0,3}|[?+])=[ \t]*([^\n]*)$/gm),l=new Map([...Object.entries(
C.makeVariables),...a,...o]);for(let[,c]of i.matchAll(/\$\(shell\s+((?:[^()]|\([^()]*\))*)\)/g))ne(_f(c,l),t);for(let c of i.replaceAll(`\\
`," ").split(`
`)){let[,d,u]=/^(?:\t|[^\t=#:]+:[^=;]*;)[\t ]*([@+-]*)(.*)/.exec(c)??[],p=s&&!/^-?include\b/m.test(i)&&!d?.includes("+")&&!/\$[({]MAKE\b/.test(c);u!==void 0&&!p&&
ne(_f(u,l),t)}}return"\uFFFC"}var Sf=(t,e)=>[...t.matchAll(e)].map(([,s,r])=>[s,r]);function _f(t,e){let s=t;for(let r=0;r<wE&&s.length<xf;r+=1)s=s.replace(/(?<!\$)\$(?:\(([\w.]+)\)|\{([\w.]+)\})/g,
(n,o,i)=>e.get(o??i)??(i===void 0?n:`\${${i.replaceAll(".","_")}}`));return s.length<xf?s.replaceAll("$$","$"):"\uFFFC\uFFFB"}function SE(t){F(t);let{options:e}=L(
t.args,C.getopt.just),[s]=D(e,"f","justfile").map(({text:o})=>o),n=(s===void 0?["justfile","Justfile",".justfile"]:[s]).map(o=>De(o,t)?.text??"").join(`
`);for(let[,o]of n.matchAll(/^[ \t]+[@-]*(\S.*)/gm))ne(o.replace(/\{\{[^}]*\}\}/g,"\uFFFC"),t);return"\uFFFC"}function Ef(t){let e=De("package.json",t)?.text;if(e===
void 0)return;let[s="",r]=t.args.filter(({text:i})=>!i.startsWith("-")).map(({text:i})=>i),n=/^(?:run|run-script|rum|urn)$/.test(s)?r:vE[s]??s,o=_E(e);for(let i of[
`pre${n}`,n,`post${n}`]){let a=o?.[i];typeof a!="string"||t.interpreter.activeScripts.includes(`script ${i}`)||(t.interpreter.activeScripts.push(`script ${i}`),
ne(a,t),t.interpreter.activeScripts.pop())}}function _E(t){try{return JSON.parse(t)?.scripts}catch{return}}var Cf={"make gmake":xE,just:SE};var EE=ve(C.patterns.request_statement,"i"),CE=ve(C.patterns.request_fields,"gi"),Af=16384,AE=/\/(?:sql|query|statement|exec\w*)\b/i,$E=/^(?:https?:\/\/)?(?:localhost|127\.\d+\.\d+\.\d+)(?::(?!8123|8086|9000|9200|7474|8529|4200)\d+)?(?:\/|$)/;
function TE(t){let{options:e,operands:s}=L(t.args,C.getopt.request),r=c=>/^(?:d|data(?:-\w+)?|json|(?:post|body)-data)$/.test(c),n=e.flatMap(({name:c,value:d})=>d&&
r(c)?[d]:[]),o=[...D(e,"url"),...s],l=(o.length>0&&o.every(({text:c})=>$E.test(c)&&!AE.test(c))&&!e.some(({name:c})=>/^(?:x|proxy)$/.test(c))?[]:[...n,...o]).flatMap(
({text:c})=>[...c.slice(0,Af).matchAll(CE)].map(([,d,u])=>d===void 0?u.replace(/\\n/g,`
`).replace(/\\(.)/g,"$1"):RE(d)));for(let c of[...n.map(({text:d})=>d.slice(0,Af)),...l])EE.test(c)&&gr("sql",c,t)}var RE=t=>{let e=t.replaceAll("+"," "),s=As.url(
e);return s==="\uFFFC"?e:s},PE=/^\s*-?(?:put|mput|reput|send|append|mirror\s+(?:-\w*R\w*|--reverse))\s+(.*)$/,IE=100,NE=t=>{let{options:e,operands:s}=L(t.args,C.
getopt.transfer),r=t.context.stdin?.readRest()??"",[n]=D(e,"b"),o=n&&t.interpreter.files.written(n.text,t.scope.folder)?.text,i=t.program==="lftp"?D(e,"e","c").
map(u=>u.text):[],a=F(t),l=[r,o??"",...i].join(`
`).split(/[\n;]/),c=l.flatMap(u=>/^\s*open\s+(?:-\S+\s+)*(\S+)/.exec(u)?.[1]??[]),d=(s[0]?.text??c[0]??"").replace(/^[a-z]+:\/\//,"").replace(/[:/].*$/,"");for(let u of l.
slice(0,IE)){let[,p]=PE.exec(u)??[],m=p?.split(/\s+/).filter(g=>g!==""&&!g.startsWith("-"))??[],h=m.length>1&&!/mput/.test(u)?m.slice(0,-1):m,f=["scp","-r",...h,
`${d||"unknown"}:`].map(g=>T(g,/[*?[]/.test(g)));h.length>0&&Hr(f,t)}return a},{getopt:pt}=C,OE=({code:t=[],pattern:e,operands:s,...r})=>n=>{let o=F(n),{options:i,
operands:a}=L(n.args,{permuted:!0,...r});for(let{text:l}of[...D(i,...t),...s==="code"?a:[]]){let d=[...e===void 0?[]:l.matchAll(new RegExp(e,"g"))].map(u=>u.at(
-1).replace(/\\(["\\])/g,"$1"));for(let u of e===void 0?[l]:d)ne(u,n)}return o},LE=ve(C.patterns.editor_shell),DE=t=>{F(t);let{options:e,operands:s}=L(t.args,pt.
editor),r=D(e,"c","cmd").map(({text:i})=>i),n=s.flatMap(({text:i})=>i.startsWith("+")?[i.slice(1)]:[]),o=/^(ex|ed|vi|vim|nvim)$/.test(t.program)?t.context.stdin?.
readRest().split(`
`)??[]:[];for(let i of[...r,...n,...o]){let a=LE.exec(i),[,l]=/^\s*:?lua\s+(.*)/s.exec(i)??[];l!==void 0&&Hr(Ie(["lua","-e",l]),t),a&&ne(a[1]??"sh",t)}return"\uFFFC"},
qE=t=>{let{options:e,operands:s}=L(t.args,pt.ssh),[r,...n]=s,{options:o,operands:i}=L(n,pt.ssh);e.push(...o);let a=i.length===0&&r!==void 0&&t.context.stdin!==void 0;
a||F({...t,args:t.args.filter(l=>!i.includes(l))});for(let{text:l}of D(e,"o")){let[,c]=/^(?:ProxyCommand|LocalCommand|KnownHostsCommand)[= ]\s*(.*)/i.exec(l)??[];
c!==void 0&&ne(c,t)}return i.length>0?ne(le(i).text,t):a?br({...t,scope:_t(t)}):"\uFFFC"},gi=`new-container
`,WE=t=>{let e=F(t),{operands:s}=L(t.args,pt.container);(s[0]?.text==="compose"||s[0]?.text==="container")&&({operands:s}=L(s.slice(1),pt.container));let[r,...n]=s,
o=sc.test(t.program);if(o&&r?.text==="create")return gi;if(!/^(exec|run|debug)$/.test(r?.text??""))return e;let i=n.findIndex(({text:g})=>g==="--"),{options:a,operands:l}=L(
n,pt.container),c=i===-1?[...D(a,"entrypoint"),...l.slice(1)]:n.slice(i+1),d=o&&r?.text==="run"&&B(a,"d","detach");if(c.length===0)return d?gi:"\uFFFC";let u=ee(
t.context,t.program),p=FE(t,n),m=p&&jE(p)?ee(u,Pr):u,h=Tf(p??Ml(t))?ee(m,Rr):m,f=t.interpreter.runWords(c,t.scope,h);return d?gi:f},sc=/^(?:docker|podman|nerdctl)$/,
ME=/^(?:[\w.-]+\/)*(?:postgres|postgis|pgvector|timescaledb|mysql|mariadb|percona|redis|valkey|keydb|mongo|clickhouse-server|memcached)(?:[:@]|$)/,$f=/^--?(?:net|network|link|env-file)\b|\w*(?:HOST|UR[IL]|ADDR|DSN|SERVICE)\w*=/;
function jE(t){let{operands:e}=L(t.args.slice(1),pt.container),s=!t.args.some(({text:r})=>$f.test(r));return Tf(t)&&s&&ME.test(e[0]?.text??"")}function FE(t,e){
let{interpreter:s,context:r,args:n,program:o}=t,i=L(e,pt.container).operands[0]?.text??"";if(n[0]?.text!=="exec"||n.some(({text:l})=>$f.test(l)))return;let a=s.
invocations.filter(l=>sc.test(l.program)&&/^(?:run|create)$/.test(l.args[0]?.text??""));return`${i}
`===gi?a.length===1?a[0]:void 0:r.needs?.find(l=>{let c=` ${l.args.map(({text:u})=>u).join(" ")} `,d=c.includes(` --name ${i} `)||c.includes(` --name=${i} `);return l.
program===o&&d&&a.includes(l)&&l.wrappers.length===r.wrappers.length})}function Tf({program:t,args:e,environment:s}){let[r,...n]=e[0]?.text==="container"?e.slice(
1):e;if(!sc.test(t)||r?.text!=="run"||["DOCKER_HOST","CONTAINER_HOST","DOCKER_CONTEXT"].some(i=>i in s))return!1;let{options:o}=L(n,pt.container);return o.every(
({name:i,value:a})=>/^(?:v|volume)$/.test(i)?/:ro(?:,|$)/.test(a?.text??""):C.programWords.closed_options.has(i))}var VE=t=>{let{after:e=[],code:s=[],skip:r=0,...n}=C.
runners.get(t.program),{operands:o}=L(t.args,n);/^(npm|pnpm|yarn|bun)$/.test(t.program)&&Ef(t);let[i]=o;if(/^(?:pnpm|yarn)$/.test(t.program)&&o.length>1&&!C.packageVerbs.
has(i.text))return F(t),t.interpreter.runWords(o,t.scope,ee(t.context,t.program));let l=/^(?:workspaces?|foreach|recursive|multi|m)$/.test(o[0]?.text??"")?o.slice(
0,10).findIndex(({text:h})=>e.includes(h)):0;if(e.length>0&&!e.includes(o[l]?.text??""))return hi(t)??F(t);let c=F(t),{options:d,operands:u}=L(o.slice(e.length>
0?l+1:0),n);for(let{text:h}of D(d,...s))ne(h,t);let p=u.findIndex(({text:h})=>h==="--"),m=p===-1?u.slice(r):u.slice(p+1);return m.length>0?Hr(m,t):c},HE=t=>{let e=F(
t),{options:s,operands:r}=L(t.args,pt.copy),{files:n}=t.interpreter,{folder:o}=t.scope,[i]=D(s,"t","target-directory"),a=i??r.at(-1);for(let{text:l}of i?r:r.slice(
0,-1)){let d=/^\/(usr\/(local\/)?)?s?bin\/[\w.-]+$/.test(l)?{text:`${l} "$@"`,from:[]}:void 0,u=De(l,t)??d;u===void 0||!a||(n.write(a.text,u.text,o,u.from),n.write(
`${a.text}/${l.slice(l.lastIndexOf("/")+1)}`,u.text,o,u.from))}return e},UE=t=>{let{invocations:e,files:s}=t.interpreter,r=e.length,n=F(t);TE(t);let o=t.program!==
"curl",{options:i,operands:a}=L(t.args,o?pt.wget:pt.curl),l=t.program.startsWith("wget")?["O","output-document"]:["o","output","out"],c=D(i,...l).map(({text:p})=>p),
u=(o?c.length===0:B(i,"O","remote-name","J"))?a.map(({text:p})=>p.replace(/[?#].*$/,"").replace(/^.*\//,"")):[];for(let p of[...c,...u])p!=="-"&&s.write(p,"\uFFFC",
t.scope.folder,e.slice(r));return n},BE=t=>{let e=F(t),[s,...r]=L(t.args,pt.tmux).operands,{operands:n}=L(r,pt["tmux-command"]);return/^(neww?|(new|split)-\w+|splitw|run|run-shell|respawn-pane|send|send-keys)$/.
test(s?.text??"")&&ne(le(n.filter(({text:o})=>!/^(Enter|C-m|KPEnter)$/.test(o))).text,t),e},GE=t=>{let e=F(t),{options:s,operands:r}=L(t.args,pt.screen);return ne(
B(s,"X")?le(r).text:Fr(r),t),e},Rf={"vim vi nvim view ex ed less more":DE,"sed gsed":hf,ssh:qE,"sftp ftp lftp":NE,"docker docker-compose podman nerdctl kubectl \
oc":WE,"curl wget wget2 aria2c axel":UE,"at batch":t=>br(t,_t(t)),"cp mv install ln":HE,tmux:BE,screen:GE,cargo:t=>F(t.args[0]?.text.startsWith("+")?{...t,args:t.
args.slice(1)}:t),...Object.fromEntries([...C.codeOptions].map(([t,e])=>[t,OE(e)])),[[...C.runners.keys()].join(" ")]:VE};function bi(t,e=!1){if(!(t.length>200||(t.match(/\*/g)?.length??0)>2))return t.replace(/\\(.)|\[(!|\^)?(\]?[^\]]*)\]|\*+|[\s\S]/g,(s,r,n,o)=>r!==void 0?Pf(r):o!==
void 0?`[${n?"^":""}${o.replace(/[\\\]^]/g,"\\$&")}]`:s[0]==="*"?e?"[^]*?":"[^]*":s==="?"?"[^]":Pf(s))}var Pf=t=>t.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&");var zE=8;function KE(t){return t.slice(0,zE).findIndex(({text:e},s)=>{let r=t[s+1]?.text??"";return e==="git"&&t.length>s+2?!0:C.risky.has(e.slice(e.lastIndexOf(
"/")+1))&&/^[-/~.*]|=|\//.test(r)})}function YE(t){let e=t.includes("\uFFFC")?void 0:bi(t),s=e===void 0?void 0:$s(`^(?:${e})$`);return s?[...C.risky].filter(r=>s.
test(r)).slice(0,3):[]}function Nf(t){let{program:e}=t,s=C.wrappers.get(e);return s?If(t,s):/^ld(-linux.*)?\.so/.test(e)?If(t,{long:["library-path","preload","a\
rgv0"]}):JE(t)}function If(t,e){let{skip:s=0}=e,{options:r,operands:n}=L(t.args,e),o=L(n.slice(s),e),i=o.options.length>0&&s>0?o.operands:n.slice(s);s>0&&r.push(
...o.options);let[a]=D(r,...e.folder??[]),l=a?t.scope.copy():t.scope;a&&(l.folder=a.text);let c=D(r,...e.code??[]),d=t.interpreter.invocations.length;e.own&&F(t);
let u="",p={...t.context.environment};e.assigns&&XE(i,p);let m={...ee(t.context,t.program),environment:p},h={...ee(t.context,Vl(t.program)),environment:p},f=(v,x)=>t.
interpreter.runScript(v,l.child([T("sh"),...x],m.environment),h),g=le(i).text;for(let{text:v}of c)u=f(e.assigns?`${v} ${g}`:v,i);let y=e.joined&&!B(r,"x","exec")||
i.length===1&&si(i[0]);return c.length===0&&i.length>0&&(u=y?f(g,[]):t.interpreter.runWords(i,l,m)),t.interpreter.invocations.length===d?F(t):u}function XE(t,e){
for(;;){let[,s,r]=/^([A-Za-z_]\w*)=([\s\S]*)$/.exec(t[0]?.text??"")??[];if(s===void 0)return;e[s]=T(r,t.shift().glob)}}function JE(t){let{program:e,words:s,args:r,
scope:n,context:o}=t,i=s[0].glob?YE(e):[e.replaceAll("\uFFFC","")];for(let l of i)l!==""&&l!==e&&t.interpreter.runWords([T(l),...r],n,ee(o,e));let a=C.nonRunners.
has(e)?-1:KE(r);a!==-1&&t.interpreter.runWords(r.slice(a),n,ee(o,e))}function In(t,e){switch(t.type){case"Script":case"CompoundList":case"AndOr":for(let s of t.commands)e(s);return;case"Statement":e(t.command);return;case"Command":
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
ted syntax node: ${s}`)}}}function Of(t){return t>=48&&t<=55}function Df(t){return t>=48&&t<=57||t>=65&&t<=70||t>=97&&t<=102}function QE(t,e){try{return String.fromCodePoint(t)}catch{return e}}
var ZE=new TextDecoder("utf-8",{ignoreBOM:!0});function Lf(t){return ZE.decode(new Uint8Array(t))}function eC(t,e,s){if(t.charCodeAt(e)!==92||e+2>s)return;let r=t.
charCodeAt(e+1),n=e+2,o=n;if(r===120){for(;o<s&&o-n<2&&Df(t.charCodeAt(o));)o++;return o===n?void 0:{value:Number.parseInt(t.slice(n,o),16),end:o}}if(Of(r)){for(;o<
s&&o-n<2&&Of(t.charCodeAt(o));)o++;return{value:Number.parseInt(t.slice(e+1,o),8)&255,end:o}}}function Nn(t,e,s){let r=e,n="",o=[],i=-1;for(;r<s&&t.charCodeAt(r)!==
39;){let l=r,c=eC(t,r,s);if(c&&c.value>=128){o.push(c.value),r=c.end;continue}if(o.length>0&&(n+=Lf(o),o=[]),c){c.value===0&&i===-1&&(i=n.length),n+=String.fromCharCode(
c.value),r=c.end;continue}if(t.charCodeAt(r)!==92||r+1>=s){let u=r;for(;r<s;){let p=t.charCodeAt(r);if(p===39||p===92&&r+1<s)break;r++}n+=t.slice(u,r);continue}
r++;let d=t[r++];switch(d){case"a":n+="\x07";break;case"b":n+="\b";break;case"e":case"E":n+="\x1B";break;case"f":n+="\f";break;case"n":n+=`
`;break;case"r":n+="\r";break;case"t":n+="	";break;case"v":n+="\v";break;case"\\":n+="\\";break;case"'":n+="'";break;case'"':n+='"';break;case"?":n+="?";break;case`\

`:break;case"c":{let u=r<s?t.charCodeAt(r):39;if(u===39){n+=t.slice(l,r);break}if(r++,u===92){let m=r<s&&t.charCodeAt(r)===92;m&&r++,n+="",!m&&r<s&&(n+=t[r],r++);
break}let p=u===63?127:u&31;p===0&&u<128&&i===-1&&(i=n.length),n+=String.fromCharCode(p);break}case"u":case"U":{let u=r,p=d==="u"?4:8;for(;r<s&&r-u<p&&Df(t.charCodeAt(
r));)r++;if(r===u){n+=`\\${d}`;break}let m=t.slice(l,r),h=Number.parseInt(t.slice(u,r),16);h===0&&i===-1&&(i=n.length),n+=QE(h,m);break}default:n+=`\\${d}`;break}}
o.length>0&&(n+=Lf(o)),i!==-1&&(n=n.slice(0,i));let a=r<s;return a&&r++,{value:n,end:r,closed:a}}var Rt=class t{static _resolveScript;type;pos;end;text;#e;#t=void 0;constructor(e,s,r,n,o){this.type=e,this.pos=s,this.end=r,this.text=n,this.#e=o}get script(){
let e=this.#e;if(e!==void 0){let s=t._resolveScript(e.source,e.start,e.end,e.depth,e.parenBoundary,e.context);e.context===void 0&&(s.source=e.source),this.script=
s}return this.#t}set script(e){this.#t=e,this.#e=void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,script:this.script}}},yi=class extends Rt{operator;constructor(e,s,r,n,o){
super("ProcessSubstitution",e,s,r,o),this.operator=n}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,operator:this.operator,script:this.
script}}},Gr=class t{static _resolveExpression;type="ArithmeticExpansion";pos;end;text;#e;#t=void 0;constructor(e,s,r,n){this.pos=e,this.end=s,this.text=r,this.#e=
n}get expression(){let e=this.#e;return e!==void 0&&(this.expression=t._resolveExpression(e.body,e.offset,e.source,e.depth,e.context,e.depth+1)),this.#t}set expression(e){
this.#t=e,this.#e=void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,expression:this.expression}}};function tC(t){let e="";for(let s of t)e+=s.type==="Literal"?s.value:s.text;return e}function ki(t){let e=t.indexOf("\\");if(e===-1)return t;let s="",r=0;for(let n=e;n<
t.length;n++)if(t.charCodeAt(n)===92){if(s+=t.slice(r,n),n++,n>=t.length){s+="\\",r=n;break}t.charCodeAt(n)!==10&&(s+=t[n]),r=n+1}return s+t.slice(r)}function qf(t){
let e=1;for(;t[e]==="\\"&&t[e+1]===`
`;)e+=2;return e===1||t[e]!=="("?t:t[0]+t.slice(e)}function vi(t){let e="";for(let s of t)switch(s.type){case"Literal":case"Glob":case"SingleQuoted":case"AnsiCQ\
uoted":e+=s.value;break;case"DoubleQuoted":case"LocaleString":e+=tC(s.parts);break;case"CommandExpansion":e+=s.text[0]==="$"?qf(s.text):s.text;break;case"Extend\
edGlob":e+=qf(s.text);break;default:e+=s.text;break}return e}var Ue=class{type="Word";text;pos;end;#e;#t;#r;#s;#n=null;constructor(e,s,r,n,o,i=0){this.text=e,this.pos=s,this.end=r,this.#e=n,this.#t=o,this.#r=i,this.#s=o===
void 0?void 0:null}get value(){if(this.#n===null){let e=this.#e===void 0&&this.#s===null?void 0:this.parts;this.#n=e?vi(e):ki(this.text)}return this.#n}get parts(){
return this.#s===null&&(this.#s=this.#t?.(this.#e??"",this,this.#r)??void 0),this.#s}set parts(e){this.#s=e??void 0}toJSON(){return{type:this.type,text:this.text,
pos:this.pos,end:this.end,parts:this.parts,value:this.value}}};function zr(t){return{boundaries:t===void 0?void 0:rc(t),wordParts:void 0,embeddedParts:void 0,arrayParts:void 0}}function rc(t){return t.boundaries??(t.boundaries=
new Map)}function mt(t,e,s){for(;e+1<s&&t.charCodeAt(e)===92&&t.charCodeAt(e+1)===10;)e+=2;return e}function Is(t){return/[*?[]/.test(t)}var Qt=new Uint8Array(128);Qt[33]=1;Qt[94]=1;Qt[91]=1;Qt[93]=1;Qt[58]=1;Qt[46]=1;Qt[61]=1;Qt[45]=1;Qt[92]=1;function sC(t,e,s,r,n){
let o=s-1;for(;o>e&&t.charCodeAt(o)!==93;)o--;if(o===e)return null;let i=[],a=[],l=[],c=0,d=!1;for(let y=e;y<s;y++){for(;r&&c<r.length&&r[c].end<=y+n;)c++;let v=r?.[c],
x=y,_=0;if(v&&v.pos<=y+n&&v.type!=="Literal")y=v.end-n-1;else{if(_=t.charCodeAt(y),_===92&&y+1<s&&t.charCodeAt(y+1)===10){y++;continue}(_>=128||!Qt[_])&&(_=0)}let w=a.
length-1;if(_===0&&w>=0&&a[w]===0){l[w]++;continue}w>=0&&a[w]===91&&(_===58||_===61||_===46)&&(d=!0),i.push(x),a.push(_),l.push(1)}let u=a.length,p;if(d){p=new Int32Array(
u).fill(-1);let y=-1,v=-1,x=-1,_=-1;for(let w=u-1;w>=0;w--){let A=a[w+2];if(A===93?y=w+2:a[w+3]===93&&(A===58?v=w+2:A===61?x=w+2:A===46&&(_=w+2)),a[w]!==91)continue;
let P=a[w+1],E=P===58?v:P===61?x:P===46?_:-1;E!==-1&&(P===46||y===-1||y>E)&&(p[w]=E+2)}}let m=y=>p===void 0?-1:p[y],h=new Int32Array(u+2).fill(-1),f=(y,v)=>{if(y>=
u)return-1;if(v&&a[y]===45&&y+1<u&&a[y+1]!==93){let x=y+1;if(a[x]===92){if(x+1>=u)return-1;x++}let _=x+1;if(a[x]===91&&a[x+1]===46){let w=m(x);w!==-1&&(_=w)}else if(a[x]===
0&&l[x]>1)return h[x];return _>=u?-1:a[_]===93?_+1:h[_]}return a[y]===93?y+1:h[y]};for(let y=u-1;y>=0;y--){let v=a[y],x=y+1,_=!0;if(v===92){if(y+1>=u)continue;x=
y+2}else if(v===91){let w=a[y+1];if(w===58||w===61||w===46){let A=m(y);A!==-1&&(x=A,_=w===46)}}h[y]=f(x,_)}let g=new Map;for(let y=0;y<u;y++){if(a[y]!==91)continue;
let v=y+1;if((a[v]===33||a[v]===94)&&v++,v>=u)continue;let x=a[v]===93?f(v+1,!0):h[v];x!==-1&&g.set(i[y],i[x-1]+1)}return g}function nc(t,e,s,r,n,o,i){for(;e<s;){
for(;r&&n<r.length&&r[n].end<=e+o;)n++;let a=r?.[n];if(a&&a.pos===e+o&&a.end<=s+o){i.push(a),e=a.end-o,n++;continue}let l=a?Math.min(s,(a.pos>e+o?a.pos:a.end)-o):
s,c=t.slice(e,l);i.push({type:"Literal",pos:e+o,end:l+o,text:c,value:ki(c)}),e=l}return n}function Zt(t,e,s,r,n=0){let o,i,a=0,l=0,c=e;for(let d=e;d<s;d++){for(;r&&
a<r.length&&r[a].end<=d+n;)a++;let u=r?.[a];if(u&&u.pos<=d+n&&u.type!=="Literal"){d=u.end-n-1;continue}let p=t.charCodeAt(d);if(p===92){d++;continue}let m;if(p===
42||p===63){let g=u?Math.min(s,u.end-n):s,y=mt(t,d+1,g);if(y<g&&t.charCodeAt(y)===40)continue;if(m=d+1,p===42)for(;m<g&&t.charCodeAt(m)===42;){let v=mt(t,m+1,g);
if(v<g&&t.charCodeAt(v)===40)break;m++}}else if(p===91){i===void 0&&(i=sC(t,d,s,r,n));let g=i?.get(d);if(g===void 0)continue;m=g}else continue;o||(o=[]),l=nc(t,
c,d,r,l,n,o);let h=t.slice(d,m),f;if(p===91){let g=[];l=nc(t,d+1,m-1,r,l,n,g),f={type:"Glob",kind:"bracket",pos:d+n,end:m+n,text:h,value:"["+vi(g)+"]",parts:g}}else
f={type:"Glob",kind:p===42?"star":"question",pos:d+n,end:m+n,text:h,value:h,parts:void 0};o.push(f),c=m,d=m-1}return o?(nc(t,c,s,r,l,n,o),o):r??void 0}var b={Word:0,Assignment:1,Semi:2,Newline:3,Pipe:4,And:5,Or:6,Amp:7,LParen:8,RParen:9,LBrace:10,RBrace:11,Bang:12,If:13,Then:14,Else:15,Elif:16,Fi:17,Do:18,Done:19,
For:20,While:21,Until:22,In:23,Case:24,Esac:25,Function:26,DoubleSemi:27,SemiAmp:28,DoubleSemiAmp:29,Select:30,DblLBracket:31,DblRBracket:32,EOF:33,ArithCmd:34,
Coproc:35,Redirect:36},wi=class{token=b.EOF;_value="";_owner;pos=0;end=0;fileDescriptor=void 0;variableName=void 0;descriptorEnd=0;delimiterQuoted=!1;content=void 0;targetPos=0;targetEnd=0;assignmentOperatorPos=-1;raw=!1;keywordEligible=!1;constructor(e=null){
this._owner=e}get value(){return this._value??(this._value=this._owner===null?"":this._owner._tokenValue(this.pos,this.end,this.raw))}set value(e){this._value=e}reset(){
this.token=b.EOF,this._value="",this.pos=0,this.end=0,this.fileDescriptor=void 0,this.variableName=void 0,this.descriptorEnd=0,this.delimiterQuoted=!1,this.content=
void 0,this.targetPos=0,this.targetEnd=0,this.assignmentOperatorPos=-1,this.raw=!1,this.keywordEligible=!1}copyFrom(e){this.token=e.token,this._value=e._value,this.
pos=e.pos,this.end=e.end,this.fileDescriptor=e.fileDescriptor,this.variableName=e.variableName,this.descriptorEnd=e.descriptorEnd,this.delimiterQuoted=e.delimiterQuoted,
this.content=e.content,this.targetPos=e.targetPos,this.targetEnd=e.targetEnd,this.assignmentOperatorPos=e.assignmentOperatorPos,this.raw=e.raw,this.keywordEligible=
e.keywordEligible}},Wf=new Map([["if",b.If],["then",b.Then],["else",b.Else],["elif",b.Elif],["fi",b.Fi],["do",b.Do],["done",b.Done],["for",b.For],["while",b.While],
["until",b.Until],["in",b.In],["case",b.Case],["esac",b.Esac],["function",b.Function],["select",b.Select],["coproc",b.Coproc],["!",b.Bang],["{",b.LBrace],["}",b.
RBrace]]);var ie=new Uint8Array(128);ie[124]=1;ie[38]=1;ie[59]=1;ie[40]=1;ie[41]=1;ie[60]=1;ie[62]=1;ie[32]=1;ie[9]=1;ie[10]=1;ie[92]=2;ie[39]=2;ie[34]=2;ie[36]=2;ie[96]=
2;ie[123]=2;function On(t,e,s){for(;e<s;){let r=t.charCodeAt(e);if(r===32||r===9)e++;else if(r===92&&e+1<s&&t.charCodeAt(e+1)===10)e+=2;else break}return e}var zf=new Uint8Array(
128);for(let t of[9,10,32,33,37,38,40,41,42,43,44,45,47,58,60,61,62,63,94,124])zf[t]=1;function Jr(t,e,s){for(let r=e;r<s;r++){let n=t.charCodeAt(r);if(n===92||
n===39||n===34||n===36||n===96||(n===60||n===62)&&r+1<s&&t.charCodeAt(r+1)===40)return!0}return!1}function Mf(t,e,s=!1,r){let n=0,o=0;for(let i=0;i<t.length;i++){
let a=t.charCodeAt(i);if(a===92){i++;continue}if(a===123){n++;continue}if(a===125){n>0&&n--;continue}if(a===39){for(i++;i<t.length&&t.charCodeAt(i)!==39;)i++;continue}
if(a===34){for(i++;i<t.length;){let c=t.charCodeAt(i);if(c===34)break;if(c===92){i+=2;continue}let d=r?.(i,!0)??i;if(d>i){i=d;continue}i++}continue}let l=r?.(i,
!1)??i;if(l>i){i=l-1;continue}if(s&&n===0){if(a===63){o++;continue}if(a===58&&o>0){o--;continue}}if(a===e&&n===0)return i}return-1}var ks=new Uint8Array(128);for(let t=97;t<=
122;t++)ks[t]=3;for(let t=65;t<=90;t++)ks[t]=3;for(let t=48;t<=57;t++)ks[t]=2;ks[95]=3;var vs=new Uint8Array(128);vs[63]=1;vs[64]=1;vs[42]=1;vs[43]=1;vs[33]=1;vs[61]=
1;function jf(t){return t<128&&t!==61&&vs[t]===1}var rC={63:"?",64:"@",42:"*",43:"+",33:"!"};function Ff(t){let e=t.type;return e==="Literal"||e==="SimpleExpans\
ion"||e==="ParameterExpansion"||e==="CommandExpansion"||e==="ArithmeticExpansion"}function nC(t,e,s){for(let r=e;r<s;r++){let n=t.charCodeAt(r);if(n<48||n>57)return!1}
return s>e}var It=-1,ic=0,Vf=1,ac=2,Hf=3,Je=4;function oC(t,e){let s=t[t.length-1],r=e[0],n=0;s?.type==="Literal"&&r?.type==="Literal"&&s.end===r.pos&&(t[t.length-
1]={type:"Literal",pos:s.pos,end:r.end,text:s.text+r.text,value:s.value+r.value},n=1);for(let o=n;o<e.length;o++)t.push(e[o]);return t}function Uf(t){return t<It}
function Bf(t){return-t-2}function oc(t,e,s,r){let n=r;for(let o=e;o<s&&n>=0;o++){let i=t.charCodeAt(o);if(n>=Je)i===91?n++:i===93&&--n===Je&&(n=ac);else if(n===
ic)n=i<128&&ks[i]&1?Vf:It;else if(n===Vf){if(i<128&&ks[i]&2)continue;i===91?n=Je+1:i===43?n=Hf:n=i===61?-o-2:It}else n===ac?i===43?n=Hf:n=i===61?-o-2:It:n=i===61?
-o-2:It}return n}function xe(t,e,s,r=0,n=0){t.token=e,t._value=s,t.pos=r,t.end=n,t.fileDescriptor=void 0,t.variableName=void 0,t.descriptorEnd=0,t.delimiterQuoted=
!1,t.content=void 0,t.assignmentOperatorPos=-1,t.raw=!1,t.keywordEligible=!1}function Ns(t,e,s,r,n){t.token=e,t._value=null,t.pos=s,t.end=r,t.fileDescriptor=void 0,
t.variableName=void 0,t.descriptorEnd=0,t.delimiterQuoted=!1,t.content=void 0,t.assignmentOperatorPos=-1,t.raw=n,t.keywordEligible=!1}function Gf(t,e,s){switch(t.
charCodeAt(e)){case 33:return s===1?b.Bang:void 0;case 123:return s===1?b.LBrace:void 0;case 125:return s===1?b.RBrace:void 0;case 105:{if(s!==2)return;let r=t.
charCodeAt(e+1);return r===102?b.If:r===110?b.In:void 0}case 102:return s===2?t.charCodeAt(e+1)===105?b.Fi:void 0:s===3?t.startsWith("for",e)?b.For:void 0:s===8&&
t.startsWith("function",e)?b.Function:void 0;case 116:return s===4&&t.startsWith("then",e)?b.Then:void 0;case 101:return s!==4?void 0:t.startsWith("else",e)?b.Else:
t.startsWith("elif",e)?b.Elif:t.startsWith("esac",e)?b.Esac:void 0;case 100:return s===2?t.charCodeAt(e+1)===111?b.Do:void 0:s===4&&t.startsWith("done",e)?b.Done:
void 0;case 99:return s===4?t.startsWith("case",e)?b.Case:void 0:s===6&&t.startsWith("coproc",e)?b.Coproc:void 0;case 119:return s===5&&t.startsWith("while",e)?
b.While:void 0;case 117:return s===5&&t.startsWith("until",e)?b.Until:void 0;case 115:return s===6&&t.startsWith("select",e)?b.Select:void 0;default:return}}var S={
Normal:0,CommandStart:1,TestMode:2,CommandPrefix:3,Declaration:4,ArrayElement:5,FunctionName:6,CasePattern:7,EvalArgument:8};function iC(t){return t===32||t===9||
t===10||t===124}var ht=class t{static _findSubstitutionEnd;src;srcEnd;parenBoundary;pos;current;nextState;hasPeek;pendingHereDocs;substitutionContext;_errors=null;_buildParts=!1;_buildValue=!1;_nestingDepth=0;constructor(e,s=0,r=e.
length,n=!1,o=zr()){if(this.src=e,this.srcEnd=r,this.parenBoundary=n,this.pos=s,this.current=new wi(this),this.nextState=new wi(this),this.hasPeek=!1,this.pendingHereDocs=
null,this.substitutionContext=o,s===0&&e.charCodeAt(0)===35&&e.charCodeAt(1)===33){let i=e.indexOf(`
`);this.pos=i===-1?this.srcEnd:i+1}}getSource(){return this.src}fork(e,s,r=!1){let n=new t(this.src,e,s,r,this.substitutionContext);return n._nestingDepth=this.
_nestingDepth,n}getSubstitutionContext(){return this.substitutionContext}get errors(){return this._errors??(this._errors=[])}commandExpansion(e,s,r,n,o=!1){let i=this.
scriptWindow(this.src,r,r+n.length,o);return new Rt("CommandExpansion",e,this.pos,s,i)}decodedCommandExpansion(e,s,r){let n=this.scriptWindow(r,0,r.length,!1,!0);
return new Rt("CommandExpansion",e,this.pos,s,n)}processSubstitution(e,s,r,n){let o=this.scriptWindow(this.src,e+2,e+2+n.length,!this._unbalanced);return new yi(
e,this.pos,s,r,o)}scriptWindow(e,s,r,n,o=!1){if(this._nestingDepth>256)return;let i=o?void 0:this.substitutionContext;return{source:e,start:s,end:r,depth:this._nestingDepth+
1,parenBoundary:n,context:i}}getPos(){return this.pos}findSubstitutionEnd(e,s,r=this._nestingDepth+1){return t._findSubstitutionEnd===void 0?-1:t._findSubstitutionEnd(
this.src,e,s,r,this.substitutionContext)}_tokenValue(e,s,r){return r?this.src.slice(e,s):this.wordValueOf(e,s)}wordValueOf(e,s){let r=this.pos,n=this.srcEnd,o=this.
_bracketWindow,i=this._arithmeticBracketWindow,a=this._buildValue,l=this._unbalanced,c=this._errors===null?0:this._errors.length;this.pos=e,this.srcEnd=s,this._buildValue=
!0,this.readWordText(),this.pos<s&&this._wordAssignmentState!==void 0&&this._wordAssignmentState>=Je&&(this.pos=e,this.readWordText(!0));let d=this._wordText;return this.
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
this.pos+1)===40){this.pos+=2,this.extractBalanced();continue}if(e<128&&zf[e])break;this.pos++}return this.pos}findClosingShellDelimiter(e,s,r,n=!1,o=!0,i,a){let l=this.
pos,c=this.srcEnd,d=this._bracketWindow,u=this._arithmeticBracketWindow,p=this._unbalanced;this.srcEnd=Math.min(s,this.srcEnd);let m=[r];i?.push([]);let h=a?[e]:
void 0,f=e,g=!0,y=-1;for(;f<this.srcEnd;){let v=m[m.length-1];i&&v===93&&i[i.length-1].push(f);let x=this.src.charCodeAt(f);if(x===92){f+1<this.srcEnd&&this.src.
charCodeAt(f+1)!==10&&(g=!1),f+=2;continue}if(x===35&&n&&m.length===1&&g){for(;f<this.srcEnd&&this.src.charCodeAt(f)!==10;)f++;continue}if(x===39){this.pos=f+1,
this.skipSQ(),f=this.pos,g=!1;continue}if(x===34){this.pos=f+1,this.skipDQ(),f=this.pos,g=!1;continue}if(x===96){for(f++;f<this.srcEnd&&this.src.charCodeAt(f)!==
96;)this.src.charCodeAt(f)===92&&f++,f++;f<this.srcEnd&&f++,g=!1;continue}if(x===36&&f+1<this.srcEnd&&this.src.charCodeAt(f+1)===40||(x===60||x===62)&&f+1<this.
srcEnd&&this.src.charCodeAt(f+1)===40){this.pos=f+2,this.extractBalanced(),f=this.pos,g=!1;continue}if(x===36&&f+1<this.srcEnd){let _=this.src.charCodeAt(f+1);if(_===
39){f=Nn(this.src,f+2,this.srcEnd).end,g=!1;continue}if(_===36){f+=2,g=!1;continue}if(_===123&&o){m.push(125),i?.push([]),f+=2,g=!1;continue}}if(n&&m.length===1&&
(x===91&&g?(m.push(93),i?.push([])):y===-1&&(x===59||x===38||x===124||x===60||x===62||x===40&&!jf(this.src.charCodeAt(f-1)))&&(y=f)),v===93&&x===91)m.push(93),i?.
push([]),h?.push(f+1);else if(v===41&&x===40)m.push(41),i?.push([]);else if(x===v){if(m.pop(),h?.pop(),i?.pop(),m.length===0)return this.pos=l,this.srcEnd=c,this.
_bracketWindow=d,this._arithmeticBracketWindow=u,this._unbalanced=p,y!==-1&&this.errors.push({message:`unexpected '${this.src[y]}' in array assignment`,pos:y}),
f;g=!1,f++;continue}g=x<128&&(ie[x]&1)!==0,f++}if(h)for(let v of h)a.add(v);return this.pos=l,this.srcEnd=c,this._bracketWindow=d,this._arithmeticBracketWindow=
u,this._unbalanced=p,-1}scanBraceExpansion(e,s){let r=this.src,n=this.srcEnd,o=s.get(e);if(o!==void 0)return o;let i=this.pos,a=this._unbalanced,l=this._errors===
null?0:this._errors.length,c=[e,0],d=e+1;for(;d<n;){let u=r.charCodeAt(d),p=u<128?ie[u]:0;if(p===0){if(d++,u===125){let h=c.pop();if(s.set(c.pop(),h?d:-1),c.length===
0)break}else(u===44||u===46&&r.charCodeAt(d)===46)&&(c[c.length-1]=1);continue}let m=d+1<n?r.charCodeAt(d+1):0;if(p&1)if(m===40&&(u===60||u===62))this.pos=d+2,this.
extractBalanced(),d=this.pos;else if(u===40&&jf(r.charCodeAt(d-1))){let h=this.findClosingShellDelimiter(d+1,n,41);if(h===-1)break;d=h+1}else break;else if(u===
92)d+=2;else if(u===39)this.pos=d+1,this.skipSQ(),d=this.pos;else if(u===34)this.pos=d+1,this.skipDQ(),d=this.pos;else if(u===96){for(d++;d<n&&r.charCodeAt(d)!==
96;)d+=r.charCodeAt(d)===92?2:1;d++}else if(u===123)c.push(d,0),d++;else if(m===39)d=Nn(r,d+2,n).end;else if(m===123){let h=this.findClosingBrace(d+2,n);if(h===
-1)break;d=h+1}else m===40?(this.pos=d+2,this.extractBalanced(),d=this.pos):d++}this.pos=i,this._unbalanced=a,this._errors!==null&&(this._errors.length=l);for(let u=0;u<
c.length;u+=2)s.set(c[u],-1);return s.get(e)}skipSubshellBody(){return this.extractBalanced(!1),this._unbalanced?-1:this.pos}skipCompoundBody(e){let s=[{close:e,
phase:e===b.Esac?"case-pattern":"commands"}],r=!0;for(;;){let n=s[s.length-1].phase,o=r?S.CommandStart:S.Normal;n==="function-name"?o=S.FunctionName:n==="case-p\
attern"&&r&&(o=S.CasePattern);let i=this.next(o),a=i.token;if(a===b.EOF)return-1;let l=s.length-1,c=s[l];if(c.phase==="function-name"){if(a===b.Newline)continue;
c.phase="function-body",r=!0;continue}else if(c.phase==="function-body"){if(a===b.Newline)continue;if(c.phase="commands",r=!0,a===b.LParen&&this.peek(S.Normal).
token===b.RParen){this.next(S.Normal),c.phase="function-body";continue}}else if(c.phase==="coproc-command"){if(a===b.Newline)continue;if(a===b.Word){c.phase="co\
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
RParen:r=!0;break}}}skipTestGroup(){let e=1;for(;;){let s=this.next(S.TestMode);if(s.token===b.EOF)return-1;if(s.token===b.DblRBracket)return this.unshift(s),-1;
if(s.token===b.LParen)e++;else if(s.token===b.RParen&&--e===0)return s.end}}skipTestCommandBody(){for(;;){let e=this.next(S.TestMode).token;if(e===b.DblRBracket)
return!0;if(e===b.EOF)return!1}}buildWordParts(e){this._buildParts=!0,this.pos=e;let s=this.src.charCodeAt(e);if((s===60||s===62)&&e+1<this.srcEnd&&this.src.charCodeAt(
e+1)===40){this.pos=e+2;let r=this.extractBalanced(),n=this.src.slice(e,this.pos),o=this.processSubstitution(e,n,s===60?"<":">",r);this.pos<this.srcEnd?(this.readWordText(),
this._wordParts?this._wordParts.unshift(o):this._wordParts=[o]):this._wordParts=[o]}else this.readWordText(),this.pos<this.srcEnd&&this._wordAssignmentState!==void 0&&
this._wordAssignmentState>=Je&&(this.pos=e,this.readWordText(!0));return this._wordParts}buildEmbeddedWordParts(e,s=!1){return this._buildParts=!0,this.pos=e,this.
readInnerWordText(!1,s),this._wordParts}buildArrayElementParts(e){let s=this.findClosingBracket(e+1);if(s===-1)return this.buildWordParts(e);let r=this.src;this.
_buildParts=!0;let n=Jr(r,e,s+1)?this.parseSubFieldWord(e,s+1,"embedded"):void 0;this.pos=s+1,this.readWordText(!1,S.ArrayElement);let o=this.pos,i=mt(r,s+1,o),
a=r.charCodeAt(i),l=a===61||a===43&&r.charCodeAt(i+1)===61,c=n?.parts,d=this._wordParts;if(l&&(d=Zt(r,s+1,o,d)??d),!c&&!d)return l?null:Zt(r,e,o,void 0)??null;let u=r.
slice(e,s+1);c||(c=[{type:"Literal",pos:e,end:s+1,text:u,value:n?.value??u}]),d||(d=o>s+1?[{type:"Literal",pos:s+1,end:o,text:r.slice(s+1,o),value:this._wordText}]:
[]);let p=oC(c,d);return l||(p=Zt(r,e,o,p)??p),p.length>1||p[0].type!=="Literal"?p:null}buildHereDocParts(e,s){this._buildParts=!0;let r=this.src,n=[],o=!1,i="",
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
this.errors.push({message:"unterminated process substitution",pos:i});continue}if(o<128&&ie[o]&1&&o!==124)break;this.pos++}return xe(this.current,b.Word,e.slice(
r,this.pos),r,this.pos),this.current}readCStyleForExprs(){this.hasPeek=!1;let e=this.src,s=this.srcEnd;for(;this.pos<s&&(e.charCodeAt(this.pos)===32||e.charCodeAt(
this.pos)===9);)this.pos++;let r=this.pos;this.pos<s&&e.charCodeAt(this.pos)===40&&this.pos++;let n=[this.pos,0,0],o=["","","",0,0,0],i=0,a=1,l=this.pos,c=!1,d=u=>{
let p=e.slice(l,u);o[i]=p.trim(),o[3+i]=n[i]+p.length-p.trimStart().length};for(;this.pos<s&&a>0;){let u=e.charCodeAt(this.pos);if(u===40)a++,this.pos++;else if(u===
41){if(a--,a===0){for(c||d(this.pos),i<2&&this.errors.push({message:"expected three arithmetic expressions in for header",pos:this.pos}),this.pos++;this.pos<s&&
(e.charCodeAt(this.pos)===32||e.charCodeAt(this.pos)===9);)this.pos++;this.pos<s&&e.charCodeAt(this.pos)===41&&this.pos++;break}this.pos++}else if(u===59&&a===1){
if(i===2){c||(d(this.pos),this.errors.push({message:"expected three arithmetic expressions in for header",pos:this.pos})),c=!0,this.pos++;continue}d(this.pos),i++,
this.pos++,l=this.pos,n[i]=l}else u===36?this.readDollar():u===96?this.readBacktickExpansion():u===92?this.pos+=this.pos+1<s?2:1:u===39?(this.pos++,this.skipSQ()):
u===34?(this.pos++,this.skipDQ()):this.pos++}return a>0&&(c||d(this.pos),this.errors.push({message:"unterminated arithmetic for header",pos:r})),o}peek(e=S.Normal){
return this.hasPeek||(this.readNext(this.nextState,e),this.hasPeek=!0),this.nextState}peekFollow(e){if(!this.hasPeek){let s=e[this.current.token]?S.CommandStart:
S.Normal;this.readNext(this.nextState,s),this.hasPeek=!0}return this.nextState}next(e=S.Normal){if(this.hasPeek){this.hasPeek=!1;let s=this.current;return this.
current=this.nextState,this.nextState=s,this.current}return this.readNext(this.current,e),this.current}unshift(e){this.nextState.copyFrom(e),this.hasPeek=!0}readNext(e,s){
let r=this.src,n=this.srcEnd,o=this.pos;for(;;){if(o=On(r,o,n),s===S.TestMode)for(;o<n&&r.charCodeAt(o)===10;)o=On(r,o+1,n);if(o>=n||r.charCodeAt(o)!==35)break;
for(;o<n&&r.charCodeAt(o)!==10;)o++}if(this.pos=o,o>=n){this.consumePendingHereDocs(),xe(e,b.EOF,"",o,o);return}let i=o,a=r.charCodeAt(o);if(a===10){this.pos++,
this.consumePendingHereDocs(),xe(e,b.Newline,`
`,i,this.pos);return}if(s===S.TestMode&&(a===60||a===62)&&!(this.pos+1<this.srcEnd&&r.charCodeAt(this.pos+1)===40)){this.pos++,xe(e,b.Word,a===60?"<":">",i,this.
pos),e.keywordEligible=!0;return}a<128&&ie[a]&1&&this.tryReadOperator(e,a,s,i)||a===91&&s===S.ArrayElement&&this.readArrayElement(e,i)||this.readWord(e,s,i)}tryReadOperator(e,s,r,n){
let o=this.src,i=this.pos,a=i+1<this.srcEnd?o.charCodeAt(i+1):0;switch(s){case 59:return a===59?i+2<this.srcEnd&&o.charCodeAt(i+2)===38?(this.pos+=3,xe(e,b.DoubleSemiAmp,
";;&",n,this.pos),!0):(this.pos+=2,xe(e,b.DoubleSemi,";;",n,this.pos),!0):a===38?(this.pos+=2,xe(e,b.SemiAmp,";&",n,this.pos),!0):(this.pos++,xe(e,b.Semi,";",n,
this.pos),!0);case 124:return a===124?(this.pos+=2,xe(e,b.Or,"||",n,this.pos),!0):a===38?(this.pos+=2,xe(e,b.Pipe,"|&",n,this.pos),!0):(this.pos++,xe(e,b.Pipe,"\
|",n,this.pos),!0);case 38:if(a===38)return this.pos+=2,xe(e,b.And,"&&",n,this.pos),!0;if(a===62){this.pos+=2;let l=this.pos<this.srcEnd&&o.charCodeAt(this.pos)===
62;return l&&this.pos++,this.readRedirectTarget(e,l?"&>>":"&>",n)}return this.pos++,xe(e,b.Amp,"&",n,this.pos),!0;case 40:if(r===S.CommandStart&&a===40){let l=this.
errors.length;if(this.readArithmeticCommand(e,n),!this._notArithmetic)return!0;this.errors.length=l,this.pos=n}return this.pos++,xe(e,b.LParen,"(",n,this.pos),!0;case 41:
return this.pos++,xe(e,b.RParen,")",n,this.pos),!0;case 60:case 62:return this.readRedirection(e,n);default:return!1}}readRedirection(e,s){let r=this.src,n=r.charCodeAt(
this.pos),o="";if(n===60){this.pos++;let i=this.pos<this.srcEnd?r.charCodeAt(this.pos):0;if(i===60){this.pos++;let a=this.pos<this.srcEnd?r.charCodeAt(this.pos):
0;if(a===60)this.pos++,o="<<<";else{let l=a===45;l&&this.pos++,this.skipSpacesAndTabs();let c=this.pos;(this.pos>=this.srcEnd||r.charCodeAt(this.pos)!==35)&&this.
readHereDocDelimiter();let d=this.pos>c;return d&&(this.pendingHereDocs??(this.pendingHereDocs=[])).push({delimiter:this._hereDelim,strip:l,quoted:this._hereQuoted}),
xe(e,b.Redirect,l?"<<-":"<<",s,this.pos),e.content=d?this._hereDelim:void 0,e.delimiterQuoted=d&&this._hereQuoted,e.targetPos=c,e.targetEnd=d?this.pos:c,!0}}else{
if(i===40)return this.readProcessSubstitution(e,"<",s),!0;i===62?(o="<>",this.pos++):i===38?(o="<&",this.pos++):o="<"}}else if(n===62){this.pos++;let i=this.pos<
this.srcEnd?r.charCodeAt(this.pos):0;if(i===40)return this.readProcessSubstitution(e,">",s),!0;i===62?(o=">>",this.pos++):i===38?(o=">&",this.pos++):i===124?(o=
">|",this.pos++):o=">"}return this.readRedirectTarget(e,o,s)}readRedirectTarget(e,s,r){let n=this.src;if(this.skipSpacesAndTabs(),this.pos<this.srcEnd){let o=n.
charCodeAt(this.pos);if((o===60||o===62)&&this.pos+1<this.srcEnd&&n.charCodeAt(this.pos+1)===40){let a=this.pos;this.pos+=2,this.extractBalanced(),this._unbalanced&&
this.errors.push({message:"unterminated process substitution",pos:a});let l=n.slice(a,this.pos);return xe(e,b.Redirect,s,r,this.pos),e.content=l,e.targetPos=a,e.
targetEnd=this.pos,!0}let i=this.pos;return o!==10&&o!==35&&this.readRedirectTargetText(),this.redirectToken(e,s,r,i),!0}return this.redirectToken(e,s,r,this.pos),
!0}readRedirectTargetText(){let e=this._buildValue;this._buildValue=!0,this.readWordText(),this._buildValue=e}redirectToken(e,s,r,n){let o=this.pos>n&&(this._wordText.
length>0||this._wordQuoted);xe(e,b.Redirect,s,r,this.pos),e.content=o?this._wordText:void 0,e.targetPos=n,e.targetEnd=o?this.pos:n}readProcessSubstitution(e,s,r){
this.pos++,this.extractBalanced(),this._unbalanced&&this.errors.push({message:"unterminated process substitution",pos:r});let n=this.src.slice(r,this.pos);xe(e,
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
logicalLineEnd(a,i,!n);for(;;){let d=a;if(s)for(;a<l&&o.charCodeAt(a)===9;)a++;if(n||(a=mt(o,a,l)),a===d)break}let c=this.matchHereDocDelimiter(e,a,l,!n);if(c!==
-1&&!n&&(c=mt(o,c,l)),c===l){let d=this.pos;return(!r||!this.parenBoundary||l!==i)&&(this.hereDocClosingPos=a,this.hereDocClosingEnd=l),this.pos=l<i?l+1:l,d}if(r&&
c!==-1){let d=c;for(;d<l&&o.charCodeAt(d)!==41;)d++;if(d<l||this.parenBoundary&&l===i){let u=this.pos;return this.pos=c,u}}this.pos=l<i?l+1:l}return this.pos}_wordText="";_wordRaw=!1;_wordQuoted=!1;_wordHasExpansions=!1;_wordKeywordEligible=!1;_wordAssignmentState;_bracketWindow;_arithmeticBracketWindow;_wordParts=null;_resultText="";_resultIsRaw=!0;_resultHasExpansion=!1;_resultPart;_unbalanced=!1;_notArithmetic=!1;_arithUnterminated=!1;_dqText="";_dqHasExpansions=!1;_dqParts=null;_dqEnd=0;_hereDelim="";_hereQuoted=!1;readWord(e,s,r=0){
let n=this._errors===null?0:this._errors.length;if(this.readWordText(!1,s,!0),s===S.Normal){let o=this.pos<this.srcEnd?this.src.charCodeAt(this.pos):0;if(!this.
_wordRaw||o!==60&&o!==62){Ns(e,b.Word,r,this.pos,this._wordRaw),e.keywordEligible=this._wordKeywordEligible;return}}this.classifyWord(e,s,r,n)}isRedirectVariable(e,s){
let r=this.src;for(let n=e;n<s;n++){let o=r.charCodeAt(n);if(o===91&&n>e)return n+2<s&&r.charCodeAt(s-1)===93&&this.findClosingShellDelimiter(n+1,s,93)===s-1;if(o>=
128||!(ks[o]&(n===e?1:2)))return!1}return s>e}readArrayElement(e,s){let r=this.findClosingBracket(s+1);return r===-1?!1:(this.pos=r+1,this.readWordText(),Ns(e,b.
Word,s,this.pos,!0),!0)}classifyWord(e,s,r,n){let o=this.src,i=this._wordRaw,a=this._wordHasExpansions,l=this._wordQuoted,c=this._wordKeywordEligible,d=this._wordAssignmentState,
u=this.pos,p=u-r;if(s===S.CasePattern){let h=b.Word;if(c){let f=i?Gf(o,r,p):Wf.get(this.wordValueOf(r,u));f===b.Esac&&(h=f)}Ns(e,h,r,u,i),e.keywordEligible=c;return}
let m=null;if(!i&&!a&&c&&(s===S.CommandStart||s===S.TestMode)){let h=u<this.srcEnd?o.charCodeAt(u):0;(!l&&p<=16||h===60||h===62)&&(m=this.wordValueOf(r,u))}if(s===
S.CommandStart&&c){if(i){if(p<=8){let h=Gf(o,r,p);if(h!==void 0){Ns(e,h,r,u,!0);return}}if(p===2&&o.charCodeAt(r)===91&&o.charCodeAt(r+1)===91){Ns(e,b.DblLBracket,
r,u,!0);return}}else if(m!==null&&m.length>0){let h=m.charCodeAt(0);if(h>=97&&h<=122&&m.length<=8||h===33||h===123||h===125){let f=Wf.get(m);if(f!==void 0){xe(e,
f,m,r,u);return}}if(h===91&&m==="[["){xe(e,b.DblLBracket,m,r,u);return}}}if(s===S.CommandStart||s===S.CommandPrefix||s===S.Declaration){if(d===void 0){let h=-1,
f=!1;for(let g=r+1;g<u;g++){let y=o.charCodeAt(g);if(y===61){h=g;break}y===91&&(f=!0)}(h!==-1||s!==S.Declaration&&f)&&(d=oc(o,r,u,ic))}if(d!==void 0){if(s!==S.Declaration&&
d>=Je){if(u<this.srcEnd&&(this._errors!==null&&(this._errors.length=n),this.pos=r,this.readWordText(!0,s,!0),this.pos>u)){this.classifyWord(e,s,r,n);return}(this.
_errors===null||this._errors.length===n)&&this.errors.push({message:"unterminated array subscript",pos:o.indexOf("[",r)})}if(Uf(d)){Ns(e,b.Assignment,r,u,i),m!==
null&&(e._value=m),e.assignmentOperatorPos=Bf(d);return}}}if((s===S.CommandStart||s===S.TestMode)&&c){if(i){if(p===2&&o.charCodeAt(r)===93&&o.charCodeAt(r+1)===
93){Ns(e,b.DblRBracket,r,u,!0);return}}else if(m==="]]"){xe(e,b.DblRBracket,m,r,u);return}}if(!a&&this.pos<this.srcEnd){let h=o.charCodeAt(this.pos);if((h===60||
h===62)&&i){let f=o.charCodeAt(r);if(f>=48&&f<=57&&nC(o,r,u)){let g=Number.parseInt(o.slice(r,u),10);if(this.readRedirection(e,r)){e.fileDescriptor=g,e.descriptorEnd=
u;return}}if(f===123&&o.charCodeAt(u-1)===125&&this.isRedirectVariable(r+1,u-1)){let g=o.slice(r+1,u-1);if(this.readRedirection(e,r)){e.variableName=g,e.descriptorEnd=
u;return}}}}Ns(e,b.Word,r,u,i),m!==null&&(e._value=m),e.keywordEligible=c}readWordText(e=!1,s=S.Normal,r=!1){let n=this.src,o=this.srcEnd,i=this.pos,a=i,l=0;for(;i<
o;){let P=n.charCodeAt(i);if(P<128&&ie[P]){l=P;break}i++}if(i>=o||ie[l]&1&&!(l===40&&i>a&&vs[n.charCodeAt(i-1)])&&!e){this.pos=i,this._wordText=(this._buildParts||
this._buildValue)&&i>a?n.slice(a,i):"",this._wordRaw=!0,this._wordQuoted=!1,this._wordHasExpansions=!1,this._wordKeywordEligible=!0,this._wordAssignmentState=void 0,
this._buildParts&&(this._wordParts=Is(this._wordText)&&s!==S.ArrayElement?Zt(n,a,i,void 0)??null:null);return}let c=this._buildParts,d=c||this._buildValue,u=d&&
i>a?n.slice(a,i):"",p=!1,m=!1,h=!0,f=!0,g=i>a?n.charCodeAt(i-1):0,y=oc(n,a,i,ic),v,x="",_=0,w=!1,A;for(c&&(v=[],x=u,_=a,w=u.length>0&&Is(u));i<o;){let P=n.charCodeAt(
i);if(P>=128||!ie[P]){let E=i;for(i++;i<o;){let I=n.charCodeAt(i);if(I<128&&ie[I])break;i++}if(g=n.charCodeAt(i-1),y=oc(n,E,i,y),d){let I=n.slice(E,i);u+=I,c&&(x+=
I,w=w||Is(I))}continue}if(ie[P]&1){if(e&&y>=Je){let E=this.findClosingBracket(i);if(E!==-1){let I=E+1;if(y=y===Je+1?ac:y-1,g=n.charCodeAt(E),d){let z=n.slice(i,
I);u+=z,c&&(x+=z,w=w||Is(z))}i=I;continue}}if(P===40&&g<128&&vs[g]){if(s===S.FunctionName||y>=Je&&(s===S.CommandStart||s===S.CommandPrefix)||s===S.CommandStart&&
g===33&&h&&n.charCodeAt(a)===33&&mt(n,a+1,o)===i)break;let E=g;if(E===61&&r&&!((s===S.CommandStart||s===S.CommandPrefix||s===S.Declaration||s===S.EvalArgument)&&
Uf(y)&&mt(n,Bf(y)+1,o)===i))break;let I=i+1,z=this.findClosingShellDelimiter(I,o,41,E===61);if(z===-1&&!r&&!e&&y>=Je||s===S.CommandStart&&E!==61&&z!==-1&&On(n,I,
z)===z)break;h=!1;let _e=z===-1?o:z;if(i=z===-1?o:z+1,z===-1&&this.errors.push({message:"unterminated extended glob",pos:I-2}),g=n.charCodeAt(i-1),d){let W="("+
n.slice(I,i);if(u+=W,c&&E!==61){let he=I-2;for(;n.charCodeAt(he)===10&&n.charCodeAt(he-1)===92;)he-=2;if(x.length>0){let re=x.slice(0,-1);he>_&&v.push({type:"Li\
teral",pos:_,end:he,value:re,text:n.slice(_,he)}),x=""}let M=rC[E];v.push({type:"ExtendedGlob",pos:he,end:i,text:n.slice(he,i),operator:M,pattern:n.slice(I,_e),
parts:this.subFieldParts(I,_e)}),_=i}else c&&(x+=W,w=w||Is(W))}continue}break}if(P===92){i++,i<o?n.charCodeAt(i)===10?(i++,f=!1):(y>=0&&y<Je&&(y=It),p=!0,h=!1,f=
!1,g=n.charCodeAt(i),d&&(u+=n[i],c&&(x+=n[i])),i++):(y>=0&&y<Je&&(y=It),p=!0,h=!1,g=92,d&&(u+="\\",c&&(x+="\\")));continue}if(P===39){let E=i;y>=0&&y<Je&&(y=It),
p=!0,h=!1,f=!1,i++;let I=i;for(;i<o&&n.charCodeAt(i)!==39;)i++;i>I&&(g=n.charCodeAt(i-1));let z=d?n.slice(I,i):"";d&&(u+=z),i<o?i++:this.errors.push({message:"u\
nterminated single quote",pos:I-1}),c&&(E>_&&(v.push({type:"Literal",pos:_,end:E,value:x,text:n.slice(_,E)}),x=""),v.push({type:"SingleQuoted",pos:E,end:i,value:z,
text:n.slice(E,i)}),_=i);continue}if(P===34){let E=i;if(y>=0&&y<Je&&(y=It),p=!0,h=!1,f=!1,i++,this.pos=i,this.readDoubleQuoted(),i=this.pos,this._dqEnd>E+1&&(g=
n.charCodeAt(this._dqEnd-1)),this._dqHasExpansions&&(m=!0),d&&(u+=this._dqText),c){E>_&&(v.push({type:"Literal",pos:_,end:E,value:x,text:n.slice(_,E)}),x="");let I=n.
slice(E,i);v.push({type:"DoubleQuoted",pos:E,end:i,text:I,parts:this._dqParts??[{type:"Literal",pos:E+1,end:this._dqEnd,value:this._dqText,text:n.slice(E+1,this.
_dqEnd)}]}),_=i}continue}if(P===36){h=!1;let E=i;y>=0&&y<Je&&(y=It);let I=i+1<o?n.charCodeAt(i+1):0;(I===39||I===34)&&(p=!0),this.pos=i,this.readDollar(),i=this.
pos,this._resultIsRaw||(f=!1),i>E&&(g=n.charCodeAt(i-1)),this._resultHasExpansion&&(m=!0),d&&(u+=this._resultText),c&&(this._resultPart?(E>_&&(v.push({type:"Lit\
eral",pos:_,end:E,value:x,text:n.slice(_,E)}),x=""),v.push(this._resultPart),_=i):x+=this._resultText);continue}if(P===96){h=!1;let E=i;y>=0&&y<Je&&(y=It),this.
pos=i,this.readBacktickExpansion(),i=this.pos,f=!1,g=n.charCodeAt(i-1),m=!0,d&&(u+=this._resultText),c&&(E>_&&(v.push({type:"Literal",pos:_,end:E,value:x,text:n.
slice(_,E)}),x=""),v.push(this._resultPart),_=i);continue}if(P===123){y>=0&&y<Je&&(y=It);let E=i+1<o?n.charCodeAt(i+1):0,I=E<=32||E===125?-1:this.scanBraceExpansion(
i,A??(A=new Map));if(I>0){if(h=!1,g=n.charCodeAt(I-1),d){let z=n.slice(i,I);u+=z,c&&(i>_&&(v.push({type:"Literal",pos:_,end:i,value:x,text:n.slice(_,i)}),x=""),
v.push({type:"BraceExpansion",pos:i,end:I,text:z,parts:this.subFieldParts(i+1,I-1)}),_=I)}i=I;continue}g=123,d&&(u+="{",c&&(x+="{")),i++;continue}i++}c&&i>_&&v.
push({type:"Literal",pos:_,end:i,value:x,text:n.slice(_,i)}),this.pos=i,this._wordText=u,this._wordRaw=f,this._wordQuoted=p,this._wordHasExpansions=m,this._wordKeywordEligible=
h,this._wordAssignmentState=y,c&&(this._wordParts=v.length>1||v.length===1&&v[0].type!=="Literal"?v:null,w&&s!==S.ArrayElement&&(this._wordParts=Zt(n,a,i,this._wordParts)??
null))}readInnerWordText(e=!1,s=!1,r=!1){let n=this.src,o=this.srcEnd,i=this.pos,a=i,l="",c=this._buildParts,d,u="",p=0,m=!1,h=!1;for(c&&(d=[],p=i);i<o;){let f=n.
charCodeAt(i);if(f===92){if(i++,i<o)if(n.charCodeAt(i)===10)i++;else{let g=n.charCodeAt(i);e&&g!==36&&g!==96&&g!==34&&g!==92&&g!==125&&(l+="\\",c&&(u+="\\"),m=!0);
let y=n[i++];l+=y,c&&(u+=y)}continue}if(f===39&&!e){let g=i;i++;let y=i;for(;i<o&&n.charCodeAt(i)!==39;)i++;let v=n.slice(y,i);l+=v,i<o&&i++,c&&(g>p&&(d.push({type:"\
Literal",pos:p,end:g,value:u,text:n.slice(p,g)}),u=""),d.push({type:"SingleQuoted",pos:g,end:i,value:v,text:n.slice(g,i)}),p=i);continue}if(f===34){let g=i;if(i++,
this.pos=i,this.readDoubleQuoted(e),i=this.pos,l+=this._dqText,c){g>p&&(d.push({type:"Literal",pos:p,end:g,value:u,text:n.slice(p,g)}),u="");let y=n.slice(g,i);
d.push({type:"DoubleQuoted",pos:g,end:i,text:y,parts:this._dqParts??[{type:"Literal",pos:g+1,end:this._dqEnd,value:this._dqText,text:n.slice(g+1,this._dqEnd)}]}),
p=i}continue}if(f===36){let g=i;this.pos=i,this.readDollar(e),i=this.pos,l+=this._resultText,c&&(this._resultPart?(g>p&&(d.push({type:"Literal",pos:p,end:g,value:u,
text:n.slice(p,g)}),u=""),d.push(this._resultPart),p=i):u+=this._resultText);continue}if(f===96){let g=i;this.pos=i,this.readBacktickExpansion(e),i=this.pos,l+=
this._resultText,c&&(g>p&&(d.push({type:"Literal",pos:p,end:g,value:u,text:n.slice(p,g)}),u=""),d.push(this._resultPart),p=i);continue}if(!e&&!s&&(f===60||f===62)&&
i+1<o&&n.charCodeAt(i+1)===40){let g=i;this.pos=i+2;let y=this.extractBalanced();i=this.pos;let v=n.slice(g,i);l+=v,c&&(g>p&&(d.push({type:"Literal",pos:p,end:g,
value:u,text:n.slice(p,g)}),u=""),d.push(this.processSubstitution(g,v,f===60?"<":">",y)),p=i);continue}l+=n[i],c&&(u+=n[i],r&&(f===42||f===63||f===91)&&(h=!0)),
i++}c&&i>p&&d.push({type:"Literal",pos:p,end:i,value:u,text:n.slice(p,i)}),this.pos=i,this._wordText=l,this._wordRaw=!1,this._wordQuoted=!1,this._wordHasExpansions=
!1,this._wordKeywordEligible=!1,c&&(this._wordParts=d.length>1||d.length===1&&(d[0].type!=="Literal"||m)?d:null,h&&(this._wordParts=Zt(n,a,i,this._wordParts)??null))}subFieldParts(e,s){
if(!(this._nestingDepth>=256))return Jr(this.src,e,s)?this.parseSubFieldWord(e,s).parts:Zt(this.src,e,s,void 0)}parseSubFieldWord(e,s,r="word",n=!1){if(e>=s)return new Ue(
"",e,e);if(this._nestingDepth>=256)return new Ue(this.src.slice(e,s),e,s);this._nestingDepth++;let o=this.srcEnd,i=this._bracketWindow,a=this._arithmeticBracketWindow,
l=this.pos,c=this._wordText,d=this._wordParts,u=this._wordQuoted,p=this._wordKeywordEligible;this.srcEnd=s,this.pos=e,this.readInnerWordText(r==="quoted",n,r===
"word");let m=new Ue(this.src.slice(e,s),e,s);return this._buildParts&&(m.parts=this._wordParts??void 0),this.srcEnd=o,this._bracketWindow=i,this._arithmeticBracketWindow=
a,this.pos=l,this._wordText=c,this._wordParts=d,this._wordQuoted=u,this._wordKeywordEligible=p,this._nestingDepth--,m}skipSQ(){for(;this.pos<this.srcEnd&&this.src.
charCodeAt(this.pos)!==39;)this.pos++;this.pos<this.srcEnd&&this.pos++}skipAnsiCQuoted(){let e=this.pos-1,s=Nn(this.src,this.pos,this.srcEnd);this.pos=s.end,s.closed||
this.errors.push({message:"unterminated ANSI-C quote",pos:e})}skipDQ(){let e=this.src,s=this.srcEnd;if(this._unbalanced=!1,this._nestingDepth<256)for(;this.pos<
s;){let r=e.charCodeAt(this.pos);if(r===34){this.pos++;return}if(r===92){this.pos=Math.min(this.pos+2,s);continue}if(r===96)break;if(r===36){let n=e.charCodeAt(
this.pos+1);if(n===40||n===123||n===36)break}this.pos++}this.extractBalanced(!0,!0)}skipSpacesAndTabs(){this.pos=On(this.src,this.pos,this.srcEnd)}readDoubleQuoted(e=!1){
let s=this.src,r=this.srcEnd,n=this.pos,o=!1,i=this._buildParts,a=i||this._buildValue;if(!i){let p=this.pos;for(;p<r;){let m=s.charCodeAt(p);if(m===34){this._dqText=
a?s.slice(n,p):"",this._dqEnd=p,this.pos=p+1,this._dqHasExpansions=!1,this._dqParts=null;return}if(m===36||m===96||m===92)break;p++}}let l="",c=null,d="",u=i?this.
pos:0;for(;this.pos<r&&s.charCodeAt(this.pos)!==34;){let p=this.pos;for(;this.pos<r;){let h=s.charCodeAt(this.pos);if(h===34||h===92||h===36||h===96)break;this.
pos++}if(a&&this.pos>p){let h=s.slice(p,this.pos);l+=h,i&&(d+=h)}if(this.pos>=r||s.charCodeAt(this.pos)===34)break;let m=s.charCodeAt(this.pos);if(m===92){if(this.
pos++,this.pos<r){let h=s.charCodeAt(this.pos);if(h===10){this.pos++;continue}if(a)if(e||h===36||h===96||h===34||h===92){let f=s[this.pos];l+=f,i&&(d+=f)}else{let f="\
\\"+s[this.pos];l+=f,i&&(d+=f)}this.pos++}continue}if(m===36){let h=this.pos+1<r?s.charCodeAt(this.pos+1):0;if(h===34||h===39){a&&(l+="$",i&&(d+="$")),this.pos++;
continue}let f=this.pos;if(this.readDollar(!0),a&&(l+=this._resultText),this._resultHasExpansion&&(o=!0),i){let g=this._resultPart;g&&Ff(g)?(c||(c=[]),f>u&&(c.push(
{type:"Literal",pos:u,end:f,value:d,text:s.slice(u,f)}),d=""),c.push(g),u=this.pos):d+=this._resultText}continue}if(m===96){let h=this.pos;this.readBacktickExpansion(
!0),a&&(l+=this._resultText),o=!0,i&&this._resultPart&&Ff(this._resultPart)&&(c||(c=[]),h>u&&(c.push({type:"Literal",pos:u,end:h,value:d,text:s.slice(u,h)}),d=""),
c.push(this._resultPart),u=this.pos);continue}}i&&c&&this.pos>u&&c.push({type:"Literal",pos:u,end:this.pos,value:d,text:s.slice(u,this.pos)}),this._dqEnd=this.pos,
this.pos<r?this.pos++:this.errors.push({message:"unterminated double quote",pos:n-1}),this._dqText=l,this._dqHasExpansions=o,this._dqParts=c}readDollar(e=!1){let s=this.
pos;this.pos++;let r=this.src,n=this.srcEnd,o=this._buildParts||this._buildValue;if(this.pos>=n){this._resultText="$",this._resultIsRaw=!0,this._resultHasExpansion=
!1,this._resultPart=void 0;return}let i=mt(r,this.pos,n);i>this.pos&&r.charCodeAt(i)===40&&r.charCodeAt(i+1)!==40&&(this.pos=i);let a=r.charCodeAt(this.pos);if(a===
40){if(this.pos+1<n&&r.charCodeAt(this.pos+1)===40){let l=this.pos,c=this.errors.length;if(this.readArithmeticExpansion(s),!this._notArithmetic)return;this.errors.
length=c,this.pos=l}this.readCommandSubstitution(s);return}if(a===123){let l=this.pos+1<n?r.charCodeAt(this.pos+1):0;if(l===32||l===9||l===10){this.readBraceCommandSubstitution();
return}if(l===124){this.readValueSubstitution();return}this.readParameterExpansion(e);return}if(a===39){if(this.pos++,o){let l=this.readAnsiCQuoted();this._resultText=
l,this._resultPart=this._buildParts?{type:"AnsiCQuoted",pos:s,end:this.pos,text:r.slice(s,this.pos),value:l}:void 0}else this.skipAnsiCQuoted(),this._resultText=
"",this._resultPart=void 0;this._resultIsRaw=!1,this._resultHasExpansion=!1;return}if(a===34){if(this.pos++,this.readDoubleQuoted(e),this._resultText=this._dqText,
this._resultIsRaw=!1,this._resultHasExpansion=this._dqHasExpansions,this._buildParts){let l=r.slice(s,this.pos);this._resultPart={type:"LocaleString",pos:s,end:this.
pos,text:l,parts:this._dqParts??[{type:"Literal",pos:s+2,end:this._dqEnd,value:this._dqText,text:r.slice(s+2,this._dqEnd)}]}}else this._resultPart=void 0;return}
if(a===64||a===42||a===35||a===63||a===45||a===36||a===33||a>=48&&a<=57){this.pos++;let l=o?r.slice(this.pos-2,this.pos):"";this._resultText=l,this._resultIsRaw=
!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?{type:"SimpleExpansion",pos:s,end:this.pos,text:l}:void 0;return}if(a<128&&ks[a]&1){let l=this.
pos-1;for(;this.pos<n;){let d=r.charCodeAt(this.pos);if(d<128&&ks[d]&2)this.pos++;else break}let c=o?r.slice(l,this.pos):"";this._resultText=c,this._resultIsRaw=
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
!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?this.arithmeticExpansion(e,n,r,s):void 0}arithmeticExpansion(e,s,r,n){return new Gr(e,this.pos,
s,{source:this.src,body:r,offset:n,depth:this._nestingDepth,context:this.substitutionContext})}readArithmeticCommand(e,s){let r=this._buildValue;this._buildValue=
!0;let n=this.scanArithmeticBody();this._buildValue=r,this._arithUnterminated&&this.errors.push({message:"unterminated arithmetic command",pos:s}),xe(e,b.ArithCmd,
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
c)===91){let g=l(c+1);g!==-1&&(o.index=a(c+1,g,"embedded"),c=g+1)}if(c>=i)return o;let u=r+c,p=r+i,m=s.charCodeAt(c),h=s.charCodeAt(c+1),f=s[m===58?c+1:c];if(f===
"-"||f==="="||f==="+"||f==="?"){let g=c+(m===58?2:1);return o.operation={type:"Default",pos:u,end:p,operatorEnd:r+g,operator:m===58?`:${f}`:f,operand:a(g,i,n?"q\
uoted":"word")},o}if(m===58){c++;let g=r+c,y=Mf(s.slice(c),58,!0,(v,x)=>this.findNestedShellEnd(g+v,p,x)-g);return o.operation={type:"Slice",pos:u,end:p,operatorEnd:g,
operator:":",offset:a(c,y===-1?i:c+y,"embedded"),length:y===-1?void 0:a(c+y+1,i,"embedded")},o}if(m===35||m===37){let g=h===m,y=m===35?g?"##":"#":g?"%%":"%",v=c+
(g?2:1);return o.operation={type:"Remove",pos:u,end:p,operatorEnd:r+v,operator:y,operand:a(v,i)},o}if(m===47){c++;let g="/";(h===47||h===35||h===37)&&(g=h===47?
"//":h===35?"/#":"/%",c++);let y=c;h===47&&(y=mt(s,c,i),s.charCodeAt(y)===47&&y++);let v=Mf(s.slice(y),47),x=v===-1?i:y+v;return o.operation={type:"Replace",pos:u,
end:p,operatorEnd:r+c,operator:g,pattern:a(c,x),replacement:a(v===-1?i:x+1,i)},o}if(m===94||m===44){let g=h===m,y=m===94?g?"^^":"^":g?",,":",",v=c+(g?2:1);return o.
operation={type:"CaseModification",pos:u,end:p,operatorEnd:r+v,operator:y,operand:v===i?void 0:a(v,i)},o}return o.prefix==="!"&&o.index===void 0&&c+1===i&&(m===
64||m===42)?(o.operation={type:"Names",pos:u,end:p,operatorEnd:p,operator:m===64?"@":"*"},o):m===64?(o.operation={type:"Transform",pos:u,end:p,operatorEnd:u+1,operator:"\
@",operand:a(c+1,i)},o):(o.operation={type:"Unknown",pos:u,end:p,operatorEnd:p,operator:s.slice(c)},o)}findNestedShellEnd(e,s,r){let n=this.src.charCodeAt(e);if(n===
96){let i=e+1;for(;i<s;){let a=this.src.charCodeAt(i);if(a===92){i+=2;continue}if(i++,a===96)return i}return s}let o;if(n===36){let i=e+1;if(i<s&&this.src.charCodeAt(
i)===123)o=this.findClosingBrace(i+1,s);else{let a=mt(this.src,i,s);if(a>=s||this.src.charCodeAt(a)!==40)return e;o=this.findClosingParenthesis(a+1,s)}}else{let i=e+
1;if(r||n!==60&&n!==62||i>=s||this.src.charCodeAt(i)!==40)return e;o=this.findClosingParenthesis(i+1,s)}return o===-1?s:o+1}scanParamName(e,s){let r=s;if(r>=e.length)
return r;let n=e.charCodeAt(r);if(n===64||n===42||n===35||n===63||n===45||n===36||n===33)return r+1;if(n>=48&&n<=57){for(;r<e.length&&e.charCodeAt(r)>=48&&e.charCodeAt(
r)<=57;)r++;return r}if(n>=97&&n<=122||n>=65&&n<=90||n===95)for(r++;r<e.length;){let o=e.charCodeAt(r);if(o>=97&&o<=122||o>=65&&o<=90||o>=48&&o<=57||o===95)r++;else
break}return r}readAnsiCQuoted(){let e=this.pos-1,s=Nn(this.src,this.pos,this.srcEnd);return this.pos=s.end,s.closed||this.errors.push({message:"unterminated AN\
SI-C quote",pos:e}),s.value}extractBalanced(e=!0,s=!1){let r=this.src,n=this.srcEnd,o=this._buildParts||this._buildValue,i=s?0:1,a=this.pos;this._unbalanced=!1;
let l=e&&!s?this.substitutionContext.boundaries?.get(a):void 0;if(l!==void 0&&l<=n&&this._nestingDepth<256)return this.pos=l,o?r.slice(a,l-1):"";let c=!0;for(;!s&&
this.pos<n;){let W=r.charCodeAt(this.pos);if(W===41){let he=o?r.slice(a,this.pos):"";return this.pos++,he}else{if(W===40||W===92||W===39||W===34||W===96||W===36&&
(r.charCodeAt(this.pos+1)===39||r.charCodeAt(this.pos+1)===36||r.charCodeAt(this.pos+1)===123))break;if(W===60&&this.pos+1<n&&r.charCodeAt(this.pos+1)===60)break;
if(W===35&&c)break;if(W===99&&c&&this.pos+3<n&&r.charCodeAt(this.pos+1)===97&&r.charCodeAt(this.pos+2)===115&&r.charCodeAt(this.pos+3)===101&&(this.pos+4>=n||r.
charCodeAt(this.pos+4)<128&&ie[r.charCodeAt(this.pos+4)]&1))break;c=W<128&&(ie[W]&1)!==0,this.pos++}}let d=0,u=0,p=[],m=null,h,f=-1,g=a>=2&&r.charCodeAt(a)===40&&
r.charCodeAt(a-1)===40&&r.charCodeAt(a-2)===36,y=0,v=!1,x=s?[{close:34,depth:0}]:[],_=s?1:0,w=0,A,P=-1,E=-1,I=-1,z=-1,_e=!1;for(;this.pos<n&&(i>0||x.length>0);){
let W=r.charCodeAt(this.pos),he=x.length===0?void 0:x[x.length-1];if(he!==void 0&&he.depth===i){let M=!1;if(W===92){this.pos=Math.min(this.pos+2,n);continue}if(W===
he.close){if(x.pop(),W===34?_--:w--,this.pos++,s&&i===0&&x.length===0)return"";continue}if(W===34)x.push({close:34,depth:i}),_++;else if(W===39&&he.close===125){
this.pos++,this.skipSQ();continue}else if(W===96){for(this.pos++;this.pos<n&&r.charCodeAt(this.pos)!==96;)r.charCodeAt(this.pos)===92&&this.pos++,this.pos<n&&this.
pos++;this.pos<n&&this.pos++;continue}else if(W===36){let re=r.charCodeAt(this.pos+1);if(re===39&&he.close===125){this.pos+=2,this.skipAnsiCQuoted();continue}if(re===
123)x.push({close:125,depth:i}),w++,this.pos++;else if(re===40)this.pos++,W=40,M=!0;else if(re===36){this.pos+=r.charCodeAt(this.pos+2)===40?1:2;continue}}if(!v&&
this._nestingDepth+Math.max(_,w)>256&&(this.errors.push({message:"maximum word nesting depth exceeded",pos:this.pos}),v=!0),!M){for(this.pos++;this.pos<n;){let re=r.
charCodeAt(this.pos);if(re===92||re===34||re===36||re===96||re===125||re===39)break;this.pos++}continue}}if(W===35&&z!==-1&&!g&&f<0&&e&&!_e&&this._nestingDepth+
(h?.length??0)<256&&On(r,z,n)===this.pos){_e=!0;let M=h?.[h.length-1],re=this.findSubstitutionEnd(M?.start??a,n,this._nestingDepth+(h?.length??0)+1);if(re!==-1){
if(M===void 0)return this.pos=re,o?r.slice(a,re-1):"";this.pos=re-1,i=M.depth+1,d=0,u=0,p.length=M.parens+1,W=41}}if(W===40){let M=this.pos>a&&this.pos!==I?r.charCodeAt(
this.pos-1):0,re=M===36?this.pos-1:this.pos===E?P:-1,xo=re!==-1||M===60||M===62||M===61||M===64||M===63||M===42||M===43||M===33||M===40&&p[p.length-1]===!1||g&&
this.pos===a,Fa=re!==-1&&r.charCodeAt(this.pos+1)!==40||(M===60||M===62)&&f<0&&!g;Fa&&((h??(h=[])).push({start:this.pos+1,dollar:re,depth:i,parens:p.length,caseDepth:d,
caseParens:u,arithBase:f,arithExtent:g,substitutions:y,checkedGrammar:_e,pendingDelims:m}),d=0,u=0,f=-1,g=!1,_e=!1,m=null),p.push(!xo),c=!0,!Fa&&f<0&&this.pos+1<
n&&r.charCodeAt(this.pos+1)===40&&(f=i),re!==-1&&(Fa?y++:(A??(A=[])).push(i),y+(A?.length??0)+this._nestingDepth+(s?0:1)>256&&!v&&(this.errors.push({message:"ma\
ximum command substitution nesting depth exceeded",pos:re}),v=!0)),P=-1,E=-1,i++,d>0&&u++,this.pos++}else if(W===41){if(d>0&&u===0)this.pos++,c=!0;else{if(d>0&&
u--,i--,i===0&&!s){let re=o?r.slice(a,this.pos):"";return this.pos++,re}if(i<=f&&(f=-1),A!==void 0)for(;A.length>0&&A[A.length-1]>=i;)A.pop();c=p.pop()??!0,this.
pos++;let M=h?.[h.length-1];M!==void 0&&M.depth===i&&(h.pop(),d=M.caseDepth,u=M.caseParens,f=M.arithBase,g=M.arithExtent,y=M.substitutions,_e=M.checkedGrammar,m=
M.pendingDelims)}z=this.pos}else if(W===92){if(this.pos>a&&r.charCodeAt(this.pos-1)===36){let M=mt(r,this.pos,n);M>this.pos&&r.charCodeAt(M)===40&&r.charCodeAt(
M+1)!==40&&(P=this.pos-1,E=M)}this.pos++,this.pos<n&&(r.charCodeAt(this.pos)!==10&&(c=!1),this.pos++),I=this.pos}else if(W===36){let M=r.charCodeAt(++this.pos);
M===39?(this.pos++,this.skipAnsiCQuoted()):M===36?this.pos++:M===123&&!iC(r.charCodeAt(this.pos+1))&&(x.push({close:125,depth:i}),w++,this.pos++),c=!1}else if(W===
39)this.pos++,this.skipSQ(),c=!1;else if(W===34)x.push({close:34,depth:i}),_++,this.pos++,c=!1;else if(W===96){for(this.pos++;this.pos<n&&r.charCodeAt(this.pos)!==
96;)r.charCodeAt(this.pos)===92&&this.pos++,this.pos<n&&this.pos++;this.pos<n&&this.pos++,c=!1}else if(W===60&&f<0&&this.pos+1<n&&r.charCodeAt(this.pos+1)===60){
if(this.pos+2<n&&r.charCodeAt(this.pos+2)===60)this.pos+=3;else{this.pos+=2;let M=this.pos<n&&r.charCodeAt(this.pos)===45;M&&this.pos++,this.skipSpacesAndTabs(),
this.readHereDocDelimiter(),(this._hereDelim||this._hereQuoted)&&(m??(m=[])).push({delimiter:this._hereDelim,strip:M,quoted:this._hereQuoted})}c=!1}else if(W===
10&&m){this.pos++;for(let M of m)this.skipHereDocBody(M.delimiter,M.strip,!0,M.quoted);m=null,c=!0}else if(W===35&&f<0&&!g&&c)for(;this.pos<n&&r.charCodeAt(this.
pos)!==10;)this.pos++;else{let M=this.pos;for(;this.pos<n;){let re=r.charCodeAt(this.pos);if(re<128&&ie[re])break;this.pos++}if(this.pos>M){if(this.pos-M===4&&c&&
f<0&&!g){let xo=r.charCodeAt(M);xo===99&&r.charCodeAt(M+1)===97&&r.charCodeAt(M+2)===115&&r.charCodeAt(M+3)===101?d++:xo===101&&r.charCodeAt(M+1)===115&&r.charCodeAt(
M+2)===97&&r.charCodeAt(M+3)===99&&d>0&&(d--,d===0&&(u=0))}c=!1}else{let re=r.charCodeAt(this.pos);c=re<128&&(ie[re]&1)!==0,this.pos++}}}return this._unbalanced=
!0,s&&h!==void 0&&h.length>0&&this.errors.push({message:"unterminated command substitution",pos:h[0].dollar}),o?r.slice(a,this.pos):""}};function lc(t){switch(t){case",":return 1;case"=":case"+=":case"-=":case"*=":case"/=":case"%=":case"<<=":case">>=":case"&=":case"|=":case"^=":return 2;case"||":
return 4;case"&&":return 5;case"|":return 6;case"^":return 7;case"&":return 8;case"==":case"!=":return 9;case"<":case"<=":case">":case">=":return 10;case"<<":case"\
>>":return 11;case"+":case"-":return 12;case"*":case"/":case"%":return 13;case"**":return 14;case"?":return 3;default:return-1}}function Yf(t,e,s){for(;s>e;){let r=t.
charCodeAt(s-1);if(r!==32&&r!==9&&r!==10)break;s--}return s}function aC(t){switch(t){case"=":case"+=":case"-=":case"*=":case"/=":case"%=":case"<<=":case">>=":case"\
&=":case"|=":case"^=":case"**":return!0;default:return!1}}function cc(t,e=0,s,r=0){let n=0,o=t.length,i=s?.embeddedWords.length??0;function a(_,w,A=!1){let P={type:"\
ArithmeticWord",pos:_+e,end:w+e,value:t.slice(_,w),parts:void 0};return A&&s?.embeddedWords.push(P),P}function l(){for(;n<o;){let _=t.charCodeAt(n);if(_===32||_===
9||_===10)n++;else break}}function c(){if(n>=o)return null;let _=t.charCodeAt(n),w=n+1<o?t.charCodeAt(n+1):0,A=n+2<o?t.charCodeAt(n+2):0;switch(_){case 44:return n++,
",";case 61:return w===61?(n+=2,"=="):(n++,"=");case 33:return w===61?(n+=2,"!="):null;case 60:return w===60?A===61?(n+=3,"<<="):(n+=2,"<<"):w===61?(n+=2,"<="):
(n++,"<");case 62:return w===62?A===61?(n+=3,">>="):(n+=2,">>"):w===61?(n+=2,">="):(n++,">");case 43:return w===61?(n+=2,"+="):w===43?null:(n++,"+");case 45:return w===
61?(n+=2,"-="):w===45?null:(n++,"-");case 42:return w===42?(n+=2,"**"):w===61?(n+=2,"*="):(n++,"*");case 47:return w===61?(n+=2,"/="):(n++,"/");case 37:return w===
61?(n+=2,"%="):(n++,"%");case 124:return w===124?(n+=2,"||"):w===61?(n+=2,"|="):(n++,"|");case 38:return w===38?(n+=2,"&&"):w===61?(n+=2,"&="):(n++,"&");case 94:
return w===61?(n+=2,"^="):(n++,"^");case 63:return n++,"?";default:return null}}function d(){for(l();n<o;){let w=t.charCodeAt(n);if(w!==33&&w!==126&&w!==43&&w!==
45||t.charCodeAt(n+1)===61)break;n++,l()}if(t.charCodeAt(n)===40){let w=1;for(n++;n<o&&w>0;){let A=s?.findArithmeticWordEnd?.(n+e,e+o)??n+e;if(A>n+e){n=A-e;continue}
let P=t.charCodeAt(n++);P===40?w++:P===41&&w--}}else n<o&&t.charCodeAt(n)!==41&&t.charCodeAt(n)!==58&&f(0);l();let _=t.charCodeAt(n);(_===43||_===45)&&t.charCodeAt(
n+1)===_&&(n+=2)}function u(_){l();let w=n;if(w===o)return a(w,w);let A=s?.embeddedWords.length??0,P=0;for(;;){if(d(),l(),t.charCodeAt(n)===58&&P>0){P--,n++;continue}
let E=n,I=c();if(I===null||P===0&&lc(I)<_){n=E;break}I==="?"&&P++}return s&&(s.embeddedWords.length=A),a(w,Yf(t,w,n))}function p(_,w){if(w>256)return u(_);let A=m(
w);for(;l(),!(n>=o);){let P=n,E=c();if(!E)break;if(E==="?"){if(lc(E)<_){n=P;break}let W=p(1,w+1);l(),n<o&&t.charCodeAt(n)===58&&n++;let he=p(3,w+1);A={type:"Ari\
thmeticTernary",pos:A.pos,end:he.end,test:A,consequent:W,alternate:he};continue}let I=lc(E);if(I<_){n=P;break}let z=aC(E)?I:I+1,_e=p(z,w+1);A={type:"ArithmeticB\
inary",pos:A.pos,end:_e.end,operator:E,left:A,right:_e}}return A}function m(_){if(l(),_>256)return u(15);if(n>=o)return a(n,n);let w=n,A=t.charCodeAt(n),P=n+1<o?
t.charCodeAt(n+1):0;if(A===43&&P===43){n+=2;let E=m(_+1);return{type:"ArithmeticUnary",pos:w+e,end:E.end,operator:"++",operand:E,prefix:!0}}if(A===45&&P===45){n+=
2;let E=m(_+1);return{type:"ArithmeticUnary",pos:w+e,end:E.end,operator:"--",operand:E,prefix:!0}}if(A===33){n++;let E=m(_+1);return{type:"ArithmeticUnary",pos:w+
e,end:E.end,operator:"!",operand:E,prefix:!0}}if(A===126){n++;let E=m(_+1);return{type:"ArithmeticUnary",pos:w+e,end:E.end,operator:"~",operand:E,prefix:!0}}if(A===
43&&P!==43&&P!==61){n++;let E=m(_+1);return{type:"ArithmeticUnary",pos:w+e,end:E.end,operator:"+",operand:E,prefix:!0}}if(A===45&&P!==45&&P!==61){n++;let E=m(_+
1);return{type:"ArithmeticUnary",pos:w+e,end:E.end,operator:"-",operand:E,prefix:!0}}return h(_)}function h(_){let w=f(_);if(l(),n+1<o){let A=t.charCodeAt(n),P=t.
charCodeAt(n+1);if(A===43&&P===43)return n+=2,{type:"ArithmeticUnary",pos:w.pos,end:n+e,operator:"++",operand:w,prefix:!1};if(A===45&&P===45)return n+=2,{type:"\
ArithmeticUnary",pos:w.pos,end:n+e,operator:"--",operand:w,prefix:!1}}return w}function f(_){if(l(),n>=o)return a(n,n);let w=t.charCodeAt(n);if(w===40){let z=n;
n++;let _e=p(0,_+1);return l(),n<o&&t.charCodeAt(n)===41&&n++,{type:"ArithmeticGroup",pos:z+e,end:n+e,expression:_e}}if(w===36){let z=n,_e=s?.embeddedWords.length??
0,W=g(),he=s?.findArithmeticWordEnd?.(z+e,e+o)??n+e;return he>n+e?(s&&(s.embeddedWords.length=_e),n=he-e,a(z,n,!0)):W}if(w===96||w===34||w===39){let z=n;return n=
(s?.findArithmeticWordEnd?.(z+e,e+o)??z+e+1)-e,a(z,n,!0)}let A=n,P=s?.embeddedWords.length??0,E=y(),I=s?.findArithmeticWordEnd?.(A+e,e+o)??n+e;return I>n+e?(s&&
(s.embeddedWords.length=P),n=I-e,a(A,n,!0)):E}function g(){let _=n;if(n++,n>=o)return a(_,n);let w=t.charCodeAt(n);if(w===40)if(n+1<o&&t.charCodeAt(n+1)===40){let A=s?.
findArithmeticExpansionEnd(_+e,e+o)??-1;if(A!==-1)n=A-e;else{n+=2;let P=1;for(;n<o&&P>0;)t.charCodeAt(n)===40&&t.charCodeAt(n+1)===40?(P++,n+=2):t.charCodeAt(n)===
41&&t.charCodeAt(n+1)===41?(P--,n+=2):n++}}else{n++;let A=s?.findClosingParenthesis(n+e,e+o)??-1;if(A!==-1)n=A-e+1;else{let E=1;for(;n<o&&E>0;){let I=t.charCodeAt(
n++);I===40?E++:I===41&&E--}}let P=t.slice(_,n);return s?s.commandExpansion(_+e,n+e,P):new Rt("ArithmeticCommandExpansion",_+e,n+e,P)}else if(w===123){let A=s?.
findClosingBrace(n+e+1,e+o)??-1;if(A!==-1)n=A-e+1;else{n++;let P=1;for(;n<o&&P>0;){let E=t.charCodeAt(n++);E===123?P++:E===125&&P--}}}else for(;n<o;){let A=t.charCodeAt(
n);if(A>=97&&A<=122||A>=65&&A<=90||A>=48&&A<=57||A===95)n++;else break}return a(_,n,w===40||w===123)}function y(){let _=n;for(;n<o;){let w=t.charCodeAt(n);if(w>=
48&&w<=57||w>=65&&w<=90||w>=97&&w<=122||w===95||w===35)n++;else break}if(n>_&&n<o&&t.charCodeAt(n)===91){let w=s?.findClosingBracket?.(n+e+1,e+o)??-1;if(w!==-1)
n=w-e+1;else{n++;let A=1;for(;n<o&&A>0;){let P=t.charCodeAt(n);P===91?A++:P===93&&A--,n++}}return a(_,n,!0)}return n===_&&n++,a(_,n)}if(l(),n>=o)return null;let v=n,
x=p(0,r);return l(),n<o?(s&&(s.embeddedWords.length=i),a(v,Yf(t,v,o),s!==void 0)):x}var Si=(t,e)=>Is(e.text)?Zt(e.text,0,e.text.length,void 0,e.pos):void 0;function vr(t){return t.wordParts??(t.wordParts=(e,s,r)=>lC(e,s,r,t))}function _i(t){return t.
embeddedParts??(t.embeddedParts=(e,s,r)=>dc(e,s,r,t))}function Xf(t){return t.arrayParts??(t.arrayParts=(e,s,r)=>cC(e,s,r,t))}function lC(t,e,s=0,r=zr()){let n=new ht(
t,e.pos,e.end,!1,r);return n._nestingDepth=s,n.buildWordParts(e.pos)??void 0}function dc(t,e,s=0,r,n=!1){if(!Jr(t,e.pos,e.end))return;let o=new ht(t,e.pos,e.end,
!1,r);return o._nestingDepth=s,o.buildEmbeddedWordParts(e.pos,n)??void 0}function cC(t,e,s=0,r){let n=new ht(t,e.pos,e.end,!1,r);return n._nestingDepth=s,n.buildArrayElementParts(
e.pos)??void 0}function Jf(t,e,s=0,r){let n=new ht(t,e.pos,e.end,!1,r);return n._nestingDepth=s,n.buildHereDocParts(e.pos,e.end)??void 0}function Qr(t,e,s,r,n,o=r){if(!Jr(s,e,e+t.length))return cc(t,e,void 0,r)??void 0;let i=[],a=new ht(s,0,s.length,!1,n);a._nestingDepth=r;let l=cc(t,e,{embeddedWords:i,
commandExpansion:(c,d,u)=>new Rt("ArithmeticCommandExpansion",c,d,u,{source:s,start:c+2,end:d-1,depth:r+1,parenBoundary:!0,context:n}),findClosingBracket:(c,d)=>a.
findClosingBracket(c,d),findClosingBrace:(c,d)=>a.findClosingBrace(c,d),findClosingParenthesis:(c,d)=>a.findClosingParenthesis(c,d),findArithmeticExpansionEnd:(c,d)=>a.
findArithmeticExpansionEnd(c,d),findArithmeticWordEnd:(c,d)=>a.findArithmeticWordEnd(c,d)},r)??void 0;if(o<=256)for(let c of i)c.parts=dc(s,c,o,n,!0);return l}var uc=class{type="ArrayValue";pos;end;#e;#t;#r;#s;constructor(e,s,r,n,o){this.pos=s,this.end=r,this.#e=e,this.#t=n,this.#r=o}get elements(){if(this.#s)return this.#s;
let e=new ht(this.#e,this.pos+1,this.end-1,!1,this.#r);e._nestingDepth=this.#t;let s=[];for(;e.peek(S.ArrayElement).token!==b.EOF;){let r=e.next(S.ArrayElement);
if(r.token!==b.Word&&r.token!==b.Assignment)continue;let n=r.raw?r.value:this.#e.slice(r.pos,r.end),o=n.charCodeAt(0)===91,i=e.getSubstitutionContext(),a=!o&&r.
raw&&r.keywordEligible?void 0:this.#e,l=a===void 0?Si:o?Xf(i):vr(i);s.push(new Ue(n,r.pos,r.end,a,l,this.#t))}return this.#s=s,s}toJSON(){return{type:this.type,
pos:this.pos,end:this.end,elements:this.elements}}},Ei=class{type="Assignment";pos;end;text;#e;#t;#r;#s;#n=null;#a;#i;#o=null;constructor(e,s,r,n,o,i,a){this.pos=
s,this.end=r,this.text=e,this.#e=n,this.#s=o,this.#t=i,this.#r=a}get name(){return this.#n??this.resolveTarget()}get append(){return this.#n===null&&this.resolveTarget(),
this.#a}get index(){return this.#n===null&&this.resolveTarget(),this.#i}get value(){if(this.#o!==null)return this.#o;let e=this.#s+1,s=mt(this.#e,e,this.end);return this.#o=
this.#e.charCodeAt(s)===40&&this.#e.charCodeAt(this.end-1)===41?new uc(this.#e,s,this.end,this.#t,this.#r):new Ue(this.#e.slice(e,this.end),e,this.end,this.#e,vr(
this.#r),this.#t),this.#o}resolveTarget(){let e=this.#s-this.pos,s=e,r=e;for(;r>=2&&this.text.charCodeAt(r-2)===92&&this.text.charCodeAt(r-1)===10;)r-=2;this.text.
charCodeAt(r-1)===43&&(this.#a=!0,s=r-1);let n=this.text.indexOf("[");if(n>0&&n<s){let i=this.text.lastIndexOf("]",e);if(i>n){let a=this.pos+n+1,l=this.pos+i;this.#i=
new Ue(this.#e.slice(a,l),a,l,this.#e,_i(this.#r),this.#t),s=n}}let o=this.text.slice(0,s);return this.#n=o.includes(`\\
`)?o.split(`\\
`).join(""):o}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,name:this.name,append:this.append,index:this.index,value:this.value}}};var pc=t=>t.type==="Word"||t.type==="Assignment",qn=class{type="Command";pos;end;name;prefix;suffix;#e;#t;constructor(e,s,r,n,o){this.pos=e,this.end=s,this.name=
r,this.prefix=n,this.suffix=o}get args(){if(this.#e===void 0){let e=this.suffix;this.#e=e.every(pc)?e:e.filter(pc)}return this.#e}get redirects(){if(this.#t===void 0){
let e=[];for(let s of this.prefix)s.type!=="Assignment"&&e.push(s);for(let s of this.suffix)pc(s)||e.push(s);this.#t=e}return this.#t}toJSON(){return{type:this.
type,pos:this.pos,end:this.end,name:this.name,prefix:this.prefix,suffix:this.suffix}}};var Ci=class{type="HereDocBody";pos;end;text="";#e;#t;#r;#s;constructor(e,s,r,n,o){this.pos=s,this.end=s,this.#e=e,this.#t=n,this.#r=o,this.#s=r?void 0:null}get parts(){
return this.#s===null&&(this.#s=Jf(this.#e,this,this.#t,this.#r)),this.#s}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,parts:this.parts}}};ht._findSubstitutionEnd=bC;Rt._resolveScript=gC;Gr._resolveExpression=Qr;function dC(t){switch(t.length){case 5:return t==="local"||t==="alias";case 6:return t===
"export";case 7:return t==="declare"||t==="typeset";case 8:return t==="readonly";default:return!1}}var fc=class{type="ArithmeticCommand";pos;end;body;#e;#t;#r;#s=null;constructor(e,s,r,n,o,i){
this.pos=e,this.end=s,this.body=r,this.#e=n,this.#t=o,this.#r=i}get expression(){return this.#s===null&&(this.#s=Qr(this.body,this.pos+2,this.#e,this.#t,this.#r)),
this.#s}set expression(e){this.#s=e??void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,expression:this.expression,body:this.body}}},Wn=class{type="\
ArithmeticFor";pos;end;body;#e;#t;#r;#s;#n;#a;#i;#o;#u;#l=null;#c=null;#d=null;constructor(e,s,r,n,o,i,a,l,c,d,u,p){this.pos=e,this.end=s,this.body=r,this.#e=n,
this.#t=o,this.#r=i,this.#s=a,this.#n=l,this.#a=c,this.#i=d,this.#o=u,this.#u=p}get initialize(){return this.#l===null&&(this.#e?this.#l=Qr(this.#e,this.#s,this.#i,
this.#o,this.#u):this.#l=void 0),this.#l}set initialize(e){this.#l=e??void 0}get test(){return this.#c===null&&(this.#t?this.#c=Qr(this.#t,this.#n,this.#i,this.#o,
this.#u):this.#c=void 0),this.#c}set test(e){this.#c=e??void 0}get update(){return this.#d===null&&(this.#r?this.#d=Qr(this.#r,this.#a,this.#i,this.#o,this.#u):
this.#d=void 0),this.#d}set update(e){this.#d=e??void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,initialize:this.initialize,test:this.test,update:this.
update,body:this.body}}},uC={[b.DoubleSemi]:";;",[b.SemiAmp]:";&",[b.DoubleSemiAmp]:";;&"},pC={">":">",">>":">>","<":"<","<>":"<>","<&":"<&",">&":">&",">|":">|",
"&>":"&>","&>>":"&>>"},it=new Uint8Array(37);it[b.EOF]=1;it[b.RParen]=1;it[b.RBrace]=1;it[b.Then]=1;it[b.Else]=1;it[b.Elif]=1;it[b.Fi]=1;it[b.Do]=1;it[b.Done]=1;
it[b.Esac]=1;it[b.DoubleSemi]=1;it[b.SemiAmp]=1;it[b.DoubleSemiAmp]=1;var ws=new Uint8Array(37);ws[b.RParen]=1;ws[b.RBrace]=1;ws[b.DblRBracket]=1;ws[b.Fi]=1;ws[b.
Done]=1;ws[b.Esac]=1;ws[b.ArithCmd]=1;function Qf(t){return t.token===b.Word&&t.keywordEligible&&t.value==="!"}var ze=new Uint8Array(37);ze[b.Word]=1;ze[b.Assignment]=
1;ze[b.Bang]=1;ze[b.LParen]=1;ze[b.LBrace]=1;ze[b.DblLBracket]=1;ze[b.If]=1;ze[b.For]=1;ze[b.While]=1;ze[b.Until]=1;ze[b.Case]=1;ze[b.Function]=1;ze[b.Select]=1;
ze[b.ArithCmd]=1;ze[b.Coproc]=1;ze[b.Redirect]=1;var mC={"-a":1,"-b":1,"-c":1,"-d":1,"-e":1,"-f":1,"-g":1,"-h":1,"-k":1,"-p":1,"-r":1,"-s":1,"-t":1,"-u":1,"-v":1,
"-w":1,"-x":1,"-z":1,"-n":1,"-o":1,"-N":1,"-S":1,"-L":1,"-G":1,"-O":1,"-R":1},fC={"==":1,"!=":1,"=~":1,"=":1,"-eq":1,"-ne":1,"-lt":1,"-le":1,"-gt":1,"-ge":1,"-n\
t":1,"-ot":1,"-ef":1,"<":1,">":1},Zf=[],hC=[],mc=[];function eh(t){return new Mn(t,0,t.length).run()}function gC(t,e,s,r=0,n=!1,o){return new Mn(t,e,s,r,n,void 0,
o).run()}var hc=class t extends ht{boundaries;pending;context;constructor(e,s,r,n,o,i=!0){super(e,s.start,s.end,i,o),this._nestingDepth=s.depth,this.boundaries=
r,this.pending=n,this.context=o}fork(e,s,r=!1){return new t(this.getSource(),{start:e,end:s,depth:this._nestingDepth},this.boundaries,this.pending,this.context,
r)}findSubstitutionEnd(e,s,r=this._nestingDepth+1){let n=this.context.boundaries?.get(e);if(n!==void 0)return n<=s?n:-1;let o=this.boundaries.get(e);return o!==
void 0?o<=s?o:-1:(this.boundaries.has(e)||(this.boundaries.set(e,void 0),this.pending.push({start:e,end:s,depth:r})),-1)}};function bC(t,e,s,r,n){let o=new Map(
[[e,void 0]]),i=[{start:e,end:s,depth:r}];for(;i.length>0;){let a=i.length,l=i[a-1],c=new hc(t,l,o,i,n),d=new Mn(t,l.start,l.end,l.depth,!0,c).findSubstitutionEnd();
i.length===a&&(o.set(l.start,d),d!==-1&&rc(n).set(l.start,d),i.pop())}return o.get(e)??-1}var Mn=class{tok;source;start;end;depth;errors=null;syntaxDepth=0;constructor(e,s,r,n=0,o=!1,i,a){
this.tok=i??new ht(e,s,r,o,zr(a)),this.tok._nestingDepth=n,this.source=e,this.start=s,this.end=r,this.depth=n}run(){let e=this.start;this.depth>256&&this.error(
"maximum substitution nesting depth exceeded",e);let s;if(e===0&&this.source.charCodeAt(0)===35&&this.source.charCodeAt(1)===33){let o=this.source.indexOf(`
`);s=o===-1?this.source:this.source.slice(0,o)}let r=this.list();for(;;){let o=this.tok.peek(S.CommandStart);if(o.token===b.EOF||(this.unexpectedToken(o),!it[o.
token]&&o.token!==b.In))break;this.tok.next(S.CommandStart);let i=this.tok.peek(S.CommandStart).token;if(i!==b.Semi&&i!==b.Newline&&i!==b.Amp)break;for(;i===b.Semi||
i===b.Newline||i===b.Amp;)this.tok.next(S.CommandStart),i=this.tok.peek(S.CommandStart).token;let a=this.list();for(let l=0;l<a.length;l++)r.push(a[l])}let n=this.
tok._errors;if(n!==null&&n.length>0){let o=this.errors??(this.errors=[]);for(let i=0;i<n.length;i++)o.push(n[i])}return this.errors!==null&&this.errors.length>1&&
this.errors.sort((o,i)=>o.pos-i.pos),{type:"Script",pos:e,end:this.end,shebang:s,commands:r,errors:this.errors??void 0}}error(e,s){(this.errors??(this.errors=[])).
push({message:e,pos:s})}unexpectedToken(e){this.error(`unexpected token '${e.token===b.Newline?"newline":e.value}'`,e.pos)}findSubstitutionEnd(){return this.list(),
this.acceptEnd(b.RParen)}skipSemi(){this.tok.peek(S.Normal).token===b.Semi&&this.tok.next(S.Normal)}accept(e,s=S.Normal){return this.tok.peek(s).token===e?this.
tok.next(s):null}acceptEnd(e,s=S.Normal){return this.tok.peek(s).token===e?this.tok.next(s).end:-1}skipNewlines(e=S.Normal){for(;this.tok.peek(e).token===b.Newline;)
this.tok.next(e)}doBody(e){let s=this.list(),r=e?this.emptyListPos(s):-1;return r>=0&&this.error("expected command after 'do'",r),s}emptyListPos(e){return e.length===
0?this.tok.peek(S.CommandStart).pos:-1}makeStatement(e){return{type:"Statement",pos:e.pos,end:e.end,command:e,background:void 0}}list(){let e=[];this.skipNewlines(
S.CommandStart);let s=this.tok.peek(S.CommandStart).token;if(it[s]||!ze[s])return e;let r=this.andOr();for(r&&e.push(this.makeStatement(r));s=this.tok.peekFollow(
ws).token,!(s!==b.Semi&&s!==b.Newline&&s!==b.Amp);){let n=s===b.Amp,o=this.tok.next(S.Normal).end;if(n){let a=e[e.length-1];a.background=!0,a.end=o}if(this.skipNewlines(
S.CommandStart),s=this.tok.peek(S.CommandStart).token,it[s]||!ze[s])break;let i=this.andOr();i&&e.push(this.makeStatement(i))}return e}andOr(){let e=this.pipeline();
if(!e)return null;let s=this.tok.peek(S.Normal).token;if(s!==b.And&&s!==b.Or)return e;let r=[e],n=[];do{let o=this.tok.next(S.Normal),i=o.token===b.And?"&&":"||";
this.skipNewlines(S.CommandStart);let a=this.pipeline();if(!a){this.error(`expected command after '${i}'`,o.end);break}n.push(i),r.push(a),s=this.tok.peek(S.Normal).
token}while(s===b.And||s===b.Or);return{type:"AndOr",pos:e.pos,end:r[r.length-1].end,commands:r,operators:n}}withRedirects(e){let s=this.collectTrailingRedirects();
return s.length===0?e:{type:"Redirected",pos:e.pos,end:s[s.length-1].end,command:e,redirects:s}}pipeline(){let e;for(;;){let n=this.tok.peek(S.CommandStart),o=n.
token===b.Word&&n.keywordEligible&&n.value==="time";if(n.token!==b.Bang&&!o)break;let i=this.tok.next(S.CommandStart),a=i.pos,l=i.end,c,d;if(o){let u=this.tok.peek(
S.CommandStart);u.token===b.Word&&u.keywordEligible&&u.value==="-p"&&(this.tok.next(S.CommandStart),c={pos:u.pos,end:u.end},u=this.tok.peek(S.CommandStart)),u.token===
b.Word&&u.keywordEligible&&u.value==="--"&&(this.tok.next(S.CommandStart),d={pos:u.pos,end:u.end})}e===void 0&&(e=[]),e.push(o?{type:"Time",pos:a,end:d?.end??c?.
end??l,keywordEnd:l,posix:c,endOfOptions:d}:{type:"Negation",pos:a,end:l})}let s=this.pipelineCommands();if(!e)return s;let r=e[0].pos;return s?.type==="Pipelin\
e"?(s.prefixes=e,s.pos=r,s):{type:"Pipeline",pos:r,end:s?s.end:e[e.length-1].end,prefixes:e,commands:s?[s]:[],operators:[]}}pipelineCommands(){let e=this.command();
if(!e)return null;if(this.tok.peek(S.Normal).token!==b.Pipe)return e;let s=[e],r=[];for(;this.tok.peek(S.Normal).token===b.Pipe;){let o=this.tok.next(S.Normal),
i=o.value==="|&"?"|&":"|";this.skipNewlines(S.CommandStart);let a=this.command();if(!a){this.error(`expected command after '${i}'`,o.end);break}r.push(i),s.push(
a)}return s.length===1?s[0]:{type:"Pipeline",pos:e.pos,end:s[s.length-1].end,prefixes:hC,commands:s,operators:r}}command(){let e;switch(this.tok.peek(S.CommandStart).
token){case b.LParen:e=this.subshell();break;case b.LBrace:e=this.braceGroup();break;case b.If:e=this.ifClause();break;case b.For:e=this.forClause();break;case b.
While:e=this.whileClause();break;case b.Until:e=this.untilClause();break;case b.Case:e=this.caseClause();break;case b.Function:return this.functionDef();case b.
Select:e=this.selectClause();break;case b.DblLBracket:e=this.testCommand();break;case b.ArithCmd:e=this.arithCommand();break;case b.Coproc:return this.coprocCommand();case b.
Word:case b.Assignment:case b.Redirect:return this.simpleCommandOrFunction(!1);default:return null}return this.withRedirects(e)}collectTrailingRedirects(){let e=Zf;
for(;this.tok.peekFollow(ws).token===b.Redirect;)e===Zf&&(e=[]),e.push(this.readRedirect(S.Normal));return e}arithCommand(){let e=this.tok.next(S.CommandStart);
return new fc(e.pos,e.end,e.value,this.source,this.depth,this.tok.getSubstitutionContext())}coprocCommand(){let e=this.tok.next(S.CommandStart),s=e.pos,r=this.tok.
peek(S.CommandStart),n;if(r.token===b.Word){let a=this.tok.fork(r.end,this.end);switch(a.peek(S.CommandStart).token){case b.LParen:a.next(S.CommandStart),a.peek(
S.Normal).token!==b.RParen&&(n=this.readWord(S.CommandStart));break;case b.LBrace:case b.If:case b.For:case b.While:case b.Until:case b.Case:case b.Select:case b.
DblLBracket:case b.ArithCmd:n=this.readWord(S.CommandStart)}}let o=r.token===b.Word&&n===void 0?this.simpleCommandOrFunction(!0):this.command();if(o&&o.type!=="\
Function"&&o.type!=="Coproc")return{type:"Coproc",pos:s,end:o.end,name:n,body:o};this.error("expected command after 'coproc'",o?.pos??e.end);let i=o?this.makeCompoundList(
[this.makeStatement(o)]):{type:"CompoundList",pos:e.end,end:e.end,commands:[]};return{type:"Coproc",pos:s,end:i.end,name:n,body:i}}subshell(){return this.subshellBody(
this.tok.next(S.CommandStart).pos)}subshellBody(e){if(this.syntaxDepth>=256){this.error("maximum subshell nesting depth exceeded",e);let o=this.tok.skipSubshellBody();
o<0&&this.error("expected ')' to close subshell",this.tok.getPos());let i=o>=0?o:e;return{type:"Subshell",pos:e,end:i,body:this.makeCompoundList([])}}this.syntaxDepth++;
let s=this.list();this.syntaxDepth--,s.length===0&&this.error("expected command in subshell",e);let r=this.acceptEnd(b.RParen,S.Normal);r<0&&this.error("expecte\
d ')' to close subshell",this.tok.getPos());let n=r>=0?r:e;return{type:"Subshell",pos:e,end:n,body:this.makeCompoundList(s)}}braceGroup(){let e=this.tok.next(S.
CommandStart).pos;if(this.syntaxDepth>=256){this.error("maximum brace group nesting depth exceeded",e);let o=this.tok.skipCompoundBody(b.RBrace);o<0&&this.error(
"expected '}' to close brace group",this.tok.getPos());let i=o>=0?o:e;return{type:"BraceGroup",pos:e,end:i,body:this.makeCompoundList([])}}this.syntaxDepth++;let s=this.
list();this.syntaxDepth--,s.length===0&&this.error("expected command in brace group",e);let r=this.acceptEnd(b.RBrace,S.Normal);r<0&&this.error("expected '}' to\
 close brace group",this.tok.getPos());let n=r>=0?r:e;return{type:"BraceGroup",pos:e,end:n,body:this.makeCompoundList(s)}}ifClause(){let e=this.tok.next(S.CommandStart).
pos;if(this.syntaxDepth>=256){this.error("maximum if nesting depth exceeded",e);let o=this.tok.skipCompoundBody(b.Fi);o<0&&this.error("expected 'fi' to close 'i\
f'",this.tok.getPos());let i=o>=0?o:e;return{type:"If",pos:e,end:i,clause:this.makeCompoundList([]),then:this.makeCompoundList([]),elif:mc,else:void 0}}this.syntaxDepth++;
let s,r=e;for(;;){let o=this.list(),i=this.emptyListPos(o),a=this.makeCompoundList(o);this.skipSemi();let l=this.accept(b.Then,S.CommandStart);l?i>=0&&this.error(
`expected command after '${r===e?"if":"elif"}'`,i):this.error("expected 'then'",this.tok.getPos());let c=this.list(),d=this.makeCompoundList(c);l&&c.length===0&&
(this.error("expected command after 'then'",this.tok.peek(S.CommandStart).pos),d.pos=l.end,d.end=l.end),s?(s.elif===mc&&(s.elif=[]),s.elif.push({type:"Elif",pos:r,
end:d.end,clause:a,then:d})):s={type:"If",pos:e,end:e,clause:a,then:d,elif:mc,else:void 0},this.skipSemi();let u=this.accept(b.Elif,S.CommandStart);if(!u)break;
r=u.pos}if(this.accept(b.Else,S.CommandStart)){let o=this.list(),i=this.emptyListPos(o);i>=0&&this.error("expected command after 'else'",i),s.else=this.makeCompoundList(
o),this.skipSemi()}let n=this.acceptEnd(b.Fi,S.CommandStart);return n<0&&this.error("expected 'fi' to close 'if'",this.tok.getPos()),s.end=n>=0?n:r,this.syntaxDepth--,
s}forClause(){let e=this.tok.next(S.CommandStart).pos;if(this.tok.peek(S.Normal).token===b.LParen)return this.cStyleFor(e);let s=this.readRequiredWord("for"),r;
if(this.skipNewlines(S.CommandStart),this.tok.peek(S.CommandStart).token===b.In)for(this.tok.next(S.CommandStart),r=[];this.tok.peek(S.Normal).token===b.Word;)r.
push(this.readWord(S.Normal));if(this.skipSemi(),this.skipNewlines(S.CommandStart),this.tok.peek(S.CommandStart).token===b.LBrace){let l=this.braceGroup();return{
type:"For",pos:e,end:l.end,name:s,wordlist:r,body:l.body}}let n=this.accept(b.Do,S.CommandStart)!==null;if(n||this.error("expected 'do'",this.tok.getPos()),this.
syntaxDepth>=256){this.error("maximum for nesting depth exceeded",e);let l=this.tok.skipCompoundBody(b.Done);l<0&&this.error("expected 'done' to close 'for'",this.
tok.getPos());let c=l>=0?l:e;return{type:"For",pos:e,end:c,name:s,wordlist:r,body:this.makeCompoundList([])}}this.syntaxDepth++;let o=this.doBody(n);this.syntaxDepth--,
this.skipSemi();let i=this.acceptEnd(b.Done,S.CommandStart);i<0&&this.error("expected 'done' to close 'for'",this.tok.getPos());let a=i>=0?i:e;return{type:"For",
pos:e,end:a,name:s,wordlist:r,body:this.makeCompoundList(o)}}cStyleFor(e){let[s,r,n,o,i,a]=this.tok.readCStyleForExprs();if(this.tok.peek(S.CommandStart).token===
b.Semi&&this.tok.next(S.CommandStart),this.skipNewlines(S.CommandStart),this.tok.peek(S.CommandStart).token===b.LBrace){let p=this.braceGroup();return new Wn(e,
p.end,p.body,s,r,n,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}let l=this.accept(b.Do,S.CommandStart)!==null;if(l||this.error("expected 'do'",
this.tok.getPos()),this.syntaxDepth>=256){this.error("maximum for nesting depth exceeded",e);let p=this.tok.skipCompoundBody(b.Done);p<0&&this.error("expected '\
done' to close 'for'",this.tok.getPos());let m=p>=0?p:e;return new Wn(e,m,this.makeCompoundList([]),s,r,n,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}
this.syntaxDepth++;let c=this.doBody(l);this.syntaxDepth--;let d=this.acceptEnd(b.Done,S.CommandStart);d<0&&this.error("expected 'done' to close 'for'",this.tok.
getPos());let u=d>=0?d:e;return new Wn(e,u,this.makeCompoundList(c),s,r,n,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}whileClause(){return this.
whileOrUntil("while")}untilClause(){return this.whileOrUntil("until")}whileOrUntil(e){let s=this.tok.next(S.CommandStart).pos;if(this.syntaxDepth>=256){this.error(
`maximum ${e} nesting depth exceeded`,s);let d=this.tok.skipCompoundBody(b.Done);d<0&&this.error(`expected 'done' to close '${e}'`,this.tok.getPos());let u=d>=0?
d:s;return{type:"While",pos:s,end:u,kind:e,clause:this.makeCompoundList([]),body:this.makeCompoundList([])}}this.syntaxDepth++;let r=this.list(),n=this.emptyListPos(
r),o=this.makeCompoundList(r);this.skipSemi();let i=this.accept(b.Do,S.CommandStart)!==null;i?n>=0&&this.error(`expected command after '${e}'`,n):this.error("ex\
pected 'do'",this.tok.getPos());let a=this.doBody(i);this.skipSemi();let l=this.acceptEnd(b.Done,S.CommandStart);l<0&&this.error(`expected 'done' to close '${e}\
'`,this.tok.getPos());let c=l>=0?l:s;return this.syntaxDepth--,{type:"While",pos:s,end:c,kind:e,clause:o,body:this.makeCompoundList(a)}}caseClause(){let e=this.
tok.next(S.CommandStart).pos,s=this.readRequiredWord("case");if(this.skipNewlines(S.CommandStart),this.accept(b.In,S.CommandStart)||this.error("expected 'in' af\
ter 'case' word",this.tok.getPos()),this.skipNewlines(S.CasePattern),this.syntaxDepth>=256){this.error("maximum case nesting depth exceeded",e);let l=this.tok.skipCompoundBody(
b.Esac);l<0&&this.error("expected 'esac' to close 'case'",this.tok.getPos());let c=l>=0?l:e;return{type:"Case",pos:e,end:c,word:s,items:[]}}this.syntaxDepth++;let r=[],
n=!1,o=this.tok.peek(S.CasePattern).token;for(;o!==b.Esac&&o!==b.EOF;){let l=this.tok.peek(S.Normal).pos;this.accept(b.LParen,S.Normal);let c=[],d=!0,u=this.tok.
peek(S.Normal);for(;u.token!==b.RParen&&u.token!==b.EOF;){u.token===(d?b.Word:b.Pipe)?d=!d:n||(this.unexpectedToken(u),n=!0);let x=this.tok.next(S.Normal);x.token===
b.Word&&c.push(this.toWord(x)),u=this.tok.peek(S.Normal)}d&&u.token===b.RParen&&!n&&(this.unexpectedToken(u),n=!0);let p=this.acceptEnd(b.RParen,S.Normal),m=this.
list(),h=p>=0?p:c.length>0?c[c.length-1].end:l,f=m.length>0?m[m.length-1].end:h,g={type:"CaseItem",pos:l,end:f,pattern:c,body:m.length>0?this.makeCompoundList(m):
{type:"CompoundList",pos:h,end:h,commands:[]},terminator:void 0},y=this.tok.peek(S.CommandStart);if(o=y.token,o===b.DoubleSemi||o===b.SemiAmp||o===b.DoubleSemiAmp){
let v=this.tok.next(S.CommandStart);g.terminator=uC[v.token],g.end=v.end}else o!==b.Esac&&o!==b.EOF&&!n&&(this.unexpectedToken(y),n=!0);r.push(g),this.skipNewlines(
S.CasePattern),o=this.tok.peek(S.CasePattern).token}let i=this.acceptEnd(b.Esac,S.CommandStart);i<0&&this.error("expected 'esac' to close 'case'",this.tok.getPos());
let a=i>=0?i:e;return this.syntaxDepth--,{type:"Case",pos:e,end:a,word:s,items:r}}selectClause(){let e=this.tok.next(S.CommandStart).pos,s=this.readRequiredWord(
"select"),r;if(this.skipNewlines(S.CommandStart),this.tok.peek(S.CommandStart).token===b.In)for(this.tok.next(S.CommandStart),r=[];this.tok.peek(S.Normal).token===
b.Word;)r.push(this.readWord(S.Normal));if(this.skipSemi(),this.skipNewlines(S.CommandStart),this.tok.peek(S.CommandStart).token===b.LBrace){let l=this.braceGroup();
return{type:"Select",pos:e,end:l.end,name:s,wordlist:r,body:l.body}}let n=this.accept(b.Do,S.CommandStart)!==null;if(n||this.error("expected 'do'",this.tok.getPos()),
this.syntaxDepth>=256){this.error("maximum select nesting depth exceeded",e);let l=this.tok.skipCompoundBody(b.Done);l<0&&this.error("expected 'done' to close '\
select'",this.tok.getPos());let c=l>=0?l:e;return{type:"Select",pos:e,end:c,name:s,wordlist:r,body:this.makeCompoundList([])}}this.syntaxDepth++;let o=this.doBody(
n);this.syntaxDepth--,this.skipSemi();let i=this.acceptEnd(b.Done,S.CommandStart);i<0&&this.error("expected 'done' to close 'select'",this.tok.getPos());let a=i>=
0?i:e;return{type:"Select",pos:e,end:a,name:s,wordlist:r,body:this.makeCompoundList(o)}}testCommand(){let e=this.tok.next(S.CommandStart).pos,s=this.parseTestOr(),
r=this.acceptEnd(b.DblRBracket,S.TestMode);r<0&&this.error("expected ']]' to close '[['",this.tok.getPos());let n=r>=0?r:e;return{type:"TestCommand",pos:e,end:n,
expression:s}}parseTestOr(){let e=this.parseTestAnd();if(this.tok.peek(S.TestMode).token!==b.Or)return e;let s=[e];do this.tok.next(S.TestMode),s.push(this.parseTestAnd());while(this.
tok.peek(S.TestMode).token===b.Or);return{type:"TestLogical",pos:e.pos,end:s[s.length-1].end,operator:"||",operands:s}}parseTestAnd(){let e=this.parseTestNot();
if(this.tok.peek(S.TestMode).token!==b.And)return e;let s=[e];do this.tok.next(S.TestMode),s.push(this.parseTestNot());while(this.tok.peek(S.TestMode).token===b.
And);return{type:"TestLogical",pos:e.pos,end:s[s.length-1].end,operator:"&&",operands:s}}parseTestNot(){let e=this.tok.peek(S.TestMode);if(!Qf(e))return this.parseTestPrimary();
let s=[];for(;Qf(e);){let n=this.tok.next(S.TestMode);s.push({type:"Negation",pos:n.pos,end:n.end}),e=this.tok.peek(S.TestMode)}let r=this.parseTestPrimary();return{
type:"TestNot",pos:s[0].pos,end:r.end,negations:s,operand:r}}parseTestPrimary(){if(this.tok.peek(S.TestMode).token===b.LParen){let a=this.tok.next(S.TestMode).pos;
if(this.syntaxDepth>=256){this.error("maximum test group nesting depth exceeded",a);let u=this.tok.skipTestGroup();u<0&&this.error("expected ')' to close test g\
roup",this.tok.getPos());let p=u>=0?u:a,m=new Ue("",a,a);return{type:"TestGroup",pos:a,end:p,expression:{type:"TestUnary",pos:a,end:a,operator:"-n",operand:m}}}
this.syntaxDepth++;let l=this.parseTestOr();this.syntaxDepth--;let c=this.acceptEnd(b.RParen,S.TestMode);c<0&&this.error("expected ')' to close test group",this.
tok.getPos());let d=c>=0?c:a;return{type:"TestGroup",pos:a,end:d,expression:l}}let e=this.tok.next(S.TestMode);(e.token===b.And||e.token===b.Or)&&this.unexpectedToken(
e);let s=e.value,r=e.pos,n=e.end;if(e.keywordEligible&&mC[s]===1){if(this.tok.peek(S.TestMode).token===b.Word){let l=this.readTestOperand();return{type:"TestUna\
ry",pos:r,end:l.end,operator:s,operand:l}}this.error("expected operand after unary test operator",n);let a=new Ue("",n,n);return{type:"TestUnary",pos:r,end:n,operator:s,
operand:a}}let o=this.tok.peek(S.TestMode);if(o.token===b.Word&&o.keywordEligible&&fC[o.value]===1){let a=this.tok.next(S.TestMode).value,l;if(a==="=~"){let d=this.
tok.readTestRegexWord();l=new Ue(this.source.slice(d.pos,d.end),d.pos,d.end,this.source,_i(this.tok.getSubstitutionContext()),this.depth)}else l=this.readTestOperand();
let c=this.toWordFromPosEnd(e,r,n);return{type:"TestBinary",pos:r,end:l.end,operator:a,left:c,right:l}}let i=this.toWordFromPosEnd(e,r,n);return{type:"TestUnary",
pos:r,end:i.end,operator:"-n",operand:i}}readTestOperand(){let e=this.tok.next(S.TestMode);return e.keywordEligible&&(e.value==="<"||e.value===">")&&this.error(
`unexpected argument '${e.value}' to conditional operator`,e.pos),this.toWord(e)}functionDef(){let e=this.tok.next(S.CommandStart).pos,s=this.readWord(S.FunctionName),
r;if(this.tok.peek(S.CommandStart).token===b.LParen){let n=this.tok.next(S.CommandStart).pos;this.tok.peek(S.CommandStart).token===b.RParen?(this.tok.next(S.CommandStart),
this.skipNewlines(S.CommandStart),r=this.commandAsBody()):r=this.withRedirects(this.subshellBody(n))}else this.skipNewlines(S.CommandStart),r=this.commandAsBody();
return{type:"Function",pos:e,end:r.end,name:s,body:r}}simpleCommandOrFunction(e){let s=[],r=this.tok.peek(S.CommandStart).pos,n=r,o=S.CommandStart;for(;;){let d=this.
tok.peek(o).token;if(d===b.Assignment){let u=this.tok.next(o);n=u.end,s.push(this.parseAssignment(u))}else if(d===b.Redirect){let u=this.readRedirect(o);s.push(
u),n=u.end}else break;o=S.CommandPrefix}if(this.tok.peek(S.Normal).token!==b.Word)return new qn(r,n,void 0,s,[]);let i=this.tok.next(S.Normal),a=i.keywordEligible?
i.value:"",l=this.toWord(i);o=dC(a)?S.Declaration:a==="eval"||a==="let"?S.EvalArgument:S.Normal,n=l.end;let c=[];if(e)for(;this.tok.peek(S.CommandPrefix).token===
b.Assignment;){let d=this.tok.next(S.CommandPrefix),u=o===S.Declaration?this.parseAssignment(d):this.toWord(d);c.push(u),n=u.end}if(this.tok.peek(o).token===b.LParen&&
c.length===0&&(this.tok.next(S.Normal),this.tok.peek(S.Normal).token===b.RParen)){this.tok.next(S.Normal),this.skipNewlines(S.CommandStart);let d=this.commandAsBody();
return{type:"Function",pos:l.pos,end:d.end,name:l,body:d}}for(;;){let d=this.tok.peek(o).token;if(d===b.Word||d===b.Assignment){let u=this.tok.next(o),p=d===b.Assignment?
this.parseAssignment(u):this.toWord(u);c.push(p),n=p.end}else if(d===b.Redirect){let u=this.readRedirect(o);c.push(u),n=u.end}else break}return new qn(r,n,l,s,c)}readRedirect(e){
let s=this.tok.next(e),r=s.pos,n=s.end,o=s.fileDescriptor!==void 0?{type:"FileDescriptor",pos:r,end:s.descriptorEnd,value:s.fileDescriptor}:s.variableName!==void 0?
{type:"FileDescriptorVariable",pos:r,end:s.descriptorEnd,name:s.variableName}:void 0,i=s.targetEnd>s.targetPos;if(i||this.error("expected redirect target",s.targetPos),
s.value==="<<"||s.value==="<<-"){let l={type:"HereDoc",pos:r,end:n,operator:s.value,descriptor:o,delimiter:i?{type:"HereDocDelimiter",pos:s.targetPos,end:s.targetEnd,
text:this.source.slice(s.targetPos,s.targetEnd),value:s.content??"",quoted:s.delimiterQuoted}:void 0,body:new Ci(this.source,n,s.delimiterQuoted,this.depth,this.
tok.getSubstitutionContext()),closing:void 0};return i&&this.tok.registerHereDocTarget(l),l}let a=i?new Ue(this.source.slice(s.targetPos,s.targetEnd),s.targetPos,
s.targetEnd,this.source,vr(this.tok.getSubstitutionContext()),this.depth):void 0;return s.value==="<<<"?{type:"HereString",pos:r,end:n,operator:"<<<",descriptor:o,
target:a}:{type:"Redirect",pos:r,end:n,operator:pC[s.value]??">",descriptor:o,target:a}}commandAsBody(){let e=this.command();return e&&e.type!=="Command"&&e.type!==
"Function"&&e.type!=="Coproc"?e:(this.error("expected compound command as function body",e?.pos??this.tok.getPos()),this.makeCompoundList(e?[this.makeStatement(
e)]:[]))}readWord(e){return this.toWord(this.tok.next(e))}readRequiredWord(e){let s=this.tok.peek(S.Normal);return s.token===b.Word?this.toWord(this.tok.next(S.
Normal)):(s.token!==b.EOF&&this.error(`expected word after '${e}'`,s.pos),new Ue("",s.pos,s.pos))}toWord(e){let s=e.raw?e.value:this.source.slice(e.pos,e.end),r=e.
raw&&e.keywordEligible?void 0:this.source;return new Ue(s,e.pos,e.end,r,r===void 0?Si:vr(this.tok.getSubstitutionContext()),this.depth)}toWordFromPosEnd(e,s,r){
return e.pos===s&&e.end===r?this.toWord(e):new Ue(this.source.slice(s,r),s,r,this.source,vr(this.tok.getSubstitutionContext()),this.depth)}parseAssignment(e){let s=e.
raw?e.value:this.source.slice(e.pos,e.end);return new Ei(s,e.pos,e.end,this.source,e.assignmentOperatorPos,this.depth,this.tok.getSubstitutionContext())}makeCompoundList(e){
let s=this.tok.getPos(),r=e.length>0?e[0].pos:s,n=e.length>0?e[e.length-1].end:s;return{type:"CompoundList",pos:r,end:n,commands:e}}};var yC=new Set("wait sleep usleep break exit return read inotifywait fswatch select wait4 flock nc curl wget timeout".split(" "));function th(t,e){return(t.type===
"ArithmeticFor"?t.test===void 0:kC(t)||t.kind==="while"&&gc(e))&&rh(t.body)&&!nh(t.body)}function sh(t,e){let s=[];return In(t,r=>{s.push(r)}),s.some(e)}var rh=t=>t.
type==="Statement"&&t.background===!0||t.type!=="Function"&&sh(t,rh),nh=t=>t.type==="Command"&&yC.has(t.name?.text??"")||t.type!=="Function"&&!(t.type==="Statem\
ent"&&t.background)&&sh(t,nh);function kC({kind:t,clause:e}){let[s]=e.commands;if(e.commands.length!==1||s===void 0)return!1;let{command:r}=s;if(r.type==="Arith\
meticCommand")return t==="while"&&/^\s*[1-9]\d*\s*$/.test(r.body);if(r.type!=="Command")return!1;let n=[r.name?.text??"",...r.args.map(({text:o})=>o)].join(" ");
return t==="while"?/^(?:(?:\/usr)?(?:\/bin\/)?true|:|\[ (?:1|true|x) \]|test 1|echo.*)$/.test(n):/^(?:\/bin\/)?false$/.test(n)}var vC=/^yes\b|^(?:cat|dd|tr|base64|xxd|od) (?!.*\bcount=).*\/dev\/(?:zero|u?random|full)(?: |$)/;
function gc(t){let e=t?.kind==="pipe"?t.from.at(-1):void 0;if(!e||e.wrappers.includes("timeout"))return!1;let{program:s,args:r,redirects:n}=e;return vC.test([s,
...[...r,...n.map(({path:o})=>o)].map(({text:o})=>o)].join(" "))}var wC=256,oh=64;function xC(t){let{args:e,scope:s,context:r}=t,n=e.findIndex(({text:f})=>/^(-(?![HLPOD])|[(!])/.test(f)),o=e.slice(0,n===-1?void 0:n).filter(({
text:f})=>!/^-[HLPOD]/.test(f)),i=n===-1?[]:e.slice(n),a=SC(o.length>0?o:[T(".")],i),l=a.map(({text:f})=>f),c=f=>Zm(f,l,o[0]?.text??"."),d=i.flatMap(({text:f},g)=>{
let[y,v]=/^-f(print0?|ls|printf)$/.test(f)?i.slice(g+1):[];return y?[{path:y,text:f==="-fprintf"?c(v?.text??""):Te(l)}]:[]}),u=d.map(({path:f})=>({kind:"write",
path:f}));F({...t,context:jr(r,u)});let p=i.flatMap(({text:f},g)=>{if(!/^-(exec|execdir|ok|okdir)$/.test(f))return[];let y=i.findIndex((w,A)=>A>g&&(w.text===";"||
w.text==="+"&&i[A-1]?.text==="{}")),x=i.slice(g+1,y===-1?void 0:y).flatMap(w=>w.text==="{}"?a:[bc(w,"{}",a[0])]),_=t.interpreter.runWords(x,s,Jt(ee(r,"find")));
return _==="\uFFFC"?[]:[_]});for(let{path:f,text:g}of d)t.interpreter.files.write(f.text,g,s.folder);let m=i.filter((f,g)=>i[g-1]?.text==="-printf");return(m.length>
0?m.map(({text:f})=>c(f)).join(""):Te(l))+p.join("")}function SC(t,e){let s=e.flatMap(({text:r},n)=>{let o=/^(?:!|-not)$/.test(e[n-1]?.text??""),i=/^-i?(name|path|wholename)$/.
test(r)&&!o?e[n+1]?.text:void 0;return i===void 0?[]:[i.slice(i.lastIndexOf("/")+1)]});return t.flatMap(({text:r,glob:n})=>{let o=`${r.replace(/\/+$/,"")}/${"\uFFFC"}`;
return s.length===0?[{text:o,glob:n}]:s.slice(0,8).map(i=>({text:`${o}/${i}`,glob:n||/[*?[]/.test(i)}))})}var bc=(t,e,{text:s,glob:r})=>({text:t.text.replaceAll(
e,()=>s),glob:t.glob||r&&t.text.includes(e)});function _C(t){F(t);let e=t.args.findIndex(({text:i})=>/^(-x|-X|--exec|--exec-batch)$/.test(i));if(e===-1)return"\uFFFC";
let s=T("\uFFFC"),r=t.args.slice(e+1),o=r.some(({text:i})=>i.includes("{"))?r.map(i=>bc(i,"{}",s)):[...r,s];return t.interpreter.runWords(o,t.scope,ee(t.context,
t.program)),"\uFFFC"}function EC(t){let{options:e,operands:s}=L(t.args,C.getopt.xargs),{scope:r,context:n}=t;gc(n.input)&&/^0+$/.test(D(e,"P","max-procs")[0]?.text??
"")&&gs(t);let[o]=D(e,"a","arg-file"),a=(o?t.interpreter.files.read(o.text,r.folder):n.stdin?.readRest())??"\uFFFC",[l]=D(e,"d","delimiter"),c=D(e,"I","replace")[0]?.
text??(B(e,"i","replace")?"{}":void 0),d=a.includes("\0")?"\0":`
`,u=l?.text.replace("\\n",`
`)??(c===void 0?void 0:`
`),p=B(e,"0","null")?d:u,m=ih(a,p),h=s.length>0?s:[T("echo")],f={...Jt(ee(n,"xargs")),input:n.input};return t.interpreter.budget.spend(m.length>>2),c===void 0?t.
interpreter.runWords([...h,...hs(m,wC)],r,f):hs(m,oh).map(({text:y,glob:v})=>{let x=T(y.trimStart(),v),_=h.map(w=>bc(w,c,x));return t.interpreter.runWords(_,r,f)}).
join("")}function ih(t,e){if(e!==void 0)return Ie(t.split(e).filter(r=>r!==""));let s=t.match(/"[^"\n]*"|'[^'\n]*'|\S+/g)??[];return Ie(s.map(r=>r.replace(/^(["'])(.*)\1$/,
"$2")))}function CC(t){let{options:e,operands:s}=L(t.args,C.getopt.parallel),r=[],n=[],o=D(e,"a","arg-file"),i=r;for(let u of s)/^:::{1,2}\+?$/.test(u.text)?i=u.
text.startsWith("::::")?o:n:i.push(u);i===r&&o.length===0&&o.push(T("-"));let a=B(e,"q","quote"),l=a?Fr(r):le(r).text,c=D(e,"I","replace").find(({text:u})=>u!==
"")?.text??"{}";for(let{text:u}of o){let p=u==="-"?t.context.stdin?.readRest():De(u,t)?.text;n.push(...ih(p??"\uFFFC",`
`))}let d=l.includes(c)||/\{[^{}\s]*\}/.test(l);for(let u of hs(n,oh)){let p=a?u.text:ur(u),m=l.replaceAll(c,()=>p).replaceAll(/\{(?:-?\d+|\/\/|[#%]|\d*[/.]+)\}/g,
()=>p),h=l===""?u.text:d?m:`${l} ${ur(u)}`;ne(h,{...t,context:Jt(t.context)})}return"\uFFFC"}var ah={"find gfind":xC,"fd fdfind":_C,"xargs gxargs":EC,parallel:CC};var ch=require("node:path");var AC=1e3,dh={"cd pushd":lh,popd:t=>lh({...t,args:[T("-")]}),"export declare typeset local readonly":$C,unset:RC,set:PC,shift:IC,read:NC,"mapfile readarray":OC,
printf:LC,alias:DC,hash:TC,eval:qC,trap:WC,command:MC},yc=t=>t.filter(({text:e})=>!/^-./.test(e)),Ai=(t,e)=>t.filter((s,r)=>new RegExp(`^-\\w*[${e}]$`).test(t[r-
1]?.text??""));function lh(t){let{scope:e}=t,[s]=yc(t.args.filter(({text:o})=>o!=="--"));F(t);let r=s?.text??"~",n=!/^[/~]/.test(r)&&!r.startsWith("\uFFFC")&&e.
folder!==void 0;return e.folder=r==="-"?"\uFFFC":n?ch.posix.normalize(`${e.folder}/${r}`):r,""}function $C(t){let{scope:e,args:s,program:r}=t,n=s.flatMap(({text:i})=>/^-[A-Za-z]+$/.
test(i)?[i.slice(1)]:[]).join(""),o=r==="export"||n.includes("x");for(let{text:i,glob:a}of s){let[,l,c,d]=/^([A-Za-z_]\w*)(\+?)=([\s\S]*)$/.exec(i)??[];if(l===void 0){
o&&e.export(i);continue}let u=e.get(l),p=u!==void 0&&u.words.length>1&&le(u.words).text===d,m=/[lu]/.test(n)?"\uFFFC\uFFFB":(c?e.value(l):"")+d;n.includes("n")?
e.addReference(l,d):e.set(l,p?u.words:[T(m,a)],o||u?.exported),(r==="readonly"||n.includes("r"))&&e.fix(l)}return F(t)}function TC(t){let[e,s,r]=t.args;return e?.
text==="-p"&&s&&r&&t.scope.alias(r.text,s.text),F(t)}function RC(t){let e=t.args.some(({text:s})=>s==="-f");for(let{text:s}of yc(t.args)){let r=t.scope.functions.
get(s);r&&(e||t.scope.get(s)===void 0)&&(r.certain=!1),e||t.scope.set(s,[])}return F(t)}function PC(t){let{args:e,scope:s}=t,r=e.findIndex(({text:o})=>o==="--"),
n=r===-1?e.findIndex(({text:o})=>!/^[-+]/.test(o)):r+1;return n!==-1&&!(r===-1&&/^[-+]\w*o$/.test(e[n-1]?.text??""))&&(s.arguments=[s.arguments[0]??T("bash"),...e.
slice(n)]),F(t)}function IC({args:[t],scope:e}){let[s,...r]=e.arguments;return e.arguments=[s,...r.slice(Number(t?.text??1)||1)],""}function NC(t){let{args:e,scope:s,
context:r}=t,n=Ai(e,"dinNptu"),o=e.filter(m=>/^[A-Za-z_]\w*$/.test(m.text)&&!n.includes(m)),[i]=Ai(e,"a"),a=r.stdin?r.stdin.readLine()??"":"\uFFFC",l=r.environment.
IFS?.text??s.value("IFS"),d=Array.from(a.trim(),m=>l.includes(m)?`
`:m).join("").replace(/^\n+/,"").split(/\n+/);r.redirects.length>0&&F(t),i&&s.set(i.text,Ie(d));let u=i?[]:o.length>0?o:[T("REPLY")],p=a==="\uFFFC"||a==="\uFFFC\uFFFB";
return u.forEach(({text:m},h)=>{let f=d.slice(h).join(l[0]??" "),g=h<u.length-1?d[h]??"":u.length===1?a.trim():f;s.set(m,[T(p?a:g)])}),""}function OC(t){let{args:e,
scope:s,context:r}=t;r.redirects.length>0&&F(t);let n=Ai(e,"CcdnOsu"),o=yc(e).findLast(c=>!n.includes(c))?.text??"MAPFILE",[i]=Ai(e,"C");i&&t.interpreter.runScript(
`${i.text} 0 line`,s,ee(r,t.program));let l=(r.stdin?.readRest()??"\uFFFC").replace(/\n$/,"").split(`
`);return s.set(o,hs(Ie(l),AC)),""}function LC(t){let[e,s,...r]=t.args;return e?.text==="-v"&&s&&t.scope.set(s.text,[T(Rn(r.map(({text:n})=>n)))]),F(t)}function DC(t){
for(let{text:e}of t.args){let[,s,r]=/^([^=\s]+)=([\s\S]*)$/.exec(e)??[];s!==void 0&&t.scope.alias(s,r)}return F(t)}function qC(t){let e=le(t.args).text;return e.
includes("\uFFFC")&&F(mr(t,e)),e.trim()===""?"":t.interpreter.runScript(e,t.scope,ee(t.context,"eval"))}function WC(t){let[e,...s]=t.args.filter(({text:r})=>r!==
"--");return F(t),e&&s.length>0&&!/^-/.test(e.text)&&t.interpreter.runScript(e.text,t.scope.copy(),ee(t.context,"trap")),""}function MC(t){let e=t.args.findIndex(
({text:r})=>!/^-[pvV]+$/.test(r)),s=t.args.slice(e===-1?t.args.length:e);return t.args.slice(0,e).some(({text:r})=>/[vV]/.test(r))?F({...t,program:"type",args:s}):
(s[0]?.text==="--"&&s.shift(),s.length===0?F(t):t.interpreter.runWords(s,t.scope,ee(t.context,t.program)))}var jC=2e4,kc=20,{smallLanguages:ph}=C,FC=t=>{let{code:e=[],operands:s,runs:r,deletes:n,does:o={},short:i,long:a}=ph.get(t.program),l=t.args.map(h=>/^-(?:eval|batch|load|[Cc]ommand)$/.
test(h.text)?T(`-${h.text}`):h),{options:c,operands:d}=L(l,{short:i,long:a,permuted:!0}),u=F(t),p=D(c,...e).map(({text:h})=>h),m=d.slice(0,kc);p.push(...m.flatMap(
({text:h})=>t.interpreter.files.read(h,t.scope.folder)??[])),s==="code"&&p.length===0&&p.push(le(d).text),p.length===0&&(d.length===0||d.some(({text:h})=>h==="-"))&&
p.push(t.context.stdin?.readRest()??"");for(let h of p.map(UC)){let f=$i(h,r).map(v=>uh(v)?.join(" ")??v),g=$i(h.slice(0,jC),VC).slice(0,kc);for(let v of new Set(
[...f,...g]))ne(v,t);let y=(n?$i(h,n):[]).flatMap(v=>uh(v)??v.split(","));for(let v of y)ne(`rm -r ${ur(T(v))}`,t);for(let[v,x]of Object.entries(o))for(let _ of x.
flatMap(w=>$i(h,w,"gi")))ne(v==="$"?_:v.replace("$",()=>ur(T(_))),t)}return u},VC=ve(C.patterns.literal_commands),uh=t=>/^\W*["']/.test(t)?[...t.matchAll(/(["'])(.*?)\1/g)].
slice(0,kc).map(([,,e])=>e):void 0,HC=ve(C.patterns.home_lookup,"g"),UC=t=>t.replace(/"(?:[^"\\\n]|\\.){0,500}"/g,e=>e.replace(/\$(?:HOME|env:HOME|env:USERPROFILE)\b/g,
"~")).replace(HC,'"~"').replace(/\$\("~"\)/g,"~").replace(/"\s*(?:\.\.|\+\+?|<>|[.&])\s*"/g,""),$i=(t,e,s="g")=>[...t.matchAll(new RegExp(e,s))].map(r=>r.at(-1)??
"\uFFFC"),mh={[[...ph.keys()].join(" ")]:FC};Wt();Wt();var fh=48,hh=1e3;function vc(t,e){if(t.length>65536)e.fail("too-long",`longer than ${65536} characters`);else if(BC(t)>fh)e.fail("too-deep",`more than ${fh} bra\
ckets are open at once`);else if(t.split("<<").length>hh)e.fail("too-much",`more than ${hh} here-documents`);else{e.spend(t.length>>10);try{let s=eh(t);return wc(
s,e),s}catch(s){e.fail("too-deep",`cannot be parsed: ${s.message}`)}}}function Ti(t,e){let s=vc(`: ${t}`,e)?.commands[0]?.command,[r]=s?.type==="Command"?s.suffix:
[];return r?.type==="Word"?r:void 0}function wc(t,e){let[s]=t.errors??[];s&&e.fail("unparsable",`cannot be parsed: ${s.message} at character ${s.pos}`)}function BC(t){
let e=0,s=0;for(let[r]of t.matchAll(/[[\](){}]/g))e="([{".includes(r)?e+1:Math.max(0,e-1),s=Math.max(s,e);return s}var GC=32,_c=/^-?(?:0|[1-9]\d{0,8})$/;function Ri(t,e){return Pi(t,e),String(Cc(t,e))}function Ec(t,e){if(t.trim()===""||_c.test(t.trim()))return Number(t);if(!e.
interpreter.budget.spend(GC))return;let[s]=Ti(`$((${t}))`,e.interpreter.budget)?.parts??[];if(s?.type!=="ArithmeticExpansion"||!s.expression)return;let r=Cc(s.expression,
e);return typeof r=="number"?r:void 0}function Pi(t,{interpreter:e,scope:s,context:r}){let n=[t];for(let o=n.pop();o&&e.budget.spend();o=n.pop())o.type==="Comma\
ndExpansion"||o.type==="ProcessSubstitution"||o.type==="ArithmeticCommandExpansion"?e.runSubstitution(o.script,s,r):In(o,i=>{n.push(i)})}function Cc(t,e){let s=n=>Cc(
n,e),r=(n,o)=>{let i=n.type==="ArithmeticWord"?n.value:"";return/^[A-Za-z_]\w*$/.test(i)&&e.scope.set(i,[T(String(o))]),o};switch(t.type){case"ArithmeticWord":return zC(
t.value,e);case"ArithmeticGroup":return s(t.expression);case"ArithmeticUnary":{let n=s(t.operand);if(t.operator==="-")return xc("-",0,n);if(t.operator!=="++"&&t.
operator!=="--")return"\uFFFC\uFFFB";let o=r(t.operand,xc(t.operator[0],n,1));return t.prefix?o:n}case"ArithmeticBinary":{let n=s(t.right);if(t.operator==="=")return r(
t.left,n);let[,o=t.operator]=/^([-+*/%&|^]|<<|>>)=$/.exec(t.operator)??[],i=xc(o,s(t.left),n);return o===t.operator?i:r(t.left,i)}case"ArithmeticCommandExpansio\
n":return"\uFFFC";default:return"\uFFFC\uFFFB"}}function zC(t,{scope:e}){if(_c.test(t))return Number(t);let[,s,r,n]=/^(?:\$?([A-Za-z_]\w*)|\$\{([A-Za-z_]\w*)\}|\$\{?(\d+)\}?)$/.
exec(t)??[];if(s===void 0&&r===void 0&&n===void 0)return"\uFFFC\uFFFB";let o=n===void 0?e.value(s??r):e.arguments[Number(n)]?.text??"";return o.includes("\uFFFC")?
Ee(o)?"\uFFFC\uFFFB":"\uFFFC":o.trim()===""||_c.test(o.trim())?Number(o):"\uFFFC\uFFFB"}function xc(t,e,s){if(typeof e!="number")return e;if(typeof s!="number")
return s;let r=Object.hasOwn(gh,t)?gh[t](e,s):Number.NaN;return Number.isSafeInteger(r)?r:"\uFFFC\uFFFB"}var Sc=t=>{let e=s=>Math.abs(s)<2147483648;return(s,r)=>e(
s)&&e(r)?t(s,r):Number.NaN},gh={"+":(t,e)=>t+e,"-":(t,e)=>t-e,"*":(t,e)=>t*e,"/":(t,e)=>Math.trunc(t/e),"%":(t,e)=>t%e,"<<":(t,e)=>e<0?Number.NaN:t*2**e,">>":(t,e)=>e<
0?Number.NaN:Math.floor(t/2**e),"&":Sc((t,e)=>t&e),"|":Sc((t,e)=>t|e),"^":Sc((t,e)=>t^e)};var yh=t=>/^\{-?\d{1,9}\.\.-?\d{1,9}(?:\.\.-?\d{1,6})?\}$/.test(t);function Ac(t){let e=[""];for(let s=0;s<t.length;){let r=t[s]==="{"?KC(t,s):void 0,n=r?.end??
kh(t,s),o=r?r.alternatives:[t.slice(s,n)],i=e.length*(o?.length??0);if(o===void 0||i>512||i*t.length>2e5)return;e=e.flatMap(a=>o.map(l=>a+l)),s=n}return e}function KC(t,e){
let s=[],r=e+1,n=0;for(let o=r;o<t.length;o=kh(t,o)){let i=t[o];if(i==="{"?n+=1:i==="}"&&n>0?n-=1:(i===","&&n===0||i==="}")&&(s.push(t.slice(r,o)),r=o+1),i!=="}"||
r!==o+1)continue;let a=s.length===1?XC(s[0]):YC(s);return a==="none"?void 0:{alternatives:a,end:r}}}function YC(t){let e=t.map(Ac);return e.includes(void 0)?void 0:
e.flat()}function XC(t){let e=/^(?:(-?\d{1,9})\.\.(-?\d{1,9})|([A-Za-z])\.\.([A-Za-z]))(?:\.\.-?(\d{1,6}))?$/.exec(t);if(!e)return"none";let[,s="",r="",n,o,i="1"]=e,
a=/^-?0\d/.test(s)||/^-?0\d/.test(r)?Math.max(s.length,r.length):0,[l,c]=n===void 0?[Number(s),Number(r)]:[n.charCodeAt(0),o.charCodeAt(0)],d=Math.max(1,Number(
i)),u=Math.floor(Math.abs(c-l)/d)+1;if(!(u>512))return Array.from({length:u},(p,m)=>{let h=l+(l<=c?d:-d)*m,f=h<0?`-${String(-h).padStart(a-1,"0")}`:String(h).padStart(
a,"0");return n===void 0?f:String.fromCharCode(h)})}var bh=new RegExp([String.raw`\\[\s\S]?|'[^']*'?|"(?:\\[\s\S]|[^"\\])*"?|\x60(?:\\[\s\S]|[^\x60\\])*\x60?`,String.
raw`\$\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}|\$\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`,String.raw`[^\\'"\x60$\x7b\x7d,]+|[\s\S]`].join("|"),"y");function kh(t,e){
return bh.lastIndex=e,e+bh.exec(t)[0].length}function vh(t,e,s){let r=t.type==="ParameterExpansion"?t:void 0,n=r?.parameter??t.text.slice(1),o=r?.operation;if(r?.prefix==="!"&&o?.type==="Names")return{words:[
T("\uFFFC\uFFFB")],list:!1};let i=r?.prefix==="!"?e.scope.value(n):n,a={...e,name:i,expand:u=>s(u,e)},l=r?.index&&a.expand(r.index).text,c=n==="@"||l==="@",d=QC(
i,l,e);if(r?.prefix==="#"){let u=c||n==="*"||l==="*"?d.length:d[0]?.text.length,p=d.every(lt)&&!wh(a);return{words:[T(p?String(u??0):"\uFFFC")],list:!1}}return o===
void 0?{words:d,list:c}:o.type==="Default"?{words:ZC(d,o,a),list:c}:o.type==="Slice"&&c?{words:[T("\uFFFC\uFFFB")],list:c}:{words:d.map(({text:u})=>T(s1(u,o,a))),
list:c}}function QC(t,e,{scope:s}){if(t==="@"||t==="*")return s.arguments.slice(1);if(t==="#")return[T(String(s.arguments.length-1))];if(/^\d+$/.test(t))return s.
arguments.slice(Number(t),Number(t)+1);let r=s.get(t);if(e===void 0)return r?r.words.slice(0,1):[T(s.value(t))];if(e==="@"||e==="*")return r?.words??[T("\uFFFC")];
let n=Number(e);if(!r||!Number.isInteger(n))return[T("\uFFFC")];let o=r.words.at(n);return o?[o]:[]}function ZC(t,{operator:e,operand:s},{name:r,scope:n,expand:o}){
let i=t.length>0&&(t[0].text!==""||!e.includes(":")),a=n.get(r)!==void 0||t.every(lt);if(e.endsWith("+"))return i?[o(s)]:[];let l=o(s);if(e.endsWith("?")){if(e!==
":?"||t.length!==1||t[0].text!=="\uFFFC")return t;let c=[T("\uFFFC\u2026")];return/^\w+$/.test(r)&&n.set(r,c),c}return(a?i:l.text==="")?t:(e.endsWith("=")&&/^\w+$/.
test(r)&&n.set(r,[l]),[l])}var e1=new Set(["HOME","PWD","PATH","OLDPWD","SHELL","BASH"]),wh=({name:t,scope:e})=>e1.has(t)&&!e.get(t);function t1(t,e,s){return e===
"##"&&s==="*/"?"\uFFFC":e==="%"&&s==="/*"?`${t}/..`:e==="%"&&s==="/"?t:"\uFFFC\uFFFB"}function s1(t,e,s){let{expand:r}=s,n=wh(s),o=!n&&!t.includes("\uFFFC"),i=n?
"\uFFFC\uFFFB":Ut(t);switch(e.type){case"Remove":{let a=r(e.operand).text;return n?t1(t,e.operator,a):o?o1(t,e.operator,a,s):i}case"Replace":{let a=r(e.pattern).
text,l=r(e.replacement).text;if(!o||a==="")return o?t:i;let{operator:c}=e,d=xh(t,a,!1,s);if(d===void 0)return Pe(a);let u=c==="/#"?`^(?:${d})`:c==="/%"?`(?:${d}\
)$`:d;return t.replace(new RegExp(u,c==="//"?"g":""),()=>l)}case"Slice":{let a=r(e.offset).text,l=e.length&&r(e.length).text,c=Ec(a,s),d=l===void 0?void 0:Ec(l,
s);if(n&&c===0&&d===1)return"/";if(!o)return i;if(c===void 0||l!==void 0&&d===void 0)return Pe(a+(l??""));let u=c<0?t.length+c:c;return u<0?"":t.slice(u,d===void 0||
d<0?d:u+d)}case"CaseModification":return o?e.operand?"\uFFFC\uFFFB":n1(t,e.operator):i;default:return"\uFFFC\uFFFB"}}var r1=100,n1=(t,e)=>{let s=r=>e[0]==="^"?r.
toUpperCase():r.toLowerCase();return e.length===2?s(t):s(t.slice(0,1))+t.slice(1)};function xh(t,e,s,r){return r.interpreter.budget.spend(r1),t.length>128||e.includes(
"\uFFFC")?void 0:bi(e,s)}function o1(t,e,s,r){let n=xh(t,s,e.length===1,r);if(n===void 0)return Pe(s);if(e[0]==="#")return t.replace(new RegExp(`^(?:${n})`),"");
let o=new RegExp(`^(?:${n})$`),i=Array.from({length:t.length+1},(l,c)=>c),a=l=>o.test(t.slice(l));return t.slice(0,e==="%"?i.findLast(a):i.find(a))}var i1=20;function Zr(t,e){if(!e.interpreter.budget.spend(1+(t.text.length>>6)))return[T("\uFFFC\uFFFB")];if(t.parts===void 0)return[{...T(t.value),...t.text.startsWith(
"\uFFFC")&&{bare:!0}}];if(!t.parts.some(({type:r})=>r==="BraceExpansion"))return $c(t.parts,e,!1);let s=Ac(t.text);return e.interpreter.budget.spend(2*(s?.length??
0)+(t.text.length>>2)),s===void 0?yh(t.text)?[T("1"),T("\uFFFC")]:[T("\uFFFC\uFFFB",!0)]:s.flatMap(r=>{if(/^[\w@%+=:,./-]*$/.test(r))return[T(r)];let{budget:n}=e.
interpreter,i=(n.spend(4)?Ti(r,n)?.parts:void 0)?.filter(({type:a})=>a!=="BraceExpansion");return i?$c(i,e,!1):[T(r)]})}function xs(t,e){return t.parts===void 0?
T(t.value):Rc(t.parts,e)}function Rc(t,e){let{text:s,glob:r}=le($c(t,e,!0));return T(s,r||t.some(({type:n})=>n==="Glob"||n==="ExtendedGlob"))}function $c(t,e,s){
let r=new Tc;for(let n of t)Sh(n,e,r,s);return r.end()}var Tc=class{done=[];text;glob=!1;bare;add(e,s=!1){let r=(this.text??"")+e;this.text=r.length>65536?"\uFFFC\uFFFB":
r,s&&(this.glob=!0)}split(e,s){let r=0;for(let n=0;n<=e.length;n+=1){if(n<e.length&&!s.includes(e[n]))continue;let o=e.slice(r,n);o!==""&&this.add(o,/[*?[]/.test(
o)),o.includes("\uFFFC")&&(this.bare=!0),n<e.length&&this.close(),r=n+1}}close(){let{text:e,glob:s,bare:r}=this;e!==void 0&&this.done.push({text:e,glob:s,...we(
{bare:r})}),this.text=void 0,this.glob=!1,this.bare=void 0}end(){return this.close(),this.done}};function Sh(t,e,s,r){if(!e.interpreter.budget.spend()){s.add("\uFFFC");
return}let n=(o,i)=>{e.interpreter.budget.spend(o.reduce((l,{text:c})=>l+c.length,0)>>6),(r&&!i?[le(o)]:o).forEach(({text:l,glob:c},d)=>{d>0&&s.close(),r?s.add(
l,c):s.split(l,e.scope.value("IFS"))})};switch(t.type){case"Literal":case"SingleQuoted":case"AnsiCQuoted":s.add(t.value);break;case"Glob":case"ExtendedGlob":case"\
BraceExpansion":s.add(t.text,t.type!=="BraceExpansion");break;case"DoubleQuoted":case"LocaleString":(t.parts.length!==1||!/^\$(@|\{@|\{\w+\[@\])/.test(t.parts[0].
text))&&s.add("");for(let o of t.parts)Sh(o,e,s,!0);break;case"SimpleExpansion":case"ParameterExpansion":{let{words:o,list:i}=vh(t,e,xs);n(o,i);break}case"Comma\
ndExpansion":{let{interpreter:o,scope:i,context:a}=e,l=o.invocations.length,c=o.runSubstitution(t.script,i,{...a,captured:!0}),d=c.includes("\uFFFC")?o.invocations.
slice(l):[];o.substituted=[...o.substituted,...d].slice(-i1),n([T(c.replace(/\n+$/,""))],!1);break}case"ArithmeticExpansion":s.add(t.expression?Ri(t.expression,
e):"\uFFFC\uFFFB");break;case"ProcessSubstitution":s.add(a1(t,e));break;default:}}function a1(t,e){let{interpreter:s,scope:r,context:n}=e,o=`/dev/fd/${63+s.sources.
size}`,i=s.invocations.length,a={...n,captured:!0,isConcurrent:!0,isPiped:!1},l=t.operator===">"?dr(a,{text:"\uFFFC\uFFFB",from:[]}):a,c=s.runSubstitution(t.script,
r,l);return t.operator!==">"&&s.sources.set(o,{text:c,from:s.invocations.slice(i)}),o}function Pc(t,e){let s=t.map(n=>n&&"text"in n?n.text:"").join(`
`);return[...new Set([...s.matchAll(/\$\{?[!#]?([A-Za-z_]\w*)/g)].map(([,n])=>n))].flatMap(n=>(e.get(n)?.alternatives??[]).map(o=>{let i=e.copy();return i.set(n,
o),i}))}function _h({name:t,append:e,index:s,value:r},n,o){let i=e||s?o.get(t)?.words??[]:[];s?o.set(t,l1(i,s.value,n[0])):r.type==="ArrayValue"?o.set(t,[...i,...n]):
o.set(t,e?[T((i[0]?.text??"")+n[0].text,n[0].glob)]:n)}function l1(t,e,s=T("")){let r=/^\d{1,3}$/.test(e)?Number(e):0,n=Math.max(t.length,r+1);return Array.from(
{length:n},(o,i)=>i===r?s:t[i]??T(""))}function Ic({value:t,index:e},s){return e&&xs(e,s),t.type==="ArrayValue"?t.elements.flatMap(r=>Zr(r,s)):[xs(t,s)]}function Eh(t,e){
let s=Ic(t,e),r=`${t.name}${t.append?"+":""}=`;t.value.type==="ArrayValue"&&e.scope.set(t.name,s);let{text:n,glob:o}=le(s);return T(r+n,o)}var Nc=32,Ii=class{constructor(e){this.machine=e}machine;list(e,s,r){let n="";for(let{command:o,background:i}of e){if(!this.machine.budget.spend())break;let a=this.
node(o,s,i?{...r,isConcurrent:!0}:r);n=Oc(n,a)}return n}node(e,s,r){return this.machine.budget.descend(()=>{switch(e.type){case"Command":return s.hasAlternatives?
this.alternatives(e,s,r):this.command(e,s,r);case"Pipeline":return this.pipeline(e,s,r);case"AndOr":return this.andOr(e,s,r);case"CompoundList":return this.list(
e.commands,s,r);case"Subshell":return this.list(e.body.commands,s.copy(),r);case"BraceGroup":return this.list(e.body.commands,s,r);case"If":return this.choice([
e,...e.elif].map(({clause:n})=>n),[...[e,...e.elif].map(({then:n})=>n),...e.else?[e.else]:[]],s,r);case"Case":return this.inCase(e,s,r);case"For":case"Select":return this.
forEach(e,s,r);case"While":return this.reportBomb(e,s,r),this.repeat(e,s,r);case"ArithmeticFor":this.reportBomb(e,s,r);for(let n of[e.initialize,e.test,e.update])
n&&Pi(n,this.site(s,r));return this.maybe(s,n=>this.list(e.body.commands,n,r));case"ArithmeticCommand":return e.expression&&Ri(e.expression,this.site(s,r)),"";case"\
TestCommand":return e.expression&&Pi(e.expression,this.site(s,r)),"";case"Redirected":return this.redirected(e,s,r);case"Function":return s.define(e.name.value,
e.body),"";case"Coproc":return this.node(e.body,s.copy(),{...r,isConcurrent:!0});default:return e}},"\uFFFC")}pipeline({commands:e,prefixes:s},r,n){let o=s.some(
({type:l})=>l==="Time")?ee(n,"time"):n;if(e.length===1)return this.node(e[0],r,o);let i=this.machine.invocations.length,a="";for(let[l,c]of e.entries()){let d=this.
machine.invocations.slice(i);if(!this.machine.budget.spend(1+(d.length>>4)))break;let u=l===0?o:{...o,input:{kind:"pipe",from:d},stdin:new Tt(a)};a=this.node(c,
r.copy(),{...u,isConcurrent:!0,isPiped:l<e.length-1})}return a}andOr({commands:e,operators:s},r,n){let o="",i=[r.copy()],{needs:a}=n;for(let[l,c]of e.entries()){
if(!this.machine.budget.spend())break;let d=this.machine.invocations.length,u=this.node(c,r,{...n,...we({needs:a})});if(s[l]==="||")a=n.needs;else if(c.type==="\
Command"&&s[l-1]!=="||"){let p=this.machine.invocations.slice(d);p.length===1&&(a=[...a??[],...p])}s[l-1]!=="||"?o+=u:o=o===""||o===u?u:"\uFFFC",l<e.length-1&&!(s[l]===
"&&"&&u1(c))&&i.push(r.copy())}for(let l of i.slice(1))r.join(l);return o}choice(e,s,r,n){for(let a of e)this.list(a.commands,r,n);let o=s.map(()=>r.copy()),i=s.
map(({commands:a},l)=>this.list(a,o[l],n));for(let a of o)r.join(a);return i.every(a=>a==="")?"":"\uFFFC"}inCase(e,s,r){let n=this.site(s,r);xs(e.word,n);for(let{
pattern:o}of e.items)for(let i of o)xs(i,n);return this.choice([],e.items.map(({body:o})=>o),s,r)}forEach(e,s,r){let n=e.wordlist,i=[s,...s.hasAlternatives&&n?Pc(
n,s):[]].flatMap(a=>n?n.flatMap(l=>Zr(l,this.site(a,r))):a.arguments.slice(1));return this.maybe(s,a=>{let l="";for(let c of hs(i,Nc)){if(!this.machine.budget.spend())
break;a.set(e.name.value,[c]),l=Oc(l,this.list(e.body.commands,a,r))}return i.length>Nc?Ut(l):l})}repeat(e,s,r){let n=s.copy(),o=Math.min(Nc,Math.max(2,r.stdin?.
lineCount??0)),i="",a=l=>{this.list(e.clause.commands,s,l),i=Oc(i,this.list(e.body.commands,s,l))};for(let l=0;l<o&&this.machine.budget.spend()&&(a(r),!(r.stdin?.
isAtEnd||s.same(n)));l+=1);if(r.stdin&&!r.stdin.isAtEnd&&!s.same(n)){let l=r.stdin.readRest().split(`
`).filter(Boolean),[c]=hs(Ie(l),0);c&&a({...r,stdin:new Tt(c.text)})}return s.join(n),i===""?"":Ut(i)}maybe(e,s){let r=e.copy(),n=s(e);return e.join(r),n}reportBomb(e,s,r){
th(e,r.input)&&gs(this.site(s,r))}redirected({command:e,redirects:s},r,n){let o=this.site(r,n),i=this.redirect(s,o),a=this.machine.invocations.length,l=this.node(
e,r,i);return this.machine.invocations.length===a&&s.length>0&&this.machine.run([T(":")],r,i,!1),this.settle(l,i,n,r)}alternatives(e,s,r){let n=e.redirects.map(
l=>"target"in l?l.target:void 0),o=Pc([e.name,...e.args,...e.prefix,...n],s),i=r.stdin?.remaining,a=this.command(e,s,r);for(let l of o){if(!this.machine.budget.
spend(4))break;if(this.command(e,l,i===void 0?r:{...r,stdin:new Tt(i)}),!e.name)for(let{name:c}of e.prefix.filter(d=>d.type==="Assignment"))s.mayBe(c,l.get(c)?.
words??[])}return a}command(e,s,r){let n=this.site(s,r),o=e.prefix.filter(f=>f.type==="Assignment");c1(e)&&this.machine.budget.fail("too-much","a substitution b\
ehind an assignment is not followed");let i=this.machine.invocations.length,a=o.map(f=>({assignment:f,words:Ic(f,n)})),l=e.name?Zr(e.name,n):[],c=e.args.flatMap(
f=>f.type==="Assignment"?[Eh(f,n)]:Zr(f,n)),d=[...l,...c],u=this.redirect(e.redirects,n);if(d.length===0){for(let{assignment:y,words:v}of a)_h(y,v,s);u.redirects.
length>r.redirects.length&&this.machine.run([T(":")],s,u,!1),this.reportEmptied(u,s);let g=(u.stdin!==r.stdin?u.stdin?.readRest():void 0)??(this.machine.invocations.
length>i&&e.name?"\uFFFC":"");return this.settle(g,u,r,s)}let p={...r.environment};for(let{assignment:f,words:g}of a)p[f.name]=g[0]??T("");let m=e.name?.parts===
void 0&&e.name?.text===e.name?.value;d.length===1&&/^(?::|true)$/.test(d[0].text)&&this.reportEmptied(u,s);let h=this.machine.run(d,s,{...u,environment:p},m);return s.
last=d.at(-1).text,this.settle(h,u,r,s)}reportEmptied({redirects:e,...s},r){let n=e.flatMap(({kind:i,path:a})=>i==="write"&&a.glob?[a]:[]),o=[...Ie(["truncate",
"-s","0"]),...n];n.length>0&&this.machine.run(o,r,{...s,redirects:[]},!1)}redirect(e,s){let r=s.context;for(let n of e){if(!this.machine.budget.spend(1+(r.redirects.
length>>3)))break;if(n.type==="HereDoc"){let{body:o}=n,i=o.parts?Rc(o.parts,s).text:o.text;r=Ch(r,n.operator==="<<-"?i.replace(/^\t+/gm,""):i)}else{if(n.target===
void 0)continue;n.type==="HereString"?r=Ch(r,`${xs(n.target,s).text}
`):r=this.redirectedTo(n,xs(n.target,s),s,r)}}return r}redirectedTo({operator:e,descriptor:s},r,n,o){if(/^[<>]&$/.test(e)&&/^(\d+-?|-)$/.test(r.text))return o;let i=/^<&?$/.
test(e)?"read":e.endsWith(">>")?"append":"write",a=jr(o,[{kind:i,path:r}]),l=i==="read"?0:1,c=s?.type==="FileDescriptor"?s.value===l:s===void 0;if(i!=="read")return c?
{...a,outputFile:{kind:i,path:r}}:a;let d=this.machine.sources.get(r.text);if(d)return dr(a,d);let u=this.machine.files.read(r.text,n.scope.folder)??"\uFFFC";return c?
{...a,input:{kind:"file",path:r},stdin:new Tt(u)}:a}settle(e,s,r,n){let{machine:o}=this,i=s.outputFile;if(i===void 0||i===r.outputFile)return e;let l=[...s.input?.
kind==="pipe"?s.input.from:[],...o.invocations.slice(-1)];return o.files[i.kind](i.path.text,e,n.folder,e.includes("\uFFFC")?l:[]),""}site(e,s){return{interpreter:this.
machine,scope:e,context:s}}},c1=({prefix:t,name:e,args:s})=>{let r=[...t,...e?[e]:[],...s],n=new Set(r.flatMap(({type:o,end:i})=>o==="Assignment"?[i]:[]));return r.
some(({type:o,pos:i})=>o==="Word"&&n.has(i))},Oc=(t,e)=>t.length+e.length>65536?"\uFFFC\uFFFB":t+e,Ch=(t,e)=>({...t,input:{kind:"text",text:e},stdin:new Tt(e)}),
d1=/^(?::|true|echo|printf|export|declare|local|set|alias|mkdir(?= -p))(?= |$)/,u1=t=>t.type==="Function"||t.type==="Command"&&(t.name===void 0||d1.test(`${t.name.
value} ${t.args[0]?.value??""}`));var p1=3,m1=oi({...dh,...wf,...ah,...Rf,...mh,...Cf,git:of});function Ni(t,e={}){let{folder:s,files:r=new Wr,readCode:n}=e,o=new Lc(r,n),i=new di(o.budget);i.folder=
s;try{o.runScript(t,i,{wrappers:[],redirects:[],environment:{},isConcurrent:!1})}catch(c){if(!(c instanceof RangeError))throw c;o.budget.fail("too-deep",`cannot\
 be parsed: ${c.message}`)}let{invocations:a,budget:l}=o;return l.problem?{invocations:a,problem:l.problem}:{invocations:a}}var Lc=class extends ni{bodies=[];walk=new Ii(
this);runScript(e,s,r){return Ee(e)&&this.budget.fail("too-much","it runs code that cannot be read to its end"),e.replaceAll("\uFFFC","").trim()===""?"\uFFFC":this.
budget.descend(()=>{let n=vc(e,this.budget);return n?this.walk.list(n.commands,s,r):"\uFFFC"},"\uFFFC")}runSubstitution(e,s,r){return e?this.budget.descend(()=>(wc(
e,this.budget),this.walk.list(e.commands,s.copy(),{...r,redirects:[],environment:{},isPiped:!1})),"\uFFFC"):"\uFFFC"}run(e,s,r,n){let o=e[0].text,i=[],a=n?s.aliases.
get(o)??[]:[];for(let c of a){let d=s.copy();d.aliases.delete(o),i.push(this.runScript(`${c} ${Fr(e.slice(1))}`,d,r))}let l=s.functions.get(o);for(let c of l?.bodies??
[])i.push(this.call(c,e,s,r));return l?.certain||i.push(this.runWords(e,s,r)),i.length===1?i[0]:"\uFFFC"}call(e,s,r,n){let o=this.bodies.filter(u=>u===e).length,
i=o>0&&n.isConcurrent;if(i&&gs({scope:r,context:n,interpreter:this}),i||o>=p1)return"\uFFFC";this.bodies.push(e);let a=r.arguments;r.arguments=[a[0]??T("bash"),
...s.slice(1)];let l=r.copy(),c=this.invocations.length,d=this.walk.node(e,r,{...n,isConcurrent:!1});return this.invocations.slice(c).some(({program:u})=>u==="r\
eturn")&&r.join(l),r.arguments=a,this.bodies.pop(),d}runWords(e,s,r){let[n]=e;if(n===void 0)return"";if(n.text.startsWith("-")&&r.wrappers.at(-1)==="time"){let o=r.
wrappers.slice(0,-1);return this.runWords([T("time"),...e],s,{...r,wrappers:o})}return this.budget.descend(()=>{let o=n.text.slice(n.text.lastIndexOf("/")+1),i={
program:o,words:e,args:e.slice(1),scope:s,context:r,interpreter:this};yf(i),pf(i);let a=m1.get(o);return a?a(i):hi(i)??Nf(i)??vf(i)??this.addInvocation(i)},"\uFFFC")}addInvocation(e){
return jl(e),mi(e)}};var Dc={characters:16384,commands:90};function*Ah(t){let e=new Set,s=[],r=0;for(let n of g1(y1(v1(t.slice(0,262144)))))n===""||n.length>Dc.characters||e.has(n)||
(e.add(n),(s.length===Dc.commands||r+n.length>Dc.characters)&&(yield s,s=[],r=0),s.push(n),r+=n.length+1);s.length>0&&(yield s)}var f1=/^(?:(?:if|then|elif|else|do|while|until|time|!|\{)\s+|\(\s*)+/,
h1=/^[A-Za-z_./~\\$"'][\w./~+"'{}-]*(?:\s|$)/;function*g1(t){for(let e of t){let s=e.trim().replace(f1,""),r=b1(s);if(r===-1)yield s;else for(let n of[s.slice(0,
r).trim(),s.slice(r+1).trim()])h1.test(n)&&(yield n)}}var $h=String.raw`\\[\s\S]|'[^']*(?:'|$)|"(?:\\[\s\S]|[^"\\])*(?:"|$)`;function b1(t){let e=0;for(let{0:s,
index:r}of t.matchAll(new RegExp(`${$h}|[()]`,"g")))if(s==="(")e+=1;else if(s===")"&&--e<0)return r;return-1}function*y1(t){let e=0;for(let{0:s,index:r}of t.matchAll(
new RegExp(`${$h}|(?<![^\\s])#.*|[\\n;]|(?<!>)&(?!>)`,"g"))){if(/^(?:'[^']*|"(?:\\[\s\S]|[^"\\])*)$/.test(s))return;/^[\\'"]/.test(s)||(yield t.slice(e,r),e=r+s.
length)}yield t.slice(e)}var k1=/(<<-?[ \t]*(?:\\|'|")?(\w+)[^\n]*)\n(?:(?:[\s\S]*?\n)?[ \t]*\2[ \t]*(?=\n|$)|[\s\S]*)/g,v1=t=>t.replace(k1,"$1");function Mc(t){if(t==="credential")return s=>/[./~]|id_/.test(s)&&!/[*'’]/.test(s)&&ti(s.toLowerCase());let e=new RegExp(C.objectClasses.get(t)??"(?!)","i");return s=>e.
test(s)}function w1(t){let s=t.endsWith("e")&&!t.endsWith("ee")?t.slice(0,-1):C.sentences.doubled.has(t)?t+t.at(-1):t,r=/(?:s|x|z|ch|sh)$/.test(t),n=/[^aeiou]y$/.
test(t),o=r?`${t}es`:n?`${t.slice(0,-1)}ies`:`${t}s`;return[[C.irregularVerbs.get(t)??(n?`${t.slice(0,-1)}ied`:`${s}ed`),"past"],[t,"base"],[`${s}ing`,"ing"],[o,
"third"]]}var Th=24,x1=40,S1=3;function Rh(t){let e=new Map;for(let s of t)for(let r of s.phrases)for(let n of r.verbs){let[o,...i]=n.split(" ");for(let[a,l]of w1(
o)){let c=e.get(a)??[];c.push({form:a===o?"base":l,rest:i,rule:s,phrase:r}),e.set(a,c)}}return e}var _1=Fe(({objects:t,with:e,without:s})=>({objects:t.length===
0?void 0:qc(t),with:e&&qc(e),without:qc(s??[])}),new WeakMap);function qc(t){let e=s=>/^<[^ ]*>(?: |$)|^[^ ]+\*(?: |$)/.test(s)?1:0;return[...t].sort((s,r)=>e(s)-
e(r)).map(s=>s.split(" ").map(E1))}function E1(t){let e=/^<([\w-]+)>$/.exec(t)?.[1];if(e!==void 0)return C1(e);if(t.endsWith("*")&&t.length>1){let s=t.slice(0,-1);
return({text:r})=>r.startsWith(s)}return({text:s})=>s===t}var C1=Fe(t=>{let e=Mc(t);return Fe(({text:s,kind:r})=>s.length<1e3&&(r==="plain"?e(s.replace(/[.,'"]{1,4}$|^['"]{1,4}/g,
"")):e(s)||s.split(/\s+/).some(e)),new WeakMap)});function jc(t,e,s=0){let r=A1(e),n=[];for(let[o,i]of r.entries()){if(i.kind!=="plain")continue;let a=new Set;for(let l of t.
get(i.text)??[])a.has(l.rule)||s>=(l.phrase.trust??Number.POSITIVE_INFINITY)||$1(r,o,l)&&(a.add(l.rule),n.push({rule:l.rule,form:l.form,at:o}))}return n}function A1(t){
return t.map((e,s)=>{let r=t[s+1];return e.text==="force"&&r?.kind==="plain"&&/^push/.test(r.text)&&e.stop===void 0?{...e,text:`force-${r.text}`}:e})}function $1(t,e,{
form:s,rest:r,phrase:n}){let o=e;for(let p of r){let m=t.slice(o+1,e+7).findIndex(h=>h.text===p);if(m<0)return!1;o+=1+m}let{objects:i,with:a,without:l}=_1(n),c=s===
"past"?Math.max(0,e-Th):e+1,d=s==="past"?e:T1(t,c);if(a&&Wc(t,a,c,Math.min(t.length,e+x1))<0)return!1;let u=i?Wc(t,i,c,d):o;return u<0?!1:Wc(t,l,c,Math.min(d,Math.
max(o,u)+1+S1))<0}function T1(t,e){let s=Math.min(t.length,e+Th);for(let r=e;r<s;r++){let{stop:n,text:o}=t[r];if(r>e&&(o==="then"||o==="because"||o==="but"))return r;
if(n===";"||n==="\u2014")return r+1}return s}function Wc(t,e,s,r){for(let n=s;n<r;n++){let o=e.find(i=>n+i.length<=r&&i.every((a,l)=>a(t[n+l])));if(o)return n+o.
length-1}return-1}var gt=({text:t,kind:e})=>e==="plain"?t:"\uFFFC",R1=/^[ \t]*(?:[-*+•–]|\(?\d{1,3}[.):]|\(?[a-z][.)]|\[[ x]\]|step \d{1,3}[:.)-]?)[ \t]+(?:\[[ x]\][ \t]+)?/i,
Ph=/^[ \t]{0,3}#{1,6}[ \t]+/,P1=/^[ \t]*(`{3,}|~{3,})[ \t]*([\w+-]*)/,I1=/^[ \t]*\$[ \t]+(?=\S)/,Oi=/(`{1,2})([^`\n]{1,2000}?)\1|(?<![\w])["“]([^"”\n]{1,400})["”]|(?<![\w])'([^'\n]{1,200})'(?!\w)|[^\s`"“”,;:()!?—]+(?:[:!?][^\s`"“”,;()!?—]+)*|[,;:()!?—]/gu;var N1=(t,e)=>t.trim().length<60&&new RegExp("^\\s*\\p{Lu}","u").test(e);function Ih(t){let e=[],s,r=!1,n=!1,o=()=>{if(s)for(let a of O1(t,s,r,n))e.push({kind:"\
sentence",sentence:a});s=void 0},i=(a,l)=>{let c=t.indexOf(a,l);return c<0?t.length:c};for(let a=0;a<t.length;){let l=i(`
`,a),c=t.slice(a,l),d=P1.exec(c);if(d){o();let m=i(`
${d[1]}`,l);e.push({kind:"fence",language:d[2].toLowerCase(),code:t.slice(l+1,m)}),a=i(`
`,m+1)+1;continue}let u=I1.exec(c),p=R1.exec(c)??Ph.exec(c);u?(o(),e.push({kind:"prompt",command:c.slice(u[0].length)})):c.trim()===""?o():p?(o(),n=Ph.test(c),r=
!n,s={start:a+p[0].length,end:l},n&&o()):s&&!N1(t.slice(t.lastIndexOf(`
`,s.end-1)+1,s.end),c)?s.end=l:(o(),r=!1,n=!1,s={start:a,end:l}),s&&/[:.!?]\s*$/.test(c)&&o(),a=l+1}return o(),e}function O1(t,{start:e,end:s},r,n){let o=[],i=[],
a=l=>{i.length>0&&o.push({words:i,question:l,leads:i.at(-1).stop===":",item:r,heading:n}),i=[]};Oi.lastIndex=e;for(let l=Oi.exec(t);l&&l.index<s;l=Oi.exec(t)){let c=l.
index,d=Oi.lastIndex,u=l[2],p=l[3]??l[4];if(u!==void 0||p!==void 0){i.push({start:c,end:d,text:u??p,kind:u===void 0?"quoted":"code"}),t[d]==="."&&/\s|$/.test(t[d+
1]??" ")&&a(!1);continue}let m=l[0];if(/^[,;:()!?—]$/u.test(m)){let g=i.at(-1);g&&(g.stop=m),(m==="!"||m==="?")&&a(m==="?");continue}let h=/[.…]+$/.test(m)&&
!/^(?:\.+|e\.g\.|i\.e\.|etc\.|vs\.)$/i.test(m),f=m.toLowerCase().replace(/’/g,"'").replace(/^[*_[\]{}<>]+|[*_[\]{}<>]+$/g,"").replace(/(?<=.)[.…]+$/,"");f!==
""&&i.push({start:c,end:d,text:f,kind:"plain"}),h&&a(!1)}return a(!1),o}var Qe=C.sentences,Fc=24,Lh=/(?:^|\s)(?:(?:i|we|you|agent|the agent|then) (?:will|shall|must|should|can|could|am going to|are going to|plan to|intend to|want to|would like to|need to|have to|ought to|am about to|are about to|'ll)|i'll|we'll|you'll|i'd like to|we'd like to|i'm going to|we're going to|i'm about to|we're about to|i'm gonna|we're gonna|i'd|let's|lets|let me|let us|gonna|going to|about to|need to|needs to|need you to|want you to|like you to|have to|got to|gotta|can you|could you|would you|will you|please|(?:plan|goal|task|idea|step|approach|next|solution|fix|strategy|aim|objective|job|thing|way|option|move) is to|try to|proceed to|continue to|make sure to|be sure to|remember to|don't forget to|do not forget to|don't hesitate to|do not hesitate to|feel free to|time to|best to|easiest to|simplest to|(?:then|now|next|first|finally|so|and) (?:we|i)|start by|begin by|by|i am|i'm|we are|we're|currently|now|ich|wir|je vais|nous allons|il faut|je dois|voy a|vamos a|hay que)$/,
L1=/\b(?:i'll|we'll|let me|let's|i'm going to|we're going to|(?:i|we) (?:will|need to|have to|must|am going to|are going to))\b/;function Dh({words:t,question:e}){
let s=qh(t.slice(0,4));return e?!/^(?:(?:ok|okay|so|and|hey|hi|please|now|then)[ ]?)*(?:can|could|would|will|please|mind)\b/.test(s):/^(?:how|why|what(?! (?:we|i) (?:will|need))) /.
test(s)}var qh=t=>t.map(({text:e})=>e).join(" ");function Wh({words:t}){return t.map(gt).some(e=>Qe.denials.has(e)||Qe.mentions.has(e))}function Li(t,e,s){let{words:r}=t,
n=D1(r,e),o=r.slice(n,e);if(W1(r,n,e,s))return!1;if(s==="third")return Oh(r,e);if(s==="past")return M1(o);if(o.length===0&&/^(?:and|&)$/.test(r[e-1]?.text??""))
return q1(r,e-1);let i=o.map(gt),a=i.findLastIndex((p,m)=>Qe.speech_verbs.has(p)&&j1(i,m));if(a>=0&&!L1.test(i.slice(a+1).join(" "))||/\bhow to$|\bwhen$|\bbefore$|\bif (?:i|we|you|they)$|\bafter$|\bwhile$|\bwhether to$/.
test(i.join(" ")))return!1;let l=i.findLastIndex(p=>!Qe.between.has(p)&&!/ly$/.test(p)),c=i.slice(Math.max(0,l-7),l+1).join(" "),d=Lh.test(c);return s==="ing"?d&&
/(?:by|i am|i'm|we are|we're|currently|now|start|starting)$/.test(c)||i.every(p=>Qe.before_order.has(p))&&!Nh(r,e):d&&!/(?:by|i am|i'm|we are|we're|currently)$/.
test(c)||Oh(r,e)?!0:i.every(p=>Qe.before_order.has(p)||/ly$|^\d+[.)]?$/.test(p))&&!Nh(r,e)}function D1(t,e){for(let s=e;s>Math.max(0,e-Fc);s--){let{stop:r,text:n}=t[s-
1],o=gt(t[s-1]),i=/^(?:then|but|so|afterwards)$/.test(o)&&!/^(?:we|i)$/.test(t[s].text),a=s===e&&/^(?:and|&)$/.test(o);if(r!==void 0||i||a||/^(?:->|[→–-])$/.
test(n))return s}return Math.max(0,e-Fc)}function q1(t,e){let s=t.slice(Math.max(0,e-Fc),e),r=s.slice(s.findLastIndex(({stop:a})=>a!==void 0)+1).map(gt),n=(a,l)=>a!==
"by"&&Lh.test(r.slice(Math.max(0,l-7),l+1).join(" "));if(r.some(n))return!0;let[o=""]=r;return!(Qe.subjects.has(o)||Qe.speech_verbs.has(o))&&!r.some(a=>Qe.predicates.
has(a))}function W1(t,e,s,r){let n=m=>Qe.denials.has(gt(m)),o=t.slice(e,s),i=o.findLastIndex(n);if(i>=0){let m=o.slice(i+1).map(f=>f.text);if(/^(?:hesitate|forget|only|fail|worry)/.
test(m[0]??""))return!1;let h=r==="third"||/^(?:can|may|must|should|could|will|ever|to)$/.test(m.at(-1)??"");return!(o[i].text==="no"&&m.length>3&&!h)&&!m.includes(
"but")}let a=t.slice(Math.max(0,e-60),e),l=a.findLastIndex(n);if(l<0)return!1;let c=a.slice(l+1);if(/^(?:rather|instead|without|unless|no)$/.test(a[l].text)&&c.
some(m=>m.stop!==void 0)||/^(?:hesitate|forget|only|fail|worry|ask|wait|need|bother)/.test(c[0]?.text??"")||c.some(m=>m.stop===";"||m.stop==="\u2014"||Qe.ends_denial.
has(m.text)))return!1;let u=t[s-1];return u&&/^(?:or|nor|and)$/.test(gt(u))?!0:t.slice(s,s+40).map(gt).includes("or")&&c.every(m=>m.text!=="then")}var M1=t=>/(?:needs? to|should|must|has to|have to|(?:is|are) to) be(?: \w+ly)?$/.
test(qh(t.slice(-6)));function Nh(t,e){for(let s=e+1;s<Math.min(t.length,e+14);s++){let r=gt(t[s]),n=t[s-1];if(n.stop!==void 0&&n.stop!=="("||/^(?:so|because|until|since)$/.
test(r))return!1;if(Qe.predicates.has(r))return!Qe.relative.has(n.text)}return!1}function Oh(t,e){let s=t.slice(Math.max(0,e-24),e),r=s.findIndex((o,i)=>Qe.creation_verbs.
has(gt(o))&&s[i+1]?.text!=="sure");if(r<0||!s.slice(r).some(o=>Qe.program.has(o.text)))return!1;let n=o=>/^(?:execute|run)$/.test(gt(o));return s.slice(0,r).some(
o=>Qe.denials.has(o.text))?!1:s.slice(r).some(n)||t.slice(e,e+24).some(n)}var j1=(t,e)=>e===0||Qe.before_verbs.has(t[e-1])||/^(?:tests?|docs?|notes?)$/.test(t[e]);var Mh=JSON.parse(`[{"code":"credential_file_protected","id":"text-take-credentials","category":"credentials","severity":"severe","explanation":"says that a fil\
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
","build"]},{"verbs":["run","apply"],"objects":["terraform destroy","kubectl delete","docker system prune"]}]}]`);var Di=Mh;var F1=64,V1=65536,H1=5e3,U1=1500,ss=C.sentences,B1=[{...Di[0],id:"run",phrases:[{verbs:[...ss.run_verbs,"finish with"],objects:[]}]}],Vc=Fe(Rh,new WeakMap);function jh(t,e=[],s=0){
if(t.length>V1)return{findings:[],commands:[],problem:"too-long"};let r=0,n=[],o=[],i=Vc(Di),a=[i,Vc(e)],l=!1,c=!0,d,u=Ih(t);if(u.length>H1)return{findings:n,commands:o,
problem:"too-much"};for(let p of u){if(n.length>=F1)break;if(p.kind==="prompt"){l||o.push(p.command);continue}if(p.kind==="fence"){!l&&c&&o.push(...J1(p.language,
p.code));continue}let{sentence:m,named:h}=eA(p.sentence,d);d=h;let f=l&&m.item;if((m.heading||!m.item)&&(l=(m.leads||m.heading)&&Wh(m)),f||m.heading)continue;let g=Dh(
m),y=g?[]:z1(m);if(c=!g&&(m.leads?!l:y.length>0),!g){if(r+=m.words.filter(({text:v})=>i.has(v)).length,r>U1)return{findings:n,commands:o,problem:"too-much"};for(let v of a)
for(let{rule:x,at:_,form:w}of jc(v,m.words,s))Li(m,_,w)&&n.push(x);o.push(...G1(m.words,y),...X1(t,m,y))}}return{findings:n,commands:o}}function G1(t,e){return t.
flatMap((s,r)=>{if(s.kind!=="code")return[];let n=e.findLast(a=>a<r),o=t.slice((n??0)+1,r),i=n!==void 0&&o.length<24&&!o.some(a=>ss.separates.has(gt(a)));return t.
length===1||i?[s.text]:[]})}var z1=t=>jc(Vc(B1),t.words).filter(({at:e,form:s})=>Li(t,e,s)).map(({at:e})=>e),K1=/^(?:-{1,2}[\w-]|[/~.$]|\+|[\w-]+[/.=:]|[a-z][a-z0-9]*-[a-z])/,
Y1=/^(?:and|then|to|so|because|which|in|for|on|but|with|before|after|\d+[.)])$/;function X1(t,e,s){let{words:r}=e;return r.flatMap((n,o)=>{let i=r[o+1],a=gt(n).
replace(/^mkfs\..*/,"mkfs");if(!ss.command_names.has(a)||n.stop!==void 0||i?.kind!=="plain")return[];if(!K1.test(i.text)&&!ss.command_verbs.has(i.text))return[];
if(!s.includes(o-1)&&!Li(e,o,"base"))return[];let c=r.findIndex(({stop:d},u)=>u>o&&(d!==void 0||Y1.test(r[u+1]?.text??"and")));return[t.slice(n.start,r[c].end).
replace(/(?<=\w)[.!]+$/,"")]})}function J1(t,e){let s=C.fences.get(t);if(s)return[`${s} '${e.replaceAll("'","'\\''")}'`];if(t!==""&&!ss.shells.has(t))return[];let r=e.
split(`
`),n=r.filter(i=>/^\s*\$ /.test(i)).map(i=>i.replace(/^\s*\$ /,"")),o=(n.length>0?n:r).join(`
`).trim();return o===""?[]:[o]}var Q1=/^(?:(?:private|ssh) keys?|api keys|all secrets|the secrets|stored (?:secrets|passwords)|saved passwords|(?:my |user |stored |saved |the )?credentials|\.env file|the remote)$/,
Z1=Mc("credential");function eA(t,e){let s=e,r,n=[];for(let[o,i]of t.words.entries()){if(s&&tA(t.words,o,s)){let{start:a,end:l,stop:c}=i;n.push(...s.map(({text:d,
kind:u})=>({start:a,end:l,text:d,kind:u}))),c!==void 0&&(n.at(-1).stop=c);continue}n.push(i),r=sA(i,t.words[o-1])??r,s=r??s}return{sentence:{...t,words:n},named:r}}
function tA(t,e,s){let r=gt(t[e]),n=ss.heads.has(r)&&ss.one_of.has(t[e-1]?.text??"");if(!n&&!ss.pronouns.has(r))return!1;let o=t[e-(n?2:1)]?.text??"";return s.at(
-1).text==="remote"?ss.overwrites.has(o):ss.passes_on.has(o)}function sA(t,e){if(Z1(t.text))return[t];if(!(t.kind!=="plain"||!e||e.stop!==void 0))return Q1.test(
`${e.text} ${t.text}`)?[e,t]:void 0}var qi=zm,rA=100,Fh=50,nA={"unreadable-command":"The command $. Write it plainly, or in several steps.","unparsed-command":"No shell reads this: $. Give the com\
mand alone; what is no command belongs in a file or an answer.","unverifiable-command":"Nobody can say before it runs which program this is, and it may be a dan\
gerous one. $","unreadable-text":"The text is too long to be judged. Say it in parts."},Ls=(t=qi)=>new Hc(oA(t)),oA=Fe(t=>new li(t),new WeakMap),Hc=class{constructor(e){
this.book=e}book;files=new Wr;downloads=new ei;latest;judge(e,s){return"command"in e?this.judgeCommand(e.command,{principal:s,folder:e.folder,format:"code"},e.reading):
"write"in e?this.judgeWrite(e,s):this.judgeText(e.text,s)}parse(e,s){let{latest:r,files:n}=this;if(r?.line===e&&r.folder===s&&r.version===n.version)return r.reading;
let o=Ni(e,{files:n,readCode:zo,folder:s});return this.latest={line:e,folder:s,version:n.version,reading:o},o}judgeCommand(e,s,r=this.parse(e,s.folder)){let{format:n}=s,
o=this.judgeReading(r,s),{problem:i}=r;if(i&&i.kind!=="unparsable"&&!Vh(o)){let a=this.judgeParts(e,s);if(a)return a}if(o.verdict==="deny"&&o.rule==="unreadable\
-command"&&i?.kind==="unparsable"){let a=Kp(e),l=i.detail.replace(/^cannot be parsed: /,"");return en("unparsed-command",a===void 0?l:`${l}; it looks like ${a}`,
n)}return o.verdict==="allow"&&n==="code"&&zp(e)?en("unparsed-command","it is JSON",n):o}judgeParts(e,s){let r=n=>Ni(n,{readCode:zo,folder:s.folder});for(let n of Ah(
e)){let o=r(n.join(`
`));for(let{invocations:i,problem:a}of o.problem?n.map(r):[o]){if(a?.kind==="unparsable")continue;let l=this.judgeReading({invocations:i},s);if(Vh(l))return l}}}judgeReading({
invocations:e,problem:s},r){let{principal:n,folder:o,format:i}=r,a={workspace:n.workspace??Cl,folder:o,invocations:e,downloads:this.downloads,fetched:e.some(Mr)},
l=s?e.slice(0,rA):e,{worst:c,guess:d,unknown:u,undecided:p}=this.examine(l,a,n);if(c)return Uc(c,i);if(s)return en("unreadable-command",`is too much to read: ${s.
detail}`,i);if(p){let h=`what ${p.program.includes("\uFFFC")?"a program":p.program.slice(0,40)} is given, or where it runs, is not known`;return en("unreadable-\
command",`cannot be read to its end: ${h}`,i)}return!d&&u<=Fh?{verdict:"allow",format:i}:en("unverifiable-command",d?.explanation??"Write the names of programs.",
i)}examine(e,s,r){let{book:n}=this,o,i,a,l=0,c=[];for(let d of e){let u=new Ts(d,s);if(o=n.selectWorse(o,n.findBrokenRule(u,r)),u.purpose===void 0&&c.push(d),!i&&
d.program.includes("\uFFFC")&&(l+=1,l<=Fh&&(i=Pm(d,s,p=>n.findBrokenRule(p,r)))),Im(d,s,(p,m)=>n.canBreak(p,m,r))&&(a??=d),this.downloads.record(d),o?.severity===
"catastrophic")break}if(o?.severity!=="catastrophic")for(let d of mm(c,s.invocations))o=n.selectWorse(o,n.findBrokenRule(new Ts(d,s),r));return{worst:o,guess:i,
unknown:l,undecided:a}}judgeWrite(e,s){let{write:r,content:n,replaces:o}=e,i=qt("edit-tool",[],[{kind:"write",path:T(r)}]),a=this.judgeReading({invocations:[i]},
{principal:s,folder:void 0,format:"code"});if(a.verdict==="deny"||n===void 0)return a;let{workspace:l=Cl}=s,c=r.startsWith(`${l}/`)?r.slice(l.length+1):r,{files:d}=this;
for(let u of new Set([r,c,`${l}/${c}`])){let p=d.read(u);o===void 0?d.write(u,n):o===""||!p?.includes(o)?d.append(u,`
${n}
`):d.write(u,p.replace(o,n.replaceAll("$","$$$$")))}return a}judgeText(e,s){let r="natural_text",n=this.book.getPhraseRules(s),{findings:o,commands:i,problem:a}=jh(
e,n,s.trust),l=d=>n.some(u=>u.id===d)?0:1,[c]=[...o.map(d=>Uc(d,r)).sort((d,u)=>l(d.rule)-l(u.rule)),...i.map(d=>this.judgeCommand(d,{principal:s,folder:void 0,
format:r}))].filter(d=>d.verdict==="deny").sort((d,u)=>Xt[d.severity]-Xt[u.severity]);return c||(a?en("unreadable-text","",r):{verdict:"allow",format:r})}},Vh=t=>t.
verdict==="deny"&&t.severity==="catastrophic";function en(t,e,s){let r=t==="unparsed-command"?"unparsed":"unreadable",n=nA[t].replace("$",()=>e);return Uc({id:t,
category:r,severity:"severe",code:"destructive_operation_blocked",explanation:n},s)}function Uc(t,e){let{id:s,category:r,severity:n,code:o,explanation:i}=t,a=i.
replace(/\s+/g," ").trim();return{verdict:"deny",rule:s,category:r,severity:n,code:o,reason:a,format:e}}cr();var Wi=class{principal;constructor({trust:e=2,workspace:s}={}){if(!Number.isInteger(e)||e<0||e>4)throw new RangeError(`trust is ${e}, not 0 to 4`);this.principal=
s===void 0?{trust:e}:{trust:e,workspace:s}}check_all(e){if(!Array.isArray(e))throw new RangeError("the acts of a run are a list");let s=Ls(),r=e.map((o,i)=>s.judge(
iA(o,i),this.principal)),n=r.filter(({verdict:o})=>o==="deny").length;return{verdicts:r,guardrail_checks:r.length,guardrail_blocks:n,guardrail_block_rate:r.length===
0?0:n/r.length}}};function iA(t,e){let s=t??{};if(["command","write","text"].some(r=>typeof s[r]=="string"))return t;throw new RangeError(`act ${e} has no comma\
nd, write or text`)}var aA=()=>Ls();var wo=require("node:path");sn();cr();sn();var rs={stdout:"",stderr:"",exit_code:0},ns=t=>({stdout:"",stderr:`${t}
`,exit_code:2}),Ze=t=>({stdout:`${JSON.stringify(t)}
`,stderr:"",exit_code:0}),Ds=(t,e)=>e===""?t:{...t,stderr:`${e}
${t.stderr}`};var Bh=require("node:path");Wt();var ye=class extends Error{name="HookInputError"},qs=t=>typeof t=="object"&&t!==null&&!Array.isArray(t);function os(t,e){let s=t[e];
if(!qs(s))throw new ye(`"${e}" is no object`);return s}function Ne(t,...e){let s=e.find(n=>t[n]!==void 0&&t[n]!==null);if(s===void 0)return;let r=t[s];if(typeof r!=
"string")throw new ye(`"${s}" is no text`);return r}function me(t,...e){let s=Ne(t,...e);if(s===void 0||s.trim()==="")throw new ye(`"${e[0]}" is missing`);return s}
function is(t,...e){let s=me(t,"hook_event_name");if(!e.includes(s))throw new ye(`the event "${s.slice(0,60)}" is unknown`);return s}var as=(t,e)=>t===void 0?e:
Bh.posix.resolve(t,e),et=(t,e)=>e===void 0?{command:t}:{command:t,folder:e};function tt(t,e,s){let r=as(e,me(t,...s.path)),n=Ne(t,...s.content),o=s.replaces&&Ne(
t,...s.replaces);return{write:r,...we({content:n,replaces:o})}}function Mi(t){let e;try{e=JSON.parse(new TextDecoder("utf-8",{fatal:!0}).decode(t))}catch{throw new ye(
"the input is not JSON")}if(!qs(e))throw new ye("the input is no object of JSON");return e}var mA=["command","cmd","script"];function Bc(t){return typeof t=="st\
ring"?t.trim()===""?void 0:t:Array.isArray(t)&&t.length>0&&t.every(s=>typeof s=="string")?t.map(jn).join(" "):void 0}function Ot(t,e){let s=t.workdir,r=typeof s==
"string"&&s!==""?as(e,s):e;return mA.flatMap(n=>{let o=Bc(t[n]);return o===void 0?[]:[et(o,r)]})}var jn=t=>`'${t.replaceAll("'","'\\''")}'`,Lt=t=>t.trim().toLowerCase();var Gh={can_ask:!0,project_variable:"CLAUDE_PROJECT_DIR",readCall(t){is(t,"PreToolUse");let e=Ne(t,"cwd");return{folder:e,requests:fA(me(t,"tool_name"),os(t,"to\
ol_input"),e)}},formatAnswer({decision:t,message:e}){return t!=="none"?Gc(t,e):e===""?rs:Ze({systemMessage:e})},formatRefusal:ns},Gc=(t,e)=>Ze({hookSpecificOutput:{
hookEventName:"PreToolUse",permissionDecision:t,permissionDecisionReason:e}});function fA(t,e,s){switch(Lt(t)){case"bash":case"powershell":return[et(me(e,"comma\
nd"),s)];case"monitor":return qs(e.ws)&&e.command===void 0?[]:[et(me(e,"command"),s)];case"write":return[tt(e,s,{path:["file_path"],content:["content"]})];case"\
edit":return[tt(e,s,zh)];case"multiedit":return hA(e,s);case"notebookedit":return[tt(e,s,{path:["notebook_path"],content:["new_source"]})];default:return Ot(e,s)}}
var zh={path:["file_path"],content:["new_string"],replaces:["old_string"]};function hA(t,e){let{edits:s}=t,r=me(t,"file_path");if(!Array.isArray(s)||s.length===
0||!s.every(qs))throw new ye('"edits" is no list of edits');return s.map(n=>tt({...n,file_path:r},e,zh))}var gA=/^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/,bA=/^\*\*\* (Begin Patch|End Patch|End of File)$/,yA=/^\*{3}|^\s*\*{3}\s*[a-z]/i,kA=/^[\s\u0085]+|[\s\u0085]+$/g;
function Ws(t,e){let s=[],r,n=()=>{let o=s.at(-1);r&&o&&"write"in o&&(o.content=`${r.join(`
`)}
`),r=void 0};for(let o of t.split(/\r?\n/)){let i=o.replace(kA,""),[,a,l]=gA.exec(i)??[];if(a===void 0||l===void 0){if(o.startsWith("+"))r?.push(o.slice(1));else if(yA.
test(o)&&!bA.test(i))throw new ye(`the line "${i.slice(0,60)}" of the patch is not understood`);continue}n();let c=as(e,l.trim());a==="Delete File"?s.push({command:`\
rm -f -- ${jn(c)}`}):s.push({write:c}),a==="Add File"&&(r=[])}if(n(),s.length===0)throw new ye("the patch names no file");return s}var Yh={can_ask:!1,readCall(t){is(t,"PreToolUse");let e=Ne(t,"cwd");return{folder:e,requests:vA(me(t,"tool_name"),os(t,"tool_input"),e)}},formatAnswer({decision:t,
message:e}){return t!=="none"?Gc("deny",e):e===""?rs:Ze({systemMessage:e})},formatRefusal:ns};function vA(t,e,s){switch(Lt(t)){case"bash":case"shell":case"local\
_shell":case"exec_command":return[et(wA(e),Kh(e,s))];case"apply_patch":return Ws(me(e,"command","input","patch"),Kh(e,s));default:return Ot(e,s)}}function Kh(t,e){
let s=Ne(t,"workdir");return s===void 0||s===""?e:as(e,s)}function wA(t){let{command:e}=t;if(!Array.isArray(e))return me(t,"command","cmd");let s=Bc(e);if(s===void 0)
throw new ye('"command" is no list of words');return s}var Jh={can_ask:!0,project_variable:"COPILOT_PROJECT_DIR",readCall(t){let e=Ne(t,"cwd"),s=me(t,"toolName");return{folder:e,requests:xA(s,t.toolArgs,e)}},formatAnswer({
decision:t,message:e}){return t==="none"?Ds(rs,e):Ze({permissionDecision:t,permissionDecisionReason:e})},formatRefusal:t=>Ds(Ze({permissionDecision:"deny",permissionDecisionReason:t}),
t)};function xA(t,e,s){switch(Lt(t)){case"bash":case"powershell":case"local_shell":return[et(me(xr(e),"command"),s)];case"write_bash":case"write_powershell":{let r=Ne(
xr(e),"input")??"";return r.trim()===""?[]:[et(r,s)]}case"create":return[tt(xr(e),s,{path:["path"],content:["file_text"]})];case"edit":case"str_replace":case"in\
sert":return[tt(xr(e),s,Xh)];case"str_replace_editor":{let r=xr(e);return r.command==="view"?[]:[tt(r,s,Xh)]}case"apply_patch":return Ws(SA(e),s);default:return qs(
e)||Qh(e)?Ot(xr(e),s):[]}}var Xh={path:["path"],content:["new_str","file_text","insert_text"],replaces:["old_str"]};function xr(t){if(typeof t=="string")return Mi(
Buffer.from(t));if(!qs(t))throw new ye('"toolArgs" is no object');return t}var SA=t=>typeof t=="string"&&!Qh(t)?t:me(xr(t),"input","patch"),Qh=t=>typeof t=="str\
ing"&&t.trimStart().startsWith("{");var tg={can_ask:!1,project_variable:"CURSOR_PROJECT_DIR",readCall(t){let e=is(t,"beforeShellExecution","preToolUse"),[s]=Array.isArray(t.workspace_roots)?t.workspace_roots:
[],r=typeof s=="string"?s:void 0,n=Ne(t,"cwd")||r,o=e==="preToolUse"?_A(me(t,"tool_name"),os(t,"tool_input"),n):[et(me(t,"command"),n)];return{folder:n,project:r,
requests:o}},formatAnswer:({decision:t,message:e})=>t==="none"?Ds(Ze({}),e):Zh(e),formatRefusal:t=>({...Ds(Zh(t),t),exit_code:2})},Zh=t=>Ze({permission:"deny",user_message:t,
agent_message:t});function _A(t,e,s){switch(Lt(t)){case"shell":return[et(me(e,"command"),Ne(e,"working_directory")||s)];case"write":case"edit":case"multiedit":case"\
strreplace":case"notebookedit":return[tt(e,s,eg)];case"delete":{let r=me(e,...eg.path);return[et(`rm -f -- ${jn(r)}`,s)]}default:return Ot(e,s)}}var eg={path:["\
file_path","path","target_file","notebook_path","target_notebook"],content:["content","contents","new_string","file_text"],replaces:["old_string"]};var sg={can_ask:!0,project_variable:"GEMINI_PROJECT_DIR",readCall(t){is(t,"BeforeTool");let e=Ne(t,"cwd");return{folder:e,requests:EA(me(t,"tool_name"),os(t,"to\
ol_input"),e)}},formatAnswer({decision:t,message:e}){return t==="deny"?Ze({decision:t,reason:e}):t==="ask"?Ze({decision:t,reason:e,systemMessage:e}):e===""?rs:Ze(
{systemMessage:e})},formatRefusal:ns};function EA(t,e,s){switch(Lt(t)){case"run_shell_command":{let r=Ne(e,"dir_path","directory"),n=r===void 0?s:as(s,r);return[
et(me(e,"command"),n)]}case"write_file":return[tt(e,s,{path:["file_path"],content:["content"]})];case"replace":case"edit":return[tt(e,s,{path:["file_path"],content:[
"new_string"],replaces:["old_string"]})];default:return Ot(e,s)}}var rg={can_ask:!1,readCall(t){is(t,"tool.execute.before");let e=Ne(t,"directory"),s=me(t,"tool"),r=Ne(t,"worktree");return{folder:e,project:r==="/"?e:r,requests:CA(
s,os(t,"args"),e)}},formatAnswer({decision:t,message:e}){return t==="none"?Ds(rs,e):Ze({deny:e})},formatRefusal:ns};function CA(t,e,s){switch(Lt(t)){case"bash":{
let r=Ne(e,"workdir"),n=r===void 0?s:as(s,r);return[et(me(e,"command"),n)]}case"write":return[tt(e,s,{path:["filePath"],content:["content"]})];case"edit":case"m\
ultiedit":return[tt(e,s,{path:["filePath"],content:["newString"],replaces:["oldString"]})];case"patch":case"apply_patch":return Ws(me(e,"patchText","patch","inp\
ut"),s);default:return Ot(e,s)}}var ls={"claude-code":Gh,codex:Yh,gemini:sg,copilot:Jh,opencode:rg,cursor:tg},ng=Object.keys(ls),zc=t=>t!==void 0&&Object.hasOwn(ls,t);Wt();cr();var Fi=require("node:path");var ji=require("node:path");var og={rm:"all",unlink:"all",rmdir:"all",mkdir:"all",patch:"all",shred:"all",truncate:"all",touch:"all",tee:"all",mv:"all",cp:"last",install:"last",ln:"last",rsync:"\
last",chmod:"all-but-first",chown:"all-but-first",chgrp:"all-but-first",sed:"in-place",perl:"in-place",ruby:"in-place",dd:"dd",git:"git",tar:"unpack",unzip:"unp\
ack"},AA=new Set(["rm","mv","checkout","restore"]),$A=new Set(["-C","--directory","-d"]),TA=new Set(["rm","mv","chmod","chown","chgrp","cp","rsync","shred","git",
"find"]),RA=5e3;function Kc(t,e){return t.flatMap(s=>PA(s,t,e)).slice(0,RA)}function PA(t,e,s){let r=t.folder&&lt(t.folder)?ji.posix.resolve(s,t.folder.text):s,
n=(c,d)=>{if(!lt(c)||c.text.startsWith("~"))return[];let u=ji.posix.relative(s,ji.posix.resolve(r,c.text));return u===".."||u.startsWith("../")?[]:[{path:u,below:d,
glob:c.glob}]},o=t.redirects.filter(({kind:c})=>c!=="read").flatMap(({path:c})=>n(c,!1)),i=TA.has(t.program),a=ar(t,e),l=[...NA({program:t.program,args:a}),...IA(
{program:t.program,args:a})];return[...o,...l.flatMap(c=>n(c,i))]}function IA({program:t,args:e}){if(t==="find")return En(e)?ir(e):[];let{writes:s,deletes:r,moves:n,
changes:o}=Cn(t,Ae(t,e));return[...s,...r,...n,...o]}function NA({program:t,args:e}){let s=Object.hasOwn(og,t)?og[t]:void 0,r=e.findIndex(({text:o})=>o==="--"),
n=e.filter(({text:o},i)=>r>=0&&i>r||!o.startsWith("-"));switch(s){case void 0:return[];case"all":return n;case"last":{let o=e.findIndex(({text:i})=>i==="-t"||i===
"--target-directory");return o>=0?e.slice(o+1,o+2):n.slice(-1)}case"all-but-first":return n.slice(1);case"in-place":return e.some(({text:o})=>/^(-[a-zA-Z]*i|--in-place)/.
test(o))?n:[];case"dd":return e.filter(({text:o})=>o.startsWith("of=")).map(o=>({...o,text:o.text.slice(3)}));case"git":return AA.has(n[0]?.text??"")?n.slice(1):
[];case"unpack":return e.filter((o,i)=>$A.has(e[i-1]?.text??""));default:return s}}var Ms=".gatebench/guard.yml",Yc=(t="strict")=>({level:t,rules:qi,allow:new Set,ignored:new Set,deny:new Set,files:[]}),ig=(t,e)=>t==="strict"?t:e??t??"strict";var OA=[Ms,".claude/settings.json",".claude/settings.local.json",".codex/hooks.json",".codex/config.toml",".gemini/settings.json",".cursor/hooks.json",".github/\
hooks/gatebench-guard.json",".copilot/hooks/gatebench-guard.json",".opencode/plugins/gatebench-guard.js",".config/opencode/plugins/gatebench-guard.js"].map(t=>t.
split("/")),LA=new Set([".github",".config"]);function dg(t,{folder:e,home:s},r,n){if("write"in t)return ag(Fi.posix.resolve("/",t.write),r,{});if(!("command"in
t))return;if(n.some(MA))return"gatebench guard";let o=n.map(l=>VA(l,t.folder??e??"/",s)),i=Kc(o.filter(jA),"/").map(({path:l})=>l),a=o.some(({program:l,wrappers:c})=>[
l,...c].some(d=>DA.has(d)));for(let{path:l,below:c,glob:d}of Kc(o,"/")){let u=ag(`/${l}`,r,{below:c,glob:d,copied:i.includes(l),deep:d&&a});if(u!==void 0)return u}}
function ug({folder:t},e,s){if(!t)return e;let r=mg(t.text,s);if(!(r.includes("\uFFFC")||r.startsWith("~")))return Fi.posix.resolve(e??"/",r)}var DA=new Set(["f\
ind","fd","fdfind"]),pg=new Set(["npm","pnpm","yarn","bun"]),qA=new Set([...pg,"gatebench","npx","pnpx","bunx","node","deno"]),WA=new Set(["uninstall","un","unl\
ink","remove","rm","r"]);function MA({program:t,path:e,args:s}){let r=s.map(({text:a})=>a.toLowerCase()),n=t.toLowerCase().replace(/\.(exe|cmd|ps1)$/,"");if(pg.
has(n)&&r.some(a=>WA.has(a))&&r.some(a=>/^(@[^/]+\/)?gatebench(@|$)/.test(a)))return!0;let o=r.indexOf("guard");return o!==-1&&r.slice(o).some(a=>a==="install"||
a==="uninstall")&&(qA.has(n)||e.toLowerCase().includes("gatebench"))}var jA=({program:t,args:e})=>t==="cp"&&!e.some(({text:s})=>/^-[a-z]*[rRa]|^--(recursive|archive)/.
test(s));function ag(t,e,{below:s,glob:r,copied:n,deep:o}){let i=lg(t),a=i.map(h=>cg(h,r===!0)),l=(h,f)=>a.slice(f,f+h.length).every((g,y)=>g(h[y])),c=s===!0||r===
!0,d=i.findIndex(h=>/[*?[]/.test(h)),u=o===!0&&d!==-1?d:Number.POSITIVE_INFINITY,p=i.at(-1)??"",m=cg(p,!0,!0);for(let h of e){let f=lg(h),g=c&&n!==!0&&i.length<
f.length&&l(f.slice(0,i.length),0),y=u<f.length&&l(f.slice(0,u),0)&&m(f.at(-1));if(g||y||i.length>=f.length&&l(f,0))return h}for(let h of OA){let f=h.join("/");
if(i.length>=h.length&&l(h,i.length-h.length)||u<i.length&&!/^\*+(\.\w+)?$/.test(p)&&m(h.at(-1)))return f;for(let y=1;y<h.length;y+=1){let v=h.slice(0,y);if(LA.
has(v.at(-1)))continue;if((v[0]===".gatebench"||c)&&i.length>=y&&l(v,i.length-y)||u>=y&&u<i.length&&l(v,u-y)&&m(h.at(-1)))return f}}}var lg=t=>t.toLowerCase().split(
"/").filter(e=>e!=="");function cg(t,e,s=!1){if(!e||!/[*?[]/.test(t))return o=>o===t;let r=t.split(/(\*+|\?|\[[^\]]*\])/).map(o=>/^\*+$/.test(o)?".*":o==="?"||o.
startsWith("[")?".":o.replace(/[\\^$.*+?()[\]{}|]/g,"\\$&"));if(r.length>FA)return()=>!0;let n=new RegExp(`^${r.join("")}$`,"s");return o=>(s||!o.startsWith(".")||
!/^[*?]/.test(t))&&n.test(o)}var FA=16,mg=(t,e)=>e===void 0?t:t.replace(/^(~|\$HOME|\$\{HOME\})(?=\/|$)/,()=>e);function VA(t,e,s){let r=o=>{let i=mg(o.text,s);
return i===o.text?o:{...o,text:i}},n=t.folder&&r(t.folder).text;return{...t,args:t.args.map(r),redirects:t.redirects.map(o=>({...o,path:r(o.path)})),folder:{text:n===
void 0?e:Fi.posix.resolve(e,n),glob:!1}}}var HA=500,UA=2,fg={deny:0,ask:1,none:2};function gg({folder:t,requests:e},s,{top:r,home:n,own_files:o,variables:i,isLate:a}){let l={trust:UA,workspace:r,level:s.
level},c=Ls(GA(s)),d=s.allow.size>0?Ls(s.rules):void 0,u=[...s.files,...o];hg(e.length);let p=e.flatMap(KA(c,{folder:t,home:n}));return hg(p.length),p.flatMap(h=>{
if(a())throw new ye("judging it takes too long");let f="command"in h?BA(c,h,i):[];return[XA(h,{guard:c,plain:d,principal:l,settings:s}),...QA(h,f,{folder:t,home:n,
files:u})]}).reduce((h,f)=>h&&fg[h.decision]<=fg[f.decision]?h:f,void 0)}function hg(t){if(t>HA)throw new ye("too many edits in one call")}function BA(t,{command:e,
folder:s},r){let n=e.replace(/\$(?:(\w+)|\{(\w+)\})/g,(i,a,l)=>{let c=r.get(a??l);return c!==void 0&&/^[\w./@+-]+$/.test(c)?c:i}),{invocations:o}=t.parse(e,s);return n===
e?o:[...o,...t.parse(n,s).invocations]}function GA({rules:t,allow:e,deny:s}){return e.size===0&&s.size===0?t:t.filter(({id:r,severity:n})=>n==="catastrophic"||!e.
has(r)).map(r=>s.has(r.id)?zA(r):r)}function zA({trust:t,...e}){let{level:s,match:r,...n}=e,o=r?.map(i=>{let{level:a,...l}=i;return l});return{...n,...we({match:o})}}
var KA=(t,{folder:e,home:s})=>r=>{if(!("command"in r))return[r];let n=t.parse(r.command,r.folder).invocations.flatMap(o=>{let{program:i,input:a,args:l}=o;if(i!==
"apply_patch"&&i!=="applypatch")return[];let c=a?.kind==="text"?a.text:l[0]?.text??"";if(!c.includes("*** Begin Patch"))return[];let d=ug(o,r.folder??e,s);if(d===
void 0)throw new ye("the folder of the patch is unknown");return Ws(c,d)});return[r,...n]},YA=`${Ms} would allow it, which counts after "gatebench guard install\
 CLIENT --trust-project-settings"`;function XA(t,{guard:e,plain:s,principal:r,settings:n}){let o=e.judge(t,r);if(o.verdict==="deny"){let l=n.deny.has(o.rule),c=n.
ignored.has(o.rule)?`; ${YA}`:"",d=l?`; denied by ${Ms}`:c,u=`${o.reason} (gatebench guard: ${o.rule}${d})`;return{decision:l?"deny":JA(o),rule:o.rule,message:u,
request:t}}let i=s?.judge(t,r);if(i?.verdict!=="deny")return{decision:"none",rule:"",message:"",request:t};let a=`gatebench guard: ${i.rule} is allowed by ${Ms}`;
return{decision:"none",rule:i.rule,message:a,request:t}}function JA({severity:t,category:e}){return e==="unreadable"||e==="unparsed"?"ask":Xt[t]<=Xt.severe?"den\
y":"ask"}function QA(t,e,{folder:s,home:r,files:n}){let o=dg(t,{folder:s,home:r},n,e);return o===void 0?[]:[{decision:"ask",rule:"guard-settings",message:`${`${o}\
 decides what this agent may do. Ask the person to change it.`} (gatebench guard: guard-settings)`,request:t}]}var Fn=4*1024*1024;function bg(t,e){if(e.length>Fn)throw new ye(`the input is larger than ${Fn} bytes`);return ls[t].readCall(Mi(e))}function yg(t,e,s){let r=ls[t],
{settings:n,...o}=s,i=gg(e,n,o);if(!i)return{output:Xc(t)};let a=i.decision==="ask"&&!r.can_ask?"deny":i.decision,l=wr(i.message);return{output:r.formatAnswer({
decision:a,message:l}),judgement:{...i,decision:a}}}var Xc=t=>ls[t].formatAnswer({decision:"none",message:""}),kg=(t,e)=>ls[t].formatRefusal(wr(`gatebench guard\
: the call was not judged, so it is refused: ${e}`));var uN=async()=>(await(await __import("../engine/index.js")).bundle.engine.guard()).hookParts,ko={settings:()=>Promise.resolve().then(()=>(mk(),pk)),rules:async()=>(await uN()).
rules(),log:()=>Promise.resolve().then(()=>(tv(),ev))};var vo=require("node:fs"),us=require("node:path");sn();var ja=require("node:fs"),aB=16*2**20,lB=256*2**20;function sv(t,e=Number.POSITIVE_INFINITY){let s=(0,ja.statSync)(t);if(!s.isFile())throw Object.assign(new Error(
`${t} is not a file`),{code:"not a file"});if(s.size>e){let r=`larger than ${e/1048576} MiB`;throw Object.assign(new Error(`${t} is ${r}`),{code:r})}return(0,ja.readFileSync)(
t)}var pN=64*1024;function rv(t,e){let s=nv(t),r=s.findIndex(l=>(0,vo.existsSync)((0,us.join)(l,".git"))),n=r===-1?void 0:s[r],o=n!==void 0&&(e===void 0||!mN(e,n)),
a=(o?s.slice(0,r+1):[t]).map(l=>(0,us.join)(l,Ms)).find(l=>(0,vo.existsSync)(l));return{top:o?n:t,guard_file:a}}function nv(t){let e=(0,us.dirname)(t);return e===
t?[t]:[t,...nv(e)]}var mN=(t,e)=>t===e||t.startsWith(e.endsWith("/")?e:`${e}/`);async function ov({top:t,guard_file:e},{level:s,trusted:r}){if(e===void 0)return Yc(
s);let n=(0,us.relative)(t,e),o=hN(e,n),{readGuardFile:i,checkGuardFile:a}=await ko.settings(),l=i(o,n),c=(0,us.dirname)(e),d=l.rules.map(({name:m})=>(0,us.join)(
c,m)),u=d.length===0?Yc().rules:await fN(d,t);a(l,u);let p=l.allow.map(({name:m})=>m);return{level:ig(s,r||l.level==="strict"?l.level:void 0),rules:u,allow:new Set(
r?p:[]),ignored:new Set(r?[]:p),deny:new Set(l.deny.map(({name:m})=>m)),files:[e,...d].flatMap(m=>[m,(0,vo.realpathSync)(m)])}}async function fN(t,e){let{combineRules:s,
readRulesFile:r}=await ko.rules();return s(t.map(n=>r((0,us.relative)(e,n),e)))}function hN(t,e){try{return sv(t,pN).toString("utf8")}catch(s){throw new at(`${e}\
: cannot be read (${s.code})`)}}var gN=5e3;async function bN(t,e){let s;try{s=SN(t)}catch(r){let n=t.find((i,a)=>t[a-1]==="--hook"),o=`gatebench guard: ${lv(r)}`;return zc(n)?ls[n].formatRefusal(
o):ns(o)}try{let{output:r,judgement:n}=await yN(s,e),o=n&&await iv(s,e,n);return o===void 0?r:av(r,o)}catch(r){let n=lv(r),o=await iv(s,e,{decision:"error",rule:"",
request:{text:n}}),i=kg(s.client,n);return o===void 0?i:av(i,o)}}async function yN({client:t,level:e,trusted:s},r){let n=r.now().getTime(),o=bg(t,await vN(r.input));
if(o.requests.length===0)return{output:Xc(t)};let{project_variable:i}=ls[t],a=r.variable("HOME"),l=i&&r.variable(i)||o.project||r.cwd,c=rv(l,a),d=o.folder??l,u=()=>r.
now().getTime()-n>gN,p={settings:await ov(c,{level:e,trusted:s}),top:c.top,home:a,...kN(r,a),isLate:u};return yg(t,{...o,folder:d},p)}function kN({variable:t,program_folders:e=[]},s){
let r=["CLAUDE_CONFIG_DIR","CODEX_HOME","XDG_CONFIG_HOME","XDG_CACHE_HOME"],n=new Map(r.map(a=>[a,t(a)??""])),o=(a,...l)=>{let c=n.get(a);return c===void 0||!(0,wo.isAbsolute)(
c)?[]:l.map(d=>(0,wo.join)(c,d))};return{own_files:[...e,...o("CLAUDE_CONFIG_DIR","settings.json","settings.local.json"),...o("CODEX_HOME","hooks.json","config.\
toml"),...o("XDG_CONFIG_HOME","opencode/plugins/gatebench-guard.js"),...o("XDG_CACHE_HOME","gatebench-code"),...s===void 0?[]:[(0,wo.join)(s,".cache/gatebench-c\
ode")]],variables:n}}async function vN(t){let e=[],s=0;for await(let r of t){let n=typeof r=="string"?Buffer.from(r):r;if(s+=n.length,s>Fn)throw new ye(`the inp\
ut is larger than ${Fn} bytes`);e.push(n)}return Buffer.concat(e)}async function iv({client:t,log:e},{now:s},{decision:r,rule:n,request:o}){if(e!==void 0)try{let{
appendLogLine:i}=await ko.log(),a=r==="none"?"pass":r;i(e,{time:s(),client:t,verdict:a,rule:n,subject:wN(o)});return}catch(i){return`gatebench guard: the log ca\
nnot be written (${i.code??"error"})`}}function wN(t){return"command"in t?t.command:"write"in t?`write ${t.write}`:t.text}var av=(t,e)=>({...t,stderr:`${t.stderr}${e}\

`}),lv=t=>t instanceof Error?t.message:String(t),cv="--project-settings",xN=["--hook","--level","--log"];function SN(t){let e=new Map,s=t.values();for(let i of s){
if(i===cv){e.set(i,i);continue}let[a,l]=_N(i);if(!xN.includes(a))throw new at(`unknown argument "${i}" beside --hook`);let c=l??s.next().value;if(c===void 0||c===
"")throw new at(`${a} has no value`);e.set(a,c)}let r=e.get("--hook");if(!zc(r))throw new at(`--hook must be one of ${ng.join(", ")}`);let n=e.get("--level"),o=lr.
find(i=>i===n);if(n!==void 0&&o===void 0)throw new at(`--level must be one of ${lr.join(", ")}`);return{client:r,level:o,trusted:e.has(cv),log:e.get("--log")}}function _N(t){
let e=t.startsWith("--")?t.indexOf("="):-1;return e===-1?[t,void 0]:[t.slice(0,e),t.slice(e+1)]}0&&(module.exports={CLOSED_CONTAINER,GuardrailSuite,NON_EMPTY_VALUE,OWN_CONTAINER,SEVERITY_ORDER,UNKNOWN_VALUE,UNREAD_VALUE,codeLanguages,completeName,concatenateWords,
createGuard,createShellInvocation,createShippedGuard,createWord,createWords,findAffectedPaths,findOriginalPaths,getFindPatterns,getGrammar,guardLevels,hasFlag,hasUnreadValue,
isDeletingFind,isKnownWord,isRemotePath,parseProgramArguments,pathClasses,pathEffects,phraseRules,readCode,readCommand,replaceWithUnevaluated,replaceWithUnknown,
resolveFoundPaths,runHook,shippedGuardRules,vocabulary});
