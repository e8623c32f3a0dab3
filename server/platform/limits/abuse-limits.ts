// The limits that keep one person or organization from using up what all share. 0 turns one off.

export interface AbuseLimits {
  readonly mailsPerSenderPerHour: number
  /** To one address, from one sender or from one organization. */
  readonly mailsPerRecipientPerHour: number
  readonly mailsPerOrganizationPerDay: number
  /** Requests of one user that run at the same time, in each process; more of them wait. */
  readonly concurrentRequestsPerUser: number
  readonly listenersPerUser: number
  readonly listenersPerWorkspace: number
  /** Deliveries to one host that are in progress at the same time, in each process. */
  readonly deliveriesPerHost: number
  /** Bytes of uploaded files for each organization. */
  readonly storageLimitBytes: number
  /** Open live sockets of one user, in each process. */
  readonly socketsPerUser: number
  /** Images by URL that are being fetched, in each process; more of them wait. */
  readonly imageFetchesPerUser: number
  readonly imageFetches: number
}

/** The limits that no operator has reason to change: ordinary use stays far below them. The others are settings. */
export const fixedLimits = {
  mailsPerRecipientPerHour: 20,
  listenersPerUser: 200,
  listenersPerWorkspace: 50,
  imageFetchesPerUser: 4,
  imageFetches: 16,
  /** What a list of 1,000 changes needs. Files are not sent as JSON. */
  bodyLimitBytes: 1_048_576,
}

/** For what runs without a server: the first start and the operator's commands. */
export const noAbuseLimits: AbuseLimits = {
  mailsPerSenderPerHour: 0,
  mailsPerRecipientPerHour: 0,
  mailsPerOrganizationPerDay: 0,
  concurrentRequestsPerUser: 0,
  listenersPerUser: 0,
  listenersPerWorkspace: 0,
  deliveriesPerHost: 0,
  storageLimitBytes: 0,
  socketsPerUser: 0,
  imageFetchesPerUser: 0,
  imageFetches: 0,
}
