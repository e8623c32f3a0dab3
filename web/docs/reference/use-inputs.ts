// The inputs of a "Try it" panel. Path ids are shared by all operations and stored in the tab, so that they have to be
// pasted only once.

import { useState } from 'react'
import { useTabValue } from '../browser-state.ts'
import type { Body, Operation } from './description.ts'
import { exampleJson, type Inputs } from './request.ts'

type InputGroup = 'path' | 'query' | 'header' | 'form'

export interface InputState {
  readonly inputs: Inputs
  readonly set: (group: InputGroup, name: string, value: string | File) => void
  readonly setJson: (json: string) => void
  readonly setMediaType: (mediaType: Body['mediaType']) => void
}

export function useInputs(operation: Operation): InputState {
  const [ids, setIds] = useTabValue('ids')
  const [own, setOwn] = useState<Omit<Inputs, 'path'>>(() => ({
    query: {},
    header: {},
    mediaType: operation.bodies[0]?.mediaType ?? null,
    json: exampleJson(operation),
    form: {},
  }))
  const known = readIds(ids)
  const path = Object.fromEntries(
    operation.inPath.map(one => [one.name, known[one.name] ?? firstAllowed(one.schema.enum)]),
  )
  function set(group: InputGroup, name: string, value: string | File) {
    if (group === 'path') setIds(JSON.stringify({ ...known, [name]: value }))
    else setOwn(before => ({ ...before, [group]: { ...before[group], [name]: value } }))
  }
  return {
    inputs: { path, ...own },
    set,
    setJson: json => setOwn(before => ({ ...before, json })),
    setMediaType: mediaType => setOwn(before => ({ ...before, mediaType })),
  }
}

const firstAllowed = (values: readonly unknown[] = ['']) => String(values[0])

function readIds(text: string): Record<string, string> {
  return text === '' ? {} : JSON.parse(text)
}
