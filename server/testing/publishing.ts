// Publishes and unpublishes a workspace through the API and waits until that is done.

import { pollUntil } from './until.ts'
import type { Person } from './world.ts'

interface Board {
  readonly ann: Person
  readonly board: string
}

/** Resolves once the workspace is in this state. */
export async function waitForPublishState({ ann, board }: Board, state: 'published' | 'unpublished'): Promise<void> {
  const readState = async () => (await ann.workspaces.get(board)).workspace.properties.publish_state
  await pollUntil(readState, found => found === state)
}

export async function publish(made: Board): Promise<void> {
  await made.ann.workspaces.publish(made.board)
  await waitForPublishState(made, 'published')
}

export async function unpublish(made: Board): Promise<void> {
  await made.ann.workspaces.unpublish(made.board)
  await waitForPublishState(made, 'unpublished')
}
