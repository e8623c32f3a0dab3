// Creates a workspace: name, organization and visibility.

import { useState } from 'react'
import { useSession } from '../session/session.tsx'
import { SwitchField } from '../ui/switch-field.tsx'
import { Choice } from '../ui/text-field.tsx'
import { useHomeMessages } from './home-messages.ts'
import type { OrganizationChoice } from './use-organizations.ts'
import { type WorkspaceDetails, WorkspaceForm } from './workspace-form.tsx'

interface NewWorkspaceProps {
  /** The organizations it can be created in, at least one. */
  readonly places: readonly OrganizationChoice[]
  readonly start: number | null
  readonly onCreated: (made: { uid: string; name: string }) => void
  readonly onClose: () => void
}

export function NewWorkspace({ places, start, onCreated, onClose }: NewWorkspaceProps) {
  const { client } = useSession()
  const messages = useHomeMessages()
  const [place, setPlace] = useState(places.find(({ id }) => id === start) ?? (places[0] as OrganizationChoice))
  const [isPublic, setPublic] = useState(false)
  async function create(named: WorkspaceDetails) {
    const { workspace } = await client.workspaces.create(place.id, { ...named, public: isPublic })
    onCreated({ uid: workspace.properties.uid, name: workspace.title })
  }
  return (
    <WorkspaceForm
      title={messages.create}
      start={{ name: '', description: '' }}
      actionLabel={messages.makeIt}
      doing={messages.makingIt}
      onSubmit={create}
      onClose={onClose}
    >
      {places.length > 1 && (
        <Choice
          label={messages.organization}
          value={place.id}
          onChange={event => setPlace(places.find(({ id }) => id === Number(event.target.value)) as OrganizationChoice)}
        >
          {places.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
      )}
      <SwitchField
        label={messages.isPublic}
        hint={messages.isPublicHint(place.name)}
        isOn={isPublic}
        onChange={setPublic}
      />
    </WorkspaceForm>
  )
}
