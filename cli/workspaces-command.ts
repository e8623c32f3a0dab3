// Lists, creates, shows, opens and deletes workspaces.

import type { Client } from '@tessera/client'
import { chooseOrganization } from './choose-organization.ts'
import { type CommandContext, defineCommand } from './command.ts'
import { confirm } from './confirm.ts'
import { hasDisplay, openBrowser } from './open-browser.ts'
import { plain, printJson, printTable } from './print.ts'
import { workspaceIdOf } from './workspace-id.ts'

const group = 'Your boards'
const positionals = ['workspace']

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

export const listWorkspaces = defineCommand({
  name: 'workspaces',
  group,
  usage: 'workspaces [--query <text>]',
  summary: 'lists the workspaces that you have access to',
  options: { query: ['optional', 'only those with this text in their name or description'] },
  async run(context, { query }) {
    const client = await context.client()
    const all = await collect(client.users.listWorkspaces.all('me', query === undefined ? {} : { query }))
    if (context.isJson) return printJson(context, { workspaces: all })
    if (all.length === 0)
      return void context.stderr.write('There are no workspaces. Create one: workspaces create <name>\n')
    printTable(
      context,
      ['uid', 'name', 'role', 'updated'],
      all.map(one => [one.uid, one.name, one.workspace_role.name, one.updated_at.slice(0, 10)]),
    )
  },
})

export const createWorkspace = defineCommand({
  name: 'workspaces create',
  group,
  usage: 'workspaces create <name> [--description <text>] [--organization <id>]',
  summary: 'creates a workspace and prints its uid',
  options: {
    description: ['optional', 'a sentence about it'],
    organization: ['optional', 'the id of the organization, if you are a member of several'],
  },
  positionals: ['name'],
  async run(context, { description, organization }, [name = '']) {
    const client = await context.client()
    const id = await chooseOrganization(client, organization)
    const draft = { name, ...(description === undefined ? {} : { description }) }
    const { workspace } = await client.workspaces.create(id, draft)
    if (context.isJson) return printJson(context, { workspace })
    context.stdout.write(`${workspace.properties.uid}\n`)
  },
})

export const showWorkspace = defineCommand({
  name: 'workspaces show',
  group,
  usage: 'workspaces show <workspace>',
  summary: 'prints a workspace: its name, your role, how many objects it has',
  positionals,
  async run(context, _values, [given = '']) {
    const client = await context.client()
    const uid = workspaceIdOf(given)
    const [{ workspace }, { objects, next_cursor }] = await Promise.all([
      client.workspaces.get(uid),
      client.objects.list(uid, { limit: 1_000 }),
    ])
    if (context.isJson) return printJson(context, { workspace })
    const { name, description, workspace_role, workspace_owner, updated_at, users_count } = workspace.properties
    const lines = [
      ['Name', name],
      ['Description', description],
      ['Address', await addressOf(context, uid)],
      ['Your role', workspace_role.name],
      ['Owner', workspace_owner.email],
      ['People', String(users_count)],
      ['Objects', next_cursor === null ? String(objects.length) : `more than ${objects.length}`],
      ['Updated', updated_at],
    ] as const
    for (const [label, value] of lines) if (value !== '') context.stdout.write(`${label.padEnd(12)} ${plain(value)}\n`)
  },
})

const addressOf = async (context: CommandContext, uid: string) => `${(await context.profile()).url}/w/${uid}`

export const openWorkspace = defineCommand({
  name: 'workspaces open',
  group,
  usage: 'workspaces open <workspace>',
  summary: 'opens a workspace in your browser and prints its address',
  positionals,
  async run(context, _values, [given = '']) {
    const uid = workspaceIdOf(given)
    await (await context.client()).workspaces.get(uid)
    const address = await addressOf(context, uid)
    if (context.isJson) printJson(context, { url: address })
    else context.stdout.write(`${address}\n`)
    if (hasDisplay(context.environment)) openBrowser(address, context.environment)
  },
})

/** With `deletedToo`, also that of a deleted workspace, which can still be deleted permanently. */
async function nameOf(client: Client, uid: string, deletedToo: boolean): Promise<string> {
  try {
    return (await client.workspaces.get(uid)).workspace.properties.name
  } catch (error) {
    if (!deletedToo) throw error
    for await (const deleted of client.workspaces.listDeleted.all()) if (deleted.uid === uid) return deleted.name
    throw error
  }
}

export const deleteWorkspace = defineCommand({
  name: 'workspaces delete',
  group,
  usage: 'workspaces delete <workspace> [--permanent] [--yes]',
  summary:
    'deletes a workspace, after you have confirmed it. Unless it is --permanent, it can be restored for a limited time',
  options: { permanent: ['flag', 'it cannot be restored'], yes: ['flag', 'does not ask'] },
  positionals,
  async run(context, { permanent, yes }, [given = '']) {
    const client = await context.client()
    const uid = workspaceIdOf(given)
    const name = plain(await nameOf(client, uid, permanent === true))
    const question = permanent ? `Delete "${name}" permanently? It cannot be restored.` : `Delete "${name}"?`
    await confirm(context, question, yes === true)
    const reply = await client.workspaces.delete(uid, { is_permanent: permanent === true })
    if (context.isJson) return printJson(context, reply)
    context.stdout.write(`${name} was deleted.\n`)
  },
})
