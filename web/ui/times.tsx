// Dates and relative times in the language of the page, with the exact time as a tooltip.

import { currentLanguage, type Language, useLanguage } from '../messages/language.ts'
import { useUiMessages } from './ui-messages.ts'

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

/** `in 5 minutes`, or `in 20 seconds` if it is soon. What is due already is `now`. */
export function Until({ at }: { at: string | number }) {
  const { exact, relative } = formatsOf(useLanguage())
  const milliseconds = Math.max(0, new Date(at).getTime() - Date.now())
  const text = milliseconds < 60_000 ? relative.format(Math.round(milliseconds / 1_000), 'second') : formatAgo(at)
  return (
    <time dateTime={new Date(at).toISOString()} title={exact.format(new Date(at))}>
      {text}
    </time>
  )
}

function formatAgo(at: string | number): string {
  const milliseconds = new Date(at).getTime() - Date.now()
  const { relative } = formatsOf(currentLanguage())
  for (const [unit, length] of units)
    if (Math.abs(milliseconds) >= length) return relative.format(Math.trunc(milliseconds / length), unit)
  return useUiMessages.now().justNow
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
