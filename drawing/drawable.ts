// What renderers draw: the records of the contract with `kind` added. A changed object is a new value. `Drawable` has the
// fields that renderers read; the columns every record has besides (version, times) are left out.

import type { KindName, ObjectRecord } from '@tessera/contract'
import type { canvasColors } from '@tessera/contract/kinds/canvas'
import type { connectorCaps } from '@tessera/contract/kinds/connector'
import type { documentTypes } from '@tessera/contract/kinds/document'
import type { noteColors } from '@tessera/contract/kinds/note'
import type { lineStyles, shapeForms } from '@tessera/contract/kinds/shape'
import type { penColors } from '@tessera/contract/kinds/stroke'
import type { fontFamilies } from '@tessera/contract/kinds/text'

/** Fields that no renderer reads, so that objects can be drawn without them. */
type Unread = 'version' | 'created_at' | 'updated_at' | 'group' | 'pin' | 'url' | 'pictures' | 'animated' | 'progress'

type DrawnRecord<K extends KindName, Read extends keyof ObjectRecord<K> = never> = { readonly kind: K } & {
  readonly [Name in
    | Exclude<keyof ObjectRecord<K>, Unread | Late | 'reason' | 'reasonCode' | 'targetType'>
    | Read]: ReadonlyList<ObjectRecord<K>[Name]>
} & { readonly [Name in Extract<keyof ObjectRecord<K>, Late>]?: ObjectRecord<K>[Name] }

/** Fields that older snapshots do not have. */
type Late = 'order' | 'rotation'

type ReadonlyList<T> = T extends (infer Item)[] ? readonly Item[] : T

export type NoteObject = DrawnRecord<'note'>
export type TextObject = DrawnRecord<'text'>
export type ImageObject = Omit<DrawnRecord<'image'>, 'name'>
export type DocumentObject = DrawnRecord<'document'> & {
  /** The open page, counted from 1. It belongs to the viewer, so no record has it. */
  readonly page?: number
}
export type BrowserObject = DrawnRecord<'browser', 'url'> & {
  /** What is known of the web page, and what its picture shows. It belongs to the viewer, so no record has it. */
  readonly preview?: { readonly title: string; readonly shows: 'picture' | 'icon' | 'nothing' }
}
export type CanvasObject = DrawnRecord<'canvas'>
export type StrokeObject = DrawnRecord<'stroke'>
export type ShapeObject = DrawnRecord<'shape'>
export type ConnectorObject = DrawnRecord<'connector'>

interface ExtendedObjects {
  image: ImageObject
  document: DocumentObject
  browser: BrowserObject
}

export type Kind = KindName
export type DrawableOf<K extends Kind> = K extends keyof ExtendedObjects
  ? ExtendedObjects[K]
  : K extends Kind
    ? DrawnRecord<K>
    : never
export type Drawable = { [K in Kind]: DrawableOf<K> }[Kind]

export type Font = Pick<TextObject, 'fontFamily' | 'fontSize' | 'fontWeight' | 'fontStyle'>

export type FontFamily = (typeof fontFamilies)[number]
export type TextTransform = TextObject['textTransform']
export type NoteColor = (typeof noteColors)[number]
export type CanvasColor = (typeof canvasColors)[number]
export type ShapeForm = (typeof shapeForms)[number]
export type LineStyle = (typeof lineStyles)[number]
export type ConnectorCap = (typeof connectorCaps)[number]
export type PenColor = (typeof penColors)[number]
export type DocumentType = (typeof documentTypes)[number]

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Box extends Point {
  readonly width: number
  readonly height: number
}
