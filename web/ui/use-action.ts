// A request that a person starts: whether it is in progress, and what went wrong, as a whole and by field.

import { ConnectionError, TesseraError } from '@tessera/client'
import { useRef, useState } from 'react'
import { currentLanguage } from '../messages/language.ts'
import { useUiMessages } from './ui-messages.ts'

export interface ActionState<Args extends unknown[]> {
  /** Resolves to whether it succeeded. A second call while the first is in progress does nothing. */
  readonly run: (...args: Args) => Promise<boolean>
  readonly isBusy: boolean
  /** The error if it is not about a field. */
  readonly error: string | null
  /** The error of each field. */
  readonly fieldErrors: Readonly<Record<string, string>>
}

export function useAction<Args extends unknown[]>(action: (...args: Args) => Promise<unknown>): ActionState<Args> {
  const [state, setState] = useState<Omit<ActionState<Args>, 'run'>>(idle)
  const isBusy = useRef(false)
  async function run(...args: Args): Promise<boolean> {
    if (isBusy.current) return false
    isBusy.current = true
    setState({ ...idle, isBusy: true })
    try {
      await action(...args)
      setState(idle)
      return true
    } catch (failure) {
      setState({ ...idle, ...(await errorsOf(failure)) })
      return false
    } finally {
      isBusy.current = false
    }
  }
  return { run, ...state }
}

const idle = { isBusy: false, error: null, fieldErrors: {} }

async function errorsOf(failure: unknown): Promise<{ error: string | null; fieldErrors: Record<string, string> }> {
  if (needsConfirmation(failure)) return await confirmIdentity()
  if (!(failure instanceof TesseraError) || failure.fields.length === 0)
    return { error: await describeFailure(failure), fieldErrors: {} }
  const messages = failure.fields.map(async ({ field, message }) => [field, await toSentence(message)])
  return { error: null, fieldErrors: Object.fromEntries(await Promise.all(messages)) }
}

/** Whether users must prove their identity again before the server does this. */
const needsConfirmation = (failure: unknown) =>
  failure instanceof TesseraError && failure.fields.some(({ field }) => field === 'reauthenticate')

/**
 * Goes to the page that asks for a password or the like, and returns here afterwards. Never resolves, because the page
 * is left.
 */
function confirmIdentity(): Promise<never> {
  const { pathname, search, hash } = window.location
  window.location.assign(`/confirm-identity?next=${encodeURIComponent(pathname + search + hash)}`)
  return new Promise(() => {})
}

/** The error message for the user. */
export async function describeFailure(failure: unknown): Promise<string> {
  const messages = useUiMessages.now()
  if (failure instanceof ConnectionError) return failure.isTimeout ? messages.notInTime : messages.notReached
  if (!(failure instanceof TesseraError)) return messages.pageWentWrong
  const { fields, message } = failure
  const texts = fields.length > 0 ? fields.map(field => field.message) : [message]
  return (await Promise.all(texts.map(toSentence))).join(' ')
}

/** The server writes "must be …" about a field; beside the field this becomes a sentence. */
async function toSentence(text: string): Promise<string> {
  const message = await translateServiceMessage(text)
  const sentence = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

/** If the page is offline, the translations may fail to load; then the message stays English. */
export async function translateServiceMessage(text: string): Promise<string> {
  const known = await import('../messages/service-messages.ts').catch(() => null)
  return known?.translateServiceText(text, currentLanguage()) ?? text
}
