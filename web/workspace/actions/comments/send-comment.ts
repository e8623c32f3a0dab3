// Sends comments. Without a connection they stay drafts and are sent once the connection is back.

import { type Comment, ConnectionError } from '@tessera/client'
import { describeFailure } from '../../../ui/use-action.ts'
import { kindOfObject } from '../../objects/abilities.ts'
import { notify, type OpenBoard } from '../../state/board.ts'
import type { CommentDraft, DraftTarget } from '../../state/comment-drafts.ts'
import { findComment } from '../../state/comment-threads.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'

/** Null if it is kept until the connection is back. */
export async function submitComment(board: OpenBoard, target: DraftTarget, text: string): Promise<Comment | null> {
  const sendKey = board.drafts.find(target)?.sendKey ?? newSendKey()
  board.drafts.hold(target, text, sendKey)
  if (board.live.state !== 'live') return null
  try {
    return await send(board, { target, text, sendKey })
  } catch (failure) {
    if (failure instanceof ConnectionError) return null
    board.drafts.release(target)
    throw failure
  }
}

/** Sends pending comments whenever the connection is back. Returns a function that stops it. */
export function sendWaitingComments(board: OpenBoard): () => void {
  let isSending = false
  async function sendAll() {
    if (isSending || board.live.state !== 'live') return
    isSending = true
    for (const draft of board.drafts.get().values()) if (draft.sendKey !== null) await sendWaiting(board, draft)
    isSending = false
  }
  const stop = board.live.onState(() => void sendAll())
  void sendAll()
  return stop
}

async function sendWaiting(board: OpenBoard, draft: CommentDraft): Promise<void> {
  const messages = useWorkspaceMessages.now().comments
  try {
    await send(board, draft)
    notify(board, messages.sentLater)
  } catch (failure) {
    if (failure instanceof ConnectionError) return
    board.drafts.release(draft.target)
    notify(board, messages.notSent(await describeFailure(failure)))
  }
}

async function send(board: OpenBoard, { target, text, sendKey }: CommentDraft): Promise<Comment> {
  const { comment } = await request(board, target, text, sendKey ?? newSendKey())
  board.drafts.remove(target)
  return comment
}

async function request({ client, uid, live }: OpenBoard, target: DraftTarget, text: string, idempotencyKey: string) {
  if ('edit' in target) return await client.comments.update(uid, target.edit, { text })
  if ('at' in target) return await client.comments.createInWorkspace(uid, { text, ...target.at }, { idempotencyKey })
  const parent = 'replyTo' in target ? { parent: target.replyTo } : {}
  const objectId = 'on' in target ? target.on : findComment(live, target.replyTo)?.targetId
  const object = objectId && live.get(objectId)
  if (!object) return await client.comments.createInWorkspace(uid, { text, ...parent }, { idempotencyKey })
  const { path } = kindOfObject(object)
  return await client.comments.create(uid, path, live.idOf(object.id), { text, ...parent }, { idempotencyKey })
}

// crypto.randomUUID is not available on pages that were loaded without https.
const newSendKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
