// Failed jobs with the reason, to be retried or removed.

import type { Operations } from '@tessera/client'
import type { ReplyOf } from '@tessera/contract'
import { useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Pager } from '../ui/pager.tsx'
import { Empty, Panel } from '../ui/panel.tsx'
import { Ago } from '../ui/times.tsx'
import { useAction } from '../ui/use-action.ts'
import { useLoad } from '../ui/use-load.ts'
import { WhenLoaded } from '../ui/when-loaded.tsx'
import { useOperatorMessages } from './operator-messages.ts'

type FailedJob = ReplyOf<Operations['jobs']['listDead']>['dead_jobs'][number]

const limit = 25

export function FailedJobs({ onChange }: { onChange: () => void }) {
  const { client, me } = useSession()
  const messages = useOperatorMessages()
  const [offset, setOffset] = useState(0)
  const load = useLoad(signal => client.jobs.listDead({ limit, offset }, { signal }), [offset])
  function refresh() {
    load.reload()
    onChange()
  }
  const retryAll = useAction(async (letters: readonly FailedJob[]) => {
    for (const { id } of letters) await client.jobs.retry(id)
    refresh()
  })
  const shown = load.loaded.state === 'ready' ? load.loaded.value.dead_jobs : []
  const mayRetry = me.application_role?.can_edit_users === true
  return (
    <Panel
      title={messages.dead}
      lead={messages.deadLead}
      actions={
        shown.length > 1 &&
        mayRetry && (
          <Button onClick={() => retryAll.run(shown)} disabled={retryAll.isBusy}>
            {messages.retryAll}
          </Button>
        )
      }
    >
      <ErrorMessage text={retryAll.error} />
      <WhenLoaded load={load}>
        {page => (
          <>
            {page.dead_jobs.length === 0 ? (
              <Empty title={messages.noDead}>
                <p>{messages.noDeadHint}</p>
              </Empty>
            ) : (
              <ul className="rows">
                {page.dead_jobs.map(letter => (
                  <FailedJobRow key={letter.id} letter={letter} onChange={refresh} />
                ))}
              </ul>
            )}
            <Pager page={page} onGo={setOffset} />
          </>
        )}
      </WhenLoaded>
    </Panel>
  )
}

function FailedJobRow({ letter, onChange }: { letter: FailedJob; onChange: () => void }) {
  const { client, me } = useSession()
  const messages = useOperatorMessages()
  const showNotice = useNotice()
  const [isRemoving, setRemoving] = useState(false)
  const { id, name, about, attempts, reason, created_at, died_at } = letter
  const retry = useAction(async () => {
    await client.jobs.retry(id)
    showNotice(messages.retried(name))
    onChange()
  })
  async function remove() {
    await client.jobs.delete(id)
    showNotice(messages.removed(name))
    onChange()
  }
  return (
    <li>
      <div className="row-what">
        <span className="row-name">
          <code>{name}</code>
        </span>
        <span className="dead-reason">{reason}</span>
        <span className="row-note">{about.map(one => `${one.name} ${one.value}`).join(' · ')}</span>
        <span className="row-note">
          {messages.asked} <Ago at={created_at} />, {messages.given} <Ago at={died_at} /> {messages.tries(attempts)}
        </span>
      </div>
      <div className="row-actions">
        {me.application_role?.can_edit_users && (
          <Button onClick={() => retry.run()} disabled={retry.isBusy} aria-label={messages.retryThis(`${name} ${id}`)}>
            {messages.retry}
          </Button>
        )}
        {me.application_role?.can_edit_organizations && (
          <Button variant="quiet" onClick={() => setRemoving(true)} aria-label={messages.removeThis(`${name} ${id}`)}>
            {messages.remove}
          </Button>
        )}
      </div>
      <div className="row-fault">
        <ErrorMessage text={retry.error} />
      </div>
      {isRemoving && (
        <ConfirmDialog
          title={messages.removeTitle}
          actionLabel={messages.remove}
          onConfirm={remove}
          onClose={() => setRemoving(false)}
        >
          <p>{messages.removeLead}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
