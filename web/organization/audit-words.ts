// UI strings of the audit log.

import type { AuditEntry } from '@tessera/client'
import { defineWords } from '../words/define-words.ts'

/** Who did it and what it was done to stand around the deed: in German some of it comes last. */
export const useAuditWords = defineWords({
  en: {
    lead: 'Who did what, and when. Entries can’t be changed or deleted.',
    nothing: 'No activity yet',
    operator: 'The operator',
    actions: {
      ORGANIZATION_CREATED: ['created the organization', ''],
      ORGANIZATION_UPDATED: ['changed the settings of', ''],
      ORGANIZATION_HANDED_OVER: ['transferred the organization to', ''],
      MEMBER_INVITED: ['invited', ''],
      MEMBER_INVITED_AGAIN: ['resent the invitation to', ''],
      MEMBER_APPROVED: ['approved', ''],
      MEMBER_JOINED: ['accepted the invitation to', ''],
      MEMBER_UPDATED: ['changed the details of', ''],
      MEMBER_ROLE_CHANGED: ['changed the role of', ''],
      MEMBER_REMOVED: ['removed', ''],
      INVITATION_WITHDRAWN: ['revoked the invitation for', ''],
      USER_EMAIL_REQUESTED: ['requested a new email address for', ''],
      USER_EMAIL_CHANGED: ['confirmed the new email address of', ''],
      USER_LOCKED: ['locked', ''],
      USER_UNLOCKED: ['unlocked', ''],
      IDENTITY_LINKED: ['linked single sign-on to', ''],
      APPLICATION_WHITELISTED: ['whitelisted the application', ''],
      APPLICATION_WITHDRAWN: ['removed the application', 'from the whitelist'],
      WORKSPACE_CREATED: ['created the workspace', ''],
      WORKSPACE_HANDED_OVER: ['transferred the workspace', ''],
      WORKSPACE_PUBLISHED: ['published the workspace', ''],
      WORKSPACE_UNPUBLISHED: ['unpublished the workspace', ''],
      WORKSPACE_DELETED: ['deleted the workspace', ''],
      WORKSPACE_ERASED: ['permanently deleted the workspace', ''],
      WORKSPACE_RESTORED: ['restored the workspace', ''],
    } satisfies ActionTexts,
    fields: {
      name: 'Name',
      metadata: 'Metadata',
      is_guest_invite_requires_approval: 'Guests need approval',
      organization_role: 'Role',
      provider: 'Provider',
      workspace_owner: 'Owner',
      first_name: 'First name',
      last_name: 'Last name',
      phone_number: 'Phone',
      email: 'Email',
      publishing: 'Who can publish',
      require_second_factor: 'Second factor required',
      require_whitelisting: 'Applications must be whitelisted',
    },
    values: { '': 'none', true: 'yes', false: 'no', editors: 'Owners of workspaces', admins: 'Owner and Admins' },
    changed: (field: string) => `${field} changed`,
  },
  de: {
    lead: 'Wer wann was getan hat. Nichts davon lässt sich ändern oder entfernen.',
    nothing: 'Noch ist nichts geschehen',
    operator: 'Der Betrieb',
    actions: {
      ORGANIZATION_CREATED: ['hat die Organisation', 'angelegt'],
      ORGANIZATION_UPDATED: ['hat die Einstellungen von', 'geändert'],
      ORGANIZATION_HANDED_OVER: ['hat die Organisation an', 'übergeben'],
      MEMBER_INVITED: ['hat', 'eingeladen'],
      MEMBER_INVITED_AGAIN: ['hat die Einladung noch einmal an', 'geschickt'],
      MEMBER_APPROVED: ['hat', 'zugestimmt'],
      MEMBER_JOINED: ['hat die Einladung von', 'angenommen'],
      MEMBER_UPDATED: ['hat die Angaben zu', 'geändert'],
      MEMBER_ROLE_CHANGED: ['hat die Rolle von', 'geändert'],
      MEMBER_REMOVED: ['hat', 'entfernt'],
      INVITATION_WITHDRAWN: ['hat die Einladung von', 'zurückgezogen'],
      USER_EMAIL_REQUESTED: ['hat eine neue E-Mail-Adresse für', 'verlangt'],
      USER_EMAIL_CHANGED: ['hat die neue E-Mail-Adresse von', 'bestätigt'],
      USER_LOCKED: ['hat', 'gesperrt'],
      USER_UNLOCKED: ['hat', 'entsperrt'],
      IDENTITY_LINKED: ['hat ein Konto für die zentrale Anmeldung verknüpft:', ''],
      APPLICATION_WHITELISTED: ['hat die Anwendung', 'freigegeben'],
      APPLICATION_WITHDRAWN: ['hat die Freigabe der Anwendung', 'zurückgezogen'],
      WORKSPACE_CREATED: ['hat die Arbeitsfläche', 'angelegt'],
      WORKSPACE_HANDED_OVER: ['hat die Arbeitsfläche', 'übergeben'],
      WORKSPACE_PUBLISHED: ['hat die Arbeitsfläche', 'veröffentlicht'],
      WORKSPACE_UNPUBLISHED: ['hat die Veröffentlichung der Arbeitsfläche', 'zurückgezogen'],
      WORKSPACE_DELETED: ['hat die Arbeitsfläche', 'gelöscht'],
      WORKSPACE_ERASED: ['hat die Arbeitsfläche', 'endgültig gelöscht'],
      WORKSPACE_RESTORED: ['hat die Arbeitsfläche', 'wiederhergestellt'],
    },
    fields: {
      name: 'Name',
      metadata: 'Metadaten',
      is_guest_invite_requires_approval: 'Gäste brauchen Zustimmung',
      organization_role: 'Rolle',
      provider: 'Anbieter',
      workspace_owner: 'Besitz',
      first_name: 'Vorname',
      last_name: 'Nachname',
      phone_number: 'Telefon',
      email: 'E-Mail',
      publishing: 'Wer veröffentlichen kann',
      require_second_factor: 'Zweiter Faktor nötig',
      require_whitelisting: 'Anwendungen brauchen eine Freigabe',
    },
    values: {
      '': 'nichts',
      true: 'ja',
      false: 'nein',
      editors: 'Wem die Arbeitsfläche gehört',
      admins: 'Besitz und Admins',
    },
    changed: field => `${field} wurde geändert`,
  },
})

type ActionTexts = Record<AuditEntry['action'], readonly [before: string, after: string]>
type AuditWords = ReturnType<typeof useAuditWords>

export function formatChange(words: AuditWords, { field, before, after }: AuditEntry['changes'][number]): string {
  const name = lineOf(words.fields, field) ?? field
  const format = (value: string | null) => lineOf(words.values, value ?? '') ?? value
  if (before === null && after === null) return words.changed(name)
  if (before === null || before === '') return `${name}: ${format(after)}`
  return `${name}: ${format(before)} → ${format(after)}`
}

const lineOf = (lines: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(lines, key) ? lines[key] : undefined
