// UI strings of the Import dialog. Loaded with it.

import { defineMessages } from '../../../messages/define-messages.ts'

export const useImportMessages = defineMessages({
  en: {
    title: 'Import',
    fromFile: 'From a file',
    fromMiro: 'From Miro',
    sources: 'Where from',
    drop: 'Drop files here',
    or: 'or',
    choose: 'Choose files',
    formats: {
      tessera: 'archives, and PNG and SVG pictures that were exported as editable',
      excalidraw: 'drawings and libraries, and pictures with an embedded scene',
      tldraw: 'drawings',
      jsoncanvas: 'boards of Obsidian',
      csv: 'a note for each row',
      markdown: 'a note for each item of a list',
      mermaid: 'flowcharts',
      drawio: 'diagrams, and pictures with an embedded diagram',
    },
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
    sources: 'Quelle',
    drop: 'Dateien hierher ziehen',
    or: 'oder',
    choose: 'Dateien auswählen',
    formats: {
      tessera: 'Archive sowie PNG- und SVG-Bilder, die bearbeitbar exportiert wurden',
      excalidraw: 'Zeichnungen, Bibliotheken und Bilder mit eingebetteter Szene',
      tldraw: 'Zeichnungen',
      jsoncanvas: 'Boards aus Obsidian',
      csv: 'eine Notiz für jede Zeile',
      markdown: 'eine Notiz für jeden Punkt einer Liste',
      mermaid: 'Flussdiagramme',
      drawio: 'Diagramme und Bilder mit eingebettetem Diagramm',
    },
    tip: 'Du kannst eine Datei auch aufs Board ziehen: Die Objekte erscheinen dort, wo du sie loslässt.',
    miroBoard: 'Adresse des Boards',
    miroToken: 'Zugriffstoken',
    miroTokenHint:
      'Es wird nur für diesen Import verwendet und höchstens 15 Minuten gespeichert. Die Berechtigung boards:read genügt.',
    import: 'Importieren',
    cancel: 'Abbrechen',
    notBoard: name => `${name} kann nicht importiert werden. Lade Bilder und Dokumente stattdessen hoch.`,
  },
})
