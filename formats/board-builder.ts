// Collects what a reader finds in a file: objects with refs, files, and the report. Refuses files with too many objects.

import { type KindName, kinds } from '@tessera/contract'
import { canvasTab } from '@tessera/drawing/kinds/canvas'
import {
  type ImportedBoard,
  type ImportedFile,
  type ImportedObject,
  type ImportLimits,
  ImportReport,
  type PictureCrop,
  type PlacedBox,
  placeholder,
  UnreadableBoardFile,
} from './board-content.ts'

interface More {
  readonly ref?: string
  readonly group?: string | undefined
  readonly parent?: string
}

export class BoardBuilder {
  readonly report = new ImportReport()
  readonly #objects: ImportedObject[] = []
  readonly #files: ImportedFile[] = []
  readonly #limits: ImportLimits

  constructor(limits: ImportLimits) {
    this.#limits = limits
  }

  /** Without a ref the object gets one that no other has; a reader that names its own gives all of them. */
  add(kind: KindName, data: Readonly<Record<string, unknown>>, more: More = {}): string {
    const ref = more.ref ?? `n${this.#objects.length}`
    this.#push({ ref, kind, data, ...groupField(more), ...(more.parent === undefined ? {} : { parent: more.parent }) })
    return ref
  }

  /** A picture that fills the box, whatever its size in pixels. */
  addImage(
    file: Omit<ImportedFile, 'name'>,
    data: PlacedBox & Readonly<Record<string, unknown>>,
    { crop, ...more }: More & { readonly crop?: PictureCrop },
  ): void {
    if (this.#files.length >= this.#limits.files) throw tooMany('files', this.#limits.files)
    const name = `f${this.#files.length}`
    this.#files.push({ name, ...file })
    const ref = more.ref ?? `n${this.#objects.length}`
    this.#push({ ref, kind: 'image', data, file: name, ...(crop ? { crop } : {}), ...groupField(more) })
  }

  /** A frame whose name is outside of it. The name of a canvas is inside, so it is taller by that. */
  addFrame(box: PlacedBox, name: string, data: Readonly<Record<string, unknown>>, more: More): void {
    const tab = canvasTab({ ...kinds.canvas.defaults, ...box, name, kind: 'canvas', id: '' } as never, 1).box.height
    this.add('canvas', { ...box, y: box.y - tab, height: box.height + tab, name, ...data }, more)
  }

  addPlaceholder(box: PlacedBox, text: string, more: More = {}): void {
    this.#push({ ...placeholder(more.ref ?? `n${this.#objects.length}`, box, text), ...groupField(more) })
  }

  get size(): number {
    return this.#objects.length
  }

  /** Throws UnreadableBoardFile if there is nothing on the board. */
  finish(): ImportedBoard {
    const { adapted, left_out } = this.report
    if (this.#objects.length === 0 && left_out.length === 0)
      throw new UnreadableBoardFile('empty', 'There is nothing on the board in this file')
    return { objects: this.#objects, files: this.#files, adapted, left_out }
  }

  #push(object: ImportedObject): void {
    if (this.#objects.length >= this.#limits.objects) throw tooMany('objects', this.#limits.objects)
    this.#objects.push(object)
  }
}

const groupField = ({ group }: More) => (group === undefined ? {} : { group })

const tooMany = (what: string, most: number) =>
  new UnreadableBoardFile('too_many_objects', `The file has more than ${most.toLocaleString('en')} ${what}`)
