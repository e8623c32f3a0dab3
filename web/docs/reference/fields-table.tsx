// The fields of a request or response: name, type and constraints. Fields that hold objects can be expanded.

import { useState } from 'react'
import { InlineCode } from './inline-code.tsx'
import { allowedValues, formatLimits, formatType, innerObject, type Schema } from './schema.ts'
import './fields-table.css'
import { useDocsWords } from '../docs-words.ts'

export interface FieldRow {
  readonly name: string
  readonly schema: Schema
  readonly required: boolean
  readonly description?: string
}

export const fieldsOf = ({ properties = {}, required = [] }: Schema): FieldRow[] =>
  Object.entries(properties).map(([name, schema]) => ({ name, schema, required: required.includes(name) }))

interface FieldsTableProps {
  readonly label: string
  readonly rows: readonly FieldRow[]
  /** In a response the optional fields are marked instead. */
  readonly saysRequired?: boolean
}

export function FieldsTable({ label, rows, saysRequired = true }: FieldsTableProps) {
  const words = useDocsWords()
  return (
    <table className="fields-table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{words.field}</th>
          <th scope="col">{words.type}</th>
          <th scope="col">{words.values}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <Field key={row.name} row={row} saysRequired={saysRequired} isWrapper={rows.length <= 2} />
        ))}
      </tbody>
    </table>
  )
}

interface FieldProps {
  readonly row: FieldRow
  readonly saysRequired: boolean
  /** An object with few siblings is expanded from the start. */
  readonly isWrapper: boolean
}

function Field({ row, saysRequired, isWrapper }: FieldProps) {
  const inner = innerObject(row.schema)
  return (
    <>
      <tr>
        <th scope="row">
          <code>{row.name}</code>
          <Presence isRequired={row.required} saysRequired={saysRequired} />
        </th>
        <td lang="en">{formatType(row.schema)}</td>
        <td>
          <Values row={row} />
        </td>
      </tr>
      {inner && (
        <tr>
          <td colSpan={3} className="fields-table-inner">
            <InnerFields row={row} inner={inner} saysRequired={saysRequired} isWrapper={isWrapper} />
          </td>
        </tr>
      )}
    </>
  )
}

function Presence({ isRequired, saysRequired }: { isRequired: boolean; saysRequired: boolean }) {
  const words = useDocsWords()
  if (isRequired !== saysRequired) return null
  return (
    <span className={`fields-table-${isRequired ? 'required' : 'optional'}`}>
      {isRequired ? words.required : words.optional}
    </span>
  )
}

function Values({ row: { schema, description = schema.description } }: { row: FieldRow }) {
  const words = useDocsWords()
  const allowed = allowedValues(schema.items ?? schema)
  const limits = formatLimits(schema)
  return (
    <>
      {description && (
        <span lang="en">
          <InlineCode text={`${description}. `} />
        </span>
      )}
      {allowed.length > 0 && (
        <span className="fields-table-allowed">
          {allowed.map(value => (
            <code key={value}>{value}</code>
          ))}
        </span>
      )}
      {limits.length > 0 && (
        <span className="fields-table-limits" lang="en">
          {limits.join(', ')}.{' '}
        </span>
      )}
      {schema.pattern && limits.length === 0 && (
        <span>
          {words.matches} <code>{schema.pattern}</code>.{' '}
        </span>
      )}
      {schema.default !== undefined && (
        <span className="fields-table-default">
          {words.standard} <code>{JSON.stringify(schema.default)}</code>
        </span>
      )}
    </>
  )
}

/** The inner fields are rendered when expanded: a role alone has thirty. */
function InnerFields({ row, inner, saysRequired, isWrapper }: FieldProps & { inner: Schema }) {
  const words = useDocsWords()
  const [isOpen, setOpen] = useState(isWrapper)
  const rows = fieldsOf(inner)
  return (
    <details open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        {words.innerFields(rows.length)} <code>{row.name}</code>
      </summary>
      {isOpen && <FieldsTable label={words.fieldsOf(row.name)} rows={rows} saysRequired={saysRequired} />}
    </details>
  )
}
