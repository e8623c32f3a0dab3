// The AsyncAPI 3 document of the live socket, derived from contract/live.ts. Run directly, it prints the document.

import { clientMessages, serverMessages } from '@tessera/contract/live'
import server from '../../package.json' with { type: 'json' }
import { liveExamples, liveMeanings } from './asyncapi-messages.ts'
import { describeSchema, describeSchemas } from './openapi-schemas.ts'

export function asyncApiDocument(): object {
  const messages = { ...describeMessages('client', clientMessages), ...describeMessages('server', serverMessages) }
  return {
    asyncapi: '3.1.0',
    info: {
      title: 'Tessera live socket',
      version: server.version,
      description:
        'A WebSocket for each open workspace. It sends every change in order, and who is connected. Messages are JSON objects with a `type`. The first message of a client is `hello`.',
      license: { name: 'MIT' },
      tags: [{ name: 'live', description: 'The live socket' }],
    },
    defaultContentType: 'application/json',
    channels: {
      live: {
        address: '/api/workspaces/{workspace_id}/live',
        title: 'A workspace',
        description: 'The socket of one workspace, for everyone who can read it.',
        parameters: { workspace_id: { description: 'The `uid` of the workspace' } },
        messages: Object.fromEntries(
          Object.keys(messages).map(name => [name, { $ref: `#/components/messages/${name}` }]),
        ),
      },
    },
    operations: {
      receiveFromClient: operation('receive', 'Messages from a client', 'client', clientMessages),
      sendToClient: operation('send', 'Messages from the server', 'server', serverMessages),
    },
    components: { messages, schemas: forAsyncApi(describeSchemas(JSON.stringify(messages))) },
  }
}

type Side = 'client' | 'server'

/** Named `client_hello`, because both sides have a message `presence`. */
const messageName = (side: Side, type: string) => `${side}_${type}`

const operation = (action: 'send' | 'receive', summary: string, side: Side, table: object) => ({
  action,
  summary,
  channel: { $ref: '#/channels/live' },
  messages: Object.keys(table).map(type => ({ $ref: `#/channels/live/messages/${messageName(side, type)}` })),
})

function describeMessages(side: Side, table: Readonly<Record<string, object>>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(table).map(([type, schema]) => {
      const name = messageName(side, type)
      const message = {
        name: type,
        title: type,
        summary: liveMeanings[name],
        payload: forAsyncApi(describeSchema(schema)),
        examples: [{ name, payload: { type, ...liveExamples[name] } }],
      }
      return [name, message]
    }),
  )
}

/** The discriminator of AsyncAPI is the name of a property. */
function forAsyncApi(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(forAsyncApi)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === 'discriminator' ? (one as { propertyName: string }).propertyName : forAsyncApi(one),
    ]),
  )
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(asyncApiDocument(), null, 2)}\n`)
