// Builds the request of an operation from the inputs, both for the curl command and for sending.

import { exampleOf } from '@tessera/contract/example-value'
import { prettyJson } from '../../ui/pretty-json.ts'
import type { Body, Operation } from './description.ts'
import { exampleBody } from './example.ts'
import { isFile, type Schema } from './schema.ts'

export interface Inputs {
  /** Values by the name of the parameter. Empty ones are not sent. */
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly header: Readonly<Record<string, string>>
  readonly mediaType: Body['mediaType'] | null
  readonly json: string
  readonly form: Readonly<Record<string, string | File>>
}

export interface Request {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly json: string | null
  readonly form: Readonly<Record<string, string | File>> | null
}

export function makeRequest(operation: Operation, server: string, inputs: Inputs): Request {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(inputs.path[name] ?? ''))
  const query = new URLSearchParams(omitEmpty(inputs.query)).toString()
  const isJson = inputs.mediaType === 'application/json' && inputs.json.trim() !== ''
  return {
    method: operation.method,
    url: `${server}${path}${query ? `?${query}` : ''}`,
    headers: { ...omitEmpty(inputs.header), ...(isJson ? { 'Content-Type': 'application/json' } : {}) },
    json: isJson ? inputs.json : null,
    form: inputs.mediaType === 'multipart/form-data' ? omitEmpty(inputs.form) : null,
  }
}

const omitEmpty = <Value>(values: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

/** Inputs that make a sensible first request, with made-up ids. */
export function exampleInputs(operation: Operation): Inputs {
  const body = operation.bodies[0]
  return {
    path: Object.fromEntries(operation.inPath.map(({ name, schema, example }) => [name, word(example, schema, name)])),
    query: Object.fromEntries(
      operation.inQuery.filter(one => one.required).map(({ name, schema }) => [name, word(undefined, schema, name)]),
    ),
    header: {},
    mediaType: body?.mediaType ?? null,
    json: exampleJson(operation),
    form: body?.mediaType === 'multipart/form-data' ? exampleForm(body.schema) : {},
  }
}

export function exampleJson({ bodies }: Operation): string {
  const body = bodies.find(one => one.mediaType === 'application/json')
  return body ? prettyJson(body.example ?? exampleBody(body.schema)) : ''
}

const word = (example: unknown, schema: Schema, name: string) => String(example ?? exampleOf(schema, name))

function exampleForm({ properties = {}, required = [] }: Schema): Record<string, string> {
  const file = Object.entries(properties).find(([, schema]) => isFile(schema))?.[0]
  const fields = required.filter(name => name !== file)
  return {
    ...(file ? { [file]: file === 'image' ? '@picture.png' : '@report.pdf' } : {}),
    ...Object.fromEntries(fields.map(name => [name, word(undefined, properties[name] as Schema, name)])),
  }
}

/** The request as it is sent, without the token. */
export function requestText({ method, url, headers, json, form }: Request): string {
  const fields = Object.entries(form ?? {}).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : value.name}`,
  )
  const lines = [`${method} ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
  const body = json ?? fields.join('\n')
  return body === '' ? lines.join('\n') : `${lines.join('\n')}\n\n${body}`
}

/** The request as a shell command, with the access token in $TESSERA_TOKEN. */
export function curlOf(request: Request, origin: string): string {
  const form = Object.entries(request.form ?? {}).map(
    ([name, value]) => `-F ${quote(`${name}=${typeof value === 'string' ? value : `@${value.name}`}`)}`,
  )
  return [
    `curl ${request.method === 'GET' ? '' : `-X ${request.method} `}${quote(origin + request.url)}`,
    '-H "Authorization: Bearer $TESSERA_TOKEN"',
    ...Object.entries(request.headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(request.json === null ? [] : [`-d ${quote(request.json.replaceAll('\n', '\n  '))}`]),
    ...form,
  ].join(' \\\n  ')
}

const quote = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
