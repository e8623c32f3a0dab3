// What a web page in a frame may do.

const common = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox'

/**
 * A page keeps its own origin and storage. A page of our own origin must not: it could leave the sandbox. `urls` are
 * the page's URL and the one that it redirects to; if a frame reaches our own pages in another way, the server
 * sandboxes them, too.
 */
export const frameSandbox = (urls: readonly (string | undefined)[], ownOrigin: string): string =>
  urls.some(url => url !== undefined && URL.parse(url)?.origin === ownOrigin) ? common : `${common} allow-same-origin`
