// Starts every client of a run. They work until the run is over, regardless of the state of the servers.

import { connect } from '@tessera/client'
import type { RunState } from '../run-state.ts'
import type { Stack } from '../stack/stack.ts'
import { type LiveWriter, writeOverLive } from './live-writer.ts'
import { publishAndExport } from './publisher.ts'
import { readBoards } from './reader.ts'
import { writeOverRest } from './rest-writer.ts'
import { uploadPictures } from './uploader.ts'
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts'

const restWriters = 6

export interface Load {
  readonly liveWriters: readonly LiveWriter[]
  readonly webhooks: WebhookReceiver
  /** Resolves once no client has a request in progress. */
  stop(): Promise<void>
  close(): Promise<void>
}

export async function startLoad(run: RunState, stack: Stack, seed: number): Promise<Load> {
  const webhooks = await startWebhookReceiver(run.violations)
  const client = connect({ url: run.url, token: stack.people.ann.token })
  for (const board of run.boards) {
    const listener = await client.listeners.create({
      workspaceId: board,
      url: webhooks.url(board),
      eventTypes: ['ALL'],
    })
    webhooks.expect(board, listener.secret as string)
    run.clock.add(board)
  }
  const liveWriters = run.boards.map((board, index) => writeOverLive(run, `live-${index}`, board, seed + index))
  const clients = [
    ...Array.from({ length: restWriters }, (_, index) => writeOverRest(run, `rest-${index}`, seed + 100 + index)),
    ...liveWriters.map(({ done }) => done),
    readBoards(run, seed + 200),
    uploadPictures(run, seed + 300),
    publishAndExport(run, seed + 400),
  ]
  const failed = Promise.all(clients)
  failed.catch(error => run.violations.add('clients', `a client failed: ${(error as Error).stack}`))
  return {
    liveWriters,
    webhooks,
    async stop() {
      run.finish()
      await Promise.allSettled(clients)
    },
    async close() {
      await Promise.all(liveWriters.map(({ live }) => live.close()))
      webhooks.close()
    },
  }
}
