// Short notices about the last action, with an optional action such as Undo. They are shown at the bottom of the window
// for a while, longer while they have the focus, and are announced to screen readers.

import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import './notices.css'

export interface NoticeAction {
  readonly label: string
  readonly run: () => void
}

type ShowNotice = (text: string, action?: NoticeAction) => void

const Notices = createContext<ShowNotice>(() => {})

export const useNotice = (): ShowNotice => useContext(Notices)

const shownMs = 6_000
const shownWithActionMs = 12_000

export function NoticesProvider({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState<{ text: string; action?: NoticeAction | undefined } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hideAfter = useCallback((ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setNotice(null), ms)
  }, [])
  const showNotice = useCallback<ShowNotice>(
    (text, action) => {
      setNotice({ text, action })
      hideAfter(action ? shownWithActionMs : shownMs)
    },
    [hideAfter],
  )
  return (
    <Notices value={showNotice}>
      {children}
      <div className="notices" role="status">
        {notice && (
          <p onFocus={() => clearTimeout(timer.current)} onBlur={() => hideAfter(shownMs)}>
            {notice.text}
            {notice.action && (
              <button
                type="button"
                onClick={() => {
                  setNotice(null)
                  notice.action?.run()
                }}
              >
                {notice.action.label}
              </button>
            )}
          </p>
        )}
      </div>
    </Notices>
  )
}
