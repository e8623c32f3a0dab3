// The secret of an application: shown once, and regenerated if it was lost or leaked.

import type { Application } from '@tessera/client'
import { useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { SecretOnce } from '../ui/secret-once.tsx'
import { useDevelopersMessages } from './developers-messages.ts'
import type { RevealedSecret } from './revealed.ts'

interface ApplicationSecretProps {
  readonly application: Application
  readonly secret: string | null
  readonly onSecret: (revealed: RevealedSecret) => void
}

export function ApplicationSecret({ application, secret, onSecret }: ApplicationSecretProps) {
  const { client } = useSession()
  const messages = useDevelopersMessages()
  const [isAsking, setAsking] = useState(false)
  async function regenerate() {
    const { application: made } = await client.applications.regenerateSecret(application.client_id)
    onSecret({ client_id: made.client_id, client_secret: made.client_secret ?? '' })
  }
  return (
    <>
      {secret && (
        <SecretOnce title={messages.clientSecret} secret={secret}>
          {messages.copySecret}
        </SecretOnce>
      )}
      <div className="form-actions">
        <Button onClick={() => setAsking(true)}>{messages.regenerate}</Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={messages.regenerateTitle}
          actionLabel={messages.regenerateAction}
          onConfirm={regenerate}
          onClose={() => setAsking(false)}
        >
          <p>
            {messages.regenerateLead[0]}
            <strong>{application.name}</strong>
            {messages.regenerateLead[1]}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
