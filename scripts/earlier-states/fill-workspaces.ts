// What is made of a filled workspace: a publication, a copy, exports and imports, workspaces in the trash.

import { formOf } from './fill-board.ts'
import type { Filling } from './filled-state.ts'
import { type Reply, waitFor } from './state-api.ts'

export async function fillWorkspaces(filling: Filling, board: string): Promise<void> {
  const { api, owner } = filling
  const as = owner.token
  const workspace = `/workspaces/${board}`
  await api.call(as, 'PUT', workspace, { description: 'Described', public: true })
  await api.call(as, 'POST', `${workspace}/favorite`, { favorite: true })
  await visit(filling, board)

  const copy: Reply = await api.call(as, 'PUT', `${workspace}/copy`, { new_workspace_name: 'A copy' })
  await api.call(as, 'DELETE', `/workspaces/${copy.workspace.uid}`, { is_permanent: false })
  const gone: Reply = await api.call(as, 'PUT', `${workspace}/copy`, { new_workspace_name: 'Gone' })
  await api.call(as, 'DELETE', `/workspaces/${gone.workspace.uid}`, { is_permanent: true })
  const back: Reply = await api.call(as, 'PUT', `${workspace}/copy`, { new_workspace_name: 'Back again' })
  await api.call(as, 'DELETE', `/workspaces/${back.workspace.uid}`, { is_permanent: false })
  await api.call(as, 'POST', `/workspaces/${back.workspace.uid}/restore`)

  await publish(filling, board)
  await api.call(as, 'PUT', `${workspace}/unpublish`)
  await publish(filling, board)
  // A thumbnail for link previews is drawn when it is asked for.
  await waitFor('the preview', async () => (await fetch(`${api.url}/view/${board}/preview.png`)).ok)
  await exportInAllFormats(filling, board)
  if (api.has('POST', '/workspaces/{workspace_id}/imports')) await importInto(filling, back.workspace.uid)
}

async function publish({ api, owner }: Filling, board: string) {
  await api.call(owner.token, 'PUT', `/workspaces/${board}/publish`)
  await waitFor('it is published', () =>
    api.call(null, 'GET', `/published/${board}`).then(
      () => true,
      () => false as const,
    ),
  )
}

/** All but the archive have only a stroke, which needs no fonts: pictures of text are large. */
async function exportInAllFormats(filling: Filling, board: string) {
  const { api, owner } = filling
  const { strokes } = await api.call(owner.token, 'GET', `/workspaces/${board}/strokes`)
  const objects = strokes.find(({ targetId }: Reply) => targetId === null).id
  for (const format of api.allowedInBody('POST', '/workspaces/{workspace_id}/exports', 'format'))
    await exportAs(filling, board, { format, ...(format === 'tessera' ? {} : { objects }) })
}

async function exportAs({ api, owner }: Filling, board: string, options: { format: string }) {
  const exports = `/workspaces/${board}/exports`
  const { export: made } = await api.call(owner.token, 'POST', exports, options)
  await waitFor(`the export as ${options.format}`, async () => {
    const { export: now } = await api.call(owner.token, 'GET', `${exports}/${made.id}`)
    if (now.state === 'failed') throw new Error(`the export as ${options.format} failed: ${now.error}`)
    return now.state === 'done'
  })
}

async function importInto({ api, owner }: Filling, board: string) {
  const imports = `/workspaces/${board}/imports`
  const file = new File(['flowchart LR\n  A[Idea] -->|becomes| B[Plan]\n'], 'flowchart.mmd')
  const { import: made } = await api.call(owner.token, 'POST', imports, formOf({ file }))
  await waitFor('the import', async () => {
    const { import: now } = await api.call(owner.token, 'GET', `${imports}/${made.id}`)
    return now.state === 'done' || now.state === 'failed'
  })
}

/** Opens the live socket, which is recorded as a visit. */
async function visit({ api, owner }: Filling, board: string) {
  const socket = new WebSocket(`${api.url.replace(/^http/, 'ws')}/api/workspaces/${board}/live`)
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', token: owner.token, after: null, as: 'browser' }))
    socket.onmessage = ({ data }) => JSON.parse(String(data)).type === 'welcome' && resolve()
    socket.onerror = () => reject(new Error('the live socket failed'))
  })
  socket.close()
}
