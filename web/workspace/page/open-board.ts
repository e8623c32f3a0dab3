// Opens a board: the live connection with its storage in this browser, the undo history, and the state of the page.

import { browserStorage, type Client, openLive, openUndo, type TokenSource } from '@tessera/client'
import { completeObject, followTargets } from '../objects/complete-object.ts'
import { noGuides, noOverrides, type OpenBoard } from '../state/board.ts'
import { type DraftStorage, openCommentDrafts } from '../state/comment-drafts.ts'
import { notConnecting } from '../state/connecting.ts'
import { LaserTrails } from '../state/laser-trails.ts'
import { observable } from '../state/observable.ts'
import { openPagePreviews } from '../state/page-previews.ts'
import { firstPen } from '../state/pen-choice.ts'
import { openSnapSettings } from '../state/snap-settings.ts'

export function openBoard(client: Client, token: TokenSource, uid: string, userId: number): OpenBoard {
  const live = openLive({
    url: window.location.origin,
    workspaceId: uid,
    token: typeof token === 'function' ? token : () => token,
    as: 'browser',
    complete: completeObject,
    follow: followTargets,
    storage: browserStorage(`${userId} ${uid}`),
  })
  return {
    client,
    token,
    uid,
    live,
    history: openUndo(live),
    view: observable(null),
    selection: observable([]),
    enteredGroup: observable(null),
    isMultiSelect: observable(false),
    tool: observable('select'),
    pen: observable(firstPen),
    laser: new LaserTrails(),
    panel: observable(null),
    dialog: observable(null),
    commentPlace: observable(null),
    commentFilter: observable('unresolved'),
    drafts: openCommentDrafts(`${userId} ${uid}`, localDraftStorage()),
    placementPoint: observable(null),
    menu: observable(null),
    editedId: observable(null),
    caretStart: observable('all'),
    activeBrowserId: observable(null),
    pagePreviews: openPagePreviews(client, uid),
    openPages: observable(new Map()),
    connecting: observable(notConnecting),
    connectorOffer: observable(null),
    pasteOffer: observable(null),
    marquee: observable(null),
    snapping: openSnapSettings(),
    guides: observable(noGuides),
    gestureFrame: observable(null),
    announcement: observable(null),
    overrides: observable(noOverrides),
  }
}

/** Null if the browser does not allow storage. */
function localDraftStorage(): DraftStorage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}
