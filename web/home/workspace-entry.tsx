// A workspace in the list with everything that can be done with it; what the person's role does not allow is not offered.

import type { Workspace } from '@tessera/client'
import { useState } from 'react'
import { useSession } from '../session/session.tsx'
import { PublishDialog } from '../sharing/publish-dialog.tsx'
import { ShareDialog } from '../sharing/share-dialog.tsx'
import type { MenuEntry } from '../ui/menu-list.tsx'
import { useNotice } from '../ui/notices.tsx'
import { sayFault } from '../ui/use-act.ts'
import { type HomeWords, useHomeWords } from './home-words.ts'
import { boardAddress, type Moment, WorkspaceCard } from './workspace-card.tsx'
import { type Named, WorkspaceForm } from './workspace-form.tsx'

interface WorkspaceEntryProps {
  readonly workspace: Workspace
  readonly onChange: (workspace: Workspace) => void
  readonly onGone: () => void
  /** Reads the list anew. */
  readonly again: () => void
  readonly moment: Moment
}

type Asked = 'edit' | 'share' | 'publish' | 'copy'

export function WorkspaceEntry(props: WorkspaceEntryProps) {
  const { workspace, onChange, onGone, again, moment } = props
  const { client, me } = useSession()
  const words = useHomeWords()
  const say = useNotice()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)

  async function star(favorite: boolean) {
    // Shown at once; put back where the service says no.
    onChange({ ...workspace, favorite })
    await client.workspaces.favorite(workspace.uid, { favorite }).catch(async failure => {
      onChange(workspace)
      say(await sayFault(failure))
    })
  }

  async function remove() {
    try {
      await client.workspaces.delete(workspace.uid)
    } catch (failure) {
      return say(await sayFault(failure))
    }
    onGone()
    document.getElementById('content')?.focus({ preventScroll: true })
    say(words.removed(workspace.name), { label: words.undo, act: restore })
  }

  async function restore() {
    await client.workspaces.restore(workspace.uid).then(
      () => say(words.restored(workspace.name)),
      async failure => say(await sayFault(failure)),
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
    { label: words.open, act: () => window.location.assign(boardAddress(workspace)) },
    { label: words.share, act: () => ask('share') },
    ...(role.can_edit_metadata ? [{ label: words.edit, act: () => ask('edit') }] : []),
    ...(role.can_duplicate_workspace ? [{ label: words.copy, act: () => ask('copy') }] : []),
    ...(role.can_change_publish_state || workspace.publish_state === 'published'
      ? [{ label: words.publish, act: () => ask('publish') }]
      : []),
    ...(role.can_delete_workspace ? [{ label: words.remove, look: 'danger' as const, act: remove }] : []),
  ]
}

type Asking = WorkspaceEntryProps & { readonly onClose: () => void }

function EditWorkspace({ workspace, onChange, onClose }: Asking) {
  const { client } = useSession()
  const words = useHomeWords()
  const say = useNotice()
  async function save(named: Named) {
    await client.workspaces.update(workspace.uid, named)
    onChange({ ...workspace, ...named })
    say(words.saved)
  }
  return (
    <WorkspaceForm
      title={words.editTitle}
      start={workspace}
      deed={words.save}
      doing={words.saving}
      onSubmit={save}
      onClose={onClose}
    />
  )
}

function CopyWorkspace({ workspace, again, onClose }: Asking) {
  const { client } = useSession()
  const words = useHomeWords()
  const say = useNotice()
  async function copy({ name, description }: Named) {
    const copied = await client.workspaces.copy(workspace.uid, {
      new_workspace_name: name,
      new_workspace_description: description,
    })
    say(words.copied(workspace.name), {
      label: words.open,
      act: () => window.location.assign(boardAddress(copied.workspace)),
    })
    again()
  }
  return (
    <WorkspaceForm
      title={words.copyTitle(workspace.name)}
      lead={words.copyLead}
      start={{ name: words.copyName(workspace.name).slice(0, 255), description: workspace.description }}
      deed={words.copyDeed}
      doing={words.copying}
      onSubmit={copy}
      onClose={onClose}
    />
  )
}
