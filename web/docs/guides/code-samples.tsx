// A code sample, or several as tabs. The chosen tab applies to all samples on the page that have it, and is kept.

import { CodeBlock } from '../../ui/code-block.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useTabValue } from '../browser-state.ts'
import { useDocsMessages } from '../docs-messages.ts'
import type { CodeSample } from './guide.ts'
import './code-samples.css'

export function CodeSamples({ samples }: { samples: readonly CodeSample[] }) {
  const messages = useDocsMessages()
  const [chosen, choose] = useTabValue('sample')
  const shown = samples.find(({ label }) => label === chosen) ?? samples[0]
  if (!shown) return null
  if (samples.length === 1) return <CodeBlock label={shown.label} code={shown.code} />
  const tabs = samples.map(({ label }) => ({ name: label, label }))
  return (
    <div className="code-samples">
      <Tabs label={messages.languages} tabs={tabs} current={shown.label} onChange={choose}>
        <CodeBlock label={shown.label} code={shown.code} />
      </Tabs>
    </div>
  )
}
