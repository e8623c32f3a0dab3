// The parts of a form: fields with label, hint and error, and the summary of all errors.

import { type Html, html } from './html.ts'

export interface Field {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'password'
  readonly autocomplete: string
  readonly value?: string | undefined
  readonly hint?: string
  readonly isOptional?: boolean
  readonly isReadOnly?: boolean
  readonly maxLength?: number
  readonly minLength?: number
}

/** Error messages by field name; the key '' is for the form as a whole. */
export type FieldErrors = Readonly<Record<string, string>>

export function field(one: Field, errors: FieldErrors = {}, { isFirst = false } = {}): Html {
  const { name, label, type = 'text', hint } = one
  const error = errors[name]
  const described = [hint && `${name}-hint`, error && `${name}-fault`].filter(Boolean).join(' ')
  const isFocus = Object.keys(errors).length > 0 ? error !== undefined : isFirst
  return html`<div class="text-field">
<label for="${name}">${label}</label>
<input class="text-field-input" id="${name}" name="${name}" type="${type}" autocomplete="${one.autocomplete}" value="${one.value ?? ''}"${
    one.isOptional ? '' : html` required`
  }${one.isReadOnly && html` readonly`}${one.maxLength && html` maxlength="${one.maxLength}"`}${
    one.minLength && html` minlength="${one.minLength}"`
  }${described && html` aria-describedby="${described}"`}${error && html` aria-invalid="true"`}${
    type === 'email' && html` autocapitalize="none" spellcheck="false"`
  }${isFocus && html` autofocus`}>
${hint && html`<p class="text-field-hint" id="${name}-hint">${hint}</p>`}
${error && html`<p class="text-field-fault" id="${name}-fault">${error}</p>`}
</div>`
}

/** Announced by screen readers at once; each error links to its field. */
export function errorSummary(errors: FieldErrors): Html | null {
  const entries = Object.entries(errors)
  if (entries.length === 0) return null
  return html`<div class="page-alert" role="alert">${entries.map(([name, error]) =>
    name === '' ? html`<p>${error}</p>` : html`<p><a href="#${name}">${error}</a></p>`,
  )}</div>`
}

export const notice = (text: string): Html => html`<p class="page-notice" role="status">${text}</p>`

export const hidden = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}">`

export const submit = (text: string): Html =>
  html`<button class="button button-primary page-button" type="submit">${text}</button>`
