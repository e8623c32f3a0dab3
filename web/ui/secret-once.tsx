// A secret that is shown only once, with a copy button.

import { CopyButton } from './copy-button.tsx'
import { useUiMessages } from './ui-messages.ts'
import './secret-once.css'

interface SecretOnceProps {
  readonly title: string
  readonly secret: string
  readonly children: string
}

export function SecretOnce({ title, secret, children }: SecretOnceProps) {
  const messages = useUiMessages()
  return (
    <div className="secret-once" role="status">
      <p className="secret-once-title">{title}</p>
      <p>{children}</p>
      <div className="secret-once-line">
        <code>{secret}</code>
        <CopyButton className="button button-secondary" text={secret} label={messages.copyThis(title)}>
          {messages.copy}
        </CopyButton>
      </div>
    </div>
  )
}
