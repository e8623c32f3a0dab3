// A page of the web at work, in a sandbox.

import type { WebPage } from '@tessera/client'
import { useEffect, useRef } from 'react'
import type { BrowserWidget } from '../../objects/browser-object.ts'
import { useWorkspaceWords } from '../../workspace-words.ts'

export function PageFrame({ object, page }: { object: BrowserWidget; page: WebPage | null }) {
  const words = useWorkspaceWords().frames
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => frame.current?.focus(), [])
  return (
    <iframe
      ref={frame}
      src={addressIn(object, page)}
      title={words.title(page?.title || object.url)}
      sandbox={sandboxFor(object.url)}
      referrerPolicy="no-referrer"
      style={{ width: '100%', height: '100%' }}
    />
  )
}

/** Browsers do not even follow a redirect to https from http in a frame of ours. */
function addressIn({ url }: BrowserWidget, page: WebPage | null): string {
  const isBlocked = window.location.protocol === 'https:' && /^http:/i.test(url)
  return isBlocked && page ? page.url : url
}

/** A page keeps its own origin, and with it what it stores; but never ours, or it could leave the sandbox. */
function sandboxFor(url: string): string {
  const common = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox'
  return URL.parse(url)?.origin === window.location.origin ? common : `${common} allow-same-origin`
}
