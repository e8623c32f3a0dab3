// Dates and relative times in the language of the page, with the exact time as a tooltip.

import { currentLanguage, type Language, useLanguage } from '../words/language.ts'
import { useUiWords } from './ui-words.ts'

interface Formats {
  readonly day: Intl.DateTimeFormat
  readonly exact: Intl.DateTimeFormat
  readonly relative: Intl.RelativeTimeFormat
}

/** `6 Mar 2026` */
export function Day({ at }: { at: string | number }) {
  const { day, exact } = formatsOf(useLanguage())
  return (
    <time dateTime={new Date(at).toISOString()} title={exact.format(new Date(at))}>
      {day.format(new Date(at))}
    </time>
  )
}

/** `5 minutes ago` */
export function Ago({ at }: { at: string | number }) {
  const { exact } = formatsOf(useLanguage())
  return (
    <time dateTime={new Date(at).toISOString()} title={exact.format(new Date(at))}>
      {formatAgo(at)}
    </time>
  )
}

function formatAgo(at: string | number): string {
  const milliseconds = new Date(at).getTime() - Date.now()
  const { relative } = formatsOf(currentLanguage())
  for (const [unit, length] of units)
    if (Math.abs(milliseconds) >= length) return relative.format(Math.trunc(milliseconds / length), unit)
  return useUiWords.now().justNow
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

const known = new Map<string, Formats>()

/** Uses the browser's regional variant of the language, such as en-GB, for the order of day and month. */
function formatsOf(language: Language): Formats {
  const locale = navigator.languages.find(tag => tag.toLowerCase().startsWith(language)) ?? language
  const formats = known.get(locale) ?? {
    day: new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }),
    exact: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
    relative: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
  }
  known.set(locale, formats)
  return formats
}
