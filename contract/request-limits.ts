// The limits of requests that clients have to know. Without schemas, so that web pages load nothing else with them.

/** The entries of one list of changes. */
export const maxChanges = 1_000

/** The items of one page of a list. */
export const maxLimit = 200
