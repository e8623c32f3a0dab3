// Which tests run in which stage, and which servers a stage needs. Arguments are names of stages or paths of test files.
// The two lists say what `npm test` leaves out; `npm test -- --full` and the path of a file or folder leave nothing out.

import { isTest } from './project-files.ts'

export type ServerName = 'postgresql' | 'redis'

export type Stage = {
  name: string
  /** The arguments that select it. */
  arguments: string[]
  /** Null for the stage that runs checks instead of test files. */
  includes: ((path: string) => boolean) | null
  /** The files of it that `npm test` runs; null if it leaves the stage out. */
  includesByDefault: ((path: string) => boolean) | null
  /**
   * The average number of files per process. Files share a process, because loading and starting the server takes
   * longer than most tests.
   */
  filesPerProcess: number
  servers: ServerName[]
  engine?: 'sqlite' | 'postgres'
}

export type Selection = { stage: Stage; files: string[] }

export type SelectOptions = { isFull?: boolean; isNamed?: boolean }

/** Slow machinery, and programs of others: a proxy, another language, a package manager. */
export const onlyInFull = [
  'e2e/client-package.test.ts',
  'e2e/first-request.test.ts',
  'e2e/generated-clients.test.ts',
  'e2e/guide-signatures.test.ts',
  'e2e/guides.test.ts',
  'e2e/proxies.test.ts',
  'e2e/python-client.test.ts',
  'e2e/python-package.test.ts',
  'e2e/signature-code.test.ts',
  'scripts/deploy-files.test.ts',
  'server/platform/metrics/monitoring-files.test.ts',
  'server/rendering/pictures/annotated-document.test.ts',
  'server/rendering/pictures/draw-pdf.test.ts',
  'server/rendering/uploads/convert-office.test.ts',
  'server/tests/rolling-restart.test.ts',
]

/**
 * What `npm test` runs on PostgreSQL, besides SQLite: folders and files whose subject is SQL, locks or several processes,
 * and as few others as it takes for every statement to run there (`compare-statements.ts` checks it).
 */
export const onPostgres = [
  'server/accounts/mail/mail-limits.test.ts',
  'server/accounts/mail/mails.test.ts',
  'server/accounts/second-factors/required-factor.test.ts',
  'server/accounts/second-factors/second-factors.test.ts',
  'server/accounts/tokens/tokens.test.ts',
  'server/api/installation/',
  'server/api/jobs/',
  'server/board/changes/',
  'server/board/events/',
  'server/board/listeners/backpressure.test.ts',
  'server/board/listeners/created-with.test.ts',
  'server/board/listeners/deliver-to-listener.test.ts',
  'server/board/listeners/delivery.test.ts',
  'server/board/listeners/listener',
  'server/board/listeners/organization-listeners.test.ts',
  'server/board/listeners/retries.test.ts',
  'server/board/listeners/skipped-events.test.ts',
  'server/board/live/cluster-presence.test.ts',
  'server/board/live/live.test.ts',
  'server/board/live/several-processes.test.ts',
  'server/board/objects/list-objects.test.ts',
  'server/commands/',
  'server/organization/organizations/redirected-invitations.test.ts',
  'server/organization/users/change-email.test.ts',
  'server/organization/users/user-lists.test.ts',
  'server/organization/workspaces/copy-workspace.test.ts',
  'server/organization/workspaces/list-',
  'server/organization/workspaces/purge-workspace.test.ts',
  'server/organization/workspaces/request-publishing.test.ts',
  'server/platform/bus/',
  'server/platform/db/',
  'server/platform/files/storage-limit.test.ts',
  'server/platform/files/sweep-files.test.ts',
  'server/platform/jobs/',
  'server/platform/sql/',
  'server/rendering/imports/imports.test.ts',
  'server/rendering/link-previews/web-pages.test.ts',
  'server/rendering/pictures/pictures.test.ts',
  'server/rendering/publishing/publish-failures.test.ts',
  'server/rendering/publishing/published-web-pages.test.ts',
  'server/rendering/publishing/publishing.test.ts',
  'server/rendering/uploads/failing-file.test.ts',
  'server/sign-in/applications/token-parts.test.ts',
  'server/sign-in/oauth/device.test.ts',
  'server/sign-in/oauth/independent-programs.test.ts',
  'server/sign-in/oauth/register-client.test.ts',
  'server/sign-in/oauth/requested-scope.test.ts',
  'server/sign-in/sign-in-pages/language.test.ts',
  'server/sign-in/sign-in-pages/new-device.test.ts',
  'server/sign-in/single-sign-on/provider-logout.test.ts',
  'server/sign-in/single-sign-on/single-sign-on.test.ts',
  'server/tests/earlier-state',
  'server/tests/every-kind.test.ts',
  'server/tests/every-operation.test.ts',
  'server/tests/stalled-node.test.ts',
  'server/tests/upgrade.test.ts',
  'server/tests/write-path.test.ts',
]

