// The status codes that an operation can fail with, and the error codes of each.

import { useDocsMessages } from '../docs-messages.ts'
import type { ErrorStatus } from './description.ts'

export function ErrorsTable({ errors }: { errors: readonly ErrorStatus[] }) {
  const messages = useDocsMessages()
  return (
    <section>
      <h3>{messages.errors}</h3>
      <dl className="operation-errors">
        {errors.map(({ status, codes }) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd lang="en">
              {Object.entries(codes).map(([code, meaning]) => (
                <p key={code}>
                  <code>{code}</code> {meaning}
                </p>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
