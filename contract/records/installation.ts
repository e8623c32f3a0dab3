// The whole installation, for operators: versions, storage and counts.

import { Type } from 'typebox'
import { oneOf, orNull, text, timestamp, whole } from '../values.ts'

const Process = Type.Object(
  {
    node: text('Version of Node.js'),
    started_at: timestamp({ description: 'When it started' }),
    memory_bytes: whole('Memory that it uses'),
  },
  { description: 'The process that handled the request; there can be others' },
)

const DatabaseFacts = Type.Object(
  {
    engine: oneOf(['sqlite', 'postgres'], { description: 'Which database it is' }),
    version: text('Version of the database'),
    bytes: whole('Size of the database'),
  },
  { description: 'The database' },
)

const StorageFacts = Type.Object(
  {
    kind: oneOf(['disk', 's3'], { description: 'Where files are stored: in a folder or in object storage' }),
    files: whole('Number of files'),
    bytes: whole('Size of all files'),
    free_bytes: orNull(whole('Free space; null if unknown')),
  },
  { description: 'The storage of uploaded files' },
)

const DeliveryFacts = Type.Object(
  {
    active: whole('Listeners that receive events'),
    paused: whole('Listeners that their owners have turned off'),
    suspended: whole('Listeners that were suspended because they failed for too long'),
    events_waiting: whole('Events that active listeners have not received yet'),
    oldest_at: orNull(timestamp({ description: 'When the oldest of them happened; null if there is none' })),
  },
  { description: 'Deliveries to listeners' },
)

const LimitFacts = Type.Object({
  setting: text('Its name; the environment variable if it is a setting'),
  value: whole('0 for no limit'),
  used: orNull(whole('The highest use by one user, address, workspace, host or organization; null if unknown')),
})

const OrganizationSize = Type.Object({
  organization_id: whole('Id of the organization'),
  name: text('Its name'),
  bytes: whole('Size of its files'),
})

const Counts = Type.Object(
  {
    users: whole('Users, bots included'),
    organizations: whole('Organizations'),
    workspaces: whole('Workspaces that are not deleted'),
    objects: whole('Objects on their boards'),
    listeners: whole('Listeners'),
  },
  { description: 'Counts of the main resources' },
)

export const Installation = Type.Object(
  {
    version: text('Version of the service'),
    process: Process,
    database: DatabaseFacts,
    storage: StorageFacts,
    deliveries: DeliveryFacts,
    limits: Type.Array(LimitFacts, { description: 'The limits that are set, with their use' }),
    largest_organizations: Type.Array(OrganizationSize, {
      description: 'The organizations with the largest files, largest first',
    }),
    counts: Counts,
  },
  { named: 'Installation', description: 'The whole installation, for operators' },
)

export const OneInstallation = Type.Object({ installation: Installation })
