// The name of a session's browser.

interface BrowserWords {
  readonly browserOn: (browser: string, system: string) => string
  readonly unknownBrowser: string
}

interface SessionBrowser {
  readonly browser: string | null
  readonly system: string | null
  readonly user_agent: string
}

export function browserName({ browser, system, user_agent }: SessionBrowser, words: BrowserWords): string {
  if (browser && system) return words.browserOn(browser, system)
  return browser ?? system ?? (user_agent.slice(0, 60) || words.unknownBrowser)
}
