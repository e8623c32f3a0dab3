// Guesses the browser and the operating system from a user agent. Only for display.

export interface DescribedBrowser {
  readonly browser: string | null
  readonly system: string | null
}

export const readUserAgent = (userAgent: string): DescribedBrowser => ({
  browser: browsers.find(([, mark]) => mark.test(userAgent))?.[0] ?? null,
  system: systems.find(([, mark]) => mark.test(userAgent))?.[0] ?? null,
})

/** Browsers that imitate others come first. */
const browsers = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const
