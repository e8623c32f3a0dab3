// The German text of each mail.

import type { CredentialPart, PublishingFailureReason, SecondFactorChange } from '../../platform/jobs/index.ts'
import { displayName, formatTime, shortenUrl, shortName, singleLine } from './mail.ts'
import type { MailTexts } from './mail-texts.ts'

const someone = 'Jemand'

const reasons: Readonly<Record<PublishingFailureReason, string>> = {
  full: 'Der Speicherplatz reicht nicht aus.',
  unavailable: 'Die Datenbank hat nicht geantwortet.',
  fault: 'Bei uns ist etwas schiefgegangen. Dein Administrator findet Details im Log des Servers.',
}

const quote = (name: string) => `„${shortName(name)}“`

const factorChanges: Readonly<
  Record<SecondFactorChange, { subject: string; sentence: (email: string, time: string) => string }>
> = {
  totp_added: {
    subject: 'Deinem Konto wurde eine Authenticator-App hinzugefügt',
    sentence: (email, time) =>
      `Für die Anmeldung mit ${email} ist jetzt auch ein Code aus einer Authenticator-App erforderlich. Das wurde am ${time} aktiviert.`,
  },
  totp_removed: {
    subject: 'Die Authenticator-App wurde aus deinem Konto entfernt',
    sentence: (email, time) =>
      `Für die Anmeldung mit ${email} ist kein Code aus einer Authenticator-App mehr erforderlich. Das wurde am ${time} deaktiviert.`,
  },
  passkey_added: {
    subject: 'Deinem Konto wurde ein Passkey hinzugefügt',
    sentence: (email, time) => `Dem Konto ${email} wurde am ${time} ein Passkey für die Anmeldung hinzugefügt.`,
  },
  passkey_removed: {
    subject: 'Ein Passkey wurde aus deinem Konto entfernt',
    sentence: (email, time) => `Aus dem Konto ${email} wurde am ${time} ein Passkey entfernt.`,
  },
  recovery_codes_renewed: {
    subject: 'Deine Wiederherstellungscodes wurden ersetzt',
    sentence: (email, time) =>
      `Die Wiederherstellungscodes von ${email} wurden am ${time} ersetzt. Die bisherigen sind nicht mehr gültig.`,
  },
}

const credentials: Readonly<Record<CredentialPart, { subject: string; noun: string }>> = {
  token: { subject: 'Ein persönliches Token wurde erstellt', noun: 'das persönliche Token' },
  application: { subject: 'Eine Anwendung wurde registriert', noun: 'die Anwendung' },
  secret: { subject: 'Eine Anwendung hat ein neues Secret', noun: 'ein neues Client-Secret von' },
  bot: { subject: 'Eine Anwendung hat einen Bot', noun: 'der Bot von' },
  redirect_uri: { subject: 'Eine Anwendung hat eine neue Rücksprungadresse', noun: 'eine neue Rücksprungadresse von' },
}

