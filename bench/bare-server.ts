// The limit that Tessera is held against: Fastify routes with the contract's schemas that answer the same fields, without
// rights, rules or log. Each comes once without a database and once with the one statement that its deed cannot do without.
// A process of its own, told what to do by PORT, DATABASE_URL and FIXTURES, the name of a file.

import { readFileSync } from 'node:fs'
import { kinds, type Operation, operations } from '@tessera/contract'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { type BareNote, openBareTables } from './bare-tables.ts'
import type { Fixtures } from './fixtures.ts'

type Answer = (request: FastifyRequest) => unknown

const fixtures = JSON.parse(readFileSync(process.env.FIXTURES as string, 'utf8')) as Fixtures
const tables = await openBareTables(process.env.DATABASE_URL as string, fixtures)
const { notes, objects, users, workspaces } = operations

// The contract's schemas carry words of ours that Fastify's validator would otherwise refuse.
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
  bare: request => ({ results: newNotes(request).map(note => ({ note })) }),
  stored: async request => {
    const made = newNotes(request)
    await tables.insertNotes(made)
    return { results: made.map(note => ({ note })) }
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
function serve(operation: Operation, answers: { bare: Answer; stored: Answer }): void {
  const { method, path, body, query, reply, status } = operation
  const schema = {
    ...(body ? { body } : {}),
    ...(query ? { querystring: query } : {}),
    response: { [status]: reply },
  }
  for (const [name, answer] of Object.entries(answers)) {
    const handler = async (request: FastifyRequest, to: FastifyReply) => {
      to.code(status)
      return await answer(request)
    }
    app.route({ method, url: `/${name}${path}`, schema, handler })
  }
}

function idOf(request: FastifyRequest): string {
  return (request.params as { note_id: string }).note_id
}

let made = 0

function newNote(body: object): BareNote {
  const now = new Date().toISOString()
  const id = (++made).toString(16).padStart(24, '0')
  return { id, ...kinds.note.defaults, ...body, version: 1, created_at: now, updated_at: now } as BareNote
}

function newNotes(request: FastifyRequest) {
  return (request.body as { changes: { data: object }[] }).changes.map(({ data }) => newNote(data))
}
