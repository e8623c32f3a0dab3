// The end of an application.

import type { Application } from '@tessera/client'
import { useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Panel } from '../ui/panel.tsx'

export function DeleteApplication({ application }: { application: Application }) {
  const { client } = useSession()
  const say = useNotice()
  const [isAsking, setAsking] = useState(false)
  async function remove() {
    await client.applications.delete(application.client_id)
    window.location.hash = 'applications'
    say(`${application.name} was deleted`)
  }
  return (
    <Panel
      title="Delete the application"
      look="danger"
      lead="Every token it holds ends at once. This cannot be undone."
      actions={
        <Button look="danger" onClick={() => setAsking(true)}>
          Delete …
        </Button>
      }
    >
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${application.name}?`}
          deed="Delete the application"
          typed={application.name}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>Its client id and secret become void, and everybody who uses it loses access through it.</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}
