// The durations of requests by method, route and status. The values of all three are bounded: routes are templates.

import { Durations } from './durations.ts'
import type { Sample } from './metric-family.ts'

/** Node parses about 35 methods; the others are answered with an error. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The client disconnected before the response began. */
export const disconnectedStatus = 499

export class RequestDurations {
  readonly #routes = new Map<string, Map<string, Durations[]>>()

  observe(method: string, route: string, status: number, seconds: number): void {
    const methods = getOrAdd(this.#routes, route, () => new Map<string, Durations[]>())
    const statuses = getOrAdd(methods, knownMethods.has(method) ? method : 'other', () => [])
    statuses[status] ??= new Durations()
    statuses[status].observe(seconds)
  }

  samples(): Sample[] {
    const samples: Sample[] = []
    for (const [route, methods] of this.#routes)
      for (const [method, statuses] of methods)
        for (const [status, durations] of Object.entries(statuses))
          samples.push(...durations.samples({ method, route, status }))
    return samples
  }
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = create()
  map.set(key, created)
  return created
}
