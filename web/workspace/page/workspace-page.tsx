// The page of a workspace: opens the board, or shows why it cannot be opened.

import { TesseraError, type Workspace } from '@tessera/client'
import { type ComponentProps, useEffect, useState } from 'react'
import { useSession } from '../../session/session.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { describeFailure } from '../../ui/use-action.ts'
import { useLoad } from '../../ui/use-load.ts'
import { BrowserFramesSlot } from '../overlays/browser-frames/browser-frames-slot.tsx'
import { Cursors } from '../overlays/cursors/cursors.tsx'
import { TextEditor } from '../overlays/text-editor/text-editor.tsx'
import { UploadCards } from '../overlays/upload-cards/upload-cards.tsx'
import { Announcer } from '../panels/announcer/announcer.tsx'
import { ToolBar } from '../panels/bars/tool-bar.tsx'
import { ViewControls } from '../panels/bars/view-controls.tsx'
import { WorkspaceBar } from '../panels/bars/workspace-bar.tsx'
import { CommentPopoverSlot } from '../panels/comments/comment-popover-slot.tsx'
import { ConnectorOfferSlot } from '../panels/connecting/connector-offer-slot.tsx'
import { WorkspaceDialogs } from '../panels/dialogs/workspace-dialogs.tsx'
import { BoardHints } from '../panels/hints/board-hints.tsx'
import { BoardMenuSlot } from '../panels/menu/board-menu-slot.tsx'
import { HiddenOutline } from '../panels/outline/outline.tsx'
import { PasteOfferSlot } from '../panels/paste-offer/paste-offer-slot.tsx'
import { FollowBanner } from '../panels/people/follow-banner.tsx'
import { StyleBarSlot } from '../panels/style-bar/style-bar-slot.tsx'
import { TransferCardsSlot } from '../panels/transfers/transfer-cards-slot.tsx'
import { BoardContext, notify, type OpenBoard, useBoard } from '../state/board.ts'
import { useLiveState } from '../state/live-hooks.ts'
import { WorkspaceNameProvider } from '../state/workspace-name.tsx'
import { useWorkspaceMessages } from '../workspace-messages.ts'
import { openBoard } from './open-board.ts'
import { Sides } from './sides.tsx'
import { startFromAddress } from './start-from-address.ts'
import { BoardSurface } from './surface/board-surface.tsx'
import './workspace-page.css'

const uid = () => window.location.pathname.split('/')[2] ?? ''

export function WorkspacePage() {
  const { client } = useSession()
  const messages = useWorkspaceMessages()
  const { loaded } = useLoad(
    async signal => {
      try {
        return (await client.workspaces.get(uid(), { signal })).workspace
      } catch (failure) {
        if (failure instanceof TesseraError && failure.status < 500 && failure.status !== 429) return null
        throw failure
      }
    },
    [client],
  )
  if (loaded.state === 'loading') return <p className="workspace-waiting">{messages.loading}</p>
  if (loaded.state === 'failed') return <p className="workspace-waiting">{loaded.reason}</p>
  return loaded.value ? <OpenWorkspace first={firstOf(loaded.value)} /> : <Gone why={messages.gone.noWorkspace} />
}

type First = ComponentProps<typeof WorkspaceNameProvider>['first']

const firstOf = ({ title, properties }: { title: string; properties: Pick<Workspace, 'publish_state'> }): First => ({
  name: title,
  isPublished: properties.publish_state === 'published' || properties.publish_state === 'publishing',
})

function OpenWorkspace({ first }: { first: First }) {
  const { client, token, me } = useSession()
  const [board, setBoard] = useState<OpenBoard | null>(null)
  useEffect(() => {
    const opened = openBoard(client, token, uid(), me.id)
    const stop = opened.live.onRefused(async ({ error }) =>
      notify(opened, useWorkspaceMessages.now().connection.refused(await describeFailure(error))),
    )
    setBoard(opened)
    return () => {
      stop()
      void opened.live.close()
    }
  }, [client, token, me.id])
  if (!board) return null
  return (
    <BoardContext value={board}>
      <WorkspaceNameProvider first={first}>
        <OpenedWorkspace />
      </WorkspaceNameProvider>
    </BoardContext>
  )
}

/** The close code of a connection beyond the limit for each user. */
const tooManyConnections = 4430

function OpenedWorkspace() {
  const messages = useWorkspaceMessages()
  const board = useBoard()
  const { live } = board
  useEffect(() => startFromAddress(board), [board])
  if (useLiveState() === 'closed')
    return (
      <Gone
        why={live.closeReason?.code === tooManyConnections ? messages.gone.tooManyConnections : messages.gone.lost}
      />
    )
  return (
    <main className="workspace">
      <BoardSurface>
        {following => (
          <>
            <WorkspaceBar following={following} />
            <ToolBar />
            <HiddenOutline />
            <BoardHints />
            <UploadCards />
            <BrowserFramesSlot />
            <TextEditor />
            <Cursors />
            <StyleBarSlot />
            <Sides />
            <CommentPopoverSlot />
            <ViewControls />
            <FollowBanner following={following} />
          </>
        )}
      </BoardSurface>
      <BoardMenuSlot />
      <ConnectorOfferSlot />
      <PasteOfferSlot />
      <TransferCardsSlot />
      <WorkspaceDialogs />
      <Announcer />
    </main>
  )
}

function Gone({ why }: { why: string }) {
  const messages = useWorkspaceMessages().gone
  return (
    <main className="workspace-gone">
      <h1>{messages.title}</h1>
      <p>{why}</p>
      <ButtonLink variant="primary" href="/">
        {messages.back}
      </ButtonLink>
    </main>
  )
}
