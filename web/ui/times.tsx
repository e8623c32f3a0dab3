// Times in the words of the reader's language, with the exact one for who asks.

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })

/** `6 Mar 2026` */
export const Day = ({ at }: { at: string | number }) => (
  <time dateTime={new Date(at).toISOString()} title={exact.format(new Date(at))}>
    {day.format(new Date(at))}
  </time>
)

/** `5 minutes ago` */
export const Ago = ({ at }: { at: string | number }) => (
  <time dateTime={new Date(at).toISOString()} title={exact.format(new Date(at))}>
    {sayAgo(new Date(at).getTime() - Date.now())}
  </time>
)

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

function sayAgo(milliseconds: number): string {
  for (const [unit, length] of units)
    if (Math.abs(milliseconds) >= length) return relative.format(Math.trunc(milliseconds / length), unit)
  return 'just now'
}
