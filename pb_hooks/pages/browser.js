// What a browser has, goja lacks, and React's server renderer or the router reaches for.
// Nothing here does I/O or waits: a page is made of the state that it is given.
var globalThis = this;
var self = this;

(function (global) {
  function nothing() {}
  function define(name, value) {
    if (typeof global[name] === "undefined") global[name] = value;
  }

  // Timers never fire: the first rendering of a page must not depend on one.
  define("setTimeout", function () { return 0; });
  define("setInterval", function () { return 0; });
  define("clearTimeout", nothing);
  define("clearInterval", nothing);
  define("queueMicrotask", function (task) { Promise.resolve().then(task); });
  define("performance", { now: function () { return 0; }, mark: nothing, measure: nothing });

  function EventTarget() {}
  EventTarget.prototype = { addEventListener: nothing, removeEventListener: nothing, dispatchEvent: nothing };
  define("EventTarget", EventTarget);

  function AbortSignal() { this.aborted = false; this.reason = undefined; }
  AbortSignal.prototype = Object.create(EventTarget.prototype);
  AbortSignal.prototype.throwIfAborted = nothing;
  define("AbortSignal", AbortSignal);
  define("AbortController", function AbortController() {
    var signal = new AbortSignal();
    this.signal = signal;
    this.abort = function (reason) { signal.aborted = true; signal.reason = reason; };
  });

  function Headers(init) {
    this.values = new Map();
    if (!init) return;
    var add = function (value, name) { this.append(name, value); }.bind(this);
    if (init instanceof Headers) init.forEach(add);
    else if (Array.isArray(init)) init.forEach(function (pair) { add(pair[1], pair[0]); });
    else Object.keys(init).forEach(function (name) { add(init[name], name); });
  }
  Headers.prototype = {
    get: function (name) { var v = this.values.get(String(name).toLowerCase()); return v === undefined ? null : v; },
    has: function (name) { return this.values.has(String(name).toLowerCase()); },
    set: function (name, value) { this.values.set(String(name).toLowerCase(), String(value)); },
    append: function (name, value) {
      var before = this.get(name);
      this.set(name, before === null ? value : before + ", " + value);
    },
    delete: function (name) { this.values.delete(String(name).toLowerCase()); },
    forEach: function (each) { this.values.forEach(function (value, name) { each(value, name); }); },
    entries: function () { return this.values.entries(); },
    keys: function () { return this.values.keys(); },
  };
  Headers.prototype[Symbol.iterator] = Headers.prototype.entries;
  define("Headers", Headers);

  define("Request", function Request(url, init) {
    init = init || {};
    this.url = String(url);
    this.method = init.method || "GET";
    this.headers = new Headers(init.headers);
    this.signal = init.signal || new AbortSignal();
    this.body = null;
  });
  define("Response", function Response(body, init) {
    init = init || {};
    this.body = body;
    this.status = init.status || 200;
    this.statusText = init.statusText || "";
    this.ok = this.status >= 200 && this.status < 300;
    this.headers = new Headers(init.headers);
  });
  define("FormData", function FormData() {});

  function TextEncoder() {}
  TextEncoder.prototype.encode = function (text) {
    var bytes = unescape(encodeURIComponent(text === undefined ? "" : String(text)));
    var out = new Uint8Array(bytes.length);
    for (var i = 0; i < bytes.length; i++) out[i] = bytes.charCodeAt(i);
    return out;
  };
  define("TextEncoder", TextEncoder);
  define("TextDecoder", function TextDecoder() {});
  define("ReadableStream", function ReadableStream() {});
  define("MessageChannel", function MessageChannel() {
    this.port1 = {};
    this.port2 = { postMessage: nothing };
  });
})(this);
