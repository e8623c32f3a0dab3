// What the test run repeats of a failure at its end: what failed, and the command that runs it alone.

import type { Failure } from './run-test-files.ts'
import type { Stage } from './test-stages.ts'

export type TestFailure = { what: string; command?: string }

export function failedCheck(name: string): TestFailure {
  return { what: `check: ${name}`, command: `npm run check -- ${name}` }
}

/** Without titles, the process that ran these files has failed. */
export function failedTest(stage: Stage, { titles, location }: Failure): TestFailure {
  const title = titles.join(' › ')
  const name = titles.length ? ` --name ${quoteForShell(titles.join(' '))}` : ''
  const files = location.replaceAll(/:\d+(?= |$)/g, '')
  return {
    what: `${stage.name}: ${title ? `${title} (${location})` : location}`,
    command: `npm test -- ${stage.arguments.at(-1)} ${files}${name}`,
  }
}

export function describeFailures(failures: TestFailure[]): string {
  const lines = failures.map(({ what, command }) => `  ✖ ${what}${command ? `\n      ${command}` : ''}`)
  return `Failed:\n${lines.join('\n')}`
}

/** For a shell. */
function quoteForShell(text: string): string {
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", `'\\''`)}'` : `"${text}"`
}
