// UI strings of the Import dialog. Loaded with it.

import { defineWords } from '../../../words/define-words.ts'

export const useImportWords = defineWords({
  en: {
    title: 'Import',
    fromFile: 'From a file',
    fromMiro: 'From Miro',
    sources: 'Where from',
    drop: 'Drop files here',
    or: 'or',
    choose: 'Choose files',
    formats: [
      ['Tessera', 'archives, and PNG and SVG pictures that were exported as editable'],
      ['Excalidraw', '.excalidraw, and pictures with an embedded scene'],
      ['tldraw', '.tldr'],
      ['draw.io', '.drawio and .xml'],
      ['JSON Canvas', '.canvas of Obsidian'],
      ['Mermaid', 'flowcharts, .mmd'],
      ['CSV and Markdown', 'a note for each row or section'],
    ],
    tip: 'You can also drop a file on the board: the objects appear where you drop it.',
    miroBoard: 'Address of the board',
    miroToken: 'Access token',
    miroTokenHint: 'It is used once for this import and kept for at most 15 minutes. The scope boards:read is enough.',
    import: 'Import',
    cancel: 'Cancel',
    notBoard: (name: string) => `${name} is not a file that can be imported. Upload images and documents instead.`,
  },
  de: {
    title: 'Importieren',
    fromFile: 'Aus einer Datei',
    fromMiro: 'Aus Miro',
    sources: 'Woher',
    drop: 'Dateien hierher ziehen',
    or: 'oder',
    choose: 'Dateien auswählen',
    formats: [
      ['Tessera', 'Archive, und PNG- und SVG-Bilder, die bearbeitbar exportiert wurden'],
      ['Excalidraw', '.excalidraw, und Bilder mit eingebetteter Szene'],
      ['tldraw', '.tldr'],
      ['draw.io', '.drawio und .xml'],
      ['JSON Canvas', '.canvas aus Obsidian'],
      ['Mermaid', 'Flussdiagramme, .mmd'],
      ['CSV und Markdown', 'eine Notiz für jede Zeile oder jeden Abschnitt'],
    ],
    tip: 'Du kannst eine Datei auch aufs Board ziehen: Die Objekte erscheinen dort, wo du sie loslässt.',
    miroBoard: 'Adresse des Boards',
    miroToken: 'Zugriffstoken',
    miroTokenHint:
      'Es wird einmal für diesen Import benutzt und höchstens 15 Minuten aufbewahrt. Das Recht boards:read genügt.',
    import: 'Importieren',
    cancel: 'Abbrechen',
    notBoard: name => `${name} lässt sich nicht importieren. Lade Bilder und Dokumente stattdessen hoch.`,
  },
})
