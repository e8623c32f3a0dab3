// Limits on repeated actions of people and programs, counted in the database, so that all processes count together even
// without Redis. None of them is a setting.

/** Attempts within 15 minutes. Without these limits passwords and codes could be guessed, and mailboxes flooded. */
export const attemptLimits = {
  windowMs: 15 * 60 * 1000,
  /** For one account from one address: enough guesses for a person, too few for a program. */
  failures: 5,
  /** For one account from all addresses: far above what its owner needs, so that strangers cannot easily use it up. */
  ofAccount: 50,
  /** For all accounts from one address, which may be that of a whole company. */
  ofAddress: 100,
  /** Mails that one address can request, for all mailboxes together. */
  mailsOfAddress: 20,
  /** Sign-ins started at a single sign-on provider: enough for a company behind one address in the morning. */
  providerStarts: 300,
}

/** Programs that register themselves, from one network and in total. Without it they could fill the database. */
export const registrationsPerHour = { perNetwork: 20, overall: 500 }

/**
 * Device codes in the 10 minutes for which they are valid. With too many valid codes, guessing one would become likely.
 */
export const openDeviceCodes = { perNetwork: 30, overall: 2_000 }

/** New client documents that one user can make the service fetch from other servers. */
export const clientDocumentsPerMinute = 20

/** Web pages that one user can make the service check, in each process. Their pictures are stored. */
export const pageChecksPerMinute = 120

/** Exports of one user. Without it one person's exports could fill the storage. */
export const exportLimits = { unfinished: 5, perDay: 200 }
