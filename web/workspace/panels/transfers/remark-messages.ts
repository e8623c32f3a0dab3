// The remarks of a report in the language of the page, by their code. The service writes them in English.

import type { ImportNotice } from '@tessera/contract/import-report'
import { useLanguage } from '../../../messages/language.ts'
import type { TransferRemark } from '../../state/transfers.ts'

type RemarkText = Pick<TransferRemark, 'what' | 'why'>

/** An unknown code keeps the message of the server. */
function describeRemark(remark: TransferRemark, language: string): RemarkText {
  const messages: RemarkText = (language === 'de' ? german[remark.code] : undefined) ?? remark
  return { what: messages.what, why: sentence(messages.why) }
}

export function useRemarkMessages(): (remark: TransferRemark) => RemarkText {
  const language = useLanguage()
  return remark => describeRemark(remark, language)
}

// biome-ignore-start format: a table
const known: Readonly<Record<ImportNotice, RemarkText>> = {
  text_shortened: { what: 'Zu lange Texte', why: 'Sie wurden gekürzt.' },
  number_limited: {
    what: 'Zahlen außerhalb des erlaubten Bereichs',
    why: 'Der nächste erlaubte Wert wurde verwendet.',
  },
  value_replaced: { what: 'Eigenschaften mit unbekanntem Wert', why: 'Der Standardwert wurde verwendet.' },
  points_reduced: { what: 'Gezeichnete Linien mit zu vielen Punkten', why: 'Einige Punkte wurden weggelassen.' },
  end_missing: { what: 'Verbindungen zu Objekten, die nicht in der Datei sind', why: 'Ihre Enden sind frei.' },
  file_missing: {
    what: 'Bilder und Dokumente, die nicht in der Datei sind',
    why: 'Ein Platzhalter zeigt, wo sie waren.',
  },
  file_unreadable: {
    what: 'Dateien, die weder ein Bild noch ein lesbares Dokument sind',
    why: 'Ein Platzhalter zeigt, wo sie waren.',
  },
  object_unknown: { what: 'Objekte eines unbekannten Typs', why: 'Ein Platzhalter zeigt, wo sie waren.' },
  comment_by_other: {
    what: 'Kommentare anderer',
    why: 'Sie stehen unter deinem Namen und beginnen mit dem Namen der Person.',
  },
  comments_not_allowed: { what: 'Kommentare', why: 'Das Token erlaubt keine Kommentare.' },
  comment_target_missing: {
    what: 'Kommentare zu Objekten, die nicht in der Datei sind',
    why: 'Sie wurden weggelassen.',
  },
  picture_reduced: {
    what: 'Bilder und Dokumente',
    why: 'Das Archiv enthält kleinere Bilder statt der Originaldateien.',
  },
  background_image: { what: 'Hintergrundbilder von Gruppen', why: 'Bereiche haben kein Hintergrundbild.' },
  color_replaced: { what: 'Farben', why: 'Die ähnlichste Farbe wurde verwendet.' },
  file_by_path: {
    what: 'Dateien aus einem Ordner, der nicht importiert wurde',
    why: 'Ein Platzhalter zeigt ihren Namen.',
  },
  picture_by_address: { what: 'Bilder mit einer Webadresse', why: 'Die Adresse wird als Webseite angezeigt.' },
  row_empty: { what: 'Leere Zeilen', why: 'Sie wurden weggelassen.' },
  group_flattened: { what: 'Gruppen in Gruppen', why: 'Sie wurden zu einer Gruppe.' },
  size_changed: { what: 'Notizen mit eigener Größe', why: 'Notizen haben eine feste Form, die skaliert wurde.' },
  fill_pattern: { what: 'Schraffierte Füllungen', why: 'Sie sind mit ihrer Farbe gefüllt.' },
  font_replaced: { what: 'Schriften, die es hier nicht gibt', why: 'Eine ähnliche Schrift wurde verwendet.' },
  text_alignment: {
    what: 'Zentrierte oder rechtsbündige Texte',
    why: 'Sie wurden in Formen ohne Rand umgewandelt, deren Text sich ausrichten lässt.',
  },
  link_left_out: {
    what: 'Links von Objekten ohne einzelne Textzeile',
    why: 'Nur Text kann ein Link sein.',
  },
  opacity_left_out: { what: 'Halbtransparente Bilder und Zeichnungen', why: 'Sie sind deckend.' },
  page_without_address: { what: 'Eingebettete Seiten ohne Webadresse', why: 'Ein Platzhalter zeigt, wo sie waren.' },
  line_without_points: { what: 'Linien ohne Punkte', why: 'Sie wurden weggelassen.' },
  filled_line: { what: 'Gefüllte Linien und Vielecke', why: 'Nur ihr Umriss wurde übernommen.' },
  cap_replaced: { what: 'Unbekannte Linienenden', why: 'Sie wurden durch einfache Pfeile ersetzt.' },
  pen_color: { what: 'Farben gezeichneter Linien', why: 'Die ähnlichste Stiftfarbe wurde verwendet.' },
  form_replaced: { what: 'Formen, die es hier nicht gibt', why: 'Die ähnlichste Form wurde verwendet.' },
  board_enlarged: {
    what: 'Haftnotizen unter der Mindestgröße von Notizen',
    why: 'Alles wurde vergrößert, damit die Abstände stimmen.',
  },
  media_left_out: { what: 'Videos und andere Medien', why: 'Ein Platzhalter zeigt, wo sie waren.' },
  curve_bend: { what: 'Gebogene Pfeile', why: 'Ihre Biegung ist ähnlich, aber nicht gleich.' },
  pages_beside: { what: 'Seiten', why: 'Sie liegen nebeneinander, jede auf einem Bereich.' },
  statement_left_out: { what: 'Anweisungen, die nicht zu einem Flussdiagramm gehören', why: 'Sie wurden weggelassen.' },
  rich_text_reduced: {
    what: 'Formatierte Texte',
    why: 'Fett, kursiv, Listen und Links wurden übernommen, andere Formatierungen nicht.',
  },
  connector_without_end: {
    what: 'Verbindungen mit einem freien Ende',
    why: 'Der andere Dienst nennt dessen Position nicht.',
  },
  layer_hidden: { what: 'Objekte auf ausgeblendeten Ebenen', why: 'Sie sind sichtbar.' },
}
// biome-ignore-end format: a table

const german: Readonly<Record<string, RemarkText>> = known

/** The server writes the reason as a part of a sentence. */
const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
