// Shows the events of a workspace as they happen, and forwards them to a receiver on this machine, so that a webhook can be
// developed without a public address. Nothing is registered on the server.

import { setTimeout as wait } from 'node:timers/promises'
import { type Client, ConnectionError, matchesEventTypes, TesseraError } from '@tessera/client'
import { type CommandContext, defineCommand, UsageError } from './command.ts'
import {
  type Attempt,
  deliverEvent,
  isSigningSecret,
  type LoggedEvent,
  newSigningSecret,
  notificationBody,
} from './deliver-event.ts'
import { readEventTypes } from './event-types.ts'
import { colorsFor, plain } from './print.ts'
import { workspaceIdOf } from './workspace-id.ts'

export const listen = defineCommand({
  name: 'listen',
  group: 'Webhooks',
  usage: 'listen --workspace <workspace> [--events <types>] [--forward-to <url>]',
  summary:
    'prints the events of a workspace from now on, until Ctrl-C. With --forward-to, it sends each one to that address ' +
    'as a listener would receive it, signed with a secret that it prints, or with TESSERA_WEBHOOK_SECRET. Failed deliveries are ' +
    'repeated three times',
  options: {
    workspace: ['required', 'the uid or the address of the workspace'],
    events: ['optional', 'event types separated by commas, such as NOTE_ALL,COMMENT_CREATE; all by default'],
    'forward-to': ['optional', 'the address of a receiver, such as http://localhost:3000/hook'],
  },
  async run(context, { workspace, events, 'forward-to': forwardTo }) {
    const uid = workspaceIdOf(workspace)
    const eventTypes = readEventTypes(events)
    const target = forwardTo === undefined ? null : targetOf(context, forwardTo)
    const client = await context.client()
    // The number of the last event so far.
    const { seq } = await client.objects.list(uid, { limit: 1 })
    if (target) context.stderr.write(`Forwarding to ${target.url}\nSigning secret: ${target.secret}\n`)
    context.stderr.write('Waiting for events. Press Ctrl-C to stop.\n')
    if (!context.isJson) context.stdout.write(`${rowOf(['TIME', 'EVENT', 'SEQ', 'STATUS', 'MS'])}\n`)
    try {
      for await (const event of eventsAfter(context, client, uid, seq))
        if (matchesEventTypes(eventTypes, event.type)) await handle(context, uid, event, target)
    } catch (error) {
      // Ctrl-C is how it ends.
      if (!context.signal.aborted) throw error
    }
  },
})

interface Target {
  readonly url: string
  readonly secret: string
  readonly signal: AbortSignal
}

/** Shared by `listen` and `trigger`. */
export function targetOf({ environment, signal }: CommandContext, forwardTo: string): Target {
  const url = URL.canParse(forwardTo) ? new URL(forwardTo) : null
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--forward-to must be an address such as http://localhost:3000, but is "${forwardTo}".`)
  const secret = environment.TESSERA_WEBHOOK_SECRET || newSigningSecret()
  if (!isSigningSecret(secret))
    throw new UsageError('TESSERA_WEBHOOK_SECRET must begin with whsec_, followed by base64.')
  return { url: url.href, secret, signal }
}

const pollMs = 1_000
const offlineMs = 5_000

async function* eventsAfter(
  { stderr, signal }: CommandContext,
  client: Client,
  uid: string,
  seq: number,
): AsyncGenerator<LoggedEvent> {
  for (let after = seq; ; ) {
    try {
      const { events } = await client.events.list(uid, { after, limit: 1_000 }, { signal })
      yield* events
      after = events.at(-1)?.seq ?? after
      await wait(pollMs, undefined, { signal })
    } catch (error) {
      const isPassing = error instanceof ConnectionError || (error instanceof TesseraError && error.status >= 500)
      if (!isPassing) throw error
      stderr.write(`The server does not respond; trying again. ${error.message}\n`)
      await wait(offlineMs, undefined, { signal })
    }
  }
}

/** A receiver that restarts is back after a few seconds. */
const retryDelaysMs = [1_000, 2_000, 5_000]

async function handle(context: CommandContext, uid: string, event: LoggedEvent, target: Target | null): Promise<void> {
  if (!target) return print(context, event, null)
  const body = notificationBody(uid, event)
  for (const delayMs of [...retryDelaysMs, null]) {
    const attempt = await deliverEvent(target, event.id, body)
    print(context, event, attempt)
    if (attempt.isDelivered || delayMs === null) return
    await wait(delayMs, undefined, { signal: context.signal })
  }
}

function print(context: CommandContext, event: LoggedEvent, attempt: Attempt | null): void {
  const { stdout, isJson, environment } = context
  if (isJson) return void stdout.write(`${JSON.stringify({ ...event, ...(attempt ? { delivery: attempt } : {}) })}\n`)
  const { green, red } = colorsFor(stdout, environment)
  const status = attempt === null ? '' : plain(attempt.status).padEnd(widths[3] as number)
  const painted = attempt?.isDelivered ? green(status) : red(status)
  const time = new Date().toTimeString().slice(0, 8)
  stdout.write(`${rowOf([time, event.type, String(event.seq), painted, attempt ? String(attempt.ms) : ''])}\n`)
}

const widths = [8, 26, 6, 6, 0]

const rowOf = (cells: readonly string[]) =>
  cells
    .map((cell, index) => cell.padEnd(widths[index] as number))
    .join('  ')
    .trimEnd()
