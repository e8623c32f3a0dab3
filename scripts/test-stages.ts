// Which tests run in which stage, and what a stage needs. Words pick stages, paths pick files.

import { isTest } from './project-files.ts'

export type ServerName = 'postgres' | 'redis'

export type Stage = {
  name: string
  /** What to type for it, besides the words that several stages share. */
  words: string[]
  /** Null for the stage that runs checks instead of test files. */
  holds: ((path: string) => boolean) | null
  /** So many files share a process: loading the server and starting it costs more than most of them. */
  together: number
  servers: ServerName[]
  engine?: 'sqlite' | 'postgres'
}

/** What takes long begins first, and has its process to itself: so the end of a stage does not wait for it alone. */
const isLong = (path: string) =>
  /\/(faults|hostile-files|convert-office|sign(ed)?-in-pages|pages)\.test\.ts$/.test(path)

export type Selection = { stage: Stage; files: string[] }

export const stages: Stage[] = [
  { name: 'check', words: ['check'], holds: null, together: 0, servers: [] },
  { name: 'unit', words: ['unit'], holds: path => !/^(server|e2e)\//.test(path), together: 12, servers: [] },
  {
    name: 'server on sqlite',
    words: ['server', 'sqlite'],
    holds: path => path.startsWith('server/'),
    together: 12,
    servers: ['redis'],
    engine: 'sqlite',
  },
  {
    name: 'server on postgres',
    words: ['server', 'postgres'],
    holds: path => path.startsWith('server/'),
    together: 12,
    servers: ['postgres', 'redis'],
    engine: 'postgres',
  },
  {
    name: 'e2e',
    words: ['e2e'],
    holds: path => path.startsWith('e2e/'),
    together: 4,
    servers: [],
    engine: 'sqlite',
  },
]

/**
 * The stages to run with the files of each. Nothing said is everything; a path without a stage runs in every stage
 * that holds it; checks are left out as soon as only some tests are asked for.
 */
export function select(asked: string[], isNamed: boolean, paths: string[]): Selection[] {
  const words = asked.filter(isStageWord)
  const wantedPaths = asked.filter(word => !isStageWord(word)).map(word => word.replace(/^\.\/|\/+$/g, ''))
  const unknown = wantedPaths.find(wanted => !paths.some(path => isUnder(path, wanted)))
  if (unknown !== undefined) {
    const known = [...new Set(stages.flatMap(stage => stage.words))].join(', ')
    throw new Error(`No test file at ${unknown}; say a path, or one of ${known}.`)
  }
  const isPart = wantedPaths.length > 0 || isNamed
  const tests = paths.filter(
    path => isTest(path) && (!wantedPaths.length || wantedPaths.some(under => isUnder(path, under))),
  )
  return stages.flatMap(stage => {
    const isAsked = words.length ? stage.words.some(word => words.includes(word)) : stage.holds !== null || !isPart
    const files = stage.holds ? tests.filter(stage.holds) : []
    if (!isAsked || (wantedPaths.length && stage.holds && !files.length)) return []
    return [{ stage, files }]
  })
}

/** The files of a stage by the process they run in, in the order to begin them. */
export function togetherIn({ together }: Stage, files: string[]): string[][] {
  const others = files.filter(path => !isLong(path))
  const groups = Array.from({ length: Math.ceil(others.length / together) }, (_, at) =>
    others.slice(at * together, (at + 1) * together),
  )
  return [...files.filter(isLong).map(path => [path]), ...groups]
}

function isStageWord(word: string) {
  return stages.some(stage => stage.words.includes(word))
}

function isUnder(path: string, wanted: string) {
  return isTest(path) && (path === wanted || path.startsWith(`${wanted}/`))
}
