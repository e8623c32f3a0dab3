// Short words about what has just been done. They stand at the foot of the window for a while and are heard.

import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import './notices.css'

type Say = (text: string) => void

const Notices = createContext<Say>(() => {})

export const useNotice = (): Say => useContext(Notices)

const shownMs = 6_000

export function NoticesProvider({ children }: { children: ReactNode }) {
  const [text, setText] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const say = useCallback((next: string) => {
    clearTimeout(timer.current)
    setText(next)
    timer.current = setTimeout(() => setText(''), shownMs)
  }, [])
  return (
    <Notices value={say}>
      {children}
      <div className="notices" role="status">
        {text && <p>{text}</p>}
      </div>
    </Notices>
  )
}
