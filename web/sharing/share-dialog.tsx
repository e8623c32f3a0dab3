// The share dialog: people and their roles, transfer of ownership, access for the whole organization, and the link.
// Used by the home page and by the board.

import type { Workspace } from '@tessera/client'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { SwitchField } from '../ui/switch-field.tsx'
import { useAction } from '../ui/use-action.ts'
import { useLoad } from '../ui/use-load.ts'
import { WhenLoaded } from '../ui/when-loaded.tsx'
import { AddPeople } from './add-people.tsx'
import { PersonRow } from './person-row.tsx'
import type { SharedWorkspace } from './shared-workspace.ts'
import { useSharingMessages } from './sharing-messages.ts'
import { sharingRightsOf } from './sharing-rights.ts'
import './share-dialog.css'

interface ShareDialogProps extends SharedWorkspace {
  /** Called with the updated workspace, or null after the user has left it. */
  readonly onChange: (workspace: Workspace | null) => void
  readonly onClose: () => void
}

export function ShareDialog({ client, workspace, me, onChange, onClose }: ShareDialogProps) {
  const messages = useSharingMessages()
  const rights = sharingRightsOf(workspace.workspace_role, me.id)
  const load = useLoad(
    async signal =>
      rights.has('can_list_users')
        ? (await client.workspaces.listUsers(workspace.uid, {}, { signal })).workspace_users
        : [],
    [workspace.uid, workspace.public],
  )
  async function refresh() {
    load.reload()
    onChange((await client.workspaces.get(workspace.uid)).workspace.properties)
  }
  function leave() {
    onChange(null)
    onClose()
  }
  return (
    <Dialog title={messages.title(workspace.name)} width="wide" onClose={onClose}>
      {rights.mayAdd && (
        <AddPeople
          {...{ client, workspace, rights }}
          people={load.loaded.state === 'ready' ? load.loaded.value : []}
          onAdded={refresh}
        />
      )}
      <section className="sharing-people" aria-label={messages.people}>
        <h3>{messages.people}</h3>
        <WhenLoaded load={load}>
          {people => (
            <ul className="rows">
              {people.map(person => (
                <PersonRow
                  key={person.id}
                  person={person}
                  {...{ client, workspace, me, rights }}
                  onChange={refresh}
                  onLeft={leave}
                />
              ))}
            </ul>
          )}
        </WhenLoaded>
      </section>
      <Openness
        client={client}
        workspace={workspace}
        mayChange={rights.has('can_change_public_state')}
        onChange={refresh}
      />
      <div className="dialog-actions sharing-foot">
        <CopyButton className="button button-secondary" text={`${window.location.origin}/w/${workspace.uid}`}>
          {messages.copyLink}
        </CopyButton>
        <span className="row-note">{messages.linkHint}</span>
        <Button variant="primary" onClick={onClose}>
          {messages.done}
        </Button>
      </div>
    </Dialog>
  )
}

interface OpennessProps extends Pick<SharedWorkspace, 'client' | 'workspace'> {
  readonly mayChange: boolean
  readonly onChange: () => Promise<void>
}

function Openness({ client, workspace, mayChange, onChange }: OpennessProps) {
  const messages = useSharingMessages()
  const change = useAction(async (isOpen: boolean) => {
    await client.workspaces.update(workspace.uid, { public: isOpen })
    await onChange()
  })
  if (!mayChange) return <p className="row-note">{workspace.public ? messages.openNow : messages.closedNow}</p>
  return (
    <div className="sharing-openness">
      <SwitchField
        label={messages.open}
        hint={messages.openHint}
        isOn={workspace.public}
        onChange={isOpen => change.run(isOpen)}
        disabled={change.isBusy}
      />
      <ErrorMessage text={change.error} />
    </div>
  )
}
