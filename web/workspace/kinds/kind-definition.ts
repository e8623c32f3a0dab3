// What the workspace page knows about a kind of object besides its contract and its renderer. It has data and pure
// functions only: actions/ and pointer/ do what needs the open board.

import type { KindName } from '@tessera/client'
import type { Language } from '@tessera/contract/languages'
import type { Box, Drawable, DrawableOf, Font, Point, Theme } from '@tessera/drawing'
import type { Path } from '@tessera/drawing/path'
import type { IconName } from '../icons/icon.tsx'
import type { PaletteName } from './palette.ts'

export interface WorkspaceKind<K extends KindName = KindName> {
  readonly icon: IconName
  /** In the order of the toolbar. */
  readonly tools: readonly KindTool[]
  /** Fields of a new object for which the defaults of the contract are not the best choice. */
  readonly initialData?: (language: Language) => Record<string, unknown>
  /**
   * The fill of the preview under the pointer before the object is placed, from the fields it will have; a tint of the
   * accent color if not set or null.
   */
  readonly ghostFill?: (data: Readonly<Record<string, unknown>>) => string | null
  /** The outline of that preview, and of the object while its size is dragged; a rectangle if not set. */
  readonly ghostOutline?: (data: Readonly<Record<string, unknown>>, size: { width: number; height: number }) => Path
  /** Double-clicking the empty board creates one. */
  readonly isPlacedByDoubleClick?: boolean
  /** Which pasted or dropped text becomes an object of this kind. */
  readonly pastedFrom?: 'text' | 'web-address'
  /** How a chosen, dropped or pasted file becomes an object of this kind. */
  readonly upload?: KindUpload
  /** What double-click and Enter do. If not set, they zoom to the object. */
  readonly open?: { readonly type: 'edit-text' | 'use-page'; readonly label: OpenLabel; readonly icon: IconName }
  /** How the text field that edits the object is laid over it. */
  readonly textBox?: (object: DrawableOf<K>, text: string, view: TextView) => TextBox
  /** Typing while one is selected edits its text. Letters and digits are then not shortcuts. */
  readonly isEditedByTyping?: boolean
  /** Tab in its text continues with the one beside it, which is created if there is none. */
  readonly isContinuedByTab?: boolean
  /** The position of its comment count; the top right corner if not set. */
  readonly badgePoint?: (object: DrawableOf<K>) => Point
  /** The controls in the toolbar at the selection, in order. Other fields are behind "More". */
  readonly style?: readonly StyleControl[]
  /** The CSS colors that named colors of a field stand for. */
  readonly swatches?: Readonly<Record<string, Swatches>>
}

/** A control of the toolbar at the selection. */
export type StyleControl =
  /** One of the kind's named colors, see `swatches`. */
  | { readonly type: 'named-color'; readonly field: string }
  /** Any color. `none` is the value for no color, if that is allowed. */
  | {
      readonly type: 'color'
      readonly field: string
      readonly none?: string
      /** Colors of the palette that one click sets, if the toolbar has room for them. */
      readonly quick?: readonly PaletteName[]
    }
  /** The form of a shape. */
  | { readonly type: 'form'; readonly field: string }
  /** One of a few values, each with an icon. */
  | { readonly type: 'choice'; readonly field: string }
  /** The style of a line, with its width in another field. */
  | { readonly type: 'line'; readonly field: string; readonly width: string }
  | { readonly type: 'font-size'; readonly field: string }
  | { readonly type: 'line-width'; readonly field: string }
  /** On or off: `on` is the value of the field if it is on, `normal` if it is off. */
  | { readonly type: 'toggle'; readonly field: string; readonly on: string }

/** The name of the label in `messages.actions`. */
export type OpenLabel = 'open' | 'rename' | 'enter'

export type Swatches = Readonly<Record<string, { readonly fill: string }>>

export type Labels = Readonly<Record<Language, string>>

export interface KindTool {
  readonly name: string
  /** The name of the kind if not set. */
  readonly label?: Labels
  /** The label in the menu of the board, for a tool that adds an object from it: "Add …" if not set. */
  readonly addLabel?: Labels
  readonly icon: IconName
  readonly key: string
  /** Tools with the same number stand together in the toolbar. */
  readonly group: number
  /** The name of the tool whose button in the toolbar stands for this one, too. */
  readonly partOf?: string
  readonly use: ToolUse
}

export type ToolUse =
  /** A click places an object, a drag one of that size. Also offered as "Add …" in the menu of the board. */
  | { readonly type: 'place'; readonly hasForms?: boolean }
  /** Draws a line between objects or free points. */
  | { readonly type: 'connect' }
  | { readonly type: 'draw'; readonly brush: 'Pen' | 'Highlighter' | 'Eraser' }
  /** Opens a dialog, which places the object. Also in the menu. */
  | { readonly type: 'ask-address' }
  /** Opens the file chooser of the browser. Also in the menu. */
  | { readonly type: 'choose-files' }

export interface KindUpload {
  /** For the `accept` attribute of a file input. */
  readonly accept: string
  /** Whether a file becomes this kind. Kinds are tried in the order of the table. */
  readonly takes: (file: File) => boolean
  /** Its size on the board, and its fields besides the position. */
  readonly measure: (file: File) => Promise<MeasuredFile> | MeasuredFile
}

export interface MeasuredFile {
  readonly width: number
  readonly height: number
  readonly data: Record<string, unknown>
}

/** How the board is seen. */
export interface TextView {
  readonly zoom: number
  readonly theme: Theme
}

/** The text field that edits an object, so that it lies exactly over the painted text. */
export interface TextBox {
  /** From the object's corner, in its unscaled units. */
  readonly box: Box
  readonly paddingTop: number
  readonly font: Font
  readonly align: 'left' | 'center' | 'right'
  readonly color: string
  readonly background: string
  readonly isUppercase: boolean
  /** Whether lines wrap at the width of the box. */
  readonly wraps: boolean
  /** A single line, which may not be empty. */
  readonly isSingleLine: boolean
  /** An object without text is deleted when the field closes. */
  readonly isDeletedWhenEmpty: boolean
  /** Whether the text may have marks (drawing/text-marks.ts), and keys set them. */
  readonly hasMarks: boolean
  /** What is painted below the field: the object without its text. */
  readonly paintedBelow: Drawable
}

export const plainTextBox = {
  align: 'left',
  background: 'transparent',
  wraps: true,
  isSingleLine: false,
  isDeletedWhenEmpty: false,
  hasMarks: false,
} as const satisfies Partial<TextBox>
