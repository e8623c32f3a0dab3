// Opens a page as a signed-in user, without the sign-in page, which has its own tests.

import type { BrowserContextOptions, Page } from 'playwright-core'
import { signIn } from '../server/testing/people.ts'
import type { Person, World } from '../server/testing/world.ts'
import { openPage } from './browser.ts'

export async function openAs(
  made: World,
  person: Pick<Person, 'id'>,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const cookies = [await sessionCookie(made, person, options.userAgent)]
  return await openPage(made.url + path, { ...options, storageState: { cookies, origins: [] } })
}

export async function sessionCookie({ dependencies, url }: World, { id }: Pick<Person, 'id'>, userAgent?: string) {
  return {
    name: 'tessera',
    value: await signIn(dependencies, id, userAgent),
    domain: new URL(url).hostname,
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Lax' as const,
  }
}
