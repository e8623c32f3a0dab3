// Why an uploaded file could not be processed, as codes: for programs, and for pages that translate them. The record has an
// English sentence as well.

import { oneOf } from './values.ts'

export const failureCodes = [
  'DAMAGED',
  'CUT_SHORT',
  'TOO_MANY_PIXELS',
  'LOCKED',
  'ENCRYPTED',
  'NO_PAGES',
  'TOO_MANY_PAGES',
  'NO_LEGIBLE_PAGE',
  'TOO_SLOW',
  'CRASHES',
  'LIBREOFFICE_MISSING',
  'LIBREOFFICE_REFUSES',
  'STORAGE_FAILED',
] as const

export type FailureCode = (typeof failureCodes)[number]

export const failureCode = () => oneOf(failureCodes)
