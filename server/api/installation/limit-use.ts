// How much of each limit is in use, for the operator: the highest use by one user, address, workspace, host or
// organization. Limits counted in memory show only this process.

import { findMostMails } from '../../accounts/mail/index.ts'
import { findMostListeners } from '../../board/index.ts'
import type { AbuseLimits } from '../../platform/limits/index.ts'
import type { Reader } from '../../platform/sql/index.ts'
import { findMostApplications } from '../../sign-in/index.ts'

/** The counters of this process. */
export interface UseCounters {
  readonly requestsInMinute: () => number
  readonly concurrentRequests: () => number
  readonly sockets: () => number
  readonly deliveries: () => number
  readonly imageFetches: () => { readonly ofUser: number; readonly total: number }
}

export interface LimitUse {
  /** The name of the limit, which is also that of its setting if it has one. */
  setting: string
  /** 0 for no limit. */
  value: number
  /** Null if use is not counted while there is no limit. */
  used: number | null
}

type Limits = AbuseLimits & { readonly rateLimitPerMinute: number }

export const limitUseReader =
  (limits: Limits, counters: UseCounters) =>
  async (db: Reader, largestOrganizationBytes: number): Promise<LimitUse[]> => {
    const mails = await findMostMails(db, new Date().toISOString())
    const listeners = await findMostListeners(db)
    const fetches = counters.imageFetches()
    return [
      use('RATE_LIMIT_PER_MINUTE', limits.rateLimitPerMinute, counters.requestsInMinute(), { isAlwaysCounted: false }),
      use('CONCURRENT_REQUESTS_PER_USER', limits.concurrentRequestsPerUser, counters.concurrentRequests()),
      use('MAILS_PER_SENDER_PER_HOUR', limits.mailsPerSenderPerHour, mails.sender),
      use('MAILS_PER_RECIPIENT_PER_HOUR', limits.mailsPerRecipientPerHour, mails.recipient),
      use('MAILS_PER_ORGANIZATION_PER_DAY', limits.mailsPerOrganizationPerDay, mails.organization),
      use('LISTENERS_PER_USER', limits.listenersPerUser, listeners.user),
      use('LISTENERS_PER_WORKSPACE', limits.listenersPerWorkspace, listeners.workspace),
      use('APPLICATIONS_PER_USER', limits.applicationsPerUser, await findMostApplications(db)),
      use('DELIVERIES_PER_HOST', limits.deliveriesPerHost, counters.deliveries(), { isAlwaysCounted: false }),
      use('SOCKETS_PER_USER', limits.socketsPerUser, counters.sockets()),
      use('IMAGE_FETCHES_PER_USER', limits.imageFetchesPerUser, fetches.ofUser),
      use('IMAGE_FETCHES', limits.imageFetches, fetches.total),
      use('STORAGE_LIMIT_BYTES', limits.storageLimitBytes, largestOrganizationBytes),
    ]
  }

const use = (setting: string, value: number, used: number, { isAlwaysCounted = true } = {}): LimitUse => ({
  setting,
  value,
  used: value === 0 && !isAlwaysCounted ? null : used,
})
