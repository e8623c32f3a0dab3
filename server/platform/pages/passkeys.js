// Uses a passkey on a page that the server renders: asks the browser for one, and submits the form with the result. The
// form is hidden where this does not run. Not part of the web build, because these pages work without it.

/** A challenge is valid for 10 minutes; a page may be open for longer. */
const renewAfterMs = 7 * 60 * 1000

const form = /** @type {HTMLFormElement | null} */ (document.querySelector('form[data-passkey]'))
if (form && 'parseRequestOptionsFromJSON' in (window.PublicKeyCredential ?? {})) offerPasskeys(form)

/** @param {HTMLFormElement} form */
async function offerPasskeys(form) {
  const options = JSON.parse(form.dataset.passkey ?? '')
  const message = /** @type {HTMLElement} */ (form.querySelector('[role=alert]'))
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem('passkey'))
  let receivedAt = Date.now()
  let renewal = 0
  let waiting = new AbortController()

  async function renewChallenge() {
    if (Date.now() - receivedAt < renewAfterMs) return
    const response = await fetch('/sign-in/passkey/challenge')
    options.challenge = (await response.json()).challenge
    receivedAt = Date.now()
  }

  /** @param {CredentialRequestOptions} how */
  async function submitPasskey(how) {
    waiting.abort()
    waiting = new AbortController()
    const { signal } = waiting
    await renewChallenge()
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
    const credential = await navigator.credentials.get({ publicKey, signal, ...how })
    field.value = JSON.stringify(credential)
    form.submit()
  }

  function suggestPasskeys() {
    renewal = window.setTimeout(suggestPasskeys, renewAfterMs + 1000)
    submitPasskey({ mediation: 'conditional' }).catch(() => {})
  }

  form.hidden = false
  form.addEventListener('submit', event => {
    event.preventDefault()
    message.hidden = true
    window.clearTimeout(renewal)
    submitPasskey({}).catch(() => {
      message.hidden = false
    })
  })
  // Browsers then suggest passkeys in the field for the email address.
  if (form.dataset.autofill === undefined || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
  suggestPasskeys()
}
