// The limit that Tessera is compared with: Fastify routes with the contract's schemas that return the same fields,
// without permissions, rules or log. Each exists without a database, and with the one statement that the operation
// needs. Runs as a separate process, configured by PORT, DATABASE_URL and FIXTURES (a file name).

import { readFileSync } from 'node:fs'
import { kinds, type Operation, operations } from '@tessera/contract'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { type BareNote, openBareTables } from './bare-tables.ts'
import type { Fixtures } from './fixtures.ts'

type Responder = (request: FastifyRequest) => unknown

const fixtures = JSON.parse(readFileSync(process.env.FIXTURES as string, 'utf8')) as Fixtures
const tables = await openBareTables(process.env.DATABASE_URL as string, fixtures)
const { notes, objects, users, workspaces } = operations

// The contract's schemas contain custom keywords that Fastify's validator would reject in strict mode.
const app = fastify({ ajv: { customOptions: { strict: false } } })

serve(notes.create, {
  bare: request => ({ note: newNote(request.body as object) }),
  stored: async request => {
    const note = newNote(request.body as object)
    await tables.insertNote(note)
    return { note }
  },
})
serve(notes.update, {
  bare: request => ({ note: { ...newNote(request.body as object), id: idOf(request) } }),
  stored: async request => ({ note: await tables.updateNote(idOf(request), request.body as object) }),
})
serve(workspaces.get, {
  bare: () => fixtures.workspace,
  stored: async request => {
    const properties = await tables.findWorkspace((request.params as { workspace_id: string }).workspace_id)
    return { workspace: { title: properties.name, properties } }
  },
})
serve(users.listWorkspaces, {
  bare: () => fixtures.workspaces,
  stored: async () => ({ ...fixtures.workspaces, workspaces: await tables.listWorkspaces() }),
})
serve(notes.list, {
  bare: () => fixtures.notes,
  stored: async () => ({ ...fixtures.notes, notes: await tables.listNotes() }),
})
serve(objects.change, {
  bare: request => changeReply(newNotes(request)),
  stored: async request => {
    const notes = newNotes(request)
    await tables.insertNotes(notes)
    return changeReply(notes)
  },
})

app.get('/health', () => ({ ok: true }))
app.get('/metrics', () => {
  const { user, system } = process.cpuUsage()
  return `process_cpu_seconds_total ${(user + system) / 1e6}\nprocess_resident_memory_bytes ${process.memoryUsage.rss()}\n`
})
process.once('SIGTERM', () => process.exit(0))
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })

/** The same operation at two addresses: `/bare/…` and `/stored/…`. */
function serve(operation: Operation, responders: { bare: Responder; stored: Responder }): void {
  const { method, path, body, query, reply: replySchema, status } = operation
  const schema = {
    ...(body ? { body } : {}),
    ...(query ? { querystring: query } : {}),
    response: { [status]: replySchema },
  }
  for (const [name, respond] of Object.entries(responders)) {
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.code(status)
      return await respond(request)
    }
    app.route({ method, url: `/${name}${path}`, schema, handler })
  }
}

function idOf(request: FastifyRequest): string {
  return (request.params as { note_id: string }).note_id
}

let noteCount = 0

function newNote(body: object): BareNote {
  const now = new Date().toISOString()
  const id = (++noteCount).toString(16).padStart(24, '0')
  const own = { order: `bm${id}`, group: null, version: 1, created_at: now, updated_at: now }
  return { id, ...kinds.note.defaults, ...body, ...own } as BareNote
}

function newNotes(request: FastifyRequest) {
  return (request.body as { changes: { data: object }[] }).changes.map(({ data }) => newNote(data))
}

let seq = 0

function changeReply(notes: readonly BareNote[]) {
  const seq_before = seq
  seq += notes.length
  return { results: notes.map(note => ({ note })), seq_before, seq }
}
