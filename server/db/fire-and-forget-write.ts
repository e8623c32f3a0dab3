// A write statement whose result is not needed, sent as one buffer. pg itself would assemble the message value by value in
// a growing buffer, and request a description of rows that are never returned.

import pg from 'pg'

/** The part of pg's connection that sending a statement needs. */
interface Wire {
  readonly stream: { write(bytes: Buffer): unknown }
  readonly submittedNamedStatements: Record<string, string>
  parse(statement: { text: string; name: string }): void
}

interface Prepared {
  text: string
  name: string
  values: readonly Buffer[]
  hasBeenParsed(wire: Wire): boolean
}

export class FireAndForgetWrite extends pg.Query {
  /** Called by pg instead of sending the messages of a prepared statement. */
  prepare(wire: Wire): void {
    const { text, name, values } = this as unknown as Prepared
    if (!(this as unknown as Prepared).hasBeenParsed(wire)) {
      wire.parse({ text, name })
      wire.submittedNamedStatements[name] = text
    }
    wire.stream.write(bindAndExecute(name, values))
  }
}

/** Only for a named statement whose values are already in PostgreSQL's binary format. */
export const canFireAndForget = ({ name, values = [] }: pg.QueryConfig): boolean =>
  name !== undefined && values.every(Buffer.isBuffer)

const [bind, execute, sync] = ['B', 'E', 'S'].map(type => type.charCodeAt(0)) as [number, number, number]
const executeLength = 10
const syncLength = 5

function bindAndExecute(name: string, values: readonly Buffer[]): Buffer {
  const sum = values.reduce((total, value) => total + 4 + value.length, 0)
  // Message type, length, empty portal name, statement name; one format for all values, their count, the values; one
  // format for all results.
  const bindLength = 1 + 4 + 1 + (name.length + 1) + 4 + 2 + sum + 4
  const bytes = Buffer.allocUnsafe(bindLength + executeLength + syncLength)
  let at = bytes.writeUInt8(bind, 0)
  at = bytes.writeInt32BE(bindLength - 1, at)
  at = bytes.writeUInt8(0, at)
  at += bytes.write(name, at, 'latin1')
  at = bytes.writeUInt8(0, at)
  at = bytes.writeInt16BE(1, at)
  at = bytes.writeInt16BE(1, at)
  at = bytes.writeInt16BE(values.length, at)
  for (const value of values) {
    at = bytes.writeInt32BE(value.length, at)
    at += value.copy(bytes, at)
  }
  at = bytes.writeInt16BE(1, at)
  at = bytes.writeInt16BE(1, at)
  at = bytes.writeUInt8(execute, at)
  at = bytes.writeInt32BE(executeLength - 1, at)
  at = bytes.writeUInt8(0, at)
  at = bytes.writeInt32BE(0, at)
  at = bytes.writeUInt8(sync, at)
  bytes.writeInt32BE(syncLength - 1, at)
  return bytes
}
