// The fields of a request or response: name, type and constraints. Fields that hold objects can be expanded.

import { useState } from 'react'
import { Tabs } from '../../ui/tabs.tsx'
import { InlineCode } from './inline-code.tsx'
import {
  allowedValues,
  formatLimits,
  formatType,
  innerObject,
  type Schema,
  type Variant,
  variantsOf,
} from './schema.ts'
import './fields-table.css'
import { useDocsMessages } from '../docs-messages.ts'

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
  const messages = useDocsMessages()
  return (
    <table className="fields-table" aria-label={label}>
      <colgroup>
        <col className="fields-table-name" />
        <col className="fields-table-type" />
        <col />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{messages.field}</th>
          <th scope="col">{messages.type}</th>
          <th scope="col">{messages.values}</th>
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
  const messages = useDocsMessages()
  if (isRequired !== saysRequired) return null
  return (
    <span className={`fields-table-${isRequired ? 'required' : 'optional'}`}>
      {isRequired ? messages.required : messages.optional}
    </span>
  )
}

function Values({ row: { schema, description = schema.description } }: { row: FieldRow }) {
  const messages = useDocsMessages()
  const allowed = allowedValues(schema.items ?? schema)
  const limits = formatLimits(schema)
  return (
    <>
      {description && (
        <span lang="en">
          <InlineCode text={`${description.replace(/\.$/, '')}. `} />
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
      {schema.pattern && !description && limits.length === 0 && (
        <span>
          {messages.matches} <code>{schema.pattern}</code>.{' '}
        </span>
      )}
      {schema.default !== undefined && (
        <span className="fields-table-default">
          {messages.standard} <code>{JSON.stringify(schema.default)}</code>
        </span>
      )}
    </>
  )
}

/** The inner fields are rendered when expanded: a role alone has thirty. */
function InnerFields({ row, inner, saysRequired, isWrapper }: FieldProps & { inner: Schema }) {
  const messages = useDocsMessages()
  const variants = variantsOf(inner)
  const [isOpen, setOpen] = useState(isWrapper || variants.length > 0)
  const count = variants.length > 0 ? messages.variants(variants.length) : messages.innerFields(fieldsOf(inner).length)
  return (
    <details open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        {count} <code>{row.name}</code>
      </summary>
      {isOpen && <ObjectFields name={row.name} schema={inner} saysRequired={saysRequired} />}
    </details>
  )
}

interface ObjectFieldsProps {
  readonly name: string
  readonly schema: Schema
  readonly saysRequired: boolean
}

/** The fields of an object, or of each of its shapes. */
export function ObjectFields({ name, schema, saysRequired }: ObjectFieldsProps) {
  const messages = useDocsMessages()
  const variants = variantsOf(schema)
  if (variants.length === 0)
    return <FieldsTable label={messages.fieldsOf(name)} rows={fieldsOf(schema)} saysRequired={saysRequired} />
  return <Variants name={name} variants={variants} saysRequired={saysRequired} />
}

/** One shape at a time: all of them together would be one endless table. */
function Variants({ name, variants, saysRequired }: Omit<ObjectFieldsProps, 'schema'> & { variants: Variant[] }) {
  const messages = useDocsMessages()
  const [chosen, choose] = useState(variants[0]?.title ?? '')
  const { schema } = variants.find(({ title }) => title === chosen) ?? (variants[0] as Variant)
  const tabs = variants.map(({ title }) => ({ name: title, label: title }))
  return (
    <div className="fields-variants">
      <Tabs label={messages.variantOf(name)} tabs={tabs} current={chosen} onChange={choose}>
        {schema.description && (
          <p className="fields-about" lang="en">
            <InlineCode text={`${schema.description.replace(/\.$/, '')}.`} />
          </p>
        )}
        <ObjectFields name={chosen} schema={schema} saysRequired={saysRequired} />
      </Tabs>
    </div>
  )
}
