// The account menu: links, language and sign-out.

import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import type { Language } from '../messages/language.ts'
import { Avatar } from '../ui/avatar.tsx'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import { useNotice } from '../ui/notices.tsx'
import { describeFailure } from '../ui/use-action.ts'
import { nameOf } from './person-name.ts'
import { useSession } from './session.tsx'
import { useSessionMessages } from './session-messages.ts'
import './account-menu.css'

export function AccountMenu() {
  const { me } = useSession()
  const messages = useSessionMessages()
  const keepForMail = useMailLanguage()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  function closeByKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return
    setOpen(false)
    button.current?.focus()
  }
  function closeBehind(event: FocusEvent) {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches for Escape and for the focus to leave
    <div className="account-menu" onKeyDown={closeByKey} onBlur={closeBehind}>
      <button
        ref={button}
        type="button"
        className="account-menu-button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Avatar person={me} />
        <span className="account-menu-name">{nameOf(me)}</span>
        <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
          <path d="m6 8 4 4 4-4" />
        </svg>
      </button>
      {/* Safari does not focus a pressed link: without the tabIndex the menu would close before the link is followed. */}
      <div id={id} className="account-menu-panel" hidden={!isOpen} tabIndex={-1}>
        <p className="account-menu-who">
          <strong>{nameOf(me)}</strong>
          <span>{me.email}</span>
        </p>
        <Links />
        <LanguageSwitch label={messages.language} onChoose={keepForMail} />
        <SignOut />
      </div>
    </div>
  )
}

/** Emails are sent in the language that was chosen last. */
function useMailLanguage(): (language: Language) => void {
  const { client } = useSession()
  const showNotice = useNotice()
  return language =>
    void client.users
      .update('me', { user_preference: { language } })
      .catch(async failure => showNotice(await describeFailure(failure)))
}

function Links() {
  const { me } = useSession()
  const messages = useSessionMessages()
  return (
    <nav aria-label={messages.places}>
      <ul className="account-menu-list">
        <li>
          <a href="/">{messages.workspaces}</a>
        </li>
        <li>
          <a href="/account">{messages.account}</a>
        </li>
        <li>
          <a href="/listeners">{messages.listeners}</a>
        </li>
        <li>
          <a href="/developers">{messages.developers}</a>
        </li>
        <li>
          <a href="/docs">{messages.reference}</a>
        </li>
        {me.application_role?.can_list_organizations && (
          <li>
            <a href="/operator">{messages.operator}</a>
          </li>
        )}
      </ul>
      {me.organizations.length > 0 && (
        <>
          <p className="account-menu-heading">{messages.organizations}</p>
          <ul className="account-menu-list">
            {me.organizations.map(({ id, name }) => (
              <li key={id}>
                <a href={`/organizations/${id}`}>{name}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </nav>
  )
}

function SignOut() {
  const { csrf } = useSession()
  const messages = useSessionMessages()
  return (
    <form method="post" action="/sign-out" className="account-menu-out">
      <input type="hidden" name="csrf" value={csrf} />
      <button type="submit">{messages.signOut}</button>
    </form>
  )
}
