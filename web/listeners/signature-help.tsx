// Shows the code that verifies signatures.

import { CodeBlock } from '../ui/code-block.tsx'
import { Panel } from '../ui/panel.tsx'
import { useListenersWords } from './listeners-words.ts'
import { pythonCode, typescriptCode } from './signature-code.ts'

export function SignatureHelp() {
  const words = useListenersWords()
  return (
    <Panel title={words.verify} lead={words.verifyLead}>
      <CodeBlock label="TypeScript" code={typescriptCode} />
      <CodeBlock label="Python" code={pythonCode} />
      <p>{words.verifyIds}</p>
    </Panel>
  )
}
