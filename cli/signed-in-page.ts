// The page at the end of a sign-in in the browser. It says that the command line continues in the terminal.

const english = {
  signedIn: ['You’re signed in', 'Return to your terminal. You can close this page.'],
  failed: ['You’re not signed in', 'Your terminal shows the reason. You can close this page.'],
} as const

const german = {
  signedIn: ['Du bist angemeldet', 'Kehre zum Terminal zurück. Du kannst diese Seite schließen.'],
  failed: ['Du bist nicht angemeldet', 'Den Grund findest du im Terminal. Du kannst diese Seite schließen.'],
} as const

export function signedInPage(acceptLanguage: string, isSignedIn: boolean): string {
  const isGerman = /^\s*de\b/i.test(acceptLanguage)
  const messages = isGerman ? german : english
  const [title, text] = isSignedIn ? messages.signedIn : messages.failed
  return `<!doctype html>
<html lang="${isGerman ? 'de' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Tessera</title>
<style>
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.5 system-ui, sans-serif; background: #f6f5f2; color: #1f2937 }
main { max-width: 26rem; margin: 1rem; padding: 2.5rem; border-radius: 16px; background: #fff; box-shadow: 0 1px 3px #0002, 0 8px 32px #0001; text-align: center }
.sign { display: inline-grid; place-items: center; width: 56px; height: 56px; border-radius: 50%; font-size: 28px; color: #fff; background: ${isSignedIn ? '#0f766e' : '#b45309'} }
h1 { margin: 1.25rem 0 .5rem; font-size: 1.5rem; line-height: 1.2 }
p { margin: 0 }
@media (prefers-color-scheme: dark) { body { background: #14171c; color: #e5e7eb } main { background: #1f242c } }
</style>
</head>
<body>
<main>
<div class="sign" aria-hidden="true">${isSignedIn ? '✓' : '!'}</div>
<h1>${title}</h1>
<p>${text}</p>
</main>
</body>
</html>
`
}