/** What these tests check, decoding files in child processes, does not depend on the database. */
const isOfDecoders = (path: string) =>
  /^server\/rendering\/\w+\/(hostile-files|convert-office|child-pool)\.test\.ts$/.test(path)

/** This test starts servers and disturbs them; the other tests of its folder are of algorithms. */
const isTorture = (path: string) => path === 'torture/torture.test.ts'

const isUsual = (path: string) => !onlyInFull.includes(path)

export const stages: Stage[] = [
  {
    name: 'check',
    arguments: ['check'],
    includes: null,
    includesByDefault: null,
    filesPerProcess: 0,
    servers: [],
  },
  {
    name: 'unit',
    arguments: ['unit'],
    includes: path => !/^(server|e2e|examples)\//.test(path) && !isTorture(path),
    includesByDefault: isUsual,
    filesPerProcess: 12,
    servers: [],
  },
  {
    name: 'server on sqlite',
    arguments: ['server', 'sqlite'],
    includes: path => path.startsWith('server/'),
    includesByDefault: isUsual,
    filesPerProcess: 18,
    servers: ['redis'],
    engine: 'sqlite',
  },
  {
    name: 'server on postgres',
    arguments: ['server', 'postgres'],
    includes: path => path.startsWith('server/') && !isOfDecoders(path),
    includesByDefault: path => onPostgres.some(listed => path.startsWith(listed)),
    filesPerProcess: 18,
    servers: ['postgresql', 'redis'],
    engine: 'postgres',
  },
  {
    name: 'e2e',
    arguments: ['e2e'],
    includes: path => /^(e2e|examples)\//.test(path),
    includesByDefault: isUsual,
    filesPerProcess: 4,
    servers: [],
    engine: 'sqlite',
  },
  ...(['sqlite', 'postgres'] as const).map(engine => ({
    name: `torture on ${engine}`,
    arguments: ['torture'],
    includes: isTorture,
    includesByDefault: null,
    filesPerProcess: 1,
    // It starts its own, to disturb them.
    servers: [],
    engine,
  })),
]

/**
 * The stages to run with the files of each. No argument selects everything that is usual, `isFull` the rest, too; a path
 * without a stage runs in every stage that includes it; the checks run only if all tests run.
 */
export function select(args: string[], paths: string[], { isFull = false, isNamed = false }: SelectOptions = {}) {
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
  return stages.flatMap((stage): Selection[] => {
    const isChecks = stage.includes === null
    const isNamedStage = stage.arguments.some(arg => stageArguments.includes(arg))
    const isComplete = isFull || isPartial
    if (stageArguments.length ? !isNamedStage : isChecks ? isPartial : !isComplete && !stage.includesByDefault)
      return []
    const included = stage.includes ? tests.filter(stage.includes) : []
    const files = isComplete || !stage.includesByDefault ? included : included.filter(stage.includesByDefault)
    return wantedPaths.length && !isChecks && !files.length ? [] : [{ stage, files }]
  })
}

function isStage(arg: string) {
  return stages.some(stage => stage.arguments.includes(arg))
}

function isUnder(path: string, wanted: string) {
  return isTest(path) && (path === wanted || path.startsWith(`${wanted}/`))
}
