// A body with which each operation succeeds, for the OpenAPI document and for tests, which send the same bodies with their
// own ids. "Try it" in the documentation starts with them: none deletes for good, hands something over or sets a password.

type Example = Readonly<Record<string, unknown>>

/** What differs between the document and a test. */
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
  'workspaces.create': () => ({ name: 'Roadmap', description: 'What we do next' }),
  'workspaces.update': () => ({ name: 'Roadmap 2027', description: 'What we do next year' }),
  'workspaces.delete': () => ({ is_permanent: false }),
  'workspaces.copy': () => ({ new_workspace_name: 'Roadmap, second draft' }),
  'workspaces.favorite': () => ({ favorite: true }),
  'workspaces.publish': () => ({ can_download: true }),
  'workspaces.addUsers': ({ newcomer }) => ({ users: [{ email: newcomer, workspace_role_id: 3 }] }),
  'workspaces.updateUser': () => ({ workspace_role_id: 4 }),
  'notes.create': () => ({ text: 'Ask five customers', x: 120, y: 80, backgroundColor: 'Gold' }),
  'notes.update': () => ({ text: 'Ask ten customers', x: 160 }),
  'texts.create': () => ({ text: 'Next quarter', x: 120, y: -40, fontSize: 32 }),
  'texts.update': () => ({ text: 'This quarter', fontSize: 40 }),
  'images.create': () => ({ url: 'https://example.com/picture.png', x: 120, y: 80 }),
  'images.update': () => ({ x: 240 }),
  'documents.update': () => ({ y: 160 }),
  'browsers.create': () => ({ url: 'https://example.com', x: 120, y: 80 }),
  'browsers.update': () => ({ width: 800 }),
  'canvases.create': () => ({ name: 'Ideas', x: 0, y: 0, width: 1600, height: 900 }),
  'canvases.update': () => ({ name: 'Best ideas' }),
  'strokes.create': () => ({ points: [0, 0, 60, 40, 120, 0], penColor: 'Red' }),
  'strokes.update': () => ({ penColor: 'Yellow', points: [0, 0, 80, 20] }),
  'strokes.createOn': () => ({ points: [0, 0, 60, 40, 120, 0], penColor: 'Red' }),
  'shapes.create': () => ({ text: 'Review', form: 'rounded', x: 120, y: 80, width: 240, height: 120 }),
  'shapes.update': () => ({ text: 'Approved?', form: 'diamond' }),
  'connectors.create': ({ shape_id }) => ({ from: { id: shape_id }, to: { x: 640, y: 140 }, label: 'then' }),
  'connectors.update': () => ({ label: 'if approved', to: { x: 700, y: 140 } }),
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
  'secondFactors.enableTotp': ({ totp_code }) => ({ code: totp_code }),
  'passkeys.create': ({ passkey = '{}' }) => ({ name: 'Laptop', ...JSON.parse(String(passkey)) }),
  'passkeys.update': () => ({ name: 'Desk' }),
}

/** Forms: the file by its name, and the other fields. */
export const uploadExamples: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  'images.create': { image: 'picture.png', x: 120, y: 80 },
  'documents.create': { document: 'report.pdf', title: 'Report', x: 120, y: 80 },
  'users.setAvatar': { avatar: 'ann.png' },
  'imports.create': { file: 'list.md', format: 'markdown' },
}
