// Every migration, in the order they are applied. Append; never change or reorder what has been released.

import type { Migration } from '../migration.ts'
import * as foundation from './0001-foundation.ts'

export const migrations: readonly Migration[] = [foundation]
