// All rights: the flags of the three types of role, the standard roles, and which role has which flag.

export const applicationFlags = [
  'can_list_users',
  'can_list_organizations',
  'can_create_organizations',
  'can_edit_organizations',
  'can_delete_organizations',
  'can_edit_users',
  'can_list_walls',
  'can_create_walls',
  'can_edit_walls',
  'can_delete_walls',
  'can_list_plans',
  'can_create_plans',
  'can_edit_plans',
  'can_delete_plans',
  'can_lock_users',
  'can_lock_organizations',
  'can_delete_users',
  'can_create_help_menu',
  'can_edit_help_menu',
  'can_delete_help_menu',
] as const

export const organizationFlags = [
  'can_add_user',
  'can_remove_user',
  'can_edit_user_info',
  'can_list_organization_users',
  'can_add_admin',
  'can_remove_admin',
  'can_edit_admin_info',
  'can_add_guest',
  'can_remove_guest',
  'can_edit_guest_info',
  'can_create_workspace',
  'can_view_public_workspace',
  'can_approve_guest_invite',
  'can_change_organization_settings',
  'can_add_organization_role',
  'can_edit_organization_role',
  'can_delete_organization_role',
  'can_add_workspace_role',
  'can_edit_workspace_role',
  'can_delete_workspace_role',
] as const

export const workspaceFlags = [
  'can_edit_metadata',
  'can_edit_workspace',
  'can_duplicate_workspace',
  'can_delete_workspace',
  'can_add_user',
  'can_remove_user',
  'can_add_guest',
  'can_remove_guest',
  'can_send_to_wall',
  'can_change_publish_state',
  'can_change_public_state',
  'can_download_assets',
  'can_change_user_role',
  'can_change_owner',
  'can_change_organization',
  'can_change_guest_role',
  'can_list_users',
] as const

export type ApplicationFlag = (typeof applicationFlags)[number]
export type OrganizationFlag = (typeof organizationFlags)[number]
export type WorkspaceFlag = (typeof workspaceFlags)[number]

export interface Role<Flag extends string> {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly role_type: 'owner' | 'admin' | 'user' | 'guest'
  readonly is_default: boolean
  readonly display_order: number
  readonly flags: ReadonlySet<Flag>
}

export const can = <Flag extends string>(role: Role<Flag>, flag: Flag): boolean => role.flags.has(flag)

/** A user cannot assign a role with more rights than their own. */
export const holdsAll = <Flag extends string>(mine: Role<Flag>, other: Role<Flag>): boolean =>
  [...other.flags].every(flag => mine.flags.has(flag))

const editor: readonly WorkspaceFlag[] = [
  'can_edit_workspace',
  'can_duplicate_workspace',
  'can_download_assets',
  'can_list_users',
  'can_send_to_wall',
]

export const applicationRoles = roles<ApplicationFlag>([
  ['Admin', 'admin', applicationFlags, 'Runs the service: every right over people, organizations and workspaces'],
  [
    'Support',
    'admin',
    ['can_list_users', 'can_edit_users', 'can_lock_users', 'can_list_organizations', 'can_list_walls'],
    'Helps people: sees and edits users, locks them, sees organizations and workspaces',
  ],
  ['User', 'user', [], 'Uses the service', 'default'],
])

export const organizationRoles = roles<OrganizationFlag>([
  ['Owner', 'owner', organizationFlags, 'Owns the organization'],
  [
    'Admin',
    'admin',
    organizationFlags.filter(flag => flag !== 'can_change_organization_settings'),
    'Manages the people and workspaces of the organization',
  ],
  [
    'User',
    'user',
    ['can_create_workspace', 'can_view_public_workspace', 'can_list_organization_users', 'can_add_guest'],
    'Creates workspaces and sees the public ones',
    'default',
  ],
  ['Guest', 'guest', [], 'Sees only what they were invited to'],
])

export const workspaceRoles = roles<WorkspaceFlag>([
  ['Owner', 'owner', workspaceFlags, 'Owns the workspace'],
  [
    'Editor+',
    'user',
    [...editor, 'can_add_user', 'can_add_guest', 'can_change_guest_role'],
    'Edits, and brings people in',
  ],
  ['Editor', 'user', editor, 'Edits everything on the board', 'default'],
  ['Commenter', 'user', ['can_list_users', 'can_download_assets'], 'Reads, downloads and comments'],
  ['Viewer', 'guest', ['can_list_users'], 'Reads'],
])

type RoleRow<Flag> = readonly [
  name: string,
  role_type: Role<string>['role_type'],
  flags: readonly Flag[],
  description: string,
  isDefault?: 'default',
]

/** Ids count from 1 in the order of the table, which is the display order too. */
function roles<Flag extends string>(rows: readonly RoleRow<Flag>[]) {
  const all = rows.map(
    ([name, role_type, flags, description, isDefault], index): Role<Flag> => ({
      id: index + 1,
      name,
      description,
      role_type,
      is_default: isDefault === 'default',
      display_order: index + 1,
      flags: new Set(flags),
    }),
  )
  const find = (id: number): Role<Flag> | null => all[id - 1] ?? null
  const get = (id: number): Role<Flag> => {
    const role = find(id)
    if (!role) throw new Error(`there is no role ${id}`)
    return role
  }
  const standard = all.find(role => role.is_default) as Role<Flag>
  return { all, find, get, standard }
}

/** The same role with additional rights, for users who get them from elsewhere. */
export const withFlags = <Flag extends string>(role: Role<Flag>, more: readonly Flag[]): Role<Flag> =>
  more.every(flag => role.flags.has(flag)) ? role : { ...role, flags: new Set([...role.flags, ...more]) }

export const ownerRole = 1
export const adminRole = 2
export const guestRole = 4
export const editorPlusRole = 2
export const editorRole = 3
export const viewerRole = 5
