// Shows the code that verifies signatures.

import { CodeBlock } from '../ui/code-block.tsx'
import { Panel } from '../ui/panel.tsx'
import { useListenersMessages } from './listeners-messages.ts'
import { pythonCode, typescriptCode } from './signature-code.ts'

export function SignatureHelp() {
  const messages = useListenersMessages()
  return (
    <Panel title={messages.verify} lead={messages.verifyLead}>
      <CodeBlock label="TypeScript" code={typescriptCode} />
      <CodeBlock label="Python" code={pythonCode} />
      <p>{messages.verifyIds}</p>
    </Panel>
  )
}
