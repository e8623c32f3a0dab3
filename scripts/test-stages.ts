// Which tests run in which stage, and which servers a stage needs. Arguments are names of stages or paths of test files.

import { isTest } from './project-files.ts'

export type ServerName = 'postgres' | 'redis'

export type Stage = {
  name: string
  /** The arguments that select it. */
  arguments: string[]
  /** Null for the stage that runs checks instead of test files. */
  includes: ((path: string) => boolean) | null
  /** Files share a process, because loading and starting the server takes longer than most tests. */
  filesPerProcess: number
  servers: ServerName[]
  engine?: 'sqlite' | 'postgres'
}

/** Slow files start first, each in its own process, so that a stage does not end with one process waiting for them. */
const isSlow = (path: string) =>
  /\/(delivery-crash|hostile-files|toy-kinds|convert-office|sign(ed)?-in-pages|pages)\.test\.ts$/.test(path)

/** What they show, how files are decoded in child processes, does not depend on the database. */
const isOfDecoders = (path: string) =>
  /^server\/rendering\/\w+\/(hostile-files|convert-office|child-pool)\.test\.ts$/.test(path)

/** It starts servers and disturbs them; the other tests of its folder are of algorithms. */
function isTorture(path: string): boolean {
  return path === 'torture/torture.test.ts'
}

export type Selection = { stage: Stage; files: string[] }

export const stages: Stage[] = [
  { name: 'check', arguments: ['check'], includes: null, filesPerProcess: 0, servers: [] },
  {
    name: 'unit',
    arguments: ['unit'],
    includes: path => !/^(server|e2e|examples)\//.test(path) && !isTorture(path),
    filesPerProcess: 12,
    servers: [],
  },
  {
    name: 'server on sqlite',
    arguments: ['server', 'sqlite'],
    includes: path => path.startsWith('server/'),
    filesPerProcess: 18,
    servers: ['redis'],
    engine: 'sqlite',
  },
  {
    name: 'server on postgres',
    arguments: ['server', 'postgres'],
    includes: path => path.startsWith('server/') && !isOfDecoders(path),
    filesPerProcess: 18,
    servers: ['postgres', 'redis'],
    engine: 'postgres',
  },
  {
    name: 'e2e',
    arguments: ['e2e'],
    includes: path => /^(e2e|examples)\//.test(path),
    filesPerProcess: 4,
    servers: [],
    engine: 'sqlite',
  },
  ...(['sqlite', 'postgres'] as const).map(engine => ({
    name: `torture on ${engine}`,
    arguments: ['torture'],
    includes: isTorture,
    filesPerProcess: 1,
    // It starts its own, to disturb them.
    servers: [],
    engine,
  })),
]

/**
 * The stages to run with the files of each. No argument selects everything; a path without a stage runs in every stage
 * that includes it; the checks run only if all tests run.
 */
export function select(args: string[], isNamed: boolean, paths: string[]): Selection[] {
  const stageArguments = args.filter(isStage)
  const wantedPaths = args.filter(arg => !isStage(arg)).map(arg => arg.replace(/^\.\/|\/+$/g, ''))
  const unknown = wantedPaths.find(wanted => !paths.some(path => isUnder(path, wanted)))
  if (unknown !== undefined) {
    const known = [...new Set(stages.flatMap(stage => stage.arguments))].join(', ')
    throw new Error(`No test file at ${unknown}. Give a path, or one of ${known}.`)
  }
  const isPartial = wantedPaths.length > 0 || isNamed
  const tests = paths.filter(
    path => isTest(path) && (!wantedPaths.length || wantedPaths.some(under => isUnder(path, under))),
  )
  return stages.flatMap(stage => {
    const isSelected = stageArguments.length
      ? stage.arguments.some(arg => stageArguments.includes(arg))
      : stage.includes !== null || !isPartial
    const files = stage.includes ? tests.filter(stage.includes) : []
    if (!isSelected || (wantedPaths.length && stage.includes && !files.length)) return []
    return [{ stage, files }]
  })
}

/** The files of a stage, one group per process, in the order in which to start them. */
export function fileGroups({ filesPerProcess }: Stage, files: string[]): string[][] {
  const others = files.filter(path => !isSlow(path))
  const groups = Array.from({ length: Math.ceil(others.length / filesPerProcess) }, (_, index) =>
    others.slice(index * filesPerProcess, (index + 1) * filesPerProcess),
  )
  return [...files.filter(isSlow).map(path => [path]), ...groups]
}

function isStage(arg: string) {
  return stages.some(stage => stage.arguments.includes(arg))
}

function isUnder(path: string, wanted: string) {
  return isTest(path) && (path === wanted || path.startsWith(`${wanted}/`))
}
