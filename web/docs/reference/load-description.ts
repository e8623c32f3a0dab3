// Loads the OpenAPI spec from the server of the page, once.

import { type Description, readDescription } from './description.ts'

let loading: Promise<Description> | null = null

/** Returns the same promise every time, as `use` requires. */
export function loadDescription(): Promise<Description> {
  loading ??= fetchDescription()
  return loading
}

async function fetchDescription(): Promise<Description> {
  const response = await fetch('/api/openapi.json')
  if (!response.ok) throw new Error(`the server responded with ${response.status}`)
  return readDescription(await response.json())
}
