// The current time as ISO 8601. Cached for the millisecond, because every request needs it.

let lastMs = 0
let lastText = ''

export function isoNow(): string {
  const ms = Date.now()
  if (ms !== lastMs) {
    lastMs = ms
    lastText = new Date(ms).toISOString()
  }
  return lastText
}
