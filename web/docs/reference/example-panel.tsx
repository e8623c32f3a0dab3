// The panel beside an operation: its call in curl, TypeScript and Python, an example response, and "Try it".

import { exampleOf } from '@tessera/contract/example-value'
import { lazy, Suspense, useMemo, useState } from 'react'
import { CodeBlock } from '../../ui/code-block.tsx'
import { prettyJson } from '../../ui/pretty-json.ts'
import { type Tab, Tabs } from '../../ui/tabs.tsx'
import { useTabValue } from '../browser-state.ts'
import { useDocsMessages } from '../docs-messages.ts'
import { clientCallOf } from './client-call.ts'
import type { Operation } from './description.ts'
import { pythonCallOf } from './python-call.ts'
import { curlOf, exampleInputs, makeRequest } from './request.ts'

const TryIt = lazy(async () => ({ default: (await import('./try-it.tsx')).TryIt }))

const codeLanguages = ['curl', 'TypeScript', 'Python'] as const
type CodeLanguage = (typeof codeLanguages)[number]

interface PanelProps {
  readonly operation: Operation
  readonly server: string
}

/** The chosen language applies to all operations and guides, "Try it" only to one operation. */
export function ExamplePanel({ operation, server }: PanelProps) {
  const messages = useDocsMessages()
  const tabs: readonly Tab<CodeLanguage | 'try'>[] = [
    ...codeLanguages.map(name => ({ name, label: name })),
    { name: 'try', label: messages.tryIt },
  ]
  const [chosen, choose] = useTabValue('sample')
  const [isTrying, setTrying] = useState(false)
  const language = codeLanguages.find(name => name === chosen) ?? 'curl'
  function show(name: CodeLanguage | 'try') {
    setTrying(name === 'try')
    if (name !== 'try') choose(name)
  }
  return (
    <div className="operation-examples">
      <Tabs
        label={messages.examples(operation.title)}
        tabs={tabs}
        current={isTrying ? 'try' : language}
        onChange={show}
      >
        {isTrying ? (
          <Suspense fallback={null}>
            <TryIt operation={operation} server={server} />
          </Suspense>
        ) : (
          <Examples operation={operation} server={server} language={language} />
        )}
      </Tabs>
    </div>
  )
}

function Examples({ operation, server, language }: PanelProps & { readonly language: CodeLanguage }) {
  const messages = useDocsMessages()
  const reply = useMemo(() => replyOf(operation), [operation])
  const request = useMemo(() => callIn(language, operation, server), [operation, server, language])
  return (
    <div className="operation-example">
      <CodeBlock label={messages.request} code={request} />
      <CodeBlock label={`${messages.answer} ${operation.status}`} code={reply} />
    </div>
  )
}

function replyOf({ files, reply, replyExample }: Operation): string {
  return files.length > 0 ? files.join('\n') : prettyJson(replyExample ?? exampleOf(reply))
}

function callIn(language: CodeLanguage, operation: Operation, server: string): string {
  switch (language) {
    case 'TypeScript':
      return clientCallOf(operation)
    case 'Python':
      return pythonCallOf(operation)
    default:
      return curlOf(makeRequest(operation, server, exampleInputs(operation)), window.location.origin)
  }
}
