// Publishing as tests go about it: asked for through the front door, and waited for.

import { lookUntil } from './until.ts'
import type { Person } from './world.ts'

interface Place {
  readonly ann: Person
  readonly board: string
}

/** Once the workspace is in this state. */
export async function onceItIs({ ann, board }: Place, state: 'published' | 'unpublished'): Promise<void> {
  const look = async () => (await ann.workspaces.get(board)).workspace.properties.publish_state
  await lookUntil(look, found => found === state)
}

export async function publish(place: Place): Promise<void> {
  await place.ann.workspaces.publish(place.board)
  await onceItIs(place, 'published')
}

export async function unpublish(place: Place): Promise<void> {
  await place.ann.workspaces.unpublish(place.board)
  await onceItIs(place, 'unpublished')
}
