// One operation: description, permissions, parameters, response and errors, with code and "Try it" beside it.

import { Fragment } from 'react'
import type { Body, Operation } from './description.ts'
import { ErrorsTable } from './errors-table.tsx'
import { ExamplePanel } from './example-panel.tsx'
import { type FieldRow, FieldsTable, ObjectFields } from './fields-table.tsx'
import { InlineCode } from './inline-code.tsx'
import { MethodBadge } from './method-badge.tsx'
import { formatType } from './schema.ts'
import './operation-article.css'
import { useDocsMessages } from '../docs-messages.ts'

export function OperationArticle({ operation, server }: { operation: Operation; server: string }) {
  const messages = useDocsMessages()
  return (
    <article className="operation" aria-labelledby={operation.id}>
      <header>
        <h2 id={operation.id} data-title={operation.title} tabIndex={-1}>
          <span lang="en">{operation.title}</span>
          <a className="operation-link" href={`#${operation.id}`} aria-label={messages.linkTo(operation.title)}>
            #
          </a>
        </h2>
        <p className="operation-address">
          <MethodBadge method={operation.method} />
          <Path path={server + operation.path} />
          <span className="operation-scope">
            {operation.isPublic
              ? messages.noToken
              : operation.scopes.length > 0 && (
                  <>
                    {messages.scope} <code>{operation.scopes.join(' ')}</code>
                  </>
                )}
          </span>
        </p>
        <p lang="en">
          <InlineCode text={operation.description} />
        </p>
        {operation.needs && (
          <p className="operation-needs" lang="en">
            <InlineCode text={operation.needs} />
          </p>
        )}
      </header>
      <div className="operation-columns">
        <div className="operation-details">
          <Fields title={messages.path} rows={operation.inPath} />
          <Fields title={messages.query} rows={operation.inQuery} />
          <Fields title={messages.headers} rows={operation.inHeader} />
          {operation.bodies.map(body => (
            <BodyFields key={body.mediaType} body={body} />
          ))}
          <AnswerFields operation={operation} />
          <ErrorsTable errors={operation.errors} />
        </div>
        <ExamplePanel operation={operation} server={server} />
      </div>
    </article>
  )
}

/** The path with its placeholders marked. It can wrap before each segment. */
const Path = ({ path }: { path: string }) => (
  <code className="operation-path">
    {path.split(/(?=\/)/).map(step => (
      <Fragment key={step}>
        <wbr />
        {step.includes('{') ? (
          <>
            /<var>{step.slice(1)}</var>
          </>
        ) : (
          step
        )}
      </Fragment>
    ))}
  </code>
)

const Fields = ({ title, rows }: { title: string; rows: readonly FieldRow[] }) =>
  rows.length > 0 && (
    <section>
      <h3>{title}</h3>
      <FieldsTable label={title} rows={rows} />
    </section>
  )

function BodyFields({ body }: { body: Body }) {
  const isForm = body.mediaType === 'multipart/form-data'
  const messages = useDocsMessages()
  const title = isForm ? messages.form : messages.body
  return (
    <section>
      <h3>
        {title} <code>{body.mediaType}</code>
      </h3>
      {isForm && body.note && <p className="operation-note">{body.note}</p>}
      <ObjectFields name={title} schema={body.schema} saysRequired={true} />
    </section>
  )
}

function AnswerFields({ operation: { status, reply, files } }: { operation: Operation }) {
  const messages = useDocsMessages()
  if (files.length > 0)
    return (
      <section>
        <h3>
          {messages.answer} <code>{status}</code>
        </h3>
        <p className="operation-note">{files.join(', ')}</p>
      </section>
    )
  return (
    <section>
      <h3>
        {messages.answer} <code>{status}</code>{' '}
        {reply.named && <span className="operation-type">{formatType(reply)}</span>}
      </h3>
      <ObjectFields name={messages.answer} schema={reply} saysRequired={false} />
    </section>
  )
}
