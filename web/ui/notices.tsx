// Short words about what has just been done, and a way to take it back where there is one. They stand at the foot of the
// window for a while, longer as long as somebody is about to use them, and are heard.

import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import './notices.css'

export interface NoticeAction {
  readonly label: string
  readonly act: () => void
}

type Say = (text: string, action?: NoticeAction) => void

const Notices = createContext<Say>(() => {})

export const useNotice = (): Say => useContext(Notices)

const shownMs = 6_000
const shownWithActionMs = 12_000

export function NoticesProvider({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState<{ text: string; action?: NoticeAction | undefined } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hideAfter = useCallback((ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setNotice(null), ms)
  }, [])
  const say = useCallback<Say>(
    (text, action) => {
      setNotice({ text, action })
      hideAfter(action ? shownWithActionMs : shownMs)
    },
    [hideAfter],
  )
  return (
    <Notices value={say}>
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
                  notice.action?.act()
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
