// The panel beside an operation: the curl call, the TypeScript call, an example response, and "Try it".

import { useMemo, useState } from 'react'
import { CodeBlock } from '../../ui/code-block.tsx'
import { prettyJson } from '../../ui/pretty-json.ts'
import { type Tab, Tabs } from '../../ui/tabs.tsx'
import { useTabValue } from '../browser-state.ts'
import { useDocsWords } from '../docs-words.ts'
import { clientCallOf } from './client-call.ts'
import type { Operation } from './description.ts'
import { exampleOf } from './example.ts'
import { curlOf, exampleInputs, makeRequest } from './request.ts'
import { TryIt } from './try-it.tsx'

type Shown = 'curl' | 'typescript' | 'try'

/** The chosen language applies to all operations, "Try it" only to one. */
export function ExamplePanel({ operation, server }: { operation: Operation; server: string }) {
  const words = useDocsWords()
  const tabs: readonly Tab<Shown>[] = [
    { name: 'curl', label: 'curl' },
    { name: 'typescript', label: 'TypeScript' },
    { name: 'try', label: words.tryIt },
  ]
  const [language, setLanguage] = useTabValue('language')
  const [isTrying, setTrying] = useState(false)
  const shown = isTrying ? 'try' : language === 'typescript' ? 'typescript' : 'curl'
  function show(name: Shown) {
    setTrying(name === 'try')
    if (name !== 'try') setLanguage(name)
  }
  return (
    <div className="operation-examples">
      <Tabs label={words.examples(operation.title)} tabs={tabs} current={shown} onChange={show}>
        {shown === 'try' ? (
          <TryIt operation={operation} server={server} />
        ) : (
          <Examples operation={operation} server={server} language={shown} />
        )}
      </Tabs>
    </div>
  )
}

interface ExamplesProps {
  readonly operation: Operation
  readonly server: string
  readonly language: 'curl' | 'typescript'
}

function Examples({ operation, server, language }: ExamplesProps) {
  const words = useDocsWords()
  const reply = useMemo(
    () => (operation.files.length > 0 ? operation.files.join('\n') : prettyJson(exampleOf(operation.reply))),
    [operation],
  )
  const request = useMemo(
    () =>
      language === 'typescript'
        ? clientCallOf(operation)
        : curlOf(makeRequest(operation, server, exampleInputs(operation)), window.location.origin),
    [operation, server, language],
  )
  return (
    <div className="operation-example">
      <CodeBlock label={language === 'typescript' ? '@tessera/client' : words.request} code={request} />
      <CodeBlock label={`${words.answer} ${operation.status}`} code={reply} />
    </div>
  )
}
