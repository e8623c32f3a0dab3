// Example responses of the operations, generated from their schemas. A record has the values of the example request.

import { allOperations, type NamedOperation } from '@tessera/contract'
import { exampleOf } from '@tessera/contract/example-value'
import { documentedValues, requestExamples } from './request-examples.ts'

type Example = Record<string, unknown>

export function responseExample(operation: NamedOperation): Example {
  const { id, reply } = operation
  const example = { ...(exampleOf(reply) as Example), ...written[id]?.() }
  const sent = requestExamples[id]?.(documentedValues) ?? {}
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, isRecord(value) ? withValues(value, sent) : value]),
  )
}

/** Where a generated value would not fit or would mislead: objects of any kind, results, and secrets of their own form. */
const written: Readonly<Record<string, () => Example>> = {
  'objects.list': () => ({ objects: [{ ...recordOf('notes.get'), kind: 'note' }] }),
  'published.get': () => ({ objects: [{ ...recordOf('notes.get'), kind: 'note' }] }),
  'secondFactors.startTotp': () => ({
    totp: {
      secret: 'JBSWY3DPEHPK3PXP',
      url: 'otpauth://totp/Tessera:ann@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Tessera',
      qr_code: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 37 37"></svg>',
    },
  }),
  'objects.graph': () => ({
    edges: [
      {
        id: '68f1a2b3c4d5e6f708192a3d',
        from: '68f1a2b3c4d5e6f708192a3b',
        to: '68f1a2b3c4d5e6f708192a3c',
        label: 'then',
        directed: true,
      },
    ],
  }),
  'objects.change': () => ({
    results: [
      { shape: { ...recordOf('shapes.get'), text: 'Build', x: 0, y: 0 } },
      { shape: { ...recordOf('shapes.get'), id: '68f1a2b3c4d5e6f708192a3c', text: 'Test', x: 400, y: 0 } },
      { connector: { ...recordOf('connectors.get'), id: '68f1a2b3c4d5e6f708192a3d' } },
    ],
  }),
}

/** The record in the reply of an operation. */
function recordOf(id: string): Example {
  const { reply } = allOperations.find(operation => operation.id === id) as NamedOperation
  return Object.values(exampleOf(reply) as Example).find(isRecord) as Example
}

const isRecord = (value: unknown): value is Example =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The reply repeats what was sent, if the record has the same simple fields. */
function withValues(record: Example, sent: Readonly<Example>): Example {
  const same = Object.entries(sent).filter(([name, value]) => !isRecord(value) && typeof record[name] === typeof value)
  return { ...record, ...Object.fromEntries(same) }
}
