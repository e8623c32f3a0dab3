// Loads the OpenAPI spec from the server of the page.

import { useCallback, useEffect, useState } from 'react'
import { type Description, readDescription } from './description.ts'

export type Loading =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly reason: string; readonly again: () => void }
  | { readonly state: 'ready'; readonly description: Description }

export function useDescription(): Loading {
  const [loading, setLoading] = useState<Loading>({ state: 'loading' })
  const load = useCallback(() => {
    setLoading({ state: 'loading' })
    fetchDescription().then(
      description => setLoading({ state: 'ready', description }),
      (failure: Error) => setLoading({ state: 'failed', reason: failure.message, again: load }),
    )
  }, [])
  useEffect(load, [load])
  return loading
}

async function fetchDescription(): Promise<Description> {
  const response = await fetch('/api/openapi.json')
  if (!response.ok) throw new Error(`the server answered ${response.status}`)
  return readDescription(await response.json())
}
