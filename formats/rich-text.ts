// Formatted text of ProseMirror (tldraw and other editors) as the marks of a text on the board.

import { plainText } from './imported-text.ts'
import { isObject, type JsonObject, own, ownList, ownNumber, ownText } from './parse-json.ts'

export interface ReadText {
  readonly text: string
  /** Whether there was formatting that a board does not have. */
  readonly isReduced: boolean
}

export function richText(document: unknown): ReadText {
  const state = { isReduced: false }
  const lines = blocks(ownList(document, 'content'), '', state)
  return { text: lines.join('\n').trimEnd(), isReduced: state.isReduced }
}

interface State {
  isReduced: boolean
}

function blocks(nodes: readonly unknown[], indent: string, state: State): string[] {
  return nodes.flatMap(node => {
    const type = ownText(node, 'type')
    if (type === 'bulletList') return items(node, indent, state, () => '-')
    if (type === 'orderedList') {
      const first = ownNumber(own(node, 'attrs'), 'start', 1)
      return items(node, indent, state, index => `${first + index}.`)
    }
    if (type === 'paragraph') return [indent + inline(node, state)]
    if (type === 'heading') return [indent + makeBold(inline(node, state))]
    state.isReduced ||= type !== 'text' && type !== 'hardBreak'
    return ownList(node, 'content').length > 0
      ? blocks(ownList(node, 'content'), indent, state)
      : [indent + inlineNode(node, state)]
  })
}

function items(list: unknown, indent: string, state: State, marker: (index: number) => string): string[] {
  return ownList(list, 'content').flatMap((item, index) => {
    const [first = '', ...rest] = blocks(ownList(item, 'content'), '', state)
    return [`${indent}${marker(index)} ${first}`, ...rest.map(line => `${indent}  ${line}`)]
  })
}

const inline = (node: unknown, state: State): string =>
  ownList(node, 'content')
    .map(child => inlineNode(child, state))
    .join('')

function inlineNode(node: unknown, state: State): string {
  if (ownText(node, 'type') === 'hardBreak') return '\n'
  const text = ownText(node, 'text')
  const marks = ownList(node, 'marks').filter(isObject)
  return marks.length === 0 ? plainText(text) : addMarks(text, marks, state)
}

/** Spaces stay outside of the marks, which would otherwise not be recognized. */
function addMarks(text: string, marks: readonly JsonObject[], state: State): string {
  const [, before = '', middle = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
  if (middle === '' || middle.includes('\n')) return text
  let shown = plainText(middle)
  for (const mark of marks) {
    const type = ownText(mark, 'type')
    const href = ownText(own(mark, 'attrs'), 'href')
    if (type === 'bold') shown = makeBold(shown)
    else if (type === 'italic') shown = `*${shown}*`
    else if (type === 'link' && /^(https?:|mailto:)[^\s()]+$/i.test(href)) shown = `[${shown}](${href})`
    else state.isReduced = true
  }
  return before + shown + after
}

const makeBold = (text: string) => (text.trim() === '' ? text : `**${text}**`)
