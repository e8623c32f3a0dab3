// Highlighted code with a copy button.

import { CopyButton } from './copy-button.tsx'
import { highlight } from './highlight.ts'
import { useUiMessages } from './ui-messages.ts'
import './code-block.css'

/** Longer code is not highlighted: too many elements would slow down the page. */
const maxHighlightedLength = 60_000

export function CodeBlock({ label, code }: { label: string; code: string }) {
  const messages = useUiMessages()
  return (
    <figure className="code-block">
      <figcaption className="code-block-bar">
        {label}
        <CopyButton className="code-block-copy" text={code} label={messages.copyThis(label)}>
          {messages.copy}
        </CopyButton>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{code.length > maxHighlightedLength ? code : <Highlighted code={code} />}</code>
      </pre>
    </figure>
  )
}

const Highlighted = ({ code }: { code: string }) =>
  highlight(code).map(({ type: sort, text }, index) =>
    sort === 'plain' ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no identity but their place
      <span key={index} className={`code-${sort}`}>
        {text}
      </span>
    ),
  )
