// Deletes an application after its name was typed.

import type { Application } from '@tessera/client'
import { useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Panel } from '../ui/panel.tsx'
import { useDevelopersMessages } from './developers-messages.ts'

export function DeleteApplication({ application }: { application: Application }) {
  const { client } = useSession()
  const messages = useDevelopersMessages()
  const showNotice = useNotice()
  const [isAsking, setAsking] = useState(false)
  async function remove() {
    await client.applications.delete(application.client_id)
    window.location.hash = 'applications'
    showNotice(messages.deleted(application.name))
  }
  return (
    <Panel
      title={messages.deleteTitle}
      variant="danger"
      lead={messages.deleteLead}
      actions={
        <Button variant="danger" onClick={() => setAsking(true)}>
          {messages.delete}
        </Button>
      }
    >
      {isAsking && (
        <ConfirmDialog
          title={messages.deleteAsk(application.name)}
          actionLabel={messages.deleteTitle}
          typed={application.name}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>{messages.deleteHint}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}