export const germanMailTexts: MailTexts = {
  invitation({ inviter, hasAccount, url, ...facts }) {
    const organization = quote(facts.organization)
    const who = inviter ? displayName(inviter) : someone
    return {
      subject: `${who} lädt dich zu ${organization} ein`,
      preview: `Arbeite mit ${organization} auf Tessera zusammen, dem Board für Notizen, Zeichnungen und Dokumente.`,
      heading: `Einladung zu ${organization}`,
      paragraphs: [
        `${who} lädt dich zu ${organization} auf Tessera ein, dem gemeinsamen Board für Notizen, Zeichnungen, Bilder und Dokumente.`,
        hasAccount
          ? 'Melde dich mit deinem bestehenden Konto an, um die Einladung anzunehmen.'
          : 'Nimm die Einladung an und erstelle dein Konto mit Name und Passwort.',
      ],
      button: { label: 'Einladung annehmen', url },
      notes: ['Der Link ist 14 Tage gültig und funktioniert nur einmal. Bitte gib ihn nicht weiter.'],
      reason:
        'Du erhältst diese E-Mail, weil jemand diese Adresse eingeladen hat. Wenn du sie nicht erwartet hast, kannst du sie ignorieren.',
    }
  },

  workspace({ inviter, url, ...facts }) {
    const [workspace, organization] = [quote(facts.workspace), quote(facts.organization)]
    const who = inviter ? displayName(inviter) : someone
    return {
      subject: `${who} hat dich zu ${workspace} hinzugefügt`,
      preview: `Du hast jetzt Zugriff auf ${workspace} in ${organization}.`,
      heading: `Du wurdest zu ${workspace} hinzugefügt`,
      paragraphs: [`${who} hat dich zur Arbeitsfläche ${workspace} in ${organization} hinzugefügt.`],
      button: { label: 'Arbeitsfläche öffnen', url },
      reason: `Du erhältst diese E-Mail, weil du Mitglied von ${organization} bist.`,
    }
  },

  mention({ author, text, url, ...facts }) {
    const workspace = quote(facts.workspace)
    const who = displayName(author)
    return {
      subject: `${who} hat dich in ${workspace} erwähnt`,
      preview: singleLine(text).slice(0, 120),
      heading: `${who} hat dich erwähnt`,
      paragraphs: [`In einem Kommentar auf der Arbeitsfläche ${workspace}:`],
      quote: text,
      button: { label: 'Arbeitsfläche öffnen', url },
      reason:
        'Du erhältst diese E-Mail, weil du erwähnt wurdest. Du kannst diese E-Mails in deinen Kontoeinstellungen deaktivieren.',
    }
  },

  published({ url, ...facts }) {
    const workspace = quote(facts.workspace)
    return {
      subject: `${workspace} wurde veröffentlicht`,
      preview: 'Alle mit dem Link können sie jetzt ansehen.',
      heading: `${workspace} wurde veröffentlicht`,
      paragraphs: [
        `Alle mit dem Link können die Arbeitsfläche ${workspace} jetzt ansehen, auch ohne Konto.`,
        'Sie wird so angezeigt, wie sie bei der Veröffentlichung war. Veröffentliche sie erneut, um spätere Änderungen zu zeigen.',
      ],
      button: { label: 'Veröffentlichte Arbeitsfläche ansehen', url },
      reason: 'Du erhältst diese E-Mail, weil du diese Arbeitsfläche veröffentlicht hast.',
    }
  },

  publishingFailed({ reason, isShown, url, ...facts }) {
    const workspace = quote(facts.workspace)
    return {
      subject: `${workspace} konnte nicht veröffentlicht werden`,
      preview: reasons[reason],
      heading: `${workspace} konnte nicht veröffentlicht werden`,
      paragraphs: [
        `Die Arbeitsfläche ${workspace} konnte nicht veröffentlicht werden: ${reasons[reason]}`,
        isShown
          ? 'Die zuvor veröffentlichte Version ist weiterhin sichtbar. Du kannst es auf der Arbeitsfläche noch einmal versuchen.'
          : 'Es wurde nichts veröffentlicht. Du kannst es auf der Arbeitsfläche noch einmal versuchen.',
      ],
      button: { label: 'Arbeitsfläche öffnen', url },
      reason: 'Du erhältst diese E-Mail, weil du diese Arbeitsfläche veröffentlichen wolltest.',
    }
  },

  unpublishingFailed({ reason, url, ...facts }) {
    const workspace = quote(facts.workspace)
    return {
      subject: `${workspace} ist noch veröffentlicht`,
      preview: reasons[reason],
      heading: `${workspace} ist noch veröffentlicht`,
      paragraphs: [
        `Die Veröffentlichung der Arbeitsfläche ${workspace} konnte nicht aufgehoben werden: ${reasons[reason]}`,
        'Alle mit dem Link können sie weiterhin ansehen. Du kannst es auf der Arbeitsfläche noch einmal versuchen.',
      ],
      button: { label: 'Arbeitsfläche öffnen', url },
      reason: 'Du erhältst diese E-Mail, weil du die Veröffentlichung dieser Arbeitsfläche aufheben wolltest.',
    }
  },

  passwordLink: ({ email, url }) => ({
    subject: 'Passwort zurücksetzen',
    preview: 'Mit diesem Link kannst du ein neues Passwort wählen. Er ist eine Stunde gültig.',
    heading: 'Passwort zurücksetzen',
    paragraphs: [`Wir haben eine Anfrage erhalten, das Passwort für ${email} zurückzusetzen.`],
    button: { label: 'Neues Passwort wählen', url },
    notes: ['Der Link ist eine Stunde gültig und funktioniert nur einmal. Bitte gib ihn nicht weiter.'],
    reason: 'Wenn die Anfrage nicht von dir kam, kannst du diese E-Mail ignorieren. Dein Passwort bleibt unverändert.',
  }),

  passwordChanged: ({ email, at, url }) => ({
    subject: 'Dein Passwort wurde geändert',
    preview: 'Wenn du das nicht warst, setze dein Passwort jetzt zurück.',
    heading: 'Dein Passwort wurde geändert',
    paragraphs: [
      `Das Passwort des Kontos ${email} wurde am ${formatTime(at, 'de')} geändert. Alle anderen Sitzungen und Anwendungen wurden abgemeldet.`,
      'Wenn du das warst, musst du nichts tun. Wenn nicht, setze dein Passwort jetzt zurück.',
    ],
    button: { label: 'Neues Passwort wählen', url },
    reason: 'Du erhältst diese E-Mail, weil sie die Sicherheit deines Kontos betrifft.',
  }),

  identityLinked: ({ email, provider, at, url }) => ({
    subject: `Du kannst dich jetzt mit ${provider} anmelden`,
    preview: 'Wenn du das nicht warst, informiere einen Admin deiner Organisation.',
    heading: `Dein Konto ist mit ${provider} verknüpft`,
    paragraphs: [
      `Am ${formatTime(at, 'de')} hat sich jemand über ${provider} bei deinem Konto angemeldet. ${provider} hat die E-Mail-Adresse ${email} bestätigt. Ab jetzt kannst du dich mit ${provider} anmelden.`,
      'Wenn du das warst, musst du nichts tun. Wenn nicht, beende die Sitzung in deinem Konto und informiere einen Admin deiner Organisation.',
    ],
    button: { label: 'Konto öffnen', url },
    reason: 'Du erhältst diese E-Mail, weil sie die Sicherheit deines Kontos betrifft.',
  }),

  emailConfirmation: ({ oldEmail, newEmail, url }) => ({
    subject: 'Bestätige deine neue E-Mail-Adresse',
    preview: `Bestätige, dass ${newEmail} deine Adresse ist. Der Link ist 24 Stunden gültig.`,
    heading: 'Bestätige deine neue E-Mail-Adresse',
    paragraphs: [
      `Wir haben eine Anfrage erhalten, die E-Mail-Adresse des Kontos ${oldEmail} in ${newEmail} zu ändern.`,
      'Öffne den Link in einem Browser, in dem du mit diesem Konto angemeldet bist, und bestätige die Änderung. Bis dahin ändert sich nichts.',
    ],
    button: { label: 'E-Mail-Adresse bestätigen', url },
    notes: ['Der Link ist 24 Stunden gültig und funktioniert nur einmal. Bitte gib ihn nicht weiter.'],
    reason: 'Wenn dir dieses Konto nicht gehört, kannst du diese E-Mail ignorieren.',
  }),

  emailRequested: ({ oldEmail, newEmail, at, url }) => ({
    subject: 'Änderung deiner E-Mail-Adresse angefordert',
    preview: `Die neue Adresse wäre ${newEmail}.`,
    heading: 'Änderung deiner E-Mail-Adresse angefordert',
    paragraphs: [
      `Am ${formatTime(at, 'de')} hat jemand angefordert, die E-Mail-Adresse deines Kontos von ${oldEmail} in ${newEmail} zu ändern. Die Änderung wird wirksam, sobald du angemeldet bist und den Link bestätigst, den wir an ${newEmail} gesendet haben.`,
      'Wenn du das nicht möchtest, brich die Änderung auf deiner Kontoseite ab und ändere dein Passwort.',
    ],
    button: { label: 'Zur Kontoseite', url },
    reason: 'Du erhältst diese E-Mail, weil sie die Sicherheit deines Kontos betrifft.',
  }),

  emailChanged: ({ oldEmail, newEmail, at }) => ({
    subject: 'Die E-Mail-Adresse deines Kontos wurde geändert',
    preview: `Sie lautet jetzt ${newEmail}.`,
    heading: 'Deine E-Mail-Adresse wurde geändert',
    paragraphs: [
      `Die E-Mail-Adresse deines Kontos wurde am ${formatTime(at, 'de')} von ${oldEmail} in ${newEmail} geändert. Künftige E-Mails erhältst du an die neue Adresse.`,
      'Wenn du das warst, musst du nichts tun. Wenn nicht, wende dich an einen Admin deiner Organisation.',
    ],
    reason:
      'Dies ist die letzte E-Mail an diese Adresse. Du erhältst sie, weil sie die Sicherheit deines Kontos betrifft.',
  }),

  secondFactorChanged({ email, change, at, url }) {
    const { subject, sentence } = factorChanges[change]
    return {
      subject,
      preview: 'Wenn du das nicht warst, prüfe jetzt dein Konto.',
      heading: subject,
      paragraphs: [
        sentence(email, formatTime(at, 'de')),
        'Wenn du das warst, musst du nichts tun. Wenn nicht, beende Sitzungen, die du nicht kennst, und ändere dein Passwort.',
      ],
      button: { label: 'Konto prüfen', url },
      reason: 'Du erhältst diese E-Mail, weil sie die Sicherheit deines Kontos betrifft.',
    }
  },

  newDevice({ email, browser, system, address, at, url }) {
    const device = browser && system ? `${browser} unter ${system}` : (browser ?? system ?? 'einem unbekannten Browser')
    return {
      subject: 'Neue Anmeldung bei deinem Konto',
      preview: `${device}, ${address}`,
      heading: 'Neue Anmeldung bei deinem Konto',
      paragraphs: [
        `Am ${formatTime(at, 'de')} hat sich jemand mit ${device} von der Adresse ${address} bei ${email} angemeldet. Dieser Browser wurde mit deinem Konto noch nicht verwendet.`,
        'Wenn du das warst, musst du nichts tun. Wenn nicht, beende diese Sitzung und ändere dein Passwort.',
      ],
      button: { label: 'Sitzungen ansehen', url },
      reason: 'Du erhältst diese E-Mail, weil sie die Sicherheit deines Kontos betrifft.',
    }
  },

  credentialsCreated({ email, parts, scope, createdWith, at, url, ...facts }) {
    const title = quote(facts.title)
    const what = parts.map(part => credentials[part].noun).join(', ')
    const how =
      createdWith === null
        ? 'in einem Browser, in dem du angemeldet bist'
        : `von dem Programm oder Token ${quote(createdWith)}`
    return {
      subject: credentials[parts[0] ?? 'token'].subject,
      preview: `${title}. Wenn du es nicht warst, beende es jetzt.`,
      heading: credentials[parts[0] ?? 'token'].subject,
      paragraphs: [
        `Für das Konto ${email} wurde am ${formatTime(at, 'de')} erstellt: ${what} ${title}, ${how}. Damit lässt sich ohne Anmeldung handeln, im Rahmen von: ${scope.replaceAll(' ', ', ')}.`,
        createdWith === null
          ? 'Wenn du das warst, ist alles gut. Wenn nicht, widerrufe es und ändere dein Passwort.'
          : `Wenn du davon weißt, ist alles gut. Wenn nicht, widerrufe ${quote(createdWith)}: Was damit erstellt wurde, endet mit.`,
      ],
      button: { label: 'Ansehen', url },
      reason: 'Du bekommst diese Mail, weil es um die Sicherheit deines Kontos geht.',
    }
  },

  approval({ guest, inviter, url, ...facts }) {
    const organization = quote(facts.organization)
    const who = inviter ? displayName(inviter) : someone
    return {
      subject: `Ein Gast wartet in ${organization} auf deine Genehmigung`,
      preview: `${who} möchte ${guest.email} zu ${organization} einladen.`,
      heading: 'Ein Gast wartet auf Genehmigung',
      paragraphs: [
        `${who} möchte ${guest.email} als Gast zu ${organization} einladen.`,
        'Die Einladung wird gesendet, sobald du oder eine andere berechtigte Person sie genehmigt.',
      ],
      button: { label: 'Anfrage prüfen', url },
      reason: `Du erhältst diese E-Mail, weil du Gäste in ${organization} genehmigen kannst.`,
    }
  },

  listenerSuspended({ reason, page, ...facts }) {
    const isOfWorkspace = 'workspace' in facts
    const name = quote(isOfWorkspace ? facts.workspace : facts.organization)
    const source = isOfWorkspace ? `der Arbeitsfläche ${name}` : `den Arbeitsflächen von ${name}`
    const address = shortenUrl(facts.url)
    return {
      subject: `Ein Listener von ${name} wurde ausgesetzt`,
      preview: `An ${address} werden keine Ereignisse mehr gesendet, bis du ihn fortsetzt.`,
      heading: 'Ein Listener wurde ausgesetzt',
      paragraphs: [
        `Ereignisse aus ${source} konnten nicht an ${address} zugestellt werden, daher wurde der Listener ausgesetzt. Es gehen keine Ereignisse verloren: Sobald du ihn fortsetzt, wird die Zustellung an derselben Stelle fortgesetzt.`,
        'Der letzte Fehler war:',
      ],
      quote: reason,
      button: { label: 'Listener ansehen', url: page },
      reason: 'Du erhältst diese E-Mail, weil du den Listener erstellt hast.',
    }
  },
}
