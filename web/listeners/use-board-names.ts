// The workspaces that a listener can be for, by uid.

import { useSession } from '../session/session.tsx'
import { type Load, useLoad } from '../ui/use-load.ts'

export type BoardNames = ReadonlyMap<string, string>

export function useBoardNames(): Load<BoardNames> {
  const { client } = useSession()
  return useLoad<BoardNames>(async () => {
    const all = await Array.fromAsync(client.users.listWorkspaces.all('me', { limit: 200 }))
    return new Map(all.map(({ uid, name }) => [uid, name]))
  }, [])
}

export const namesIn = ({ loaded }: Load<BoardNames>): BoardNames =>
  loaded.state === 'ready' ? loaded.value : new Map()
