// Imports, and exports in the background, as the corner of the page lists them.

import { observable } from './observable.ts'

export interface Transfer {
  readonly key: number
  readonly sort: 'export' | 'import'
  /** Of the file. */
  readonly name: string
  readonly state: 'running' | 'done' | 'failed'
  /** 0 to 1; null if it is not known. */
  readonly progress: number | null
  /** The message for the user if it failed. */
  readonly error: string | null
  /** Where an exported file can be downloaded. */
  readonly url: string | null
  readonly report: TransferReport | null
  /** The file is still being uploaded. */
  readonly isSending: boolean
  /** Whether the import is the last step of the history. */
  readonly canUndo: boolean
  /** Stops waiting for it, and removes it from the list. */
  readonly dismiss: () => void
}

export interface TransferReport {
  readonly created: number
  readonly adapted: readonly TransferRemark[]
  readonly leftOut: readonly TransferRemark[]
  /** The new objects, in the order of the file. */
  readonly ids: readonly string[]
}

export interface TransferRemark {
  readonly code: string
  readonly what: string
  readonly why: string
  readonly count: number
  /** The objects that it concerns. */
  readonly ids: readonly string[]
}

export const transfers = observable<readonly Transfer[]>([])

const first = {
  state: 'running',
  progress: null,
  error: null,
  url: null,
  report: null,
  isSending: false,
  canUndo: false,
} as const

let lastKey = 0

export interface StartedTransfer {
  readonly signal: AbortSignal
  change(more: Partial<Transfer>): void
}

export function startTransfer(sort: Transfer['sort'], name: string): StartedTransfer {
  const key = ++lastKey
  const abort = new AbortController()
  const dismiss = () => {
    abort.abort()
    transfers.set(transfers.get().filter(one => one.key !== key))
  }
  transfers.set([...transfers.get(), { ...first, key, sort, name, dismiss }])
  return {
    signal: abort.signal,
    change: more => transfers.set(transfers.get().map(one => (one.key === key ? { ...one, ...more } : one))),
  }
}
