// Roles as records.

export { applicationRoleView, organizationRoleView, workspaceRoleView } from './role-view.ts'
