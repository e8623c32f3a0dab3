// A request in progress and its result. A new request, or leaving the page, aborts the previous one.

import { useEffect, useRef, useState } from 'react'
import type { Request } from './request.ts'
import { type ApiResponse, send } from './send.ts'

export type Sending =
  | { readonly state: 'idle' | 'sending' }
  | { readonly state: 'answered'; readonly request: Request; readonly answer: ApiResponse }
  | { readonly state: 'failed'; readonly reason: string }

export function useSend(): readonly [Sending, (request: Request, token: TokenOf) => void] {
  const [sending, setSending] = useState<Sending>({ state: 'idle' })
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])
  function start(request: Request, token: TokenOf) {
    abort.current?.abort()
    const mine = new AbortController()
    abort.current = mine
    setSending({ state: 'sending' })
    sendWith(request, token, mine.signal).then(
      answer => setSending({ state: 'answered', request, answer }),
      (failure: Error) => {
        if (!mine.signal.aborted) setSending({ state: 'failed', reason: failure.message })
      },
    )
  }
  return [sending, start]
}

/** Null sends the request without a token. */
type TokenOf = (() => Promise<string>) | null

const sendWith = async (request: Request, token: TokenOf, signal: AbortSignal) =>
  await send(request, token === null ? '' : await token(), signal)
