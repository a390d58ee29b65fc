const own_url = require('node:url').pathToFileURL(__filename).href;
"use strict";var B=Object.create;var g=Object.defineProperty;var N=Object.getOwnPropertyDescriptor;var k=Object.getOwnPropertyNames;var L=Object.getPrototypeOf,D=Object.prototype.hasOwnProperty;var F=(e,t,n,i)=>{if(t&&typeof t=="object"||typeof t=="function")for(let o of k(t))!D.call(e,o)&&o!==n&&g(e,o,{get:()=>t[o],enumerable:!(i=N(t,o))||i.enumerable});
return e};var T=(e,t,n)=>(n=e!=null?B(L(e)):{},F(t||!e||!e.__esModule?g(n,"default",{value:e,enumerable:!0}):n,e));var m=require("node:fs");var S=require("node:fs"),O=require("node:module"),C=require("node:url");var _=T(require("node:vm"),1),R=3e3;function w(e,{profile:t,cache:n}){let i=(0,C.fileURLToPath)(e),o=`(function (exports, require, module, __filename, __import)\
 {${(0,S.readFileSync)(i,"latin1")}
})`,c=n?.find(i,t),a=new _.default.Script(o,{filename:i,cachedData:c?.data});if(c&&(!c.data||a.cachedDataRejected)){let p=0,d=()=>{let y=a.createCachedData();y.
length>p&&c.write(y),p=y.length};process.once("exit",d),setTimeout(d,R).unref()}let f={exports:{}};return a.runInThisContext()(f.exports,(0,O.createRequire)(e),
f,i,M),f.exports}var M=e=>import(e);var l=require("node:crypto"),r=require("node:fs"),u=require("node:path");var s=require("node:fs"),H=s.constants.O_WRONLY|s.constants.O_CREAT|s.constants.O_TRUNC|s.constants.O_NOFOLLOW;function x(e,t,n){let i=`${e}.${process.pid}.tmp`;
try{let o=(0,s.openSync)(i,H,n===void 0?420:n&384);try{n!==void 0&&(0,s.fchmodSync)(o,n);let c=typeof t=="string"?Buffer.from(t):t;for(let a=0;a<c.length;)a+=(0,s.writeSync)(
o,c,a)}finally{(0,s.closeSync)(o)}(0,s.renameSync)(i,e)}catch(o){throw(0,s.rmSync)(i,{force:!0}),o}}var G=16,b=32;function E(e){let{XDG_CACHE_HOME:t="",HOME:n="",NODE_OPTIONS:i=""}=e,o=[t,n&&(0,u.join)(n,".cache")].find(u.isAbsolute);if(o===void 0)return;let c=(0,u.join)(
o,"gatebench-code");return{find(a,f){try{for(let d of[o,c])(0,r.existsSync)(d)||(0,r.mkdirSync)(d,{mode:448});if(!v((0,r.lstatSync)(c))||!(0,r.lstatSync)(c).isDirectory())
return;let p=(0,u.join)(c,`${I(a,[i,f])}.bin`);return{data:j(p),write:d=>U(c,p,d)}}catch{return}}}}function I(e,t){let{size:n,ino:i,mtimeMs:o,ctimeMs:c}=(0,r.statSync)(
e),a=[process.version,process.arch,process.execArgv],f=JSON.stringify([e,n,i,o,c,a,t]);return(0,l.createHash)("sha256").update(f).digest("hex").slice(0,32)}var v=({
uid:e,mode:t})=>e===process.geteuid?.()&&(t&18)===0;function j(e){let t;try{t=(0,r.openSync)(e,r.constants.O_RDONLY|r.constants.O_NOFOLLOW|r.constants.O_NONBLOCK)}catch{
return}try{let n=(0,r.fstatSync)(t);if(!n.isFile()||!v(n))return;let i=(0,r.readFileSync)(t),o=i.subarray(b);return A(o).equals(i.subarray(0,b))?o:void 0}finally{
(0,r.closeSync)(t)}}function U(e,t,n){try{x(t,Buffer.concat([A(n),n]));let o=(0,r.readdirSync)(e).map(c=>(0,u.join)(e,c)).map(c=>({file:c,at:(0,r.statSync)(c).mtimeMs})).
sort((c,a)=>a.at-c.at);for(let{file:c}of o.slice(G))(0,r.rmSync)(c,{force:!0})}catch{}}var A=e=>(0,l.createHash)("sha256").update(e).digest();var P=E(process.env),{runHook:Y}=w(new URL("./index.cjs",own_url).href,{profile:"hook",cache:P}),[,,...h]=process.argv,$=Y(h[0]==="guard"?h.slice(1):h,{input:q(),
cwd:process.cwd(),variable:e=>process.env[e],now:()=>new Date});$.then(({stdout:e,stderr:t,exit_code:n})=>{t!==""&&(0,m.writeSync)(2,t),e!==""&&(0,m.writeSync)(
1,e),process.exit(n)});async function*q(){for(;;){let e=Buffer.allocUnsafe(65536),t;try{t=(0,m.readSync)(0,e)}catch(n){let{code:i}=n;if(i==="EOF")return;if(i!==
"EAGAIN")throw n;yield*process.stdin;return}if(t===0)return;yield e.subarray(0,t)}}
