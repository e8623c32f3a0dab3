// Limits on what people and programs do again and again, counted in the database, so that all processes count together and
// also without Redis. None of them is a setting.

/** Attempts within 15 minutes. Without them passwords, codes and mailboxes of others could be tried out or flooded. */
export const attemptLimits = {
  windowMs: 15 * 60 * 1000,
  /** At one account from one address: enough guesses for a person, too few for a program. */
  failures: 5,
  /** At one account from everywhere: far above what its owner needs, so that strangers cannot easily use it up. */
  ofAccount: 50,
  /** At any account from one address, which may be that of a whole company. */
  ofAddress: 100,
  /** Mails that one address can request, for all mailboxes together. */
  mailsOfAddress: 20,
  /** Ways to a single sign-on provider: enough for a company behind one address in the morning. */
  providerStarts: 300,
}

/** Programs that register themselves, from one network and in all. Without it they could fill the database. */
export const registrationsPerHour = { perNetwork: 20, overall: 500 }

/** Device codes in the 10 minutes for which they are valid. Without it they could be guessed, because many are. */
export const openDeviceCodes = { perNetwork: 30, overall: 2_000 }

/** New documents of clients that one user can make the service fetch from other servers. */
export const clientDocumentsPerMinute = 20

/** Of one user. Without it exports of one person could fill the storage. */
export const exportLimits = { unfinished: 5, perDay: 200 }
