// The name of the workspace for the bar and the window title. It follows renames by others.

import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useBoard } from './board.ts'

interface WorkspaceName {
  readonly name: string
  readonly setName: (name: string) => void
}

const Context = createContext<WorkspaceName>({ name: '', setName: () => {} })

export const useWorkspaceName = () => useContext(Context)

export function WorkspaceNameProvider({ first, children }: { first: string; children: ReactNode }) {
  const { live } = useBoard()
  const [name, setName] = useState(first)
  useEffect(
    () =>
      live.onEvents(events => {
        const renamed = events.findLast(({ workspace }) => workspace)?.workspace?.name
        if (renamed) setName(renamed)
      }),
    [live],
  )
  useEffect(() => {
    document.title = `${name} · Tessera`
  }, [name])
  return <Context value={{ name, setName }}>{children}</Context>
}
