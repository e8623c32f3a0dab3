// The German text of each mail.

import type { CredentialPart, PublishingFailureReason, SecondFactorChange } from '../../platform/jobs/index.ts'
import { displayName, formatTime, shortenUrl, shortName, singleLine } from './mail.ts'
import type { MailTexts } from './mail-texts.ts'

const someone = 'Jemand'

const reasons: Readonly<Record<PublishingFailureReason, string>> = {
  full: 'Es ist kein Platz mehr, um sie abzulegen.',
  unavailable: 'Die Datenbank hat nicht geantwortet.',
  fault: 'Bei uns ist etwas schiefgegangen; im Protokoll des Servers steht, was.',
}

const quote = (name: string) => `„${shortName(name)}“`

const factorChanges: Readonly<Record<SecondFactorChange, { subject: string; sentence: (email: string) => string }>> = {
  totp_added: {
    subject: 'Eine Authenticator-App schützt jetzt dein Konto',
    sentence: email => `Beim Anmelden mit ${email} wird jetzt auch ein Code der Authenticator-App verlangt, seit dem`,
  },
  totp_removed: {
    subject: 'Die Authenticator-App wurde aus deinem Konto entfernt',
    sentence: email => `Beim Anmelden mit ${email} wird kein Code der Authenticator-App mehr verlangt, seit dem`,
  },
  passkey_added: {
    subject: 'Ein Passkey wurde deinem Konto hinzugefügt',
    sentence: email => `Mit einem neuen Passkey kann man sich bei ${email} anmelden, seit dem`,
  },
  passkey_removed: {
    subject: 'Ein Passkey wurde aus deinem Konto entfernt',
    sentence: email => `Mit einem der Passkeys kann man sich nicht mehr bei ${email} anmelden, seit dem`,
  },
  recovery_codes_renewed: {
    subject: 'Deine Wiederherstellungscodes wurden ersetzt',
    sentence: email =>
      `Das Konto ${email} hat neue Wiederherstellungscodes. Die bisherigen gelten nicht mehr, seit dem`,
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
      preview: `Komm zu ${organization} auf Tessera, einer gemeinsamen Arbeitsfläche für Notizen, Zeichnungen und Dokumente.`,
      heading: `Einladung zu ${organization}`,
      paragraphs: [
        `${who} lädt dich zu ${organization} auf Tessera ein, einer gemeinsamen Arbeitsfläche für Notizen, Zeichnungen, Bilder und Dokumente.`,
        hasAccount
          ? 'Du hast schon ein Konto: Nimm die Einladung damit an.'
          : 'Nimm die Einladung an und wähle deinen Namen und ein Passwort. Mehr braucht es nicht.',
      ],
      button: { label: 'Einladung annehmen', url },
      notes: ['Der Link gilt einmal und 14 Tage lang. Er ist nur für dich: Gib ihn nicht weiter.'],
      reason:
        'Du bekommst diese Mail, weil jemand diese Adresse eingeladen hat. Wenn du damit nicht gerechnet hast, brauchst du nichts zu tun.',
    }
  },

  workspace({ inviter, url, ...facts }) {
    const [workspace, organization] = [quote(facts.workspace), quote(facts.organization)]
    const who = inviter ? displayName(inviter) : someone
    return {
      subject: `${who} hat dich zu ${workspace} hinzugefügt`,
      preview: `Du kannst ${workspace} in ${organization} jetzt öffnen.`,
      heading: `Du bist jetzt bei ${workspace} dabei`,
      paragraphs: [
        `${who} hat dich zur Arbeitsfläche ${workspace} in ${organization} hinzugefügt. Du kannst sie jetzt öffnen.`,
      ],
      button: { label: 'Arbeitsfläche öffnen', url },
      reason: `Du bekommst diese Mail, weil du Mitglied von ${organization} bist.`,
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
        'Du bekommst diese Mail, weil ein Kommentar dich nennt. Solche Mails kannst du in deinem Konto abschalten.',
    }
  },

  published({ url, ...facts }) {
    const workspace = quote(facts.workspace)
    return {
      subject: `${workspace} ist veröffentlicht`,
      preview: 'Wer den Link hat, kann sie jetzt ansehen.',
      heading: `${workspace} ist veröffentlicht`,
      paragraphs: [
        `Wer den Link hat, kann die Arbeitsfläche ${workspace} jetzt ansehen, auch ohne Konto.`,
        'Zu sehen ist sie so, wie sie beim Veröffentlichen war. Veröffentliche sie noch einmal, um spätere Änderungen zu zeigen.',
      ],
      button: { label: 'Ansehen', url },
      reason: 'Du bekommst diese Mail, weil du diese Arbeitsfläche veröffentlicht hast.',
    }
  },

  publishingFailed({ reason, isShown, url, ...facts }) {
    const workspace = quote(facts.workspace)
    return {
      subject: `${workspace} wurde nicht veröffentlicht`,
      preview: reasons[reason],
      heading: `${workspace} wurde nicht veröffentlicht`,
      paragraphs: [
        `Die Arbeitsfläche ${workspace} konnte nicht veröffentlicht werden: ${reasons[reason]}`,
        isShown
          ? 'Was vorher veröffentlicht war, ist weiter zu sehen. Du kannst es von der Arbeitsfläche aus noch einmal versuchen.'
          : 'Andere sehen nichts davon. Du kannst es von der Arbeitsfläche aus noch einmal versuchen.',
      ],
      button: { label: 'Arbeitsfläche öffnen', url },
      reason: 'Du bekommst diese Mail, weil du diese Arbeitsfläche veröffentlichen wolltest.',
    }
  },

  unpublishingFailed({ reason, url, ...facts }) {
    const workspace = quote(facts.workspace)
    return {
      subject: `${workspace} ist noch veröffentlicht`,
      preview: reasons[reason],
      heading: `${workspace} ist noch veröffentlicht`,
      paragraphs: [
        `Die Veröffentlichung der Arbeitsfläche ${workspace} konnte nicht zurückgenommen werden: ${reasons[reason]}`,
        'Wer den Link hat, kann sie weiter ansehen. Du kannst es von der Arbeitsfläche aus noch einmal versuchen.',
      ],
      button: { label: 'Arbeitsfläche öffnen', url },
      reason: 'Du bekommst diese Mail, weil du die Veröffentlichung dieser Arbeitsfläche zurücknehmen wolltest.',
    }
  },

  passwordLink: ({ email, url }) => ({
    subject: 'Neues Passwort wählen',
    preview: 'Ein Link, um ein neues Passwort für dein Konto zu wählen. Er gilt einmal, eine Stunde lang.',
    heading: 'Neues Passwort wählen',
    paragraphs: [`Jemand, vermutlich du, hat um ein neues Passwort für das Konto ${email} gebeten.`],
    button: { label: 'Neues Passwort wählen', url },
    notes: ['Der Link gilt einmal und eine Stunde lang. Er ist nur für dich: Gib ihn nicht weiter.'],
    reason: 'Wenn nicht du darum gebeten hast, brauchst du nichts zu tun: Dein Passwort bleibt, wie es ist.',
  }),

  passwordChanged: ({ email, at, url }) => ({
    subject: 'Dein Passwort wurde geändert',
    preview: 'Wenn du es nicht warst, wähle jetzt ein neues.',
    heading: 'Dein Passwort wurde geändert',
    paragraphs: [
      `Das Passwort des Kontos ${email} wurde am ${formatTime(at, 'de')} geändert. Andere Sitzungen und Anwendungen wurden abgemeldet.`,
      'Wenn du das warst, ist alles gut. Wenn nicht, wähle sofort ein neues Passwort:',
    ],
    button: { label: 'Neues Passwort wählen', url },
    reason: 'Du bekommst diese Mail, weil es um die Sicherheit deines Kontos geht.',
  }),

  identityLinked: ({ email, provider, at, url }) => ({
    subject: `Du kannst dich jetzt mit ${provider} anmelden`,
    preview: 'Wenn du es nicht warst, sag es jemandem, der deine Organisation verwaltet.',
    heading: `Dein Konto ist mit ${provider} verknüpft`,
    paragraphs: [
      `Jemand hat bei ${provider} nachgewiesen, die Mail von ${email} zu lesen, und sich am ${formatTime(at, 'de')} in deinem Konto angemeldet. Von nun an kannst du dich mit ${provider} anmelden.`,
      'Wenn du das warst, ist alles gut. Wenn nicht, beende die Sitzung in deinem Konto und sag es jemandem, der deine Organisation verwaltet.',
    ],
    button: { label: 'Konto öffnen', url },
    reason: 'Du bekommst diese Mail, weil es um die Sicherheit deines Kontos geht.',
  }),

  emailConfirmation: ({ oldEmail, newEmail, url }) => ({
    subject: 'Bestätige deine neue E-Mail-Adresse',
    preview: `Bestätige, dass ${newEmail} deine Adresse ist. Der Link gilt 24 Stunden.`,
    heading: 'Bestätige deine neue E-Mail-Adresse',
    paragraphs: [
      `Das Konto ${oldEmail} soll die Adresse ${newEmail} bekommen.`,
      'Öffne den Link in einem Browser, in dem du mit diesem Konto angemeldet bist, und bestätige die Änderung. Bis dahin bleibt alles, wie es ist.',
    ],
    button: { label: 'E-Mail-Adresse bestätigen', url },
    notes: ['Der Link gilt einmal, 24 Stunden lang, und nur für dich: Gib ihn nicht weiter.'],
    reason: 'Wenn dir dieses Konto nicht gehört, brauchst du nichts zu tun.',
  }),

  emailRequested: ({ oldEmail, newEmail, at, url }) => ({
    subject: 'Die E-Mail-Adresse deines Kontos soll geändert werden',
    preview: `Die neue Adresse wäre ${newEmail}.`,
    heading: 'Deine E-Mail-Adresse soll geändert werden',
    paragraphs: [
      `Am ${formatTime(at, 'de')} wurde verlangt, die Adresse deines Kontos von ${oldEmail} in ${newEmail} zu ändern. Das geschieht, sobald du angemeldet den Link bestätigst, der an ${newEmail} ging.`,
      'Wenn du das nicht willst, brich die Änderung auf deiner Kontoseite ab und ändere dein Passwort.',
    ],
    button: { label: 'Zur Kontoseite', url },
    reason: 'Du bekommst diese Mail, weil es um die Sicherheit deines Kontos geht.',
  }),

  emailChanged: ({ oldEmail, newEmail, at }) => ({
    subject: 'Die E-Mail-Adresse deines Kontos wurde geändert',
    preview: `Sie lautet jetzt ${newEmail}.`,
    heading: 'Deine E-Mail-Adresse wurde geändert',
    paragraphs: [
      `Das Konto mit der Adresse ${oldEmail} hat seit dem ${formatTime(at, 'de')} die Adresse ${newEmail}. Mails gehen ab jetzt dorthin.`,
      'Wenn du davon weißt, ist alles gut. Wenn nicht, sag es denen, die dieses Tessera betreiben, oder einem Admin deiner Organisation.',
    ],
    reason: 'Du bekommst diese Mail, die letzte an diese Adresse, weil es um die Sicherheit deines Kontos geht.',
  }),

  secondFactorChanged({ email, change, at, url }) {
    const { subject, sentence } = factorChanges[change]
    return {
      subject,
      preview: 'Wenn du es nicht warst, sieh jetzt nach deinem Konto.',
      heading: subject,
      paragraphs: [
        `${sentence(email)} ${formatTime(at, 'de')}.`,
        'Wenn du das warst, ist alles gut. Wenn nicht, beende die Sitzungen, die du nicht kennst, und ändere dein Passwort:',
      ],
      button: { label: 'Konto ansehen', url },
      reason: 'Du bekommst diese Mail, weil es um die Sicherheit deines Kontos geht.',
    }
  },

  newDevice({ email, browser, system, address, at, url }) {
    const device = browser && system ? `${browser} unter ${system}` : (browser ?? system ?? 'einem unbekannten Browser')
    return {
      subject: 'Neue Anmeldung bei deinem Konto',
      preview: `${device}, ${address}`,
      heading: 'Neue Anmeldung bei deinem Konto',
      paragraphs: [
        `Jemand hat sich am ${formatTime(at, 'de')} bei ${email} angemeldet, mit ${device} von der Adresse ${address}. Mit diesem Browser wurde das Konto noch nicht benutzt.`,
        'Wenn du das warst, ist alles gut. Wenn nicht, beende diese Sitzung und ändere dein Passwort:',
      ],
      button: { label: 'Sitzungen ansehen', url },
      reason: 'Du bekommst diese Mail, weil es um die Sicherheit deines Kontos geht.',
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
      subject: `Ein Gast wartet in ${organization} auf deine Zustimmung`,
      preview: `${who} möchte ${guest.email} zu ${organization} holen.`,
      heading: 'Ein Gast wartet auf deine Zustimmung',
      paragraphs: [
        `${who} möchte ${guest.email} als Gast zu ${organization} holen.`,
        'Die Einladung geht hinaus, sobald du zustimmst, oder jemand anderes, der es darf.',
      ],
      button: { label: 'Ansehen, wer wartet', url },
      reason: `Du bekommst diese Mail, weil du Gästen von ${organization} zustimmen kannst.`,
    }
  },

  listenerSuspended({ reason, page, ...facts }) {
    const isOfWorkspace = 'workspace' in facts
    const name = quote(isOfWorkspace ? facts.workspace : facts.organization)
    const place = isOfWorkspace ? `auf der Arbeitsfläche ${name}` : `auf den Arbeitsflächen von ${name}`
    const address = shortenUrl(facts.url)
    return {
      subject: `Ein Listener von ${name} wurde ausgesetzt`,
      preview: `An ${address} geht nichts mehr, bis du ihn fortsetzt.`,
      heading: 'Ein Listener wurde ausgesetzt',
      paragraphs: [
        `Was ${place} geschieht, ließ sich ${address} nicht mitteilen. Dorthin geht nichts mehr.`,
        'Nichts ist verloren: Sobald du den Listener fortsetzt, geht es dort weiter, wo es aufhörte.',
      ],
      quote: reason,
      button: { label: 'Deine Listener ansehen', url: page },
      reason: 'Du bekommst diese Mail, weil du den Listener angelegt hast.',
    }
  },
}
