// Serves thumbnails of workspaces to anyone with a signed URL.

import type { FastifyInstance } from 'fastify'
import type { FileStorage } from '../../platform/files/index.ts'
import { sendFile } from './file-route.ts'

export interface ThumbnailSettings {
  readonly files: FileStorage
  isSigned(uid: string, query: URLSearchParams): boolean
  find(uid: string, name: 'thumbnail-light' | 'thumbnail-dark'): Promise<{ hash: string; mime: string } | null>
}

export function serveThumbnails(app: FastifyInstance, { files, isSigned, find }: ThumbnailSettings): void {
  app.get<{ Params: { uid: string } }>('/thumbnails/:uid', async (request, reply) => {
    const { uid } = request.params
    const query = new URLSearchParams(request.url.split('?', 2)[1])
    const name = query.get('theme') === 'dark' ? 'thumbnail-dark' : 'thumbnail-light'
    const file = isSigned(uid, query) ? await find(uid, name) : null
    return await sendFile(request, reply, { files, file, caching: 'private, max-age=300' })
  })
}
