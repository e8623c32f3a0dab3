// The operation that returns what is known about the web page of a browser object.

import { type Handlers, read } from '../../accounts/handler.ts'
import { getOfKind, signFor } from '../../board/index.ts'
import type { SignFile } from '../../platform/files/index.ts'
import { webPageView } from './web-page-view.ts'
import type { WebPages } from './web-pages.ts'

interface WebPageHandlerDependencies {
  readonly sign: SignFile
  readonly findPage: WebPages['find']
}

export const webPageHandlers = ({
  sign,
  findPage,
}: WebPageHandlerDependencies): Pick<Handlers<'browsers'>, 'getPage'> => ({
  getPage: read(async ({ db, caller, workspace, workspaceRole, params }) => {
    const { record } = await getOfKind(db, workspace.id, 'browser', params.browser_id)
    const page = await findPage({ workspace_id: workspace.id, url: record.url as string }, caller.id)
    return { page: webPageView(page, signFor(workspaceRole, sign)) }
  }),
})
