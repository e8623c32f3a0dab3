// The pages and dialogs that views.test.ts looks at. To add one, add a row: its name, who sees it, its address, and what
// is pressed to open it. Names in the scene have at most two words: a longer text that is the same in both languages is
// taken for one that lacks its translation.

import { createInvitationLink, createPasswordLink } from '../server/accounts/mailed-links/mailed-links.ts'
import { insertFailedJob } from '../server/testing/job-rows.ts'
import { guest, member, pendingMember } from '../server/testing/members.ts'
import { authorizePath, newApplication } from '../server/testing/oauth-application.ts'
import { grantTo, whitelist } from '../server/testing/people.ts'
import { publish } from '../server/testing/publishing.ts'
import { receiver } from '../server/testing/receiver.ts'
import { withPersonalToken } from '../server/testing/token-holders.ts'
import { type Person, type World, world } from '../server/testing/world.ts'

export interface View {
  readonly name: string
  /** Rules that the view covers besides those of all views. */
  readonly rules?: string
  /** The signed-in user; nobody is signed in otherwise. */
  readonly as?: 'ann' | 'ada'
  readonly path: string | ((scene: Scene) => string)
  /** Names of the elements to press, one after the other. */
  readonly press?: readonly (readonly [english: string, german: string])[]
  /** A key to press on the board. */
  readonly key?: string
  /** The element that then appears. */
  readonly opens?: 'dialog' | 'menu' | 'region' | 'searchbox' | 'combobox' | 'link'
  /** A menu that only narrow windows have. */
  readonly isOnlyOnPhones?: true
  /** Texts that are identical in both languages, such as guides, which are in English. */
  readonly untranslated?: RegExp
}

export interface Scene extends World {
  readonly ada: Person
  readonly client_id: string
  readonly note: string
  readonly listener: string
  readonly privateBoard: string
  readonly invitation: string
  readonly passwordLink: string
}

const guides = /./

const boardActions = (action: string, german: string): Pick<View, 'as' | 'path' | 'press' | 'opens'> => ({
  as: 'ann',
  path: '/',
  press: [
    ['Actions for Board', 'Aktionen für Board'],
    [action, german],
  ],
  opens: 'dialog',
})

const onBoard = { as: 'ann', path: ({ board, note }: Scene) => `/w/${board}#${note}` } as const

const whitelisting = ({ organization }: World) => ({ scope: 'org', org_id: String(organization) })

// biome-ignore format: a table
export const views: readonly View[] = [
  // Views without an account.
  { name: 'the front page', path: '/' },
  { name: 'the documentation', rules: '[DOC-8]', path: '/docs' },
  { name: 'the menu of the documentation', path: '/docs', press: [['Menu', 'Menü']], opens: 'dialog', isOnlyOnPhones: true, untranslated: guides },
  { name: 'a guide', rules: '[DOC-8]', path: '/docs/bulk-changes', untranslated: guides },
  { name: 'the reference', rules: '[DOC-8]', path: '/docs/reference/images', press: [['Try it', 'Ausprobieren']], untranslated: guides },
  { name: 'the sign-in page', rules: '[SGN-3]', path: '/sign-in?signed-out' },
  { name: 'the page of a forgotten password', rules: '[SGN-3]', path: '/forgot-password' },
  { name: 'a link for a new password that is not valid', rules: '[SGN-3]', path: '/reset-password?token=x' },
  { name: 'a link for a new password', rules: '[SGN-3]', path: scene => scene.passwordLink },
  { name: 'an invitation', rules: '[SGN-3]', path: scene => scene.invitation },
  { name: 'an authorization without an application', rules: '[SGN-3]', path: '/api/authorize' },
  { name: 'the viewer', path: ({ board }) => `/view/${board}` },
  { name: 'the contents in the viewer', path: ({ board }) => `/view/${board}`, press: [['Contents', 'Inhalt']], opens: 'link' },
  { name: 'a board that is not published', rules: '[PUB-5]', path: ({ privateBoard }) => `/view/${privateBoard}` },
  // Views of a signed-in user.
  { name: 'a consent', rules: '[SGN-3]', as: 'ann', path: ({ client_id }) => authorizePath(client_id) },
  { name: 'a consent for an organization', rules: '[SGN-3]', as: 'ann', path: scene => authorizePath(scene.client_id, whitelisting(scene)) },
  { name: 'a consent for an unknown organization', rules: '[SGN-3]', as: 'ann', path: scene => authorizePath(scene.client_id, { ...whitelisting(scene), org_id: '999999' }) },
  { name: 'the workspaces', as: 'ann', path: '/' },
  { name: 'the favorites', as: 'ann', path: '/#favorites' },
  { name: 'the trash', as: 'ann', path: '/#trash' },
  { name: 'the account menu', as: 'ann', path: '/developers#tokens', press: [['Ann Tester', 'Ann Tester']], opens: 'link' },
  { name: 'sharing', ...boardActions('Share…', 'Teilen …') },
  { name: 'publishing', ...boardActions('Publish…', 'Veröffentlichen …') },
  { name: 'renaming', ...boardActions('Rename…', 'Umbenennen …') },
  { name: 'copying', ...boardActions('Make a copy…', 'Kopieren …') },
  { name: 'the account', as: 'ann', path: '/account' },
  { name: 'the security of the account', as: 'ann', path: '/account#security' },
  { name: 'the question before other sessions end', as: 'ann', path: '/account#security', press: [['Sign out all others', 'Alle anderen beenden']], opens: 'dialog' },
  { name: 'the applications of the account', as: 'ann', path: '/account#applications' },
  { name: 'the question before an application loses access', as: 'ann', path: '/account#applications', press: [['Revoke Mirror <b>&', 'Zugriff von Mirror <b>& widerrufen']], opens: 'dialog' },
  { name: 'the organizations', as: 'ann', path: '/organizations' },
  { name: 'an organization', as: 'ann', path: ({ organization }) => `/organizations/${organization}` },
  { name: 'the invitations', as: 'ann', path: ({ organization }) => `/organizations/${organization}#invitations` },
  { name: 'the settings of an organization', as: 'ann', path: ({ organization }) => `/organizations/${organization}#settings` },
  { name: 'the applications of an organization', as: 'ann', path: ({ organization }) => `/organizations/${organization}#applications` },
  { name: 'the audit log', as: 'ann', path: ({ organization }) => `/organizations/${organization}#audit`, untranslated: /→/ },
  { name: 'the developer portal', as: 'ann', path: '/developers' },
  { name: 'a new application', as: 'ann', path: '/developers#applications/new' },
  { name: 'an application', as: 'ann', path: ({ client_id }) => `/developers#applications/${client_id}` },
  { name: 'the tokens', as: 'ann', path: '/developers#tokens' },
  { name: 'the question before a token is revoked', as: 'ann', path: '/developers#tokens', press: [['Revoke Nightly', 'Nightly widerrufen']], opens: 'dialog' },
  { name: 'the first steps', as: 'ann', path: '/developers#first-steps' },
  { name: 'the listeners', as: 'ann', path: '/listeners#mine' },
  { name: 'how signatures are verified', as: 'ann', path: '/listeners#verify' },
  { name: 'a listener with its deliveries', as: 'ann', path: ({ listener }) => `/listeners#${listener}`, press: [['TEST_HOOK', 'TEST_HOOK']] },
  { name: 'the settings of a listener', as: 'ann', path: ({ listener }) => `/listeners#${listener}`, press: [['Edit…', 'Bearbeiten …']], opens: 'dialog' },
  { name: 'the operator’s page', as: 'ada', path: '/operator' },
  { name: 'the failed jobs', as: 'ada', path: '/operator#dead' },
  // Views of the board.
  { name: 'a board', rules: '[WEB-8]', ...onBoard },
  { name: 'the comments of a note', rules: '[WEB-8]', ...onBoard, key: 'Control+Alt+m', opens: 'region' },
  { name: 'the search on a board', rules: '[WEB-8]', ...onBoard, key: 'Control+f', opens: 'searchbox' },
  { name: 'the keyboard shortcuts', rules: '[WEB-8] [WEB-32]', ...onBoard, key: '?', opens: 'dialog' },
  { name: 'the menu of an object', rules: '[WEB-30]', ...onBoard, key: 'Shift+F10', opens: 'menu' },
  { name: 'the command palette', rules: '[WEB-110]', ...onBoard, key: 'Control+k', opens: 'combobox' },
  { name: 'the export', rules: '[WEB-120]', ...onBoard, key: 'Control+Shift+e', opens: 'dialog' },
]

