// UI strings of the frame around every signed-in page.

import { defineMessages } from '../messages/define-messages.ts'

export const useSessionMessages = defineMessages({
  en: {
    skip: 'Skip to content',
    places: 'Account menu',
    workspaces: 'Workspaces',
    listeners: 'Listeners',
    account: 'Account',
    developers: 'Developers',
    reference: 'API reference',
    operator: 'Operator',
    organizations: 'Organizations',
    language: 'Language',
    signIn: 'Sign in',
    signOut: 'Sign out',
  },
  de: {
    skip: 'Zum Inhalt springen',
    places: 'Kontomenü',
    workspaces: 'Arbeitsflächen',
    listeners: 'Listener',
    account: 'Konto',
    developers: 'Entwickler',
    reference: 'API-Referenz',
    operator: 'Serverbetrieb',
    organizations: 'Organisationen',
    language: 'Sprache',
    signIn: 'Anmelden',
    signOut: 'Abmelden',
  },
})
