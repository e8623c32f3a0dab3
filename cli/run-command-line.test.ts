import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConnectionError, TesseraError } from '@tessera/client'
import { type Command, defineCommand, UsageError } from './command.ts'
import { NotSignedIn } from './exit-codes.ts'
import { colorsFor, printTable } from './print.ts'
import { runCommandLine } from './run-command-line.ts'
import { capturedIo } from './testing/captured-io.ts'

const failing = (name: string, error: unknown): Command =>
  defineCommand({ name, group: 'Account', usage: name, summary: name, run: () => Promise.reject(error) })

const answer = (status: number) =>
  new TesseraError('Refused', { code: 'UnexpectedReply', status, operation: 'notes.create', requestId: 'r1' })

const commands: Command[] = [
  defineCommand({
    name: 'greet',
    group: 'Your boards',
    usage: 'greet <name> [--loud] --with <word>',
    summary: 'greets someone. Loudly, if asked',
    options: { loud: 'flag', with: ['required', 'the word to greet with'], also: 'list' },
    positionals: ['name', '[title]'],
    async run({ stdout, isJson }, { loud, with: word, also = [] }, [name, title]) {
      stdout.write(JSON.stringify({ loud, word, also, name, title, isJson }))
    },
  }),
  defineCommand({ name: 'boards', group: 'Your boards', usage: 'boards', summary: 'lists', run: async () => {} }),
  defineCommand({
    name: 'boards make',
    group: 'Your boards',
    usage: 'boards make',
    summary: 'makes',
    run: async () => {},
  }),
  failing('signed-out', new NotSignedIn('You are not signed in.')),
  failing('misused', new UsageError('No.')),
  failing('offline', new ConnectionError('gone', { operation: 'x', isTimeout: false, cause: null })),
  failing('refused', answer(403)),
  failing('missing', answer(404)),
  failing('broken', answer(500)),
  failing('down', answer(503)),
]

async function run(...args: string[]) {
  const { io, printed } = capturedIo()
  const status = await runCommandLine({ program: 'tessera', version: '1.2.3', commands }, args, io)
  return { status, out: printed.stdout, err: printed.stderr }
}

test('[CMD-1] help and version are printed by any of their names', async () => {
  const help = await run('--help')
  assert.match(help.out, /^Your boards:\n {2}greet +greets someone\n/m)
  for (const args of [['-h'], ['help'], ['help', 'nothing']]) assert.deepEqual(await run(...args), help)
  const one = await run('greet', '--help')
  assert.match(one.out, /^Usage: tessera greet <name>.*\n\n {2}greets someone\. Loudly, if asked\n/)
  assert.match(one.out, /^ {2}--with <value> {2}the word to greet with$/m)
  for (const args of [
    ['greet', 'Ann', '-h'],
    ['help', 'greet'],
  ])
    assert.deepEqual(await run(...args), one)
  for (const name of ['-v', '--version']) assert.deepEqual(await run(name), { status: 0, out: '1.2.3\n', err: '' })
})

test('[CMD-1] options, lists, positional arguments and --json reach the command', async () => {
  const { out } = await run(
    'greet',
    'Ann',
    '--with',
    'hi',
    '--also',
    'a',
    '--also',
    'b',
    '--loud',
    '--json',
    '--',
    'Dr',
  )
  assert.deepEqual(JSON.parse(out), {
    loud: true,
    word: 'hi',
    also: ['a', 'b'],
    name: 'Ann',
    title: 'Dr',
    isJson: true,
  })
})

test('[CMD-1] a mistyped name is refused with a suggestion', async () => {
  const cases: [string[], RegExp][] = [
    [[], /^A command is required/],
    [['gret'], /^Unknown command gret\. Did you mean greet\?/],
    [['something-else'], /^Unknown command something-else\.\n/],
    [['boards', 'mke'], /^Unknown command boards mke\. Did you mean boards make\?/],
    [['greet', 'Ann', '--wiht', 'x'], /^Unknown option '--wiht'\. Did you mean --with\?/],
    [['greet', '--with', 'x'], /^One name is required\./],
    [['greet', 'Ann'], /^--with must be given\./],
    [['greet', 'Ann', 'Dr', 'more', '--with', 'x'], /^Unexpected argument more\./],
    [['boards', '--also', 'x'], /^Unknown option '--also'/],
  ]
  for (const [args, expected] of cases) {
    const { status, out, err } = await run(...args)
    assert.deepEqual([status, out], [2, ''])
    assert.match(err, expected)
  }
})

test('[CMD-1] a noun with `list` is the noun alone', async () => {
  assert.deepEqual(await run('boards', 'list'), await run('boards'))
  assert.equal((await run('boards', 'list')).status, 0)
  assert.equal((await run('boards', 'list', 'more')).status, 2)
})

test('[CMD-2] the exit code says what kind of failure it was', async () => {
  const expected = {
    'signed-out': 3,
    misused: 2,
    offline: 5,
    refused: 3,
    missing: 4,
    broken: 1,
    down: 5,
  }
  for (const [name, status] of Object.entries(expected)) assert.equal((await run(name)).status, status, name)
  assert.equal((await run('broken')).err, 'Refused (request r1)\n')
})

test('[CMD-3] tables have no control characters, and only terminals get color', () => {
  const { io, printed } = capturedIo()
  printTable(
    io,
    ['uid', 'name'],
    [
      ['a1', 'red\u001b[31m\nname'],
      ['b22', ''],
    ],
  )
  assert.equal(printed.stdout, 'UID  NAME\na1   red [31m name\nb22\n')
  const terminal = { write: () => {}, isTTY: true }
  assert.equal(colorsFor(terminal, {}).red('x'), '\u001b[31mx\u001b[0m')
  assert.equal(colorsFor(terminal, { NO_COLOR: '1' }).red('x'), 'x')
  assert.equal(colorsFor({ write: () => {} }, {}).red('x'), 'x')
})
