// The messages of the consent page.

import type { Language } from '@tessera/contract/languages'

const english = {
  title: (application: string) => `Allow ${application}?`,
  /** The application and, if known, its developer come between the parts. */
  asks: ['', ' by ', '', ' wants to access your account. It will be able to:'],
  /** By scope. */
  permissions: {
    read: 'See your name, email address, organizations and workspaces, and everything in them',
    comment: 'Comment on your behalf',
    write: 'Add, change and delete anything you can in workspaces, on your behalf',
    admin: 'Manage what you can manage: organizations and their members, webhooks and applications',
  },
  agents:
    'It connects over MCP, so an AI agent may act for you: what it reads goes to the company that runs it. Others see it on the board, with its name and yours.',
  /** The host comes between the parts. */
  registeredItself: [
    'This application registered itself, and no one has verified it. All that is known is where it receives the result: ',
    '. Allow it only if you started this yourself.',
  ],
  describedBy: [
    'This application was not registered here. It describes itself at ',
    '. Allow it only if you trust that site and started this yourself.',
  ],
  unverified: 'This application registered itself, and no one has verified it. ',
  /** The code and the network address come between the parts. */
  fromDevice: [
    'Check that the program shows the code ',
    '. The request came from ',
    '. Allow it only if you started this yourself: someone else could have sent you the code.',
  ],
  removeAnyTime: 'You can remove access at any time in your account.',
  thisDevice: (host: string) => `a program on this device (${host})`,
  /** The organization comes between the parts. */
  staysConnected: [
    'Stay connected for you and every member of ',
    ' who allows it. You decide this for the organization',
  ],
  back: ['You will be redirected to ', '. You can remove access at any time in your account.'],
  deny: 'Deny',
  allow: 'Allow',
  signedInAs: (email: string) => `Signed in as ${email}.`,
  notYou: 'Not you?',
  failed: 'The request failed',
  failedText:
    'The application sent an invalid request, so nothing was changed. Tell its developer that the client ID or the redirect URI does not match the registration.',
  documentFailedText: (client_id: string, reason: string) =>
    `The application is described at ${client_id}, but that description can’t be used, so nothing was changed. Tell its developer: ${reason}.`,
  notManager: 'You can’t allow this',
  notWhitelistedText: (application: string, organization: string) =>
    `${organization} requires that applications are whitelisted, and has not whitelisted ${application}. Ask its Owner or an Admin.`,
  notManagerText: (application: string) =>
    `${application} wants to be whitelisted for an organization. Only the Owner and Admins of that organization can do this.`,
}

export type ConsentMessages = typeof english

const german: ConsentMessages = {
  title: application => `${application} erlauben?`,
  asks: ['', ', eine Anwendung von ', ',', ' möchte auf dein Konto zugreifen. Sie kann dann:'],
  permissions: {
    read: 'deinen Namen, deine E-Mail-Adresse, deine Organisationen und Arbeitsflächen mit allem darin sehen',
    comment: 'in deinem Namen kommentieren',
    write: 'auf Arbeitsflächen in deinem Namen alles hinzufügen, ändern und löschen, was du selbst kannst',
    admin: 'verwalten, was du verwalten kannst: Organisationen und ihre Mitglieder, Webhooks und Anwendungen',
  },
  agents:
    'Sie verbindet sich über MCP, daher kann ein KI-Agent in deinem Namen handeln: Was er liest, geht an das Unternehmen, das ihn betreibt. Andere sehen ihn auf dem Board, mit seinem und deinem Namen.',
  registeredItself: [
    'Diese Anwendung hat sich selbst registriert, und niemand hat sie geprüft. Bekannt ist nur, wohin das Ergebnis geht: ',
    '. Erlaube sie nur, wenn du diesen Vorgang selbst gestartet hast.',
  ],
  describedBy: [
    'Diese Anwendung wurde hier nicht registriert. Sie beschreibt sich selbst unter ',
    '. Erlaube sie nur, wenn du dieser Website vertraust und diesen Vorgang selbst gestartet hast.',
  ],
  unverified: 'Diese Anwendung hat sich selbst registriert, und niemand hat sie geprüft. ',
  fromDevice: [
    'Prüfe, ob das Programm den Code ',
    ' anzeigt. Die Anfrage kam von ',
    '. Erlaube sie nur, wenn du diesen Vorgang selbst gestartet hast: Jemand anderes könnte dir den Code geschickt haben.',
  ],
  removeAnyTime: 'Du kannst den Zugriff jederzeit in deinem Konto widerrufen.',
  thisDevice: host => `einem Programm auf diesem Gerät (${host})`,
  staysConnected: [
    'verbunden bleiben, für dich und für jedes Mitglied von ',
    ', das es erlaubt. Du entscheidest das für die Organisation',
  ],
  back: ['Danach wirst du zu ', ' weitergeleitet. Du kannst den Zugriff jederzeit in deinem Konto widerrufen.'],
  deny: 'Ablehnen',
  allow: 'Erlauben',
  signedInAs: email => `Angemeldet als ${email}.`,
  notYou: 'Nicht du?',
  failed: 'Die Anfrage ist fehlgeschlagen',
  failedText:
    'Die Anwendung hat eine ungültige Anfrage gesendet, daher wurde nichts geändert. Teile ihrem Entwickler mit, dass die Client-ID oder die Redirect-URI nicht mit der Registrierung übereinstimmt.',
  documentFailedText: (client_id, reason) =>
    `Die Anwendung ist unter ${client_id} beschrieben, aber die Beschreibung ist ungültig, daher wurde nichts geändert. Teile ihrem Entwickler mit: ${reason}.`,
  notManager: 'Das kannst du nicht erlauben',
  notWhitelistedText: (application, organization) =>
    `${organization} erlaubt nur freigegebene Anwendungen, und ${application} ist nicht freigegeben. Wende dich an den Eigentümer oder einen Admin.`,
  notManagerText: application =>
    `${application} möchte für eine Organisation freigegeben werden. Das können nur der Eigentümer und die Admins dieser Organisation.`,
}

export const consentMessages: Readonly<Record<Language, ConsentMessages>> = { en: english, de: german }
