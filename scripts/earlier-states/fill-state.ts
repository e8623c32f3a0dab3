// Fills a new server through its API with one of everything that a database can hold, and returns what a test has to know
// about it. What a commit does not have yet is left out; what it lacks by mistake is found by checkState.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CommitServer } from './commit-server.ts'
import { fillBoard } from './fill-board.ts'
import { fillListeners } from './fill-listeners.ts'
import { fillPeople } from './fill-people.ts'
import { fillPrograms } from './fill-programs.ts'
import { fillWorkspaces } from './fill-workspaces.ts'
import type { FilledState, Filling } from './filled-state.ts'
import { openApi, type StateApi } from './state-api.ts'

export async function fillState(server: CommitServer, owner: FilledState['owner']): Promise<FilledState> {
  const receiver = createServer((request, response) => {
    if (request.url === '/failing') response.statusCode = 500
    response.setHeader('content-type', 'text/html')
    response.end('<title>A web page</title>')
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  try {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
    return await fill(await openApi(server.url), server, owner, url)
  } finally {
    receiver.closeAllConnections()
    receiver.close()
  }
}

async function fill(api: StateApi, server: CommitServer, owner: FilledState['owner'], receiver: string) {
  const token = await server.tessera('token', '--email', owner.email)
  const { organizations } = await api.call(token, 'GET', '/users/me/organizations')
  const filling: Filling = { api, server, receiver, owner: { ...owner, token }, organization: organizations[0].id }
  const { workspace } = await api.call(token, 'POST', `/organizations/${filling.organization}/workspaces`, {
    name: 'Everything',
    description: 'One of everything',
  })
  const board: string = workspace.properties.uid
  await fillListeners(filling, board)
  await fillPeople(filling, board)
  const programs = await fillPrograms(filling, board)
  await fillBoard({ api, token, board, webPage: `${receiver}/page` })
  const repeatable = await sendRepeatable(filling, board)
  await fillWorkspaces(filling, board)
  return { owner, organization: filling.organization, board, repeatable, ...programs }
}

async function sendRepeatable({ api, owner }: Filling, board: string) {
  const request = { path: `/workspaces/${board}/notes`, key: 'sent-once', body: { text: 'Sent once' } }
  const reply = await api.call(owner.token, 'POST', request.path, request.body, { 'idempotency-key': request.key })
  return { ...request, reply: JSON.stringify(reply) }
}
