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
  number_limited: { what: 'Zahlen außerhalb des Möglichen', why: 'Der nächste mögliche Wert wurde genommen.' },
  value_replaced: { what: 'Eigenschaften mit unbekanntem Wert', why: 'Der übliche Wert wurde genommen.' },
  points_reduced: { what: 'Gezeichnete Linien mit zu vielen Punkten', why: 'Einige Punkte wurden weggelassen.' },
  end_missing: { what: 'Verbinder zu etwas, das nicht in der Datei ist', why: 'Ihre Enden sind frei.' },
  file_missing: {
    what: 'Bilder und Dokumente, die nicht in der Datei sind',
    why: 'Ein Platzhalter zeigt, wo sie waren.',
  },
  file_unreadable: {
    what: 'Dateien, die weder ein Bild noch ein lesbares Dokument sind',
    why: 'Ein Platzhalter zeigt, wo sie waren.',
  },
  object_unknown: { what: 'Objekte unbekannter Art', why: 'Ein Platzhalter zeigt, wo sie waren.' },
  comment_by_other: {
    what: 'Kommentare anderer',
    why: 'Sie stehen unter deinem Namen und beginnen mit dem Namen der Person.',
  },
  comments_not_allowed: { what: 'Kommentare', why: 'Das Token erlaubt keine Kommentare.' },
  comment_target_missing: { what: 'Kommentare zu etwas, das nicht in der Datei ist', why: 'Sie wurden weggelassen.' },
  picture_reduced: {
    what: 'Bilder und Dokumente',
    why: 'Das Archiv enthält kleinere Bilder statt der ursprünglichen Dateien.',
  },
  background_image: { what: 'Hintergrundbilder von Gruppen', why: 'Bereiche haben kein Hintergrundbild.' },
  color_replaced: { what: 'Farben', why: 'Die ähnlichste Farbe wurde genommen.' },
  file_by_path: {
    what: 'Dateien aus einem Ordner, der nicht importiert wurde',
    why: 'Ein Platzhalter zeigt ihren Namen.',
  },
  picture_by_address: { what: 'Bilder mit einer Webadresse', why: 'Die Adresse wird als Webseite gezeigt.' },
  row_empty: { what: 'Leere Zeilen', why: 'Sie wurden weggelassen.' },
  group_flattened: { what: 'Gruppen in Gruppen', why: 'Sie wurden zu einer Gruppe.' },
  size_changed: { what: 'Notizen mit eigener Größe', why: 'Notizen haben eine feste Form, die skaliert wurde.' },
  fill_pattern: { what: 'Schraffierte Füllungen', why: 'Sie sind mit ihrer Farbe gefüllt.' },
  font_replaced: { what: 'Schriften, die es hier nicht gibt', why: 'Eine ähnliche Schrift wurde genommen.' },
  text_alignment: {
    what: 'Zentrierte oder rechtsbündige Texte',
    why: 'Sie wurden Formen ohne Rand, die sich ausrichten lassen.',
  },
  link_left_out: {
    what: 'Links von Objekten, die keine einzelne Textzeile haben',
    why: 'Nur Text kann ein Link sein.',
  },
  opacity_left_out: { what: 'Durchscheinende Bilder und Zeichnungen', why: 'Sie sind deckend.' },
  page_without_address: { what: 'Eingebettete Seiten ohne Webadresse', why: 'Ein Platzhalter zeigt, wo sie waren.' },
  line_without_points: { what: 'Linien ohne Punkte', why: 'Da war nichts zu zeichnen.' },
  filled_line: { what: 'Gefüllte Linien und Vielecke', why: 'Nur ihr Umriss ist gezeichnet.' },
  cap_replaced: { what: 'Linienenden unbekannter Art', why: 'Sie sind einfache Pfeile.' },
  pen_color: { what: 'Farben gezeichneter Linien', why: 'Der ähnlichste Stift wurde genommen.' },
  form_replaced: { what: 'Formen, die es hier nicht gibt', why: 'Die ähnlichste Form wurde genommen.' },
  board_enlarged: {
    what: 'Haftnotizen, die kleiner sind als Notizen sein können',
    why: 'Alles wurde vergrößert, damit die Abstände stimmen.',
  },
  media_left_out: { what: 'Videos und andere Medien', why: 'Ein Platzhalter zeigt, wo sie waren.' },
  curve_bend: { what: 'Gebogene Pfeile', why: 'Ihre Biegung ist ähnlich, aber nicht gleich.' },
  pages_beside: { what: 'Seiten', why: 'Sie liegen nebeneinander, jede auf einem Bereich.' },
  statement_left_out: { what: 'Anweisungen, die nicht zu einem Flussdiagramm gehören', why: 'Sie wurden weggelassen.' },
  rich_text_reduced: {
    what: 'Formatierte Texte',
    why: 'Fett, kursiv, Listen und Links sind geblieben, der Rest ist schlicht.',
  },
  connector_without_end: {
    what: 'Verbinder mit einem freien Ende',
    why: 'Der andere Dienst sagt nicht, wo das ist.',
  },
  layer_hidden: { what: 'Objekte auf verborgenen Ebenen', why: 'Sie sind sichtbar.' },
}
// biome-ignore-end format: a table

const german: Readonly<Record<string, RemarkText>> = known

/** The server writes the reason as a part of a sentence. */
const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
