import { afterEach, describe, expect, it, vi } from "vitest";
import { compile } from "../../www/src/engine/host.js";
import { missing } from "../../www/src/engine/needs.js";
import { unpacked } from "../../www/src/engine/packed.js";
import { wasm } from "./models.js";

afterEach(() => vi.unstubAllGlobals());

describe("a browser that lacks an ability", () => {
  it("is told which, before anything is fetched", async () => {
    expect(missing()).toBeNull();
    vi.spyOn(WebAssembly, "validate").mockReturnValueOnce(false);
    await expect(compile({ wasmBytes: wasm() })).rejects.toThrow(/lacks SIMD instructions; Chrome and Edge from version 91/);
    vi.stubGlobal("WebAssembly", undefined);
    await expect(compile({ wasmBytes: wasm() })).rejects.toThrow(/does not run WebAssembly/);
  });

  it("is told so where the engine lies packed in the file", async () => {
    vi.stubGlobal("DecompressionStream", undefined);
    await expect(unpacked("")).rejects.toThrow(/cannot unpack the engine/);
  });
});
