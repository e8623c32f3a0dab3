// The table of kinds. Routes, validation, event names, the client and the tests of every kind are derived from it.

import { type CreateOf, type Kind, kindTable, type RecordOf, type UpdateOf } from '../kind.ts'
import type { Language } from '../languages.ts'
import type { Attachment } from '../references.ts'
import { browser } from './browser.ts'
import { canvas } from './canvas.ts'
import { connector } from './connector.ts'
import { document } from './document.ts'
import { image } from './image.ts'
import { note } from './note.ts'
import { shape } from './shape.ts'
import { stroke } from './stroke.ts'
import { text } from './text.ts'

export const kinds = kindTable({ note, text, image, document, browser, canvas, stroke, shape, connector })

export type KindName = keyof typeof kinds
export type KindNoun = (typeof kinds)[KindName]['noun']
export type KindPath = (typeof kinds)[KindName]['path']
export type CreateData<K extends KindName> = CreateOf<(typeof kinds)[K]>
export type UpdateData<K extends KindName> = UpdateOf<(typeof kinds)[K]>
export type ObjectRecord<K extends KindName = KindName> = K extends KindName ? RecordOf<(typeof kinds)[K]> : never

/** All kinds of objects. */
export const kindNames = Object.keys(kinds) as KindName[]

export const kindOf = (name: string): Kind | null => (Object.hasOwn(kinds, name) ? kinds[name as KindName] : null)

export const kindIcons = mapKinds(({ icon }) => icon)

/** What people call one object of each kind, in a language. */
export const kindLabels = (language: Language) => mapKinds(({ names }) => names[language][0])

/** What people call several. */
export const pluralLabels = (language: Language) => mapKinds(({ names }) => names[language][1])

/** The kinds that comments, or strokes, can be attached to. */
export const kindsTaking = (what: Attachment) => Object.values(kinds).filter(kind => kind.takes.includes(what))

function mapKinds<T>(of: (kind: Kind) => T): Readonly<Record<KindName, T>> {
  return Object.fromEntries(Object.values<Kind>(kinds).map(kind => [kind.name, of(kind)])) as Record<KindName, T>
}
