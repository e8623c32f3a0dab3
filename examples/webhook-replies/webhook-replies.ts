// A webhook receiver: when a note mentions a ticket such as #123, it replies with a comment that links to the ticket.
// Notifications can come more than once; each ticket gets one comment nevertheless.

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, TesseraError } from '@tessera/client'
import { Webhook } from 'standardwebhooks'

const {
  TESSERA_URL: url = 'http://localhost:8080',
  TESSERA_TOKEN: token = '',
  BOARD: board = '',
  /** The address at which Tessera reaches this program. */
  RECEIVER_URL: receiverUrl = 'http://localhost:3000/hook',
  TICKETS_URL: ticketsUrl = 'https://tickets.example.org/',
  PORT: port = '3000',
} = process.env

interface Notification {
  readonly workspace_id: string
  readonly event: { readonly type: string }
  readonly note: { readonly id: string; readonly text: string }
}

const tessera = connect({ url, token })

// The receiver has to listen before the listener is created, because that sends a test notification.
const server = createServer((request, response) => void receive(request, response))
server.listen(Number(port))
await once(server, 'listening')
const webhook = new Webhook(await findOrCreateSecret())
console.log(`Waiting for notes that mention a ticket, at ${receiverUrl}`)

/** A listener for this address may exist from an earlier start. */
async function findOrCreateSecret(): Promise<string> {
  const { listeners } = await tessera.listeners.list({ filter_by: `url:${receiverUrl}` })
  const found = listeners.find(listener => listener.workspaceId === board)
  if (found) {
    // It may have been suspended while this program was away. Then it goes on where it stopped.
    await tessera.listeners.update(found.id, { status: 'ACTIVE' })
    return (await tessera.listeners.get(found.id)).listeners.secret ?? ''
  }
  const eventTypes = ['NOTE_CREATE', 'NOTE_UPDATE']
  const created = await tessera.listeners.create({ url: receiverUrl, workspaceId: board, eventTypes })
  return created.secret ?? ''
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  // The signature covers the exact bytes: verify the text before it is parsed.
  const body = await readText(request)
  let notification: Notification
  try {
    notification = webhook.verify(body, request.headers as Record<string, string>) as Notification
  } catch {
    response.writeHead(401).end()
    return
  }
  try {
    if (notification.event.type !== 'TEST_HOOK') await reply(notification, String(request.headers['webhook-id']))
    response.writeHead(204).end()
  } catch (error) {
    // Anything but a 2xx makes Tessera send the notification again later.
    console.error(error)
    response.writeHead(500).end()
  }
}

async function reply({ workspace_id, note }: Notification, webhookId: string): Promise<void> {
  const tickets = new Set([...note.text.matchAll(/#(\d+)/g)].map(found => found[1]))
  if (!tickets.size) return
  try {
    const comments = await Array.fromAsync(tessera.comments.list.all(workspace_id, 'notes', note.id))
    const missing = [...tickets].filter(ticket => !comments.some(({ text }) => text.endsWith(linkTo(ticket))))
    for (const ticket of missing) {
      // The same notification twice at the same time makes one comment: both requests have the same key.
      const idempotencyKey = `${webhookId}-${ticket}`
      const text = `Ticket ${ticket}: ${linkTo(ticket)}`
      await tessera.comments.create(workspace_id, 'notes', note.id, { text }, { idempotencyKey })
    }
  } catch (error) {
    if (error instanceof TesseraError && error.code === 'ResourceNotFound') return // deleted meanwhile
    throw error
  }
}

const linkTo = (ticket: string | undefined) => `${ticketsUrl}${ticket}`

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
