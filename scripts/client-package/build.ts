// Builds the folder that is published: code, declarations, README, LICENSE and a matching package.json.

import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot, readProjectFile } from '../project-files.ts'
import { runProgram } from '../run-machine-program.mjs'
import { bundleCode } from './code.ts'
import { declarations } from './declarations.ts'

export async function buildPackage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await bundleCode(folder)
  writeFileSync(join(folder, 'index.d.ts'), declarations())
  copyFileSync(join(projectRoot, 'clients/typescript/README.md'), join(folder, 'README.md'))
  copyFileSync(join(projectRoot, 'LICENSE'), join(folder, 'LICENSE'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(readdirSync(folder)), null, 2)}\n`)
}

/** Packs the folder as npm would publish it, and returns the path of the file. */
export async function packPackage(folder: string, destination: string): Promise<string> {
  const args = ['pack', folder, '--pack-destination', destination, '--loglevel=error']
  const { failure, output } = await runProgram('npm', args)
  if (failure) throw new Error(output)
  return join(destination, output.split('\n').at(-1) ?? '')
}

function manifest(files: string[]): object {
  const { name, version, description, keywords, license, engines, dependencies } = JSON.parse(
    readProjectFile('clients/typescript/package.json'),
  )
  return {
    name,
    version,
    description,
    keywords,
    license,
    type: 'module',
    engines,
    sideEffects: false,
    files: files.filter(file => /\.(js|ts)$/.test(file)).sort(),
    main: './index.js',
    types: './index.d.ts',
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './package.json': './package.json',
    },
    bin: { tessera: 'cli.js' },
    imports: { '#web-socket': { node: './node-web-socket.js', default: './no-web-socket.js' } },
    dependencies: { ws: `^${dependencies.ws}` },
  }
}
