// The whole installation, for operators: versions, storage and counts.

import { Type } from 'typebox'
import { oneOf, orNull, timestamp } from '../values.ts'

export const Installation = Type.Object(
  {
    version: Type.String(),
    /** The process that responds; there may be others. */
    process: Type.Object({
      node: Type.String(),
      started_at: timestamp(),
      memory_bytes: Type.Integer(),
    }),
    database: Type.Object({
      engine: oneOf(['sqlite', 'postgres']),
      version: Type.String(),
      bytes: Type.Integer(),
    }),
    storage: Type.Object({
      kind: oneOf(['disk', 's3']),
      files: Type.Integer(),
      bytes: Type.Integer(),
      free_bytes: orNull(Type.Integer({ description: 'Null if unknown' })),
    }),
    deliveries: Type.Object({
      active: Type.Integer({ description: 'Listeners that receive events' }),
      paused: Type.Integer(),
      suspended: Type.Integer(),
      events_waiting: Type.Integer({ description: 'Events that active listeners have not received yet' }),
      oldest_at: orNull(timestamp()),
    }),
    limits: Type.Array(
      Type.Object({
        setting: Type.String({ description: 'The environment variable' }),
        value: Type.Integer({ description: '0 for no limit' }),
        used: orNull(
          Type.Integer({ description: 'The highest use by one user, address, workspace, host or organization' }),
        ),
      }),
    ),
    /** The organizations with the largest files, largest first. */
    largest_organizations: Type.Array(
      Type.Object({ organization_id: Type.Integer(), name: Type.String(), bytes: Type.Integer() }),
    ),
    counts: Type.Object({
      users: Type.Integer(),
      organizations: Type.Integer(),
      workspaces: Type.Integer(),
      objects: Type.Integer(),
      listeners: Type.Integer(),
    }),
  },
  { named: 'Installation' },
)

export const OneInstallation = Type.Object({ installation: Installation })
