/** The hash by which a file is known elsewhere. */

/** SHA-256, hexadecimal; null where the page may not compute it. */
export async function digest(bytes: ArrayBuffer): Promise<string | null> {
  if (!("subtle" in crypto)) return null;
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(found, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
