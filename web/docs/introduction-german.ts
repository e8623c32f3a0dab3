// The introduction in German.

import type { IntroductionCodes, Section } from './introduction-section.ts'

export const germanIntroduction = (codes: IntroductionCodes): readonly Section[] => [
  {
    id: 'authentication',
    title: 'Anmeldung',
    parts: [
      'Jede Operation nimmt ein Zugangstoken im Header `Authorization`, hinter dem Wort `Bearer`. Das Token trägt die Rechte seines Kontos, wie sie zur Zeit der Anfrage sind. Ein Token in der Adresse wird nicht angenommen.',
      { label: 'Anfrage mit Token', code: codes.tokenCall },
      'Wer den Server betreibt, holt ein Token mit `npm run -s tessera -- token --email you@example.com`. Weitere, für Skripte, legt jeder selbst mit den Operationen unter Tokens an: Sie gelten so lange, wie du willst, und lassen sich widerrufen.',
      'Ein Token hat Berechtigungen: `read`, `comment`, `write` und `admin` (Organisationen, Listener, Anwendungen, Tokens). Keine schließt eine andere ein. Bei jeder Operation steht, welche sie braucht; fehlt sie, kommt 403, und der Header `WWW-Authenticate` nennt sie. Ein Token kann auch auf eine Arbeitsfläche beschränkt sein.',
      'Anwendungen bekommen Tokens mit OAuth 2: `/.well-known/oauth-authorization-server` beschreibt die Endpunkte. Ein Programm, das kein Geheimnis bewahren kann, ist ein öffentlicher Client und benutzt PKCE. Es wird unter Entwickler registriert, registriert sich selbst, oder seine Client-ID ist die URL eines JSON-Dokuments, das es beschreibt. Eine Anwendung mit einem Bot handelt mit Client Credentials als dieser Bot.',
    ],
  },
  {
    id: 'errors',
    title: 'Fehler',
    parts: [
      'Jeder Fehler hat dieselbe Form. `code` sagt, was geschehen ist; `errors` steht da, wo es an Feldern liegt, und nennt dann alle; `request_id` führt den Betrieb zur Ursache.',
      { label: 'Fehler', code: codes.error },
      'Jede Operation scheitert nur mit den Status, die bei ihr stehen. Wo 404 nicht dabei ist, sieht etwas, das es nicht gibt, genauso aus wie etwas, das du nicht sehen darfst. Eine abgewiesene Anfrage hat nichts geändert.',
    ],
  },
  {
    id: 'paging',
    title: 'Blättern',
    parts: [
      'Listen nehmen `limit` (25, wenn es fehlt, höchstens 200) und `offset` und antworten mit den Einträgen und ihrem Platz im Ganzen. Die Links in `paging` sind Adressen auf diesem Server; `next` ist auf der letzten Seite null.',
      { label: 'Seite einer Liste', code: codes.page },
      'Die Liste aller Objekte blättert mit `cursor`: Schick den `next_cursor` der einen Antwort mit der nächsten Anfrage. Das Protokoll der Ereignisse blättert mit `after`, der Nummer des letzten, das du hast.',
    ],
  },
  {
    id: 'retries',
    title: 'Sicher wiederholen',
    parts: [
      'Ein POST, dessen Antwort verloren ging, kann geschehen sein. Mit einem `Idempotency-Key` deiner Wahl darf er noch einmal geschickt werden: Derselbe Schlüssel mit demselben Inhalt bekommt binnen 24 Stunden die erste Antwort, und nichts geschieht zweimal.',
      { label: 'Anfrage, die wiederholt werden darf', code: codes.repeatable },
      'Derselbe Schlüssel mit anderem Inhalt ist ein 422, einer, der noch läuft, ein 409. Schlüssel verschiedener Personen und verschiedener Adressen haben nichts miteinander zu tun.',
    ],
  },
  {
    id: 'versions',
    title: 'Gleichzeitige Änderungen',
    parts: [
      'Objekte tragen eine `version`, die mit jeder Änderung wächst. Ändern oder Löschen mit `If-Match: "41"` geschieht nur, solange das Objekt noch Version 41 hat; sonst ist es ein 412, und nichts ändert sich.',
      'Ohne diesen Header werden Felder einzeln zusammengeführt, und wer ein Feld zuletzt schreibt, behält recht.',
    ],
  },
  {
    id: 'flowcharts',
    title: 'Viele Änderungen auf einmal',
    parts: [
      'Change Many Objects führt bis zu 1.000 Änderungen aus, alle oder keine. `ref` gibt einem neuen Objekt innerhalb der Liste einen Namen, und `{"ref":"…"}` steht in späteren Einträgen für seine id. So zeichnet eine Anfrage ein Flussdiagramm: Formen, die Verbinder dazwischen, ihre Gruppe und ihren Platz im Stapel.',
      { label: 'Ein Flussdiagramm in einer Anfrage', code: codes.flowchart },
      'Verbinder folgen den Objekten, an denen sie hängen. Get the Graph of a Workspace liefert das Diagramm als Knoten und Kanten.',
    ],
  },
  {
    id: 'limits',
    title: 'Grenzwerte',
    parts: [
      'Ein Konto darf eine bestimmte Zahl von Anfragen in der Minute stellen. Solange eine Grenze gesetzt ist, stehen `RateLimit-Limit`, `RateLimit-Remaining` und `RateLimit-Reset` (in Sekunden) in jeder Antwort. Wer eine große Seite, eine Suche, eine Kopie oder einen Upload verlangt, verbraucht mehr als eine Anfrage. Darüber hinaus ist die Antwort ein 429, dessen `Retry-After` sagt, wie lange zu warten ist.',
      'Ein JSON-Inhalt hat höchstens 1 MB, eine Liste von Änderungen 1.000 Einträge, wenn der Betrieb es nicht anders eingestellt hat.',
    ],
  },
]
