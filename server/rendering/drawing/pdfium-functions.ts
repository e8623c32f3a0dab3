// Runs in a child process: PDFium functions for changing documents, which its package compiles but does not wrap.
// Pointers are numbers; every pointer allocated here is freed here.

import { PDFiumLibrary } from '@hyzyla/pdfium'

type Pointer = number

interface Functions {
  FPDF_LoadMemDocument(data: Pointer, size: number, password: Pointer): Pointer
  FPDF_CloseDocument(document: Pointer): void
  FPDF_LoadPage(document: Pointer, index: number): Pointer
  FPDF_ClosePage(page: Pointer): void
  FPDF_GetPageWidth(page: Pointer): number
  FPDF_GetPageHeight(page: Pointer): number
  FPDF_GetPageCount(document: Pointer): number
  FPDF_DeviceToPage(page: Pointer, ...view: [...number[], x: Pointer, y: Pointer]): number
  FPDF_NewXObjectFromPage(to: Pointer, from: Pointer, index: number): Pointer
  FPDF_NewFormObjectFromXObject(form: Pointer): Pointer
  FPDF_CloseXObject(form: Pointer): void
  FPDFPageObj_Transform(object: Pointer, ...matrix: number[]): void
  FPDFPage_InsertObject(page: Pointer, object: Pointer): void
  FPDFPage_GenerateContent(page: Pointer): number
  FPDFPage_CreateAnnot(page: Pointer, type: number): Pointer
  FPDFPage_CloseAnnot(annotation: Pointer): void
  FPDFAnnot_SetRect(annotation: Pointer, rectangle: Pointer): number
  FPDFAnnot_SetColor(annotation: Pointer, type: number, ...rgba: number[]): number
  FPDFAnnot_SetStringValue(annotation: Pointer, key: Pointer, value: Pointer): number
  FPDF_SaveAsCopy(document: Pointer, file: Pointer, flags: number): number
}

interface Module {
  readonly wasmExports: Functions & {
    malloc(bytes: number): Pointer
    free(pointer: Pointer): void
    readonly __indirect_function_table: WebAssembly.Table
  }
  readonly HEAPU8: Uint8Array
}

export interface Pdfium {
  readonly functions: Functions
  /** Copies bytes into the memory of PDFium while `use` runs. */
  withBytes<T>(bytes: Uint8Array, use: (pointer: Pointer) => T): T
  /** Reads 8-byte floating-point numbers that `fill` writes into memory. */
  readDoubles(count: number, fill: (pointer: Pointer) => void): number[]
  /** The document as a file. */
  save(document: Pointer): Buffer
}

let loaded: Promise<Pdfium> | undefined

export function loadPdfium(): Promise<Pdfium> {
  loaded ??= PDFiumLibrary.init().then(library => wrap((library as unknown as { module: Module }).module))
  return loaded
}

function wrap(module: Module): Pdfium {
  const functions = module.wasmExports
  const withBytes: Pdfium['withBytes'] = (bytes, use) => {
    const pointer = functions.malloc(bytes.length)
    if (pointer === 0) throw new Error('PDFium is out of memory')
    try {
      module.HEAPU8.set(bytes, pointer)
      return use(pointer)
    } finally {
      functions.free(pointer)
    }
  }
  return {
    functions,
    withBytes,
    readDoubles: (count, fill) =>
      withBytes(new Uint8Array(8 * count), pointer => {
        fill(pointer)
        return [...new Float64Array(module.HEAPU8.slice(pointer, pointer + 8 * count).buffer)]
      }),
    save(document) {
      const blocks: Uint8Array[] = []
      const writeBlock = (_file: Pointer, data: Pointer, size: number) => {
        blocks.push(module.HEAPU8.slice(data, data + size))
        return 1
      }
      const table = functions.__indirect_function_table
      // The table cannot grow, but its slot 0 is empty: it is the null pointer.
      table.set(0, importable(writeBlock))
      // The version of the structure, and its only function, which is in slot 0.
      const file = new Uint8Array(new Int32Array([1, 0]).buffer)
      const isSaved = withBytes(file, pointer => functions.FPDF_SaveAsCopy(document, pointer, rewriteAll))
      table.set(0, null)
      if (!isSaved) throw new Error('PDFium cannot write the document')
      return Buffer.concat(blocks)
    },
  }
}

const rewriteAll = 2

/** WebAssembly only calls WebAssembly functions: this module imports the function and exports it again. */
function importable(callback: (...parameters: number[]) => number): unknown {
  // (import "m" "f" (func (param i32 i32 i32) (result i32))) (export "f" (func 0))
  const header = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]
  const types = [0x01, 0x08, 0x01, 0x60, 0x03, 0x7f, 0x7f, 0x7f, 0x01, 0x7f]
  const imports = [0x02, 0x07, 0x01, 0x01, 0x6d, 0x01, 0x66, 0x00, 0x00]
  const exports = [0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00]
  const module = new WebAssembly.Module(new Uint8Array([...header, ...types, ...imports, ...exports]))
  return new WebAssembly.Instance(module, { m: { f: callback } }).exports.f
}
