// A new email address that waits for its confirmation: the mail can be sent again, or the change cancelled.

import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { useNotice } from '../ui/notices.tsx'
import { useAction } from '../ui/use-action.ts'
import { useAccountMessages } from './account-messages.ts'
import './pending-email.css'

export function PendingEmail({ email }: { email: string }) {
  const { client, me, refreshMe } = useSession()
  const messages = useAccountMessages()
  const showNotice = useNotice()
  const request = useAction(async (address: string, notice: string) => {
    await client.users.update('me', { email: address })
    await refreshMe()
    showNotice(notice)
  })
  return (
    <div className="pending-email" role="status">
      <p>{messages.waitsForConfirmation(email)}</p>
      <div className="form-actions">
        <Button onClick={() => request.run(email, messages.confirmationSent(email))} disabled={request.isBusy}>
          {messages.resend}
        </Button>
        <Button
          variant="quiet"
          onClick={() => request.run(me.email, messages.emailChangeCancelled)}
          disabled={request.isBusy}
        >
          {messages.cancelEmailChange}
        </Button>
      </div>
      <ErrorMessage text={request.error ?? request.fieldErrors.email} />
    </div>
  )
}
