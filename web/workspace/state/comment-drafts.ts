// Comments that are written but not sent, stored in this browser for each user and workspace, so that they survive
// clicking elsewhere, a reload and being offline. A draft with a send key was submitted offline and is waiting.

import type { Point } from '@tessera/drawing'
import { observable, type ReadonlyObservable } from './observable.ts'

/** What a draft becomes: a comment on an object or at a point, a reply, or the new text of a comment. */
export type DraftTarget =
  | { readonly on: string }
  | { readonly at: Point }
  | { readonly replyTo: string }
  | { readonly edit: string }

export interface CommentDraft {
  readonly target: DraftTarget
  readonly text: string
  /** The idempotency key of the request; null if it was not submitted. */
  readonly sendKey: string | null
}

export interface CommentDrafts extends ReadonlyObservable<ReadonlyMap<string, CommentDraft>> {
  find(target: DraftTarget): CommentDraft | null
  /** A changed text is no longer waiting. */
  write(target: DraftTarget, text: string): void
  /** Submitted, but not sent. */
  hold(target: DraftTarget, text: string, sendKey: string): void
  /** No longer waiting. */
  release(target: DraftTarget): void
  remove(target: DraftTarget): void
}

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const maxDrafts = 50

export function openCommentDrafts(name: string, storage: DraftStorage | null): CommentDrafts {
  const storageKey = `comment-drafts ${name}`
  const all = observable<ReadonlyMap<string, CommentDraft>>(read(storage, storageKey))
  function change(edit: (drafts: Map<string, CommentDraft>) => void): void {
    const drafts = new Map(all.get())
    edit(drafts)
    for (const key of [...drafts.keys()].slice(0, -maxDrafts)) drafts.delete(key)
    all.set(drafts)
    store(storage, storageKey, drafts)
  }
  const put = (draft: CommentDraft) =>
    change(drafts => {
      drafts.delete(draftKeyOf(draft.target))
      drafts.set(draftKeyOf(draft.target), draft)
    })
  const remove = (target: DraftTarget) => change(drafts => drafts.delete(draftKeyOf(target)))
  const find = (target: DraftTarget) => all.get().get(draftKeyOf(target)) ?? null
  return {
    get: all.get,
    subscribe: all.subscribe,
    find,
    write: (target, text) =>
      text === '' && !('edit' in target) ? remove(target) : put({ target, text, sendKey: null }),
    hold: (target, text, sendKey) => put({ target, text, sendKey }),
    release(target) {
      const draft = find(target)
      if (draft) put({ ...draft, sendKey: null })
    },
    remove,
  }
}

export function draftKeyOf(target: DraftTarget): string {
  if ('on' in target) return `on ${target.on}`
  if ('at' in target) return `at ${target.at.x} ${target.at.y}`
  return 'replyTo' in target ? `reply ${target.replyTo}` : `edit ${target.edit}`
}

function read(storage: DraftStorage | null, key: string): Map<string, CommentDraft> {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(key) ?? '[]')
    const drafts = Array.isArray(stored) ? stored.filter(isDraft) : []
    return new Map(drafts.map(draft => [draftKeyOf(draft.target), draft]))
  } catch {
    return new Map()
  }
}

/** If storage is full or not allowed, drafts are lost with the page. */
function store(storage: DraftStorage | null, key: string, drafts: ReadonlyMap<string, CommentDraft>): void {
  try {
    if (drafts.size === 0) storage?.removeItem(key)
    else storage?.setItem(key, JSON.stringify([...drafts.values()]))
  } catch {}
}

function isDraft(value: unknown): value is CommentDraft {
  const { target, text, sendKey } = (value ?? {}) as Partial<CommentDraft>
  const isTarget = typeof target === 'object' && target !== null && Object.keys(target).length === 1
  return isTarget && typeof text === 'string' && (sendKey === null || typeof sendKey === 'string')
}
