// A web page in a sandboxed frame.

import type { WebPage } from '@tessera/client'
import { useEffect, useRef } from 'react'
import type { BrowserWidget } from '../../objects/browser-object.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { frameSandbox } from './frame-sandbox.ts'

export function PageFrame({ object, page }: { object: BrowserWidget; page: WebPage | null }) {
  const messages = useWorkspaceMessages().frames
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => frame.current?.focus(), [])
  return (
    <iframe
      ref={frame}
      src={addressIn(object, page)}
      title={messages.title(page?.title || object.url)}
      sandbox={frameSandbox([object.url, page?.url], window.location.origin)}
      referrerPolicy="no-referrer"
      style={{ width: '100%', height: '100%' }}
    />
  )
}

/** On an https page, browsers block http frames, even if they would redirect to https. */
function addressIn({ url }: BrowserWidget, page: WebPage | null): string {
  const isBlocked = window.location.protocol === 'https:' && /^http:/i.test(url)
  return isBlocked && page ? page.url : url
}
