// The messages of the viewer page. They are here and not in web/ because the server renders the page.

import { kindLabels } from '@tessera/contract'
import type { Language } from '@tessera/contract/languages'

const english = {
  lang: 'en',
  by: 'Published with Tessera',
  published: (date: string) => `Published ${date}`,
  board:
    'The published board. Arrow keys move it, plus and minus zoom, 0 zooms to fit. Brackets turn the pages of a document.',
  contents: 'Contents',
  noContents: 'There is no text on this board.',
  moreContents: 'Only the first texts of this large board are listed.',
  inView: 'In view: {text}',
  close: 'Close',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  actualSize: 'Zoom to 100%',
  fit: 'Zoom to fit',
  theme: 'Light or dark',
  download: 'Download',
  downloads: { png: 'Picture (PNG)', pdf: 'Document (PDF)', svg: 'Vector graphic (SVG)' },
  map: 'Map of the board',
  loading: 'Loading…',
  empty: 'This board is empty.',
  lost: 'The board could not be loaded.',
  again: 'Try again',
  turning: 'Pages of the document',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pageOf: 'Page {page} of {pages}',
  without: 'The board needs JavaScript. This is the text on it.',
  kinds: kindLabels('en'),
  gone: 'This board is not published',
  goneText: 'It may have been unpublished, or the link is wrong. If someone sent you the link, ask them for a new one.',
  goneMore: 'What is Tessera?',
}

export type ViewerMessages = typeof english

const german: ViewerMessages = {
  lang: 'de',
  by: 'Veröffentlicht mit Tessera',
  published: date => `Veröffentlicht am ${date}`,
  board:
    'Das veröffentlichte Board. Mit den Pfeiltasten verschiebst du es, mit Plus und Minus zoomst du, 0 zeigt alles. Mit den eckigen Klammern blätterst du in einem Dokument.',
  contents: 'Inhalt',
  noContents: 'Auf diesem Board steht kein Text.',
  moreContents: 'Nur die ersten Texte dieses großen Boards sind aufgeführt.',
  inView: 'Im Ausschnitt: {text}',
  close: 'Schließen',
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
  actualSize: 'Zoom auf 100 %',
  fit: 'Alles anzeigen',
  theme: 'Hell oder dunkel',
  download: 'Herunterladen',
  downloads: { png: 'Bild (PNG)', pdf: 'Dokument (PDF)', svg: 'Vektorgrafik (SVG)' },
  map: 'Karte des Boards',
  loading: 'Wird geladen …',
  empty: 'Dieses Board ist leer.',
  lost: 'Das Board konnte nicht geladen werden.',
  again: 'Erneut versuchen',
  turning: 'Seiten des Dokuments',
  previousPage: 'Vorige Seite',
  nextPage: 'Nächste Seite',
  pageOf: 'Seite {page} von {pages}',
  without: 'Für das Board ist JavaScript erforderlich. Das ist der Text darauf.',
  kinds: kindLabels('de'),
  gone: 'Dieses Board ist nicht veröffentlicht',
  goneText:
    'Möglicherweise wurde die Veröffentlichung aufgehoben, oder der Link ist falsch. Wenn du den Link von jemandem erhalten hast, bitte die Person um einen neuen.',
  goneMore: 'Was ist Tessera?',
}

export const viewerMessages: Readonly<Record<Language, ViewerMessages>> = { en: english, de: german }
