import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { networkCommands } from './commands.ts'
import { runCommandLine } from './run-command-line.ts'
import { capturedIo } from './testing/captured-io.ts'

async function script(shell: string) {
  const { io, printed } = capturedIo()
  const line = { program: 'tessera', version: '0', commands: networkCommands }
  return { status: await runCommandLine(line, ['completion', shell], io), ...printed }
}

test('[CMD-14] bash completes commands, their second words and their options', async () => {
  const { stdout } = await script('bash')
  const complete = (...words: string[]) => {
    const set = `COMP_WORDS=(${words.map(word => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`
    const { stdout: printed, stderr } = spawnSync('bash', [
      '-c',
      `${stdout}\n${set}; _tessera; echo "\${COMPREPLY[@]}"`,
    ])
    assert.equal(String(stderr), '')
    return String(printed).trim().split(' ')
  }
  assert.deepEqual(complete('tessera', 'works'), ['workspaces'])
  assert.deepEqual(complete('tessera', 'workspaces', 'cr'), ['create'])
  assert.deepEqual(complete('tessera', 'listen', '--f'), ['--forward-to'])
})

test('[CMD-14] zsh and fish have scripts, other shells are refused', async () => {
  assert.match((await script('zsh')).stdout, /bashcompinit/)
  assert.match((await script('fish')).stdout, /seen_subcommand_from listen' -a '.*--forward-to/)
  assert.equal((await script('tcsh')).status, 2)
})
