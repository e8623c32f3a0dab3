// Copies the link of an object, and opens its web page, its file or a link in its text in a new tab.

import type { BoardObject } from '@tessera/client'
import { linkAt, linksIn, type Point } from '@tessera/drawing'
import { copyText } from '../../ui/copy-text.ts'
import { localAddress } from '../../ui/local-address.ts'
import { describeFailure } from '../../ui/use-action.ts'
import { kindOfObject } from '../objects/abilities.ts'
import { isBrowserWidget } from '../objects/browser-object.ts'
import { notify, type OpenBoard } from '../state/board.ts'
import { useWorkspaceMessages } from '../workspace-messages.ts'

export async function copyLink(board: OpenBoard, { id }: BoardObject): Promise<void> {
  const { origin, pathname } = window.location
  const messages = useWorkspaceMessages.now().selection
  const isCopied = await copyText(`${origin}${pathname}#${id}`)
  notify(board, isCopied ? messages.linkCopied : messages.linkNotCopied)
}

export function openInNewTab(_board: OpenBoard, object: BoardObject): void {
  if (isBrowserWidget(object)) window.open(object.url, '_blank', 'noreferrer')
}

/** The links in the text of an object. */
export const linksOf = (object: BoardObject): readonly string[] =>
  'text' in object && typeof object.text === 'string' ? linksIn(object.text) : []

/** The link at the point, or else the first. */
export function openLink(_board: OpenBoard, object: BoardObject, at?: Point): void {
  const address = (at && linkAt(object, at)) ?? linksOf(object)[0]
  if (address) openAddress(address)
}

/** The opened page gets no access to this one. */
export const openAddress = (address: string): void => {
  window.open(address, '_blank', 'noopener,noreferrer')
}

/**
 * File URLs expire after an hour, so a fresh one is requested. The tab is opened first, while the browser allows it.
 */
export async function openFile(board: OpenBoard, object: BoardObject): Promise<void> {
  const tab = window.open('about:blank', '_blank')
  try {
    const noun = kindOfObject(object).path as 'images' | 'documents'
    const found = (await board.client[noun].get(board.uid, object.id)) as unknown as Record<string, { url: string }>
    const url = found[object.kind]?.url ?? ''
    if (!tab) return
    tab.opener = null
    tab.location.replace(localAddress(url))
  } catch (failure) {
    tab?.close()
    notify(board, await describeFailure(failure))
  }
}
