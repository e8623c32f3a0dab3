// Email notification settings. The switch changes at once, and changes back if the request fails.

import { useState } from 'react'
import { useSession } from '../session/session.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Panel } from '../ui/panel.tsx'
import { SwitchField } from '../ui/switch-field.tsx'
import { useAction } from '../ui/use-action.ts'
import { useAccountMessages } from './account-messages.ts'

export function Notifications() {
  const { client, me, refreshMe: readMe } = useSession()
  const messages = useAccountMessages()
  const showNotice = useNotice()
  const [isOn, setOn] = useState(me.user_preference?.notify_on_new_message ?? true)
  const save = useAction(async (next: boolean) => {
    setOn(next)
    try {
      await client.users.update('me', { user_preference: { notify_on_new_message: next } })
    } catch (failure) {
      setOn(!next)
      throw failure
    }
    await readMe()
    showNotice(next ? messages.mentionsOn : messages.mentionsOff)
  })
  return (
    <Panel title={messages.notifications} lead={messages.notificationsLead}>
      <SwitchField
        label={messages.mentions}
        hint={messages.mentionsHint}
        isOn={isOn}
        disabled={save.isBusy}
        onChange={next => save.run(next)}
      />
      <ErrorMessage text={save.error} />
    </Panel>
  )
}
