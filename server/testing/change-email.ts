// Changes the email address of a user to the end: requested over the API, confirmed with the link that is mailed.

import { createEmailLink, findMailedLink } from '../accounts/mailed-links/mailed-links.ts'
import { confirmEmailChange } from '../organization/organizations/change-email.ts'
import type { Person, World } from './world.ts'

export async function changeEmail({ dependencies }: World, person: Person, email: string): Promise<void> {
  await person.users.update('me', { email })
  const now = new Date().toISOString()
  await dependencies.db.write(async tx => {
    const path = await createEmailLink(tx, person.id, email, now)
    const link = await findMailedLink(tx, 'email', path.split('token=')[1] as string, now)
    const outcome = link && (await confirmEmailChange(tx, link, now))
    if (outcome !== 'changed') throw new Error(`the address was not changed: ${outcome}`)
  })
}
