// Translates error messages of the server into the language of the page. The server's messages are English; an entry
// without an English text keeps the message. Unknown messages are shown unchanged. Loaded with the first error, so that no
// page starts with it.

import type { Language } from '@tessera/contract/languages'

type Line = readonly [pattern: RegExp, english: string | null, german: string]

export function translateServiceText(message: string, language: Language): string {
  const line = lines.find(([pattern]) => pattern.test(message))
  if (!line) return message
  const [pattern, english, german] = line
  const text = language === 'de' ? german : english
  return text === null ? message : message.replace(pattern, text)
}

// biome-ignore-start format: a table
const lines: readonly Line[] = [
  // Fields, checked by their schemas.
  [/^is required$/, null, 'Fehlt'],
  [/^must not have fewer than 1 characters$/, 'must not be empty', 'Darf nicht leer sein'],
  [
    /^must not have fewer than (\d+) characters$/,
    'must have at least $1 characters',
    'Muss mindestens $1 Zeichen haben',
  ],
  [/^must not have more than (\d+) characters$/, 'must have at most $1 characters', 'Darf höchstens $1 Zeichen haben'],
  [/^must not have fewer than (\d+) items$/, 'at least $1 is needed', 'Mindestens $1 erforderlich'],
  [/^must not have more than (\d+) items$/, 'there can be at most $1', 'Höchstens $1 möglich'],
  [/^must be >= (\S+)$/, 'must be at least $1', 'Muss mindestens $1 sein'],
  [/^must be <= (\S+)$/, 'must be at most $1', 'Darf höchstens $1 sein'],
  [/^must be integer$/, 'must be a whole number', 'Muss eine ganze Zahl sein'],
  [/^must be number$/, 'must be a number', 'Muss eine Zahl sein'],
  [/^must be one of (.+)$/, null, 'Muss einer dieser Werte sein: $1'],
  [/^must be an email address such as .*$/, 'must be an email address', 'Muss eine E-Mail-Adresse sein'],
  [/^must not be blank$/, 'must not be empty', 'Darf nicht leer sein'],
  [/^must be an id of 24 lower-case hex characters$/, 'must be the id of an object', 'Muss die ID eines Objekts sein'],
  [/^has an invalid format$/, null, 'Hat ein ungültiges Format'],
  // Users and their accounts.
  [/^belongs to another user$/, null, 'Gehört zu einem anderen Konto'],
  [/^already belongs to a member$/, null, 'Gehört bereits zu einem Mitglied'],
  [/^does not belong to a member of the organization$/, null, 'gehört zu keinem Mitglied der Organisation'],
  [/^belongs to a user who already has a role.*$/, null, 'gehört zu einer Person, die hier bereits eine Rolle hat'],
  [/^is listed twice$/, null, 'ist doppelt angegeben'],
  [/^is required with a new password$/, null, 'Fehlt: Für ein neues Passwort ist das aktuelle erforderlich'],
  [/^is required with the current password$/, null, 'Fehlt'],
  [/^must not be the email address$/, null, 'Darf nicht die E-Mail-Adresse sein'],
  [/^is one of the most common passwords$/, null, 'Ist eines der häufigsten Passwörter'],
  [/^is not the current password$/, null, 'Das ist nicht das aktuelle Passwort'],
  [/^must be a PNG, JPEG, WebP or GIF image$/, null, 'Muss ein Bild sein: PNG, JPEG, WebP oder GIF'],
  [/^could not be read as an image$/, null, 'Kann nicht als Bild gelesen werden'],
  [/^is empty$/, null, 'Ist leer'],
  [/^The user was invited$/, null, 'wurde eingeladen'],
  [/^The bot was added$/, null, 'wurde hinzugefügt'],
  [/^The guest is waiting for approval$/, null, 'wartet auf Genehmigung'],
  // Limits.
  [
    /^You can send at most (\d+) invitations and mentions an hour$/,
    null,
    'Du kannst höchstens $1 Einladungen und Erwähnungen pro Stunde senden',
  ],
  [
    /^At most (\d+) mails an hour can be sent to one address$/,
    null,
    'An eine Adresse können höchstens $1 E-Mails pro Stunde gesendet werden',
  ],
  [
    /^An organization can send at most (\d+) invitations and mentions a day$/,
    null,
    'Eine Organisation kann höchstens $1 Einladungen und Erwähnungen pro Tag senden',
  ],
  [
    /^You can have at most (\d+) listeners\. Delete one first$/,
    null,
    'Du kannst höchstens $1 Listener haben. Lösche zuerst einen',
  ],
  [
    /^A workspace can have at most (\d+) listeners\. .*$/,
    null,
    'Eine Arbeitsfläche kann höchstens $1 Listener haben. Lösche zuerst einen',
  ],
  [
    /^The organization has used (.+) of (.+) of storage, and this needs (.+) more$/,
    null,
    'Die Organisation hat $1 von $2 Speicher belegt, und hierfür werden weitere $3 benötigt',
  ],
  [/^More than (\d+) requests in a minute$/, null, 'Mehr als $1 Anfragen in einer Minute'],
  [/^Too many requests at the same time$/, null, 'Zu viele Anfragen gleichzeitig'],
  [/^This member has already joined$/, null, 'Dieses Mitglied ist bereits beigetreten'],
  [/^This member is not waiting for approval$/, null, 'Dieses Mitglied wartet nicht auf Genehmigung'],
  [/^This guest is waiting for approval.*$/, null, 'Dieser Gast wartet auf Genehmigung und wird danach eingeladen'],
  [/^You cannot assign a role .*$/, null, 'Du kannst keine Rolle mit mehr Rechten als deiner eigenen vergeben'],
  [/^The Owner can only be changed by the Owner$/, null, 'Das kann nur der Eigentümer'],
  [
    /^The Owner cannot be removed.*$/,
    null,
    'Der Eigentümer kann erst entfernt werden, wenn die Organisation übertragen wurde',
  ],
  [/^The Owner of a workspace cannot be .*$/, null, 'Das ist beim Eigentümer der Arbeitsfläche nicht möglich'],
  [/^cannot change for the Owner.*$/, null, 'Erst möglich, wenn die Organisation übertragen wurde'],
  [/^cannot be Owner for a bot$/, null, 'Ein Bot kann nicht Eigentümer sein'],
  [/^cannot be Owner before .*$/, null, 'Erst möglich, wenn die Person die Einladung angenommen hat'],
  [
    /^must be the id of an accepted member.*$/,
    null,
    'Nur mit einem Mitglied möglich, das die Einladung angenommen hat',
  ],
  [
    /^This user has rights that you lack.*$/,
    null,
    'Diese Person hat mehr Rechte als du, daher kann nur sie ihr Konto ändern',
  ],
  [
    /^This member has rights in the organization that you lack$/,
    null,
    'Dieses Mitglied hat in der Organisation mehr Rechte als du',
  ],
  [
    /^This person already has an account and has not .*$/,
    null,
    'Diese Person hat bereits ein Konto und die Einladung noch nicht angenommen, daher kann nur sie ihre Angaben ändern',
  ],
  [
    /^This user belongs to other organizations too.*$/,
    null,
    'Diese Person ist auch Mitglied anderer Organisationen, daher kann nur sie Name, Telefon und E-Mail ändern',
  ],
  [
    /^In this organization, only its Owner and Admins can publish$/,
    null,
    'In dieser Organisation können nur Eigentümer und Admins veröffentlichen',
  ],
  [/^is not the current code$/, null, 'Das ist nicht der aktuelle Code'],
  [/^must be true or false$/, null, 'Muss true oder false sein'],
  [
    /^One of your organizations requires a second factor$/,
    null,
    'Eine deiner Organisationen verlangt einen zweiten Faktor',
  ],
  [/^The authenticator app is already turned on$/, null, 'Die Authenticator-App ist bereits aktiviert'],
  [/^Add a second factor first$/, null, 'Füge zuerst einen zweiten Faktor hinzu'],
  [/^There can be at most (\d+) passkeys$/, null, 'Höchstens $1 Passkeys sind möglich'],
  [/^The passkey was not created in time.*$/, null, 'Das hat zu lange gedauert. Versuche es noch einmal'],
  [/^Confirm your identity first.*$/, 'Confirm your identity first', 'Bestätige zuerst deine Identität'],
  [/^The session of this token has ended$/, null, 'Diese Sitzung wurde beendet'],
  [/^The passkey is not valid$/, null, 'Der Passkey ist nicht gültig'],
  [/^This passkey is already added$/, null, 'Dieser Passkey wurde bereits hinzugefügt'],
  // Applications, listeners, objects and files.
  [/^must be a URI without spaces.*$/, null, 'Muss eine Adresse ohne Leerzeichen und Steuerzeichen sein'],
  [/^must be an absolute URI such as (\S+)$/, null, 'Muss eine vollständige Adresse sein, zum Beispiel $1'],
  [/^must be an http or https url$/i, null, 'Muss eine Adresse sein, die mit http oder https beginnt'],
  [/^must not have a fragment$/, null, 'Darf kein Fragment (#) enthalten'],
  [/^must not have a user name or password$/, null, 'Darf weder Benutzernamen noch Passwort enthalten'],
  [/^must use https, except for localhost$/, null, 'Muss mit https beginnen, außer bei localhost'],
  [/^must be true for a public client$/, null, 'Muss bei einem öffentlichen Client aktiviert sein'],
  [/^must be false for a public client$/, null, 'Muss bei einem öffentlichen Client deaktiviert sein'],
  [/^must be false for a public client: a bot .*$/, null, 'Ein Bot braucht ein Client-Secret'],
  [/^A public client has no secret$/, null, 'Ein öffentlicher Client hat kein Secret'],
  [/^must not use the scheme (\S+)$/, null, 'Darf nicht mit $1: beginnen'],
  [/^must have at most (\d+) entries$/, null, 'Darf höchstens $1 Einträge haben'],
  [/^must be at most (\d+)\b.*$/, null, 'Darf höchstens $1 sein'],
  [
    /^must be an address that begins with http or https$/,
    null,
    'Muss eine Adresse sein, die mit http oder https beginnt',
  ],
  [/^must be the id of an object in the workspace$/, null, 'Muss die ID eines Objekts dieser Arbeitsfläche sein'],
  [/^must be the uid of a workspace that you can read$/, null, 'Muss eine Arbeitsfläche sein, auf die du Zugriff hast'],
  [/^You can no longer read the workspace.*$/, null, 'Du hast keinen Zugriff mehr auf die Arbeitsfläche'],
  [/^cannot change: the object is pinned$/, null, 'Kann nicht geändert werden: Das Objekt ist angeheftet'],
  [/^The file is larger than (\S+) MB$/, null, 'Die Datei ist größer als $1 MB'],
  [
    /^The picture would have (.+) pixels, and at most 64 megapixels are drawn: the largest scale that fits is (\S+)$/,
    'The picture would have $1 pixels, which is too large. The largest scale that fits is $2',
    'Das Bild hätte $1 Pixel und wäre zu groß. Die größtmögliche Skalierung ist $2',
  ],
  [
    /^The picture would have (.+) pixels, and at most 64 megapixels are drawn: .*$/,
    'The board is too large for a picture. Export a part of it, or choose SVG or PDF',
    'Das Board ist zu groß für ein Bild. Exportiere einen Teil davon oder wähle SVG oder PDF',
  ],
  [/^There are no objects to draw .*$/, 'There is nothing to export here', 'Hier gibt es nichts zu exportieren'],
  [/^There is no canvas to make a page of$/, null, 'Es gibt keinen Bereich für eine Seite'],
  [
    /^Drawing takes too long\. .*$/,
    'Drawing takes too long. Export a part of the board, or choose a smaller scale',
    'Das Zeichnen dauert zu lange. Exportiere einen Teil des Boards oder wähle eine kleinere Größe',
  ],
  [
    /^The document would have (\d+) pages, and at most (\d+) are made$/,
    'This would be $1 pages, and at most $2 are possible. Choose another paper or export a part of the board',
    'Das wären $1 Seiten, höchstens $2 sind möglich. Wähle ein anderes Papierformat oder exportiere einen Teil des Boards',
  ],
  [
    /^The region has more than (\S+) objects: .*$/,
    'This is more than $1 objects. Export a part of the board',
    'Das sind mehr als $1 Objekte. Exportiere einen Teil des Boards',
  ],
  [/^The publisher of this workspace does not allow downloads$/, null, 'Das Herunterladen ist hier nicht erlaubt'],
  [/^The workspace is not published$/, null, 'Die Arbeitsfläche ist nicht veröffentlicht'],
  // General errors.
  [
    /^(There is no page at this address|The file does not exist, or its address has expired)$/,
    null,
    'Nicht gefunden oder nicht mehr vorhanden',
  ],
  [/^.+ not found$/, null, 'Nicht gefunden oder nicht mehr vorhanden'],
  [/^must be a hex color such as (\S+)$/, null, 'Muss eine Hex-Farbe sein, zum Beispiel $1'],
  [/^This needs the right (\S+)$/, null, 'Dafür fehlt dir das Recht $1'],
  [/^This is possible only in a browser.*$/, null, 'Das ist nur in einem Browser möglich, in dem du angemeldet bist'],
  [/^More than (\d+) requests in a minute$/, null, 'Das waren mehr als $1 Anfragen in einer Minute'],
  [/^Passwords are turned off on this server$/, null, 'Auf diesem Server sind Passwörter deaktiviert'],
  [/^Too many wrong passwords$/, null, 'Zu viele falsche Passwörter. Versuche es später noch einmal'],
  [/^Too many .*$/, null, 'Zu viele Anfragen. Versuche es gleich noch einmal'],
  [/^The (body|file) is too large$/, null, 'Das ist zu groß'],
  [
    /^The service (is ending|is shutting down|is temporarily unavailable)$/,
    null,
    'Der Server ist zurzeit nicht verfügbar',
  ],
  [/^Something went wrong on our side$/, null, 'Auf dem Server ist etwas schiefgegangen. Versuche es noch einmal'],
]
// biome-ignore-end format: a table
