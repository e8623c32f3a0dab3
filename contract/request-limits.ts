// The limits of requests that clients have to know. Without schemas, so that web pages load nothing else with them.

/** The entries of one list of changes. */
export const maxChanges = 1_000

/** The ends of connectors that can be attached to one object. */
export const maxConnectorEnds = 1_000

/** The connector ends that the deletes and restores of one list can free or attach together, if it has several. */
export const maxFollowingEnds = 5_000

/** The items of one page of a list. */
export const maxLimit = 200
