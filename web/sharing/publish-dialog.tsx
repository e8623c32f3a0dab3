// Publishing a workspace: its state and progress, the public link, and unpublishing. Used by the home page and by the
// board. It polls the workspace while publishing is in progress.

import type { Client, Workspace } from '@tessera/client'
import { settingOf } from '@tessera/contract/organization-settings'
import { useEffect, useRef, useState } from 'react'
import { Button, ButtonLink } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { Badge } from '../ui/panel.tsx'
import { SwitchField } from '../ui/switch-field.tsx'
import { Ago } from '../ui/times.tsx'
import { useAction } from '../ui/use-action.ts'
import { useLoad } from '../ui/use-load.ts'
import { useSharingMessages } from './sharing-messages.ts'
import './publish-dialog.css'

export interface PublishDialogProps {
  readonly client: Client
  readonly workspace: Workspace
  /** Called with the updated workspace. */
  readonly onChange: (workspace: Workspace) => void
  readonly onClose: () => void
}

const pollIntervalMs = 1_000

export function PublishDialog({ client, workspace, onChange, onClose }: PublishDialogProps) {
  const messages = useSharingMessages()
  const { uid, publish_state: state } = workspace
  const refresh = useRef(async () => {})
  refresh.current = async () => onChange((await client.workspaces.get(uid)).workspace.properties)
  const [canDownload, setCanDownload] = useState(workspace.can_download)
  const isInProgress = state === 'publishing' || state === 'unpublishing'
  useEffect(() => {
    if (!isInProgress) return
    // A failed poll needs no message: the next one follows in a second.
    const timer = setInterval(() => refresh.current().catch(() => {}), pollIntervalMs)
    return () => clearInterval(timer)
  }, [isInProgress])
  const publish = useAction(async () => {
    await client.workspaces.publish(uid, { can_download: canDownload })
    await refresh.current()
  })
  const unpublish = useAction(async () => {
    await client.workspaces.unpublish(uid)
    await refresh.current()
  })
  const ownerPublishes = workspace.workspace_role.can_change_publish_state
  const isAdminOnly = usePublishingLimit(client, workspace)
  const mayPublish = ownerPublishes && !isAdminOnly
  const isBusy = publish.isBusy || unpublish.isBusy || isInProgress
  return (
    <Dialog title={messages.publishTitle(workspace.name)} width="wide" onClose={onClose}>
      <p className="publishing-state" role="status">
        <Badge variant={state === 'published' ? 'good' : isInProgress ? 'wait' : 'plain'}>
          {messages.states[state]}
        </Badge>
        {state === 'published' && <Ago at={workspace.published_at} />}
      </p>
      {state === 'publishing' && <Progress percent={workspace.publish_progress} />}
      {state === 'published' && <PublicLink url={workspace.published_url} />}
      {state === 'published' && !workspace.published_in_full && <p className="publishing-more">{messages.showsLess}</p>}
      <p className="row-note">{isInProgress ? messages.mailed : messages.publishLead}</p>
      {mayPublish && (
        <SwitchField
          label={messages.canDownload}
          hint={state === 'published' ? messages.canDownloadAgain : messages.canDownloadHint}
          isOn={canDownload}
          onChange={setCanDownload}
          disabled={isBusy}
        />
      )}
      {!mayPublish && <p className="row-note">{isAdminOnly ? messages.adminsPublish : messages.mayNot}</p>}
      <ErrorMessage text={publish.error ?? unpublish.error} />
      <div className="dialog-actions">
        <Button onClick={onClose}>{messages.done}</Button>
        {ownerPublishes && state === 'published' && (
          <Button variant="danger" onClick={() => unpublish.run()} disabled={isBusy}>
            {messages.unpublish}
          </Button>
        )}
        {mayPublish && (
          <Button variant="primary" onClick={() => publish.run()} disabled={isBusy}>
            {state === 'published' ? messages.publishAgain : messages.publish}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** Whether only the organization's Owner and Admins can publish, and the user is not one of them. */
function usePublishingLimit(client: Client, { organization_id, workspace_role }: Workspace): boolean {
  const isOwner = workspace_role.can_change_publish_state
  const { loaded } = useLoad(
    async signal => {
      if (!isOwner) return false
      const { organization } = await client.organizations.get(organization_id, { signal })
      if (settingOf(organization.metadata, 'publishing') === 'editors') return false
      const { user } = await client.users.me({ signal })
      if (user.application_role?.can_edit_walls) return false
      const { organizations } = await client.users.listOrganizations('me', { query: organization.name }, { signal })
      const mine = organizations.find(one => one.id === organization_id)?.organization_role
      return mine?.role_type !== 'owner' && mine?.role_type !== 'admin'
    },
    [client, organization_id, isOwner],
  )
  // If it cannot be loaded, the server's answer to publishing explains it.
  return loaded.state === 'ready' && loaded.value
}

function Progress({ percent }: { percent: number | null }) {
  const messages = useSharingMessages()
  return (
    <div className="publishing-progress">
      <progress aria-label={messages.progress} max={100} {...(percent === null ? {} : { value: percent })} />
      <span>{percent === null ? '' : messages.percent(percent)}</span>
    </div>
  )
}

function PublicLink({ url }: { url: string }) {
  const messages = useSharingMessages()
  return (
    <div className="publishing-link">
      <input
        className="text-field-input"
        value={url}
        readOnly
        aria-label={messages.link}
        onFocus={event => event.target.select()}
      />
      <CopyButton className="button button-secondary" text={url}>
        {messages.copyLink}
      </CopyButton>
      <ButtonLink href={url} target="_blank" rel="noopener">
        {messages.openLink}
      </ButtonLink>
    </div>
  )
}
