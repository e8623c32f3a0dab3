// What each flag of a role allows. A flag of the same name can allow something else in another type of role.

import type { ApplicationFlag, OrganizationFlag, WorkspaceFlag } from '../permissions.ts'

// biome-ignore format: a table
export const applicationFlagMeanings: Readonly<Record<ApplicationFlag, string>> = {
  can_list_users:           'Can see all users of the installation',
  can_list_organizations:   'May see all organizations, the job queue and the installation',
  can_create_organizations: 'May create organizations',
  can_edit_organizations:   'May edit all organizations, and delete failed jobs',
  can_delete_organizations: 'May delete organizations',
  can_edit_users:           'May edit all users, and retry failed jobs',
  can_list_walls:           'May see all workspaces',
  can_create_walls:         'May create workspaces everywhere',
  can_edit_walls:           'May edit all workspaces',
  can_delete_walls:         'May delete all workspaces',
  can_list_plans:           'May see plans',
  can_create_plans:         'May create plans',
  can_edit_plans:           'May edit plans',
  can_delete_plans:         'May delete plans',
  can_lock_users:           'May lock and unlock users',
  can_lock_organizations:   'May lock and unlock organizations',
  can_delete_users:         'May delete users',
  can_create_help_menu:     'May create entries of the help menu',
  can_edit_help_menu:       'May edit entries of the help menu',
  can_delete_help_menu:     'May delete entries of the help menu',
}

// biome-ignore format: a table
export const organizationFlagMeanings: Readonly<Record<OrganizationFlag, string>> = {
  can_add_user:                     'May invite members',
  can_remove_user:                  'May remove members',
  can_edit_user_info:               'May edit the details of members',
  can_list_organization_users:      'May see the list of members',
  can_add_admin:                    'May invite Admins, and give members that role',
  can_remove_admin:                 'May remove Admins',
  can_edit_admin_info:              'May edit the details of Admins',
  can_add_guest:                    'May invite guests',
  can_remove_guest:                 'May remove guests',
  can_edit_guest_info:              'May edit the details of guests',
  can_create_workspace:             'May create workspaces',
  can_view_public_workspace:        'May open public workspaces of the organization',
  can_approve_guest_invite:         'May approve the invitation of guests',
  can_change_organization_settings: 'May change the settings of the organization',
  can_add_organization_role:        'May add organization roles',
  can_edit_organization_role:       'May edit organization roles',
  can_delete_organization_role:     'May delete organization roles',
  can_add_workspace_role:           'May add workspace roles',
  can_edit_workspace_role:          'May edit workspace roles',
  can_delete_workspace_role:        'May delete workspace roles',
}

// biome-ignore format: a table
export const workspaceFlagMeanings: Readonly<Record<WorkspaceFlag, string>> = {
  can_edit_metadata:        'May change the name and description of the workspace',
  can_edit_workspace:       'May create, change and delete objects',
  can_duplicate_workspace:  'May copy the workspace',
  can_delete_workspace:     'May delete and restore the workspace, and delete the comments of others',
  can_add_user:             'May give members of the organization access',
  can_remove_user:          'May withdraw the access of members',
  can_add_guest:            'May give guests access',
  can_remove_guest:         'May withdraw the access of guests',
  can_send_to_wall:         'May show the workspace on a shared screen',
  can_change_publish_state: 'May publish and unpublish the workspace',
  can_change_public_state:  'May open the workspace to every member of the organization',
  can_download_assets:      'May download the original files of images and documents',
  can_change_user_role:     'May change the roles of members',
  can_change_owner:         'May make another member the Owner',
  can_change_organization:  'May move the workspace to another organization',
  can_change_guest_role:    'May change the roles of guests',
  can_list_users:           'May see who has access',
}
