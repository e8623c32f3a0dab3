// A deed that is sent to the service: whether it is under way, and what was wrong with it, whole and field by field.

import { ConnectionError, TesseraError } from '@tessera/client'
import { useRef, useState } from 'react'
import { currentLanguage } from '../words/language.ts'
import { useUiWords } from './ui-words.ts'

export interface Act<Args extends unknown[]> {
  /** Says whether it was done. A second call while the first is under way does nothing. */
  readonly run: (...args: Args) => Promise<boolean>
  readonly isBusy: boolean
  /** What is wrong where no field is to blame. */
  readonly fault: string | null
  /** What is wrong with each field. */
  readonly faults: Readonly<Record<string, string>>
}

export function useAct<Args extends unknown[]>(act: (...args: Args) => Promise<unknown>): Act<Args> {
  const [state, setState] = useState<Omit<Act<Args>, 'run'>>(idle)
  const isBusy = useRef(false)
  async function run(...args: Args): Promise<boolean> {
    if (isBusy.current) return false
    isBusy.current = true
    setState({ ...idle, isBusy: true })
    try {
      await act(...args)
      setState(idle)
      return true
    } catch (failure) {
      setState({ ...idle, ...(await faultsOf(failure)) })
      return false
    } finally {
      isBusy.current = false
    }
  }
  return { run, ...state }
}

const idle = { isBusy: false, fault: null, faults: {} }

async function faultsOf(failure: unknown): Promise<{ fault: string | null; faults: Record<string, string> }> {
  if (!(failure instanceof TesseraError) || failure.fields.length === 0)
    return { fault: await sayFault(failure), faults: {} }
  const said = failure.fields.map(async ({ field, message }) => [field, await saySentence(message)])
  return { fault: null, faults: Object.fromEntries(await Promise.all(said)) }
}

/** A failure in words for the person at the screen. */
export async function sayFault(failure: unknown): Promise<string> {
  const words = useUiWords.now()
  if (failure instanceof ConnectionError) return failure.isTimeout ? words.notInTime : words.notReached
  if (!(failure instanceof TesseraError)) return words.pageWentWrong
  const { fields, message } = failure
  const said = fields.length > 0 ? fields.map(field => field.message) : [message]
  return (await Promise.all(said.map(saySentence))).join(' ')
}

/** The service says "must be …" of a field; beside the field that reads better as a sentence. */
async function saySentence(text: string): Promise<string> {
  const said = await sayInLanguage(text)
  const begun = said.charAt(0).toUpperCase() + said.slice(1)
  return /[.!?]$/.test(begun) ? begun : `${begun}.`
}

/** In the language of the page, where it knows the words; without a connection they may not be there. */
export async function sayInLanguage(text: string): Promise<string> {
  const known = await import('../words/service-words.ts').catch(() => null)
  return known?.inLanguage(text, currentLanguage()) ?? text
}
