// Serves the images of published workspaces to anyone while they are published. Browsers may cache them but must revalidate.

import type { FastifyInstance, FastifyReply } from 'fastify'
import { type FileStorage, isHash } from '../../platform/files/index.ts'
import type { RateLimit } from '../../platform/limits/index.ts'
import { networkOf } from '../../tools/index.ts'
import { applyAllowance } from './apply-allowance.ts'
import { sendFile } from './file-route.ts'

export interface PublishedFileSettings {
  readonly files: FileStorage
  readonly limit: RateLimit
  /** The content type of a file of the published workspace; null if it is not part of it. */
  findFile(uid: string, hash: string): Promise<string | null>
  /** An image of the whole workspace; null if there is none. */
  findPicture(uid: string, name: 'link-light' | 'overview-light' | 'overview-dark'): Promise<Picture | null>
}

interface Picture {
  readonly hash: string
  readonly mime: string
}

/** For link previews, and for the parts of a board that the viewer has not loaded yet. */
const pictures = {
  'preview.png': 'link-light',
  'overview-light.webp': 'overview-light',
  'overview-dark.webp': 'overview-dark',
} as const

export function servePublishedFiles(
  app: FastifyInstance,
  { files, limit, findFile, findPicture }: PublishedFileSettings,
): void {
  app.get<{ Params: { uid: string; hash: string } }>('/view/:uid/files/:hash', async (request, reply) => {
    applyAllowance(allowAnyOrigin(reply), limit.take(networkOf(request.ip)))
    const { uid, hash } = request.params
    const mime = isHash(hash) ? await findFile(uid, hash) : null
    return await sendFile(request, reply, { files, file: mime === null ? null : { hash, mime }, caching: 'no-cache' })
  })
  for (const [ending, name] of Object.entries(pictures))
    app.get<{ Params: { uid: string } }>(`/view/:uid/${ending}`, async (request, reply) => {
      applyAllowance(allowAnyOrigin(reply), limit.take(networkOf(request.ip)))
      const file = await findPicture(request.params.uid, name)
      return await sendFile(request, reply, { files, file, caching: 'no-cache' })
    })
}

/** They are public, and a viewer in a frame has an origin of its own. */
const allowAnyOrigin = (reply: FastifyReply) => reply.header('access-control-allow-origin', '*')
