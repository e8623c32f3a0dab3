// Tests the Python client as a package: types, versions of Python, and the installed content.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { requireProgram } from '../scripts/test-programs.mjs'
import { world } from '../server/testing/world.ts'
import { pythonCallOf } from '../web/docs/reference/python-call.ts'
import { operations } from '../web/testing/golden-description.ts'
import { pythonFolder, runPython } from './python.ts'

describe('the Python package', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tessera-python-package-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  test('[PYC-12] the package, its tests, and programs, the README and the reference that use it pass mypy --strict', async () => {
    const readme = join(folder, 'readme.py')
    await writeFile(readme, await readmeProgram())
    const reference = join(folder, 'reference.py')
    await writeFile(reference, referenceProgram())
    const args = ['--strict', '--cache-dir', join(folder, 'mypy'), 'src', 'tests', readme, reference]
    await promisify(execFile)(requireProgram('mypy'), args, pythonFolder).catch(({ stdout }) => assert.fail(stdout))
  })

  test('[PYC-2] it is written for Python 3.9 and newer, and imports the standard library only', async () => {
    const { stdout } = await runPython(['-c', inspectProgram])
    assert.deepEqual(JSON.parse(stdout), ['tessera', 'typing_extensions'])
  })

  test('[PYC-13] wheel and source archive are built without a network, and the wheel works after installation', async () => {
    const source = join(folder, 'source')
    await cp(pythonFolder.cwd, source, { recursive: true, filter: path => !/\/(build|.*\.egg-info)$/.test(path) })
    const offline = { cwd: source, env: { ...process.env, PIP_NO_INDEX: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1' } }
    await runPython(['-c', buildProgram], offline)
    const dist = join(source, 'dist')
    const built = (await readdir(dist)).sort()
    assert.match(built.join(), /^tessera[-_]client-([\d.]+)\.tar\.gz,tessera_client-\1-py3-none-any\.whl$/)
    const installed = join(folder, 'installed')
    const wheel = join(dist, built[1] as string)
    await runPython(['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', installed, wheel], offline)
    assert.deepEqual(
      (await readdir(join(installed, 'tessera'))).filter(name => /py\.typed|tests/.test(name)),
      ['py.typed'],
    )
    const { url, ann } = await world()
    const elsewhere = { cwd: folder, env: { ...process.env, PYTHONPATH: installed } }
    const { stdout } = await runPython([join(source, 'tests/consumer.py'), url, ann.token], elsewhere)
    assert.match(stdout, new RegExp(`^${ann.email}\n[^]*hello 200\nEnd 600\n[^]*ResourceNotFound 404\n$`))
  })
})

/** The examples one after the other, with the code that they omit. */
async function readmeProgram(): Promise<string> {
  const text = await readFile(join(pythonFolder.cwd, 'README.md'), 'utf8')
  const examples = [...text.matchAll(/```python\n(.*?)```/gs)].map(([, code]) => code)
  assert.ok(examples.length > 5)
  const [first, ...others] = examples
  return [first, leftOut, ...others].join('\n')
}

const leftOut = `
class Session:
    token = "a"
    def refresh(self) -> str:
        return "b"

url, session = "http://localhost:8080", Session()
`

/** The calls that the reference shows, each in a function. */
function referenceProgram(): string {
  const functions = operations.map(operation => {
    const ids = operation.inPath.map(({ name }) => `, ${name}: Any`).join('')
    const code = pythonCallOf(operation).replaceAll('\n', '\n    ')
    return `def ${operation.id.replace('.', '_')}(client: Client${ids}) -> None:\n    ${code}\n`
  })
  return ['from typing import Any\nfrom tessera import Client\n', ...functions].join('\n')
}

const buildProgram = `
from setuptools import build_meta

build_meta.build_sdist("dist")
build_meta.build_wheel("dist")
`

/** Prints the imports outside the standard library. typing_extensions is for type checkers only. */
const inspectProgram = `
import ast, json, pathlib, sys

found = set()
for path in pathlib.Path("src/tessera").glob("*.py"):
    for node in ast.walk(ast.parse(path.read_text(), feature_version=(3, 9))):
        names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
        names += [node.module] if isinstance(node, ast.ImportFrom) else []
        found.update(name.split(".")[0] for name in names)
print(json.dumps(sorted(found - set(sys.stdlib_module_names))))
`
