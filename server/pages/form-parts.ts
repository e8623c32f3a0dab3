// The parts that forms are made of: fields with their label, hint and fault, and the summary of what is wrong.

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

/** What is wrong with a form, by field; the key '' is for the form as a whole. */
export type FieldErrors = Readonly<Record<string, string>>

export function field(one: Field, faults: FieldErrors = {}, { isFirst = false } = {}): Html {
  const { name, label, type = 'text', hint } = one
  const fault = faults[name]
  const described = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(' ')
  const isFocus = Object.keys(faults).length > 0 ? fault !== undefined : isFirst
  return html`<div class="text-field">
<label for="${name}">${label}</label>
<input class="text-field-input" id="${name}" name="${name}" type="${type}" autocomplete="${one.autocomplete}" value="${one.value ?? ''}"${
    one.isOptional ? '' : html` required`
  }${one.isReadOnly && html` readonly`}${one.maxLength && html` maxlength="${one.maxLength}"`}${
    one.minLength && html` minlength="${one.minLength}"`
  }${described && html` aria-describedby="${described}"`}${fault && html` aria-invalid="true"`}${
    type === 'email' && html` autocapitalize="none" spellcheck="false"`
  }${isFocus && html` autofocus`}>
${hint && html`<p class="text-field-hint" id="${name}-hint">${hint}</p>`}
${fault && html`<p class="text-field-fault" id="${name}-fault">${fault}</p>`}
</div>`
}

/** Read out at once by screen readers; each fault of a field leads to it. */
export function errorSummary(faults: FieldErrors): Html | null {
  const entries = Object.entries(faults)
  if (entries.length === 0) return null
  return html`<div class="page-alert" role="alert">${entries.map(([name, fault]) =>
    name === '' ? html`<p>${fault}</p>` : html`<p><a href="#${name}">${fault}</a></p>`,
  )}</div>`
}

export const notice = (text: string): Html => html`<p class="page-notice" role="status">${text}</p>`

export const hidden = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}">`

export const submit = (text: string): Html =>
  html`<button class="button button-primary page-button" type="submit">${text}</button>`
