// The limits that keep one person or organization from exhausting shared resources. 0 turns a limit off.

export interface AbuseLimits {
  readonly mailsPerSenderPerHour: number
  /** Mails to one address, from one sender or from one organization. */
  readonly mailsPerRecipientPerHour: number
  readonly mailsPerOrganizationPerDay: number
  /** Concurrent requests of one user, in each process; further requests wait. */
  readonly concurrentRequestsPerUser: number
  readonly listenersPerUser: number
  readonly listenersPerWorkspace: number
  readonly applicationsPerUser: number
  /** Concurrent deliveries to one host, in each process. */
  readonly deliveriesPerHost: number
  /** Bytes of uploaded files for each organization. */
  readonly storageLimitBytes: number
  /** Open live sockets of one user, in each process. */
  readonly socketsPerUser: number
  /** Images by URL that are being fetched concurrently, in each process; further ones wait. */
  readonly imageFetchesPerUser: number
  readonly imageFetches: number
}

/** Limits that no operator has a reason to change: ordinary use stays far below them. The others are settings. */
export const fixedLimits = {
  mailsPerRecipientPerHour: 20,
  listenersPerUser: 200,
  listenersPerWorkspace: 50,
  applicationsPerUser: 100,
  imageFetchesPerUser: 4,
  imageFetches: 16,
  /** The size of a list of 1,000 changes. Files are not sent as JSON. */
  bodyLimitBytes: 1_048_576,
}

/** For programs that run without a server: the first start and the operator commands. */
export const noAbuseLimits: AbuseLimits = {
  mailsPerSenderPerHour: 0,
  mailsPerRecipientPerHour: 0,
  mailsPerOrganizationPerDay: 0,
  concurrentRequestsPerUser: 0,
  listenersPerUser: 0,
  listenersPerWorkspace: 0,
  applicationsPerUser: 0,
  deliveriesPerHost: 0,
  storageLimitBytes: 0,
  socketsPerUser: 0,
  imageFetchesPerUser: 0,
  imageFetches: 0,
}
