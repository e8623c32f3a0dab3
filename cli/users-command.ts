// Lists, invites and removes the members of an organization.

import type { Client } from '@tessera/client'
import { chooseOrganization } from './choose-organization.ts'
import { defineCommand, UsageError } from './command.ts'
import { confirm } from './confirm.ts'
import { NotFound } from './exit-codes.ts'
import { printJson, printTable } from './print.ts'

const group = 'Your boards'
const organizationOption = ['optional', 'the id of the organization, if you are a member of several'] as const

export const listUsers = defineCommand({
  name: 'users',
  group,
  usage: 'users [--query <text>] [--organization <id>]',
  summary: 'lists the members of your organization',
  options: { query: ['optional', 'only those with this text in name or address'], organization: organizationOption },
  async run(context, { query, organization }) {
    const client = await context.client()
    const users = await listMembers(client, await chooseOrganization(client, organization), query)
    if (context.isJson) return printJson(context, { organization_users: users })
    printTable(
      context,
      ['id', 'email', 'name', 'role', 'state'],
      users.map(one => [
        String(one.id),
        one.email,
        `${one.first_name ?? ''} ${one.last_name ?? ''}`.trim(),
        one.organization_role.name,
        one.awaits_approval ? 'awaits approval' : one.invited_state === 'ACCEPTED' ? 'member' : 'invited',
      ]),
    )
  },
})

async function listMembers(client: Client, organization: number, query?: string) {
  const found = []
  const search = query === undefined ? {} : { query }
  for await (const one of client.organizations.listMembers.all(organization, search)) found.push(one)
  return found
}

export const inviteUser = defineCommand({
  name: 'users invite',
  group,
  usage: 'users invite <email> [--role <name>] [--organization <id>]',
  summary: 'invites a person to your organization by email',
  options: {
    role: ['optional', 'the name of an organization role, such as Admin or Guest'],
    organization: organizationOption,
  },
  positionals: ['email'],
  async run(context, { role, organization }, [email = '']) {
    const client = await context.client()
    const id = await chooseOrganization(client, organization)
    const organization_role_id = role === undefined ? undefined : await findRole(client, role)
    const body = { email, ...(organization_role_id === undefined ? {} : { organization_role_id }) }
    const reply = await client.organizations.addMember(id, body)
    if (context.isJson) return printJson(context, reply)
    context.stdout.write(`${email} was invited.\n`)
  },
})

async function findRole(client: Client, name: string): Promise<number> {
  const { organization_roles: roles } = await client.organizations.listRoles()
  const found = roles.find(one => one.name.toLowerCase() === name.toLowerCase())
  if (!found) throw new UsageError(`--role must be one of ${roles.map(one => one.name).join(', ')}.`)
  return found.id
}

export const removeUser = defineCommand({
  name: 'users remove',
  group,
  usage: 'users remove <email> [--organization <id>] [--yes]',
  summary: 'removes a member from your organization, after you have confirmed it',
  options: { organization: organizationOption, yes: ['flag', 'does not ask'] },
  positionals: ['email'],
  async run(context, { organization, yes }, [email = '']) {
    const client = await context.client()
    const id = await chooseOrganization(client, organization)
    const member = (await listMembers(client, id)).find(one => one.email.toLowerCase() === email.toLowerCase())
    if (!member) throw new NotFound(`${email} is not a member of this organization.`)
    await confirm(context, `Remove ${email} from the organization?`, yes === true)
    const reply = await client.organizations.removeMember(id, member.id)
    if (context.isJson) return printJson(context, reply)
    context.stdout.write(`${email} was removed.\n`)
  },
})
