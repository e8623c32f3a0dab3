// The time as it is stored and told. Asked for with every request, and many come within a millisecond.

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
