// The name of a session's browser.

interface BrowserMessages {
  readonly browserOn: (browser: string, system: string) => string
  readonly unknownBrowser: string
}

interface SessionBrowser {
  readonly browser: string | null
  readonly system: string | null
  readonly user_agent: string
}

export function browserName({ browser, system, user_agent }: SessionBrowser, messages: BrowserMessages): string {
  if (browser && system) return messages.browserOn(browser, system)
  return browser ?? system ?? (user_agent.slice(0, 60) || messages.unknownBrowser)
}
