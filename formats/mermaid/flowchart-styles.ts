// The styles of a flowchart: `style`, `classDef`, `class` and `linkStyle`, as CSS-like declarations.

import { hexColor, hexColorOrNone } from '../css-color.ts'
import type { Flowchart, FlowNode, Style, Styles } from './flowchart.ts'

export const styleStatements: ReadonlySet<string> = new Set(['style', 'classDef', 'class', 'linkStyle'])

/** False if it cannot be read. */
export function applyStyle(statement: string, rest: string, chart: Flowchart): boolean {
  const [, names = '', declarations = ''] = /^(\S+)\s+([\s\S]+)$/.exec(rest) ?? []
  if (names === '') return false
  const { styles } = chart
  for (const name of names.split(',').slice(0, 10_000)) {
    if (statement === 'classDef') styles.classes.set(name, parseStyle(declarations))
    else if (statement === 'style') styles.nodes.set(name, parseStyle(declarations))
    else if (statement === 'class') chart.nodes.get(name)?.classes.push(declarations.trim())
    else if (name === 'default') styles.allLinks.set(name, parseStyle(declarations))
    else if (/^\d+$/.test(name)) styles.links.set(Number(name), parseStyle(declarations))
  }
  return true
}

const parseStyle = (text: string): Style =>
  new Map(
    // Commas inside of rgb() do not separate.
    text.split(/,(?![^()]*\))/).map(declaration => {
      const [name = '', value = ''] = declaration.split(/:(.*)/s)
      return [name.trim().toLowerCase(), value.replace(/!important/, '').trim()]
    }),
  )

/** As fields of a shape. Later ones win: the default class, the node's classes, its own style. */
export function nodeStyle(node: FlowNode, { classes, nodes }: Styles): Record<string, unknown> {
  const style = mergeStyles([
    classes.get('default'),
    ...node.classes.map(name => classes.get(name)),
    nodes.get(node.id),
  ])
  const color = (name: string) => hexColor(style.get(name) ?? '') ?? undefined
  const width = Number.parseFloat(style.get('stroke-width') ?? '')
  const fontSize = Number.parseFloat(style.get('font-size') ?? '')
  return omitUndefined({
    fill: hexColorOrNone(style.get('fill') ?? '') ?? undefined,
    borderColor: hexColorOrNone(style.get('stroke') ?? '') ?? undefined,
    borderWidth: Number.isFinite(width) ? Math.max(1, width) : undefined,
    borderStyle: isDashed(style) ? 'dashed' : undefined,
    fontColor: color('color'),
    fontSize: fontSize >= 8 && fontSize <= 200 ? Math.round(fontSize) : undefined,
    fontWeight: /^(bold|[6-9]00)/.test(style.get('font-weight') ?? '') ? 'bold' : undefined,
    fontStyle: style.get('font-style') === 'italic' ? 'italic' : undefined,
  })
}

export function linkStyle(index: number, { links, allLinks }: Styles): Record<string, unknown> {
  const style = mergeStyles([allLinks.get('default'), links.get(index)])
  const width = Number.parseFloat(style.get('stroke-width') ?? '')
  return omitUndefined({
    color: hexColor(style.get('stroke') ?? '') ?? undefined,
    width: Number.isFinite(width) ? Math.max(1, width) : undefined,
    line: isDashed(style) ? 'dashed' : undefined,
  })
}

const isDashed = (style: Style) => /[1-9]/.test(style.get('stroke-dasharray') ?? '')

const mergeStyles = (styles: readonly (Style | undefined)[]): Style =>
  new Map(styles.flatMap(style => [...(style ?? [])]))

const omitUndefined = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
