// A stage in parts that run at any time and in any order, and its report: told when the last of them has ended. What
// keeps a part from running at all is a failure of the stage, told once; the parts of others are none the worse for it.

import type { Tally } from './check.ts'
import type { Voice } from './in-order.ts'

export type Work = () => Promise<Tally>

type StageReport = { name: string; what: string; voice: Voice; onFault: (fault: string) => void }

/** Once all of them were called, each of them once, `tally` is what they came to. */
export function stageParts(works: Work[], { name, what, voice, onFault }: StageReport) {
  const tally: Tally = { passed: 0, failed: 0, skipped: 0 }
  let startedAt: number | undefined
  let left = works.length
  let isFaulty = false
  const tell = (fault: string) => {
    if (isFaulty) return
    isFaulty = true
    tally.failed += 1
    onFault(fault)
    voice.say(`  ✖ ${indented(fault).trimStart()}\n`)
  }
  const end = (began: number) => {
    voice.say(summary(what, tally, (performance.now() - began) / 1000))
    voice.end()
  }
  voice.say(`\n── ${name}`)
  if (!left) {
    voice.say('  no test files, passed over')
    voice.end()
  }
  const parts = works.map(work => async () => {
    startedAt ??= performance.now()
    try {
      add(tally, await work())
    } catch (error) {
      tell((error instanceof Error ? error.message : String(error)).trimEnd())
    }
    left -= 1
    if (!left) end(startedAt)
  })
  return { parts, tally }
}

export function add(to: Tally, more: Tally): void {
  for (const sort of ['passed', 'failed', 'skipped'] as const) to[sort] += more[sort]
}

export function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '    ')
}

function summary(what: string, { passed, failed, skipped }: Tally, seconds: number): string {
  const all = passed + failed + skipped
  return `  ${failed ? `${failed} of ${all} ${what} failed` : `${what}: ${all}`}, ${seconds.toFixed(1)} s`
}
