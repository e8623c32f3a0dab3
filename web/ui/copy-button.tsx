// A button that copies text to the clipboard and confirms it.

import { type ReactNode, useState } from 'react'
import { copyText } from './copy-text.ts'
import { useUiMessages } from './ui-messages.ts'

interface CopyButtonProps {
  readonly text: string
  /** The label for screen readers, if the context is only visible. */
  readonly label?: string
  readonly className: string
  readonly children: ReactNode
}

export function CopyButton({ text, label, className, children }: CopyButtonProps) {
  const messages = useUiMessages()
  const [status, setStatus] = useState('')
  async function copy() {
    setStatus((await copyText(text)) ? messages.copied : messages.notCopied)
    setTimeout(() => setStatus(''), 2_000)
  }
  return (
    <button type="button" className={className} onClick={copy} aria-label={status ? undefined : label}>
      <span aria-live="polite">{status || children}</span>
    </button>
  )
}
