// Compares the numbered rules of docs/spec/ with the test titles that cite them: every rule has a test, unless
// docs/spec/untested.md says why not, and every cited rule exists.

import { parseSync, Visitor } from 'oxc-parser'
import { isTest, listProjectFiles, readProjectFile } from './project-files.ts'

/** `path:line` of every occurrence, by rule id. */
export type Occurrences = Map<string, string[]>

const untestedFile = 'docs/spec/untested.md'
const ruleLine = /^- \*\*\[/
const wellFormedRule = /^- \*\*\[([A-Z]+-\d+)\]\*\* \S/
const untestedLine = /^- ([A-Z]+-\d+): \S/

export function rulesIn(path: string, text: string): { rules: Occurrences; errors: string[] } {
  return seenInLines(path, text, ruleLine, wellFormedRule, 'a rule reads `- **[ABC-12]** text`')
}

export function untestedIn(path: string, text: string): { rules: Occurrences; errors: string[] } {
  return seenInLines(path, text, /^- /, untestedLine, 'a line reads `- ABC-12: why there is no test yet`')
}

/** The rules with the table of a kind's fields. A test that runs for each of them has `[${rule}]` in its title. */
export const kindRulesIn = (text: string): string[] =>
  text
    .split(/^(?=- \*\*\[)/m)
    .filter(rule => rule.includes('| Field |'))
    .flatMap(rule => wellFormedRule.exec(rule.split('\n')[0] ?? '')?.[1] ?? [])

/** Ids in the titles of tests, also if the title is a template: `[ABC-12] …`, `[ABC-12] [ABC-13]`, `[ABC-12, ABC-13]`. */
export function citationsIn(path: string, source: string, kindRules: readonly string[] = []): Occurrences {
  const seen: Occurrences = new Map()
  new Visitor({
    CallExpression(node) {
      if (!/(^|\.)(test\w*|it|describe)$/.test(source.slice(node.callee.start, node.callee.end))) return
      const title = node.arguments[0]
      if (!title) return
      const line = source.slice(0, title.start).split('\n').length
      const text = source.slice(title.start, title.end)
      for (const id of idsIn(text)) add(seen, id, `${path}:${line}`)
      if (/\[\$\{rule\}\]/.test(text)) for (const id of kindRules) add(seen, id, `${path}:${line}`)
    },
  }).visit(parseSync(path, source).program)
  return seen
}

export function compareRules(rules: Occurrences, untested: Occurrences, cited: Occurrences): string[] {
  return [
    ...[...rules]
      .filter(([, places]) => places.length > 1)
      .map(([id, places]) => `${id} is defined several times: ${places.join(', ')}`),
    ...[...cited]
      .filter(([id]) => !rules.has(id))
      .map(([id, places]) => `${places[0]} cites ${id}, which does not exist`),
    ...[...rules]
      .filter(([id]) => !cited.has(id) && !untested.has(id))
      .map(
        ([id, places]) => `${places[0]} ${id} has no test. Cite it in a test title, or say why not in ${untestedFile}`,
      ),
    ...[...untested].flatMap(([id, places]) => {
      if (!rules.has(id)) return [`${places[0]} ${id} does not exist`]
      return cited.has(id) ? [`${places[0]} ${id} has a test now (${cited.get(id)?.[0]}): remove the line`] : []
    }),
  ]
}

function seenInLines(path: string, text: string, isRule: RegExp, wellFormed: RegExp, form: string) {
  const rules: Occurrences = new Map()
  const errors: string[] = []
  text.split('\n').forEach((line, index) => {
    if (!isRule.test(line)) return
    const id = wellFormed.exec(line)?.[1]
    if (id) add(rules, id, `${path}:${index + 1}`)
    else errors.push(`${path}:${index + 1} ${form}`)
  })
  return { rules, errors }
}

function idsIn(title: string): string[] {
  const groups = title.matchAll(/\[([A-Z]+-\d+(?:, *[A-Z]+-\d+)*)\]/g)
  return [...groups].flatMap(group => (group[1] ?? '').split(/, */))
}

function add(seen: Occurrences, id: string, place: string) {
  seen.set(id, [...(seen.get(id) ?? []), place])
}

function mergeOccurrences(all: Occurrences[]): Occurrences {
  const seen: Occurrences = new Map()
  for (const [id, places] of all.flatMap(one => [...one])) for (const place of places) add(seen, id, place)
  return seen
}

if (import.meta.main) {
  const chapters = listProjectFiles(path => /^docs\/spec\/.*\.md$/.test(path) && path !== untestedFile)
  const ruled = chapters.map(path => rulesIn(path, readProjectFile(path)))
  const untested = listProjectFiles(path => path === untestedFile).map(path => untestedIn(path, readProjectFile(path)))
  const kindRules = kindRulesIn(readProjectFile('docs/spec/kinds.md'))
  const cited = listProjectFiles(isTest).map(path => citationsIn(path, readProjectFile(path), kindRules))
  const errors = [
    ...[...ruled, ...untested].flatMap(one => one.errors),
    ...compareRules(
      mergeOccurrences(ruled.map(one => one.rules)),
      mergeOccurrences(untested.map(one => one.rules)),
      mergeOccurrences(cited),
    ),
  ]
  for (const error of errors) console.log(error)
  process.exitCode = errors.length ? 1 : 0
}
