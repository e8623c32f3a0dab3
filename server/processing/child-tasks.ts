// What is said between the server and the processes that read foreign files, and so the only file both sides share
// besides the limits.

import type { FailureCode } from '@tessera/contract/failures'

export interface MadePicture {
  readonly path: string
  readonly width: number
  readonly height: number
}

/** What each task is told and what it answers. Paths lie in the folder that the process may read and write. */
export interface ChildTasks {
  'draw-image': {
    takes: { path: string; folder: string; sides: readonly number[]; isAnimated: boolean }
    gives: { pictures: readonly MadePicture[] }
  }
  'open-document': { takes: { path: string }; gives: { pages: number } }
  /** Of the document that is open; counted from 1. A page that cannot be read has no size. */
  'draw-page': {
    takes: { number: number; folder: string; sides: readonly number[] }
    gives: { width: number; height: number; text: string; pictures: readonly MadePicture[] }
  }
  /** Objects as drawing/ takes them, from a file; the picture goes to another. `pictures` lead to files by their keys. */
  'draw-board': {
    takes: {
      scene: string
      output: string
      width: number
      height: number
      camera: { x: number; y: number; zoom: number }
      theme: 'light' | 'dark'
      background: 'grid' | 'plain' | 'none'
      format: 'png' | 'webp'
      pictures: Readonly<Record<string, string>>
    }
    gives: Record<never, never>
  }
  'close-document': { takes: Record<never, never>; gives: Record<never, never> }
}

export type TaskName = keyof ChildTasks

export interface Question<Name extends TaskName = TaskName> {
  readonly id: number
  readonly task: Name
  readonly takes: ChildTasks[Name]['takes']
}

/** `unfit` where the file is to blame, `broken` where the process is not to be used again. */
export type Answer =
  | { readonly id: number; readonly gives: unknown; readonly residentBytes: number }
  | { readonly id: number; readonly unfit: string; readonly code: FailureCode; readonly residentBytes: number }
  | { readonly id: number; readonly broken: string }
