// The response to a request: status, time, invalid fields, body, and the most useful headers first.

import { CodeBlock } from '../../ui/code-block.tsx'
import { useDocsMessages } from '../docs-messages.ts'
import { requestText } from './request.ts'
import type { ApiResponse } from './send.ts'
import type { Sending } from './use-send.ts'

export function ResponseView({ sending }: { sending: Sending }) {
  const messages = useDocsMessages()
  return (
    <div className="answer">
      <p role="status" className="answer-status">
        {sending.state === 'answered' && <Status answer={sending.answer} />}
        {sending.state === 'failed' && messages.noAnswer(sending.reason)}
      </p>
      {sending.state === 'answered' && (
        <>
          <CodeBlock label={messages.sentRequest} code={requestText(sending.request)} />
          <Details answer={sending.answer} />
        </>
      )}
    </div>
  )
}

function Status({ answer: { status, statusText, milliseconds } }: { answer: ApiResponse }) {
  const messages = useDocsMessages()
  return (
    <>
      <span className={`answer-code ${status < 400 ? 'answer-good' : 'answer-bad'}`}>
        {status} {statusText}
      </span>
      <span>{messages.inMilliseconds(milliseconds)}</span>
    </>
  )
}

function Details({ answer }: { answer: ApiResponse }) {
  const messages = useDocsMessages()
  const notable = answer.headers.filter(([name]) => /^(x-)?request-id$|^ratelimit|^retry-after$/i.test(name))
  return (
    <>
      {answer.errors.length > 0 && (
        <ul className="answer-faults" aria-label={messages.faulty}>
          {answer.errors.map(({ field, message }) => (
            <li key={field + message}>
              <code>{field}</code> {message}
            </li>
          ))}
        </ul>
      )}
      <CodeBlock label={messages.body} code={answer.body || messages.empty} />
      {notable.length > 0 && <Headers label={messages.telling} headers={notable} />}
      <details className="answer-headers">
        <summary>{messages.allHeaders(answer.headers.length)}</summary>
        <Headers label={messages.headerList} headers={answer.headers} />
      </details>
    </>
  )
}

const Headers = ({ label, headers }: { label: string; headers: ApiResponse['headers'] }) => (
  <dl className="answer-list" aria-label={label}>
    {headers.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
