// A page of the web that is not shown live: its picture, title and host, why it stands still, and how to get there.

import type { WebPage } from '@tessera/client'
import { hostLetter, hostTone, readableAddress, themes } from '@tessera/drawing'
import { useEffect, useRef } from 'react'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { localAddress } from '../../../ui/local-address.ts'
import { useTheme } from '../../../ui/theme.ts'
import type { BrowserWidget } from '../../objects/browser-object.ts'
import { useWorkspaceWords } from '../../workspace-words.ts'

export type PreviewReason = 'asking' | 'refused' | 'unknown' | 'offline'

interface StillPageProps {
  readonly object: BrowserWidget
  readonly page: WebPage | null
  readonly why: PreviewReason
  /** Shows it in a frame all the same. */
  readonly onShow: () => void
}

export function PagePreviewCard({ object, page, why, onShow }: StillPageProps) {
  const words = useWorkspaceWords().frames
  const place = useRef<HTMLElement>(null)
  const { host } = readableAddress(object.url)
  const title = page?.title || host
  // As the card that was painted there a moment ago.
  const theme = useTheme()
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  return (
    <section
      ref={place}
      className="frame-still"
      style={{ background: themes[theme].panel }}
      aria-label={words.title(title)}
      tabIndex={-1}
    >
      {page?.picture ? (
        <img className="frame-still-picture" src={localAddress(page.picture.url)} alt="" />
      ) : (
        <Mark page={page} host={host} />
      )}
      <div className="frame-still-words">
        <h2>{title}</h2>
        {title !== host && <p className="frame-still-host">{host}</p>}
        <p className="frame-still-why" role="status">
          {words.why[why]}
        </p>
        <div className="frame-still-deeds">
          <ButtonLink look="primary" href={object.url} target="_blank" rel="noreferrer">
            {words.openElsewhere}
          </ButtonLink>
          {why === 'unknown' && <Button onClick={onShow}>{words.showAnyway}</Button>}
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
        <span style={{ background: hostTone(host) }}>{hostLetter(host)}</span>
      )}
    </div>
  )
}
