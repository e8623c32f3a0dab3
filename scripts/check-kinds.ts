// Knowledge about a kind of object belongs into the tables of kinds. Prints every comparison with the name of a kind,
// `object.kind === 'note'` or `case 'note':`, outside of them: there, the table lacks a column.

import { kindNames } from '@tessera/contract'
import { type Expression, parseSync, Visitor } from 'oxc-parser'
import { isCode, isTestOnly, listProjectFiles, readProjectFile } from './project-files.ts'

const tables = ['contract/kinds/', 'drawing/kinds/', 'web/workspace/kinds/']

export function kindComparisons(path: string, source: string, kinds: readonly string[]): string[] {
  const found: string[] = []
  const report = (start: number, text: string) =>
    found.push(`${path}:${source.slice(0, start).split('\n').length} ${text}: move this into the table of kinds`)
  const isKindName = (node: Expression | null) => node?.type === 'Literal' && kinds.includes(String(node.value))
  const isKind = (node: Expression) => /(^|\.|\b)\w*[kK]ind$/.test(source.slice(node.start, node.end))
  new Visitor({
    BinaryExpression(node) {
      if (!['===', '!==', '==', '!='].includes(node.operator)) return
      const [left, right] = [node.left as Expression, node.right]
      if ((isKind(left) && isKindName(right)) || (isKind(right) && isKindName(left)))
        report(node.start, source.slice(node.start, node.end))
    },
    SwitchStatement(node) {
      const named = isKind(node.discriminant) ? node.cases.find(({ test }) => isKindName(test)) : undefined
      if (named) report(named.start, `switch (${source.slice(node.discriminant.start, node.discriminant.end)})`)
    },
  }).visit(parseSync(path, source).program)
  return found
}

if (import.meta.main) {
  const isChecked = (path: string) =>
    isCode(path) &&
    !isTestOnly(path) &&
    /^(contract|drawing|formats|agents|clients|cli|server|web)\//.test(path) &&
    !tables.some(folder => path.startsWith(folder))
  const found = listProjectFiles(isChecked).flatMap(path => kindComparisons(path, readProjectFile(path), kindNames))
  console.log(`${kindNames.length} kinds: ${kindNames.join(', ')}`)
  for (const comparison of found) console.log(comparison)
  process.exitCode = found.length ? 1 : 0
}
