// Spreadsheets run a cell that starts with one of a few signs as a formula. An apostrophe before it makes them show it as
// text. In countries that write decimal commas they split at semicolons, and then neither know where our cells begin nor
// that a line break is within one. So what follows a semicolon, a tab or a line break is treated as a cell, too.

// The sign is looked for first: long runs of spaces are then read once.
const sign = '[=+\\-@\uff1d\uff0b\uff0d\uff20]'
const startOfCell = `(?<=(?:^|[;\\t\\r\\n])[\\s"']*)`
const unescaped = new RegExp(`(?=${sign})${startOfCell}`, 'g')
const escaped = new RegExp(`(?='${sign})${startOfCell}'`, 'g')

export const escapeFormulas = (text: string): string => text.replace(unescaped, "'")

/** Only for a text that was escaped: one of another program may begin with an apostrophe of its own. */
export const unescapeFormulas = (text: string): string => text.replace(escaped, '')
