// Fetches a picture of the board from the service.

import type { OpenBoard } from '../../state/board.ts'
import type { pictureQuery } from './picture-request.ts'

export type PictureQuery = ReturnType<typeof pictureQuery>

const timeoutMs = 120_000

export const fetchPicture = ({ client, uid }: OpenBoard, query: PictureQuery, signal?: AbortSignal): Promise<Blob> =>
  client.pictures.get(uid, query, { timeoutMs, ...(signal ? { signal } : {}) })
