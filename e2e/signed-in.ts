// Opens a page as a signed-in user, without the sign-in page, which has its own tests.

import type { BrowserContextOptions, Page } from 'playwright-core'
import { signIn } from '../server/testing/people.ts'
import type { Person, World } from '../server/testing/world.ts'
import { openPage } from './browser.ts'

export async function openAs(
  { dependencies, url }: World,
  person: Pick<Person, 'id'>,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const cookie = {
    name: 'tessera',
    value: await signIn(dependencies, person.id, options.userAgent),
    domain: new URL(url).hostname,
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Lax' as const,
  }
  return await openPage(url + path, { ...options, storageState: { cookies: [cookie], origins: [] } })
}
