// Job names, payloads and handlers, and the errors by which a handler controls what happens next. The queue itself is
// in job-store.ts and claim-store.ts.

/** Why publishing or unpublishing was abandoned: storage full, database unavailable, or an error of the server. */
export type PublishingFailureReason = 'full' | 'unavailable' | 'fault'

export type SecondFactorChange =
  | 'totp_added'
  | 'totp_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_codes_renewed'

/** Payloads hold no secrets: a handler creates them when the job runs. */
export interface JobPayloads {
  'send-invitation': { user_id: number; organization_id: number; invited_by: number }
  'send-workspace-invitation': { user_id: number; workspace_id: number; invited_by: number }
  'send-mention': { user_id: number; workspace_id: number; comment_id: string }
  /** The job finds out whether the address belongs to an account. */
  'request-password-link': { email: string }
  'send-password-link': { user_id: number }
  'send-password-changed': { user_id: number }
  'send-identity-linked': { user_id: number; provider: string }
  /** The link that confirms a new address, sent to it. */
  'send-email-confirmation': { user_id: number; new_email: string }
  /** Sent to the current address as soon as a change is requested. */
  'send-email-requested': { user_id: number; old_email: string; new_email: string }
  /** Sent to the user's previous address. */
  'send-email-changed': { user_id: number; old_email: string }
  'send-second-factor-changed': { user_id: number; change: SecondFactorChange }
  /** Reports a sign-in with a browser that the account was not used with before. */
  'send-new-device': { user_id: number; browser: string | null; system: string | null; address: string }
  /** Asks `recipient_id`, who may approve guests, to decide about `user_id`. */
  'send-approval-request': { recipient_id: number; user_id: number; organization_id: number; invited_by: number }
  'send-published': { user_id: number; workspace_id: number }
  'send-publishing-failed': { user_id: number; workspace_id: number; reason: PublishingFailureReason }
  'send-unpublishing-failed': { user_id: number; workspace_id: number; reason: PublishingFailureReason }
  /** `requested_at` equals the time of the publishing state that the request set. */
  'publish-workspace': { workspace_id: number; requested_by: number; requested_at: string }
  'unpublish-workspace': { workspace_id: number; requested_by: number; requested_at: string }
  'process-image': { workspace_id: number; object_id: string; hash: string }
  'process-document': { workspace_id: number; object_id: string; hash: string }
  /** Fetches a board from Miro; its file is then imported. */
  'fetch-import': { import_id: string }
  /** Fails the import if its board has not been fetched. */
  'end-import-fetch': { import_id: string }
  'import-file': { import_id: string }
  'export-workspace': { export_id: string }
  'erase-workspace': { workspace_id: number }
  /** Has no effect if the copy was finished. */
  'erase-abandoned-copy': { workspace_id: number }
  /** Makes checkpoints of the workspace's log, from which past states are read. */
  'make-checkpoints': { workspace_id: number }
  /** Computes the paths of the connectors at objects that have moved, if there are too many for the change itself. */
  'route-connectors': { workspace_id: number; ids: readonly string[] }
  'sweep-files': Record<never, never>
  /** Removes the files that erased workspaces left and nothing else references. */
  'remove-erased-files': Record<never, never>
  /** Erases the workspace if it is still deleted and `deleted_at` has not changed. */
  'purge-workspace': { workspace_id: number; deleted_at: string }
  /** Sends a TEST_HOOK. Jobs of older versions have neither `test_id` nor `requested_at`. */
  'test-listener': { listener_id: string; test_id?: string; requested_at?: string }
  'redeliver-event': { listener_id: string; delivery_id: string }
  'send-listener-suspended': { user_id: number; listener_id: string }
  /** Reports what was created for a user that others can use without signing in. */
  'send-credentials-created': {
    user_id: number
    parts: readonly CredentialPart[]
    /** The name of the token or application. */
    title: string
    scope: string
    /** The name of the token or application that created it; null for a browser session. */
    created_with: string | null
  }
  /** Ends what was created with revoked grants. `keeps` leaves it, so that it no longer ends with any. */
  'end-creations': { grants: readonly GrantKey[]; keeps: boolean }
}

export type CredentialPart = 'token' | 'application' | 'secret' | 'bot' | 'redirect_uri'

export interface GrantKey {
  readonly id: string
  readonly user_id: number
}

export type JobName = keyof JobPayloads

export interface Job<Name extends JobName = JobName> {
  readonly id: number
  readonly name: Name
  readonly key: string
  readonly payload: JobPayloads[Name]
  /** The number of the attempt, starting at 1. */
  readonly attempt: number
  /** The organization that caused it, if its lane is shared fairly between organizations. */
  readonly organization_id: number | null
  readonly created_at: string
}

/**
 * Runs a job at least once: if the process dies after the work and before its outcome is stored, the job runs again.
 * Any error except PermanentFailure leads to a retry. The signal is aborted when another worker has taken the job over
 * or the server shuts down.
 */
export type JobHandler<Name extends JobName> = (job: Job<Name>, signal: AbortSignal) => Promise<void>

export type JobHandlers = { readonly [Name in JobName]: JobHandler<Name> }

/** A retry would not help: the job fails permanently with this message. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure'
}

/** The job has to wait for something else. It runs again after the delay, and no attempt is counted. */
export class RetryLater extends Error {
  override name = 'RetryLater'
  readonly delayMs: number

  constructor(message: string, delayMs: number) {
    super(message)
    this.delayMs = delayMs
  }
}
