// Parses flowcharts of Mermaid: nodes with their forms, links with their sorts and labels, subgraphs, styles and classes.
// What it does not know it counts and skips.

import { type ImportLimits, UnreadableBoardFile } from '../board-content.ts'
import type { Direction, Flowchart, FlowLink, FlowNode, Subgraph } from './flowchart.ts'
import { applyStyle, styleStatements } from './flowchart-styles.ts'
import { cleanLabel } from './flowchart-text.ts'
import { parseForm } from './parse-form.ts'
import { findLink, type Link } from './parse-link.ts'

export function parseFlowchart(text: string, limits: ImportLimits): Flowchart {
  const [header = '', ...statements] = statementsIn(text)
  const chart: Flowchart = {
    direction: requireFlowchart(header),
    nodes: new Map(),
    subgraphs: new Map(),
    links: [],
    styles: { classes: new Map(), nodes: new Map(), links: new Map(), allLinks: new Map() },
    labelsLength: 0,
    leftOut: 0,
  }
  const state: State = { chart, limits, inside: null, depth: 0 }
  for (const statement of statements) readStatement(statement, state)
  return chart
}

interface State {
  readonly chart: Flowchart
  readonly limits: ImportLimits
  inside: Subgraph | null
  depth: number
}

const comment = /%%[^\n]*/g
const frontMatter = /^\s*---\s*\n[\s\S]*?\n---\s*(?:\n|$)/

function statementsIn(text: string): string[] {
  const body = text.replace(/\r\n?/g, '\n').replace(frontMatter, '').replace(comment, '')
  return splitStatements(body)
    .map(statement => statement.trim())
    .filter(statement => statement !== '')
}

/** Splits at line ends and semicolons that are not inside of quotes or brackets. */
function splitStatements(text: string): string[] {
  const statements: string[] = []
  let [start, depth, isQuoted] = [0, 0, false]
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (sign === '[' || sign === '(' || sign === '{') depth += 1
    else if (sign === ']' || sign === ')' || sign === '}') depth = Math.max(0, depth - 1)
    else if (sign === '\n' || (sign === ';' && depth === 0)) {
      statements.push(text.slice(start, at))
      start = at + 1
      depth = 0
    }
  }
  return [...statements, text.slice(start)]
}

const directions: Readonly<Record<string, Direction>> = {
  TB: 'TB',
  TD: 'TB',
  BT: 'BT',
  LR: 'LR',
  RL: 'RL',
  '>': 'LR',
  '<': 'RL',
  '^': 'BT',
  v: 'TB',
}

function requireFlowchart(header: string): Direction {
  const [, type = '', direction = ''] = /^([A-Za-z0-9-]+)\s*(\S*)/.exec(header) ?? []
  if (!/^(graph|flowchart|flowchart-elk)$/.test(type))
    throw new UnreadableBoardFile(
      'not_recognized',
      `Of Mermaid diagrams, only flowcharts can be imported; this is "${type.slice(0, 40)}"`,
    )
  return (Object.hasOwn(directions, direction) ? directions[direction] : 'TB') as Direction
}

function readStatement(statement: string, state: State): void {
  const { chart } = state
  const [word = ''] = /^[A-Za-z]+/.exec(statement) ?? []
  if (word === 'subgraph') openSubgraph(statement.slice(word.length).trim(), state)
  else if (statement === 'end') closeSubgraph(state)
  else if (word === 'direction' && state.inside) state.inside.direction = directions[statement.slice(9).trim()] ?? null
  else if (styleStatements.has(word) && /^\w+\s/.test(statement)) {
    if (!applyStyle(word, statement.slice(word.length).trim(), chart)) chart.leftOut += 1
  } else if (/^(click|accTitle|accDescr|href|call)\b/.test(statement)) chart.leftOut += 1
  else if (!readChain(statement, state)) chart.leftOut += 1
}

