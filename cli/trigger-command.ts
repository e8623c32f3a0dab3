// Makes an event happen, to show what a listener receives: in a temporary workspace that is deleted afterwards, or in a
// given workspace. The events are real: they are in the log, and listeners receive them.

import type { Client } from '@tessera/client'
import { chooseOrganization } from './choose-organization.ts'
import { defineCommand, UsageError } from './command.ts'
import { deliverEvent, type LoggedEvent, notificationBody } from './deliver-event.ts'
import { targetOf } from './listen-command.ts'
import { printJson } from './print.ts'
import { didYouMean } from './suggest.ts'
import { workspaceIdOf } from './workspace-id.ts'

const text = 'A sample of tessera trigger'

/** What is created, and how it is updated. */
const samples: Readonly<Record<string, { create: object; update: object }>> = {
  note: { create: { text }, update: { text: 'A changed sample' } },
  text: { create: { text }, update: { text: 'A changed sample' } },
  shape: { create: { text }, update: { form: 'diamond' } },
  canvas: { create: { name: text }, update: { name: 'A changed sample' } },
  browser: { create: { url: 'https://example.com/' }, update: { x: 40 } },
  connector: { create: { from: { x: 0, y: 0 }, to: { x: 300, y: 0 } }, update: { label: 'A changed sample' } },
}

type Steps = (client: Client, uid: string) => Promise<unknown>

const recipes: Readonly<Record<string, Steps>> = {
  ...Object.fromEntries(
    Object.entries(samples).flatMap(([kind, { create, update }]) => {
      const changes = (...more: object[]): Steps => {
        const list = [{ op: 'create', kind, data: create, ref: 'a' }, ...more]
        return (client, uid) => client.objects.change(uid, { changes: list as never })
      }
      return [
        [`${kind.toUpperCase()}_CREATE`, changes()],
        [`${kind.toUpperCase()}_UPDATE`, changes({ op: 'update', id: { ref: 'a' }, data: update })],
        [`${kind.toUpperCase()}_DELETE`, changes({ op: 'delete', id: { ref: 'a' } })],
      ]
    }),
  ),
  COMMENT_CREATE: comment,
  COMMENT_UPDATE: async (client, uid) => client.comments.update(uid, await comment(client, uid), { text: 'Changed' }),
  COMMENT_DELETE: async (client, uid) => client.comments.delete(uid, await comment(client, uid)),
  WORKSPACE_UPDATE: (client, uid) => client.workspaces.update(uid, { description: `${text}, ${Date.now()}` }),
}

async function comment(client: Client, uid: string): Promise<string> {
  return (await client.comments.createInWorkspace(uid, { text, x: 0, y: 0 })).comment.id
}

export const trigger = defineCommand({
  name: 'trigger',
  group: 'Webhooks',
  usage: 'trigger <event type> [--workspace <workspace>] [--forward-to <url>] [--organization <id>]',
  summary:
    'triggers an event, such as NOTE_CREATE: in a scratch workspace that is deleted afterwards, or in --workspace, ' +
    'which keeps what it adds. With --forward-to, it also sends the event to that address, signed as by `listen`',
  options: {
    workspace: ['optional', 'the uid or the address of a workspace, instead of a scratch workspace'],
    'forward-to': ['optional', 'the address of a receiver, such as http://localhost:3000/hook'],
    organization: ['optional', 'where the scratch workspace is made, if you are a member of several'],
  },
  positionals: ['event type'],
  async run(context, { workspace, 'forward-to': forwardTo, organization }, [given = '']) {
    const type = given.toUpperCase()
    const steps = Object.hasOwn(recipes, type) ? recipes[type] : undefined
    if (!steps) throw unknownType(type)
    const target = forwardTo === undefined ? null : targetOf(context, forwardTo)
    const client = await context.client()
    const uid = workspace === undefined ? await makeScratch(client, organization) : workspaceIdOf(workspace)
    const where = workspace === undefined ? 'a scratch workspace, which is deleted again' : uid
    try {
      const event = await causeEvent(client, uid, type, steps)
      if (target) context.stderr.write(`Signing secret: ${target.secret}\n`)
      const attempt = target && (await deliverEvent(target, event.id, notificationBody(uid, event)))
      if (context.isJson) printJson(context, { event, ...(attempt ? { delivery: attempt } : {}) })
      else context.stdout.write(`${type} happened in ${where}.\n`)
      if (!attempt || !target) return
      if (!attempt.isDelivered) throw new Error(`${target.url} rejected it with status ${attempt.status}.`)
      if (!context.isJson) context.stdout.write(`${target.url} responded with ${attempt.status} in ${attempt.ms} ms.\n`)
    } finally {
      if (workspace === undefined) await client.workspaces.delete(uid, { is_permanent: true })
    }
  },
})

async function makeScratch(client: Client, organization: string | undefined): Promise<string> {
  const id = await chooseOrganization(client, organization)
  const { workspace } = await client.workspaces.create(id, { name: 'tessera trigger' })
  return workspace.properties.uid
}

async function causeEvent(client: Client, uid: string, type: string, steps: Steps): Promise<LoggedEvent> {
  const { seq } = await client.objects.list(uid, { limit: 1 })
  await steps(client, uid)
  const { events } = await client.events.list(uid, { after: seq })
  const found = events.find(event => event.type === type)
  if (!found) throw new Error(`${type} did not happen.`)
  return found
}

function unknownType(type: string): UsageError {
  const known = Object.keys(recipes)
  const lower = known.map(name => name.toLowerCase())
  const hint = didYouMean(type, lower, name => name.toUpperCase())
  return new UsageError(`${type} cannot be triggered.${hint} It must be one of ${known.join(', ')}.`)
}
