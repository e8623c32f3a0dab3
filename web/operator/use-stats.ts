// The stats of the server, polled while the page is visible.

import type { Client, Operations } from '@tessera/client'
import type { ReplyOf } from '@tessera/contract'
import { useEffect } from 'react'
import { useSession } from '../session/session.tsx'
import { type Load, useLoad } from '../ui/use-load.ts'

export type JobStats = ReplyOf<Operations['jobs']['count']>['jobs'][number]
export type Installation = ReplyOf<Operations['installation']['get']>['installation']

export interface Stats {
  readonly jobs: readonly JobStats[]
  readonly installation: Installation
}

const pollIntervalMs = 5_000

export function useStats(): Load<Stats> {
  const { client } = useSession()
  const load = useLoad(signal => fetchStats(client, signal), [])
  const { change } = load
  useEffect(() => {
    // A failed poll is retried with the next one, and the previous stats stay visible.
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible')
        fetchStats(client).then(
          next => change(() => next),
          () => {},
        )
    }, pollIntervalMs)
    return () => clearInterval(timer)
  }, [client, change])
  return load
}

async function fetchStats(client: Client, signal?: AbortSignal): Promise<Stats> {
  const options = signal ? { signal } : {}
  const [{ jobs }, { installation }] = await Promise.all([client.jobs.count(options), client.installation.get(options)])
  return { jobs, installation }
}
