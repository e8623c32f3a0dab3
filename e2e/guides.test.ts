// Runs the code of the guides unchanged against a started server.

import assert from 'node:assert/strict'
import { chmod, copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { allOperations } from '@tessera/contract'
import { projectRoot } from '../scripts/project-files.ts'
import { findFreePort } from '../server/testing/server-process.ts'
import { type World, worldWith } from '../server/testing/world.ts'
import { fencesIn, type GuideProgram, guideNames, programsOf, readGuide } from './guide-programs.ts'
import { runCommand, runners } from './run-guide-program.ts'

test('[DOC-30] fences of a guide are found with their attributes, and parts of a program are combined', () => {
  const first = '```sh tab="curl" run="one" expect="x y"\necho\n```\n'
  const indented = '- item\n\n  ```ts run\n  1\n  ```\n'
  const fences = fencesIn(`${first}\`\`\`sh run="one"\nls\n\`\`\`\n${indented}\`\`\`json\n{}\n\`\`\`\n`)
  assert.deepEqual(fences[0]?.attributes, { tab: 'curl', run: 'one', expect: 'x y' })
  assert.deepEqual(programsOf('g', fences), [
    { guide: 'g', line: 1, language: 'sh', source: 'echo\n\nls\n', expected: ['x y'] },
    { guide: 'g', line: 9, language: 'ts', source: '1\n', expected: [] },
  ])
})

test('[DOC-30] links between guides and to operations lead somewhere', () => {
  const operations = new Set(allOperations.flatMap(({ noun, verb }) => [noun, `${noun}.${verb}`]))
  const headings = new Map(guideNames().map(guide => [guide, headingsOf(readGuide(guide))]))
  const isBroken = (link: string) => {
    const [, operation] = /^operation:(.+)$/.exec(link) ?? []
    if (operation) return !operations.has(operation)
    const [, guide, heading] = /^([\w-]+)\.md(?:#(.+))?$/.exec(link) ?? []
    return guide !== undefined && !(heading ? headings.get(guide)?.includes(heading) : headings.has(guide))
  }
  const broken = guideNames().flatMap(guide =>
    [...readGuide(guide).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(found => found[1] ?? '')
      .filter(isBroken)
      .map(link => `${guide}: ${link}`),
  )
  assert.deepEqual(broken, [])
})

const headingsOf = (markdown: string) =>
  [...markdown.matchAll(/^##+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )

describe('the code of the guides', { concurrency: 2 }, () => {
  let folder: string
  let started: World
  let token: string

  before(async () => {
    folder = await makeReaderFolder()
    const port = await findFreePort()
    started = await worldWith({ port, publicUrl: `http://localhost:${port}` }, {})
    token = (await started.ann.tokens.create({ name: 'Guides' })).token.access_token ?? ''
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const all = guideNames().map(guide => ({ guide, programs: programsOf(guide) }))
  for (const { guide, programs } of all.filter(one => one.programs.length > 0)) {
    test(`[DOC-30] ${guide}: ${programs.length} programs run`, async () => {
      for (const program of programs) await runProgram(program)
    })
  }

  test('[DOC-30] TypeScript in guides has no type errors', async () => {
    const include = all.flatMap(one => one.programs.filter(({ language }) => language === 'ts').map(fileOf))
    for (const { programs } of all) for (const program of programs) await writeFile(pathOf(program), program.source)
    const compilerOptions = {
      types: ['node'],
      typeRoots: [join(projectRoot, 'node_modules/@types')],
      skipLibCheck: true,
    }
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: join(projectRoot, 'tsconfig.json'), compilerOptions, include }),
    )
    const { status, output } = await runCommand([join(projectRoot, 'node_modules/.bin/tsc'), '-p', folder], {
      cwd: folder,
    })
    assert.equal(status, 0, output)
  })

  const fileOf = ({ guide, line, language }: GuideProgram) => `${guide}-${line}.${runners[language]?.extension}`
  const pathOf = (program: GuideProgram) => join(folder, fileOf(program))

  /** Each program has its own board, so that they do not depend on each other. */
  async function runProgram(program: GuideProgram): Promise<void> {
    const place = `docs/guides/${program.guide}.md:${program.line}`
    const runner = runners[program.language] ?? assert.fail(`${place}: no program runs ${program.language}`)
    const { workspace } = await started.ann.workspaces.create(started.organization, { name: program.guide })
    await writeFile(pathOf(program), program.source)
    const env = {
      ...process.env,
      PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter),
      PYTHONPATH: join(projectRoot, 'clients/python/src'),
      PYTHONDONTWRITEBYTECODE: '1',
      HOME: folder,
      TESSERA_URL: started.dependencies.config.publicUrl,
      TESSERA_TOKEN: token,
      ORGANIZATION: String(started.organization),
      BOARD: workspace.properties.uid,
    }
    const { status, output } = await runCommand(runner.command(pathOf(program)), { cwd: folder, env })
    assert.equal(status, 0, `${place} failed:\n${output}`)
    for (const text of program.expected) assert.ok(output.includes(text), `${place} does not print ${text}:\n${output}`)
  }
})

/** A folder like a reader has it: the client installed, `tessera` on the path, and the files that the samples name. */
async function makeReaderFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-guides-'))
  await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await copyFile(join(projectRoot, 'server/testing/samples/plain.png'), join(folder, 'plan.png'))
  await copyFile(join(projectRoot, 'server/testing/samples/page.pdf'), join(folder, 'report.pdf'))
  await mkdir(join(folder, 'bin'))
  const program = join(folder, 'bin/tessera')
  await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${join(projectRoot, 'cli/main.ts')}" "$@"\n`)
  await chmod(program, 0o755)
  return folder
}
