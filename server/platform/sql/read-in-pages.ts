// Reads many rows page by page, in the order of their ids.

import { setImmediate as nextTick } from 'node:timers/promises'

const pageSize = 500

/** Yields to the event loop between pages, so that a large board does not block other requests. */
export async function* readInPages<Row extends { id: string }>(
  list: (after: string, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = ''; ; ) {
    const page = await list(after, pageSize)
    const last = page.at(-1)
    if (!last) return
    yield page
    after = last.id
    await nextTick()
  }
}
