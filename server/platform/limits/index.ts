// Limits for one user, address, host or organization. Limits that count rows are enforced in the transaction that adds
// them, next to those rows; their numbers are here. Also here: the format that bodies and messages must have.

export { type AbuseLimits, fixedLimits } from './abuse-limits.ts'
export {
  openDrawingPlaces,
  openExportPlaces,
  openImageSlots,
  openLargeReads,
  openPageChecks,
  openPagePictureTurns,
  openPictureTurns,
  openPreviewTurns,
  openRequestSlots,
  TooManyChecks,
} from './concurrency-limits.ts'
export {
  attemptLimits,
  clientDocumentsPerMinute,
  exportLimits,
  openDeviceCodes,
  pageChecksPerMinute,
  registrationsPerHour,
} from './counted-limits.ts'
export { DeliverySlots, slowAfterMs } from './delivery-slots.ts'
export { readJson, rejectBadString, rejectBadText } from './json-body.ts'
export { jsonLimits, longTextLimits, requireJsonShape } from './json-shape.ts'
export { MessageRateLimit, UserByteLimits } from './message-rate-limit.ts'
export {
  type Allowance,
  openRateLimit,
  type RateLimit,
  rateLimitExceeded,
  rateWindowMs,
  type SharedCounts,
} from './rate-limit.ts'
export { costOf, costOfBody, costOfEntries, costOfReply } from './request-cost.ts'
