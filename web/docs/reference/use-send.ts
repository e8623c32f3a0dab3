// A request in progress and its result. A new request, or leaving the page, aborts the previous one.

import { useEffect, useRef, useState } from 'react'
import type { Request } from './request.ts'
import { type ApiResponse, send } from './send.ts'

export type Sending =
  | { readonly state: 'idle' | 'sending' }
  | { readonly state: 'answered'; readonly answer: ApiResponse }
  | { readonly state: 'failed'; readonly reason: string }

export function useSend(): readonly [Sending, (request: Request, token: string) => void] {
  const [sending, setSending] = useState<Sending>({ state: 'idle' })
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])
  function start(request: Request, token: string) {
    abort.current?.abort()
    const mine = new AbortController()
    abort.current = mine
    setSending({ state: 'sending' })
    send(request, token, mine.signal).then(
      answer => setSending({ state: 'answered', answer }),
      (failure: Error) => {
        if (!mine.signal.aborted) setSending({ state: 'failed', reason: failure.message })
      },
    )
  }
  return [sending, start]
}
