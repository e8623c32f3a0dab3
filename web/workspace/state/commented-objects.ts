// The ids of objects with comments, kept up to date: checking every object of a large board in every frame would cost
// more than painting it.

import type { LiveWorkspace } from '@tessera/client'

const known = new WeakMap<LiveWorkspace, Set<string>>()

export function commentedObjects(live: LiveWorkspace): ReadonlySet<string> {
  const found = known.get(live) ?? watch(live)
  known.set(live, found)
  return found
}

function watch(live: LiveWorkspace): Set<string> {
  const commented = new Set<string>()
  const update = (id: string) => {
    if (live.commentsOn(id).length > 0) commented.add(id)
    else commented.delete(id)
  }
  const updateAll = () => {
    commented.clear()
    for (const id of live.objects.keys()) update(id)
  }
  live.onComments(ids => {
    for (const id of ids) if (id !== null) update(id)
  })
  live.onChange(({ ids, isFullReload }) => {
    if (isFullReload) updateAll()
    else for (const id of ids) if (commented.has(id)) update(id)
  })
  updateAll()
  return commented
}
