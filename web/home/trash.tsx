// Deleted workspaces that can still be restored, or deleted permanently.

import type { Operations } from '@tessera/client'
import type { ReplyOf } from '@tessera/contract'
import { useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Empty } from '../ui/panel.tsx'
import { Ago, Day } from '../ui/times.tsx'
import { useAction } from '../ui/use-action.ts'
import { BoardPicture } from './board-picture.tsx'
import { useHomeMessages } from './home-messages.ts'
import { WhenRead } from './list-state.tsx'
import { GrowingEnd } from './load-more.tsx'
import { usePages } from './use-pages.ts'
import { boardAddress } from './workspace-card.tsx'
import './trash.css'

type DeletedWorkspace = ReplyOf<Operations['workspaces']['listDeleted']>['workspaces'][number]

const limit = 24

export function Trash() {
  const { client } = useSession()
  const messages = useHomeMessages()
  const pages = usePages<DeletedWorkspace>(
    async (offset, signal) => {
      const { workspaces, total } = await client.workspaces.listDeleted({ limit, offset }, { signal })
      return { items: workspaces, total }
    },
    ({ uid }) => uid,
    [],
  )
  return (
    <WhenRead pages={pages}>
      {pages.items.length === 0 ? (
        <Empty title={messages.trashEmpty}>
          <p>{messages.trashEmptyHint}</p>
        </Empty>
      ) : (
        <>
          <p className="trash-lead">{messages.trashLead}</p>
          <ul className="trash">
            {pages.items.map(workspace => (
              <TrashRow
                key={workspace.uid}
                workspace={workspace}
                onGone={() => pages.change(items => items.filter(({ uid }) => uid !== workspace.uid))}
              />
            ))}
          </ul>
          <GrowingEnd pages={pages} />
        </>
      )}
    </WhenRead>
  )
}

function TrashRow({ workspace, onGone }: { workspace: DeletedWorkspace; onGone: () => void }) {
  const { client } = useSession()
  const messages = useHomeMessages()
  const showNotice = useNotice()
  const [isAsking, setAsking] = useState(false)
  const { uid, name, deleted_at, restorable_until } = workspace
  const restore = useAction(async () => {
    await client.workspaces.restore(uid)
    onGone()
    showNotice(messages.restored(name), {
      label: messages.open,
      run: () => window.location.assign(boardAddress(workspace)),
    })
  })
  async function erase() {
    await client.workspaces.delete(uid, { is_permanent: true })
    onGone()
    showNotice(messages.erased(name))
  }
  return (
    <li>
      <BoardPicture workspace={workspace} />
      <div className="row-what">
        <span className="row-name">{name}</span>
        <span className="row-note">
          {messages.deleted} <Ago at={deleted_at} />, {messages.until} <Day at={restorable_until} />
        </span>
        <ErrorMessage text={restore.error} />
      </div>
      <Button onClick={() => restore.run()} disabled={restore.isBusy} aria-label={messages.restoreThis(name)}>
        {messages.restore}
      </Button>
      <Button variant="danger" onClick={() => setAsking(true)} aria-label={`${messages.erase}: ${name}`}>
        {messages.erase}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={messages.eraseThis(name)}
          actionLabel={messages.erase}
          onConfirm={erase}
          onClose={() => setAsking(false)}
        >
          <p>{messages.eraseHint}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
