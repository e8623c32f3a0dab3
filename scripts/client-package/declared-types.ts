// The declarations of a source file as they stand in a declaration file, by name: types as they are written, functions and
// classes without their bodies.

import { parseSync } from 'oxc-parser'
import { isolatedDeclarationSync } from 'rolldown/experimental'
import { readProjectFile } from '../project-files.ts'

export interface Declaration {
  readonly name: string
  /** With its comment, and with `export`, whether it is exported or not. */
  readonly text: string
  readonly isExported: boolean
}

export function readDeclarations(path: string): Declaration[] {
  const { code } = isolatedDeclarationSync(path, readProjectFile(path), { stripInternal: true })
  const { program, comments } = parseSync(path.replace(/\.ts$/, '.d.ts'), code)
  return program.body.flatMap((statement): Declaration[] => {
    const isExported = statement.type === 'ExportNamedDeclaration'
    const declaration = isExported ? statement.declaration : statement
    const name = declaration ? nameOf(declaration) : null
    if (!declaration || name === null) return []
    const comment = comments.findLast(one => one.end <= statement.start)
    const isOwn = comment && code.slice(comment.end, statement.start).trim() === ''
    const above = isOwn ? `${code.slice(comment.start, comment.end)}\n` : ''
    return [
      { name, isExported, text: formatSpaces(`${above}export ${code.slice(declaration.start, declaration.end)}`) },
    ]
  })
}

/** The names that a file exports without declaring them, and the file they are from; null for all names of a file. */
export function exportsOf(path: string): { name: string | null; from: string }[] {
  const { program } = parseSync(path, readProjectFile(path))
  return program.body.flatMap(statement => {
    if (statement.type === 'ExportAllDeclaration') return [{ name: null, from: statement.source.value }]
    if (statement.type !== 'ExportNamedDeclaration') return []
    const from = statement.source?.value ?? path
    return statement.specifiers.map(({ exported }) => ({ name: 'name' in exported ? exported.name : null, from }))
  })
}

interface NamedNode {
  readonly type: string
  readonly id?: unknown
  readonly declarations?: unknown
}

function nameOf(declaration: NamedNode): string | null {
  const [first] = (declaration.declarations ?? []) as { id: { name: string } }[]
  return (declaration.id as { name?: string } | undefined)?.name ?? first?.id.name ?? null
}

/** As the rest of the declarations is written: two spaces, no semicolons. */
const formatSpaces = (text: string) =>
  text
    .replace(/;$/gm, '')
    .replace(/^\t+/gm, tabs => '  '.repeat(tabs.length))
    .replace(/^( *)\*/gm, '$1 *')
