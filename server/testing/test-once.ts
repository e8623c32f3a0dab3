// For what takes long and is about no database: foreign programs and what they make of files, arithmetic. It is shown on
// one engine. That what comes of it is stored on either is for tests beside it to show.

import { test } from 'node:test'
import { testEngine } from './test-database.ts'

export const testOnce: (title: string, body: () => Promise<void>) => void = testEngine === 'sqlite' ? test : () => {}
