// The messages between the server and the child processes that read uploaded files. Besides the limits and errors, this
// is the only file that both sides import.

import type { FailureCode } from '@tessera/contract/failures'
import type { PictureFormat } from '@tessera/contract/formats'
import type { FailedImport, PreparedImport } from '@tessera/formats/prepared-import'
import type { BoardFileTask } from '@tessera/formats/read-board-file'
import type { WriteBoardTask } from '@tessera/formats/write-board-file'

export interface DrawnPicture {
  readonly path: string
  readonly width: number
  readonly height: number
}

/** Width and height in points; 0 if the page cannot be read. */
export interface DrawnPage {
  readonly number: number
  readonly width: number
  readonly height: number
  readonly text: string
  readonly pictures: readonly DrawnPicture[]
}

export interface PictureTask {
  /** The path of a JSON file: a list of objects in the format of drawing/. */
  readonly scene: string
  /** The paths of the pictures on the board, by their keys. For the page of a document it may be the path of its PDF. */
  readonly pictures: Readonly<Record<string, string>>
  /** The path of the file to write. */
  readonly output: string
  readonly format: PictureFormat
  /** On a white background everything is drawn in the light theme. */
  readonly theme: 'light' | 'dark'
  readonly background: 'board' | 'white' | 'transparent'
  /** Exactly one page, except in a PDF. */
  readonly pages: readonly PicturePage[]
  /** The name of the workspace. */
  readonly title: string
  /**
   * Makes a PDF of the only object, a document: its own pages with the ink over the first one, and comments as notes.
   * `scene` has the document and the strokes, and `pages` is ignored.
   */
  readonly document?: { readonly path: string; readonly comments: readonly PictureComment[] }
  /** For PNG and WebP: the ids of objects that get a numbered mark, 1 for the first. */
  readonly marks?: readonly string[]
  /** The path of a text that is embedded in a PNG or SVG. */
  readonly embed?: string
}

export interface PictureComment {
  readonly author: string
  readonly text: string
  readonly created_at: string
}

export interface PicturePage {
  /** The part of the board that is shown. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  /** In pixels (png, webp), points (pdf) or board units (svg). */
  readonly width: number
  readonly height: number
  /** The points of a PDF page that stay empty on every side. */
  readonly margin?: number
  /** The bookmark of a PDF page. */
  readonly name?: string
  /**
   * For a sheet of a PDF that is glued to others: the points on each side that the next sheet shows too, 0 without one.
   */
  readonly overlap?: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }
  /** The ids of the objects to draw, with the strokes on them; all if neither this nor `within` is set. */
  readonly objects?: readonly string[]
  /** Only objects that overlap this part of the board are drawn, with the strokes on them. */
  readonly within?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

/** Input and output of each task. Paths are inside the folder that the process may read and write. */
export interface ChildTasks {
  'draw-image': {
    input: { path: string; folder: string; sides: readonly number[]; isAnimated: boolean }
    output: { pictures: readonly DrawnPicture[] }
  }
  'open-document': { input: { path: string }; output: { pages: number } }
  /** Draws pages of the open document, starting at `first`, which counts from 1. */
  'draw-pages': {
    input: { first: number; count: number; folder: string; sides: readonly number[] }
    output: { pages: readonly DrawnPage[] }
  }
  /** Reads the objects from `scene` and writes the picture to `output`. */
  'draw-picture': { input: PictureTask; output: { pages: number } }
  /** Reads a board file of any format into changes. */
  'read-board-file': { input: BoardFileTask; output: PreparedImport | FailedImport }
  /** Writes the content of a board to `output`. */
  'write-board-file': { input: WriteBoardTask; output: Record<never, never> }
  'close-document': { input: Record<never, never>; output: Record<never, never> }
}

export type TaskName = keyof ChildTasks

export interface TaskRequest<Name extends TaskName = TaskName> {
  readonly id: number
  readonly task: Name
  readonly input: ChildTasks[Name]['input']
}

/**
 * `unreadable` if the file cannot be read, `full` if there is no disk space for the result, `crash` if the task failed and
 * the process must not be used again.
 */
export type TaskResponse =
  | { readonly id: number; readonly output: unknown; readonly residentBytes: number }
  | { readonly id: number; readonly unreadable: string; readonly code: FailureCode; readonly residentBytes: number }
  | { readonly id: number; readonly full: string; readonly residentBytes: number }
  | { readonly id: number; readonly crash: string }
