// A deed that is sent to the service: whether it is under way, and what was wrong with it, whole and field by field.

import { ConnectionError, TesseraError } from '@tessera/client'
import { useRef, useState } from 'react'
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
      setState({ ...idle, ...faultsOf(failure) })
      return false
    } finally {
      isBusy.current = false
    }
  }
  return { run, ...state }
}

const idle = { isBusy: false, fault: null, faults: {} }

function faultsOf(failure: unknown): { fault: string | null; faults: Record<string, string> } {
  if (!(failure instanceof TesseraError) || failure.fields.length === 0) return { fault: sayFault(failure), faults: {} }
  const faults = Object.fromEntries(failure.fields.map(({ field, message }) => [field, sentence(message)]))
  return { fault: null, faults }
}

/** A failure in words for the person at the screen. */
export function sayFault(failure: unknown): string {
  const words = useUiWords.now()
  if (failure instanceof ConnectionError) return failure.isTimeout ? words.notInTime : words.notReached
  if (failure instanceof TesseraError) return sentence(failure.message)
  return words.pageWentWrong
}

/** The service says "must be …" of a field; beside the field that reads better as a sentence. */
const sentence = (text: string) => {
  const begun = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(begun) ? begun : `${begun}.`
}
