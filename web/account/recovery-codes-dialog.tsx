// New recovery codes, shown once, to copy or to download. Only its button closes it, so that they are not lost by accident.

import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useSecondFactorMessages } from './second-factor-messages.ts'
import './second-factors.css'

export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const messages = useSecondFactorMessages()
  const text = `${codes.join('\n')}\n`
  const [url] = useState(() => `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`)
  return (
    <Dialog title={messages.codesTitle} onClose={() => {}}>
      <p>{messages.codesLead}</p>
      <ol className="recovery-codes">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="recovery-codes-actions">
        <CopyButton className="button button-secondary" text={text}>
          {messages.copyCodes}
        </CopyButton>
        <a className="button button-secondary" href={url} download={messages.codesFile}>
          {messages.download}
        </a>
      </div>
      <div className="dialog-actions">
        <Button variant="primary" onClick={onClose}>
          {messages.saved}
        </Button>
      </div>
    </Dialog>
  )
}
