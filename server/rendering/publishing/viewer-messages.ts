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
    'Das veröffentlichte Board. Pfeiltasten bewegen es, Plus und Minus zoomen, Null zeigt alles. Eckige Klammern blättern in einem Dokument.',
  contents: 'Inhalt',
  noContents: 'Auf diesem Board steht kein Text.',
  moreContents: 'Die ersten Texte eines großen Boards.',
  inView: 'Im Blick: {text}',
  close: 'Schließen',
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
  actualSize: 'Originalgröße',
  fit: 'Alles anzeigen',
  theme: 'Hell oder dunkel',
  download: 'Herunterladen',
  downloads: { png: 'Bild (PNG)', pdf: 'Dokument (PDF)', svg: 'Vektorgrafik (SVG)' },
  map: 'Karte des Boards',
  loading: 'Wird geladen …',
  empty: 'Auf diesem Board liegt noch nichts.',
  lost: 'Das Board konnte nicht geladen werden.',
  again: 'Noch einmal versuchen',
  turning: 'Seiten des Dokuments',
  previousPage: 'Vorige Seite',
  nextPage: 'Nächste Seite',
  pageOf: 'Seite {page} von {pages}',
  without: 'Ohne JavaScript kann das Board nicht gezeigt werden; das steht darauf.',
  kinds: kindLabels('de'),
  gone: 'Dieses Board ist nicht veröffentlicht',
  goneText:
    'Vielleicht war es das nie, oder wer es veröffentlicht hat, hat es zurückgezogen. Wer den Link von jemandem hat, fragt dort nach einem neuen.',
  goneMore: 'Was Tessera ist',
}

export const viewerMessages: Readonly<Record<Language, ViewerMessages>> = { en: english, de: german }
