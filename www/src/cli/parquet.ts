/**
 * Parquet, read and written by hyparquet and hyparquet-writer (MIT, plain JavaScript): both know every encoding and type that pandas, Polars, DuckDB and
 * Spark write, and need no binary of a platform. They are fetched where a Parquet file is met, and no sooner.
 */
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { textOf } from "../engine/errors.js";
import { UsageError } from "./args.js";
import type { Column } from "./flat.js";
import type { Row } from "./table.js";

/** "PAR1" */
const MAGIC = [0x50, 0x41, 0x52, 0x31];

/** Values of a group of rows that are handed on together. */
const TOGETHER = 100_000;

export const isParquet = (start: Uint8Array): boolean => start.length >= MAGIC.length && MAGIC.every((byte, i) => start[i] === byte);

/** The rows of a file. */
export async function* parquetTables(bytes: Uint8Array, name: string): AsyncGenerator<Row[]> {
  const { parquetMetadata, parquetReadObjects, parquetSchema } = await import("hyparquet");
  const { decompress } = await import("fzstd");
  const compressors = {
    GZIP: (input: Uint8Array) => new Uint8Array(gunzipSync(input)),
    BROTLI: (input: Uint8Array) => new Uint8Array(brotliDecompressSync(input)),
    ZSTD: (input: Uint8Array) => decompress(input),
  };
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const refused = (thrown: unknown): never => {
    throw new UsageError(`${name}: this Parquet file cannot be read: ${textOf(thrown).replace(/[.;\s]+$/, "")}; write it again, compressed by snappy or zstd, or give csv`);
  };
  const metadata = await Promise.resolve().then(() => parquetMetadata(buffer)).catch(refused);
  const columns = parquetSchema(metadata).children.filter(({ children }) => children.length === 0).map(({ element }) => element.name);
  const size = Math.max(1, Math.floor(TOGETHER / Math.max(1, columns.length)));
  let first = 0;
  for (const group of metadata.row_groups) {
    const end = first + Number(group.num_rows);
    const read = await parquetReadObjects({ file: buffer, metadata, columns, rowStart: first, rowEnd: end, compressors }).catch(refused);
    for (let at = 0; at < read.length; at += size) {
      yield read.slice(at, at + size).map((values, row) => ({ at: `row ${String(first + at + row)}`, values }));
    }
    first = end;
  }
}

/** Writes a file of rows that come in groups; it is there under its name when it is whole. */
export async function writeParquet(path: string, columns: readonly Column[], groups: AsyncIterable<unknown[][]>): Promise<void> {
  const { ByteWriter, ParquetWriter, schemaFromColumnData } = await import("hyparquet-writer");
  const part = `${path}.unfinished`;
  const file = openSync(part, "w");
  try {
    const writer = new ByteWriter();
    // Bytes go to the file group by group; `offset` counts all of them.
    const flushed = (): void => {
      writeAll(file, writer.getBytes());
      writer.index = 0;
    };
    const dataOf = (rows: unknown[][]): { name: string; data: unknown[]; type: Column["type"] }[] => columns.map(({ name, type }, column) => ({ name, type, data: rows.map((row) => row[column] ?? null) }));
    const parquet = new ParquetWriter({ writer, schema: schemaFromColumnData({ columnData: dataOf([]) }), createdBy: "espalier" });
    for await (const rows of groups) {
      await parquet.write({ columnData: dataOf(rows), rowGroupSize: rows.length });
      flushed();
    }
    await parquet.finish();
    flushed();
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(part, path);
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

