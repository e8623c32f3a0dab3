// The figures of the installation, read again and again while somebody looks.

import type { Client, Operations } from '@tessera/client'
import type { ReplyOf } from '@tessera/contract'
import { useEffect } from 'react'
import { useSession } from '../session/session.tsx'
import { type Load, useLoad } from '../ui/use-load.ts'

export type QueueFigures = ReplyOf<Operations['jobs']['count']>['jobs'][number]
export type Installation = ReplyOf<Operations['installation']['get']>['installation']

export interface Figures {
  readonly jobs: readonly QueueFigures[]
  readonly installation: Installation
}

const lookAgainMs = 5_000

export function useFigures(): Load<Figures> {
  const { client } = useSession()
  const load = useLoad(signal => readFigures(client, signal), [])
  const { change } = load
  useEffect(() => {
    // What cannot be read now is looked for again; what was there stays in view, and does not flicker.
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible')
        readFigures(client).then(
          next => change(() => next),
          () => {},
        )
    }, lookAgainMs)
    return () => clearInterval(timer)
  }, [client, change])
  return load
}

async function readFigures(client: Client, signal?: AbortSignal): Promise<Figures> {
  const options = signal ? { signal } : {}
  const [{ jobs }, { installation }] = await Promise.all([client.jobs.count(options), client.installation.get(options)])
  return { jobs, installation }
}
