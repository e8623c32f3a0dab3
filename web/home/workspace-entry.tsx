// A workspace in the list with its actions. Actions that the user's role does not allow are not offered.

import type { Workspace } from '@tessera/client'
import { useState } from 'react'
import { useSession } from '../session/session.tsx'
import { PublishDialog } from '../sharing/publish-dialog.tsx'
import { ShareDialog } from '../sharing/share-dialog.tsx'
import type { MenuEntry } from '../ui/menu-list.tsx'
import { useNotice } from '../ui/notices.tsx'
import { describeFailure } from '../ui/use-action.ts'
import { type HomeMessages, useHomeMessages } from './home-messages.ts'
import { boardAddress, type Moment, WorkspaceCard } from './workspace-card.tsx'
import { type WorkspaceDetails, WorkspaceForm } from './workspace-form.tsx'

interface WorkspaceEntryProps {
  readonly workspace: Workspace
  readonly onChange: (workspace: Workspace) => void
  readonly onGone: () => void
  /** Reloads the list. */
  readonly again: () => void
  readonly moment: Moment
}

type EntryDialog = 'edit' | 'share' | 'publish' | 'copy'

export function WorkspaceEntry(props: WorkspaceEntryProps) {
  const { workspace, onChange, onGone, again, moment } = props
  const { client, me } = useSession()
  const messages = useHomeMessages()
  const showNotice = useNotice()
  const [asked, setAsked] = useState<EntryDialog | null>(null)
  const close = () => setAsked(null)

  async function star(favorite: boolean) {
    // Applied at once, and reverted if the server refuses.
    onChange({ ...workspace, favorite })
    await client.workspaces.favorite(workspace.uid, { favorite }).catch(async failure => {
      onChange(workspace)
      showNotice(await describeFailure(failure))
    })
  }

  async function remove() {
    try {
      await client.workspaces.delete(workspace.uid)
    } catch (failure) {
      return showNotice(await describeFailure(failure))
    }
    onGone()
    document.getElementById('content')?.focus({ preventScroll: true })
    showNotice(messages.removed(workspace.name), { label: messages.undo, run: restore })
  }

  async function restore() {
    await client.workspaces.restore(workspace.uid).then(
      () => showNotice(messages.restored(workspace.name)),
      async failure => showNotice(await describeFailure(failure)),
    )
    again()
  }

  return (
    <>
      <WorkspaceCard
        workspace={workspace}
        entries={entriesFor(workspace, messages, setAsked, remove)}
        moment={moment}
        onStar={star}
      />
      {asked === 'edit' && <EditWorkspace {...props} onClose={close} />}
      {asked === 'copy' && <CopyWorkspace {...props} onClose={close} />}
      {asked === 'publish' && <PublishDialog {...{ client, workspace, onChange }} onClose={close} />}
      {asked === 'share' && (
        <ShareDialog
          {...{ client, workspace, me }}
          onChange={next => (next ? onChange(next) : onGone())}
          onClose={close}
        />
      )}
    </>
  )
}

function entriesFor(
  workspace: Workspace,
  messages: HomeMessages,
  ask: (what: EntryDialog) => void,
  remove: () => void,
): readonly MenuEntry[] {
  const role = workspace.workspace_role
  return [
    { label: messages.open, run: () => window.location.assign(boardAddress(workspace)) },
    { label: messages.share, run: () => ask('share') },
    ...(role.can_edit_metadata ? [{ label: messages.edit, run: () => ask('edit') }] : []),
    ...(role.can_duplicate_workspace ? [{ label: messages.copy, run: () => ask('copy') }] : []),
    { label: messages.export, run: () => window.location.assign(`${boardAddress(workspace)}?export`) },
    ...(role.can_change_publish_state || workspace.publish_state === 'published'
      ? [{ label: messages.publish, run: () => ask('publish') }]
      : []),
    ...(role.can_delete_workspace ? [{ label: messages.remove, variant: 'danger' as const, run: remove }] : []),
  ]
}

type Asking = WorkspaceEntryProps & { readonly onClose: () => void }

function EditWorkspace({ workspace, onChange, onClose }: Asking) {
  const { client } = useSession()
  const messages = useHomeMessages()
  const showNotice = useNotice()
  async function save(named: WorkspaceDetails) {
    await client.workspaces.update(workspace.uid, named)
    onChange({ ...workspace, ...named })
    showNotice(messages.saved)
  }
  return (
    <WorkspaceForm
      title={messages.editTitle}
      start={workspace}
      actionLabel={messages.save}
      doing={messages.saving}
      onSubmit={save}
      onClose={onClose}
    />
  )
}

function CopyWorkspace({ workspace, again, onClose }: Asking) {
  const { client } = useSession()
  const messages = useHomeMessages()
  const showNotice = useNotice()
  async function copy({ name, description }: WorkspaceDetails) {
    const copied = await client.workspaces.copy(workspace.uid, {
      new_workspace_name: name,
      new_workspace_description: description,
    })
    showNotice(messages.copied(workspace.name), {
      label: messages.open,
      run: () => window.location.assign(boardAddress(copied.workspace)),
    })
    again()
  }
  return (
    <WorkspaceForm
      title={messages.copyTitle(workspace.name)}
      lead={messages.copyLead}
      start={{ name: messages.copyName(workspace.name).slice(0, 255), description: workspace.description }}
      actionLabel={messages.copyAction}
      doing={messages.copying}
      onSubmit={copy}
      onClose={onClose}
    />
  )
}
