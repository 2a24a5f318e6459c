// SHA-256 (FIPS 180-4) and HMAC (RFC 2104): on plain http, pages lack crypto.subtle.
"use strict";

(() => {
  const primes = [];
  for (let number = 2; primes.length < 64; number++) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  }
  /** The first 32 bits of the fraction of a number. */
  const fraction = (number) => ((number - Math.floor(number)) * 2 ** 32) | 0;
  const constants = primes.map((prime) => fraction(Math.cbrt(prime)));
  const initial = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

  const rotated = (word, bits) => (word >>> bits) | (word << (32 - bits));

  /** Adds a block of 64 bytes to a state of eight words. */
  function add(view, start, state) {
    const words = [];
    for (let index = 0; index < 64; index++) {
      if (index < 16) {
        words.push(view.getInt32(start + 4 * index));
        continue;
      }
      const [early, late] = [words[index - 15], words[index - 2]];
      const first = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
      const second = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
      words.push((words[index - 16] + first + words[index - 7] + second) | 0);
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let index = 0; index < 64; index++) {
      const sum = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const first = (h + sum + ((e & f) ^ (~e & g)) + constants[index] + words[index]) | 0;
      const other = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
      const second = (other + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] = (state[index] + word) | 0));
  }

  /** Returns the SHA-256 of bytes as bytes. */
  function sha256(bytes) {
    const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
    view.setUint32(padded.length - 4, bytes.length << 3);
    const state = initial.slice();
    for (let start = 0; start < padded.length; start += 64) add(view, start, state);
    const digest = new DataView(new ArrayBuffer(32));
    state.forEach((word, index) => digest.setInt32(4 * index, word));
    return new Uint8Array(digest.buffer);
  }

  /** Returns the HMAC-SHA-256 of a text under a key, in lower-case hexadecimal digits. */
  function hmac(key, text) {
    const encoder = new TextEncoder();
    let bytes = encoder.encode(key);
    if (bytes.length > 64) bytes = sha256(bytes);
    const block = (mask) => Uint8Array.from({ length: 64 }, (_, index) => bytes[index] ^ mask);
    const inner = sha256(new Uint8Array([...block(0x36), ...encoder.encode(text)]));
    const code = sha256(new Uint8Array([...block(0x5c), ...inner]));
    return [...code].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  window.laptimerHMAC = hmac;
})();
