// Formats bytes and durations in the language of the page.

import { currentLanguage } from '../messages/language.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** `12 MB` */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1_000 ** power
  const maximumFractionDigits = value < 10 && power > 0 ? 1 : 0
  return format({ style: 'unit', unit: units[power] as string, unitDisplay: 'short', maximumFractionDigits }, value)
}

/** `40 sec`, `3 min`, `2 hr`, `5 days` */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000)
  const [unit, length] = steps.find(([, length]) => seconds >= length) ?? ['second', 1]
  return format({ style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 }, Math.floor(seconds / length))
}

const steps = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

const format = (options: Intl.NumberFormatOptions, value: number) =>
  new Intl.NumberFormat(currentLanguage(), options).format(value)
