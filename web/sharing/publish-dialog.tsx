// Publishing a workspace: what state it is in, how far it has come, the public link, and the ways back. Used by the home page
// and by the board. While something is under way it looks at the workspace again and again.

import type { Client, Workspace } from '@tessera/client'
import { useEffect, useRef } from 'react'
import { Button, ButtonLink } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Fault } from '../ui/fault.tsx'
import { Badge } from '../ui/panel.tsx'
import { Ago } from '../ui/times.tsx'
import { useAct } from '../ui/use-act.ts'
import { useSharingWords } from './sharing-words.ts'
import './publish-dialog.css'

export interface PublishDialogProps {
  readonly client: Client
  readonly workspace: Workspace
  /** With the workspace as it is now. */
  readonly onChange: (workspace: Workspace) => void
  readonly onClose: () => void
}

const lookAgainMs = 1_000

export function PublishDialog({ client, workspace, onChange, onClose }: PublishDialogProps) {
  const words = useSharingWords()
  const { uid, publish_state: state } = workspace
  const look = useRef(async () => {})
  look.current = async () => onChange((await client.workspaces.get(uid)).workspace.properties)
  const isUnderWay = state === 'publishing' || state === 'unpublishing'
  useEffect(() => {
    if (!isUnderWay) return
    // What cannot be read now is looked for again: it is only shown how far things have come.
    const timer = setInterval(() => look.current().catch(() => {}), lookAgainMs)
    return () => clearInterval(timer)
  }, [isUnderWay])
  const publish = useAct(async () => {
    await client.workspaces.publish(uid)
    await look.current()
  })
  const unpublish = useAct(async () => {
    await client.workspaces.unpublish(uid)
    await look.current()
  })
  const mayPublish = workspace.workspace_role.can_change_publish_state
  const isBusy = publish.isBusy || unpublish.isBusy || isUnderWay
  return (
    <Dialog title={words.publishTitle(workspace.name)} onClose={onClose}>
      <p className="publishing-state" role="status">
        <Badge look={state === 'published' ? 'good' : isUnderWay ? 'wait' : 'plain'}>{words.states[state]}</Badge>
        {state === 'published' && <Ago at={workspace.published_at} />}
      </p>
      {state === 'publishing' && <Progress percent={workspace.publish_progress} />}
      {state === 'published' && <PublicLink url={workspace.published_url} />}
      {state === 'published' && !workspace.published_in_full && <p className="publishing-more">{words.showsLess}</p>}
      <p className="row-note">{isUnderWay ? words.mailed : words.publishLead}</p>
      {!mayPublish && <p className="row-note">{words.mayNot}</p>}
      <Fault text={publish.fault ?? unpublish.fault} />
      <div className="dialog-actions">
        <Button onClick={onClose}>{words.done}</Button>
        {mayPublish && state === 'published' && (
          <Button look="danger" onClick={() => unpublish.run()} disabled={isBusy}>
            {words.unpublish}
          </Button>
        )}
        {mayPublish && (
          <Button look="primary" onClick={() => publish.run()} disabled={isBusy}>
            {state === 'published' ? words.publishAgain : words.publish}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function Progress({ percent }: { percent: number | null }) {
  const words = useSharingWords()
  return (
    <div className="publishing-progress">
      <progress aria-label={words.progress} max={100} {...(percent === null ? {} : { value: percent })} />
      <span>{percent === null ? '' : words.percent(percent)}</span>
    </div>
  )
}

function PublicLink({ url }: { url: string }) {
  const words = useSharingWords()
  return (
    <div className="publishing-link">
      <code>{url}</code>
      <CopyButton className="button button-secondary" text={url} label={words.copyPublicLink}>
        {words.copyLink}
      </CopyButton>
      <ButtonLink href={url} target="_blank" rel="noopener">
        {words.openLink}
      </ButtonLink>
    </div>
  )
}
