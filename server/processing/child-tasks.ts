// The messages between the server and the child processes that read uploaded files. Besides the limits and errors, the
// only file that both sides import.

import type { FailureCode } from '@tessera/contract/failures'

export interface DrawnPicture {
  readonly path: string
  readonly width: number
  readonly height: number
}

/** Input and output of each task. Paths are inside the folder that the process may read and write. */
export interface ChildTasks {
  'draw-image': {
    input: { path: string; folder: string; sides: readonly number[]; isAnimated: boolean }
    output: { pictures: readonly DrawnPicture[] }
  }
  'open-document': { input: { path: string }; output: { pages: number } }
  /** Draws a page of the open document, counted from 1. Width and height are 0 if the page cannot be read. */
  'draw-page': {
    input: { number: number; folder: string; sides: readonly number[] }
    output: { width: number; height: number; text: string; pictures: readonly DrawnPicture[] }
  }
  /** Reads the objects, in the format of drawing/, from `scene` and writes the picture to `output`. */
  'draw-board': {
    input: {
      scene: string
      output: string
      width: number
      height: number
      camera: { x: number; y: number; zoom: number }
      theme: 'light' | 'dark'
      background: 'grid' | 'plain' | 'none'
      format: 'png' | 'webp'
      /** Paths of the pictures on the board, by their keys. */
      pictures: Readonly<Record<string, string>>
    }
    output: Record<never, never>
  }
  'close-document': { input: Record<never, never>; output: Record<never, never> }
}

export type TaskName = keyof ChildTasks

export interface TaskRequest<Name extends TaskName = TaskName> {
  readonly id: number
  readonly task: Name
  readonly input: ChildTasks[Name]['input']
}

/** `unreadable` if the file cannot be read, `crash` if the task failed and the process must not be used again. */
export type TaskResponse =
  | { readonly id: number; readonly output: unknown; readonly residentBytes: number }
  | { readonly id: number; readonly unreadable: string; readonly code: FailureCode; readonly residentBytes: number }
  | { readonly id: number; readonly crash: string }
