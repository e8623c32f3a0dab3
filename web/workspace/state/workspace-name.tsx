// The name of the workspace for the bar and the window title, and whether it is published. Both follow the changes of
// other users.

import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useBoard } from './board.ts'

interface WorkspaceName {
  readonly name: string
  readonly setName: (name: string) => void
  readonly isPublished: boolean
}

const Context = createContext<WorkspaceName>({ name: '', setName: () => {}, isPublished: false })

const publishing = { WORKSPACE_PUBLISH: true, WORKSPACE_UNPUBLISH: false }

export const useWorkspaceName = () => useContext(Context)

interface ProviderProps {
  readonly first: Pick<WorkspaceName, 'name' | 'isPublished'>
  readonly children: ReactNode
}

export function WorkspaceNameProvider({ first, children }: ProviderProps) {
  const { live } = useBoard()
  const [name, setName] = useState(first.name)
  const [isPublished, setPublished] = useState(first.isPublished)
  useEffect(
    () =>
      live.onEvents(events => {
        const renamed = events.findLast(({ workspace }) => workspace)?.workspace?.name
        if (renamed) setName(renamed)
        const published = events.findLast(({ type }) => type in publishing)
        if (published) setPublished(published.type === 'WORKSPACE_PUBLISH')
      }),
    [live],
  )
  useEffect(() => {
    document.title = `${name} · Tessera`
  }, [name])
  return <Context value={{ name, setName, isPublished }}>{children}</Context>
}
