// The secret of an application: seen once, and made anew where it may have been lost or seen by others.

import type { Application } from '@tessera/client'
import { useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { SecretOnce } from '../ui/secret-once.tsx'
import type { Revealed } from './revealed.ts'

interface ApplicationSecretProps {
  readonly application: Application
  readonly secret: string | null
  readonly onSecret: (revealed: Revealed) => void
}

export function ApplicationSecret({ application, secret, onSecret }: ApplicationSecretProps) {
  const { client } = useSession()
  const [isAsking, setAsking] = useState(false)
  async function regenerate() {
    const { application: made } = await client.applications.regenerateSecret(application.client_id)
    onSecret({ client_id: made.client_id, client_secret: made.client_secret ?? '' })
  }
  return (
    <>
      {secret && (
        <SecretOnce title="Client secret" secret={secret}>
          Copy it now: it is kept only as a hash, and will not be shown again.
        </SecretOnce>
      )}
      <div className="form-actions">
        <Button onClick={() => setAsking(true)}>Regenerate the secret</Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Regenerate the client secret?"
          deed="Regenerate"
          onConfirm={regenerate}
          onClose={() => setAsking(false)}
        >
          <p>
            The secret of <strong>{application.name}</strong> becomes void at once, and everything people have allowed
            it so far is revoked: they have to sign in through it again. You will see the new secret once.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
