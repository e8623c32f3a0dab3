// The home page of a signed-in user: all, recent and favorite workspaces, and the trash.

import { useRef, useState } from 'react'
import { Shell } from '../session/shell.tsx'
import { Button } from '../ui/button.tsx'
import { useHash } from '../ui/hash.ts'
import { useNotice } from '../ui/notices.tsx'
import { useHomeMessages } from './home-messages.ts'
import { ImportWorkspace } from './import-workspace.tsx'
import { NewWorkspace } from './new-workspace.tsx'
import { Trash } from './trash.tsx'
import { useHomeKeys } from './use-home-keys.ts'
import { useOrganizations } from './use-organizations.ts'
import { boardAddress } from './workspace-card.tsx'
import { WorkspaceList } from './workspace-list.tsx'
import './home-page.css'

export function HomePage() {
  const messages = useHomeMessages()
  const places = useOrganizations()
  const known = places.loaded.state === 'ready' ? places.loaded.value : []
  const open = known.filter(({ mayCreate }) => mayCreate)
  const [isCreating, setCreating] = useState(false)
  const [organization, setOrganization] = useState<number | null>(null)
  const search = useRef<HTMLInputElement>(null)
  const hash = useHash()
  const parts = [
    { hash: '', label: messages.all },
    { hash: 'recent', label: messages.recent },
    { hash: 'favorites', label: messages.favorites },
    { hash: 'trash', label: messages.trash },
  ]
  const current = parts.find(part => part.hash === hash)?.hash ?? ''
  const create = open.length > 0 ? () => setCreating(true) : undefined
  useHomeKeys({ search, onCreate: create })
  return (
    <Shell
      title={messages.title}
      width="wide"
      parts={parts}
      current={current}
      actions={
        create && (
          <>
            <ImportWorkspace organization={(open.find(({ id }) => id === organization) ?? open[0])?.id ?? 0} />
            <Button variant="primary" onClick={create}>
              <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
                <path d="M10 4v12M4 10h12" />
              </svg>
              {messages.create}
            </Button>
          </>
        )
      }
    >
      {current === 'trash' ? (
        <Trash />
      ) : (
        <WorkspaceList
          key={current}
          view={current === 'recent' || current === 'favorites' ? current : 'all'}
          places={known}
          organization={organization}
          onOrganization={setOrganization}
          search={search}
          onCreate={create}
        />
      )}
      {isCreating && <Creation places={open} start={organization} onClose={() => setCreating(false)} />}
    </Shell>
  )
}

function Creation(props: Omit<Parameters<typeof NewWorkspace>[0], 'onCreated'>) {
  const messages = useHomeMessages()
  const showNotice = useNotice()
  return (
    <NewWorkspace
      {...props}
      onCreated={({ uid, name }) => {
        showNotice(messages.created(name))
        window.location.assign(boardAddress({ uid }))
      }}
    />
  )
}
