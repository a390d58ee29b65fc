import { createRequire as __WEBPACK_EXTERNAL_createRequire } from "module";
import * as __WEBPACK_EXTERNAL_MODULE_gatebench_guard_b0c637ed__ from "../guard/index.cjs";
var __webpack_modules__ = ({
818:
((__unused_webpack_module, exports) => {
var __webpack_unused_export__;
__webpack_unused_export__ = true;
exports.Io = __webpack_unused_export__ = void 0;
var peq = new Uint32Array(0x10000);
var myers_32 = function (a, b) {
var n = a.length;
var m = b.length;
var lst = 1 << (n - 1);
var pv = -1;
var mv = 0;
var sc = n;
var i = n;
while (i--) {
peq[a.charCodeAt(i)] |= 1 << i;
}
for (i = 0; i < m; i++) {
var eq = peq[b.charCodeAt(i)];
var xv = eq | mv;
eq |= ((eq & pv) + pv) ^ pv;
mv |= ~(eq | pv);
pv &= eq;
if (mv & lst) {
sc++;
}
if (pv & lst) {
sc--;
}
mv = (mv << 1) | 1;
pv = (pv << 1) | ~(xv | mv);
mv &= xv;
}
i = n;
while (i--) {
peq[a.charCodeAt(i)] = 0;
}
return sc;
};
var myers_x = function (b, a) {
var n = a.length;
var m = b.length;
var mhc = [];
var phc = [];
var hsize = Math.ceil(n / 32);
var vsize = Math.ceil(m / 32);
for (var i = 0; i < hsize; i++) {
phc[i] = -1;
mhc[i] = 0;
}
var j = 0;
for (; j < vsize - 1; j++) {
var mv_1 = 0;
var pv_1 = -1;
var start_1 = j * 32;
var vlen_1 = Math.min(32, m) + start_1;
for (var k = start_1; k < vlen_1; k++) {
peq[b.charCodeAt(k)] |= 1 << k;
}
for (var i = 0; i < n; i++) {
var eq = peq[a.charCodeAt(i)];
var pb = (phc[(i / 32) | 0] >>> i) & 1;
var mb = (mhc[(i / 32) | 0] >>> i) & 1;
var xv = eq | mv_1;
var xh = ((((eq | mb) & pv_1) + pv_1) ^ pv_1) | eq | mb;
var ph = mv_1 | ~(xh | pv_1);
var mh = pv_1 & xh;
if ((ph >>> 31) ^ pb) {
phc[(i / 32) | 0] ^= 1 << i;
}
if ((mh >>> 31) ^ mb) {
mhc[(i / 32) | 0] ^= 1 << i;
}
ph = (ph << 1) | pb;
mh = (mh << 1) | mb;
pv_1 = mh | ~(xv | ph);
mv_1 = ph & xv;
}
for (var k = start_1; k < vlen_1; k++) {
peq[b.charCodeAt(k)] = 0;
}
}
var mv = 0;
var pv = -1;
var start = j * 32;
var vlen = Math.min(32, m - start) + start;
for (var k = start; k < vlen; k++) {
peq[b.charCodeAt(k)] |= 1 << k;
}
var score = m;
for (var i = 0; i < n; i++) {
var eq = peq[a.charCodeAt(i)];
var pb = (phc[(i / 32) | 0] >>> i) & 1;
var mb = (mhc[(i / 32) | 0] >>> i) & 1;
var xv = eq | mv;
var xh = ((((eq | mb) & pv) + pv) ^ pv) | eq | mb;
var ph = mv | ~(xh | pv);
var mh = pv & xh;
score += (ph >>> (m - 1)) & 1;
score -= (mh >>> (m - 1)) & 1;
if ((ph >>> 31) ^ pb) {
phc[(i / 32) | 0] ^= 1 << i;
}
if ((mh >>> 31) ^ mb) {
mhc[(i / 32) | 0] ^= 1 << i;
}
ph = (ph << 1) | pb;
mh = (mh << 1) | mb;
pv = mh | ~(xv | ph);
mv = ph & xv;
}
for (var k = start; k < vlen; k++) {
peq[b.charCodeAt(k)] = 0;
}
return score;
};
var distance = function (a, b) {
if (a.length < b.length) {
var tmp = b;
b = a;
a = tmp;
}
if (b.length === 0) {
return a.length;
}
if (a.length <= 32) {
return myers_32(a, b);
}
return myers_x(a, b);
};
exports.Io = distance;
var closest = function (str, arr) {
var min_distance = Infinity;
var min_index = 0;
for (var i = 0; i < arr.length; i++) {
var dist = distance(str, arr[i]);
if (dist < min_distance) {
min_distance = dist;
min_index = i;
}
}
return arr[min_index];
};
__webpack_unused_export__ = closest;
})
});
var __webpack_module_cache__ = {};
function __nccq(moduleId) {
var cachedModule = __webpack_module_cache__[moduleId];
if (cachedModule !== undefined) {
return cachedModule.exports;
}
var module = __webpack_module_cache__[moduleId] = {
exports: {}
};
var threw = true;
try {
__webpack_modules__[moduleId](module, module.exports, __nccq);
threw = false;
} finally {
if(threw) delete __webpack_module_cache__[moduleId];
}
return module.exports;
}
if (typeof __nccq !== 'undefined') __nccq.ab = decodeURIComponent(new URL('.', import.meta.url).pathname).slice(import.meta.url.match(/^file:\/\/\/\w:/) ? 1 : 0, -1) + "/";
(() => {
__nccq.d = (exports, definition) => {
for(var key in definition) {
if(__nccq.o(definition, key) && !__nccq.o(exports, key)) {
Object.defineProperty(exports, key, { enumerable: true, get: definition[key] });
}
}
};
})();
(() => {
__nccq.o = (obj, prop) => (Object.prototype.hasOwnProperty.call(obj, prop))
})();
var __nccx = {};
__nccq.d(__nccx, {
$Y: () => (  AgenticBenchmarkChecklist),
uz: () => (  CLEARFramework),
jw: () => (  ClearMetrics),
Q3: () => (  DEFAULT_CLEAR),
kZ: () => (  DEFAULT_WEIGHTS),
jz: () => (  EnhancedABCValidator),
kK: () => (  EvaluationContext),
gk: () => (  GuardrailSuite),
Kr: () => (  HALOrchestrator),
GK: () => (  LEGACY_GENERATOR),
zq: () => (  MetricsProvider),
GW: () => (  SteeringVectorAdapter),
rw: () => (  UNIFIED_IHSAN_THRESHOLD),
Rq: () => (  agreementTable),
fR: () => (  alphaSpent),
Fm: () => (  assumedComponents),
yc: () => (  attemptScore),
GA: () => (  bcaInterval),
Ik: () => (  betaCdf),
O9: () => (  betaQuantile),
DQ: () => (  betweenRunDeviation),
HU: () => (  binomialCdf),
z6: () => (  binomialPmf),
wB: () => (  clearScore),
mI: () => (  clopperPearson),
bR: () => (  clusterBootstrap),
CP: () => (  clusterStandardError),
IG: () => (  cohensKappa),
Su: () => (  confidenceSequence),
BO: () => (  consistencyGap),
FY: () => (  consistencyReport),
NJ: () => (  costNormalisedAccuracy),
db: () => (  differenceBounds),
v$: () => (  differenceVariance),
jp: () => (  dominates),
kz: () => (  effectiveRuns),
XY: () => (  equivalence),
Ne: () => (  estimatedComponents),
fU: () => (  holm),
F$: () => (  intraclassCorrelation),
OI: () => (  kaplanMeier),
pI: () => (  legacyRandom),
yM: () => (  lnGamma),
yO: () => (  lookTasks),
op: () => (  mcnemar),
jF: () => (  mcnemarPower),
i2: () => (  mean),
JZ: () => (  median),
c: () => (  medianInterval),
TP: () => (  millerStandardError),
nv: () => (  minimumDetectableEffect),
zH: () => (  missedBelow),
xJ: () => (  noisyVerifier),
vr: () => (  normalCdf),
Zl: () => (  normalQuantile),
Z7: () => (  normalised),
$B: () => (  outcomeConsistency),
SM: () => (  outcomeConsistencyOf),
jH: () => (  outerInterval),
de: () => (  pairedBounds),
vQ: () => (  pairedDifference),
xI: () => (  pairedPower),
jP: () => (  paretoFront),
kc: () => (  passAtK),
TQ: () => (  passAtKOf),
qv: () => (  passHatK),
J9: () => (  passHatKOf),
yZ: () => (  policyAdherence),
YV: () => (  quantile),
By: () => (  randomisedOrder),
sw: () => (  rateBounds),
JP: () => (  rateBoundsOf),
mP: () => (  rateInterval),
Yb: () => (  reasoningParadox),
EP: () => (  rerunsToFind),
c3: () => (  resampleTasks),
zY: () => (  resourceConsistency),
Zw: () => (  roganGladen),
DN: () => (  runVariance),
MH: () => (  sequentialDecision),
R7: () => (  signFlip),
Po: () => (  spendingBoundaries),
Rf: () => (  studentCdf),
FI: () => (  studentQuantile),
Dw: () => (  successCurve),
LU: () => (  suiteFalseAlarm),
Ei: () => (  survivalQuantile),
oW: () => (  tInterval),
Mf: () => (  tasksNeeded),
X4: () => (  unpairedTasks),
nA: () => (  upperComponents),
GV: () => (  variance),
rF: () => (  wilson),
qV: () => (  winsEProcess)
});
;
const external_node_path_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:path");
;
class CsvError_CsvError extends Error {
constructor(code, message, options, ...contexts) {
if (Array.isArray(message)) message = message.join(" ").trim();
super(message);
if (Error.captureStackTrace !== undefined) {
Error.captureStackTrace(this, CsvError_CsvError);
}
this.code = code;
for (const context of contexts) {
for (const key in context) {
const value = context[key];
this[key] = Buffer.isBuffer(value)
? value.toString(options.encoding)
: value == null
? value
: JSON.parse(JSON.stringify(value));
}
}
}
}
;
const is_object = function (obj) {
return typeof obj === "object" && obj !== null && !Array.isArray(obj);
};
;
const normalize_columns_array = function (columns) {
const normalizedColumns = [];
for (let i = 0, l = columns.length; i < l; i++) {
const column = columns[i];
if (column === undefined || column === null || column === false) {
normalizedColumns[i] = { disabled: true };
} else if (typeof column === "string" || typeof column === "number") {
normalizedColumns[i] = { name: `${column}` };
} else if (is_object(column)) {
if (typeof column.name !== "string") {
throw new CsvError_CsvError("CSV_OPTION_COLUMNS_MISSING_NAME", [
"Option columns missing name:",
`property "name" is required at position ${i}`,
"when column is an object literal",
]);
}
normalizedColumns[i] = column;
} else {
throw new CsvError_CsvError("CSV_INVALID_COLUMN_DEFINITION", [
"Invalid column definition:",
"expect a string or a literal object,",
`got ${JSON.stringify(column)} at position ${i}`,
]);
}
}
return normalizedColumns;
};
;
class ResizeableBuffer {
constructor(size = 100) {
this.size = size;
this.length = 0;
this.buf = Buffer.allocUnsafe(size);
}
prepend(val) {
if (Buffer.isBuffer(val)) {
const length = this.length + val.length;
if (length >= this.size) {
this.resize();
if (length >= this.size) {
throw Error("INVALID_BUFFER_STATE");
}
}
const buf = this.buf;
this.buf = Buffer.allocUnsafe(this.size);
val.copy(this.buf, 0);
buf.copy(this.buf, val.length);
this.length += val.length;
} else {
const length = this.length++;
if (length === this.size) {
this.resize();
}
const buf = this.clone();
this.buf[0] = val;
buf.copy(this.buf, 1, 0, length);
}
}
append(val) {
const length = this.length++;
if (length === this.size) {
this.resize();
}
this.buf[length] = val;
}
clone() {
return Buffer.from(this.buf.slice(0, this.length));
}
resize() {
const length = this.length;
this.size = this.size * 2;
const buf = Buffer.allocUnsafe(this.size);
this.buf.copy(buf, 0, 0, length);
this.buf = buf;
}
toString(encoding) {
if (encoding) {
return this.buf.toString(encoding, 0, this.length);
} else {
return Uint8Array.prototype.slice.call(this.buf.slice(0, this.length));
}
}
toJSON() {
return this.toString("utf8");
}
reset() {
this.length = 0;
}
}
const utils_ResizeableBuffer = (ResizeableBuffer);
;
const init_state = function (options) {
const timchars = [
0x0020,
0x0009,
0x000a,
0x000d,
0x000c,
0x000b,
0x00a0,
0x1680,
0x2000,
0x2001,
0x2002,
0x2003,
0x2004,
0x2005,
0x2006,
0x2007,
0x2008,
0x2009,
0x200a,
0x2028,
0x2029,
0x202f,
0x205f,
0x3000,
0xfeff,
].reduce((acc, codepoint) => {
const encoded = Buffer.from(
String.fromCharCode(codepoint),
options.encoding,
);
if (codepoint !== 0x3f && encoded.length === 1 && encoded[0] === 0x3f) {
return acc;
}
acc.push(encoded);
return acc;
}, []);
const timcharFirstBytes = new Uint8Array(256);
for (const t of timchars) timcharFirstBytes[t[0]] = 1;
return {
bomSkipped: false,
bufBytesStart: 0,
castField: options.cast_function,
commenting: false,
delimiterBufPrevious: undefined,
delimiterDiscovered: false,
error: undefined,
enabled: options.from_line === 1,
escaping: false,
escapeIsQuote:
Buffer.isBuffer(options.escape) &&
Buffer.isBuffer(options.quote) &&
Buffer.compare(options.escape, options.quote) === 0,
expectedRecordLength: Array.isArray(options.columns)
? options.columns.length
: undefined,
field: new utils_ResizeableBuffer(20),
firstLineToHeaders: options.cast_first_line_to_header,
needMoreDataSize: Math.max(
options.comment !== null ? options.comment.length : 0,
...(options.delimiter
? options.delimiter.map((delimiter) => delimiter.length)
: []),
options.delimiter_auto ? 1 : 0,
options.quote !== null ? options.quote.length : 0,
...timchars.map((t) => t.length),
),
previousBuf: undefined,
quoting: false,
stop: false,
rawBuffer: new utils_ResizeableBuffer(100),
record: [],
recordHasError: false,
record_length: 0,
recordDelimiterMaxLength:
options.record_delimiter.length === 0
? 0
: Math.max(...options.record_delimiter.map((v) => v.length)),
trimChars: [
Buffer.from(" ", options.encoding)[0],
Buffer.from("\t", options.encoding)[0],
],
wasQuoting: false,
wasRowDelimiter: false,
timchars: timchars,
timcharFirstBytes: timcharFirstBytes,
};
};
;
const underscore = function (str) {
return str.replace(/([A-Z])/g, function (_, match) {
return "_" + match.toLowerCase();
});
};
;
const normalize_options = function (opts) {
const options = {};
for (const opt in opts) {
options[underscore(opt)] = opts[opt];
}
if (options.encoding === undefined || options.encoding === true) {
options.encoding = "utf8";
} else if (options.encoding === null || options.encoding === false) {
options.encoding = null;
} else if (
typeof options.encoding !== "string" &&
options.encoding !== null
) {
throw new CsvError_CsvError(
"CSV_INVALID_OPTION_ENCODING",
[
"Invalid option encoding:",
"encoding must be a string or null to return a buffer,",
`got ${JSON.stringify(options.encoding)}`,
],
options,
);
}
if (
options.bom === undefined ||
options.bom === null ||
options.bom === false
) {
options.bom = false;
} else if (options.bom !== true) {
throw new CsvError_CsvError(
"CSV_INVALID_OPTION_BOM",
[
"Invalid option bom:",
"bom must be true,",
`got ${JSON.stringify(options.bom)}`,
],
options,
);
}
options.cast_function = null;
if (
options.cast === undefined ||
options.cast === null ||
options.cast === false ||
options.cast === ""
) {
options.cast = undefined;
} else if (typeof options.cast === "function") {
options.cast_function = options.cast;
options.cast = true;
} else if (options.cast !== true) {
throw new CsvError_CsvError(
"CSV_INVALID_OPTION_CAST",
[
"Invalid option cast:",
"cast must be true or a function,",
`got ${JSON.stringify(options.cast)}`,
],
options,
);
}
if (
options.cast_date === undefined ||
options.cast_date === null ||
options.cast_date === false ||
options.cast_date === ""
) {
options.cast_date = false;
} else if (options.cast_date === true) {
options.cast_date = function (value) {
const date = Date.parse(value);
return !isNaN(date) ? new Date(date) : value;
};
} else if (typeof options.cast_date !== "function") {
throw new CsvError_CsvError(
"CSV_INVALID_OPTION_CAST_DATE",
[
"Invalid option cast_date:",
"cast_date must be true or a function,",
`got ${JSON.stringify(options.cast_date)}`,
],
options,
);
}
options.cast_first_line_to_header = undefined;
if (options.columns === true) {
options.cast_first_line_to_header = undefined;
} else if (typeof options.columns === "function") {
options.cast_first_line_to_header = options.columns;
options.columns = true;
} else if (Array.isArray(options.columns)) {
options.columns = normalize_columns_array(options.columns);
} else if (
options.columns === undefined ||
options.columns === null ||
options.columns === false
) {
options.columns = false;
} else {
throw new CsvError_CsvError(
"CSV_INVALID_OPTION_COLUMNS",
[
"Invalid option columns:",
"expect an array, a function or true,",
`got ${JSON.stringify(options.columns)}`,
],
options,
);
}
if (
options.group_columns_by_name === undefined ||
options.group_columns_by_name === null ||
options.group_columns_by_name === false
) {
options.group_columns_by_name = false;
} else if (options.group_columns_by_name !== true) {
throw new CsvError_CsvError(
"CSV_INVALID_OPTION_GROUP_COLUMNS_BY_NAME",
[
"Invalid option group_columns_by_name:",
"expect an boolean,",
`got ${JSON.stringify(options.group_columns_by_name)}`,
],
options,
);
} else if (options.columns === false) {
throw new CsvError_CsvError(
"CSV_INVALID_OPTION_GROUP_COLUMNS_BY_NAME",
[
"Invalid option group_columns_by_name:",
"the `columns` mode must be activated.",
],
options,
);
}
if (
options.comment === undefined ||
options.comment === null ||
options.comment === false ||
options.comment === ""
) {
options.comment = null;
} else {
if (typeof options.comment === "string") {
options.comment = Buffer.from(options.comment, options.encoding);
}
if (!Buffer.isBuffer(options.comment)) {
throw new CsvError_CsvError(
"CSV_INVALID_OPTION_COMMENT",
[
"Invalid option comment:",
"comment must be a buffer or a string,",
`got ${JSON.stringify(options.comment)}`,
],
options,
);
}
}
if (
options.comment_no_infix === undefined ||
options.comment_no_infix === null ||
options.comment_no_infix === false
) {
options.comment_no_infix = false;
} else if (options.comment_no_infix !== true) {
throw new CsvError_CsvError(
"CSV_INVALID_OPTION_COMMENT",
[
"Invalid option comment_no_infix:",
"value must be a boolean,",
`got ${JSON.stringify(options.comment_no_infix)}`,
],
options,
);
}
if (
options.delimiter_auto === undefined ||
options.delimiter_auto === null ||
options.delimiter_auto === false
) {
options.delimiter_auto = false;
} else if (options.delimiter_auto === true) {
options.delimiter_auto = {};
} else if (!is_object(options.delimiter_auto)) {
throw new CsvError_CsvError(
"CSV_INVALID_OPTION_DELIMITER_AUTO",
[
"Invalid option delimiter_auto:",
"delimiter_auto must be a boolean or a configuration object,",
`got ${JSON.stringify(options.delimiter_auto)}`,
],
options,
);
}
if (options.delimiter_auto) {
if (options.delimiter_auto.preferred === undefined)
options.delimiter_auto.preferred = {
[",".charCodeAt(0)]: 1.8,
["\t".charCodeAt(0)]: 1.8,
[";".charCodeAt(0)]: 1.6,
[" ".charCodeAt(0)]: 1.6,
[":".charCodeAt(0)]: 1.5,
[".".charCodeAt(0)]: 1.4,
["/".charCodeAt(0)]: 1.4,
};
else if (!is_object(options.delimiter_auto.preferred)) {
throw new CsvError_CsvError(
"CSV_INVALID_OPTION_DELIMITER_AUTO",
[
"Invalid option delimiter_auto:",
"preferred must be an object,",
`got ${JSON.stringify(options.delimiter_auto.preferred)}`,
],
options,
);
}
if (options.delimiter_auto.score === undefined)
options.delimiter_auto.score = (info, options) => {
return (
(info.total - info.std) * (options.preferred[info.char_code] || 1)
);
};
else if (typeof options.delimiter_auto.score !== "function") {
throw new CsvError_CsvError(
"CSV_INVALID_OPTION_DELIMITER_AUTO",
[
"Invalid option delimiter_auto:",
"score must be a function,",
`got ${JSON.stringify(options.delimiter_auto.score)}`,
],
options,
);
}
if (options.delimiter_auto.size === undefined)
options.delimiter_auto.size = 2048;
else if (typeof options.delimiter_auto.size !== "number") {
throw new CsvError_CsvError(
"CSV_INVALID_OPTION_DELIMITER_AUTO",
[
"Invalid option delimiter_auto:",
"size must be a number,",
`got ${JSON.stringify(options.delimiter_auto.size)}`,
],
options,
);
}
}
const delimiter_json = JSON.stringify(options.delimiter);
if (options.delimiter_auto !== false) {
options.delimiter = [];
}
if (!Array.isArray(options.delimiter)) {
if (
options.delimiter === undefined ||
options.delimiter === null ||
options.delimiter === false
) {
options.delimiter = Buffer.from(",", options.encoding);
}
options.delimiter = [options.delimiter];
}
options.delimiter = options.delimiter.map(function (delimiter) {
if (typeof delimiter === "string") {
delimiter = Buffer.from(delimiter, options.encoding);
}
if (!Buffer.isBuffer(delimiter) || delimiter.length === 0) {
throw new CsvError_CsvError(
"CSV_INVALID_OPTION_DELIMITER",
[
"Invalid option delimiter:",
"delimiter must be a non empty string or buffer or array of string|buffer,",
`got ${delimiter_json}`,
],
options,
);
}
return delimiter;
});
if (options.escape === undefined || options.escape === true) {
options.escape = Buffer.from('"', options.encoding);
} else if (typeof options.escape === "string") {
options.escape = Buffer.from(options.escape, options.encoding);
} else if (options.escape === null || options.escape === false) {
options.escape = null;
}
if (options.escape !== null) {
if (!Buffer.isBuffer(options.escape)) {
throw new Error(
`Invalid Option: escape must be a buffer, a string or a boolean, got ${JSON.stringify(options.escape)}`,
);
}
}
if (options.from === undefined || options.from === null) {
options.from = 1;
} else {
if (typeof options.from === "string" && /\d+/.test(options.from)) {
options.from = parseInt(options.from);
}
if (Number.isInteger(options.from)) {
if (options.from < 0) {
throw new Error(
`Invalid Option: from must be a positive integer, got ${JSON.stringify(opts.from)}`,
);
}
} else {
throw new Error(
`Invalid Option: from must be an integer, got ${JSON.stringify(options.from)}`,
);
}
}
if (options.from_line === undefined || options.from_line === null) {
options.from_line = 1;
} else {
if (
typeof options.from_line === "string" &&
/\d+/.test(options.from_line)
) {
options.from_line = parseInt(options.from_line);
}
if (Number.isInteger(options.from_line)) {
if (options.from_line <= 0) {
throw new Error(
`Invalid Option: from_line must be a positive integer greater than 0, got ${JSON.stringify(opts.from_line)}`,
);
}
} else {
throw new Error(
`Invalid Option: from_line must be an integer, got ${JSON.stringify(opts.from_line)}`,
);
}
}
if (
options.ignore_last_delimiters === undefined ||
options.ignore_last_delimiters === null
) {
options.ignore_last_delimiters = false;
} else if (typeof options.ignore_last_delimiters === "number") {
options.ignore_last_delimiters = Math.floor(options.ignore_last_delimiters);
if (options.ignore_last_delimiters === 0) {
options.ignore_last_delimiters = false;
}
} else if (typeof options.ignore_last_delimiters !== "boolean") {
throw new CsvError_CsvError(
"CSV_INVALID_OPTION_IGNORE_LAST_DELIMITERS",
[
"Invalid option `ignore_last_delimiters`:",
"the value must be a boolean value or an integer,",
`got ${JSON.stringify(options.ignore_last_delimiters)}`,
],
options,
);
}
if (options.ignore_last_delimiters === true && options.columns === false) {
throw new CsvError_CsvError(
"CSV_IGNORE_LAST_DELIMITERS_REQUIRES_COLUMNS",
[
"The option `ignore_last_delimiters`",
"requires the activation of the `columns` option",
],
options,
);
}
if (
options.info === undefined ||
options.info === null ||
options.info === false
) {
options.info = false;
} else if (options.info !== true) {
throw new Error(
`Invalid Option: info must be true, got ${JSON.stringify(options.info)}`,
);
}
if (
options.max_record_size === undefined ||
options.max_record_size === null ||
options.max_record_size === false
) {
options.max_record_size = 0;
} else if (
Number.isInteger(options.max_record_size) &&
options.max_record_size >= 0
) {
} else if (
typeof options.max_record_size === "string" &&
/\d+/.test(options.max_record_size)
) {
options.max_record_size = parseInt(options.max_record_size);
} else {
throw new Error(
`Invalid Option: max_record_size must be a positive integer, got ${JSON.stringify(options.max_record_size)}`,
);
}
if (
options.objname === undefined ||
options.objname === null ||
options.objname === false
) {
options.objname = undefined;
} else if (Buffer.isBuffer(options.objname)) {
if (options.objname.length === 0) {
throw new Error(`Invalid Option: objname must be a non empty buffer`);
}
if (options.encoding === null) {
} else {
options.objname = options.objname.toString(options.encoding);
}
} else if (typeof options.objname === "string") {
if (options.objname.length === 0) {
throw new Error(`Invalid Option: objname must be a non empty string`);
}
} else if (typeof options.objname === "number") {
} else {
throw new Error(
`Invalid Option: objname must be a string or a buffer, got ${options.objname}`,
);
}
if (options.objname !== undefined) {
if (typeof options.objname === "number") {
if (options.columns !== false) {
throw Error(
"Invalid Option: objname index cannot be combined with columns or be defined as a field",
);
}
} else {
if (options.columns === false) {
throw Error(
"Invalid Option: objname field must be combined with columns or be defined as an index",
);
}
}
}
if (options.on_record === undefined || options.on_record === null) {
options.on_record = undefined;
} else if (typeof options.on_record !== "function") {
throw new CsvError_CsvError(
"CSV_INVALID_OPTION_ON_RECORD",
[
"Invalid option `on_record`:",
"expect a function,",
`got ${JSON.stringify(options.on_record)}`,
],
options,
);
}
if (
options.on_skip !== undefined &&
options.on_skip !== null &&
typeof options.on_skip !== "function"
) {
throw new Error(
`Invalid Option: on_skip must be a function, got ${JSON.stringify(options.on_skip)}`,
);
}
if (
options.quote === null ||
options.quote === false ||
options.quote === ""
) {
options.quote = null;
} else {
if (options.quote === undefined || options.quote === true) {
options.quote = Buffer.from('"', options.encoding);
} else if (typeof options.quote === "string") {
options.quote = Buffer.from(options.quote, options.encoding);
}
if (!Buffer.isBuffer(options.quote)) {
throw new Error(
`Invalid Option: quote must be a buffer or a string, got ${JSON.stringify(options.quote)}`,
);
}
}
if (
options.raw === undefined ||
options.raw === null ||
options.raw === false
) {
options.raw = false;
} else if (options.raw !== true) {
throw new Error(
`Invalid Option: raw must be true, got ${JSON.stringify(options.raw)}`,
);
}
if (options.record_delimiter === undefined) {
options.record_delimiter = [];
} else if (
typeof options.record_delimiter === "string" ||
Buffer.isBuffer(options.record_delimiter)
) {
if (options.record_delimiter.length === 0) {
throw new CsvError_CsvError(
"CSV_INVALID_OPTION_RECORD_DELIMITER",
[
"Invalid option `record_delimiter`:",
"value must be a non empty string or buffer,",
`got ${JSON.stringify(options.record_delimiter)}`,
],
options,
);
}
options.record_delimiter = [options.record_delimiter];
} else if (!Array.isArray(options.record_delimiter)) {
throw new CsvError_CsvError(
"CSV_INVALID_OPTION_RECORD_DELIMITER",
[
"Invalid option `record_delimiter`:",
"value must be a string, a buffer or array of string|buffer,",
`got ${JSON.stringify(options.record_delimiter)}`,
],
options,
);
}
options.record_delimiter = options.record_delimiter.map(function (rd, i) {
if (typeof rd !== "string" && !Buffer.isBuffer(rd)) {
throw new CsvError_CsvError(
"CSV_INVALID_OPTION_RECORD_DELIMITER",
[
"Invalid option `record_delimiter`:",
"value must be a string, a buffer or array of string|buffer",
`at index ${i},`,
`got ${JSON.stringify(rd)}`,
],
options,
);
} else if (rd.length === 0) {
throw new CsvError_CsvError(
"CSV_INVALID_OPTION_RECORD_DELIMITER",
[
"Invalid option `record_delimiter`:",
"value must be a non empty string or buffer",
`at index ${i},`,
`got ${JSON.stringify(rd)}`,
],
options,
);
}
if (typeof rd === "string") {
rd = Buffer.from(rd, options.encoding);
}
return rd;
});
if (typeof options.relax_column_count === "boolean") {
} else if (
options.relax_column_count === undefined ||
options.relax_column_count === null
) {
options.relax_column_count = false;
} else {
throw new Error(
`Invalid Option: relax_column_count must be a boolean, got ${JSON.stringify(options.relax_column_count)}`,
);
}
if (typeof options.relax_column_count_less === "boolean") {
} else if (
options.relax_column_count_less === undefined ||
options.relax_column_count_less === null
) {
options.relax_column_count_less = false;
} else {
throw new Error(
`Invalid Option: relax_column_count_less must be a boolean, got ${JSON.stringify(options.relax_column_count_less)}`,
);
}
if (typeof options.relax_column_count_more === "boolean") {
} else if (
options.relax_column_count_more === undefined ||
options.relax_column_count_more === null
) {
options.relax_column_count_more = false;
} else {
throw new Error(
`Invalid Option: relax_column_count_more must be a boolean, got ${JSON.stringify(options.relax_column_count_more)}`,
);
}
if (typeof options.relax_quotes === "boolean") {
} else if (
options.relax_quotes === undefined ||
options.relax_quotes === null
) {
options.relax_quotes = false;
} else {
throw new Error(
`Invalid Option: relax_quotes must be a boolean, got ${JSON.stringify(options.relax_quotes)}`,
);
}
if (typeof options.skip_empty_lines === "boolean") {
} else if (
options.skip_empty_lines === undefined ||
options.skip_empty_lines === null
) {
options.skip_empty_lines = false;
} else {
throw new Error(
`Invalid Option: skip_empty_lines must be a boolean, got ${JSON.stringify(options.skip_empty_lines)}`,
);
}
if (typeof options.skip_records_with_empty_values === "boolean") {
} else if (
options.skip_records_with_empty_values === undefined ||
options.skip_records_with_empty_values === null
) {
options.skip_records_with_empty_values = false;
} else {
throw new Error(
`Invalid Option: skip_records_with_empty_values must be a boolean, got ${JSON.stringify(options.skip_records_with_empty_values)}`,
);
}
if (typeof options.skip_records_with_error === "boolean") {
} else if (
options.skip_records_with_error === undefined ||
options.skip_records_with_error === null
) {
options.skip_records_with_error = false;
} else {
throw new Error(
`Invalid Option: skip_records_with_error must be a boolean, got ${JSON.stringify(options.skip_records_with_error)}`,
);
}
if (
options.rtrim === undefined ||
options.rtrim === null ||
options.rtrim === false
) {
options.rtrim = false;
} else if (options.rtrim !== true) {
throw new Error(
`Invalid Option: rtrim must be a boolean, got ${JSON.stringify(options.rtrim)}`,
);
}
if (
options.ltrim === undefined ||
options.ltrim === null ||
options.ltrim === false
) {
options.ltrim = false;
} else if (options.ltrim !== true) {
throw new Error(
`Invalid Option: ltrim must be a boolean, got ${JSON.stringify(options.ltrim)}`,
);
}
if (
options.trim === undefined ||
options.trim === null ||
options.trim === false
) {
options.trim = false;
} else if (options.trim !== true) {
throw new Error(
`Invalid Option: trim must be a boolean, got ${JSON.stringify(options.trim)}`,
);
}
if (options.trim === true && opts.ltrim !== false) {
options.ltrim = true;
} else if (options.ltrim !== true) {
options.ltrim = false;
}
if (options.trim === true && opts.rtrim !== false) {
options.rtrim = true;
} else if (options.rtrim !== true) {
options.rtrim = false;
}
if (options.to === undefined || options.to === null) {
options.to = -1;
} else if (options.to !== -1) {
if (typeof options.to === "string" && /\d+/.test(options.to)) {
options.to = parseInt(options.to);
}
if (Number.isInteger(options.to)) {
if (options.to <= 0) {
throw new Error(
`Invalid Option: to must be a positive integer greater than 0, got ${JSON.stringify(opts.to)}`,
);
}
} else {
throw new Error(
`Invalid Option: to must be an integer, got ${JSON.stringify(opts.to)}`,
);
}
}
if (options.to_line === undefined || options.to_line === null) {
options.to_line = -1;
} else if (options.to_line !== -1) {
if (typeof options.to_line === "string" && /\d+/.test(options.to_line)) {
options.to_line = parseInt(options.to_line);
}
if (Number.isInteger(options.to_line)) {
if (options.to_line <= 0) {
throw new Error(
`Invalid Option: to_line must be a positive integer greater than 0, got ${JSON.stringify(opts.to_line)}`,
);
}
} else {
throw new Error(
`Invalid Option: to_line must be an integer, got ${JSON.stringify(opts.to_line)}`,
);
}
}
return options;
};
;
const delimiter_discover = function (records, options) {
if (!options) {
({ delimiter_auto: options } = normalize_options({ delimiter_auto: true }));
}
if (typeof records === "string") {
records = Buffer.from(records);
}
if (Buffer.isBuffer(records)) {
records = ((data) => {
const records = [];
const parser = transform({ delimiter: [] });
const push = (record) => records.push(record);
const close = () => {};
const error = parser.parse(data, true, push, close);
if (error !== undefined) throw error;
return records;
})(records);
}
const info = Array(127)
.fill()
.map(() => ({ lines: [] }));
records.map(([record], line) => {
for (let i = 0, l = record.length; i < l; i++) {
const code = record.charCodeAt(i);
if (info[code].lines[line] === undefined) info[code].lines[line] = 0;
info[code].lines[line]++;
}
});
info.map((info, i) => {
info.char_code = i;
info.std = std(info.lines);
info.total = info.lines.reduce((acc, val) => acc + val, 0);
info.preferred = !!options.preferred[i];
info.score = options.score(info, options);
});
const result = info.reduce(
(acc, info) => (acc.score > info.score ? acc : info),
{},
);
return String.fromCharCode(result.char_code);
};
const std = function (array) {
const n = array.length;
if (n === 0) return 0;
const mean = array.reduce((a, b) => a + b) / n;
return Math.sqrt(
array.map((x) => Math.pow(x - mean, 2)).reduce((a, b) => a + b) / n,
);
};
;
const isRecordEmpty = function (record) {
return record.every(
(field) =>
field == null || (field.toString && field.toString().trim() === ""),
);
};
const cr = 13;
const nl = 10;
const boms = {
utf8: Buffer.from([239, 187, 191]),
utf16le: Buffer.from([255, 254]),
};
const transform = function (original_options = {}) {
const info = {
bytes: 0,
bytes_records: 0,
comment_lines: 0,
empty_lines: 0,
invalid_field_length: 0,
lines: 1,
records: 0,
};
const options = normalize_options(original_options);
return {
info: info,
original_options: original_options,
options: options,
state: init_state(options),
__needMoreData: function (i, bufLen, end) {
if (end) return false;
const { encoding, escape, quote } = this.options;
const { quoting, needMoreDataSize, recordDelimiterMaxLength } =
this.state;
const numOfCharLeft = bufLen - i - 1;
const requiredLength = Math.max(
needMoreDataSize,
recordDelimiterMaxLength === 0
? Buffer.from("\r\n", encoding).length
: recordDelimiterMaxLength,
quoting ? (escape === null ? 0 : escape.length) + quote.length : 0,
quoting ? quote.length + recordDelimiterMaxLength : 0,
);
return numOfCharLeft < requiredLength;
},
parse: function (nextBuf, end, push, close) {
const {
bom,
comment_no_infix,
delimiter_auto,
encoding,
from_line,
ltrim,
max_record_size,
raw,
relax_quotes,
rtrim,
skip_empty_lines,
to,
to_line,
} = this.options;
let { comment, escape, quote, record_delimiter } = this.options;
const {
bomSkipped,
delimiterDiscovered,
delimiterBufPrevious,
rawBuffer,
escapeIsQuote,
} = this.state;
if (!delimiterDiscovered && delimiter_auto) {
let delimiterBuf;
if (delimiterBufPrevious === undefined) {
delimiterBuf = nextBuf;
} else if (
delimiterBufPrevious !== undefined &&
nextBuf === undefined
) {
delimiterBuf = delimiterBufPrevious;
} else {
delimiterBuf = Buffer.concat([delimiterBufPrevious, nextBuf]);
}
nextBuf = undefined;
if (end || delimiterBuf.length > delimiter_auto.size) {
this.options.delimiter = [
Buffer.from(
delimiter_discover(delimiterBuf, this.options.delimiter_auto),
),
];
this.state.previousBuf = delimiterBuf;
this.state.delimiterBufPrevious = undefined;
this.state.delimiterDiscovered = true;
} else {
this.state.delimiterBufPrevious = delimiterBuf;
return;
}
}
const { previousBuf } = this.state;
let buf;
if (previousBuf === undefined) {
if (nextBuf === undefined) {
close();
return;
} else {
buf = nextBuf;
}
} else if (previousBuf !== undefined && nextBuf === undefined) {
buf = previousBuf;
} else {
buf = Buffer.concat([previousBuf, nextBuf]);
}
if (bomSkipped === false) {
if (bom === false) {
this.state.bomSkipped = true;
} else if (buf.length < 3) {
if (end === false) {
this.state.previousBuf = buf;
return;
}
} else {
for (const encoding in boms) {
if (boms[encoding].compare(buf, 0, boms[encoding].length) === 0) {
const bomLength = boms[encoding].length;
this.state.bufBytesStart += bomLength;
buf = buf.slice(bomLength);
const options = normalize_options({
...this.original_options,
encoding: encoding,
});
for (const key in options) {
this.options[key] = options[key];
}
({ comment, escape, quote } = this.options);
break;
}
}
this.state.bomSkipped = true;
}
}
const bufLen = buf.length;
let pos;
for (pos = 0; pos < bufLen; pos++) {
if (this.__needMoreData(pos, bufLen, end)) {
break;
}
if (this.state.wasRowDelimiter === true) {
this.info.lines++;
this.state.wasRowDelimiter = false;
}
if (to_line !== -1 && this.info.lines > to_line) {
this.state.stop = true;
close();
return;
}
if (this.state.quoting === false && record_delimiter.length === 0) {
const record_delimiterCount = this.__autoDiscoverRecordDelimiter(
buf,
pos,
);
if (record_delimiterCount) {
record_delimiter = this.options.record_delimiter;
}
}
const chr = buf[pos];
if (raw === true) {
rawBuffer.append(chr);
}
if (
(chr === cr || chr === nl) &&
this.state.wasRowDelimiter === false
) {
this.state.wasRowDelimiter = true;
}
if (this.state.escaping === true) {
this.state.escaping = false;
} else {
if (
escape !== null &&
this.state.quoting === true &&
this.__isEscape(buf, pos, chr) &&
pos + escape.length < bufLen
) {
if (escapeIsQuote) {
if (this.__isQuote(buf, pos + escape.length)) {
this.state.escaping = true;
pos += escape.length - 1;
continue;
}
} else {
this.state.escaping = true;
pos += escape.length - 1;
continue;
}
}
if (this.state.commenting === false && this.__isQuote(buf, pos)) {
if (this.state.quoting === true) {
const nextChr = buf[pos + quote.length];
const isNextChrTrimable =
rtrim && this.__isCharTrimable(buf, pos + quote.length);
const isNextChrComment =
comment !== null &&
this.__compareBytes(comment, buf, pos + quote.length, nextChr);
const isNextChrDelimiter = this.__isDelimiter(
buf,
pos + quote.length,
nextChr,
);
const isNextChrRecordDelimiter =
record_delimiter.length === 0
? this.__autoDiscoverRecordDelimiter(buf, pos + quote.length)
: this.__isRecordDelimiter(nextChr, buf, pos + quote.length);
if (
escape !== null &&
this.__isEscape(buf, pos, chr) &&
this.__isQuote(buf, pos + escape.length)
) {
pos += escape.length - 1;
} else if (
!nextChr ||
isNextChrDelimiter ||
isNextChrRecordDelimiter ||
isNextChrComment ||
isNextChrTrimable
) {
this.state.quoting = false;
this.state.wasQuoting = true;
pos += quote.length - 1;
continue;
} else if (relax_quotes === false) {
const err = this.__error(
new CsvError_CsvError(
"CSV_INVALID_CLOSING_QUOTE",
[
"Invalid Closing Quote:",
`got "${String.fromCharCode(nextChr)}"`,
`at line ${this.info.lines}`,
"instead of delimiter, record delimiter, trimable character",
"(if activated) or comment",
],
this.options,
this.__infoField(),
),
);
if (err !== undefined) return err;
} else {
this.state.quoting = false;
this.state.wasQuoting = true;
this.state.field.prepend(quote);
pos += quote.length - 1;
}
} else {
if (this.state.field.length !== 0) {
if (relax_quotes === false) {
const info = this.__infoField();
const bom = Object.keys(boms)
.map((b) =>
boms[b].equals(this.state.field.toString()) ? b : false,
)
.filter(Boolean)[0];
const err = this.__error(
new CsvError_CsvError(
"INVALID_OPENING_QUOTE",
[
"Invalid Opening Quote:",
`a quote is found on field ${JSON.stringify(info.column)} at line ${info.lines}, value is ${JSON.stringify(this.state.field.toString(encoding))}`,
bom ? `(${bom} bom)` : undefined,
],
this.options,
info,
{
field: this.state.field,
},
),
);
if (err !== undefined) return err;
}
} else {
this.state.quoting = true;
pos += quote.length - 1;
continue;
}
}
}
if (this.state.quoting === false) {
const recordDelimiterLength = this.__isRecordDelimiter(
chr,
buf,
pos,
);
if (recordDelimiterLength !== 0) {
const skipCommentLine =
this.state.commenting &&
this.state.wasQuoting === false &&
this.state.record.length === 0 &&
this.state.field.length === 0;
if (skipCommentLine) {
this.info.comment_lines++;
} else {
if (
this.state.enabled === false &&
this.info.lines +
(this.state.wasRowDelimiter === true ? 1 : 0) >=
from_line
) {
this.state.enabled = true;
this.__resetField();
this.__resetRecord();
pos += recordDelimiterLength - 1;
continue;
}
if (
skip_empty_lines === true &&
this.state.wasQuoting === false &&
this.state.record.length === 0 &&
this.state.field.length === 0
) {
this.info.empty_lines++;
pos += recordDelimiterLength - 1;
continue;
}
this.info.bytes = this.state.bufBytesStart + pos;
const errField = this.__onField();
if (errField !== undefined) return errField;
this.info.bytes =
this.state.bufBytesStart + pos + recordDelimiterLength;
const errRecord = this.__onRecord(push);
if (errRecord !== undefined) return errRecord;
if (to !== -1 && this.info.records >= to) {
this.state.stop = true;
close();
return;
}
}
this.state.commenting = false;
pos += recordDelimiterLength - 1;
continue;
}
if (this.state.commenting) {
continue;
}
if (
comment !== null &&
(comment_no_infix === false ||
(this.state.record.length === 0 &&
this.state.field.length === 0))
) {
const commentCount = this.__compareBytes(comment, buf, pos, chr);
if (commentCount !== 0) {
this.state.commenting = true;
continue;
}
}
const delimiterLength = this.__isDelimiter(buf, pos, chr);
if (delimiterLength !== 0) {
this.info.bytes = this.state.bufBytesStart + pos;
const errField = this.__onField();
if (errField !== undefined) return errField;
pos += delimiterLength - 1;
continue;
}
}
}
if (this.state.commenting === false) {
if (
max_record_size !== 0 &&
this.state.record_length + this.state.field.length > max_record_size
) {
return this.__error(
new CsvError_CsvError(
"CSV_MAX_RECORD_SIZE",
[
"Max Record Size:",
"record exceed the maximum number of tolerated bytes",
`of ${max_record_size}`,
`at line ${this.info.lines}`,
],
this.options,
this.__infoField(),
),
);
}
}
const lappend =
ltrim === false ||
this.state.quoting === true ||
this.state.field.length !== 0 ||
!this.__isCharTrimable(buf, pos);
const rappend = rtrim === false || this.state.wasQuoting === false;
if (lappend === true && rappend === true) {
this.state.field.append(chr);
} else if (rtrim === true && !this.__isCharTrimable(buf, pos)) {
return this.__error(
new CsvError_CsvError(
"CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE",
[
"Invalid Closing Quote:",
"found non trimable byte after quote",
`at line ${this.info.lines}`,
],
this.options,
this.__infoField(),
),
);
} else {
if (lappend === false) {
pos += this.__isCharTrimable(buf, pos) - 1;
}
continue;
}
}
if (end === true) {
if (this.state.quoting === true) {
const err = this.__error(
new CsvError_CsvError(
"CSV_QUOTE_NOT_CLOSED",
[
"Quote Not Closed:",
`the parsing is finished with an opening quote at line ${this.info.lines}`,
],
this.options,
this.__infoField(),
),
);
if (err !== undefined) return err;
} else {
if (
this.state.wasQuoting === true ||
this.state.record.length !== 0 ||
this.state.field.length !== 0
) {
this.info.bytes = this.state.bufBytesStart + pos;
const errField = this.__onField();
if (errField !== undefined) return errField;
const errRecord = this.__onRecord(push);
if (errRecord !== undefined) return errRecord;
} else if (this.state.wasRowDelimiter === true) {
this.info.empty_lines++;
} else if (this.state.commenting === true) {
this.info.comment_lines++;
}
}
} else {
this.state.bufBytesStart += pos;
this.state.previousBuf = buf.slice(pos);
}
if (this.state.wasRowDelimiter === true) {
this.info.lines++;
this.state.wasRowDelimiter = false;
}
},
__onRecord: function (push) {
const {
columns,
group_columns_by_name,
encoding,
info,
from,
relax_column_count,
relax_column_count_less,
relax_column_count_more,
raw,
skip_records_with_empty_values,
} = this.options;
const { enabled, record } = this.state;
if (enabled === false) {
return this.__resetRecord();
}
const recordLength = record.length;
if (columns === true) {
if (skip_records_with_empty_values === true && isRecordEmpty(record)) {
this.__resetRecord();
return;
}
return this.__firstLineToColumns(record);
}
if (columns === false && this.info.records === 0) {
this.state.expectedRecordLength = recordLength;
}
if (recordLength !== this.state.expectedRecordLength) {
const err =
columns === false
? new CsvError_CsvError(
"CSV_RECORD_INCONSISTENT_FIELDS_LENGTH",
[
"Invalid Record Length:",
`expect ${this.state.expectedRecordLength},`,
`got ${recordLength} on line ${this.info.lines}`,
],
this.options,
this.__infoField(),
{
record: record,
},
)
: new CsvError_CsvError(
"CSV_RECORD_INCONSISTENT_COLUMNS",
[
"Invalid Record Length:",
`columns length is ${columns.length},`,
`got ${recordLength} on line ${this.info.lines}`,
],
this.options,
this.__infoField(),
{
record: record,
},
);
if (
relax_column_count === true ||
(relax_column_count_less === true &&
recordLength < this.state.expectedRecordLength) ||
(relax_column_count_more === true &&
recordLength > this.state.expectedRecordLength)
) {
this.info.invalid_field_length++;
this.state.error = err;
} else {
const finalErr = this.__error(err);
if (finalErr) return finalErr;
}
}
if (skip_records_with_empty_values === true && isRecordEmpty(record)) {
this.__resetRecord();
return;
}
if (this.state.recordHasError === true) {
this.__resetRecord();
this.state.recordHasError = false;
return;
}
this.info.records++;
if (from === 1 || this.info.records >= from) {
const { objname } = this.options;
if (columns !== false) {
const obj = {};
for (let i = 0, l = record.length; i < l; i++) {
if (columns[i] === undefined || columns[i].disabled) continue;
if (
group_columns_by_name === true &&
Object.hasOwn(obj, columns[i].name)
) {
if (Array.isArray(obj[columns[i].name])) {
obj[columns[i].name] = obj[columns[i].name].concat(record[i]);
} else {
obj[columns[i].name] = [obj[columns[i].name], record[i]];
}
} else {
Object.defineProperty(obj, columns[i].name, {
value: record[i],
enumerable: true,
writable: true,
configurable: true,
});
}
}
if (raw === true || info === true) {
const extRecord = Object.assign(
{ record: obj },
raw === true
? { raw: this.state.rawBuffer.toString(encoding) }
: {},
info === true ? { info: this.__infoRecord() } : {},
);
const err = this.__push(
objname === undefined ? extRecord : [obj[objname], extRecord],
push,
);
if (err) {
return err;
}
} else {
const err = this.__push(
objname === undefined ? obj : [obj[objname], obj],
push,
);
if (err) {
return err;
}
}
} else {
if (raw === true || info === true) {
const extRecord = Object.assign(
{ record: record },
raw === true
? { raw: this.state.rawBuffer.toString(encoding) }
: {},
info === true ? { info: this.__infoRecord() } : {},
);
const err = this.__push(
objname === undefined ? extRecord : [record[objname], extRecord],
push,
);
if (err) {
return err;
}
} else {
const err = this.__push(
objname === undefined ? record : [record[objname], record],
push,
);
if (err) {
return err;
}
}
}
}
this.__resetRecord();
},
__firstLineToColumns: function (record) {
const { firstLineToHeaders } = this.state;
try {
const headers =
firstLineToHeaders === undefined
? record
: firstLineToHeaders.call(null, record);
if (!Array.isArray(headers)) {
return this.__error(
new CsvError_CsvError(
"CSV_INVALID_COLUMN_MAPPING",
[
"Invalid Column Mapping:",
"expect an array from column function,",
`got ${JSON.stringify(headers)}`,
],
this.options,
this.__infoField(),
{
headers: headers,
},
),
);
}
const normalizedHeaders = normalize_columns_array(headers);
this.state.expectedRecordLength = normalizedHeaders.length;
this.options.columns = normalizedHeaders;
this.__resetRecord();
return;
} catch (err) {
return err;
}
},
__resetRecord: function () {
if (this.options.raw === true) {
this.state.rawBuffer.reset();
}
this.state.error = undefined;
this.state.record = [];
this.state.record_length = 0;
},
__onField: function () {
const { cast, encoding, rtrim, max_record_size } = this.options;
const { enabled, wasQuoting } = this.state;
if (enabled === false) {
return this.__resetField();
}
let field = this.state.field.toString(encoding);
if (rtrim === true && wasQuoting === false) {
field = field.trimRight();
}
if (cast === true) {
const [err, f] = this.__cast(field);
if (err !== undefined) return err;
field = f;
}
this.state.record.push(field);
if (max_record_size !== 0 && typeof field === "string") {
this.state.record_length += field.length;
}
this.__resetField();
},
__resetField: function () {
this.state.field.reset();
this.state.wasQuoting = false;
},
__push: function (record, push) {
const { on_record } = this.options;
if (on_record !== undefined) {
const info = this.__infoRecord();
try {
record = on_record.call(null, record, info);
} catch (err) {
return err;
}
if (record === undefined || record === null) {
return;
}
}
this.info.bytes_records += this.info.bytes;
push(record);
},
__cast: function (field) {
const { columns, relax_column_count } = this.options;
const isColumns = Array.isArray(columns);
if (
isColumns === true &&
relax_column_count &&
this.options.columns.length <= this.state.record.length
) {
return [undefined, undefined];
}
if (this.state.castField !== null) {
try {
const info = this.__infoField();
return [undefined, this.state.castField.call(null, field, info)];
} catch (err) {
return [err];
}
}
if (this.__isFloat(field)) {
return [undefined, parseFloat(field)];
} else if (this.options.cast_date !== false) {
const info = this.__infoField();
return [undefined, this.options.cast_date.call(null, field, info)];
}
return [undefined, field];
},
__compareBytes: function (sourceBuf, targetBuf, targetPos, firstByte) {
if (sourceBuf[0] !== firstByte) return 0;
const sourceLength = sourceBuf.length;
for (let i = 1; i < sourceLength; i++) {
if (sourceBuf[i] !== targetBuf[targetPos + i]) return 0;
}
return sourceLength;
},
__isCharTrimable: function (buf, pos) {
const { timchars, timcharFirstBytes } = this.state;
const first = buf[pos];
if (first === undefined || timcharFirstBytes[first] === 0) return 0;
loop1: for (let i = 0; i < timchars.length; i++) {
const timchar = timchars[i];
for (let j = 0; j < timchar.length; j++) {
if (timchar[j] !== buf[pos + j]) continue loop1;
}
return timchar.length;
}
return 0;
},
__isDelimiter: function (buf, pos, chr) {
const { delimiter, ignore_last_delimiters } = this.options;
if (
ignore_last_delimiters === true &&
this.state.record.length === this.options.columns.length - 1
) {
return 0;
} else if (
ignore_last_delimiters !== false &&
typeof ignore_last_delimiters === "number" &&
this.state.record.length === ignore_last_delimiters - 1
) {
return 0;
}
loop1: for (let i = 0; i < delimiter.length; i++) {
const del = delimiter[i];
if (del[0] === chr) {
for (let j = 1; j < del.length; j++) {
if (del[j] !== buf[pos + j]) continue loop1;
}
return del.length;
}
}
return 0;
},
__isEscape: function (buf, pos, chr) {
const { escape } = this.options;
if (escape === null) return false;
const l = escape.length;
if (escape[0] === chr) {
for (let i = 0; i < l; i++) {
if (escape[i] !== buf[pos + i]) {
return false;
}
}
return true;
}
return false;
},
__isFloat: function (value) {
return value - parseFloat(value) + 1 >= 0;
},
__isQuote: function (buf, pos) {
const { quote } = this.options;
if (quote === null) return false;
const l = quote.length;
for (let i = 0; i < l; i++) {
if (quote[i] !== buf[pos + i]) {
return false;
}
}
return true;
},
__isRecordDelimiter: function (chr, buf, pos) {
const { record_delimiter } = this.options;
const recordDelimiterLength = record_delimiter.length;
loop1: for (let i = 0; i < recordDelimiterLength; i++) {
const rd = record_delimiter[i];
const rdLength = rd.length;
if (rd[0] !== chr) {
continue;
}
for (let j = 1; j < rdLength; j++) {
if (rd[j] !== buf[pos + j]) {
continue loop1;
}
}
return rd.length;
}
return 0;
},
__autoDiscoverRecordDelimiter: function (buf, pos) {
const { encoding } = this.options;
const rds = [
Buffer.from("\r\n", encoding),
Buffer.from("\n", encoding),
Buffer.from("\r", encoding),
];
loop: for (let i = 0; i < rds.length; i++) {
const l = rds[i].length;
for (let j = 0; j < l; j++) {
if (rds[i][j] !== buf[pos + j]) {
continue loop;
}
}
this.options.record_delimiter.push(rds[i]);
this.state.recordDelimiterMaxLength = rds[i].length;
return rds[i].length;
}
return 0;
},
__error: function (msg) {
const { encoding, raw, skip_records_with_error } = this.options;
const err = typeof msg === "string" ? new Error(msg) : msg;
if (skip_records_with_error) {
this.state.recordHasError = true;
if (this.options.on_skip !== undefined) {
try {
this.options.on_skip(
err,
raw ? this.state.rawBuffer.toString(encoding) : undefined,
);
} catch (err) {
return err;
}
}
return undefined;
} else {
return err;
}
},
__infoDataSet: function () {
return {
...this.info,
columns: this.options.columns,
};
},
__infoRecord: function () {
const { columns, raw, encoding } = this.options;
return {
...this.__infoDataSet(),
bytes_records: this.info.bytes,
error: this.state.error,
header: columns === true,
index: this.state.record.length,
raw: raw ? this.state.rawBuffer.toString(encoding) : undefined,
};
},
__infoField: function () {
const { columns } = this.options;
const isColumns = Array.isArray(columns);
const bytes_records = this.info.bytes_records;
return {
...this.__infoRecord(),
bytes_records: bytes_records,
column:
isColumns === true
? columns.length > this.state.record.length
? columns[this.state.record.length].name
: null
: this.state.record.length,
quoting: this.state.wasQuoting,
};
},
};
};
;
const sync_parse = function (data, opts = {}) {
if (typeof data === "string") {
data = Buffer.from(data);
}
const records = opts && opts.objname ? Object.create(null) : [];
const parser = transform(opts);
const push = (record) => {
if (parser.options.objname === undefined) records.push(record);
else {
records[record[0]] = record[1];
}
};
const close = () => {};
const error = parser.parse(data, true, push, close);
if (error !== undefined) throw error;
return records;
};
;
function assertEqual(val) {
return val;
}
function assertNotEqual(val) {
return val;
}
function toZod() {
return (schema) => schema;
}
function assertIs(_arg) { }
function assertNever(_x) {
throw new Error("Unexpected value in exhaustive check");
}
function assert(_) { }
function getEnumValues(entries) {
const numericValues = Object.values(entries).filter((v) => typeof v === "number");
const values = Object.entries(entries)
.filter(([k, _]) => numericValues.indexOf(+k) === -1)
.map(([_, v]) => v);
return values;
}
function joinValues(array, separator = "|") {
return array.map((val) => stringifyPrimitive(val)).join(separator);
}
function jsonStringifyReplacer(_, value) {
if (typeof value === "bigint")
return value.toString();
return value;
}
class Cached {
constructor(getter) {
this._getter = getter;
this._value = undefined;
}
get value() {
const getter = this._getter;
if (getter !== undefined) {
this._value = getter();
this._getter = undefined;
}
return this._value;
}
}
function cached(getter) {
return new Cached(getter);
}
function nullish(input) {
return input === null || input === undefined;
}
function cleanRegex(source) {
const start = source.startsWith("^") ? 1 : 0;
const end = source.endsWith("$") ? source.length - 1 : source.length;
return source.slice(start, end);
}
function floatSafeRemainder(val, step) {
const ratio = val / step;
const roundedRatio = Math.round(ratio);
const tolerance = 4 * Number.EPSILON * Math.max(Math.abs(ratio), 1);
if (Math.abs(ratio - roundedRatio) < tolerance)
return 0;
return ratio - roundedRatio;
}
const EVALUATING =   (  null && (Symbol("evaluating")));
function defineLazy(object, key, getter) {
let value = undefined;
Object.defineProperty(object, key, {
get() {
if (value === EVALUATING) {
return undefined;
}
if (value === undefined) {
value = EVALUATING;
value = getter();
}
return value;
},
set(v) {
Object.defineProperty(object, key, {
value: v,
});
},
configurable: true,
});
}
function objectClone(obj) {
return Object.create(Object.getPrototypeOf(obj), Object.getOwnPropertyDescriptors(obj));
}
function util_assignProp(target, prop, value) {
Object.defineProperty(target, prop, {
value,
writable: true,
enumerable: true,
configurable: true,
});
}
function rawShape(def) {
const desc = Object.getOwnPropertyDescriptor(def, "shape");
return desc?.get ? desc.get.raw : desc?.value;
}
function sourceShape(schema) {
return rawShape(schema._zod.def) ?? schema._zod.def.shape;
}
function deferProp(target, key, getter) {
Object.defineProperty(target, key, {
get() {
const value = getter();
util_assignProp(this, key, value);
return value;
},
enumerable: true,
configurable: true,
});
}
function putProp(target, key, value) {
if (key in target)
util_assignProp(target, key, value);
else
target[key] = value;
}
function mirrorShape(target, source, keys, wrap) {
const raw = sourceShape(source);
for (const key of keys) {
const desc = Object.getOwnPropertyDescriptor(raw, key);
if (!desc.enumerable)
continue;
if (desc.get) {
deferProp(target, key, () => {
const value = source._zod.def.shape[key];
return wrap ? wrap(value, key) : value;
});
}
else
putProp(target, key, wrap ? wrap(desc.value, key) : desc.value);
}
}
function mirrorProps(target, source) {
for (const key of Reflect.ownKeys(source)) {
const desc = Object.getOwnPropertyDescriptor(source, key);
if (!desc.enumerable)
continue;
if (desc.get)
deferProp(target, key, () => source[key]);
else
putProp(target, key, desc.value);
}
}
function mergeDefs(...defs) {
const mergedDescriptors = {};
for (const def of defs) {
const descriptors = Object.getOwnPropertyDescriptors(def);
Object.assign(mergedDescriptors, descriptors);
}
return Object.defineProperties({}, mergedDescriptors);
}
function cloneDef(schema) {
return mergeDefs(schema._zod.def);
}
function getElementAtPath(obj, path) {
if (!path)
return obj;
return path.reduce((acc, key) => acc?.[key], obj);
}
function promiseAllObject(promisesObj) {
const keys = Object.keys(promisesObj);
const promises = keys.map((key) => promisesObj[key]);
return Promise.all(promises).then((results) => {
const resolvedObj = {};
for (let i = 0; i < keys.length; i++) {
resolvedObj[keys[i]] = results[i];
}
return resolvedObj;
});
}
function randomString(length = 10) {
const chars = "abcdefghijklmnopqrstuvwxyz";
let str = "";
for (let i = 0; i < length; i++) {
str += chars[Math.floor(Math.random() * chars.length)];
}
return str;
}
function esc(str) {
return JSON.stringify(str);
}
function slugify(input) {
return input
.toLowerCase()
.trim()
.replace(/[^\w\s-]/g, "")
.replace(/[\s_-]+/g, "-")
.replace(/^-+|-+$/g, "");
}
const captureStackTrace = ("captureStackTrace" in Error ? Error.captureStackTrace : (..._args) => { });
function util_isObject(data) {
return typeof data === "object" && data !== null && !Array.isArray(data);
}
const util_allowsEval =   cached(() => {
if (globalConfig.jitless) {
return false;
}
if (typeof navigator !== "undefined" && navigator?.userAgent?.includes("Cloudflare")) {
return false;
}
try {
const F = Function;
new F("");
return true;
}
catch (_) {
return false;
}
});
function isPlainObject(o) {
if (util_isObject(o) === false)
return false;
const ctor = o.constructor;
if (ctor === undefined)
return true;
if (typeof ctor !== "function")
return true;
const prot = ctor.prototype;
if (util_isObject(prot) === false)
return false;
if (Object.prototype.hasOwnProperty.call(prot, "isPrototypeOf") === false) {
return false;
}
return true;
}
function shallowClone(o) {
if (isPlainObject(o))
return { ...o };
if (Array.isArray(o))
return [...o];
if (o instanceof Map)
return new Map(o);
if (o instanceof Set)
return new Set(o);
return o;
}
function numKeys(data) {
let keyCount = 0;
for (const key in data) {
if (Object.prototype.hasOwnProperty.call(data, key)) {
keyCount++;
}
}
return keyCount;
}
const getParsedType = (data) => {
const t = typeof data;
switch (t) {
case "undefined":
return "undefined";
case "string":
return "string";
case "number":
return Number.isNaN(data) ? "nan" : "number";
case "boolean":
return "boolean";
case "function":
return "function";
case "bigint":
return "bigint";
case "symbol":
return "symbol";
case "object":
if (Array.isArray(data)) {
return "array";
}
if (data === null) {
return "null";
}
if (data.then && typeof data.then === "function" && data.catch && typeof data.catch === "function") {
return "promise";
}
if (typeof Map !== "undefined" && data instanceof Map) {
return "map";
}
if (typeof Set !== "undefined" && data instanceof Set) {
return "set";
}
if (typeof Date !== "undefined" && data instanceof Date) {
return "date";
}
if (typeof File !== "undefined" && data instanceof File) {
return "file";
}
return "object";
default:
throw new Error(`Unknown data type: ${t}`);
}
};
const propertyKeyTypes =   new Set(["string", "number", "symbol"]);
const primitiveTypes =   new Set([
"string",
"number",
"bigint",
"boolean",
"symbol",
"undefined",
]);
function escapeRegex(str) {
return str.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
function clone(inst, def, params) {
const cl = new inst._zod.constr(def ?? inst._zod.def);
if (!def || params?.parent)
cl._zod.parent = inst;
return cl;
}
function normalizeParams(_params) {
const params = _params;
if (!params)
return {};
if (typeof params === "string")
return { error: () => params };
if (params?.message !== undefined) {
if (params?.error !== undefined)
throw new Error("Cannot specify both `message` and `error` params");
params.error = params.message;
}
delete params.message;
if (typeof params.error === "string")
return { ...params, error: () => params.error };
return params;
}
function createTransparentProxy(getter) {
let target;
return new Proxy({}, {
get(_, prop, receiver) {
target ?? (target = getter());
return Reflect.get(target, prop, receiver);
},
set(_, prop, value, receiver) {
target ?? (target = getter());
return Reflect.set(target, prop, value, receiver);
},
has(_, prop) {
target ?? (target = getter());
return Reflect.has(target, prop);
},
deleteProperty(_, prop) {
target ?? (target = getter());
return Reflect.deleteProperty(target, prop);
},
ownKeys(_) {
target ?? (target = getter());
return Reflect.ownKeys(target);
},
getOwnPropertyDescriptor(_, prop) {
target ?? (target = getter());
return Reflect.getOwnPropertyDescriptor(target, prop);
},
defineProperty(_, prop, descriptor) {
target ?? (target = getter());
return Reflect.defineProperty(target, prop, descriptor);
},
});
}
function stringifyPrimitive(value) {
if (typeof value === "bigint")
return value.toString() + "n";
if (typeof value === "string")
return `"${value}"`;
return `${value}`;
}
function optionalKeys(shape) {
return Object.keys(shape).filter((k) => {
return shape[k]._zod.optin !== undefined && shape[k]._zod.optout === "optional";
});
}
const NUMBER_FORMAT_RANGES =   (() => ({
safeint: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
int32: [-2147483648, 2147483647],
uint32: [0, 4294967295],
float32: [-3.4028234663852886e38, 3.4028234663852886e38],
float64: [-Number.MAX_VALUE, Number.MAX_VALUE],
}))();
const BIGINT_FORMAT_RANGES = {
int64: [  BigInt("-9223372036854775808"),   BigInt("9223372036854775807")],
uint64: [  BigInt(0),   BigInt("18446744073709551615")],
};
function pick(schema, mask) {
const currDef = schema._zod.def;
const checks = currDef.checks;
const hasChecks = checks && checks.length > 0;
if (hasChecks) {
throw new Error(".pick() cannot be used on object schemas containing refinements");
}
const newShape = {};
mirrorShape(newShape, schema, maskedKeys(schema, mask));
return clone(schema, mergeDefs(currDef, { shape: newShape, checks: [] }));
}
function maskedKeys(schema, mask) {
const raw = sourceShape(schema);
const keys = [];
for (const key of Reflect.ownKeys(mask)) {
if (!Object.getOwnPropertyDescriptor(raw, key)?.enumerable) {
throw new Error(`Unrecognized key: "${String(key)}"`);
}
if (mask[key])
keys.push(key);
}
return keys;
}
function omit(schema, mask) {
const currDef = schema._zod.def;
const checks = currDef.checks;
const hasChecks = checks && checks.length > 0;
if (hasChecks) {
throw new Error(".omit() cannot be used on object schemas containing refinements");
}
const omitted = new Set(maskedKeys(schema, mask));
const newShape = {};
mirrorShape(newShape, schema, Reflect.ownKeys(sourceShape(schema)).filter((key) => !omitted.has(key)));
return clone(schema, mergeDefs(currDef, { shape: newShape, checks: [] }));
}
function extend(schema, shape) {
if (!isPlainObject(shape)) {
throw new Error("Invalid input to extend: expected a plain object");
}
const checks = schema._zod.def.checks;
const hasChecks = checks && checks.length > 0;
if (hasChecks) {
const existingShape = sourceShape(schema);
for (const key of Reflect.ownKeys(shape)) {
if (Object.getOwnPropertyDescriptor(existingShape, key) !== undefined) {
throw new Error("Cannot overwrite keys on object schemas containing refinements. Use `.safeExtend()` instead.");
}
}
}
return clone(schema, mergeDefs(schema._zod.def, { shape: extended(schema, shape) }));
}
function extended(schema, shape) {
const newShape = {};
mirrorShape(newShape, schema, Reflect.ownKeys(sourceShape(schema)));
mirrorProps(newShape, shape);
return newShape;
}
function safeExtend(schema, shape) {
if (!isPlainObject(shape)) {
throw new Error("Invalid input to safeExtend: expected a plain object");
}
return clone(schema, mergeDefs(schema._zod.def, { shape: extended(schema, shape) }));
}
function merge(a, b) {
if (!b?._zod?.def) {
throw new Error("Invalid input to merge: expected an object schema. To merge a plain shape, use `.extend()`.");
}
if (a._zod.def.checks?.length) {
throw new Error(".merge() cannot be used on object schemas containing refinements. Use .safeExtend() instead.");
}
const newShape = {};
mirrorShape(newShape, a, Reflect.ownKeys(sourceShape(a)));
mirrorShape(newShape, b, Reflect.ownKeys(sourceShape(b)));
const def = mergeDefs(a._zod.def, {
shape: newShape,
get catchall() {
return b._zod.def.catchall;
},
checks: b._zod.def.checks ?? [],
});
return clone(a, def);
}
function partial(Class, schema, mask, name = "partial") {
const currDef = schema._zod.def;
const checks = currDef.checks;
const hasChecks = checks && checks.length > 0;
if (hasChecks) {
throw new Error(`.${name}() cannot be used on object schemas containing refinements`);
}
const selected = mask ? new Set(maskedKeys(schema, mask)) : undefined;
const newShape = {};
mirrorShape(newShape, schema, Reflect.ownKeys(sourceShape(schema)), Class &&
((value, key) => (selected && !selected.has(key) ? value : new Class({ type: "optional", innerType: value }))));
return clone(schema, mergeDefs(schema._zod.def, { shape: newShape, checks: [] }));
}
function required(Class, schema, mask) {
const selected = mask ? new Set(maskedKeys(schema, mask)) : undefined;
const newShape = {};
mirrorShape(newShape, schema, Reflect.ownKeys(sourceShape(schema)), (value, key) =>
selected && !selected.has(key) ? value : new Class({ type: "nonoptional", innerType: value }));
return clone(schema, mergeDefs(schema._zod.def, { shape: newShape }));
}
function aborted(x, startIndex = 0) {
if (x.aborted === true)
return true;
for (let i = startIndex; i < x.issues.length; i++) {
if (x.issues[i]?.continue !== true) {
return true;
}
}
return false;
}
function explicitlyAborted(x, startIndex = 0) {
if (x.aborted === true)
return true;
for (let i = startIndex; i < x.issues.length; i++) {
if (x.issues[i]?.continue === false) {
return true;
}
}
return false;
}
function prefixIssues(path, issues) {
return issues.map((iss) => {
var _a;
(_a = iss).path ?? (_a.path = []);
iss.path.unshift(path);
return iss;
});
}
function unwrapMessage(message) {
return typeof message === "string" ? message : message?.message;
}
function sizeCaps(defChecks) {
const caps = [];
for (const ch of defChecks ?? []) {
const d = ch._zod.def;
if (!/_(length|size)$|_equals$/.test(d.check))
break;
const max = d.maximum ?? d.length ?? d.size;
if (max >= 0)
caps.push([max, ch]);
}
return caps;
}
function attachSchema(issues, start, inst) {
var _a;
for (let i = start; i < issues.length; i++) {
(_a = issues[i]).schema ?? (_a.schema = inst);
}
}
function finalizeIssue(iss, ctx, config) {
var _a;
const traits = iss.inst?._zod?.traits;
if (traits?.has("$ZodType")) {
if (traits.has("$ZodCheck"))
(_a = iss).schema ?? (_a.schema = iss.inst);
else
iss.schema = iss.inst;
}
const schemaError = iss.schema !== iss.inst ? iss.schema?._zod.def?.error : undefined;
const message = iss.message
? iss.message
: (unwrapMessage(iss.inst?._zod.def?.error?.(iss)) ??
unwrapMessage(schemaError?.(iss)) ??
unwrapMessage(ctx?.error?.(iss)) ??
unwrapMessage(config.customError?.(iss)) ??
unwrapMessage(config.localeError?.(iss)) ??
"Invalid input");
const full = {};
for (const k of Object.keys(iss)) {
if (k === "inst" || k === "schema" || k === "continue" || k === "input" || k === "__proto__")
continue;
full[k] = iss[k];
}
full.path ?? (full.path = []);
full.message = message;
if (ctx?.reportInput) {
full.input = iss.input;
}
return full;
}
function getSizableOrigin(input) {
if (input instanceof Set)
return "set";
if (input instanceof Map)
return "map";
if (input instanceof File)
return "file";
return "unknown";
}
const highSurrogate = /[\uD800-\uDBFF]/;
function codePointLength(str) {
const units = str.length;
if (!highSurrogate.test(str))
return units;
let count = units;
for (let i = 0; i < units - 1; i++) {
if ((str.charCodeAt(i) & 0xfc00) === 0xd800 && (str.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
count--;
i++;
}
}
return count;
}
function getLengthableOrigin(input) {
if (Array.isArray(input))
return "array";
if (typeof input === "string")
return "string";
return "unknown";
}
function parsedType(data) {
const t = typeof data;
switch (t) {
case "number": {
return Number.isNaN(data) ? "nan" : "number";
}
case "object": {
if (data === null) {
return "null";
}
if (Array.isArray(data)) {
return "array";
}
const obj = data;
if (obj && Object.getPrototypeOf(obj) !== Object.prototype && "constructor" in obj && obj.constructor) {
return obj.constructor.name;
}
}
}
return t;
}
function util_issue(...args) {
const [iss, input, inst] = args;
if (typeof iss === "string") {
return {
message: iss,
code: "custom",
input,
inst,
};
}
return { ...iss };
}
function cleanEnum(obj) {
return Object.entries(obj)
.filter(([k, _]) => {
return Number.isNaN(Number.parseInt(k, 10));
})
.map((el) => el[1]);
}
function base64ToUint8Array(base64) {
const binaryString = atob(base64);
const bytes = new Uint8Array(binaryString.length);
for (let i = 0; i < binaryString.length; i++) {
bytes[i] = binaryString.charCodeAt(i);
}
return bytes;
}
function uint8ArrayToBase64(bytes) {
let binaryString = "";
for (let i = 0; i < bytes.length; i++) {
binaryString += String.fromCharCode(bytes[i]);
}
return btoa(binaryString);
}
function base64urlToUint8Array(base64url) {
const base64 = base64url.replace(/-/g, "+").replace(/_/g, "/");
const padding = "=".repeat((4 - (base64.length % 4)) % 4);
return base64ToUint8Array(base64 + padding);
}
function uint8ArrayToBase64url(bytes) {
return uint8ArrayToBase64(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}
function hexToUint8Array(hex) {
const cleanHex = hex.replace(/^0x/, "");
if (cleanHex.length % 2 !== 0) {
throw new Error("Invalid hex string length");
}
const bytes = new Uint8Array(cleanHex.length / 2);
for (let i = 0; i < cleanHex.length; i += 2) {
bytes[i / 2] = Number.parseInt(cleanHex.slice(i, i + 2), 16);
}
return bytes;
}
function uint8ArrayToHex(bytes) {
return Array.from(bytes)
.map((b) => b.toString(16).padStart(2, "0"))
.join("");
}
class Class {
constructor(..._args) { }
}
function members(proto, table) {
for (const key in table) {
const desc = Object.getOwnPropertyDescriptor(table, key);
if (desc.get)
Object.defineProperty(proto, key, { ...desc, enumerable: false });
else
defineBound(proto, key, desc.value);
}
}
function own(inst, key, value, enumerable = true) {
Object.defineProperty(inst, key, { configurable: true, writable: true, enumerable, value });
return value;
}
function hide(inst, key, value) {
return own(inst, key, value, false);
}
function derived(computes, table) {
for (const key in computes) {
const compute = computes[key];
Object.defineProperty(table, key, {
configurable: true,
enumerable: true,
get() {
return own(this, key, compute(this));
},
set(value) {
own(this, key, value);
},
});
}
return table;
}
function defineBound(proto, key, fn) {
Object.defineProperty(proto, key, {
configurable: true,
get() {
return this == null ? fn : own(this, key, fn.bind(this));
},
set(value) {
own(this, key, value);
},
});
}
function claim(inst, sentinel) {
const proto = Object.getPrototypeOf(inst);
return sentinel in proto ? undefined : proto;
}
let installing;
let broke = false;
const breaker = {
configurable: true,
get() {
broke = true;
return undefined;
},
};
function defineLazyInternal(inst, key, compute) {
const proto = Object.getPrototypeOf(inst._zod);
if (key in proto && installing !== inst._zod) {
installing = undefined;
return;
}
installing = inst._zod;
Object.defineProperty(proto, key, {
configurable: true,
get() {
Object.defineProperty(this, key, breaker);
const outer = broke;
broke = false;
try {
const value = compute(this);
if (broke)
delete this[key];
else
Object.defineProperty(this, key, { configurable: true, writable: true, value });
broke = broke || outer;
return value;
}
catch (err) {
delete this[key];
broke = broke || outer;
throw err;
}
},
set(value) {
Object.defineProperty(this, key, { configurable: true, writable: true, value });
},
});
}
function installLazyProp(inst, key, make, enumerable) {
const proto = claim(inst, key);
if (!proto)
return;
Object.defineProperty(proto, key, {
configurable: true,
get() {
const desc = { configurable: true, writable: true, enumerable, value: undefined };
Object.defineProperty(this, key, desc);
desc.value = make(this);
Object.defineProperty(this, key, desc);
return desc.value;
},
set(value) {
Object.defineProperty(this, key, { configurable: true, writable: true, enumerable, value });
},
});
}
const CONSTANT_CATCH = "~constantCatch";
function constantCatch(value) {
const fn = () => value;
fn[CONSTANT_CATCH] = true;
return fn;
}
;
var _a;
const NEVER =   Object.freeze({
status: "aborted",
});
const _zodDesc = { value: undefined, enumerable: false };
let _E = "captureStackTrace" in Error ? Error : null;
function newError(Definition) {
const E = _E;
if (E) {
const saved = E.stackTraceLimit;
if (typeof saved === "number") {
try {
E.stackTraceLimit = 0;
}
catch {
_E = null;
return new Definition();
}
try {
return new Definition();
}
finally {
E.stackTraceLimit = saved;
}
}
}
return new Definition();
}
function $constructor(name, initializer,
proto, params) {
const zodProto = {};
function Internals(def) {
this.def = def;
this.constr = _;
this.traits = new Set();
}
Internals.prototype = zodProto;
const protoMembers = proto;
const initialized = protoMembers && new WeakSet();
function init(inst, def) {
if (!inst._zod) {
_zodDesc.value = new Internals(def);
try {
Object.defineProperty(inst, "_zod", _zodDesc);
}
finally {
_zodDesc.value = undefined;
}
}
else if (inst._zod.traits.has(name)) {
return;
}
inst._zod.traits.add(name);
initializer(inst, def);
if (initialized) {
const own = Object.getPrototypeOf(inst);
const ctorProto = inst._zod.constr.prototype;
let up = own;
while (up && up !== ctorProto)
up = Object.getPrototypeOf(up);
const target = up ?? own;
if (!initialized.has(target)) {
initialized.add(target);
members(target, protoMembers);
}
}
const proto = _.prototype;
for (const k in proto) {
if (!Object.prototype.hasOwnProperty.call(proto, k))
continue;
if (!(k in inst)) {
inst[k] = proto[k].bind(inst);
}
}
}
const Parent = params?.Parent ?? Object;
class Definition extends Parent {
}
Object.defineProperty(Definition, "name", { value: name });
function _(def) {
const inst = params?.Parent ? newError(Definition) : this;
init(inst, def);
const deferred = inst._zod.deferred;
if (deferred) {
for (const fn of deferred) {
fn();
}
inst._zod.deferred = undefined;
}
const pp = globalThis.__zod_globalConfig?.postProcessor;
if (pp)
pp(inst);
return inst;
}
Object.defineProperty(_, "init", { value: init });
Object.defineProperty(_, Symbol.hasInstance, {
value: (inst) => {
if (params?.Parent && inst instanceof params.Parent)
return true;
return inst?._zod?.traits?.has(name);
},
});
Object.defineProperty(_, "name", { value: name });
return _;
}
const $brand =   (  null && (Symbol("zod_brand")));
class $ZodAsyncError extends Error {
constructor() {
super(`Encountered Promise during synchronous parse. Use .parseAsync() instead.`);
}
}
class $ZodEncodeError extends Error {
constructor(name) {
super(`Encountered unidirectional transform during encode: ${name}`);
this.name = "ZodEncodeError";
}
}
(_a = globalThis).__zod_globalConfig ?? (_a.__zod_globalConfig = {});
const globalConfig = globalThis.__zod_globalConfig;
function config(newConfig) {
if (newConfig)
Object.assign(globalConfig, newConfig);
return globalConfig;
}
;
class $ZodCyclicError extends Error {
constructor() {
super(`Cannot parse a reference cycle that closes through a transform`);
this.name = "ZodCyclicError";
}
}
const STATE = "~memo";
const NO_ISSUES = [];
function isRef(value) {
return value !== null && typeof value === "object";
}
function cloneIssues(issues) {
return issues.map((iss) => (iss.path ? { ...iss, path: iss.path.slice() } : { ...iss }));
}
const recursive =   new WeakMap();
const NONE = 0;
const ASSUMED = 1;
const PROVEN = 2;
function isRecursive(inst, stack, resolve) {
const cached = recursive.get(inst);
if (cached !== undefined)
return cached ? PROVEN : NONE;
if (stack.has(inst))
return PROVEN;
stack.add(inst);
let result = NONE;
const check = (child) => {
if (result !== PROVEN && child?._zod) {
const answer = isRecursive(child, stack, resolve);
if (answer > result)
result = answer;
}
};
const shape = (sh, spread) => {
let answer = NONE;
for (const key of Reflect.ownKeys(sh)) {
const desc = Object.getOwnPropertyDescriptor(sh, key);
if (spread && !desc.enumerable)
continue;
const child = desc.get ? ASSUMED : desc.value?._zod ? isRecursive(desc.value, stack, resolve) : NONE;
if (child > answer)
answer = child;
}
return answer;
};
const merge = (answer) => {
if (answer > result)
result = answer;
};
const def = inst._zod.def;
const kind = def.type;
switch (kind) {
case "object": {
const raw = rawShape(def);
merge(raw ? shape(raw, true) : ASSUMED);
check(def.catchall);
break;
}
case "array":
check(def.element);
break;
case "tuple":
for (const el of def.items)
check(el);
check(def.rest);
break;
case "record":
case "map":
check(def.keyType);
check(def.valueType);
break;
case "set":
check(def.valueType);
break;
case "union":
for (const el of def.options)
check(el);
break;
case "intersection":
check(def.left);
check(def.right);
break;
case "optional":
case "nullable":
case "default":
case "prefault":
case "catch":
case "readonly":
case "nonoptional":
case "promise":
case "success":
check(def.innerType);
break;
case "pipe":
check(def.in);
check(def.out);
break;
case "function":
check(def.input);
check(def.output);
break;
case "lazy": {
const inner = def._cachedInner ?? (resolve ? inst._zod.innerType : undefined);
merge(inner ? isRecursive(inner, stack, false) : ASSUMED);
break;
}
case "template_literal":
case "string":
case "number":
case "int":
case "boolean":
case "bigint":
case "symbol":
case "undefined":
case "null":
case "void":
case "never":
case "any":
case "unknown":
case "date":
case "nan":
case "enum":
case "literal":
case "file":
case "transform":
case "custom":
break;
default: {
kind;
for (const key in def) {
const desc = Object.getOwnPropertyDescriptor(def, key);
if (!desc || desc.get)
continue;
const value = desc.value;
if (!value || typeof value !== "object")
continue;
if (value._zod)
check(value);
else if (Array.isArray(value))
for (const el of value)
check(el);
}
}
}
stack.delete(inst);
return settle(inst, result);
}
function settle(inst, answer) {
if (answer !== ASSUMED)
recursive.set(inst, answer === PROVEN);
return answer;
}
function isRecursiveSchema(inst) {
return isRecursive(inst, new Set(), true) !== NONE;
}
function bucketFor(state, inst) {
let bucket = state.buckets.get(inst);
if (!bucket) {
bucket = new WeakMap();
state.buckets.set(inst, bucket);
}
return bucket;
}
let handoff;
const memoizer_open = [];
const memo = {
alloc(_inst, payload, empty) {
const bucket = handoff;
if (!bucket)
return empty;
handoff = undefined;
const entry = { value: empty, issues: null };
bucket.set(payload.value, entry);
memoizer_open.push(entry);
return empty;
},
guard(inst) {
var _a;
(_a = inst._zod).deferred ?? (_a.deferred = []);
inst._zod.deferred.push(() => {
const base = inst._zod.parse;
const wrapped = (payload, ctx) => {
if (ctx.direction !== "backward" && isBackEdge(ctx, payload.value))
throw new $ZodCyclicError();
return base(payload, ctx);
};
inst._zod.parse = wrapped;
if (inst._zod.run === base)
inst._zod.run = wrapped;
});
},
attach(inst) {
var _a;
let isRecursiveInst;
let rechecked = false;
let lastCtx;
let lastBucket;
(_a = inst._zod).deferred ?? (_a.deferred = []);
inst._zod.deferred.push(() => {
const base = inst._zod.parse;
const wrapped = (payload, ctx) => {
if (isRecursiveInst === undefined) {
const walked = isRecursive(inst, new Set(), false);
if (walked === NONE) {
inst._zod.parse = base;
if (inst._zod.run === wrapped)
inst._zod.run = base;
return base(payload, ctx);
}
if (walked === PROVEN || rechecked)
isRecursiveInst = true;
else
rechecked = true;
}
const input = payload.value;
if (!isRef(input))
return base(payload, ctx);
let state = ctx[STATE];
if (!state) {
state = { buckets: new WeakMap(), backEdges: undefined };
ctx[STATE] = state;
}
let bucket;
if (lastCtx === ctx) {
bucket = lastBucket;
}
else {
bucket = bucketFor(state, inst);
lastCtx = ctx;
lastBucket = bucket;
}
const hit = bucket.get(input);
if (hit) {
payload.value = hit.value;
if (hit.issues) {
if (hit.issues.length)
payload.issues.push(...cloneIssues(hit.issues));
}
else {
payload.memo = true;
state.backEdges ?? (state.backEdges = new WeakSet());
state.backEdges.add(hit.value);
}
return payload;
}
handoff = bucket;
const depth = memoizer_open.length;
const result = base(payload, ctx);
handoff = undefined;
const entry = memoizer_open.length > depth ? memoizer_open.pop() : undefined;
if (result instanceof Promise) {
return result.then((r) => {
if (entry)
entry.issues = r.issues.length ? cloneIssues(r.issues) : NO_ISSUES;
return r;
});
}
if (entry)
entry.issues = result.issues.length ? cloneIssues(result.issues) : NO_ISSUES;
return result;
};
inst._zod.parse = wrapped;
if (inst._zod.run === base)
inst._zod.run = wrapped;
});
},
};
function memoizer() {
return memo;
}
function isBackEdge(ctx, value) {
const backEdges = ctx[STATE]?.backEdges;
return backEdges !== undefined && isRef(value) && backEdges.has(value);
}
;
const cuid = /^[cC][0-9a-z]{6,}$/;
const cuid2 = /^[0-9a-z]+$/;
const ulid = /^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$/;
const xid = /^[0-9a-vA-V]{20}$/;
const ksuid = /^[A-Za-z0-9]{27}$/;
const nanoid = /^[a-zA-Z0-9_-]{21}$/;
function nanoidOfLength(length) {
return new RegExp(`^[a-zA-Z0-9_-]{${length}}$`);
}
const duration = /^P(?:(\d+W)|(?!.*W)(?=\d|T\d)(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+([.,]\d+)?S)?)?)$/;
const extendedDuration = /^[-+]?P(?!$)(?:(?:[-+]?\d+Y)|(?:[-+]?\d+[.,]\d+Y$))?(?:(?:[-+]?\d+M)|(?:[-+]?\d+[.,]\d+M$))?(?:(?:[-+]?\d+W)|(?:[-+]?\d+[.,]\d+W$))?(?:(?:[-+]?\d+D)|(?:[-+]?\d+[.,]\d+D$))?(?:T(?=[\d+-])(?:(?:[-+]?\d+H)|(?:[-+]?\d+[.,]\d+H$))?(?:(?:[-+]?\d+M)|(?:[-+]?\d+[.,]\d+M$))?(?:[-+]?\d+(?:[.,]\d+)?S)?)??$/;
const guid = /^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$/;
const uuid = (version) => {
if (!version)
return /^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$/;
return new RegExp(`^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-${version}[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12})$`);
};
const uuid4 =   (  null && (uuid(4)));
const uuid6 =   (  null && (uuid(6)));
const uuid7 =   (  null && (uuid(7)));
const email = /^(?:[A-Za-z0-9_'+\-]+\.)*[A-Za-z0-9_'+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$/;
const html5Email = /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
const rfc5322Email = /^(([^<>()\[\]\\.,;:\s@"]+(\.[^<>()\[\]\\.,;:\s@"]+)*)|(".+"))@((\[[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}])|(([a-zA-Z\-0-9]+\.)+[a-zA-Z]{2,}))$/;
const unicodeEmail = /^[^\s@"]{1,64}@[^\s@]{1,255}$/u;
const idnEmail = (  null && (unicodeEmail));
const browserEmail = /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
const _emoji = `^(?=[\\s\\S]*[\\p{Extended_Pictographic}\\p{Regional_Indicator}\\u20E3])[\\p{Extended_Pictographic}\\p{Emoji_Component}]+$`;
function emoji() {
return new RegExp(_emoji, "u");
}
const ipv4 = /^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])$/;
const ipv6 = /^(([0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,7}:|([0-9a-fA-F]{1,4}:){1,6}:[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,5}(:[0-9a-fA-F]{1,4}){1,2}|([0-9a-fA-F]{1,4}:){1,4}(:[0-9a-fA-F]{1,4}){1,3}|([0-9a-fA-F]{1,4}:){1,3}(:[0-9a-fA-F]{1,4}){1,4}|([0-9a-fA-F]{1,4}:){1,2}(:[0-9a-fA-F]{1,4}){1,5}|[0-9a-fA-F]{1,4}:((:[0-9a-fA-F]{1,4}){1,6})|:((:[0-9a-fA-F]{1,4}){1,7}|:))$/;
const mac = (delimiter) => {
const escapedDelim = util.escapeRegex(delimiter ?? ":");
return new RegExp(`^(?:[0-9A-F]{2}${escapedDelim}){5}[0-9A-F]{2}$|^(?:[0-9a-f]{2}${escapedDelim}){5}[0-9a-f]{2}$`);
};
const cidrv4 = /^((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\.){3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\/([0-9]|[1-2][0-9]|3[0-2])$/;
const cidrv6 = /^(([0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,7}:|([0-9a-fA-F]{1,4}:){1,6}:[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,5}(:[0-9a-fA-F]{1,4}){1,2}|([0-9a-fA-F]{1,4}:){1,4}(:[0-9a-fA-F]{1,4}){1,3}|([0-9a-fA-F]{1,4}:){1,3}(:[0-9a-fA-F]{1,4}){1,4}|([0-9a-fA-F]{1,4}:){1,2}(:[0-9a-fA-F]{1,4}){1,5}|[0-9a-fA-F]{1,4}:((:[0-9a-fA-F]{1,4}){1,6})|:((:[0-9a-fA-F]{1,4}){1,7}|:))\/(12[0-8]|1[01][0-9]|[1-9]?[0-9])$/;
const base64 = /^$|^(?:[0-9a-zA-Z+/]{4})*(?:(?:[0-9a-zA-Z+/]{2}==)|(?:[0-9a-zA-Z+/]{3}=))?$/;
const base64url = /^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2,3})?$/;
const hostname = /^(?=.{1,253}\.?$)[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[-0-9a-zA-Z]{0,61}[0-9a-zA-Z])?)*\.?$/;
const domain = /^(?=.{1,253}$)([a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z]{2,63}$/;
const httpProtocol = /^https?$/;
const e164 = /^\+[1-9]\d{6,14}$/;
const creditCard = /^\d(?:[ -]?\d){11,18}$/;
const currencyCode = /^(?:AED|AFN|ALL|AMD|AOA|ARS|AUD|AWG|AZN|BAM|BBD|BDT|BHD|BIF|BMD|BND|BOB|BOV|BRL|BSD|BTN|BWP|BYN|BZD|CAD|CDF|CHE|CHF|CHW|CLF|CLP|CNY|COP|COU|CRC|CUP|CVE|CZK|DJF|DKK|DOP|DZD|EGP|ERN|ETB|EUR|FJD|FKP|GBP|GEL|GHS|GIP|GMD|GNF|GTQ|GYD|HKD|HNL|HTG|HUF|IDR|ILS|INR|IQD|IRR|ISK|JMD|JOD|JPY|KES|KGS|KHR|KMF|KPW|KRW|KWD|KYD|KZT|LAK|LBP|LKR|LRD|LSL|LYD|MAD|MDL|MGA|MKD|MMK|MNT|MOP|MRU|MUR|MVR|MWK|MXN|MXV|MYR|MZN|NAD|NGN|NIO|NOK|NPR|NZD|OMR|PAB|PEN|PGK|PHP|PKR|PLN|PYG|QAR|RON|RSD|RUB|RWF|SAR|SBD|SCR|SDG|SEK|SGD|SHP|SLE|SOS|SRD|SSP|STN|SVC|SYP|SZL|THB|TJS|TMT|TND|TOP|TRY|TTD|TWD|TZS|UAH|UGX|USD|USN|UYI|UYU|UYW|UZS|VED|VES|VND|VUV|WST|XAD|XAF|XAG|XAU|XBA|XBB|XBC|XBD|XCD|XCG|XDR|XOF|XPD|XPF|XPT|XSU|XTS|XUA|XXX|YER|ZAR|ZMW|ZWG)$/;
const iban = /^[A-Z]{2}(?!00|01|99)\d{2}[A-Z0-9]{11,30}$/;
const dateSource = `(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))`;
function regexes_anchor(source) {
return new RegExp(`^${source}$`);
}
const date =   regexes_anchor(dateSource);
function timeSource(args) {
const hhmm = `(?:[01]\\d|2[0-3]):[0-5]\\d`;
const regex = typeof args.precision === "number"
? args.precision === -1
? `${hhmm}`
: args.precision === 0
? `${hhmm}:[0-5]\\d`
: `${hhmm}:[0-5]\\d\\.\\d{${args.precision}}`
: args.seconds
? `${hhmm}:[0-5]\\d(?:\\.\\d+)?`
: `${hhmm}(?::[0-5]\\d(?:\\.\\d+)?)?`;
return regex;
}
function time(args) {
return new RegExp(`^${timeSource(args)}$`);
}
function datetime(args) {
const opts = ["Z"];
if (args.offset)
opts.push(`([+-](?:[01]\\d|2[0-3]):[0-5]\\d)`);
const qualified = `${timeSource({ precision: args.precision, seconds: true })}(?:${opts.join("|")})`;
const timeRegex = args.local ? `${qualified}|${timeSource({ precision: args.precision })}` : qualified;
return new RegExp(`^${dateSource}T(?:${timeRegex})$`);
}
const anyString = /^[\s\S]{0,}$/;
const string = (params) => {
const regex = params ? `[\\s\\S]{${params?.minimum ?? 0},${params?.maximum ?? ""}}` : `[\\s\\S]*`;
return new RegExp(`^${regex}$`);
};
const bigint = /^-?\d+n?$/;
const integer = /^-?\d+$/;
const number = /^-?\d+(?:\.\d+)?$/;
const regexes_boolean = /^(?:true|false)$/i;
const _null = /^null$/i;
const _undefined = /^undefined$/i;
const lowercase = /^[^A-Z]*$/;
const uppercase = /^[^a-z]*$/;
const hex = /^[0-9a-fA-F]*$/;
function fixedBase64(bodyLength, padding) {
return new RegExp(`^[A-Za-z0-9+/]{${bodyLength}}${padding}$`);
}
function fixedBase64url(length) {
return new RegExp(`^[A-Za-z0-9_-]{${length}}$`);
}
const md5_hex = /^[0-9a-fA-F]{32}$/;
const md5_base64 =   (  null && (fixedBase64(22, "==")));
const md5_base64url =   (  null && (fixedBase64url(22)));
const sha1_hex = /^[0-9a-fA-F]{40}$/;
const sha1_base64 =   (  null && (fixedBase64(27, "=")));
const sha1_base64url =   (  null && (fixedBase64url(27)));
const sha256_hex = /^[0-9a-fA-F]{64}$/;
const sha256_base64 =   (  null && (fixedBase64(43, "=")));
const sha256_base64url =   (  null && (fixedBase64url(43)));
const sha384_hex = /^[0-9a-fA-F]{96}$/;
const sha384_base64 =   (  null && (fixedBase64(64, "")));
const sha384_base64url =   (  null && (fixedBase64url(64)));
const sha512_hex = /^[0-9a-fA-F]{128}$/;
const sha512_base64 =   (  null && (fixedBase64(86, "==")));
const sha512_base64url =   (  null && (fixedBase64url(86)));
;
const $ZodCheck =   $constructor("$ZodCheck", (inst, def) => {
var _a;
inst._zod ?? (inst._zod = {});
inst._zod.def = def;
(_a = inst._zod).onattach ?? (_a.onattach = []);
});
const _whenHasSize = (payload) => {
const val = payload.value;
return !util.nullish(val) && val.size !== undefined;
};
const _whenHasLength = (payload) => {
const val = payload.value;
return !nullish(val) && val.length !== undefined;
};
const numericOriginMap = {
number: "number",
bigint: "bigint",
object: "date",
};
const $ZodCheckLessThan =   $constructor("$ZodCheckLessThan", (inst, def) => {
$ZodCheck.init(inst, def);
const origin = numericOriginMap[typeof def.value];
inst._zod.check = (payload) => {
if (def.inclusive ? payload.value <= def.value : payload.value < def.value) {
return;
}
payload.issues.push({
origin: numericOriginMap[typeof payload.value] ?? origin,
code: "too_big",
maximum: typeof def.value === "object" ? def.value.getTime() : def.value,
input: payload.value,
inclusive: def.inclusive,
inst,
continue: !def.abort,
});
};
});
const $ZodCheckGreaterThan =   $constructor("$ZodCheckGreaterThan", (inst, def) => {
$ZodCheck.init(inst, def);
const origin = numericOriginMap[typeof def.value];
inst._zod.check = (payload) => {
if (def.inclusive ? payload.value >= def.value : payload.value > def.value) {
return;
}
payload.issues.push({
origin: numericOriginMap[typeof payload.value] ?? origin,
code: "too_small",
minimum: typeof def.value === "object" ? def.value.getTime() : def.value,
input: payload.value,
inclusive: def.inclusive,
inst,
continue: !def.abort,
});
};
});
const $ZodCheckMultipleOf =
$constructor("$ZodCheckMultipleOf", (inst, def) => {
$ZodCheck.init(inst, def);
inst._zod.check = (payload) => {
if (typeof payload.value !== typeof def.value)
throw new Error("Cannot mix number and bigint in multiple_of check.");
const isMultiple = typeof payload.value === "bigint"
?
def.value !== BigInt(0) && payload.value % def.value === BigInt(0)
: floatSafeRemainder(payload.value, def.value) === 0;
if (isMultiple)
return;
payload.issues.push({
origin: typeof payload.value,
code: "not_multiple_of",
divisor: def.value,
input: payload.value,
inst,
continue: !def.abort,
});
};
});
const $ZodCheckNumberFormat =   $constructor("$ZodCheckNumberFormat", (inst, def) => {
$ZodCheck.init(inst, def);
def.format = def.format || "float64";
const isInt = def.format?.includes("int");
const origin = isInt ? "int" : "number";
const [minimum, maximum] = NUMBER_FORMAT_RANGES[def.format];
inst._zod.check = (payload) => {
const input = payload.value;
if (isInt) {
if (!Number.isInteger(input)) {
payload.issues.push({
expected: origin,
format: def.format,
code: "invalid_type",
continue: false,
input,
inst,
});
return;
}
if (!Number.isSafeInteger(input)) {
if (input > 0) {
payload.issues.push({
input,
code: "too_big",
maximum: Number.MAX_SAFE_INTEGER,
note: "Integers must be within the safe integer range.",
inst,
origin,
inclusive: true,
continue: !def.abort,
});
}
else {
payload.issues.push({
input,
code: "too_small",
minimum: Number.MIN_SAFE_INTEGER,
note: "Integers must be within the safe integer range.",
inst,
origin,
inclusive: true,
continue: !def.abort,
});
}
return;
}
}
if (input < minimum) {
payload.issues.push({
origin: "number",
input,
code: "too_small",
minimum,
inclusive: true,
inst,
continue: !def.abort,
});
}
if (input > maximum) {
payload.issues.push({
origin: "number",
input,
code: "too_big",
maximum,
inclusive: true,
inst,
continue: !def.abort,
});
}
};
});
const $ZodCheckBigIntFormat =   (  null && (core.$constructor("$ZodCheckBigIntFormat", (inst, def) => {
$ZodCheck.init(inst, def);
const [minimum, maximum] = util.BIGINT_FORMAT_RANGES[def.format];
inst._zod.check = (payload) => {
const input = payload.value;
if (input < minimum) {
payload.issues.push({
origin: "bigint",
input,
code: "too_small",
minimum: minimum,
inclusive: true,
inst,
continue: !def.abort,
});
}
if (input > maximum) {
payload.issues.push({
origin: "bigint",
input,
code: "too_big",
maximum,
inclusive: true,
inst,
continue: !def.abort,
});
}
};
})));
const $ZodCheckMaxSize =   (  null && (core.$constructor("$ZodCheckMaxSize", (inst, def) => {
var _a;
$ZodCheck.init(inst, def);
(_a = inst._zod.def).when ?? (_a.when = _whenHasSize);
inst._zod.check = (payload) => {
const input = payload.value;
const size = input.size;
if (size <= def.maximum)
return;
payload.issues.push({
origin: util.getSizableOrigin(input),
code: "too_big",
maximum: def.maximum,
inclusive: true,
input,
inst,
continue: !def.abort,
});
};
})));
const $ZodCheckMinSize =   (  null && (core.$constructor("$ZodCheckMinSize", (inst, def) => {
var _a;
$ZodCheck.init(inst, def);
(_a = inst._zod.def).when ?? (_a.when = _whenHasSize);
inst._zod.check = (payload) => {
const input = payload.value;
const size = input.size;
if (size >= def.minimum)
return;
payload.issues.push({
origin: util.getSizableOrigin(input),
code: "too_small",
minimum: def.minimum,
inclusive: true,
input,
inst,
continue: !def.abort,
});
};
})));
const $ZodCheckSizeEquals =   (  null && (core.$constructor("$ZodCheckSizeEquals", (inst, def) => {
var _a;
$ZodCheck.init(inst, def);
(_a = inst._zod.def).when ?? (_a.when = _whenHasSize);
inst._zod.check = (payload) => {
const input = payload.value;
const size = input.size;
if (size === def.size)
return;
const tooBig = size > def.size;
payload.issues.push({
origin: util.getSizableOrigin(input),
...(tooBig ? { code: "too_big", maximum: def.size } : { code: "too_small", minimum: def.size }),
inclusive: true,
exact: true,
input: payload.value,
inst,
continue: !def.abort,
});
};
})));
const $ZodCheckMaxLength =   $constructor("$ZodCheckMaxLength", (inst, def) => {
var _a;
$ZodCheck.init(inst, def);
(_a = inst._zod.def).when ?? (_a.when = _whenHasLength);
inst._zod.check = (payload) => {
const input = payload.value;
const units = input.length;
const length = typeof input === "string" && units > def.maximum ? codePointLength(input) : units;
if (length <= def.maximum)
return;
const origin = getLengthableOrigin(input);
payload.issues.push({
origin,
code: "too_big",
maximum: def.maximum,
inclusive: true,
input,
inst,
continue: !def.abort,
});
};
});
const $ZodCheckMinLength =   $constructor("$ZodCheckMinLength", (inst, def) => {
var _a;
$ZodCheck.init(inst, def);
(_a = inst._zod.def).when ?? (_a.when = _whenHasLength);
inst._zod.check = (payload) => {
const input = payload.value;
const units = input.length;
const length = typeof input === "string" && units >= def.minimum && units < def.minimum * 2
? codePointLength(input)
: units;
if (length >= def.minimum)
return;
const origin = getLengthableOrigin(input);
payload.issues.push({
origin,
code: "too_small",
minimum: def.minimum,
inclusive: true,
input,
inst,
continue: !def.abort,
});
};
});
const $ZodCheckLengthEquals =   $constructor("$ZodCheckLengthEquals", (inst, def) => {
var _a;
$ZodCheck.init(inst, def);
(_a = inst._zod.def).when ?? (_a.when = _whenHasLength);
inst._zod.check = (payload) => {
const input = payload.value;
const units = input.length;
const length = typeof input === "string" && units >= def.length && units <= def.length * 2
? codePointLength(input)
: units;
if (length === def.length)
return;
const origin = getLengthableOrigin(input);
const tooBig = length > def.length;
payload.issues.push({
origin,
...(tooBig ? { code: "too_big", maximum: def.length } : { code: "too_small", minimum: def.length }),
inclusive: true,
exact: true,
input: payload.value,
inst,
continue: !def.abort,
});
};
});
const $ZodCheckStringFormat =   $constructor("$ZodCheckStringFormat", (inst, def) => {
var _a, _b;
$ZodCheck.init(inst, def);
if (def.pattern)
(_a = inst._zod).check ?? (_a.check = (payload) => {
def.pattern.lastIndex = 0;
if (def.pattern.test(payload.value))
return;
payload.issues.push({
origin: "string",
code: "invalid_format",
format: def.format,
input: payload.value,
...(def.pattern ? { pattern: def.pattern.toString() } : {}),
inst,
continue: !def.abort,
});
});
else
(_b = inst._zod).check ?? (_b.check = () => { });
});
const $ZodCheckRegex =   $constructor("$ZodCheckRegex", (inst, def) => {
$ZodCheckStringFormat.init(inst, def);
inst._zod.check = (payload) => {
def.pattern.lastIndex = 0;
if (def.pattern.test(payload.value))
return;
payload.issues.push({
origin: "string",
code: "invalid_format",
format: "regex",
input: payload.value,
pattern: def.pattern.toString(),
inst,
continue: !def.abort,
});
};
});
const $ZodCheckLowerCase =   $constructor("$ZodCheckLowerCase", (inst, def) => {
def.pattern ?? (def.pattern = lowercase);
$ZodCheckStringFormat.init(inst, def);
});
const $ZodCheckUpperCase =   $constructor("$ZodCheckUpperCase", (inst, def) => {
def.pattern ?? (def.pattern = uppercase);
$ZodCheckStringFormat.init(inst, def);
});
const $ZodCheckIncludes =   $constructor("$ZodCheckIncludes", (inst, def) => {
$ZodCheck.init(inst, def);
const escapedRegex = escapeRegex(def.includes);
const pattern = new RegExp(typeof def.position === "number" ? `^.{${def.position},}${escapedRegex}` : escapedRegex);
def.pattern = pattern;
inst._zod.check = (payload) => {
if (payload.value.includes(def.includes, def.position))
return;
payload.issues.push({
origin: "string",
code: "invalid_format",
format: "includes",
includes: def.includes,
input: payload.value,
inst,
continue: !def.abort,
});
};
});
const $ZodCheckStartsWith =   $constructor("$ZodCheckStartsWith", (inst, def) => {
$ZodCheck.init(inst, def);
const pattern = new RegExp(`^${escapeRegex(def.prefix)}.*`);
def.pattern ?? (def.pattern = pattern);
inst._zod.check = (payload) => {
if (payload.value.startsWith(def.prefix))
return;
payload.issues.push({
origin: "string",
code: "invalid_format",
format: "starts_with",
prefix: def.prefix,
input: payload.value,
inst,
continue: !def.abort,
});
};
});
const $ZodCheckEndsWith =   $constructor("$ZodCheckEndsWith", (inst, def) => {
$ZodCheck.init(inst, def);
const pattern = new RegExp(`.*${escapeRegex(def.suffix)}$`);
def.pattern ?? (def.pattern = pattern);
inst._zod.check = (payload) => {
if (payload.value.endsWith(def.suffix))
return;
payload.issues.push({
origin: "string",
code: "invalid_format",
format: "ends_with",
suffix: def.suffix,
input: payload.value,
inst,
continue: !def.abort,
});
};
});
function handleCheckPropertyResult(result, payload, property) {
if (result.issues.length) {
payload.issues.push(...prefixIssues(property, result.issues));
}
}
const $ZodCheckProperty =   (  null && (core.$constructor("$ZodCheckProperty", (inst, def) => {
$ZodCheck.init(inst, def);
inst._zod.check = (payload) => {
const result = def.schema._zod.run({
value: payload.value[def.property],
issues: [],
}, {});
if (result instanceof Promise) {
return result.then((result) => handleCheckPropertyResult(result, payload, def.property));
}
handleCheckPropertyResult(result, payload, def.property);
return;
};
})));
const $ZodCheckProperties =   $constructor("$ZodCheckProperties", (inst, def) => {
$ZodCheck.init(inst, def);
hide(inst, Symbol.iterator, function* () {
yield inst;
});
let entries;
inst._zod.check = (payload) => {
if (payload.value == null) {
payload.issues.push({ expected: "object", code: "invalid_type", input: payload.value, inst });
return undefined;
}
entries ?? (entries = Reflect.ownKeys(def.shape).map((key) => [key, def.shape[key]]));
const input = payload.value;
let proms;
for (const [key, schema] of entries) {
const result = schema._zod.run({ value: input[key], issues: [] }, {});
if (result instanceof Promise) {
proms ?? (proms = []);
proms.push(result.then((result) => handleCheckPropertyResult(result, payload, key)));
}
else {
handleCheckPropertyResult(result, payload, key);
}
}
if (proms)
return Promise.all(proms).then(() => undefined);
return undefined;
};
});
const $ZodCheckMimeType =   (  null && (core.$constructor("$ZodCheckMimeType", (inst, def) => {
$ZodCheck.init(inst, def);
const mimeSet = new Set(def.mime);
inst._zod.check = (payload) => {
if (mimeSet.has(payload.value.type))
return;
payload.issues.push({
code: "invalid_value",
values: def.mime,
input: payload.value.type,
inst,
continue: !def.abort,
});
};
})));
const $ZodCheckOverwrite =   $constructor("$ZodCheckOverwrite", (inst, def) => {
$ZodCheck.init(inst, def);
inst._zod.check = (payload) => {
payload.value = def.tx(payload.value);
};
});
;
class Doc {
constructor(args = [], closed = {}) {
this.content = [];
this.indent = 0;
this.args = args;
this.closed = closed;
}
indented(fn) {
this.indent += 1;
try {
fn(this);
}
finally {
this.indent -= 1;
}
}
write(arg) {
if (typeof arg === "function") {
arg(this, { execution: "sync" });
arg(this, { execution: "async" });
return;
}
const content = arg;
const lines = content.split("\n").filter((x) => x);
const minIndent = Math.min(...lines.map((x) => x.length - x.trimStart().length));
const dedented = lines.map((x) => x.slice(minIndent)).map((x) => " ".repeat(this.indent * 2) + x);
for (const line of dedented) {
this.content.push(line);
}
}
compile() {
const F = Function;
const content = this?.content ?? [``];
const factory = new F(...Object.keys(this.closed), `return function (${this.args.join(", ")}) {\n${content.join("\n")}\n};`);
return factory(...Object.values(this.closed));
}
}
;
const version = {
major: 4,
minor: 6,
patch: 7,
};
;
const $ZodType =   $constructor("$ZodType", (inst, def) => {
var _a;
inst ?? (inst = {});
inst._zod.def = def;
inst._zod.bag = inst._zod.bag || {};
inst._zod.version = version;
const defChecks = inst._zod.def.checks;
const checks = inst._zod.traits.has("$ZodCheck")
? [inst, ...(defChecks ?? [])]
: defChecks?.length
? [...defChecks]
: [];
for (const ch of checks) {
for (const fn of ch._zod.onattach) {
fn(inst);
}
}
if (checks.length === 0) {
(_a = inst._zod).deferred ?? (_a.deferred = []);
inst._zod.deferred?.push(() => {
inst._zod.run = inst._zod.parse;
});
}
else {
const runChecks = (payload, checks, ctx) => {
if (payload.memo)
return payload;
let isAborted = aborted(payload);
let asyncResult;
for (const ch of checks) {
if (ch._zod.def.when) {
if (explicitlyAborted(payload))
continue;
const shouldRun = ch._zod.def.when(payload);
if (!shouldRun)
continue;
}
else if (isAborted) {
continue;
}
const currLen = payload.issues.length;
const _ = ch._zod.check(payload);
if (_ instanceof Promise && ctx?.async === false) {
throw new $ZodAsyncError();
}
if (asyncResult || _ instanceof Promise) {
asyncResult = (asyncResult ?? Promise.resolve()).then(async () => {
await _;
const nextLen = payload.issues.length;
if (nextLen === currLen)
return;
attachSchema(payload.issues, currLen, inst);
if (!isAborted)
isAborted = aborted(payload, currLen);
});
}
else {
const nextLen = payload.issues.length;
if (nextLen === currLen)
continue;
attachSchema(payload.issues, currLen, inst);
if (!isAborted)
isAborted = aborted(payload, currLen);
}
}
if (asyncResult) {
return asyncResult.then(() => {
return payload;
});
}
return payload;
};
const handleCanaryResult = (canary, payload, ctx) => {
if (aborted(canary)) {
canary.aborted = true;
return canary;
}
const checkResult = runChecks(payload, checks, ctx);
if (checkResult instanceof Promise) {
if (ctx.async === false)
throw new $ZodAsyncError();
return checkResult.then((checkResult) => inst._zod.parse(checkResult, ctx));
}
return inst._zod.parse(checkResult, ctx);
};
inst._zod.run = (payload, ctx) => {
if (ctx.skipChecks) {
return inst._zod.parse(payload, ctx);
}
if (ctx.direction === "backward") {
const canary = inst._zod.parse({ value: payload.value, issues: [] }, { ...ctx, skipChecks: true });
if (canary instanceof Promise) {
return canary.then((canary) => {
return handleCanaryResult(canary, payload, ctx);
});
}
return handleCanaryResult(canary, payload, ctx);
}
const result = inst._zod.parse(payload, ctx);
if (result instanceof Promise) {
if (ctx.async === false)
throw new $ZodAsyncError();
return result.then((result) => runChecks(result, checks, ctx));
}
return runChecks(result, checks, ctx);
};
}
}, {
get "~standard"() {
return hide(this, "~standard", standardProps(this));
},
set "~standard"(value) {
own(this, "~standard", value);
},
});
const toStandardResult = (r, ctx) => r.issues.length ? { issues: r.issues.map((iss) => finalizeIssue(iss, ctx, config())) } : { value: r.value };
async function validateAsync(inst, value) {
const ctx = { async: true };
return toStandardResult((await inst._zod.run({ value, issues: [] }, ctx)), ctx);
}
function standardProps(inst) {
return {
validate: (value) => {
const ctx = { async: false };
try {
const r = inst._zod.run({ value, issues: [] }, ctx);
if (!(r instanceof Promise))
return toStandardResult(r, ctx);
}
catch (_) { }
return validateAsync(inst, value);
},
vendor: "zod",
version: 1,
};
}
const $ZodString =   $constructor("$ZodString", (inst, def) => {
$ZodType.init(inst, def);
inst._zod.pattern = def.pattern ?? anyString;
inst._zod.parse = (payload, _) => {
if (def.coerce)
try {
payload.value = String(payload.value);
}
catch (_) { }
if (typeof payload.value === "string")
return payload;
payload.issues.push({
expected: "string",
code: "invalid_type",
input: payload.value,
inst,
});
return payload;
};
});
const $ZodStringFormat =   $constructor("$ZodStringFormat", (inst, def) => {
$ZodCheckStringFormat.init(inst, def);
$ZodString.init(inst, def);
});
const $ZodGUID =   $constructor("$ZodGUID", (inst, def) => {
def.pattern ?? (def.pattern = guid);
$ZodStringFormat.init(inst, def);
});
const $ZodUUID =   $constructor("$ZodUUID", (inst, def) => {
if (def.version) {
const versionMap = {
v1: 1,
v2: 2,
v3: 3,
v4: 4,
v5: 5,
v6: 6,
v7: 7,
v8: 8,
};
const v = versionMap[def.version];
if (v === undefined)
throw new Error(`Invalid UUID version: "${def.version}"`);
def.pattern ?? (def.pattern = uuid(v));
}
else
def.pattern ?? (def.pattern = uuid());
$ZodStringFormat.init(inst, def);
});
const $ZodEmail =   $constructor("$ZodEmail", (inst, def) => {
def.pattern ?? (def.pattern = email);
$ZodStringFormat.init(inst, def);
});
const URL_BAD_FORMAT = 1;
const URL_UNPARSEABLE = 2;
function canParseURL(input) {
try {
if (typeof URL !== "undefined" && typeof URL.canParse === "function")
return URL.canParse(input);
new URL(input);
return true;
}
catch {
return false;
}
}
function validateURL(trimmed, def) {
if (!("normalize" in def) && !("hostname" in def) && !("protocol" in def)) {
return canParseURL(trimmed) || URL_UNPARSEABLE;
}
return parseURLObject(trimmed, def);
}
function parseURLObject(trimmed, def) {
if (!def.normalize && def.protocol?.source === httpProtocol.source && !/^https?:\/\//i.test(trimmed)) {
return URL_BAD_FORMAT;
}
try {
if (typeof URL !== "undefined") {
const URLStatic = URL;
if (typeof URLStatic.parse === "function")
return URLStatic.parse(trimmed) ?? URL_UNPARSEABLE;
}
return new URL(trimmed);
}
catch {
return URL_UNPARSEABLE;
}
}
const asciiTabOrNewline = /[\t\n\r]/g;
function stripTabAndNewline(value) {
return value.replace(asciiTabOrNewline, "");
}
function urlHostnameOk(url, hostname) {
hostname.lastIndex = 0;
return hostname.test(url.hostname);
}
function urlProtocolOk(url, protocol) {
protocol.lastIndex = 0;
return protocol.test(url.protocol.endsWith(":") ? url.protocol.slice(0, -1) : url.protocol);
}
const $ZodURL =   $constructor("$ZodURL", (inst, def) => {
$ZodStringFormat.init(inst, def);
inst._zod.check = (payload) => {
try {
const trimmed = payload.value.trim();
const url = validateURL(trimmed, def);
if (url === URL_BAD_FORMAT) {
payload.issues.push({
code: "invalid_format",
format: "url",
note: "Invalid URL format",
input: payload.value,
inst,
continue: !def.abort,
});
return;
}
if (url === URL_UNPARSEABLE) {
payload.issues.push({
code: "invalid_format",
format: "url",
input: payload.value,
inst,
continue: !def.abort,
});
return;
}
if (url === true) {
payload.value = stripTabAndNewline(trimmed);
return;
}
if (def.hostname && !urlHostnameOk(url, def.hostname)) {
payload.issues.push({
code: "invalid_format",
format: "url",
note: "Invalid hostname",
pattern: def.hostname.source,
input: payload.value,
inst,
continue: !def.abort,
});
}
if (def.protocol && !urlProtocolOk(url, def.protocol)) {
payload.issues.push({
code: "invalid_format",
format: "url",
note: "Invalid protocol",
pattern: def.protocol.source,
input: payload.value,
inst,
continue: !def.abort,
});
}
payload.value = def.normalize ? url.href : stripTabAndNewline(trimmed);
return;
}
catch (_) {
payload.issues.push({
code: "invalid_format",
format: "url",
input: payload.value,
inst,
continue: !def.abort,
});
}
};
});
const $ZodEmoji =   $constructor("$ZodEmoji", (inst, def) => {
def.pattern ?? (def.pattern = emoji());
$ZodStringFormat.init(inst, def);
});
const $ZodNanoID =   $constructor("$ZodNanoID", (inst, def) => {
if (def.length !== undefined && (!Number.isInteger(def.length) || def.length < 1))
throw new Error(`Invalid nanoid length: ${def.length}`);
def.pattern ?? (def.pattern = def.length === undefined ? nanoid : nanoidOfLength(def.length));
$ZodStringFormat.init(inst, def);
});
const $ZodCUID =   $constructor("$ZodCUID", (inst, def) => {
def.pattern ?? (def.pattern = cuid);
$ZodStringFormat.init(inst, def);
});
const $ZodCUID2 =   $constructor("$ZodCUID2", (inst, def) => {
def.pattern ?? (def.pattern = cuid2);
$ZodStringFormat.init(inst, def);
});
const $ZodULID =   $constructor("$ZodULID", (inst, def) => {
def.pattern ?? (def.pattern = ulid);
$ZodStringFormat.init(inst, def);
});
const $ZodXID =   $constructor("$ZodXID", (inst, def) => {
def.pattern ?? (def.pattern = xid);
$ZodStringFormat.init(inst, def);
});
const $ZodKSUID =   $constructor("$ZodKSUID", (inst, def) => {
def.pattern ?? (def.pattern = ksuid);
$ZodStringFormat.init(inst, def);
});
const $ZodISODateTime =   $constructor("$ZodISODateTime", (inst, def) => {
def.pattern ?? (def.pattern = datetime(def));
$ZodStringFormat.init(inst, def);
});
const $ZodISODate =   $constructor("$ZodISODate", (inst, def) => {
def.pattern ?? (def.pattern = date);
$ZodStringFormat.init(inst, def);
});
const $ZodISOTime =   $constructor("$ZodISOTime", (inst, def) => {
def.pattern ?? (def.pattern = time(def));
$ZodStringFormat.init(inst, def);
});
const $ZodISODuration =   $constructor("$ZodISODuration", (inst, def) => {
def.pattern ?? (def.pattern = duration);
$ZodStringFormat.init(inst, def);
});
const $ZodIPv4 =   $constructor("$ZodIPv4", (inst, def) => {
def.pattern ?? (def.pattern = ipv4);
$ZodStringFormat.init(inst, def);
});
const ipv6Alphabet = /^[0-9a-fA-F:.]+$/;
function isValidIPv6(value) {
if (!ipv6Alphabet.test(value))
return false;
return canParseURL(`http://[${value}]`);
}
const $ZodIPv6 =   $constructor("$ZodIPv6", (inst, def) => {
def.pattern ?? (def.pattern = ipv6);
$ZodStringFormat.init(inst, def);
inst._zod.check = (payload) => {
if (!isValidIPv6(payload.value)) {
payload.issues.push({
code: "invalid_format",
format: "ipv6",
input: payload.value,
inst,
continue: !def.abort,
});
}
};
});
const $ZodMAC =   (  null && (core.$constructor("$ZodMAC", (inst, def) => {
def.pattern ?? (def.pattern = regexes.mac(def.delimiter));
$ZodStringFormat.init(inst, def);
})));
const $ZodCIDRv4 =   $constructor("$ZodCIDRv4", (inst, def) => {
def.pattern ?? (def.pattern = cidrv4);
$ZodStringFormat.init(inst, def);
});
function isValidCIDRv6(value) {
const parts = value.split("/");
if (parts.length !== 2)
return false;
const [address, prefix] = parts;
if (!prefix)
return false;
const prefixNum = Number(prefix);
if (`${prefixNum}` !== prefix)
return false;
if (prefixNum < 0 || prefixNum > 128)
return false;
return isValidIPv6(address);
}
const $ZodCIDRv6 =   $constructor("$ZodCIDRv6", (inst, def) => {
def.pattern ?? (def.pattern = cidrv6);
$ZodStringFormat.init(inst, def);
inst._zod.check = (payload) => {
if (!isValidCIDRv6(payload.value)) {
payload.issues.push({
code: "invalid_format",
format: "cidrv6",
input: payload.value,
inst,
continue: !def.abort,
});
}
};
});
function isValidBase64(data) {
if (data === "")
return true;
if (/\s/.test(data))
return false;
if (data.length % 4 !== 0)
return false;
try {
atob(data);
return true;
}
catch {
return false;
}
}
const base64Charset = /^[0-9a-zA-Z+/]*={0,2}$/;
const $ZodBase64 =   $constructor("$ZodBase64", (inst, def) => {
def.pattern ?? (def.pattern = base64Charset);
$ZodStringFormat.init(inst, def);
inst._zod.check = (payload) => {
if (isValidBase64(payload.value))
return;
payload.issues.push({
code: "invalid_format",
format: "base64",
input: payload.value,
inst,
continue: !def.abort,
});
};
});
const base64urlCharset = /^[A-Za-z0-9_-]*$/;
function isValidBase64URL(data) {
if (!base64urlCharset.test(data))
return false;
const base64 = data.replace(/[-_]/g, (c) => (c === "-" ? "+" : "/"));
const padded = base64.padEnd(Math.ceil(base64.length / 4) * 4, "=");
return isValidBase64(padded);
}
const $ZodBase64URL =   $constructor("$ZodBase64URL", (inst, def) => {
def.pattern ?? (def.pattern = base64urlCharset);
$ZodStringFormat.init(inst, def);
inst._zod.check = (payload) => {
if (isValidBase64URL(payload.value))
return;
payload.issues.push({
code: "invalid_format",
format: "base64url",
input: payload.value,
inst,
continue: !def.abort,
});
};
});
const $ZodE164 =   $constructor("$ZodE164", (inst, def) => {
def.pattern ?? (def.pattern = e164);
$ZodStringFormat.init(inst, def);
});
const CC_SANITIZE = /[- ]/g;
function isLuhnAlgo(digits) {
let length = digits.length;
let bit = 1;
let sum = 0;
while (length) {
const value = digits.charCodeAt(--length) - 48;
bit ^= 1;
sum += bit ? [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][value] : value;
}
return sum % 10 === 0;
}
function isValidCreditCard(input) {
if (!regexes.creditCard.test(input))
return false;
return isLuhnAlgo(input.replace(CC_SANITIZE, ""));
}
const $ZodCreditCard =   (  null && (core.$constructor("$ZodCreditCard", (inst, def) => {
def.pattern ?? (def.pattern = regexes.creditCard);
$ZodStringFormat.init(inst, def);
inst._zod.check = (payload) => {
if (isValidCreditCard(payload.value))
return;
payload.issues.push({
code: "invalid_format",
format: "credit_card",
input: payload.value,
inst,
continue: !def.abort,
});
};
})));
function isIso7064Mod97(iban) {
let remainder = 0;
const len = iban.length;
for (let i = 4; i < len; i++) {
const code = iban.charCodeAt(i);
remainder = (code >= 65 ? remainder * 100 + (code - 55) : remainder * 10 + (code - 48)) % 97;
}
for (let i = 0; i < 4; i++) {
const code = iban.charCodeAt(i);
remainder = (code >= 65 ? remainder * 100 + (code - 55) : remainder * 10 + (code - 48)) % 97;
}
return remainder === 1;
}
function isValidIBAN(input) {
if (!regexes.iban.test(input))
return false;
return isIso7064Mod97(input);
}
const $ZodIBAN =   (  null && (core.$constructor("$ZodIBAN", (inst, def) => {
def.pattern ?? (def.pattern = regexes.iban);
$ZodStringFormat.init(inst, def);
inst._zod.check = (payload) => {
if (isValidIBAN(payload.value))
return;
payload.issues.push({
code: "invalid_format",
format: "iban",
input: payload.value,
inst,
continue: !def.abort,
});
};
})));
function isValidJWT(token, algorithm = null) {
try {
const tokensParts = token.split(".");
if (tokensParts.length !== 3)
return false;
const [header] = tokensParts;
if (!header)
return false;
const parsedHeader = JSON.parse(atob(header));
if ("typ" in parsedHeader && parsedHeader?.typ !== "JWT")
return false;
if (!parsedHeader.alg)
return false;
if (algorithm && (!("alg" in parsedHeader) || parsedHeader.alg !== algorithm))
return false;
return true;
}
catch {
return false;
}
}
const $ZodJWT =   $constructor("$ZodJWT", (inst, def) => {
$ZodStringFormat.init(inst, def);
inst._zod.check = (payload) => {
if (isValidJWT(payload.value, def.alg))
return;
payload.issues.push({
code: "invalid_format",
format: "jwt",
input: payload.value,
inst,
continue: !def.abort,
});
};
});
const $ZodCustomStringFormat =   (  null && (core.$constructor("$ZodCustomStringFormat", (inst, def) => {
$ZodStringFormat.init(inst, def);
inst._zod.check = (payload) => {
if (def.fn(payload.value))
return;
payload.issues.push({
code: "invalid_format",
format: def.format,
input: payload.value,
inst,
continue: !def.abort,
});
};
})));
const $ZodNumber =   $constructor("$ZodNumber", (inst, def) => {
$ZodType.init(inst, def);
inst._zod.pattern = number;
inst._zod.parse = (payload, _ctx) => {
if (def.coerce)
try {
payload.value = Number(payload.value);
}
catch (_) { }
const input = payload.value;
if (typeof input === "number" && !Number.isNaN(input) && Number.isFinite(input)) {
return payload;
}
const received = typeof input === "number"
? Number.isNaN(input)
? "NaN"
: !Number.isFinite(input)
? String(input)
: undefined
: undefined;
payload.issues.push({
expected: "number",
code: "invalid_type",
input,
inst,
...(received ? { received } : {}),
});
return payload;
};
});
const $ZodNumberFormat =   $constructor("$ZodNumberFormat", (inst, def) => {
$ZodCheckNumberFormat.init(inst, def);
$ZodNumber.init(inst, def);
});
const $ZodBoolean =   (  null && (core.$constructor("$ZodBoolean", (inst, def) => {
$ZodType.init(inst, def);
inst._zod.pattern = regexes.boolean;
inst._zod.parse = (payload, _ctx) => {
if (def.coerce)
try {
payload.value = Boolean(payload.value);
}
catch (_) { }
const input = payload.value;
if (typeof input === "boolean")
return payload;
payload.issues.push({
expected: "boolean",
code: "invalid_type",
input,
inst,
});
return payload;
};
})));
const $ZodBigInt =   $constructor("$ZodBigInt", (inst, def) => {
$ZodType.init(inst, def);
inst._zod.pattern = bigint;
inst._zod.parse = (payload, _ctx) => {
if (def.coerce)
try {
payload.value = BigInt(payload.value);
}
catch (_) { }
if (typeof payload.value === "bigint")
return payload;
payload.issues.push({
expected: "bigint",
code: "invalid_type",
input: payload.value,
inst,
});
return payload;
};
});
const $ZodBigIntFormat =   (  null && (core.$constructor("$ZodBigIntFormat", (inst, def) => {
checks.$ZodCheckBigIntFormat.init(inst, def);
$ZodBigInt.init(inst, def);
})));
const $ZodSymbol =   (  null && (core.$constructor("$ZodSymbol", (inst, def) => {
$ZodType.init(inst, def);
inst._zod.parse = (payload, _ctx) => {
const input = payload.value;
if (typeof input === "symbol")
return payload;
payload.issues.push({
expected: "symbol",
code: "invalid_type",
input,
inst,
});
return payload;
};
})));
const $ZodUndefined =   (  null && (core.$constructor("$ZodUndefined", (inst, def) => {
$ZodType.init(inst, def);
inst._zod.pattern = regexes.undefined;
inst._zod.values = new Set([undefined]);
inst._zod.parse = (payload, _ctx) => {
const input = payload.value;
if (typeof input === "undefined")
return payload;
payload.issues.push({
expected: "undefined",
code: "invalid_type",
input,
inst,
});
return payload;
};
})));
const $ZodNull =   (  null && (core.$constructor("$ZodNull", (inst, def) => {
$ZodType.init(inst, def);
inst._zod.pattern = regexes.null;
inst._zod.values = new Set([null]);
inst._zod.parse = (payload, _ctx) => {
const input = payload.value;
if (input === null)
return payload;
payload.issues.push({
expected: "null",
code: "invalid_type",
input,
inst,
});
return payload;
};
})));
const $ZodAny =   (  null && (core.$constructor("$ZodAny", (inst, def) => {
$ZodType.init(inst, def);
inst._zod.parse = (payload) => payload;
})));
const $ZodUnknown =   $constructor("$ZodUnknown", (inst, def) => {
$ZodType.init(inst, def);
inst._zod.parse = (payload) => payload;
});
const $ZodNever =   $constructor("$ZodNever", (inst, def) => {
$ZodType.init(inst, def);
inst._zod.parse = (payload, _ctx) => {
payload.issues.push({
expected: "never",
code: "invalid_type",
input: payload.value,
inst,
});
return payload;
};
});
const $ZodVoid =   (  null && (core.$constructor("$ZodVoid", (inst, def) => {
$ZodType.init(inst, def);
inst._zod.parse = (payload, _ctx) => {
const input = payload.value;
if (typeof input === "undefined")
return payload;
payload.issues.push({
expected: "void",
code: "invalid_type",
input,
inst,
});
return payload;
};
})));
const $ZodDate =   $constructor("$ZodDate", (inst, def) => {
$ZodType.init(inst, def);
inst._zod.parse = (payload, _ctx) => {
if (def.coerce) {
try {
payload.value = new Date(payload.value);
}
catch (_err) { }
}
const input = payload.value;
const isDate = input instanceof Date;
const isValidDate = isDate && !Number.isNaN(input.getTime());
if (isValidDate)
return payload;
payload.issues.push({
expected: "date",
code: "invalid_type",
input,
...(isDate ? { received: "Invalid Date" } : {}),
inst,
});
return payload;
};
});
function capSize(inst, size) {
const caps = sizeCaps(inst._zod.def.checks);
if (!caps.length)
return;
const cap = Math.min(...caps.map((c) => c[0]));
const parse = inst._zod.parse;
inst._zod.parse = (payload, ctx) => {
const n = size(payload.value);
if (n > cap && !ctx?.skipChecks && ctx?.direction !== "backward") {
for (const [max, ch] of sizeCaps(inst._zod.def.checks)) {
if (n > max && ch._zod.def.when(payload)) {
const start = payload.issues.length;
ch._zod.check(payload);
payload.issues[start].continue = false;
attachSchema(payload.issues, start, inst);
return payload;
}
}
}
return parse(payload, ctx);
};
}
const arraySize = (input) => (Array.isArray(input) ? input.length : -1);
const mapSize = (input) => (input instanceof Map ? input.size : -1);
const setSize = (input) => (input instanceof Set ? input.size : -1);
function handleArrayResult(result, final, index) {
if (result.issues.length) {
final.issues.push(...prefixIssues(index, result.issues));
}
final.value[index] = result.value;
}
const $ZodArray =   $constructor("$ZodArray", (inst, def) => {
$ZodType.init(inst, def);
const memo = globalConfig.memoizer;
memo?.attach(inst);
inst._zod.parse = (payload, ctx) => {
const input = payload.value;
if (!Array.isArray(input)) {
payload.issues.push({
expected: "array",
code: "invalid_type",
input,
inst,
});
return payload;
}
payload.value = memo ? memo.alloc(inst, payload, Array(input.length), ctx) : Array(input.length);
const proms = [];
const abortEarly = ctx?.abortEarly;
for (let i = 0; i < input.length; i++) {
const item = input[i];
const result = def.element._zod.run({
value: item,
issues: [],
}, ctx);
if (result instanceof Promise) {
proms.push(result.then((result) => handleArrayResult(result, payload, i)));
}
else {
handleArrayResult(result, payload, i);
if (abortEarly && result.issues.length !== 0 && aborted(result))
break;
}
}
if (proms.length) {
return Promise.all(proms).then(() => payload);
}
return payload;
};
capSize(inst, arraySize);
});
function handlePropertyResult(result, final, key, input, optin, optout) {
const isPresent = key in input;
const isOptionalOut = optout === "optional";
if (!isPresent && isOptionalOut && optin === "optional") {
return;
}
if (result.issues.length) {
if (optin !== undefined && isOptionalOut && !isPresent) {
return;
}
final.issues.push(...prefixIssues(key, result.issues));
}
if (!isPresent && optin === undefined) {
if (!result.issues.length) {
final.issues.push({
code: "invalid_type",
expected: "nonoptional",
input: undefined,
path: [key],
});
}
return;
}
if (result.value === undefined) {
if (isPresent || (optin === "defaulted" && !isOptionalOut)) {
final.value[key] = undefined;
}
}
else {
final.value[key] = result.value;
}
}
const NO_SYMBOL_KEYS = [];
function normalizeDef(def) {
const keys = Object.keys(def.shape);
const ownSymbols = Object.getOwnPropertySymbols(def.shape);
const symbolKeys = ownSymbols.length ? ownSymbols : NO_SYMBOL_KEYS;
const allKeys = symbolKeys.length ? [...keys, ...symbolKeys] : keys;
for (const k of allKeys) {
if (!def.shape?.[k]?._zod?.traits?.has("$ZodType")) {
throw new Error(`Invalid element at key "${String(k)}": expected a Zod schema`);
}
}
const okeys = optionalKeys(def.shape);
return {
...def,
allKeys,
symbolKeys,
keySet: new Set(keys),
numKeys: keys.length,
optionalKeys: new Set(okeys),
};
}
function handleCatchall(proms, input, payload, ctx, def, inst, abortEarly) {
const unrecognized = [];
const keySet = def.keySet;
const _catchall = def.catchall._zod;
const t = _catchall.def.type;
const optin = _catchall.optin;
const optout = _catchall.optout;
let seen = 0;
for (const key in input) {
if (abortEarly && payload.issues.length !== seen) {
if (aborted(payload, seen))
break;
seen = payload.issues.length;
}
if (keySet.has(key))
continue;
if (key === "__proto__") {
if (t === "never")
unrecognized.push(key);
continue;
}
if (t === "never") {
unrecognized.push(key);
continue;
}
const r = _catchall.run({ value: input[key], issues: [] }, ctx);
if (r instanceof Promise) {
proms.push(r.then((r) => handlePropertyResult(r, payload, key, input, optin, optout)));
}
else {
handlePropertyResult(r, payload, key, input, optin, optout);
}
}
if (unrecognized.length) {
payload.issues.push({
code: "unrecognized_keys",
keys: unrecognized,
input,
inst,
continue: true,
});
}
if (!proms.length)
return payload;
return Promise.all(proms).then(() => {
return payload;
});
}
const $ZodObject =   $constructor("$ZodObject", (inst, def) => {
$ZodType.init(inst, def);
const desc = Object.getOwnPropertyDescriptor(def, "shape");
const sh = desc?.get ? desc.get.raw : (def.shape ?? {});
if (sh) {
const get = () => {
const newSh = { ...sh };
Object.defineProperty(def, "shape", { value: newSh });
get.raw = newSh;
return newSh;
};
get.raw = sh;
Object.defineProperty(def, "shape", { get });
}
const _normalized = cached(() => normalizeDef(def));
defineLazyInternal(inst, "propValues", (zod) => {
const shape = zod.def.shape;
const propValues = {};
for (const key in shape) {
const field = shape[key]._zod;
if (field.values) {
if (!Object.prototype.hasOwnProperty.call(propValues, key)) {
util_assignProp(propValues, key, new Set());
}
for (const v of field.values)
propValues[key].add(v);
if (field.optin !== undefined)
propValues[key].add(undefined);
}
}
return propValues;
});
const isObject = util_isObject;
const catchall = def.catchall;
let value;
const memo = globalConfig.memoizer;
memo?.attach(inst);
inst._zod.parse = (payload, ctx) => {
value ?? (value = _normalized.value);
const input = payload.value;
if (!isObject(input)) {
payload.issues.push({
expected: "object",
code: "invalid_type",
input,
inst,
});
return payload;
}
payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
const proms = [];
const shape = value.shape;
const abortEarly = ctx?.abortEarly;
let seen = payload.issues.length;
for (const key of value.allKeys) {
if (abortEarly && payload.issues.length !== seen) {
if (aborted(payload, seen))
break;
seen = payload.issues.length;
}
if (key === "__proto__")
continue;
const el = shape[key];
const optin = el._zod.optin;
const optout = el._zod.optout;
const r = el._zod.run({ value: input[key], issues: [] }, ctx);
if (r instanceof Promise) {
proms.push(r.then((r) => handlePropertyResult(r, payload, key, input, optin, optout)));
}
else {
handlePropertyResult(r, payload, key, input, optin, optout);
}
}
if (!catchall) {
return proms.length ? Promise.all(proms).then(() => payload) : payload;
}
return handleCatchall(proms, input, payload, ctx, _normalized.value, inst, abortEarly === true);
};
});
const $ZodObjectJIT =   $constructor("$ZodObjectJIT", (inst, def) => {
$ZodObject.init(inst, def);
const superParse = inst._zod.parse;
const _normalized = cached(() => normalizeDef(def));
const memo = globalConfig.memoizer;
const generateFastpass = (shape) => {
const normalized = _normalized.value;
const syms = normalized.symbolKeys;
const doc = new Doc(["payload", "ctx"], { shape, inst, memo, syms });
const parseStr = (k) => `shape[${k}]._zod.run({ value: input[${k}], issues: [] }, ctx)`;
const prefixStr = (id, k) => `
          let ${id}_ab = false;
          for (let i = 0; i < ${id}.issues.length; i++) {
            const iss = ${id}.issues[i];
            iss.path = iss.path ? [${k}, ...iss.path] : [${k}];
            payload.issues.push(iss);
            if (iss.continue !== true) ${id}_ab = true;
          }
          if (${id}_ab && ctx && ctx.abortEarly) {
            payload.value = newResult;
            return payload;
          }`;
doc.write(`const input = payload.value;`);
const ids = Object.create(null);
let counter = 0;
for (const key of normalized.allKeys) {
ids[key] = `key_${counter++}`;
}
doc.write(memo ? `const newResult = memo.alloc(inst, payload, {}, ctx);` : `const newResult = {};`);
for (const key of normalized.allKeys) {
if (key === "__proto__")
continue;
const id = ids[key];
const k = typeof key === "symbol" ? `syms[${syms.indexOf(key)}]` : esc(key);
const isPresent = `${k} in input`;
const schema = shape[key];
const optin = schema?._zod?.optin;
const isOptionalIn = optin !== undefined;
const isOptionalOut = schema?._zod?.optout === "optional";
doc.write(`const ${id} = ${parseStr(k)};`);
if (isOptionalIn && isOptionalOut) {
const assign = optin === "optional" ? `${id}_present` : `${id}.value !== undefined || ${id}_present`;
doc.write(`
        const ${id}_present = ${isPresent};
        if (!${id}.issues.length || ${id}_present) {
          if (${id}.issues.length) {${prefixStr(id, k)}
          }

          if (${assign}) {
            newResult[${k}] = ${id}.value;
          }
        }

      `);
}
else if (!isOptionalIn) {
doc.write(`
        const ${id}_present = ${isPresent};
        if (${id}.issues.length) {${prefixStr(id, k)}
        }
        if (!${id}_present && !${id}.issues.length) {
          payload.issues.push({
            code: "invalid_type",
            expected: "nonoptional",
            input: undefined,
            path: [${k}]
          });
          if (ctx && ctx.abortEarly) {
            payload.value = newResult;
            return payload;
          }
        }

        if (${id}_present) {
          newResult[${k}] = ${id}.value;
        }

      `);
}
else {
doc.write(`
        if (${id}.issues.length) {${prefixStr(id, k)}
        }
      `);
if (optin === "defaulted") {
doc.write(`newResult[${k}] = ${id}.value;`);
}
else {
doc.write(`
        if (${id}.value !== undefined || ${isPresent}) {
          newResult[${k}] = ${id}.value;
        }
      `);
}
}
}
doc.write(`payload.value = newResult;`);
doc.write(`return payload;`);
return doc.compile();
};
let fastpass;
const isObject = util_isObject;
const jit = !globalConfig.jitless;
const allowsEval = util_allowsEval;
const fastEnabled = jit && allowsEval.value;
const catchall = def.catchall;
let value;
inst._zod.parse = (payload, ctx) => {
value ?? (value = _normalized.value);
const input = payload.value;
if (!isObject(input)) {
payload.issues.push({
expected: "object",
code: "invalid_type",
input,
inst,
});
return payload;
}
if (jit && fastEnabled && ctx?.async === false && ctx.jitless !== true) {
if (!fastpass)
fastpass = generateFastpass(def.shape);
payload = fastpass(payload, ctx);
if (!catchall)
return payload;
return handleCatchall([], input, payload, ctx, value, inst, ctx?.abortEarly === true);
}
return superParse(payload, ctx);
};
});
function handleUnionResults(results, final, inst, ctx) {
for (const result of results) {
if (result.issues.length === 0) {
final.value = result.value;
return final;
}
}
const nonaborted = results.filter((r) => !aborted(r));
if (nonaborted.length === 1) {
final.value = nonaborted[0].value;
return nonaborted[0];
}
final.issues.push({
code: "invalid_union",
input: final.value,
inst,
errors: results.map((result) => result.issues.map((iss) => finalizeIssue(iss, ctx, config()))),
});
return final;
}
const $ZodUnion =   $constructor("$ZodUnion", (inst, def) => {
$ZodType.init(inst, def);
defineLazyInternal(inst, "optin", (zod) => zod.def.options.some((o) => o._zod.optin === "defaulted")
? "defaulted"
: zod.def.options.some((o) => o._zod.optin !== undefined)
? "optional"
: undefined);
defineLazyInternal(inst, "optout", (zod) => zod.def.options.some((o) => o._zod.optout === "optional") ? "optional" : undefined);
defineLazyInternal(inst, "values", (zod) => {
if (zod.def.options.every((o) => o._zod.values)) {
return new Set(zod.def.options.flatMap((option) => Array.from(option._zod.values)));
}
return undefined;
});
defineLazyInternal(inst, "pattern", (zod) => {
if (zod.def.options.every((o) => o._zod.pattern)) {
const patterns = zod.def.options.map((o) => o._zod.pattern);
return new RegExp(`^(${patterns.map((p) => cleanRegex(p.source)).join("|")})$`);
}
return undefined;
});
const first = def.options.length === 1 ? def.options[0]._zod.run : null;
inst._zod.parse = (payload, ctx) => {
if (first) {
return first(payload, ctx);
}
let async = false;
const results = [];
for (const option of def.options) {
const result = option._zod.run({
value: payload.value,
issues: [],
}, ctx);
if (result instanceof Promise) {
results.push(result);
async = true;
}
else {
if (result.issues.length === 0)
return result;
results.push(result);
}
}
if (!async)
return handleUnionResults(results, payload, inst, ctx);
return Promise.all(results).then((results) => {
return handleUnionResults(results, payload, inst, ctx);
});
};
});
function handleExclusiveUnionResults(results, final, inst, ctx) {
const matches = [];
for (let i = 0; i < results.length; i++) {
if (results[i].issues.length === 0)
matches.push(i);
}
if (matches.length === 1) {
final.value = results[matches[0]].value;
return final;
}
if (matches.length === 0) {
final.issues.push({
code: "invalid_union",
input: final.value,
inst,
errors: results.map((result) => result.issues.map((iss) => util.finalizeIssue(iss, ctx, core.config()))),
});
}
else {
final.issues.push({
code: "invalid_union",
input: final.value,
inst,
errors: [],
inclusive: false,
matches,
});
}
return final;
}
const $ZodXor =   (  null && (core.$constructor("$ZodXor", (inst, def) => {
$ZodUnion.init(inst, def);
def.inclusive = false;
const first = def.options.length === 1 ? def.options[0]._zod.run : null;
inst._zod.parse = (payload, ctx) => {
if (first) {
return first(payload, ctx);
}
let async = false;
const results = [];
for (const option of def.options) {
const result = option._zod.run({
value: payload.value,
issues: [],
}, ctx);
if (result instanceof Promise) {
results.push(result);
async = true;
}
else {
results.push(result);
}
}
if (!async)
return handleExclusiveUnionResults(results, payload, inst, ctx);
return Promise.all(results).then((results) => {
return handleExclusiveUnionResults(results, payload, inst, ctx);
});
};
})));
function getDiscriminatedOption(union, value) {
const internals = union._zod;
let map = internals.bag.optionsMap;
if (!map) {
map = discriminatorMap(internals.def);
internals.bag.optionsMap = map;
}
const option = map.get(value);
if (option === null)
throw new Error(`Ambiguous discriminator value "${String(value)}"`);
return option;
}
function discriminatorMap(def) {
const map = new Map();
for (const option of def.options) {
const values = option._zod.propValues?.[def.discriminator];
if (!values || values.size === 0)
throw new Error(`Invalid discriminated union option at index "${def.options.indexOf(option)}"`);
for (const value of values) {
if (map.has(value)) {
if (value !== undefined)
throw new Error(`Duplicate discriminator value "${String(value)}"`);
map.set(value, null);
}
else {
map.set(value, option);
}
}
}
return map;
}
const $ZodDiscriminatedUnion =
(  null && (core.$constructor("$ZodDiscriminatedUnion", (inst, def) => {
def.inclusive = false;
$ZodUnion.init(inst, def);
const _super = inst._zod.parse;
util.defineLazyInternal(inst, "propValues", (zod) => {
const propValues = {};
let undefinedCount = 0;
for (const option of zod.def.options) {
const pv = option._zod.propValues;
if (!pv || Object.keys(pv).length === 0)
throw new Error(`Invalid discriminated union option at index "${zod.def.options.indexOf(option)}"`);
if (pv[zod.def.discriminator]?.has(undefined))
undefinedCount++;
for (const [k, v] of Object.entries(pv)) {
if (!Object.prototype.hasOwnProperty.call(propValues, k)) {
util.assignProp(propValues, k, new Set());
}
for (const val of v) {
propValues[k].add(val);
}
}
}
if (!zod.def.unionFallback && undefinedCount > 1)
propValues[zod.def.discriminator]?.delete(undefined);
return propValues;
});
def.options.forEach((option, i) => {
const propShape = util.rawShape(option._zod.def);
if (propShape && !Object.prototype.hasOwnProperty.call(propShape, def.discriminator)) {
throw new Error(`Invalid discriminated union option at index "${i}"`);
}
});
const disc = util.cached(() => discriminatorMap(def));
inst._zod.parse = (payload, ctx) => {
const input = payload.value;
if (!util.isObject(input)) {
payload.issues.push({
code: "invalid_type",
expected: "object",
input,
inst,
});
return payload;
}
const value = input?.[def.discriminator];
const opt = disc.value.get(value);
if (opt && (value !== undefined || ctx.direction !== "backward")) {
return opt._zod.run(payload, ctx);
}
if (def.unionFallback || ctx.direction === "backward") {
return _super(payload, ctx);
}
payload.issues.push({
code: "invalid_union",
errors: [],
note: "No matching discriminator",
discriminator: def.discriminator,
options: Array.from(disc.value.keys()).filter((value) => disc.value.get(value) !== null),
input,
path: [def.discriminator],
inst,
});
return payload;
};
})));
const $ZodIntersection =   $constructor("$ZodIntersection", (inst, def) => {
$ZodType.init(inst, def);
inst._zod.parse = (payload, ctx) => {
const input = payload.value;
const left = def.left._zod.run({ value: input, issues: [] }, ctx);
const right = def.right._zod.run({ value: input, issues: [] }, ctx);
const async = left instanceof Promise || right instanceof Promise;
if (async) {
return Promise.all([left, right]).then(([left, right]) => {
return handleIntersectionResults(payload, left, right);
});
}
return handleIntersectionResults(payload, left, right);
};
});
function mergeValues(a, b) {
if (a === b) {
return { valid: true, data: a };
}
if (a instanceof Date && b instanceof Date && +a === +b) {
return { valid: true, data: a };
}
if (isPlainObject(a) && isPlainObject(b)) {
const bKeys = Object.keys(b);
const sharedKeys = Object.keys(a).filter((key) => bKeys.indexOf(key) !== -1);
const newObj = { ...a, ...b };
if (Object.prototype.hasOwnProperty.call(newObj, "__proto__"))
delete newObj.__proto__;
for (const key of sharedKeys) {
if (key === "__proto__")
continue;
const sharedValue = mergeValues(a[key], b[key]);
if (!sharedValue.valid) {
return {
valid: false,
mergeErrorPath: [key, ...sharedValue.mergeErrorPath],
};
}
newObj[key] = sharedValue.data;
}
return { valid: true, data: newObj };
}
if (Array.isArray(a) && Array.isArray(b)) {
if (a.length !== b.length) {
return { valid: false, mergeErrorPath: [] };
}
const newArray = [];
for (let index = 0; index < a.length; index++) {
const itemA = a[index];
const itemB = b[index];
const sharedValue = mergeValues(itemA, itemB);
if (!sharedValue.valid) {
return {
valid: false,
mergeErrorPath: [index, ...sharedValue.mergeErrorPath],
};
}
newArray.push(sharedValue.data);
}
return { valid: true, data: newArray };
}
return { valid: false, mergeErrorPath: [] };
}
function handleIntersectionResults(result, left, right) {
const unrecKeys = new Map();
let unrecIssue;
const keyIssues = new Map();
const collect = (iss, side) => {
let keys;
if (iss.code === "unrecognized_keys" && !iss.path?.length) {
unrecIssue ?? (unrecIssue = iss);
keys = iss.keys;
}
else if (iss.code === "invalid_key" && iss.origin === "record" && iss.path?.length === 1) {
const k = String(iss.path[0]);
if (!keyIssues.has(k))
keyIssues.set(k, iss);
keys = [k];
}
else {
return false;
}
for (const k of keys) {
if (!unrecKeys.has(k))
unrecKeys.set(k, {});
unrecKeys.get(k)[side] = true;
}
return true;
};
for (const iss of left.issues) {
if (!collect(iss, "l"))
result.issues.push(iss);
}
for (const iss of right.issues) {
if (!collect(iss, "r"))
result.issues.push(iss);
}
const bothKeys = [...unrecKeys].filter(([, f]) => f.l && f.r).map(([k]) => k);
if (bothKeys.length) {
const aggregated = unrecIssue ? bothKeys.filter((k) => unrecIssue.keys.includes(k)) : [];
if (aggregated.length)
result.issues.push({ ...unrecIssue, keys: aggregated });
for (const k of bothKeys) {
if (!aggregated.includes(k) && keyIssues.has(k))
result.issues.push(keyIssues.get(k));
}
}
const merged = mergeValues(left.value, right.value);
if (!merged.valid) {
if (aborted(result))
return result;
throw new Error(`Unmergable intersection. Error path: ` + `${JSON.stringify(merged.mergeErrorPath)}`);
}
result.value = merged.data;
return result;
}
const $ZodTuple =   $constructor("$ZodTuple", (inst, def) => {
$ZodType.init(inst, def);
const items = def.items;
const memo = globalConfig.memoizer;
memo?.attach(inst);
inst._zod.parse = (payload, ctx) => {
const input = payload.value;
if (!Array.isArray(input)) {
payload.issues.push({
input,
inst,
expected: "tuple",
code: "invalid_type",
});
return payload;
}
payload.value = memo ? memo.alloc(inst, payload, [], ctx) : [];
const proms = [];
const optinStart = getTupleOptStart(items, "optin");
const optoutStart = getTupleOptStart(items, "optout");
if (!def.rest) {
if (input.length < optinStart) {
payload.issues.push({
code: "too_small",
minimum: optinStart,
inclusive: true,
input,
inst,
origin: "array",
});
return payload;
}
if (input.length > items.length) {
payload.issues.push({
code: "too_big",
maximum: items.length,
inclusive: true,
input,
inst,
origin: "array",
});
}
}
const itemResults = new Array(items.length);
const abortEarly = def.rest ? ctx?.abortEarly : undefined;
let itemAborted = false;
for (let i = 0; i < items.length; i++) {
const r = items[i]._zod.run({ value: input[i], issues: [] }, ctx);
if (r instanceof Promise) {
proms.push(r.then((rr) => {
itemResults[i] = rr;
}));
}
else {
itemResults[i] = r;
if (abortEarly && !itemAborted && r.issues.length)
itemAborted = aborted(r);
}
}
if (def.rest && !itemAborted) {
let i = items.length - 1;
const rest = input.slice(items.length);
let seen = payload.issues.length;
for (const el of rest) {
if (abortEarly && payload.issues.length !== seen) {
if (aborted(payload, seen))
break;
seen = payload.issues.length;
}
i++;
const result = def.rest._zod.run({ value: el, issues: [] }, ctx);
if (result instanceof Promise) {
proms.push(result.then((r) => handleTupleResult(r, payload, i)));
}
else {
handleTupleResult(result, payload, i);
}
}
}
if (proms.length) {
return Promise.all(proms).then(() => handleTupleResults(itemResults, payload, items, input, optoutStart));
}
return handleTupleResults(itemResults, payload, items, input, optoutStart);
};
});
function getTupleOptStart(items, key) {
for (let i = items.length - 1; i >= 0; i--) {
const omittable = key === "optin" ? items[i]._zod.optin !== undefined : items[i]._zod.optout === "optional";
if (!omittable)
return i + 1;
}
return 0;
}
function handleTupleResult(result, final, index) {
if (result.issues.length) {
final.issues.push(...prefixIssues(index, result.issues));
}
final.value[index] = result.value;
}
function handleTupleResults(itemResults, final, items, input, optoutStart) {
for (let i = 0; i < items.length; i++) {
const r = itemResults[i];
const isPresent = i < input.length;
if (!isPresent && i >= optoutStart && items[i]._zod.optin === "optional") {
final.value.length = i;
break;
}
if (r.issues.length) {
if (!isPresent && i >= optoutStart) {
final.value.length = i;
break;
}
final.issues.push(...prefixIssues(i, r.issues));
}
final.value[i] = r.value;
}
for (let i = final.value.length - 1; i >= input.length; i--) {
if (items[i]._zod.optout === "optional" && final.value[i] === undefined) {
final.value.length = i;
}
else {
break;
}
}
return final;
}
const $ZodRecord =   (  null && (core.$constructor("$ZodRecord", (inst, def) => {
$ZodType.init(inst, def);
const memo = core.globalConfig.memoizer;
memo?.attach(inst);
inst._zod.parse = (payload, ctx) => {
const input = payload.value;
if (!util.isPlainObject(input)) {
payload.issues.push({
expected: "record",
code: "invalid_type",
input,
inst,
});
return payload;
}
const proms = [];
const values = def.keyType._zod.values;
if (values && !def.partial) {
payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
const recordKeys = new Set();
for (const key of values) {
if (typeof key === "string" || typeof key === "number" || typeof key === "symbol") {
recordKeys.add(typeof key === "number" ? key.toString() : key);
if (key === "__proto__")
continue;
const keyResult = def.keyType._zod.run({ value: key, issues: [] }, ctx);
if (keyResult instanceof Promise) {
throw new Error("Async schemas not supported in object keys currently");
}
if (keyResult.issues.length) {
payload.issues.push({
code: "invalid_key",
origin: "record",
issues: keyResult.issues.map((iss) => util.finalizeIssue(iss, ctx, core.config())),
input: key,
path: [key],
inst,
});
continue;
}
const outKey = keyResult.value;
if (outKey === "__proto__")
continue;
const result = def.valueType._zod.run({ value: input[key], issues: [] }, ctx);
if (result instanceof Promise) {
proms.push(result.then((result) => {
if (result.issues.length) {
payload.issues.push(...util.prefixIssues(key, result.issues));
}
payload.value[outKey] = result.value;
}));
}
else {
if (result.issues.length) {
payload.issues.push(...util.prefixIssues(key, result.issues));
}
payload.value[outKey] = result.value;
}
}
}
let unrecognized;
for (const key in input) {
if (!recordKeys.has(key)) {
if (def.mode === "loose") {
if (key === "__proto__")
continue;
payload.value[key] = input[key];
}
else {
unrecognized = unrecognized ?? [];
unrecognized.push(key);
}
}
}
if (unrecognized && unrecognized.length > 0) {
payload.issues.push({
code: "unrecognized_keys",
input,
inst,
keys: unrecognized,
continue: true,
});
}
}
else {
payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
let unrecognized;
for (const key of Reflect.ownKeys(input)) {
if (key === "__proto__")
continue;
if (!Object.prototype.propertyIsEnumerable.call(input, key))
continue;
let keyResult = def.keyType._zod.run({ value: key, issues: [] }, ctx);
if (keyResult instanceof Promise) {
throw new Error("Async schemas not supported in object keys currently");
}
const checkNumericKey = typeof key === "string" && regexes.number.test(key) && keyResult.issues.length;
if (checkNumericKey) {
const retryResult = def.keyType._zod.run({ value: Number(key), issues: [] }, ctx);
if (retryResult instanceof Promise) {
throw new Error("Async schemas not supported in object keys currently");
}
if (retryResult.issues.length === 0) {
keyResult = retryResult;
}
}
if (keyResult.issues.length) {
if (def.mode === "loose") {
payload.value[key] = input[key];
}
else if (values) {
unrecognized = unrecognized ?? [];
unrecognized.push(key);
}
else {
payload.issues.push({
code: "invalid_key",
origin: "record",
issues: keyResult.issues.map((iss) => util.finalizeIssue(iss, ctx, core.config())),
input: key,
path: [key],
inst,
});
}
continue;
}
const outKey = keyResult.value;
if (outKey === "__proto__")
continue;
const result = def.valueType._zod.run({ value: input[key], issues: [] }, ctx);
if (result instanceof Promise) {
proms.push(result.then((result) => {
if (result.issues.length) {
payload.issues.push(...util.prefixIssues(key, result.issues));
}
payload.value[outKey] = result.value;
}));
}
else {
if (result.issues.length) {
payload.issues.push(...util.prefixIssues(key, result.issues));
}
payload.value[outKey] = result.value;
}
}
if (unrecognized && unrecognized.length > 0) {
payload.issues.push({
code: "unrecognized_keys",
input,
inst,
keys: unrecognized,
continue: true,
});
}
}
if (proms.length) {
return Promise.all(proms).then(() => payload);
}
return payload;
};
})));
const $ZodMap =   (  null && (core.$constructor("$ZodMap", (inst, def) => {
$ZodType.init(inst, def);
const memo = core.globalConfig.memoizer;
memo?.attach(inst);
inst._zod.parse = (payload, ctx) => {
const input = payload.value;
if (!(input instanceof Map)) {
payload.issues.push({
expected: "map",
code: "invalid_type",
input,
inst,
});
return payload;
}
const proms = [];
payload.value = memo ? memo.alloc(inst, payload, new Map(), ctx) : new Map();
const abortEarly = ctx?.abortEarly;
let seen = payload.issues.length;
for (const [key, value] of input) {
if (abortEarly && payload.issues.length !== seen) {
if (util.aborted(payload, seen))
break;
seen = payload.issues.length;
}
const keyResult = def.keyType._zod.run({ value: key, issues: [] }, ctx);
const valueResult = def.valueType._zod.run({ value: value, issues: [] }, ctx);
if (keyResult instanceof Promise || valueResult instanceof Promise) {
proms.push(Promise.all([keyResult, valueResult]).then(([keyResult, valueResult]) => {
handleMapResult(keyResult, valueResult, payload, key, input, inst, ctx);
}));
}
else {
handleMapResult(keyResult, valueResult, payload, key, input, inst, ctx);
}
}
if (proms.length)
return Promise.all(proms).then(() => payload);
return payload;
};
capSize(inst, mapSize);
})));
function handleMapResult(keyResult, valueResult, final, key, input, inst, ctx) {
if (keyResult.issues.length) {
if (util.propertyKeyTypes.has(typeof key)) {
final.issues.push(...util.prefixIssues(key, keyResult.issues));
}
else {
final.issues.push({
code: "invalid_key",
origin: "map",
input,
inst,
issues: keyResult.issues.map((iss) => util.finalizeIssue(iss, ctx, core.config())),
});
}
}
if (valueResult.issues.length) {
if (util.propertyKeyTypes.has(typeof key)) {
final.issues.push(...util.prefixIssues(key, valueResult.issues));
}
else {
final.issues.push({
origin: "map",
code: "invalid_element",
input,
inst,
key: key,
issues: valueResult.issues.map((iss) => util.finalizeIssue(iss, ctx, core.config())),
});
}
}
final.value.set(keyResult.value, valueResult.value);
}
const $ZodSet =   (  null && (core.$constructor("$ZodSet", (inst, def) => {
$ZodType.init(inst, def);
const memo = core.globalConfig.memoizer;
memo?.attach(inst);
inst._zod.parse = (payload, ctx) => {
const input = payload.value;
if (!(input instanceof Set)) {
payload.issues.push({
input,
inst,
expected: "set",
code: "invalid_type",
});
return payload;
}
const proms = [];
payload.value = memo ? memo.alloc(inst, payload, new Set(), ctx) : new Set();
const abortEarly = ctx?.abortEarly;
let seen = payload.issues.length;
for (const item of input) {
if (abortEarly && payload.issues.length !== seen) {
if (util.aborted(payload, seen))
break;
seen = payload.issues.length;
}
const result = def.valueType._zod.run({ value: item, issues: [] }, ctx);
if (result instanceof Promise) {
proms.push(result.then((result) => handleSetResult(result, payload)));
}
else
handleSetResult(result, payload);
}
if (proms.length)
return Promise.all(proms).then(() => payload);
return payload;
};
capSize(inst, setSize);
})));
function handleSetResult(result, final) {
if (result.issues.length) {
final.issues.push(...result.issues);
}
final.value.add(result.value);
}
const $ZodEnum =   $constructor("$ZodEnum", (inst, def) => {
$ZodType.init(inst, def);
const values = getEnumValues(def.entries);
const valuesSet = new Set(values);
inst._zod.values = valuesSet;
defineLazyInternal(inst, "pattern", (zod) => {
const patternValues = getEnumValues(zod.def.entries).filter((k) => propertyKeyTypes.has(typeof k));
return new RegExp(patternValues.length ? `^(${patternValues.map((o) => escapeRegex(o.toString())).join("|")})$` : "^[^\\s\\S]$");
});
inst._zod.parse = (payload, _ctx) => {
const input = payload.value;
if (valuesSet.has(input)) {
return payload;
}
payload.issues.push({
code: "invalid_value",
values,
input,
inst,
});
return payload;
};
});
const $ZodLiteral =   (  null && (core.$constructor("$ZodLiteral", (inst, def) => {
$ZodType.init(inst, def);
const values = new Set(def.values);
inst._zod.values = values;
util.defineLazyInternal(inst, "pattern", (zod) => {
const vals = zod.def.values;
return new RegExp(vals.length
? `^(${vals
.map((o) => typeof o === "string" ? util.escapeRegex(o) : o ? util.escapeRegex(o.toString()) : String(o))
.join("|")})$`
: "^[^\\s\\S]$");
});
inst._zod.parse = (payload, _ctx) => {
const input = payload.value;
if (values.has(input)) {
return payload;
}
payload.issues.push({
code: "invalid_value",
values: def.values,
input,
inst,
});
return payload;
};
})));
const $ZodFile =   (  null && (core.$constructor("$ZodFile", (inst, def) => {
$ZodType.init(inst, def);
inst._zod.parse = (payload, _ctx) => {
const input = payload.value;
if (input instanceof File)
return payload;
payload.issues.push({
expected: "file",
code: "invalid_type",
input,
inst,
});
return payload;
};
})));
const $ZodTransform =   $constructor("$ZodTransform", (inst, def) => {
$ZodType.init(inst, def);
inst._zod.optin = "optional";
globalConfig.memoizer?.guard(inst);
inst._zod.parse = (payload, ctx) => {
if (ctx.direction === "backward") {
throw new $ZodEncodeError(inst.constructor.name);
}
const _out = def.transform(payload.value, payload);
if (ctx.async) {
const output = _out instanceof Promise ? _out : Promise.resolve(_out);
return output.then((output) => {
payload.value = output;
return payload;
});
}
if (_out instanceof Promise) {
throw new $ZodAsyncError();
}
payload.value = _out;
return payload;
};
});
function handleOptionalResult(payload, result) {
payload.value = result.issues.length ? undefined : result.value;
return payload;
}
const $ZodOptional =   $constructor("$ZodOptional", (inst, def) => {
$ZodType.init(inst, def);
defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin === "defaulted" ? "defaulted" : "optional");
inst._zod.optout = "optional";
defineLazyInternal(inst, "values", (zod) => {
const values = zod.def.innerType._zod.values;
return values ? new Set([...values, undefined]) : undefined;
});
defineLazyInternal(inst, "pattern", (zod) => {
const pattern = zod.def.innerType._zod.pattern;
return pattern ? new RegExp(`^(${cleanRegex(pattern.source)})?$`) : undefined;
});
inst._zod.parse = (payload, ctx) => {
if (payload.value === undefined) {
if (def.innerType._zod.optin !== "defaulted")
return payload;
const result = def.innerType._zod.run({ value: payload.value, issues: [] }, ctx);
if (result instanceof Promise)
return result.then((result) => handleOptionalResult(payload, result));
return handleOptionalResult(payload, result);
}
return def.innerType._zod.run(payload, ctx);
};
});
const $ZodExactOptional =   $constructor("$ZodExactOptional", (inst, def) => {
$ZodOptional.init(inst, def);
defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
defineLazyInternal(inst, "pattern", (zod) => zod.def.innerType._zod.pattern);
inst._zod.parse = (payload, ctx) => {
return def.innerType._zod.run(payload, ctx);
};
});
const $ZodNullable =   $constructor("$ZodNullable", (inst, def) => {
$ZodType.init(inst, def);
defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin);
defineLazyInternal(inst, "optout", (zod) => zod.def.innerType._zod.optout);
defineLazyInternal(inst, "pattern", (zod) => {
const pattern = zod.def.innerType._zod.pattern;
return pattern ? new RegExp(`^(${cleanRegex(pattern.source)}|null)$`) : undefined;
});
defineLazyInternal(inst, "values", (zod) => {
return zod.def.innerType._zod.values ? new Set([...zod.def.innerType._zod.values, null]) : undefined;
});
inst._zod.parse = (payload, ctx) => {
if (payload.value === null)
return payload;
return def.innerType._zod.run(payload, ctx);
};
});
const $ZodDefault =   $constructor("$ZodDefault", (inst, def) => {
$ZodType.init(inst, def);
inst._zod.optin = "defaulted";
defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
inst._zod.parse = (payload, ctx) => {
if (ctx.direction === "backward") {
return def.innerType._zod.run(payload, ctx);
}
if (payload.value === undefined) {
payload.value = def.defaultValue;
return payload;
}
const result = def.innerType._zod.run(payload, ctx);
if (result instanceof Promise) {
return result.then((result) => handleDefaultResult(result, def));
}
return handleDefaultResult(result, def);
};
});
function handleDefaultResult(payload, def) {
if (payload.value === undefined) {
payload.value = def.defaultValue;
}
return payload;
}
const $ZodPrefault =   $constructor("$ZodPrefault", (inst, def) => {
$ZodType.init(inst, def);
inst._zod.optin = "defaulted";
defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
inst._zod.parse = (payload, ctx) => {
if (ctx.direction === "backward") {
return def.innerType._zod.run(payload, ctx);
}
if (payload.value === undefined) {
payload.value = def.defaultValue;
}
return def.innerType._zod.run(payload, ctx);
};
});
const $ZodNonOptional =   $constructor("$ZodNonOptional", (inst, def) => {
$ZodType.init(inst, def);
defineLazyInternal(inst, "values", (zod) => {
const v = zod.def.innerType._zod.values;
return v ? new Set([...v].filter((x) => x !== undefined)) : undefined;
});
inst._zod.parse = (payload, ctx) => {
const result = def.innerType._zod.run(payload, ctx);
if (result instanceof Promise) {
return result.then((result) => handleNonOptionalResult(result, inst));
}
return handleNonOptionalResult(result, inst);
};
});
function handleNonOptionalResult(payload, inst) {
if (!payload.issues.length && payload.value === undefined) {
payload.issues.push({
code: "invalid_type",
expected: "nonoptional",
input: payload.value,
inst,
});
}
return payload;
}
const $ZodSuccess =   (  null && (core.$constructor("$ZodSuccess", (inst, def) => {
$ZodType.init(inst, def);
inst._zod.parse = (payload, ctx) => {
if (ctx.direction === "backward") {
throw new core.$ZodEncodeError("ZodSuccess");
}
const result = def.innerType._zod.run(payload, ctx);
if (result instanceof Promise) {
return result.then((result) => {
payload.value = result.issues.length === 0;
return payload;
});
}
payload.value = result.issues.length === 0;
return payload;
};
})));
function handleCatchResult(payload, result, def, ctx) {
if (!result.issues.length) {
payload.value = result.value;
if (result.memo)
payload.memo = true;
return payload;
}
payload.value = def.catchValue({
...result,
value: payload.value,
error: {
issues: result.issues.map((iss) => finalizeIssue(iss, ctx, config())),
},
input: payload.value,
});
return payload;
}
const $ZodCatch =   $constructor("$ZodCatch", (inst, def) => {
$ZodType.init(inst, def);
defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin === "defaulted" ? "defaulted" : "optional");
defineLazyInternal(inst, "optout", (zod) => zod.def.innerType._zod.optout);
defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
inst._zod.parse = (payload, ctx) => {
if (ctx.direction === "backward") {
return def.innerType._zod.run(payload, ctx);
}
const result = def.innerType._zod.run({ value: payload.value, issues: [] }, ctx);
if (result instanceof Promise) {
return result.then((result) => handleCatchResult(payload, result, def, ctx));
}
return handleCatchResult(payload, result, def, ctx);
};
});
const $ZodNaN =   (  null && (core.$constructor("$ZodNaN", (inst, def) => {
$ZodType.init(inst, def);
inst._zod.parse = (payload, _ctx) => {
if (typeof payload.value !== "number" || !Number.isNaN(payload.value)) {
payload.issues.push({
input: payload.value,
inst,
expected: "nan",
code: "invalid_type",
});
return payload;
}
return payload;
};
})));
const $ZodPipe =   $constructor("$ZodPipe", (inst, def) => {
$ZodType.init(inst, def);
defineLazyInternal(inst, "values", (zod) => zod.def.in._zod.values);
defineLazyInternal(inst, "optin", (zod) => zod.def.in._zod.optin);
defineLazyInternal(inst, "optout", (zod) => zod.def.out._zod.optout);
defineLazyInternal(inst, "propValues", (zod) => zod.def.in._zod.propValues);
inst._zod.parse = (payload, ctx) => {
if (ctx.direction === "backward") {
const right = def.out._zod.run(payload, ctx);
if (right instanceof Promise) {
return right.then((right) => handlePipeResult(right, def.in, ctx));
}
return handlePipeResult(right, def.in, ctx);
}
const left = def.in._zod.run(payload, ctx);
if (left instanceof Promise) {
return left.then((left) => handlePipeResult(left, def.out, ctx));
}
return handlePipeResult(left, def.out, ctx);
};
});
function handlePipeResult(left, next, ctx) {
if (left.issues.some((iss) => iss.code !== "unrecognized_keys")) {
left.aborted = true;
return left;
}
return next._zod.run({ value: left.value, issues: left.issues }, ctx);
}
const $ZodCodec =   (  null && (core.$constructor("$ZodCodec", (inst, def) => {
$ZodType.init(inst, def);
util.defineLazyInternal(inst, "values", (zod) => zod.def.in._zod.values);
util.defineLazyInternal(inst, "optin", (zod) => zod.def.in._zod.optin);
util.defineLazyInternal(inst, "optout", (zod) => zod.def.out._zod.optout);
util.defineLazyInternal(inst, "propValues", (zod) => zod.def.in._zod.propValues);
inst._zod.parse = (payload, ctx) => {
const direction = ctx.direction || "forward";
if (direction === "forward") {
const left = def.in._zod.run(payload, ctx);
if (left instanceof Promise) {
return left.then((left) => handleCodecAResult(left, def, ctx));
}
return handleCodecAResult(left, def, ctx);
}
else {
const right = def.out._zod.run(payload, ctx);
if (right instanceof Promise) {
return right.then((right) => handleCodecAResult(right, def, ctx));
}
return handleCodecAResult(right, def, ctx);
}
};
})));
function handleCodecAResult(result, def, ctx) {
if (result.issues.length) {
result.aborted = true;
return result;
}
const direction = ctx.direction || "forward";
if (direction === "forward") {
const transformed = def.transform(result.value, result);
if (transformed instanceof Promise) {
return transformed.then((value) => handleCodecTxResult(result, value, def.out, ctx));
}
return handleCodecTxResult(result, transformed, def.out, ctx);
}
else {
const transformed = def.reverseTransform(result.value, result);
if (transformed instanceof Promise) {
return transformed.then((value) => handleCodecTxResult(result, value, def.in, ctx));
}
return handleCodecTxResult(result, transformed, def.in, ctx);
}
}
function handleCodecTxResult(left, value, nextSchema, ctx) {
if (left.issues.length) {
left.aborted = true;
return left;
}
return nextSchema._zod.run({ value, issues: left.issues }, ctx);
}
const $ZodPreprocess =   (  null && (core.$constructor("$ZodPreprocess", (inst, def) => {
$ZodPipe.init(inst, def);
})));
const $ZodReadonly =   $constructor("$ZodReadonly", (inst, def) => {
$ZodType.init(inst, def);
defineLazyInternal(inst, "propValues", (zod) => zod.def.innerType._zod.propValues);
defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
defineLazyInternal(inst, "optin", (zod) => zod.def.innerType?._zod?.optin);
defineLazyInternal(inst, "optout", (zod) => zod.def.innerType?._zod?.optout);
inst._zod.parse = (payload, ctx) => {
if (ctx.direction === "backward") {
return def.innerType._zod.run(payload, ctx);
}
const result = def.innerType._zod.run(payload, ctx);
if (result instanceof Promise) {
return result.then(handleReadonlyResult);
}
return handleReadonlyResult(result);
};
});
function handleReadonlyResult(payload) {
if (!payload.memo)
payload.value = Object.freeze(payload.value);
return payload;
}
function leafPattern(schema) {
const def = schema._zod.def;
let pattern = def.pattern;
let isInt = !!def.format?.includes("int");
let minimum;
let maximum;
for (const ch of def.checks ?? []) {
const d = ch._zod.def;
if (d.pattern)
pattern = d.pattern;
isInt || (isInt = !!d.format?.includes("int"));
const lo = d.minimum ?? d.length;
const hi = d.maximum ?? d.length;
if (lo !== undefined && (minimum === undefined || lo > minimum))
minimum = lo;
if (hi !== undefined && (maximum === undefined || hi < maximum))
maximum = hi;
}
if (pattern)
return pattern.source;
if (minimum !== undefined && maximum !== undefined && minimum > maximum)
return "(?!)";
if (minimum !== undefined || maximum !== undefined)
return regexes.string({ minimum, maximum }).source;
const own = schema._zod.pattern;
return (isInt && own === regexes.number ? regexes.integer : own)?.source;
}
function partPattern(schema) {
const def = schema._zod.def;
const own = schema._zod.pattern?.source;
const inner = def.innerType ?? schema._zod.innerType;
if (inner) {
const before = inner._zod.pattern?.source;
const after = partPattern(inner);
if (own && before && after && after !== before) {
return own.replace(util.cleanRegex(before), () => util.cleanRegex(after));
}
return own;
}
if (def.options) {
const sources = def.options.map(partPattern);
if (sources.every(Boolean))
return `^(${sources.map((s) => util.cleanRegex(s)).join("|")})$`;
}
return leafPattern(schema);
}
const $ZodTemplateLiteral =   (  null && (core.$constructor("$ZodTemplateLiteral", (inst, def) => {
$ZodType.init(inst, def);
const regexParts = [];
for (const part of def.parts) {
if (typeof part === "object" && part !== null) {
const source = partPattern(part);
if (!source) {
throw new Error(`Invalid template literal part, no pattern found: ${[...part._zod.traits].shift()}`);
}
regexParts.push(util.cleanRegex(source));
}
else if (part === null || util.primitiveTypes.has(typeof part)) {
regexParts.push(util.escapeRegex(`${part}`));
}
else {
throw new Error(`Invalid template literal part: ${part}`);
}
}
inst._zod.pattern = new RegExp(`^${regexParts.join("")}$`);
inst._zod.parse = (payload, _ctx) => {
if (typeof payload.value !== "string") {
payload.issues.push({
input: payload.value,
inst,
expected: "string",
code: "invalid_type",
});
return payload;
}
inst._zod.pattern.lastIndex = 0;
if (!inst._zod.pattern.test(payload.value)) {
payload.issues.push({
input: payload.value,
inst,
code: "invalid_format",
format: def.format ?? "template_literal",
pattern: inst._zod.pattern.source,
});
return payload;
}
return payload;
};
})));
const $ZodFunction =   (  null && (core.$constructor("$ZodFunction", (inst, def) => {
$ZodType.init(inst, def);
Object.defineProperty(inst, "_def", { value: def });
inst._zod.def = def;
inst.implement = (func) => {
if (typeof func !== "function") {
throw new Error("implement() must be called with a function");
}
return Object.defineProperty(function (...args) {
const parsedArgs = inst._def.input ? parse(inst._def.input, args) : args;
const result = Reflect.apply(func, this, parsedArgs);
if (inst._def.output) {
return parse(inst._def.output, result);
}
return result;
}, "_zod", { value: inst._zod, enumerable: false });
};
inst.implementAsync = (func) => {
if (typeof func !== "function") {
throw new Error("implementAsync() must be called with a function");
}
return Object.defineProperty(async function (...args) {
const parsedArgs = inst._def.input ? await parseAsync(inst._def.input, args) : args;
const result = await Reflect.apply(func, this, parsedArgs);
if (inst._def.output) {
return await parseAsync(inst._def.output, result);
}
return result;
}, "_zod", { value: inst._zod, enumerable: false });
};
inst._zod.parse = (payload, _ctx) => {
if (typeof payload.value !== "function") {
payload.issues.push({
code: "invalid_type",
expected: "function",
input: payload.value,
inst,
});
return payload;
}
const hasPromiseOutput = inst._def.output && inst._def.output._zod.def.type === "promise";
if (hasPromiseOutput) {
payload.value = inst.implementAsync(payload.value);
}
else {
payload.value = inst.implement(payload.value);
}
return payload;
};
inst.input = (...args) => {
const F = inst.constructor;
if (Array.isArray(args[0])) {
return new F({
type: "function",
input: new $ZodTuple({
type: "tuple",
items: args[0],
rest: args[1],
}),
output: inst._def.output,
});
}
return new F({
type: "function",
input: args[0],
output: inst._def.output,
});
};
inst.output = (output) => {
const F = inst.constructor;
return new F({
type: "function",
input: inst._def.input,
output,
});
};
return inst;
})));
const $ZodPromise =   (  null && (core.$constructor("$ZodPromise", (inst, def) => {
$ZodType.init(inst, def);
inst._zod.parse = (payload, ctx) => {
return Promise.resolve(payload.value).then((inner) => def.innerType._zod.run({ value: inner, issues: [] }, ctx));
};
})));
const $ZodLazy =   (  null && (core.$constructor("$ZodLazy", (inst, def) => {
$ZodType.init(inst, def);
util.defineLazy(inst._zod, "innerType", () => {
const d = def;
if (!d._cachedInner)
d._cachedInner = def.getter();
return d._cachedInner;
});
util.defineLazyInternal(inst, "pattern", (zod) => zod.innerType?._zod?.pattern);
util.defineLazyInternal(inst, "propValues", (zod) => zod.innerType?._zod?.propValues);
util.defineLazyInternal(inst, "optin", (zod) => zod.innerType?._zod?.optin ?? undefined);
util.defineLazyInternal(inst, "optout", (zod) => zod.innerType?._zod?.optout ?? undefined);
inst._zod.parse = (payload, ctx) => {
const inner = inst._zod.innerType;
return inner._zod.run(payload, ctx);
};
})));
const $ZodCustom =   $constructor("$ZodCustom", (inst, def) => {
$ZodCheck.init(inst, def);
$ZodType.init(inst, def);
inst._zod.parse = (payload, _) => {
return payload;
};
inst._zod.check = (payload) => {
const input = payload.value;
const r = def.fn(input);
if (r instanceof Promise) {
return r.then((r) => handleRefineResult(r, payload, input, inst));
}
handleRefineResult(r, payload, input, inst);
return;
};
});
function handleRefineResult(result, payload, input, inst) {
if (!result) {
const _iss = {
code: "custom",
input,
inst,
path: [...(inst._zod.def.path ?? [])],
continue: !inst._zod.def.abort,
};
if (inst._zod.def.params)
_iss.params = inst._zod.def.params;
payload.issues.push(util_issue(_iss));
}
}
;
var registries_a;
const $output =   (  null && (Symbol("ZodOutput")));
const $input =   (  null && (Symbol("ZodInput")));
class $ZodRegistry {
constructor() {
this._map = new WeakMap();
this._idmap = new Map();
}
add(schema, ..._meta) {
const meta = _meta[0];
this._map.set(schema, meta);
if (meta && typeof meta === "object" && "id" in meta) {
this._idmap.set(meta.id, schema);
}
return this;
}
clear() {
this._map = new WeakMap();
this._idmap = new Map();
return this;
}
remove(schema) {
const meta = this._map.get(schema);
if (meta && typeof meta === "object" && "id" in meta) {
this._idmap.delete(meta.id);
}
this._map.delete(schema);
return this;
}
get(schema) {
const p = schema._zod.parent;
if (p) {
const pm = { ...(this.get(p) ?? {}) };
delete pm.id;
const f = { ...pm, ...this._map.get(schema) };
return Object.keys(f).length ? f : undefined;
}
return this._map.get(schema);
}
has(schema) {
return this._map.has(schema);
}
}
function registry() {
return new $ZodRegistry();
}
(registries_a = globalThis).__zod_globalRegistry ?? (registries_a.__zod_globalRegistry = registry());
const globalRegistry = globalThis.__zod_globalRegistry;
;
function snapshotChecks(def) {
if (def.checks)
def.checks = [...def.checks];
return def;
}
function _string(Class, params) {
return new Class(snapshotChecks({ type: "string", ...normalizeParams(params) }));
}
function _coercedString(Class, params) {
return new Class(snapshotChecks({ type: "string", coerce: true, ...util.normalizeParams(params) }));
}
function _email(Class, params) {
return new Class({
type: "string",
format: "email",
check: "string_format",
abort: false,
...normalizeParams(params),
});
}
function _guid(Class, params) {
return new Class({
type: "string",
format: "guid",
check: "string_format",
abort: false,
...normalizeParams(params),
});
}
function _uuid(Class, params) {
return new Class({
type: "string",
format: "uuid",
check: "string_format",
abort: false,
...normalizeParams(params),
});
}
function _uuidv4(Class, params) {
return new Class({
type: "string",
format: "uuid",
check: "string_format",
abort: false,
version: "v4",
...normalizeParams(params),
});
}
function _uuidv6(Class, params) {
return new Class({
type: "string",
format: "uuid",
check: "string_format",
abort: false,
version: "v6",
...normalizeParams(params),
});
}
function _uuidv7(Class, params) {
return new Class({
type: "string",
format: "uuid",
check: "string_format",
abort: false,
version: "v7",
...normalizeParams(params),
});
}
function _url(Class, params) {
return new Class({
type: "string",
format: "url",
check: "string_format",
abort: false,
...normalizeParams(params),
});
}
function api_emoji(Class, params) {
return new Class({
type: "string",
format: "emoji",
check: "string_format",
abort: false,
...normalizeParams(params),
});
}
function _nanoid(Class, params) {
return new Class({
type: "string",
format: "nanoid",
check: "string_format",
abort: false,
...normalizeParams(params),
});
}
function _cuid(Class, params) {
return new Class({
type: "string",
format: "cuid",
check: "string_format",
abort: false,
...normalizeParams(params),
});
}
function _cuid2(Class, params) {
return new Class({
type: "string",
format: "cuid2",
check: "string_format",
abort: false,
...normalizeParams(params),
});
}
function _ulid(Class, params) {
return new Class({
type: "string",
format: "ulid",
check: "string_format",
abort: false,
...normalizeParams(params),
});
}
function _xid(Class, params) {
return new Class({
type: "string",
format: "xid",
check: "string_format",
abort: false,
...normalizeParams(params),
});
}
function _ksuid(Class, params) {
return new Class({
type: "string",
format: "ksuid",
check: "string_format",
abort: false,
...normalizeParams(params),
});
}
function _ipv4(Class, params) {
return new Class({
type: "string",
format: "ipv4",
check: "string_format",
abort: false,
...normalizeParams(params),
});
}
function _ipv6(Class, params) {
return new Class({
type: "string",
format: "ipv6",
check: "string_format",
abort: false,
...normalizeParams(params),
});
}
function _mac(Class, params) {
return new Class({
type: "string",
format: "mac",
check: "string_format",
abort: false,
...util.normalizeParams(params),
});
}
function _cidrv4(Class, params) {
return new Class({
type: "string",
format: "cidrv4",
check: "string_format",
abort: false,
...normalizeParams(params),
});
}
function _cidrv6(Class, params) {
return new Class({
type: "string",
format: "cidrv6",
check: "string_format",
abort: false,
...normalizeParams(params),
});
}
function _base64(Class, params) {
return new Class({
type: "string",
format: "base64",
check: "string_format",
abort: false,
...normalizeParams(params),
});
}
function _base64url(Class, params) {
return new Class({
type: "string",
format: "base64url",
check: "string_format",
abort: false,
...normalizeParams(params),
});
}
function _e164(Class, params) {
return new Class({
type: "string",
format: "e164",
check: "string_format",
abort: false,
...normalizeParams(params),
});
}
function _creditCard(Class, params) {
return new Class({
type: "string",
format: "credit_card",
check: "string_format",
abort: false,
...util.normalizeParams(params),
});
}
function _iban(Class, params) {
return new Class({
type: "string",
format: "iban",
check: "string_format",
abort: false,
...util.normalizeParams(params),
});
}
function _jwt(Class, params) {
return new Class({
type: "string",
format: "jwt",
check: "string_format",
abort: false,
...normalizeParams(params),
});
}
const TimePrecision = {
Any: null,
Minute: -1,
Second: 0,
Millisecond: 3,
Microsecond: 6,
};
function _isoDateTime(Class, params) {
return new Class({
type: "string",
format: "datetime",
check: "string_format",
offset: false,
local: false,
precision: null,
...normalizeParams(params),
});
}
function _isoDate(Class, params) {
return new Class({
type: "string",
format: "date",
check: "string_format",
...normalizeParams(params),
});
}
function _isoTime(Class, params) {
return new Class({
type: "string",
format: "time",
check: "string_format",
precision: null,
...normalizeParams(params),
});
}
function _isoDuration(Class, params) {
return new Class({
type: "string",
format: "duration",
check: "string_format",
...normalizeParams(params),
});
}
function _number(Class, params) {
return new Class(snapshotChecks({ type: "number", checks: [], ...normalizeParams(params) }));
}
function _coercedNumber(Class, params) {
return new Class(snapshotChecks({ type: "number", coerce: true, checks: [], ...util.normalizeParams(params) }));
}
function _int(Class, params) {
return new Class({
type: "number",
check: "number_format",
abort: false,
format: "safeint",
...normalizeParams(params),
});
}
function _float32(Class, params) {
return new Class({
type: "number",
check: "number_format",
abort: false,
format: "float32",
...util.normalizeParams(params),
});
}
function _float64(Class, params) {
return new Class({
type: "number",
check: "number_format",
abort: false,
format: "float64",
...util.normalizeParams(params),
});
}
function _int32(Class, params) {
return new Class({
type: "number",
check: "number_format",
abort: false,
format: "int32",
...util.normalizeParams(params),
});
}
function _uint32(Class, params) {
return new Class({
type: "number",
check: "number_format",
abort: false,
format: "uint32",
...util.normalizeParams(params),
});
}
function _boolean(Class, params) {
return new Class({
type: "boolean",
...util.normalizeParams(params),
});
}
function _coercedBoolean(Class, params) {
return new Class({
type: "boolean",
coerce: true,
...util.normalizeParams(params),
});
}
function _bigint(Class, params) {
return new Class({
type: "bigint",
...util.normalizeParams(params),
});
}
function _coercedBigint(Class, params) {
return new Class({
type: "bigint",
coerce: true,
...util.normalizeParams(params),
});
}
function _int64(Class, params) {
return new Class({
type: "bigint",
check: "bigint_format",
abort: false,
format: "int64",
...util.normalizeParams(params),
});
}
function _uint64(Class, params) {
return new Class({
type: "bigint",
check: "bigint_format",
abort: false,
format: "uint64",
...util.normalizeParams(params),
});
}
function _symbol(Class, params) {
return new Class({
type: "symbol",
...util.normalizeParams(params),
});
}
function api_undefined(Class, params) {
return new Class({
type: "undefined",
...util.normalizeParams(params),
});
}
function api_null(Class, params) {
return new Class({
type: "null",
...util.normalizeParams(params),
});
}
function _any(Class) {
return new Class({
type: "any",
});
}
function _unknown(Class) {
return new Class({
type: "unknown",
});
}
function _never(Class, params) {
return new Class({
type: "never",
...normalizeParams(params),
});
}
function _void(Class, params) {
return new Class({
type: "void",
...util.normalizeParams(params),
});
}
function _date(Class, params) {
return new Class({
type: "date",
...util.normalizeParams(params),
});
}
function _coercedDate(Class, params) {
return new Class({
type: "date",
coerce: true,
...util.normalizeParams(params),
});
}
function _nan(Class, params) {
return new Class({
type: "nan",
...util.normalizeParams(params),
});
}
function _lt(value, params) {
return new $ZodCheckLessThan({
check: "less_than",
...normalizeParams(params),
value,
inclusive: false,
});
}
function _lte(value, params) {
return new $ZodCheckLessThan({
check: "less_than",
...normalizeParams(params),
value,
inclusive: true,
});
}
function _gt(value, params) {
return new $ZodCheckGreaterThan({
check: "greater_than",
...normalizeParams(params),
value,
inclusive: false,
});
}
function _gte(value, params) {
return new $ZodCheckGreaterThan({
check: "greater_than",
...normalizeParams(params),
value,
inclusive: true,
});
}
function _positive(params) {
return _gt(0, params);
}
function _negative(params) {
return _lt(0, params);
}
function _nonpositive(params) {
return _lte(0, params);
}
function _nonnegative(params) {
return _gte(0, params);
}
function _multipleOf(value, params) {
return new $ZodCheckMultipleOf({
check: "multiple_of",
...normalizeParams(params),
value,
});
}
function _maxSize(maximum, params) {
return new checks.$ZodCheckMaxSize({
check: "max_size",
...util.normalizeParams(params),
maximum,
});
}
function _minSize(minimum, params) {
return new checks.$ZodCheckMinSize({
check: "min_size",
...util.normalizeParams(params),
minimum,
});
}
function _size(size, params) {
return new checks.$ZodCheckSizeEquals({
check: "size_equals",
...util.normalizeParams(params),
size,
});
}
function _maxLength(maximum, params) {
const ch = new $ZodCheckMaxLength({
check: "max_length",
...normalizeParams(params),
maximum,
});
return ch;
}
function _minLength(minimum, params) {
return new $ZodCheckMinLength({
check: "min_length",
...normalizeParams(params),
minimum,
});
}
function _length(length, params) {
return new $ZodCheckLengthEquals({
check: "length_equals",
...normalizeParams(params),
length,
});
}
function _regex(pattern, params) {
return new $ZodCheckRegex({
check: "string_format",
format: "regex",
...normalizeParams(params),
pattern,
});
}
function _lowercase(params) {
return new $ZodCheckLowerCase({
check: "string_format",
format: "lowercase",
...normalizeParams(params),
});
}
function _uppercase(params) {
return new $ZodCheckUpperCase({
check: "string_format",
format: "uppercase",
...normalizeParams(params),
});
}
function _includes(includes, params) {
return new $ZodCheckIncludes({
check: "string_format",
format: "includes",
...normalizeParams(params),
includes,
});
}
function _startsWith(prefix, params) {
return new $ZodCheckStartsWith({
check: "string_format",
format: "starts_with",
...normalizeParams(params),
prefix,
});
}
function _endsWith(suffix, params) {
return new $ZodCheckEndsWith({
check: "string_format",
format: "ends_with",
...normalizeParams(params),
suffix,
});
}
function _property(property, schema, params) {
return new checks.$ZodCheckProperty({
check: "property",
property,
schema,
...util.normalizeParams(params),
});
}
function _properties(shape, params) {
return new $ZodCheckProperties({
check: "properties",
shape,
...normalizeParams(params),
});
}
function _mime(types, params) {
return new checks.$ZodCheckMimeType({
check: "mime_type",
mime: types,
...util.normalizeParams(params),
});
}
function _overwrite(tx) {
return new $ZodCheckOverwrite({
check: "overwrite",
tx,
});
}
function _normalize(form) {
return _overwrite((input) => input.normalize(form));
}
function _trim() {
return _overwrite((input) => input.trim());
}
function _toLowerCase() {
return _overwrite((input) => input.toLowerCase());
}
function _toUpperCase() {
return _overwrite((input) => input.toUpperCase());
}
function _slugify() {
return _overwrite((input) => slugify(input));
}
function _array(Class, element, params) {
return new Class({
type: "array",
element,
...normalizeParams(params),
});
}
function _union(Class, options, params) {
return new Class({
type: "union",
options,
...util.normalizeParams(params),
});
}
function _xor(Class, options, params) {
return new Class({
type: "union",
options,
inclusive: false,
...util.normalizeParams(params),
});
}
function _discriminatedUnion(Class, discriminator, options, params) {
return new Class({
type: "union",
options: options,
discriminator,
...util.normalizeParams(params),
});
}
function _intersection(Class, left, right) {
return new Class({
type: "intersection",
left,
right,
});
}
function _tuple(Class, items, _paramsOrRest, _params) {
const hasRest = _paramsOrRest instanceof schemas.$ZodType;
const params = hasRest ? _params : _paramsOrRest;
const rest = hasRest ? _paramsOrRest : null;
return new Class({
type: "tuple",
items,
rest,
...util.normalizeParams(params),
});
}
function _record(Class, keyType, valueType, params) {
return new Class({
type: "record",
keyType,
valueType,
...util.normalizeParams(params),
});
}
function _map(Class, keyType, valueType, params) {
return new Class({
type: "map",
keyType,
valueType,
...util.normalizeParams(params),
});
}
function _set(Class, valueType, params) {
return new Class({
type: "set",
valueType,
...util.normalizeParams(params),
});
}
function _enum(Class, values, params) {
const entries = Array.isArray(values) ? Object.fromEntries(values.map((v) => [v, v])) : values;
return new Class({
type: "enum",
entries,
...util.normalizeParams(params),
});
}
function _nativeEnum(Class, entries, params) {
return new Class({
type: "enum",
entries,
...util.normalizeParams(params),
});
}
function _literal(Class, value, params) {
return new Class({
type: "literal",
values: Array.isArray(value) ? value : [value],
...util.normalizeParams(params),
});
}
function _file(Class, params) {
return new Class({
type: "file",
...util.normalizeParams(params),
});
}
function _transform(Class, fn) {
return new Class({
type: "transform",
transform: fn,
});
}
function _optional(Class, innerType) {
return new Class({
type: "optional",
innerType,
});
}
function _nullable(Class, innerType) {
return new Class({
type: "nullable",
innerType,
});
}
function _default(Class, innerType, defaultValue) {
return new Class({
type: "default",
innerType,
get defaultValue() {
return typeof defaultValue === "function" ? defaultValue() : util.shallowClone(defaultValue);
},
});
}
function _nonoptional(Class, innerType, params) {
return new Class({
type: "nonoptional",
innerType,
...util.normalizeParams(params),
});
}
function _success(Class, innerType) {
return new Class({
type: "success",
innerType,
});
}
function _catch(Class, innerType, catchValue) {
return new Class({
type: "catch",
innerType,
catchValue: (typeof catchValue === "function" ? catchValue : util.constantCatch(catchValue)),
});
}
function _pipe(Class, in_, out) {
return new Class({
type: "pipe",
in: in_,
out,
});
}
function _readonly(Class, innerType) {
return new Class({
type: "readonly",
innerType,
});
}
function _templateLiteral(Class, parts, params) {
return new Class({
type: "template_literal",
parts,
...util.normalizeParams(params),
});
}
function _lazy(Class, getter) {
return new Class({
type: "lazy",
getter,
});
}
function _promise(Class, innerType) {
return new Class({
type: "promise",
innerType,
});
}
function _custom(Class, fn, _params) {
const norm = util.normalizeParams(_params);
norm.abort ?? (norm.abort = true);
const schema = new Class({
type: "custom",
check: "custom",
fn: fn,
...norm,
});
return schema;
}
function _refine(Class, fn, _params) {
const schema = new Class({
type: "custom",
check: "custom",
fn: fn,
...normalizeParams(_params),
});
return schema;
}
function _superRefine(fn, params) {
const ch = _check((payload) => {
payload.addIssue = (issue) => {
if (typeof issue === "string") {
payload.issues.push(util_issue(issue, payload.value, ch._zod.def));
}
else {
const _issue = issue;
if (_issue.fatal)
_issue.continue = false;
_issue.code ?? (_issue.code = "custom");
if (!("input" in _issue))
_issue.input = payload.value;
_issue.inst ?? (_issue.inst = ch);
_issue.continue ?? (_issue.continue = !ch._zod.def.abort);
payload.issues.push(util_issue(_issue));
}
};
return fn(payload.value, payload);
}, params);
return ch;
}
function _check(fn, params) {
const ch = new $ZodCheck({
check: "custom",
...normalizeParams(params),
});
ch._zod.check = fn;
return ch;
}
function describe(description) {
const ch = new $ZodCheck({ check: "describe" });
ch._zod.onattach = [
(inst) => {
const existing = globalRegistry.get(inst) ?? {};
globalRegistry.add(inst, { ...existing, description });
},
];
ch._zod.check = () => { };
return ch;
}
function meta(metadata) {
const ch = new $ZodCheck({ check: "meta" });
ch._zod.onattach = [
(inst) => {
const existing = globalRegistry.get(inst) ?? {};
globalRegistry.add(inst, { ...existing, ...metadata });
},
];
ch._zod.check = () => { };
return ch;
}
function _stringbool(Classes, _params) {
const params = util.normalizeParams(_params);
let truthyArray = params.truthy ?? ["true", "1", "yes", "on", "y", "enabled"];
let falsyArray = params.falsy ?? ["false", "0", "no", "off", "n", "disabled"];
if (params.case !== "sensitive") {
truthyArray = truthyArray.map((v) => (typeof v === "string" ? v.toLowerCase() : v));
falsyArray = falsyArray.map((v) => (typeof v === "string" ? v.toLowerCase() : v));
}
const truthySet = new Set(truthyArray);
const falsySet = new Set(falsyArray);
const _Codec = Classes.Codec ?? schemas.$ZodCodec;
const _Boolean = Classes.Boolean ?? schemas.$ZodBoolean;
const _String = Classes.String ?? schemas.$ZodString;
const stringSchema = new _String({ type: "string", error: params.error });
const booleanSchema = new _Boolean({ type: "boolean", error: params.error });
const codec = new _Codec({
type: "pipe",
in: stringSchema,
out: booleanSchema,
transform: ((input, payload) => {
let data = input;
if (params.case !== "sensitive")
data = data.toLowerCase();
if (truthySet.has(data)) {
return true;
}
else if (falsySet.has(data)) {
return false;
}
else {
payload.issues.push({
code: "invalid_value",
expected: "stringbool",
values: [...truthySet, ...falsySet],
input: payload.value,
inst: codec,
continue: false,
});
return {};
}
}),
reverseTransform: ((input, _payload) => {
if (input === true) {
return truthyArray[0] || "true";
}
else {
return falsyArray[0] || "false";
}
}),
error: params.error,
});
codec._zod.bag.truthy = truthyArray;
codec._zod.bag.falsy = falsyArray;
codec._zod.bag.case = params.case ?? "insensitive";
return codec;
}
function _stringFormat(Class, format, fnOrRegex, _params = {}) {
const params = util.normalizeParams(_params);
const def = {
check: "string_format",
type: "string",
format,
fn: typeof fnOrRegex === "function" ? fnOrRegex : (val) => fnOrRegex.test(val),
...params,
};
if (fnOrRegex instanceof RegExp) {
def.pattern = fnOrRegex;
}
const inst = new Class(def);
return inst;
}
;
function assignProps(target, ...sources) {
for (const source of sources) {
for (const key of Reflect.ownKeys(source)) {
if (Object.prototype.propertyIsEnumerable.call(source, key)) {
util_assignProp(target, key, source[key]);
}
}
}
return target;
}
function to_json_schema_initializeContext(params) {
let target = params?.target ?? "draft-2020-12";
if (target === "draft-4")
target = "draft-04";
if (target === "draft-7")
target = "draft-07";
return {
processors: params.processors ?? {},
metadataRegistry: params?.metadata ?? globalRegistry,
target,
unrepresentable: params?.unrepresentable ?? "throw",
override: params?.override ?? (() => { }),
io: params?.io ?? "output",
counter: 0,
seen: new Map(),
sharedDefsExtractedFor: undefined,
sharedEmitDoneFor: undefined,
cycles: params?.cycles ?? "ref",
reused: params?.reused ?? "inline",
intersections: [],
deferred: [],
external: params?.external ?? undefined,
};
}
function handleUnrepresentable(schema, ctx, json, params, message) {
const result = typeof ctx.unrepresentable === "function"
? ctx.unrepresentable({ zodSchema: schema, path: params.path, message })
: ctx.unrepresentable;
if (result === "any")
return false;
if (result === undefined || result === "throw")
throw new Error(message);
Object.assign(json, result);
return true;
}
function to_json_schema_processSchema(schema, ctx, _params = { path: [], schemaPath: [] }) {
var _a;
const def = schema._zod.def;
const seen = ctx.seen.get(schema);
if (seen) {
seen.count++;
const isCycle = _params.schemaPath.includes(schema);
if (isCycle) {
seen.cycle = _params.path;
}
return seen.schema;
}
const result = { schema: {}, count: 1, cycle: undefined, path: _params.path };
ctx.seen.set(schema, result);
ctx.sharedDefsExtractedFor = undefined;
ctx.sharedEmitDoneFor = undefined;
const overrideSchema = schema._zod.toJSONSchema?.();
if (overrideSchema) {
result.schema = overrideSchema;
}
else {
const params = {
..._params,
schemaPath: [..._params.schemaPath, schema],
path: _params.path,
};
if (schema._zod.processJSONSchema) {
schema._zod.processJSONSchema(ctx, result.schema, params);
}
else {
const _json = result.schema;
const processor = ctx.processors[def.type];
if (!processor) {
throw new Error(`[toJSONSchema]: Non-representable type encountered: ${def.type}`);
}
processor(schema, ctx, _json, params);
}
const parent = schema._zod.parent;
if (parent) {
if (!result.ref)
result.ref = parent;
to_json_schema_processSchema(parent, ctx, params);
ctx.seen.get(parent).isParent = true;
}
}
const meta = ctx.metadataRegistry.get(schema);
if (meta)
assignProps(result.schema, meta);
if (ctx.io === "input" && isTransforming(schema)) {
delete result.schema.examples;
delete result.schema.default;
}
if (ctx.io === "input" && "_prefault" in result.schema)
(_a = result.schema).default ?? (_a.default = result.schema._prefault);
delete result.schema._prefault;
const _result = ctx.seen.get(schema);
return _result.schema;
}
function encodeJSONPointerSegment(segment) {
return segment.replace(/~/g, "~0").replace(/\//g, "~1");
}
function to_json_schema_extractDefs(ctx, schema
) {
const root = ctx.seen.get(schema);
if (!root)
throw new Error("Unprocessed schema. This is a bug in Zod.");
if (ctx.external && ctx.sharedDefsExtractedFor === ctx.external)
return;
const idToSchema = new Map();
for (const entry of ctx.seen.entries()) {
const id = ctx.metadataRegistry.get(entry[0])?.id;
if (id) {
const existing = idToSchema.get(id);
if (existing && existing !== entry[0]) {
throw new Error(`Duplicate schema id "${id}" detected during JSON Schema conversion. Two different schemas cannot share the same id when converted together.`);
}
idToSchema.set(id, entry[0]);
}
}
const makeURI = (entry) => {
const defsSegment = ctx.target === "draft-2020-12" ? "$defs" : "definitions";
if (ctx.external) {
const externalId = ctx.external.registry.get(entry[0])?.id;
const uriGenerator = ctx.external.uri ?? ((id) => id);
if (externalId) {
return { ref: uriGenerator(externalId) };
}
const id = entry[1].defId ?? entry[1].schema.id ?? `schema${ctx.counter++}`;
entry[1].defId = id;
return { defId: id, ref: `${uriGenerator("__shared")}#/${defsSegment}/${encodeJSONPointerSegment(id)}` };
}
const uriPrefix = `#`;
const defUriPrefix = `${uriPrefix}/${defsSegment}/`;
if (entry[1] === root && !entry[1].schema.id) {
return { ref: uriPrefix };
}
const defId = entry[1].schema.id ?? `__schema${ctx.counter++}`;
return { defId, ref: defUriPrefix + encodeJSONPointerSegment(defId) };
};
const extractToDef = (entry) => {
if (entry[1].schema.$ref) {
return;
}
const seen = entry[1];
const { ref, defId } = makeURI(entry);
seen.def = { ...seen.schema };
if (defId)
seen.defId = defId;
const schema = seen.schema;
for (const key in schema) {
delete schema[key];
}
schema.$ref = ref;
};
if (ctx.cycles === "throw") {
for (const entry of ctx.seen.entries()) {
const seen = entry[1];
if (seen.cycle) {
throw new Error("Cycle detected: " +
`#/${seen.cycle?.join("/")}/<root>` +
'\n\nSet the `cycles` parameter to `"ref"` to resolve cyclical schemas with defs.');
}
}
}
for (const entry of ctx.seen.entries()) {
const seen = entry[1];
if (schema === entry[0]) {
extractToDef(entry);
continue;
}
if (ctx.external) {
const ext = ctx.external.registry.get(entry[0])?.id;
if (schema !== entry[0] && ext) {
extractToDef(entry);
continue;
}
}
const id = ctx.metadataRegistry.get(entry[0])?.id;
if (id) {
extractToDef(entry);
continue;
}
if (seen.cycle) {
extractToDef(entry);
continue;
}
if (seen.count > 1) {
if (ctx.reused === "ref") {
extractToDef(entry);
}
}
}
if (ctx.external)
ctx.sharedDefsExtractedFor = ctx.external;
}
function compactTypeUnion(schema) {
const options = schema.anyOf;
if (!Array.isArray(options) || options.length === 0 || schema.type !== undefined)
return;
const types = [];
for (const option of options) {
if (!option || typeof option !== "object")
return;
compactTypeUnion(option);
const keys = Object.keys(option);
if (keys.length !== 1 || keys[0] !== "type")
return;
const type = option.type;
for (const member of Array.isArray(type) ? type : [type]) {
if (typeof member !== "string")
return;
if (!types.includes(member))
types.push(member);
}
}
delete schema.anyOf;
schema.type = types.length === 1 ? types[0] : types;
}
const FOLDABLE_KEYS = new Set(["type", "properties", "required", "additionalProperties"]);
const UNION_KEYS = ["oneOf", "anyOf"];
function undeclaredConstraint(member) {
const extra = member.additionalProperties;
if (extra === undefined || extra === false || typeof extra !== "object" || extra === null)
return null;
return Object.keys(extra).length ? extra : null;
}
function foldObjects(members) {
const objects = [];
for (const member of members) {
if (typeof member !== "object" || member.type !== "object")
return null;
for (const key in member) {
if (!FOLDABLE_KEYS.has(key))
return null;
}
objects.push(member);
}
const properties = {};
const required = new Set();
for (const object of objects) {
for (const key in object.properties) {
if (Object.prototype.hasOwnProperty.call(properties, key))
continue;
const parts = [];
for (const other of objects) {
const part = other.properties?.[key] ?? undeclaredConstraint(other);
if (part === null || part === undefined)
continue;
if (!parts.some((seen) => JSON.stringify(seen) === JSON.stringify(part)))
parts.push(part);
}
const merged = parts.length === 1
? parts[0]
: (foldObjects(parts) ?? { allOf: parts });
util_assignProp(properties, key, merged);
}
for (const key of object.required ?? [])
required.add(key);
}
const folded = { type: "object", properties };
if (required.size)
folded.required = [...required];
if (objects.every((object) => object.additionalProperties === false)) {
folded.additionalProperties = false;
}
else {
const constraints = [];
for (const object of objects) {
const constraint = undeclaredConstraint(object);
if (constraint && !constraints.some((seen) => JSON.stringify(seen) === JSON.stringify(constraint)))
constraints.push(constraint);
}
if (constraints.length === 1)
folded.additionalProperties = constraints[0];
else if (constraints.length > 1)
folded.additionalProperties = { allOf: constraints };
}
return folded;
}
function foldIntersection(json) {
const allOf = json.allOf;
if (!Array.isArray(allOf) || allOf.length < 2)
return;
for (const key of FOLDABLE_KEYS)
if (key in json)
return;
const unions = allOf.filter((m) => UNION_KEYS.some((k) => Array.isArray(m[k])));
let folded = null;
if (!unions.length) {
folded = foldObjects(allOf);
}
else {
const union = unions[0];
const keyword = UNION_KEYS.find((k) => Array.isArray(union[k]));
if (Object.keys(union).length !== 1)
return;
const rest = allOf.filter((m) => m !== union);
const branches = union[keyword].map((branch) => foldObjects([...rest, branch]));
if (branches.some((b) => !b))
return;
folded = { [keyword]: branches };
}
if (!folded)
return;
delete json.allOf;
assignProps(json, folded);
}
function to_json_schema_finalize(ctx, schema) {
const root = ctx.seen.get(schema);
if (!root)
throw new Error("Unprocessed schema. This is a bug in Zod.");
const flattenRef = (zodSchema) => {
const seen = ctx.seen.get(zodSchema);
if (seen.ref === null)
return;
const schema = seen.def ?? seen.schema;
const _cached = { ...schema };
const ref = seen.ref;
seen.ref = null;
if (ref) {
flattenRef(ref);
const refSeen = ctx.seen.get(ref);
const refSchema = refSeen.schema;
if (refSchema.$ref && (ctx.target === "draft-07" || ctx.target === "draft-04" || ctx.target === "openapi-3.0")) {
schema.allOf = schema.allOf ?? [];
schema.allOf.push(refSchema);
}
else {
assignProps(schema, refSchema);
}
assignProps(schema, _cached);
const isParentRef = zodSchema._zod.parent === ref;
if (isParentRef) {
for (const key in schema) {
if (key === "$ref" || key === "allOf")
continue;
if (!(key in _cached)) {
delete schema[key];
}
}
}
if (refSchema.$ref && refSeen.def) {
for (const key in schema) {
if (key === "$ref" || key === "allOf")
continue;
if (key in refSeen.def && JSON.stringify(schema[key]) === JSON.stringify(refSeen.def[key])) {
delete schema[key];
}
}
}
}
const parent = zodSchema._zod.parent;
if (parent && parent !== ref) {
flattenRef(parent);
const parentSeen = ctx.seen.get(parent);
if (parentSeen?.schema.$ref) {
schema.$ref = parentSeen.schema.$ref;
if (parentSeen.def) {
for (const key in schema) {
if (key === "$ref" || key === "allOf")
continue;
if (key in parentSeen.def && JSON.stringify(schema[key]) === JSON.stringify(parentSeen.def[key])) {
delete schema[key];
}
}
}
}
}
ctx.override({
zodSchema: zodSchema,
jsonSchema: schema,
path: seen.path ?? [],
});
};
if (!ctx.external || ctx.sharedEmitDoneFor !== ctx.external) {
for (const entry of [...ctx.seen.entries()].reverse()) {
flattenRef(entry[0]);
}
if (ctx.target !== "openapi-3.0") {
for (const entry of ctx.seen.entries()) {
compactTypeUnion(entry[1].def ?? entry[1].schema);
}
}
for (const rewrite of ctx.deferred)
rewrite();
if (ctx.intersections.length) {
const carriers = new Map();
for (const seen of ctx.seen.values()) {
for (const json of [seen.schema, seen.def]) {
const allOf = json?.allOf;
if (!Array.isArray(allOf))
continue;
const existing = carriers.get(allOf);
if (existing)
existing.push(json);
else
carriers.set(allOf, [json]);
}
}
for (const allOf of ctx.intersections) {
for (const json of carriers.get(allOf) ?? [])
foldIntersection(json);
}
}
}
const result = {};
if (ctx.target === "draft-2020-12") {
result.$schema = "https://json-schema.org/draft/2020-12/schema";
}
else if (ctx.target === "draft-07") {
result.$schema = "http://json-schema.org/draft-07/schema#";
}
else if (ctx.target === "draft-04") {
result.$schema = "http://json-schema.org/draft-04/schema#";
}
else if (ctx.target === "openapi-3.0") {
}
else {
}
if (ctx.external?.uri) {
const id = ctx.external.registry.get(schema)?.id;
if (!id)
throw new Error("Schema is missing an `id` property");
result.$id = ctx.external.uri(id);
}
assignProps(result, root.defId ? root.schema : (root.def ?? root.schema));
const rootMetaId = ctx.metadataRegistry.get(schema)?.id;
if (rootMetaId !== undefined && result.id === rootMetaId)
delete result.id;
const defs = ctx.external?.defs ?? {};
if (!ctx.external || ctx.sharedEmitDoneFor !== ctx.external) {
for (const entry of ctx.seen.entries()) {
const seen = entry[1];
if (seen.def && seen.defId) {
if (seen.def.id === seen.defId)
delete seen.def.id;
util_assignProp(defs, seen.defId, seen.def);
}
}
}
if (ctx.external)
ctx.sharedEmitDoneFor = ctx.external;
if (ctx.external) {
}
else {
if (Object.keys(defs).length > 0) {
if (ctx.target === "draft-2020-12") {
result.$defs = defs;
}
else {
result.definitions = defs;
}
}
}
try {
const finalized = JSON.parse(JSON.stringify(result));
Object.defineProperty(finalized, "~standard", {
value: {
...schema["~standard"],
jsonSchema: {
input: createStandardJSONSchemaMethod(schema, "input", ctx.processors),
output: createStandardJSONSchemaMethod(schema, "output", ctx.processors),
},
},
enumerable: false,
writable: false,
});
return finalized;
}
catch (_err) {
throw new Error("Error converting schema to JSON.");
}
}
function isTransforming(_schema, _ctx) {
const ctx = _ctx ?? { seen: new Set() };
if (ctx.seen.has(_schema))
return false;
ctx.seen.add(_schema);
const def = _schema._zod.def;
if (def.type === "transform")
return true;
if (def.type === "array")
return isTransforming(def.element, ctx);
if (def.type === "set")
return isTransforming(def.valueType, ctx);
if (def.type === "lazy")
return isTransforming(def.getter(), ctx);
if (def.type === "promise" ||
def.type === "optional" ||
def.type === "nonoptional" ||
def.type === "nullable" ||
def.type === "readonly" ||
def.type === "default" ||
def.type === "prefault" ||
def.type === "catch") {
return isTransforming(def.innerType, ctx);
}
if (def.type === "intersection") {
return isTransforming(def.left, ctx) || isTransforming(def.right, ctx);
}
if (def.type === "record" || def.type === "map") {
return isTransforming(def.keyType, ctx) || isTransforming(def.valueType, ctx);
}
if (def.type === "pipe") {
if (_schema._zod.traits.has("$ZodCodec"))
return true;
return isTransforming(def.in, ctx) || isTransforming(def.out, ctx);
}
if (def.type === "object") {
for (const key in def.shape) {
if (isTransforming(def.shape[key], ctx))
return true;
}
return false;
}
if (def.type === "union") {
for (const option of def.options) {
if (isTransforming(option, ctx))
return true;
}
return false;
}
if (def.type === "tuple") {
for (const item of def.items) {
if (isTransforming(item, ctx))
return true;
}
if (def.rest && isTransforming(def.rest, ctx))
return true;
return false;
}
return false;
}
const createToJSONSchemaMethod = (schema, processors = {}) => (params) => {
const ctx = to_json_schema_initializeContext({ ...params, processors });
to_json_schema_processSchema(schema, ctx);
to_json_schema_extractDefs(ctx, schema);
return to_json_schema_finalize(ctx, schema);
};
const createStandardJSONSchemaMethod = (schema, io, processors = {}) => (params) => {
const { libraryOptions, target } = params ?? {};
const ctx = to_json_schema_initializeContext({ ...(libraryOptions ?? {}), target, io, processors });
to_json_schema_processSchema(schema, ctx);
to_json_schema_extractDefs(ctx, schema);
return to_json_schema_finalize(ctx, schema);
};
;
const narrowMin = (agg, key, value) => {
if (agg[key] === undefined || value > agg[key])
agg[key] = value;
};
const narrowMax = (agg, key, value) => {
if (agg[key] === undefined || value < agg[key])
agg[key] = value;
};
const narrowBoth = (agg, value) => {
narrowMin(agg, "minimum", value);
narrowMax(agg, "maximum", value);
};
const addDivisor = (agg, value) => {
agg.multipleOf ?? (agg.multipleOf = []);
if (!agg.multipleOf.includes(value))
agg.multipleOf.push(value);
};
const addPattern = (agg, pattern) => {
agg.patterns ?? (agg.patterns = new Set());
agg.patterns.add(pattern);
};
const intersectMime = (agg, mime) => {
agg.mime = agg.mime ? agg.mime.filter((m) => mime.includes(m)) : [...mime];
};
const setFormat = (agg, format) => {
agg.format = format;
if (format.includes("int"))
agg.isInt = true;
};
const minContributor = (agg, def) => narrowMin(agg, "minimum", def.minimum);
const maxContributor = (agg, def) => narrowMax(agg, "maximum", def.maximum);
const formatContributor = (ranges) => (agg, def) => {
setFormat(agg, def.format);
const [minimum, maximum] = ranges[def.format];
narrowMin(agg, "minimum", minimum);
narrowMax(agg, "maximum", maximum);
};
const contributors = {
greater_than: (agg, def) => narrowMin(agg, def.inclusive ? "minimum" : "exclusiveMinimum", def.value),
less_than: (agg, def) => narrowMax(agg, def.inclusive ? "maximum" : "exclusiveMaximum", def.value),
multiple_of: (agg, def) => addDivisor(agg, def.value),
number_format: formatContributor(NUMBER_FORMAT_RANGES),
bigint_format: formatContributor(BIGINT_FORMAT_RANGES),
min_length: minContributor,
max_length: maxContributor,
length_equals: (agg, def) => narrowBoth(agg, def.length),
min_size: minContributor,
max_size: maxContributor,
size_equals: (agg, def) => narrowBoth(agg, def.size),
string_format: (agg, def) => {
setFormat(agg, def.format);
if (def.pattern)
addPattern(agg, def.pattern);
if (def.format === "base64" || def.format === "base64url")
agg.contentEncoding = def.format;
if (def.local || def.precision === -1)
agg.laxFormat = true;
},
mime_type: (agg, def) => intersectMime(agg, def.mime),
};
function aggregateChecks(schema) {
const agg = {};
const def = schema._zod.def;
const list = schema._zod.traits.has("$ZodCheck")
? [schema, ...(def.checks ?? [])]
: (def.checks ?? []);
for (const ch of list)
contributors[ch._zod.def.check]?.(agg, ch._zod.def);
const bag = schema._zod.bag;
if (bag.minimum !== undefined)
narrowMin(agg, "minimum", bag.minimum);
if (bag.exclusiveMinimum !== undefined)
narrowMin(agg, "exclusiveMinimum", bag.exclusiveMinimum);
if (bag.maximum !== undefined)
narrowMax(agg, "maximum", bag.maximum);
if (bag.exclusiveMaximum !== undefined)
narrowMax(agg, "exclusiveMaximum", bag.exclusiveMaximum);
if (bag.multipleOf !== undefined)
addDivisor(agg, bag.multipleOf);
if (bag.format !== undefined) {
agg.format ?? (agg.format = bag.format);
if (bag.format.includes("int"))
agg.isInt = true;
}
if (bag.mime)
intersectMime(agg, bag.mime);
for (const pattern of bag.patterns ?? [])
addPattern(agg, pattern);
return agg;
}
const formatMap = {
guid: "uuid",
url: "uri",
datetime: "date-time",
json_string: "json-string",
regex: "",
};
const exactPatterns = new Map([
[base64Charset, base64],
[base64urlCharset, base64url],
]);
const exactPattern = (p) => exactPatterns.get(p) ?? p;
const stringProcessor = (schema, ctx, _json, _params) => {
const json = _json;
json.type = "string";
const { minimum, maximum, format, patterns, contentEncoding, laxFormat } = aggregateChecks(schema);
if (typeof minimum === "number")
json.minLength = minimum;
if (typeof maximum === "number")
json.maxLength = maximum;
if (format) {
json.format = formatMap[format] ?? format;
if (json.format === "")
delete json.format;
if (format === "time" || laxFormat) {
delete json.format;
}
}
if (contentEncoding)
json.contentEncoding = contentEncoding;
if (patterns && patterns.size > 0) {
const patternList = [...patterns].map(exactPattern);
if (patternList.length === 1)
json.pattern = patternList[0].source;
else if (patternList.length > 1) {
json.allOf = [
...patternList.map((regex) => ({
...(ctx.target === "draft-07" || ctx.target === "draft-04" || ctx.target === "openapi-3.0"
? { type: "string" }
: {}),
pattern: regex.source,
})),
];
}
}
};
const numberProcessor = (schema, ctx, _json, params) => {
const json = _json;
const { minimum, maximum, multipleOf, exclusiveMaximum, exclusiveMinimum, isInt } = aggregateChecks(schema);
json.type = isInt ? "integer" : "number";
const exMin = typeof exclusiveMinimum === "number" && exclusiveMinimum >= (minimum ?? Number.NEGATIVE_INFINITY);
const exMax = typeof exclusiveMaximum === "number" && exclusiveMaximum <= (maximum ?? Number.POSITIVE_INFINITY);
const legacy = ctx.target === "draft-04" || ctx.target === "openapi-3.0";
if (exMin) {
if (legacy) {
json.minimum = exclusiveMinimum;
json.exclusiveMinimum = true;
}
else {
json.exclusiveMinimum = exclusiveMinimum;
}
}
else if (typeof minimum === "number") {
json.minimum = minimum;
}
if (exMax) {
if (legacy) {
json.maximum = exclusiveMaximum;
json.exclusiveMaximum = true;
}
else {
json.exclusiveMaximum = exclusiveMaximum;
}
}
else if (typeof maximum === "number") {
json.maximum = maximum;
}
if (multipleOf) {
const divisors = new Set();
for (const divisor of multipleOf) {
if (Number.isFinite(divisor) && divisor !== 0)
divisors.add(Math.abs(divisor));
else
handleUnrepresentable(schema, ctx, json, params, `A multipleOf divisor of ${divisor} cannot be represented in JSON Schema`);
}
const [first, ...rest] = divisors;
if (first !== undefined)
json.multipleOf = first;
if (rest.length)
json.allOf = [...(json.allOf ?? []), ...rest.map((m) => ({ multipleOf: m }))];
}
};
const booleanProcessor = (_schema, _ctx, json, _params) => {
json.type = "boolean";
};
const bigintProcessor = (schema, ctx, json, params) => {
handleUnrepresentable(schema, ctx, json, params, "BigInt cannot be represented in JSON Schema");
};
const symbolProcessor = (schema, ctx, json, params) => {
handleUnrepresentable(schema, ctx, json, params, "Symbols cannot be represented in JSON Schema");
};
const nullProcessor = (_schema, ctx, json, _params) => {
if (ctx.target === "openapi-3.0") {
json.type = "string";
json.nullable = true;
json.enum = [null];
}
else {
json.type = "null";
}
};
const undefinedProcessor = (schema, ctx, json, params) => {
handleUnrepresentable(schema, ctx, json, params, "Undefined cannot be represented in JSON Schema");
};
const voidProcessor = (schema, ctx, json, params) => {
handleUnrepresentable(schema, ctx, json, params, "Void cannot be represented in JSON Schema");
};
const neverProcessor = (_schema, _ctx, json, _params) => {
json.not = {};
};
const anyProcessor = (_schema, _ctx, _json, _params) => {
};
const unknownProcessor = (_schema, _ctx, _json, _params) => {
};
const dateProcessor = (schema, ctx, json, params) => {
handleUnrepresentable(schema, ctx, json, params, "Date cannot be represented in JSON Schema");
};
const enumProcessor = (schema, _ctx, json, _params) => {
const def = schema._zod.def;
const values = getEnumValues(def.entries);
if (values.length === 0) {
json.not = {};
return;
}
if (values.every((v) => typeof v === "number"))
json.type = "number";
if (values.every((v) => typeof v === "string"))
json.type = "string";
json.enum = values;
};
const literalProcessor = (schema, ctx, json, params) => {
const def = schema._zod.def;
if (def.values.length === 0) {
json.not = {};
return;
}
const vals = [];
for (const val of def.values) {
if (val === undefined) {
if (handleUnrepresentable(schema, ctx, json, params, "Literal `undefined` cannot be represented in JSON Schema"))
return;
}
else if (typeof val === "bigint") {
if (handleUnrepresentable(schema, ctx, json, params, "BigInt literals cannot be represented in JSON Schema"))
return;
vals.push(Number(val));
}
else {
vals.push(val);
}
}
if (vals.length === 0) {
}
else if (vals.length === 1) {
const val = vals[0];
json.type = val === null ? "null" : typeof val;
if (ctx.target === "draft-04" || ctx.target === "openapi-3.0") {
json.enum = [val];
}
else {
json.const = val;
}
}
else {
if (vals.every((v) => typeof v === "number"))
json.type = "number";
if (vals.every((v) => typeof v === "string"))
json.type = "string";
if (vals.every((v) => typeof v === "boolean"))
json.type = "boolean";
if (vals.every((v) => v === null))
json.type = "null";
json.enum = vals;
}
};
const nanProcessor = (schema, ctx, json, params) => {
handleUnrepresentable(schema, ctx, json, params, "NaN cannot be represented in JSON Schema");
};
const templateLiteralProcessor = (schema, _ctx, json, _params) => {
const _json = json;
const pattern = schema._zod.pattern;
if (!pattern)
throw new Error("Pattern not found in template literal");
_json.type = "string";
_json.pattern = pattern.source;
};
const fileProcessor = (schema, _ctx, json, _params) => {
const _json = json;
_json.type = "string";
_json.format = "binary";
_json.contentEncoding = "binary";
const { minimum, maximum, mime } = aggregateChecks(schema);
if (minimum !== undefined)
_json.minLength = minimum;
if (maximum !== undefined)
_json.maxLength = maximum;
if (!mime)
return;
if (mime.length === 0)
_json.not = {};
else if (mime.length === 1)
_json.contentMediaType = mime[0];
else
_json.anyOf = mime.map((m) => ({ contentMediaType: m }));
};
const successProcessor = (_schema, _ctx, json, _params) => {
json.type = "boolean";
};
const customProcessor = (schema, ctx, json, params) => {
handleUnrepresentable(schema, ctx, json, params, "Custom types cannot be represented in JSON Schema");
};
const functionProcessor = (schema, ctx, json, params) => {
handleUnrepresentable(schema, ctx, json, params, "Function types cannot be represented in JSON Schema");
};
const transformProcessor = (schema, ctx, json, params) => {
handleUnrepresentable(schema, ctx, json, params, "Transforms cannot be represented in JSON Schema");
};
const mapProcessor = (schema, ctx, json, params) => {
handleUnrepresentable(schema, ctx, json, params, "Map cannot be represented in JSON Schema");
};
const setProcessor = (schema, ctx, json, params) => {
handleUnrepresentable(schema, ctx, json, params, "Set cannot be represented in JSON Schema");
};
const arrayProcessor = (schema, ctx, _json, params) => {
const json = _json;
const def = schema._zod.def;
const { minimum, maximum } = aggregateChecks(schema);
if (typeof minimum === "number")
json.minItems = minimum;
if (typeof maximum === "number")
json.maxItems = maximum;
json.type = "array";
json.items = to_json_schema_processSchema(def.element, ctx, {
...params,
path: [...params.path, "items"],
});
};
function inputOptin(schema) {
const def = schema._zod.def;
if (def.type === "pipe" && def.in._zod.traits.has("$ZodTransform")) {
return inputOptin(def.out);
}
if (def.type === "catch") {
return inputOptin(def.innerType);
}
return schema._zod.optin;
}
const objectProcessor = (schema, ctx, _json, params) => {
const json = _json;
const def = schema._zod.def;
const shape = def.shape;
const symbolKeys = Object.getOwnPropertySymbols(shape);
if (symbolKeys.length &&
handleUnrepresentable(schema, ctx, json, params, "Symbol keys cannot be represented in JSON Schema")) {
return;
}
json.type = "object";
json.properties = {};
for (const key in shape) {
util_assignProp(json.properties, key, to_json_schema_processSchema(shape[key], ctx, {
...params,
path: [...params.path, "properties", key],
}));
}
const requiredKeys = [];
for (const key of Object.keys(shape)) {
const field = def.shape[key];
if (ctx.io === "input" ? inputOptin(field) === undefined : field._zod.optout === undefined) {
requiredKeys.push(key);
}
}
if (requiredKeys.length > 0) {
json.required = requiredKeys;
}
if (def.catchall?._zod.def.type === "never") {
json.additionalProperties = false;
}
else if (!def.catchall) {
if (ctx.io === "output")
json.additionalProperties = false;
}
else if (def.catchall) {
json.additionalProperties = to_json_schema_processSchema(def.catchall, ctx, {
...params,
path: [...params.path, "additionalProperties"],
});
}
};
const unionProcessor = (schema, ctx, json, params) => {
const def = schema._zod.def;
const isExclusive = def.inclusive === false;
const options = def.options.map((x, i) => to_json_schema_processSchema(x, ctx, {
...params,
path: [...params.path, isExclusive ? "oneOf" : "anyOf", i],
}));
if (isExclusive) {
json.oneOf = options;
}
else {
json.anyOf = options;
}
};
const intersectionProcessor = (schema, ctx, json, params) => {
const def = schema._zod.def;
const a = to_json_schema_processSchema(def.left, ctx, {
...params,
path: [...params.path, "allOf", 0],
});
const b = to_json_schema_processSchema(def.right, ctx, {
...params,
path: [...params.path, "allOf", 1],
});
const isSimpleIntersection = (val) => "allOf" in val && Object.keys(val).length === 1;
const allOf = [
...(isSimpleIntersection(a) ? a.allOf : [a]),
...(isSimpleIntersection(b) ? b.allOf : [b]),
];
json.allOf = allOf;
ctx.intersections.push(allOf);
};
const tupleProcessor = (schema, ctx, _json, params) => {
const json = _json;
const def = schema._zod.def;
json.type = "array";
const prefixPath = ctx.target === "draft-2020-12" ? "prefixItems" : "items";
const restPath = ctx.target === "draft-2020-12" ? "items" : ctx.target === "openapi-3.0" ? "items" : "additionalItems";
const prefixItems = def.items.map((x, i) => to_json_schema_processSchema(x, ctx, {
...params,
path: [...params.path, prefixPath, i],
}));
const rest = def.rest
? to_json_schema_processSchema(def.rest, ctx, {
...params,
path: [...params.path, restPath, ...(ctx.target === "openapi-3.0" ? [def.items.length] : [])],
})
: null;
let minItems = def.items.length;
while (minItems > 0) {
const item = def.items[minItems - 1];
const optional = ctx.io === "input" ? inputOptin(item) !== undefined : item._zod.optout === "optional";
if (!optional)
break;
minItems--;
}
const maxItems = def.items.length;
const isClosed = !def.rest;
if (ctx.target === "draft-2020-12") {
json.prefixItems = prefixItems;
if (isClosed) {
json.items = false;
}
else if (rest) {
json.items = rest;
}
if (minItems > 0)
json.minItems = minItems;
if (isClosed)
json.maxItems = maxItems;
}
else if (ctx.target === "openapi-3.0") {
json.items = {
anyOf: prefixItems,
};
if (rest) {
json.items.anyOf.push(rest);
}
if (minItems > 0)
json.minItems = minItems;
if (isClosed)
json.maxItems = maxItems;
}
else {
json.items = prefixItems;
if (isClosed) {
json.additionalItems = false;
}
else if (rest) {
json.additionalItems = rest;
}
if (minItems > 0)
json.minItems = minItems;
if (isClosed)
json.maxItems = maxItems;
}
const { minimum, maximum } = aggregateChecks(schema);
if (typeof minimum === "number")
json.minItems = minimum;
if (typeof maximum === "number")
json.maxItems = maximum;
};
function stringifyKeyNames(bySchema, json, visited) {
if (json.$ref) {
if (visited.has(json))
return json;
visited.add(json);
const def = bySchema.get(json)?.def;
if (!def)
return json;
const inlined = stringifyKeyNames(bySchema, def, visited);
return inlined === def ? json : inlined;
}
for (const keyword of ["anyOf", "oneOf"]) {
const branches = json[keyword];
if (!Array.isArray(branches))
continue;
const mapped = branches.map((branch) => stringifyKeyNames(bySchema, branch, visited));
if (mapped.some((branch, i) => branch !== branches[i]))
json = { ...json, [keyword]: mapped };
}
const types = Array.isArray(json.type) ? json.type : [json.type];
const numericType = !types.includes("string") && types.some((t) => t === "number" || t === "integer");
const values = json.enum ?? (json.const !== undefined ? [json.const] : undefined);
if (!numericType && !values?.some((v) => typeof v === "number"))
return json;
const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format, id, ...rest } = json;
if (rest.enum)
rest.enum = rest.enum.map((v) => (typeof v === "number" ? String(v) : v));
else if (typeof rest.const === "number")
rest.const = String(rest.const);
if (!numericType)
return rest;
rest.type = "string";
if (!values)
rest.pattern = (types.includes("number") ? number : integer).source;
return rest;
}
const pendingRecords = new WeakMap();
function rewriteKeyNames(ctx) {
const bySchema = new Map();
for (const entry of ctx.seen.values()) {
if (entry.def && !bySchema.has(entry.schema))
bySchema.set(entry.schema, entry);
}
const rewrites = new Map();
for (const record of pendingRecords.get(ctx) ?? []) {
const seen = ctx.seen.get(record);
const names = (seen?.def ?? seen?.schema)?.propertyNames;
if (!names || names === true || rewrites.has(names))
continue;
const rewritten = stringifyKeyNames(bySchema, names, new Set());
if (rewritten !== names)
rewrites.set(names, rewritten);
}
if (!rewrites.size)
return;
for (const entry of ctx.seen.values()) {
for (const carrier of [entry.schema, entry.def]) {
const rewritten = carrier && rewrites.get(carrier.propertyNames);
if (rewritten)
carrier.propertyNames = rewritten;
}
}
}
const recordProcessor = (schema, ctx, _json, params) => {
const json = _json;
const def = schema._zod.def;
json.type = "object";
const keyType = def.keyType;
const patterns = aggregateChecks(keyType).patterns;
if (def.mode === "loose" && patterns && patterns.size > 0) {
const valueSchema = to_json_schema_processSchema(def.valueType, ctx, {
...params,
path: [...params.path, "patternProperties", "*"],
});
json.patternProperties = {};
for (const pattern of patterns) {
util_assignProp(json.patternProperties, exactPattern(pattern).source, valueSchema);
}
}
else {
if (ctx.target === "draft-07" || ctx.target === "draft-2020-12") {
json.propertyNames = to_json_schema_processSchema(def.keyType, ctx, {
...params,
path: [...params.path, "propertyNames"],
});
let pending = pendingRecords.get(ctx);
if (!pending) {
pending = [];
pendingRecords.set(ctx, pending);
ctx.deferred.push(() => rewriteKeyNames(ctx));
}
pending.push(schema);
}
json.additionalProperties = to_json_schema_processSchema(def.valueType, ctx, {
...params,
path: [...params.path, "additionalProperties"],
});
}
const keyValues = keyType._zod.values;
const omittableOnInput = ctx.io === "input" && inputOptin(def.valueType) !== undefined;
if (keyValues && !def.partial && !omittableOnInput) {
const validKeyValues = [...keyValues].filter((v) => typeof v === "string" || typeof v === "number");
if (validKeyValues.length > 0) {
json.required = validKeyValues.map(String);
}
}
};
const nullableProcessor = (schema, ctx, json, params) => {
const def = schema._zod.def;
const inner = to_json_schema_processSchema(def.innerType, ctx, params);
const seen = ctx.seen.get(schema);
if (ctx.target === "openapi-3.0") {
seen.ref = def.innerType;
json.nullable = true;
}
else {
json.anyOf = [inner, { type: "null" }];
}
};
const nonoptionalProcessor = (schema, ctx, _json, params) => {
const def = schema._zod.def;
to_json_schema_processSchema(def.innerType, ctx, params);
const seen = ctx.seen.get(schema);
seen.ref = def.innerType;
};
const UNREPRESENTABLE_DEFAULT = Symbol();
function serializeDefaultValue(value, schema, ctx, json, params) {
let unrepresentable = false;
const serialized = JSON.stringify(value, (_, val) => {
if (typeof val !== "bigint")
return val;
unrepresentable = true;
return null;
});
if (!unrepresentable)
return JSON.parse(serialized);
handleUnrepresentable(schema, ctx, json, params, "BigInt defaults cannot be represented in JSON Schema");
return UNREPRESENTABLE_DEFAULT;
}
const defaultProcessor = (schema, ctx, json, params) => {
const def = schema._zod.def;
to_json_schema_processSchema(def.innerType, ctx, params);
const seen = ctx.seen.get(schema);
seen.ref = def.innerType;
const value = serializeDefaultValue(def.defaultValue, schema, ctx, json, params);
if (value !== UNREPRESENTABLE_DEFAULT)
json.default = value;
};
const prefaultProcessor = (schema, ctx, json, params) => {
const def = schema._zod.def;
to_json_schema_processSchema(def.innerType, ctx, params);
const seen = ctx.seen.get(schema);
seen.ref = def.innerType;
if (ctx.io !== "input")
return;
const value = serializeDefaultValue(def.defaultValue, schema, ctx, json, params);
if (value !== UNREPRESENTABLE_DEFAULT)
json._prefault = value;
};
const catchProcessor = (schema, ctx, json, params) => {
const def = schema._zod.def;
to_json_schema_processSchema(def.innerType, ctx, params);
const seen = ctx.seen.get(schema);
seen.ref = def.innerType;
let catchValue;
try {
catchValue = def.catchValue(undefined);
}
catch {
handleUnrepresentable(schema, ctx, json, params, "Dynamic catch values are not supported in JSON Schema");
return;
}
json.default = catchValue;
};
const pipeProcessor = (schema, ctx, _json, params) => {
const def = schema._zod.def;
const inIsTransform = def.in._zod.traits.has("$ZodTransform");
const innerType = ctx.io === "input" ? (inIsTransform ? def.out : def.in) : def.out;
to_json_schema_processSchema(innerType, ctx, params);
const seen = ctx.seen.get(schema);
seen.ref = innerType;
};
const readonlyProcessor = (schema, ctx, json, params) => {
const def = schema._zod.def;
to_json_schema_processSchema(def.innerType, ctx, params);
const seen = ctx.seen.get(schema);
seen.ref = def.innerType;
json.readOnly = true;
};
const promiseProcessor = (schema, ctx, _json, params) => {
const def = schema._zod.def;
to_json_schema_processSchema(def.innerType, ctx, params);
const seen = ctx.seen.get(schema);
seen.ref = def.innerType;
};
const optionalProcessor = (schema, ctx, _json, params) => {
const def = schema._zod.def;
to_json_schema_processSchema(def.innerType, ctx, params);
const seen = ctx.seen.get(schema);
seen.ref = def.innerType;
};
const lazyProcessor = (schema, ctx, _json, params) => {
const innerType = schema._zod.innerType;
to_json_schema_processSchema(innerType, ctx, params);
const seen = ctx.seen.get(schema);
seen.ref = innerType;
};
const allProcessors = {
string: stringProcessor,
number: numberProcessor,
boolean: booleanProcessor,
bigint: bigintProcessor,
symbol: symbolProcessor,
null: nullProcessor,
undefined: undefinedProcessor,
void: voidProcessor,
never: neverProcessor,
any: anyProcessor,
unknown: unknownProcessor,
date: dateProcessor,
enum: enumProcessor,
literal: literalProcessor,
nan: nanProcessor,
template_literal: templateLiteralProcessor,
file: fileProcessor,
success: successProcessor,
custom: customProcessor,
function: functionProcessor,
transform: transformProcessor,
map: mapProcessor,
set: setProcessor,
array: arrayProcessor,
object: objectProcessor,
union: unionProcessor,
intersection: intersectionProcessor,
tuple: tupleProcessor,
record: recordProcessor,
nullable: nullableProcessor,
nonoptional: nonoptionalProcessor,
default: defaultProcessor,
prefault: prefaultProcessor,
catch: catchProcessor,
pipe: pipeProcessor,
readonly: readonlyProcessor,
promise: promiseProcessor,
optional: optionalProcessor,
lazy: lazyProcessor,
};
function toJSONSchema(input, params) {
if ("_idmap" in input) {
const registry = input;
const ctx = initializeContext({ ...params, processors: allProcessors });
const defs = {};
for (const entry of registry._idmap.entries()) {
const [_, schema] = entry;
processSchema(schema, ctx);
}
const schemas = {};
const external = {
registry,
uri: params?.uri,
defs,
};
ctx.external = external;
for (const entry of registry._idmap.entries()) {
const [key, schema] = entry;
extractDefs(ctx, schema);
assignProp(schemas, key, finalize(ctx, schema));
}
if (Object.keys(defs).length > 0) {
const defsSegment = ctx.target === "draft-2020-12" ? "$defs" : "definitions";
schemas.__shared = {
[defsSegment]: defs,
};
}
return { schemas };
}
const ctx = initializeContext({ ...params, processors: allProcessors });
processSchema(input, ctx);
extractDefs(ctx, input);
return finalize(ctx, input);
}
;
const error = () => {
const Sizable = {
string: { unit: "characters", verb: "to have" },
file: { unit: "bytes", verb: "to have" },
array: { unit: "items", verb: "to have" },
set: { unit: "items", verb: "to have" },
map: { unit: "entries", verb: "to have" },
};
function getSizing(origin) {
return Sizable[origin] ?? null;
}
const FormatDictionary = {
regex: "input",
email: "email address",
url: "URL",
emoji: "emoji",
uuid: "UUID",
uuidv4: "UUIDv4",
uuidv6: "UUIDv6",
nanoid: "nanoid",
guid: "GUID",
cuid: "cuid",
cuid2: "cuid2",
ulid: "ULID",
xid: "XID",
ksuid: "KSUID",
datetime: "ISO datetime",
date: "ISO date",
time: "ISO time",
duration: "ISO duration",
ipv4: "IPv4 address",
ipv6: "IPv6 address",
mac: "MAC address",
cidrv4: "IPv4 range",
cidrv6: "IPv6 range",
base64: "base64-encoded string",
base64url: "base64url-encoded string",
json_string: "JSON string",
e164: "E.164 number",
currency_code: "currency code",
credit_card: "credit card number",
iban: "IBAN",
jwt: "JWT",
template_literal: "input",
};
const TypeDictionary = {
nan: "NaN",
};
function getTypeName(type, input) {
if (type === "number" && typeof input === "number" && !Number.isFinite(input)) {
return String(input);
}
return TypeDictionary[type] ?? type;
}
return (issue) => {
switch (issue.code) {
case "invalid_type": {
const expected = getTypeName(issue.expected);
const receivedType = parsedType(issue.input);
const received = getTypeName(receivedType, issue.input);
return `Invalid input: expected ${expected}, received ${received}`;
}
case "invalid_value":
if (issue.values.length === 1)
return `Invalid input: expected ${stringifyPrimitive(issue.values[0])}`;
return `Invalid option: expected one of ${joinValues(issue.values, "|")}`;
case "too_big": {
const adj = issue.exact ? "exactly " : issue.inclusive ? "<=" : "<";
const sizing = getSizing(issue.origin);
if (sizing)
return `Too big: expected ${issue.origin ?? "value"} to have ${adj}${issue.maximum.toString()} ${sizing.unit ?? "elements"}`;
return `Too big: expected ${issue.origin ?? "value"} to be ${adj}${issue.maximum.toString()}`;
}
case "too_small": {
const adj = issue.exact ? "exactly " : issue.inclusive ? ">=" : ">";
const sizing = getSizing(issue.origin);
if (sizing) {
return `Too small: expected ${issue.origin} to have ${adj}${issue.minimum.toString()} ${sizing.unit}`;
}
return `Too small: expected ${issue.origin} to be ${adj}${issue.minimum.toString()}`;
}
case "invalid_format": {
const _issue = issue;
if (_issue.format === "starts_with") {
return `Invalid string: must start with "${_issue.prefix}"`;
}
if (_issue.format === "ends_with")
return `Invalid string: must end with "${_issue.suffix}"`;
if (_issue.format === "includes")
return `Invalid string: must include "${_issue.includes}"`;
if (_issue.format === "regex")
return `Invalid string: must match pattern ${_issue.pattern}`;
return `Invalid ${FormatDictionary[_issue.format] ?? issue.format}`;
}
case "not_multiple_of":
return `Invalid number: must be a multiple of ${issue.divisor}`;
case "unrecognized_keys":
return `Unrecognized key${issue.keys.length > 1 ? "s" : ""}: ${joinValues(issue.keys, ", ")}`;
case "invalid_key":
return `Invalid key in ${issue.origin}`;
case "invalid_union":
if (issue.options && Array.isArray(issue.options) && issue.options.length > 0) {
const opts = issue.options.map((o) => `'${o}'`).join(" | ");
return `Invalid discriminator value. Expected ${opts}`;
}
if (issue.inclusive === false) {
return "Invalid input: more than one option matched";
}
return "Invalid input";
case "invalid_element":
return `Invalid value in ${issue.origin}`;
default:
return `Invalid input`;
}
};
};
function en() {
return {
localeError: error(),
};
}
;
function _getMessage() {
const internals = this._zod;
internals.message ?? (internals.message = JSON.stringify(internals.def, jsonStringifyReplacer, 2));
return internals.message;
}
function _setMessage(value) {
this._zod.message = value;
}
const _messageDesc = {
get: _getMessage,
set: _setMessage,
enumerable: true,
configurable: true,
};
const _issuesDesc = { value: undefined, enumerable: false };
const _installedToString =   new WeakSet([Object.prototype, Error.prototype]);
const initializer = (inst, def) => {
inst.name = "$ZodError";
_issuesDesc.value = def;
Object.defineProperty(inst, "issues", _issuesDesc);
_issuesDesc.value = undefined;
Object.defineProperty(inst, "message", _messageDesc);
const proto = Object.getPrototypeOf(inst);
if (!_installedToString.has(proto)) {
_installedToString.add(proto);
Object.defineProperty(proto, "toString", {
configurable: true,
enumerable: false,
get() {
const value = () => this.message;
Object.defineProperty(this, "toString", { value, configurable: true, writable: true });
return value;
},
set(value) {
Object.defineProperty(this, "toString", { value, configurable: true, writable: true });
},
});
}
};
const $ZodError = $constructor("$ZodError", initializer);
const $ZodRealError = $constructor("$ZodError", initializer, undefined, {
Parent: Error,
});
function node(obj, key, make) {
if (!Object.prototype.hasOwnProperty.call(obj, key)) {
if (key === "__proto__") {
Object.defineProperty(obj, key, { value: make(), writable: true, enumerable: true, configurable: true });
}
else {
obj[key] = make();
}
}
return obj[key];
}
function flattenError(error, mapper = (issue) => issue.message) {
const fieldErrors = {};
const formErrors = [];
for (const sub of error.issues) {
if (sub.path.length > 0) {
node(fieldErrors, sub.path[0], () => []).push(mapper(sub));
}
else {
formErrors.push(mapper(sub));
}
}
return { formErrors, fieldErrors };
}
function formatError(error, mapper = (issue) => issue.message) {
const fieldErrors = { _errors: [] };
const processError = (error, path = []) => {
for (const issue of error.issues) {
if (issue.code === "invalid_union" && issue.errors.length) {
issue.errors.map((issues) => processError({ issues }, [...path, ...issue.path]));
}
else if (issue.code === "invalid_key") {
processError({ issues: issue.issues }, [...path, ...issue.path]);
}
else if (issue.code === "invalid_element") {
processError({ issues: issue.issues }, [...path, ...issue.path]);
}
else {
const fullpath = [...path, ...issue.path];
if (fullpath.length === 0) {
fieldErrors._errors.push(mapper(issue));
}
else {
let curr = fieldErrors;
let i = 0;
while (i < fullpath.length) {
const el = fullpath[i];
const terminal = i === fullpath.length - 1;
if (el === "_errors") {
if (terminal)
curr._errors.push(mapper(issue));
i++;
continue;
}
if (!Object.prototype.hasOwnProperty.call(curr, el)) {
Object.defineProperty(curr, el, {
value: { _errors: [] },
enumerable: true,
writable: true,
configurable: true,
});
}
const node = curr[el];
if (terminal) {
node._errors.push(mapper(issue));
}
curr = node;
i++;
}
}
}
}
};
processError(error);
return fieldErrors;
}
function treeifyError(error, mapper = (issue) => issue.message) {
const result = { errors: [] };
const processError = (error, path = []) => {
var _a;
for (const issue of error.issues) {
if (issue.code === "invalid_union" && issue.errors.length) {
issue.errors.map((issues) => processError({ issues }, [...path, ...issue.path]));
}
else if (issue.code === "invalid_key") {
processError({ issues: issue.issues }, [...path, ...issue.path]);
}
else if (issue.code === "invalid_element") {
processError({ issues: issue.issues }, [...path, ...issue.path]);
}
else {
const fullpath = [...path, ...issue.path];
if (fullpath.length === 0) {
result.errors.push(mapper(issue));
continue;
}
let curr = result;
let i = 0;
while (i < fullpath.length) {
const el = fullpath[i];
const terminal = i === fullpath.length - 1;
if (typeof el === "string") {
curr.properties ?? (curr.properties = {});
if (!Object.prototype.hasOwnProperty.call(curr.properties, el)) {
Object.defineProperty(curr.properties, el, {
value: { errors: [] },
enumerable: true,
writable: true,
configurable: true,
});
}
curr = curr.properties[el];
}
else {
curr.items ?? (curr.items = []);
(_a = curr.items)[el] ?? (_a[el] = { errors: [] });
curr = curr.items[el];
}
if (terminal) {
curr.errors.push(mapper(issue));
}
i++;
}
}
}
};
processError(error);
return result;
}
function toDotPath(_path) {
const segs = [];
const path = _path.map((seg) => (typeof seg === "object" ? seg.key : seg));
for (const seg of path) {
if (typeof seg === "number")
segs.push(`[${seg}]`);
else if (typeof seg === "symbol")
segs.push(`[${JSON.stringify(String(seg))}]`);
else if (/[^\w$]/.test(seg))
segs.push(`[${JSON.stringify(seg)}]`);
else {
if (segs.length)
segs.push(".");
segs.push(seg);
}
}
return segs.join("");
}
function prettifyError(error) {
const lines = [];
const issues = [...error.issues].sort((a, b) => (a.path ?? []).length - (b.path ?? []).length);
for (const issue of issues) {
lines.push(`✖ ${issue.message}`);
if (issue.path?.length)
lines.push(`  → at ${toDotPath(issue.path)}`);
}
return lines.join("\n");
}
;
function finalizeParams(callee, params) {
return { callee: params?.callee ?? callee, Err: params?.Err };
}
const _parse = (_Err) => {
const fn = (schema, value, _ctx, _params) => {
const ctx = _ctx ? { ..._ctx, async: false } : { async: false };
const result = schema._zod.run({ value, issues: [] }, ctx);
if (result instanceof Promise) {
throw new $ZodAsyncError();
}
if (result.issues.length) {
const e = new (_params?.Err ?? _Err)(result.issues.map((iss) => finalizeIssue(iss, ctx, config())));
captureStackTrace(e, _params?.callee ?? fn);
throw e;
}
return result.value;
};
return fn;
};
const parse_parse =   _parse($ZodRealError);
const _parseAsync = (_Err) => {
const fn = async (schema, value, _ctx, params) => {
const ctx = _ctx ? { ..._ctx, async: true } : { async: true };
let result = schema._zod.run({ value, issues: [] }, ctx);
if (result instanceof Promise)
result = await result;
if (result.issues.length) {
const e = new (params?.Err ?? _Err)(result.issues.map((iss) => finalizeIssue(iss, ctx, config())));
captureStackTrace(e, params?.callee ?? fn);
throw e;
}
return result.value;
};
return fn;
};
const parse_parseAsync =   _parseAsync($ZodRealError);
const _safeParse = (_Err) => (schema, value, _ctx) => {
const ctx = _ctx ? { ..._ctx, async: false } : { async: false };
const result = schema._zod.run({ value, issues: [] }, ctx);
if (result instanceof Promise) {
throw new $ZodAsyncError();
}
return result.issues.length ? failure(_Err, result.issues, ctx) : { success: true, data: result.value };
};
const safeParse =   _safeParse($ZodRealError);
function failure(Err, issues, ctx) {
let error;
return {
success: false,
get error() {
if (!error) {
error = new Err(issues.map((iss) => finalizeIssue(iss, ctx, config())));
issues = undefined;
ctx = undefined;
}
return error;
},
set error(e) {
error = e;
issues = undefined;
ctx = undefined;
},
};
}
const _safeParseAsync = (_Err) => async (schema, value, _ctx) => {
const ctx = _ctx ? { ..._ctx, async: true } : { async: true };
let result = schema._zod.run({ value, issues: [] }, ctx);
if (result instanceof Promise)
result = await result;
return result.issues.length ? failure(_Err, result.issues, ctx) : { success: true, data: result.value };
};
const safeParseAsync =   _safeParseAsync($ZodRealError);
const COMPILE_INVALID =   Symbol.for("zod.compile.invalid");
const COMPILE_FALLBACK =   Symbol.for("zod.compile.fallback");
const validate = ((schema, value, _ctx) => {
const validator = schema._zod.bag.validator;
if (validator !== undefined) {
if (validator(value) !== COMPILE_INVALID)
return true;
if (validator.definite === true && _ctx === undefined)
return false;
}
return validateFallback(schema, value, _ctx);
});
function validateFallback(schema, value, _ctx) {
const ctx = _ctx
? { ..._ctx, async: false, abortEarly: true }
: { async: false, abortEarly: true };
const fallbackRun = schema._zod.bag.fallbackRun;
let result;
if (fallbackRun) {
ctx[COMPILE_FALLBACK] = true;
result = fallbackRun({ value, issues: [] }, ctx);
}
else {
result = schema._zod.run({ value, issues: [] }, ctx);
}
if (result instanceof Promise) {
throw new $ZodAsyncError();
}
return result.issues.length === 0;
}
const parse_validateAsync = async (schema, value, _ctx) => {
const ctx = _ctx
? { ..._ctx, async: true, abortEarly: true }
: { async: true, abortEarly: true };
let result = schema._zod.run({ value, issues: [] }, ctx);
if (result instanceof Promise)
result = await result;
return result.issues.length === 0;
};
const _encode = (_Err) => {
const parse = _parse(_Err);
const fn = (schema, value, _ctx, _params) => {
const ctx = _ctx ? { ..._ctx, direction: "backward" } : { direction: "backward" };
return parse(schema, value, ctx, finalizeParams(fn, _params));
};
return fn;
};
const encode =   _encode($ZodRealError);
const _decode = (_Err) => {
const parse = _parse(_Err);
const fn = (schema, value, _ctx, _params) => {
return parse(schema, value, _ctx, finalizeParams(fn, _params));
};
return fn;
};
const decode =   _decode($ZodRealError);
const _encodeAsync = (_Err) => {
const parseAsync = _parseAsync(_Err);
const fn = async (schema, value, _ctx, _params) => {
const ctx = _ctx ? { ..._ctx, direction: "backward" } : { direction: "backward" };
return (await parseAsync(schema, value, ctx, finalizeParams(fn, _params)));
};
return fn;
};
const encodeAsync =   _encodeAsync($ZodRealError);
const _decodeAsync = (_Err) => {
const parseAsync = _parseAsync(_Err);
const fn = async (schema, value, _ctx, _params) => {
return await parseAsync(schema, value, _ctx, finalizeParams(fn, _params));
};
return fn;
};
const decodeAsync =   _decodeAsync($ZodRealError);
const _safeEncode = (_Err) => (schema, value, _ctx) => {
const ctx = _ctx ? { ..._ctx, direction: "backward" } : { direction: "backward" };
return _safeParse(_Err)(schema, value, ctx);
};
const safeEncode =   _safeEncode($ZodRealError);
const _safeDecode = (_Err) => (schema, value, _ctx) => {
return _safeParse(_Err)(schema, value, _ctx);
};
const safeDecode =   _safeDecode($ZodRealError);
const _safeEncodeAsync = (_Err) => async (schema, value, _ctx) => {
const ctx = _ctx ? { ..._ctx, direction: "backward" } : { direction: "backward" };
return _safeParseAsync(_Err)(schema, value, ctx);
};
const safeEncodeAsync =   _safeEncodeAsync($ZodRealError);
const _safeDecodeAsync = (_Err) => async (schema, value, _ctx) => {
return _safeParseAsync(_Err)(schema, value, _ctx);
};
const safeDecodeAsync =   _safeDecodeAsync($ZodRealError);
;
const _installedErrorProtos =   new WeakSet([Object.prototype, Error.prototype]);
function _lazyMethod(proto, key, make) {
Object.defineProperty(proto, key, {
configurable: true,
enumerable: false,
get() {
const value = make(this);
Object.defineProperty(this, key, { value, configurable: true, writable: true });
return value;
},
set(value) {
Object.defineProperty(this, key, { value, configurable: true, writable: true });
},
});
}
const errors_initializer = (inst, issues) => {
$ZodError.init(inst, issues);
inst.name = "ZodError";
const proto = Object.getPrototypeOf(inst);
if (_installedErrorProtos.has(proto))
return;
_installedErrorProtos.add(proto);
_lazyMethod(proto, "format", (self) => (mapper) => formatError(self, mapper));
_lazyMethod(proto, "flatten", (self) => (mapper) => flattenError(self, mapper));
_lazyMethod(proto, "addIssue", (self) => (issue) => {
self.issues.push(issue);
self.message = JSON.stringify(self.issues, jsonStringifyReplacer, 2);
});
_lazyMethod(proto, "addIssues", (self) => (issues) => {
self.issues.push(...issues);
self.message = JSON.stringify(self.issues, jsonStringifyReplacer, 2);
});
Object.defineProperty(proto, "isEmpty", {
configurable: true,
enumerable: false,
get() {
return this.issues.length === 0;
},
});
};
const ZodError =   (  null && (core.$constructor("ZodError", errors_initializer)));
const ZodRealError =   $constructor("ZodError", errors_initializer, undefined, {
Parent: Error,
});
;
const classic_parse_parse =   _parse(ZodRealError);
const classic_parse_parseAsync =   _parseAsync(ZodRealError);
const parse_safeParse =   _safeParse(ZodRealError);
const parse_safeParseAsync =   _safeParseAsync(ZodRealError);
const parse_encode =   _encode(ZodRealError);
const parse_decode =   _decode(ZodRealError);
const parse_encodeAsync =   _encodeAsync(ZodRealError);
const parse_decodeAsync =   _decodeAsync(ZodRealError);
const parse_safeEncode =   _safeEncode(ZodRealError);
const parse_safeDecode =   _safeDecode(ZodRealError);
const parse_safeEncodeAsync =   _safeEncodeAsync(ZodRealError);
const parse_safeDecodeAsync =   _safeDecodeAsync(ZodRealError);
;
function _ensureDefaultLocale() {
if (!globalConfig.localeError)
config(en());
}
function _ensureDefaultMemoizer() {
if (!globalConfig.memoizer)
config({ memoizer: memoizer() });
}
const ZodType =   $constructor("ZodType", (inst, def) => {
_ensureDefaultLocale();
$ZodType.init(inst, def);
inst.def = def;
inst.type = def.type;
return inst;
}, {
check(...chks) {
const def = this.def;
return this.clone(mergeDefs(def, {
checks: [
...(def.checks ?? []),
...chks.map((ch) => typeof ch === "function" ? { _zod: { check: ch, def: { check: "custom" }, onattach: [] } } : ch),
],
}), { parent: true });
},
with(...chks) {
return this.check(...chks);
},
clone(def, params) {
return clone(this, def, params);
},
brand() {
return this;
},
register(reg, meta) {
reg.add(this, meta);
return this;
},
refine(check, params) {
return this.check(refine(check, params));
},
superRefine(refinement, params) {
return this.check(superRefine(refinement, params));
},
overwrite(fn) {
return this.check(_overwrite(fn));
},
optional() {
return optional(this);
},
exactOptional() {
return exactOptional(this);
},
nullable() {
return nullable(this);
},
nullish() {
return optional(nullable(this));
},
nonoptional(params) {
return nonoptional(this, params);
},
array() {
return array(this);
},
or(arg) {
return union([this, arg]);
},
and(arg) {
return intersection(this, arg);
},
transform(tx) {
return pipe(this, schemas_transform(tx));
},
default(d) {
return schemas_default(this, d);
},
prefault(d) {
return prefault(this, d);
},
catch(params) {
return schemas_catch(this, params);
},
pipe(target) {
return pipe(this, target);
},
readonly() {
return readonly(this);
},
describe(description) {
const cl = this.clone();
globalRegistry.add(cl, { description });
return cl;
},
meta(...args) {
if (args.length === 0)
return globalRegistry.get(this);
const cl = this.clone();
globalRegistry.add(cl, args[0]);
return cl;
},
isOptional() {
return this.safeParse(undefined).success;
},
isNullable() {
return this.safeParse(null).success;
},
apply(fn, ...args) {
return args.length === 0 ? fn(this) : fn(this, ...args);
},
get "~standard"() {
return hide(this, "~standard", {
...standardProps(this),
jsonSchema: {
input: createStandardJSONSchemaMethod(this, "input"),
output: createStandardJSONSchemaMethod(this, "output"),
},
});
},
set "~standard"(value) {
own(this, "~standard", value);
},
parse: function _parse(data, params) {
return classic_parse_parse(this, data, params, { callee: _parse });
},
parseAsync: async function _parseAsync(data, params) {
return await classic_parse_parseAsync(this, data, params, { callee: _parseAsync });
},
safeParse(data, params) {
return parse_safeParse(this, data, params);
},
async safeParseAsync(data, params) {
return parse_safeParseAsync(this, data, params);
},
get spa() {
return this?.safeParseAsync;
},
set spa(value) {
own(this, "spa", value);
},
validate(data, params) {
return validate(this, data, params);
},
validateAsync(data, params) {
return parse_validateAsync(this, data, params);
},
encode: function _encode(data, params) {
return parse_encode(this, data, params, { callee: _encode });
},
decode: function _decode(data, params) {
return parse_decode(this, data, params, { callee: _decode });
},
encodeAsync: async function _encodeAsync(data, params) {
return await parse_encodeAsync(this, data, params, { callee: _encodeAsync });
},
decodeAsync: async function _decodeAsync(data, params) {
return await parse_decodeAsync(this, data, params, { callee: _decodeAsync });
},
safeEncode(data, params) {
return parse_safeEncode(this, data, params);
},
safeDecode(data, params) {
return parse_safeDecode(this, data, params);
},
async safeEncodeAsync(data, params) {
return parse_safeEncodeAsync(this, data, params);
},
async safeDecodeAsync(data, params) {
return parse_safeDecodeAsync(this, data, params);
},
toJSONSchema(params) {
return createToJSONSchemaMethod(this, {})(params);
},
get description() {
return globalRegistry.get(this)?.description;
},
get _def() {
return this._zod.def;
},
});
const _ZodString =   $constructor("_ZodString", (inst, def) => {
$ZodString.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => stringProcessor(inst, ctx, json, params);
},
derived({
format: (inst) => aggregateChecks(inst).format ?? null,
minLength: (inst) => aggregateChecks(inst).minimum ?? null,
maxLength: (inst) => aggregateChecks(inst).maximum ?? null,
}, {
regex(...args) {
return this.check(_regex(...args));
},
includes(...args) {
return this.check(_includes(...args));
},
startsWith(...args) {
return this.check(_startsWith(...args));
},
endsWith(...args) {
return this.check(_endsWith(...args));
},
min(...args) {
return this.check(_minLength(...args));
},
max(...args) {
return this.check(_maxLength(...args));
},
length(...args) {
return this.check(_length(...args));
},
nonempty(...args) {
return this.check(_minLength(1, ...args));
},
lowercase(params) {
return this.check(_lowercase(params));
},
uppercase(params) {
return this.check(_uppercase(params));
},
trim() {
return this.check(_trim());
},
normalize(...args) {
return this.check(_normalize(...args));
},
toLowerCase() {
return this.check(_toLowerCase());
},
toUpperCase() {
return this.check(_toUpperCase());
},
slugify() {
return this.check(_slugify());
},
}));
const ZodString =   $constructor("ZodString", (inst, def) => {
$ZodString.init(inst, def);
_ZodString.init(inst, def);
}, {
email(params) {
return this.check(_email(ZodEmail, params));
},
url(params) {
return this.check(_url(ZodURL, params));
},
jwt(params) {
return this.check(_jwt(ZodJWT, params));
},
emoji(params) {
return this.check(api_emoji(ZodEmoji, params));
},
guid(params) {
return this.check(_guid(ZodGUID, params));
},
uuid(params) {
return this.check(_uuid(ZodUUID, params));
},
uuidv4(params) {
return this.check(_uuidv4(ZodUUID, params));
},
uuidv6(params) {
return this.check(_uuidv6(ZodUUID, params));
},
uuidv7(params) {
return this.check(_uuidv7(ZodUUID, params));
},
nanoid(params) {
return this.check(_nanoid(ZodNanoID, params));
},
cuid(params) {
return this.check(_cuid(ZodCUID, params));
},
cuid2(params) {
return this.check(_cuid2(ZodCUID2, params));
},
ulid(params) {
return this.check(_ulid(ZodULID, params));
},
base64(params) {
return this.check(_base64(ZodBase64, params));
},
base64url(params) {
return this.check(_base64url(ZodBase64URL, params));
},
xid(params) {
return this.check(_xid(ZodXID, params));
},
ksuid(params) {
return this.check(_ksuid(ZodKSUID, params));
},
ipv4(params) {
return this.check(_ipv4(ZodIPv4, params));
},
ipv6(params) {
return this.check(_ipv6(ZodIPv6, params));
},
cidrv4(params) {
return this.check(_cidrv4(ZodCIDRv4, params));
},
cidrv6(params) {
return this.check(_cidrv6(ZodCIDRv6, params));
},
e164(params) {
return this.check(_e164(ZodE164, params));
},
datetime(params) {
return this.check(_isoDateTime(ZodISODateTime, params));
},
date(params) {
return this.check(_isoDate(ZodISODate, params));
},
time(params) {
return this.check(_isoTime(ZodISOTime, params));
},
duration(params) {
return this.check(_isoDuration(ZodISODuration, params));
},
});
function schemas_string(params) {
return _string(ZodString, params);
}
const ZodStringFormat =   $constructor("ZodStringFormat", (inst, def) => {
$ZodStringFormat.init(inst, def);
_ZodString.init(inst, def);
});
const ZodISODateTime =   $constructor("ZodISODateTime", (inst, def) => {
$ZodISODateTime.init(inst, def);
ZodStringFormat.init(inst, def);
});
const ZodISODate =   $constructor("ZodISODate", (inst, def) => {
$ZodISODate.init(inst, def);
ZodStringFormat.init(inst, def);
});
const ZodISOTime =   $constructor("ZodISOTime", (inst, def) => {
$ZodISOTime.init(inst, def);
ZodStringFormat.init(inst, def);
});
const ZodISODuration =   $constructor("ZodISODuration", (inst, def) => {
$ZodISODuration.init(inst, def);
ZodStringFormat.init(inst, def);
});
const ZodEmail =   $constructor("ZodEmail", (inst, def) => {
$ZodEmail.init(inst, def);
ZodStringFormat.init(inst, def);
});
function schemas_email(params) {
return core._email(ZodEmail, params);
}
const ZodGUID =   $constructor("ZodGUID", (inst, def) => {
$ZodGUID.init(inst, def);
ZodStringFormat.init(inst, def);
});
function schemas_guid(params) {
return core._guid(ZodGUID, params);
}
const ZodUUID =   $constructor("ZodUUID", (inst, def) => {
$ZodUUID.init(inst, def);
ZodStringFormat.init(inst, def);
});
function schemas_uuid(params) {
return core._uuid(ZodUUID, params);
}
function uuidv4(params) {
return core._uuidv4(ZodUUID, params);
}
function uuidv6(params) {
return core._uuidv6(ZodUUID, params);
}
function uuidv7(params) {
return core._uuidv7(ZodUUID, params);
}
const ZodURL =   $constructor("ZodURL", (inst, def) => {
$ZodURL.init(inst, def);
ZodStringFormat.init(inst, def);
});
function url(params) {
return core._url(ZodURL, params);
}
function httpUrl(params) {
return core._url(ZodURL, {
protocol: regexes.httpProtocol,
hostname: regexes.domain,
...util.normalizeParams(params),
});
}
const ZodEmoji =   $constructor("ZodEmoji", (inst, def) => {
$ZodEmoji.init(inst, def);
ZodStringFormat.init(inst, def);
});
function schemas_emoji(params) {
return core._emoji(ZodEmoji, params);
}
const ZodNanoID =   $constructor("ZodNanoID", (inst, def) => {
$ZodNanoID.init(inst, def);
ZodStringFormat.init(inst, def);
});
function schemas_nanoid(params) {
return core._nanoid(ZodNanoID, params);
}
const ZodCUID =   $constructor("ZodCUID", (inst, def) => {
$ZodCUID.init(inst, def);
ZodStringFormat.init(inst, def);
});
function schemas_cuid(params) {
return core._cuid(ZodCUID, params);
}
const ZodCUID2 =   $constructor("ZodCUID2", (inst, def) => {
$ZodCUID2.init(inst, def);
ZodStringFormat.init(inst, def);
});
function schemas_cuid2(params) {
return core._cuid2(ZodCUID2, params);
}
const ZodULID =   $constructor("ZodULID", (inst, def) => {
$ZodULID.init(inst, def);
ZodStringFormat.init(inst, def);
});
function schemas_ulid(params) {
return core._ulid(ZodULID, params);
}
const ZodXID =   $constructor("ZodXID", (inst, def) => {
$ZodXID.init(inst, def);
ZodStringFormat.init(inst, def);
});
function schemas_xid(params) {
return core._xid(ZodXID, params);
}
const ZodKSUID =   $constructor("ZodKSUID", (inst, def) => {
$ZodKSUID.init(inst, def);
ZodStringFormat.init(inst, def);
});
function schemas_ksuid(params) {
return core._ksuid(ZodKSUID, params);
}
const ZodIPv4 =   $constructor("ZodIPv4", (inst, def) => {
$ZodIPv4.init(inst, def);
ZodStringFormat.init(inst, def);
});
function schemas_ipv4(params) {
return core._ipv4(ZodIPv4, params);
}
const ZodMAC =   (  null && (core.$constructor("ZodMAC", (inst, def) => {
core.$ZodMAC.init(inst, def);
ZodStringFormat.init(inst, def);
})));
function schemas_mac(params) {
return core._mac(ZodMAC, params);
}
const ZodIPv6 =   $constructor("ZodIPv6", (inst, def) => {
$ZodIPv6.init(inst, def);
ZodStringFormat.init(inst, def);
});
function schemas_ipv6(params) {
return core._ipv6(ZodIPv6, params);
}
const ZodCIDRv4 =   $constructor("ZodCIDRv4", (inst, def) => {
$ZodCIDRv4.init(inst, def);
ZodStringFormat.init(inst, def);
});
function schemas_cidrv4(params) {
return core._cidrv4(ZodCIDRv4, params);
}
const ZodCIDRv6 =   $constructor("ZodCIDRv6", (inst, def) => {
$ZodCIDRv6.init(inst, def);
ZodStringFormat.init(inst, def);
});
function schemas_cidrv6(params) {
return core._cidrv6(ZodCIDRv6, params);
}
const ZodBase64 =   $constructor("ZodBase64", (inst, def) => {
$ZodBase64.init(inst, def);
ZodStringFormat.init(inst, def);
});
function schemas_base64(params) {
return core._base64(ZodBase64, params);
}
const ZodBase64URL =   $constructor("ZodBase64URL", (inst, def) => {
$ZodBase64URL.init(inst, def);
ZodStringFormat.init(inst, def);
});
function schemas_base64url(params) {
return core._base64url(ZodBase64URL, params);
}
const ZodE164 =   $constructor("ZodE164", (inst, def) => {
$ZodE164.init(inst, def);
ZodStringFormat.init(inst, def);
});
function schemas_e164(params) {
return core._e164(ZodE164, params);
}
const ZodCreditCard =   (  null && (core.$constructor("ZodCreditCard", (inst, def) => {
core.$ZodCreditCard.init(inst, def);
ZodStringFormat.init(inst, def);
})));
function schemas_creditCard(params) {
return core._creditCard(ZodCreditCard, params);
}
const ZodIBAN =   (  null && (core.$constructor("ZodIBAN", (inst, def) => {
core.$ZodIBAN.init(inst, def);
ZodStringFormat.init(inst, def);
})));
function schemas_iban(params) {
return core._iban(ZodIBAN, params);
}
const ZodJWT =   $constructor("ZodJWT", (inst, def) => {
$ZodJWT.init(inst, def);
ZodStringFormat.init(inst, def);
});
function jwt(params) {
return core._jwt(ZodJWT, params);
}
const ZodCustomStringFormat =   (  null && (core.$constructor("ZodCustomStringFormat", (inst, def) => {
core.$ZodCustomStringFormat.init(inst, def);
ZodStringFormat.init(inst, def);
})));
function stringFormat(format, fnOrRegex, _params = {}) {
return core._stringFormat(ZodCustomStringFormat, format, fnOrRegex, _params);
}
function schemas_hostname(_params) {
return core._stringFormat(ZodCustomStringFormat, "hostname", regexes.hostname, _params);
}
function schemas_hex(_params) {
return core._stringFormat(ZodCustomStringFormat, "hex", regexes.hex, _params);
}
function schemas_currencyCode(_params) {
return core._stringFormat(ZodCustomStringFormat, "currency_code", regexes.currencyCode, _params);
}
function hash(alg, params) {
const enc = params?.enc ?? "hex";
const format = `${alg}_${enc}`;
const regex = core.regexes[format];
if (!regex)
throw new Error(`Unrecognized hash format: ${format}`);
return core._stringFormat(ZodCustomStringFormat, format, regex, params);
}
const ZodNumber =   $constructor("ZodNumber", (inst, def) => {
$ZodNumber.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => numberProcessor(inst, ctx, json, params);
inst.isFinite = true;
},
derived({
minValue: (inst) => {
const { minimum, exclusiveMinimum } = aggregateChecks(inst);
return Math.max(minimum ?? Number.NEGATIVE_INFINITY, exclusiveMinimum ?? Number.NEGATIVE_INFINITY);
},
maxValue: (inst) => {
const { maximum, exclusiveMaximum } = aggregateChecks(inst);
return Math.min(maximum ?? Number.POSITIVE_INFINITY, exclusiveMaximum ?? Number.POSITIVE_INFINITY);
},
isInt: (inst) => {
const { isInt, multipleOf } = aggregateChecks(inst);
return !!isInt || !!multipleOf?.some(Number.isSafeInteger);
},
format: (inst) => aggregateChecks(inst).format ?? null,
}, {
gt(value, params) {
return this.check(_gt(value, params));
},
gte(value, params) {
return this.check(_gte(value, params));
},
min(value, params) {
return this.check(_gte(value, params));
},
lt(value, params) {
return this.check(_lt(value, params));
},
lte(value, params) {
return this.check(_lte(value, params));
},
max(value, params) {
return this.check(_lte(value, params));
},
int(params) {
return this.check(schemas_int(params));
},
safe(params) {
return this.check(schemas_int(params));
},
positive(params) {
return this.check(_gt(0, params));
},
nonnegative(params) {
return this.check(_gte(0, params));
},
negative(params) {
return this.check(_lt(0, params));
},
nonpositive(params) {
return this.check(_lte(0, params));
},
multipleOf(value, params) {
return this.check(_multipleOf(value, params));
},
step(value, params) {
return this.check(_multipleOf(value, params));
},
finite() {
return this;
},
}));
function schemas_number(params) {
return _number(ZodNumber, params);
}
const ZodNumberFormat =   $constructor("ZodNumberFormat", (inst, def) => {
$ZodNumberFormat.init(inst, def);
ZodNumber.init(inst, def);
});
function schemas_int(params) {
return _int(ZodNumberFormat, params);
}
function float32(params) {
return core._float32(ZodNumberFormat, params);
}
function float64(params) {
return core._float64(ZodNumberFormat, params);
}
function int32(params) {
return core._int32(ZodNumberFormat, params);
}
function uint32(params) {
return core._uint32(ZodNumberFormat, params);
}
const ZodBoolean =   (  null && (core.$constructor("ZodBoolean", (inst, def) => {
core.$ZodBoolean.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => processors.booleanProcessor(inst, ctx, json, params);
})));
function schemas_boolean(params) {
return core._boolean(ZodBoolean, params);
}
const ZodBigInt =   $constructor("ZodBigInt", (inst, def) => {
$ZodBigInt.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => bigintProcessor(inst, ctx, json, params);
},
derived({
minValue: (inst) => aggregateChecks(inst).minimum ?? null,
maxValue: (inst) => aggregateChecks(inst).maximum ?? null,
format: (inst) => aggregateChecks(inst).format ?? null,
}, {
gte(value, params) {
return this.check(_gte(value, params));
},
min(value, params) {
return this.check(_gte(value, params));
},
gt(value, params) {
return this.check(_gt(value, params));
},
lt(value, params) {
return this.check(_lt(value, params));
},
lte(value, params) {
return this.check(_lte(value, params));
},
max(value, params) {
return this.check(_lte(value, params));
},
positive(params) {
return this.check(_gt(BigInt(0), params));
},
negative(params) {
return this.check(_lt(BigInt(0), params));
},
nonpositive(params) {
return this.check(_lte(BigInt(0), params));
},
nonnegative(params) {
return this.check(_gte(BigInt(0), params));
},
multipleOf(value, params) {
return this.check(_multipleOf(value, params));
},
}));
function schemas_bigint(params) {
return core._bigint(ZodBigInt, params);
}
const ZodBigIntFormat =   (  null && (core.$constructor("ZodBigIntFormat", (inst, def) => {
core.$ZodBigIntFormat.init(inst, def);
ZodBigInt.init(inst, def);
})));
function int64(params) {
return core._int64(ZodBigIntFormat, params);
}
function uint64(params) {
return core._uint64(ZodBigIntFormat, params);
}
const ZodSymbol =   (  null && (core.$constructor("ZodSymbol", (inst, def) => {
core.$ZodSymbol.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => processors.symbolProcessor(inst, ctx, json, params);
})));
function symbol(params) {
return core._symbol(ZodSymbol, params);
}
const ZodUndefined =   (  null && (core.$constructor("ZodUndefined", (inst, def) => {
core.$ZodUndefined.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => processors.undefinedProcessor(inst, ctx, json, params);
})));
function schemas_undefined(params) {
return core._undefined(ZodUndefined, params);
}
const ZodNull =   (  null && (core.$constructor("ZodNull", (inst, def) => {
core.$ZodNull.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => processors.nullProcessor(inst, ctx, json, params);
})));
function schemas_null(params) {
return core._null(ZodNull, params);
}
const ZodAny =   (  null && (core.$constructor("ZodAny", (inst, def) => {
core.$ZodAny.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => processors.anyProcessor(inst, ctx, json, params);
})));
function any() {
return core._any(ZodAny);
}
const ZodUnknown =   $constructor("ZodUnknown", (inst, def) => {
$ZodUnknown.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => unknownProcessor(inst, ctx, json, params);
});
function unknown() {
return _unknown(ZodUnknown);
}
const ZodNever =   $constructor("ZodNever", (inst, def) => {
$ZodNever.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => neverProcessor(inst, ctx, json, params);
});
function never(params) {
return _never(ZodNever, params);
}
const ZodVoid =   (  null && (core.$constructor("ZodVoid", (inst, def) => {
core.$ZodVoid.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => processors.voidProcessor(inst, ctx, json, params);
})));
function schemas_void(params) {
return core._void(ZodVoid, params);
}
const ZodDate =   $constructor("ZodDate", (inst, def) => {
$ZodDate.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => dateProcessor(inst, ctx, json, params);
inst.min = (value, params) => inst.check(_gte(value, params));
inst.max = (value, params) => inst.check(_lte(value, params));
},
derived({
minDate: (inst) => {
const { minimum } = aggregateChecks(inst);
return minimum ? new Date(minimum) : null;
},
maxDate: (inst) => {
const { maximum } = aggregateChecks(inst);
return maximum ? new Date(maximum) : null;
},
}, {}));
function schemas_date(params) {
return core._date(ZodDate, params);
}
const ZodArray =   $constructor("ZodArray", (inst, def) => {
_ensureDefaultMemoizer();
$ZodArray.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => arrayProcessor(inst, ctx, json, params);
inst.element = def.element;
}, {
min(n, params) {
return this.check(_minLength(n, params));
},
nonempty(params) {
return this.check(_minLength(1, params));
},
max(n, params) {
return this.check(_maxLength(n, params));
},
length(n, params) {
return this.check(_length(n, params));
},
unwrap() {
return this.element;
},
});
function array(element, params) {
return _array(ZodArray, element, params);
}
function keyof(schema) {
const shape = schema._zod.def.shape;
return schemas_enum(Object.keys(shape));
}
const ZodObject =   $constructor("ZodObject", (inst, def) => {
_ensureDefaultMemoizer();
$ZodObjectJIT.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => objectProcessor(inst, ctx, json, params);
installLazyProp(inst, "shape", (self) => self._zod.def.shape, false);
}, {
keyof() {
return schemas_enum(Object.keys(this._zod.def.shape));
},
catchall(catchall) {
return this.clone(mergeDefs(this._zod.def, { catchall: catchall }));
},
passthrough() {
return this.clone(mergeDefs(this._zod.def, { catchall: unknown() }));
},
loose() {
return this.clone(mergeDefs(this._zod.def, { catchall: unknown() }));
},
strict() {
return this.clone(mergeDefs(this._zod.def, { catchall: never() }));
},
strip() {
return this.clone(mergeDefs(this._zod.def, { catchall: undefined }));
},
extend(incoming) {
return extend(this, incoming);
},
safeExtend(incoming) {
return safeExtend(this, incoming);
},
merge(other) {
return merge(this, other);
},
pick(mask) {
return pick(this, mask);
},
omit(mask) {
return omit(this, mask);
},
partial(...args) {
return partial(ZodOptional, this, args[0]);
},
exactPartial(...args) {
return partial(ZodExactOptional, this, args[0], "exactPartial");
},
required(...args) {
return required(ZodNonOptional, this, args[0]);
},
});
function object(shape, params) {
const def = {
type: "object",
shape: shape ?? {},
...util.normalizeParams(params),
};
return new ZodObject(def);
}
function strictObject(shape, params) {
return new ZodObject({
type: "object",
shape,
catchall: never(),
...normalizeParams(params),
});
}
function looseObject(shape, params) {
return new ZodObject({
type: "object",
shape,
catchall: unknown(),
...util.normalizeParams(params),
});
}
const ZodUnion =   $constructor("ZodUnion", (inst, def) => {
$ZodUnion.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => unionProcessor(inst, ctx, json, params);
inst.options = def.options;
});
function union(options, params) {
return new ZodUnion({
type: "union",
options: options,
...normalizeParams(params),
});
}
const ZodXor =   (  null && (core.$constructor("ZodXor", (inst, def) => {
ZodUnion.init(inst, def);
core.$ZodXor.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => processors.unionProcessor(inst, ctx, json, params);
inst.options = def.options;
})));
function xor(options, params) {
return new ZodXor({
type: "union",
options: options,
inclusive: false,
...util.normalizeParams(params),
});
}
const ZodDiscriminatedUnion =   (  null && (core.$constructor("ZodDiscriminatedUnion", (inst, def) => {
ZodUnion.init(inst, def);
core.$ZodDiscriminatedUnion.init(inst, def);
})));
function discriminatedUnion(discriminator, options, params) {
return new ZodDiscriminatedUnion({
type: "union",
options: options,
discriminator,
...util.normalizeParams(params),
});
}
const ZodIntersection =   $constructor("ZodIntersection", (inst, def) => {
$ZodIntersection.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => intersectionProcessor(inst, ctx, json, params);
});
function intersection(left, right) {
return new ZodIntersection({
type: "intersection",
left: left,
right: right,
});
}
const ZodTuple =   $constructor("ZodTuple", (inst, def) => {
_ensureDefaultMemoizer();
$ZodTuple.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => tupleProcessor(inst, ctx, json, params);
}, {
rest(rest) {
return this.clone({
...this._zod.def,
rest: rest,
});
},
partial() {
const def = this._zod.def;
if (def.checks?.length)
throw new Error(".partial() cannot be used on tuple schemas containing refinements");
return this.clone({
...def,
items: def.items.map((item) => new ZodOptional({ type: "optional", innerType: item })),
});
},
});
function tuple(items, _paramsOrRest, _params) {
const hasRest = _paramsOrRest instanceof core.$ZodType;
const params = hasRest ? _params : _paramsOrRest;
const rest = hasRest ? _paramsOrRest : null;
return new ZodTuple({
type: "tuple",
items: items,
rest,
...util.normalizeParams(params),
});
}
const ZodRecord =   (  null && (core.$constructor("ZodRecord", (inst, def) => {
_ensureDefaultMemoizer();
core.$ZodRecord.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => processors.recordProcessor(inst, ctx, json, params);
inst.keyType = def.keyType;
inst.valueType = def.valueType;
})));
function record(keyType, valueType, params) {
if (!valueType || !valueType._zod) {
return new ZodRecord({
type: "record",
keyType: schemas_string(),
valueType: keyType,
...util.normalizeParams(valueType),
});
}
return new ZodRecord({
type: "record",
keyType,
valueType: valueType,
...util.normalizeParams(params),
});
}
function partialRecord(keyType, valueType, params) {
return new ZodRecord({
type: "record",
keyType,
valueType: valueType,
...util.normalizeParams(params),
partial: true,
});
}
function looseRecord(keyType, valueType, params) {
return new ZodRecord({
type: "record",
keyType,
valueType: valueType,
mode: "loose",
...util.normalizeParams(params),
});
}
const ZodMap =   (  null && (core.$constructor("ZodMap", (inst, def) => {
_ensureDefaultMemoizer();
core.$ZodMap.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => processors.mapProcessor(inst, ctx, json, params);
inst.keyType = def.keyType;
inst.valueType = def.valueType;
inst.min = (...args) => inst.check(core._minSize(...args));
inst.nonempty = (params) => inst.check(core._minSize(1, params));
inst.max = (...args) => inst.check(core._maxSize(...args));
inst.size = (...args) => inst.check(core._size(...args));
})));
function map(keyType, valueType, params) {
return new ZodMap({
type: "map",
keyType: keyType,
valueType: valueType,
...util.normalizeParams(params),
});
}
const ZodSet =   (  null && (core.$constructor("ZodSet", (inst, def) => {
_ensureDefaultMemoizer();
core.$ZodSet.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => processors.setProcessor(inst, ctx, json, params);
inst.min = (...args) => inst.check(core._minSize(...args));
inst.nonempty = (params) => inst.check(core._minSize(1, params));
inst.max = (...args) => inst.check(core._maxSize(...args));
inst.size = (...args) => inst.check(core._size(...args));
})));
function set(valueType, params) {
return new ZodSet({
type: "set",
valueType: valueType,
...util.normalizeParams(params),
});
}
const ZodEnum =   $constructor("ZodEnum", (inst, def) => {
$ZodEnum.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => enumProcessor(inst, ctx, json, params);
inst.enum = def.entries;
inst.options = [...inst._zod.values];
const keys = new Set(Object.keys(def.entries));
inst.extract = (values, params) => {
const newEntries = {};
for (const value of values) {
if (keys.has(value)) {
newEntries[value] = def.entries[value];
}
else
throw new Error(`Key ${value} not found in enum`);
}
return new ZodEnum({
...def,
checks: [],
...normalizeParams(params),
entries: newEntries,
});
};
inst.exclude = (values, params) => {
const newEntries = { ...def.entries };
for (const value of values) {
if (keys.has(value)) {
delete newEntries[value];
}
else
throw new Error(`Key ${value} not found in enum`);
}
return new ZodEnum({
...def,
checks: [],
...normalizeParams(params),
entries: newEntries,
});
};
});
function schemas_enum(values, params) {
const entries = Array.isArray(values) ? Object.fromEntries(values.map((v) => [v, v])) : values;
return new ZodEnum({
type: "enum",
entries,
...normalizeParams(params),
});
}
function nativeEnum(entries, params) {
return new ZodEnum({
type: "enum",
entries,
...util.normalizeParams(params),
});
}
const ZodLiteral =   (  null && (core.$constructor("ZodLiteral", (inst, def) => {
core.$ZodLiteral.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => processors.literalProcessor(inst, ctx, json, params);
inst.values = new Set(def.values);
Object.defineProperty(inst, "value", {
get() {
if (def.values.length > 1) {
throw new Error("This schema contains multiple valid literal values. Use `.values` instead.");
}
return def.values[0];
},
});
})));
function literal(value, params) {
return new ZodLiteral({
type: "literal",
values: Array.isArray(value) ? value : [value],
...util.normalizeParams(params),
});
}
const ZodFile =   (  null && (core.$constructor("ZodFile", (inst, def) => {
core.$ZodFile.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => processors.fileProcessor(inst, ctx, json, params);
inst.min = (size, params) => inst.check(core._minSize(size, params));
inst.max = (size, params) => inst.check(core._maxSize(size, params));
inst.mime = (types, params) => inst.check(core._mime(Array.isArray(types) ? types : [types], params));
})));
function file(params) {
return core._file(ZodFile, params);
}
const ZodTransform =   $constructor("ZodTransform", (inst, def) => {
_ensureDefaultMemoizer();
$ZodTransform.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => transformProcessor(inst, ctx, json, params);
inst._zod.parse = (payload, _ctx) => {
if (_ctx.direction === "backward") {
throw new $ZodEncodeError(inst.constructor.name);
}
payload.addIssue = (issue) => {
if (typeof issue === "string") {
payload.issues.push(util_issue(issue, payload.value, def));
}
else {
const _issue = issue;
if (_issue.fatal)
_issue.continue = false;
_issue.code ?? (_issue.code = "custom");
if (!("input" in _issue))
_issue.input = payload.value;
_issue.inst ?? (_issue.inst = inst);
payload.issues.push(util_issue(_issue));
}
};
const output = def.transform(payload.value, payload);
if (output instanceof Promise) {
return output.then((output) => {
payload.value = output;
return payload;
});
}
payload.value = output;
return payload;
};
});
function schemas_transform(fn) {
return new ZodTransform({
type: "transform",
transform: fn,
});
}
const ZodOptional =   $constructor("ZodOptional", (inst, def) => {
$ZodOptional.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => optionalProcessor(inst, ctx, json, params);
inst.unwrap = () => inst._zod.def.innerType;
});
function optional(innerType) {
return new ZodOptional({
type: "optional",
innerType: innerType,
});
}
const ZodExactOptional =   $constructor("ZodExactOptional", (inst, def) => {
$ZodExactOptional.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => optionalProcessor(inst, ctx, json, params);
inst.unwrap = () => inst._zod.def.innerType;
});
function exactOptional(innerType) {
return new ZodExactOptional({
type: "optional",
innerType: innerType,
});
}
const ZodNullable =   $constructor("ZodNullable", (inst, def) => {
$ZodNullable.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => nullableProcessor(inst, ctx, json, params);
inst.unwrap = () => inst._zod.def.innerType;
});
function nullable(innerType) {
return new ZodNullable({
type: "nullable",
innerType: innerType,
});
}
function schemas_nullish(innerType) {
return optional(nullable(innerType));
}
const ZodDefault =   $constructor("ZodDefault", (inst, def) => {
$ZodDefault.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => defaultProcessor(inst, ctx, json, params);
inst.unwrap = () => inst._zod.def.innerType;
inst.removeDefault = inst.unwrap;
});
function schemas_default(innerType, defaultValue) {
return new ZodDefault({
type: "default",
innerType: innerType,
get defaultValue() {
return typeof defaultValue === "function" ? defaultValue() : shallowClone(defaultValue);
},
});
}
const ZodPrefault =   $constructor("ZodPrefault", (inst, def) => {
$ZodPrefault.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => prefaultProcessor(inst, ctx, json, params);
inst.unwrap = () => inst._zod.def.innerType;
});
function prefault(innerType, defaultValue) {
return new ZodPrefault({
type: "prefault",
innerType: innerType,
get defaultValue() {
return typeof defaultValue === "function" ? defaultValue() : shallowClone(defaultValue);
},
});
}
const ZodNonOptional =   $constructor("ZodNonOptional", (inst, def) => {
$ZodNonOptional.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => nonoptionalProcessor(inst, ctx, json, params);
inst.unwrap = () => inst._zod.def.innerType;
});
function nonoptional(innerType, params) {
return new ZodNonOptional({
type: "nonoptional",
innerType: innerType,
...normalizeParams(params),
});
}
const ZodSuccess =   (  null && (core.$constructor("ZodSuccess", (inst, def) => {
core.$ZodSuccess.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => processors.successProcessor(inst, ctx, json, params);
inst.unwrap = () => inst._zod.def.innerType;
})));
function success(innerType) {
return new ZodSuccess({
type: "success",
innerType: innerType,
});
}
const ZodCatch =   $constructor("ZodCatch", (inst, def) => {
$ZodCatch.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => catchProcessor(inst, ctx, json, params);
inst.unwrap = () => inst._zod.def.innerType;
inst.removeCatch = inst.unwrap;
});
function schemas_catch(innerType, catchValue) {
return new ZodCatch({
type: "catch",
innerType: innerType,
catchValue: (typeof catchValue === "function" ? catchValue : constantCatch(catchValue)),
});
}
const ZodNaN =   (  null && (core.$constructor("ZodNaN", (inst, def) => {
core.$ZodNaN.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => processors.nanProcessor(inst, ctx, json, params);
})));
function nan(params) {
return core._nan(ZodNaN, params);
}
const ZodPipe =   $constructor("ZodPipe", (inst, def) => {
$ZodPipe.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => pipeProcessor(inst, ctx, json, params);
inst.in = def.in;
inst.out = def.out;
});
function pipe(in_, out) {
return new ZodPipe({
type: "pipe",
in: in_,
out: out,
});
}
const ZodCodec =   (  null && (core.$constructor("ZodCodec", (inst, def) => {
ZodPipe.init(inst, def);
core.$ZodCodec.init(inst, def);
})));
function codec(in_, out, params) {
return new ZodCodec({
type: "pipe",
in: in_,
out: out,
transform: params.decode,
reverseTransform: params.encode,
});
}
function invertCodec(codec) {
const def = codec._zod.def;
return new ZodCodec({
type: "pipe",
in: def.out,
out: def.in,
transform: def.reverseTransform,
reverseTransform: def.transform,
});
}
const ZodPreprocess =   (  null && (core.$constructor("ZodPreprocess", (inst, def) => {
ZodPipe.init(inst, def);
core.$ZodPreprocess.init(inst, def);
})));
const ZodReadonly =   $constructor("ZodReadonly", (inst, def) => {
$ZodReadonly.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => readonlyProcessor(inst, ctx, json, params);
inst.unwrap = () => inst._zod.def.innerType;
});
function readonly(innerType) {
return new ZodReadonly({
type: "readonly",
innerType: innerType,
});
}
const ZodTemplateLiteral =   (  null && (core.$constructor("ZodTemplateLiteral", (inst, def) => {
core.$ZodTemplateLiteral.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => processors.templateLiteralProcessor(inst, ctx, json, params);
})));
function templateLiteral(parts, params) {
return new ZodTemplateLiteral({
type: "template_literal",
parts,
...util.normalizeParams(params),
});
}
const ZodLazy =   (  null && (core.$constructor("ZodLazy", (inst, def) => {
core.$ZodLazy.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => processors.lazyProcessor(inst, ctx, json, params);
inst.unwrap = () => inst._zod.def.getter();
})));
function lazy(getter) {
return new ZodLazy({
type: "lazy",
getter: getter,
});
}
const ZodPromise =   (  null && (core.$constructor("ZodPromise", (inst, def) => {
core.$ZodPromise.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => processors.promiseProcessor(inst, ctx, json, params);
inst.unwrap = () => inst._zod.def.innerType;
})));
function promise(innerType) {
return new ZodPromise({
type: "promise",
innerType: innerType,
});
}
const ZodFunction =   (  null && (core.$constructor("ZodFunction", (inst, def) => {
core.$ZodFunction.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => processors.functionProcessor(inst, ctx, json, params);
})));
function _function(params) {
return new ZodFunction({
type: "function",
input: Array.isArray(params?.input) ? tuple(params?.input) : (params?.input ?? array(unknown())),
output: params?.output ?? unknown(),
});
}
const ZodCustom =   $constructor("ZodCustom", (inst, def) => {
$ZodCustom.init(inst, def);
ZodType.init(inst, def);
inst._zod.processJSONSchema = (ctx, json, params) => customProcessor(inst, ctx, json, params);
});
function check(fn) {
const ch = new core.$ZodCheck({
check: "custom",
});
ch._zod.check = fn;
return ch;
}
function custom(fn, _params) {
return core._custom(ZodCustom, fn ?? (() => true), _params);
}
function refine(fn, _params = {}) {
return _refine(ZodCustom, fn, _params);
}
function superRefine(fn, params) {
return _superRefine(fn, params);
}
const schemas_describe = describe;
const schemas_meta = meta;
const ZodInstanceOf =   $constructor("ZodInstanceOf", (inst, def) => {
ZodCustom.init(inst, def);
}, {
properties(shape, params) {
return this.check(_properties(shape, params));
},
});
function _instanceof(cls, params = {}) {
const inst = new ZodInstanceOf({
type: "custom",
check: "custom",
fn: (data) => data instanceof cls,
abort: true,
...util.normalizeParams(params),
});
inst._zod.bag.Class = cls;
inst._zod.check = (payload) => {
if (!(payload.value instanceof cls)) {
payload.issues.push({
code: "invalid_type",
expected: cls.name,
input: payload.value,
inst,
path: [...(inst._zod.def.path ?? [])],
});
}
};
return inst;
}
const stringbool = (...args) => core._stringbool({
Codec: ZodCodec,
Boolean: ZodBoolean,
String: ZodString,
}, ...args);
function json(params) {
const jsonSchema = lazy(() => {
return union([schemas_string(params), schemas_number(), schemas_boolean(), schemas_null(), array(jsonSchema), record(schemas_string(), jsonSchema)]);
});
return jsonSchema;
}
function preprocess(fn, schema) {
return new ZodPreprocess({
type: "pipe",
in: schemas_transform(fn),
out: schema,
});
}
;
const omitEmpty = (members) => omitUndefined(Object.fromEntries(Object.entries(members).filter(([, value]) => !isObject(value) || Object.keys(value).length > 0)));
const isObject = (value) => typeof value === 'object' && value !== null;
const omitUndefined = (members) => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
var mod = __nccq(818);
;
const INVISIBLE_CHARACTERS = /[\x00-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;
function escapeInvisible(text) {
return text.replace(INVISIBLE_CHARACTERS, (character) => {
const code = character.codePointAt(0);
if (character === '\n')
return '\\n';
if (character === '\r')
return '\\r';
if (character === '\t')
return '\\t';
if (code < 0x100)
return `\\x${code.toString(16).padStart(2, '0')}`;
return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
});
}
class user_error_UserError extends Error {
name = 'UserError';
remedy;
lines;
constructor(message, remedy) {
const lines = (typeof message === 'string' ? [message] : message).map(escapeInvisible);
super(lines.join('\n'));
this.lines = lines;
this.remedy = remedy === undefined ? undefined : escapeInvisible(remedy);
}
get text() {
return this.remedy ? `${this.message}\n  ${this.remedy}` : this.message;
}
}
function findNearestName(name, known) {
let best;
for (const candidate of known) {
const far = (0,mod .Io)(name.toLowerCase(), candidate.toLowerCase());
if (!best || far < best.far)
best = { name: candidate, far };
}
return best && best.far <= Math.ceil(name.length / 3) ? best.name : undefined;
}
function suggestName(name, known) {
const guess = findNearestName(name, known);
return guess ? ` – did you mean "${guess}"?` : '';
}
;
function readCsvCells(text, file) {
const [header, ...rows] = parseCsv(text, file).map(({ fields, raw, line }) => {
const places = locateFields(raw);
return fields.map((field, i) => {
const position = places[i] ?? { line: 0, column: 1 };
return { text: field.trim(), at: `${file}:${line + position.line}:${position.column}` };
});
});
if (!header)
throw new UserError(`${file}:1:1  is empty`, 'Its first line names the columns.');
for (const row of rows)
if (row.length !== header.length)
throw new UserError(`${row[0]?.at ?? file}  has ${row.length} ${row.length === 1 ? 'field' : 'fields'}, ` +
`the header has ${header.length}`, 'A field with a comma in it stands in double quotes.');
return { header, rows };
}
function parseCsv(text, file) {
try {
const rows = parse(text, {
bom: true,
info: true,
raw: true,
skip_empty_lines: true,
relax_column_count: true,
record_delimiter: ['\r\n', '\n', '\r'],
});
return locateRows(text, rows);
}
catch (error) {
if (!(error instanceof CsvError))
throw error;
const { lines, column } = error;
const field = typeof column === 'number' ? ` (field ${column + 1})` : '';
const fault = error.code === 'CSV_QUOTE_NOT_CLOSED'
? 'a quote is opened and never closed'
: `a quote stands where none may stand${field}`;
throw new UserError(`${file}:${lines ?? 1}:1  ${fault}`, 'A field with a quote in it stands in double quotes, and the quote in it twice.');
}
}
function locateRows(text, records) {
const plain = text.replace(/^\ufeff/, '');
let [position, line] = [0, 1];
return records.map(({ record, raw: raw_record }) => {
const raw = raw_record.replace(/^\ufeff/, '').replace(/^[\r\n]+|[\r\n]+$/g, '');
const start = plain.indexOf(raw, position);
line += countLines(plain.slice(position, start));
const row = { fields: record, raw, line };
line += countLines(raw);
position = start + raw.length;
return row;
});
}
const countLines = (text) => text.match(/\r\n|\n|\r/g)?.length ?? 0;
function locateFields(raw) {
const places = [{ line: 0, column: 1 }];
let quoted = false;
let line = 0;
let begin = 0;
for (let i = 0; i < raw.length; i += 1) {
const letter = raw[i];
if (letter === '"')
quoted = !quoted;
if (letter === '\n' || (letter === '\r' && raw[i + 1] !== '\n')) {
line += 1;
begin = i + 1;
}
if (letter === ',' && !quoted)
places.push({ line, column: i + 2 - begin });
}
return places;
}
;
const external_node_fs_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");
;
const MAX_TEXT_BYTES = (  null && (16 * 2 ** 20));
const MAX_CONTENT_BYTES = (  null && (256 * 2 ** 20));
function readRegularFile(path, max_bytes = Number.POSITIVE_INFINITY) {
const stats = (0,external_node_fs_namespaceObject.statSync)(path);
if (!stats.isFile())
throw Object.assign(new Error(`${path} is not a file`), { code: 'not a file' });
if (stats.size > max_bytes) {
const code = `larger than ${max_bytes / 2 ** 20} MiB`;
throw Object.assign(new Error(`${path} is ${code}`), { code });
}
return (0,external_node_fs_namespaceObject.readFileSync)(path);
}
;
const LAYER_OUTPUT_HOOKPOINTS = [
'layers.{layer}',
'model.layers.{layer}',
'blocks.{layer}.hook_resid_post',
'layer_{layer}',
'layer_{layer}/*',
];
function findHookpointLayer(patterns, hookpoint) {
for (const pattern of patterns) {
const match = toExpression(pattern).exec(hookpoint);
if (match)
return match.groups?.layer === undefined ? null : Number(match.groups.layer);
}
return undefined;
}
function normaliseHookpoint(hookpoint) {
const layer = findHookpointLayer(LAYER_OUTPUT_HOOKPOINTS, hookpoint);
return layer === undefined ? hookpoint : `layer ${layer}`;
}
function toExpression(pattern) {
const [prefix, ...suffixes] = pattern
.split('{layer}')
.map((piece) => piece.split('*').map(escapeLiteral).join('[^]{0,200}'));
return new RegExp(`^${prefix}${suffixes.length > 0 ? `(?<layer>\\d{1,4})${suffixes.join('\\d{1,4}')}` : ''}$`);
}
const escapeLiteral = (text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
;
const SPARSE_MODELS_FILE = 'sparse_models.csv';
const MOST_ROWS = 1000;
const nameSchema = schemas_string().trim().min(1).max(500);
const sparseModelSchema = strictObject({
source: schemas_enum(['sae_lens', 'sparsify']),
hookpoint: nameSchema.optional().describe('of the rows that it holds for; default: of all others'),
sparse_model: nameSchema.describe('repository or release'),
sae_id: nameSchema.optional().describe('which of the release: sae_lens'),
})
.refine(({ source, sae_id }) => source === 'sparsify' || sae_id !== undefined, {
path: ['sae_id'],
message: 'sae_lens needs a sae_id',
});
function addSparseModel(row, models) {
if (row.source === 'manual' || row.sparse_model !== undefined)
return row;
const hookpoint = typeof row.hookpoint === 'string' ? normaliseHookpoint(row.hookpoint) : undefined;
const candidates = models.filter(({ source }) => source === row.source);
const model = candidates.find((one) => one.hookpoint !== undefined && normaliseHookpoint(one.hookpoint) === hookpoint) ??
candidates.find((one) => one.hookpoint === undefined);
if (model === undefined)
return row;
const { sparse_model, sae_id } = model;
return { ...row, sparse_model, ...omitUndefined({ sae_id: row.sae_id ?? sae_id }) };
}
function readSparseModels(path, cwd = '.') {
const shown = (0,external_node_path_namespaceObject.relative)(cwd, path) || path;
let text;
try {
text = readRegularFile(path, 2 ** 20).toString('utf8');
}
catch (error) {
const { code } = error;
if (code === 'ENOENT')
return [];
throw new user_error_UserError(`${shown} cannot be read (${code})`);
}
try {
const settings = {
bom: true,
columns: true,
info: true,
skip_empty_lines: true,
to: MOST_ROWS,
trim: true,
};
const rows = sync_parse(text, settings);
return rows.map(({ record, info }) => {
const read = sparseModelSchema.safeParse(omitEmptyTexts(record));
if (read.success)
return read.data;
const [issue] = read.error.issues;
throw new user_error_UserError(`${shown}:${info.lines}:1  ${issue.path.join('.')}: ${issue.message}`);
});
}
catch (error) {
if (error instanceof CsvError_CsvError)
throw new user_error_UserError(`${shown}: ${error.message}`);
throw error;
}
}
const omitEmptyTexts = (record) => Object.fromEntries(Object.entries(record).filter(([, text]) => text !== ''));
const describeSparseModelsFile = (source) => `Name it in the row, or for all rows in ${SPARSE_MODELS_FILE} beside them, with the lines ` +
`source,sparse_model${source === 'sae_lens' ? ',sae_id' : ''} and ${source},REPOSITORY${source === 'sae_lens' ? ',ID' : ''}`;
;
const steeringActions = ['add', 'multiply', 'ablate', 'clamp'];
const steeringSources = ['manual', 'sae_lens', 'sparsify'];
const HOOKPOINT = /^[A-Za-z_][\w-]{0,60}(?:[./][\w-]{1,60}){0,20}$/;
const steering_vector_adapter_nameSchema = schemas_string().trim().min(1).max(500);
const rowSchema = strictObject({
hookpoint: schemas_string().regex(HOOKPOINT, 'must be names of modules joined by dots, e.g. layers.12.attention'),
action: schemas_enum(steeringActions),
coefficient: schemas_number('must be a finite number').describe('strength; what it scales is up to the action'),
feature_index: schemas_int().min(0).optional().describe('of the sparse model'),
source: schemas_enum(steeringSources),
sparse_model: steering_vector_adapter_nameSchema.optional().describe('repository or release of the sparse model'),
sae_id: steering_vector_adapter_nameSchema.optional().describe('which of the release: sae_lens'),
vector_file: steering_vector_adapter_nameSchema.optional().describe('file with the vector itself, beside the configuration'),
vector_path: steering_vector_adapter_nameSchema.optional().describe('where the server itself finds the vector'),
description: schemas_string().max(2000).optional(),
})
.superRefine((row, { addIssue }) => {
const report = (path, message) => addIssue({ code: 'custom', path: [path], message });
if (row.vector_file !== undefined && row.vector_path !== undefined)
report('vector_path', 'a row has a vector_file or a vector_path, not both');
if (row.source === 'manual') {
if (row.feature_index === undefined && row.vector_file === undefined && row.vector_path === undefined)
report('feature_index', 'a manual row needs a feature_index, a vector_file or a vector_path');
return;
}
if (row.feature_index === undefined)
report('feature_index', `${row.source} needs a feature_index`);
});
const requestSchema = rowSchema.superRefine(({ source, sparse_model, sae_id }, { addIssue }) => {
const report = (path, message) => addIssue({ code: 'custom', path: [path], message });
if (source !== 'manual' && sparse_model === undefined)
report('sparse_model', `${source} needs a sparse_model`);
if (source === 'sae_lens' && sae_id === undefined)
report('sae_id', 'sae_lens needs a sae_id');
});
const toSteeringVectors = (rows) => rows.map(({ hookpoint, action, coefficient, feature_index }) => ({
hookpoint,
action,
coefficient,
feature_index: feature_index ?? null,
}));
class SteeringVectorAdapter {
configs = [];
load_from_csv(path, cwd) {
this.configs = readSteeringFile(path, cwd, false).rows.map(({ config }) => config);
}
load_manual(configs) {
if (!Array.isArray(configs))
throw new RangeError('the rows of steering are a list');
this.configs = configs.map((config, row) => {
const read = rowSchema.safeParse(config);
if (read.success)
return read.data;
const [issue] = read.error.issues;
throw new RangeError(`row ${row + 1} of steering: ${issue.path.join('.') || 'the row'}: ${issue.message}`);
});
}
wrap_inference(inference) {
if (typeof inference !== 'function')
throw new RangeError('there is no inference to wrap');
if (!this.is_active)
return inference;
const steering_vectors = toSteeringVectors(this.configs);
return async (prompt, options) => inference(prompt, { ...options, steering_vectors: structuredClone(steering_vectors) });
}
get is_active() {
return this.configs.length > 0;
}
}
const MOST_BYTES = 2 ** 20;
const steering_vector_adapter_MOST_ROWS = 1000;
const SHOWN = 10;
const COLUMNS = [
'source',
'action',
'hookpoint',
'coefficient',
'feature_index',
'sparse_model',
'sae_id',
'vector_file',
'vector_path',
'description',
];
const OTHER_NAMES = { loader: 'source', steering_coefficient: 'coefficient' };
function readSteeringFile(file, cwd = '.', needs_model = true) {
const path = (0,external_node_path_namespaceObject.resolve)(cwd, file);
let bytes;
try {
bytes = readRegularFile(path, MOST_BYTES);
}
catch (error) {
throw new user_error_UserError(`steering ${file} cannot be read (${error.code})`);
}
const shown = (0,external_node_path_namespaceObject.relative)(cwd, path) || path;
let text;
try {
text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}
catch {
throw new user_error_UserError(`${shown}: is not UTF-8`);
}
const models = readSparseModels((0,external_node_path_namespaceObject.join)((0,external_node_path_namespaceObject.dirname)(path), SPARSE_MODELS_FILE), cwd);
return { rows: parseSteeringCsv(text, shown, models, needs_model ? requestSchema : rowSchema), path };
}
function parseSteeringCsv(text, file, models, schema) {
const [header, ...lines] = parseLines(text.replace(/^\ufeff/, ''), file);
if (!header)
throw new user_error_UserError(`${file}: is empty`, `Its first line names the columns: ${COLUMNS.join(',')}`);
const faults = [];
let remedy;
const columns = readColumns(header, (column, what) => faults.push(`${file}:${header.line}:${column}  ${what}`));
if (faults.length > 0)
throw new user_error_UserError(limitFaults(faults));
if (lines.length > steering_vector_adapter_MOST_ROWS)
throw new user_error_UserError(`${file}: has ${lines.length} rows, more than ${steering_vector_adapter_MOST_ROWS}`);
const is_harness_file = header.fields.some((name) => name.trim() === 'loader');
const rows = lines.flatMap((line, i) => {
const formatPlace = (field) => `${file}:${line.line}:${findFieldColumn(line.raw, field)}`;
if (line.fields.length !== header.fields.length) {
faults.push(`${file}:${line.line}:1  has ${line.fields.length} fields, the header has ${header.fields.length} columns`);
return [];
}
const values = line.fields.map((field) => field.trim());
const stray = columns.findIndex((column, field) => column === null && values[field] !== '');
if (stray !== -1)
faults.push(`${formatPlace(stray)}  stands in a column without a name`);
const texts = Object.fromEntries(columns.flatMap((column, field) => (column ? [[column, values[field]]] : [])));
const parsed = schema.safeParse(addSparseModel(toRowValues(texts, is_harness_file), models));
if (parsed.success)
return [{ config: parsed.data, row: i + 1, at: `${file}:${line.line}` }];
for (const { path, message } of parsed.error.issues) {
const field = columns.indexOf(path[0]);
faults.push(`${field === -1 ? `${file}:${line.line}:1` : formatPlace(field)}  ${String(path[0])}: ` +
describeFault(path[0], message, texts));
if (needsSparseModel(path[0], texts.source))
remedy ??= describeSparseModelsFile(texts.source);
}
return [];
});
if (faults.length > 0)
throw new user_error_UserError(limitFaults(faults), remedy);
return rows;
}
const needsSparseModel = (field, source) => field === 'sparse_model' && (source === 'sae_lens' || source === 'sparsify');
function toRowValues(texts, is_harness_file) {
const filled = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
return {
action: 'add',
source: is_harness_file || filled.sparse_model !== undefined ? 'sparsify' : 'manual',
...filled,
...omitUndefined({
coefficient: filled.coefficient === undefined ? undefined : parseDecimal(filled.coefficient),
feature_index: filled.feature_index === undefined ? undefined : parseDecimal(filled.feature_index),
}),
};
}
const parseDecimal = (text) => /^[+-]?(\d{1,40}(\.\d{0,40})?|\.\d{1,40})(e[+-]?\d{1,4})?$/i.test(text) ? Number(text) : Number.NaN;
function describeFault(name, message, texts) {
const text = texts[name] ?? '';
if (name === 'action' && text !== '')
return `"${text}" is not one of ${steeringActions.join(', ')}${suggestName(text, steeringActions)}`;
if (name === 'source' && text !== '')
return `"${text}" is not one of ${steeringSources.join(', ')}${suggestName(text, steeringSources)}`;
if (name === 'feature_index' && text !== '' && !/^\d{1,15}$/.test(text))
return `"${text}" is not a whole number from 0 on`;
if (text === '' && /^Invalid input|^must be/.test(message))
return 'is missing';
return text === '' ? message : `"${text.slice(0, 100)}": ${message}`;
}
function readColumns(header, report) {
const column_set = new Set();
const names = [...COLUMNS, ...Object.keys(OTHER_NAMES)];
const columns = header.fields.map((field, i) => {
const name = field.trim();
if (name === '')
return null;
const column = OTHER_NAMES[name] ?? COLUMNS.find((column) => column === name);
if (!column)
report(findFieldColumn(header.raw, i), `unknown column "${name.slice(0, 100)}"${suggestName(name, names)}`);
else if (column_set.has(column))
report(findFieldColumn(header.raw, i), `there is a column for ${column} already`);
if (column)
column_set.add(column);
return column ?? null;
});
for (const column of ['hookpoint', 'coefficient'])
if (!column_set.has(column))
report(1, `there is no column ${column}${column === 'coefficient' ? ' or steering_coefficient' : ''}`);
return columns;
}
function parseLines(text, file) {
try {
const records = sync_parse(text, {
raw: true,
relax_column_count: true,
skip_empty_lines: true,
max_record_size: 100_000,
});
return locateRows(text, records);
}
catch (error) {
if (!(error instanceof CsvError_CsvError))
throw error;
throw new user_error_UserError(`${file}:${Number(error.lines ?? 1)}:1  ${error.message.slice(0, 200)}`);
}
}
function findFieldColumn(raw, field) {
let quoted = false;
let remaining = field;
let begin = 0;
for (let index = 0; index < raw.length && remaining > 0; index++) {
const character = raw[index];
if (character === '"')
quoted = !quoted;
else if (character === '\n' && quoted)
begin = index + 1;
else if (character === ',' && !quoted && --remaining === 0)
return index + 2 - begin;
}
return 1;
}
function limitFaults(faults) {
const shown = faults.slice(0, SHOWN);
return [...shown, ...(faults.length > SHOWN ? [`… and ${faults.length - SHOWN} more in this file`] : [])];
}
;
var x = (y) => {
var x = {}; __nccq.d(x, y); return x
}
var y = (x) => (() => (x))
const external_gatebench_guard_namespaceObject = x({ ["GuardrailSuite"]: () => (__WEBPACK_EXTERNAL_MODULE_gatebench_guard_b0c637ed__.GuardrailSuite) });
;
const GuardrailSuite = external_gatebench_guard_namespaceObject.GuardrailSuite;
;
const SUFFICIENT_CASES = 100;
const ABC_CRITERIA = [
{
criterion: 'reward_design',
default_bias: 0.38,
check: ({ null_model }) => {
if (!null_model || null_model.attempts === 0)
return undefined;
const { attempts, passed } = null_model;
return {
passed: passed === 0,
evidence: `${passed} of ${attempts} null attempts passed`,
bias: passed / attempts,
};
},
},
{
criterion: 'sufficient_test_cases',
default_bias: 0.05,
check: ({ test_cases }) => {
const types = Object.entries(test_cases ?? {});
if (types.length === 0)
return undefined;
const short = types.filter(([, cases]) => cases.length < SUFFICIENT_CASES);
return {
passed: short.length === 0,
evidence: short.length === 0
? `at least ${SUFFICIENT_CASES} cases of each of ${types.length} types`
: `fewer than ${SUFFICIENT_CASES} cases: ` +
`${short.map(([type, cases]) => `${type} has ${cases.length}`).join(', ')}`,
};
},
},
{
criterion: 'environment_stochasticity',
default_bias: 0.1,
check: ({ reruns }) => {
if (!reruns || reruns.inputs === 0 || reruns.runs < 2)
return undefined;
const { inputs, runs, differing } = reruns;
return {
passed: differing === 0,
evidence: `${differing} of ${inputs} tasks differed over ${runs} runs`,
bias: differing / inputs,
};
},
},
{
criterion: 'state_isolation',
default_bias: 0.31,
check: ({ isolation }) => {
if (!isolation || isolation.probes === 0 || isolation.planted === 0)
return undefined;
const { probes, planted, leaked, guarantees } = isolation;
const grades = Object.entries(guarantees).map(([name, grade]) => `${name}: ${grade}`);
return {
passed: leaked.length === 0,
evidence: leaked.length === 0
? `${probes} ${probes === 1 ? 'probe' : 'probes'} marked ${planted} places in one run, and the next found none` +
(grades.length === 0 ? '' : ` (${grades.join(', ')})`)
: `a later run found what an earlier one left: ${leaked.slice(0, 5).join(', ')}` +
(leaked.length > 5 ? ` and ${leaked.length - 5} more` : ''),
};
},
},
{
criterion: 'tool_availability',
default_bias: 0,
check: ({ tools }) => tools && {
passed: tools.missing.length === 0,
evidence: tools.missing.length === 0 ? `all ${tools.declared} declared tools are there` : tools.missing.join('; '),
},
},
{
criterion: 'human_baseline',
default_bias: 0,
check: ({ human_baseline }) => human_baseline === undefined || human_baseline === null
? undefined
: { passed: human_baseline >= 0 && human_baseline <= 1, evidence: `people reach ${human_baseline}` },
},
{
criterion: 'failure_modes',
default_bias: 0,
check: ({ failure_catalogue }) => failure_catalogue && {
passed: failure_catalogue.length > 0,
evidence: `a catalogue of ${failure_catalogue.length} failure modes`,
},
},
{
criterion: 'cost_tracking',
default_bias: 0.02,
check: ({ cost_tracking }) => cost_tracking && cost_tracking.attempts > 0
? {
passed: cost_tracking.with_cost === cost_tracking.attempts,
evidence: `${cost_tracking.with_cost} of ${cost_tracking.attempts} attempts with a cost`,
}
: undefined,
},
{
criterion: 'latency_bounds',
default_bias: 0.02,
check: ({ latency_bounds }) => latency_bounds && latency_bounds.checks > 0
? {
passed: latency_bounds.bounded === latency_bounds.checks,
evidence: `${latency_bounds.bounded} of ${latency_bounds.checks} have a ceiling of time`,
}
: undefined,
},
{
criterion: 'reproducibility_seed',
default_bias: 0.05,
check: ({ seed }) => seed && { passed: seed.fixed, evidence: seed.fixed ? `seed ${seed.value ?? 'given'}` : 'no seed is fixed' },
},
];
;
class AgenticBenchmarkChecklist {
flags = new Map();
get criteria() {
return ABC_CRITERIA.map(({ criterion }) => criterion);
}
flag(criterion, met, evidence) {
if (!this.criteria.includes(criterion))
throw new RangeError(`the checklist has no criterion "${criterion}"`);
if (evidence.trim() === '')
throw new RangeError(`the flag of ${criterion} has no evidence`);
this.flags.set(criterion, { met, evidence });
}
get_flag(criterion) {
return this.flags.get(criterion);
}
}
;
class EnhancedABCValidator extends AgenticBenchmarkChecklist {
validate_all(benchmark_data) {
if (typeof benchmark_data !== 'object' || benchmark_data === null)
throw new RangeError('there is no data of a benchmark');
const constructed = new Set(benchmark_data.by_construction);
return ABC_CRITERIA.map(({ criterion, default_bias, check }) => {
const outcome = check(benchmark_data);
const statement = benchmark_data.manual?.[criterion] ?? this.get_flag(criterion);
const by_construction = constructed.has(criterion) && outcome?.passed === true;
if (outcome && !(by_construction && isEvident(statement)))
return {
criterion,
passed: outcome.passed,
method: 'automated',
evidence: outcome.evidence,
estimated_bias: limitToUnit(outcome.bias ?? default_bias),
...omitUndefined({ by_construction: by_construction || undefined }),
};
if (isEvident(statement))
return {
criterion,
passed: statement.met,
method: 'manual',
evidence: statement.evidence,
estimated_bias: default_bias,
};
const evidence = 'nothing is known of it: neither measured nor found by a person with evidence';
return { criterion, passed: false, method: 'skipped', evidence, estimated_bias: 0 };
});
}
estimated_overestimation(results) {
const total = results.reduce((sum, { passed, estimated_bias }) => sum + (passed ? 0 : estimated_bias), 0);
return Math.min(Math.round(total * 1e12) / 1e12, 1);
}
}
const isEvident = (said) => said !== undefined && said.evidence.trim() !== '';
const limitToUnit = (bias) => Math.min(1, Math.max(0, bias));
;
const CLEAR_DIMENSIONS = ['cost', 'latency', 'efficacy', 'assurance', 'reliability'];
const DEFAULT_WEIGHTS = {
cost: 0.2,
latency: 0.15,
efficacy: 0.35,
assurance: 0.15,
reliability: 0.15,
};
function normalised(value, { best, worst }) {
if (!Number.isFinite(value) || !Number.isFinite(best) || !Number.isFinite(worst) || worst < best)
throw new RangeError(`cannot place ${value} between best ${best} and worst ${worst}`);
if (worst === best)
return value <= worst ? 1 : 0;
return Math.min(1, Math.max(0, (worst - value) / (worst - best)));
}
function clearScore(dimensions, weights = DEFAULT_WEIGHTS) {
const sum = CLEAR_DIMENSIONS.reduce((total, dimension) => total + weights[dimension], 0);
if (!CLEAR_DIMENSIONS.every((dimension) => weights[dimension] >= 0) || Math.abs(sum - 1) > 1e-9)
throw new RangeError('weights must be at least 0 and sum to 1');
const missing = CLEAR_DIMENSIONS.filter((dimension) => weights[dimension] > 0 && dimensions[dimension] === null);
if (missing.length > 0)
return { score: null, missing };
return {
score: roundToUnit(CLEAR_DIMENSIONS.reduce((total, dimension) => total + weights[dimension] * (dimensions[dimension] ?? 0), 0)),
missing,
};
}
function scoreWithoutAssurance(dimensions, weights) {
const rest = 1 - weights.assurance;
const { score } = clearScore({ ...dimensions, assurance: 0 }, weights);
return score === null || rest < 1e-9 ? null : roundToUnit(score / rest);
}
function attemptScore(dimensions, weights = DEFAULT_WEIGHTS) {
if (dimensions.efficacy === undefined || dimensions.efficacy === null)
return null;
let [total, weight] = [0, 0];
for (const dimension of CLEAR_DIMENSIONS) {
const value = dimensions[dimension];
if (value === undefined || value === null)
continue;
total += weights[dimension] * value;
weight += weights[dimension];
}
return weight === 0 ? null : roundToUnit(total / weight);
}
function policyAdherence(actions, violations) {
return actions === 0 ? null : 1 - violations / actions;
}
function costNormalisedAccuracy(accuracy, usd_per_task) {
return usd_per_task === 0 ? null : (accuracy / usd_per_task) * 100;
}
function roundToUnit(value) {
return Math.min(1, Math.max(0, Math.round(value * 1e12) / 1e12));
}
;
const UNIFIED_IHSAN_THRESHOLD = 0.95;
const DEFAULT_CLEAR = {
weights: DEFAULT_WEIGHTS,
cost_usd: { best: 0, worst: 5 },
latency_ms: { best: 0, worst: 1_800_000 },
threshold: UNIFIED_IHSAN_THRESHOLD,
};
class EvaluationContext {
eval_id;
agent_id;
recorded = {
accuracy: null,
task_completion: null,
usd: null,
tokens: null,
total_ms: null,
policy_actions: null,
policy_violations: null,
};
constructor(eval_id, agent_id) {
this.eval_id = eval_id;
this.agent_id = agent_id;
}
record_efficacy({ accuracy, task_completion }) {
requireRange('accuracy', accuracy, 1);
requireRange('task_completion', task_completion, 1);
Object.assign(this.recorded, { accuracy, task_completion });
}
record_cost({ usd, tokens = 0 }) {
requireRange('usd', usd);
requireRange('tokens', tokens);
Object.assign(this.recorded, { usd, tokens });
}
record_latency({ total_ms }) {
requireRange('total_ms', total_ms);
this.recorded.total_ms = total_ms;
}
record_assurance({ policy_actions, policy_violations }) {
requireRange('policy_actions', policy_actions);
requireRange('policy_violations', policy_violations, policy_actions);
Object.assign(this.recorded, { policy_actions, policy_violations });
}
}
class ClearMetrics {
recorded;
settings;
constructor(recorded, settings) {
this.recorded = recorded;
this.settings = settings;
}
get dimensions() {
const { accuracy, task_completion, usd, total_ms, policy_actions, policy_violations } = this.recorded;
return {
cost: usd === null ? null : normalised(usd, this.settings.cost_usd),
latency: total_ms === null ? null : normalised(total_ms, this.settings.latency_ms),
efficacy: accuracy === null || task_completion === null ? null : (accuracy + task_completion) / 2,
assurance: policy_actions === null || policy_violations === null
? null
: policyAdherence(policy_actions, policy_violations),
reliability: null,
};
}
compute_overall_score() {
return attemptScore(this.dimensions, this.settings.weights);
}
}
class CLEARFramework {
settings;
finished = new Map();
constructor(settings = {}) {
this.settings = { ...DEFAULT_CLEAR, ...settings };
}
async evaluate(eval_id, agent_id, make) {
if (this.finished.has(eval_id))
throw new RangeError(`"${eval_id}" was evaluated before`);
const context = new EvaluationContext(eval_id, agent_id);
await make(context);
this.finished.set(eval_id, new ClearMetrics({ ...context.recorded }, this.settings));
}
get_metrics(eval_id) {
const metrics = this.finished.get(eval_id);
if (!metrics)
throw new RangeError(`there is no evaluation "${eval_id}"`);
return metrics;
}
}
function requireRange(name, value, most = Number.MAX_VALUE) {
if (!(value >= 0 && value <= most))
throw new RangeError(`${name} is ${value}, not within 0 and ${most === Number.MAX_VALUE ? 'what a number holds' : most}`);
}
;
const MEASURES = ['efficacy', 'reliability', 'cost', 'latency'];
const UNKNOWN_ASSURANCE = -1;
function dominates(a, b) {
const rival = listGoodness(b);
const differences = listGoodness(a).map((value, i) => value - rival[i]);
return differences.every((difference) => difference >= 0) && differences.some((difference) => difference > 0);
}
const listGoodness = ({ efficacy, reliability, assurance, cost, latency }) => [
efficacy,
reliability,
assurance ?? UNKNOWN_ASSURANCE,
-cost,
-latency,
];
function paretoFront(points) {
for (const point of points)
for (const measure of [...MEASURES, ...(point.assurance === null ? [] : ['assurance'])])
if (!Number.isFinite(point[measure]))
throw new RangeError(`${point.agent_id}: ${measure} is ${point[measure]}, not a number`);
return points.filter((point) => !points.some((other) => dominates(other, point)));
}
;
function requireCount(name, value, least = 0) {
if (!Number.isSafeInteger(value) || value < least)
throw new RangeError(`${name} must be a whole number of at least ${least}, not ${value}`);
}
function requireProbability(name, value) {
if (!(value >= 0 && value <= 1))
throw new RangeError(`${name} must be between 0 and 1, not ${value}`);
}
function requireConfidence(value, name = 'confidence') {
if (!(value > 0 && value < 1))
throw new RangeError(`${name} must lie strictly between 0 and 1, not ${value}`);
}
function requireAmount(name, value) {
if (!(value >= 0 && value < Number.POSITIVE_INFINITY))
throw new RangeError(`${name} must be a finite number of at least 0, not ${value}`);
}
function requirePositive(name, value) {
if (!(value > 0 && value < Number.POSITIVE_INFINITY))
throw new RangeError(`${name} must be a finite number above 0, not ${value}`);
}
function requireFinite(name, values) {
for (let i = 0; i < values.length; i++)
if (!Number.isFinite(values[i]))
throw new RangeError(`${name}[${i}] must be a finite number, not ${values[i]}`);
}
;
function quantile(values, p) {
requireFinite('values', values);
return quantileOfSorted(Float64Array.from(values).sort(), p);
}
function quantileOfSorted(sorted, p) {
requireProbability('p', p);
if (sorted.length === 0)
return null;
const position = (sorted.length - 1) * p;
const floor = Math.floor(position);
const low = sorted[floor];
const high = sorted[Math.min(floor + 1, sorted.length - 1)];
const part = position - floor;
const distance = high - low;
return Number.isFinite(distance) ? low + part * distance : (1 - part) * low + part * high;
}
function median(values) {
return quantile(values, 0.5);
}
function mean(values) {
requireFinite('values', values);
return values.length === 0 ? null : computeSum(values) / values.length;
}
function variance(values, ddof = 1) {
requireCount('ddof', ddof);
const centre = mean(values);
if (centre === null || values.length <= ddof)
return null;
const deviations = Float64Array.from(values, (value) => value - centre);
const left = computeSum(deviations);
const squares = computeSum(deviations.map((deviation) => deviation * deviation));
return Math.max(0, squares - (left * left) / values.length) / (values.length - ddof);
}
function computeSum(values) {
let sum = 0;
let residue = 0;
for (let i = 0; i < values.length; i++) {
const value = values[i];
const next = sum + value;
residue += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
sum = next;
}
return sum + residue;
}
function allEqual(values) {
let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
for (let i = 0; i < values.length; i++) {
low = Math.min(low, values[i]);
high = Math.max(high, values[i]);
}
return !(high - low > 1e-12 * Math.max(Math.abs(low), Math.abs(high)));
}
;
const PARADOX = 0.05;
function consistencyReport(passes, pareto_efficient) {
const tasks = passes[0]?.length ?? 0;
if (tasks === 0)
throw new RangeError('there is no pass, or it has no task');
if (passes.some((pass) => pass.length !== tasks))
throw new RangeError('passes have different numbers of tasks');
const clear_scores = passes.map((pass) => computeShare(pass));
const pass_at_1 = computeShare(passes.flat());
const pass_at_k = computeShare(passes[0].map((_, task) => passes.every((pass) => pass[task])));
return {
pass_at_1,
pass_at_k,
consistency_gap: pass_at_1 - pass_at_k,
run_variance: variance(clear_scores, 1) ?? 0,
clear_scores,
reasoning_paradox: reasoningParadox(passes),
pareto_efficient,
};
}
function reasoningParadox(passes) {
if (passes.length < 4)
return false;
return computeShare(passes.slice(-2).flat()) < computeShare(passes.slice(0, 2).flat()) - PARADOX;
}
const computeShare = (successes) => successes.filter(Boolean).length / successes.length;
;
const DEFAULT_K = 8;
const SIMULATED_ANSWER = { accuracy: 0.7, completion: 0.6 };
const simulateInference = async () => SIMULATED_ANSWER;
class HALOrchestrator {
clear;
guardrails;
k;
reports = [];
frontier = [];
evaluations = 0;
constructor({ clear = new CLEARFramework(), k = DEFAULT_K, guardrails } = {}) {
this.clear = clear;
this.guardrails = guardrails;
this.k = requirePasses(k);
}
async evaluate_consistency(agent_id, tasks, options = {}) {
const { k = this.k, inference = simulateInference, parallel = 1 } = options;
if (typeof inference !== 'function')
throw new RangeError('the inference is no function: nothing would be measured');
if (!Array.isArray(tasks))
throw new RangeError('the tasks are a list');
if (tasks.length === 0)
throw new RangeError('there are no tasks');
if (new Set(tasks.map(({ id }) => id)).size < tasks.length)
throw new RangeError('two tasks have the same id');
const evaluation = ++this.evaluations;
const passes = requirePasses(k);
if (!Number.isInteger(parallel) || parallel < 1)
throw new RangeError(`parallel is ${parallel}, not a whole number from 1`);
const successes = Array.from({ length: passes }, () => tasks.map(() => false));
const calls = successes.flatMap((pass, run) => tasks.map((task, index) => ({ pass, run, task, index })));
let next = 0;
const work = async () => {
for (let call = calls[next++]; call !== undefined; call = calls[next++]) {
const { pass, run, task, index } = call;
pass[index] = await this.evaluateTask(agent_id, task, run, `${agent_id}_run${run}_${task.id}#${evaluation}`, inference);
}
};
await Promise.all(Array.from({ length: Math.min(parallel, calls.length) }, work));
const report = {
...consistencyReport(successes, this.is_pareto_efficient(agent_id)),
...(inference === simulateInference ? { simulated: true } : {}),
};
this.reports.push(report);
return report;
}
async evaluateTask(agent_id, task, run, eval_id, inference) {
await this.clear.evaluate(eval_id, agent_id, async (context) => {
const answer = await inference(task.prompt, { task, run, agent_id });
if (typeof answer !== 'object' || answer === null)
throw new RangeError(`the inference returned no answer for task ${task.id}`);
const { accuracy = 0, completion = 0, cost_usd, tokens, latency_ms } = answer;
const { policy_actions, policy_violations } = this.judgeActs(answer);
context.record_efficacy({ accuracy, task_completion: completion });
if (cost_usd !== undefined)
context.record_cost({ usd: cost_usd, ...omitUndefined({ tokens }) });
if (latency_ms !== undefined)
context.record_latency({ total_ms: latency_ms });
if (policy_actions !== undefined && policy_violations !== undefined)
context.record_assurance({ policy_actions, policy_violations });
});
const score = this.clear.get_metrics(eval_id).compute_overall_score();
return score !== null && score >= this.clear.settings.threshold;
}
judgeActs({ acts, ...counts }) {
if (this.guardrails === undefined || acts === undefined)
return counts;
const { guardrail_checks, guardrail_blocks } = this.guardrails.check_all(acts);
return { policy_actions: guardrail_checks, policy_violations: guardrail_blocks };
}
update_pareto_frontier(point) {
this.frontier = paretoFront([...this.frontier, point]);
}
is_pareto_efficient(agent_id) {
return this.frontier.some((point) => point.agent_id === agent_id);
}
get pareto_frontier() {
return this.frontier;
}
get history() {
return this.reports;
}
}
function requirePasses(k) {
if (!Number.isInteger(k) || k < 1)
throw new RangeError(`k is ${k}, not a whole number from 1`);
return k;
}
;
class MetricsProvider {
attempts = new Map();
constructor(results) {
for (const result of results) {
if (typeof result?.contract?.id !== 'string' || typeof result.agent?.name !== 'string')
throw new RangeError('a result has no contract or no agent');
const key = createAttemptKey(result.agent.name, result.contract.id, result.trial);
if (this.attempts.has(key))
throw new RangeError(`trial ${result.trial} of ${result.contract.id} by ${result.agent.name} is there twice`);
this.attempts.set(key, result);
}
}
list_tasks(agent_id) {
const agent_attempts = [...this.attempts.values()].filter(({ agent }) => agent.name === agent_id);
return [...new Set(agent_attempts.map(({ contract }) => contract.id))].sort().map((id) => ({ id, prompt: id }));
}
get_metrics(agent_id, task, run) {
const attempt = this.attempts.get(createAttemptKey(agent_id, task, run + 1));
if (attempt === undefined)
throw new RangeError(`there is no trial ${run + 1} of ${task} by ${agent_id}`);
const { status, safety } = attempt.verdict;
if (status !== 'success' && status !== 'failure')
throw new RangeError(`trial ${run + 1} of ${task} by ${agent_id} was not decided (${status})`);
const success = status === 'success' ? 1 : 0;
const { total_usd } = attempt.cost;
const { metrics } = safety;
const policy_actions = sumKnown([
metrics.guardrail_checks,
metrics.profile_enforcement_checks,
metrics.network_requests_checked,
]);
const policy_violations = sumKnown([
metrics.guardrail_blocks,
metrics.profile_violations_blocked,
metrics.network_requests_blocked,
]);
return {
accuracy: success,
completion: success,
latency_ms: attempt.timing.wall_ms,
...omitUndefined({
cost_usd: total_usd ?? undefined,
policy_actions: policy_actions ?? undefined,
policy_violations: policy_violations ?? undefined,
}),
};
}
inference = async (_prompt, { task, run, agent_id }) => this.get_metrics(agent_id, task.id, run);
}
function sumKnown(counts) {
const present = counts.filter((count) => count !== null);
return present.length === 0 ? null : present.reduce((sum, count) => sum + count, 0);
}
const createAttemptKey = (agent, task, trial) => JSON.stringify([agent, task, trial]);
;
const LN_SQRT_2PI = 0.9189385332046728;
const EULER = 0.5772156649015329;
const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156, -3617 / 122400];
const ZETA_LESS_1 = Array.from({ length: 30 }, (_, at) => {
const k = at + 2;
const [m, f] = [24, 24 ** -k];
let sum = (m * f) / (k - 1) + f / 2 + (k * f) / m / 12 - (k * (k + 1) * (k + 2) * f) / m ** 3 / 720;
sum += (k * (k + 1) * (k + 2) * (k + 3) * (k + 4) * f) / m ** 5 / 30240;
sum -= (k * (k + 1) * (k + 2) * (k + 3) * (k + 4) * (k + 5) * (k + 6) * f) / m ** 7 / 1209600;
for (let n = m - 1; n >= 2; n--)
sum += n ** -k;
return sum;
});
function lnGamma(x) {
if (!(x > 0))
throw new RangeError(`lnGamma is for numbers above 0, not ${x}`);
if (x === Number.POSITIVE_INFINITY)
return x;
if (x < 0.5)
return lnGamma(x + 1) - Math.log(x);
if (x <= 1.5)
return lnGammaNear2(x - 1) - Math.log1p(x - 1);
if (x <= 2.5)
return lnGammaNear2(x - 2);
let product = 1;
let y = x;
for (; y < 10; y++)
product *= y;
return (y - 0.5) * Math.log(y) - y + LN_SQRT_2PI + stirlingSeries(y) - Math.log(product);
}
function lnGammaNear2(z) {
let sum = 0;
for (let i = ZETA_LESS_1.length - 1; i >= 0; i--)
sum = -z * (sum - (ZETA_LESS_1[i] * z) / (i + 2));
return z * (1 - EULER) + sum;
}
function stirlingSeries(x) {
let sum = 0;
for (let i = STIRLING.length - 1; i >= 0; i--)
sum = sum / (x * x) + STIRLING[i];
return sum / x;
}
function stirlingError(x) {
return x >= 10 ? stirlingSeries(x) : lnGamma(x + 1) - (x + 0.5) * Math.log(x) + x - LN_SQRT_2PI;
}
function deviance(x, m) {
if (x === 0)
return m;
if (Math.abs(x - m) >= 0.1 * (x + m))
return x * Math.log(x / m) + m - x;
const v = (x - m) / (x + m);
let term = 2 * x * v;
let sum = (x - m) * v;
for (let j = 3;; j += 2) {
term *= v * v;
const next = sum + term / j;
if (next === sum)
return sum;
sum = next;
}
}
function binomialDensity(k, r, p, q) {
if (p === 0)
return k === 0 ? 1 : 0;
if (q === 0)
return r === 0 ? 1 : 0;
if (k === 0)
return Math.exp(p < 0.1 ? r * Math.log1p(-p) : r * Math.log(q));
if (r === 0)
return Math.exp(q < 0.1 ? k * Math.log1p(-q) : k * Math.log(p));
const n = k + r;
const rest = stirlingError(n) - stirlingError(k) - stirlingError(r) - deviance(k, n * p) - deviance(r, n * q);
return Math.sqrt(n / k / r) * Math.exp(rest - LN_SQRT_2PI);
}
function incompleteBeta(x, y, a, b) {
if (x <= 0)
return { lower: 0, upper: 1 };
if (y <= 0)
return { lower: 1, upper: 0 };
if (x > (a + 1) / (a + b + 2)) {
const { lower, upper } = incompleteBeta(y, x, b, a);
return { lower: upper, upper: lower };
}
const lower = Math.min(1, betaDensity(x, y, a, b) / betaFraction(x, y, a, b));
return { lower, upper: 1 - lower };
}
function betaDensity(x, y, a, b) {
return binomialDensity(a, b, x, y) * a * (b / (a + b));
}
function betaFraction(x, y, a, b) {
const excess = (x <= y ? a - (a + b) * x : (a + b) * y - b) + 1;
let value = computeTailSum((a * excess) / (a + 1));
let c = value;
let d = 0;
for (let m = 1; m < 1e6; m++) {
const odd = a + 2 * m - 1;
const numerator = (((a + m - 1) / odd) * (a + b + m - 1) * m * (b - m) * x * x) / odd;
const denominator = m + (m * (b - m) * x) / odd + ((a + m) * (excess + m * (1 + y))) / (a + 2 * m + 1);
d = 1 / computeTailSum(denominator + numerator * d);
c = computeTailSum(denominator + numerator / c);
value *= c * d;
if (Math.abs(c * d - 1) < 2.3e-16)
break;
}
return value;
}
function computeTailSum(value) {
return Math.abs(value) < 1e-300 ? 1e-300 : value;
}
function findZero(at, low, high, start) {
let x = start;
for (let step = 0; step < 200; step++) {
const [value, slope] = at(x);
if (value === 0)
return x;
if (value < 0)
low = x;
else
high = x;
const newton = x - value / slope;
const next = newton > low && newton < high ? newton : (low + high) / 2;
if (Math.abs(next - x) <= 1e-16 * Math.abs(x) || next === x)
return next;
x = next;
}
return x;
}
;
function normalCdf(x) {
if (Number.isNaN(x))
throw new RangeError('x must be a number, not NaN');
return x < 0 ? normalTail(-x) : 1 - normalTail(x);
}
function normalQuantile(p) {
requireProbability('p', p);
if (p === 0 || p === 1)
return p === 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
if (p === 0.5)
return 0;
if (p > 0.5)
return -normalBelow(1 - p, p - 0.5);
return normalBelow(p, 0.5 - p);
}
function normalBelow(p, centre) {
const density = (x) => Math.exp((-x * x) / 2) / SQRT_2PI;
if (centre < 0.25)
return -findZero((x) => [normalCentre(x) - centre, density(x)], 0, 1, centre * SQRT_2PI);
const start = Math.sqrt(-2 * Math.log(p));
return -findZero((x) => {
const tail = normalTail(x);
return [Math.log(p) - Math.log(tail), density(x) / tail];
}, 0, 40, Math.min(38, start));
}
const SQRT_2PI = 2.5066282746310002;
function normalCentre(x) {
let term = x;
let sum = x;
for (let n = 3; term > sum * 1e-17; n += 2) {
term *= (x * x) / n;
sum += term;
}
return (sum * Math.exp((-x * x) / 2)) / SQRT_2PI;
}
function normalTail(x) {
if (x < 2.5)
return 0.5 - normalCentre(x);
if (x > 40)
return 0;
let fraction = 0;
for (let n = Math.ceil(20 + 600 / (x * x)); n >= 1; n--)
fraction = n / (x + fraction);
return Math.exp((-x * x) / 2) / SQRT_2PI / (x + fraction);
}
function studentCdf(t, df) {
requirePositive('df', df);
if (Number.isNaN(t))
throw new RangeError('t must be a number, not NaN');
const { lower, upper } = studentTails(Math.abs(t), df);
return t < 0 ? lower / 2 : 0.5 + upper / 2;
}
function studentTails(t, df) {
const square = t * t;
if (square > 1e300)
return { lower: Math.exp((df / 2) * (Math.log(df) - 2 * Math.log(t)) - lnHead(df / 2, 0.5)), upper: 1 };
return incompleteBeta(df / (df + square), square / (df + square), df / 2, 0.5);
}
function lnHead(a, b) {
return lnGamma(a + 1) + lnGamma(b) - lnGamma(a + b);
}
function studentQuantile(p, df) {
requireProbability('p', p);
requirePositive('df', df);
if (p === 0 || p === 1)
return p === 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
if (p === 0.5)
return 0;
return p > 0.5 ? studentAbove(1 - p, p - 0.5, df) : -studentAbove(p, 0.5 - p, df);
}
function studentAbove(tail, centre, df) {
const far = Math.log(df) / 2 - (Math.log(2 * tail) + lnHead(df / 2, 0.5)) / df;
if (far > 300)
return Math.exp(far);
const root = findZero((u) => {
const t = Math.exp(u);
const { lower, upper } = studentTails(t, df);
const square = t * t;
const slope = 2 * betaDensity(df / (df + square), square / (df + square), df / 2, 0.5);
if (tail < 0.25)
return [Math.log(2 * tail) - Math.log(lower), slope / lower];
return [Math.log(upper) - Math.log(2 * centre), slope / upper];
}, -60, 340, 0);
return Math.exp(root);
}
function betaCdf(x, a, b) {
requirePositive('a', a);
requirePositive('b', b);
if (Number.isNaN(x))
throw new RangeError('x must be a number, not NaN');
return incompleteBeta(x, 1 - x, a, b).lower;
}
function betaQuantile(p, a, b) {
requireProbability('p', p);
requirePositive('a', a);
requirePositive('b', b);
if (p === 0 || p === 1)
return p;
return p <= 0.5 ? betaBelow(p, a, b) : 1 - betaBelow(1 - p, b, a);
}
function betaBelow(p, a, b) {
const first = (Math.log(p) + lnHead(a, b)) / a;
if (first < -600)
return Math.exp(first);
const root = findZero((u) => {
const x = Math.exp(u);
const y = -Math.expm1(u);
const { lower } = incompleteBeta(x, y, a, b);
return [Math.log(lower) - Math.log(p), betaDensity(x, y, a, b) / y / lower];
}, -745, 0, Math.log(a / (a + b)));
return Math.exp(root);
}
function binomialPmf(k, n, p) {
requireCount('n', n);
requireCount('k', k);
requireProbability('p', p);
return k > n ? 0 : binomialDensity(k, n - k, p, 1 - p);
}
function binomialCdf(k, n, p) {
requireCount('n', n);
requireProbability('p', p);
if (!Number.isSafeInteger(k))
throw new RangeError(`k must be a whole number, not ${k}`);
if (k < 0)
return 0;
return k >= n ? 1 : incompleteBeta(1 - p, p, n - k, k + 1).lower;
}
function normalCritical(confidence) {
requireConfidence(confidence);
return -normalQuantile((1 - confidence) / 2);
}
function studentCritical(confidence, df) {
requireConfidence(confidence);
return -studentQuantile((1 - confidence) / 2, df);
}
;
const RESAMPLING_SEED = 20_260_307;
function randomWords(seed) {
requireCount('seed', seed);
let [a, b, c, counter] = [0, (seed % 2 ** 32) | 0, Math.floor(seed / 2 ** 32) | 0, 1];
const next = () => {
const word = (a + b + counter) | 0;
counter = (counter + 1) | 0;
a = b ^ (b >>> 9);
b = (c + (c << 3)) | 0;
c = ((c << 21) | (c >>> 11)) + word;
return word >>> 0;
};
for (let i = 0; i < 15; i++)
next();
return next;
}
;
function clusterBootstrap(taskValues, statistic = computeMean, { resamples = 10_000, confidence = 0.95, seed = RESAMPLING_SEED, method = 'bca' } = {}) {
requireFinite('taskValues', taskValues);
requireCount('resamples', resamples, 1);
requireConfidence(confidence);
const point = taskValues.length === 0 ? null : requireFiniteOrNull(statistic(taskValues));
const none = (degenerate) => ({ point, low: null, high: null, method, degenerate });
if (taskValues.length < 2)
return none(taskValues.length === 0 ? 'there is no task' : 'there is one task only');
if (point === null)
return none('the figure is undefined for these tasks');
if (allEqual(taskValues))
return none('all tasks have the same value');
const replicates = computeReplicates(taskValues, statistic, resamples, seed);
if (replicates.length < resamples)
return none(`the figure is undefined in ${resamples - replicates.length} of ${resamples} resamples`);
if (method === 'percentile')
return { point, ...computePercentiles(replicates, confidence), method, degenerate: null };
return bcaInterval(point, replicates, computeJackknife(taskValues, statistic), confidence);
}
function* resampleTasks(tasks, resamples, seed = RESAMPLING_SEED) {
requireCount('tasks', tasks);
requireCount('resamples', resamples);
const word = randomWords(seed);
const drawn = new Uint32Array(tasks);
const scale = tasks / 2 ** 32;
for (let sample = 0; sample < resamples; sample++) {
for (let i = 0; i < tasks; i++)
drawn[i] = word() * scale;
yield drawn;
}
}
function computeReplicates(values, statistic, resamples, seed) {
const source = Float64Array.from(values);
const sample = new Float64Array(source.length);
const replicates = new Float64Array(resamples);
let count = 0;
for (const drawn of resampleTasks(source.length, resamples, seed)) {
for (let i = 0; i < drawn.length; i++)
sample[i] = source[drawn[i]];
const figure = requireFiniteOrNull(statistic(sample));
if (figure !== null)
replicates[count++] = figure;
}
return replicates.subarray(0, count).sort();
}
function requireFiniteOrNull(figure) {
if (figure !== null && !Number.isFinite(figure))
throw new RangeError(`the statistic must be null or a finite number, not ${figure}`);
return figure;
}
function computeJackknife(values, statistic) {
const rest = Float64Array.from(values.slice(1));
const figures = new Float64Array(values.length);
for (let left = 0; left < values.length; left++) {
if (left > 0)
rest[left - 1] = values[left - 1];
const figure = requireFiniteOrNull(statistic(rest));
if (figure === null)
return null;
figures[left] = figure;
}
return figures;
}
function bcaInterval(point, sorted, jackknife, confidence = 0.95) {
requireConfidence(confidence);
const plain = (why) => ({
point,
...computePercentiles(sorted, confidence),
method: 'percentile',
degenerate: `${why}: percentiles instead of BCa`,
});
if (jackknife === null)
return plain('the figure is undefined without one of the tasks');
const share = computeShareBelow(sorted, point);
if (share === 0 || share === 1)
return plain('all resamples lie on one side of the figure');
const bias = normalQuantile(share);
const a = computeAcceleration(jackknife);
const shifted = (z) => normalCdf(bias + (bias + z) / (1 - a * (bias + z)));
const z = normalQuantile((1 - confidence) / 2);
if (1 - a * (bias + z) <= 0 || 1 - a * (bias - z) <= 0)
return plain('one task outweighs all others');
return {
point,
low: quantileOfSorted(sorted, shifted(z)),
high: quantileOfSorted(sorted, shifted(-z)),
method: 'bca',
degenerate: null,
};
}
function computePercentiles(sorted, confidence) {
const doubt = (1 - confidence) / 2;
return { low: quantileOfSorted(sorted, doubt), high: quantileOfSorted(sorted, 1 - doubt) };
}
function computeShareBelow(sorted, point) {
const slack = 1e-12 * Math.max(Math.abs(sorted[0]), Math.abs(sorted[sorted.length - 1]));
let twice = 0;
for (let i = 0; i < sorted.length; i++) {
if (sorted[i] < point - slack)
twice += 2;
else if (sorted[i] <= point + slack)
twice += 1;
else
break;
}
return twice / 2 / sorted.length;
}
function computeAcceleration(jackknife) {
const centre = computeMean(jackknife);
let [squares, cubes] = [0, 0];
for (let i = 0; i < jackknife.length; i++) {
const u = centre - jackknife[i];
squares += u * u;
cubes += u * u * u;
}
return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}
function computeMean(values) {
let sum = 0;
for (let i = 0; i < values.length; i++)
sum += values[i];
return sum / values.length;
}
;
function cohensKappa(table, confidence = 0.95) {
const size = table.length;
if (table.some((row) => row.length !== size || row.some((count) => !Number.isInteger(count) || count < 0)))
throw new RangeError('a table of agreement is square and holds counts');
const critical = normalCritical(confidence);
const n = table.flat().reduce((sum, count) => sum + count, 0);
const unsaid = { kappa: null, low: null, high: null, n };
if (n === 0)
return { ...unsaid, observed: null, expected: null, reason: 'no case was judged by both' };
const share = table.map((row) => row.map((count) => count / n));
const first = share.map((row) => row.reduce((sum, p) => sum + p, 0));
const second = first.map((_, j) => share.reduce((sum, row) => sum + row[j], 0));
const observed = table.reduce((sum, row, i) => sum + row[i], 0) / n;
const expected = first.reduce((sum, p, i) => sum + p * second[i], 0);
if (table.some((row, i) => row[i] === n))
return { ...unsaid, observed, expected, reason: 'both gave one label to everything' };
const kappa = (observed - expected) / (1 - expected);
let spread = -((kappa - expected * (1 - kappa)) ** 2);
share.forEach((row, i) => {
row.forEach((p, j) => {
spread +=
i === j
? p * (1 - (first[i] + second[i]) * (1 - kappa)) ** 2
: p * (1 - kappa) ** 2 * (second[i] + first[j]) ** 2;
});
});
const half = (critical * Math.sqrt(Math.max(spread, 0) / n)) / (1 - expected);
return {
kappa,
low: Math.max(-1, kappa - half),
high: Math.min(1, kappa + half),
observed,
expected,
n,
reason: null,
};
}
function agreementTable(labels, pairs) {
const table = labels.map(() => labels.map(() => 0));
for (const [first, second] of pairs) {
const [row, column] = [labels.indexOf(first), labels.indexOf(second)];
if (row === -1 || column === -1)
throw new RangeError(`"${row === -1 ? first : second}" is no label of the table`);
table[row][column]++;
}
return table;
}
;
function confidenceSequence(sum, n, { alpha = 0.05, a = 1, b = 1 } = {}) {
requireCount('n', n);
if (!(sum >= 0 && sum <= n))
throw new RangeError(`sum of ${n} values in [0, 1] cannot be ${sum}`);
requireConfidence(alpha, 'alpha');
requirePositive('a', a);
requirePositive('b', b);
if (n === 0)
return { low: 0, high: 1 };
const point = sum / n;
const mixture = lnBeta(a + sum, b + n - sum) - lnBeta(a, b);
const inside = (p) => mixture - multiplyLog(sum, Math.log(p)) - multiplyLog(n - sum, Math.log1p(-p)) < -Math.log(alpha);
return { low: findEdge(inside, point, 0), high: findEdge(inside, point, 1) };
}
function winsEProcess(wins, losses, { a = 1, b = 1 } = {}) {
requireCount('wins', wins);
requireCount('losses', losses);
requirePositive('a', a);
requirePositive('b', b);
return Math.exp(lnBeta(a + wins, b + losses) - lnBeta(a, b) + (wins + losses) * Math.LN2);
}
function findEdge(inside, start, end) {
if (start === end || inside(end))
return end;
let [inner, outer] = [start, end];
for (let i = 0; i < 200; i++) {
const middle = (inner + outer) / 2;
if (Math.abs(outer - inner) <= 1e-15 * middle)
break;
if (inside(middle))
inner = middle;
else
outer = middle;
}
return outer;
}
const multiplyLog = (factor, log) => (factor === 0 ? 0 : factor * log);
const lnBeta = (a, b) => lnGamma(a) + lnGamma(b) - lnGamma(a + b);
;
function wilson(p, n, confidence = 0.95) {
requireProbability('p', p);
requireConfidence(confidence);
if (n === 0)
return { low: 0, high: 1 };
requirePositive('n', n);
const z = normalCritical(confidence);
const spread = 1 + (z * z) / n;
const centre = (p + (z * z) / (2 * n)) / spread;
const half = (z / spread) * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
return {
low: p === 0 ? 0 : Math.max(0, Math.min(p, centre - half)),
high: p === 1 ? 1 : Math.min(1, Math.max(p, centre + half)),
};
}
function clopperPearson(c, n, confidence = 0.95) {
requireCount('n', n);
requireCount('c', c);
requireConfidence(confidence);
if (c > n)
throw new RangeError(`c must not exceed n: ${c} of ${n}`);
const doubt = (1 - confidence) / 2;
return {
low: c === 0 ? 0 : betaQuantile(doubt, c, n - c + 1),
high: c === n ? 1 : 1 - betaQuantile(doubt, n - c, c + 1),
};
}
function tInterval(values, confidence = 0.95) {
requireConfidence(confidence);
requireFinite('values', values);
if (values.length < 2 || allEqual(values))
return null;
const centre = mean(values);
const error = Math.sqrt(variance(values, 1) / values.length);
const half = studentCritical(confidence, values.length - 1) * error;
return { low: centre - half, high: centre + half };
}
;
function intraclassCorrelation(tasks) {
const present = selectTasksWithRuns(tasks);
const t = present.length;
const n = sumOver(present, (task) => task.runs);
if (t < 2 || n === t)
return null;
const within_variance = sumOver(present, (task) => (task.successes * (task.runs - task.successes)) / task.runs) / (n - t);
if (within_variance === 0)
return null;
const pooled = sumOver(present, (task) => task.successes) / n;
const between_variance = sumOver(present, (task) => task.runs * (task.successes / task.runs - pooled) ** 2) / (t - 1);
const typical = (n - sumOver(present, (task) => task.runs ** 2) / n) / (t - 1);
return Math.min(1, Math.max(0, (between_variance - within_variance) / (between_variance + (typical - 1) * within_variance)));
}
function effectiveRuns(tasks, confidence = 0.95) {
requireConfidence(confidence);
const present = selectTasksWithRuns(tasks);
const t = present.length;
const n = sumOver(present, (task) => task.runs);
if (t < 2)
return { n_eff: n, icc: null, deff: 1 };
const icc = intraclassCorrelation(present);
if (icc === null)
return { n_eff: t, icc, deff: n / t };
const independent = t ** 2 / sumOver(present, (task) => (1 + (task.runs - 1) * icc) / task.runs);
const estimated = (normalCritical(confidence) / studentCritical(confidence, t - 1)) ** 2;
return { n_eff: independent * estimated, icc, deff: n / independent };
}
function rateInterval(tasks, confidence = 0.95) {
const present = selectTasksWithRuns(tasks);
const { n_eff, icc } = effectiveRuns(present, confidence);
const runs = sumOver(present, (task) => task.runs);
const basis = { n_eff, icc, tasks: present.length, runs };
if (runs === 0)
return { point: null, interval: null, ...basis, note: 'there is no run' };
const point = Math.min(1, sumOver(present, (task) => task.successes / task.runs) / present.length);
return {
point,
interval: wilson(point, n_eff, confidence),
...basis,
note: describeAssumption(present.length, runs, icc),
};
}
function describeAssumption(tasks, runs, icc) {
if (tasks === 1)
return 'one task: the interval is about further runs of this task, not about other tasks';
if (icc !== null || runs === tasks)
return null;
return 'all runs of a task agree: each task counts as one run';
}
function clusterStandardError(tasks) {
const clusters = computeMoments(tasks);
const n = sumOver(clusters, (cluster) => cluster.n);
const c = clusters.length;
if (c < 2)
return null;
const pooled = sumOver(clusters, (cluster) => cluster.sum) / n;
return Math.sqrt((c / (c - 1)) * sumOver(clusters, (cluster) => (cluster.sum - cluster.n * pooled) ** 2)) / n;
}
function millerStandardError(tasks) {
const clusters = computeMoments(tasks);
const n = sumOver(clusters, (cluster) => cluster.n);
if (n < 2)
return null;
const pooled = sumOver(clusters, (cluster) => cluster.sum) / n;
const squares = (cluster) => cluster.squares - 2 * pooled * cluster.sum + cluster.n * pooled ** 2;
const squares_sum = sumOver(clusters, squares);
const cross = sumOver(clusters, (cluster) => (cluster.sum - cluster.n * pooled) ** 2 - squares(cluster));
const variance = squares_sum / (n - 1) / n + cross / n ** 2;
return variance < 0 ? null : Math.sqrt(variance);
}
function computeMoments(tasks) {
const clusters = tasks.map((task) => {
if ('runs' in task) {
requireRuns(task);
return { n: task.runs, sum: task.successes, squares: task.successes };
}
requireFinite('scores', task);
return { n: task.length, sum: sumOver(task, (score) => score), squares: sumOver(task, (score) => score ** 2) };
});
return clusters.filter((cluster) => cluster.n > 0);
}
function requireRuns({ runs, successes }) {
requireCount('runs', runs);
requireCount('successes', successes);
if (successes > runs)
throw new RangeError(`successes must not exceed runs: ${successes} of ${runs}`);
}
function selectTasksWithRuns(tasks) {
for (const task of tasks)
requireRuns(task);
return tasks.filter((task) => task.runs > 0);
}
function sumOver(values, of) {
return values.reduce((total, value) => total + of(value), 0);
}
;
function passAtK(n, c, k) {
requireDraw(n, c, k);
if (n < k)
return null;
if (n - c < k)
return 1;
const [draws, hits] = k <= c ? [k, c] : [c, k];
let q = 0;
for (let j = 0; j < draws; j++)
q += ((1 - q) * hits) / (n - j);
return Math.min(1, q);
}
function passHatK(n, c, k) {
requireDraw(n, c, k);
if (n < k)
return null;
if (c < k)
return 0;
const [draws, hits] = k <= n - c ? [k, c] : [n - c, n - k];
let product = 1;
for (let j = 0; j < draws; j++)
product *= (hits - j) / (n - j);
return product;
}
function requireDraw(n, c, k) {
requireCount('k', k, 1);
requireCount('n', n);
requireCount('c', c);
if (c > n)
throw new RangeError(`c must not exceed n: ${c} of ${n}`);
}
function passAtKOf(tasks, k) {
return averageOverTasks(tasks, (task) => passAtK(task.runs, task.successes, k));
}
function passHatKOf(tasks, k) {
return averageOverTasks(tasks, (task) => passHatK(task.runs, task.successes, k));
}
function averageOverTasks(tasks, figure) {
for (const task of tasks)
requireRuns(task);
const values = tasks.map(figure).filter((value) => value !== null);
const total = values.reduce((sum, value) => sum + value, 0);
const missing = tasks.length - values.length;
return {
value: values.length === 0 ? null : total / values.length,
tasks: tasks.length,
undefined_tasks: missing,
low: tasks.length === 0 ? null : total / tasks.length,
high: tasks.length === 0 ? null : (total + missing) / tasks.length,
};
}
;
function consistencyGap(tasks, k) {
const enough = tasks.filter((task) => task.runs >= k);
const [some, one, all] = [passAtKOf(enough, k).value, passHatKOf(enough, 1).value, passHatKOf(enough, k).value];
return {
at_least_one_less_all: some === null || all === null ? null : Math.max(0, some - all),
one_less_all: one === null || all === null ? null : Math.max(0, one - all),
tasks: enough.length,
undefined_tasks: tasks.length - enough.length,
};
}
function runVariance(tasks, ddof = 0) {
return averageOverTasks(tasks, ({ runs, successes }) => runs <= ddof || runs === 0 ? null : (successes * (runs - successes)) / runs / (runs - ddof));
}
function betweenRunDeviation(rates) {
const spread = variance(rates, 1);
return spread === null ? null : Math.sqrt(spread);
}
function outcomeConsistency({ runs, successes }) {
requireCount('runs', runs);
requireCount('successes', successes);
if (successes > runs)
throw new RangeError(`successes must not exceed runs: ${successes} of ${runs}`);
return runs < 2 ? null : ((2 * successes) / runs - 1) ** 2;
}
function outcomeConsistencyOf(tasks) {
return averageOverTasks(tasks, outcomeConsistency);
}
function resourceConsistency(amounts) {
requireFinite('amounts', amounts);
for (const amount of amounts)
requireAmount('amount', amount);
if (amounts.length < 2)
return null;
return allEqual(amounts) ? 1 : Math.exp(-Math.sqrt(variance(amounts, 1)) / mean(amounts));
}
;
function kaplanMeier(observations, confidence = 0.95) {
const z = normalCritical(confidence);
requireFinite('value', observations.map(({ value }) => value));
const sorted = [...observations].sort((one, other) => one.value - other.value);
const steps = [];
let survival = 1;
let hazard = 0;
for (let i = 0; i < sorted.length;) {
const { value } = sorted[i];
const at_risk = sorted.length - i;
let events = 0;
for (; sorted[i]?.value === value; i++)
events += sorted[i].event ? 1 : 0;
survival *= 1 - events / at_risk;
hazard += events === at_risk ? 0 : events / (at_risk * (at_risk - events));
const censored = at_risk - (sorted.length - i) - events;
steps.push({ value, at_risk, events, censored, survival, ...computeSpread(survival, hazard, z) });
}
return steps;
}
function computeSpread(survival, hazard, z) {
if (survival === 0)
return { standard_error: null, interval: null };
const standard_error = survival * Math.sqrt(hazard);
if (survival === 1)
return { standard_error, interval: null };
const factor = Math.exp((z * Math.sqrt(hazard)) / -Math.log(survival));
return { standard_error, interval: { low: survival ** factor, high: survival ** (1 / factor) } };
}
function successCurve(steps) {
return steps.map(({ value, survival, at_risk, interval }) => ({
value,
success: 1 - survival,
at_risk,
interval: interval && { low: 1 - interval.high, high: 1 - interval.low },
}));
}
function survivalQuantile(steps, p) {
return steps.find((step) => step.survival <= 1 - p + 1e-12)?.value ?? null;
}
;
const N = 624;
const M = 397;
const A = 2567483615;
const F = 1812433253;
const U = 11;
const S = 7;
const B = 2636928640;
const T = 15;
const C = 4022730752;
const L = 18;
const MASK_LOWER = 2147483647;
const MASK_UPPER = 2147483648;
const JUMP_COEFS = "SUSgbA\\W`E[]KN2RUSo8XVU?HKBFRl11E\\KoWOg5B]XEWG;BE;1:oVK[`B^Z9Qd23^XTnhL>]Unda4f[X;_j9H5QD=cN<5H`3bW>9bk1mjoI2fK0obmAAINOV:>Mek_V9dd<hZ\\gC3?Fm7FEk07QH_3PLm^@?^i\\QMkgP<]oLHmFnlecg5F@7U^@4jhZ?WZS0k@GHehmM36:5^9;>Hmm`co>k:KOSkSbIINb1VFf>LXgP>GUAQTD>Ci>XMGkUflLlb?_FaFUk@?5N7i70@;1o68ah@I<HFH7R2^J:G][Gf962ITWID9GWK8ElD2G5=DcHcL]cA]P2n7A=[<bInM;IHDQnJMReRXDWbVldnGEIPij`E08Xdci3@0c:IBbD4:Nk]?lEN9j^;T`0blZX7eiWE8c`<ak7j05FZi>AjUDh?M1B?^??FAXKThf<aBOXZf7jXYGK>R<;NHk3S9YhM7STJ6`:MIE`S@7298X8W>PNK=@;lLX<i\\TXLL<W@X[X54H]in8M;;n?kkQbajgAMY=Tf9b;ZKf0QUB2FHYWfnfkDoU9YkcLd95T>lK6GM1YL\\lid:J>KYS=iJ]Y>QlF>?R5_[5QeYC=66;A32Ac>OHk_ne^0g>bK:g;KFPgbGUcPR_Z=TX3H9d03bKZ2IhEPKBo>LSGWd0iFdV8C<Y:<>T[O6lC\\blaZ>GoAYP4clf^j1IfnZJ]QeDe2X<HE[LJNWnaCg[P]Co^:IRbWPY?97UePBlZNNHY6LOBM8P>=h?Ye:_f_Sb9Ki5GDYBF4dWeMfdg^ccPllNWM7G1\\UMdoYeOOD5^e@foA22G?ADYo5:FVG[bWo96;>3kc_c1Ab30>30;1@4F8g2hY?DJ4[LOL;ZLLKo2]jo>[KMDUcR279N_kF=3WL@Dd620bMTdA\\U9k``ef2iD9JgJ8CZBHS>F^Uk;<laeaeHS<15OSeS`PcSSKBRBFY]aQ=EgUXGNg=?d56`KA@2BejY0^[_DCX`L=CGMT=BW^6S1i@2ATBVk>3_ocRA>2U:4GPQ6o>5jX2HIcV3S@On6KB<[SKB?FC_AAji9agbBFkAi\\;4I\\UJ]c36Ub@[;gQACVGY<V]SDJBUU]La\\_a@JdOO8gm2T0DJMa:8Hf7>E]noQ[1Kambn??QQ]S?1i0oMGOijb\\aGY6lQ^CJ?9bFle8<eH4UUjBINX;n8@VOA5ah^URV49B[A?ONHhHAC1J5;;h0SXYlG^0W=eJdHh^K4SGe=1HZLLam;D<Q3AOdbPcdX``82\\jo0En8jRVGC73WMCF9`d:0heS?80?C188cSn7H9<daZ]MgS4Pb^1HkA:1PU^5>^h_g[RQV@PnYBRI_]`B]Bh@Uk03eXGY`I16L76H28X`R>IROMeNVUdU[:lghLhPCQZ:4a<30YBZCYnXe[?;jc8gKI2QH2MjnWBm4nGCZW`aVU2a;P<AMI25mlW_Nm][2?b6o851X@lAm]YZ`bWRF1g<Ga:T]1NXH5Veja5P9S9>:aNg:Th1Y=5o78K>LQ8hW@5S?I83Lk5Xk;j5@I3o[d:4RjE^oS30:WP9gC\\i8aSI>QRE@4lP:7lDg8g2`Ql[2I8aBU\\BQ?B4_clL9Q]S;^e1Ob5[>3JER2`c7B=o]fPOWO<DGi;Niba1PoWPPE_Q3aX0OB0mZej\\f_M[J4Y6]1`h2MkF[GiW8Q^d3^_=<I1N2Q7]2<2j[iP7V3V821FaI]A`93bC^Z\\G=WJ;^Ih?B97_iIF@\\Dl<eK1je8SNTWo_=XFMZH<<JYLZ^YQMPgYOV45K_:]kSI8^XlO0]GY=VUfe_C_F6TOcoAlVUH:o=WhhT@K`2KFhe<3\\KXQ>W:M?S_4S5d@J^`[AGA7@3]DnGSCO`\\?E8HT75^d9\\:m\\m1egIfk8cd6bD9\\eU8\\n[Pb0Cgd^S0n9kGJHb]i5XodlKHc34Fhi9K>0U5WK`>7Ff2^KL=WC6:kc?e5C^a1T1:4:^S5flXlGNIj08AfO?Dh7T7dWO>E]NI9?ob7B7P_h[4TEP[EU;GllFTnSmg9:\\[N]<SAoKP_kPlG56A:I3T6EG8Hj=XnUE`KT5U@OQ?]7[N^MFN1_NU4KO_3::Le`8IL9[1Z1H1;V3SC\\N3]S@4U[F2mhT5dYM7[4Pg_Na0_8WTH0`bgceQS8]EG;XgD4Ib4iLTP@kE79Mn>AYRJA1U5^Blhgno:aHVYc03c3J0Vc9FjEV^M75Zfd8kVC9>iJDk`AJ[6f7DK2D^DL\\AX:6b5h31XH;RQB\\N<ZSM=J;6L[`UW^eOIFc1Y]6_dfedIe4ARh72mTXC0WND_IDHVCZRDE0eODARCEETQI5TPUQE=jEH5bS?LP[ai`F5ABRYDo2o\\@=]GT?_9;hc4Lm:\\SF9k1T<0E@fX9BG[]g0nY7k[Qmi@la8`PF0j6@Q?Ii7bLkXQ<lLHf]`:DCh@9JY5>hEVLTdhL\\b1EB0lLh<=WaO@F<;8g<d:@e:LA:cFIEdmQh7hNHfSRToW?8N4:Z1K;XEDRO;OIDh<UdVln?bjgL>?VE98[B\\K<BVjkG8LiSX;fb>jf?DUK00Aih<WY6QD6cEnHBZ8iN_fd<G8Ci`11RUW2QlW]IXV:m?;J0GXXHfGNQ>:D`=fLPbO?VOTEYLj^cNj5PM>jKB5HVjJ4U7lXaTQNL9<@\\1`m\\Ug@VQHd7>jW=ca0`miF7;N0F=GjoQ`RFchKMGTmn8cF@Oh4GGCm7m2`U9j93Tb>=kSERjE_J939F01I1;`<ijk_=_Vn=7RVAI6fnQI5KlF:C44bN<<8K=Z<2TP<1]5?<dB>^LA=ebloE2Y2:9lkh0\\<YKbHD97iE`<C5oj^1>X:??`H6BXF2hG1Q[dF0Q=>W=J?7C\\k1T?<;R44oW?1hY^G8Zm]ZKnfOf0eCFYo6?=D8?<`6HU5SXh1;=:23LmV_FSi;OJfV<^?GkIDPISeHg1LaGE:V3Y3K3H<QJfbY?=;ldZRhnhQT_mGXDLFXXhSONE6Do_0iNZagB:BPGOTH;VhHUTd6LhQm^[;dO]5Hlkg<R:F<Kn\\:I:EGojgWZ2X@SYO_dlH;G8S<>oEKabY`:oU;=JW7ig?S?EYb86b7n8ce\\]IRa]koiWY<RfO;5kUI;7lVeC?[@ZaXDiF04B8R]bg@>O<mQDoUcBLcf^f>m2kMBUloD>Ze@NN^Z11TM`inXYhE_I=kA`:ZF4d\\>`L@;ZP[`ENU5cL[BV6\\Z?Di76:jg3hE6oG6jFc8kP=[GS1;WSedYQW1:U4\\OF32GgmMC<AjO]872bdBb`bKAA?8j78b>T3VfcUB2m4J^CPRU;8dScI]LU]^bBYA5_3:Y0N5i^?200000";
var MersenneTwister = class MersenneTwister {
constructor(states, index) {
this.states = states;
this.index = index;
}
clone() {
return new MersenneTwister(this.states.slice(), this.index);
}
next() {
let y = this.states[this.index];
y ^= y >>> U;
y ^= y << S & B;
y ^= y << T & C;
y ^= y >>> L;
this.index = twistedNext(this.states, this.index);
return y;
}
getState() {
return [this.index, ...this.states];
}
jump() {
const originalStates = this.states.slice();
const originalIndex = this.index;
this.index = twistedNext(this.states, this.index);
for (let i = 19932; i > 0; --i) {
if (JUMP_COEFS.charCodeAt(i / 6 | 0) - 48 & 1 << i % 6) addState(this.states, this.index, originalStates, originalIndex);
this.index = twistedNext(this.states, this.index);
}
addState(this.states, this.index, originalStates, originalIndex);
}
};
function addState(mt, idx, originalMt, originalIdx) {
let i = 0;
if (originalIdx >= idx) {
for (; i < N - originalIdx; i++) mt[i + idx] ^= originalMt[i + originalIdx];
for (; i < N - idx; i++) mt[i + idx] ^= originalMt[i + originalIdx - N];
for (; i < N; i++) mt[i + idx - N] ^= originalMt[i + originalIdx - N];
} else {
for (; i < N - idx; i++) mt[i + idx] ^= originalMt[i + originalIdx];
for (; i < N - originalIdx; i++) mt[i + idx - N] ^= originalMt[i + originalIdx];
for (; i < N; i++) mt[i + idx - N] ^= originalMt[i + originalIdx - N];
}
}
function twistedNext(mt, idx) {
if (idx < N - M) {
const y = mt[idx] & MASK_UPPER | mt[idx + 1] & MASK_LOWER;
mt[idx] = mt[idx + M] ^ y >>> 1 ^ -(y & 1) & A;
return idx + 1;
} else if (idx < N - 1) {
const y = mt[idx] & MASK_UPPER | mt[idx + 1] & MASK_LOWER;
mt[idx] = mt[idx + M - N] ^ y >>> 1 ^ -(y & 1) & A;
return idx + 1;
} else {
const y = mt[idx] & MASK_UPPER | mt[0] & MASK_LOWER;
mt[idx] = mt[M - 1] ^ y >>> 1 ^ -(y & 1) & A;
return 0;
}
}
function twist(mt) {
for (let idx = 0; idx !== N; ++idx) twistedNext(mt, idx);
}
function mersenneFromState(state) {
if (!(state.length === 625 && state[0] >= 0 && state[0] < N)) throw new Error("The state must have been produced by a mersenne RandomGenerator");
return new MersenneTwister(state.slice(1), state[0]);
}
function mersenne(seed) {
const out = [seed | 0];
for (let idx = 1; idx !== N; ++idx) {
const xored = out[idx - 1] ^ out[idx - 1] >>> 30;
out.push(Math.imul(F, xored) + idx | 0);
}
twist(out);
return new MersenneTwister(out, 0);
}
;
const LEGACY_GENERATOR = 'MT19937, numpy.random.RandomState';
function legacyRandom(seed) {
if (!Number.isInteger(seed) || seed < 0 || seed >= WORDS)
throw new RangeError(`a seed is an integer from 0 to 2^32 − 1, not ${seed}`);
const generator = mersenne(seed);
const uint32 = () => generator.next() >>> 0;
const upTo = (most) => {
if (most === 0)
return 0;
const mask = 0xffffffff >>> Math.clz32(most);
for (;;) {
const drawn = (uint32() & mask) >>> 0;
if (drawn <= most)
return drawn;
}
};
const shuffled = (items) => {
const order = [...items];
for (let i = order.length - 1; i > 0; i--) {
const j = upTo(i);
[order[i], order[j]] = [order[j], order[i]];
}
return order;
};
const permutation = (n) => {
if (!Number.isInteger(n) || n < 0)
throw new RangeError(`a permutation is of a whole number of things, not ${n}`);
return shuffled(Array.from({ length: n }, (_, i) => i));
};
return {
uint32,
randomSample: () => ((uint32() >>> 5) * 2 ** 26 + (uint32() >>> 6)) / 2 ** 53,
randint(low, high) {
if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high) || high <= low || high - low > WORDS)
throw new RangeError(`randint needs integers low < high at most 2^32 apart, not ${low} and ${high}`);
return low + upTo(high - low - 1);
},
permutation,
shuffled,
choice(n, m) {
if (!Number.isInteger(m) || m < 0 || m > n)
throw new RangeError(`cannot choose ${m} different ones of ${n}`);
return permutation(n).slice(0, m);
},
};
}
const WORDS = 2 ** 32;
;
function medianInterval(values, confidence = 0.95) {
requireConfidence(confidence);
requireFinite('values', values);
if (values.length === 0 || allEqual(values))
return null;
const sorted = Float64Array.from(values).sort();
const n = sorted.length;
const covers = (r) => 1 - 2 * binomialCdf(r - 1, n, 0.5) >= confidence;
let r = 0;
while (r < Math.floor(n / 2) && covers(r + 1))
r++;
return r === 0 ? null : { low: sorted[r - 1], high: sorted[n - r] };
}
;
function pairedDifference(differences, confidence = 0.95) {
requireConfidence(confidence);
const centre = mean(differences);
const tasks = differences.length;
if (centre === null || tasks < 2 || allEqual(differences))
return { mean: centre, tasks, standard_error: null, df: null, t: null, p: null, low: null, high: null };
const standard_error = Math.sqrt(variance(differences, 1) / tasks);
const df = tasks - 1;
const t = centre / standard_error;
const half = studentCritical(confidence, df) * standard_error;
const p = Math.min(1, 2 * studentCdf(-Math.abs(t), df));
return { mean: centre, tasks, standard_error, df, t, p, low: centre - half, high: centre + half };
}
function mcnemar(b, c) {
requireCount('b', b);
requireCount('c', c);
const fewer = Math.min(b, c);
const both = 2 * binomialCdf(fewer, b + c, 0.5);
if (b + c === 0)
return { p: 1, mid_p: 1 };
const observed = binomialPmf(fewer, b + c, 0.5);
return { p: Math.min(1, both), mid_p: b === c ? 1 - observed / 2 : both - observed };
}
function holm(ps) {
const family = ps.flatMap((p, index) => (p === null ? [] : [{ p, index }]));
for (const { p, index } of family)
requireProbability(`ps[${index}]`, p);
family.sort((one, other) => one.p - other.p);
const adjusted = ps.map(() => null);
let highest = 0;
family.forEach(({ p, index }, rank) => {
highest = Math.max(highest, Math.min(1, (family.length - rank) * p));
adjusted[index] = highest;
});
return adjusted;
}
function equivalence(differences, margin, confidence = 0.95) {
requirePositive('margin', margin);
requireFinite('differences', differences);
const { mean: centre, standard_error, df, p } = pairedDifference(differences, confidence);
if (standard_error === null || df === null || p === null)
return { verdict: 'not decided', p_lower: null, p_upper: null, p_difference: null };
const p_lower = studentCdf(-(centre + margin) / standard_error, df);
const p_upper = studentCdf((centre - margin) / standard_error, df);
const alpha = 1 - confidence;
const unequal = p <= alpha ? 'different' : 'not decided';
const verdict = Math.max(p_lower, p_upper) <= alpha ? 'equivalent' : unequal;
return { verdict, p_lower, p_upper, p_difference: p };
}
;
function createPanelQuadrature(low, high, panels) {
const nodes = new Float64Array(panels * RULE.length);
const weights = new Float64Array(panels * RULE.length);
const half = (high - low) / panels / 2;
for (let panel = 0; panel < panels; panel++) {
const middle = low + half * (2 * panel + 1);
RULE.forEach(([node, weight], i) => {
nodes[panel * RULE.length + i] = middle + half * node;
weights[panel * RULE.length + i] = half * weight;
});
}
return { nodes, weights };
}
function gaussLegendre(degree) {
return Array.from({ length: degree }, (_, i) => {
let x = Math.cos((Math.PI * (i + 0.75)) / (degree + 0.5));
let slope = 1;
for (let round = 0; round < 8; round++) {
let [previous, value] = [1, x];
for (let n = 2; n <= degree; n++)
[previous, value] = [value, ((2 * n - 1) * x * value - (n - 1) * previous) / n];
slope = (degree * (x * value - previous)) / (x * x - 1);
x -= value / slope;
}
return [x, 2 / ((1 - x * x) * slope * slope)];
});
}
const RULE = gaussLegendre(16);
;
function differenceVariance({ between, within_a, within_b, trials_a, trials_b }) {
for (const [name, value] of Object.entries({ between, within_a, within_b }))
requireAmount(name, value);
requireCount('trials_a', trials_a, 1);
requireCount('trials_b', trials_b, 1);
return between + within_a / trials_a + within_b / trials_b;
}
function tasksNeeded(design, effect, { alpha = 0.05, power = 0.8, method = 'normal' } = {}) {
requirePositive('effect', effect);
const sum = criticalSum(alpha, power);
const guess = Math.max(1, Math.ceil((sum / effect) ** 2 * differenceVariance(design) * (1 - 1e-12)));
if (method === 'normal')
return guess;
const isFound = (tasks) => pairedPower(design, tasks, effect, { alpha }) >= power;
let tasks = Math.max(2, guess);
while (!isFound(tasks))
tasks++;
while (tasks > 2 && isFound(tasks - 1))
tasks--;
return tasks;
}
function minimumDetectableEffect(design, tasks, { alpha = 0.05, power = 0.8, method = 'normal' } = {}) {
requireCount('tasks', tasks);
const sum = criticalSum(alpha, power);
if (tasks < (method === 't' ? 2 : 1))
return null;
const shift = method === 't' ? findNoncentralShift(alpha, power, tasks - 1) : sum;
return shift * Math.sqrt(differenceVariance(design) / tasks);
}
function pairedPower(design, tasks, effect, { alpha = 0.05, method = 't' } = {}) {
requireCount('tasks', tasks);
requireAmount('effect', effect);
requireConfidence(alpha, 'alpha');
if (tasks < (method === 't' ? 2 : 1))
return null;
const error = Math.sqrt(differenceVariance(design) / tasks);
if (error === 0)
return effect > 0 ? 1 : alpha;
const shift = effect / error;
if (method === 't')
return noncentralPower(-studentQuantile(alpha / 2, tasks - 1), tasks - 1, shift);
const critical = -normalQuantile(alpha / 2);
return normalCdf(shift - critical) + normalCdf(-shift - critical);
}
function unpairedTasks({ rate_a, rate_b, icc, trials }, { alpha = 0.05, power = 0.8 } = {}) {
for (const [name, value] of Object.entries({ rate_a, rate_b, icc }))
requireProbability(name, value);
requireCount('trials', trials, 1);
criticalSum(alpha, power);
if (rate_a === rate_b)
throw new RangeError('equal rates have no difference to find');
const pooled = (rate_a + rate_b) / 2;
const sum = -normalQuantile(alpha / 2) * Math.sqrt(2 * pooled * (1 - pooled)) +
normalQuantile(power) * Math.sqrt(rate_a * (1 - rate_a) + rate_b * (1 - rate_b));
const runs = Math.ceil((sum / (rate_a - rate_b)) ** 2 - 1e-9);
return { runs, tasks: Math.ceil((runs * (1 + (trials - 1) * icc)) / trials - 1e-9) };
}
function mcnemarPower(tasks, only_a, only_b, { alpha = 0.05 } = {}) {
requireCount('tasks', tasks);
requireProbability('only_a', only_a);
requireProbability('only_b', only_b);
requireConfidence(alpha, 'alpha');
if (only_a + only_b > 1)
throw new RangeError('only_a and only_b are shares of the same tasks: at most 1 together');
const discordant = only_a + only_b;
if (discordant === 0)
return 0;
let probability = 0;
for (let d = 1; d <= tasks; d++) {
const weight = binomialPmf(d, tasks, discordant);
if (weight < 1e-18)
continue;
let [tail, most] = [0, -1];
for (let k = 0; 2 * k < d; k++) {
tail += binomialPmf(k, d, 0.5);
if (2 * tail > alpha)
break;
most = k;
}
for (let k = 0; k <= most; k++)
probability += weight * (binomialPmf(k, d, only_a / discordant) + binomialPmf(d - k, d, only_a / discordant));
}
return Math.min(1, probability);
}
function criticalSum(alpha, power) {
requireConfidence(alpha, 'alpha');
requireConfidence(power, 'power');
return normalQuantile(power) - normalQuantile(alpha / 2);
}
function noncentralPower(critical, df, shift) {
const reach = 12 / Math.sqrt(2 * df);
const { nodes, weights } = createPanelQuadrature(Math.max(0, 1 - reach), 1 + reach, 40);
const logConstant = Math.LN2 + (df / 2) * Math.log(df / 2) - lnGamma(df / 2);
let sum = 0;
nodes.forEach((s, i) => {
const density = Math.exp(logConstant + (df - 1) * Math.log(s) - (df * s * s) / 2);
sum += weights[i] * density * (normalCdf(shift - critical * s) + normalCdf(-shift - critical * s));
});
return Math.min(1, sum);
}
const BISECTIONS = 60;
function findNoncentralShift(alpha, power, df) {
const critical = -studentQuantile(alpha / 2, df);
let [low, high] = [0, 1];
while (noncentralPower(critical, df, high) < power)
[low, high] = [high, 2 * high];
for (let step = 0; step < BISECTIONS; step++) {
const middle = (low + high) / 2;
if (noncentralPower(critical, df, middle) < power)
low = middle;
else
high = middle;
}
return high;
}
;
const RANDOMISED_ORDER = `${LEGACY_GENERATOR}; tasks permuted within strata, strata interleaved, arms ` +
'permuted within each task and trial';
function randomisedOrder({ tasks, arms, trials, seed }) {
if (!Number.isInteger(trials) || trials < 1)
throw new RangeError(`trials is an integer from 1, not ${trials}`);
requireUnique('task', tasks.map(({ id }) => id));
requireUnique('arm', arms);
const random = legacyRandom(seed);
const strata = [...new Set(tasks.map(({ stratum }) => stratum))].sort(compareCodePoints);
const byId = tasks.toSorted((a, b) => compareCodePoints(a.id, b.id));
const placed = strata.flatMap((stratum, at) => {
const sorted = byId.filter((task) => task.stratum === stratum);
return random.permutation(sorted.length).map((i, r) => ({ task: sorted[i], r, n: sorted.length, at }));
});
const order = placed.sort((a, b) => (2 * a.r + 1) * b.n - (2 * b.r + 1) * a.n || a.at - b.at);
const sortedArms = arms.toSorted(compareCodePoints);
return order.flatMap(({ task }, place) => Array.from({ length: trials }, (_, t) => random.shuffled(sortedArms).map((arm) => ({
task: task.id,
stratum: task.stratum,
trial: t + 1,
arm,
block: place * trials + t + 1,
}))).flat());
}
function compareCodePoints(a, b) {
const [left, right] = [[...a], [...b]];
for (let i = 0; i < Math.min(left.length, right.length); i++) {
const difference = left[i].codePointAt(0) - right[i].codePointAt(0);
if (difference !== 0)
return difference;
}
return left.length - right.length;
}
function requireUnique(what, ids) {
const keys = new Set();
for (const id of ids) {
if (keys.has(id))
throw new RangeError(`${what} "${id}" is there twice`);
keys.add(id);
}
}
;
function rateBounds(outcomes) {
const { successes, undecided, runs } = countRuns(outcomes);
return runs === 0 ? null : { low: successes / runs, high: (successes + undecided) / runs };
}
function rateBoundsOf(tasks) {
return averageBounds(tasks.map(rateBounds).filter((bounds) => bounds !== null));
}
function outerInterval(tasks, confidence = 0.95) {
requireConfidence(confidence);
const bounds = rateBoundsOf(tasks);
if (bounds === null)
return null;
const present = tasks.map(countRuns).filter((task) => task.runs > 0);
const worst = present.map(({ runs, successes }) => ({ runs, successes }));
const best = present.map(({ runs, successes, undecided }) => ({ runs, successes: successes + undecided }));
return {
low: wilson(Math.min(1, bounds.low), effectiveRuns(worst, confidence).n_eff, confidence).low,
high: wilson(Math.min(1, bounds.high), effectiveRuns(best, confidence).n_eff, confidence).high,
};
}
function differenceBounds(a, b) {
return { low: a.low - b.high, high: a.high - b.low };
}
function pairedBounds(pairs) {
const each = pairs.flatMap(({ a, b }) => {
const [one, second] = [rateBounds(a), rateBounds(b)];
return one === null || second === null ? [] : [differenceBounds(one, second)];
});
const bounds = averageBounds(each);
return bounds && { ...bounds, decided: bounds.low > 0 || bounds.high < 0 };
}
function roganGladen(observed, sensitivity, specificity) {
requireProbability('observed', observed);
requireProbability('sensitivity', sensitivity);
requireProbability('specificity', specificity);
const power = sensitivity + specificity - 1;
if (power <= 1e-12)
return null;
const unclamped = (observed + specificity - 1) / power;
return { rate: Math.min(1, Math.max(0, unclamped)), unclamped, inflation: 1 / power };
}
function noisyVerifier(rate, error, n, confidence = 0.95) {
requireProbability('rate', rate);
requireProbability('error', error);
requirePositive('n', n);
const expected = error + (1 - 2 * error) * rate;
const half = normalCritical(confidence) * Math.sqrt((expected * (1 - expected)) / n);
return { expected, low: Math.max(0, expected - half), high: Math.min(1, expected + half) };
}
function countRuns({ successes, failures, undecided }) {
requireCount('successes', successes);
requireCount('failures', failures);
requireCount('undecided', undecided);
return { successes, undecided, runs: successes + failures + undecided };
}
function averageBounds(intervals) {
if (intervals.length === 0)
return null;
const total = (end) => intervals.reduce((sum, interval) => sum + interval[end], 0);
return { low: total('low') / intervals.length, high: total('high') / intervals.length };
}
;
function missedBelow(differed, runs, confidence = 0.95) {
requireCount('differed', differed);
requireCount('runs', runs);
requireConfidence(confidence);
if (runs === 0 || differed >= runs)
return 1;
return differed === 0 ? 1 - (1 - confidence) ** (1 / runs) : betaQuantile(confidence, differed + 1, runs - differed);
}
function rerunsToFind(rate, confidence = 0.95) {
requireProbability('rate', rate);
requireConfidence(confidence);
if (rate === 0)
throw new RangeError('rate must be above 0: no number of reruns finds what never happens');
return rate === 1 ? 1 : Math.ceil(Math.log1p(-confidence) / Math.log1p(-rate) - 1e-9);
}
function suiteFalseAlarm(rate, checks) {
requireProbability('rate', rate);
requireCount('checks', checks);
return checks === 0 ? 0 : -Math.expm1(checks * Math.log1p(-rate));
}
;
function alphaSpent(information, alpha, spending) {
requireConfidence(alpha, 'alpha');
requireProbability('information', information);
if (information === 0)
return 0;
if (information === 1)
return alpha;
if (spending === 'pocock')
return alpha * Math.log1p((Math.E - 1) * information);
return 2 * normalCdf(normalQuantile(alpha / 2) / Math.sqrt(information));
}
function spendingBoundaries(looks, alpha, spending) {
return solveBoundaries(looks, (information) => alphaSpent(information, alpha, spending));
}
function solveBoundaries(looks, spentBy) {
looks.forEach((t, j) => {
if (!(t > (looks[j - 1] ?? 0) && t <= 1))
throw new RangeError(`looks rise within (0, 1]: ${looks.join(', ')}`);
});
const results = [];
let carried = null;
looks.forEach((information, j) => {
const spent = spentBy(information);
const toSpend = spent - (results[j - 1]?.spent ?? 0);
const step = Math.sqrt(information - (looks[j - 1] ?? 0));
const limit = carried === null ? -step * normalQuantile(toSpend / 2) : findLimit(carried, step, toSpend);
results.push({ information, spent, boundary: limit / Math.sqrt(information) });
const next = looks[j + 1];
if (next !== undefined)
carried = propagateDensity(carried, step, limit, Math.min(step, Math.sqrt(next - information)));
});
return results;
}
function propagateDensity(before, step, limit, width) {
const { nodes, weights } = createPanelQuadrature(-limit, limit, Math.min(MOST_PANELS, Math.ceil((2 * limit) / width)));
const mass = nodes.map((s, i) => {
if (before === null)
return weights[i] * normalDensity(s, step);
let sum = 0;
for (let u = 0; u < before.nodes.length; u++)
sum += before.mass[u] * normalDensity(s - before.nodes[u], step);
return weights[i] * sum;
});
return { nodes, mass };
}
function findLimit(before, step, toSpend) {
let [low, high] = [0, Number.POSITIVE_INFINITY];
let limit = before.nodes[before.nodes.length - 1];
for (let round = 0; round < 100; round++) {
let [crossing, density] = [0, 0];
for (let u = 0; u < before.nodes.length; u++) {
const node = before.nodes[u];
crossing += before.mass[u] * (normalCdf((node - limit) / step) + normalCdf((-limit - node) / step));
density += before.mass[u] * (normalDensity(node - limit, step) + normalDensity(limit + node, step));
}
if (crossing > toSpend)
low = limit;
else
high = limit;
const newton = limit + (Math.log(crossing / toSpend) * crossing) / density;
const next = newton > low && newton < high ? newton : (low + Math.min(high, low + 10 * step)) / 2;
if (Math.abs(next - limit) <= 1e-13 * limit)
return next;
limit = next;
}
return limit;
}
function normalDensity(x, sd) {
return Math.exp(-0.5 * (x / sd) ** 2) / (sd * Math.sqrt(2 * Math.PI));
}
const MOST_PANELS = 300;
;
function sequentialDecision(progress) {
const { rule, differences, planned, alpha, minimum_effect } = progress;
if (!Number.isInteger(planned) || planned < differences.length)
throw new RangeError(`${differences.length} tasks were run, planned were ${planned}`);
if (differences.some((d) => !(d >= -1 && d <= 1)))
throw new RangeError('a difference of rates lies in [−1, 1]');
if (!(alpha > 0 && alpha < 1) || !(minimum_effect > 0))
throw new RangeError('alpha is between 0 and 1, the effect that would matter above 0');
if (rule === 'fixed')
return decideAtEnd(progress);
return 'spending' in rule ? decideBySpending(progress, rule) : decideByConfidenceSequence(progress);
}
function lookTasks(planned, looks) {
if (!Number.isInteger(looks) || looks < 1)
throw new RangeError(`looks are counted from 1, not ${looks}`);
return [...new Set(Array.from({ length: looks }, (_, j) => Math.ceil((planned * (j + 1)) / looks)))];
}
function decideAtEnd({ differences, planned }) {
const ended = differences.length === planned;
return {
decision: ended ? 'stop' : 'continue',
because: ended ? 'planned end' : null,
tasks: differences.length,
estimate: mean(differences),
low: null,
high: null,
next_look: ended ? null : planned,
looks: [],
};
}
function decideBySpending(progress, rule) {
const { differences, planned, alpha, minimum_effect } = progress;
const look_sizes = planned === 0 ? [] : lookTasks(planned, rule.looks);
const boundaries = spendingBoundaries(look_sizes.map((tasks) => tasks / planned), alpha, rule.spending);
const looks = boundaries.map((look, j) => ({ ...look, tasks: look_sizes[j] }));
let latest = {
...decideAtEnd({ ...progress, differences: [] }),
looks,
next_look: look_sizes[0] ?? null,
};
for (const [j, look] of looks.entries()) {
if (look.tasks > differences.length)
break;
const observed = differences.slice(0, look.tasks);
const interval = repeatedInterval(observed, look.boundary);
const because = createDecision(interval !== null && (interval.low > 0 || interval.high < 0), interval, minimum_effect);
const last = look.tasks === planned;
latest = {
decision: because !== null || last ? 'stop' : 'continue',
because: because ?? (last ? 'planned end' : null),
tasks: look.tasks,
estimate: mean(observed),
low: interval?.low ?? null,
high: interval?.high ?? null,
next_look: because !== null || last ? null : (look_sizes[j + 1] ?? null),
looks,
};
if (latest.decision === 'stop')
break;
}
return latest;
}
function decideByConfidenceSequence({ differences, planned, alpha, minimum_effect }) {
let [wins, losses, sum] = [0, 0, 0];
const state = (n, because) => {
const rate = confidenceSequence(Math.min(n, Math.max(0, (sum + n) / 2)), n, { alpha });
const is_final = because !== null || n === planned;
return {
decision: is_final ? 'stop' : 'continue',
because: because ?? (is_final ? 'planned end' : null),
tasks: n,
estimate: n === 0 ? null : sum / n,
low: 2 * rate.low - 1,
high: 2 * rate.high - 1,
next_look: is_final ? null : n + 1,
looks: [],
};
};
for (const [i, d] of differences.entries()) {
if (d > 0)
wins++;
if (d < 0)
losses++;
sum += d;
const { low, high } = state(i + 1, null);
const because = createDecision(winsEProcess(wins, losses) >= 1 / alpha, { low: low, high: high }, minimum_effect);
if (because !== null)
return state(i + 1, because);
}
return state(differences.length, null);
}
function createDecision(differs, interval, minimum) {
if (differs)
return 'difference';
return interval !== null && interval.low > -minimum && interval.high < minimum ? 'too small' : null;
}
function repeatedInterval(differences, boundary) {
const n = differences.length;
const point = mean(differences);
if (n < 2 || point === null)
return null;
const squares = differences.reduce((sum, d) => sum + (d - point) ** 2, 0);
if (squares < 1e-18)
return null;
const critical = -studentQuantile(normalCdf(-boundary), n - 1);
const half = critical * Math.sqrt(squares / (n - 1) / n);
return { low: point - half, high: point + half };
}
;
const STEPS = 2e8;
const SUMS = 4e6;
const ENUMERATED = 20;
const SLACK = 1e-9;
function signFlip(differences, { resamples = 10_000, seed = RESAMPLING_SEED } = {}) {
requireFinite('differences', differences);
requireCount('resamples', resamples, 1);
const present = differences.filter((difference) => difference !== 0);
if (present.length === 0)
return { p: 1, exact: true, smallest_p: 1 };
const smallest_p = Math.max(Number.MIN_VALUE, 2 ** (1 - present.length));
const whole = toWholeMultiples(present);
if (whole !== null)
return { p: Math.max(smallest_p, countWhole(whole)), exact: true, smallest_p };
if (present.length <= ENUMERATED)
return { p: computeEnumeratedP(present), exact: true, smallest_p };
return {
p: computeSampledP(present, resamples, seed),
exact: false,
smallest_p: Math.max(smallest_p, 1 / (1 + resamples)),
};
}
function toWholeMultiples(differences) {
const largest = differences.reduce((most, difference) => Math.max(most, Math.abs(difference)), 0);
for (let parts = 1; parts <= 10_000 && (largest * parts) / SUMS <= 1; parts++) {
if (!differences.every((difference) => isWhole(difference * parts)))
continue;
const scaled = differences.map((difference) => Math.round(difference * parts));
const step = scaled.map(Math.abs).reduce(greatestDivisor);
const whole = scaled.map((value) => value / step);
const total = whole.reduce((sum, value) => sum + Math.abs(value), 0);
return total <= SUMS && total * whole.length <= STEPS ? whole : null;
}
return null;
}
function isWhole(value) {
const rounded = Math.round(value);
return rounded !== 0 && Math.abs(value - rounded) <= SLACK;
}
function greatestDivisor(a, b) {
return b === 0 ? a : greatestDivisor(b, a % b);
}
function countWhole(whole) {
const total = whole.reduce((sum, value) => sum + Math.abs(value), 0);
const observed = Math.abs(whole.reduce((sum, value) => sum + value, 0));
const share = new Float64Array(total + 1);
share[0] = 1;
let reached = 0;
for (const value of whole) {
const size = Math.abs(value);
reached += size;
for (let w = reached; w >= size; w--)
share[w] = (share[w] + share[w - size]) / 2;
for (let w = Math.min(size, reached + 1) - 1; w >= 0; w--)
share[w] /= 2;
}
let p = 0;
for (let w = 0; w <= total; w++)
if (Math.abs(2 * w - total) >= observed)
p += share[w];
return Math.min(1, p);
}
function computeEnumeratedP(differences) {
const { bar, sum: start } = computeBar(differences);
const patterns = 2 ** (differences.length - 1);
const signed = [...differences];
let sum = start;
let count = 0;
for (let pattern = 1;; pattern++) {
if (Math.abs(sum) >= bar)
count++;
if (pattern === patterns)
return count / patterns;
const changed = 32 - Math.clz32(pattern & -pattern);
signed[changed] = -signed[changed];
sum += 2 * signed[changed];
}
}
function computeSampledP(differences, resamples, seed) {
const { bar } = computeBar(differences);
const word = randomWords(seed);
let count = 0;
for (let sample = 0; sample < resamples; sample++) {
let sum = 0;
let bits = 0;
for (let i = 0; i < differences.length; i++) {
if (i % 32 === 0)
bits = word();
sum += bits & 1 ? differences[i] : -differences[i];
bits >>>= 1;
}
if (Math.abs(sum) >= bar)
count++;
}
return (1 + count) / (1 + resamples);
}
function computeBar(differences) {
const sum = differences.reduce((total, difference) => total + difference, 0);
return { sum, bar: Math.abs(sum) - SLACK * differences.reduce((total, one) => total + Math.abs(one), 0) };
}
;
function assumedComponents({ rate_a, rate_b, icc, task_correlation }) {
for (const [name, value] of Object.entries({ rate_a, rate_b, icc }))
requireProbability(name, value);
if (!(task_correlation >= -1 && task_correlation <= 1))
throw new RangeError(`task_correlation must be between −1 and 1, not ${task_correlation}`);
const [all_a, all_b] = [rate_a * (1 - rate_a), rate_b * (1 - rate_b)];
const shared = 2 * task_correlation * icc * Math.sqrt(all_a * all_b);
return {
between: Math.max(0, icc * (all_a + all_b) - shared),
within_a: (1 - icc) * all_a,
within_b: (1 - icc) * all_b,
};
}
function estimatedComponents(tasks) {
return computeComponents(tasks.flatMap((task) => summariseTask(task) ?? []));
}
function summariseTask({ a, b }) {
const [of_a, of_b] = [mean(a), mean(b)];
if (of_a === null || of_b === null)
return null;
return {
difference: of_a - of_b,
within_a: variance(a),
within_b: variance(b),
inverse_a: 1 / a.length,
inverse_b: 1 / b.length,
};
}
function computeComponents(tasks) {
const computeWithin = (side) => {
let [sum, count] = [0, 0];
for (const task of tasks) {
const values = task[side];
if (values === null)
continue;
sum += values;
count++;
}
return count === 0 ? null : sum / count;
};
const [within_a, within_b] = [computeWithin('within_a'), computeWithin('within_b')];
if (within_a === null || within_b === null || tasks.length < 2)
return { between: null, within_a, within_b, tasks: tasks.length };
let [centre, squares, trials] = [0, 0, 0];
for (const { difference } of tasks)
centre += difference / tasks.length;
for (const { difference, inverse_a, inverse_b } of tasks) {
squares += (difference - centre) ** 2;
trials += within_a * inverse_a + within_b * inverse_b;
}
const between_variance = Math.max(0, squares / (tasks.length - 1) - trials / tasks.length);
return { between: between_variance, within_a, within_b, tasks: tasks.length };
}
function upperComponents(tasks, { level = 0.95, resamples = 2000, seed }) {
requireConfidence(level, 'level');
requireCount('resamples', resamples, 1);
const paired = tasks.flatMap((task) => summariseTask(task) ?? []);
const random = legacyRandom(seed);
const drawn = Array.from({ length: paired.length === 0 ? 0 : resamples }, () => computeComponents(paired.map(() => paired[random.randint(0, paired.length)])));
const upper = (name) => {
return quantile(drawn.flatMap((one) => one[name] ?? []), level);
};
return { between: upper('between'), within_a: upper('within_a'), within_b: upper('within_b'), tasks: paired.length };
}
;
;
var __nccxAgenticBenchmarkChecklist = __nccx.$Y;
var __nccxCLEARFramework = __nccx.uz;
var __nccxClearMetrics = __nccx.jw;
var __nccxDEFAULT_CLEAR = __nccx.Q3;
var __nccxDEFAULT_WEIGHTS = __nccx.kZ;
var __nccxEnhancedABCValidator = __nccx.jz;
var __nccxEvaluationContext = __nccx.kK;
var __nccxGuardrailSuite = __nccx.gk;
var __nccxHALOrchestrator = __nccx.Kr;
var __nccxLEGACY_GENERATOR = __nccx.GK;
var __nccxMetricsProvider = __nccx.zq;
var __nccxSteeringVectorAdapter = __nccx.GW;
var __nccxUNIFIED_IHSAN_THRESHOLD = __nccx.rw;
var __nccxagreementTable = __nccx.Rq;
var __nccxalphaSpent = __nccx.fR;
var __nccxassumedComponents = __nccx.Fm;
var __nccxattemptScore = __nccx.yc;
var __nccxbcaInterval = __nccx.GA;
var __nccxbetaCdf = __nccx.Ik;
var __nccxbetaQuantile = __nccx.O9;
var __nccxbetweenRunDeviation = __nccx.DQ;
var __nccxbinomialCdf = __nccx.HU;
var __nccxbinomialPmf = __nccx.z6;
var __nccxclearScore = __nccx.wB;
var __nccxclopperPearson = __nccx.mI;
var __nccxclusterBootstrap = __nccx.bR;
var __nccxclusterStandardError = __nccx.CP;
var __nccxcohensKappa = __nccx.IG;
var __nccxconfidenceSequence = __nccx.Su;
var __nccxconsistencyGap = __nccx.BO;
var __nccxconsistencyReport = __nccx.FY;
var __nccxcostNormalisedAccuracy = __nccx.NJ;
var __nccxdifferenceBounds = __nccx.db;
var __nccxdifferenceVariance = __nccx.v$;
var __nccxdominates = __nccx.jp;
var __nccxeffectiveRuns = __nccx.kz;
var __nccxequivalence = __nccx.XY;
var __nccxestimatedComponents = __nccx.Ne;
var __nccxholm = __nccx.fU;
var __nccxintraclassCorrelation = __nccx.F$;
var __nccxkaplanMeier = __nccx.OI;
var __nccxlegacyRandom = __nccx.pI;
var __nccxlnGamma = __nccx.yM;
var __nccxlookTasks = __nccx.yO;
var __nccxmcnemar = __nccx.op;
var __nccxmcnemarPower = __nccx.jF;
var __nccxmean = __nccx.i2;
var __nccxmedian = __nccx.JZ;
var __nccxmedianInterval = __nccx.c;
var __nccxmillerStandardError = __nccx.TP;
var __nccxminimumDetectableEffect = __nccx.nv;
var __nccxmissedBelow = __nccx.zH;
var __nccxnoisyVerifier = __nccx.xJ;
var __nccxnormalCdf = __nccx.vr;
var __nccxnormalQuantile = __nccx.Zl;
var __nccxnormalised = __nccx.Z7;
var __nccxoutcomeConsistency = __nccx.$B;
var __nccxoutcomeConsistencyOf = __nccx.SM;
var __nccxouterInterval = __nccx.jH;
var __nccxpairedBounds = __nccx.de;
var __nccxpairedDifference = __nccx.vQ;
var __nccxpairedPower = __nccx.xI;
var __nccxparetoFront = __nccx.jP;
var __nccxpassAtK = __nccx.kc;
var __nccxpassAtKOf = __nccx.TQ;
var __nccxpassHatK = __nccx.qv;
var __nccxpassHatKOf = __nccx.J9;
var __nccxpolicyAdherence = __nccx.yZ;
var __nccxquantile = __nccx.YV;
var __nccxrandomisedOrder = __nccx.By;
var __nccxrateBounds = __nccx.sw;
var __nccxrateBoundsOf = __nccx.JP;
var __nccxrateInterval = __nccx.mP;
var __nccxreasoningParadox = __nccx.Yb;
var __nccxrerunsToFind = __nccx.EP;
var __nccxresampleTasks = __nccx.c3;
var __nccxresourceConsistency = __nccx.zY;
var __nccxroganGladen = __nccx.Zw;
var __nccxrunVariance = __nccx.DN;
var __nccxsequentialDecision = __nccx.MH;
var __nccxsignFlip = __nccx.R7;
var __nccxspendingBoundaries = __nccx.Po;
var __nccxstudentCdf = __nccx.Rf;
var __nccxstudentQuantile = __nccx.FI;
var __nccxsuccessCurve = __nccx.Dw;
var __nccxsuiteFalseAlarm = __nccx.LU;
var __nccxsurvivalQuantile = __nccx.Ei;
var __nccxtInterval = __nccx.oW;
var __nccxtasksNeeded = __nccx.Mf;
var __nccxunpairedTasks = __nccx.X4;
var __nccxupperComponents = __nccx.nA;
var __nccxvariance = __nccx.GV;
var __nccxwilson = __nccx.rF;
var __nccxwinsEProcess = __nccx.qV;
export { __nccxAgenticBenchmarkChecklist as AgenticBenchmarkChecklist, __nccxCLEARFramework as CLEARFramework, __nccxClearMetrics as ClearMetrics, __nccxDEFAULT_CLEAR as DEFAULT_CLEAR, __nccxDEFAULT_WEIGHTS as DEFAULT_WEIGHTS, __nccxEnhancedABCValidator as EnhancedABCValidator, __nccxEvaluationContext as EvaluationContext, __nccxGuardrailSuite as GuardrailSuite, __nccxHALOrchestrator as HALOrchestrator, __nccxLEGACY_GENERATOR as LEGACY_GENERATOR, __nccxMetricsProvider as MetricsProvider, __nccxSteeringVectorAdapter as SteeringVectorAdapter, __nccxUNIFIED_IHSAN_THRESHOLD as UNIFIED_IHSAN_THRESHOLD, __nccxagreementTable as agreementTable, __nccxalphaSpent as alphaSpent, __nccxassumedComponents as assumedComponents, __nccxattemptScore as attemptScore, __nccxbcaInterval as bcaInterval, __nccxbetaCdf as betaCdf, __nccxbetaQuantile as betaQuantile, __nccxbetweenRunDeviation as betweenRunDeviation, __nccxbinomialCdf as binomialCdf, __nccxbinomialPmf as binomialPmf, __nccxclearScore as clearScore, __nccxclopperPearson as clopperPearson, __nccxclusterBootstrap as clusterBootstrap, __nccxclusterStandardError as clusterStandardError, __nccxcohensKappa as cohensKappa, __nccxconfidenceSequence as confidenceSequence, __nccxconsistencyGap as consistencyGap, __nccxconsistencyReport as consistencyReport, __nccxcostNormalisedAccuracy as costNormalisedAccuracy, __nccxdifferenceBounds as differenceBounds, __nccxdifferenceVariance as differenceVariance, __nccxdominates as dominates, __nccxeffectiveRuns as effectiveRuns, __nccxequivalence as equivalence, __nccxestimatedComponents as estimatedComponents, __nccxholm as holm, __nccxintraclassCorrelation as intraclassCorrelation, __nccxkaplanMeier as kaplanMeier, __nccxlegacyRandom as legacyRandom, __nccxlnGamma as lnGamma, __nccxlookTasks as lookTasks, __nccxmcnemar as mcnemar, __nccxmcnemarPower as mcnemarPower, __nccxmean as mean, __nccxmedian as median, __nccxmedianInterval as medianInterval, __nccxmillerStandardError as millerStandardError, __nccxminimumDetectableEffect as minimumDetectableEffect, __nccxmissedBelow as missedBelow, __nccxnoisyVerifier as noisyVerifier, __nccxnormalCdf as normalCdf, __nccxnormalQuantile as normalQuantile, __nccxnormalised as normalised, __nccxoutcomeConsistency as outcomeConsistency, __nccxoutcomeConsistencyOf as outcomeConsistencyOf, __nccxouterInterval as outerInterval, __nccxpairedBounds as pairedBounds, __nccxpairedDifference as pairedDifference, __nccxpairedPower as pairedPower, __nccxparetoFront as paretoFront, __nccxpassAtK as passAtK, __nccxpassAtKOf as passAtKOf, __nccxpassHatK as passHatK, __nccxpassHatKOf as passHatKOf, __nccxpolicyAdherence as policyAdherence, __nccxquantile as quantile, __nccxrandomisedOrder as randomisedOrder, __nccxrateBounds as rateBounds, __nccxrateBoundsOf as rateBoundsOf, __nccxrateInterval as rateInterval, __nccxreasoningParadox as reasoningParadox, __nccxrerunsToFind as rerunsToFind, __nccxresampleTasks as resampleTasks, __nccxresourceConsistency as resourceConsistency, __nccxroganGladen as roganGladen, __nccxrunVariance as runVariance, __nccxsequentialDecision as sequentialDecision, __nccxsignFlip as signFlip, __nccxspendingBoundaries as spendingBoundaries, __nccxstudentCdf as studentCdf, __nccxstudentQuantile as studentQuantile, __nccxsuccessCurve as successCurve, __nccxsuiteFalseAlarm as suiteFalseAlarm, __nccxsurvivalQuantile as survivalQuantile, __nccxtInterval as tInterval, __nccxtasksNeeded as tasksNeeded, __nccxunpairedTasks as unpairedTasks, __nccxupperComponents as upperComponents, __nccxvariance as variance, __nccxwilson as wilson, __nccxwinsEProcess as winsEProcess };
