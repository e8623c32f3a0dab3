// The fields of each kind that its look needs. Records of the contract fit these shapes with `kind` added; they are
// values here: a changed object is a new one.

export interface NoteObject extends Placed {
  readonly kind: 'note'
  readonly width: number
  readonly height: number
  readonly text: string
  readonly fontWeight: FontWeight
  readonly textTransform: TextTransform
  readonly backgroundColor: NoteColor
  readonly scale: number
}

export interface TextObject extends Placed, Font {
  readonly kind: 'text'
  readonly width: number
  readonly height: number
  readonly text: string
  readonly fontColor: string
  readonly textTransform: TextTransform
  readonly backgroundColor: string
}

export interface ImageObject extends Placed {
  readonly kind: 'image'
  readonly width: number
  readonly height: number
  readonly scale: number
}

export interface DocumentObject extends Placed {
  readonly kind: 'document'
  readonly type: DocumentType
  readonly title: string
  readonly scale: number
  readonly state: 'processing' | 'ready' | 'failed'
  readonly pages: number | null
  /** The page that is open, counted from 1. A matter of who looks, so no record has it. */
  readonly page?: number
}

export interface BrowserObject extends Placed {
  readonly kind: 'browser'
  readonly width: number
  readonly height: number
  readonly contentWidth: number
  readonly contentHeight: number
  readonly url: string
  readonly frameless: boolean
  /** What is known of the page, and what its picture is of. A matter of who looks, so no record has it. */
  readonly still?: { readonly title: string; readonly shows: 'picture' | 'icon' | 'nothing' }
}

export interface CanvasObject extends Placed {
  readonly kind: 'canvas'
  readonly width: number
  readonly height: number
  readonly name: string
  readonly borderColor: CanvasColor
}

export interface StrokeObject {
  readonly kind: 'stroke'
  readonly id: string
  readonly penColor: PenColor
  readonly size: number
  readonly brushType: 'Pen' | 'Eraser'
  readonly points: readonly number[]
  /** The object it is drawn on; its points then count from that object's corner, in that object's unscaled units. */
  readonly targetId: string | null
}

export type Drawable =
  | NoteObject
  | TextObject
  | ImageObject
  | DocumentObject
  | BrowserObject
  | CanvasObject
  | StrokeObject
export type Kind = Drawable['kind']
export type DrawableOf<K extends Kind> = Extract<Drawable, { kind: K }>

export interface Font {
  readonly fontFamily: FontFamily
  readonly fontSize: number
  readonly fontWeight: FontWeight
  readonly fontStyle: FontStyle
}

export type FontFamily = 'Dosis' | 'Helvetica' | 'Times New Roman' | 'Source Code Pro' | 'Aleo' | 'Exo 2'
type FontWeight = 'normal' | 'bold'
type FontStyle = 'normal' | 'italic'
export type TextTransform = 'inherit' | 'uppercase'
export type NoteColor = 'Beige' | 'Blue' | 'Gold' | 'Grey' | 'Red' | 'Teal' | 'Yellow'
export type CanvasColor = 'Red' | 'Yellow' | 'Green' | 'Blue'
export type PenColor = 'White' | 'Gray' | 'Yellow' | 'Red' | 'Green' | 'Purple' | 'Cyan'
export type DocumentType = 'pdf' | 'word' | 'powerpoint' | 'excel'

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Box extends Point {
  readonly width: number
  readonly height: number
}

interface Placed extends Point {
  readonly id: string
}
