// Uses a passkey on a page that the server renders: asks the browser for one, and submits the form with the result. The
// form is hidden where this does not run. Not part of the web build, because these pages work without it.

const form = /** @type {HTMLFormElement | null} */ (document.querySelector('form[data-passkey]'))
if (form && 'parseRequestOptionsFromJSON' in (window.PublicKeyCredential ?? {})) offerPasskeys(form)

/** @param {HTMLFormElement} form */
async function offerPasskeys(form) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(form.dataset.passkey ?? ''))
  const message = /** @type {HTMLElement} */ (form.querySelector('[role=alert]'))
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem('passkey'))
  let waiting = new AbortController()

  /** @param {CredentialRequestOptions} options */
  async function submitPasskey(options) {
    waiting.abort()
    waiting = new AbortController()
    const credential = await navigator.credentials.get({ publicKey, signal: waiting.signal, ...options })
    field.value = JSON.stringify(credential)
    form.submit()
  }

  form.hidden = false
  form.addEventListener('submit', event => {
    event.preventDefault()
    message.hidden = true
    submitPasskey({}).catch(() => {
      message.hidden = false
    })
  })
  // Browsers then suggest passkeys in the field for the email address.
  if (form.dataset.autofill === undefined || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
  submitPasskey({ mediation: 'conditional' }).catch(() => {})
}
