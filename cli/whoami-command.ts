// Shows who is signed in, and where.

import { defineCommand } from './command.ts'
import { printJson } from './print.ts'

export const whoami = defineCommand({
  name: 'whoami',
  group: 'Account',
  usage: 'whoami',
  summary: 'prints who you are signed in as, and at which server',
  async run(context) {
    const { url } = await context.profile()
    const { user } = await (await context.client()).users.me()
    if (context.isJson) return printJson(context, { url, user })
    const name = `${user.first_name ?? ''} ${user.last_name ?? ''}`.trim()
    context.stdout.write(`${name === '' ? user.email : `${name} <${user.email}>`} at ${url}\n`)
  },
})
