// The event types that an option names.

import { eventTypeNames } from '@tessera/client'
import { UsageError } from './command.ts'
import { didYouMean } from './suggest.ts'

export function readEventTypes(text = 'ALL'): string[] {
  const names = text.split(',').map(name => name.trim().toUpperCase())
  const unknown = names.find(name => !eventTypeNames.includes(name))
  if (unknown === undefined) return names
  const lower = eventTypeNames.map(name => name.toLowerCase())
  const hint = didYouMean(unknown, lower, name => name.toUpperCase())
  throw new UsageError(`There is no event type ${unknown}.${hint}`)
}
