// The programs in the guides. A code fence whose info string has `run` is a program; those of one language and the same
// `run="<name>"` are one program, in the order of the page. `expect="<text>"` is what it prints.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface GuideProgram {
  readonly guide: string
  /** The line of its first fence. */
  readonly line: number
  readonly language: string
  readonly source: string
  readonly expected: readonly string[]
}

export interface Fence {
  readonly line: number
  readonly language: string
  /** Attributes of the info string; true if one has no value. */
  readonly attributes: Readonly<Record<string, string | true>>
  readonly source: string
}

const folder = join(import.meta.dirname, '../docs/guides')

export const guideNames = (): string[] =>
  readdirSync(folder).flatMap(file => (file.endsWith('.md') ? [file.slice(0, -'.md'.length)] : []))

export const readGuide = (guide: string): string => readFileSync(join(folder, `${guide}.md`), 'utf8')

export const readFences = (guide: string): Fence[] => fencesIn(readGuide(guide))

export function programsOf(guide: string, fences = readFences(guide)): GuideProgram[] {
  const runnable = fences.filter(fence => fence.attributes.run !== undefined)
  const programs = Map.groupBy(runnable, ({ attributes, language, line }) =>
    attributes.run === true ? String(line) : `${language} ${attributes.run}`,
  )
  return [...programs.values()].map(parts => ({
    guide,
    line: parts[0]?.line ?? 0,
    language: parts[0]?.language ?? '',
    source: parts.map(({ source }) => source).join('\n'),
    expected: parts.flatMap(({ attributes }) => (typeof attributes.expect === 'string' ? [attributes.expect] : [])),
  }))
}

export function fencesIn(markdown: string): Fence[] {
  const found = markdown.matchAll(/^( *)```(\w+)([^\n]*)\n(.*?)^\1```$/gms)
  return [...found].map(({ 1: indent = '', 2: language = '', 3: info = '', 4: source = '', index }) => ({
    line: markdown.slice(0, index).split('\n').length,
    language,
    attributes: Object.fromEntries(
      [...info.matchAll(/(\w+)(?:="([^"]*)")?/g)].map(([, name, value]) => [name, value ?? true]),
    ),
    source: source.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }))
}
