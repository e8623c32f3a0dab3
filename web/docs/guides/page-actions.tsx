// The page as Markdown: copied for a chat with an assistant, or opened.

import { useState } from 'react'
import { copyText } from '../../ui/copy-text.ts'
import { useUiMessages } from '../../ui/ui-messages.ts'
import { useDocsMessages } from '../docs-messages.ts'

export function PageActions({ address }: { address: string }) {
  const messages = useDocsMessages()
  const { copied, notCopied } = useUiMessages()
  const [status, setStatus] = useState('')
  async function copy() {
    const text = await fetch(address).then(response => (response.ok ? response.text() : null))
    setStatus(text !== null && (await copyText(text)) ? copied : notCopied)
    setTimeout(() => setStatus(''), 2_000)
  }
  return (
    <p className="page-actions">
      <button type="button" onClick={() => copy().catch(() => setStatus(notCopied))}>
        <span aria-live="polite">{status || messages.copyPage}</span>
      </button>
      <a href={address}>{messages.asMarkdown}</a>
    </p>
  )
}
