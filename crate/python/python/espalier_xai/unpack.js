/** The bytes of a text in base 85, as www/src/engine/base85.ts writes it. */
function bytesOf(text) {
  const digits = "!#%()*+,-.0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz|}~";
  const values = new Map([...digits].map((digit, value) => [digit, value]));
  const bytes = new DataView(new ArrayBuffer(Math.ceil(text.length / 5) * 4));
  for (let at = 0; at < text.length; at += 5) {
    let number = 0;
    for (let k = at; k < at + 5; k++) number = number * 85 + (k < text.length ? values.get(text[k]) : 84);
    bytes.setUint32((at / 5) * 4, number);
  }
  return new Uint8Array(bytes.buffer, 0, Math.floor((text.length * 4) / 5));
}

/** The text that `packed` of _page.py has written. */
const unpacked = (text) => new Response(new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream("gzip"))).text();

/** The text of a module, with the engine where it was taken out. */
const whole = async (packed, engine) => (await unpacked(packed)).replace("ENGINE-STANDS-HERE", () => engine);

/** Evaluates such a module. */
async function evaluated(packed, engine) {
  const code = await whole(packed, engine);
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  try {
    return await import(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}
