// Deletes an application after its name was typed.

import type { Application } from '@tessera/client'
import { useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Panel } from '../ui/panel.tsx'
import { useDevelopersWords } from './developers-words.ts'

export function DeleteApplication({ application }: { application: Application }) {
  const { client } = useSession()
  const words = useDevelopersWords()
  const showNotice = useNotice()
  const [isAsking, setAsking] = useState(false)
  async function remove() {
    await client.applications.delete(application.client_id)
    window.location.hash = 'applications'
    showNotice(words.deleted(application.name))
  }
  return (
    <Panel
      title={words.deleteTitle}
      look="danger"
      lead={words.deleteLead}
      actions={
        <Button look="danger" onClick={() => setAsking(true)}>
          {words.delete}
        </Button>
      }
    >
      {isAsking && (
        <ConfirmDialog
          title={words.deleteAsk(application.name)}
          actionLabel={words.deleteTitle}
          typed={application.name}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>{words.deleteHint}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}
