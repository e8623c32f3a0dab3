// The newest migration of each release, oldest release first. `npm run release` adds the entry of a release. It decides which
// older servers may run on a database: those of the release before the one that added a migration.

export interface Release {
  readonly version: string
  readonly migration: string
}

export const releases: readonly Release[] = []
