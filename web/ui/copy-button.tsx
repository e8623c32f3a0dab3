// A button that puts text on the clipboard, and says so.

import { type ReactNode, useState } from 'react'
import { copyText } from './copy-text.ts'
import { useUiWords } from './ui-words.ts'

interface CopyButtonProps {
  readonly text: string
  /** For those who hear the button without seeing what it stands beside. */
  readonly label?: string
  readonly className: string
  readonly children: ReactNode
}

export function CopyButton({ text, label, className, children }: CopyButtonProps) {
  const words = useUiWords()
  const [said, setSaid] = useState('')
  async function copy() {
    setSaid((await copyText(text)) ? words.copied : words.notCopied)
    setTimeout(() => setSaid(''), 2_000)
  }
  return (
    <button type="button" className={className} onClick={copy} aria-label={said ? undefined : label}>
      <span aria-live="polite">{said || children}</span>
    </button>
  )
}
