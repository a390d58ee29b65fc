const own_url = require('node:url').pathToFileURL(__filename).href;
"use strict";var E=Object.create;var g=Object.defineProperty;var L=Object.getOwnPropertyDescriptor;var A=Object.getOwnPropertyNames;var D=Object.getPrototypeOf,N=Object.prototype.hasOwnProperty;var T=(e,t,o,c)=>{if(t&&typeof t=="object"||typeof t=="function")for(let r of A(t))!N.call(e,r)&&r!==o&&g(e,r,{get:()=>t[r],enumerable:!(c=L(t,r))||c.enumerable});
return e};var F=(e,t,o)=>(o=e!=null?E(D(e)):{},T(t||!e||!e.__esModule?g(o,"default",{value:e,enumerable:!0}):o,e));var h=require("node:fs");var S=require("node:fs"),O=require("node:module"),C=require("node:url");var _=F(require("node:vm"),1),R=3e3;function w(e,{profile:t,cache:o}){let c=(0,C.fileURLToPath)(e),r=`(function (exports, require, module, __filename, __import)\
 {${(0,S.readFileSync)(c,"latin1")}
})`,i=o?.find(c,t),a=new _.default.Script(r,{filename:c,cachedData:i?.data});if(i&&(!i.data||a.cachedDataRejected)){let u=0,d=()=>{let m=a.createCachedData();m.
length>u&&i.write(m),u=m.length};process.once("exit",d),setTimeout(d,R).unref()}let f={exports:{}};return a.runInThisContext()(f.exports,(0,O.createRequire)(e),
f,c,M),f.exports}var M=e=>import(e);var y=require("node:crypto"),n=require("node:fs"),p=require("node:path");var s=require("node:fs"),H=s.constants.O_WRONLY|s.constants.O_CREAT|s.constants.O_TRUNC|s.constants.O_NOFOLLOW;function x(e,t,o){let c=`${e}.${process.pid}.tmp`;
try{let r=(0,s.openSync)(c,H,o===void 0?420:o&384);try{o!==void 0&&(0,s.fchmodSync)(r,o);let i=typeof t=="string"?Buffer.from(t):t;for(let a=0;a<i.length;)a+=(0,s.writeSync)(
r,i,a)}finally{(0,s.closeSync)(r)}(0,s.renameSync)(c,e)}catch(r){throw(0,s.rmSync)(c,{force:!0}),r}}var j=16,b=32;function v(e){let{XDG_CACHE_HOME:t="",HOME:o="",NODE_OPTIONS:c=""}=e,r=[t,o&&(0,p.join)(o,".cache")].find(p.isAbsolute);if(r===void 0)return;let i=(0,p.join)(
r,"gatebench-code");return{find(a,f){try{for(let d of[r,i])(0,n.existsSync)(d)||(0,n.mkdirSync)(d,{mode:448});if(!k((0,n.lstatSync)(i))||!(0,n.lstatSync)(i).isDirectory())
return;let u=(0,p.join)(i,`${G(a,[c,f])}.bin`);return{data:I(u),write:d=>P(i,u,d)}}catch{return}}}}function G(e,t){let{size:o,ino:c,mtimeMs:r,ctimeMs:i}=(0,n.statSync)(
e),a=[process.version,process.arch,process.execArgv],f=JSON.stringify([e,o,c,r,i,a,t]);return(0,y.createHash)("sha256").update(f).digest("hex").slice(0,32)}var k=({
uid:e,mode:t})=>e===process.geteuid?.()&&(t&18)===0;function I(e){let t;try{t=(0,n.openSync)(e,n.constants.O_RDONLY|n.constants.O_NOFOLLOW|n.constants.O_NONBLOCK)}catch{
return}try{let o=(0,n.fstatSync)(t);if(!o.isFile()||!k(o))return;let c=(0,n.readFileSync)(t),r=c.subarray(b);return B(r).equals(c.subarray(0,b))?r:void 0}finally{
(0,n.closeSync)(t)}}function P(e,t,o){try{x(t,Buffer.concat([B(o),o]));let r=(0,n.readdirSync)(e).map(i=>(0,p.join)(e,i)).map(i=>({file:i,at:(0,n.statSync)(i).mtimeMs})).
sort((i,a)=>a.at-i.at);for(let{file:i}of r.slice(j))(0,n.rmSync)(i,{force:!0})}catch{}}var B=e=>(0,y.createHash)("sha256").update(e).digest();var U=v(process.env),{runHook:Y}=w(new URL("./index.cjs",own_url).href,{profile:"hook",cache:U}),[,,...l]=process.argv,$=Y(l[0]==="guard"?l.slice(1):l,{input:process.
stdin,cwd:process.cwd(),variable:e=>process.env[e],now:()=>new Date});$.then(({stdout:e,stderr:t,exit_code:o})=>{t!==""&&(0,h.writeSync)(2,t),e!==""&&(0,h.writeSync)(
1,e),process.exit(o)});