function openSubgraph(rest: string, state: State): void {
  const { chart, limits } = state
  state.depth += 1
  if (state.depth > limits.depth)
    throw new UnreadableBoardFile('too_deep', `Subgraphs are nested more than ${limits.depth} levels deep`)
  const [, id = '', title] = /^([^\s["]+)\s*(?:\[\s*([\s\S]*?)\s*\])?$/.exec(rest) ?? []
  const name = cleanLabel(title ?? rest).text || `Subgraph ${chart.subgraphs.size + 1}`
  const subgraph = { id: id || name, title: name, parent: state.inside, direction: null }
  if (!chart.subgraphs.has(subgraph.id)) chart.subgraphs.set(subgraph.id, subgraph)
  state.inside =
    chart.subgraphs.get(subgraph.id) === subgraph
      ? subgraph
      : { ...subgraph, id: `${subgraph.id}#${chart.subgraphs.size}` }
  chart.subgraphs.set(state.inside.id, state.inside)
}

function closeSubgraph(state: State): void {
  if (!state.inside) return
  state.inside = state.inside.parent
  state.depth -= 1
}

/** `A & B --> C -- label --> D`. False if it is something else. */
function readChain(statement: string, state: State): boolean {
  const { chart } = state
  let at = 0
  let before: string[] | null = null
  let link: Link | null = null
  while (at < statement.length) {
    const group = readGroup(statement, at, state)
    if (!group) return before !== null
    at = group.end
    if (before && link)
      for (const from of before) for (const to of group.ids) addLink(chart, { ...link, from, to }, state.limits)
    const found = findLink(statement, at)
    before = group.ids
    if (!found) return statement.slice(at).trim() === ''
    link = found.link
    at = found.end
  }
  return true
}

/** `a & b --> c & d` is four links: a few kilobytes could otherwise be a hundred thousand. Mermaid itself draws 500. */
const maxLinks = 5_000
const maxLabelsLength = 1_000_000

function addLink(chart: Flowchart, link: FlowLink, limits: ImportLimits): void {
  const most = Math.min(maxLinks, limits.objects)
  chart.labelsLength += link.label.length
  if (chart.links.length >= most || chart.labelsLength > maxLabelsLength)
    throw new UnreadableBoardFile(
      'too_many_objects',
      `The flowchart has more than ${most.toLocaleString('en')} links, or more than 1 MB of text on them`,
    )
  chart.links.push(link)
}

function readGroup(text: string, start: number, state: State): { ids: string[]; end: number } | null {
  const ids: string[] = []
  let at = start
  for (;;) {
    const node = readNode(text, at, state)
    if (!node) return null
    ids.push(node.id)
    at = node.end
    const and = /\s*&/y
    and.lastIndex = at
    if (!and.test(text)) return { ids, end: at }
    at = and.lastIndex
  }
}

const nodeId = /\s*((?:[^\s[\](){}<>|&;:"'@~=-]|-(?=[^\s\-.=>|&;]))+)/y
const className = /:::([\w-]+)/y

function readNode(text: string, start: number, state: State): { id: string; end: number } | null {
  nodeId.lastIndex = start
  const id = nodeId.exec(text)?.[1]
  if (id === undefined) return null
  const node = nodeNamed(id, state)
  const form = parseForm(text, nodeId.lastIndex)
  if (form && node) {
    node.form = form.form
    node.isSimilar = form.isSimilar
    if (form.text !== null) node.text = form.text
  }
  className.lastIndex = form?.end ?? nodeId.lastIndex
  const named = className.exec(text)
  if (named && node) node.classes.push(named[1] as string)
  return { id, end: named ? className.lastIndex : (form?.end ?? nodeId.lastIndex) }
}

/** Null if it is a subgraph. A node belongs to the subgraph in which it is named first. */
function nodeNamed(id: string, { chart, inside, limits }: State): FlowNode | null {
  if (chart.subgraphs.has(id)) return null
  const known = chart.nodes.get(id)
  if (known) {
    known.parent ??= inside
    return known
  }
  if (chart.nodes.size >= limits.objects) throw tooMany(limits)
  const node: FlowNode = { id, text: id, form: 'rectangle', isSimilar: false, parent: inside, classes: [] }
  chart.nodes.set(id, node)
  return node
}

const tooMany = ({ objects }: ImportLimits) =>
  new UnreadableBoardFile('too_many_objects', `The file has more than ${objects.toLocaleString('en')} objects`)
