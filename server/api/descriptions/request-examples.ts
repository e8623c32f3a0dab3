// A body with which each operation succeeds, for the OpenAPI document and for tests, which send the same bodies with their
// own ids. "Try it" in the documentation starts with them: none deletes for good, hands something over or sets a password.

import type { Kind } from '@tessera/contract'
import { allKinds } from './openapi-schema-parts.ts'

type Example = Readonly<Record<string, unknown>>

/** The values that differ between the document and a test. */
export type ExampleValues = Readonly<Record<string, string | number>>

export const documentedValues: ExampleValues = {
  workspace_id: 'q8TzV2mXc4LrWd7KpN1s',
  shape_id: '68f1a2b3c4d5e6f708192a3c',
  newcomer: 'grace@example.com',
  receiver_url: 'https://example.com/tessera-events',
  totp_code: '492039',
  passkey: JSON.stringify({
    id: 'KEDetxZcUfinhVi6Za5nZQ',
    client_data_json: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
    attestation_object: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ',
    transports: ['internal'],
  }),
}

export const requestExamples: Readonly<Record<string, (values: ExampleValues) => Example>> = {
  ...Object.fromEntries(allKinds.flatMap(kindExamples)),
  'workspaces.create': () => ({ name: 'Roadmap', description: 'What we do next' }),
  'workspaces.update': () => ({ name: 'Roadmap 2027', description: 'What we do next year' }),
  'workspaces.delete': () => ({ is_permanent: false }),
  'workspaces.copy': () => ({ new_workspace_name: 'Roadmap, second draft' }),
  'workspaces.favorite': () => ({ favorite: true }),
  'workspaces.publish': () => ({ can_download: true }),
  'workspaces.addUsers': ({ newcomer }) => ({ users: [{ email: newcomer, workspace_role_id: 3 }] }),
  'workspaces.updateUser': () => ({ workspace_role_id: 4 }),
  'strokes.createOn': () => ({ points: [0, 0, 60, 40, 120, 0], penColor: 'Red' }),
  'connectors.create': ({ shape_id }) => ({ from: { id: shape_id }, to: { x: 640, y: 140 }, label: 'then' }),
  'comments.create': () => ({ text: 'Who takes this?' }),
  'comments.createInWorkspace': () => ({ text: 'Something is missing here', x: 400, y: -20 }),
  'comments.update': () => ({ text: 'Who takes this on Monday?' }),
  'comments.resolve': () => ({ resolved: true }),
  'objects.change': () => ({
    changes: [
      { op: 'create', kind: 'shape', ref: 'build', data: { text: 'Build', x: 0, y: 0 } },
      { op: 'create', kind: 'shape', ref: 'test', data: { text: 'Test', x: 400, y: 0 } },
      { op: 'create', kind: 'connector', data: { from: { id: { ref: 'build' } }, to: { id: { ref: 'test' } } } },
    ],
  }),
  'exports.create': () => ({ format: 'markdown' }),
  'listeners.create': ({ workspace_id, receiver_url }) => ({
    workspaceId: workspace_id,
    url: receiver_url,
    eventTypes: ['NOTE_ALL'],
  }),
  'listeners.createForOrganization': ({ receiver_url }) => ({ url: receiver_url, eventTypes: ['NOTE_ALL'] }),
  'listeners.update': () => ({ eventTypes: ['NOTE_ALL', 'TEXT_ALL'] }),
  'listeners.replay': () => ({ after_seq: 0 }),
  'organizations.create': () => ({ name: 'Research' }),
  'organizations.update': () => ({ name: 'Research and Design' }),
  'organizations.addMember': () => ({ email: 'alan@example.com' }),
  'organizations.updateMember': () => ({ first_name: 'Robert' }),
  'users.update': () => ({ first_name: 'Anna' }),
  'users.lock': () => ({ locked: true }),
  'applications.create': () => ({ name: 'Standup bot', redirect_uri: 'https://example.com/callback' }),
  'applications.update': () => ({ name: 'Daily standup bot' }),
  'tokens.create': () => ({ name: 'Nightly report' }),
  'tokens.delete': () => ({ keep: false }),
  'authorizations.delete': () => ({ keep: false }),
  'sessions.deleteOthers': () => ({ tokens: true }),
  'secondFactors.enableTotp': ({ totp_code }) => ({ code: totp_code }),
  'passkeys.create': ({ passkey = '{}' }) => ({ name: 'Laptop', ...JSON.parse(String(passkey)) }),
  'passkeys.update': () => ({ name: 'Desk' }),
}

type Form = Readonly<Record<string, string | number>>

/** Forms: the file by its name, and the other fields. */
export const uploadExamples: Readonly<Record<string, Form>> = {
  ...Object.fromEntries(allKinds.flatMap(kindForms)),
  'users.setAvatar': { avatar: 'ann.png' },
  'imports.create': { file: 'list.md', format: 'markdown' },
}

function kindExamples({ noun, upload, updatable, samples }: Kind): [string, () => Example][] {
  const create = upload && !upload.orByUrl ? [] : [[`${noun}.create`, () => samples.create] as [string, () => Example]]
  return updatable.length === 0 ? create : [...create, [`${noun}.update`, () => samples.update]]
}

/** The file replaces its URL. */
function kindForms({ noun, upload, samples }: Kind): [string, Form][] {
  if (!upload) return []
  const { url: _, ...others } = samples.create as Form
  return [[`${noun}.create`, { [upload.field]: upload.exampleName, ...others }]]
}
