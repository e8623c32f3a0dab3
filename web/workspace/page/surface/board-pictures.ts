// The addresses of the pictures of images and document pages: the smallest version that is sharp enough. URLs are
// signed and expire after an hour; old ones are requested again.

import type { BoardObject, Client, LiveWorkspace } from '@tessera/client'
import { kinds } from '@tessera/contract'
import type { PictureSource } from '../../../canvas/picture-cache.ts'
import { localAddress } from '../../../ui/local-address.ts'

interface PictureVersion {
  readonly url: string
  readonly width: number
}

type Pages = Map<number, readonly PictureVersion[]>

const freshMs = 45 * 60_000
const pagesAtOnce = 50

export function boardPictures(client: Client, uid: string, live: LiveWorkspace): PictureSource {
  const loadedAt = Date.now()
  const pagesOf = new Map<string, Promise<Pages>>()

  async function versionsOf(object: BoardObject, page: number): Promise<readonly PictureVersion[]> {
    if (page > 1) return (await pagesAround(object.id, page)).get(page) ?? []
    const own = 'pictures' in object ? object.pictures : []
    if (Date.now() - loadedAt < freshMs || own.length === 0) return own
    return await fetchVersions(client, uid, object)
  }

  function pagesAround(id: string, page: number): Promise<Pages> {
    const offset = Math.floor((page - 1) / pagesAtOnce) * pagesAtOnce
    const key = `${id} ${offset} ${Math.floor((Date.now() - loadedAt) / freshMs)}`
    const known = pagesOf.get(key) ?? readPages(client, uid, id, offset)
    pagesOf.set(key, known)
    const forget = () => pagesOf.get(key) === known && pagesOf.delete(key)
    // A page that is not processed yet is requested again.
    known.then(pages => pages.has(page) || forget(), forget)
    return known
  }

  return {
    async address(key, pixels) {
      const [id = '', page = '1'] = key.split('/')
      const object = live.get(id)
      if (!object) return null
      const versions = await versionsOf(object, Number(page)).catch(() => [])
      const best = versions.find(({ width }) => width >= pixels) ?? versions.at(-1)
      return best ? localAddress(best.url) : null
    },
  }
}

async function readPages(client: Client, uid: string, id: string, offset: number): Promise<Pages> {
  const { pages } = await client.documents.listPages(uid, id, { offset, limit: pagesAtOnce })
  return new Map(pages.map(({ number, pictures }) => [number, pictures]))
}

async function fetchVersions(
  client: Client,
  uid: string,
  { kind, id }: BoardObject,
): Promise<readonly PictureVersion[]> {
  const noun = kinds[kind].path as 'images' | 'documents'
  const reply = (await client[noun].get(uid, id)) as Record<string, { pictures?: readonly PictureVersion[] }>
  return reply[kind]?.pictures ?? []
}
