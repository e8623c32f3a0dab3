// The notification that listeners receive, as the `webhooks` of the OpenAPI document.

import { type Kind, kinds } from '@tessera/contract'
import { capitalize } from './openapi-operation-schemas.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const subjects = Object.values<Kind>(kinds).map(kind => [kind.name, ref(capitalize(kind.name))] as const)

export const webhookSchemas: Readonly<Record<string, object>> = {
  Notification: {
    type: 'object',
    description: 'An event as a listener receives it. The subject is under its own name, as it was after the event',
    required: ['workspace_id', 'event', 'actor'],
    properties: {
      workspace_id: {
        type: ['string', 'null'],
        description: 'The uid of the workspace; null in a test of the listener of an organization',
      },
      organization_id: { type: 'integer', description: 'Only in a test of the listener of an organization' },
      event: ref('DeliveredEvent'),
      actor: ref('EventActor'),
      ...Object.fromEntries(subjects),
      comment: ref('Comment'),
      workspace: ref('EventWorkspace'),
      workspace_user: ref('EventWorkspaceUser'),
    },
  },
}

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})

const created_at = '2026-01-15T09:30:00.000Z'

const example = {
  workspace_id: 'q8TzV2mXc4LrWd7KpN1s',
  event: { id: '68f1a2b3c4d5e6f708192a3b', type: 'NOTE_CREATE', seq: 41, created_at },
  actor: { id: 7, email: 'ann@example.com', first_name: 'Ann', last_name: 'Archer', via: null },
  note: {
    id: '68f1a2b3c4d5e6f708192a3a',
    x: 120,
    y: 80,
    width: 560,
    height: 320,
    text: 'Ask five customers',
    fontWeight: 'normal',
    textTransform: 'inherit',
    backgroundColor: 'Gold',
    pin: false,
    scale: 1,
    rotation: 0,
    order: 'a0',
    group: null,
    version: 1,
    created_at,
    updated_at: created_at,
  },
}

export const webhooks = {
  notification: {
    post: {
      operationId: 'webhooks.notification',
      tags: ['listeners'],
      summary: 'Receive an Event',
      description:
        'The notification of an event, which a listener receives at least once and in order for every event it subscribed to. Verify the signature with the secret of the listener (Standard Webhooks), respond with a 2xx status within 15 seconds, and do longer work afterwards. Other responses are retried for about 18 hours; 410 suspends the listener.',
      security: [],
      parameters: [
        header(
          'webhook-id',
          '`msg_<event>_<listener>`, the same in every attempt: use it to detect duplicates',
          'msg_68f1a2b3c4d5e6f708192a3b_68f1a2b3c4d5e6f708192a3c',
        ),
        header('webhook-timestamp', 'When it was sent, in seconds since 1970. Reject old notifications', '1768469400'),
        header(
          'webhook-signature',
          'One or more signatures separated by spaces: `v1,` and the HMAC-SHA256 of `<id>.<timestamp>.<body>`, base64',
          'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
        ),
      ],
      requestBody: { required: true, content: { 'application/json': { schema: ref('Notification'), example } } },
      responses: {
        200: { description: 'Received. Any other 2xx status is accepted, too' },
        410: { description: 'The receiver is permanently gone: the listener is suspended' },
      },
    },
  },
}
