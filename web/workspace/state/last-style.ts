// The style that was chosen last for each kind, kept in this browser: new objects start with it.

import type { KindName } from '@tessera/client'
import { accepts, limitsOf, styleFieldsOf } from '../objects/style-fields.ts'

const storageKey = 'tessera-last-style'

type Style = Readonly<Record<string, unknown>>

/** Leaves out fields and values that the kind no longer has. */
export function lastStyleOf(kind: KindName): Style {
  const stored = read()[kind]
  return typeof stored === 'object' && stored !== null ? stylesIn(kind, stored as Style) : {}
}

/** Fields that are not part of the style, such as the text, are left out. */
export function rememberStyle(kind: KindName, fields: Style): void {
  const style = stylesIn(kind, fields)
  if (Object.keys(style).length === 0) return
  const next = { ...read(), [kind]: { ...lastStyleOf(kind), ...style } }
  try {
    localStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // Without storage new objects start with the defaults.
  }
}

function stylesIn(kind: KindName, fields: Style): Style {
  const known = styleFieldsOf(kind).filter(name => name in fields)
  return Object.fromEntries(
    known.flatMap(name => {
      const limits = limitsOf(kind, name)
      return limits && accepts(limits, fields[name]) ? [[name, fields[name]]] : []
    }),
  )
}

function read(): Readonly<Record<string, unknown>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    return typeof stored === 'object' && stored !== null ? { ...stored } : {}
  } catch {
    return {}
  }
}
