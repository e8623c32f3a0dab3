// A workspace in the list with its actions. Actions that the user's role does not allow are not offered.

import type { Workspace } from '@tessera/client'
import { useState } from 'react'
import { useSession } from '../session/session.tsx'
import { PublishDialog } from '../sharing/publish-dialog.tsx'
import { ShareDialog } from '../sharing/share-dialog.tsx'
import type { MenuEntry } from '../ui/menu-list.tsx'
import { useNotice } from '../ui/notices.tsx'
import { describeFailure } from '../ui/use-action.ts'
import { type HomeWords, useHomeWords } from './home-words.ts'
import { boardAddress, type Moment, WorkspaceCard } from './workspace-card.tsx'
import { type Named, WorkspaceForm } from './workspace-form.tsx'

interface WorkspaceEntryProps {
  readonly workspace: Workspace
  readonly onChange: (workspace: Workspace) => void
  readonly onGone: () => void
  /** Reloads the list. */
  readonly again: () => void
  readonly moment: Moment
}

type Asked = 'edit' | 'share' | 'publish' | 'copy'

export function WorkspaceEntry(props: WorkspaceEntryProps) {
  const { workspace, onChange, onGone, again, moment } = props
  const { client, me } = useSession()
  const words = useHomeWords()
  const showNotice = useNotice()
  const [asked, setAsked] = useState<Asked | null>(null)
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
    showNotice(words.removed(workspace.name), { label: words.undo, run: restore })
  }

  async function restore() {
    await client.workspaces.restore(workspace.uid).then(
      () => showNotice(words.restored(workspace.name)),
      async failure => showNotice(await describeFailure(failure)),
    )
    again()
  }

  return (
    <>
      <WorkspaceCard
        workspace={workspace}
        entries={entriesFor(workspace, words, setAsked, remove)}
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
  words: HomeWords,
  ask: (what: Asked) => void,
  remove: () => void,
): readonly MenuEntry[] {
  const role = workspace.workspace_role
  return [
    { label: words.open, run: () => window.location.assign(boardAddress(workspace)) },
    { label: words.share, run: () => ask('share') },
    ...(role.can_edit_metadata ? [{ label: words.edit, run: () => ask('edit') }] : []),
    ...(role.can_duplicate_workspace ? [{ label: words.copy, run: () => ask('copy') }] : []),
    { label: words.export, run: () => window.location.assign(`${boardAddress(workspace)}?export`) },
    ...(role.can_change_publish_state || workspace.publish_state === 'published'
      ? [{ label: words.publish, run: () => ask('publish') }]
      : []),
    ...(role.can_delete_workspace ? [{ label: words.remove, look: 'danger' as const, run: remove }] : []),
  ]
}

type Asking = WorkspaceEntryProps & { readonly onClose: () => void }

function EditWorkspace({ workspace, onChange, onClose }: Asking) {
  const { client } = useSession()
  const words = useHomeWords()
  const showNotice = useNotice()
  async function save(named: Named) {
    await client.workspaces.update(workspace.uid, named)
    onChange({ ...workspace, ...named })
    showNotice(words.saved)
  }
  return (
    <WorkspaceForm
      title={words.editTitle}
      start={workspace}
      actionLabel={words.save}
      doing={words.saving}
      onSubmit={save}
      onClose={onClose}
    />
  )
}

function CopyWorkspace({ workspace, again, onClose }: Asking) {
  const { client } = useSession()
  const words = useHomeWords()
  const showNotice = useNotice()
  async function copy({ name, description }: Named) {
    const copied = await client.workspaces.copy(workspace.uid, {
      new_workspace_name: name,
      new_workspace_description: description,
    })
    showNotice(words.copied(workspace.name), {
      label: words.open,
      run: () => window.location.assign(boardAddress(copied.workspace)),
    })
    again()
  }
  return (
    <WorkspaceForm
      title={words.copyTitle(workspace.name)}
      lead={words.copyLead}
      start={{ name: words.copyName(workspace.name).slice(0, 255), description: workspace.description }}
      actionLabel={words.copyAction}
      doing={words.copying}
      onSubmit={copy}
      onClose={onClose}
    />
  )
}
