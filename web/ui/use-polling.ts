// Runs a function at intervals while the page is visible. A failure is retried with the next run.

import { useEffect, useRef } from 'react'

export function usePolling(run: () => Promise<unknown>, intervalMs: number): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') latest.current().catch(() => {})
    }, intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
}
