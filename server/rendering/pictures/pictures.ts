// The handlers of pictures: of a workspace for users who may read it, and of a published one for anyone.

import { createHash } from 'node:crypto'
import { can, formats, type Operations, type PictureQuery, Problem } from '@tessera/contract'
import { notFound } from '../../accounts/access/index.ts'
import { type FileReply, type Handler, type Handlers, open, read } from '../../accounts/handler.ts'
import server from '../../package.json' with { type: 'json' }
import type { Database } from '../../platform/sql/index.ts'
import { networkOf } from '../../tools/index.ts'
import { snapshotSource, workspaceSource } from './board-source.ts'
import { type DrawingDependencies, drawBoard, type PictureRequest } from './draw-board.ts'
import { fileNameOf } from './file-name.ts'
import { readPictureOptions } from './picture-options.ts'
import { findShownBoard } from './picture-store.ts'

export interface PictureDependencies extends DrawingDependencies {
  readonly db: Database
}

export interface PictureHandlers {
  readonly pictures: Handlers<'pictures'>
  readonly getPublishedPicture: Handler<Operations['published']['getPicture']>
}

const drawingMs = 30_000

export function pictureHandlers(dependencies: PictureDependencies): PictureHandlers {
  const { db, drawing } = dependencies
  const reply = (query: PictureQuery, { version, ...request }: ReplySubject): FileReply => {
    const options = readPictureOptions(query)
    return {
      tag: tagOf([version, request.hasOriginals, options]),
      type: formats[options.format].mediaType,
      name: fileNameOf(request.title, options.format),
      async open({ charge, signal }) {
        const making = { options, timeoutMs: drawingMs, signal, onPlanned: charge }
        const work = () => drawBoard(dependencies, { ...request, ...making })
        const file = await drawing.inTurn(request.requester, work, signal)
        return { size: (await file.stat()).size, content: file.createReadStream() }
      },
    }
  }
  return {
    pictures: {
      get: read(async ({ workspace, workspaceRole, caller, query }) =>
        reply(query, {
          requester: { person: caller.id, organization: workspace.organization_id },
          version: `${workspace.uid} ${workspace.seq} ${workspace.name}`,
          title: workspace.name,
          hasOriginals: can(workspaceRole, 'can_download_assets'),
          readBoard: work => db.snapshot(reader => work(workspaceSource(reader, workspace.id))),
        }),
      ),
    },
    getPublishedPicture: open(async ({ db: reader, params, query, address }) => {
      const shown = await findShownBoard(reader, params.workspace_id)
      if (!shown) throw notFound('published workspace')
      if (shown.can_download === 0)
        throw new Problem('ForbiddenError', 'The publisher of this workspace does not allow downloads')
      return reply(query, {
        requester: { visitor: networkOf(address) },
        version: shown.id,
        title: shown.name,
        hasOriginals: false,
        readBoard: work => db.snapshot(snapshot => work(snapshotSource(snapshot, shown))),
      })
    }),
  }
}

interface ReplySubject extends Pick<PictureRequest, 'title' | 'hasOriginals' | 'readBoard' | 'requester'> {
  /** Changes with every change of the board. */
  readonly version: string
}

/** The version of the server is part of the tag, because another version may draw differently. */
const tagOf = (parts: unknown) =>
  createHash('sha256')
    .update(JSON.stringify([server.version, parts]))
    .digest('base64url')
    .slice(0, 27)
