// Creates the boards of a run.

import { connect } from '@tessera/client'
import type { Engine } from './fault-plan.ts'
import { PauseClock } from './pause-clock.ts'
import { RunState } from './run-state.ts'
import type { Stack } from './stack/stack.ts'

const boardCount = 3

export async function prepareRun(engine: Engine, stack: Stack, pauseLimitMs: number): Promise<RunState> {
  const { ann, bob, bobsEmail, organization } = stack.people
  const client = connect({ url: stack.url, token: ann.token })
  const boards: string[] = []
  for (let index = 0; index < boardCount; index += 1) {
    const users = [{ email: bobsEmail, workspace_role_id: 3 }]
    const { workspace } = await client.workspaces.create(organization, { name: `Board ${index + 1}`, users })
    boards.push(workspace.properties.uid)
  }
  const clock = new PauseClock(pauseLimitMs)
  return new RunState({ engine, url: stack.url, people: [ann, bob], boards, clock })
}
