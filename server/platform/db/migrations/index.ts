// Every migration, in the order they are applied. Append; never change or reorder what has been released.

import type { Migration } from '../migration.ts'
import * as foundation from './0001-foundation.ts'
import * as signIn from './0002-sign-in.ts'
import * as jobs from './0003-jobs.ts'
import * as people from './0004-people.ts'
import * as pictures from './0005-pictures.ts'
import * as publishing from './0006-publishing.ts'
import * as delivery from './0007-delivery.ts'
import * as previews from './0008-previews.ts'
import * as webPagesAndVisits from './0009-web-pages-and-visits.ts'
import * as publishedDocuments from './0010-published-documents.ts'
import * as removedFiles from './0011-removed-files.ts'
import * as snapshotEditions from './0012-snapshot-editions.ts'
import * as installationFacts from './0013-installation-facts.ts'
import * as eventChains from './0014-event-chains.ts'
import * as listenerReplays from './0015-listener-replays.ts'
import * as languages from './0016-languages.ts'
import * as publishedIds from './0017-published-ids.ts'
import * as snapshotObjects from './0018-snapshot-objects.ts'
import * as unpublishedTimes from './0019-unpublished-times.ts'
import * as accountsAndPrograms from './0020-accounts-and-programs.ts'
import * as board from './0021-board.ts'
import * as comments from './0022-comments.ts'
import * as imageNames from './0023-image-names.ts'
import * as exported from './0024-exports.ts'
import * as imports from './0025-imports.ts'
import * as deviceCodes from './0026-device-codes.ts'
import * as organizationListeners from './0027-organization-listeners.ts'
import * as eventGrants from './0028-event-grants.ts'
import * as migrationSteps from './0029-migration-steps.ts'
import * as checkpoints from './0030-checkpoints.ts'
import * as importTokens from './0031-import-tokens.ts'
import * as createdWithTokens from './0032-created-with-tokens.ts'

export const migrations: readonly Migration[] = [
  foundation,
  signIn,
  jobs,
  people,
  pictures,
  publishing,
  delivery,
  previews,
  webPagesAndVisits,
  publishedDocuments,
  removedFiles,
  snapshotEditions,
  installationFacts,
  eventChains,
  listenerReplays,
  languages,
  publishedIds,
  snapshotObjects,
  unpublishedTimes,
  accountsAndPrograms,
  board,
  comments,
  imageNames,
  exported,
  imports,
  deviceCodes,
  organizationListeners,
  eventGrants,
  migrationSteps,
  checkpoints,
  importTokens,
  createdWithTokens,
]
