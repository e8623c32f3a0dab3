// Opens a board: the live connection with what it keeps in this browser, undo on top of it, and the states of the page.

import { browserStorage, type Client, openLive, openUndo, type TokenSource } from '@tessera/client'
import { completeObject } from '../objects/complete-object.ts'
import { type Board, nothingLifted } from '../state/board.ts'
import { watched } from '../state/observable.ts'
import { openStills } from '../state/page-previews.ts'
import { firstPen } from '../state/pen-choice.ts'

export function openBoard(client: Client, token: TokenSource, uid: string, userId: number): Board {
  const live = openLive({
    url: window.location.origin,
    workspaceId: uid,
    token: typeof token === 'function' ? token : () => token,
    as: 'browser',
    complete: completeObject,
    storage: browserStorage(`${userId} ${uid}`),
  })
  return {
    client,
    token,
    uid,
    live,
    history: openUndo(live),
    view: watched(null),
    selection: watched([]),
    isAdding: watched(false),
    tool: watched('select'),
    pen: watched(firstPen),
    panel: watched(null),
    dialog: watched(null),
    pointed: watched(null),
    menu: watched(null),
    edited: watched(null),
    entered: watched(null),
    stills: openStills(client, uid),
    pages: watched(new Map()),
    marquee: watched(null),
    said: watched(null),
    lifted: watched(nothingLifted),
  }
}