/** One world with content on every page. */
export async function viewScene(): Promise<Scene> {
  const made = await world()
  const { ann, bob, eve, organization, board } = made
  for (const name of ['Carla', 'Dmitri']) await member(made, name)
  await pendingMember(made, 'Pat')
  const metadata = [{ key: 'cost-center', value: '4711' }]
  const name = 'Donaudampfschifffahrtsgesellschaft'
  await ann.organizations.update(organization, { name, is_guest_invite_requires_approval: true, metadata })
  const email = `gus.${board.toLowerCase()}@example.com`
  await ann.organizations.addMember(organization, { email, organization_role_id: guest })
  await ann.organizations.addMember(organization, { email: eve.email })
  const { client_id } = await newApplication(made)
  await whitelist(made.dependencies, organization, client_id, ann.id)
  await grantTo(made.dependencies, ann.id, client_id)
  await ann.tokens.create({ name: 'Nightly' })
  const { workspace: trash } = await ann.workspaces.create(organization, { name: 'Of yesterday', public: true })
  await ann.workspaces.delete(trash.properties.uid)
  const { workspace } = await ann.workspaces.create(organization, { name: 'Drafts' })
  const note = await fillBoard(made)
  await publish(made)
  const hook = await receiver()
  const script = await withPersonalToken(made, ann)
  await script.applications.update(client_id, { bot: true })
  const { id: listener } = await script.listeners.create({ workspaceId: board, url: hook.url, eventTypes: ['ALL'] })
  await hook.until(all => all.length === 1)
  await insertFailedJob(made.dependencies.db)
  const now = new Date().toISOString()
  const [invitation, passwordLink] = await made.dependencies.db.write(async tx => [
    await createInvitationLink(tx, eve.id, organization, now),
    await createPasswordLink(tx, bob.id, now),
  ])
  const ada = await made.person('Ada', { application_role_id: 1 })
  const privateBoard = workspace.properties.uid
  return { ...made, ada, client_id, note, listener, privateBoard, invitation, passwordLink } as Scene
}

async function fillBoard({ ann, bob, board }: World): Promise<string> {
  await ann.canvases.create(board, { name: 'Plans', width: 1600, height: 1000, borderColor: 'Blue' })
  const { note } = await ann.notes.create(board, { text: 'Orchard', x: 100, y: 150 })
  await ann.notes.create(board, { text: 'Another', x: 760, y: 150, backgroundColor: 'Gold', pin: true })
  await ann.texts.create(board, { text: 'Heading', x: 100, y: 560 })
  await ann.browsers.create(board, { url: 'http://127.0.0.1:9/', x: 700, y: 560, width: 600, height: 380 })
  await ann.strokes.create(board, { points: [150, 800, 300, 700, 450, 850], penColor: 'Purple', brushSize: 12 })
  await bob.comments.create(board, 'notes', note.id, { text: `Thanks @${ann.email}` })
  return note.id
}
