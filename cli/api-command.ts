// Sends any request to the API.

import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { callApi } from './call-api.ts'
import { callersPath } from './callers-path.ts'
import { type CommandContext, defineCommand, UsageError } from './command.ts'
import { exitCodeOfStatus, exitCodes, NoConnection, NotAllowed, NotFound } from './exit-codes.ts'
import { nextPageOf } from './next-page.ts'
import { printJson } from './print.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

export const api = defineCommand({
  name: 'api',
  group: 'Your boards',
  usage: 'api <method> <path> [--field <name=value>] [--input <file|->] [--paginate]',
  summary:
    'sends a request to the API and prints the response. For example: api GET /users/me/workspaces --paginate. Fields go into ' +
    'the query of a GET, and into the JSON body of other methods; a field with @file uploads the file',
  options: {
    field: ['list', 'name=value; true, false, null and numbers are sent as such, @file is a file to upload'],
    text: ['list', 'name=value, always sent as text'],
    input: ['optional', 'a file with the body, or - for standard input'],
    header: ['list', 'name: value'],
    paginate: ['flag', 'follows the pages of a list and prints all items'],
  },
  positionals: ['method', 'path'],
  async run(context, { field = [], text = [], input, header = [], paginate }, [givenMethod = '', givenPath = '']) {
    const method = givenMethod.toUpperCase()
    if (!methods.includes(method)) throw new UsageError(`The method must be one of ${methods.join(', ')}.`)
    if (paginate && method !== 'GET') throw new UsageError('--paginate is for GET.')
    const fields = [...field.map(one => readField(one)), ...text.map(one => splitField(one))]
    if (input !== undefined && (fields.length > 0 || method === 'GET'))
      throw new UsageError('--input is the whole body of a request. It cannot be combined with GET, --field or --text.')
    const path = apiPath(givenPath)
    const headers = Object.fromEntries(header.map(readHeader))
    if (method === 'GET') {
      const address = withQuery(path, fields)
      return paginate
        ? await printAllPages(context, address, headers)
        : await print(await callApi(context, { method, path: address, headers }), context)
    }
    const sent = input === undefined ? await bodyOf(fields) : await readInput(context, input)
    await print(await callApi(context, { method, path, ...sent, headers: { ...sent.headers, ...headers } }), context)
  },
})

/** Accepts `workspaces/1`, `/workspaces/1`, `/api/workspaces/1` or a whole address of any origin. */
export function apiPath(given: string): string {
  const path = given.replace(/^https?:\/\/[^/]*/i, '')
  const absolute = path.startsWith('/') ? path : `/${path}`
  return /^\/api(\/|$)/.test(absolute) ? absolute : `/api${absolute}`
}

type FieldValue = string | number | boolean | null | { readonly file: string }
type Field = readonly [name: string, value: FieldValue]

function splitField(text: string): readonly [string, string] {
  const at = text.indexOf('=')
  if (at < 1) throw new UsageError(`A field is name=value, but is "${text}".`)
  return [text.slice(0, at), text.slice(at + 1)]
}

export function readField(text: string): Field {
  const [name, value] = splitField(text)
  if (value.startsWith('@')) return [name, { file: value.slice(1) }]
  if (value === 'true' || value === 'false') return [name, value === 'true']
  if (value === 'null') return [name, null]
  return [name, /^-?(0|[1-9]\d*)(\.\d+)?$/.test(value) ? Number(value) : value]
}

function readHeader(text: string): [string, string] {
  const at = text.indexOf(':')
  if (at < 1) throw new UsageError(`A header is "name: value", but is "${text}".`)
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

const isFile = (value: FieldValue): value is { readonly file: string } => typeof value === 'object' && value !== null

function withQuery(path: string, fields: readonly Field[]): string {
  if (fields.some(([, value]) => isFile(value))) throw new UsageError('A file cannot be sent with GET.')
  const query = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))
  return query.size === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`
}

async function bodyOf(fields: readonly Field[]) {
  if (fields.length === 0) return {}
  if (!fields.some(([, value]) => isFile(value)))
    return { body: JSON.stringify(Object.fromEntries(fields)), headers: { 'content-type': 'application/json' } }
  const form = new FormData()
  for (const [name, value] of fields) {
    if (!isFile(value)) form.append(name, String(value))
    else form.append(name, new Blob([await readFileOrFail(value.file)]), basename(value.file))
  }
  return { body: form }
}

async function readInput({ stdin }: CommandContext, input: string) {
  const body = input === '-' ? new Uint8Array(await buffer(stdin)) : await readFileOrFail(input)
  return { body, headers: { 'content-type': 'application/json' } }
}

async function readFileOrFail(file: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(callersPath(file)))
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}.`)
  }
}

async function print(response: Response, context: CommandContext): Promise<void> {
  const body = new Uint8Array(await response.arrayBuffer())
  if (/json/.test(response.headers.get('content-type') ?? '')) printJson(context, parse(body))
  else context.stdout.write(body)
  requireSuccess(response.status)
}

function requireSuccess(status: number): void {
  const message = `The server responded with status ${status}.`
  const code = exitCodeOfStatus(status)
  if (code === exitCodes.notAllowed) throw new NotAllowed(message)
  if (code === exitCodes.notFound) throw new NotFound(message)
  if (code === exitCodes.noConnection) throw new NoConnection(message)
  if (code !== exitCodes.ok) throw new Error(message)
}

const parse = (body: Uint8Array): unknown => (body.length === 0 ? null : JSON.parse(Buffer.from(body).toString()))

async function printAllPages(context: CommandContext, first: string, headers: Record<string, string>): Promise<void> {
  const all: unknown[] = []
  let name: string | null = null
  for (let path: string | null = first; path !== null; ) {
    const response = await callApi(context, { method: 'GET', path, headers })
    if (!response.ok) return await print(response, context)
    const page = await response.json()
    const found = nextPageOf(path, page)
    if (found === null) throw new UsageError('The response is not a list with pages.')
    name ??= found.name
    all.push(...found.items)
    path = found.next
  }
  printJson(context, { [name ?? 'items']: all })
}
