// A web page that is not shown in a frame: its picture, title and host, the reason, and a link to it.

import type { WebPage } from '@tessera/client'
import { hostColor, hostInitial, readableAddress, themes } from '@tessera/drawing'
import { useEffect, useRef } from 'react'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { localAddress } from '../../../ui/local-address.ts'
import { useTheme } from '../../../ui/theme.ts'
import type { BrowserWidget } from '../../objects/browser-object.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'

export type PreviewReason = 'loading' | 'refused' | 'unknown' | 'offline'

interface StillPageProps {
  readonly object: BrowserWidget
  readonly page: WebPage | null
  readonly reason: PreviewReason
  /** Shows it in a frame anyway. */
  readonly onShow: () => void
}

export function PagePreviewCard({ object, page, reason, onShow }: StillPageProps) {
  const messages = useWorkspaceMessages().frames
  const element = useRef<HTMLElement>(null)
  const { host } = readableAddress(object.url)
  const title = page?.title || host
  // The colors of the card that the canvas paints at the same position.
  const theme = useTheme()
  useEffect(() => element.current?.focus({ preventScroll: true }), [])
  return (
    <section
      ref={element}
      className="frame-still"
      style={{ background: themes[theme].panel }}
      aria-label={messages.title(title)}
      tabIndex={-1}
    >
      {page?.picture ? (
        <img className="frame-still-picture" src={localAddress(page.picture.url)} alt="" />
      ) : (
        <Mark page={page} host={host} />
      )}
      <div className="frame-still-text">
        <h2>{title}</h2>
        {title !== host && <p className="frame-still-host">{host}</p>}
        <p className="frame-still-why" role="status">
          {messages.why[reason]}
        </p>
        <div className="frame-still-actions">
          <ButtonLink variant="primary" href={object.url} target="_blank" rel="noreferrer">
            {messages.openInNewTab}
          </ButtonLink>
          {reason === 'unknown' && <Button onClick={onShow}>{messages.showAnyway}</Button>}
        </div>
      </div>
    </section>
  )
}

function Mark({ page, host }: { page: WebPage | null; host: string }) {
  return (
    <div className="frame-still-mark" aria-hidden="true">
      {page?.icon ? (
        <img src={localAddress(page.icon.url)} alt="" />
      ) : (
        <span style={{ background: hostColor(host) }}>{hostInitial(host)}</span>
      )}
    </div>
  )
}
